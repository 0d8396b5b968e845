"""What can happen. An event is a fact in the past tense; nothing else writes the state."""

from __future__ import annotations

from rulewright import Event

from .state import Tavern


class DiceRolled(Event, frozen=True):
    """The dice of an attack fell, or some of them fell again."""

    player: int
    faces: tuple[int, ...]


class Wounded(Event, frozen=True):
    """A fighter lost health."""

    player: int
    amount: int

    def apply(self, state: Tavern) -> None:
        fighter = state.fighters.edit(self.player)
        fighter.health = max(0, fighter.health - self.amount)


class Healed(Event, frozen=True):
    """A fighter regained health."""

    player: int
    amount: int

    def apply(self, state: Tavern) -> None:
        state.fighters.edit(self.player).health += self.amount
