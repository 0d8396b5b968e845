"""What can happen when characters and terrain move."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battlefield


class MoveBegan(Event, frozen=True):
    """A character takes a move action."""

    character: str


class AdvanceBegan(Event, frozen=True):
    """A character begins an advance, by a move action or by the effect of a text."""

    character: str


class MoveEnded(Event, frozen=True):
    """A character has finished a move action."""

    character: str


class Moved(Event, frozen=True):
    """A character came to another place: ``how`` is "advance", "climb", "push", "throw" or "place".

    ``by`` is the character that moved it, itself where it moved.
    """

    character: str
    how: str
    x: float
    y: float
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.x, character.y = self.x, self.y


class WouldBeMoved(Event, frozen=True):
    """An effect is about to move a character: ``how`` is "advanced", "placed", "pushed" or "thrown"."""

    character: str
    how: str
    by: str = ""


class Brushed(Event, frozen=True):
    """A character that was pushed has touched terrain on its way."""

    character: str
    by: str


class TerrainThrown(Event, frozen=True):
    """A character threw a terrain feature, in degrees from along x, and it hit this."""

    terrain: str
    by: str
    direction: float
    hit: str = ""


class TerrainDestroyed(Event, frozen=True):
    """A terrain feature was removed from the battlefield."""

    terrain: str
    kind: str

    def apply(self, state: Battlefield) -> None:
        state.terrain.remove(self.terrain)


class Collided(Event, frozen=True):
    """Something thrown by a character hit a character or a terrain feature."""

    thrown: str
    hit: str
    by: str = ""


class DodgeBegan(Event, frozen=True):
    """A character is about to roll to dodge something."""

    character: str
    by: str


class DodgeReached(Event, frozen=True):
    """The dice of a dodge lie on the table, and what is innate changes them."""

    character: str


EVENTS: Final = (
    MoveBegan, AdvanceBegan, MoveEnded, Moved, WouldBeMoved, Brushed, TerrainThrown, TerrainDestroyed, Collided,
    DodgeBegan, DodgeReached,
)  # fmt: skip
