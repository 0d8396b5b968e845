"""Sight from any part to any part: against brute force, in turned and mirrored frames, and by the rulebooks."""

import math
import re
from collections.abc import Sequence

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.see.crossing import crosses
from rulewright.geometry.plane.see.lines import sample_table, sight, sight_table
from rulewright.geometry.plane.see.overlook import seen_area
from rulewright.geometry.plane.see.screens import Outlook, Screen, SeeThrough, SightPolicy, bodies_of, standing
from rulewright.geometry.plane.see.shadows import seen
from rulewright.geometry.plane.see.units import sees
from rulewright.geometry.plane.see.views import DEFAULT
from rulewright.geometry.plane.see.visible import facing, fully_visible
from rulewright.geometry.plane.shapes import MM_PER_INCH, Base, Circle, Hull, Oval, Point, Pose, Rectangle
from tests.lengths import examples

from .sight_twin import around, critical, sampled, visible_region, visible_share

INCH = MM_PER_INCH
SHAPES: tuple[tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]], ...] = (
    (((0, 0), (2, 0), (2, 1), (0, 1)), ()),
    (((0, 0), (1, 0), (1, 3), (0, 3)), ()),
    (((0, 0), (3, 0), (3, 0.25), (0, 0.25)), ()),
    (((0, 0), (2, 1), (0, 2)), ()),
    (((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)), ()),
    (((0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)), ()),
    (((0, 0), (4, 0), (4, 4), (0, 4)), (((1, 1), (3, 1), (3, 3), (1, 3)),)),
)
BASES: tuple[Base, ...] = (
    Circle(INCH), Circle(2 * INCH), Rectangle(2 * INCH, INCH), Rectangle(INCH, INCH), Oval(2 * INCH, INCH),
)  # fmt: skip


class World(msgspec.Struct, frozen=True):
    """Outlines with holes, and bases with places, on a grid of half inches: much touches and lies in one line."""

    pieces: tuple[tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]], ...]
    bases: tuple[tuple[Base, float, float, float], ...]

    def scene(self, turn: float = 0.0, mirror: bool = False, shift: Point = (0.0, 0.0)) -> Scene:
        """The table turned about its corner by this many degrees, after a mirroring; far from the edges."""

        def at(point: Point) -> Point:
            spot = complex(point[0], -point[1] if mirror else point[1])
            spot = spot * complex(math.cos(math.radians(turn)), math.sin(math.radians(turn)))
            return (spot.real + 60.0 + shift[0], spot.imag + 60.0 + shift[1])

        pieces = [
            Piece(f"piece {number}", tuple(map(at, outline)), holes=tuple(tuple(map(at, hole)) for hole in holes))
            for number, (outline, holes) in enumerate(self.pieces)
        ]
        models = [
            Model(f"model {number}", base, Pose(*at((x, y)), (turn + (-facing if mirror else facing)) % 360.0))
            for number, (base, x, y, facing) in enumerate(self.bases)
        ]
        return Scene(120.0, 120.0, pieces, models)


@st.composite
def worlds(draw: st.DrawFn, bases: int = 3) -> World:
    places = st.integers(0, 24).map(lambda number: number / 2)
    pieces = []
    for _ in range(draw(st.integers(1, 4))):
        outline, holes = draw(st.sampled_from(SHAPES))
        gap = draw(st.sampled_from((0.0, 0.0, 0.0, TOLERANCE / 2, 2 * TOLERANCE, 0.01)))
        x, y = draw(places) + gap, draw(places)
        pieces.append(
            (
                tuple((a + x, b + y) for a, b in outline),
                tuple(tuple((a + x, b + y) for a, b in hole) for hole in holes),
            )
        )
    stood = [
        (draw(st.sampled_from(BASES)), draw(places), draw(places), draw(st.sampled_from((0.0, 90.0, 45.0, 30.0))))
        for _ in range(bases)
    ]
    return World(tuple(pieces), tuple(stood))


