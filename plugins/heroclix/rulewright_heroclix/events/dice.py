"""Dice: how they lie, and what single ones show in the end (6.4, 12.2)."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class DiceLie(Event, frozen=True):
    """Dice of a character lie so now: "rolled", "rerolled" or "replaced"; more may be done to them.

    Of an attack roll ``total`` is the attack total, and ``defenses`` are the targets with their defense values.
    """

    character: str
    how: str
    name: str
    faces: tuple[int, ...]
    total: int = 0
    defenses: tuple[tuple[str, int], ...] = ()


class D6Rolled(Event, frozen=True):
    """A d6 was rolled for a character: ``name`` is the power or text for which, ``face`` what it shows in the end."""

    character: str
    name: str
    face: int


EVENTS: Final[tuple[type[Event], ...]] = (DiceLie, D6Rolled)
