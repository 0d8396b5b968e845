"""More sentences of team tactic cards: who guards whom, what holds near others, what comes later, and names."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.importing import Ids
from rulewright_crisis_protocol.importing.playing import Players, names_of
from rulewright_crisis_protocol.importing.rules import Reader
from rulewright_crisis_protocol.importing.texts import phrasebook

NAMES = [("Quill", "Peter Reed"), ("Warden, Lord Of Lamps", "Ada Stone"), ("Marsh", "Marsh")]
PLAYERS = Players(names_of(NAMES), {"lamp lighters": "lamp-lighters", "reeds": "reeds"})
PAYS = "Quill may spend 2 {PWR} to play this card.\n"
POWER_PHASE = "During the Power Phase, Quill may play this card.\n"
EVERYONE = {"every": "allied", "itself": True, "played": True}


def card(text: str, type: str = "Active", innate: Any = ()) -> dict[str, Any]:
    """What a card becomes."""
    reader = Reader(phrasebook())
    reader.players = PLAYERS
    reader.attacks = {"lamp throw": {"called": "Lamp Throw"}}
    reader.innate = dict(innate)
    return reader.tactic("LIGHTS OUT", "", type, text, Ids())


def by_program(text: str, type: str = "Active", **more: Any) -> dict[str, Any]:
    """What a card becomes that is played by program."""
    found = card(text, type, **more)
    assert "played" not in found, found
    return found


def test_someone_else_than_the_one_who_plays_a_card_does_something() -> None:
    text = "Choose an enemy character within {RNG} 2. The chosen character may push the target character away {S}."
    found = card(f"When an allied Quill makes an attack, it may play this card.\n{text}", "Reactive")
    (choose,) = found["effects"]
    push = {"do": "push", "who": "target", "way": "away", "of": "self", "tool": "short"}
    assert choose["then"] == [{"do": "let", "who": "chosen", "effects": [{"do": "may", "effects": [push]}]}]


@pytest.mark.parametrize("what", ["push this character {S}", "throw the target character away from this character {S}"])
def test_what_someone_else_does_to_the_one_who_plays_a_card_is_not_read(what: str) -> None:
    text = f"Choose an enemy character within {{RNG}} 2. The chosen character may {what}."
    assert card(f"When Quill makes an attack, it may play this card.\n{text}", "Reactive")["played"] != "program"


def test_who_plays_a_card_chooses_in_which_order_others_are_affected() -> None:
    text = PAYS + "Roll 5 dice for each enemy character holding an objective "
    hurt = "token. The enemy character suffers 1 {DMG} for each {CRIT} and {WILD} result rolled."
    order = " The player playing this card chooses the order in which characters are affected."
    (free,), (fixed,) = by_program(text + hurt + order)["effects"], by_program(text + hurt)["effects"]
    assert free == {**fixed, "ordered": True}


def test_an_attack_of_a_character_is_meant_by_its_name() -> None:
    text = "Choose an enemy character within {RNG} 4 of Quill. Advance the chosen character {S} toward Quill."
    (choose,) = by_program(f"{PAYS}{text} After the advance, Quill may make a Lamp Throw attack targeting the chosen "
                           "character.")["effects"]  # fmt: skip
    assert choose["then"][1:] == [
        {"do": "may", "effects": [{"do": "attack", "called": "Lamp Throw", "against": "chosen"}]}
    ]


def test_attacks_of_one_name_have_different_targets() -> None:
    different = "Each attack must target a different enemy character."
    (repeat,) = by_program(f"{PAYS}Quill may immediately perform up to two Lamp Throw attacks. {different}")["effects"]
    ((attack,),) = (one["effects"] for one in repeat["then"])
    (mark,) = attack["besides"][0]["effects"]
    assert (repeat["times"], attack["called"]) == (2, "Lamp Throw")
    assert attack["not_against"] == {"every": "enemy", "marked": mark["mark"]}


@pytest.mark.parametrize(
    ("text", "by", "least"),
    [
        (
            "During the Power Phase, allied Reeds characters may each spend 1 {PWR}. If at least 2 {PWR} was spent "
            "this "
            "way, you may play this card.",
            [{"affiliation": "reeds"}], 2,
        ),
        (
            "During the Power Phase, that allied Quill may spend 1 {PWR} to play this card.",
            [{"named": ["Quill"]}], None,
        ),
    ],
)  # fmt: skip
def test_who_pays_together(text: str, by: Any, least: int | None) -> None:
    unseen = "Allied characters do not require LOS to target enemy characters with attacks this round."
    found = by_program(f"{text}\n{unseen}", "Reactive")
    assert (found["by"], found.get("least"), found["cost"]) == (by, least, 1)
    (power,) = found["superpowers"]
    assert power["does"] == [{"forbids": "need sight"}]


def test_an_ally_nearby_comes_to_the_aid_of_who_is_targeted() -> None:
    text = (
        "When an allied character is targeted by an attack and is within {RNG} 3 of an allied Quill and/or an allied "
        "Marsh, the allied character may spend 2 {PWR} to play this card.\nPlace an allied Quill or Marsh that is "
        "within "
        "{RNG} 3 of the allied character within {RNG} 1 of the allied character. The placed character becomes the "
        "target "
        "of the attack. After the attack is resolved, if the placed character is not Dazed, the placed character may "
        "throw the attacking character away {S}."
    )
    found = by_program(text, "Reactive")
    assert (found["when"], found["cost"]) == ("targeted", 2) and "by" not in found
    assert found["test"] == {"there_is": {"every": "allied", "named": ["Quill", "Marsh"], "range": 3}}
    (choose,) = found["effects"]
    assert [one["do"] for one in choose["then"]] == ["place", "redirect", "later"]
    later = choose["then"][2]
    (test,) = later["effects"]
    assert (later["who"], later["when"]) == ("chosen", "after attacked")
    assert test["test"] == {"none": [{"state": "dazed", "who": "self"}]}


def test_two_of_whom_one_attacks_beside_the_other_play_a_card() -> None:
    text = (
        "When an allied Quill targets an enemy character with an attack that is within {RNG} 1 of an allied Marsh, "
        "or when "
        "an allied Marsh targets an enemy character with an attack that is within {RNG} 1 of an allied Quill, both "
        "characters may spend 2 {PWR} to play this card.\nThe enemy character rolls no defense dice during this attack."
    )
    found = by_program(text, "Reactive")
    both = ["Quill", "Marsh"]
    other = {"named": both, "another_name": True, "range": 1, "of": "target"}
    assert found["by"] == [{"named": both}, other] and found["together"]
    assert found["effects"] == [{"do": "forbid", "cannot": "roll defense dice", "who": "target", "until": "attack"}]


def test_after_an_attack_on_someone_else_the_one_who_plays_the_card_attacks() -> None:
    text = (
        "When another allied character within {RNG} 3 of an allied Marsh is targeted by an attack, that allied "
        "Marsh may "
        "spend 3 {PWR} to play this card.\nAfter the attack is resolved, Marsh may advance {S} toward the attacking "
        "character and may make a Lamp Throw attack targeting it."
    )
    found = by_program(text, "Reactive")
    (later,) = found["effects"]
    assert (found["when"], found["range"], later["when"], later["who"]) == (
        "ally targeted",
        3,
        "attack resolved",
        "self",
    )
    attack = {"do": "attack", "who": "self", "called": "Lamp Throw", "against": "attacker"}
    assert later["effects"][1] == {"do": "may", "effects": [attack]}


# What holds near others -------------------------------------------------------------------------------------


def test_what_holds_while_those_who_played_a_card_are_near_each_other() -> None:
    found = by_program(
        "Quill and Marsh may spend 1 {PWR} each to play this card.\nWhile Quill and Marsh are within {RNG} 2 of each "
        "other, they cannot be pushed or thrown by enemy effects, and after an attack targeting either of them is "
        "resolved, the attacking character suffers 1 {DMG} if it did not Daze or KO the target character. This effect "
        "lasts until the end of the round."
    )
    mark, *gifts = found["effects"]
    near = {"there_is": {"every": "allied", "marked": mark["mark"], "range": 2}}
    assert mark["who"] == EVERYONE and all(one["who"] == EVERYONE and one["until"] == "round" for one in gifts)
    still, hurt = found["superpowers"]
    assert all(near in one["test"]["all"] for one in (*still["does"], hurt))
    assert {"none": [{"state": "dazed", "who": "self"}]} in hurt["test"]["all"]


def test_a_printed_superpower_may_hold_only_near_who_plays_the_card() -> None:
    found = by_program(
        "{INNATE} LAMP GLOW\nThis character adds 1 die to its attack rolls.\nAdditionally, after this character "
        "makes an "
        "attack, if it dealt {DMG}, the target character gains the Shock special condition.\n\nDuring Quill's "
        "Activation, "
        "he may spend 3 {PWR} to play this card.\nFor the rest of this Round, while other allied characters are within "
        "{RNG} 4 of Quill, they have the Lamp Glow {INNATE} superpower."
    )
    around, after = found["superpowers"]
    assert around["does"] == [{"modifies": "attack dice", "by": 1, "side": "allied", "range": 4}]
    there = {"every": "allied", "named": ["Quill"], "range": 4, "itself": True}
    assert after["test"] == {"any": [{"there_is": there}, {"there_is": {**there, "dazed": True}}]}
    assert [one["who"] for one in found["effects"]] == ["self", {"every": "allied"}]


def test_a_superpower_that_other_cards_print_is_given_by_its_name() -> None:
    power = {"id": "x", "name": {"en": "Lamp Eye", "zh": "x"}, "kind": "innate", "does": [{"forbids": "need sight"}]}
    text = f"{POWER_PHASE}Quill gains the Lamp Eye {{INNATE}} superpower until the end of the round."
    found = by_program(text, "Reactive", innate={"lamp eye": power})
    (own,) = found["superpowers"]
    assert own["does"] == power["does"] and own["id"] != "x"
    assert found["effects"] == [{"do": "give", "who": "self", "power": own["id"], "until": "round"}]
    assert card(text, "Reactive")["played"] != "program"


# Once, later, and with the next attack ------------------------------------------------------------------------


def test_each_of_several_may_do_something_once() -> None:
    found = by_program(
        "Any number of allied Reeds characters may spend 2 {PWR} each to play this card.\nOnce this round, each "
        "character "
        "that spent {PWR} to play this card may reroll any number of dice in one of their attack or defense rolls."
    )
    (ability,) = found["abilities"]
    assert (ability["once"], ability["each"], ability["optional"], ability["when"]) == ("round", True, True, "own dice")
    assert found["effects"] == [{"do": "give", "power": ability["id"], "who": EVERYONE, "until": "round"}]


def test_an_additional_action_comes_in_the_next_activation() -> None:
    text = "Choose another allied character. That character may perform a move action as an additional action during "
    found = by_program(f"{PAYS}{text}its next activation this round.")
    (power,), (ability,) = found["superpowers"], found["abilities"]
    assert (power["when"], power["once"]) == ("activation begins", "round")
    assert power["effects"] == [{"do": "give", "power": ability["id"], "who": "self", "until": "activation"}]
    assert ability["effects"] == [{"do": "move"}] and ability["optional"]


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "During the next Cleanup Phase, Quill is KO'd.",
            {"do": "in_cleanup", "effects": [{"do": "ko", "who": "self"}]},
        ),
        (
            "If your squad is using the Reeds affiliation, return this card to your available Team Tactic cards during "
            "the Cleanup Phase. This card may be played again this game.",
            {
                "do": "if",
                "test": {"squad_uses": "reeds"},
                "then": [{"do": "in_cleanup", "effects": [{"do": "return_card"}]}],
            },
        ),
        (
            "Enemies do not benefit from the Stealth superpower and this character ignores LOS when attacking this "
            "activation.",
            {"do": "forbid", "cannot": "benefit from stealth", "who": {"every": "enemy"}, "until": "activation"},
        ),
    ],
)
def test_what_is_read_of_a_sentence(text: str, effect: Any) -> None:
    found = by_program(f"Quill may spend 2 {{PWR}} during his activation to play this card.\n{text}")
    assert found["effects"][0] == effect


def test_the_next_attack_that_is_so_adds_dice_once() -> None:
    found = by_program(
        "Quill may spend 2 {PWR} to play this card during its Activation.\nThe next attack made by the character that "
        "played this card this Turn targeting an enemy character that is not within {RNG} 3 of any allied "
        "characters adds "
        "2 dice to the attack roll."
    )
    (power,) = found["superpowers"]
    near = {"every": "allied", "range": 3, "of": "target", "itself": True}
    assert (power["when"], power["once"], power["test"]) == ("attack pool", "turn", {"none": [{"there_is": near}]})


def test_dice_for_each_attack_of_the_next_action() -> None:
    found = by_program(
        "During Quill's Activation, he may play this card.\nDuring the next attack action made by the character that "
        "played this card this Activation, it adds 2 dice to each of its attacks for each other allied character "
        "within "
        "{RNG} 2 of the target character."
    )
    (give,), (power,) = found["effects"], found["superpowers"]
    near = {"characters": {"every": "allied", "range": 2, "of": "target"}}
    assert give["until"] == "next attack action"
    assert power["effects"] == [{"do": "add_dice", "amount": {"sum": [near, near]}}]


def test_what_happens_if_a_reroll_was_made_belongs_to_it() -> None:
    found = by_program(
        f"{POWER_PHASE}This Round, when an allied character with the Shock special condition is attacking, it may "
        f"reroll "
        "all of its attack dice. If it does and the attack deals {DMG}, it removes the Shock special condition "
        "after the "
        "attack is resolved.",
        "Reactive",
    )
    (power,) = found["superpowers"]
    (may,) = power["effects"]
    assert [one["do"] for one in may["effects"]] == ["reroll", "later"]


# Whom it is about -------------------------------------------------------------------------------------------


def test_the_enemy_with_the_highest_threat_is_chosen_and_marked() -> None:
    found = by_program(
        f"{PAYS}This round, Quill adds two dice to his attack rolls when attacking the enemy character with the "
        f"highest "
        "threat value. If Quill Dazes or KOs that character this round, his controlling player scores 2VPs.\nIf "
        "there is "
        "a tie for the highest threat value, Quill's controller chooses one to be affected by this card."
    )
    (choose,) = found["effects"]
    dice, points = found["superpowers"]
    (mark, *_) = choose["then"]
    assert choose["highest"] and (points["when"], points["effects"]) == ("fells", [{"do": "score", "points": 2}])
    assert points["test"] == {"marked": mark["mark"], "who": "chosen"} and dice["does"][0]["by"] == 2


def test_everyone_of_an_affiliation_gains_when_one_of_them_fells_the_marked_one() -> None:
    found = by_program(
        f"{PAYS}Mark the enemy character with the highest Threat Value with a Lamp token. If the marked character "
        f"is Dazed "
        "or KO'd this round by an allied Reeds character, all allied Reeds characters gain 2 {PWR}."
    )
    (power,) = found["superpowers"]
    reeds = {"every": "allied", "affiliation": "reeds", "itself": True}
    assert power["effects"] == [{"do": "gain_power", "amount": 2, "who": reeds}]
    assert found["effects"][0]["then"][-1]["who"] == reeds


def test_only_who_was_pushed_suffers() -> None:
    found = by_program(
        f"{PAYS}Push each enemy character with the Poison special condition and within {{RNG}} 2 of Quill away {{M}}. "
        "Each Pushed character suffers 1 {DMG}."
    )
    push, hurt = found["effects"][0]["then"]
    assert push["do"] == "push" and hurt["test"] == {"amount": "that_much", "at_least": 1}


def test_a_token_goes_from_one_to_another_one() -> None:
    found = by_program(
        f"{PAYS}Choose an enemy character with an Activated token within {{RNG}} 3 of Quill. Move an Activated token "
        "from the chosen character to another enemy character that does not have an Activated token within {RNG} 2 of "
        "the chosen character."
    )
    mark, other = found["effects"][0]["then"][0]["then"]
    gains, loses = other["then"]
    assert gains == {"do": "activated_token", "who": "chosen"}
    assert loses["remove"] and loses["who"]["marked"] == mark["mark"]


def test_a_card_says_beside_which_others_no_roster_has_it() -> None:
    found = by_program(
        f"{PAYS}Quill gains 1 {{PWR}}.\nThis card cannot be included in a roster or a squad with the Lamp Oil Team "
        "Tactic card."
    )
    assert found["not_with"] == ["Lamp Oil"]


def test_after_a_choice_of_several_the_one_who_plays_the_card_moves_once() -> None:
    found = by_program(
        f"{PAYS}Choose up to three other allied characters within {{RNG}} 2 of Quill. Place Quill within {{RNG}} 3 of "
        "himself. Then Place each chosen character within {RNG} 1 of Quill."
    )
    (choose,) = found["effects"]
    first, each = choose["then"]
    assert choose["together"] and (first["do"], first["who"]) == ("place", "self")
    assert each["among"] and each["then"] == [{"do": "place", "who": "chosen", "range": 1, "of": "self"}]


def test_each_who_played_a_card_rolls_for_itself_in_any_order() -> None:
    found = by_program(
        "Any number of allied Reeds characters may spend 1 {PWR} each to play this card.\nEach character that "
        "played this "
        "card rolls 1 die. If they roll a {HIT}, enemy characters within {RNG} 3 of this character holding or "
        "contesting "
        "an objective token suffer 1 {DMG}. If they roll a {BLOCK} or a {BLANK}, they may immediately advance {S}. "
        "Complete each character's roll in the order of your choosing before moving to the next."
    )
    (each,) = found["effects"]
    ((let,),) = (each["then"],)
    (roll,) = let["effects"]
    assert each["ordered"] and each["played"] and let["who"] == "chosen"
    assert [one["test"]["amount"]["faces"] for one in roll["then"]] == ["hit", ["block", "blank"]]


def test_a_token_may_stand_for_the_target_of_the_next_attack() -> None:
    found = by_program(
        "When an allied character is Dazed or KO'd by an enemy effect, an allied Quill may play this card.\nMark "
        "the enemy "
        "character that caused the effect with a Grudge token. The next attack made by Quill targeting the "
        "character with "
        "the Grudge token adds 3 dice to its attack roll. After the attack is resolved, remove the Grudge token.",
        "Reactive",
    )
    gain, later = found["effects"]
    assert (found["when"], gain["who"]) == ("ally felled", "chosen")
    assert later["test"] == {"amount": {"tokens": "grudge", "who": "target"}, "at_least": 1}
    assert [one["do"] for one in later["effects"]] == ["add_dice", "later"]


def test_a_tested_effect_that_goes_into_another_one_keeps_its_condition() -> None:
    found = by_program(
        f"{PAYS}Other characters within {{RNG}} 2 of this character are pushed away from this character {{S}}. If "
        f"Quill is "
        "injured, pushed characters suffer 1 {DMG}."
    )
    (each,) = found["effects"]
    assert each["then"][1]["do"] == "if" and each["then"][1]["test"] == {"state": "injured", "who": "self"}


# Attacks measured from others, and what everyone pays ---------------------------------------------------------

FLARE = "{ENRG} FLARE {RNG} 4 {STR} 7 {COST} 0\n\n"
BESIDE = (
    "If it is Quill's activation and he is within {RNG} 4 of an allied Marsh, they may spend 1 {PWR} each to play this "
    "card.\n"
)


@pytest.mark.parametrize(("once", "until"), [("once this activation", "activation"), ("once", "game")])
def test_an_attack_is_lent_that_is_measured_from_someone_else(once: str, until: str) -> None:
    found = by_program(
        f"{FLARE}{BESIDE}While within {{RNG}} 4 of Marsh, Quill may use the Flare attack shown above {once}. Range "
        f"and LOS "
        "are measured from Marsh instead of Quill when making this attack.\n\nQuill may reroll any number of attack "
        "dice "
        "during this attack."
    )
    (lend,), (attack,) = found["effects"], found["attacks"]
    assert (lend["until"], lend["near"], lend["measured_from"]) == (until, 4, "chosen")
    assert [one["when"] for one in attack["specials"]] == ["own dice"]


def test_only_who_makes_an_attack_rerolls_its_dice() -> None:
    found = card(
        f"{FLARE}{BESIDE}While within {{RNG}} 4 of Marsh, Quill may use the Flare attack shown above once this "
        "activation.\n\nMarsh may reroll any number of attack dice during this attack."
    )
    assert found["played"] != "program"


def test_an_attack_that_is_granted_has_dice_and_rerolls_of_its_own() -> None:
    found = by_program(
        f"{FLARE}During their activation, Quill may spend 3 {{PWR}} to play this card.\nChoose an enemy character "
        f"within "
        "{RNG} 3 of this character. Advance the chosen character {S}, then the character that played this card "
        "makes the "
        "above attack.\nWhen measuring Range and LOS for this attack, measure from the chosen character, not the "
        "attacking "
        "character.\nAdd dice to the attack roll equal to the {PHYS} Defense of the chosen character.\nYou may "
        "reroll any "
        "number of opposing defense dice in the defense roll."
    )
    (choose,) = found["effects"]
    attack = choose["then"][1]
    assert (attack["measured_from"], attack["dice"]) == ("chosen", {"stat": "physical", "who": "chosen"})
    assert attack["besides"][0]["effects"] == [{"do": "reroll", "of": "opposing", "amount": "any"}]


def test_dice_equal_to_what_was_paid_for_the_card() -> None:
    found = by_program(
        "{ENRG} FLARE {RNG} 5 {STR} 2 {COST} 0\n- Add attack dice to the attack roll equal to the {PWR} spent to "
        "play this "
        "card.\n\nWhen an allied Quill or allied Marsh makes an attack during their Activation, after the attack is "
        "resolved, the attacking character may spend any amount of {PWR} to play this card.\nThe attacking character "
        "immediately performs the attack listed above targeting the original target character.",
        "Reactive",
    )
    (spend,), (attack,) = found["effects"], found["attacks"]
    assert (found["when"], found["by"]) == ("after attack", [{"named": ["Quill", "Marsh"], "active": True}])
    assert attack["specials"] == [] and spend["then"][0]["dice"] == "power_spent"


def test_everyone_pays_as_much_as_they_like() -> None:
    found = by_program(
        "During the Power Phase any number of allied Reeds characters may spend {PWR} to play this card.\nIf 10 or "
        "more "
        "{PWR} was spent to play this card, take the Priority token.",
        "Reactive",
    )
    (spend,) = found["effects"]
    assert (spend["do"], spend["who"], found["most"]) == ("spend", EVERYONE, 10) and "cost" not in found
    assert spend["then"][0]["test"] == {"amount": "power_spent", "at_least": 10}


def test_who_has_moved_pays_its_size() -> None:
    found = by_program(
        "At the end of a move action made during an allied character's activation, the moving character may spend "
        "{PWR} "
        "equal to its size to play this card.\nThe next attack made by the moving character this activation adds "
        "dice to "
        "the attack equal to its size. If the attack deals damage, after the attack is resolved, push the target "
        "character away {S}.",
        "Reactive",
    )
    dice, push = found["effects"]
    assert (found["when"], found["costs"], dice["by"]) == ("move ends", "size", {"stat": "size"})
    assert (push["do"], push["when"]) == ("later", "after attack")


def test_what_any_of_a_squad_does_once_a_turn_is_no_superpower_of_each() -> None:
    found = by_program(
        f"{PAYS}This Round, once per Turn, when an allied Reeds character makes an attack, after the attack is "
        f"resolved, it "
        "gains 1 {PWR}."
    )
    (ability,) = found["abilities"]
    assert ability["once"] == "turn" and "each" not in ability and "optional" not in ability
    assert found["effects"][0]["who"] == {"every": "allied", "affiliation": "reeds", "itself": True}


def test_criticals_of_enemies_nearby_fail() -> None:
    found = by_program(
        f"{PAYS}Until the end of the Cleanup Phase, when an enemy character makes an attack, defense, or dodge roll, "
        f"while "
        "within {RNG} 3 of Quill, it does not add dice to the roll for {CRIT} results and Quill changes all of its "
        "{CRIT} "
        "results to {FAIL} results."
    )
    (power,) = found["superpowers"]
    assert (power["when"], power["range"], power["effects"][0]["to"]) == ("enemy dice", 3, "failure")
    assert power["does"] == [{"forbids": "critical dice", "side": "enemy", "range": 3}]


def test_two_who_are_near_each_other_defend_with_both_defenses() -> None:
    found = by_program(
        "Quill and Marsh may both spend 2 {PWR} each to play this card.\nWhile within {RNG} 1 of each other this round "
        "these characters cannot be moved by enemy effects and combine their defensive values when creating the "
        "defense "
        "dice pool when defending against {PHYS} or {ENRG} attacks."
    )
    (power,) = found["superpowers"]
    (dice,) = power["effects"]
    assert dice["amount"]["total"] == "defense" and {"attack_is": ["physical", "energy"]} in power["test"]["all"]


def test_tokens_nearby_are_placed() -> None:
    (tokens,) = by_program(
        f"{PAYS}Each Civilian token within {{RNG}} 3 of this character is placed within {{RNG}} 2 of its current "
        f"position."
    )["effects"]
    assert (tokens["kind"], tokens["range"], tokens["then"]) == ("civilian", 3, [{"do": "place_token", "range": 2}])


def test_each_who_played_a_card_may_suffer_damage_to_stay_where_it_is() -> None:
    found = by_program(
        "During the Power Phase, any number of allied Reeds characters may each spend 1 {PWR} to play this card.\nThis "
        "Round, while a character that played this card is holding or contesting an objective token, if it would be "
        "Pushed, Advanced, or Thrown, it may suffer 1 {DMG}. If it does, it is not Pushed, Advanced, or Thrown.",
        "Reactive",
    )
    (power,), (give,) = found["superpowers"], found["effects"]
    (may,) = power["effects"]
    assert (power["when"], give["who"]) == ("would be moved", EVERYONE)
    assert [one["do"] for one in may["effects"]] == ["damage", "stay"]


def test_what_counts_as_long_as_a_character_has_a_token() -> None:
    found = by_program(
        "At the start of the Activation Phase, any character may spend 3 {PWR} to play this card.\nThe character that "
        "played this card gains a Grudge token. Choose an enemy character. While the character that played this "
        "card has "
        "a Grudge token, it adds 2 dice to its attack rolls when targeting the chosen character. If it is not the "
        "chosen "
        "character attacking, remove 2 dice from the defense roll. The character that played this card loses the "
        "Grudge "
        "token when the chosen character is KO'd.",
        "Reactive",
    )
    more, fewer, lost = found["superpowers"]
    assert {"amount": {"tokens": "grudge"}, "at_least": 1} in more["does"][0]["test"]["all"]
    assert fewer["does"][0]["by"] == -2 and (lost["when"], lost["effects"][0]["do"]) == ("other dazed", "lose_tokens")
    assert all(one["until"] == "game" for one in found["effects"][1]["then"])


def test_how_far_someone_is_thrown_hangs_on_how_often_it_was_attacked() -> None:
    found = by_program(
        "During their Activation, Quill may spend 3 {PWR} to play this card.\nChoose a character of Size 4 or less "
        "within {RNG} 4 that was attacked by Quill this Activation. If the chosen character was attacked once by Quill "
        "this Activation, Throw it Away {S}. If it was attacked three or more times, Throw it Away {L} instead."
    )
    (choose,) = found["effects"]
    once, often = choose["then"]
    assert choose["attacked"] and choose["side"] == "any" and choose["size"] == 4
    assert often["test"] == {"amount": {"times_attacked": "chosen"}, "at_least": 3}
    assert [one["then"][0]["tool"] for one in (once, often)] == ["short", "long"]


@pytest.mark.parametrize(
    "when",
    [
        "before the Calculate success or failure step, at the end of the Modify Dice step of the attack",
        "at the end of the Modify Dice step of the attack, before the Calculate Success or Failure step",
        'before the "Calculate Success or Failure" step of the attack (at the end of the "Modify Dice" step)',
    ],
)
def test_the_end_of_the_modify_dice_step_is_a_moment_of_its_own(when: str) -> None:
    text = f"When Quill is attacking or defending, {when}, he may spend 4 {{PWR}} to play this card.\n"
    found = by_program(f"{text}Reroll all of the defense dice.", "Reactive")
    assert (found["when"], found["cost"]) == ("dice modified", 4)


def test_who_is_attacking_or_defending_is_asked_when_its_dice_are_gathered() -> None:
    text = (
        "When you include this card in your Squad, choose 1 non-Reeds-affiliated character with a Threat Value of 3 or "
        "less in your Squad. When the chosen character is deployed, it gains the Hold Hands {REACTIVE} superpower.\n"
        "After all characters are deployed, discard this card.\n\n{REACTIVE} HOLD HANDS {PWR} 0\nWhile this character "
        "is attacking or defending, if it is within {RNG} 2 of another allied character with a Leadership ability "
        "(active or inactive), it may use this superpower. This character adds 1 die to its attack or defense roll. "
        "This superpower can be used only once per turn."
    )
    (power,) = by_program(text, "Reactive")["superpowers"]
    assert (power["when"], power["once"], power["effects"]) == ("own pool", "turn", [{"do": "add_dice", "amount": 1}])
