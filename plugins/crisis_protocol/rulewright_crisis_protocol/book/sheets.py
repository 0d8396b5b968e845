"""What a game looks up of its content: sheets of characters, attacks, superpowers, terrain and crises."""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from rulewright.geometry.irrational import scalar
from rulewright.geometry.plane import Piece
from rulewright.programs import Program

if TYPE_CHECKING:
    from rulewright.powers.written import WrittenChange
    from rulewright.text import Words
    from rulewright.vocabulary import Group, Test


Looks = tuple[tuple[str, tuple[str, ...]], ...]
"""Which icons a text tells from all others, and in which pool: "attack", "defense", or its character's "own" or the
"opposing" one; see `of_roller`."""


def of_roller(pool: str, roller: str) -> str:
    """How a look at a pool is named that a text takes only if its character rolls one of both; empty: whichever."""
    return f"{pool} for {roller}" if roller else pool


class SpecialSheet(Struct, frozen=True):
    """A special rule of an attack."""

    name: Words
    icons: tuple[str, ...]
    when: str
    test: Test | None
    optional: bool
    program: Program
    apart: Looks
    effects: tuple[Any, ...] = ()
    """What it does as it is written, for those who read it."""
    by_program: Looks = ()
    """What it tells apart besides its icons where what players would say by hand is left out."""

    @property
    def called(self) -> str:
        """Its English name, by which other texts mean it."""
        return self.name if isinstance(self.name, str) else self.name["en"]


class AttackSheet(Struct, frozen=True):
    """An attack; ``shape`` is "beam", "area" or empty."""

    id: str
    name: Words
    type: str
    shape: str
    range: int
    strength: int
    cost: int
    specials: tuple[SpecialSheet, ...]
    types: tuple[str, ...] = ()
    """Of which the attacker chooses one, where there are any."""
    ignores: tuple[str, ...] = ()
    """What it does not need to target someone."""
    criticals_only: bool = False
    """Whether dice are added to it for criticals alone."""


OF_OTHERS: Final = ("allied dice", "enemy dice")
"""The moments at which dice of others lie there."""
REACHED: Final = {**dict.fromkeys(OF_OTHERS, ("own dice",)), "own pool": ("attack pool", "defense pool")}
"""What an attack reaches at the moments that are none of its own: the dice of someone else are modified when that one
modifies its own."""


class SuperpowerSheet(Struct, frozen=True):
    """A superpower."""

    id: str
    name: Words
    kind: str
    cost: int
    action: bool
    once: str
    when: str
    range: int
    test: Test | None
    program: Program
    does: tuple[WrittenChange, ...]
    apart: Looks
    optional: bool = False
    """Whether its player decides if it happens."""
    shared: bool = False
    """Whether its limit is that of the squad."""
    counted: str = ""
    """The name under which its uses are counted; its id where there is none."""

    @property
    def led(self) -> bool:
        """Whether it is part of a leadership ability, and no superpower."""
        return self.kind == "leadership"

    @property
    def rule(self) -> str:
        """Which rule it is used by."""
        return "leadership.active" if self.led else f"superpower.{self.kind}"

    @property
    def reached(self) -> tuple[str, ...]:
        """What an attack reaches when it happens, if that is a moment of attacks; else its own moment, if any."""
        return REACHED.get(self.when, (self.when,) if self.when else ())


class SideSheet(Struct, frozen=True):
    """One side of a stat card; ``carries`` are its superpowers and keywords."""

    stamina: int
    speed: Any
    physical: int
    energy: int
    mystic: int
    attacks: tuple[str, ...]
    superpowers: tuple[str, ...]
    carries: tuple[str, ...]


class CharacterSheet(Struct, frozen=True):
    """A character."""

    id: str
    name: Words
    alter_ego: str
    threat: int
    size: int
    base: int
    affiliations: tuple[str, ...]
    healthy: SideSheet
    injured: SideSheet
    leadership: str
    leads: str
    """The affiliation that its leadership ability requires."""


class TacticSheet(Struct, frozen=True):
    """A team tactic card."""

    id: str
    name: Words
    affiliation: str
    when: str
    cost: int
    costs: str
    """Which number of its card each pays besides."""
    program: Program
    apart: Looks
    by: tuple[Group, ...] = ()
    """Who may play it, as one of these says; anyone of the squad where there are none."""
    range: int = 0
    test: Test | None = None
    least: int = 1
    """How many characters play it at least,"""
    most: int = 1
    """and at most; each of them pays."""
    together: bool = False
    """Whether all of those play it that it names, one of each sort."""
    action: bool = False
    """Whether it takes an action of the first one who plays it."""
    around: Any = None
    """Whom or what all who play it have to be near."""


class TerrainSheet(Struct, frozen=True):
    """A kind of terrain feature."""

    id: str
    name: Words
    size: int
    outline: tuple[tuple[float, float], ...]
    interactive: bool
    balance: bool

    def piece(self, id: str, x: float, y: float, facing: float) -> Piece:
        """Such a feature on the battlefield."""
        c, s = scalar.cos(radians(facing)), scalar.sin(radians(facing))
        outline = tuple((x + a * c - b * s, y + a * s + b * c) for a, b in self.outline)
        return Piece(id, outline, size=self.size, balance=self.balance)


class CrisisEffectSheet(Struct, frozen=True):
    """What a crisis card does at a moment of the round; "whom" says for which characters."""

    when: str
    whom: str
    program: Program
    test: Test | None = None
    in_turn: bool = False
    """Whether it comes for the characters of the player with priority first, for one after the other."""
    follows: bool = False
    """Whether it comes right after the one before it."""


class TokenTextSheet(Struct, frozen=True):
    """What happens to a character with a token of a crisis."""

    program: Program
    test: Test | None = None
