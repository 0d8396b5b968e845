import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import Polygon

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.areas import area_footprints
from rulewright.geometry.plane.measure.pairs import distances, vertical_gaps
from rulewright.geometry.plane.measure.ranges import (
    beyond,
    check_wholly_within,
    check_within,
    distance,
    gap,
    models_within,
    nearest,
    outside,
    overlaps,
    penetration,
    to_models,
    within,
)
from rulewright.geometry.plane.scene import Marker, Model, Piece, Scene, Zone
from rulewright.geometry.plane.shapes import Circle, Footprint, Hull, Oval, Point, Pose, Rectangle, footprint, inches

from .grounds import (
    BASES,
    CONVEX,
    HAIRS,
    MANY,
    NOTCHED,
    SOME,
    WEDGE,
    angles,
    close,
    dots,
    facings,
    fine,
    grounds,
    pairs,
    turned,
)

NOISE = 1e-9
"""What arithmetic may differ by in another frame; a thousandth of the tolerance."""


def disc(x: float, y: float, radius: float) -> Footprint:
    return Footprint(np.array([[float(x), float(y)]]), float(radius))


# ---------------------------------------------------------------------------------------------------------- distance


@MANY
@given(pairs())
def test_distance_is_that_of_polygons_with_fine_arcs(pair: tuple[Footprint, Footprint]) -> None:
    a, b = pair
    assert distance(a, b) == pytest.approx(fine(a).distance(fine(b)), abs=1e-3)


@MANY
@given(pairs(), angles, st.floats(-30, 30), st.floats(-30, 30), st.booleans())
def test_nothing_depends_on_order_or_frame(
    pair: tuple[Footprint, Footprint], angle: float, dx: float, dy: float, mirrored: bool
) -> None:
    a, b = pair
    c, d = turned(a, angle, dx, dy, mirrored), turned(b, angle, dx, dy, mirrored)
    for measured in (distance, penetration):
        assert measured(a, b) == pytest.approx(measured(b, a), abs=NOISE)
        if a.convex and b.convex:
            assert measured(c, d) == pytest.approx(measured(a, b), abs=NOISE)
    assert distance(c, d) == pytest.approx(distance(a, b), abs=NOISE)
    assert beyond(c, d, 1.0) == pytest.approx(beyond(a, b, 1.0), abs=3e-7)


rationals = st.fractions(-20, 20, max_denominator=64)
sizes = st.fractions(Fraction(1, 8), 3, max_denominator=64)


@MANY
@given(
    st.tuples(rationals, rationals, sizes),
    st.tuples(rationals, rationals, sizes),
    st.fractions(0, 12, max_denominator=32),
)
@example((Fraction(0), Fraction(0), Fraction(1)), (Fraction(9), Fraction(12), Fraction(2)), Fraction(12))
@example((Fraction(1), Fraction(1), Fraction(1)), (Fraction(4), Fraction(5), Fraction(4)), Fraction(0))
def test_discs_are_within_and_overlap_as_exact_arithmetic_says(
    a: tuple[Fraction, ...], b: tuple[Fraction, ...], far: Fraction
) -> None:
    def square(reach: Fraction) -> Fraction:
        return reach * reach

    apart = square(a[0] - b[0]) + square(a[1] - b[1])
    hair = Fraction(2, 10**6)
    one, two = disc(*map(float, a)), disc(*map(float, b))
    reach = a[2] + b[2] + far
    if apart <= square(reach):
        assert within(one, two, float(far))
    if apart > square(reach + hair):
        assert not within(one, two, float(far))
    if apart >= square(a[2] + b[2]):
        assert not overlaps(one, two)
    elif apart < square(max(Fraction(0), a[2] + b[2] - hair)):
        assert overlaps(one, two)
    wholly = b[2] + far - a[2]
    if wholly >= 0 and apart <= square(wholly):
        assert beyond(one, two, float(far)) <= TOLERANCE
    if wholly < 0 or apart > square(wholly + hair):
        assert beyond(one, two, float(far)) > TOLERANCE


