"""All lines of fire of a board at the same time: who can see what, without the evidence of :mod:`.fire`."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .adjacency import distance
from .board import Board, Edge, Mask, Square
from .figures import Figures, numbers
from .fire import REGARDING_ALL, Fire, FirePolicy, LineState, checked, line_of_fire, line_to_destroy
from .firelines import TerrainLines, terrain_lines
from .traces import Table, traces


def line_state(
    board: Board,
    origin: Square,
    target: Square,
    figures: Figures | None = None,
    policy: FirePolicy = REGARDING_ALL,
    shooter: Any = None,
) -> LineState:
    """Whether a line of fire is open, hindered or blocked: :func:`.fire.line_of_fire` without its evidence."""
    start, end = board.bit(origin), board.bit(target)
    figures = checked(board, figures)
    lines, number = terrain_lines(board, policy), start.bit_length() - 1
    seen, hindered = seen_among(end, board, lines, number, figures, policy, shooter)
    if not seen:
        return LineState.BLOCKED
    return LineState.HINDERED if hindered else LineState.OPEN


def seen_among(
    targets: Mask, board: Board, lines: TerrainLines, origin: int, figures: Figures, policy: FirePolicy, shooter: Any
) -> tuple[Mask, Mask]:
    """What :func:`seen_from` finds of a few targets, from a square by its number; ``lines`` are those of the board."""
    own = 0 if shooter is None else figures.mask(shooter)
    seen, hindered = lines.among(targets, origin)
    if not policy.figures:
        blockers = figures.blockers(shooter)
        if targets == board.present:
            seen &= ~lines.hidden(origin, blockers, policy)
        else:
            seen &= ~lines.hidden_among(seen, origin, blockers, policy)
        if policy.figures_close_corners:
            seen, hindered = _past_corners(seen, hindered, board, lines, origin, figures, policy, shooter)
    seen |= own & targets
    return seen, seen & ((hindered & ~own) | (own & lines.relief.hindering))


def _past_corners(
    seen: Mask,
    hindered: Mask,
    board: Board,
    lines: TerrainLines,
    origin: int,
    figures: Figures,
    policy: FirePolicy,
    shooter: Any,
) -> tuple[Mask, Mask]:
    """
    What is seen, and what of it hindered, with figures that close corners.

    Lines by corners with a figure beside them are drawn one by one, for it may send them round the other side.
    """
    here, crowd = board.squares(1 << origin)[0], figures.blockers(shooter).mask
    for target in numbers(seen):
        if crowd & lines.traces.beside(origin, target):
            there = 1 << target
            fire = line_of_fire(board, here, board.squares(there)[0], figures, policy, shooter)
            seen = seen & ~there if fire.blocked else seen
            hindered = hindered | there if fire.hindered else hindered & ~there
    return seen, hindered


def can_destroy(
    board: Board,
    origin: Square,
    piece: Square | Edge,
    figures: Figures | None = None,
    policy: FirePolicy = REGARDING_ALL,
    shooter: Any = None,
) -> bool:
    """Whether there is the line that destroying a piece of blocking terrain needs: :func:`.fire.line_to_destroy`
    without its evidence."""
    figures = checked(board, figures)
    if isinstance(piece[0], int) and not policy.figures_close_corners:
        square: Any = piece
        start, end = (board.bit(one).bit_length() - 1 for one in (origin, square))
        if start != end and not (shooter is not None and figures.mask(shooter) >> end & 1):
            lines = terrain_lines(board, policy)
            if lines.closed(start, end):
                return False
            return policy.figures or not lines.hidden_among(1 << end, start, figures.blockers(shooter), policy)
    if isinstance(piece[0], tuple) and not _goes_through(board, origin, piece):
        return False
    return not line_to_destroy(board, origin, piece, figures, policy, shooter).blocked


def _goes_through(board: Board, origin: Square, wall: Any) -> bool:
    """Whether the line to the square beyond an edge goes through the one before it, from either side."""
    lines, start = traces(board.width, board.height), board.bit(origin)
    for near, far in (wall, wall[::-1]):
        if near in board.tiles and far in board.tiles:
            way = start | lines.between(start.bit_length() - 1, board.bit(far).bit_length() - 1)
            if board.bit(near) & way:
                return True
    return False


def seen_from(
    board: Board,
    origin: Square,
    figures: Figures | None = None,
    policy: FirePolicy = REGARDING_ALL,
    shooter: Any = None,
) -> tuple[Mask, Mask]:
    """
    The squares to which a line from there is not blocked, and those of them to which it is hindered.

    ``shooter`` is the id of the figure that draws the lines. Raises GeometryError for a square that is not on
    the board, an unknown shooter, figures of another board, and a board too large for tables.
    """
    start = board.bit(origin).bit_length() - 1
    lines = terrain_lines(board, policy)
    if figures is None and shooter is None:
        return lines.rows[start]
    return seen_among(board.present, board, lines, start, checked(board, figures), policy, shooter)


def seen_by(board: Board, shooter: Any, figures: Figures, policy: FirePolicy = REGARDING_ALL) -> tuple[Mask, Mask]:
    """The same for a figure on the board, by the best line from any of its squares."""
    seen = clear = 0
    for square in figures[shooter].squares:
        open_or_hindered, hindered = seen_from(board, square, figures, policy, shooter)
        seen |= open_or_hindered
        clear |= open_or_hindered & ~hindered
    return seen, seen & ~clear


def best_line(
    board: Board,
    origins: Iterable[Square],
    targets: Iterable[Square],
    figures: Figures | None = None,
    policy: FirePolicy = REGARDING_ALL,
    shooter: Any = None,
    reach: int | None = None,
) -> Fire | None:
    """
    The best line from any of some squares to any of others, with its evidence.

    Open is better than hindered and hindered better than blocked; of equal lines the shortest, then the first by
    column and row. ``reach`` leaves out targets that are more squares away, for line and distance are taken from the
    same square; None where nothing is left.
    """
    ends = list(targets)
    pairs = [(a, b) for a in origins for b in ends if reach is None or distance(a, b) <= reach]
    if not pairs:
        return None

    def rank(pair: tuple[Square, Square]) -> Any:
        return line_state(board, *pair, figures, policy, shooter), distance(*pair), pair

    return line_of_fire(board, *min(pairs, key=rank), figures, policy, shooter)


def fire_table(
    board: Board, figures: Figures | None = None, policy: FirePolicy = REGARDING_ALL, shooter: Any = None
) -> Table:
    """
    The :class:`.fire.LineState` of all lines, as [origin, target]; square (x, y) has the number y * width + x.

    ``shooter`` is the id of a figure that would draw them, from wherever. Lines to or from squares that the
    board leaves out are blocked.
    """
    lines = terrain_lines(board, policy)
    if figures is not None and policy.figures_close_corners:
        return _table_by_rows(board, figures, policy, shooter)
    blocked = lines.blocked
    if figures is not None or shooter is not None:
        figures = checked(board, figures)
        if not policy.figures:
            blocked = blocked | lines.behind(figures.blockers(shooter), policy)
    table = lines.traces.unpacked(blocked)
    table += table
    np.maximum(table, lines.hindered, out=table)
    if figures is not None and shooter is not None:
        own = numbers(figures.mask(shooter))
        table[np.ix_(numbers(board.present), own)] = [lines.relief.hindering >> square & 1 for square in own]
    return table


def _table_by_rows(board: Board, figures: Figures, policy: FirePolicy, shooter: Any) -> Table:
    """:func:`fire_table` made of what is seen from each square, for what masks of all lines cannot tell."""
    size = board.width * board.height
    table: Table = np.full((size, size), LineState.BLOCKED, np.uint8)
    for square in board.tiles:
        seen, hindered = seen_from(board, square, figures, policy, shooter)
        row = table[square[1] * board.width + square[0]]
        row[numbers(seen)] = LineState.OPEN
        row[numbers(hindered)] = LineState.HINDERED
    return table
