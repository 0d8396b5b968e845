"""The two-armed tool: beside thousands of tools laid at random and tested by plain outlines."""

import math
from collections.abc import Callable

import numpy as np
import pytest
import shapely
import shapely.affinity
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.place.placing import check_stand
from rulewright.geometry.plane.place.setup import stand_region
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.shapes import Circle, Hull, Oval, Point, Points, Pose, inches
from rulewright.geometry.plane.tools.elbows import RESOLUTION, Laid, Outlines, Search
from rulewright.geometry.plane.tools.tools import (
    STEP,
    MovementTool,
    Passage,
    can_end,
    check_advance,
    lay,
    placements,
    reachable,
    tool_faults,
)
from tests.lengths import examples

SMALL = Circle(25.4)  # a base with a radius of exactly half an inch
LONG = MovementTool(inches(178), 0.0)
MEDIUM = MovementTool(5.0, 0.0)
WIDE = MovementTool(5.0, 0.4)
TWO = Passage(2)


def box(name: str, left: float, low: float, right: float, high: float, size: int = 5) -> Piece:
    return Piece(name, ((left, low), (right, low), (right, high), (left, high)), size=size)


def table(*pieces: Piece, x: float = 12.0, y: float = 12.0, others: tuple[Point, ...] = ()) -> Scene:
    models = [Model("a", SMALL, Pose(x, y), size=2), *(Model(f"m{n}", SMALL, Pose(*at)) for n, at in enumerate(others))]
    return Scene(24, 24, pieces, models)


def yes(scene: Scene, tool: MovementTool, x: float, y: float, passage: Passage = TWO) -> bool:
    """Whether it can end there; every yes comes with a tool that is legal as laid."""
    found = can_end(scene, "a", tool, Pose(x, y), passage)
    assert bool(found.faults) != bool(found.laid)
    if found.laid:
        assert check_advance(scene, "a", tool, found.laid, Pose(x, y), passage) == ()
    return found.laid is not None


def reasons(scene: Scene, tool: MovementTool, laid: Laid, x: float, y: float, passage: Passage = TWO) -> list[str]:
    return [f"{one.reason} {one.by}".strip() for one in check_advance(scene, "a", tool, laid, Pose(x, y), passage)]


# -------------------------------------------------------------------------------------------------- laying it


def test_the_tool_starts_at_the_rim_and_has_two_equal_arms() -> None:
    laid = lay(MEDIUM, table().footprints[0], 0, 90)
    assert laid.start == pytest.approx((12.5, 12))
    assert laid.elbow == pytest.approx((15, 12))
    assert laid.end == pytest.approx((15, 14.5))
    aside = lay(MEDIUM, table().footprints[0], 45, 0, bearing=90)
    assert aside.start == pytest.approx((12, 12.5))
    assert math.dist(aside.start, aside.end) == pytest.approx(5)


def test_its_width_is_part_of_its_length() -> None:
    laid = lay(WIDE, table().footprints[0], 0)
    assert laid.start == pytest.approx((12.7, 12))
    assert WIDE.outline(laid).bounds == pytest.approx((12.5, 11.8, 17.5, 12.2))
    assert WIDE.arms(laid)[0].bounds == pytest.approx((12.5, 11.8, 15.2, 12.2))


def test_it_can_be_laid_against_every_shape_of_base() -> None:
    for base in (Oval(100, 50), Hull(((-1, -1), (2, -1), (0, 0), (1, 1), (-1, 1)))):
        scene = Scene(24, 24, models=[Model("a", base, Pose(12, 12, 30))])
        for direction in range(0, 360, 40):
            laid = lay(WIDE, scene.footprints[0], direction, 50)
            faults = check_advance(scene, "a", WIDE, laid, Pose(12, 12, 30), TWO)
            assert not [one for one in faults if "does not touch" in one.reason]


