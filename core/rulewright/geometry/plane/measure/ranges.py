"""Distances on a table: how far, how deep, how far beyond, and between which points.

A footprint is a core and a disc, so the distance of two footprints is the distance of their cores minus both
radii: exact for round bases, hulls, rectangles and everything grown around them.

On a scene, a :data:`Thing` is measured: a model, objective marker, terrain piece or zone (itself or its id), or a
point. Measuring is horizontal and vertical, each strictly along its direction, and never diagonal unless
``Measured.straight`` is asked for. Models are measured to and from their bases, so how tall one is counts only for a
hull. A model that has left the table is measured to as the record it was: pass it instead of its id.
"""

import math
from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
import shapely
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...irrational import scalar
from ..areas import farthest
from ..rounds import Disc, discs, edges_of, outlines, size_of, to_outline
from ..scene import Marker, Model, Piece, Scene, Zone
from ..shapes import Circle, Footprint, Point, inches, point_of, ring
from ..slides import depth, depths, shifts
from .pairs import Numbers, cores, distances, spots, vertical_gaps


class Nearest(msgspec.Struct, frozen=True):
    """The nearest points of two grounds and their distance; where the grounds meet, one common point and 0.0."""

    a: Point
    b: Point
    distance: float


def distance(a: Footprint, b: Footprint) -> float:
    """From the nearest point of one to the nearest point of the other, in inches; 0.0 when they meet."""
    return max(0.0, core_distance(a, b) - (a.radius + b.radius))


def core_distance(a: Footprint, b: Footprint) -> float:
    """The distance of two footprints without their discs."""
    if len(a.core) == 1 and len(b.core) == 1:
        (ax, ay), (bx, by) = a.core[0].tolist(), b.core[0].tolist()
        return scalar.hypot(bx - ax, by - ay)
    return float(shapely.distance(a.skeleton, b.skeleton))


def nearest(a: Footprint, b: Footprint) -> Nearest:
    """Where two footprints are nearest to each other."""
    return _nearest(a.skeleton, a.radius, b.skeleton, b.radius)


def _nearest(a: BaseGeometry, a_radius: float, b: BaseGeometry, b_radius: float) -> Nearest:
    both_points = isinstance(a, ShapelyPoint) and isinstance(b, ShapelyPoint)
    ends = shapely.get_coordinates([a, b] if both_points else shapely.shortest_line(a, b))
    start, end = map(point_of, ends)
    return _between_discs(start, a_radius, end, b_radius)


def _between_discs(start: Point, a_radius: float, end: Point, b_radius: float) -> Nearest:
    """Where two discs are nearest to each other."""
    (x, y), (other_x, other_y) = start, end
    apart = scalar.dist(start, end)
    if apart > a_radius + b_radius:
        dx, dy = (other_x - x) / apart, (other_y - y) / apart
        one, other = (x + a_radius * dx, y + a_radius * dy), (other_x - b_radius * dx, other_y - b_radius * dy)
        return Nearest(one, other, apart - (a_radius + b_radius))
    share = (a_radius + apart - b_radius) / (2 * apart) if apart else 0.0
    share = min(1.0, max(0.0, share))
    both = (x + share * (other_x - x), y + share * (other_y - y))
    return Nearest(both, both, 0.0)


def penetration(a: Footprint, b: Footprint) -> float:
    """
    The shortest shift that makes two overlapping footprints only touch; 0.0 when they touch or are apart.

    Exact for convex footprints. Where one is not convex, the deepest overlap of convex parts of the two: above 0
    when and only when they overlap, and never more than the shortest shift.
    """
    between = core_distance(a, b)
    if between == 0.0:
        meeting = (pair for pair in product(a.parts, b.parts) if core_distance(*pair) == 0.0)
        between = min((-depth((0.0, 0.0), (shifts(*pair),)) for pair in meeting), default=0.0)
    return max(0.0, a.radius + b.radius - between)


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Whether they share more than their edges: touching is no overlap."""
    return penetration(a, b) > TOLERANCE


def within(a: Footprint, b: Footprint, inches: float) -> bool:
    """Whether any part of one is within this many inches of any part of the other; exactly so far is within."""
    return distance(a, b) <= inches + TOLERANCE


def beyond(a: Footprint, b: Footprint, inches: float) -> float:
    """
    How far the farthest point of ``a`` is beyond ``inches`` of ``b``, in inches; negative when it is nearer.

    At most TOLERANCE means that ``a`` is wholly within that distance.
    """
    if b.convex:
        return max(0.0, _farthest_from_convex(a, b) - b.radius) - inches
    return max(0.0, farthest(a, Polygon(b.core)) - b.radius) - inches


def _farthest_from_convex(a: Footprint, b: Footprint) -> float:
    """From ``b``'s core to the farthest point of ``a``; below 0 when ``a`` lies inside, so deep."""
    # The distance to something convex grows outwards, so it is greatest at a corner of a's core.
    out = core_distance(a, b) if len(a.core) == 1 else float(shapely.distance(shapely.points(a.core), b.skeleton).max())
    return (out if out > 0.0 else -float(depths(a.core, Footprint(b.core)).min())) + a.radius


