"""What can happen before the first turn (chapter 2)."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Throne


class StartPlayerFound(Event, frozen=True):
    """A player is the start player."""

    player: int

    def apply(self, state: Throne) -> None:
        state.round.edit(0).start = self.player


EVENTS: Final = (StartPlayerFound,)
