"""What can happen in the Shooting phase besides attacks: Firing Decks and psychic bolts."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import War
from .changes import did


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


class BoltCast(Event, frozen=True):
    """A unit used its Psychic ability against an enemy unit; on a 1 it hurts itself."""

    unit: str
    target: str
    face: int


EVENTS: Final = (DeckUsed, DeckLeft, BoltCast)
