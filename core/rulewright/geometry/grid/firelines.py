"""What terrain does to all lines of fire of a board, worked out together; and what figures add to it.

A mask has a bit for each origin, so one operation follows all lines of the same direction and length a step
further. Boards that differ in nothing that a line minds share the result, and it does not know of figures: a
moved one costs a few operations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from ..caching import kept
from .adjacency import rim
from .board import BLOCKING, EAST, HINDERING, NORTH, SOUTH, WEST, Board, Mask, Step
from .figures import Blockers, numbers
from .fire import REGARDING_ALL, FirePolicy
from .traces import KINDS, Bits, Table, Traces, traces

Counts: TypeAlias = Sequence[Mask]
"""How many, for each square: masks of the squares with at least one, at least two, and so on."""
Bars: TypeAlias = tuple[Counts, Mask]
"""For each square what a line meets: how many pieces of blocking terrain, and whether it is hindered."""


class Relief(NamedTuple):
    """All that lines mind of a board under a policy; boards that are alike in this have the same lines."""

    width: int
    height: int
    present: Mask
    levels: tuple[Mask, ...]
    """The squares of each elevation, the lowest first."""
    rim: Mask
    """The squares that may be the higher end of a line between elevations."""
    higher_blocks: bool
    """Whether squares above a line block it."""
    blocking: Mask
    east: Mask
    """The squares with a wall on their right that lines do not pass."""
    south: Mask
    """The squares with such a wall below."""
    hindering: Mask
    """The squares that hinder as target."""
    hindering_on_the_way: Mask
    pieces: int
    """How many pieces of blocking terrain a line may go through."""


ALL: Final[Mask] = -1
"""Every square, however large the board."""
ONE_BY_ONE: Final = 400
"""So many lines are drawn one by one before all lines of a board are."""


def relief(board: Board, policy: FirePolicy) -> Relief:
    """What lines mind of that board under that policy."""
    width = board.width
    east = board.stops_fire[EAST] | board.stops_fire[WEST] >> 1
    south = board.stops_fire[SOUTH] | board.stops_fire[NORTH] >> width
    blocking = board.where(BLOCKING)
    if policy.blocking or policy.outdoor_blocking:
        indoor = 0 if policy.blocking else board.indoor
        blocking &= indoor
        east &= indoor | indoor >> 1
        south &= indoor | indoor >> width
    hindering = 0 if policy.hindering else board.where(HINDERING)
    # No line meets more pieces than there are, nor more than four at a step: two edges, a square beside, one ahead.
    most = min(sum(map(int.bit_count, (blocking, east, south))), 4 * max(width, board.height))
    return Relief(
        width=width,
        height=board.height,
        present=board.present,
        levels=tuple(board.levels.values()),
        rim=board.present if policy.elevated else rim(board),
        higher_blocks=not policy.elevated,
        blocking=blocking,
        east=east,
        south=south,
        hindering=hindering,
        hindering_on_the_way=0 if policy.target_hinders_only else hindering,
        pieces=min(policy.pieces, most),
    )


@kept
def terrain_lines(board: Board, policy: FirePolicy = REGARDING_ALL) -> "TerrainLines":
    """What the terrain of a board does to all lines, made once."""
    return _lines(relief(board, policy))


class TerrainLines:
    """What terrain does to all lines, and what figures add to it."""

    def __init__(self, relief: Relief) -> None:
        self.relief = relief
        self.traces = traces(relief.width, relief.height)
        self.present = relief.present
        self._strokes = _Strokes(relief, self.traces)
        self._drawn = 0
        """How many lines have been drawn one by one."""

    @cached_property
    def blocked(self) -> Bits:
        """All lines that terrain blocks."""
        blocked, spent = (self.traces.table(masks) for masks in self._strokes.all()[:2])
        gone = list(numbers(((1 << self.traces.size) - 1) & ~self.present))
        targets = list(numbers(self.relief.blocking))
        blocked[:, targets] |= spent[:, targets]
        blocked[gone, :] = 1
        blocked[:, gone] = 1
        return self.traces.packed(blocked)

    @cached_property
    def hindered(self) -> Table:
        """All lines that terrain hinders."""
        hindered = self.traces.table(self._strokes.all()[2])
        hindered[:, list(numbers(self.relief.hindering))] = 1
        return hindered

    @cached_property
    def rows(self) -> Sequence[tuple[Mask, Mask]]:
        """For each origin the targets to which lines are not blocked, and those to which they are hindered."""
        blocked = (int.from_bytes(row.tobytes(), "little") for row in self.blocked)
        hindered = (int.from_bytes(row.tobytes(), "little") for row in self.traces.packed(self.hindered))
        return [(self.present & ~no, self.present & ~no & half) for no, half in zip(blocked, hindered, strict=True)]

    def among(self, targets: Mask, origin: int) -> tuple[Mask, Mask]:
        """Those of some targets to which lines from an origin are not blocked, and of these the hindered ones.

        The first lines are drawn one by one, for terrain often changes before many are asked for; then all together.
        """
        if "rows" not in self.__dict__:
            self._drawn += targets.bit_count()
            if self._drawn <= ONE_BY_ONE:
                return self._drawn_to(targets, origin)
        seen, hindered = self.rows[origin]
        return seen & targets, hindered & targets

    def closed(self, origin: int, target: int) -> bool:
        """Whether terrain blocks the line between two squares, that of the squares themselves left out."""
        return self._strokes.between(origin, target)[0]

    def _drawn_to(self, targets: Mask, origin: int) -> tuple[Mask, Mask]:
        relief, seen, half = self.relief, 0, 0
        if not self.present >> origin & 1:
            return 0, 0
        for target in numbers(targets & self.present):
            blocked, spent, hindered = self._strokes.between(origin, target)
            if not (blocked or (spent and relief.blocking >> target & 1)):
                seen |= 1 << target
                if hindered or relief.hindering >> target & 1:
                    half |= 1 << target
        return seen, half

    # ---------------------------------------------------------------------------------------------- figures

    def hidden(self, origin: int, blockers: Blockers, policy: FirePolicy = REGARDING_ALL) -> Mask:
        """The targets that figures hide."""
        shadows = self.traces.shadows(origin)
        found = 0
        for figures, targets in self._hiding(self.level_at(origin), blockers, policy):
            shadow = 0
            for square in numbers(figures):
                shadow |= shadows[square]
            found |= shadow & targets
        return found

    def hidden_among(self, targets: Mask, origin: int, blockers: Blockers, policy: FirePolicy = REGARDING_ALL) -> Mask:
        """Those of some targets that figures hide; quicker for a few of them, each of which costs its own line."""
        between, found = self.traces.between, 0
        for figures, there in self._hiding(self.level_at(origin), blockers, policy):
            for target in numbers(targets & there):
                if figures & between(origin, target):
                    found |= 1 << target
        return found

    def behind(self, blockers: Blockers, policy: FirePolicy = REGARDING_ALL) -> Bits:
        """All lines that figures block."""
        found = np.zeros_like(self.blocked)
        for here in self.relief.levels:
            rows = list(numbers(here))
            for figures, targets in self._hiding(here, blockers, policy):
                there = np.frombuffer(targets.to_bytes(self.traces.stride, "little"), np.uint8)
                found[rows] |= self._through(numbers(figures))[rows] & there
        return found

    def _hiding(self, here: Mask, blockers: Blockers, policy: FirePolicy) -> Iterable[tuple[Mask, Mask]]:
        """For lines from squares of one elevation: squares with figures, and the targets that these can hide."""
        found: dict[Mask, Mask] = {}
        for there in self.relief.levels:
            figures = self.in_the_way(here, there, blockers, policy)
            found[figures] = found.get(figures, 0) | there
        found.pop(0, None)
        return found.items()

    def in_the_way(self, here: Mask, there: Mask, blockers: Blockers, policy: FirePolicy) -> Mask:
        """The squares whose figures count for lines between the squares of one elevation and those of another."""
        if policy.figures_below_block:
            return blockers.mask
        if here == there:
            return blockers.mask & here
        if policy.giants_below_block or not blockers.tall:
            return blockers.tall
        return blockers.tall & (self._not_below[here] | self._not_below[there])

    def level_at(self, square: int) -> Mask:
        """The squares of the elevation of a square by its number, 0 where the board has a gap."""
        for level in self.relief.levels:
            if level >> square & 1:
                return level
        return 0

    @cached_property
    def _not_below(self) -> Mapping[Mask, Mask]:
        """For the squares of each elevation those that are at least as high."""
        levels = self.relief.levels
        return {level: reduce(or_, levels[number:]) for number, level in enumerate(levels)}

    def _through(self, squares: Sequence[int]) -> Bits:
        """All lines that go through any of these squares."""
        found = np.zeros_like(self.blocked)
        for square in squares:
            found |= self.traces.through(square)
        return found


@lru_cache(maxsize=32)
def _lines(relief: Relief) -> TerrainLines:
    return TerrainLines(relief)


# ------------------------------------------------------------------------------------------ step by step


class _Level(NamedTuple):
    """What lines from or to squares of one elevation meet."""

    squares: Mask
    not_below: Mask
    above: Mask
    inland: Mask
    counts: Sequence[Any]
    """How many pieces of blocking terrain, and in ``hinders`` whether what hinders: what `Line.steps` picks from."""
    hinders: Any


class _Strokes:
    """
    For all lines of one direction and length three masks of origins: where they are blocked, where they could
    go through no more piece of blocking terrain, and where they are hindered; all without their targets.
    """

    def __init__(self, relief: Relief, lines: Traces) -> None:
        self._lines = lines
        self._levels: list[_Level] = []
        self._known: dict[int, tuple[Mask, Mask, Mask]] = {}
        self._every: tuple[Sequence[Mask], Sequence[Mask], Sequence[Mask]] | None = None
        above = relief.present
        for level in relief.levels:
            not_below, above = above, above & ~level
            bars = list(_bars(relief, level, above))
            counts = [lines.shifts(masks) for masks in zip(*(counts for counts, _ in bars), strict=True)]
            hinders = lines.shifts(hinder for _, hinder in bars)
            self._levels.append(_Level(level, not_below, above, above & ~relief.rim, counts, hinders))

    def all(self) -> tuple[Sequence[Mask], Sequence[Mask], Sequence[Mask]]:
        """Those of all directions and lengths, in the order of the lines."""
        if self._every is None:
            levels = [
                one._replace(counts=[shifts.every() for shifts in one.counts], hinders=one.hinders.every())
                for one in self._levels
            ]
            found = [_drawn(levels, *line) for line in self._lines.lines]
            blocked, spent, hindered = ([one[part] for one in found] for part in range(3))
            self._every = blocked, spent, hindered
        return self._every

    def between(self, one: int, other: int) -> tuple[bool, bool, bool]:
        """What those masks say of the line between two squares, whichever is its origin."""
        if one == other:
            return False, False, False
        first, last = (one, other) if one < other else (other, one)
        blocked, spent, hindered = self.of(self._lines.number(first, last))
        return bool(blocked >> first & 1), bool(spent >> first & 1), bool(hindered >> first & 1)

    def of(self, number: int) -> tuple[Mask, Mask, Mask]:
        """Those of the direction and length with this number among the lines."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = _drawn(self._levels, *self._lines.lines[number])
        return found


