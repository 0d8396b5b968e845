"""A duel with hidden hands: paying, blocking, and that nobody learns more of a hand than the rules show."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import perm
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rulewright import (
    Event,
    Extension,
    Game,
    Insert,
    Refused,
    Ruleset,
    Scripted,
    Seeded,
    choose,
    new_game,
    odds,
    trigger,
)
from rulewright.bots import RandomBot
from rulewright.requests import CHANCE
from rulewright.testing.kit import KitFailure, check_ruleset
from rulewright.zones import CardsMoved

from . import hidden_duel as duel
from .hidden_duel import DECK, RULES, RULESET, SKILLS, Scene, Setup


def scene(*chance: Any, **position: Any) -> Game:
    """A game that begins with player 0's turn in this position."""
    return new_game(RULES, Setup(Scene(**position)), chance=Scripted(chance, then=Seeded(1)))


def hand(game: Game, player: int) -> tuple[str, ...]:
    found: tuple[str, ...] = game.state.zones[f"hand:{player}"].cards
    return found


def wounds(game: Game, player: int) -> tuple[int, int]:
    fighter = game.state.fighters[player]
    return fighter.heavy, fighter.light


def answer(game: Game, *answers: Any) -> Game:
    for one in answers:
        game.answer(one)
    return game


def attack(card: str, **position: Any) -> Game:
    """Player 0 attacks with this card of the row, fighters side by side."""
    row = (card, *[other for other in ("guard/4", "kick/4", "elbow/4", "taunt/4") if other != card][:3])
    return answer(scene(row=row, **position), ("attack", card))


def looks(game: Game, player: int) -> tuple[bytes, list[Any], tuple[int, ...]]:
    """All that a player can see."""
    view = game.view(player)
    return view.to_json(), view.events(), view.asked


# ------------------------------------------------------------------------------------------ simultaneous choices


SKILL_ORDER = ("bold", "calm", "deft", "grim", "keen", "sly")
"""Player 0 is dealt bold, calm and deft."""


def draft(*answers: tuple[int, str]) -> Game:
    game = new_game(RULES, chance=Scripted([SKILL_ORDER], then=Seeded(1)))
    for player, skill in answers:
        game.answer(skill, player)
    return game


def test_both_choose_in_secret_at_the_same_time() -> None:
    """Each keeps one of three skills without seeing the opponent's choice, in whatever order they answer."""
    game = draft((1, "keen"))
    assert [request.player for request in game.requests] == [0]
    assert game.events() == draft().events(), "nothing happens before both have chosen"
    assert draft((0, "bold"), (1, "keen")).digest() == draft((1, "keen"), (0, "bold")).digest()


@pytest.mark.parametrize("kept", ["grim", "keen", "sly"])
def test_a_choice_that_waits_for_the_other_tells_nothing(kept: str) -> None:
    assert looks(draft((1, kept)), 0) == looks(draft((1, "grim")), 0)


def test_two_skills_are_passed_and_only_those() -> None:
    game = draft((0, "bold"), (1, "keen"))
    assert [request.space.values for request in game.requests] == [("grim", "sly"), ("calm", "deft")]
    with pytest.raises(Refused, match="'keen' is not among"):
        game.answer("keen", 0)


def test_who_passed_two_skills_does_not_learn_which_is_kept() -> None:
    """Of the two cards passed one is kept face down, the other leaves the game."""
    one = draft((0, "bold"), (1, "keen"), (0, "grim"), (1, "calm"))
    other = draft((0, "bold"), (1, "keen"), (0, "grim"), (1, "deft"))
    assert looks(one, 0) == looks(other, 0)
    assert looks(one, 1) != looks(other, 1)
    assert one.view(0).state.zones["removed"].cards == (None, "sly"), "only the own discard is known"


