"""The attack by what leaves: every game says how things leave it, and none of its steps meets what has left."""

from __future__ import annotations

import pytest

from rulewright import rules_for
from rulewright.plugins import registry
from rulewright.testing.leaving import Leaving
from tests.lengths import length

from . import leaving
from .content import Fault


@pytest.mark.parametrize("game", sorted(registry().rulesets))
def test_every_game_says_how_things_leave(game: str) -> None:
    assert all(rules_for(game).ruleset.leaves.values()) and rules_for(game).ruleset.leaves


@pytest.mark.parametrize(
    ("game", "seed"), [("crisis_protocol", 3), ("dice_throne", 1), ("heroclix", 2), ("wh40k", 2)]
)  # fmt: skip
def test_no_step_meets_what_has_left(game: str, seed: int) -> None:
    moments = length(12, 60)
    assert leaving.attack(1, seed, game, moments).total() > moments / 4


def test_what_is_met_again_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    met = Leaving(3, 7, 12, "Moved", ("characters", "wolf"), "taken_off", "it is not there")
    monkeypatch.setattr(leaving, "leavings", lambda *_, **__: [met])

    with pytest.raises(
        Fault, match=r"heroclix, seed 5: Moved \(event 12\) happened, and then taken_off of 'wolf'.*not"
    ):
        leaving.attack(1, 5, "heroclix")
