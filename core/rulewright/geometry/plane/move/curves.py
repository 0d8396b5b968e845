"""Arcs and straight pieces in the plane: the edges of grounds, where they cross, and where they come nearest.

Seen as its centre, a base keeps out of convex grounds with rounded corners (see :mod:`..slides`). Where it may
stand changes at their edges, where it may go changes at the lines from its start that touch them, and how far at
a circle around its start. Whatever is best for a base lies where two of these curves cross, or where one of them
comes nearest to something.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..shapes import Footprint, Point, Points
from ..slides import Floats, depths

Mask = npt.NDArray[np.bool_]

SLACK: Final = 1e-9
"""Curves that miss each other by so little, in inches, still touch."""
END: Final = 1e-7
"""How far beyond its ends a curve is still met, in inches or radians."""


class Curves:
    """
    Arcs and straight pieces.

    ``arcs`` (n, 5): centre, radius, the angle where it starts and how far it goes round, in radians.
    ``lines`` (m, 6): a point, a direction of length 1, and from how far to how far along it.
    """

    def __init__(self, arcs: Floats, lines: Floats) -> None:
        self.arcs = arcs
        self.lines = lines

    def crossings(self, other: "Curves") -> Points:
        """The points (k, 2) where one of these meets one of others, or of these."""
        pairs = [_arcs_arcs(self.arcs, other.arcs), _arcs_lines(self.arcs, other.lines)]
        pairs += [_lines_lines(self.lines, other.lines)]
        if other is not self:
            pairs.append(_arcs_lines(other.arcs, self.lines))
        return np.vstack(pairs)

    def meeting(self, box: tuple[float, float, float, float]) -> "Curves":
        """Those that may come into a box."""
        (x, y, radius), (left, low, right, high) = self.arcs[:, :3].T, box
        arcs = (x + radius > left - END) & (x - radius < right + END)
        arcs &= (y + radius > low - END) & (y - radius < high + END)
        ends = self.lines[:, None, :2] + self.lines[:, 4:, None] * self.lines[:, None, 2:4]
        least, most = ends.min(axis=1) - END, ends.max(axis=1) + END
        lines = (most[:, 0] > left) & (least[:, 0] < right) & (most[:, 1] > low) & (least[:, 1] < high)
        return Curves(self.arcs[arcs], self.lines[lines])

    def feet(self, ground: Footprint) -> Points:
        """The point of each that is nearest to a convex ground."""
        core = ground.skeleton
        to = shapely.get_coordinates(shapely.shortest_line(shapely.points(self.arcs[:, :2]), core))[1::2]
        away = to - self.arcs[:, :2]
        size = vector.hypot(away[:, 0], away[:, 1])
        apart = size > SLACK
        on_arcs = self.arcs[apart, :2] + away[apart] / size[apart, None] * self.arcs[apart, 2:3]
        return np.vstack([on_arcs, shapely.get_coordinates(shapely.shortest_line(_pieces(self.lines), core))[::2]])


NOTHING: Final = Curves(np.empty((0, 5)), np.empty((0, 6)))
"""No curves at all."""


def _on_arcs(points: Points, arcs: Floats) -> Mask:
    """Which points of the circles lie on the arcs."""
    angles = vector.arctan2(points[:, 1] - arcs[:, 1], points[:, 0] - arcs[:, 0])
    slack = END / arcs[:, 2]
    found: Mask = np.mod(angles - arcs[:, 3] + slack, 2 * math.pi) <= arcs[:, 4] + 2 * slack
    return found


def _on_lines(points: Points, lines: Floats) -> Mask:
    """Which points of the straight lines lie between their ends."""
    along = ((points - lines[:, :2]) * lines[:, 2:4]).sum(axis=1)
    found: Mask = (along >= lines[:, 4] - END) & (along <= lines[:, 5] + END)
    return found


def _pieces(lines: Floats) -> npt.NDArray[np.object_]:
    """Straight pieces as shapely lines."""
    first, last = (lines[:, :2] + lines[:, end, None] * lines[:, 2:4] for end in (4, 5))
    found: npt.NDArray[np.object_] = np.asarray(shapely.linestrings(np.stack([first, last], axis=1)), dtype=object)
    return found


def _pairs(one: Floats, two: Floats) -> tuple[Floats, Floats]:
    return np.repeat(one, len(two), axis=0), np.tile(two, (len(one), 1))


def _arcs_arcs(one: Floats, two: Floats) -> Points:
    a, b = _pairs(one, two)
    way = b[:, :2] - a[:, :2]
    apart = vector.hypot(way[:, 0], way[:, 1])
    meet = (apart > SLACK) & (apart <= a[:, 2] + b[:, 2] + SLACK) & (apart >= abs(a[:, 2] - b[:, 2]) - SLACK)
    a, b, way, apart = a[meet], b[meet], way[meet], apart[meet]
    along = (apart**2 + a[:, 2] ** 2 - b[:, 2] ** 2) / (2 * apart)
    aside = vector.sqrt(np.maximum(a[:, 2] ** 2 - along**2, 0.0))
    unit = way / apart[:, None]
    foot, step = a[:, :2] + unit * along[:, None], np.stack([-unit[:, 1], unit[:, 0]], axis=1) * aside[:, None]
    return np.vstack([points[_on_arcs(points, a) & _on_arcs(points, b)] for points in (foot + step, foot - step)])


def _arcs_lines(arcs: Floats, lines: Floats) -> Points:
    if not (len(arcs) and len(lines)):
        return np.empty((0, 2))
    a, b = _pairs(arcs, lines)
    along = ((a[:, :2] - b[:, :2]) * b[:, 2:4]).sum(axis=1)
    foot = b[:, :2] + along[:, None] * b[:, 2:4]
    off = vector.hypot(a[:, 0] - foot[:, 0], a[:, 1] - foot[:, 1])
    meet = off <= a[:, 2] + SLACK
    a, b, foot = a[meet], b[meet], foot[meet]
    step = b[:, 2:4] * vector.sqrt(np.maximum(a[:, 2] ** 2 - off[meet] ** 2, 0.0))[:, None]
    return np.vstack([points[_on_arcs(points, a) & _on_lines(points, b)] for points in (foot + step, foot - step)])


def _lines_lines(one: Floats, two: Floats) -> Points:
    if not (len(one) and len(two)):
        return np.empty((0, 2))
    # There can be thousands of short sides of ovals, of which few meet: an index finds those.
    index = shapely.STRtree(_pieces(two))
    first, second = index.query(_pieces(one), predicate="dwithin", distance=END)
    a, b = one[first], two[second]
    cross = a[:, 2] * b[:, 3] - a[:, 3] * b[:, 2]
    slanted = np.abs(cross) > SLACK
    a, b, cross = a[slanted], b[slanted], cross[slanted]
    way = b[:, :2] - a[:, :2]
    share = (way[:, 0] * b[:, 3] - way[:, 1] * b[:, 2]) / cross
    points: Points = a[:, :2] + share[:, None] * a[:, 2:4]
    return points[_on_lines(points, a) & _on_lines(points, b)]


def curves(start: Point, inches: Iterable[float], grounds: Iterable[Footprint], edges: Iterable[Footprint]) -> Curves:
    """
    The circles around a start, the edges of grounds, and the lines from the start that touch the grounds.

    ``edges`` are grounds that only matter for where to stand, not for the way there.
    """
    reach = [one for one in inches if math.isfinite(one) and one > 0.0]
    arcs = [np.array([[*start, one, 0.0, 2 * math.pi] for one in reach]).reshape(-1, 5)]
    lines = [np.empty((0, 6))]
    for ground in grounds:
        lines.append(_touching(start, max(reach, default=0.0), ground))
        for kind, found in zip((arcs, lines), edge_curves(ground), strict=True):
            kind.append(found)
    for ground in edges:
        for kind, found in zip((arcs, lines), edge_curves(ground), strict=True):
            kind.append(found)
    return _within(start, max(reach, default=0.0) + END, np.vstack(arcs), np.vstack(lines))


def _within(start: Point, reach: float, arcs: Floats, lines: Floats) -> Curves:
    """The curves that come as near as that to a point."""
    away = vector.hypot(arcs[:, 0] - start[0], arcs[:, 1] - start[1])
    from_start = np.array(start) - lines[:, :2]
    along = np.clip((from_start * lines[:, 2:4]).sum(axis=1), lines[:, 4], lines[:, 5])
    off = from_start - along[:, None] * lines[:, 2:4]
    return Curves(arcs[np.abs(away - arcs[:, 2]) <= reach], lines[vector.hypot(off[:, 0], off[:, 1]) <= reach])


@lru_cache(maxsize=1 << 9)
def edge_curves(ground: Footprint) -> tuple[Floats, Floats]:
    """The arcs and straight pieces of the edge of a convex ground."""
    core, radius = ground.core, ground.radius
    if len(core) == 1:
        return np.array([[*core[0], radius, 0.0, 2 * math.pi]]).reshape(-1, 5)[: int(radius > 0.0)], np.empty((0, 6))
    ahead = np.roll(core, -1, axis=0) - core
    sizes = vector.hypot(ahead[:, 0], ahead[:, 1])
    along = ahead / sizes[:, None]
    out = np.stack([along[:, 1], -along[:, 0]], axis=1)
    lines = np.hstack([core + out * radius, along, np.zeros((len(core), 1)), sizes[:, None]])
    if radius <= 0.0:
        return np.empty((0, 5)), lines
    after = vector.arctan2(out[:, 1], out[:, 0])
    before = np.roll(after, 1)
    turns = np.mod(after - before, 2 * math.pi)
    # A corner that rounding turned the wrong way by a hair has no arc.
    turns = np.where(turns > 2 * math.pi - END, 0.0, turns)
    return np.hstack([core, np.full((len(core), 1), radius), before[:, None], turns[:, None]]), lines


def edges_near(grounds: Iterable[Footprint], box: tuple[float, float, float, float]) -> Curves:
    """The edges of some convex grounds that may come into a box."""
    left, low, right, high = box
    arcs, lines = [NOTHING.arcs], [NOTHING.lines]
    for ground in grounds:
        least_x, least_y, most_x, most_y = ground.bounds
        if least_x <= right + END and most_x >= left - END and least_y <= high + END and most_y >= low - END:
            for kind, found in zip((arcs, lines), edge_curves(ground), strict=True):
                kind.append(found)
    return Curves(np.vstack(arcs), np.vstack(lines)).meeting(box)


def _touching(start: Point, reach: float, ground: Footprint) -> Floats:
    """The two lines from a point that touch a convex ground; none from inside it."""
    away = ground.core - np.array(start)
    size = vector.hypot(away[:, 0], away[:, 1])
    if (size < max(ground.radius - TOLERANCE, SLACK)).any() or float(depths(np.array([start]), ground)[0]) > TOLERANCE:
        return np.empty((0, 6))
    middle = scalar.atan2(away[:, 1].mean(), away[:, 0].mean())
    at = np.mod(vector.arctan2(away[:, 1], away[:, 0]) - middle + math.pi, 2 * math.pi) - math.pi
    lean = vector.arcsin(np.minimum(ground.radius / size, 1.0))
    angles = middle + np.array([(at - lean).min(), (at + lean).max()])
    ends = np.tile((0.0, reach), (2, 1))
    return np.hstack([np.tile(start, (2, 1)), vector.cos(angles)[:, None], vector.sin(angles)[:, None], ends])
