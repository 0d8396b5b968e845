"""More that cards say: the round, secure tokens, the dazed, what an attack is and may do, and what comes after."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.attack.sequence import ATTACK
from rulewright_crisis_protocol.before.setup import after_deployment
from rulewright_crisis_protocol.damage import damage
from rulewright_crisis_protocol.events.characters import DamageSuffered
from rulewright_crisis_protocol.importing.playing import Players, names_of
from rulewright_crisis_protocol.importing.rules import Reader
from rulewright_crisis_protocol.importing.texts import phrasebook

from .effects_table import happens, struck
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
    power,
    rule,
    tactic,
    token,
    turn,
)
from .test_importing_tactics import card as read

GAIN = {"do": "gain_power", "who": "self"}


def offered(*things: Any, cards: tuple[Any, ...] = (), **more: Any) -> bool:
    """Whether the first player can play a card of that kind in its turn."""
    rules = invent(*cards, card("friend", size=3), tactics=[tactic("shout", GAIN, **more)])
    position = turn(battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}))
    return ("card", "shout") in position.options


FOES = (at(VILLAIN, 30, 30, 1),)

# Who is meant -----------------------------------------------------------------------------------------------


@rule("tactic-card.play")
@pytest.mark.parametrize(("x", "dazed", "may"), [(12.5, True, True), (12.5, False, False), (20, True, False)])
def test_a_card_is_played_near_someone_who_is_dazed(x: float, dazed: bool, may: bool) -> None:
    things = at(HERO, 10, 10), at("friend", x, 10, dazed=dazed, damage=5 * dazed), *FOES
    assert offered(*things, around={"every": "allied", "range": 2, "dazed": True}) is may


@rule("stat-card.name")
@pytest.mark.parametrize(("name", "may"), [("Friend", False), ("hero", True)])
def test_someone_may_have_to_be_of_another_name(name: str, may: bool) -> None:
    by = [{"not_named": [name], "named": ["friend"]}]
    assert offered(at(HERO, 10, 10), at("friend", 10, 14), *FOES, by=by) is may


@rule("stat-card.leadership")
@pytest.mark.parametrize(("wanted", "may"), [("reeds", True), ("any", True), ("ponds", False)])
def test_a_leadership_ability_counts_that_is_not_active(wanted: str, may: bool) -> None:
    leads = {"id": "lead", "name": {"en": "lead", "zh": "lead"}, "affiliation": "reeds",
             "does": [{"modifies": "attack dice", "by": 1}]}  # fmt: skip
    cards = card(HERO, affiliations=["reeds"], leadership=leads), card("second", affiliations=["ponds"])
    assert offered(at(HERO, 10, 10), *FOES, cards=cards, by=[{"leadership": wanted}]) is may


@rule("stat-card.size")
@pytest.mark.parametrize(("size", "may"), [(2, False), (3, True), (4, True)])
def test_the_other_one_may_have_to_be_no_larger(size: int, may: bool) -> None:
    by = [{"named": ["hero"]}, {"range": 2, "of": "chosen", "no_larger": True}]
    cards = (card(HERO, size=size),)
    assert offered(at(HERO, 10, 10), at("friend", 10, 13), *FOES, cards=cards, by=by, together=True) is may


# Amounts ----------------------------------------------------------------------------------------------------


@rule("round.structure")
@pytest.mark.parametrize("number", [1, 4])
def test_the_number_of_the_round_is_an_amount(number: int) -> None:
    position = happens({"do": "gain_power", "amount": "round_number"}, mission={"round": number})
    assert one(position, HERO).power == number


@rule("objective.contest")
@pytest.mark.parametrize(("whose", "gains"), [("own", 2), ("opposing", 1), ("all", 4)])
def test_secure_tokens_are_counted_that_someone_secures(whose: str, gains: int) -> None:
    """Those of the other crisis are not."""
    tokens = [token(f"r{n}", 10 + 5 * n, 10) for n in range(4)]
    others = [token("vial", 10, 13, "vials"), at("friend", 15, 12), at(VILLAIN, 20, 12, 1)]
    effect = {"do": "gain_power", "amount": {"secure_tokens": whose}}
    position = happens(effect, things=[*tokens, *others, at(HERO, 10, 12)], cards=[card("friend")])
    assert one(position, HERO).power == gains


# The dazed, tokens, payments --------------------------------------------------------------------------------


@rule("damage.dazed")
@pytest.mark.parametrize(("amount", "damage"), [(1, 4), (9, 0)])
def test_who_is_dazed_stands_up_again(amount: int, damage: int) -> None:
    things = [at("friend", 10, 14, dazed=True, damage=5)]
    position = happens({"do": "rouse", "amount": amount}, things=things, cards=[card("friend")], chosen="friend")
    friend = one(position, "friend")
    assert (friend.dazed, friend.damage, friend.injured) == (False, damage, False)


def test_who_is_not_dazed_is_left_as_it_is() -> None:
    things = [at("friend", 10, 14, damage=3)]
    position = happens({"do": "rouse"}, things=things, cards=[card("friend")], chosen="friend")
    assert one(position, "friend").damage == 3


@rule("damage.tokens")
def test_damage_that_cannot_be_removed_stays() -> None:
    ban = {"do": "forbid", "cannot": "remove damage", "who": "chosen", "until": "game"}
    heal = {"do": "heal", "who": "chosen"}
    position = happens(ban, heal, things=[at(VILLAIN, 15, 10, 1, damage=2)], chosen=VILLAIN)
    assert one(position, VILLAIN).damage == 2


@rule("objective.drop")
def test_one_token_of_several_is_dropped() -> None:
    tokens = [token(f"vial#{n}", 0, 0, "vials", holder=VILLAIN) for n in (1, 2)]
    position = happens({"do": "drop", "who": "chosen", "only": "one"}, things=tokens, chosen=VILLAIN)
    assert position.asked == "token" and position.player == 0
    position.answer("vial#2")
    assert position.asked == "drop" and position.game.request.about["objective"] == "vial#2"
    position.answer((15.0, 12.0))
    assert [position.state.objectives[f"vial#{n}"].holder for n in (1, 2)] == [VILLAIN, ""]


@rule("power.spend")
@pytest.mark.parametrize(("has", "asked"), [(1, False), (2, True)])
def test_who_has_less_power_than_is_asked_for_cannot_pay_a_part_of_it(has: int, asked: bool) -> None:
    hurt = {"do": "damage", "who": "chosen", "amount": 1, "power": False}
    effect = {"do": "unless_paid", "who": "chosen", "cost": 2, "then": [hurt], "paid": [GAIN]}
    position = happens(effect, things=[at(VILLAIN, 15, 10, 1, power=has)], chosen=VILLAIN)
    if asked:
        assert (position.asked, position.options) == ("spend", [0, 2])
        position.answer(2)
    left = (one(position, HERO).power, one(position, VILLAIN).power, one(position, VILLAIN).damage)
    assert left == ((1, 0, 0) if asked else (0, has, 1))


@rule("power.spend")
def test_nobody_pays_where_nobody_is_meant() -> None:
    hurt = {"do": "damage", "who": "self", "amount": 1, "power": False}
    position = happens({"do": "unless_paid", "who": "chosen", "cost": 1, "then": [hurt]}, chosen="")
    assert position.idle and one(position, HERO).damage == 1


@rule("power.spend")
@pytest.mark.parametrize(("pays", "power_of", "damage"), [(1, 1, 0), (0, 0, 1)])
def test_something_else_happens_if_it_is_paid(pays: int, power_of: int, damage: int) -> None:
    hurt = {"do": "damage", "who": "chosen", "amount": 1, "power": False}
    effect = {"do": "unless_paid", "who": "chosen", "cost": 1, "then": [hurt], "paid": [GAIN]}
    position = happens(effect, things=[at(VILLAIN, 15, 10, 1, power=1)], chosen=VILLAIN).answer(pays)
    assert (one(position, HERO).power, one(position, VILLAIN).damage) == (power_of, damage)


# Effects of others ------------------------------------------------------------------------------------------


@rule("terms.effects")
@pytest.mark.parametrize(("behalf", "x"), [("friend", 26.5), ("hero", 15)])
def test_an_effect_may_be_that_of_someone_else(behalf: str, x: float) -> None:
    """Whoever stands near that one is hurt, by an effect of it."""
    hurt = {"do": "damage", "amount": 1, "who": {"every": "enemy", "range": 3}}
    effect = {"do": "let", "who": {"every": "allied", "itself": True, "named": [behalf]}, "effects": [hurt]}
    things = [at("friend", 30, 10), at(VILLAIN, 15, 10, 1), at("foe", 26.5, 10, 1)]
    position = happens(effect, things=things, cards=[card("friend"), card("foe")])
    struck = next(id for id in (VILLAIN, "foe") if one(position, id).x == x)
    assert [id for id in (VILLAIN, "foe") if one(position, id).damage] == [struck]
    assert position.last(DamageSuffered).by == behalf


STRIKES_BACK = {"do": "by_opponent", "then": [{"do": "may", "effects": [
    {"do": "choose_character", "side": "allied", "range": 5, "then": [
        {"do": "attack", "who": "chosen", "against": "self"},
    ]},
]}]}  # fmt: skip


@rule("terms.effects")
@pytest.mark.parametrize("does", [True, False])
def test_the_opponent_may_choose_who_of_its_own_attacks(does: bool) -> None:
    """It attacks nobody but the one whose effect it is."""
    things = [at("foe", 10, 13, 1), at(VILLAIN, 13, 10, 1), at("friend", 13, 13), at(HERO, 10, 10)]
    cards = [card("friend"), card("foe")]
    position = happens(STRIKES_BACK, things=things, cards=cards, rolls=("HHH", "--"))
    assert (position.asked, position.player) == ("may", 1)
    position.answer(does)
    if does:
        assert position.player == 1 and set(position.options) == {"foe", VILLAIN}
        position.answer("foe")
        assert [one(position, id).damage for id in (HERO, "friend")] == [3, 0]
    else:
        assert position.idle


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("who", "asked"), [("self", True), ("chosen", False)])
def test_who_removes_damage_from_itself_is_answered_and_no_other(who: str, asked: bool) -> None:
    heal = {"do": "heal", "who": who, "amount": 1}
    back = power("back", "reactive", GAIN, when="heals itself")
    things = [at(HERO, 10, 10, damage=2), at("friend", 10, 14, damage=2)]
    both = [card(HERO, superpowers=[back]), card("friend", superpowers=[{**back, "id": "back-2"}])]
    position = happens(heal, things=things, cards=both, chosen="friend")
    assert (position.asked == "trigger") is asked


# Attacks ----------------------------------------------------------------------------------------------------


@rule("attack-profile.type")
@pytest.mark.parametrize(("type", "dice"), [("mystic", 4), ("energy", 1)])
def test_the_type_of_an_attack_changes_before_dice_are_counted(type: str, dice: int) -> None:
    change = {"when": "targeted", "effects": [{"do": "retype", "type": type}]}
    rules = invent(card(HERO, attack("blow", change)), card(VILLAIN, mystic=4, energy=1))
    position = attacking(attack="blow", rules=rules, rolls=("HHH", "-" * dice))
    assert one(position, VILLAIN).damage == 3


def test_the_type_is_not_changed_once_dice_lie_there() -> None:
    with pytest.raises(ContentError):
        struck({"when": "own dice", "effects": [{"do": "retype", "type": "mystic"}]})


@rule("tactic-card.reactive")
@pytest.mark.parametrize(("attacker", "x", "asked"), [(HERO, 10, True), ("friend", 10, True), ("friend", 30, False)])
def test_whoever_of_the_squad_attacks_near_it_is_helped(attacker: str, x: float, asked: bool) -> None:
    more = {"do": "change", "stat": "attack dice", "by": 1, "who": "attacker", "until": "attack"}
    by = [{"named": ["hero"]}]
    rules = invent(card("friend"), tactics=[tactic("shout", more, when="anyone attacks", range=3, by=by)])
    things = at(HERO, x, 10), at("friend", 10, 13), at(VILLAIN, 12, 11.5, 1)
    rolls = ("HHHH" if asked else "HHH", "--")
    position = battle(*things, rules=rules, squads={0: {"tactics": ("shout",)}}, rolls=rolls)
    position.begin(ATTACK(player=0, attacker=attacker, attack=f"{attacker}-blow", target=VILLAIN))
    if asked:
        position.answer(position.options[0])
    assert one(position, VILLAIN).damage == (4 if asked else 3)


@rule("action.attack")
@rule("attack.step-4")
@pytest.mark.parametrize(("paid", "dice"), [(3, 5), (1, 3)])
def test_an_attack_that_a_card_lends_has_dice_for_what_was_paid(paid: int, dice: int) -> None:
    lend = {"do": "lend_attack", "attack": "bolt", "dice": "power_spent"}
    spend = {"do": "spend", "up_to": 5, "then": [lend]}
    rules = invent(card(HERO), tactics=[
        tactic("shout", spend, by=[{"active": True}], attacks=[attack("bolt", strength=2)])
    ])  # fmt: skip
    position = battle(at(HERO, 10, 10, power=5), at(VILLAIN, 14, 10, 1), rules=rules,
                      squads={0: {"tactics": ("shout",)}}, rolls=("-" * dice, "--"))  # fmt: skip
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("card", "shout")).answer(paid)
    position.answer(("attack", "bolt"))
    assert ("attack", "bolt") not in position.options and not position.state.effects


@rule("attack.range")
@pytest.mark.parametrize(("ignores", "may"), [(["range"], True), (["sight"], False)])
def test_an_attack_may_ignore_the_range(ignores: list[str], may: bool) -> None:
    far = attack("far", range="2", ignores=ignores)
    position = battle(at(HERO, 4, 4), at(VILLAIN, 32, 32, 1), rules=invent(card(HERO, far)))
    position.begin(ACTIVATION(player=0, character=HERO))
    assert (("attack", "far") in position.options) is may


@rule("terms.after")
@pytest.mark.parametrize("rolls", [("HHH", "--"), ("---", "--")])
def test_a_card_is_played_after_the_attack_that_hurt_and_all_that_came_of_it(rolls: Any) -> None:
    """So it is after the special rules of the attack; and nobody is asked where nothing was dealt."""
    weakens = {"effects": [{"do": "condition", "condition": "hex", "who": "target"}]}
    rules = invent(card(HERO, attack("blow", weakens)), tactics=[tactic("shout", GAIN, when="after hurt")])
    position = attacking(attack="blow", rules=rules, rolls=rolls, squads={1: {"tactics": ("shout",)}})
    assert (position.asked == "trigger") is (rolls[0] == "HHH")
    assert one(position, VILLAIN).conditions == ("hex",) or rolls[0] == "HHH"


@rule("terms.after")
@pytest.mark.parametrize(("by", "asked"), [(HERO, True), (VILLAIN, False), ("", False)])
def test_damage_of_no_attack_is_answered_at_once_if_it_is_an_enemy_effect(by: str, asked: bool) -> None:
    rules = invent(tactics=[tactic("shout", GAIN, when="after hurt")])
    position = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=rules, squads={1: {"tactics": ("shout",)}})
    position.happen(damage(position.game, VILLAIN, 1, by, rule="damage.tokens"))
    assert (position.asked == "trigger") is asked


@rule("terms.enemy-effect")
@pytest.mark.parametrize(("sorts", "asked"), [(["attack"], True), (["superpower"], False)])
def test_the_damage_of_an_attack_is_an_effect_of_it(sorts: list[str], asked: bool) -> None:
    test = {"effect_of": sorts, "by": "enemy"}
    answer = power("answer", "reactive", GAIN, when="damaged", test=test)
    rules = invent(card(HERO, attack("blow")), card(VILLAIN, superpowers=[answer]))
    position = attacking(attack="blow", rules=rules, rolls=("HHH", "--"))
    assert (position.asked == "trigger") is asked


# What counts until something ends ----------------------------------------------------------------------------


@rule("activation.step-2")
@rule("action.move")
def test_what_counts_in_the_next_activation_ends_with_it() -> None:
    once = {"do": "change", "stat": "move actions", "most": 1, "until": "next activation"}
    position = happens(once)
    assert position.game.number("move actions", HERO) == 1
    position.begin(ACTIVATION(player=0, character=HERO)).answer(("move",)).answer(("climb", "short")).answer(())
    assert ("move",) not in position.options
    position.answer(("end",))
    assert position.game.number("move actions", HERO) > 1


@rule("tactic-card.reactive")
def test_a_card_is_played_when_all_are_deployed() -> None:
    rules = invent(tactics=[tactic("shout", GAIN, when="squads deployed")])
    position = battle(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=rules, squads={0: {"tactics": ("shout",)}})
    deployed = after_deployment(position.game, None)
    assert deployed is not None
    position.happen(deployed)
    assert position.asked == "trigger" and position.player == 0
    position.answer(position.options[0])
    assert one(position, HERO).power == 1


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "Any non-Quill Reeds character within {RNG} 3 of an allied Quill may spend up to 4 {PWR} to play this "
            "card. The allied Quill suffers {DMG} equal to the power spent and gains that much {PWR}.",
            {"by": [{"affiliation": "reeds", "not_named": ["Quill"]}],
             "around": {"every": "allied", "range": 3, "named": ["Quill"]},
             "effects": [{"do": "spend", "up_to": 4, "then": [
                 {"do": "damage", "amount": "power_spent", "who": "chosen"},
                 {"do": "gain_power", "amount": "power_spent", "who": "chosen"},
             ]}]},
        ),
        (
            "A character within {RNG} 2 of a Dazed allied character may spend 4 {PWR} to play this card. Remove a "
            "Dazed token and 2 {DMG} from the allied character.",
            {"around": {"every": "allied", "range": 2, "dazed": True}, "cost": 4,
             "effects": [{"do": "rouse", "amount": 2, "who": "chosen"}]},
        ),
        (
            "A character with a Reeds leadership ability may spend 1 {PWR} to play this card. It gains 2 {PWR}.",
            {"by": [{"leadership": "reeds"}], "cost": 1},
        ),
        (
            "Quill may spend X {PWR} to play this card. For each {PWR} spent, choose an enemy character with the Slow "
            "special condition and within {RNG} 3 of Quill. Each chosen character drops 1 objective token it is "
            "holding and is pushed {S} away from Quill.",
            {"effects": [{"do": "spend", "up_to": 10, "then": [
                {"do": "choose_character", "side": "enemy", "range": 3, "has": "slow", "up_to": "power_spent", "then": [
                    {"do": "drop", "who": "chosen", "only": "one"},
                    {"do": "push", "who": "chosen", "way": "away", "tool": "short"},
                ]},
            ]}]},
        ),
        (
            "If you are securing all secure objective tokens, an allied Quill may play this card. You gain 1 VP for "
            "every 2 secure objective tokens you are securing.",
            {"test": {"amount": {"secure_tokens": "own"}, "at_least": {"secure_tokens": "all"}},
             "effects": [{"do": "score", "points": {"half": {"secure_tokens": "own"}, "round": "down"}}]},
        ),
        (
            "Quill may play this card during his Activation. He gains one of the following effects:\n- Quill gains "
            "{PWR} equal to the Round number.\n- Quill removes {DMG} equal to the Round number.",
            {"by": [{"named": ["Quill"], "active": True}],
             "effects": [{"do": "choose", "options": [
                 {"effects": [{"do": "gain_power", "amount": "round_number", "who": "self"}]},
                 {"effects": [{"do": "heal", "amount": "round_number", "who": "self"}]},
             ]}]},
        ),
    ],
)  # fmt: skip
def test_a_card_in_the_own_turn_is_read(text: str, fields: dict[str, Any]) -> None:
    found = read(text)
    assert "played" not in found, found
    assert {key: found.get(key) for key in fields} == fields


def test_what_enemies_pay_is_read() -> None:
    found = read(
        "Quill may play this card during his Activation. Each enemy character within {RNG} 2 of Quill or an allied "
        "Warden may spend 1 {PWR}. For each character that spent {PWR}, Quill gains 1 {PWR}. Then, each character "
        "that did not spend {PWR} suffers 1 {DMG}."
    )
    each, hurt = found["effects"]
    unless = each["then"][0]["then"][0]
    assert (each["side"], unless["do"], unless["paid"][0]["do"]) == ("enemy", "unless_paid", "gain_power")
    assert hurt["who"]["marked"] == unless["then"][0]["mark"]


@pytest.mark.parametrize(
    ("text", "when", "fields"),
    [
        (
            "When an allied character within {RNG} 3 of an allied Quill targets an enemy character with an attack, "
            "Quill may spend 2 {PWR} to play this card. The attack's type is now {MYST}. The allied character may "
            "reroll any number of dice during this attack.",
            "anyone attacks", {"range": 3, "cost": 2},
        ),
        (
            "When Quill targets an enemy character that has the Flight {INNATE} superpower with an attack, he may "
            "spend 2 {PWR} to play this card. Quill adds 3 dice to the attack roll against that character and may "
            "reroll any number of attack dice during this attack. If this attack deals damage, the enemy character "
            "loses the Flight {INNATE} superpower until the end of the round.",
            "attacks", {"test": {"carries": "flight", "who": "target"}},
        ),
        (
            "During a character's Activation, when it targets an enemy character with an attack, it may spend 1 {PWR} "
            "to play this card. If the target character is dealt {DMG} by this attack, the target character cannot "
            "have damage removed from it this Activation Phase.",
            "attacks", {"by": [{"active": True}], "cost": 1},
        ),
        (
            "When an allied character with Flight begins a move action within {RNG} 2 of another allied character of "
            "an equal or smaller size during its activation, they may spend 1 {PWR} each to play this card before "
            "moving the miniature. When the active character ends this move, place the allied character within {RNG} "
            "1 of it.",
            "move begins",
            {"by": [{"superpower": "flight"}, {"range": 2, "of": "chosen", "no_larger": True}], "together": True},
        ),
        (
            "After all characters have been deployed, a Reeds character may play this card. This character cannot make "
            "more than one move action during its next activation.",
            "squads deployed",
            {"effects": [
                {"do": "change", "stat": "move actions", "most": 1, "who": "self", "until": "next activation"},
            ]},
        ),
    ],
)  # fmt: skip
def test_a_card_at_a_moment_is_read(text: str, when: str, fields: dict[str, Any]) -> None:
    found = read(text, "Reactive")
    assert "played" not in found and found["when"] == when, found
    assert {key: found.get(key) for key in fields} == fields


def test_an_attack_without_a_range_is_read_where_it_ignores_range() -> None:
    play = (
        "When an allied Quill is dealt {DMG} by an enemy attack or superpower, after the effect is resolved, she may "
        "play this card.\nThe character that played this card immediately makes the attack shown above targeting the "
        "enemy character that dealt her {DMG}."
    )
    printed = "{ENRG} HOUND {RNG} - {STR} 5 {COST} 0\n"
    found = read(f"{printed}- This attack ignores Range and LOS.\n\n{play}", "Reactive")
    assert "played" not in found and found["attacks"][0]["ignores"] == ["range", "sight"], found
    assert found["effects"] == [
        {"do": "attack", "attack": found["attacks"][0]["id"], "who": "self", "against": "chosen"},
    ]  # fmt: skip
    assert read(f"{printed}- This attack ignores LOS.\n\n{play}", "Reactive")["played"]


FLARE = "{ENRG} FLARE {RNG} 4 {STR} 2 {COST} 0\n"


@pytest.mark.parametrize(
    ("line", "play", "dice"),
    [
        (
            "- Add dice to this attack roll equal to the amount of {PWR} spent to play this card.",
            "During Quill's activation, any number of allied characters may spend {PWR} to play this card.\nQuill may "
            "use the Flare attack shown above once this activation.",
            "power_spent",
        ),
        (
            "- When making this attack, add attack dice to each attack roll equal to the {DMG} suffered to play this "
            "card.",
            "During an allied Quill's activation, he may suffer up to 3 {DMG} to play this card.\nThis character may "
            "use the attack shown above once this activation.",
            "that_much",
        ),
    ],
)  # fmt: skip
def test_the_dice_of_a_lent_attack_for_what_was_paid_are_read(line: str, play: str, dice: str) -> None:
    found = read(f"{FLARE}{line}\n\n{play}")
    assert "played" not in found, found
    (lent,) = [part for part in _within(found["effects"]) if part.get("do") == "lend_attack"]
    assert lent["dice"] == dice and found["attacks"][0]["specials"] == []


def _within(effects: Any) -> Any:
    for effect in effects:
        yield effect
        yield from _within(effect.get("then", ()))


# What is given within a range that was paid for ---------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Quill may spend X {PWR} to play this card. X must be at least 1 and no more than 5.\nThis round, this "
        "character and allied characters while they are within {RNG} X of this character, gain the Thick Skin "
        "superpower.\nX is equal to the amount of {PWR} spent to play this card.\n\n{INNATE} THICK SKIN - When this "
        "character would suffer {DMG} from an enemy effect, reduce the amount suffered by 1, to a minimum of 1.",
        "Any character may spend 1-5 {PWR} to play this card.\nThis round, while within {RNG} X of this character (X "
        "is equal to the {PWR} spent to play this card), when allied characters are targeted by {MYST} attacks add "
        "one die to their defense rolls.",
    ],
)  # fmt: skip
def test_the_range_of_what_is_given_may_be_what_was_paid(text: str) -> None:
    found = read(text)
    assert "played" not in found, found
    (spend,) = found["effects"]
    assert (spend["do"], spend.get("least", 1), spend["up_to"]) == ("spend", 1, 5)
    powers = {one["id"]: one["does"] for one in found["superpowers"]}
    ranges, inside = [], spend["then"]
    for paid in range(1, 6):
        given = inside[0]["then"] if inside[0]["do"] == "if" else inside
        own, *near = powers[given[0]["power"]]
        assert "range" not in own and {one["side"] for one in near} == {"allied"}
        ranges += [one["range"] for one in near]
        assert inside[0]["do"] == "give" or inside[0]["test"] == {"amount": "power_spent", "at_most": paid}
        inside = inside[0].get("otherwise", ())
    assert ranges == [1, 2, 3, 4, 5] and not inside
    named = {one["name"]["en"] for one in found["superpowers"]}
    assert named == ({"Thick Skin"} if "THICK SKIN" in text else {"Lights Out"})


def test_x_that_is_no_range_that_was_paid_is_not_understood() -> None:
    assert read("Quill may play this card. This round, while within {RNG} X of this character, it glows.")["played"]
    assert read("Quill may play this card. Quill gains 1 {PWR}. X must be at least 1 and no more than 5.")["played"]


def test_what_the_opponent_decides_is_read() -> None:
    found = read(
        "During Quill's Activation, he may spend 2 {PWR} to play this card. Choose an enemy character within {RNG} 4 "
        "of this character. This character may advance its speed toward the chosen enemy character. After the "
        "advance, the opposing player may choose a character they control to make an attack targeting the advancing "
        "character."
    )
    assert "played" not in found, found
    (chosen,) = found["effects"]
    (may,) = chosen["then"]
    assert [one["do"] for one in may["effects"]] == ["move", "by_opponent"]


def test_a_name_with_a_sign_for_and_is_known_by_the_word() -> None:
    assert "quill and the reeds" in names_of([("Quill & The Reeds", "Peter")])


def test_a_name_without_a_form_means_every_form() -> None:
    names = names_of([("Quill", "Peter"), ("Quill (Tiny)", "Peter")])
    assert names["quill"] == ("Quill", "Quill (Tiny)")
    assert (names["quill (tiny)"], names["quill (normal)"]) == (("Quill (Tiny)",), ("Quill",))


def test_the_effect_of_someone_else_is_read() -> None:
    found = read(
        "During Quill's Activation, any number of allied Reeds characters may spend 1 {PWR} to play this card.\nFor "
        "each {PWR} spent to play this card, roll 1 die.\nFor each {CRIT} and {HIT} in the result, Quill deals 1 "
        "{DMG} to an enemy character within {RNG} 3 of him. For each {FAIL} in the result, Quill suffers 1 {DMG} and "
        "gains 1 {PWR}."
    )
    assert "played" not in found, found
    (roll,) = found["effects"]
    assert (found["most"], found["cost"], roll["dice"]) == (10, 1, "power_spent")
    assert [one["do"] for one in roll["then"]] == ["let", "let"]


def test_a_longer_name_is_not_taken_for_a_shorter_one() -> None:
    reader = Reader(phrasebook())
    reader.players = Players(names_of([("Quill", "Peter"), ("Quill Drones", "Quill Drones")]), {})
    text = "Quill may play this card. The allied Quill Drones makes the Nothing attack."
    played = reader.players.read(text.lower())
    assert played is not None and "quill drones" in played.text
