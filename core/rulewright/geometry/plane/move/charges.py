"""Getting closer to enemies, into base contact, as close as possible: the checks, and charges of whole units.

What a model must reach counts only where a move that reaches it is found, and every fault of that kind shows where that
move would have ended. Moves are looked for in a straight line, exactly, and then round corners (see :mod:`.approach`).
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Final, TypeAlias

import msgspec

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...irrational import scalar
from ...lattice import coarse
from ..measure.ranges import Measured, gap, nearest
from ..measure.units import Who, in_contact, members, named, touching
from ..scene import HeldPair, Scene
from ..shapes import Base, Footprint, Pose
from ..slides import at_origin, forbidden, grounds_of
from .approach import (
    Allowed,
    Near,
    anywhere,
    closest_possible,
    contact_by_route,
    needed,
    needed_by_route,
    shortest_to_contact,
)
from .legs import Move
from .moves import Coherency, Policies, check_move, check_unit_move, end_pose, marker_faults, policy_of
from .policy import MovePolicy
from .rise import gap as vertical_gap

ENGAGEMENT: Final = (1.0, 5.0)
"""How near foes are engaged, unless another reach is given: inches horizontally and vertically."""
CONTACT: Final = (0.0, 0.0)
"""How near they are in base contact."""


def enemies_of(scene: Scene, model: str, ignored: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The models of other sides, but for those with a trait that is ignored."""
    side = scene.model(model).side
    return tuple(name for name, one in scene.models.items() if one.side != side and not one.traits & ignored)


# ------------------------------------------------------------------------------------------------ single conditions


def check_closer(scene: Scene, model: str, end: Pose, goals: Iterable[str]) -> tuple[Fault, ...]:
    """
    Why a model that ends at a pose is not closer to the closest of some models or markers than it was.

    Of several that are equally close any one will do. The amount is how much farther away it is now.
    """
    before = closest_of(scene, model, goals)
    mover = scene.model(model).at(end)
    after = [gap(scene, mover, one.b) for one in before]
    short = [now.straight - old.straight for old, now in zip(before, after, strict=True)]
    if not before:
        return (Fault("has nothing to get closer to", points=(end.centre,)),)
    if min(short) < -TOLERANCE:
        return ()
    least = min(range(len(short)), key=lambda place: coarse(short[place]))
    return (Fault("not closer to", before[least].b, max(0.0, short[least]), after[least].points),)


def closest_of(scene: Scene, model: str, goals: Iterable[str]) -> tuple[Measured, ...]:
    """The closest of some models or markers, several when they are equally close."""
    every = [gap(scene, model, goal) for goal in goals]
    least = min((one.straight for one in every), default=0.0)
    return tuple(one for one in every if one.straight <= least + TOLERANCE)


def check_contact(
    scene: Scene,
    model: str,
    end: Pose,
    inches: float,
    policy: MovePolicy,
    targets: Iterable[str],
    allowed: Allowed = anywhere,
    also: Iterable[Footprint] = (),
) -> tuple[Fault, ...]:
    """
    Why a model that ends at a pose is in base contact with none of its targets although it can be.

    ``allowed`` is what else must hold where it would end, ``also`` as in :func:`.approach.contact_poses`. The
    amount is the distance left to the target, the last of the points where the model could have stood.
    """
    after = scene.moved({model: end})
    wanted = sorted((gap(after, model, target) for target in targets), key=lambda one: coarse(one.straight))
    if any(touching(after, model, one.b) for one in wanted):
        return ()
    for one in wanted:
        found = reach_contact(scene, model, one.b, inches, policy, allowed, also)
        if found is not None:
            return (Fault("not in base contact with", one.b, one.straight, (*one.points, found.pose.centre)),)
    return ()


def reach_contact(
    scene: Scene,
    model: str,
    target: str,
    inches: float,
    policy: MovePolicy,
    allowed: Allowed = anywhere,
    also: Iterable[Footprint] = (),
) -> Near | None:
    """A move that brings a model to base contact with a target: the shortest straight one, or one round corners."""
    if gap(scene, model, target).horizontal > inches + TOLERANCE:
        return None
    if scene.markers and not policy.on_markers:
        allowed, also = within_both((allowed, tuple(also)), off_markers(scene, model))
    straight = shortest_to_contact(scene, model, target, inches, policy, allowed, also)
    return straight or contact_by_route(scene, model, target, inches, policy, allowed)


