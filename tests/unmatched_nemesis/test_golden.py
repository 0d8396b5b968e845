"""Whole matches, written down in words: `golden/*.txt` are to be read, and must come about again.

Each fighter plays with both sides of the panel; knockdown tests are by dice and with towers. The matches are kept as
journals of answers and dice beside their transcripts. Once they do not fit the rules any more,
``python -m tests.unmatched_nemesis.test_golden`` plays them anew (or only those that are named, such as ``towers``),
and ``pytest --update-golden`` writes them down.
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
PLAYED: dict[str, tuple[tuple[str, ...], int, dict[str, Any]]] = {
    "dice": (("greedy",), 3, {"fighters": ("james", "katie"), "sides": ("a", "b")}),
    "towers": (
        ("greedy", "random"), 5, {"fighters": ("nymph", "james"), "sides": ("a", "b"), "knockdown": "tower"},
    ),
    "spores": (("greedy",), 9, {"fighters": ("katie", "nymph"), "sides": ("a", "b")}),
}  # fmt: skip
"""The bots, the seed and the setup of each match. A greedy bot drops no tower, a random one every other."""


def written(match: str) -> rulewright.Game:
    """A match as it is kept."""
    return rulewright.load(GOLDEN / f"{match}.json")


@pytest.mark.parametrize("match", PLAYED)
def test_a_whole_match_goes_as_it_is_written(match: str, golden: Callable[..., Any]) -> None:
    golden(written(match), match)


@pytest.mark.parametrize("match", PLAYED)
def test_a_written_match_has_a_knockdown_test_and_comes_to_an_end(match: str) -> None:
    text = transcript(written(match))

    assert ("10 seconds" in text) == (match == "towers")
    assert "takes a knockdown test with" in text
    assert "The game is over" in text


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("match", PLAYED)
def test_cards_move_in_the_words_of_players(match: str, lang: str) -> None:
    text = transcript(written(match), lang)

    assert "->" not in text and "→" not in text
    assert {"en": "Katie takes ", "zh": "凯蒂从展示区拿取"}[lang] in text or match == "towers"


def test_every_side_of_every_panel_plays_in_a_written_match() -> None:
    fighters = rulewright.rules_for("unmatched_nemesis").content["fighters"]
    playing = {pair for _, _, setup in PLAYED.values() for pair in zip(setup["fighters"], setup["sides"], strict=True)}

    assert playing == {(fighter, side) for fighter in fighters for side in "ab"}


def record(matches: Iterable[str]) -> None:
    """Play matches anew. Only answers and dice are kept, so that they outlast changes of what a record holds."""
    for match in matches:
        bots, seed, setup = PLAYED[match]
        played = playthrough("unmatched_nemesis", bots, setup={**setup, "asked": "whoever can"}, seed=seed)
        kept = msgspec.structs.replace(journal_of(played), marks=[], streams={}, digest="", log="", chain=[])
        GOLDEN.mkdir(exist_ok=True)
        (GOLDEN / f"{match}.json").write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=0) + b"\n")


if __name__ == "__main__":
    record(sys.argv[1:] or PLAYED)