@MANY
@given(grounds(), grounds(), angles, st.sampled_from(HAIRS))
@example(footprint(WEDGE, Pose(0.0, 0.0, 180.0)), footprint(WEDGE, Pose(0.0, 0.0)), 2.0, -1e-3)
def test_beside_each_other_is_decided_by_the_tolerance(a: Footprint, b: Footprint, angle: float, hair: float) -> None:
    assume(a.convex and b.convex)
    b = close(a, b, angle, hair)
    # Pushed into each other corner against corner, two grounds may pass each other by less than they were pushed.
    gap = max(0.0, a.skeleton.distance(b.skeleton) - a.radius - b.radius)
    assert gap == pytest.approx(hair, abs=NOISE) if hair >= 0.0 else gap <= -hair
    assert distance(a, b) == pytest.approx(gap, abs=NOISE)
    assert within(a, b, 0.0) == (gap <= TOLERANCE)
    assert overlaps(a, b) == overlaps(b, a)
    if hair >= -TOLERANCE:
        assert not overlaps(a, b)


@MANY
@given(pairs())
def test_the_nearest_points_lie_on_both_and_so_far_apart(pair: tuple[Footprint, Footprint]) -> None:
    a, b = pair
    found = nearest(a, b)
    assert found.distance == pytest.approx(distance(a, b), abs=NOISE)
    assert math.dist(found.a, found.b) == pytest.approx(found.distance, abs=NOISE)
    for ground, point in ((a, found.a), (b, found.b)):
        assert distance(ground, disc(*point, 0.0)) <= NOISE


def test_straight_sides_beside_each_other_have_their_distance_everywhere() -> None:
    a, b = (footprint(Rectangle(50.8, 25.4), Pose(x, 0.0)) for x in (0.0, 3.0))
    assert distance(a, b) == pytest.approx(1.0, abs=1e-12)
    assert nearest(a, b).a[0] == pytest.approx(1.0) and nearest(a, b).b[0] == pytest.approx(2.0)


# -------------------------------------------------------------------------------------------------------- penetration


def separation(a: Footprint, b: Footprint, steps: int = 3600) -> float:
    """The least overlap of the shadows of two convex grounds, over many directions."""
    turns = np.arange(steps) * (2 * math.pi / steps)
    ways = np.stack([np.cos(turns), np.sin(turns)])
    shadows = (a.core @ ways).max(axis=0) + a.radius - (b.core @ ways).min(axis=0) + b.radius
    return float(shadows.min())


@SOME
@given(pairs(CONVEX))
def test_the_depth_of_convex_grounds_is_the_least_overlap_of_shadows(pair: tuple[Footprint, Footprint]) -> None:
    a, b = pair
    least = separation(a, b)
    assert penetration(a, b) <= max(0.0, least) + NOISE
    assert penetration(a, b) >= least - 12 * math.pi / 3600


@SOME
@given(pairs())
def test_a_shorter_shift_than_the_depth_never_parts_them(pair: tuple[Footprint, Footprint]) -> None:
    a, b = pair
    deep = penetration(a, b)
    assume(deep > 1e-4)
    for turn in range(0, 360, 30):
        way = 0.999 * deep * np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
        assert penetration(a, b.shifted(*way)) > 0.0


@MANY
@given(pairs())
def test_they_overlap_when_polygons_with_fine_arcs_share_an_area(pair: tuple[Footprint, Footprint]) -> None:
    a, b = pair
    shared = fine(a).intersection(fine(b)).area
    if shared > 1e-3:
        assert overlaps(a, b)
    if fine(a.grown(0.001)).disjoint(fine(b.grown(0.001))):
        assert not overlaps(a, b)


@pytest.mark.parametrize(
    ("a", "b", "deep"),
    [
        (disc(0, 0, 1), disc(0, 0, 2), 3.0),
        (disc(0, 0, 1), disc(1.5, 0, 1), 0.5),
        (footprint(Rectangle(50.8, 50.8), Pose(0, 0)), disc(0, 0, 0.5), 1.5),
        (footprint(Rectangle(50.8, 50.8), Pose(0, 0)), disc(1.3, 1.4, 1.0), 0.5),
        (footprint(Rectangle(50.8, 50.8), Pose(0, 0)), footprint(Rectangle(50.8, 50.8), Pose(1.75, 1.5)), 0.25),
        (footprint(NOTCHED, Pose(0, 0)), disc(0.0, 0.5, 0.5), 0.0),
        (footprint(NOTCHED, Pose(0, 0)), disc(0.0, 0.5, 0.75), 0.25),
    ],
    ids=["concentric", "discs", "disc in the middle", "disc on the corner", "squares", "in the notch", "tight"],
)
def test_depths_that_are_known(a: Footprint, b: Footprint, deep: float) -> None:
    assert penetration(a, b) == pytest.approx(deep, abs=1e-12)


