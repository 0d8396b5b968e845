"""What bots make of what texts say; of a position they know nothing here."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.minds.judgement import JUDGE
from tests.promises import answers, worthless

from .table import FOES, MINE, battle, invent, phase, sheet, unit
from .test_written_abilities import with_texts

UNTOLD = {"by_hand": "nobody knows what it says"}


def asked(*effects: dict[str, Any], **part: Any) -> Scenario:
    """What a text of a unit does when an enemy has selected it as a target."""
    answer = {"when": "targets selected", "whose": "opposing", "may": True, "effects": list(effects), **part}
    things = unit(MINE, (20, 20), wounds=3, weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    rules = invent(sheet(MINE, wounds=3), with_texts(FOES, answer))
    return phase(battle(*things, rules=rules, rolls=[(1,)]), "shooting phase").answer(MINE, FOES)


HURTS, HARMS_ITSELF = {"do": "suffer", "to": "acting"}, {"do": "suffer", "to": "target"}


@pytest.mark.parametrize(("effect", "used"), [(HURTS, True), (HARMS_ITSELF, False)])
def test_a_bot_uses_a_text_that_is_good_for_it(effect: dict[str, Any], used: bool) -> None:
    position = asked(effect)
    assert position.window == "targets selected"

    assert {answer is not None for answer in answers(position)} == {used}


@pytest.mark.parametrize(("effect", "answer"), [(HURTS, True), (HARMS_ITSELF, False)])
def test_a_bot_does_what_is_good_for_it(effect: dict[str, Any], answer: bool) -> None:
    position = asked({"do": "may", "effects": [effect]})
    position.answer(position.options[-1])
    assert position.asked == "may"

    assert answers(position) == {answer}


def test_every_verb_has_a_worth() -> None:
    assert worthless(LEXICON, JUDGE) == set(UNTOLD)