def check_closest(
    scene: Scene, model: str, end: Pose, inches: float, policy: MovePolicy, goal: str
) -> tuple[Fault, ...]:
    """
    Why a model that ends at a pose is not as close as possible to a model, marker or piece of terrain.

    The amount is how much closer it could be, the points its nearest points to the goal and where its centre could be.
    """
    now = gap(scene, scene.model(model).at(end), goal)
    best = closest_possible(scene, model, goal, inches, policy)
    if best is None or now.straight <= best.distance + TOLERANCE:
        return ()
    return (Fault("not as close as possible to", goal, now.straight - best.distance, (*now.points, best.pose.centre)),)


def already_held(scene: Scene, model: str, enemies: Sequence[str]) -> tuple[Fault, ...]:
    """An enemy that a model is in base contact with already."""
    held = [name for name in in_contact(scene, model) if name in enemies]
    return tuple(Fault("already in base contact with", name) for name in held[:1])


Limits: TypeAlias = tuple[Allowed, tuple[Footprint, ...]]
"""A further condition on where a model ends, and the grounds at whose edges it changes."""
FREE: Final[Limits] = (anywhere, ())


def within_both(one: Limits, other: Limits) -> Limits:
    """Where both conditions hold."""
    return (lambda pose: one[0](pose) and other[0](pose)), (*one[1], *other[1])


def off_markers(scene: Scene, model: str) -> Limits:
    """Where a model ends on no objective marker."""
    mover, markers = scene.model(model), tuple(scene.markers.values())
    shape = at_origin(mover.base, mover.pose.facing)

    def allowed(pose: Pose) -> bool:
        return not any(True for _ in marker_faults(scene, mover, pose))

    return allowed, tuple(chain.from_iterable(forbidden(shape, marker.footprint) for marker in markers))


def keeping_together(after: Scene, model: str, others: Iterable[str], coherency: Coherency, inches: float) -> Limits:
    """Where a model of a unit keeps together with the others where they end, linked within this many inches."""
    mover = after.model(model)
    grounds = (grounds_of(mover.base, mover.pose, after.model(other), inches) for other in others)
    return (lambda pose: not coherency(after.moved({model: pose}))), tuple(chain.from_iterable(grounds))


def nearer(scene: Scene, model: str, goals: Sequence[str]) -> Limits:
    """Whether a pose is closer to the closest of some models, and the grounds at whose edges that changes."""
    mover = scene.model(model)
    shape = at_origin(mover.base, mover.pose.facing)
    grounds = (
        ground.grown(one.horizontal)
        for one in closest_of(scene, model, goals)
        for ground in forbidden(shape, scene.model(one.b).footprint)
    )
    return (lambda pose: not check_closer(scene, model, pose, goals)), tuple(grounds)


# ------------------------------------------------------------------------------------------- moves of one model


def check_into_contact(
    scene: Scene,
    move: Move,
    inches: float,
    policy: MovePolicy,
    goals: Sequence[str],
    wanted: Sequence[str],
    kept: Limits = FREE,
) -> tuple[Fault, ...]:
    """
    Everything wrong with the move of one model that ends closer to the closest of its goals than it was.

    It may not be in base contact with one of them before, and must be in the end with one of ``wanted`` if it can in
    the limits ``kept``. What the unit must fulfil is asked of the unit: :func:`check_engaged`.
    """
    found = (*already_held(scene, move.model, goals), *check_move(scene, move, inches, policy))
    if found:
        return found
    end = end_pose(scene, move, policy)
    limits = within_both(nearer(scene, move.model, goals), kept)
    closer = check_closer(scene, move.model, end, goals)
    return (*closer, *check_contact(scene, move.model, end, inches, policy, wanted, *limits))


