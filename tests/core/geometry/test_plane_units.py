import math
from collections.abc import Callable, Iterable
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.measure.ranges import check_wholly_within, check_within, distance, gap, models_within
from rulewright.geometry.plane.measure.units import (
    BASE_HEIGHT,
    Together,
    Who,
    check_clear,
    check_unit_wholly_within,
    check_unit_within,
    closest,
    coherency,
    engaged,
    engaged_units,
    engagements,
    gaps_of_units,
    in_contact,
    members,
    touching,
    unit_gap,
    units_within,
)
from rulewright.geometry.plane.move.charges import check_engaged
from rulewright.geometry.plane.scene import Marker, Model, Piece, Scene, Zone
from rulewright.geometry.plane.see.units import seers
from rulewright.geometry.plane.shapes import Base, Circle, Hull, Oval, Pose, Rectangle, inches

from .grounds import HAIRS, MANY, SOME

DISC = Circle(25.4)
FIGURES: tuple[Base, ...] = (DISC, DISC, Circle(50.8), Oval(60, 35), Rectangle(50.8, 25.4))


def figure(name: str, x: float, y: float, up: float = 0.0, side: int = 0, unit: str = "", base: Base = DISC) -> Model:
    return Model(name, base, Pose(x, y, 0.0, up), height=1.0, side=side, unit=unit)


def table(*models: Model) -> Scene:
    home = Zone("home", ((0.0, 0.0), (60.0, 0.0), (60.0, 9.0), (0.0, 9.0)))
    wood = Piece("wood", ((20.0, 20.0), (30.0, 20.0), (30.0, 30.0), (20.0, 30.0)), height=4.0)
    return Scene(60.0, 44.0, [wood], models, [home], [Marker("goal", 30.0, 10.0)])


def row(count: int, step: float, unit: str = "squad") -> list[Model]:
    """Models of 1 inch in a row, this many inches from centre to centre."""
    return [figure(f"{unit} {number}", 2.0 + number * step, 4.0, unit=unit) for number in range(count)]


@st.composite
def crowds(draw: st.DrawFn) -> list[Model]:
    """Models of two sides on nearby places of a lattice, some of them higher up, in three units."""
    cells = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), unique=True, max_size=9))
    models = []
    for number, (x, y) in enumerate(cells):
        place = (3.0 + 2.5 * x, 3.0 + 3.0 * y)
        up = draw(st.sampled_from([0.0, 0.0, 0.0, 6.0, 12.0]))
        side, base = draw(st.integers(0, 1)), draw(st.sampled_from(FIGURES))
        pose = Pose(*place, draw(st.sampled_from([0.0, 40.0, 90.0])), up)
        unit = draw(st.sampled_from(["", f"red {side}", f"blue {side}"]))
        models.append(Model(f"m{number}", base, pose, 1.0, side=side, unit=unit))
    return models


def near(a: Model, b: Model, far: float, high: float) -> bool:
    """The rule in plain words, from footprints and heights."""
    vertical = abs(a.pose.height - b.pose.height)
    return distance(a.footprint, b.footprint) <= far + TOLERANCE and vertical <= high + TOLERANCE


# ------------------------------------------------------------------------------------------------- keeping together


def reached(models: list[Model], links: Iterable[tuple[str, str]]) -> set[frozenset[str]]:
    """Groups by walking along links until nothing is new."""
    groups = {model.id: {model.id} for model in models}
    for _ in models:
        for a, b in links:
            groups[a] |= groups[b]
            groups[b] |= groups[a]
    return {frozenset(group) for group in groups.values()}


