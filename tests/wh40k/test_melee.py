"""Piling in and consolidating in the Fight phase, and who becomes able to fight by that."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import HitsRolled, Selected, TargetsDeclared
from rulewright_wh40k.events.movement import Moved

from .table import FOES, MINE, battle, happened, invent, marker, phase, rule, sheet, unit

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""


def fighting(*things: Any, **more: Any) -> Scenario:
    """The Fight phase of player 0."""
    return phase(battle(*things, **more), "fight phase")


def to(x: float, y: float, model: str = "mine.1") -> Any:
    """A model goes straight to a place."""
    return (model, ((x, y),))


@rule("core.pile-in", 1)
@rule("commentary.pile-in-move", 1, 3)
@pytest.mark.parametrize(("x", "legal"), [(23.0, True), (23.01, False), (19.0, False)])
def test_models_pile_in_up_to_3_inches_and_closer(x: float, legal: bool) -> None:
    ours = unit(MINE, (20, 20), (23, 21.5), done=("charge",))
    position = fighting(ours, unit(FOES, (23.5 + GAP, 21.5)), rolls=[(1,)] * 4)
    assert position.asked == "pile_in" and position.player == 0
    if legal:
        position.answer((to(x, 20), to(23.5, 21.5, "mine.2")))
        assert happened(position, Moved)[0].how == "pile in"
    else:
        with position.refused():
            position.answer((to(x, 20), to(23.5, 21.5, "mine.2")))


@rule("core.pile-in", 2)
@rule("commentary.pile-in-move", 2)
def test_a_unit_that_piles_in_ends_engaged_and_together() -> None:
    position = fighting(unit(MINE, (20, 20), done=("charge",)), unit(FOES, (20 + GAP + 3.9, 20)), rolls=[(1,)] * 2)
    with position.refused(rule="core.pile-in"):
        position.answer((to(22, 20),))
    ours = unit(MINE, (20, 20), (20, 22), done=("charge",))
    position = fighting(ours, unit(FOES, (24.2, 20)), rolls=[(1,)] * 4)
    with position.refused(rule="core.unit-coherency"):
        position.answer((to(24.2 - GAP, 20),))
    position.answer((to(24.2 - GAP, 20), to(22.2, 21.5, "mine.2")))
    assert len(happened(position, Moved)[0].places) == 2


@rule("commentary.pile-in-move", 4, 5)
@rule("core.pile-in", 1, 3)
def test_models_pile_in_into_contact_and_stay_there() -> None:
    ours = unit(MINE, (20, 20), (20, 21.5), done=("charge",))
    position = fighting(ours, unit(FOES, (20 + GAP, 20)), rolls=[(1,)] * 4)
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((to(20.1, 20.6),))
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((to(20.1, 21.5, "mine.2"),))


@rule("core.select-melee-targets", 4)
@rule("core.consolidate", 1)
@rule("commentary.consolidation-move", 1)
@pytest.mark.parametrize(("x", "legal"), [(26.9 - GAP, True), (23.0, False)])
def test_a_unit_without_targets_still_consolidates(x: float, legal: bool) -> None:
    position = fighting(unit(MINE, (23, 20), done=("charge",)), unit(FOES, (26.9, 20)))
    position.answer(())
    assert position.asked == "consolidate" and not happened(position, TargetsDeclared)
    if legal:
        position.answer((to(x, 20),))
        assert [event.how for event in happened(position, Moved)] == ["consolidate"]
    else:
        with position.refused():
            position.answer((to(22.0, 20),))


@rule("core.remaining-combats", 2, 3)
def test_who_is_consolidated_into_fights_in_the_second_step() -> None:
    ours = unit(MINE, (23, 20), done=("charge",))
    late = unit(MINE, (23, 10), name="late"), unit("other", (23 + GAP, 10), player=1)
    rules = invent(sheet(FOES, abilities=["fights first"]), sheet("other"))
    position = fighting(ours, unit(FOES, (26.9, 20)), *late, rules=rules, rolls=[(1,)] * 6)
    position.answer((), (to(26.9 - GAP, 20),))
    while not position.idle and len(happened(position, Selected)) < 3:
        if position.asked == "fight":
            assert set(position.options) == {FOES, "other"} and position.player == 1
            position.answer(FOES)
        else:
            position.answer(())
    assert [event.unit for event in happened(position, Selected)][:3] == [MINE, FOES, "late"]


@rule("faq.fight-phase.consolidation-mandatory")
@rule("commentary.fight")
def test_a_unit_piles_in_attacks_and_consolidates_though_no_model_has_to() -> None:
    ours = unit(MINE, (20, 20), (20, 21.5), done=("charge",))
    position = fighting(ours, unit(FOES, (20 + GAP, 20), (30, 20), strength=2), rolls=[(1, 1), (1,)] * 2)
    asked = []
    while not position.idle and position.player == 0 and position.asked in ("pile_in", "consolidate"):
        asked.append((position.asked, len(happened(position, HitsRolled))))
        position.answer(())
    assert asked[:2] == [("pile_in", 0), ("consolidate", 1)] and not happened(position, Moved)


@rule("core.aircraft-charge-and-fight", 3)
def test_aircraft_neither_pile_in_nor_consolidate() -> None:
    rules = invent(sheet(MINE, keywords=["Aircraft"]), sheet(FOES, keywords=["Fly"]))
    position = fighting(unit(MINE, (20, 20)), unit(FOES, (20 + GAP + 0.5, 20)), rules=rules, rolls=[(1,)] * 2)
    seen = []
    while position.asked in ("pile_in", "consolidate"):
        seen.append(position.player)
        position.answer(())
    assert seen == [1, 1] and {event.unit for event in happened(position, HitsRolled)} == {MINE, FOES}


@rule("core.aircraft-charge-and-fight", 4)
@pytest.mark.parametrize(("keyword", "fights"), [("Infantry", set()), ("Fly", {MINE, FOES})])
def test_aircraft_and_those_who_fly_fight_each_other_only(keyword: str, fights: set[str]) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]), sheet(FOES, keywords=["Aircraft"]))
    position = fighting(unit(MINE, (20, 20)), unit(FOES, (20 + GAP, 20)), rules=rules, rolls=[(1,)] * len(fights))
    while position.asked in ("pile_in", "consolidate"):
        position.answer(())
    assert {event.unit for event in happened(position, HitsRolled)} == fights


@rule("core.aircraft-charge-and-fight", 5)
@pytest.mark.parametrize(("keyword", "legal"), [("Infantry", True), ("Fly", False)])
def test_who_cannot_fly_piles_in_past_aircraft(keyword: str, legal: bool) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]), sheet("plane", keywords=["Aircraft"]))
    plane, foes = unit("plane", (17.5, 20), player=1), unit(FOES, (23, 20))
    position = fighting(unit(MINE, (20, 20), done=("charge",)), plane, foes, rules=rules, rolls=[(1,)] * 2)
    assert position.asked == "pile_in" and position.player == 0
    if legal:
        position.answer((to(23 - GAP, 20),))
        assert happened(position, Moved)[0].unit == MINE
    else:
        with position.refused(rule="commentary.pile-in-move"):
            position.answer((to(23 - GAP, 20),))


@rule("core.objective-markers", 2)
@pytest.mark.parametrize(
    ("place", "legal"), [((23 - GAP, 20.0), False), ((23 - GAP * 0.43, 20 - GAP * (1 - 0.43**2) ** 0.5), True)]
)
def test_nobody_piles_in_onto_an_objective_marker(place: tuple[float, float], legal: bool) -> None:
    ours = unit(MINE, (20, 20), done=("charge",))
    position = fighting(ours, unit(FOES, (23, 20)), marker(22.7 - GAP, 20), rolls=[(1,)] * 4)
    if legal:
        assert position.answer((to(*place),)).state.models["mine.1"].x == place[0]
    else:
        with position.refused(rule="core.objective-markers"):
            position.answer((to(*place),))


@rule("commentary.fly", 2)
@rule("errata.moving-units", 4)
@pytest.mark.parametrize("keywords", [["Infantry"], ["Infantry", "Fly"]])
@pytest.mark.parametrize("charged", [True, False])
def test_nobody_flies_over_enemies_in_a_fight(keywords: list[str], charged: bool) -> None:
    """From one side of an enemy to the other one, in a Pile-in move and in a Consolidation move."""
    rules = invent(sheet(MINE, keywords=keywords))
    ours = unit(MINE, (20, 20), done=("charge",), weapons=())
    position = fighting(ours, unit(FOES, (20.1 + GAP, 20), weapons=()), rules=rules)
    if not charged:
        position.answer(())
    assert position.asked == ("pile_in" if charged else "consolidate")
    with position.refused(rule="errata.moving-units"):
        position.answer((to(20.1 + 2 * GAP, 20),))
