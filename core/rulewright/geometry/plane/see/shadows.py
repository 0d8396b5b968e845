"""Which bodies see which past convex obstacles, in plan view: exact, for many pairs at once.

If any free segment leads from A to B, turn its line to the left as far as it stays free. It then rests on two
things, the one before and the other behind the point it turns about: an obstacle to its right or the side of A
before, an obstacle to its left or the side of B behind. So a pair sees each other exactly when one of these few
lines is free: the one that touches A and B and passes between them, those that touch A (or B) and an obstacle
beside it, those that touch two obstacles and pass between them.

Where a body stands partly inside an obstacle, a line can also rest on a point where their outlines cross; then all
lines through two corners or crossings, and from these to the bodies, are tried.

Lines are made to touch the obstacles themselves, and tested against what is left of them when the tolerance is
taken off all round: rounding cannot turn an answer.
"""

from itertools import product
from typing import Final, NamedTuple

import numpy as np
import shapely

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..shapes import Footprint
from .bodies import SLACK, Bodies, Flags, Floats, Lines, Rows, Vectors, beside, between, some, unit
from .obstacles import Obstacles

_CLEAR: Final = 0.01
"""How far an obstacle has to stick out to be known to cut a corridor without a closer look, in inches."""


_ASIDE: Final = (0.9, -0.9, 0.1)
"""How far out to both sides lines are tried, as shares."""
_FEW: Final = 512
"""This many entries are quicker worked out twice than sorted."""


class Seen(NamedTuple):
    """Per pair: whether it sees each other, and a free segment (NaN where there is none)."""

    seen: Flags
    start: Vectors
    end: Vectors


class Corridor(NamedTuple):
    """The obstacles that may stand between pairs, sorted by pair: which pair, which obstacle, and the slices."""

    pair: Rows
    wall: Rows
    first: Rows
    """Per pair, where its obstacles begin."""
    many: Rows

    def where(self, keep: Flags) -> "Corridor":
        """Only these entries."""
        return corridor_of(self.pair[keep], self.wall[keep], len(self.first))


def corridor_of(pair: Rows, wall: Rows, pairs: int) -> Corridor:
    """A corridor of entries that are sorted by pair."""
    count = np.bincount(pair, minlength=pairs)
    return Corridor(pair, wall, np.cumsum(count) - count, count)


def spread(first: Rows, count: Rows) -> tuple[Rows, Rows]:
    """For slices of an array: the number of the slice, and the place, of every element."""
    owner = np.repeat(np.arange(len(count)), count)
    place = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count - first, count)
    return owner, place


def corridors(bodies: Bodies, walls: Obstacles, one: Rows, two: Rows, uses: Flags | None = None) -> Corridor:
    """The obstacles near the way between each pair of bodies; ``uses`` (pairs, obstacles) leaves some out."""
    start, end = bodies.centre[one], bodies.centre[two]
    way = end - start
    length = vector.length(way)
    u = unit(way)
    wide = np.maximum(bodies.reach[one], bodies.reach[two]) + TOLERANCE
    line = (np.conj(u) * start).imag
    across = u.real[:, None] * walls.centre.imag - u.imag[:, None] * walls.centre.real - line[:, None]
    near = np.abs(across) < wide[:, None] + walls.reach
    if uses is not None:
        near &= uses
    pair, wall = np.divmod(np.flatnonzero(near), max(1, len(walls)))
    back, begin = np.conj(u[pair]), start[pair]
    along = (back * (walls.centre[wall] - begin)).real
    room = walls.reach[wall] + TOLERANCE
    keep = (along > -bodies.reach[one][pair] - room) & (along < (length + bodies.reach[two])[pair] + room)
    pair, wall = pair[keep], wall[keep]
    sides = walls.padded[:, wall]
    lateral = sides.imag * u.real[pair] - sides.real * u.imag[pair] - line[pair]
    room = wide[pair] + walls.radius[wall]
    keep = (np.minimum.reduce(lateral) < room) & (np.maximum.reduce(lateral) > -room)
    return corridor_of(pair[keep], wall[keep], len(one))


