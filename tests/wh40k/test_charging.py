"""The Charge phase: who charges whom, how far, and where a charge has to end."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from rulewright.geometry import plane
from rulewright.testing import Scenario
from rulewright_wh40k.charge import Charges
from rulewright_wh40k.events.charge import ChargeDeclared, ChargeFailed, ChargeRolled
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.space.battlefield import TABLE

from .table import FOES, MINE, battle, happened, invent, marker, phase, rule, sheet, unit

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
FRONT, SIDE = (26 - GAP, 20.0), (26 - GAP * 0.49, 20 + GAP * (1 - 0.49**2) ** 0.5)
"""Two places in base contact with a model at (26, 20), beside each other."""


def charging(*things: Any, **more: Any) -> Scenario:
    """The Charge phase of player 0."""
    return phase(battle(*things, **more), "charge phase")


def declared(*things: Any, roll: tuple[int, int] = (3, 4), targets: tuple[str, ...] = (FOES,), **more: Any) -> Scenario:
    """The same, with a charge declared and rolled."""
    return charging(*things, rolls=[roll], **more).answer((MINE, targets))


def targets(position: Scenario) -> list[tuple[str, ...]]:
    """Whom our unit may charge; nobody where player 0 is not asked for a charge."""
    if position.asked != "charge" or position.player != 0:
        return []
    return [one[1] for one in position.options if one is not None and one[0] == MINE]


def to(x: float, y: float, model: str = "mine.1") -> Any:
    """A model goes straight to a place."""
    return (model, ((x, y),))


def where(position: Scenario) -> dict[str, tuple[float, float]]:
    """Where the charge put its models."""
    return {one[0]: (one[1], one[2]) for event in happened(position, Moved) for one in event.places}


# Who charges whom -------------------------------------------------------------------------------------------


@rule("core.charge-eligibility", 1)
@rule("commentary.declare-a-charge")
@rule("commentary.target-of-a-charge")
def test_units_charge_one_after_another_and_once() -> None:
    other = unit(MINE, (20, 30), name="other")
    position = charging(unit(MINE, (20, 20)), other, unit(FOES, (30, 25)), rolls=[(1, 1), (1, 1)])
    position.answer((MINE, (FOES,)))
    assert [(event.unit, event.targets) for event in happened(position, ChargeDeclared)] == [(MINE, (FOES,))]
    assert targets(position) == [] and position.options == [("other", (FOES,)), None]
    position.answer(("other", (FOES,)))
    assert position.asked != "charge" or position.player != 0
    assert [event.unit for event in happened(position, ChargeFailed)] == [MINE, "other"]


@rule("core.charge-eligibility", 2)
@rule("core.charge-targets", 1)
@pytest.mark.parametrize(("gap", "able"), [(12.0, True), (12.01, False)])
def test_enemies_within_12_inches_are_charged(gap: float, able: bool) -> None:
    position = charging(unit(MINE, (20, 20)), unit(FOES, (20 + GAP + gap, 20)))
    assert targets(position) == ([(FOES,)] if able else [])


@rule("core.charge-targets", 1)
def test_several_enemies_may_be_charged_together() -> None:
    position = charging(unit(MINE, (20, 20)), unit(FOES, (25, 20)), unit(FOES, (25, 22), name="more"))
    assert targets(position) == [(FOES,), ("more",), (FOES, "more")]


@rule("core.charge-targets", 2)
def test_who_is_not_seen_can_be_charged() -> None:
    wall = {"id": "wall", "outline": [[23, 0], [24, 0], [24, 44], [23, 44]], "height": 9, "traits": ["ruin"]}
    position = charging(unit(MINE, (20, 20)), unit(FOES, (28, 20)), rules=invent(terrain=[wall]))
    assert targets(position) == [(FOES,)]


@rule("core.charge-eligibility", 4)
def test_a_unit_that_is_engaged_does_not_charge() -> None:
    foes = unit(FOES, (20 + GAP + 0.5, 20))
    assert targets(charging(unit(MINE, (20, 20)), foes, unit(FOES, (26, 20), name="more"))) == []


@rule("core.charge-eligibility", 5)
@rule("core.aircraft-charge-and-fight", 1)
@pytest.mark.parametrize(("keyword", "able"), [("Aircraft", False), ("Vehicle", True)])
def test_aircraft_do_not_charge(keyword: str, able: bool) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]))
    assert bool(targets(charging(unit(MINE, (20, 20)), unit(FOES, (26, 20)), rules=rules))) is able


@rule("core.aircraft-charge-and-fight", 2)
@pytest.mark.parametrize(("keyword", "able"), [("Infantry", False), ("Fly", True)])
def test_aircraft_are_charged_by_those_who_fly(keyword: str, able: bool) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]), sheet(FOES, keywords=["Aircraft"]))
    assert bool(targets(charging(unit(MINE, (20, 20)), unit(FOES, (26, 20)), rules=rules))) is able


@rule("core.aircraft-charge-and-fight", 2)
@pytest.mark.parametrize(("keyword", "legal"), [("Infantry", False), ("Fly", True)])
def test_only_those_who_fly_end_a_charge_near_aircraft(keyword: str, legal: bool) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]), sheet("plane", keywords=["Aircraft"]))
    plane = unit("plane", (26, 18.5), player=1)
    aims = ("plane", FOES) if legal else (FOES,)
    position = charging(unit(MINE, (20, 20)), unit(FOES, (26, 20)), plane, rules=rules, rolls=[(3, 4)])
    chosen = next(one for one in targets(position) if set(one) == set(aims))
    position.answer((MINE, chosen))
    if legal:
        position.answer((to(26 - GAP, 20),))
        assert where(position) == {"mine.1": (26 - GAP, 20)}
    else:
        with position.refused():
            position.answer((to(26 - GAP, 20),))


# The roll and the move --------------------------------------------------------------------------------------


@rule("core.charge-roll", 1)
@rule("commentary.charge-distance")
@pytest.mark.parametrize(("roll", "legal"), [((3, 4), True), ((3, 3), False)])
def test_2d6_are_the_inches_of_a_charge(roll: tuple[int, int], legal: bool) -> None:
    position = declared(unit(MINE, (20, 20)), unit(FOES, (27 + GAP, 20)), roll=roll)
    assert [event.faces for event in happened(position, ChargeRolled)] == [roll]
    assert position.game.request is not None and position.asked == "close_in"
    if legal:
        position.answer((to(27, 20),))
        assert where(position) == {"mine.1": (27, 20)}
    else:
        with position.refused(rule="core.charge-roll"):
            position.answer((to(27, 20),))


@rule("core.charge-roll", 2, 5)
@pytest.mark.parametrize(("roll", "fails"), [((1, 1), True), ((6, 6), False)])
def test_a_charge_that_does_not_reach_fails_and_nobody_moves(roll: tuple[int, int], fails: bool) -> None:
    position = declared(unit(MINE, (20, 20)), unit(FOES, (28, 20)), roll=roll)
    assert bool(happened(position, ChargeFailed)) is fails
    assert (position.asked == "close_in") is not fails
    if fails:
        one = position.state.models["mine.1"]
        assert (one.x, one.y) == (20, 20) and not happened(position, Moved)
        assert "charge" not in position.state.units[MINE].done


@rule("core.charge-roll", 2)
@rule("commentary.charge-move")
@rule("commentary.charged")
def test_a_charge_ends_engaged_with_every_target() -> None:
    both = unit(FOES, (26, 20)), unit(FOES, (26, 22), name="more")
    position = declared(unit(MINE, (20, 20)), *both, targets=(FOES, "more"))
    with position.refused(rule="core.charge-roll"):
        position.answer((to(26 - GAP * 0.6, 20 - GAP * 0.8),))
    position.answer((to(26 - (GAP**2 - 1) ** 0.5, 21),))
    assert [event.how for event in happened(position, Moved)] == ["charge"]
    assert position.state.units[MINE].done[:2] == ("charge declared", "charge")


@rule("core.charge-roll", 3)
def test_nobody_who_charges_comes_near_others_than_the_targets() -> None:
    more = unit(FOES, (26, 22), name="more")
    position = declared(unit(MINE, (20, 20)), unit(FOES, (26, 20)), more)
    with position.refused(rule="core.charge-roll"):
        position.answer((to(26 - (GAP**2 - 1) ** 0.5, 21),))
    position.answer((to(26 - GAP * 0.6, 20 - GAP * 0.8),))
    assert set(where(position)) == {"mine.1"}


@rule("core.charge-roll", 4)
def test_a_charge_ends_in_coherency() -> None:
    position = declared(unit(MINE, (20, 20), (20, 21.5)), unit(FOES, (26, 20)))
    with position.refused(rule="core.charge-roll"):
        position.answer((to(26 - GAP, 20),))
    position.answer((to(*FRONT), to(*SIDE, "mine.2")))
    assert set(where(position)) == {"mine.1", "mine.2"}


@rule("core.charge-move", 2)
@rule("commentary.as-close-as-possible", 1)
@pytest.mark.parametrize(("x", "legal"), [(23.9, True), (26 - GAP, False)])
def test_contact_is_not_asked_of_a_charge_that_would_break_unit_coherency(x: float, legal: bool) -> None:
    """The comrade stays at (20.7, 20): in contact the model would be 2.77 inches away from it."""
    position = declared(unit(MINE, (20.7, 20), (20.7, 21.5)), unit(FOES, (26, 20)), roll=(5, 5))
    if legal:
        assert where(position.answer((to(x, 20, "mine.2"),))) == {"mine.2": (x, 20)}
    else:
        with position.refused(rule="core.charge-roll"):
            position.answer((to(x, 20, "mine.2"),))


@rule("core.charge-move", 2)
@pytest.mark.parametrize(("y", "legal"), [(20.0, True), (22.2 - GAP, False)])
def test_contact_is_not_asked_where_a_target_would_not_be_engaged(y: float, legal: bool) -> None:
    """Between two targets 2 inches beside its way the model engages both, and in contact only one of them."""
    targets = unit(FOES, (26, 22.2)), unit("more", (26, 17.8), player=1)
    position = declared(unit(MINE, (20, 20)), *targets, roll=(3, 4), targets=(FOES, "more"),
                        rules=invent(sheet("more")))  # fmt: skip
    if legal:
        assert where(position.answer((to(26, y),))) == {"mine.1": (26, y)}
    else:
        with position.refused(rule="core.charge-roll"):
            position.answer((to(26, y),))


def test_a_charge_off_the_battlefield_is_refused() -> None:
    position = declared(unit(MINE, (3, 20), (3, 22)), unit(FOES, (9, 20)), roll=(5, 5))
    with position.refused(rule="errata.moving-units"):
        position.answer((to(9 - GAP, 20), to(0.2, 22, "mine.2")))


@rule("core.charge-move", 1, 2)
@pytest.mark.parametrize(("place", "legal"), [(FRONT, True), ((24.2, 20.0), False), ((18.5, 20.0), False)])
def test_charging_models_end_closer_and_in_base_contact(place: tuple[float, float], legal: bool) -> None:
    ours = unit(MINE, (20, 20), (20, 21.5))
    position = declared(ours, unit(FOES, (26, 20)), roll=(5, 5))
    if legal:
        position.answer((to(*SIDE, "mine.2"), to(*place)))
        assert where(position) == {"mine.1": place, "mine.2": SIDE}
    else:
        with position.refused(rule="core.charge-move"):
            position.answer((to(*SIDE, "mine.2"), to(*place)))


@rule("core.charge-move", 3)
@pytest.mark.parametrize("order", [("mine.1", "mine.2"), ("mine.2", "mine.1")])
def test_the_player_orders_the_models_of_a_charge(order: tuple[str, str]) -> None:
    position = declared(unit(MINE, (20, 20), (20, 21.5)), unit(FOES, (26, 20)), roll=(5, 5))
    ends = {"mine.1": FRONT, "mine.2": SIDE}
    position.answer(tuple(to(*ends[one], one) for one in order))
    assert tuple(where(position)) == order


# Terrain and flying -----------------------------------------------------------------------------------------


def block(height: float, trait: str = "hill") -> dict[str, Any]:
    """A terrain feature between x 23 and 27."""
    outline = [[23, 15], [27, 15], [27, 25], [23, 25]]
    return {"id": "block", "outline": outline, "height": height, "traits": [trait]}


@rule("core.charging-over-terrain", 1)
@pytest.mark.parametrize(("height", "roll", "legal"), [(2.0, (5, 5), True), (3.0, (6, 6), False)])
def test_charges_climb_what_is_higher_than_2_inches(height: float, roll: tuple[int, int], legal: bool) -> None:
    foes = unit(FOES, (29 + GAP, 20))
    position = declared(unit(MINE, (20, 20)), foes, roll=roll, rules=invent(terrain=[block(height)]))
    if legal:
        position.answer((to(29, 20),))
        assert where(position) == {"mine.1": (29, 20)}
    else:
        assert happened(position, ChargeFailed) or position.asked == "close_in"
        if position.asked == "close_in":
            with position.refused(rule="core.charge-roll"):
                position.answer((to(29, 20),))


@rule("core.charging-with-fly", 2, 3)
@pytest.mark.parametrize(("keyword", "legal"), [("Infantry", False), ("Fly", True)])
def test_who_flies_charges_over_models(keyword: str, legal: bool) -> None:
    rules = invent(sheet(MINE, keywords=[keyword]))
    between = unit(FOES, (23, 20), name="between")
    position = declared(unit(MINE, (20, 20)), between, unit(FOES, (28, 20)), roll=(5, 5), rules=rules)
    with position.refused():
        position.answer((to(23.5, 20),))
    if legal:
        position.answer((to(28 - GAP, 20),))
        assert where(position) == {"mine.1": (28 - GAP, 20)}
    else:
        with position.refused():
            position.answer((to(28 - GAP, 20),))


@rule("core.objective-markers", 2)
@rule("core.charge-move", 2)
def test_a_charge_ends_beside_an_objective_marker_in_contact_all_the_same() -> None:
    """The marker lies where the charge would end straight ahead."""
    position = declared(unit(MINE, (20, 20)), unit(FOES, (26, 20)), marker(26 - GAP, 20), roll=(6, 6))
    with position.refused():
        position.answer((to(*FRONT),))
    with position.refused(rule="core.charge-move"):
        position.answer((to(26 - GAP - 0.3, 22),))
    beside = position.game.request.space.suggest(4, Random(1))[0]
    position.answer(beside)
    scene = TABLE(position.game)
    assert plane.measure.touching(scene, "mine.1", "foes.1")
    assert not plane.measure.overlaps(scene.models["mine.1"].footprint, scene.markers["A"].footprint)


@rule("core.charge-targets", 1)
@pytest.mark.parametrize(
    ("named", "legal"),
    [
        ("a", True),
        ("ab", True),
        ("abc", True),
        ("dca", True),
        ("abcd", True),
        ("abf", False),
        ("aa", False),
        ("", False),
    ],
)
def test_any_of_the_enemies_within_reach_are_charged_together(named: str, legal: bool) -> None:
    """One, two and all of them are listed; f is too far away."""
    foes = [unit(FOES, (26, 14 + 3 * place), name=name) for place, name in enumerate("abcd")]
    position = charging(unit(MINE, (20, 20)), *foes, unit(FOES, (45, 20), name="f"), rolls=[(1, 1)])
    assert {len(one) for one in targets(position)} == {1, 2, 4}
    if legal:
        position.answer((MINE, tuple(named)))
        assert [event.targets for event in happened(position, ChargeDeclared)] == [tuple(named)]
    else:
        with position.refused(rule="core.charge-eligibility"):
            position.answer((MINE, tuple(named)))


def test_of_charges_at_many_enemies_those_at_one_and_at_all_are_shown() -> None:
    """Their numbers stay, and any other can be given."""
    foes = ("x", "y", "z")
    charges = [("mob", targets) for count in (1, 2, 3) for targets in combinations(foes, count)]
    asked = Charges((*charges, None), able=(("mob", foes),))
    names = [", ".join(targets) for _, targets in charges] + ["none"]
    assert [key for key, _ in asked.prompt(names).lines] == ["1", "2", "3", "7", "8"]
    assert asked.read("x, y", names) == ("mob", ("x", "y")) == asked.read("4", names)
    two = Charges((*charges[:2], charges[3], None), able=(("mob", foes[:2]),))
    assert len(two.prompt(["x", "y", "x, y", "none"]).lines) == 4
