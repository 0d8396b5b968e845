"""What does not happen as it would: damage that becomes less before it is suffered, and falls that are prevented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field, model_validator

from rulewright.programs import counted
from rulewright.vocabulary import Amount, Verb, variants

from ..events.characters import DamageRemoved, Roused
from ..running import Run, named
from ..superpowers.moments import FALLING, SUFFERING
from .words import Role, worded

if TYPE_CHECKING:
    from rulewright import Event, Game


class ReduceSuffered(Verb, name="reduce_suffered", rule="damage.tokens", needs=(SUFFERING,)):
    """The damage that is about to be suffered is less, but not below a minimum; or no more than so much is suffered.

    It replaces the damage before it is suffered, at the moments "would suffer" and "ally would suffer".
    """

    amount: Amount = 1
    least: int = Field(0, ge=0, le=10)
    most: int | None = Field(None, ge=0, le=10, description="how much is suffered at most, whatever it was")

    en = variants(
        "it suffers {amount} damage less", least="it suffers {amount} damage less, but at least {least}",
        equal="it suffers less damage by {amount}", most="it suffers {most} damage at most",
    )  # fmt: skip
    zh = variants(
        "其受到的伤害减少 {amount}", least="其受到的伤害减少 {amount}，最少为 {least}",
        equal="其受到的伤害减少{amount}", most="其至多受到 {most} 点伤害",
    )  # fmt: skip

    @model_validator(mode="after")
    def _one_way(self) -> ReduceSuffered:
        if self.most is not None and (self.amount != 1 or self.least):
            raise ValueError("most: it takes the place of amount and least")
        return self

    def left_of(self, damage: int, less: int | None = None) -> int:
        """What is left of that much damage; ``less`` is the amount where the text does not say it in a number."""
        if self.most is not None:
            return min(self.most, damage)
        taken = less if not isinstance(self.amount, int) else self.amount
        return max(min(self.least, damage), damage - (taken or 0))

    def do(self, game: Game, run: Run) -> Event:
        less = counted(self.amount, game, run)
        return game.note(run, due=self.left_of(run.due, less))

    def variant(self) -> str:
        return "most" if self.most is not None else "least" if self.least else worded(self.amount)


class Prevent(Verb, name="prevent", rule="terms.effects", needs=(FALLING,), whom=None):
    """What is about to happen does not happen: that someone is KO'd."""

    en = "it does not happen"
    zh = "其不会发生"

    def do(self, game: Game, run: Run) -> Event:
        return game.note(run, prevented=True)


class Rouse(Verb, name="rouse", rule="damage.dazed"):
    """A character that is dazed is so no longer, and damage is removed from it: at least 1."""

    who: Role = "chosen"
    amount: int = Field(1, ge=1, le=20)

    en = "{who} is no longer dazed and removes {amount} damage"
    zh = "{who}移除晕倒标记并移除 {amount} 点伤害"

    def do(self, game: Game, run: Run) -> list[Event] | None:
        one = game.state.characters.get(named(game, run, self.who))
        if one is None or not one.dazed or not game.may("remove damage", str(one.id)):
            return None
        removed = DamageRemoved(str(one.id), min(self.amount, one.damage), rule="damage.tokens")
        return [removed, Roused(str(one.id), rule=self.rule)]
