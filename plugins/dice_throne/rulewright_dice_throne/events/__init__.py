"""What can happen, a file for each chapter. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import attack, before, cards, companions, damage, dice, phases, status_effects

if TYPE_CHECKING:
    from rulewright import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    *before.EVENTS, *phases.EVENTS, *dice.EVENTS, *attack.EVENTS, *damage.EVENTS, *status_effects.EVENTS,
    *companions.EVENTS, *cards.EVENTS,
)  # fmt: skip