def test_the_face_down_skill_stays_hidden_and_the_face_up_one_counts() -> None:
    """The higher initiative of the active skills begins: keen 6 against bold 7 lying face down."""
    game = draft((0, "bold"), (1, "keen"), (0, "grim"), (1, "calm"), (0, "grim"), (1, "keen"))
    assert game.state.match[0].first == 1 and game.request.player == 1
    assert game.view(1).state.zones["kept:0"].cards == (None,)
    assert game.view(1).state.zones["active:0"].cards == ("grim",)
    assert game.view(0).state.zones["kept:0"].cards == ("bold",)


def test_first_hands_are_taken_one_two_one() -> None:
    """The start player takes one card, the other two, the start player the last; then the row is filled again."""
    game = draft((0, "bold"), (1, "keen"), (0, "grim"), (1, "calm"), (0, "bold"), (1, "keen"))
    takers = []
    while game.request.ask == "take a card":
        takers.append((game.request.player, len(game.request.space.values)))
        game.answer(game.request.space.values[0])
    assert takers == [(0, 4), (1, 3), (1, 2), (0, 1)]
    assert [len(hand(game, player)) for player in (0, 1)] == [2, 2]
    assert len(game.state.zones["row"].cards) == 4


# ------------------------------------------------------------------------------------------------- paying from hand


@pytest.mark.parametrize(
    ("cards", "cost", "missing"),
    [
        (("elbow/1", "taunt/1"), ("fist", "?"), []),
        (("taunt/1", "elbow/1"), ("fist", "?"), []),
        (("elbow/1", "hook/1"), ("fist", "?"), []),
        (("elbow/1",), ("fist", "?"), ["?"]),
        (("taunt/1", "taunt/2"), ("fist", "?"), ["fist"]),
        (("elbow/1", "elbow/2"), ("fist", "eye"), ["eye"]),
        ((), ("fist", "?", "?"), ["fist", "?", "?"]),
        ((), (), []),
    ],
)
def test_a_wild_symbol_takes_any_card_that_is_left(cards: Any, cost: Any, missing: list[str]) -> None:
    """One card per symbol; the question mark may be paid with any symbol."""
    assert duel.lacking(cards, cost) == missing


@pytest.mark.parametrize("cost", [("fist", "?"), ("?", "fist", "fist"), ("eye",), ("?", "?")])
def test_payment_is_as_if_each_card_were_laid_on_one_symbol(cost: tuple[str, ...]) -> None:
    """Against every way of laying the cards on the symbols, one by one."""
    for cards in product(("elbow/1", "taunt/1", "kick/1"), repeat=len(cost)):
        fits = any(
            all(symbol in ("?", duel.profile(card).symbol) for card, symbol in zip(laid, cost, strict=True))
            for laid in permutations(cards)
        )
        assert (not duel.lacking(cards, cost)) == fits, cards


def test_what_is_not_paid_is_refused_with_the_symbol_that_lacks() -> None:
    game = scene(hands=(("elbow/1", "taunt/1", "kick/1"), ()))
    answer(game, ("combo",), "aim")
    assert game.request.options() == [("elbow/1", "taunt/1"), ("elbow/1", "kick/1")]
    with pytest.raises(Refused, match=r"the cost fist \? is not paid: fist is lacking \[special.pay\]"):
        game.answer(("taunt/1", "kick/1"))
    game.answer(("kick/1", "elbow/1"))
    assert hand(game, 0) == ("taunt/1",)
    assert game.state.zones["discard"].cards == ("kick/1", "elbow/1")


def test_a_special_attack_that_cannot_be_paid_is_not_offered() -> None:
    game = scene(hands=(("taunt/1", "taunt/2"), ()))
    answer(game, ("combo",))
    assert set(game.request.space.values) == {"order", "rummage"}
    assert ("combo",) not in scene(hands=((), ())).request.space.values


def test_a_special_attack_once_per_combo_a_dash_as_often_as_it_is_paid() -> None:
    game = scene(hands=(("taunt/1", "taunt/2", "kick/1", "kick/2"), ()), spaces=(5, 9), deck=DECK[20:])
    answer(game, None, ("combo",), "rummage", ("taunt/1",))
    assert "rummage" not in game.request.space.values
    answer(game, ("kick/1", 6), ("kick/2", 7))
    assert game.state.fighters[0].space == 7
    answer(game, None)
    assert game.request.ask == "react" and game.request.about["window"] == "free moment", "the second action begins"
    answer(game, None, ("combo",))
    assert "rummage" in game.request.space.values, "a second combo may use it again"


