"""The squares that a straight line from centre to centre goes through, for every pair of squares of a board.

Where a line goes depends on nothing but how far its ends are apart, and on the size of the board; so it is
worked out once for each size, exactly, and shared by all boards.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import GeometryError
from .board import Mask, Step

Table: TypeAlias = npt.NDArray[np.uint8]
"""A number for each [origin, target]; squares are numbered row by row, as the bits of a mask are."""
Bits: TypeAlias = npt.NDArray[np.uint8]
"""The same with yes or no, eight to a byte: a row for each origin, the first target in the lowest bit."""

Places: TypeAlias = npt.NDArray[np.int32]
"""Columns in the first row, rows in the second."""

KINDS: Final[tuple[Step, ...]] = ((1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1))
"""How a line that does not go up comes from one square to the next: over an edge or through a corner."""
MOST: Final = 2500
"""Tables of all pairs are made for boards of at most this many squares."""
REMEMBERED: Final = 512
"""For this many squares of a size of board it is remembered which lines they stand in."""


@lru_cache(maxsize=1 << 14)
def trace(dx: int, dy: int) -> tuple[Step, ...]:
    """
    The squares that the line from (0, 0) to (dx, dy) enters, in order; the last one is (dx, dy) itself.

    From one square it goes on over an edge or, where it meets an intersection, to the square diagonally
    opposite; squares that it touches at a corner only are not entered.
    """
    across, down = abs(dx), abs(dy)
    right, below = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    column = row = 0
    entered = []
    while column < across or row < down:
        # The next vertical line of the grid is met at (2 column + 1) / (2 across) of the way.
        order = (2 * column + 1) * down - (2 * row + 1) * across
        column += order <= 0
        row += order >= 0
        entered.append((column * right, row * below))
    return tuple(entered)


@lru_cache(maxsize=1 << 14)
def beside_corners(dx: int, dy: int) -> tuple[Step, ...]:
    """The squares on both sides of each intersection that the line from (0, 0) to (dx, dy) goes through."""
    found: list[Step] = []
    for (x, y), (beyond, below) in pairwise([(0, 0), *trace(dx, dy)]):
        if x != beyond and y != below:
            found += (beyond, y), (x, below)
    return tuple(found)


class Line(NamedTuple):
    """All lines between squares that are this many bits apart; ``steps`` picks theirs from :meth:`Traces.shifts`."""

    ahead: int
    steps: "itemgetter[Any]"


class Shifts:
    """Masks for each step of lines, shifted when one is picked."""

    def __init__(self, width: int, size: int, steps: Sequence[Mask]) -> None:
        self._back = width - 1
        self._each = width - 1 + size
        self._steps = steps
        self._found: dict[int, Mask] = {0: 0}

    def __getitem__(self, place: int) -> Mask:
        found = self._found.get(place)
        if found is None:
            kind, at = divmod(place - 1, self._each)
            by = at - self._back
            mask = self._steps[kind]
            found = self._found[place] = mask >> by if by >= 0 else mask << -by
        return found

    def every(self) -> list[Mask]:
        """All of them, for whoever picks most."""
        found = [0]
        for mask in self._steps:
            found += [mask << by for by in range(self._back, 0, -1)]
            found += [mask >> by for by in range(self._each - self._back)]
        return found


class Traces:
    """The lines of every board of one size. Raises GeometryError for a board with more than MOST squares."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.size = width * height
        if self.size > MOST:
            raise GeometryError(f"tables of lines are made for up to {MOST} squares, not {width} by {height}")
        self.stride = (self.size + 7) // 8
        offsets = [(dx, dy) for dy in range(height) for dx in range(1 - width, width) if (dy, dx) > (0, 0)]
        self.lines: Sequence[Line] = [Line(dy * width + dx, self._steps(dx, dy)) for dx, dy in offsets]
        self._places = self._places_of_pairs(offsets)
        self._crossings = self._all_crossings(offsets)
        self._masks: dict[Step, tuple[Mask, int]] = {}
        self.through = lru_cache(REMEMBERED)(self._through)
        self.shadows = lru_cache(REMEMBERED)(self._shadows)

    # ------------------------------------------------------------------------------ all lines at the same time

    def number(self, first: int, last: int) -> int:
        """Which of :attr:`lines` the one between two squares is, the first of which comes before the last."""
        (from_row, from_column), (to_row, to_column) = divmod(first, self.width), divmod(last, self.width)
        return (to_row - from_row) * (2 * self.width - 1) + to_column - from_column - 1

    def shifts(self, steps: Iterable[Mask]) -> "Shifts":
        """
        What :attr:`Line.steps` picks from, made of masks of the squares from which a step meets something.

        There are ten: the :data:`KINDS` of steps into a square on the way, and those into the target. What is
        picked has one mask for each step of the line, with a bit for every origin from which something is met
        there. Bits of origins from which the line would leave the board mean nothing.
        """
        return Shifts(self.width, self.size, tuple(steps))

    def _steps(self, dx: int, dy: int) -> "itemgetter[Any]":
        x = y = 0
        found = [0]
        for entered in trace(dx, dy):
            kind = KINDS.index((entered[0] - x, entered[1] - y)) + len(KINDS) * (entered == (dx, dy))
            found.append(kind * (self.width - 1 + self.size) + y * self.width + x + self.width)
            x, y = entered
        return itemgetter(*found)

    def table(self, masks: Iterable[Mask]) -> Table:
        """The table with a 1 for what is in a mask of origins for each of :attr:`lines`; there and back alike."""
        every = (1 << self.size) - 1
        rows = b"".join((mask & every).to_bytes(self.stride, "little") for mask in masks) + bytes(self.stride)
        return np.unpackbits(np.frombuffer(rows, np.uint8), bitorder="little").take(self._places)

    def _places_of_pairs(self, offsets: Sequence[Step]) -> npt.NDArray[np.intp]:
        """Where the bit of each [origin, target] is in the rows of :meth:`table`; there is one row more for [a, a]."""
        numbers = np.full((self.height, 2 * self.width - 1), len(offsets), np.intp)
        for number, (dx, dy) in enumerate(offsets):
            numbers[dy, dx + self.width - 1] = number
        every = np.arange(self.size)
        first, last = np.minimum.outer(every, every), np.maximum.outer(every, every)
        down, across = last // self.width - first // self.width, last % self.width - first % self.width
        places: npt.NDArray[np.intp] = numbers[down, across + self.width - 1] * (8 * self.stride) + first
        return places

    def packed(self, table: Table) -> Bits:
        """A table of 0 and 1 with eight to a byte."""
        return np.packbits(table, axis=1, bitorder="little")

    def unpacked(self, bits: Bits) -> Table:
        """The table of those bits."""
        return np.unpackbits(bits, axis=1, count=self.size, bitorder="little")

    # ------------------------------------------------------------------------------------ what lies on the way

    def between(self, origin: int, target: int) -> Mask:
        """The squares that a line goes through, without both ends."""
        (from_row, from_column), (to_row, to_column) = divmod(origin, self.width), divmod(target, self.width)
        offset = (to_column - from_column, to_row - from_row)
        if offset not in self._masks:
            self._masks[offset] = self._mask(*offset)
        mask, first = self._masks[offset]
        return mask << origin + first

    def beside(self, origin: int, target: int) -> Mask:
        """The squares beside the intersections that a line goes through."""
        (from_row, from_column), (to_row, to_column) = divmod(origin, self.width), divmod(target, self.width)
        sides = beside_corners(to_column - from_column, to_row - from_row)
        return sum(1 << origin + y * self.width + x for x, y in sides)

    def _mask(self, dx: int, dy: int) -> tuple[Mask, int]:
        """The squares between, counted from the first of the rectangle round the line, and where that lies."""
        first = min(dx, 0) + min(dy, 0) * self.width
        return sum(1 << y * self.width + x - first for x, y in trace(dx, dy)[:-1]), first

    def _shadows(self, origin: int) -> list[Mask]:
        """For each square the targets to which a line from this origin goes through it."""
        through, to = self._crossings
        here = self._place(origin)
        return [int.from_bytes(row.tobytes(), "little") for row in self._bits(here + through, here + to)]

    def _through(self, square: int) -> Bits:
        """All lines that go through this square, without those that end in it."""
        through, to = self._crossings
        origin = self._place(square) - through
        return self._bits(origin, origin + to)

    def _all_crossings(self, offsets: Sequence[Step]) -> tuple[Places, Places]:
        """A square on the way and the target, both counted from the origin, for all squares of all lines."""
        pairs = [(*square, *offset) for offset in offsets for square in trace(*offset)[:-1]]
        half = np.array(pairs, np.int32).reshape(-1, 4).T
        both = np.concatenate((half, -half), axis=1)
        return both[:2], both[2:]

    def _place(self, square: int) -> Places:
        row, column = divmod(square, self.width)
        return np.array([[column], [row]], np.int32)

    def _bits(self, a: Places, b: Places) -> Bits:
        """The table of these pairs of squares; a pair counts if both are on the board."""
        table = np.zeros((self.size, self.size), np.uint8)
        on = self._on_board(a) & self._on_board(b)
        table[(a[1] * self.width + a[0])[on], (b[1] * self.width + b[0])[on]] = 1
        return self.packed(table)

    def _on_board(self, places: Places) -> npt.NDArray[np.bool_]:
        # Without its sign a negative number is a huge one.
        limits = np.array([[self.width], [self.height]], np.uint32)
        column, row = places.view(np.uint32) < limits
        inside: npt.NDArray[np.bool_] = column & row
        return inside


@lru_cache(maxsize=8)
def traces(width: int, height: int) -> Traces:
    """The lines of boards of that size, worked out once."""
    return Traces(width, height)
