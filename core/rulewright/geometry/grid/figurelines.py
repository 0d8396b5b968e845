"""Lines of fire and distances from figure to figure, for bases of any size."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, Final, NamedTuple

from .adjacency import distance
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
    """Lines from a figure as they were, the figures that have changed since, and the squares where they stood and
    stand."""

    aims: Mapping[Any, Aim]
    changed: frozenset[Any]
    touched: Mask


REMEMBERED: Final = 3
"""So many moves back are lines looked for that nothing has come between since."""


class FigureTable:
    """
    The lines from figure to figure: ``table[a, b]`` from one to another, ``table.row(a)`` from one to all, itself too.

    A line is worked out when it is asked for. It comes along to tables of figures some of which have moved, and is
    drawn again there when it is asked for and what moved can have changed it.
    """

    def __init__(self, board: Board, lines: TerrainLines, figures: Figures, policy: FirePolicy) -> None:
        self.figures = figures
        self._board = board
        self._lines = lines
        self._policy = policy
        self._aimed: dict[Any, dict[Any, Aim]] = {}
        self._whole: dict[Any, Mapping[Any, Aim]] = {}
        self._stale: dict[Any, tuple[_Stale, ...]] = {}

    def __getitem__(self, pair: tuple[Any, Any]) -> Aim:
        """From the first figure to the second. Raises GeometryError for an unknown one."""
        shooter, target = pair
        aims = self._aimed.get(shooter)
        found = None if aims is None else aims.get(target)
        if found is None:
            self.figures[shooter], self.figures[target]
            found = self._as_before(shooter, target) or self._aims(shooter, (target,))[target]
            self._aimed.setdefault(shooter, {})[target] = found
        return found

    def row(self, shooter: Any) -> Mapping[Any, Aim]:
        """From one figure to all of them. Raises GeometryError for an unknown one."""
        found = self._whole.get(shooter)
        if found is None:
            self.figures[shooter]
            aims, every = self._aimed.setdefault(shooter, {}), [figure.id for figure in self.figures]
            for stale in self._stale.pop(shooter, ()):
                aims.update(self._unchanged(shooter, stale, [who for who in every if who not in aims]))
            aims.update(self._aims(shooter, [who for who in every if who not in aims]))
            found = self._whole[shooter] = {who: aims[who] for who in every}
        return found

    def moved(self, figures: Figures, changed: frozenset[Any]) -> "FigureTable":
        """The table of figures of which those may stand elsewhere, be others, more or gone."""
        new = FigureTable(self._board, self._lines, figures, self._policy)
        crowds = (self.figures, figures)
        touched = reduce(or_, (crowd.mask(who) for crowd in crowds for who in changed if who in crowd), 0)
        for shooter in {**self._aimed, **self._stale}:
            if shooter not in changed:
                aims, before = self._aimed.get(shooter), self._stale.get(shooter, ())
                older = [_Stale(one.aims, one.changed | changed, one.touched | touched) for one in before]
                newest = [_Stale(aims, changed, touched)] if aims else []
                new._stale[shooter] = (*newest, *older)[:REMEMBERED]
        return new

    def _as_before(self, shooter: Any, target: Any) -> Aim | None:
        """The line of one figure to another as it was before others moved, where that cannot have changed it."""
        for aims, changed, touched in self._stale.get(shooter, ()):
            if target in aims and target not in changed and not self._way(shooter, target) & touched:
                return aims[target]
        return None

    def _way(self, shooter: Any, target: Any) -> Mask:
        """The squares where a figure can change the lines from one figure to another."""
        found, traces = 0, self._lines.traces
        for origin, end in product(self.figures.squares(shooter), self.figures.squares(target)):
            found |= traces.between(origin, end)
            if self._policy.figures_close_corners:
                found |= traces.beside(origin, end)
        return found

    def _unchanged(self, shooter: Any, stale: _Stale, targets: Iterable[Any]) -> dict[Any, Aim]:
        """The lines to those targets that are as they were."""
        figures, (aims, changed, touched) = self.figures, stale
        behind, corners = self._behind(shooter, touched), self._policy.figures_close_corners
        return {
            who: aims[who]
            for who in targets
            if who in aims
            and who not in changed
            and not figures.mask(who) & behind
            and not (corners and self._way(shooter, who) & touched)
        }

    def _behind(self, shooter: Any, squares: Mask) -> Mask:
        """The targets to which lines from that figure go through any of the squares."""
        found = 0
        for origin in self.figures.squares(shooter):
            shadows = self._lines.traces.shadows(origin)
            for square in numbers(squares):
                found |= shadows[square]
        return found

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


class Distances(dict[tuple[Any, Any], int]):
    """The squares from figure to figure, ``distances[a, b]``, by their nearest squares; each counted when it is asked
    for, and again only where one of the two has changed. Raises GeometryError for an unknown figure."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures

    def __missing__(self, pair: tuple[Any, Any]) -> int:
        one, other = pair
        squares = product(self._figures[one].squares, self._figures[other].squares)
        found = self[one, other] = self[other, one] = min(distance(a, b) for a, b in squares)
        return found

    def moved(self, figures: Figures, changed: frozenset[Any]) -> "Distances":
        """Those of figures of which some may stand elsewhere, be others, more or gone."""
        new = Distances(figures)
        new.update((pair, found) for pair, found in self.items() if changed.isdisjoint(pair))
        return new


def figure_distances(figures: Figures) -> Distances:
    """The squares from figure to figure, kept with the figures and with those that some of them become."""
    return figures.kept("distances", Distances, Distances.moved)
