"""Power, damage and special conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import choose
from rulewright.programs import counted
from rulewright.vocabulary import Amount, Verb, variants

from ..conditions import afflict, cure
from ..damage import damage, power_for
from ..events import DamageRemoved, PowerLost
from ..running import Run, doer, who
from ..terms import character
from .words import Condition, Who

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..wording import Wording


class GainPower(Verb, name="gain_power", rule="power.tokens"):
    """A character gains power."""

    amount: Amount = 1
    to: Who = "self"

    en = variants(
        self="it gains {amount} power", target="the target gains {amount} power",
        attacker="the attacker gains {amount} power", chosen="that character gains {amount} power",
    )  # fmt: skip
    zh = variants(
        self="其获得 {amount} 点力量", target="目标获得 {amount} 点力量",
        attacker="攻击者获得 {amount} 点力量", chosen="该角色获得 {amount} 点力量",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.to)
        return power_for(game, one, counted(self.amount, game, run), self.rule) if one else None

    def variant(self) -> str:
        return self.to


class LosePower(Verb, name="lose_power", rule="power.lose-more"):
    """A character loses power, all of it where it has no more."""

    amount: Amount = 1
    of: Who = "target"

    en = variants(
        self="it loses {amount} power", target="the target loses {amount} power",
        attacker="the attacker loses {amount} power", chosen="that character loses {amount} power",
    )  # fmt: skip
    zh = variants(
        self="其失去 {amount} 点力量", target="目标失去 {amount} 点力量",
        attacker="攻击者失去 {amount} 点力量", chosen="该角色失去 {amount} 点力量",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.of)
        amount = min(counted(self.amount, game, run), character(game, one).power) if one else 0
        return PowerLost(one, amount, rule=self.rule) if amount else None

    def variant(self) -> str:
        return self.of


class Damage(Verb, name="damage", rule="damage.tokens"):
    """A character suffers damage by this effect."""

    amount: Amount = 1
    to: Who = "target"

    en = variants(
        self="it suffers {amount} damage", target="the target suffers {amount} damage",
        attacker="the attacker suffers {amount} damage", chosen="that character suffers {amount} damage",
    )  # fmt: skip
    zh = variants(
        self="其受到 {amount} 点伤害", target="目标受到 {amount} 点伤害",
        attacker="攻击者受到 {amount} 点伤害", chosen="该角色受到 {amount} 点伤害",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one, amount = who(game, run, self.to), counted(self.amount, game, run)
        if not one or not amount:
            return None
        return damage(game, one, amount, doer(game, run), rule=self.rule)

    def variant(self) -> str:
        return self.to


class Heal(Verb, name="heal", rule="damage.tokens"):
    """Damage tokens are taken off a character."""

    amount: Amount = 1
    of: Who = "self"

    en = variants(
        self="remove {amount} damage from it", target="remove {amount} damage from the target",
        attacker="remove {amount} damage from the attacker", chosen="remove {amount} damage from that character",
    )  # fmt: skip
    zh = variants(
        self="其移除 {amount} 点伤害", target="目标移除 {amount} 点伤害",
        attacker="攻击者移除 {amount} 点伤害", chosen="该角色移除 {amount} 点伤害",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.of)
        amount = min(counted(self.amount, game, run), character(game, one).damage) if one else 0
        return DamageRemoved(one, amount, rule=self.rule) if amount else None

    def variant(self) -> str:
        return self.of


class Afflict(Verb, name="condition", rule="condition.gain"):
    """A character gains a special condition."""

    condition: Condition
    to: Who = "target"

    en = variants(
        self="it gains {condition}", target="the target gains {condition}", attacker="the attacker gains {condition}",
        chosen="that character gains {condition}",
    )  # fmt: skip
    zh = variants(
        self="其获得{condition}状态", target="目标获得{condition}状态", attacker="攻击者获得{condition}状态",
        chosen="该角色获得{condition}状态",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.to)
        return afflict(game, one, self.condition, self.rule) if one else None

    def variant(self) -> str:
        return self.to

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"condition": wording.affliction(self.condition)}


class Cure(Verb, name="remove_condition", rule="field.condition.removal"):
    """A special condition is taken off a character: the one named, or one that its player chooses."""

    condition: Condition | None = None
    of: Who = "self"

    en = variants(
        self="remove {condition} from it", target="remove {condition} from the target",
        attacker="remove {condition} from the attacker", chosen="remove {condition} from that character",
    )  # fmt: skip
    zh = variants(
        self="其移除{condition}", target="目标移除{condition}", attacker="攻击者移除{condition}",
        chosen="该角色移除{condition}",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.of)
        held = character(game, one).conditions if one else ()
        if self.condition is not None:
            held = tuple(each for each in held if each == self.condition)
        if held:
            which = held[0]
            if len(held) > 1:
                which = yield choose(run.player, "cure", held, self.rule, character=one)
            yield cure(game, one, which, self.rule)

    def variant(self) -> str:
        return self.of

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"condition": wording.affliction(self.condition)}
