"""The page with recorded games: the sessions on it are played again, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from rulewright.cli import main
from rulewright.plugins import registry
from tests.lengths import long

PAGE: Final = Path(__file__).parents[2] / "docs" / "recorded-games.md"
BEGINNING: Final = """# Recorded games

What a person saw and typed in the first turns of each game: `rulewright tutorial GAME` begins the same. Behind `>`
stands what was typed; where nothing does, Enter was pressed. On a screen with room enough questions are drawn in place.
"""

SESSIONS: Final[dict[str, Sequence[str]]] = {
    "dice_throne": ("", "odds 2,4", "2,4", "1", "", "2", "why", "", ""),
    "unmatched_nemesis": ("1", "1", "1", "1", "look katie", "1", "1"),
    "heroclix": ("a", "a", "look gale", "hint", "1", "a"),
    "crisis_protocol": ("3", "b", "look verdict", "k", "2"),
    "wh40k": ("1", "", "a", "", "1b", "2b", "odds 1", "1"),
}
"""What was typed, game by game."""


def session(game: str) -> str:
    """All that is shown while these lines are typed."""
    with CliRunner().isolated_filesystem():
        typed = "".join(f"{line}\n" for line in (*SESSIONS[game], "quit"))
        result = CliRunner().invoke(main, ["tutorial", game], input=typed, env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return "\n".join(line.rstrip() for line in result.stdout.splitlines())


def page() -> str:
    """The page as it would be written now."""
    parts = (f"\n## {registry().get(game).title}\n\n```text\n{session(game)}\n```\n" for game in SESSIONS)
    return BEGINNING + "".join(parts)


@long
def test_the_recorded_games_go_as_they_are_written(request: pytest.FixtureRequest) -> None:
    now = page()
    if request.config.getoption("--update-golden"):
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now
