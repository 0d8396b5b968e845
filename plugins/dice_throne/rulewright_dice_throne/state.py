"""The table: heroes, health, cards, dice, tokens, the Attack, and what waits for the end of a phase."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from rulewright import Record, State, Table
from rulewright.programs import Key, Program
from rulewright.state import Seen
from rulewright.zones import Zone

MAX_PLAYERS: Final = 6
DECK: Final = tuple(f"deck:{seat}" for seat in range(MAX_PLAYERS))
HAND: Final = tuple(f"hand:{seat}" for seat in range(MAX_PLAYERS))
DISCARD: Final = tuple(f"discard:{seat}" for seat in range(MAX_PLAYERS))
PLAYED: Final = tuple(f"played:{seat}" for seat in range(MAX_PLAYERS))
"""The zones of a player; a card lies in the last one while its text is carried out."""

OFFENCE: Final = 0
DEFENCE: Final = 1
ASIDE: Final = 2
"""Where dice lie: the offensive roll, the defensive roll, and from 2 on the dice of effects."""


class Token(Struct, frozen=True):
    """Tokens of one status effect on one hero: how many, who inflicted them, and in which turn the last one came."""

    status: str
    count: int
    by: int
    turn: int
    fresh: int = 0
    """How many of them came in that turn."""

    def rested(self, turn: int) -> int:
        """How many of them were there before a turn."""
        return self.count - self.fresh if self.turn == turn else self.count


class Companion(Struct, frozen=True):
    """A companion as it is now: "active" or "inactive", what its dial shows, and the seat where it is placed.

    ``at`` is -1 while it is with its owner.
    """

    name: str
    condition: str
    dial: int
    at: int = -1


class Hero(Record):
    """One player's hero: its id is the seat. ``levels`` are those of its abilities, in the order of its board."""

    name: str
    side: int
    levels: tuple[int, ...]
    cp: int = 2
    upgrades: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    """Stack limits raised for this player, by how much (6.3)."""
    skips: tuple[str, ...] = ()
    """Phases of which the next one is skipped."""
    fewer: int = 0
    """How many roll attempts fewer the next Offensive Roll Phase has."""
    used: tuple[str, ...] = ()
    """What may be used once a turn and was used in this one."""
    companions: tuple[Companion, ...] = ()
    covered: tuple[tuple[str, str], ...] = ()
    """Abilities on which tokens lie: the status effect, and the ability."""
    kept_off: int = 0
    """How many of the tokens that are just being inflicted on the hero do not come to it."""
    out: bool = False
    """Whether the player has lost and the others play on."""

    @property
    def held(self) -> tuple[str, ...]:
        """The status effects of which it has tokens."""
        return tuple([token.status for token in self.tokens])

    @property
    def active(self) -> tuple[str, ...]:
        """Its companions that are active."""
        if not self.companions:
            return ()
        return tuple([companion.name for companion in self.companions if companion.condition == "active"])

    def token(self, status: str) -> Token | None:
        """Its tokens of a status effect."""
        for token in self.tokens:
            if token.status == status:
                return token
        return None

    def count(self, status: str) -> int:
        """How many tokens of a status effect the hero holds."""
        token = self.token(status)
        return 0 if token is None else token.count


class Side(Record):
    """One side and its health, which the players of a team share (9.1). ``most`` is what healing can reach."""

    health: int
    start: int
    most: int


class Pending(Record):
    """What this phase has produced for one player so far; it is summed and applied when the phase ends (10.3)."""

    damage: tuple[tuple[str, int, str], ...] = ()
    """Type, amount and source of each piece of damage."""
    healing: int = 0
    fixed: int = 0
    """Prevention by a number."""
    fractions: tuple[str, ...] = ()
    """Prevention of parts: "all", "half up", "half down"."""
    health: int | None = None
    """What the health will be whatever it would have become, where an effect says so."""
    shares: tuple[tuple[str, int], ...] = ()
    """Companions that take a part of the damage, and how much; -1 for all that is left."""
    received: int = 0
    """The damage that the player was dealt the last time in this phase, without stolen health."""

    def parts(self) -> tuple[tuple[str, int], ...]:
        """The damage by type."""
        return tuple([(type, amount) for type, amount, _ in self.damage])


class Rolled(Record):
    """Dice on the table, each lot in its place. ``locked`` dice count and are not changed any more."""

    player: int = -1
    faces: tuple[int, ...] = ()
    source: str = ""
    locked: bool = False
    attempts: int = 0
    """How many roll attempts were used for them."""
    kept: tuple[int, ...] = ()
    """What was kept at the last attempt, in rising order."""
    fell: tuple[int, ...] = ()
    """What the dice showed when that attempt had fallen, in rising order, whatever has altered them since."""


class Attack(Record):
    """The offensive ability of this roll phase, from its activation on, and what becomes of it."""

    stage: str = ""
    """"announced" or "declined" (3.4 step 2), "activated" (3.4 step 4), "landing" (3.6 steps 1 to 4), "counting"
    (step 5), "dealt" (after step 6)."""
    attacker: int = -1
    target: int = -1
    variant: str = ""
    announced: tuple[int, ...] = ()
    """The dice with which it was announced, in rising order; 3.4 step 3 is about dice that show something else."""
    attacks: bool = False
    """Whether the ability deals damage to its target at all."""
    ultimate: bool = False
    undefendable: bool = False
    parts: tuple[tuple[str, int], ...] = ()
    """The damage of the ability: type and amount."""
    bonus: int = 0
    """What attack modifiers add; of the type of the first part."""
    redirected: int = 0
    """What of it someone else takes instead of the target."""
    deferred: Program = ()
    """Effects that wait for the target (3.6 step 1), by their numbers."""
    dice: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    paid: int = 0
    removed: int = 0
    """What the waiting effects refer to: the dice that the ability rolled, the players it chose, what was paid."""
    after: tuple[tuple[int, Key], ...] = ()
    """Effects after the damage: how much must have been dealt, and the number of the effect."""
    inflicted: tuple[tuple[int, str, int], ...] = ()
    """The tokens that came with the Attack: who received what, how many."""
    fired: tuple[str, ...] = ()
    """What has already been triggered by it."""
    defence: str = ""
    dealt: int = 0
    """The damage that it really dealt."""


class Round(Record):
    """Whose turn and which phase it is."""

    active: int = 0
    number: int = 0
    start: int = 0
    phase: str = ""
    skipped: tuple[str, ...] = ()
    """Phases of this turn that are skipped."""
    extra: tuple[tuple[int, int], ...] = ()
    """Further Offensive Roll Phases of this turn: who rolls, against whom."""
    fewer: int = 0
    """How many roll attempts fewer this Offensive Roll Phase has."""


class Throne(State):
    """The whole table."""

    heroes: Table[Hero]
    sides: Table[Side]
    zones: Table[Zone]
    pending: Table[Pending]
    rolls: Table[Rolled]
    attack: Table[Attack]
    round: Table[Round]


def zones_of(seat: int, cards: tuple[str, ...]) -> tuple[Zone, ...]:
    """A player's deck, hand and discard pile before anything is shuffled or drawn."""
    return (
        Zone(DECK[seat], seat, Seen.COUNT, cards),
        Zone(HAND[seat], seat, Seen.TEAM),
        Zone(DISCARD[seat], seat, Seen.PUBLIC),
        Zone(PLAYED[seat], seat, Seen.PUBLIC),
    )
