"""Setting up units: each condition at its exact limit, regions beside checks, and room beside planted set-ups."""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.measure.ranges import overlaps
from rulewright.geometry.plane.measure.units import Together
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.place.room import NoRoom, Room, Variants, find_room
from rulewright.geometry.plane.place.setup import (
    Away,
    Condition,
    Near,
    NearOneEdge,
    OnOrOff,
    OutOf,
    SetupPolicy,
    Standing,
    check_setup,
    region,
)
from rulewright.geometry.plane.place.spots import allowed
from rulewright.geometry.plane.scene import Floor, Model, Piece, Scene, Zone
from rulewright.geometry.plane.shapes import Base, Circle, Hull, Oval, Point, Pose, Rectangle
from tests.lengths import examples

INCH = Circle(25.4)
WIDTH, DEPTH = 16.0, 12.0


def one(x: float, y: float, name: str = "new", base: Base = INCH, facing: float = 0.0, height: float = 0.0) -> Model:
    return Model(name, base, Pose(x, y, facing, height), height=1.5, unit="unit")


def enemy(x: float, y: float, height: float = 0.0) -> Model:
    return Model("enemy", INCH, Pose(x, y, 0.0, height), height=1.5, side=1)


def zone(name: str, x: float, y: float, width: float, depth: float) -> Zone:
    return Zone(name, ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def faults(scene: Scene, placed: Sequence[Model], *conditions: Condition) -> tuple[Fault, ...]:
    return check_setup(scene, placed, SetupPolicy(conditions))


# --------------------------------------------------------------------------------------------------------- conditions


def test_wholly_within_a_zone() -> None:
    scene = Scene(WIDTH, DEPTH, zones=[zone("ours", 0, 0, 16, 4)])
    assert faults(scene, [one(8, 3.5)], Near(("ours",))) == ()
    (fault,) = faults(scene, [one(8, 3.7)], Near(("ours",)))
    assert (fault.of, fault.reason) == ("new", "partly too far") and fault.by == "ours"
    assert fault.amount == pytest.approx(0.2)


def test_wholly_within_of_a_transport_or_partly_when_too_large() -> None:
    scene = Scene(WIDTH, DEPTH, models=[Model("transport", Rectangle(101.6, 50.8), Pose(6, 6))])
    near, touch = Near(("transport",), 3.0), Near(("transport",), 1.0, wholly=False)
    assert faults(scene, [one(10.5, 6)], near) == ()
    assert faults(scene, [one(10.6, 6)], near)[0].amount == pytest.approx(0.1)
    large = one(11, 6, base=Circle(25.4 * 4))
    assert faults(scene, [large], near)[0].amount == pytest.approx(2.0)
    assert faults(scene, [large], touch) == ()
    assert faults(scene, [large.at(Pose(11.2, 6))], touch)[0].amount == pytest.approx(0.2)


def test_one_edge_is_measured_for_the_whole_unit() -> None:
    scene = Scene(WIDTH, DEPTH)
    both = [one(5.5, 5.5, "a"), one(5.5, 4, "b")]
    assert faults(scene, both, NearOneEdge(6.0)) == ()
    corner = [one(5.5, 6.5, "a"), one(7, 5.5, "b")]
    found = faults(scene, corner, NearOneEdge(6.0))
    assert len(found) == 1 and found[0].amount == pytest.approx(1.0)
    assert faults(scene, [corner[0]], NearOneEdge(6.0)) == faults(scene, [corner[1]], NearOneEdge(6.0)) == ()
    assert faults(scene, both, NearOneEdge(6.0, ("right",)))


@pytest.mark.parametrize("apart, legal", [(9.0, False), (9.0 + TOLERANCE / 2, False), (9.00001, True), (8.9, False)])
def test_exactly_so_far_is_not_more_than_so_far(apart: float, legal: bool) -> None:
    scene = Scene(30, DEPTH, models=[enemy(2, 6, height=4.0)])
    found = faults(scene, [one(3 + apart, 6)], Away(9.0))
    assert (found == ()) == legal
    if not legal:
        assert found[0].by == "enemy" and found[0].amount == pytest.approx(9.0 - apart)


def test_away_counts_heights_and_things_when_told() -> None:
    scene = Scene(30, DEPTH, models=[enemy(2, 6, height=7.0)], zones=[zone("theirs", 0, 0, 1, 12)])
    assert faults(scene, [one(3.5, 6)], Away(1.0, vertical=5.0)) == ()
    assert faults(scene, [one(3.5, 6)], Away(1.0))
    assert faults(scene, [one(10.5, 6)], Away(9.0, ("theirs",)))[0].amount == pytest.approx(0.0)
    assert faults(scene, [one(10.51, 6)], Away(9.0, ("theirs",))) == ()
    assert faults(scene, [one(1.5, 6)], OutOf(("theirs",))) == ()
    assert faults(scene, [one(1.4, 6)], OutOf(("theirs",)))[0].amount == pytest.approx(0.1)


def test_standing_on_the_ground_and_on_floors() -> None:
    outline = ((4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0))
    ruin = Piece("ruin", outline, height=6.0, floors=(Floor(3.0, outline),), traits=frozenset({"ruin"}))
    scene = Scene(WIDTH, DEPTH, [ruin], [enemy(12, 6)])
    standing = Standing(MovePolicy(clear_at_end=1.0))
    assert faults(scene, [one(3.5, 6)], standing) == ()
    assert faults(scene, [one(3.6, 6)], standing)[0].by == "ruin"
    assert faults(scene, [one(4.5, 6, height=3.0)], standing) == ()
    assert faults(scene, [one(4.4, 6, height=3.0)], standing)[0].amount == pytest.approx(0.1)
    assert [fault.by for fault in faults(scene, [one(10, 6)], standing)] == ["enemy"]
    assert faults(scene, [one(9.99, 6)], standing) == ()


def test_a_unit_is_set_up_together_or_not_at_all() -> None:
    scene = Scene(WIDTH, DEPTH)
    row = [one(2 + 3 * i, 6, f"m{i}") for i in range(4)]
    assert faults(scene, row, Together()) == ()
    assert {fault.by for fault in faults(scene, [*row[:3], one(14, 6, "m3")], Together())} == {"m3"}
    seven = [one(1 + 2 * i, 6, f"m{i}") for i in range(7)]
    assert {fault.by for fault in faults(scene, seven, Together())} == {"m0", "m6"}
    waiting = scene.with_models(row[:3])
    assert faults(waiting, row[3:], Together()) == ()
    assert faults(waiting, [one(15, 6, "m3")], Together())


def test_models_of_one_unit_do_not_overlap_each_other() -> None:
    scene = Scene(WIDTH, DEPTH)
    for condition in (Standing(), OnOrOff()):
        assert faults(scene, [one(5, 5, "a"), one(6, 5, "b")], condition) == ()
        assert {fault.by for fault in faults(scene, [one(5, 5, "a"), one(5.9, 5, "b")], condition)} == {"a", "b"}


def test_off_the_table_and_twice() -> None:
    scene = Scene(WIDTH, DEPTH)
    (fault,) = faults(scene, [one(0.3, 5), one(5, 5, "b")], Standing())
    assert fault.of == "new" and fault.amount == pytest.approx(0.2)
    with pytest.raises(GeometryError, match="'new' is set up twice"):
        faults(scene, [one(5, 5), one(7, 7)], Standing())
    with pytest.raises(GeometryError, match="'nowhere'"):
        faults(scene, [one(5, 5)], Near(("nowhere",)))


def test_conditions_without_meaning_are_refused() -> None:
    for inches in (math.nan, -1.0):
        for make in (lambda far: Near(("zone",), far), Away, NearOneEdge):
            with pytest.raises(GeometryError, match="from 0 up"):
                make(inches)
    with pytest.raises(GeometryError, match="at least one thing"):
        Near(())
    with pytest.raises(GeometryError, match="at least one edge"):
        NearOneEdge(6.0, ())


# -------------------------------------------------------------------------------------------------------------- twins


def random_outline(rng: random.Random, snapped: bool) -> tuple[Point, ...]:
    while True:
        x, y, count, reach = rng.uniform(1, 15), rng.uniform(1, 11), rng.randint(3, 7), rng.uniform(0.7, 3)
        angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(count))
        points = [(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in angles]
        if snapped:
            points = [(round(2 * a) / 2, round(2 * b) / 2) for a, b in points]
        if len(set(points)) == count and (area := shapely.Polygon(points)).is_valid and area.area > 0.1:
            return tuple(points)


def random_base(rng: random.Random) -> Base:
    notched = Hull(((-0.8, -0.5), (1.2, -0.5), (0.3, 0.0), (1.2, 0.5), (-0.8, 0.5)))
    bases: tuple[Base, ...] = (INCH, Circle(32), Oval(60, 35), Rectangle(50.8, 25.4), notched)
    return rng.choice(bases)


def random_scene(rng: random.Random) -> Scene:
    snapped = rng.random() < 0.5
    pieces = []
    for number in range(rng.randint(0, 4)):
        outline, height = random_outline(rng, snapped), rng.choice([0.0, 1.0, 2.0, 4.0, math.inf])
        floors = (Floor(3.0, outline),) if height == 4.0 else ()
        traits = frozenset(rng.sample(["woods", "ruin", "debris"], rng.randint(0, 2)))
        pieces.append(Piece(f"p{number}", outline, height, traits=traits, floors=floors))
    models = [
        Model(f"m{i}", random_base(rng), Pose(rng.uniform(2, 14), rng.uniform(2, 10), rng.choice([0.0, 37.0])),
              height=1.5, side=rng.randint(0, 1), unit=rng.choice(["unit", ""]))
        for i in range(rng.randint(0, 4))
    ]  # fmt: skip
    zones = [Zone("odd", random_outline(rng, snapped)), zone("strip", 0, 0, 16, 5)]
    return Scene(WIDTH, DEPTH, pieces, models, zones, off_table=True)


def random_policy(rng: random.Random, scene: Scene) -> SetupPolicy:
    through = frozenset({"ruin"}) if rng.random() < 0.5 else frozenset[str]()
    policy = MovePolicy(areas=frozenset({"woods"}), through=through, never_on=frozenset({"debris"}),
                        clear_at_end=rng.choice([None, 1.0]))  # fmt: skip
    places: tuple[Condition, ...] = (
        Near(("odd",), rng.choice([0.0, 1.0, 3.0]), rng.random() < 0.7),
        Near(("odd", "strip"), rng.choice([0.0, 2.0])),
        Near(tuple(list(scene.models)[:1]) or ("strip",), rng.choice([1.0, 3.0]), rng.random() < 0.6, 5.0),
        NearOneEdge(rng.choice([2.0, 6.0])),
        NearOneEdge(4.0, ("front", "left")),
    )
    others: tuple[Condition, ...] = (Away(rng.choice([1.0, 3.0])), OutOf(("odd",)), Away(2.0, ("strip",)))
    first: Condition = Standing(policy) if rng.random() < 0.6 else OnOrOff(frozenset({"p0"}) & set(scene.pieces))
    return SetupPolicy((first, *rng.sample(places, rng.randint(0, 1)), *rng.sample(others, rng.randint(0, 2))))


@examples(40)
@given(st.integers(0, 10**9))
def test_the_region_holds_the_centres_that_pass_the_check(seed: int) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng)
    policy = random_policy(rng, scene)
    model = one(1, 1, base=random_base(rng), facing=rng.choice([0.0, 30.0]), height=rng.choice([0.0, 0.0, 2.0, 3.0]))
    area = region(scene, model, policy)
    for _ in range(25):
        x, y = rng.uniform(-0.5, 16.5), rng.uniform(-0.5, 12.5)
        point = shapely.Point(x, y)
        if area.boundary.distance(point) > 1e-3:
            found = check_setup(scene, [model.at(model.pose.at(x, y))], policy)
            assert area.contains(point) == (found == ()), (x, y, found)


