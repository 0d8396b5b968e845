"""Words about objectives, reactions, further attacks and activations, and those that name someone."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.events.attacks import DiceRolled, Targeted
from rulewright_crisis_protocol.events.characters import Dazed, PowerSpent
from rulewright_crisis_protocol.objectives import contested_by, secured_by
from rulewright_crisis_protocol.tactics import open_tactics

from .effects_table import happens
from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    invent,
    named,
    one,
    phase,
    power,
    rule,
    tactic,
    token,
    turn,
)  # fmt: skip


def lasting(id: str, *does: dict[str, Any]) -> dict[str, Any]:
    return named({"id": id, "kind": "innate", "does": list(does)})


# Objectives -------------------------------------------------------------------------------------------------


@rule("objective.contest")
@pytest.mark.parametrize(("crisis", "whose"), [("relays", None), ("vials", 0)])
def test_who_cannot_contest_secure_objectives_contests_others(crisis: str, whose: int | None) -> None:
    rules = invent(card(HERO, superpowers=[lasting("aloof", {"forbids": "contest secure"})]))
    position = battle(at(HERO, 18, 17), token("spot", 18, 18, crisis), rules=rules)
    assert secured_by(position.game, "spot") == whose
    assert list(contested_by(position.game, HERO)) == ["spot"] * (whose is not None)


def interacts(position: Scenario) -> list[str]:
    """The tokens with which the hero can interact now."""
    position.begin(ACTIVATION(player=0, character=HERO))
    return [deed[1] for deed in position.options if deed[0] == "interact"]


@rule("objective.interact")
@pytest.mark.parametrize("ban", ["interact with extract", "hold extract"])
@pytest.mark.parametrize(("crisis", "open_"), [("vials", False), ("breakers", True)])
def test_who_cannot_hold_extract_objectives_interacts_with_others(ban: str, crisis: str, open_: bool) -> None:
    rules = invent(card(HERO, superpowers=[lasting("aloof", {"forbids": ban})]))
    mission = {"secure": "breakers", "extract": "vials"}
    things = at(HERO, 18, 17, power=2), token("spot", 18, 18, crisis)
    assert interacts(battle(*things, rules=rules, mission=mission)) == ["spot"] * open_


@rule("objective.hold")
def test_nobody_is_handed_what_it_cannot_hold() -> None:
    rules = [card("friend", superpowers=[lasting("aloof", {"forbids": "hold extract"})])]
    things = [at(HERO, 10, 10), at("friend", 12, 10), token("spot", 10, 10, "vials", holder=HERO)]
    position = happens({"do": "pass_token", "who": "self", "to": "chosen"}, things=things, cards=rules, chosen="friend")
    assert position.state.objectives["spot"].holder == HERO


@rule("objective.interact")
@rule("power.spend")
@pytest.mark.parametrize(("keyword", "costs"), [("secure", 0), ("point-of-interest", 0), ("civilian", 1)])
def test_some_pay_nothing_to_interact(keyword: str, costs: int) -> None:
    rules = invent(card(HERO, keywords=[f"free interaction:{keyword}"]))
    things = at(HERO, 18, 17, power=costs), token("spot", 18, 18, "breakers")
    position = battle(*things, rules=rules, mission={"secure": "breakers", "extract": "vials"})
    assert interacts(position) == ["spot"]
    position.answer(("interact", "spot"))
    assert len(position.events(PowerSpent)) == costs and position.state.objectives["spot"].control == 0


@rule("objective.interact")
def test_who_has_no_power_and_has_to_pay_cannot_interact() -> None:
    things = at(HERO, 18, 17), token("spot", 18, 18, "breakers")
    assert interacts(battle(*things, mission={"secure": "breakers", "extract": "vials"})) == []


@rule("objective.drop")
@pytest.mark.parametrize(("keywords", "player"), [(["drops its own tokens"], 1), ([], 0)])
def test_whose_player_says_where_a_token_drops(keywords: list[str], player: int) -> None:
    things = [at(HERO, 10, 10), at(VILLAIN, 15, 10, 1, damage=4), token("spot", 15, 10, "vials", holder=VILLAIN)]
    things.append(at("second", 30, 30, 1))
    cards = [card(VILLAIN, keywords=keywords), card("second")]
    position = happens({"do": "damage", "who": "chosen"}, things=things, cards=cards, chosen=VILLAIN)
    assert (position.asked, position.player) == ("drop", player)


@rule("attack.step-4")
@pytest.mark.parametrize(("x", "crisis", "dice"), [(10, "relays", 5), (10, "vials", 3), (20, "relays", 3)])
def test_dice_for_a_secure_objective_that_is_near(x: float, crisis: str, dice: int) -> None:
    near = {"near_objective": 1, "type": "secure", "who": "self"}
    rules = invent(card(HERO, attack("blow"), superpowers=[
        lasting("guard", {"modifies": "attack dice", "by": 2, "test": near}),
    ]))  # fmt: skip
    position = attacking(token("spot", x, 11, crisis), attack="blow", rules=rules, rolls=("-" * dice, "--"))
    assert [len(event.faces) for event in position.events(DiceRolled) if event.pool == "attack"] == [dice]


# Reactions and cards ----------------------------------------------------------------------------------------

HUSH = [
    {"forbids": each, "side": "enemy", "test": {"state": "active", "who": "self"}}
    for each in ("reactive superpowers", "reactive cards")
]


@rule("superpower.reactive")
@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(("active", "asked"), [(HERO, False), ("friend", True)])
def test_nobody_reacts_in_the_activation_of_one(active: str, asked: bool) -> None:
    flinch = power("flinch", "reactive", {"do": "gain_power"}, when="targeted")
    rules = invent(
        card(HERO, attack("blow"), superpowers=[lasting("hush", *HUSH)]), card("friend"),
        card(VILLAIN, superpowers=[flinch]),
    )  # fmt: skip
    things = at(HERO, 10, 10), at("friend", 10, 13), at(VILLAIN, 14, 10, 1)
    position = turn(battle(*things, rules=rules, rolls=("---", "--"))).answer(("activate", active))
    position.answer(("attack", "blow" if active == HERO else "friend-blow"))
    assert (position.asked == "trigger") is asked


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("active", "asked"), [(HERO, False), ("friend", True)])
def test_nor_is_a_reactive_card_played(active: str, asked: bool) -> None:
    rules = invent(
        card(HERO, attack("blow"), superpowers=[lasting("hush", *HUSH)]), card("friend"), card(VILLAIN),
        tactics=[tactic("answer", {"do": "gain_power"}, when="targeted")],
    )  # fmt: skip
    things = at(HERO, 10, 10), at("friend", 10, 13), at(VILLAIN, 14, 10, 1)
    position = turn(battle(*things, rules=rules, rolls=("---", "--"), squads={1: {"tactics": ("answer",)}}))
    position.answer(("activate", active), ("attack", "blow" if active == HERO else "friend-blow"))
    assert (position.asked == "trigger") is asked


@rule("tactic-card.play")
@pytest.mark.parametrize(("does", "cards"), [([{"forbids": "cards"}], []), ([], ["song"])])
def test_who_cannot_play_cards_does_not(does: list[Any], cards: list[str]) -> None:
    rules = invent(card(HERO, superpowers=[lasting("proud", *does)] if does else []),
                   tactics=[tactic("song", {"do": "gain_power"})])  # fmt: skip
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, squads={0: {"tactics": ("song",)}})
    assert open_tactics(position.game, 0) == cards


# Attacks ----------------------------------------------------------------------------------------------------


@rule("action.granted")
@rule("attack.step-1")
def test_a_further_attack_may_have_to_be_another_one() -> None:
    again = power("again", "reactive", {"do": "attack", "unused": True}, when="after attack", once="turn")
    rules = invent(card(HERO, attack("blow"), attack("tap", strength=1), superpowers=[again]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("---", "--", "-", "--"))
    turn(position).answer(("activate", HERO), ("attack", "blow"))
    position.answer(position.options[0])
    assert [event.attack for event in position.events(Targeted)] == ["blow", "tap"]


@rule("action.granted")
def test_who_has_used_all_its_attacks_makes_none() -> None:
    again = power("again", "reactive", {"do": "attack", "unused": True}, when="after attack", once="turn")
    rules = invent(card(HERO, attack("blow"), superpowers=[again]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("---", "--"))
    turn(position).answer(("activate", HERO), ("attack", "blow"))
    position.answer(*(position.options[:1] if position.asked == "trigger" else []))
    assert len(position.events(Targeted)) == 1


@rule("superpower.reactive")
@pytest.mark.parametrize(("attacker", "other"), [(HERO, VILLAIN), (VILLAIN, HERO)])
def test_both_sides_of_an_attack_may_be_meant(attacker: str, other: str) -> None:
    mark = {"do": "condition", "condition": "hex", "who": "chosen"}
    ready, burn = (
        power("ready", "innate", mark, when="fights"),
        power("burn", "innate", {**mark, "condition": "slow"}, when="fought"),
    )
    rules = invent(card(HERO, superpowers=[ready, burn]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, rolls=("---", "--"))
    player = one(position, attacker).player
    position.begin(ATTACK(player=player, attacker=attacker, attack=f"{attacker}-blow"))
    assert set(one(position, VILLAIN).conditions) == {"hex", "slow"} and one(position, HERO).conditions == ()


MUSTER = power("muster", "reactive", {"do": "add_dice"}, when="own pool", once="turn")
STEP_IN = power("guard", "reactive", {"do": "redirect", "who": "self"}, when="ally targeted", range=3)


@rule("attack.step-4")
@rule("attack.step-5")
@pytest.mark.parametrize(("attacker", "pools"), [(HERO, [4, 2]), (VILLAIN, [3, 3])])
def test_who_gathers_dice_may_be_asked_whichever_they_are(attacker: str, pools: list[int]) -> None:
    rules = invent(card(HERO, attack("hero-blow", strength=3), superpowers=[MUSTER]), card(VILLAIN))
    things = at(HERO, 10, 10), at(VILLAIN, 14, 10, 1)
    position = battle(*things, rules=rules, rolls=["-" * dice for dice in pools])
    position.begin(ATTACK(player=one(position, attacker).player, attacker=attacker, attack=f"{attacker}-blow"))
    assert position.player == 0 and position.asked == "react"
    position.answer(position.options[1])
    assert [len(event.faces) for event in position.events(DiceRolled)] == pools, "and asked once"


@rule("attack.step-5")
@rule("attack.target")
def test_who_becomes_the_target_is_asked_when_its_dice_are_gathered_and_not_the_first_one() -> None:
    rules = invent(card(HERO, superpowers=[MUSTER]), card("friend", superpowers=[STEP_IN, {**MUSTER, "id": "rally"}]))
    things = at(HERO, 10, 10), at("friend", 10, 12), at(VILLAIN, 14, 10, 1)
    position = battle(*things, rules=rules, rolls=("---", "---"))
    position.begin(ATTACK(player=1, attacker=VILLAIN, attack="villain-blow", target=HERO))
    assert position.answer(position.options[0]).asked == "react"
    assert [option[1] for option in position.options if option] == ["friend"]


@rule("superpower.reactive")
def test_what_may_be_used_once_a_turn_is_used_for_one_kind_of_dice() -> None:
    back = power("back", "reactive", {"do": "attack", "against": "chosen"}, when="after attacked")
    rules = invent(card(HERO, superpowers=[MUSTER]), card(VILLAIN, superpowers=[back]))
    things = at(HERO, 10, 10), at(VILLAIN, 14, 10, 1)
    position = turn(battle(*things, rules=rules, rolls=("----", "--", "---", "--")))
    position.answer(("activate", HERO), ("attack", "hero-blow"))
    position.answer(position.options[1]).answer(position.options[0])
    assert len(position.events(Targeted)) == 2 and position.asked == "act"


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("attacker", "window"), [(HERO, "attack pool"), (VILLAIN, "defense pool")])
def test_cards_too_are_played_for_whoever_gathers_dice(attacker: str, window: str) -> None:
    rules = invent(tactics=[tactic("shout", {"do": "add_dice"}, when="own pool")])
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, squads={0: {"tactics": ("shout",)}})
    position.begin(ATTACK(player=one(position, attacker).player, attacker=attacker, attack=f"{attacker}-blow"))
    assert position.options == [None, (f"card in {window}", "shout")]


@rule("superpower.innate")
@pytest.mark.parametrize(("attacker", "pools"), [(HERO, [4, 2]), (VILLAIN, [3, 3])])
def test_what_is_innate_comes_unasked_when_either_pool_is_gathered(attacker: str, pools: list[int]) -> None:
    rules = invent(card(HERO, superpowers=[power("sure", "innate", {"do": "add_dice"}, when="own pool")]))
    things = at(HERO, 10, 10), at(VILLAIN, 14, 10, 1)
    position = battle(*things, rules=rules, rolls=["-" * dice for dice in pools])
    position.begin(ATTACK(player=one(position, attacker).player, attacker=attacker, attack=f"{attacker}-blow"))
    assert [len(event.faces) for event in position.events(DiceRolled)] == pools


@rule("dodge.roll")
@pytest.mark.parametrize(("keywords", "dice"), [(["dodges by:mystic"], 4), ([], 2)])
def test_some_dodge_by_another_defense(keywords: list[str], dice: int) -> None:
    throw = {"do": "throw", "who": "chosen", "tool": "medium", "way": ""}
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 15, 10, 1)]
    cards = [card("friend", keywords=keywords, mystic=4), card(VILLAIN, size=1)]
    position = happens(throw, things=things, cards=cards, chosen=VILLAIN, rolls=["-" * dice]).answer(0.0)
    assert [len(event.faces) for event in position.events(DiceRolled)] == [dice]


# Activations and the injured --------------------------------------------------------------------------------


@rule("activation.alternate")
@pytest.mark.parametrize(("activated", "more"), [(False, True), (True, False)])
def test_someone_else_may_be_activated_in_the_same_turn(activated: bool, more: bool) -> None:
    choice = {"do": "choose_character", "side": "allied", "range": 3, "then": [{"do": "activate_too"}]}
    calls = power("calls", "reactive", choice, when="activation ends", cost=1)
    rules = invent(card(HERO, superpowers=[calls]), card("friend"), card("second"))
    things = (
        at(HERO, 10, 10, power=1), at("friend", 10, 13, activated=activated), at("second", 30, 5),
        at(VILLAIN, 30, 30, 1),
    )  # fmt: skip
    position = turn(battle(*things, rules=rules)).answer(("activate", HERO), ("end",))
    position.answer(position.options[0])
    assert (("activate", "friend") in position.options) is more
    if more:
        assert position.options == [("activate", "friend"), ("end",)]
        position.answer(("activate", "friend"), ("end",))
        assert one(position, "friend").activated and position.player == 1


@rule("activation.alternate")
def test_nobody_has_to() -> None:
    choice = {"do": "choose_character", "side": "allied", "range": 3, "then": [{"do": "activate_too"}]}
    calls = power("calls", "reactive", choice, when="activation ends")
    rules = invent(card(HERO, superpowers=[calls]), card("friend"))
    position = battle(at(HERO, 10, 10), at("friend", 10, 13), at(VILLAIN, 30, 30, 1), rules=rules)
    turn(position).answer(("activate", HERO), ("end",))
    position.answer(position.options[0], ("end",))
    assert position.player == 1 and not one(position, "friend").activated


@rule("damage.ko")
@rule("cleanup.dazed")
@pytest.mark.parametrize(("keywords", "there"), [(["never injured"], False), ([], True)])
def test_some_are_knocked_out_instead_of_turning_over(keywords: list[str], there: bool) -> None:
    rules = invent(card(VILLAIN, keywords=keywords), card("second"))
    things = at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), at("second", 30, 30, 1)
    position = battle(*things, rules=rules).happen(Dazed(VILLAIN, HERO))
    phase(position, "cleanup")
    assert (VILLAIN in position.state.characters) is there


# Forms, collisions, and what comes behind an attack ---------------------------------------------------------


@rule("superpower.active")
@pytest.mark.parametrize(("counted", "again"), [("shift", False), ("", True)])
def test_superpowers_of_one_name_may_be_counted_together(counted: str, again: bool) -> None:
    def shift(id: str, into: str) -> dict[str, Any]:
        return power(id, "active", {"do": "transform", "into": into}, once="turn", counted=counted)

    rules = invent(
        card(HERO, superpowers=[shift("shrink", "small")]), card("small", superpowers=[shift("grow", HERO)]),
    )  # fmt: skip
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=rules)).answer(("activate", HERO))
    position.answer(("superpower", "shrink"))
    assert (("superpower", "grow") in position.options) is again


@rule("throw.collision-stop")
@pytest.mark.parametrize(("unharmed", "own"), [(True, 0), (False, 1)])
def test_one_may_collide_with_another_and_be_unharmed(unharmed: bool, own: int) -> None:
    collide = {"do": "collide", "who": "self", "into": "chosen", "unharmed": unharmed}
    position = happens(collide, cards=[card(HERO, size=1)], chosen=VILLAIN, rolls=["--"])
    assert (one(position, HERO).damage, one(position, VILLAIN).damage) == (own, 2)


@rule("beam.resolve")
@rule("action.granted")
def test_what_comes_behind_an_attack_comes_once_behind_a_beam() -> None:
    again = {"do": "attack", "attack": "ray", "after": [{"do": "gain_power", "who": "self"}]}
    cards = [card(HERO, attack("ray", range="B4", strength=1)), card("second")]
    things = [at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), at("second", 16, 10, 1)]
    position = happens(again, things=things, cards=cards, rolls=("-", "--", "-", "--"))
    while not position.idle:
        position.answer(max(position.options, key=len))
    assert len(position.events(Targeted)) == 2 and one(position, HERO).power == 1


@rule("action.granted")
def test_nothing_comes_behind_an_attack_that_is_not_made() -> None:
    again = {"do": "attack", "attack": "ray", "after": [{"do": "gain_power", "who": "self"}]}
    things = [at(HERO, 10, 10), at(VILLAIN, 33, 33, 1)]
    position = happens(again, things=things, cards=[card(HERO, attack("ray"))])
    assert position.idle and one(position, HERO).power == 0


# Dice that nobody may modify --------------------------------------------------------------------------------


@rule("attack.step-9")
@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(
    ("cannot", "asked"),
    [("modify defense dice", ["attack"]), ("modify attack dice", ["defense", "attack"]), ("modify dice", [])],
)
def test_who_cannot_modify_its_own_dice_may_still_modify_those_against_it(cannot: str, asked: list[str]) -> None:
    again = {"do": "reroll", "amount": "any"}
    own = power("own", "innate", again, when="own dice", test={"rolls": ["defense"]})
    theirs = power("theirs", "innate", {**again, "of": "opposing"}, when="opposing dice", test={"rolls": ["defense"]})
    still = {"when": "targeted", "effects": [{"do": "forbid", "cannot": cannot, "who": "target", "until": "attack"}]}
    rules = invent(card(HERO, attack("blow", still)), card(VILLAIN, superpowers=[own, theirs]))
    position, found = attacking(attack="blow", rules=rules, rolls=("---", "--")), list[str]()
    while not position.idle:
        position.answer(*([("own", VILLAIN)] if position.asked == "react" else []))
        found.append(position.game.request.about["pool"])
        position.answer(())
    assert found == asked


@rule("attack.step-9")
@pytest.mark.parametrize(("cannot", "asked"), [("modify attack dice", False), ("modify defense dice", True)])
def test_who_cannot_modify_attack_dice_does_not_when_it_attacks(cannot: str, asked: bool) -> None:
    again = power("own", "innate", {"do": "reroll", "amount": "any"}, when="own dice", test={"rolls": ["attack"]})
    wall = power("wall", "innate", {"do": "forbid", "cannot": cannot, "who": "attacker", "until": "attack"},
                 when="targeted")  # fmt: skip
    rules = invent(card(HERO, attack("blow"), superpowers=[again]), card(VILLAIN, superpowers=[wall]))
    assert attacking(attack="blow", rules=rules, rolls=("---", "--")).idle is not asked


# Attacks that come to nothing, dodges, and what an attack does not do ----------------------------------------

STEP = {"do": "move", "who": "self", "tool": "short"}
ENDS = {"do": "if", "test": {"out_of_reach": "self"}, "then": [{"do": "end_attack"}]}


@rule("attack.range")
@rule("attack.outline")
@pytest.mark.parametrize(("x", "ends"), [(18.3, True), (17.2, False)])
def test_who_is_out_of_range_is_not_attacked(x: float, ends: bool) -> None:
    away = power("away", "reactive", {"do": "place", "who": "self", "range": 1, "of": "itself"}, ENDS, when="targeted")
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[away]))
    position = attacking(at(VILLAIN, 17.3, 10, 1), attack="blow", rules=rules, rolls=() if ends else ("---", "--"))
    position.answer(position.options[0], (x, 10.0, 0.0))
    assert bool(position.events(DiceRolled)) is not ends


@rule("beam.resolve")
@pytest.mark.parametrize(("second", "many"), [(16, True), (30, False)])
def test_an_attack_may_be_one_of_several(second: float, many: bool) -> None:
    alone = power("alone", "innate", {"do": "end_attack"}, when="targeted", test={"none": [{"many_targets": True}]})
    cards = card(HERO, attack("ray", range="B4")), card("second"), card(VILLAIN, superpowers=[alone])
    things = at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), at("second", second, 10, 1)
    position = battle(*things, rules=invent(*cards), rolls=("---", "--", "---", "--"))
    turn(position).answer(("activate", HERO), ("attack", "ray"))
    while position.asked != "act":
        position.answer(max(position.options, key=len))
    assert (VILLAIN in [event.character for event in position.events(DiceRolled)]) is many


GUARD = power("guard", "reactive", {"do": "add_defense", "dice": 2}, when="defends or dodges",
              test={"any": [{"rolls": ["dodge"]}, {"attack_is": ["physical"]}]})  # fmt: skip


@rule("attack.step-5")
@pytest.mark.parametrize(("type", "dice"), [("physical", 4), ("energy", 2)])
def test_dice_for_a_defense_against_attacks_of_a_type(type: str, dice: int) -> None:
    rules = invent(card(HERO, attack("blow", type=type)), card(VILLAIN, superpowers=[GUARD]))
    position = attacking(attack="blow", rules=rules, rolls=("---", "-" * dice))
    position.answer(*(position.options[:1] if position.asked == "trigger" else []))
    assert [len(event.faces) for event in position.events(DiceRolled) if event.pool == "defense"] == [dice]


@rule("dodge.roll")
def test_or_for_a_dodge() -> None:
    throw = {"do": "throw", "who": "chosen", "tool": "medium", "way": ""}
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 15, 10, 1)]
    cards = [card("friend", superpowers=[GUARD]), card(VILLAIN, size=1)]
    position = happens(throw, things=things, cards=cards, chosen=VILLAIN, rolls=["----"]).answer(0.0)
    position.answer(position.options[0])
    assert [len(event.faces) for event in position.events(DiceRolled)] == [4]


@rule("push.rules")
@rule("terms.cannot-beats-can")
@pytest.mark.parametrize("held", [True, False])
def test_the_effects_of_an_attack_may_not_move_its_target(held: bool) -> None:
    shove = {"when": "before damage", "effects": [{"do": "push", "who": "target", "tool": "short", "way": "away"}]}
    test = {"all": [{"would_be": ["pushed"]}, {"effect_of": ["attack"]}]}
    later = {"do": "later", "id": "root-later", "when": "would be moved", "until": "attack", "test": test,
             "effects": [{"do": "stay"}]}  # fmt: skip
    roots = power("roots", "innate", later, when="targeted")
    rules = invent(card(HERO, attack("blow", shove)), card(VILLAIN, superpowers=[roots] if held else []))
    position = attacking(attack="blow", rules=rules, rolls=("---", "--"))
    assert (position.asked == "push") is not held


@rule("beam.resolve")
@rule("attack.step-4")
def test_what_is_paid_for_each_attack_is_paid_once_and_counts_for_all() -> None:
    more = {"do": "change", "stat": "attack dice", "by": "power_spent", "until": "next attack action"}
    pays = {
        "when": "attack pool",
        "test": {"first_strike": True},
        "effects": [{"do": "spend", "up_to": 3, "then": [more]}],
    }
    cards = card(HERO, attack("ray", pays, range="B4")), card("second")
    things = at(HERO, 10, 10, power=3), at(VILLAIN, 13, 10, 1), at("second", 16, 10, 1)
    position = battle(*things, rules=invent(*cards), rolls=("-----", "--", "-----", "--", "---", "--"))
    turn(position).answer(("activate", HERO), ("attack", "ray"))
    asked: list[str] = []
    while position.asked != "act":
        asked.append(str(position.asked))
        position.answer(2 if position.asked == "spend" else max(position.options, key=len))
    assert asked.count("spend") == 1 and one(position, HERO).power == 1
    assert [len(event.faces) for event in position.events(DiceRolled) if event.pool == "attack"] == [5, 5]
    position.answer(("attack", "ray"))
    while position.asked not in ("act", "turn"):
        position.answer(0 if position.asked == "spend" else min(position.options, key=len))
    assert [len(event.faces) for event in position.events(DiceRolled) if event.pool == "attack"][2:] == [3]
