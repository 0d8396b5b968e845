"""Where people at a table are asked for reactions, and what is answered for them elsewhere."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.stops import StopWish
from rulewright.web.live import Hello, Live, Message
from rulewright.web.table import LiveTable

from .test_take_back import at_a_table, choose, settled, takes_back

GAME = "dice_throne"


def asked_alone(file: Path, mode: Any, answers: int = 60) -> list[Any]:
    """The questions to one person against a bot who answers at random."""
    found: list[Any] = []

    async def play(table: LiveTable) -> None:
        table.stops[0].mode = mode
        rng = Random(5)
        for _ in range(answers):
            await settled(table)
            if table.game.result is not None:
                return
            found.append(table.game.request)
            await choose(table, rng)

    at_a_table(file, GAME, ["person", "random"], play)
    return found


def offers(questions: list[Any]) -> list[Any]:
    return [request for request in questions if request.ask == "react"]


def test_alone_nobody_is_asked_where_nothing_is_at_its_moment(tmp_path: Path) -> None:
    smart, every = (offers(asked_alone(tmp_path / mode, mode)) for mode in ("smart", "all"))
    assert [len(request.options()) for request in smart if len(request.options()) < 2] == []
    assert any(len(request.options()) < 2 for request in every) and len(smart) < len(every)


def test_taking_back_goes_past_what_was_answered_for_the_person(tmp_path: Path) -> None:
    async def play(table: LiveTable) -> None:
        rng, unasked = Random(3), 0
        for _ in range(30):
            seat, given = await choose(table, rng)
            unasked += len(table.course._unasked)
            assert await takes_back(table, seat) == "" and len(table.game.answers) == given
            await settled(table)
            assert len(table.game.answers) == given, "the person stands before their own choice"
            await choose(table, rng)
        assert unasked > 0

    at_a_table(tmp_path / "tables.db", GAME, ["person", "random"], play)


def test_among_people_nothing_that_someone_holds_decides_but_what_they_said_of_a_window(tmp_path: Path) -> None:
    async def play(table: LiveTable) -> None:
        await settled(table)
        request = table.game.request
        assert request.ask == "react" and all(stops.in_sight for stops in table.stops.values())
        window = request.about["window"]
        table.stops[request.player].wish(StopWish("window", window, asked=False))
        await settled(table)
        assert table.game.request is not request and table.course._unasked

    at_a_table(tmp_path / "tables.db", GAME, ["person", "person"], play)


async def said(live: Live, answer: Any) -> Any:
    await live.take(Message("stops", id="x", answer=answer))
    return live._replies.pop()


def test_a_page_says_where_its_seat_is_asked(tmp_path: Path) -> None:
    async def play(table: LiveTable) -> None:
        await settled(table)
        live = Live(table, Hello(key=table.record.chairs[0].key))
        shown = live._stops(0)
        window = shown["moment"]["window"]
        assert (shown["mode"], shown["wishes"], shown["moment"]["called"]) == ("smart", [], "main phase")

        assert await said(live, {"window": window, "asked": False, "turn": True}) == {"ack": "x"}
        (wish,) = live._stops(0)["wishes"]
        assert wish == {"window": window, "called": "main phase", "asked": False, "turn": True}
        assert await said(live, {"window": window}) == {"ack": "x"} and live._stops(0)["wishes"] == []
        assert await said(live, {"mode": "all"}) == {"ack": "x"} and table.stops[0].mode == "all"

    at_a_table(tmp_path / "tables.db", GAME, ["person", "random"], play)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"mode": "often"}, "'often'"),
        ({"window": "tea time", "asked": True}, "there is no window 'tea time'"),
        ({"colour": "red"}, "colour"),
        ("all", "got `str`"),
    ],
)
def test_what_is_no_wish_is_refused_and_changes_nothing(tmp_path: Path, answer: Any, why: str) -> None:
    async def play(table: LiveTable) -> None:
        await settled(table)
        live = Live(table, Hello(key=table.record.chairs[0].key))
        before = live._stops(0)
        reply = await said(live, answer)
        assert reply["nack"] == "x" and why in reply["why"] and live._stops(0) == before

    at_a_table(tmp_path / "tables.db", GAME, ["person", "random"], play)


def test_who_looks_on_has_no_stops(tmp_path: Path) -> None:
    async def play(table: LiveTable) -> None:
        live = Live(table, Hello())
        assert live._around()["stops"] is None
        assert "who looks on" in (await said(live, {"mode": "all"}))["why"]

    at_a_table(tmp_path / "tables.db", GAME, ["person", "random"], play)


def test_unasked_answers_are_kept_as_such(tmp_path: Path) -> None:
    async def play(table: LiveTable) -> None:
        rng = Random(3)
        for _ in range(12):
            await choose(table, rng)
        again = LiveTable(table.record, table.rules, table._store)
        assert again.course._unasked == table.course._unasked and again.game.digest() == table.game.digest()

    at_a_table(tmp_path / "tables.db", GAME, ["person", "random"], play)
