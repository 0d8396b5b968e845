"""What can happen around Transports."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Deed, War
from .changes import Places, did, leave, put


class Embarked(Event, frozen=True):
    """A unit embarked within a Transport."""

    unit: str
    transport: str

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        record.area, record.carrier = "embarked", self.transport
        leave(state, self.unit)
        if state.battle[0].round:
            did(state, self.unit, "embarked")


class Disembarked(Event, frozen=True):
    """A unit was set up beside its Transport. ``noted`` is what that counts as."""

    unit: str
    transport: str
    places: Places
    noted: tuple[Deed, ...] = ()
    shocked: bool = False
    """Whether it is Battle-shocked by that."""

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        record.area, record.carrier = "table", ""
        record.shocked = record.shocked or self.shocked
        did(state, self.unit, "disembarked", *self.noted)
        put(state, self.places)


class CrashRolled(Event, frozen=True):
    """A D6 was rolled for each model that disembarked from a destroyed Transport."""

    unit: str
    faces: tuple[int, ...]
    wounds: int


EVENTS: Final = (Embarked, Disembarked, CrashRolled)
