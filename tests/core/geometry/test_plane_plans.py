"""Plans of whole units: legal, never worse than staying, the same everywhere, honest about what is certain."""

import json
import math
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright.geometry.plane.measure.ranges import gap
from rulewright.geometry.plane.measure.units import Together
from rulewright.geometry.plane.move.charges import check_charge, check_engaged
from rulewright.geometry.plane.move.charging import plan_charge
from rulewright.geometry.plane.move.goals import AwayFrom, Beside, Goal, Heading, OutOfSight, Spot, middle
from rulewright.geometry.plane.move.legs import Move, To
from rulewright.geometry.plane.move.movers import cut
from rulewright.geometry.plane.move.moves import check_unit_move
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.unit_moves import plan_move
from rulewright.geometry.plane.place import drawing
from rulewright.geometry.plane.place.room import NoRoom, Room, find_room, sample_setup
from rulewright.geometry.plane.place.setup import Away, Near, SetupPolicy, Standing, check_setup, region
from rulewright.geometry.plane.scene import Marker, Model, Piece, Scene
from rulewright.geometry.plane.see import sees
from rulewright.geometry.plane.shapes import Base, Circle, Oval, Pose
from tests.lengths import length

from .battles import ANY, CHARGE, OVALS, ROUNDS, WALK, battle

TOGETHER = Together()
OPEN = MovePolicy(clear_on_way=1.0, clear_at_end=1.0)
GOALS: tuple[Goal, ...] = (
    Spot(22, 15),
    Spot(3, 25),
    Beside("objective", 3.0),
    Beside("E", 2.0),
    Heading(60),
    AwayFrom("E"),
    OutOfSight(("E",)),
)


def ours(scene: Scene) -> list[str]:
    return [name for name, model in scene.models.items() if model.unit == "A"]


def keeps_together(scene: Scene) -> tuple[Fault, ...]:
    return TOGETHER.faults(scene, tuple(ours(scene)))


def row(count: int, at: tuple[float, float] = (10, 10)) -> list[Model]:
    """Models side by side."""
    return [Model(f"A{n}", Circle(32), Pose(at[0], at[1] + 1.5 * n), 1.2, unit="A") for n in range(count)]


def enemy(name: str, x: float, y: float) -> Model:
    return Model(name, Circle(32), Pose(x, y), 1.2, side=1, unit="E")


# ---------------------------------------------------------------------------------------------------- unit moves


def test_a_unit_that_has_arrived_in_part_brings_up_the_rest() -> None:
    """The nearest model has nowhere to go, so that the unit as a whole has no way."""
    here = Model("A0", Circle(32), Pose(16, 10), 1.2, unit="A")
    behind = Model("A1", Circle(32), Pose(10, 10), 1.2, unit="A")
    scene = Scene(44, 30, models=[here, behind, enemy("E", 19, 10)])
    plan = plan_move(scene, ("A0", "A1"), Beside("E", 2.0), 6.0, OPEN, TOGETHER)
    assert [move.model for move in plan.moves] == ["A1"]
    assert keeps_together(scene.moved(plan.ends)) == ()


@pytest.mark.parametrize("bases", [ROUNDS, ANY])
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: f"{type(goal).__name__}")
def test_a_plan_is_legal_and_never_worse_than_staying(goal: Goal, bases: tuple[Base, ...]) -> None:
    for seed in range(length(3, 8)):
        scene = battle(seed, bases, size=10 if seed % 4 == 3 else 5)
        unit = ours(scene)
        plan = plan_move(scene, unit, goal, 6.0, WALK, TOGETHER)
        faults, after = check_unit_move(scene, plan.moves, 6.0, WALK, keeps_together if plan.moves else None)
        assert faults == ()
        before, left = goal.left(scene, unit), goal.left(after, unit)
        assert left <= before
        assert (left < before) == bool(plan.moves)
        assert {name: after.model(name).pose for name in unit} == plan.ends
        assert plan.reached == goal.reached_by(after, unit)
        assert not plan.certain or left[0] <= goal.least(scene, unit, 6.0) + 1e-5


def test_a_formation_is_kept_where_there_is_room() -> None:
    models = row(10)
    plan = plan_move(Scene(60, 44, models=models), [one.id for one in models], Spot(30, 16.75), 6.0, OPEN, TOGETHER)
    steps = {(plan.ends[one.id].x - one.pose.x, plan.ends[one.id].y - one.pose.y) for one in models}
    assert {(round(x, 9), round(y, 9)) for x, y in steps} == {(6.0, 0.0)}
    assert (plan.reached, plan.certain, plan.effort) == ((), True, 10)


