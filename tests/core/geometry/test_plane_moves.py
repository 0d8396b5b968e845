"""Moves of straight lines and pivots, beside tiny steps, dense sampling and brute force."""

import itertools
import math
import random
import re
from collections.abc import Iterator

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.move.legs import Move, Pivot, To, stages
from rulewright.geometry.plane.move.levels import LevelStep, air, climb
from rulewright.geometry.plane.move.moves import (
    check_flight,
    check_move,
    check_unit_move,
    end_faults,
    end_pose,
    enemies_passed,
    remaining,
    trace,
)
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.turning import turn_depth
from rulewright.geometry.plane.scene import Floor, Marker, Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Hull, Oval, Pose, Rectangle, footprint
from rulewright.geometry.plane.slides import at_origin, stretch
from tests.lengths import examples

from .battles import ANY, battle

INCH = 25.4
WALK = MovePolicy(
    through=frozenset({"wall"}), areas=frozenset({"ruin", "woods"}), never_on=frozenset({"barricade", "wall"})
)
FLY = MovePolicy(flies=True, over_enemies=True)
L_SHAPE = Hull(((-2.0, -1.0), (2.0, -1.0), (2.0, 0.0), (0.0, 0.0), (0.0, 1.5), (-2.0, 1.5)))


def box(x: float, y: float, width: float, depth: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def one_inch(
    name: str, x: float, y: float, height: float = 0.0, side: int = 0, tall: float = 0.0, **more: object
) -> Model:
    return Model(name, Circle(INCH), Pose(x, y, 0.0, height), tall, side=side, **more)  # type: ignore[arg-type]


def reasons(faults: tuple[Fault, ...]) -> list[str]:
    return [f"{fault.of} {fault.reason} {fault.by}".strip() for fault in faults]


# --------------------------------------------------------------------------------------- strategies and twins

BASES: tuple[Base, ...] = (Circle(32), Circle(60), Oval(60, 35), Oval(105, 70), Rectangle(80, 50), L_SHAPE)
bases = st.sampled_from(BASES)
places = st.floats(-6.0, 6.0)
# Round numbers make things touch, line up and be equal.
nasty = st.integers(-12, 12).map(lambda half: half / 2)
somewhere = places | nasty
angles = st.floats(-360.0, 360.0) | st.sampled_from((-180.0, -90.0, -45.0, 0.0, 30.0, 90.0, 180.0, 360.0))
poses = st.builds(Pose, somewhere, somewhere, angles)


def open_table(*models: Model, pieces: tuple[Piece, ...] = ()) -> Scene:
    return Scene(60.0, 44.0, pieces=pieces, models=models, off_table=True)


def small_steps(model: Model, move: Move, count: int = 160) -> Iterator[Pose]:
    """The twin of sliding and turning: many poses on the way."""
    pose = model.pose
    for leg in move.legs:
        for part in np.linspace(0.0, 1.0, count):
            if isinstance(leg, Pivot):
                yield pose.turned(leg.degrees * part)
            else:
                yield pose.at(pose.x + (leg.x - pose.x) * part, pose.y + (leg.y - pose.y) * part)
        pose = pose.turned(leg.degrees) if isinstance(leg, Pivot) else pose.at(leg.x, leg.y)


legs = st.lists(st.builds(To, somewhere, somewhere) | st.builds(Pivot, angles), min_size=1, max_size=3)


@examples(60)
@given(bases, bases, poses, poses, legs)
def test_what_a_move_passes_is_what_tiny_steps_overlap(
    base: Base, other: Base, start: Pose, there: Pose, way: list[To | Pivot]
) -> None:
    model, obstacle = Model("a", base, start), Model("b", other, there, side=1)
    move = Move("a", tuple(way))
    found = trace(open_table(model, obstacle), move, MovePolicy()).passed
    depth = max((one.depth for one in found), default=0.0)
    ground = obstacle.footprint.polygon
    poses_on_way = np.array([footprint(base, pose).polygon for pose in small_steps(model, move)])
    shared = float(shapely.area(shapely.intersection(poses_on_way, ground)).max())
    if depth <= TOLERANCE:
        # The polygon of an arc lies inside it, so what it overlaps is overlapped.
        assert shared < 1e-4
    elif depth > 0.05:
        assert shared > 0.0


@examples(60)
@given(bases, bases, poses, angles)
def test_the_depth_of_a_turn_is_that_of_many_small_turns(base: Base, other: Base, there: Pose, degrees: float) -> None:
    mover, obstacle = at_origin(base, 20.0), footprint(other, there)
    depth = turn_depth(mover, (0.0, 0.0), degrees, obstacle)
    turned = [footprint(base, Pose(0.0, 0.0, 20.0 + part)).polygon for part in np.linspace(0.0, degrees, 100)]
    ground = obstacle.polygon
    shared = float(shapely.area(shapely.intersection(np.array(turned), ground)).max())
    nearest = float(shapely.distance(np.array(turned), ground).min())
    if depth <= TOLERANCE:
        assert shared < 1e-4
    else:
        # Between two samples a corner moves less than this.
        assert nearest <= 3.0 * math.radians(abs(degrees)) / 99 + 1e-3


def test_a_turn_that_only_touches_overlaps_nothing() -> None:
    """The corners of a 3 by 4 rectangle turn on a circle of radius 2.5."""
    mover = at_origin(Rectangle(4 * INCH, 3 * INCH), 0.0)
    for gap, overlaps in ((0.0, False), (1e-3, False), (-1e-5, True)):
        wall = footprint(Rectangle(INCH, 40 * INCH), Pose(3.0 + gap, 0.0))
        post = footprint(Circle(INCH), Pose(0.0, 3.0 + gap))
        assert (turn_depth(mover, (0.0, 0.0), 180.0, wall) > TOLERANCE) is overlaps
        assert (turn_depth(mover, (0.0, 0.0), 180.0, post) > TOLERANCE) is overlaps
    # A quarter turn to the left passes the post above with the upper right corner, at 36.9 degrees; not to the right.
    post = footprint(Circle(INCH), Pose(3.0 * math.cos(math.radians(50)), 3.0 * math.sin(math.radians(50)) - 0.1))
    assert turn_depth(mover, (0.0, 0.0), 30.0, post) > TOLERANCE
    assert turn_depth(mover, (0.0, 0.0), -30.0, post) == 0.0


@examples(60)
@given(bases, bases, poses, st.floats(0.0, 360.0), st.floats(0.1, 12.0))
def test_a_stretch_inside_begins_and_ends_where_samples_do(
    base: Base, other: Base, there: Pose, degrees: float, length: float
) -> None:
    model = Model("a", base, Pose(0.0, 0.0, 15.0))
    way = (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    leg = stages(model, Move("a", (To(way[0] * length, way[1] * length),)), base)[0]
    obstacle = footprint(other, there)
    found = trace(open_table(model, Model("b", other, there)), Move("a", (leg.leg,)), MovePolicy()).passed
    for along in np.linspace(0.0, length, 60):
        here = footprint(base, Pose(way[0] * along, way[1] * along, 15.0)).polygon
        shared = here.intersection(obstacle.polygon).area
        inside = any(one.start - 1e-9 <= along <= one.end + 1e-9 for one in found)
        well_inside = any(one.start + 0.1 < along < one.end - 0.1 for one in found)
        assert inside or shared < 1e-4
        assert shared > 0.0 or not well_inside or min(here.distance(obstacle.polygon), 1.0) < 2e-3


@given(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(0.0, 360.0))
def test_a_gap_as_wide_as_the_base_is_passed_in_every_frame(x: float, y: float, degrees: float) -> None:
    def turned(along: float, aside: float) -> Pose:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return Pose(x + along * cos - aside * sin, y + along * sin + aside * cos, degrees)

    goal = turned(8.0, 0.0)
    for narrower, stopped in ((0.0, []), (1e-4, ["passes through b", "passes through c"])):
        scene = open_table(
            Model("a", Circle(INCH), turned(0.0, 0.0)),
            Model("b", Rectangle(2 * INCH, INCH), turned(4.0, 1.0 - narrower), side=1),
            Model("c", Circle(INCH), turned(4.0, -1.0 + narrower), side=1),
        )
        move = Move("a", (To(goal.x, goal.y),))
        assert reasons(check_move(scene, move, 8.0, MovePolicy(over_edge=True))) == stopped


def test_sliding_along_and_away_from_what_is_touched_is_free() -> None:
    for goal in ((10.0, 15.0), (5.0, 10.0), (6.0, 16.0)):
        scene = open_table(one_inch("a", 10, 10), Model("b", Rectangle(INCH, 10 * INCH), Pose(11.0, 10.0), side=1))
        assert check_move(scene, Move("a", (To(*goal),)), 9.0, MovePolicy()) == ()
    into = check_move(scene, Move("a", (To(10.001, 15.0),)), 9.0, MovePolicy())
    assert reasons(into) == ["passes through b", "ends on b"]
    assert into[0].amount == pytest.approx(0.001, abs=1e-6)


@examples(40)
@given(st.integers(0, 10**9))
def test_enemies_passed_are_those_of_the_trace(seed: int) -> None:
    rng = random.Random(seed)
    scene = battle(seed % 50, ANY)
    mover = scene.models[rng.choice(["A0", "A1", "E0", "E2"])]
    legs = tuple(To(rng.uniform(4, 40), rng.uniform(4, 26)) for _ in range(rng.randint(0, 2)))
    move, policy = Move(mover.id, legs), WALK
    passed = [scene.models[one.id] for one in trace(scene, move, policy).passed if one.id in scene.models]
    assert enemies_passed(scene, move, policy) == tuple(one.id for one in passed if one.side != mover.side)


@examples(40)
@given(st.integers(0, 10**9), st.booleans())
def test_a_way_beside_all_terrain_is_that_of_a_table_without(seed: int, flies: bool) -> None:
    rng = random.Random(seed)
    scene, policy = battle(seed % 50, ANY), MovePolicy(flies=flies)
    start = scene.models["A0"].pose
    legs = tuple(To(start.x + rng.uniform(-4, 4), start.y + rng.uniform(-4, 4)) for _ in range(rng.randint(0, 2)))
    bare = Scene(44, 30, models=scene.models.values())
    beside, without = (trace(table, Move("A0", legs), policy) for table in (scene, bare))
    if all(one.id in scene.models for one in beside.passed) and not beside.ends:
        assert (beside.length, beside.climbed, beside.end) == (without.length, without.climbed, without.end)
        assert {level for _, level in beside.levels} <= {0.0}


# ------------------------------------------------------------------------------------------ lengths and pivots


def test_the_pivot_value_is_subtracted_once() -> None:
    """5 inches, a pivot, 5 inches and a pivot are 12 with a pivot value of 2 (wh40k:errata.pivot-example-multiple)."""
    scene = Scene(60, 44, models=[Model("tank", Rectangle(120, 92), Pose(10, 10))])
    move = Move("tank", (To(15, 10), Pivot(90), To(15, 15), Pivot(-30)))
    policy = MovePolicy(pivot_value=2.0)
    found = trace(scene, move, policy)
    assert (found.length, found.straight, found.pivot, found.end.facing) == (12.0, 10.0, 2.0, 60.0)
    assert check_move(scene, move, 12.0, policy) == ()
    assert remaining(scene, move, 12.0, policy) == 0.0
    assert [(fault.reason, fault.amount) for fault in check_move(scene, move, 11.5, policy)] == [("too long", 0.5)]


def test_a_pivot_needs_its_value_left_when_it_is_made() -> None:
    scene = Scene(60, 44, models=[Model("tank", Rectangle(120, 92), Pose(10, 10))])
    policy = MovePolicy(pivot_value=2.0)
    late = check_move(scene, Move("tank", (To(19, 10), Pivot(90))), 10.0, policy)
    assert [(fault.reason, fault.amount) for fault in late] == [("too long", 1.0), ("pivot not paid", 1.0)]
    early = check_move(scene, Move("tank", (Pivot(90), To(10, 19))), 10.0, policy)
    assert reasons(early) == ["too long tank"]
    assert check_move(scene, Move("tank", (To(18, 10), Pivot(0.0))), 8.0, policy) == ()


def test_a_base_goes_where_wings_are_too_wide() -> None:
    """6 inches, a pivot for 2, and 4 inches complete a charge of 12, between ruins (errata.pivot-example-overhang)."""
    ruins = (Piece("left", box(8, 16, 8, 4), traits=frozenset({"ruin"})), Piece("right", box(20, 16, 8, 4)))
    wings = Hull(((-1.0, -3.5), (1.0, -3.5), (1.0, 3.5), (-1.0, 3.5)))
    scene = Scene(60, 44, ruins, [Model("demon", Circle(100), Pose(12, 13))])
    move = Move("demon", (To(18, 13), Pivot(90), To(18, 17)))
    policy = MovePolicy(pivot_value=2.0)
    assert trace(scene, move, policy).length == 12.0
    assert check_move(scene, move, 12.0, policy) == ()
    wide = check_move(scene, move, 12.0, MovePolicy(pivot_value=2.0, hull=wings))
    assert {*reasons(wide)} == {"crosses left", "crosses right"}


def test_friends_are_passed_and_enemies_are_not_unless_it_says_so() -> None:
    big = frozenset({"vehicle"})
    scene = Scene(
        60, 44, models=[one_inch("a", 5, 10), one_inch("friend", 8, 10, traits=big), one_inch("enemy", 11, 10, side=1)]
    )
    move = Move("a", (To(15, 10),))
    assert reasons(check_move(scene, move, 10, MovePolicy())) == ["passes through enemy"]
    assert reasons(check_move(scene, move, 10, MovePolicy(never_over=big, over_enemies=True))) == [
        "passes through friend"
    ]
    assert check_move(scene, move, 10, FLY) == ()
    assert reasons(check_move(scene, Move("a", (To(8.5, 10),)), 10, FLY)) == ["ends on friend"]


def test_enemies_are_kept_away_from() -> None:
    scene = Scene(60, 44, models=[one_inch("a", 5, 10), one_inch("enemy", 10, 12, side=1, unit="orks")])
    strict = MovePolicy(clear_on_way=1.0, clear_at_end=1.0)
    assert reasons(check_move(scene, Move("a", (To(15, 10),)), 10, strict)) == ["comes too close to enemy"]
    assert check_move(scene, Move("a", (To(5, 9.99), To(15, 9.99))), 11, strict) == ()
    ends = check_move(scene, Move("a", (To(10, 10.5),)), 10, MovePolicy(clear_at_end=1.0))
    assert reasons(ends) == ["ends too close to enemy"]
    assert ends[0].amount == pytest.approx(0.5)
    assert (
        check_move(scene, Move("a", (To(10, 10.5),)), 10, MovePolicy(clear_at_end=1.0, engages=frozenset({"orks"})))
        == ()
    )


def test_the_table_edge_is_crossed_by_turning_too() -> None:
    scene = Scene(60, 44, models=[Model("a", Rectangle(4 * INCH, 3 * INCH), Pose(10, 2.2))])
    fault = check_move(scene, Move("a", (Pivot(90), Pivot(-90))), 9, MovePolicy())
    assert reasons(fault) == ["crosses the table edge", "crosses the table edge"]
    assert fault[0].amount == pytest.approx(0.3)
    assert check_move(scene, Move("a", (Pivot(90),)), 9, MovePolicy(over_edge=True)) == ()
    assert check_move(scene, Move("a", (Pivot(10),)), 9, MovePolicy()) == ()


# -------------------------------------------------------------------------------------------------- up and down

HILL = Piece("hill", box(15, 5, 10, 10), 3.0)


@pytest.mark.parametrize(
    ("height", "inches"),
    [(2.0, 20.0), (2.0 + TOLERANCE / 2, 20.0), (2.1, 24.2), (3.0, 26.0)],
    ids=["not counted", "not counted but for noise", "just higher", "up and down"],
)
def test_climbing_counts_up_and_down_above_the_free_height(height: float, inches: float) -> None:
    """wh40k:core.moving-over-terrain 1 and 2."""
    scene = Scene(60, 44, [Piece("hill", box(15, 5, 4, 10), height)], [one_inch("a", 5, 10)])
    assert trace(scene, Move("a", (To(25, 10),)), WALK).length == pytest.approx(inches)


def test_standing_on_a_hill_needs_the_whole_base() -> None:
    scene = Scene(60, 44, [HILL], [one_inch("a", 10, 10)])
    found = {x: trace(scene, Move("a", (To(x, 10),)), WALK) for x in (14.5, 15.0, 15.5, 20.0)}
    assert [round(one.length, 6) for one in found.values()] == [4.5, 8.0, 8.5, 13.0]
    assert [one.end.height for one in found.values()] == [0.0, 3.0, 3.0, 3.0]
    assert [reasons(one.ends) for one in found.values()] == [[], ["overhangs hill"], [], []]
    assert found[15.0].ends[0].amount == pytest.approx(0.5)
    assert found[20.0].levels[-1] == (10.0, 3.0)


def test_no_move_ends_half_way_up_or_in_the_air() -> None:
    scene = Scene(60, 44, [HILL], [one_inch("a", 10, 10)])
    assert reasons(check_move(scene, Move("a", (To(20, 10, 1.5),)), 20, WALK)) == [
        "ends mid-climb on hill",
        "ends in the air",
    ]
    assert reasons(check_move(scene, Move("a", (To(12, 10, 1.5),)), 20, WALK)) == ["ends in the air"]
    assert reasons(check_move(scene, Move("a", (To(20, 10, 0.0),)), 20, WALK)) == ["ends mid-climb on hill"]


def test_flying_is_measured_through_the_air() -> None:
    """Over terrain the way is a string pulled tight; from the edge of the hill straight down to the ground."""
    scene = Scene(60, 44, [HILL], [one_inch("a", 10, 10), one_inch("up", 17, 10, 3.0)])
    onto, over, off = Move("a", (To(15.5, 10),)), Move("a", (To(30, 10),)), Move("up", (To(30, 10),))
    assert trace(scene, onto, FLY).length == pytest.approx(math.hypot(4.5, 3) + 1.0)
    assert trace(scene, over, FLY).length == pytest.approx(2 * math.hypot(4.5, 3) + 11)
    assert trace(scene, off, FLY).length == pytest.approx(8.5 + math.hypot(4.5, 3))
    in_two = Move("a", (To(10, 12), To(15.5, 12)))
    assert trace(scene, in_two, FLY).length == pytest.approx(math.hypot(6.5, 3) + 1.0)
    assert check_move(scene, in_two, 8.2, FLY) == ()


RUIN = Piece(
    "ruin",
    box(10, 10, 10, 8),
    9.0,
    traits=frozenset({"ruin"}),
    floors=(Floor(3.0, box(10, 10, 6, 8)), Floor(6.0, box(10, 10, 6, 8))),
)
WALL = Piece("wall", box(13, 10, 0.2, 8), 9.0, traits=frozenset({"wall"}))


def test_ruins_are_walked_through_and_stood_on_floor_by_floor() -> None:
    scene = Scene(60, 44, [RUIN, WALL], [one_inch("a", 5, 14)])
    through = trace(scene, Move("a", (To(25, 14),)), WALK)
    assert (through.length, through.ends, [one.id for one in through.passed]) == (20.0, (), ["ruin", "wall"])
    up = trace(scene, Move("a", (To(12, 14, 6.0),)), WALK)
    assert (up.length, up.end.height, up.ends) == (13.0, 6.0, ())
    assert reasons(check_move(scene, Move("a", (To(13, 14),)), 20, WALK)) == ["ends on wall"]
    assert reasons(check_move(scene, Move("a", (To(16, 14, 3.0),)), 20, WALK)) == ["overhangs ruin"]
    assert reasons(check_move(scene, Move("a", (To(18, 14, 3.0),)), 20, WALK)) == ["ends in the air"]
    tank = MovePolicy(areas=frozenset({"ruin"}), floors=False)
    assert reasons(check_move(scene, Move("a", (To(12, 14, 3.0),)), 20, tank)) == ["ends on a floor of ruin"]
    closed = MovePolicy(areas=frozenset({"ruin"}), climbs=False)
    assert reasons(check_move(scene, Move("a", (To(18, 14),)), 20, closed)) == ["crosses wall"]


def test_a_place_without_a_height_is_where_the_model_can_stand() -> None:
    """Who may not end on floors climbs over a wall and down to the ground (wh40k:errata.ruins-movement 5)."""
    floor = Floor(6.0, box(20, 5, 10, 10))
    pieces = [
        Piece("ruin", box(20, 5, 10, 10), 9.0, traits=frozenset({"ruin"}), floors=(floor,)),
        Piece("wall", box(19.8, 5, 0.2, 10), 9.0),
    ]
    scene = Scene(60, 44, pieces, [one_inch("a", 18, 10)])
    ground = MovePolicy(areas=frozenset({"ruin"}), floors=False)
    assert check_move(scene, Move("a", (To(25, 10),)), 25.0, ground) == ()
    assert trace(scene, Move("a", (To(25, 10),)), ground).end.height == 0.0
    assert trace(scene, Move("a", (To(25, 10),)), MovePolicy(areas=frozenset({"ruin"}))).end.height == 6.0
    assert trace(scene, Move("a", (To(29.8, 10),)), MovePolicy(areas=frozenset({"ruin"}))).end.height == 0.0


def test_a_tall_model_is_no_nearer_to_the_floor_above_it() -> None:
    """Engagement range is measured between bases (wh40k:core.measuring, core.engagement-range)."""
    floor = Floor(6.0, box(20, 5, 10, 10))
    ruin = Piece("ruin", box(20, 5, 10, 10), 9.0, traits=frozenset({"ruin"}), floors=(floor,))
    scene = Scene(60, 44, [ruin], [one_inch("a", 18, 10, tall=4.0), one_inch("e", 25, 10, 6.0, side=1)])
    clear = MovePolicy(areas=frozenset({"ruin"}), clear_on_way=1.0, clear_at_end=1.0)
    assert check_move(scene, Move("a", (To(25, 10, 0.0),)), 9, clear) == ()
    lower = scene.with_models([one_inch("e", 25, 10, 5.0, side=1)])
    assert "ends too close to e" in reasons(check_move(lower, Move("a", (To(25, 10, 0.0),)), 9, clear))


def test_floors_are_kept_while_there_is_floor() -> None:
    scene = Scene(60, 44, [RUIN], [one_inch("a", 12, 12, 6.0)])
    assert trace(scene, Move("a", (To(12, 16),)), WALK).end == Pose(12, 16, 0, 6.0)
    assert trace(scene, Move("a", (To(18, 16),)), WALK).climbed == 6.0
    assert trace(scene, Move("a", (To(18, 16), To(12, 16, 6.0))), WALK).climbed == 12.0


def test_turning_climbs_what_it_sweeps_and_stops_at_what_it_cannot() -> None:
    bar = Model("a", Rectangle(4 * INCH, INCH), Pose(10, 10))
    step, wall = Piece("step", box(9, 11, 2, 4), 3.0), Piece("wall", box(9, 11, 2, 4))
    turn = Move("a", (Pivot(180),))
    up = trace(Scene(60, 44, [step], [bar]), turn, WALK)
    assert (up.length, up.ends, [one.id for one in up.passed]) == (6.0, (), ["step"])
    over = trace(Scene(60, 44, [step], [bar]), Move("a", (Pivot(90),)), WALK)
    assert (over.length, reasons(over.ends)) == (3.0, ["overhangs step"])
    assert reasons(check_move(Scene(60, 44, [wall], [bar]), turn, 9, WALK)) == ["crosses wall"]
    assert check_move(Scene(60, 44, [wall], [bar]), Move("a", (Pivot(20), Pivot(-40))), 9, WALK) == ()


def test_going_up_and_down_low_terrain_is_free_but_it_is_stood_on() -> None:
    crate = Piece("crate", box(14, 8, 4, 4), 1.5)
    scene = Scene(60, 44, [crate, HILL], [one_inch("a", 10, 10), one_inch("up", 16.5, 9, 1.5)])
    alone = Scene(60, 44, [crate], [one_inch("a", 10, 10), one_inch("up", 17, 9, 1.5)])
    onto, off = trace(alone, Move("a", (To(15, 10),)), WALK), trace(alone, Move("up", (To(17, 14),)), WALK)
    assert (onto.length, onto.end.height, onto.ends) == (5.0, 1.5, ())
    assert (off.length, off.end.height, off.ends) == (5.0, 0.0, ())
    assert trace(alone, Move("a", (To(15, 10),)), FLY).length == 5.0
    assert reasons(check_move(alone, Move("a", (To(14, 10),)), 9, WALK)) == ["overhangs crate"]
    # On a hill the crate, which reaches less high, changes nothing.
    assert trace(scene, Move("a", (To(16.5, 11),)), WALK).end.height == 3.0


def test_what_a_scene_remembers_follows_its_models() -> None:
    scene = Scene(60, 44, models=[one_inch("a", 10, 10), one_inch("b", 20, 10, side=1), one_inch("c", 30, 10, side=1)])
    move = Move("a", (To(14, 10),))
    assert check_move(scene, move, 4, MovePolicy()) == ()
    later = scene.without_models(["b"]).moved({"c": Pose(13.5, 10)}).with_models([one_inch("d", 12, 10, side=1)])
    assert reasons(check_move(later, move, 4, MovePolicy())) == [
        "passes through c",
        "passes through d",
        "ends on c",
    ]


def test_nobody_ends_on_a_barricade_that_everyone_crosses() -> None:
    barricade = Piece("barricade", box(10, 10, 1, 6), 1.5, traits=frozenset({"barricade"}))
    scene = Scene(60, 44, [barricade], [one_inch("a", 5, 12)])
    assert check_move(scene, Move("a", (To(15, 12),)), 10, WALK) == ()
    assert reasons(check_move(scene, Move("a", (To(10.5, 12),)), 10, WALK)) == ["ends on barricade"]


def test_models_on_other_floors_are_not_met() -> None:
    upstairs = one_inch("up", 12, 12, 6.0, side=1)
    scene = Scene(60, 44, [RUIN], [Model("a", Circle(INCH), Pose(5, 12), 1.5), upstairs])
    assert check_move(scene, Move("a", (To(12, 12),)), 20, WALK) == ()
    assert reasons(check_move(scene, Move("a", (To(12, 12, 6.0),)), 20, WALK)) == ["passes through up", "ends on up"]
    near = MovePolicy(areas=frozenset({"ruin"}), clear_at_end=1.0, clear_height=6.0)
    assert reasons(check_move(scene, Move("a", (To(12, 12),)), 20, near)) == ["ends too close to up"]
    near = MovePolicy(areas=frozenset({"ruin"}), clear_at_end=1.0)
    assert check_move(scene, Move("a", (To(12, 12),)), 20, near) == ()


@examples(100)
@given(st.lists(st.sets(st.integers(0, 4), min_size=1, max_size=3), min_size=1, max_size=5), st.integers(0, 4))
def test_the_least_climb_is_the_least_of_all_ways_up_and_down(levels: list[set[int]], start: int) -> None:
    steps = [LevelStep(float(n), n + 1.0, tuple(sorted(map(float, one)))) for n, one in enumerate(levels)]
    every = itertools.product(*(step.levels for step in steps))
    ways = {way: sum(abs(b - a) for a, b in itertools.pairwise((float(start), *way))) for way in every}
    cost, path = climb(float(start), steps)
    assert cost == min(ways.values()) == ways[path]


def _ways_over(start: float, end: float, length: float, steps: list[LevelStep]) -> float:
    """The shortest of all chains through corners of what is flown over that stay above all of it."""
    corners = sorted({(place, step.levels[0]) for step in steps for place in (step.start, step.end)})
    best = math.inf
    for count in range(len(corners) + 1):
        for chosen in itertools.combinations(corners, count):
            chain = ((0.0, start), *chosen, (length, end))
            line = shapely.LineString(chain)
            if all(_above(chain, place, step.levels[0]) for step in steps for place in (step.start, step.end)):
                best = min(best, line.length)
    return best


def _above(chain: tuple[tuple[float, float], ...], place: float, height: float) -> bool:
    heights = [
        max(y1, y2) if x1 == x2 else y1 + (y2 - y1) * (place - x1) / (x2 - x1)
        for (x1, y1), (x2, y2) in itertools.pairwise(chain)
        if x1 <= place <= x2
    ]
    return max(heights) >= height - 1e-9


@examples(60)
@given(
    st.floats(0.0, 6.0),
    st.floats(0.0, 6.0),
    st.lists(st.tuples(st.floats(0.0, 9.0), st.floats(0.0, 3.0), st.floats(0.0, 8.0)), max_size=3),
)
def test_the_way_through_the_air_is_a_string_pulled_tight(
    start: float, end: float, blocks: list[tuple[float, float, float]]
) -> None:
    steps = [LevelStep(place, min(place + wide, 10.0), (height,)) for place, wide, height in blocks]
    assert air(start, end, 10.0, steps) == pytest.approx(_ways_over(start, end, 10.0, steps), abs=1e-6)


# ---------------------------------------------------------------------------------------------------- whole units


def test_a_unit_moves_in_order_and_all_or_nothing() -> None:
    scene = Scene(60, 44, models=[one_inch("a", 10, 10, unit="u"), one_inch("b", 12, 10, unit="u")])
    swap = [Move("a", (To(12, 10),)), Move("b", (To(14, 10),))]
    faults, after = check_unit_move(scene, swap, 6, MovePolicy())
    assert reasons(faults) == ["a ends on b"]
    assert after is scene
    faults, after = check_unit_move(scene, swap[::-1], 6, {"a": MovePolicy(), "b": MovePolicy()})
    assert faults == ()
    assert [model.pose.x for model in after.models.values()] == [12, 14]
    apart = Fault("apart")
    faults, after = check_unit_move(
        scene, swap[::-1], 6, MovePolicy(), lambda now: (apart,) * (now.model("b").pose.x > 13)
    )
    assert (faults, after) == ((apart,), scene)
    with pytest.raises(GeometryError, match="'a' moves twice"):
        check_unit_move(scene, [swap[0], swap[0]], 6, MovePolicy())


def test_aircraft_fly_straight_ahead_and_turn_once() -> None:
    """wh40k:core.aircraft-movement."""
    scene = Scene(60, 44, models=[Model("jet", Oval(120, 92), Pose(10, 10, 90))])
    policy = MovePolicy(flies=True, over_enemies=True)
    assert check_flight(scene, Move("jet", (To(10, 30), Pivot(-90))), policy) == ()
    assert reasons(check_flight(scene, Move("jet", (To(10, 29),)), policy)) == ["not far enough"]
    assert reasons(check_flight(scene, Move("jet", (To(12, 31),)), policy)) == ["is not straight ahead"]
    assert reasons(check_flight(scene, Move("jet", (To(10, 32), Pivot(91))), policy)) == ["pivots too far jet"]
    leaving = check_flight(scene, Move("jet", (To(10, 42),)), policy)
    assert reasons(leaving) == ["leaves the table"]
    assert leaving[0].amount == pytest.approx(120 / INCH / 2 - 2, abs=1e-3)
    assert reasons(check_flight(scene, Move("jet", (Pivot(10), To(10, 32))), policy)) == [
        "is not one straight line and then at most one pivot jet"
    ]


def test_bad_moves_are_named() -> None:
    scene = Scene(60, 44, models=[one_inch("a", 10, 10)])
    with pytest.raises(GeometryError, match="'b'"):
        check_move(scene, Move("b", ()), 6, MovePolicy())
    with pytest.raises(GeometryError, match="leg 2 of the move of model 'a'"):
        Move("a", (Pivot(5), To(math.nan, 1)))
    with pytest.raises(GeometryError, match="leg 1 of the move of model 'a' leads to a height from 0 up, not -1"):
        Move("a", (To(1, 1, -1.0),))
    with pytest.raises(GeometryError, match="360"):
        Move("a", (Pivot(400),))
    with pytest.raises(GeometryError, match="from 0 up, not nan"):
        check_flight(scene, Move("a", (To(40, 10),)), MovePolicy(), math.nan)
    for inches in (-1.0, math.nan):
        with pytest.raises(GeometryError, match="model 'a' moves a number of inches"):
            check_move(scene, Move("a", ()), inches, MovePolicy())
        with pytest.raises(GeometryError, match="model 'a' moves a number of inches"):
            remaining(scene, Move("a", ()), inches, MovePolicy())
        with pytest.raises(GeometryError, match="clear_on_way"):
            MovePolicy(clear_on_way=inches)
    with pytest.raises(GeometryError, match="no policy for the move of model 'a'"):
        check_unit_move(scene, [Move("a", ())], 6, {"b": MovePolicy()})
    assert check_move(scene, Move("a", ()), 0, MovePolicy()) == ()
    assert end_pose(scene, Move("a", ()), MovePolicy()) == Pose(10, 10)
    assert end_faults(scene, scene.model("a"), Pose(-5, -5), MovePolicy()) == ()
    assert reasons(end_faults(scene, scene.model("a"), Pose(5, 5, 0, -1), MovePolicy())) == ["ends below the table"]


@examples(40)
@given(bases, bases, poses, poses, legs, angles, somewhere, somewhere)
def test_no_answer_changes_with_the_frame(
    base: Base, other: Base, start: Pose, there: Pose, way: list[To | Pivot], turn: float, dx: float, dy: float
) -> None:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def spot(x: float, y: float) -> tuple[float, float]:
        return (dx + x * cos - y * sin, dy + x * sin + y * cos)

    def depths(frame: bool) -> list[float]:
        ends = [Pose(*spot(pose.x, pose.y), pose.facing + turn) if frame else pose for pose in (start, there)]
        moved = tuple(To(*spot(leg.x, leg.y)) if frame and isinstance(leg, To) else leg for leg in way)
        scene = open_table(Model("a", base, ends[0]), Model("b", other, ends[1], side=1))
        found = trace(scene, Move("a", moved), MovePolicy())
        # A leg can only touch in one frame and overlap by a hair in the other.
        return [found.straight, max((one.depth for one in found.passed if one.depth > 1e-4), default=0.0)]

    here, elsewhere = depths(False), depths(True)
    assert here[0] == pytest.approx(elsewhere[0], abs=1e-6)
    assert here[1] == pytest.approx(elsewhere[1], abs=2e-4)


def test_a_line_in_a_ground_without_radius_is_clipped() -> None:
    square = footprint(Rectangle(2 * INCH, 2 * INCH), Pose(5, 0))
    assert stretch((0.0, 0.0), (1.0, 0.0), 10.0, square) == pytest.approx((4.0, 6.0), abs=2e-6)
    assert stretch((0.0, 1.0), (1.0, 0.0), 10.0, square) is None
    assert stretch((0.0, 0.0), (1.0, 0.0), 4.0, square) is None
    assert stretch((5.0, 0.0), (1.0, 0.0), 0.0, square) == (0.0, 0.0)


# ------------------------------------------------------------------------------------------------ misspelt traits


WOODS = Piece("copse", box(10, 10, 4, 4), 5.0, traits=frozenset({"woods"}))


@pytest.mark.parametrize("field", ["areas", "through", "never_on"])
@pytest.mark.parametrize("word", ["wods", "Woods", "wood"])
def test_a_policy_whose_trait_is_misspelt_is_refused_by_name(field: str, word: str) -> None:
    scene = Scene(44, 60, [WOODS], [one_inch("a", 20, 20)])
    policy = MovePolicy(**{field: frozenset({word})})  # type: ignore[arg-type]

    words = f"a policy for moves: {field} names {word!r}, which nothing here is; did you mean 'woods'?"
    with pytest.raises(GeometryError, match=re.escape(words)):
        check_move(scene, Move("a", (To(22, 20),)), 6, policy)


@pytest.mark.parametrize("field", ["over", "never_over"])
def test_so_is_one_whose_trait_of_models_is_misspelt(field: str) -> None:
    policy = MovePolicy(**{field: frozenset({"walkers"})})  # type: ignore[arg-type]
    before = Scene(44, 60, [], [one_inch("a", 20, 20)])
    scene = before.with_models([one_inch("b", 30, 30, traits=frozenset({"walker"}))])

    assert check_move(before, Move("a", (To(22, 20),)), 6, policy) == ()
    with pytest.raises(GeometryError, match=f"{field} names 'walkers', which nothing here is; did you mean 'walker'?"):
        check_move(scene, Move("a", (To(22, 20),)), 6, policy)


@pytest.mark.parametrize("words", [{"ruin"}, {"wood", "woods"}, {"woods 2"}, {"moor"}])
def test_a_policy_may_name_traits_that_nothing_here_has(words: set[str]) -> None:
    """
    It is for other tables, too: without ruins, with other moors, with woods of another number.
    """
    scene = Scene(44, 60, [WOODS], [one_inch("a", 20, 20)])

    assert check_move(scene, Move("a", (To(22, 20),)), 6, MovePolicy(areas=frozenset(words))) == ()


@pytest.mark.parametrize(("x", "height", "faults"), [(4.0, 0.0, ["ends on gold"]), (6.0, 0.0, []), (4.0, 1.0, [])])
def test_no_move_ends_on_a_marker_where_the_policy_says_so(x: float, height: float, faults: list[str]) -> None:
    """A marker is passed over; a floor above it is not it."""
    scene = Scene(20.0, 20.0, models=[one_inch("a", 1.0, 5.0)], markers=[Marker("gold", 4.0, 5.0)])
    end = Pose(x, 5.0, 0.0, height)
    off = MovePolicy(on_markers=False)
    found = [one for one in end_faults(scene, scene.model("a"), end, off) if one.by == "gold"]
    assert [f"{one.reason} {one.by}" for one in found] == faults
    assert not [one for one in end_faults(scene, scene.model("a"), end, MovePolicy()) if one.by == "gold"]
    assert bool(check_move(scene, Move("a", (To(x, 5.0),)), 6.0, off)) is (x == 4.0)
