"""The command `simulate` with all it takes, and the page about it, whose commands and Python are run as printed."""

from __future__ import annotations

import json
import re
import shlex
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.bots import base
from rulewright.cli import main
from rulewright.cli import simulating as simulating_cli
from rulewright.simulate import compare, simulate
from rulewright.simulate.records import COLUMNS

from .small_games import install

PAGE = (Path(__file__).parents[2] / "docs" / "simulating.md").read_text(encoding="utf-8")
GAMES = "2"


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The small games are installed, and the current directory is an empty one."""
    install()
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["simulate", *arguments], prog_name="rulewright")
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result


def document(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


def test_rates_are_printed_with_their_intervals() -> None:
    data = document("duel", "--games", "20", "--seed", "1", "--seats", "greedy,random")
    rate = data["rates"]["0"]
    assert rate["level"] == 0.95 and rate["low"] < rate["rate"] == data["wins"]["0"] / 20 <= rate["high"]
    said = run("duel", "--games", "20", "--seed", "1", "--seats", "greedy,random").stdout
    low, high = (f"{100 * rate[end]:.1f}" for end in ("low", "high"))
    assert f"player 1 (greedy): {data['wins']['0']} wins, {100 * rate['rate']:.1f} % ({low} to {high})" in said


def test_a_comparison_has_its_own_part_of_the_document() -> None:
    arguments = ("duel", "--games", "20", "--seed", "1", "--compare", "greedy,random")
    data, found = document(*arguments), compare("duel", "greedy", "random", 20, seed=1)
    assert {
        "game",
        "games",
        "finished",
        "failed",
        "decisions",
        "rolls",
        "events",
        "seconds",
        "wins",
        "turns",
        "seed",
    } <= set(data)
    comparison = data["comparison"]
    assert comparison["wins"] == found.wins and comparison["difference"]["low"] == found.difference.low
    assert sum(data["wins"].values()) == 20
    said = run(*arguments).stdout
    assert f"greedy wins {found.wins['a']}, random wins {found.wins['b']}" in said and "10 pairs" in said


def test_the_same_command_goes_on() -> None:
    arguments = ("duel", "--seats", "greedy,random", "--records", "games.csv", "--plot", "wins.png", "--games")
    first = run(*arguments, "5").stdout
    assert "written to games.csv" in first and "written to wins.png" in first and "decisions a second" in first
    assert "wins.png already exists; --force overwrites it" in run(*arguments, "8", status=1).stderr
    again = run(*arguments, "8", "--force").stdout
    assert "5 of them were already there" in again and "decisions a second" not in again
    assert document(*arguments, "8", "--force")["kept"] == 8
    assert (
        "seats greedy,random, not random,greedy"
        in run("duel", "--seats", "random,greedy", "--records", "games.csv", "--games", "8", status=1).stderr
    )


def test_an_interrupted_run_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **wishes: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating_cli, "simulate", interrupted)
    said = run("duel", "--games", "2", "--records", "games.csv", status=1).stderr
    assert said == "rulewright: interrupted; the same command goes on with what is in games.csv\n"
    assert run("duel", "--games", "2", status=1).stderr == "rulewright: interrupted\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--compare", "greedy,random", "--seats", "greedy"], "--compare says who plays; it goes without --seats"),
        (["--compare", "greedy"], "two bots are compared, and 'greedy' names 1"),
        (["--compare", "greedy,random,search"], "names 3"),
        (["--compare", "greedy,"], "--compare: 'greedy,' names nobody"),
        (["--compare", "greedy,greddy"], "--compare: no bot is named 'greddy'"),
        (["--compare", "greedy,random", "--games", "3"], "games are played in pairs, and 3 is an odd number"),
        (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "--cluster goes without --jobs"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    assert words in " ".join(run("duel", "--games", "4", *arguments, status=2).stderr.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--records", "games.xlsx"], "rulewright: games.xlsx: records are written as .csv or .parquet"),
        (["--records", "missing/games.csv"], "rulewright: missing/games.csv: cannot be written"),
        (["--plot", "wins.txt"], "rulewright: wins.txt: a picture is written as .svg, .png, .pdf, not as .txt"),
        (["--cluster", "tcp://127.0.0.1:1"], "rulewright: there is no Dask scheduler at tcp://127.0.0.1:1"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], words: str) -> None:
    if "--cluster" in arguments:
        pytest.importorskip("distributed")
    said = run("duel", "--games", "4", *arguments, status=1).stderr
    assert said.startswith(words) and said.count("\n") == 1


# The page -------------------------------------------------------------------------------


def commands() -> list[str]:
    return [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_page_run(command: str) -> None:
    """
    As printed, with fewer games, and players who do not think.
    """
    pytest.importorskip("rulewright_dice_throne")
    program, name, *arguments = shlex.split(command)
    assert (program, name) == ("rulewright", "simulate")
    arguments[arguments.index("--games") + 1] = GAMES
    if "--seats" in arguments:
        arguments[arguments.index("--seats") + 1] = "random"
    said = run(*arguments).stdout
    assert re.search(r"dice_throne: (\d+) of \1 games finished", said)
    for option in ("--records", "--matchups", "--plot"):
        if option in arguments:
            assert Path(arguments[arguments.index(option) + 1]).is_file()


def test_the_python_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rulewright_dice_throne")
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(code.replace("20", GAMES), "simulating.md", "exec"), names)
    assert names["summary"].finished == names["found"].summary.finished == int(GAMES)
    bots = {**base._built_in(), "hasty": names["Hasty"]}
    monkeypatch.setattr(base, "_built_in", lambda: bots)
    found = simulate("dice_throne", 2, seats=("hasty", "hasty:patience=3"), seed=1, failures=None)
    assert found.finished == 2


def test_the_page_names_every_column_and_option() -> None:
    for column in COLUMNS:
        assert f"`{column}`" in PAGE
    (cluster,) = [line for line in PAGE.splitlines() if "--cluster" in line]
    options = {option.opts[-1] for option in main.commands["simulate"].params if option.opts[-1].startswith("--")}
    assert set(re.findall(r"--[a-z]+", cluster)) <= options
    assert options - {"--failures"} <= set(re.findall(r"--[a-z]+", PAGE))


def test_a_long_run_tells_how_far_it_is_where_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    told, times = StringIO(), iter([0.0, 4.0, 11.0, 12.0, 30.0])
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    advance = simulating_cli.plain_lines(2_000, told)
    for _ in range(4):
        advance(400)
    assert told.getvalue() == "800 of 2,000 games (40%)\n1,600 of 2,000 games (80%)\n"
