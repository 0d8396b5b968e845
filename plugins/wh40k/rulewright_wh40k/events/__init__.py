"""What can happen, a file for each chapter. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import (
    army,
    attached_units,
    attacks,
    battle_round,
    before,
    charge,
    command,
    dice,
    fight,
    movement,
    shooting,
    stratagems,
    transports,
)

if TYPE_CHECKING:
    from rulewright import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    *before.EVENTS, *attached_units.EVENTS, *battle_round.EVENTS, *command.EVENTS, *movement.EVENTS, *army.EVENTS,
    *transports.EVENTS, *shooting.EVENTS, *charge.EVENTS, *fight.EVENTS, *attacks.EVENTS, *stratagems.EVENTS,
    *dice.EVENTS,
)  # fmt: skip
