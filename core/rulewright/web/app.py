"""The server: pages, tables and connections over HTTP and WebSocket, with FastAPI."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection
from importlib.resources import files
from math import ceil
from time import monotonic, time
from typing import Annotated, Any, Final

import msgspec
from fastapi import FastAPI, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from .. import __version__
from ..api import rules_for
from ..bots import UnknownBot, bot_names
from ..describe import setup_schema
from ..geometry.maps.style import stylesheet
from ..narrator import Narrator
from ..plugins import UnknownRuleset, registry
from ..ruleset import Rules
from ..setups import SetupError
from ..text import LANGUAGES, Texts
from .gate import LARGEST, TOO_DEEP, Gate, Names, too_deep
from .limits import Allowances, TooMany, Turnstile, whose
from .live import Gone, Hello, Live, Message
from .store import OpenedTable, Standing, Store, StoreError
from .table import PERSON, LiveTable, new_record

QUICKEST: Final = 20.0
"""Frames a second that a seat may send, on average, by whatever many connections."""
QUICKEST_OF_ADDRESS: Final = 60.0
"""Frames a second that an address may send, on average."""
CONNECTIONS: Final = 8
"""Connections that a seat may have at once."""
CONNECTIONS_OF_ADDRESS: Final = 64
"""Connections that an address may have at once."""
MOST_OPEN: Final = 1_000
"""Tables that are open at once."""
MOST_OF_ADDRESS: Final = 100
"""Tables that an address may have opened that are still there."""
OPENED_AT_ONCE: Final = 60
"""Tables that an address may open one after the other; then one every `BETWEEN` seconds."""
BETWEEN: Final = 60.0
GREETING: Final = 10.0
"""Seconds within which a page says who it is."""
SWEPT: Final = 60.0
"""Seconds between two looks at which tables have come to their end."""

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
ABANDONED: Final = 90 * DAY
"""Seconds after which a table that was begun ends, if nobody has done anything there."""


class TableWanted(BaseModel):
    """A table to open: the game, who sits where ("person" or a bot), and the setup of the game."""

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, Field(max_length=100)]
    seats: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=16)]
    setup: dict[str, Any] | None = None
    private: bool = False


class Hall:
    """All tables of a server. A table is built when it is first asked for.

    Tables that nobody has begun end after ``begin_within`` seconds, finished ones after ``keep_finished``. ``now``
    tells the seconds by which rates are measured.
    """

    def __init__(
        self,
        store: Store,
        rules: Callable[[str], Rules],
        begin_within: float,
        keep_finished: float,
        now: Callable[[], float],
    ) -> None:
        self.store = store
        self.rules = rules
        self.begin_within, self.keep_finished = begin_within, keep_finished
        self.opening = Allowances(1 / BETWEEN, OPENED_AT_ONCE, now)
        self.of_seat = Allowances(QUICKEST, QUICKEST, now)
        self.of_address = Allowances(QUICKEST_OF_ADDRESS, QUICKEST_OF_ADDRESS, now)
        self.turnstile = Turnstile()
        self._records = {record.id: record for record in store.records()}
        self._tables: dict[str, LiveTable] = {}
        self._openers: dict[str, str] = {}
        self._since = time()

    def records(self) -> Collection[OpenedTable]:
        """The tables that there are, in the order in which they were opened."""
        return self._records.values()

    async def open(self, wanted: TableWanted, address: str = "") -> OpenedTable:
        """Open a table.

        Raises UnknownRuleset, SetupError, ValueError and UnknownBot for what cannot be opened, and TooMany where the
        address has opened many, or the hall is full.
        """
        if seconds := self.opening.missing(address):
            raise TooMany("many tables were opened from your address", seconds)
        self.opening.spend(address)
        if sum(address == opener for opener in self._openers.values()) >= MOST_OF_ADDRESS:
            raise TooMany(f"{MOST_OF_ADDRESS} tables that were opened from your address are still there", HOUR)
        if len(self._records) >= MOST_OPEN:
            await self.sweep(time())
        if len(self._records) >= MOST_OPEN:
            raise TooMany(f"this server has {MOST_OPEN} tables, which are as many as it opens", HOUR)
        record = new_record(self.rules(wanted.game), wanted.setup, wanted.seats, private=wanted.private)
        await self.store.add(record)
        self._records[record.id] = record
        self._openers[record.id] = address
        return record

    async def sweep(self, now: float) -> None:
        """End the tables whose time has come; ``now`` is in seconds since 1970."""
        standings = self.store.standings()
        for record in list(self.records()):
            if now > self._ends(record, standings.get(record.id)):
                await self._end(record.id)

    def _ends(self, record: OpenedTable, standing: Standing | None) -> float:
        """When a table ends, in seconds since 1970."""
        if standing is not None and standing.over:
            return standing.at + self.keep_finished
        if standing is not None and standing.begun:
            return standing.at + ABANDONED
        if standing is None and record.opened < self._since and self.store.acts(record.id):
            return self._since + ABANDONED  # by an earlier version, which did not note how tables stand
        return record.opened + self.begin_within

    async def _end(self, id: str) -> None:
        await self.store.remove(id)
        self._records.pop(id)
        self._openers.pop(id, None)
        if (table := self._tables.pop(id, None)) is not None:
            table.end()

    def table(self, id: str) -> LiveTable:
        """A table by its id. Raises LookupError where there is none."""
        if id not in self._records:
            raise LookupError(f"there is no table {id!r}")
        if id not in self._tables:
            record = self._records[id]
            self._tables[id] = LiveTable(record, self.rules(record.game), self.store)
        return self._tables[id]


def create_app(
    store: Store,
    names: Names | None = None,
    *,
    begin_within: float = HOUR,
    keep_finished: float = 7 * DAY,
    now: Callable[[], float] = monotonic,
) -> FastAPI:
    """The application of a server whose tables lie in ``store``, which is closed with it.

    It answers to its ``names`` only; without them whatever stands before it checks them. Tables that nobody has begun
    end after ``begin_within`` seconds, finished ones after ``keep_finished``.
    """
    hall = Hall(store, rules_for, begin_within, keep_finished, now)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(hall))
        yield
        sweeping.cancel()
        store.close()

    app = FastAPI(title="Rulewright", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.hall = hall
    app.add_middleware(Gate, names=names)
    texts = Texts.load(files(__package__) / "page.toml")
    static = files(__package__) / "static"
    page = (static / "page.html").read_text("utf-8")

    @app.get("/", include_in_schema=False)
    @app.get("/table/{id}", include_in_schema=False)
    def show(id: str = "") -> HTMLResponse:
        return HTMLResponse(page)

    @app.get("/map.css", include_in_schema=False)
    def colours() -> Response:
        return Response(stylesheet(None), media_type="text/css")

    @app.get("/api/words/{lang}")
    def words(lang: str) -> dict[str, str]:
        """The words of the page in a language."""
        lang = lang if lang in LANGUAGES else LANGUAGES[0]
        return {key: texts.say(key, lang) for key in texts}

    @app.get("/api/games")
    def games(lang: str = LANGUAGES[0]) -> list[dict[str, Any]]:
        """The games that are installed, each with the schema of its setup, and the bots that can play them."""
        return [_game(hall.rules(name), lang) for name in sorted(registry().rulesets)]

    @app.get("/api/tables")
    def tables() -> list[dict[str, Any]]:
        """The tables that anyone may look at, the latest first."""
        return [_told(record) for record in reversed(hall.records()) if not record.private]  # type: ignore[call-overload]

    @app.post("/api/tables", status_code=201)
    async def open_table(wanted: TableWanted, request: Request) -> dict[str, Any]:
        """Open a table; the answer has the secret key of each seat of a person."""
        try:
            record = await hall.open(wanted, _address(request))
        except TooMany as error:
            raise HTTPException(429, *_later(error)) from None
        except (UnknownRuleset, SetupError, UnknownBot, ValueError, StoreError) as error:
            raise HTTPException(422, str(error)) from None
        return {**_told(record), "keys": [chair.key for chair in record.chairs]}

    @app.websocket("/api/tables/{id}/live")
    async def live(socket: WebSocket, id: str) -> None:
        """A connection to a table: see `rulewright.web.live` for what is said."""
        await socket.accept()
        try:
            with hall.turnstile.entered(_address(socket), CONNECTIONS_OF_ADDRESS, "your address has many connections"):
                await _serve(socket, hall, id)
        except (WebSocketDisconnect, Gone):
            pass
        except TooMany as error:
            with contextlib.suppress(RuntimeError):
                await socket.close(4429, str(error))
        except (LookupError, msgspec.DecodeError, TimeoutError) as error:
            with contextlib.suppress(RuntimeError):
                await socket.close(4400, str(error)[:100])

    app.mount("/static", StaticFiles(directory=str(static)), name="static")

    @app.exception_handler(LookupError)
    def unknown(request: Request, error: LookupError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 404)

    return app


async def _serve(socket: WebSocket, hall: Hall, id: str) -> None:
    hello = msgspec.json.decode(await asyncio.wait_for(_frame(socket), GREETING), type=Hello)
    table = hall.table(id)
    connection = Live(table, hello)
    if connection.seat is None and (hello.key or table.record.private):
        raise LookupError("this link opens no seat of the table")
    address = _address(socket)
    who = (table.record.id, address if connection.seat is None else connection.seat)
    most = CONNECTIONS_OF_ADDRESS if connection.seat is None else CONNECTIONS
    with hall.turnstile.entered(who, most, f"this seat is open {most} times already; close one"):
        table.let_bots_play()
        await _talk(socket, connection, lambda: max(hall.of_seat.spend(who), hall.of_address.spend(address)))


async def _talk(socket: WebSocket, connection: Live, spend: Callable[[], float]) -> None:
    """Show the table, and take what the page wants; ``spend`` tells how long it has to wait."""

    async def send(data: bytes) -> None:
        await socket.send_text(data.decode())

    async def show() -> None:
        try:
            await connection.run(send)
        except (WebSocketDisconnect, RuntimeError):  # the page has gone while it was being told
            return

    shown = asyncio.create_task(show())
    try:
        while True:
            message = msgspec.json.decode(await _frame(socket), type=Message)
            if seconds := spend():
                await asyncio.sleep(seconds)
            await connection.take(message)
    finally:
        shown.cancel()


async def _sweep(hall: Hall) -> None:
    """End tables as their time comes."""
    while True:
        with contextlib.suppress(StoreError):  # the next time, then
            await hall.sweep(time())
        await asyncio.sleep(SWEPT)


async def _frame(socket: WebSocket) -> str:
    try:
        text = await socket.receive_text()
    except RuntimeError:  # it was closed while the page was being told
        raise Gone from None
    if len(text) > LARGEST:
        raise LookupError(f"a frame of {len(text)} characters; the longest that is read has {LARGEST}")
    if too_deep(text.encode("utf-8", "replace")):
        raise LookupError(TOO_DEEP)
    return text


def _address(connection: HTTPConnection) -> str:
    """Whose the other end is."""
    return whose(connection.client.host) if connection.client is not None else ""


def _later(error: TooMany) -> tuple[str, dict[str, str]]:
    """What is said of too many, and the header that says when it is worth another try."""
    seconds = ceil(error.seconds)
    return f"{error}; try again in {seconds} seconds", {"Retry-After": str(seconds)}


def _game(rules: Rules, lang: str) -> dict[str, Any]:
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    setup = setup_schema(rules)
    from ..setups import make_setup

    players = rules.ruleset.players(make_setup(rules, None))
    return {
        "id": rules.id,
        "title": Narrator(rules, lang).title,
        "players": players,
        "seats": [PERSON, *bot_names()],
        "setup": setup,
    }


def _told(record: OpenedTable) -> dict[str, Any]:
    """A table without its secrets."""
    chairs = [chair.bot or PERSON for chair in record.chairs]
    return {"id": record.id, "game": record.game, "opened": record.opened, "seats": chairs}
