"""Cards that give something for a time, mark someone, take an action, or are played beside someone else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.damage import damage

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
    phase,
    power,
    rule,
    tactic,
    token,
    turn,
)

Made = Mapping[str, Any]
GAIN = {"do": "gain_power", "who": "self"}
SPENT = {"tactics": ("shout",)}


def cards(*effects: Made, **more: Any) -> Any:
    """The rules with a card of that name, a friend, and a strong one."""
    strong = card("strong", attack("strong-blow", strength=9), attack("dear-blow", strength=9, cost=2))
    return invent(card(HERO, attack("hero-blow", strength=9)), strong, card("friend"),
                  tactics=[tactic("shout", *effects, **more)])  # fmt: skip


def shouted(*effects: Made, things: tuple[Any, ...] = (), rolls: tuple[str, ...] = (), **more: Any) -> Any:
    """The card played by the hero in the turn of its player."""
    here = things or (at(HERO, 10, 10, power=5), at(VILLAIN, 15, 10, 1))
    return turn(battle(*here, rules=cards(*effects, **more), squads={0: SPENT}, rolls=rolls)).answer(("card", "shout"))


# Marks ------------------------------------------------------------------------------------------------------

CHOSEN = {"do": "choose_character", "side": "enemy", "range": 5}
HUNT = power("hunt", "innate", GAIN, when="attacks", test={"marked": "quarry", "who": "target"})


@pytest.mark.parametrize(("marked", "gains"), [(True, 1), (False, 0)])
def test_a_superpower_that_a_card_gives_counts_for_whom_it_has_marked(marked: bool, gains: int) -> None:
    mark = [{**CHOSEN, "then": [{"do": "mark", "mark": "quarry", "until": "turn"}]}] if marked else []
    give = {"do": "give", "power": "hunt", "until": "turn"}
    position = shouted(*mark, give, superpowers=[HUNT], rolls=("---------", "--"))
    position.answer(("activate", HERO)).answer(("attack", "hero-blow"))
    assert one(position, HERO).power == 5 + gains


def test_who_is_marked_can_be_meant_and_chosen_until_the_time_is_over() -> None:
    strike = {"do": "damage", "amount": 1, "who": {"every": "enemy", "marked": "quarry"}}
    marks = {**CHOSEN, "then": [{"do": "mark", "mark": "quarry", "until": "turn"}]}
    things = (at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), at("friend", 10, 15, 1))
    position = shouted(marks, strike, things=things).answer(VILLAIN)
    assert (one(position, VILLAIN).damage, one(position, "friend").damage) == (1, 0)


@pytest.mark.parametrize(("until", "there"), [("turn", False), ("game", True)])
def test_what_is_given_for_the_game_outlasts_the_turn(until: str, there: bool) -> None:
    position = shouted({"do": "give", "power": "flight", "until": until})
    assert position.game.has("flight", HERO)
    position.answer(("activate", HERO)).answer(("end",))
    while position.asked == "turn" and position.player == 0:
        position.answer(("end",))
    assert position.game.has("flight", HERO) is there


# Activations, damage by choice, those who are KO'd -----------------------------------------------------------


@rule("damage.ko")
def test_who_is_kod_by_a_card_is_gone_even_if_it_was_healthy() -> None:
    position = happens({"do": "ko", "who": "chosen"}, things=[at("friend", 10, 14)], cards=[card("friend")],
                       chosen="friend")  # fmt: skip
    assert "friend" not in position.state.characters


@pytest.mark.parametrize(("amount", "gained"), [(0, 0), (2, 2)])
def test_damage_that_is_suffered_by_choice_counts_in_what_follows(amount: int, gained: int) -> None:
    suffer = {"do": "suffer", "up_to": 3, "then": [{"do": "gain_power", "amount": "that_much"}]}
    position = happens(suffer)
    assert position.asked == "suffer"
    position.answer(amount)
    assert (one(position, HERO).damage, one(position, HERO).power) == (amount, gained)


@rule("activation.step-2")
@pytest.mark.parametrize("tired", [False, True])
def test_another_one_is_activated_at_once_if_it_was_not_yet(tired: bool) -> None:
    again = {"do": "choose_character", "side": "allied", "range": 3, "then": [{"do": "activate"}]}
    things = (at(HERO, 10, 10, power=5), at("friend", 10, 13, activated=tired), at(VILLAIN, 30, 30, 1))
    rules = cards(again, when="activation ends", by=[{"active": True}])
    position = turn(battle(*things, rules=rules, squads={0: SPENT})).answer(("activate", HERO)).answer(("end",))
    position.answer(position.options[0])
    acting = position.asked == "act" and position.game.request.about["character"] == "friend"
    assert acting is not tired


def test_only_attacks_that_cost_so_much_are_made() -> None:
    things = (at("strong", 10, 10, power=9), at(VILLAIN, 14, 10, 1))
    position = shouted({"do": "attack", "most_cost": 0}, things=things, by=[{"named": ["strong"]}],
                       rolls=("---------", "--"))  # fmt: skip
    assert position.asked != "attack" and one(position, "strong").power == 9


def test_something_happens_for_each_condition_that_was_removed() -> None:
    shed = {"do": "remove_condition", "amount": "all", "then": [GAIN]}
    position = happens(shed, things=[at(HERO, 10, 10, conditions=("slow", "poison"))])
    assert (one(position, HERO).power, one(position, HERO).conditions) == (2, ())


# Who plays it -----------------------------------------------------------------------------------------------


@rule("activation.two-actions")
def test_a_card_that_takes_an_action_is_played_only_while_one_is_left() -> None:
    rules = cards(GAIN, action=True, by=[{"active": True}])
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=rules, squads={0: SPENT}))
    assert ("card", "shout") not in position.options
    position.answer(("activate", HERO)).answer(("card", "shout"))
    assert one(position, HERO).power == 1 and position.game.request.about["taken"] == 1


def test_a_card_that_takes_an_action_has_no_moment_of_its_own() -> None:
    with pytest.raises(ContentError, match="only an active card takes one"):
        cards(GAIN, action=True, when="power phase")


@rule("tactic-card.play")
@pytest.mark.parametrize(("x", "plays"), [(13.2, True), (20, False)])
def test_two_play_a_card_while_the_second_is_near_the_first(x: float, plays: bool) -> None:
    both = [{"named": [HERO]}, {"named": ["friend"], "range": 2, "of": "chosen"}]
    rules = cards({"do": "heal", "who": "chosen"}, by=both, together=True, cost=1)
    things = at(HERO, 10, 10, power=1), at("friend", x, 10, power=1), at(VILLAIN, 30, 30, 1)
    position = turn(battle(*things, rules=rules, squads={0: SPENT}))
    assert (("card", "shout") in position.options) is plays


@rule("tactic-card.play")
def test_the_second_who_plays_a_card_at_a_moment_is_meant_and_not_the_enemy_of_that_moment() -> None:
    both = [{"named": [HERO]}, {"named": ["friend"]}]
    rules = cards({"do": "heal", "who": "chosen"}, by=both, together=True, cost=1, when="after attack")
    things = at(HERO, 10, 10, power=1), at("friend", 10, 13, power=1, damage=1), at(VILLAIN, 13, 10, 1, damage=1)
    position = attacking(*things, rules=rules, squads={0: SPENT}, rolls=("-" * 9, "--"))
    while not position.idle:
        position.answer(position.options[0])
    assert [one(position, id).damage for id in ("friend", VILLAIN)] == [0, 1]


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("x", "plays"), [(16.5, True), (24, False)])
def test_an_ally_near_the_target_helps_whoever_attacks(x: float, plays: bool) -> None:
    """The attacker plays it first, and another one near the target pays, too."""
    more = {"do": "change", "stat": "attack dice", "by": 2, "who": "attacker", "until": "attack"}
    both = [{}, {"range": 2, "of": "target"}]
    rules = cards(more, by=both, together=True, cost=1, when="attacks")
    things = at(HERO, 10, 10, power=1), at("friend", x, 10, power=1), at(VILLAIN, 13, 10, 1)
    rolls = ("-" * (11 if plays else 9), "--")
    position = attacking(*things, rules=rules, squads={0: SPENT}, rolls=rolls)
    while not position.idle and plays:
        position.answer(position.options[0])
    assert [one(position, id).power for id in (HERO, "friend")] == ([0, 0] if plays else [1, 1])


@pytest.mark.parametrize(
    ("one_of", "plays"),
    [
        ({"superpower": "flight"}, True), ({"superpower": "Thick Skin"}, True), ({"superpower": "stealth"}, False),
        ({"threat": 3}, True), ({"threat": 2}, False), ({"objective": True}, True), ({"activated": False}, True),
        ({"activated": True}, False), ({"leads": "any"}, False), ({"holds": "asset"}, True),
        ({"holds": "civilian"}, False),
    ],
)  # fmt: skip
def test_a_card_is_played_by_whoever_has_what_it_says(one_of: Made, plays: bool) -> None:
    skin = {"id": "skin", "name": {"en": "Thick Skin [2]", "zh": "厚皮"}, "kind": "innate",
            "does": [{"modifies": "physical", "by": 1}]}  # fmt: skip
    hero = card(HERO, superpowers=[skin], keywords=["flight"])
    rules = invent(hero, tactics=[tactic("shout", GAIN, by=[one_of])])
    things = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("relay", 10, 11), token("vial", 0, 0, "vials", holder=HERO)
    position = turn(battle(*things, rules=rules, squads={0: SPENT}))
    assert (("card", "shout") in position.options) is plays


# Moments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["activation phase begins", "activation phase ends"])
def test_a_card_is_played_when_the_activation_phase_begins_or_ends(when: str) -> None:
    rules = cards({"do": "heal", "amount": 2}, when=when)
    things = at(HERO, 10, 10, activated=True, damage=2), at(VILLAIN, 30, 30, 1, activated=True)
    position = phase(battle(*things, rules=rules, squads={0: SPENT}), "activation phase")
    position.answer(position.options[0])
    assert one(position, HERO).damage == 0


FALL = power("fall", "innate", {"do": "condition", "condition": "hex", "who": "chosen"}, GAIN)


def hit(id: str, by: str, when: str, *, strong: bool = True) -> Any:
    """The hero has something innate at a moment; someone suffers damage by an effect of someone else."""
    rules = invent(card(HERO, superpowers=[{**FALL, "when": when}]), card("friend"))
    position = battle(at(HERO, 10, 10), at("friend", 10, 13), at(VILLAIN, 14, 10, 1), rules=rules)
    return position.happen(damage(position.game, id, 5 if strong else 1, by, rule="damage.tokens"))


@rule("damage.dazed")
@pytest.mark.parametrize(
    ("id", "by", "strong", "gains"),
    [(VILLAIN, HERO, True, True), (VILLAIN, HERO, False, False), (VILLAIN, "friend", True, False),
     ("friend", HERO, True, False)],
)  # fmt: skip
def test_who_dazes_an_enemy_by_whatever_effect_is_told(id: str, by: str, strong: bool, gains: bool) -> None:
    position = hit(id, by, "fells", strong=strong)
    assert one(position, HERO).power == int(gains)


@rule("terms.enemy-effect")
@pytest.mark.parametrize(
    ("id", "by", "strong", "hexed"),
    [("friend", VILLAIN, True, True), ("friend", VILLAIN, False, False), ("friend", HERO, True, False),
     (HERO, VILLAIN, True, False)],
)  # fmt: skip
def test_when_an_enemy_dazes_an_ally_that_enemy_is_meant(id: str, by: str, strong: bool, hexed: bool) -> None:
    position = hit(id, by, "ally felled", strong=strong)
    assert ("hex" in one(position, VILLAIN).conditions) is hexed


@rule("terms.enemy-effect")
@pytest.mark.parametrize(("by", "hexed"), [(HERO, True), ("friend", True), ("", False)])
def test_when_an_ally_damages_an_enemy_that_enemy_is_meant(by: str, hexed: bool) -> None:
    position = hit(VILLAIN, by, "enemy damaged", strong=False)
    assert ("hex" in one(position, VILLAIN).conditions) is hexed


@rule("superpower.innate")
@pytest.mark.parametrize(("by", "gains"), [(VILLAIN, 2), ("friend", 0)])
def test_a_condition_of_a_superpower_may_be_about_whom_its_moment_concerns(by: str, gains: int) -> None:
    """One that asks whether whoever caused the damage is an enemy."""
    wary = power("wary", "innate", GAIN, when="damaged", test={"state": "enemy", "who": "chosen"})
    rules = invent(card(HERO, superpowers=[wary]), card("friend"))
    position = battle(at(HERO, 10, 10), at("friend", 10, 13), at(VILLAIN, 14, 10, 1), rules=rules)
    position.happen(damage(position.game, HERO, 1, by, rule="damage.tokens"))
    assert one(position, HERO).power == gains


# Attacks, throws and dice that cards speak of ------------------------------------------------------------------

PLAIN = attack("plain", strength=4, criticals_only=True)
MORE = power("more", "innate", does=[{"modifies": "attack dice", "by": 2}])
LESS = power("less", "innate", does=[{"modifies": "attack dice", "by": -1}])


@rule("attack.step-4")
@pytest.mark.parametrize(("powers", "dice"), [((), 4), ((MORE,), 4), ((LESS,), 3), ((MORE, LESS), 3)])
def test_criticals_alone_add_dice_to_an_attack_that_says_so(powers: tuple[Made, ...], dice: int) -> None:
    rules = invent(card(HERO, PLAIN, superpowers=list(powers)))
    position = attacking(attack="plain", rules=rules, rolls=("C" + "-" * (dice - 1), "--", "H"))
    assert position.idle and one(position, VILLAIN).damage == 2


def test_a_text_adds_no_dice_to_such_an_attack_either() -> None:
    added = {"do": "add_dice", "amount": 2}
    rules = invent(card(HERO, {**PLAIN, "specials": [{"when": "attack pool", "effects": [added]}]}))
    assert attacking(attack="plain", rules=rules, rolls=("----", "--")).idle


@rule("cover.effect")
@pytest.mark.parametrize(("x", "covered"), [(17, True), (24, False)])
def test_a_text_may_give_cover_to_allies_that_are_near(x: float, covered: bool) -> None:
    veil = power("veil", "innate", does=[{"forbids": "go without cover", "side": "allied", "range": 3}])
    rules = invent(card("friend", superpowers=[veil]))
    position = attacking(at("friend", x, 10, 1), rules=rules, rolls=("HH-", "--"))
    assert (not position.idle) is covered


@rule("push.rules")
def test_it_counts_how_many_were_pushed() -> None:
    still = card("rooted", superpowers=[power("still", "innate", does=[{"forbids": "be pushed"}])])
    away = {"do": "push", "who": {"every": "enemy", "range": 3}, "way": "away"}
    things = [at(HERO, 10, 10, damage=4), at(VILLAIN, 13, 10, 1), at("rooted", 10, 13, 1)]
    position = happens(away, {"do": "heal", "amount": "that_much"}, things=things, cards=[still])
    position.answer(VILLAIN).answer(0.0)
    assert one(position, HERO).damage == 3


@rule("throw.hits-character")
@pytest.mark.parametrize(("player", "dice", "bleeds"), [(1, 1, True), (0, 3, False)])
def test_an_enemy_that_a_thrown_character_hits_dodges_worse(player: int, dice: int, bleeds: bool) -> None:
    """And something happens to it; to an ally that is hit nothing does."""
    bleed = {"do": "condition", "condition": "bleed", "who": "chosen"}
    hurl = {"do": "throw", "who": "chosen", "tool": "medium", "way": "", "dodge": -2, "struck": [bleed]}
    things = [at(HERO, 10, 10), at("friend", 12, 10), at(VILLAIN, 15, 10, player)]
    villain = card(VILLAIN, physical=3, stamina=9)
    position = happens(hurl, things=things, cards=[card("friend"), villain], chosen="friend", rolls=["-" * dice])
    position.answer(0.0)
    assert ("bleed" in one(position, VILLAIN).conditions) is bleeds


def test_a_die_becomes_whatever_its_player_wants() -> None:
    turn_it = {"do": "change_die", "faces": ["blank", "failure"], "to": "any", "failures": True}
    rules = invent(card(HERO, attack("blow", {"when": "own dice", "effects": [turn_it]})))
    position = attacking(attack="blow", rules=rules, rolls=("HHF", "--"))
    assert position.asked == "change_to" and "failure" not in position.options
    position.answer("hit")
    assert one(position, VILLAIN).damage == 3


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("seat", "pays"), [(0, HERO), (1, VILLAIN)])
def test_either_side_may_have_all_attack_dice_rolled_again_at_the_end_of_modifying(seat: int, pays: str) -> None:
    again = {"do": "reroll", "who": "attacker", "amount": "all"}
    shout = tactic("shout", again, when="dice modified", test={"rolls": ["attack", "defense"]}, cost=4)
    rules = invent(card(HERO, attack("blow", strength=3)), tactics=[shout])
    things = at(HERO, 10, 10, power=5), at(VILLAIN, 15, 10, 1, power=5)
    position = attacking(*things, attack="blow", rules=rules, squads={seat: SPENT}, rolls=("HH-", "--", "---"))
    assert position.player == seat
    position.answer(("card in dice modified", "shout"))
    assert one(position, VILLAIN).damage == 0 and one(position, pays).power == 1


@rule("attack.step-9")
@rule("attack.step-10")
@pytest.mark.parametrize(("seat", "damage"), [(0, 2), (1, 0)])
@pytest.mark.parametrize("cannot", ["modify attack dice", "modify dice"])
def test_who_plays_a_card_about_dice_must_be_able_to_modify_them(seat: int, damage: int, cannot: str) -> None:
    again = {"do": "reroll", "who": "attacker", "amount": "all"}
    shout = tactic("shout", again, when="dice modified", test={"rolls": ["attack", "defense"]}, cost=4)
    stiff = power("stiff", "innate", does=[{"forbids": cannot}])
    rules = invent(card(HERO, attack("blow", strength=3), superpowers=[stiff]), tactics=[shout])
    things = at(HERO, 10, 10, power=5), at(VILLAIN, 15, 10, 1, power=5)
    position = attacking(*things, attack="blow", rules=rules, squads={seat: SPENT}, rolls=("HH-", "--", "---"))
    position.answer(("card in dice modified", "shout"))
    assert one(position, VILLAIN).damage == damage


@rule("attack.step-10")
@pytest.mark.parametrize(
    ("when", "window", "damage"),
    [("opposing dice", "modify opposing dice", 2), ("dice modified", "dice modified", 1)],
)
def test_what_modifies_dice_unasked_comes_before_the_end_of_modifying(when: str, window: str, damage: int) -> None:
    pierce = {"do": "change_die", "faces": ["block"], "to": "blank", "of": "opposing"}
    again = {"do": "reroll", "who": "target", "amount": "all"}
    shout = tactic("shout", again, when=when, test={"rolls": ["defense"]})
    rules = invent(card(HERO, attack("blow", {"effects": [pierce], "when": "opposing dice"})), tactics=[shout])
    things = at(HERO, 10, 10), at(VILLAIN, 15, 10, 1)
    position = attacking(*things, attack="blow", rules=rules, squads={1: SPENT}, rolls=("HH-", "--", "B-"))
    position.answer((f"card in {window}", "shout"))
    assert one(position, VILLAIN).damage == damage, "rerolled behind it, the block is there to stay"
