"""What is ruled out piece by piece, beside searches that look at everything and checks that decide."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest

from rulewright.geometry.plane.measure import members
from rulewright.geometry.plane.measure.ranges import gap
from rulewright.geometry.plane.measure.units import Together
from rulewright.geometry.plane.move import approach, cannot_charge
from rulewright.geometry.plane.move.approach import contact_by_route, contact_poses, shortest_to_contact
from rulewright.geometry.plane.move.bars import Bars
from rulewright.geometry.plane.move.charging import plan_charge
from rulewright.geometry.plane.move.moves import end_faults
from rulewright.geometry.plane.move.openings import May, Openings
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.surroundings import box_around
from rulewright.geometry.plane.move.walking.routes import Walk, ground_of, shortest_within, walks
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Footprint, Oval, Point, Pose
from rulewright.geometry.plane.slides import rim

from .battles import ANY, CHARGE, OVALS, ROUNDS, WALK, battle

FLYING = MovePolicy(flies=True, over_enemies=True, clear_at_end=1.0)
CHARGERS = ("A0", "A2", "A4")


def around(rng: random.Random, middle: Point, reach: float, count: int) -> np.ndarray:
    """Places at most so far from another."""
    far = np.array([reach * math.sqrt(rng.random()) for _ in range(count)])
    angles = np.array([rng.uniform(0, 2 * math.pi) for _ in range(count)])
    found: np.ndarray = np.array(middle) + far[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return found


@pytest.mark.parametrize("policy", [WALK, CHARGE, FLYING, MovePolicy(climbs=False, over_friends=False)])
def test_a_place_ruled_out_with_all_around_it_is_ruled_out_with_each_place_there(policy: MovePolicy) -> None:
    """Or proofs that look at places far apart would overlook some between them."""
    shut = 0
    for seed in range(8):
        scene, rng = battle(seed, ANY), random.Random(seed)
        for model in (scene.model("A0"), scene.model("E1")):
            bars = Bars(scene, model, box_around(model.base, model.pose, 8.0), 8.0, policy)
            start = np.array(model.pose.centre)
            reach = rng.choice((0.05, 0.3, 0.8))
            points = around(rng, model.pose.centre, 8.0, 60)
            ends, goes = bars.may_end(points, reach), bars.may_go(start, points, reach)
            assert (ends | ~goes).all()
            for point, end, go in zip(points, ends.tolist(), goes.tolist(), strict=True):
                near = around(rng, (float(point[0]), float(point[1])), reach, 40)
                assert end or not bars.may_end(near).any()
                assert go or not bars.may_go(start, near).any()
                shut += not go
    assert shut > 50


def test_with_nothing_around_it_a_place_is_asked_about_alone() -> None:
    scene = battle(3, ANY)
    model = scene.model("A0")
    bars = Bars(scene, model, box_around(model.base, model.pose, 8.0), 8.0, CHARGE)
    points = around(random.Random(1), model.pose.centre, 8.0, 300)
    free = bars.may_end(points)
    assert 20 < free.sum() < 280
    assert (bars.may_end(points, 1e-12) == free).all()


# ------------------------------------------------------------------------------------------------------- contact


class AllRound(Openings):
    """The edge as a whole: nothing is ruled out."""

    def __init__(self, ground: Footprint, middle: Point, may: May) -> None:
        super().__init__(ground, middle, lambda points, around: np.ones(len(points), dtype=np.bool_))


@pytest.mark.parametrize("bases", [ROUNDS, OVALS])
def test_contact_is_found_where_the_whole_edge_is_searched(
    bases: tuple[Base, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without openings: the same arcs, the same shortest moves, straight and round corners."""
    nothing = found = 0
    for seed in range(6 if bases is ROUNDS else 3):
        scene = battle(seed, bases, apart=6.5)
        for model, enemy in zip(CHARGERS, ("E0", "E3", "E4"), strict=True):
            given = (scene, model, enemy, 9.0, CHARGE)
            arcs = contact_poses(*given)
            shortest, walk = shortest_to_contact(*given), contact_by_route(*given)
            with monkeypatch.context() as patch:
                patch.setattr(approach, "Openings", AllRound)
                expected = contact_poses(*given)
                straight, round_corners = shortest_to_contact(*given), contact_by_route(*given)
            assert [arc.angles for arc in arcs] == [pytest.approx(arc.angles, abs=1e-7) for arc in expected]
            assert (shortest is None) == (straight is None)
            if shortest is not None and straight is not None:
                assert shortest.inches == pytest.approx(straight.inches, abs=1e-9)
            assert walk is not None or round_corners is None
            nothing, found = nothing + (not arcs), found + bool(arcs)
    assert nothing >= 2 and found >= 2