@examples(40)
@given(st.integers(0, 10**9))
def test_places_are_allowed_where_the_region_holds_them(seed: int) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng)
    policy = random_policy(rng, scene)
    model = one(1, 1, base=random_base(rng), facing=rng.choice([0.0, 30.0]), height=rng.choice([0.0, 0.0, 2.0, 3.0]))
    area = region(scene, model, policy)
    points = np.array([(rng.uniform(-0.5, 16.5), rng.uniform(-0.5, 12.5)) for _ in range(60)])
    for point, found in zip(map(shapely.Point, points), allowed(scene, model, policy, points).tolist(), strict=True):
        if area.boundary.distance(point) > 1e-3:
            assert area.contains(point) == found, point


def planted(rng: random.Random, scene: Scene, models: Sequence[Model], policy: SetupPolicy) -> bool:
    """Whether throwing models onto the table at random ever gives a legal set-up."""
    for _ in range(15):
        placed: list[Model] = []
        for model in models:
            for _ in range(25):
                x, y = rng.uniform(0.5, 15.5), rng.uniform(0.5, 11.5)
                if placed and rng.random() < 0.8:
                    near, angle, way = rng.choice(placed).pose, rng.uniform(0, 2 * math.pi), rng.uniform(1, 3)
                    x, y = near.x + way * math.cos(angle), near.y + way * math.sin(angle)
                there = model.at(model.pose.at(x, y))
                alone = SetupPolicy(tuple(item for item in policy.conditions if not isinstance(item, Together)))
                if any(overlaps(there.footprint, other.footprint) for other in placed):
                    continue
                if not check_setup(scene, [there], alone):
                    placed.append(there)
                    break
            else:
                break
        if len(placed) == len(models) and not check_setup(scene, placed, policy):
            return True
    return False


