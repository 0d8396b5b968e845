"""Getting near something in a straight line: base contact, the closest place, and the least distance needed.

Every pose found is one that :func:`.moves.check_move` allows. Among moves of one straight line, after one pivot
where one is asked for, the answers are exact: the best place lies where two of the curves of :mod:`.curves` cross
or one comes nearest. For flyers, whose length is measured through the air, they are the best of those places.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import msgspec
import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ...lattice import coarse, near
from ..measure.ranges import Measured, gap, limit, nearest
from ..measure.ranges import found as thing_of
from ..measure.units import BASE_HEIGHT
from ..scene import Marker, Piece, Scene
from ..shapes import ARC, Footprint, Hull, Point, Points, Pose, point_of
from .bars import bars_of
from .curves import NOTHING, Curves, curves, edge_curves, edges_near
from .legs import Box, Leg, Move, Pivot, To
from .moves import Following, distance_of
from .openings import May, Openings
from .policy import MovePolicy, Way
from .slides import Floats, Mask, at_origin, crossed, depths, forbidden, rim
from .surroundings import box_around, standing_edges, stopping_grounds
from .walking.routes import Walk, walks

Allowed: TypeAlias = Callable[[Pose], bool]
"""A further condition on where a model ends."""


def anywhere(pose: Pose) -> bool:
    """No further condition."""
    return True


class Near(msgspec.Struct, frozen=True):
    """
    How near a model comes to something.

    ``gap`` is what is left between them at the end of ``move``, which uses this many ``inches`` of the model's
    distance; ``pose`` is where it ends.
    """

    gap: Measured
    inches: float
    pose: Pose
    move: Move

    @property
    def distance(self) -> float:
        """What is left between them, in inches, up and down included."""
        return self.gap.straight


class ContactArc(msgspec.Struct, frozen=True):
    """
    Places in a row where a model comes to base contact with a target.

    ``angles`` are the directions in degrees from the middle of the target to the centre of the model at both
    ends, counter-clockwise, the second not below the first; ``ways`` lead to both ends, to the middle, and to the
    place nearest to the start, each once; ``line`` is the row of centres, for a picture.
    """

    angles: tuple[float, float]
    ways: tuple[Near, ...]
    line: tuple[Point, ...]


# ------------------------------------------------------------------------------------------------------ searching


class Approach:
    """A model that is to get near a goal in a straight line, after a turn: where its centre can be best."""

    def __init__(
        self, scene: Scene, model: str, goal: str, inches: float, policy: MovePolicy, turn: float = 0.0
    ) -> None:
        self.scene = scene
        self.model = scene.model(model)
        self.goal = goal
        self.policy = policy
        self.inches = min(distance_of(model, inches), 2 * scalar.hypot(scene.width, scene.depth))
        self.first: tuple[Leg, ...] = (Pivot(turn),) if turn else ()
        self.pivot = policy.pivot_value if turn else 0.0
        self.start = self.model.pose.turned(turn)
        self.bars = bars_of(scene, self.model.at(self.start), max(0.0, self.inches - self.pivot), policy)
        mover = at_origin(self.model.base, self.start.facing)
        parts, self.height = _goal(scene, goal)
        self.grounds = tuple(out for part in parts for out in forbidden(mover, part))
        """Where the centre overlaps the goal."""

    # --------------------------------------------------------------------------------------------------- places

    def curves(self, rings: Iterable[Footprint] = ()) -> Curves:
        """Everything at which something changes as far as the inches go, and at the edges of some rings."""
        left = self.inches - self.pivot
        stops = [*stopping_grounds(self.scene, self.model, self.start, left, self.policy), *self.grounds]
        edges = [*standing_edges(self.scene, self.model, self.start, left, self.policy), *rings]
        return curves(self.start.centre, [left - climbed for climbed in self._climbs()], stops, edges)

    def _climbs(self) -> set[float]:
        """What may have to be climbed: onto one thing, and from it onto another."""
        rows = self.scene.terrain.near(box_around(self.model.base, self.start, self.inches))
        pieces = [self.scene.terrain.pieces[row] for row in rows]
        levels = {self.start.height, 0.0}
        levels |= {piece.height for piece in pieces if self.policy.way(piece) is Way.CLIMBED}
        levels |= {floor.height for piece in pieces for floor in piece.floors}
        return {abs(self.start.height - one) + abs(one - other) for one in levels for other in levels}

    def candidates(self, rings: Iterable[Footprint] = ()) -> Points:
        """The places that may be best, within the inches, each once."""
        found = self.curves(rings)
        places = [np.array([self.start.centre]), found.crossings(found), found.feet(_at(self.start.centre))]
        places += [found.feet(ground) for ground in self.grounds]
        return self._each_once(np.vstack(places))

    def places_within(self, reach: float) -> Points:
        """The places within a reach of the goal that may need the fewest inches, each once."""
        rings = [ground.grown(reach) for ground in self.grounds]
        found = self.curves(rings).meeting(_box(rings))
        edge = Curves(*(np.vstack(kind) for kind in zip(*map(edge_curves, rings), strict=True)))
        # What touches the goal stands on its edge; with room to spare places where two other things change count, too.
        places = [np.array([self.start.centre]), found.feet(_at(self.start.centre))]
        places += [found.feet(ground) for ground in self.grounds]
        every = np.vstack([*places, found.crossings(edge if reach == 0.0 else found)])
        every = self._each_once(every)
        return every[self.across(every) <= reach + TOLERANCE]

    def places_of_contact(self) -> Points:
        """Places where it touches the goal, on the level, and may end: one in each opening, and where things change."""
        reach = (self.scene, self.model, self.start, self.inches - self.pivot, self.policy)
        places = [np.empty((0, 2))]
        for ground in self.grounds:
            opened = self.openings(ground, self.may_end)
            if opened:
                edge = Curves(*edge_curves(ground)).meeting(opened.box)
                others = edges_near([*stopping_grounds(*reach), *standing_edges(*reach)], opened.box)
                middle = point_of(ground.core.mean(axis=0))
                places += [edge.crossings(others), edge.feet(_at(self.start.centre))]
                places += [rim(ground, middle, opened.middles)]
        every = self._each_once(np.vstack(places))
        every = every[np.abs(self.across(every)) <= TOLERANCE]
        return every[self.may_end(every)]

    def _each_once(self, every: Points) -> Points:
        # A place no nearer than SLACK to another counts; what is exactly in reach may be just beyond by rounding.
        every = every[self.straight(every) <= self.inches + TOLERANCE]
        _, first = np.unique(np.round(every, 8), axis=0, return_index=True)
        return every[np.sort(first)]

    def straight(self, points: Points) -> Floats:
        """How far the start is from each point."""
        away: Floats = vector.hypot(points[:, 0] - self.start.x, points[:, 1] - self.start.y)
        return away

    def across(self, points: Points) -> Floats:
        """How far the model at each point is from the goal, horizontally; below 0, how deep it overlaps."""
        away: Floats = np.min([-depths(points, ground) for ground in self.grounds], axis=0)
        return away

    def may_go(self, points: Points, around: float = 0.0) -> Mask:
        """Which places neither the inches nor what bars the end or the straight way keep it from (:mod:`.bars`)."""
        may = self.straight(points) <= self.inches - self.pivot + TOLERANCE + around
        may[may] = self.bars.may_go(np.array(self.start.centre), points[may], around)
        return may

    def may_end(self, points: Points, around: float = 0.0) -> Mask:
        """Which places it is not kept from by the inches or where it ends."""
        may = self.straight(points) <= self.inches - self.pivot + TOLERANCE + around
        may[may] = self.bars.may_end(points[may], around)
        return may

    def openings(self, ground: Footprint, may: May) -> Openings:
        """The pieces of a ground's edge where it may come to."""
        return Openings(ground, point_of(ground.core.mean(axis=0)), may)

    # ---------------------------------------------------------------------------------------------------- moves

    def moves(self, point: Point) -> Iterator[Move]:
        """The moves to a place: on the goal's height where heights matter, and wherever climbing is least."""
        if self.height is not None and (self.scene.pieces or self.model.pose.height):
            yield Move(self.model.id, (*self.first, To(*point, self.height)))
        yield Move(self.model.id, (*self.first, To(*point)))

    def near(self, point: Point, inches: float) -> Iterator[Near]:
        """How near the moves to a place bring the model, those that may be made with this many inches."""
        for move in self.moves(point):
            yield from self.result(move, inches)

    def result(self, move: Move, inches: float) -> Iterator[Near]:
        """How near a move brings the model, where it may be made with this many inches."""
        walk = Following(self.scene, move, self.policy)
        if walk.allowed(inches):
            away = gap(self.scene, self.model.at(walk.rise.end), self.goal)
            yield Near(away, walk.length, walk.rise.end, move)

    def walks(self, points: Sequence[Point]) -> Iterator[Near]:
        """How near the shortest walks to some places bring the model, those that may be made with its inches."""
        for route in walks(self.scene, self.model.id, points, self.inches, Walk(self.policy, keep_facing=True)):
            if route is not None and route.length <= self.inches:
                legs = tuple(To(*corner) for corner in route.points[1:])
                yield from self.result(Move(self.model.id, (*self.first, *legs)), self.inches)

    def touches(self, found: Near) -> bool:
        """Whether it ends in base contact with the goal."""
        if self.hulls:
            return found.gap.within(0.0, 0.0)
        return found.gap.within(0.0) and (self.height is None or abs(found.pose.height - self.height) <= BASE_HEIGHT)

    @cached_property
    def hulls(self) -> bool:
        """Whether one of the two is measured to its hull."""
        other = self.scene.models.get(self.goal)
        return isinstance(self.model.base, Hull) or (other is not None and isinstance(other.base, Hull))


