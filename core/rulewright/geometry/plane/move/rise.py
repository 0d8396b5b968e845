"""One model on its way through a scene: how high it is where, and which models are near."""

import math
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import numpy as np

from ... import TOLERANCE
from ..scene import Change, Model, Scene
from ..shapes import Pose, facing_of, footprint
from ..slides import Floats
from .legs import Box, Stage
from .levels import LevelStep, Under, air, climb, level, levels_at, low_under, rest, standing_faults, steps, unders
from .policy import MovePolicy, Way

Span: TypeAlias = tuple[float, float, float, float]
"""From how far to how far along a way, and the lowest and highest level there."""

LEVEL: Final = (0.0,)
"""The levels where there is nothing but the table."""
JUST_WITHIN: Final = 2 * TOLERANCE
"""Ground grown by this much more than a distance is overlapped, deeper than TOLERANCE, exactly when within it."""


class Rise:
    """
    How a model goes up and down on its way.

    ``length`` is its straight lines in inches, ``steps`` the parts of it, ``start`` the level it starts on,
    ``path`` the level on each part (none for flyers), ``climbed`` inches up and down, or how much longer the
    way through the air is, ``end`` where it ends.
    """

    def __init__(self, scene: Scene, model: Model, legs: tuple[Stage, ...], policy: MovePolicy) -> None:
        self.scene = scene
        self.model = model
        self.policy = policy
        self.legs = legs
        self.length = legs[-1].until if legs else 0.0
        last = legs[-1].after if legs else model.pose
        heights = (model.pose.height, *(leg.height for leg in legs))
        self.steps: list[LevelStep] = []
        self.path: tuple[float, ...] = ()
        self.start, self.climbed, self.stood_on = 0.0, 0.0, frozenset[str]()
        self.end = Pose(last.x, last.y, last.facing, 0.0)
        if any(heights) or any(leg.height is not None for leg in legs) or self._meets_terrain():
            self._go_up_and_down(last)
        elif scene.pieces:
            ways = (leg for leg in legs if leg.turns or leg.length > 0.0)
            self.steps = [*map(_level_step, ways), LevelStep(self.length, self.length, LEVEL)]
            self.path = () if policy.flies else (0.0,) * len(self.steps)

    def _meets_terrain(self) -> bool:
        """Whether its base, or what it sweeps, may lie over terrain; all of its way is level where not."""
        if not self.scene.pieces:
            return False
        bounds = [leg.bounds for leg in self.legs] or [footprint(self.model.base, self.model.pose).bounds]
        left, low, right, high = zip(*bounds, strict=True)
        return bool(self.scene.terrain.near((min(left), min(low), max(right), max(high))))

    def _go_up_and_down(self, last: Pose) -> None:
        """Climb what is on the way to where it ends."""
        self.start = self._level(self.model.pose, self.model.pose.height)
        self.stood_on = self._low_top(self.model.pose)
        self.climbed, reached = self._climb(last)
        height = rest(self._under(last), last.centre, reached, self.policy)
        self.end = Pose(last.x, last.y, last.facing, height)

    def _climb(self, last: Pose) -> tuple[float, float]:
        """Inches up and down, and the level at the end."""
        wanted = self.legs[-1].height if self.legs else self.model.pose.height
        ends = self._ends(last) if wanted is None else (self._level(last, wanted),)
        self.steps = [step for leg in self.legs for step in self._steps(leg)]
        # From the top of low terrain one climbs what is left, or steps down freely.
        starts = (self.start, self.model.pose.height) if self.stood_on else (self.start,)
        if self.policy.flies:
            across, reached, self.start = min((self._through_air(one, end), end, one) for one in starts for end in ends)
            return across - self.length, reached
        self.steps.append(LevelStep(self.length, self.length, ends))
        (climbed, self.path), self.start = min((climb(one, self.steps), one) for one in starts)
        return climbed, self.path[-1]

    def _low_top(self, pose: Pose) -> frozenset[str]:
        """The low terrain on top of which the model stands, where that is more than ground."""
        if self.policy.low_tops_are_ground or pose.height <= TOLERANCE:
            return frozenset()
        return low_under(self._under(pose), pose.centre, pose.height, self.policy)

    def _ends(self, last: Pose) -> tuple[float, ...]:
        """The levels it can have at the end: those on which it can stand, where there are any."""
        under = self._under(last)
        ends = levels_at(under, last.centre, self.policy)
        if len(ends) == 1:
            return ends
        poses = {end: Pose(last.x, last.y, last.facing, rest(under, last.centre, end, self.policy)) for end in ends}
        base = self.model.base
        return tuple(end for end in ends if not standing_faults(self.scene, base, poses[end], self.policy)) or ends

    def _steps(self, leg: Stage) -> Iterator[LevelStep]:
        if leg.turns:
            yield LevelStep(leg.along, leg.along, self._turning_levels(leg))
        elif leg.length > 0.0:
            under = self._under(leg.pose, leg.bounds)
            for step in steps(under, leg.pose.centre, leg.way, leg.length, self.policy, self.stood_on):
                yield LevelStep(step.start + leg.along, step.end + leg.along, step.levels)
        if leg.height is not None and not self.policy.flies and leg is not self.legs[-1]:
            yield LevelStep(leg.until, leg.until, (self._level(leg.after, leg.height),))

    def _turning_levels(self, leg: Stage) -> tuple[float, ...]:
        """Up on everything that is touched while turning, or on floors above that at its start or end."""
        touched = (
            under.piece.height
            for under in self._under(leg.pose, leg.bounds)
            if self.policy.way(under.piece) is Way.CLIMBED and any(leg.depth(part) > TOLERANCE for part in under.parts)
        )
        top = max(touched, default=0.0)
        here = (levels_at(self._under(pose), pose.centre, self.policy) for pose in (leg.pose, leg.after))
        return tuple(sorted({top, *(one for levels in here for one in levels if one >= top)}))

    def _through_air(self, start: float, end: float) -> float:
        """The length of the way, pulled tight between the places whose height the move gives."""
        total, since = 0.0, 0.0
        for leg in self.legs[:-1]:
            if leg.height is not None:
                there = self._level(leg.after, leg.height)
                total += air(start, there, leg.until - since, _between(self.steps, since, leg.until))
                since, start = leg.until, there
        return total + air(start, end, self.length - since, _between(self.steps, since, self.length))

    def _under(self, pose: Pose, bounds: Box | None = None) -> list[Under]:
        base = self.model.base
        rows = self.scene.terrain.near(bounds or footprint(base, pose).bounds)
        return list(unders(self.scene.terrain, base, facing_of(base, pose), rows))

    def _level(self, pose: Pose, height: float) -> float:
        return level(self._under(pose), pose.centre, height, self.policy) if height else 0.0

    def spans(self) -> list[Span]:
        """How high the model is where, climbs included; nothing for flyers, who choose their height."""
        if self.policy.flies:
            return []
        if not self.path:
            return [(0.0, self.length, 0.0, 0.0)]
        held = [(step.start, step.end, at, at) for step, at in zip(self.steps, self.path, strict=True)]
        climbs = [
            (step.start, step.start, min(low, high), max(low, high))
            for step, low, high in zip(self.steps, (self.start, *self.path), self.path, strict=False)
            if low != high
        ]
        return held + climbs


