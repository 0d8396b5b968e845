"""3.5: the Targeting Roll Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Roll, ask_which, rule
from rulewright.dice import D6

from ..book.modes import TEAMS
from ..events.attack import TargetChosen
from ..events.dice import DiceTaken, TargetingDieRolled
from ..moments import AIMED, TARGETED
from ..state import ASIDE
from ..terms import neighbours, targets
from .ability import is_to_attack, reward
from .rolling import RollPhases

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("3.5.roll")
def roll_for_target(game: Game, phases: RollPhases) -> Steps | None:
    """Against a team a die finds the target. Like other dice it may be changed, but not after an Ultimate."""
    return _roll_for_target(game, phases.player) if game.setup.mode == TEAMS else None


def _roll_for_target(game: Game, player: int) -> Steps:
    faces = yield Roll((D6,), player, "targeting_roll", "3.5.roll")
    locked = game.state.attack[0].ultimate
    yield TargetingDieRolled(player, ASIDE, faces, "targeting", locked, rule="3.5.roll")
    return None if locked else AIMED


@rule("3.5.trigger")
def find_target(game: Game, phases: RollPhases) -> Steps:
    """The target is determined, also for an ability without an Attack."""
    player = phases.player
    if game.state.rolls[ASIDE].faces:
        target = yield from aimed_at(game, player, game.state.rolls[ASIDE].faces[0])
        yield DiceTaken((ASIDE,))
    else:
        target = yield from chosen_target(game, player)
    yield TargetChosen(player, target, rule="3.5.trigger")
    if is_to_attack(game):
        yield from reward(game)
    return TARGETED


@rule("3.5.table")
def aimed_at(game: Game, player: int, face: int) -> Steps:
    """1 and 2 the opponent on the left, 3 and 4 on the right; with 5 the opponents decide, with 6 the active player."""
    left, right = neighbours(game, player)
    if face in ON_THE_LEFT:
        return left
    if face in ON_THE_RIGHT:
        return right
    found = targets(game, player)
    if face == THEY_DECIDE:
        return (yield from ask_which(left, "who_defends", found, "3.5.table", attacker=player))
    return (yield from ask_which(player, "target", found, "3.5.table"))


ON_THE_LEFT: Final = (1, 2)
ON_THE_RIGHT: Final = (3, 4)
THEY_DECIDE: Final = 5


@rule("3.5.king-of-the-hill")
def chosen_target(game: Game, player: int) -> Steps:
    """Where everyone plays alone no die is rolled: the active player chooses among all opponents."""
    return (yield from ask_which(player, "target", targets(game, player), "3.5.king-of-the-hill"))
