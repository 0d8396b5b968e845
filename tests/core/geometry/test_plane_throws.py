"""Throws, pushes, toward and away, beams: beside slides in small steps and tools made of dots."""

import math
from collections.abc import Callable, Iterable

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.place.placing import check_stand
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Hull, Oval, Point, Pose, Rectangle, radius
from rulewright.geometry.plane.tools.throws import Thrown, area, beam, push, straight_tool, throw, throw_piece, wedge
from rulewright.geometry.plane.tools.tools import MovementTool
from tests.lengths import examples

INCH = Circle(25.4)  # a base with a radius of exactly half an inch
SIDE = 24.0
STEP = 1 / 32


def square(name: str, x: float, y: float, half: float = 1.0, size: int = 3) -> Piece:
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Piece(name, corners, size=size)


def scene(*models: tuple[str, float, float], pieces: Iterable[Piece] = ()) -> Scene:
    return Scene(SIDE, SIDE, pieces, [Model(name, INCH, Pose(x, y)) for name, x, y in models])


def way(direction: float) -> Point:
    return (math.cos(math.radians(direction)), math.sin(math.radians(direction)))


# ------------------------------------------------------------------------------------- twins: slides in steps


def _gap(base: shapely.Point, radius: float, ground: shapely.Geometry) -> float:
    return float(base.distance(ground)) - radius


def stepped(
    table: Scene, name: str, direction: float, length: float, ignoring: Iterable[str] | None, spare: float
) -> float:
    """
    How far a round base gets in steps, everything grown by ``spare`` (or, below 0, shrunk).

    With ``ignoring`` None it collides with nothing.
    """
    mover = table.models[name]
    r = radius(mover.base)
    start = shapely.Point(mover.pose.centre)
    others = [one for one in table.models.values() if one.id != name]
    grounds = {one.id: (shapely.Point(one.pose.centre), radius(one.base)) for one in others}
    on = {piece.id for piece in table.pieces.values() if _gap(start, r - TOLERANCE, piece.polygon) < 0.0}
    best, x, y = 0.0, *way(direction)
    for step in range(int(length / STEP) + 1):
        t = step * STEP
        at = shapely.Point(mover.pose.x + t * x, mover.pose.y + t * y)
        if min(at.x, at.y, SIDE - at.x, SIDE - at.y) < r + spare:
            break
        if ignoring is not None:
            bases = [_gap(at, r + size, ground) for other, (ground, size) in grounds.items() if other not in ignoring]
            terrain = [
                _gap(at, r, one.polygon) for one in table.pieces.values() if one.id not in on and one.id not in ignoring
            ]
            if min(bases + terrain, default=1.0) < spare:
                break
        free = [_gap(at, r + size, ground) for ground, size in grounds.values()]
        free += [_gap(at, r, one.polygon.exterior if one.id in on else one.polygon) for one in table.pieces.values()]
        if min(free, default=1.0) >= spare:
            best = t
    return best


half_inches = st.integers(2, 46).map(lambda n: n / 2)
lengths = st.sampled_from([0.0, 0.5, 1.0, 85 / 25.4, 5.0, 178 / 25.4])
directions = st.one_of(st.integers(0, 23).map(lambda n: n * 15.0), st.floats(-400, 400))


@st.composite
def tables(draw: st.DrawFn) -> Scene:
    """Bases and squares on a lattice of half inches, so that they often touch exactly or are brushed exactly."""
    spots = draw(st.lists(st.tuples(half_inches, half_inches), min_size=2, max_size=7, unique=True))
    corners = draw(st.lists(st.tuples(half_inches, half_inches), max_size=4, unique=True))
    pieces = [square(f"t{row}", x, y, draw(st.sampled_from([0.5, 1.0, 1.5]))) for row, (x, y) in enumerate(corners)]
    table = scene(*((f"m{row}", x, y) for row, (x, y) in enumerate(spots)), pieces=pieces)
    assume(not check_stand(table, "m0", table.models["m0"].pose))
    return table


