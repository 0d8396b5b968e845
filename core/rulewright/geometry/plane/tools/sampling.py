"""Random places and random ways of laying a movement tool, for random play: legal nearly always, before the check.

One after the other is drawn, until nothing rules one out.
"""

import math
import random
from collections.abc import Collection
from typing import Final

from ... import TOLERANCE
from ...irrational import scalar
from ..place.placing import check_place, check_stand
from ..rounds import discs, is_free, size_of
from ..scene import Model, Scene
from ..shapes import Footprint, Pose, radius
from ..slides import inner_radius
from .elbows import Laid
from .tools import MovementTool, Passage, lay

TRIES: Final = 72
"""Places, or ways of laying a tool, that are drawn until one is legal."""


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
    for _ in range(TRIES):
        pose = model.pose.at(rng.uniform(left, right), rng.uniform(low, high))
        if _may_stand(scene, model, pose, closed) and not check_place(scene, name, pose, inches, of, wholly, closed):
            return pose
    return None


def _may_stand(scene: Scene, model: Model, pose: Pose, closed: Collection[str]) -> bool:
    """Whether a model may stand at a pose; of round bases to within what arithmetic may be wrong by."""
    size = size_of(model.base)
    if size is None or len(discs(scene)) < len(scene.models):
        return not check_stand(scene, model.id, pose, closed)
    return is_free(scene, model.id, size, pose.x, pose.y, closed)


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
        if barred.clear(tool, laid) and _may_stand(scene, model, pose, barred.names):
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
    size = size_of(model.base) or inner_radius(model.base)
    far = (tool.half + size) * scalar.sqrt(rng.random()) - TOLERANCE
    x, y = first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])
    return (x + far * scalar.cos(angle), y + far * scalar.sin(angle))
