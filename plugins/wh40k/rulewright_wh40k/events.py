"""What can happen. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from .state import Objective, War

Place = tuple[str, float, float, float]
"""A model, where its base is, and how it faces."""


OF_A_PHASE: Final = frozenset({"bled", "surged"})
"""What units did that counts for a phase only."""


def did(state: War, unit: str, *words: str) -> None:
    """Note what a unit did this turn."""
    record = state.units.edit(unit)
    record.done = tuple(dict.fromkeys((*record.done, *words)))


# Before the battle ------------------------------------------------------------------------------------------


class RollOff(Event, frozen=True):
    """Both players rolled, and one of them won."""

    faces: tuple[int, ...]
    winner: int


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


class FirstTurnSet(Event, frozen=True):
    """A player takes the first turn."""

    player: int

    def apply(self, state: War) -> None:
        state.battle.edit(0).first = self.player


# Rounds, turns and phases -----------------------------------------------------------------------------------


class RoundBegan(Event, frozen=True):
    """A battle round began."""

    round: int

    def apply(self, state: War) -> None:
        state.battle.edit(0).round = self.round
        for seat in list(state.armies):
            state.armies.edit(seat).gained = 0


class CPGained(Event, frozen=True):
    """A player gained command points; ``limited`` counts against what a battle round allows."""

    player: int
    amount: int
    limited: bool = False

    def apply(self, state: War) -> None:
        army = state.armies.edit(self.player)
        army.cp += self.amount
        army.gained += self.amount if self.limited else 0


class ShockEnded(Event, frozen=True):
    """Units are no longer Battle-shocked."""

    units: tuple[str, ...]

    def apply(self, state: War) -> None:
        for unit in self.units:
            state.units.edit(unit).shocked = False


class ShockTested(Event, frozen=True):
    """A unit took a Battle-shock test."""

    unit: str
    faces: tuple[int, ...]
    leadership: int
    passed: bool

    def apply(self, state: War) -> None:
        if not self.passed:
            state.units.edit(self.unit).shocked = True


class Controlled(Event, frozen=True):
    """An objective marker is controlled by another player than before, or by none."""

    objective: str
    player: int | None

    def apply(self, state: War) -> None:
        marker = state.objectives.edit(self.objective)
        marker.controller = self.player
        if marker.secured != self.player:
            marker.secured = None


class Secured(Event, frozen=True):
    """A player keeps control of an objective marker also without models."""

    objective: str
    player: int

    def apply(self, state: War) -> None:
        state.objectives.edit(self.objective).secured = self.player


class Scored(Event, frozen=True):
    """A player scored victory points."""

    player: int
    points: int

    def apply(self, state: War) -> None:
        state.armies.edit(self.player).victory += self.points


class PhaseEnded(Event, frozen=True):
    """A phase is over, and with it what lasts for a phase."""

    phase: str

    def apply(self, state: War) -> None:
        for model in [one for one in state.models.values() if one.allocated]:
            state.models.edit(model.id).allocated = False
        for unit in [one for one in state.units.values() if not OF_A_PHASE.isdisjoint(one.done)]:
            state.units.edit(unit.id).done = tuple(word for word in unit.done if word not in OF_A_PHASE)


class TurnEnded(Event, frozen=True):
    """A turn is over, and what units did in it counts no more."""

    player: int

    def apply(self, state: War) -> None:
        for unit in [one for one in state.units.values() if one.done or one.bonus]:
            record = state.units.edit(unit.id)
            record.done, record.bonus = (), 0


# Moving -----------------------------------------------------------------------------------------------------


class AdvanceRolled(Event, frozen=True):
    """A unit Advances: so many inches farther."""

    unit: str
    inches: int

    def apply(self, state: War) -> None:
        state.units.edit(self.unit).bonus = self.inches


class Moved(Event, frozen=True):
    """Models of a unit moved, or stayed. ``how`` is the kind of move: normal, advance, fall back, charge, ..."""

    unit: str
    how: str
    places: tuple[tuple[float | str, ...], ...]

    def apply(self, state: War) -> None:
        did(state, self.unit, self.how)
        put(state, self.places)


class EscapeTested(Event, frozen=True):
    """A model of a unit that Falls Back took a Desperate Escape test."""

    unit: str
    face: int
    passed: bool


def put(state: War, places: tuple[tuple[float | str, ...], ...]) -> None:
    """Put models where they are now."""
    for id, *where in places:
        model = state.models.edit(str(id))
        model.away = False
        model.x, model.y, model.facing, model.ground = (*map(float, where), *((0.0,) * (4 - len(where))))


# Attacks ----------------------------------------------------------------------------------------------------


class Selected(Event, frozen=True):
    """A unit was selected to shoot or to fight; ``how`` is shot or fought."""

    unit: str
    how: str

    def apply(self, state: War) -> None:
        did(state, self.unit, self.how)


class TargetsDeclared(Event, frozen=True):
    """Models of a unit attack a unit with a weapon."""

    unit: str
    target: str
    weapon: str
    models: tuple[str, ...]

    def apply(self, state: War) -> None:
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


class WoundsRolled(Event, frozen=True):
    """Hits were rolled to wound."""

    unit: str
    target: str
    faces: tuple[int, ...]
    wounds: int


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


class WoundsLost(Event, frozen=True):
    """A model lost wounds."""

    model: str
    wounds: int

    def apply(self, state: War) -> None:
        state.models.edit(self.model).wounds -= self.wounds


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
        state.models.remove(self.model)
        if not any(one.unit == self.unit for one in state.models.values()):
            state.units.edit(self.unit).area = "destroyed"


class UnitDestroyed(Event, frozen=True):
    """The last model of a unit as it was mustered is destroyed; ``keywords`` are those of its datasheet alone."""

    unit: str
    keywords: tuple[str, ...]


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


class HazardTested(Event, frozen=True):
    """A unit took Hazardous tests."""

    unit: str
    faces: tuple[int, ...]


class Rerolled(Event, frozen=True):
    """A roll, or one of several made together, was re-rolled."""

    unit: str
    before: tuple[int, ...]
    after: tuple[int, ...]


EVENTS: Final = (
    RollOff, AttackerSet, ObjectivePlaced, Deployed, FirstTurnSet, RoundBegan, CPGained, ShockEnded, ShockTested,
    Controlled, Scored, PhaseEnded, TurnEnded, AdvanceRolled, Moved, EscapeTested, Selected, TargetsDeclared,
    HitsRolled, WoundsRolled, Allocated, SavesRolled, WoundsLost, ModelDestroyed, ModelRemoved, UnitDestroyed,
    ChargeDeclared, ChargeRolled, ChargeFailed, HazardTested, Rerolled, Secured,
)  # fmt: skip