@examples(80)
@given(tables(), directions, lengths)
def test_a_throw_goes_as_far_as_one_in_steps(table: Scene, direction: float, length: float) -> None:
    found = throw(table, "m0", direction, length, ignoring=["m1"])
    assert stepped(table, "m0", direction, length, ["m1"], STEP) <= found.travelled + TOLERANCE * 4
    assert found.travelled <= stepped(table, "m0", direction, length, ["m1"], -STEP) + STEP
    assert not check_stand(table, "m0", found.end)
    assert bool(found.stopped) == (found.travelled < length - TOLERANCE)
    _comes_together(found, length)


@examples(80)
@given(tables(), directions, lengths)
def test_a_push_goes_as_far_as_one_in_steps(table: Scene, direction: float, length: float) -> None:
    found = push(table, "m0", direction, length)
    assert stepped(table, "m0", direction, length, None, STEP) <= found.travelled + TOLERANCE * 4
    assert found.travelled <= stepped(table, "m0", direction, length, None, -STEP) + STEP
    assert not check_stand(table, "m0", found.end)
    assert found.hit == ()
    assert found.point is None
    _comes_together(found, length)


def _comes_together(found: Thrown, length: float) -> None:
    assert math.dist(*found.path) == pytest.approx(found.travelled, abs=1e-9)
    assert found.path[1] == found.end.centre
    for fault in found.stopped:
        assert 0.0 < fault.amount <= length


def _turned(table: Scene, place: Callable[[float, float], Point]) -> Scene:
    pieces = [Piece(one.id, tuple(place(x, y) for x, y in one.outline), size=one.size) for one in table.pieces.values()]
    models = [Model(one.id, one.base, one.pose.at(*place(one.pose.x, one.pose.y))) for one in table.models.values()]
    return Scene(table.width, table.depth, pieces, models)


@examples(40)
@given(tables(), directions, lengths, st.booleans())
def test_mirrored_and_turned_tables_slide_alike(table: Scene, direction: float, length: float, pushed: bool) -> None:
    slide = push if pushed else throw
    found = slide(table, "m0", direction, length)
    turned = slide(_turned(table, lambda x, y: (SIDE - y, x)), "m0", direction + 90, length)
    mirrored = slide(_turned(table, lambda x, y: (SIDE - x, y)), "m0", 180 - direction, length)
    for other in (turned, mirrored):
        assert other.travelled == pytest.approx(found.travelled, abs=4e-6)
        assert set(other.hit) == set(found.hit)


@examples(40)
@given(tables(), directions, lengths, st.floats(0, 360), st.booleans())
def test_an_oblique_frame_changes_nothing(
    table: Scene, direction: float, length: float, angle: float, pushed: bool
) -> None:
    """On a table without an edge in reach."""

    def place(x: float, y: float) -> Point:
        (a, b), (u, v) = way(angle), (x - 12, y - 12)
        return (50 + a * u - b * v, 50 + b * u + a * v)

    def wide(spot: Callable[[float, float], Point]) -> Scene:
        small = _turned(Scene(100, 100, table.pieces.values(), table.models.values()), spot)
        return small

    slide = push if pushed else throw
    found = slide(wide(lambda x, y: (x + 38, y + 38)), "m0", direction, length)
    other = slide(wide(place), "m0", direction + angle, length)
    assert other.travelled == pytest.approx(found.travelled, abs=1e-5)
    assert set(other.hit) == set(found.hit)


# ------------------------------------------------------------------------------------------ throws, one by one


def test_a_throw_that_meets_nothing_goes_the_whole_length() -> None:
    found = throw(scene(("a", 5, 5)), "a", 90, 5)
    assert (found.end, found.travelled, found.hit, found.stopped) == (Pose(5, 10), 5, (), ())


def test_a_throw_stops_at_the_first_base_in_touch() -> None:
    found = throw(scene(("a", 5, 5), ("b", 9, 5), ("c", 7, 5)), "a", 0, 5)
    assert found.hit == ("c",)
    assert found.travelled == pytest.approx(1.0, abs=TOLERANCE)
    assert found.point == pytest.approx((6.5, 5.0), abs=TOLERANCE)
    (fault,) = found.stopped
    assert (fault.reason, fault.by) == ("collides with", "c")
    assert fault.amount == pytest.approx(4.0, abs=TOLERANCE)


