"""While the kit plays, rules are watched: what reads a clock, the environment or a global generator is named.

So is a list on demand that is another one when it is looked at.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

from ..game import Game
from ..plaindata import shown
from .findings import CheckFailed, Report

Found = TypeVar("Found")

_CLOCKS: Final = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time")


_GENERATORS: Final = (
    "random", "randint", "randrange", "choice", "choices", "sample", "shuffle", "uniform", "getrandbits", "gauss",
)  # fmt: skip


@contextmanager
def clocks_refused(ruleset: str) -> Iterator[None]:
    """While games are played, refuse the clock, the environment and the global generator to rules code."""
    replaced: list[tuple[Any, str, Any]] = [
        (module, name, getattr(module, name))
        for module, names in ((time, _CLOCKS), (random, _GENERATORS), (type(os.environ), ("__getitem__",)))
        for name in names
    ]
    for module, name, function in replaced:
        what = "os.environ" if name == "__getitem__" else f"{module.__name__}.{name}()"
        setattr(module, name, _refusing(what, function))
    try:
        yield
    finally:
        for module, name, function in replaced:
            setattr(module, name, function)


def _refusing(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        caller = sys._getframe(1)
        while (module := caller.f_globals.get("__name__", "")) in _GO_BETWEENS and caller.f_back is not None:
            caller = caller.f_back
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names or top in _TRUSTED or _is_importing(caller):
            return function(*args, **kwargs)
        advice = _ADVICE.get(name, "rules ask chance with a Roll, Shuffle or Pick; determinize has its rng")
        where = f"{module}, line {caller.f_lineno}"
        raise CheckFailed("clock", f"{where}, reads {name}; {advice}")

    return refuse


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: what a library asks then, it asks once a process."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False


_ADVICE: Final = {"os.environ": "what a game depends on stands in its setup"}
_GO_BETWEENS: Final = ("os", "collections.abc", "_collections_abc")
_TRUSTED: Final = ("rulewright", "pytest", "_pytest", "hypothesis", "pluggy", "pydantic", "coverage", "xdist")


def _any(game: Game, value: Any) -> bool:
    return True


@contextmanager
def on_demand_as_at_once(report: Report) -> Iterator[None]:
    """While games are played, a list on demand that is another one when it is looked at is named."""
    plainly = Game.on_demand

    def on_demand(
        game: Game,
        work_out: Callable[..., Iterable[Any]],
        *arguments: Any,
        only: Callable[[Game, Any], Any] | None = None,
    ) -> Sequence[Any]:
        asked = only or _any

        def compared(function: Callable[..., Any], at_once: Found, later: Found) -> Found:
            if later != at_once:
                name = getattr(function, "__name__", repr(function))
                told = f"{name} gave {shown(at_once)} when the question was asked, and {shown(later)} when it was read"
                raise CheckFailed("on demand", f"{told}; it may depend on nothing but the game and its arguments")
            report.checks["on demand"] += 1
            return later

        candidates = tuple(work_out(game, *arguments))
        fitting = {shown(one): bool(asked(game, one)) for one in candidates}

        def listed(game: Game, *arguments: Any) -> tuple[Any, ...]:
            return compared(work_out, candidates, tuple(work_out(game, *arguments)))

        def fits(game: Game, value: Any) -> bool:
            return compared(asked, fitting[shown(value)], bool(asked(game, value)))

        listed.__name__ = getattr(work_out, "__name__", "listed")
        fits.__name__ = getattr(asked, "__name__", "fits")
        return plainly(game, listed, *arguments, only=None if only is None else fits)

    Game.on_demand = on_demand  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Game.on_demand = plainly  # type: ignore[method-assign]
