"""Areas that may have notches and holes: convex parts, and the point of a footprint that lies farthest out.

The distance to an area grows outwards, except across notches and holes: there it is greatest where three sides or
corners of the area are equally far. So the farthest point lies on the rim of the footprint or at such a place.
"""

import math
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from ..irrational import vector
from .shapes import Footprint, Points, ring

Numbers: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.intp]

EXACT: Final = 1e-7
"""How much more, in inches, the farthest point could be away than it is said to be."""

PARALLEL: Final = 1e-12


def area_footprints(polygon: Polygon) -> tuple[Footprint, ...]:
    """Convex footprints that together cover the polygon, its holes left out."""
    whole = Footprint(ring(polygon))
    if not polygon.interiors:
        return whole.parts
    return tuple(Footprint(ring(part)) for part in shapely.get_parts(shapely.constrained_delaunay_triangles(polygon)))


def farthest(a: Footprint, area: Polygon) -> float:
    """From an area to the farthest point of ``a``, in inches, to within EXACT; 0.0 when ``a`` lies inside."""
    out = float(shapely.distance(shapely.points(a.core), area).max())
    # No point of the ground can be farther out than its radius lets it, if the core lies deep enough inside.
    if out == 0.0 and shapely.covers(area, a.skeleton):
        left = a.radius - float(shapely.distance(a.skeleton, area.boundary))
        if left <= EXACT:
            return max(0.0, left)
    parts = np.array([part.skeleton for part in area_footprints(area)])
    middles = _middles(area)
    left, low, right, high = a.bounds
    middles = middles[((middles >= (left, low)) & (middles <= (right, high))).all(axis=1)]
    covered = middles[shapely.distance(shapely.points(middles), a.skeleton) <= a.radius]
    inner = shapely.distance(shapely.points(covered), area).max(initial=0.0)
    return _along_rim(a, parts, max(out, float(inner)))


# ------------------------------------------------------------------------------------------------------- the rim


def _along_rim(a: Footprint, parts: npt.NDArray[np.object_], best: float) -> float:
    """The greatest distance of the rim from the nearest of convex parts, or ``best`` where that is more."""
    centres, starts, ends = _rim(a)
    while len(starts):
        at_start = shapely.distance(_points(starts)[:, None], parts)
        at_end = shapely.distance(_points(ends)[:, None], parts)
        best = max(best, float(at_start.min(axis=1).max()), float(at_end.min(axis=1).max()))
        # On a straight way the distance to something convex is greatest at an end; an arc bulges by its sagitta.
        radii = vector.hypot(*(starts - centres).T)
        bulge = radii - vector.sqrt(np.maximum(0.0, radii**2 - ((ends - starts) ** 2).sum(axis=1) / 4))
        bulge = np.nan_to_num(bulge)
        left = np.maximum(at_start, at_end).min(axis=1) + bulge > best + EXACT
        centres, starts, ends = centres[left], starts[left], ends[left]
        middles = _between(centres, starts, ends)
        centres, starts, ends = np.tile(centres, (2, 1)), np.vstack([starts, middles]), np.vstack([middles, ends])
    return best


def _points(places: Points) -> npt.NDArray[np.object_]:
    """One shapely point for each place."""
    return np.asarray(shapely.points(places), dtype=object)


def _rim(a: Footprint) -> tuple[Points, Points, Points]:
    """Pieces of the rim: the centres of arcs (NaN for straight pieces), where each begins and ends."""
    core = a.core
    ahead = np.roll(core, -1, axis=0)
    way = ahead - core
    length = vector.hypot(way[:, 0], way[:, 1])[:, None]
    out = np.divide(np.stack([way[:, 1], -way[:, 0]], axis=1), length, out=np.zeros_like(way), where=length > 0.0)
    straight = (np.full_like(core, math.nan), core + a.radius * out, ahead + a.radius * out)
    if a.radius == 0.0:
        return straight
    turns = np.arange(9) * (math.pi / 4)
    spokes = np.stack([vector.cos(turns), vector.sin(turns)], axis=1) * a.radius
    centres = np.repeat(core, 8, axis=0)
    arcs = (centres, centres + np.tile(spokes[:-1], (len(core), 1)), centres + np.tile(spokes[1:], (len(core), 1)))
    return tuple(np.vstack(both) for both in zip(straight, arcs, strict=True))  # type: ignore[return-value]


def _between(centres: Points, starts: Points, ends: Points) -> Points:
    """The middle of each piece of the rim."""
    middles = (starts + ends) / 2
    spokes, radii = middles - centres, vector.hypot(*(starts - centres).T)
    on_arc = centres + spokes * (radii / vector.hypot(spokes[:, 0], spokes[:, 1]))[:, None]
    return np.where(np.isnan(centres), middles, on_arc)