def test_contact_exactly_at_the_end_of_the_tool_is_contact() -> None:
    found = throw(scene(("a", 5, 5), ("b", 9, 5)), "a", 0, 3)
    assert (found.hit, found.travelled, found.stopped) == (("b",), 3, ())
    assert throw(scene(("a", 5, 5), ("b", 9.001, 5)), "a", 0, 3).hit == ()


def test_two_at_the_same_moment_are_both_hit() -> None:
    """crisis_protocol:field.multi-collision: someone then chooses."""
    found = throw(scene(("a", 5, 5), ("b", 8, 5.4), ("c", 8, 4.6), ("d", 9, 5)), "a", 0, 5)
    assert found.hit == ("b", "c")
    assert throw(scene(("a", 5, 5), ("b", 7.6, 5.8), pieces=[square("t", 8.5, 5)]), "a", 0, 5).hit == ("b", "t")


def test_the_thrower_is_no_obstacle_but_nobody_ends_on_it() -> None:
    """crisis_protocol:throw.collision-stop 2, move.overlap-forced."""
    table = scene(("a", 5, 5), ("b", 8, 5))
    assert throw(table, "a", 0, 6, ignoring=["b"]).travelled == 6
    found = throw(table, "a", 0, 3.5, ignoring=["b"])
    assert found.hit == ()
    assert found.travelled == pytest.approx(2.0, abs=TOLERANCE)
    assert [(fault.reason, fault.by) for fault in found.stopped] == [("would overlap", "b")]


def test_a_base_in_touch_can_be_left_and_slid_along_but_not_entered() -> None:
    table = scene(("a", 5, 5), ("b", 6, 5))
    assert throw(table, "a", 180, 3).hit == ()
    assert throw(table, "a", 90, 3).hit == ()
    assert throw(table, "a", 89, 3).hit == ("b",)
    assert throw(table, "a", 89, 3).travelled == 0.0


def test_brushing_past_is_a_collision_where_the_bases_touch() -> None:
    """crisis_protocol:throw.collision-stop 1: touches or overlaps."""
    for table in (scene(("a", 5, 5), ("b", 8, 6)), scene(("a", 5, 5), pieces=[square("b", 9, 6.5)])):
        found = throw(table, "a", 0, 5)
        assert (found.hit, found.end.centre, found.point) == (("b",), (8.0, 5.0), (8.0, 5.5))
        assert throw(table, "a", 0, 2.999).hit == ()
        assert throw(table, "a", 0, 3).hit == ("b",)
    assert throw(scene(("a", 5, 5), ("b", 8, 6 + 4e-6)), "a", 0, 5).hit == ()
    assert throw(scene(("a", 5, 5), ("b", 8, 6), ("c", 6.5, 5)), "a", 0, 5).hit == ("c",), "the nearer one is met first"
    assert throw(scene(("a", 5, 5), ("b", 8, 6)), "a", 0, 5, ignoring=["b"]).hit == ()
    assert push(scene(("a", 5, 5), ("b", 8, 6)), "a", 0, 5).travelled == 5


def test_sliding_along_a_wall_is_a_collision_and_leaving_it_is_not() -> None:
    """crisis_protocol:throw.collision-stop 1: while moving."""
    beside = scene(("a", 5, 5), pieces=[square("wall", 5, 8.5, 3)])
    assert (throw(beside, "a", 0, 3).hit, throw(beside, "a", 0, 3).travelled) == (("wall",), 0.0)
    assert throw(beside, "a", -1, 3).hit == ()
    ahead = scene(("a", 5, 5), pieces=[square("wall", 9.5, 8.5, 3)])
    assert throw(ahead, "a", 0, 3).travelled == 1.5
    behind = scene(("a", 5, 5), pieces=[square("wall", 2, 8.5, 3)])
    assert throw(behind, "a", 0, 3).hit == (), "its corner is left at once"


def test_a_base_collides_with_what_it_brushes_in_any_frame() -> None:
    """It stops where it first touches an edge that it would run along to the end of the slide."""
    for direction in range(0, 360, 5):
        (x, y), aside = way(direction), 1.5
        table = Scene(60, 60, models=[Model("a", INCH, Pose(30, 30))])
        corners = [(1.0, -0.5), (1.0, -aside), (4.0, -aside), (4.0, -0.5)]
        block = Piece("t", tuple((30 + u * x - v * y, 30 + u * y + v * x) for u, v in corners))
        found = throw(table.with_pieces([block]), "a", direction, 2)
        assert found.hit == ("t",)
        assert found.travelled == pytest.approx(1.0, abs=TOLERANCE)
        assert throw(table.with_pieces([block]), "a", direction - 0.01, 2).hit == ("t",)
        assert throw(table.with_pieces([block]), "a", direction + 0.01, 2).hit == ()


