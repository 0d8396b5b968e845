"""What can happen in the Command phase: command points, Battle-shock and objective markers."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Performing, Trophy, War


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


class SecondaryScored(Event, frozen=True):
    """A player scored victory points for something that the mission asks for."""

    player: int
    secondary: str
    points: int

    def apply(self, state: War) -> None:
        state.armies.edit(self.player).victory += self.points


class TrophyTaken(Event, frozen=True):
    """A player scored victory points for an enemy Character unit that was destroyed."""

    player: int
    unit: str
    points: int

    def apply(self, state: War) -> None:
        state.armies.edit(self.player).victory += self.points
        if self.unit not in state.trophies:
            state.trophies.add(Trophy(self.unit))


class ActionStarted(Event, frozen=True):
    """A unit began to perform an Action."""

    unit: str
    action: str

    def apply(self, state: War) -> None:
        state.performing.add(Performing(self.unit, self.action, state.units[self.unit].done))


class ActionCompleted(Event, frozen=True):
    """A unit completed an Action, for which its player scored victory points."""

    player: int
    unit: str
    action: str
    points: int

    def apply(self, state: War) -> None:
        state.performing.remove(self.unit)
        state.armies.edit(self.player).victory += self.points


EVENTS: Final = (
    CPGained, ShockEnded, ShockTested, Controlled, Secured, Scored, SecondaryScored, TrophyTaken, ActionStarted,
    ActionCompleted,
)  # fmt: skip
