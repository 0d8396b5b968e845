"""What can happen in a knockdown test."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class KnockdownTestCalled(Event, frozen=True):
    """A player has to take a knockdown test with this many cubes."""

    player: int
    cubes: int


class KnockdownTestPassed(Event, frozen=True):
    """The fighter stands."""

    player: int
    total: int = 0
    """The sum of the dice; 0 for a tower."""


class KnockdownTestFailed(Event, frozen=True):
    """The fighter is knocked down."""

    player: int
    total: int = 0


EVENTS: Final = (KnockdownTestCalled, KnockdownTestPassed, KnockdownTestFailed)