def test_placements_are_the_centres_at_which_the_base_touches() -> None:
    laid = Laid((10, 10), (12.3, 10), (12.3, 12.3))
    region = placements(WIDE, laid, SMALL)
    line = shapely.LineString([laid.start, laid.elbow, laid.end])
    assert region.symmetric_difference(line.buffer(0.7, quad_segs=64)).area < 2e-3
    assert placements(MEDIUM, laid, SMALL).area < region.area
    long = Oval(101.6, 25.4)
    assert placements(WIDE, laid, long).covers(shapely.Point(14.4, 11))
    assert not placements(WIDE, laid, long, 90).covers(shapely.Point(14.4, 11))


# ----------------------------------------------------------------------------------------------- open ground


def test_over_open_ground_it_reaches_its_length_and_a_diameter() -> None:
    """crisis_protocol:field.tools.movement 5: a 35 mm base and a tool of 127 mm come 162 mm far."""
    scene = Scene(24, 24, models=[Model("a", Circle(35), Pose(12, 12))])
    tool = MovementTool(inches(127), 0.0)
    for far, legal in ((0.0, True), (100, True), (162, True), (162.001, False)):
        for angle in (0.0, 1.0, 2.5):
            pose = Pose(12 + inches(far) * math.cos(angle), 12 + inches(far) * math.sin(angle))
            found = can_end(scene, "a", tool, pose, TWO)
            assert (found.laid is not None) == legal
    assert found.faults[0].reason == "out of reach"
    assert found.faults[0].amount == pytest.approx(inches(0.001))
    region = reachable(scene, "a", tool, TWO)
    assert region.area == pytest.approx(math.pi * inches(162) ** 2, rel=1e-3)


def test_the_edge_binds_the_base_and_not_the_tool() -> None:
    """crisis_protocol:move.battlefield-edge."""
    scene = table(x=0.5, y=12)
    assert yes(scene, MEDIUM, 0.5, 13)
    laid = lay(MEDIUM, scene.footprints[0], 180)
    assert laid.end[0] < 0
    assert [one.reason for one in check_advance(scene, "a", MEDIUM, laid, Pose(-0.5, 12), TWO)] == ["off the table"]
    assert reachable(scene, "a", MEDIUM, TWO).bounds[0] == pytest.approx(0.5)


def test_other_bases_and_smaller_terrain_lie_under_the_tool_but_bind_the_end() -> None:
    scene = table(box("car", 13, 11, 16, 13, size=2), others=((12, 14.5),))
    assert yes(scene, MEDIUM, 17, 12)
    assert yes(scene, MEDIUM, 14.5, 12), "wholly on top of it"
    assert not yes(scene, MEDIUM, 16, 12), "partly on it"
    assert yes(scene, MEDIUM, 12, 17)
    assert not yes(scene, MEDIUM, 12, 15)
    assert [one.reason for one in can_end(scene, "a", MEDIUM, Pose(12, 15), TWO).faults] == ["overlaps"]


def test_a_climber_crosses_what_is_not_larger_than_five() -> None:
    """crisis_protocol:climb.tool, climb.limit."""
    low, high = box("low", 13, 11, 16, 13, size=5), box("high", 13, 11, 16, 13, size=6)
    assert yes(table(low), MEDIUM, 14.5, 12, Passage(5))
    assert not yes(table(low), MEDIUM, 14.5, 12, Passage(2))
    assert not yes(table(high), MEDIUM, 14.5, 12, Passage(5))
    assert yes(table(high), MEDIUM, 14.5, 12, Passage(5, frozenset({"high"})))
    laid = lay(MEDIUM, table(high).footprints[0], 0)
    found = reasons(table(high), MEDIUM, laid, 14.5, 12, Passage(5))
    assert found == ["tool overlaps high", "may not stand on high"]


# ------------------------------------------------------------------------------------------ the tool as laid


