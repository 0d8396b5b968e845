"""Boards of squares, drawn."""

from typing import Final

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ..grid.board import (
    BLOCKING,
    CLEAR,
    HINDERING,
    OBSCURING,
    SPECIAL,
    WATER,
    Board,
    Edge,
    EdgeKind,
    Mask,
    Square,
    edge,
    name_of,
)
from .canvas import Canvas
from .files import Grid
from .paper import FAINT, GROUND, INK, SIDES, Colour

FILLS: Final[dict[str, Colour]] = {
    CLEAR: GROUND,
    HINDERING: "#cfe3c3",
    BLOCKING: "#9c8468",
    WATER: "#bcd9ec",
    SPECIAL: "#f3dfb8",
    OBSCURING: "#d9d2e6",
}
CLIFF: Final[Colour] = "#c0392b"
INDOORS: Final[Colour] = "#d9b400"


def draw_board(grid: Grid, title: str = "") -> Canvas:
    """The board with terrain, elevations, walls and ramps, and the figures on it."""
    board = grid.board
    canvas = Canvas(board.width, board.height, title, down=True)
    canvas.axes.set_facecolor(FAINT)
    _ruler(canvas, board)
    for square, tile in board.tiles.items():
        canvas.area(cell(square), FILLS.get(tile.terrain, GROUND), FAINT, linewidth=0.4, zorder=1)
        if tile.elevation != 1:
            x, y = middle(square)
            canvas.label((x + 0.36, y - 0.36), str(tile.elevation), CLIFF, fontsize=5.5)
    _borders(canvas, board)
    for pair, kind in board.edges.items():
        _wall(canvas, pair, kind)
    for a, b in sorted(board.ramps):
        _ramp(canvas, a, b)
    for figure in grid.figures:
        draw_figure(canvas, figure.id, figure.squares, grid.sides.get(figure.id, 0))
    return canvas


def cell(square: Square) -> Polygon:
    """A square as an area of the picture."""
    x, y = square
    return shapely.box(x, y, x + 1, y + 1)


def middle(square: Square) -> tuple[float, float]:
    """The centre of a square in the picture."""
    return (square[0] + 0.5, square[1] + 0.5)


def area(board: Board, squares: Mask) -> BaseGeometry:
    """Some squares as one area of the picture."""
    joined: BaseGeometry = shapely.union_all([cell(square) for square in board.squares(squares)])
    return joined


def draw_figure(canvas: Canvas, name: str, squares: tuple[Square, ...], side: int) -> None:
    """A figure on its squares."""
    colour = SIDES[side % len(SIDES)]
    ground = shapely.union_all([cell(square) for square in squares])
    rounded = ground.buffer(-0.32).buffer(0.2) if len(squares) > 1 else ground.centroid.buffer(0.36)
    canvas.area(rounded, colour, INK, linewidth=0.8, zorder=5)
    point = ground.centroid
    canvas.label((point.x, point.y), name, "white", fontsize=6)


def _borders(canvas: Canvas, board: Board) -> None:
    """Red lines where the elevation changes, yellow ones where indoors begins."""
    for (x, y), tile in board.tiles.items():
        for other in ((x + 1, y), (x, y + 1)):
            beyond = board.tiles.get(other)
            if beyond is None:
                continue
            ends = edge_ends(edge((x, y), other))
            if beyond.indoor != tile.indoor:
                canvas.line(ends, INDOORS, linewidth=2.4, zorder=2.5)
            if beyond.elevation != tile.elevation:
                canvas.line(ends, CLIFF, linewidth=1.2, zorder=3)


def edge_ends(pair: Edge) -> list[tuple[float, float]]:
    """The two ends of the edge between two squares, in the picture."""
    (ax, ay), (bx, by) = pair
    corner = (float(max(ax, bx)), float(max(ay, by)))
    return [corner, (corner[0], corner[1] + 1) if ay == by else (corner[0] + 1, corner[1])]


def _wall(canvas: Canvas, pair: Edge, kind: EdgeKind) -> None:
    solid = kind.stops_moves and kind.stops_fire
    colour = INK if kind.stops_fire else "#2f6fab"
    canvas.line(edge_ends(pair), colour, linewidth=3.0, linestyle="-" if solid else (0, (1.2, 0.8)), zorder=4)


def _ramp(canvas: Canvas, a: Square, b: Square) -> None:
    (ax, ay), (bx, by) = middle(a), middle(b)
    x, y = (ax + bx) / 2, (ay + by) / 2
    reach = 0.16
    diamond = Polygon([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)])
    canvas.area(diamond, "white", CLIFF, linewidth=0.8, zorder=4.5)


def _ruler(canvas: Canvas, board: Board) -> None:
    axes = canvas.axes
    axes.set_xticks(np.arange(board.width) + 0.5, [name_of((x, 0))[:-1] for x in range(board.width)])
    axes.set_yticks(np.arange(board.height) + 0.5, [str(y + 1) for y in range(board.height)])
    axes.tick_params(length=0, labelsize=6.5, colors=INK, top=True, labeltop=True, bottom=False, labelbottom=False)