def test_terrain_stood_on_at_the_start_is_no_obstacle() -> None:
    """crisis_protocol:throw.collision-stop 3."""
    table = scene(("a", 5, 5), pieces=[square("roof", 5, 5, 1.5), square("wall", 12, 5)])
    assert throw(table, "a", 0, 4).travelled == 4
    assert throw(table, "a", 0, 1).travelled == 1, "still wholly on top"
    back = throw(table, "a", 0, 1.5)
    assert back.travelled == pytest.approx(1.0, abs=TOLERANCE), "it may not end partly on top"
    assert back.stopped[0].by == "roof"
    assert throw(table, "a", 0, 7).hit == ("wall",)


def test_a_push_passes_through_and_goes_back_where_it_would_overlap() -> None:
    """crisis_protocol:push.rules, move.overlap-forced."""
    table = scene(("a", 5, 5), ("b", 7, 5), ("c", 8, 5), pieces=[square("t", 12, 5)])
    assert push(table, "a", 0, 4).travelled == 4
    assert push(table, "a", 0, 3.5).travelled == pytest.approx(1.0, abs=TOLERANCE)
    assert push(table, "a", 0, 7).travelled == pytest.approx(5.5, abs=TOLERANCE)
    assert [fault.by for fault in push(table, "a", 0, 3.5).stopped] == ["c", "b"]


def test_a_push_never_ends_on_terrain_it_did_not_start_on() -> None:
    table = scene(("a", 5, 5), pieces=[square("t", 10, 5, 2)])
    assert push(table, "a", 0, 5).travelled == pytest.approx(2.5, abs=TOLERANCE)


def test_a_push_may_end_wholly_on_terrain_where_a_game_says_so() -> None:
    """Ruling 22 on crisis_protocol:move.overlap-forced: 6 inches onto terrain from 9 to 12, and not partly."""
    roof = Piece("t", ((9, 3), (12, 3), (12, 7), (9, 7)))
    table = scene(("a", 5, 5), pieces=[roof])
    assert [push(table, "a", 0, 6, onto).end.x for onto in (False, True)] == pytest.approx([8.5, 11.0], abs=TOLERANCE)
    assert push(table, "a", 0, 6.8, onto=True).end.x == pytest.approx(11.5, abs=TOLERANCE)
    shaky = table.with_pieces([Piece("u", ((14, 3), (17, 3), (17, 7), (14, 7)), balance=False)])
    assert push(shaky, "a", 0, 10.5, onto=True).end.x == pytest.approx(13.5, abs=TOLERANCE)
    thrown = throw(table, "a", 0, 6, ignoring=["t"], onto=True)
    assert thrown.hit == ()
    assert thrown.end.x == pytest.approx(11.0, abs=TOLERANCE)


def test_a_base_between_two_just_fits() -> None:
    table = scene(("a", 5, 5), ("b", 8, 5), ("c", 10, 5))
    assert push(table, "a", 0, 4).travelled == pytest.approx(4.0, abs=TOLERANCE)
    assert push(table, "a", 0, 4.5).travelled == pytest.approx(4.0, abs=4 * TOLERANCE)


def test_the_edge_of_the_table_stops() -> None:
    """crisis_protocol:move.battlefield-edge."""
    for slide in (throw, push):
        found = slide(scene(("a", 5, 5)), "a", 180, 7)
        assert found.end.x == pytest.approx(0.5)
        assert [fault.reason for fault in found.stopped] == ["table edge"]
        oblique = slide(scene(("a", 5, 3)), "a", 225, 7)
        assert oblique.travelled == pytest.approx(2.5 * math.sqrt(2))
        along = slide(scene(("a", 5, 0.5)), "a", 180, 3)
        assert along.travelled == 3


