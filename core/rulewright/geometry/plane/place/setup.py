"""Setting up a whole unit: what a rule asks of its models, checked exactly, and the region that each may stand in.

A rule for setting up is a list of conditions, each of them data. :func:`check_setup` tells everything wrong with a
set-up, :func:`region` where the centre of one base may be; the check decides. :mod:`.room` looks for places.
"""

import math
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final, TypeAlias

import msgspec
import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...lattice import coarse
from ..areas import area_footprints
from ..measure.ranges import check_wholly_within, check_within, found, gap, ground, limit, penetration
from ..measure.table import EDGES, Edge, check_near_one_edge, check_on_table, edge_strip
from ..measure.units import Together, check_clear
from ..move.legs import Box
from ..move.moves import end_faults
from ..move.policy import MovePolicy, Way
from ..move.rise import gap as vertical_gap
from ..scene import Model, Piece, Scene, Terrain, Zone
from ..shapes import Footprint, radius
from ..slides import at_origin
from .centres import barred, holding, meeting
from .placing import check_stand, checked_length

LESS: Final = TOLERANCE / 2
"""How much regions allow beyond what is exact: less than the checks do, so that exact fits leave an area."""


# ------------------------------------------------------------------------------------------------------ conditions


class Asked(msgspec.Struct, frozen=True):
    """What a rule for setting up asks of each model by itself."""

    def faults(self, scene: Scene, unit: tuple[str, ...]) -> Iterator[Fault]:
        """What is wrong with these models of the scene."""
        return (msgspec.structs.replace(one, of=name) for name in unit for one in self.of_one(scene, name))

    def of_one(self, scene: Scene, name: str) -> Iterable[Fault]:
        """What is wrong with one model of the scene."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing of a model")

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        """Where the centre of a model may be, its base ``own`` about (0, 0), looser by this many inches."""
        raise NotImplementedError(f"{type(self).__name__} has no region")

    def box(self, scene: Scene, model: Model) -> Box:
        """A box that holds every centre of the base in the region, and others."""
        return (0.0, 0.0, scene.width, scene.depth)


class Near(Asked, frozen=True):
    """
    Each model is wholly within this many inches of one of these things (a zone: 0 inches), or any part of it is.

    Things are ids of zones, models, markers or terrain; vertically ``vertical`` inches count as near. With ``of`` it
    is near to so many of them, or to all where there are fewer; its region has the places near to one. With ``hulls``
    that is asked of what overhangs a base, too.
    """

    things: tuple[str, ...]
    inches: float = 0.0
    wholly: bool = True
    vertical: float = math.inf
    of: int = 1
    hulls: bool = False

    def __post_init__(self) -> None:
        limit(self.inches, self.vertical)
        if not self.things:
            raise GeometryError("a condition of being near names at least one thing to be near to")

    def of_one(self, scene: Scene, name: str) -> Iterable[Fault]:
        """What is wrong with one model of the scene, told of the last thing that it has to be near to."""
        check = check_wholly_within if self.wholly else check_within
        model = self._meant(scene.model(name))
        tries = [check(scene, model, thing, self.inches, self.vertical) for thing in self.things]
        return sorted(tries, key=lambda faults: coarse(_worst(faults)))[min(self.of, len(tries)) - 1]

    def _meant(self, model: Model) -> Model:
        """The model with the ground that has to be near as its base."""
        whole = self.hulls and model.hull is not None
        return msgspec.structs.replace(model, base=model.hull, hull=None) if whole else model

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        own = at_origin(self._meant(model).base, model.pose.facing) if self.hulls else own
        near = [thing for thing in self.things if gap(scene, model, thing).vertical <= self.vertical + TOLERANCE]
        grounds = [(core, radius + self.inches) for _, core, radius, _, _ in (ground(scene, thing) for thing in near)]
        if self.wholly:
            return shapely.union_all([holding(core, reach, own, loose) for core, reach in grounds])
        return shapely.union_all([meeting(core, reach + loose, own) for core, reach in grounds])

    def box(self, scene: Scene, model: Model) -> Box:
        grounds, beside = (ground(scene, thing) for thing in self.things), radius(model.base) + self.inches
        boxes = [(shapely.bounds(one.core), one.radius + beside) for one in grounds]
        left, low = np.min([bounds[:2] - more for bounds, more in boxes], axis=0).tolist()
        right, high = np.max([bounds[2:] + more for bounds, more in boxes], axis=0).tolist()
        return (left, low, right, high)


class NearOneEdge(Asked, frozen=True):
    """The whole unit is wholly within this many inches of one and the same edge of the table, out of these."""

    inches: float
    edges: tuple[Edge, ...] = EDGES

    def __post_init__(self) -> None:
        limit(self.inches)
        if not self.edges:
            raise GeometryError("a condition of being near one edge names at least one edge")

    def faults(self, scene: Scene, unit: tuple[str, ...]) -> Iterator[Fault]:
        for fault in check_near_one_edge(scene, unit, self.inches, self.edges):
            yield msgspec.structs.replace(fault, of=fault.by, by="")

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        strips = (edge_strip(scene, edge, self.inches) for edge in self.edges)
        return shapely.union_all([holding(strip, 0.0, own, loose) for strip in strips])

    def box(self, scene: Scene, model: Model) -> Box:
        left, low, right, high = shapely.total_bounds([edge_strip(scene, edge, self.inches) for edge in self.edges])
        return (float(left), float(low), float(right), float(high))


class Away(Asked, frozen=True):
    """
    No model is within this many inches of an enemy, or of these things; exactly so far is within.

    Enemies farther away vertically than ``vertical`` do not count; of things, the horizontal distance does.
    """

    inches: float
    things: tuple[str, ...] | None = None
    vertical: float = math.inf

    def __post_init__(self) -> None:
        limit(self.inches, self.vertical)

    def faults(self, scene: Scene, unit: tuple[str, ...]) -> Iterator[Fault]:
        if self.things is None:
            return iter(check_clear(scene, unit, self.inches, self.vertical))
        return Asked.faults(self, scene, unit)

    def of_one(self, scene: Scene, name: str) -> Iterable[Fault]:
        for thing in self.things or ():
            apart = gap(scene, name, thing)
            if apart.horizontal <= self.inches + TOLERANCE:
                yield Fault("too near", thing, self.inches - apart.horizontal, apart.points)

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        grounds = (ground(scene, one) for one in (self.enemies(scene, model) if self.things is None else self.things))
        away = self.inches + 2 * TOLERANCE
        closed = [barred(core, radius + away, own, loose) for _, core, radius, _, _ in grounds]
        return _table(scene, own, loose).difference(shapely.union_all(closed))

    def enemies(self, scene: Scene, model: Model) -> Iterator[str]:
        """The models to which the distance counts where no things are named."""
        for name, other in scene.models.items():
            if other.side != model.side and name != model.id and self._counts(model, other):
                yield name

    def _counts(self, model: Model, other: Model) -> bool:
        """Whether no more lies between them vertically than counts."""
        return vertical_gap(model.span, other.span) <= self.vertical + TOLERANCE


class OutOf(Asked, frozen=True):
    """No part of a model is in any of these zones or pieces of terrain; touching their edge is not being in."""

    things: tuple[str, ...]

    def of_one(self, scene: Scene, name: str) -> Iterable[Fault]:
        base = scene.model(name).footprint
        for thing in self.things:
            deep = max(penetration(base, part) for part in self._parts(scene, thing))
            if deep > TOLERANCE:
                yield Fault("is in", thing, deep, gap(scene, name, thing).points)

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        closed = [barred(ground(scene, thing).core, 0.0, own, loose) for thing in self.things]
        return _table(scene, own, loose).difference(shapely.union_all(closed))

    def _parts(self, scene: Scene, thing: str) -> tuple[Footprint, ...]:
        what = found(scene, thing)
        if not isinstance(what, Piece | Zone):
            raise GeometryError(f"{thing!r} is no zone or piece of terrain that a model can be in")
        return area_footprints(what.polygon)


class Standing(Asked, frozen=True):
    """Each model stands where it might end a move under this policy: terrain, floors, other models, enemies."""

    policy: MovePolicy = MovePolicy()

    def of_one(self, scene: Scene, name: str) -> Iterable[Fault]:
        model = scene.model(name)
        return end_faults(scene, model, model.pose, self.policy)

    @property
    def clear(self) -> Away | None:
        """How far it is from enemies, if it must be."""
        height = self.policy.clear_height
        return None if self.policy.clear_at_end is None else Away(self.policy.clear_at_end, vertical=height)

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        meant = (other for other in scene.models.values() if vertical_gap(model.body, other.body) < -TOLERANCE)
        free = self.ground(scene, model, own, loose).difference(_others(meant, model, own, loose))
        return free if self.clear is None else free.intersection(self.clear.region(scene, model, own, loose))

    def ground(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        """Where table and terrain let it stand at its height, whatever else stands there."""
        free, level = _table(scene, own, loose), model.pose.height
        if level > TOLERANCE:
            tops = [area for piece in scene.pieces.values() for area in self._tops(piece, level)]
            free = free.intersection(shapely.union_all([holding(area, 0.0, own, loose) for area in tops]))
        closed = [piece.polygon for piece in scene.pieces.values() if self._closes(piece, level)]
        return free.difference(shapely.union_all([barred(area, 0.0, own, loose) for area in closed]))

    def _tops(self, piece: Piece, level: float) -> Iterator[Polygon]:
        """What can be stood on at a level: the top of a piece, and its floors."""
        if abs(piece.height - level) <= TOLERANCE and self.policy.way(piece) in (Way.LOW, Way.CLIMBED):
            yield piece.polygon
        for floor in piece.floors if self.policy.floors else ():
            if abs(floor.height - level) <= TOLERANCE:
                yield Polygon(floor.outline)

    def _closes(self, piece: Piece, level: float) -> bool:
        """Whether a piece cannot be overlapped at a level."""
        if piece.traits & self.policy.never_on:
            return level <= piece.height + TOLERANCE
        inside = piece.height > level + TOLERANCE and self.policy.way(piece) is not Way.OPEN
        return inside and not any(abs(floor.height - level) <= TOLERANCE for floor in piece.floors)


class OnOrOff(Asked, frozen=True):
    """
    Each model overlaps no other and is wholly on each piece of terrain or not on it at all.

    On ``closed`` ones and those without balance it never is.
    """

    closed: frozenset[str] = frozenset()

    def of_one(self, scene: Scene, name: str) -> Iterable[Fault]:
        return check_stand(scene, name, scene.model(name).pose, self.closed)

    def region(self, scene: Scene, model: Model, own: Footprint, loose: float) -> BaseGeometry:
        return self.ground(scene, own, loose).difference(_others(scene.models.values(), model, own, loose))

    def ground(self, scene: Scene, own: Footprint, loose: float) -> BaseGeometry:
        """Where table and terrain let it stand, whatever else stands there."""
        return _table(scene, own, loose).difference(self._barred(scene, own, loose))

    def _barred(self, scene: Scene, own: Footprint, loose: float) -> BaseGeometry:
        """The centres at which a base is partly on a piece, or on a closed one; kept with the terrain."""
        key = ("barred", own.core.tobytes(), own.radius, self.closed, loose)

        def build(terrain: Terrain) -> BaseGeometry:
            areas = [(one.id in self.closed or not one.balance, one.polygon) for one in terrain.pieces]
            return shapely.union_all(
                [barred(area if closed else area.boundary, 0.0, own, loose) for closed, area in areas]
            )

        return scene.terrain.kept(key, build)


Condition: TypeAlias = Near | NearOneEdge | Away | OutOf | Standing | OnOrOff | Together


class SetupPolicy(msgspec.Struct, frozen=True):
    """What a rule for setting up asks for: all of these conditions, and that every base is wholly on the table."""

    conditions: tuple[Condition, ...] = (Standing(), Together())

    def choices(self) -> "Iterator[SetupPolicy]":
        """The policies of which a whole unit has to satisfy one: each names one edge of the table."""
        for number, condition in enumerate(self.conditions):
            if isinstance(condition, NearOneEdge) and len(condition.edges) > 1:
                for edge in condition.edges:
                    one = (msgspec.structs.replace(condition, edges=(edge,)),)
                    conditions = self.conditions[:number] + one + self.conditions[number + 1 :]
                    yield from SetupPolicy(conditions).choices()
                return
        yield self


# ---------------------------------------------------------------------------------------------------------- queries


def check_setup(scene: Scene, placed: Iterable[Model], policy: SetupPolicy) -> tuple[Fault, ...]:
    """
    Everything wrong with setting up these models, at their poses, together; empty when it is legal.

    Models of their unit that the scene has already count as part of it. If one of them cannot be set up, none can.
    Models off the table are told of alone. A fault of one model says whose it is. Raises GeometryError where a model
    is placed twice.
    """
    models = {model.id: model for model in _once(placed)}
    off = [(model.id, fault) for model in models.values() for fault in check_on_table(scene, model)]
    if off:
        return tuple(msgspec.structs.replace(fault, of=name) for name, fault in off)
    after, unit = scene.with_models(models.values()), tuple(models)
    return tuple(fault for condition in policy.conditions for fault in condition.faults(after, unit))


def region(scene: Scene, model: Model, policy: SetupPolicy, loose: float = LESS) -> MultiPolygon:
    """
    Where the centre of a base may be: of a model with its facing, at its height, whatever its own place.

    A model of the same id in the scene is left out. What rules ask of the whole unit is left to the check, or is
    what they ask of one model. To within the chords of FINE; ``loose`` widens everything by this many inches.
    """
    alone = (condition for condition in policy.conditions if not isinstance(condition, Together))
    own = at_origin(model.base, model.pose.facing)
    regions = [condition.region(scene, model, own, loose) for condition in alone]
    found = reduce(shapely.intersection, regions, _table(scene, own, loose))
    return MultiPolygon([part for part in shapely.get_parts(found) if isinstance(part, Polygon)])


def stand_region(scene: Scene, name: str, facing: float | None = None, closed: Iterable[str] = ()) -> MultiPolygon:
    """
    The centres at which a model may stand, with its own facing or another: those that :func:`.check_stand` passes.

    ``closed`` are the pieces of terrain that it may not stand on. Raises GeometryError for an unknown model.
    """
    return region(scene, _faced(scene.model(name), facing), SetupPolicy((OnOrOff(frozenset(closed)),)), loose=0.0)


def place_region(
    scene: Scene,
    name: str,
    inches: float,
    of: Footprint | None = None,
    wholly: bool = False,
    facing: float | None = None,
    closed: Iterable[str] = (),
) -> BaseGeometry:
    """
    The centres at which a model may be placed within a range: those that :func:`.check_place` passes.

    Parameters as there. Raises GeometryError for an unknown model or a negative range.
    """
    model = _faced(scene.model(name), facing)
    own = at_origin(model.base, model.pose.facing)
    near = (model.footprint if of is None else of).grown(checked_length(inches))
    core = (near.skeleton, near.radius, own)
    within = holding(*core, 0.0) if wholly else meeting(*core)
    return within.intersection(stand_region(scene, name, facing, closed))


def _faced(model: Model, facing: float | None) -> Model:
    return model if facing is None else model.at(model.pose.turned(facing - model.pose.facing))


def _once(placed: Iterable[Model]) -> Iterator[Model]:
    seen: set[str] = set()
    for model in placed:
        if model.id in seen:
            raise GeometryError(f"{model.name} is set up twice at once")
        seen.add(model.id)
        yield model


def _worst(faults: Iterable[Fault]) -> float:
    return max((fault.amount for fault in faults), default=0.0)


# ---------------------------------------------------------------------------------------------------------- regions


def _table(scene: Scene, own: Footprint, loose: float) -> BaseGeometry:
    """The centres at which a base is wholly on the table."""
    return holding(scene.table, 0.0, own, loose)


def _others(others: Iterable[Model], model: Model, own: Footprint, loose: float) -> BaseGeometry:
    """The centres at which a base overlaps other models."""
    grounds = (ground for other in others if other.id != model.id for ground in other.grounds)
    return shapely.union_all([barred(ground.skeleton, ground.radius, own, loose) for ground in grounds])
