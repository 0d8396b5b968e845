"""The kit plays a game again once for all of its looks, and from nothing at the last one."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.chance import Manual
from rulewright.game import Drift
from rulewright.journal import SaveError, journal_of
from rulewright.testing import check_ruleset, decisions, playthrough
from rulewright.testing.decisions import Replayed

from .heap_game import SOUND
from .small_games import duel

RULES = duel()


@pytest.mark.parametrize("looks", [1, 2, 6])
def test_a_game_is_played_again_from_its_beginning_twice_or_thrice(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for the looks before the last one; at the last one for the fork and for the save."""
    begun: list[str] = []
    for name in ("rebuild", "from_journal"):
        does = getattr(decisions, name)

        def counted(*given: Any, _does: Any = does, _name: str = name, **how: Any) -> Any:
            begun.append(_name)
            return _does(*given, **how)

        monkeypatch.setattr(decisions, name, counted)
    check_ruleset(SOUND, games=1, seed=1, looks=looks, damages=0)
    before_the_last = ["rebuild"] if looks > 1 else []
    assert begun == [*before_the_last, "rebuild", "from_journal"]


def test_a_game_that_is_played_again_goes_on_to_a_later_journal() -> None:
    early, late = (playthrough(RULES, ["random"], seed=3, decisions=count) for count in (3, 6))
    replayed = Replayed(RULES, early.setup)
    for game in (early, late):
        assert replayed.to(journal_of(game), Manual()).digest() == game.digest()


def test_a_journal_that_began_otherwise_is_no_later_one() -> None:
    early, other = (playthrough(RULES, ["random"], seed=seed, decisions=4) for seed in (3, 4))
    replayed = Replayed(RULES, early.setup)
    replayed.to(journal_of(early), Manual())
    with pytest.raises(SaveError, match="does not begin with the answers"):
        replayed.to(journal_of(other), Manual())


def test_a_later_position_that_differs_is_found() -> None:
    early, late = (playthrough(RULES, ["random"], seed=3, decisions=count) for count in (3, 6))
    replayed = Replayed(RULES, early.setup)
    replayed.to(journal_of(early), Manual())
    journal = journal_of(late)
    journal.digest = "of another position"
    with pytest.raises(Drift, match="the position differs"):
        replayed.to(journal, Manual())
