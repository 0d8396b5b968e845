"""Getting close: contact, as close as possible, charges; beside dense sampling of where a model can end."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.measure.ranges import distance, gap
from rulewright.geometry.plane.move.approach import closest_possible, contact_poses, needed, needed_by_route
from rulewright.geometry.plane.move.charges import (
    check_charge,
    check_charge_move,
    check_closest,
    check_engaged,
    counts_as_near,
    reach_contact,
)
from rulewright.geometry.plane.move.charging import plan_charge
from rulewright.geometry.plane.move.legs import Move, Pivot, To
from rulewright.geometry.plane.move.moves import check_move, end_pose
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.scene import Marker, Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Hull, Oval, Pose, Rectangle, footprint
from tests.lengths import examples

INCH = 25.4
ROUND: tuple[Base, ...] = (Circle(INCH), Circle(40), Circle(80))
OTHERS: tuple[Base, ...] = (
    Oval(60, 35),
    Rectangle(80, 50),
    Hull(((-1, -1), (1.5, -1), (1.5, 0), (0, 0), (0, 1), (-1, 1))),
)
WALK = MovePolicy()


def box(x: float, y: float, width: float, depth: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def inch(name: str, x: float, y: float, height: float = 0.0, side: int = 0, **more: object) -> Model:
    return Model(name, Circle(INCH), Pose(x, y, 0.0, height), side=side, **more)  # type: ignore[arg-type]


def reasons(faults: tuple[Fault, ...]) -> list[str]:
    return [f"{fault.of} {fault.reason} {fault.by}".strip() for fault in faults]


# ------------------------------------------------------------------------------------------------ random tables

near = st.floats(-4.0, 4.0) | st.integers(-8, 8).map(lambda half: half / 2)
facings = st.floats(0.0, 359.0) | st.sampled_from((0.0, 45.0, 90.0))


@st.composite
def tables(draw: st.DrawFn, bases: tuple[Base, ...] = ROUND) -> Scene:
    """A model "a" that overlaps nothing, an enemy "e", others, perhaps a block and a step to climb."""
    start = Pose(20.0, 20.0, draw(facings))
    models = [Model("a", draw(st.sampled_from(bases)), start)]
    for name in ("e", *"bcd"[: draw(st.integers(0, 3))]):
        base = draw(st.sampled_from(bases))
        pose = Pose(20 + draw(near), 20 + draw(near), draw(facings))
        if all(distance(footprint(base, pose), model.footprint) > 0.0 for model in models):
            models.append(Model(name, base, pose, side=int(name != "b")))
    pieces = []
    if draw(st.booleans()):
        pieces.append(
            Piece("step", box(20 + draw(near), 20 + draw(near), 2.0, 3.0), draw(st.sampled_from((2.5, math.inf))))
        )
    note(f"{models} {pieces}")
    return Scene(40, 40, pieces, models)


def ends_around(scene: Scene, inches: float) -> list[tuple[float, float]]:
    """Many places that are not farther than this many inches from the model."""
    rings = itertools.product(np.linspace(0.02, 1.0, 12), np.arange(0.0, 2 * math.pi, math.pi / 24))
    return [(20 + inches * share * math.cos(angle), 20 + inches * share * math.sin(angle)) for share, angle in rings]


@examples(25)
@given(tables() | tables(OTHERS), st.floats(0.5, 4.0))
def test_no_sampled_place_is_closer_than_the_closest_possible(scene: Scene, inches: float) -> None:
    if "e" not in scene.models:
        return
    best = closest_possible(scene, "a", "e", inches, WALK)
    if best is not None:
        assert check_move(scene, best.move, inches, WALK) == ()
        assert gap(scene, scene.model("a").at(best.pose), "e").straight == best.distance
    for place in ends_around(scene, inches):
        away = distance(footprint(scene.model("a").base, scene.model("a").pose.at(*place)), scene.model("e").footprint)
        if (best is None or away < best.distance - 1e-5) and away > 0.0:
            assert check_move(scene, Move("a", (To(*place),)), inches, WALK) != ()


@examples(25)
@given(tables() | tables(OTHERS))
def test_no_sampled_place_in_reach_needs_less(scene: Scene) -> None:
    if "e" not in scene.models:
        return
    best = needed(scene, "a", "e", WALK, reach=0.5, most=5.0)
    if best is not None:
        assert check_move(scene, best.move, best.inches, WALK) == ()
        assert best.gap.within(0.5)
    limit = 5.0 if best is None else best.inches - 1e-4
    for place in ends_around(scene, limit) if limit >= 0.0 else ():
        away = distance(footprint(scene.model("a").base, scene.model("a").pose.at(*place)), scene.model("e").footprint)
        if 0.0 < away <= 0.5:
            assert check_move(scene, Move("a", (To(*place),)), limit, WALK) != ()


@examples(25)
@given(tables(), st.floats(0.5, 5.0))
def test_contact_arcs_are_where_samples_come_to_contact(scene: Scene, inches: float) -> None:
    if "e" not in scene.models:
        return
    target = scene.model("e")
    apart = sum(model.footprint.radius for model in (scene.model("a"), target))
    arcs = [arc.angles for arc in contact_poses(scene, "a", "e", inches, WALK)]
    for degrees in np.arange(0.0, 360.0, 1.5):
        angle = math.radians(degrees)
        place = (target.pose.x + apart * math.cos(angle), target.pose.y + apart * math.sin(angle))
        move = Move("a", (To(*place),))
        # On a step the base is above the enemy's and does not touch it.
        legal = check_move(scene, move, inches, WALK) == () and end_pose(scene, move, WALK).height == 0.0
        # Beside a tangent a way overlaps no deeper than TOLERANCE for a while.
        inside = any(first - 0.3 <= at <= last + 0.3 for first, last in arcs for at in (degrees, degrees + 360))
        well_inside = any(first + 1e-3 < at < last - 1e-3 for first, last in arcs for at in (degrees, degrees + 360))
        assert inside or not legal
        assert legal or not well_inside


@examples(15)
@given(tables(OTHERS), st.floats(0.5, 4.0))
def test_every_way_to_contact_is_allowed_and_touches(scene: Scene, inches: float) -> None:
    if "e" not in scene.models:
        return
    for arc in contact_poses(scene, "a", "e", inches, WALK):
        for way in arc.ways:
            assert check_move(scene, way.move, inches, WALK) == ()
            assert gap(scene, scene.model("a").at(way.pose), "e").within(0.0)


@given(st.floats(0.0, 360.0), st.floats(2.2, 8.0))
def test_contact_with_nothing_in_the_way_is_an_arc_in_closed_form(degrees: float, away: float) -> None:
    """The tangents from the start bound it, and the law of cosines where the inches end."""
    angle = math.radians(degrees)
    scene = Scene(
        40, 40, models=[inch("a", 20, 20), inch("e", 20 + away * math.cos(angle), 20 + away * math.sin(angle), side=1)]
    )
    half = math.degrees(math.acos(1.0 / away))
    (arc,) = contact_poses(scene, "a", "e", 20.0, WALK)
    assert arc.angles[1] - arc.angles[0] == pytest.approx(2 * half, abs=1e-3)
    inches = away - 0.9
    (arc,) = contact_poses(scene, "a", "e", inches, WALK)
    narrow = math.degrees(math.acos((away**2 + 1.0 - inches**2) / (2 * away)))
    assert arc.angles[1] - arc.angles[0] == pytest.approx(2 * min(half, narrow), abs=1e-3)
    # Exactly enough for one place, and not enough for any.
    assert len(contact_poses(scene, "a", "e", away - 1.0, WALK)) == 1
    assert contact_poses(scene, "a", "e", away - 1.0 - 1e-4, WALK) == ()


@examples(20)
@given(tables() | tables(OTHERS), st.floats(0.0, 360.0), near, st.floats(0.5, 4.0))
def test_what_is_possible_is_the_same_in_every_frame(scene: Scene, turn: float, shift: float, inches: float) -> None:
    if "e" not in scene.models:
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def spot(x: float, y: float) -> tuple[float, float]:
        return (shift + x * cos - y * sin, shift + x * sin + y * cos)

    def elsewhere(model: Model) -> Model:
        return model.at(Pose(*spot(model.pose.x, model.pose.y), model.pose.facing + turn))

    pieces = [
        Piece(one.id, tuple(spot(*corner) for corner in one.outline), one.height) for one in scene.pieces.values()
    ]
    turned = Scene(40, 40, pieces, map(elsewhere, scene.models.values()), off_table=True)
    here = Scene(40, 40, scene.pieces.values(), scene.models.values(), off_table=True)
    policy = MovePolicy(over_edge=True)
    found = [closest_possible(one, "a", "e", inches, policy) for one in (here, turned)]
    # What fits within TOLERANCE in one frame may miss by a hair in another; then the next best is nearly as good.
    left = [one.distance if one else math.inf for one in found]
    assert left[0] == pytest.approx(left[1], abs=5e-3)


def test_a_pivot_may_come_first() -> None:
    scene = Scene(40, 40, models=[Model("a", Rectangle(4 * INCH, INCH), Pose(20, 20)), inch("e", 20, 24, side=1)])
    policy = MovePolicy(pivot_value=1.0)
    assert needed(scene, "a", "e", policy, 0.0, 0.0).inches == pytest.approx(3.0)  # type: ignore[union-attr]
    turned = needed(scene, "a", "e", policy, 0.0, 0.0, turn=90.0)
    assert turned is not None
    assert turned.inches == pytest.approx(1.0 + 1.5)
    assert turned.move.legs[0] == Pivot(90.0)
    assert contact_poses(scene, "a", "e", 2.4, policy, turn=90.0) == ()
    assert len(contact_poses(scene, "a", "e", 2.6, policy, turn=90.0)) == 1


# ------------------------------------------------------------------------------------------------------ charging

HILL = Piece("hill", box(12, 5, 13, 10), 3.0)


def test_a_charge_onto_terrain_needs_seven() -> None:
    """4.5 inches away on top of 3 inches: 3 up and 3.5 across (wh40k:core.charging-over-terrain)."""
    scene = Scene(60, 44, [HILL], [inch("a", 10, 10), inch("e", 15.5, 10, 3.0, side=1)])
    assert gap(scene, "a", "e").horizontal == 4.5
    need = needed(scene, "a", "e", WALK)
    assert need is not None
    assert need.inches == pytest.approx(6.5)
    assert needed(scene, "a", "e", WALK, most=6.0) is None
    # Through the air it is shorter.
    flying = needed(scene, "a", "e", MovePolicy(flies=True, over_enemies=True))
    assert flying is not None
    assert flying.inches == pytest.approx(math.hypot(1.5, 3.0) + 2.0)


def test_a_charge_goes_round_what_it_cannot_cross() -> None:
    wall = Piece("wall", box(13, 8, 1, 4))
    scene = Scene(60, 44, [wall], [inch("a", 10, 10), inch("e", 17, 10, side=1)])
    assert needed(scene, "a", "e", WALK, 0.0, 0.0, most=7.0) is None
    found = needed_by_route(scene, "a", "e", WALK, 0.0, 0.0)
    assert found is not None
    assert check_move(scene, found.move, found.inches, WALK) == ()
    assert found.gap.within(0.0)
    assert 6.0 < found.inches < 9.0


def test_a_charging_model_ends_closer_and_in_contact_if_it_can() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 15, 10, side=1), inch("f", 10, 25, side=1)])
    assert check_charge_move(scene, Move("a", (To(14, 10),)), 5, WALK, ["e"]) == ()
    assert reasons(check_charge_move(scene, Move("a", (To(9, 10),)), 5, WALK, ["e"])) == [
        "not closer to e",
        "not in base contact with e",
    ]
    (fault,) = check_charge_move(scene, Move("a", (To(13.5, 10),)), 5, WALK, ["e"])
    assert fault.reason == "not in base contact with"
    assert fault.amount == pytest.approx(0.5)
    assert math.dist(fault.points[-1], (15, 10)) == pytest.approx(1.0)
    assert check_charge_move(scene, Move("a", (To(13.5, 10),)), 3.5, WALK, ["e"]) == ()
    # Closer to one of the targets is enough.
    assert reasons(check_charge_move(scene, Move("a", (To(10, 12),)), 3, WALK, ["e", "f"])) == []


def test_a_unit_charges_all_or_nothing_and_engages_every_target() -> None:
    models = [inch("a", 10, 10), inch("b", 10, 12), inch("e", 15, 10, side=1), inch("f", 10, 20, side=1)]
    scene = Scene(60, 44, models=models)
    moves = [Move("a", (To(14, 10),)), Move("b", (To(14.2, 11),))]
    faults, after = check_charge(scene, moves, 5, WALK, ["e"])
    assert reasons(faults) == ["b not in base contact with e"]
    assert after is scene
    moves[1] = Move("b", (To(14.5, 10.2),))
    assert reasons(check_charge(scene, moves, 5, WALK, ["e"])[0]) == [
        "b passes through e",
        "b ends on a",
        "b ends on e",
    ]
    moves[1] = Move("b", (To(15 - 0.5, 10 + math.sqrt(0.75)),))
    faults, after = check_charge(scene, moves, 6, WALK, ["e"])
    assert faults == ()
    assert after.model("b").pose.x == 14.5
    faults, after = check_charge(scene, moves, 6, WALK, ["e", "f"])
    assert (reasons(faults), after is scene) == (["not engaged with f"], True)
    charged = scene.moved({"a": Pose(14, 10)})
    assert check_engaged(charged, ["a"], ["e", "f"], every=False) == ()
    assert reasons(check_engaged(charged, ["a"], ["e", "f"])) == ["not engaged with f"]
    assert check_engaged(charged, ["a"], ["e", "f"])[0].amount == pytest.approx(math.hypot(4, 10) - 2)
    with pytest.raises(GeometryError, match="'g'"):
        check_charge(scene, moves, 6, WALK, ["g"])


def test_a_charge_at_nobody_or_by_nobody_is_named() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 15, 10, side=1)])
    there = Move("a", (To(14, 10),))
    for ask in (
        lambda: check_charge_move(scene, there, 6, WALK, []),
        lambda: check_charge(scene, [there], 6, WALK, []),
        lambda: check_charge(scene, [], 6, WALK, ["e"]),
        lambda: check_engaged(scene, ["a"], [], every=False),
        lambda: check_engaged(scene, [], ["e"]),
        lambda: plan_charge(scene, ["a"], [], 6, WALK),
        lambda: plan_charge(scene, [], ["e"], 6, WALK),
    ):
        with pytest.raises(GeometryError, match="target"):
            ask()
    with pytest.raises(GeometryError, match="from 0 up, not nan"):
        needed(scene, "a", "e", WALK, math.nan)


def test_a_plan_brings_as_many_to_contact_as_it_can_and_engages_all() -> None:
    ours = [inch(f"a{n}", 10, 8 + 1.1 * n, unit="a") for n in range(5)]
    theirs = [inch("e", 15, 9, side=1, unit="e"), inch("f", 15, 13, side=1, unit="f")]
    scene = Scene(60, 44, models=[*ours, *theirs])
    plan = plan_charge(scene, [model.id for model in ours], ["e", "f"], 6.5, WALK)
    assert plan.missing == ()
    assert plan.certain
    assert len({model for model, _ in plan.contacts}) == 5
    assert check_charge(scene, plan.moves, 6.5, WALK, ["e", "f"])[0] == ()
    short = plan_charge(scene, [model.id for model in ours], ["e", "f"], 4.05, WALK, certified=True)
    assert short.most < 5
    assert plan_charge(scene, ["a0"], ["f"], 1.0, WALK).missing == ("f",)


# ---------------------------------------------------------------------------------------------- as near as possible


def test_as_close_as_possible_is_measured_exactly() -> None:
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 20, 10, side=1)])
    assert check_closest(scene, "a", Pose(13, 10), 3, WALK, "e") == ()
    (fault,) = check_closest(scene, "a", Pose(12.5, 10), 3, WALK, "e")
    assert fault.amount == pytest.approx(0.5)
    assert fault.points[-1] == pytest.approx((13, 10))
    blocked = scene.with_models([inch("b", 13, 10)])
    best = closest_possible(blocked, "a", "e", 3, WALK)
    assert best is not None
    # Beside the friend, at the end of the three inches: both circles meet there.
    x = (13.0**2 - 10.0**2 + 9.0 - 1.0) / 6.0
    assert best.pose.x == pytest.approx(x)


# -------------------------------------------------------------------------------------------------- special cases


def test_an_enemy_that_overhangs_its_base_is_reached_as_near_as_it_lets() -> None:
    """wh40k:commentary.charging-with-units: three conditions, the last between any parts."""
    body = Hull(((-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)))
    scene = Scene(60, 44, models=[inch("a", 10, 10), inch("e", 20, 10, side=1)])
    assert counts_as_near(scene, "a", Pose(16.5, 10), 8, WALK, "e", body) == ()
    assert reasons(counts_as_near(scene, "a", Pose(16.5, 10), 7.9, WALK, "e", body)) == ["could not have reached e"]
    assert reasons(counts_as_near(scene, "a", Pose(16, 10), 8, WALK, "e", body)) == ["not as close as possible to e"]
    assert reasons(counts_as_near(scene, "a", Pose(15, 10), 5.0, WALK, "e", body)) == [
        "could not have reached e",
        "too far from every part of e",
    ]


@pytest.mark.parametrize("x", [17.0, 18.0, 18.7, 19.0, 19.5])
def test_contact_is_never_asked_for_on_a_marker_on_which_no_move_ends(x: float) -> None:
    """A marker lies before the enemy: what is found is allowed, and a plan is what the check asks for."""
    models = inch("m", 10, 20, unit="m"), inch("e", 20, 20, side=1, unit="e")
    scene = Scene(44, 44, models=models, markers=[Marker("gold", x, 20.0)])
    policy = MovePolicy(engages=frozenset({"e"}), on_markers=False)
    way = reach_contact(scene, "m", "e", 12.0, policy)
    assert way is not None and not check_move(scene, way.move, 12.0, policy)
    plan = plan_charge(scene, ["m"], ["e"], 12.0, policy)
    assert plan.moves and not check_charge(scene, plan.moves, 12.0, policy, ["e"])[0]
