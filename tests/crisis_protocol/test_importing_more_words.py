"""Superpowers in words: what would be moved, dice that have just fallen, failures, what is done for the fallen."""

from __future__ import annotations

from typing import Any

import pytest

from .test_importing import power, read, special
from .test_importing_words import BLAST, superpower


def superpowers(kind: str, text: str, cost: str = "-") -> list[dict[str, Any]]:
    """The superpowers that a text makes, all played by program, without what is printed."""
    (one,) = read(power(kind, "DEED", text, cost)).characters
    found = one["healthy"]["superpowers"]
    assert all("played" not in sheet for sheet in found), found
    return [{key: sheet[key] for key in sheet if key not in ("id", "name", "printed", "kind")} for sheet in found]


def not_read(kind: str, text: str, cost: str = "-") -> None:
    """Nothing of a text is claimed to be played by program."""
    (grade,) = (one for one in read(power(kind, "DEED", text, cost)).grades if one.kind == kind.lower())
    assert grade.played != "program", text


def test_an_ally_is_kept_where_it_is() -> None:
    found = superpower(
        "Reactive",
        "When this character or an allied character within {RNG} 2 of it would be Advanced, Placed, or Pushed by the "
        "effects of an enemy {ENRG} attack or enemy superpower, it may use this superpower. The allied character is "
        "not Advanced, Placed, or Pushed.",
        "2",
    )
    ways, effects = found["test"]["all"]
    assert (found["when"], found["range"]) == ("anyone would be moved", 2)
    assert ways == {"would_be": ["advanced", "placed", "pushed"]} and found["effects"] == [{"do": "stay"}]
    assert effects["any"] == [
        {"effect_of": ["superpower"], "by": "enemy"},
        {"all": [{"effect_of": ["attack"], "by": "enemy"}, {"attack_is": ["energy"]}]},
    ]


def test_an_ally_that_would_be_pushed_is_not() -> None:
    found = superpower(
        "Reactive",
        "When an allied character within {RNG} 3 of this character would be Pushed, this character may use this "
        "superpower. The allied character is not Pushed.",
        "1",
    )
    assert found["test"] == {"would_be": ["pushed"]} and found["effects"] == [{"do": "stay"}]


def test_nobody_is_kept_at_another_moment() -> None:
    not_read("Reactive", "When this character is targeted by an attack, it may use this superpower. The allied "
             "character is not pushed.", "1")  # fmt: skip


def test_failures_are_paid_for_before_criticals() -> None:
    found = superpower(
        "Reactive",
        "After this character rolls attack, defense, or dodge dice but before the Resolve Criticals step, it may spend "
        "any amount of {PWR} to use this superpower. For each 1 {PWR} spent, choose one {FAIL} to treat as a {CRIT} "
        "for the remainder of the roll.",
        "X",
    )
    (spend,) = found["effects"]
    treat = {"do": "treat_die", "faces": ["failure"], "to": "critical", "amount": "power_spent"}
    assert (found["when"], spend["then"]) == ("dice rolled", [treat])


def test_a_die_is_changed_at_once() -> None:
    found = superpower(
        "Reactive",
        "After this character rolls attack dice, it may use this superpower. This character may change one {HIT} in "
        "its attack roll to a {WILD}.",
        "1",
    )
    assert (found["when"], found["test"]) == ("dice rolled", {"rolls": ["attack"]})
    assert found["effects"] == [{"do": "treat_die", "faces": ["hit"], "to": "wild", "amount": 1, "modifies": True}]


def test_failures_that_may_be_rerolled_and_all_dice_once() -> None:
    change, again = superpowers(
        "Innate",
        "This character may modify and reroll {FAIL} dice results. This character may reroll all of its attack or "
        "defense dice once per attack.",
    )
    assert change == {"does": [{"modifies": "modifiable failures", "by": 1}]}
    assert again["effects"] == [{"do": "may", "effects": [{"do": "reroll", "amount": "all"}]}]


@pytest.mark.parametrize("begin", ["If", "When"])
def test_the_fallen_are_avenged_when_the_effect_is_resolved(begin: str) -> None:
    found = superpower(
        "Reactive",
        f"{begin} an allied character is Dazed or KO'd by an enemy effect, after the effect is resolved, this "
        "character may use this superpower. It makes a Demo Blast attack against the enemy character that caused the "
        "effect.",
        "2",
    )
    assert found["when"] == "after ally felled"
    assert found["effects"] == [{"do": "attack", "attack": BLAST, "against": "chosen"}]


