"""What can happen, a file for each chapter. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.zones import CardsMoved, CardsUncovered, Revealed, Shuffled

from . import attacks, before, fighters, knockdown, movement, rounds, skills, turns

if TYPE_CHECKING:
    from rulewright import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    *before.EVENTS, *rounds.EVENTS, *turns.EVENTS, *movement.EVENTS, *attacks.EVENTS, *fighters.EVENTS,
    *skills.EVENTS, *knockdown.EVENTS, CardsMoved, CardsUncovered, Revealed, Shuffled,
)  # fmt: skip
