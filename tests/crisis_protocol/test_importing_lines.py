"""Lines of attacks in words, of the sorts that need more than a phrase."""

from typing import Any

import pytest

from . import table
from .table import HERO, VILLAIN, attacking, card, invent
from .table import attack as blow
from .test_importing import attack, power, read


def specials(*lines: str, name: str = "DEMO BLASTS") -> list[dict[str, Any]]:
    """The special rules of an attack, without what is printed; all played by program."""
    (one,) = read(attack(name, *lines)).characters
    found = one["healthy"]["attacks"][0]["specials"]
    assert all("played" not in each for each in found), found
    return [{key: value for key, value in each.items() if key not in ("printed", "name")} for each in found]


def test_what_stands_under_words_that_are_not_understood_is_by_hand() -> None:
    lines = "- Sting: Before damage is dealt, the target character suffers 1 {DMG}.", "- {WILD} Push: Push it {S}."
    (known,) = read(attack("DEMO BLASTS", *lines[:1])).characters
    (held,) = read(attack("DEMO BLASTS", "This character sings one of the following songs:", *lines[:1])).characters
    played = [[each.get("played") for each in one["healthy"]["attacks"][0]["specials"]] for one in (known, held)]
    assert played == [[None], ["by hand", "partly"]]


GRANTED = {"do": "attack", "attack": "demo-hero-demo-blasts"}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (" This character may reroll any number of its attack dice during that attack.", {"reroll": "any"}),
        (
            " This character may reroll any number of its dice during that attack, including {FAIL} results.",
            {"reroll": "failures"},
        ),
        (
            " The additional attack must target the original target character and is a {MYST} attack instead of its "
            "normal type.",
            {"against": "target", "type": "mystic"},
        ),
    ],
)
def test_more_is_said_about_an_attack_that_is_granted(more: str, says: dict[str, str]) -> None:
    """An attack whose name is a plural is meant by the singular, too."""
    line = "- {WILD} Again: After this attack is resolved, this character may make a Demo Blast attack."
    (found,) = specials(line + more)
    assert found["effects"] == [{"do": "may", "effects": [{**GRANTED, **says}]}]


def test_what_happens_instead_takes_the_place_of_what_was_said() -> None:
    (found,) = specials(
        "- {WILD} Numb: After this attack is resolved, the target character gains the Stagger special condition. If "
        "the target character has the Bleed and Poison special conditions, and it does not have an Activated token, it "
        "gains an Activated token instead of gaining the Stagger special condition."
    )
    (effect,) = found["effects"]
    assert effect["otherwise"] == [{"do": "condition", "condition": "stagger", "who": "target"}]
    assert effect["then"] == [{"do": "activated_token", "who": "target"}] and len(effect["test"]["all"]) == 3


@pytest.mark.parametrize(
    ("line", "test", "when"),
    [
        (
            "- If this character has already attacked the target character during its activation this turn, add three "
            "dice to this attack roll.",
            {"has_attacked": "target"}, "attack pool",
        ),
        (
            "- If this character has advanced or been placed during its activation this turn, after this attack is "
            "resolved, it may advance {L}.",
            {"has_moved": ["advance", "place"]}, "after attack",
        ),
        (
            "- If the target character has the Flight {INNATE} superpower, this character may reroll up to two of its "
            "attack dice, including {FAIL} results.",
            {"carries": "flight", "who": "target"}, "own dice",
        ),
    ],
)  # fmt: skip
def test_a_line_asks_what_went_before_and_who_flies(line: str, test: dict[str, Any], when: str) -> None:
    (found,) = specials(line)
    assert (found["test"], found["when"]) == (test, when)


def test_a_number_is_chosen_up_to_what_the_dice_show() -> None:
    (found,) = specials(
        "- {WILD} Arc: After this attack is resolved, choose a number of other enemy characters within {RNG} 3 of the "
        "target character equal to or less than the number of {WILD} in the attack roll. The chosen characters suffer "
        "1 {DMG}."
    )
    (choice,) = found["effects"]
    assert choice["up_to"] == {"faces": "wild", "of": "attack"} and choice["other_than"] == ["target"]
    assert choice["then"] == [{"do": "damage", "amount": 1, "who": "chosen"}]


# Dice of the attacker for wilds of the defender -------------------------------------------------------------

ABSORB = (
    "When this character is defending against an {ENRG} attack, for each {WILD} in the defense roll it may change one "
    "of the attacker's {CRIT}, {WILD}, or {HIT} results to a blank. This character gains 1 {PWR} for each die changed "
    "in this way."
)


def absorbing(
    attack_roll: str, defense_roll: str, type: str = "energy", take: bool = True, conditions: tuple[str, ...] = ()
) -> tuple[int, int]:
    """The damage and the power of a defender with that superpower, who changes all dice that it may, or none."""
    (one_card,) = read(power("Innate", "ABSORB", ABSORB)).characters
    (sheet,) = one_card["healthy"]["superpowers"]
    foe = card(VILLAIN, superpowers=[{**sheet, "id": "absorb"}], energy=2, stamina=9)
    rules = invent(card(HERO, blow("blow", type=type)), foe)
    villain = table.at(VILLAIN, 15, 10, 1, conditions=conditions)
    position = attacking(villain, attack="blow", rules=rules, rolls=(attack_roll, defense_roll))
    while not position.idle:
        position.answer(position.options[0] if take else None)
    return table.one(position, VILLAIN).damage, table.one(position, VILLAIN).power


@pytest.mark.parametrize(
    ("rolls", "more", "result"),
    [
        (("HHH", "W-"), {}, (1, 2)),  # one of three is changed, one is blocked; a power for the die, one for the damage
        (("HHH", "WW"), {}, (0, 2)),
        (("H--", "WW"), {}, (0, 1)),  # two wilds, and only one die to change
        (("---", "WW"), {}, (0, 0)),
        (("HHH", "--"), {}, (3, 3)),
        (("HHH", "W-"), {"take": False}, (2, 2)),
        (("HHH", "W-"), {"type": "physical"}, (2, 2)),
        (("HHH", "WW"), {"conditions": ("stun",)}, (0, 1)),  # one effect gives the power for both dice
    ],
)
def test_each_wild_of_the_defender_may_change_a_die_of_the_attacker_for_power(
    rolls: tuple[str, str], more: dict[str, Any], result: tuple[int, int]
) -> None:
    assert absorbing(*rolls, **more) == result


def test_what_is_said_of_no_die_is_not_understood() -> None:
    text = "During the {PWR} Phase, this character gains 1 {PWR} for each die changed in this way."
    (grade,) = (one for one in read(power("Innate", "ABSORB", text)).grades if one.kind == "innate")
    assert grade.played != "program"
