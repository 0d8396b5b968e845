"""Whether bodies see each other past obstacles that have heights: exact where nothing low stands between."""

from typing import Final, NamedTuple

import numpy as np
import shapely

from ... import TOLERANCE
from ...irrational import vector
from ..shapes import Footprint
from .bodies import Bodies, Flags, Floats, Lines, Rows, Vectors
from .obstacles import Obstacles
from .shadows import corridors, critical_lines, seen

SAMPLES: Final = 24
"""Points on each outline; all lines from one to another are tried where something low stands between."""


FIRST: Final = 6
"""Of every so many of them, those lines are tried first."""


class Heights(NamedTuple):
    """The heights of the two ends of every pair: those of the ground under them, and their tops."""

    floor_one: Floats
    top_one: Floats
    floor_two: Floats
    top_two: Floats

    def of(self, pairs: Rows | Flags) -> "Heights":
        """Those of some pairs."""
        return Heights(*(values[pairs] for values in self))


class Looks(NamedTuple):
    """Per pair: whether it sees each other, a free segment (NaN where there is none), and whether that is certain."""

    seen: Flags
    start: Vectors
    end: Vectors
    exact: Flags


def look(
    bodies: Bodies, walls: Obstacles, one: Rows, two: Rows, uses: Flags | None = None, heights: Heights | None = None
) -> Looks:
    """
    Whether some part of body ``one[k]`` and some part of body ``two[k]`` see each other.

    In plan view where ``heights`` is None. Otherwise sight leads from top to top, the best for things that stand
    on the ground, and passes over an obstacle where it is above it. What is as tall as both ends is exact, and so
    is every "seen"; a "not seen" with something lower between is the outcome of all critical lines and of
    ``SAMPLES`` x ``SAMPLES`` further ones, and ``exact`` is False.
    """
    if heights is None:
        found = seen(bodies, walls, one, two, uses)
        return Looks(*found, np.ones(len(one), dtype=bool))
    low, high = np.minimum(heights.top_one, heights.top_two), np.maximum(heights.top_one, heights.top_two)
    floor = np.minimum(heights.floor_one, heights.floor_two)
    between = (walls.high > low[:, None] + TOLERANCE) & (walls.low < high[:, None] - TOLERANCE)
    if uses is not None:
        between &= uses
    whole = between & (walls.high >= high[:, None] - TOLERANCE) & (walls.low <= floor[:, None] + TOLERANCE)
    found = seen(bodies, walls, one, two, between)
    exact = np.ones(len(one), dtype=bool)
    doubtful = np.flatnonzero(~found.seen & (between & ~whole).any(axis=1))
    if len(doubtful):
        past_whole = seen(bodies, walls, one[doubtful], two[doubtful], whole[doubtful])
        for pair in doubtful[past_whole.seen]:
            ends = over(bodies, walls, int(one[pair]), int(two[pair]), between[pair], heights.of(pair))
            exact[pair] = ends is not None
            if ends is not None:
                found.seen[pair], found.start[pair], found.end[pair] = True, *ends
    return Looks(*found, exact)


def over(
    bodies: Bodies, walls: Obstacles, one: int, two: int, uses: Flags, heights: Heights
) -> tuple[complex, complex] | None:
    """A segment from top to top that passes beside or above all obstacles, or None where none is found."""
    near = corridors(bodies, walls, np.array([one]), np.array([two]), uses[None, :]).wall
    found = _passing(bodies, walls, one, two, near, sampled_lines(bodies, one, two, FIRST), heights)
    if found is None:
        lines = critical_lines(bodies, walls, one, two, near)
        tried = sampled_lines(bodies, one, two)
        every = (np.concatenate([lines[0], tried[0]]), np.concatenate([lines[1], tried[1]]))
        found = _passing(bodies, walls, one, two, near, every, heights)
    return found


def _passing(
    bodies: Bodies, walls: Obstacles, one: int, two: int, near: Rows, lines: Lines, heights: Heights
) -> tuple[complex, complex] | None:
    """A segment along one of some lines that passes beside or above all obstacles near the way, if there is one."""
    start, end, top_start, top_end = _ends(bodies, one, two, lines, heights)
    shape = len(start), len(near)
    enters, leaves = walls.inside(np.repeat(start, shape[1]), np.repeat(end, shape[1]), np.tile(near, shape[0]))
    enters, leaves = np.clip(enters.reshape(shape), 0.0, 1.0), np.clip(leaves.reshape(shape), 0.0, 1.0)
    rise = (top_end - top_start)[:, None]
    lowest = top_start[:, None] + np.minimum(rise * enters, rise * leaves)
    highest = top_start[:, None] + np.maximum(rise * enters, rise * leaves)
    hit = (lowest < walls.high[near] - TOLERANCE) & (highest > walls.low[near] + TOLERANCE)
    free = np.flatnonzero(~((enters < leaves) & hit).any(axis=1))
    return (complex(start[free[0]]), complex(end[free[0]])) if len(free) else None


def _ends(
    bodies: Bodies, one: int, two: int, lines: Lines, heights: Heights
) -> tuple[Vectors, Vectors, Floats, Floats]:
    """
    Segments along lines that meet both bodies, with the heights of their ends.

    Between the near sides; and to the far side of the lower one, for such a sight stays high longer. Where
    obstacles may stand in the air, from ground to ground too.
    """
    u, d = lines
    low, high = bodies.chords(one, lines)
    other_low, other_high = bodies.chords(two, lines)
    meets = (low <= high) & (other_low <= other_high)
    low, high, other_low, other_high = low[meets], high[meets], other_low[meets], other_high[meets]
    u, d = u[meets], d[meets]
    ahead = low + high < other_low + other_high
    near, far = np.where(ahead, high, low), np.where(ahead, low, high)
    other_near, other_far = np.where(ahead, other_low, other_high), np.where(ahead, other_high, other_low)
    one_is_low = heights.top_one < heights.top_two
    begins = np.concatenate([near, far if one_is_low else near, near])
    finishes = np.concatenate([other_near, other_near if one_is_low else other_far, other_near])
    u, d = np.tile(u, 3), np.tile(d, 3)
    tops = np.repeat([heights.top_one, heights.top_one, heights.floor_one], len(near))
    other_tops = np.repeat([heights.top_two, heights.top_two, heights.floor_two], len(near))
    return u * (begins + 1j * d), u * (finishes + 1j * d), tops, other_tops


def sampled_lines(bodies: Bodies, one: int, two: int, step: int = 1) -> Lines:
    """Lines from points of one outline to points of the other, and from and to the centres; of every so many points."""
    grounds = (bodies.footprints[row] for row in (one, two))
    spots = (outline_points(ground)[::step] for ground in grounds)
    start, end = (np.append(points, bodies.centre[row]) for points, row in zip(spots, (one, two), strict=True))
    way = (end - start[:, None]).ravel()
    begin = np.repeat(start, len(end))
    apart = vector.length(way) > 0.0
    u = way[apart] / vector.length(way[apart])
    return u, (np.conj(u) * begin[apart]).imag


def outline_points(ground: Footprint) -> Vectors:
    """``SAMPLES`` points at equal distances along an outline."""
    if len(ground.core) == 1:
        circle = vector.circle(2 * np.pi / SAMPLES * np.arange(float(SAMPLES)))
        around: Vectors = complex(*ground.core[0]) + ground.radius * circle
        return around
    spots = shapely.line_interpolate_point(ground.polygon.exterior, np.arange(SAMPLES) / SAMPLES, normalized=True)
    places = shapely.get_coordinates(spots)
    found: Vectors = places[:, 0] + 1j * places[:, 1]
    return found
