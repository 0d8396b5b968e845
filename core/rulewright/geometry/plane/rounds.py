"""Round bases and straight lines among terrain by plain arithmetic: certain answers to the questions asked most.

Most places that are looked at are free: nothing comes near. For a round base that takes a few sums, where arrays take
longer to set up than to compute. What is said to be free is free; of the rest the exact checks decide.
"""

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import shapely

from ..caching import kept
from ..irrational import scalar
from .scene import Piece, Scene, Terrain, Zone
from .shapes import MM_PER_INCH, Base, Circle, Point

CLEARLY: Final = 0.001
"""Inches beside something at which a line or a base is clear of it whatever the tolerance says."""

Edge = tuple[float, float, float, float, float, float, float]
"""From x, y to x, y, the way between, and the square of its length."""

Box = tuple[float, float, float, float]


class Outline(NamedTuple):
    """A piece of terrain: id, size, whether one can stand on it, the box around it, the edges of outline and holes."""

    id: str
    size: int
    balance: bool
    box: Box
    edges: tuple[Edge, ...]


@kept
def outlines(terrain: Terrain) -> tuple[Outline, ...]:
    """All terrain, worked out once."""
    return tuple(
        Outline(piece.id, piece.size, piece.balance, polygon.bounds, tuple(_edges(polygon)))
        for piece, polygon in zip(terrain.pieces, terrain.polygons, strict=True)
    )


@lru_cache(maxsize=1 << 8)
def edges_of(area: Piece | Zone) -> tuple[Edge, ...]:
    """The edges of the outline and holes of an area."""
    return tuple(_edges(area.polygon))


def _edges(polygon: Any) -> Iterable[Edge]:
    for circle in (polygon.exterior, *polygon.interiors):
        corners = shapely.get_coordinates(circle).tolist()
        for (ax, ay), (bx, by) in itertools.pairwise(corners):
            way = (bx - ax, by - ay)
            yield (ax, ay, bx, by, *way, way[0] ** 2 + way[1] ** 2)


def size_of(base: Base) -> float | None:
    """The radius of a round base in inches; None of another."""
    return base.mm / MM_PER_INCH / 2 if isinstance(base, Circle) else None


Disc = tuple[float, float, float]
"""The centre of something round, and its radius."""


@kept
def discs(scene: Scene) -> Mapping[str, Disc]:
    """The models on round bases, then the markers of a scene, by their ids."""
    found: dict[str, Disc] = {}
    for name, model in scene.models.items():
        if isinstance(base := model.base, Circle):
            found[name] = (model.pose.x, model.pose.y, base.mm / MM_PER_INCH / 2)
    for name, marker in scene.markers.items():
        found[name] = (marker.x, marker.y, marker.mm / (2 * MM_PER_INCH))
    return found


def are_linked(those: Sequence[Disc], inches: float, wanted: int) -> bool:
    """Whether discs are one group of near ones, each of them within a distance of so many others at least."""
    near: list[list[int]] = [[] for _ in those]
    for one, (x, y, size) in enumerate(those):
        for other in range(one):
            there_x, there_y, there_size = those[other]
            if (there_x - x) ** 2 + (there_y - y) ** 2 <= (size + there_size + inches) ** 2:
                near[one].append(other)
                near[other].append(one)
    linked, left = {0}, [0]
    while left:
        fresh = [other for other in near[left.pop()] if other not in linked]
        linked.update(fresh)
        left += fresh
    return len(linked) == len(those) and all(len(others) >= wanted for others in near)


def to_segment(x: float, y: float, a: Point, b: Point) -> float:
    """How far a point is from a straight line between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = x - a[0], y - a[1]
    along = px * dx + py * dy
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, along / square)) if square else 0.0
    return scalar.hypot(px - share * dx, py - share * dy)


def to_outline(x: float, y: float, edges: Iterable[Edge]) -> tuple[float, bool]:
    """How far a point is from the edges of an area, and whether it lies inside."""
    least, inside = math.inf, False
    for ax, ay, _, by, dx, dy, square in edges:
        px, py = x - ax, y - ay
        along = px * dx + py * dy
        if along <= 0.0:
            far = px * px + py * py
        elif along >= square:
            far = (px - dx) ** 2 + (py - dy) ** 2
        else:
            aside = px * dy - py * dx
            far = aside * aside / square
        if far < least:
            least = far
        if (ay > y) != (by > y) and px < dx * py / dy:
            inside = not inside
    return scalar.sqrt(least), inside


def is_free(scene: Scene, name: str, size: float, x: float, y: float, closed: Collection[str] = ()) -> bool:
    """
    Whether a round base of this radius surely may stand at a place: on the table, beside all bases and terrain.

    It may stand wholly on terrain that has balance and is not among the ids of ``closed``. False says nothing.
    """
    left, low, right, high = x - size, y - size, x + size, y + size
    if left < 0.0 or low < 0.0 or right > scene.width or high > scene.depth:
        return False
    others = discs(scene)
    for other in scene.models:
        if other != name:
            if other not in others:
                return False
            there_x, there_y, radius = others[other]
            if (there_x - x) ** 2 + (there_y - y) ** 2 < (size + radius) ** 2:
                return False
    for id, _, balance, box, edges in outlines(scene.terrain):
        if box[0] < right and box[2] > left and box[1] < high and box[3] > low:
            far, inside = to_outline(x, y, edges)
            if far < size or (inside and (id in closed or not balance)):
                return False
    return True


def is_clear(a: Point, b: Point, half: float, areas: Iterable[Outline]) -> bool:
    """Whether a straight line between two points, this much wide to both sides, surely lies beside all these areas."""
    (ax, ay), (bx, by) = a, b
    left, right = (ax - half, bx + half) if ax < bx else (bx - half, ax + half)
    low, high = (ay - half, by + half) if ay < by else (by - half, ay + half)
    for _, _, _, box, edges in areas:
        if box[0] < right and box[2] > left and box[1] < high and box[3] > low:
            for point in (a, b):
                far, inside = to_outline(*point, edges)
                if inside or far < half:
                    return False
            for edge in edges:
                if _crosses(a, b, edge) or to_segment(edge[0], edge[1], a, b) < half:
                    return False
    return True


def _crosses(a: Point, b: Point, edge: Edge) -> bool:
    """Whether two straight lines have a point in common, or nearly."""
    cx, cy, ex, ey, dx, dy, _ = edge
    wx, wy = b[0] - a[0], b[1] - a[1]
    first, second = wx * (cy - a[1]) - wy * (cx - a[0]), wx * (ey - a[1]) - wy * (ex - a[0])
    third, fourth = dx * (a[1] - cy) - dy * (a[0] - cx), dx * (b[1] - cy) - dy * (b[0] - cx)
    return first * second <= 0.0 and third * fourth <= 0.0
