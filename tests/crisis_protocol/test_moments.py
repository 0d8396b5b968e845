"""Superpowers at the moments when dice have been rolled, a move begins, an enemy ends, an ally is damaged."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.events.attacks import DiceRolled
from rulewright_crisis_protocol.events.characters import DamageSuffered, PowerGained
from rulewright_crisis_protocol.events.superpowers import SuperpowerUsed

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
    one,
    piece,
    place,
    power,
    rule,
    tactic,
    turn,
)

GAIN = {"do": "gain_power", "who": "self"}
CRITICAL = {"do": "if", "test": {"amount": {"faces": "critical", "of": "roll"}, "at_least": 1}, "then": [GAIN]}
HUBRIS = power("hubris", "innate", CRITICAL, when="rolled")


@rule("terms.after")
@pytest.mark.parametrize(
    ("who", "rolls", "power_of"),
    [
        (HERO, ["CHH", "--", "-"], 1),
        (HERO, ["HHH", "C-", "-"], 0),
        (VILLAIN, ["H--", "C-", "-"], 1),
        (VILLAIN, ["C--", "BB", "-"], 0),
    ],
)
def test_whoever_rolled_a_critical_in_an_attack_gains_power_after_it(who: str, rolls: list[str], power_of: int) -> None:
    """Its own dice count, and no others."""
    rules = invent(card(HERO, attack("blow"), superpowers=[HUBRIS]) if who == HERO else card(VILLAIN))
    if who == VILLAIN:
        rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[HUBRIS]))
    position = attacking(attack="blow", rules=rules, rolls=rolls)
    assert one(position, who).power - one(position, who).damage == power_of


def test_two_that_rolled_both_gain_power() -> None:
    rules = invent(card(HERO, attack("blow"), superpowers=[HUBRIS]), card("friend", superpowers=[HUBRIS]))
    position = attacking(attack="blow", rules=rules, rolls=["C--", "--", "-"])
    assert one(position, HERO).power == 1


def test_dice_of_an_effect_count_when_all_that_came_of_them_is_done() -> None:
    hit = {"faces": "hit", "of": "roll"}
    roll = {"do": "roll", "dice": 2, "then": [{"do": "damage", "amount": hit, "who": "chosen"}]}
    for faces, power_of in (("CH", 1), ("HH", 0)):
        position = happens(roll, cards=[card(HERO, superpowers=[HUBRIS])], chosen=VILLAIN, rolls=[faces])
        assert one(position, HERO).power == power_of
        assert one(position, VILLAIN).damage == faces.count("H")


def test_dice_of_a_dodge_count() -> None:
    push = {"do": "throw", "who": "chosen", "tool": "medium", "way": ""}
    cards = [card("friend", superpowers=[HUBRIS])]
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 15, 10, 1)]
    position = happens(push, things=things, cards=cards, chosen=VILLAIN, rolls=["C-", "-"])
    position.answer(0.0)
    assert one(position, "friend").power >= 1


# Moves ------------------------------------------------------------------------------------------------------


LIFT = power(
    "lift", "reactive",
    {"do": "choose_character", "side": "allied", "range": 2, "size": 2, "then": [
        {"do": "after_move", "then": [{"do": "place", "who": "chosen", "range": 1}]},
    ]},
    when="move begins", cost=1, once="turn", test={"there_is": {"every": "allied", "range": 2, "size": 2}},
)  # fmt: skip


def lifting(*things: Any, **friend: Any) -> Any:
    rules = invent(card(HERO, superpowers=[LIFT]), card("friend", **friend))
    position = battle(at(HERO, 10, 10, power=2), at(VILLAIN, 30, 30, 1), *things, rules=rules)
    return turn(position).answer(("activate", HERO)).answer(("move",))


@rule("terms.after")
def test_an_ally_is_placed_when_the_move_is_over() -> None:
    position = lifting(at("friend", 12, 10))
    position.answer(("lift", HERO)).answer(("advance", "short"))
    assert position.asked == "advance", "it moves first"
    position.answer(("spot", 10.0, 12.0))
    assert (position.asked, one(position, HERO).power) == ("place", 1)
    position.answer((13.0, 10.0))
    assert place(position, "friend") == (13.0, 10.0)


def test_nobody_is_lifted_who_is_too_far_or_too_large() -> None:
    for position in (lifting(at("friend", 20, 10)), lifting(at("friend", 12, 10), size=3)):
        assert position.asked == "way_to_move"


# Others -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("distance", "conditions"), [(3, ("poison",)), (6, ())])
def test_an_enemy_that_ends_its_activation_nearby_is_poisoned(distance: int, conditions: Any) -> None:
    spores = power("spores", "innate", {"do": "condition", "condition": "poison", "who": "chosen"},
                   when="enemy activation ends", range=2)  # fmt: skip
    rules = invent(card(VILLAIN, superpowers=[spores]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 10 + distance, 10, 1), rules=rules)
    turn(position).answer(("activate", HERO)).answer(("end",))
    assert one(position, HERO).conditions == conditions


@rule("terms.enemy-effect")
@pytest.mark.parametrize(("by", "power_of"), [(VILLAIN, 1), (HERO, 0), ("", 0)])
def test_damage_of_an_ally_by_an_enemy_gives_power(by: str, power_of: int) -> None:
    guard = power("guard", "innate", GAIN, when="ally damaged")
    rules = invent(card("friend", superpowers=[guard]))
    position = battle(at(HERO, 10, 10), at("friend", 12, 10), at(VILLAIN, 15, 10, 1), rules=rules)
    position.happen(damage(position.game, HERO, 1, by, rule="x"))
    assert one(position, "friend").power == power_of


@pytest.mark.parametrize(("x", "damage_of"), [(16, 2), (20, 0)])
def test_whoever_stands_near_the_chosen_terrain_is_hurt(x: int, damage_of: int) -> None:
    """The range is measured from the terrain, which is destroyed then."""
    near = {"every": "enemy", "range": 1, "of": "chosen"}
    blast = {"do": "choose_terrain", "range": 4, "size": 3, "then": [
        {"do": "damage", "amount": 2, "who": near}, {"do": "destroy_terrain"},
    ]}  # fmt: skip
    position = happens(blast, things=[at(HERO, 10, 10), at(VILLAIN, x, 10, 1), piece("crate", 14, 10)])
    assert one(position, VILLAIN).damage == damage_of
    assert not position.state.terrain


# Dice of others ---------------------------------------------------------------------------------------------


@rule("attack.reroll-limit")
@pytest.mark.parametrize(("spent", "rolled", "damage_of"), [(0, [], 0), (2, ["HH"], 2)])
def test_a_helper_pays_for_rerolls_of_an_ally(spent: int, rolled: list[str], damage_of: int) -> None:
    again = {"do": "reroll", "who": "chosen", "amount": "power_spent"}
    guide = power("guide", "reactive", {"do": "spend", "up_to": 3, "then": [again]}, when="allied dice", range=4)
    rules = invent(card(HERO, attack("blow")), card("friend", superpowers=[guide]))
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 10, 13, power=3)]
    position = attacking(*things, attack="blow", rules=rules, rolls=["---", "--", *rolled])
    position.answer(("guide", "friend")).answer(spent)
    if spent:
        position.answer((0, 1))
    assert (one(position, VILLAIN).damage, one(position, "friend").power) == (damage_of, 3 - spent)


def test_a_helper_who_would_reroll_own_dice_has_none_in_the_attack() -> None:
    own = power("guide", "reactive", {"do": "reroll"}, when="allied dice", range=4)
    rules = invent(card(HERO, attack("blow")), card("friend", superpowers=[own]))
    things = [at(HERO, 10, 10), at(VILLAIN, 12, 10, 1), at("friend", 10, 13, power=3)]
    position = attacking(*things, attack="blow", rules=rules, rolls=["HH-", "--"])
    position.answer(("guide", "friend"))

    assert one(position, VILLAIN).damage == 2


@rule("terms.enemy-effect")
@rule("character.ally-enemy")
@pytest.mark.parametrize("moment", ["ally damaged", "after ally damaged"])
@pytest.mark.parametrize(
    ("of", "more", "used"),
    [
        ("friend", {}, 1),
        ("friend", {"injured": True, "damage": 4}, 1),
        (HERO, {}, 0),
        ("stranger", {"injured": True, "damage": 4}, 0),
    ],
)
def test_damage_that_knocks_an_ally_out_is_damage_that_it_suffered(moment: str, of: str, more: Any, used: int) -> None:
    grief = power("grief", "innate", {"do": "gain_power"}, when=moment)
    rules = invent(card(HERO, superpowers=[grief]), card("friend"), card("stranger"))
    standing = {"friend": at("friend", 8, 8), HERO: at(HERO, 10, 10), "stranger": at("stranger", 20, 8, 1)}
    standing[of] = msgspec.structs.replace(standing[of], **more)
    position = battle(*standing.values(), at(VILLAIN, 14, 10, 1), rules=rules)
    position.happen(damage(position.game, of, 1, VILLAIN if of != "stranger" else HERO, rule="x"))

    assert (of in position.state.characters) is not bool(more)
    assert len(position.events(SuperpowerUsed)) == used


@rule("move.kinds")
@rule("action.move")
@pytest.mark.parametrize(
    ("moment", "how", "used"),
    [
        ("advance begins", "action", 1), ("advance begins", "climb", 0), ("advance begins", "text", 1),
        ("move begins", "action", 1), ("move begins", "climb", 1), ("move begins", "text", 0),
    ],
)  # fmt: skip
def test_an_advance_begins_by_a_text_too_and_a_move_action_with_a_climb(moment: str, how: str, used: int) -> None:
    eager = power("eager", "innate", {"do": "gain_power"}, when=moment)
    stride = power("stride", "active", {"do": "move", "tool": "short"})
    rules = invent(card(HERO, superpowers=[eager, stride]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=rules)
    turn(position).answer(("activate", HERO))
    position.answer(("superpower", "stride") if how == "text" else ("move",))
    position.answer(("climb" if how == "climb" else "advance", "short"))

    assert one(position, HERO).power == used


@rule("move.kinds")
@rule("action.move")
@pytest.mark.parametrize(
    ("moment", "how", "used"),
    [
        ("enemy move ends", "action", 1), ("enemy move ends", "climb", 1), ("enemy move ends", "text", 0),
        ("enemy advances", "action", 1), ("enemy advances", "climb", 0), ("enemy advances", "text", 1),
        ("enemy moves", "action", 1), ("enemy moves", "climb", 1), ("enemy moves", "text", 1),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("y", "near"), [(13.0, True), (25.0, False)])
def test_an_enemy_ends_a_move_action_or_an_advance(moment: str, how: str, used: int, y: float, near: bool) -> None:
    wary = power("wary", "innate", {"do": "gain_power"}, when=moment, range=2)
    stride = power("stride", "active", {"do": "move", "tool": "short"})
    rules = invent(card(HERO, superpowers=[stride]), card(VILLAIN, superpowers=[wary]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 10, y, 1), rules=rules)
    turn(position).answer(("activate", HERO))
    position.answer(("superpower", "stride") if how == "text" else ("move",))
    position.answer(("climb" if how == "climb" else "advance", "short")).answer(("spot", 10.0, 10.5))

    assert one(position, VILLAIN).power == used * near


@rule("superpower.innate")
@rule("terms.enemy-effect")
@pytest.mark.parametrize(("by", "enemy", "used"), [(VILLAIN, True, 1), ("friend", False, 0), ("", False, 0)])
def test_a_condition_may_be_about_whom_the_moment_means(by: str, enemy: bool, used: int) -> None:
    angry = {"state": "enemy", "who": "chosen"}
    rage = power("rage", "innate", {"do": "gain_power"}, when="damaged", test=angry)
    rules = invent(card(HERO, superpowers=[rage]), card("friend"))
    position = battle(at(HERO, 10, 10), at("friend", 8, 8), at(VILLAIN, 14, 10, 1), rules=rules)
    position.happen(DamageSuffered(HERO, 1, by, enemy))
    assert len(position.events(SuperpowerUsed)) == used


# Who is dazed, or gone ----------------------------------------------------------------------------------------


@rule("cleanup.dazed", 1)
@pytest.mark.parametrize(("conditions", "spread"), [(("incinerate",), True), ((), False)])
def test_a_condition_of_a_target_that_the_attack_has_dazed_is_still_there(conditions: Any, spread: bool) -> None:
    fire = {"do": "choose_character", "side": "enemy", "range": 2, "of": "target",
            "then": [{"do": "condition", "condition": "incinerate", "who": "chosen"}]}  # fmt: skip
    text = power("wildfire", "innate", fire, when="after attack", test={"has": "incinerate", "who": "target"})
    rules = invent(card(HERO, superpowers=[text]), card("second"))
    things = at(VILLAIN, 15, 10, 1, damage=4, conditions=conditions), at("second", 15, 12, 1)
    position = attacking(*things, rules=rules, rolls=["HHH", "-" if conditions else "--"])
    while position.asked == "target":
        position.answer(VILLAIN)

    assert one(position, VILLAIN).dazed and ("incinerate" in one(position, "second").conditions) is spread


@rule("toward-away.setup")
@pytest.mark.parametrize(("injured", "asked"), [(False, True), (True, False)])
def test_nobody_advances_toward_who_is_gone(injured: bool, asked: bool) -> None:
    chase = power(
        "chase", "innate", {"do": "move", "tool": "short", "way": "toward", "of": "target"}, when="after attack"
    )
    gone = at(VILLAIN, 15, 10, 1, damage=4, injured=injured)
    rules = invent(card(HERO, superpowers=[chase]), card("second"))
    position = attacking(gone, at("second", 30, 30, 1), rules=rules, rolls=["HHH", "--"])

    assert (not position.idle and position.asked == "way_to_move") is asked


@rule("terms.enemy-effect")
@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(("by", "moves"), [("enemy", True), ("allied", False), ("any", False)])
def test_an_ally_does_not_make_advance_whom_a_text_keeps_where_it_is(by: str, moves: bool) -> None:
    rooted = power("rooted", "innate", does=[{"forbids": "be moved", "test": {"effect_of": ["any"], "by": by}}])
    del rooted["effects"]
    send = {
        "do": "choose_character",
        "side": "allied",
        "range": 3,
        "then": [{"do": "move", "who": "chosen", "tool": "short"}],
    }
    rules = invent(card(HERO, superpowers=[power("send", "active", send)]), card("friend", superpowers=[rooted]))
    position = battle(at(HERO, 10, 10), at("friend", 12, 10), at(VILLAIN, 30, 30, 1), rules=rules)
    turn(position).answer(("activate", HERO)).answer(("superpower", "send"))

    assert (position.asked == "way_to_move") is moves


# Beams, cover, activations outside a turn ----------------------------------------------------------------------


@rule("cover.effect")
@rule("terms.cannot-beats-can")
@pytest.mark.parametrize(
    ("cannot", "covered"), [("modify defense dice", False), ("modify dice", False), ("reroll", True)]
)
def test_who_cannot_modify_its_dice_has_nothing_of_cover(cannot: str, covered: bool) -> None:
    bar = {"do": "forbid", "cannot": cannot if cannot != "reroll" else "modify attack dice", "who": "target",
           "until": "attack"}  # fmt: skip
    rules = invent(card(HERO, superpowers=[power("bar", "innate", bar, when="attacks")]), card(VILLAIN, size=2))
    things = at(VILLAIN, 15, 10, 1), piece("kiosk", 13.5, 10)
    position = attacking(*things, rules=rules, rolls=["HHH", "--"])

    assert (position.asked == "react") is covered


@rule("beam.definition")
@rule("area.definition")
@pytest.mark.parametrize("range", ["A3", "B3"])
def test_who_attacks_is_not_hit_by_what_is_measured_from_someone_else(range: str) -> None:
    lend = {"do": "lend_attack", "attack": "spark", "measured_from": "chosen"}
    shout = tactic("shout", lend, attacks=[attack("spark", range=range)], by=[{"named": [HERO]}, {"named": ["friend"]}],
                   together=True)  # fmt: skip
    rules = invent(card(HERO), card("friend"), tactics=[shout])
    things = at(HERO, 13, 10), at("friend", 11, 10), at(VILLAIN, 15.5, 10, 1)
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}, rolls=("HHH", "--")))
    position.answer(("activate", HERO)).answer(("card", "shout")).answer(("attack", "spark"))
    while not position.idle and position.asked in ("aim", "next_target"):
        position.answer(position.options[0])

    assert one(position, VILLAIN).damage == 3 and one(position, HERO).damage == 0


@rule("attack.step-14")
def test_what_counts_for_the_next_attack_does_in_an_activation_outside_any_turn() -> None:
    more = {"do": "change", "stat": "attack dice", "by": 1, "until": "next attack"}
    rules = invent(card(HERO, superpowers=[power("focus", "active", more)]))
    position = battle(at(HERO, 10, 10), at(VILLAIN, 13, 10, 1), rules=rules, rolls=("----", "--"))
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("superpower", "focus")).answer(("attack", "hero-blow"))

    assert len(position.events(DiceRolled)[0].faces) == 4


@rule("superpower.reactive")
@rule("dice.faces")
@pytest.mark.parametrize("moment", ["ally attacked", "attack resolved"])
def test_an_ally_counts_dice_that_nothing_else_tells_apart(moment: str) -> None:
    judge = {"do": "damage", "who": "attacker", "amount": {"faces": "critical", "of": "attack"}}
    rules = invent(card("friend", superpowers=[power("reckoning", "innate", judge, when=moment)]))
    things = at(VILLAIN, 15, 10, 1), at("friend", 17, 12, 1)
    position = attacking(*things, rules=rules, rolls=["CCC", "--", "---"])
    while not position.idle and position.asked == "target":
        position.answer(VILLAIN)

    assert one(position, HERO).damage == 3


# Once an effect is resolved -----------------------------------------------------------------------------------

HURL = {"do": "throw_terrain", "size": 3, "range": 2, "tool": "medium"}


@rule("terms.after")
@pytest.mark.parametrize(("when", "waits"), [("terrain destroyed", False), ("after terrain destroyed", True)])
def test_what_waits_for_the_effect_that_destroyed_terrain_comes_behind_its_damage(when: str, waits: bool) -> None:
    dust = power("dust", "innate", GAIN, when=when)
    things = piece("car", 10, 13), at(VILLAIN, 14, 10, 1)
    position = happens(HURL, things=things, cards=[card(HERO, superpowers=[dust])], rolls=["--"])
    position.answer(0.0)
    kinds = [type(entry.event) for entry in position.game.log]
    assert (kinds.index(DamageSuffered) < kinds.index(PowerGained)) is waits


@rule("tactic-card.reactive")
@rule("terms.after")
@pytest.mark.parametrize(("when", "damage_of"), [("terrain destroyed", 0), ("after terrain destroyed", 3)])
def test_a_card_that_waits_for_that_effect_is_played_behind_it(when: str, damage_of: int) -> None:
    things = piece("car", 10, 13), at(VILLAIN, 14, 10, 1)
    spent = {1: {"tactics": ("shout",)}}
    shout = tactic("shout", GAIN, when=when)
    rules = invent(card(HERO, superpowers=[power("hurl", "active", HURL)]), tactics=[shout])
    position = turn(battle(at(HERO, 10, 10), *things, rules=rules, squads=spent, rolls=["--"]))
    position.answer(("activate", HERO), ("superpower", "hurl")).answer(0.0)
    assert (position.asked, position.player, one(position, VILLAIN).damage) == ("trigger", 1, damage_of)
