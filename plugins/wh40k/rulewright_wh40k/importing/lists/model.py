"""An army list as it is written: every layout comes to this, and so do rosters without stat lines."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class Entry(Struct, frozen=True):
    """What stands under a unit: models, or something that they have; only a datasheet knows which.

    ``count`` counts over the whole unit: five models with a gun each have 5 guns.
    """

    name: str
    count: int = 1
    line: int = 0
    points: int | None = None
    inside: tuple[Entry, ...] = ()

    def walk(self) -> Iterator[Entry]:
        """Itself, and everything in it."""
        yield self
        for one in self.inside:
            yield from one.walk()


class ListedUnit(Struct, frozen=True):
    """A unit of a list; ``points`` are those of the whole unit with its Enhancements, None where none are written."""

    name: str
    line: int = 0
    count: int | None = None
    """How many models it has, where the line of the unit says so."""
    points: int | None = None
    entries: tuple[Entry, ...] = ()
    enhancements: tuple[Entry, ...] = ()
    warlord: bool = False
    label: str = ""
    """What the list calls it elsewhere, such as ``Char1``."""


class ArmyList(Struct, frozen=True):
    """A list; what it does not say is empty, and points None."""

    layout: str
    units: tuple[ListedUnit, ...]
    name: str = ""
    faction: str = ""
    detachment: str = ""
    points: int | None = None
    """The points of the whole army as they are written."""
    warlord: str = ""
    """The label or the name of the unit that has the Warlord, where the head of the list says so."""
    left_out: tuple[str, ...] = ()
    """Lines that say nothing which is known here."""
