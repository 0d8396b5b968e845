"""What can happen when units move, surge, or arrive from Reserves."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Absence, Deed, RandomMove, War
from .changes import Places, did, put, withdraw


class MoveRolled(Event, frozen=True):
    """A unit with a random Move was selected to move: so far its models go that have this one."""

    unit: str
    dice: str
    inches: int

    def apply(self, state: War) -> None:
        known = state.random_moves.get(self.unit)
        before = {} if known is None else dict(known.inches)
        state.random_moves.put(RandomMove(self.unit, tuple({**before, self.dice: self.inches}.items())))


class AdvanceRolled(Event, frozen=True):
    """A unit Advances, this many inches farther."""

    unit: str
    inches: int

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).bonus = self.inches


class Moved(Event, frozen=True):
    """Models of a unit moved, or stayed. ``how`` is the kind of move: normal, advance, fall back, charge, ..."""

    unit: str
    how: Deed
    places: tuple[tuple[float | str, ...], ...]

    def apply(self, state: War) -> None:
        did(state, self.unit, self.how)
        put(state, self.places)


class MovedFreely(Event, frozen=True):
    """Models of a unit made a Normal move that a rule allowed, or stayed."""

    unit: str
    places: Places
    last: bool = False
    """Whether a unit that moved can no longer charge in this turn."""

    def apply(self, state: War) -> None:
        if self.places:
            did(state, self.unit, "moved", *(("no charge",) if self.last else ()))
        put(state, self.places)


class EscapeTested(Event, frozen=True):
    """A model of a unit that Falls Back took a Desperate Escape test."""

    unit: str
    face: int
    passed: bool


class Bled(Event, frozen=True):
    """A unit that can surge lost a model to enemies."""

    unit: str

    def apply(self, state: War) -> None:
        did(state, self.unit, "bled")


class Surged(Event, frozen=True):
    """A unit made a surge move; of 0 inches where its player did not move it."""

    unit: str
    inches: int
    places: Places

    def apply(self, state: War) -> None:
        did(state, self.unit, "surged")
        put(state, self.places)


class Arrived(Event, frozen=True):
    """A unit was set up from Reserves."""

    unit: str
    how: str
    places: Places
    noted: tuple[Deed, ...] = ()
    """What else that counts as, such as being too large (faq.reserves.oversized-models)."""

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        record.area, record.reserve = "table", ""
        if self.unit in state.absences:
            state.absences.remove(self.unit)
        did(state, self.unit, "arrived", *self.noted)
        put(state, self.places)


class Withdrawn(Event, frozen=True):
    """A unit was taken off the battlefield by a rule, and is in Reserves, which says how it is set up again."""

    unit: str
    how: str = "strategic reserves"

    def apply(self, state: War) -> None:
        withdraw(state, self.unit, self.how)


class Absent(Event, frozen=True):
    """A unit is away from the battlefield; ``phases`` are the Command phases of its player that have begun."""

    unit: str
    phases: int

    def apply(self, state: War) -> None:
        state.absences.add(Absence(self.unit, self.phases))


class FlewOff(Event, frozen=True):
    """An Aircraft left the battlefield, and is in Strategic Reserves."""

    unit: str

    def apply(self, state: War) -> None:
        withdraw(state, self.unit)
        did(state, self.unit, "flew off")


class LeftOver(Event, frozen=True):
    """Units that are not on the battlefield when the battle ends count as destroyed."""

    units: tuple[str, ...]

    def apply(self, state: War) -> None:
        for id in self.units:
            state.units.edit(id).area = "destroyed"
        for model in [one.id for one in state.models.values() if one.unit in self.units]:
            state.models.remove(model)


EVENTS: Final = (
    MoveRolled,
    AdvanceRolled,
    Moved,
    MovedFreely,
    EscapeTested,
    Bled,
    Surged,
    Arrived,
    Withdrawn,
    Absent,
    FlewOff,
    LeftOver,
)