def test_a_spot_in_reach_is_reached_and_not_overrun() -> None:
    models = row(5)
    plan = plan_move(Scene(60, 44, models=models), [one.id for one in models], Spot(13, 13), 6.0, OPEN, TOGETHER)
    assert plan.reached == tuple(one.id for one in models)
    assert plan.certain
    assert np.mean([pose.centre for pose in plan.ends.values()], axis=0) == pytest.approx((13, 13))


def test_a_unit_stops_where_it_is_near_enough() -> None:
    scene = Scene(60, 44, models=[*row(3), enemy("e", 18, 11.5)], markers=[Marker("m", 10, 30)])
    plan = plan_move(scene, ["A0", "A1", "A2"], Beside("E", 3.0), 6.0, OPEN, TOGETHER)
    assert plan.reached and plan.certain
    near = min(gap(scene, scene.model(name).at(pose), "e").horizontal for name, pose in plan.ends.items())
    assert near == pytest.approx(3.0, abs=0.01)
    assert plan_move(scene, ["A0", "A1", "A2"], Beside("E", 9.0), 6.0, OPEN, TOGETHER).moves == ()


def test_a_unit_that_cannot_pass_in_formation_goes_round() -> None:
    """A wall across the way: six inches of staying behind it would be no progress at all."""
    wall = Piece("wall", ((13, 4), (14, 4), (14, 13.5), (13, 13.5)))
    models = row(3)
    scene = Scene(60, 44, [wall], models)
    plan = plan_move(scene, ["A0", "A1", "A2"], Spot(22, 11.5), 9.0, OPEN, TOGETHER)
    assert check_unit_move(scene, plan.moves, 9.0, OPEN)[0] == ()
    assert max(pose.x for pose in plan.ends.values()) > 14.5
    assert not plan.certain


def test_a_shut_in_unit_stays_and_does_not_say_that_it_must() -> None:
    box = [
        Piece("a", ((7, 7), (13, 7), (13, 8), (7, 8))),
        Piece("b", ((7, 12), (13, 12), (13, 13), (7, 13))),
        Piece("c", ((7, 8.1), (8, 8.1), (8, 11.9), (7, 11.9))),
        Piece("d", ((12, 8.1), (13, 8.1), (13, 11.9), (12, 11.9))),
    ]
    scene = Scene(60, 44, box, [Model("one", Circle(40), Pose(10, 10))])
    plan = plan_move(scene, ["one"], Spot(20, 10), 6.0, OPEN)
    assert plan.ends["one"].x < 11.3
    assert not plan.certain
    assert not plan.reached


def test_a_unit_hides() -> None:
    """Behind a wall, out of sight of whoever looks over it."""
    wall = Piece("wall", ((14, 6), (15, 6), (15, 16), (14, 16)), 5.0)
    scene = Scene(60, 44, [wall], [*row(3, at=(10, 16)), enemy("e", 26, 11)])
    assert any(sees(scene, "e", name) for name in ("A0", "A1", "A2"))
    plan = plan_move(scene, ["A0", "A1", "A2"], OutOfSight(("E",)), 6.0, OPEN, TOGETHER)
    after = scene.moved(plan.ends)
    assert plan.reached == ("A0", "A1", "A2") and plan.certain
    assert not any(sees(after, "e", name) for name in ("A0", "A1", "A2"))
    assert OutOfSight(("E",), cover=True).left(after, ["A0"]) == (0.0,)


def test_heading_and_running_away_go_all_the_way() -> None:
    scene = Scene(60, 44, models=[*row(3, at=(20, 20)), enemy("e", 14, 21.5)])
    unit = ["A0", "A1", "A2"]
    east = plan_move(scene, unit, Heading(0), 6.0, OPEN, TOGETHER)
    away = plan_move(scene, unit, AwayFrom("E"), 6.0, OPEN, TOGETHER)
    assert east.certain and away.certain
    for plan in (east, away):
        assert middle(scene.moved(plan.ends), unit) - middle(scene, unit) == pytest.approx((6.0, 0.0), abs=1e-6)