# --------------------------------------------------------------------------------------------------------- the row


def test_the_card_is_taken_after_the_attack_even_out_of_reach() -> None:
    game = attack("elbow/1", spaces=(6, 8))
    assert wounds(game, 1) == (0, 0) and hand(game, 0) == ("elbow/1",)
    near = attack("elbow/1")
    assert wounds(near, 1) == (1, 1) and hand(near, 0) == ("elbow/1",)


def test_the_row_is_not_filled_between_the_two_actions() -> None:
    game = attack("elbow/1")
    assert len(game.state.zones["row"].cards) == 3
    assert sum(choice[0] == "attack" for choice in game.request.space.values) == 3
    answer(game, ("move", 1))
    assert game.active == 1 and len(game.state.zones["row"].cards) == 4


def test_a_turn_has_exactly_two_actions() -> None:
    game = scene()
    assert None not in game.request.space.values
    answer(game, ("move", 1))
    assert game.active == 0 and None not in game.request.space.values


# ------------------------------------------------------------------------------------------------ limit of the hand


FULL = ("guard/1", "guard/2", "taunt/1", "taunt/2", "kick/1", "kick/2")


def test_the_seventh_card_is_discarded_at_once() -> None:
    """Whoever takes a seventh card discards any one of the seven immediately, before the next action."""
    game = attack("elbow/1", hands=(FULL, ()))
    assert game.request.ask == "hand limit" and game.request.player == 0
    assert game.request.space.values == (*FULL, "elbow/1")
    game.answer("elbow/1")
    assert hand(game, 0) == FULL and game.request.ask == "action"


def test_six_cards_are_allowed() -> None:
    game = attack("elbow/1", hands=(FULL[:5], ()))
    assert len(hand(game, 0)) == 6 and game.request.ask == "action"


def test_cards_drawn_from_the_deck_count_one_by_one() -> None:
    """The sixth card is no reason to discard, the seventh is; and of the seven the drawn ones may go as well."""
    game = scene(hands=((*FULL[:5], "taunt/3"), ()), deck=("elbow/1", "elbow/2", "hook/1", "hook/2"))
    answer(game, ("combo",), "rummage", ("taunt/3",))
    assert game.request.ask == "hand limit"
    assert game.request.space.values == (*FULL[:5], "elbow/1", "elbow/2")
    before = game.digest()
    with pytest.raises(Refused):
        game.answer("taunt/3")
    assert game.digest() == before
    answer(game, "elbow/1")
    assert hand(game, 0) == (*FULL[:5], "elbow/2") and game.request.ask == "combo"


def test_the_limit_interrupts_between_two_draws() -> None:
    """With six cards in hand after paying, each of two draws makes a seventh, and one is discarded each time."""
    game = scene(hands=((*FULL, "taunt/3"), ()), deck=("elbow/1", "elbow/2", "hook/1", "hook/2"))
    answer(game, ("combo",), "rummage", ("taunt/3",))
    assert hand(game, 0) == (*FULL, "elbow/1"), "the second card waits for the discard"
    answer(game, "guard/1")
    assert hand(game, 0) == (*FULL[1:], "elbow/1", "elbow/2")


# ------------------------------------------------------------------------------------------------------------ block


def blocked(card: str, cards: tuple[str, ...], *uses: tuple[str, str]) -> Game:
    game = attack(card, hands=((), cards))
    assert game.request.about["window"] == "assault declared" and game.request.player == 1
    return answer(game, *(("block", use) for use in uses), None)


