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
    assert (found["when"], found["optional"]) == ("after ally dazed", True)
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
    assert (found["when"], choice["up_to"], choice["range"]) == ("after terrain destroyed", "that_much", None)
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
    assert (found["when"], choice["side"], once["per"]) == ("after fells", "allied", "round")
    assert [one["effects"][0]["do"] for one in once["then"]] == ["heal", "gain_power", "move"]


def test_another_one_may_gain_power_for_damage() -> None:
    text = "When an allied character is damaged by an enemy effect, another allied character may gain 1 {PWR}. "
    (found,) = abilities(text + "A character may not gain more than 1 {PWR} from this Leadership ability per turn.")
    assert (found["when"], found["optional"]) == ("damaged", True)
    assert found["effects"][0]["then"][0]["do"] == "once_each"


def test_who_stays_after_a_roll() -> None:
    text = "When an allied character is contesting a Secure objective and would be pushed, it may roll a die. "
    (found,) = abilities(text + "On a {CRIT} or {WILD} result, it is not pushed.")
    (roll,) = found["effects"]
    assert (found["when"], found["optional"]) == ("would be moved", True)
    assert found["test"]["all"] == [{"state": "contesting secure", "who": "self"}, {"would_be": ["pushed"]}]
    assert roll["then"][0]["test"]["amount"]["faces"] == ["critical", "wild"]
    assert roll["then"][0]["then"] == [{"do": "stay"}]


def test_who_would_be_moved_by_an_enemy_is_not_asked() -> None:
    text = "When an allied character is contesting an objective token and would be pushed or placed by an enemy "
    (found,) = abilities(
        f"{text}effect, roll a die. If the result is a {{BLOCK}}, the character is not pushed or placed."
    )
    assert {"effect_of": ["any"], "by": "enemy"} in found["test"]["all"] and "optional" not in found


def test_a_push_into_terrain() -> None:
    text = "Once per turn, when an allied character pushes an enemy character, if that character contacts a terrain "
    (found,) = abilities(f"{text}feature during the push, it suffers 2 {{DMG}}.")
    assert (found["when"], found["once"]) == ("pushes into terrain", "turn")
    assert found["effects"] == [{"do": "damage", "amount": 2, "who": "chosen"}]


def test_a_failure_that_counts_as_a_critical_has_its_price_only_if_it_did() -> None:
    text = "While a non-Grunt allied character is rolling dice as part of an attack roll, it may treat 1 {FAIL} result "
    text += "as a {CRIT} result. If it does, after the attack is resolved, the attacking character loses 1 {PWR}. "
    (found,) = abilities(text + "If it does not lose {PWR}, it suffers 2 {DMG} instead.")
    treat, price = found["effects"]
    assert (found["when"], found["optional"], treat["do"]) == ("dice rolled", True, "treat_die")
    assert price["test"] == {"amount": "that_much", "at_least": 1}
    (later,) = price["then"]
    lost, hurt = later["effects"]
    assert (later["when"], lost["do"], hurt["test"]) == (
        "after attack", "lose_power", {"amount": "that_much", "at_most": 0},
    )  # fmt: skip


def test_what_counts_while_it_holds_or_contests_a_token() -> None:
    text = "Allied characters may reroll 2 defense dice. Additionally, they may modify and reroll {FAIL} results while "
    found = leading(text + "they are holding or contesting an objective token.")
    (change,) = found["does"]
    assert change["modifies"] == "modifiable failures" and len(change["test"]["any"]) == 2
    assert found["abilities"][0]["effects"] == [{"do": "reroll", "amount": 2}]


def test_who_is_behind_scores_and_who_is_not_comes_nearer() -> None:
    text = (
        "If you have fewer VPs than your opponent, the first time each round an allied character is Dazed or KO'd by "
    )
    text += "an enemy effect, after the effect is resolved, you score 2 VPs.\nIf you have an equal number or more VPs "
    text += "than your opponent when an enemy character damages an allied character with an attack, the allied "
    text += "character may spend 1 {PWR}. If it does, after the attack is resolved, the allied character may advance "
    found = leading(text + "{M} toward the attacking character.")
    (scores,), (comes,) = found["own"], found["abilities"]
    assert (scores["test"], scores["once"], scores["effects"]) == (
        {"behind": True}, "round", [{"do": "score", "points": 2}],
    )  # fmt: skip
    assert (comes["cost"], comes["when"]) == (1, "after attacked") and {"behind": False} in comes["test"]["all"]


def test_another_one_gains_for_a_superpower_that_was_paid_for() -> None:
    text = (
        "Once per turn, when an allied character spends 1 or more {PWR} to use an {ACTIVE} or {REACTIVE} superpower, "
    )
    (found,) = abilities(text + "after the effect is resolved, another allied character may gain 1 {PWR}.")
    assert (found["when"], found["optional"], found["once"]) == ("superpower paid", True, "turn")