def past_everything(scene: Scene) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Who sees whom when pieces block those who stand in them too; asked in both orders."""
    bodies, owners = bodies_of(scene)
    assert (owners == np.arange(len(bodies))).all()
    one, two = (rows.ravel() for rows in np.indices((len(bodies), len(bodies))))
    found = seen(bodies, Outlook(scene, DEFAULT).obstacles, one, two)
    assert np.isnan(found.start[~found.seen]).all() and not np.isnan(found.start[found.seen]).any()
    return found.seen.reshape(len(bodies), len(bodies))


@examples(6)
@given(worlds())
def test_brute_force_sees_the_same(world: World) -> None:
    scene = world.scene()
    table = past_everything(scene)
    assert (table == table.T).all()
    pieces = [piece.polygon for piece in scene.pieces.values()]
    grounds = scene.footprints
    for a, b in ((0, 1), (0, 2), (1, 2)):
        if sampled(around(grounds[a]), around(grounds[b]), pieces) or table[a, b]:
            outside = critical(around(grounds[a], outside=True), around(grounds[b], outside=True), pieces)
            assert outside or not table[a, b]
        if not table[a, b]:
            assert not critical(around(grounds[a]), around(grounds[b]), pieces, plugged=True)


@examples(25)
@given(worlds(bases=4), st.floats(0.0, 360.0), st.booleans(), st.tuples(st.floats(-20, 20), st.floats(-20, 20)))
def test_no_answer_depends_on_the_frame_or_the_order(world: World, turn: float, mirror: bool, shift: Point) -> None:
    table = past_everything(world.scene())
    assert (past_everything(world.scene(turn, mirror, shift)) == table).all()
    backwards = World(world.pieces[::-1], world.bases[::-1])
    assert (past_everything(backwards.scene(-turn, mirror))[::-1, ::-1] == table).all()


@examples(25)
@given(worlds(bases=4))
def test_every_sight_has_a_free_segment_between_the_bases(world: World) -> None:
    scene = world.scene()
    blocked = shapely.buffer(shapely.union_all([p.polygon for p in scene.pieces.values()]), -2 * TOLERANCE)
    bodies, _ = bodies_of(scene)
    table = sight_table(scene)
    names = list(scene.models)
    within = standing(scene).within
    for a, b in zip(*np.nonzero(np.triu(table, 1)), strict=True):
        look = sight(scene, names[a], names[b])
        assert look.seen and look.segment is not None and look.exact
        start, end = (shapely.Point(point) for point in look.segment)
        for spot, row in ((start, a), (end, b)):
            assert bodies.footprints[row].skeleton.distance(spot) <= bodies.footprints[row].radius + 1e-7
        if not within[[a, b]].any():
            assert not LineString([start, end]).intersects(blocked)


def room(*pieces: Piece, bases: Sequence[tuple[float, float]], across: float = 1.0, **changes: object) -> Scene:
    models = [
        msgspec.structs.replace(Model(name, Circle(across * INCH), Pose(x, y)), **changes)
        for name, (x, y) in zip("abcdef", bases, strict=False)
    ]
    return Scene(60.0, 44.0, pieces, models)


def wall(name: str, left: float, low: float, right: float, high: float, **facts: object) -> Piece:
    outline = ((left, low), (right, low), (right, high), (left, high))
    return msgspec.structs.replace(Piece(name, outline), **facts)


def test_one_line_past_a_corner_is_enough() -> None:
    behind = room(wall("tower", 9, 5, 11, 15), bases=[(5, 10), (15, 10)])
    assert not sees(behind, "a", "b")
    assert sight(behind, "a", "b").blockers == ("tower",)
    out = room(wall("tower", 9, 5, 11, 10.499), bases=[(5, 10), (15, 10)])
    look = sight(out, "a", "b")
    assert look.seen and look.segment is not None
    assert min(look.segment[0][1], look.segment[1][1]) > 10.49


@pytest.mark.parametrize(("gap", "open_"), [(0.0, False), (0.5, False), (1.0, False), (2.0, True), (10_000.0, True)])
def test_a_gap_up_to_the_tolerance_is_closed(gap: float, open_: bool) -> None:
    low, high = wall("low", 9, 0, 11, 10), wall("high", 9, 10 + gap * TOLERANCE, 11, 20)
    scene = room(low, high, bases=[(5, 10), (15, 10)])
    assert sees(scene, "a", "b") is open_


def test_a_crack_between_walls_of_different_depth_lets_nothing_through() -> None:
    scene = room(wall("low", 9, 0, 11, 10), wall("high", 8, 10, 10, 20), bases=[(5, 10), (15, 10)])
    assert not sees(scene, "a", "b")


@pytest.mark.parametrize("turn", [0.0, 17.0, 90.0, 211.0])
@pytest.mark.parametrize("gap", [0.0, 0.5])
@pytest.mark.parametrize("tip", [((10, 10), (12, 10), (12, 12), (10, 12)), ((10, 10), (15, 11), (14, 13))])
def test_corners_that_touch_leave_no_gap(turn: float, gap: float, tip: tuple[Point, ...]) -> None:
    shifted = tuple((x + gap * TOLERANCE, y) for x, y in tip)
    box = ((4, 7), (10, 7), (10, 10), (4, 10))
    bases = tuple((Circle(1e-3), x, y, 0.0) for x, y in ((12.0, 8.0), (8.0, 12.0)))
    assert not past_everything(World(((box, ()), (shifted, ())), bases).scene(turn))[0, 1]
    apart = tuple((x + 0.01, y) for x, y in tip)
    assert past_everything(World(((box, ()), (apart, ())), ((Circle(INCH), 12.0, 8.0, 0.0), *bases[1:])).scene(turn))[
        0, 1
    ]


def test_sliding_along_a_wall_is_seeing() -> None:
    scene = room(wall("long", 8, 0, 12, 9.5), wall("other", 8, 10.5, 12, 20), bases=[(5, 9), (15, 9)])
    assert sees(scene, "a", "b")  # the tops of the bases are at the height of the wall
    scene = room(wall("long", 8, 0, 12, 9.5 + 3 * TOLERANCE), bases=[(5, 9), (15, 9)])
    assert not sees(scene, "a", "b")


def test_several_pieces_hide_together() -> None:
    shut = [wall("left", 9, 9, 10, 10), wall("right", 10.5, 9.9, 11, 11)]
    scene = room(*shut, bases=[(5, 10), (25, 10)])
    assert not sees(scene, "a", "b")
    assert sight(scene, "a", "b").blockers == ("left", "right")
    for name in ("left", "right"):
        assert sees(scene.without_pieces([name]), "a", "b")


def test_a_courtyard_is_seen_into_only_by_who_stands_in_it() -> None:
    yard = Piece("yard", ((10, 10), (20, 10), (20, 20), (10, 20)), holes=(((12, 12), (18, 12), (18, 18), (12, 18)),))
    scene = room(yard, bases=[(14, 14), (16, 16), (5, 5)])
    assert sight_table(scene).tolist() == [[True, True, False], [True, True, False], [False, False, True]]


def test_bases_that_touch_see_each_other_and_everyone_sees_himself() -> None:
    scene = room(wall("wall", 4, 0, 6, 10), bases=[(2, 5), (3, 5)])
    assert sees(scene, "a", "b") and sees(scene, "a", "a")
    thin = room(wall("thin", 2.4, 0, 2.6, 10), bases=[(2, 5), (3, 5)])
    assert not sees(thin, "a", "b", DEFAULT) or standing(thin).within.all()


def test_larger_pieces_block_by_the_size_of_the_target() -> None:
    policy = SightPolicy(sizes=True)
    scene = room(wall("house", 9, 0, 11, 20, size=3), bases=[(5, 10), (15, 10)])
    small = scene.with_models([msgspec.structs.replace(scene.models["a"], size=2)])
    small = small.with_models([msgspec.structs.replace(scene.models["b"], size=3)])
    assert sees(small, "a", "b", policy) and not sees(small, "b", "a", policy)
    assert sight_table(small, policy).tolist() == [[True, True], [False, True]]


def test_standing_on_terrain_adds_its_size_and_does_not_block() -> None:
    policy = SightPolicy(sizes=True)
    roof, house = wall("roof", 13, 8, 17, 12, size=2), wall("house", 9, 0, 11, 20, size=3)
    scene = room(roof, house, bases=[(5, 10), (15, 10)], size=1)
    assert sees(scene, "a", "b", policy)  # 1 + 2 is not below 3, and the roof is under it
    assert not sees(scene, "b", "a", policy)
    assert sees(scene.without_pieces(["house"]), "b", "a", policy)


def test_what_counts_may_be_chosen_by_name() -> None:
    scene = room(wall("left", 8, 0, 9, 20), wall("right", 11, 0, 12, 20), bases=[(5, 10), (15, 10)])
    assert sees(scene, "a", "b", SightPolicy(only=frozenset()))
    assert not sees(scene, "a", "b", SightPolicy(without=frozenset({"left"})))
    assert sees(scene, "a", "b", SightPolicy(without=frozenset({"left", "right"})))


def test_models_block_all_but_their_own_unit() -> None:
    policy = SightPolicy(models=True)
    scene = room(bases=[(5, 10), (10, 10), (15, 10)])
    big = msgspec.structs.replace(scene.models["b"], base=Circle(4 * INCH))
    scene = scene.with_models([big])
    assert sees(scene, "a", "c") and not sees(scene, "a", "c", policy)
    assert sight(scene, "a", "c", policy).blockers == ("b",)
    own = scene.with_models([msgspec.structs.replace(scene.models[name], unit="one") for name in "ab"])
    assert sees(own, "a", "c", policy) and not sees(own, "c", "a", policy)
    away = scene.moved({"b": Pose(10, 20)})
    sight_table(scene, policy)
    assert sight_table(scene.moved({"b": Pose(10, 20)}), policy)[0, 2] and sees(away, "a", "c", policy)


SQUARE = Rectangle(2 * INCH, 2 * INCH)


@pytest.mark.parametrize("turn", [0.0, 30.0])
@pytest.mark.parametrize(("upper", "lower"), [
    (Circle(2 * INCH), Circle(2 * INCH)), (SQUARE, SQUARE), (SQUARE, Circle(2 * INCH)),
    (Oval(3 * INCH, 2 * INCH), SQUARE),
])  # fmt: skip
def test_no_line_passes_between_bases_that_touch(upper: Base, lower: Base, turn: float) -> None:
    """wh40k:commentary.visible"""
    policy = SightPolicy(models=True)
    bases: tuple[Base, ...] = (Circle(INCH / 2), Circle(INCH / 2), upper, lower)
    places = ((4.0, 10.0), (16.0, 10.0), (10.0, 11.0), (10.0, 9.0))
    line = tuple((base, x, y, 0.0) for base, (x, y) in zip(bases, places, strict=True))
    scene = World((), line).scene(turn)
    assert not sees(scene, "model 0", "model 1", policy)
    assert sight(scene, "model 0", "model 1", policy).blockers == ("model 2", "model 3")
    apart = World((), (*line[:3], (lower, 10.0, 9.0 - 1e-4, 0.0))).scene(turn)
    assert sees(apart, "model 0", "model 1", policy)
    # Both of them are needed: one alone leaves the other side free.
    own = scene.with_models([msgspec.structs.replace(scene.models[name], unit="u") for name in ("model 0", "model 3")])
    assert sees(own, "model 0", "model 1", policy) and not sees(own, "model 1", "model 0", policy)


@pytest.mark.parametrize("base", [Circle(2 * INCH), SQUARE])
def test_no_line_passes_between_a_base_and_the_wall_it_touches(base: Base) -> None:
    """wh40k:commentary.visible"""
    scene = room(wall("wall", 9, 2, 11, 10), bases=[(5, 10), (15, 10), (10, 11)])
    scene = scene.with_models([msgspec.structs.replace(scene.models["c"], base=base)])
    assert sees(scene, "a", "b") and not sees(scene, "a", "b", SightPolicy(models=True))


def test_sliding_along_bases_that_stand_in_line_is_seeing() -> None:
    """wh40k:commentary.visible"""
    scene = room(bases=[(5, 9), (15, 9), (9.5, 8.5), (10.5, 8.5)])
    line = [msgspec.structs.replace(scene.models[name], base=SQUARE) for name in "cd"]
    line = [line[0].at(Pose(9, 8.5)), line[1].at(Pose(11, 8.5))]
    assert sees(scene.with_models(line), "a", "b", SightPolicy(models=True))  # their fronts are at 9.5


def test_bases_that_touch_at_different_heights_leave_the_way_between_them() -> None:
    """wh40k:core.visibility"""
    policy = SightPolicy(models=True, heights=True)
    scene = room(bases=[(5, 10), (15, 10)], height=2.0, across=0.5)
    low = Model("low", SQUARE, Pose(10, 9), height=5.0)
    high = Model("high", SQUARE, Pose(10, 11, height=3.0), height=5.0)
    assert sees(scene.with_models([low, high]), "a", "b", policy)
    assert not sees(scene.with_models([low, high.at(Pose(10, 11))]), "a", "b", policy)


def test_sight_goes_over_what_is_lower() -> None:
    policy = SightPolicy(heights=True)
    low = wall("low", 9, 0, 11, 20, height=2.0)
    assert sees(room(low, bases=[(5, 10), (15, 10)], height=2.0), "a", "b", policy)
    hidden = room(low, bases=[(5, 10), (15, 10)], height=1.0)
    assert sight(hidden, "a", "b", policy).exact and not sees(hidden, "a", "b", policy)
    scene = hidden.with_models([msgspec.structs.replace(hidden.models["a"], height=4.0)])
    # Over the far edge of the wall, at 11, the line to the far side of the target, at 15.5, is 4.5 / 11 of the way up.
    assert 1 + 3 * (15.5 - 11) / (15.5 - 5.5) > 2.0
    assert sees(scene, "a", "b", policy) and sees(scene, "b", "a", policy)
    near = scene.moved({"b": Pose(12, 10)})
    look = sight(near, "a", "b", policy)
    assert not look.seen and not look.exact


def ruin(name: str = "ruin") -> Piece:
    return wall(name, 10, 5, 20, 15, traits=frozenset({"ruin"}))


def test_into_but_not_through() -> None:
    screen = Screen("ruin", SeeThrough.INTO, frozenset({"aircraft"}), frozenset({"towering"}))
    policy = SightPolicy(screens=(screen,))
    scene = room(ruin(), bases=[(5, 10), (25, 10), (15, 10), (10, 10)])
    table = sight_table(scene, policy)
    assert not table[0, 1] and not table[1, 0]  # through
    assert table[0, 2] and table[2, 0] and table[1, 2]  # into, and out from wholly within
    assert not table[3, 1] and table[1, 3]  # partly within: seen, and sees nothing beyond
    loose = msgspec.structs.replace(policy, partly_out=True)
    assert sees(scene, "d", "b", loose) and sees(scene, "b", "d", loose)
    tower = scene.with_models([msgspec.structs.replace(scene.models["d"], traits=frozenset({"towering"}))])
    assert sees(tower, "d", "b", policy)
    plane = scene.with_models([msgspec.structs.replace(scene.models["a"], traits=frozenset({"aircraft"}))])
    assert sees(plane, "a", "b", policy) and sees(plane, "b", "a", policy)
    high = msgspec.structs.replace(policy, heights=True)
    tall = scene.with_models([msgspec.structs.replace(scene.models[name], height=9.0) for name in "ab"])
    assert not sees(tall.with_pieces([msgspec.structs.replace(ruin(), height=1.0)]), "a", "b", high)


@pytest.mark.parametrize("policy", [SightPolicy(only=frozenset({"ruim"})), SightPolicy(without=frozenset({"ruim"}))])
def test_a_policy_that_names_no_piece_is_refused(policy: SightPolicy) -> None:
    scene = room(ruin(), bases=[(5, 10), (25, 10)])
    for ask in (lambda: sees(scene, "a", "b", policy), lambda: sight_table(scene, policy)):
        with pytest.raises(GeometryError, match="the scene has no terrain 'ruim'; it has ruin"):
            ask()


@pytest.mark.parametrize(
    ("screen", "words"),
    [
        (Screen("wods", SeeThrough.HAZY), "screens names 'wods', which nothing here is; did you mean 'woods'?"),
        (Screen("woods", SeeThrough.HAZY, exempt=frozenset({"towring"})), "exempt names 'towring'"),
        (Screen("woods", SeeThrough.INTO, sees_out=frozenset({"towring"})), "sees_out names 'towring'"),
    ],
)
def test_a_policy_whose_trait_is_misspelt_is_refused_by_name(screen: Screen, words: str) -> None:
    woods = msgspec.structs.replace(ruin("woods"), traits=frozenset({"woods"}))
    empty = room(woods, bases=[(5, 10), (25, 10)])
    scene = empty.with_models([msgspec.structs.replace(empty.models["a"], traits=frozenset({"towering"}))])
    policy = SightPolicy(screens=(screen,))
    for ask in (lambda: sees(scene, "a", "b", policy), lambda: sight_table(scene, policy)):
        with pytest.raises(GeometryError, match=re.escape(f"a policy for sight: {words}")):
            ask()


def test_through_woods_nothing_is_fully_visible() -> None:
    woods = msgspec.structs.replace(ruin("woods"), traits=frozenset({"woods"}))
    policy = SightPolicy(screens=(Screen("woods", SeeThrough.HAZY, frozenset({"towering"})),))
    scene = room(woods, bases=[(5, 10), (25, 10), (15, 10), (5, 2), (12, 8)])
    for a, b, full in (("a", "b", False), ("a", "c", False), ("c", "e", False), ("c", "b", True), ("a", "d", True)):
        assert sees(scene, a, b, policy)
        assert fully_visible(scene, a, b, policy) is full, (a, b)
    assert facing(scene, "a", "b", policy).because == ("woods",)
    assert facing(scene, "c", "e", policy).because == ("woods",)
    tower = scene.with_models([msgspec.structs.replace(scene.models["a"], traits=frozenset({"towering"}))])
    assert fully_visible(tower, "a", "b", policy) and fully_visible(tower, "b", "a", policy)


def test_a_post_hides_the_middle_of_what_faces() -> None:
    scene = room(wall("post", 19.0, 9.9, 19.2, 10.1), bases=[(5, 10), (20, 10)])
    face = facing(scene, "a", "b")
    assert not face.full and face.because == ("post",) and len(face.hidden) == 1
    assert all(math.isclose(math.dist(point, (20, 10)), 0.5) for point in face.hidden[0])
    assert all(abs(point[1] - 10) < 0.1 for point in face.hidden[0])
    ends = sorted(face.hidden[0][end][1] for end in (0, -1))
    assert math.isclose(ends[0] - 10, 10 - ends[1], abs_tol=1e-6)
    # The lines from the far sides of the base past the corners of the post meet beyond it: a shadow that ends.
    far = facing(scene.moved({"b": Pose(25, 10)}), "a", "b")
    assert far.full and far.hidden == () and far.because == ()


def test_a_thing_is_not_hidden_by_what_stands_behind_it() -> None:
    scene = room(wall("behind", 21, 5, 22, 15), bases=[(5, 10), (20, 10)])
    assert facing(scene, "a", "b").full


def test_two_that_hide_one_arc_are_both_a_reason() -> None:
    scene = room(wall("one", 18, 9.9, 18.2, 12), wall("two", 19, 9.9, 19.2, 12), bases=[(5, 10), (20, 10)])
    assert facing(scene, "a", "b").because == ("one", "two")


@examples(15)
@given(worlds(bases=2))
def test_brute_force_hides_as_much(world: World) -> None:
    base, x, y, turn = world.bases[1]  # askew, so that no side is seen edge-on
    scene = World(world.pieces, (world.bases[0], (base, x + 0.137, y + 0.071, turn + 7.0))).scene()
    if standing(scene).within.any() or scene.footprints[0].polygon.distance(scene.footprints[1].polygon) < 0.1:
        return
    face = facing(scene, "model 0", "model 1")
    pieces = [piece.polygon for piece in scene.pieces.values()]
    ground = Polygon(around(scene.footprints[1], corners=96))
    faces, visible = visible_share(around(scene.footprints[0], corners=48), ground, pieces, 160)
    hidden = sum(LineString(arc).length for arc in face.hidden) / ground.exterior.length
    assert math.isclose(hidden, faces - visible, abs_tol=0.04)
    assert face.full == (not face.hidden)


def test_one_hidden_stretch_is_one_arc() -> None:
    """wh40k:commentary.visible"""
    teeth = [
        corner for x in range(10) for corner in ((20.0 - x, 6.0), (19.5 - x, 6.0), (19.5 - x, 2.0), (19.0 - x, 2.0))
    ]
    comb = Piece("comb", ((10.0, 1.0), (20.0, 1.0), (20.0, 2.0), *teeth[:-1], (10.0, 2.0)), traits=frozenset({"woods"}))
    policy = SightPolicy(screens=(Screen("woods", SeeThrough.HAZY),))
    face = facing(room(comb, bases=[(13, 5.5), (17, 5.5)]), "a", "b", policy)
    assert not face.full and len(face.hidden) == 1


@pytest.mark.filterwarnings("error")
def test_low_walls_beside_level_eyes_give_no_warning() -> None:
    """wh40k:core.visibility"""
    policy = SightPolicy(heights=True)
    low = wall("low", 9, 0, 11, 20, height=1.0)
    scene = room(low, bases=[(5, 10), (15, 10)], height=1.0)
    tall = scene.with_models([msgspec.structs.replace(scene.models["b"], height=2.0)])
    assert sees(scene, "a", "b", policy) and sees(tall, "a", "b", policy)
    assert facing(tall, "a", "b", policy).because == ("low",)
    flat = scene.with_models([msgspec.structs.replace(scene.models[name], height=0.0) for name in "ab"])
    assert facing(flat, "a", "b", policy).because == ("low",) and not sees(flat, "a", "b", policy)


def test_low_walls_hide_feet() -> None:
    policy = SightPolicy(heights=True)
    low = wall("low", 9, 0, 11, 20, height=1.0)
    scene = room(low, bases=[(5, 10), (15, 10)], height=2.0)
    face = facing(scene, "a", "b", policy)
    assert sees(scene, "a", "b", policy) and not face.full and face.because == ("low",)
    assert facing(scene.without_pieces(["low"]), "a", "b", policy).full


def test_lines_pass_through_what_their_hull_overlaps() -> None:
    scene = room(wall("side", 9, 10.5, 11, 12), wall("edge", 9, 8, 11, 9.4), bases=[(5, 10), (15, 10)])
    assert not crosses(scene, "a", "b", "side")  # touching is not passing
    assert not crosses(scene, "a", "b", "edge")
    nearer = scene.with_pieces([wall("side", 9, 10.4999, 11, 12)])
    assert crosses(nearer, "a", "b", "side") and crosses(nearer, "b", "a", "side")
    wide = scene.with_models([msgspec.structs.replace(scene.models["b"], base=Circle(4 * INCH))])
    assert crosses(wide, "a", "b", "side") and crosses(wide, "a", "b", "edge")


@examples(40)
@given(worlds(bases=2))
def test_hulls_decide_what_lines_pass_through(world: World) -> None:
    scene = world.scene()
    hull = shapely.convex_hull(shapely.union_all([ground.polygon for ground in scene.footprints]))
    for name, piece in scene.pieces.items():
        over = shapely.intersection(hull, piece.polygon).area
        assert crosses(scene, "model 0", "model 1", name) or over < 1e-2
        assert not crosses(scene, "model 0", "model 1", name) or shapely.distance(hull, piece.polygon) < 1e-3


def test_a_hull_that_is_not_convex_sees_with_each_part() -> None:
    hull = Hull(((0, 0), (6, 0), (6, 1), (1, 1), (1, 6), (0, 6)))
    models = [Model("a", hull, Pose(5, 5)), Model("b", Circle(INCH), Pose(20, 10.5))]
    scene = Scene(60, 44, [wall("wall", 13, 0, 14, 10.2)], models)
    assert sees(scene, "a", "b") and sees(scene, "b", "a")
    shut = scene.with_pieces([wall("wall", 13, 0, 14, 11.1)])
    assert not sees(shut, "a", "b")
    assert sight_table(shut).tolist() == [[True, False], [False, True]]


def somewhere(numbers: np.random.Generator, facing: float) -> Pose:
    x, y = numbers.uniform((2, 2), (38, 28)).tolist()
    return Pose(x, y, facing)


def crowd(seed: int) -> Scene:
    """Bases and pieces at random; bases may stand in pieces."""
    numbers = np.random.default_rng(seed)
    pieces = []
    for number in range(8):
        spots = shapely.multipoints(numbers.uniform(-2, 2, (6, 2)) + numbers.uniform((4, 4), (36, 26)))
        outline = shapely.get_coordinates(shapely.convex_hull(spots))[:-1]
        traits = frozenset({"ruin"} if number % 3 == 0 else {"woods"} if number % 3 == 1 else set[str]())
        points = tuple((x, y) for x, y in outline.tolist())
        pieces.append(Piece(f"piece {number}", points, height=float(number % 4), size=number % 4, traits=traits))
    models = [
        Model(f"model {number}", BASES[number % 5], somewhere(numbers, 30.0 * number),
              height=float(number % 3), size=number % 4, unit=f"unit {number // 3}")
        for number in range(14)
    ]  # fmt: skip
    return Scene(40.0, 30.0, pieces, models)


POLICIES = (
    DEFAULT,
    SightPolicy(sizes=True),
    SightPolicy(models=True),
    SightPolicy(heights=True, models=True, screens=(Screen("ruin", SeeThrough.INTO),)),
    SightPolicy(screens=(Screen("ruin", SeeThrough.INTO), Screen("woods", SeeThrough.HAZY)), partly_out=True),
)


@pytest.mark.parametrize("number", range(len(POLICIES)))
def test_tables_after_changes_are_as_if_made_anew(number: int) -> None:
    policy, scene = POLICIES[number], crowd(number)
    numbers = np.random.default_rng(number)
    for _ in range(2):
        before = sight_table(scene, policy)
        kept = before.copy()
        name = f"model {numbers.integers(0, 12)}"
        later = scene.moved({name: somewhere(numbers, 15.0)})
        later = later.without_pieces([f"piece {numbers.integers(0, 8)}"])
        later = later.with_pieces([later.pieces[next(iter(later.pieces))].moved(1.0, 0.5)])
        fresh = Scene(40.0, 30.0, later.pieces.values(), later.models.values())
        assert (sight_table(later, policy) == sight_table(fresh, policy)).all()
        assert (before == kept).all()
    fewer = scene.without_models(["model 13", "model 2"])
    fresh = Scene(40.0, 30.0, fewer.pieces.values(), fewer.models.values())
    assert (sight_table(fewer, policy) == sight_table(fresh, policy)).all()
    table, names = sight_table(fresh, policy), list(fresh.models)
    for a, b in ((0, 5), (3, 9), (9, 3), (10, 1)):
        assert sees(fresh, names[a], names[b], policy) == table[a, b]


def test_sampled_lines_are_a_part_of_all_lines() -> None:
    scene = crowd(7)
    pieces = [piece.polygon for piece in scene.pieces.values()]
    models = list(scene.models.values())
    grounds = [np.array(around(ground, corners=8))[:: max(1, len(ground.core) // 8)] for ground in scene.footprints]
    points = np.array(
        [np.vstack([[model.pose.centre], ground[:4]]) for model, ground in zip(models, grounds, strict=True)]
    )
    within = standing(scene).within
    table, centres, exact = sample_table(scene, points), sample_table(scene, points[:, :1]), sight_table(scene)
    assert (exact | ~table).all() and (table | ~centres).all()
    for a in range(len(models)):
        for b in range(a):
            counting = [piece for row, piece in enumerate(pieces) if not (within[a, row] or within[b, row])]
            one, two = ([(x, y) for x, y in points[row].tolist()] for row in (a, b))
            assert table[a, b] == sampled(one, two, counting)
            assert centres[a, b] == sampled(one[:1], two[:1], counting)


def test_regions_and_rasters_agree() -> None:
    scene = crowd(3)
    low = scene.without_models(list(scene.models)[1:])
    at = (20.0, 1.0)
    low = low.moved({"model 0": Pose(*at)})
    speck = low.with_models([msgspec.structs.replace(low.models["model 0"], base=Circle(1e-4))])
    region = visible_region(speck, at)
    seen_from = seen_area(speck, "model 0", step=2.0)
    assert seen_from.values.shape == (15, 20)
    ground = shapely.union_all([piece.polygon for piece in low.pieces.values()])
    for row, y in enumerate(seen_from.y.tolist()):
        for column, x in enumerate(seen_from.x.tolist()):
            spot = shapely.Point(x, y)
            if region.boundary.distance(spot) > 1e-3 and not ground.contains(spot):
                assert seen_from.values[row, column] == region.contains(spot)
    with pytest.raises(GeometryError, match="step of a grid"):
        seen_area(scene, "model 0", step=0.0)


def test_unknown_models_and_pieces_are_named() -> None:
    scene = room(wall("wall", 4, 0, 6, 10), bases=[(2, 5), (9, 5)])
    for ask in (sees, sight, facing, fully_visible):
        with pytest.raises(GeometryError, match="nobody"):
            ask(scene, "a", "nobody")
    with pytest.raises(GeometryError, match="no terrain 'hedge'"):
        crosses(scene, "a", "b", "hedge")


def test_a_table_of_sight_cannot_be_written_to() -> None:
    scene = room(wall("wall", 4, 0, 6, 10), bases=[(2, 5), (9, 5)])
    for table in (sight_table(scene), sight_table(scene.moved({"a": Pose(2, 6)}))):
        with pytest.raises(ValueError, match="read-only"):
            table[0, 1] = True


def test_places_that_are_none_are_refused() -> None:
    scene = room(wall("wall", 4, 0, 6, 10), bases=[(2, 5), (9, 5)])
    for points in (np.zeros((1, 3, 2)), np.zeros((2, 0, 2)), np.zeros((2, 2)), np.full((2, 1, 2), np.nan)):
        with pytest.raises(GeometryError, match="points to look from"):
            sample_table(scene, points)
    with pytest.raises(GeometryError, match="step of a grid"):
        seen_area(scene, "a", step=math.inf)


def test_models_may_have_any_id_where_areas_are_drawn() -> None:
    scene = room(bases=[(2, 5), (9, 5)]).with_models([Model("a@0", Circle(INCH), Pose(9, 9))])
    assert seen_area(scene, "a", step=10.0).values.all()


def test_a_courtyard_that_touches_the_outline_is_refused() -> None:
    square = ((10.0, 0.0), (30.0, 0.0), (30.0, 20.0), (10.0, 20.0))
    touching = ((10.0, 10.0), (20.0, 5.0), (28.0, 10.0), (20.0, 15.0))
    with pytest.raises(GeometryError, match="terrain 'yard': a hole touches"):
        Piece("yard", square, holes=(touching,))
