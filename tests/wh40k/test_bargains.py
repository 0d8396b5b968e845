"""Stratagems that a text makes cheaper once in a while, and units that reanimate."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelReturned, WoundsRegained
from rulewright_wh40k.events.stratagems import StratagemUsed

from .before import places
from .table import FOES, MINE, army, battle, happened, invent, left, offered, phase, rule, sheet, unit, use
from .test_stratagems import own, stratagem
from .test_written_abilities import said, with_texts

ONCE: Any = {"frees": ["any"], "once": "round", "army": True}


def aiming(cp: int, *does: Any, **more: Any) -> Scenario:
    """Our Shooting phase with two Stratagems of 1 CP, two units with a text, and one without."""
    one = with_texts("one", *does, **more)
    things = unit("one", (20, 20)), unit("one", (20, 23), name="second"), unit(MINE, (20, 26)), unit(FOES, (30, 20))
    both = own(stratagem("aim"), stratagem("fire"), sheets=[one])
    return phase(battle(*things, army(0, cp, detachment="own"), rules=both), "shooting phase")


def paid(position: Scenario) -> list[int]:
    """What Stratagems have cost."""
    return [event.cost for event in happened(position, StratagemUsed)]


@rule("commentary.modifying-stratagem-cost")
def test_a_player_without_cp_uses_it_once_for_one_unit_of_the_army() -> None:
    position = aiming(0, ONCE)
    assert offered(position) == [("aim", "one"), ("aim", "second"), ("fire", "one"), ("fire", "second")]
    use(position, "aim", "one")
    assert paid(position) == [0] and offered(position) == []


@rule("commentary.modifying-stratagem-cost")
@pytest.mark.parametrize(("taken", "cost", "then"), [("one.text", 0, 1), (None, 1, 0)])
def test_a_player_with_cp_may_leave_it(taken: str | None, cost: int, then: int) -> None:
    position = use(aiming(1, ONCE), "aim", "one")
    assert position.asked == "bargain" and position.options == ["one.text", None]
    position.answer(taken)
    assert paid(position) == [cost]
    assert position.state.armies[0].cp == then


@rule("commentary.modifying-stratagem-cost")
@pytest.mark.parametrize(("army_wide", "others"), [(True, []), (False, [("fire", "second")])])
def test_each_unit_uses_its_own_where_nothing_else_is_said(army_wide: bool, others: Any) -> None:
    position = use(aiming(0, {**ONCE, "army": army_wide, "again": False}), "aim", "one")
    assert [one for one in offered(position) if one[0] == "fire"] == others


@rule("commentary.modifying-stratagem-cost")
@pytest.mark.parametrize("again", [True, False])
def test_it_may_be_used_again_on_another_unit_where_the_text_says_so(again: bool) -> None:
    position = use(aiming(3, {**ONCE, "again": again}), "aim", MINE)
    found = [one for one in offered(position) if one[0] == "aim"]
    assert found == ([("aim", "one"), ("aim", "second")] if again else [])
    if again:
        use(position, "aim", "one")
        assert paid(position) == [1, 0], "it cannot be used without the text"


@rule("commentary.modifying-stratagem-cost")
def test_it_may_be_one_cp_less() -> None:
    position = aiming(0, {"frees": ["fire"], "less": 1, "once": "battle"})
    assert offered(position) == [("fire", "one"), ("fire", "second")]


@rule("commentary.modifying-stratagem-cost")
@rule("core.aura-abilities")
@pytest.mark.parametrize(("inches", "near"), [(1, ["one", "second"]), (4, ["mine", "one", "second"])])
def test_it_may_be_about_units_near(inches: int, near: list[str]) -> None:
    position = aiming(0, {"frees": ["aim"], "aura": inches, "once": "turn"})
    assert sorted(one[1] for one in offered(position)) == near


def test_the_units_that_it_is_about_are_whole_units() -> None:
    with pytest.raises(ContentError, match="Stratagems are used on its unit"):
        invent(with_texts(MINE, {**ONCE, "of": "model"}))


def test_it_says_itself_in_both_languages() -> None:
    less = {**ONCE, "less": 1, "again": False}
    assert "once per battle round, counted for the whole army, 1 CP less: any Stratagem" in said(less)
    assert "每战斗轮一次，全军合计，少 1 CP：任意计谋" in said(less, lang="zh")


# Reanimating ------------------------------------------------------------------------------------------------

RISE: Any = {"when": "shooting phase start", "effects": [{"do": "reanimate", "dice": "D3"}]}


def rising(wounds: int, face: int, strength: int = 2) -> Scenario:
    """A unit of one model of two that has wounds left of 3."""
    things = unit(MINE, (20, 20), wounds=wounds, strength=strength), unit(FOES, (50, 20))
    rules = invent(with_texts(MINE, RISE, wounds=3))
    return phase(battle(*things, rules=rules, rolls=[(face,)]), "shooting phase")


@rule("commentary.regain-wounds")
@pytest.mark.parametrize(("face", "after"), [(2, [2]), (4, [3])])
def test_a_wounded_model_regains_wounds_first(face: int, after: list[int]) -> None:
    position = rising(1, face)
    assert left(position, MINE) == after and not happened(position, ModelReturned)


@rule("commentary.returning-models-to-a-unit")
def test_then_a_destroyed_model_returns_with_one_wound_and_regains_more() -> None:
    position = rising(2, 6)
    assert position.asked == "return"
    position.answer(places((21.5, 20), name="mine/one"))
    assert sorted(left(position, MINE)) == [2, 3]


@rule("commentary.regain-wounds")
def test_nothing_happens_to_a_unit_that_is_what_it_was() -> None:
    position = rising(2, 6, strength=1)
    assert left(position, MINE) == [3] and len(happened(position, WoundsRegained)) == 1
    assert sheet(MINE)
