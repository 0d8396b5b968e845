"""That a standard power is used, for texts that listen (8.1f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from ..events.damage import PowerUsed

if TYPE_CHECKING:
    from rulewright import Game, Power, Steps
    from rulewright.powers import Bearer


@rule("8.1f", "20")
def used(game: Game, me: Bearer, power: Power, against: str = "") -> Steps:
    """A character uses a power, against or on someone where it targets."""
    if game.rules.powers.listens(PowerUsed):
        yield PowerUsed(str(me.id), power.name, against, rule=power.rule)
