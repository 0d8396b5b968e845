"""Whoever uses a keyboard or a screen reader can play: axe-core finds nothing serious on any page."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.lengths import length

from .server import Server
from .test_browser import SCREENS, browser, every_game_on_a_screen, pytestmark, server, sits_down

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

__all__ = ["browser", "pytestmark", "server"]


def barriers(page: Any) -> list[str]:
    """What axe-core calls serious or critical: the rule, and where."""
    found = axe.Axe().run(page).response["violations"]
    grave = [violation for violation in found if violation["impact"] in ("serious", "critical")]
    return [f"{violation['id']}: {node['html'][:160]}" for violation in grave for node in violation["nodes"]]


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_the_lobby_keeps_nobody_out(browser: Any, server: Server, screen: dict[str, Any]) -> None:
    server.open("dice_throne", ["person", "random"])
    page = browser.new_context(**screen).new_page()
    page.goto(server.address)
    page.wait_for_selector("form .games")
    page.wait_for_selector(".tables li")
    assert barriers(page) == []
    page.click("form button.main")
    page.wait_for_selector("a.button.main")
    assert barriers(page) == []


@every_game_on_a_screen
def test_a_table_keeps_nobody_out(browser: Any, server: Server, game: str, screen: dict[str, Any]) -> None:
    _, sitting = sits_down(browser, server, game, ["person", "random"], **screen)
    rng, found = Random(1), set(barriers(sitting.page))
    for _ in range(length(1, 3)):
        for _ in range(4):
            sitting.step(rng)
        found |= set(barriers(sitting.page))
    if (why := sitting.page.query_selector(".log button.why")) is not None:
        why.click()
        sitting.page.wait_for_selector(".why pre")
        found |= set(barriers(sitting.page))
    assert sorted(found) == []


def test_a_page_that_keeps_someone_out_is_found(browser: Any) -> None:
    page = browser.new_context().new_page()
    page.set_content("<html lang=en><title>T</title><main><h1>T</h1><button></button><input></main></html>")
    assert {barrier.partition(":")[0] for barrier in barriers(page)} == {"button-name", "label"}
