"""Tests of hits. Each docstring is the rule's sentence, in own words, with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from rulewright import Event, Game, Request, odds
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import scripted
from .figures import AttackResolved, Click, Damaged, Figure, Hit, KnockedOut, Missed, Turned
from .hitting import HITTING, Setup
from .scripted import D6, PAIRS, any_figures, asked, clicks, duel, facts, figure, hits, hurt, law, refuses, volley

RULES = HITTING.freeze()
ATTACK = [1, (2,)]
"""Figure 1 attacks figure 2."""
SENSES = "super senses"
SURVIVOR = "second wind, phoenix"


def play(figures: Iterable[Figure], answers: Sequence[Any] = (), dice: Iterable[Any] = ()) -> Game:
    return scripted.play(RULES, Setup(tuple(figures)), answers, dice)


# ---------------------------------------------------------------------------------------------- would before is


@pytest.mark.parametrize(
    ("answer", "dice", "expected"),
    [
        ((SENSES, 2), [(5, 5), 5], [Missed(1, 2)]),
        ((SENSES, 2), [(5, 5), 4], [Hit(1, 2), Damaged(1, 1), Damaged(2, 3)]),
        (None, [(5, 5)], [Hit(1, 2), Damaged(1, 1), Damaged(2, 3)]),
    ],
)
def test_evading_prevents_what_would_trigger_on_the_hit(answer: Any, dice: list[Any], expected: list[Event]) -> None:
    """It may evade, on 5 or 6: then what matches "is hit" never triggers. (8.1e, 8.1i, 12.3a, pac.super-senses)"""
    game = play(duel("", f"{SENSES}, spines"), [*ATTACK, answer], dice)
    assert facts(game, Hit, Missed, Damaged) == expected


def test_a_miss_asks_nobody_to_evade() -> None:
    """Only what would be hit evades. (12.3a)"""
    assert facts(play(duel("", SENSES), ATTACK, [(1, 2)]), Hit, Missed) == [Missed(1, 2)]


def test_every_would_comes_before_any_is() -> None:
    """Every "would" effect is resolved before any "is" effect, also of another target. (8.1i)"""
    figures = volley(f"{SENSES}, spines", SENSES)
    game = play(figures, [1, (2, 3), (SENSES, 2), (SENSES, 3)], [(5, 5), 1, 6])
    assert facts(game, Hit, Missed, Damaged) == [Hit(1, 2), Missed(1, 3), Damaged(1, 1), Damaged(2, 3)]


def test_the_player_chooses_the_order_of_simultaneous_woulds() -> None:
    """The player chooses the order. (8.1i)"""
    game = play(volley(SENSES, SENSES), [1, (2, 3)], [(5, 5), 6, 1])
    assert game.request.space.values == ((SENSES, 2), (SENSES, 3), None)
    game.answer((SENSES, 3))
    game.answer((SENSES, 2))
    assert facts(game, Hit, Missed) == [Hit(1, 2), Missed(1, 3)]


def test_only_the_figure_that_evades_is_missed() -> None:
    """Other targets can still be hit, and share the damage. (12.3a, 12.4)"""
    game = play(volley(SENSES, ""), [1, (2, 3), (SENSES, 2)], [(5, 5), 6])
    assert facts(game, Hit, Missed, Damaged) == [Missed(1, 2), Hit(1, 3), Damaged(3, 3)]


def test_the_damage_is_divided_among_the_hit_targets() -> None:
    """All of the damage is assigned, in whole numbers; some may be assigned none. (12.4)"""
    game = play(volley("", ""), [1, (2, 3)], [(5, 5)])
    assert refuses(game, (1, 1), (2, 2), (4, -1), (1.5, 1.5), (3,))
    game.answer((3, 0))
    assert facts(game, Damaged) == [Damaged(2, 3), Damaged(3, 0)]


def test_two_sixes_hit_and_deal_one_more() -> None:
    """Two sixes hit every target, even those that it would miss, for 1 damage more each. (12.3b)"""
    figures = [figure(1, 0, (1, 0), bolts=2), *(figure(n, 1, (n, 1), Click(defense=30), *[""] * 4) for n in (2, 3))]
    game = play(figures, [1, (2, 3), (3, 0)], [(6, 6)])
    assert facts(game, Damaged) == [Damaged(2, 4), Damaged(3, 1)]


def test_damage_is_calculated_when_it_is_needed() -> None:
    """A value is calculated when it is needed: damage after the hit. (6.9)"""
    weak = Click(attack=0, damage=1)
    figures = [figure(1, 0, (0, 0), Click(attack=10, damage=3), weak), figure(2, 1, (1, 0), traits="spines")]
    assert facts(play(figures, ATTACK, [(3, 3)]), Damaged) == [Damaged(1, 1), Damaged(2, 1)]


# ----------------------------------------------------------------------------------------------- illegal targets


def test_friends_oneself_the_distant_and_too_many_are_refused() -> None:
    """Not oneself, not a friendly figure, within range, as many as bolts, none twice. (12.1, 12.1a)"""
    figures = [*duel(range=2), figure(3, 0, (0, 1)), figure(4, 1, (3, 0)), figure(5, 1, (2, 2))]
    assert refuses(play(figures, [1]), (1,), (3,), (4,), (2, 5), (2, 2), (), (9,), None)


def test_without_a_target_there_is_no_attack_to_choose() -> None:
    """Every attack has at least one target. (12.1)"""
    assert play([figure(1, 0, (0, 0), range=2), figure(2, 1, (3, 0))]).request.space.values == (None,)


@pytest.mark.parametrize("range", [1, 2, 3])
def test_an_attack_whose_only_target_became_illegal_resolves_at_once(range: int) -> None:
    """If all targets have become illegal the attack immediately resolves; the figure has not attacked. (12.1c, 6.5a)"""
    figures = [figure(1, 0, (0, 0), range=range), figure(2, 1, (1, 0), traits="blink")]
    game = play(figures, [*ATTACK, ("blink", 2), (3, 0)], [(6, 6)])
    legal = range == 3  # within range includes the range itself (11.3b)
    hit = [Hit(1, 2), Damaged(2, 4), KnockedOut(2)] if legal else []
    assert facts(game, Hit, Missed, Damaged, KnockedOut, AttackResolved) == [*hit, AttackResolved(1, legal)]


def test_the_other_target_is_still_attacked() -> None:
    """Only the illegal target drops out, and no new one takes its place. (12.1c)"""
    figures = [
        figure(1, 0, (1, 0), bolts=2, range=1),
        figure(2, 1, (0, 0)),
        figure(3, 1, (2, 0), traits="blink"),
        figure(4, 1, (1, 1)),
    ]
    game = play(figures, [1, (2, 3), ("blink", 3), (4, 0)], [(5, 5)])
    assert facts(game, Hit, Missed, Damaged) == [Hit(1, 2), Damaged(2, 3)]


def test_targets_drop_out_one_after_the_other() -> None:
    """No effect treats an illegal target as a target: what is left of the attack is skipped. (12.1c)"""
    figures = volley("blink", "blink")
    figures[0] = figure(1, 0, (1, 0), bolts=2, range=1)
    figures.append(figure(4, 1, (1, 2), traits="blink"))
    game = play(figures, [1, (2, 3), ("blink", 3), (4, 0), ("blink", 2), (0, 2)], [(5, 5)])
    assert facts(game, Hit, AttackResolved) == [AttackResolved(1, False)]


def test_an_attack_ends_when_its_attacker_is_knocked_out() -> None:
    """A knocked out figure cannot use effects; what has triggered resolves as far as possible. (12.5d, 8.1k)"""
    game = play(volley("spines", "spines", "", ""), [1, (2, 3), ("spines", 3)], [(5, 5)])
    kinds = (Hit, Damaged, KnockedOut, AttackResolved)
    assert facts(game, *kinds) == [Hit(1, 2), Hit(1, 3), Damaged(1, 1), KnockedOut(1), AttackResolved(1, False)]
    assert game.result is not None
    assert game.result.winners == (1,)


def test_a_hit_target_that_is_knocked_out_takes_no_share_of_the_damage() -> None:
    """No effect treats an illegal target as a target: the attack goes on against the other. (12.1c, 12.5d)"""
    figures = [
        figure(1, 0, (1, 0), "", "burst", "", bolts=2),
        figure(2, 1, (0, 0), "spines"),
        figure(3, 1, (2, 0), "", "", "", "", "", ""),
    ]
    game = play(figures, [1, (2, 3)], [(5, 5)])
    # spines turn 1, whose burst knocks 2 out and turns 3; then 3 takes it all
    assert facts(game, KnockedOut) == [KnockedOut(2)]
    assert facts(game, Damaged) == [Damaged(1, 1), Damaged(2, 1), Damaged(3, 1), Damaged(3, 3)]


# --------------------------------------------------------------------------------------------- would be KO'd


def test_one_of_two_preventions_is_used() -> None:
    """Of several effects that prevent a KO exactly one is used, whichever is chosen. (12.5e)"""
    game = play(duel("", SURVIVOR), ATTACK, [(5, 5)])
    assert asked(game) == (1, "trigger")
    assert game.request.space.values == (("second wind", 2), ("phoenix", 2))
    assert refuses(game, None)
    fork = game.fork()
    game.answer(("second wind", 2))
    fork.answer(("phoenix", 2))
    assert (clicks(game)[2], clicks(fork)[2]) == (2, 0)
    assert facts(game, KnockedOut) == facts(fork, KnockedOut) == []


def test_the_other_prevention_is_not_spent() -> None:
    """It did not resolve, so it can be used another time; then none is left. (12.5e)"""
    answers = [*ATTACK, ("second wind", 2), None, *ATTACK, None, *ATTACK]
    game = play(duel("", SURVIVOR), answers, [(5, 5)] * 3)
    assert [event.click for event in facts(game, Turned)] == [1, 2, 3, 2, 3, 2, 1, 0, 1, 2, 3]
    assert facts(game, KnockedOut) == [KnockedOut(2)]


# ---------------------------------------------------------------------------------------------------- exact odds


def test_odds_of_two_targets_that_evade_apart() -> None:
    """One attack roll, a d6 of Super Senses for each, one stings; the damage goes to the first that is hit."""
    figures = [
        figure(1, 0, (1, 0), *[""] * 4, bolts=2),
        figure(2, 1, (0, 0), Click(defense=15), *[""] * 4, traits=f"{SENSES}, spines"),
        figure(3, 1, (2, 0), Click(defense=18), *[""] * 4, traits=SENSES),
    ]

    def policy(game: Game, request: Request) -> Any:
        return (3, 0) if request.ask == "divide damage" else (request.space.options() or ())[0]

    def outcome(faces: Any, one: int, other: int) -> tuple[int, ...]:
        struck = [hits(faces, 5) and one < 5, hits(faces, 8) and other < 5]
        more = 1 if faces == (6, 6) else 0
        shares = [3, 0] if struck[0] else [0, 3]
        taken = (share + more if is_hit else 0 for share, is_hit in zip(shares, struck, strict=True))
        return int(struck[0]), *taken

    by_hand = law(outcome(*dice) for dice in product(PAIRS, D6, D6))
    found = odds.distribution(play(figures), hurt, answers=[1, (2, 3)], policy=policy, until="turn")
    assert found == by_hand


# ---------------------------------------------------------------------------------------------------- any game


def test_random_games() -> None:
    """The usual setup, with every check of the kit."""
    where = "tests.core.proofs.grid_attack.hitting:HITTING"
    assert check_ruleset(RULES, games=6, seed=3, looks=length(2, 6), where=where, must_exercise=True).games == 6


def test_random_figures() -> None:
    """Any powers on any dials: games end, forks, saves and reruns agree."""
    powers, traits = ("blink", SENSES, "spines", "burst", "stop"), ("second wind", "phoenix", "spines", "burst")

    def any_setup(seed: int) -> Setup:
        return Setup(any_figures(seed, powers, traits), 20)

    assert check_ruleset(RULES, games=6, seed=1, setup=any_setup, looks=length(2, 6)).games == 6
