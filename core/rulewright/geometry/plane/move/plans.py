"""What plans are, and good moves of one model towards others, for hints and for programs.

Every move that is suggested is allowed by the check it is made for, and the same question always has the same answer.
"""

from collections.abc import Sequence
from itertools import chain

import msgspec

from ... import TOLERANCE
from ...lattice import coarse
from ..measure.ranges import gap
from ..scene import Scene
from ..shapes import Pose
from .approach import Allowed, Near, anywhere, closest_possible, contact_by_route, contact_poses
from .legs import Move
from .policy import MovePolicy


class Plan(msgspec.Struct, frozen=True):
    """
    Moves of a unit's models, in order, and what comes of them.

    ``ends`` says where each model stands in the end, those that stay included. ``reached`` are the models that reach
    the goal. ``certain`` says that this is proven: no legal plan does better; otherwise there may be one.
    ``effort`` is how many moves were followed to find it: the same on every machine.
    """

    moves: tuple[Move, ...]
    ends: dict[str, Pose]
    reached: tuple[str, ...]
    certain: bool
    effort: int


def suggest_towards(
    scene: Scene, model: str, enemies: Sequence[str], inches: float, policy: MovePolicy, allowed: Allowed = anywhere
) -> tuple[Near, ...]:
    """
    Moves that bring a model to base contact with an enemy, the shortest first; else as close as it can come.

    The same question always has the same answer.
    """
    near = sorted((gap(scene, model, enemy) for enemy in enemies), key=lambda one: (coarse(one.straight), one.b))
    reached = [one for one in near if one.horizontal <= inches + TOLERANCE]
    arcs = chain.from_iterable(contact_poses(scene, model, one.b, inches, policy, allowed=allowed) for one in reached)
    ways = sorted(
        (way for arc in arcs for way in arc.ways),
        key=lambda way: tuple(map(coarse, (way.inches, way.pose.x, way.pose.y))),
    )
    if ways:
        return tuple(ways)
    round_corners = (contact_by_route(scene, model, one.b, inches, policy, allowed) for one in reached)
    walks = [way for way in round_corners if way is not None]
    if walks or not near:
        return tuple(walks)
    best = closest_possible(scene, model, near[0].b, inches, policy, allowed=allowed)
    return () if best is None else (best,)
