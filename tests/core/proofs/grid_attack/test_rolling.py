"""Tests of the attack roll. Each docstring is the rule's sentence, in own words, with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from rulewright import Game, Request, new_game, odds
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import scripted
from .figures import AttackResolved, Click, Damaged, Figure, Hit, Missed
from .rolling import ROLLING, Attack, RollFinalized, Setup
from .scripted import PAIRS, any_figures, asked, clicks, duel, facts, figure, hits, hurt, law, refuses

RULES = ROLLING.freeze()
PC, LOADED = "probability control", "loaded die"
ATTACK = [(1, 2)]
"""Figure 1 attacks figure 2."""


def play(figures: Iterable[Figure], answers: Sequence[Any] = (), dice: Iterable[Any] = ()) -> Game:
    return scripted.play(RULES, Setup(tuple(figures)), answers, dice)


# ----------------------------------------------------------------------------------------------------- re-rolls


def test_rerolls_alternate_until_both_decline() -> None:
    """The active player has the first opportunity, then the opponent; a reroll starts the sequence again. (21.3b)"""
    figures = [*duel(PC, PC), figure(3, 0, (0, 1), traits=PC), figure(4, 1, (1, 1), traits=PC)]
    game = play(figures, ATTACK, [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4)])
    order = []
    for figure_id in (1, 2, 3, 4):
        order.append(asked(game))
        game.answer((PC, figure_id))
    assert order == [(0, "react"), (1, "react"), (0, "react"), (1, "react")]
    assert facts(game, RollFinalized) == [RollFinalized(1, (4, 4))]


def test_a_player_who_declined_is_asked_again_after_a_reroll() -> None:
    """If either player rerolls, the sequence starts again. (21.3b)"""
    game = play(duel(PC, PC), ATTACK, [(6, 5), (1, 2), (5, 5)])
    game.answer(None)
    assert asked(game) == (1, "react")
    game.answer((PC, 2))
    assert asked(game) == (0, "react")
    game.answer((PC, 1))
    assert facts(game, RollFinalized) == [RollFinalized(1, (5, 5))]


def test_the_opponent_may_reroll_after_the_active_player_has_declined_in_a_new_sequence() -> None:
    """The sequence starts again, with the active player first, until both decline in it. (21.3b)"""
    figures = [*duel(PC, PC), figure(3, 0, (0, 1), traits=PC)]
    game = play(figures, ATTACK, [(1, 2), (5, 5), (2, 2)])
    game.answer((PC, 1))
    game.answer(None)  # the opponent waits ...
    game.answer(None)  # ... until the active player has declined ...
    game.answer((PC, 2))  # ... and rerolls then
    assert asked(game) == (0, "react")
    game.answer(None)
    assert facts(game, RollFinalized) == [RollFinalized(1, (2, 2))]


@pytest.mark.parametrize(("powers", "declines"), [(PC, [None, None]), ("", [])])
def test_rerolling_ends_when_both_decline_and_asks_nobody_who_has_none(powers: str, declines: list[None]) -> None:
    """The sequence is over when both players decline; it opens only for players with something to use. (21.3b)"""
    game = play(duel(powers, powers), [*ATTACK, *declines], [(4, 4)])
    assert facts(game, RollFinalized) == [RollFinalized(1, (4, 4))]


def test_the_same_figure_does_not_reroll_twice_in_a_turn() -> None:
    """Probability Control is used once per turn. (pac.probability-control)"""
    game = play(duel("", PC), [*ATTACK, (PC, 2)], [(1, 2), (2, 3)])
    assert asked(game) == (1, "attack")


def test_a_reroll_may_be_used_in_the_turn_of_either_player() -> None:
    """Once per turn, any player's turn. (pac.probability-control)"""
    game = play(duel("", PC), [*ATTACK, (PC, 2), (2, 1)], [(1, 2), (1, 3), (2, 3)])
    assert asked(game) == (1, "react")


