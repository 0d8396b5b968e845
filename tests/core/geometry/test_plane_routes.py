"""Shortest walks: against visibility graphs of fine corners, against the check of moves, and in nasty places."""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.move.legs import Move, To
from rulewright.geometry.plane.move.moves import check_move, trace
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.walking.routes import (
    NoRoute,
    Route,
    Walk,
    shortest,
    walk_region,
)
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Footprint, Hull, Oval, Point, Pose, Rectangle, inches
from rulewright.geometry.plane.slides import at_origin, forbidden
from tests.lengths import examples

WIDTH, DEPTH = 12.0, 9.0
INCH = Circle(25.4)


def mover(x: float, y: float, facing: float = 0.0, base: Circle | Oval | Rectangle | Hull = INCH) -> Model:
    return Model("mover", base, Pose(x, y, facing), height=1.0)


def table(start: Model, *pieces: Piece, others: tuple[Model, ...] = (), width: float = WIDTH) -> Scene:
    return Scene(width, DEPTH, pieces, (start, *others))


def block(name: str, x: float, y: float, width: float, depth: float) -> Piece:
    return Piece(name, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def routed(scene: Scene, goal: Point, walk: Walk | None = None) -> Route:
    route = shortest(scene, "mover", goal, walk or Walk())
    assert isinstance(route, Route), route
    return route


# ------------------------------------------------------------------------------------------------------ closed forms


def test_nothing_in_the_way_is_a_straight_line() -> None:
    route = routed(table(mover(1, 1)), (9, 7))
    assert route.points == ((1.0, 1.0), (9.0, 7.0))
    assert route.length == route.least == 10.0


def test_standing_still_is_a_walk_of_no_length() -> None:
    route = routed(table(mover(1, 1)), (1, 1))
    assert (route.points, route.length) == (((1.0, 1.0),), 0.0)


def test_round_a_disc_the_way_is_two_tangents_and_an_arc() -> None:
    enemy = Model("enemy", INCH, Pose(6, 4.5), side=1)
    route = routed(table(mover(2, 4.5), others=(enemy,)), (10, 4.5))
    half = math.sqrt(16 - 1) + (math.pi / 2 - math.acos(1 / 4))
    assert route.least == pytest.approx(2 * half, abs=1e-12)
    assert route.least < route.length < 1.001 * route.least


def test_round_a_corner_and_along_a_wall() -> None:
    route = routed(table(mover(3.5, 1), block("wall", 4, 0, 2, 4)), (6.5, 1))
    assert route.least == pytest.approx(3 + math.pi / 4 + 2 + math.pi / 4 + 3, abs=1e-12)


def test_exactly_the_shortest_of_two_ways() -> None:
    scene = table(mover(5, 1), block("wall", 3, 3, 5, 1))
    assert routed(scene, (5, 7)).points[1][0] < 3.1
    assert routed(scene.moved({"mover": Pose(6.1, 1)}), (6.1, 7)).points[1][0] > 7.9


# ------------------------------------------------------------------------------------------------------- tight places


@pytest.mark.parametrize("angle", [0.0, 90.0, 33.0, 200.0])
@pytest.mark.parametrize("gap, passes", [(1.0, True), (1.0 - TOLERANCE / 2, True), (1.0 - 1e-5, False), (1.2, True)])
def test_a_gap_as_wide_as_the_base_can_be_passed(angle: float, gap: float, passes: bool) -> None:
    turn, shift = math.radians(angle), complex(20, 20)

    def turned(*points: complex) -> tuple[Point, ...]:
        moved = (point * complex(math.cos(turn), math.sin(turn)) + shift for point in points)
        return tuple((point.real, point.imag) for point in moved)

    half = gap / 2
    left = Piece("left", turned(-9 - 2j, -half - 2j, -half + 0j, -9 + 0j))
    right = Piece("right", turned(half - 2j, 9 - 2j, 9 + 0j, half + 0j))
    (start,), (goal,) = turned(0.3 - 4j), turned(-0.4 + 3j)
    scene = Scene(40, 40, (left, right), [mover(*start)])
    route = shortest(scene, "mover", goal)
    assert isinstance(route, Route)
    assert (route.length < 7.2) == passes
    slides_into_nothing(scene, route)


def test_a_gap_between_two_corners_is_passed_where_they_are_nearest() -> None:
    one, two = (Piece(name, corners) for name, corners in {
        "low": ((0.0, 0.0), (6.0, 4.0), (0.0, 4.0)), "high": ((12.0, 9.0), (6.0, 5.0), (12.0, 5.0)),
    }.items())  # fmt: skip
    scene = table(mover(2, 7), one, two)
    route = routed(scene, (10, 2))
    line = shapely.LineString(route.points)
    assert line.distance(ShapelyPoint(6, 4.5)) < 1e-6
    slides_into_nothing(scene, route)
    narrower = table(mover(2, 7), one.moved(0, 1e-5), two)
    assert isinstance(shortest(narrower, "mover", (10, 2)), NoRoute)


def test_pieces_that_touch_leave_no_way_between_them() -> None:
    scene = table(mover(1, 4.5), block("low", 5, 0, 1, 4.5), block("high", 5, 4.5, 1, 4.5))
    found = shortest(scene, "mover", (10, 4.5))
    assert isinstance(found, NoRoute)
    assert {fault.by for fault in found.faults} == {"low", "high"}
    assert {fault.reason for fault in found.faults} == {"shut in by"}


def test_the_way_between_a_piece_and_the_edge_of_the_table() -> None:
    exact = routed(table(mover(1, 8), block("wall", 5, 1, 1, 8)), (10, 8))
    assert min(y for _, y in exact.points) == pytest.approx(0.5, abs=TOLERANCE)
    narrower = table(mover(1, 8), block("wall", 5, 0.999, 1, 8.001))
    assert isinstance(shortest(narrower, "mover", (10, 8)), NoRoute)
    assert isinstance(shortest(narrower, "mover", (10, 8), Walk(MovePolicy(over_edge=True))), Route)


def test_a_base_that_touches_a_wall_walks_along_it() -> None:
    route = routed(table(mover(2, 3.5), block("wall", 1, 4, 8, 1)), (8, 3.5))
    assert route.points == ((2.0, 3.5), (8.0, 3.5))


def test_a_start_or_goal_in_a_wall_is_told() -> None:
    scene = Scene(WIDTH, DEPTH, [block("wall", 4, 4, 2, 2)], [mover(4.2, 3.7)])
    found = shortest(scene, "mover", (5, 5))
    assert isinstance(found, NoRoute)
    assert [(fault.reason, fault.by) for fault in found.faults] == [
        ("starts too close to", "wall"),
        ("ends too close to", "wall"),
    ]
    assert found.faults[0].amount == pytest.approx(0.2)
    assert found.faults[1].amount == pytest.approx(1.5)
    off = shortest(scene.moved({"mover": Pose(1, 1)}), "mover", (0.2, 1))
    assert isinstance(off, NoRoute) and off.faults[0].amount == pytest.approx(0.3)


def test_a_courtyard_is_left_by_its_gate_only() -> None:
    yard = Piece("yard", ((2, 2), (10, 2), (10, 7), (2, 7)), holes=(((3, 3), (9, 3), (9, 6), (3, 6)),))
    assert isinstance(shortest(table(mover(5, 4.5), yard), "mover", (1, 1)), NoRoute)
    assert routed(table(mover(4, 4.5), yard), (8, 4.5)).length == 4.0


# ---------------------------------------------------------------------------------------------------------- policies


def test_terrain_is_closed_by_the_policy_for_moves() -> None:
    low = Piece("low", block("low", 4, 0, 1, 9).outline, height=2.0)
    high = Piece("high", low.outline, height=5.0, traits=frozenset({"ruin"}))
    assert routed(table(mover(1, 4), low), (8, 4)).length == 7.0
    assert isinstance(shortest(table(mover(1, 4), high), "mover", (8, 4)), NoRoute)
    for walk in (Walk(MovePolicy(through=frozenset({"ruin"}))), Walk(across=frozenset({"high"}))):
        assert routed(table(mover(1, 4), high), (8, 4), walk).length == 7.0


def test_friends_are_passed_and_enemies_kept_away_from() -> None:
    def walled(side: int, walk: Walk) -> Route | NoRoute:
        row = tuple(Model(f"m{i}", INCH, Pose(6, 0.5 + 1.1 * i), side=side, height=1.0) for i in range(8))
        return shortest(table(mover(1, 4), others=row), "mover", (11, 4), walk)

    assert isinstance(walled(0, Walk()), Route)
    assert isinstance(walled(1, Walk()), NoRoute)
    assert isinstance(walled(0, Walk(MovePolicy(over_friends=False))), NoRoute)
    enemy = Model("enemy", INCH, Pose(6, 4.5), side=1)
    scene = table(mover(2, 4.5), others=(enemy,))
    near, far = routed(scene, (10, 4.5)), routed(scene, (10, 4.5), Walk(MovePolicy(clear_on_way=1.0)))
    assert near.least < far.least
    clear = shapely.LineString(far.points).distance(ShapelyPoint(6, 4.5)) - 1.0
    assert 1.0 + TOLERANCE < clear < 1.0 + 1e-5


def test_what_was_computed_follows_models_and_terrain() -> None:
    enemy = Model("enemy", INCH, Pose(6, 4.5), side=1)
    scene = table(mover(2, 4.5), others=(enemy,))
    around = routed(scene, (10, 4.5))
    assert routed(scene.moved({"enemy": Pose(6, 8)}), (10, 4.5)).length == 8.0
    assert routed(scene.without_models(["enemy"]), (10, 4.5)).length == 8.0
    longer = scene.with_pieces([block("wall", 6, 4, 1, 5)])
    assert routed(longer, (10, 4.5)).least > around.least
    assert routed(longer.without_pieces(["wall"]), (10, 4.5)) == around == routed(scene, (10, 4.5))
    nearer = routed(scene.moved({"mover": Pose(3, 4.5)}), (10, 4.5))
    assert nearer == routed(table(mover(3, 4.5), others=(enemy,)), (10, 4.5))


def test_bases_that_are_not_round() -> None:
    long = Rectangle(25.4 * 3, 25.4)
    walls = block("low", 5, 0, 1, 4), block("high", 5, 5, 1, 4)
    scene = table(mover(2.5, 4.5, base=long), *walls)
    assert isinstance(shortest(scene, "mover", (9, 4.5)), NoRoute)
    assert routed(scene, (9, 4.5), Walk(keep_facing=True)).length == 6.5
    turned = scene.moved({"mover": Pose(2.5, 4.5, 90.0)})
    assert isinstance(shortest(turned, "mover", (9, 4.5), Walk(keep_facing=True)), NoRoute)


def test_bad_input_is_named() -> None:
    with pytest.raises(GeometryError, match="'nobody'"):
        shortest(table(mover(1, 1)), "nobody", (2, 2))
    with pytest.raises(GeometryError, match=r"'mover'.*nan"):
        shortest(table(mover(1, 1)), "mover", (math.nan, 2))
    for few in (math.nan, -1.0):
        with pytest.raises(GeometryError, match="'mover' moves a number of inches"):
            walk_region(table(mover(1, 1)), "mover", few)


# ------------------------------------------------------------------------------------------------------------ regions


@examples(15)
@given(st.integers(0, 10**6))
def test_the_region_holds_what_is_within_the_walk(seed: int) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng)
    start = scene.model("mover").pose.centre
    walked = rng.uniform(1, 7)
    region = walk_region(scene, "mover", walked)
    goals = [(rng.uniform(0, WIDTH), rng.uniform(0, DEPTH)) for _ in range(12)]
    for goal in goals:
        route = shortest(scene, "mover", goal)
        near = isinstance(route, Route) and route.least <= walked
        point = ShapelyPoint(goal)
        assert near == region.contains(point) or region.boundary.distance(point) < 0.02, (start, goal, walked)