def test_every_shape_of_base_slides_and_keeps_its_facing() -> None:
    wall = Piece("wall", ((10, 0), (11, 0), (11, 24), (10, 24)))
    notch = Hull(((-1, -1), (1, -1), (1, 1), (0, 0), (-1, 1)))
    fronts: dict[Base, float] = {Oval(101.6, 50.8): 2.0, Rectangle(101.6, 50.8): 2.0, notch: 1.0}
    for base, front in fronts.items():
        table = Scene(SIDE, SIDE, [wall], [Model("a", base, Pose(5, 12)), Model("b", INCH, Pose(5, 15))])
        found = throw(table, "a", 0, 7)
        assert found.hit == ("wall",)
        assert found.travelled == pytest.approx(5 - front, abs=2e-3)
        turned = table.moved({"a": Pose(5, 12, 90)})
        assert throw(turned, "a", 0, 7).travelled == pytest.approx(4.0, abs=2e-3)
        assert throw(turned, "a", 0, 7).end.facing == 90


def test_zero_length_stays() -> None:
    found = throw(scene(("a", 5, 5), ("b", 6, 5)), "a", 0, 0)
    assert (found.end, found.hit, found.stopped) == (Pose(5, 5), (), ())


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_bad_numbers_are_named(bad: float) -> None:
    table = scene(("a", 5, 5))
    for call in (
        lambda: throw(table, "a", 0, bad),
        lambda: push(table, "a", 0, bad),
        lambda: beam(table, "a", 0, bad),
        lambda: beam(table, "a", 0, 3, bad),
        lambda: area(table, "a", bad),
    ):
        with pytest.raises(GeometryError, match="number of inches from 0 up"):
            call()
    with pytest.raises(GeometryError, match="finite number of degrees"):
        throw(table, "a", math.inf, 3)
    with pytest.raises(GeometryError, match="no model 'x'"):
        throw(table, "x", 0, 3)
    with pytest.raises(GeometryError, match="no terrain 'x'"):
        throw_piece(table, "a", "x", 0, MovementTool(3.0, 0.0))


# --------------------------------------------------------------------------------------------- straight tools


def test_a_beam_hits_what_it_touches_and_what_lies_under_it() -> None:
    """crisis_protocol:beam.definition: a range tool one inch wide from the rim."""
    table = scene(("a", 5, 5), ("b", 8, 5), ("c", 9, 6), ("d", 9, 3.99), ("e", 12.0, 5), ("f", 3, 5), ("g", 12.01, 7))
    found = beam(table, "a", 0, 6)
    assert found.hit == ("b", "c", "e")
    assert found.travels == pytest.approx((2.0, 3.5, 6.0), abs=2e-3)
    assert shapely.Polygon(found.outline).equals(shapely.box(5.5, 4.5, 11.5, 5.5)) or shapely.Polygon(
        found.outline
    ).symmetric_difference(shapely.box(5.5, 4.5, 11.5, 5.5)).area == pytest.approx(0.0, abs=1e-9)
    assert beam(table, "a", 0, 5.99).hit == ("b", "c")


def test_a_beam_never_hits_terrain_or_who_attacks() -> None:
    table = scene(("a", 5, 5), pieces=[square("t", 8, 5)])
    assert beam(table, "a", 0, 6).hit == ()


def test_the_end_of_a_tool_may_touch_the_base_beside_its_middle() -> None:
    base = scene(("a", 5, 5)).footprints[0]
    assert straight_tool(base, 0, 3, 1, 0.4).bounds == pytest.approx((5.5, 4.9, 8.5, 5.9), abs=TOLERANCE)
    corner = straight_tool(base, 0, 3, 1, 0.8)
    assert corner.bounds[0] == pytest.approx(5.4, abs=TOLERANCE)
    assert straight_tool(base, 90, 2).bounds == pytest.approx((5, 5.5, 5, 7.5), abs=TOLERANCE)
    with pytest.raises(GeometryError, match="does not touch the base"):
        straight_tool(base, 0, 3, 1, 1.1)


