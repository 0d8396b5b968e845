"""Another package adds a hero, by content alone."""

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import Extension, Game, SaveError, load, new_game, rules_for
from rulewright.cli import main
from rulewright.describe import content_schemas
from rulewright.problems import ContentError
from rulewright.programs import counted
from rulewright.vocabulary import Amount
from rulewright_dice_throne.cards.content import load_content
from rulewright_dice_throne.cards.wording import Wording
from rulewright_dice_throne.effects.resolving import together
from rulewright_dice_throne.effects.verb import Verb
from rulewright_dice_throne.effects.words import Who, seats
from rulewright_dice_throne.events.cards import CpLost
from rulewright_dice_throne.resolution import Resolution
from rulewright_dice_throne.ruleset import RULESET


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one more hero: the Barbarian under another name."""
    packaged = files("rulewright_dice_throne") / "content" / "heroes" / "barbarian.json"
    hero = json.loads(packaged.read_text(encoding="utf-8"))
    hero["id"] = "berserker"
    hero["name"] = {"en": "Berserker", "zh": "狂暴者"}
    pack = tmp_path / "pack"
    (pack / "heroes").mkdir(parents=True)
    (pack / "heroes" / "berserker.json").write_text(json.dumps(hero), encoding="utf-8")
    return pack


def test_an_extension_adds_a_hero_who_plays_against_the_others(folder: Path) -> None:
    rules = RULESET.freeze([Extension(ruleset="dice_throne", id="more-heroes", content=folder)])
    game = new_game(rules, {"heroes": ["berserker", "gunslinger"]}, seed=4)
    rng = Random(4)
    while game.request is not None:
        game.answer(game.request.space.sample(rng))

    assert game.state.heroes[0].name == "berserker"
    assert game.result is not None


class Tithe(Verb, name="tithe", rule="x.tithe"):
    """Someone loses a part of their CP: a verb of another package."""

    tells = True

    amount: Amount = 1
    of: Who = "each_opponent"

    en = "{of} pays a tithe of {amount}"
    zh = "{of}缴纳什一税 {amount}"

    def do(self, game: Game, run: Resolution) -> Any:
        amount = counted(self.amount, game, run)
        return together(CpLost(player, amount, rule=self.rule) for player in seats(game, run, self.of))


def test_an_extension_adds_a_verb_and_a_hero_who_uses_it(folder: Path, tmp_path: Path) -> None:
    file = folder / "heroes" / "berserker.json"
    hero = json.loads(file.read_text(encoding="utf-8"))
    smack = hero["abilities"][0]["levels"]["1"]["variants"][0]
    smack["also"] = [{"do": "tithe", "amount": {"half": "own_hand"}}]
    file.write_text(json.dumps(hero), encoding="utf-8")
    rules = RULESET.freeze([Extension(ruleset="dice_throne", id="church", content=folder, verbs=[Tithe])])
    game = new_game(rules, {"heroes": ["berserker", "gunslinger"]}, seed=4)
    rng = Random(4)
    while game.request is not None:
        game.answer(game.request.space.sample(rng))

    assert any(isinstance(event, CpLost) and event.rule == "x.tithe" for event in game.events())
    ability = rules.content["heroes"]["berserker"].abilities[0]
    assert "pays a tithe of half" in Wording(rules.content, "en").level(ability, 1)
    assert "缴纳什一税" in Wording(rules.content, "zh").level(ability, 1)
    schema = content_schemas(rules.content.content.pack)["heroes"]
    assert "#/$defs/Tithe" in [form["$ref"] for form in schema["$defs"]["Effect"]["oneOf"]]
    game.save(tmp_path / "save.json")
    assert load(tmp_path / "save.json", game=rules).digest() == game.digest()
    with pytest.raises(ContentError, match="found 'tithe', expected a verb under the key do"):
        rules_for("dice_throne", [folder])


def test_a_hero_of_ones_own_is_one_file_that_is_named_where_the_game_is(folder: Path, tmp_path: Path) -> None:
    hero = json.loads((folder / "heroes" / "berserker.json").read_text(encoding="utf-8"))
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({"heroes": [hero]}), encoding="utf-8")
    for content in (mine, folder, folder / "heroes" / "berserker.json"):
        rules = rules_for("dice_throne", [content])

        game = new_game(rules, {"heroes": ["berserker", "gunslinger"]}, seed=4)

        assert game.state.heroes[0].name == "berserker"
        assert rules_for("dice_throne", [content]) is rules
        assert game.header.extensions[-1].startswith(f"{content.name} ")


def test_a_save_says_which_content_it_was_played_with(folder: Path, tmp_path: Path) -> None:
    rules = rules_for("dice_throne", [folder])
    game = new_game(rules, {"heroes": ["berserker", "gunslinger"]}, seed=4)
    save = tmp_path / "save.json"
    game.save(save)

    with pytest.raises(SaveError, match=f"no hero 'berserker'.* and {folder.name} [0-9a-f]{{8}}, which is not here"):
        load(save)
    assert load(save, game=rules).digest() == game.digest()


@pytest.mark.parametrize("arguments", [["play", "--seats", "random,random"], ["simulate", "--games", "2"]])
def test_content_of_ones_own_at_the_command_line(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    setup = tmp_path / "setup.json"
    setup.write_text('{"heroes": ["berserker", "gunslinger"]}')
    command, *options = arguments
    wanted = [command, "dice_throne", "--setup", str(setup), "--seed", "3", *options]

    with_it = CliRunner().invoke(main, [*wanted, "--content", str(folder)])
    without = CliRunner().invoke(main, wanted)
    wrong = CliRunner().invoke(main, [*wanted, "--content", str(setup)])

    assert with_it.exit_code == 0, with_it.output
    assert without.exit_code == 1
    assert "there is no hero 'berserker'" in without.stderr
    assert wrong.exit_code == 1
    assert wrong.stderr.startswith("rulewright: setup.json: ")


def test_a_hero_that_is_there_already_is_refused(folder: Path) -> None:
    with pytest.raises(ContentError, match="berserker"):
        load_content(None, folder, folder)
