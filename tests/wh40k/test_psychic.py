"""Psychic weapons and abilities, and what wards off Psychic Attacks."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import DamageSuffered, SavesRolled, Selected
from rulewright_wh40k.events.shooting import BoltCast

from .table import FOES, MINE, arm, as_declared, battle, happened, invent, left, phase, rule, sheet, shooting, unit

WARD = ["psychic ward 5+"]
GUN = f"{MINE}/gun"


def suffered(position: Scenario) -> list[tuple[str, int, bool, bool]]:
    """Who suffered how much, whether they were mortal wounds, and whether it was a Psychic Attack."""
    return [(one.model, one.damage, one.mortal, one.psychic) for one in happened(position, DamageSuffered)]


def casting(*things: Any, rules: Any = None, rolls: Any = (), **more: Any) -> Scenario:
    """The Shooting phase of a unit with a psychic bolt, without weapons and without the keyword Psyker."""
    rules = rules or invent(sheet(MINE, abilities=["psychic bolt d3", *WARD], wounds=5), sheet(FOES, wounds=5))
    foes = unit(FOES, more.pop("at", (30, 20)), wounds=5)
    return phase(battle(unit(MINE, (20, 20), wounds=5, weapons=()), foes, *things, rules=rules, rolls=rolls),
                 "shooting phase")  # fmt: skip


@rule("core.weapon-psychic")
@rule("commentary.psychic-attack", 1)
@rule("commentary.psychic-weapons-and-abilities")
@pytest.mark.parametrize(("abilities", "lost"), [(("psychic",), 0), ((), 1)])
def test_an_attack_with_a_psychic_weapon_is_a_psychic_attack(abilities: tuple[str, ...], lost: int) -> None:
    rules = invent(sheet(MINE, arm("gun", *abilities)), sheet(FOES, wounds=3, abilities=WARD))
    rolls = [(3,), (4,), (1,), *([] if lost else [(5,)])]
    position = shooting(unit(FOES, (30, 20), wounds=3), rules=rules, rolls=rolls)
    assert suffered(position) == [("foes.1", 1, False, not lost)] and left(position) == [3 - lost]


@rule("core.psychic")
@rule("commentary.psychic-attack", 2)
@rule("faq.psychic.mortal-wounds-are-psychic-attacks")
@rule("faq.psychic.doombolt-and-feel-no-pain")
@rule("commentary.psychic-weapons-and-abilities", 1, 2)
@rule("commentary.eligible-to-shoot-without-ranged-weapons", 2)
def test_the_mortal_wounds_of_a_psychic_ability_are_a_psychic_attack() -> None:
    """Its unit has no weapons and no Psyker; the ward of the target ignores one of two wounds."""
    rules = invent(sheet(MINE, abilities=["psychic bolt d3"]), sheet(FOES, wounds=5, save=2, abilities=WARD))
    position = casting(rules=rules, rolls=[(2,), (4,), (4,), (5,)])
    assert (position.asked, position.options) == ("bolt", [(MINE, FOES), None])
    position.answer((MINE, FOES))
    assert suffered(position) == [("foes.1", 1, True, True)] * 2 and left(position) == [4]
    assert not happened(position, SavesRolled, Selected)


@rule("faq.psychic.mortal-wounds-are-psychic-attacks")
def test_what_a_psychic_ability_does_to_its_own_unit_is_a_psychic_attack_too() -> None:
    position = casting(rolls=[(1,), (6,), (1,), (1,), (6,)]).answer((MINE, FOES))
    assert suffered(position) == [("mine.1", 1, True, True)] * 3
    assert (left(position, MINE), left(position)) == ([3], [5])


@rule("core.psychic")
@rule("commentary.eligible-to-shoot-without-ranged-weapons", 2)
@pytest.mark.parametrize(("at", "able"), [((39.2, 20), True), ((39.3, 20), False), ((22, 20), False)])
def test_a_bolt_reaches_18_inches_and_is_not_cast_while_locked_in_combat(at: tuple[float, float], able: bool) -> None:
    assert (casting(at=at).asked == "bolt") is able


@rule("core.psychic")
def test_each_unit_casts_one_bolt_and_only_if_its_player_wants() -> None:
    other = unit(MINE, (20, 25), name="other", wounds=5, weapons=())
    position = casting(other, rolls=[(2,), (1,)]).answer((MINE, FOES))
    assert position.options == [("other", FOES), None]
    position.answer(None)
    assert [event.unit for event in happened(position, BoltCast)] == [MINE]


@rule("faq.psychic.hazardous-psychic-weapon")
@pytest.mark.parametrize(("abilities", "psychic"), [(("hazardous", "psychic"), True), (("hazardous",), False)])
def test_a_failed_hazardous_test_for_a_psychic_weapon_is_a_psychic_attack(
    abilities: tuple[str, ...], psychic: bool
) -> None:
    """The unit also has a Hazardous weapon of the other kind, whose test succeeds."""
    other = ("hazardous",) if psychic else ("hazardous", "psychic")
    rules = invent(sheet(MINE, arm("gun", *abilities), arm("rifle", *other), wounds=5))
    both = unit(MINE, (20, 20), wounds=5, weapons=(GUN, f"{MINE}/rifle"))
    position = phase(battle(both, unit(FOES, (30, 20)), rules=rules, rolls=[(1,), (1,), (1, 2)]), "shooting phase")
    as_declared(position.answer(MINE, FOES, FOES))
    assert suffered(position) == [("mine.1", 3, True, psychic)]
