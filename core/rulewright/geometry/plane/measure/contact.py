"""Sliding straight until something is touched."""

import math
from typing import Final

import msgspec
import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..shapes import Footprint, Point
from ..slides import depths, forbidden, through
from .ranges import nearest

NOISE: Final = 1e-9
"""Inches that arithmetic may be wrong by where something starts out touching."""


class Contact(msgspec.Struct, frozen=True):
    """How far a mover slides until it first touches, in inches, and where it touches then."""

    travel: float
    point: Point


def first_contact(mover: Footprint, dx: float, dy: float, other: Footprint) -> Contact | None:
    """
    Where a mover that slides straight by (dx, dy) first touches another footprint on its way into it.

    None when it never does within that slide: brushing past within TOLERANCE, and leaving or sliding along what
    is touched already, is no contact; arriving exactly at the end of the slide is one. A mover that overlaps the
    other already has travel 0.0.
    """
    if not _boxes_meet(mover, dx, dy, other):
        return None
    length = scalar.hypot(dx, dy)
    way = (dx / length, dy / length) if length else (0.0, 0.0)
    found = (_travel(ground, way, length) for ground in forbidden(mover, other))
    travel = min((one for one in found if one is not None), default=None)
    if travel is None:
        return None
    there = mover.shifted(way[0] * travel, way[1] * travel)
    return Contact(travel, nearest(there, other).b)


def first_brush(mover: Footprint, dx: float, dy: float, other: Footprint) -> Contact | None:
    """
    Where a mover that slides straight by (dx, dy) first touches another footprint that it goes past or along.

    None when it enters it, stays clear of it by more than TOLERANCE, or touches it only where the slide begins.
    """
    length = scalar.hypot(dx, dy)
    if not length or not _boxes_meet(mover, dx, dy, other):
        return None
    way = (dx / length, dy / length)
    travel = min((_brushed(ground, way, length) for ground in forbidden(mover, other)), default=math.inf)
    if travel == math.inf:
        return None
    there = mover.shifted(way[0] * travel, way[1] * travel)
    return Contact(travel, nearest(there, other).b)


def _brushed(ground: Footprint, way: Point, length: float) -> float:
    """How far along a ray from (0, 0) the border of a convex ground is touched that lies beside it; never: inf."""
    along = vector.matmul(ground.core, np.array(way))
    aside = vector.matmul(ground.core, np.array((-way[1], way[0])))
    off = np.abs(aside)
    beside = along[off <= off.min() + TOLERANCE]
    crossed = aside.min() < -TOLERANCE and aside.max() > TOLERANCE
    if crossed or abs(off.min() - ground.radius) > TOLERANCE or beside.max() <= TOLERANCE:
        return math.inf
    return min(max(0.0, float(beside.min())), length) if beside.min() <= length + TOLERANCE else math.inf


def _boxes_meet(mover: Footprint, dx: float, dy: float, other: Footprint) -> bool:
    """Whether the box around the slide comes near the box around the other: most do not."""
    left, low, right, high = mover.bounds
    other_left, other_low, other_right, other_high = other.bounds
    return (
        left + min(0.0, dx) <= other_right + TOLERANCE
        and right + max(0.0, dx) >= other_left - TOLERANCE
        and low + min(0.0, dy) <= other_high + TOLERANCE
        and high + max(0.0, dy) >= other_low - TOLERANCE
    )


def _travel(ground: Footprint, way: Point, length: float) -> float | None:
    """How far along a ray from (0, 0) a convex ground is touched on the way into it."""
    ends = np.array([(0.0, 0.0), (way[0] * length, way[1] * length)])
    at_start, at_end = (-depths(ends, ground)).tolist()
    if at_start < -TOLERANCE:
        return 0.0
    arrives = at_start > TOLERANCE >= at_end
    into = _entry(way, ground, ground.radius - TOLERANCE) if length else math.inf
    # What would only brush past if the slide went on is brushed too where it ends.
    if into > length and not (arrives and into < math.inf):
        return None
    return min(_entry(way, ground, ground.radius), length) if at_start > 0.0 else 0.0


def _entry(way: Point, ground: Footprint, reach: float) -> float:
    """How far along a ray from (0, 0) it enters a core grown or shrunk by a reach; never: inf."""
    enters, leaves = through((0.0, 0.0), way, ground, reach)
    return max(0.0, enters) if max(enters, NOISE) < leaves else math.inf
