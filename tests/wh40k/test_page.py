"""What the page about the game shows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.main import main
from rulewright.setups import setup_model

PAGE = (Path(__file__).parents[2] / "docs" / "wh40k.md").read_text(encoding="utf-8")


def test_the_battle_of_the_page_begins() -> None:
    (written,) = re.findall(r"```toml\n# border.toml.*?\n(.*?)```", PAGE, re.DOTALL)
    game = new_game("wh40k", tomllib.loads(written), seed=1)
    chance = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(chance), game.request.player)
    assert {one.faction for one in game.state.armies.values()} == {"Lantern Guard", "Thornkin"}


def test_the_odds_of_the_page_are_told() -> None:
    (command,) = re.findall(r"^rulewright (odds wh40k .*)$", PAGE, re.MULTILINE)
    done = CliRunner().invoke(main, command.split())
    assert done.exit_code == 0, done.output


def test_every_option_of_the_setup_stands_on_the_page() -> None:
    fields = set(setup_model(rules_for("wh40k")).model_fields)
    told = {name for name in fields if re.search(rf"\b{name}\b", PAGE)}
    assert fields - told == {"battle_rounds"}
