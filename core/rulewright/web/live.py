"""A connection of a page to a table: what it is shown, and what it may ask.

The page says ``hello`` with the key of its seat, and is sent the table whenever what it shows has changed, the lines of
the log that are new with it. It sends acts with a name of its own for each (``id``) and learns of every one whether it
was done (``ack``) or why not (``nack``). A page that is slow gets the latest table and none of those in between.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from ..game import BrokenRules, LoopDetected
from ..overview import Ahead, panel_of, question_of
from ..plaindata import plain
from ..reading import Unreadable
from ..refusals import Refused, Violation
from ..stops import Mode, StopWish, turn_of
from ..text import LANGUAGES, show
from .door import Door
from .store import Act, StoreError
from .table import LiveTable, Stopped

if TYPE_CHECKING:
    from ..requests import Player

MOST_WAITING: Final = 64
"""So many replies may wait for a page to read them; a page that reads none is left."""


class Gone(Exception):
    """The page does not read what it is sent."""


class Send(Protocol):
    """Sends a frame to the page."""

    async def __call__(self, data: bytes) -> None: ...


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a page begins: the key of its seat (none to look on), and its language."""

    key: str = ""
    lang: str = LANGUAGES[0]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page wants: one of ``do`` with what belongs to it.

    ``answer`` gives ``answer``, or what was ``typed``, to the question called ``at``, or says its ``order`` of that
    number; ``try`` shows what that would come to; ``back`` takes back the last choice, with ``at`` only while that is
    asked; ``why`` explains a ``line`` of the log; ``journal`` asks for all that was done, once the game is over;
    ``stops`` says in ``answer`` where the seat wants to be asked (`WantsToBeAsked`).
    """

    do: str
    id: str = ""
    at: str = ""
    answer: Any = None
    typed: str | None = None
    order: int = -1
    line: int = -1


class WantsToBeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a seat wants to be asked for reactions: a ``mode`` for everything, or whether at a ``window``: True always,
    False never, None as usual; with ``turn`` in this turn alone."""

    mode: Mode | None = None
    window: str = ""
    asked: bool | None = None
    turn: bool = False


