"""Standard damage powers (pac.*)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_heroclix.events.attacks import Hit, Missed, RollFinalized, Targeted
from rulewright_heroclix.events.damage import DamageDealt, Healed
from rulewright_heroclix.events.movement import BrokeAway, KnockedBack
from rulewright_heroclix.events.turns import TokenGiven, TokenRemoved
from rulewright_heroclix.powers.damage import helped
from rulewright_heroclix.powers.reach import reached

from .table import BLANK, FOE, HERO, at, attacking, clix, dice, happened, invent, one, play, rule, turn


def gift(*grants: str, **more: Any) -> dict[str, Any]:
    return {"id": "gift", "name": {"en": "Gift", "zh": "天赋"}, "grants": list(grants), **more}


def acting(*things: Any, hero: str = "", foe: str = "", rolls: tuple[str, ...] = (), **more: Any) -> Scenario:
    """The turn of the hero, who shows a damage power, in C3; a foe in F3 unless given."""
    rows, player = more.pop("rows", BLANK), more.pop("player", 0)
    cards = [clix(HERO, *(f"8/10/17/3 {hero}".rstrip(),) * 5, **more), clix(FOE, *(f"8/10/16/2 {foe}".rstrip(),) * 6)]
    names = {str(thing.id) for thing in things}
    hero_there = () if HERO in names else (at(HERO, "C3"),)
    foe_there = () if FOE in names else (at(FOE, "F3"),)
    rules = invent(*cards, rows=rows)
    return turn(play(*hero_there, *foe_there, *things, rules=rules, rolls=dice(*rolls)), player=player)


# Experts, Empower, Enhancement, Exploit Weakness ------------------------------------------------------------


@rule("pac.close-combat-expert", 1)
@rule("pac.ranged-combat-expert", 1)
@pytest.mark.parametrize(
    ("power", "kind", "more"),
    [("close-combat-expert", "close", 1), ("close-combat-expert", "range", 0),
     ("ranged-combat-expert", "range", 1), ("ranged-combat-expert", "close", 0)],
)  # fmt: skip
def test_an_expert_has_attack_and_damage_one_higher_in_one_kind_of_attack(power: str, kind: str, more: int) -> None:
    rules = invent(clix(HERO, f"8/10/17/3 {power}"), clix(FOE, *("8/10/16/2",) * 6))
    foe = at(FOE, "D3" if kind == "close" else "F3")
    position = attacking(foe, kind=kind, rules=rules, rolls=dice("56"))

    assert happened(position, Hit)[0].total == 21 + more
    assert [event.amount for event in happened(position, DamageDealt)] == [3 + more]


@rule("pac.empower", 1)
@rule("pac.enhancement", 1)
@pytest.mark.parametrize(
    ("power", "kind", "helper", "player", "damage"),
    [("empower", "close", "B3", 0, 4), ("empower", "range", "B3", 0, 3), ("empower", "close", "A3", 0, 3),
     ("enhancement", "range", "B3", 0, 4), ("enhancement", "close", "B3", 0, 3), ("enhancement", "range", "A3", 0, 3)],
)  # fmt: skip
def test_an_adjacent_friend_deals_one_damage_more_in_one_kind_of_attack(
    power: str, kind: str, helper: str, player: int, damage: int
) -> None:
    rules = invent(clix(HERO), clix(FOE, *("8/10/16/2",) * 6), clix("helper", f"8/10/17/3 {power}"))
    things = at(FOE, "D3" if kind == "close" else "F3"), at("helper", helper, player=player)
    position = attacking(*things, kind=kind, rules=rules, rolls=dice("56"))

    assert [event.amount for event in happened(position, DamageDealt)] == [damage]


@rule("pac.empower", 1)
def test_empower_helps_neither_opposing_characters_nor_its_bearer() -> None:
    rules = invent(clix(HERO, "8/10/17/3 empower"), clix(FOE, *("8/10/16/2 empower",) * 6))

    position = attacking(rules=rules, rolls=dice("56"))

    assert [event.amount for event in happened(position, DamageDealt)] == [3]


@rule("pac.exploit-weakness")
@pytest.mark.parametrize(("kind", "taken"), [("close", 3), ("range", 2)])
def test_damage_of_close_attacks_of_exploit_weakness_is_penetrating(kind: str, taken: int) -> None:
    rules = invent(clix(HERO, "8/10/17/3 exploit-weakness"), clix(FOE, *("8/10/16 toughness/2",) * 6))
    foe = at(FOE, "D3" if kind == "close" else "F3")
    position = attacking(foe, kind=kind, rules=rules, rolls=dice("56"))

    assert [event.taken for event in happened(position, DamageDealt)] == [taken]


# Battle Fury ------------------------------------------------------------------------------------------------


@rule("pac.battle-fury", 1, 2)
def test_battle_fury_makes_no_range_attacks_and_is_given_no_range_actions() -> None:
    position = acting(hero="battle-fury")

    with position.refused(rule="7.3a"):
        position.answer((HERO, "range", "RANGE"))
    assert not position.game.may("make range attacks", HERO)


@rule("pac.battle-fury", 3)
def test_battle_fury_is_not_carried() -> None:
    rules = invent(clix(HERO, size="giant"), clix("wild", "8/10/17/3 battle-fury"), clix("calm"))
    position = turn(play(at(HERO, "C3"), at("wild", "B3"), at("calm", "B4"), at(FOE, "P16"), rules=rules))
    position.answer((HERO, "move", "MOVE"))

    assert position.asked == "carry" and position.options == [(), ("calm",)]


@rule("pac.battle-fury", 4)
def test_battle_fury_is_given_no_tokens_by_opposing_effects() -> None:
    rules = invent(clix(HERO, "8/10 incapacitate/17/3"), clix(FOE, *("8/10/16/2 battle-fury",) * 6))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("56")))
    position.answer((HERO, "close", "CLOSE")).answer("incapacitate")

    assert one(position, FOE).tokens == 0
    assert [event.character for event in happened(position, TokenGiven)] == [HERO]


@rule("pac.battle-fury", 5)
@rule("keyword.safeguard", 1)
@rule("22.6", 1)
def test_battle_fury_is_safe_from_mind_control() -> None:
    rules = invent(clix(HERO, "8 mind-control/10/17/3"), clix(FOE, *("8/10/16/2 battle-fury",) * 6))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules))

    with position.refused():
        position.answer((HERO, "mind-control", "CLOSE"))
    assert (HERO, "close", "CLOSE") in position.options


@rule("pac.battle-fury", 6)
@pytest.mark.parametrize(("power", "asked"), [("battle-fury", False), ("", True)])
def test_shape_change_is_not_used_against_battle_fury(power: str, asked: bool) -> None:
    position = acting(at(FOE, "D3"), hero=power, foe="shape-change", rolls=("12",))
    position.answer((HERO, "close", "CLOSE"))

    assert (position.asked == "trigger") is asked and bool(happened(position, Missed)) is not asked


# Support ----------------------------------------------------------------------------------------------------


@rule("pac.support")
@rule("6.11")
@pytest.mark.parametrize(("face", "healed"), [("1", 1), ("4", 2), ("5", 3)])
def test_support_heals_an_adjacent_friend_half_a_d6_rounded_up(face: str, healed: int) -> None:
    position = acting(at(FOE, "D3", name="hurt", player=0, click=6), hero="support", rolls=(face,))
    position.answer((HERO, "support", "POWER"))

    assert one(position, "hurt").click == 6 - healed and one(position, HERO).tokens == 1


@rule("pac.support", 1)
@rule("6.6a")
def test_support_is_for_adjacent_friends_hurt_or_not() -> None:
    position = acting(
        at(FOE, "D3", name="beside", player=0), at(FOE, "C4", name="whole", player=0),
        at(FOE, "E5", name="apart", player=0), at(FOE, "B3"), hero="support", rolls=("4",),
    )  # fmt: skip
    position.answer((HERO, "support", "POWER"))

    assert position.options == ["beside", "whole"]
    position.answer("beside")
    assert not happened(position, Healed)


# Shape Change -----------------------------------------------------------------------------------------------


@rule("pac.shape-change")
@pytest.mark.parametrize(("face", "targeted"), [("5", False), ("4", True)])
def test_shape_change_lets_the_attacker_choose_another_target(face: str, targeted: bool) -> None:
    cards = [clix(FOE, *("8/10/16/2 shape-change",) * 6), clix("plain", *("8/10/16/2",) * 6)]
    things = at(HERO, "C3"), at(FOE, "D3"), at("plain", "B3", player=1)
    position = turn(play(*things, rules=invent(*cards), rolls=dice(face, "56"))).answer((HERO, "close", "CLOSE"))
    position.answer(FOE).answer(("shape-change", FOE))
    if not targeted:
        assert position.options == ["plain", None]
        position.answer("plain")

    assert [event.target for event in happened(position, Targeted)] == ([FOE] if targeted else ["plain"])


@rule("pac.shape-change", 3)
@rule("12.1", 4)
@pytest.mark.parametrize(("answer", "hit"), [(("third",), ["plain", "third"]), ((), ["plain"])])
def test_of_several_targets_only_the_one_that_changed_shape_is_chosen_anew(
    answer: tuple[str, ...], hit: list[str]
) -> None:
    tough = ("8/10/16/2",) * 6
    cards = [clix(HERO, bolts=2), clix(FOE, *("8/10/16/2 shape-change",) * 6), clix("plain", *tough)]
    position = play(
        at(HERO, "C3"), at(FOE, "F3"), at("plain", "F5", player=1), at("plain", "F7", player=1, name="third"),
        rules=invent(*cards), rolls=dice("5", "66"),
    )  # fmt: skip
    position = turn(position).answer((HERO, "range", "RANGE")).answer((FOE, "plain")).answer(("shape-change", FOE))

    assert position.options == ["third", None]
    position.answer(answer[0] if answer else None)
    assert [event.target for event in happened(position, Targeted)] == hit


@rule("pac.shape-change", 2)
@rule("20.3", 4)
def test_who_has_changed_shape_cannot_be_targeted_by_that_attacker_this_turn() -> None:
    position = acting(
        at(FOE, "D3"), at(HERO, "E3", name="other"), foe="shape-change",
        rolls=("5", "12"), traits=[gift("flurry")],
    )  # fmt: skip
    position.answer((HERO, "flurry", "CLOSE")).answer(("shape-change", FOE))

    with position.refused():
        position.answer((HERO, "close", "CLOSE"))
    position.answer(("other", "close", "CLOSE")).answer(None)
    assert [event.target for event in happened(position, Targeted)] == [FOE]


@rule("pac.shape-change", 1)
def test_shape_change_is_the_choice_of_its_player() -> None:
    position = acting(at(FOE, "D3"), foe="shape-change", rolls=("56",)).answer((HERO, "close", "CLOSE")).answer(None)

    assert happened(position, Hit)


# Probability Control ----------------------------------------------------------------------------------------


@rule("pac.probability-control", 1)
@rule("21.3", 1, 2, 4)
@rule("12.2b", 3)
def test_probability_control_rerolls_an_attack_roll_once_a_turn() -> None:
    position = acting(at(FOE, "D3"), hero="probability-control", rolls=("11", "56", "11"), traits=[gift("flurry")])
    position.answer((HERO, "flurry", "CLOSE")).answer(("probability-control", HERO))

    assert [event.faces for event in happened(position, RollFinalized)] == [(5, 6)]
    position.answer("yes")
    assert [event.faces for event in happened(position, RollFinalized)] == [(5, 6), (1, 1)]


@rule("21.3", 3)
@rule("12.3c", 2)
def test_nothing_triggers_on_a_result_that_was_rerolled() -> None:
    position = acting(at(FOE, "D3"), hero="probability-control", rolls=("11", "12"))
    position.answer((HERO, "close", "CLOSE")).answer(("probability-control", HERO))

    assert not happened(position, DamageDealt)


@rule("pac.probability-control", 1, 2)
@rule("10.8", 1, 3)
@rule("21.3a", 1)
def test_probability_control_rerolls_a_break_away_roll_in_any_turn() -> None:
    position = acting(at(FOE, "D3"), foe="probability-control", rolls=("6", "1")).answer((HERO, "move", "MOVE"))

    assert position.player == 1 and position.window == "reroll"
    position.answer(("probability-control", FOE))
    assert one(position, HERO).squares == ((2, 2),) and one(position, HERO).tokens == 1


@rule("pac.probability-control", 1)
def test_probability_control_is_not_for_other_rolls() -> None:
    rules = invent(clix(HERO, *("8/10/17 regeneration/3 probability-control",) * 5))
    position = turn(play(at(HERO, "C3", click=4), at(FOE, "P16"), rules=rules, rolls=dice("1")))
    position.answer((HERO, "regeneration", "POWER"))

    assert position.window == "" and one(position, HERO).click == 3


@rule("pac.probability-control", 2, 3)
@pytest.mark.parametrize(("square", "asked"), [("E6", "react"), ("C8", "")])
def test_probability_control_reaches_four_squares_at_least(square: str, asked: str) -> None:
    seer = clix("seer", *("8/10/17/3 probability-control",) * 3, range=0)
    rules = invent(clix(HERO), clix(FOE, *("8/10/16/2",) * 6), seer)
    position = attacking(at("seer", square), rules=rules, rolls=dice("12"))

    assert position.asked == asked


@rule("21.3b")
@rule("13.5", 2)
def test_the_active_player_rerolls_first_and_the_round_starts_again() -> None:
    rules = invent(*(clix(id, *("8/10/17/3 probability-control",) * 6) for id in (HERO, FOE)))
    things = at(HERO, "C3"), at(FOE, "D3"), at(HERO, "C5", name="second")
    position = turn(play(*things, rules=rules, rolls=dice("12", "56", "12", "66"))).answer((HERO, "close", "CLOSE"))

    assert position.player == 0
    position.answer(("probability-control", HERO))
    assert position.player == 1
    position.answer(("probability-control", FOE))
    assert position.player == 0
    position.answer(("probability-control", "second"))
    assert happened(position, RollFinalized)[0].faces == (6, 6)


@rule("21.3b", 1)
@pytest.mark.parametrize("active", [0, 1])
def test_whoever_is_active_has_the_first_opportunity_to_reroll(active: int) -> None:
    rules = invent(*(clix(id, *("8/10/17/3 probability-control",) * 6) for id in (HERO, FOE)))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("12")), active)
    position.answer(((HERO, FOE)[active], "close", "CLOSE"))

    assert position.window == "reroll" and position.player == active
    assert position.answer(None).player == 1 - active


@rule("21.3b")
@pytest.mark.parametrize(("rerolls", "faces", "asked", "free"), [
    ((None, None), "6", [0, 1], True),
    ((None, FOE, None), "61", [0, 1, 0], False),
    ((HERO, FOE), "161", [0, 1], False),
])  # fmt: skip
def test_a_d6_is_rerolled_in_rounds_until_both_decline(rerolls: Any, faces: str, asked: list[int], free: bool) -> None:
    """The active player is asked first; only a reroll gives who has declined another opportunity."""
    rules = invent(*(clix(id, *("8/10/17/3 probability-control",) * 6) for id in (HERO, FOE)))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice(*faces))).answer((HERO, "move", "MOVE"))
    players = []
    for who in rerolls:
        assert position.window == "reroll"
        players.append(position.player)
        position.answer(("probability-control", who) if who else None)

    assert position.window == "" and players == asked
    assert bool(happened(position, BrokeAway)) is free


# Perplex, Outwit --------------------------------------------------------------------------------------------


@rule("pac.perplex", 1, 3, 4)
@pytest.mark.parametrize(("target", "change", "number"), [(HERO, ("attack", 1), 11), (FOE, ("defense", -1), 15)])
def test_perplex_changes_a_combat_value_of_a_character_in_reach_by_one(
    target: str, change: tuple[str, int], number: int
) -> None:
    position = acting(hero="perplex").answer((HERO, "perplex", "FREE")).answer(target)

    assert not [option for option in position.options if option[0] == "damage"]
    position.answer(change)
    assert position.game.number(change[0], target) == number and one(position, HERO).tokens == 0


@rule("pac.perplex", 2)
@rule("pac.outwit", 2)
@pytest.mark.parametrize("power", ["perplex", "outwit"])
def test_perplex_and_outwit_reach_four_squares_at_least(power: str) -> None:
    things = at(FOE, "F3", name="near", player=1), at(FOE, "G4", name="edge", player=1), at(FOE, "H2")
    position = acting(*things, hero=power, range=0).answer((HERO, power, "FREE"))

    assert set(position.options) == {"near", "edge"} | ({HERO} if power == "perplex" else set())


@rule("pac.perplex", 3)
@rule("pac.outwit", 3)
@pytest.mark.parametrize("power", ["perplex", "outwit"])
def test_perplex_and_outwit_need_a_line_of_fire(power: str) -> None:
    rows = ("....##..........",) * 16
    position = acting(at(FOE, "H3"), at(FOE, "D3", name="near", player=1), hero=power, rows=rows)
    position.answer((HERO, power, "FREE"))

    assert FOE not in position.options


@rule("pac.perplex", 5)
@rule("20.3", 2, 3)
def test_perplex_lasts_until_the_next_turn_of_its_player() -> None:
    position = acting(hero="perplex").answer((HERO, "perplex", "FREE")).answer(FOE).answer(("defense", -1))
    position.answer(None)

    assert position.player == 1 and position.game.number("defense", FOE) == 15
    position.answer(None)
    assert position.player == 0 and position.game.number("defense", FOE) == 16


@rule("20.3", 9)
@rule("20.6a")
def test_what_perplex_gave_ends_at_once_when_perplex_is_lost() -> None:
    rules = invent(clix(HERO, "8/10/17/3 perplex", "8/10/17/3", "8/10/17/3"), clix(FOE, "8/10 poison/16/2"))
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules)).answer((HERO, "perplex", "FREE"))
    position.answer(FOE).answer(("defense", -1)).answer(None)

    assert position.game.number("defense", FOE) == 15
    position.answer((FOE, "poison", "FREE"))
    assert position.game.number("defense", FOE) == 16


@rule("pac.outwit", 1, 3, 5)
@rule("20.4", 3, 4)
@rule("20.5", 2)
def test_outwit_takes_a_power_in_any_form_until_its_players_next_turn() -> None:
    rules = invent(clix(HERO, "8/10/17/3 outwit"), clix(FOE, *("8/10/16 toughness/2",) * 6, traits=[gift("toughness")]))
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules)).answer((HERO, "outwit", "FREE"))
    position.answer("toughness")

    assert not position.game.has("toughness", FOE)
    position.answer(None)
    assert position.player == 1 and not position.game.has("toughness", FOE)
    position.answer(None)
    assert position.player == 0 and position.game.has("toughness", FOE)


@rule("pac.outwit", 4)
@rule("19", 2)
def test_outwit_chooses_any_standard_power_or_a_special_power_on_the_card() -> None:
    special = {"id": "brawn", "name": {"en": "Brawn", "zh": "蛮力"}, "grants": ["charge"]}
    rules = invent(
        clix(HERO, "8/10/17/3 outwit"),
        clix(FOE, "8/10/16 toughness/2", "8 brawn/10/16/2", specials=[special], traits=[gift("flurry")]),
    )
    position = turn(play(at(HERO, "C3"), at(FOE, "F3", click=2), rules=rules)).answer((HERO, "outwit", "FREE"))

    assert {"brawn", "charge", "impervious", "flurry"} <= set(position.options) and "gift" not in position.options
    position.answer("brawn")
    assert not position.game.has("brawn", FOE) and not position.game.has("charge", FOE)


@rule("20.5", 1)
def test_a_special_power_that_cannot_be_used_takes_all_that_it_grants_with_it_but_nothing_else() -> None:
    special = {"id": "brawn", "name": {"en": "Brawn", "zh": "蛮力"}, "grants": ["charge", "toughness"]}
    foe = clix(FOE, "8 brawn/10/16 toughness/2", specials=[special])
    rules = invent(clix(HERO, "8/10/17/3 outwit"), foe)
    position = turn(play(at(HERO, "C3"), at(FOE, "F3"), rules=rules))
    assert position.game.has("charge", FOE) and position.game.has("toughness", FOE)

    position.answer((HERO, "outwit", "FREE")).answer("brawn")
    assert not position.game.has("charge", FOE) and position.game.has("toughness", FOE)


# Safeguard --------------------------------------------------------------------------------------------------


@rule("22.6", 1)
@pytest.mark.parametrize("player", [0, 1])
def test_safeguard_keeps_that_power_off_a_character_whoever_uses_it_and_no_other(player: int) -> None:
    safe = clix("safe", traits=[gift("safeguard:perplex", "safeguard:support")])
    things = at("safe", "C4", player=player), at("plain", "D3", player=player), at(FOE, "P16")
    game = play(at(HERO, "C3"), *things, rules=invent(safe, clix("plain"))).game

    assert {"plain", "safe"} & set(reached(game, HERO, "perplex")) == {"plain"}
    assert {"plain", "safe"} <= set(reached(game, HERO, "outwit"))
    assert helped(game, HERO) == (["plain"] if player == 0 else [])


# Leadership -------------------------------------------------------------------------------------------------


@rule("pac.leadership", 1)
@rule("7.9", 4)
@pytest.mark.parametrize("leaders", [1, 2])
def test_leadership_gives_one_action_more_however_many_leaders(leaders: int) -> None:
    more = [at(HERO, "P1", name="second")] * (leaders - 1)

    assert acting(*more, hero="leadership").game.number("action total", 0) == 4
    assert acting(hero="leadership").game.number("action total", 1) == 3


@rule("pac.leadership", 2, 3)
@pytest.mark.parametrize(("face", "left"), [("5", 0), ("4", 1)])
def test_leadership_removes_a_token_from_an_adjacent_lesser_friend_on_five_or_six(face: str, left: int) -> None:
    cards = [clix(HERO, "8/10/17/3 leadership"), clix("aide")]
    things = at(HERO, "C3"), at("aide", "D3", tokens=1, points=40), at(FOE, "P16")
    position = turn(play(*things, rules=invent(*cards), rolls=dice(face))).answer(("leadership.lead", HERO))

    assert one(position, "aide").tokens == left


@rule("pac.leadership", 3)
@pytest.mark.parametrize(
    ("square", "points", "keyword", "led"),
    [("D3", 50, "", False), ("D3", 60, "Crew", True), ("D3", 49, "", True), ("F3", 40, "Crew", False)],
)
def test_leadership_is_for_adjacent_friends_of_less_points_or_with_a_common_keyword(
    square: str, points: int, keyword: str, led: bool
) -> None:
    cards = [clix(HERO, "8/10/17/3 leadership", keywords=["Crew"]), clix("aide", keywords=[keyword] if keyword else [])]
    things = at(HERO, "C3"), at("aide", square, tokens=1, points=points), at(FOE, "P16")
    position = turn(play(*things, rules=invent(*cards)))

    assert (position.asked == "trigger") is led and not happened(position, TokenRemoved, KnockedBack)