@pytest.mark.parametrize(
    ("others", "taken"), [(0, (2, 0)), (1, (2, 0)), (2, (1, 0)), (3, (1, 0)), (4, (0, 0)), (5, (0, 0))]
)
def test_a_block_ignores_a_heavy_for_two_cards(others: int, taken: tuple[int, int]) -> None:
    """Every two cards left in hand ignore one heavy damage, rounded down; the shield itself does not count."""
    cards = ("guard/1", *FULL[2:], "lunge/1")[: others + 1]
    game = attack("hook/1", hands=((), cards))
    answer(game, ("block", ("reduce", "guard/1")))
    if hand(game, 1):
        assert game.request.ask != "react" or game.request.space.values == (None,)
        if game.request.ask == "react":
            game.answer(None)
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
    game = attack("kick/1", hands=((), ("guard/1", "guard/2", "taunt/1")))
    answer(game, ("block", ("reduce", "guard/1")), ("block", ("cancel", "guard/2")))
    assert wounds(game, 1) == (0, 1) and hand(game, 1) == ("taunt/1",)


def test_no_use_is_made_twice_against_one_assault() -> None:
    game = attack("kick/1", hands=((), ("guard/1", "guard/2", "guard/3")))
    answer(game, ("block", ("reduce", "guard/1")))
    assert game.request.space.values == (
        None, ("block", ("cancel", "guard/2")), ("block", ("cancel", "guard/3")),
    )  # fmt: skip


def test_only_assaults_are_blocked() -> None:
    """An ability is resolved without a question to the defender, shield or not."""
    game = attack("taunt/1", hands=((), ("guard/1", "guard/2")))
    assert game.request.ask == "discard" and wounds(game, 1) == (0, 1)


def test_the_knockdown_test_is_not_blocked() -> None:
    game = blocked("hook/1", ("guard/1", "taunt/1"), ("reduce", "guard/1"))
    assert game.request.ask == "knockdown test" and game.request.player == 0


# -------------------------------------------------------------------------------------- windows that tell nothing


def test_a_defender_without_a_shield_is_asked_all_the_same() -> None:
    """A skipped window would tell the attacker that there is no shield."""
    with_shield = attack("elbow/1", hands=((), ("guard/1", "taunt/1")))
    without = attack("elbow/1", hands=((), ("hook/1", "taunt/1")))
    assert without.request.ask == "react" and without.request.space.values == (None,)
    assert looks(with_shield, 0) == looks(without, 0)
    assert looks(answer(with_shield, None), 0) == looks(answer(without, None), 0)


def test_a_hand_that_is_known_is_not_asked_in_vain() -> None:
    """Where the attacker saw every card there is nothing to hide."""
    known = attack("elbow/1", hands=((), ("hook/1", "taunt/1")), known=True)
    assert known.request.ask == "action"
    assert attack("elbow/1", hands=((), ("guard/1",)), known=True).request.ask == "react"
    assert attack("elbow/1", hands=((), ())).request.ask == "action"


def test_after_both_uses_nobody_is_asked_again() -> None:
    game = attack("kick/1", hands=((), ("guard/1", "guard/2", "guard/3")))
    answer(game, ("block", ("reduce", "guard/1")), ("block", ("cancel", "guard/2")))
    assert game.request.ask == "action"


def test_who_can_pay_for_nothing_more_is_asked_all_the_same() -> None:
    """That a combo ends of itself would tell the hand, unless the hand is empty."""
    poor = scene(hands=(("kick/1", "guard/1", "taunt/1"), ()), spaces=(5, 9), deck=())
    answer(poor, None, ("combo",), "rummage", ("guard/1",), "order", ("taunt/1",), 8, (), ("kick/1", 6))
    assert poor.request.ask == "action", "an empty hand shows itself"
    poor = scene(hands=(("kick/1", "hook/1"), ()), spaces=(5, 9), deck=())
    answer(poor, None, ("combo",), "rummage", ("kick/1",))
    assert poor.request.ask == "combo" and poor.request.space.values == (None,)


# -------------------------------------------------------------------------------------------------- who knows what


