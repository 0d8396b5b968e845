"""Surge moves in the opponent's Shooting phase."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelDestroyed
from rulewright_wh40k.events.movement import Bled, Moved, Surged

from .table import FOES, MINE, arm, army, battle, blade, happened, invent, phase, rule, sheet, unit, use

RULES = invent(sheet(MINE, arm("gun", range=40), blade()), sheet(FOES, abilities=["surge"]))


def shot(*rolls: Any, near: Any = (), saved: bool = False, **more: Any) -> Scenario:
    """One of two foes is shot, unless it is saved, and its unit may surge."""
    foes = unit(FOES, (40, 20), (41.5, 20), **more)
    dice = [(6,), (6,), (6 if saved else 1,), *rolls]
    position = phase(battle(unit(MINE, (20, 20)), foes, *near, rules=RULES, rolls=dice), "shooting phase")
    position.answer(MINE, FOES)
    if position.asked == "allocate":
        position.answer("foes.2")
    return position


@rule("errata.surge-moves", 1)
@rule("faq.movement.surge-distance-is-a-maximum")
@pytest.mark.parametrize(("x", "legal"), [(36.0, True), (38.0, True), (35.99, False)])
def test_who_lost_models_to_shooting_moves_up_to_what_it_rolls(x: float, legal: bool) -> None:
    position = shot((4,))
    assert (position.player, position.asked) == (1, "surge")
    position.answer(FOES)
    answer = (("foes.1", ((x, 20),)),)
    if legal:
        position.answer(answer)
        assert position.state.models["foes.1"].x == x and not happened(position, Moved)
        assert [(event.unit, event.inches) for event in happened(position, Surged)] == [(FOES, 4)]
    else:
        with position.refused():
            position.answer(answer)


@rule("errata.surge-moves", 1)
def test_who_lost_nobody_does_not_surge() -> None:
    assert shot(saved=True).asked != "surge"


@rule("faq.movement.surge-decline-after-roll")
def test_who_does_not_move_after_the_roll_has_surged() -> None:
    position = shot((4,)).answer(FOES, ())
    assert [(event.inches, event.places) for event in happened(position, Surged)] == [(0, ())]


@rule("errata.surge-moves", 2)
@pytest.mark.parametrize(("done", "able"), [((), True), (("surged",), False)])
def test_a_unit_surges_once_a_phase(done: tuple[str, ...], able: bool) -> None:
    position = shot((4,), done=done)
    assert (position.asked == "surge") is able
    if able:
        assert position.answer(FOES, ()).state.units[FOES].done == ()


@rule("errata.surge-moves", 3)
def test_no_battle_shocked_unit_surges() -> None:
    assert shot(shocked=True).asked != "surge"


@rule("errata.surge-moves", 4)
@pytest.mark.parametrize(("gap", "able"), [(1.0, False), (1.01, True)])
def test_no_unit_near_enemies_surges(gap: float, able: bool) -> None:
    rules = invent(sheet(MINE, arm("gun", range=40), blade()), sheet(FOES, abilities=["surge"], keywords=["Monster"]))
    near = unit(MINE, (40 - 32 / 25.4 - gap, 22), name="near", done=("shot",))
    near[1] = type(near[1])(near[1].id, "near", "near", 0, near[1].profile, near[1].weapons, 1, near[1].x, 20.0)
    dice = [(6,), (6,), (1,), (4,)]
    foes = unit(FOES, (40, 20), (41.5, 20))
    position = phase(battle(unit(MINE, (40, 10)), foes, near, rules=rules, rolls=dice), "shooting phase")
    position.answer(MINE, FOES)
    if position.asked == "allocate":
        position.answer("foes.2")
    assert (position.asked == "surge") is able


@rule("errata.surge-moves", 1)
def test_who_lost_models_to_a_grenade_was_not_shot_by_ranged_attacks() -> None:
    thrower = sheet(MINE, arm("gun", range=6), keywords=["Infantry", "Grenades"])
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (27.5, 20), (29, 20)), army(0, 3)
    rules = invent(thrower, sheet(FOES, abilities=["surge"]))
    position = phase(battle(*things, rules=rules, rolls=[(4, 1, 1, 1, 1, 1)]), "shooting phase")
    use(position, "grenade", MINE)
    while position.asked == "allocate":
        position.answer(position.options[0])
    assert len(happened(position, ModelDestroyed)) == 1
    while not position.idle and position.asked in ("shoot", "react"):
        position.answer(None)
    assert not happened(position, Bled) and position.asked != "surge"