@examples(12)
@given(st.integers(0, 10**9))
def test_room_is_legal_and_what_is_proven_cannot_be_found(seed: int) -> None:
    rng = random.Random(seed)
    scene = random_scene(rng)
    policy = random_policy(rng, scene)
    policy = SetupPolicy((*policy.conditions, Together(crowd=5)))
    base = random_base(rng)
    models = [one(1, 1, f"n{i}", base, facing=rng.choice([0.0, 30.0])) for i in range(rng.randint(1, 5))]
    found = find_room(scene, models, policy, random.Random(seed), effort=60, certified=True)
    if isinstance(found, Room):
        placed = [model.at(found.poses[model.id]) for model in models]
        assert check_setup(scene, placed, policy) == ()
    elif found.proof:
        assert not planted(rng, scene, models, policy)


# --------------------------------------------------------------------------------------------------------------- room


def unit(size: int) -> list[Model]:
    return [one(1, 1, f"m{i}") for i in range(size)]


def packed(scene: Scene, size: int, *conditions: Condition, effort: int = 200) -> Room | NoRoom:
    return find_room(
        scene, unit(size), SetupPolicy((*conditions, Standing(), Together())), random.Random(1), effort, certified=True
    )


@pytest.mark.parametrize("size, room", [(4, True), (5, True), (6, False)])
def test_a_strip_as_wide_as_a_base_holds_as_many_as_it_is_long(size: int, room: bool) -> None:
    scene = Scene(WIDTH, DEPTH, zones=[zone("strip", 3, 3, 5, 1)])
    found = packed(scene, size, Near(("strip",)))
    assert isinstance(found, Room) == room
    if isinstance(found, NoRoom):
        assert found.proof and found.reason == "room for 5 of 6 models at most"


