"""The attack sequence (chapter 12)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import FOREVER, Context, Extension, Power, Procedure, begin_effect, until_next
from rulewright.geometry.grid import name_of
from rulewright.powers import Bearer, before
from rulewright.testing import Scenario
from rulewright_heroclix.attack.knock_back import knock_back
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.events.attacks import AttackResolved, Hit, Missed, RollFinalized, Targeted
from rulewright_heroclix.events.characters import NamedTokens
from rulewright_heroclix.events.damage import DamageDealt, Healed, KnockedOut, TookDamage, Turned
from rulewright_heroclix.events.movement import KnockedBack, Moved
from rulewright_heroclix.events.turns import ActionResolved, TokenGiven
from rulewright_heroclix.ruleset import RULESET
from rulewright_heroclix.terms import Attack, characters_of

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, marker, one, play, rule, turn


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


@rule("12.3c", 1, 4)
def test_two_ones_miss_whatever_the_defense_and_hurt_the_attacker() -> None:
    ghost = clix(FOE, *("6/8/2/1",) * 6)
    position = attacking(rules=invent(ghost), rolls=dice("11"))

    assert happened(position, Missed) and happened(position, AttackResolved)[0].attacked
    hurt = happened(position, DamageDealt)
    assert [(event.character, event.amount, event.kind) for event in hurt] == [(HERO, 1, "unavoidable")]


@rule("12.1a", 1, 3)
@rule("12.4", 2, 3, 5, 6)
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


# 12 and 12.1 ------------------------------------------------------------------------------------------------


def gift(*grants: str, id: str = "gift", **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": id.title(), "zh": id}, "grants": list(grants), **more}


def changed(position: Scenario, id: str, stat: str, amount: int, layer: str = "increase") -> Scenario:
    """With an effect on a number of a character."""
    data = {"stat": stat, "layer": layer, "amount": amount}
    position.happen(begin_effect(position.game, "change", FOREVER, target=("characters", id), data=data))
    return position


def attack(position: Scenario, kind: str = "close", id: str = HERO, **more: Any) -> Scenario:
    return position.begin(ATTACK(player=0, attacker=id, kind=kind, **more))


def dealt(position: Scenario) -> list[tuple[str, int]]:
    return [(event.character, event.taken) for event in happened(position, DamageDealt)]


TOUGH = ("8/10/16/2",) * 8


@rule("12")
@rule("12.1", 1, 7)
@rule("12.2", 1)
@rule("12.5", 3)
@rule("12.7", 1)
@pytest.mark.parametrize(("kind", "square"), [("close", "D3"), ("range", "F3")])
def test_an_attack_of_either_kind_has_seven_steps(kind: str, square: str) -> None:
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[gift("knockback")]), clix(FOE, *TOUGH))
    position = attacking(
        at(FOE, square), marker("debris", "D4"), kind=kind, rules=rules, rolls=dice("56")
    ).answer("yes")  # fmt: skip

    kinds = (Targeted, RollFinalized, Hit, DamageDealt, TookDamage, KnockedBack, AttackResolved)
    assert [type(event) for event in happened(position, *kinds)] == list(kinds)
    assert happened(position, Targeted) == [Targeted(HERO, FOE, rule="12.1")]


@rule("12.1", 3)
@rule("12.1a", 3)
def test_the_range_value_is_calculated_when_targets_are_chosen() -> None:
    things = at(HERO, "A1"), at(FOE, "H1"), at(FOE, "G5", player=1, name="near")
    position = attack(play(*things, rolls=dice("12")), "range")
    far = attack(changed(play(*things, rolls=dice("12")), HERO, "range", 1, "modify"), "range")

    assert [event.target for event in happened(position, Targeted)] == ["near"]
    assert far.options == [FOE, "near"]


@rule("12.1", 5, 6)
@rule("12.1a", 2)
def test_targets_of_a_close_attack_are_adjacent_opposing_characters() -> None:
    position = attacking(
        at(HERO, "C3"), at(HERO, "C4", name="friend"), at(FOE, "D3"), at(FOE, "B3", player=1, name="second"),
        at(FOE, "E3", player=1, name="apart"), rules=invent(clix(HERO, bolts=4)),
    )  # fmt: skip

    assert sorted({id for some in position.options for id in some}) == [FOE, "second"]


@rule("12.1", 2, 4)
@rule("12.1a", 1, 3)
def test_as_many_targets_as_bolts_each_once() -> None:
    foes = [at(FOE, square, player=1, name=square.lower()) for square in ("G1", "G3", "G5", "P16")]
    position = attacking(at(HERO, "C3"), at(FOE, "G7"), *foes, kind="range", rules=invent(clix(HERO, bolts=2)))

    assert {len(some) for some in position.options} == {1, 2}
    assert all(len(set(some)) == len(some) and "p16" not in some for some in position.options)


@rule("12.1a", 4)
def test_a_character_has_at_least_one_bolt() -> None:
    position = attack(changed(play(at(HERO, "C3"), at(FOE, "D3"), rolls=dice("34")), HERO, "targets", -3))

    assert [event.target for event in happened(position, Hit)] == [FOE]


@rule("12.1b")
@rule("12.1", 6)
def test_all_characters_are_targets_without_bolts_and_each_takes_all_the_damage() -> None:
    things = at(HERO, "C3"), at(FOE, "F3"), at(FOE, "F5", player=0, name="friend"), at(FOE, "A1", name="close")
    targets = (FOE, "friend", "close")
    position = attack(play(*things, rules=invent(clix(FOE, *TOUGH)), rolls=dice("56")), "range", targets=targets)

    assert [event.target for event in happened(position, Hit)] == list(targets)
    assert dealt(position) == [(id, 3) for id in targets]


FLEES = {"when": "targeted", "effects": [
    {"do": "target", "among": "friendly", "named": "mate", "then": [{"do": "place", "who": "self", "near": "chosen"}]}
]}  # fmt: skip


@rule("12.1c", 1, 2, 3)
@rule("6.5a")
@rule("12.7", 2)
@pytest.mark.parametrize(("kind", "attacked"), [("close", False), ("range", True)])
def test_a_target_that_became_illegal_is_none_and_nobody_takes_its_place(kind: str, attacked: bool) -> None:
    rules = invent(clix(HERO), clix(FOE, *TOUGH, traits=[gift(does=[FLEES])]), clix("mate"))
    things = [at(HERO, "C3"), at(FOE, "D3"), at("mate", "C9", player=1)]
    things[1:2] = [at(FOE, "D3")] if kind == "close" else [at(FOE, "F3")]
    position = attacking(*things, kind=kind, rules=rules, rolls=dice("34"))
    position = position.answer(FOE) if position.asked == "target" else position
    position.answer((2, 7))

    assert [event.attacked for event in happened(position, AttackResolved)] == [attacked]
    assert len(happened(position, Hit)) == attacked and len(happened(position, Targeted)) == 1


@rule("12.1c", 4)
@rule("12.4", 3)
def test_the_others_stay_targets_and_share_the_damage() -> None:
    rules = invent(
        clix(HERO, bolts=2), clix(FOE, *TOUGH, traits=[gift(does=[FLEES])]), clix("mate", *TOUGH)
    )  # fmt: skip
    things = at(HERO, "C3"), at(FOE, "D3"), at("mate", "C4", player=1), at("mate", "C9", player=1, name="other")
    position = attacking(*things, rules=rules, rolls=dice("56")).answer((FOE, "mate")).answer("other")
    position.answer((2, 9))

    assert [event.target for event in happened(position, Hit)] == ["mate"]
    assert dealt(position) == [("mate", 3)]


# 12.2 The attack total --------------------------------------------------------------------------------------


@rule("12.2a")
@rule("12.2d", 1)
def test_values_are_calculated_before_the_roll_and_differ_by_the_lowest_roll_that_hits() -> None:
    rules = invent(clix(HERO, "8/10/17/3"), clix(FOE, "8/10/18/2", *TOUGH))
    position = attacking(rules=rules)
    values = position.game.context(Attack)

    assert position.asked == "attack roll" and (values.value, values.defenses) == (10, ((FOE, 18),))
    for roll in ((3, 4), (2, 6), (4, 4)):
        again = attacking(rules=rules, rolls=[roll])
        assert bool(happened(again, Hit)) is (sum(roll) >= 18 - 10)


@rule("12.2b", 1, 2)
def test_one_roll_for_all_targets() -> None:
    rules = invent(clix(HERO, bolts=3), clix(FOE, *TOUGH))
    foes = at(FOE, "F3"), at(FOE, "F5", player=1, name="second"), at(FOE, "F7", player=1, name="third")
    position = attacking(at(HERO, "C3"), *foes, kind="range", rules=rules, rolls=dice("56"))
    position.answer((FOE, "second", "third"))

    assert [event.faces for event in happened(position, RollFinalized)] == [(5, 6)]
    assert len(happened(position, Hit)) == 3


REROLLS = {"rerolls": True, "whose": "any"}
SIXES = {"replaces_die": 6, "whose": "any"}


@rule("12.2b", 3, 4)
@rule("12.2c")
@rule("21.3b")
@rule("21.4", 2, 4, 5, 6)
@rule("13.5", 2)
def test_rerolls_come_in_rounds_until_both_decline_then_replaced_dice() -> None:
    tricks = [gift(does=[REROLLS, SIXES])]
    rules = invent(clix(HERO, *TOUGH, traits=tricks), clix(FOE, *TOUGH, traits=tricks))
    position = attacking(rules=rules, rolls=dice("34", "11", "22"))
    asked = []
    for use in (True, True, True, True):
        asked.append((position.player, position.game.context(Attack).roll.numbers))
        position.answer(position.options[1 if use else 0])
        if position.asked == "die":
            position.answer(0)

    assert asked == [(0, (3, 4)), (1, (1, 1)), (0, (2, 2)), (1, (6, 2))]
    assert [event.faces for event in happened(position, RollFinalized)] == [(6, 2)]


@rule("21.3b")
@rule("12.2b", 3)
def test_a_reroll_of_the_opponent_gives_the_active_player_another_turn_to_reroll() -> None:
    tricks = [gift(does=[REROLLS])]
    rules = invent(clix(HERO, *TOUGH, traits=tricks), clix(FOE, *TOUGH, traits=tricks))
    position = attacking(rules=rules, rolls=dice("34", "11", "56"))
    players = []
    for use in (False, True, True):
        players.append(position.player)
        position.answer(position.options[1 if use else 0])

    assert players == [0, 1, 0]
    assert [event.faces for event in happened(position, RollFinalized)] == [(5, 6)]


@rule("21.3", 2, 3)
@rule("12.2c", 1)
def test_a_rerolled_result_never_was() -> None:
    rules = invent(clix(HERO, *TOUGH, traits=[gift(does=[REROLLS])]), clix(FOE, *TOUGH))
    position = attacking(rules=rules, rolls=dice("11", "34"))
    position.answer(position.options[1])

    assert dealt(position) == [(FOE, 2)] and not happened(position, Missed)


@rule("12.2b", 4)
@rule("12.2d", 2)
@rule("12.2e")
@pytest.mark.parametrize("stat", ["attack roll", "attack total"])
def test_the_roll_and_the_total_may_be_increased(stat: str) -> None:
    position = attack(changed(play(at(HERO, "C3"), at(FOE, "D3"), rolls=dice("24")), HERO, stat, 1))

    assert [event.total for event in happened(position, Hit)] == [17]
    assert happened(position, RollFinalized)[0].faces == (2, 4)


# 12.3 Hits --------------------------------------------------------------------------------------------------


@rule("12.3", 5)
def test_what_a_hit_triggers_resolves_before_damage_is_calculated() -> None:
    weakens = {"when": "hit", "effects": [{"do": "modify", "to": "other", "values": ["damage"], "by": -1}]}
    rules = invent(clix(HERO), clix(FOE, *TOUGH, traits=[gift(does=[weakens])]))

    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("56")))

    assert dealt(position.answer((HERO, "close", "CLOSE"))) == [(FOE, 2)]


@rule("12.3a", 3)
def test_only_the_one_that_evades_is_missed() -> None:
    rules = invent(clix(HERO, bolts=2), clix(FOE, *("8/10/16 super-senses/2",) * 6), clix("plain", *TOUGH))
    things = at(HERO, "C3"), at(FOE, "F3"), at("plain", "F5", player=1)
    position = attacking(*things, kind="range", rules=rules, rolls=dice("45", "6")).answer((FOE, "plain"))
    position.answer(("super-senses", FOE))

    assert [event.target for event in happened(position, Missed)] == [FOE]
    assert dealt(position) == [("plain", 3)]


@rule("12.3b", 1, 2)
@rule("12.3c", 1, 2)
@pytest.mark.parametrize(("roll", "more", "hits"), [("11", 30, False), ("66", -30, True), ("56", 1, True)])
def test_the_dice_themselves_make_a_critical_hit_or_miss(roll: str, more: int, hits: bool) -> None:
    position = attack(changed(play(at(HERO, "C3"), at(FOE, "D3"), rolls=dice(roll)), HERO, "attack roll", more))
    position = position.answer(None) if position.asked == "knock_back" else position

    assert bool(happened(position, Hit)) is hits
    assert [event.critical for event in happened(position, Hit)] == ([roll == "66"] if hits else [])


@rule("12.3b", 3)
@rule("12.4a", 1)
def test_a_critical_hit_deals_each_of_several_targets_one_more() -> None:
    rules = invent(clix(HERO, bolts=2), clix(FOE, *TOUGH))
    things = at(HERO, "C3"), at(FOE, "F3"), at(FOE, "F5", player=1, name="second")
    position = attacking(*things, kind="range", rules=rules, rolls=dice("66")).answer((FOE, "second"))

    assert dealt(position.answer((3, 0)).answer(None)) == [(FOE, 4), ("second", 1)]


@rule("12.3c", 3, 4)
@rule("8.1d", 1, 2)
def test_a_critical_miss_hurts_immediately_after_the_attack() -> None:
    heals = {"when": "attack resolved", "effects": [{"do": "named_tokens", "token": "sweat"}]}
    rules = invent(clix(HERO, *TOUGH, traits=[gift(does=[heals])]), clix(FOE, *TOUGH))
    position = attacking(rules=rules, rolls=dice("11"))

    kinds = (Missed, AttackResolved, DamageDealt, NamedTokens)
    assert [type(event) for event in happened(position, *kinds)] == list(kinds)


# 12.4 Damage ------------------------------------------------------------------------------------------------


@rule("12.4", 1, 2, 7)
@rule("12.4b", 1)
@rule("6.9", 1)
def test_missed_targets_are_dealt_no_damage_and_hit_ones_all_at_the_same_time() -> None:
    rules = invent(clix(HERO, bolts=3), clix(FOE, *TOUGH), clix("wall", *("8/10/25/2",) * 4))
    things = (at(FOE, "F3"), at(FOE, "F5", player=1, name="second"), at("wall", "F7", player=1))
    position = attack(changed(play(at(HERO, "C3"), *things, rules=rules, rolls=dice("56")), HERO, "damage", 1,
                              "modify"), "range").answer((FOE, "second", "wall"))  # fmt: skip
    assert position.asked == "divide"
    position.answer((2, 2))

    kinds = [type(event) for event in happened(position, DamageDealt, TookDamage)]
    assert dealt(position) == [(FOE, 2), ("second", 2)]
    assert kinds == [DamageDealt, DamageDealt, TookDamage, TookDamage]


@rule("12.4", 4, 5, 6)
def test_the_whole_damage_is_divided_in_whole_numbers_and_some_may_get_none() -> None:
    rules = invent(clix(HERO, bolts=2), clix(FOE, *TOUGH))
    things = at(HERO, "C3"), at(FOE, "F3"), at(FOE, "F5", player=1, name="second")
    position = attacking(*things, kind="range", rules=rules, rolls=dice("56")).answer((FOE, "second"))

    assert sorted(position.options) == [(0, 3), (1, 2), (2, 1), (3, 0)]


@rule("12.4", 8)
@rule("12.4a", 1, 2)
@rule("6.10", 1, 2, 3, 4)
@pytest.mark.parametrize(("change", "damage"), [(4, 7), (-1, 2), (-5, 0)])
def test_damage_dealt_is_increased_or_decreased_after_it_was_divided(change: int, damage: int) -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(HERO), clix(FOE, *TOUGH)), rolls=dice("56"))

    assert [event.amount for event in happened(attack(changed(position, FOE, "dealt", change)), DamageDealt)] == [
        damage
    ]


@rule("12.4a", 3)
def test_damage_besides_that_of_the_attack_is_not_the_damage_it_deals() -> None:
    burns = {"when": "hits", "effects": [{"do": "damage", "to": "other"}]}
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, traits=[gift(does=[burns])]), clix(FOE, *TOUGH))
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("56"))
    position = attack(changed(position, FOE, "dealt", 1))

    assert [(event.amount, event.attack) for event in happened(position, DamageDealt)] == [(1, False), (4, True)]


@rule("12.4b", 2)
@rule("12.4d", 1, 2)
@rule("8.1f", 3)
@pytest.mark.parametrize(("power", "taken"), [("", 2), (" exploit-weakness", 3)])
def test_penetrating_damage_is_not_reduced(power: str, taken: int) -> None:
    rules = invent(clix(HERO, f"8/10/17/3{power}"), clix(FOE, *("8/10/16 toughness/2",) * 6))
    (event,) = happened(attacking(rules=rules, rolls=dice("56")), DamageDealt)

    assert (event.amount, event.taken, event.kind) == (3, taken, "penetrating" if power else "")


@rule("12.4c", 2)
def test_of_two_effects_instead_of_normal_damage_one_is_used() -> None:
    rules = invent(clix(HERO, "8/10 blades-claws-fangs/17/3", traits=[gift("incapacitate")]), clix(FOE, *TOUGH))
    position = attacking(rules=rules, rolls=dice("56"))

    assert set(position.options) == {"blades-claws-fangs", "incapacitate", None}
    position.answer("incapacitate")
    assert one(position, FOE).tokens == 1 and not dealt(position)


@rule("12.4d", 3)
@pytest.mark.parametrize("power", ["invincible", "toughness", "impervious"])
def test_unavoidable_damage_is_neither_reduced_nor_prevented(power: str) -> None:
    hurts = {"do": "target", "then": [{"do": "damage", "amount": 2, "kind": "unavoidable"}]}
    trait = gift(does=[{"action": ["POWER"], "effects": [hurts]}])
    rules = invent(clix(HERO, traits=[trait]), clix(FOE, *(f"8/10/16 {power}/2",) * 6, traits=[gift(id="other")]))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)).answer((HERO, "gift", "POWER"))

    assert dealt(position) == [(FOE, 2)]


# 12.5 Taking damage -----------------------------------------------------------------------------------------


@rule("12.5", 1, 2)
@rule("12.5a")
def test_damage_that_is_left_turns_the_dial_of_an_attack_or_not() -> None:
    foe = clix(FOE, *("8/10/16 toughness/2",) * 6)
    hit = attacking(rules=invent(foe), rolls=dice("56"))
    trait = gift(does=[{"action": ["FREE"], "effects": [{"do": "target", "then": [{"do": "damage", "amount": 3}]}]}])
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(foe, clix(HERO, traits=[trait]))))
    position.answer((HERO, "gift", "FREE"))

    assert (
        [event.clicks for event in happened(hit, TookDamage)]
        == [2]
        == [event.clicks for event in happened(position, TookDamage)]
    )
    assert one(hit, FOE).click == 3 == one(position, FOE).click


@rule("12.5b", 3)
@rule("12.5c", 2)
def test_reduced_damage_is_never_negative_and_no_turn_is_no_damage_taken() -> None:
    foe = clix(FOE, *("8/10/16 invulnerability/2",) * 6)
    position = attacking(rules=invent(clix(HERO, "8/10/17/1", "8/10/17/1"), foe), rolls=dice("56"))

    assert dealt(position) == [(FOE, 0)]
    assert not happened(position, TookDamage) and not happened(position, AttackResolved)[0].damaged


@rule("12.5d", 1, 3)
def test_the_dial_turns_to_the_ko_click_and_the_character_is_out() -> None:
    rules = invent(clix(HERO), clix(FOE, "8/10/16/2", "8/10/16/2"))
    position = attacking(at(FOE, "D3", tokens=1), rules=rules, rolls=dice("56"))

    assert [event.click for event in happened(position, Turned)] == [2, 3]
    assert happened(position, TookDamage)[0].clicks == 2
    ko = one(position, FOE)
    assert (ko.area, ko.squares, ko.tokens) == ("ko", (), 0)


@rule("12.5d", 4, 5)
def test_what_a_ko_d_character_had_and_did_is_gone() -> None:
    leads = gift("leadership", does=[{"modifies": "attack", "by": 1, "to": "friendly"}])
    foe = clix(FOE, "8/10/16/2 perplex", traits=[leads])
    rules = invent(clix(HERO, *TOUGH), foe, clix("mate"))
    position = play(at(HERO, "C3"), at(FOE, "D3"), at("mate", "H8", player=1), rules=rules, rolls=dice("56"))
    data = {"stat": "defense", "layer": "modify", "amount": 1}
    position.happen(begin_effect(position.game, "perplexed", until_next("turn", 1), source=("characters", FOE),
                                 target=("characters", "mate"), data=data))  # fmt: skip
    assert position.game.number("attack", "mate") == 11 and position.game.number("defense", "mate") == 18
    attack(position)

    assert position.game.number("attack", "mate") == 10 and position.game.number("defense", "mate") == 17
    assert not position.state.effects and FOE not in [each.id for each in characters_of(position.game, 1)]
    assert legal_targets(position.game, HERO, "close") == [] and not position.game.has("leadership", FOE)


@rule("12.5d", 4)
def test_effects_on_a_ko_d_character_end() -> None:
    position = play(at(HERO, "C3"), at(FOE, "D3", click=4), rolls=dice("56"))
    attack(changed(position, FOE, "attack", 1, "modify"))

    assert not position.state.effects


class Blast(Context):
    """Something outside an attack that knocks a character back."""

    player: int
    character: str
    source: str
    squares: int = 3


def blow(game: Any, blast: Blast) -> Any:
    return knock_back(game, blast.character, blast.source, blast.squares)


BLAST = Procedure("blast", [blow], Blast)


class Stubborn(Power, name="stubborn"):
    """It is not KO'd but goes on; each of two says so."""

    @before(KnockedOut, me="character", optional=True)
    def go_on(self, game: Any, me: Bearer, event: KnockedOut) -> None:
        return None


