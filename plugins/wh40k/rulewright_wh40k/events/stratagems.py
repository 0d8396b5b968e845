"""What happens with Stratagems."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Use, War


class StratagemUsed(Event, frozen=True):
    """A player used a Stratagem on units of the army, which are affected by it, and paid for it."""

    player: int
    stratagem: str
    units: tuple[str, ...]
    cost: int
    turn: int
    """The player whose turn it was; -1 outside turns."""
    phase: str

    def apply(self, state: War) -> None:
        army = state.armies.edit(self.player)
        army.cp -= self.cost
        army.used += (Use(self.stratagem, self.units, state.battle[0].round, self.turn, self.phase),)


class FoeHarmed(Event, frozen=True):
    """Dice were rolled for an enemy unit; it suffers a mortal wound for each that is high enough."""

    unit: str
    target: str
    faces: tuple[int, ...]
    wounds: int


class TextRolled(Event, frozen=True):
    """Dice were rolled for a text; ``high`` of them were high enough."""

    player: int
    source: str
    faces: tuple[int, ...]
    high: int


class ResultsRolled(Event, frozen=True):
    """Dice were rolled for a text; ``left`` are the results that count, with what they are treated as."""

    player: int
    source: str
    faces: tuple[int, ...]
    left: tuple[int, ...]


EVENTS: Final = (StratagemUsed, FoeHarmed, TextRolled, ResultsRolled)
