"""What can happen to tokens of status effects (chapter 6)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rulewright import Event, rule
from rulewright.state import Seen

from ..state import Throne, Token


class StatusGained(Event, frozen=True):
    """A player received tokens, as many as the stack limit left room for."""

    player: int
    status: str
    amount: int
    by: int

    @rule("6.1.gain")
    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        turn = state.round[0].number
        for token in hero.tokens:
            if token.status == self.status:
                count = token.count + self.amount
                more = Token(self.status, count, self.by, turn, count - token.rested(turn))
                hero.tokens = tuple(more if other is token else other for other in hero.tokens)
                return
        hero.tokens = (*hero.tokens, Token(self.status, self.amount, self.by, turn, self.amount))


class StatusInflicted(StatusGained, frozen=True):
    """The same, of a token that came with the Attack under way."""

    def apply(self, state: Throne) -> None:
        super().apply(state)
        attack = state.attack.edit(0)
        attack.inflicted = (*attack.inflicted, (self.player, self.status, self.amount))


class AbilityCovered(Event, frozen=True):
    """A token was laid on an ability of its holder."""

    player: int
    status: str
    ability: str

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        hero.covered = (*hero.covered, (self.status, self.ability))


class StatusRemoved(Event, frozen=True):
    """Tokens went back to the leaflet that they came from, those that came last first."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        put_back(state, self.player, self.status, self.amount, fresh=self.amount)


class StatusSpent(StatusRemoved, frozen=True):
    """A player spent tokens for their effect; for one that asks for ``rested`` tokens, those that came earlier."""

    rested: bool = False

    def apply(self, state: Throne) -> None:
        put_back(state, self.player, self.status, self.amount, fresh=0 if self.rested else self.amount)


@rule("6.1.remove")
def put_back(state: Throne, player: int, status: str, amount: int, *, fresh: int) -> None:
    """Tokens leave a hero, at most ``fresh`` of them from those that came last."""
    hero = state.heroes.edit(player)
    hero.tokens = tuple(
        replace(token, count=token.count - amount, fresh=max(0, token.fresh - fresh))
        if token.status == status
        else token
        for token in hero.tokens
        if token.status != status or token.count > amount
    )
    if hero.covered:
        lying = [entry for entry in hero.covered if entry[0] == status]
        gone = lying[hero.count(status) :]
        hero.covered = tuple(entry for entry in hero.covered if entry not in gone)


class InflictionUndone(Event, frozen=True):
    """A token that came with the Attack is not received after all."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        put_back(state, self.player, self.status, self.amount, fresh=self.amount)
        attack = state.attack.edit(0)
        left = list(attack.inflicted)
        at = next(i for i, entry in enumerate(left) if entry[:2] == (self.player, self.status))
        left[at] = (self.player, self.status, left[at][2] - self.amount)
        attack.inflicted = tuple(entry for entry in left if entry[2])


class StatusKeptOff(Event, frozen=True):
    """Some of the tokens that are just being inflicted on a player will not come."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).kept_off += self.amount


class StatusArrived(Event, frozen=True):
    """What was being inflicted on a player has come, or was kept off."""

    player: int

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).kept_off = 0


class LimitRaised(Event, frozen=True):
    """A player's stack limit of a status effect is higher for the rest of the game."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        known = dict(hero.limits)
        known[self.status] = known.get(self.status, 0) + self.amount
        hero.limits = tuple(known.items())


EVENTS: Final = (
    StatusGained, StatusInflicted, AbilityCovered, StatusRemoved, StatusSpent, InflictionUndone, StatusKeptOff,
    StatusArrived, LimitRaised,
)  # fmt: skip
