"""What may be answered, worked out when someone looks at it."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulewright import BrokenRules, GameOver, Loop, Refused, Turn, choose, load, new_game, turns
from rulewright.ondemand import OnDemand, OneByOne
from rulewright.refusals import NothingLegal
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


ASKED: list[int] = []
"""Of which amounts it was asked whether they may be taken."""


def up_to_nine(game: Any, player: int) -> Iterable[int]:
    return range(1, 10)


def may_take(game: Any, amount: int) -> bool:
    ASKED.append(amount)
    return amount <= min(3, int(game.state.heap[0].left))


def decide_one_by_one(game: Any, turn: Turn) -> Any:
    amount = yield choose(turn.player, "take", game.on_demand(up_to_nine, turn.player, only=may_take), "2.1")
    yield Taken(turn.player, amount)
    yield from end(game, turn)


ONE_BY_ONE = heap(decide_one_by_one)


@pytest.fixture(autouse=True)
def _asked_from_here() -> None:
    ASKED.clear()


def test_only_what_an_answer_needs_is_asked_one_by_one() -> None:
    game = new_game(ONE_BY_ONE, seed=1)
    assert not ASKED
    game.answer(2)
    assert ASKED == [2]
    assert game.request.space.options() == (1, 2, 3)
    assert [2, *range(1, 10)] == ASKED
    game.answer(3)
    assert [2, *range(1, 10)] == ASKED
    with pytest.raises(Refused, match=re.escape("4 is not among the options: 1, 2, 3 [2.1]")):
        game.answer(4)
    for wrong in (True, 1.0, None, "1", [1]):
        with pytest.raises(Refused):
            game.answer(wrong)


def test_what_is_drawn_one_by_one_is_drawn_as_from_the_list() -> None:
    game, rng = new_game(ONE_BY_ONE, seed=1), Random(1)
    drawn = [game.fork().request.space.sample(rng) for _ in range(600)]
    assert all(160 < drawn.count(amount) < 240 for amount in (1, 2, 3)) and len(drawn) == 600
    assert len(ASKED) <= 9, "all forks of a position share what was asked"


def test_what_is_asked_one_by_one_ends_like_what_is_listed() -> None:
    one, other = new_game(ONE_BY_ONE, seed=1), new_game(LAZY, seed=1)
    rng = Random(2)
    while one.request is not None:
        assert one.request.space.options() == other.request.space.options()
        answer = one.request.space.sample(rng)
        one.answer(answer)
        other.answer(answer)
    assert one.result == other.result and other.request is None


def test_a_list_that_was_asked_one_by_one_is_gone_with_its_question() -> None:
    gc.collect()
    gc.disable()
    try:
        game = new_game(ONE_BY_ONE, seed=1)
        for _ in range(4):
            assert game.request.space.options()
            game.answer(1)
        assert sum(isinstance(one, OneByOne) for one in gc.get_objects()) == 1
    finally:
        gc.enable()


def test_where_none_fits_nothing_is_legal() -> None:
    def nothing(game: Any, amount: int) -> bool:
        return False

    def ask(game: Any, turn: Turn) -> Any:
        yield choose(turn.player, "take", game.on_demand(up_to_nine, turn.player, only=nothing), "2.1")

    game = new_game(heap(ask), seed=1)
    with pytest.raises(NothingLegal):
        game.request.space.sample(Random(1))
    assert list(game.request.space.options()) == [] and not game.request.space.may_pass()


def test_what_cannot_be_asked_names_the_function() -> None:
    def fits_never(game: Any, amount: int) -> bool:
        raise KeyError("heaps")

    def ask(game: Any, turn: Turn) -> Any:
        yield choose(turn.player, "take", game.on_demand(up_to_nine, turn.player, only=fits_never))

    game = new_game(heap(ask), seed=1)
    with pytest.raises(BrokenRules, match="heap: 'fits_never' failed: KeyError: 'heaps'"):
        game.answer(1)
    with pytest.raises(BrokenRules, match="heap: 'fits_never' failed: KeyError: 'heaps'"):
        game.request.space.sample(Random(1))


def test_the_kit_compares_what_is_asked_one_by_one_with_what_it_was_at_once() -> None:
    report = check_ruleset(ONE_BY_ONE, games=2, looks=3)
    assert report.checks["on demand"] > 20

    def forgetful(game: Any, turn: Turn) -> Any:
        most = [3]

        def few(game: Any, amount: int) -> bool:
            return amount <= most[0]

        question = choose(turn.player, "take", game.on_demand(up_to_nine, turn.player, only=few), "2.1")
        most[0] = 0
        amount = yield question
        yield Taken(turn.player, amount)
        yield from end(game, turn)

    with pytest.raises(KitFailure, match=r"(?s)on demand.*few gave True when the question was asked, and False when"):
        check_ruleset(heap(forgetful), games=1, looks=3)