def _drawn(levels: Sequence[_Level], ahead: int, steps: Any) -> tuple[Mask, Mask, Mask]:
    """The three masks for lines of one direction and length."""
    blocked = spent = hindered = 0
    for level, not_below, above, inland, counts, hinders in levels:
        there = level >> ahead
        at_this = (level & not_below >> ahead) | (above & there)
        if at_this:
            no_more, too_many = _used_up([steps(masks) for masks in counts])
            no_rim = (level & inland >> ahead) | (inland & there)
            blocked |= (at_this & too_many) | no_rim
            spent |= at_this & no_more
            hindered |= level & there & reduce(or_, steps(hinders))
    return blocked, spent, hindered


def _bars(relief: Relief, level: Mask, above: Mask) -> Iterator[Bars]:
    """
    What lines of one elevation meet, for the ten kinds of step of :meth:`.Traces.shifts`.

    What no line may go through counts as more pieces than any may.
    """
    seen = level | above
    solid = above if relief.higher_blocks else 0
    further = [0] * relief.pieces
    square = ([solid | relief.blocking & seen] + [solid] * relief.pieces, relief.hindering_on_the_way & seen)
    east = ([relief.east & (seen | seen >> 1), *further], 0)
    south = ([relief.south & (seen | seen >> relief.width), *further], 0)
    edges: dict[Step, Bars] = {(1, 0): east, (-1, 0): _ahead(east, (-1, 0), relief.width), (0, 1): south}

    def round_by(first: Step, second: Step) -> Bars:
        return _both(edges[first], _ahead(_both(square, edges[second]), first, relief.width))

    def onto(step: Step) -> Bars:
        if step in edges:
            return edges[step]
        across, down = (step[0], 0), (0, step[1])
        return _less_restrictive(round_by(across, down), round_by(down, across))

    into_target = [onto(step) for step in KINDS]
    for step, bars in zip(KINDS, into_target, strict=True):
        yield _both(bars, _ahead(square, step, relief.width))
    yield from into_target


