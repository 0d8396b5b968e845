"""What can happen to companions (6.4)."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from rulewright import Event

from ..state import Throne


class CompanionChanged(Event, frozen=True):
    """A companion is in another state, or its dial shows another number."""

    player: int
    companion: str
    condition: str
    dial: int

    def apply(self, state: Throne) -> None:
        change_companion(state, self.player, self.companion, condition=self.condition, dial=self.dial)


class CompanionPlaced(Event, frozen=True):
    """A companion was placed with a player, perhaps with its owner."""

    player: int
    companion: str
    at: int

    def apply(self, state: Throne) -> None:
        change_companion(state, self.player, self.companion, at=-1 if self.at == self.player else self.at)


def change_companion(state: Throne, player: int, name: str, **changes: Any) -> None:
    """Put a companion of a player in another state."""
    hero = state.heroes.edit(player)
    hero.companions = tuple(
        replace(companion, **changes) if companion.name == name else companion for companion in hero.companions
    )


EVENTS: Final = (CompanionChanged, CompanionPlaced)