def test_a_line_grown_by_a_radius_is_a_ground_as_any_other() -> None:
    line = Footprint(np.array([[0.0, 0.0], [4.0, 0.0]]), 1.0)
    assert penetration(line, disc(2, 1.5, 1)) == pytest.approx(0.5)
    assert penetration(line, disc(5.5, 0, 1)) == pytest.approx(0.5)
    assert penetration(line, disc(6, 0, 1)) == 0.0
    assert penetration(line, Footprint(np.array([[1.0, 0.0], [9.0, 0.0]]), 1.0)) == pytest.approx(2.0)
    assert beyond(disc(2, 0.5, 0.5), line, 0.0) == pytest.approx(0.0)


# ------------------------------------------------------------------------------------------------------ wholly within


@SOME
@given(pairs())
def test_the_farthest_point_is_that_of_many(pair: tuple[Footprint, Footprint]) -> None:
    a, b = pair
    farthest = float(shapely.distance(dots(fine(a)), fine(b)).max())
    assert farthest - 1e-3 <= beyond(a, b, 0.0) <= farthest + 0.12
    assert beyond(a, b, 2.5) == pytest.approx(beyond(a, b, 0.0) - 2.5)


ELL = Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
FORK = Polygon([(0, 0), (8, 0), (8, 6), (6, 6), (6, 1), (2, 1), (2, 6), (0, 6)])
STAR = Polygon([(0, 0), (4, -1), (6, 3), (3, 1.5), (4, 6), (2, 3), (0, 6), (1, 3)])
HOLED = Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (1, 5), (2, 5), (2, 1)], [(4, 4), (5, 8), (8, 5)]])
SPIKED = Polygon(
    [(-2, -2), (12, -2), (12, 11), (-2, 11)],
    [
        [(0, 0), (9, 0), (9, 8), (0, 8), (0, 5), (4, 4), (0, 3)],
        [(10, 1), (10, 7), (11, 7), (11, 5), (10.5, 4), (11, 3)],
    ],
)
SLIT = SPIKED.difference(shapely.box(8.9, -3.0, 9.0, 0.5))
"""The larger hole opens to the outside."""
AREAS = (ELL, FORK, STAR, HOLED, shapely.box(0, 0, 5, 3))


@SOME
@given(grounds(), st.sampled_from(AREAS), facings)
def test_how_far_it_sticks_out_is_that_of_many_points(ground: Footprint, area: Polygon, turn: float) -> None:
    area = affinity.rotate(area, turn, origin=(0, 0))
    farthest = float(shapely.distance(dots(fine(ground)), area).max())
    assert farthest - 1e-3 <= outside(ground, area) <= farthest + 0.12


@pytest.mark.parametrize(
    ("ground", "area", "out"),
    [
        (Footprint(np.array([[1.0, 4.0], [7.0, 4.0]])), FORK, 2.0),
        (Footprint(np.array([(1.0, 2.0), (7.0, 2.0), (7.0, 5.0), (1.0, 5.0)])), FORK, 2.0),
        (disc(4, 4, 2), FORK, 2.0),
        (disc(4, 4, 2.5), FORK, math.hypot(2.0, 0.5)),
        (disc(1.5, 3, 3), HOLED, math.hypot(1.5, 0.0)),
        (disc(6, 4, 3), SPIKED, 9 - math.sqrt(40)),
        (disc(6, 4, 3), SLIT, 9 - math.sqrt(40)),
        (disc(1.5, 3, 0.9), ELL, 0.4),
        (disc(1.0, 1.0, 1.0), ELL, 0.0),
        (disc(2.0, 2.0, 1.0), ELL, math.sqrt(0.5)),
        (disc(3.0, 1.0, 1.0), ELL, 0.0),
    ],
    ids=[
        "across",
        "a ridge",
        "round between arms",
        "round beyond",
        "over a hole",
        "two walls and a spike",
        "opened",
        "one side",
        "touching",
        "corner",
        "edge",
    ],
)
def test_sticking_out_that_is_known(ground: Footprint, area: Polygon, out: float) -> None:
    assert outside(ground, area) == pytest.approx(out, abs=2e-7)


