"""`rulewright check --say`: each text of sound content beside what the program understood of it."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from rulewright.cli import main

SLY: Final = "When it hits, you may deal 1 damage to the target and to this character."
FOX: Final[dict[str, Any]] = {
    "id": "my-fox", "name": {"en": "Fox", "zh": "狐"}, "set": "mine", "number": "1", "points": [{"value": 50}],
    "range": 6, "bolts": 1,
    "dial": {"speed": ["8"], "attack": ["10"], "defense": ["16"], "damage": ["3"]},
    "traits": [{
        "id": "my-sly", "name": {"en": "Sly", "zh": "狡"}, "text": SLY,
        "does": [{"when": "hits", "may": True,
                  "effects": [{"do": "damage", "to": "other"}, {"do": "damage", "to": "self"}]},
                 {"modifies": "attack", "by": 1}],
    }],
}  # fmt: skip


def check(tmp_path: Path, *options: str, **content: Any) -> Any:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content))
    return CliRunner().invoke(main, ("check", str(file), *options), prog_name="rulewright")


def test_each_text_stands_beside_what_was_understood(tmp_path: Path) -> None:
    found = check(tmp_path, "--say", "--game", "heroclix", characters=[FOX])
    assert found.exit_code == 0
    assert found.output.splitlines()[1:] == [
        "  characters my-fox",
        f"    traits[0].does[0]: “{SLY}”",
        "      when this character hits: you may deal that character 1 damage, deal this character 1 damage",
        f"    traits[0].does[1]: “{SLY}”",
        "      modify Attack of this character by +1",
    ]


def test_powers_that_a_text_grants_by_name_are_said(tmp_path: Path) -> None:
    trait = {
        "id": "my-rush",
        "name": {"en": "Rush", "zh": "冲"},
        "text": "Charge and Flurry.",
        "grants": ["charge", "flurry"],
    }
    both = {**FOX["traits"][0], "grants": ["stealth"], "protected": ["outwit"]}
    found = check(tmp_path, "--say", "--game", "heroclix", characters=[{**FOX, "traits": [trait, both]}])

    assert found.output.splitlines()[2:6] == [
        "    traits[0]: “Charge and Flurry.”", "      this character can use Charge, Flurry",
        f"    traits[1]: “{SLY}”", "      this character can use Stealth, Protected: Outwit",
    ]  # fmt: skip


def test_of_several_powers_that_are_given_all_are_said(tmp_path: Path) -> None:
    both = ["charge", "flurry"]
    does = [{"gives": both}, {"when": "hits", "effects": [{"do": "can_use", "powers": both, "until": "this turn"}]}]
    traits = [{"id": "my-rush", "name": {"en": "Rush", "zh": "冲"}, "does": does}]
    found = check(tmp_path, "--say", "--game", "heroclix", characters=[{**FOX, "traits": traits}])

    assert found.output.count("use Charge, Flurry") == 2


def test_it_is_said_in_chinese_too_and_only_if_it_is_wished(tmp_path: Path) -> None:
    chinese = check(tmp_path, "--say", "--lang", "zh", "--game", "heroclix", characters=[FOX]).output
    assert "此角色命中时：你可以对该角色造成 1 点伤害" in chinese
    assert SLY not in check(tmp_path, "--game", "heroclix", characters=[FOX]).output


def test_scripts_read_it_as_json(tmp_path: Path) -> None:
    found = json.loads(check(tmp_path, "--say", "--json", "--game", "heroclix", characters=[FOX]).output)
    (texts,) = found["said"].values()
    assert [(one["entry"], one["place"], one["printed"]) for one in texts] == [
        ("characters my-fox", "traits[0].does[0]", SLY), ("characters my-fox", "traits[0].does[1]", SLY),
    ]  # fmt: skip
    assert "said" not in json.loads(check(tmp_path, "--json", "--game", "heroclix", characters=[FOX]).output)


def test_of_content_with_mistakes_only_these_are_named(tmp_path: Path) -> None:
    found = check(tmp_path, "--say", "--game", "heroclix", characters=[{**FOX, "bolts": "many"}])
    assert found.exit_code == 1 and "bolts" in found.output and "when this character hits" not in found.output


@pytest.mark.parametrize(
    ("superpower", "said"),
    [
        ({"kind": "reactive", "when": "own dice", "effects": [{"do": "reroll"}],
          "test": {"state": "injured", "who": "self"}},
         "when it modifies its own dice, if it is injured: it rerolls up to 1 of its dice"),
        ({"kind": "innate", "changes": [{"stat": "speed", "by": 1, "side": "allied", "range": 3}],
          "bans": [{"cannot": "be pushed"}]},
         "allied characters within range 3: speed +1; not allowed to be pushed"),
        ({"kind": "active", "effects": [{"do": "move"}, {"do": "by_hand", "text": {"en": "Dance.", "zh": "跳舞。"}}]},
         "it moves, by hand: “Dance.”"),
    ],
)  # fmt: skip
def test_a_superpower_is_said_with_its_moment_condition_and_changes(tmp_path: Path, superpower: Any, said: str) -> None:
    named = {"id": "my-power", "name": {"en": "Power", "zh": "能力"}, **superpower}
    attack = {"id": "my-blow", "name": {"en": "Blow", "zh": "击"}, "type": "physical", "range": "2", "strength": 4}
    side = {"stamina": 5, "physical": 2, "energy": 2, "mystic": 2, "attacks": [attack], "superpowers": [named]}
    one = {"id": "my-one", "name": {"en": "One", "zh": "一"}, "alter_ego": "x", "threat": 3, "healthy": side}

    assert (
        check(tmp_path, "--say", "--game", "crisis_protocol", characters=[one]).output.splitlines()[-1].strip() == said
    )


def test_an_earlier_word_is_noted_in_one_line(tmp_path: Path) -> None:
    may = {"do": "you_may", "effects": [{"do": "heal"}]}
    fox = {**FOX, "traits": [{**FOX["traits"][0], "does": [{"action": ["FREE"], "effects": [may]}]}]}
    found = check(tmp_path, "--game", "heroclix", characters=[fox])

    assert found.exit_code == 0 and found.stderr == "note: do = 'you_may' in content is now 'may'\n"


def test_a_text_of_which_nothing_was_understood_is_told(tmp_path: Path) -> None:
    dance = {"id": "my-dance", "name": {"en": "Dance", "zh": "舞"}, "text": "It dances when it likes."}
    found = check(tmp_path, "--say", "--game", "heroclix", characters=[{**FOX, "traits": [*FOX["traits"], dance]}])

    assert found.output.splitlines()[-2:] == [
        "    traits[1]: “It dances when it likes.”", "      nothing of it is played by the program",
    ]  # fmt: skip
    assert found.output.count("nothing of it") == 1


def test_a_stratagem_is_said_with_its_moment_and_its_units(tmp_path: Path) -> None:
    package = files("rulewright_wh40k")
    shipped = tomllib.loads((package / "content" / "stratagems.toml").read_text(encoding="utf-8"))["stratagems"]
    own = next(one for one in shipped if one["id"] == "smokescreen")
    found = check(tmp_path, "--say", "--game", "wh40k", stratagems=[{**own, "id": "my-own", "text": "Hide."}])
    assert found.output.splitlines()[-2:] == [
        "    “Hide.”",
        "      1 CP (targets have been selected, in the Shooting phase, your opponent's turn): 1 unit of yours under "
        "attack with Smoke: it has Benefit of Cover, Stealth until the end of the phase",
    ]


def test_a_game_without_words_for_its_texts_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.vocabulary.Sayings", lambda words, wording: None)
    package = files("rulewright_wh40k")
    shipped = tomllib.loads((package / "content" / "stratagems.toml").read_text(encoding="utf-8"))["stratagems"][0]
    found = check(tmp_path, "--say", "--game", "wh40k", stratagems=[{**shipped, "id": "my-own"}])
    assert found.exit_code == 1
    assert found.stderr == "rulewright: wh40k has no words for what its texts do: nothing can be said back\n"