def seen(bodies: Bodies, walls: Obstacles, one: Rows, two: Rows, uses: Flags | None = None) -> Seen:
    """
    Whether some point of body ``one[k]`` and some point of body ``two[k]`` see each other, for every k.

    Bodies that touch always do: nothing is between them. ``uses[k, w]`` tells which obstacles count for the pair.
    """
    search = Search(bodies, walls, one, two, corridors(bodies, walls, one, two, uses))
    search.centres()
    search.walled_off()
    search.rest()
    return Seen(search.seen, search.start, search.end)


class Search:
    """The stages of a search; each looks only at pairs that none before has decided (``open``)."""

    def __init__(self, bodies: Bodies, walls: Obstacles, one: Rows, two: Rows, corridor: Corridor) -> None:
        self.bodies, self.walls, self.one, self.two, self.corridor = bodies, walls, one, two, corridor
        self.seen = np.zeros(len(one), dtype=bool)
        self.open = np.ones(len(one), dtype=bool)
        self.start: Vectors = np.full(len(one), np.nan, dtype=np.complex128)
        self.end = self.start.copy()

    def centres(self) -> None:
        """The lines from centre to centre."""
        start, end = self.bodies.centre[self.one], self.bodies.centre[self.two]
        pair, wall = self.corridor.pair, self.corridor.wall
        blocked = self.walls.blocks(start[pair], end[pair], wall)
        free = np.bincount(pair[blocked], minlength=len(self.one)) == 0
        self.seen, self.start, self.end = free, np.where(free, start, np.nan), np.where(free, end, np.nan)
        self.open = ~free

    def touching(self) -> None:
        """Bodies that touch or overlap."""
        apart = vector.length(self.bodies.centre[self.one] - self.bodies.centre[self.two])
        close = apart <= self.bodies.reach[self.one] + self.bodies.reach[self.two] + TOLERANCE
        for pair in np.flatnonzero(close & self.open).tolist():
            a, b = (self.bodies.footprints[rows[pair]] for rows in (self.one, self.two))
            if shapely.distance(a.skeleton, b.skeleton) <= a.radius + b.radius + TOLERANCE:
                ends = shapely.get_coordinates(shapely.shortest_line(a.skeleton, b.skeleton))
                start, end = complex(*ends[0]), complex(*ends[1])
                share = a.radius / (a.radius + b.radius) if a.radius + b.radius > 0.0 else 0.5
                self.seen[pair], self.open[pair] = True, False
                self.start[pair] = self.end[pair] = start + share * (end - start)

    def walled_off(self) -> None:
        """
        Drop pairs with an obstacle that reaches from one side of their corridor to the other, clear of both.

        Its centre line is blocked, so a convex obstacle that sticks out on both sides cuts the corridor in two.
        """
        self.narrow()
        pair, wall = self.corridor.pair, self.corridor.wall
        one, two = self.one[pair], self.two[pair]
        start = self.bodies.centre[one]
        way = self.bodies.centre[two] - start
        length = vector.length(way)
        corners = np.conj(unit(way)) * (self.walls.padded[:, wall] - start)
        along, across = corners.real, corners.imag
        wide = np.maximum(self.bodies.reach[one], self.bodies.reach[two]) + _CLEAR
        cuts = (np.minimum.reduce(across) < -wide) & (np.maximum.reduce(across) > wide) & ~self.walls.discs[wall]
        cuts &= np.minimum.reduce(along) > self.bodies.reach[one] + _CLEAR
        cuts &= np.maximum.reduce(along) < length - self.bodies.reach[two] - _CLEAR
        self.open[pair[cuts]] = False

    def beside(self) -> None:
        """A few lines beside those from centre to centre: most pairs that see each other do so by one of them."""
        pair = np.flatnonzero(self.open)
        if not len(pair):
            return
        aside = 1j * unit(self.bodies.centre[self.two[pair]] - self.bodies.centre[self.one[pair]])
        ends = [[_out(self.bodies, rows[pair], share * aside) for share in _ASIDE] for rows in (self.one, self.two)]
        start, end = (np.concatenate(points) for points in zip(*product(*ends), strict=True))
        self.narrow()
        self.note_free(np.tile(pair, len(_ASIDE) ** 2), start, end)

    def rest(self) -> None:
        """All that is left to look at, once the quick stages are over."""
        self.beside()
        self.touching()
        self.resting()
        self.standing_inside()

    def resting(self) -> None:
        """The lines that rest on two things: bodies, or obstacles in their corridor."""
        self.narrow()
        solid = self.corridor.where(self.walls.solid[self.corridor.wall]) if self.walls.sealed else self.corridor
        kinds = [self._between_bodies(), self._beside_obstacles(solid), self._between_obstacles(solid)]
        pair = np.concatenate([found for found, _ in kinds])
        u = np.concatenate([lines[0] for _, lines in kinds])
        d = np.concatenate([lines[1] for _, lines in kinds])
        meets, start = self.bodies.on_line(self.one[pair], (u, d))
        other_meets, end = self.bodies.on_line(self.two[pair], (u, d))
        kept = np.flatnonzero(meets & other_meets)
        self.note_free(pair[kept], start[kept], end[kept])

    def note_free(self, pair: Rows, start: Vectors, end: Vectors) -> None:
        """Note which of these segments are free."""
        free = ~blocked_by_corridor(self.walls, start, end, self.corridor, pair)
        pair = pair[free]
        self.seen[pair], self.start[pair], self.end[pair] = True, start[free], end[free]
        self.open[pair] = False

    def _between_bodies(self) -> tuple[Rows, Lines]:
        pair = np.flatnonzero(self.open)
        return pair, between(self.bodies, self.one[pair], self.bodies, self.two[pair], left=True)

    def _beside_obstacles(self, corridor: Corridor) -> tuple[Rows, Lines]:
        pair, wall = corridor.pair, corridor.wall
        keys = np.concatenate([self.one[pair], self.two[pair]]) * len(self.walls) + np.concatenate([wall, wall])
        # Many pairs share a body and an obstacle.
        distinct, place = np.unique(keys, return_inverse=True) if len(keys) > _FEW else (keys, np.arange(len(keys)))
        rows, columns = np.divmod(distinct, max(1, len(self.walls)))
        u, d = beside(self.bodies, rows, self.walls, columns)
        return np.concatenate([pair, pair]), (u[place], d[place])

    def _between_obstacles(self, corridor: Corridor) -> tuple[Rows, Lines]:
        first, many = corridor.first, corridor.many
        entry, other = spread(first[corridor.pair], many[corridor.pair])
        once = other > entry
        entry, other = entry[once], other[once]
        return corridor.pair[entry], self.walls.lines_between(corridor.wall[entry], corridor.wall[other])

    def standing_inside(self) -> None:
        """Pairs of which one stands partly inside an obstacle."""
        self.narrow()
        pair, wall = self.corridor.pair, self.corridor.wall
        inside = self._inside(np.concatenate([self.one[pair], self.two[pair]]), np.concatenate([wall, wall]))
        for number in np.unique(np.concatenate([pair, pair])[inside]).tolist():
            first = self.corridor.first[number]
            near = wall[first : first + self.corridor.many[number]]
            start, end = free_segments(self.bodies, self.walls, self.one[number], self.two[number], near)
            if len(start):
                self.seen[number], self.start[number], self.end[number] = True, start[0], end[0]

    def _inside(self, rows: Rows, walls: Rows) -> Rows:
        """The entries whose body is partly inside the obstacle."""
        bodies = self.bodies
        apart = vector.length(bodies.centre[rows] - self.walls.centre[walls])
        close = np.flatnonzero(apart < bodies.reach[rows] + self.walls.reach[walls])
        if not len(close):
            return close
        rows, walls = rows[close], walls[close]
        skeletons = np.array([bodies.footprints[row].skeleton for row in rows.tolist()], dtype=object)
        gap = shapely.distance(skeletons, self.walls.eroded[walls])
        deep = np.where(self.walls.discs[walls], self.walls.radius[walls] - TOLERANCE / 2, 0.0)
        return close[gap <= bodies.radius[rows] + deep]

    def narrow(self) -> None:
        """Forget the obstacles of decided pairs."""
        self.corridor = self.corridor.where(self.open[self.corridor.pair])


