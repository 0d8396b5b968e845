"""Terrain and models as convex obstacles to lines of sight.

A piece that is not convex becomes several convex parts. Pieces that touch or overlap, or have a gap of at most
the tolerance between them, get further parts across the seam, which count only while both pieces do: no line
slips through a seam. The same goes for models that touch each other or terrain. A segment is blocked where it
runs deeper than the tolerance inside: touching a corner, or sliding along a wall, does not block.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.strtree import STRtree

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..shapes import Footprint
from .bodies import Bodies, Flags, Floats, Lines, Rows, Vectors, between
from .cutting import convex_parts, curtains, strip

NOBODY = -1
UNLIMITED = float("inf")
GROUND = -UNLIMITED
"""Where what stands on the table begins: nothing passes below it."""
_CHUNK = 2048
"""Segments tested at a time: what is computed stays in the processor's cache."""
_EVERYWHERE = np.array([0.0, 0.0, 1.0])
"""A half-plane that everything is in."""


class ConvexPart(msgspec.Struct, frozen=True):
    """A convex part of an obstacle: its ground, the half-planes that block, whose it is, how high it reaches."""

    ground: Footprint
    planes: Floats
    """Normal x, y and how far along it the inside reaches: (planes, 3); none for discs."""
    owners: tuple[int, int]
    """The obstacles it belongs to; the second is NOBODY unless it seals the seam of two."""
    low: float = GROUND
    high: float = UNLIMITED


