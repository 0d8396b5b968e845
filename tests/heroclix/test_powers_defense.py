"""Standard defense powers (pac.*)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Hit, Missed, Targeted
from rulewright_heroclix.events.damage import DamageDealt, Healed
from rulewright_heroclix.events.turns import TokenRemoved

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, one, play, rule, turn


def against(power: str, *things: Any, rolls: tuple[str, ...], hero: str = "8/10/17/3", **more: Any) -> Scenario:
    """An attack of the hero on a foe that shows a defense power."""
    rules = invent(clix(HERO, *(hero,) * 3), clix(FOE, *(f"8/10/16 {power}/2".rstrip(),) * 6, **more))
    return attacking(*things, rules=rules, rolls=dice(*rolls))


def taken(position: Scenario) -> list[int]:
    return [event.taken for event in happened(position, DamageDealt)]


def gift(*grants: str) -> dict[str, Any]:
    return {"id": "gift", "name": {"en": "Gift", "zh": "天赋"}, "grants": list(grants)}


# Reductions -------------------------------------------------------------------------------------------------

PIERCING = "8/10/17/3 exploit-weakness"


@rule("pac.toughness")
@rule("pac.invulnerability")
@rule("pac.invincible", 1, 2)
@rule("12.4d", 2)
@pytest.mark.parametrize(
    ("power", "hero", "clicks"),
    [("toughness", "8/10/17/3", 2), ("invulnerability", "8/10/17/3", 1), ("invincible", "8/10/17/3", 1),
     ("toughness", PIERCING, 3), ("invulnerability", PIERCING, 3), ("invincible", PIERCING, 1)],
)  # fmt: skip
def test_damage_is_reduced_and_only_invincible_reduces_penetrating_damage(power: str, hero: str, clicks: int) -> None:
    assert taken(against(power, rolls=("56",), hero=hero)) == [clicks]


@rule("12.4d", 3)
@pytest.mark.parametrize("power", ["toughness", "invulnerability", "invincible", "impervious"])
def test_unavoidable_damage_is_not_reduced(power: str) -> None:
    """After two ones the attacker is dealt 1 unavoidable damage."""
    rules = invent(clix(HERO, *(f"8/10/17 {power}/3",) * 3))

    assert taken(attacking(rules=rules, rolls=dice("11"))) == [1]


@rule("pac.impervious", 1, 2, 3)
@pytest.mark.parametrize(("face", "clicks"), [("4", 1), ("5", 0), ("6", 0)])
def test_impervious_reduces_damage_by_two_or_on_a_five_to_nothing(face: str, clicks: int) -> None:
    assert taken(against("impervious", rolls=("56", face)).answer("yes")) == [clicks]


@rule("pac.impervious", 2)
def test_the_roll_of_impervious_is_the_choice_of_its_player() -> None:
    assert taken(against("impervious", rolls=("56",)).answer(None)) == [1]


@rule("pac.impervious", 1, 2)
def test_impervious_does_not_roll_for_damage_that_is_not_from_an_attack() -> None:
    rules = invent(clix(HERO, "8/10 poison/17/3"), clix(FOE, *("8/10/16 impervious/2",) * 3))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)).answer((HERO, "poison", "FREE"))

    assert taken(position) == [0]


@rule("20.7", 4)
@rule("12.5b", 1, 2)
def test_of_two_reductions_the_player_chooses_the_one_that_applies() -> None:
    position = against("toughness", rolls=("56",), traits=[gift("invulnerability")])
    assert position.player == 1
    position.answer(("toughness", FOE))

    assert taken(position) == [2]


# Evading ----------------------------------------------------------------------------------------------------


@rule("pac.super-senses", 1, 2)
@rule("keyword.evade")
@pytest.mark.parametrize(("roll", "face", "missed"), [("56", "5", True), ("56", "4", False), ("66", "6", True)])
def test_who_evades_is_missed_instead_of_hit(roll: str, face: str, missed: bool) -> None:
    position = against("super-senses", rolls=(roll, face)).answer(("super-senses", FOE))

    assert [event.evaded for event in happened(position, Missed)] == [True] * missed
    assert taken(position) == ([] if missed else [3])


@rule("pac.super-senses", 1)
def test_super_senses_are_the_choice_of_their_player() -> None:
    position = against("super-senses", rolls=("56",)).answer(None)

    assert taken(position) == [3]


@rule("20.7", 1)
def test_super_senses_from_two_sources_are_rolled_once() -> None:
    position = against("super-senses", rolls=("56", "4"), traits=[gift("super-senses")])
    position.answer(("super-senses", FOE))

    assert taken(position) == [3]


# Defense values ---------------------------------------------------------------------------------------------


@rule("pac.combat-reflexes")
@rule("pac.energy-shield-deflection")
@pytest.mark.parametrize(
    ("power", "kind", "defense"),
    [("combat-reflexes", "close", 18), ("combat-reflexes", "range", 16),
     ("energy-shield-deflection", "range", 18), ("energy-shield-deflection", "close", 16)],
)  # fmt: skip
def test_defense_is_two_higher_against_one_kind_of_attack(power: str, kind: str, defense: int) -> None:
    rules = invent(clix(HERO), clix(FOE, *(f"8/10/16 {power}/2",) * 6))
    foe = at(FOE, "D3" if kind == "close" else "F3")
    position = attacking(foe, kind=kind, rules=rules, rolls=dice("66"))

    assert [event.defense for event in happened(position, Hit)] == [defense]


@rule("20.7", 4)
def test_one_passive_power_from_two_sources_counts_once() -> None:
    position = against("combat-reflexes", rolls=("66",), traits=[gift("combat-reflexes")])

    assert [event.defense for event in happened(position, Hit)] == [18]


@rule("pac.defend")
@pytest.mark.parametrize(("square", "player", "defense"), [("E3", 1, 18), ("F3", 1, 16), ("E3", 0, 16)])
def test_an_adjacent_friend_may_have_the_printed_defense_value_of_defend(
    square: str, player: int, defense: int
) -> None:
    guard = clix("guard", *("8/10/18 defend/2",) * 3)
    rules = invent(clix(HERO), clix(FOE, *("8/10/16/2",) * 6), guard)
    position = attacking(at("guard", square, player=player), at(FOE, "D3"), rules=rules, rolls=dice("66"))
    if position.asked == "target":
        position.answer(FOE)

    assert [event.defense for event in happened(position, Hit)] == [defense]


@rule("pac.defend")
@rule("13.1", 2, 4)
def test_defend_replaces_a_value_that_is_modified_then() -> None:
    guard = clix("guard", *("8/10/18 defend/2",) * 3)
    rules = invent(clix(HERO), clix(FOE, *("8/10/16 combat-reflexes/2",) * 6), guard)
    position = attacking(at("guard", "E3", player=1), at(FOE, "D3"), rules=rules, rolls=dice("66"))

    assert [event.defense for event in happened(position, Hit)] == [20]


# Mastermind -------------------------------------------------------------------------------------------------


def masterminded(*pawns: Any, rolls: tuple[str, ...] = ("56",), hero: str = "", rule_of: Any = None) -> Scenario:
    cards = [
        clix(HERO, *(f"8/10{hero}/17/3",) * 3, bolts=2), clix("pawn", *("8/10/12/2",) * 4, keywords=["Pawns"]),
        clix(FOE, *("8/10/16 mastermind/2",) * 6, keywords=["Pawns"]),
    ]  # fmt: skip
    return attacking(*pawns, rules=invent(*cards), rolls=dice(*rolls))


@rule("pac.mastermind", 1, 2, 4)
@rule("12.3d", 1, 2)
def test_an_adjacent_friend_is_hit_instead_of_a_mastermind() -> None:
    position = masterminded(at("pawn", "E3", player=1)).answer(("mastermind", FOE))

    assert [event.target for event in happened(position, Hit)] == ["pawn"]
    assert [(event.character, event.taken) for event in happened(position, DamageDealt)] == [("pawn", 3)]


@rule("12.3d")
@rule("pac.mastermind", 4)
def test_who_becomes_a_hit_target_evades_no_more() -> None:
    cards = [clix("pawn", *("8/10/18 super-senses/2",) * 6, keywords=["Pawns"])]
    cards.append(clix(FOE, *("8/10/16 mastermind/2",) * 6, keywords=["Pawns"]))
    position = attacking(at("pawn", "E3", player=1), rules=invent(*cards), rolls=dice("34"))
    position.answer(("mastermind", FOE))

    assert [(event.target, event.became) for event in happened(position, Hit)] == [("pawn", True)]


@rule("pac.mastermind", 2)
def test_mastermind_is_the_choice_of_its_player() -> None:
    position = masterminded(at("pawn", "E3", player=1)).answer(None)

    assert [event.target for event in happened(position, Hit)] == [FOE]


@rule("pac.mastermind", 3)
@rule("23.1", 1)
@pytest.mark.parametrize(("points", "card", "offered"), [(40, FOE, True), (50, FOE, False), (60, "pawn", True)])
def test_the_pawn_has_less_points_or_a_common_keyword(points: int, card: str, offered: bool) -> None:
    cards = [clix("pawn", keywords=["Pawns"]), clix(FOE, *("8/10/16 mastermind/2",) * 6, keywords=["Pawns"])]
    if card == FOE:
        cards = [clix("pawn"), clix(FOE, *("8/10/16 mastermind/2",) * 6)]
    pawn = at("pawn", "E3", player=1, points=points)
    position = attacking(pawn, rules=invent(*cards), rolls=dice("56"))

    assert (position.asked == "trigger") is offered


@rule("pac.mastermind", 2)
def test_who_would_be_hit_by_the_attack_is_no_pawn() -> None:
    position = masterminded(at("pawn", "C4", player=1)).answer((FOE, "pawn"))

    assert position.asked == "divide"


@rule("pac.mastermind", 4)
def test_a_target_that_would_be_missed_can_be_the_pawn() -> None:
    tough = clix("tough", *("8/10/20/2",) * 6)
    rules = invent(clix(HERO, bolts=2), clix(FOE, *("8/10/16 mastermind/2",) * 6), tough)
    position = attacking(at("tough", "C4", player=1, points=10), rules=rules, rolls=dice("54")).answer((FOE, "tough"))
    position.answer(("mastermind", FOE))

    assert [event.character for event in happened(position, DamageDealt)] == ["tough"]


@rule("pac.mastermind", 1)
def test_mastermind_is_for_attacks_that_deal_damage() -> None:
    rules = invent(clix(HERO, "8 mind-control/10/17/3"), clix("pawn"), clix(FOE, *("8/10/16 mastermind/2",) * 6))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), at("pawn", "E3", player=1, points=10), rules=rules,
                         rolls=dice("56")))  # fmt: skip
    position.answer((HERO, "mind-control", "CLOSE"))

    assert position.asked == "obey"


@rule("pac.mastermind", 1)
@pytest.mark.parametrize(("player", "asked"), [(1, True), (0, False)])
def test_mastermind_is_for_attacks_of_opponents(player: int, asked: bool) -> None:
    """An Energy Explosion hits who stands beside its target, too: a friend of the attacker or one of its target."""
    cards = clix(HERO, "8/10 energy-explosion/17/3"), clix("mind", *("8/10/16 mastermind/2",) * 6), clix("pawn")
    things = at(FOE, "F3"), at("mind", "F4", player=player), at("pawn", "F5", player=player, points=10)
    position = turn(play(at(HERO, "C3"), *things, rules=invent(*cards), rolls=dice("66")))
    position.answer((HERO, "energy-explosion", "RANGE"))
    if position.asked == "target":
        position.answer(FOE)

    assert (position.asked == "trigger") is asked
    assert "mind" in {event.target for event in happened(position, Targeted)}


# Willpower, Regeneration ------------------------------------------------------------------------------------


def rested(power: str, face: str, *, tokens: int = 1, rows: Any = BLANK, **more: Any) -> Scenario:
    rules = invent(clix(HERO, *(f"8/10/17 {power}/3".replace(" /", "/"),) * 3, **more), rows=rows)
    return turn(play(at(HERO, "C3", tokens=tokens), at(FOE, "P16"), rules=rules, rolls=dice(face)))


@rule("pac.willpower", 1, 2)
@pytest.mark.parametrize(("face", "removed"), [("5", True), ("6", True), ("4", False)])
def test_willpower_removes_a_token_at_the_beginning_of_the_turn_on_five_or_six(face: str, removed: bool) -> None:
    position = rested("willpower", face).answer(("willpower", HERO))

    assert one(position, HERO).tokens == (0 if removed else 1) and position.asked == "action"
    assert bool(happened(position, TokenRemoved)) is removed


@rule("keyword.great-size", 5)
@pytest.mark.parametrize(("face", "left"), [("3", 0), ("2", 1)])
def test_great_size_has_a_willpower_that_succeeds_on_three(face: str, left: int) -> None:
    position = rested("", face, size="giant").answer(("willpower:3", HERO))

    assert one(position, HERO).tokens == left


@rule("20.7", 2, 3)
def test_of_two_versions_of_a_power_the_controller_chooses_the_one_that_triggers() -> None:
    position = rested("willpower", "3", size="giant")

    assert set(position.options) == {("willpower", HERO), ("willpower:3", HERO), None}
    position.answer(("willpower", HERO))
    assert one(position, HERO).tokens == 1 and position.asked == "action"
    assert not happened(position, TokenRemoved)


@rule("pac.regeneration", 1, 2)
@pytest.mark.parametrize(("face", "healed"), [("1", 1), ("3", 2), ("6", 3)])
def test_regeneration_heals_half_a_d6_rounded_up(face: str, healed: int) -> None:
    rules = invent(clix(HERO, *("8/10/17 regeneration/3",) * 6))
    position = turn(play(at(HERO, "C3", click=5), at(FOE, "P16"), rules=rules, rolls=dice(face)))
    position.answer((HERO, "regeneration", "POWER"))

    assert one(position, HERO).click == 5 - healed and one(position, HERO).tokens == 1


@rule("6.6a", 1)
def test_regeneration_can_be_activated_unhurt() -> None:
    rules = invent(clix(HERO, *("8/10/17 regeneration/3",) * 6))
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules, rolls=dice("6")))
    position.answer((HERO, "regeneration", "POWER"))

    assert one(position, HERO).tokens == 1 and not happened(position, Healed)


@rule("keyword.stop", 2)
@rule("22.9", 1)
@pytest.mark.parametrize(("face", "healed"), [("2", 0), ("5", 2)])
def test_with_stop_regeneration_heals_one_click_less(face: str, healed: int) -> None:
    stop = {"id": "hold", "name": {"en": "Hold", "zh": "坚守"}, "grants": ["stop", "regeneration"]}
    rules = invent(clix(HERO, *("8/10/17 hold/3",) * 6, specials=[stop]))
    position = turn(play(at(HERO, "C3", click=5), at(FOE, "P16"), rules=rules, rolls=dice(face)))
    position.answer((HERO, "regeneration", "POWER"))

    assert one(position, HERO).click == 5 - healed
