"""Destroyed units return to the battlefield, and new units join an army."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Model, Unit, War
from .changes import Places, did, equip, put, rise

Items = tuple[tuple[str, ...], ...]
"""What each of some models is equipped with beside weapons; nothing where none has anything."""


class UnitReturned(Event, frozen=True):
    """A destroyed unit is on the battlefield again, the same unit; ``models`` are all of its models."""

    unit: str
    models: tuple[Model, ...]
    places: Places
    items: Items = ()

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).area = "table"
        did(state, self.unit, "arrived")
        for one in self.models:
            rise(state, one)
        _equip(state, self.models, self.items)
        put(state, self.places)


class UnitAdded(Event, frozen=True):
    """A new unit was added to the army of a player, and is in Strategic Reserves."""

    unit: str
    record: Unit
    models: tuple[Model, ...]
    items: Items = ()

    def apply(self, state: War) -> None:
        state.units.add(self.record)
        _stand(state, self.models)
        _equip(state, self.models, self.items)


class UnitReplaced(Event, frozen=True):
    """A unit was removed from the battlefield, and a new one of full strength was set up in its place."""

    unit: str
    record: Unit
    models: tuple[Model, ...]
    places: Places
    items: Items = ()

    def apply(self, state: War) -> None:
        for id in [one.id for one in state.models.values() if one.unit == self.unit]:
            state.models.remove(id)
        state.units.edit(self.unit).area = "destroyed"
        state.units.add(self.record)
        did(state, str(self.record.id), "arrived", "normal")
        _stand(state, self.models)
        _equip(state, self.models, self.items)
        put(state, self.places)


def _stand(state: War, models: tuple[Model, ...]) -> None:
    for one in models:
        state.models.add(one)


def _equip(state: War, models: tuple[Model, ...], items: Items) -> None:
    for place, one in enumerate(models):
        equip(state, str(one.id), items[place] if items else ())


EVENTS: Final = (UnitReturned, UnitAdded, UnitReplaced)
