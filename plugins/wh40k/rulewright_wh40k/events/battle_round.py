"""Rounds begin; turns and phases end, and with them what units did."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Orderer, War

OF_A_PHASE: Final = frozenset({"bled", "surged"})
"""What units did that counts for a phase only."""


class RoundBegan(Event, frozen=True):
    """A battle round began."""

    round: int

    def apply(self, state: War) -> None:
        state.battle.edit(0).round = self.round
        for seat in list(state.armies):
            state.armies.edit(seat).gained = 0


class OrderWon(Event, frozen=True):
    """Outside turns a player orders what happens at the same time from now on, and decides last what to use."""

    player: int

    def apply(self, state: War) -> None:
        state.orderer.put(Orderer(0, self.player))


class PhaseEnded(Event, frozen=True):
    """A phase is over, and with it what lasts for a phase."""

    phase: str

    def apply(self, state: War) -> None:
        for model in [one for one in state.models.values() if one.allocated]:
            state.models.edit(model.id).allocated = False
        for newcomer in list(state.newcomers):
            state.newcomers.remove(newcomer)
        for unit in [one for one in state.units.values() if not OF_A_PHASE.isdisjoint(one.done)]:
            state.units.edit(unit.id).done = tuple(word for word in unit.done if word not in OF_A_PHASE)


class TurnEnded(Event, frozen=True):
    """A turn is over, and what units did in it counts no more.

    Actions are performed no longer, and destroyed units of the other player are not shocked any more; those that are
    still in the battle are told of when their Command phase begins.
    """

    player: int

    def apply(self, state: War) -> None:
        for unit in [one for one in state.units.values() if one.done or one.bonus]:
            record = state.units.edit(unit.id)
            record.done, record.bonus = (), 0
        for table in (state.performing, state.kept_off, state.random_moves):
            for id in list(table):
                table.remove(id)
        for unit in [one for one in state.units.values() if one.area == "destroyed" and one.shocked]:
            if unit.player != self.player:
                state.units.edit(unit.id).shocked = False


EVENTS: Final = (RoundBegan, OrderWon, PhaseEnded, TurnEnded)
