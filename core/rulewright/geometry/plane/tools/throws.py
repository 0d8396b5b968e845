"""Forced movement and attacks along a straight tool: throws, pushes, toward and away, beams and areas.

Directions are degrees, from 0 along x counter-clockwise. A straight tool starts at the rim of a base; ``aside``
says how far its middle line lies to the left of the centre of that base.
"""

import math
from collections.abc import Collection, Iterable
from typing import Final

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...irrational import scalar, vector
from ...lattice import coarse
from ..measure.contact import Contact, first_brush, first_contact
from ..measure.ranges import distance, within
from ..move.rise import near_models
from ..place.placing import around, checked_length, last_free, near_pieces, parts_of, stood_on
from ..scene import Scene
from ..shapes import Footprint, Point, Pose
from ..slides import forbidden, stretch
from .tools import MovementTool

OPENING: Final = 90.0
"""Degrees between the arms that limit a movement toward or away."""
MEETINGS: Final = (first_contact, first_brush)
"""A thrown base touches something on its way into it, or past it."""


class Thrown(msgspec.Struct, frozen=True):
    """
    A forced slide: where it ends, and what it met.

    ``path`` are the centres at its start and end, ``travelled`` the inches between them. ``hit`` are the models
    and terrain it collided with, several where it touched them at the same moment (someone chooses one), at
    ``point`` the first of them. ``stopped`` says why it went less than the full length: ``collides with``,
    ``table edge`` and ``would overlap``, each with the inches it was short by.
    """

    end: Pose
    path: tuple[Point, Point]
    travelled: float
    hit: tuple[str, ...] = ()
    point: Point | None = None
    stopped: tuple[Fault, ...] = ()


# ------------------------------------------------------------------------------------------ throws and pushes


def throw(
    scene: Scene, name: str, direction: float, length: float, ignoring: Collection[str] = (), onto: bool = False
) -> Thrown:
    """
    Throw a model: it slides ``length`` inches in a direction and stops where it first touches a base or terrain.

    The base is centred on a straight tool that starts at its rim, so the base itself moves by the length of the tool.
    The models and pieces in ``ignoring`` (who throws) and terrain it stands on at the start are no obstacles. Leaving
    what it touches at the start is no collision; sliding along it, or brushing past something, is one. At the edge of
    the table it stops; and where it would end on a base or a piece it goes back to the last position that
    :func:`.placing.last_free` allows, which says what ``onto`` means. Raises GeometryError for an unknown model, a
    direction that is no number, a negative length.
    """
    model = scene.model(name)
    spared = {name, *ignoring, *(piece.id for piece in stood_on(scene, model.footprint))}
    return _slide(scene, name, direction, length, spared, onto)


def push(scene: Scene, name: str, direction: float, length: float, onto: bool = False) -> Thrown:
    """
    Push a model: as :func:`throw`, but it collides with nothing.

    It passes through bases and terrain, and stops at the last position where it overlaps none.
    """
    return _slide(scene, name, direction, length, None, onto)


def _slide(
    scene: Scene, name: str, direction: float, length: float, spared: Collection[str] | None, onto: bool
) -> Thrown:
    """Slide a model; without ``spared`` nothing is collided with."""
    pose, way = scene.model(name).pose, _way(direction)
    limit, faults = _to_the_edge(scene, scene.model(name).footprint, way, checked_length(length))
    contacts = [] if spared is None else _contacts(scene, name, way, limit, spared)
    first = min((contact.travel for _, contact in contacts), default=limit)
    met = [(other, contact) for other, contact in contacts if contact.travel <= first + TOLERANCE]
    if met:
        faults = [Fault("collides with", other, length - first, (contact.point,)) for other, contact in met]
    stop = last_free(scene, name, way, first, onto)
    end = pose.at(pose.x + way[0] * stop.travel, pose.y + way[1] * stop.travel)
    return Thrown(
        end=end,
        path=(pose.centre, end.centre),
        travelled=stop.travel,
        hit=tuple(other for other, _ in met),
        point=met[0][1].point if met else None,
        stopped=tuple(fault for fault in (*faults, *stop.why) if fault.amount > TOLERANCE),
    )


def _to_the_edge(scene: Scene, ground: Footprint, way: Point, length: float) -> tuple[float, list[Fault]]:
    """How far a base slides before it would leave the table."""
    left, low, right, high = ground.bounds
    rooms = ((-way[0], left), (way[0], scene.width - right), (-way[1], low), (way[1], scene.depth - high))
    leaving = [max(0.0, room) / speed for speed, room in rooms if speed * length > max(0.0, room) + TOLERANCE]
    limit = min(leaving, default=length)
    return limit, [Fault("table edge", amount=length - limit)] if leaving else []