def test_each_model_may_have_its_own_policy() -> None:
    wall = Piece("wall", ((12, 0), (13, 0), (13, 44), (12, 44)), 3.0)
    flyer = MovePolicy(flies=True, over_enemies=True)
    scene = Scene(60, 44, [wall], [Model("bird", Circle(32), Pose(10, 20)), Model("walker", Circle(32), Pose(9, 22))])
    plan = plan_move(scene, ["bird"], Spot(20, 20), 12.0, {"bird": flyer})
    assert plan.ends["bird"].x > 13.5
    with pytest.raises(GeometryError, match="no policy"):
        plan_move(scene, ["walker"], Spot(20, 20), 12.0, {"bird": flyer})


def test_bad_goals_and_no_models_are_named() -> None:
    scene = Scene(60, 44, models=row(1))
    for make, told in (
        (lambda: plan_move(scene, [], Spot(1, 1), 6.0, OPEN), "at least one model"),
        (lambda: plan_move(scene, ["A0"], Beside("nobody"), 6.0, OPEN), "nobody"),
        (lambda: plan_move(scene, ["A0"], Spot(1, 1), -1.0, OPEN), "from 0 up"),
        (lambda: Spot(math.nan, 1), "two finite numbers"),
        (lambda: Beside("m", -1.0), "from 0 up"),
        (lambda: Heading(math.inf), "finite number of degrees"),
    ):
        with pytest.raises(GeometryError, match=told):
            make()


def test_a_walk_is_cut_where_the_inches_end() -> None:
    corners = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)])
    assert cut(corners, 5.0).tolist() == [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0]]
    assert cut(corners, 2.0).tolist() == [[0.0, 0.0], [2.0, 0.0]]
    assert cut(corners, 9.0).tolist() == corners.tolist()


# -------------------------------------------------------------------------------------------------------- charges


@pytest.mark.parametrize(("bases", "seeds"), length([(ROUNDS, 8), (OVALS, 3)], [(ROUNDS, 24), (OVALS, 6)]))
def test_a_quick_charge_is_legal_and_certain_only_with_as_many_as_can_be(bases: tuple[Base, ...], seeds: int) -> None:
    charged = 0
    for seed in range(seeds):
        scene = battle(seed, bases)
        unit = ours(scene)
        plan = plan_charge(scene, unit, ["E"], 9.0, CHARGE, TOGETHER)
        assert set(plan.ends) == set(unit)
        assert len(plan.reached) <= plan.most
        if plan.missing:
            assert plan.moves == ()
            continue
        charged += bool(plan.moves)
        faults, after = check_charge(scene, plan.moves, 9.0, CHARGE, ["E"], keeps_together, unit)
        assert faults == ()
        assert check_engaged(after, unit, ["E"]) == ()
        assert {name: after.model(name).pose for name in unit} == plan.ends
    assert charged >= seeds // 2


def test_the_quick_charge_is_nearly_as_good_as_the_certified_one() -> None:
    """Of 12 tables at most one more charge fails, and nine tenths as many models come to contact."""
    charges, contacts = [0, 0], [0, 0]
    for seed in range(length(4, 12)):
        scene = battle(seed)
        plans = [
            plan_charge(scene, ours(scene), ["E"], 9.0, CHARGE, TOGETHER, certified=kind) for kind in (False, True)
        ]
        for kind, plan in enumerate(plans):
            charges[kind] += not plan.missing
            contacts[kind] += len(plan.reached)
        quick, best = plans
        assert not (quick.certain and not quick.missing) or len(best.reached) <= len(quick.reached)
        assert not (quick.certain and quick.missing) or best.missing
    assert charges[0] >= charges[1] - 1
    assert contacts[0] >= 0.9 * contacts[1]


def test_a_target_out_of_reach_is_certainly_missed() -> None:
    scene = Scene(60, 44, models=[*row(3), enemy("e", 30, 11)])
    plan = plan_charge(scene, ["A0", "A1", "A2"], ["E"], 7.0, OPEN)
    assert (plan.moves, plan.missing, plan.certain) == ((), ("E",), True)
    near = plan_charge(scene, ["A0", "A1", "A2"], ["E"], 24.0, MovePolicy())
    assert (near.missing, near.certain) == ((), True)


def test_a_charge_that_would_tear_the_unit_apart_is_not_made() -> None:
    far = Model("A2", Circle(32), Pose(10, 22), 1.2, unit="A")
    scene = Scene(60, 44, models=[*row(2), far, enemy("e", 16, 10)])
    assert plan_charge(scene, ["A0", "A1", "A2"], ["E"], 6.0, MovePolicy(), TOGETHER).moves == ()
    assert plan_charge(scene, ["A0", "A1", "A2"], ["E"], 6.0, MovePolicy()).moves != ()


# --------------------------------------------------------------------------------------------- setting up, disembarking


