"""The shortest walk of a base round terrain it cannot cross and models it cannot pass.

A walk is a chain of straight lines of the base's centre. The shortest one round a corner would follow an arc, so the
least length is a bound that walks come as near to as one likes; :func:`shortest` returns a walk that is at most 0.1 %
longer and never slides deeper than TOLERANCE into anything. A gap exactly as wide as the base can be passed.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from .... import TOLERANCE, GeometryError
from ....evidence import Fault
from ....irrational import vector
from ....lattice import coarse
from ...scene import Change, Model, Piece, Scene, Terrain
from ...shapes import Footprint, Point, radius
from ...slides import at_origin, grounds_of
from ..moves import distance_of
from ..policy import MovePolicy, Way
from ..rise import JUST_WITHIN, gap
from .grown import Grown, grown, grown_area, outlines
from .reach import reached
from .tangents import Box, Ground
from .ways import Way as Line
from .ways import bends_of, shortest_way, shortest_ways


class Walk(msgspec.Struct, frozen=True):
    """
    How a base walks: under the policy for moves, on the level.

    Terrain that the policy lets be climbed is walked round, like closed terrain, unless it is named in
    ``across``. Models that it does not pass are walked round, and enemies to keep away from farther away than
    ``clear_on_way``. Bases that are not round walk as the circle around them, and so can turn anywhere; with
    ``keep_facing`` they never turn, and walk exactly.
    """

    policy: MovePolicy = MovePolicy()
    across: frozenset[str] = frozenset()
    keep_facing: bool = False

    def closes(self, piece: Piece) -> bool:
        """Whether a piece of terrain is walked round."""
        open_way = self.policy.way(piece) in (Way.OPEN, Way.LOW, Way.THIN)
        return not (open_way or self.policy.flies or piece.id in self.across)

    def distance(self, mover: Model, other: Model) -> float | None:
        """How far from another model to stay; None where it does not matter."""
        if other.id == mover.id or self.policy.passes(mover, other):
            return None
        clear = self.policy.clear_on_way
        if clear is not None and self.policy.keeps_from(mover, other):
            if gap(mover.span, other.span) < self.policy.clear_height + JUST_WITHIN:
                return clear + 2 * JUST_WITHIN  # exactly that far is too close
        return 0.0 if gap(mover.body, other.body) < -TOLERANCE else None


ON_FOOT: Final = Walk()
"""A walk under the policy that moves have when nothing else is said."""


class Route(msgspec.Struct, frozen=True):
    """
    A walk of a centre: its corners from start to goal, its length, and the least length, in inches.

    No walk is shorter than ``least``, and some are as near to it as one likes.
    """

    points: tuple[Point, ...]
    length: float
    least: float


class NoRoute(msgspec.Struct, frozen=True):
    """Why there is no walk: what the base overlaps at its start or goal, or what shuts it in."""

    faults: tuple[Fault, ...]


def shortest(scene: Scene, model: str, goal: Point, walk: Walk = ON_FOOT) -> Route | NoRoute:
    """
    The shortest walk of a model's centre to a point.

    Whether the model may end there is another question (:func:`.moves.end_faults`): what can be crossed does not
    matter. Raises GeometryError for an unknown model or a goal that is not two finite numbers.
    """
    mover = scene.model(model)
    if len(goal) != 2 or not all(map(math.isfinite, goal)):
        raise GeometryError(f"the goal of {mover.name} is two finite numbers (x, y), not {goal!r}")
    ground = ground_of(scene, mover, walk)
    faults = _overlapping(ground, mover.pose.centre, "starts") + _overlapping(ground, goal, "ends")
    if faults:
        return NoRoute(faults)
    way = shortest_way(ground, complex(*mover.pose.centre), complex(*goal))
    if way is None:
        return NoRoute(_shut_in(ground, mover.pose.centre, goal))
    return _route(ground, way)


def shortest_within(scene: Scene, model: str, goal: Point, inches: float, walk: Walk = ON_FOOT) -> Route | None:
    """The shortest walk to a point where its least length is at most this many inches: no longer one is looked for."""
    mover = scene.model(model)
    ground = ground_of(scene, mover, walk)
    if _overlapping(ground, mover.pose.centre, "starts") or _overlapping(ground, goal, "ends"):
        return None
    way = shortest_way(ground, complex(*mover.pose.centre), complex(*goal), inches + TOLERANCE)
    return None if way is None else _route(ground, way)


def walks(
    scene: Scene, model: str, goals: Sequence[Point], inches: float, walk: Walk = ON_FOOT
) -> tuple[Route | None, ...]:
    """As :func:`shortest_within` to each of some points, and much quicker than one after another."""
    mover = scene.model(model)
    start = complex(*mover.pose.centre)
    ground = ground_of(scene, mover, walk).near(start, inches + TOLERANCE)
    found: list[Route | None] = [None] * len(goals)
    if not _overlapping(ground, mover.pose.centre, "starts"):
        free = [row for row, goal in enumerate(goals) if not _overlapping(ground, goal, "ends")]
        ways = shortest_ways(ground, start, np.array([complex(*goals[row]) for row in free]), inches + TOLERANCE)
        for row, way in zip(free, ways, strict=True):
            found[row] = None if way is None else _route(ground, way)
    return tuple(found)


def _route(ground: Ground, way: Line) -> Route:
    bends = bends_of(ground, way)
    points = tuple(zip(bends.real.tolist(), bends.imag.tolist(), strict=True))
    return Route(points, max(way.length, float(vector.length(np.diff(bends)).sum())), way.length)


def walk_region(scene: Scene, model: str, inches: float, walk: Walk = ON_FOOT) -> BaseGeometry:
    """
    Where the centre of a model can come with a walk of this many inches, as polygons for pictures and sampling.

    To within the chord error of ARC; empty when the model starts overlapping.
    """
    mover, inches = scene.model(model), distance_of(model, inches)
    ground = ground_of(scene, mover, walk)
    if ground.overlapped(complex(*mover.pose.centre)):
        return shapely.Polygon()
    return reached(ground, complex(*mover.pose.centre), inches)


class _Kept(NamedTuple):
    """A ground, and the models it was made of."""

    ground: Ground
    models: tuple[tuple[Model, float], ...]


def ground_of(scene: Scene, mover: Model, walk: Walk) -> Ground:
    """What a model cannot cross, kept with the scene; what of it is terrain is kept with the terrain."""
    base = _walking(mover, walk)
    # Grounds are shared by all that are stopped by the same.
    kind = (mover.side, mover.traits, mover.body, mover.span, _stops_itself(mover, walk))
    key = ("ground", _shape(base), walk, kind)

    def build(now: Scene) -> _Kept:
        models = _in_the_way(now, mover.id, walk)
        found = [one for other, distance in models for one in _outlines(mover, walk, base, other, distance)]
        below = _terrain(now, walk, base)
        return _Kept(Ground(found, below.box, below) if found else below, models)

    def update(old: _Kept, now: Scene, change: Change) -> _Kept:
        same = not change.grounds and _in_the_way(now, mover.id, walk) == old.models
        return old if same else build(now)

    return scene.kept(key, build, update).ground


def _in_the_way(scene: Scene, name: str, walk: Walk) -> tuple[tuple[Model, float], ...]:
    """The models that a mover cannot cross, and how far from them it stays."""
    mover = scene.model(name)
    found = ((other, walk.distance(mover, other)) for other in scene.models.values())
    return tuple((other, distance) for other, distance in found if distance is not None)


def _outlines(mover: Model, walk: Walk, base: Footprint, other: Model, distance: float) -> list[Grown]:
    """Another model grown by the base that walks, and so far from it."""
    if len(base.core) == 1:
        return grown(other.id, other.footprint, base, distance)
    return outlines(other.id, grounds_of(walk.policy.hull or mover.base, mover.pose, other), distance)


def _walking(mover: Model, walk: Walk) -> Footprint:
    """The base that walks, about (0, 0)."""
    base = walk.policy.hull or mover.base
    return at_origin(base, mover.pose.facing) if walk.keep_facing else Footprint(np.zeros((1, 2)), radius(base))


def _shape(base: Footprint) -> tuple[bytes, float]:
    return (base.core.tobytes(), base.radius)


def _stops_itself(mover: Model, walk: Walk) -> str:
    """The model's id where one like it would be in the way: then its ground is without it."""
    return "" if walk.policy.passes(mover, mover) else mover.id


