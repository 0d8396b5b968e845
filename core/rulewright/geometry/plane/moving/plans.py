"""Good moves towards enemies, for hints and for players that are programs: what a charge needs, and who goes where.

Every move that is suggested is allowed by the check it is made for, and the same question always has the same answer.
"""

import math
from collections.abc import Sequence
from itertools import chain

import msgspec

from ... import TOLERANCE, GeometryError
from ..measure import gap
from ..scene import Scene
from ..units import in_contact, members, touching
from .approach import Allowed, Near, anywhere, closest_possible, contact_poses, needed, needed_by_route
from .charges import (
    ENGAGEMENT,
    MELEE_MOVE,
    already_held,
    check_engaged,
    closest_of,
    enemies_of,
    nearer,
)
from .legs import Move
from .moves import Policies, policy_of
from .policy import MovePolicy


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
    The least charge with which some model of a unit reaches engagement range of every target unit.

    None where a target is out of reach of ``most`` inches. Less is never enough in a straight line; more may be
    needed, since models stand in each other's way and must keep together. wh40k:core.charging-over-terrain has
    the example that needs a roll of 7.
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
    round_corners = (needed_by_route(scene, model, one.b, policy, 0.0, 0.0, inches, allowed) for one in reached)
    walks = [way for way in round_corners if way is not None]
    if walks or not near:
        return tuple(walks)
    best = closest_possible(scene, model, near[0].b, inches, policy, allowed=allowed)
    return () if best is None else (best,)


def suggest_pile_in(
    scene: Scene, model: str, policy: MovePolicy, inches: float = MELEE_MOVE, ignored: frozenset[str] = frozenset()
) -> tuple[Near, ...]:
    """Pile-in moves that :func:`check_pile_in` allows, the shortest first; empty where there are none."""
    enemies = enemies_of(scene, model, ignored)
    if already_held(scene, model, enemies):
        return ()
    allowed, _ = nearer(scene, model, enemies)
    return suggest_towards(scene, model, enemies, inches, policy, allowed)


def suggest_consolidate(
    scene: Scene, model: str, policy: MovePolicy, inches: float = MELEE_MOVE, ignored: frozenset[str] = frozenset()
) -> tuple[Near, ...]:
    """Consolidation moves towards the closest enemy that :func:`check_consolidate` allows, the shortest first."""
    enemies = enemies_of(scene, model, ignored)
    if already_held(scene, model, enemies):
        return ()
    allowed, _ = nearer(scene, model, enemies)
    nearest_ones = tuple(one.b for one in closest_of(scene, model, enemies))
    return suggest_towards(scene, model, nearest_ones, inches, policy, allowed)


class Plan(msgspec.Struct, frozen=True):
    """
    Moves for a unit, in order, and what comes of them.

    ``contacts`` are the pairs (model, enemy) in base contact in the end, ``missing`` the target units that nobody
    engages. ``most`` is a bound: no more models can come to base contact in a straight line, whatever the others
    do; where as many do, no plan has more.
    """

    moves: tuple[Move, ...]
    contacts: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    most: int

    @property
    def best(self) -> bool:
        """Whether it is certain that no plan brings more models to base contact."""
        return len({model for model, _ in self.contacts}) >= self.most


def plan_charge(scene: Scene, models: Sequence[str], targets: Sequence[str], inches: float, policies: Policies) -> Plan:
    """
    Moves that engage every target unit if they can, and bring as many models as possible to base contact.

    Each model in turn takes what is best for it: base contact with an enemy of a target that nobody engages yet,
    base contact with any, and else as close as possible. That is tried nearest first and farthest first, with the
    shortest way and with the way to the end of a row of places; the plan that misses the fewest targets, then has
    the most models in contact, is returned. It is not always the best one: :attr:`Plan.best` says when it is
    certain. Whether the unit keeps together is not looked at.
    """
    if not (models and targets):
        raise GeometryError("a charge takes a model and a target unit")
    enemies = [enemy for target in targets for enemy in members(scene, target)]
    away = {model: min(gap(scene, model, enemy).straight for enemy in enemies) for model in models}
    by_distance = sorted(models, key=lambda model: (away[model], model))
    alone = {model: scene.without_models(one for one in models if one != model) for model in models}
    most = sum(
        any(contact_poses(alone[model], model, enemy, inches, policy_of(policies, model)) for enemy in enemies)
        for model in models
    )
    plans = (
        _plan(scene, order, targets, inches, policies, most, tight)
        for tight in (False, True)
        for order in (by_distance, by_distance[::-1])
    )
    best: Plan | None = None
    for plan in plans:
        if best is None or _worth(plan) > _worth(best):
            best = plan
        if best.best and not best.missing:
            break
    assert best is not None
    return best


def _worth(plan: Plan) -> tuple[int, int]:
    return (-len(plan.missing), len({model for model, _ in plan.contacts}))


def _plan(
    scene: Scene,
    order: Sequence[str],
    targets: Sequence[str],
    inches: float,
    policies: Policies,
    most: int,
    tight: bool,
) -> Plan:
    moves: list[Move] = []
    now = scene
    for model in order:
        missing = [fault.by for fault in check_engaged(now, order, targets)]
        way = _best_way(now, model, missing, targets, inches, policy_of(policies, model), tight)
        if way is not None:
            moves.append(way.move)
            now = now.moved({model: way.pose})
    enemies = {enemy for target in targets for enemy in members(scene, target)}
    contacts = tuple((model, other) for model in order for other in in_contact(now, model) if other in enemies)
    return Plan(tuple(moves), contacts, tuple(fault.by for fault in check_engaged(now, order, targets)), most)


def _best_way(
    scene: Scene,
    model: str,
    missing: Sequence[str],
    targets: Sequence[str],
    inches: float,
    policy: MovePolicy,
    tight: bool,
) -> Near | None:
    """What one model does: contact with who nobody engages, contact with anybody, else as close as possible."""
    for units in (missing, targets):
        enemies = [enemy for unit in units for enemy in members(scene, unit)]
        if not enemies or any(touching(scene, model, enemy) for enemy in enemies):
            continue
        allowed, _ = nearer(scene, model, enemies)
        ways = suggest_towards(scene, model, enemies, inches, policy, allowed)
        held = [way for way in ways if way.distance <= TOLERANCE]
        if held:
            return held[-1] if tight else held[0]
        if ways and (units is targets or ways[0].gap.within(*ENGAGEMENT)):
            return ways[0]
    return None