def _contacts(scene: Scene, name: str, way: Point, limit: float, spared: Collection[str]) -> list[tuple[str, Contact]]:
    """What a sliding base touches, and where."""
    mover, (dx, dy) = scene.model(name).footprint, (way[0] * limit, way[1] * limit)
    found = []
    for other, grounds in _things(scene, mover, dx, dy):
        met = [] if other in spared else [meet(mover, dx, dy, ground) for ground in grounds for meet in MEETINGS]
        contacts = [contact for contact in met if contact is not None]
        if contacts:
            found.append((other, min(contacts, key=lambda contact: contact.travel)))
    return found


def _things(
    scene: Scene, ground: Footprint, dx: float = 0.0, dy: float = 0.0
) -> Iterable[tuple[str, tuple[Footprint, ...]]]:
    """Models and terrain that some ground may touch, or while it slides by (dx, dy), with their grounds."""
    for other in near_models(scene, around(ground, dx, dy)):
        yield other.id, other.footprint.parts
    for piece in near_pieces(scene, ground, dx, dy):
        yield piece.id, parts_of(scene, piece)


# --------------------------------------------------------------------------------------------- straight tools


class Struck(msgspec.Struct, frozen=True):
    """
    A straight tool on the table, its outline, and the models and terrain that touch it or lie under it.

    They are in the order in which they are met from its start; ``travels`` says after how many inches each. What is
    only brushed counts as met up to 0.002 inches before it is.
    """

    outline: tuple[Point, ...]
    hit: tuple[str, ...]
    travels: tuple[float, ...]

    @property
    def first(self) -> tuple[str, ...]:
        """Those met first, several where they are met at the same distance."""
        return tuple(
            name for name, travel in zip(self.hit, self.travels, strict=True) if travel <= self.travels[0] + TOLERANCE
        )


def straight_tool(
    start: Footprint, direction: float, length: float, width: float = 0.0, aside: float = 0.0
) -> Footprint:
    """
    The ground under a straight tool whose short end touches a base, laid in a direction.

    Its end is slid against the base, its middle line ``aside`` inches to the left of the centre of the base.
    Raises GeometryError for a tool that misses the base, or a length or width that is no number from 0 up.
    """
    way = _way(direction)
    left = (-way[1], way[0])
    middle = start.core.mean(axis=0)
    far = float(vector.hypot(*(start.core - middle).T).max()) + start.radius + 1.0
    half = checked_length(width) / 2
    end = middle + far * np.array(way) + aside * np.array(left)
    edge = Footprint(np.array([end - half * np.array(left), end + half * np.array(left)])[: 2 if half else 1])
    contact = first_contact(edge, -2 * far * way[0], -2 * far * way[1], start)
    if contact is None:
        raise GeometryError(f"a tool {width:g} inch wide and {aside:g} inch aside does not touch the base it starts at")
    edge = edge.shifted(-contact.travel * way[0], -contact.travel * way[1])
    return edge.swept(checked_length(length) * way[0], length * way[1])[0]


def beam(scene: Scene, name: str, direction: float, length: float, width: float = 1.0, aside: float = 0.0) -> Struck:
    """
    The other models whose bases touch or lie under a range tool laid from the rim of a base.

    The model itself is not hit. Raises GeometryError as :func:`straight_tool`, and for an unknown model.
    """
    tool = straight_tool(scene.model(name).footprint, direction, length, width, aside)
    return _struck(scene, tool, direction, {name, *scene.pieces})


def throw_piece(
    scene: Scene, name: str, piece: str, direction: float, tool: MovementTool, aside: float = 0.0
) -> Struck:
    """
    Throw a piece of terrain from a model: what touches or overlaps a movement tool laid straight from the thrower.

    It collides with the ``first`` of it. The thrower, the thrown piece and terrain that overlaps the thrower are left
    out. Raises GeometryError as :func:`beam`, and for an unknown piece.
    """
    ground = scene.model(name).footprint
    spared = {name, scene.piece(piece).id, *(under.id for under in stood_on(scene, ground))}
    return _struck(scene, straight_tool(ground, direction, tool.length, tool.width, aside), direction, spared)


def area(scene: Scene, name: str, inches: float) -> tuple[str, ...]:
    """
    The other models within this many inches of a model, nearest first.

    Raises GeometryError for an unknown model or a negative range.
    """
    ground, reach = scene.model(name).footprint, checked_length(inches)
    others = [(other, theirs) for other, theirs in zip(scene.models, scene.footprints, strict=True) if other != name]
    near = [(distance(ground, theirs), other) for other, theirs in others if within(ground, theirs, reach)]
    return tuple(other for _, other in sorted(near, key=lambda pair: coarse(pair[0])))


def _struck(scene: Scene, tool: Footprint, direction: float, spared: Collection[str]) -> Struck:
    touched = []
    for name, grounds in _things(scene, tool):
        under = [ground for ground in grounds if name not in spared and distance(tool, ground) <= TOLERANCE]
        travels = [_met_after(tool, _way(direction), ground) for ground in under]
        if travels:
            touched.append((min(travels), name))
    touched.sort(key=lambda pair: coarse(pair[0]))
    return Struck(
        outline=tuple((float(x), float(y)) for x, y in tool.core),
        hit=tuple(name for _, name in touched),
        travels=tuple(travel for travel, _ in touched),
    )


