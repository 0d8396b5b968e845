"""Another package adds a hero, by content alone."""

import json
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from rulewright import Extension, new_game
from rulewright.content import ContentError
from rulewright_dice_throne.content import load_content
from rulewright_dice_throne.ruleset import RULESET


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one more hero: the Barbarian under another name."""
    packaged = files("rulewright_dice_throne") / "content" / "heroes" / "barbarian.json"
    hero = json.loads(packaged.read_text(encoding="utf-8"))
    hero["id"] = "berserker"
    hero["name"] = {"en": "Berserker", "zh": "狂暴者"}
    (tmp_path / "heroes").mkdir()
    (tmp_path / "heroes" / "berserker.json").write_text(json.dumps(hero), encoding="utf-8")
    return tmp_path


def test_an_extension_adds_a_hero_who_plays_against_the_others(folder: Path) -> None:
    rules = RULESET.freeze([Extension(ruleset="dice_throne", id="more-heroes", content=folder)])
    game = new_game(rules, {"heroes": ["berserker", "gunslinger"]}, seed=4)
    rng = Random(4)
    while game.request is not None:
        game.answer(game.request.space.sample(rng))

    assert game.state.heroes[0].name == "berserker"
    assert game.result is not None


def test_a_hero_that_is_there_already_is_refused(folder: Path) -> None:
    with pytest.raises(ContentError, match="berserker"):
        load_content(None, folder, folder)
