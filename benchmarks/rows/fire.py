"""Lines of fire on squares: all lines of a map, and those of one figure, against walking along each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from random import Random
from typing import Any, Final

import numpy as np

from rulewright.geometry.grid.board import BLOCKING, CLEAR, DOOR, HINDERING, WALL, WINDOW, Board, Square, Tile
from rulewright.geometry.grid.figurelines import figure_table
from rulewright.geometry.grid.figures import Figure, Figures
from rulewright.geometry.grid.fire import line_of_fire
from rulewright.geometry.grid.firetable import fire_table, seen_from
from rulewright.geometry.grid.traces import Traces

from ..measure import Pair, Row, Tools, cost
from ..peers.fire_walks import BLOCKED, HINDERED, Walks

FIGURES: Final = 20
TWIN: Final = "equal tables, of the map and of changed ones, and a line in 97 with evidence"


def battlefield(side: int) -> tuple[Board, Figures]:
    """A square map with terrain, walls and a roof of two storeys, and figures on it, every tenth of them tall."""
    chance = Random(side)
    tiles: dict[Square, Tile] = {}
    edges = {}
    for x in range(side):
        for y in range(side):
            terrain = chance.choices([CLEAR, HINDERING, BLOCKING], [77, 15, 8])[0]
            roof = side // 3 < x < side * 2 // 3, side // 3 < y < side * 2 // 3
            tiles[x, y] = Tile(terrain, 1 + all(roof) * (2 if x + y > side else 1))
            for beside in ((x + 1, y), (x, y + 1)):
                if chance.random() < 0.06 and max(beside) < side:
                    edges[(x, y), beside] = chance.choice([WALL, WALL, WALL, WINDOW, DOOR])
    board = Board(side, side, tiles, edges)
    clear = sorted(board.squares(board.where(CLEAR)))
    squares = chance.sample(clear, FIGURES)
    return board, Figures(board, [Figure(n, (square,), tall=n % 10 == 0) for n, square in enumerate(squares)])


def moved(board: Board, figures: Figures) -> Iterator[Figures]:
    """The figures with one of them elsewhere, again and again."""
    return cycle([figures.moved(n % FIGURES, [square]) for n, square in enumerate(board.squares(board.where(CLEAR)))])


def changed(board: Board) -> Iterator[Board]:
    """The board with another square destroyed or rebuilt each time; more of them than are remembered."""
    tiles = {CLEAR: BLOCKING, HINDERING: CLEAR, BLOCKING: HINDERING}
    for at, tile in cycle(board.tiles.items()):
        yield board.with_tiles({at: Tile(tiles[tile.terrain], tile.elevation)})


def _same(board: Board, figures: Figures, walks: Walks) -> None:
    table = fire_table(board, figures)
    assert np.array_equal(table, walks.numpy_table()), "the numpy walk finds other lines"
    assert table.tolist() == walks.python_table(), "the Python walk finds other lines"
    for pair in range(0, table.size, 97):
        ends = divmod(pair, len(table))
        origin, target = ((number % board.width, number // board.width) for number in ends)
        assert line_of_fire(board, origin, target, figures).state == table[ends], (origin, target)


def _proved(side: int) -> tuple[Board, Figures, Walks]:
    board, figures = battlefield(side)
    walks = Walks(board, figures)
    _same(board, figures, walks)
    boards, crowds = changed(board), moved(board, figures)
    for _ in range(3):
        other, others = next(boards), next(crowds)
        _same(other, others, Walks(other, others))
    return board, figures, walks


def _moving(side: int, walk: Callable[[Walks], Callable[[], Any]]) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        board, figures, walks = _proved(side)
        crowds = moved(board, figures)
        return Pair(cost(lambda: fire_table(board, next(crowds)), 1e3), cost(walk(walks), 1e3), TWIN)

    return build


def _destroying(side: int) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        board, figures, walks = _proved(side)
        boards = changed(board)
        terrain = cost(lambda: fire_table(next(boards), figures), 1e3)
        return Pair(terrain, cost(walks.python_table, 1e3), TWIN)

    return build


def _row(tools: Tools) -> Pair:
    board, figures, walks = _proved(16)
    clear = sorted(board.squares(board.where(CLEAR)))
    targets = cycle(clear)
    for square in clear:
        crowd = figures.moved(1, [square])
        walks.stand(crowd)
        number = square[1] * board.width + square[0]
        seen, hindered = seen_from(board, square, crowd, shooter=1)
        row = [BLOCKED if not seen >> n & 1 else hindered >> n & HINDERED for n in range(board.width * board.height)]
        assert row == walks.python_row(number), square

    def ours() -> None:
        square = next(targets)
        seen_from(board, square, figures.moved(1, [square]), shooter=1)

    return Pair(cost(ours), cost(lambda: walks.python_row(100)), "equal rows from every clear square")


def _figures(tools: Tools) -> Pair:
    board, figures, walks = _proved(16)
    moves = moved(board, figures)

    def ours(crowd: Figures) -> dict[tuple[Any, Any], int]:
        table = figure_table(board, crowd)
        return {(a, b): aim.state for a in range(FIGURES) for b, aim in table.row(a).items()}

    ours(figures)
    for crowd in islice(moves, 2 * FIGURES):
        walks.stand(crowd)
        assert ours(crowd) == walks.python_figures(crowd)
    twin = f"equal lines between all figures after {2 * FIGURES} moves"
    return Pair(cost(lambda: ours(next(moves))), cost(lambda: walks.python_figures(figures)), twin)


def _shapes(side: int) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        _proved(side)
        return Pair(cost(lambda: Traces(side, side), 1e3), None, TWIN)

    return build


WALK: Final = "Python walk along every line"
ROWS: Final = (
    Row("fire-table", "all lines of a 16 x 16 map with 20 figures, one of which moved", WALK, "ms",
        _moving(16, lambda walks: walks.python_table), must=1 / 12, stretch=1 / 35),
    Row("fire-table-numpy", "all lines of a 16 x 16 map with 20 figures, one of which moved",
        "numpy walk, all lines at once", "ms", _moving(16, lambda walks: walks.numpy_table)),
    Row("fire-table-24", "all lines of a 24 x 24 map with 20 figures, one of which moved", WALK, "ms",
        _moving(24, lambda walks: walks.python_table), must=1 / 12, stretch=1 / 35),
    Row("fire-terrain", "all lines of a 16 x 16 map of which a square changed", WALK, "ms", _destroying(16)),
    Row("fire-terrain-24", "all lines of a 24 x 24 map of which a square changed", WALK, "ms", _destroying(24)),
    Row("fire-row", "one of 20 figures moved, and its lines to all squares of a 16 x 16 map",
        "Python walk along these lines", "us", _row),
    Row("fire-figures", "lines and distances among 20 figures of a 16 x 16 map, one of which moved",
        "Python walk along these lines, without distances", "us", _figures, must=1 / 3, stretch=1 / 10),
    Row("fire-shapes", "where the lines of all 16 x 16 maps go, once in a process", "-", "ms", _shapes(16)),
    Row("fire-shapes-24", "where the lines of all 24 x 24 maps go, once in a process", "-", "ms", _shapes(24)),
)  # fmt: skip
