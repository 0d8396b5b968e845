"""The attack sequence: hits, wounds, allocation, saves and damage; then what follows the attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Loop, Procedure, Step, rule

from ..dice.rolls import passing, thrown
from ..events.attacks import AttacksFinished, SavesRolled, TargetsDeclared
from ..moments import moment
from ..terms import AttackSequence, Strike, Wounding, models
from .allocation import allocatable, allocate, allocate_precisely, next_wound
from .attached_units import separate
from .damage import SUFFER, damage_of
from .hits import MISS, count_attacks, roll_to_hit
from .mortal import inflict_mortal, next_mortal, test_hazards
from .order import next_attacks, select_first, select_next
from .psychic import is_psychic
from .saves import save_needed
from .shot import has_shot, have_shot
from .wounds import roll_to_wound

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("core.select-ranged-targets", "core.select-melee-targets", "core.weapon-one-shot",
      "faq.timing.unresolved-attacks-after-target-destroyed")  # fmt: skip
def announce(game: Game, strike: Strike) -> list[TargetsDeclared]:
    """All targets are declared before any attack is resolved; from then on the weapons count as used."""
    cites = "core.select-melee-targets" if strike.melee else "core.select-ranged-targets"
    return [TargetsDeclared(strike.unit, one.target, one.weapon, one.models, rule=cites) for one in strike.declared]


@rule("faq.timing.unresolved-attacks-after-target-destroyed")
def unresolved(game: Game) -> bool:
    """Whether anything of the target is left; attacks that are unresolved when it is destroyed are lost."""
    return bool(models(game, game.context(AttackSequence).target))


@rule("core.saving-throw", "core.invulnerable-save", "commentary.saved", "commentary.against-an-attack")
def save(game: Game, wounding: Wounding) -> Steps:
    """A D6 for each attack; what is not saved does its damage. One allocated to a model that is gone is lost."""
    attack = game.context(AttackSequence)
    like = wounding.model or next(iter(allocatable(game, wounding.unit)), "")
    if like not in game.state.models:
        return None
    need = save_needed(game, attack, like)
    throw: Any = yield from thrown(
        game, wounding.player, wounding.unit, "save", wounding.count, "core.saving-throw", goal=lambda: passing(need)
    )
    faces = throw.faces
    failed = sum(face < need or face == MISS for face in faces)
    yield SavesRolled(like, faces, need, failed, rule="core.saving-throw")
    if not failed:
        return None
    dealt = yield from damage_of(game, attack, failed)
    psychic = is_psychic(game, attack.weapon, attack.unit)
    return SUFFER(
        player=wounding.player, unit=wounding.unit, damages=dealt, model=wounding.model, by=attack.unit, psychic=psychic
    )


def conclude(game: Game, attack: AttackSequence) -> Steps:
    """Models have shot with their last weapon, and the player selects which attacks come next."""
    yield from have_shot(game, attack)
    yield from select_next(game, attack)


ATTACKS: Final = Loop(
    "volley",
    next_attacks,
    [
        *(Step(each, when=unresolved) for each in (count_attacks, roll_to_hit, roll_to_wound, allocate_precisely)),
        Loop("wounding", next_wound, [allocate, save]),
        conclude,
    ],
)


@rule("commentary.finished-making-attacks", "commentary.attacks-resolved", "commentary.has-shot",
      "commentary.resolve-an-attack")  # fmt: skip
def finish(game: Game, strike: Strike) -> Steps:
    """With its last attack a unit has resolved its attacks: it has shot, or has fought."""
    used = tuple(dict.fromkeys(one.weapon for one in strike.declared))
    yield AttacksFinished(strike.unit, used, strike.melee, rule="commentary.attacks-resolved")
    yield from has_shot(game, strike)


STRIKE: Final = Procedure(
    "strike",
    [
        announce,
        moment("targets selected"),
        select_first,
        ATTACKS,
        Loop("mortal", next_mortal, [inflict_mortal]),
        finish,
        test_hazards,
        separate,
    ],
    Strike,
)
