"""Starting areas: the edges of a map or its printed areas, and how they are expanded (4.2a to 4.3d)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.geometry import grid
from rulewright.geometry.caching import kept

from ..book.sheets import START, START_OF_FOUR
from ..space.board import scene_of

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.geometry.grid import Board, Mask, Square

EDGES: Final = ("north", "south", "west", "east")
OPPOSITE: Final = {"north": "south", "south": "north", "west": "east", "east": "west"}

SMALL: Final = 16
"""The columns and rows of a map on which two players start along its edges (4.2a)."""


@rule("4.2a", "15.4", "26")
def areas_for(board: Board, players: int) -> dict[str, Mask]:
    """The starting areas of a map by name: its edges for two on a small map, else the printed areas, ``area 1`` on."""
    if players == 2 and (_small(board) or START not in board.areas):
        return {edge: along(board, edge) for edge in EDGES}
    names = (START,) if players == 2 else (START_OF_FOUR, START)
    printed = next((board.areas[name] for name in names if name in board.areas), 0)
    return {f"area {number}": part for number, part in enumerate(grid.connected(board, printed), 1)}


def _small(board: Board) -> bool:
    return board.width <= SMALL and board.height <= SMALL


@rule("4.2a", "4.3b", "15.4")
@kept
def along(board: Board, edge: str, rows: int = 1) -> Mask:
    """The squares along an edge of the map, so many rows deep."""
    return board.mask(square for square in board.tiles if _depth(board, edge, square) < rows)


def _depth(board: Board, edge: str, square: Square) -> int:
    x, y = square
    return {"north": y, "south": board.height - 1 - y, "west": x, "east": board.width - 1 - x}[edge]


@rule("4.2a", "4.3b", "4.3d")
def starting_area(position: Position, player: int, rows: int | None = None) -> Mask:
    """The starting area of a player, expanded ``rows - 1`` times; as printed, or along the edge, with 1."""
    board, force = scene_of(position).board, position.state.forces[player]
    times = force.rows if rows is None else rows
    if force.edge in OPPOSITE:
        return along(board, force.edge, times)
    return expanded(board, areas_for(board, len(position.players))[force.edge], times - 1)


@rule("4.3d")
def home(position: Position, player: int) -> Mask:
    """What a starting area means once the game has begun: as it was before it was expanded."""
    return starting_area(position, player, 1)


@rule("4.3c")
def overlapping(position: Position, player: int, rows: int) -> bool:
    """Whether a starting area would overlap another one, which may be expanded as often."""
    own = starting_area(position, player, rows)
    return any(own & starting_area(position, other, rows) for other in position.players if other != player)


@rule("4.3b")
def expanded(board: Board, area: Mask, times: int) -> Mask:
    """A printed area with columns of its own depth along the shortest edge that it touches; then with rows."""
    edge = min(_touched(board, area), key=lambda edge: _length(board, edge))
    side = "west" if edge in ("north", "south") else "north"
    deep = 1 + max(_depth(board, edge, square) for square in board.squares(area))
    columns = [_depth(board, side, square) for square in board.squares(area)]
    more = list(_outwards(min(columns), max(columns), _length(board, edge)))
    taken, rows = set(more[:times]), max(0, times - len(more))
    new = board.mask(at for at in board.tiles if _depth(board, side, at) in taken and _depth(board, edge, at) < deep)
    return area | new | (along(board, edge, deep + rows) if rows else 0)


def _touched(board: Board, area: Mask) -> list[str]:
    squares = board.squares(area)
    return [edge for edge in EDGES if any(_depth(board, edge, at) == 0 for at in squares)] or list(EDGES)


def _length(board: Board, edge: str) -> int:
    return board.width if edge in ("north", "south") else board.height


def _outwards(least: int, most: int, length: int) -> Iterator[int]:
    """The columns beside an area, nearest first, from both sides in turn."""
    for far in range(1, length):
        yield from (column for column in (least - far, most + far) if 0 <= column < length)
