"""3.6, steps 5 and 6: the last window, the damage, and what comes after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Call, Context, Loop, Procedure, Step, Window, rule
from rulewright.programs import deed_at, numbers

from ..damage.attacks import attack_parts, is_attack
from ..damage.phase_end import SETTLED, is_anything_pending, settle_all, who_received
from ..damage.prevention import damage_left, output
from ..events.attack import AttackAdvanced, AttackDealt
from ..events.damage import AttackCounted
from ..moments import LAST_CHANCE, UNDER_WAY
from ..resolution import fire, resolve
from ..status_effects.triggers import is_to_be_modified
from ..terms import opponents
from .ability import reward
from .defence import modified
from .rolling import RollPhases

if TYPE_CHECKING:
    from rulewright import Game, Steps


DAMAGE_INCOMING: Final = "damage_incoming"


class LastChance(Context):
    """The last window, which stands open once more when tokens that came in it change the Attack."""


@rule("3.6.step-5", "6.1.active")
def next_chance(game: Game, last: LastChance | None) -> LastChance | None:
    """Once, and once more as long as there is something new that modifies the Attack."""
    return LastChance() if last is None or is_to_be_modified(game) else None


@rule("3.6.step-5")
def last_chance(game: Game, chance: LastChance) -> Steps | None:
    """Step 5: the last window before damage is counted."""
    return _last_chance(game) if is_attack(game.state.attack[0]) else None


def _last_chance(game: Game) -> Steps:
    if game.state.attack[0].stage != "counting":
        yield AttackAdvanced("counting", rule="3.6.step-5")
    return LAST_CHANCE


LAST_CHANCES: Final = Loop("last chances", next_chance, [Step(modified, "modified_by_late_tokens"), last_chance])


@rule("6.3.spendable", "note.spend-windows")
def late_chance(game: Game, context: Any) -> Window | None:
    """Damage outside of an Attack that no window has followed so far can be prevented like any other."""
    return LAST_CHANCE if any(pending.damage for pending in game.state.pending.values()) else None


@rule("7.1.output", "7.3.ignorable")
def damage_incoming(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by damage that is about to be dealt to the target and to others whom the Attack hurts."""
    attack = game.state.attack[0]
    if attack.stage != "counting":
        return None
    hurt = [player for player in opponents(game, attack.attacker) if player != attack.target and output(game, player)]
    return fire(game, DAMAGE_INCOMING, attack.target, *((DAMAGE_INCOMING, player) for player in hurt))


@rule("3.6.step-6", "10.1.order", "10.3.simultaneous", "4.4.unstoppable", "9.2.reward-timing")
def count_damage(game: Game, phases: RollPhases) -> Steps:
    """Step 6: the Attack joins the other damage, prevention and healing of the phase, and all is applied together."""
    attack = game.state.attack[0]
    target = attack.target
    others = damage_left(game, game.state.pending[target])
    parts = attack_parts(attack) if attack.stage == "counting" else ()
    if parts:
        yield from reward(game, counted=True)
    for type, amount in parts:
        yield AttackCounted(target, amount, type, attack.variant, rule="3.6.step-6")
    dealt: dict[int, int] = {}
    if parts or is_anything_pending(game):
        dealt = yield from settle_all(game)
    amount = max(0, dealt.get(target, 0) - others)
    yield AttackDealt(attack.attacker, target, amount, rule="3.6.step-6")


def after_damage(game: Game, phases: RollPhases) -> Call | None:
    """The effects of the ability that come after its damage; players who are out do nothing."""
    attack = game.state.attack[0]
    if game.state.heroes[attack.attacker].out:
        return None
    ordered = [deed_at(game.content, key).verb for least, key in attack.after if attack.dealt >= least]
    effects = [effect for verb in ordered for effect in verb.effects]
    return resolve(
        attack.attacker, "after", attack.variant, numbers(effects),
        dice=attack.dice, paid=attack.paid, removed=attack.removed, roller=attack.attacker,
    )  # fmt: skip


def damage_was_dealt(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by the damage that the Attack dealt, and by all damage that was received with it."""
    attack = game.state.attack[0]
    hurt = [("damage_dealt", attack.attacker)] if attack.dealt else []
    hurt += who_received(game, game.players)
    return fire(game, *hurt[0], *hurt[1:]) if hurt else None


def was_activated(game: Game) -> bool:
    """Whether an ability was activated, an Attack or not."""
    return game.state.attack[0].stage in (*UNDER_WAY, "dealt")


@rule("field.status-negative")
def concluded(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered when the Attack is over, or what an ability without one has done to its target.

    With the option ``waits_for_attack`` the latter waits for an Attack.
    """
    attack = game.state.attack[0]
    waits = game.setup.waits_for_attack and not is_attack(attack)
    targets = [] if waits or attack.target < 0 else [("attack_concluded", attack.target)]
    return fire(game, "attack_concluded", attack.attacker, *targets)


CONCLUDED: Final = Procedure("concluded", [concluded, *SETTLED], when=was_activated)