def test_every_fault_of_a_laid_tool_is_named_with_its_amount() -> None:
    scene = table(box("wall", 14, 11, 15, 13), others=((12, 16),))
    straight = lay(MEDIUM, scene.footprints[0], 0)
    (fault,) = check_advance(scene, "a", MEDIUM, straight, Pose(16, 12), TWO)
    assert (fault.reason, fault.by) == ("tool overlaps", "wall")
    assert fault.amount == pytest.approx(1.0)
    assert fault.points == ((14.0, 12.0), (15.0, 12.0))
    short = Laid((12.5, 12), (12.5, 14.4), (12.5, 16.9))
    assert reasons(scene, MEDIUM, short, 14, 15) == ["arm of another length", "base does not touch the tool"]
    away = Laid((12, 12.6), (12, 15.1), (12, 17.6))
    assert reasons(scene, MEDIUM, away, 12, 15.5) == ["tool does not touch the base", "overlaps m0"]
    assert check_advance(scene, "a", MEDIUM, away, Pose(12, 14.5), TWO)[0].amount == pytest.approx(0.1)
    along = lay(MEDIUM, scene.footprints[0], 180, bearing=90)
    assert reasons(scene, MEDIUM, along, 10, 12.5) == []
    across = lay(MEDIUM, scene.footprints[0], 270, bearing=90)
    assert reasons(scene, MEDIUM, across, 12, 9) == ["tool lies on the base"]


def test_a_tool_that_only_just_touches_a_corner_names_it() -> None:
    """Between two vertices of a buffered corner the tool is nearer than its half width, and yet crosses nothing."""
    corner, half, angle = (20.0, 20.0), WIDE.half, math.radians(45.0 + 90.0 / 32)
    normal = (math.cos(angle), math.sin(angle))
    near = half - half * (1.0 - math.cos(math.pi / 64)) / 2
    middle = (corner[0] + near * normal[0], corner[1] + near * normal[1])
    along = (-normal[1], normal[0])
    start, end = (tuple(middle[axis] + way * WIDE.arm * along[axis] for axis in (0, 1)) for way in (-1.0, 1.0))
    scene = table(box("block", 10, 10, *corner))
    faults = list(tool_faults(WIDE, Laid(start, middle, end), TWO.barred(scene)))  # type: ignore[arg-type]
    assert [(fault.reason, fault.by, fault.amount) for fault in faults] == [("tool overlaps", "block", 0.0)]
    assert math.dist(faults[0].points[0], middle) < 0.1


def test_a_tool_may_run_along_an_edge() -> None:
    scene = table(box("wall", 10, 12.5, 20, 13.5))
    laid = lay(MEDIUM, scene.footprints[0], 0, bearing=90)
    assert reasons(scene, MEDIUM, laid, 17, 12) == []
    higher = Laid(*((x, y + 4 * TOLERANCE) for x, y in (laid.start, laid.elbow, laid.end)))
    assert "tool overlaps wall" in reasons(scene, MEDIUM, higher, 17, 12)
    near = table(box("wall", 10, 12.5, 20, 13.5), box("other", 14, 11, 20, 12.1))
    assert reasons(near, WIDE, lay(WIDE, near.footprints[0], 0, bearing=0), 13, 12) == ["tool overlaps other"]
    wide = table(box("wall", 13, 12.2, 20, 13.5), box("other", 13, 11, 20, 11.8))
    assert reasons(wide, WIDE, lay(WIDE, wide.footprints[0], 0), 12.2, 12) == []
    assert reasons(wide, WIDE, lay(WIDE, wide.footprints[0], 0.01), 12.2, 12) == ["tool overlaps wall"]


def test_unknown_models_and_bad_tools_are_named() -> None:
    laid = lay(MEDIUM, table().footprints[0], 0)
    with pytest.raises(GeometryError, match="no model 'x'"):
        check_advance(table(), "x", MEDIUM, laid, Pose(1, 1), TWO)
    for length in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(GeometryError, match="a tool has a length above 0"):
            MovementTool(length, 0.0)
    for width in (-0.1, 3.0, math.nan):
        with pytest.raises(GeometryError, match="a width from 0 to below it"):
            MovementTool(3.0, width)
    with pytest.raises(GeometryError, match="finite angles"):
        lay(MEDIUM, table().footprints[0], math.nan)
    oval = Scene(24, 24, models=[Model("a", Oval(60, 35), Pose(12, 12))])
    with pytest.raises(GeometryError, match="'a' has no round base"):
        can_end(oval, "a", MEDIUM, Pose(13, 12), TWO)
    with pytest.raises(GeometryError, match="a step is"):
        reachable(table(), "a", MEDIUM, TWO, 0.0)