def test_a_card_from_the_row_is_known_and_one_from_the_deck_is_not() -> None:
    game = attack("elbow/1")
    assert game.view(1).state.zones["hand:0"].cards == ("elbow/1",)
    game = scene(hands=(("taunt/1",), ()), deck=("elbow/2", "hook/1", *DECK[20:]))
    answer(game, ("combo",), "rummage", ("taunt/1",))
    assert hand(game, 0) == ("elbow/2", "hook/1")
    assert game.view(1).state.zones["hand:0"].cards == (None, None)
    assert looks(game, 1)[0].count(b"elbow/2") == 0
    with pytest.raises(Refused, match="cards were turned up"):
        game.undo()


def test_an_order_shows_two_cards_of_the_holders_choice() -> None:
    """The opponent shows two cards; one of those is discarded, the other stays known."""
    game = scene(hands=(("taunt/1",), ("guard/1", "hook/1", "kick/1")), spaces=(6, 8))
    answer(game, ("combo",), "order", ("taunt/1",), 9)
    assert game.request.ask == "show" and game.request.player == 1
    answer(game, ("kick/1", "guard/1"))
    assert game.request.player == 0 and game.request.space.values == ("kick/1", "guard/1")
    assert game.view(0).state.zones["hand:1"].cards == ("guard/1", None, "kick/1")
    answer(game, "guard/1")
    assert game.view(0).state.zones["hand:1"].cards == (None, "kick/1")
    assert game.view(1).state.zones["hand:1"].cards == ("hook/1", "kick/1")


@pytest.mark.parametrize("held", [(), ("guard/1",)])
def test_an_order_to_a_short_hand_takes_what_there_is(held: tuple[str, ...]) -> None:
    game = scene(hands=(("taunt/1",), held), spaces=(6, 8))
    answer(game, ("combo",), "order", ("taunt/1",), 9)
    if held or game.request.ask == "show":
        answer(game, held)
    if held:
        answer(game, "guard/1")
    assert hand(game, 1) == () and game.request.ask in ("combo", "action")


# ------------------------------------------------------------------------------------------------------- free moves


def window(game: Game) -> str:
    return game.request.about.get("window", "") if game.request.ask == "react" else ""


def test_corridors_are_free_before_and_between_the_actions_and_never_after() -> None:
    """From red to red as often as one likes, but not during an action and not after the second."""
    game = scene(spaces=(5, 14), hands=(("kick/1", "kick/2"), ()))
    assert window(game) == "free moment"
    assert game.request.space.values == (None, ("use_corridor", 7), ("use_corridor", 9))
    answer(game, ("use_corridor", 7), ("use_corridor", 5), ("use_corridor", 7))
    assert wounds(game, 0) == (1, 2)
    answer(game, None, ("combo",), ("kick/1", 6), ("kick/2", 7))
    assert window(game) == "free moment", "the combo ended with the hand; between its dashes there was no window"
    answer(game, None, ("move", 8))
    assert game.active == 1


def test_no_corridor_between_two_links_of_a_combo() -> None:
    game = scene(spaces=(6, 14), hands=(("kick/1", "kick/2", "kick/3"), ()))
    answer(game, ("combo",), ("kick/1", 5))
    assert game.request.ask == "combo" and game.state.fighters[0].space in duel.RED


def test_no_corridor_after_the_second_action() -> None:
    game = scene(spaces=(11, 14))
    answer(game, ("move", 10), ("move", 5))
    assert game.active == 1 and game.state.fighters[0].space == 5


def test_a_corridor_does_not_end_on_the_opponent() -> None:
    game = scene(spaces=(5, 9))
    assert game.request.space.values == (None, ("use_corridor", 7))


@pytest.mark.parametrize(("spaces", "free"), [((0, 1), (5,)), ((7, 8), (2, 6, 12)), ((14, 0), (9, 13))])
def test_no_step_out_of_the_arena_or_onto_the_opponent(spaces: tuple[int, int], free: tuple[int, ...]) -> None:
    game = scene(spaces=spaces)
    if window(game):
        game.answer(None)
    assert tuple(what[1] for what in game.request.space.values if what[0] == "move") == free


# ------------------------------------------------------------------------------------------- knockdown, rounds, odds


