"""How a character defends: with another defense, or with so many dice instead; and what the attacker may pay for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from rulewright import choose
from rulewright.programs import then_do
from rulewright.vocabulary import Effect, Some, Verb, variants

from ..attack.dice import with_pools
from ..events.characters import PowerSpent
from ..running import Run, named, who
from ..superpowers.moments import DEFENDING, UNROLLED
from ..terms import Attack, Dodge, can_pay, character
from .lasting import lasting
from .words import Role

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.wording import Wording


class Defend(Verb, name="defend", rule="attack.step-5", needs=(UNROLLED,)):
    """The target of the attack rolls dice equal to another one of its defenses, or a number of dice that the text says.

    Where someone is named who is not the target in the end, because another one became it, it rolls its own dice.
    """

    who: Role = Field("target", description="who defends so; whoever the target is in the end, if it is not said")
    by: Literal["physical", "energy", "mystic"] | None = None
    dice: int | None = Field(None, ge=1, le=15)

    en = variants(
        "{who} defends with its {by} defense", dice="{who} rolls {dice} dice instead of its defense"
    )  # fmt: skip
    zh = variants("{who}以{by}防御进行防御", dice="{who}掷 {dice} 个骰子代替防御值")

    @model_validator(mode="after")
    def _one_way(self) -> Defend:
        if (self.by is None) is (self.dice is None):
            raise ValueError("by, dice: it says exactly one of them")
        return self

    def do(self, game: Game, run: Run) -> Steps:
        attack = game.find_context(Attack)
        if attack is not None:
            yield from with_pools(game, self._chosen(game, run, attack))

    def _chosen(self, game: Game, run: Run, attack: Attack) -> Steps:
        only = "" if self.who == "target" else named(game, run, self.who)
        yield game.note(
            attack, defended=self.by or attack.defended, instead=self.dice or attack.instead, defender=only
        )  # fmt: skip

    def variant(self) -> str:
        return "" if self.dice is None else "dice"

    def facts(self, wording: Wording) -> dict[str, Any]:
        by = "" if self.by is None else wording.say(f"attack_type.{self.by}")
        return {**super().facts(wording), "by": by}


class AddDefense(Verb, name="add_defense", rule="attack.step-5", needs=(DEFENDING,), whom=None):
    """Dice are added to what the character rolls in defense against the attack, or in its dodge."""

    dice: int = Field(1, ge=1, le=10)

    en = "add {dice} dice to its defense or dodge"
    zh = "其防御或躲避增加 {dice} 个骰子"

    def do(self, game: Game, run: Run) -> Steps:
        dodge = game.find_context(Dodge)
        if dodge is not None and dodge.character == run.character:
            yield game.note(dodge, dice=dodge.dice + self.dice)
            return
        yield from with_pools(game, self._for_this_attack(game, run))

    def _for_this_attack(self, game: Game, run: Run) -> Steps:
        counts = {"stat": "defense dice", "layer": "dice", "amount": self.dice, "group": f"{run.source}: defense"}
        if begun := lasting(game, run, [run.character], "attack", counts, self.rule):
            yield begun


class Unless(Verb, name="unless_paid", rule="power.spend"):
    """Something happens unless a character pays power, as its player decides; or something else if it does."""

    who: Role = "attacker"
    cost: int = Field(1, ge=1, le=10)
    then: Some[Effect]
    paid: tuple[Effect, ...] = Field((), description="what happens if it pays")

    en = variants(
        "unless {who} pays {cost} power: {then}", paid="unless {who} pays {cost} power: {then}; if it does: {paid}"
    )
    zh = variants("除非{who}花费 {cost} 点力量：{then}", paid="除非{who}花费 {cost} 点力量：{then}；若花费：{paid}")

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if one and can_pay(game, one, self.cost):
            player = character(game, one).player
            amount = yield choose(player, "spend", (0, self.cost), self.rule, character=one)
            if amount:
                yield PowerSpent(one, amount, rule=self.rule)
                if self.paid:
                    yield then_do(game, run, self.paid)
                return
        yield then_do(game, run, self.then)

    def variant(self) -> str:
        return "paid" if self.paid else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        paid = wording.effects(self.paid) if self.paid else ""
        return {**super().facts(wording), "then": wording.effects(self.then), "paid": paid}
