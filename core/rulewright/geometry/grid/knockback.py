"""Knocking a figure back: it is placed square by square in a direct path away from the source."""

import msgspec

from .. import GeometryError
from ..evidence import Fault
from .adjacency import apart, flat
from .board import BLOCKING, Board, Mask, Square, Step, name_of

SQUARES = 3
"""How far a figure is knocked back unless the effect says otherwise."""


class KnockBack(msgspec.Struct, frozen=True):
    """
    What became of a knocked back figure: the squares it was placed in, and what stopped it.

    ``path`` begins with the square it was knocked back from; ``stopped_by`` is None where it went all the way.
    """

    path: tuple[Square, ...]
    stopped_by: Fault | None = None

    @property
    def end(self) -> Square:
        """Where the figure is now."""
        return self.path[-1]

    @property
    def squares(self) -> int:
        """How many squares it was knocked back, 0 where it never left its own."""
        return len(self.path) - 1


def away_from(source: Square, square: Square) -> Step:
    """
    The direction that leads away from the source.

    It is that of their row, column or diagonal; where they share none, the diagonal that leads away in both
    directions. Raises GeometryError for a source in the same square, from which nothing leads away.
    """
    if source == square:
        raise GeometryError(f"no direction leads away from a source in the same square {name_of(square)}")
    return (_sign(square[0] - source[0]), _sign(square[1] - source[1]))


def knock_back(
    board: Board,
    source: Square,
    square: Square,
    squares: int = SQUARES,
    occupied: Mask = 0,
    any_closed_corner: bool = False,
) -> KnockBack:
    """
    Knock the figure in ``square`` back from the source.

    It is stopped by a next square that is "off the board", "blocking terrain", or parted from the one before by a wall,
    another elevation, or walls and blocking terrain on both sides of a corner (the reason is that of
    :func:`.adjacency.apart`). Higher or lower squares beside the corner do not stop it, unless ``any_closed_corner``:
    then whatever makes the next square not adjacent does. "occupied" is the reason only where nothing else stops it.
    Raises GeometryError for squares off the board, fewer than 0 squares, or a source in the figure's own square.
    """
    board.mask((source, square))
    if squares < 0:
        raise GeometryError(f"{board.name}: a figure is knocked back 0 squares or more, not {squares}")
    step = away_from(source, square)
    path = [square]
    while len(path) <= squares:
        fault = _stop(board, path[-1], step, occupied, any_closed_corner)
        if fault is not None:
            return KnockBack(tuple(path), fault)
        path.append((path[-1][0] + step[0], path[-1][1] + step[1]))
    return KnockBack(tuple(path))


def _stop(board: Board, here: Square, step: Step, occupied: Mask, any_closed_corner: bool) -> Fault | None:
    """What stops a figure from being placed in the next square."""
    there = (here[0] + step[0], here[1] + step[1])
    if there not in board.tiles:
        return Fault("off the board", squares=(here, there))
    if board.bit(there) & board.where(BLOCKING):
        return Fault("blocking terrain", name_of(there), squares=(here, there))
    level = board.tiles[here].elevation == board.tiles[there].elevation
    fault = apart(flat(board) if level and not any_closed_corner else board, here, there)
    if fault is None and board.bit(there) & occupied:
        return Fault("occupied", name_of(there), squares=(here, there))
    return fault


def _sign(number: int) -> int:
    return int(number > 0) - int(number < 0)