def _ahead(bars: Bars, step: Step, width: int) -> Bars:
    """For each square what there is a step further."""
    by = step[1] * width + step[0]
    masks = [mask >> by if by > 0 else mask << -by for mask in (*bars[0], bars[1])]
    return masks[:-1], masks[-1]


def _both(a: Bars, b: Bars) -> Bars:
    return _sum(a[0], b[0]), a[1] | b[1]


def _less_restrictive(a: Bars, b: Bars) -> Bars:
    """Of two ways round the one with fewer pieces; of equal ones that which is not hindered."""
    counts = [one & other for one, other in zip(a[0], b[0], strict=True)]
    return counts, (a[1] | _more(a[0], b[0])) & (b[1] | _more(b[0], a[0]))


def _more(a: Counts, b: Counts) -> Mask:
    return reduce(or_, (one & ~other for one, other in zip(a, b, strict=True)))


def _sum(a: Counts, b: Counts) -> Counts:
    """At least n together: n of either, or some of one and the rest of the other."""
    return [
        reduce(or_, (a[part] & b[n - 1 - part] for part in range(n)), a[n] | b[n]) for n in range(len(a))
    ]  # fmt: skip


def _used_up(counts: Sequence[Sequence[Mask]]) -> tuple[Mask, Mask]:
    """Where all steps of a line have at least as many pieces as it may go through, and where they have more."""
    if len(counts) == 1:
        return ALL, reduce(or_, counts[0])
    pieces: Iterator[Counts] = zip(*counts, strict=True)
    *_, enough, more = reduce(_sum, pieces)
    return enough, more
