"""Verbs about damage cubes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import model_validator

from rulewright import Violation, rule
from rulewright.programs import Resolution, counted
from rulewright.vocabulary import Amount, Verb, variants

from ..events.fighters import CubesDiscarded, DamageTaken
from .values import seat
from .words import Who

if TYPE_CHECKING:
    from rulewright import Game, View

    from ..book.wording import Wording


class Damage(Verb, name="damage", rule="attack.step-2"):
    """Damage besides that of the damage slot: it cannot be reduced by a block."""

    heavy: Amount = 0
    light: Amount = 0
    to: Who = "opponent"

    en = variants(self="you take {damage}", opponent="the opponent takes {damage}")
    zh = variants(self="自己受到 {damage}", opponent="对手受到 {damage}")

    @model_validator(mode="after")
    def _hurts(self) -> Damage:
        if self.heavy == 0 and self.light == 0:
            raise ValueError("heavy, light: damage has at least one of them")
        return self

    @rule("block.only-assault")
    def do(self, game: Game, run: Resolution) -> DamageTaken | None:
        heavy, light = counted(self.heavy, game, run), counted(self.light, game, run)
        return DamageTaken(seat(run, self.to), heavy, light, rule=self.rule) if heavy or light else None

    def can(self, game: Game, run: Resolution) -> bool:
        return any(counted(amount, game, run) for amount in (self.heavy, self.light))

    def variant(self) -> str:
        return self.to

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"damage": wording.damage(self.heavy, self.light)}

    def worth(self, judge: Any) -> float:
        cubes = judge.worths["heavy"] * judge.amount(self.heavy) + judge.worths["light"] * judge.amount(self.light)
        return float(judge.side(self.to) * cubes)


class Recover(Verb, name="recover", rule="attack.step-2"):
    """The own fighter discards light cubes."""

    amount: Amount = 1

    en = "discard {amount} light cube{amount:s}"
    zh = "弃掉 {amount} 个轻伤方块"

    def do(self, game: Game, run: Resolution) -> CubesDiscarded | None:
        """As many as it has."""
        count = min(counted(self.amount, game, run), game.state.fighters[run.player].light)
        return CubesDiscarded(run.player, count, rule=self.rule) if count else None

    def can(self, game: Game, run: Resolution) -> bool:
        return bool(game.state.fighters[run.player].light and counted(self.amount, game, run))

    def hindrance(self, view: View, run: Resolution) -> Violation | None:
        """Who has no light cubes discards none."""
        return None if view.state.fighters[run.player].light else Violation("no_cubes", self.rule)
