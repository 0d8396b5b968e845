"""A board of squares: terrain, elevation, walls on edges, ramps; and the bit masks that queries run on.

A square is (column, row), both from 0, row 0 at the top; (0, 0) is also called A1. A set of squares is one
integer with the bit ``row * width + column`` set for each: union, intersection and a step in a direction are
single operations on it, whatever the size of the board.

A board never changes: destroying a wall or laying a marker gives a new board.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

import msgspec

from .. import GeometryError

Square: TypeAlias = tuple[int, int]
Mask: TypeAlias = int
Edge: TypeAlias = tuple[Square, Square]
"""Two squares that share an edge, the lesser (by column, then row) first; one may lie just off the board."""

CLEAR: Final = "clear"
HINDERING: Final = "hindering"
BLOCKING: Final = "blocking"
WATER: Final = "water"
SPECIAL: Final = "special"
OBSCURING: Final = "obscuring"
TERRAIN: Final = (CLEAR, HINDERING, BLOCKING, WATER, SPECIAL, OBSCURING)


class EdgeKind(msgspec.Struct, frozen=True):
    """What lies on an edge, and whether it stops moves, stops lines of fire, and parts adjacent squares."""

    name: str
    stops_moves: bool = True
    stops_fire: bool = True
    parts: bool = True


WALL: Final = EdgeKind("wall")
WINDOW: Final = EdgeKind("window", stops_fire=False)
DOOR: Final = EdgeKind("door", stops_moves=False)


class Tile(msgspec.Struct, frozen=True):
    """
    What a square is: its terrain, its elevation (1 is the ground), indoors or not, the areas it belongs to.

    ``areas`` are words such as "start", so that starting areas and special zones are data of the map.
    """

    terrain: str = CLEAR
    elevation: int = 1
    indoor: bool = False
    areas: frozenset[str] = frozenset()


class Board:
    """
    ``width`` columns by ``height`` rows of squares; a board of another shape leaves squares out.

    ``tiles`` gives what differs from a clear square; None leaves the square out. ``edges`` gives walls,
    windows and doors, ``ramps`` the pairs of touching squares that stairs or ramps join. Raises
    GeometryError naming the square or edge for anything that does not fit the board.
    """

    def __init__(
        self,
        width: int,
        height: int,
        tiles: Mapping[Square, Tile | None] | None = None,
        edges: Mapping[Edge, EdgeKind] | None = None,
        ramps: Iterable[Edge] = (),
        name: str = "board",
    ) -> None:
        if width < 1 or height < 1:
            raise GeometryError(f"{name}: a board has at least 1 column and 1 row, not {width} by {height}")
        self.width = width
        self.height = height
        self.name = name
        self.tiles: Mapping[Square, Tile] = self._all_tiles(tiles or {})
        self.edges: Mapping[Edge, EdgeKind] = {self._checked_edge(*pair): kind for pair, kind in (edges or {}).items()}
        self.ramps: frozenset[Edge] = frozenset(self._checked_ramp(*pair) for pair in ramps)

    # ------------------------------------------------------------------------------------ squares and masks

    def bit(self, square: Square) -> Mask:
        """The mask of one square. Raises GeometryError for a square that is not on the board."""
        if square not in self.tiles:
            raise GeometryError(f"{self.name} has no square {_named(square)}; it is {self.width} by {self.height}")
        return 1 << square[1] * self.width + square[0]

    def mask(self, squares: Iterable[Square]) -> Mask:
        """The mask of these squares."""
        found = 0
        for square in squares:
            found |= self.bit(square)
        return found

    def squares(self, mask: Mask) -> Iterator[Square]:
        """The squares of a mask, row by row."""
        while mask:
            lowest = mask & -mask
            row, column = divmod(lowest.bit_length() - 1, self.width)
            yield (column, row)
            mask ^= lowest

    @cached_property
    def present(self) -> Mask:
        """All squares of the board."""
        return self.mask(self.tiles)

    def where(self, terrain: str) -> Mask:
        """The squares of one kind of terrain."""
        return self._by_terrain.get(terrain, 0)

    @cached_property
    def _by_terrain(self) -> Mapping[str, Mask]:
        found: dict[str, Mask] = {}
        for square, tile in self.tiles.items():
            found[tile.terrain] = found.get(tile.terrain, 0) | self.bit(square)
        return found

    @cached_property
    def levels(self) -> Mapping[int, Mask]:
        """The squares of each elevation, lowest first."""
        found: dict[int, Mask] = {}
        for square, tile in self.tiles.items():
            found[tile.elevation] = found.get(tile.elevation, 0) | self.bit(square)
        return dict(sorted(found.items()))

    @cached_property
    def indoor(self) -> Mask:
        """The squares that are indoors."""
        return self.mask(square for square, tile in self.tiles.items() if tile.indoor)

    def area(self, name: str) -> Mask:
        """The squares of a named area, none where no square has it."""
        return self.mask(square for square, tile in self.tiles.items() if name in tile.areas)

    def tile(self, square: Square) -> Tile:
        """What that square is. Raises GeometryError for a square that is not on the board."""
        self.bit(square)
        return self.tiles[square]

    # ------------------------------------------------------------------------------------------- new boards

    def with_tiles(self, tiles: Mapping[Square, Tile]) -> "Board":
        """The board with these squares changed."""
        return Board(self.width, self.height, {**self._given_tiles(), **tiles}, self.edges, self.ramps, self.name)

    def with_edges(self, edges: Mapping[Edge, EdgeKind | None]) -> "Board":
        """The board with these edges changed; None takes away what lies there."""
        changed = {edge(*pair): kind for pair, kind in edges.items()}
        kept = {pair: kind for pair, kind in {**self.edges, **changed}.items() if kind is not None}
        return Board(self.width, self.height, self._given_tiles(), kept, self.ramps, self.name)

    # ------------------------------------------------------------------------------------------------ input

    def _given_tiles(self) -> dict[Square, Tile | None]:
        return {(x, y): self.tiles.get((x, y)) for y in range(self.height) for x in range(self.width)}

    def _all_tiles(self, given: Mapping[Square, Tile | None]) -> dict[Square, Tile]:
        for x, y in given:
            if not (0 <= x < self.width and 0 <= y < self.height):
                raise GeometryError(f"{self.name}: {_named((x, y))} is not on a board of {self.width} by {self.height}")
        clear = Tile()
        every = ((x, y) for y in range(self.height) for x in range(self.width))
        found = {square: given.get(square, clear) for square in every}
        return {square: tile for square, tile in found.items() if tile is not None}

    def _checked_edge(self, a: Square, b: Square) -> Edge:
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
            raise GeometryError(f"{self.name}: {_named(a)} and {_named(b)} share no edge, nothing can stand on it")
        if a not in self.tiles and b not in self.tiles:
            raise GeometryError(f"{self.name}: neither {_named(a)} nor {_named(b)} is on the board")
        return edge(a, b)

    def _checked_ramp(self, a: Square, b: Square) -> Edge:
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) != 1:
            raise GeometryError(f"{self.name}: a ramp joins two squares that touch, not {_named(a)} and {_named(b)}")
        for square in (a, b):
            if square not in self.tiles:
                raise GeometryError(
                    f"{self.name}: a ramp joins {_named(a)} and {_named(b)}, but {_named(square)} is off the board"
                )
        return edge(a, b)


def edge(a: Square, b: Square) -> Edge:
    """The same pair whichever square is named first."""
    return (a, b) if a <= b else (b, a)


def name_of(square: Square) -> str:
    """A1 for (0, 0), B1 for (1, 0), AA1 for (26, 0)."""
    column, letters = square[0] + 1, ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{square[1] + 1}"


def square_of(name: str) -> Square:
    """(0, 0) for A1. Raises GeometryError for a text that names no square."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not (letters.isascii() and letters.isalpha() and digits) or int(digits) < 1:
        raise GeometryError(f"{name!r} is no square; a square is a column letter and a row number, such as B7")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return (column - 1, int(digits) - 1)


def _named(square: Square) -> str:
    return name_of(square) if min(square) >= 0 else str(square)
