"""Comparing games, and naming the first difference between two that should be alike."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from math import isfinite
from random import Random
from typing import Any, Final

import msgspec

from ..game import BrokenRules, Game, LoopDetected
from ..readonly import WrittenInPlace
from ..refusals import NothingLegal
from ..requests import naming
from ..text import brief
from ..view import describe_request
from .findings import CheckFailed


def random_answer(request: Any, rng: Random) -> Any:
    """A random legal answer. Raises CheckFailed where there is none."""
    try:
        return request.space.sample(rng)
    except NothingLegal as error:
        raise CheckFailed("options", f"{naming(request)} has no legal answer: {error}") from None


def place_in_rules(error: BaseException) -> str:
    """Where in the code of a ruleset an error was raised, for a message; empty where it was not raised there."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code, module = trace.tb_frame.f_code, trace.tb_frame.f_globals.get("__name__", "")
        if module.partition(".")[0] != "rulewright":
            place = f" (in {code.co_name}, line {trace.tb_lineno} of {module})"
        trace = trace.tb_next
    return place


@contextmanager
def faulty(check: str, what: str) -> Iterator[None]:
    """Any error inside is a fault of the check."""
    try:
        yield
    except CheckFailed:
        raise
    except Exception as error:
        if isinstance(error.__cause__, CheckFailed):
            raise error.__cause__ from None
        raise CheckFailed(check_for(error, check), f"{what}: {in_words(error)}") from error


def check_for(error: BaseException, check: str) -> str:
    """Which check an error of the rules belongs to: what they write where they may not is a fault of records."""
    return "records" if isinstance(error.__cause__ or error, WrittenInPlace) else check


def in_words(error: BaseException) -> str:
    """An error of the rules for a message, with the place in their code; those of the engine have their own words."""
    place = place_in_rules(error.__cause__ or error)
    own = isinstance(error, BrokenRules | LoopDetected)
    return f"{error}{place}" if own else f"{type(error).__name__}: {error}{place}"


def as_plain(value: Any) -> Any:
    """A value as plain data that can be compared and printed."""
    return msgspec.to_builtins(value, enc_hook=repr, str_keys=True)


def position_of(game: Game) -> dict[str, Any]:
    """Everything that must be equal where two games stand alike."""
    position: dict[str, Any] = as_plain(game.position())
    position["state"] = rows_by_id(position["state"])
    position["requests"] = [asked_in_words(request) for request in game.requests]
    position["result"] = as_plain(game.result)
    position["chance"] = game.positions()
    return position


def rows_by_id(tables: dict[str, Any]) -> dict[str, Any]:
    """Plain tables with their rows by id, so that a difference names the row."""
    by_id = {name: {repr(row["id"]): row for row in rows} for name, rows in tables.items() if isinstance(rows, list)}
    return {**tables, **by_id}


def asked_in_words(request: Any) -> Any:
    """A request as it is described to other programs."""
    return json.loads(json.dumps(as_plain(describe_request(request)), default=repr))


def seen_by_player(game: Game, player: int, since: int = 0) -> dict[str, Any]:
    """Everything a player can learn from the game at this moment; of its events those from ``since`` on."""
    seen: dict[str, Any] = {"asked": [request.player for request in game.requests]}
    seen.update(json.loads(game.view(player).to_json()))
    seen["options"] = [as_plain(r.space.options()) for r in game.requests if r.player == player]
    viewer = game.viewer(player)
    contexts = [frame.context for frame in game.frames() if frame.context is not None]
    seen["contexts"] = [[type(context).__name__, as_plain(context.seen_by(viewer))] for context in contexts]
    seen["events"] = [[type(event).__name__, as_plain(event)] for event in game.events(player, since)]
    return seen


def open_to_all(game: Game) -> dict[str, Any]:
    """The tables, and the answers that are legal."""
    return {
        "tables": rows_by_id(as_plain(game.state.plain())),
        "asked": [[request.player, request.ask, as_plain(request.space.describe())] for request in game.requests],
    }