@pytest.mark.parametrize("area", [HOLED, SPIKED])
@pytest.mark.parametrize("turn", [0.0, 33.0])
@pytest.mark.parametrize("reach", [2.0, 3.5, 4.5])
def test_the_farthest_point_may_lie_in_the_middle_of_a_hole(area: Polygon, turn: float, reach: float) -> None:
    ground = turned(disc(6, 4, reach), math.radians(turn))
    area = affinity.rotate(area, turn, origin=(0, 0))
    farthest = float(shapely.distance(dots(fine(ground), 0.02), area).max())
    assert farthest - 1e-4 <= outside(ground, area) <= farthest + 0.016


@MANY
@given(st.sampled_from(AREAS), angles, st.floats(-30, 30), st.sampled_from(HAIRS), st.floats(0.1, 0.9))
def test_touching_the_edge_from_inside_is_inside_in_every_frame(
    area: Polygon, angle: float, shift: float, hair: float, along: float
) -> None:
    edges = Footprint(shapely.get_coordinates(area.exterior)[:-1][:: 1 if area.exterior.is_ccw else -1].copy())
    way = edges.core[1] - edges.core[0]
    inwards = np.array([-way[1], way[0]]) / np.hypot(*way)
    x, y = edges.core[0] + along * way + (0.05 - hair) * inwards
    ground = disc(x, y, 0.05)
    moved = affinity.translate(affinity.rotate(area, angle, origin=(0, 0), use_radians=True), shift, -shift)
    out = outside(turned(ground, angle, shift, -shift), moved)
    assert out == pytest.approx(max(0.0, hair), abs=2e-7)


@SOME
@given(st.sampled_from(AREAS), st.floats(0, 9), st.floats(0, 9))
def test_area_footprints_cover_an_area_and_not_its_holes(area: Polygon, x: float, y: float) -> None:
    parts = area_footprints(area)
    assert all(part.convex for part in parts)
    assert sum(fine(part).area for part in parts) == pytest.approx(area.area)
    there = min(distance(part, disc(x, y, 0.0)) for part in parts)
    assert there == pytest.approx(area.distance(shapely.Point(x, y)), abs=NOISE)


# ----------------------------------------------------------------------------------------------------------- a scene


RUIN = Piece("ruin", ((20.0, 20.0), (26.0, 20.0), (26.0, 26.0), (20.0, 26.0)), height=3.0)
RING = Piece(
    "ring",
    ((40.0, 5.0), (50.0, 5.0), (50.0, 15.0), (40.0, 15.0)),
    2.0,
    holes=(((42.0, 7.0), (48.0, 7.0), (48.0, 13.0), (42.0, 13.0)),),
)
HOME = Zone("home", ((0.0, 0.0), (60.0, 0.0), (60.0, 9.0), (0.0, 9.0)))
GOAL = Marker("goal", 30.0, 22.0, mm=40.0)


def model(name: str, x: float, y: float, up: float = 0.0, tall: float = 1.5, mm: float = 50.8) -> Model:
    return Model(name, Circle(mm), Pose(x, y, 0.0, up), height=tall)


def scene(*models: Model) -> Scene:
    return Scene(60, 44, [RUIN, RING], models, [HOME], [GOAL])


def test_a_gap_is_horizontal_and_vertical_apart_and_straight_when_asked() -> None:
    table = scene(model("a", 5, 5), model("b", 10, 5, up=4.0), model("c", 5, 7))
    found = gap(table, "a", "b")
    assert (found.a, found.b) == ("a", "b")
    assert (found.horizontal, found.vertical) == pytest.approx((3.0, 4.0))
    assert found.straight == pytest.approx(5.0)
    assert np.allclose(found.points, ((6.0, 5.0), (9.0, 5.0)))
    assert found.within(3.0) and found.within(3.0, 4.0) and not found.within(3.0, 3.9) and not found.within(2.9, 9.0)
    assert gap(table, "a", "c").horizontal == 0.0
    back = gap(table, "b", "a")
    assert (back.horizontal, back.vertical, back.points) == (found.horizontal, found.vertical, found.points[::-1])