def _out(bodies: Bodies, rows: Rows, aside: Vectors) -> Vectors:
    """A point of each body as far out in a direction as that is long, 1 for all the way."""
    farthest = bodies.support(rows, aside) + bodies.radius[rows] * unit(aside)
    return bodies.centre[rows] + np.abs(aside) * (farthest - bodies.centre[rows])


def foot(point: Vectors, u: Vectors, d: Floats) -> Vectors:
    """The points of lines that are nearest to points."""
    return u * ((np.conj(u) * point).real + 1j * d)


def blocked_by_corridor(walls: Obstacles, start: Vectors, end: Vectors, corridor: Corridor, pair: Rows) -> Flags:
    """Whether each segment is blocked by an obstacle in the corridor of its pair."""
    segment, place = spread(corridor.first[pair], corridor.many[pair])
    hit = walls.blocks(start[segment], end[segment], corridor.wall[place])
    blocked: Flags = np.bincount(segment[hit], minlength=len(start)) > 0
    return blocked


# ------------------------------------------------------------------------------- one pair, every line that matters


def free_segments(bodies: Bodies, walls: Obstacles, one: int, two: int, near: Rows) -> tuple[Vectors, Vectors]:
    """The free ones among all critical segments from one body to another; ``near`` are the obstacles that count."""
    start, end = gaps(bodies, one, two, critical_lines(bodies, walls, one, two, near))
    free = ~blocked_by_any(walls, start, end, near)
    return start[free], end[free]


