"""Squares in reach as one writes it first: a dictionary of squares and a queue."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from rulewright.geometry.grid.board import Square


class Map:
    """A map in dictionaries and sets: blocking squares, walls both ways, elevations, ramps both ways."""

    def __init__(
        self,
        side: int,
        blocked: Collection[Square],
        walls: Collection[tuple[Square, Square]] = (),
        heights: Mapping[Square, int] | None = None,
        ramps: Collection[tuple[Square, Square]] = (),
    ) -> None:
        self.side = side
        self.blocked = frozenset(blocked)
        self.walls = frozenset((*walls, *((b, a) for a, b in walls)))
        self.heights = {(x, y): (heights or {}).get((x, y), 1) for x in range(side) for y in range(side)}
        self.ramps = frozenset((*ramps, *((b, a) for a, b in ramps)))


def reach_in_the_open(board: Map, start: Square, speed: int) -> dict[Square, int]:
    """The squares that a figure can reach among blocking squares, by the corner rule; with their fewest steps."""
    side, blocked = board.side, board.blocked
    seen, queue = {start: 0}, deque([start])
    while queue:
        x, y = queue.popleft()
        steps = seen[x, y]
        if steps == speed:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                to = (x + dx, y + dy)
                if 0 <= to[0] < side and 0 <= to[1] < side and to not in seen and to not in blocked:
                    if dx and dy and (x, to[1]) in blocked and (to[0], y) in blocked:
                        continue
                    seen[to] = steps + 1
                    queue.append(to)
    return seen


def reach_of_base_in_the_open(
    board: Map, base: Collection[Square], start: Square, speed: int
) -> set[frozenset[Square]]:
    """
    The places of a base of several squares after a move of that square of it, by the corner rule.

    It is turned by right angles, a base of two squares to any neighbour, and none of its squares goes more squares
    than the one that moves.
    """
    size, squares = len(base), sorted(base)
    come = {start}
    found = set()
    for steps in range(speed + 1):
        for end in come:
            for turned in _turned([(x - start[0], y - start[1]) for x, y in squares], size):
                there = [(end[0] + x, end[1] + y) for x, y in turned]
                gone = max(max(abs(x - u), abs(y - v)) for (x, y), (u, v) in zip(squares, there, strict=True))
                if gone <= steps and _stands(board, there):
                    found.add(frozenset(there))
        come = {to for here in come for to in reach_in_the_open(board, here, 1) if to != here}
    return found


def _turned(offsets: list[Square], size: int) -> Iterator[list[Square]]:
    if size == 2:
        for step in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            yield [step if offset != (0, 0) else offset for offset in offsets]
    else:
        for _ in range(4):
            yield offsets
            offsets = [(-y, x) for x, y in offsets]


def _stands(board: Map, squares: list[Square]) -> bool:
    if any(square in board.blocked or square not in board.heights for square in squares):
        return False
    if len(squares) != 2:
        return True
    (x, y), (u, v) = squares
    return (x, v) not in board.blocked or (u, y) not in board.blocked


def reach_among_everything(
    board: Map, start: Square, speed: int, friends: Collection[Square], foes: Collection[Square]
) -> set[Square]:
    """
    The squares in which a figure can end among walls, elevations, ramps, friends and foes.

    A figure goes on from a square once, but may have had to stop there before.
    """
    beside = {
        (x + dx, y + dy)
        for x, y in foes
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx or dy)
        and (x + dx, y + dy) in board.heights
        and board.heights[x + dx, y + dy] == board.heights[x, y]
        and _enters(board, (x, y), (x + dx, y + dy), adjacent=True)
    }
    seen, ends, queue = {start: 0}, {start}, deque([start])
    while queue:
        here = queue.popleft()
        steps = seen[here]
        if steps == speed:
            continue
        x, y = here
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                to = (x + dx, y + dy)
                if to in seen or to not in board.heights or to in board.blocked or to in foes:
                    continue
                if not _enters(board, here, to):
                    continue
                ends.add(to)
                if to not in beside:
                    seen[to] = steps + 1
                    queue.append(to)
    return ends - set(friends) | {start}


def _enters(board: Map, here: Square, to: Square, adjacent: bool = False) -> bool:
    """Whether a step can be taken; with ``adjacent`` whether two squares are adjacent, and no ramp helps."""
    (x, y), (u, v) = here, to
    heights, walls = board.heights, board.walls
    if x == u or y == v:
        if (here, to) in walls:
            return False
        return heights[here] == heights[to] or (not adjacent and (here, to) in board.ramps)
    return any(
        side not in board.blocked
        and (here, side) not in walls
        and (side, to) not in walls
        and heights[here] == heights[side] == heights[to]
        for side in ((x, v), (u, y))
    )