# -------------------------------------------------------------------------------------------------------------- twins


def random_outline(rng: random.Random, snapped: bool) -> tuple[Point, ...]:
    """An outline that is often touching, collinear or equal to others when its corners are snapped to half inches."""
    while True:
        x, y, count, reach = rng.uniform(0, WIDTH), rng.uniform(0, DEPTH), rng.randint(3, 7), rng.uniform(0.5, 2.5)
        angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(count))
        points = [(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in angles]
        if snapped:
            points = [(round(2 * a) / 2, round(2 * b) / 2) for a, b in points]
        if len(set(points)) == count and (area := Polygon(points)).is_valid and area.area > 0.05:
            return tuple(points)


def random_scene(rng: random.Random, enemies: int = 3) -> Scene:
    snapped = rng.random() < 0.6

    def place() -> Point:
        x, y = rng.uniform(1, WIDTH - 1), rng.uniform(1, DEPTH - 1)
        return (round(2 * x) / 2, round(2 * y) / 2) if snapped else (x, y)

    pieces = [Piece(f"p{i}", random_outline(rng, snapped)) for i in range(rng.randint(1, 7))]
    foes = [Model(f"e{i}", INCH, Pose(*place()), side=1, height=1.0) for i in range(rng.randint(0, enemies))]
    base = INCH if snapped else Circle(rng.uniform(12, 40))
    return Scene(WIDTH, DEPTH, pieces, [mover(*place(), base=base), *foes], off_table=True)


def graph_length(solids: Sequence[BaseGeometry], box: Polygon, start: Point, goal: Point) -> float:
    """The shortest way among the corners of polygons, every pair of which is looked at."""
    corners = np.vstack([[start, goal], *(shapely.get_coordinates(solid)[:-1] for solid in solids)])
    corners = corners[shapely.dwithin(box, shapely.points(corners), 1e-9)]
    tree = shapely.STRtree([solid.buffer(-1e-7, join_style="mitre") for solid in solids])
    one, two = np.triu_indices(len(corners), 1)
    clear = np.ones(len(one), dtype=bool)
    clear[
        tree.query(shapely.linestrings(np.stack([corners[one], corners[two]], axis=1)), predicate="intersects")[0]
    ] = False
    lengths = np.full((len(corners), len(corners)), np.inf)
    lengths[one[clear], two[clear]] = np.hypot(*(corners[one[clear]] - corners[two[clear]]).T)
    lengths = np.minimum(lengths, lengths.T)
    found, left = lengths[0].copy(), np.ones(len(corners), dtype=bool)
    for _ in corners:
        here = int(np.where(left, found, np.inf).argmin())
        left[here] = False
        found = np.minimum(found, found[here] + lengths[here])
    return float(found[1])


def slides_into_nothing(scene: Scene, route: Route) -> None:
    """The exact check of moves finds nothing on the way, and measures the same length."""
    policy = MovePolicy()
    move = Move("mover", tuple(To(*point) for point in route.points[1:]))
    faults = [fault for fault in check_move(scene, move, route.length, policy) if not fault.reason.startswith("ends")]
    assert [fault for fault in faults if fault.reason != "overhangs"] == []
    assert trace(scene, move, policy).straight == pytest.approx(route.length, abs=1e-9)


@examples(60)
@given(st.integers(0, 10**9))
def test_lengths_lie_between_those_of_graphs_with_arcs_drawn_inside_and_outside(seed: int) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng)
    start, goal = scene.model("mover").pose.centre, (rng.uniform(1, WIDTH - 1), rng.uniform(1, DEPTH - 1))
    found = shortest(scene, "mover", goal)
    radius = at_origin(scene.model("mover").base, 0.0).radius
    out = 1 / math.cos(math.pi / 24)
    cores: list[tuple[BaseGeometry, float]] = [(piece.polygon, radius) for piece in scene.pieces.values()]
    cores += [(model.footprint.skeleton, radius + inches(12.7)) for model in scene.models.values() if model.side]
    box = shapely.box(radius, radius, WIDTH - radius, DEPTH - radius)
    ends = [ShapelyPoint(end) for end in (start, goal)]
    free = all(core.distance(end) >= reach - TOLERANCE for core, reach in cores for end in ends)
    if not (free and all(box.distance(end) <= TOLERANCE for end in ends)):
        assert isinstance(found, NoRoute) and found.faults[0].reason.startswith(("starts", "ends"))
        return
    inside = graph_length([core.buffer(reach, quad_segs=6) for core, reach in cores], box, start, goal)
    outside = graph_length([core.buffer(reach * out, quad_segs=6) for core, reach in cores], box, start, goal)
    if isinstance(found, NoRoute):
        assert math.isinf(outside)
        assert found.faults and all(fault.reason == "shut in by" for fault in found.faults)
        return
    assert inside - 1e-5 <= found.least <= outside + 1e-5
    assert found.least <= found.length <= 1.001 * found.least + 1e-12
    slides_into_nothing(scene, found)
    back = shortest(scene.moved({"mover": Pose(*goal)}), "mover", start)
    assert isinstance(back, Route) and back.least == pytest.approx(found.least, abs=2 * TOLERANCE)