@MANY
@given(crowds(), st.integers(1, 3), st.sampled_from([0.5, 1.5, 2.0]), st.sampled_from([0.0, 5.0, 11.0]))
def test_a_unit_keeps_together_as_the_rule_says(models: list[Model], wanted: int, far: float, high: float) -> None:
    found = coherency(table(*models), [model.id for model in models], Together(far, high, wanted))
    links = {(a.id, b.id) for a, b in combinations(models, 2) if near(a, b, far, high)}
    assert set(found.links) == links
    groups = reached(models, links)
    assert set(map(frozenset, found.groups)) == groups
    assert [len(group) for group in found.groups] == sorted(map(len, groups), reverse=True)
    count = {model.id: sum(model.id in link for link in links) for model in models}
    wanted = wanted if len(models) < 7 else max(wanted, 2)
    lonely = {name for name, found in count.items() if found < min(wanted, len(models) - 1)}
    assert {fault.by for fault in found.faults if fault.reason == "too few of its unit near"} == lonely
    assert sum(fault.reason == "apart from the rest of its unit" for fault in found.faults) == max(0, len(groups) - 1)
    assert found.holds == (not lonely and len(groups) <= 1)
    for fault in found.faults:
        assert fault.amount > TOLERANCE and len(fault.points) == 2


@pytest.mark.parametrize("hair", HAIRS)
def test_exactly_the_distance_is_near_enough(hair: float) -> None:
    squad = row(4, 3.0 + hair)
    assert coherency(table(*squad), [one.id for one in squad]).holds == (hair <= TOLERANCE)


def test_a_row_of_seven_lacks_a_second_neighbour_at_its_ends() -> None:
    """Units of 7 or more need two, without being asked to (wh40k:core.unit-coherency 1 and 2)."""
    assert coherency(table(*row(6, 2.5)), members(table(*row(6, 2.5)), "squad")).holds
    squad = row(7, 2.5)
    found = coherency(table(*squad), members(table(*squad), "squad"))
    assert [fault.by for fault in found.faults] == ["squad 0", "squad 6"] and len(found.groups) == 1
    assert [fault.amount for fault in found.faults] == pytest.approx([2.0, 2.0])
    assert found.faults[0].points == gap(table(*squad), "squad 0", "squad 2").points
    closer = row(7, 1.5)
    assert coherency(table(*closer), members(table(*closer), "squad")).holds


def test_two_groups_that_keep_together_each_are_no_unit() -> None:
    squad = [*row(4, 1.2), *(figure(f"far {number}", 20.0 + 1.2 * number, 4.0) for number in range(3))]
    found = coherency(table(*squad), [one.id for one in squad], Together(neighbours=2))
    assert [len(group) for group in found.groups] == [4, 3] and not found.holds
    (fault,) = found.faults
    assert fault.by == "far 0" and fault.amount == pytest.approx(20.0 - 5.6 - 1.0 - 2.0)


def test_height_parts_a_unit_and_is_told() -> None:
    scene = table(figure("a", 5, 5), figure("b", 6, 5, up=7.0))
    assert coherency(scene, ["a", "b"], Together(vertical=7.0)).holds
    assert coherency(scene, ["a", "b"]).faults[0].amount == pytest.approx(2.0)


@pytest.mark.parametrize(("up", "hull", "near"), [(5.0, False, True), (6.0, False, False), (6.0, True, True)])
def test_how_tall_a_model_is_brings_no_base_nearer(up: float, hull: bool, near: bool) -> None:
    """Models are measured to their bases, and only those without one to any part (wh40k:core.measuring)."""
    base: Base = Hull(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))) if hull else Circle(50.8)
    tall = Model("tall", base, Pose(10.0, 10.0), height=4.0, side=1)
    scene = table(tall, figure("up there", 11.0, 10.0, up=up))
    assert bool(engagements(scene)) == near
    assert (gap(scene, "tall", "up there").vertical <= 5.0) == near
    assert (check_within(scene, "up there", "tall", 1.0, 5.0) == ()) == near
    assert coherency(scene, ["tall", "up there"]).holds == near


def test_bad_limits_and_nobody_are_named() -> None:
    scene = table(figure("a", 5, 5), figure("b", 6, 5, side=1))
    for limit in (math.nan, -1.0):
        for ask in (check_within, check_wholly_within):
            with pytest.raises(GeometryError, match="from 0 up"):
                ask(scene, "a", "b", limit)
        for count in (engaged, engagements):
            with pytest.raises(GeometryError, match="from 0 up"):
                count(scene, 1.0, limit)
        with pytest.raises(GeometryError, match="from 0 up"):
            coherency(scene, ["a", "b"], Together(limit))
        with pytest.raises(GeometryError, match="from 0 up"):
            check_unit_within(scene, ["a"], "b", limit)
        with pytest.raises(GeometryError, match="from 0 up"):
            models_within(scene, "a", limit)
    with pytest.raises(GeometryError, match="a unit without models"):
        check_unit_wholly_within(scene, [], "goal", 3.0)


