"""Team tactic cards in words: who plays them, and their texts as those of that character."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.importing import Ids, read_xml
from rulewright_crisis_protocol.importing.catalogue import Catalogue
from rulewright_crisis_protocol.importing.playing import Players, names_of
from rulewright_crisis_protocol.importing.rules import Reader
from rulewright_crisis_protocol.importing.texts import phrasebook

NAMES = [("Quill", "Peter Reed"), ("Warden, Lord Of Lamps", "Ada Stone"), ("The Marsh", "Marsh")]
PLAYERS = Players(names_of(NAMES), {"lamp lighters": "lamp-lighters", "reeds": "reeds"})


def card(text: str, type: str = "Active") -> dict[str, Any]:
    """What a card becomes."""
    reader = Reader(phrasebook())
    reader.players = PLAYERS
    return reader.tactic("LIGHTS OUT", "", type, text, Ids())


@pytest.mark.parametrize(
    ("first", "fields"),
    [
        ("Quill may spend 2 {PWR} to play this card.", {"by": [{"named": ["Quill"]}], "cost": 2}),
        ("An allied Peter Reed may play this card.", {"by": [{"named": ["Peter Reed"]}]}),
        ("Any Reeds character may spend 3 {PWR} to play this card.", {"by": [{"affiliation": "reeds"}], "cost": 3}),
        ("Any character may spend 1 {PWR} to play this card.", {"cost": 1}),
        ("An injured Reeds character may play this card.", {"by": [{"affiliation": "reeds", "injured": True}]}),
        (
            "Any number of allied Reeds characters may each spend 1 {PWR} to play this card.",
            {"by": [{"affiliation": "reeds"}], "most": 10, "cost": 1},
        ),
        (
            "Two Reeds characters may both spend 2 {PWR} each to play this card.",
            {"by": [{"affiliation": "reeds"}], "least": 2, "most": 2, "cost": 2},
        ),
        (
            "Any number of allied Lamp Lighters characters not holding an objective token may spend 3 {PWR} each to "
            "play this card.",
            {"by": [{"affiliation": "lamp-lighters", "holding": False}], "most": 10, "cost": 3},
        ),
        (
            "Quill and an allied Warden may each spend 1 {PWR} to play this card.",
            {"by": [{"named": ["Quill"]}, {"named": ["Warden, Lord Of Lamps"]}], "together": True, "cost": 1},
        ),
        (
            "Quill or the Marsh may spend 2 {PWR} to play this card.",
            {"by": [{"named": ["Quill", "The Marsh"]}], "cost": 2},
        ),
        (
            "During Quill's activation, he may spend 2 {PWR} to play this card.",
            {"by": [{"named": ["Quill"], "active": True}], "cost": 2},
        ),
        (
            "During a Reeds character's activation, it may spend 2 {PWR} to play this card.",
            {"by": [{"affiliation": "reeds", "active": True}], "cost": 2},
        ),
    ],
)
def test_who_plays_a_card_is_read(first: str, fields: dict[str, Any]) -> None:
    found = card(f"{first}\nThis character gains 2 {{PWR}}.")
    assert found["effects"] == [{"do": "gain_power", "amount": 2, "who": "self"}]
    fixed = ("name", "printed", "effects", "id")
    assert {key: value for key, value in found.items() if key not in fixed} == fields


def test_a_card_speaks_of_who_plays_it_by_its_name() -> None:
    found = card("Quill may spend 2 {PWR} to play this card.\nQuill gains 1 {PWR}.")
    assert found["effects"] == [{"do": "gain_power", "amount": 1, "who": "self"}]


def test_a_card_at_a_moment_is_played_by_whom_that_is_about() -> None:
    text = "When an allied Reeds character is targeted by an attack, it may spend 1 {PWR} to play this card."
    found = card(f"{text} It gains 1 {{PWR}}.", "Reactive")
    assert (found["when"], found["cost"], found["by"]) == ("targeted", 1, [{"affiliation": "reeds"}])


@pytest.mark.parametrize(
    "text",
    [
        "Someone else may spend 2 {PWR} to play this card. This character gains 2 {PWR}.",
        "Quill may spend 2 {PWR} and a lamp to play this card. This character gains 2 {PWR}.",
        "Any Ponds character may spend 2 {PWR} to play this card. This character gains 2 {PWR}.",
        "Quill may spend 2 {PWR} to play this card. Everyone gains a lamp.",
        "This character gains 2 {PWR}.",
    ],
)
def test_what_is_not_understood_is_played_by_hand(text: str) -> None:
    found = card(text)
    assert found["played"] != "program" and found["effects"] == [{"do": "by_hand", "text": text}]


ATTACK = "{PHYS} FLARE {RNG} B3 {STR} 6 {COST} 0\n- {WILD} Glow: After this attack is resolved, it gains 1 {PWR}.\n"


def test_an_attack_that_a_card_prints_is_lent_with_its_special_rules() -> None:
    found = card(f"{ATTACK}\nDuring Quill's activation, he may spend 2 {{PWR}} to play this card.\n"
                 "Quill may use the attack listed above once this activation.")  # fmt: skip
    (attack,) = found["attacks"]
    assert (attack["range"], attack["strength"], attack["type"], attack["name"]["en"]) == ("B3", 6, "physical", "Flare")
    assert [one["icons"] for one in attack["specials"]] == [["wild"]]
    lent = {"do": "lend_attack", "attack": attack["id"], "who": "self", "until": "activation"}
    assert found["effects"] == [lent] and "played" not in found


def test_an_attack_with_a_rule_that_is_not_understood_is_played_by_hand() -> None:
    found = card(f"{ATTACK}- This attack glows in the dark.\n\nQuill may play this card. Quill makes the above attack.")
    assert found["played"] == "by hand" and "attacks" not in found


# Who plays it beside someone else -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "by", "fields"),
    [
        (
            "If Quill is within {RNG} 2 of an allied Warden, both characters may spend 1 {PWR} each to play this card.",
            [{"named": ["Quill"]}, {"named": ["Warden, Lord Of Lamps"], "range": 2, "of": "chosen"}],
            {"cost": 1, "together": True},
        ),
        (
            "If it is Quill's activation and he is within {RNG} 3 of an allied Warden, they may spend 2 {PWR} each to "
            "play this card.",
            [{"named": ["Quill"], "active": True}, {"named": ["Warden, Lord Of Lamps"], "range": 3, "of": "chosen"}],
            {"cost": 2, "together": True},
        ),
        (
            "Two allied Reeds characters within {RNG} 3 of each other may each play this card.",
            [{"affiliation": "reeds"}, {"affiliation": "reeds", "range": 3, "of": "chosen"}],
            {"together": True},
        ),
        (
            "During its activation, an allied character with an active Reeds Leadership ability may spend 1 {PWR} to "
            "play this card.",
            [{"leads": "reeds", "active": True}],
            {"cost": 1},
        ),
        ("The active character may spend 2 {PWR} to play this card.", [{"active": True}], {"cost": 2}),
        ("A Reed character may play this card.", [{"affiliation": "reeds"}], {}),
    ],
)
def test_who_plays_a_card_may_depend_on_someone_else(text: str, by: list[Any], fields: dict[str, Any]) -> None:
    found = card(f"{text}\nThis character gains 2 {{PWR}}.")
    assert found["effects"] == [{"do": "gain_power", "amount": 2, "who": "self"}]
    assert found["by"] == by and {key: found.get(key) for key in fields} == fields


@pytest.mark.parametrize(
    ("text", "when", "by", "more"),
    [
        (
            "When the active character targets an enemy character with an attack and the target character is within "
            "{RNG} 2 of another allied character, those allied characters may spend 1 {PWR} each to play this card.",
            "attacks", [{"active": True}, {"range": 2, "of": "target"}], {"together": True},
        ),
        (
            "After an attack that targeted an allied character is resolved, another allied character within {RNG} 3 of "
            "the attacking character may spend 2 {PWR} to play this card.",
            "ally attacked", None, {"test": {"near": 3, "who": "attacker"}},
        ),
        (
            "When an enemy character targets an allied character within {RNG} 3 of an allied Quill with an attack, "
            "Quill may spend 2 {PWR} to play this card.",
            "anyone targeted", [{"named": ["Quill"]}], {"range": 3},
        ),
        (
            "After an enemy character ends a move action within {RNG} 4 of an allied Reeds character, that allied "
            "character may spend 2 {PWR} to play this card.",
            "enemy move ends", [{"affiliation": "reeds"}], {"range": 4},
        ),
        (
            "At the start of the Activation Phase, an allied Reeds character may spend 2 {PWR} to play this card.",
            "activation phase begins", [{"affiliation": "reeds"}], {"cost": 2},
        ),
        (
            "After an attack made by an allied Reeds character is resolved, if the attack roll contained {CRIT}, "
            "{WILD}, and {HIT}, it may spend 2 {PWR} to play this card.",
            "after attack", [{"affiliation": "reeds"}],
            {"test": {"all": [{"amount": {"faces": face, "of": "attack"}, "at_least": 1}
                              for face in ("critical", "wild", "hit")]}},
        ),
    ],
)  # fmt: skip
def test_a_card_at_a_moment_says_who_plays_it(text: str, when: str, by: Any, more: dict[str, Any]) -> None:
    found = card(f"{text}\nThis character gains 1 {{PWR}}.", "Reactive")
    assert "played" not in found and (found["when"], found.get("by")) == (when, by)
    assert {key: found.get(key) for key in more} == more


# What holds for a time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "who", "until", "power"),
    [
        (
            "This round, this character may reroll any number of its defense dice.", "self", "round",
            {"when": "own dice", "test": {"rolls": ["defense"]}, "effects": [{"do": "reroll", "amount": "any"}]},
        ),
        (
            "When an allied Reeds character is attacking a character with the Slow special condition this round, add 2 "
            "dice to the attack roll.",
            {"every": "allied", "itself": True, "affiliation": "reeds"}, "round",
            {"when": "attack pool", "test": {"has": "slow", "who": "target"},
             "effects": [{"do": "add_dice", "amount": 2}]},
        ),
        (
            "Until this character is Dazed or until the end of the round, when an enemy character ends a movement "
            "within {RNG} 2 of this character, that character gains the Hex special condition.",
            "self", "round",
            {"when": "enemy movement ends", "range": 2, "test": {"none": [{"state": "dazed", "who": "self"}]},
             "effects": [{"do": "condition", "condition": "hex", "who": "chosen"}]},
        ),
    ],
)  # fmt: skip
def test_what_holds_for_a_time_is_given(sentence: str, who: Any, until: str, power: dict[str, Any]) -> None:
    found = card(f"Quill may play this card.\n{sentence}")
    assert "played" not in found, found
    (given,) = found["superpowers"]
    assert found["effects"] == [{"do": "give", "who": who, "power": given["id"], "until": until}]
    assert {key: value for key, value in given.items() if key not in ("id", "name", "kind")} == power


def test_a_text_that_speaks_of_whom_it_chose_marks_them() -> None:
    found = card(
        "Quill may play this card.\nChoose an enemy character. Allied Reeds characters may reroll any number of attack "
        "dice when attacking the chosen character this Round."
    )
    (given,) = found["superpowers"]
    (chosen,) = found["effects"]
    assert chosen["then"] == [
        {"do": "mark", "mark": "lights-out", "who": "chosen", "until": "round"},
        {"do": "give", "who": {"every": "allied", "itself": True, "affiliation": "reeds"}, "power": given["id"],
         "until": "round"},
    ]  # fmt: skip
    assert {"marked": "lights-out", "who": "target"} in given["test"]["all"]


def test_a_superpower_that_a_card_prints_is_given() -> None:
    found = card(
        "Quill may spend 1 {PWR} to play this card.\nQuill gains the Poison special condition and the following "
        "superpower.\n\n{ACTIVE} WARM GLOW {COST} 2\n- This character gains 1 {PWR}."
    )
    (given,) = found["superpowers"]
    assert (given["kind"], given["cost"], given["name"]["en"]) == ("active", 2, "Warm Glow")
    assert found["effects"][1] == {"do": "give", "who": "self", "power": given["id"], "until": "game"}


def test_one_of_a_list_is_chosen() -> None:
    found = card(
        "Quill may play this card.\nChoose one of the following effects:\n- This character gains 1 {PWR}.\n"
        "- This character may advance {S}."
    )
    (choice,) = found["effects"]
    assert choice["do"] == "choose" and [one["effects"][0]["do"] for one in choice["options"]] == ["gain_power", "may"]


PLAYED = {"every": "allied", "played": True, "itself": True}


@pytest.mark.parametrize(
    ("sentence", "effect"),
    [
        ("Characters that spent {PWR} advance {S}.", {"do": "move", "who": PLAYED, "tool": "short"}),
        (
            "Characters that spent {PWR} are placed within {RNG} 3 of their current location.",
            {"do": "place", "who": PLAYED, "range": 3, "of": "itself"},
        ),
        (
            "Each character that spent {PWR} may immediately perform an attack with a {PWR} cost of 0.",
            {"do": "for_each", "side": "allied", "range": None, "played": True, "itself": True, "ordered": True,
             "then": [{"do": "may", "effects": [{"do": "attack", "who": "chosen", "most_cost": 0}]}]},
        ),
    ],
)  # fmt: skip
def test_all_that_played_a_card_are_meant(sentence: str, effect: dict[str, Any]) -> None:
    found = card(f"Any number of allied Reeds characters may spend 1 {{PWR}} to play this card.\n{sentence}")
    assert found["effects"] == [effect] and found["most"] == 10


def test_a_card_that_takes_an_action_says_so() -> None:
    assert card("Quill may play this card.\nQuill gains 1 {PWR}.", "Active: Action")["action"] is True


@pytest.mark.parametrize(
    "text",
    [
        # someone else than the words before are about
        "When an allied character is Dazed, a character may spend 1 {PWR} to play this card. It gains 1 {PWR}.",
        # a limit for all together, which would be used up by what is left out
        "Quill may play this card. This round, once per turn, when an allied Reeds character makes an attack, after "
        "the attack is resolved, it gains 1 {PWR} and may advance {S}.",
        # an option that is not understood
        "Quill may play this card.\nChoose one of the following effects:\n- This character gains 1 {PWR}.\n"
        "- This character glows.",
        # one more clause
        "Quill may play this card. This character gains 1 {PWR} this round, if it glows.",
        "Quill may play this card. For the rest of the game, this character glows.",
        # squads are built before the game
        "When you include this card in your squad, choose 1 character. It gains 1 {PWR}.",
    ],
)
def test_what_is_nearly_understood_is_played_by_hand(text: str) -> None:
    for type in ("Active", "Reactive"):
        found = card(text, type)
        assert found["played"] != "program" and found["effects"] == [{"do": "by_hand", "text": text}]


# Real cards ---------------------------------------------------------------------------------------------------

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "mcp" / "MCP Inventory.cat"
BY_PROGRAM = 264
"""Of the team tactic cards that players own, so many are played by the program."""


@pytest.mark.skipif(not REAL.exists(), reason=f"needs {REAL.name}, which is not part of the project")
def test_so_many_cards_that_players_own_are_played_by_the_program() -> None:
    found = Catalogue(read_xml(REAL.read_bytes()))
    cards = [grade for grade in found.grades if grade.kind == "tactic"]
    assert sum(grade.played == "program" for grade in cards) >= BY_PROGRAM
    assert all(grade.why for grade in cards if grade.played != "program")


@pytest.mark.skipif(not REAL.exists(), reason=f"needs {REAL.name}, which is not part of the project")
def test_who_is_brought_by_others_is_not_called_by_their_names() -> None:
    found = Catalogue(read_xml(REAL.read_bytes()))
    called = [one["alter_ego"].casefold() for one in found.characters if one["name"]["en"] == "Hydra Troopers"]
    assert called == ["hydra troopers"]
