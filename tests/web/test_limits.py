"""What comes from one place has limits, and what one place does leaves the others alone."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulewright.web import app as application
from rulewright.web.app import ABANDONED, CONNECTIONS, DAY, HOUR, MOST_OPEN, OPENED_AT_ONCE, Hall, create_app
from rulewright.web.limits import MANY, Allowances, whose
from rulewright.web.store import Act, Chair, OpenedTable, SqliteStore

from .test_live import GAME, Page, opened

WANTED = {"game": GAME, "seats": ["person", "person"]}


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[TestClient]:
    with TestClient(create_app(SqliteStore(tmp_path / "t.db"), now=clock)) as found:
        yield found


def hall_of(client: TestClient) -> Hall:
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]
    return hall


def swept(client: TestClient, later: float) -> None:
    """So many seconds later."""
    assert client.portal is not None
    client.portal.call(hall_of(client).sweep, time() + later)


def test_an_allowance_fills_up_again_and_is_anothers_for_another(clock: Clock) -> None:
    allowances = Allowances(2.0, 3.0, clock)
    assert [allowances.spend("a") for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    assert allowances.spend("b") == 0
    assert allowances.missing("a") == 1.5
    clock.seconds = 1.5
    assert allowances.missing("a") == 0
    clock.seconds = 100
    assert [allowances.spend("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_allowances_that_are_full_again_are_forgotten(clock: Clock) -> None:
    allowances = Allowances(1.0, 2.0, clock)
    for number in range(MANY):
        allowances.spend(number)
    clock.seconds = 10
    allowances.spend("last")
    assert len(allowances._left) == 1


def test_a_network_of_ipv6_is_one_address() -> None:
    assert whose("2001:db8::1") == whose("2001:db8::ffff:2") != whose("2001:db8:0:1::1")
    assert whose("192.0.2.1") != whose("192.0.2.2")


def test_a_thousand_requests_of_one_address_do_not_close_the_lobby(client: TestClient, clock: Clock) -> None:
    told = [client.post("/api/tables", json=WANTED) for _ in range(OPENED_AT_ONCE + 5)]
    assert [one.status_code for one in told] == [201] * OPENED_AT_ONCE + [429] * 5
    assert told[-1].headers["retry-after"] == "60"
    assert told[-1].json()["detail"] == "many tables were opened from your address; try again in 60 seconds"
    with TestClient(client.app, client=("192.0.2.7", 1)) as another:
        assert another.post("/api/tables", json=WANTED).status_code == 201
        clock.seconds += 60
        assert client.post("/api/tables", json=WANTED).status_code == 201


def test_tables_that_nobody_has_begun_end_after_an_hour(client: TestClient) -> None:
    begun, keys = opened(client, "person", "person")
    left, _ = opened(client, "person", "person")
    with contextlib.ExitStack() as stack:
        pages = [Page(stack.enter_context(client.websocket_connect(f"/api/tables/{begun}/live")), key) for key in keys]
        next(page for page in pages if page.table["question"]).answer()
        watching = Page(stack.enter_context(client.websocket_connect(f"/api/tables/{left}/live")))
        swept(client, HOUR - 60)
        assert len(client.get("/api/tables").json()) == 2
        swept(client, HOUR + 60)
        assert [table["id"] for table in client.get("/api/tables").json()] == [begun]
        while not watching.table["stopped"]:
            watching.read()
    swept(client, ABANDONED - 60)
    assert len(client.get("/api/tables").json()) == 1
    swept(client, ABANDONED + 60)
    assert client.get("/api/tables").json() == []
    assert hall_of(client).store.records() == []
    assert hall_of(client).store.acts(begun) == []


def test_finished_tables_end_after_days_and_a_restart_changes_nothing(client: TestClient, tmp_path: Path) -> None:
    id, _ = opened(client, "random", "random")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket)
        while page.table["result"] is None:
            page.read()
    with TestClient(create_app(SqliteStore(tmp_path / "t.db"), keep_finished=2 * DAY)) as again:
        swept(again, 2 * DAY - 60)
        assert len(again.get("/api/tables").json()) == 1
        swept(again, 2 * DAY + 60)
        assert again.get("/api/tables").json() == []


def test_a_table_of_an_earlier_version_is_not_taken_for_one_that_nobody_has_begun(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.db")
    record = OpenedTable("old", GAME, None, 7, "salt", (Chair(key="k"), Chair(key="l")), time() - 30 * DAY)

    async def write() -> None:
        await store.add(record)
        await store.keep("old", 0, [Act(0, 1)])
        store._writing.execute("DELETE FROM standings")

    asyncio.run(write())
    with TestClient(create_app(store)) as client:
        swept(client, DAY)
        assert len(client.get("/api/tables").json()) == 1


def test_a_full_hall_says_when_to_come_again(client: TestClient) -> None:
    hall = hall_of(client)
    record = OpenedTable("t", GAME, None, 7, "salt", (Chair(key="k"),), time())
    hall._records.update({f"t{number}": record for number in range(MOST_OPEN)})
    found = client.post("/api/tables", json=WANTED)
    assert (found.status_code, found.headers["retry-after"]) == (429, "3600")


def test_a_seat_has_a_few_connections_and_other_seats_have_theirs(client: TestClient) -> None:
    id, keys = opened(client, "person", "person")
    address = f"/api/tables/{id}/live"
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS):
            Page(stack.enter_context(client.websocket_connect(address)), keys[0])
        with client.websocket_connect(address) as one_more:
            one_more.send_json({"key": keys[0]})
            with pytest.raises(WebSocketDisconnect) as left:
                one_more.receive_json()
            assert (left.value.code, left.value.reason) == (4429, "this seat is open 8 times already; close one")
        Page(stack.enter_context(client.websocket_connect(address)), keys[1])
    with client.websocket_connect(address) as again:
        assert Page(again, keys[0]).table["seat"] == 0


def test_the_connections_of_a_seat_wait_together(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still, so nothing is allowed again."""
    waited: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds != application.SWEPT:
            waited.append(seconds)
        await sleep(0)

    id, keys = opened(client, "person", "person")
    monkeypatch.setattr("rulewright.web.app.asyncio.sleep", noted)
    with contextlib.ExitStack() as stack:
        pages = [
            Page(stack.enter_context(client.websocket_connect(f"/api/tables/{id}/live")), keys[0]) for _ in range(4)
        ]
        for number in range(28):
            pages[number % 4].ask(do="why", line=0)
    assert len(waited) == 8
    assert waited == sorted(waited) and waited[-1] == pytest.approx(8 / 20)


