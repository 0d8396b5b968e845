"""What is remembered of a position until what it reads changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulewright import Game, Loop, kept_while, new_game, turns, version_of
from tests.core.heap_game import SOUND
from tests.core.test_kernel_on_demand import decide

GAME = replace(SOUND, flow=Loop("turn", turns(lambda game: game.players), [decide]))
WORKED_OUT: list[int] = []
"""How much was left whenever it was worked out."""


def left(game: Any) -> int:
    return int(game.state.heap[0].left)


@kept_while(version_of)
def doubled(game: Any, times: int = 2) -> int:
    WORKED_OUT.append(left(game))
    return times * left(game)


@kept_while(lambda game: left(game) > 5)
def much(game: Any) -> bool:
    WORKED_OUT.append(left(game))
    return left(game) > 5


@pytest.fixture(autouse=True)
def _counted_from_here() -> None:
    WORKED_OUT.clear()


def begun() -> Game:
    return new_game(GAME, seed=1)


def test_it_is_worked_out_once_for_each_question_until_something_is_written() -> None:
    game = begun()
    assert [doubled(game), doubled(game), doubled(game, 3), doubled(game, 3)] == [24, 24, 36, 36]
    assert WORKED_OUT == [12, 12]
    game.answer(2)
    assert doubled(game) == 20 and WORKED_OUT[2:] == [10]


def test_what_is_asked_by_keywords_is_another_question() -> None:
    game = begun()
    assert [doubled(game), doubled(game, times=3), doubled(game, times=4), doubled(game, times=3)] == [24, 36, 48, 36]
    assert WORKED_OUT == [12, 12, 12]


def test_nothing_is_remembered_while_an_event_may_still_change_what_it_has_written() -> None:
    game = begun()
    game.state.writing = True
    draft = game.state.heap.edit(0)
    assert doubled(game) == 24
    draft.left = 5
    game.state.writing = False
    assert doubled(game) == 10


def test_it_stays_while_what_it_reads_is_equal() -> None:
    game = begun()
    assert much(game)
    game.answer(2)
    assert much(game) and WORKED_OUT == [12]
    for amount in (3, 2):
        game.answer(amount)
    assert not much(game) and WORKED_OUT == [12, 5]


def test_a_fork_knows_what_was_known_and_nothing_of_what_another_one_wrote() -> None:
    game = begun()
    assert doubled(game) == 24
    one, other = game.fork(), game.fork()
    one.answer(1)
    other.answer(3)
    assert (doubled(one), doubled(other), doubled(game)) == (22, 18, 24)
    assert (doubled(one), doubled(other)) == (22, 18)


def test_an_undo_takes_it_back() -> None:
    game = begun()
    game.answer(2)
    assert doubled(game) == 20
    game.undo()
    assert doubled(game) == 24