@pytest.mark.parametrize("angle", [0.0, 33.0, 77.0])
def test_a_full_box_at_any_angle(angle: float) -> None:
    turn = complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    corners = [6 + 4j + turn * corner for corner in (0, 3, 3 + 2j, 2j)]
    scene = Scene(WIDTH, DEPTH, zones=[Zone("box", tuple((corner.real, corner.imag) for corner in corners))])
    assert isinstance(packed(scene, 6, Near(("box",))), Room)
    found = packed(scene, 7, Near(("box",)))
    assert isinstance(found, NoRoom) and found.proof


def test_no_place_at_all_is_a_proof_and_a_hard_search_is_none() -> None:
    crowd = [Model(f"e{i}{j}", INCH, Pose(2 + 4 * i, 2 + 4 * j), side=1) for i in range(4) for j in range(3)]
    scene = Scene(WIDTH, DEPTH, models=crowd)
    found = packed(scene, 2, Away(3.0))
    assert isinstance(found, NoRoom) and found.proof and found.reason == "model 'm0' can stand nowhere"
    # Eleven bases fill an angle whose hull would have room for more: that a twelfth has none is not proven.
    bent = Zone("bent", ((2, 2), (8, 2), (8, 3.2), (3.2, 3.2), (3.2, 8), (2, 8)))
    assert isinstance(packed(Scene(WIDTH, DEPTH, zones=[bent]), 11, Near(("bent",))), Room)
    hard = packed(Scene(WIDTH, DEPTH, zones=[bent]), 12, Near(("bent",)), effort=20)
    assert isinstance(hard, NoRoom) and not hard.proof and hard.effort >= 20


