"""Team tactic cards in words: who plays them, and their texts as those of that character."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.importing import Ids
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
