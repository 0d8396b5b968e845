"""What can happen in attacks: who is selected, rolls, damage, and models that are destroyed."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Deed, Model, UnitsHit, War
from .changes import Places, bury, did, equip, put, rise

SURVIVAL: Final = "survival"
"""What a model has spent that would have been destroyed."""


class Selected(Event, frozen=True):
    """A unit was selected to shoot or to fight; ``how`` is shot or fought."""

    unit: str
    how: Deed

    def apply(self, state: War) -> None:
        did(state, self.unit, self.how)


class TargetsDeclared(Event, frozen=True):
    """Models of a unit attack a unit with a weapon."""

    unit: str
    target: str
    weapon: str
    models: tuple[str, ...]

    def apply(self, state: War) -> None:
        if self.unit in state.units_hit:
            state.units_hit.remove(self.unit)
        for id in self.models:
            spent = state.models[id].spent
            if spent.count(self.weapon) < max(1, state.models[id].weapons.count(self.weapon)):
                state.models.edit(id).spent = (*spent, self.weapon)


class HitsRolled(Event, frozen=True):
    """Attacks were rolled to hit."""

    unit: str
    target: str
    faces: tuple[int, ...]
    hits: int


class UnitHit(Event, frozen=True):
    """Attacks of a unit have hit another one, which texts ask for when it has shot."""

    unit: str
    target: str

    def apply(self, state: War) -> None:
        known = state.units_hit.get(self.unit)
        before = () if known is None else known.units
        state.units_hit.put(UnitsHit(self.unit, tuple(dict.fromkeys((*before, self.target)))))


class WoundsRolled(Event, frozen=True):
    """Hits were rolled to wound."""

    unit: str
    target: str
    faces: tuple[int, ...]
    wounds: int


class DemiseRolled(Event, frozen=True):
    """A destroyed model with Deadly Demise was rolled for: on a 6 each unit near suffers mortal wounds."""

    model: str
    face: int


class WoundScored(Event, frozen=True):
    """Attacks that wounded a unit came to be allocated (commentary.scores-a-wound)."""

    unit: str
    target: str
    count: int


class Allocated(Event, frozen=True):
    """Attacks were allocated to a model."""

    model: str
    count: int

    def apply(self, state: War) -> None:
        state.models.edit(self.model).allocated = True


class SavesRolled(Event, frozen=True):
    """Saving throws were made for a model or those like it."""

    model: str
    faces: tuple[int, ...]
    needed: int
    failed: int


class DamageSuffered(Event, frozen=True):
    """A model suffers damage, whether it loses wounds or not: that of a weapon, or mortal wounds."""

    model: str
    damage: int
    mortal: bool = False
    psychic: bool = False
    """Whether a Psychic Attack inflicts it (commentary.psychic-attack)."""


class WoundsGained(Event, frozen=True):
    """A model has more wounds left, or less, because its Wounds characteristic was raised or lowered."""

    model: str
    wounds: int

    def apply(self, state: War) -> None:
        state.models.edit(self.model).wounds += self.wounds


class WoundsLost(Event, frozen=True):
    """A model lost wounds."""

    model: str
    wounds: int

    def apply(self, state: War) -> None:
        state.models.edit(self.model).wounds -= self.wounds


class WoundsRegained(Event, frozen=True):
    """A model regained wounds that it had lost."""

    model: str
    wounds: int

    def apply(self, state: War) -> None:
        state.models.edit(self.model).wounds += self.wounds


class Survived(Event, frozen=True):
    """A model that would have been destroyed was not: it keeps its last wound, once in the battle."""

    model: str

    def apply(self, state: War) -> None:
        model = state.models.edit(self.model)
        model.spent = (*model.spent, SURVIVAL)


class LastFightRolled(Event, frozen=True):
    """A die was rolled for a model that a melee attack destroys: it fights before it is removed if that is enough."""

    model: str
    face: int
    needed: int


class ModelDoomed(Event, frozen=True):
    """A model is destroyed, and shoots or fights before it is removed; until then it has 1 wound."""

    model: str
    by: str

    def apply(self, state: War) -> None:
        model = state.models.edit(self.model)
        model.doomed, model.slayer, model.wounds = True, self.by, 1


class ModelDestroyed(Event, frozen=True):
    """A model is destroyed; what follows from that happens before it is removed."""

    model: str
    unit: str
    by: str = ""
    """The unit whose attack destroyed it."""

    def apply(self, state: War) -> None:
        state.models.edit(self.model).wounds = 0


class ModelRemoved(Event, frozen=True):
    """A destroyed model is removed; with the last one its unit is destroyed."""

    model: str
    unit: str

    def apply(self, state: War) -> None:
        bury(state, self.model)
        if not any(one.unit == self.unit for one in state.models.values()):
            state.units.edit(self.unit).area = "destroyed"


class Stranded(Event, frozen=True):
    """A model is about to be removed because its unit is not in Coherency."""

    model: str
    unit: str


class NoRoom(Event, frozen=True):
    """A model is about to be destroyed because it cannot be set up anywhere; ``origin`` is the unit of its muster."""

    model: str
    unit: str
    origin: str = ""


class ModelReturned(Event, frozen=True):
    """A destroyed model is with its unit again, with all of its wounds; ``places`` say where, if on the battlefield."""

    model: str
    record: Model
    places: Places
    items: tuple[str, ...] = ()
    """What it is equipped with beside weapons."""

    def apply(self, state: War) -> None:
        rise(state, self.record)
        equip(state, self.model, self.items)
        put(state, self.places)


class HazardTested(Event, frozen=True):
    """A unit took Hazardous tests."""

    unit: str
    faces: tuple[int, ...]


class AttacksFinished(Event, frozen=True):
    """A unit has resolved all attacks that it made with its weapons: it has shot, or in melee has fought."""

    unit: str
    weapons: tuple[str, ...]
    melee: bool = False

    def apply(self, state: War) -> None:
        if self.unit in state.units:
            did(state, self.unit, "has fought" if self.melee else "has shot")


EVENTS: Final = (
    Selected, TargetsDeclared, HitsRolled, UnitHit, WoundsRolled, WoundScored, Allocated, SavesRolled, DamageSuffered,
    WoundsGained, WoundsLost, WoundsRegained, Survived, LastFightRolled, ModelDoomed, ModelDestroyed, ModelRemoved,
    Stranded, NoRoom, ModelReturned, HazardTested, DemiseRolled, AttacksFinished,
)  # fmt: skip
