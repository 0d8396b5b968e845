"""Beams and areas, and team tactic cards."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from rulewright_crisis_protocol.attack.action import ATTACK_ACTION
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.attack.series import SERIES
from rulewright_crisis_protocol.events.attacks import AttackResolved
from rulewright_crisis_protocol.events.characters import PowerSpent
from rulewright_crisis_protocol.events.superpowers import TacticPlayed
from rulewright_crisis_protocol.terms import Granted

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, piece, power, rule, tactic, turn


def series(*things: Any, range: str, rolls: Any = (), cost: int = 0, cards: Any = ()) -> Any:
    """The hero makes a beam or an area attack."""
    rules = invent(card(HERO, attack("wave", range=range, cost=cost)), card("second"), card("friend"), *cards)
    position = battle(at(HERO, 10, 10, power=3), *things, rules=rules, rolls=rolls)
    return position.begin(SERIES(player=0, attacker=HERO, attack="wave"))


@rule("area.definition")
@rule("area.resolve")
@rule("area.allies")
@rule("attack.step-3")
def test_an_area_attack_is_paid_once_and_strikes_every_enemy_in_turn() -> None:
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1), at("friend", 8, 10), at("far", 16, 10, 1)
    position = series(*things, range="A1", cost=2, rolls=["HHH", "--", "H--", "--"], cards=[card("far")])

    assert position.asked == "next_target" and set(position.options) == {VILLAIN, "second"}
    position.answer("second")
    assert [event.target for event in position.events(AttackResolved)] == ["second", VILLAIN]
    assert [one(position, id).damage for id in ("second", VILLAIN, "friend", "far", HERO)] == [3, 1, 1, 0, 0]
    assert [event.amount for event in position.events(PowerSpent)] == [2]
    assert one(position, "friend").power == 0


def laid_over(position: Any, *names: str) -> Any:
    """The beam is laid over these and nobody else."""
    return position.answer(next(hit for hit in position.options if {*hit} == {*names}))


@rule("beam.definition")
@rule("beam.resolve")
@rule("beam.example")
def test_a_beam_strikes_whom_its_tool_touches() -> None:
    things = at(VILLAIN, 13, 10, 1), at("second", 15, 11.1, 1), at("friend", 14, 8.9), at("off", 10, 14, 1)
    position = series(*things, range="B3", cost=2, rolls=["HH-", "--", "H--", "--"], cards=[card("off")])
    laid_over(position, VILLAIN, "second", "friend")

    assert set(position.options) == {VILLAIN, "second"}
    position.answer(VILLAIN)
    assert [one(position, id).damage for id in (VILLAIN, "second", "friend", "off", HERO)] == [2, 1, 1, 0, 0]
    assert [event.target for event in position.events(AttackResolved)] == [VILLAIN, "second"]
    assert [event.amount for event in position.events(PowerSpent)] == [2]


@rule("beam.definition", 2, 3)
def test_a_beam_is_laid_aside_of_the_middle_to_spare_an_ally() -> None:
    things = at(VILLAIN, 15, 10, 1), at("friend", 13, 11.2)
    position = series(*things, range="B3", rolls=["HH-", "--"])

    assert [{*hit} for hit in position.options] == [{VILLAIN}, {VILLAIN, "friend"}]
    laid_over(position, VILLAIN)
    assert [one(position, id).damage for id in (VILLAIN, "friend")] == [2, 0]


@rule("beam.definition", 2)
@rule("beam.resolve", 2)
def test_a_beam_is_laid_over_an_enemy_in_sight_and_over_others_as_it_comes() -> None:
    """Behind the car the third is not seen: it is covered, but not attacked; the ally behind it suffers."""
    things = (
        at(VILLAIN, 12.5, 10, 1),
        at("third", 16.7, 10, 1),
        at("friend", 16.7, 11.5),
        piece("car", 15, 10, facing=90),
    )
    position = series(*things, range="B3", rolls=["HH-", "--"], cards=[card("third", size=1)])

    assert all(VILLAIN in hit for hit in position.options)
    laid_over(position, VILLAIN, "third", "friend")
    assert [event.target for event in position.events(AttackResolved)] == [VILLAIN]
    assert [one(position, id).damage for id in ("third", "friend")] == [0, 1]


@rule("beam.definition", 3)
@rule("field.tools.range", 7)
@pytest.mark.parametrize(("spare", "open"), [(1e-5, True), (-1e-5, False)])
def test_a_beam_reaches_as_far_as_its_tool_from_corner_to_corner(spare: float, open: bool) -> None:
    rules = invent(card(HERO, attack("wave", range="B2")))
    villain = at(VILLAIN, 10 + 35 / 25.4 + hypot(3, 1) - spare, 10, 1)
    game = battle(at(HERO, 10, 10), villain, rules=rules).game
    assert list(open_attacks(game, HERO)) == ["wave"] * open
    if open:
        position = series(villain, range="B2", rolls=["HH-", "--"])
        assert one(position, VILLAIN).damage == 2


@rule("beam.specific-target")
@rule("area.specific-target")
@pytest.mark.parametrize("range", ["B2", "A2", "2"])
def test_an_attack_against_a_particular_character_has_to_hit_that_one(range: str) -> None:
    rules = invent(card(HERO, attack("wave", range=range)), card("second"))
    things = at(HERO, 10, 10), at(VILLAIN, 10, 13, 1)

    def against(x: float) -> Any:
        position = battle(*things, at("second", x, 10, 1), rules=rules, rolls=["HH-", "--", "HH-", "--"])
        position.begin(ATTACK_ACTION(player=0, character=HERO, attack="wave", terms=Granted(("second",))))
        if position.asked == "next_target":
            position.answer("second")
        return [event.target for event in position.events(AttackResolved)]

    assert against(13)[0] == "second" and (VILLAIN in against(13)) is (range == "A2")
    assert against(15) == []


@rule("beam.resolve", 4)
@rule("area.resolve", 4)
def test_who_was_dazed_before_its_turn_is_attacked_no_more() -> None:
    blow = {"do": "damage", "who": "chosen", "amount": 9}
    near = {"do": "choose_character", "side": "allied", "range": 3, "then": [blow]}
    clash = power("clash", "innate", near, when="after attacked")
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = series(*things, range="A1", rolls=["---", "--"], cards=[card(VILLAIN, superpowers=[clash])])
    position.answer(VILLAIN)

    assert one(position, "second").dazed
    assert len(position.events(AttackResolved)) == 1 and position.idle


@rule("superpower.keywords")
@pytest.mark.parametrize(("x", "seen"), [(17.3, True), (17.5, False)])
def test_a_character_with_stealth_is_targeted_within_range_3(x: float, seen: bool) -> None:
    rules = invent(card(HERO, attack("far", range="5")), card(VILLAIN, keywords=["stealth"]))
    game = battle(at(HERO, 10, 10), at(VILLAIN, x, 10, 1), rules=rules).game

    assert bool(list(open_attacks(game, HERO))) is seen


# Team tactic cards ------------------------------------------------------------------------------------------


@rule("tactic-card.active")
@rule("tactic-card.play", 1, 2)
@rule("tactic-card.definition")
@rule("activation.alternate", 2)
def test_an_active_card_is_paid_by_a_character_and_discarded() -> None:
    rules = invent(tactics=[tactic("rest", {"do": "heal", "amount": 2}, cost=1)])
    things = at(HERO, 10, 10, power=1, damage=3), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}}))
    position.answer(("card", "rest"))

    assert one(position, HERO).damage == 1 and one(position, HERO).power == 0
    assert position.state.squads[0].tactics == () and position.last(TacticPlayed).card == "rest"
    assert ("card", "rest") not in position.options


@rule("tactic-card.play", 1)
@rule("damage.dazed-limits", 5)
@pytest.mark.parametrize("more", [{"power": 0}, {"power": 1, "dazed": True}])
def test_a_card_that_nobody_can_pay_is_not_offered(more: Any) -> None:
    rules = invent(card("other"), tactics=[tactic("rest", {"do": "heal"}, cost=1)])
    things = at(HERO, 10, 10, **more), at("other", 20, 10), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("rest",)}}))

    assert ("card", "rest") not in position.options


@rule("tactic-card.reactive")
def test_a_reactive_card_is_played_at_its_moment_only() -> None:
    rules = invent(tactics=[tactic("brace", {"do": "add_dice", "amount": 2}, when="defense pool", cost=1)])
    villain = at(VILLAIN, 14, 10, 1, power=1)
    position = attacking(villain, rules=rules, squads={1: {"tactics": ("brace",)}}, rolls=["HHH", "BBBB"])

    assert (position.window, position.player) == ("defense pool", 1)
    position.answer(("card in defense pool", "brace"))
    assert one(position, VILLAIN).damage == 0 and one(position, VILLAIN).power == 0


@rule("tactic-card.reactive")
def test_a_reactive_card_may_answer_an_event() -> None:
    rules = invent(tactics=[tactic("revenge", {"do": "damage", "who": "chosen", "amount": 2}, when="after attacked")])
    position = attacking(rules=rules, squads={1: {"tactics": ("revenge",)}}, rolls=["---", "--"])

    assert position.asked == "trigger"
    position.answer(next(option for option in position.options if option is not None))
    assert one(position, HERO).damage == 2


@rule("attack.effect-order")
def test_each_player_orders_their_own_effects() -> None:
    one_way = power("first", "reactive", {"do": "gain_power"}, when="after attack")
    other = power("second-one", "reactive", {"do": "heal"}, when="after attack")
    rules = invent(card(HERO, superpowers=[one_way, other]))
    position = attacking(at(HERO, 10, 10, damage=1), rules=rules, rolls=["---", "--"])

    assert position.player == 0 and len([option for option in position.options if option is not None]) == 2