def check_charge_move(
    scene: Scene, move: Move, inches: float, policy: MovePolicy, targets: Sequence[str], kept: Limits = FREE
) -> tuple[Fault, ...]:
    """
    Everything wrong with the charge move of one model at target units.

    It must end closer to one of the targets, and in base contact with an enemy of theirs if it can in the limits
    ``kept``. The policy says which units it may engage.
    """
    if not targets:
        raise GeometryError(f"the charge of model {move.model!r} has no target")
    found = check_move(scene, move, inches, policy)
    if found:
        return found
    end = end_pose(scene, move, policy)
    units = [members(scene, target) for target in targets]
    limits = within_both((closer_to_any(scene, move.model, units), ()), kept)
    contact = check_contact(scene, move.model, end, inches, policy, [*chain(*units)], *limits)
    return (*_check_closer_to_any(scene, move.model, end, units), *contact)


def check_towards(
    scene: Scene, move: Move, inches: float, policy: MovePolicy, targets: Sequence[str]
) -> tuple[Fault, ...]:
    """What is wrong with a charge move but that it could end in base contact: for who has shown that it could not."""
    found = check_move(scene, move, inches, policy)
    units = [members(scene, target) for target in targets]
    return found or _check_closer_to_any(scene, move.model, end_pose(scene, move, policy), units)


def closer_to_any(scene: Scene, model: str, units: Sequence[Sequence[str]]) -> Allowed:
    """Whether a pose of a model is closer to the closest model of one of some units."""
    return lambda pose: not _check_closer_to_any(scene, model, pose, units)


def _check_closer_to_any(scene: Scene, model: str, end: Pose, units: Sequence[Sequence[str]]) -> tuple[Fault, ...]:
    closer = [check_closer(scene, model, end, unit) for unit in units]
    return () if any(not faults for faults in closer) else min(closer, key=lambda faults: coarse(faults[0].amount))


# --------------------------------------------------------------------------------------------------- whole units


def check_engaged(
    scene: Scene, unit: Who, targets: Iterable[str], every: bool = True, reach: tuple[float, float] = ENGAGEMENT
) -> tuple[Fault, ...]:
    """
    Which target units no model of a unit is engaged with; with ``every`` off, one target is enough.

    Models are engaged within ``reach``, inches horizontally and vertically, and where they count as engaged. The amount
    is what is missing, horizontally.
    """
    found, models, targets = [], named(scene, unit), tuple(targets)
    if not (models and targets):
        raise GeometryError("engaging takes a model and a target unit")
    for target in targets:
        gaps = [gap(scene, model, enemy) for model in models for enemy in members(scene, target)]
        if not any(one.within(*reach) or scene.counts(one.a, one.b) for one in gaps):
            least = min(gaps, key=lambda one: coarse(one.straight))
            found.append(Fault("not engaged with", target, max(0.0, least.horizontal - reach[0]), least.points))
    if not every and len(found) < len(targets):
        return ()
    return tuple(found)


def check_charge(
    scene: Scene,
    moves: Sequence[Move],
    inches: float,
    policies: Policies,
    targets: Sequence[str],
    coherency: Coherency | None = None,
    unit: Sequence[str] = (),
) -> tuple[tuple[Fault, ...], Scene]:
    """
    Everything wrong with the charge of a unit, its models moved in the given order, and the scene after it.

    ``unit`` are models that count for it, those that do not move too. All or nothing, as
    :func:`.moves.check_unit_move`; in the end every target must be engaged. Contact is not asked of a model where the
    unit would not keep together then, or not engage a target, with the others where they end.
    """
    found: list[Fault] = []
    now = scene
    whole = {*unit, *(move.model for move in moves)}
    last = after_moves(scene, moves, policies)
    for move in moves:
        policy = policy_of(policies, move.model)
        kept = (_still_charging(last, move.model, whole, targets, coherency), ())
        faults = check_charge_move(now, move, inches, policy, targets, kept)
        found += [msgspec.structs.replace(one, of=move.model) for one in faults]
        if not check_move(now, move, inches, policy):
            now = moved_to(now, move.model, end_pose(now, move, policy), inches, policy, targets)
    if not found:
        found += check_unit_move(scene, moves, inches, policies, coherency)[0]
        found += check_engaged(now, whole, targets)
    return tuple(found), scene if found else now


