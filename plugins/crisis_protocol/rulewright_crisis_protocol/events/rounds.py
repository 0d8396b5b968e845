"""What can happen in a round: its phases, priority and victory points."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battlefield


class RoundBegan(Event, frozen=True):
    """The round token moved on."""

    number: int

    def apply(self, state: Battlefield) -> None:
        mission = state.mission.edit(0)
        mission.round, mission.last = self.number, None


class TurnBegan(Event, frozen=True):
    """The turn of a player begins."""

    player: int


class PlayerEffects(Event, frozen=True):
    """The moment of a phase at which the effects of players happen: of characters, leaderships and cards."""

    phase: str


class CrisisEffects(Event, frozen=True):
    """The moment of a phase at which the effects of crisis cards happen."""

    phase: str


class PriorityRolled(Event, frozen=True):
    """The dice of a player for priority fell."""

    player: int
    faces: tuple[str, ...]


class PriorityTaken(Event, frozen=True):
    """A player has the priority token now."""

    player: int

    def apply(self, state: Battlefield) -> None:
        state.mission.edit(0).priority = self.player


class Scored(Event, frozen=True):
    """A player gained victory points."""

    player: int
    points: int
    crisis: str = ""

    def apply(self, state: Battlefield) -> None:
        state.squads.edit(self.player).points += self.points


EVENTS: Final = (RoundBegan, TurnBegan, PlayerEffects, CrisisEffects, PriorityRolled, PriorityTaken, Scored)
