"""What lies on the battlefield: characters with their stat cards, terrain, objective tokens, and the mission."""

from __future__ import annotations

from typing import Annotated, Final

from rulewright import Record, Seen, State, Table, rule

SEATS: Final = (0, 1)
GOALS: Final = 100
"""Behind this number are those of tokens that are goals."""


@rule("power.tokens", "condition.gain", "damage.tokens", "stat-card.sides")
class Character(Record):
    """A character with what lies on its stat card. ``x`` and ``y`` are inches; before deployment they mean nothing."""

    card: str
    player: int
    x: float = 0.0
    y: float = 0.0
    deployed: bool = False
    power: int = 0
    damage: int = 0
    injured: bool = False
    """The injured side of its card lies face up."""
    dazed: bool = False
    activated: bool = False
    conditions: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    """The tokens on its card that only its texts know, by name, each as often as it lies there."""


@rule("terrain.size", "terrain.destroyed")
class Terrain(Record):
    """A terrain feature; what is destroyed has no row any more."""

    kind: str
    x: float
    y: float
    facing: float = 0.0


@rule("objective.hold", "objective.control")
class Objective(Record):
    """An objective token. While someone holds it, it lies on the holder's card and nowhere on the battlefield."""

    crisis: str
    x: float
    y: float
    holder: str = ""
    control: int | None = None
    """The player whose control marker lies on it."""

    @property
    def goal(self) -> bool:
        """Whether it only marks where the other tokens of the card are to be brought: its number is behind GOALS."""
        number = str(self.id).rpartition("#")[2]
        return number.isdigit() and int(number) > GOALS


@rule("tactic-card.play", "terms.objects")
class CardToken(Record):
    """A token of a team tactic card on the battlefield; ``kind`` is what its text calls it."""

    kind: str
    player: int
    x: float
    y: float


@rule("mission.tracker", "overview.players", "squad.secret")
class Squad(Record):
    """A player's squad; its id is the seat. What was drawn and chosen in secret is only for the player to know."""

    player: int
    drawn: Annotated[tuple[str, ...], Seen.OWNER] = ()
    chosen: Annotated[tuple[str, ...], Seen.OWNER] = ()
    secret: Annotated[str, Seen.OWNER] = ""
    """The affiliation, before it is revealed."""
    cards: Annotated[tuple[str, ...], Seen.OWNER] = ()
    """The team tactic cards, before they are revealed."""
    points: int = 0
    edge: str = ""
    affiliation: str = ""
    leader: str = ""
    """The character whose leadership ability was selected."""
    tactics: tuple[str, ...] = ()
    """The team tactic cards that can still be played."""


@rule("priority.token", "mission.tracker")
class Mission(Record):
    """The mission; its id is 0."""

    secure: str = ""
    extract: str = ""
    threat: int = 0
    round: int = 0
    priority: int = 0
    """The player who has the priority token."""
    last: int | None = None
    """Who activated a character last in this round."""


class Battlefield(State):
    """All tables of the game."""

    characters: Table[Character]
    terrain: Table[Terrain]
    objectives: Table[Objective]
    card_tokens: Table[CardToken]
    squads: Table[Squad]
    mission: Table[Mission]
