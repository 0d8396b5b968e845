"""Units that are split before the battle, half of them within a Transport."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.effects.returning import lost
from rulewright_wh40k.events.before import UnitSplit
from rulewright_wh40k.terms import below_half, models

from .before import CARRIER, before, carrier, off
from .table import FOES, MINE, happened, invent, rule, sheet, unit

FAR = unit(FOES, (55, 40))


def truck(capacity: int = 6) -> dict[str, Any]:
    """A Transport for which a unit is split."""
    return carrier(capacity, transport={"splits": [MINE]})


def splitting(*things: Any, capacity: int = 6, **more: Any) -> Scenario:
    """The players note which units are split."""
    return before("split_unit", off(CARRIER), *things, FAR, rules=invent(truck(capacity), sheet("other")), **more)


@rule("commentary.split-units", 1, 2)
@pytest.mark.parametrize(("count", "stay", "go"), [(10, 5, 5), (5, 3, 2), (2, 1, 1)])
def test_a_unit_is_split_and_each_half_has_a_starting_strength_of_its_own(count: int, stay: int, go: int) -> None:
    position = splitting(off(MINE, count)).answer(((MINE, CARRIER),))
    assert [(event.unit, event.transport) for event in happened(position, UnitSplit)] == [(MINE, CARRIER)]
    one, other = position.state.units[MINE], position.state.units["mine#1"]
    assert (one.strength, len(models(position.game, MINE)), one.area) == (stay, stay, "waiting")
    assert (other.strength, other.area, other.carrier, other.player) == (go, "embarked", CARRIER, 0)
    assert {one.origin for one in models(position.game, "mine#1")} == {"mine#1"}
    assert not below_half(position.game, "mine#1") and lost(position.game, "mine#1") == []


@rule("commentary.split-units", 1)
def test_a_unit_is_split_once_and_a_transport_splits_one() -> None:
    position = splitting(off(MINE, 4), off(MINE, 4, name="more"), off(CARRIER, name="second"))
    for answer in (((MINE, CARRIER), (MINE, "second")), ((MINE, CARRIER), ("more", CARRIER))):
        with position.refused(rule="commentary.split-units"):
            position.answer(answer)
    position.answer(((MINE, CARRIER), ("more", "second")))
    assert len(happened(position, UnitSplit)) == 2
    assert position.asked != "split_unit", "no half is split again"


@rule("commentary.split-units", 1)
@pytest.mark.parametrize(
    ("sheet_id", "count", "able"),
    [(MINE, 1, False), (MINE, 2, True), (MINE, 12, True), (MINE, 14, False), ("other", 4, False)],
)
def test_only_units_that_the_transport_names_and_whose_half_it_carries(sheet_id: str, count: int, able: bool) -> None:
    position = splitting(off(sheet_id, count, player=0))
    assert (position.asked == "split_unit") is able


@rule("faq.transports.split-unit-strategic-reserves-points", 1, 2)
@pytest.mark.parametrize(("more", "legal"), [(150, True), (151, False)])
def test_half_of_a_unit_in_strategic_reserves_has_half_of_its_points(more: int, legal: bool) -> None:
    """The limit is 250 points."""
    position = splitting(off(MINE, 10, points=200), off("other", points=more, player=0)).answer(((MINE, CARRIER),))
    assert [position.state.units[id].points for id in (MINE, "mine#1")] == [100, 100]
    while position.asked != "reserve":
        position.answer(())
    answer = ((MINE, "strategic reserves"), ("other", "strategic reserves"))
    if legal:
        assert position.answer(answer).state.units[MINE].area == "reserves"
    else:
        with position.refused(rule="core.strategic-reserves"):
            position.answer(answer)


@rule("faq.transports.split-unit-strategic-reserves-points", 1)
def test_the_half_within_a_transport_in_strategic_reserves_counts_for_half() -> None:
    position = splitting(off(MINE, 10, points=301), off("other", points=100, player=0)).answer(((MINE, CARRIER),))
    assert [position.state.units[id].points for id in (MINE, "mine#1")] == [151, 150]
    while position.asked != "reserve":
        position.answer(())
    with position.refused(rule="core.strategic-reserves"):
        position.answer(((CARRIER, "strategic reserves"), (MINE, "strategic reserves")))
    position.answer(((CARRIER, "strategic reserves"), ("other", "strategic reserves")))
    assert position.state.units[CARRIER].area == "reserves"


@rule("commentary.split-units", 2)
@pytest.mark.parametrize(("place", "owner"), [(1, MINE), (4, "mine#1")])
def test_an_enhancement_stays_with_the_model_that_bears_it(place: int, owner: str) -> None:
    position = splitting(off(MINE, 4, enhancement="lamp", bearer=f"mine.{place}")).answer(((MINE, CARRIER),))
    bearers = {id: (one.enhancement, one.bearer) for id, one in position.state.units.items() if one.sheet == MINE}
    other = "mine#1" if owner == MINE else MINE
    assert bearers == {owner: ("lamp", f"mine.{place}"), other: ("", "")}


def test_a_transport_that_splits_what_does_not_exist_is_refused() -> None:
    wish = r"transport.splits\[0\]: found 'mien'.*expected the id of a datasheet.*'mine'"
    with pytest.raises(ContentError, match=wish):
        invent(carrier(6, transport={"splits": ["mien"]}))
