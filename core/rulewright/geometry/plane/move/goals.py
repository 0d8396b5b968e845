"""What a unit's move is for, as data: a place, something to be near to, a direction, somewhere out of sight.

A goal says which way the whole unit would go over open ground (:meth:`wish`), which places are better for one model
(:meth:`rank`), and how far a unit is from it (:meth:`left`: first the inches that are missing, 0.0 when it is
reached, then what else makes one place better than another). ``least`` is what is missing at the best when every
model goes its inches freely: a plan that misses no more is certainly the best.

Things are named by the ids of models, markers, terrain and zones, or by the name of a unit.
"""

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec
import numpy as np
import shapely

from ... import GeometryError
from ...irrational import scalar, vector
from ...lattice import coarse
from ..measure.ranges import found, gap, ground
from ..measure.table import centre_of
from ..measure.units import members, unit_of
from ..scene import Model, Scene
from ..see.screens import SightPolicy
from ..see.units import sees
from ..see.visible import fully_visible
from ..shapes import Footprint, Points, radius
from ..slides import Floats


class Wish(msgspec.Struct, frozen=True):
    """What goals share: places are the better the nearer they are to where a model was to go; none is quite reached."""

    def wish(self, scene: Scene, models: Sequence[str], inches: float) -> Points:
        """The way the unit would go if nothing were in the way."""
        raise NotImplementedError(f"{type(self).__name__} leads nowhere")

    def rank(self, scene: Scene, model: Model, points: Points, aim: Points) -> Floats:
        """How good places are for a model that was to go to ``aim``: less is better."""
        return _apart(points, aim)

    def left(self, scene: Scene, models: Sequence[str]) -> tuple[float, ...]:
        """How far the unit is from the goal: less is better."""
        raise NotImplementedError(f"{type(self).__name__} is no distance away")

    def least(self, scene: Scene, models: Sequence[str], inches: float) -> float:
        """What is left at the best."""
        return self.left(scene, models)[0] - inches

    def reached_by(self, scene: Scene, models: Sequence[str]) -> tuple[str, ...]:
        """The models that are where they should be."""
        return ()


class Spot(Wish, frozen=True):
    """The middle of the unit at a point."""

    x: float
    y: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.x) and math.isfinite(self.y)):
            raise GeometryError(f"a spot is two finite numbers (x, y), not {(self.x, self.y)!r}")

    def wish(self, scene: Scene, models: Sequence[str], inches: float) -> Points:
        return np.array([self.x, self.y]) - middle(scene, models)

    def left(self, scene: Scene, models: Sequence[str]) -> tuple[float, ...]:
        return (float(vector.hypot(*self.wish(scene, models, 0.0))),)

    def least(self, scene: Scene, models: Sequence[str], inches: float) -> float:
        return max(0.0, self.left(scene, models)[0] - inches)

    def reached_by(self, scene: Scene, models: Sequence[str]) -> tuple[str, ...]:
        return tuple(models) if self.left(scene, models)[0] <= NEARLY else ()


class Beside(Wish, frozen=True):
    """
    Models within this many inches of a thing: reached when one is; 0 inches is contact.

    As many as can come there; of places that are equally near, those with the shortest way.
    """

    thing: str
    inches: float = 0.0

    def __post_init__(self) -> None:
        if not self.inches >= 0.0:
            raise GeometryError(f"being beside {self.thing!r} is a number of inches from 0 up, not {self.inches!r}")

    def wish(self, scene: Scene, models: Sequence[str], inches: float) -> Points:
        """The way the unit would go if nothing were in the way: so far that its nearest model is near enough."""
        pairs = (gap(scene, model, thing) for model in models for thing in things(scene, self.thing))
        near = min(pairs, key=lambda one: coarse(one.horizontal))
        way = np.array(near.points[1]) - np.array(near.points[0])
        share = max(0.0, near.horizontal - self.inches) / near.horizontal if near.horizontal else 0.0
        wish: Points = way * share
        return wish

    def rank(self, scene: Scene, model: Model, points: Points, aim: Points) -> Floats:
        size = radius(model.base)
        grounds = [ground(scene, thing) for thing in things(scene, self.thing)]
        spots = shapely.points(points)
        away = np.min([shapely.distance(one.core, spots) - one.radius for one in grounds], axis=0) - size - self.inches
        ranks: Floats = np.maximum(away, 0.0) + 0.01 * _apart(points, aim)
        return ranks

    def left(self, scene: Scene, models: Sequence[str]) -> tuple[float, ...]:
        """How far the nearest model of the unit is from the goal, and how far they are on average."""
        away = [self._away(scene, model) for model in models]
        return (min(away), sum(away) / len(away))

    def _away(self, scene: Scene, model: str) -> float:
        near = min(gap(scene, model, thing).horizontal for thing in things(scene, self.thing))
        return max(0.0, near - self.inches)

    def least(self, scene: Scene, models: Sequence[str], inches: float) -> float:
        """What is left at the best: bases may turn, so their circles are measured."""
        circles = (scene.model(name) for name in models)
        spots = [Footprint(np.array([one.pose.centre]), radius(one.base)) for one in circles]
        grounds = [ground(scene, thing) for thing in things(scene, self.thing)]
        gaps = [
            min(float(shapely.distance(one.core, spot.skeleton)) - one.radius for one in grounds) - spot.radius
            for spot in spots
        ]
        return max(0.0, min(gaps) - self.inches - inches)

    def reached_by(self, scene: Scene, models: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in models if self._away(scene, name) <= NEARLY)


