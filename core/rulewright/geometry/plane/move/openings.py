"""Where along the edge of a ground a centre may still come to: the rest is ruled out piece by piece, many at once."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from ...irrational import vector
from ..shapes import Footprint, Point, Points
from ..slides import Floats, Mask, depths, rim
from .legs import Box

PARTS: Final = (48, 4, 4)
"""Into how many pieces the edge is split, and then each piece that is not ruled out."""
LONGEST: Final = 20.0
"""Grounds this many times longer than wide are open all round: their edges run nearly along the rays."""

May = Callable[[Points, float], Mask]
"""Which places (n, 2) are not ruled out with everything within this many inches of them."""


class Openings:
    """
    The pieces of a ground's edge that are not ruled out, by their angles from a point inside of it.

    ``spans`` (n, 2) are where they begin and end, in radians from -pi to pi. An edge without openings is a proof: no
    place on it is allowed.
    """

    def __init__(self, ground: Footprint, middle: Point, may: May) -> None:
        self.spans: Floats = np.array([(-math.pi, math.pi)])
        least = float(depths(np.array([middle]), ground)[0])
        most = float(vector.hypot(*(ground.core - np.array(middle)).T).max()) + ground.radius
        self.box: Box = (middle[0] - most, middle[1] - most, middle[0] + most, middle[1] + most)
        """A box around all of them."""
        if least * LONGEST < most:
            return
        for parts in PARTS:
            ends = np.linspace(self.spans[:, 0], self.spans[:, 1], parts + 1, axis=1)
            spans = np.stack([ends[:, :-1].ravel(), ends[:, 1:].ravel()], axis=1)
            points = rim(ground, middle, spans.mean(axis=1))
            # Where a ray meets the edge, the cosine of its angle to the normal is at least least / most.
            around = most * most / least * float(spans[0, 1] - spans[0, 0]) / 2
            open_ones = may(points, around)
            self.spans = spans[open_ones]
            if not len(self.spans):
                return
        (left, low), (right, high) = points[open_ones].min(axis=0), points[open_ones].max(axis=0)
        self.box = (float(left) - around, float(low) - around, float(right) + around, float(high) + around)

    def __bool__(self) -> bool:
        return len(self.spans) > 0

    @property
    def middles(self) -> Floats:
        """The angle in the middle of each row of openings that touch."""
        begin, end = self.spans.T
        new = np.append(True, begin[1:] > end[:-1] + HAIR)
        last = np.append(new[1:], True)
        middles: Floats = (begin[new] + end[last]) / 2
        return middles

    def angles(self, angles: Floats) -> Floats:
        """Those of some angles, in order, that lie in openings, and one between each two openings."""
        begin, end = self.spans.T
        row = np.searchsorted(begin, angles + HAIR) - 1
        inside = (row >= 0) & (angles <= end[row] + HAIR)
        apart = begin[1:] > end[:-1] + HAIR
        between = (begin[1:][apart] + end[:-1][apart]) / 2
        first, last = float(begin[0]), float(end[-1])
        around = [] if last - first > 2 * math.pi - HAIR else [(last + first) / 2 + math.pi]
        return np.concatenate([angles[inside], between, around])


HAIR: Final = 1e-9
"""Angles nearer to each other than this are the same, in radians."""