def compare(check: str, what: str, one: Any, other: Any) -> None:
    """Raise CheckFailed of the check with the first difference of two plain values, if there is one."""
    if found := difference(one, other):
        raise CheckFailed(
            check, f"{what}: {found[0].lstrip('.')} is {found[1]} in the first and {found[2]} in the second"
        )


def difference(one: Any, other: Any) -> tuple[str, str, str] | None:
    """The first place where two plain values differ, with what stands there."""
    if repr(one) == repr(other):
        return None  # quick, and as strict
    return first_difference(one, other, "")


def first_difference(one: Any, other: Any, path: str) -> tuple[str, str, str] | None:
    """The first place where two plain values differ, with what stands there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            if key not in one or key not in other:
                return f"{path}.{key}", shortened(one.get(key, "missing")), shortened(other.get(key, "missing"))
            if found := first_difference(one[key], other[key], f"{path}.{key}"):
                return found
        if list(one) != list(other):
            return f"the order of {path}", shortened(list(one)), shortened(list(other))
        return None
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            if found := first_difference(mine, theirs, f"{path}[{number}]"):
                return found
        return None if len(one) == len(other) else (f"the length of {path}", str(len(one)), str(len(other)))
    return None if one == other and type(one) is type(other) else (path, shortened(one), shortened(other))


def shortened(value: Any) -> str:
    """A value for a message."""
    return brief(repr(value), 160)


def parting_of_logs(one: Game, other: Game) -> str:
    """Where the logs of two games part that should be the same."""
    for number, (mine, theirs) in enumerate(zip(one.log, other.log, strict=False)):
        if mine.event != theirs.event or repr((mine.source, mine.cause)) != repr((theirs.source, theirs.cause)):
            return (
                f"event {number} is {shortened(mine.event)} (by {mine.source!r}) in the first and "
                f"{shortened(theirs.event)} (by {theirs.source!r}) in the second; rules must depend on state, answers "
                "and chance alone"
            )
    if len(one.log) == len(other.log):
        return "the logs agree, but the positions differ: something was written without an event"
    longer = max(one, other, key=lambda game: len(game.log))
    number = min(len(one.log), len(other.log))
    event = shortened(longer.log[number].event)
    return f"event {number}, {event}, happened in only one of two games that should be alike"


def refuse_odd(place: str, value: Any) -> None:
    """Raise CheckFailed for what a record, context or event cannot hold, because no save or program could read it."""
    if isinstance(value, set | frozenset):
        raise CheckFailed("records", f"{place} is a set; sets have no order, use a tuple")
    if isinstance(value, float) and not isfinite(value):
        raise CheckFailed("records", f"{place} is {value}, a number that JSON does not have; use None")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise CheckFailed(
                    "records", f"{place} has the key {key!r}, which is not text; use text, or a tuple of pairs"
                )
            refuse_odd(f"{place}[{key!r}]", item)
    elif isinstance(value, tuple | list):
        for number, item in enumerate(value):
            refuse_odd(f"{place}[{number}]", item)
    elif not isinstance(value, _PLAIN):
        raise CheckFailed("records", f"{place} is a {type(value).__name__}, {shortened(value)}: not plain data")


_PLAIN: Final = (str, int, float, bool, bytes, type(None), msgspec.Struct, Enum, Mapping)


def snapshot_of(game: Game) -> dict[str, tuple[Any, Any]]:
    """Every record and context with its present content. Raises CheckFailed for a set in one."""
    for table in game.state.tables:
        for key, record in table.items():
            if record.id != key:
                raise CheckFailed("records", f"{table.name}[{key!r}] has the id {record.id!r}; an id never changes")
    things = [(f"{table.name}[{key!r}]", record) for table in game.state.tables for key, record in table.items()]
    things += [(f"the {type(f.context).__name__} of {f.node.name}", f.context) for f in game.frames() if f.context]
    kept = {}
    for label, thing in things:
        for name in thing.__struct_fields__:
            refuse_odd(f"{label}.{name}", getattr(thing, name))
        kept[label] = (thing, as_plain(thing))
    return kept
