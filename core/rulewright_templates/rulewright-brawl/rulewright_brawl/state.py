"""What is on the table, and what can happen. An event is a fact in the past tense; nothing else writes the state."""

from __future__ import annotations

from rulewright import Event, Record, State, Table
from rulewright.zones import Zone

HEALTH = 10


class Fighter(Record):
    """One of the two who fight. The id is the seat."""

    health: int = HEALTH


class Tavern(State):
    """All tables of the game. Steps read them; only events write."""

    fighters: Table[Fighter]
    zones: Table[Zone]


def deck(player: int) -> str:
    """The id of a player's deck."""
    return f"deck:{player}"


def hand(player: int) -> str:
    """The id of a player's hand."""
    return f"hand:{player}"


def discard(player: int) -> str:
    """The id of a player's discard pile."""
    return f"discard:{player}"


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