class Lucky(Stubborn, name="lucky"):
    """The same by another name."""


MORE = RULESET.freeze([Extension(ruleset="heroclix", id="more", powers=[Stubborn, Lucky], procedures=[BLAST])])


def blown(position: Scenario, source: str = HERO, squares: int = 3) -> Scenario:
    """An effect outside an attack knocks the foe back."""
    return position.begin(BLAST(player=0, character=FOE, source=source, squares=squares))


@rule("12.5e")
@rule("8.1i", 2)
def test_of_several_effects_that_prevent_a_ko_one_is_used() -> None:
    rules = invent(clix(HERO), clix(FOE, "8/10/16/2"), game=MORE)
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("56"))
    data = {"gives": ("stubborn", "lucky")}
    position.happen(begin_effect(position.game, "gift", FOREVER, target=("characters", FOE), data=data))
    attack(position)
    assert position.options == [("stubborn", FOE), ("lucky", FOE), None]
    position.answer(("stubborn", FOE))

    assert one(position, FOE).area == "map" and not happened(position, KnockedOut)
    assert happened(position, AttackResolved)


# 12.6 Knock back --------------------------------------------------------------------------------------------


def thrown(*things: Any, rolls: str = "44", rows: Any = BLANK, setup: Any = None, **of_map: Any) -> Scenario:
    """The foe in D3 is knocked back from C3 by doubles."""
    rules = invent(clix(HERO), clix(FOE, *TOUGH), rows=rows, **of_map)
    position = attacking(*things, rules=rules, rolls=dice(rolls), **(setup or {}))
    if position.asked == "target":
        position.answer(FOE)
    return position.answer("yes")


