"""Lines of fire and distances from figure to figure, for bases of any size."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, NamedTuple

from .board import LARGEST, Board, Mask
from .figures import Figures, numbers
from .fire import REGARDING_ALL, FirePolicy, LineState
from .firelines import TerrainLines, terrain_lines
from .firetable import seen_among


class Aim(NamedTuple):
    """
    How one figure has another before it, by the best of the lines between their squares.

    ``distance`` is that of their nearest squares. ``open`` and ``hindered`` are the fewest squares of an open and of
    a hindered line, None where there is none, for line and distance are taken from the same square.
    """

    distance: int
    open: int | None
    hindered: int | None

    @property
    def state(self) -> LineState:
        """The best line, however long."""
        if self.open is not None:
            return LineState.OPEN
        return LineState.BLOCKED if self.hindered is None else LineState.HINDERED

    def within(self, reach: int) -> LineState:
        """The best line of at most this many squares."""
        if self.open is not None and self.open <= reach:
            return LineState.OPEN
        return LineState.HINDERED if self.hindered is not None and self.hindered <= reach else LineState.BLOCKED


class _Stale(NamedTuple):
    """A row as it was, the figures that have changed since, and the squares where they stood and stand."""

    row: Mapping[Any, Aim]
    changed: frozenset[Any]
    touched: Mask


class FigureTable:
    """
    The lines from figure to figure: ``table[a, b]`` from one to another, ``table.row(a)`` from one to all, itself too.

    A row is worked out when it is asked for. It comes along to tables of figures some of which have moved, and is
    brought up to date when it is asked for there.
    """

    def __init__(self, board: Board, lines: TerrainLines, figures: Figures, policy: FirePolicy) -> None:
        self.figures = figures
        self._board = board
        self._lines = lines
        self._policy = policy
        self._rows: dict[Any, Mapping[Any, Aim]] = {}
        self._stale: dict[Any, _Stale] = {}

    def __getitem__(self, pair: tuple[Any, Any]) -> Aim:
        """From the first figure to the second. Raises GeometryError for an unknown one."""
        shooter, target = pair
        self.figures[target]
        return self.row(shooter)[target]

    def row(self, shooter: Any) -> Mapping[Any, Aim]:
        """From one figure to all of them. Raises GeometryError for an unknown one."""
        self.figures[shooter]
        found = self._rows.get(shooter)
        if found is None:
            stale = self._stale.pop(shooter, None)
            every = [figure.id for figure in self.figures]
            found = self._rows[shooter] = self._aims(shooter, every) if stale is None else self._renewed(shooter, stale)
        return found

    def moved(self, figures: Figures, changed: frozenset[Any]) -> "FigureTable":
        """The table of figures of which those may stand elsewhere, be others, more or gone."""
        new = FigureTable(self._board, self._lines, figures, self._policy)
        crowds = (self.figures, figures)
        touched = reduce(or_, (crowd.mask(who) for crowd in crowds for who in changed if who in crowd), 0)
        for shooter, row in self._rows.items():
            if shooter not in changed:
                new._stale[shooter] = _Stale(row, changed, touched)
        for shooter, stale in self._stale.items():
            if shooter not in changed:
                new._stale[shooter] = _Stale(stale.row, stale.changed | changed, stale.touched | touched)
        return new

    def _renewed(self, shooter: Any, stale: "_Stale") -> Mapping[Any, Aim]:
        """A row with those aims drawn again that what has changed since can have changed."""
        figures, behind = self.figures, self._behind(shooter, stale.touched)
        again = {who for who in stale.changed if who in figures}
        again.update(figure.id for figure in figures if figures.mask(figure.id) & behind)
        if self._policy.figures_close_corners:
            again.update(figure.id for figure in figures if self._beside_corners(shooter, figure.id) & stale.touched)
        drawn = self._aims(shooter, list(again))
        old = {who: aim for who, aim in stale.row.items() if who not in stale.changed and who not in again}
        return {**old, **drawn}

    def _behind(self, shooter: Any, squares: Mask) -> Mask:
        """The targets to which lines from that figure go through any of the squares."""
        found = 0
        for origin in self.figures.squares(shooter):
            shadows = self._lines.traces.shadows(origin)
            for square in numbers(squares):
                found |= shadows[square]
        return found

    def _beside_corners(self, shooter: Any, target: Any) -> Mask:
        """The squares beside the intersections that lines from one figure to another go through."""
        pairs = product(self.figures.squares(shooter), self.figures.squares(target))
        return reduce(or_, (self._lines.traces.beside(origin, end) for origin, end in pairs))

    def _aims(self, shooter: Any, targets: Sequence[Any]) -> dict[Any, Aim]:
        figures, lines, width = self.figures, self._lines, self._lines.relief.width
        every = reduce(or_, map(figures.mask, targets), 0)
        eyes = []
        for origin in figures.squares(shooter):
            row, column = divmod(origin, width)
            eyes.append((column, row, *seen_among(every, self._board, lines, origin, figures, self._policy, shooter)))
        return {target: _aim(eyes, figures.squares(target), width) for target in targets}


def _aim(eyes: Iterable[tuple[int, int, Mask, Mask]], squares: Sequence[int], width: int) -> Aim:
    nearest, clear, half = LARGEST, LARGEST, LARGEST
    for column, row, seen, hindered in eyes:
        for square in squares:
            across, down = abs(square % width - column), abs(square // width - row)
            far = across if across > down else down
            if far < nearest:
                nearest = far
            if seen >> square & 1:
                if hindered >> square & 1:
                    half = far if far < half else half
                elif far < clear:
                    clear = far
    return Aim(nearest, None if clear == LARGEST else clear, None if half == LARGEST else half)


def figure_table(board: Board, figures: Figures, policy: FirePolicy = REGARDING_ALL) -> FigureTable:
    """
    The lines of fire and distances from figure to figure, made once for these figures on that terrain.

    Raises GeometryError for figures of another board, and a board too large for tables.
    """
    figures.check(board)
    lines = terrain_lines(board, policy)

    def build(figures: Figures) -> FigureTable:
        return FigureTable(board, lines, figures, policy)

    return figures.kept(("figure table", policy, lines), build, FigureTable.moved)