# --------------------------------------------------------------------------------------------- round corners


def test_it_bends_round_a_corner_and_no_farther() -> None:
    """crisis_protocol:move.bend-example: behind a long wall only as far as the bend allows."""
    scene = table(box("wall", 13, 6, 14, 13))
    assert yes(scene, MEDIUM, 15, 13.5)
    assert yes(scene, MEDIUM, 15, 12)
    assert not yes(scene, MEDIUM, 15.5, 9)
    # Both arms radial: the elbow at (12, 15) plus 3 inches.
    edge = Pose(12 + 3 * math.cos(math.radians(-30)), 15 + 3 * math.sin(math.radians(-30)))
    assert yes(table(), MEDIUM, edge.x, edge.y)


def test_exactly_at_full_reach_along_an_edge() -> None:
    scene = table(box("block", 14, 12, 16, 16))
    assert yes(scene, MEDIUM, 18, 12)
    assert not yes(scene, MEDIUM, 18, 12.1)
    assert yes(scene, MEDIUM, 17.9, 12.1)


def test_without_room_for_an_arm_nothing_is_reached() -> None:
    """The whole tool counts: a yard smaller than its first arm leaves no way to lay it."""
    walls = (box("w", 10, 10, 11, 14), box("e", 13, 10, 14, 14), box("n", 11, 13, 13, 14), box("s", 11, 10, 13, 11))
    scene = table(*walls)
    assert not yes(scene, MEDIUM, 12, 12.2)
    assert [one.reason for one in can_end(scene, "a", MEDIUM, Pose(12.2, 12), TWO).faults] == ["no room for the tool"]
    assert reachable(scene, "a", MEDIUM, TWO).is_empty
    assert yes(scene, MovementTool(1.0, 0.0), 12.3, 12)


def test_a_base_inside_too_large_terrain_reaches_nothing() -> None:
    scene = table(box("tower", 4, 4, 20, 20))
    assert reachable(scene, "a", MEDIUM, TWO).is_empty
    assert not yes(scene, MEDIUM, 13, 12)
    assert yes(scene, MEDIUM, 13, 12, Passage(2, frozenset({"tower"})))


def test_an_arm_folds_back_where_there_is_room_for_one_only() -> None:
    """A dead end 2.5 inches deep: the second arm lies on the first."""
    sides = box("w", 9, 11, 11.5, 15.5), box("e", 12.5, 11, 15, 15.5)
    scene = table(*sides, box("n", 11.5, 15, 12.5, 15.5), box("s", 9, 9, 15, 11))
    found = can_end(scene, "a", MEDIUM, Pose(12, 14), TWO)
    assert found.laid is not None
    assert math.dist(found.laid.start, found.laid.end) < 1.0
    assert yes(scene, MEDIUM, 12, 14.5)


def test_a_gap_with_room_for_the_tool_lets_it_through_and_a_narrower_one_does_not() -> None:
    for width, legal in ((0.4 + 2 * RESOLUTION, True), (0.399, False)):
        scene = table(box("w", 4, 13, 12 - width / 2, 14), box("e", 12 + width / 2, 13, 20, 14))
        assert yes(scene, WIDE, 12, 15.5) == legal
    touching = table(box("w", 4, 13, 12, 14), box("e", 12, 13, 20, 14))
    assert yes(touching, MEDIUM, 12, 15.5), "a tool without a width passes between two pieces that only touch"
    assert not yes(table(box("w", 4, 13, 20, 14)), MEDIUM, 12, 15.5)


def test_thin_walls_stop_as_thick_ones_do() -> None:
    for thick in (0.001, 0.05, 0.5):
        scene = table(box("wall", 4, 13, 20, 13 + thick))
        assert not yes(scene, MEDIUM, 12, 14.8)
        assert not yes(scene, WIDE, 12, 14.8)


