"""Verbs about status effects (chapter 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from rulewright import Violation, choose, rule
from rulewright.programs import counted, then_do
from rulewright.vocabulary import Amount, Id, step, variants

from ..events import (
    AbilityCovered,
    InflictionUndone,
    LimitRaised,
    StatusArrived,
    StatusGained,
    StatusInflicted,
    StatusKeptOff,
    StatusRemoved,
)
from ..resolution import Resolution, fire, is_listened_to
from ..timing import UNDER_WAY, is_locked_out, ultimate_forbids
from ..values import candidates, stack_limit
from .base import ChosenPlayer, Named, StatusId, Verb, Who, seats
from .running import together

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps
    from rulewright.programs import Deed

    from ..content import Content
    from ..judgement import Judge

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


@rule("6.1.source")
class Gain(HandsOut, name="gain", rule="6.1.gain"):
    """Put tokens on oneself, or on whom the text names as gaining (6.1, 6.2)."""

    listened = ("status_gained",)

    to: Who = "self"

    en = variants("{to} gains {amount} {status}", self="gain {amount} {status}")
    zh = variants("{to}获得 {amount} 个{status}", self="获得 {amount} 个{status}")


@rule("6.1.source", "3.6.step-1")
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


# Tokens that go ---------------------------------------------------------------------------------------------


def removable(game: Game, player: int, among: str = "any", *, to_move: bool = False) -> tuple[str, ...]:
    """The status effects of a player that can be removed, or moved to someone else."""
    statuses = game.content.statuses
    found = []
    for token in game.state.heroes[player].tokens:
        sheet = statuses[token.status]
        if (sheet.transferable if to_move else sheet.removable) and among in (
            "any",
            "positive" if sheet.positive else "negative",
        ):
            found.append(token.status)
    return tuple(found)


class TakesOff(Verb):
    """What takes tokens off a player: of a named status effect, or of one that the player of the effect chooses."""

    patient = True
    needs_object = True

    status: SomeStatus = None
    among: StatusFilter = "any"

    def named(self, game: Game, run: Resolution, player: int, *, to_move: bool = False) -> Steps:
        """The status effect that the text names, or that the player of the effect chooses; None if there is none."""
        if self.status:
            return self.status if game.state.heroes[player].count(self.status) else None
        names = removable(game, player, self.among, to_move=to_move)
        if len(names) < 2:
            return names[0] if names else None
        return (yield choose(run.player, "choose_status", names, "6.1.remove", of=player, source=run.source))


@rule("6.3.persistent", "6.4.companion", "6.4.protection")
class RemoveStatus(TakesOff, name="remove_status", rule="6.1.remove"):
    """Take tokens off a player: a named status effect, or one that the player of the effect chooses."""

    amount: Amount | Literal["all"] = 1
    of: Who = "self"

    en = variants(
        "remove {amount} {status} of {of}",
        self="remove {amount} {status} of your own",
        all="remove each {status} of {of}",
    )
    zh = variants("移除{of}的 {amount} 个{status}", self="移除自己的 {amount} 个{status}", all="移除{of}的所有{status}")

    def concerns(self, game: Game, run: Resolution, player: int) -> bool:
        if self.status is None:
            return bool(removable(game, player, self.among))
        return bool(game.state.heroes[player].count(self.status))

    def do(self, game: Game, run: Resolution) -> Steps:
        """Tokens go back to the leaflet that they came from. Companions are no status effects."""
        removed = 0
        for player in seats(game, run, self.of):
            if isinstance(self.amount, str):
                names = (self.status,) if self.status else removable(game, player, self.among)
                for name in names:
                    count = game.state.heroes[player].count(name)
                    if count:
                        removed += count
                        yield StatusRemoved(player, name, count, rule=self.rule)
                continue
            for _ in range(counted(self.amount, game, run)):
                name = yield from self.named(game, run, player)
                if name is None:
                    break
                removed += 1
                yield StatusRemoved(player, name, 1, rule=self.rule)
        yield game.note(run, removed=removed)

    def variant(self) -> str:
        return "all" if self.amount == "all" else super().variant()


@rule("6.1.gain", "6.2.stack-limit")
class TransferStatus(TakesOff, name="transfer_status", rule="6.1.remove"):
    """Move tokens from one player to another."""

    amount: Amount = 1
    of: Who
    to: Who

    en = "move {amount} {status} to another player"
    zh = "将 {amount} 个{status}移给另一位玩家"

    @property
    def chosen(self) -> ChosenPlayer | None:
        """It asks for both players by itself."""
        return None

    def has_object(self, game: Game, player: int) -> bool:
        run = Resolution(player=player, kind="", source="", queue=())
        who = self.of
        givers = candidates(game, player, who.choose) if isinstance(who, ChosenPlayer) else seats(game, run, who)
        return any(self.movable(game, giver) for giver in givers)

    def do(self, game: Game, run: Resolution) -> Steps:
        """What is beyond the stack limit goes back to its hero.

        With the option ``move_refused`` nobody at the limit can be named, and the token stays where nobody else can.
        """
        moved: list[tuple[str, int, str]] = []
        givers = yield from named_players(game, run, "take_from", self.of, lambda who: bool(self.movable(game, who)))
        for giver in givers:
            for _ in range(counted(self.amount, game, run)):
                status = yield from self.named(game, run, giver, to_move=True)
                if status is None:
                    break
                fits = may_take(game, status, giver)
                takers = yield from named_players(game, run, "give_to", self.to, fits, (giver,))
                if game.setup.move_refused and not any(map(fits, takers)):
                    break
                yield StatusRemoved(giver, status, 1, rule=self.rule)
                for taker in takers[:1]:
                    event = received(game, run, taker, status, 1, inflicted=False)
                    if event is not None:
                        yield event
                        moved.append(("status_gained", taker, status))
        return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None

    def movable(self, game: Game, player: int) -> tuple[str, ...]:
        """The status effects of a player that it can move."""
        names = removable(game, player, self.among, to_move=True)
        return tuple(name for name in names if self.status in (None, name))


def may_take(game: Game, status: str, giver: int) -> Callable[[int], bool]:
    """Whether a player can be named for a token that leaves another."""
    if game.setup.move_refused:
        return lambda player: player != giver and room_for(game, player, status) > 0
    return giver.__ne__


def named_players(
    game: Game, run: Resolution, ask: str, who: Who, fits: Callable[[int], bool], others: tuple[int, ...] = ()
) -> Steps:
    """The players of a role, or one whom the player of the effect names among those who fit."""
    if not isinstance(who, ChosenPlayer):
        return seats(game, run, who)
    found = tuple(player for player in candidates(game, run.player, who.choose, others) if fits(player))
    if len(found) < 2:
        return found
    return ((yield choose(run.player, ask, found, "6.1.gain", source=run.source)),)


# Tokens that do not come, and limits ------------------------------------------------------------------------


@rule("4.4.unstoppable")
class PreventStatus(Verb, name="prevent_status", rule="3.6.step-4"):
    """Tokens that this Attack inflicted on someone are not received; at `status_incoming` those about to come.

    Not those of an Ultimate: nobody keeps them off.
    """

    amount: Amount | Literal["all"] = 1
    to: Who = "self"

    en = "ward off {amount} inflicted status effect"
    zh = "免受 {amount} 个状态效果"

    def shields(self) -> bool:
        return True

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
                came = game.state.attack[0].inflicted
                heroes = game.state.heroes
                names = tuple(status for who, status, _ in came if who == player and heroes[who].count(status))
                if not names:
                    break
                name = names[0]
                if len(names) > 1:
                    name = yield choose(run.player, "choose_status", names, self.rule, of=player, source=run.source)
                yield InflictionUndone(player, name, 1, rule=self.rule)
                left -= 1

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