def test_openings_are_where_places_may_be() -> None:
    """Every place that is allowed lies in one; most of what is not allowed lies in none."""
    ground = Footprint(np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)]), 0.7)
    middle = (1.4, 0.4)

    def may(points: np.ndarray, around: float = 0.0) -> np.ndarray:
        free: np.ndarray = np.abs(points[:, 1] - 0.9) <= 0.3 + around
        return free

    opened = Openings(ground, middle, may)
    angles = np.linspace(-math.pi, math.pi, 4001)
    points = rim(ground, middle, angles)
    inside = np.isin(angles, opened.angles(angles))
    assert inside[may(points)].all()
    assert inside.sum() < 1.3 * may(points).sum()
    left, low, right, high = opened.box
    assert ((points[inside] >= (left, low)) & (points[inside] <= (right, high))).all()
    assert len(opened.middles) == 2
    assert not Openings(ground, middle, lambda points, around: np.zeros(len(points), dtype=np.bool_))


# --------------------------------------------------------------------------------------------------- many walks


@pytest.mark.parametrize("bases", [ROUNDS, OVALS])
def test_walks_to_many_places_are_those_to_each(bases: tuple[Base, ...]) -> None:
    """Asked about all of them, and about those alone that can be reached."""
    walk, bent, none = Walk(CHARGE, keep_facing=True), 0, 0
    for seed in range(4):
        scene = battle(seed, bases)
        for model in ("A0", "A3"):
            start = scene.model(model).pose.centre
            goals = [(x, y) for x, y in around(random.Random(seed), start, 9.5, 14).tolist()]
            alone = {goal: shortest_within(scene, model, goal, 9.0, walk) for goal in goals}
            reached = [goal for goal in goals if alone[goal] is not None]
            for some in (goals, reached, *([goal] for goal in reached)):
                for goal, route in zip(some, walks(scene, model, some, 9.0, walk), strict=True):
                    one = alone[goal]
                    assert (one is None) == (route is None)
                    if one is not None and route is not None:
                        assert route.least == pytest.approx(one.least, abs=1e-9)
                        bent += len(route.points) > 2
            none += len(goals) - len(reached)
    assert bent >= 6 and none >= 10


def test_of_two_places_neither_is_settled_before_its_shortest_walk() -> None:
    """The first way that is found to a place need not be the shortest."""
    walk = Walk(CHARGE, keep_facing=True)
    for seed, model in ((13, "A0"), (32, "A1"), (32, "A3"), (34, "A0")):
        scene = battle(seed, terrain=12)
        goals = around(random.Random(seed), scene.model(model).pose.centre, 9.0, 40).tolist()
        free = [(x, y) for x, y in goals if shortest_within(scene, model, (x, y), 9.0, walk)]
        for two in pairwise(free):
            for goal, route in zip(two, walks(scene, model, two, 9.0, walk), strict=True):
                one = shortest_within(scene, model, goal, 9.0, walk)
                assert one is not None and route is not None
                assert route.least == pytest.approx(one.least, abs=1e-9)


def test_the_ground_near_a_place_is_the_same_for_short_ways() -> None:
    scene = battle(5, OVALS)
    model = scene.model("A1")
    ground = ground_of(scene, model, Walk(CHARGE, keep_facing=True))
    near = ground.near(complex(*model.pose.centre), 6.0)
    assert len(near.corners) < len(ground.corners)
    places = around(random.Random(2), model.pose.centre, 6.0, 400) @ np.array([1.0, 1.0j])
    one, other = places[:200], places[200:]
    assert (near.clear(one, other) == ground.clear(one, other)).all()
    assert [near.overlapped(place).keys() for place in one] == [ground.overlapped(place).keys() for place in one]


# ------------------------------------------------------------------------------------------------ who can be charged