def _goal(scene: Scene, name: str) -> tuple[tuple[Footprint, ...], float | None]:
    """The ground of a model, objective marker or piece of terrain, and the height to reach it on, where it has one."""
    goal = thing_of(scene, name)
    if isinstance(goal, Marker):
        return (goal.footprint,), goal.height
    if isinstance(goal, Piece):
        return scene.terrain.parts(scene.terrain.rows[name]), None
    model = scene.model(name)
    return model.footprint.parts, model.pose.height


# -------------------------------------------------------------------------------------------------------- queries


def closest_possible(
    scene: Scene,
    model: str,
    goal: str,
    inches: float,
    policy: MovePolicy,
    turn: float = 0.0,
    allowed: Allowed = anywhere,
) -> Near | None:
    """
    The nearest that a model can come to a goal with this many inches; None where it cannot move at all.

    The goal is the id of a model, objective marker or piece of terrain. Distances are straight, up and down
    included; of two places equally near, the one that needs fewer inches. Raises GeometryError for unknown ids.
    """
    search = Approach(scene, model, goal, inches, policy, turn)
    points = search.candidates()
    points = points[search.may_go(points)]
    across = np.maximum(search.across(points), 0.0)
    best: Near | None = None
    for row in np.lexsort((coarse(search.straight(points)), coarse(across))):
        if best is not None and across[row] > best.distance + TOLERANCE:
            break
        for found in search.near(point_of(points[row]), inches):
            if allowed(found.pose) and (best is None or _order(found) < _order(best)):
                best = found
    return best