def test_what_burns_may_burn_another_one() -> None:
    found = superpower(
        "Innate",
        "When this character targets an enemy character with an attack, after the attack is resolved, if the target "
        "character has the Poison special condition, this character may choose another enemy character within {RNG} 3 "
        "of the target character. The chosen character gains the Poison special condition.",
    )
    (burning,) = found["effects"]
    (choice,) = burning["then"]
    assert (burning["test"], choice["of"], choice["up_to"]) == ({"has": "poison", "who": "target"}, "target", 1)


def test_whoever_fells_an_enemy_in_any_way_keeps_count() -> None:
    count, again = superpowers(
        "Innate",
        "When this character Dazes or KO's an enemy character it gains a Red Notch token. When this character is "
        "attacking it may reroll one die in its attack roll for each Red Notch token it has.",
    )
    assert count["when"] == "fells" and "test" not in count
    assert again["effects"] == [{"do": "reroll", "amount": {"tokens": "red notch", "who": "self"}}]


def test_a_token_at_the_start_of_the_game() -> None:
    found = superpower("Innate", "This character gains two Shiny Spark tokens at the start of the game."
                       .replace("tokens", "token"))  # fmt: skip
    assert (found["when"], found["once"]) == ("round begins", "game")
    assert found["effects"] == [{"do": "gain_tokens", "token": "shiny spark", "amount": 2, "who": "self"}]


@pytest.mark.parametrize(
    ("text", "test"),
    [
        (
            "While this character is holding 1 or more objective tokens or contesting a Secure objective, it may "
            "reroll 1 die in its attack and defense rolls.",
            [{"state": "holding", "who": "self"}, {"state": "contesting secure", "who": "self"}],
        ),
        (
            "This character may reroll any number of its attack dice when attacking a character that is holding or "
            "contesting an objective token.",
            [{"state": "holding", "who": "target"}, {"state": "contesting", "who": "target"}],
        ),
    ],
)
def test_rerolls_over_objectives(text: str, test: Any) -> None:
    found = superpower("Innate", text)
    assert found["when"] == "own dice" and found["test"]["all"][1] == {"any": test}


def test_tokens_are_spent_before_the_dice_are_rolled() -> None:
    found = superpower(
        "Reactive",
        "Before rolling attack dice, this character may use this superpower. Spend one or more Coal tokens. Add 1 "
        "die to the attack roll for each Coal token spent. If at least one Coal token was spent, after the "
        "attack is resolved, the target character gains the Bleed special condition.",
    )
    (spend,) = found["effects"]
    dice, later = spend["then"]
    assert (found["when"], spend["up_to"], dice) == ("attack pool", 99, {"do": "add_dice", "amount": "that_much"})
    assert (later["when"], later["effects"][0]["do"]) == ("after attack", "condition")


def test_who_has_passed_a_token_on_vanishes_even_if_nobody_takes_it() -> None:
    found = superpower(
        "Active",
        "Action: Move one Asset or Civilian token being held by this character to another allied character within "
        "{RNG} 2. The allied character is now holding that token. A character cannot hold more tokens than allowed by "
        "the crisis due to this superpower. Then this character is KO'd.",
    )
    passed, gone = found["effects"]
    assert (passed["side"], passed["range"]) == ("allied", 2) and gone == {"do": "ko", "who": "self"}
    assert passed["then"] == [{"do": "pass_token", "who": "self", "to": "chosen"}]


# Those whom a text names ------------------------------------------------------------------------------------

ALLY = "Demo Hero"


def test_a_named_ally_is_meant_by_its_name() -> None:
    text = f"While within {{RNG}} 2 of an allied {ALLY}, this character adds 1 die to its defense rolls."
    (change,) = superpower("Innate", text)["does"]
    assert change["test"] == {"there_is": {"every": "allied", "range": 2, "named": [ALLY]}}


def test_nobody_of_an_unknown_name_is_meant() -> None:
    not_read(
        "Innate", "While within {RNG} 2 of an allied Nobody Known, this character adds 1 die to its defense rolls."
    )


