"""What can happen. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import attacks, before, belongings, characters, damage, dice, memory, movement, terrain, turns, victory

if TYPE_CHECKING:
    from rulewright import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    *before.EVENTS, *turns.EVENTS, *movement.EVENTS, *attacks.EVENTS, *damage.EVENTS, *dice.EVENTS, *memory.EVENTS,
    *characters.EVENTS,
    *victory.EVENTS, *belongings.EVENTS, *terrain.EVENTS,
)  # fmt: skip
