"""Models that shoot when they are destroyed, before they are removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Context, Loop, Procedure, rule

from ..attack import STRIKE, doomed, fall
from ..movement.surge_moves import surge, surging
from ..terms import LastShots, unit
from .select_targets import declare

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


@rule("commentary.shoot-on-death")
def next_last_shots(game: Game, last: LastShots | None) -> LastShots | None:
    """The destroyed models of one unit after another."""
    for id, ids in doomed(game).items():
        return LastShots(player=unit(game, id).player, unit=id, models=ids)
    return None


@rule("commentary.shoot-on-death", "commentary.shooting-again", "faq.general.shoot-on-death-not-selected",
      "faq.general.conditional-shoot-or-fight-count")  # fmt: skip
def shoot_on_death(game: Game, last: LastShots) -> Steps:
    """Destroyed models make ranged attacks out of phase; their unit is not selected to shoot by that."""
    declared = yield from declare(game, last.player, last.unit)
    if not declared:
        return None
    return STRIKE(player=last.player, unit=last.unit, declared=tuple(declared), avenged=True)


def remove_shot(game: Game, last: LastShots) -> Steps:
    """Then they are removed."""
    yield from fall(game, last.models)


def last_shots(name: str) -> Loop:
    """Whoever the attacks before destroyed shoots on death."""
    return Loop(name, next_last_shots, [shoot_on_death, remove_shot])


def avenged(position: Position) -> bool:
    """Whether anything follows ranged attacks: last shots of who was destroyed, or a surge of who bled."""
    return bool(doomed(position)) or any(True for _ in surging(position))


class Shot(Context):
    """A unit has shot out of phase."""

    player: int
    unit: str


AFTER_SHOTS: Final = Procedure("after shots", [last_shots("last shots out of phase"), surge], Shot)
"""What follows ranged attacks wherever they are made; in the Shooting phase its steps stand in that phase."""
