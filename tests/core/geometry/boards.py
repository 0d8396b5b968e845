"""Small boards at random, mirrored and turned, and boards drawn with letters, for the tests of squares."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Final

from hypothesis import strategies as st

from rulewright.geometry.grid.board import (
    BLOCKING,
    CLEAR,
    DOOR,
    HINDERING,
    SIDES,
    SPECIAL,
    STEPS,
    WALL,
    WATER,
    WINDOW,
    Board,
    Edge,
    EdgeKind,
    Square,
    Tile,
    edge,
)

RAIL: Final = EdgeKind("rail", stops_moves=False, stops_fire=False, parts=False, wall=False)
LETTERS: Final = {".": CLEAR, "h": HINDERING, "#": BLOCKING, "~": WATER, "*": SPECIAL}


def drawn(*rows: str, edges: Mapping[Edge, EdgeKind] | None = None, ramps: tuple[Edge, ...] = ()) -> Board:
    """A board of terrain letters (``.h#~*``) or elevations (``2`` to ``9``); a blank is a gap."""
    tiles: dict[Square, Tile | None] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            tile = Tile(elevation=int(letter)) if letter.isdigit() else Tile(LETTERS.get(letter, CLEAR))
            tiles[x, y] = None if letter == " " else tile
    return Board(len(rows[0]), len(rows), tiles, edges, ramps)


GROUNDS: Final = (CLEAR, CLEAR, CLEAR, BLOCKING, BLOCKING, HINDERING, WATER)
HEIGHTS: Final = (1, 1, 1, 1, 2, 2, 3)
TILES: Final = (
    *(Tile(terrain, height) for height in HEIGHTS for terrain in GROUNDS),
    *(Tile(terrain, indoor=True, areas=frozenset(["start"])) for terrain in GROUNDS),
    *[Tile(HINDERING, 2, areas=frozenset(["goal"])), *[None] * 9],
)
KINDS: Final = (WALL, WALL, WINDOW, DOOR, RAIL)


@st.composite
def boards(draw: st.DrawFn, largest: int = 5) -> Board:
    """Boards up to ``largest`` squares wide and high, with gaps, walls also at the border, heights and ramps."""
    width, height = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    squares = list(product(range(width), range(height)))
    tiles = {square: TILES[byte % len(TILES)] for square, byte in zip(squares, draw(_bytes(squares)), strict=True)}
    there = {square for square, found in tiles.items() if found is not None}
    sides = sorted({edge(a, (a[0] + dx, a[1] + dy)) for a in there for dx, dy in SIDES})
    edges = {pair: KINDS[byte % 5] for pair, byte in zip(sides, draw(_bytes(sides)), strict=True) if byte > 175}
    touching = sorted({edge(a, (a[0] + dx, a[1] + dy)) for a in there for dx, dy in STEPS} & set(product(there, there)))
    ramps = [pair for pair, byte in zip(touching, draw(_bytes(touching)), strict=True) if byte > 200]
    return Board(width, height, tiles, edges, ramps)


def _bytes(things: Sequence[object]) -> st.SearchStrategy[bytes]:
    """A byte for each: far quicker to draw than a value for each."""
    return st.binary(min_size=len(things), max_size=len(things))


def mapped(board: Board, width: int, height: int, where: Callable[[Square], Square]) -> Board:
    """The same board with every square elsewhere."""
    every = product(range(board.width), range(board.height))
    return Board(
        width,
        height,
        {where(square): board.tiles.get(square) for square in every},
        {edge(where(a), where(b)): kind for (a, b), kind in board.edges.items()},
        [edge(where(a), where(b)) for a, b in board.ramps],
    )


def mirrored(board: Board) -> tuple[Board, Callable[[Square], Square]]:
    """The board with left and right exchanged, and where its squares went."""

    def where(square: Square) -> Square:
        return (board.width - 1 - square[0], square[1])

    return mapped(board, board.width, board.height, where), where


def turned(board: Board) -> tuple[Board, Callable[[Square], Square]]:
    """The board turned a quarter clockwise, and where its squares went."""

    def where(square: Square) -> Square:
        return (board.height - 1 - square[1], square[0])

    return mapped(board, board.height, board.width, where), where
