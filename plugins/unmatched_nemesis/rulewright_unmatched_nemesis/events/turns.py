"""What can happen at the beginning of a turn."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Duel


class TurnBegan(Event, frozen=True):
    """A player's turn began; the display is filled first."""

    player: int
    number: int

    def apply(self, state: Duel) -> None:
        state.match.edit(0).active = self.player


class TurnStarted(Event, frozen=True):
    """The display is full: what happens at the start of a turn happens now."""

    player: int


EVENTS: Final = (TurnBegan, TurnStarted)
