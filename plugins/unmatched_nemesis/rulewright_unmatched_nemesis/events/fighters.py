"""What can happen to a fighter: its cubes and its tokens."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Duel


class DamageTaken(Event, frozen=True):
    """A fighter took damage and has the cubes for it."""

    player: int
    heavy: int
    light: int

    def apply(self, state: Duel) -> None:
        fighter = state.fighters.edit(self.player)
        fighter.heavy += self.heavy
        fighter.light += self.light


class CubesDiscarded(Event, frozen=True):
    """A fighter discarded light cubes."""

    player: int
    light: int

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).light -= self.light


class TokensChanged(Event, frozen=True):
    """A fighter gained tokens, or discarded some."""

    player: int
    by: int

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).tokens += self.by


EVENTS: Final = (DamageTaken, CubesDiscarded, TokensChanged)