def after_moves(scene: Scene, moves: Iterable[Move], policies: Policies) -> Scene:
    """The scene after those of some moves that end on the table, allowed or not."""
    ends = ((move.model, end_pose(scene, move, policy_of(policies, move.model))) for move in moves)
    there = (scene.model(name).at(end) for name, end in ends)
    return scene.moved({one.id: one.pose for one in there if scene.over_edge(one.footprint.bounds) <= TOLERANCE})


def _still_charging(
    last: Scene, model: str, unit: Iterable[str], targets: Sequence[str], coherency: Coherency | None
) -> Allowed:
    """Whether a charge that ends so fulfils what is asked of the whole unit, with one of its models at a pose."""

    def allowed(pose: Pose) -> bool:
        after = last.moved({model: pose})
        return not (coherency is not None and coherency(after)) and not check_engaged(after, unit, targets)

    return allowed


# ------------------------------------------------------------------------------------------------- special cases


def counts_as_near(
    scene: Scene,
    model: str,
    end: Pose,
    inches: float,
    policy: MovePolicy,
    target: str,
    body: Base | None = None,
    reach: tuple[float, float] = ENGAGEMENT,
    parts_within: float = 1.0,
) -> tuple[Fault, ...]:
    """
    Why a model near an enemy whose body overhangs its base does not count as within reach of it.

    ``body`` is the ground under all of the enemy, its hull where none is given. Three conditions: the model had enough
    inches to get within ``reach`` of the base if the body were not there, it is as close to the base as possible, and
    some part of one is within ``parts_within`` of some part of the other (with a reach of 0.0 and 0.0 it is base
    contact).
    """
    enemy = scene.model(target)
    enemy = enemy if body is None else msgspec.structs.replace(enemy, hull=body)
    found = list(_short_of(scene, model, end, inches, policy, target, reach))
    found += check_closest(scene.with_models([enemy]), model, end, inches, policy, target)
    # Any parts count here, not only those that distances are measured to.
    there = scene.model(model).at(end)
    near = min((nearest(*pair) for pair in product(there.grounds, enemy.grounds)), key=lambda one: coarse(one.distance))
    apart = scalar.hypot(near.distance, max(0.0, vertical_gap(there.body, enemy.body)))
    if apart > parts_within + TOLERANCE:
        found.append(Fault("too far from every part of", target, apart - parts_within, (near.a, near.b)))
    return tuple(found)


def _short_of(
    scene: Scene, model: str, end: Pose, inches: float, policy: MovePolicy, target: str, reach: tuple[float, float]
) -> Iterator[Fault]:
    """How many inches are missing to a target without its hull."""
    bare = scene.with_models([msgspec.structs.replace(scene.model(target), hull=None)])
    free = needed(bare, model, target, policy, *reach) or needed_by_route(bare, model, target, policy, *reach)
    if free is None or free.inches > inches + TOLERANCE:
        yield Fault("could not have reached", target, math.inf if free is None else free.inches - inches, (end.centre,))


def moved_to(
    scene: Scene,
    model: str,
    end: Pose,
    inches: float,
    policy: MovePolicy,
    targets: Iterable[str],
    reach: tuple[float, float] = ENGAGEMENT,
) -> Scene:
    """
    The scene after a model has moved to a pose, with the enemies of target units to which it then counts as near.

    Those are the ones that overhang their bases and keep it off (:func:`counts_as_near`); with a reach of 0.0 and 0.0
    it counts as touching them.
    """
    after = scene.moved({model: end})
    kept_off = [
        enemy
        for target in targets
        for enemy in members(scene, target)
        if after.models[enemy].hull is not None
        and not gap(after, model, enemy).within(*reach)
        and not counts_as_near(scene, model, end, inches, policy, enemy, reach=reach)
    ]
    contact = reach == CONTACT
    held = [HeldPair(" ".join((model, enemy, *["touches"] * contact)), (model, enemy), contact) for enemy in kept_off]
    return after.with_held(held) if held else after
