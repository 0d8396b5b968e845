"""Rulings where the rulebooks leave room: the smallest position of each, with its outcome. Bases are round, 1 inch."""

import math

import pytest

from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.measure.ranges import check_wholly_within, check_within, distance, gap, within
from rulewright.geometry.plane.move.approach import closest_possible
from rulewright.geometry.plane.move.legs import Leg, Move, Pivot, To
from rulewright.geometry.plane.move.moves import check_move, trace
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.place.setup import Near, SetupPolicy, check_setup
from rulewright.geometry.plane.scene import Floor, Model, Piece, Scene
from rulewright.geometry.plane.see import crosses, sees
from rulewright.geometry.plane.see.screens import Screen, SeeThrough, SightPolicy
from rulewright.geometry.plane.shapes import Circle, Hull, Oval, Pose
from rulewright.geometry.plane.tools.throws import push, throw
from rulewright.geometry.plane.tools.tools import MovementTool, Passage, can_end

INCH = 25.4
FLY = MovePolicy(flies=True, over_enemies=True)
RUINS = MovePolicy(areas=frozenset({"ruin"}))


def one(name: str, x: float, y: float, height: float = 0.0, side: int = 0, size: int = 0) -> Model:
    return Model(name, Circle(INCH), Pose(x, y, 0.0, height), side=side, size=size)


def block(
    name: str, x: tuple[float, float], y: tuple[float, float], height: float = math.inf, size: int = 0, *words: str
) -> Piece:
    outline = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    return Piece(name, outline, height, size, frozenset(words))


def needs(scene: Scene, model: str, policy: MovePolicy, *legs: Leg) -> float:
    """How many inches a legal move takes."""
    move = Move(model, legs)
    found = trace(scene, move, policy)
    assert check_move(scene, move, found.length, policy) == ()
    return found.length


def reasons(faults: tuple[Fault, ...]) -> list[str]:
    return [fault.reason for fault in faults]


# ---------------------------------------------------------------------------------------------- Warhammer 40,000


@pytest.mark.parametrize(("floor", "across", "inches"), [(3.0, 0.0, 3.0), (3.0, 2.0, 5.0), (1.5, 2.0, 3.5)])
def test_every_inch_up_is_paid_also_through_a_floor(floor: float, across: float, inches: float) -> None:
    """wh40k:core.moving-over-terrain: the free 2 inches are for low terrain, not for a step between floors."""
    outline = ((8, 5), (18, 5), (18, 15), (8, 15))
    ruin = Piece("ruin", outline, 9.0, 0, frozenset({"ruin"}), (Floor(floor, outline),))
    scene = Scene(60, 44, [ruin], [one("a", 12, 10)])
    assert needs(scene, "a", RUINS, To(12 + across, 10, floor)) == pytest.approx(inches)


def test_from_the_top_of_low_terrain_one_climbs_what_is_left() -> None:
    """From a 2 inch crate onto a 3 inch roof, 3 inches across: 4; with `low_tops_are_ground` 6."""
    crate, roof = block("crate", (8, 12), (8, 12), 2.0), block("roof", (12, 18), (5, 15), 3.0)
    scene = Scene(60, 44, [crate, roof], [one("a", 10, 10, 2.0), one("b", 6.5, 10)])
    there = To(13, 10, 3.0)
    assert needs(scene, "a", MovePolicy(), there) == pytest.approx(4.0)
    assert needs(scene, "a", MovePolicy(low_tops_are_ground=True), there) == pytest.approx(6.0)
    # Down to the ground is free, and who passes over it in the same move climbs from the ground.
    assert needs(scene, "a", MovePolicy(), To(10, 16)) == pytest.approx(6.0)
    assert needs(scene, "b", MovePolicy(), there) == pytest.approx(9.5)


@pytest.mark.parametrize(("height", "end", "flown", "walked"), [(4.0, 14.5, 12.0, 16.0), (2.0, 14.5, 8.0, 8.0)])
def test_flying_is_measured_along_a_string_pulled_tight(height: float, end: float, flown: float, walked: float) -> None:
    """wh40k:commentary.flying-over-terrain: up until the whole base is over the edge, level, and down."""
    scene = Scene(60, 44, [block("wall", (10, 11), (5, 15), height)], [one("a", 6.5, 10)])
    assert needs(scene, "a", FLY, To(end, 10)) == pytest.approx(flown)
    assert needs(scene, "a", MovePolicy(), To(end, 10)) == pytest.approx(walked)


