"""Steps 11 to 14: successes are compared, and damage is suffered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from ..damage import damage
from ..events.attacks import AttackResolved, BeforeDamage
from ..events.characters import DamageSuffered
from ..numbers import with_printed
from ..pools import FIGHTER, OPPOSING, OTHER, successes_of
from ..terms import Attack, pool_in

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps


@rule("attack.step-11", "attack.outline", "dice.faces")
def compare_successes(game: Game, attack: Attack) -> Event:
    """Step 11: the damage is by how much the attacker's successes exceed the defender's."""
    return game.note(attack, damage=max(0, successes(game, attack, "attack") - successes(game, attack, "defense")))


@rule("attack.step-11", "dice.faces")
def successes(game: Game, attack: Attack, name: str) -> int:
    """The successes of a pool, with what texts let its faces and the failures of the other pool count besides."""
    id, other = getattr(attack, FIGHTER[name]), pool_in(attack, OTHER[name]).roll
    failures = 0 if other is None else other.count(("failure",))
    gift = failures * int(game.number(OPPOSING, id)) if failures else 0
    return successes_of(game, pool_in(attack, name), id) + gift


@rule("attack.step-12")
def before_damage(game: Game, attack: Attack) -> Event:
    """Step 12: what the attack does before damage is suffered."""
    return BeforeDamage(attack.attacker, attack.target, attack.attack, rule="attack.step-12")


@rule("attack.step-13", "field.condition.judgement")
def suffer_damage(game: Game, attack: Attack) -> Steps:
    """Step 13: the defender suffers what is left of the damage."""
    target = attack.target
    amount = with_printed(game, "damage", target, attack.damage) if attack.damage else 0
    if amount <= 0:
        return
    power = game.may("power from attacks", target)
    yield game.note(attack, striking=True)
    suffered = yield damage(game, target, amount, attack.attacker, power=power, rule="attack.step-13")
    if isinstance(suffered, DamageSuffered):
        yield game.note(attack, dealt=suffered.amount)


@rule("attack.step-14", "terms.after", "terms.after-example")
def finish_attack(game: Game, attack: Attack) -> Steps:
    """Step 14: what triggers after the attack, the attacker's first."""
    yield game.note(attack, striking=False)
    yield AttackResolved(attack.attacker, attack.target, attack.attack, attack.dealt, rule="attack.step-14")
