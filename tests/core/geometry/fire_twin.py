"""Lines of fire by exact fractions and brute force: every square, edge and corner of the board is tried.

Nothing here is shared with what it tests but the board, the figures and the policy.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import Any

from rulewright.geometry.grid.board import Board, Square, Tile
from rulewright.geometry.grid.figures import Figure
from rulewright.geometry.grid.fire import FirePolicy

OPEN, HINDERED, BLOCKED = 0, 1, 2
HALF = Fraction(1, 2)
Span = tuple[Fraction, Fraction]


def _strictly_inside(start: Fraction, end: Fraction, low: int, high: int) -> Span | None:
    """Between which parts of its way something that goes from start to end is strictly between low and high."""
    if start == end:
        return (Fraction(0), Fraction(1)) if low < start < high else None
    a, b = (low - start) / (end - start), (high - start) / (end - start)
    return max(min(a, b), Fraction(0)), min(max(a, b), Fraction(1))


@cache
def enters(origin: Square, target: Square, square: Square) -> bool:
    """Whether the open segment between two centres has a point strictly inside a square."""
    spans = []
    for axis in (0, 1):
        span = _strictly_inside(origin[axis] + HALF, target[axis] + HALF, square[axis], square[axis] + 1)
        if span is None:
            return False
        spans.append(span)
    return max(spans[0][0], spans[1][0]) < min(spans[0][1], spans[1][1])


@cache
def meets(origin: Square, target: Square, x: int, y: int) -> Fraction | None:
    """At which part of its way the segment meets a corner of the grid, if it does."""
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    if (x - origin[0] - HALF) * dy != (y - origin[1] - HALF) * dx or (dx, dy) == (0, 0):
        return None
    part = (x - origin[0] - HALF) / dx if dx else (y - origin[1] - HALF) / dy
    return part if 0 < part < 1 else None


@cache
def crosses(origin: Square, target: Square, a: Square, b: Square) -> bool:
    """Whether the segment crosses the inside of the edge between two squares, its corners left out."""
    axis = 0 if a[0] != b[0] else 1
    other = 1 - axis
    start, end = origin[axis] + HALF, target[axis] + HALF
    line = max(a[axis], b[axis])
    if start == end:
        return False
    part = (line - start) / (end - start)
    if not 0 < part < 1:
        return False
    where = origin[other] + HALF + part * (target[other] - origin[other])
    return a[other] < where < a[other] + 1


class Twin:
    """One line on one board."""

    def __init__(
        self,
        board: Board,
        figures: Collection[Figure],
        policy: FirePolicy,
        shooter: Any,
        origin: Square,
        target: Square,
        without: Collection[Any] = (),
    ) -> None:
        self.board, self.policy, self.origin, self.target, self.without = board, policy, origin, target, without
        self.shooter = next((figure for figure in figures if figure.id == shooter), None)
        self.figures = [figure for figure in figures if figure is not self.shooter]
        every = [(x, y) for x in range(board.width) for y in range(board.height)]
        self.entered = [square for square in every if enters(origin, target, square) and square != origin]
        self.elevations = sorted((board.tiles[origin].elevation, board.tiles[target].elevation))

    def state(self) -> int:
        if self.origin == self.target or (self.shooter is not None and self.target in self.shooter.squares):
            return HINDERED if self.hinders(self.target) else OPEN
        hard, pieces, hindered = self.met_on_the_way()
        if hard or pieces > self.policy.pieces or self.by_figures() or self.off_the_rim():
            return BLOCKED
        return HINDERED if hindered else OPEN

    def met_on_the_way(self) -> tuple[bool, int, bool]:
        """Whether something blocks that is no piece of blocking terrain, how many pieces are met, what hinders."""
        places = [self.square(square) for square in self.entered]
        for x in range(self.board.width):
            for y in range(self.board.height):
                for beside in ((x + 1, y), (x, y + 1)):
                    if crosses(self.origin, self.target, (x, y), beside):
                        places.append((False, self.wall((x, y), beside), False))
                if meets(self.origin, self.target, x, y):
                    places.append(self.intersection(x, y))
        return (
            any(hard for hard, _, _ in places),
            sum(n for _, n, _ in places),
            any(hinders for _, _, hinders in places),
        )

    def intersection(self, x: int, y: int) -> tuple[bool, int, bool]:
        four = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
        through = [square for square in four if square in self.entered or square == self.origin]
        assert len(through) == 2
        sides = []
        for side in four:
            if side not in through:
                hard, pieces, hinders = self.square(side)
                hard |= self.policy.figures_close_corners and self.figure_in(side)
                sides.append((hard, pieces + sum(self.wall(side, square) for square in through), hinders))
        return min(sides)

    def square(self, square: Square) -> tuple[bool, int, bool]:
        tile = self.board.tiles.get(square)
        if tile is None:
            return False, 0, False
        low = self.elevations[0]
        hard = tile.elevation > low and square != self.target and not self.policy.elevated
        piece = tile.terrain == "blocking" and tile.elevation >= low and square not in self.without
        return hard, int(piece and not self.ignored(tile)), self.hinders(square)

    def wall(self, a: Square, b: Square) -> int:
        pair = (min(a, b), max(a, b))
        kind = self.board.edges.get(pair)
        if kind is None or not kind.stops_fire or pair in self.without:
            return 0
        tiles = [self.board.tiles[square] for square in pair if square in self.board.tiles]
        return int(any(tile.elevation >= self.elevations[0] for tile in tiles) and not self.ignored(*tiles))

    def ignored(self, *tiles: Tile) -> bool:
        outdoors = all(not tile.indoor for tile in tiles)
        return self.policy.blocking or (self.policy.outdoor_blocking and outdoors)

    def hinders(self, square: Square) -> bool:
        tile = self.board.tiles.get(square)
        if self.policy.hindering or tile is None or tile.terrain != "hindering":
            return False
        if square == self.target:
            return True
        low, high = self.elevations
        return low == high and tile.elevation >= low and not self.policy.target_hinders_only

    def by_figures(self) -> bool:
        return any(self.figure_in(square) for square in self.entered if square != self.target)

    def figure_in(self, square: Square) -> bool:
        for figure in self.figures:
            smaller = self.shooter is not None and figure.size < self.shooter.size
            if square in figure.squares and not smaller and not self.policy.figures:
                if self.tall_enough(figure, self.board.tiles[square].elevation):
                    return True
        return False

    def tall_enough(self, figure: Figure, elevation: int) -> bool:
        low, high = self.elevations
        if self.policy.figures_below_block:
            return True
        if low == high:
            return elevation == low
        return figure.tall and (elevation >= low or self.policy.giants_below_block)

    def off_the_rim(self) -> bool:
        low, high = self.elevations
        if low == high or self.policy.elevated:
            return False
        ends = (self.origin, self.target)
        x, y = next(square for square in ends if self.board.tiles[square].elevation == high)
        around = [self.board.tiles.get((x + dx, y + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return not any(tile is not None and tile.elevation < high for tile in around)
