"""Moves of one model or a whole unit: straight lines and pivots, what they pass, and what is wrong with them.

A move is a list of straight lines and pivots. It is measured between the same point of the base, climbing counts up
and down, flying is measured through the air, and the first pivot costs the pivot value.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...irrational import scalar
from ..measure.ranges import distance, limit, penetration
from ..rounds import CLEARLY
from ..scene import Model, Scene
from ..shapes import Point, Pose, footprint, inches, radius
from ..slides import grounds_of
from .legs import Move, Pivot, Stage, To, stages
from .levels import standing_faults, unders
from .plain import open_ground
from .policy import MovePolicy, Way
from .rise import JUST_WITHIN, Rise, gap, meets, near_models


class Passing(msgspec.Struct, frozen=True):
    """
    Something that the moving base overlaps on its way.

    ``leg`` counts from 0. ``start`` and ``end`` say from where to where on that leg, in inches along a straight
    line; for a pivot both are 0. ``depth`` is how far the leg would have to lie elsewhere to only touch it;
    ``allowed`` whether the policy lets the model pass it; ``points`` where the centre of the base is then.
    """

    leg: int
    id: str
    start: float
    end: float
    depth: float
    allowed: bool
    points: tuple[Point, ...]


class Trace(msgspec.Struct, frozen=True):
    """
    What a move is made of.

    ``length`` is what it uses of the model's distance: ``straight`` inches along its lines, ``climbed`` inches
    up and down (or how much longer the way through the air is), and ``pivot``, the pivot value if it was paid.
    ``end`` is where it ends, ``levels`` how high the model is (inches along its lines, level; none for flyers),
    ``passed`` what it overlaps on the way, ``ends`` what is wrong with where it ends.
    """

    length: float
    straight: float
    climbed: float
    pivot: float
    end: Pose
    levels: tuple[tuple[float, float], ...]
    passed: tuple[Passing, ...]
    ends: tuple[Fault, ...]


class Following:
    """One model that follows the legs of its move."""

    def __init__(self, scene: Scene, move: Move, policy: MovePolicy) -> None:
        policy.meet(scene)
        self.scene = scene
        self.model = scene.model(move.model)
        self.policy = policy
        legs = stages(self.model, move, self.model.base)
        self.rise = Rise(scene, self.model, legs, policy)
        self.legs = legs if policy.hull is None else stages(self.model, move, policy.hull)
        self.turns = [leg for leg in legs if isinstance(leg.leg, Pivot) and leg.leg.degrees]
        self.pivot = policy.pivot_value if self.turns else 0.0
        self.spans = self.rise.spans()

    @property
    def length(self) -> float:
        """What it uses of the distance a model may move."""
        return self.rise.length + self.rise.climbed + self.pivot

    # ------------------------------------------------------------------------------------------------ on the way

    def passed(self, barred: bool = False) -> Iterator[Passing]:
        """What it overlaps on the way, allowed or not; with ``barred`` only what it may not."""
        for leg in self.legs:
            for other in near_models(self.scene, leg.bounds, self.model.id):
                passes = self.policy.passes(self.model, other)
                if not (barred and passes):
                    for start, end in self._together(leg, other, 0.0, -TOLERANCE):
                        yield _passing(leg, other.id, start, end, leg.depth(other.footprint), passes)
            for under in unders(self.scene.terrain, leg.shape, leg.facing, self.scene.terrain.near(leg.bounds)):
                is_open = self.policy.way(under.piece) is not Way.CLOSED
                if not (barred and is_open):
                    for start, end in leg.inside(under.grounds, under.parts):
                        deep = max(map(leg.depth, under.parts))
                        yield _passing(leg, under.piece.id, start, end, deep, is_open)

    def _together(self, leg: Stage, other: Model, distance: float, apart: float) -> Iterator[tuple[float, float]]:
        """The stretches of a leg within a distance of another model, and vertically nearer than ``apart``."""
        ground = other.footprint.grown(distance) if distance else other.footprint
        (low, high), theirs = (self.model.span, other.span) if distance else (self.model.body, other.body)
        for start, end in leg.inside(grounds_of(leg.shape, leg.pose, other, distance), (ground,)):
            if meets(self.spans, leg.along + start, leg.along + end, high - low, theirs, apart):
                yield start, end

    def allowed(self, inches: float) -> bool:
        """Whether nothing is wrong with it, as :func:`check_move` would say; what is found quickly is asked first."""
        ends = _end_models(self.scene, self.model, self.rise.end, self.policy)
        if next(ends, None) or next(self.faults(inches), None):
            return False
        return not standing_faults(self.scene, self.model.base, self.rise.end, self.policy)

    def faults(self, inches: float) -> Iterator[Fault]:
        """Everything wrong with the move but where it ends."""
        if self.length > inches + TOLERANCE:
            yield Fault("too long", self.model.id, self.length - inches, _line(self.model, self.legs))
        yield from self._unpaid_pivot(inches)
        for one in self.passed(barred=True):
            what = "passes through" if one.id in self.scene.models else "crosses"
            yield Fault(what, one.id, one.depth, one.points)
        for one in self.too_close():
            yield Fault("comes too close to", one.id, one.depth, one.points)
        for leg in self.legs:
            yield from over_edge(leg, self.scene, self.policy)

    def _unpaid_pivot(self, inches: float) -> Iterator[Fault]:
        if not self.turns:
            return
        first = self.turns[0]
        left = inches - first.along - self._climbed_before(first)
        if left < self.pivot - TOLERANCE:
            yield Fault("pivot not paid", self.model.id, self.pivot - max(left, 0.0), (first.pose.centre,))

    def _climbed_before(self, leg: Stage) -> float:
        """Inches climbed on the legs before one; what flyers need for their height is counted at the end."""
        levels = [self.rise.start]
        levels += [
            level
            for step, level in zip(self.rise.steps, self.rise.path, strict=False)
            if step.end <= leg.along and not step.start == step.end == self.rise.length
        ]
        return sum(abs(after - before) for before, after in pairwise(levels))

    def too_close(self) -> Iterator[Passing]:
        """The enemies that it must keep away from and does not; the depth is the distance that is missing."""
        clear = self.policy.clear_on_way
        if clear is None:
            return
        for leg in self.legs:
            for other in near_models(self.scene, leg.bounds, self.model.id, clear + 1.0):
                if not self.policy.keeps_from(self.model, other) or self.policy.passes(self.model, other):
                    continue
                apart = self.policy.clear_height + JUST_WITHIN
                for start, end in self._together(leg, other, clear + JUST_WITHIN, apart):
                    missing = leg.depth(other.footprint.grown(clear))
                    yield _passing(leg, other.id, start, end, missing, False)


def _passing(leg: Stage, name: str, start: float, end: float, depth: float, allowed: bool) -> Passing:
    return Passing(leg.number, name, start, end, depth, allowed, _points(leg, start, end))


def _points(leg: Stage, start: float, end: float) -> tuple[Point, ...]:
    x, y = leg.pose.centre
    return tuple((x + leg.way[0] * along, y + leg.way[1] * along) for along in (start, end))


def _line(model: Model, legs: Sequence[Stage]) -> tuple[Point, ...]:
    return (model.pose.centre, *(leg.after.centre for leg in legs if not isinstance(leg.leg, Pivot)))


def over_edge(leg: Stage, scene: Scene, policy: MovePolicy) -> Iterator[Fault]:
    """How far a leg crosses the table edge, where that is not allowed."""
    over = scene.over_edge(leg.bounds)
    if over > TOLERANCE and not policy.over_edge:
        yield Fault("crosses the table edge", "", over, (leg.pose.centre, leg.after.centre))


# ------------------------------------------------------------------------------------------------------ ending


def end_faults(scene: Scene, model: Model, pose: Pose, policy: MovePolicy) -> tuple[Fault, ...]:
    """
    What is wrong with a model ending a move at a pose: on another model, too close to enemies, badly on terrain.

    Terrain: overhanging what it stands on, inside or half way up a piece, on one where no move ends, in the air.
    Markers: on one, where no move ends on them.
    Raises no error for a pose off the table: its edge is a matter of the way there.
    """
    return (
        *_end_models(scene, model, pose, policy),
        *(() if policy.on_markers else marker_faults(scene, model, pose)),
        *standing_faults(scene, model.base, pose, policy),
    )


def marker_faults(scene: Scene, model: Model, pose: Pose) -> Iterator[Fault]:
    """The objective markers that a model would end on at a pose."""
    ground, size = footprint(model.base, pose), radius(model.base)
    for marker in scene.markers.values():
        if scalar.dist(pose.centre, (marker.x, marker.y)) > size + inches(marker.mm) / 2:
            continue
        deep = penetration(ground, marker.footprint) if pose.height <= marker.height + TOLERANCE else 0.0
        if deep > TOLERANCE:
            yield Fault("ends on", marker.id, deep, (pose.centre,))


def _end_models(scene: Scene, model: Model, pose: Pose, policy: MovePolicy) -> Iterator[Fault]:
    clear = policy.clear_at_end
    ground = footprint(model.base, pose)
    hull = footprint(policy.hull, pose) if policy.hull else ground
    there, size = model.at(pose), radius(policy.hull or model.base)
    for other in near_models(scene, hull.bounds, model.id, (clear or 0.0) + 1.0):
        if other.hull is None and _far(pose, size, other, 0.0 if clear is None else clear):
            continue
        level = gap(there.body, other.body) < -TOLERANCE
        if level and (deep := max(penetration(hull, part) for part in other.grounds)) > TOLERANCE:
            yield Fault("ends on", other.id, deep, (pose.centre,))
        elif clear is not None and policy.keeps_from(model, other) and _level_with(there, other, policy):
            apart = distance(ground, other.footprint)
            if apart <= clear + TOLERANCE:
                yield Fault("ends too close to", other.id, clear - apart, (pose.centre, other.pose.centre))


def _far(pose: Pose, size: float, other: Model, clear: float) -> bool:
    """Whether the disc around a base is clearly farther than that from the disc around another model."""
    return scalar.dist(pose.centre, other.pose.centre) > size + radius(other.base) + clear + CLEARLY


def _level_with(model: Model, other: Model, policy: MovePolicy) -> bool:
    """Whether no more lies between them vertically than counts as near."""
    return gap(model.span, other.span) <= policy.clear_height + TOLERANCE


# ------------------------------------------------------------------------------------------------------- queries


def trace(scene: Scene, move: Move, policy: MovePolicy) -> Trace:
    """What a move is made of, whether it may be made or not. Raises GeometryError for an unknown model."""
    walk = Following(scene, move, policy)
    rise = walk.rise
    levels = tuple((step.end, level) for step, level in zip(rise.steps, rise.path, strict=False))
    return Trace(
        walk.length,
        rise.length,
        rise.climbed,
        walk.pivot,
        rise.end,
        levels,
        tuple(walk.passed()),
        end_faults(scene, walk.model, rise.end, policy),
    )


def enemies_passed(scene: Scene, move: Move, policy: MovePolicy) -> tuple[str, ...]:
    """The enemies that a model overlaps on its way, allowed or not. Raises GeometryError for an unknown model."""
    model = scene.model(move.model)
    ways = (leg.bounds for leg in stages(model, move, policy.hull or model.base))
    if not any(other.side != model.side for way in ways for other in near_models(scene, way, model.id)):
        return ()
    passed = (scene.models.get(one.id) for one in Following(scene, move, policy).passed())
    return tuple(other.id for other in passed if other is not None and other.side != model.side)


def remaining(scene: Scene, move: Move, inches: float, policy: MovePolicy) -> float:
    """How many of its inches a model has left after a move; below 0 where the move is too long."""
    return distance_of(move.model, inches) - Following(scene, move, policy).length


def check_move(scene: Scene, move: Move, inches: float, policy: MovePolicy) -> tuple[Fault, ...]:
    """
    Everything wrong with a move of up to this many inches; empty where it may be made.

    Reasons: "too long", "pivot not paid", "passes through" a model, "crosses" a piece of terrain,
    "comes too close to" an enemy, "crosses the table edge", and those of :func:`end_faults`.
    Raises GeometryError for an unknown model, and for inches below 0.
    """
    return _followed(scene, move, inches, policy)[0]


def _followed(scene: Scene, move: Move, inches: float, policy: MovePolicy) -> tuple[tuple[Fault, ...], Pose]:
    """Everything wrong with a move, and where it ends."""
    walk = Following(scene, move, policy)
    end = walk.rise.end
    return (*walk.faults(distance_of(move.model, inches)), *end_faults(scene, walk.model, end, policy)), end


Policies = MovePolicy | Mapping[str, MovePolicy]
"""One policy for all models, or one for each by id."""


def policy_of(policies: Policies, model: str) -> MovePolicy:
    """The policy of a model. Raises GeometryError where there is none for it."""
    if isinstance(policies, MovePolicy):
        return policies
    if model not in policies:
        raise GeometryError(
            f"there is no policy for the move of model {model!r}; there is one for {', '.join(policies)}"
        )
    return policies[model]


def distance_of(model: str, inches: float) -> float:
    """How far a model may move. Raises GeometryError, naming it, for what is no distance."""
    if not inches >= 0.0:
        raise GeometryError(f"model {model!r} moves a number of inches from 0 up, not {inches!r}")
    return inches


Coherency = Callable[[Scene], tuple[Fault, ...]]
"""What is wrong with how the models of a unit stand to each other."""


def check_unit_move(
    scene: Scene, moves: Sequence[Move], inches: float, policies: Policies, coherency: Coherency | None = None
) -> tuple[tuple[Fault, ...], Scene]:
    """
    Everything wrong with the moves of a unit's models, made in the given order, and the scene after them.

    All or nothing: where anything is wrong, the scene is the one before. Each fault of a move says whose it is.
    ``coherency`` is asked about the scene at the end; models that do not move need no entry. Raises GeometryError
    where a model moves twice.
    """
    found: list[Fault] = []
    by = _each_once(moves, policies)
    for name in by:
        distance_of(name, inches)
    ground = open_ground(scene, by, inches)
    ends = None if ground is None else ground.ends(moves)
    if ends is not None:
        after = scene.moved(ends)
    else:
        after = scene
        for move in moves:
            faults, end = _followed(after, move, inches, by[move.model])
            found += [msgspec.structs.replace(fault, of=move.model) for fault in faults]
            if not faults:
                after = after.moved({move.model: end})
    if coherency is not None and not found:
        found += coherency(after)
    return tuple(found), scene if found else after


def _each_once(moves: Sequence[Move], policies: Policies) -> dict[str, MovePolicy]:
    """The policy of each model that moves. Raises GeometryError where one moves twice."""
    found: dict[str, MovePolicy] = {}
    for move in moves:
        if move.model in found:
            raise GeometryError(f"model {move.model!r} moves twice in one move of its unit")
        found[move.model] = policy_of(policies, move.model)
    return found


def end_pose(scene: Scene, move: Move, policy: MovePolicy) -> Pose:
    """Where a move ends, with the height of the ground there."""
    model = scene.model(move.model)
    return Rise(scene, model, stages(model, move, model.base), policy).end


def check_flight(
    scene: Scene, move: Move, policy: MovePolicy, least: float = 20.0, turn: float = 90.0
) -> tuple[Fault, ...]:
    """
    Everything wrong with a move that goes straight ahead, at least so far, and then pivots once at most.

    Fast flyers move like that. The fault "leaves the table" means that the move ends the model's stay on the table; it
    is then the only one. Raises GeometryError for an unknown model.
    """
    limit(least, turn)
    model = scene.model(move.model)
    lines = [leg for leg in move.legs if isinstance(leg, To)]
    turns = [leg for leg in move.legs if isinstance(leg, Pivot)]
    if len(lines) != 1 or len(turns) > 1 or move.legs[0] is not lines[0]:
        return (Fault("is not one straight line and then at most one pivot", model.id, float(len(move.legs))),)
    ahead = stages(model, Move(model.id, (lines[0],)), model.base)[0]
    leaves = tuple(over_edge(ahead, scene, msgspec.structs.replace(policy, over_edge=False)))
    if leaves:
        return tuple(msgspec.structs.replace(fault, reason="leaves the table") for fault in leaves)
    found = [*_ahead(ahead, least)]
    if turns and abs(turns[0].degrees) > turn + math.degrees(TOLERANCE):
        found.append(Fault("pivots too far", model.id, abs(turns[0].degrees) - turn, (ahead.after.centre,)))
    return (*found, *check_move(scene, move, math.inf, msgspec.structs.replace(policy, pivot_value=0.0)))


def _ahead(leg: Stage, least: float) -> Iterator[Fault]:
    """Straight forward, along the facing, so far at least."""
    facing = math.radians(leg.pose.facing)
    aside = abs(leg.shift[1] * scalar.cos(facing) - leg.shift[0] * scalar.sin(facing))
    forward = leg.shift[0] * scalar.cos(facing) + leg.shift[1] * scalar.sin(facing)
    if aside > TOLERANCE or forward < -TOLERANCE:
        away = math.degrees(scalar.atan2(aside, forward))
        yield Fault("is not straight ahead", "", away, (leg.pose.centre, leg.after.centre))
    elif forward < least - TOLERANCE:
        yield Fault("not far enough", "", least - forward, (leg.pose.centre, leg.after.centre))
