"""Leaderships in words: whom they are about, how often for the squad, and what is left to the players."""

from typing import Any

import pytest

from rulewright.importing import read_xml
from rulewright_crisis_protocol.importing.leading import about_one

from .test_importing import REAL, power, profile, read, real

GAIN = {"do": "gain_power", "amount": 1, "who": "self"}


def leading(text: str) -> Any:
    """The leadership of a character, as content."""
    (one,) = read(profile("Leadership", "DRILL (Affiliation: Demo Squad)", Rules=text)).characters
    return one["leadership"]


def abilities(text: str) -> list[dict[str, Any]]:
    """The abilities that a text comes to, without their names."""
    found = leading(text)
    assert "played" not in found, found
    return [{key: value for key, value in one.items() if key not in ("id", "name")} for one in found["abilities"]]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("When an allied character attacks, it sings.", "When this character attacks, it sings."),
        ("Once per turn, an allied character may sing.", "Once per turn, this character may sing."),
        ("Each time an allied character sings", "Each time this character sings"),
        ("If it sings, the allied character gains 1 {PWR}.", "If it sings, this character gains 1 {PWR}."),
        ("After it sings, another allied character sings.", "After it sings, another allied character sings."),
        ("Choose an allied character within {RNG} 3.", "Choose an allied character within {RNG} 3."),
        ("When an allied character sings, this character sings.", ""),
    ],
)
def test_an_allied_character_is_the_one_that_has_the_ability(text: str, about: str) -> None:
    assert about_one(text) == about


def test_what_it_may_spend_power_for_is_an_ability_that_costs_it() -> None:
    """Nobody is asked twice, and nothing counts as used that was not paid."""
    text = "Once per turn, at any time during an allied character's activation, it may spend one {PWR}. "
    (found,) = abilities(text + "If it does, Place that character within {RNG} 1 of its current position.")
    place = {"do": "place", "who": "self", "range": 1, "of": "itself"}
    assert found == {"once": "turn", "optional": True, "cost": 1, "effects": [place]}


def test_a_reward_is_not_asked_for() -> None:
    text = "Once per turn, after an attack targeting an allied character is resolved, "
    (found,) = abilities(text + "if that character is not Dazed, it gains 1 {PWR}.")
    awake = {"none": [{"state": "dazed", "who": "self"}]}
    assert found == {"once": "turn", "when": "after attacked", "test": awake, "effects": [GAIN]}


def test_another_one_that_may_gain_power_is_chosen_once_it_is_used() -> None:
    text = "When an allied character deals {DMG} to an enemy character with an attack, another allied character within "
    text += "{RNG} 5 of the attacking character may gain 1 {PWR} after the attack is resolved. "
    text += "A character may gain only 1 {PWR} as a result of this Leadership ability per Turn."
    (found,) = abilities(text)
    (choice,) = found["effects"]
    assert found["optional"] and "once" not in found
    assert choice["then"][0]["do"] == "once_each" and choice["then"][0]["per"] == "turn"


def test_two_sentences_with_moments_are_two_abilities_with_limits_of_their_own() -> None:
    text = "Once per Turn, when an allied character attacks an enemy character within {RNG} 2 of itself, the allied "
    text += "character may reroll 1 of its attack dice.\nAdditionally, once per Turn, when an enemy character targets "
    text += "an allied character with an attack, if the enemy character is not within {RNG} 2 of it, "
    text += "the allied character may reroll 1 of its defense dice."
    first, second = abilities(text)
    assert (first["once"], second["once"]) == ("turn", "turn") and first["optional"] and second["optional"]
    assert {"rolls": ["attack"]} in first["test"]["all"] and {"rolls": ["defense"]} in second["test"]["all"]
    ids = [one["id"] for one in leading(text)["abilities"]]
    assert len({*ids}) == 2


# Once for the squad -----------------------------------------------------------------------------------------


