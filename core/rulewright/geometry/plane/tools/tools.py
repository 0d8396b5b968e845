"""The two-armed movement tool: laying it, what it reaches, and whether a model may end where it does.

Such a tool has two straight arms of the same length that are joined by a pivot, which may be bent by any angle. To
advance, an end of it is put against the base, and the base is moved to any part of it that it then touches. So over
open ground the centre of a round base reaches everything within the length of the tool and the diameter of the base:
the straight tool from its rim towards a place passes over every point between, and bends only bring the far end nearer.

The whole tool counts, not only the part that is used: none of it may lie on terrain that is too large to cross. It
leaves the base outwards; other bases, smaller terrain and the edge of the table do not hinder it, for only the
base stays on the table.

:func:`check_advance` decides exactly about a tool as it was laid. :func:`can_end` and :func:`reachable` look
for one: what they find is certain, and they miss only what has less to spare than they say.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...irrational import scalar, vector
from ..measure.contact import first_contact
from ..measure.ranges import distance, nearest, penetration
from ..place.centres import meeting
from ..place.placing import check_stand
from ..place.setup import stand_region
from ..rounds import is_clear, outlines, size_of, to_segment
from ..scene import Model, Piece, Scene, Terrain
from ..shapes import ARC, Base, Circle, Footprint, Point, Pose, footprint, point_of, radius
from ..slides import at_origin
from .elbows import RESOLUTION, Laid, Search, ways

NOISE: Final = TOLERANCE / 2
"""Inches that arithmetic may be wrong by where nothing is wrong: less than the exact checks allow."""
STEP: Final = 0.25
"""Inches between the elbows that the region of a tool is made of."""


class MovementTool(msgspec.Struct, frozen=True):
    """
    A tool of two arms: its whole length and its width, in inches. Its ends and its pivot are round.

    The width is a number of the ruleset, the same for fitting the tool and for the lane of terrain that is thrown along
    it (:func:`.throws.throw_piece`); 0 is a line.

    Raises GeometryError for a length that is not above 0, or a width that is negative or above the length.
    """

    length: float
    width: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.length) and 0.0 <= self.width < self.length):
            raise GeometryError(
                f"a tool has a length above 0 and a width from 0 to below it, not {self.length!r} by {self.width!r}"
            )

    @property
    def half(self) -> float:
        """Half of its width."""
        return self.width / 2

    @property
    def arm(self) -> float:
        """The length of the middle line of an arm: from its pivot to half a width before its end."""
        return (self.length - self.width) / 2

    def arms(self, laid: Laid) -> tuple[Footprint, Footprint]:
        """The ground under both arms."""
        lines = (laid.start, laid.elbow), (laid.elbow, laid.end)
        first, second = (Footprint(np.array(line), self.half) for line in lines)
        return first, second

    def outline(self, laid: Laid) -> BaseGeometry:
        """The ground under it, for pictures: a line where it has no width."""
        line = LineString([laid.start, laid.elbow, laid.end])
        return line.buffer(self.half) if self.width else line


class Passage(msgspec.Struct, frozen=True):
    """
    Which terrain a movement may cross and end on: pieces up to a size, and those in ``over`` whatever their size.

    A climber passes larger pieces than others: ``Passage(5)``, say.
    """

    size: int
    over: frozenset[str] = frozenset()

    def barred(self, scene: Scene) -> "Barred":
        """The terrain that is too large."""
        return scene.terrain.kept(self, self._barred)

    def _barred(self, terrain: Terrain) -> "Barred":
        return Barred(terrain, self)


class Barred(Sequence[Piece]):
    """Pieces of terrain that a movement may not cross; ``names`` are their ids."""

    def __init__(self, terrain: Terrain, passage: Passage) -> None:
        rows = [
            row
            for row, piece in enumerate(terrain.pieces)
            if piece.size > passage.size and piece.id not in passage.over
        ]
        self.pieces = tuple(terrain.pieces[row] for row in rows)
        self.names = frozenset(piece.id for piece in self.pieces)
        self.outlines = tuple(outlines(terrain)[row] for row in rows)
        self.polygons: tuple[Polygon, ...] = tuple(terrain.polygons[row] for row in rows)

    def __len__(self) -> int:
        return len(self.pieces)

    def __getitem__(self, place: Any) -> Any:
        return self.pieces[place]

    def clear(self, tool: MovementTool, laid: Laid) -> bool:
        """Whether a laid tool surely lies beside all of them. False says nothing."""
        half, areas = tool.half, self.outlines
        return is_clear(laid.start, laid.elbow, half, areas) and is_clear(laid.elbow, laid.end, half, areas)


class Advance(msgspec.Struct, frozen=True):
    """What is wrong with an end position, or, when nothing is, how the tool can lie for it."""

    faults: tuple[Fault, ...] = ()
    laid: Laid | None = None


# ------------------------------------------------------------------------------------------------- laying it


def lay(
    tool: MovementTool, start: Footprint, direction: float, bend: float = 0.0, bearing: float | None = None
) -> Laid:
    """
    Lay a tool with an end against a base: its first arm in a direction, its second turned from that by ``bend``.

    All in degrees counter-clockwise; ``bend`` 0 is straight. It touches the base where something that comes
    straight to its middle from ``bearing`` does, from ``direction`` unless given. Raises GeometryError for
    an angle that is no number.
    """
    bearing = direction if bearing is None else bearing
    if not (math.isfinite(direction) and math.isfinite(bend) and math.isfinite(bearing)):
        raise GeometryError(f"a tool is laid by finite angles, not {direction!r}, {bend!r}, {bearing!r}")
    if len(start.core) == 1:
        arm = tool.arm
        at = _along(start.core[0].tolist(), bearing, start.radius + tool.half)
        elbow = _along(at, direction, arm)
        return Laid(at, elbow, _along(elbow, direction + bend, arm))
    middle = start.core.mean(axis=0)
    far = float(vector.hypot(*(start.core - middle).T).max()) + start.radius + tool.half + 1.0
    outwards, first, second = ways(np.radians([bearing, direction, direction + bend]))
    end = Footprint((middle + far * outwards)[None], tool.half)
    contact = first_contact(end, float(-far * outwards[0]), float(-far * outwards[1]), start)
    assert contact is not None, "the middle of a base is inside it"
    at = middle + (far - contact.travel) * outwards
    return Laid(point_of(at), point_of(at + tool.arm * first), point_of(at + tool.arm * (first + second)))


def _along(point: Sequence[float], degrees: float, inches: float) -> Point:
    """The point so far from another one in a direction."""
    angle = math.radians(degrees)
    return (point[0] + inches * scalar.cos(angle), point[1] + inches * scalar.sin(angle))


def placements(tool: MovementTool, laid: Laid, base: Base, facing: float = 0.0) -> BaseGeometry:
    """The centres at which a base touches or overlaps a laid tool: the tool grown by the base."""
    own = at_origin(base, facing)
    return shapely.union_all([meeting(arm.skeleton, arm.radius, own) for arm in tool.arms(laid)])


# --------------------------------------------------------------------------------------------- a tool as laid


def check_advance(
    scene: Scene, name: str, tool: MovementTool, laid: Laid, pose: Pose, passage: Passage
) -> tuple[Fault, ...]:
    """
    What is wrong with an advance by a tool that lies like this, to that pose; empty when it is legal. Exact.

    Faults: ``arm of another length``; ``tool does not touch the base`` it starts at, or ``tool lies on the base``;
    ``tool overlaps`` a piece that is too large, with the inches of its middle line that do; ``base does not touch the
    tool`` at its end; and those of :func:`.placing.check_stand`. Raises GeometryError for an unknown model.
    """
    model = scene.model(name)
    barred = passage.barred(scene)
    if _fits(model, tool, laid, pose) and barred.clear(tool, laid):
        return check_stand(scene, name, pose, barred.names)
    return (
        *_shape_faults(tool, laid),
        *_start_faults(tool, laid, model.footprint),
        *tool_faults(tool, laid, barred),
        *_end_faults(tool, laid, footprint(model.base, pose)),
        *check_stand(scene, name, pose, barred.names),
    )


def _fits(model: Model, tool: MovementTool, laid: Laid, pose: Pose) -> bool:
    """Whether a tool surely lies right beside a round base, and leads to a pose. False says nothing."""
    size = size_of(model.base)
    if size is None:
        return False
    (x, y), touch, arm = model.pose.centre, size + tool.half, tool.arm
    start, elbow, end = laid.start, laid.elbow, laid.end
    return (
        abs(scalar.dist(start, elbow) - arm) <= NOISE
        and abs(scalar.dist(elbow, end) - arm) <= NOISE
        and scalar.dist(start, (x, y)) <= touch + NOISE
        and to_segment(x, y, start, elbow) >= touch - NOISE
        and min(to_segment(pose.x, pose.y, start, elbow), to_segment(pose.x, pose.y, elbow, end)) <= touch
    )


def _shape_faults(tool: MovementTool, laid: Laid) -> Iterable[Fault]:
    for line in ((laid.start, laid.elbow), (laid.elbow, laid.end)):
        off = scalar.dist(*line) - tool.arm
        if abs(off) > TOLERANCE:
            yield Fault("arm of another length", amount=off, points=line)


def _start_faults(tool: MovementTool, laid: Laid, ground: Footprint) -> Iterable[Fault]:
    end = Footprint(np.array([laid.start]), tool.half)
    gap = distance(end, ground)
    if gap > TOLERANCE:
        line = nearest(end, ground)
        yield Fault("tool does not touch the base", amount=gap, points=(line.a, line.b))
    deep = penetration(tool.arms(laid)[0], ground)
    if deep > TOLERANCE:
        yield Fault("tool lies on the base", amount=deep, points=(laid.start,))


def tool_faults(tool: MovementTool, laid: Laid, barred: Barred) -> Iterable[Fault]:
    """On which of these pieces a laid tool lies, for how many inches of its middle line, and from where to where."""
    if barred.clear(tool, laid):
        return
    line = LineString([laid.start, laid.elbow, laid.end])
    for piece, polygon in zip(barred, barred.polygons, strict=True):
        if _lies_on(line, polygon, tool.half):
            part = line.intersection(polygon.buffer(tool.half))
            if part.is_empty:  # the buffer's round corners are cut short
                part = nearest_points(line, polygon)[0]
            points = shapely.get_coordinates(part)
            yield Fault("tool overlaps", piece.id, part.length, (point_of(points[0]), point_of(points[-1])))


def _lies_on(line: LineString, ground: Polygon, half: float) -> bool:
    if half > TOLERANCE:
        return bool(line.distance(ground) < half - TOLERANCE)
    return bool(line.intersects(ground.buffer(half - TOLERANCE, join_style="mitre")))


def _end_faults(tool: MovementTool, laid: Laid, ground: Footprint) -> Iterable[Fault]:
    line = min((nearest(arm, ground) for arm in tool.arms(laid)), key=lambda line: line.distance)
    if line.distance > TOLERANCE:
        yield Fault("base does not touch the tool", amount=line.distance, points=(line.a, line.b))


# ------------------------------------------------------------------------------------------ looking for a tool


def can_end(
    scene: Scene, name: str, tool: MovementTool, pose: Pose, passage: Passage, spare: float = RESOLUTION
) -> Advance:
    """
    Whether a model with a round base may end at a pose by some way of laying the tool, and by which.

    A yes is certain: the tool it comes with passes :func:`check_advance`. So is a no that says ``out of reach``
    or names a fault of :func:`.placing.check_stand`. A no that says ``no room for the tool`` (``by`` a
    piece in the way of a straight tool) is certain but for tools with less than ``spare`` inches to spare
    between terrain, base and tool; the more they are to have, the less time it takes. Raises GeometryError for an
    unknown model or a base that is not round.
    """
    model = _round(scene.model(name))
    barred = passage.barred(scene)
    faults = [*check_stand(scene, name, pose, barred.names), *_reach_faults(model, tool, pose)]
    if faults:
        return Advance(tuple(faults))
    laid = _search(model, tool, barred).way_to(pose.centre, radius(model.base) + tool.half, spare)
    if laid is None:
        straight = lay(tool, model.footprint, math.degrees(scalar.atan2(pose.y - model.pose.y, pose.x - model.pose.x)))
        return Advance(
            tuple(
                Fault("no room for the tool", one.by, one.amount, one.points)
                for one in tool_faults(tool, straight, barred)
            )
            or (Fault("no room for the tool"),)
        )
    return Advance(laid=laid)


def reachable(scene: Scene, name: str, tool: MovementTool, passage: Passage, step: float = STEP) -> BaseGeometry:
    """
    The centres at which a model with a round base may end, by any way of laying the tool.

    Over open ground all of them, to within the chords of the circles. Round terrain that is too large, elbows
    about ``step`` inches apart are looked at: each centre in the region is reached by one of them, and those that
    it misses are such that each tool which reaches them has less than ``2 * step`` inches to spare. Some of its
    tools touch terrain all along, so at its rim :func:`can_end`, which wants something to spare, may find none. Raises
    GeometryError for an unknown model, a base that is not round, a step that is not above 0.
    """
    model = _round(scene.model(name))
    if not (math.isfinite(step) and step > 0.0):
        raise GeometryError(f"a step is a number of inches above 0, not {step!r}")
    barred = passage.barred(scene)
    size = radius(model.base) + tool.half
    lines = _search(model, tool, barred).lines(step)
    return lines.buffer(size, quad_segs=ARC).intersection(stand_region(scene, name, closed=barred.names))


def _reach_faults(model: Model, tool: MovementTool, pose: Pose) -> Iterable[Fault]:
    missing = scalar.dist(model.pose.centre, pose.centre) - tool.length - 2 * radius(model.base)
    if missing > TOLERANCE:
        yield Fault("out of reach", amount=missing, points=(model.pose.centre, pose.centre))


def _search(model: Model, tool: MovementTool, barred: Barred) -> Search:
    rim = radius(model.base) + tool.half
    return Search(model.pose.centre, rim, tool.arm, barred.polygons, tool.half)


def _round(model: Model) -> Model:
    if not isinstance(model.base, Circle):
        raise GeometryError(
            f"{model.name} has no round base: ways of laying a tool are looked for from round bases only"
        )
    return model