def test_the_attackers_player_rolls_whoever_causes_the_reroll() -> None:
    """Each player rerolls his or her own dice. (21.3)"""
    game = new_game(RULES, Setup(tuple(duel("", PC))), chance="manual")
    for answer in (*ATTACK, (1, 2), (PC, 2)):
        game.answer(answer)
    assert asked(game) == (0, "reroll")


def test_nothing_triggers_on_the_original_result() -> None:
    """The original result is treated as if it did not exist; nothing can trigger on it. (21.3)"""
    game = play(duel(PC), [*ATTACK, (PC, 1)], [(1, 1), (1, 2)])
    assert facts(game, RollFinalized) == [RollFinalized(1, (1, 2))]
    assert clicks(game) == {1: 0, 2: 0}


def test_a_reroll_can_make_a_critical_miss() -> None:
    """The finalized roll decides. (12.3c)"""
    game = play(duel("", PC), [*ATTACK, (PC, 2)], [(6, 5), (1, 1)])
    assert clicks(game) == {1: 1, 2: 0}


def test_a_spent_reroll_is_refused() -> None:
    """What is not on offer is refused, and nothing has changed."""
    game = play([*duel(PC, PC), figure(3, 0, (0, 1), traits=PC)], [*ATTACK, (PC, 1), None], [(1, 2), (2, 2), (3, 3)])
    assert refuses(game, (PC, 1), (PC, 2), (PC, 4), (LOADED, (1, 0)), 1, (PC,))
    game.answer((PC, 3))


# ------------------------------------------------------------------------------------------------- replacements


def test_dice_are_replaced_only_after_both_have_declined_to_reroll() -> None:
    """Replacing is resolved only after both players have declined to reroll. (21.4)"""
    game = play(duel(f"{PC}, {LOADED}", PC), ATTACK, [(1, 2), (3, 3)])
    assert {answer[0] for answer in game.request.space.values[1:]} == {PC}
    game.answer(None)
    game.answer((PC, 2))
    game.answer(None)
    assert {answer[0] for answer in game.request.space.values[1:]} == {LOADED}
    game.answer((LOADED, (1, 1)))
    assert facts(game, RollFinalized) == [RollFinalized(1, (3, 6))]


def test_replacements_alternate_until_both_decline() -> None:
    """The active player first, then the opponent; a replacement starts the sequence again. (21.4)"""
    figures = [*duel(LOADED, LOADED), figure(3, 0, (0, 1), traits=LOADED)]
    game = play(figures, [*ATTACK, (LOADED, (1, 0))], [(1, 2)])
    order = []
    for answer in (None, None, (LOADED, (2, 1)), None):
        order.append(asked(game)[0])
        game.answer(answer)
    assert order == [1, 0, 1, 0]
    assert facts(game, RollFinalized) == [RollFinalized(1, (6, 6))]


def test_replaced_dice_that_show_two_sixes_are_a_critical_hit() -> None:
    """The dice themselves must show the two sixes; a replacing die is a die. (12.3b, 21.4)"""
    wall = figure(2, 1, (1, 0), Click(defense=99), "", "", "", "")
    game = play([duel(LOADED)[0], wall], [*ATTACK, (LOADED, (1, 0))], [(1, 6)])
    assert facts(game, Damaged) == [Damaged(2, 4)]


def test_the_third_die_cannot_be_replaced() -> None:
    """There are two dice."""
    assert refuses(play(duel(LOADED), ATTACK, [(1, 2)]), (LOADED, (1, 2)))


# ------------------------------------------------------------------------------------------------ the final roll


@pytest.mark.parametrize(("defense", "fell"), [(18, Hit(1, 2)), (19, Missed(1, 2))])
def test_an_equal_total_hits(defense: int, fell: Any) -> None:
    """A total equal to or higher than the defense value hits. (12.3)"""
    game = play([duel()[0], figure(2, 1, (1, 0), Click(defense=defense), "", "", "")], ATTACK, [(4, 4)])
    assert facts(game, Hit, Missed) == [fell]


