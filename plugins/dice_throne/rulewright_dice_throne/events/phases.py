"""What can happen to turns and phases (chapter 3)."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Attack, Rolled, Throne


class TurnBegan(Event, frozen=True):
    """A player is the active player."""

    player: int
    number: int

    def apply(self, state: Throne) -> None:
        now = state.round.edit(0)
        now.active = self.player
        now.number = self.number
        now.skipped = now.extra = ()
        now.fewer = state.heroes[self.player].fewer
        for player, hero in state.heroes.items():
            if hero.used:
                state.heroes.edit(player).used = ()
        if state.heroes[self.player].skips:
            hero = state.heroes.edit(self.player)
            now.skipped, hero.skips = hero.skips, ()
        if now.fewer:
            state.heroes.edit(self.player).fewer = 0


class PhaseBegan(Event, frozen=True):
    """A phase of the turn began."""

    player: int
    phase: str

    def apply(self, state: Throne) -> None:
        state.round.edit(0).phase = self.phase
        for player, pending in state.pending.items():
            if pending.received:
                state.pending.edit(player).received = 0


PHASES = (
    "upkeep", "income", "main_1", "", "offensive_roll", "targeting_roll", "defensive_roll", "main_2", "discard"
)  # fmt: skip
"""The phases in order (3.order); between Main Phase 1 and the roll phases stands their common beginning."""


class SkipOrdered(Event, frozen=True):
    """A player skips a phase: the one of this turn that is still to come, or that of the next turn."""

    player: int
    phase: str
    source: str = ""

    def apply(self, state: Throne) -> None:
        now = state.round[0]
        if now.active == self.player and PHASES.index(now.phase) < PHASES.index(self.phase):
            now = state.round.edit(0)
            now.skipped = (*now.skipped, self.phase)
        else:
            hero = state.heroes.edit(self.player)
            hero.skips = (*hero.skips, self.phase)


class FewerRollsOrdered(Event, frozen=True):
    """A player has fewer roll attempts in the Offensive Roll Phase of this turn, or in that of the next turn."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        now = state.round[0]
        if now.active == self.player and PHASES.index(now.phase) <= PHASES.index("offensive_roll"):
            state.round.edit(0).fewer += self.amount
        else:
            state.heroes.edit(self.player).fewer += self.amount


class ExtraPhaseOrdered(Event, frozen=True):
    """A player will have one more Offensive Roll Phase in this turn, against someone."""

    player: int
    against: int

    def apply(self, state: Throne) -> None:
        now = state.round.edit(0)
        now.extra = (*now.extra, (self.player, self.against))


class RollPhasesBegan(Event, frozen=True):
    """The roll phases of a turn began, or began once more; no Attack is under way and no dice lie on the table."""

    player: int
    again: bool = False

    def apply(self, state: Throne) -> None:
        now = state.round.edit(0)
        now.phase = ""
        if self.again:
            now.extra = now.extra[1:]
            now.fewer = 0
        clear_table(state)


class RollPhasesEnded(Event, frozen=True):
    """The roll phases are over: the Attack is past, and the dice go off the table."""

    player: int

    def apply(self, state: Throne) -> None:
        clear_table(state)


def clear_table(state: Throne) -> None:
    """No Attack and no dice."""
    if state.attack[0].stage:
        state.attack.put(Attack(0))
    for place, rolled in state.rolls.items():
        if rolled.faces:
            state.rolls.put(Rolled(place))


class OnceUsed(Event, frozen=True):
    """Something that may be used once a turn was used."""

    player: int
    what: str

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        hero.used = (*hero.used, self.what)


EVENTS: Final = (
    TurnBegan, PhaseBegan, SkipOrdered, FewerRollsOrdered, ExtraPhaseOrdered, RollPhasesBegan, RollPhasesEnded,
    OnceUsed,
)  # fmt: skip