def test_everything_on_the_table_can_be_measured_to() -> None:
    table = scene(model("a", 23, 15, up=4.0), model("in the ring", 45, 10))
    assert gap(table, "a", "ruin").horizontal == pytest.approx(4.0)
    assert gap(table, "a", "ruin").vertical == pytest.approx(1.0)
    assert gap(table, "a", "goal").horizontal == pytest.approx(math.hypot(7, 7) - 1 - inches(20))
    assert gap(table, "a", "goal").vertical == pytest.approx(4.0)
    assert gap(table, "a", "home").horizontal == pytest.approx(5.0)
    assert gap(table, "a", "home").vertical == 0.0
    assert gap(table, "a", (23.0, 11.0)).horizontal == pytest.approx(3.0)
    assert gap(table, "ruin", "ring").horizontal == pytest.approx(math.hypot(14, 5))
    assert gap(table, "in the ring", "ring").horizontal == pytest.approx(2.0)
    assert gap(table, RUIN, GOAL) == gap(table, "ruin", "goal")


def test_a_destroyed_model_is_measured_to_where_it_stood() -> None:
    table = scene(model("a", 5, 5), model("b", 10, 5))
    gone = table.model("b")
    assert gap(table.without_models(["b"]), "a", gone) == gap(table, "a", "b")


def test_checks_tell_what_is_missing() -> None:
    table = scene(model("a", 5, 5), model("b", 10, 5, up=4.0))
    assert check_within(table, "a", "b", 3.0, 4.0) == ()
    far, high = check_within(table, "a", "b", 2.5, 3.0)
    assert (far.reason, far.by, high.reason, high.by) == ("too far", "b", "too high or low", "b")
    assert (far.amount, high.amount) == pytest.approx((0.5, 1.0))
    assert far.points == gap(table, "a", "b").points


@pytest.mark.parametrize(
    ("x", "y", "thing", "far", "over"),
    [
        (5, 8, "home", 0.0, 0.0),
        (5, 8.5, "home", 0.0, 0.5),
        (23, 23, "ruin", 0.0, 0.0),
        (25.5, 23, "ruin", 0.0, 0.5),
        (30, 23, "ruin", 5.0, 0.0),
        (30.25, 23, "ruin", 5.0, 0.25),
        (45, 10, "ring", 3.0, 0.0),
        (45, 10, "ring", 2.5, 0.5),
        (30, 27, "goal", 3.0, 3.0 - inches(20)),
        (30, 27, (30.0, 20.0), 7.5, 0.5),
        (10, 5, "a", 6.0, 0.0),
        (10, 5, "a", 4.0, 1.0),
    ],
)
def test_wholly_within_asks_for_the_farthest_part(
    x: float, y: float, thing: str | Point, far: float, over: float
) -> None:
    table = scene(model("a", 5, 5), model("b", x, y))
    faults = check_wholly_within(table, "b", thing, far)
    assert sum(fault.amount for fault in faults) == pytest.approx(over)
    assert len(faults) == (over > 0)


def test_what_is_within_range_of_a_thing_is_told_in_order() -> None:
    table = scene(model("c", 30, 26), model("a", 34, 22), model("high", 30, 18, up=6.0), model("far", 30, 30))
    reach = math.ceil((3.0 - inches(20)) * 1e9) / 1e9
    assert models_within(table, "goal", reach) == ("c", "a", "high")
    assert models_within(table, "goal", reach - 1e-5) == ()
    assert models_within(table, "goal", reach, vertical=5.0) == ("c", "a")
    assert models_within(table, "goal", reach, among=["high", "a"]) == ("high", "a")
    assert models_within(table, "c", 2.0) == ("c", "far")
    assert models_within(table, (30.0, 30.0), 1.0) == ("far",)


@pytest.mark.parametrize("thing", ["nobody", (1.0, math.nan), (1.0, 2.0, 3.0)])
def test_what_is_not_there_is_named(thing: str | Point) -> None:
    with pytest.raises(GeometryError, match=r"'nobody'|a point is two finite numbers"):
        gap(scene(model("a", 5, 5)), "a", thing)
    with pytest.raises(GeometryError, match=r"'nobody'|a point is two finite numbers"):
        models_within(scene(), thing, 3.0)


# --------------------------------------------------------------------------------------------- all models at once


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "add", "remove", "replace", "terrain", "look"]),
        st.integers(0, 7),
        st.tuples(st.floats(5, 40), st.floats(5, 40)),
        st.sampled_from(BASES),
    ),
    max_size=8,
)