def own(text: str) -> Any:
    """The only ability that a text gives to the leader alone, without its names."""
    found = leading(text)
    assert "played" not in found and "abilities" not in found, found
    (one,) = found["own"]
    return {key: value for key, value in one.items() if key not in ("id", "name")}


def test_points_for_each_enemy_that_is_knocked_out_are_the_leaders() -> None:
    found = own("When an enemy character is KO'd, this character's controlling player scores 2 VPs.")
    assert found["when"] == "enemy dazed" and found["test"] == {"state": "gone", "who": "chosen"}
    assert found["effects"] == [{"do": "score", "points": 2}]


def test_a_leader_that_is_called_by_its_name_is_meant() -> None:
    found = own("When an allied character is Dazed or KO'd, after the effect is resolved, Demo Hero may Advance {M}.")
    assert (found["when"], found["optional"]) == ("ally dazed", True)
    assert found["effects"] == [{"do": "move", "who": "self", "tool": "medium"}]


def test_as_many_characters_as_the_dazed_one_has_threat() -> None:
    text = "When an enemy character is Dazed, after the effect is resolved, choose a number of allied characters "
    text += "up to the "
    text += "Dazed character's Threat Value. Each chosen character gains 1 {PWR}. "
    text += "A character cannot gain more than 1 {PWR} as a result of this Leadership ability each turn."
    (choice,) = own(text)["effects"]
    assert (choice["up_to"], choice["range"], choice["itself"]) == ({"stat": "threat", "who": "chosen"}, None, True)
    assert choice["then"][0]["do"] == "once_each" and choice["then"][0]["per"] == "turn"


def test_as_many_characters_as_the_terrain_has_size() -> None:
    text = "When a terrain feature is destroyed, after the effect is resolved, choose a number of allied "
    text += "characters equal to or less than the terrain feature's Size. Each chosen character gains 1 {PWR}. "
    found = own(text + "A character may gain only 1 {PWR} as a result of this Leadership ability per turn.")
    (choice,) = found["effects"]
    assert (found["when"], choice["up_to"], choice["range"]) == ("terrain destroyed", "that_much", None)
    assert choice["then"][0]["do"] == "once_each"


def test_tokens_that_the_squad_is_given_for_a_round() -> None:
    text = "During the Power Phase, choose up to two allied characters. Give each chosen character a Bright Idea "
    text += "token. While a "
    text += "character with a Bright Idea token is attacking, defending, or dodging, it may spend a Bright Idea "
    text += "token during the "
    text += "Modify Dice step to reroll up to 3 of its dice. At the end of the round, remove all Bright Idea "
    text += "tokens from characters."
    found = leading(text)
    (spent,) = found["abilities"]
    given, gone = found["own"]
    assert (given["when"], given["effects"][0]["up_to"]) == ("power phase", 2)
    assert (spent["when"], spent["optional"], [one["do"] for one in spent["effects"]]) == (
        "own dice", True, ["lose_tokens", "reroll"],
    )  # fmt: skip
    assert (gone["when"], gone["effects"][0]["then"][0]["token"]) == ("round ends", "bright idea")


def test_tokens_that_are_taken_back_with_damage() -> None:
    text = "During the Power Phase, choose up to three allied characters. Give each chosen character a Root "
    text += "token. While a "
    text += "character with a Root token is attacking, it may spend its token to add 2 dice to its attack roll. "
    text += "At the end of "
    text += "the Round, when removing Activated tokens from characters, remove all Root tokens from characters. "
    text += "A character that has a Root token removed in this way suffers 1 {DMG} and gains 1 {PWR}."
    found = leading(text.replace("2 dice", "2 die"))
    (spent,) = found["abilities"]
    _, gone = found["own"]
    assert (spent["when"], spent["effects"][1]) == ("attack pool", {"do": "add_dice", "amount": 2})
    lost, hurt = gone["effects"][0]["then"]
    assert (gone["when"], lost["do"], hurt["test"]) == (
        "round ends",
        "lose_tokens",
        {"amount": "that_much", "at_least": 1},
    )


