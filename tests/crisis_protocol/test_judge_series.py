"""Situations of beams and areas, decided from the rulebook: allies, sight, order, and what happens between strikes."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.choosing import open_attacks
from rulewright_crisis_protocol.attack.series import SERIES
from rulewright_crisis_protocol.events.attacks import AttackResolved
from rulewright_crisis_protocol.events.characters import Dazed, KnockedOut, PowerSpent

from .judge_table import attacked, decline, gains, gives, harms, hurt, offered, rolls_of, use
from .table import HERO, VILLAIN, at, attack, battle, card, invent, one, piece, power, rule, token, turn

NAMES = ("second", "third", "friend", "mate")


def wave(
    *things: Any, range: str = "A2", rolls: Any = (), specials: Any = (), hero: Any = (), cards: Any = (),
    stands: Any = None, **facts: Any,
) -> Scenario:  # fmt: skip
    """The hero makes a beam or an area attack."""
    strike = attack("wave", *specials, range=range, **facts)
    known = {one["id"] for one in cards}
    others = [card(name) for name in NAMES if name not in known]
    rules = invent(card(HERO, strike, superpowers=list(hero)), *cards, *others)
    position = battle(stands or at(HERO, 10, 10, power=5), *things, rules=rules, rolls=rolls)
    return position.begin(SERIES(player=0, attacker=HERO, attack="wave"))


def decided(position: Scenario, *order: str) -> Scenario:
    """The attacker chooses the next targets in this order."""
    for name in order:
        assert position.asked == "next_target" and position.player == 0
        position.answer(name)
    return position


# Whom it strikes --------------------------------------------------------------------------------------------


@rule("area.resolve", 2)
@rule("area.allies")
@rule("los.rule", 3)
def test_behind_a_house_an_enemy_is_not_attacked_and_an_ally_suffers_all_the_same() -> None:
    """The source asks for sight where it speaks of enemies, and for range alone where it speaks of allies."""
    house = piece("truck", 12, 10, facing=90)
    position = wave(at(VILLAIN, 14, 10, 1), at("friend", 14, 11.5), at("second", 10, 12.5, 1), house, range="A3",
                    rolls=["---", "--"])  # fmt: skip
    assert attacked(position) == ["second"]
    assert hurt(position) == [("friend", 1)]


@rule("attack.target", 2)
@rule("area.definition", 2)
@pytest.mark.parametrize("range", ["A2", "B2"])
def test_with_allies_alone_in_reach_there_is_no_attack(range: str) -> None:
    rules = invent(card(HERO, attack("wave", range=range)), card("friend"))
    game = battle(at(HERO, 10, 10), at("friend", 12, 10), at(VILLAIN, 30, 30, 1), rules=rules).game
    assert not list(open_attacks(game, HERO))


@rule("area.definition", 3)
@rule("measure.within", 1)
@pytest.mark.parametrize(("gap", "hit"), [(2.999, True), (3.001, False)])
def test_the_reach_of_an_area_is_measured_from_edge_to_edge(gap: float, hit: bool) -> None:
    base = 35 / 25.4
    things = at(VILLAIN, 10, 12.5, 1), at("second", 10 + base + gap, 10, 1)
    position = wave(*things, rolls=["---", "--"] * 2)
    assert (position.asked == "next_target") is hit


@rule("damage.dazed-limits", 2, 3)
def test_the_dazed_are_neither_attacked_nor_hurt() -> None:
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1, dazed=True), at("friend", 8, 10, dazed=True)
    position = wave(*things, rolls=["---", "--"])
    assert attacked(position) == [VILLAIN] and hurt(position) == []


@rule("area.allies")
@rule("terms.enemy-effect", 1)
@rule("damage.power")
def test_an_ally_gains_no_power_and_no_condition_and_triggers_nothing_of_the_attack() -> None:
    bleed = {"effects": [gives("bleed")]}
    position = wave(at(VILLAIN, 12, 10, 1), at("friend", 8, 10), specials=[bleed], rolls=["---", "--"])

    friend = one(position, "friend")
    assert (friend.damage, friend.power, friend.conditions) == (1, 0, ())
    assert one(position, VILLAIN).conditions == ("bleed",)


@rule("overview.priority-of-rules")
@rule("area.allies")
def test_an_area_that_spares_allies_hurts_none() -> None:
    things = at(VILLAIN, 12, 10, 1), at("friend", 8, 10)
    assert hurt(wave(*things, ignores=["allies"], rolls=["H--", "--"])) == [(VILLAIN, 1)]


@rule("area.allies")
@rule("damage.dazed")
@rule("objective.drop", 2)
def test_an_ally_may_be_dazed_by_it_and_the_opponent_lays_its_token() -> None:
    held = token("vial", 0, 0, "vials", holder="friend")
    position = wave(at(VILLAIN, 12, 10, 1), at("friend", 8, 10, damage=4), held, rolls=["---", "--"])

    assert position.events(Dazed) and (position.asked, position.player) == ("drop", 1)
    assert attacked(position.answer((8.0, 8.0))) == [VILLAIN]


@rule("beam.definition", 3)
@rule("area.definition", 4)
@pytest.mark.parametrize("range", ["A2", "B3"])
def test_it_never_strikes_who_makes_it(range: str) -> None:
    position = wave(at(VILLAIN, 12, 10, 1), range=range, rolls=["---", "--"])
    assert one(position, HERO).damage == 0


@rule("beam.resolve", 5)
@rule("beam.definition", 1)
def test_a_beam_hurts_the_ally_under_it_by_1_and_each_enemy_by_its_own_roll() -> None:
    things = at(VILLAIN, 13, 10, 1), at("friend", 12, 11.6), at("second", 15, 10, 1)
    position = wave(*things, range="B3", rolls=["HHH", "--", "H--", "--"])
    position.answer(next(hit for hit in position.options if {*hit} == {VILLAIN, "second", "friend"}))
    decided(position, "second")

    assert sorted(hurt(position)) == [("friend", 1), ("second", 3), (VILLAIN, 1)]


@rule("beam.definition", 2)
@rule("beam.resolve", 2)
def test_nobody_lays_a_beam_that_strikes_no_enemy() -> None:
    position = wave(at(VILLAIN, 13, 10, 1), at("friend", 7, 10), range="B3", rolls=["---", "--"])
    assert position.idle and attacked(position) == [VILLAIN] and hurt(position) == []


# The order and the cost -------------------------------------------------------------------------------------


@rule("area.resolve", 1)
@rule("beam.resolve", 1)
@pytest.mark.parametrize("range", ["A2", "B3"])
def test_the_cost_is_paid_once_before_anyone_is_struck(range: str) -> None:
    things = at(VILLAIN, 12.5, 10, 1), at("second", 14, 10.3, 1)
    position = wave(*things, range=range, cost=4, rolls=["---", "--"] * 2)
    if position.asked == "aim":
        position.answer(next(hit for hit in position.options if len(hit) == 2))

    assert position.asked == "next_target" and one(position, HERO).power == 1
    decided(position, VILLAIN)
    assert [event.amount for event in position.events(PowerSpent)] == [4] and len(attacked(position)) == 2


@rule("area.resolve", 3, 4)
def test_after_each_strike_the_attacker_chooses_anew() -> None:
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1), at("third", 8, 10, 1)
    position = decided(wave(*things, rolls=["---", "--"] * 3), "third", "second")
    assert attacked(position) == ["third", "second", VILLAIN]


@rule("area.resolve", 4)
@rule("attack.icon-rules")
@rule("attack.step-14")
def test_each_strike_has_its_own_dice_icons_and_rewards_before_the_next_begins() -> None:
    specials = [{"icons": ["wild"], "effects": [gives("bleed")]}, {"effects": [gains("damage_dealt")]}]
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = wave(*things, specials=specials, rolls=["W--", "--", "HH-", "--"], stands=at(HERO, 10, 10))
    decided(position, VILLAIN)
    assert position.asked == "trigger"  # the attacker orders its own effects
    position.answer(position.options[0])

    assert one(position, VILLAIN).conditions == ("bleed",) and one(position, "second").conditions == ()
    assert one(position, HERO).power == 3


@rule("superpower.reactive")
@rule("area.resolve", 2)
def test_a_reactive_superpower_may_be_used_in_each_attack_of_a_series() -> None:
    luck = power("luck", "reactive", {"do": "reroll", "amount": 1}, when="own dice")
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = decided(wave(*things, hero=[luck], rolls=["---", "--", "H", "---", "--", "H"]), VILLAIN)

    use(position, "luck").answer((0,))
    use(position, "luck").answer((0,))
    assert hurt(position) == [(VILLAIN, 1), ("second", 1)]


@rule("attack.step-4", 2)
@rule("terms.effects")
def test_dice_for_the_next_attack_action_are_for_all_its_strikes() -> None:
    more = power("ready", "active", {"do": "change", "stat": "attack dice", "by": 2, "until": "next attack action"})
    rules = invent(card(HERO, attack("wave", range="A2"), superpowers=[more]), card("second"))
    things = at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = battle(*things, rules=rules, rolls=["-----", "--", "-----", "--"])
    turn(position).answer(("activate", HERO), ("superpower", "ready"), ("attack", "wave"), VILLAIN)
    assert [len(faces) for faces in rolls_of(position, "attack")] == [5, 5]


# What changes between the strikes ---------------------------------------------------------------------------


@rule("area.resolve", 2, 4)
def test_who_was_pushed_out_of_reach_was_in_range_when_it_was_made() -> None:
    """Who is struck is settled by the range when the area is made; the strikes come one after the other."""
    crowd = {"every": "enemy", "range": 5, "other_than": ["target"]}
    push = {"effects": [{"do": "push", "who": crowd, "way": "away", "tool": "long"}]}
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = decided(wave(*things, specials=[push], rolls=["---", "--"] * 2), VILLAIN)
    assert position.asked == "push"
    position.answer(90.0)
    while not position.idle:
        position.answer(0.0)
    assert attacked(position) == [VILLAIN, "second"]


@rule("area.resolve", 4)
@rule("damage.dazed-limits", 2)
@rule("damage.ko")
@pytest.mark.parametrize("injured", [False, True])
def test_who_fell_by_the_first_strike_is_struck_no_more(injured: bool) -> None:
    blast = {"effects": [harms({"every": "enemy", "range": 3}, 9)]}
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1, injured=injured), at("third", 30, 30, 1)
    position = decided(wave(*things, specials=[blast], rolls=["---", "--"]), VILLAIN)
    assert position.idle and attacked(position) == [VILLAIN]
    assert bool(position.events(KnockedOut)) is injured


@rule("damage.dazed-limits", 4)
@rule("area.resolve", 4)
@pytest.mark.parametrize("injured", [False, True])
def test_an_attacker_that_falls_between_the_strikes_strikes_no_more(injured: bool) -> None:
    thorns = power("thorns", "innate", harms("attacker", 9), when="after attacked")
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1), at("friend", 30, 30)
    position = wave(*things, cards=[card(VILLAIN, superpowers=[thorns])], rolls=["HHH", "--"],
                    stands=at(HERO, 10, 10, injured=injured))  # fmt: skip
    decided(position, VILLAIN)

    assert position.idle and attacked(position) == [VILLAIN]
    assert one(position, "second").damage == 0


@rule("damage.dazed-limits", 4)
@rule("damage.dazed-limits", 8)
def test_an_attacker_that_falls_in_a_strike_of_its_activation_ends_both() -> None:
    thorns = power("thorns", "reactive", harms("attacker", 9), when="before damage")
    cards = [card(VILLAIN, superpowers=[thorns]), card("second"), card("friend")]
    rules = invent(card(HERO, attack("wave", range="A2")), *cards)
    things = at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1), at("friend", 30, 30)
    position = battle(*things, rules=rules, rolls=["HHH", "--"]).begin(ACTIVATION(player=0, character=HERO))
    use(position.answer(("attack", "wave"), VILLAIN), "thorns")

    assert position.idle and not position.events(AttackResolved)
    assert [one(position, id).damage for id in (VILLAIN, "second")] == [0, 0]


@rule("attack.step-2", 3)
@rule("area.resolve", 2)
def test_who_steps_in_front_in_a_series_is_struck_for_the_other_and_then_for_itself() -> None:
    guard = power("bodyguard", "reactive", {"do": "redirect", "who": "self"}, when="ally targeted", range=3)
    things = at(VILLAIN, 12, 10, 1), at("second", 10, 12, 1)
    position = wave(*things, cards=[card("second", superpowers=[guard])], rolls=["H--", "--", "H--", "--"])
    use(decided(position, VILLAIN), "bodyguard")

    assert hurt(position) == [("second", 1), ("second", 1)]


@rule("cover.conditions", 4)
@rule("beam.resolve", 2)
def test_in_a_beam_each_target_has_its_own_cover() -> None:
    car = piece("car", 13.2, 10, facing=90)
    things = at(VILLAIN, 12, 12.5, 1), at("second", 15.3, 10, 1), car
    position = wave(*things, range="A3", rolls=["---", "--"] * 2)
    decided(position, "second")
    assert offered(position, "take_cover") and position.player == 1
    position.answer(None)
    assert decline(position).idle and attacked(position) == ["second", VILLAIN]
