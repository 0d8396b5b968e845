"""Verbs about companions (6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import rule
from rulewright_dice_throne.old_programs import counted

from ..damage import dial_turned
from ..events import (
    CompanionChanged,
    CompanionPlaced,
)
from ..resolution import Resolution
from ..values import companion_of
from .running import part, together, verb

if TYPE_CHECKING:
    from rulewright import Event, Game

    from ..book import Op


@verb
@rule("6.4.companion")
def companion(game: Game, run: Resolution, op: Op) -> Any:
    """A companion of one's own is activated or not, its dial moves, or it is placed with a player."""
    now = companion_of(game, run.player, op.companion)
    if now is None:
        return None
    match op.change:
        case "activate" | "deactivate":
            condition = "active" if op.change == "activate" else "inactive"
            return CompanionChanged(run.player, op.companion, condition, now.dial, rule="6.4.companion")
        case "place":
            seats = op.to(game, run)
            return together(CompanionPlaced(run.player, op.companion, to, rule="6.4.companion") for to in seats)
    amount = counted(op.amount, game, run)
    return dial_turned(game, run.player, now, amount if op.change in ("heal", "gain") else -amount)


@part
def use_companion(game: Game, run: Resolution, op: Op) -> Event | None:
    """A use of a companion that is tokens takes some of them; one that has health is not used up."""
    sheet = game.content.heroes[game.state.heroes[run.player].name].companions[run.source]
    if sheet.has_health:
        return None
    now = companion_of(game, run.player, run.source)
    return None if now is None else dial_turned(game, run.player, now, -run.spent)
