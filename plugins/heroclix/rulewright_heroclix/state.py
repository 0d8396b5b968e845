"""What is in play: characters with their dials, terrain markers, forces, and what has been destroyed."""

from __future__ import annotations

from typing import Final, Literal

from rulewright import Record, State, Table, rule
from rulewright.geometry.grid import Edge, Square

Area = Literal["map", "sideline", "ko", "removed", "outside"]

MOST_TOKENS: Final = 2
"""The action tokens that a character can have (13.3)."""


@rule("3", "3.1", "3.2", "3.3", "3.4", "7.8", "15.3")
class Character(Record):
    """A character. ``squares`` is what its base covers; empty off the map. ``click`` is a click number."""

    card: str
    player: int
    """The player on whose force it is now."""
    starting: int
    """The player on whose force or Sideline it began the game."""
    squares: tuple[Square, ...] = ()
    click: int = 1
    start: int = 1
    """The click number of its starting line."""
    points: int = 0
    """The point value at which it was added to the force."""
    tokens: int = 0
    """Its action tokens."""
    area: Area = "map"
    done: tuple[str, ...] = ()
    """What it has done and what was done to it this turn: "costed", "token", "moved", "placed", "carried", and the
    names of the FREE actions that it was given."""
    named: tuple[tuple[str, int], ...] = ()
    """The named tokens on its card, each with how many (21.5)."""
    by: str = ""
    """The character that generated it (21.6)."""
    attached: str = ""
    """The character to which it is attached (21.7)."""
    replaces: str = ""
    """The character in whose place it came (21.12)."""


@rule("17.3", "17.7", "17.14g")
class Marker(Record):
    """A terrain marker or object; while someone holds it, it lies nowhere."""

    kind: str
    player: int | None
    """To whose force it is friendly; None for debris."""
    squares: tuple[Square, ...] = ()
    holder: str = ""
    by: str = ""
    """The character whose effect made it."""


@rule("16.9a", "16.9b")
class Ruin(Record):
    """Printed terrain that was destroyed: a square, or a wall."""

    squares: tuple[Square, ...] = ()
    walls: tuple[Edge, ...] = ()


@rule("2.5", "5.4b", "7.9")
class Force(Record):
    """A player's force; its id is the seat. ``victory`` are the victory points that the player has scored."""

    player: int
    victory: int = 0
    mission: int = 0
    actions: int = 0
    """The costed actions given this turn that count against the action total."""
    edge: str = ""
    keyword: str = ""
    """The keyword of a themed team."""
    turns: int = 0
    """The turns that the player has completed."""
    defeated: bool = False


@rule("4.1b", "13.5")
class Match(Record):
    """The game; its id is 0."""

    first: int = 0
    """The first player."""


class Battle(State):
    """All tables of the game."""

    characters: Table[Character]
    markers: Table[Marker]
    ruins: Table[Ruin]
    forces: Table[Force]
    match: Table[Match]