@examples(80)
@given(
    tables(),
    directions,
    st.sampled_from([1.0, 3.0, 6.0]),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from([-0.25, 0.0, 0.5]),
)
def test_a_beam_hits_what_a_tool_of_dots_hits(
    table: Scene, direction: float, length: float, width: float, aside: float
) -> None:
    assume(abs(aside) < 0.5 + width / 2)
    found = beam(table, "m0", direction, length, width, aside)
    assert list(found.travels) == sorted(found.travels)
    (x, y), base = way(direction), table.models["m0"].pose
    over = max(0.0, abs(aside) - width / 2)
    near = math.sqrt(0.25 - over * over)
    middle = (base.x - y * aside + near * x, base.y + x * aside + near * y)
    for name, model in table.models.items():
        if name == "m0":
            continue
        u, v = model.pose.x - middle[0], model.pose.y - middle[1]
        along, across = u * x + v * y, abs(v * x - u * y)
        gap = math.hypot(max(0.0, -along, along - length), max(0.0, across - width / 2)) - 0.5
        if abs(gap) > 2 * TOLERANCE:
            assert (name in found.hit) == (gap < 0.0)
        elif abs(gap) < TOLERANCE / 2:
            assert name in found.hit, "touching is enough"
    for name, travel in zip(found.hit, found.travels, strict=True):
        if width and travel > 4e-3:
            before = straight_tool(table.models["m0"].footprint, direction, travel - 4e-3, width, aside)
            assert before.polygon.distance(shapely.Point(table.models[name].pose.centre)) > 0.5


def test_thrown_terrain_collides_with_the_first_under_the_tool() -> None:
    """crisis_protocol:throw.terrain-tool."""
    pieces = [square("under", 5, 5, 1.0), square("car", 5, 8.5, 0.5), square("far", 13, 5), square("wall", 5, 14)]
    table = scene(("a", 5, 5), ("b", 10, 5), pieces=pieces)
    found = throw_piece(table, "a", "car", 0, MovementTool(8.0, 0.0))
    assert found.hit == ("b", "far")
    assert found.first == ("b",)
    assert throw_piece(table, "a", "car", 90, MovementTool(9.0, 0.0)).first == ("wall",)
    assert throw_piece(table, "a", "car", 180, MovementTool(3.0, 0.0)).first == ()
    assert throw_piece(table, "a", "wall", 90, MovementTool(9.0, 0.0)).first == ("car",)
    both = scene(("a", 5, 5), ("b", 8, 5.6), ("c", 8, 4.4), pieces=[square("car", 20, 20)])
    assert throw_piece(both, "a", "car", 0, MovementTool(5.0, 0.5)).first == ("b", "c")
    assert throw_piece(both, "a", "car", 0, MovementTool(5.0, 0.0)).first == ()


def test_a_wall_along_the_tool_is_met_where_it_begins() -> None:
    table = scene(("a", 5, 5), ("b", 9, 4.5), pieces=[square("wall", 9, 6), square("car", 20, 20)])
    found = throw_piece(table, "a", "car", 0, MovementTool(6.0, 0.0))
    assert found.hit == ("wall", "b") or found.hit == ("b", "wall")
    assert dict(zip(found.hit, found.travels, strict=True)) == pytest.approx({"wall": 2.5, "b": 3.5}, abs=3e-3)


def test_an_area_is_everyone_else_within_range_nearest_first() -> None:
    table = scene(("a", 5, 5), ("b", 8.0, 5), ("c", 5, 7.5), ("d", 5, 1.9))
    assert area(table, "a", 2) == ("c", "b")
    assert area(table, "a", 0) == ()


# -------------------------------------------------------------------------------------------- toward and away


def test_toward_opens_to_the_other_base_and_away_from_it() -> None:
    """crisis_protocol:toward-away.setup 3 and 4."""
    mover, other = scene(("a", 10, 10), ("b", 16, 10)).footprints
    toward, away = wedge(mover, other, True), wedge(mover, other, False)
    assert toward.apex == pytest.approx((10 - math.sqrt(0.5), 10))
    assert away.apex == pytest.approx((10 + math.sqrt(0.5), 10))
    assert (toward.axis, away.axis) == (0.0, 180.0)
    assert toward.directions == (315.0, 405.0)
    assert away.directions == (135.0, 225.0)


