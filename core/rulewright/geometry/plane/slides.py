"""Bases on the move, seen as one point among grounds that their centre must keep out of.

Shifting the core ``a`` by ``v`` makes it meet the core ``b`` exactly when ``v`` lies in the convex polygon ``b - a``,
their Minkowski difference. So a base that slides without turning overlaps something exactly when its centre lies in
that polygon grown by both radii, and a slide is a line through convex, rounded grounds.
"""

import math
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from .. import TOLERANCE
from ..irrational import vector
from .scene import Model
from .shapes import OVAL_CORNERS, Base, Footprint, Point, Points, Pose, facing_of, footprint

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

MANY_SIDED: Final = OVAL_CORNERS


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
    return tuple(shifts(*pair).grown(radius) for pair in product(mover.parts, other.parts))


def shifts(a: Footprint, b: Footprint) -> Footprint:
    """All shifts that make the convex core of ``a`` meet that of ``b``."""
    mine, others = -a.core, b.core
    edges = np.vstack([_edges(mine), _edges(others)])
    corners: Points = mine[_lowest(mine)] + others[_lowest(others)] + np.zeros((1, 2))
    if len(edges):
        turn = vector.arctan2(edges[:, 1], edges[:, 0])
        turn = np.where(turn < 0.0, turn + 2 * math.pi, turn)
        order = np.argsort(turn, kind="stable")
        corners = (corners + np.cumsum(edges[order], axis=0) - edges[order])[np.diff(turn[order], prepend=-1.0) != 0.0]
    return Footprint(corners)


def _edges(core: Points) -> Points:
    """The ways from each corner to the next, none of length 0."""
    ways: Points = np.roll(core, -1, axis=0) - core
    found: Points = ways[(ways != 0.0).any(axis=1)]
    return found


def _lowest(core: Points) -> int:
    """Where edges that turn counter-clockwise from along x start: at the lowest corner, of several the left one."""
    return int(np.lexsort((core[:, 0], core[:, 1]))[0])


@lru_cache(maxsize=1 << 12)
def kept_out(
    base: Base, facing: float, other: Base, x: float, y: float, other_facing: float, clear: float = 0.0
) -> tuple[Footprint, ...]:
    """:func:`forbidden` of two bases, grown by a distance to keep."""
    if clear:
        return tuple(one.grown(clear) for one in kept_out(base, facing, other, x, y, other_facing))
    return tuple(one.shifted(x, y) for one in _kept_out(base, facing, other, other_facing))


@lru_cache(maxsize=1 << 10)
def _kept_out(base: Base, facing: float, other: Base, other_facing: float) -> tuple[Footprint, ...]:
    return forbidden(at_origin(base, facing), at_origin(other, other_facing))


def grounds_of(base: Base, pose: Pose, other: Model, clear: float = 0.0) -> tuple[Footprint, ...]:
    """Where the centre of a base that faces as the pose does overlaps another model, or comes so near to it."""
    there = other.pose
    return kept_out(base, facing_of(base, pose), other.base, there.x, there.y, facing_of(other.base, there), clear)


def hull_grounds_of(base: Base, pose: Pose, other: Model) -> tuple[Footprint, ...]:
    """Where the centre of a base that faces as the pose does would end on another model: on its base or hull."""
    under = grounds_of(base, pose, other)
    if other.hull is None:
        return under
    there, facing = other.pose, facing_of(other.hull, other.pose)
    return (*under, *kept_out(base, facing_of(base, pose), other.hull, there.x, there.y, facing))


def depths(points: Points, ground: Footprint) -> Floats:
    """How deep each point (n, 2) is in a convex ground; below 0, how far outside."""
    core, radius = ground.core, ground.radius
    if len(core) == 1:
        alone: Floats = radius - vector.hypot(points[:, 0] - core[0, 0], points[:, 1] - core[0, 1])
        return alone
    away, ahead = points[:, None, :] - core, ground.ahead
    squares = np.maximum((ahead**2).sum(axis=1), 1e-300)
    share = np.clip((away * ahead).sum(axis=2) / squares, 0.0, 1.0)
    off = away - share[..., None] * ahead
    gap = vector.hypot(off[..., 0], off[..., 1]).min(axis=1)
    left = ahead[:, 0] * away[..., 1] - ahead[:, 1] * away[..., 0] >= 0.0
    inside = left.all(axis=1) & (len(core) > 2)
    found: Floats = np.where(inside, gap, -gap) + radius
    return found


def off(points: Points, ground: Footprint) -> Floats:
    """
    How far each point (n, 2) is from a convex ground; below 0, how deep inside.

    Of many-sided grounds such as ovals it is up to a thousandth too near: for ranking places quickly.
    """
    if len(ground.core) < MANY_SIDED:
        return -depths(points, ground)
    normals, far = ground.sides
    away: Floats = (vector.matmul(points, normals.T) - far).max(axis=1) - ground.radius
    return away


def depth(point: Point, grounds: tuple[Footprint, ...]) -> float:
    """How deep a point is in any of these grounds; below 0, how far outside them all."""
    return max((float(depths(np.array([point]), ground)[0]) for ground in grounds), default=-math.inf)


def inner_radius(base: Base) -> float:
    """The radius of the largest disc about the centre of a base that one convex part of it covers; below 0 without."""
    return depth((0.0, 0.0), at_origin(base, 0.0).parts)


