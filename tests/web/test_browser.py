"""A real browser plays whole games; skipped by name where there is no Chromium or no Playwright."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.plugins import registry
from rulewright.web.sealed import Unsealed, read
from rulewright.web.store import SqliteStore
from tests.lengths import FULL, length, long

from .server import Server

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run",
    "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("web") / "t.db")
    yield found
    found.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield found
        found.close()


READ = 1_000
"""Milliseconds in which a person reads a question; the page takes what comes sooner for an answer to the one before."""


class Sitting:
    """A person at a page, who clicks on what is offered."""

    def __init__(self, browser: Any, address: str, **screen: Any) -> None:
        self.page = browser.new_context(**screen).new_page()
        self.page.clock.install()
        self.errors: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)
        self.page.wait_for_selector(".shown")

    def _hear(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def step(self, rng: Random) -> bool:
        """One click, on a choice or on the map; False once the game is over."""
        try:
            return self._step(rng)
        except playwright.Error as error:
            if "not attached" in str(error) or "detached" in str(error):  # the table has just changed
                return True
            raise

    def _step(self, rng: Random) -> bool:
        page = self.page
        if page.query_selector(".banner.good"):
            return False
        if not page.query_selector(".ask.mine"):
            page.wait_for_selector(".ask.mine, .banner.good")
            return True
        page.clock.fast_forward(READ)
        choices, confirm = page.query_selector_all(".choices .choice"), page.query_selector(".ask .row button.main")
        area = page.query_selector(".map .reach") or page.query_selector(".map svg")
        if confirm is not None and area is not None and rng.random() < 0.5:
            box = area.bounding_box() or {"x": 0, "y": 0, "width": 1, "height": 1}  # it has just been drawn anew
            page.mouse.click(box["x"] + rng.random() * box["width"], box["y"] + rng.random() * box["height"])
        elif choices:
            rng.choice(choices).click(timeout=15_000)
        page.wait_for_timeout(60)
        confirm = page.query_selector(".ask .row button.main")
        if confirm is not None and confirm.is_enabled():
            confirm.click(timeout=15_000)
            page.wait_for_timeout(60)
        return True


@long
def test_a_person_plays_a_whole_game_against_a_bot_with_a_reload_in_the_middle(browser: Any, server: Server) -> None:
    table, keys = server.open("unmatched_nemesis", ["person", "random"])
    sitting, rng = Sitting(browser, f"{server.address}/table/{table}#{keys[0]}"), Random(2)
    for number in range(3_000):
        if not sitting.step(rng):
            break
        if number == 20:
            sitting.page.reload()
            sitting.page.wait_for_selector(".shown")
    assert sitting.page.query_selector(".banner.good") is not None
    assert sitting.page.query_selector("footer code:nth-of-type(2)") is not None  # what the seal hid
    assert sitting.errors == []


SCREENS: dict[str, dict[str, Any]] = {
    "screen": {"viewport": {"width": 1280, "height": 860}, "locale": "en-US"},
    "phone, Chinese, dark": {"viewport": {"width": 390, "height": 844}, "locale": "zh-CN", "color_scheme": "dark"},
}
every_game_on_a_screen = pytest.mark.parametrize(
    ("game", "screen"),
    [
        pytest.param(game, screen, id=f"{game}, {name}")
        for number, game in enumerate(sorted(registry().rulesets))
        for place, (name, screen) in enumerate(SCREENS.items())
        if FULL or number % len(SCREENS) == place
    ],
)
"""The games by turns, or each of them on all screens where everything is done."""


@every_game_on_a_screen
def test_every_game_is_played_by_clicking(browser: Any, server: Server, game: str, screen: dict[str, Any]) -> None:
    table, keys = server.open(game, ["person", "random"])
    sitting, rng = Sitting(browser, f"{server.address}/table/{table}#{keys[0]}", **screen), Random(1)
    for _ in range(length(12, 20)):
        assert sitting.step(rng)
    page = sitting.page
    page.wait_for_selector(".log li")
    assert page.query_selector_all(".log li")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "the page is wider than the screen"
    assert (page.evaluate("document.documentElement.lang") == "zh-Hans") == (screen["locale"] == "zh-CN")
    assert sitting.errors == []


def test_two_people_and_an_onlooker_see_the_same_table(browser: Any, server: Server) -> None:
    table, keys = server.open("unmatched_nemesis", ["person", "person"])
    address = f"{server.address}/table/{table}"
    people = [Sitting(browser, f"{address}#{key}") for key in keys]
    onlooker = Sitting(browser, address)
    rng = Random(1)
    for _ in range(24):
        for person in people:
            if person.page.query_selector(".ask.mine"):
                person.step(rng)
    seen = ".log .opens >> nth=-1"  # what opens a turn is told to all in the same words
    last: set[str] = set()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        last = {person.page.inner_text(seen) for person in (*people, onlooker)}
        if len(last) == 1:
            break
        onlooker.page.wait_for_timeout(100)
    assert len(last) == 1
    assert onlooker.page.query_selector(".ask.mine") is None
    assert [one.errors for one in (*people, onlooker)] == [[], [], []]


def test_the_lobby_opens_a_table_and_gives_the_links_of_its_seats(browser: Any, server: Server) -> None:
    page = browser.new_context(locale="en-US").new_page()
    page.goto(server.address)
    page.click("text=Dice Throne")
    page.click("form button.main")
    page.click("text=Sit down")
    page.wait_for_selector(".shown")
    assert "/table/" in page.url and "#" not in page.url
    assert page.query_selector(".ask button.quiet") is not None  # whoever sits may take back
    page.reload()
    page.wait_for_selector(".shown")
    assert page.query_selector(".ask button.quiet") is not None


def answers_at(server: Server, table: str) -> int:
    """How many answers of people were kept."""
    store = SqliteStore(server.file)
    try:
        return sum(bool(act.id) for act in store.acts(table))
    finally:
        store.close()


def sits_down(browser: Any, server: Server, game: str, seats: list[str], **screen: Any) -> tuple[str, Sitting]:
    """Someone who is asked something at a new table."""
    table, keys = server.open(game, seats)
    for key in filter(None, keys):
        sitting = Sitting(browser, f"{server.address}/table/{table}#{key}", **screen)
        if seats.count("person") == 1:
            sitting.page.wait_for_selector(".ask.mine")
        if sitting.page.query_selector(".ask.mine"):
            return table, sitting
    raise AssertionError("nobody is asked")


def test_a_second_click_does_not_answer_the_next_question(browser: Any, server: Server) -> None:
    table, sitting = sits_down(browser, server, "unmatched_nemesis", ["person", "random"])
    page = sitting.page
    page.clock.pause_at(page.evaluate("Date.now()") + READ)
    asked = page.inner_text(".ask.mine h2"), page.inner_text(".choices")
    page.click(".choices .choice")
    page.wait_for_function(
        "then => document.querySelector('.ask.mine') && document.querySelector('.choices')?.innerText !== then",
        arg=asked[1],
    )
    page.click(".choices .choice")
    page.wait_for_selector(".problem")
    assert "another question" in page.inner_text(".problem")
    assert answers_at(server, table) == 1
    page.clock.fast_forward(READ)
    page.click(".choices .choice")
    page.wait_for_selector(".problem", state="detached")
    assert answers_at(server, table) == 2


def test_a_move_that_is_lost_on_the_wire_is_made_once_the_page_is_back(browser: Any, server: Server) -> None:
    table, keys = server.open("unmatched_nemesis", ["person", "random"])
    page = browser.new_context(locale="en-US").new_page()
    lost: list[str] = []

    def between(socket: Any) -> None:
        there = socket.connect_to_server()

        def outward(message: str) -> None:
            if '"do":"answer"' in message and not lost:
                lost.append(message)
                socket.close()
                there.close()
            else:
                there.send(message)

        socket.on_message(outward)

    page.route_web_socket("**/live", between)
    page.goto(f"{server.address}/table/{table}#{keys[0]}")
    page.wait_for_selector(".ask.mine .choice")
    asked = page.inner_text(".choices")
    page.click(".choices .choice")
    page.wait_for_function("then => document.querySelector('.choices')?.innerText !== then", arg=asked)
    assert len(lost) == 1
    assert answers_at(server, table) == 1
    assert page.query_selector(".problem") is None


def test_what_is_staged_survives_a_reload_and_a_restart(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path / "t.db")
    try:
        _, sitting = sits_down(browser, server, "wh40k", ["person", "random"])
        page, rng = sitting.page, Random(1)
        for _ in range(40):
            if page.query_selector(".ask.mine h4.ideas ~ .choice"):
                break
            sitting.step(rng)
        page.click(".ask.mine h4.ideas ~ .choice >> nth=1")
        page.wait_for_selector("[aria-pressed=true]")
        staged = page.inner_text("[aria-pressed=true]")
        page.reload()
        page.wait_for_selector("[aria-pressed=true]")
        assert page.inner_text("[aria-pressed=true]") == staged
        server.kill()
        page.wait_for_selector(".banner[role=status]")
        server = Server(tmp_path / "t.db", server.port)
        page.clock.fast_forward(10_000)
        page.wait_for_selector(".banner[role=status]", state="detached")
        assert page.inner_text("[aria-pressed=true]") == staged
        page.reload()
        page.wait_for_selector("[aria-pressed=true]")
        page.click(".ask .row button.main")
        page.wait_for_selector("[aria-pressed=true]", state="detached")
        assert page.query_selector(".problem") is None
    finally:
        server.kill()


def test_a_person_says_at_the_table_where_to_be_asked(browser: Any, server: Server) -> None:
    table, keys = server.open("dice_throne", ["person", "random"])
    page = Sitting(browser, f"{server.address}/table/{table}#{keys[0]}", locale="en-US").page
    page.wait_for_selector(".ask.mine")
    page.click(".stops summary")
    page.click("text=Not this turn: ")
    page.wait_for_selector("text=As usual again: ")
    page.check(".stops input")
    page.click("text=As usual again: ")
    page.wait_for_selector("text=As usual again: ", state="detached")
    assert page.is_checked(".stops input")


def test_a_refusal_stands_on_the_screen(browser: Any, server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 600}}
    _, sitting = sits_down(browser, server, "heroclix", ["person", "random"], **phone)
    page, rng = sitting.page, Random(1)
    for _ in range(60):
        if page.query_selector(".ask .row input"):
            break
        sitting.step(rng)
    page.clock.fast_forward(READ)
    page.fill(".ask .row input", "nonsense")
    page.click(".ask .row button.main")
    page.wait_for_selector(".problem")
    box = page.query_selector(".problem").bounding_box()
    page.evaluate("scrollTo(0, 0)")
    assert page.query_selector(".problem").bounding_box() == box
    assert box["y"] >= 0 and box["y"] + box["height"] <= 601


def test_the_journal_of_a_finished_game_is_downloaded_and_unsealed(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    table, _ = server.open("unmatched_nemesis", ["random", "random"])
    page = browser.new_context(locale="en-US").new_page()
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector(".banner.good")
    with page.expect_download() as told:
        page.click("text=Download the journal")
    told.value.save_as(tmp_path / "t.json")
    found = Unsealed(read(tmp_path / "t.json"), "t.json")
    assert found.doubt == ""
