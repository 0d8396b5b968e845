"""What bots make of what texts say."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_heroclix.effects import LEXICON
from rulewright_heroclix.minds.judgement import JUDGE
from tests.promises import answers, worthless

from .specials import act, acting, special, use

UNTOLD = {
    "becomes": "whether a number is better depends on the one that is there",
    "by_hand": "nobody knows what it says",
    "change_size": "a size is good for one thing and bad for another",
    "turn_dial": "a countdown click that goes by is good, and any other is bad",
    "increase": "more targets are better, more damage that it is dealt is worse",
}


@pytest.mark.parametrize(
    ("effect", "answer"),
    [
        ({"do": "named_tokens", "token": "rage"}, True),
        ({"do": "named_tokens", "token": "rage", "change": -1}, False),
        ({"do": "forbid", "what": "move"}, False),
        ({"do": "damage", "to": "self"}, False),
        ({"do": "target", "then": [{"do": "forbid", "to": "chosen", "what": "move"}]}, True),
        ({"do": "target", "among": "friendly", "then": [{"do": "forbid", "to": "chosen", "what": "move"}]}, False),
    ],
)
def test_a_bot_does_what_is_good_for_it(effect: dict[str, Any], answer: bool) -> None:
    rage = {"do": "named_tokens", "token": "rage"}
    position = use(acting(trait=special(act(rage, {"do": "may", "effects": [effect]}))))

    assert answers(position) == {answer}


def test_whom_an_effect_means_is_known_when_it_is_asked_about() -> None:
    """The "chosen" is a friend here, though a text that says so usually means a foe."""
    may = {"do": "may", "effects": [{"do": "forbid", "to": "chosen", "what": "move"}]}
    friend, foe = ({"do": "target", "among": side, "then": [may]} for side in ("friendly", "opposing"))

    assert answers(use(acting(trait=special(act(friend))))) == {False}
    assert answers(use(acting(trait=special(act(foe))))) == {True}


def test_of_several_options_a_bot_takes_the_better() -> None:
    options = [{"effects": [{"do": "forbid", "what": "move"}]}, {"effects": [{"do": "named_tokens", "token": "rage"}]}]

    assert answers(use(acting(trait=special(act({"do": "choose", "options": options}))))) == {1}


def test_every_verb_has_a_worth() -> None:
    assert worthless(LEXICON, JUDGE) == set(UNTOLD)