def test_the_others_pay_and_the_leader_gains() -> None:
    text = "While another allied character is attacking, defending, or dodging, during the Modify Dice step, it "
    text += "may spend 1 {PWR}. "
    found = leading(text + "If it does, it may reroll one of its dice and this character gains 1 {PWR}.")
    (other,) = found["others"]
    reroll, gain = other["effects"]
    assert (other["when"], other["cost"], other["optional"], reroll["do"]) == ("own dice", 1, True, "reroll")
    assert gain["who"] == {"every": "allied", "itself": True, "named": ["Demo Hero"]} and "abilities" not in found


def test_what_counts_only_if_a_die_was_rerolled() -> None:
    text = "Each allied character may reroll 1 die in their attack rolls once per Turn, including {FAIL} "
    text += "results. If they do and the "
    text += "enemy character is within {RNG} 4, the enemy character does not benefit from Cover during the attack."
    (found,) = abilities(text)
    assert (found["once"], found["each"], found["optional"]) == ("turn", True, True)
    reroll, bare = found["effects"]
    assert reroll == {"do": "reroll", "amount": 1, "failures": True}
    assert bare["test"]["all"] == [{"amount": "that_much", "at_least": 1}, {"near": 4, "who": "target"}]


def test_another_one_is_better_off_when_an_enemy_falls() -> None:
    text = (
        "When this character or an allied character Dazes or KO's an enemy character, choose another non-Dazed allied "
    )
    text += "character. After the effect is resolved, the chosen character may remove 1 {DMG}, may gain 1 {PWR}, "
    text += "and may Advance "
    text += "{S}. A character can be affected by this Leadership ability only once per round."
    (found,) = abilities(text)
    (choice,) = found["effects"]
    (once,) = choice["then"]
    assert (found["when"], choice["side"], once["per"]) == ("fells", "allied", "round")
    assert [one["effects"][0]["do"] for one in once["then"]] == ["heal", "gain_power", "move"]


def test_another_one_may_gain_power_for_damage() -> None:
    text = "When an allied character is damaged by an enemy effect, another allied character may gain 1 {PWR}. "
    (found,) = abilities(text + "A character may not gain more than 1 {PWR} from this Leadership ability per turn.")
    assert (found["when"], found["optional"]) == ("damaged", True)
    assert found["effects"][0]["then"][0]["do"] == "once_each"


@pytest.mark.parametrize(
    "text",
    [
        "When an enemy character is Dazed, an allied character gains 1 {PWR}.",
        "When an enemy character is KO'd, this character and an allied character gain 1 {PWR}.",
        "When an enemy character is Dazed, each chosen character gains 1 {PWR}.",
        "When this character is targeted by an attack, after the attack is resolved, it gains 1 {PWR}.",
        "When an allied character is KO'd, after the effect is resolved, Somebody Else may Advance {S}.",
        "When an allied character sings, it gains 1 {PWR}.",
        "If it does, it may reroll one of its dice.",
        "When this character attacks, after the attack is resolved, it gains 1 {PWR}.",
        "The chosen character gains 1 {PWR}.",
    ],
)
def test_what_is_not_wholly_understood_stays_by_hand(text: str) -> None:
    found = leading(text)
    assert found["played"] == "by hand" and "abilities" not in found


def test_what_only_leaderships_say_is_not_read_in_superpowers() -> None:
    text = "During this character's activation, it may spend 1 {PWR}. If it does, it may reroll 1 of its dice."
    (grade,) = (one for one in read(power("Innate", "SONG", text)).grades if one.kind == "innate")
    assert grade.played == "by hand"


@real
def test_the_program_plays_some_of_the_real_leaderships() -> None:
    from rulewright_crisis_protocol.importing.catalogue import Catalogue

    grades = [one for one in Catalogue(read_xml(REAL.read_bytes())).grades if one.kind == "leadership"]
    assert sum(one.played == "program" for one in grades) >= 24
