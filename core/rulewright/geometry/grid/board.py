"""A board of squares: terrain, elevation, walls on edges, ramps; and the bit masks that queries run on.

A square is (column, row), both from 0, row 0 at the top; (0, 0) is also called A1. A set of squares is one
integer with the bit ``row * width + column`` set for each: union, intersection and a step in a direction are
single operations on it, whatever the size of the board.

A board never changes: destroying a wall or laying a marker gives a new board, which shares with the old one
whatever did not change.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import index
from typing import Final, TypeAlias

import msgspec

from ...problems import did_you_mean, nearest
from ...readonly import Sealed
from .. import GeometryError
from ..caching import Keeps

Square: TypeAlias = tuple[int, int]
Mask: TypeAlias = int
Edge: TypeAlias = tuple[Square, Square]
"""Two squares that share an edge, the lesser (by column, then row) first; one may lie just off the board."""
Step: TypeAlias = tuple[int, int]
"""Columns to the right, rows down."""

NORTH: Final[Step] = (0, -1)
EAST: Final[Step] = (1, 0)
SOUTH: Final[Step] = (0, 1)
WEST: Final[Step] = (-1, 0)
SIDES: Final[tuple[Step, ...]] = (NORTH, EAST, SOUTH, WEST)
"""The steps over an edge."""
CORNERS: Final[tuple[Step, ...]] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""The steps over a corner: north-east, then clockwise."""
STEPS: Final[tuple[Step, ...]] = SIDES + CORNERS

CLEAR: Final = "clear"
HINDERING: Final = "hindering"
BLOCKING: Final = "blocking"
WATER: Final = "water"
SPECIAL: Final = "special"
OBSCURING: Final = "obscuring"
TERRAIN: Final = (CLEAR, HINDERING, BLOCKING, WATER, SPECIAL, OBSCURING)

GROUND: Final = 1
"""The elevation of the ground; terrain above it is elevated."""
LARGEST: Final = 200
"""The most columns or rows that a board can have."""


class EdgeKind(msgspec.Struct, frozen=True):
    """
    What lies on an edge, and whether it stops moves, stops lines of fire, and parts adjacent squares.

    ``wall`` says whether it is a piece of blocking terrain: what effects that ask for walls find, and what
    can be destroyed.
    """

    name: str
    stops_moves: bool = True
    stops_fire: bool = True
    parts: bool = True
    wall: bool = True


WALL: Final = EdgeKind("wall")
WINDOW: Final = EdgeKind("window", stops_fire=False)
DOOR: Final = EdgeKind("door", stops_moves=False)


class Tile(msgspec.Struct, frozen=True):
    """
    What a square is: its terrain, its elevation (1 is the ground), indoors or not, the areas it belongs to.

    ``areas`` are words such as "start", so that starting areas and special zones are data of the map.
    """

    terrain: str = CLEAR
    elevation: int = GROUND
    indoor: bool = False
    areas: frozenset[str] = frozenset()


CLEAR_TILE: Final = Tile()