def way(position: Scenario) -> list[str]:
    (event,) = happened(position, KnockedBack)
    return [name_of(square) for square in event.way]


@rule("12.6")
@rule("12.6a", 1, 2)
@rule("12.6c")
@rule("12.6d", 2, 5, 6)
def test_an_effect_knocks_back_as_far_as_it_says() -> None:
    far = [blown(play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(game=MORE)), squares=most) for most in (3, 2)]

    assert [way(position)[-1] for position in far] == ["G3", "F3"]


@rule("12.6a", 3)
def test_a_character_is_knocked_back_again_by_another_one() -> None:
    position = play(at(HERO, "C3"), at(HERO, "G4", name="other"), at(FOE, "D3"), rules=invent(game=MORE))
    blown(blown(position), "other")

    assert one(position, FOE).squares == ((6, 0),)


@rule("12.6b", 1, 2)
@rule("keyword.knockback")
@rule("22.4", 2)
@pytest.mark.parametrize(("hero", "foe", "asks"), [
    ("knockback", "", True), ("super-strength", "", True), ("", "", False), ("knockback", "invulnerability", False),
])  # fmt: skip
def test_knockback_is_for_hit_characters_that_took_damage(hero: str, foe: str, asks: bool) -> None:
    cards = [clix(HERO, *("8/10/17/2",) * 3, traits=[gift(*filter(None, [hero]))]),
             clix(FOE, *(f"8/10/16 {foe}".rstrip() + "/2",) * 6)]  # fmt: skip
    position = attacking(rules=invent(*cards), rolls=dice("56"))

    assert (position.asked == "knock_back") is asks


