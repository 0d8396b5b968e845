"""Polygons cut into convex parts, each with the half-planes of what blocks sight: all but a rim along the outline."""

from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
import shapely
from shapely.geometry import Polygon

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..shapes import Points, ring
from .bodies import SLACK, Floats

Spot: TypeAlias = tuple[float, ...]
Edges: TypeAlias = set[tuple[Spot, Spot]]

_FLAT: Final = 0.1
"""Sine of the least turn between an outline and a cut."""


def convex_parts(polygon: Polygon) -> list[tuple[Points, Floats]]:
    """
    Convex parts that cover a polygon: their corners, and half-planes (planes, 3) of the inside that blocks.

    A half-plane is a normal (x, y) and how far along it the inside reaches. It ends a tolerance within the
    outline. Over a cut the parts reach a hair into each other; at corners that point outwards both outlines
    count for every part that has the corner, so that nothing reaches over them.
    """
    outline = _edges(polygon)
    whole = ring(polygon)
    if not polygon.interiors and (_turns(whole) >= -SLACK).all():
        return [(whole, _planes(whole, np.full(len(whole), TOLERANCE)))]
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    corners_of = _outward_corners(polygon)
    found = []
    for corners in _merged([ring(triangle) for triangle in triangles if triangle.area > 0.0], outline):
        points = [tuple(corner) for corner in corners.tolist()]
        outer = np.array([edge in outline for edge in pairwise([*points, points[0]])])
        planes = [_planes(corners, np.where(outer, TOLERANCE, -SLACK))]
        planes += [corners_of[point] for point in points if point in corners_of]
        found.append((corners, np.concatenate(planes)))
    return found


def _planes(corners: Points, rim: Floats) -> Floats:
    spots = corners.view(np.complex128)[:, 0]
    edges = np.roll(spots, -1) - spots
    normals = -1j * edges / vector.length(edges)
    return np.stack([normals.real, normals.imag, (np.conj(normals) * spots).real - rim], axis=1)


def _outward_corners(polygon: Polygon) -> dict[Spot, Floats]:
    """For corners that point outwards the half-planes within their two edges."""
    found = {}
    for number, circle in enumerate((polygon.exterior, *polygon.interiors)):
        corners = shapely.get_coordinates(circle)[:-1]
        # The inside lies to the left of these edges.
        corners = corners if circle.is_ccw == (number == 0) else corners[::-1].copy()
        planes = _planes(corners, np.full(len(corners), TOLERANCE))
        for place, turn in enumerate(_turns(corners).tolist()):
            if turn > 0.0:
                found[tuple(corners[place].tolist())] = planes[[place - 1, place]]
    return found


def _edges(polygon: Polygon) -> Edges:
    """All edges of a polygon, in both directions."""
    found: Edges = set()
    for circle in (polygon.exterior, *polygon.interiors):
        for one, two in pairwise(circle.coords):
            found |= {(one, two), (two, one)}
    return found


def _may_join(loop: list[Spot], outline: Edges) -> bool:
    """
    Whether a loop is one convex part.

    No outline may go straight on into a cut: what is taken off along the outline would be missing at the cut.
    """
    turns = _turns(np.array(loop))
    outer = np.array([edge in outline for edge in pairwise([*loop, loop[0]])])
    return bool((turns >= -SLACK).all() and not ((turns < _FLAT) & (outer != np.roll(outer, 1))).any())


def _turns(corners: Points) -> Floats:
    """The sine of the turn to the left at each corner; edges may be tiny, so it is no product of lengths."""
    spots = corners.view(np.complex128)[:, 0]
    edges = np.roll(spots, -1) - spots
    edges /= vector.length(edges)
    turns: Floats = (np.conj(np.roll(edges, 1)) * edges).imag
    return turns


def _merged(rings: list[Points], outline: Edges) -> list[Points]:
    """Fewer, larger convex parts: cuts are taken away while what is left stays convex."""
    loops = [[tuple(corner) for corner in corners.tolist()] for corners in rings]
    owner = {edge: loop for loop in loops for edge in pairwise([*loop, loop[0]])}
    for one, two in list(owner):
        left, right = owner.get((one, two)), owner.get((two, one))
        if left is None or right is None or left is right or (one, two) in outline:
            continue
        start, other = left.index(two), right.index(one)
        # Around the left loop from the end of the cut to its beginning, then on around the right one.
        joined = left[start:] + left[:start] + (right[other:] + right[:other])[1:-1]
        if _may_join(joined, outline):
            left[:] = joined
            for edge in pairwise([*right, right[0]]):
                owner[edge] = left
            del owner[one, two], owner[two, one]
            right.clear()
    kept: dict[int, list[Spot]] = {id(loop): loop for loop in loops if loop}
    return [np.array(loop) for loop in kept.values()]


def curtains(one: Polygon, two: Polygon) -> list[tuple[Points, Floats]]:
    """
    Hair-thin parts across the places where two polygons just touch, from well within one to well within the other.

    Where corners touch, what is left of the two without their rims stands apart; these parts close the gap, and
    lie within the two but for a gap that the tolerance closes.
    """
    found = []
    near, other = (shapely.buffer(polygon, TOLERANCE * 0.51, join_style="mitre") for polygon in (one, two))
    for contact in shapely.get_parts(shapely.intersection(near, other)):
        if shapely.buffer(contact, -2 * TOLERANCE).is_empty:
            spot = shapely.point_on_surface(contact)
            path = [*_inwards(one, spot), *_inwards(two, spot)[::-1]]
            found += [strip(start, end) for start, end in pairwise(path) if scalar.length(end - start) > SLACK]
    return found


def _inwards(polygon: Polygon, spot: shapely.Point) -> tuple[complex, complex]:
    """A point deeper inside than the rim, and the point of the outline next to a spot."""
    best: tuple[float, complex, complex] = (np.inf, 0j, 0j)
    place = complex(spot.x, spot.y)
    for number, circle in enumerate((polygon.exterior, *polygon.interiors)):
        x, y = shapely.get_coordinates(circle)[:-1].T
        corners = x + 1j * y
        corners = corners if circle.is_ccw == (number == 0) else corners[::-1]
        ways = np.roll(corners, -1) - corners
        normals = 1j * ways / vector.length(ways)
        shares = np.clip((np.conj(ways) * (place - corners)).real / vector.length(ways) ** 2, 0.0, 1.0)
        feet = corners + shares * ways
        edge = int(vector.length(feet - place).argmin())
        corner = int(vector.length(corners - place).argmin())
        foot, into = complex(feet[edge]), complex(normals[edge])
        if scalar.length(corners[corner] - foot) <= 3 * TOLERANCE:
            both = complex(normals[corner - 1] + normals[corner])
            foot, into = complex(corners[corner]), both / max(scalar.length(both), SLACK)
        steep = max((into.conjugate() * normals[edge]).real, 1e-3)
        if scalar.length(foot - place) < best[0]:
            best = (scalar.length(foot - place), foot + 4 * TOLERANCE / steep * into, foot)
    return best[1], best[2]


def strip(start: complex, end: complex) -> tuple[Points, Floats]:
    """A segment as a part a hair wide."""
    u = (end - start) / scalar.length(end - start) * SLACK
    spots = np.array([start - u - 1j * u, end + u - 1j * u, end + u + 1j * u, start - u + 1j * u])
    corners = np.stack([spots.real, spots.imag], axis=1)
    return corners, _planes(corners, np.zeros(4))
