"""One table: its game, who sits there, and what they do, each act kept before anyone is told.

An answer is tried on the game, written to the store, and then shown. If it cannot be written the table is rebuilt from
what was, so nothing is ever shown that a restart would not bring back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from time import time
from typing import TYPE_CHECKING, Any, Final

from ..api import new_game
from ..bots import Bot, fill_seats, make_bot, seat_seed
from ..game import BrokenRules, Drift, Game, LoopDetected
from ..orders import OrderGiven
from ..refusals import NothingLegal, Refused, Violation
from ..requests import Together
from ..ruleset import Rules
from ..stops import Stops
from .course import Course, forced
from .sealed import SealedGame, seal_of, sealed_game
from .store import Act, Chair, OpenedTable, Store, StoreError

if TYPE_CHECKING:
    from ..orders import Then
    from ..plaindata import Answer
    from ..requests import Player

PERSON: Final = "person"


def new_record(rules: Rules, setup: Any, seats: list[str], *, private: bool = False) -> OpenedTable:
    """A table that is to be opened: ``seats`` has "person" or the name of a bot for each seat.

    Raises SetupError for a setup that does not fit, ValueError for another number of seats, UnknownBot.
    """
    seed = secrets.randbits(62)
    game = new_game(rules, setup, seed)
    names = fill_seats(seats, len(game.players))
    for seat, name in enumerate(names):
        if name != PERSON:
            make_bot(name, seat_seed(seed, seat))
    chairs = tuple(
        Chair(key=secrets.token_urlsafe(16)) if name == PERSON else Chair(bot=name) for name in names
    )  # fmt: skip
    setup = game.header.setup
    fingerprint = game.header.fingerprint
    return OpenedTable(
        secrets.token_hex(6), rules.id, setup, seed, secrets.token_hex(16), chairs, time(), private, fingerprint
    )


class Stopped(Exception):
    """A table cannot go on: a bot, the rules or the store have failed, or the rules have changed."""


class LiveTable:
    """A game with its seats. All that changes it goes through `act`, one after the other."""

    def __init__(self, record: OpenedTable, rules: Rules, store: Store) -> None:
        self.record = record
        self.rules = rules
        self.stopped = ""
        """Why the table cannot go on; empty while it can."""
        self._store = store
        self._lock = asyncio.Lock()
        self._watchers: set[Callable[[], None]] = set()
        self.thinking: asyncio.Task[None] | None = None
        """The bots at work; None before they first were."""
        self._bots: dict[Player, Bot] = {}
        people = self.people
        self.stops = {seat: Stops(seat, in_sight=len(people) > 1) for seat in people}
        """Where people are asked for reactions."""
        self.following: dict[Player, OrderGiven] = {}
        """What people said ahead, as far as it is not asked yet."""
        self._build()

    def _build(self) -> None:
        """Play again what was done. A table whose rules have changed since stays as it was, and says so."""
        record = self.record
        self._bots = {
            seat: make_bot(chair.bot, seat_seed(record.seed, seat))
            for seat, chair in enumerate(record.chairs)
            if chair.bot
        }
        self.course = Course(self.rules, record.setup, record.seed, self.people)
        if record.fingerprint and self.game.header.fingerprint != record.fingerprint:
            self.stopped = "the rules or the content have changed since this table was opened"
            return
        try:
            self.course.play(self._store.acts(record.id))
        except (Refused, Drift, BrokenRules, LoopDetected) as error:
            self.stopped = f"what was done here cannot be played again: {error}"

    # -- who is there

    def seat_of(self, key: str) -> Player | None:
        """The seat that a secret key opens; None for no key of this table."""
        for seat, chair in enumerate(self.record.chairs):
            if chair.key and secrets.compare_digest(chair.key.encode(), key.encode("utf-8", "replace")):
                return seat
        return None

    @property
    def people(self) -> list[Player]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.record.chairs) if chair.key]

    @property
    def lock(self) -> asyncio.Lock:
        """Held while something is done and not yet kept: who shows the table waits for it."""
        return self._lock

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever something has happened; what is returned ends that."""
        self._watchers.add(tell)
        return lambda: self._watchers.discard(tell)

    def _happened(self) -> None:
        for tell in list(self._watchers):
            tell()

    # -- the dice

    @property
    def seal(self) -> str:
        """What is shown of the dice before the game: a digest that only its seed and salt give."""
        return seal_of(self.record.seed, self.record.salt)

    def journal(self) -> SealedGame:
        """All that was done, and what the seal hid. Raises LookupError while the game is not over."""
        if self.game.result is None:
            raise LookupError("the journal is there when the game is over")
        bots = tuple(chair.bot for chair in self.record.chairs)
        return sealed_game(self.game, self.record.salt, bots, self._store.acts(self.record.id))

    # -- what is done

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.course.game

    @property
    def count(self) -> int:
        """How much has been done here."""
        return self.course.count

    def was_done(self, id: str) -> bool:
        """Whether the act that a client called this was done."""
        return self.course.was_done(id)

    async def act(self, act: Act, count: int) -> None:
        """Do what a seat wants where ``count`` acts were done, keep it, and tell everybody.

        An act with an id that was done already is not done again. Raises Refused, with the game as it was, where it is
        not legal or the table has gone on, StoreError where it cannot be kept, and Stopped where the table is.
        """

        def meant() -> Act:
            if count != self.count:
                raise Refused(Violation("earlier_moment"))
            return act

        await self.do(act.id, meant)

    async def do(self, id: str, meant: Callable[[], Act]) -> None:
        """As `act`, where what is meant is found out when nothing else is being done at the table."""
        async with self._lock:
            if self.was_done(id):
                return
            await self._do(meant())
        self.let_bots_play()

    async def _do(self, act: Act) -> None:
        if self.stopped:
            raise Stopped(self.stopped)
        number = self.count
        for seat, stops in self.stops.items():
            if act.back:
                stops.forget_passes()
                self.following.clear()
            elif act.answer is None and act.seat == seat and self.game.request is not None:
                stops.passed(self.game)
        acts = self.course.do(act)
        try:
            await self._store.keep(self.record.id, number, acts, over=self.game.result is not None)
        except StoreError:
            self._build()
            raise
        finally:
            self._happened()

    # -- bots

    def let_bots_play(self) -> None:
        """Let bots answer, and what people are not asked be answered, until a person is asked."""
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.get_running_loop().create_task(self._play())

    async def _play(self) -> None:
        while not self.stopped and (request := self._next()) is not None:
            count = self.count
            try:
                answer, unasked = await self._answer_to(request)
                async with self._lock:
                    if count == self.count:
                        await self._do(Act(request.player, answer, unasked=unasked))
            except (Stopped, StoreError, Refused, BrokenRules, LoopDetected, NothingLegal) as error:
                self._stop(str(error))
            except Exception as error:  # a bot is anybody's code
                self._stop(f"the bot of seat {request.player + 1} failed: {type(error).__name__}: {error}")

    def end(self) -> None:
        """Nothing is done here any more, because the table is taken away."""
        self._stop("it has ended: nobody has begun it in time, or it was over or left long ago")

    def _stop(self, why: str) -> None:
        self.stopped = why
        self._happened()

    def _next(self) -> Any:
        """The next question that no person has to think about; None where there is none."""
        asked = self.game.requests
        return next((request for request in asked if request.player in self._bots or self._given(request)), None)

    def _given(self, request: Any) -> tuple[Answer, bool] | None:
        """What is answered for a person, and whether there were other answers; None where the person is asked.

        Whoever is asked at the same time as others, in secret, is asked.
        """
        if (only := forced(request)) is not None:
            return only[0], False
        if isinstance(self.game.pending, Together):
            return None
        said = self.stops[request.player].answer(self.game, request)
        if said is None and (order := self.following.get(request.player)) is not None:
            said = order.answer(self.game, request)
        return None if said is None else (said[0], True)

    def answers_for(self, seat: Player | None) -> bool:
        """Whether what a seat is asked now is about to be answered without a person."""
        return any(request.player == seat and self._given(request) is not None for request in self.game.requests)

    def follow(self, seat: Player, then: tuple[Then, ...]) -> None:
        """Answer for a person what is asked next as they said with the answer to what is asked now."""
        self.following[seat] = OrderGiven(self.game, then)

    async def _answer_to(self, request: Any) -> tuple[Answer, bool]:
        """What a bot answers, which thinks over a copy in a thread of its own, or what is answered for a person; and
        whether it is that without being the only answer."""
        seat = request.player
        if seat in self._bots:
            return await asyncio.to_thread(_think, self._bots[seat], self.game.fork(), seat), False
        given = self._given(request)
        assert given is not None
        return given


def _think(bot: Bot, game: Game, seat: Player) -> Answer:
    view = game.view(seat)
    return bot.choose(view, view.request)
