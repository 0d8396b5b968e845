"""A whole game of every hero, written down in words: `golden/*.txt` are to be read, and must come about again.

The games are kept as journals of answers and dice beside their transcripts. Once they do not fit the rules any more,
``python -m tests.dice_throne.test_golden`` plays them anew (or only those that are named, such as ``monk``), and
``pytest --update-golden`` writes them down.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rulewright
from rulewright.journal import journal_of
from rulewright.testing import playthrough, transcript

GOLDEN = Path(__file__).parent / "golden"
PLAYED = {
    "gunslinger": ("barbarian", 9),
    "barbarian": ("gunslinger", 3),
    "monk": ("moon-elf", 5),
    "ninja": ("paladin", 1),
    "pyromancer": ("samurai", 8),
    "huntress": ("shadow-thief", 4),
}
"""Whom the hero plays against who gives the game its name, and with which seed."""


@pytest.mark.parametrize("hero", PLAYED)
def test_a_whole_game_of_each_hero_goes_as_it_is_written(hero: str, golden: Callable[..., Any]) -> None:
    golden(rulewright.load(GOLDEN / f"{hero}.json"), hero)


@pytest.mark.parametrize("hero", PLAYED)
def test_the_written_game_shows_the_hero_and_comes_to_an_end(hero: str) -> None:
    text = transcript(rulewright.load(GOLDEN / f"{hero}.json"))

    assert f"== Turn 1: {hero.title()} ==" in text
    assert "The game is over" in text


def test_a_number_that_is_chosen_when_it_is_spent_reads_like_a_number() -> None:
    monk = rulewright.load(GOLDEN / "monk.json")

    assert "Spend any number of Chi: prevent [number spent] damage" in transcript(monk)
    assert "消耗任意个气：免除 [消耗数] 点伤害" in transcript(monk, "zh")


def test_every_hero_plays_in_a_written_game() -> None:
    playing = {*PLAYED, *(other for other, _ in PLAYED.values())}

    assert playing == set(rulewright.rules_for("dice_throne").content.heroes)


def record(heroes: Iterable[str]) -> None:
    """Play games anew. Only answers and dice are kept, so that they outlast changes of what a record holds."""
    for hero in heroes:
        other, seed = PLAYED[hero]
        setup = {"heroes": (hero, other), "asked": "whoever can", "start_player": 0}
        journal = journal_of(playthrough("dice_throne", ["greedy"], setup=setup, seed=seed))
        kept = msgspec.structs.replace(journal, marks=[], streams={}, digest="", log="", chain=[])
        data = msgspec.json.format(msgspec.json.encode(kept), indent=0)
        (GOLDEN / f"{hero}.json").write_bytes(data + b"\n")


if __name__ == "__main__":
    record(sys.argv[1:] or PLAYED)
