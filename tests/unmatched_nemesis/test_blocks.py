"""Page 16: what shields do, and what they never do."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.events.attacks import Blocked
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from rulewright_unmatched_nemesis.state import DISCARD, HAND

from .table import attack, attacking, cubes, duel, invent, looks, rule

SHIELD, OTHER_SHIELD, FIST, WILD = "guard-jab", "low-kick", "hook", "headbutt"
HIT = {"do": "damage", "light": 1}


def assault(*held: str, heavy: int = 0, light: int = 0, effects: Any = (), **how: Any) -> Scenario:
    """An assault of player 0 against player 1, who holds these cards."""
    return attacking(attack("test", *effects, heavy=heavy, light=light), hands=((), held), **how)


def taken(position: Scenario) -> tuple[int, int]:
    """What the defender has taken."""
    return cubes(position, 1)


@rule("block.use", 1, 3)
@rule("icon.block")
@rule("attack-card.block-by-type", 1)
def test_the_target_of_an_assault_may_discard_a_shield_before_the_damage() -> None:
    position = assault(SHIELD, FIST, light=1)
    assert (position.window, position.player) == ("assault declared", 1)
    assert position.options == [None, ("block", ("reduce", SHIELD))]
    assert not position.events(DamageTaken)

    position.answer(("block", ("reduce", SHIELD)))
    assert position.cards(DISCARD) == [SHIELD]
    assert taken(position) == (0, 0)


def test_a_block_can_be_declined() -> None:
    position = assault(SHIELD, FIST, light=1).answer(None)

    assert taken(position) == (0, 1)
    assert position.cards(HAND[1]) == [SHIELD, FIST]


@rule("block.use", 2)
def test_a_shield_reduces_the_damage_or_cancels_the_effect() -> None:
    uses = [option[1][0] for option in assault(SHIELD, FIST, light=1, effects=[HIT]).options if option]
    assert uses == ["reduce", "cancel"]


@rule("block.use", 1, 2)
def test_a_shield_reduces_damage_that_comes_from_a_skill_alone() -> None:
    """Close Quarters adds 1 light to an assault without a damage slot; Iron Jaw takes nothing of it away."""
    skills: Any = {"active": (("close-quarters",), ())}
    position = assault(SHIELD, FIST, effects=[{"do": "gain_tokens"}], **skills)
    assert [option[1][0] for option in position.options if option] == ["reduce", "cancel"]
    assert taken(position.answer(("block", ("reduce", SHIELD)))) == (0, 0)

    assert not assault(SHIELD, FIST, **skills, spaces=("b1", "b3")).asked


@rule("icon.wild", 2)
def test_a_question_mark_is_a_shield_too() -> None:
    assert assault(WILD, light=1).options == [None, ("block", ("reduce", WILD))]
    assert not assault(WILD, light=1, wild="costs only").asked


@rule("block.reduce-stack", 1)
def test_light_damage_takes_no_reduction_that_is_for_heavy() -> None:
    position = assault(SHIELD, *(FIST,) * 5, heavy=3, light=1).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (1, 0)


@rule("block.reduce-heavy")
@pytest.mark.parametrize(("others", "left"), [(0, 3), (1, 3), (2, 2), (3, 2), (5, 1)])
def test_two_cards_left_in_hand_ignore_one_heavy_rounded_down(others: int, left: int) -> None:
    position = assault(SHIELD, *(FIST,) * others, heavy=3).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (left, 0)


@rule("block.reduce-light")
@pytest.mark.parametrize(("others", "left"), [(0, 3), (1, 2), (3, 0), (5, 0)])
def test_each_card_left_in_hand_ignores_one_light(others: int, left: int) -> None:
    position = assault(SHIELD, *(FIST,) * others, light=3).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (0, left)


@rule("block.reduce-stack")
def test_both_reductions_count_the_same_cards_which_stay_in_hand() -> None:
    position = assault(SHIELD, *(FIST,) * 5, heavy=3, light=6).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (1, 1)
    assert position.cards(HAND[1]) == [FIST] * 5


@rule("note.block-icons")
def test_with_the_other_reading_light_damage_is_the_dear_one() -> None:
    position = assault(SHIELD, *(FIST,) * 3, heavy=3, light=3, block="light dear").answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (0, 2)


@rule("block.cancel")
@rule("attack.step-2", 3)
@pytest.mark.parametrize("others", [0, 1, 5])
def test_a_cancelled_effect_does_nothing_and_the_damage_slot_is_dealt(others: int) -> None:
    position = assault(SHIELD, *(FIST,) * others, light=2, effects=[HIT]).answer(("block", ("cancel", SHIELD)))

    assert position.cards(HAND[1]) == [FIST] * others
    assert taken(position) == (0, 2)


@rule("block.both", 1, 2)
def test_two_shields_do_both_and_neither_is_counted() -> None:
    position = assault(SHIELD, SHIELD, FIST, heavy=1, light=2, effects=[HIT])
    position.answer(("block", ("reduce", SHIELD)))
    assert [option[1][0] for option in position.options if option] == ["cancel"]
    position.answer(("block", ("cancel", SHIELD)))

    assert taken(position) == (1, 1)
    third = assault(*(SHIELD,) * 3, heavy=1, effects=[HIT])
    assert not third.answer(("block", ("reduce", SHIELD)), ("block", ("cancel", SHIELD))).asked
    assert [event.use for event in position.events(Blocked)] == ["reduce", "cancel"]


@rule("block.both", 3)
def test_with_six_cards_and_two_shields_four_count() -> None:
    position = assault(SHIELD, OTHER_SHIELD, *(FIST,) * 4, heavy=3, light=5, effects=[HIT])
    position.answer(("block", ("cancel", SHIELD)), ("block", ("reduce", OTHER_SHIELD)))

    assert taken(position) == (1, 1)


@rule("block.both", 1)
def test_no_use_is_made_twice() -> None:
    position = assault(SHIELD, SHIELD, SHIELD, light=9).answer(("block", ("reduce", SHIELD)))

    assert not position.asked
    assert taken(position) == (0, 7)


@rule("block.only-assault", 1, 2)
@rule("attack-card.block-by-type", 2)
def test_an_ability_is_not_blocked() -> None:
    card = attack("test", HIT, type="ability", light=2)
    position = attacking(card, hands=((), (SHIELD, SHIELD)))

    assert not position.asked
    assert taken(position) == (0, 3)


@rule("block.only-assault", 3)
def test_the_knockdown_effect_is_not_blocked() -> None:
    card = attack("test", HIT, light=1, knockdown=True)
    position = attacking(card, hands=((), (SHIELD, SHIELD, FIST)))
    position.answer(("block", ("reduce", SHIELD)), ("block", ("cancel", SHIELD)))

    assert taken(position) == (0, 0)
    assert (position.asked, position.player) == ("call_test", 0)


@rule("block.only-assault", 4)
def test_the_damage_of_a_skill_is_not_blocked() -> None:
    resolved = {"when": "attack resolved", "effects": [{"do": "damage", "heavy": 1}]}
    skill = {"id": "spite", "initiative": 9, "triggers": [resolved]}
    here: Any = {"rules": invent(skills=[skill], attacks=[attack("test", light=1)]), "active": (("spite",), ())}
    position = duel(hands=((), (SHIELD, SHIELD, FIST, FIST)), **here).begin(ATTACK(player=0, name="test"))
    position.answer(("block", ("reduce", SHIELD)))

    assert not position.asked
    assert taken(position) == (1, 0)


def test_who_is_asked_does_not_tell_what_nobody_has_seen() -> None:
    """A hand that the opponent knows to have no shield is passed over; one that might have a shield is asked."""
    assert not assault(FIST, FIST, light=1).asked
    asked = assault(FIST, FIST, light=1, known=False)
    assert (asked.window, asked.options) == ("assault declared", [None])
    assert not assault(FIST, FIST, light=1, known=False, asked="whoever can").asked
    assert not assault(light=1, known=False).asked
    assert not assault(SHIELD, FIST, light=1, known=False).answer(("block", ("reduce", SHIELD))).asked


@pytest.mark.parametrize(("asked", "alike"), [("whoever might", True), ("whoever can", False)])
def test_the_attacker_sees_no_difference_between_a_hand_with_a_shield_and_one_without(asked: str, alike: bool) -> None:
    hands = ((SHIELD, FIST), (FIST, FIST))
    one, other = (assault(*held, light=1, known=False, asked=asked) for held in hands)
    assert (looks(one.game, 0) == looks(other.game, 0)) == alike
    if alike:
        assert looks(one.answer(None).game, 0) == looks(other.answer(None).game, 0)
