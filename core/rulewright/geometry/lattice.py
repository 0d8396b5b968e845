"""Places that are the same on every machine: answers lie on a lattice, orders go by it.

The last bits of what is irrational differ from machine to machine (`rulewright.geometry.irrational`): by some 1e-14
inch, more where lines nearly touch. So what leaves the geometry and is kept is rounded: to `WIDE`, four decimals of an
inch or a degree, where the answer is legal there; else, as in base contact or at the very end of a move, to `NARROW`,
seven decimals, a tenth of the tolerance of every check (`rulewright.geometry.TOLERANCE`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDE: Final = 4
"""Decimals of inches and degrees: 0.0025 mm."""
NARROW: Final = 7
"""The same for what is not legal on the wide lattice."""

Data = TypeVar("Data")
Measure = TypeVar("Measure", float, "NDArray[np.float64]")


def near(data: Data, decimals: int = WIDE) -> Data:
    """Plain data with each number moved to the lattice; whole numbers, texts and the rest stay."""
    if isinstance(data, float):
        return round(data, decimals) + 0.0  # type: ignore[return-value]  # no minus zero
    if isinstance(data, tuple):
        return tuple(  # type: ignore[return-value]
            [round(one, decimals) + 0.0 if isinstance(one, float) else near(one, decimals) for one in data]
        )
    return data


def alike(one: Any, other: Any) -> bool:
    """Whether two pieces of plain data are the same but for numbers less than a step of the wide lattice apart."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) < 10.0**-WIDE
    return bool(one == other)


def coarse(measure: Measure, decimals: int = WIDE) -> Measure:
    """A number, or an array of them, to order by: what is equal but for the last bits is equal, so the first leads."""
    return round(measure, decimals) if isinstance(measure, int | float) else measure.round(decimals)
