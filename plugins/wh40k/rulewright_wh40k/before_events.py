"""What can happen before the battle, in Reserves, and around Transports."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from .events import did, put
from .state import War

Places = tuple[tuple[float | str, ...], ...]
"""Models with where they are."""

# Declare Battle Formations ----------------------------------------------------------------------------------


class HoverChosen(Event, frozen=True):
    """A unit is in Hover mode for the whole battle."""

    unit: str

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).hovers = True


class Attached(Event, frozen=True):
    """A Leader is attached to a unit: they are one unit."""

    leader: str
    unit: str

    def apply(self, state: War) -> None:
        leader, unit = state.units.edit(self.leader), state.units.edit(self.unit)
        leader.area = "attached"
        unit.leaders = (*unit.leaders, self.leader)
        unit.strength += leader.strength
        _join(state, self.leader, self.unit)


class Separated(Event, frozen=True):
    """A unit of an Attached unit is on its own again, or destroyed; each has its own Starting Strength."""

    leader: str
    unit: str

    def apply(self, state: War) -> None:
        leader, unit = state.units.edit(self.leader), state.units.edit(self.unit)
        unit.leaders = tuple(one for one in unit.leaders if one != self.leader)
        unit.strength -= leader.strength
        left = any(one.origin == self.leader for one in state.models.values())
        leader.area = unit.area if left and unit.area != "destroyed" else "table" if left else "destroyed"
        leader.shocked, leader.done, leader.bonus, leader.carrier = unit.shocked, unit.done, unit.bonus, unit.carrier
        _join(state, self.leader, self.leader)
        if not any(one.unit == self.unit for one in state.models.values()):
            unit.area = "destroyed"


def _join(state: War, origin: str, unit: str) -> None:
    for id in [one.id for one in state.models.values() if one.origin == origin]:
        state.models.edit(id).unit = unit


class PutInReserves(Event, frozen=True):
    """A unit is in Reserves; ``how`` says by which rule it will arrive."""

    unit: str
    how: str

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        record.area, record.reserve = "reserves", self.how


class CannotDeploy(Event, frozen=True):
    """A unit cannot be deployed, and counts as destroyed."""

    unit: str

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).area = "destroyed"
        for id in [one.id for one in state.models.values() if one.unit == self.unit]:
            state.models.remove(id)


class Scouted(Event, frozen=True):
    """A unit made a Scouts move before the battle."""

    unit: str
    places: Places

    def apply(self, state: War) -> None:
        put(state, self.places)


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


# Reserves and Transports ------------------------------------------------------------------------------------


class Arrived(Event, frozen=True):
    """A unit was set up from Reserves."""

    unit: str
    how: str
    places: Places
    noted: tuple[str, ...] = ()
    """What else that counts as, such as being too large (faq.reserves.oversized-models)."""

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        record.area, record.reserve = "table", ""
        did(state, self.unit, "arrived", *self.noted)
        put(state, self.places)


def leave(state: War, unit: str) -> None:
    """The models of a unit are not on the battlefield any more."""
    for id in [one.id for one in state.models.values() if one.unit == unit]:
        state.models.edit(id).away = True


class FlewOff(Event, frozen=True):
    """An Aircraft left the battlefield, and is in Strategic Reserves."""

    unit: str

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        record.area, record.reserve = "reserves", "strategic reserves"
        leave(state, self.unit)
        did(state, self.unit, "flew off")


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
    noted: tuple[str, ...] = ()
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


class DeckUsed(Event, frozen=True):
    """Embarked models lend their Transport weapons until it has shot: pairs of model and weapon."""

    unit: str
    model: str
    lent: tuple[tuple[str, str], ...]

    def apply(self, state: War) -> None:
        bearer, record = state.models.edit(self.model), state.units.edit(self.unit)
        record.borrowed = tuple(weapon for _, weapon in self.lent)
        bearer.weapons = (*bearer.weapons, *record.borrowed)
        for id in dict.fromkeys(state.models[one].unit for one, _ in self.lent):
            did(state, id, "shot")


class DeckLeft(Event, frozen=True):
    """A Transport has shot, and has only its own weapons again."""

    unit: str

    def apply(self, state: War) -> None:
        record = state.units.edit(self.unit)
        for one in [one for one in state.models.values() if one.unit == self.unit]:
            own = len(one.weapons) - len(record.borrowed)
            if one.weapons[own:] == record.borrowed:
                state.models.edit(one.id).weapons = one.weapons[:own]
        record.borrowed = ()


class LeftOver(Event, frozen=True):
    """Units that are not on the battlefield when the battle ends count as destroyed."""

    units: tuple[str, ...]

    def apply(self, state: War) -> None:
        for id in self.units:
            state.units.edit(id).area = "destroyed"
        for model in [one.id for one in state.models.values() if one.unit in self.units]:
            state.models.remove(model)


BEFORE: Final = (
    HoverChosen, Attached, Separated, PutInReserves, CannotDeploy, Scouted, Bled, Surged, Arrived, FlewOff, Embarked,
    Disembarked, CrashRolled, DeckUsed, DeckLeft, LeftOver,
)  # fmt: skip