def outside(a: Footprint, area: Polygon) -> float:
    """
    How far the farthest point of ``a`` sticks out of an area, in inches; 0.0 when ``a`` is wholly inside.

    Holes are not part of the area.
    """
    whole = Footprint(ring(area))
    if area.interiors or not whole.convex:
        return farthest(a, area)
    return max(0.0, _farthest_from_convex(a, whole))


# ------------------------------------------------------------------------------------------------------- on a scene

Thing: TypeAlias = str | Model | Marker | Piece | Zone | Point
"""What can be measured on a scene: an id of a model, marker, terrain piece or zone, one of these, or a point."""


class Measured(msgspec.Struct, frozen=True):
    """
    How far two things are from each other: horizontally, vertically, and the nearest points seen from above.

    ``vertical`` is 0.0 where their heights overlap; a zone and a point have every height.
    """

    a: str
    b: str
    horizontal: float
    vertical: float
    points: tuple[Point, Point]

    @property
    def straight(self) -> float:
        """The distance in a straight line through the air."""
        return scalar.hypot(self.horizontal, self.vertical)

    def within(self, inches: float, vertical: float = math.inf) -> bool:
        """Whether any parts are within this many inches horizontally, and this many vertically; exactly so far is."""
        return self.horizontal <= inches + TOLERANCE and self.vertical <= vertical + TOLERANCE


class Ground(NamedTuple):
    """What a thing covers: all within a radius of a core, from a lowest to a highest point above the table."""

    name: str
    core: BaseGeometry
    radius: float
    low: float
    high: float


def ground(scene: Scene, thing: Thing) -> Ground:
    """What a thing covers. Raises GeometryError for an id the scene does not have, and a point that is none."""
    thing = found(scene, thing)
    if isinstance(thing, Model):
        return Ground(thing.id, thing.footprint.skeleton, thing.footprint.radius, *thing.span)
    if isinstance(thing, Marker):
        return Ground(thing.id, thing.footprint.skeleton, thing.footprint.radius, thing.height, thing.height)
    if isinstance(thing, Piece):
        return Ground(thing.id, thing.polygon, 0.0, 0.0, thing.height)
    if isinstance(thing, Zone):
        return Ground(thing.id, thing.polygon, 0.0, -math.inf, math.inf)
    return Ground(f"({thing[0]:g}, {thing[1]:g})", ShapelyPoint(thing), 0.0, -math.inf, math.inf)


def found(scene: Scene, thing: Thing) -> Model | Marker | Piece | Zone | Point:
    """The thing of that id, or the thing itself. Raises GeometryError as :func:`ground` does."""
    if isinstance(thing, str):
        for things in (scene.models, scene.markers, scene.pieces, scene.zones):
            if thing in things:
                return things[thing]
        raise GeometryError(f"the scene has no model, marker, terrain or zone {thing!r}")
    if isinstance(thing, tuple) and (len(thing) != 2 or not all(math.isfinite(value) for value in thing)):
        raise GeometryError(f"a point is two finite numbers (x, y), not {thing!r}")
    return thing


def gap(scene: Scene, a: Thing, b: Thing) -> Measured:
    """How far one thing is from another. Raises GeometryError for an id the scene does not have."""
    a, b = found(scene, a), found(scene, b)
    if isinstance(a, Model) and isinstance(b, Model) and isinstance(a.base, Circle) and isinstance(b.base, Circle):
        at = _between_discs(a.pose.centre, inches(a.base.mm) / 2, b.pose.centre, inches(b.base.mm) / 2)
        (low, high), (other_low, other_high) = a.span, b.span
        return Measured(a.id, b.id, at.distance, max(0.0, low - other_high, other_low - high), (at.a, at.b))
    one, two = ground(scene, a), ground(scene, b)
    at = _nearest(one.core, one.radius, two.core, two.radius)
    vertical = max(0.0, one.low - two.high, two.low - one.high)
    return Measured(one.name, two.name, at.distance, vertical, (at.a, at.b))


def horizontal(scene: Scene, a: Thing, b: Thing) -> float:
    """How far one thing is from another horizontally: of :func:`gap` this number alone, which costs much less."""
    known = discs(scene)
    if a.__class__ is str and b.__class__ is str:
        if a in known and b in known:
            (ax, ay, one), (bx, by, other) = known[a], known[b]
            return max(0.0, scalar.hypot(ax - bx, ay - by) - one - other)
        if a in scene.pieces:
            a, b = b, a
        if a in known and b in scene.pieces:
            x, y, size = known[a]
            far, inside = to_outline(x, y, outlines(scene.terrain)[scene.terrain.rows[b]].edges)
            return 0.0 if inside else max(0.0, far - size)
    return gap(scene, a, b).horizontal