@examples(40)
@given(st.integers(0, 10**9), st.sampled_from([0.0, 90.0, 25.0]))
def test_bases_that_keep_their_facing_walk_as_points_among_sums(seed: int, facing: float) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng, enemies=0)
    notched = Hull(((-0.5, -0.5), (1.0, -0.5), (0.25, 0.0), (1.0, 0.5), (-0.5, 0.5)))
    base: Base = Rectangle(50.8, 25.4) if rng.random() < 0.5 else notched
    here = scene.model("mover").pose
    scene = scene.with_models([Model("mover", base, Pose(here.x, here.y, facing))])
    goal = (rng.uniform(1, WIDTH - 1), rng.uniform(1, DEPTH - 1))
    found = shortest(scene, "mover", goal, Walk(keep_facing=True))
    own = at_origin(base, facing)
    left, low, right, high = own.bounds
    box = shapely.box(-left, -low, WIDTH - right, DEPTH - high)
    parts = [
        shift.skeleton for piece in scene.pieces.values() for part in whole(piece) for shift in forbidden(own, part)
    ]
    if isinstance(found, Route):
        assert found.least == pytest.approx(graph_length(parts, box, here.centre, goal), abs=2e-5)
    elif found.faults[0].reason == "shut in by":
        assert math.isinf(graph_length([part.buffer(2e-6) for part in parts], box, here.centre, goal))