# ------------------------------------------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize("key", ["schlüssel", "钥匙", "\x00", "\u202e"])
def test_a_key_of_any_letters_is_a_wrong_key(client: TestClient, key: str) -> None:
    id, _ = opened(client, "person", "person")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        socket.send_json({"key": key})
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
    assert (left.value.code, left.value.reason) == (4400, "this link opens no seat of the table")


@pytest.mark.parametrize("nested", ["[" * 30_000, '{"a":' * 10_000, "[" * 30_000 + "]" * 30_000])
def test_json_that_is_nested_deeply_is_refused_before_it_is_read(client: TestClient, nested: str) -> None:
    found = client.post("/api/tables", content=nested, headers={"content-type": "application/json"})
    assert (found.status_code, found.json()["detail"]) == (400, "lists and objects are nested more than 64 deep")
    id, keys = opened(client, "person", "person")
    for greeting in (nested, json.dumps({"key": keys[0]})):
        with client.websocket_connect(f"/api/tables/{id}/live") as socket:
            socket.send_text(greeting)
            socket.send_text(f'{{"do": "answer", "answer": {nested}}}')
            with pytest.raises(WebSocketDisconnect) as left:
                while True:
                    socket.receive_json()
        assert (left.value.code, left.value.reason) == (4400, "lists and objects are nested more than 64 deep")


def test_brackets_in_a_text_nest_nothing(client: TestClient) -> None:
    id, keys = opened(client, "person", "person")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        reply = Page(socket, keys[0]).ask(do="answer", typed='\\"' + "[" * 500)
        assert "nack" in reply


def test_pages_with_keys_are_kept_by_nobody(client: TestClient) -> None:
    kept = [client.post("/api/tables", json=WANTED), client.get("/"), client.get("/table/a"), client.get("/api/tables")]
    assert {found.headers["cache-control"] for found in kept} == {"no-store"}
    assert client.get("/static/page.js").headers["cache-control"] == "no-cache"