@pytest.mark.parametrize("width", [0.0, 0.4])
@pytest.mark.parametrize("thick", [0.002, 0.8])
@pytest.mark.parametrize("near", [1.0, 3.4])
def test_boxes_find_the_way_through_a_slit_with_the_resolution_to_spare(
    width: float, thick: float, near: float
) -> None:
    """A slit before either arm, in frames that the boxes do not fit."""
    tool, half = MovementTool(5.0, width), width / 2 + 1.02 * RESOLUTION
    walls = [shapely.box(-8, near, -half, near + thick), shapely.box(half, near, 8, near + thick)]
    for degrees in range(7, 360, 25):
        spun = [shapely.affinity.rotate(wall, degrees, (0, 0)) for wall in walls]
        search = Search((0, 0), 0.5 + width / 2, tool.arm, spun, width / 2)
        angle = math.radians(degrees + 90)
        # The last of them straight on, at the end of the tool.
        for far in (near + thick + 0.6, 6.0 - 1.02 * RESOLUTION):
            goal = (far * math.cos(angle), far * math.sin(angle))
            assert search.through_boxes(goal, 0.5 + width / 2) is not None
            if width:
                narrow = Search((0, 0), 0.5 + width / 2, tool.arm, spun, width / 2 + 2 * RESOLUTION)
                assert narrow.through_boxes((6.0 * math.cos(angle), 6.0 * math.sin(angle)), 0.5) is None


# ------------------------------------------------------------------- twins: tools laid at random, plain outlines


def laid_at_random(scene: Scene, tool: MovementTool, count: int, seed: int) -> Points:
    """Middle lines (count, 3, 2): any start on the rim, any first arm outwards, any bend."""
    rng = np.random.default_rng(seed)
    around, across = rng.uniform(0, 2 * np.pi, count), rng.uniform(-np.pi / 2, np.pi / 2, count)
    bend = rng.uniform(-np.pi, np.pi, count)
    pose = scene.models["a"].pose
    rim = 0.5 + tool.width / 2

    def step(angle: Points, far: float) -> Points:
        return far * np.stack([np.cos(angle), np.sin(angle)], axis=1)

    start = np.array(pose.centre) + step(around, rim)
    elbow = start + step(around + across, tool.arm)
    return np.stack([start, elbow, elbow + step(around + across + bend, tool.arm)], axis=1)


def free(lines: Points, scene: Scene, tool: MovementTool, spare: float) -> Points:
    """Those that keep half their width and ``spare`` (below 0: may overlap so much) from what is larger than 2."""
    grounds = [piece.polygon.buffer(tool.width / 2 + spare) for piece in scene.pieces.values() if piece.size > 2]
    return lines[~shapely.intersects(shapely.union_all(grounds), shapely.linestrings(lines))]


@st.composite
def cities(draw: st.DrawFn) -> Scene:
    """A base among up to five buildings on a lattice: corners line up, edges are touched, gaps are narrow."""
    halves = st.integers(12, 36).map(lambda n: n / 2)
    pieces = []
    for row in range(draw(st.integers(1, 5))):
        left, low = draw(halves), draw(halves)
        wide, deep = draw(st.sampled_from([(0.1, 3), (3, 0.1), (1, 1), (2, 3), (4, 1), (0.5, 5)]))
        pieces.append(box(f"t{row}", left, low, left + wide, low + deep, draw(st.sampled_from([2, 5, 5]))))
    scene = table(*pieces)
    assume(not check_stand(scene, "a", Pose(12, 12), [one.id for one in pieces if one.size > 2]))
    return scene


tools = st.sampled_from([MEDIUM, WIDE, MovementTool(inches(85), 0.0), MovementTool(inches(85), 0.25)])


def ends_of(lines: Points, seed: int, reach: float) -> Points:
    """A centre within ``reach`` of each middle line."""
    rng = np.random.default_rng(seed)
    share = rng.uniform(0, 2, len(lines))[:, None]
    start, elbow, end = lines[:, 0], lines[:, 1], lines[:, 2]
    on = np.where(share < 1, start + share * (elbow - start), elbow + (share - 1) * (end - elbow))
    angle, far = rng.uniform(0, 2 * np.pi, len(lines)), rng.uniform(0, reach, len(lines))
    return np.asarray(on + np.stack([far * np.cos(angle), far * np.sin(angle)], axis=1))


