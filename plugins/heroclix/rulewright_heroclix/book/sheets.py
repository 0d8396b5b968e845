"""What is played of the content: sheets of characters with the clicks of their dials, of markers, and of maps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from msgspec import Struct

from rulewright import rule
from rulewright.readonly import read_only

if TYPE_CHECKING:
    from rulewright.geometry.grid import Board, Square, Tile
    from rulewright.powers import Held
    from rulewright.text import Words

    from ..cards import models


COLUMNS: Final = ("speed", "attack", "defense", "damage")
"""The columns of a dial, in their order."""

COLORS: Final = (
    "red", "orange", "yellow", "light green", "green", "light blue", "blue", "purple", "pink", "brown", "black", "gray",
)  # fmt: skip
"""The colours in which a dial shows standard powers, in the order of the Powers and Abilities Card."""

Size = Literal["tiny", "standard", "giant", "colossal"]
SIZES: Final[tuple[str, ...]] = get_args(Size)
"""The sizes from the smallest to the largest (21.2a)."""


class Click(Struct, frozen=True):
    """What one click of a dial shows: combat values, and powers."""

    speed: int = 0
    attack: int = 0
    defense: int = 0
    damage: int = 0
    powers: tuple[str | Held, ...] = ()
    ko: bool = False
    countdown: int = 0
    """The number of a countdown click (24.3)."""


KO_CLICK: Final = Click(ko=True)


class CharacterSheet(Struct, frozen=True):
    """A character: what its base, dial and card say. ``carries`` are the powers and abilities of every click."""

    id: str
    figure: str
    """The character whose sheet it is; its id, unless this is another card of it."""
    name: Words
    points: Mapping[int, int]
    """The point values, each with the click number of its starting line."""
    range: int
    bolts: int
    dial: tuple[Click, ...]
    size: str
    shape: tuple[int, int]
    """The columns and rows of its base."""
    keywords: tuple[str, ...]
    ring: str
    carries: tuple[str | Held, ...]
    sideline: tuple[str | Held, ...]
    """What it can use on the Sideline, too (keyword.sideline-active)."""
    specials: tuple[str, ...]
    """The special powers on its card (18.2)."""
    printed: models.Character
    """All that is printed on it."""
    at_points: tuple[models.Trait, ...] = ()
    """The traits that it has only where it was added at a certain point value (19.2a)."""
    version: models.Card | None = None
    """The card, where it is an alternate, Team-Up or Legacy card."""

    @rule("24.3")
    def shows(self, click: int, *, expired: bool = False) -> Click:
        """What the dial shows at a click number; beyond its last click, and on an expired countdown click, it is KO."""
        found = self.dial[click - 1] if 1 <= click <= len(self.dial) else KO_CLICK
        return KO_CLICK if expired and found.countdown else found

    @rule("21.12a", "1.1a")
    def identical(self, other: CharacterSheet) -> bool:
        """Whether both are the same figure, whatever cards it has: of one name, set symbol and collector number."""
        mine, theirs = ((one.name, one.printed.set, one.printed.number) for one in (self, other))
        return self.figure == other.figure or (bool(self.printed.number) and mine == theirs)

    @property
    @rule("1.3i", "24.4")
    def vehicle(self) -> bool:
        """Whether it is a Vehicle."""
        return "vehicle" in self.printed.symbols

    @property
    @rule("1.10", "24.4")
    def standard(self) -> bool:
        """Whether it is a standard character: on a base of at most two squares, with ordinary symbols, no bystander."""
        odd = self.printed.bystander or "autonomous" in self.printed.symbols or self.vehicle
        return not odd and self.shape in ((1, 1), (1, 2))

    def fits(self, specified: models.Specified) -> bool:
        """Whether a name or keyword is its own."""
        named = self.printed.name.en in specified.names
        return named or any(keyword in specified.keywords for keyword in self.keywords)


class MapSheet(Struct, frozen=True, dict=True):
    """A map."""

    id: str
    name: Words
    data: Any

    @cached_property
    def board(self) -> Board:
        """Its printed board."""
        board: Board = read_only(self.data.board(self.id))
        return board

    @rule("26")
    def board_for(self, players: int) -> Board:
        """Its board in a game of so many players: those of more than two leave some squares out on some maps."""
        return self.board if players == 2 else self._board_of_more

    @cached_property
    def _board_of_more(self) -> Board:
        from rulewright.geometry.grid import Board

        whole = self.board
        out = whole.squares(whole.areas.get(LEFT_OUT, 0))
        if not out:
            return whole
        tiles: dict[Square, Tile | None] = {**whole.tiles, **dict.fromkeys(out)}
        edges = {pair: kind for pair, kind in whole.edges.items() if not set(pair) <= set(out)}
        ramps = (pair for pair in whole.ramps if set(pair).isdisjoint(out))
        board: Board = read_only(Board(whole.width, whole.height, tiles, edges, ramps, whole.name))
        return board


class MarkerSheet(Struct, frozen=True):
    """What is printed on a terrain marker; without more the default values (17.11c)."""

    id: str = ""
    kind: str = "object"
    range: int = 4
    reach: int = 0
    damage: int = 2
    close: int = 1
    destroy: int = 3
    indestructible: bool = False
    immobile: bool = False
    heavy: bool = False
    """Whether only Super Strength picks it up (17.1d)."""
    points: int = 0
    """The point value of a special object or EFFECT terrain (25.1, 25.9)."""
    gives: tuple[str, ...] = ()
    """The effects of such a marker: powers that it lets others use."""
    gives_to: str = ""
    """Who they are: who holds it, stands in its squares, or is adjacent to those."""
    covers: tuple[int, int] = (1, 1)
    """The columns and rows of squares that it covers, either way round."""
    rises: int = 0
    """By how much elevated terrain raises its squares (17.14c)."""
    stairs: tuple[str, ...] = ()
    """Where the border of elevated terrain has red triangles: a square of it, and a side (17.14c)."""
    special_terrain: bool = False
    """Whether it is special terrain, which nobody moves or destroys (25.5)."""


STANDARD_MARKER: Final = MarkerSheet()

HEAVY_OBJECT: Final = "heavy-object"
"""What the card of a standard heavy object is called, which only Super Strength picks up (17.1d)."""

MARKERS: Final = ("object", "hindering", "blocking", "water", "smoke")
"""The standard terrain markers that a force may include (17.2a)."""

START: Final = "start"
"""The area of squares in which a game for two starts."""

LEFT_OUT: Final = "left out of four"
"""The area of squares that games for more than two leave out (26)."""

START_OF_FOUR: Final = "start of four"
"""The area of squares in which a game for four starts."""
