"""Damaged and hostile files: saves, tables, setups and content are refused in words."""

from pathlib import Path

import pytest

import rulewright_dice_throne
from rulewright.api import rules_for
from rulewright.problems import ContentError
from rulewright.testing import check_damage, check_damaged_file, playthrough

CONTENT = Path(rulewright_dice_throne.__file__).parent / "content"
FILES = [path.relative_to(CONTENT).as_posix() for path in sorted(CONTENT.rglob("*.json"))]


def test_spoilt_saves_tables_and_setups_are_refused_in_words() -> None:
    setup = {"heroes": ["barbarian", "gunslinger"]}
    game = playthrough("dice_throne", setup=setup, seed=5, decisions=60)

    assert check_damage(game, 150, seed=7, begin=True) > 400


@pytest.mark.parametrize("name", FILES)
def test_spoilt_content_is_refused_in_words(name: str) -> None:
    assert check_damaged_file(rules_for("dice_throne"), CONTENT / name, 25, seed=3) == 25


def test_an_effect_whose_verb_is_no_word_is_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "statuses"
    folder.mkdir()
    text = (CONTENT / "statuses" / "common.json").read_text(encoding="utf-8")
    spoilt = text.replace('"do": "roll"', '"do": ["roll"]', 1)
    assert spoilt != text
    folder.joinpath("common.json").write_text(spoilt, encoding="utf-8")

    with pytest.raises(ContentError, match="a verb under the key do"):
        rules_for("dice_throne").ruleset.content([tmp_path])  # type: ignore[misc]
