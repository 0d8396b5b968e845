"""Bases, where they stand, and the ground they cover.

All measures are inches unless a name says millimetres. The table's corner is (0, 0), x runs along its width,
y along its depth. A facing is in degrees, from 0 (along x) counter-clockwise to below 360.

A footprint is the sum of a core (a point or a polygon) and a disc: a round base is a point and its radius, a
hull is its polygon and radius 0, and everything within 3 inches of either has the same core and a radius 3
inches larger. So distances and "within" are exact for round bases; ovals stand for the polygon of
``OVAL_CORNERS`` corners that lies half inside and half outside the true ellipse, nowhere more than 0.00014 of
its length away from it, and is exactly as long and as wide.
"""

import math
import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from ...readonly import Sealed
from .. import TOLERANCE, GeometryError
from ..irrational import scalar, vector

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = npt.NDArray[np.float64]

MM_PER_INCH: Final = 25.4
OVAL_CORNERS: Final = 96
TIP: Final = 0.0535
"""How far round, in radians, the edges beside the tips of an oval reach: shorter than the others."""
ARC: Final = 32
"""Straight pieces that a quarter circle is drawn with in polygons for regions and pictures."""


def point_of(place: Points) -> Point:
    """The point of a row (2,)."""
    return (float(place[0]), float(place[1]))


def inches(millimetres: float) -> float:
    """Millimetres as inches."""
    return millimetres / MM_PER_INCH


class Pose(msgspec.Struct, frozen=True):
    """Where a base stands: its centre, its facing in degrees, the height of the ground under it, in inches."""

    x: float
    y: float
    facing: float = 0.0
    height: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.x + self.y + self.facing + self.height):  # or it is no more than a very long way off
            for name in self.__struct_fields__:
                _finite(f"{name} of a pose", getattr(self, name))

    @property
    def centre(self) -> Point:
        """(x, y)."""
        return (self.x, self.y)

    def at(self, x: float, y: float) -> "Pose":
        """The same facing and height elsewhere."""
        return Pose(x, y, self.facing, self.height)

    def turned(self, degrees: float) -> "Pose":
        """The pose after a pivot about its centre, counter-clockwise."""
        return Pose(self.x, self.y, (self.facing + degrees) % 360.0, self.height)


class Circle(msgspec.Struct, frozen=True, tag="round"):
    """A round base by its diameter in millimetres."""

    mm: float

    def __post_init__(self) -> None:
        _positive("diameter of a round base, in mm,", self.mm)


class Oval(msgspec.Struct, frozen=True, tag="oval"):
    """An oval base by its length (along its facing) and width in millimetres."""

    length_mm: float
    width_mm: float

    def __post_init__(self) -> None:
        _positive("length of an oval base, in mm,", self.length_mm)
        _positive("width of an oval base, in mm,", self.width_mm)


class Rectangle(msgspec.Struct, frozen=True, tag="rectangle"):
    """A rectangular base by its length (along its facing) and width in millimetres."""

    length_mm: float
    width_mm: float

    def __post_init__(self) -> None:
        _positive("length of a rectangular base, in mm,", self.length_mm)
        _positive("width of a rectangular base, in mm,", self.width_mm)


class Hull(msgspec.Struct, frozen=True, tag="hull"):
    """
    A model measured to its hull: its outline in inches about the point it turns on, facing along x.

    ``parts`` are convex outlines that together cover it, where they are known.
    """

    outline: tuple[Point, ...]
    parts: tuple[tuple[Point, ...], ...] = ()

    def __post_init__(self) -> None:
        polygon_of("hull", self.outline)


Base: TypeAlias = Circle | Oval | Rectangle | Hull

_WRITTEN: Final = re.compile(
    r"(?P<length>\d+(?:\.\d+)?)(?:\s*x\s*(?P<width>\d+(?:\.\d+)?))?\s*mm(?P<square>\s+rectangle)?"
)


