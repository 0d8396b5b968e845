"""What can happen. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import attacks, before, belongings, characters, harm, markers, moves, scores, turns

if TYPE_CHECKING:
    from rulewright import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    *before.EVENTS, *turns.EVENTS, *moves.EVENTS, *attacks.EVENTS, *harm.EVENTS, *characters.EVENTS, *scores.EVENTS,
    *belongings.EVENTS, *markers.EVENTS,
)  # fmt: skip
