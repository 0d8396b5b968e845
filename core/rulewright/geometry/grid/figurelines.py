"""Lines of fire and distances from figure to figure, for bases of any size."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from .board import LARGEST, Board, Mask
from .figures import Figures, numbers
from .fire import REGARDING_ALL, FirePolicy, LineState
from .firelines import TerrainLines, terrain_lines
from .firetable import seen_among


class Aim(NamedTuple):
    """
    How one figure has another before it, by the best of the lines between their squares (heroclix:24.2e).

    ``distance`` is that of their nearest squares. ``open`` and ``hindered`` are the fewest squares of an open and of
    a hindered line, None where there is none, for line and distance are taken from the same square (heroclix:11.5).
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
        """The best line of at most so many squares."""
        if self.open is not None and self.open <= reach:
            return LineState.OPEN
        return LineState.HINDERED if self.hindered is not None and self.hindered <= reach else LineState.BLOCKED


class FigureTable:
    """
    The lines from figure to figure: ``table[a, b]`` from one to another, ``table.row(a)`` from one to all, itself too.

    A row is worked out when it is first asked for, and comes along to the table of figures one of which has moved.
    """

    def __init__(self, lines: TerrainLines, figures: Figures, policy: FirePolicy) -> None:
        self.figures = figures
        self._lines = lines
        self._policy = policy
        self._rows: dict[Any, Mapping[Any, Aim]] = {}

    def __getitem__(self, pair: tuple[Any, Any]) -> Aim:
        """From the first figure to the second. Raises GeometryError for an unknown one."""
        shooter, target = pair
        self.figures[target]
        return self.row(shooter)[target]

    def row(self, shooter: Any) -> Mapping[Any, Aim]:
        """From one figure to all of them. Raises GeometryError for an unknown one."""
        self.figures[shooter]
        if shooter not in self._rows:
            self._rows[shooter] = self._aims(shooter, [figure.id for figure in self.figures])
        return self._rows[shooter]

    def moved(self, figures: Figures, changed: frozenset[Any]) -> "FigureTable":
        """The table of figures of which those may stand elsewhere, be others, more or gone."""
        new = FigureTable(self._lines, figures, self._policy)
        crowds = (self.figures, figures)
        touched = [at for crowd in crowds for who in changed if who in crowd for at in crowd.squares(who)]
        there: dict[int, list[Any]] = {}
        for figure in figures:
            for at in figures.squares(figure.id):
                there.setdefault(at, []).append(figure.id)
        everywhere = sum(1 << at for at in there)
        for shooter, row in self._rows.items():
            if shooter not in changed:
                behind = numbers(self._behind(shooter, touched) & everywhere)
                stale = {*changed, *(who for at in behind for who in there[at])}
                aims = {who: aim for who, aim in row.items() if who not in stale}
                new._rows[shooter] = {**aims, **new._aims(shooter, [who for who in stale if who in figures])}
        return new

    def _behind(self, shooter: Any, squares: Iterable[int]) -> Mask:
        """The targets to which lines from that figure go through any of the squares."""
        found = 0
        for origin in self.figures.squares(shooter):
            shadows = self._lines.traces.shadows(origin)
            for square in squares:
                found |= shadows[square]
        return found

    def _aims(self, shooter: Any, targets: Sequence[Any]) -> dict[Any, Aim]:
        figures, lines, width = self.figures, self._lines, self._lines.relief.width
        every = reduce(or_, map(figures.mask, targets), 0)
        eyes = []
        for origin in figures.squares(shooter):
            row, column = divmod(origin, width)
            eyes.append((column, row, *seen_among(every, lines, origin, figures, self._policy, shooter)))
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
        return FigureTable(lines, figures, policy)

    return figures.kept(("figure table", policy, lines), build, FigureTable.moved)
