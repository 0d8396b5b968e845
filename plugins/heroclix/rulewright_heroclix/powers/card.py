"""The Powers and Abilities Card (6.1): each standard power puts itself in its column, under its colour."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple, TypeVar

from rulewright import Power, rule

from ..book.sheets import COLORS, COLUMNS


class Printed(NamedTuple):
    """A standard power on the card; ``rolled`` says that a d6 is rolled for it, which texts may increase (20.7a), and
    ``used`` that texts hear when it is used, without an action (8.1f)."""

    power: Power
    rolled: bool
    used: bool


P = TypeVar("P", bound=type[Power] | Power)

CARD: Final[dict[tuple[str, str], Printed | None]] = dict.fromkeys(product(COLUMNS, COLORS))
"""The places of the card, in its order."""


def standard(column: str, color: str, *, rolled: bool = False, used: bool = False) -> Callable[[P], P]:
    """Put a power on the card: a class, or a power that only has a text.

    Raises ValueError for a place that the card has not, or that is taken.
    """

    def put(power: P) -> P:
        if CARD.get((column, color), power) is not None:
            raise ValueError(f"the card has no place left for a power in {color} under {column}")
        CARD[column, color] = Printed(power() if isinstance(power, type) else power, rolled, used)
        return power

    return put


def column_of(name: str) -> str:
    """The column of a standard power; empty for what is none."""
    return next((column for (column, _), one in CARD.items() if one is not None and one.power.name == name), "")


@rule("6.1", "18.1")
def printed() -> list[Printed]:
    """The standard powers in the order of the card."""
    return [one for one in CARD.values() if one is not None]
