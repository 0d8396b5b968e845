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
from ..slides import Floats, at_origin, crossed, depths, forbidden, rim
from .curves import NOTHING, Curves, curves, edge_curves, edges_near
from .legs import Box, Move, To
from .movers import Found, Mover
from .openings import May, Openings
from .policy import MovePolicy, Way
from .surroundings import box_around, standing_edges, stopping_grounds

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


class Approach(Mover):
    """A model that is to get near a goal in a straight line, after a turn: where its centre can be best."""

    def __init__(
        self, scene: Scene, model: str, goal: str, inches: float, policy: MovePolicy, turn: float = 0.0
    ) -> None:
        super().__init__(scene, model, inches, policy, turn=turn)
        self.goal = goal
        mover = at_origin(self.model.base, self.pose.facing)
        parts, self.height = _goal(scene, goal)
        self.grounds = tuple(out for part in parts for out in forbidden(mover, part))
        """Where the centre overlaps the goal."""

    # --------------------------------------------------------------------------------------------------- places

    def curves(self, rings: Iterable[Footprint] = ()) -> Curves:
        """Everything at which something changes as far as the inches go, and at the edges of some rings."""
        reach = (self.scene, self.model, self.pose, self.left, self.policy)
        stops, edges = [*stopping_grounds(*reach), *self.grounds], [*standing_edges(*reach), *rings]
        return curves(self.pose.centre, [self.left - climbed for climbed in self._climbs()], stops, edges)

    def _climbs(self) -> set[float]:
        """What may have to be climbed: onto one thing, and from it onto another."""
        rows = self.scene.terrain.near(box_around(self.model.base, self.pose, self.inches))
        pieces = [self.scene.terrain.pieces[row] for row in rows]
        levels = {self.pose.height, 0.0}
        levels |= {piece.height for piece in pieces if self.policy.way(piece) is Way.CLIMBED}
        levels |= {floor.height for piece in pieces for floor in piece.floors}
        return {abs(self.pose.height - one) + abs(one - other) for one in levels for other in levels}

    def candidates(self, rings: Iterable[Footprint] = ()) -> Points:
        """The places that may be best, within the inches, each once."""
        found = self.curves(rings)
        places = [self.start[None], found.crossings(found), found.feet(_at(self.pose.centre))]
        places += [found.feet(ground) for ground in self.grounds]
        return self._each_once(np.vstack(places))

    def places_within(self, reach: float) -> Points:
        """The places within a reach of the goal that may need the fewest inches, each once."""
        rings = [ground.grown(reach) for ground in self.grounds]
        found = self.curves(rings).meeting(_box(rings))
        edge = Curves(*(np.vstack(kind) for kind in zip(*map(edge_curves, rings), strict=True)))
        # What touches the goal stands on its edge; with room to spare places where two other things change count, too.
        places = [self.start[None], found.feet(_at(self.pose.centre))]
        places += [found.feet(ground) for ground in self.grounds]
        every = np.vstack([*places, found.crossings(edge if reach == 0.0 else found)])
        every = self._each_once(every)
        return every[self.across(every) <= reach + TOLERANCE]

    def places_of_contact(self) -> Points:
        """Places where it touches the goal, on the level, and may end: one in each opening, and where things change."""
        reach = (self.scene, self.model, self.pose, self.left, self.policy)
        places = [np.empty((0, 2))]
        for ground in self.grounds:
            opened = self.openings(ground, self.may_end)
            if opened:
                edge = Curves(*edge_curves(ground)).meeting(opened.box)
                others = edges_near([*stopping_grounds(*reach), *standing_edges(*reach)], opened.box)
                middle = point_of(ground.core.mean(axis=0))
                places += [edge.crossings(others), edge.feet(_at(self.pose.centre))]
                places += [rim(ground, middle, opened.middles)]
        every = self._each_once(np.vstack(places))
        every = every[np.abs(self.across(every)) <= TOLERANCE]
        return every[self.may_end(every)]

    def _each_once(self, every: Points) -> Points:
        # A place no nearer than SLACK to another counts; what is exactly in reach may be just beyond by rounding.
        every = every[self.lengths(every) <= self.inches + TOLERANCE]
        _, first = np.unique(np.round(every, 8), axis=0, return_index=True)
        return every[np.sort(first)]

    def across(self, points: Points) -> Floats:
        """How far the model at each point is from the goal, horizontally; below 0, how deep it overlaps."""
        away: Floats = np.min([-depths(points, ground) for ground in self.grounds], axis=0)
        return away

    def openings(self, ground: Footprint, may: May) -> Openings:
        """The pieces of a ground's edge where it may come to."""
        return Openings(ground, point_of(ground.core.mean(axis=0)), may)

    # ---------------------------------------------------------------------------------------------------- moves

    def moves(self, point: Point) -> Iterator[Move]:
        """The moves to a place: on the goal's height where heights matter, and wherever climbing is least."""
        if self.height is not None and (self.scene.pieces or self.model.pose.height):
            yield Move(self.model.id, (*self.first, To(*point, self.height)))
        yield Move(self.model.id, (*self.first, To(*point)))

    def near(self, point: Point) -> Iterator[Near]:
        """How near the moves to a place bring the model, those that may be made."""
        return map(self.measured, filter(None, map(self.followed, self.moves(point))))

    def measured(self, found: Found) -> Near:
        """How near a move brings the model."""
        return Near(gap(self.scene, self.model.at(found.pose), self.goal), found.inches, found.pose, found.move)

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
    for row in np.lexsort((coarse(search.lengths(points)), coarse(across))):
        if best is not None and across[row] > best.distance + TOLERANCE:
            break
        for found in search.near(point_of(points[row])):
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
    straight = search.lengths(points) + search.pivot
    best: Near | None = None
    for row in np.argsort(coarse(straight), kind="stable"):
        if best is not None and straight[row] >= best.inches - TOLERANCE:
            break
        for found in search.near(point_of(points[row])):
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
    near = np.argsort(coarse(search.lengths(points)), kind="stable")[:tries]
    for found in map(search.measured, search.walks(points[near])):
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
        on_rim = found.meeting(opened.box).crossings(Curves(*edge_curves(ground)).meeting(opened.box))
        on_rim = on_rim[search.lengths(on_rim) <= search.left + TOLERANCE]
        x, y = nearest(_at(search.pose.centre), ground).b
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
        may = ~crossed(self.search.start, points, self.ground)
        may[may] = self.search.may_go(points[may])
        return {angle: point_of(point) for angle, point, one in zip(angles, points, may.tolist(), strict=True) if one}

    def at(self, angle: float) -> Near | None:
        """The way to contact at an angle, where there is one."""
        if angle not in self._known:
            point = self._open.get(angle) or self._places([angle]).get(angle)
            self._known[angle] = None if point is None else self._way(point)
        return self._known[angle]

    def _way(self, point: Point) -> Near | None:
        found = self.search.near(point)
        return next((one for one in found if self.search.touches(one) and self.allowed(one.pose)), None)

    def shortest(self, best: Near | None) -> Near | None:
        """The way of the fewest inches to one of the places, where that is fewer than of another."""
        start = self.search.pose.centre
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
