"""The commands ``auto`` and ``seat``: a bot answers for a person for a while; seats change hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..bots import UnknownBot, make_bot, seat_seed
from ..narrator import Narrator, scope_of
from ..stops import TURNS
from .given import called, level_called
from .prompting import is_chance

if TYPE_CHECKING:
    from ..bots import Bot
    from ..game import Game
    from ..requests import Player
    from .play import Sitting

LEVEL: Final = "normal"
"""The level of a bot that answers for a person."""
PEOPLE: Final = ("human", "me", "person", "我", "玩家")
"""What a person is called who takes a seat."""
_SCOPES: Final = {
    "turn": TURNS, "回合": TURNS, "phase": (*TURNS, "phase"), "阶段": (*TURNS, "phase"),
}  # fmt: skip


@dataclass(frozen=True)
class StandIn:
    """A bot that answers for a person until one of these scopes begins; ``since`` is how much had been told."""

    bot: Bot
    since: int
    scopes: tuple[str, ...]

    def is_over(self, game: Game, teller: Narrator) -> bool:
        """Whether such a scope has begun since."""
        log, view = game.log, game.view(game.players[0])
        new = (log[number].event for number in range(self.since, len(log)))
        return any(scope_of(event) in self.scopes and teller.heading(view, event) for event in new)


def auto(sitting: Sitting, rest: str) -> bool:
    """Let a bot answer this question, or all until the next turn or phase begins."""
    terminal, request = sitting.terminal, sitting.game.request
    if request is None or is_chance(request) or request.player != sitting.holder:
        terminal.say("odds.not_asked", "red")
        return False
    word = rest.casefold()
    if word and word not in _SCOPES:
        terminal.say("auto.unknown", "red", text=rest)
        return False
    bot = make_bot(LEVEL, len(sitting.game.log))
    if word:
        sitting.standing_in[request.player] = StandIn(bot, len(sitting.game.log), _SCOPES[word])
    else:
        sitting.let_answer(request, bot)
    return True


def seat(sitting: Sitting, rest: str) -> bool:
    """Give a seat to a bot, or to a person."""
    terminal, game = sitting.terminal, sitting.game
    name, _, typed = rest.rpartition(" ")
    who = level_called(typed)
    player = _player(sitting, name.strip())
    if player is None:
        terminal.say("auto.no_seat", "red", seats=[sitting.teller.seat(sitting.view(), one) for one in game.players])
        return False
    bots = {seat: bot for seat, bot in sitting.bots.items() if seat != player}
    if who.casefold() not in PEOPLE:
        try:
            bots[player] = make_bot(who, seat_seed(game.header.seed, player))
        except UnknownBot as error:
            terminal.say("error.refused", "red", reason=error)
            return False
        if len(bots) == len(game.players):
            terminal.say("auto.last", "red")
            return False
    sitting.seat(bots)
    terminal.say(
        "auto.seated", "green", player=sitting.teller.seat(sitting.view(), player), who=called(who, terminal.lang)
    )
    return True


def _player(sitting: Sitting, name: str) -> Player | None:
    """The seat that is called so, or has that number."""
    view, wanted = sitting.view(), name.casefold()
    called = {sitting.teller.seat(view, seat).casefold(): seat for seat in sitting.game.players}
    numbers = {str(seat + 1): seat for seat in sitting.game.players}
    return {**numbers, **called}.get(wanted)
