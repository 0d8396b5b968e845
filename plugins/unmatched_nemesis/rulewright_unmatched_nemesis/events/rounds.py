"""What can happen to rounds."""

from __future__ import annotations

from typing import Final

from rulewright import Event, rule

from ..state import Duel


class RoundBegan(Event, frozen=True):
    """A round began: the models stand on the starting spaces, without cubes, with the tokens that they begin with."""

    number: int
    spaces: tuple[str, str]
    tokens: tuple[int, int]

    def apply(self, state: Duel) -> None:
        state.match.edit(0).round = self.number
        for seat, (space, tokens) in enumerate(zip(self.spaces, self.tokens, strict=True)):
            fighter = state.fighters.edit(seat)
            fighter.space, fighter.tokens = space, tokens
            fighter.heavy = fighter.light = 0


@rule("round-end.token", "next-round.start-player")
class RoundWon(Event, frozen=True):
    """A player won the round and has a victory token for it; the loser starts the next one."""

    player: int
    reason: str

    def apply(self, state: Duel) -> None:
        state.fighters.edit(self.player).wins += 1
        match = state.match.edit(0)
        match.start = match.active = 1 - self.player


EVENTS: Final = (RoundBegan, RoundWon)
