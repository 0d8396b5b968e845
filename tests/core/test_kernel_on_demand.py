"""What may be answered, worked out when someone looks at it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulewright import BrokenRules, GameOver, Loop, Refused, Turn, choose, load, new_game, turns
from rulewright.ondemand import OnDemand
from rulewright.testing import KitFailure, check_ruleset
from tests.core.heap_game import SOUND, Taken, deal

WORKED_OUT: list[int] = []
"""How much was left whenever the answers were worked out."""


def amounts(game: Any, player: int) -> Iterable[int]:
    WORKED_OUT.append(game.state.heap[0].left)
    return range(1, min(3, game.state.heap[0].left) + 1)


def decide(game: Any, turn: Turn) -> Any:
    amount = yield choose(turn.player, "take", game.on_demand(amounts, turn.player), "2.1")
    yield Taken(turn.player, amount)
    yield from end(game, turn)


def end(game: Any, turn: Turn) -> Any:
    if not game.state.heap[0].left:
        yield GameOver((turn.player,))


def heap(*steps: Any, **changes: Any) -> Any:
    return replace(SOUND, flow=Loop("turn", turns(lambda game: game.players), [deal, *steps]), **changes)


LAZY = heap(decide)


@pytest.fixture(autouse=True)
def _counted_from_here() -> None:
    WORKED_OUT.clear()


def test_nobody_pays_for_answers_at_which_nobody_looks() -> None:
    game = new_game(LAZY, seed=1)
    assert not WORKED_OUT
    game.answer(2)
    assert WORKED_OUT == [12]
    assert game.request.space.options() == (1, 2, 3)
    assert game.request.space.describe()["values"] == [1, 2, 3]
    assert WORKED_OUT == [12, 10]


def test_whoever_looks_first_works_it_out_for_all_forks_of_a_position() -> None:
    game = new_game(LAZY, seed=1)
    one, other = game.fork(), game.fork()
    game.answer(3)
    assert list(one.request.space.options()) == [1, 2, 3]
    one.answer(2)
    other.answer(1)
    assert WORKED_OUT == [12]
    assert [list(fork.request.space.options()) for fork in (game, one.fork(), other)] == [[1, 2, 3]] * 3
    assert WORKED_OUT == [12, 9, 10, 11]


@pytest.mark.parametrize("made_up", [True, False])
def test_an_imagined_position_has_its_own_where_anything_is_made_up(made_up: bool) -> None:
    def determinize(view: Any, rng: Random) -> dict[str, Any]:
        return {"heap": list(view.state.heap.values()) if made_up else []}

    game = new_game(replace(LAZY, determinize=determinize), seed=1)
    imagined = game.view(0).imagine(Random(1))
    assert list(game.request.space.options()) == list(imagined.request.space.options()) == [1, 2, 3]
    assert [12] * (1 + made_up) == WORKED_OUT


def test_a_list_that_was_read_stays_what_it_was() -> None:
    game = new_game(LAZY, seed=1)
    request = game.request
    assert list(request.space.options()) == [1, 2, 3]
    for amount in (3, 3, 3, 2):
        game.answer(amount)
    assert list(game.request.space.options()) == [1]
    assert list(request.space.options()) == [1, 2, 3]


def test_a_list_that_nobody_read_is_of_its_moment() -> None:
    game = new_game(LAZY, seed=1)
    for _ in range(3):
        game.answer(3)
    request = game.request
    game.undo()
    with pytest.raises(Refused, match="of an earlier moment"):
        request.space.options()[0]
    assert list(game.request.space.options()) == [1, 2, 3]


def test_what_is_refused_names_what_would_be_right(tmp_path: Any) -> None:
    game = new_game(LAZY, seed=1)
    with pytest.raises(Exception, match=re.escape("4 is not among the options: 1, 2, 3 [2.1]")):
        game.answer(4)
    game.answer(3)
    game.save(tmp_path / "game.json")
    loaded = load(tmp_path / "game.json", game=LAZY)
    assert loaded.digest() == game.digest()
    assert loaded.request == game.request


def test_answers_that_cannot_be_worked_out_name_the_function() -> None:
    def none_of_them(game: Any, player: int) -> Iterable[int]:
        raise KeyError("heaps")

    def ask(game: Any, turn: Turn) -> Any:
        yield choose(turn.player, "take", game.on_demand(none_of_them, turn.player))

    game = new_game(heap(ask), seed=1)
    for _ in range(2):
        with pytest.raises(BrokenRules, match="heap: 'none_of_them' failed: KeyError: 'heaps'"):
            game.answer(1)
    assert not [answer for player, answer in game.answers if player >= 0]


def test_it_is_a_list_like_others() -> None:
    values = OnDemand(lambda: (value for value in (3, 1, 3)))
    assert len(values) == 3
    assert values[1] == 1
    assert values[1:] == (1, 3)
    assert list(values) == [3, 1, 3]
    assert 1 in values
    assert 2 not in values
    assert values.index(3, 1) == 2
    assert values == (3, 1, 3) == values
    assert values == OnDemand(lambda: (3, 1, 3))
    assert values != (3, 1)
    assert hash(values) == hash((3, 1, 3))
    assert repr(values) == "(3, 1, 3)"


def test_the_kit_compares_lists_on_demand_with_those_worked_out_at_once() -> None:
    report = check_ruleset(LAZY, games=2, looks=3)
    assert report.checks["on demand"] > 20

    def forgetful(game: Any, turn: Turn) -> Any:
        most = [3]

        def up_to(game: Any) -> Iterable[int]:
            return range(1, min(most[0], game.state.heap[0].left) + 1)

        question = choose(turn.player, "take", game.on_demand(up_to), "2.1")
        most[0] = 1
        amount = yield question
        yield Taken(turn.player, amount)
        yield from end(game, turn)

    told = "up_to gave (1, 2, 3) when the question was asked, and (1,) when it was read"
    with pytest.raises(KitFailure, match=f"(?s)on demand.*{re.escape(told)}"):
        check_ruleset(heap(forgetful), games=1, looks=3)