class Board(Keeps[None], Sealed):
    """
    ``width`` columns by ``height`` rows of squares; a board of another shape leaves squares out.

    ``tiles`` gives what differs from a clear square; None leaves the square out. ``edges`` gives walls,
    windows and doors, ``ramps`` the pairs of touching squares that stairs or ramps join. Raises
    GeometryError naming the square or edge for anything that does not fit the board.

    What lies where is kept as masks: ``present`` (all squares), ``terrains``, ``levels`` (by elevation, the
    lowest first), ``indoor``, ``areas``; and by direction, as the squares from which a step that way

    - ``stops_moves``, ``stops_fire``, ``parts``: meets an edge that does that (the four :data:`SIDES`),
    - ``walls``: meets a wall, a window or a door (the four :data:`SIDES`),
    - ``stairs``: goes along a ramp (all eight :data:`STEPS`).
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
        for side in (width, height):
            if type(side) is not int or not 1 <= side <= LARGEST:
                raise GeometryError(f"{name}: a board has 1 to {LARGEST} columns and rows, not {width!r} by {height!r}")
        self.width = width
        self.height = height
        self.name = name
        self.tiles: Mapping[Square, Tile] = self._all_tiles(tiles or {})
        self.present: Mask = sum(1 << y * width + x for x, y in self.tiles)
        self._onward = {step: self._leaving(step) for step in STEPS}
        self.terrains: Mapping[str, Mask] = {}
        self.levels: Mapping[int, Mask] = {}
        self.indoor: Mask = 0
        self.areas: Mapping[str, Mask] = {}
        self._count_tiles({square: (None, tile) for square, tile in self.tiles.items()})
        none = dict.fromkeys(SIDES, 0)
        self.edges: Mapping[Edge, EdgeKind] = {}
        self.walls: Mapping[Step, Mask] = none
        self.stops_moves: Mapping[Step, Mask] = none
        self.stops_fire: Mapping[Step, Mask] = none
        self.parts: Mapping[Step, Mask] = none
        self._lay_edges(self._checked_edges(edges or {}))
        self.ramps: frozenset[Edge] = frozenset()
        self.stairs: Mapping[Step, Mask] = dict.fromkeys(STEPS, 0)
        self._lay_ramps(frozenset(map(self._checked_ramp, ramps)))
        super().__init__()

    # ------------------------------------------------------------------------------------ squares and masks

    def bit(self, square: Square) -> Mask:
        """The mask of one square. Raises GeometryError for a square that is not on the board."""
        if square not in self.tiles:
            raise GeometryError(f"{self.name} has no square {name_of(square)}; it is {self.width} by {self.height}")
        return 1 << index(square[1]) * self.width + index(square[0])

    def mask(self, squares: Iterable[Square]) -> Mask:
        """The mask of these squares."""
        found = 0
        for square in squares:
            found |= self.bit(square)
        return found

    def squares(self, mask: Mask) -> tuple[Square, ...]:
        """The squares of a mask, row by row. Raises GeometryError for a mask of squares that are not on the board."""
        if mask & ~self.present:
            raise GeometryError(
                f"{self.name}: a mask has squares that are not on the board, which is {self.width} by {self.height}"
            )
        found = []
        while mask:
            lowest = mask & -mask
            row, column = divmod(lowest.bit_length() - 1, self.width)
            found.append((column, row))
            mask ^= lowest
        return tuple(found)

    def names(self, mask: Mask) -> tuple[str, ...]:
        """The names of the squares of a mask, row by row: ``("A1", "B1")``. Raises GeometryError as :meth:`squares`."""
        return tuple(map(name_of, self.squares(mask)))

    def square(self, name: str) -> Square:
        """The square of that name. Raises GeometryError for a text that names none, and for one off the board."""
        found = square_of(name.strip())
        if found in self.tiles:
            return found
        if found[0] < self.width and found[1] < self.height:
            raise GeometryError(f"{self.name} has a gap where {name_of(found)} would be")
        last = name_of((self.width - 1, self.height - 1))
        raise GeometryError(f"{self.name} has no square {name_of(found)}; it goes from A1 to {last}")

    def tile(self, square: Square) -> Tile:
        """What that square is. Raises GeometryError for a square that is not on the board."""
        self.bit(square)
        return self.tiles[square]

    def where(self, terrain: str) -> Mask:
        """The squares of one kind of terrain."""
        return self.terrains.get(terrain, 0)

    def __repr__(self) -> str:
        return f"Board({self.name!r}, {self.width} x {self.height})"

    def area(self, name: str) -> Mask:
        """The squares of a named area. Raises GeometryError with the nearest name where no square has it."""
        if name in self.areas:
            return self.areas[name]
        near = did_you_mean(nearest(name, self.areas)[:1])
        raise GeometryError(f"{self.name} has no area {name!r}; it has {', '.join(self.areas) or 'none'}{near}")

    def shifted(self, mask: Mask, step: Step) -> Mask:
        """Where the squares of a mask come to by one step; those that would leave the board are gone."""
        leaving, by = self._onward[step]
        return (mask & leaving) << by if by > 0 else (mask & leaving) >> -by

    def level_steps(self, step: Step) -> Mask:
        """The squares from which that step leads to a square of the same elevation."""
        return self._level_steps[step]

    def _leaving(self, step: Step) -> tuple[Mask, int]:
        """The squares from which a step stays on the board, and the bits it goes on."""
        columns, rows = step
        row = (1 << self.width) - 1
        # A step to the side starts in any column but the last one that way: its bit would land in the next row.
        starting = row >> 1 if columns > 0 else row & ~1 if columns < 0 else row
        every = starting * (((1 << self.width * self.height) - 1) // row)
        by = rows * self.width + columns
        back = self.present >> by if by > 0 else self.present << -by
        return self.present & every & back, by

    @cached_property
    def _level_steps(self) -> Mapping[Step, Mask]:
        found = dict.fromkeys(STEPS, 0)
        for step in STEPS:
            back = (-step[0], -step[1])
            for level in self.levels.values():
                found[step] |= level & self.shifted(level, back)
        return found

    # ------------------------------------------------------------------------------------------- new boards

    def with_tiles(self, tiles: Mapping[Square, Tile]) -> "Board":
        """The board with these squares changed. Raises GeometryError for a square that is not on it."""
        changes = {}
        for square, tile in tiles.items():
            old = self.tile(square)
            if tile != old:
                changes[square] = (old, self._checked_tile(square, tile))
        if not changes:
            return self
        new = self._next()
        new.tiles = {**self.tiles, **{square: tile for square, (_, tile) in changes.items()}}
        new._count_tiles(changes)
        new.__dict__.pop("_level_steps", None)
        return new

    def with_edges(self, edges: Mapping[Edge, EdgeKind | None]) -> "Board":
        """The board with these edges changed; None takes away what lies there."""
        changes = {pair: kind for pair, kind in self._checked_edges(edges).items() if kind != self.edges.get(pair)}
        if not changes:
            return self
        new = self._next()
        new._lay_edges(changes)
        return new

    def with_ramps(self, ramps: Iterable[Edge] = (), without: Iterable[Edge] = ()) -> "Board":
        """The board with these ramps more, and without those others. Raises GeometryError for what joins no squares."""
        wanted = frozenset(map(self._checked_ramp, ramps))
        gone = self.ramps.intersection(edge(*pair) for pair in without) - wanted
        more = wanted - self.ramps
        if not gone and not more:
            return self
        new = self._next()
        new._lay_ramps((self.ramps - gone) | more)
        return new

    def _next(self) -> "Board":
        new = object.__new__(Board)
        new.__dict__.update(self.__dict__)
        Keeps.__init__(new)
        return new

    # ----------------------------------------------------------------------------------------- bit tables

    def _count_tiles(self, changes: Mapping[Square, tuple[Tile | None, Tile]]) -> None:
        """Bring the masks up to date: square -> (the tile it had, the tile it has)."""
        terrains, levels, areas = dict(self.terrains), dict(self.levels), dict(self.areas)
        for (column, row), (old, new) in changes.items():
            bit = 1 << index(row) * self.width + index(column)
            if old is not None:
                terrains[old.terrain] &= ~bit
                levels[old.elevation] &= ~bit
                for area in old.areas:
                    areas[area] &= ~bit
            terrains[new.terrain] = terrains.get(new.terrain, 0) | bit
            levels[new.elevation] = levels.get(new.elevation, 0) | bit
            for area in new.areas:
                areas[area] = areas.get(area, 0) | bit
            self.indoor = self.indoor | bit if new.indoor else self.indoor & ~bit
        self.terrains = {name: mask for name, mask in terrains.items() if mask}
        self.levels = {name: mask for name, mask in sorted(levels.items()) if mask}
        self.areas = {name: mask for name, mask in sorted(areas.items()) if mask}

    def _lay_edges(self, changes: Mapping[Edge, EdgeKind | None]) -> None:
        both = {**self.edges, **changes}
        self.edges = {pair: kind for pair, kind in both.items() if kind is not None}
        for table, field in (("walls", "wall"), ("stops_moves",) * 2, ("stops_fire",) * 2, ("parts",) * 2):
            does = {pair: kind is not None and getattr(kind, field) for pair, kind in changes.items()}
            setattr(self, table, self._sides(getattr(self, table), does))

    def _lay_ramps(self, ramps: frozenset[Edge]) -> None:
        changes = {pair: pair in ramps for pair in ramps ^ self.ramps}
        self.ramps = ramps
        self.stairs = self._sides(self.stairs, changes)

    def _sides(self, table: Mapping[Step, Mask], changes: Mapping[Edge, bool]) -> Mapping[Step, Mask]:
        """The table of directions with these pairs of squares set or cleared, seen from both of them."""
        found = dict(table)
        for (a, b), does in changes.items():
            for (x, y), (other_x, other_y) in ((a, b), (b, a)):
                if (x, y) in self.tiles:
                    step, bit = (other_x - x, other_y - y), 1 << y * self.width + x
                    found[step] = found[step] | bit if does else found[step] & ~bit
        return found

    # ------------------------------------------------------------------------------------------------ input

    def _all_tiles(self, given: Mapping[Square, Tile | None]) -> dict[Square, Tile]:
        tiles: dict[Square, Tile | None] = {(x, y): CLEAR_TILE for y in range(self.height) for x in range(self.width)}
        for square, tile in given.items():
            if square not in tiles:
                raise GeometryError(
                    f"{self.name}: {name_of(square)} is not on a board of {self.width} by {self.height}"
                )
            tiles[square] = tile if tile is None else self._checked_tile(square, tile)
        return {square: tile for square, tile in tiles.items() if tile is not None}

    def _checked_tile(self, square: Square, tile: Tile) -> Tile:
        if not isinstance(tile, Tile):
            raise GeometryError(f"{self.name}: {name_of(square)} is a Tile, not {tile!r}")
        if isinstance(tile.areas, str):
            raise GeometryError(f"{self.name}: the areas of {name_of(square)} are a set of words, not {tile.areas!r}")
        if tile.terrain not in TERRAIN:
            raise GeometryError(
                f"{self.name}: {tile.terrain!r} of {name_of(square)} is no terrain; there is {', '.join(TERRAIN)}"
            )
        if type(tile.elevation) is not int:
            raise GeometryError(
                f"{self.name}: the elevation of {name_of(square)} is a whole number, not {tile.elevation!r}"
            )
        return tile

    def _checked_edges(self, edges: Mapping[Edge, EdgeKind | None]) -> Mapping[Edge, EdgeKind | None]:
        checked: dict[Edge, EdgeKind | None] = {}
        for pair, kind in edges.items():
            a, b = there = self._checked_edge(pair)
            if not isinstance(kind, EdgeKind | None):
                raise GeometryError(
                    f"{self.name}: an EdgeKind stands between {name_of(a)} and {name_of(b)}, not {kind!r}"
                )
            if checked.setdefault(there, kind) != kind:
                raise GeometryError(f"{self.name}: two different things stand between {name_of(a)} and {name_of(b)}")
        return checked

    def _checked_edge(self, pair: Edge) -> Edge:
        a, b = self._checked_pair(pair)
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
            raise GeometryError(f"{self.name}: {name_of(a)} and {name_of(b)} share no edge, nothing can stand on it")
        if a not in self.tiles and b not in self.tiles:
            raise GeometryError(f"{self.name}: neither {name_of(a)} nor {name_of(b)} is on the board")
        return edge(a, b)

    def _checked_ramp(self, pair: Edge) -> Edge:
        a, b = self._checked_pair(pair)
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) != 1:
            raise GeometryError(f"{self.name}: a ramp joins two squares that touch, not {name_of(a)} and {name_of(b)}")
        for square in (a, b):
            if square not in self.tiles:
                raise GeometryError(
                    f"{self.name}: a ramp joins {name_of(a)} and {name_of(b)}, but {name_of(square)} is off the board"
                )
        return edge(a, b)

    def _checked_pair(self, pair: Edge) -> Edge:
        match pair:
            case ((int(), int()), (int(), int())):
                return pair
        raise GeometryError(f"{self.name}: an edge or ramp is two squares such as ((0, 0), (1, 0)), not {pair!r}")


def back(step: Step) -> Step:
    """The step that leads back."""
    return (-step[0], -step[1])


def edge(a: Square, b: Square) -> Edge:
    """The same pair whichever square is named first."""
    return (a, b) if a <= b else (b, a)


def name_of(square: Square) -> str:
    """A1 for (0, 0), B1 for (1, 0), AA1 for (26, 0); the pair itself where it is left of or above the board."""
    try:
        x, y = map(index, square)
    except (TypeError, ValueError):
        return str(square)
    if x < 0 or y < 0:
        return str(square)
    column, letters = x + 1, ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{y + 1}"


def square_of(name: str) -> Square:
    """(0, 0) for A1. Raises GeometryError for a text that names no square."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not (letters.isascii() and letters.isalpha() and digits) or int(digits) < 1:
        raise GeometryError(f"{name!r} is not a square; a square is a column letter and a row number, such as B7")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return (column - 1, int(digits) - 1)
