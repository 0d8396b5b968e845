"""Page 16: what shields do, and what they never do."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.events.attacks import AttackBegan, Blocked
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from rulewright_unmatched_nemesis.events.knockdown import KnockdownTestCalled
from rulewright_unmatched_nemesis.events.movement import Moved
from rulewright_unmatched_nemesis.state import DISCARD, HAND

from .table import attack, attacking, by_either, cubes, duel, invent, looks, rule, seated

SHIELD, OTHER_SHIELD, FIST, WILD = "guard-jab", "low-kick", "hook", "headbutt"
HIT = {"do": "damage", "light": 1}


def assault(
    *held: str, player: int = 0, heavy: int = 0, light: int = 0, effects: Any = (), **how: Any
) -> Scenario:  # fmt: skip
    """An assault of a player against the other, who holds these cards."""
    card = attack("test", *effects, heavy=heavy, light=light)
    return attacking(card, player, hands=seated(player, how.pop("own", ()), held), **how)


def taken(position: Scenario) -> tuple[int, int]:
    """What the defender has taken."""
    return cubes(position, 1 - position.events(AttackBegan)[0].player)


@rule("block.use", 1, 3)
@rule("icon.block")
@rule("attack-card.block-by-type", 1)
@rule("block.only-assault", 1)
@rule("combo.hand-cards", 3)
@by_either
def test_the_target_of_an_assault_may_discard_a_shield_before_the_damage(player: int) -> None:
    position = assault(SHIELD, FIST, player=player, own=(SHIELD,), light=1)
    assert (position.window, position.player) == ("assault declared", 1 - player)
    assert position.options == [None, ("block", ("reduce", SHIELD))]
    assert position.events(AttackBegan) and not position.events(DamageTaken)

    position.answer(("block", ("reduce", SHIELD)))
    assert position.cards(DISCARD) == [SHIELD]
    assert cubes(position, 0) == cubes(position, 1) == (0, 0)
    assert position.last(Blocked) == Blocked(1 - player, SHIELD, "reduce", rule="block.use")


@rule("block.use", 1)
@rule("icon.block")
def test_without_a_shield_there_is_no_block() -> None:
    assert not assault(FIST, "vault", "palm-wave", "taunt", light=1).asked


@rule("block.use", 3)
@by_either
def test_a_block_can_be_declined(player: int) -> None:
    position = assault(SHIELD, FIST, player=player, light=1).answer(None)

    assert taken(position) == (0, 1)
    assert position.cards(HAND[1 - player]) == [SHIELD, FIST]


@rule("block.use", 2)
@rule("block.cancel", 1)
@by_either
def test_a_shield_reduces_the_damage_or_cancels_the_effect(player: int) -> None:
    """One of the two: what it does not do happens."""
    uses = [option[1][0] for option in assault(SHIELD, FIST, player=player, light=1, effects=[HIT]).options if option]
    assert uses == ["reduce", "cancel"]
    for use, left in (("reduce", (1, 1)), ("cancel", (0, 2))):
        position = assault(SHIELD, FIST, player=player, light=2, effects=[{"do": "damage", "heavy": 1}])
        position.answer(("block", (use, SHIELD)))
        assert not position.asked
        assert taken(position) == left


@rule("block.use", 2)
@rule("block.cancel", 1)
def test_a_shield_does_what_there_is_to_do_and_says_why_not_the_other() -> None:
    """An assault without an effect, one without damage, and one with neither."""
    position = assault(SHIELD, light=1)
    with position.refused(rule="block.cancel"):
        position.answer(("block", ("cancel", SHIELD)))
    position = assault(SHIELD, effects=[HIT])
    assert position.options == [None, ("block", ("cancel", SHIELD))]
    with position.refused(rule="block.use"):
        position.answer(("block", ("reduce", SHIELD)))
    assert not assault(SHIELD).asked


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
@rule("block.reduce-light")
def test_light_damage_takes_no_reduction_that_is_for_heavy() -> None:
    position = assault(SHIELD, *(FIST,) * 5, heavy=3, light=1).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (1, 0)


@rule("block.reduce-heavy")
@rule("note.block-icons")
@pytest.mark.parametrize(("others", "left"), [(0, 3), (1, 3), (2, 2), (3, 2), (5, 1)])
def test_two_cards_left_in_hand_ignore_one_heavy_rounded_down(others: int, left: int) -> None:
    position = assault(SHIELD, *(FIST,) * others, heavy=3).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (left, 0)


@rule("block.reduce-light")
@rule("note.block-icons")
@pytest.mark.parametrize(("others", "left"), [(0, 3), (1, 2), (3, 0), (5, 0)])
def test_each_card_left_in_hand_ignores_one_light(others: int, left: int) -> None:
    position = assault(SHIELD, *(FIST,) * others, light=3).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (0, left)


@rule("block.reduce-stack")
@rule("block.reduce-heavy")
@rule("block.reduce-light")
@by_either
def test_both_reductions_count_the_same_cards_which_stay_in_hand(player: int) -> None:
    position = assault(SHIELD, *(FIST,) * 5, player=player, own=(FIST,), heavy=3, light=6)
    position.answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (1, 1)
    assert position.cards(HAND[1 - player]) == [FIST] * 5


@rule("block.reduce-heavy")
@rule("block.reduce-light")
@rule("block.reduce-stack", 1)
def test_a_block_ignores_no_more_damage_than_there_is() -> None:
    position = assault(SHIELD, *(FIST,) * 5, heavy=1, light=2).answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (0, 0)


@rule("note.block-icons")
def test_with_the_other_reading_light_damage_is_the_dear_one() -> None:
    position = assault(SHIELD, *(FIST,) * 3, heavy=3, light=3, block="light dear").answer(("block", ("reduce", SHIELD)))

    assert taken(position) == (0, 2)


@rule("block.cancel")
@rule("attack.step-2", 3)
@by_either
@pytest.mark.parametrize("others", [0, 1, 5])
def test_a_cancelled_effect_does_nothing_and_the_damage_slot_is_dealt(others: int, player: int) -> None:
    """Neither what the effect box says nor the damage in it, however many cards there are."""
    effects = [HIT, {"do": "draw"}, {"do": "move", "who": "opponent", "must": True}]
    position = assault(SHIELD, *(FIST,) * others, player=player, light=2, effects=effects)
    position.answer(("block", ("cancel", SHIELD)))

    assert not position.asked and not position.events(Moved)
    assert position.cards(HAND[player]) == []
    assert position.cards(HAND[1 - player]) == [FIST] * others
    assert taken(position) == (0, 2)


@rule("block.cancel", 1)
@by_either
def test_a_cancelled_text_changes_nothing_either(player: int) -> None:
    """Two light more and a cube more in a test are what the effect box says, and so is the damage in it."""
    changes = [{"number": "assault dealt", "light": 2}, {"number": "test", "light": 1}]
    card = attack("test", light=1, knockdown=True, changes=changes)
    for use, light, counted in (("cancel", 1, 1), (None, 3, 4)):
        position = attacking(card, player, hands=seated(player, (), (SHIELD,)), dice=[(6, 6, 6)])
        assert position.labels[-1].endswith(
            "you cancel the effect (your assaults: +2 light; knockdown tests of the opponent: count +1 cube)"
        )
        position.answer(use and ("block", (use, SHIELD)))
        assert taken(position) == (0, light)
        assert position.answer(True).last(KnockdownTestCalled).cubes == counted


@rule("attack.step-2", 3)
@rule("attack-card.block-by-type", 2)
def test_the_effect_of_an_ability_is_not_cancelled() -> None:
    position = attacking(attack("test", HIT, type="ability"), hands=((), (SHIELD,)))

    assert not position.asked
    assert taken(position) == (0, 1)


@rule("block.both", 1, 2)
@by_either
@pytest.mark.parametrize(("first", "then"), [("reduce", "cancel"), ("cancel", "reduce")])
def test_two_shields_do_both_and_neither_is_counted(first: str, then: str, player: int) -> None:
    position = assault(SHIELD, SHIELD, FIST, player=player, heavy=1, light=2, effects=[HIT])
    position.answer(("block", (first, SHIELD)))
    assert position.options == [None, ("block", (then, SHIELD))]
    with position.refused(rule="block.both"):
        position.answer(("block", (first, SHIELD)))
    position.answer(("block", (then, SHIELD)))

    assert taken(position) == (1, 1)
    assert [event.use for event in position.events(Blocked)] == [first, then]
    why = [entry.rules for entry in map(position.why, position.events(Blocked))]
    assert ["block.both" in rules for rules in why] == [False, True]


@rule("block.both", 1)
def test_a_third_shield_does_nothing_and_the_second_need_not_be_used() -> None:
    third = assault(*(SHIELD,) * 3, heavy=1, effects=[HIT])
    assert not third.answer(("block", ("reduce", SHIELD)), ("block", ("cancel", SHIELD))).asked
    assert third.cards(HAND[1]) == [SHIELD]

    one = assault(*(SHIELD,) * 2, light=2, effects=[HIT]).answer(("block", ("reduce", SHIELD)), None)
    assert taken(one) == (0, 2)


@rule("block.both", 3)
def test_with_six_cards_and_two_shields_four_count() -> None:
    position = assault(SHIELD, OTHER_SHIELD, *(FIST,) * 4, heavy=3, light=5, effects=[HIT])
    position.answer(("block", ("cancel", SHIELD)), ("block", ("reduce", OTHER_SHIELD)))

    assert taken(position) == (1, 1)


@rule("block.both", 1)
@rule("block.use", 2)
def test_no_use_is_made_twice() -> None:
    position = assault(SHIELD, SHIELD, SHIELD, light=9).answer(("block", ("reduce", SHIELD)))

    assert not position.asked
    assert taken(position) == (0, 7)


@rule("block.only-assault", 1, 2)
@rule("block.both", 1)
@rule("attack-card.block-by-type", 2)
@by_either
@pytest.mark.parametrize("known", [True, False])
def test_an_ability_is_not_blocked(player: int, known: bool) -> None:
    card = attack("test", HIT, type="ability", light=2)
    position = attacking(card, player, hands=seated(player, (), (SHIELD, SHIELD)), known=known)

    assert not position.asked
    assert taken(position) == (0, 3)


@rule("block.only-assault", 3)
@by_either
def test_the_knockdown_effect_is_not_blocked(player: int) -> None:
    card = attack("test", HIT, light=1, knockdown=True)
    position = attacking(card, player, hands=seated(player, (), (SHIELD, SHIELD, FIST)), dice=[(1, 1, 1)])
    position.answer(("block", ("reduce", SHIELD)), ("block", ("cancel", SHIELD)))

    assert taken(position) == (0, 0)
    assert (position.asked, position.player) == ("call_test", player)
    assert position.answer(True).last(KnockdownTestCalled).player == 1 - player


@rule("block.only-assault", 1)
def test_an_assault_that_only_knocks_down_leaves_nothing_to_block() -> None:
    position = attacking(attack("test", knockdown=True), hands=((), (SHIELD, SHIELD)))

    assert (position.asked, position.player) == ("call_test", 0)


@rule("block.only-assault", 4)
@rule("block.cancel", 1)
@by_either
def test_extra_damage_of_an_effect_is_not_reduced(player: int) -> None:
    """It can only be cancelled with the effect: the cards in hand do not count against it."""
    position = assault(SHIELD, *(FIST,) * 5, player=player, light=1, effects=[{"do": "damage", "heavy": 1, "light": 1}])

    assert taken(position.answer(("block", ("reduce", SHIELD)))) == (1, 1)


@rule("block.only-assault", 4)
def test_the_damage_of_a_skill_is_not_blocked() -> None:
    resolved = {"when": "attack resolved", "effects": [{"do": "damage", "heavy": 1}]}
    skill = {"id": "spite", "initiative": 9, "triggers": [resolved]}
    here: Any = {"rules": invent(skills=[skill], attacks=[attack("test", light=1)]), "active": (("spite",), ())}
    position = duel(hands=((), (SHIELD, SHIELD, FIST, FIST)), **here).begin(ATTACK(player=0, name="test"))
    position.answer(("block", ("reduce", SHIELD)))

    assert not position.asked
    assert taken(position) == (1, 0)


@rule("field.hidden", 1)
def test_who_is_asked_does_not_tell_what_nobody_has_seen() -> None:
    """A hand that the opponent knows to have no shield is passed over; one that might have a shield is asked."""
    assert not assault(FIST, FIST, light=1).asked
    asked = assault(FIST, FIST, light=1, known=False)
    assert (asked.window, asked.options) == ("assault declared", [None])
    assert not assault(FIST, FIST, light=1, known=False, asked="whoever can").asked
    assert not assault(light=1, known=False).asked
    assert not assault(SHIELD, FIST, light=1, known=False).answer(("block", ("reduce", SHIELD))).asked


@rule("field.hidden", 1)
@by_either
def test_one_card_that_nobody_has_seen_is_enough_to_be_asked(player: int) -> None:
    """Of the two cards in hand one was taken from the display, and the other was drawn."""
    position = attacking("study", player, hands=seated(player, (FIST,), ()))
    assert not position.begin(ATTACK(player=player, name="elbow")).asked, "the hand of the other is empty"
    position.begin(ATTACK(player=1 - player, name="elbow"))

    assert (position.window, position.options) == ("assault declared", [None])
    seen = position.game.view(1 - player).state.zones[HAND[player]].cards
    assert sorted(map(str, seen)) == sorted(["None", FIST])


@rule("field.hidden", 1)
@pytest.mark.parametrize(("asked", "alike"), [("whoever might", True), ("whoever can", False)])
def test_the_attacker_sees_no_difference_between_a_hand_with_a_shield_and_one_without(asked: str, alike: bool) -> None:
    hands = ((SHIELD, FIST), (FIST, FIST))
    one, other = (assault(*held, light=1, known=False, asked=asked) for held in hands)
    assert (looks(one.game, 0) == looks(other.game, 0)) == alike
    if alike:
        assert looks(one.answer(None).game, 0) == looks(other.answer(None).game, 0)
