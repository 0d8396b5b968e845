"""Superpowers for which power was spent, and that a card of the enemy keeps from having an effect."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.damage import damage

from .table import HERO, VILLAIN, at, battle, card, invent, one, power, rule, tactic, turn
from .test_importing_tactics import card as read

GAIN = {"do": "gain_tokens", "who": "self", "token": "spark"}
STOP = tactic("hush", {"do": "stop_superpower"}, when="enemy uses superpower", range=4, cost=3)


def using(*powers: Any, x: float = 14, seat: int = 1, **hero: Any) -> Any:
    """The turn of the hero, who has these superpowers; the villain can stop one."""
    rules = invent(card(HERO, superpowers=[*powers]), tactics=[STOP])
    things = at(HERO, 10, 10, **{"power": 6, **hero}), at(VILLAIN, x, 10, 1, power=3)
    position = turn(battle(*things, rules=rules, squads={seat: {"tactics": ("hush",)}}))
    return position.answer(("activate", HERO))


def stopped(position: Any) -> Any:
    """The villain plays the card."""
    assert (position.asked, position.player) == ("trigger", 1)
    return position.answer(next(option for option in position.options if option is not None))


SPARK = power("spark", "active", GAIN, cost=2)


@rule("superpower.active")
@rule("power.spend")
def test_a_superpower_that_is_stopped_costs_and_does_nothing_and_not_again_in_this_turn() -> None:
    position = stopped(using(SPARK).answer(("superpower", "spark")))
    assert (one(position, HERO).power, one(position, HERO).tokens, one(position, VILLAIN).power) == (4, (), 0)
    assert position.asked == "act" and ("superpower", "spark") not in position.options


def test_the_enemy_may_let_it_happen() -> None:
    position = using(SPARK).answer(("superpower", "spark")).answer(None)
    assert one(position, HERO).tokens == ("spark",) and ("superpower", "spark") in position.options


@rule("tactic-card.reactive")
@pytest.mark.parametrize(
    ("powers", "more"),
    [
        ([power("spark", "active", GAIN)], {}),  # it costs nothing
        ([SPARK], {"x": 30}),  # nobody is near
        ([SPARK], {"seat": 0}),  # it is no enemy's
    ],
)
def test_nobody_answers_to_others(powers: Any, more: Any) -> None:
    position = using(*powers, **more).answer(("superpower", "spark"))
    assert position.asked == "act" and one(position, HERO).tokens == ("spark",)


def test_one_whose_text_says_what_is_spent_is_stopped_once_that_is_paid() -> None:
    spends = power("spark", "active", {"do": "spend", "up_to": 3, "then": [GAIN]}, GAIN)
    position = stopped(using(spends).answer(("superpower", "spark")).answer(2))
    assert (one(position, HERO).power, one(position, HERO).tokens) == (4, ())
    for_nothing = using(spends).answer(("superpower", "spark")).answer(0)
    assert for_nothing.asked == "act" and one(for_nothing, HERO).tokens == ("spark",)


@rule("superpower.reactive")
@rule("power.spend")
@pytest.mark.parametrize(("stops", "suffers"), [(True, 3), (False, 2)])
def test_damage_is_not_less_where_the_superpower_is_stopped(stops: bool, suffers: int) -> None:
    tough = power("tough", "reactive", {"do": "reduce_suffered", "amount": 1}, when="would suffer", cost=1)
    rules = invent(card(HERO, superpowers=[tough]), tactics=[STOP])
    things = at(HERO, 10, 10, power=1), at(VILLAIN, 14, 10, 1, power=3)
    position = battle(*things, rules=rules, squads={1: {"tactics": ("hush",)}})
    position.happen(damage(position.game, HERO, 3, VILLAIN, rule="damage.tokens")).answer(("tough", HERO))
    if stops:
        stopped(position)
    else:
        position.answer(None)
    assert (one(position, HERO).damage, one(position, HERO).power) == (suffers, 1 - 1 + suffers)


def test_nothing_is_stopped_at_another_moment() -> None:
    with pytest.raises(ContentError):
        invent(tactics=[tactic("hush", {"do": "stop_superpower"}, when="damaged")])


def test_a_card_that_stops_superpowers_is_read() -> None:
    found = read(
        "When an enemy character within {RNG} 4 of an allied Quill spends 1 or more {PWR} to use an {ACTIVE} or "
        "{REACTIVE} superpower, Quill may spend 3 {PWR} to play this card. The enemy superpower has no effect and "
        "cannot be used again for the rest of this turn, but the character still spends the {PWR} cost of that "
        "superpower and is considered to have used the superpower.",
        "Reactive",
    )
    assert "played" not in found, found
    assert (found["when"], found["range"], found["effects"]) == (
        "enemy uses superpower",
        4,
        [{"do": "stop_superpower"}],
    )
