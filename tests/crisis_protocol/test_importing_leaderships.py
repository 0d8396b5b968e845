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


@pytest.mark.parametrize(
    "text",
    [
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
    assert sum(one.played == "program" for one in grades) >= 14