def test_a_named_ally_steps_in() -> None:
    found = superpower(
        "Reactive",
        f"When this character is the target of an attack and an allied {ALLY} is within {{RNG}} 3 of this character, "
        f"this character may use this superpower. The allied {ALLY} becomes the target of the attack regardless of "
        "range and LOS.",
    )
    (choice,) = found["effects"]
    assert found["test"]["there_is"]["range"] == 3
    assert (choice["named"], choice["then"]) == ([ALLY], [{"do": "redirect", "who": "chosen"}])


def test_a_named_ally_is_taken_in() -> None:
    found = superpower(
        "Active",
        f"Choose an allied {ALLY} within {{RNG}} 2 of this character. Place this character within {{RNG}} 1 of the "
        f"chosen {ALLY}. Then the chosen {ALLY} is KO'd and this character removes 2 {{DMG}} from itself.",
        "1",
    )
    (choice,) = found["effects"]
    assert [one["do"] for one in choice["then"]] == ["place", "ko", "heal"]


@pytest.mark.parametrize("pronoun", ["he", "she", "it", "they"])
def test_a_named_ally_may_be_activated_too(pronoun: str) -> None:
    found = superpower(
        "Reactive",
        f"At the end of this character's activation, if it is within {{RNG}} 3 of an allied {ALLY}, this character may "
        f"use this superpower. If the allied {ALLY} does not have an Activated token, {pronoun} may activate before "
        "your turn ends.",
        "1",
    )
    (choice,) = found["effects"]
    assert (choice["named"], choice["activated"], choice["then"]) == (
        [ALLY], False, [{"do": "activate_too", "who": "chosen"}],
    )  # fmt: skip


# Objectives, attacks, the injured ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bans", "keywords"),
    [
        (
            "This character cannot pick up, hold, contest, or interact with Extract objective tokens.",
            ["hold extract", "contest extract", "interact with extract"], [],
        ),
        (
            "This character cannot pick up, hold, or interact with Extract objective tokens. This character does not "
            "have to pay {PWR} to interact with Secure objective tokens.",
            ["hold extract", "interact with extract"], ["free interaction:secure"],
        ),
        (
            "This character cannot contest Secure objective tokens. This character does not have to pay {PWR} when "
            "interacting with Civilian or Asset tokens.",
            ["contest secure"], ["free interaction:civilian", "free interaction:asset"],
        ),
        (
            "When this character would drop an objective token, its controlling player chooses where to place the "
            "token instead of their opponent.",
            [], ["drops its own tokens"],
        ),
        (
            "If this character would flip its stat card to the Injured side, it is KO'd instead.",
            [], ["never injured"],
        ),
        ("This character uses its {MYST} Defense when making a dodge roll.", [], ["dodges by:mystic"]),
    ],
)  # fmt: skip
def test_what_is_forbidden_and_what_is_a_keyword(text: str, bans: list[str], keywords: list[str]) -> None:
    (one,) = read(power("Innate", "DEED", text)).characters
    assert one["healthy"]["keywords"] == keywords
    assert [each["forbids"] for sheet in one["healthy"]["superpowers"] for each in sheet["does"]] == bans


def test_dice_near_a_secure_objective() -> None:
    text = (
        "While within {RNG} 2 of a Secure objective token, this character adds 2 dice to its attack rolls and removes "
    )
    near = {"near_objective": 2, "type": "secure", "who": "self"}
    assert superpower("Innate", f"{text}1 die from its defense rolls.")["does"] == [
        {"modifies": "attack dice", "by": 2, "test": near}, {"modifies": "defense dice", "by": -1, "test": near},
    ]  # fmt: skip


@pytest.mark.parametrize("react", ["{REACT}", "{REACTIVE}"])
def test_enemies_cannot_react(react: str) -> None:
    text = (
        f"During this character's activation, enemy characters cannot use {react} superpowers or Reactive Team Tactic "
    )
    found = superpower("Innate", f"{text}Cards.")
    assert [one["forbids"] for one in found["does"]] == ["reactive superpowers", "reactive cards"]
    assert {one["side"] for one in found["does"]} == {"enemy"}


