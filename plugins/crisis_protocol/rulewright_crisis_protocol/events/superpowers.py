"""Superpowers and team tactic cards that are used."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battlefield


class SuperpowerUsed(Event, frozen=True):
    """A character uses a superpower."""

    character: str
    superpower: str


class SuperpowerBought(Event, frozen=True):
    """A character has spent power to use an active or reactive superpower, which has had no effect so far."""

    character: str
    superpower: str


class SuperpowerPaid(Event, frozen=True):
    """An active or reactive superpower for which its character spent power is resolved."""

    character: str
    superpower: str


class TacticPlayed(Event, frozen=True):
    """A player played a team tactic card, which is discarded."""

    player: int
    card: str

    def apply(self, state: Battlefield) -> None:
        squad = state.squads.edit(self.player)
        squad.tactics = tuple(card for card in squad.tactics if card != self.card)


class TacticDiscarded(Event, frozen=True):
    """A player discarded a team tactic card without playing it."""

    player: int
    card: str

    def apply(self, state: Battlefield) -> None:
        squad = state.squads.edit(self.player)
        squad.tactics = tuple(card for card in squad.tactics if card != self.card)


class TacticReturned(Event, frozen=True):
    """A team tactic card that was played can be played again."""

    player: int
    card: str

    def apply(self, state: Battlefield) -> None:
        squad = state.squads.edit(self.player)
        squad.tactics = (*squad.tactics, self.card)


EVENTS: Final = (SuperpowerUsed, SuperpowerBought, SuperpowerPaid, TacticPlayed, TacticDiscarded, TacticReturned)