class Live:
    """One connection."""

    def __init__(self, table: LiveTable, hello: Hello) -> None:
        self.table = table
        self.seat: Player | None = table.seat_of(hello.key) if hello.key else None
        self.lang = hello.lang if hello.lang in LANGUAGES else LANGUAGES[0]
        self._wake = asyncio.Event()
        self._replies: list[Any] = []
        self._shown = b""
        self._lines = 0
        self._game: Any = None
        self._door: Door | None = None

    # -- outward

    async def run(self, send: Send) -> None:
        """Send the table and replies as they come, until the page is gone."""
        leave = self.table.watch(self._wake.set)
        self._wake.set()
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                replies, self._replies = self._replies, []
                async with self.table.lock:
                    frame = self._frame()
                if frame is not None:
                    await send(frame)
                for reply in replies:
                    await send(msgspec.json.encode(reply))
        finally:
            leave()

    def door(self) -> Door:
        """What this page is shown; a new one where the table was rebuilt."""
        if self._door is None or self._game is not self.table.game:
            self._game, self._door, self._lines = self.table.game, Door(self.table.game, self.seat, self.lang), 0
        return self._door

    def _frame(self) -> bytes | None:
        """The table with the new lines of its log; None where nothing that this page shows has changed."""
        door = self.door()
        log = door.log()
        table = {**door.picture(), **self._around(), "at": door.asked}
        if not self.table.stopped and self.table.answers_for(self.seat):
            table["question"] = None
        shown = msgspec.json.encode(table)
        kept = min(self._lines, len(log), door.unchanged)
        if shown == self._shown and kept == self._lines == len(log):
            return None
        self._shown, self._lines, door.unchanged = shown, len(log), len(log)
        return msgspec.json.encode({"table": table, "log": {"from": kept, "lines": log[kept:]}})

    def _around(self) -> dict[str, Any]:
        """What does not come from the game: who sits where, the commitment to the dice and, at the end, what it hid."""
        record = self.table.record
        dice = {"commitment": self.table.seal}
        if self.table.game.result is not None:
            dice |= {"seed": str(record.seed), "salt": record.salt}
        return {
            "game": record.game,
            "seat": self.seat,
            "chairs": [chair.bot for chair in record.chairs],
            "stops": None if self.seat is None else self._stops(self.seat),
            "stopped": self.table.stopped,
            "dice": dice,
        }

    def _stops(self, seat: Player) -> dict[str, Any]:
        """Where the seat is asked, the window that is open to it now, and those where it is not asked as usual."""
        stops, door = self.table.stops[seat], self.door()
        request = door.view.request
        window = request.about.get("window", "") if request is not None and request.ask == "react" else ""
        moment = {"window": window, "called": door.teller.moment(window)} if window else None
        wishes = [
            {"window": wish.name, "called": wish.called, "asked": wish.asked, "turn": wish.turn is not None}
            for wish in stops.wishes.values()
        ]
        return {"mode": stops.mode, "in_sight": stops.in_sight, "moment": moment, "wishes": wishes}

    # -- inward

    async def take(self, wish: Message) -> None:
        """Do what the page wants, and reply. Raises Gone where it reads no replies."""
        if len(self._replies) >= MOST_WAITING:
            raise Gone
        try:
            self._replies.append({"ack": wish.id, **(await self._do(wish) or {})})
        except Refused as refused:
            said = refused.said_in(self.table.rules.texts)
            self._replies.append({"nack": wish.id, "why": said.told(self.lang)})
        except Unreadable as problem:
            self._replies.append({"nack": wish.id, "why": show(problem.reason, self.lang)})
        except (Stopped, StoreError, BrokenRules, LoopDetected, LookupError, TypeError) as error:
            self._replies.append({"nack": wish.id, "why": str(error)})
        self._wake.set()

    async def _do(self, wish: Message) -> dict[str, Any] | None:
        if wish.do == "why":
            async with self.table.lock:
                return {"why": self.door().why(wish.line)}
        if wish.do == "journal":
            async with self.table.lock:
                # as a text: a browser would round the seed
                return {"journal": msgspec.json.encode(self.table.journal()).decode()}
        if self.seat is None:
            raise LookupError("who looks on cannot do that; open the table with the link of a seat")
        if wish.do == "stops":
            self._ask_at(self.seat, wish.answer)
            return None
        if wish.do not in ("answer", "try", "back"):
            raise LookupError(f"there is nothing like {wish.do!r} to do")
        if wish.do == "try":
            async with self.table.lock:
                return self._tried(self._meant(wish))
        seat, id = self.seat, f"{self.seat} {wish.id or secrets.token_hex(8)}"
        await self.table.do(id, lambda: self._act(seat, wish, id))
        return None

    def _ask_at(self, seat: Player, wanted: Any) -> None:
        """Ask the seat from now on where it wants to be asked. Raises LookupError for what is no wish."""
        try:
            asked = msgspec.convert(wanted, WantsToBeAsked)
        except msgspec.ValidationError as error:
            raise LookupError(f"that does not say where to be asked: {error}") from None
        stops = self.table.stops[seat]
        if asked.mode is not None:
            stops.mode = asked.mode
        elif asked.window not in self.table.rules.windows_used():
            raise LookupError(f"there is no window {asked.window!r}")
        elif asked.asked is None:
            stops.forget("window", asked.window)
        else:
            turn = turn_of(self.table.game) if asked.turn else None
            called = self.door().teller.moment(asked.window)
            stops.wish(StopWish("window", asked.window, asked.asked, turn, called))
        self.table.let_bots_play()

    def _act(self, seat: Player, wish: Message, id: str) -> Act:
        if wish.do == "answer" and wish.order >= 0:
            order = self._ordered(wish)
            self.table.follow(seat, order.then)
            return Act(seat, order.answer, id=id)
        if wish.do == "answer":
            return Act(seat, self._meant(wish), id=id)
        if wish.at:
            self._check_question(wish)
        return Act(seat, back=True, id=id)

    def _check_question(self, wish: Message) -> None:
        """An answer belongs to the question that was on the screen, whichever connection has brought it there."""
        if wish.at != self.door().asked:
            raise Refused(Violation("another_question"))

    def _ordered(self, wish: Message) -> Ahead:
        """The order that was said. Raises LookupError where there is none, Refused where something else is asked."""
        self._check_question(wish)
        question = question_of(self.door().view, langs=())
        if question is None or wish.order >= len(question.orders):
            raise LookupError(f"the question has no order {wish.order}")
        return question.orders[wish.order]

    def _meant(self, wish: Message) -> Any:
        """The answer that was given or typed. Raises Unreadable and, where something else is asked, Refused."""
        self._check_question(wish)
        if wish.typed is None:
            return plain(wish.answer)
        view = self.door().view
        request = view.request
        if request is None:
            raise Refused(Violation("not_asked", player=self.seat, who=self.door().teller.seat(view, view.player)))
        question = question_of(view, langs=(self.lang,))
        assert question is not None
        return plain(request.space.read(wish.typed, [show(part.label, self.lang) for part in question.parts]))

    def _tried(self, answer: Any) -> dict[str, Any]:
        """The map with what an answer would come to, and what is wrong with it."""
        door = self.door()
        view = door.view
        request = view.request
        if request is None:
            return {}
        shown = panel_of(view).map
        wrong = Refused(*found).said_in(self.table.rules.texts) if (found := request.check(answer)) else None
        over = request.space.preview(answer) if shown is not None else ()
        return {
            "svg": None if shown is None else door.drawn(shown, tuple(over)),
            "wrong": "" if wrong is None else wrong.told(self.lang),
            "answer": request.space.settle(answer),
        }
