"""The Shooting phase: units are selected, declare targets and make their ranged attacks, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Context, Loop, Turn, choose, rule

from ..attack import STRIKE
from ..events.attacks import Selected
from ..moments import moment
from ..movement.surge_moves import surge
from ..terms import did, models, units
from .eligible import can_shoot, fit_to_shoot
from .firing_deck import deck_reaches, leave_deck, man_deck
from .on_death import last_shots
from .select_targets import declare, has_target

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


class Shooter(Context):
    """A unit that is selected to shoot; ``over`` when the player shoots no more."""

    player: int
    over: bool = False
    unit: str = ""


@rule("core.shooting-phase")
def next_shooter(game: Game, last: Shooter | None) -> Shooter | None:
    """One unit after another, as long as the player wants."""
    if last is not None and last.over:
        return None
    return Shooter(player=game.context(Turn).player)


@rule("core.shooting-phase", "errata.selected-to-shoot")
def select_shooter(game: Game, shooter: Shooter) -> Steps:
    """The player selects an eligible unit with a target, or ends the phase."""
    player = shooter.player
    able = [
        id for id in units(game, player) if can_shoot(game, id) and (has_target(game, id) or deck_reaches(game, id))
    ]
    chosen = (yield choose(player, "shoot", [*able, None], "core.shooting-phase")) if able else None
    if chosen is None:
        return game.note(shooter, over=True)
    yield game.note(shooter, unit=chosen)
    yield Selected(chosen, "shot", rule="core.shooting-phase")
    yield from man_deck(game, player, chosen)
    declared = yield from declare(game, player, chosen)
    return STRIKE(player=player, unit=chosen, declared=tuple(declared), avenged=True) if declared else None


@rule("commentary.shooting-again")
def may_shoot_again(position: Position, id: str) -> bool:
    """Whether a unit that has shot can shoot again: by its ability, if it is eligible, with weapons used before too."""
    able = did(position, id, "has shot") and position.has("shoot-again", id)
    return bool(able) and bool(models(position, id)) and fit_to_shoot(position, id) and has_target(position, id)


@rule("commentary.shooting-again")
def shoot_again(game: Game, shooter: Shooter) -> Steps:
    """When its first attacks have been resolved a unit may shoot again."""
    if not shooter.unit or not may_shoot_again(game, shooter.unit):
        return None
    chosen = yield choose(shooter.player, "shoot_again", [shooter.unit, None], "commentary.shooting-again",
                          unit=shooter.unit)  # fmt: skip
    declared = (yield from declare(game, shooter.player, chosen)) if chosen is not None else ()
    if not declared:
        return None
    return STRIKE(player=shooter.player, unit=chosen, declared=tuple(declared), avenged=True)


SHOOTING: Final = Loop(
    "shooting",
    next_shooter,
    [
        moment("select to shoot"), select_shooter, last_shots("last shots"), shoot_again,
        last_shots("more last shots"), leave_deck, surge,
    ],
)  # fmt: skip
