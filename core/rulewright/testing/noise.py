"""Another machine, made up: the last place of everything irrational trembles.

Processors and libraries disagree about the last bit of sines, roots, angles and sums of products. A game that is the
same on all of them is the same with noise in that bit.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, wraps
from typing import Any, Final

import numpy as np

from ..geometry.irrational import scalar, vector

DRAWN: Final = 1 << 16
"""How many steps are drawn before they come again."""


@contextmanager
def noise(seed: int) -> Iterator[None]:
    """Meanwhile what comes through `rulewright.geometry.irrational` is changed by at most one unit in the last place.

    Zeros and what is not finite stay: they are the same everywhere.
    """
    steps = _Steps(seed)
    kept = [(room, name, getattr(room, name)) for room in (scalar, vector) for name in room.__all__]
    _forget()
    for room, name, function in kept:
        setattr(room, name, _trembling(function, steps.one if room is scalar else steps.all))
    try:
        yield
    finally:
        for room, name, function in kept:
            setattr(room, name, function)
        _forget()


class _Steps:
    """Down, up or not at all, drawn once and taken in a row."""

    def __init__(self, seed: int) -> None:
        self._drawn = np.random.default_rng(seed).integers(-1, 2, DRAWN)
        self._single: list[int] = self._drawn.tolist()
        self._next = 0

    def one(self, number: float) -> float:
        """A neighbour of a number."""
        self._next = (self._next + 1) % DRAWN
        step = self._single[self._next]
        return math.nextafter(number, step * math.inf) if step and number else number

    def all(self, numbers: Any) -> Any:
        """Neighbours of the numbers of an array."""
        exact = np.array(numbers)  # a copy
        flat = exact.reshape(-1).view(np.float64)
        first = self._next
        self._next = (first + len(flat)) % DRAWN
        steps = np.take(self._drawn, np.arange(first, first + len(flat)), mode="wrap")
        # The next number in size has the next whole number for its bits.
        flat.view(np.int64)[:] += np.where((flat != 0.0) & np.isfinite(flat), steps, 0)
        return exact[()]


def _trembling(function: Callable[..., Any], neighbour: Callable[[Any], Any]) -> Callable[..., Any]:
    @wraps(function)
    def trembles(*given: Any, **named: Any) -> Any:
        found = neighbour(function(*given, **named))
        if "out" not in named:
            return found
        named["out"][...] = found
        return named["out"]

    return trembles


def _forget() -> None:
    """What the geometry has worked out and remembers for its next questions."""
    for name, room in list(sys.modules.items()):
        if name.startswith("rulewright.geometry"):
            for function in list(vars(room).values()):
                if isinstance(function, _lru_cache_wrapper):
                    function.cache_clear()
