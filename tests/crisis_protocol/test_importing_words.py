"""Superpowers in words whose readings need more than one clause, or words of their own."""

from __future__ import annotations

from typing import Any

import pytest

from .test_importing import power, read
from .test_importing_lines import specials

BLAST = "demo-hero-demo-blast"


def superpower(kind: str, text: str, cost: str = "-") -> dict[str, Any]:
    """A superpower that is played by program, without what is printed."""
    (one,) = read(power(kind, "DEED", text, cost)).characters
    (sheet,) = one["healthy"]["superpowers"]
    assert "played" not in sheet, sheet
    return {key: value for key, value in sheet.items() if key not in ("id", "name", "printed", "kind")}


@pytest.mark.parametrize(
    ("text", "when", "test"),
    [
        (
            "If this character makes an attack against a character it has already made an attack against this turn, "
            "add 2 dice to the attack roll.",
            "attacks", {"has_attacked": "target"},
        ),
        (
            "If this character makes a Demo Blast attack against a character it has already made an attack against "
            "this turn, add 2 dice to the attack roll.",
            "attacks", {"all": [{"attack_by": [BLAST]}, {"has_attacked": "target"}]},
        ),
        (
            "If an enemy character targets this character with an attack and has already targeted this character with "
            "an attack this turn, add 2 dice to the defense roll.",
            "targeted", {"all": [{"state": "enemy", "who": "attacker"}, {"has_attacked": "self", "by": "attacker"}]},
        ),
    ],
)  # fmt: skip
def test_dice_for_what_went_before_are_added_before_the_pool_is_built(text: str, when: str, test: Any) -> None:
    found = superpower("Innate", text)
    assert (found["when"], found["test"]) == (when, test)
    (effect,) = found["effects"]
    assert (effect["do"], effect["by"], effect["until"]) == ("change", 2, "attack")


def test_dice_that_come_too_late_for_a_pool_are_not_understood() -> None:
    text = "When this character is attacking, before rolling attack dice, it may use this superpower. {}"
    late = "Add 2 dice to the attack roll."
    (grade,) = (one for one in read(power("Reactive", "DEED", text.format(late), "2")).grades if one.kind == "reactive")
    assert grade.played != "program" and "counted already" in grade.why


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (
            "When attacking, defending, or dodging, this character adds {FAIL} results in its rolls to its total "
            "successes.",
            [{"modifies": "successes for failures", "by": 1}],
        ),
        (
            "When attacking or defending, this character adds {FAIL} results in the enemy character's roll to its "
            "total successes.",
            [{"modifies": "successes for opposing failures", "by": 1}],
        ),
    ],
)
def test_failures_that_count_are_a_change(text: str, changes: Any) -> None:
    assert superpower("Innate", text) == {"does": changes}


def test_conditions_that_stay_are_forbidden_one_by_one() -> None:
    found = superpower(
        "Innate",
        "Enemy characters performing a Shake action while within {RNG} 3 of this character may not remove the Hex, "
        "Judgement, or Poison special conditions.",
    )
    assert found["does"] == [
        {"forbids": f"shake off {one}", "side": "enemy", "range": 3} for one in ("hex", "judgement", "poison")
    ]


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("This character always benefits from cover.", "always in cover"),
        (
            "This character always counts as Healthy instead of Injured for the purposes of contesting objectives.",
            "never injured for tokens",
        ),
    ],
)
def test_what_always_holds_is_a_keyword(text: str, keyword: str) -> None:
    (one,) = read(power("Innate", "DEED", text)).characters
    assert one["healthy"]["keywords"] == [keyword] and not one["healthy"].get("superpowers")


def test_who_is_unharmed_strikes_back_after_the_attack() -> None:
    found = superpower(
        "Reactive",
        "When this character is targeted by an attack within {RNG} 2, it may use this superpower. Instead of rolling "
        "dice equal to its Defense, it rolls 5 defense dice. Then, if this character suffers no {DMG} from the attack, "
        "after the attack is resolved, the attacker suffers 2 {DMG}.",
        "2",
    )
    defend, later = found["effects"]
    assert defend == {"do": "defend", "who": "self", "dice": 5}
    assert later["test"] == {"amount": "damage_dealt", "at_most": 0}
    assert (later["when"], later["until"]) == ("after attacked", "attack")
    assert later["effects"] == [{"do": "damage", "amount": 2, "who": "attacker"}]