def test_flying_onto_a_top_is_shorter_than_climbing_it() -> None:
    scene = Scene(60, 44, [block("top", (10, 16), (5, 15), 4.0)], [one("a", 6.5, 10)])
    assert needs(scene, "a", FLY, To(12, 10, 4.0)) == pytest.approx(7.5)
    assert needs(scene, "a", MovePolicy(), To(12, 10, 4.0)) == pytest.approx(9.5)


def test_what_overhangs_an_enemy_base_is_passed_beneath_and_a_hull_is_not() -> None:
    """wh40k:errata.moving-units: the moving base may not pass through an enemy's base, or its hull without one."""
    based = Model("e", Circle(2 * INCH), Pose(8, 11.6), side=1)
    hulled = Model("e", Hull(((-2, -1.3), (2, -1.3), (2, 1.4), (-2, 1.4))), Pose(8, 11.6), side=1)
    there = Move("a", (To(11, 10),))
    assert check_move(Scene(60, 44, models=[one("a", 5, 10), based]), there, 6, MovePolicy()) == ()
    assert distance(Model("a", Circle(INCH), Pose(8, 10)).footprint, based.footprint) == pytest.approx(0.1)
    refused = check_move(Scene(60, 44, models=[one("a", 5, 10), hulled]), there, 6, MovePolicy())
    assert reasons(refused) == ["passes through"]


def test_embarking_takes_all_of_a_model_and_disembarking_any_part() -> None:
    """wh40k:commentary.vehicles-with-bases: wholly within 3 inches to embark, within 3 inches to be set up."""
    carrier = Model("carrier", Hull(((-3, -2), (3, -2), (3, 2), (-3, 2))), Pose(8, 10))
    scene = Scene(60, 44, models=[carrier])
    model = one("a", 13.7, 10)
    assert gap(scene, model, "carrier").horizontal == pytest.approx(2.2)
    assert check_within(scene, model, "carrier", 3.0) == ()
    assert [round(fault.amount, 6) for fault in check_wholly_within(scene, model, "carrier", 3.0)] == [0.2]
    assert check_setup(scene, [model], SetupPolicy((Near(("carrier",), 3.0, wholly=False),))) == ()
    assert check_setup(scene, [model], SetupPolicy((Near(("carrier",), 3.0, wholly=True),))) != ()


def test_who_is_partly_within_a_ruin_is_seen_and_sees_nothing_beyond_it() -> None:
    """wh40k:errata.ruins-visibility."""
    ruin = block("ruin", (10, 16), (5, 11), math.inf, 0, "ruin")
    scene = Scene(60, 44, [ruin], [one("A", 10, 8), one("B", 20, 8), one("C", 4, 8), one("D", 14, 8)])
    screens = (Screen("ruin", SeeThrough.INTO),)
    literal, option = SightPolicy(screens=screens), SightPolicy(screens=screens, partly_out=True)
    pairs = (("A", "C"), ("A", "D"), ("A", "B"), ("B", "A"), ("C", "B"), ("D", "B"))
    assert [sees(scene, a, b, literal) for a, b in pairs] == [True, True, False, True, False, True]
    assert sees(scene, "A", "B", option)


def test_a_pivot_is_paid_once_and_only_where_so_much_is_left() -> None:
    """wh40k:errata.pivots: ovals are not round; changing direction needs no pivot."""
    scene = Scene(60, 44, models=[Model("a", Oval(75, 42), Pose(20, 20))])
    policy = MovePolicy(pivot_value=1.0)
    assert needs(scene, "a", policy, To(23, 20), To(23, 23)) == pytest.approx(6.0)
    assert needs(scene, "a", policy, To(23, 20), Pivot(90), To(23, 22), Pivot(-30)) == pytest.approx(6.0)
    late = Move("a", (To(25.5, 20), Pivot(90)))
    assert "pivot not paid" in reasons(check_move(scene, late, 6.0, policy))
    assert check_move(scene, Move("a", (To(25, 20), Pivot(90))), 6.0, policy) == ()
    stem = Scene(60, 44, models=[Model("a", Circle(100), Pose(20, 20))])
    assert needs(stem, "a", MovePolicy(pivot_value=2.0), To(23, 20), Pivot(90)) == pytest.approx(5.0)