def _level_step(leg: Stage) -> LevelStep:
    """The part of a way that a leg is, on the table."""
    return LevelStep(leg.along, leg.along if leg.turns else leg.until, LEVEL)


def _between(steps: Iterable[LevelStep], since: float, until: float) -> list[LevelStep]:
    """The steps of a part of the way, as if it started there."""
    return [
        LevelStep(step.start - since, step.end - since, step.levels)
        for step in steps
        if since <= step.start and step.end <= until
    ]


# ------------------------------------------------------------------------------------------------- who is near


def near_models(scene: Scene, bounds: Box, but: str = "", margin: float = 0.0) -> list[Model]:
    """The models, but for one that is named, whose ground may come within a margin of a box."""
    boxes = scene.kept("boxes of models", _boxes, _boxes_after)
    low_x, low_y, high_x, high_y = bounds
    touch = (
        (boxes[:, 0] < high_x + margin)
        & (boxes[:, 2] > low_x - margin)
        & (boxes[:, 1] < high_y + margin)
        & (boxes[:, 3] > low_y - margin)
    )
    models = tuple(scene.models.values())
    return [models[row] for row in np.flatnonzero(touch) if models[row].id != but]


def _boxes(scene: Scene) -> Floats:
    return np.array([_box(model) for model in scene.models.values()]).reshape(-1, 4)


def _boxes_after(old: Floats, scene: Scene, change: Change) -> Floats:
    new: Floats = np.empty((len(change.rows), 4)) if len(old) == 0 else old[change.rows]
    models = tuple(scene.models.values())
    for row in np.flatnonzero(change.rows < 0):
        new[row] = _box(models[row])
    return new


def _box(model: Model) -> Box:
    """The box around all of a model."""
    if model.hull is None:
        return model.footprint.bounds
    left, low, right, high = zip(*(ground.bounds for ground in model.grounds), strict=True)
    return (min(left), min(low), max(right), max(high))


def gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The vertical distance between what reaches from a low to a high point and another; below 0 where they overlap."""
    if abs(one[0] - other[0]) <= TOLERANCE:
        return -math.inf
    return max(other[0] - one[1], one[0] - other[1])


def meets(spans: list[Span], start: float, end: float, height: float, other: tuple[float, float], apart: float) -> bool:
    """
    Whether what is so tall comes vertically nearer than ``apart`` to what reaches from a low to a high point.

    It is asked of a stretch of its way.

    Without spans it is in the air at a height that nobody knows: then it does.
    """
    if not spans:
        return True
    here = (span for span in spans if start <= span[1] and span[0] <= end)
    return any(gap((low, high + height), other) < apart for _, _, low, high in here)
