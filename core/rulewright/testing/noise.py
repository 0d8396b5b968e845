"""Another machine, made up: the last place of everything irrational trembles.

Processors and libraries disagree about the last bit of sines, roots, angles and sums of products. A game that is the
same on all of them is the same with noise in that bit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, wraps
from types import ModuleType
from typing import Any

import numpy as np

from ..geometry.irrational import scalar, vector


@contextmanager
def noise(seed: int) -> Iterator[None]:
    """Meanwhile what comes through `rulewright.geometry.irrational` is changed by at most one unit in the last place.

    Zeros stay: they are exact everywhere.
    """
    rng = np.random.default_rng(seed)
    _forget()
    kept = [(room, name, getattr(room, name)) for room in (scalar, vector) for name in room.__all__]
    for room, name, function in kept:
        setattr(room, name, _trembling(room, function, rng))
    try:
        yield
    finally:
        for room, name, function in kept:
            setattr(room, name, function)
        _forget()


def _forget() -> None:
    """What the geometry has worked out and remembers for its next questions."""
    for name, room in list(sys.modules.items()):
        if name.startswith("rulewright.geometry"):
            for function in list(vars(room).values()):
                if isinstance(function, _lru_cache_wrapper):
                    function.cache_clear()


def _trembling(room: ModuleType, function: Callable[..., Any], rng: np.random.Generator) -> Callable[..., Any]:
    @wraps(function)
    def trembles(*given: Any, **named: Any) -> Any:
        exact = np.asarray(function(*given, **named))
        found = exact.astype(np.result_type(exact, np.float64))
        for part in (found.real, found.imag) if np.iscomplexobj(found) else (found,):
            towards = rng.choice([-np.inf, 0.0, np.inf], part.shape)
            part[...] = np.where((towards == 0.0) | (part == 0.0), part, np.nextafter(part, towards))
        if "out" in named:
            named["out"][...] = found
            return named["out"]
        return found.item() if room is scalar else found[()]

    return trembles
