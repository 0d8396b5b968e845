"""One model that looks for its way, and how a unit's models are linked: what planners and samplers are made of."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..measure.units import Together
from ..scene import Model, Scene
from ..shapes import Footprint, Points, Pose, point_of
from ..slides import Floats, Mask, grounds_of, off, rim
from .bars import bars_of
from .curves import Curves, edge_curves
from .legs import Leg, Move, Pivot, To
from .moves import Following, Policies, distance_of, policy_of
from .policy import MovePolicy
from .walking.routes import Walk, shortest_within, walks

HAIR: Final = 0.002
"""How many inches nearer than they must be places are taken, where it is quicker not to ask exactly."""
AROUND: Final = 48
"""Directions in which places around something are looked at."""


class Found(NamedTuple):
    """A move that may be made, where it ends, and how many inches it uses."""

    move: Move
    pose: Pose
    inches: float


class Mover:
    """
    One model in a scene where it may move this many inches, turned first where a turn is given.

    ``left`` are the inches that the turn leaves of them; ``tried`` is told of each move that is followed.
    """

    def __init__(
        self,
        scene: Scene,
        name: str,
        inches: float,
        policy: MovePolicy,
        but: frozenset[str] = frozenset(),
        tried: Callable[[], None] = lambda: None,
        turn: float = 0.0,
    ) -> None:
        self.scene = scene
        self.model: Model = scene.model(name)
        self.inches = min(distance_of(name, inches), 2 * scalar.hypot(scene.width, scene.depth))
        self.policy = policy
        self.first: tuple[Leg, ...] = (Pivot(turn),) if turn else ()
        self.pivot = policy.pivot_value if turn else 0.0
        self.left = self.inches - self.pivot
        self.pose = self.model.pose.turned(turn)
        self.start = np.array(self.pose.centre)
        self.bars = bars_of(scene, self.model.at(self.pose), max(0.0, self.left), policy, but)
        self.tried = tried

    def lengths(self, points: Points) -> Floats:
        """How far away each place is in a straight line."""
        away: Floats = vector.hypot(points[:, 0] - self.start[0], points[:, 1] - self.start[1])
        return away

    def may_go(self, points: Points, around: float = 0.0) -> Mask:
        """Which places neither the inches nor what bars the end or the straight way keep it from (:mod:`.bars`)."""
        may = self.lengths(points) <= self.left + TOLERANCE + around
        may[may] = self.bars.may_go(self.start, points[may], around)
        return may

    def may_end(self, points: Points, around: float = 0.0) -> Mask:
        """Which places it is not kept from by the inches or where it ends."""
        may = self.lengths(points) <= self.left + TOLERANCE + around
        may[may] = self.bars.may_end(points[may], around)
        return may

    def around(self, shares: Iterable[float] = (1.0, 0.8, 0.6, 0.4, 0.2)) -> Points:
        """Places all around, at these shares of its inches."""
        return np.vstack([self.start + share * self.inches * directions()[::2] for share in shares])

    def ring(self, other: Model, clear: float = 0.0) -> Points:
        """Places all around another model where it is so far from it."""
        grounds = grounds_of(self.model.base, self.model.pose, other, clear)
        return np.vstack([self._ring(ground) for ground in grounds])

    def _ring(self, ground: Footprint) -> Points:
        """Places all around a ground, the first of them towards the model."""
        middle = ground.core.mean(axis=0)
        ahead = scalar.atan2(self.start[1] - middle[1], self.start[0] - middle[0])
        return rim(ground, point_of(middle), ANGLES + ahead)

    def rim(self, other: Model) -> Points:
        """Places where it touches another model: all around, beside what else is round, and where its inches end."""
        discs = np.vstack([self.bars.discs, [(*self.start, self.inches)]])
        circles = Curves(np.hstack([discs, np.tile((0.0, 2 * math.pi), (len(discs), 1))]), np.empty((0, 6)))
        grounds = grounds_of(self.model.base, self.model.pose, other)
        corners = (Curves(*edge_curves(ground)).crossings(circles) for ground in grounds)
        return np.vstack([self.ring(other), *corners])

    def to(self, point: Points, height: float | None = None) -> Found | None:
        """The straight move to a place, at a height where one is named, if it may be made."""
        return self._along((To(*point_of(point), height),))

    def walks(self, points: Points) -> Iterator[Found]:
        """The shortest walks to some places, those that may be made."""
        walk = Walk(self.policy, keep_facing=True)
        for route in walks(self.scene, self.model.id, [*map(point_of, points)], self.inches, walk):
            found = None if route is None else self._along(tuple(To(*corner) for corner in route.points[1:]))
            if found is not None:
                yield found

    def route(self, point: Points, times: float) -> Points | None:
        """The corners (n, 2) of the shortest walk to a place that is no longer than some times the inches."""
        walk = Walk(self.policy, keep_facing=True)
        found = shortest_within(self.scene, self.model.id, point_of(point), times * self.inches, walk)
        return None if found is None else np.array(found.points)

    def along(self, corners: Points) -> Found | None:
        """The walk along some corners from where the model stands, if it may be made."""
        return self._along(tuple(To(*point_of(corner)) for corner in corners[1:]))

    def _along(self, legs: tuple[To, ...]) -> Found | None:
        return self.followed(Move(self.model.id, (*self.first, *legs)))

    def followed(self, move: Move) -> Found | None:
        """Where a move of the model leads, if it may be made."""
        self.tried()
        walk = Following(self.scene, move, self.policy)
        return Found(move, walk.rise.end, walk.length) if walk.allowed(self.inches) else None


@dataclass(eq=False)
class Planner:
    """What looks for moves of one unit, and counts those that it follows."""

    scene: Scene
    models: tuple[str, ...]
    inches: float
    policies: Policies
    together: Together | None
    effort: int = field(default=0, init=False)

    def mover(self, now: Scene, name: str, inches: float | None = None, but: frozenset[str] = frozenset()) -> Mover:
        """One of the models, where it may move all the inches or as many as are given."""
        most = self.inches if inches is None else inches
        return Mover(now, name, most, policy_of(self.policies, name), but, self.count)

    def count(self) -> None:
        """Note that a move is followed."""
        self.effort += 1


ANGLES: Final[Floats] = np.linspace(0.0, 2 * math.pi, AROUND, endpoint=False)


@cache
def directions() -> Points:
    """Steps of length 1 all around (n, 2)."""
    return np.stack([vector.cos(ANGLES), vector.sin(ANGLES)], axis=1)


def lacking(model: Model, points: Points, others: Sequence[Model], together: Together | None, unit: int) -> Floats:
    """To how many of some others too few a model is near at each place (n, 2), in a unit of this many models."""
    if together is None or not others:
        return np.zeros(len(points))
    wanted = min(together.wanted(unit), len(others))
    near = [near_to(model, points, other, together.inches) for other in others]
    return np.maximum(wanted - np.sum(near, axis=0, dtype=np.float64), 0.0)


def near_to(model: Model, points: Points, other: Model, inches: float) -> Mask:
    """At which places (n, 2) a model is within a distance of another, horizontally."""
    grounds = grounds_of(model.base, model.pose, other, inches)
    return np.array(np.min([off(points, ground) for ground in grounds], axis=0) <= -HAIR)


def cut(corners: Points, inches: float) -> Points:
    """A walk along some corners, as far as this many inches lead."""
    lengths = vector.hypot(*np.diff(corners, axis=0).T)
    upto = np.concatenate([[0.0], np.cumsum(lengths)])
    if upto[-1] <= inches:
        return corners
    leg = int(np.searchsorted(upto, inches)) - 1
    share = (inches - upto[leg]) / lengths[leg]
    last = corners[leg] + share * (corners[leg + 1] - corners[leg])
    return np.vstack([corners[: leg + 1], last])


def spread(rows: Sequence[int], first: int, most: int) -> list[int]:
    """Some of a ranking: the first ones, and others spread over the rest, this many at most."""
    rest = rows[first:]
    step = max(1, len(rest) // max(1, most - first))
    return [*rows[:first], *rest[step // 2 :: step]][:most]
