"""Texts of figures that players own, read by phrases: what the program plays of them, and what is asked by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulewright import testing
from rulewright.problems import ContentError
from rulewright_heroclix.events.characters import NamedTokens
from rulewright_heroclix.events.damage import TookDamage
from rulewright_heroclix.events.turns import TokenGiven
from rulewright_heroclix.importing.formats import ColumnFile, DialRows, HCUnits
from rulewright_heroclix.importing.texts import Text, graded
from rulewright_heroclix.powers import STANDARD
from rulewright_heroclix.powers.card import column_of

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, clix, happened, rule

NAME = "Cinder Jack"
SHARED = Path(__file__).parents[3] / "shared" / "data" / "heroclix"
REAL: list[tuple[Any, str]] = [
    (HCUnits(), "synthetic/syn_units_hcunits_shape.json"),
    (DialRows(), "other/nealmaze_new_dials_first120.csv"),
    (ColumnFile(), "other/soleone_heroes.yml"),
]
LEAST = 151
"""So many distinct texts of these files are played by program, at least."""


def read(words: str, name: str = "t", column: str = "") -> tuple[dict[str, Any], str]:
    """What a text of Cinder Jack does, and who does it."""
    found, grade = graded(Text(name, words, column), NAME)
    return {key: value for key, value in found.items() if key != "text"}, grade


def does(words: str, name: str = "t") -> list[dict[str, Any]]:
    """The parts of a text that the program plays."""
    found, grade = read(words, name)
    assert grade == "program", found
    parts: list[dict[str, Any]] = found.get("does", [])
    return parts


def tokens(**bound: int) -> dict[str, Any]:
    """The condition about the action tokens of the character itself."""
    return {"amount": {"number": "tokens"}, **bound}


# Powers that it can use -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "powers"),
    [
        ("Energy Explosion, Precision Strike.", ["energy-explosion", "precision-strike"]),
        ("Cinder Jack can use Blades/Claws/Fangs and Leap/Climb.", ["blades-claws-fangs", "leap-climb"]),
        ("Jack can use Toughness.", ["toughness"]),
        ("She can use Toughness.", ["toughness"]),
        ("This character can use Charge, Flurry, and Toughness.", ["charge", "flurry", "toughness"]),
        ("can use the Toughness", ["toughness"]),
        ("Earthbound/Neutralized", ["earthbound-neutralized"]),
        ("STOP. Battle Fury.", ["stop", "battle-fury"]),
        ("Jack can use Charge and the Flight ability.", ["charge", "flight"]),
        ("Jack can use Quake and possesses Battle Fury.", ["quake", "battle-fury"]),
        ("Improved Movement: Ignores Elevated Terrain, Ignores Characters",
         ["improved-movement-elevated", "improved-movement-characters"]),
        ("Jack can use Quake and Improved Targeting: Ignores Hindering Terrain.",
         ["quake", "improved-targeting-hindering"]),
        ("Jack has Passenger: 3 and PROTECTED: Outwit.", ["passenger:3", "safeguard:outwit"]),
    ],
)  # fmt: skip
def test_powers_that_a_text_names(words: str, powers: list[str]) -> None:
    assert read(words) == ({"grants": powers}, "program")


def test_an_improved_ability_says_its_kind_in_its_name() -> None:
    found, grade = read("Ignores Hindering Terrain, Ignores Blocking Terrain and destroys blocking terrain as the "
                        "character moves through it", "Improved Movement")  # fmt: skip

    assert (found, grade) == (
        {"grants": ["improved-movement-hindering", "improved-movement-destroy-blocking"]}, "program",
    )  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        "Nobody can use Toughness.",
        "Once per turn, Cinder Jack can use Outwit.",
        "+1: Cinder Jack can use Flurry.",
        "Charge, but only on Sundays.",
        "Cinder Jack can use Outwit and Perplex, but only to target friendly characters.",
        "Cinder Jack can use Charge, but only to target friendly characters.",
        "Cinder Jack can use Probability Control twice each turn.",
        "",
    ],
)
def test_what_is_not_always_so_is_not_granted(words: str) -> None:
    found, grade = read(words)

    assert grade == "by hand" and not found.get("grants") and found["does"][0]["effects"][0]["do"] == "by_hand"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("Friendly characters named Ash Wren can use Toughness.",
         {"gives": ["toughness"], "whom": {"every": "friendly", "itself": True, "named": "Ash Wren"}}),
        ("Adjacent friendly characters with the Night Crew keyword can use Stealth.",
         {"gives": ["stealth"], "whom": {"every": "friendly", "adjacent": True, "keyword": "Night Crew"}}),
        ("When Cinder Jack has no action tokens, he can use Charge.", {"gives": ["charge"], "test": tokens(at_most=0)}),
        ("If no opposing characters are adjacent to him, he can use Super Senses.",
         {"gives": ["super-senses"], "test": {"amount": {"how_many": "opposing", "adjacent": True}, "at_most": 0}}),
        ("When Jack is the target of a ranged attack, he can use Toughness.",
         {"gives": ["toughness"], "test": {"attacking": "range", "against": True}}),
        ("While adjacent to an opposing character, Jack can't be targeted by attacks from more than 6 squares away.",
         {"untargetable": "attacks", "farther": 6,
          "test": {"amount": {"how_many": "opposing", "adjacent": True}, "at_least": 1}}),
        ("While he's adjacent to an opposing character, Jack can't be targeted by nonadjacent opposing characters.",
         {"untargetable": "any", "nonadjacent": True, "by": {"every": "opposing"},
          "test": {"amount": {"how_many": "opposing", "adjacent": True}, "at_least": 1}}),
        ("When a friendly character named Wren is within 8 squares, Jack can use Willpower.",
         {"gives": ["willpower"],
          "test": {"amount": {"how_many": "friendly", "named": "Wren", "range": 8}, "at_least": 1}}),
        ("When he occupies hindering terrain, he can use Stealth.",
         {"gives": ["stealth"], "test": {"occupies": "hindering"}}),
    ],
)  # fmt: skip
def test_powers_of_others_and_in_some_case_only(words: str, part: dict[str, Any]) -> None:
    assert does(words) == [part]


@pytest.mark.parametrize(
    ("words", "whom"),
    [
        ("Perplex, but only to target friendly characters.", {"every": "friendly", "itself": True}),
        ("He can use Perplex, but may only target other characters with the Night Crew keyword.",
         {"every": "any", "keyword": "Night Crew"}),
        ("Mastermind, but only to transfer damage to characters with the Night Crew keyword.",
         {"every": "any", "itself": True, "keyword": "Night Crew"}),
        ("Jack can use Empower, but only to modify the damage value of a friendly character named Ash Wren.",
         {"every": "friendly", "itself": True, "named": "Ash Wren"}),
        ("Jack can use Charge. He can also use Perplex, but he can only target opposing characters.",
         {"every": "opposing"}),
    ],
)  # fmt: skip
def test_whom_alone_a_power_may_target(words: str, whom: dict[str, Any]) -> None:
    (part,) = does(words)

    assert part["whom"] == whom and part["limits"] in ("perplex", "mastermind", "empower")


def test_both_of_two_who_are_adjacent() -> None:
    own, others = does("When Cinder Jack is adjacent to a character named Wren, both characters can use Toughness.")

    assert "whom" not in own and own["test"] == others["test"]
    assert others["whom"] == {"every": "any", "adjacent": True, "named": "Wren"}


def test_a_case_belongs_to_its_own_part_of_the_sentence() -> None:
    found, grade = read("Jack can use Stealth: when he occupies water terrain, he can use Charge.")

    assert grade == "program" and found["grants"] == ["stealth"]
    assert found["does"] == [{"gives": ["charge"], "test": {"occupies": "water"}}]


def test_a_power_that_cannot_be_countered_or_ignored() -> None:
    found, grade = read("Charge. This power can't be countered or ignored.")

    assert grade == "program" and found["protected"] == ["outwit", "pulse-wave"]


# Combat values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("Modify Jack's attack value by +1.", [{"modifies": "attack", "by": 1}]),
        ("When making a close attack, modify his damage by +1.",
         [{"modifies": "damage", "by": 1, "attacking": "close"}]),
        ("When Jack is targeted by a ranged combat attack, modify his defense +2.",
         [{"modifies": "defense", "by": 2, "against": "range"}]),
        ("When an opposing character makes a range attack targeting Jack, modify their damage -2.",
         [{"modifies": "damage", "by": -2, "to": "opposing", "attacking": "range",
           "test": {"attacking": "range", "against": True}}]),
        ("If a character named Wren is on the map, modify Jack's attack value by +1 and his defense value by -1.",
         [{"modifies": value, "by": by, "test": {"amount": {"how_many": "any", "named": "Wren"}, "at_least": 1}}
          for value, by in (("attack", 1), ("defense", -1))]),
        ("When Jack makes a range attack, modify his attack value by +1 for each target character.",
         [{"modifies": "attack", "by": {"targets": True}, "attacking": "range"}]),
        ("While adjacent to an opposing character, modify attack +1.",
         [{"modifies": "attack", "by": 1,
           "test": {"amount": {"how_many": "opposing", "adjacent": True}, "at_least": 1}}]),
        ("Opposing characters adjacent to Jack modify their defense -1.",
         [{"modifies": "defense", "by": -1, "whom": {"every": "opposing", "adjacent": True}}]),
        ("Adjacent friendly characters that share a keyword with Jack modify attack +1.",
         [{"modifies": "attack", "by": 1, "whom": {"every": "friendly", "adjacent": True, "shares_keyword": True}}]),
        ("All other friendly characters modify attack +1.",
         [{"modifies": "attack", "by": 1, "whom": {"every": "friendly"}}]),
        ("Adjacent friendly characters modify their attack +1.",
         [{"modifies": "attack", "by": 1, "whom": {"every": "friendly", "adjacent": True}}]),
        ("When a friendly character named Wren is adjacent to Jack, they both modify their attack values by +1 if not "
         "already modified by this effect.",
         [{"modifies": "attack", "by": 1, "unique": True, **whom,
           "test": {"amount": {"how_many": "friendly", "adjacent": True, "named": "Wren"}, "at_least": 1}}
          for whom in ({}, {"whom": {"every": "friendly", "adjacent": True, "named": "Wren"}})]),
        ("When Jack is adjacent to a character with whom he shares a keyword, unless they have already been modified "
         "by this effect, modify Jack's damage value by +1 and the adjacent character's defense value by +1.",
         [{"modifies": value, "by": 1, "unique": True, **whom,
           "test": {"amount": {"how_many": "any", "adjacent": True, "shares_keyword": True}, "at_least": 1}}
          for value, whom in (
              ("damage", {}), ("defense", {"whom": {"every": "any", "adjacent": True, "shares_keyword": True}}))]),
        ("Modify Jack's defense value by +1 for each action token assigned to him.",
         [{"modifies": "defense", "by": {"number": "tokens", "of": "self"}}]),
        ("Jack modifies his attack value by +1 when attacking a character with the Animal keyword.",
         [{"modifies": "attack", "by": 1, "attacking": "any", "test": {"keyword": "Animal", "of": "targets"}}]),
    ],
)  # fmt: skip
def test_values_that_are_modified(words: str, parts: list[dict[str, Any]]) -> None:
    assert does(words) == parts


@pytest.mark.parametrize(
    "words",
    [
        "When Jack makes a range attack, modify his attack value by +1 for each cloud.",
        "When an opposing character makes a range attack targeting Jack, modify his damage -2.",
        "Once per turn, modify Jack's attack value by +1.",
        "Modify the attack of nobody by +1.",
    ],
)
def test_values_of_others_or_by_amounts_that_nobody_knows(words: str) -> None:
    assert read(words)[1] == "by hand"


@pytest.mark.parametrize(("power", "grade"), [("Outwit", "program"), ("Penetrating/Psychic Blast", "by hand")])
def test_only_a_power_that_is_used_on_someone_has_those_who_are_safe_from_it(power: str, grade: str) -> None:
    assert read(f"Jack can't be targeted with {power}.")[1] == grade


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("When Jack would take damage, reduce it by 1.", {"when": "would take damage", "reduce": 1}),
        ("Jack can't be knocked back.", {"forbids": "be knocked back"}),
        ("Opposing characters within 3 squares can't be carried.",
         {"forbids": "be carried", "whom": {"every": "opposing", "range": 3}}),
        ("Opposing characters within 6 squares can't use Leadership or the Carry ability.",
         {"bars": ["leadership", "carry"], "whom": {"every": "opposing", "range": 6}}),
        ('Jack has "3 targets".', {"increases": "targets", "by": 3, "layer": "minimum"}),
        ("If Jack has 2 action tokens, he breaks away automatically.",
         {"permits": "break away automatically", "test": tokens(at_least=2)}),
        ("When Jack uses Super Senses, increase the result by 1.", {"using": "super-senses", "result": 1}),
        ("Once per turn, you may reroll Jack's attack roll.", {"rerolls": True, "once": "turn"}),
        ("Jack can use Charge, but only if he has no action tokens.", {"gives": ["charge"], "test": tokens(at_most=0)}),
    ],
)  # fmt: skip
def test_what_else_counts_all_the_time(words: str, part: dict[str, Any]) -> None:
    assert does(words) == [part]


# Moments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("At the beginning of your turn, roll a d6. On a result of 5-6, remove an action token from Cinder Jack.",
         {"when": "your turn begins", "effects": [{"do": "roll", "results": [
             {"least": 5, "most": 6, "effects": [{"do": "remove_token", "who": "self"}]}]}]}),
        ("At the beginning of your turn, you may roll a d6 and add the number of action tokens on Jack. On a final "
         "result of 5 or more, heal 1 click.",
         {"when": "your turn begins", "may": True, "effects": [{"do": "roll", "results": [
             {"effects": [{"do": "if", "test": {"amount": {"sum": [
                 {"rolled": True}, {"number": "tokens", "of": "self"}]}, "at_least": 5},
                 "then": [{"do": "heal", "who": "self", "amount": 1}]}]}]}]}),
        ("When Jack hits, after resolutions roll a d6. Heal Jack equal to half the result.",
         {"when": "hits", "once": "attack", "after_resolutions": True, "effects": [{"do": "roll", "results": [
             {"effects": [{"do": "heal", "who": "self", "amount": {"half": {"rolled": True}}}]}]}]}),
        ("At the beginning of your turn, choose Empower or Enhancement. Jack can use the chosen power this turn.",
         {"when": "your turn begins", "effects": [
             {"do": "choose_power", "powers": ["empower", "enhancement"], "until": "this turn"}]}),
        ("At the beginning of your turn, choose a standard damage power. Jack can use that power until your next turn.",
         {"when": "your turn begins", "effects": [
             {"do": "choose_power", "powers": [one for one in STANDARD if column_of(one) == "damage"],
              "until": "your next turn"}]}),
        ("When Jack hits with a ranged combat attack, hit characters modify their attack value by -3 until your next "
         "turn.",
         {"when": "hits", "attacking": "range", "effects": [
             {"do": "modify", "to": "other", "values": ["attack"], "by": -3, "until": "your next turn"}]}),
        ("When a friendly character is KO'd by an opposing character's attack, remove an action token from Jack.",
         {"when": "KO'd", "whose": "friendly", "case": {"attack_by": "opposing"},
          "effects": [{"do": "remove_token", "who": "self"}]}),
        ("When Jack is hit, you may move him up to 2 squares. If you do, heal him 1 click.",
         {"when": "hit", "may": True, "effects": [
             {"do": "move", "who": "self", "squares": 2},
             {"do": "if", "test": {"did": True}, "then": [{"do": "heal", "who": "self", "amount": 1}]}]}),
        ("Once per turn, when Jack takes damage, you may give him an action token. If you do, heal him 1 click.",
         {"when": "takes damage", "once": "turn", "may": True, "effects": [
             {"do": "give_token", "to": "self"}, {"do": "heal", "who": "self", "amount": 1}]}),
        ("When Jack takes damage, heal him 1 click. You may give him an action token. If you do, heal him 1 click.",
         {"when": "takes damage", "effects": [
             {"do": "heal", "who": "self", "amount": 1},
             {"do": "may", "effects": [{"do": "give_token", "to": "self"}],
              "if_done": [{"do": "heal", "who": "self", "amount": 1}]}]}),
        ("When Jack is hit, modify his defense +1 until he clears.",
         {"when": "hit", "effects": [
             {"do": "modify", "to": "self", "values": ["defense"], "by": 1, "until": "it clears"}]}),
        ("When this click is revealed, add a Soot token to Jack's card.",
         {"when": "revealed", "effects": [{"do": "named_tokens", "token": "Soot", "change": 1}]}),
        ("Give Jack a free action to make a close combat attack modifying his attack value by -1.",
         {"action": ["FREE"], "effects": [
             {"do": "attack", "kind": "close", "by": -1}]}),
        ("Once per turn, when an opposing character of higher points hits Jack, after resolutions roll a d6. Heal Jack "
         "equal to half the result.",
         {"when": "hit", "against": {"every": "opposing"}, "once": "turn", "after_resolutions": True,
          "case": {"amount": {"number": "points", "of": "other"}, "more_than": {"number": "points"}},
          "effects": [{"do": "roll", "results": [
              {"effects": [{"do": "heal", "who": "self", "amount": {"half": {"rolled": True}}}]}]}]}),
        ("When a friendly character with the Night Crew keyword is KO'd, heal Jack 1 click.",
         {"when": "KO'd", "whose": "friendly", "of": {"every": "friendly", "keyword": "Night Crew"},
          "effects": [{"do": "heal", "who": "self", "amount": 1}]}),
        ("When a friendly character with the Night Crew keyword is KO'd, all other friendly characters with the Night "
         "Crew keyword modify damage +1 until the end of your next turn.",
         {"when": "KO'd", "whose": "friendly",
          "of": {"every": "friendly", "keyword": "Night Crew"}, "effects": [
             {"do": "modify", "to": {"every": "friendly", "keyword": "Night Crew", "itself": True},
              "values": ["damage"], "by": 1, "until": "end of your next turn"}]}),
        ("When Jack uses Support, the target's attack value is modified by +1 until your next turn.",
         {"when": "uses a power", "using": "support", "effects": [
             {"do": "modify", "to": "other", "values": ["attack"], "by": 1, "until": "your next turn"}]}),
        ("When another friendly character takes damage, heal Jack 1 click.",
         {"when": "takes damage", "whose": "friendly",
          "effects": [{"do": "heal", "who": "self", "amount": 1}]}),
        ("When an adjacent friendly character is hit, remove an action token from Jack.",
         {"when": "hit", "whose": "friendly", "of": {"every": "friendly", "adjacent": True},
          "effects": [{"do": "remove_token", "who": "self"}]}),
        ("When an opposing character within 3 squares takes damage, heal Jack 1 click.",
         {"when": "takes damage", "whose": "opposing", "of": {"every": "opposing", "range": 3},
          "effects": [{"do": "heal", "who": "self", "amount": 1}]}),
        ("When Jack KO's an opposing character of 50 points or less, remove an action token from Jack.",
         {"when": "KOs", "against": {"every": "opposing", "points_at_most": 50},
          "effects": [{"do": "remove_token", "who": "self"}]}),
        ("FREE: Choose an opposing character within 4 squares and line of fire. Give that character an action token.",
         {"action": ["FREE"], "effects": [
             {"do": "target", "among": "opposing", "range": 4, "sight": True,
              "then": [{"do": "give_token", "to": "chosen"}]}]}),
        ("POWER: Deal 1 damage to an adjacent opposing character and heal Jack 1 click.",
         {"action": ["POWER"], "effects": [
             {"do": "target", "among": "opposing", "adjacent": True, "then": [
                 {"do": "damage", "to": "chosen", "amount": 1}]},
             {"do": "heal", "who": "self", "amount": 1}]}),
        ("When Jack hits, you may choose an adjacent friendly character. Heal the chosen character 1 click.",
         {"when": "hits", "once": "attack", "may": True, "effects": [
             {"do": "target", "among": "friendly", "adjacent": True, "then": [
                 {"do": "heal", "who": "chosen", "amount": 1}]}]}),
        ("After Jack moves, generate a hindering terrain marker adjacent to him.",
         {"when": "moved", "effects": [{"do": "generate_marker", "marker": "hindering"}]}),
        ("When Jack hits one or more opposing characters, remove an action token from Jack.",
         {"when": "hits", "once": "attack", "against": {"every": "opposing"},
          "effects": [{"do": "remove_token", "who": "self"}]}),
        ("When Jack misses, give Jack an action token.",
         {"when": "misses", "once": "attack", "effects": [{"do": "give_token", "to": "self"}]}),
        ("When Jack hits an opposing character, give that character an action token.",
         {"when": "hits", "against": {"every": "opposing"}, "effects": [{"do": "give_token", "to": "other"}]}),
        ("Once per game, Jack may use Charge as a free action.",
         {"action": ["FREE"], "once": "game", "effects": [{"do": "as_free", "powers": ["charge"], "lends": True}]}),
        ("When Jack hits with a range attack, after resolutions he can use Quake as a free action.",
         {"when": "hits", "attacking": "range", "once": "attack", "after_resolutions": True,
          "effects": [{"do": "as_free", "powers": ["quake"], "lends": True}]}),
        ("When Jack makes a close attack, you may remove an action token from him.",
         {"when": "targets", "attacking": "close", "once": "attack", "may": True,
          "effects": [{"do": "remove_token", "who": "self"}]}),
        ("POWER: Replace Jack with WX #012 Ash Wren on the same click number.",
         {"action": ["POWER"], "effects": [
             {"do": "replace", "named": "Ash Wren", "figure": "WX #012", "optional": False}]}),
        ("POWER: Once per game, make a close attack.",
         {"action": ["POWER"], "once": "game", "effects": [{"do": "attack", "kind": "close"}]}),
    ],
)  # fmt: skip
def test_what_happens_at_a_moment(words: str, part: dict[str, Any]) -> None:
    assert does(words) == [part]


def test_what_happens_when_it_uses_a_power_that_the_text_has_named() -> None:
    outwit, charge, blast, twice = (
        does("Outwit. When he does, remove an action token from Jack if he has 2 action tokens."),
        does("Jack can use Charge. When he does, he can use Improved Movement: Ignores Characters."),
        does("Penetrating/Psychic Blast. When Jack uses it, modify either attack +1 or damage +1."),
        read("Jack can use Charge and Flurry. When he does, heal him 1 click."),
    )
    burst = does("Energy Explosion. When Jack uses it, hit characters modify their defense -1 until your next turn.")

    assert outwit[0]["using"] == "outwit" and outwit[0]["test"] == tokens(at_least=2)
    assert charge[0] == {"when": "given an action", "using": "charge", "effects": [
        {"do": "can_use", "to": "self", "powers": ["improved-movement-characters"]}]}  # fmt: skip
    assert blast[0]["when"] == "targets" and blast[0]["once"] == "attack" and blast[0]["attacking"] == "range"
    assert burst[0]["when"] == "hits" and burst[0]["test"] == {"attack_with": "energy-explosion"}
    assert twice[1] == "partly" and twice[0]["grants"] == ["charge", "flurry"]


@pytest.mark.parametrize(
    "words",
    [
        "Roll a d6.",
        "When Jack hits.",
        "On a result of 5-6, heal Jack 1 click.",
        "When Jack hits, roll a d6. On a result of 1 or 5, heal Jack 1 click.",
        "When an opposing character hits with a range attack, heal Jack 1 click.",
        "When Jack hits, modify that character's attack -1 until Jack moves.",
        "When Jack hits, modify his attack +1 for each adjacent friendly character.",
        "When Jack hits, they both modify their attack +1.",
        "When an opposing character hits Jack, give them an action token.",
        "When Jack hits an opposing character, give it an action token.",
        "When Jack hits, roll a d6. 4-6: Give each hit character an action token.",
        "Once per turn, when Jack uses Penetrating/Psychic Blast, modify his attack +1.",
        "Jack can use Charge if he has no action tokens and Flurry if he has two action tokens.",
        "You may reroll Jack's attack roll.",
        "When attacking, Jack can't be placed.",
        "FREE: Choose an adjacent opposing character.",
        "When an opposing character attacks Jack, heal him 1 click.",
        "At the beginning of your turn, choose Empower or Enhancement. Jack can use the chosen power.",
        "At the beginning of your turn, choose Empower or Enhancement.",
        "When Jack hits, Wren may heal 1 click.",
        "When Jack hits, modify their attack -1.",
        "When Wren hits, heal Jack 1 click.",
        "When Jack hits, it rains. Heal Jack 1 click.",
        "Give Jack a power action and make a close attack. Once per game, heal Jack 1 click.",
    ],
)
def test_a_text_of_which_a_word_is_not_understood_is_played_by_hand(words: str) -> None:
    found, grade = read(words)

    assert grade == "by hand"
    assert {one["do"] for part in found["does"] for one in part["effects"]} == {"by_hand"}
    assert all(one["text"] == words for part in found["does"] for one in part["effects"])


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("It sulks.", {"action": ["FREE"]}),
        ("At the beginning of your turn, it sulks.", {"when": "your turn begins"}),
        ("When Jack hits an opposing character, it sulks.", {"when": "hits", "against": {"every": "opposing"}}),
        ("When a friendly character is KO'd, it sulks.", {"when": "KO'd", "whose": "friendly"}),
        ("When making a close combat attack, it sulks.", {"when": "targets"}),
        ("When Jack uses Charge, it sulks.", {"when": "given an action", "using": "charge"}),
        ("Give Jack a power action and sulk.", {"action": ["POWER"]}),
        ("POWER: Make a close attack. It sulks.", {"action": ["POWER"]}),
        (
            "Give Jack a move action or close combat action. It sulks.",
            {"when": "action resolved", "types": ["MOVE", "CLOSE"]},
        ),
        ("Jack can use Outwit, but he sulks. When Jack would be hit by an attack, it rains.", {"when": "targeted"}),
        ("Once per turn for all characters with this trait, when Jack hits, it rains.", {"when": "hits"}),
        ("Whenever Jack uses Regeneration, it rains.", {"when": "given an action", "using": "regeneration"}),
        ("Whenever Jack uses Incapacitate, it rains.", {"when": "hits"}),
        ("If Jack uses Outwit to sulk, it rains.", {"when": "given an action", "using": "outwit"}),
        ("Whenever Wren uses Leadership, it rains.", {"action": ["FREE"]}),
    ],
)
def test_what_is_played_by_hand_is_asked_at_the_moment_that_its_words_name(words: str, head: dict[str, Any]) -> None:
    assert read(words)[0] == {"does": [{**head, "effects": [{"do": "by_hand", "text": words}]}]}


def test_a_friendly_character_may_be_the_character_itself() -> None:
    friend, own = does(
        "When a friendly character with the Night Crew keyword takes damage, heal that character 1 click."
    )

    assert friend["whose"] == "friendly" and friend["effects"][0]["who"] == "other"
    assert own == {"when": "takes damage", "test": {"keyword": "Night Crew"}, "effects": [
        {"do": "heal", "who": "self", "amount": 1}]}  # fmt: skip
    assert read("Once per turn, when a friendly character takes damage, heal Jack 1 click.")[1] == "by hand"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("Jack's other powers can't be countered.", {"protects": "others"}),
        ("Jack deals penetrating damage to characters with the Night Crew keyword.",
         {"pierces": {"every": "any", "keyword": "Night Crew"}}),
        ("Jack has PROTECTED: Outwit, but only from opposing characters of less points.",
         {"shelters": "outwit", "by": {"every": "opposing", "fewer_points": True}}),
        ("If this click is revealed when taking damage, stop turning the dial.", {"forbids": "turn on"}),
        ("All Jack's hits generate knock back.", {"permits": "knock back"}),
        ("When Jack would be hit by an attack, if you give him an action token he evades the attack instead.",
         {"when": "would be hit", "evade": 1, "may": True, "cost": [{"do": "give_token", "to": "self"}]}),
        ("Once per attack, if Jack is attacked, he can use Probability Control.",
         {"again": "probability-control", "once": "attack", "test": {"attacking": "any", "against": True}}),
        ("When Jack is attacked and the attack roll is 4 or less, it is a critical miss.",
         {"criticals": "miss", "roll": 4, "test": {"attacking": "any", "against": True}}),
        ("When Jack attacks and the attack roll is 10 or more, it is a critical hit.",
         {"criticals": "hit", "roll": 10, "test": {"attacking": "any"}}),
        ("When he does not use the Carry ability while moving, Jack does not have to end his movement if he enters a "
         "square adjacent to an opposing character.",
         {"permits": "move past opposing characters", "test": {"none": [{"carries": True}]}}),
        ("During the beginning of your turn, if Jack occupies a square of outdoor terrain that is the highest "
         "elevation on the map, he can use Regeneration as a free action.",
         {"when": "your turn begins", "test": {"occupies": "highest outdoor"}, "effects": [
             {"do": "as_free", "powers": ["regeneration"], "lends": True}]}),
        ("When he makes a ranged combat attack, his targets can't use Super Senses.",
         {"bars": ["super-senses"], "whom": {"every": "any", "targeted": True}, "test": {"attacking": "range"}}),
        ("Characters named Wren can't use Super Senses when targeted by Jack.",
         {"bars": ["super-senses"], "whom": {"every": "any", "named": "Wren", "targeted": True}}),
        ("If no other friendly character named Wren has used Outwit this turn, Jack can use Outwit.",
         {"gives": ["outwit"], "test": {
             "amount": {"how_many": "friendly", "named": "Wren", "has_used": "outwit"}, "at_most": 0}}),
        ("If he targets more than one character with an attack, modify his attack value by -1.",
         {"modifies": "attack", "by": -1, "attacking": "any", "test": {"amount": {"targets": True}, "at_least": 2}}),
        ("When Jack uses Flurry to attack the same character twice, damage dealt by the second attack is penetrating "
         "damage.", {"permits": "deal penetrating damage", "test": {"attacked_before": "same", "using": "flurry"}}),
        ("If Jack makes the first attack during a turn and hits, friendly characters with the Night Crew keyword "
         "modify range +1 until your next turn.",
         {"when": "hits", "case": {"first_attack": True}, "once": "attack", "effects": [
             {"do": "modify", "to": {"every": "friendly", "itself": True, "keyword": "Night Crew"},
              "values": ["range"], "by": 1, "until": "your next turn"}]}),
        ("When Jack KO's an opposing character, modify his attack +1 until another friendly character KO's an opposing "
         "character.",
         {"when": "KOs", "against": {"every": "opposing"}, "effects": [
             {"do": "modify", "to": "self", "values": ["attack"], "by": 1, "until": "a friend KOs"}]}),
        ("When Jack makes an attack and hits, after actions resolve he can use Smoke Cloud as a free action but must "
         "place at least 1 hindering terrain marker adjacent to a hit character.",
         {"when": "hits", "after_resolutions": True, "effects": [
             {"do": "as_free", "powers": ["smoke-cloud"], "lends": True, "touching": "other"}]}),
        ("When Jack is given a move action or power action, immediately after resolving the action, he can use Smoke "
         "Cloud as a free action, but can place hindering terrain only in squares he moved through or occupied this "
         "turn.",
         {"when": "action resolved", "types": ["MOVE", "POWER"], "immediately": True, "effects": [
             {"do": "as_free", "powers": ["smoke-cloud"], "lends": True, "where": "on its way"}]}),
        ("When an opposing character is knocked back from Jack's attacks, after actions resolve, he can use Barrier as "
         "a free action until your next turn, but may only place up to 2 blocking terrain markers.",
         {"when": "knocked back", "case": {"attacking": "any"}, "whose": "opposing", "after_resolutions": True,
          "effects": [{"do": "as_free", "powers": ["barrier"], "lends": True, "markers": 2}]}),
        ("When Jack hits a character and actions resolve, choose one hit character. Jack can use Outwit targeting that "
         "character.",
         {"when": "hits", "once": "attack", "may": True, "after_resolutions": True, "effects": [
             {"do": "as_free", "powers": ["outwit"], "lends": True, "on": "other"}]}),
        ("Once per turn for all characters with this trait, when Jack hits an opposing character, after actions "
         "resolve you may roll a d6 that can't be rerolled. 3-6: Place another friendly character with the Night Crew "
         "keyword adjacent to this character.",
         {"when": "hits", "once": "turn", "shared": "t", "against": {"every": "opposing"}, "may": True,
          "after_resolutions": True, "effects": [{"do": "roll", "final": True, "results": [
              {"least": 3, "most": 6, "effects": [{"do": "target", "among": "friendly", "keyword": "Night Crew",
               "then": [{"do": "place", "who": "chosen", "near": "self"}]}]}]}]}),
        ("Give Jack a free action if he began your turn on the map. Replace him with Ash Wren WX #012 on the same "
         "click number.",
         {"action": ["FREE"], "test": {"none": [{"this_turn": "came"}]}, "effects": [
             {"do": "replace", "named": "Ash Wren", "figure": "WX #012", "optional": False}]}),
        ("Give Jack a power action that deals no pushing damage and replace him with a WX #012 Ash Wren on its orange "
         "starting line. When you do, the replaced character may make a close or ranged combat attack as a free "
         "action.",
         {"action": ["POWER"], "effects": [
             {"do": "replace", "named": "Ash Wren", "figure": "WX #012", "optional": False, "click": "starting line",
              "then": [{"do": "as_free", "who": "chosen", "powers": ["close", "range"]}]}]}),
        ("Give Jack a move action or close combat action. After actions resolve, you may replace him with any other "
         "character with this trait or the Morph: Ember trait on the same click number.",
         {"when": "action resolved", "types": ["MOVE", "CLOSE"], "may": True, "effects": [
             {"do": "replace", "traits": ["t", "Morph: Ember"], "optional": False}]}),
        ("When Jack occupies clear terrain, and is given a non-free action, after actions resolve you may place him in "
         "printed hindering terrain within 4 squares and line of fire.",
         {"when": "given an action", "types": ["MOVE", "CLOSE", "RANGE", "POWER"], "case": {"occupies": "clear"},
          "after_resolutions": True, "may": True, "effects": [
              {"do": "place", "who": "self", "near": "self", "squares": 4, "into": "printed hindering"}]}),
        ("At the beginning of your turn choose: Jack possesses Battle Fury this turn or he doesn't. If he does, until "
         "your next turn he can't be targeted by opposing figures unless they are adjacent.",
         {"when": "your turn begins", "may": True, "effects": [
             {"do": "can_use", "to": "self", "powers": ["battle-fury"], "until": "this turn"},
             {"do": "hide", "to": "self", "until": "your next turn"}]}),
        ("Energy Explosion with 6 range and, 3 Targets, but only once per game.",
         {"action": ["RANGE"], "once": "game", "effects": [
             {"do": "becomes", "to": "self", "value": "range", "number": 6, "until": "action"},
             {"do": "increase", "to": "self", "number": "targets", "by": 3, "layer": "minimum", "until": "action"},
             {"do": "as_free", "powers": ["energy-explosion"], "lends": True}]}),
    ],
)  # fmt: skip
def test_what_a_text_says_in_words_of_its_own(words: str, part: dict[str, Any]) -> None:
    assert does(words) == [part]


def test_what_it_does_with_a_power_that_it_can_use() -> None:
    twice = read("Jack can use Probability Control, but can use it twice each turn.")
    both = read(
        "Charge, Flurry. When Jack uses Flurry and hits with both attacks, after resolutions heal Jack 1 click."
    )
    second = read(
        "Jack can use Flurry. When he does, modify his attack value by -1 if the second attack is made against a "
        "target different from the first."
    )
    doubles = does("Jack can use Quake: when he does and rolls doubles, hit characters are given an action token.")
    same = does("Jack can use Outwit. When he does, after actions resolve, he can use Perplex targeting the same "
                "opposing character.")  # fmt: skip
    moved = does(
        "Jack can use Phasing/Teleport. When he does, he can use the Carry ability and, if he moves 6 squares or less, "
        "after actions resolve he may make a close combat attack as a free action."
    )
    dice = does("Jack can use Blades/Claws/Fangs. When he uses Blades/Claws/Fangs and the d6 result is 3 or less, "
                "damage from the attack is penetrating damage.")  # fmt: skip
    success = does("Jack can use Leadership. If he does and succeeds while adjacent to one or more opposing character "
                   "of 150 points or less, give those characters an action token.")  # fmt: skip
    further = does("Jack can use Leadership. When he uses Leadership and succeeds, he may instead remove the action "
                   "token from a friendly character with the Night Crew keyword within 3 squares and regardless of "
                   "point value.")  # fmt: skip
    guarded = read("Jack can use Combat Reflexes but does not modify his defense value when the attacker can use Leap/"
                   "Climb or the Flight ability.")  # fmt: skip
    control = does("Jack can use Mind Control and Penetrating/Psychic Blast. When he uses Mind Control and hits all "
                   "targets, after actions resolve he can use Penetrating/Psychic Blast as a free action.")  # fmt: skip
    thrown = does("Telekinesis. When Jack uses it to make an object attack, either modify attack +1 -or- increase "
                  "damage dealt by +1.")  # fmt: skip

    assert twice == ({"grants": ["probability-control"], "does": [{"again": "probability-control", "once": "turn"}]},
                     "program")  # fmt: skip
    assert both[0]["does"][0]["case"] == {"amount": {"attacks_that_hit": True}, "at_least": 2}
    assert second[0]["does"][0]["test"] == {"attacked_before": "other", "using": "flurry"}
    assert {"doubles": True} in doubles[0]["test"]["all"] and doubles[0]["effects"] == [
        {"do": "give_token", "to": "other"}
    ]
    assert (same[0]["when"], same[0]["effects"][0]["on"]) == ("uses a power", "other")
    assert [part["when"] for part in moved] == ["given an action", "action resolved"]
    assert moved[1]["case"] == {"amount": {"squares_moved": True}, "at_most": 6} and moved[1]["after_resolutions"]
    assert (dice[0]["when"], dice[0]["most"]) == ("rolls", 3)
    assert (success[0]["when"], success[0]["using"], success[0]["least"]) == ("rolls", "leadership", 5)
    assert further == [{"reaches": "leadership", "whom": {
        "every": "friendly", "itself": True, "keyword": "Night Crew", "range": 3,
    }}]  # fmt: skip
    assert guarded[1] == "program" and guarded[0]["does"][0]["bars"] == ["combat-reflexes"]
    assert control[0]["case"] == {"all": [{"attack_with": "mind-control"}, {"hit_all": True}]}
    assert thrown[0]["case"] == {"attack_with": "telekinetic-throw"}


def test_a_moment_of_those_who_were_given_a_power() -> None:
    given, own, others = does(
        "Friendly figures within 4 squares can use Blade/Claws/Fangs. When they do and roll a 5 or 6, deal them 1 "
        "unavoidable damage after actions resolve."
    )

    assert given["gives"] == ["blades-claws-fangs"] and (own["least"], own["most"]) == (5, 6)
    assert own["effects"][0]["to"] == "self" and others["effects"][0]["to"] == "other"
    assert (others["whose"], others["of"]) == ("friendly", {"every": "friendly", "range": 4})


def test_what_a_d6_makes_of_damage_is_said_for_each_result() -> None:
    words = (
        "Whenever Jack would be dealt damage from an attack, roll a d6 instead. On a result of 1, he takes that damage "
        "plus 1. On a result of 2-3, he takes the normal amount of damage, on a result of 4-5 he takes 1 damage"
    )
    (part,) = does(f"{words}, on a result of 6 he heals 1 damage.")

    assert part == {"when": "would take damage", "outcomes": [
        {"least": 1, "most": 1, "more": 1}, {"least": 2, "most": 3}, {"least": 4, "most": 5, "becomes": 1},
        {"least": 6, "most": 6, "becomes": 0, "effects": [{"do": "heal", "who": "self", "amount": 1}]},
    ]}  # fmt: skip
    assert read(f"{words}.")[1] == "by hand"


def test_the_controller_of_the_hit_character_chooses() -> None:
    (part,) = does(
        "When Jack hits an opposing character and actions resolve, that character's controller chooses one: give that "
        "character two action tokens: or that character's defense powers are countered until your next turn."
    )
    (choice,) = part["effects"]

    assert (part["after_resolutions"], choice["do"], choice["by"]) == (True, "choose", "other")
    assert choice["options"][1]["effects"][0]["column"] == "defense"


def test_one_of_two_powers_a_turn() -> None:
    found, _ = read("Once per turn, Jack can use Flurry or Perplex, and can only use Perplex to target himself.")
    used = {"none": [{"amount": {"how_many": "any", "alone": True, "has_used": one}, "at_least": 1}
                     for one in ("flurry", "perplex")]}  # fmt: skip

    assert found["grants"] == ["flurry", "perplex"]
    assert found["does"] == [{"limits": "flurry", "test": used}, {"limits": "perplex", "test": used},
                             {"limits": "perplex", "whom": {"every": "any", "alone": True}}]  # fmt: skip


def test_a_character_of_the_sideline() -> None:
    words = (
        "If this character is on your sideline, you may give a free action to a friendly character named Ash Wren or "
        "Moth that's equal or more points. Replace that character with this character on the same click number."
    )

    assert read(words) == ({"does": [{"steps_in_for": ["Ash Wren", "Moth"]}], "sideline": True}, "program")
    assert read(words.partition(". ")[0] + ".")[1] == "by hand" == read(words.partition(". ")[2])[1]


def test_a_power_that_was_chosen() -> None:
    noted, attack, damage = does(
        "At the beginning of the game, choose a standard power. When an opposing character attacking Jack can use the "
        "chosen power, modify its attack and damage values by -1 for that attack."
    )
    (fresh,) = does(
        "Give Jack a free action to choose a standard damage power that you didn't choose during your last turn. Jack "
        "can use that power until your next turn."
    )

    assert noted["effects"][0]["noted"] and len(noted["effects"][0]["powers"]) == len(STANDARD)
    assert attack["whom"] == damage["whom"] == {"every": "opposing", "attacks": True, "can_use_chosen": True}
    assert fresh["effects"][0]["another"]


def test_what_is_done_with_named_tokens_in_an_attack() -> None:
    gained, spent = does(
        "Each time Jack damages an opposing character, place a soot token on Jack's card. When he makes an attack, you "
        "may remove one soot token to modify his damage value by +1 or remove two soot tokens to have damage dealt "
        "from the attack be penetrating."
    )

    assert gained["effects"] == [{"do": "named_tokens", "token": "soot", "change": 1}]
    assert [one["effects"][1]["do"] for one in spent["effects"][0]["options"]] == ["modify", "permit"]
    assert spent["effects"][0]["options"][1]["test"] == {"amount": {"named_tokens": "soot"}, "at_least": 2}


def test_what_holds_anyway_is_nothing() -> None:
    (part,) = does(
        "Mind Control. When Jack uses it, modify his attack +1 and, if he targets more than one character, he is not "
        "dealt unavoidable damage."
    )
    swap = does(
        "Give Jack a power action that deals no pushing damage and replace him with WX #012 Ash Wren on the same click "
        "number."
    )

    assert [one["do"] for one in part["effects"]] == ["modify"] and swap[0]["effects"][0]["named"] == "Ash Wren"
    assert read("Ranged Combat Expert. When he uses it, he may target multiple characters.") == (
        {"grants": ["ranged-combat-expert"]}, "program",
    )  # fmt: skip


def test_what_comes_after_an_action_in_which_one_of_several_powers_is_used() -> None:
    quake, shot = does(
        "Jack can use Quake, Psychic Blast, and Pulse Wave. Immediately after the resolution of an action in which he "
        "uses any of these powers, deal Jack 1 unavoidable damage."
    )

    assert (quake["when"], quake["using"]) == ("action resolved", "quake")
    assert (shot["when"], shot["attacking"]) == ("attack resolved", "range")
    assert all(one["immediately"] and one["after_resolutions"] for one in (quake, shot))


COSTLY = "{} the resolution of an action in which Jack uses Quake or Psychic Blast, deal Jack 1 unavoidable damage."


@rule("8.1d", 1, 2)
@pytest.mark.parametrize("action", [("range", "RANGE"), ("quake", "CLOSE")])
@pytest.mark.parametrize(("says", "asked"), [("Immediately after", False), ("After", True)])
def test_what_comes_immediately_after_an_action_comes_before_other_texts(
    says: str, asked: bool, action: tuple[str, str]
) -> None:
    noted = special(when("hits", {"do": "named_tokens", "token": "noted"}, after_resolutions=True), id="note")
    costs = special(*does(COSTLY.format(says)), grants=("quake", "penetrating-psychic-blast"))
    hero = clix(HERO, *("8/10/17/3",) * 6, traits=[noted, costs])
    foe = at(FOE, "D3" if "quake" in action else "F3")
    position = acting(foe, cards=(hero,), rolls=("56",)).answer((HERO, *action))
    while position.asked == "knock_back":
        position.answer(position.options[0])

    assert (position.asked == "trigger") is asked
    if not asked:
        assert [type(event) for event in happened(position, TookDamage, NamedTokens)][-2:] == [TookDamage, NamedTokens]


@rule("8.1c")
@pytest.mark.parametrize("power", ["quake", "range"])
def test_what_comes_after_an_action_in_which_a_power_is_used_waits_for_the_outer_one(power: str) -> None:
    parts = (*does(COSTLY.format("Immediately after")), act({"do": "as_free", "powers": [power]}))
    trait = special(*parts, grants=("quake", "penetrating-psychic-blast"))
    position = use(acting(at(FOE, "D3" if power == "quake" else "F3"), trait=trait, rolls=("56",)), power="brawn/3")
    position.answer(power)
    while position.asked == "knock_back":
        position.answer(position.options[0])

    own = [type(event) for event in happened(position, TokenGiven, TookDamage) if event.character == HERO]
    assert own == [TokenGiven, TookDamage]


@rule("8.1c")
def test_an_attack_after_actions_resolve_waits_for_the_outer_action() -> None:
    moved = does(
        "Jack can use Phasing/Teleport. When he does, he can use the Carry ability and, if he moves 6 squares or less, "
        "after actions resolve he may make a close combat attack as a free action."
    )
    trait = special(*moved, act({"do": "as_free", "powers": ["phasing-teleport"]}), grants=("phasing-teleport",))
    position = use(acting(trait=trait, rolls=("56",)), power="brawn/3").answer("phasing-teleport").answer("E3")

    assert [event.character for event in happened(position, TokenGiven)] == [HERO] and position.asked == "as_free"
    position.answer("close")
    assert len(happened(position, TookDamage)) == 1


def test_what_comes_immediately_after_any_action_comes_before_other_texts() -> None:
    (part,) = does("Immediately after Jack resolves an action, heal Jack 1 click.")
    (later,) = does("After Jack resolves an action, heal Jack 1 click.")

    assert part["immediately"] and "immediately" not in later and part["when"] == later["when"] == "action resolved"


def test_what_happens_in_the_turn_of_an_opponent() -> None:
    words = (
        "Probability Control. When Jack has 2 action tokens and uses it during an opponent's turn, heal Jack 1 click."
    )
    (part,) = does(words)

    assert part["using"] == "probability-control" and part["test"] == {
        "all": [tokens(at_least=2), {"turn": "opposing"}]
    }


def test_what_comes_immediately_after_an_attack_does_not_wait_for_the_action() -> None:
    (part,) = does(
        "Immediately after the resolution of an attack where an opposing character takes damage from an attack by Jack"
        ", he can use Smoke Cloud as a free action."
    )

    assert (part["when"], part["immediately"], part["case"]) == ("attack resolved", True, {"has_damaged": "opposing"})
    assert "after_resolutions" not in part


def test_what_it_does_with_a_power_is_asked_when_that_is_used() -> None:
    found, grade = read("Jack can use Outwit. When he does, it rains.")

    assert grade == "partly" and found["does"][0]["using"] == "outwit"


def test_a_text_is_graded_by_how_much_of_it_the_program_plays() -> None:
    texts = ("Charge.", "Charge, Flurry. When it rains, it sulks.", "It sulks.")

    assert [read(words)[1] for words in texts] == ["program", "partly", "by hand"]
    assert read(texts[1])[0]["grants"] == ["charge", "flurry"]


def test_powers_that_a_file_lists_are_granted_where_no_word_of_the_text_says_more_of_them() -> None:
    plain = graded(Text("t", "It sulks.", grants=("charge",)), NAME)
    limited = graded(Text("t", "Jack can use Charge, but only on Sundays.", grants=("charge",)), NAME)

    assert plain[0]["grants"] == ["charge"] and plain[1] == "partly"
    assert "grants" not in limited[0] and limited[1] == "by hand"


# At the table -----------------------------------------------------------------------------------------------


def test_a_power_that_it_cannot_use_otherwise_is_used_as_free() -> None:
    found, _ = read("When Cinder Jack has 2 action tokens, he can use Quake as a free action.")
    trait = special(*found["does"], id="smoulder")
    tired = acting(at(HERO, "C3", tokens=2), at("foe", "C4"), trait=trait)
    fresh = acting(at(HERO, "C3", tokens=1), at("foe", "C4"), trait=trait)

    assert use(tired, "FREE", "smoulder").asked == "as_free" and tired.options == ["quake", None]
    assert use(fresh, "FREE", "smoulder").asked != "as_free"


# Files that players have ------------------------------------------------------------------------------------


def test_the_texts_of_real_files() -> None:
    grades: dict[str, str] = {}
    for form, name in REAL:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"no {name} here")
        for one in form.read(path.read_bytes()).data["characters"]:
            for text in (*one.get("specials", ()), *one.get("traits", ())):
                grades.setdefault(text.get("text", text["id"]), _grade(text))
    counted = Counter(grades.values())

    assert counted["program"] >= LEAST, counted


def _grade(text: dict[str, Any]) -> str:
    by_hand = any(one["do"] == "by_hand" for part in text.get("does", ()) for one in part.get("effects", ()))
    return "by hand" if by_hand else "program"


def test_phrases_of_a_player() -> None:
    phrases = {"templates": {"grant": [{"says": "<who> bristles", "means": {"powers": ["toughness"], "to": "<who>"}}]}}
    found = ColumnFile().with_phrases(phrases).read(
        b'name: Cinder Jo\n  range: 6\n  speed: 9, 8\n  attack: 10, 9\n  defense: 17 special, 16\n  damage: 3, 2\n'
        b'  special powers:\n    Bristle: "Jo bristles."\n'
    )  # fmt: skip

    assert found.data["characters"][0]["specials"][0]["grants"] == ["toughness"]
    with pytest.raises(ContentError, match="grant"):
        HCUnits().with_phrases({"templates": {"grant": [{"says": "<nobody> bristles", "means": {}}]}})


def test_what_was_read_is_taken_by_the_game() -> None:
    characters = [
        one for form, name in REAL if (path := SHARED / name).exists()
        for one in form.read(path.read_bytes()).data["characters"]
    ]  # fmt: skip
    if not characters:
        pytest.skip("no files of players here")

    for start in range(0, len(characters), 40):
        assert testing.invent("heroclix", characters=characters[start : start + 40])
