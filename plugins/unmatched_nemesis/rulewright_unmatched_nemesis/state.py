"""What lies on the table: fighters with their cubes and tokens, the match, and the cards."""

from __future__ import annotations

from typing import Final

from rulewright import Record, Seen, State, Table, rule
from rulewright.zones import Zone

SEATS: Final = (0, 1)
DISPLAY_SIZE: Final = 4

DECK: Final = "deck"
DISPLAY: Final = "display"
DISCARD: Final = "discard"
SKILLS: Final = "skills"
REMOVED: Final = "removed"
HAND: Final = ("hand:0", "hand:1")
DEALT: Final = ("dealt:0", "dealt:1")
KEPT: Final = ("kept:0", "kept:1")
ACTIVE: Final = ("active:0", "active:1")
"""Where skill cards lie: dealt or passed to a player, kept face down, active."""


class Fighter(Record):
    """A player's fighter; its id is the seat. Cubes are counted, so the supply of them never ends."""

    name: str
    side: str
    space: str
    heavy: int = 0
    light: int = 0
    tokens: int = 0
    wins: int = 0
    """Victory tokens."""

    @property
    @rule("rule.cubes-run-out")
    def cubes(self) -> int:
        """All damage cubes."""
        return self.heavy + self.light


class Match(Record):
    """The match; its id is 0."""

    arena: str
    skill_set: str
    deck: str
    """The boxes of the skill cards and of the attack cards."""
    round: int = 0
    start: int = 0
    """The start player of the round."""
    active: int = 0


class Duel(State):
    """All tables of the game."""

    fighters: Table[Fighter]
    match: Table[Match]
    zones: Table[Zone]


@rule("field.hidden")
def empty_zones() -> list[Zone]:
    """Open: display, discard pile, active skills. For their owner: hands and skills face down. For nobody: decks."""
    zones = [Zone(DECK, None, Seen.COUNT), Zone(SKILLS, None, Seen.COUNT), Zone(REMOVED, None, Seen.COUNT)]
    zones += [Zone(DISPLAY, None, Seen.PUBLIC), Zone(DISCARD, None, Seen.PUBLIC)]
    for seat in SEATS:
        zones += [Zone(place[seat], seat, Seen.OWNER) for place in (HAND, DEALT, KEPT)]
        zones.append(Zone(ACTIVE[seat], seat, Seen.PUBLIC))
    return zones
