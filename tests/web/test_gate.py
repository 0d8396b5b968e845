"""The server answers to its own names, and reads nothing that is too large."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulewright.web.app import create_app
from rulewright.web.gate import LARGEST, Names
from rulewright.web.store import SqliteStore

from .server import Server
from .test_live import GAME, opened


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    names = Names("127.0.0.1", ["games.example.org"])
    with TestClient(create_app(SqliteStore(tmp_path / "t.db"), names), base_url="http://127.0.0.1:8500") as found:
        yield found


@pytest.mark.parametrize(
    ("listens", "answers", "others"),
    [
        ("127.0.0.1", ["127.0.0.1", "localhost:8500", "LOCALHOST", "[::1]:8500"], ["192.0.2.1", "evil.example", ""]),
        ("localhost", ["127.0.0.1:1", "localhost"], ["localhost.evil.example", "evil.example:8500"]),
        ("192.0.2.1", ["192.0.2.1:8500"], ["localhost", "127.0.0.1", "192.0.2.2"]),
        ("0.0.0.0", ["192.0.2.1:8500", "10.0.0.7", "[2001:db8::1]:8500", "localhost"], ["evil.example", "[", "a]b"]),
    ],
)
def test_a_server_knows_its_names(listens: str, answers: list[str], others: list[str]) -> None:
    names = Names(listens, ["games.example.org"])
    assert [host for host in (*answers, "games.example.org:443", "Games.Example.Org") if not names.has(host)] == []
    assert [host for host in others if names.has(host)] == []


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/games", "/table/x", "/static/page.js", "/openapi.json"])
def test_nothing_is_answered_under_another_name(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200
    found = client.get(path, headers={"host": "evil.example:8500"})
    assert found.status_code == 421
    assert "is not called 'evil.example:8500'" in found.json()["detail"]


def test_a_page_under_another_name_opens_no_table_and_no_connection(client: TestClient) -> None:
    """As a browser sends it when the name of another site leads to this server: host and origin agree."""
    evil = {"host": "evil.example", "origin": "http://evil.example"}
    assert client.post("/api/tables", json={"game": GAME, "seats": ["random"]}, headers=evil).status_code == 421
    id, _ = opened(client, "person", "person")
    with pytest.raises(WebSocketDisconnect) as left, client.websocket_connect(f"/api/tables/{id}/live", headers=evil):
        pass
    assert left.value.code == 4421


def test_its_own_pages_are_let_in_under_each_of_its_names(client: TestClient) -> None:
    for name in ("games.example.org", "localhost:8500"):
        own = {"host": name, "origin": f"https://{name}"}
        found = client.post("/api/tables", json={"game": GAME, "seats": ["person"] * 2}, headers=own)
        assert found.status_code == 201
        with client.websocket_connect(f"/api/tables/{found.json()['id']}/live", headers=own) as socket:
            socket.send_json({})
            assert "table" in socket.receive_json()


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: TestClient) -> None:
    read: list[int] = []

    def body() -> Iterator[bytes]:
        for number in range(60):
            read.append(number)
            yield b" " * 1_000_000

    found = client.post("/api/tables", content=b" " * (LARGEST + 1))
    assert (found.status_code, found.json()["detail"]) == (413, f"at most {LARGEST} bytes are read")
    assert client.post("/api/tables", content=body()).status_code == 413


def test_a_running_server_refuses_what_it_was_announced(tmp_path: Path) -> None:
    server = Server(tmp_path / "t.db")
    try:
        for headers, status in (
            ({"Content-Length": str(60_000_000)}, 413),
            ({"Host": "evil.example"}, 421),
            ({"Content-Length": "2"}, 422),
        ):
            wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            wire.putrequest("POST", "/api/tables", skip_host="Host" in headers)
            for name, value in {"Content-Type": "application/json", "Content-Length": "0", **headers}.items():
                wire.putheader(name, value)
            wire.endheaders(b"{}" if status == 422 else None)
            found = wire.getresponse()
            assert found.status == status
            assert json.load(found)["detail"]
            wire.close()
    finally:
        server.kill()
