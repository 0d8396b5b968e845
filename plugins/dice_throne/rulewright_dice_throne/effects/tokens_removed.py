"""Verbs about tokens that go (6.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from rulewright import ask_which, rule
from rulewright.programs import counted
from rulewright.vocabulary import Amount, variants

from ..events.status_effects import StatusRemoved
from ..moments import REMOVED
from ..resolution import Resolution, blank_run, fire
from .tokens import SomeStatus, StatusFilter, received, room_for
from .values import candidates
from .verb import Verb
from .words import ChosenPlayer, Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("6.4.companion", "6.4.protection")
def removable(game: Game, player: int, among: str = "any", *, to_move: bool = False) -> tuple[str, ...]:
    """The status effects of a player that can be removed, or moved to someone else; companions are none."""
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
        if not names:
            return None
        return (yield from ask_which(run.player, "choose_status", names, "6.1.remove", of=player, source=run.source))


class RemoveStatus(TakesOff, name="remove_status", rule="6.1.remove", leaves=(REMOVED,)):
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

    def serves_opponents(self, view: Any, player: int) -> bool:
        """Whether all that it can take off is good for its holder and lies on the player's side, or bad for others."""
        run, heroes = blank_run(player, ""), view.state.heroes
        for other in self._within_reach(view, run):
            own = heroes[other].side == heroes[player].side
            names = removable(view, other, self.among) if self.status is None else (self.status,)
            if any(heroes[other].count(name) and view.content.statuses[name].positive != own for name in names):
                return False
        return True

    @rule("6.3.persistent", "field.main-cards", "field.instant-cards")
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

    @rule("6.2.stack-limit", "field.main-cards")
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
    return ((yield from ask_which(run.player, ask, found, "6.1.gain", source=run.source)),) if found else ()
