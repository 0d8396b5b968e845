"""The attack sequence (chapter 12)."""

from __future__ import annotations

import pytest

from rulewright_heroclix.events import AttackResolved, DamageDealt, Hit, KnockedBack, KnockedOut, Missed

from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, one, rule


@rule("12.2d")
@rule("12.3", 1, 2, 3)
@pytest.mark.parametrize(("roll", "hit"), [("34", True), ("33", False)])
def test_an_attack_total_of_the_defense_value_hits(roll: str, hit: bool) -> None:
    position = attacking(rolls=dice(roll))  # attack 10 against defense 17

    assert bool(happened(position, Hit)) is hit and bool(happened(position, Missed)) is not hit
    assert one(position, FOE).click == (4 if hit else 1)


@rule("12.3b", 1, 2, 3)
def test_two_sixes_hit_whatever_the_defense_and_deal_one_more() -> None:
    wall = clix(FOE, *("6/8/30/1",) * 6)
    position = attacking(rules=invent(wall), rolls=dice("66")).answer(None)

    assert happened(position, Hit)[0].critical
    assert happened(position, DamageDealt)[0].amount == 4


@rule("12.3c")
def test_two_ones_miss_whatever_the_defense_and_hurt_the_attacker() -> None:
    ghost = clix(FOE, *("6/8/2/1",) * 6)
    position = attacking(rules=invent(ghost), rolls=dice("11"))

    assert happened(position, Missed) and happened(position, AttackResolved)[0].attacked
    hurt = happened(position, DamageDealt)
    assert [(event.character, event.amount, event.kind) for event in hurt] == [(HERO, 1, "unavoidable")]


@rule("12.1a", 1, 3)
@rule("12.4", 2, 3, 5, 6)
@rule("12.3", 4)
def test_damage_is_divided_among_the_hit_targets_of_several_bolts() -> None:
    sniper, tough = clix(HERO, bolts=2), clix("tough", *("6/8/19/1",) * 6)
    position = attacking(
        at(HERO, "C3"), at(FOE, "F3"), at("tough", "F5", player=1), at("tough", "F7", player=1, name="third"),
        kind="range", rules=invent(sniper, tough), rolls=dice("54"),
    )  # fmt: skip

    position.answer((FOE, "tough")).answer((1, 2))

    assert [(event.character, event.amount) for event in happened(position, DamageDealt)] == [(FOE, 1), ("tough", 2)]


@rule("12.6b", 3)
@rule("12.6d", 2, 4, 5)
@rule("12.6g", 1)
def test_doubles_may_knock_a_hit_character_back_three_squares() -> None:
    position = attacking(rolls=dice("44")).answer("yes")

    assert one(position, FOE).squares == ((6, 2),)
    assert happened(position, KnockedBack)[0].way == ((3, 2), (4, 2), (5, 2), (6, 2))


@rule("12.6d", 6)
@rule("12.6e", 1, 2)
def test_another_character_in_the_way_stops_and_hurts_who_is_knocked_back() -> None:
    position = attacking(at(FOE, "F3", name="other", player=1), rolls=dice("44")).answer("yes")

    assert happened(position, KnockedBack)[0].way == ((3, 2), (4, 2))
    assert [event.amount for event in happened(position, DamageDealt)] == [3, 1]
    assert happened(position, KnockedOut)[0].character == FOE and one(position, FOE).area == "ko"


@rule("11.2a")
def test_a_range_attack_is_not_made_beside_an_opposing_character() -> None:
    position = attacking(at(FOE, "H3", name="far", player=1), kind="range")

    assert happened(position, AttackResolved)[0].attacked is False


@rule("pac.toughness")
@rule("12.5b", 1, 3)
def test_one_reduction_applies_to_damage() -> None:
    stone = clix(FOE, *("6/8/15 toughness/1",) * 6, traits=[_trait("invulnerability")])
    position = attacking(rules=invent(stone), rolls=dice("56"))

    position.answer(("invulnerability", FOE))

    assert [event.taken for event in happened(position, DamageDealt)] == [1]


def _trait(*grants: str) -> dict[str, object]:
    return {"id": "gift", "name": {"en": "Gift", "zh": "天赋"}, "grants": list(grants)}


@rule("pac.super-senses")
@rule("12.3a")
@rule("8.1i", 1, 2, 4)
@pytest.mark.parametrize(("face", "evades"), [("5", True), ("4", False)])
def test_super_senses_evade_on_five_or_six(face: str, evades: bool) -> None:
    seer = clix(FOE, *("6/8/15 super-senses/1",) * 6)
    position = attacking(rules=invent(seer), rolls=dice("56", face)).answer(("super-senses", FOE))

    assert bool(happened(position, Hit)) is not evades
    assert [event.evaded for event in happened(position, Missed)] == [True] * evades
