"""Bases on the move, seen as one point among grounds that their centre must keep out of.

A base that slides without turning overlaps something exactly when its centre lies in the polygon of shifts of
the two (see :mod:`.sums`), grown by both radii. So a slide is a line through convex, rounded
grounds.
"""

import math
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from ... import TOLERANCE
from ..shapes import Base, Footprint, Point, Points, Pose, footprint
from ..sums import Shifts

Floats = npt.NDArray[np.float64]


def at_origin(base: Base, facing: float) -> Footprint:
    """The ground of a base that stands at (0, 0)."""
    return footprint(base, Pose(0.0, 0.0, facing))


def forbidden(mover: Footprint, other: Footprint) -> tuple[Footprint, ...]:
    """
    Where the centre of a base may not be: convex grounds, one for each pair of parts.

    ``mover`` is the base about (0, 0). Its centre is inside one of them, deeper than TOLERANCE, exactly when it
    overlaps ``other``.
    """
    radius = mover.radius + other.radius
    return tuple(Footprint(Shifts(mine, theirs).corners, radius) for mine, theirs in product(mover.parts, other.parts))


@lru_cache(maxsize=1 << 12)
def kept_out(base: Base, facing: float, other: Base, x: float, y: float, other_facing: float) -> tuple[Footprint, ...]:
    """:func:`forbidden` of two bases."""
    return forbidden(at_origin(base, facing), footprint(other, Pose(x, y, other_facing)))


def depths(points: Points, ground: Footprint) -> Floats:
    """How deep each point (n, 2) is in a convex ground; below 0, how far outside."""
    core, radius = ground.core, ground.radius
    away = points[:, None, :] - core
    if len(core) == 1:
        alone: Floats = radius - np.hypot(away[:, 0, 0], away[:, 0, 1])
        return alone
    ahead = np.roll(core, -1, axis=0) - core
    squares = np.maximum((ahead**2).sum(axis=1), 1e-300)
    share = np.clip((away * ahead).sum(axis=2) / squares, 0.0, 1.0)
    off = away - share[..., None] * ahead
    gap = np.hypot(off[..., 0], off[..., 1]).min(axis=1)
    left = ahead[:, 0] * away[..., 1] - ahead[:, 1] * away[..., 0] >= 0.0
    inside = left.all(axis=1) & (len(core) > 2)
    found: Floats = np.where(inside, gap, -gap) + radius
    return found


def depth(point: Point, grounds: tuple[Footprint, ...]) -> float:
    """How deep a point is in any of these grounds; below 0, how far outside them all."""
    return max((float(depths(np.array([point]), ground)[0]) for ground in grounds), default=-math.inf)


def stretch(start: Point, way: Point, length: float, ground: Footprint) -> tuple[float, float] | None:
    """
    From how far to how far along a straight way (of length 1) a point is inside a convex ground.

    Inside is deeper than TOLERANCE. None when it is nowhere inside, or only touches, within ``length`` inches.
    """
    if length <= 0.0:
        return (0.0, 0.0) if depth(start, (ground,)) > TOLERANCE else None
    inset = ground.radius - TOLERANCE
    found = _clip(start, way, ground.core, inset) if inset <= 0.0 else _pierce(start, way, ground.core, inset)
    if found is None:
        return None
    first, last = max(found[0], 0.0), min(found[1], length)
    return (first, last) if first < last else None


def stretches(start: Point, way: Point, length: float, grounds: tuple[Footprint, ...]) -> list[tuple[float, float]]:
    """The stretches of a straight way that lie inside any of these grounds, joined where they meet, in order."""
    found = sorted(one for ground in grounds if (one := stretch(start, way, length, ground)) is not None)
    joined: list[tuple[float, float]] = []
    for first, last in found:
        if joined and first <= joined[-1][1] + TOLERANCE:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return joined


def rim(ground: Footprint, middle: Point, angle: float) -> Point:
    """Where a ray from a point inside a convex ground leaves it; the angle in radians."""
    way = (math.cos(angle), math.sin(angle))
    flat = ground.radius == 0.0
    found = _clip(middle, way, ground.core, 0.0) if flat else _pierce(middle, way, ground.core, ground.radius)
    far = 0.0 if found is None else found[1]
    return (middle[0] + far * way[0], middle[1] + far * way[1])


def _clip(start: Point, way: Point, core: Points, shift: float) -> tuple[float, float] | None:
    """Where a line lies inside a polygon whose sides are shifted outwards (or below 0, inwards), by half-planes."""
    if len(core) < 3:
        return None
    normals, reach = sides(core)
    towards = normals @ np.array(way)
    room = reach + shift - normals @ np.array(start)
    level = np.abs(towards) < 1e-12
    if (room[level] <= 0.0).any():
        return None
    ahead, back = towards >= 1e-12, towards <= -1e-12
    first = float((room[back] / towards[back]).max(initial=-math.inf))
    last = float((room[ahead] / towards[ahead]).min(initial=math.inf))
    return (first, last) if first < last else None


def _pierce(start: Point, way: Point, core: Points, radius: float) -> tuple[float, float] | None:
    """Where a line enters and leaves a polygon, line or point that is grown by a radius."""
    from_start = core - np.array(start)
    along = from_start @ np.array(way)
    aside = way[0] * from_start[:, 1] - way[1] * from_start[:, 0]
    half = radius * radius - aside * aside
    near = half > 0.0
    reach = np.sqrt(half[near])
    places = [along[near] - reach, along[near] + reach]
    if len(core) > 1:
        places.append(_through_sides(along, aside, radius))
    every = np.concatenate(places)
    return (float(every.min()), float(every.max())) if len(every) else None


def _through_sides(along: Floats, aside: Floats, radius: float) -> Floats:
    """Where a line along x cuts the sides of a polygon (its corners: along, aside) shifted outwards by a radius."""
    run, rise = np.roll(along, -1) - along, np.roll(aside, -1) - aside
    size = np.hypot(run, rise)
    slanted = np.abs(rise) > 1e-12
    run, rise, size = run[slanted], rise[slanted], size[slanted]
    x, y = along[slanted] + radius * rise / size, aside[slanted] - radius * run / size
    share = -y / rise
    there: Floats = (x + share * run)[(share >= 0.0) & (share <= 1.0)]
    return there


def sides(core: Points) -> tuple[Points, Floats]:
    """Outward normals of length 1 of a polygon's sides, and how far along them each side lies."""
    ahead = np.roll(core, -1, axis=0) - core
    lengths = np.hypot(ahead[:, 0], ahead[:, 1])
    real = lengths > 1e-15
    normals = np.stack([ahead[real, 1], -ahead[real, 0]], axis=1) / lengths[real, None]
    return normals, (normals * core[real]).sum(axis=1)
