"""Attached units: what they are together, and how they come apart."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attached_units import Separated, UnitDestroyed
from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved, SavesRolled
from rulewright_wh40k.terms import has_keyword

from .before import off
from .table import FOES, MINE, arm, happened, invent, rule, sheet, shooting, unit


def attacked(attacks: int, *rolls: Any, soldiers: int = 1) -> Scenario:
    """Foes that a boss leads suffer attacks, each of which destroys a model that does not save."""
    rules = invent(
        sheet(MINE, arm("gun", attacks=str(attacks))), sheet("boss", keywords=["Infantry", "Character"]), sheet(FOES)
    )
    spots = [(30 + 1.5 * number, 20.0) for number in range(soldiers + 1)]
    foes = unit(FOES, *spots, leaders=("boss",))
    last = foes[-1]
    foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 1, last.x, last.y)
    boss = off("boss", area="attached", player=1)[:1]
    position = shooting(foes, boss, rules=rules, rolls=rolls)
    while position.asked in ("allocate", "precision"):
        position.answer(position.options[0])
    return position


@rule("core.attached-units", 4)
@rule("core.keywords")
def test_an_attached_unit_has_the_keywords_of_all_its_units() -> None:
    position = attacked(1, (1,))
    assert has_keyword(position.game, FOES, "Character") and position.state.units[FOES].leaders == ("boss",)


@rule("errata.leader", 1, 3)
@rule("core.ability-leader", 4)
@rule("core.attached-units", 2)
def test_without_its_bodyguard_a_leader_is_a_unit_of_its_own_after_all_attacks() -> None:
    position = attacked(2, (6, 6), (6, 6), (1,), (6,))
    kinds = [type(event) for event in happened(position, ModelRemoved, SavesRolled, Separated)]
    assert kinds == [SavesRolled, ModelRemoved, SavesRolled, Separated]
    boss = position.state.units["boss"]
    assert (boss.area, boss.strength, position.state.models["boss.1"].unit) == ("table", 1, "boss")
    assert position.state.units[FOES].area == "destroyed"


@rule("errata.leader", 2, 3)
@rule("core.attached-units", 2)
def test_without_its_leader_the_bodyguard_is_a_unit_of_its_own() -> None:
    rules = invent(sheet(MINE, arm("gun", "precision")), sheet("boss", keywords=["Infantry", "Character"]), sheet(FOES))
    foes = unit(FOES, (30, 20), (31.5, 20), (33, 20), leaders=("boss",))
    last = foes[-1]
    foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 1, last.x, last.y)
    position = shooting(foes, off("boss", area="attached", player=1)[:1], rules=rules, rolls=[(6,), (6,), (1,)])
    position.answer("boss.1")
    assert [(event.leader, event.unit) for event in happened(position, Separated)] == [("boss", FOES)]
    one = position.state.units[FOES]
    assert (one.area, one.strength, one.leaders) == ("table", 2, ())
    assert position.state.units["boss"].area == "destroyed" and not has_keyword(position.game, FOES, "Character")


@rule("errata.leader", 4, 5, 6)
@rule("core.attached-units", 3)
@pytest.mark.parametrize(("faces", "destroyed"), [([(1,), (6,)], [FOES]), ([(1,), (1,)], [FOES, "boss"])])
def test_each_unit_is_destroyed_by_itself_with_its_own_keywords(faces: Any, destroyed: list[str]) -> None:
    position = attacked(2, (6, 6), (6, 6), *faces)
    found = happened(position, UnitDestroyed)
    assert [event.unit for event in found] == destroyed
    assert ["Character" in event.keywords for event in found] == [False, True][: len(destroyed)]
    assert len(happened(position, ModelDestroyed)) == len(destroyed)