def test_as_close_as_possible_is_contact_where_the_inches_allow_it() -> None:
    """wh40k:commentary.as-close-as-possible."""
    scene = Scene(60, 44, models=[one("a", 5, 10), Model("e", Circle(40), Pose(10, 10), side=1)])
    short, enough = (closest_possible(scene, "a", "e", inches, MovePolicy()) for inches in (3.0, 6.0))
    assert short is not None and enough is not None
    assert short.pose.centre == pytest.approx((8, 10))
    assert short.distance == pytest.approx(0.713, abs=5e-4)
    assert enough.pose.centre == pytest.approx((8.713, 10), abs=5e-4)
    assert enough.distance == pytest.approx(0.0, abs=1e-6)


# ------------------------------------------------------------------------------------------ Marvel: Crisis Protocol


@pytest.mark.parametrize(("width", "fits"), [(0.8, False), (0.0, True)])
def test_a_tool_as_wide_as_the_ruleset_says_fits_through_a_gap_or_not(width: float, fits: bool) -> None:
    """A gap of 0.6 inch between two pieces of size 3, for a figure of size 2."""
    walls = [block("left", (9, 10), (1, 9.7), 3.0, 3), block("right", (9, 10), (10.3, 19), 3.0, 3)]
    scene = Scene(20, 20, walls, [one("a", 7, 10, size=2)])
    found = can_end(scene, "a", MovementTool(5.0, width), Pose(12.2, 10), Passage(2))
    assert (found.laid is not None) is fits
    assert bool(found.faults) is not fits


def test_a_thrown_base_goes_exactly_the_length_of_the_tool() -> None:
    """crisis_protocol:throw.character-tool; what it touches already it collides with at once."""
    assert throw(Scene(30, 30, models=[one("a", 5, 10)]), "a", 0, 5).end.centre == pytest.approx((10, 10))
    stopped = throw(Scene(30, 30, models=[one("a", 5, 10), one("b", 9, 10)]), "a", 0, 5)
    assert stopped.end.centre == pytest.approx((8, 10)) and stopped.hit == ("b",)
    touching = Scene(30, 30, models=[one("a", 5, 10), one("b", 6, 10)])
    assert throw(touching, "a", 0, 5).hit == ("b",)
    assert throw(touching, "a", 0, 5).travelled == pytest.approx(0.0)
    assert throw(touching, "a", 180, 3).hit == ()


def test_everything_is_measured_flat() -> None:
    """crisis_protocol:field.vertical: 2.9 inches in plan is within range 2 (3 inches), 4 inches up or not."""
    low, high = one("a", 5, 10), one("b", 8.9, 10, 4.0)
    assert within(low.footprint, high.footprint, 3.0)
    roof = block("roof", (2, 8), (5, 15), 3.0)
    thrown = throw(Scene(30, 30, [roof], [one("a", 5, 10, 3.0), one("b", 8.5, 10)]), "a", 0, 5)
    assert thrown.hit == ("b",)
    assert thrown.end.centre == pytest.approx((7.5, 10))


@pytest.mark.parametrize(("low", "cover"), [(10.4, True), (10.5, False)])
def test_one_line_through_the_inside_of_terrain_is_cover(low: float, cover: bool) -> None:
    """crisis_protocol:cover.conditions: touching is not enough."""
    piece = block("car", (10, 11), (low, 12.0), 3.0, 3)
    scene = Scene(30, 30, [piece], [one("a", 5, 10, size=2), one("b", 12, 10, size=2)])
    assert sees(scene, "a", "b", SightPolicy(sizes=True))
    assert crosses(scene, "a", "b", "car") is cover


def test_a_push_ends_on_nothing() -> None:
    """crisis_protocol:move.overlap-forced: any overlap sends it back, but not the terrain it is wholly on."""
    base = Scene(30, 30, models=[one("a", 5, 10), one("b", 10, 10)])
    assert push(base, "a", 0, 5).end.centre == pytest.approx((9, 10))
    ahead = Scene(30, 30, [block("top", (9, 12), (5, 15), 3.0)], [one("a", 5, 10)])
    assert push(ahead, "a", 0, 6).end.centre == pytest.approx((8.5, 10))
    own = Scene(30, 30, [block("roof", (2, 8), (5, 15), 3.0)], [one("a", 5, 10, 3.0)])
    assert push(own, "a", 0, 3).end.centre == pytest.approx((7.5, 10))
    assert push(own, "a", 0, 5).end.centre == pytest.approx((10, 10))
