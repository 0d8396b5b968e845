"""Attacks: what a block spares, windows that tell nothing of the hand, and the odds of the dice."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from rulewright import Game, Refused, Ruleset, Scripted, new_game, odds
from rulewright.testing.kit import KitFailure, check_ruleset

from . import attack
from .attack import RULES, RULESET, Cubes
from .hands import DECK
from .paired import answer, check_pairs, hand, looks

ROW = ("guard/4", "kick/4", "elbow/4", "taunt/4")


def attacked(card: str, *held: str, dice: tuple[int, ...] = (), **position: Any) -> Game:
    """Player 0 attacked with this card of the row; player 1 holds these cards."""
    row = (card, *[other for other in ROW if other != card][:3])
    position = {"hands": ((), held), "deck": DECK[24:28], **position}
    return answer(new_game(RULES, Cubes(row=row, **position), chance=Scripted([dice] if dice else ())), card)


def wounds(game: Game, player: int) -> tuple[int, int]:
    fighter = game.state.fighters[player]
    return fighter.heavy, fighter.light


def blocked(card: str, held: tuple[str, ...], *uses: tuple[str, str]) -> Game:
    game = attacked(card, *held)
    assert game.request.about["window"] == "assault declared" and game.request.player == 1
    return answer(game, *(("block", use) for use in uses), None)


# ------------------------------------------------------------------------------------------------------------ block


FIVE = ("taunt/1", "taunt/2", "kick/1", "kick/2", "lunge/1")


@pytest.mark.parametrize(
    ("others", "taken"), [(0, (2, 0)), (1, (2, 0)), (2, (1, 0)), (3, (1, 0)), (4, (0, 0)), (5, (0, 0))]
)
def test_a_block_ignores_a_heavy_for_two_cards(others: int, taken: tuple[int, int]) -> None:
    """Every two cards left in hand ignore one heavy damage, rounded down; the shield itself does not count."""
    game = answer(attacked("hook/1", "guard/1", *FIVE[:others]), ("block", ("reduce", "guard/1")))
    if others:
        answer(game, None)
    assert wounds(game, 1) == taken


def test_both_reductions_count_the_same_cards_and_they_stay() -> None:
    """Elbow: one heavy and one light; two cards ignore both."""
    game = blocked("elbow/1", ("guard/1", "taunt/1", "taunt/2"), ("reduce", "guard/1"))
    assert wounds(game, 1) == (0, 0) and hand(game, 1) == ("taunt/1", "taunt/2")


def test_cancelling_spares_the_effect_and_not_the_damage() -> None:
    """Lunge: one heavy, and one light in the effect."""
    assert wounds(blocked("lunge/1", ("guard/1", "taunt/1"), ("cancel", "guard/1")), 1) == (1, 0)
    assert wounds(blocked("lunge/1", ("guard/1", "taunt/1")), 1) == (1, 1)


def test_two_shields_do_both_and_neither_counts() -> None:
    """Kick: two light and a card; with two shields gone one card is left, which ignores one light."""
    game = attacked("kick/1", "guard/1", "guard/2", "taunt/1")
    answer(game, ("block", ("reduce", "guard/1")), ("block", ("cancel", "guard/2")))
    assert wounds(game, 1) == (0, 1) and hand(game, 1) == ("taunt/1",)


def test_no_use_is_made_twice_against_one_assault() -> None:
    game = answer(attacked("kick/1", "guard/1", "guard/2", "guard/3"), ("block", ("reduce", "guard/1")))
    left = tuple(("block", ("cancel", shield)) for shield in ("guard/2", "guard/3"))
    assert game.request.space.values == (None, *left)
    with pytest.raises(Refused):
        game.answer(("block", ("reduce", "guard/2")))


def test_only_assaults_are_blocked() -> None:
    """An ability is resolved without a question to the defender, shield or not."""
    game = attacked("taunt/1", "guard/1", "guard/2")
    assert game.request.ask == "discard" and wounds(game, 1) == (0, 1)


def test_the_knockdown_test_is_not_blocked() -> None:
    game = blocked("hook/1", ("guard/1", "taunt/1"), ("reduce", "guard/1"))
    assert game.request.ask == "knockdown test" and game.request.player == 0


@pytest.mark.parametrize("held", [(), ("guard/1", "guard/2", "taunt/1", "taunt/2", "kick/1", "kick/2")])
def test_the_card_is_taken_after_the_attack_and_the_limit_counts_it(held: tuple[str, ...]) -> None:
    game = attacked("elbow/1", hands=(held, ()))
    assert hand(game, 0) == (*held, "elbow/1") and game.view(1).state.zones["hand:0"].cards[-1] == "elbow/1"
    assert game.request.ask == ("hand limit" if held else "attack with")


# -------------------------------------------------------------------------------------- windows that tell nothing


def test_a_defender_without_a_shield_is_asked_all_the_same() -> None:
    """A skipped window would tell the attacker that there is no shield."""
    with_shield, without = attacked("elbow/1", "guard/1", "taunt/1"), attacked("elbow/1", "hook/1", "taunt/1")
    assert without.request.ask == "react" and without.request.space.values == (None,)
    assert looks(with_shield, 0) == looks(without, 0)
    assert looks(answer(with_shield, None), 0) == looks(answer(without, None), 0)


def test_a_hand_that_is_known_is_not_asked_in_vain() -> None:
    """Where the attacker saw every card there is nothing to hide."""
    assert attacked("elbow/1", "hook/1", "taunt/1", known=True).request.ask == "attack with"
    assert attacked("elbow/1", "guard/1", known=True).request.ask == "react"
    assert attacked("elbow/1").request.ask == "attack with"


def test_after_both_uses_nobody_is_asked_again() -> None:
    game = attacked("kick/1", "guard/1", "guard/2", "guard/3")
    answer(game, ("block", ("reduce", "guard/1")), ("block", ("cancel", "guard/2")))
    assert game.request.ask == "attack with"


# ------------------------------------------------------------------------------------------------ knockdown and odds


def hooked(*dice: int, cubes: tuple[int, int]) -> Game:
    """Player 0 hooks (two heavy); ``cubes`` are those that the opponent then has."""
    game = attacked("hook/1", dice=dice, heavy=(0, cubes[0] - 2), light=(0, cubes[1]))
    assert game.request.ask == "knockdown test"
    return game


def test_a_sum_equal_to_the_cubes_passes_and_heals_half_the_light() -> None:
    game = answer(hooked(3, 4, 4, cubes=(4, 7)), True)
    assert wounds(game, 1) == (4, 4), "three of seven light cubes are discarded"


def test_a_sum_below_the_cubes_loses_at_once() -> None:
    game = answer(hooked(3, 4, 3, cubes=(4, 7)), True)
    assert game.result is not None and game.result.winners == (0,)


def test_the_attacker_need_not_call_for_the_test() -> None:
    game = answer(hooked(1, 1, 1, cubes=(4, 7)), False)
    assert wounds(game, 1) == (4, 7) and game.request.ask == "attack with"


@pytest.mark.parametrize("cubes", [(2, 1), (3, 1), (4, 7), (8, 10), (9, 10)])
def test_odds_of_the_knockdown_test(cubes: tuple[int, int]) -> None:
    """Three dice reach the number of cubes; never failed with three or fewer, never passed with nineteen."""
    law = odds.distribution(hooked(cubes=cubes), lambda after: after.result is None, answers=[True], until="blow")

    passed = sum(sum(faces) >= sum(cubes) for faces in product(range(1, 7), repeat=3))
    expected = {True: Fraction(passed, 216), False: Fraction(216 - passed, 216)}
    assert law == {stands: chance for stands, chance in expected.items() if chance}


@pytest.mark.parametrize(
    ("heavy", "light", "winner"), [((1, 2), (9, 0), 0), ((2, 1), (0, 9), 1), ((2, 2), (1, 0), 1), ((2, 2), (1, 1), 1)]
)
def test_an_exhausted_deck_ends_the_round_at_the_start_of_a_turn(heavy: Any, light: Any, winner: int) -> None:
    """Fewest heavy wins, then fewest light, then the player whose turn it is: here player 1."""
    game = attacked("taunt/4", deck=(), heavy=heavy, light=(light[0], light[1] - 2))
    answer(game, "guard/4")
    assert game.result is not None and game.result.winners == (winner,)


# ------------------------------------------------------------------------------------- paired states and planted leaks


def test_positions_that_differ_in_hidden_things_look_alike_and_go_on() -> None:
    assert check_pairs(RULES, DECK) > 60


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=4, seed=1, looks=8, where=f"{attack.__name__}:RULESET")
    assert report.checks["leak"] > 100 and report.checks["hash seeds"] == 1


def asked_when_there_is_a_shield() -> Ruleset:
    """The defender is asked only with a shield in hand: who is asked tells the hand."""
    return replace(RULESET, timing=msgspec.structs.replace(RULESET.timing, ask_all=False))


def test_a_planted_leak_is_caught() -> None:
    with pytest.raises(KitFailure) as failure:
        check_ruleset(asked_when_there_is_a_shield(), games=6, seed=1, looks=12)
    assert failure.value.check == "leak"
