"""Models that fight when they are destroyed, before they are removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Loop, rule

from ..attack import doomed, fall
from ..terms import Combat, unit
from .melee_attacks import attack
from .pile_in import pile_in

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("commentary.fight-on-death")
def next_last_fight(game: Game, last: Combat | None) -> Combat | None:
    """The destroyed models of one unit after another, before the unit that destroyed them Consolidates."""
    for id, ids in doomed(game).items():
        return Combat(player=unit(game, id).player, unit=id, only=ids)
    return None


@rule("commentary.fight-on-death", "faq.general.shoot-on-death-not-selected")
def remove_fallen(game: Game, combat: Combat) -> Steps:
    """Then they are removed; they do not Consolidate."""
    yield from fall(game, combat.only)


LAST_FIGHTS: Final = Loop("last fights", next_last_fight, [pile_in, attack, remove_fallen])
