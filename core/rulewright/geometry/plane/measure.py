"""Distances on a table: how far, how deep, how far beyond, and between which points.

A footprint is a core and a disc, so the distance of two footprints is the distance of their cores minus both
radii: exact for round bases, hulls, rectangles and everything grown around them.
"""

import math
from itertools import product

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from .. import TOLERANCE
from .areas import area_footprints, farthest
from .shapes import Footprint, Point, ring
from .sums import ORIGIN, Shifts

__all__ = [
    "Nearest",
    "area_footprints",
    "beyond",
    "core_distance",
    "distance",
    "nearest",
    "outside",
    "overlaps",
    "penetration",
    "within",
]


class Nearest(msgspec.Struct, frozen=True):
    """The nearest points of two grounds and their distance; where the grounds meet, one common point and 0.0."""

    a: Point
    b: Point
    distance: float


def distance(a: Footprint, b: Footprint) -> float:
    """From the nearest point of one to the nearest point of the other, in inches; 0.0 when they meet."""
    return max(0.0, core_distance(a, b) - (a.radius + b.radius))


def core_distance(a: Footprint, b: Footprint) -> float:
    """The distance of two footprints without their discs."""
    if len(a.core) == 1 and len(b.core) == 1:
        (ax, ay), (bx, by) = a.core[0].tolist(), b.core[0].tolist()
        return math.hypot(bx - ax, by - ay)
    return float(shapely.distance(a.skeleton, b.skeleton))


def nearest(a: Footprint, b: Footprint) -> Nearest:
    """Where two footprints are nearest to each other."""
    line = shapely.get_coordinates(shapely.shortest_line(a.skeleton, b.skeleton))
    apart = math.dist(*line)
    if apart - (a.radius + b.radius) > 0.0:
        step = (line[1] - line[0]) / apart
        return Nearest(_point(line[0] + a.radius * step), _point(line[1] - b.radius * step), distance(a, b))
    part = (a.radius + apart - b.radius) / (2 * apart) if apart else 0.0
    both = _point(line[0] + min(1.0, max(0.0, part)) * (line[1] - line[0]))
    return Nearest(both, both, 0.0)


def penetration(a: Footprint, b: Footprint) -> float:
    """
    The shortest shift that makes two overlapping footprints only touch; 0.0 when they touch or are apart.

    Exact for convex footprints. Where one is not convex, the deepest overlap of convex parts of the two: above 0
    when and only when they overlap, and never more than the shortest shift.
    """
    between = core_distance(a, b)
    if between == 0.0:
        between = min(float(Shifts(mine, others).apart(ORIGIN.core)[0]) for mine, others in product(a.parts, b.parts))
    return max(0.0, a.radius + b.radius - between)


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Whether they share more than their edges: touching is no overlap."""
    return penetration(a, b) > TOLERANCE


def within(a: Footprint, b: Footprint, inches: float) -> bool:
    """Whether any part of one is within so many inches of any part of the other; exactly so far is within."""
    return distance(a, b) <= inches + TOLERANCE


def beyond(a: Footprint, b: Footprint, inches: float) -> float:
    """
    How far the farthest point of ``a`` is beyond ``inches`` of ``b``, in inches; negative when it is nearer.

    At most TOLERANCE means that ``a`` is wholly within that distance.
    """
    if b.convex:
        return max(0.0, _farthest_from_convex(a, b) - b.radius) - inches
    return max(0.0, farthest(a, Polygon(b.core)) - b.radius) - inches


def _farthest_from_convex(a: Footprint, b: Footprint) -> float:
    """From ``b``'s core to the farthest point of ``a``; below 0 when ``a`` lies inside, so deep."""
    # The distance to something convex grows outwards, so it is greatest at a corner of a's core.
    return float(Shifts(ORIGIN, b).apart(a.core).max()) + a.radius


def outside(a: Footprint, area: Polygon) -> float:
    """
    How far the farthest point of ``a`` sticks out of an area, in inches; 0.0 when ``a`` is wholly inside.

    Holes are not part of the area.
    """
    whole = Footprint(ring(area))
    return max(0.0, farthest(a, area) if area.interiors or not whole.convex else _farthest_from_convex(a, whole))


def _point(place: npt.NDArray[np.float64]) -> Point:
    return (float(place[0]), float(place[1]))
