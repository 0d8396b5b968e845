"""Consolidating towards objective markers, melee moves without moving, and who counts as charged."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.charge import BeenCharged, ChargeDeclared
from rulewright_wh40k.events.fight import StayedInMelee
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.space.battlefield import engaged

from .changes import changed
from .table import FOES, MINE, battle, happened, marker, phase, rule, sheet, unit

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
RADIUS, DISC = 16 / 25.4, 20 / 25.4
"""Of a base of 32 mm, and of an objective marker, in inches."""


def fighting(*things: Any, **more: Any) -> Scenario:
    """The Fight phase of player 0, in which our unit has charged; far away stands an enemy."""
    return phase(battle(*things, unit(FOES, (50, 40)), **more), "fight phase")


def ours(*places: tuple[float, float]) -> list[Any]:
    """Our unit, without melee weapons."""
    return unit(MINE, *places, done=("charge",), weapons=())


def to(*legs: tuple[float, float], model: str = "mine.1") -> Any:
    """A model goes along a path."""
    return (model, legs)


def at(inches: float) -> tuple[float, float]:
    """Where a marker lies so far from a model at (20, 20)."""
    return 20 + RADIUS + DISC + inches, 20.0


@rule("core.consolidate", 2, 3)
@rule("commentary.consolidation-move", 1, 2, 3)
@rule("faq.movement.consolidate-to-objective-any-path", 1)
@pytest.mark.parametrize(
    ("path", "legal"),
    [(((22.5, 20),), True), (((20, 20.4), (22.0, 20.4)), True), (((19.0, 20),), False), (((20, 21),), False),
     (((23.2, 20),), False)],
)  # fmt: skip
def test_a_unit_without_enemies_consolidates_towards_a_marker(path: Any, legal: bool) -> None:
    """By any path, but closer to it and within 3 inches of it; at most 3 inches."""
    position = fighting(ours((20, 20)), marker(*at(4.5)))
    assert position.asked == "consolidate" and position.player == 0
    if legal:
        position.answer((to(*path),))
        assert [event.how for event in happened(position, Moved)] == ["consolidate"]
    else:
        with position.refused():
            position.answer((to(*path),))


@rule("commentary.consolidation-move", 3)
@pytest.mark.parametrize(("inches", "asked"), [(5.9, True), (6.1, False)])
def test_a_marker_out_of_reach_is_no_goal(inches: float, asked: bool) -> None:
    position = fighting(ours((20, 20)), marker(*at(inches)))
    assert (position.asked == "consolidate" if not position.idle else False) is asked


@rule("core.consolidate", 2, 3)
@rule("commentary.consolidation-move", 2, 4, 5, 6)
def test_who_can_end_engaged_does_not_consolidate_towards_a_marker() -> None:
    enemy = unit("other", (20, 20 + GAP + 3.5), player=1, weapons=())
    rules = changed("move", 0, sheet("other"))
    position = fighting(ours((20, 20)), enemy, marker(*at(4.5)), rules=rules)
    position.answer(())
    assert position.asked == "consolidate"
    with position.refused(rule="commentary.pile-in-move"):
        position.answer((to((22.5, 20)),))
    position.answer((to((20, 22.99)),))
    assert engaged(position.game, MINE) == ("other",)


@rule("commentary.consolidation-move", 4, 5, 6)
@rule("core.consolidate", 3)
def test_who_consolidates_ends_closer_in_contact_and_stays_there() -> None:
    others = unit("other", (23, 20 + GAP), (20 - GAP, 20), player=1, weapons=())
    rules = changed("move", 0, sheet("other"))
    position = fighting(ours((20, 20), (23, 19)), others, rules=rules)
    position.answer(())
    assert position.asked == "consolidate"
    for wrong in (to((20, 20.2)), to((23, 18.8), model="mine.2"), to((23, 19.5), model="mine.2")):
        with position.refused(rule="commentary.pile-in-move"):
            position.answer((wrong,))
    position.answer((to((23, 20), model="mine.2"),))
    assert [event.how for event in happened(position, Moved)] == ["consolidate"]


@rule("faq.movement.consolidate-to-objective-any-path", 2, 3)
def test_who_touches_the_marker_stays_and_its_comrade_moves() -> None:
    place = (20 + RADIUS + DISC, 20.0)
    position = fighting(ours((20, 20), (17, 20)), marker(*place))
    assert position.asked == "consolidate"
    with position.refused():
        position.answer((to((20, 20.5)),))
    position.answer((to((18.5, 20), model="mine.2"),))
    assert [one[0] for one in happened(position, Moved)[0].places] == ["mine.2"]


@rule("core.consolidate", 2)
@rule("faq.movement.consolidate-to-objective-any-path", 2)
def test_no_move_ends_on_the_marker() -> None:
    position = fighting(ours((20, 20)), marker(*at(1.0)))
    with position.refused(rule="core.objective-markers"):
        position.answer((to((21.2, 20)),))


@rule("commentary.closest")
@rule("commentary.nearest")
@pytest.mark.parametrize(("second", "asked"), [(4.0, "marker"), (4.2, "consolidate")])
def test_of_equally_close_markers_the_player_chooses(second: float, asked: str) -> None:
    markers = marker(*at(4.0)), marker(20 - RADIUS - DISC - second, 20.0, "B")
    position = fighting(ours((20, 20)), *markers)
    assert position.asked == asked and position.player == 0
    if asked == "marker":
        position.answer("B")
        position.answer((to((18, 20)),))
    else:
        with position.refused():
            position.answer((to((18, 20)),))


@rule("commentary.pile-in-move", 6)
@rule("commentary.consolidation-move", 7)
@pytest.mark.parametrize(("stat", "moves"), [("pile in", "pile_in"), ("consolidation", "consolidate")])
@pytest.mark.parametrize(("by", "legal"), [(3, True), (0, False)])
def test_longer_melee_moves_are_longer_for_every_model(stat: str, moves: str, by: int, legal: bool) -> None:
    """Both models go more than 3 inches."""
    others = unit("other", (20, 20 + GAP + 3.5), (22, 20 + GAP + 3.7), player=1, weapons=())
    rules = changed(stat, by, sheet("other"))
    position = fighting(ours((20, 20), (22, 20)), others, rules=rules)
    if moves == "consolidate":
        position.answer(())
    assert position.asked == moves
    answer = (to((20, 23.5)), to((22, 23.7), model="mine.2"))
    if legal:
        position.answer(answer)
        assert len(happened(position, Moved)[0].places) == 2
    else:
        with position.refused():
            position.answer(answer)


@rule("commentary.consolidate-without-moving")
@rule("commentary.pile-in")
@pytest.mark.parametrize("gap", [0.0, 0.5])
def test_who_does_not_move_has_piled_in_and_consolidated_but_not_moved(gap: float) -> None:
    """Because all are in base contact, or by choice."""
    others = unit("other", (20 + GAP + gap, 20), player=1, weapons=())
    rules = changed("move", 0, sheet("other"))
    position = fighting(ours((20, 20)), others, rules=rules)
    while not position.idle and not happened(position, StayedInMelee)[1:]:
        assert position.player == 0 and position.asked in ("pile_in", "consolidate")
        position.answer(())
    assert [(event.unit, event.how) for event in happened(position, StayedInMelee)][:2] == [
        (MINE, "pile in"), (MINE, "consolidate"),
    ]  # fmt: skip
    assert not happened(position, Moved)


@rule("commentary.been-charged")
@rule("commentary.charging-unit")
@pytest.mark.parametrize(("roll", "charged"), [((5, 5), True), ((1, 1), False)])
def test_targets_of_a_charge_that_succeeds_have_been_charged(roll: tuple[int, int], charged: bool) -> None:
    near = unit("other", (28, 20), player=1, weapons=())
    position = phase(battle(unit(MINE, (20, 20)), near, unit(FOES, (28, 24)), rules=changed("move", 0, sheet("other")),
                            rolls=[roll]), "charge phase")  # fmt: skip
    position.answer((MINE, ("other",)))
    assert [event.unit for event in happened(position, ChargeDeclared)] == [MINE]
    if charged:
        position.answer((to((28 - GAP, 20)),))
    assert [event.units for event in happened(position, BeenCharged)] == [("other",)] * charged