def test_the_edge_of_the_wedge_is_legal_and_beyond_it_is_not() -> None:
    mover, other = scene(("a", 10, 10), ("b", 16, 10)).footprints
    limits = wedge(mover, other, True)
    for direction in (0, 45, -45, 315, 405, 675, 44.999):
        assert limits.allows(direction) is None
    for direction, off in ((46, 1), (-46, 1), (180, 135), (314, 1), (90, 45)):
        fault = limits.allows(direction)
        assert fault is not None
        assert fault.amount == pytest.approx(off)


@examples(100)
@given(
    st.floats(0, 360),
    st.floats(-180, 180),
    st.booleans(),
    st.floats(0.1, 10),
    st.sampled_from([INCH, Circle(65), Oval(60, 35)]),
)
def test_a_slide_crosses_an_arm_exactly_when_its_direction_is_out_of_the_wedge(
    around: float, turn: float, toward: bool, length: float, base: Circle | Oval
) -> None:
    x, y = way(around)
    table = Scene(100, 100, models=[Model("a", base, Pose(50, 50, 20)), Model("b", INCH, Pose(50 + 7 * x, 50 + 7 * y))])
    mover, other = table.footprints
    limits = wedge(mover, other, toward)
    assert limits.axis is not None
    direction = limits.axis + turn
    arms = [shapely.LineString(arm) for arm in limits.arms(table)]
    for arm in arms:
        assert arm.distance(mover.skeleton) == pytest.approx(mover.radius, abs=1e-9), "both arms touch the base"
    assume(abs(abs(turn) - 45) > 1e-3)
    dx, dy = length * way(direction)[0], length * way(direction)[1]
    swept = shapely.union_all([part.polygon.buffer(-1e-9) for part in mover.swept(dx, dy)])
    crosses = any(arm.buffer(1e-12).intersection(swept).length > 1e-7 for arm in arms)
    assert crosses == (limits.allows(direction) is not None)


def test_the_region_of_a_wedge_is_a_right_angle_of_the_table() -> None:
    table = scene(("a", 10, 10), ("b", 16, 10))
    limits = wedge(table.footprints[0], table.footprints[1], True)
    region = limits.region(table)
    assert region.covers(shapely.Point(20, 10))
    assert not region.covers(shapely.Point(10, 14))
    assert region.covers(shapely.Point(10, 10).buffer(0.499))
    low, high = limits.arms(table)
    assert low[1][1] == pytest.approx(0.0)
    assert high[1][1] == pytest.approx(24.0) or high[1][0] == pytest.approx(24.0)


def test_from_the_same_centre_every_direction_is_toward_and_away() -> None:
    """crisis_protocol:toward-away.setup, ruling: equal centres answer any direction, not an error."""
    table = scene(("a", 10, 10))
    mover = table.footprints[0]
    for toward in (True, False):
        limits = wedge(mover, mover, toward)
        assert limits.axis is None
        assert all(limits.allows(direction) is None for direction in (0.0, 45.0, 181.0, -90.0))
        assert (limits.directions, limits.arms(table)) == ((0.0, 360.0), ())
        assert limits.region(table).equals(table.table)
    with pytest.raises(GeometryError, match="finite number of degrees"):
        wedge(mover, mover, True).allows(math.nan)


def test_exactly_45_degrees_from_the_line_of_centres_is_legal() -> None:
    """Away from (5, 10) a mover at (10, 10) may slide at 45 degrees, not at 45.1; toward it from 135 to 225."""
    mover, other = scene(("a", 10, 10), ("b", 5, 10)).footprints
    away, toward = wedge(mover, other, False), wedge(mover, other, True)
    assert (away.allows(45.0), away.allows(-45.0), toward.allows(135.0), toward.allows(225.0)) == (None,) * 4
    assert away.allows(45.1) and away.allows(-45.1) and toward.allows(134.9) and toward.allows(225.1)


def test_the_lane_of_thrown_terrain_is_as_wide_as_the_tool() -> None:
    """Thrown 5 inches east from (5, 10), a figure at (9, 10.8) is 0.3 inch from the middle line."""
    table = scene(("a", 5, 10), ("b", 9, 10.8), pieces=[square("car", 20, 20)])
    assert throw_piece(table, "a", "car", 0, MovementTool(5.0, 0.8)).first == ("b",)
    assert throw_piece(table, "a", "car", 0, MovementTool(5.0, 0.0)).first == ()
