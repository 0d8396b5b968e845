"""What is in play: characters with their dials, terrain markers, forces, and what has been destroyed."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import field

from rulewright import Record, State, Table, rule
from rulewright.geometry.grid import Edge, Square

Area = Literal["map", "sideline", "ko", "removed", "outside", "card", "aside"]
"""Where an element is: ``card`` is that of a Vehicle, whose pilot it is (24.4); ``aside`` is beside the map, until an
effect brings it back (15.3)."""

MOST_TOKENS: Final = 2
"""The action tokens that a character can have (13.3)."""


@rule("3.2", "15.3")
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
    extra: int = 0
    """What was paid for it beside its point value (2.2c)."""
    area: Area = "map"
    given: tuple[str, ...] = ()
    """What it can use besides its own sheet: optional traits, a copied team ability, its equipment, pilot abilities."""
    equipment: str = ""
    """The id of what it is equipped with (25.2c)."""
    pilot: str = ""
    """The character on the card of a Vehicle (24.4)."""
    last_squares: tuple[Square, ...] = field(default=(), name="fell")
    """What its base covered when it left the map."""
    plot: int = 0
    """The plot points of a title character (24.5a)."""
    gained: tuple[str, ...] = ()
    """Keywords that it has gained (23.1b)."""
    lost: tuple[str, ...] = ()
    """Keywords that it has lost."""
    hurt_by: int | None = None
    """The player whose character most recently dealt damage to it (26.3)."""
    done: tuple[str, ...] = ()
    """What it has done and what was done to it this turn: "costed", "token", "moved", "placed", "carried", and the
    names of the FREE actions that it was given."""
    named: tuple[tuple[str, int], ...] = ()
    """The named tokens on its card, each with how many (21.5)."""
    by: str = ""
    """The character that generated it (21.6)."""
    attached: str = ""
    """The character to which it is attached (21.7)."""
    size: str = ""
    """The size symbol that it has gained, in place of the one on its base (21.2c)."""
    back: int | None = None
    """The player at the beginning of whose turn it returns to the map (15.3)."""
    entered: bool = False
    """Whether it has started the game: it has been on the map (8.1b)."""
    replaces: str = ""
    """The character in whose place it came (21.12); before it, with spaces between, all whom that one had replaced."""

    @property
    def stands_for(self) -> tuple[str, ...]:
        """All in whose place it stands; the first of all stands first."""
        return tuple(self.replaces.split())

    @property
    def expired(self) -> bool:
        """Whether its countdown clicks have become KO clicks, for it has left the map (24.3)."""
        return bool(self.last_squares)


def element_of(id: str) -> str:
    """What the content calls a game element that has that id in this game: "cloak" for its second copy, "cloak#2"."""
    return id.partition("#")[0]


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
    power: str = ""
    """The power that made it."""
    until: int | None = None
    """The player at the beginning of whose turn it is removed."""
    card: str = ""
    """What is printed on it, where it is no standard one."""

    @property
    def element(self) -> str:
        """The game element that lies there, where it is equipment: its id up to the number that tells copies apart."""
        return "" if self.card else element_of(str(self.id))


@rule("17.14c")
class Turned(Record):
    """How a terrain marker lies that does not lie as it is printed; the id is that of the marker.

    The same event writes the marker, so that a marker that lies otherwise is another record.
    """

    quarters: int
    """By how many quarters it is turned clockwise."""


@rule("16.9a", "16.9b")
class Ruin(Record):
    """Printed terrain that was destroyed: a square, or a wall."""

    squares: tuple[Square, ...] = ()
    walls: tuple[Edge, ...] = ()


@rule("2.5", "5.3c", "5.4b", "7.9")
class Force(Record):
    """A player's force; its id is the seat. ``victory`` are the victory points that the player has scored."""

    player: int
    victory: int = 0
    mission: int = 0
    actions: int = 0
    """The costed actions given this turn that count against the action total."""
    edge: str = ""
    """Its starting area: an edge of the map, or one of the printed areas."""
    rows: int = 1
    """How often its starting area was expanded, and once more (4.3b)."""
    keyword: str = ""
    """The keyword of a themed team."""
    elements: tuple[str, ...] = ()
    """The ids of its additional game elements that are neither KO'd nor destroyed (25), wherever they are."""
    bonuses: tuple[str, ...] = ()
    """The bonuses of its location that it has paid for (25.6)."""
    clues: tuple[str, ...] = ()
    """Its mystery cards, each once for every clue token on it (25.8)."""
    plotted: bool = False
    """Whether it has activated a plot ability this turn (24.5)."""
    turns: int = 0
    """The turns that the player has completed."""
    lost: bool = False
    """Whether an effect has made the player lose (5.3b)."""
    defeated: bool = False


@rule("25.7")
class Tarot(Record):
    """The tarot cards of a player; the id is the seat."""

    deck: tuple[str, ...] = ()
    """Those that may lie in any order in the deck."""
    under: tuple[str, ...] = ()
    """Those that were put to the bottom of the deck, the uppermost first."""
    drawn: tuple[str, ...] = ()
    """Those that were drawn; the last one lies on top, and is active."""

    @property
    def active(self) -> tuple[str, ...]:
        """The card that lies on top, where one was drawn."""
        return self.drawn[-1:]


@rule("4.1b", "13.5", "26.1")
class Match(Record):
    """The game; its id is 0."""

    first: int = 0
    """The first player."""
    winner: int | None = None
    """Who rolled highest for the first turn (25.6)."""
    map: str = ""
    """The map that was chosen; empty where one was agreed on (4.2)."""
    divided: tuple[tuple[int, int], ...] = ()
    """What nobody has scored: the owner of each element, and its points; the others divide them (26.3)."""


class Memory(Record):
    """What is remembered of a character until the turn is over, where a text asks for it; the id is that of the
    character."""

    words: tuple[str, ...] = ()
    """What it did: "attacked", "came" to the map, and the costed actions that it was given, such as "use flurry"."""
    trail: tuple[Square, ...] = ()
    """The squares in which it has been."""


class Battle(State):
    """All tables of the game."""

    characters: Table[Character]
    markers: Table[Marker]
    ruins: Table[Ruin]
    forces: Table[Force]
    match: Table[Match]
    tarot: Table[Tarot]
    memory: Table[Memory]
    turned: Table[Turned]

    def active_tarot(self) -> tuple[str, ...]:
        """The tarot cards that count now (25.7)."""
        return tuple(card for one in self.tarot.values() for card in one.active)
