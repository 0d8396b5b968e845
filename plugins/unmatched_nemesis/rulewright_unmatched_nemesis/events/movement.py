"""What can happen in the arena."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Duel


class Moved(Event, frozen=True):
    """A fighter went this way, the space it came from first; through the corridors if it says so."""

    player: int
    way: tuple[str, ...]
    corridor: bool = False

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).space = self.way[-1]


EVENTS: Final = (Moved,)
