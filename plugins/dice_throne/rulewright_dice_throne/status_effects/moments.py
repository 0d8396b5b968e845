"""The moments at which cards are played and tokens are spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..damage.attacks import is_attack
from ..damage.prevention import is_preventable
from ..moments import MAIN_PHASES, RECEIVED, UNDER_WAY
from ..resolution import Resolution
from ..terms import in_play

if TYPE_CHECKING:
    from rulewright import Game

    from ..state import Attack, Round

LANDING_STAGES: Final = ("landing", "counting")


Time = Callable[["Round", "Attack", int], bool]


def _in_phase(*phases: str) -> Time:
    return lambda now, attack, player: now.phase in phases and now.active == player


def _own_attack(*stages: str) -> Time:
    return lambda now, attack, player: attack.stage in stages and attack.attacker == player


def _attacking(now: Round, attack: Attack, player: int) -> bool:
    return attack.attacker == player and attack.stage in UNDER_WAY and is_attack(attack)


def _attacked(now: Round, attack: Attack, player: int) -> bool:
    return attack.target == player and attack.stage in LANDING_STAGES and is_attack(attack)


def _defence_rolled(now: Round, attack: Attack, player: int) -> bool:
    return attack.target == player and attack.stage in LANDING_STAGES and bool(attack.defence)


TIMES: Final[dict[str, Time]] = {
    "any_time": lambda now, attack, player: True,
    "upkeep": _in_phase("upkeep"),
    "income": _in_phase("income"),
    "main_phase": _in_phase(*MAIN_PHASES),
    "before_offensive_roll": _in_phase("main_1"),
    "offensive_roll_end": _own_attack("activated"),
    "ability_activated": _own_attack("activated"),
    "attacking": _attacking,
    "attacked": _attacked,
    "defence_rolled": _defence_rolled,
    "damage_dealt": _own_attack("dealt"),
    "turn_end": _in_phase("discard"),
}
"""When something may be used at a moment, where a look at the table says so."""


def is_moment(game: Game, player: int, moment: str, context: Any) -> bool:
    """Whether a window stands open at a moment that a card or a use names."""
    time = TIMES.get(moment)
    if time is not None:
        return time(game.state.round[0], game.state.attack[0], player)
    if moment == RECEIVED:
        return bool(game.state.pending[player].received)
    if moment == "damage_incoming":
        return any(is_preventable(game, other) for other in in_play(game, game.players))
    return isinstance(context, Resolution) and context.roller == player
