"""Laws of chance: how likely each value is, as a mapping of values to exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

K = TypeVar("K")

Law = Mapping[K, Fraction]
"""How likely each value is."""


def marginal(law: Law[Any], part: Callable[[Any], K]) -> dict[K, Fraction]:
    """The law of a part of each value, such as the damage alone, sorted where the parts can be sorted."""
    found: dict[K, Fraction] = {}
    for value, chance in law.items():
        of_value = part(value)
        found[of_value] = found.get(of_value, Fraction(0)) + chance
    return sorted_law(found)


def sorted_law(law: dict[Any, Any]) -> dict[Any, Any]:
    """A law by its values, where these can be sorted."""
    try:
        return dict(sorted(law.items(), key=lambda item: item[0]))
    except TypeError:
        return law


def chance_that(law: Law[K], holds: Callable[[K], Any]) -> Fraction:
    """How likely it is that ``holds(value)``."""
    return sum((chance for value, chance in law.items() if holds(value)), Fraction(0))


def mean(law: Law[Any]) -> Fraction:
    """The mean of a law of numbers."""
    return sum((value * chance for value, chance in law.items()), Fraction(0))


def at_least(law: Law[Any]) -> dict[Any, Fraction]:
    """How likely each value or a greater one is, by value."""
    found, left = {}, Fraction(1)
    for value, chance in sorted(law.items()):
        found[value] = left
        left -= chance
    return found


def percent(chance: Fraction | float, places: int = 2) -> str:
    """A chance in per cent. Only what cannot happen is 0%, and only what is certain 100%.

    >>> percent(Fraction(1, 3)), percent(0), percent(1), percent(Fraction(1, 10**6)), percent(0.999, 0)
    ('33.33%', '0%', '100%', '<0.01%', '>99%')
    """
    if chance in (0, 1):
        return f"{int(chance):.0%}"
    unit = 10.0**-places
    told = float(100 * chance)
    if told < unit / 2:
        return f"<{unit:.{places}f}%"
    if told >= 100 - unit / 2:
        return f">{100 - unit:.{places}f}%"
    return f"{told:.{places}f}%"


__all__ = ["Law", "at_least", "chance_that", "marginal", "mean", "percent", "sorted_law"]