def limit(*inches: float) -> None:
    """Raises GeometryError for a distance to be within that is negative or not a number."""
    for one in inches:
        if not one >= 0.0:
            raise GeometryError(f"a distance is a number of inches from 0 up, not {one!r}")


def check_within(scene: Scene, a: Thing, b: Thing, inches: float, vertical: float = math.inf) -> tuple[Fault, ...]:
    """What is too far for any part of one to be within a distance of any part of the other; empty when it is."""
    limit(inches, vertical)
    apart = gap(scene, a, b)
    faults = (("too far", apart.horizontal - inches), ("too high or low", apart.vertical - vertical))
    return tuple(Fault(reason, apart.b, over, apart.points) for reason, over in faults if over > TOLERANCE)


def check_wholly_within(
    scene: Scene, model: str | Model, thing: Thing, inches: float = 0.0, vertical: float = math.inf
) -> tuple[Fault, ...]:
    """
    What part of a model's base or hull is not within a distance of a thing; empty when all of it is.

    With 0 inches: wholly within a zone or a terrain piece. Heights are compared as in :func:`gap`.
    """
    limit(inches, vertical)
    what = scene.model(model) if isinstance(model, str) else model
    thing = found(scene, thing)
    if vertical == math.inf and _surely_inside(what, thing, inches):
        return ()
    to = ground(scene, thing)
    if isinstance(to.core, Polygon):
        over = outside(what.footprint, to.core) - to.radius - inches
    else:
        over = beyond(what.footprint, Footprint(shapely.get_coordinates(to.core), to.radius), inches)
    apart = gap(scene, what, thing)
    faults = (("partly too far", over), ("too high or low", apart.vertical - vertical))
    return tuple(Fault(reason, to.name, by, apart.points) for reason, by in faults if by > TOLERANCE)


def _surely_inside(model: Model, thing: Thing, inches: float) -> bool:
    """Whether a round base surely lies wholly within a distance of an area; False says nothing."""
    size = size_of(model.base)
    if size is None or not isinstance(thing, Piece | Zone):
        return False
    far, inside = to_outline(*model.pose.centre, edges_of(thing))
    return inside and size <= far + inches


def models_within(
    scene: Scene, thing: Thing, inches: float, vertical: float = math.inf, among: Iterable[str] | None = None
) -> tuple[str, ...]:
    """
    The models of which any part is within this many inches of a thing, horizontally and vertically, in order.

    A model is within every distance of itself. ``among`` limits the models that are looked at.
    """
    limit(inches, vertical)
    if vertical == math.inf and isinstance(thing, str) and thing in (known := discs(scene)):
        asked = list(scene.models) if among is None else [scene.model(name).id for name in among]
        if known.keys() >= {*asked}:
            return tuple(_within(known, thing, inches, asked))
        among = asked
    far, high_or_low = to_models(scene, thing)
    near = (far <= inches + TOLERANCE) & (high_or_low <= vertical + TOLERANCE)
    wanted = range(len(near)) if among is None else (scene.rows[scene.model(name).id] for name in among)
    names = tuple(scene.models)
    return tuple(names[row] for row in wanted if near[row])


def markers_within(scene: Scene, thing: str, inches: float) -> tuple[str, ...]:
    """The markers of which any part is within this many inches of a model or a marker, horizontally, in order."""
    limit(inches)
    known = discs(scene)
    if thing in known:
        return tuple(_within(known, thing, inches, scene.markers))
    return tuple([name for name in scene.markers if horizontal(scene, thing, name) <= inches + TOLERANCE])


def _within(known: Mapping[str, Disc], thing: str, inches: float, names: Iterable[str]) -> list[str]:
    """Which round things are within this many inches of a round thing, by their ids."""
    x, y, size = known[thing]
    reach, found = inches + TOLERANCE + size, []
    for name in names:
        there_x, there_y, other = known[name]
        if scalar.hypot(there_x - x, there_y - y) - other <= reach:
            found.append(name)
    return found


def to_models(scene: Scene, thing: Thing) -> tuple[Numbers, Numbers]:
    """How far a thing is from each model, in order, horizontally and vertically: two arrays (n,)."""
    if isinstance(thing, str) and thing in scene.models:
        row = scene.rows[thing]
        return distances(scene)[row], vertical_gaps(scene)[row]
    to, where = ground(scene, thing), spots(scene)
    horizontal = np.maximum(0.0, shapely.distance(to.core, cores(scene)) - (to.radius + where.radii))
    return horizontal, np.maximum(0.0, np.maximum(to.low - where.spans[:, 1], where.spans[:, 0] - to.high))
