"""The shifts that make two convex cores meet: their Minkowski difference.

Shifting the core ``a`` by ``v`` makes it meet the core ``b`` exactly when ``v`` lies in the convex polygon
``b - a``. So how deep two cores overlap, how far a corner lies outside, and when a sliding core arrives are
questions about one polygon and points or a ray.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from ..irrational import vector
from .shapes import Footprint, Point, Points

Numbers = npt.NDArray[np.float64]

FLAT: Final = 1e-12
"""Depths and slopes below this are noise: what is no deeper is not inside, what is no steeper is parallel."""

NOISE: Final = 1e-9
"""Inches that arithmetic may be wrong by where something starts out touching."""

ORIGIN: Final = Footprint(np.zeros((1, 2)))


class Shifts:
    """
    The polygon of all shifts that make the convex core of ``a`` meet that of ``b``.

    ``corners`` (k, 2) counter-clockwise, ``edges`` (k, 2) the way from each corner to the next, ``normals``
    (k, 2) of length 1 pointing outwards, ``reach`` (k,) how far from (0, 0) each edge's line lies along its
    normal. Two points have one corner and no edges.
    """

    def __init__(self, a: Footprint, b: Footprint) -> None:
        mine, others = -a.core, b.core
        edges = np.vstack([_edges(mine), _edges(others)])
        self.corners: Points = mine[_lowest(mine)] + others[_lowest(others)] + np.zeros((1, 2))
        self.edges: Points = edges
        if len(edges):
            turn = vector.arctan2(edges[:, 1], edges[:, 0])
            self.edges = edges[np.argsort(np.where(turn < 0.0, turn + 2 * math.pi, turn), kind="stable")]
            self.corners = self.corners + np.cumsum(self.edges, axis=0) - self.edges
        self.lengths: Numbers = vector.hypot(self.edges[:, 0], self.edges[:, 1])
        self.normals: Points = np.stack([self.edges[:, 1], -self.edges[:, 0]], axis=1) / self.lengths[:, None]
        self.reach: Numbers = (self.normals * self.corners[: len(edges)]).sum(axis=1)

    def apart(self, points: Points) -> Numbers:
        """How far each point (k, 2) lies outside; below 0 inside, as far as the nearest edge."""
        if len(self.edges) == 0:
            away: Numbers = vector.hypot(*(points - self.corners).T)
            return away
        inside = (vector.matmul(points, self.normals.T) - self.reach).max(axis=1)
        way = points[:, None] - self.corners
        along = (way * self.edges).sum(axis=2) / self.lengths**2
        rest = way - np.clip(along, 0.0, 1.0)[:, :, None] * self.edges
        found: Numbers = np.where(inside < -FLAT, inside, vector.hypot(rest[:, :, 0], rest[:, :, 1]).min(axis=1))
        return found

    def entry(self, way: Point, radius: float) -> float:
        """
        How far along a ray from (0, 0) it enters the polygon grown (or, below 0, shrunk) by a radius; else inf.

        The ray starts outside, or so little inside that this is noise.
        """
        if radius <= 0.0:
            return self._entry_between_edges(way, radius)
        return max(0.0, min(self._entry_at_corners(way, radius), self._entry_at_edges(way, radius)))

    def _entry_between_edges(self, way: Point, radius: float) -> float:
        towards, left = vector.matmul(self.normals, np.array(way)), self.reach + radius
        into, out = towards < -FLAT, towards > FLAT
        if not into.any() or (left[~(into | out)] <= 0.0).any():
            return math.inf
        enter = float((left[into] / towards[into]).max())
        leave = float((left[out] / towards[out]).min(initial=math.inf))
        return max(0.0, enter) if max(enter, NOISE) < leave else math.inf

    def _entry_at_corners(self, way: Point, radius: float) -> float:
        along = vector.matmul(self.corners, np.array(way))
        aside = vector.matmul(self.corners, np.array([-way[1], way[0]]))
        met = (along > 0.0) & (np.abs(aside) <= radius) & (vector.hypot(along, aside) > radius - NOISE)
        return float((along[met] - vector.sqrt(radius**2 - aside[met] ** 2)).min(initial=math.inf))

    def _entry_at_edges(self, way: Point, radius: float) -> float:
        towards = vector.matmul(self.normals, np.array(way))
        met = (towards < -FLAT) & (self.reach + radius < NOISE)
        travel = (self.reach[met] + radius) / towards[met]
        place = travel[:, None] * np.array(way) - self.corners[: len(met)][met]
        along = (place * self.edges[met]).sum(axis=1) / self.lengths[met]
        return float(travel[(along > -NOISE) & (along < self.lengths[met] + NOISE)].min(initial=math.inf))


def _edges(core: Points) -> Points:
    """The ways from each corner to the next, none of length 0."""
    ways: Points = np.roll(core, -1, axis=0) - core
    found: Points = ways[(ways != 0.0).any(axis=1)]
    return found


def _lowest(core: Points) -> int:
    """Where edges that turn counter-clockwise from along x start: at the lowest corner, of several the left one."""
    return int(np.lexsort((core[:, 0], core[:, 1]))[0])
