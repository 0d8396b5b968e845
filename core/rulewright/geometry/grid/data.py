"""
Boards as data: what a file, or the content or setup of a game, says of a board.

A board is drawn in rows of letters: ``.`` clear, ``h`` hindering, ``#`` blocking, ``~`` water, ``*`` special, ``o``
obscuring, a blank where there is no square. Or its size is given, and its terrain as lists of squares. ``B3`` is a
square, ``B3:D5`` a rectangle of them, ``B3|C3`` the edge between two (``A1|W`` the one west of A1, on the border of the
board), ``B3-C3`` a ramp::

    rows = ["..h..", "..#..", "....."]
    elevation = ["11111", "11122", "11122"]
    walls = ["B1|C1"]
    ramps = ["C3-D3"]
    areas = {start = ["A1:A3"]}

The model of a game has a field of :class:`BoardData`; every mistake is then named with its place (``map.walls[3]``).
This room loads pydantic: it is imported where models are made.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product
from typing import Annotated, Final, Literal, Self, TypeAlias, TypeVar

from msgspec.structs import asdict
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ...problems import ContentError, Problem
from .. import GeometryError
from .board import (
    BLOCKING,
    CLEAR,
    DOOR,
    EAST,
    GROUND,
    HINDERING,
    LARGEST,
    NORTH,
    OBSCURING,
    SOUTH,
    SPECIAL,
    WALL,
    WATER,
    WEST,
    WINDOW,
    Board,
    Edge,
    EdgeKind,
    Mask,
    Square,
    Tile,
    edge,
    name_of,
    square_of,
)

LETTERS: Final = {".": CLEAR, "h": HINDERING, "#": BLOCKING, "~": WATER, "*": SPECIAL, "o": OBSCURING}
BLANK: Final = " "
SIDES: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
KINDS: Final = {"walls": WALL, "windows": WINDOW, "doors": DOOR}

Terrain: TypeAlias = Literal["clear", "hindering", "blocking", "water", "special", "obscuring"]
Key = TypeVar("Key")

# ------------------------------------------------------------------------------------------- places as texts


def rectangle(text: str) -> Sequence[Square]:
    """The squares of ``B3`` or ``B3:D5``, row by row. Raises GeometryError."""
    names = text.split(":")
    if len(names) > 2:
        raise GeometryError(f"{text!r} is neither a square, such as B3, nor a rectangle of them, such as B3:D5")
    (left, top), (right, bottom) = square_of(names[0].strip()), square_of(names[-1].strip())
    if not (0 <= right - left < LARGEST and 0 <= bottom - top < LARGEST):
        raise GeometryError(f"{text!r} is no rectangle of squares; write its first and last square, such as B3:D5")
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def between(text: str) -> Edge:
    """The edge ``B3|C3``, or ``B3|N`` for the one on that side of a square. Raises GeometryError."""
    first, second = _two(text, "|")
    a = square_of(first)
    b = (a[0] + SIDES[second][0], a[1] + SIDES[second][1]) if second in SIDES else square_of(second)
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise GeometryError(f"{name_of(a)} and {name_of(b)} share no edge")
    return edge(a, b)


def ramp(text: str) -> Edge:
    """The two squares that the ramp ``B3-C3`` joins. Raises GeometryError."""
    a, b = map(square_of, _two(text, "-"))
    if max(abs(a[0] - b[0]), abs(a[1] - b[1])) != 1:
        raise GeometryError(f"a ramp joins two squares that touch, not {name_of(a)} and {name_of(b)}")
    return edge(a, b)


def _two(text: str, sign: str) -> list[str]:
    names = [name.strip() for name in text.split(sign)]
    if len(names) != 2:
        raise GeometryError(f"{text!r} is no pair of squares; write B3{sign}C3")
    return names


def _readable(reads: Callable[[str], object]) -> AfterValidator:
    """Of a text that can be read so; it stays a text, so that data is written as it was read."""

    def check(text: str) -> str:
        reads(text)
        return text

    return AfterValidator(check)


Area: TypeAlias = Annotated[str, _readable(rectangle), Field(examples=["B3", "B3:D5"])]
Between: TypeAlias = Annotated[str, _readable(between), Field(examples=["B3|C3", "A1|W"])]
Ramp: TypeAlias = Annotated[str, _readable(ramp), Field(examples=["B3-C3"])]

# ------------------------------------------------------------------------------------------------- the models


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EdgeData(_Part):
    """What lies on edges and is neither a wall nor a window nor a door; see :class:`.board.EdgeKind`."""

    name: str
    at: tuple[Between, ...] = Field(min_length=1)
    stops_moves: bool = True
    stops_fire: bool = True
    parts: bool = True
    wall: bool = True

    def kind(self) -> EdgeKind:
        """The same as a board has it."""
        return EdgeKind(self.name, self.stops_moves, self.stops_fire, self.parts, self.wall)


class BoardData(_Part):
    """
    A board as data: rows of letters, or a size, and what lies where.

    Lists of squares count over what rows say. What does not fit the board is a mistake with its place.
    """

    rows: tuple[str, ...] = Field((), description=f"a letter for each square: {LETTERS}, a blank for none")
    width: int | None = Field(None, ge=1, le=LARGEST, description="columns, where there are no rows")
    height: int | None = Field(None, ge=1, le=LARGEST, description="how many rows, where they are not drawn")
    gaps: tuple[Area, ...] = Field((), description="where there is no square")
    terrain: dict[Terrain, tuple[Area, ...]] = Field({}, description="squares of each terrain that is not clear")
    elevation: tuple[str, ...] = Field((), description="rows with a digit for each square; 1, the ground, without them")
    elevated: dict[int, tuple[Area, ...]] = Field({}, description="squares of each elevation")
    indoor: tuple[Area, ...] = ()
    walls: tuple[Between, ...] = ()
    windows: tuple[Between, ...] = ()
    doors: tuple[Between, ...] = ()
    edges: tuple[EdgeData, ...] = Field((), description="whatever else lies on edges")
    ramps: tuple[Ramp, ...] = ()
    areas: dict[str, tuple[Area, ...]] = Field({}, description="starting areas and other regions, by name")

    def board(self, name: str = "board") -> Board:
        """The board that this describes."""
        width, height = self._size()
        there = self._there()
        terrain: dict[Square, str] = {at: LETTERS[sign] for at, sign in _letters(self.rows) if sign != BLANK}
        terrain.update(_by_square(self.terrain.items()))
        elevation = self._digits() | _by_square(self.elevated.items())
        indoor = {at for text in self.indoor for at in rectangle(text)}
        areas: dict[Square, set[str]] = {}
        for area, texts in self.areas.items():
            for at in (at for text in texts for at in rectangle(text)):
                areas.setdefault(at, set()).add(area)
        tiles = {
            at: Tile(terrain.get(at, CLEAR), elevation.get(at, GROUND), at in indoor, frozenset(areas.get(at, ())))
            if at in there
            else None
            for at in product(range(width), range(height))
        }
        edges = {between(text): kind for _, text, kind in self._edges()}
        return Board(width, height, tiles, edges, map(ramp, self.ramps), name)

    @classmethod
    def of(cls, board: Board) -> Self:
        """The data of a board: it makes the same board again, but for its name."""
        plain = all(0 <= level <= 9 for level in board.levels)
        levels = {level: mask for level, mask in board.levels.items() if level != GROUND}
        kinds = {kind: [pair for pair, found in board.edges.items() if found == kind] for kind in board.edges.values()}
        signs = {terrain: sign for sign, terrain in LETTERS.items()}
        data = {
            "rows": _drawn(board, lambda tile: signs[tile.terrain]),
            "elevation": _drawn(board, lambda tile: str(tile.elevation)) if levels and plain else (),
            "elevated": {} if plain else {level: _as_texts(board, mask) for level, mask in levels.items()},
            "indoor": _as_texts(board, board.indoor),
            **{field: _edges_as_texts(board, kinds.pop(kind, ())) for field, kind in KINDS.items()},
            "edges": [{"at": _edges_as_texts(board, at), **asdict(kind)} for kind, at in kinds.items()],
            "ramps": [f"{name_of(a)}-{name_of(b)}" for a, b in sorted(board.ramps)],
            "areas": {area: _as_texts(board, mask) for area, mask in board.areas.items()},
        }
        return cls.model_validate(data)

    def plain(self) -> dict[str, object]:
        """As data for JSON, without what says nothing."""
        return self.model_dump(mode="json", exclude_defaults=True)

    # -------------------------------------------------------------------------------------------- mistakes

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        mistakes = list(self._mistakes_of_size()) or [*self._mistakes_in_rows(), *self._mistakes_of_place()]
        if mistakes:
            raise ContentError(mistakes)
        return self

    def _mistakes_of_size(self) -> Iterator[Problem]:
        given = self.width is not None and self.height is not None
        wide = max(map(len, self.rows), default=0)
        if self.rows and (self.width is not None or self.height is not None):
            yield _problem("rows", "rows beside a width or a height", "rows, which say the size themselves, or a size")
        elif not self.rows and not given:
            yield _problem("rows", "no rows", "rows of letters, or a width and a height")
        elif self.rows and not (1 <= wide <= LARGEST and len(self.rows) <= LARGEST):
            yield _problem("rows", f"{wide} by {len(self.rows)} squares", f"1 to {LARGEST} columns and rows")

    def _mistakes_in_rows(self) -> Iterator[Problem]:
        known = ", ".join(f"{sign} {terrain}" for sign, terrain in LETTERS.items())
        for (x, y), sign in _letters(self.rows):
            if sign != BLANK and sign not in LETTERS:
                yield _problem(f"rows[{y}]", f"{sign!r} in column {x + 1}", f"{known}, or a blank for no square")
        there, (width, height) = self._there(), self._size()
        if short := [y for y, row in enumerate(self.rows) if len(row) < width]:
            y = short[0]
            longest = next(number for number, row in enumerate(self.rows, 1) if len(row) == width)
            found = f"{len(self.rows[y])} squares in row {y + 1}, {width} in row {longest}"
            yield _problem(f"rows[{y}]", found, "rows of the same length; write a blank for no square")
        digits = self._digits()
        for y, row in enumerate(self.elevation):
            if y >= height or len(row) > width or any((x, y) in there and (x, y) not in digits for x in range(width)):
                yield _problem(f"elevation[{y}]", repr(row), "a digit for each square of a row of the board")
        if self.elevation and len(self.elevation) < height:
            yield _problem("elevation", f"{len(self.elevation)} rows", f"{height}, as the board has")

    def _mistakes_of_place(self) -> Iterator[Problem]:
        there, (width, height) = self._there(), self._size()
        known = f"squares of the board, which goes from A1 to {name_of((width - 1, height - 1))}"
        for field, text, squares in self._squares():
            if not there.issuperset(squares):
                yield _problem(field, repr(text), known)
        for number, text in enumerate(self.gaps):
            if any(x >= width or y >= height for x, y in rectangle(text)):
                yield _problem(f"gaps[{number}]", repr(text), known)
        laid: dict[Edge, EdgeKind] = {}
        for field, text, kind in self._edges():
            pair = between(text)
            if there.isdisjoint(pair):
                yield _problem(field, repr(text), f"an edge of {known}")
            elif laid.setdefault(pair, kind) != kind:
                yield _problem(field, repr(text), f"one thing on an edge: a {laid[pair].name} is there")

    def _squares(self) -> Iterator[tuple[str, str, Iterable[Square]]]:
        """Every text that names squares, with its place."""
        lists = {"indoor": self.indoor}
        lists |= {f"terrain.{terrain}": texts for terrain, texts in self.terrain.items()}
        lists |= {f"elevated.{level}": texts for level, texts in self.elevated.items()}
        lists |= {f"areas.{name}": texts for name, texts in self.areas.items()}
        for place, texts in lists.items():
            for number, text in enumerate(texts):
                yield f"{place}[{number}]", text, rectangle(text)
        for number, text in enumerate(self.ramps):
            yield f"ramps[{number}]", text, ramp(text)

    def _edges(self) -> Iterator[tuple[str, str, EdgeKind]]:
        """Every text that names an edge, with its place and what lies there."""
        for field, kind in KINDS.items():
            for number, text in enumerate(getattr(self, field)):
                yield f"{field}[{number}]", text, kind
        for other, data in enumerate(self.edges):
            for number, text in enumerate(data.at):
                yield f"edges[{other}].at[{number}]", text, data.kind()

    # -------------------------------------------------------------------------------------------- what rows say

    def _digits(self) -> dict[Square, int]:
        return {at: int(sign) for at, sign in _letters(self.elevation) if sign.isascii() and sign.isdigit()}

    def _size(self) -> tuple[int, int]:
        return self.width or max(map(len, self.rows)), self.height or len(self.rows)

    def _there(self) -> set[Square]:
        """The squares of the board."""
        width, height = self._size()
        drawn = {at for at, sign in _letters(self.rows) if sign != BLANK}
        every = drawn if self.rows else set(product(range(width), range(height)))
        return every.difference(*map(rectangle, self.gaps))


def _problem(field: str, found: str, expected: str) -> Problem:
    return Problem("", field=field, found=found, expected=expected)


def _letters(rows: Sequence[str]) -> Iterator[tuple[Square, str]]:
    return (((x, y), sign) for y, row in enumerate(rows) for x, sign in enumerate(row))


def _by_square(lists: Iterable[tuple[Key, Iterable[str]]]) -> dict[Square, Key]:
    return {at: key for key, texts in lists for text in texts for at in rectangle(text)}


def _drawn(board: Board, letter: Callable[[Tile], str]) -> tuple[str, ...]:
    tiles = board.tiles
    return tuple(
        "".join(letter(tiles[x, y]) if (x, y) in tiles else BLANK for x in range(board.width))
        for y in range(board.height)
    )


def _as_texts(board: Board, mask: Mask) -> tuple[str, ...]:
    """The squares of a mask, those side by side in a row as one rectangle."""
    numbered = enumerate(board.squares(mask))
    runs = ([at for _, at in run] for _, run in groupby(numbered, key=lambda item: (item[1][1], item[1][0] - item[0])))
    return tuple(name_of(run[0]) if len(run) == 1 else f"{name_of(run[0])}:{name_of(run[-1])}" for run in runs)


def _edges_as_texts(board: Board, pairs: Iterable[Edge]) -> tuple[str, ...]:
    return tuple(_edge_as_text(board, *pair) for pair in sorted(pairs))


def _edge_as_text(board: Board, a: Square, b: Square) -> str:
    """``A1|B1``, or with the side where one of the two squares is not on the board."""
    if a in board.tiles and b in board.tiles:
        return f"{name_of(a)}|{name_of(b)}"
    here, there = (a, b) if a in board.tiles else (b, a)
    step = (there[0] - here[0], there[1] - here[1])
    return f"{name_of(here)}|{next(side for side, way in SIDES.items() if way == step)}"
