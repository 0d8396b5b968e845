"""Verbs about the Attack under way (7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import rule
from rulewright_dice_throne.old_programs import number

from ..damage import is_enhanceable
from ..events import (
    AttackCancelled,
    AttackMadeUndefendable,
    AttackModified,
)
from ..resolution import Resolution
from ..timing import UNDER_WAY
from .running import verb

if TYPE_CHECKING:
    from rulewright import Game

    from ..book import Op


@verb
@rule("7.2.modifier", "7.2.modifier-use", "7.3.enhanceable", "7.1.pure", "7.1.collateral", "11.ultimate")
def modify_attack(game: Game, run: Resolution, op: Op) -> Any:
    """Only an Attack whose damage can be enhanced is changed by a modifier; an Ultimate is never lessened."""
    attack = game.state.attack[0]
    amount = number(op.add, game, run)
    if not amount or attack.stage not in UNDER_WAY or not is_enhanceable(attack):
        return None
    if attack.ultimate and amount < 0:
        return None
    return AttackModified(run.player, amount, run.source, rule="7.2.modifier")


@verb
def undefendable(game: Game, run: Resolution, op: Op) -> Any:
    """The Attack becomes undefendable."""
    return AttackMadeUndefendable(run.player, rule="7.1.undefendable")


@verb
def cancel_attack(game: Game, run: Resolution, op: Op) -> Any:
    """The offensive ability fails; an Ultimate does not."""
    if game.state.attack[0].ultimate:
        return None
    return AttackCancelled(run.player, op.what, rule="7.3.ignorable")
