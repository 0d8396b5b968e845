"""Games that others wrote against what is public, as they stand: they load, and pass their own tests."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from tests.lengths import FULL

from .snippets import as_if_installed, with_modules

AUTHORS = Path(__file__).parents[3] / "shared" / "authors"
CORE = Path(rulewright.__file__).parents[1]
LONG = "test_the_game_keeps_what_every_ruleset_owes"
"""Their conformance kit, most of the time that their tests take; done where everything is."""


def run(project: Path, *command: str) -> str:
    """What a command prints with a project found as if it was installed."""
    words, env = [sys.executable, "-m", *command], with_modules(project, CORE)
    done = subprocess.run(words, cwd=project, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


@pytest.mark.parametrize(("game", "tests"), [("beast_arena", 46), ("border_patrol", 57)])
def test_a_game_of_another_author_loads_and_passes_its_tests_unchanged(game: str, tests: int, tmp_path: Path) -> None:
    """
    Where it does not, the changelog says what its author writes instead, and the API goes up.
    """
    if not (AUTHORS / game).is_dir():
        pytest.skip(f"{game} is not beside the checkout")
    project = shutil.copytree(AUTHORS / game, tmp_path / game)
    as_if_installed(project)

    listed = run(project, "rulewright", "games")
    report = run(project, "pytest", "-q", "-p", "no:cacheprovider", *([] if FULL else ["-k", f"not {LONG}"]))

    assert re.search(rf"^{game} ", listed, re.MULTILINE) and "ruleset plugin" not in listed
    assert f"{tests if FULL else tests - 1} passed" in report