def _order(found: Near) -> tuple[float, float]:
    return (round(found.distance / TOLERANCE), found.inches)


def needed(
    scene: Scene,
    model: str,
    goal: str,
    policy: MovePolicy,
    reach: float = 1.0,
    vertical: float = 5.0,
    turn: float = 0.0,
    most: float = 24.0,
    allowed: Allowed = anywhere,
) -> Near | None:
    """
    The move of the fewest inches that brings a model within ``reach`` of a goal, horizontally, and ``vertical``.

    With 0.0 for both it is base contact. None where no straight line of at most ``most`` inches does. Raises
    GeometryError for unknown ids.
    """
    limit(reach, vertical)
    search = Approach(scene, model, goal, most, policy, turn)
    points = search.places_within(reach)
    points = points[search.may_go(points)]
    straight = search.straight(points) + search.pivot
    best: Near | None = None
    for row in np.argsort(coarse(straight), kind="stable"):
        if best is not None and straight[row] >= best.inches - TOLERANCE:
            break
        for found in search.near(point_of(points[row]), most):
            good = found.gap.within(reach, vertical) and allowed(found.pose)
            if good and (best is None or found.inches < best.inches - TOLERANCE):
                best = found
    return best


def needed_by_route(
    scene: Scene,
    model: str,
    goal: str,
    policy: MovePolicy,
    reach: float = 1.0,
    vertical: float = 5.0,
    most: float = 24.0,
    allowed: Allowed = anywhere,
    tries: int = 12,
) -> Near | None:
    """
    Like :func:`needed`, round corners: the shortest of the walks to the ``tries`` nearest places that would do.

    A walk is at most 0.1 % longer than the shortest one to its place (see :mod:`.routes`); bases that are not
    round keep their facing. A walk that is found may be made; that none is found proves nothing.
    """
    limit(reach, vertical)
    search = Approach(scene, model, goal, most, policy)
    points = search.places_within(reach)
    points = points[search.may_end(points)]
    return _shortest_walk(
        search, points, lambda found: found.gap.within(reach, vertical) and allowed(found.pose), tries
    )