def blocked_by_any(walls: Obstacles, start: Vectors, end: Vectors, near: Rows) -> Flags:
    """Whether each segment is blocked by any of these obstacles."""
    shape = len(start), len(near)
    blocked = walls.blocks(np.repeat(start, shape[1]), np.repeat(end, shape[1]), np.tile(near, shape[0]))
    return some(blocked.reshape(shape), 1)


def gaps(bodies: Bodies, one: int, two: int, lines: Lines) -> tuple[Vectors, Vectors]:
    """The parts of lines that lie between two bodies, of the lines that meet both."""
    low, high = bodies.chords(one, lines)
    other_low, other_high = bodies.chords(two, lines)
    meets = (low <= high) & (other_low <= other_high)
    low, high, other_low, other_high = low[meets], high[meets], other_low[meets], other_high[meets]
    u, d = lines[0][meets], lines[1][meets]
    ahead = low + high < other_low + other_high
    start, end = np.where(ahead, high, low), np.where(ahead, other_low, other_high)
    return u * (start + 1j * d), u * (end + 1j * d)


def critical_lines(bodies: Bodies, walls: Obstacles, one: int, two: int, near: Rows) -> Lines:
    """
    All lines through two corners, or a corner and a body's side, or along both bodies.

    Where one of the bodies is a point, only lines through it matter: none through two corners, or along the other one.
    """
    near = near[walls.solid[near]]
    points = [walls.corners[walls.first[row] : walls.first[row] + walls.count[row]] for row in near]
    discs = near[walls.discs[near]]
    corners = np.unique(np.concatenate([*points, *_crossings(bodies, walls, (one, two), near), np.empty(0)]))
    spots = Bodies([Footprint(np.array([[point.real, point.imag]])) for point in corners.tolist()])
    points_only = (bodies.count[[one, two]] == 1) & (bodies.radius[[one, two]] == 0.0)
    found = [] if points_only.any() else [_through(corners)]
    ends = [body for body, is_point in zip((one, two), points_only.tolist(), strict=True) if is_point] or [one, two]
    for left in (True, False):
        for body in ends:
            rows = np.full(len(spots), body)
            found.append(between(spots, np.arange(len(spots)), bodies, rows, left))
            rows = np.full(len(discs), body)
            found.append(between(walls, discs, bodies, rows, left))
            found.append(beside(bodies, rows, walls, discs, left))
        found.append(between(bodies, np.array([one]), bodies, np.array([two]), left))
        found.append(beside(bodies, np.array([one]), bodies, np.array([two]), left))
        if points_only.any():
            continue
        spot, disc = (grid.ravel() for grid in np.meshgrid(np.arange(len(spots)), discs))
        found.append(between(spots, spot, walls, disc, left))
        i, j = np.triu_indices(len(discs), 1)
        found += [between(walls, discs[i], walls, discs[j], left), beside(walls, discs[i], walls, discs[j], left)]
    return np.concatenate([u for u, _ in found]), np.concatenate([d for _, d in found])