def test_the_first_superpower_of_a_turn_is_cheaper() -> None:
    text = "Each turn you may reduce the {PWR} cost of the first superpower used by each allied character by 1, to a "
    (change,) = leading(text + "minimum of 1.")["does"]
    assert change == {"modifies": "superpower discount", "by": 1, "test": {"first_superpower": True}}


def test_one_of_the_squad_pays_at_the_start_of_a_turn() -> None:
    text = (
        "At the start of each of your turns, one allied character may spend 1 {PWR}. If they do, remove 2 {DMG} or 1 "
    )
    found = own(text + "special condition from that character. Each allied character may use this Leadership once per "
                "Round.")  # fmt: skip
    (choice,) = found["effects"]
    (once,) = choice["then"]
    (spend,) = once["then"]
    assert (found["when"], choice["up_to"], choice["power"], once["per"]) == ("turn begins", 1, 1, "round")
    assert spend["must"] and len(spend["then"][0]["options"]) == 2


def test_a_token_passes_on_and_the_healthy_count_twice() -> None:
    text = "Once per turn, at any time during an allied character's activation, it may spend 3 {PWR} to use this "
    text += "Leadership ability. Move one Asset or Civilian token being held by the active character to another allied "
    text += "character within {RNG} 2. A character cannot hold more tokens than allowed by the crisis due to this "
    text += "Leadership ability.\nAdditionally, each Healthy non-Grunt allied character contesting an objective token "
    text += "counts as two Healthy characters when determining who is securing the objective token."
    found = leading(text)
    (one,) = found["abilities"]
    assert (one["cost"], one["once"], one["effects"][0]["then"]) == (
        3, "turn", [{"do": "pass_token", "who": "self", "to": "chosen"}],
    )  # fmt: skip
    (counts,) = found["does"]
    assert counts["modifies"] == "worth for tokens"
    assert counts["test"] == {"none": [{"prints": "Grunts", "who": "self"}]}  # of those that contest as if healthy, too


def test_another_one_is_better_off_when_one_falls() -> None:
    text = "When an allied non-Grunt character is Dazed or KO'd by an enemy effect, choose another non-Dazed allied "
    text += (
        "character. After the effect is resolved, the chosen character removes 1 {DMG}, removes 1 special condition, "
    )
    found = own(
        text + "and may Advance {M}. A character can be affected by this Leadership ability only once per Turn."
    )
    assert found["when"] == "after anyone felled" and found["test"] == {"none": [{"prints": "Grunts", "who": "chosen"}]}
    (once,) = found["effects"][0]["then"]
    assert [each["do"] for each in once["then"]] == ["heal", "remove_condition", "may"]


@pytest.mark.parametrize(
    "text",
    [
        "When an allied character is contesting a Secure objective and would be pushed, it may roll a die.",
        "On a {CRIT} result, it is not pushed.",
        "If they do, remove 2 {DMG} or 1 special condition from that character.",
        "If it does not lose {PWR}, it suffers 2 {DMG} instead.",
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
    (ability,) = found["abilities"] if "abilities" in found else found["own"]
    assert found["played"] in ("partly", "by hand") and ability["optional"] and not found["does"]
    assert ability["effects"] == [{"do": "by_hand", "text": text}]


def test_a_leadership_by_hand_is_asked_for_at_its_moment() -> None:
    found = leading("Once per turn, after an attack made by an allied character is resolved, it may sing.")
    (ability,) = found["abilities"]
    assert (found["played"], ability["when"], ability["once"]) == ("partly", "after attack", "turn")
    assert "own" not in found


def test_a_leadership_by_hand_without_a_moment_is_its_leaders_to_use() -> None:
    found = leading("When this Leadership is chosen, sing.")
    (ability,) = found["own"]
    assert (found["played"], ability["optional"], ability["once"]) == ("by hand", True, "turn")
    assert "when" not in ability


def test_what_only_leaderships_say_is_not_read_in_superpowers() -> None:
    text = "During this character's activation, it may spend 1 {PWR}. If it does, it may reroll 1 of its dice."
    (grade,) = (one for one in read(power("Innate", "SONG", text)).grades if one.kind == "innate")
    assert grade.played == "by hand"


@real
def test_the_program_plays_some_of_the_real_leaderships() -> None:
    from rulewright_crisis_protocol.importing.catalogue import Catalogue

    grades = [one for one in Catalogue(read_xml(REAL.read_bytes())).grades if one.kind == "leadership"]
    assert sum(one.played == "program" for one in grades) >= 35
