"""Getting near something in a straight line: base contact, the closest place, and the least distance needed.

Every pose found is one that :func:`.moves.check_move` allows. Among moves of one straight line, after one pivot
where one is asked for, the answers are exact: the best place lies where two of the curves of :mod:`.curves` cross
or one comes nearest. For flyers, whose length is measured through the air, they are the best of those places.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, TypeAlias

import msgspec
import numpy as np
import shapely

from ... import TOLERANCE
from ..measure import Measured, gap, limit, nearest
from ..measure import found as thing_of
from ..scene import Marker, Model, Piece, Scene
from ..shapes import ARC, Base, Footprint, Hull, Point, Points, Pose, radius
from ..units import BASE_HEIGHT
from ..walking.routes import Route, Walk, shortest
from .curves import Curves, curves, edge_curves
from .levels import unders
from .moves import Following, Leg, Move, MovePolicy, Pivot, To, Way, distance_of
from .rise import near_models
from .slides import Floats, at_origin, depths, forbidden, rim, stretch
from .surroundings import box_around, grounds_of, standing_edges, stopping_grounds

Allowed: TypeAlias = Callable[[Pose], bool]
"""A further condition on where a model ends."""


SURE: Final = 1e-5
"""Lines that miss a ground by less, in inches, are looked at more closely."""


def anywhere(pose: Pose) -> bool:
    """No further condition."""
    return True


class Near(msgspec.Struct, frozen=True):
    """
    How near a model comes to something.

    ``gap`` is what is left between them at the end of ``move``, which uses so many ``inches`` of the model's
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
        self.inches = min(distance_of(model, inches), 2 * math.hypot(scene.width, scene.depth))
        self.first: tuple[Leg, ...] = (Pivot(turn),) if turn else ()
        self.pivot = policy.pivot_value if turn else 0.0
        self.start = self.model.pose.turned(turn)
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
        every = np.vstack(places)
        # A place no nearer than SLACK to another counts; what is exactly in reach may be just beyond by rounding.
        every = every[self.straight(every) <= self.inches + TOLERANCE]
        _, first = np.unique(np.round(every, 8), axis=0, return_index=True)
        return every[np.sort(first)]

    def straight(self, points: Points) -> Floats:
        """How far the start is from each point."""
        away: Floats = np.hypot(points[:, 0] - self.start.x, points[:, 1] - self.start.y)
        return away

    def across(self, points: Points) -> Floats:
        """How far the model at each point is from the goal, horizontally; below 0, how deep it overlaps."""
        away: Floats = np.min([-depths(points, ground) for ground in self.grounds], axis=0)
        return away

    def free(self, points: Points) -> Points:
        """The places without those where it surely can not end."""
        for ground in self._never_in:
            points = points[depths(points, ground) <= TOLERANCE]
        return points

    def open(self, points: Points) -> Points:
        """The places without those where it surely can not end, or to which something surely stops it."""
        points = self.free(points)
        starts = np.tile(self.start.centre, (len(points), 1))
        lines = shapely.linestrings(np.stack([starts, points], axis=1))
        free = np.ones(len(points), dtype=np.bool_)
        for ground in self._never_through:
            inner = ground.skeleton.buffer(-SURE) if ground.radius == 0.0 else ground.skeleton
            free &= shapely.distance(lines, inner) >= ground.radius - SURE
        return points[free]

    @cached_property
    def _never_in(self) -> list[Footprint]:
        """Where the centre can not end on any height: what lies under other models on level ground."""
        return [ground for other in self._on_level_ground for ground in grounds_of(self._shape, self.start, other)]

    @cached_property
    def _never_through(self) -> list[Footprint]:
        """What its centre can not go through on any height."""
        stopping = [other for other in self._on_level_ground if not self.policy.passes(self.model, other)]
        rows = self.scene.terrain.near(box_around(self._shape, self.start, self.inches))
        closed = [row for row in rows if self.policy.way(self.scene.terrain.pieces[row]) is Way.CLOSED]
        known = unders(self.scene.terrain, self._shape, self.start.facing, closed)
        models = (ground for other in stopping for ground in grounds_of(self._shape, self.start, other))
        return [*models, *(ground for under in known for ground in under.grounds)]

    @cached_property
    def _shape(self) -> Base:
        return self.policy.hull or self.model.base

    @cached_property
    def _on_level_ground(self) -> list[Model]:
        """The models in reach that it can only meet on the table: no terrain to stand on is near them, nor above."""
        if self.policy.flies:
            return []
        box = box_around(self._shape, self.start, self.inches)
        found = near_models(self.scene, box, self.model.id)
        return [other for other in found if other.pose.height <= TOLERANCE and not self._raised(other)]

    def _raised(self, other: Model) -> bool:
        """Whether terrain that can be stood on lies where the model can touch another."""
        around = 2 * radius(self._shape)
        low_x, low_y, high_x, high_y = other.footprint.bounds
        rows = self.scene.terrain.near((low_x - around, low_y - around, high_x + around, high_y + around))
        pieces = (self.scene.terrain.pieces[row] for row in rows)
        return any(self.policy.way(piece) in (Way.LOW, Way.CLIMBED) or piece.floors for piece in pieces)

    # ---------------------------------------------------------------------------------------------------- moves

    def moves(self, point: Point) -> Iterator[Move]:
        """The moves to a place: on the goal's height where heights matter, and wherever climbing is least."""
        if self.height is not None and (self.scene.pieces or self.model.pose.height):
            yield Move(self.model.id, (*self.first, To(*point, self.height)))
        yield Move(self.model.id, (*self.first, To(*point)))

    def near(self, point: Point, inches: float) -> Iterator[Near]:
        """How near the moves to a place bring the model, those that may be made with so many inches."""
        for move in self.moves(point):
            yield from self.result(move, inches)

    def result(self, move: Move, inches: float) -> Iterator[Near]:
        """How near a move brings the model, where it may be made with so many inches."""
        walk = Following(self.scene, move, self.policy)
        if walk.allowed(inches):
            away = gap(self.scene, self.model.at(walk.rise.end), self.goal)
            yield Near(away, walk.length, walk.rise.end, move)

    def walks(self, point: Point, inches: float) -> Iterator[Near]:
        """How near the shortest walk to a place brings the model, where it may be made with so many inches."""
        route = shortest(self.scene, self.model.id, point, Walk(self.policy, keep_facing=True))
        if isinstance(route, Route) and route.length <= inches:
            legs = tuple(To(*corner) for corner in route.points[1:])
            yield from self.result(Move(self.model.id, (*self.first, *legs)), inches)

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
    The nearest that a model can come to a goal with so many inches; None where it can not move at all.

    The goal is the id of a model, objective marker or piece of terrain. Distances are straight, up and down
    included; of two places equally near, the one that needs fewer inches. Raises GeometryError for unknown ids.
    """
    search = Approach(scene, model, goal, inches, policy, turn)
    points = search.open(search.candidates())
    across = np.maximum(search.across(points), 0.0)
    best: Near | None = None
    for row in np.lexsort((search.straight(points), across)):
        if best is not None and across[row] > best.distance + TOLERANCE:
            break
        for found in search.near(_point(points[row]), inches):
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

    With 0.0 for both it is base contact. None where no straight line of at most ``most`` inches does.
    Raises GeometryError for unknown ids. wh40k:core.charging-over-terrain has an example.
    """
    limit(reach, vertical)
    search = Approach(scene, model, goal, most, policy, turn)
    points = search.candidates([ground.grown(reach) for ground in search.grounds])
    points = search.open(points[search.across(points) <= reach + TOLERANCE])
    straight = search.straight(points) + search.pivot
    best: Near | None = None
    for row in np.argsort(straight, kind="stable"):
        if best is not None and straight[row] >= best.inches:
            break
        for found in search.near(_point(points[row]), most):
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
    points = search.candidates([ground.grown(reach) for ground in search.grounds])
    points = search.free(points[search.across(points) <= reach + TOLERANCE])
    best: Near | None = None
    for row in np.argsort(search.straight(points), kind="stable")[:tries]:
        for found in search.walks(_point(points[row]), most if best is None else best.inches):
            good = found.gap.within(reach, vertical) and allowed(found.pose)
            if good and (best is None or found.inches < best.inches - TOLERANCE):
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
    Where a model can come to base contact with a target in a straight line of so many inches.

    The arcs are exact: between two neighbouring angles at which anything changes one place stands for all.
    ``also`` are grounds at whose edges ``allowed`` changes. Raises GeometryError for unknown ids.
    """
    search = Approach(scene, model, target, inches, policy, turn)
    found = search.curves(also)
    rims = (_Rim(search, ground, found, allowed) for ground in search.grounds)
    return tuple(arc for one in rims for arc in one.arcs())


class _Rim:
    """The edge of the ground that a centre keeps out of: the places of contact, by angle from its middle."""

    def __init__(self, search: Approach, ground: Footprint, found: Curves, allowed: Allowed) -> None:
        self.search = search
        self.ground = ground
        self.allowed = allowed
        self.middle = _point(ground.core.mean(axis=0))
        self.left = search.inches - search.pivot
        on_rim = found.crossings(Curves(*edge_curves(ground)))
        on_rim = on_rim[search.straight(on_rim) <= self.left + TOLERANCE]
        x, y = nearest(_at(search.start.centre), ground).b
        on_rim = np.vstack([on_rim, [(x, y)]]) - np.array(self.middle)
        self.nearest = math.atan2(*on_rim[-1, ::-1])
        angles = np.unique(np.round(np.mod(np.arctan2(on_rim[:, 1], on_rim[:, 0]), 2 * math.pi), 11))
        self.angles = [float(angle) for angle in angles]
        self._known: dict[float, Near | None] = {}

    def at(self, angle: float) -> Near | None:
        """The way to contact at an angle, where there is one."""
        if angle not in self._known:
            self._known[angle] = self._found(angle)
        return self._known[angle]

    def _found(self, angle: float) -> Near | None:
        point = rim(self.ground, self.middle, angle)
        start = self.search.start
        shift = (point[0] - start.x, point[1] - start.y)
        length = math.hypot(*shift)
        if length > self.left + TOLERANCE:
            return None
        if length and stretch(start.centre, (shift[0] / length, shift[1] / length), length, self.ground):
            return None
        found = self.search.near(point, self.search.inches)
        return next((one for one in found if self.search.touches(one) and self.allowed(one.pose)), None)

    def arcs(self) -> Iterator[ContactArc]:
        """The rows of places, each as long as it goes."""
        turns = [*self.angles[1:], self.angles[0] + 2 * math.pi]
        rows: list[list[float]] = [[]]
        for angle, after in zip(self.angles, turns, strict=True):
            for place in (angle, (angle + after) / 2):
                if self.at(place) is None:
                    rows.append([])
                else:
                    rows[-1].append(place)
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
        line = (rim(self.ground, self.middle, angle) for angle in np.linspace(first, last, ARC))
        return ContactArc((math.degrees(first), math.degrees(last)), tuple(ways.values()), tuple(line))


def _at(point: Point) -> Footprint:
    return Footprint(np.array([point]))


def _point(row: Floats) -> Point:
    return (float(row[0]), float(row[1]))
