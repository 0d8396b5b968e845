"""Forks, copies, undo, saves: what it costs to have a position twice, to go back, and to write it down."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from statistics import median
from time import perf_counter
from typing import Any, Final

import msgspec

from rulewright import Game, new_game

from ..games.warband import RULES, WOUNDED_AT_ONCE, Muster, Unit, Warband
from ..measure import Pair, Row, Sample, Tools, cost
from ..peers import catan

PASSES: Final = 30
"""Turns played before a fork is measured, so that there are a log and a journal."""


def warband(units: int, answers: int = 0, effects: int = 0) -> Game:
    """A warband after this many answers."""
    game = new_game(RULES, Muster(units, effects), seed=1)
    for _ in range(answers):
        game.answer(1)
    return game


def _fork(ask: str) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        game = warband(400, PASSES * 5)
        while game.request.ask != ask:
            game.answer(1)
        fork = game.fork()
        assert fork.request == game.request and fork.digest() == game.digest()
        before = game.digest()
        fork.answer(2)
        assert fork.digest() != before == game.digest()
        peer = catan.under_way(4)
        twin = "same request and digest; an answer to the fork leaves the game as it was"
        return Pair(cost(lambda: game.fork().request), cost(peer.copy), twin)

    return build


def _clone(tools: Tools) -> Pair:
    game = warband(40)
    assert game.state.fork().digest() == game.state.digest()
    by_hand = _by_hand(game)
    assert by_hand == list(game.state.units.values()) and by_hand[0] is not game.state.units[0]
    return Pair(cost(game.state.fork), cost(lambda: deepcopy(by_hand)), "equal digest")


def _by_hand(game: Game) -> list[Unit]:
    """A copy of every unit."""
    return [unit.__copy__() for unit in game.state.units.values()]


def undoing(game: Game) -> Sample:
    """What :meth:`Game.undo` costs after a decision of ten writes; the decision itself is not counted."""

    def sample(seconds: float) -> float:
        spent: list[float] = []
        until = perf_counter() + seconds
        while not spent or perf_counter() < until:
            game.answer(1)
            started = perf_counter()
            game.undo()
            spent.append(perf_counter() - started)
        return median(spent) * 1e6

    return sample


def _undo(clone: Callable[[Game], Callable[[], Any]]) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        game = warband(40, 5)
        before, events = game.digest(), len(game.log)
        game.answer(1)
        assert game.digest() != before and len(game.log) == events + WOUNDED_AT_ONCE
        game.undo()
        assert game.digest() == before and len(game.log) == events
        return Pair(undoing(game), cost(clone(game)), "digest and log as before the decision")

    return build


def _save_and_load(tools: Tools) -> Pair:
    state = warband(50).state
    assert Warband.from_json(state.to_json()).digest() == state.digest()
    bad = state.to_json().replace(b'"tough":4', b'"tough":"four"', 1)
    try:
        Warband.from_json(bad)
    except Exception as error:
        assert "tough" in str(error), error
    else:
        raise AssertionError("a wrong field is loaded without a word")
    model, value = _pydantic(state)
    assert model.model_validate_json(value.model_dump_json()) == value
    twin = "what is loaded equals what was saved; a wrong field is refused by name"
    return Pair(
        cost(lambda: Warband.from_json(state.to_json())),
        cost(lambda: model.model_validate_json(value.model_dump_json())),
        twin,
    )


def _pydantic(state: Any) -> tuple[Any, Any]:
    """The same units as models of pydantic: the model of the table, and the table."""
    from pydantic import create_model

    fields: dict[str, Any] = {field.name: (field.type, ...) for field in msgspec.structs.fields(Unit)}
    unit = create_model("Unit", **fields)
    table = create_model("Table", units=(list[unit], ...))  # type: ignore[valid-type]
    return table, table.model_validate({"units": [msgspec.to_builtins(row) for row in state.units.values()]})


ROWS: Final = (
    Row("fork-between-steps", "fork and first look, 400 records, where a step begins",
        "catanatron copy, 4 players", "us", _fork("order"), must=0.5, stretch=0.1),
    Row("fork-in-mid-step", "fork and first look, 400 records, after two answers and 20 writes of the step",
        "catanatron copy, 4 players", "us", _fork("hold"), must=2, stretch=0.5),
    Row("clone", "copy of a state of 40 units x 20 fields", "deepcopy of the units", "us",
        _clone, must=1 / 30, stretch=1 / 300),
    Row("undo", "undo of a decision of ten writes", "a copy of every unit", "us",
        _undo(lambda game: lambda: _by_hand(game)), must=0.9, stretch=0.5),
    Row("undo-and-fork", "undo of a decision of ten writes", "fork and first look of the same game", "us",
        _undo(lambda game: lambda: game.fork().request)),
    Row("undo-and-clone", "undo of a decision of ten writes", "our copy of the state, which shares the units", "us",
        _undo(lambda game: game.state.fork)),
    Row("save-and-load", "write 50 units x 20 fields as JSON, read and validate them", "pydantic", "us",
        _save_and_load, must=1, stretch=0.4),
)  # fmt: skip
