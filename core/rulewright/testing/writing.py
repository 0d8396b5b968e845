"""A view may not write: an attempt is made on everything that can be reached from one."""

from __future__ import annotations

import enum
import random
import re
import types
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from operator import setitem
from typing import Any, Final

from ..game import Game
from ..journal import journal_of, rebuild
from ..readonly import ReadOnlyDict, ReadOnlyList
from .findings import Report

_LEAVES: Final = (
    str, bytes, int, float, bool, type(None), type, enum.Enum, re.Pattern, random.Random, types.ModuleType,
    types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.GenericAlias, types.MethodWrapperType,
)  # fmt: skip


def check_views(game: Game, report: Report) -> None:
    """Try to write to all that the views of a finished game, half-way, and its events lead to.

    What can be written to is noted in the report: the kernel's own things cannot, so it is an object of the ruleset's
    in its content, its setup, a record or an event.
    """
    again = rebuild(game.rules, game.setup, journal_of(game), to=len(game.answers) // 2)
    roots: list[tuple[str, Any]] = [("event", event) for event in again.events()]
    for player in again.players:
        view = again.view(player)
        roots += [("content", view.content), ("setup", view.setup), ("state", view.state), ("request", view.request)]
        roots.append(("view", view))
    for place, thing in reachable(roots):
        report.checks["views"] += 1
        if how := can_be_written(thing):
            report.writable.append(f"{place}, a {type(thing).__name__}: {how}")


def reachable(roots: list[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each thing that public names lead to, once, with the way to it."""
    seen: dict[int, Any] = {}
    waiting = deque(roots)
    while waiting:
        place, thing = waiting.popleft()
        if isinstance(thing, _LEAVES) or id(thing) in seen:
            continue
        seen[id(thing)] = thing
        yield place, thing
        waiting.extend(_parts(place, thing))


def can_be_written(thing: Any) -> str:
    """How a thing can be written to, as an attempt that changes nothing shows; empty where it cannot."""
    if isinstance(thing, tuple | frozenset | types.MappingProxyType | ReadOnlyList | ReadOnlyDict):
        return ""
    if isinstance(thing, list | set | bytearray) or type(thing) is dict:
        return f"it is a {type(thing).__name__}"
    if isinstance(thing, Mapping):
        return next((f"its entry {key!r} can be set" for key in thing if _takes(setitem, thing, key, thing[key])), "")
    names = _names(thing)
    return next((f"its {name} can be set" for name in names if _takes(setattr, thing, name, getattr(thing, name))), "")


def _takes(put: Callable[[Any, Any, Any], None], thing: Any, name: Any, value: Any) -> bool:
    try:
        put(thing, name, value)
    except Exception:
        return False
    return True


def _parts(place: str, thing: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(thing, Mapping):
        yield from [(f"{place}[{key!r}]", item) for key, item in thing.items()]
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from [(f"{place}[{number}]", item) for number, item in enumerate(thing)]
    for name in _names(thing):
        yield f"{place}.{name}", getattr(thing, name)


def _names(thing: Any) -> list[str]:
    """The public attributes that an object holds."""
    names: list[str] = list(getattr(thing, "__dict__", ()))
    for kind in type(thing).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    names += getattr(type(thing), "__struct_fields__", ())
    return [name for name in dict.fromkeys(names) if not name.startswith("_") and hasattr(thing, name)]