# ---------------------------------------------------------------------------------------------- places in the middle


def _middles(area: Polygon) -> Points:
    """
    Places equally far from three of the area's sides and corners, among them all where the distance is a peak.

    Of three such things two are of one kind, and the places equally far from two sides, or from two corners, are
    straight lines. Along a line the square of the distance to a side or corner is a polynomial of degree 2.
    """
    corners, normals, reach = _corners_and_sides(area)
    lines = [_between_corners(corners), _between_sides(normals, reach, -1.0), _between_sides(normals, reach, 1.0)]
    at, way = np.concatenate([line[0] for line in lines]), np.concatenate([line[1] for line in lines])
    squares = np.concatenate([_to_corners(at, way, corners), _to_sides(at, way, normals, reach)], axis=1)
    # The first of the two things on whose line we are: corners come before sides.
    one = np.concatenate([lines[0][2], lines[1][2] + len(corners), lines[2][2] + len(corners)])
    along = _roots(squares - squares[np.arange(len(one)), one][:, None])
    line, *which = np.nonzero(np.isfinite(along))
    places: Points = at[line] + along[line, *which][:, None] * way[line]
    return places


def _corners_and_sides(area: Polygon) -> tuple[Points, Points, Numbers]:
    """The corners that point outwards, and each side's normal of length 1 and how far its line lies along it."""
    corners, normals = [np.empty((0, 2))], [np.empty((0, 2))]
    reach = [np.empty(0)]
    outer = area.exterior
    for circle in (outer, *area.interiors):
        points = shapely.get_coordinates(shapely.remove_repeated_points(circle))[:-1]
        way = np.roll(points, -1, axis=0) - points
        before = np.roll(way, 1, axis=0)
        turn = before[:, 0] * way[:, 1] - before[:, 1] * way[:, 0]
        outwards = turn > 0.0 if circle.is_ccw == (circle is outer) else turn < 0.0
        normal = np.stack([way[:, 1], -way[:, 0]], axis=1) / vector.hypot(way[:, 0], way[:, 1])[:, None]
        corners.append(points[outwards])
        normals.append(normal)
        reach.append((normal * points).sum(axis=1))
    return np.concatenate(corners), np.concatenate(normals), np.concatenate(reach)


def _between_corners(corners: Points) -> tuple[Points, Points, Rows]:
    """The lines equally far from two corners: a point, a way of length 1, and the row of the first corner."""
    one, two = np.triu_indices(len(corners), 1)
    apart = corners[two] - corners[one]
    way = np.stack([-apart[:, 1], apart[:, 0]], axis=1) / vector.hypot(apart[:, 0], apart[:, 1])[:, None]
    return (corners[one] + corners[two]) / 2, way, one


def _between_sides(normals: Points, reach: Numbers, sign: float) -> tuple[Points, Points, Rows]:
    """The lines equally far from two sides' lines: a point, a way of length 1, and the row of the first side."""
    one, two = np.triu_indices(len(normals), 1)
    normal, far = normals[one] + sign * normals[two], reach[one] + sign * reach[two]
    size = vector.hypot(normal[:, 0], normal[:, 1])
    real = size > PARALLEL
    normal, far, one = normal[real] / size[real, None], far[real] / size[real], one[real]
    return normal * far[:, None], np.stack([-normal[:, 1], normal[:, 0]], axis=1), one


def _to_corners(at: Points, way: Points, corners: Points) -> Numbers:
    """The squared distance along each line to each corner: factors of 1, s and s squared (lines, corners, 3)."""
    from_corner = at[:, None] - corners
    ahead = (from_corner * way[:, None]).sum(axis=2)
    return np.stack([(from_corner**2).sum(axis=2), 2 * ahead, np.ones_like(ahead)], axis=2)


def _to_sides(at: Points, way: Points, normals: Points, reach: Numbers) -> Numbers:
    """The squared distance along each line to each side's line: factors of 1, s and s squared (lines, sides, 3)."""
    away, grows = vector.matmul(at, normals.T) - reach, vector.matmul(way, normals.T)
    return np.stack([away**2, 2 * away * grows, grows**2], axis=2)


def _roots(factors: Numbers) -> Numbers:
    """Where polynomials with these factors (..., 3) are 0: two places each (..., 2), not finite where there is none."""
    c, b, a = np.moveaxis(factors, -1, 0)
    with np.errstate(all="ignore"):
        large = -(b + np.copysign(vector.sqrt(b * b - 4 * a * c), b)) / 2
        return np.stack([large / a, c / large], axis=-1)