@rule("12.6b", 3)
@pytest.mark.parametrize(("roll", "defense", "asks"), [
    ("22", 14, True), ("66", 30, True), ("33", 17, False), ("11", 2, False), ("56", 16, False),
])  # fmt: skip
def test_doubles_that_hit_give_an_attack_knockback(roll: str, defense: int, asks: bool) -> None:
    position = attacking(rules=invent(clix(HERO, *TOUGH), clix(FOE, *(f"8/10/{defense}/2",) * 8)), rolls=dice(roll))

    assert (position.asked == "knock_back") is asks


@rule("12.6d", 1)
@rule("12.6b", 1)
def test_who_took_damage_is_knocked_back_before_the_attack_resolves() -> None:
    position = thrown()

    kinds = (TookDamage, KnockedBack, AttackResolved)
    assert [type(event) for event in happened(position, *kinds)] == list(kinds)


@rule("12.6d", 3, 4)
@pytest.mark.parametrize(("foe", "end"), [("D4", "G7"), ("C4", "C7"), ("E4", "H7"), ("B2", "A1")])
def test_the_path_leads_straight_away_or_diagonally_in_both_directions(foe: str, end: str) -> None:
    assert way(blown(play(at(HERO, "C3"), at(FOE, foe), rules=invent(game=MORE))))[-1] == end


