"""What can happen, a file for each chapter. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import activation, attacks, before, characters, movement, objectives, rounds, superpowers

if TYPE_CHECKING:
    from rulewright import Event

EVENTS: Final[tuple[type[Event], ...]] = (
    *before.EVENTS, *rounds.EVENTS, *activation.EVENTS, *characters.EVENTS, *movement.EVENTS, *attacks.EVENTS,
    *superpowers.EVENTS, *objectives.EVENTS,
)  # fmt: skip
