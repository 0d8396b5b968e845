"""Movement: breaking away, moving, being placed, carried or knocked back; and changing sides."""

from __future__ import annotations

from typing import Final

from rulewright import Event
from rulewright.geometry.grid import Square

from ..state import Battle
from .this_turn import note


class BrokeAway(Event, frozen=True):
    """A character broke away from those beside it."""

    character: str
    face: int | None = None
    """What was rolled; None where it broke away automatically."""


class BreakAwayFailed(Event, frozen=True):
    """A character failed to break away: it does not move."""

    character: str
    face: int


class Moved(Event, frozen=True):
    """A character moved: ``way`` are the squares that it moved through, ``squares`` what its base covers now."""

    character: str
    way: tuple[Square, ...]
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).squares = self.squares
        note(state, self.character, "moved")


class Placed(Event, frozen=True):
    """A character was placed."""

    character: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).squares = self.squares
        note(state, self.character, "placed")


class Carried(Event, frozen=True):
    """A character was carried by another one."""

    character: str
    by: str

    def apply(self, state: Battle) -> None:
        note(state, self.character, "carried")


class KnockedBack(Event, frozen=True):
    """A character was knocked back, the squares of its way first to last; ``into`` is what stopped it."""

    character: str
    way: tuple[Square, ...]
    into: str = ""

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).squares = (self.way[-1],)
        if len(self.way) > 1:
            note(state, self.character, "placed")


class ChangedForce(Event, frozen=True):
    """A character is on the force of a player from now on."""

    character: str
    player: int

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).player = self.player


EVENTS: Final[tuple[type[Event], ...]] = (
    BrokeAway,
    BreakAwayFailed,
    Moved,
    Placed,
    Carried,
    KnockedBack,
    ChangedForce,
)
