"""Rolls that are made anew, or against each other."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class RollOff(Event, frozen=True):
    """Both players rolled, and one of them won."""

    faces: tuple[int, ...]
    winner: int


class Rerolled(Event, frozen=True):
    """A roll, or one of several made together, was re-rolled."""

    unit: str
    before: tuple[int, ...]
    after: tuple[int, ...]


EVENTS: Final = (RollOff, Rerolled)