def check_arrays(table: Scene) -> None:
    """All distances against those of pairs, one by one."""
    models = list(table.models.values())
    horizontal, vertical = distances(table), vertical_gaps(table)
    assert horizontal.shape == vertical.shape == (len(models), len(models))
    assert (horizontal == horizontal.T).all() and (vertical == vertical.T).all()
    for (i, a), (j, b) in product(enumerate(models), enumerate(models)):
        assert horizontal[i, j] == pytest.approx(distance(a.footprint, b.footprint) if i != j else 0.0, abs=NOISE)
        assert vertical[i, j] == pytest.approx(gap(table, a.id, b.id).vertical, abs=NOISE)
    for name in table.models:
        mine, things = to_models(table, name), to_models(table, table.model(name))
        assert np.allclose(mine, things, atol=NOISE)


@SOME
@given(st.integers(0, 6), STEPS)
def test_distances_follow_whatever_happens_to_a_scene(
    size: int, steps: list[tuple[str, int, tuple[float, float], Hull | Oval | Rectangle | Circle]]
) -> None:
    table = Scene(50, 50, models=[Model(f"m{i}", BASES[i], Pose(6.0 * i + 4, 9.0, 20.0 * i), 1.0) for i in range(size)])
    seen = [(table, distances(table), distances(table).copy())]
    for number, (kind, which, (x, y), base) in enumerate(steps):
        names = list(table.models)
        name = names[which % len(names)] if names else None
        new = Model(f"new{number}", base, Pose(x, y, 10.0 * number, number % 3), height=1.0)
        if kind == "add":
            table = table.with_models([new])
        elif kind == "terrain":
            table = table.with_pieces([Piece("wood", ((x, y), (x + 1, y), (x, y + 1)))])
        elif kind == "look":
            check_arrays(table)
            seen.append((table, distances(table), distances(table).copy()))
        elif name is not None and kind == "move":
            table = table.moved({name: Pose(x, y, 33.0, 1.5)})
        elif name is not None and kind == "replace":
            table = table.with_models([Model(name, base, Pose(x, y), height=2.0)])
        elif name is not None:
            table = table.without_models([name])
    check_arrays(table)
    for old, array, copy in seen:
        assert distances(old) is array and (array == copy).all()


slim = st.sampled_from([Oval(60, 35), Oval(170, 105), Oval(40, 40), Oval(200, 15), Oval(15, 200), Oval(105, 70)])


@MANY
@given(st.lists(st.tuples(slim, st.floats(0, 25), st.floats(0, 25), facings), min_size=2, max_size=8))
@example([(Oval(200, 15), 5.0, 5.0, 0.0), (Oval(60, 35), 5.0, 5.0, 90.0), (Oval(40, 40), 5.0, 5.0, 30.0)])
@example([(Oval(60, 35), 5.0, 5.0, 0.0), (Oval(60, 35), 15.0, 5.0, 0.0), (Oval(60, 35), 5.0, 15.0, 90.0)])
def test_ovals_are_as_far_apart_as_all_their_corners_say(ovals: list[tuple[Oval, float, float, float]]) -> None:
    models = [Model(f"m{row}", base, Pose(x, y, facing)) for row, (base, x, y, facing) in enumerate(ovals)]
    table = Scene(30, 30, models=models, off_table=True)
    cores = np.array([model.footprint.skeleton for model in models])
    assert np.allclose(distances(table), shapely.distance(cores[:, None], cores), rtol=0.0, atol=1e-12)


def test_the_arrays_cannot_be_written_to() -> None:
    table = scene(model("a", 5, 5), model("b", 10, 5))
    for array in (distances(table), vertical_gaps(table)):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 1] = 7.0


def test_a_moved_model_costs_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Scene(60, 44, models=[Model(f"m{i}", BASES[3], Pose(6.0 * i + 4, 9.0)) for i in range(9)])
    distances(table)
    asked: list[int] = []
    measure = shapely.distance

    def counted(a: Any, b: Any) -> Any:
        asked.append(np.size(b))
        return measure(a, b)

    monkeypatch.setattr(shapely, "distance", counted)
    distances(table.moved({"m4": Pose(20.0, 30.0)}))
    assert sum(asked) == 8
