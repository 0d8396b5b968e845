"""What everyone sees of dice: in the log, in questions, and before it is decided whether they are rolled again."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.narrator import Narrator
from rulewright.testing import Scenario, transcript
from rulewright_heroclix.events.dice import DiceLie

from .specials import act, acting, special, use
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, play, rule, turn


def asked(position: Scenario, lang: str = "en") -> str:
    """The question that is open, in words."""
    game = position.game
    assert game.request is not None
    return Narrator(game.rules, lang).question(game.view(game.request.player), game.request)


@rule("12.2b")
@rule("21.3b")
def test_the_dice_of_an_attack_lie_open_when_it_is_asked_whether_they_are_rolled_again() -> None:
    luck = clix("luck", "8/10/17/3 probability-control")
    position = attacking(at("luck", "C4"), rules=invent(luck), rolls=dice("34", "56"))
    assert asked(position) == "The attack roll may be rerolled: 3, 4 (17 against 17). Do you react?"

    position.answer(("probability-control", "luck"))
    assert [(one.how, one.faces, one.total) for one in happened(position, DiceLie)] == [
        ("rolled", (3, 4), 17), ("rerolled", (5, 6), 21),
    ]  # fmt: skip
    told = transcript(position.game)
    assert "hero rolls 3, 4 (17 against 17)" in told and "hero rerolls: 5, 6 (21 against 17)" in told


@rule("21.4")
def test_which_die_is_replaced_is_asked_by_what_it_shows() -> None:
    lucky = special({"replaces_die": 6})
    position = attacking(rules=invent(clix(HERO, *("8/10/17/3",) * 6, traits=[lucky])), rolls=dice("25"))
    position.answer(next(option for option in position.options if option is not None))
    assert position.labels == ["Die 1: 2", "Die 2: 5"]

    position.answer(0)
    assert [(one.how, one.faces) for one in happened(position, DiceLie)] == [("rolled", (2, 5)), ("replaced", (6, 5))]


@rule("10.8a")
def test_what_the_d6_to_break_away_shows_is_in_the_log() -> None:
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rolls=dice("5"))).answer((HERO, "move", "MOVE"))
    assert [(one.name, one.faces) for one in happened(position, DiceLie)] == [("break-away", (5,))]
    assert "hero rolls 5" in transcript(position.game)


CHOOSES = {"do": "target", "among": "any", "then": [{"do": "give_token", "to": "chosen"}]}


@pytest.mark.parametrize(
    ("effect", "question"),
    [
        (CHOOSES, "Whom does hero choose? (Brawn)"),
        ({"do": "choose_power", "powers": ["charge", "flurry"]}, "Which power can hero use from now on?"),
    ],
)
def test_questions_say_whether_a_text_asks_them(effect: Any, question: str) -> None:
    position = use(acting(at(FOE, "D3"), trait=special(act(effect, action=("FREE",)))), "FREE")
    assert asked(position) == question


def test_two_who_can_reroll_are_told_apart() -> None:
    lucky = [clix(id, "8/10/17/3 probability-control") for id in ("luck", "chance")]
    one = attacking(at("luck", "C4"), rules=invent(*lucky), rolls=dice("34"))
    both = attacking(at("luck", "C4"), at("chance", "B4"), rules=invent(*lucky), rolls=dice("34"))
    assert one.labels == ["No", "Probability Control"]
    assert both.labels == ["No", "Probability Control: luck", "Probability Control: chance"]
