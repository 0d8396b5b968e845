"""Every command that a page prints can be given: those in its blocks are run, those in its sentences are read."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulewright.bots.base import bot_names
from rulewright.cli import main
from tests.lengths import FULL, long

from .snippets import FILE

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "plugins").glob("*/README.md")),
    ROOT / "benchmarks" / "README.md",
]  # fmt: skip
ELSEWHERE = {
    "writing-a-ruleset", "writing-an-expansion", "a-game-on-squares", "a-game-in-inches", "more-in-inches",
    "powers", "verbs", "heroes",
    "dice-throne-odds", "simulating",
}  # fmt: skip
"""The pages that other tests do from beginning to end, with every command on them."""
NOT_RUN = {
    "rulewright serve": "it serves until someone stops it",
    "rulewright simulate dice_throne --games 100000 --seats greedy,random --cluster": "it needs a cluster",
    "rulewright odds crisis_protocol --all": "it plays every attack against every character, for minutes",
}
"""What a test cannot run, by how it begins, and why."""
if not FULL:
    NOT_RUN["rulewright odds crisis_protocol --attacker rime"] = "it takes as long as all others of its page together"
TWO = {"dice_throne": "barbarian,gunslinger", "unmatched_nemesis": "james-a,katie-a"}
"""Two of those who would all play against each other."""


def blocks(page: Path) -> Iterator[str]:
    for found in re.finditer(r"^```[^\n]*\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        yield found[1]


def commands(page: Path) -> list[str]:
    """The commands in the blocks of a page, without what is said about them."""
    lines = (line.strip().removeprefix("$ ") for block in blocks(page) for line in block.splitlines())
    given = (shlex.join(shlex.split(line, comments=True)) for line in lines if line.startswith("rulewright "))
    return [*dict.fromkeys(given)]


def mentioned(page: Path) -> list[str]:
    """The commands in the sentences of a page."""
    text = re.sub(r"^```[^\n]*\n.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [" ".join(found.split()) for found in re.findall(r"`(rulewright [^`]+)`", text)]


def reason_not_to(command: str) -> str:
    return next((why for begin, why in NOT_RUN.items() if command.startswith(begin)), "")


def shorter(command: str) -> list[str]:
    """The words of a command with which it takes little time: a game or a pair of them, or a person who leaves.

    Bots that look ahead are known by their names; random ones play in their place.
    """
    words = shlex.split(command)[1:]
    if words[0] == "simulate":
        for place, word in enumerate(words):
            if words[place - 1] == "--seats":
                assert set(word.split(",")) <= {*bot_names()}, word
                words[place] = "random"
        if "--games" in words:
            words[words.index("--games") + 1] = "2" if {"--compare", "--matchups"} & {*words} else "1"
        among = ["--among", TWO[words[1]]] if "--matchups" in words and "--among" not in words else []
        return [*words, *among, "--jobs", "1"]
    return [*words, "--seats", "human"] if words[0] == "play" and "--seats" not in words else words


@pytest.fixture
def owned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files such as readers own, under the names that the pages give them."""
    for game in ("crisis_protocol", "dice_throne", "heroclix", "unmatched_nemesis", "wh40k"):
        pytest.importorskip(f"rulewright_{game}")
    from tests.crisis_protocol import test_importing as crisis
    from tests.heroclix.test_importing import units
    from tests.wh40k import test_importing as wh40k

    rows = [{"y": y + 1, "tiles": [{}] * 16} for y in range(16)]
    army = (wh40k.squad(), wh40k.unit("Hero", wh40k.line("Hero"), type="model", keywords=("Infantry", "Character")))
    cards = crisis.catalogue(crisis.profile("Team Tactics", "PEP TALK", Type="Active", Special_Rules="Draw."))
    files: dict[str, bytes] = {
        "map.json": json.dumps({"name": "Old Mill", "width": 16, "height": 16, "rows": rows}).encode(),
        "units.json": units(),
        "duel.toml": b"build_total = 300\n",
        "mine.rosz": wh40k.roster(*army, name="My List"),
        "theirs.rosz": wh40k.roster(*army, name="Their List"),
        "MCP Inventory.cat": cards,
        "roster.rosz": crisis.packed(crisis.roster("DEMO HERO (Jane Demo)")),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=long if page.stem == "heroclix" else ())
        for page in PAGES
        if page.stem not in ELSEWHERE and commands(page)
    ],
    ids=str,
)
def test_the_commands_of_a_page_run(page: Path, owned: Path) -> None:
    for block in blocks(page):
        if (found := FILE.match(block)) is not None:
            (owned / found[1]).write_text(block[found.end() :], encoding="utf-8")
    for command in commands(page):
        if not reason_not_to(command):
            done = CliRunner().invoke(main, shorter(command), input="", prog_name="rulewright")
            assert done.exit_code == 0, f"{page.name}: {command}\n{done.output}"


@pytest.mark.parametrize("page", [page for page in PAGES if mentioned(page)], ids=str)
def test_the_commands_in_the_sentences_of_a_page_are_commands(page: Path) -> None:
    for command in mentioned(page):
        words = shlex.split(command)[1:]
        name = words.pop(0)
        if (known := main.get_command(click.Context(main), name)) is None:
            assert name in ("--help", "..."), f"{page.name}: {command}"
        elif not isinstance(known, click.Group):  # the options of `odds` are those of a game
            known.make_parser(click.Context(known)).parse_args([word for word in words if word != "..."])


def test_each_reason_not_to_run_a_command_is_needed() -> None:
    every = [command for page in PAGES for command in commands(page)]
    for begin in NOT_RUN:
        assert any(command.startswith(begin) for command in every), begin


def test_a_description_names_every_entry_of_the_content() -> None:
    pytest.importorskip("rulewright_wh40k")
    told = CliRunner().invoke(main, ["describe", "wh40k"]).stdout
    known = json.loads(CliRunner().invoke(main, ["describe", "wh40k", "--json"]).stdout)["entries"]

    assert len(known["stratagems"]) > 12
    assert all(", ".join(ids) in told for ids in known.values())