@examples(15)
@given(cities(), tools, st.integers(0, 10**6))
def test_where_random_tools_lead_is_found_and_lies_in_the_region(scene: Scene, tool: MovementTool, seed: int) -> None:
    """Tools with ``RESOLUTION`` to spare are found, those with 2 steps to spare lead into the region."""
    barred = {piece.id for piece in TWO.barred(scene)}
    step = 0.2
    region = reachable(scene, "a", tool, TWO, step)
    for spare, count in ((RESOLUTION, 12), (2 * step, 60)):
        lines = free(laid_at_random(scene, tool, 400, seed), scene, tool, spare)[:count]
        for place in ends_of(lines, seed, 0.5 + tool.width / 2 - spare).tolist():
            if check_stand(scene, "a", Pose(*place), barred):
                continue
            if spare == RESOLUTION:
                assert yes(scene, tool, *place)
            else:
                assert region.buffer(1e-3).covers(shapely.Point(place))


@examples(25)
@given(cities(), tools, st.integers(0, 10**6))
def test_boxes_alone_find_what_has_the_resolution_to_spare(scene: Scene, tool: MovementTool, seed: int) -> None:
    grounds = [one.polygon for one in TWO.barred(scene)]
    touch = 0.5 + tool.width / 2
    search = Search((12, 12), touch, tool.arm, grounds, tool.width / 2)
    lines = free(laid_at_random(scene, tool, 400, seed), scene, tool, RESOLUTION)
    for place in ends_of(lines, seed, touch - RESOLUTION).tolist()[:12]:
        goal = (place[0], place[1])
        assert search.through_boxes(goal, touch) is not None


