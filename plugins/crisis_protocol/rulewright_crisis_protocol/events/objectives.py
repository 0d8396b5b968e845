"""Objective tokens, and what crisis cards do."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battlefield, CardToken


class CrisisStruck(Event, frozen=True):
    """A crisis card does what it says of a character at this moment."""

    crisis: str
    character: str


class Interacted(Event, frozen=True):
    """A character interacts with an objective token."""

    character: str
    objective: str


class ObjectiveTaken(Event, frozen=True):
    """A character holds an objective token."""

    character: str
    objective: str

    def apply(self, state: Battlefield) -> None:
        state.objectives.edit(self.objective).holder = self.character


class ObjectiveDropped(Event, frozen=True):
    """An objective token lies on the battlefield again."""

    objective: str
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        objective = state.objectives.edit(self.objective)
        objective.holder, objective.x, objective.y = "", self.x, self.y


class ObjectivePlaced(Event, frozen=True):
    """An objective token was placed elsewhere on the battlefield."""

    objective: str
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        objective = state.objectives.edit(self.objective)
        objective.x, objective.y = self.x, self.y


class ObjectiveRemoved(Event, frozen=True):
    """An objective token that someone held was removed from the game."""

    objective: str
    character: str

    def apply(self, state: Battlefield) -> None:
        state.objectives.remove(self.objective)


class ControlTaken(Event, frozen=True):
    """A player's control marker lies on an objective token, and nobody else's."""

    objective: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.objectives.edit(self.objective).control = self.player


class ControlLost(Event, frozen=True):
    """A player's control marker was taken off an objective token."""

    objective: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.objectives.edit(self.objective).control = None


class CardTokenLaid(Event, frozen=True):
    """A token of a team tactic card was laid on the battlefield."""

    token: str
    kind: str
    player: int
    x: float
    y: float

    def apply(self, state: Battlefield) -> None:
        state.card_tokens.add(CardToken(self.token, self.kind, self.player, self.x, self.y))


class CardTokenRemoved(Event, frozen=True):
    """A token of a team tactic card was removed from the battlefield."""

    token: str

    def apply(self, state: Battlefield) -> None:
        state.card_tokens.remove(self.token)


EVENTS: Final = (
    CrisisStruck, Interacted, ObjectiveTaken, ObjectiveDropped, ObjectivePlaced, ObjectiveRemoved, ControlTaken,
    ControlLost, CardTokenLaid, CardTokenRemoved,
)  # fmt: skip