def test_two_ones_miss_and_hurt_the_attacker_after_the_attack() -> None:
    """Two ones miss, and right after the attack the attacker is dealt 1 unavoidable damage. (12.3c)"""
    game = play([figure(1, 0, (0, 0), Click(attack=30), "", ""), duel()[1]], ATTACK, [(1, 1)])
    kinds = (Hit, Missed, AttackResolved, Damaged)
    assert facts(game, *kinds) == [Missed(1, 2), AttackResolved(1), Damaged(1, 1, "unavoidable")]
    assert clicks(game)[1] == 1


def test_friends_and_the_opponents_figures_do_not_attack_for_me() -> None:
    """Not oneself, not a friendly figure, and only with an own figure. (12.1)"""
    assert refuses(play([*duel(), figure(3, 0, (0, 1))]), (1, 1), (1, 3), (2, 1), (1, 9), 1)


# ---------------------------------------------------------------------------------------------------- exact odds


@pytest.mark.parametrize("defense", [12, 17, 22, 30])
def test_odds_of_a_plain_attack(defense: int) -> None:
    """Hit, critical hit and critical miss, by the real rules and by counting faces."""
    game = play([figure(1, 0, (0, 0)), figure(2, 1, (1, 0), Click(defense=defense), *[""] * 5)])
    by_hand = law(
        (1 if faces == (1, 1) else 0, (4 if faces == (6, 6) else 3) if hits(faces, defense - 10) else 0)
        for faces in PAIRS
    )
    assert odds.distribution(game, hurt, answers=ATTACK) == by_hand


def sensible(game: Game, request: Request) -> Any:
    """The attacker re-rolls a miss and loads the lower die, the defender re-rolls a hit."""
    values, faces = request.space.options() or (), game.context(Attack).roll.numbers
    if request.about.get("window") != "reroll":
        return LOADED, (1, faces.index(min(faces)))
    hit = hits(faces, 7)
    return values[1] if hit == bool(request.player) else None


@pytest.mark.parametrize("loaded", [False, True])
def test_odds_with_alternating_rerolls_and_a_replacement(loaded: bool) -> None:
    """Each side re-rolls once; then the attacker may replace the lower die by a six."""
    figures = [
        figure(1, 0, (0, 0), *[""] * 6, traits=f"{PC}, {LOADED}" if loaded else PC),
        figure(2, 1, (1, 0), Click(defense=17), *[""] * 5, traits=PC),
    ]

    def outcome(first: Any, faces: Any, third: Any) -> tuple[int, int]:
        if hits(faces, 7) != hits(first, 7):  # who re-rolled first got what was wanted: the other answers
            faces = third
        if loaded:
            faces = (max(faces), 6)
        if faces == (1, 1):
            return 1, 0
        return 0, (4 if faces == (6, 6) else 3) if hits(faces, 7) else 0

    by_hand = law(outcome(*rolls) for rolls in product(PAIRS, repeat=3))
    assert odds.distribution(play(figures), hurt, answers=ATTACK, policy=sensible, until="turn") == by_hand


# ---------------------------------------------------------------------------------------------------- any game


def test_random_games() -> None:
    """The usual setup, with every check of the kit."""
    where = "tests.core.proofs.grid_attack.rolling:ROLLING"
    assert check_ruleset(RULES, games=20, seed=3, looks=length(2, 6), where=where, must_exercise=True).games == 20


def test_random_figures() -> None:
    """Any powers on any dials: games end, forks, saves and reruns agree."""

    def any_setup(seed: int) -> Setup:
        return Setup(any_figures(seed, (PC, LOADED, "stop"), (PC, LOADED)))

    assert check_ruleset(RULES, games=6, seed=1, setup=any_setup, looks=length(2, 6)).games == 6