def contact_by_route(
    scene: Scene,
    model: str,
    target: str,
    inches: float,
    policy: MovePolicy,
    allowed: Allowed = anywhere,
    tries: int = 12,
) -> Near | None:
    """
    The shortest of the walks to the ``tries`` nearest of the places where a model touches a target.

    As :func:`needed_by_route`: that none is found proves nothing. Raises GeometryError for unknown ids.
    """
    search = Approach(scene, model, target, inches, policy)
    points = search.places_of_contact()
    return _shortest_walk(search, points, lambda found: found.gap.within(0.0, 0.0) and allowed(found.pose), tries)


def _shortest_walk(search: Approach, points: Points, good: Callable[[Near], bool], tries: int) -> Near | None:
    """The shortest of the walks to the nearest of some points that may be made and end well."""
    best: Near | None = None
    near = np.argsort(coarse(search.straight(points)), kind="stable")[:tries]
    for found in search.walks([*map(point_of, points[near])]):
        if good(found) and (best is None or found.inches < best.inches - TOLERANCE):
            best = found
    return best


def contact_poses(
    scene: Scene,
    model: str,
    target: str,
    inches: float,
    policy: MovePolicy,
    turn: float = 0.0,
    allowed: Allowed = anywhere,
    also: Iterable[Footprint] = (),
) -> tuple[ContactArc, ...]:
    """
    Where a model can come to base contact with a target in a straight line of this many inches.

    The arcs are exact: between two neighbouring angles at which anything changes one place stands for all.
    ``also`` are grounds at whose edges ``allowed`` changes. Raises GeometryError for unknown ids.
    """
    search = Approach(scene, model, target, inches, policy, turn)
    return tuple(arc for one in _rims(search, allowed, also) for arc in one.arcs())


def shortest_to_contact(
    scene: Scene,
    model: str,
    target: str,
    inches: float,
    policy: MovePolicy,
    allowed: Allowed = anywhere,
    also: Iterable[Footprint] = (),
) -> Near | None:
    """The move of the fewest inches in :func:`contact_poses`, to one of the places where anything changes."""
    best: Near | None = None
    for one in _rims(Approach(scene, model, target, inches, policy), allowed, also):
        best = one.shortest(best)
    return best


def _rims(search: Approach, allowed: Allowed, also: Iterable[Footprint]) -> "Iterator[_Rim]":
    rims = [(ground, opened) for ground in search.grounds if (opened := search.openings(ground, search.may_go))]
    found = search.curves(also) if rims else NOTHING
    return (_Rim(search, ground, opened, found, allowed) for ground, opened in rims)


