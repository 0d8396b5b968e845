"""Where a person is asked: no moment at which something could become better is passed for them."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Stops, Timely
from rulewright_crisis_protocol.faces.stops import stops, usual

from .table import HERO, VILLAIN, attack, attacking, card, invent, power

LESS = {"do": "reduce_damage", "amount": 1}
REROLL = {"do": "reroll", "amount": 1}


def at_the_window(bearer: str, when: str, effect: Any, rolls: tuple[str, str]) -> Any:
    """The hero attacks the villain, and one of them may use a superpower at a moment of that."""
    thing = power("answer", "reactive", effect, when=when)
    powers = {HERO: [thing], VILLAIN: []} if bearer == HERO else {HERO: [], VILLAIN: [thing]}
    rules = invent(
        card(HERO, attack("blow"), superpowers=powers[HERO]), card(VILLAIN, superpowers=powers[VILLAIN])
    )  # fmt: skip
    return attacking(attack="blow", rules=rules, rolls=rolls)


def judged(position: Any) -> set[Timely]:
    game = position.game
    request = game.request
    assert request is not None and request.ask == "react"
    view = game.view(request.player)
    found = {stops(view, request, thing) for thing in request.options() if thing is not None}
    assert Stops(request.player).asks(game, request) is (Timely.NOW in found)
    return found


@pytest.mark.parametrize(("rolls", "moment"), [(("HHH", "--"), Timely.NOW), (("---", "--"), Timely.NOT_NOW)])
def test_damage_to_ones_own_is_asked_about_where_there_is_any(rolls: tuple[str, str], moment: Timely) -> None:
    assert judged(at_the_window(VILLAIN, "before damage", LESS, rolls)) == {moment}


def test_dice_are_asked_about_where_one_of_them_can_become_better() -> None:
    assert judged(at_the_window(HERO, "own dice", REROLL, ("HH-", "--"))) == {Timely.NOW}
    assert judged(at_the_window(HERO, "own dice", REROLL, ("HHH", "--"))) == {Timely.NOT_NOW}
    assert judged(at_the_window(VILLAIN, "own dice", REROLL, ("HHH", "-B"))) == {Timely.NOW}
    assert judged(at_the_window(VILLAIN, "own dice", REROLL, ("HHH", "BB"))) == {Timely.NOT_NOW}


def test_what_resolves_first_is_asked_of_different_texts_only() -> None:
    from rulewright import choose

    game = at_the_window(VILLAIN, "before damage", LESS, ("HHH", "--")).game
    view = game.view(1)
    first, second, other = ("gift", HERO), ("gift", VILLAIN), ("blow", HERO)
    assert usual(view, choose(1, "trigger", [first, second])) == (first,)
    assert usual(view, choose(1, "trigger", [first, other])) is None
    assert usual(view, choose(1, "trigger", [first, second, None])) is None
    assert usual(view, choose(1, "target", [first, second])) is None
