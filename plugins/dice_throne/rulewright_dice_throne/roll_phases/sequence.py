"""The roll phases in their order, once a turn and once more where an effect brings them about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Call, Loop, Phase, Procedure, Step, rule

from ..damage.phase_end import SETTLED, about_to_fall
from ..events.phases import RollPhasesBegan, RollPhasesEnded
from ..moments import DAMAGE_DEALT
from ..phases import begins, unless_skipped
from ..resolution import fire
from .ability import finish_without_attack, land, needs_targeting
from .activation import ACTIVATION
from .damage import CONCLUDED, LAST_CHANCES, after_damage, count_damage, damage_incoming, damage_was_dealt, late_chance
from .defence import DEFENCE_STEPS, choose_defence, is_under_attack, modified, window_if_attacked
from .rolling import ROLLING, RollPhases
from .targeting import find_target, roll_for_target

if TYPE_CHECKING:
    from rulewright import Event, Game


@rule("3.order", "note.missing-3.4")
def next_roll_phases(game: Game, last: RollPhases | None) -> RollPhases | None:
    """Once a turn, and once more for each further Offensive Roll Phase that was ordered."""
    now = game.state.round[0]
    if last is None:
        return RollPhases(player=now.active)
    if not now.extra:
        return None
    player, against = now.extra[0]
    return RollPhases(player=player, against=against, again=True)


def begin_roll_phases(game: Game, phases: RollPhases) -> Event:
    """No dice lie on the table, and no Attack is under way."""
    return RollPhasesBegan(phases.player, phases.again, rule="3.order")


def before_offensive_roll(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered before the Offensive Roll Phase, and may make the player skip it."""
    return fire(game, "before_offensive_roll", phases.player)


OFFENSIVE_ROLL: Final = Phase(
    "offensive_roll",
    [
        begins("offensive_roll"), ROLLING, ACTIVATION, *SETTLED
    ],
    when=unless_skipped("offensive_roll"), announce=False, windows=False,
)  # fmt: skip

TARGETING_ROLL: Final = Phase(
    "targeting_roll",
    [begins("targeting_roll"), roll_for_target, find_target, finish_without_attack, late_chance, *SETTLED],
    when=needs_targeting, announce=False, windows=False,
)  # fmt: skip

DEFENSIVE_ROLL: Final = Phase(
    "defensive_roll",
    [
        begins("defensive_roll"),
        land, modified, window_if_attacked,
        choose_defence, DEFENCE_STEPS,
        LAST_CHANCES, damage_incoming,
        Step(about_to_fall, "about_to_fall_by_attack"), count_damage,
        after_damage, damage_was_dealt, DAMAGE_DEALT, *SETTLED,
    ],
    when=is_under_attack, announce=False, windows=False,
)  # fmt: skip

ROLL_PHASES: Final = Loop(
    "roll phases",
    next_roll_phases,
    [begin_roll_phases, before_offensive_roll, OFFENSIVE_ROLL, TARGETING_ROLL, DEFENSIVE_ROLL, CONCLUDED],
)


@rule("11.roll-phase-end")
def roll_phase_end(game: Game, context: Any) -> Call | None:
    """What acts at the end of the roll phase acts immediately before Main Phase 2."""
    return fire(game, "roll_phase_end", game.state.round[0].active)


def end_roll_phases(game: Game, context: Any) -> Event:
    """The dice go off the table."""
    return RollPhasesEnded(game.state.round[0].active, rule="11.roll-phase-end")


ROLLS: Final = Procedure("rolls", [ROLL_PHASES, roll_phase_end, late_chance, *SETTLED, end_roll_phases])
