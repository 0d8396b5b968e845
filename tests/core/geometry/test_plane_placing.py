"""Where bases may stand and be placed: beside shapely on outlines of many corners, and beside dots."""

import math
import random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.place.placing import check_place, check_stand, last_free, sample_places
from rulewright.geometry.plane.place.setup import place_region, stand_region
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Footprint, Hull, Oval, Point, Pose, Rectangle, footprint
from tests.lengths import examples

INCH = Circle(25.4)
NOTCHED = Hull(((-1, -1), (1.5, -1), (0, 0), (1, 1), (-1, 1)))
BASES: tuple[Base, ...] = (INCH, Circle(65), Oval(60, 35), Rectangle(50, 25), NOTCHED)
L = ((20.0, 6.0), (24.0, 6.0), (24.0, 8.0), (22.0, 8.0), (22.0, 12.0), (20.0, 12.0))
RING = Piece("ring", ((4, 14), (12, 14), (12, 22), (4, 22)), holes=(((6, 16), (10, 16), (10, 20), (6, 20)),))


def table(base: Base = INCH, facing: float = 0.0, balance: bool = True) -> Scene:
    """A roof, a building with an inward corner, a wall round a yard, and two other models."""
    roof = Piece("roof", ((5, 5), (10, 5), (10, 9), (5, 9)), size=2, balance=balance)
    models = [
        Model("a", base, Pose(15, 12, facing)),
        Model("b", INCH, Pose(15, 16)),
        Model("c", Oval(90, 52), Pose(17, 20, 30)),
    ]
    return Scene(26, 24, [roof, Piece("L", L, size=5), RING], models)


