"""Whole games, written down in words: `golden/*.txt` are to be read, and must come about again.

The games are kept as journals of answers and dice beside their transcripts. Once they do not fit the rules any more,
``python -m tests.crisis_protocol.test_golden`` plays them anew (or only those that are named, such as ``vault``), and
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
PLAYED: dict[str, tuple[int, dict[str, Any]]] = {
    "relays": (4, {"secure": "relays", "extract": "vials", "threat": "secure"}),
    "vault": (8, {"secure": "floodgates", "extract": "sealed-vault", "threat": "extract"}),
}
"""The seed and the setup of each game; squads, terrain and edges are drawn."""


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_goes_as_it_is_written(name: str, golden: Callable[..., Any]) -> None:
    golden(rulewright.load(GOLDEN / f"{name}.json"), name)


@pytest.mark.parametrize("name", PLAYED)
def test_a_written_game_is_fought_and_comes_to_an_end(name: str) -> None:
    game = rulewright.load(GOLDEN / f"{name}.json")
    text, chinese = transcript(game), transcript(game, "zh")

    assert "The game is over" in text and "attack" in text and "is dazed" in text
    assert all("{" not in line for told in (text, chinese) for line in told.splitlines()[2:])


def record(names: Iterable[str]) -> None:
    """Play games anew. Only answers and dice are kept, so that they outlast changes of what a record holds."""
    for name in names:
        seed, setup = PLAYED[name]
        journal = journal_of(playthrough("crisis_protocol", ["greedy"], setup=setup, seed=seed))
        kept = msgspec.structs.replace(journal, marks=[], streams={}, digest="", log="", chain=[])
        (GOLDEN / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=0) + b"\n")


if __name__ == "__main__":
    record(sys.argv[1:] or PLAYED)