class Heading(Wish, frozen=True):
    """As far as it goes in a direction, in degrees: reached when the unit went all of its inches."""

    degrees: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.degrees):
            raise GeometryError(f"a heading is a finite number of degrees, not {self.degrees!r}")

    @property
    def way(self) -> Points:
        """The direction, of length 1."""
        angle = math.radians(self.degrees)
        return np.array([scalar.cos(angle), scalar.sin(angle)])

    def wish(self, scene: Scene, models: Sequence[str], inches: float) -> Points:
        return inches * self.way

    def left(self, scene: Scene, models: Sequence[str]) -> tuple[float, ...]:
        """How far the unit is from being all the way over there; only differences mean something."""
        return (-float(vector.matmul(middle(scene, models), self.way)),)


class AwayFrom(Wish, frozen=True):
    """As far as it goes from the nearest of a thing."""

    thing: str

    def wish(self, scene: Scene, models: Sequence[str], inches: float) -> Points:
        """The way the unit would go if nothing were in the way; along x from something that is all around it."""
        pairs = (gap(scene, model, thing) for model in models for thing in things(scene, self.thing))
        nearest = min(pairs, key=lambda one: coarse(one.horizontal)).b
        way = middle(scene, models) - np.array(centre_of(scene, nearest))
        size = float(vector.hypot(*way))
        return inches * (way / size if size > NEARLY else np.array([1.0, 0.0]))

    def left(self, scene: Scene, models: Sequence[str]) -> tuple[float, ...]:
        """Less the farther away the nearest model is, then the others on average."""
        grounds = things(scene, self.thing)
        away = [min(gap(scene, model, thing).horizontal for thing in grounds) for model in models]
        return (-min(away), -sum(away) / len(away))


class OutOfSight(Wish, frozen=True):
    """No model of some units sees a model of the unit; with ``cover``, none sees all of one (:func:`fully_visible`)."""

    units: tuple[str, ...]
    policy: SightPolicy = SightPolicy()
    cover: bool = False

    def wish(self, scene: Scene, models: Sequence[str], inches: float) -> Points:
        """Nowhere in particular: the unit stays where it is hidden."""
        return np.zeros(2)

    def rank(self, scene: Scene, model: Model, points: Points, aim: Points) -> Floats:
        """How good places are for a model: how many lines from the centres of enemies meet no terrain, then the way."""
        eyes = np.array([scene.model(name).pose.centre for name in self.watchers(scene)])
        ends = np.broadcast_to(points[:, None], (len(points), len(eyes), 2))
        lines = np.asarray(shapely.linestrings(np.stack([np.broadcast_to(eyes, ends.shape), ends], axis=2)))
        free = np.ones(lines.shape, dtype=np.bool_)
        for polygon in scene.terrain.polygons:
            shapely.prepare(polygon)
            free &= ~shapely.intersects(polygon, lines)
        ranks: Floats = free.sum(axis=1) + 0.01 * _apart(points, np.array(model.pose.centre))
        return ranks

    def left(self, scene: Scene, models: Sequence[str]) -> tuple[float, ...]:
        return (float(len(models) - len(self.reached_by(scene, models))),)

    def least(self, scene: Scene, models: Sequence[str], inches: float) -> float:
        """What is left at the best: nothing is known before."""
        return 0.0

    def reached_by(self, scene: Scene, models: Sequence[str]) -> tuple[str, ...]:
        """The models that nobody sees."""
        seen = fully_visible if self.cover else sees
        eyes = self.watchers(scene)
        return tuple(name for name in models if not any(seen(scene, eye, name, self.policy) for eye in eyes))

    def watchers(self, scene: Scene) -> tuple[str, ...]:
        """The models of the units that look."""
        return tuple(name for unit in self.units for name in members(scene, unit))


Goal: TypeAlias = Spot | Beside | Heading | AwayFrom | OutOfSight

NEARLY: Final = 0.003
"""A goal is reached by who misses it by no more inches: what planners leave for safety."""


def things(scene: Scene, name: str) -> tuple[str, ...]:
    """The thing of that id, or all models of a unit of that name."""
    if any(unit_of(model) == name for model in scene.models.values()):
        return members(scene, name)
    found(scene, name)
    return (name,)


def middle(scene: Scene, models: Sequence[str]) -> Points:
    """The mean of the centres of some models."""
    mean: Points = np.mean([scene.model(name).pose.centre for name in models], axis=0)
    return mean


def _apart(points: Points, aim: Points) -> Floats:
    away: Floats = vector.hypot(points[:, 0] - aim[0], points[:, 1] - aim[1])
    return away