BLOCKED = ("................",) * 2 + (".....#..........",) + ("................",) * 13


@rule("12.6d", 7, 8, 10)
@rule("12.6e", 1, 2, 4)
@pytest.mark.parametrize(("rows", "mate", "end", "damage"), [
    (BLANK, "F3", "E3", [3, 1]), (BLOCKED, "P16", "E3", [3]), (BLANK, "P16", "G3", [3]),
])  # fmt: skip
def test_what_stops_who_is_knocked_back(rows: Any, mate: str, end: str, damage: list[int]) -> None:
    rules = invent(clix(HERO), clix(FOE, *TOUGH), rows=rows)
    position = attacking(at(FOE, mate, name="mate", player=1), rules=rules, rolls=dice("44")).answer("yes")

    assert way(position)[-1] == end
    assert [event.amount for event in happened(position, DamageDealt)] == damage
    assert [event.by for event in happened(position, DamageDealt)] == [HERO, ""][: len(damage)]


@rule("12.6d", 10, 12)
@rule("12.6e", 5)
@pytest.mark.parametrize(("option", "damage"), [(False, [3]), (True, [3, 1])])
def test_at_the_edge_of_the_map_it_stays_and_counts_as_knocked_back(option: bool, damage: list[int]) -> None:
    position = thrown(
        at(HERO, "B3"), at(FOE, "A3"), setup={"knock_back_damage_at_obstacles": option}
    )  # fmt: skip

    assert way(position) == ["A3"]
    assert [event.amount for event in happened(position, DamageDealt)] == damage


