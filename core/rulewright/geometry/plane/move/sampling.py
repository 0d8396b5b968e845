"""Random moves that are legal nearly always, for random play: drawn from what can be reached, not tried until they fit.

Many places are drawn at once and what surely rules them out is left out (:mod:`.bars`); one of the rest is taken. The
check decides as always: at least 95 of 100 pass it, and the tests measure that.
"""

import math
import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ...lattice import coarse
from ..measure.units import Together, whole_unit
from ..rounds import CLEARLY
from ..scene import Model, Scene
from ..shapes import Footprint, Point, Points, facing_of, radius
from ..slides import Floats, Mask, grounds_of, inside
from .bars import Bars
from .legs import Box, Move, To
from .movers import lacking
from .moves import Policies, distance_of, policy_of
from .plain import OpenGround, open_ground
from .policy import MovePolicy

TRIES: Final = 6
"""Places that are tried one by one over open ground."""
DRAWN: Final = 24
"""Places that are drawn at once."""
SCATTERED: Final = 1.5
"""How far from its place in the formation a model may come to stand, in inches, where the unit does not keep it."""


def sample_move(
    scene: Scene,
    models: Sequence[str],
    inches: float,
    policies: Policies,
    rng: random.Random,
    together: Together | None = None,
) -> tuple[Move, ...]:
    """
    A random move of a whole unit, the same for the same state of ``rng``; no moves where none is found: it stays.

    Half of the time the unit keeps its formation, otherwise its models scatter a little; with ``together`` they stay
    near each other. Raises GeometryError for unknown models.
    """
    unit = _Unit(scene, models, distance_of(models[0], inches) if models else 0.0, policies, together)
    if moves := unit.plainly(rng):
        return moves
    for shrink in (1.0, 0.35):
        steps = unit.inches * shrink * _in_disc(rng, DRAWN)
        free = np.flatnonzero(unit.open(steps))
        if len(free):
            step = steps[free[0]]
            return unit.scattered(step, rng) if rng.random() < 0.5 else unit.formed(step)
    return ()


class _Unit:
    """The models of a unit, those of one kind looked at together."""

    def __init__(
        self, scene: Scene, models: Sequence[str], inches: float, policies: Policies, together: Together | None
    ) -> None:
        self.scene = scene
        self.models = [scene.model(name) for name in models]
        self.inches = min(inches, scalar.hypot(scene.width, scene.depth))
        self.together = together
        self.starts = np.array([model.pose.centre for model in self.models]).reshape(-1, 2)
        self.kinds: dict[object, tuple[Bars, list[int]]] = {}
        names = frozenset(models)
        self.policies = {name: policy_of(policies, name) for name in models}
        for row, model in enumerate(self.models):
            policy = self.policies[model.id]
            kind = _kind(model, policy)
            if kind not in self.kinds:
                self.kinds[kind] = (Bars(scene, model, self._box(model), self.inches, policy, names), [])
            self.kinds[kind][1].append(row)
        self.waiting = [scene.model(name) for name in whole_unit(scene, models) if name not in names]

    def _box(self, model: Model) -> Box:
        """A box around everything that the unit can come to, measured with the base of a model."""
        reach = self.inches + radius(model.base)
        low, high = self.starts.min(axis=0) - reach, self.starts.max(axis=0) + reach
        return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    def open(self, steps: Points) -> Mask:
        """The steps that all models may make, as far as is seen at once."""
        free = np.ones(len(steps), dtype=np.bool_)
        for bars, rows in self.kinds.values():
            starts = np.repeat(self.starts[rows], len(steps), axis=0)
            points = starts + np.tile(steps, (len(rows), 1))
            free &= bars.may_go(starts, points).reshape(len(rows), len(steps)).all(axis=0)
        return free

    def plainly(self, rng: random.Random) -> tuple[Move, ...]:
        """A move over open ground, if a few tries find one of which that is sure; no moves where none does."""
        ground = open_ground(self.scene, self.policies, self.inches)
        most = self.inches - CLEARLY
        if ground is None or most <= 0.0:
            return ()
        for _ in range(TRIES):
            step = np.array(_in_circle(rng)) * most
            formed = self.formed(step)
            if ground.ends(formed) is not None:
                return formed if rng.random() < 0.5 or self.waiting else self._scattered_plainly(ground, step, rng)
        return ()

    def _scattered_plainly(self, ground: OpenGround, step: Points, rng: random.Random) -> tuple[Move, ...]:
        """Each model somewhere near its place in the formation, on open ground; all in formation otherwise."""
        stands, placed = dict(ground.starts), list[tuple[Point, float]]()
        for row in self._in_front_first(step):
            model = self.models[row]
            x, y = (self.starts[row] + step).tolist()
            size, wanted = ground.walkers[model.id].size, 0
            if self.together is not None:
                wanted = min(self.together.wanted(len(self.models)), len(placed))
            for _ in range(TRIES):
                aside_x, aside_y = _in_circle(rng)
                there = (x + SCATTERED * aside_x, y + SCATTERED * aside_y)
                if wanted and self._near(there, size, placed) < wanted:
                    continue
                if ground.free(model.id, there, stands):
                    break
            else:
                return self.formed(step)
            stands[model.id] = there
            placed.append((there, size))
        order = self._in_front_first(step)
        return tuple(_move(self.models[row], np.array(place)) for row, (place, _) in zip(order, placed, strict=True))

    def _near(self, there: Point, size: float, placed: Sequence[tuple[Point, float]]) -> int:
        """To how many models that have a place a place is surely near."""
        reach = size + (self.together.inches if self.together else 0.0) - CLEARLY
        return sum(scalar.dist(there, place) <= reach + other for place, other in placed)

    def formed(self, step: Points) -> tuple[Move, ...]:
        """All models by the same step, those in front first."""
        return tuple(_move(self.models[row], self.starts[row] + step) for row in self._in_front_first(step))

    def _in_front_first(self, step: Points) -> list[int]:
        order: list[int] = np.argsort(coarse(-vector.matmul(self.starts, step)), kind="stable").tolist()
        return order

    def scattered(self, step: Points, rng: random.Random) -> tuple[Move, ...]:
        """Each model somewhere near its place in the formation; all in formation where one finds nothing."""
        bars = {row: bars for bars, rows in self.kinds.values() for row in rows}
        placed, moves = list(self.waiting), list[Move]()
        order, unit = self._in_front_first(step), len(self.models) + len(self.waiting)
        for count, row in enumerate(order):
            model, start = self.models[row], self.starts[row]
            points = start + step + np.vstack([SCATTERED * _in_disc(rng, DRAWN), np.zeros((1, 2))])
            points = points[vector.hypot(*(points - start).T) <= self.inches]
            free = bars[row].may_go(start, points)
            waiting = [self.models[other] for other in order[count + 1 :]]
            for other in (*placed, *waiting):
                free[free] &= ~_inside(points[free], grounds_of(bars[row].shape, model.pose, other))
            free[free] &= lacking(model, points[free], placed, self.together, unit) == 0.0
            if not free.any():
                return self.formed(step)
            there = points[np.flatnonzero(free)[0]]
            placed.append(model.at(model.pose.at(*there.tolist())))
            moves.append(_move(model, there))
        return tuple(moves)


