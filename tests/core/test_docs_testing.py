"""Everything that the page about testing shows is run as it is printed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.lengths import length

pytest_plugins = ("pytester",)
pytest.importorskip("hypothesis")

PAGE = Path(__file__).parents[2] / "docs" / "testing-a-ruleset.md"


def files() -> dict[str, str]:
    """The files on the page: each block of Python begins with the name of its file."""
    blocks = re.findall(r"```python\n# (\S+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return dict(blocks)


def test_the_tests_of_the_page_pass_and_prove_every_rule(pytester: pytest.Pytester) -> None:
    for name, text in files().items():
        pytester.path.joinpath(name).write_text(text, encoding="utf-8")
    pytester.makeconftest(
        f"""
import pig
from hypothesis import settings
from rulewright.testing import report
settings.register_profile("page", max_examples={length(10, 100)}, deadline=None)
settings.load_profile("page")
report.find_games = lambda: {{"pig": report.RuledGame(pig.PIG.ledger, ())}}
"""
    )
    options = ("-p", "no:cacheprovider", "-p", "no:xdist", "--rule-report=rules.json")

    result = pytester.runpytest_subprocess(*options, "--update-golden")

    result.assert_outcomes(passed=10)
    result.stdout.fnmatch_lines(["*pig: 4 of 4 rules claimed*"])
    golden = pytester.path / "golden" / "a_whole_game.txt"
    assert "? Player 1: Dare  [1.1]" in golden.read_text(encoding="utf-8")
    pytester.runpytest_subprocess("-p", "no:cacheprovider", "test_golden.py").assert_outcomes(passed=1)

    command = pytester.run(sys.executable, "-m", "rulewright.testing", "pig:PIG", "--games", "2", "--must-exercise")
    assert command.ret == 0
    command.stdout.fnmatch_lines(["pig: 2 games, *"])


def test_every_block_of_python_is_one_of_the_files() -> None:
    assert PAGE.read_text(encoding="utf-8").count("```python") == len(files()) == 7