def knockdown(*chance: Any, cubes: tuple[int, int], **more: Any) -> Game:
    """Player 0 hooks (two heavy) and calls for the test; ``cubes`` are those that the opponent then has."""
    game = attack("hook/1", heavy=(0, cubes[0] - 2), light=(0, cubes[1]), **more)
    assert game.request.ask == "knockdown test"
    if chance:
        game = new_game(RULES, game.setup, chance=Scripted(chance, then=Seeded(1)))
        answer(game, ("attack", "hook/1"))
    return game


def test_a_sum_equal_to_the_cubes_passes_and_heals_half_the_light() -> None:
    game = knockdown((3, 4, 4), cubes=(4, 7))
    game.answer(True)
    assert wounds(game, 1) == (4, 4), "three of seven light cubes are discarded"


def test_a_sum_below_the_cubes_loses_the_round() -> None:
    """The loser turns up the second skill and begins the next round."""
    game = knockdown((3, 4, 3), cubes=(4, 7))
    game.answer(True)
    assert game.state.fighters[0].wins == 1 and game.state.match[0].first == 1
    assert game.state.zones["active:1"].cards == ("grim", "keen")
    assert game.request.ask == "take a card" and wounds(game, 1) == (0, 0)


def test_the_attacker_need_not_call_for_the_test() -> None:
    game = knockdown((1, 1, 1), cubes=(4, 7))
    game.answer(False)
    assert wounds(game, 1) == (4, 7) and game.request.ask == "action"


def test_the_second_round_won_wins_the_match() -> None:
    game = knockdown((1, 1, 1), cubes=(4, 7), wins=(1, 1))
    game.answer(True)
    assert game.result is not None and game.result.winners == (0,)


@pytest.mark.parametrize("cubes", [(2, 1), (3, 1), (4, 7), (8, 10), (9, 10)])
def test_odds_of_the_knockdown_test(cubes: tuple[int, int]) -> None:
    """Three dice reach the number of cubes; never failed with three or fewer, never passed with nineteen."""
    game = knockdown(cubes=cubes)

    law = odds.distribution(game, lambda after: after.state.fighters[0].wins, answers=[True], until="blow")

    passed = sum(sum(faces) >= sum(cubes) for faces in product(range(1, 7), repeat=3))
    expected = {0: Fraction(passed, 216), 1: Fraction(216 - passed, 216)}
    assert law == {wins: chance for wins, chance in expected.items() if chance}


def test_odds_of_a_skill_deal() -> None:
    """How probable it is that the highest initiative is dealt to player 0: half; and that both highest are: a fifth."""
    game = new_game(RULES, chance="manual")
    law = odds.distribution(game, lambda after: len({"bold", "keen"} & set(after.state.zones["dealt:0"].cards)))
    ways = list(permutations(SKILLS, 3))
    expected = {n: sum(len({"bold", "keen"} & set(way)) == n for way in ways) for n in (0, 1, 2)}
    assert law == {n: Fraction(count, perm(6, 3)) for n, count in expected.items()}


@pytest.mark.parametrize(
    ("heavy", "light", "winner"), [((1, 2), (9, 0), 0), ((2, 1), (0, 9), 1), ((2, 2), (1, 0), 1), ((2, 2), (1, 1), 1)]
)
def test_an_exhausted_deck_ends_the_round_at_the_start_of_a_turn(heavy: Any, light: Any, winner: int) -> None:
    """Fewest heavy wins, then fewest light, then the player whose turn it is: here player 1."""
    game = scene(deck=(), heavy=heavy, light=light, spaces=(6, 14), wins=(1, 1))
    answer(game, ("attack", "guard/4"), ("attack", "kick/4"))
    assert game.result is not None and game.result.winners == (winner,)


def test_a_deck_that_just_fills_the_row_goes_on() -> None:
    game = scene(deck=("taunt/3",), spaces=(6, 14))
    answer(game, ("attack", "guard/4"), ("move", 7))
    assert game.result is None and game.active == 1 and len(game.state.zones["row"].cards) == 4


# ------------------------------------------------------------------------------------- paired states and planted leaks