@rule("12.6e", 5)
def test_by_that_option_a_character_in_the_way_does_not_hurt() -> None:
    position = thrown(at(FOE, "F3", name="mate", player=1), setup={"knock_back_damage_at_obstacles": True})

    assert way(position)[-1] == "E3" and [event.amount for event in happened(position, DamageDealt)] == [3]


@rule("12.6f", 1, 2)
def test_what_prevents_knock_back_is_checked_before_the_dial_turns() -> None:
    firm, soft = gift(id="firm", does=[{"forbids": "be knocked back"}]), "8/10/16/2"
    before = clix(FOE, "8 firm/10/16/2", *(soft,) * 5, specials=[firm])
    after = clix(FOE, soft, *("8 firm/10/16/2",) * 5, specials=[firm])

    assert attacking(rules=invent(before), rolls=dice("44")).asked != "knock_back"
    assert attacking(rules=invent(after), rolls=dice("44")).answer("yes").state.characters[FOE].squares == ((6, 2),)


@rule("12.6f", 3, 4)
@rule("keyword.immobile", 1)
@pytest.mark.parametrize("what", ["be knocked back", "be placed", "immobile"])
def test_knock_back_by_an_effect_is_prevented_for_good(what: str) -> None:
    firm = gift("immobile") if what == "immobile" else gift(does=[{"forbids": what}])
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=invent(clix(FOE, *TOUGH, traits=[firm]), game=MORE))

    assert not happened(blown(position), KnockedBack)