@examples(60)
@given(cities(), st.sampled_from([0.05, 0.3, 0.8]), st.sampled_from([0.0, 0.2]), st.integers(0, 10**6))
def test_what_is_dropped_with_slack_is_barred_wherever_the_arm_is_moved(
    scene: Scene, slack: float, half: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    places = rng.uniform(8, 16, (60, 2))
    grounds = [one.polygon for one in TWO.barred(scene)]
    turns = rng.uniform(-np.pi, np.pi, len(places))
    steps = 2.5 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    ways = rng.uniform(0, 2 * np.pi, 12)
    moves = slack * np.vstack([[0.0, 0.0], np.stack([np.cos(ways), np.sin(ways)], axis=1)])
    outlines = Outlines(grounds, half, slack)
    ahead, spread = np.zeros(len(places)), np.full(len(places), np.pi)
    first, last = outlines.gaps(places, ahead, spread, 2.5)
    barred = ~((first <= turns[:, None]) & (turns[:, None] <= last)).any(axis=1)
    barred |= ~outlines.clear(places, places + steps)
    for place, step in zip(places[barred], steps[barred], strict=True):
        moved = shapely.linestrings([[place + move, place + move + step] for move in moves])
        assert np.all(shapely.distance(shapely.union_all(grounds), moved) <= half)


@examples(30)
@given(cities(), tools, st.integers(0, 10**6), st.sampled_from((RESOLUTION, 0.16)))
def test_where_no_tool_is_found_thousands_of_tools_do_not_lead(
    scene: Scene, tool: MovementTool, seed: int, spare: float
) -> None:
    lines = free(laid_at_random(scene, tool, 4000, seed), scene, tool, spare)
    drawn = shapely.linestrings(lines)
    for x, y in np.random.default_rng(seed).uniform(12 - tool.length - 1, 13 + tool.length, (12, 2)).tolist():
        faults = can_end(scene, "a", tool, Pose(x, y), TWO, spare).faults
        if faults and {one.reason for one in faults} <= {"out of reach", "no room for the tool"}:
            near = 0.5 + tool.width / 2 - spare
            assert not np.any(shapely.dwithin(drawn, shapely.Point(x, y), near))


def test_no_arm_lies_in_the_wall_that_its_elbow_touches() -> None:
    """An elbow that touches a wall: an arm from there could lie in the wall without crossing the edge it is on."""
    scene = table(box("wall", 11, 6.5, 11.5, 11.5, 5))
    region = reachable(scene, "a", MovementTool(5.0, 0.4), TWO)
    assert not region.covers(shapely.Point(10.38, 7.27))
    assert region.covers(shapely.Point(9.58, 14.06))


@examples(12)
@given(cities(), tools, st.integers(0, 10**6))
def test_every_place_of_the_region_is_found_with_the_resolution_to_spare(
    scene: Scene, tool: MovementTool, seed: int
) -> None:
    """Tools of the region may touch terrain; with that a little smaller they have something to spare."""
    region = reachable(scene, "a", tool, TWO)
    assert stand_region(scene, "a", closed={one.id for one in TWO.barred(scene)}).buffer(1e-9).covers(region)
    touch = 0.5 + tool.width / 2
    grounds = [one.polygon for one in TWO.barred(scene)]
    lines = Search((12, 12), touch, tool.arm, grounds, tool.width / 2).lines(STEP)
    smaller = [(one, one.polygon.buffer(-1.01 * RESOLUTION, join_style="mitre")) for one in scene.pieces.values()]
    outlines = {one.id: tuple((x, y) for x, y in inner.exterior.coords) for one, inner in smaller}
    shrunk = scene.with_pieces([Piece(one.id, outlines[one.id], size=one.size) for one, _ in smaller])
    for x, y in np.random.default_rng(seed).uniform(6, 18, (40, 2)).tolist():
        if region.covers(shapely.Point(x, y)) and shapely.Point(x, y).distance(lines) < touch - 1.01 * RESOLUTION:
            found = can_end(shrunk, "a", tool, Pose(x, y), TWO)
            assert {one.reason for one in found.faults} <= {"partly on"}, "a smaller roof holds fewer bases"


@examples(60)
@given(cities(), tools, st.integers(0, 10**6))
def test_a_laid_tool_is_judged_as_plain_outlines_judge_it(scene: Scene, tool: MovementTool, seed: int) -> None:
    for line in laid_at_random(scene, tool, 20, seed):
        laid = Laid(*((x, y) for x, y in line.tolist()))
        (end,) = ends_of(line[None], seed, 0.6 + tool.width / 2)
        got = {one.reason for one in check_advance(scene, "a", tool, laid, Pose(*end.tolist()), TWO)}
        if len(free(line[None], scene, tool, 2e-3)):
            assert "tool overlaps" not in got
        if not len(free(line[None], scene, tool, -2e-3)):
            assert "tool overlaps" in got
        gap = shapely.LineString(line).distance(shapely.Point(end)) - 0.5 - tool.width / 2
        assert ("base does not touch the tool" in got) == (gap > TOLERANCE)
        assert not {"tool lies on the base", "tool does not touch the base", "arm of another length"} & got


@examples(25)
@given(cities(), tools, st.tuples(st.floats(-6, 6), st.floats(-6, 6)), st.floats(0, 6))
def test_mirrored_and_turned_tables_answer_alike(scene: Scene, tool: MovementTool, way: Point, angle: float) -> None:
    """Unless the answer hangs on less than the resolution."""

    def moved(place: Callable[[float, float], Point], swell: float = 0.0) -> Scene:
        grounds = {id: one.polygon.buffer(swell, join_style="mitre").exterior for id, one in scene.pieces.items()}
        outlines = {id: tuple(place(x, y) for x, y in ground.coords) for id, ground in grounds.items()}
        pieces = [Piece(id, outline, size=scene.pieces[id].size) for id, outline in outlines.items()]
        return Scene(100, 100, pieces, [Model("a", SMALL, Pose(*place(12, 12)))])

    def spun(x: float, y: float) -> Point:
        (u, v), (cos, sin) = (x - 12, y - 12), (math.cos(angle), math.sin(angle))
        return (50 + cos * u - sin * v, 50 + sin * u + cos * v)

    frames: list[Callable[[float, float], Point]] = [lambda x, y: (x + 38, y + 38), lambda x, y: (62 - x, y + 38), spun]
    answers = {yes(moved(place), tool, *place(12 + way[0], 12 + way[1])) for place in frames}
    if len(answers) == 2:
        assert not yes(moved(frames[0], RESOLUTION), tool, *frames[0](12 + way[0], 12 + way[1]))