def whole(piece: Piece) -> tuple[Footprint, ...]:
    return Footprint(np.array(piece.polygon.exterior.coords)[:-1][:: 1 if piece.polygon.exterior.is_ccw else -1]).parts


@examples(40)
@given(st.integers(0, 10**9), st.floats(0, 360), st.booleans())
def test_turned_mirrored_and_shifted_tables_have_walks_of_the_same_length(seed: int, angle: float, flip: bool) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng)
    goal = (rng.uniform(1, WIDTH - 1), rng.uniform(1, DEPTH - 1))
    turn = complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))

    def there(point: Point) -> Point:
        place = complex(point[0], -point[1] if flip else point[1]) * turn + complex(30, -40)
        return (place.real, place.imag)

    pieces = [Piece(piece.id, tuple(map(there, piece.outline))) for piece in scene.pieces.values()]
    models = [model.at(Pose(*there(model.pose.centre))) for model in scene.models.values()]
    free = Walk(MovePolicy(over_edge=True))
    one = shortest(scene, "mover", goal, free)
    two = shortest(Scene(WIDTH, DEPTH, pieces, models, off_table=True), "mover", there(goal), free)
    if isinstance(one, Route) and isinstance(two, Route):
        assert one.least == pytest.approx(two.least, abs=4 * TOLERANCE)
    else:
        assert isinstance(one, NoRoute) and isinstance(two, NoRoute)
        assert {fault.by for fault in one.faults} == {fault.by for fault in two.faults}
