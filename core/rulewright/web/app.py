"""The server: pages, tables and connections over HTTP and WebSocket, with FastAPI."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection
from importlib.resources import files
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from fastapi import FastAPI, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field

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
from .live import Gone, Hello, Live, Message
from .store import OpenedTable, Store, StoreError
from .table import PERSON, LiveTable, new_record

LARGEST: Final = 64 * 1024
"""Bytes of the longest frame that a page may send."""
QUICKEST: Final = 20.0
"""Frames a second that a page may send, on average."""
MOST_OPEN: Final = 1_000
"""Tables that are open at once."""
GREETING: Final = 10.0
"""Seconds within which a page says who it is."""

SAFE: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class TableWanted(BaseModel):
    """A table to open: the game, who sits where ("person" or a bot), and the setup of the game."""

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, Field(max_length=100)]
    seats: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=16)]
    setup: dict[str, Any] | None = None
    private: bool = False


class Hall:
    """All tables of a server. A table is built when it is first asked for."""

    def __init__(self, store: Store, rules: Callable[[str], Rules]) -> None:
        self.store = store
        self.rules = rules
        self._records = {record.id: record for record in store.records()}
        self._tables: dict[str, LiveTable] = {}

    def records(self) -> Collection[OpenedTable]:
        """The tables that there are, in the order in which they were opened."""
        return self._records.values()

    async def open(self, wanted: TableWanted) -> OpenedTable:
        """Open a table. Raises UnknownRuleset, SetupError, ValueError and UnknownBot for what cannot be opened."""
        if len(self._records) >= MOST_OPEN:
            raise ValueError(f"this server has {MOST_OPEN} tables, which are as many as it opens")
        record = new_record(self.rules(wanted.game), wanted.setup, wanted.seats, private=wanted.private)
        await self.store.add(record)
        self._records[record.id] = record
        return record

    def table(self, id: str) -> LiveTable:
        """A table by its id. Raises LookupError where there is none."""
        if id not in self._records:
            raise LookupError(f"there is no table {id!r}")
        if id not in self._tables:
            record = self._records[id]
            self._tables[id] = LiveTable(record, self.rules(record.game), self.store)
        return self._tables[id]


def create_app(store: Store) -> FastAPI:
    """The application of a server whose tables lie in ``store``, which is closed with it."""

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        store.close()

    app = FastAPI(title="Rulewright", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    hall = Hall(store, rules_for)
    texts = Texts.load(files(__package__) / "page.toml")
    static = files(__package__) / "static"
    page = (static / "page.html").read_text("utf-8")

    @app.middleware("http")
    async def safe(request: Request, go_on: Any) -> Any:
        found = await go_on(request)
        found.headers.update(SAFE)
        return found

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
        _check_origin(request.headers)
        try:
            record = await hall.open(wanted)
        except (UnknownRuleset, SetupError, UnknownBot, ValueError, StoreError) as error:
            raise HTTPException(422, str(error)) from None
        return {**_told(record), "keys": [chair.key for chair in record.chairs]}

    @app.websocket("/api/tables/{id}/live")
    async def live(socket: WebSocket, id: str) -> None:
        """A connection to a table: see `rulewright.web.live` for what is said."""
        if not _of_this_site(socket.headers):
            await socket.close(4403, "another site")
            return
        await socket.accept()
        try:
            await _serve(socket, hall, id)
        except (WebSocketDisconnect, Gone):
            pass
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
    table.let_bots_play()

    async def send(data: bytes) -> None:
        await socket.send_text(data.decode())

    async def show() -> None:
        try:
            await connection.run(send)
        except (WebSocketDisconnect, RuntimeError):  # the page has gone while it was being told
            return

    shown = asyncio.create_task(show())
    try:
        await _listen(socket, connection)
    finally:
        shown.cancel()


async def _listen(socket: WebSocket, connection: Live) -> None:
    """Take what a page wants, not faster than a person could want it."""
    loop = asyncio.get_running_loop()
    allowance, last = QUICKEST, loop.time()
    while True:
        message = msgspec.json.decode(await _frame(socket), type=Message)
        now = loop.time()
        allowance, last = min(QUICKEST, allowance + (now - last) * QUICKEST) - 1.0, now
        if allowance < 0:
            await asyncio.sleep(-allowance / QUICKEST)
        await connection.take(message)


async def _frame(socket: WebSocket) -> str:
    text = await socket.receive_text()
    if len(text) > LARGEST:
        raise LookupError(f"a frame of {len(text)} characters; the longest that is read has {LARGEST}")
    return text


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


def _of_this_site(headers: Any) -> bool:
    """Whether a request comes from a page of this server, or from a program that is no browser."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def _check_origin(headers: Any) -> None:
    if not _of_this_site(headers):
        raise HTTPException(403, "another site")
