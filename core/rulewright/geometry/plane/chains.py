"""Distances of many pairs of ovals that lie apart: only the corners that face each other are compared.

The way from the nearest point of one convex shape to that of another stands upright on both. Its angle to the way
from centre to centre is bounded by how far apart the centres are and how thick the shapes are, so the nearest points
lie on short chains of corners, and the bound is exact: no other corner can be nearest.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from ..irrational import vector
from .scene import Model
from .shapes import OVAL_CORNERS, Oval, outline

Numbers: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.intp]

FULL_TURN: Final = 2 * math.pi
ANY: Final = Oval(1.0, 1.0)
HAIR: Final = 1e-6
"""Radians added to the bound for what arithmetic may be wrong by."""


class Rim(NamedTuple):
    """
    An oval that faces along x about (0, 0): how far its nearest edge and farthest corner are from the middle, the
    angle of its first edge's normal, and how much farther round that of each edge is (k,), ascending from 0.
    """

    thin: float
    wide: float
    first: float
    turns: Numbers


@lru_cache(maxsize=256)
def _rim(base: Oval) -> Rim:
    corners, _ = outline(base)
    ways = np.roll(corners, -1, axis=0) - corners
    normals = np.stack([ways[:, 1], -ways[:, 0]], axis=1) / vector.hypot(ways[:, 0], ways[:, 1])[:, None]
    angles = vector.arctan2(normals[:, 1], normals[:, 0])
    thin, wide = (normals * corners).sum(axis=1).min(), vector.hypot(corners[:, 0], corners[:, 1]).max()
    return Rim(float(thin), float(wide), float(angles[0]), (angles - angles[0]) % FULL_TURN)


class Rims(NamedTuple):
    """
    Of models in order: the corners (n, k, 2) of their ovals where they stand, the middles (n, 2), and what is known
    of the rims there. Rows of other bases mean nothing.
    """

    corners: Numbers
    middles: Numbers
    thin: Numbers
    wide: Numbers
    first: Numbers
    turns: Numbers

    def chains(self, rows: Rows, towards: Numbers, aslant: Numbers) -> npt.NDArray[np.object_]:
        """Of each of these polygons the corners and edges that face a direction, give or take an angle, as a line."""
        count = self.corners.shape[1]
        start = self._facing(rows, towards - aslant) - 1
        length = (self._facing(rows, towards + aslant) + 1 - start) % count + 1
        owner = np.repeat(np.arange(len(rows)), length)
        place = np.arange(len(owner)) - np.repeat(np.cumsum(length) - length, length)
        points = self.corners[rows[owner], (start[owner] + place) % count]
        return np.array(shapely.linestrings(points, indices=owner))

    def _facing(self, rows: Rows, towards: Numbers) -> Rows:
        """The corner of each polygon that lies farthest in a direction."""
        turn = (towards - self.first[rows]) % FULL_TURN
        return np.array((self.turns[rows] < turn[:, None]).sum(axis=1))


def rims_of(models: Sequence[Model]) -> Rims:
    """The rims of the models that stand on ovals."""
    rims = [_rim(model.base if isinstance(model.base, Oval) else ANY) for model in models]
    corners = np.zeros((len(models), OVAL_CORNERS, 2))
    for row, model in enumerate(models):
        if isinstance(model.base, Oval):
            corners[row] = model.footprint.core
    poses = np.array([(model.pose.x, model.pose.y, math.radians(model.pose.facing)) for model in models]).reshape(-1, 3)
    thin, wide, first = np.array([rim[:3] for rim in rims]).reshape(-1, 3).T
    turns = np.array([rim.turns for rim in rims]).reshape(-1, OVAL_CORNERS)
    return Rims(corners, poses[:, :2], thin, wide, first + poses[:, 2], turns)


def between_ovals(rims: Rims, core: npt.NDArray[np.object_], one: Rows, two: Rows) -> Numbers:
    """The distances of pairs of ovals, by their rows; ``core`` (n,) are all cores as shapely geometries."""
    ways = rims.middles[two] - rims.middles[one]
    apart = vector.hypot(ways[:, 0], ways[:, 1])
    least = apart - rims.wide[one] - rims.wide[two]
    clear = least > 0.0
    found = np.empty(len(one))
    found[~clear] = shapely.distance(core[one[~clear]], core[two[~clear]])
    one, two, ways = one[clear], two[clear], ways[clear]
    upright = (least[clear] + rims.thin[one] + rims.thin[two]) / apart[clear]
    aslant = vector.arccos(np.minimum(upright, 1.0)) + HAIR
    towards = vector.arctan2(ways[:, 1], ways[:, 0])
    found[clear] = shapely.distance(rims.chains(one, towards, aslant), rims.chains(two, towards + math.pi, aslant))
    return found
