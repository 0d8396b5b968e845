"""What a command writes never takes the place of what already exists, unless someone says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright import load
from rulewright.cli import main

from .single_games import play_game
from .small_games import DUEL, duel, install

SCENE = '{"table": {"width": 9, "depth": 9}}'
ROLL_TREE = {"id": "lone", "name": "Lone", "objectives": [{"name": "Strike", "notation": "[666]", "damage": 5}]}
SIMULATE = ("simulate", "duel", "--games", "2", "--seed", "1", "--jobs", "1")
WRITING = [
    ("render", "scene.json", "-o", "out.svg"),
    ("import", "tree.json", "-o", "out.json"),
    (*SIMULATE, "--out", "out.json"),
    (*SIMULATE, "--plot", "out.svg"),
    ("play", "duel", "--seats", "random", "--seed", "1", "--save", "out.json"),
    ("schema", "dice_throne", "setup", "--out", "."),
]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The small games are installed, and the current directory holds only what commands read."""
    install()
    monkeypatch.chdir(tmp_path)
    Path("scene.json").write_text(SCENE)
    Path("tree.json").write_text(json.dumps(ROLL_TREE))
    yield


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed, prog_name="rulewright")


def written(command: tuple[str, ...]) -> Path:
    return Path("setup.schema.json" if command[0] == "schema" else command[-1])


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_nothing_is_overwritten_unless_someone_says_so(command: tuple[str, ...]) -> None:
    out = written(command)
    out.write_text("mine")
    refused = run(*command)
    assert refused.exit_code == 1 and out.read_text() == "mine"
    assert f"rulewright: {out} already exists; --force overwrites it\n" == refused.stderr
    forced = run(*command, "--force")
    assert forced.exit_code == 0, forced.output
    assert out.read_bytes() not in (b"mine", b"")
    assert not [path for path in Path().iterdir() if path.name.startswith(".")]


def test_a_matrix_is_not_overwritten() -> None:
    command = ("simulate", "dice_throne", "--games", "2", "--among", "monk,ninja", "--matchups", "out.csv")
    Path("out.csv").write_text("mine")
    assert "out.csv already exists; --force overwrites it" in run(*command).stderr
    assert Path("out.csv").read_text() == "mine"


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_a_link_into_nothing_counts_as_there(command: tuple[str, ...]) -> None:
    """
    What is written through it would come to stand where someone else has said.
    """
    out = written(command)
    out.symlink_to("elsewhere")
    assert "already exists" in run(*command).stderr and not Path("elsewhere").exists()


@pytest.mark.parametrize("command", [command for command in WRITING if command[0] != "play"], ids=" ".join)
def test_by_force_a_file_is_overwritten_but_never_a_folder_or_a_device(command: tuple[str, ...]) -> None:
    out = written(command)
    out.symlink_to("/dev/null")
    found = run(*command, "--force")
    assert found.exit_code == 1 and "it is a device, and a regular file is wanted" in found.stderr
    out.unlink()
    out.mkdir()
    found = run(*command, "--force")
    assert found.exit_code == 1 and "it is a folder, and a regular file is wanted" in found.stderr


def test_records_of_the_same_plan_go_on_and_those_of_another_stay_as_they_are() -> None:
    assert run(*SIMULATE, "--records", "games.csv").exit_code == 0
    before = Path("games.csv").read_bytes()
    assert "2 of them were already there" in run(*SIMULATE, "--records", "games.csv").stdout
    other = run(*SIMULATE[:-4], "--seed", "2", "--jobs", "1", "--records", "games.csv", "--force")
    assert other.exit_code == 1 and "holds another run" in other.stderr
    assert Path("games.csv").read_bytes() == before
    Path("notes.csv").write_text("mine")
    assert "holds no records" in run(*SIMULATE, "--records", "notes.csv", "--force").stderr
    assert Path("notes.csv").read_text() == "mine"


def test_a_game_is_saved_over_its_own_file_and_over_no_other() -> None:
    play = ("play", "duel", "--seed", "3", "--seats", "human,random")
    run(*play, "--save", "one.json", typed="1\n")
    before = Path("one.json").read_bytes()
    shown = run(*play, typed="1\nsave one.json\nsave two.json\n1\nsave two.json\n").stdout
    assert "cannot be saved to one.json: it already exists" in shown and Path("one.json").read_bytes() == before
    assert shown.count("The game is saved: two.json") >= 2
    loaded = ("play", "duel", "--load", "one.json", "--seats", "human,random")
    assert run(*loaded, "--save", "./one.json", typed="1\n").exit_code == 0
    assert len(load("one.json", game=DUEL).answers) > 0 and Path("one.json").read_bytes() != before
    assert "two.json already exists" in run(*loaded, "--save", "two.json").stderr


def test_games_that_failed_with_one_seed_and_different_setups_are_all_kept(tmp_path: Path) -> None:
    failures = [
        play_game(duel(), 5, ("random", "random"), {"fail_at": at}, failures=tmp_path / "failed").failure
        for at in (2, 3, 2)
    ]
    journals = [failure.journal for failure in failures if failure is not None]
    assert journals[0] != journals[1] and len(list((tmp_path / "failed").iterdir())) == 2
