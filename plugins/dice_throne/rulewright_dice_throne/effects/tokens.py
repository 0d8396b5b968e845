"""Verbs about tokens that come (chapter 6), or are kept from coming."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from rulewright import Violation, ask_which, choose, rule
from rulewright.programs import counted, then_do
from rulewright.vocabulary import Amount, Id, step, variants

from ..events.status_effects import (
    AbilityCovered,
    InflictionUndone,
    LimitRaised,
    StatusArrived,
    StatusGained,
    StatusInflicted,
    StatusKeptOff,
)
from ..moments import TOKENS, UNDER_WAY
from ..resolution import Resolution, fire, is_listened_to
from ..terms import is_locked_out, ultimate_forbids
from .resolving import together
from .values import stack_limit
from .verb import Verb
from .words import Named, StatusId, Who, seats

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.programs import Deed

    from ..cards.content import Content
    from .worth import Judge

INCOMING: Final = "status_incoming"
"""The moment before inflicted tokens come to someone."""
MANY: Final = 99
"""More tokens than anyone can have."""

StatusFilter = Literal["any", "positive", "negative"]
SomeStatus = Annotated[Id | None, Named("status effect")]


# Tokens that come -------------------------------------------------------------------------------------------


@rule("6.2.stack-limit")
def room_for(game: Game, player: int, status: str) -> int:
    """How many more tokens of a status effect a player can have."""
    room: int = stack_limit(game, player, status) - game.state.heroes[player].count(status)
    if game.content.statuses[status].covers:
        room = min(room, len(uncovered(game, player)) - 1)
    return room


@rule("6.2.stack-limit", "6.1.gain", "6.1.active")
def received(game: Game, run: Resolution, player: int, status: str, amount: int, *, inflicted: bool) -> Event | None:
    """The event by which tokens come to a player, as many as the stack limit leaves room for."""
    amount = min(amount, room_for(game, player, status))
    if amount <= 0:
        return None
    attack = game.state.attack[0]
    if inflicted and run.kind == "ability" and attack.stage in UNDER_WAY:
        return StatusInflicted(player, status, amount, run.player, rule="6.1.gain")
    return StatusGained(player, status, amount, run.player, rule="6.1.gain")


def came(game: Game, run: Resolution, events: list[Event]) -> Steps:
    """Tokens come to players, and then whatever is triggered by that."""
    if events:
        yield events
        moments = [("status_gained", event.player, event.status) for event in events]  # type: ignore[attr-defined]
        return fire(game, *moments[0][:2], *moments[1:], about=moments[0][2], open=run.open)
    return None


def uncovered(game: Game, player: int) -> list[str]:
    """The offensive abilities of a player, besides the ultimate, on which no token lies."""
    hero = game.state.heroes[player]
    covered = {ability for _, ability in hero.covered}
    abilities = game.content.heroes[hero.name].abilities
    return [ability.id for ability in abilities if ability.kind == "offensive" and ability.id not in covered]


class HandsOut(Verb):
    """What hands out tokens; those that cover abilities are laid on them at once."""

    tells = True
    inflicts: ClassVar[bool] = False

    status: StatusId
    amount: Amount = 1
    to: Who

    def takes(self, step: str, content: Content) -> bool:
        return content.statuses[self.status].covers if step == "cover" else super().takes(step, content)

    def deeds(self) -> Iterator[Deed]:
        yield from super().deeds()
        if "cover" in self.__dict__:
            yield self.cover

    @rule("6.1.gain", "6.1.source")
    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        events = [
            received(game, run, player, self.status, amount, inflicted=self.inflicts)
            for player in seats(game, run, self.to)
        ]
        if self.deed.tells:
            return together(events)
        return came(game, run, [event for event in events if event is not None])

    @step
    @rule("6.3.unique")
    def cover(self, game: Game, run: Resolution) -> Steps:
        """Tokens that have just come are laid on abilities, which the player of the effect names."""
        for player in seats(game, run, self.to):
            hero = game.state.heroes[player]
            lying = sum(status == self.status for status, _ in hero.covered)
            for _ in range(hero.count(self.status) - lying):
                names = uncovered(game, player)
                name = yield choose(run.player, "cover", names, "6.3.unique", of=player, source=run.source)
                yield AbilityCovered(player, self.status, name, rule="6.3.unique")

    def worth(self, judge: Judge) -> float:
        return judge.token * judge.amount(self.amount)


class Gain(HandsOut, name="gain", rule="6.1.gain"):
    """Put tokens on oneself, or on whom the text names as gaining (6.1, 6.2)."""

    listened = ("status_gained",)

    to: Who = "self"

    en = variants("{to} gains {amount} {status}", self="gain {amount} {status}")
    zh = variants("{to}获得 {amount} 个{status}", self="获得 {amount} 个{status}")


class Inflict(HandsOut, name="inflict", rule="6.1.gain"):
    """Put tokens on another player (6.1, 6.2), who may have something that keeps them off."""

    patient = True
    inflicts = True
    listened = ("status_gained", INCOMING)

    to: Who = "target"

    en = variants("{amount} {status} on {to}", target="inflict {amount} {status}")
    zh = variants("对{to}施加 {amount} 个{status}", target="施加 {amount} 个{status}")

    def do(self, game: Game, run: Resolution) -> Any:
        if not self.deed.tells and any(is_listened_to(game, INCOMING, who) for who in seats(game, run, self.to)):
            return then_do(game, run, (self.incoming, self.arrives))
        return super().do(game, run)

    @step
    def incoming(self, game: Game, run: Resolution) -> Any:
        """What is triggered by tokens that are about to come."""
        moments = [(INCOMING, player) for player in seats(game, run, self.to)]
        return fire(game, *moments[0], *moments[1:], about=self.status, open=run.open)

    @step
    def arrives(self, game: Game, run: Resolution) -> Steps:
        """The tokens come, but for those that were kept off."""
        amount = counted(self.amount, game, run)
        events: list[Event] = []
        for player in seats(game, run, self.to):
            kept_off = game.state.heroes[player].kept_off
            event = received(game, run, player, self.status, amount - kept_off, inflicted=True)
            events += [] if event is None else [event]
            if kept_off:
                yield StatusArrived(player)
        return (yield from came(game, run, events))


# Tokens that do not come, and limits ------------------------------------------------------------------------


class PreventStatus(Verb, name="prevent_status", rule="3.6.step-4", needs=(TOKENS,)):
    """Tokens that this Attack inflicted on someone are not received; at `status_incoming` those about to come.

    Not those of an Ultimate: nobody keeps them off.
    """

    amount: Amount | Literal["all"] = 1
    to: Who = "self"

    en = "ward off {amount} inflicted status effect"
    zh = "免受 {amount} 个状态效果"

    def shields(self) -> bool:
        return True

    @rule("4.4.unstoppable")
    def do(self, game: Game, run: Resolution) -> Steps:
        attack = game.state.attack[0]
        for player in seats(game, run, self.to):
            if is_locked_out(game, attack, player):
                continue
            left = MANY if isinstance(self.amount, str) else counted(self.amount, game, run)
            if run.moment == INCOMING:
                yield StatusKeptOff(player, run.about, left, rule="6.1.gain")
                continue
            while left:
                names = self._inflicted(game, player)
                if not names:
                    break
                name = yield from ask_which(run.player, "choose_status", names, self.rule, of=player, source=run.source)
                yield InflictionUndone(player, name, 1, rule=self.rule)
                left -= 1

    def _inflicted(self, game: Game, player: int) -> tuple[str, ...]:
        """The status effects that came to a player with the Attack and are still there."""
        came, hero = game.state.attack[0].inflicted, game.state.heroes[player]
        return tuple(status for who, status, _ in came if who == player and hero.count(status))

    def finds(self, game: Game, run: Resolution, player: int) -> bool:
        return run.moment == INCOMING or bool(self._inflicted(game, player))

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        return super().hindrance(view, run) or ultimate_forbids(view, seats(view, run, self.to))


class RaiseLimit(Verb, name="raise_limit", rule="6.3.limit-increase"):
    """Raise the stack limit of a status effect for one player and the whole game (6.3)."""

    tells = True

    status: StatusId
    amount: Amount = 1
    to: Who = "self"

    en = "stack limit of {status} +{amount}"
    zh = "{status}叠加上限 +{amount}"

    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        players = seats(game, run, self.to)
        return together(LimitRaised(player, self.status, amount, rule=self.rule) for player in players)