def _terrain(scene: Scene, walk: Walk, base: Footprint) -> Ground:
    left, low, right, high = base.bounds
    box = None if walk.policy.over_edge else Box(-left, -low, scene.width - right, scene.depth - high)
    closed = tuple(name for name, piece in scene.pieces.items() if walk.closes(piece))
    key = ("ground", _shape(base), closed, box)

    def build(terrain: Terrain) -> Ground:
        polygons, rows = terrain.polygons, terrain.rows
        return Ground([one for name in closed for one in grown_area(name, polygons[rows[name]], base)], box)

    return scene.terrain.kept(key, build)


def _overlapping(ground: Ground, point: Point, reason: str) -> tuple[Fault, ...]:
    place = complex(*point)
    faults = [Fault(f"{reason} too close to", name, deep, (point,)) for name, deep in ground.overlapped(place).items()]
    if ground.box and (outside := ground.box.outside(place)) > TOLERANCE:
        faults.append(Fault(f"{reason} off the table", "", outside, (point,)))
    return tuple(faults)


def _shut_in(ground: Ground, start: Point, goal: Point) -> tuple[Fault, ...]:
    """What bounds the smaller of the areas in which start and goal lie, and where."""
    solids = [(outline.owner, outline.polygon) for outline in ground.solids()]
    solid = shapely.union_all([polygon for _, polygon in solids])
    around = solid.envelope.buffer(1.0) if ground.box is None else shapely.box(*ground.box)
    areas = shapely.get_parts(around.difference(solid))
    nearest = [areas[coarse(shapely.distance(areas, shapely.Point(end))).argmin()] for end in (start, goal)]
    smaller = min(nearest, key=lambda area: coarse(area.area))
    found = {
        owner: shapely.get_coordinates(shapely.shortest_line(polygon, smaller))[0]
        for owner, polygon in solids
        if shapely.dwithin(polygon, smaller, TOLERANCE)
    }
    return tuple(Fault("shut in by", owner, 0.0, ((float(x), float(y)),)) for owner, (x, y) in found.items())
