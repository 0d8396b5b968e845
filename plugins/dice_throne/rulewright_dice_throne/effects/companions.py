"""Verbs about companions (6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rulewright import Violation
from rulewright.programs import counted
from rulewright.vocabulary import Amount, variants

from ..damage.phase_end import dial_turned
from ..events.companions import CompanionChanged, CompanionPlaced
from ..resolution import Resolution
from .resolving import together
from .values import companion_of
from .verb import Verb
from .words import CompanionId, Who, seats

if TYPE_CHECKING:
    from rulewright import Game


class Companion(Verb, name="companion", rule="6.4.companion"):
    """Change a companion of one's own (6.4).

    Its health, or the number of its tokens, is what the dial shows: `heal` and `gain` raise it, never above what
    the companion has at most, `damage` and `spend` lower it. At 0 it becomes inactive, raised from 0 active.
    `place` puts it with a player, oneself included.
    """

    tells = True

    companion: CompanionId
    change: Literal["activate", "deactivate", "heal", "damage", "gain", "spend", "place"]
    amount: Amount = 1
    to: Who = "self"

    en = variants(
        activate="{companion} becomes active",
        deactivate="{companion} becomes inactive",
        heal="{companion} heals {amount}",
        damage="{companion} loses {amount}",
        gain="gain {amount} {companion}",
        spend="spend {amount} {companion}",
        place="place {companion} with {to}",
    )
    zh = variants(
        activate="启动{companion}",
        deactivate="{companion}变为未启动",
        heal="{companion}恢复 {amount} 点体力",
        damage="{companion}失去 {amount} 点体力",
        gain="获得 {amount} 个{companion}",
        spend="消耗 {amount} 个{companion}",
        place="将{companion}放置于{to}处",
    )

    def do(self, game: Game, run: Resolution) -> Any:
        now = companion_of(game, run.player, self.companion)
        if now is None:
            return None
        match self.change:
            case "activate" | "deactivate":
                condition = "active" if self.change == "activate" else "inactive"
                return CompanionChanged(run.player, self.companion, condition, now.dial, rule=self.rule)
            case "place":
                found = seats(game, run, self.to)
                return together(CompanionPlaced(run.player, self.companion, to, rule=self.rule) for to in found)
        amount = counted(self.amount, game, run)
        return dial_turned(game, run.player, now, amount if self.change in ("heal", "gain") else -amount)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        return super().hindrance(view, run) or no_companion(view, run.player, self.companion)

    def variant(self) -> str:
        return self.change


def no_companion(view: Any, player: int, companion: str) -> Violation | None:
    """Why nothing can be done with a companion that a player does not have."""
    if companion_of(view, player, companion) is not None:
        return None
    return Violation("no_companion", "6.4.companion", companion=view.content.names[companion])
