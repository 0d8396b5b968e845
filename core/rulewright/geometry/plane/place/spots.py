"""Which of some places a model may be set up at: what its region holds, asked of these places alone.

A region is a drawing of everywhere; where a few places are tried, sums tell the same of each, and much sooner.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ... import TOLERANCE
from ..measure.units import Together
from ..move.bars import Grounds, grounds_near, grounds_on, inside_any, split
from ..move.rise import gap
from ..scene import Model, Scene, Zone
from ..shapes import Points, facing_of
from ..slides import Mask, at_origin
from .placing import check_stand
from .setup import LESS, Asked, Away, Near, NearOneEdge, OnOrOff, OutOf, SetupPolicy, Standing


def allowed(scene: Scene, model: Model, policy: SetupPolicy, points: Points) -> Mask:
    """
    Which places (n, 2) the region of a model holds, with its facing and at its height (:func:`.setup.region`).

    The model is not in the scene.
    """
    left, low, right, high = at_origin(model.base, model.pose.facing).bounds
    x, y = points.T
    free: Mask = (x >= -left - LESS) & (x <= scene.width - right + LESS)
    free &= (y >= -low - LESS) & (y <= scene.depth - high + LESS)
    for one in policy.conditions:
        if not isinstance(one, Together) and free.any():
            free[free] = HOLDS.get(type(one), _in_region)(one, scene, model, points[free])
    return free


def _in_region(asked: Asked, scene: Scene, model: Model, points: Points) -> Mask:
    """Which places the region of one condition holds, which is kept with the scene."""

    def build(now: Scene) -> BaseGeometry:
        return _prepared(asked.region(now, model, at_origin(model.base, model.pose.facing), LESS))

    key, where = ("region", asked, kind_of(model)), _fixed(asked, scene)
    if where is None:
        region = scene.kept(key, build)
    else:  # whatever moves
        region = scene.terrain.kept((*key, scene.width, scene.depth, where), lambda _: build(scene))
    found: Mask = shapely.contains_xy(region, points)
    return found


def _fixed(asked: Asked, scene: Scene) -> tuple[Zone | None, ...] | None:
    """The zones that a region depends on, besides table and terrain; None where models or markers matter, too."""
    if isinstance(asked, NearOneEdge):
        return ()
    things = asked.things if isinstance(asked, Near | Away | OutOf) else None
    if things is None or any(one in scene.models or one in scene.markers for one in things):
        return None
    return tuple(scene.zones.get(one) for one in things)


def _away(away: Away, scene: Scene, model: Model, points: Points) -> Mask:
    """Which places are farther than that from all enemies."""
    if away.things is not None:
        return _in_region(away, scene, model, points)

    def build(scene: Scene) -> Grounds:
        enemies = [scene.models[name] for name in away.enemies(scene, model)]
        return split(ground for one in enemies for ground in grounds_near(model.base, model.pose, one, away.inches))

    close = scene.kept(("close", away, kind_of(model)), build)
    return ~inside_any(points, close, LESS - 2 * TOLERANCE)


def _standing(standing: Standing, scene: Scene, model: Model, points: Points) -> Mask:
    """Which places are beside all other models, clear of enemies, and not on terrain that is not stood on."""

    free = ~inside_any(points, _grounds_of_others(scene, model, level=True), LESS)
    own = at_origin(model.base, model.pose.facing)
    key = ("stood on", scene.width, scene.depth, standing, own.core.tobytes(), own.radius, model.pose.height)
    ground = scene.terrain.kept(key, lambda _: _prepared(standing.ground(scene, model, own, LESS)))
    free[free] = shapely.contains_xy(ground, points[free])
    clear = standing.clear
    if clear is not None:
        free[free] = _away(clear, scene, model, points[free])
    return free


def _grounds_of_others(scene: Scene, model: Model, *, level: bool = False) -> Grounds:
    """Where the centre of a model is that overlaps others, with ``level`` of those that reach to its level."""

    def build(scene: Scene) -> Grounds:
        others = [one for one in scene.models.values() if one.id != model.id]
        meant = (one for one in others if not level or gap(model.body, one.body) < -TOLERANCE)
        return split(ground for one in meant for ground in grounds_on(model.base, model.pose, one))

    return scene.kept(("taken", level, kind_of(model)), build)


def _on_or_off(asked: OnOrOff, scene: Scene, model: Model, points: Points) -> Mask:
    """Which places are beside all other models and on or off all terrain; a few places are checked one by one."""
    if len(points) > FEW:
        own = at_origin(model.base, model.pose.facing)
        key = ("on or off", scene.width, scene.depth, asked.closed, own.core.tobytes(), own.radius)
        ground = scene.terrain.kept(key, lambda _: _prepared(asked.ground(scene, own, LESS)))
        free: Mask = shapely.contains_xy(ground, points)
        free[free] = ~inside_any(points[free], _grounds_of_others(scene, model), LESS)
        return free
    poses = [model.pose.at(x, y) for x, y in points.tolist()]
    there = scene.with_models([model.at(poses[0])])
    return np.array([not check_stand(there, model.id, pose, asked.closed) for pose in poses])


FEW: Final = 4
"""Places that are sooner checked one by one than looked for in the drawing of a region."""

HOLDS: Final[Mapping[type, Callable[[Any, Scene, Model, Points], Mask]]] = {
    Away: _away,
    Standing: _standing,
    OnOrOff: _on_or_off,
}
"""How conditions about models, which come and go, are asked; the regions of all others are soon drawn."""


def kind_of(variant: Model) -> tuple[object, ...]:
    """What the region of a model depends on: round bases have one for all facings."""
    pose = (facing_of(variant.base, variant.pose), variant.pose.height)
    return (variant.base, *pose, variant.height, variant.size, variant.side, variant.unit, variant.traits)


def _prepared(region: BaseGeometry) -> BaseGeometry:
    shapely.prepare(region)
    return region
