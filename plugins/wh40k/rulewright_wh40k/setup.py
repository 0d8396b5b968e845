"""Before the battle: who attacks, objective markers, battle formations, deployment, and who takes the first turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import CHANCE, Loop, Procedure, Roll, rule

from .deployment import deploy, next_to_deploy
from .events import AttackerSet, FirstTurnSet, ObjectivePlaced, RollOff
from .formations import FORMATIONS
from .scouting import SCOUTING
from .terms import attacker

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("core.roll-off")
def roll_off(game: Game, rule: str) -> Steps:
    """Both players roll a D6 until one has more; receives that player."""
    while True:
        faces: Any = yield Roll.d6(2, CHANCE, "roll-off", rule="core.roll-off")
        if faces[0] != faces[1]:
            winner = 0 if faces[0] > faces[1] else 1
            yield RollOff(faces, winner, rule=rule)
            return winner


@rule("core.mission-sequence")
def determine_attacker(game: Game, context: Any) -> Steps:
    """The winner of a roll-off is the Attacker."""
    winner = yield from roll_off(game, "core.mission-sequence")
    yield AttackerSet(winner, rule="core.mission-sequence")


@rule("core.only-war-battlefield")
def begin_marking(game: Game, context: Any) -> Any:
    """Markers that the battlefield has are placed; else the winner of a roll-off places the first one."""
    printed = game.content.battlefields[game.setup.battlefield].markers
    seat = attacker(game)
    return [ObjectivePlaced(seat, f"objective#{number}", one.x, one.y, rule="core.objective-markers")
            for number, one in enumerate(printed, start=1)]  # fmt: skip


@rule("core.only-war-deployment")
def determine_first_turn(game: Game, context: Any) -> Steps:
    """The winner of a roll-off takes the first turn."""
    winner = yield from roll_off(game, "core.only-war-deployment")
    yield FirstTurnSet(winner, rule="core.only-war-deployment")


SETUP: Final = Procedure(
    "set-up",
    [
        determine_attacker, begin_marking, *FORMATIONS, Loop("deployment", next_to_deploy, [deploy]),
        determine_first_turn, SCOUTING,
    ],
)  # fmt: skip
