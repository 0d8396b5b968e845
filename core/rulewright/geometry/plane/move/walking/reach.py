"""Where a centre can come with a walk of this many inches, as polygons."""

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from ....irrational import vector
from ...shapes import ARC
from .grown import Floats, Places, square
from .tangents import ROUND, Ground
from .ways import Search

STEP = ROUND / (4 * ARC)
BESIDE = 1e-6
"""Rays pass a corner on both sides, this many radians away."""
MOST = 1 << 20
"""Pairs of a ray and an edge that are looked at in one piece."""


def reached(ground: Ground, start: complex, limit: float) -> BaseGeometry:
    """
    Everything within a walk of ``limit`` inches.

    It is made of what is seen from the start, and of what lies on the lines that leave each arc on the way.
    """
    solid = ground.solid(start, limit)
    rays = _Rays(ground, start, limit)
    kinks = _kinks(solid)
    parts = [_seen(ground, rays, start, limit, kinks)]
    search = Search(ground, start, limit=limit)
    least: dict[int, list[tuple[float, float]]] = {}
    for number in search.in_order():
        node, turn, cost, _, _ = search.arrivals[number]
        known = least.setdefault(node, [])
        if any(before <= turn and was <= cost + ground.arc(node, before, turn) for before, was in known):
            continue
        known.append((turn, cost))
        parts.append(_beyond_arc(ground, rays, node, turn, limit - cost, kinks))
    found = shapely.union_all(shapely.make_valid(np.array(parts))).difference(solid)
    if ground.box:
        found = found.intersection(shapely.box(*ground.box))
    return MultiPolygon([part for part in shapely.get_parts(found) if isinstance(part, Polygon)])


class _Rays:
    """The walls around a start, hit by rays; the edge of the table is left out."""

    def __init__(self, ground: Ground, start: complex, limit: float) -> None:
        near = [walls.gaps(np.array([start]))[0] < limit + walls.reach for walls in ground.layers]
        names = ("start", "way", "ahead")
        self.start, self.way, self.ahead = (
            np.concatenate([getattr(walls.edges, name)[rows] for walls, rows in zip(ground.layers, near, strict=True)])
            for name in names
        )
        self.reach = np.concatenate([walls.reach[rows] for walls, rows in zip(ground.layers, near, strict=True)])

    def ends(self, origin: Places, line: Places, length: Floats) -> Places:
        """Where rays end: after their lengths, or at the first wall."""
        free = length.copy()
        pieces = max(1, len(origin) * len(self.start) // MOST)
        for rows in np.array_split(np.arange(len(origin)), pieces):
            free[rows] = np.minimum(free[rows], self._hits(origin[rows, None], line[rows, None]))
        return origin + line * free

    def _hits(self, origin: Places, line: Places) -> Floats:
        to = (self.start - origin) * line.conjugate()
        depth = self.reach**2 - to.imag**2
        circle = to.real - vector.sqrt(depth.clip(0.0))
        hits = np.where((depth > 0.0) & (to.real > 0.0), circle.clip(0.0), np.inf)
        across = (self.ahead.conjugate() * line).imag
        off = origin - self.start
        height = -(self.ahead.conjugate() * off).imag - self.reach
        with np.errstate(divide="ignore", invalid="ignore"):
            far = np.where(across > 0.0, height / across, np.inf)
            along = (self.ahead.conjugate() * off).real + far * (self.ahead.conjugate() * line).real
        meets = (far >= 0.0) & (along >= 0.0) & (along <= vector.length(self.way)) & (self.ahead != 0.0)
        nearest: Floats = np.minimum(hits, np.where(meets, far, np.inf)).min(axis=1, initial=np.inf)
        return nearest


def _seen(ground: Ground, rays: _Rays, start: complex, limit: float, kinks: Places) -> Polygon:
    corners = ground.fan_from(start).stop
    to = np.concatenate([corners, kinks]) - start
    ahead = vector.angle(to[to != 0.0])
    angles = np.concatenate([np.arange(4 * ARC) * STEP, ahead, ahead - BESIDE, ahead + BESIDE]) % ROUND
    lines = vector.circle(np.unique(angles))
    return _polygon(rays.ends(np.full(len(lines), start), lines, np.full(len(lines), float(limit))))


def _beyond_arc(ground: Ground, rays: _Rays, node: int, turn: float, left: float, kinks: Places) -> Polygon:
    """What lies on the lines that leave an arc from a turn on, while some inches are left."""
    row, hand = node >> 1, 2 * (node & 1) - 1
    corners = ground.corners
    radius, width = float(corners.radius[row]), float(corners.width[row])
    end = min(turn + ROUND if width == ROUND else width, turn + (left / radius if radius else ROUND))
    blocks = ground.blocks(node)
    if width == ROUND:
        blocks = turn + (blocks - turn) % ROUND
    end = min(end, float(blocks[blocks > turn].min(initial=np.inf)))
    leaving = np.concatenate([ground.fan(node).leaving, corners.turns_through(row, hand, kinks)])
    turns = np.concatenate([np.arange(turn, end, STEP), [end], leaving, leaving - BESIDE, leaving + BESIDE])
    turns = np.unique(turns[(turns >= turn) & (turns <= end)])
    centred = turns if hand > 0 else width - turns
    origin = corners.places(row, centred)
    line = 1j * hand * corners.normals(row, centred)
    tips = rays.ends(origin, line, (left - radius * (turns - turn)).clip(0.0))
    return _polygon(np.concatenate([origin, tips[::-1]]))


def _kinks(solid: BaseGeometry) -> Places:
    """The corners of solid ground that point inwards: what lies next to them is seen only by rays into them."""
    found = []
    for part in shapely.get_parts(solid):
        for circle in (part.exterior, *part.interiors) if isinstance(part, Polygon) else ():
            x, y = shapely.get_coordinates(circle)[:-1].T
            places = x + 1j * y
            before, after = places - np.roll(places, 1), np.roll(places, -1) - places
            sine = (before.conjugate() * after).imag / vector.sqrt(square(before) * square(after))
            found.append(places[sine < -0.05])
    return np.concatenate([np.empty(0, np.complex128), *found])


def _polygon(places: Places) -> Polygon:
    if len(places) < 3:
        return Polygon()
    return Polygon(np.stack([places.real, places.imag], axis=1))
