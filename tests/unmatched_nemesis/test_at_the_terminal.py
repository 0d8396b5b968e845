"""Knockdown: Nemesis at the command line: whole matches in both languages, setups, odds."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli import main
from rulewright_unmatched_nemesis.before.setup import MATCHUPS

from .table import rules


def run(*arguments: str, typed: str | None = None) -> Any:
    return CliRunner().invoke(main, list(arguments), input=typed)


@pytest.mark.parametrize(
    ("lang", "headings", "end"),
    [
        ("en", ("Round 1 ──", "Turn 1: James ──", "Turn 2: Katie ──", "Round 2 ──"), "The game is over: "),
        ("zh", ("第 1 轮 ──", "第 1 回合：詹姆斯 ──", "第 2 回合：凯蒂 ──", "第 2 轮 ──"), "游戏结束："),
    ],
)
def test_bots_play_a_match_that_is_told_to_its_end(lang: str, headings: tuple[str, ...], end: str) -> None:
    result = run("play", "unmatched_nemesis", "--seats", "random,random", "--seed", "2", "--lang", lang)

    assert result.exit_code == 0, result.output
    assert [heading for heading in headings if heading not in result.output] == []
    assert end in result.output


def test_a_newcomer_sees_the_arena_and_the_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # leaving saves the match there
    typed = "1\n1\n1\nlook hook\nquit\n"
    result = run("play", "unmatched_nemesis", "--seats", "human,random", "--seed", "4", typed=typed)

    assert result.exit_code == 0, result.output
    assert "[b1*James" in result.output
    assert "James: which skill do you keep?" in result.output
    assert "Hook [fist]: assault, 2 light, range 1, KNOCKDOWN" in result.output


def test_options_of_the_setup_are_chosen_by_name() -> None:
    chosen = ("fighters=nymph,james", "sides=b,a", "mix=chosen", "asked=whoever can")
    options = [word for option in chosen for word in ("--set", option)]
    result = run("simulate", "unmatched_nemesis", "--games", "2", "--seed", "1", "--jobs", "1", *options)

    assert result.exit_code == 0, result.output
    assert "2 of 2 games finished" in result.output


def test_both_sides_of_each_panel_meet_those_of_the_others(tmp_path: Path) -> None:
    table, plot = tmp_path / "matrix.csv", tmp_path / "matrix.png"
    names = ("james-a", "james-b", "nymph-b")
    how = ("--games", "2", "--seed", "1", "--jobs", "1", "--among", ",".join(names))
    result = run("simulate", "unmatched_nemesis", *how, "--matchups", str(table), "--plot", str(plot))

    assert result.exit_code == 0, result.output
    rows = [line.split(",") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    assert [(row[0], row[1]) for row in rows] == [(a, b) for a in names for b in names if a[0] != b[0]]
    assert plot.stat().st_size > 1000
    assert MATCHUPS.names(rules().content) == ("james-a", "james-b", "katie-a", "katie-b", "nymph-a", "nymph-b")
    assert MATCHUPS.setup({"wild": "costs only"}, ("nymph-b", "james-a")) == {
        "wild": "costs only", "fighters": ("nymph", "james"), "sides": ("b", "a"),
    }  # fmt: skip


def test_odds_are_told() -> None:
    result = run("odds", "unmatched_nemesis", "--plan", "haymaker", "--heavy", "9", "--hand", "guard-jab,hook,hook")

    assert result.exit_code == 0, result.output
    assert "The round ends with 37.50%" in result.output