@rule("12.6g", 1)
def test_knock_back_places_and_does_not_move() -> None:
    position = thrown()

    assert "placed" in one(position, FOE).done and "moved" not in one(position, FOE).done
    assert not happened(position, Moved)


@rule("12.6g", 2)
def test_the_farthest_is_knocked_back_first() -> None:
    rules = invent(clix(HERO, *TOUGH, bolts=2), clix(FOE, *TOUGH))
    things = at(HERO, "C3"), at(FOE, "E3"), at(FOE, "F6", player=1, name="farther")
    position = attacking(*things, kind="range", rules=rules, rolls=dice("44"))
    position.answer((FOE, "farther")).answer((1, 1)).answer("yes")

    assert [event.character for event in happened(position, KnockedBack)] == ["farther", FOE]
    assert [event.amount for event in happened(position, DamageDealt)] == [1, 1]


@rule("12.6g", 2)
@rule("13.5", 1, 2)
def test_of_those_who_are_equally_far_the_active_player_says_who_is_knocked_back_first() -> None:
    rules = invent(clix(HERO, *("8/10/17/3",) * 4, bolts=3), clix(FOE, *TOUGH))
    foes = at(FOE, "E3"), at(FOE, "C5", name="south", player=1), at(FOE, "F6", name="farther", player=1)
    position = turn(play(at(HERO, "C3"), *foes, rules=rules, rolls=dice("44")))
    position.answer((HERO, "range", "RANGE"), (FOE, "south", "farther"), (1, 1, 1), "yes")
    assert (position.asked, position.player, position.options) == ("first_back", 0, [FOE, "south"])

    position.answer("south")
    assert [event.character for event in happened(position, KnockedBack)] == ["farther", "south", FOE]


