"""The fourteen steps of an attack, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Leave, Procedure, Step, Window, ask_which, rule

from ..events.attacks import AttackReached, Targeted
from ..events.characters import PowerSpent
from ..lasting import begin_with_attack
from ..terms import DICE_SCOPE, Attack, able, attack_sheet, can_pay
from .choosing import choose_type, cost_of, reached
from .damage import before_damage, compare_successes, finish_attack, suffer_damage
from .dice import adding, build_attack_pool, build_defense_pool, rolling

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


@rule("action.attack", "attack.step-2")
def declare_target(game: Game, attack: Attack) -> Steps:
    """Step 2: the attacker chooses a target; what triggers on being targeted follows."""
    target = attack.target
    if not target:
        found = list(reached(game, attack.attacker, attack_sheet(game, attack), attack.terms))
        target = yield from ask_which(
            attack.player, "target", found, "attack.step-2", attacker=attack.attacker, attack=attack.attack
        )
        yield game.note(attack, target=target)
    yield begin_with_attack(game, attack.attacker, attack.attack)
    yield Targeted(attack.attacker, target, attack.attack, rule="attack.step-2")


@rule("attack.step-3", "power.spend")
def pay_power(game: Game, attack: Attack) -> Event | Leave | None:
    """Step 3: the cost is paid; that of a series was paid for all of it. Who has come to lack it makes no attack."""
    cost = 0 if attack.series or attack.terms.free else cost_of(game, attack.attacker, attack_sheet(game, attack))
    if not can_pay(game, attack.attacker, cost):
        return Leave("attack")
    return PowerSpent(attack.attacker, cost, rule="attack.step-3") if cost else None


def reaching(moment: str) -> Step:
    @rule("attack.icon-rules", "superpower.innate", "attack.step-4", "attack.step-9", "attack.step-10")
    def reach(game: Game, attack: Attack) -> Event | None:
        """A moment of the attack at which its own special rules happen, and what is innate; if there is any."""
        sheet = game.content.attacks.get(attack.attack)
        if sheet is None:
            return None
        if moment not in game.content.unasked and all(special.when != moment for special in sheet.specials):
            return None
        return AttackReached(attack.attacker, attack.target, attack.attack, moment, rule="attack.icon-rules")

    return Step(reach, f"reach {moment}")


BUILT: Final[list[Any]] = [
    build_attack_pool,
    reaching("attack pool"),
    Window("attack pool", rule="attack.step-4"),
    build_defense_pool,
    reaching("defense pool"),
    Window("defense pool", rule="attack.step-5"),
]
"""Steps 4 and 5: both pools are built."""
ROLLED: Final[list[Any]] = [rolling("attack", "attack.step-6"), rolling("defense", "attack.step-7")]
"""Steps 6 and 7: both pools are rolled."""
FRESH_DICE: Final[list[Any]] = [reaching("dice rolled"), Window("dice rolled", rule="attack.step-8")]
MORE_DICE: Final[list[Any]] = [adding("attack"), adding("defense")]
"""Step 8: what comes before criticals add dice, and the dice that they add."""
OWN_DICE: Final[list[Any]] = [reaching("own dice"), Window("modify own dice", rule="attack.step-9")]
"""Step 9: both modify their own dice."""
OPPOSING_DICE: Final[list[Any]] = [Window("modify opposing dice", rule="attack.step-10"), reaching("opposing dice")]
"""Step 10: both modify the dice of the other one."""
MODIFIED_DICE: Final[list[Any]] = [reaching("dice modified"), Window("dice modified", rule="attack.step-10")]
"""The end of modifying dice, behind all that happens in steps 9 and 10."""
DICE: Final[list[Any]] = [
    *ROLLED, *FRESH_DICE, *MORE_DICE, *OWN_DICE, *OPPOSING_DICE, *MODIFIED_DICE, compare_successes,
]  # fmt: skip
"""Steps 6 to 11: from the pools to the damage."""
BEFORE_DAMAGE: Final[list[Any]] = [Window("before damage", rule="attack.step-12"), before_damage]
TO_DAMAGE: Final[list[Any]] = [pay_power, *BUILT, *DICE, *BEFORE_DAMAGE]
"""Steps 3 to 12, when the target is known."""


@rule("damage.dazed-limits", "field.ko-effects")
def goes_on(game: Game) -> bool:
    """Nobody attacks who is dazed or KO'd, and nobody is attacked; once damage was dealt, step 14 is left."""
    attack = game.context(Attack)
    return attack.dealt > 0 or (able(game, attack.attacker) and able(game, attack.target))


BLOWS: Final = Procedure("blows", [*TO_DAMAGE, suffer_damage, finish_attack], scope=DICE_SCOPE, as_long_as=goes_on)
ATTACK: Final = Procedure("attack", [choose_type, declare_target, BLOWS], Attack)
