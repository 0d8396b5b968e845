"""Piling in and consolidating: moves of up to 3 inches towards enemies, into base contact where that is possible.

Models piling in ignore those with a trait in ``ignored`` (core.aircraft-charge-and-fight 5). What the whole unit must
fulfil in the end is asked of the unit: :func:`rulewright.geometry.plane.move.check_engaged`.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rulewright import rule
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane import Circle, Model, Scene
from rulewright.geometry.plane.measure import Together, check_within
from rulewright.geometry.plane.measure.units import unit_of
from rulewright.geometry.plane.move import (
    FREE,
    ChargePlan,
    Limits,
    Move,
    MovePolicy,
    Near,
    Pivot,
    Policies,
    already_held,
    check_closer,
    check_closest,
    check_into_contact,
    check_move,
    closest_of,
    end_pose,
    enemies_of,
    nearer,
    plan_contact,
    policy_of,
    reach_contact,
    suggest_towards,
)

MELEE_MOVE: Final = 3.0
"""How far models pile in and consolidate, in inches, unless a rule says otherwise."""
NOBODY: Final[frozenset[str]] = frozenset()


# ------------------------------------------------------------------------------------------------------- one model


def check_pile_in(
    scene: Scene,
    move: Move,
    policy: MovePolicy,
    inches: float = MELEE_MOVE,
    ignored: frozenset[str] = NOBODY,
    kept: Limits = FREE,
) -> tuple[Fault, ...]:
    """
    Everything wrong with the pile-in move of one model (wh40k:commentary.pile-in-move).

    It may not start in base contact, must end closer to the closest enemy, and in base contact with an enemy if it can
    in the limits ``kept``. One that is as close as possible may turn where it stands.
    """
    enemies = enemies_of(scene, move.model, ignored)
    if turns(scene, move, policy, inches, _closest(scene, move.model, enemies)):
        return check_move(scene, move, inches, policy)
    return check_into_contact(scene, move, inches, policy, enemies, enemies, kept)


def check_consolidate(
    scene: Scene,
    move: Move,
    policy: MovePolicy,
    inches: float = MELEE_MOVE,
    ignored: frozenset[str] = NOBODY,
    kept: Limits = FREE,
) -> tuple[Fault, ...]:
    """
    Everything wrong with the consolidation move of one model towards enemies (wh40k:commentary.consolidation-move).

    As :func:`check_pile_in`, but it must come to base contact with the closest enemy if it can.
    """
    enemies = enemies_of(scene, move.model, ignored)
    closest = _closest(scene, move.model, enemies)
    if turns(scene, move, policy, inches, closest):
        return check_move(scene, move, inches, policy)
    return check_into_contact(scene, move, inches, policy, enemies, closest, kept)


@rule("commentary.as-close-as-possible")
def turns(scene: Scene, move: Move, policy: MovePolicy, inches: float, goals: Iterable[str]) -> bool:
    """Whether a model only turns, on a round base and at no cost, as close as possible to an enemy or marker."""
    model = scene.model(move.model)
    still = bool(move.legs) and all(isinstance(leg, Pivot) for leg in move.legs)
    free = isinstance(model.base, Circle) and not policy.pivot_value
    return still and free and any(as_close(scene, model, policy, inches, goal) for goal in goals)


def as_close(scene: Scene, model: Model, policy: MovePolicy, inches: float, goal: str) -> bool:
    """Whether a model is already as close as possible to an enemy or marker."""
    return not check_closest(scene, model.id, model.pose, inches, policy, goal)


def check_consolidate_to_marker(
    scene: Scene,
    move: Move,
    policy: MovePolicy,
    marker: str,
    inches: float = MELEE_MOVE,
    reach: float = 3.0,
    vertical: float = 5.0,
) -> tuple[Fault, ...]:
    """
    Everything wrong with a consolidation move of one model towards an objective marker.

    By any path, it ends closer to the marker than it started, and within range of it
    (wh40k:faq.movement.consolidate-to-objective-any-path).
    """
    found = check_move(scene, move, inches, policy)
    if found or turns(scene, move, policy, inches, (marker,)):
        return found
    end = end_pose(scene, move, policy)
    out = check_within(scene, scene.model(move.model).at(end), marker, reach, vertical)
    return (*check_closer(scene, move.model, end, (marker,)), *out)


def suggest_pile_in(
    scene: Scene, model: str, policy: MovePolicy, inches: float = MELEE_MOVE, ignored: frozenset[str] = NOBODY
) -> tuple[Near, ...]:
    """Pile-in moves that :func:`check_pile_in` allows, the shortest first; empty where there are none."""
    enemies = enemies_of(scene, model, ignored)
    return _suggested(scene, model, policy, inches, enemies, enemies)


def suggest_consolidate(
    scene: Scene, model: str, policy: MovePolicy, inches: float = MELEE_MOVE, ignored: frozenset[str] = NOBODY
) -> tuple[Near, ...]:
    """Consolidation moves towards the closest enemy that :func:`check_consolidate` allows, the shortest first."""
    enemies = enemies_of(scene, model, ignored)
    return _suggested(scene, model, policy, inches, enemies, _closest(scene, model, enemies))


def _suggested(
    scene: Scene, model: str, policy: MovePolicy, inches: float, enemies: Sequence[str], wanted: Sequence[str]
) -> tuple[Near, ...]:
    if already_held(scene, model, enemies):
        return ()
    allowed, _ = nearer(scene, model, enemies)
    return suggest_towards(scene, model, wanted, inches, policy, allowed)


def _closest(scene: Scene, model: str, enemies: Sequence[str]) -> tuple[str, ...]:
    return tuple(one.b for one in closest_of(scene, model, enemies))


# ------------------------------------------------------------------------------------------------------ whole units


class _Rules(NamedTuple):
    """The rules of a pile-in or, with ``closest``, of a consolidation, for :func:`plan_contact`."""

    inches: float
    policies: Policies
    ignored: frozenset[str]
    closest: bool

    def check(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        check = check_consolidate if self.closest else check_pile_in
        return check(scene, move, policy_of(self.policies, move.model), self.inches, self.ignored)

    def check_short(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        policy, enemies = policy_of(self.policies, move.model), enemies_of(scene, move.model, self.ignored)
        return check_into_contact(scene, move, self.inches, policy, enemies, ())

    def contact(self, scene: Scene, model: str, enemy: str) -> Near | None:
        enemies = enemies_of(scene, model, self.ignored)
        if self.closest and enemy not in _closest(scene, model, enemies):
            return None
        allowed, also = nearer(scene, model, enemies)
        return reach_contact(scene, model, enemy, self.inches, policy_of(self.policies, model), allowed, also)


def plan_melee_move(
    scene: Scene,
    models: Sequence[str],
    policies: Policies,
    inches: float = MELEE_MOVE,
    ignored: frozenset[str] = NOBODY,
    together: Together | None = None,
    certified: bool = False,
    consolidating: bool = False,
) -> ChargePlan:
    """
    Pile-in moves of a unit, each of which :func:`check_pile_in` allows, so that it is engaged with an enemy unit.

    With ``consolidating`` they are consolidation moves towards enemies, as :func:`check_consolidate` allows them. There
    are no moves where that is not found. Quick unless ``certified``, as
    :func:`rulewright.geometry.plane.move.plan_charge`.
    """
    rules = _Rules(inches, policies, ignored, closest=consolidating)
    enemies = {enemy: None for model in models for enemy in enemies_of(scene, model, ignored)}
    units = tuple(dict.fromkeys(unit_of(scene.model(enemy)) for enemy in enemies))
    return plan_contact(scene, models, units, inches, policies, rules, together, every=False, certified=certified)
