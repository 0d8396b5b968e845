"""What plans are, what a charge needs, and good moves of one model towards others, for hints and for programs.

Every move that is suggested is allowed by the check it is made for, and the same question always has the same answer.
"""

import math
from collections.abc import Sequence
from itertools import chain

import msgspec

from ... import TOLERANCE
from ..measure.ranges import gap
from ..measure.units import members
from ..scene import Scene
from ..shapes import Pose
from .approach import (
    Allowed,
    Near,
    anywhere,
    closest_possible,
    contact_by_route,
    contact_poses,
    needed,
    needed_by_route,
)
from .charges import ENGAGEMENT
from .legs import Move
from .moves import Policies, policy_of
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


class ChargeNeed(msgspec.Struct, frozen=True):
    """
    What a charge at some targets needs: ``inches``, and the ``roll`` that gives them, a whole number.

    ``ways`` has one entry for each target: the move of the model that reaches it with the fewest inches.
    """

    inches: float
    roll: int
    ways: tuple[Near, ...]


def charge_needed(
    scene: Scene,
    models: Sequence[str],
    targets: Sequence[str],
    policies: Policies,
    reach: tuple[float, float] = ENGAGEMENT,
    most: float = 12.0,
) -> ChargeNeed | None:
    """
    The least charge with which some model of a unit is engaged with every target unit.

    None where a target is out of reach of ``most`` inches. Less is never enough in a straight line; more may be
    needed, since models stand in each other's way and must keep together.
    """
    ways = [_least_way(scene, models, members(scene, target), policies, reach, most) for target in targets]
    found = [way for way in ways if way is not None]
    if len(found) < len(ways) or not found:
        return None
    inches = max(way.inches for way in found)
    return ChargeNeed(inches, math.ceil(inches - TOLERANCE), tuple(found))


def _least_way(
    scene: Scene,
    models: Sequence[str],
    enemies: Sequence[str],
    policies: Policies,
    reach: tuple[float, float],
    most: float,
) -> Near | None:
    """The move of the fewest inches that brings one of the models within reach of one of the enemies."""
    pairs = sorted((gap(scene, model, enemy) for model in models for enemy in enemies), key=lambda one: one.horizontal)
    best: Near | None = None
    for pair in pairs:
        limit = most if best is None else best.inches
        if pair.horizontal - reach[0] > limit:
            break
        policy = policy_of(policies, pair.a)
        found = needed(scene, pair.a, pair.b, policy, *reach, most=limit)
        if found is None and best is None:
            found = needed_by_route(scene, pair.a, pair.b, policy, *reach, most=limit)
        if found is not None and (best is None or found.inches < best.inches - TOLERANCE):
            best = found
    return best


# --------------------------------------------------------------------------------------------------- suggestions


def suggest_towards(
    scene: Scene,
    model: str,
    enemies: Sequence[str],
    inches: float,
    policy: MovePolicy,
    allowed: Allowed = anywhere,
) -> tuple[Near, ...]:
    """
    Moves that bring a model to base contact with an enemy, the shortest first; else as close as it can come.

    The same question always has the same answer.
    """
    near = sorted((gap(scene, model, enemy) for enemy in enemies), key=lambda one: (one.straight, one.b))
    reached = [one for one in near if one.horizontal <= inches + TOLERANCE]
    arcs = chain.from_iterable(contact_poses(scene, model, one.b, inches, policy, allowed=allowed) for one in reached)
    ways = sorted((way for arc in arcs for way in arc.ways), key=lambda way: (way.inches, way.pose.x, way.pose.y))
    if ways:
        return tuple(ways)
    round_corners = (contact_by_route(scene, model, one.b, inches, policy, allowed) for one in reached)
    walks = [way for way in round_corners if way is not None]
    if walks or not near:
        return tuple(walks)
    best = closest_possible(scene, model, near[0].b, inches, policy, allowed=allowed)
    return () if best is None else (best,)