def test_one_model_and_none_keep_together() -> None:
    scene = table(figure("a", 5, 5))
    assert coherency(scene, ["a"], Together(neighbours=2)).holds and coherency(scene, ["a"]).groups == (("a",),)
    assert coherency(scene, []).holds and coherency(scene, []).groups == ()


def test_unknown_models_and_units_are_named() -> None:
    scene = table(figure("a", 5, 5, unit="squad"))
    with pytest.raises(GeometryError, match="no model 'x'"):
        coherency(scene, ["a", "x"])
    with pytest.raises(GeometryError, match="no model of a unit 'x'"):
        members(scene, "x")
    for empty in (lambda: unit_gap(scene, [], ["a"]), lambda: check_unit_within(scene, [], "a", 3.0)):
        with pytest.raises(GeometryError, match="a unit without models"):
            empty()


# ---------------------------------------------------------------------------------------------------------- enemies


@MANY
@given(crowds(), st.sampled_from([0.5, 1.0, 2.0]), st.sampled_from([0.0, 5.0, 11.0]))
def test_enemies_are_engaged_within_both_distances(models: list[Model], far: float, high: float) -> None:
    scene = table(*models)
    pairs = [(a, b) for a, b in combinations(models, 2) if a.side != b.side and near(a, b, far, high)]
    assert engagements(scene, far, high) == tuple((a.id, b.id) for a, b in pairs)
    assert (engaged(scene, far, high) == engaged(scene, far, high).T).all()
    units = {frozenset((a.unit or a.id, b.unit or b.id)) for a, b in pairs}
    found = engaged_units(scene, far, high)
    assert set(map(frozenset, found)) == units and len(found) == len(units)
    for unit in (models[:1], models[:3]):
        names = {one.id for one in unit}
        faults = check_clear(scene, names, far, high)
        enemies = {b.id for a, b in pairs if a.id in names} | {a.id for a, b in pairs if b.id in names}
        assert {fault.by for fault in faults} == enemies
        for fault in faults:
            enemy = scene.model(fault.by)
            others = [one for one in unit if one.side != enemy.side and near(one, enemy, far, high)]
            assert fault.amount == pytest.approx(far - min(distance(one.footprint, enemy.footprint) for one in others))


def test_engagement_follows_a_move() -> None:
    scene = table(figure("a", 5, 5), figure("b", 9, 5, side=1))
    assert engagements(scene) == ()
    assert engagements(scene.moved({"b": Pose(7.0, 5.0)})) == (("a", "b"),)
    assert engagements(scene.moved({"b": Pose(7.0 + TOLERANCE / 2, 5.0)})) == (("a", "b"),)
    assert engagements(scene.moved({"b": Pose(7.0, 5.0, 0.0, 6.5)})) == ()
    assert engagements(scene) == ()


def test_only_the_horizontal_distance_counts_where_no_height_is_given() -> None:
    scene = table(figure("a", 5, 5), figure("b", 14.9, 5, up=30.0, side=1), figure("friend", 6, 6))
    (fault,) = check_clear(scene, ["a"], 9.0)
    assert (fault.reason, fault.by) == ("too near", "b") and fault.amount == pytest.approx(0.1)
    assert check_clear(scene, ["a"], 9.0, vertical=5.0) == ()
    assert check_clear(scene, ["a"], 8.8) == ()


@pytest.mark.parametrize("hair", HAIRS)
def test_bases_that_touch_are_in_contact(hair: float) -> None:
    scene = Scene(60, 44, models=[figure("a", 5, 5), figure("b", 6 + hair, 5)], off_table=True)
    assert touching(scene, "a", "b") == touching(scene, "b", "a") == (hair <= TOLERANCE)
    assert in_contact(scene, "a") == (("b",) if hair <= TOLERANCE else ())