def _met_after(tool: Footprint, way: Point, ground: Footprint) -> float:
    """How far along a straight tool something that touches it begins to."""
    along = vector.matmul(tool.core, np.array(way))
    reach = float(np.ptp(along))
    edge = Footprint(tool.core[along < along.min() + TOLERANCE])
    contact = first_contact(edge, way[0] * reach, way[1] * reach, ground)
    if contact is not None:
        return contact.travel
    # Brushed only: a little thicker it is in the way.
    starts = [stretch((0.0, 0.0), way, reach, shift) for shift in forbidden(edge, ground.grown(3 * TOLERANCE))]
    return min((found[0] for found in starts if found is not None), default=0.0)


# ------------------------------------------------------------------------------------------- toward and away


class Wedge(msgspec.Struct, frozen=True):
    """
    The directions of a movement toward or away: a right angle between two arms that touch the moving base.

    ``apex`` is where the arms meet, ``axis`` the direction of the middle of the opening, in degrees. A base that
    moves within 45 degrees of the axis never meets an arm, however long both are; any other slide at once pushes the
    base over one, so crossing is judged by the whole base and the direction alone decides. Without an axis every
    direction is legal: the centres are the same.
    """

    apex: Point
    axis: float | None

    @property
    def directions(self) -> tuple[float, float]:
        """The least and the greatest legal direction, in degrees; the first is from 0 to below 360."""
        if self.axis is None:
            return (0.0, 360.0)
        low = (self.axis - OPENING / 2) % 360.0
        return (low, low + OPENING)

    def allows(self, direction: float) -> Fault | None:
        """Nothing when a slide in that direction is legal, else by how many degrees it is off."""
        _way(direction)
        if self.axis is None:
            return None
        off = abs((direction - self.axis + 180.0) % 360.0 - 180.0) - OPENING / 2
        return Fault("crosses an arm", amount=off, points=(self.apex,)) if off > TOLERANCE else None

    def arms(self, scene: Scene) -> tuple[tuple[Point, Point], ...]:
        """The two arms, each from the apex to the edge of the table (an apex off the table has them from there)."""
        return () if self.axis is None else tuple(self._arm(scene, direction) for direction in self.directions)

    def region(self, scene: Scene) -> Polygon:
        """The part of the table between the arms."""
        if self.axis is None:
            return scene.table
        low, high = (np.array(_way(angle)) for angle in self.directions)
        far = 2 * (scene.width + scene.depth) + 2 * scalar.hypot(*self.apex)
        corners = (self.apex, self.apex + far * low, self.apex + far * (low + high), self.apex + far * high)
        part = Polygon(corners).intersection(scene.table)
        return part if isinstance(part, Polygon) else Polygon()

    def _arm(self, scene: Scene, direction: float) -> tuple[Point, Point]:
        way = _way(direction)
        far = 2 * (scene.width + scene.depth) + 2 * scalar.hypot(*self.apex)
        line = LineString([self.apex, (self.apex[0] + far * way[0], self.apex[1] + far * way[1])])
        last = shapely.get_coordinates(line.intersection(scene.table))
        if not len(last):
            return (self.apex, self.apex)
        end = max(last.tolist(), key=lambda point: scalar.dist(point, self.apex))
        return (self.apex, (end[0], end[1]))


def wedge(mover: Footprint, other: Footprint, toward: bool) -> Wedge:
    """
    The limits of a movement toward or away from another base.

    The arms touch the moving base and open along the line through both centres, towards the other base or away
    from it. For a round base the apex lies on that line, the square root of 2 radii from the centre. Where the
    centres are the same any direction is toward and away.
    """
    centre, aim = mover.core.mean(axis=0), other.core.mean(axis=0)
    x, y = (aim - centre).tolist() if toward else (centre - aim).tolist()
    if scalar.hypot(x, y) <= TOLERANCE:
        return Wedge((float(centre[0]), float(centre[1])), None)
    axis = math.degrees(scalar.atan2(y, x)) % 360.0
    # Each arm lies along one side of the opening and touches the base from outside.
    left, right = np.array(_way(axis + OPENING / 2)), np.array(_way(axis - OPENING / 2))
    apex = (
        float((vector.matmul(mover.core, left)).min() - mover.radius) * left
        + float((vector.matmul(mover.core, right)).min() - mover.radius) * right
    )
    return Wedge((float(apex[0]), float(apex[1])), axis)


def _way(direction: float) -> Point:
    if not math.isfinite(direction):
        raise GeometryError(f"a direction is a finite number of degrees, not {direction!r}")
    return (scalar.cos(math.radians(direction)), scalar.sin(math.radians(direction)))