def base_of(text: str) -> Base:
    """
    The base that a text names: "32mm" is round, "60x35mm" oval, "60x40mm rectangle" rectangular.

    Raises GeometryError for any other text.
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or (found["square"] and not found["width"]):
        raise GeometryError(f"{text!r} is no base; write 32mm (round), 60x35mm (oval) or 60x40mm rectangle")
    length = float(found["length"])
    if not found["width"]:
        return Circle(length)
    return (Rectangle if found["square"] else Oval)(length, float(found["width"]))


class Footprint(Sealed):
    """
    The ground that a base covers: the points within ``radius`` of ``core``.

    ``core`` is an array of k corners (k, 2), counter-clockwise; one corner is a point, two are a line.
    """

    def __init__(self, core: Points, radius: float = 0.0) -> None:
        self.core = core
        self.radius = radius
        core.flags.writeable = False
        self._sealed = True

    @cached_property
    def skeleton(self) -> BaseGeometry:
        """The core as a shapely point, line or polygon."""
        if len(self.core) == 1:
            return ShapelyPoint(self.core[0])
        if len(self.core) == 2:
            return LineString(self.core)
        return Polygon(self.core)

    @cached_property
    def polygon(self) -> Polygon:
        """The ground as a polygon, arcs in ``ARC`` pieces a quarter: for pictures, areas and sampling."""
        if self.radius == 0.0:
            return Polygon(self.core)
        return self.skeleton.buffer(self.radius, quad_segs=ARC)

    @cached_property
    def convex(self) -> bool:
        """Whether the core has no corner that points inwards."""
        if len(self.core) < 4:
            return True
        ahead, after = self.ahead, np.roll(self.ahead, -1, axis=0)
        return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] >= -1e-12).all())

    @cached_property
    def parts(self) -> tuple["Footprint", ...]:
        """Convex footprints that together cover the same ground; itself where it is convex."""
        if self.convex:
            return (self,)
        triangles: Iterable[Polygon] = shapely.get_parts(shapely.constrained_delaunay_triangles(self.skeleton))
        return tuple(Footprint(ring(triangle), self.radius) for triangle in triangles)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y."""
        if len(self.core) == 1:
            x, y = self.core[0].tolist()
            return (x - self.radius, y - self.radius, x + self.radius, y + self.radius)
        low, high = self.core.min(axis=0) - self.radius, self.core.max(axis=0) + self.radius
        return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    @cached_property
    def ahead(self) -> Points:
        """The way from each corner of the core to the next (k, 2)."""
        return np.roll(self.core, -1, axis=0) - self.core

    @cached_property
    def sides(self) -> tuple[Points, npt.NDArray[np.float64]]:
        """Outward normals of length 1 of the core's sides, and how far along them each side lies from (0, 0)."""
        lengths = vector.hypot(self.ahead[:, 0], self.ahead[:, 1])
        real = lengths > 1e-15
        normals = np.stack([self.ahead[real, 1], -self.ahead[real, 0]], axis=1) / lengths[real, None]
        return normals, (normals * self.core[real]).sum(axis=1)

    def grown(self, distance: float) -> "Footprint":
        """Everything within ``distance`` inches of this ground."""
        return Footprint(self.core, self.radius + distance)

    def swept(self, dx: float, dy: float) -> tuple["Footprint", ...]:
        """All the ground touched while sliding straight by (dx, dy), as convex footprints."""
        if scalar.hypot(dx, dy) < _NO_WAY:
            return self.parts
        slide = np.array([dx, dy])
        return tuple(Footprint(hull_of(np.vstack([part.core, part.core + slide])), self.radius) for part in self.parts)

    def shifted(self, dx: float, dy: float) -> "Footprint":
        """The same ground elsewhere."""
        return Footprint(self.core + np.array([dx, dy]), self.radius)


_NO_WAY: Final = 1e-12
"""A shorter way, in inches, leads nowhere: hulls of points nearer to each other have no sound outline."""


def hull_of(points: Points) -> Points:
    """The corners of the smallest convex shape around these points, counter-clockwise."""
    around = shapely.convex_hull(shapely.multipoints(points))
    return ring(around) if isinstance(around, Polygon) else shapely.get_coordinates(around)


def facing_of(base: Base, pose: Pose) -> float:
    """The facing that matters to the ground of a base: none to a round one."""
    return 0.0 if isinstance(base, Circle) else pose.facing


def footprint(base: Base, pose: Pose) -> Footprint:
    """The ground that a base covers at a pose."""
    return _footprint(base, pose.x, pose.y, facing_of(base, pose))


@lru_cache(maxsize=1 << 10)
def radius(base: Base) -> float:
    """How far the farthest point of a base lies from its centre, in inches."""
    core, disc = outline(base)
    return float(vector.hypot(core[:, 0], core[:, 1]).max()) + disc


@lru_cache(maxsize=1 << 14)
def _footprint(base: Base, x: float, y: float, facing: float) -> Footprint:
    core, disc = outline(base)
    found = Footprint(_placed(core, x, y, facing), disc)
    if not isinstance(base, Hull):
        found.__dict__["convex"] = True  # known without a look at the corners
    elif base.parts:
        found.__dict__["parts"] = tuple(Footprint(_placed(np.array(part), x, y, facing)) for part in base.parts)
    return found


def _placed(core: Points, x: float, y: float, facing: float) -> Points:
    """Corners about (0, 0) where the base stands and as it faces."""
    if facing:
        angle = math.radians(facing)
        cos, sin = scalar.cos(angle), scalar.sin(angle)
        core = vector.matmul(core, np.array([[cos, sin], [-sin, cos]]))
    placed: Points = core + np.array([x, y])
    return placed


