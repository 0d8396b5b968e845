"""Units that are attached to each other, come apart, and are destroyed one by one."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rulewright import Event

from ..state import Led, War


class Attached(Event, frozen=True):
    """A Leader is attached to a unit: they are one unit."""

    leader: str
    unit: str

    def apply(self, state: War) -> None:
        leader, unit = state.units.edit(self.leader), state.units.edit(self.unit)
        leader.area = "attached"
        unit.leaders = (*unit.leaders, self.leader)
        if self.leader not in counted(state, self.unit):
            unit.strength += leader.strength
        if self.leader in state.led:
            state.led.remove(self.leader)
        _join(state, self.leader, self.unit)


class Separated(Event, frozen=True):
    """A unit of an Attached unit is on its own again, or destroyed; each has its own Starting Strength.

    That of a Leader which is destroyed counts for the unit until the last Leader leaves it. Who alone is left goes on
    with the Action that the unit performs.
    """

    leader: str
    unit: str

    def apply(self, state: War) -> None:
        leader, unit = state.units.edit(self.leader), state.units.edit(self.unit)
        unit.leaders = tuple(one for one in unit.leaders if one != self.leader)
        left = any(one.origin == self.leader for one in state.models.values())
        leader.area = unit.area if left and unit.area != "destroyed" else "table" if left else "destroyed"
        leader.shocked, leader.done, leader.bonus, leader.carrier = unit.shocked, unit.done, unit.bonus, unit.carrier
        _join(state, self.leader, self.leader)
        if left:
            unit.strength -= leader.strength
        else:
            state.led.add(Led(self.leader, self.unit))
        for id in () if unit.leaders else counted(state, self.unit):
            unit.strength -= state.units[id].strength
            state.led.edit(id).counts = False
        if not any(one.unit == self.unit for one in state.models.values()):
            unit.area = "destroyed"
            if left and (doing := state.performing.get(self.unit)):
                state.performing.remove(self.unit)
                state.performing.add(replace(doing, id=self.leader))


def counted(state: War, unit: str) -> tuple[str, ...]:
    """The destroyed Leaders whose Starting Strength is part of that of a unit."""
    return tuple(str(one.id) for one in state.led.values() if one.unit == unit and one.counts)


def _join(state: War, origin: str, unit: str) -> None:
    for id in [one.id for one in state.models.values() if one.origin == origin]:
        state.models.edit(id).unit = unit


class UnitDestroyed(Event, frozen=True):
    """The last model of a unit as it was mustered is destroyed; ``keywords`` are those of its datasheet alone."""

    unit: str
    keywords: tuple[str, ...]


EVENTS: Final = (Attached, Separated, UnitDestroyed)
