"""What can happen before the battle."""

from __future__ import annotations

from itertools import count
from typing import Final

from msgspec.structs import replace

from rulewright import Event

from ..state import Objective, War
from .changes import Places, put


class AttackerSet(Event, frozen=True):
    """A player is the Attacker, the other one the Defender."""

    player: int

    def apply(self, state: War) -> None:
        for seat in list(state.armies):
            state.armies.edit(seat).role = "attacker" if seat == self.player else "defender"


class ObjectivePlaced(Event, frozen=True):
    """A player placed an objective marker."""

    player: int
    objective: str
    x: float
    y: float

    def apply(self, state: War) -> None:
        state.objectives.add(Objective(self.objective, self.x, self.y))


class Deployed(Event, frozen=True):
    """A unit was set up on the battlefield."""

    unit: str
    places: tuple[tuple[float | str, ...], ...]

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).area = "table"
        put(state, self.places)


class Redeployed(Event, frozen=True):
    """A unit was taken off the battlefield before the battle, and deployed again."""

    unit: str
    places: Places

    def apply(self, state: War) -> None:
        put(state, self.places)


class UnitSplit(Event, frozen=True):
    """A unit was split in two before the battle; its second half is a unit of its own within a Transport.

    Each half has its models as its Starting Strength, and half of the points.
    """

    unit: str
    transport: str

    def apply(self, state: War) -> None:
        whole = state.units.edit(self.unit)
        models = [str(one.id) for one in state.models.values() if one.unit == self.unit]
        gone = models[half(len(models)) :]
        id = next(id for id in (f"{whole.sheet}#{number}" for number in count(1)) if id not in state.units)
        more = {"strength": len(gone), "points": whole.points // 2, "area": "embarked", "carrier": self.transport}
        part = replace(whole, id=id, **more)
        if whole.bearer in gone:
            whole.enhancement, whole.bearer = "", ""
        else:
            part = replace(part, enhancement="", bearer="")
        state.units.add(part)
        whole.strength -= len(gone)
        whole.points -= whole.points // 2
        for one in map(state.models.edit, gone):
            one.unit = one.origin = id


def half(models: int) -> int:
    """How many models of a unit that is split stay: half of them, rounded up."""
    return (models + 1) // 2


class FirstTurnSet(Event, frozen=True):
    """A player takes the first turn."""

    player: int

    def apply(self, state: War) -> None:
        state.battle.edit(0).first = self.player


class HoverChosen(Event, frozen=True):
    """A unit is in Hover mode for the whole battle."""

    unit: str

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).hovers = True


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


EVENTS: Final = (
    AttackerSet, ObjectivePlaced, UnitSplit, Deployed, Redeployed, FirstTurnSet, HoverChosen, PutInReserves,
    CannotDeploy, Scouted,
)  # fmt: skip