def test_an_activated_character_is_pushed_once_a_turn() -> None:
    found = superpower(
        "Active",
        "Choose another character with an Activated token within {RNG} 2 and Push it {S}. A character can be moved by "
        "this superpower only once per Turn.",
        "3",
    )
    (choice,) = found["effects"]
    assert (choice["side"], choice["range"], choice["activated"]) == ("any", 2, True)
    push = {"do": "push", "who": "chosen", "way": "", "tool": "short"}
    assert choice["then"] == [{"do": "once_each", "who": "chosen", "per": "turn", "then": [push]}]


def test_tokens_have_a_maximum() -> None:
    found = superpower(
        "Innate",
        "When another character is Dazed or KO'd, this character gains a Captured Soul token. This character may have "
        "a maximum of three Captured Soul tokens at any time.",
    )
    assert found["when"] == "other dazed"
    assert found["effects"] == [{"do": "gain_tokens", "token": "captured soul", "amount": 1, "who": "self", "most": 3}]


def test_a_push_is_answered() -> None:
    text = (
        "After this character is pushed, it may use this superpower. After the effect is resolved, this character "
        "advances {S}."
    )
    found = superpower("Reactive", text, "2")
    assert found["when"] == "pushed" and found["effects"] == [{"do": "move", "who": "self", "tool": "short"}]


def test_failures_of_both_count_in_one_attack() -> None:
    found = superpower(
        "Reactive",
        "When this character is attacking, before rolling attack dice, you may use this superpower. During this "
        "attack, add {FAIL} in the attack roll to the total number of successes for the attack roll. During this "
        "attack, add {FAIL} in the defense roll to the total number of successes for the defense roll.",
        "1",
    )
    assert (found["when"], found["test"]) == ("attack pool", {"rolls": ["attack"]})
    assert [(one["stat"], one["who"]) for one in found["effects"]] == [
        ("successes for failures", "self"), ("successes for failures", "target"),
    ]  # fmt: skip


def test_a_line_reads_whom_it_hits_unseen_what_went_before_and_what_was_changed() -> None:
    (again,) = specials(
        "- {HIT} Again: After this attack is resolved, this character may make a Demo Blast attack without paying the "
        "{PWR} cost. The additional Demo Blast attack must target the original target character and ignores range and "
        "LOS.",
        name="DEMO BLAST",
    )
    ((granted,),) = ([*one["effects"]] for one in again["effects"])
    assert (granted["against"], granted["anywhere"], granted["unseen"]) == ("target", True, True)

    (spear,) = specials(
        "- If this character has already attacked the target character during its activation this turn with a Demo "
        "Blast attack, add 3 dice to this attack roll.",
        name="DEMO BLAST",
    )
    assert spear["test"] == {"has_attacked": "target", "using": [BLAST]}
    assert spear["effects"] == [{"do": "add_dice", "amount": 3}]

    (drain,) = specials(
        "- {WILD} Drain: Change one of the defending character's {CRIT}, {WILD}, or {BLOCK} results to a {FAIL}. This "
        "character gains 1 {PWR} for each die changed in this way."
    )
    change, gain = drain["effects"]
    assert (change["do"], change["to"]) == ("change_die", "failure")
    assert gain == {"do": "gain_power", "amount": "that_much", "who": "self"}


def test_it_is_the_attacker_of_whom_the_condition_speaks() -> None:
    text = "After an attack targeting this character is resolved, it may use this superpower. If the attacking "
    text += "character is within {RNG} 3, it suffers 1 {DMG} and gains the Shock special condition."
    found = superpower("Reactive", text, "1")
    (asked,) = found["effects"]
    assert {one["who"] for one in asked["then"]} == {"attacker"}


def test_a_moment_of_which_nothing_knows_when_it_is_resolved_is_not_read() -> None:
    wait = "When this character begins an Advance, after the effect is resolved, it gains 1 {PWR}."
    found = read(power("Innate", "WALTZ", wait))
    assert [grade.played for grade in found.grades] != ["program"]
