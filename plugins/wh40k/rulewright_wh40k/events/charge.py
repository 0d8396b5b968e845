"""What can happen in the Charge phase."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import KeptOff, War
from .changes import did


class ChargeDeclared(Event, frozen=True):
    """A unit declared a charge at enemy units."""

    unit: str
    targets: tuple[str, ...]

    def apply(self, state: War) -> None:
        did(state, self.unit, "charge declared")


class ChargeRolled(Event, frozen=True):
    """A unit rolled for a charge."""

    unit: str
    faces: tuple[int, ...]


class ChargeFailed(Event, frozen=True):
    """A charge failed; nobody moved."""

    unit: str


class BeenCharged(Event, frozen=True):
    """Units were the targets of a charge that succeeded."""

    units: tuple[str, ...]

    def apply(self, state: War) -> None:
        for unit in self.units:
            did(state, unit, "been charged")


class CountedNear(Event, frozen=True):
    """A model that an enemy's overhanging hull keeps off counts as near it: engaged with it, or in base ``contact``."""

    model: str
    enemy: str
    contact: bool

    def apply(self, state: War) -> None:
        pair = KeptOff(" ".join((self.model, self.enemy, *["touches"] * self.contact)),
                       self.model, self.enemy, self.contact)  # fmt: skip
        if pair.id not in state.kept_off:
            state.kept_off.add(pair)


EVENTS: Final = (ChargeDeclared, ChargeRolled, ChargeFailed, BeenCharged, CountedNear)
