"""What a rule is not about: others than who is meant, other moves, a second time."""

from __future__ import annotations

import pytest

from rulewright_crisis_protocol.objectives import contests

from .effects_table import happens
from .table import HERO, VILLAIN, at, attack, battle, card, invent, one, power, rule, token, turn


@rule("terms.cannot-beats-can")
@pytest.mark.parametrize("barred", [False, True])
def test_who_cannot_contest_contests_nothing(barred: bool) -> None:
    ban = power("shy", "innate", does=[{"forbids": "contest"}])
    rules = invent(card(HERO, superpowers=[ban] if barred else []))
    position = battle(at(HERO, 18, 16), token("t", 18, 18), rules=rules)
    assert contests(position.game, HERO) is not barred


@rule("terms.effects")
def test_the_next_attack_of_one_character_is_not_that_of_another() -> None:
    """Both have two dice more; the attack of the hero uses up its own, and what is left is the least, one."""
    everybody = {"do": "change", "stat": "attack dice", "by": 2, "who": {"every": "allied", "range": 5, "itself": True},
                 "until": "next attack"}  # fmt: skip
    rules = invent(
        card(HERO, attack("blow", range="5"), superpowers=[power("hurrah", "active", everybody)]), card("friend")
    )
    things = at(HERO, 10, 10), at("friend", 10, 13), at(VILLAIN, 13, 10, 1)
    position = battle(*things, rules=rules, rolls=["-----", "--"])
    turn(position).answer(("activate", HERO), ("superpower", "hurrah"))
    assert [position.game.number("attack dice", id) for id in (HERO, "friend")] == [2, 2]
    position.answer(("attack", "blow"))
    assert [position.game.number("attack dice", id) for id in (HERO, "friend")] == [1, 2]


@rule("superpower.reactive")
@rule("move.kinds")
@pytest.mark.parametrize(("when", "asked"), [("enemy moves", False), ("enemy movement ends", True)])
def test_who_is_pushed_does_not_move_by_itself(when: str, asked: bool) -> None:
    """The villain answers enemies that advance or climb near it, or also those that are pushed there."""
    snap = power("snap", "reactive", {"do": "gain_power", "amount": 1, "who": "self"}, when=when, range=5)
    push = {"do": "push", "who": "self", "way": "toward", "of": "chosen"}
    position = happens(push, cards=[card(VILLAIN, superpowers=[snap])], things=[at(VILLAIN, 15, 10, 1, power=2)],
                       chosen=VILLAIN)  # fmt: skip
    assert position.answer(0.0).idle is not asked
    assert one(position, HERO).x > 10
    assert one(position, VILLAIN).power == 2


@rule("condition.gain")
def test_a_condition_is_had_once() -> None:
    twice = {"do": "condition", "condition": "poison", "who": "self"}
    assert one(happens(twice, twice), HERO).conditions == ("poison",)
