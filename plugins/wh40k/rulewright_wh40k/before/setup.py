"""Before the battle: who attacks, objective markers, battle formations, deployment, and who takes the first turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Loop, Procedure, rule

from ..dice.rolls import roll_off
from ..events.before import AttackerSet, FirstTurnSet
from ..sequencing import before_battle
from .deployment import deploy, next_to_deploy
from .formations import FORMATIONS
from .objective_markers import begin_marking
from .redeployment import REDEPLOYMENT
from .scouts import SCOUTING

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("core.mission-sequence")
def determine_attacker(game: Game, context: Any) -> Steps:
    """The winner of a roll-off is the Attacker."""
    winner = yield from roll_off(game, "core.mission-sequence")
    yield AttackerSet(winner, rule="core.mission-sequence")


@rule("core.only-war-deployment")
def determine_first_turn(game: Game, context: Any) -> Steps:
    """The winner of a roll-off takes the first turn."""
    winner = yield from roll_off(game, "core.only-war-deployment")
    yield FirstTurnSet(winner, rule="core.only-war-deployment")


SETUP: Final = Procedure(
    "set-up",
    [
        determine_attacker, begin_marking, before_battle("battle formations"), *FORMATIONS,
        Loop("deployment", next_to_deploy, [deploy]), before_battle("armies deployed"),
        REDEPLOYMENT, determine_first_turn, SCOUTING,
    ],
)  # fmt: skip