def test_room_is_found_quickly_and_passes_the_check() -> None:
    """Also beside a transport: wholly within 3 inches of it, away from enemies."""
    policy = SetupPolicy((Near(("B0",), 6.0, False), Away(2.0), Standing(WALK), TOGETHER))
    for seed in range(6):
        scene = battle(seed, ANY)
        unit = [scene.model(name) for name in ours(scene)]
        room = find_room(scene, unit, policy, random.Random(seed))
        assert isinstance(room, Room)
        placed = [model.at(room.poses[model.id]) for model in unit]
        assert check_setup(scene.without_models([model.id for model in unit]), placed, policy) == ()


def test_the_quick_search_for_room_proves_nothing() -> None:
    crowd = Scene(4, 4, models=[Model("big", Circle(80), Pose(2, 2))])
    policy = SetupPolicy((Standing(),))
    quick = find_room(crowd, row(3), policy, random.Random(1))
    assert isinstance(quick, NoRoom) and not quick.proof
    certified = find_room(crowd, row(3), policy, random.Random(1), certified=True)
    assert isinstance(certified, NoRoom) and certified.proof


@pytest.mark.parametrize(("base", "regions"), [(Circle(32), 1), (Oval(60, 35), 3)])
def test_round_bases_have_one_region_however_they_face(
    base: Base, regions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = [Model(f"A{n}", base, Pose(0, 0, 40.0 * n), 1.2, unit="A") for n in range(3)]
    built: list[Model] = []

    def counted(scene: Scene, model: Model, policy: SetupPolicy) -> object:
        built.append(model)
        return region(scene, model, policy)

    monkeypatch.setattr(drawing, "region", counted)
    table, policy = Scene(30, 30), SetupPolicy((Standing(WALK), TOGETHER))
    for model in unit:
        drawing.kept_region(table, model, policy)
    assert len(built) == regions


def test_no_region_is_drawn_where_a_few_tries_find_room(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(scene: Scene, model: Model, policy: SetupPolicy) -> object:
        raise AssertionError("a region is drawn")

    monkeypatch.setattr(drawing, "region", never)
    unit = [Model(f"A{n}", Circle(32), Pose(0, 0), 1.2, unit="A") for n in range(5)]
    crowd = [Model(f"B{n}", Circle(60), Pose(6.0 * n + 4, 12), 1.2, side=1, unit="B") for n in range(4)]
    policy = SetupPolicy((Away(1.0), Standing(WALK), TOGETHER))
    assert sample_setup(Scene(30, 30, models=crowd), unit, policy, random.Random(1))


# --------------------------------------------------------------------------------------------- the same everywhere

PLANS = """
import json
from tests.core.geometry.test_plane_plans import plans_of
print(json.dumps([plans_of(seed) for seed in (3, 5)]))
"""


def plans_of(seed: int) -> list[str]:
    """The plans of one table, as text."""
    scene = battle(seed, ANY)
    unit = ours(scene)
    moves = [plan_move(scene, unit, goal, 6.0, WALK, TOGETHER) for goal in GOALS[:5]]
    return [repr(plan) for plan in (*moves, plan_charge(scene, unit, ["E"], 9.0, CHARGE, TOGETHER))]


def test_a_position_has_one_plan_in_every_process_and_after_other_plans() -> None:
    here = [plans_of(3), plans_of(5)]
    assert here == [plans_of(3), plans_of(5)]
    backwards = [plans_of(5), plans_of(3)][::-1]
    assert here == backwards
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", PLANS], capture_output=True, text=True, cwd=root, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == here


def test_a_scene_that_has_come_about_by_moves_has_the_same_plan() -> None:
    scene = battle(4)
    back = scene.moved({"E0": Pose(40, 28)}).moved({"E0": scene.model("E0").pose})
    plans: list[Callable[[Scene], object]] = [
        lambda now: plan_move(now, ours(now), Spot(22, 15), 6.0, WALK, TOGETHER),
        lambda now: plan_charge(now, ours(now), ["E"], 9.0, CHARGE, TOGETHER),
    ]
    for plan in plans:
        assert plan(scene) == plan(back)


def test_ovals_keep_their_facing() -> None:
    scene = Scene(60, 44, models=[Model("a", Oval(75, 42), Pose(10, 10, 30.0))])
    plan = plan_move(scene, ["a"], Spot(14, 12), 6.0, OPEN)
    assert plan.moves == (Move("a", (To(14, 12),)),)
    assert plan.ends["a"] == Pose(14, 12, 30.0)
