"""Surge moves in the opponent's Shooting phase."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelDestroyed
from rulewright_wh40k.events.charge import ChargeDeclared, ChargeFailed, ChargeRolled
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


# Near enemies -----------------------------------------------------------------------------------------------

TOUCHING = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
SURGERS = invent(sheet(MINE, arm("gun"), blade(), abilities=["surge"]), sheet(FOES, arm("gun", range=40), blade()))


def watched(x: float, window: str, *rolls: Any, targets: Any = (FOES,), near: Any = ()) -> Scenario:
    """Overwatch at two models that begin a move or a charge destroys one; the other rolls a 6 and goes to ``x``."""
    ours = unit(MINE, (20, 20), (20, 21.5))
    things = ours, unit(FOES, (30, 20)), *near, army(1, 1)
    dice = [*rolls[:1], (6,), (6,), (1,), (6,), *rolls[1:]] if window == "advance" else [(6,), (6,), (1,), (6,), *rolls]
    name = "charge phase" if window == "charge" else "movement phase"
    position = phase(battle(*things, rules=SURGERS, rolls=dice), name)
    position.answer((MINE, targets) if window == "charge" else (MINE, window))
    use(position, "fire-overwatch", FOES).answer(MINE)
    position.answer("mine.2").answer(MINE)
    return position.answer((("mine.1", ((x, 20),)),))


@rule("errata.surge-moves", 1)
@pytest.mark.parametrize("gap", [0.0, 1.0, 2.0])
def test_a_surge_move_may_end_within_engagement_range(gap: float) -> None:
    foes = unit(FOES, (26, 20), (27.5, 20))
    near = unit(MINE, (20, 26), name="near", done=("shot",))
    position = phase(battle(unit(MINE, (20, 20)), foes, near, rules=RULES, rolls=[(6,), (6,), (1,), (6,)]),
                     "shooting phase")  # fmt: skip
    position.answer(MINE, FOES, "foes.2", FOES).answer((("foes.1", ((20 + TOUCHING + gap, 20),)),))
    assert position.state.models["foes.1"].x == 20 + TOUCHING + gap


@rule("faq.movement.surge-into-engagement-interrupts-move", 1)
@pytest.mark.parametrize(("way", "rolls"), [("normal", ()), ("advance", [(3,)])])
@pytest.mark.parametrize(("gap", "goes_on"), [(1.0, False), (1.01, True)])
def test_who_surges_to_enemies_as_its_move_begins_does_not_move_on(
    gap: float, goes_on: bool, way: str, rolls: Any
) -> None:
    near = unit(FOES, (20 + TOUCHING + 4, 20), name="near", weapons=())
    position = watched(20 + 4 - gap, way, *rolls, near=near)
    assert (position.asked == "go") is goes_on
    if not goes_on:
        assert [(event.how, event.places) for event in happened(position, Moved)] == [(way, ())]


@rule("faq.movement.surge-into-engagement-interrupts-move", 1)
def test_who_surges_to_enemies_does_not_charge_on() -> None:
    near = unit(FOES, (20 + TOUCHING + 4, 20), name="near", weapons=())
    position = watched(23.5, "charge", near=near)
    assert happened(position, ChargeFailed) and not happened(position, ChargeRolled)


@rule("faq.movement.surge-into-engagement-interrupts-move", 2)
def test_who_surges_elsewhere_charges_as_it_declared() -> None:
    position = watched(22, "charge", (6, 5))
    assert position.asked == "close_in" and not happened(position, ChargeFailed)


@rule("commentary.eligible-target-no-longer")
@pytest.mark.parametrize("other", ["other", None])
def test_who_surges_away_from_a_target_may_charge_another_one(other: str | None) -> None:
    position = watched(14.5, "charge", (2, 1), near=unit(FOES, (14.5, 29), name="other", weapons=()))
    assert (position.asked, position.options) == ("charge_instead", ["other", None])
    position.answer(other)
    declared = [event.targets for event in happened(position, ChargeDeclared)]
    assert declared == ([(FOES,), ("other",)] if other else [(FOES,)])


@rule("commentary.eligible-target-no-longer")
def test_who_can_still_charge_its_targets_selects_no_other() -> None:
    position = watched(22, "charge", (6, 5), near=unit(FOES, (22, 29), name="other", weapons=()))
    assert position.asked == "close_in"


@rule("errata.surge-moves", 1)
@rule("commentary.fly", 2)
def test_who_can_fly_surges_on_foot() -> None:
    """Over an enemy in its way nobody surges, though a Normal move would lead there."""
    rules = invent(
        sheet(MINE, arm("gun", range=40), blade()), sheet(FOES, abilities=["surge"], keywords=["Infantry", "Fly"])
    )
    things = unit(MINE, (20, 20)), unit(MINE, (38, 20), name="near", done=("shot",)), unit(FOES, (41, 20), (42.5, 20))
    position = phase(battle(*things, rules=rules, rolls=[(6,), (6,), (1,), (6,)]), "shooting phase").answer(MINE, FOES)
    position.answer("foes.2", FOES)
    with position.refused(rule="errata.moving-units"):
        position.answer((("foes.1", ((35.5, 20),)),))