def random_positions(seed: int) -> list[Game]:
    """A game by random bots, forked at each question."""
    game, bot, found = new_game(RULES, seed=seed), RandomBot(seed), []
    while (request := game.request) is not None:
        found.append(game.fork())
        game.answer(bot.choose(game.view(request.player), request), request.player)
    return found


def test_positions_that_differ_in_hidden_things_look_alike_and_go_on() -> None:
    """At every question both players can imagine a position; it looks the same to them, and can be played on."""
    differed = 0
    for number, game in enumerate(random_positions(3)):
        for player in game.players:
            imagined = game.view(player).imagine(Random(number))
            assert looks(imagined, player) == looks(game, player)
            differed += imagined.state.digest() != game.state.digest()
            bot = RandomBot(number)
            for _ in range(6):
                if (request := imagined.request) is not None:
                    imagined.answer(bot.choose(imagined.view(request.player), request), request.player)
    assert differed > 100


def test_an_imagined_game_keeps_the_cards_there_are() -> None:
    for number, game in enumerate(random_positions(4)):
        zones = game.view(0).imagine(Random(number)).state.zones
        assert sorted(card for zone in zones.values() for card in zone.cards) == sorted((*DECK, *SKILLS))


def test_the_ruleset_conforms() -> None:
    report = check_ruleset(RULES, games=3, seed=1, looks=8, where=f"{Path(duel.__file__)}:RULESET")
    assert report.checks["leak"] > 50 and report.checks["hash seeds"] == 1


def asked_when_there_is_a_shield() -> Ruleset:
    """The defender is asked only with a shield in hand: who is asked tells the hand."""
    return replace(RULESET, timing=msgspec.structs.replace(RULESET.timing, ask_all=False))


def whispered(game: Game, context: Any) -> Any:
    """A question to one player that names the other's cards."""
    yield choose(0, "look", (None,), cards=game.state.zones["hand:1"].cards)


def with_a_whisper() -> Any:
    spoiled = Insert(whispered, procedure="duel", before="refill")
    return RULESET.freeze([Extension(ruleset=RULESET.id, id="whisper", inserts=[spoiled])])


class CardNamed(Event, frozen=True):
    card: str


@trigger(CardsMoved, order_matters=False)
def name_drawn_card(game: Game, event: CardsMoved, source: None) -> CardNamed | None:
    return CardNamed(str(event.cards[0])) if event.origin == "deck" and event.target != "row" else None


def with_an_open_event() -> Ruleset:
    """The log tells everybody what was drawn unseen."""
    return replace(RULESET, triggers=[*RULESET.triggers, name_drawn_card])


@pytest.mark.parametrize("leaking", [asked_when_there_is_a_shield, with_a_whisper])
def test_a_planted_leak_is_caught(leaking: Callable[[], Any]) -> None:
    held = ("hook/1", "taunt/1", "kick/1"), ("hook/2", "taunt/2", "kick/2")
    with pytest.raises(KitFailure) as failure:
        check_ruleset(leaking(), games=6, seed=1, looks=8, setup=Setup(Scene(hands=held)))
    assert failure.value.check == "leak"


@pytest.mark.parametrize(("rules", "alike"), [(RULESET, True), (with_an_open_event(), False)])
def test_two_games_that_look_alike_go_on_alike_for_the_other_player(rules: Ruleset, alike: bool) -> None:
    """What player 0 draws unseen makes no difference to player 1, unless an event tells it."""
    game = new_game(rules, Setup(Scene(hands=(("taunt/1",), ()), known=True)), seed=1)
    answer(game, ("combo",), "rummage")
    seen = [looks(answer(game.fork(), ("taunt/1",)), 1)]
    for number in range(5):
        seen.append(looks(answer(game.view(1).imagine(Random(number)), ("taunt/1",)), 1))
    assert all(other == seen[0] for other in seen) == alike


def test_every_card_and_rule_of_chance_came_from_a_request() -> None:
    game = new_game(RULES, seed=2)
    assert [player for player, _ in game.answers] == [CHANCE]
