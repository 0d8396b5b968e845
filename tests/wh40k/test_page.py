"""What the page about the game shows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from click.testing import CliRunner

from rulewright import new_game, rules_for
from rulewright.cli.main import main
from rulewright.setups import setup_model
from rulewright_wh40k.book.models import Option, Part
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.cards.models import Datasheet, Profile, RuleText, Wargear, Weapon
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.minds.odds.desk import DESK
from rulewright_wh40k.moments import OF_ABILITIES

from .table import FOES, MINE, army, battle, happened, invent, left, phase, unit, use

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "wh40k.md").read_text(encoding="utf-8")
SHEETS = (DOCS / "wh40k-datasheets.md").read_text(encoding="utf-8")
TEXTS = (DOCS / "wh40k-texts.md").read_text(encoding="utf-8")


def of_the_page(name: str) -> dict[str, Any]:
    """A file that the page about texts shows."""
    (found,) = re.findall(rf"```toml\n# {name}.toml.*?\n(.*?)```", TEXTS, re.DOTALL)
    return tomllib.loads(found)


def test_the_battle_of_the_page_begins() -> None:
    (written,) = re.findall(r"```toml\n# border.toml.*?\n(.*?)```", PAGE, re.DOTALL)
    game = new_game("wh40k", tomllib.loads(written), seed=1)
    chance = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(chance), game.request.player)
    assert {one.faction for one in game.state.armies.values()} == {"Lantern Guard", "Thornkin"}


@pytest.mark.parametrize("command", re.findall(r"^rulewright (odds wh40k .*)$", PAGE, re.MULTILINE))
def test_the_odds_of_the_page_are_told(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, command.partition("#")[0].split())
    assert done.exit_code == 0, done.output


def test_every_option_of_the_odds_stands_on_the_page() -> None:
    names = {f"--{option.name.replace('_', '-')}" for option in DESK.options}
    assert {name for name in names if not re.search(rf"{name}\b(?!-)", PAGE)} == set()


def test_the_list_of_the_page_becomes_an_army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (written,) = re.findall(r"## Lists as text\n\n```text\n# list.txt\n(.*?)```", PAGE, re.DOTALL)
    (command,) = re.findall(r"^rulewright (import list.txt) +# written to list.json$", PAGE, re.MULTILINE)
    (chosen,) = re.findall(r"^rulewright play wh40k --content list.json --set rosters=(.*)", PAGE, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("list.txt").write_text(written, encoding="utf-8")
    done = CliRunner().invoke(main, command.split())
    assert (done.exit_code, "left out" in done.output) == (0, False), done.output
    game = new_game(rules_for("wh40k", content=["list.json"]), {"rosters": chosen.split(",")}, seed=1)
    assert sum(one.points for one in game.state.units.values()) == 2 * 155


def test_the_datasheet_of_the_page_plays_without_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (written,) = re.findall(r"```toml\n# ferry.toml\n(.*?)```", SHEETS, re.DOTALL)
    (check,) = re.findall(r"^rulewright (check ferry.toml .*)$", SHEETS, re.MULTILINE)
    (chosen,) = re.findall(r"^rulewright play wh40k --content ferry.toml --set rosters=(.*)$", SHEETS, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("ferry.toml").write_text(written, encoding="utf-8")
    done = CliRunner().invoke(main, check.split())
    assert done.exit_code == 0 and "Advance roll +1" in done.output, done.output
    game = new_game(rules_for("wh40k", content=["ferry.toml"]), {"rosters": chosen.split(",")}, seed=1)
    chance = Random(1)
    while game.state.battle[0].round < 2 and game.request is not None:
        game.answer(game.request.space.sample(chance), game.request.player)
    assert {one.faction for one in game.state.armies.values()} == {"Ferry Folk"}
    assert sum(len(one.items) for one in game.state.equipped.values()) == 2


def test_every_field_of_a_datasheet_stands_on_the_page() -> None:
    kinds = (Datasheet, Profile, Weapon, Wargear, Part, Option)
    fields = {name for kind in kinds for name in kind.model_fields}
    assert {name for name in fields if not re.search(rf"\b{name}\b", SHEETS)} == set()


def test_every_option_of_the_setup_stands_on_the_page() -> None:
    fields = set(setup_model(rules_for("wh40k")).model_fields)
    told = {name for name in fields if re.search(rf"\b{name}\b", PAGE)}
    assert fields - told == {"battle_rounds"}


def test_the_detachment_of_the_page_plays() -> None:
    (given,) = of_the_page("lamplight")["detachments"]
    content = of_the_page("lamplight") | {"detachments": [{**given, "faction": "A"}]}
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20), strength=3), army(0, 1, detachment="lamplight")
    position = phase(battle(*things, rules=invent(**content), rolls=[(1, 1)]), "shooting phase")
    assert position.game.number("oc", "mine.1") == 2
    use(position, "blinding-flash", MINE)
    assert [(event.unit, event.passed) for event in happened(position, ShockTested)] == [(FOES, False)]
    assert left(position) == []


def test_the_abilities_of_the_page_are_understood() -> None:
    texts = of_the_page("sexton")["texts"]
    assert [LEXICON.read(RuleText, one).said(Wording("en")) != "" for one in texts] == [True] * 3


def test_every_verb_and_moment_stands_on_the_page() -> None:
    assert [word for word in LEXICON.verbs if f"`{word}`" not in TEXTS] == []
    phases = ("end of ", " phase start")
    missing = [name for name in OF_ABILITIES if f"`{name}`" not in TEXTS and f'"{name}"' not in TEXTS]
    assert [name for name in missing if not any(one in name for one in phases)] == []
