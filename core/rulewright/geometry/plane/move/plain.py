"""Straight walks of round bases over open ground, by plain arithmetic: most moves meet nothing.

What is said to be free is free: no terrain comes near the way, and no model that could hinder it there or at its end.
Of all other moves the exact checks decide, which take many times longer.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ...irrational import scalar
from ..rounds import CLEARLY, discs, is_clear, outlines, size_of, to_segment
from ..scene import Model, Scene
from ..shapes import Point, Pose, radius
from .legs import Move, To
from .policy import MovePolicy
from .rise import near_models


class Hindrance(NamedTuple):
    """A model that does not move: where it stands, and how far from there a walk ends and passes at least."""

    x: float
    y: float
    end: float
    way: float
    """Below 0 where it may be moved over."""


class Walker(NamedTuple):
    """A model on a round base that stands on the table itself, and what may hinder it: from its edge."""

    model: Model
    policy: MovePolicy
    size: float
    hindrances: Sequence[Hindrance]


class OpenGround:
    """What may hinder the straight walks of some models, which move one after the other."""

    def __init__(self, scene: Scene, walkers: Mapping[str, Walker], inches: float) -> None:
        self.scene = scene
        self.inches = inches
        self.walkers = walkers
        self.terrain = outlines(scene.terrain)
        self.markers = [discs(scene)[name] for name in scene.markers]
        self.starts = {name: walker.model.pose.centre for name, walker in walkers.items()}

    def ends(self, moves: Iterable[Move]) -> dict[str, Pose] | None:
        """Where models end whose moves, one after the other, surely have nothing wrong; None says nothing."""
        ends: dict[str, Pose] = {}
        stands = dict(self.starts)
        for move in moves:
            leg = move.legs[0] if len(move.legs) == 1 else None
            if not isinstance(leg, To) or leg.height is not None:
                return None
            if not self.free(move.model, (leg.x, leg.y), stands):
                return None
            stands[move.model] = (leg.x, leg.y)
            ends[move.model] = self.walkers[move.model].model.pose.at(leg.x, leg.y)
        return ends

    def free(self, name: str, there: Point, stands: Mapping[str, Point]) -> bool:
        """Whether surely nothing is wrong with the straight walk of one, the others where they stand by then."""
        walker = self.walkers[name]
        (x, y), size, start = there, walker.size, self.starts[name]
        if scalar.dist(start, there) > self.inches:
            return False
        for on_x, on_y in (start, there):
            if not (size <= on_x <= self.scene.width - size and size <= on_y <= self.scene.depth - size):
                return False
        for other_x, other_y, end, way in walker.hindrances:
            if (other_x - x) ** 2 + (other_y - y) ** 2 < (size + end) ** 2:
                return False
            if way >= 0.0 and to_segment(other_x, other_y, start, there) < size + way:
                return False
        if not walker.policy.on_markers:
            for other_x, other_y, other_size in self.markers:
                if (other_x - x) ** 2 + (other_y - y) ** 2 < (size + other_size) ** 2:
                    return False
        return self._past_the_others(walker, there, stands) and is_clear(start, there, size + CLEARLY, self.terrain)

    def _past_the_others(self, walker: Walker, there: Point, stands: Mapping[str, Point]) -> bool:
        """Whether it ends beside all others that move, and none of them is in its way."""
        start = self.starts[walker.model.id]
        for name, other in self.walkers.items():
            if other is not walker:
                (x, y), room = stands[name], walker.size + other.size
                if (x - there[0]) ** 2 + (y - there[1]) ** 2 < room * room:
                    return False
                if not walker.policy.passes(walker.model, other.model):
                    if to_segment(x, y, start, there) < room + CLEARLY:
                        return False
        return True


def open_ground(scene: Scene, policies: Mapping[str, MovePolicy], inches: float) -> OpenGround | None:
    """What may hinder models that move so far by these policies, kept with the scene; None where that is not simple."""
    key = ("open ground", frozenset(policies.items()), inches)
    return scene.kept(key, lambda scene: _open_ground(scene, policies, inches))


def _open_ground(scene: Scene, policies: Mapping[str, MovePolicy], inches: float) -> OpenGround | None:
    movers = [scene.model(name) for name in policies]
    sizes = {one.id: size for one in movers if (size := size_of(one.base)) is not None}
    level = all(one.pose.height == 0.0 and policies[one.id].hull is None for one in movers)
    if not movers or not level or len(sizes) < len(movers) or len({one.side for one in movers}) > 1:
        return None
    found: dict[MovePolicy, list[Hindrance]] = {}
    near = _near(scene, movers, inches + max(sizes.values()))
    for policy in dict.fromkeys(policies.values()):
        policy.meet(scene)
        found[policy] = [_hindrance(movers[0], policy, one) for one in near(policy)]
    walkers = {one.id: Walker(one, policies[one.id], sizes[one.id], found[policies[one.id]]) for one in movers}
    return OpenGround(scene, walkers, inches)


def _near(scene: Scene, movers: Sequence[Model], far: float) -> Callable[[MovePolicy], list[Model]]:
    """Which other models stand so near that they may hinder somebody who moves by a policy."""
    names, xs, ys = {one.id for one in movers}, [one.pose.x for one in movers], [one.pose.y for one in movers]
    bounds = (min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far)

    def near(policy: MovePolicy) -> list[Model]:
        margin = max(policy.clear_at_end or 0.0, policy.clear_on_way or 0.0) + CLEARLY
        return [one for one in near_models(scene, bounds, margin=margin) if one.id not in names]

    return near


def _hindrance(model: Model, policy: MovePolicy, other: Model) -> Hindrance:
    """What another model is to the walks of one."""
    reach = radius(other.base) if other.hull is None else max(radius(other.base), radius(other.hull))
    kept_from = policy.keeps_from(model, other)
    end = reach if policy.clear_at_end is None or not kept_from else reach + policy.clear_at_end + CLEARLY
    clear = policy.clear_on_way if kept_from else None
    way = -math.inf if policy.passes(model, other) else reach + (clear or 0.0) + CLEARLY
    return Hindrance(other.pose.x, other.pose.y, end, way)
