"""Texts that no program understands: they are asked for at the moment that their first words name."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.narrator import Narrator
from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.command import CPGained
from rulewright_wh40k.importing.moments import HEADS, LOOSE, by_hand

from .table import FOES, MINE, battle, happened, invent, phase, sheet, unit


@pytest.mark.parametrize(
    ("text", "when", "more"),
    [
        ("At the end of your Command phase, sing.", "end of command phase", {}),
        ("In your Shooting phase, sing.", "select to shoot", {}),
        ("Once per battle, at the start of any phase, sing.", "phase start",
         {"whose": "any", "once": "battle", "may": True}),
        ("Once per battle round, in your Charge phase, sing.", "select to charge", {"once": "round", "may": True}),
        ("In your Charge phase, you can sing.", "select to charge", {"may": True}),
        ("At the end of your opponent's Fight phase, sing.", "end of fight phase", {"whose": "opposing"}),
        ("Each time this unit is selected to shoot, sing.", "targets selected", {"test": {"strike": "ranged"}}),
        ("In your Shooting phase, after this unit has shot, sing.", "has shot",
         {"test": {"phase": "shooting", "turn": "yours"}}),
        ("Each time this unit has shot, sing.", "has shot", {}),
        ("At the start of the battle round, sing.", "battle round start", {}),
        ("At the start of your opponent's Command phase, sing.", "command step", {"whose": "opposing"}),
        ("At the end of your opponent's turn, you can sing.", "end of fight phase", {"whose": "opposing", "may": True}),
        ("If this model is destroyed, sing.", "unit destroyed", {}),
        ("Each time this unit destroys an enemy unit, sing.", "unit destroyed", {"whose": "opposing"}),
        ("Each time an enemy unit selects this unit as the target of a charge, sing.", "charge declared",
         {"whose": "opposing", "test": {"unit": "target", "attacked": True}}),
        ("Each time this unit Advances, sing.", "move starts", {"test": {"move": ["advance"]}}),
        ("Lantern Guard model only. In your Charge phase, sing.", "select to charge", {}),
        ("While this model is leading a unit, in your Charge phase, sing.", "select to charge", {}),
        ("Each time an enemy unit ends a Normal move within 9\", sing.", "move ends", {"whose": "opposing"}),
        ("After both players have deployed their armies, you can sing.", "armies deployed",
         {"once": "battle", "may": True}),
        ("At the start of the Declare Battle Formations step, sing.", "battle formations", {}),
        ("If your Army Faction is TIDE, at the end of your Command phase, sing.", "end of command phase",
         {"army": True}),
        ("Once per battle, while the bearer is leading a unit, at the end of any phase, sing.", "phase end",
         {"whose": "any", "once": "battle", "may": True}),
        ("Twice per battle, at the end of your Command phase, sing.", "end of command phase",
         {"once": "battle", "times": 2, "may": True}),
        ("Each time a model in this unit makes an attack that targets a Sung unit, sing.", "targets selected", {}),
        ("Each time a ranged attack targets this unit, sing.", "targets selected",
         {"whose": "opposing", "test": {"all": [{"unit": "target", "attacked": True}, {"strike": "ranged"}]}}),
        ("While this model is leading a unit, each time a model in that unit is destroyed by a melee attack, sing.",
         "targets selected", {"whose": "opposing", "test": {"unit": "target", "attacked": True}}),
        ("Each time you target this unit with a Stratagem, sing.", "stratagem used", {}),
        ("Once per battle round, one unit from your army with this ability can be targeted with a Stratagem for 0CP.",
         "stratagem used", {"once": "round", "may": True}),
        ("Each time your opponent targets a unit from their army with a Stratagem, sing.", "stratagem used",
         {"whose": "opposing"}),
        ("The bearer has a 4+ invulnerable save. At the start of your Command phase, sing.", "command step", {}),
        ("At the start of the battle, sing.", "battle round start",
         {"once": "battle", "may": True, "test": {"amount": "battle round", "at_most": 1}}),
        ("When this unit arrives from Strategic Reserves, sing.", "set up", {}),
    ],
)  # fmt: skip
def test_the_first_words_name_a_moment(text: str, when: str, more: dict[str, Any]) -> None:
    assert by_hand(text) == [{"when": when, **more, "effects": [{"do": "by_hand", "text": text}]}]


@pytest.mark.parametrize("text", ["", "Sing.", '24" 1 2+ 3 -2 6', "Weapons with [TORRENT] in their profile sing."])
def test_what_is_no_rule_or_explains_one_is_only_shown(text: str) -> None:
    assert by_hand(text) == []


@pytest.mark.parametrize("text", ["While this unit sings, add 1 to its Move.", "This model cannot be your Warlord."])
def test_players_are_reminded_of_other_texts_before_the_battle(text: str) -> None:
    hand = [{"do": "by_hand", "text": text}]
    assert by_hand(text) == [{"when": "armies deployed", "once": "battle", "may": True, "effects": hand}]


def test_a_text_about_two_moments_is_asked_for_at_both() -> None:
    text = "Just after an enemy unit finishes making its attacks, this unit sings."
    assert [part["when"] for part in by_hand(text)] == ["has shot", "has fought"]


def test_the_text_of_a_whole_army_is_asked_for_once() -> None:
    assert by_hand("At the end of your Command phase, your army sings.", army=True)[0]["army"] is True


@pytest.mark.parametrize("means", [means for _, means in (*HEADS, *LOOSE)])
@pytest.mark.parametrize("phase_name", ["movement", "fight"])
def test_every_moment_that_words_name_is_one(means: Any, phase_name: str) -> None:
    means = {name: value for name, value in means.items() if name != "also"}
    part = {**means, "when": means["when"].format(phase_name), "effects": [{"do": "by_hand", "text": "Sing."}]}
    assert LEXICON.read(RuleText, {"name": "Song", "does": [part]}).does


def test_its_player_is_shown_the_text_and_says_what_happens() -> None:
    song = "In your Shooting phase, sing."
    one = sheet(MINE)
    one["texts"] = [{"name": "Song", "text": song, "does": by_hand(song)}]
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=invent(one)), "shooting phase")
    teller = Narrator(position.game.rules, "en")
    assert position.asked == "by_hand" and song in teller.question(position.game.view(0), position.game.request)
    position.answer((("gain_cp", ("cp", 1)),))
    assert len(happened(position, CPGained)) == 1
    assert position.asked != "by_hand"
    assert position.window != "select to shoot" or position.player == 1


def test_what_people_play_is_not_asked_for_in_the_turn_of_the_opponent() -> None:
    song = "In your Shooting phase, sing."
    one = sheet(MINE)
    one["texts"] = [{"name": "Song", "text": song, "does": by_hand(song)}]
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=invent(one)), "shooting phase", 1)
    assert position.asked == "shoot"
