"""The moments of texts that are no part of a turn, and how often a text is used: by a unit, or by all of its army."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import Round
from rulewright.testing import Scenario
from rulewright_wh40k.events.command import CPGained
from rulewright_wh40k.events.stratagems import StratagemUsed

from .before import before, off
from .table import FOES, MINE, army, battle, happened, invent, left, named, phase, rule, unit, use
from .test_stratagems import own, stratagem
from .test_written_abilities import said, text, with_texts

GAIN: Any = [{"do": "gain_cp", "cp": 1}]


def used_on(*does: Any, on: str = MINE, **more: Any) -> Scenario:
    """A Stratagem has been used on one of two units of ours, of which the first has a text."""
    mine = with_texts("boss", *does)
    things = unit("boss", (20, 20)), unit(MINE, (20, 23)), unit(FOES, (30, 20)), army(0, 2, detachment="own")
    position = phase(battle(*things, rules=own(stratagem("aim"), sheets=[mine]), **more), "shooting phase")
    return use(position, "aim", on)


@rule("commentary.after")
@pytest.mark.parametrize(("on", "whose", "gained"), [("boss", "self", 1), (MINE, "self", 0), (MINE, "friendly", 1)])
def test_something_happens_when_a_stratagem_is_used_on_a_unit(on: str, whose: str, gained: int) -> None:
    position = used_on({"when": "stratagem used", "whose": whose, "effects": GAIN}, on=on)
    assert len(happened(position, CPGained)) == gained
    kinds = [type(event) for event in happened(position, CPGained, StratagemUsed)]
    assert kinds[0] is StratagemUsed


def after_a_round(*does: Any) -> int:
    """The wounds that our unit has lost after a battle round of two turns."""
    things = unit(MINE, (10, 20), wounds=20), unit(FOES, (50, 20))
    position = battle(*things, rules=invent(with_texts(MINE, *does, wounds=20)))
    position.begin("game/round", Round(number=5)).until(declines=("move", "shoot", "charge", "react"))
    return 20 - left(position, MINE)[0]


HURT: Any = [{"do": "suffer", "to": "target"}]


@rule("commentary.end-of-phase")
@pytest.mark.parametrize(("whose", "times"), [("any", 10), ("self", 5), ("opposing", 5)])
def test_something_happens_at_the_end_of_any_phase(whose: str, times: int) -> None:
    assert after_a_round({"when": "phase end", "whose": whose, "effects": HURT}) == times


@pytest.mark.parametrize(("army_wide", "gained"), [(True, 1), (False, 2)])
def test_a_text_may_count_once_for_all_units_that_have_it(army_wide: bool, gained: int) -> None:
    sing = [{"do": "by_hand", "text": "La"}]
    song = {"when": "shooting phase start", "once": "turn", "army": army_wide, "effects": sing}
    things = unit(MINE, (20, 20)), unit(MINE, (20, 25), name="second"), unit(FOES, (50, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, song))), "shooting phase")
    asked = 0
    while position.asked in ("by_hand", "happens_first"):
        asked += position.asked == "by_hand"
        position.answer(() if position.asked == "by_hand" else position.options[0])
    assert asked == gained


@rule("core.muster-detachment")
@pytest.mark.parametrize(("army_wide", "asked"), [(True, 1), (False, 2)])
def test_the_text_of_a_detachment_is_offered_once_where_it_is_about_the_army(army_wide: bool, asked: int) -> None:
    song = {"when": "shooting phase start", "army": army_wide, "may": True, "effects": GAIN}
    host = {**named("host"), "faction": "A", "texts": [text(song)]}
    rules = invent(detachments=[host])
    things = unit(MINE, (20, 20)), unit(MINE, (20, 25), name="second"), unit(FOES, (50, 20)), army(0, detachment="host")
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert position.asked == "react" and len([one for one in position.options if one is not None]) == asked


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_text_may_be_used_several_times(times: int) -> None:
    assert (
        after_a_round({"when": "phase start", "whose": "any", "once": "round", "times": times, "effects": HURT})
        == times
    )


@pytest.mark.parametrize("when", ["battle formations", "armies deployed"])
def test_something_happens_before_the_battle(when: str) -> None:
    rules = invent(with_texts(MINE, {"when": when, "once": "battle", "effects": GAIN}))
    position = before("battle_formations" if when == "battle formations" else "armies_deployed",
                      off(MINE, area="waiting", player=0), unit(FOES, (50, 20)), rules=rules)  # fmt: skip
    assert len(happened(position, CPGained)) == 1


def test_how_often_is_said_in_both_languages() -> None:
    part = {"when": "phase end", "whose": "any", "once": "battle", "times": 2, "army": True, "effects": GAIN}
    assert "2 times per battle, end of any phase (anyone's), counted for the whole army" in said(part)
    assert text(part)["does"] and "全军合计" in said(part, lang="zh")
