"""Attacks that effects grant, what effects do to an attack, and dice."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_crisis_protocol.events.attacks import AttackResolved, DiceRolled
from rulewright_crisis_protocol.events.characters import PowerSpent

from .effects_table import happens, struck
from .table import HERO, VILLAIN, at, attack, attacking, card, invent, one, power, rule

SECOND, THIRD = card("second"), card("third")


# Attacks that are granted -----------------------------------------------------------------------------------

AGAIN = [at(VILLAIN, 14, 10, 1), at("second", 10, 14, 1)]


def attacks_again(*, rolls: Any = ("HHH", "--", "HHH", "--"), first: str = VILLAIN, **terms: Any) -> Any:
    """The hero attacks, and by a special rule of that attack again."""
    special = {"name": {"en": "Rapid", "zh": "连射"}, "effects": [{"do": "attack", **terms}]}
    position = struck(special, things=AGAIN, rolls=rolls)
    return position.answer(first)


def targets(position: Any) -> list[str]:
    return [event.target for event in position.events(AttackResolved)]


@rule("action.granted")
def test_an_attack_against_another_one() -> None:
    position = attacks_again(not_against="target", without=["Rapid"])
    assert targets(position) == [VILLAIN, "second"]
    assert position.idle


def test_an_attack_against_the_same_one() -> None:
    assert targets(attacks_again(against="target", without=["Rapid"])) == [VILLAIN, VILLAIN]


def test_an_attack_against_anyone_near_the_target() -> None:
    near = {"every": "enemy", "range": 2, "of": "target", "other_than": ["target"]}
    assert targets(attacks_again(against=near, without=["Rapid"])) == [VILLAIN]
    near["range"] = 4
    assert targets(attacks_again(against=near, without=["Rapid"])) == [VILLAIN, "second"]


@rule("attack-profile.special-rules")
def test_without_a_limit_the_rule_goes_on() -> None:
    position = attacks_again(against="target", rolls=("H--", "--") * 2)
    assert targets(position) == [VILLAIN, VILLAIN]
    assert not position.idle


@rule("power.spend", 2)
@pytest.mark.parametrize("free", [True, False])
def test_an_attack_that_costs_nothing(free: bool) -> None:
    rules = [card(HERO, attack("cheap"), attack("dear", cost=2))]
    effect = {"do": "attack", "attack": "dear", "free": free}
    position = happens(effect, cards=rules, things=[at(VILLAIN, 13, 10, 1)], rolls=["HHH", "--"])
    assert len(position.events(AttackResolved)) == free
    assert not position.events(PowerSpent)


def test_an_attack_with_more_dice() -> None:
    rules = [card(HERO, attack("blow"))]
    position = happens({"do": "attack", "dice": 2}, cards=rules, things=[at(VILLAIN, 13, 10, 1)], rolls=["HHHHH", "--"])
    assert len(position.events(DiceRolled)[0].faces) == 5


def test_someone_else_attacks() -> None:
    things = [at("second", 13, 12), at(VILLAIN, 15, 10, 1)]
    position = happens({"do": "attack", "who": "chosen"}, things=things, cards=[SECOND], chosen="second",
                       rolls=["HHH", "--"])  # fmt: skip
    assert position.last(AttackResolved).attacker == "second"


@rule("terms.cannot-beats-can")
def test_whoever_cannot_attack_makes_no_attack() -> None:
    rules = [card(HERO, attack("blow"), superpowers=[power("peace", "innate", does=[{"forbids": "attack"}])])]
    assert happens({"do": "attack"}, cards=rules, things=[at(VILLAIN, 13, 10, 1)]).idle


# The attack itself ------------------------------------------------------------------------------------------


def defended(*effects: Any, when: str = "targeted", rolls: Any = ("HHH", "--"), things: Any = (), **more: Any) -> Any:
    """The villain answers the attack of the hero with a superpower."""
    answer = power("answer", "innate", *effects, when=when, **more)
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[answer]), SECOND, THIRD)
    return attacking(*things, attack="blow", rules=rules, rolls=rolls)


@rule("attack.target")
def test_another_one_becomes_the_target() -> None:
    chosen = {"do": "choose_character", "side": "allied", "range": 5, "then": [{"do": "redirect", "who": "chosen"}]}
    position = defended(chosen, things=[at("second", 30, 10, 1), at(VILLAIN, 15, 10, 1)])
    assert targets(position) == [VILLAIN]  # out of the range of the choice
    position = defended(chosen, things=[at("second", 20, 10, 1), at(VILLAIN, 15, 10, 1)])
    assert targets(position) == ["second"]
    assert one(position, "second").damage == 3


@rule("terms.cannot-beats-can")
@rule("character.ally-enemy")
def test_an_ally_of_the_attacker_or_who_cannot_be_targeted_does_not_become_the_target() -> None:
    chosen = {"do": "choose_character", "side": "any", "range": 5, "then": [{"do": "redirect", "who": "chosen"}]}
    position = defended(chosen, things=[at("second", 12, 14), at(VILLAIN, 15, 10, 1)])
    assert targets(position.answer("second")) == [VILLAIN]


@rule("attack.outline")
def test_the_attack_ends() -> None:
    position = defended({"do": "end_attack"}, rolls=())
    assert position.idle and not position.events(DiceRolled)


@rule("attack.step-13")
@pytest.mark.parametrize(
    ("reduced", "left"), [({"amount": 2}, 1), ({"amount": 9}, 0), ({"amount": 9, "least": 1}, 1),
                          ({"amount": 0, "most": 2}, 2), ({"amount": 1, "least": 5}, 3)],
)  # fmt: skip
def test_damage_is_reduced_but_not_below_a_minimum(reduced: Any, left: int) -> None:
    position = defended({"do": "reduce_damage", **reduced}, when="before damage")
    while not position.idle:
        position.answer(position.options[-1])
    assert one(position, VILLAIN).damage == left


# Dice -------------------------------------------------------------------------------------------------------


@rule("dice.type")
@rule("dice.faces")
def test_dice_are_rolled_for_an_effect_and_their_faces_counted() -> None:
    effects = {"do": "roll", "dice": 4, "then": [
        {"do": "damage", "who": "self", "amount": {"faces": "failure", "of": "roll"}},
        {"do": "gain_power", "amount": {"faces": ["critical", "wild"], "of": "roll"}},
    ]}  # fmt: skip
    position = happens(effects, rolls=["FCWW"])
    assert (one(position, HERO).damage, one(position, HERO).power) == (1, 3)


def test_several_icons_of_the_attack_are_counted() -> None:
    special = {"effects": [{"do": "gain_power", "amount": {"faces": ["hit", "wild"]}}]}
    assert one(struck(special, rolls=["HWB", "--"]), HERO).power == 2


@rule("attack.step-4")
@pytest.mark.parametrize(("amount", "count"), [(2, 5), (-1, 2), (-9, 1)])
def test_dice_are_added_and_removed_but_one_is_left(amount: int, count: int) -> None:
    rules = invent(card(HERO, attack("blow"), superpowers=[
        power("more", "reactive", {"do": "add_dice", "amount": amount}, when="attack pool")
    ]))  # fmt: skip
    position = attacking(attack="blow", rules=rules, rolls=["H" * count, "--"])
    position.answer(position.options[-1])
    assert len(position.events(DiceRolled)[0].faces) == count


def modifying(*effects: Any, rolls: Any, when: str = "own dice") -> Any:
    """The hero attacks and modifies dice with a reactive superpower, which it uses."""
    rules = invent(card(HERO, attack("blow"), superpowers=[power("luck", "reactive", *effects, when=when)]))
    position = attacking(attack="blow", rules=rules, rolls=rolls)
    return position.answer(position.options[-1])


@rule("attack.reroll-limit")
@rule("dice.failure")
@pytest.mark.parametrize(("failures", "dice"), [(False, 2), (True, 3)])
def test_failures_are_rerolled_only_where_the_text_says_so(failures: bool, dice: int) -> None:
    position = modifying({"do": "reroll", "amount": "any", "failures": failures}, rolls=["-HF", "--", "C"])
    assert position.asked == "reroll"
    assert max(len(option) for option in position.options) == dice


def test_all_dice_are_rerolled_without_a_question() -> None:
    position = modifying({"do": "reroll", "amount": "all"}, rolls=["-HF", "--", "HH"])
    assert position.events(DiceRolled)[-1].faces == ("hit", "hit", "failure")


def test_only_certain_faces_are_rerolled() -> None:
    position = modifying({"do": "reroll", "amount": "all", "faces": ["blank"]}, rolls=["-HF", "--", "W"])
    assert position.events(DiceRolled)[-1].faces == ("wild", "hit", "failure")


@rule("attack.step-10")
def test_opposing_dice_are_rerolled() -> None:
    position = modifying(
        {"do": "reroll", "amount": "all", "of": "opposing"}, rolls=["HHH", "BB", "--"], when="opposing dice"
    )
    assert one(position, VILLAIN).damage == 3


def test_dice_are_changed_by_an_amount() -> None:
    change = {"do": "change_die", "faces": ["blank"], "to": "hit", "amount": {"faces": "wild"}}
    position = modifying(change, rolls=["W--", "--"])
    assert position.events(DiceRolled)[-1].faces == ("wild", "hit", "blank")


def test_a_failure_is_changed_only_where_the_text_says_so() -> None:
    change = {"do": "change_die", "faces": ["failure"], "to": "hit"}
    assert one(modifying(change, rolls=["HFF", "--"]), VILLAIN).damage == 1
    assert one(modifying({**change, "failures": True}, rolls=["HFF", "--"]), VILLAIN).damage == 2