def test_places_too_far_apart_for_one_unit_are_no_room() -> None:
    scene = Scene(WIDTH, DEPTH, zones=[zone("a", 0, 0, 2, 1), zone("b", 12, 0, 2, 1)])
    assert isinstance(packed(scene, 2, Near(("a", "b"))), Room)
    found = packed(scene, 4, Near(("a", "b")))
    assert isinstance(found, NoRoom) and found.proof
    nearer = Scene(WIDTH, DEPTH, zones=[zone("a", 0, 0, 2, 1), zone("b", 4, 0, 2, 1)])
    assert isinstance(packed(nearer, 4, Near(("a", "b"))), Room)


def test_one_edge_for_the_whole_unit_when_room_is_looked_for() -> None:
    posts = [Model(f"e{i}", Circle(25.4 * 3), Pose(1.5 + 4.3 * i, 10.5), side=1) for i in range(4)]
    scene = Scene(WIDTH, DEPTH, models=posts)
    found = packed(scene, 9, NearOneEdge(1.0, ("back", "left")))
    assert isinstance(found, Room)
    assert max(pose.x for pose in found.poses.values()) <= 0.5 + TOLERANCE
    fewer = packed(scene, 10, NearOneEdge(1.0, ("back", "left")))
    assert isinstance(fewer, NoRoom) and fewer.proof


def test_models_that_wait_on_the_table_draw_the_others_to_them() -> None:
    scene = Scene(WIDTH, DEPTH, models=[one(14, 10, "leader")])
    found = packed(scene, 3)
    assert isinstance(found, Room)
    assert all(math.dist(pose.centre, (14, 10)) < 9 for pose in found.poses.values())


def test_facings_are_tried_when_given() -> None:
    scene = Scene(WIDTH, DEPTH, zones=[zone("slot", 3, 3, 1, 2)])
    policy = SetupPolicy((Near(("slot",)), Standing()))
    long = one(1, 1, base=Rectangle(50.8, 25.4))
    assert isinstance(find_room(scene, [long], policy, random.Random(1), certified=True), NoRoom)
    found = find_room(scene, [long], policy, random.Random(1), variants=Variants(facings=(0.0, 90.0)), certified=True)
    assert isinstance(found, Room) and found.poses["new"].facing == 90.0


def test_the_same_luck_gives_the_same_room() -> None:
    scene = Scene(WIDTH, DEPTH, models=[enemy(8, 6)])
    policy = SetupPolicy((Standing(), Away(3.0), Together()))
    assert find_room(scene, unit(5), policy, random.Random(3)) == find_room(scene, unit(5), policy, random.Random(3))


def test_room_for_nobody_and_for_one_twice_is_refused() -> None:
    for models in ([], [one(1, 1), one(2, 2)]):
        with pytest.raises(GeometryError, match="at least one model, and for each only once"):
            find_room(Scene(WIDTH, DEPTH), models, SetupPolicy(), random.Random(1))
