"""A random set-up of a whole unit: each model where it may stand, beside those that have a place, if they must be."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import shapely
from shapely.geometry import MultiPolygon

from ... import TOLERANCE
from ...irrational import vector
from ..measure.units import Together
from ..move.movers import near_to
from ..scene import Model, Scene
from ..shapes import Point, Points, radius
from ..slides import Mask, grounds_of, inside, off
from .setup import SetupPolicy, region
from .spots import allowed, kind_of

DRAWN: Final = 40
"""Places that are drawn at once for one model."""
FOR_EACH: Final = 8
"""Places more for each model of a unit that has none yet."""
MORE: Final = 200
"""Places that are tried where none of those was free."""


def draw(
    scene: Scene,
    models: Sequence[Model],
    policy: SetupPolicy,
    rng: random.Random,
    variants: Callable[[Model], Sequence[Model]],
) -> list[Model] | None:
    """Poses for all models, which are not in the scene; None where one finds no place."""
    choice = rng.choice([*policy.choices()])
    together = next((one for one in choice.conditions if isinstance(one, Together)), None)
    units = {model.unit for model in models} - {""}
    waiting = [other for other in scene.models.values() if other.unit in units]
    placed: list[Model] = []
    stocks: dict[object, _Stock] = {}
    for model in rng.sample(list(models), len(models)):
        variant = rng.choice(variants(model))
        kind = kind_of(variant)
        spot = stocks[kind].take() if kind in stocks else None
        if spot is None:
            unit = [*waiting, *placed] if together else []
            many = DRAWN + FOR_EACH * (len(models) - len(placed))
            points = (
                _near(variant, unit, together, rng, many)
                if together and unit
                else _anywhere(scene, variant, choice, rng)
            )
            stock = _Stock(
                variant, points, allowed(scene, variant, choice, points), together, len(models) + len(waiting)
            )
            stock.heed(placed, waiting)
            spot = stock.take()
            if spot is None:
                return None
            if unit or not together:
                stocks[kind] = stock
        placed.append(model.at(variant.pose.at(*spot)))
        for stock in stocks.values():
            stock.heed(placed[-1:])
    return placed


class _Stock:
    """Places that were drawn for models of one kind, and which of them are still free and near enough to their unit."""

    def __init__(self, variant: Model, points: Points, free: Mask, together: Together | None, unit: int) -> None:
        self.variant, self.together, self.unit = variant, together, unit
        self.points, self.near, self.others = points[free], np.zeros(np.count_nonzero(free)), 0
        """The places, to how many of the unit each is near, and how many of it stand somewhere."""

    def heed(self, placed: Sequence[Model], waiting: Sequence[Model] = ()) -> None:
        """Note where models were placed, beside which others stand, and where others of the unit stand already."""
        for other in placed:
            free = np.ones(len(self.points), dtype=np.bool_)
            for ground in grounds_of(self.variant.base, self.variant.pose, other):
                free &= ~inside(self.points, ground, -TOLERANCE)
            self.points, self.near = self.points[free], self.near[free]
        if self.together:
            for other in (*placed, *waiting):
                self.near += near_to(self.variant, self.points, other, self.together.inches)
                self.others += 1

    def take(self) -> Point | None:
        """The first place that will do; None where there is none."""
        wanted = min(self.together.wanted(self.unit), self.others) if self.together else 0
        found = np.flatnonzero(self.near >= wanted)
        return (float(self.points[found[0], 0]), float(self.points[found[0], 1])) if len(found) else None


def kept_region(scene: Scene, variant: Model, policy: SetupPolicy) -> MultiPolygon:
    """Where the centre of a model may be, kept with the scene."""

    def build(now: Scene) -> MultiPolygon:
        found = region(now, variant, policy)
        shapely.prepare(found)
        return found

    return scene.kept(("setting up", policy, kind_of(variant)), build)


def _anywhere(scene: Scene, variant: Model, policy: SetupPolicy, rng: random.Random) -> Points:
    """Places in a box that holds the region of a model, more of them where the first are not in it."""
    (left, low), (right, high) = _box(scene, variant, policy)
    tried = np.empty((0, 2))
    for many in (DRAWN, MORE):
        tried = np.array([(rng.uniform(left, right), rng.uniform(low, high)) for _ in range(many)])
        if allowed(scene, variant, policy, tried).any():
            break
    return tried


def _box(scene: Scene, variant: Model, policy: SetupPolicy) -> tuple[Iterator[float], Iterator[float]]:
    """Two corners of a box that holds every centre in the region of a model."""
    boxes = [one.box(scene, variant) for one in policy.conditions if not isinstance(one, Together)]
    edges = list(zip((0.0, 0.0, scene.width, scene.depth), *boxes, strict=True))
    return map(max, edges[:2]), map(min, edges[2:])


def _near(variant: Model, unit: Sequence[Model], together: Together, rng: random.Random, many: int) -> Points:
    """Places near enough to random models of a unit, and not on them."""
    others = rng.choices(unit, k=many)
    reaches = {other.id: _reaches(variant, other) for other in dict.fromkeys(others)}
    far = np.array([rng.uniform(reaches[one.id][0], reaches[one.id][1] + together.inches) for one in others])
    angles = np.array([rng.uniform(0.0, 2 * math.pi) for _ in others])
    ways: Points = np.stack([vector.cos(angles), vector.sin(angles)], axis=1)
    return np.array([other.pose.centre for other in others]) + far[:, None] * ways


def _reaches(one: Model, other: Model) -> tuple[float, float]:
    """How near the centres of two models are at least when they touch, and how far apart at most."""
    grounds = grounds_of(one.base, one.pose, other)
    centre = np.array([other.pose.centre])
    return -max(float(off(centre, ground)[0]) for ground in grounds), radius(one.base) + radius(other.base)