def faults(
    scene: Scene, x: float, y: float, facing: float = 0.0, closed: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    return [(one.reason, one.by) for one in check_stand(scene, "a", Pose(x, y, facing), closed)]


# --------------------------------------------------------------------------------------------------- standing


def test_one_fault_for_each_thing_that_is_wrong() -> None:
    scene = table()
    assert faults(scene, 15, 12) == []
    assert faults(scene, 0.4, 23.7) == [("off the table", "")]
    assert faults(scene, 15.9, 16) == [("overlaps", "b")]
    assert faults(scene, 5, 7) == [("partly on", "roof")]
    assert faults(scene, 7, 7) == []
    assert faults(scene, 7, 7, closed=("roof",)) == [("may not stand on", "roof")]
    assert [(one.reason, one.by) for one in check_stand(table(balance=False), "a", Pose(7, 7))] == [
        ("cannot balance on", "roof")
    ]
    assert faults(scene, 8, 18) == [], "in the yard"
    assert faults(scene, 5, 18) == [], "on the wall"
    assert faults(scene, 6, 18) == [("partly on", "ring")]


def test_amounts_are_inches_and_places_are_shown() -> None:
    (off,) = check_stand(table(), "a", Pose(0.2, 12))
    assert off.amount == pytest.approx(0.3)
    (over,) = check_stand(table(), "a", Pose(15, 15.25))
    assert over.amount == pytest.approx(0.25)
    (partly,) = check_stand(table(), "a", Pose(9.75, 7))
    assert partly.amount == pytest.approx(0.25)
    assert shapely.Point(partly.points[0]).within(shapely.box(5, 5, 10, 9))


@pytest.mark.parametrize(
    ("x", "y"), [(16.0, 16.0), (4.5, 7.0), (5.5, 5.5), (9.5, 8.5), (0.5, 0.5), (6.5, 16.5), (19.5, 9.0)]
)
def test_touching_is_free(x: float, y: float) -> None:
    assert faults(table(), x, y) == []


def test_a_base_that_is_hardly_partly_on_terrain_shows_where() -> None:
    """Its drawn outline does not meet the terrain at all: the chords of a turned base fall short of it."""
    turned = Piece("t", tuple((12 + math.cos(a) * 2, 12 + math.sin(a) * 2) for a in (0.3, 1.9, 3.4, 5.0)))
    side = shapely.LineString(turned.outline[:2])
    (x, y), away = side.interpolate(0.4, normalized=True).coords[0], 0.3 + (1.9 - 0.3) / 2
    for deep in (1e-5, 1e-4):
        centre = (x + (0.5 - deep) * math.cos(away), y + (0.5 - deep) * math.sin(away))
        scene = Scene(24, 24, [turned], [Model("a", INCH, Pose(3, 3))])
        (fault,) = check_stand(scene, "a", Pose(*centre))
        assert fault.reason == "partly on"
        assert math.dist(fault.points[0], (x, y)) < 0.02


@pytest.mark.parametrize(
    ("x", "y"), [(15.999, 16.0), (4.501, 7.0), (5.499, 5.5), (0.499, 0.5), (6.5, 16.499), (19.501, 9.0)]
)
def test_a_hair_more_than_touching_is_not(x: float, y: float) -> None:
    assert len(faults(table(), x, y)) == 1


places = st.tuples(st.floats(0, 26), st.floats(0, 24))
lattice = st.tuples(st.integers(0, 52).map(lambda n: n / 2), st.integers(0, 48).map(lambda n: n / 2))
facings = st.sampled_from([0.0, 30.0, 45.0, 90.0, 137.0])


def naive(scene: Scene, ground: shapely.Polygon, spare: float) -> bool:
    """Whether a base of many corners may stand where it is, ``spare`` inches larger (or, below 0, smaller)."""
    own = ground.buffer(spare)
    others = [one.footprint.polygon for one in scene.models.values() if one.id != "a"]
    on = [own.intersects(one.polygon) and not one.polygon.contains(own) for one in scene.pieces.values()]
    return scene.table.contains(own) and not any(own.intersects(one) for one in others) and not any(on)


@examples(150)
@given(st.one_of(places, lattice), st.sampled_from(BASES), facings)
def test_standing_agrees_with_outlines_of_many_corners(place: Point, base: Base, facing: float) -> None:
    scene = table(base, facing)
    pose = Pose(*place, facing)
    ground = footprint(base, pose).polygon
    legal = not check_stand(scene, "a", pose)
    if naive(scene, ground, 2e-3):
        assert legal
    if not naive(scene, ground, -2e-3):
        assert not legal


# ------------------------------------------------------------------------------------------------ regions


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(("closed", "balance"), [((), True), (("L", "roof"), True), ((), False)])
def test_every_place_of_a_region_passes_and_next_to_nothing_is_left_out(
    base: Base, closed: tuple[str, ...], balance: bool
) -> None:
    for facing in (0.0, 30.0):
        scene = table(base, facing, balance)
        region = stand_region(scene, "a", closed=closed)
        assert region.is_valid
        for x, y in sample_places(region, random.Random(1), 60):
            assert not check_stand(scene, "a", Pose(x, y, facing), closed)
        corners = shapely.get_coordinates(shapely.get_parts(region).tolist()[0].exterior)
        for x, y in ((corners[1:] + corners[:-1]) / 2)[::5].tolist():
            assert not check_stand(scene, "a", Pose(x, y, facing), closed), "chords lie inside"
        left_out = scene.table.difference(region.buffer(0.02))
        for x, y in sample_places(left_out, random.Random(2), 60):
            assert check_stand(scene, "a", Pose(x, y, facing), closed)


@pytest.mark.parametrize("wholly", [False, True])
@pytest.mark.parametrize("base", BASES)
def test_regions_of_placing_follow_the_check(base: Base, wholly: bool) -> None:
    scene = table(base, 30)
    for of in (None, scene.models["c"].footprint, Footprint(scene.models["b"].footprint.core, 0.0)):
        region = place_region(scene, "a", 4.0, of, wholly)
        for x, y in sample_places(region, random.Random(3), 40):
            assert not check_place(scene, "a", Pose(x, y, 30), 4.0, of, wholly)
        left_out = stand_region(scene, "a").difference(region.buffer(0.02))
        for x, y in sample_places(left_out, random.Random(4), 40):
            assert [one.reason for one in check_place(scene, "a", Pose(x, y, 30), 4.0, of, wholly)] == ["too far"]


def test_a_facing_of_its_own_makes_a_region_of_its_own() -> None:
    scene = table(Rectangle(101.6, 25.4))
    turned = stand_region(scene, "a", facing=90)
    assert turned.covers(shapely.Point(0.6, 12))
    assert not stand_region(scene, "a").covers(shapely.Point(0.6, 12))
    assert not check_stand(scene, "a", Pose(0.6, 12, 90))


def test_a_base_larger_than_the_table_stands_nowhere() -> None:
    scene = Scene(2, 2, models=[Model("a", Circle(100), Pose(1, 1))], off_table=True)
    assert stand_region(scene, "a").is_empty
    assert sample_places(stand_region(scene, "a"), random.Random(1), 3) == ()


# --------------------------------------------------------------------------------------------------- placing


def test_exactly_at_the_range_is_in_range() -> None:
    """crisis_protocol:place.range: any part of the base, from where it stood."""
    scene = table()
    assert check_place(scene, "a", Pose(15, 8), 3.0) == ()
    assert check_place(scene, "a", Pose(15, 9), 3.0, wholly=True) == ()
    (near,) = check_place(scene, "a", Pose(15, 7.9), 3.0)
    assert near.reason == "too far"
    assert near.amount == pytest.approx(0.1)
    assert near.points[0] == pytest.approx((15, 11.5))
    assert near.points[1] == pytest.approx((15, 8.4))
    (near,) = check_place(scene, "a", Pose(15, 8.9), 3.0, wholly=True)
    assert near.amount == pytest.approx(0.1)


def test_the_range_may_be_of_another_and_zero() -> None:
    scene = table()
    other = scene.models["b"].footprint
    assert check_place(scene, "a", Pose(16, 16), 0.0, other) == ()
    assert check_place(scene, "a", Pose(16.1, 16), 0.0, other)[0].reason == "too far"
    assert check_place(scene, "a", Pose(15, 12), 0.0) == ()


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_bad_numbers_are_named(bad: float) -> None:
    for call in (check_place, lambda scene, name, _, inches: place_region(scene, name, inches)):
        with pytest.raises(GeometryError, match="number of inches from 0 up"):
            call(table(), "a", Pose(15, 12), bad)
    with pytest.raises(GeometryError, match="no model 'x'"):
        check_stand(table(), "x", Pose(1, 1))


# -------------------------------------------------------------------------------------------------- sampling


def test_samples_repeat_with_the_generator_and_fill_the_region_evenly() -> None:
    region = shapely.union_all([shapely.box(0, 0, 1, 1), shapely.box(5, 0, 8, 1)])
    again = [sample_places(region, random.Random(5), 2000) for _ in range(2)]
    assert again[0] == again[1]
    assert len(set(again[0])) == 2000
    assert sum(x < 2 for x, _ in again[0]) == pytest.approx(500, abs=80)
    assert sum(x > 5 and y > 0.5 for x, y in again[0]) == pytest.approx(750, abs=80)
    assert all(region.distance(shapely.Point(place)) < TOLERANCE for place in again[0])


@pytest.mark.parametrize("width", [0.001, 0.2, 10.0])
def test_samples_fill_what_is_little_of_its_box_and_leave_holes_out(width: float) -> None:
    strip = shapely.Polygon([(0, 0), (0, width), (10, 10 + width), (10, 10)])
    region = strip - shapely.Point(7, 7 + width / 2).buffer(0.6 * min(1.0, width))
    found = sample_places(region, random.Random(5), 2000)
    assert len(set(found)) == 2000
    assert all(region.distance(shapely.Point(place)) < TOLERANCE for place in found)
    assert sum(x < 5 for x, _ in found) / 2000 == pytest.approx(5 * width / region.area, abs=0.04)


def test_regions_without_area_have_no_samples() -> None:
    for region in (
        shapely.Polygon(),
        shapely.Point(1, 1),
        shapely.LineString([(0, 0), (1, 1)]),
        shapely.GeometryCollection(),
    ):
        assert sample_places(region, random.Random(1), 4) == ()


# -------------------------------------------------------------------------------------------- the last free


slides = st.tuples(st.integers(0, 23).map(lambda n: n * 15.0), st.sampled_from([0.0, 2.0, 3.5, 7.0]))


@examples(60)
@given(st.sampled_from(BASES), facings, slides, lattice, st.booleans(), st.booleans())
def test_the_last_free_is_the_last_of_small_steps(
    base: Base, facing: float, slide: tuple[float, float], start: Point, onto: bool, balance: bool
) -> None:
    scene, (direction, length) = table(base, facing, balance), slide
    assume(not check_stand(scene, "a", Pose(*start, facing)))
    scene = scene.moved({"a": Pose(*start, facing)})
    way = (math.cos(math.radians(direction)), math.sin(math.radians(direction)))
    ground = scene.models["a"].footprint.polygon
    off = [one.id for one in scene.pieces.values() if not (onto or one.polygon.buffer(-1e-5).intersects(ground))]

    def free(travel: float) -> bool:
        pose = Pose(start[0] + travel * way[0], start[1] + travel * way[1], facing)
        return all(one.reason == "off the table" for one in check_stand(scene, "a", pose, off))

    stop = last_free(scene, "a", way, length, onto)
    assert free(stop.travel)
    assert bool(stop.why) == (stop.travel < length)
    for share in range(1, 26):
        travel = stop.travel + (length - stop.travel) * share / 25
        assert travel <= stop.travel + 4e-6 or not free(travel)
