"""While the kit plays, rules code that reads a clock, the environment or a global generator is named."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from .findings import CheckFailed

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
