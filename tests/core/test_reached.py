"""Which citations a game comes by: code that only tests call carries no rule."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rulewright.rules import citations
from rulewright.testing.reached import unreached
from rulewright.testing.report import find_games

CODE: Final = {
    "__init__": "",
    "ruleset": """
from rulewright import rule
from . import terms
from .tables import STATS

@rule("1")
def begin(game):
    from .late import imported_late
    return terms.shown(game).counted

@rule("2")
def dead(game):
    return only_dead_calls(game)

@rule("3")
def only_dead_calls(game): ...

class Played:
    @rule("4")
    def asked(self): ...
    @rule("5")
    def nobody_asks(self): ...
    @rule("6")
    def counted(self): ...

STEPS = [begin, Played().asked]
TABLE = (STEPS, STATS)
""",
    "terms": """
from rulewright import rule

@rule("7")
def shown(game): ...

@rule("8")
def hidden(game): ...
""",
    "tables": """
from rulewright import rule

@rule("9")
def made_when_imported(): return 5

STATS = dict(wounds=made_when_imported(), rule="10")
UNUSED = dict(wounds=made_when_imported(), rule="11")
""",
    "late": """
from rulewright import rule

@rule("12")
def imported_late(): ...

@rule("13")
def never_imported(): ...
""",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with code that its table reaches, and code that it does not."""
    folder = tmp_path / "reaching"
    folder.mkdir()
    for name, text in CODE.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "reaching"]:
        del sys.modules[name]


def test_only_what_a_game_runs_on_and_calls_is_reached(package: Path) -> None:
    found = importlib.import_module("reaching.ruleset")
    cited = citations(package, "reaching")
    lost = unreached([place for places in cited.values() for place in places], [package], [found.TABLE])
    rules = {id for id, places in cited.items() if not set(places) - lost}
    assert rules == {"2", "3", "5", "8", "11", "13"}


@pytest.mark.parametrize("game", ["crisis_protocol", "dice_throne", "heroclix", "unmatched_nemesis", "wh40k"])
def test_what_no_game_comes_by_is_open_in_the_ledger(game: str) -> None:
    found = find_games()[game]
    lost = found.unreached()
    only = [id for id, places in found.cited().items() if not set(places) - lost]
    assert [id for id in only if not found.ledger[id].open] == []
