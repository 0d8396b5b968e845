"""What programs think of positions, and that they win with it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.simulate import compare
from rulewright_heroclix.minds.judgement import evaluate
from rulewright_heroclix.terms import hit_chance
from tests.lengths import length

from .table import FOE, HERO, at, play, rule


def worth(*things: Any, **forces: Any) -> float:
    """What a position is worth for player 0."""
    return evaluate(play(*things, **forces).game.view(0), 0)


def test_a_position_is_good_for_one_where_it_is_bad_for_the_other() -> None:
    view = play(at(HERO, "C3"), at(FOE, "F3", click=2)).game.view(0)

    assert evaluate(view, 0) > 0 > evaluate(view, 1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ([at(HERO, "C3"), at(FOE, "P16", click=2)], [at(HERO, "C3"), at(FOE, "P16")]),
        ([at(HERO, "C3"), at(FOE, "E3")], [at(HERO, "C3", tokens=1), at(FOE, "E3")]),
        ([at(HERO, "C3"), at(FOE, "L3", tokens=2)], [at(HERO, "A3"), at(FOE, "L3", tokens=2)]),
        ([at(HERO, "C3"), at(FOE, "D3", click=4, tokens=2)], [at(HERO, "C3"), at(FOE, "D3", click=1, tokens=2)]),
    ],
    ids=["a click taken", "no token", "nearer", "about to fall"],
)
def test_what_is_better(better: list[Any], worse: list[Any]) -> None:
    assert worth(*better) > worth(*worse)


def test_victory_points_count() -> None:
    both = [at(HERO, "C3"), at(FOE, "L3")]

    assert worth(*both, forces={0: {"victory": 50}}) - worth(*both) == pytest.approx(50)


@rule("12.3", 2, 3)
@rule("12.3b", 1)
@rule("12.3c", 1)
def test_the_table_of_hits() -> None:
    assert [round(36 * hit_chance(need)) for need in (2, 3, 4, 7, 9, 12, 13, 20)] == [35, 35, 33, 21, 10, 1, 1, 1]


GAMES = length(2, 4)


def test_greedy_bots_beat_random_ones() -> None:
    found = compare("heroclix", "greedy", "random", GAMES, seed=1, jobs=1)

    assert found.wins["a"] == GAMES and not found.summary.failed