def test_bases_touch_only_on_the_same_level_and_hulls_by_any_part() -> None:
    hull = Hull(((-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)))
    models = [
        figure("a", 5, 5),
        figure("step", 6, 5, up=BASE_HEIGHT),
        figure("floor", 5, 6, up=0.9),
        figure("tank", 2.5, 5, base=hull),
        figure("above the tank", 2.5, 6.5, up=0.9),
        figure("over the tank", 2.5, 3.5, up=1.1),
    ]
    scene = table(*models)
    assert in_contact(scene, "a") == ("step", "tank")
    assert in_contact(scene, "tank") == ("a", "floor", "above the tank")
    assert check_within(scene, "tank", "over the tank", 0.0, vertical=5.0) == ()


# ---------------------------------------------------------------------------------------------- nearest, and as a unit


@MANY
@given(crowds(), st.booleans())
def test_the_closest_are_all_that_are_nearest(models: list[Model], straight: bool) -> None:
    scene = table(*models, figure("me", 40, 20, up=2.0))
    for thing in ("me", "goal", "wood", "home", (10.0, 10.0)):
        found = closest(scene, thing, [model.id for model in models], straight)
        every = [gap(scene, thing, model.id) for model in models]
        away = [one.straight if straight else one.horizontal for one in every]
        least = min(away, default=0.0)
        assert [one.b for one in found] == [m.id for m, far in zip(models, away, strict=True) if far <= least + 1e-6]


def test_ties_are_told_together() -> None:
    scene = table(figure("me", 20, 10), *(figure(n, x, y) for n, x, y in (("e", 25, 10), ("n", 20, 15), ("w", 14, 10))))
    assert [one.b for one in closest(scene, "me", ["w", "n", "e"])] == ["e", "n"]
    assert closest(scene, "me", []) == ()


@SOME
@given(crowds(), crowds(), st.booleans())
def test_units_are_as_far_apart_as_their_nearest_models(ours: list[Model], theirs: list[Model], straight: bool) -> None:
    others = [
        Model(f"other {one.id}", one.base, Pose(one.pose.x + 20, one.pose.y, one.pose.facing, one.pose.height), 1.0)
        for one in theirs
    ]
    if not (ours and others):
        return
    scene = table(*ours, *others)
    found = unit_gap(scene, [one.id for one in ours], [one.id for one in others], straight)
    pairs = [gap(scene, a.id, b.id) for a, b in product(ours, others)]
    away = [one.straight if straight else one.horizontal for one in pairs]
    assert (found.straight if straight else found.horizontal) == pytest.approx(min(away))


@SOME
@given(crowds(), st.booleans())
def test_the_gaps_of_all_units_are_those_of_each_two(models: list[Model], straight: bool) -> None:
    scene = table(*models)
    gaps = gaps_of_units(scene, straight)
    assert set(gaps) == {one.unit or one.id for one in models}
    for one, other in product(gaps, repeat=2):
        found = unit_gap(scene, one, other, straight)
        assert gaps[one][other] == pytest.approx(found.straight if straight else found.horizontal)


@SOME
@given(crowds(), st.booleans(), st.sampled_from([0.0, 1.0, 2.5, 6.0, 12.0]))
def test_units_are_within_what_they_are_apart(models: list[Model], straight: bool, inches: float) -> None:
    scene = table(*models)
    gaps = gaps_of_units(scene, straight)
    for one, other in product(gaps, repeat=2):
        assert units_within(scene, one, other, inches, straight) == (gaps[one][other] <= inches + TOLERANCE)
        if one != other:
            assert units_within(scene, one, other, gaps[one][other], straight)
    for a, b in product(models, repeat=2):
        apart = gap(scene, a.id, b.id)
        away = apart.straight if straight else apart.horizontal
        assert a is b or units_within(scene, a.id, b.id, inches, straight) == (away <= inches + TOLERANCE)
    if models:
        with pytest.raises(GeometryError, match="no model 'nobody'"):
            units_within(scene, models[0].id, "nobody", inches)


