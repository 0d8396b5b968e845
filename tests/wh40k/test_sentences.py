"""Texts of real datasheets of which the program understands every word."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.importing.sentences import BIG, by_program

from .table import rule

LED: dict[str, Any] = {"of": "led"}
UNDERSTOOD: list[tuple[str, list[dict[str, Any]]]] = [
    ("While this model is leading a unit, weapons equipped by models in that unit have the **^^[Lethal Hits]^^** "
     "ability.",
     [{"arms": ["lethal-hits"], **LED}]),
    ("While this model is leading a unit, ranged weapons equipped by that unit have the [SUSTAINED HITS 1] ability.",
     [{"arms": ["sustained-hits:1"], **LED, "attacking": "ranged"}]),
    ("While this model is leading a unit, models in that unit have the Feel No Pain 5+ ability.",
     [{"modifies": "feel no pain", "layer": "at least", "by": 5, **LED}]),
    ("Models in the bearer’s unit have the Feel No Pain 6+ ability.",
     [{"modifies": "feel no pain", "layer": "at least", "by": 6}]),
    ("This unit is eligible to shoot and declare a charge in a turn in which it Fell Back.",
     [{"permits": "shoot after falling back"}, {"permits": "charge after falling back"}]),
    ("Each time this model makes an attack that targets a Monster or Vehicle unit, add 1 to the Hit roll.",
     [{"modifies": "hit", "by": 1, "test": BIG, "of": "model"}]),
    ("While this model is leading a unit, each time a model in that unit makes an attack, add 1 to the Wound roll.",
     [{"modifies": "wound", "by": 1, **LED}]),
    ("Each time a model in this unit makes a ranged attack, improve the Armour Penetration characteristic of that "
     "attack by 1.",
     [{"modifies": "ap", "layer": "improved", "by": 1, "attacking": "ranged"}]),
    ("Each time this model makes a melee attack, worsen the Weapon Skill characteristic of that attack by 2.",
     [{"modifies": "skill", "layer": "worsened", "by": 2, "of": "model", "attacking": "melee"}]),
    ("Each time this model makes an attack, subtract 1 from the Hit roll.",
     [{"modifies": "hit", "by": -1, "of": "model"}]),
    ("Each time a model in this unit makes an attack, you can ignore any or all modifiers to the Hit roll.",
     [{"ignores": ["hit"]}]),
    ("While this model is leading a unit, each time a model in that unit makes a ranged attack, you can ignore any or "
     "all modifiers to that attack’s Ballistic Skill characteristic and/or to the Hit roll.",
     [{"ignores": ["skill", "hit"], **LED, "attacking": "ranged"}]),
]  # fmt: skip


@rule("commentary.modifying-by-improving-or-worsening")
@rule("commentary.ignoring-modifiers", 3)
@pytest.mark.parametrize(("text", "does"), UNDERSTOOD)
def test_a_text_of_which_all_is_understood_is_played_by_the_program(text: str, does: list[Any]) -> None:
    assert by_program(text) == does
    assert LEXICON.read(RuleText, {"name": "Text", "text": text, "does": does}).does


@rule("commentary.modifying-by-improving-or-worsening")
@rule("commentary.ignoring-modifiers", 3)
@pytest.mark.parametrize(
    "text",
    [
        "While this model is leading a unit, weapons equipped by models in that unit have the [Lethal Tea] ability.",
        "This unit is eligible to shoot in a turn in which it Fell Back, but only at Monsters.",
        "Models in that unit have the Feel No Pain 5+ ability.",
        "Each time a model in that unit makes an attack, add 1 to the Hit roll.",
        "Each time this model makes an attack, improve the Toughness characteristic of that attack by 1.",
        "Each time this model makes an attack, you can ignore any or all modifiers to the Hit roll and your luck.",
        "Each time this model makes an attack, you can ignore modifiers.",
    ],
)
def test_a_text_with_a_word_more_is_not(text: str) -> None:
    assert by_program(text) == []