def surrounded(base: Base) -> Scene:
    """An enemy in a ring of others that may not be engaged, an inch and a half around it."""
    ring = [
        Model(f"F{number}", Circle(32), Pose(20 + 3.0 * math.cos(turn), 15 + 3.0 * math.sin(turn)), side=1, unit="F")
        for number, turn in enumerate(np.linspace(0.4, 2 * math.pi + 0.4, 12, endpoint=False).tolist())
    ]
    mine = Model("A0", base, Pose(27, 15, 90.0), unit="A")
    return Scene(44, 30, models=[mine, Model("E0", Circle(32), Pose(20, 15), side=1, unit="E"), *ring])


@pytest.mark.parametrize("base", [Circle(32), Oval(60, 35)])
def test_a_target_with_no_room_beside_it_cannot_be_charged(base: Base) -> None:
    scene = surrounded(base)
    assert cannot_charge(scene, ["A0"], ["E"], 12.0, CHARGE)
    assert plan_charge(scene, ["A0"], ["E"], 12.0, CHARGE).certain
    assert not cannot_charge(scene, ["A0"], ["F"], 12.0, MovePolicy(clear_at_end=1.0, engages=frozenset({"F"})))
    alone = scene.without_models([name for name in scene.models if name.startswith("F")])
    assert not cannot_charge(alone, ["A0"], ["E"], 12.0, CHARGE)
    assert cannot_charge(alone, ["A0"], ["E"], 2.0, CHARGE)


def test_terrain_that_a_base_may_stand_on_keeps_the_proof_away() -> None:
    """An oval may be raised by what the disc in it does not touch: then nothing is claimed."""
    crate = Piece("crate", ((27, 18), (28, 18), (28, 19), (27, 19)), 1.5)
    assert cannot_charge(surrounded(Oval(60, 35)), ["A0"], ["E"], 12.0, CHARGE)
    assert not cannot_charge(surrounded(Oval(60, 35)).with_pieces([crate]), ["A0"], ["E"], 12.0, CHARGE)
    assert cannot_charge(surrounded(Circle(32)).with_pieces([crate]), ["A0"], ["E"], 12.0, CHARGE)


@pytest.mark.parametrize(("bases", "terrain"), [(ROUNDS, 7), (OVALS, 0)])
def test_where_a_charge_cannot_be_nobody_ends_engaged(bases: tuple[Base, ...], terrain: int) -> None:
    """On crowded tables: no pose beside the target, however turned, is a place to end, and no plan is found."""
    shut = 0
    for seed in range(30):
        scene = _hemmed_in(battle(seed, bases, terrain=terrain, apart=6.0), seed)
        unit, enemies, inches = members(scene, "A"), members(scene, "E"), 7.0
        if not cannot_charge(scene, unit, ["E"], inches, CHARGE):
            continue
        shut += 1
        rng = random.Random(seed)
        assert plan_charge(scene, unit, ["E"], inches, CHARGE, Together()).missing
        for _ in range(1500):
            model, enemy = scene.model(rng.choice(unit)), scene.model(rng.choice(enemies))
            ((x, y),) = around(rng, enemy.pose.centre, 4.0, 1).tolist()
            pose = Pose(x, y, rng.uniform(0, 359))
            if math.dist((x, y), model.pose.centre) > inches:
                continue
            if gap(scene, model.at(pose), enemy.id).horizontal <= 1.0:
                assert end_faults(scene, model, pose, CHARGE)
    assert shut >= 3


def _hemmed_in(scene: Scene, seed: int) -> Scene:
    """The table with one enemy of unit E left, and all round it others beside whom nobody may end."""
    gone = [name for name in members(scene, "E") if name != "E0"]
    scene = scene.without_models([*gone, *members(scene, "F"), *members(scene, "B")])
    x, y = scene.model("E0").pose.centre
    rng, ring = random.Random(seed), list[Model]()
    for turn in np.linspace(0.0, 2 * math.pi, rng.choice((4, 5, 6, 7, 9, 11)), endpoint=False).tolist():
        far = rng.uniform(3.0, 4.2)
        one = Model(
            f"F{len(ring)}", Circle(32), Pose(x + far * math.cos(turn), y + far * math.sin(turn)), side=1, unit="F"
        )
        left, low, right, high = one.footprint.bounds
        if left > 0 and low > 0 and right < scene.width and high < scene.depth:
            ring.append(one)
    return scene.with_models(ring)