@rule("12.6g", 2)
def test_by_the_option_those_who_are_equally_far_are_knocked_back_in_seat_order() -> None:
    rules = invent(clix(HERO, *TOUGH, bolts=2), clix(FOE, *TOUGH))
    things = at(FOE, "E3", player=2), at(FOE, "C5", name="south", player=1)
    position = attacking(at(HERO, "C3"), *things, kind="range", rules=rules, rolls=dice("44"), players=3,
                         knock_back_in_seat_order=True)  # fmt: skip
    position.answer((FOE, "south"), (1, 1), "yes")

    assert [event.character for event in happened(position, KnockedBack)] == ["south", FOE]


@rule("8.1c")
@rule("8.1g")
@rule("12.7", 1)
def test_what_is_triggered_twice_after_resolutions_is_resolved_twice() -> None:
    rules = invent(clix(HERO, *("8 flurry/10 steal-energy/17/2",) * 4), clix(FOE, *TOUGH))
    position = turn(play(at(HERO, "C3", click=4), at(FOE, "D3"), rules=rules, rolls=dice("56", "56")))
    position.answer((HERO, "flurry", "CLOSE")).answer("yes")
    assert position.asked == "trigger"
    position.answer(position.options[0])

    assert len(happened(position, Healed)) == 2 and one(position, HERO).click == 2
    log = [type(event) for event in happened(position, AttackResolved, TokenGiven, Healed, ActionResolved)]
    assert log.index(Healed) > log.index(TokenGiven)
