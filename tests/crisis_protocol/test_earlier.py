"""What attacks ask of what went before: attacks and moves of the activation; and what is granted with an attack."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.events.movement import Moved

from .effects_table import happens, struck
from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, power, rule

DICE = {"when": "attack pool", "effects": [{"do": "add_dice", "amount": 2}]}
BEFORE = {**DICE, "test": {"has_attacked": "target"}}
MOVED = {**DICE, "test": {"has_moved": ["advance", "place"]}}


def active(*specials: Any, rolls: tuple[str, ...], things: tuple[Any, ...] = ()) -> Scenario:
    """The activation of the hero, who has an attack with these special rules, against the villain or a second one."""
    rules = invent(card(HERO, attack("blow", *specials), attack("tap", strength=1)), card("second"))
    names = {str(thing.id) for thing in things}
    both = at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), at("second", 10, 14, 1)
    position = battle(*(thing for thing in both if str(thing.id) not in names), *things, rules=rules, rolls=rolls)
    return position.begin(ACTIVATION(player=0, character=HERO))


def dice_of(position: Scenario) -> list[int]:
    """How many dice were rolled for the attacks so far."""
    return [len(event.faces) for event in position.events(DiceRolled) if event.pool == "attack"]


# Whom it attacked before ------------------------------------------------------------------------------------


@rule("attack-profile.special-rules")
@rule("attack.step-4")
@pytest.mark.parametrize(("first", "rolled"), [(VILLAIN, 5), ("second", 3)])
def test_an_attack_knows_whom_its_character_attacked_in_this_activation(first: str, rolled: int) -> None:
    position = active(BEFORE, rolls=("-", "--", "-" * rolled, "--"))
    position.answer(("attack", "tap"), first, ("attack", "blow"), VILLAIN)
    assert dice_of(position) == [1, rolled]


@rule("attack-profile.special-rules")
def test_the_attack_itself_is_none_that_went_before() -> None:
    position = active(BEFORE, rolls=("---", "--", "-----", "--"))
    position.answer(("attack", "blow"), VILLAIN, ("attack", "blow"), VILLAIN)
    assert dice_of(position) == [3, 5]


@rule("attack-profile.special-rules")
def test_outside_its_activation_nothing_went_before() -> None:
    rules = invent(card(HERO, attack("blow", BEFORE, MOVED)))
    position = attacking(attack="blow", rules=rules, rolls=("---", "--"))
    assert position.idle and dice_of(position) == [3]


@rule("move.kinds")
@pytest.mark.parametrize(("how", "rolled"), [("advance", 5), ("place", 5), ("push", 3), ("climb", 3)])
def test_an_attack_knows_how_its_character_came_there(how: str, rolled: int) -> None:
    rules = invent(card(HERO, attack("blow", MOVED)))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("-" * rolled, "--"))
    position.begin(ACTIVATION(player=0, character=HERO, moved=(how,)))
    position.answer(("attack", "blow"))
    assert dice_of(position) == [rolled]


HOP = {"do": "place", "who": "self", "range": 1, "of": "itself"}
SHIFT = {"do": "choose_character", "range": 5, "then": [{"do": "place", "who": "chosen", "range": 1, "of": "itself"}]}


@rule("move.kinds")
@pytest.mark.parametrize(("effect", "there", "rolled"), [(HOP, (10, 11), 5), (SHIFT, (14, 11), 3)])
def test_a_move_counts_for_whoever_moved(effect: Any, there: tuple[int, int], rolled: int) -> None:
    rules = invent(card(HERO, attack("blow", MOVED), superpowers=[power("hop", "active", effect)]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("-" * rolled, "--"))
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("superpower", "hop"), (*map(float, there), 0.0))
    assert [event.how for event in position.events(Moved)] == ["place"]
    position.answer(("attack", "blow"))
    assert dice_of(position) == [rolled]


# What is granted with an attack -----------------------------------------------------------------------------

AGAIN = {"do": "attack", "attack": "tap", "against": "target"}


def again(rolls: tuple[str, ...], **more: Any) -> Scenario:
    """An attack of the hero after which it makes another one of one die."""
    rules = invent(card(HERO, attack("blow", {"effects": [{**AGAIN, **more}]}), attack("tap", strength=1)))
    return attacking(attack="blow", rules=rules, rolls=rolls)


@rule("action.granted")
@rule("attack.reroll-limit")
def test_the_granted_attack_alone_has_its_dice_rerolled() -> None:
    position = again(("---", "--", "-", "--", "H"), reroll="any")
    assert position.asked == "react" and position.events(DamageSuffered) == []
    (option,) = (one for one in position.options if one is not None)
    position.answer(option)
    position.answer((0,))
    assert position.idle and one(position, VILLAIN).damage == 1


@rule("dice.failure")
@pytest.mark.parametrize(("reroll", "asked"), [("any", False), ("failures", True)])
def test_failures_are_rerolled_only_where_the_text_says_so(reroll: str, asked: bool) -> None:
    position = again(("---", "--", "F", "--", "H"), reroll=reroll)
    if position.asked == "react":
        position.answer(next(one for one in position.options if one is not None))
    assert (position.asked == "reroll") is asked


@rule("attack-profile.type")
@pytest.mark.parametrize(("type", "defended"), [("", 2), ("mystic", 4)])
def test_a_granted_attack_may_be_of_another_type(type: str, defended: int) -> None:
    foe = card(VILLAIN, mystic=4)
    rules = invent(card(HERO, attack("blow", {"effects": [{**AGAIN, "type": type}]}), attack("tap", strength=1)), foe)
    position = attacking(attack="blow", rules=rules, rolls=("---", "--", "-", "-" * defended))
    assert position.idle


# Criticals, wilds, keywords ---------------------------------------------------------------------------------

TWICE = {"when": "targeted", "effects": [{"do": "change", "stat": "dice for criticals", "by": 1, "until": "attack"}]}


@rule("attack.step-8")
def test_each_critical_may_be_worth_two_further_dice_that_add_none_themselves() -> None:
    position = struck(TWICE, rolls=("CC-", "--", "CHHH"))
    assert position.idle and one(position, VILLAIN).damage == 5  # dazed at 5, of 6 successes


@rule("attack.step-8")
def test_the_criticals_of_the_defender_are_worth_one() -> None:
    position = struck(TWICE, rolls=("HHH", "C-", "B"))
    assert position.idle and one(position, VILLAIN).damage == 1


@rule("attack.step-11")
def test_wilds_may_be_no_successes_and_other_faces_still_are() -> None:
    deaf = {"do": "forbid", "cannot": "wild successes", "who": "target", "until": "attack"}
    position = struck({"when": "targeted", "effects": [deaf]}, rolls=("HHW", "WB"))
    assert one(position, VILLAIN).damage == 2


@rule("keyword.flight")
@pytest.mark.parametrize(("keywords", "damage"), [(["flight"], 2), ([], 0), (["stealth"], 0)])
def test_a_text_knows_who_flies(keywords: list[str], damage: int) -> None:
    hurt = {"do": "if", "test": {"carries": "flight", "who": "target"}, "then": [{"do": "damage", "amount": 2}]}
    rules = invent(card(HERO, attack("blow", {"effects": [hurt]})), card(VILLAIN, keywords=keywords))
    position = attacking(attack="blow", rules=rules, rolls=("---", "--"))
    assert one(position, VILLAIN).damage == damage


# As many as the dice say ------------------------------------------------------------------------------------


@rule("terms.objects")
@pytest.mark.parametrize(("rolls", "most"), [("WW-", 2), ("W--", 1), ("---", 0)])
def test_so_many_are_chosen_as_the_roll_shows(rolls: str, most: int) -> None:
    count = {"faces": "wild", "of": "attack"}
    hurt = {"do": "choose_character", "side": "enemy", "range": 4, "up_to": count, "other_than": ["target"]}
    special = {"effects": [{**hurt, "then": [{"do": "damage", "who": "chosen", "amount": 1}]}]}
    things = at(VILLAIN, 14, 10, 1), at("second", 12, 12, 1), at("friend", 12, 8, 1)
    position = struck(special, things=things, rolls=(rolls, "BB")).answer(VILLAIN)
    assert (position.asked == "characters") is bool(most)
    if most:
        ids = ("second", "friend")[:most]
        position.answer(ids)
        assert [one(position, id).damage for id in ("second", "friend")] == [1, int(most == 2)]


@rule("terms.objects")
def test_nobody_has_to_be_chosen() -> None:
    hurt = {"do": "choose_character", "side": "enemy", "range": 4, "up_to": 2}
    position = happens({**hurt, "then": [{"do": "damage", "who": "chosen", "amount": 1}]}).answer(())
    assert one(position, VILLAIN).damage == 0
