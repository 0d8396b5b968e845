"""Sight by brute force: polygons, all lines through two corners, and shapely for the rest."""

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rulewright.geometry import TOLERANCE
from rulewright.geometry.plane.scene import Scene
from rulewright.geometry.plane.shapes import Footprint, Point

Corners: TypeAlias = list[Point]
Segment: TypeAlias = tuple[Point, Point]

EYES = 64
PLUG = 20 * TOLERANCE
"""How far around a touch the brute force may be too strict."""


def blocking(pieces: Iterable[Polygon], plugged: bool = False) -> shapely.Geometry:
    """What blocks: the union of the pieces less the tolerance all round, and with plugs where two just touch."""
    grown = [shapely.buffer(piece, TOLERANCE * 0.51, join_style="mitre") for piece in pieces]
    left = shapely.buffer(shapely.union_all(grown), -TOLERANCE * 1.51, join_style="mitre")
    plugs = [shapely.intersection(one, two) for one, two in itertools.combinations(grown, 2)]
    if not plugged:
        return left
    return shapely.union_all([left, *(shapely.buffer(plug, PLUG) for plug in plugs if not plug.is_empty)])


def around(ground: Footprint, outside: bool = False, corners: int = 20) -> Corners:
    """The corners of a ground; of a round one, those of a polygon within or around it."""
    if len(ground.core) > 1:
        return [(float(x), float(y)) for x, y in ground.core]
    radius = ground.radius / math.cos(math.pi / corners) if outside else ground.radius
    x, y = ground.core[0]
    turns = [2 * math.pi * (k + 0.5) / corners for k in range(corners)]
    return [(float(x) + radius * math.cos(t), float(y) + radius * math.sin(t)) for t in turns]


def sampled(a: Corners, b: Corners, pieces: Sequence[Polygon]) -> bool:
    """Whether some segment from a corner to a corner is free."""
    return _any_free([(p, q) for p in a for q in b], blocking(pieces))


def critical(a: Corners, b: Corners, pieces: Sequence[Polygon], plugged: bool = False) -> bool:
    """Whether some segment between two convex polygons is free, by all lines through two corners of anything."""
    one, two = Polygon(a), Polygon(b)
    if one.distance(two) <= TOLERANCE:
        return True
    spots = {(x, y) for x, y in shapely.get_coordinates(list(pieces)).tolist()}
    outlines = shapely.union_all([shapely.boundary(piece) for piece in pieces]) if pieces else LineString()
    crossings = shapely.intersection(shapely.union_all([one.exterior, two.exterior]), outlines)
    spots |= {(x, y) for x, y in shapely.get_coordinates(crossings).tolist()}
    lines = [*itertools.combinations(sorted(spots), 2), *itertools.product([*sorted(spots), *a], [*a, *b])]
    return _any_free(_gaps(lines, one, two), blocking(pieces, plugged))


def _gaps(lines: Iterable[Segment], one: Polygon, two: Polygon) -> list[Segment]:
    """The parts of the lines between two polygons."""
    pairs = np.array([line for line in lines if line[0] != line[1]])
    way = pairs[:, 1] - pairs[:, 0]
    way /= np.hypot(way[:, 0], way[:, 1])[:, None]
    ends = np.stack([pairs[:, 0] - 500 * way, pairs[:, 0] + 500 * way], axis=1)
    long: npt.NDArray[np.object_] = np.array(shapely.linestrings(ends), dtype=np.object_)
    grown = [shapely.buffer(ground, 1e-8) for ground in (one, two)]
    shapely.prepare(grown)
    meets = np.logical_and(shapely.intersects(long, grown[0]), shapely.intersects(long, grown[1]))
    first, second = (shapely.intersection(long[meets], ground) for ground in grown)
    nearest = shapely.get_coordinates(shapely.shortest_line(first, second)).reshape(-1, 2, 2)
    return [((x, y), (z, w)) for (x, y), (z, w) in nearest.tolist()]


def _any_free(segments: list[Segment], obstacles: shapely.Geometry) -> bool:
    if not segments:
        return False
    shapely.prepare(obstacles)
    return bool((~shapely.intersects(obstacles, shapely.linestrings(np.array(segments)))).any())


def visible_share(a: Corners, b: Polygon, pieces: Sequence[Polygon], points: int) -> tuple[float, float]:
    """How much of an outline faces some point on the rim of ``a``, and how much of it such a point sees."""
    obstacles, itself = blocking(pieces), shapely.buffer(b, -1e-5)
    rim = shapely.line_interpolate_point(Polygon(a).exterior, np.arange(EYES) / EYES, normalized=True)
    eyes = [*a, *shapely.get_coordinates(rim)]
    spots = shapely.get_coordinates(
        shapely.line_interpolate_point(b.exterior, (np.arange(points) + 0.5) / points, normalized=True)
    )
    segments = np.array([(spot, corner) for spot in spots for corner in eyes])
    lines = shapely.linestrings(segments)
    faces = ~shapely.intersects(itself, lines).reshape(points, -1)
    sees = faces & ~shapely.intersects(obstacles, lines).reshape(points, -1)
    return float(faces.any(axis=1).mean()), float(sees.any(axis=1).mean())


def visible_region(scene: Scene, point: Point) -> BaseGeometry:
    """The ground of the table that an eye at a point sees past the terrain that it does not stand in."""
    eye = shapely.Point(point)
    hidden: list[BaseGeometry] = []
    for piece in scene.pieces.values():
        if not piece.polygon.contains(eye):
            hidden += [piece.polygon, *_shadow(piece.polygon, point, 2 * (scene.width + scene.depth))]
    return scene.table.difference(shapely.union_all(hidden))


def _shadow(ground: Polygon, point: Point, far: float) -> list[BaseGeometry]:
    """What the edges of a piece hide behind them."""
    areas = []
    eye = complex(*point)
    for number, ring in enumerate((ground.exterior, *ground.interiors)):
        corners = shapely.get_coordinates(ring) @ np.array([1, 1j])
        # The inside lies to the left of outlines that go round counter-clockwise, of holes that go the other way.
        inwards = 1j if ring.is_ccw == (number == 0) else -1j
        for start, end in itertools.pairwise(corners.tolist()):
            one, two = (start - eye) / max(abs(start - eye), 1e-12), (end - eye) / max(abs(end - eye), 1e-12)
            middle = one + two if abs(one + two) > 1e-9 else inwards * (end - start)
            middle *= far / abs(middle)
            area = [start, end, end + far * two, eye + 2 * middle, start + far * one]
            areas.append(shapely.make_valid(Polygon([(spot.real, spot.imag) for spot in area])))
    return [area for area in areas if area.area > 0.0]
