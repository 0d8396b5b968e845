"""Proofs that a unit cannot charge a target, for rules that ask before anyone plans: quick, and never wrong.

The ground from which a model would engage an enemy is cut into squares. One is out of the question when all of it is
farther away than the inches last, or the model could end nowhere in it; when all are, however small, that is a proof.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import structs

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..measure.ranges import distance
from ..measure.units import members
from ..scene import Model, Scene
from ..shapes import MM_PER_INCH, Circle, Footprint, Points, radius
from ..slides import inner_radius, off
from .bars import Bars
from .charges import ENGAGEMENT
from .moves import Policies, distance_of, policy_of
from .policy import MovePolicy
from .surroundings import box_around

WIDE: Final = 0.6
"""How wide the first squares are, in inches."""
SPLITS: Final = 3
"""How often those that are left are split into nine."""
MOST: Final = 600
"""With more squares left than these nothing is proven."""
SQUARE: Final = np.array([(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)])


def cannot_charge(
    scene: Scene, models: Iterable[str], targets: Iterable[str], inches: float, policies: Policies
) -> bool:
    """
    Whether it is proven that a unit cannot engage all of its targets, however its models turn and go there.

    That is so where no model can come to be engaged with one of them: it is too far away, or there is nowhere
    to stand. False says nothing: ways that are shut, and models in each other's way, are not looked at. Kept with
    the scene. Raises GeometryError for unknown models and targets.
    """
    known: dict[object, bool] = scene.kept("cannot charge", lambda scene: {})
    movers = tuple((name, policy_of(policies, name), distance_of(name, inches)) for name in models)
    for target in targets:
        key = (movers, target)
        if key not in known:
            known[key] = all(_cannot_engage(scene, *mover, members(scene, target)) for mover in movers)
        if known[key]:
            return True
    return False


def _cannot_engage(scene: Scene, name: str, policy: MovePolicy, inches: float, enemies: Sequence[str]) -> bool:
    """Whether a model surely ends engaged with none of some enemies."""
    model = scene.model(name)
    spot = Footprint(np.array([model.pose.centre]), radius(model.base))
    reach = inches + ENGAGEMENT[0] + TOLERANCE
    near = [one for one in map(scene.model, enemies) if distance(spot, one.footprint) <= reach]
    if not near:
        return True
    bars = _bars(scene, model, policy, inches)
    if bars is None or any(one.hull is not None for one in near):  # who is kept off by a hull may count as engaged
        return False
    return all(_shut(bars, spot, part) for one in near for part in one.footprint.parts)


def _bars(scene: Scene, model: Model, policy: MovePolicy, inches: float) -> Bars | None:
    """What the model cannot stand on however it turns: that of the disc in it; None where that is not known."""
    size = inner_radius(model.base)
    if size <= 0.0 or policy.hull is not None:
        return None
    disc = structs.replace(model, base=Circle(2 * size * MM_PER_INCH))
    bars = Bars(scene, disc, box_around(disc.base, disc.pose, inches), inches, policy)
    # What is wider than its disc may be raised by terrain that the disc does not touch.
    return bars if isinstance(model.base, Circle) or not bars.raised_anywhere else None


def _shut(bars: Bars, spot: Footprint, enemy: Footprint) -> bool:
    """Whether there is surely no place at which an enemy is engaged."""
    ground = enemy.grown(spot.radius + ENGAGEMENT[0] + TOLERANCE)
    start, inches = spot.core[0], bars.inches + TOLERANCE

    def left(points: Points, around: float) -> Points:
        points = points[off(points, ground) <= around]
        points = points[vector.hypot(*(points - start).T) <= inches + around]
        return points[bars.may_end(points, around)]

    low_x, low_y, high_x, high_y = ground.bounds
    x, y = np.arange(low_x, high_x + WIDE, WIDE), np.arange(low_y, high_y + WIDE, WIDE)
    points, wide = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), WIDE
    for _ in range(SPLITS):
        points = left(points, wide * scalar.sqrt(0.5))
        if not len(points):
            return True
        if len(points) > MOST or len(left(points, 0.0)):
            return False
        wide /= 3
        points = (points[:, None] + wide * SQUARE).reshape(-1, 2)
    return False
