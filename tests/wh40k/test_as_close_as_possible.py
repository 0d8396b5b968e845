"""As close as possible: base contact where it can be, else the nearest place, and who is there already."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.charge import CountedNear
from rulewright_wh40k.events.fight import StayedInMelee
from rulewright_wh40k.events.movement import Moved

from .table import FOES, MINE, battle, happened, invent, marker, phase, rule, sheet, unit
from .test_overhanging import BEAST

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
MONSTER: dict[str, Any] = {"keywords": ["Monster"], "wounds": 9}


def fighting(*things: Any, **more: Any) -> Scenario:
    """The Fight phase of player 0, in which our unit has charged."""
    return phase(battle(*things, unit(FOES, (55, 40)), **more), "fight phase")


def enemy(*places: tuple[float, float]) -> list[Any]:
    return unit("enemy", *places, player=1, weapons=())


def ours(*places: tuple[float, float]) -> list[Any]:
    return unit(MINE, *places, done=("charge",), weapons=())


def to(x: float, y: float = 20.0, model: str = "mine.1") -> Any:
    return (model, ((x, y),))


def consolidating(position: Scenario) -> Scenario:
    """Nobody piles in."""
    while position.asked == "pile_in":
        position.answer(())
    return position


# Base contact -----------------------------------------------------------------------------------------------


@rule("commentary.as-close-as-possible", 1)
@pytest.mark.parametrize("consolidates", [False, True])
@pytest.mark.parametrize(("x", "legal"), [(23.0, True), (22.99, False), (22.0, False)])
def test_who_has_enough_movement_ends_in_base_contact(consolidates: bool, x: float, legal: bool) -> None:
    """The enemy is exactly 3 inches away."""
    position = fighting(ours((20, 20)), enemy((23 + GAP, 20)), rules=invent(sheet("enemy")))
    position = consolidating(position) if consolidates else position
    assert position.asked == ("consolidate" if consolidates else "pile_in")
    if legal:
        position.answer((to(x),))
        assert [event.how for event in happened(position, Moved)] == ["consolidate" if consolidates else "pile in"]
    else:
        with position.refused(rule="commentary.pile-in-move"):
            position.answer((to(x),))


@rule("commentary.as-close-as-possible", 1)
@pytest.mark.parametrize("consolidates", [False, True])
@pytest.mark.parametrize(("x", "wrong"), [(23.2, ""), (24.0, "core.unit-coherency"), (23.3, "core.unit-coherency")])
def test_contact_is_not_asked_where_unit_coherency_would_be_broken(consolidates: bool, x: float, wrong: str) -> None:
    """The comrade stays: in contact, at 24, the model would be more than 2 inches away from it."""
    position = fighting(ours((20, 20), (22, 20)), enemy((24 + GAP, 20)), rules=invent(sheet("enemy")))
    position = consolidating(position) if consolidates else position
    answer = (to(x, model="mine.2"),)
    if wrong:
        with position.refused(rule=wrong):
            position.answer(answer)
    else:
        assert position.answer(answer).state.models["mine.2"].x == x


@rule("commentary.as-close-as-possible", 1)
def test_contact_is_asked_where_the_comrades_come_along() -> None:
    """With the first model at 22 the other one can touch the enemy at 24.5 and keep together with it."""
    things = ours((20, 20), (22, 20)), enemy((24.5 + GAP, 20))
    position = fighting(*things, rules=invent(sheet("enemy")))
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((to(23.4, model="mine.2"), to(22)))
    position.answer((to(24.5, model="mine.2"), to(22)))
    assert [position.state.models[id].x for id in ("mine.1", "mine.2")] == [22, 24.5]


@rule("commentary.as-close-as-possible", 1)
@pytest.mark.parametrize(("touches", "legal"), [(False, False), (True, True)])
def test_contact_is_asked_at_the_few_places_that_keep_the_unit_together(touches: bool, legal: bool) -> None:
    """The nearest place of contact is too far from the comrade at (20, 20); one between that and the enemy is not."""
    position = fighting(ours((20, 20), (21.33, 22.77)), enemy((23.32, 23.04)), rules=invent(sheet("enemy")))
    apart = (3.32**2 + 3.04**2) ** 0.5
    place = (23.32 - GAP * 3.32 / apart, 23.04 - GAP * 3.04 / apart) if touches else (21.38, 22.777)
    if legal:
        assert position.answer((to(place[0], place[1], "mine.2"),)).state.models["mine.2"].y == place[1]
    else:
        with position.refused(rule="commentary.pile-in-move"):
            position.answer((to(place[0], place[1], "mine.2"),))


def test_a_move_off_the_battlefield_is_refused() -> None:
    position = fighting(ours((2, 2), (2, 4)), enemy((5, 2)), rules=invent(sheet("enemy")))
    with position.refused(rule="errata.moving-units"):
        position.answer((to(0.2, 2), to(3, 3.5, model="mine.2")))


# The nearest place ------------------------------------------------------------------------------------------


@rule("commentary.as-close-as-possible", 2)
@rule("commentary.base-contact", 4)
@pytest.mark.parametrize(("x", "counts"), [(26 - 3 - GAP / 2, True), (26 - 3 - GAP / 2 - 0.05, False)])
def test_who_cannot_touch_ends_at_the_nearest_place(x: float, counts: bool) -> None:
    """Wings of an enemy at (26, 20) keep it off: at their edge it is as close as possible, before that it is not."""
    start = 26 - 1 - GAP / 2 - 3.0
    beast = unit("beast", (26, 20), player=1, weapons=(), wounds=9)
    position = fighting(ours((start, 20)), beast, rules=invent(sheet("beast", **BEAST)))
    if counts:
        assert [event.contact for event in happened(position.answer((to(x),)), CountedNear)] == [True]
    else:
        with position.refused(rule="core.pile-in"):
            position.answer((to(x),))


# Already there ----------------------------------------------------------------------------------------------


@rule("commentary.as-close-as-possible", 3)
@pytest.mark.parametrize("consolidates", [False, True])
def test_who_is_there_already_does_not_move_and_counts_as_having_made_the_move(consolidates: bool) -> None:
    position = fighting(ours((20, 20), (20, 22)), enemy((20 + GAP, 20)), rules=invent(sheet("enemy")))
    position = consolidating(position) if consolidates else position
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((to(20, 19.9),))
    position.answer(())
    deed = "consolidate" if consolidates else "pile in"
    assert deed in [event.how for event in happened(position, StayedInMelee) if event.unit == MINE]


@rule("commentary.as-close-as-possible", 3)
@rule("commentary.base-contact", 2, 4)
@pytest.mark.parametrize(("x", "counts"), [(26 - 3 - GAP / 2, True), (26 - 3 - GAP / 2 - 0.3, False)])
def test_who_stays_at_the_wings_of_an_enemy_counts_as_in_base_contact(x: float, counts: bool) -> None:
    """It has come there by its charge; one that could still move closer, and stays, does not count."""
    beast = unit("beast", (26, 20), player=1, weapons=(), wounds=9)
    position = fighting(ours((x, 20)), beast, rules=invent(sheet("beast", **BEAST)))
    if position.asked == "pile_in":
        position.answer(())
    found = [event for event in happened(position, CountedNear) if event.contact]
    assert bool(found) is counts


# Turning ----------------------------------------------------------------------------------------------------


def turning(x: float, base: str = "50.8mm", hull: str | None = "101.6x25.4mm rectangle", **more: Any) -> Scenario:
    """The pile-in of a monster, 4 inches long on a base of 2, beside an enemy with a base of 32 mm at (26, 20)."""
    big = sheet(MINE, **{**MONSTER, "base": base, "hull": hull, **more})
    mine = unit(MINE, (x, 20), done=("charge",), weapons=(), wounds=9)
    return fighting(mine, enemy((26, 20)), rules=invent(big, sheet("enemy")))


TOUCHING = 26 - 1 - GAP / 2


@rule("commentary.as-close-as-possible", 4)
@pytest.mark.parametrize("consolidates", [False, True])
@pytest.mark.parametrize("degrees", [90.0, -30.0])
def test_a_round_base_in_contact_may_turn(consolidates: bool, degrees: float) -> None:
    position = turning(TOUCHING)
    position = consolidating(position) if consolidates else position
    assert position.asked == ("consolidate" if consolidates else "pile_in")
    position.answer((("mine.1", ((degrees,),)),))
    one = position.state.models["mine.1"]
    assert (one.x, one.y, one.facing) == (TOUCHING, 20.0, degrees % 360)


@rule("commentary.as-close-as-possible", 3, 4)
@pytest.mark.parametrize("legs", [((TOUCHING, 20.1),), ((90.0,), (TOUCHING, 19.9))])
def test_who_turns_in_contact_does_not_move(legs: Any) -> None:
    position = turning(TOUCHING)
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((("mine.1", legs),))


@rule("commentary.as-close-as-possible", 4)
def test_who_could_come_closer_does_not_only_turn() -> None:
    position = turning(TOUCHING - 1)
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((("mine.1", ((90.0,),)),))


@rule("commentary.as-close-as-possible", 4)
@pytest.mark.parametrize(
    ("base", "more"), [("52x50.8mm", {}), ("50.8mm", {"keywords": ["Vehicle", "Walker"], "stem": True})]
)
def test_an_oval_or_a_base_with_a_pivot_value_does_not_turn_there(base: str, more: Any) -> None:
    """The oval is measured to its own edge; nobody is asked where nothing can be done."""
    x = 26 - (26 / 25.4 if base != "50.8mm" else 1.0) - GAP / 2
    assert turning(x, base, **more).asked != "pile_in"


@rule("commentary.as-close-as-possible", 4)
def test_nobody_is_asked_to_turn_a_base_that_nothing_overhangs() -> None:
    assert turning(TOUCHING, hull=None).asked != "pile_in"


@rule("commentary.as-close-as-possible", 4)
@pytest.mark.parametrize(("inches", "legal"), [(0.0, True), (0.5, False)])
def test_who_touches_the_marker_may_turn_there(inches: float, legal: bool) -> None:
    """Its comrade consolidates towards the marker, and it turns; from half an inch away it would have to move."""
    spot = 20 + (32 + 40) / 50.8
    position = fighting(ours((20 - inches, 20), (19, 22)), marker(spot, 20))
    assert position.asked == "consolidate"
    answer = (("mine.1", ((45.0,),)), to(19.5, 21.5, model="mine.2"))
    if legal:
        assert position.answer(answer).state.models["mine.1"].facing == 45
    else:
        with position.refused():
            position.answer(answer)
