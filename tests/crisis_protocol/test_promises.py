"""What bots make of what texts say."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.effects import LEXICON
from rulewright_crisis_protocol.minds.judgement import JUDGE
from tests.promises import answers, worthless

from .effects_table import happens
from .table import HERO, VILLAIN, at, battle, card, invent, power, turn

UNTOLD = {
    "by_hand": "nobody knows what it says",
    "destroy_terrain": "terrain shields either side",
    "end_attack": "an attack that ends is good for its target alone",
    "redirect": "what it spares one it costs another",
    "transform": "whether a form is better depends on the cards",
}


@pytest.mark.parametrize(
    ("effect", "answer"),
    [
        ({"do": "gain_tokens", "token": "charge"}, True),
        ({"do": "change", "stat": "defense dice", "by": -1, "until": "round"}, False),
        ({"do": "change", "stat": "defense dice", "by": -1, "until": "round", "who": {"every": "enemy"}}, True),
        ({"do": "damage", "who": "self"}, False),
    ],
)
def test_a_bot_does_what_is_good_for_it(effect: dict[str, Any], answer: bool) -> None:
    assert answers(happens({"do": "may", "effects": [effect]})) == {answer}


def test_of_several_options_a_bot_takes_the_better() -> None:
    worse, better = ({"do": "change", "stat": "defense dice", "by": by, "until": "round"} for by in (-1, 1))
    position = happens({"do": "choose", "options": [{"effects": [worse]}, {"effects": [better]}]})

    assert answers(position) == {1}


def test_an_action_promises_what_its_text_says() -> None:
    good = power("good", "active", {"do": "gain_tokens", "token": "charge"})
    bad = power("bad", "active", {"do": "forbid", "cannot": "attack", "until": "turn"})
    rules = invent(card(HERO, superpowers=[good, bad]))
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 30, 10, 1), rules=rules)).answer(("activate", HERO))
    view, request = position.game.view(0), position.game.request

    def promised(*answer: str) -> float:
        assert answer in position.options
        return JUDGE.promise(view, request, answer)

    assert promised("superpower", "good") > 0 > promised("superpower", "bad")


def test_every_verb_has_a_worth() -> None:
    assert worthless(LEXICON, JUDGE) == set(UNTOLD)
