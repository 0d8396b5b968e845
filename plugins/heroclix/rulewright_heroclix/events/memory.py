"""What is remembered of this turn."""

from __future__ import annotations

from typing import Final

from rulewright import Event
from rulewright.geometry.grid import Square

from ..state import Battle, Memory


class Remembered(Event, frozen=True):
    """Of a character something is remembered until the turn is over: what it did, and squares in which it has been.

    It happens only where a text of someone in play asks for it.
    """

    character: str
    words: tuple[str, ...] = ()
    squares: tuple[Square, ...] = ()

    def apply(self, state: Battle) -> None:
        if self.character not in state.memory:
            state.memory.add(Memory(self.character))
        one = state.memory.edit(self.character)
        one.words = tuple(dict.fromkeys((*one.words, *self.words)))
        one.trail = tuple(dict.fromkeys((*one.trail, *self.squares)))


EVENTS: Final[tuple[type[Event], ...]] = (Remembered,)
