"""Actions of which nothing can be carried out: they may be given, are marked, and bots leave them (7.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rulewright.bots import GreedyBot
from rulewright.overview import question_of
from rulewright.testing import Scenario
from rulewright_heroclix.events.turns import ActionGiven, ActionResolved, TokenGiven

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, rule

NEAR: Final = {"do": "target", "adjacent": True, "then": [{"do": "damage"}]}
FREE: Final = ("FREE",)


def marked(position: Scenario) -> list[str]:
    """The options that are said to come to nothing."""
    question = question_of(position.game.view(0))
    assert question is not None
    return [choice.label["en"] for choice in question.choices if choice.label["en"].endswith("(comes to nothing)")]


@rule("7.7", 1)
@pytest.mark.parametrize(("effects", "near", "idle"), [
    ([NEAR], False, True), ([NEAR], True, False),
    ([NEAR, {"do": "heal"}], False, False), ([{"do": "target", "named": "x", "then": [{"do": "heal"}]}], True, True),
    ([{"do": "modify", "values": ["attack"], "until": "action"}], False, False),
    ([{"do": "modify", "values": ["attack"]}], False, False),
])  # fmt: skip
def test_an_action_of_which_nothing_can_be_carried_out_is_marked(effects: list[Any], near: bool, idle: bool) -> None:
    foe = at(FOE, "D3" if near else "H8")
    position = acting(foe, trait=special(act(*effects, action=FREE)))

    assert marked(position) == ["hero: Brawn (FREE) (comes to nothing)"] * idle
    use(position, "FREE")
    assert happened(position, ActionGiven) and (happened(position, ActionResolved) or position.asked)


def test_it_is_marked_in_both_languages() -> None:
    position = acting(at(FOE, "H8"), trait=special(act(NEAR, action=FREE)))
    question = question_of(position.game.view(0))

    assert question is not None
    labels = [choice.label for choice in question.choices if choice.answer == (HERO, "brawn", "FREE")]
    assert [label["zh"].endswith("（不会有任何效果）") for label in labels] == [True]


@rule("7.7", 1)
@rule("7.4", 1)
def test_a_costed_action_of_which_nothing_comes_costs_its_token() -> None:
    position = acting(at(FOE, "H8"), trait=special(act(NEAR)))
    assert marked(position) == ["hero: Brawn (POWER) (comes to nothing)"]

    assert [event.character for event in happened(use(position), TokenGiven)] == [HERO]


@rule("20.9")
@rule("7.7", 1)
@pytest.mark.parametrize("tokens", [0, 1])
def test_an_action_whose_condition_is_not_met_is_marked(tokens: int) -> None:
    test = {"amount": {"number": "tokens"}, "at_least": 1}
    position = acting(at(HERO, "C3", tokens=tokens), trait=special(act({"do": "heal"}, action=FREE, test=test)))

    assert bool(marked(position)) is not bool(tokens)


def test_an_action_as_free_is_marked_too() -> None:
    other = special(act(NEAR, action=("CLOSE",)), id="jab")
    quick = special(act({"do": "as_free", "types": ["CLOSE"]}, action=FREE))
    cards = (clix(HERO, *("8/10/17/3",) * 4, traits=[quick, other]),)
    position = use(acting(at(FOE, "H8"), cards=cards), "FREE")

    assert position.asked == "as_free" and marked(position) == ["Jab (comes to nothing)"]


@pytest.mark.parametrize(("square", "used"), [("H8", False), ("D3", True)])
def test_bots_that_look_ahead_leave_what_comes_to_nothing(square: str, used: bool) -> None:
    """Sooner or later in the turn it is used where someone is near, and else never."""
    position = acting(at(FOE, square), trait=special(act(NEAR, action=FREE)))

    assert ((HERO, "brawn", "FREE") in {deed for seed in range(4) for deed in _turn(position.game, seed)}) is used


def _turn(game: Any, seed: int) -> Iterator[Any]:
    """What a greedy bot does in a turn of player 0."""
    game, bot = game.fork(), GreedyBot(seed)
    while game.request is not None and game.active == 0:
        view = game.view(game.request.player)
        deed = bot.choose(view, view.request)
        yield deed
        game.answer(deed, game.request.player)


@rule("8.1e", 1)
@rule("20.9b")
@pytest.mark.parametrize("tokens", [0, 1])
def test_what_may_be_done_at_a_moment_is_offered_where_anything_comes_of_it(tokens: int) -> None:
    relief = special(when("misses", {"do": "remove_token"}, may=True, once="game"))
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[relief]))
    position = attacking(at(HERO, "C3", tokens=tokens), rules=rules, rolls=dice("12"))

    assert (position.asked == "trigger") is bool(tokens)


@rule("18.5")
@pytest.mark.parametrize(("cell", "copied"), [("16", False), ("16 toughness", True)])
def test_who_has_no_power_that_can_be_copied_is_not_chosen_for_it(cell: str, copied: bool) -> None:
    copy = {"do": "target", "then": [{"do": "copy", "until": "this game"}]}
    foe = clix(FOE, *(f"8/10/{cell}/3",) * 4)
    position = acting(cards=(foe,), trait=special(act(copy, action=FREE)))

    assert marked(position) == ["hero: Brawn (FREE) (comes to nothing)"] * (not copied)
    use(position, "FREE")
    assert position.game.has("toughness", HERO) is copied


@rule("18.5")
def test_a_copied_power_is_for_whom_the_text_says() -> None:
    copy = {"do": "target", "then": [{"do": "copy", "to": {"every": "friendly"}, "until": "this game"}]}
    foe = clix(FOE, *("8/10/16 toughness/3",) * 4)
    position = use(acting(cards=(foe,), trait=special(act(copy, action=FREE))), "FREE")

    assert position.game.has("toughness", "idle") and not position.game.has("toughness", HERO)
