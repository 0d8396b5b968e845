"""3.4, step 4: the announced ability is activated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Call, Procedure, rule

from ..events.attack import AbilityActivated, AbilityLocked
from ..moments import ACTIVATED
from ..resolution import fire, resolve
from ..terms import opponents
from .ability import announced, finish_without_attack, is_announced, reward
from .rolling import RollPhases

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("4.4.counter")
def lock_in(game: Game, phases: RollPhases) -> Steps:
    """The announcement stands: the dice are locked, nothing of the ability has happened."""
    variant, row = announced(game, phases.player)
    yield AbilityLocked(row.attacks, variant.ultimate, rule="4.4.counter")
    return fire(game, "offensive_roll_end", phases.player)


@rule("field.skip-targeting", "note.step-4-next-phase")
def known_target(game: Game, phases: RollPhases) -> int:
    """Whom the ability is against before anything is rolled for: the only opponent, or whom the phase is against."""
    others = opponents(game, phases.player)
    return phases.against if phases.against >= 0 else others[0] if len(others) == 1 else -1


@rule("3.4.step-4")
def activate(game: Game, phases: RollPhases) -> Steps:
    """Step 4: the announced ability is activated, the highest of its tiers that the dice satisfy."""
    player = phases.player
    variant, row = announced(game, player)
    yield AbilityActivated(player, variant.id, known_target(game, phases), rule="3.4.step-4")
    yield from reward(game)
    return resolve(player, "ability", variant.id, row.program, staged=True)


def activated(game: Game, phases: RollPhases) -> Call | None:
    """What is triggered by the activation."""
    return fire(game, "ability_activated", phases.player)


CARRIED_OUT: Final = Procedure(
    "carried out", [activate, activated, finish_without_attack, ACTIVATED], when=is_announced
)
ACTIVATION: Final = Procedure("activation", [lock_in, CARRIED_OUT], when=is_announced)
"""An ability that fails between the two is not activated at all."""