def test_a_die_for_every_four_damage() -> None:
    found = superpower("Innate", "Add one die to this character's attack rolls for every 4 {DMG} it has.")
    half = {"half": {"half": {"stat": "damage", "who": "self"}, "round": "down"}, "round": "down"}
    assert (found["when"], found["effects"]) == ("attack pool", [{"do": "add_dice", "amount": half}])


def test_a_further_attack_with_another_one() -> None:
    found = superpower(
        "Reactive",
        "After an attack made by this character during its activation is resolved, it may use this superpower. This "
        "character makes an attack action and must choose an attack it has not used yet this activation. This "
        "superpower can be used only once per turn.",
        "3",
    )
    assert found["test"] == {"state": "active", "who": "self"}
    assert found["effects"] == [{"do": "attack", "unused": True}]


def test_who_attacks_or_is_attacked_from_nearby_rerolls() -> None:
    found = superpower(
        "Reactive",
        "When this character is targeted by a {PHYS} attack or targets a character with a {PHYS} attack, it may use "
        "this superpower. If the enemy character is within {RNG} 3, this character may reroll any number of its attack "
        "or defense dice.",
        "2",
    )
    (near,) = found["effects"]
    assert (found["when"], found["test"], near["test"]) == (
        "fights", {"attack_is": ["physical"]}, {"near": 3, "who": "chosen"},
    )  # fmt: skip
    assert near["then"][0]["when"] == "own dice"


def test_attacks_of_two_types_are_not_taken_for_one() -> None:
    not_read(
        "Reactive",
        "When this character is targeted by a {PHYS} attack or targets a character with a {MYST} attack, it may use "
        "this superpower. If the enemy character is within {RNG} 3, this character may reroll any number of its attack "
        "or defense dice.",
        "2",
    )


def test_the_other_side_of_an_attack_is_meant_after_it() -> None:
    found = superpower(
        "Innate",
        "After an attack made by this character is resolved or after an attack targeting this character is resolved, "
        "if {DMG} was dealt and the enemy character is within {RNG} 3 of this character, the enemy character gains the "
        "Hex special condition.",
    )
    assert found["when"] == "fought"
    assert found["effects"][0]["then"] == [{"do": "condition", "condition": "hex", "who": "chosen"}]


# What was so before, whose effect it is, and what comes behind ------------------------------------------------


def test_what_someone_already_had_is_asked_before_it_is_given() -> None:
    found = superpower(
        "Reactive",
        "After an attack targeting this character is resolved, it may use this superpower. The attacking character "
        "gains the Slow special condition. If the attacking character already had the Slow special condition, it gains "
        "the Stun special condition.",
        "2",
    )
    asked, slow = found["effects"]
    assert asked["test"] == {"has": "slow", "who": "attacker"} and asked["then"][0]["condition"] == "stun"
    assert slow == {"do": "condition", "condition": "slow", "who": "attacker"}


def test_what_someone_has_now_is_asked_where_it_stands() -> None:
    found = superpower(
        "Reactive",
        "After an attack targeting this character is resolved, it may use this superpower. The attacking character "
        "gains the Slow special condition. If the attacking character has the Slow special condition, it gains "
        "the Stun special condition.",
        "2",
    )
    assert [one["do"] for one in found["effects"]] == ["condition", "if"]


def test_only_in_its_own_activation() -> None:
    text = "If this character Dazes or KO's an enemy character with an attack during its activation, it may use "
    found = superpower(
        "Reactive", f"{text}this superpower. After the attack is resolved, this character advances {{S}}.", "1"
    )
    assert {"state": "active", "who": "self"} in found["test"]["all"]


@pytest.mark.parametrize(("whose", "by"), [("", None), ("enemy ", "enemy")])
def test_effects_of_enemies_are_those_of_enemies(whose: str, by: str | None) -> None:
    text = f"This character cannot be Pushed or Advanced by effects of {whose}{{MYST}} attacks or enemy superpowers."
    for ban in superpower("Innate", text)["does"]:
        power_, attack_ = ban["test"]["any"]
        assert power_ == {"effect_of": ["superpower"], "by": "enemy"}
        assert attack_["all"][0].get("by") == by


def test_a_collision_as_if_this_character_were_thrown() -> None:
    text = (
        "Choose an enemy character within {RNG} 2. The chosen character suffers a collision as if this character were "
    )
    (choice,) = superpower("Active", f"{text}thrown into them.", "2")["effects"]
    assert choice["then"] == [{"do": "collide", "who": "self", "into": "chosen", "unharmed": True}]


