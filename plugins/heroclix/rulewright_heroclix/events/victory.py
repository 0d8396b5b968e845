"""Points, defeat and the end of the game."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battle


class Scored(Event, frozen=True):
    """A player gained victory points."""

    player: int
    points: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).victory += self.points


class ElementLost(Event, frozen=True):
    """A game element besides characters was KO'd or destroyed."""

    player: int
    element: str

    def apply(self, state: Battle) -> None:
        force = state.forces.edit(self.player)
        force.elements = tuple(id for id in force.elements if id != self.element)


class Divided(Event, frozen=True):
    """Nobody scores an element; at the end of the game all but its owner divide its points."""

    player: int
    points: int

    def apply(self, state: Battle) -> None:
        match = state.match.edit(0)
        match.divided = (*match.divided, (self.player, self.points))


class MissionScored(Event, frozen=True):
    """A player was awarded mission points."""

    player: int
    points: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).mission += self.points


class TieRolled(Event, frozen=True):
    """A player with as many victory points as another one rolled for the game."""

    player: int
    faces: tuple[int, ...]


class MadeToLose(Event, frozen=True):
    """An effect makes a player lose."""

    player: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).lost = True


class Defeated(Event, frozen=True):
    """A player is defeated."""

    player: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).defeated = True


EVENTS: Final[tuple[type[Event], ...]] = (
    Scored,
    ElementLost,
    Divided,
    MissionScored,
    TieRolled,
    MadeToLose,
    Defeated,
)
