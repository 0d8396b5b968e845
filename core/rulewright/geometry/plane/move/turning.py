"""The ground that a base sweeps while it pivots.

A turning base meets something first with a corner, or the something with one of its corners: so the corners of
both are followed along their arcs through the other.
"""

import math
from itertools import pairwise, product
from typing import Final

import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..measure.ranges import penetration
from ..shapes import Footprint, Point, Points
from ..slides import Floats, depths
from .curves import Curves, edge_curves

SAMPLES: Final = 17
"""Places on an arc inside a ground at which its depth is measured."""


def turn_depth(mover: Footprint, centre: Point, degrees: float, other: Footprint) -> float:
    """
    How deep a base gets into another ground while it turns about its centre; 0.0 where they only touch.

    ``mover`` is the base about (0, 0) before the pivot. Above TOLERANCE exactly when the ground swept by the turn
    overlaps ``other``. Of an overlap on the way it is the depth of the deepest corner, to within a few percent.
    """
    there = other.shifted(-centre[0], -centre[1])
    found = max(penetration(mover, there), penetration(turned(mover, degrees), there))
    for mine, theirs in product(mover.parts, there.parts):
        both = mine.radius + theirs.radius
        if len(theirs.core) > 1:
            found = max(found, _arc_depth(mine.core, degrees, Footprint(theirs.core, both)))
        found = max(found, _arc_depth(theirs.core, -degrees, Footprint(mine.core, both)))
    return found


def turned(mover: Footprint, degrees: float) -> Footprint:
    """A ground turned about (0, 0), counter-clockwise."""
    cos, sin = scalar.cos(math.radians(degrees)), scalar.sin(math.radians(degrees))
    return Footprint(vector.matmul(mover.core, np.array([[cos, sin], [-sin, cos]])), mover.radius)


def _arc_depth(points: Points, degrees: float, ground: Footprint) -> float:
    """How deep points (n, 2), turned about (0, 0), get into a convex ground."""
    sizes = vector.hypot(points[:, 0], points[:, 1])
    least = -float(depths(np.zeros((1, 2)), ground)[0]) + TOLERANCE
    most = float(vector.hypot(ground.core[:, 0], ground.core[:, 1]).max()) + ground.radius - TOLERANCE
    edge = Curves(*edge_curves(ground))
    reached = points[(sizes > max(least, 0.0)) & (sizes < most)]
    return max((_one_arc_depth(point, math.radians(degrees), ground, edge) for point in reached), default=0.0)


def _one_arc_depth(point: Floats, turn: float, ground: Footprint, edge: Curves) -> float:
    x, y = point.tolist()
    circle = Curves(np.array([[0.0, 0.0, scalar.hypot(x, y), 0.0, 2 * math.pi]]), np.empty((0, 6)))
    cuts = circle.crossings(edge)
    way = math.copysign(1.0, turn)
    # Turns from where the point starts, in the direction of the turn, from 0 to the whole turn.
    turns = np.mod((vector.arctan2(cuts[:, 1], cuts[:, 0]) - scalar.atan2(y, x)) * way, 2 * math.pi)
    ends = sorted({0.0, abs(turn), *turns[turns < abs(turn)].tolist()})
    parts = [np.linspace(start, end, SAMPLES) for start, end in pairwise(ends)] or [np.zeros(1)]
    angles = np.concatenate(parts) * way
    cos, sin = vector.cos(angles), vector.sin(angles)
    return float(depths(np.stack([x * cos - y * sin, x * sin + y * cos], axis=1), ground).max())