def covers(base: Base, other: Base) -> bool:
    """Whether a base that is no hull covers another one that stands and faces as it does."""
    (core, disc), (theirs, reach) = outline(base), outline(other)
    if len(core) == 1:
        return bool(vector.hypot(theirs[:, 0], theirs[:, 1]).max() + reach <= disc + TOLERANCE)
    normals, far = Footprint(core.copy()).sides
    return bool((vector.matmul(theirs, normals.T) - far).max() + reach <= TOLERANCE)


def joined(base: Base, other: Base) -> Base:
    """All that two bases that are no hulls cover, which stand and face alike; round ones as an oval is drawn."""
    for one, two in ((base, other), (other, base)):
        if covers(one, two):
            return one
    rings = [outline(Oval(one.mm, one.mm) if isinstance(one, Circle) else one)[0] for one in (base, other)]
    around = shapely.get_exterior_ring(shapely.union_all([Polygon(corners) for corners in rings]))
    return Hull(_points(shapely.get_coordinates(around)[:-1]), tuple(map(_points, rings)))


def _points(corners: Points) -> tuple[Point, ...]:
    return tuple(map(point_of, corners))


@lru_cache(maxsize=1 << 10)
def outline(base: Base) -> tuple[Points, float]:
    """Core and radius of a base that stands at (0, 0) and faces along x."""
    if isinstance(base, Circle):
        return np.zeros((1, 2)), inches(base.mm) / 2
    if isinstance(base, Oval):
        return _ellipse(inches(base.length_mm) / 2, inches(base.width_mm) / 2), 0.0
    if isinstance(base, Rectangle):
        a, b = inches(base.length_mm) / 2, inches(base.width_mm) / 2
        return np.array([(-a, -b), (a, -b), (a, b), (-a, b)]), 0.0
    return ring(polygon_of("hull", base.outline)), 0.0


def _ellipse(a: float, b: float) -> Points:
    # Exactly as long and as wide as the ellipse: the four corners on its axes lie on it, with shorter edges beside
    # them. The others are as far outside as the middles of the edges between them are inside.
    count = OVAL_CORNERS // 4
    step = (math.pi / 2 - 2 * TIP) / (count - 2)
    quarter = np.concatenate([[0.0], TIP + step * np.arange(count - 1)])
    angles = np.concatenate([quarter + turn * math.pi / 2 for turn in range(4)])
    swell = np.tile(np.where(quarter > 0.0, 2 / (1 + scalar.cos(step / 2)), 1.0), 4)
    return np.stack([a * swell * vector.cos(angles), b * swell * vector.sin(angles)], axis=1)


def ring(polygon: Polygon) -> Points:
    """The corners of a polygon's outer ring, counter-clockwise, none twice."""
    corners: Points = shapely.get_coordinates(polygon.exterior)[:-1]
    return corners if polygon.exterior.is_ccw else corners[::-1].copy()


def polygon_of(name: str, points: Sequence[Point], holes: Sequence[Sequence[Point]] = ()) -> Polygon:
    """The polygon with these corners. Raises GeometryError, naming it, for anything that is not an area."""
    for corners in (points, *holes):
        _corners(name, corners)
    polygon = Polygon(points, holes)
    if not polygon.is_valid:
        reason = shapely.is_valid_reason(polygon)
        raise GeometryError(f"{name}: the outline is no simple polygon ({reason}); its edges must not cross or touch")
    if any(one.distance(two) <= TOLERANCE for one, two in combinations([polygon.exterior, *polygon.interiors], 2)):
        raise GeometryError(f"{name}: a hole touches the outline or another hole; draw it as part of the outline")
    if polygon.area <= 0.0:
        raise GeometryError(f"{name}: the outline encloses no area")
    return polygon


def _corners(name: str, corners: Sequence[Point]) -> None:
    for corner in corners:
        if len(corner) != 2 or not all(math.isfinite(value) for value in corner):
            raise GeometryError(f"{name}: a corner is two finite numbers (x, y), not {tuple(corner)!r}")
    if len(set(corners)) < 3:
        raise GeometryError(f"{name}: an outline has at least 3 different corners, found {len(set(corners))}")
    for corner, after in pairwise(corners):
        if corner == after:
            raise GeometryError(f"{name}: the corner {tuple(corner)!r} stands twice in a row")


def _finite(name: str, value: float) -> None:
    if not math.isfinite(value):
        raise GeometryError(f"the {name} is a finite number, not {value!r}")


def _positive(name: str, value: float) -> None:
    if not (math.isfinite(value) and value > 0):
        raise GeometryError(f"the {name} is a number above 0, not {value!r}")