def test_a_superpower_that_is_called_by_its_name_is_counted_by_it() -> None:
    found = superpower("Active", "This character gains 1 {PWR}. The Deed superpower can be used only once per turn.")
    assert (found["once"], found["counted"]) == ("turn", "DEED")


def test_what_does_not_speak_of_the_attack_comes_behind_all_of_it() -> None:
    text = "Action: This character makes an attack action. After the attack is resolved, "
    behind = "place this character within {RNG} 2 of itself."
    (attack,) = superpower("Active", text + behind, "2")["effects"]
    assert [one["do"] for one in attack["after"]] == ["place"] and "besides" not in attack
    within = "if {DMG} was dealt, the target character gains the Slow special condition."
    (attack,) = superpower("Active", text + within, "2")["effects"]
    assert "after" not in attack and attack["besides"][0]["when"] == "after attack"


def test_who_may_remove_a_condition_may_leave_it() -> None:
    text = "At the start of this character's activation it may remove 1 special condition."
    (may,) = superpower("Innate", text)["effects"]
    assert may["do"] == "may" and may["effects"][0]["do"] == "remove_condition"


# Attacks that come to nothing, dodges, and what an attack does not do ----------------------------------------


@pytest.mark.parametrize(
    "moves", ["This character makes a {S} advance. If at the end", "This character advances {S}. If, at the end"]
)
def test_who_slips_away_gives_the_action_back(moves: str) -> None:
    found = superpower(
        "Reactive",
        f"When this character is targeted by an attack, it may use this superpower. {moves} of the advance this "
        "character is outside the attack's {RNG} or the attacker's LOS, the attack ends. If it is the attacker's "
        "activation and the attack did not target multiple characters, the attacker may make another action.",
        "3",
    )
    _, gone = found["effects"]
    back, ends = gone["then"]
    assert gone["test"] == {"out_of_reach": "self"} and ends == {"do": "end_attack"}
    assert back["test"]["all"] == [{"state": "active", "who": "attacker"}, {"none": [{"many_targets": True}]}]
    assert (back["then"][0]["stat"], back["then"][0]["who"]) == ("actions", "attacker")


@pytest.mark.parametrize("dodges", ["is making", "makes"])
def test_dice_for_a_defense_or_a_dodge(dodges: str) -> None:
    found = superpower(
        "Reactive",
        f"When this character is targeted by a {{PHYS}} or {{MYST}} attack or {dodges} a dodge roll, it may use this "
        "superpower. Add 2 dice to this character's defense or dodge roll.",
        "2",
    )
    assert found["when"] == "defends or dodges" and found["effects"] == [{"do": "add_defense", "dice": 2}]
    assert found["test"]["any"] == [{"rolls": ["dodge"]}, {"attack_is": ["physical", "mystic"]}]


@pytest.mark.parametrize(
    ("text", "ways", "who"),
    [
        (
            "When this character or an allied character within {RNG} 3 is targeted by an attack, this character may "
            "use this superpower. This character or the allied character cannot be advanced, pushed, or placed by the "
            "effects of that attack.",
            ["advanced", "pushed", "placed"], "target",
        ),
        (
            "When this character is targeted by an attack, it may use this superpower. This character cannot be "
            "advanced, pushed, or placed by the effects of this attack.",
            ["advanced", "pushed", "placed"], "self",
        ),
        (
            "When this character is targeted by an attack, it may use this superpower. This character cannot be pushed "
            "as a result of special rules during this attack.",
            ["pushed"], "self",
        ),
    ],
)  # fmt: skip
def test_what_an_attack_cannot_do_to_someone(text: str, ways: list[str], who: str) -> None:
    (later,) = superpower("Reactive", text, "2")["effects"]
    assert (later["when"], later["who"], later["until"]) == ("would be moved", who, "attack")
    assert later["test"]["all"] == [{"would_be": ways}, {"effect_of": ["attack"]}]


