"""What the pages about the game show."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from rulewright import new_game, rules_for, testing
from rulewright.setups import setup_model
from rulewright_heroclix.ruleset import RULESET

from .table import HERO, at, clix, invent, play

DOCS = Path(__file__).parents[2] / "docs"
PAGES = "".join((DOCS / page).read_text(encoding="utf-8") for page in ("heroclix.md", "heroclix-figures.md"))


def of_the_page(name: str) -> dict[str, Any]:
    """A file that a page shows."""
    (found,) = re.findall(rf"```toml\n# {name}.toml.*?\n(.*?)```", PAGES, re.DOTALL)
    return tomllib.loads(found)


def test_the_setup_of_the_page_is_played_to_its_end() -> None:
    game = new_game("heroclix", of_the_page("duel"), seed=1)
    chance = Random(1)
    while (request := game.request) is not None:
        game.answer(request.space.sample(chance), request.player)

    assert game.result is not None and sum(one.card == "anvil" for one in game.state.markers.values()) <= 1


def test_the_figure_of_the_page_plays() -> None:
    (entry,) = of_the_page("nightjar")["characters"]
    game = play(at("nightjar", "C3", click=3), at(HERO, "H3"), rules=invent(entry, clix(HERO))).game

    assert game.has("flight", "nightjar") and game.has("sidestep", "nightjar") and game.has("stealth", "nightjar")
    assert game.has("swoop", "nightjar") and game.has("improved-targeting-hindering", "nightjar")


def test_the_map_and_the_object_of_the_page_play() -> None:
    content = testing.invent("heroclix", **of_the_page("mill")).content

    assert content.markers["millstone"].damage == 3 and content.maps["mill"].board.width == 12


def test_every_option_of_the_setup_that_is_a_reading_stands_on_the_page() -> None:
    assert RULESET.setup is not None
    fields = setup_model(rules_for("heroclix")).model_fields
    readings = set(fields) - {"forces", "build_total", "map", "maps", "event", "sides", "turns"}

    assert {name for name in readings if f"| `{name}` |" in PAGES} == readings
