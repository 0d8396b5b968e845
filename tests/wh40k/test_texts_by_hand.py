"""Texts that no program understands: they are asked for at the moment that their first words name."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.narrator import Narrator
from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.command import CPGained
from rulewright_wh40k.importing.moments import HEADS, by_hand
from rulewright_wh40k.importing.sentences import BIG, by_program

from .table import FOES, MINE, battle, happened, invent, phase, sheet, unit


@pytest.mark.parametrize(
    ("text", "when", "more"),
    [
        ("At the end of your Command phase, sing.", "end of command phase", {}),
        ("In your Shooting phase, sing.", "select to shoot", {}),
        ("Once per battle, at the start of any phase, sing.", "phase start", {"whose": "any", "once": "battle"}),
        ("Once per battle round, in your Charge phase, sing.", "select to charge", {"once": "round"}),
        ("At the end of your opponent's Fight phase, sing.", "end of fight phase", {"whose": "opposing"}),
        ("Each time this unit is selected to shoot, sing.", "targets selected", {}),
        ("Each time an enemy unit ends a Normal move within 9\", sing.", "move ends", {"whose": "opposing"}),
    ],
)  # fmt: skip
def test_the_first_words_name_a_moment(text: str, when: str, more: dict[str, Any]) -> None:
    assert by_hand(text) == [{"when": when, **more, "effects": [{"do": "by_hand", "text": text}]}]


@pytest.mark.parametrize("text", ["While this unit sings, add 1 to its Move.", "", "Sing."])
def test_other_texts_are_only_shown(text: str) -> None:
    assert by_hand(text) == []


@pytest.mark.parametrize("means", [means for _, means in HEADS])
@pytest.mark.parametrize("phase_name", ["movement", "fight"])
def test_every_moment_that_words_name_is_one(means: Any, phase_name: str) -> None:
    part = {**means, "when": means["when"].format(phase_name), "effects": [{"do": "by_hand", "text": "Sing."}]}
    assert LEXICON.read(RuleText, {"name": "Song", "does": [part]}).does


def test_its_player_is_shown_the_text_and_says_what_happens() -> None:
    song = "In your Shooting phase, sing."
    one = sheet(MINE)
    one["texts"] = [{"name": "Song", "text": song, "does": by_hand(song)}]
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=invent(one)), "shooting phase")
    assert position.window == "select to shoot"
    teller = Narrator(position.game.rules, "en")
    assert teller.option(position.game.view(0), position.game.request, position.options[-1]) == "mine: Song"
    position.answer(position.options[-1])
    assert position.asked == "by_hand" and song in teller.question(position.game.view(0), position.game.request)
    position.answer((("gain_cp", ("cp", 1)),))
    assert len(happened(position, CPGained)) == 1
    assert position.window != "select to shoot" or position.player == 1


def test_what_people_play_is_not_asked_for_in_the_turn_of_the_opponent() -> None:
    song = "In your Shooting phase, sing."
    one = sheet(MINE)
    one["texts"] = [{"name": "Song", "text": song, "does": by_hand(song)}]
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=invent(one)), "shooting phase", 1)
    assert position.asked == "shoot"


# By program -------------------------------------------------------------------------------------------------

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
]  # fmt: skip


@pytest.mark.parametrize(("text", "does"), UNDERSTOOD)
def test_a_text_of_which_all_is_understood_is_played_by_the_program(text: str, does: list[Any]) -> None:
    assert by_program(text) == does
    assert LEXICON.read(RuleText, {"name": "Text", "text": text, "does": does}).does


@pytest.mark.parametrize(
    "text",
    [
        "While this model is leading a unit, weapons equipped by models in that unit have the [Lethal Tea] ability.",
        "This unit is eligible to shoot in a turn in which it Fell Back, but only at Monsters.",
        "Models in that unit have the Feel No Pain 5+ ability.",
        "Each time a model in that unit makes an attack, add 1 to the Hit roll.",
    ],
)
def test_a_text_with_a_word_more_is_not(text: str) -> None:
    assert by_program(text) == []