def sample_walk(scene: Scene, model: str, inches: float, policy: MovePolicy, rng: random.Random, legs: int = 2) -> Move:
    """
    A random move of one model along this many straight lines at most, the same for the same state of ``rng``.

    It stays where nothing is found. Raises GeometryError for an unknown model.
    """
    mover = scene.model(model)
    left = min(distance_of(model, inches), scalar.hypot(scene.width, scene.depth))
    reach, (x, y) = left + radius(mover.base), mover.pose.centre
    box = (x - reach, y - reach, x + reach, y + reach)
    here, corners = np.array([x, y]), list[To]()
    for _ in range(rng.randint(1, max(1, legs))):
        bars = Bars(scene, mover, box, left, policy)
        points = here + left * _in_disc(rng, DRAWN)
        free = np.flatnonzero(bars.may_go(here, points))
        if not len(free):
            break
        there = points[free[0]]
        left -= scalar.dist(here, there)
        here = there
        corners.append(To(*there.tolist()))
    return Move(model, tuple(corners))


def _move(model: Model, there: Points) -> Move:
    return Move(model.id, (To(float(there[0]), float(there[1])),))


def _kind(model: Model, policy: MovePolicy) -> object:
    """What is ruled out for a model depends on this alone."""
    return (model.base, facing_of(model.base, model.pose), model.body, model.side, model.traits, policy)


def _inside(points: Points, grounds: Sequence[Footprint]) -> Mask:
    found = np.zeros(len(points), dtype=np.bool_)
    for ground in grounds:
        found |= inside(points, ground, -TOLERANCE)
    return found


def _in_circle(rng: random.Random) -> Point:
    """A point of a disc of radius 1, all equally likely."""
    while True:
        x, y = 2 * rng.random() - 1, 2 * rng.random() - 1
        if x * x + y * y <= 1.0:
            return (x, y)


def _in_disc(rng: random.Random, count: int) -> Points:
    """Points of a disc of radius 1, all equally likely."""
    far: Floats = vector.sqrt([rng.random() for _ in range(count)])
    angles = 2 * math.pi * np.array([rng.random() for _ in range(count)])
    return np.stack([far * vector.cos(angles), far * vector.sin(angles)], axis=1)
