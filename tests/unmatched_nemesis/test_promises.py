"""What bots make of what texts say."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_unmatched_nemesis.effects import LEXICON
from rulewright_unmatched_nemesis.minds.judgement import JUDGE
from tests.promises import answers, worthless

from .table import attack, attacking

UNTOLD = {"by_hand": "nobody knows what it says"}


@pytest.mark.parametrize(
    ("effect", "answer"),
    [
        ({"do": "name_card"}, True),
        ({"do": "pay", "cost": {"tokens": 1}, "then": [{"do": "name_card"}]}, False),
        ({"do": "may", "effects": [{"do": "damage", "light": 1, "to": "self"}]}, False),
    ],
)
def test_a_bot_does_what_is_good_for_it(effect: dict[str, Any], answer: bool) -> None:
    """More bullets than three count for nothing in a position, so that one could as well be spent."""
    asks = effect if effect["do"] != "name_card" else {"do": "may", "effects": [effect]}

    assert answers(attacking(attack("test", asks), tokens=(5, 0))) == {answer}


def test_every_verb_has_a_worth() -> None:
    assert worthless(LEXICON, JUDGE) == set(UNTOLD)