class _Rim:
    """The edge of the ground that a centre keeps out of: the places of contact, by angle from its middle."""

    def __init__(self, search: Approach, ground: Footprint, opened: Openings, found: Curves, allowed: Allowed) -> None:
        self.search = search
        self.ground = ground
        self.allowed = allowed
        self.middle = point_of(ground.core.mean(axis=0))
        self.left = search.inches - search.pivot
        on_rim = found.meeting(opened.box).crossings(Curves(*edge_curves(ground)).meeting(opened.box))
        on_rim = on_rim[search.straight(on_rim) <= self.left + TOLERANCE]
        x, y = nearest(_at(search.start.centre), ground).b
        on_rim = np.vstack([on_rim, [(x, y)]]) - np.array(self.middle)
        self.nearest = scalar.atan2(*on_rim[-1, ::-1])
        angles = opened.angles(vector.arctan2(on_rim[:, 1], on_rim[:, 0]))
        angles = np.unique(np.round(np.mod(angles, 2 * math.pi), 11))
        between = (angles + np.roll(angles, -1)) / 2
        between[-1] += math.pi
        self.angles: list[float] = np.stack([angles, between], axis=1).ravel().tolist()
        """Where anything changes, each with the middle between it and the next."""
        self._known: dict[float, Near | None] = {}
        self._open = self._places(self.angles)
        self._known = {angle: None for angle in self.angles if angle not in self._open}

    def _places(self, angles: Sequence[float]) -> dict[float, Point]:
        """The places at those angles where the model may come to, as far as is seen at once."""
        points = rim(self.ground, self.middle, np.array(angles))
        may = ~crossed(np.array(self.search.start.centre), points, self.ground)
        may[may] = self.search.may_go(points[may])
        return {angle: point_of(point) for angle, point, one in zip(angles, points, may.tolist(), strict=True) if one}

    def at(self, angle: float) -> Near | None:
        """The way to contact at an angle, where there is one."""
        if angle not in self._known:
            point = self._open.get(angle) or self._places([angle]).get(angle)
            self._known[angle] = None if point is None else self._way(point)
        return self._known[angle]

    def _way(self, point: Point) -> Near | None:
        found = self.search.near(point, self.search.inches)
        return next((one for one in found if self.search.touches(one) and self.allowed(one.pose)), None)

    def shortest(self, best: Near | None) -> Near | None:
        """The way of the fewest inches to one of the places, where that is fewer than of another."""
        start = self.search.start.centre
        for angle, point in sorted(self._open.items(), key=lambda one: near((scalar.dist(start, one[1]), one[0]))):
            if best is not None and scalar.dist(start, point) + self.search.pivot >= best.inches:
                break
            found = self.at(angle)
            if found is not None and (best is None or found.inches < best.inches - TOLERANCE):
                best = found
        return best

    def arcs(self) -> Iterator[ContactArc]:
        """The rows of places, each as long as it goes."""
        rows: list[list[float]] = [[]]
        for angle in self.angles:
            if self.at(angle) is None:
                rows.append([])
            else:
                rows[-1].append(angle)
        if len(rows) == 1:
            rows[0].append(self.angles[0] + 2 * math.pi)
        elif rows[0] and rows[-1]:
            rows[0] = rows.pop() + [place + 2 * math.pi for place in rows[0]]
        return (self._arc(row) for row in rows if row)

    def _arc(self, row: list[float]) -> ContactArc:
        first, last = row[0], row[-1]
        places = [first, (first + last) / 2, last]
        places += [angle for angle in (self.nearest, self.nearest + 2 * math.pi) if first <= angle <= last]
        ways = {way.pose.centre: way for place in places if (way := self.at(place)) is not None}
        line = rim(self.ground, self.middle, np.linspace(first, last, ARC))
        return ContactArc((math.degrees(first), math.degrees(last)), tuple(ways.values()), tuple(map(point_of, line)))


def _box(grounds: Iterable[Footprint]) -> Box:
    """The box around some grounds."""
    low_x, low_y, high_x, high_y = zip(*(ground.bounds for ground in grounds), strict=True)
    return (min(low_x), min(low_y), max(high_x), max(high_y))


def _at(point: Point) -> Footprint:
    return Footprint(np.array([point]))
