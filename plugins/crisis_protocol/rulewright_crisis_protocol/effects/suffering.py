"""Damage that becomes less before it is suffered, whatever it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from rulewright.vocabulary import Verb, variants

from ..running import Run
from ..superpowers.moments import SUFFERING

if TYPE_CHECKING:
    from rulewright import Game


class ReduceSuffered(Verb, name="reduce_suffered", rule="damage.tokens", needs=(SUFFERING,)):
    """The damage that its character is about to suffer is less, but not below a minimum.

    It replaces the damage before it is suffered, at the moment "would suffer", and does nothing at any other.
    """

    amount: int = Field(1, ge=1, le=20)
    least: int = Field(0, ge=0, le=10)

    en = variants("it suffers {amount} damage less", least="it suffers {amount} damage less, but at least {least}")
    zh = variants("其受到的伤害减少 {amount}", least="其受到的伤害减少 {amount}，最少为 {least}")

    def left_of(self, amount: int) -> int:
        """What is left of that much damage."""
        return max(min(self.least, amount), amount - self.amount)

    def do(self, game: Game, run: Run) -> None:
        """Nothing: the damage was replaced before."""

    def variant(self) -> str:
        return "least" if self.least else ""