class Obstacles(Bodies):
    """Convex obstacles as arrays, with the half-planes that bound what blocks."""

    def __init__(self, parts: Sequence[ConvexPart]) -> None:
        super().__init__([part.ground for part in parts])
        self.owners: Rows = np.array([part.owners for part in parts], dtype=np.intp).reshape(-1, 2)
        self.low: Floats = np.array([part.low for part in parts], dtype=np.float64)
        self.high: Floats = np.array([part.high for part in parts], dtype=np.float64)
        self.parts = parts
        most = max((len(part.planes) for part in parts), default=0)
        planes = np.tile(_EVERYWHERE, (max(1, most), len(parts), 1))
        for row, part in enumerate(parts):
            planes[: len(part.planes), row] = part.planes
        self.planes: Floats = np.ascontiguousarray(planes.transpose(2, 0, 1))
        self.solid: Flags = self.owners[:, 1] == NOBODY
        """What is no seal of a seam. Lines rest on these; seals lie within them and only block."""
        self.sealed = not bool(self.solid.all())
        self.discs = self.count == 1
        self.some_discs = bool(self.discs.any())

    def inside(self, start: Vectors, end: Vectors, rows: Rows) -> tuple[Floats, Floats]:
        """
        Between which shares of a segment it runs inside the obstacle of its row: enters, leaves.

        It is not inside where it leaves before it enters.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            x, y, depth = self.planes[:, :, rows]
            one = x * start.real + y * start.imag - depth
            two = x * end.real + y * end.imag - depth
            share = one / (one - two)
        enters = np.maximum.reduce(np.where(one > 0.0, share, 0.0))
        leaves = np.minimum.reduce(np.where(two > 0.0, share, 1.0))
        if self.some_discs:
            discs = np.flatnonzero(self.discs[rows])
            enters[discs], leaves[discs] = self._inside_disc(start[discs], end[discs], rows[discs])
        return enters, leaves

    def _inside_disc(self, start: Vectors, end: Vectors, rows: Rows) -> tuple[Floats, Floats]:
        along = end - start
        length = np.maximum(np.abs(along), 1e-300)
        seen = np.conj(along / length) * (self.centre[rows] - start)
        left = (self.radius[rows] - TOLERANCE) ** 2 - seen.imag**2
        half = vector.sqrt(np.maximum(left, 0.0))
        enters, leaves = np.maximum(seen.real - half, 0.0), np.minimum(seen.real + half, length)
        return np.where((left > 0.0) & (self.radius[rows] > TOLERANCE), enters / length, 2.0), leaves / length

    def blocks(self, start: Vectors, end: Vectors, rows: Rows) -> npt.NDArray[np.bool_]:
        """Whether each segment runs through the obstacle of its row."""
        found = np.empty(len(rows), dtype=bool)
        for first in range(0, len(rows), _CHUNK):
            some = slice(first, first + _CHUNK)
            enters, leaves = self.inside(start[some], end[some], rows[some])
            np.less(enters, leaves, out=found[some])
        return found

    def lines_between(self, one: Rows, two: Rows) -> Lines:
        """The lines between two obstacles each, on one side; ``one[k]`` comes before ``two[k]``, and both are solid.

        Obstacles that many ask about have all of these lines ready.
        """
        ready = self.__dict__.get("crossings")
        if ready is None and 2 * len(one) < len(self) * (len(self) - 1):
            return between(self, one, self, two, left=False)
        directions, offsets = self.crossings
        return directions[one, two], offsets[one, two]

    @cached_property
    def crossings(self) -> Lines:
        """The lines between every two solid obstacles, one on each side: arrays (obstacles, obstacles)."""
        solid = np.flatnonzero(self.solid)
        one, two = (solid[rows] for rows in np.triu_indices(len(solid), 1))
        u, d = between(self, one, self, two, left=False)
        directions = np.zeros((len(self), len(self)), dtype=np.complex128)
        offsets = np.zeros((len(self), len(self)))
        directions[one, two] = directions[two, one] = u
        offsets[one, two] = offsets[two, one] = d
        return directions, offsets

    @cached_property
    def eroded(self) -> npt.NDArray[np.object_]:
        """The cores half a tolerance smaller, to tell who stands inside (points for discs)."""
        return np.array([_shrunk(part.ground) for part in self.parts], dtype=object)


def _shrunk(ground: Footprint) -> shapely.Geometry:
    if ground.radius:
        return ground.skeleton
    return shapely.buffer(ground.skeleton, -TOLERANCE / 2, join_style="mitre")


def pieces_as_parts(polygons: Sequence[Polygon], heights: Sequence[float]) -> list[ConvexPart]:
    """The convex parts of terrain, seams sealed."""
    found = []
    for row, (polygon, height) in enumerate(zip(polygons, heights, strict=True)):
        found += _parts(polygon, (row, NOBODY), GROUND, height)
    for one, two in _seams(polygons):
        closed = _closed(polygons[one], polygons[two])
        for polygon in closed:
            found += _parts(polygon, (one, two), GROUND, min(heights[one], heights[two]))
        for corners, planes in curtains(polygons[one], polygons[two]):
            found.append(ConvexPart(Footprint(corners), planes, (one, two), GROUND, min(heights[one], heights[two])))
    return found


def ground_as_parts(ground: Footprint, owner: int, low: float, high: float) -> list[ConvexPart]:
    """The convex parts of a model that stands in the way."""
    if len(ground.core) == 1:
        return [ConvexPart(ground, np.empty((0, 3)), (owner, NOBODY), low, high)]
    return _parts(ground.polygon, (owner, NOBODY), low, high)


def contacts(parts: Sequence[ConvexPart], first: int) -> list[ConvexPart]:
    """
    Hair-thin parts where models just touch each other or terrain; ``parts`` from the row ``first`` on are models.

    They lead from the middle of one over the place where they touch to the middle of the other: both are convex,
    so whatever line passes between them meets that place.
    """
    bodies = Bodies([part.ground for part in parts])
    owners = np.array([part.owners for part in parts], dtype=np.intp).reshape(-1, 2)
    one, two = np.triu_indices(len(parts), 1)
    apart = vector.length(bodies.centre[one] - bodies.centre[two]) - bodies.reach[one] - bodies.reach[two]
    close = (two >= first) & (owners[one, 1] == NOBODY) & (owners[one, 0] != owners[two, 0]) & (apart <= TOLERANCE)
    found = []
    for a, b in zip(one[close].tolist(), two[close].tolist(), strict=True):
        low, high = max(parts[a].low, parts[b].low), min(parts[a].high, parts[b].high)
        spot = _contact(parts[a].ground, parts[b].ground) if low < high else None
        if spot is not None:
            ends = complex(bodies.centre[a]), complex(bodies.centre[b])
            # Discs touch on the line between their centres.
            path = ends if bodies.radius[a] and bodies.radius[b] else (ends[0], spot, ends[1])
            both = (int(owners[a, 0]), int(owners[b, 0]))
            found += [
                ConvexPart(Footprint(corners), planes, both, low, high)
                for corners, planes in (strip(start, end) for start, end in pairwise(path))
            ]
    return found


def _contact(one: Footprint, two: Footprint) -> complex | None:
    """The middle of the place where two convex grounds just touch, if they do."""
    reach = one.radius + two.radius
    if reach == 0.0:
        near, other = (shapely.buffer(each.skeleton, TOLERANCE * 0.51, join_style="mitre") for each in (one, two))
        place = shapely.intersection(near, other)
        if place.is_empty or not shapely.buffer(place, -2 * TOLERANCE).is_empty:
            return None
        return complex(place.centroid.x, place.centroid.y)
    ends = shapely.get_coordinates(shapely.shortest_line(one.skeleton, two.skeleton))
    start, end = ends[:, 0] + 1j * ends[:, 1]
    if not -3 * TOLERANCE < scalar.length(end - start) - reach <= TOLERANCE:
        return None
    return complex(start + one.radius / reach * (end - start))


def _parts(polygon: Polygon, owners: tuple[int, int], low: float, high: float) -> list[ConvexPart]:
    return [ConvexPart(Footprint(corners), planes, owners, low, high) for corners, planes in convex_parts(polygon)]


def _seams(polygons: Sequence[Polygon]) -> Iterable[tuple[int, int]]:
    """The pieces that touch, overlap or nearly touch, two by two."""
    if len(polygons) < 2:
        return []
    tree = STRtree(polygons)
    one, two = tree.query(list(polygons), predicate="dwithin", distance=TOLERANCE * 1.01)
    return [(int(a), int(b)) for a, b in sorted(zip(one, two, strict=True)) if a < b]


def _closed(one: Polygon, two: Polygon) -> list[Polygon]:
    """The union of two pieces with the gap between them closed."""
    grown = shapely.union(
        shapely.buffer(one, TOLERANCE * 0.51, join_style="mitre"),
        shapely.buffer(two, TOLERANCE * 0.51, join_style="mitre"),
    )
    closed = shapely.buffer(grown, -TOLERANCE * 0.51, join_style="mitre")
    parts = closed.geoms if isinstance(closed, MultiPolygon) else [closed]
    return [part for part in parts if isinstance(part, Polygon) and part.area > 0.0]
