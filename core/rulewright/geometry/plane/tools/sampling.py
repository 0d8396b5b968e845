"""Random places and random ways of laying a movement tool, for random play: legal nearly always, before the check.

What surely rules them out is left out, and one of the rest is taken.
"""

import math
import random
from collections.abc import Collection
from typing import Final

import numpy as np

from ... import TOLERANCE
from ..move.levels import unders
from ..move.rise import near_models
from ..move.slides import Mask, grounds_of, inner_radius, inside, off
from ..move.surroundings import outline_edges
from ..place.placing import check_stand
from ..scene import Model, Scene
from ..shapes import Footprint, Points, Pose, facing_of, point_of, radius
from .elbows import Laid
from .tools import MovementTool, Passage, lay

DRAWN: Final = 32
"""Places that are drawn at once."""
TRIES: Final = 72
"""Ways of laying a tool that are drawn until one leads somewhere."""


def sample_place(
    scene: Scene,
    name: str,
    inches: float,
    rng: random.Random,
    of: Footprint | None = None,
    wholly: bool = False,
    closed: Collection[str] = (),
) -> Pose | None:
    """
    A random pose at which a model may be placed within a range, with its facing; None where none is found.

    Parameters as in :func:`.placing.check_place`, which decides. The same for the same state of ``rng``.
    """
    model = scene.model(name)
    source = model.footprint if of is None else of
    size = radius(model.base)
    left, low, right, high = source.grown(inches - size if wholly else inches + size).bounds
    for _ in range(3):
        draws = np.array([(rng.uniform(left, right), rng.uniform(low, high)) for _ in range(DRAWN)])
        away = np.min([off(draws, part) for part in source.parts], axis=0)
        near = away <= (inches - size if wholly else inches + inner_radius(model.base)) - TOLERANCE
        free = draws[near]
        free = free[may_stand(scene, model, free, closed)]
        if len(free):
            return model.pose.at(*free[0].tolist())
    return None


def sample_advance(
    scene: Scene, name: str, tool: MovementTool, passage: Passage, rng: random.Random
) -> tuple[Laid, Pose] | None:
    """
    A random way of laying a movement tool from a model, and a random pose that it leads to; None where none is found.

    The same for the same state of ``rng``. :func:`.tools.check_advance` decides. Raises GeometryError for an unknown
    model.
    """
    model = scene.model(name)
    barred = passage.barred(scene)
    for _ in range(TRIES):
        laid = _laid(tool, model, rng)
        pose = model.pose.at(*_end(tool, model, laid, rng))
        if barred.clear(tool, laid) and not check_stand(scene, name, pose, barred.names):
            return laid, pose
    return None


def _laid(tool: MovementTool, model: Model, rng: random.Random) -> Laid:
    """A tool from anywhere at the rim of a base, its first arm outwards, bent by any angle."""
    bearing = rng.uniform(0.0, 360.0)
    direction = bearing + rng.uniform(-80.0, 80.0)
    return lay(tool, model.footprint, direction, rng.uniform(-150.0, 150.0), bearing)


def _end(tool: MovementTool, model: Model, laid: Laid, rng: random.Random) -> tuple[float, float]:
    """A centre at which the base touches the tool."""
    first, last = ((laid.start, laid.elbow), (laid.elbow, laid.end))[rng.random() < 0.7]
    share, angle = rng.random(), rng.uniform(0.0, 2 * math.pi)
    far = (tool.half + inner_radius(model.base)) * math.sqrt(rng.random()) - TOLERANCE
    x, y = first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])
    return (x + far * math.cos(angle), y + far * math.sin(angle))


def may_stand(scene: Scene, model: Model, points: Points, closed: Collection[str] = ()) -> Mask:
    """Which places (n, 2) :func:`.placing.check_stand` allows, to within the tolerance."""
    own = model.at(Pose(0.0, 0.0, model.pose.facing))
    left, low, right, high = own.footprint.bounds
    corner = np.array([scene.width - right, scene.depth - high])
    free: Mask = np.asarray(((points >= (-left, -low)) & (points <= corner)).all(axis=1))
    if not free.any():
        return free
    size = radius(model.base)
    least, most = points[free].min(axis=0) - size, points[free].max(axis=0) + size
    around = (*point_of(least), *point_of(most))
    others = near_models(scene, around, model.id)
    grounds = [ground for other in others for ground in grounds_of(model.base, model.pose, other)]
    facing = facing_of(model.base, model.pose)
    rows = scene.terrain.near(around)
    for under in unders(scene.terrain, model.base, facing, rows):
        rims = outline_edges(scene, model.base, facing, scene.terrain.rows[under.piece.id])
        grounds += under.grounds if under.piece.id in closed or not under.piece.balance else rims
    for ground in grounds:
        free[free] &= ~inside(points[free], ground)
    return free
