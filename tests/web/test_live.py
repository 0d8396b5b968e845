"""A page and its table: what it is sent, what it may do, and what does no harm."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from rulewright.api import rules_for
from rulewright.refusals import Refused
from rulewright.web.app import create_app
from rulewright.web.store import Act, SqliteStore
from rulewright.web.table import LiveTable, Stopped, new_record

GAME = "unmatched_nemesis"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(SqliteStore(tmp_path / "t.db"))) as found:
        yield found


def opened(client: TestClient, *seats: str, **more: Any) -> tuple[str, list[str]]:
    found = client.post("/api/tables", json={"game": GAME, "seats": list(seats), **more})
    assert found.status_code == 201, found.text
    return found.json()["id"], found.json()["keys"]


class Page:
    """What a page knows of its table."""

    def __init__(self, socket: WebSocketTestSession, key: str = "", lang: str = "en") -> None:
        self.socket = socket
        self.lines: list[Any] = []
        self.table: dict[str, Any] = {}
        socket.send_json({"key": key, "lang": lang})
        self.read()

    def read(self) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = self.socket.receive_json()
        if "table" in frame:
            self.table = frame["table"]
            self.lines = [*self.lines[: frame["log"]["from"]], *frame["log"]["lines"]]
        return frame

    def ask(self, **wish: Any) -> dict[str, Any]:
        """The reply to a wish."""
        self.socket.send_json({"id": "w", "at": self.table["at"], **wish})
        while True:
            frame = self.read()
            if "table" not in frame:
                return frame

    def answer(self) -> dict[str, Any]:
        """The reply to the first answer that comes to mind."""
        question, wish = self.table["question"], {"do": "answer", "id": f"to {self.table['at']}"}
        if choices := question.get("choices"):
            return self.ask(**wish, answer=choices[0]["answer"])
        if ideas := question.get("ideas"):
            return self.ask(**wish, answer=ideas[0]["answer"])
        return self.ask(**wish, typed="1")


def test_two_people_answer_and_each_sees_what_is_theirs(client: TestClient) -> None:
    id, keys = opened(client, "person", "person")
    address = f"/api/tables/{id}/live"
    with client.websocket_connect(address) as a, client.websocket_connect(address) as b:
        first, second = Page(a, keys[0]), Page(b, keys[1], "zh")
        assert (first.table["seat"], second.table["seat"]) == (0, 1)
        pages = [first, second]
        for number in range(6):
            asked = pages[first.table["asked"][0]]
            assert asked.table["question"] is not None
            before = asked.table["at"]
            reply = asked.ask(do="answer", id=f"n{number}", answer=asked.table["question"]["choices"][0]["answer"])
            assert reply == {"ack": f"n{number}"}
            while asked.table["at"] == before:
                asked.read()
            other = pages[1 - asked.table["seat"]]
            while other.table["asked"] != asked.table["asked"]:
                other.read()
        assert [line["text"] for line in first.lines] != [line["text"] for line in second.lines]


def test_an_onlooker_is_asked_nothing_and_may_do_nothing(client: TestClient) -> None:
    id, _ = opened(client, "person", "person")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket)
        assert page.table["seat"] is None and page.table["question"] is None
        assert "link of a seat" in page.ask(do="answer", answer="draw")["why"]
        assert "link of a seat" in page.ask(do="back")["why"]


def test_a_private_table_is_for_those_with_a_link(client: TestClient) -> None:
    id, keys = opened(client, "person", "person", private=True)
    assert client.get("/api/tables").json() == []
    for key in ("", "wrong"):
        with client.websocket_connect(f"/api/tables/{id}/live") as socket:
            socket.send_json({"key": key})
            with pytest.raises(WebSocketDisconnect) as left:
                socket.receive_json()
            assert (left.value.code, left.value.reason) == (4400, "this link opens no seat of the table")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        assert Page(socket, keys[1]).table["seat"] == 1


def test_an_answer_that_is_refused_is_told_why_and_changes_nothing(client: TestClient) -> None:
    id, keys = opened(client, "person", "random")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket, keys[0])
        while page.table["asked"] != [0]:
            page.read()
        before = page.table
        for wish in ({"answer": "nonsense"}, {"typed": "99"}, {"answer": {"a": 1}}, {"at": "an earlier one"}):
            reply = page.ask(**{"do": "answer", **wish})
            assert reply["nack"] == "w" and reply["why"]
        assert page.ask(do="dance")["why"] == "there is nothing like 'dance' to do"
        assert page.ask(do="why", line=10_000)["why"] == "the log has no line 10000"
        assert page.table == before


def test_an_order_answers_what_is_asked_next(client: TestClient) -> None:
    """All who are left are deployed at once, and no question to the person comes in between."""
    id, keys = opened(client, "person", "random", game="crisis_protocol")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page, said = Page(socket, keys[0]), False
        for _ in range(200):
            question = page.table["question"]
            if question is None:
                page.read()
            elif said:
                assert question["ask"] not in ("deploy", "deploy_at")
                break
            elif question["ask"] == "deploy":
                assert page.ask(do="answer", order=9)["why"] == "the question has no order 9"
                assert page.ask(do="answer", order=0, id="all") == {"ack": "all"}
                said = True
                while page.table["question"] == question:
                    page.read()
            else:
                before = page.table["at"]
                page.answer()
                while page.table["at"] == before:
                    page.read()
        assert said
        told = [line["text"] for line in page.lines]
    assert sum("is deployed" in line for line in told) >= 8, told


def test_an_answer_that_comes_twice_is_given_once(client: TestClient) -> None:
    id, keys = opened(client, "person", "person")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket, keys[0])
        other = page.table["asked"] != [0]
        key = keys[1] if other else keys[0]
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket, key)
        wish = {
            "do": "answer",
            "id": "once",
            "at": page.table["at"],
            "answer": page.table["question"]["choices"][0]["answer"],
        }
        assert page.ask(**wish) == {"ack": "once"}
        told = len(page.lines)
        assert page.ask(**wish) == {"ack": "once"}
        assert len(page.lines) == told


@contextlib.contextmanager
def asked_page(client: TestClient, id: str, keys: list[str]) -> Iterator[tuple[Page, str]]:
    """The page of the seat that is asked first, and its key."""
    with contextlib.ExitStack() as stack:
        pages = [Page(stack.enter_context(client.websocket_connect(f"/api/tables/{id}/live")), key) for key in keys]
        asked = next(page for page in pages if page.table["question"] is not None)
        yield asked, keys[asked.table["seat"]]


def test_a_move_that_was_lost_is_sent_again_with_the_greeting(client: TestClient) -> None:
    """As the page does it: the server has shown nothing on this connection yet."""
    id, keys = opened(client, "person", "person")
    with asked_page(client, id, keys) as (page, key):
        choice = page.table["question"]["choices"][0]["answer"]
        lost = {"do": "answer", "id": "lost", "at": page.table["at"], "answer": choice}
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        socket.send_json({"key": key, "lang": "zh"})
        socket.send_json(lost)
        told = [socket.receive_json() for _ in range(2)]
        while not any("ack" in frame or "nack" in frame for frame in told):
            told.append(socket.receive_json())
    assert [frame for frame in told if "table" not in frame] == [{"ack": "lost"}]


def test_an_answer_to_another_question_is_refused_in_plain_words(client: TestClient) -> None:
    id, keys = opened(client, "person", "random")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket, keys[0])
        while page.table["question"] is None:
            page.read()
        first = page.table["at"]
        assert "ack" in page.answer()
        while page.table["question"] is None or page.table["at"] == first:
            page.read()
        asked, lines = page.table["at"], len(page.lines)
        for at in (first, ""):
            reply = page.ask(do="answer", id="late", at=at, answer=page.table["question"]["choices"][0]["answer"])
            assert reply["why"] == "that was an answer to another question; look at what is asked now"
        assert (page.table["at"], len(page.lines)) == (asked, lines)


def test_the_same_question_asked_again_is_another_one(client: TestClient) -> None:
    """The names of questions that follow each other differ, even where the table looks the same."""
    id, keys = opened(client, "person", "random")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket, keys[0])
        names: list[str] = []
        for _ in range(12):
            while page.table["question"] is None or page.table["at"] in names[-1:]:
                page.read()
            names.append(page.table["at"])
            page.answer()
    assert len(set(names)) == len(names)


def test_a_question_is_called_the_same_in_both_languages_and_after_a_restart(
    client: TestClient, tmp_path: Path
) -> None:
    id, keys = opened(client, "person", "person")
    names = []
    with asked_page(client, id, keys) as (page, key):
        names.append(page.table["at"])
    with TestClient(create_app(SqliteStore(tmp_path / "t.db"))) as again:
        for lang in ("en", "zh"):
            with again.websocket_connect(f"/api/tables/{id}/live") as socket:
                names.append(Page(socket, key, lang).table["at"])
    assert len(set(names)) == 1


def test_a_long_text_is_refused_before_it_is_read(client: TestClient) -> None:
    id, keys = opened(client, "person", "person")
    with asked_page(client, id, keys) as (page, _):
        reply = page.ask(do="answer", typed="1 " * 16_000)
        assert reply["why"] == "32000 characters were typed, and an answer has at most 1000"


def test_another_site_opens_nothing(client: TestClient) -> None:
    id, _ = opened(client, "person", "person")
    found = client.post(
        "/api/tables", json={"game": GAME, "seats": ["person"]}, headers={"origin": "https://elsewhere.example"}
    )
    assert found.status_code == 403
    address, elsewhere = f"/api/tables/{id}/live", {"origin": "https://elsewhere.example"}
    with pytest.raises(WebSocketDisconnect) as left, client.websocket_connect(address, headers=elsewhere):
        pass
    assert left.value.code == 4403


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"game": "chess", "seats": ["person"]}, "chess"),
        ({"game": GAME, "seats": ["person"] * 7}, "seats"),
        ({"game": GAME, "seats": ["person", "grandmaster"]}, "grandmaster"),
        ({"game": GAME, "seats": ["person", "random"], "setup": {"mood": 1}}, "mood"),
        ({"game": GAME, "seats": []}, "seats"),
        ({"game": GAME, "seats": ["person"], "seed": 1}, "seed"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_by_name(client: TestClient, wanted: Any, told: str) -> None:
    found = client.post("/api/tables", json=wanted)
    assert found.status_code == 422
    assert told in found.text
    assert client.get("/api/tables").json() == []


@pytest.mark.parametrize("frame", ["", "{", "[]", '{"key": 5}', '{"surprise": 1}', "x" * 70_000])
def test_a_hostile_greeting_ends_that_connection_alone(client: TestClient, frame: str) -> None:
    id, keys = opened(client, "person", "person")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        socket.send_text(frame)
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
        assert left.value.code == 4400
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        assert Page(socket, keys[0]).table["seat"] == 0


def test_pages_may_run_no_scripts_but_ours(client: TestClient) -> None:
    page = client.get("/table/anything")
    policy = page.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    assert "<script type" in page.text and "<style" not in page.text and "onload" not in page.text
    for file in (
        "page.js",
        "table.js",
        "pieces.js",
        "lobby.js",
        "connection.js",
        "words.js",
        "keeping.js",
        "vendor/preact-htm.js",
        "page.css",
    ):
        assert client.get(f"/static/{file}").status_code == 200
    assert client.get("/map.css").headers["content-type"].startswith("text/css")


def test_the_words_of_the_page_are_there_in_both_languages(client: TestClient) -> None:
    english, chinese = (client.get(f"/api/words/{lang}").json() for lang in ("en", "zh"))
    assert english.keys() == chinese.keys()
    assert all(chinese.values()) and all(english.values())


# ------------------------------------------------------------------------------------------------- tables alone


def answers(table: LiveTable) -> Act:
    request = table.game.request
    return Act(request.player, request.space.options()[0])


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    rules = rules_for(GAME)
    store = SqliteStore(tmp_path / "t.db")

    async def play() -> tuple[Any, str]:
        record = new_record(rules, None, ["person", "person"])
        await store.add(record)
        table = LiveTable(record, rules, store)
        for _ in range(30):
            await table.act(answers(table), table.count)
            if table.thinking is not None:
                await table.thinking
        with contextlib.suppress(Refused):  # where cards were turned up since
            await table.act(Act(table.game.answers.seats[-1], back=True), table.count)
        return record, table.game.digest()

    record, digest = asyncio.run(play())
    store.close()
    again = SqliteStore(tmp_path / "t.db")
    assert again.records() == [record]
    table = LiveTable(record, rules, again)
    assert table.game.digest() == digest
    assert table.stopped == ""
    again.close()


def test_the_only_person_takes_back_their_last_choice_and_what_bots_did_since(tmp_path: Path) -> None:
    rules = rules_for(GAME)
    store = SqliteStore(tmp_path / "t.db")

    async def play() -> None:
        record = new_record(rules, None, ["person", "random"])
        await store.add(record)
        table = LiveTable(record, rules, store)
        digests = []
        for _ in range(8):
            table.let_bots_play()
            assert table.thinking is not None
            await table.thinking
            assert table.game.request.player == 0
            digests.append(table.game.digest())
            await table.act(answers(table), table.count)
        assert table.thinking is not None
        await table.thinking
        for digest in reversed(digests):
            await table.act(Act(0, back=True), table.count)
            assert table.game.digest() == digest
        with pytest.raises(Refused, match="no decision to take back"):
            await table.act(Act(0, back=True), table.count)

    asyncio.run(play())
    store.close()


def test_a_table_of_other_rules_says_so_and_goes_on_no_more(tmp_path: Path) -> None:
    import msgspec

    rules = rules_for(GAME)
    store = SqliteStore(tmp_path / "t.db")

    async def play() -> None:
        record = msgspec.structs.replace(new_record(rules, None, ["person", "person"]), fingerprint="another")
        table = LiveTable(record, rules, store)
        assert "changed since this table was opened" in table.stopped
        with pytest.raises(Stopped):
            await table.act(answers(table), table.count)

    asyncio.run(play())
    store.close()


def test_an_act_for_an_earlier_moment_is_refused(tmp_path: Path) -> None:
    rules = rules_for(GAME)
    store = SqliteStore(tmp_path / "t.db")

    async def play() -> None:
        record = new_record(rules, None, ["person", "person"])
        await store.add(record)
        table = LiveTable(record, rules, store)
        act = answers(table)
        results = await asyncio.gather(table.act(act, 0), table.act(act, 0), return_exceptions=True)
        assert sorted(isinstance(result, Refused) for result in results) == [False, True]
        assert store.acts(record.id) == [Act(act.seat, as_json(act.answer))]

    asyncio.run(play())
    store.close()


def as_json(answer: Any) -> Any:
    return list(answer) if isinstance(answer, tuple) else answer


def test_the_dice_are_sealed_before_and_opened_after(client: TestClient, tmp_path: Path) -> None:
    id, _ = opened(client, "random", "random")
    with client.websocket_connect(f"/api/tables/{id}/live") as socket:
        page = Page(socket)
        sealed = page.table["dice"]["commitment"]
        assert "seed" not in page.table["dice"] or page.table["result"]
        while page.table["result"] is None:
            page.read()
        dice = page.table["dice"]
        assert dice["commitment"] == sealed == hashlib.sha256(f"{dice['salt']}:{dice['seed']}".encode()).hexdigest()
