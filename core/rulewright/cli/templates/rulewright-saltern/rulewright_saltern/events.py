"""What can happen."""

from __future__ import annotations

from rulewright import Event

from .state import Pans


class Moved(Event, frozen=True):
    """Models of a unit went to these places: id, x, y and facing."""

    unit: str
    places: tuple[tuple[str, float, float, float], ...]

    def apply(self, state: Pans) -> None:
        for id, x, y, facing in self.places:
            fighter = state.fighters.edit(id)
            fighter.x, fighter.y, fighter.facing = x, y, facing


class Attacked(Event, frozen=True):
    """A unit rolled to hit another one."""

    unit: str
    target: str
    faces: tuple[int, ...]
    hits: int


class WoundLost(Event, frozen=True):
    """A model lost a wound; with its last one it leaves the table."""

    fighter: str

    def apply(self, state: Pans) -> None:
        fighter = state.fighters.edit(self.fighter)
        fighter.wounds -= 1
        if fighter.wounds == 0:
            state.fighters.remove(self.fighter)


class ChargeFailed(Event, frozen=True):
    """A unit rolled too few inches for its charge."""

    unit: str
    target: str
    inches: int