def stretch(start: Point, way: Point, length: float, ground: Footprint) -> tuple[float, float] | None:
    """
    From how far to how far along a straight way (of length 1) a point is inside a convex ground.

    Inside is deeper than TOLERANCE. None when it is nowhere inside, or only touches, within ``length`` inches.
    """
    if length <= 0.0:
        return (0.0, 0.0) if depth(start, (ground,)) > TOLERANCE else None
    enters, leaves = through(start, way, ground, ground.radius - TOLERANCE)
    first, last = max(enters, 0.0), min(leaves, length)
    return (first, last) if first < last else None


def spans(starts: Points, ways: Points, ground: Footprint, reach: float) -> tuple[Floats, Floats]:
    """
    How far along lines, from one start or as many, they enter and leave a core grown (or, below 0, shrunk) by a reach.

    Lines that are nowhere inside do not enter before they leave.
    """
    return (_clip if reach <= 0.0 else _pierce)(starts, ways, ground, reach)


def through(start: Point, way: Point, ground: Footprint, reach: float) -> tuple[float, float]:
    """:func:`spans` of one line."""
    enters, leaves = spans(np.array([start]), np.array([way]), ground, reach)
    return float(enters[0]), float(leaves[0])


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


def crossed(starts: Points, points: Points, ground: Footprint, deeper: float = TOLERANCE) -> Mask:
    """Which straight ways to points (n, 2), from as many starts or one, come deeper than that into a convex ground."""
    left, low, right, high = ground.bounds
    starts = np.broadcast_to(starts, points.shape)
    (x, y), (start_x, start_y) = points.T, starts.T
    found: Mask = (
        (np.maximum(x, start_x) > left + deeper)
        & (np.minimum(x, start_x) < right - deeper)
        & (np.maximum(y, start_y) > low + deeper)
        & (np.minimum(y, start_y) < high - deeper)
    )
    if found.any():
        found[found] = _crossed(starts[found], points[found], ground, ground.radius - deeper)
    return found


def _crossed(starts: Points, points: Points, ground: Footprint, reach: float) -> Mask:
    """Which straight ways come nearer than a reach to a core; with one of 0 or less, so deep into it."""
    ways = points - starts
    length = vector.hypot(ways[:, 0], ways[:, 1])
    still = length < 1e-12
    ways[still] = 1.0, 0.0
    enters, leaves = spans(starts, ways / (length + still)[:, None], ground, reach)
    return np.array((enters < leaves) & (enters < length) & (leaves > 0.0))


def inside(points: Points, ground: Footprint, deeper: float = TOLERANCE) -> Mask:
    """Which points (n, 2) lie deeper than that in a convex ground: :func:`depths` without saying how deep."""
    left, low, right, high = ground.bounds
    x, y = points.T
    found: Mask = (x > left + deeper) & (x < right - deeper) & (y > low + deeper) & (y < high - deeper)
    if not found.any():
        return found
    if ground.radius == 0.0 and len(ground.core) > 2:
        normals, far = ground.sides
        found[found] = (vector.matmul(points[found], normals.T) - far).max(axis=1) < -deeper
    else:
        found[found] = depths(points[found], ground) > deeper
    return found


def rim(ground: Footprint, middle: Point, angles: Floats) -> Points:
    """Where rays from a point inside a convex ground leave it (n, 2); the angles in radians."""
    ways = np.stack([vector.cos(angles), vector.sin(angles)], axis=1)
    start = np.array([middle])
    found: Points = start + spans(start, ways, ground, ground.radius)[1][:, None] * ways
    return found


def _clip(starts: Points, ways: Points, ground: Footprint, shift: float) -> tuple[Floats, Floats]:
    """Where lines lie inside a polygon whose sides are shifted outwards (or below 0, inwards), by half-planes."""
    if len(ground.core) < 3:
        return np.full(len(ways), math.inf), np.full(len(ways), -math.inf)
    normals, far = ground.sides
    towards = vector.matmul(ways, normals.T)
    room = far + shift - vector.matmul(starts, normals.T)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        times = room / towards
    back, ahead = towards <= -1e-12, towards >= 1e-12
    enters: Floats = times.max(axis=1, where=back, initial=-math.inf)
    leaves: Floats = times.min(axis=1, where=ahead, initial=math.inf)
    enters[(~(back | ahead) & (room <= 0.0)).any(axis=1)] = math.inf
    return enters, leaves


def _pierce(starts: Points, ways: Points, ground: Footprint, radius: float) -> tuple[Floats, Floats]:
    """Where lines enter and leave a core that is grown by a radius: at its circles or shifted sides."""
    to = ground.core - starts[:, None]
    x, y = ways[:, :1], ways[:, 1:]
    along, aside = to[..., 0] * x + to[..., 1] * y, x * to[..., 1] - y * to[..., 0]
    half = radius * radius - aside * aside
    reach = np.where(half > 0.0, vector.sqrt(np.maximum(half, 0.0)), -math.inf)
    enters, leaves = (along - reach).min(axis=1), (along + reach).max(axis=1)
    if len(ground.core) > 1:
        run, rise = np.roll(along, -1, axis=1) - along, np.roll(aside, -1, axis=1) - aside
        size = vector.hypot(run, rise)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ahead, left = along + radius * rise / size, aside - radius * run / size
            share = -left / rise
            there = ahead + share * run
        met = (np.abs(rise) > 1e-12) & (share >= 0.0) & (share <= 1.0)
        enters = np.minimum(enters, np.where(met, there, math.inf).min(axis=1))
        leaves = np.maximum(leaves, np.where(met, there, -math.inf).max(axis=1))
    return enters, leaves