def test_less_damage_of_this_attack() -> None:
    text = (
        "When this character is targeted by an attack, it may use this superpower. Reduce the amount of {DMG} dealt by "
    )
    (later,) = superpower("Reactive", f"{text}this attack by 2.", "2")["effects"]
    assert (later["when"], later["until"], later["effects"]) == (
        "before damage", "attack", [{"do": "reduce_damage", "amount": 2}],
    )  # fmt: skip


def test_then_goes_on_where_the_sentence_before_it_was() -> None:
    found = superpower(
        "Reactive",
        "When this character is targeted by an attack, it may use this superpower. After the attack is resolved, this "
        "character may Advance {S}. Then place the attacking character within {RNG} 1 of this character. This "
        "superpower can be used only once per turn.",
        "3",
    )
    (later,) = found["effects"]
    assert (later["when"], [one["do"] for one in later["effects"]]) == ("attack resolved", ["may", "place"])


def test_what_comes_after_an_attack_on_it_is_about_the_target_where_it_says_so() -> None:
    text = "When this character is targeted by an attack, it may use this superpower. After the attack is resolved, "
    if_hurt = "if the attack dealt {DMG}, this character gains 2 {PWR}."
    (hurt,) = superpower("Reactive", text + if_hurt, "3")["effects"]
    (free,) = superpower("Reactive", f"{text}this character gains 2 {{PWR}}.", "3")["effects"]
    assert (hurt["when"], free["when"]) == ("after attacked", "attack resolved")


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("When this character is defending, enemy characters do not roll additional dice for {CRIT} results in their "
         "attack rolls.", ["critical dice"]),
        ("Enemy characters cannot modify attack dice when targeting this character with attacks.",
         ["modify attack dice"]),
        ("When targeting this character with attacks, enemy characters cannot modify their attack dice and they do not "
         "roll additional dice for {CRIT} results in their attack rolls.", ["modify attack dice", "critical dice"]),
    ],
)  # fmt: skip
def test_what_attackers_cannot_do_while_it_defends_is_so_only_while_it_does(text: str, forbidden: list[str]) -> None:
    defending = {"rolls": ["defense"]}
    does = [{"forbids": one, "side": "opposing", "test": defending} for one in forbidden]
    assert superpower("Innate", text)["does"] == does


def test_dice_that_are_counted_when_an_attack_is_chosen_count_for_all_of_it() -> None:
    found = special(
        "This attack adds 1 die to each of its attack rolls for each non-Dazed enemy character within {RNG} 2 of this "
        "character when this attack was chosen."
    )
    assert (found["when"], found["test"]) == ("attack pool", {"first_strike": True})
    assert found["effects"][0]["until"] == "next attack action"


def test_dice_that_are_paid_for_each_attack_of_an_area() -> None:
    text = (
        "During the Pay {PWR} step of this attack, this character may spend up to three additional {PWR}. Add 1 die to "
    )
    each, this = (
        special(f"{text}each attack for each {{PWR}} spent this way."),
        special(f"{text}this attack for each {{PWR}} spent this way."),
    )
    assert each["test"] == {"first_strike": True} and each["effects"][0]["then"][0]["until"] == "next attack action"
    assert "test" not in this and this["effects"][0]["then"][0]["do"] == "add_dice"


def test_only_who_was_pushed_suffers_for_it() -> None:
    text = "{WILD} Burst: After this attack is resolved, other characters within {RNG} 2 of this character are pushed "
    (each,) = special(f"{text}away from this character {{S}}. Pushed characters suffer 2 {{DMG}}.")["effects"]
    push, hurt = each["then"]
    assert push["do"] == "push" and hurt["test"] == {"amount": "that_much", "at_least": 1}
    text = "{WILD} Shove: After this attack is resolved, this character pushes the target character away {S}. "
    push, slow = special(f"{text}The pushed character gains the Slow special condition.")["effects"]
    assert push["do"] == "push" and slow["test"] == {"amount": "that_much", "at_least": 1}


def test_all_attack_dice_are_rerolled_or_none() -> None:
    found = special("- This character may reroll all of the attack dice for this attack.")
    assert found["effects"] == [{"do": "may", "effects": [{"do": "reroll", "amount": "all"}]}]


def test_a_shake_action_is_one() -> None:
    found = superpower("Active", "This character immediately performs a Shake action.", "1")
    assert found["effects"] == [{"do": "remove_condition", "who": "self", "shaken": True}]
