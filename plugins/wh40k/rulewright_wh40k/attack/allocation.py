"""Which model suffers an attack that wounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright import ask_which, choose, rule
from rulewright.geometry import plane

from ..events.attacks import Allocated, WoundScored
from ..lasting import CHALLENGED, under
from ..space.battlefield import SIGHT, TABLE
from ..terms import AttackSequence, Wounding, has_full_wounds, has_keyword, is_left, models, unit, weapon
from .saves import save_needed

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from ..state import Model


@rule("core.allocate-attack", "commentary.attached-unit-several-characters-allocation",
      "faq.general.allocate-to-character-in-unattached-leader-unit")  # fmt: skip
def allocatable(position: Position, id: str) -> list[str]:
    """The models of a unit to which an attack can be allocated: one that has begun to suffer before all others.

    In an Attached unit its Bodyguard comes first.
    """
    left = models(position, id)
    among = [one for one in left if one.origin == id] or left
    begun = [one for one in among if one.allocated or not has_full_wounds(position, str(one.id))]
    return [str(one.id) for one in begun or among]


@rule("core.fast-dice-rolling", "core.allocate-attack")
def next_wound(game: Game, last: Wounding | None) -> Wounding | None:
    """One attack after another is allocated; all together where every model saves alike.

    Those that were allocated to Characters come first, those to the same Character together; what was allocated to
    one that is destroyed by then is lost.
    """
    attack = game.context(AttackSequence)
    left = models(game, attack.target)
    player = unit(game, attack.target).player
    for id in dict.fromkeys(attack.precise):
        if is_left(game, id):
            return Wounding(player=player, unit=attack.target, model=id, count=attack.precise.count(id))
    if not attack.wounds or not left:
        return None
    return Wounding(player=player, unit=attack.target, count=attack.wounds if save_alike(game, attack, left) else 1)


@rule("core.fast-dice-rolling")
def save_alike(position: Position, attack: AttackSequence, left: Sequence[Model]) -> bool:
    """Whether all these models have the same profile and need the same saving throw."""
    first, *others = left
    if any(one.profile != first.profile for one in others):
        return False
    needed = save_needed(position, attack, str(first.id))
    return all(save_needed(position, attack, str(one.id)) == needed for one in others)


@rule("core.weapon-precision", "commentary.attached-unit-several-characters-allocation")
def picked_out(position: Position, id: str, used: str, attackers: Sequence[str], target: str) -> list[str]:
    """The Characters in an Attached unit to which the attacker may allocate an attack with Precision: those seen."""
    arm = weapon(position, used, id)
    challenged = arm.melee and all(under(position, CHALLENGED, one) for one in attackers)
    if "precision" not in arm.abilities and not challenged:
        return []
    scene = TABLE(position)
    looking = [one for one in attackers if one in scene.models]
    return [
        str(one.id)
        for one in models(position, target)
        if one.origin != target
        and has_keyword(position, one.origin, "Character")
        and any(plane.see.sees(scene, attacker, str(one.id), SIGHT) for attacker in looking)
    ]


@rule("core.weapon-precision", "commentary.attached-unit-several-characters-allocation")
def allocate_precisely(game: Game, attack: AttackSequence) -> Steps:
    """The attacker allocates wounds of an attack with Precision to visible Characters, before any save is made."""
    if attack.wounds:
        yield WoundScored(attack.unit, attack.target, attack.wounds, rule="commentary.scores-a-wound")
    found = picked_out(game, attack.unit, attack.weapon, attack.models, attack.target)
    chosen: list[str] = []
    while (found := [one for one in found if one in game.state.models]) and len(chosen) < attack.wounds:
        id = yield choose(attack.player, "precision", [*found, None], "core.weapon-precision", unit=attack.target)
        if id is None:
            break
        chosen.append(id)
        yield Allocated(id, 1, rule="core.weapon-precision")
    yield game.note(attack, precise=tuple(chosen), wounds=attack.wounds - len(chosen))


@rule("core.allocate-attack")
def allocate(game: Game, wounding: Wounding) -> Steps:
    """The player of the target chooses the model; where all save alike that waits until a save has failed."""
    attack = game.context(AttackSequence)
    if wounding.model:
        return game.note(attack, precise=tuple(id for id in attack.precise if id != wounding.model))
    yield game.note(attack, wounds=attack.wounds - wounding.count)
    if wounding.count == 1:
        id = yield from choose_model(game, wounding.player, wounding.unit)
        return game.note(wounding, model=id)
    return None


def choose_model(game: Game, player: int, unit: str) -> Steps:
    """The model to which an attack is allocated."""
    id = yield from ask_which(player, "allocate", allocatable(game, unit), "core.allocate-attack", unit=unit)
    yield Allocated(id, 1, rule="core.allocate-attack")
    return id