def _through(points: Vectors) -> Lines:
    i, j = np.triu_indices(len(points), 1)
    way = points[j] - points[i]
    apart = vector.length(way) > 0.0
    u = way[apart] / vector.length(way[apart])
    return u, (np.conj(u) * points[i][apart]).imag


def _crossings(bodies: Bodies, walls: Obstacles, pair: tuple[int, int], near: Rows) -> list[Vectors]:
    """Where the outlines of the bodies cross those of the obstacles."""
    found = []
    for body in pair:
        for wall in near:
            apart = scalar.length(bodies.centre[body] - walls.centre[wall])
            if apart < bodies.reach[body] + walls.reach[wall] + TOLERANCE:
                found.append(_crossed(bodies, body, walls, int(wall)))
    return found


def _crossed(bodies: Bodies, body: int, walls: Obstacles, wall: int) -> Vectors:
    if bodies.count[body] == 1 and walls.count[wall] == 1:
        return _circles(bodies.centre[body], bodies.radius[body], walls.centre[wall], walls.radius[wall])
    if bodies.count[body] == 1:
        return _on_edges(bodies, body, walls, wall)
    if walls.count[wall] == 1:
        return _on_edges(walls, wall, bodies, body)
    start, end = _sides(walls, wall)
    way = end - start
    u = way / vector.length(way)
    d = (np.conj(u) * start).imag
    begin, length = (np.conj(u) * start).real, vector.length(way)
    found = []
    for at in bodies.chords(body, (u, d)):
        kept = (at >= begin - TOLERANCE) & (at <= begin + length + TOLERANCE)
        found.append(u[kept] * (at[kept] + 1j * d[kept]))
    return np.concatenate(found)


def _sides(bodies: Bodies, row: int) -> tuple[Vectors, Vectors]:
    corners = bodies.corners[bodies.first[row] : bodies.first[row] + bodies.count[row]]
    return corners, np.roll(corners, -1)


def _on_edges(disc: Bodies, row: int, polygon: Bodies, other: int) -> Vectors:
    """Where a circle crosses the edges of a polygon."""
    start, end = _sides(polygon, other)
    way = end - start
    u = way / vector.length(way)
    foot = np.conj(u) * (disc.centre[row] - start)
    half = vector.sqrt(np.maximum(disc.radius[row] ** 2 - foot.imag**2, 0.0))
    at = np.concatenate([foot.real - half, foot.real + half])
    kept = (
        (at >= -SLACK)
        & (at <= np.tile(vector.length(way), 2) + SLACK)
        & np.tile(np.abs(foot.imag) <= disc.radius[row] + SLACK, 2)
    )
    found: Vectors = (np.tile(start, 2) + at * np.tile(u, 2))[kept]
    return found


def _circles(one: complex, radius: float, two: complex, other: float) -> Vectors:
    """Where two circles cross."""
    apart = scalar.length(two - one)
    if apart == 0.0 or apart > radius + other + SLACK or apart < abs(radius - other) - SLACK:
        return np.empty(0, dtype=np.complex128)
    along = (apart**2 + radius**2 - other**2) / (2 * apart)
    aside = scalar.sqrt(max(radius**2 - along**2, 0.0))
    return one + (two - one) / apart * np.array([along + 1j * aside, along - 1j * aside])