@SOME
@given(crowds(), st.lists(st.tuples(st.sampled_from(["move", "drop", "side", "look"]), st.integers(0, 8)), max_size=8))
def test_who_is_near_follows_every_change(models: list[Model], steps: list[tuple[str, int]]) -> None:
    scene = table(*models)
    for number, (kind, which) in enumerate(steps):
        names = [*scene.models]
        if not names:
            break
        one = scene.models[names[which % len(names)]]
        if kind == "move":
            scene = scene.moved({one.id: one.pose.at(3.0 + 1.7 * number, 3.0 + 1.1 * which)})
        elif kind == "drop":
            scene = scene.without_models([one.id])
        elif kind == "side":
            scene = scene.with_models([structs.replace(one, side=1 - one.side)])
        fresh = table(*scene.models.values())
        assert engagements(scene) == engagements(fresh) and engagements(scene, 4.0, 9.0) == engagements(fresh, 4.0, 9.0)
        units = [*gaps_of_units(fresh)]
        for a, b in product(units, repeat=2):
            assert units_within(scene, a, b, 3.0, True) == units_within(fresh, a, b, 3.0, True)


def test_one_model_is_enough_to_be_within_and_all_are_needed_wholly() -> None:
    scene = table(figure("a", 30, 15), figure("b", 30, 20), figure("c", 2, 2))
    reach = 5.0 - 0.5 - inches(20)
    assert check_unit_within(scene, ["b", "a"], "goal", reach) == ()
    (fault,) = check_unit_within(scene, ["b", "a"], "goal", reach - 0.25)
    assert fault == Fault("too far", "goal", fault.amount, gap(scene, "a", "goal").points)
    assert fault.amount == pytest.approx(0.25)
    assert check_unit_wholly_within(scene, ["a", "b"], "goal", reach + 6.0) == ()
    (wholly,) = check_unit_wholly_within(scene, ["a", "b"], "goal", reach + 5.5)
    assert (wholly.reason, wholly.by) == ("partly too far", "b") and wholly.amount == pytest.approx(0.5)
    assert check_unit_wholly_within(scene, ["c"], "home") == ()
    assert [fault.by for fault in check_unit_wholly_within(scene, ["a", "c"], "home")] == ["a"]


def test_an_objective_is_measured_to_its_edge_in_both_directions() -> None:
    reach = 3.0 + 0.5 + inches(20)
    scene = table(figure("a", 30, 10 + reach), figure("b", 30 + reach, 10, up=5.0), figure("c", 30 - reach, 10, up=5.1))
    for name, faults in (("a", 0), ("b", 0), ("c", 1)):
        assert len(check_within(scene, name, "goal", 3.0, vertical=5.0)) == faults
    assert math.isclose(gap(scene, "a", "goal").horizontal, 3.0)


@pytest.mark.parametrize(
    "ask",
    [
        lambda scene, who: coherency(scene, who, Together(1.0)),
        lambda scene, who: check_clear(scene, who, 9.0),
        lambda scene, who: closest(scene, "goal", who),
        lambda scene, who: unit_gap(scene, who, "foe"),
        lambda scene, who: unit_gap(scene, "foe", who),
        lambda scene, who: check_unit_within(scene, who, "goal", 1.0),
        lambda scene, who: check_unit_wholly_within(scene, who, "goal", 1.0),
        lambda scene, who: check_engaged(scene, who, ["foe"]),
        lambda scene, who: seers(scene, who, "foe"),
    ],
)
def test_a_unit_is_asked_about_by_its_name_by_one_model_or_by_some(ask: Callable[[Scene, Who], Any]) -> None:
    others = [figure("squad", 2, 30, unit="others"), figure("foe", 14, 5, side=1)]
    scene = table(figure("a", 5, 5, unit="squad"), figure("b", 9, 5, unit="squad"), *others)
    assert ask(scene, "squad") == ask(scene, ["b", "a"]) == ask(scene, members(scene, "squad")) != ask(scene, "a")
    assert ask(scene, "a") == ask(scene, ["a"])
    with pytest.raises(GeometryError, match="no unit and no model 'mob'; it has the units squad, others, foe"):
        ask(scene, "mob")
    with pytest.raises(GeometryError, match="no model 'mob'"):
        ask(scene, ["a", "mob"])


def test_a_model_without_a_unit_is_a_unit_by_itself() -> None:
    scene = table(figure("a", 5, 5, unit="squad"), figure("b", 9, 5))
    assert members(scene, "b") == ("b",) and members(scene, "squad") == ("a",)
