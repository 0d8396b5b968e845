"""What is on the table: two fighters, and for each a deck, a hand and a discard pile."""

from __future__ import annotations

from rulewright import Record, State, Table
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
