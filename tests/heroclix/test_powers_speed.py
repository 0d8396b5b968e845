"""Standard speed powers (pac.*)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Hit, Targeted
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.events.movement import BreakAwayFailed, BrokeAway, ChangedForce, Moved
from rulewright_heroclix.events.turns import ActionGiven, TokenGiven

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, moving, one, play, rule, turn


def acting(*things: Any, hero: str = "", foe: str = "", rolls: tuple[str, ...] = (), **more: Any) -> Scenario:
    """The turn of the hero, who shows a speed power, in C3 unless given; a foe stands far off unless given."""
    rows = more.pop("rows", BLANK)
    cards = [clix(HERO, *(f"8 {hero}/10/17/3",) * 5, **more), clix(FOE, *(f"8 {foe}/10/16/2".replace(" /", "/"),) * 5)]
    names = {str(thing.id) for thing in things}
    hero_there = () if HERO in names else (at(HERO, "C3"),)
    foe_there = () if FOE in names else (at(FOE, "P16"),)
    rules = invent(*cards, rows=rows)
    return turn(play(*hero_there, *foe_there, *things, rules=rules, rolls=dice(*rolls)))


def squares(position: Scenario, id: str = HERO) -> tuple[tuple[int, int], ...]:
    return one(position, id).squares


# Flurry -----------------------------------------------------------------------------------------------------


@rule("pac.flurry", 1, 2, 4)
def test_flurry_makes_two_close_attacks_with_rolls_of_their_own() -> None:
    position = acting(at(FOE, "D3"), hero="flurry", rolls=("56", "12"))
    position.answer((HERO, "flurry", "CLOSE")).answer("yes")

    assert len(happened(position, Targeted)) == 2 and len(happened(position, Hit)) == 1
    assert one(position, HERO).tokens == 1


@rule("pac.flurry", 3)
def test_flurry_may_be_a_single_attack() -> None:
    position = acting(at(FOE, "D3"), hero="flurry", rolls=("56",)).answer((HERO, "flurry", "CLOSE")).answer(None)

    assert len(happened(position, Targeted)) == 1


@rule("pac.flurry", 4)
def test_each_attack_of_flurry_has_targets_of_its_own() -> None:
    position = acting(at(FOE, "D3"), at(FOE, "B3", name="other", player=1), hero="flurry", rolls=("56", "56"))
    position.answer((HERO, "flurry", "CLOSE")).answer(FOE).answer("yes").answer("other")

    assert [event.target for event in happened(position, Targeted)] == [FOE, "other"]


# Leap/Climb, Phasing/Teleport -------------------------------------------------------------------------------

WALLED = ("....##..........",) * 16
"""Outdoor blocking terrain in columns E and F."""


@rule("pac.leap-climb", 1, 3)
def test_leap_climb_moves_through_outdoor_blocking_terrain_with_any_move() -> None:
    position = acting(hero="leap-climb", rows=WALLED).answer((HERO, "move", "MOVE")).answer("G3")

    assert squares(position) == ((6, 2),)


@rule("pac.leap-climb", 4, 5)
def test_leap_climb_moves_through_opposing_characters_and_past_them() -> None:
    row = [at(FOE, f"E{number}", name=f"e{number}", player=1) for number in range(1, 16)]
    position = acting(*row, hero="leap-climb").answer((HERO, "move", "MOVE")).answer("H3")

    assert squares(position) == ((7, 2),)


@rule("pac.leap-climb", 6)
@rule("improved.movement-move-through", 2)
def test_leap_climb_must_break_away() -> None:
    position = acting(at(FOE, "D3"), hero="leap-climb", rolls=("3",)).answer((HERO, "move", "MOVE"))

    assert happened(position, BreakAwayFailed) and squares(position) == ((2, 2),)


@rule("pac.leap-climb", 2)
@pytest.mark.parametrize("power", ["leap-climb", "phasing-teleport"])
def test_leap_climb_crosses_borders_of_elevation(power: str) -> None:
    rules = invent(clix(HERO, *(f"8 {power}/10/17/3",) * 4), elevation=["1111222222222222"] * 16)
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules))
    name, type = (power, "MOVE") if power == "phasing-teleport" else ("move", "MOVE")
    position.answer((HERO, name, type)).answer("H3")

    assert squares(position) == ((7, 2),)


@rule("pac.phasing-teleport", 1, 2, 4, 5)
def test_phasing_breaks_away_and_moves_through_everything_up_to_the_speed_value() -> None:
    row = [at(FOE, f"D{number}", name=f"d{number}", player=1) for number in range(1, 9)]
    position = acting(*row, hero="phasing-teleport", rows=WALLED).answer((HERO, "phasing-teleport", "MOVE"))
    position.answer("K3")

    assert squares(position) == ((10, 2),) and happened(position, BrokeAway)[0].face is None
    assert position.game.request is None or one(position, HERO).tokens == 1


@rule("pac.phasing-teleport", 4)
@rule("improved.movement-blocking")
def test_phasing_does_not_end_in_blocking_terrain() -> None:
    position = acting(hero="phasing-teleport", rows=WALLED).answer((HERO, "phasing-teleport", "MOVE"))

    with position.refused(rule="13.2"):
        position.answer("E3")


@rule("pac.phasing-teleport", 1)
def test_phasing_is_for_its_own_action() -> None:
    position = acting(at(FOE, "D3"), hero="phasing-teleport", rolls=("3",)).answer((HERO, "move", "MOVE"))

    assert happened(position, BreakAwayFailed)


# Charge, Running Shot ---------------------------------------------------------------------------------------


@rule("pac.charge", 4)
@rule("7.6", 1, 2)
@rule("7.5", 2)
def test_after_a_charge_a_close_action_is_given_as_free() -> None:
    bull = clix(HERO, *("8 charge/10 blades-claws-fangs/17/3",) * 4, traits=[gift("flurry")])
    rules = invent(bull, clix(FOE, *("8/10/16/2",) * 9))
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules, rolls=dice("56", "56")))
    position.answer((HERO, "charge", "POWER")).answer("E3").answer("flurry").answer(None).answer("yes").answer(None)

    assert [(event.name, event.type) for event in happened(position, ActionGiven)] == [
        ("charge", "POWER"), ("flurry", "FREE"),
    ]  # fmt: skip
    assert len(happened(position, TokenGiven)) == 1 and one(position, HERO).tokens == 1


@rule("pac.charge", 1, 2, 3, 5)
@rule("pac.running-shot", 1, 2, 3, 5)
@pytest.mark.parametrize(
    ("power", "way", "kind", "foe"), [("charge", "F3", "close", "G3"), ("running-shot", "F3", "range", "L3")]
)
def test_a_charge_and_a_running_shot_move_half_the_speed_value_and_attack(
    power: str, way: str, kind: str, foe: str
) -> None:
    position = acting(at(HERO, "C3"), at(FOE, foe), hero=power, rolls=("56",)).answer((HERO, power, "POWER"))

    assert position.game.request is not None and position.game.request.about["squares"] == 4
    position.answer(way).answer(kind)
    assert happened(position, Hit) and one(position, HERO).tokens == 1


@rule("pac.running-shot", 4)
def test_after_a_running_shot_a_range_action_is_given_as_free() -> None:
    shot = clix(HERO, *("8 running-shot/10 energy-explosion/17/3",) * 4)
    position = turn(play(at(HERO, "C3"), at(FOE, "H3"), rules=invent(shot), rolls=dice("56")))
    position.answer((HERO, "running-shot", "POWER")).answer("D3").answer("energy-explosion")

    assert [event.amount for event in happened(position, DamageDealt)] == [2]


@rule("10.8a", 3)
@pytest.mark.parametrize("power", ["charge", "running-shot", "hypersonic-speed"])
def test_who_fails_to_break_away_in_such_an_action_does_nothing_more_in_it(power: str) -> None:
    position = acting(at(FOE, "D3"), hero=power, rolls=("2",)).answer((HERO, power, "POWER"))

    assert position.asked == "action" or position.game.request is None or position.asked == "place"
    assert not happened(position, Moved) and not happened(position, Targeted)
    assert len(happened(position, BreakAwayFailed)) == 1


def gift(*grants: str, id: str = "gift", **more: Any) -> dict[str, Any]:
    return {"id": id, "name": {"en": "Gift", "zh": "天赋"}, "grants": list(grants), **more}


# Mind Control -----------------------------------------------------------------------------------------------


@rule("pac.mind-control", 1, 3, 4, 6)
@rule("6.2", 3)
@pytest.mark.parametrize("type", ["CLOSE", "RANGE"])
def test_mind_control_moves_and_attacks_with_who_it_hits(type: str) -> None:
    foe = at(FOE, "D3" if type == "CLOSE" else "G3")
    other = at(FOE, "J3", name="other", player=1)
    position = acting(foe, other, hero="mind-control", rolls=("56", "56"))
    position.answer((HERO, "mind-control", type))
    if position.asked == "target":
        position.answer(FOE)

    assert one(position, FOE).player == 0 and not happened(position, DamageDealt)
    position.answer("move")
    assert position.game.request is not None and position.game.request.about["squares"] == 4
    position.answer("H3" if type == "CLOSE" else "I3").answer("range" if type == "CLOSE" else "close")
    assert [event.target for event in happened(position, Hit)] == [FOE, "other"]
    assert one(position, FOE).player == 1
    assert [event.player for event in happened(position, ChangedForce)] == [0, 1]


@rule("pac.mind-control", 2)
@rule("13.4", 1)
@pytest.mark.parametrize(("square", "reached"), [("G3", True), ("H3", False)])
def test_the_range_value_of_mind_control_is_at_least_four(square: str, reached: bool) -> None:
    position = acting(at(FOE, square), hero="mind-control", rolls=("12",), range=0)
    options = position.game.request.space.options() if position.game.request is not None else ()

    assert ((HERO, "mind-control", "RANGE") in options) is reached and (HERO, "range", "RANGE") not in options
    if reached:
        assert happened(position.answer((HERO, "mind-control", "RANGE")), Targeted)


@rule("pac.mind-control", 4)
@rule("7.2", 1, 2, 3, 5)
def test_the_controlled_character_may_attack_first_and_need_do_neither() -> None:
    position = acting(at(FOE, "D3"), at(FOE, "E3", name="other", player=1), hero="mind-control", rolls=("56", "56"))
    position.answer((HERO, "mind-control", "CLOSE")).answer("close").answer(None)

    assert [event.target for event in happened(position, Hit)] == [FOE, "other"]
    idle = acting(at(FOE, "D3"), hero="mind-control", rolls=("56",)).answer((HERO, "mind-control", "CLOSE"))
    assert one(idle.answer(None), FOE).player == 1


@rule("pac.mind-control", 5)
def test_several_controlled_characters_act_one_at_a_time_and_all_return() -> None:
    position = acting(at(FOE, "D3"), at(FOE, "B3", name="other", player=1), hero="mind-control", rolls=("56",), bolts=2)
    position.answer((HERO, "mind-control", "CLOSE")).answer((FOE, "other"))

    assert one(position, FOE).player == one(position, "other").player == 0
    assert position.game.request is not None and position.game.request.about["character"] == FOE
    position.answer(None)
    assert position.game.request.about["character"] == "other"
    position.answer(None)
    assert one(position, FOE).player == one(position, "other").player == 1


# Plasticity, Sidestep ---------------------------------------------------------------------------------------


@rule("pac.plasticity", 1)
@pytest.mark.parametrize(("face", "breaks"), [("2", True), ("1", False)])
def test_plasticity_breaks_away_on_anything_but_a_one(face: str, breaks: bool) -> None:
    position = acting(at(FOE, "D3"), hero="plasticity", rolls=(face,)).answer((HERO, "move", "MOVE"))

    assert bool(happened(position, BrokeAway)) is breaks


@rule("pac.plasticity", 2)
@pytest.mark.parametrize(
    ("hero", "face", "breaks"),
    [("sidestep", "5", False), ("sidestep", "6", True), ("plasticity", "2", True), ("leap-climb", "4", True),
     ("hypersonic-speed", "4", True), ("phasing-teleport", "4", True), ("phasing-teleport", "3", False)],
)  # fmt: skip
def test_who_is_held_by_plasticity_breaks_away_on_a_six(hero: str, face: str, breaks: bool) -> None:
    position = acting(at(FOE, "D3"), hero=hero, foe="plasticity", rolls=(face,)).answer((HERO, "move", "MOVE"))

    assert bool(happened(position, BrokeAway)) is breaks


@rule("pac.plasticity", 2)
def test_plasticity_holds_large_characters_too() -> None:
    rules = invent(clix(HERO, size="giant"), clix(FOE, "8 plasticity/10/16/2"))
    position = moving(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("5")), 4)

    assert happened(position, BreakAwayFailed)


@rule("pac.sidestep", 1)
@rule("10.3", 1)
def test_sidestep_is_free_and_moves_up_to_two_squares() -> None:
    position = acting(hero="sidestep").answer((HERO, "sidestep", "FREE"))

    with position.refused(rule="10.2"):
        position.answer("F3")
    position.answer("E3")
    assert squares(position) == ((4, 2),) and one(position, HERO).tokens == 0


@rule("pac.sidestep", 2)
def test_sidestep_must_break_away() -> None:
    position = acting(at(FOE, "D3"), hero="sidestep", rolls=("3",)).answer((HERO, "sidestep", "FREE"))

    assert happened(position, BreakAwayFailed) and not happened(position, Moved)


# Hypersonic Speed -------------------------------------------------------------------------------------------


@rule("pac.hypersonic-speed", 1, 4, 6, 7)
def test_hypersonic_speed_moves_attacks_and_moves_on_with_what_is_left() -> None:
    position = acting(at(FOE, "G3"), hero="hypersonic-speed", rolls=("56", "4"))
    position.answer((HERO, "hypersonic-speed", "POWER")).answer("F3").answer("close")

    assert position.game.request is not None and position.game.request.about["squares"] == 5
    position.answer("C3")
    assert [event.squares for event in happened(position, Moved)] == [((5, 2),), ((2, 2),)]
    assert one(position, HERO).tokens == 1


@rule("pac.hypersonic-speed", 7)
@pytest.mark.parametrize(("square", "left"), [("J3", 1), ("K3", 0)])
def test_hypersonic_speed_moves_on_only_with_what_is_left(square: str, left: int) -> None:
    position = acting(at(HERO, "A1", name="other"), hero="hypersonic-speed")
    position.answer((HERO, "hypersonic-speed", "POWER")).answer(square)

    assert position.asked == ("move" if left else "action")
    if left:
        assert position.game.request is not None and position.game.request.about["squares"] == left


@rule("pac.hypersonic-speed", 2)
@pytest.mark.parametrize(("square", "asked"), [("F3", "attack"), ("G3", "move")])
def test_hypersonic_speed_halves_the_range_value(square: str, asked: str) -> None:
    position = acting(at(FOE, square), hero="hypersonic-speed", range=6, rolls=("56",))
    position.answer((HERO, "hypersonic-speed", "POWER")).answer("stay")

    assert position.asked == asked


@rule("pac.hypersonic-speed", 3)
def test_hypersonic_speed_carries_nobody() -> None:
    position = acting(at(HERO, "B3", name="friend"), hero="hypersonic-speed", size="giant")
    position.answer((HERO, "hypersonic-speed", "POWER"))

    assert position.asked == "move"


@rule("pac.hypersonic-speed", 4, 5)
def test_hypersonic_speed_moves_through_opposing_characters_but_must_break_away() -> None:
    row = [at(FOE, f"E{number}", name=f"e{number}", player=1) for number in range(1, 16)]
    position = acting(*row, hero="hypersonic-speed").answer((HERO, "hypersonic-speed", "POWER")).answer("H3")
    held = acting(at(FOE, "D3"), hero="hypersonic-speed", rolls=("3",)).answer((HERO, "hypersonic-speed", "POWER"))

    assert squares(position) == ((7, 2),) and happened(held, BreakAwayFailed)


# Stealth ----------------------------------------------------------------------------------------------------

HEDGE = ("....hh..........",) * 16


@rule("pac.stealth", 1)
@pytest.mark.parametrize(("power", "hits"), [("stealth", False), ("", True)])
def test_a_hindered_line_of_fire_to_a_stealthy_character_is_blocked_in_others_turns(power: str, hits: bool) -> None:
    hider = clix(FOE, f"8 {power}/10/16/2".replace(" /", "/"))
    rules = invent(clix(HERO), hider, rows=HEDGE)
    theirs = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules, rolls=dice("12")))
    ours = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules, rolls=dice("12")), player=1)

    assert ((HERO, "range", "RANGE") in theirs.options) is hits
    assert (FOE, "range", "RANGE") in ours.options


@rule("pac.stealth", 2)
@rule("improved.targeting-adjacent")
def test_lines_of_fire_of_adjacent_characters_are_not_blocked_by_stealth() -> None:
    rules = invent(
        clix(HERO, improved=["improved-targeting-adjacent"]), clix(FOE, *("8 stealth/10/16/2",) * 5), rows=HEDGE
    )
    position = attacking(at(HERO, "D3"), at(FOE, "E3"), kind="range", rules=rules, rolls=dice("56"))

    assert happened(position, Hit)
