"""Setups of Dice Throne that a player wrote, checked at the command line."""

import json
from pathlib import Path

from click.testing import CliRunner

from rulewright.cli import main


def test_a_hero_that_is_not_there_is_named(tmp_path: Path) -> None:
    """
    A setup that fits its model and names an unknown hero is no good setup.
    """
    path = tmp_path / "setup.json"
    path.write_text(json.dumps({"heroes": ["gunslinger", "barbarain"]}), encoding="utf-8")

    result = CliRunner().invoke(main, ["check", str(path)])

    assert result.exit_code == 1
    assert "'barbarain'" in result.output
    assert "did you mean 'barbarian'" in result.output
