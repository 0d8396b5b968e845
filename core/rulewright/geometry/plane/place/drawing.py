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
from ..move.movers import lacking
from ..scene import Model, Scene
from ..shapes import Points, radius
from ..slides import grounds_of, inside, off
from .placing import sample_places
from .setup import SetupPolicy, check_setup, region
from .spots import allowed, kind_of

DRAWN: Final = 40
"""Places that are drawn at once for one model."""
MORE: Final = 200
"""Places that are tried where none of those was free, before its region is drawn."""


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
    for model in rng.sample(list(models), len(models)):
        variant = rng.choice(variants(model))
        unit = [*waiting, *placed] if together else []
        points = _near(variant, unit, together, rng) if together and unit else _anywhere(scene, variant, choice, rng)
        free = allowed(scene, variant, choice, points)
        for other in placed:
            for ground in grounds_of(variant.base, variant.pose, other):
                free[free] &= ~inside(points[free], ground, -TOLERANCE)
        if together and unit:
            free[free] &= lacking(variant, points[free], unit, together, len(models) + len(waiting)) == 0.0
        found = np.flatnonzero(free)
        if not len(found):
            return None
        placed.append(model.at(variant.pose.at(*points[found[0]].tolist())))
    return placed


def draw_alone(
    scene: Scene,
    model: Model,
    policy: SetupPolicy,
    rng: random.Random,
    variants: Callable[[Model], Sequence[Model]],
) -> Model | None:
    """
    A pose for a model that is set up by itself, and not in the scene, all legal centres equally likely; None where
    none was found.

    Places in a box are tried, and checked: where there is room, that is much quicker than the region.
    """
    choice = rng.choice([*policy.choices()])
    variant = rng.choice(variants(model))
    waited_for = any(isinstance(one, Together) for one in choice.conditions)
    if waited_for and any(one.unit == model.unit != "" for one in scene.models.values()):
        return None  # few places are near enough to the rest of its unit
    (left, low), (right, high) = _box(scene, variant, choice)
    for _ in range(DRAWN):
        placed = model.at(variant.pose.at(rng.uniform(left, right), rng.uniform(low, high)))
        free = allowed(scene, placed, choice, np.array([placed.pose.centre]))[0]
        if free and not check_setup(scene, (placed,), choice):
            return placed
    return None


def kept_region(scene: Scene, variant: Model, policy: SetupPolicy) -> MultiPolygon:
    """Where the centre of a model may be, kept with the scene."""

    def build(now: Scene) -> MultiPolygon:
        found = region(now, variant, policy)
        shapely.prepare(found)
        return found

    return scene.kept(("setting up", policy, kind_of(variant)), build)


def _anywhere(scene: Scene, variant: Model, policy: SetupPolicy, rng: random.Random) -> Points:
    """Places all over the region of a model, or places in a box that holds it, one of which is in it."""
    (left, low), (right, high) = _box(scene, variant, policy)
    for many in (DRAWN, MORE):
        tried = np.array([(rng.uniform(left, right), rng.uniform(low, high)) for _ in range(many)])
        if allowed(scene, variant, policy, tried).any():
            return tried
    places = sample_places(kept_region(scene, variant, policy), rng, DRAWN)
    return np.array(places, dtype=np.float64).reshape(-1, 2)


def _box(scene: Scene, variant: Model, policy: SetupPolicy) -> tuple[Iterator[float], Iterator[float]]:
    """Two corners of a box that holds every centre in the region of a model."""
    boxes = [one.box(scene, variant) for one in policy.conditions if not isinstance(one, Together)]
    edges = list(zip((0.0, 0.0, scene.width, scene.depth), *boxes, strict=True))
    return map(max, edges[:2]), map(min, edges[2:])


def _near(variant: Model, unit: Sequence[Model], together: Together, rng: random.Random) -> Points:
    """Places near enough to a random model of a unit, and not on it."""
    other = rng.choice(unit)
    least, most = _reaches(variant, other)
    far = np.array([rng.uniform(least, most + together.inches) for _ in range(DRAWN)])
    angles = np.array([rng.uniform(0.0, 2 * math.pi) for _ in range(DRAWN)])
    ways: Points = np.stack([vector.cos(angles), vector.sin(angles)], axis=1)
    return np.array(other.pose.centre) + far[:, None] * ways


def _reaches(one: Model, other: Model) -> tuple[float, float]:
    """How near the centres of two models are at least when they touch, and how far apart at most."""
    grounds = grounds_of(one.base, one.pose, other)
    centre = np.array([other.pose.centre])
    return -max(float(off(centre, ground)[0]) for ground in grounds), radius(one.base) + radius(other.base)
