"""Plain arithmetic for round bases says what the exact checks say."""

import random
from itertools import combinations

import numpy as np
import pytest

from rulewright.geometry.plane.measure.ranges import gap, horizontal, markers_within, models_within, to_models
from rulewright.geometry.plane.place import placing
from rulewright.geometry.plane.place.placing import check_stand
from rulewright.geometry.plane.place.room import sample_setup
from rulewright.geometry.plane.place.setup import Near, OnOrOff, SetupPolicy, check_setup
from rulewright.geometry.plane.place.spots import allowed
from rulewright.geometry.plane.rounds import is_free, size_of
from rulewright.geometry.plane.scene import Marker, Model, Piece, Scene, Zone
from rulewright.geometry.plane.see import SightPolicy, sees, unit_sees
from rulewright.geometry.plane.shapes import Circle, Oval, Pose
from rulewright.geometry.plane.tools import tools
from rulewright.geometry.plane.tools.sampling import sample_advance
from rulewright.geometry.plane.tools.tools import Barred, MovementTool, Passage, check_advance, lay

SEEDS = range(12)
PASSAGE = Passage(2)


def table(seed: int) -> Scene:
    """Ten round bases on and among terrain of all sizes, one piece of it with a hole."""
    rng = random.Random(seed)
    pieces = [Piece("ring", ((16, 14), (22, 14), (22, 20), (16, 20)), size=4, holes=(((18, 16), (18, 18), (20, 18)),))]
    for number in range(11):
        x, y, wide, deep = rng.uniform(0, 32), rng.uniform(0, 32), rng.uniform(0.5, 5), rng.uniform(0.5, 5)
        corners = ((x, y), (x + wide, y), (x + wide * rng.random(), y + deep))
        pieces.append(Piece(f"piece {number}", corners, size=rng.randint(1, 5), balance=rng.random() < 0.7))
    bases = [Circle(rng.choice((35, 50, 65))) for _ in range(10)]
    spots = [Pose(rng.uniform(2, 34), rng.uniform(2, 34)) for _ in bases]
    models = [Model(f"model {number}", base, spots[number], side=number % 2) for number, base in enumerate(bases)]
    return Scene(36, 36, pieces, models, [Zone("south", ((0, 0), (36, 0), (36, 6), (0, 6)))])


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Lets everything be decided by the exact checks."""
    monkeypatch.setattr(placing, "size_of", lambda base: None)
    monkeypatch.setattr(tools, "size_of", lambda base: None)
    monkeypatch.setattr(Barred, "clear", lambda *_: False)
    return monkeypatch


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_free_is_what_may_be_stood_on(seed: int, plainly: pytest.MonkeyPatch) -> None:
    scene, rng = table(seed), random.Random(seed)
    closed = PASSAGE.barred(scene).names
    legal = free = 0
    for _ in range(300):
        model = scene.models[f"model {rng.randrange(10)}"]
        size, x, y = size_of(model.base), rng.uniform(0, 36), rng.uniform(0, 36)
        assert size is not None
        found = is_free(scene, model.id, size, x, y, closed)
        exact = not check_stand(scene, model.id, Pose(x, y), closed)
        assert exact or not found
        legal, free = legal + exact, free + found
    assert free == legal > 20


def test_a_base_beside_another_kind_of_base_is_left_to_the_exact_check() -> None:
    scene = Scene(36, 36, models=[Model("a", Circle(35), Pose(5, 5)), Model("b", Oval(75, 42), Pose(30, 30))])
    assert not is_free(scene, "a", 0.7, 10, 10) and not check_stand(scene, "a", Pose(10, 10))


@pytest.mark.parametrize("width", [0.0, 0.8])
@pytest.mark.parametrize("seed", SEEDS)
def test_advances_have_the_faults_of_the_exact_check(seed: int, width: float, plainly: pytest.MonkeyPatch) -> None:
    scene, rng = table(seed), random.Random(seed)
    tool, legal = MovementTool(5.0, width), 0
    answers = []
    for number in range(40):
        model = scene.models[f"model {number % 10}"]
        laid = lay(tool, model.footprint, rng.uniform(0, 360), rng.uniform(-150, 150), rng.uniform(0, 360))
        end = rng.choice((laid.end, laid.elbow))
        answers.append((model.id, laid, Pose(end[0] + rng.uniform(-1, 1), end[1] + rng.uniform(-1, 1))))
        if (found := sample_advance(scene, model.id, tool, PASSAGE, rng)) is not None:
            answers.append((model.id, *found))
    exact = [check_advance(scene, name, tool, laid, pose, PASSAGE) for name, laid, pose in answers]
    plainly.undo()
    for (name, laid, pose), faults in zip(answers, exact, strict=True):
        assert check_advance(scene, name, tool, laid, pose, PASSAGE) == faults
        legal += not faults
    assert 3 < legal < len(answers)


@pytest.mark.parametrize("seed", SEEDS)
def test_horizontal_distances_are_those_of_gaps(seed: int) -> None:
    scene = table(seed)
    things = (*scene.models, *scene.pieces, *scene.zones)
    for one, other in combinations(things, 2):
        assert horizontal(scene, one, other) == pytest.approx(gap(scene, one, other).horizontal, abs=1e-9)
        assert horizontal(scene, other, one) == pytest.approx(horizontal(scene, one, other), abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_models_within_a_range_are_those_that_arrays_find(seed: int) -> None:
    scene = table(seed)
    for inches in (0.0, 1.0, 6.0, 15.0):
        for name in scene.models:
            near = to_models(scene, name)[0] <= inches + 1e-6
            assert models_within(scene, name, inches) == tuple(
                one for one, is_near in zip(scene.models, near, strict=True) if is_near
            )
            assert models_within(scene, name, inches, among=["model 3", "model 1"]) == tuple(
                one for one in ("model 3", "model 1") if near[int(one[-1])]
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_markers_within_a_range_are_those_that_are_as_near(seed: int) -> None:
    rng, scene = random.Random(seed), table(seed)
    scene = scene.with_markers([Marker(f"token {one}", rng.uniform(0, 36), rng.uniform(0, 36)) for one in range(8)])
    scene = scene.with_models([Model("long", Oval(90, 52), Pose(18, 18, 30))])
    for inches in (0.0, 3.0, 9.0):
        for name in (*scene.models, *scene.markers):
            near = [one for one in scene.markers if horizontal(scene, name, one) <= inches + 1e-6]
            assert markers_within(scene, name, inches) == tuple(near)


@pytest.mark.parametrize("seed", SEEDS)
def test_places_are_free_one_by_one_where_they_are_all_together(seed: int) -> None:
    scene, rng = table(seed), random.Random(seed)
    policy, model = SetupPolicy((OnOrOff(frozenset({"ring"})),)), Model("new", Circle(50), Pose(0, 0))
    points = np.array([(rng.uniform(0, 36), rng.uniform(0, 36)) for _ in range(120)])
    alone = [allowed(scene, model, policy, points[place : place + 1])[0] for place in range(len(points))]
    assert allowed(scene, model, policy, points).tolist() == alone


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_seen_openly_is_seen(seed: int) -> None:
    scene = table(seed)
    for policy in (SightPolicy(), SightPolicy(sizes=True), SightPolicy(models=True)):
        for one, other in combinations(scene.models, 2):
            assert sees(scene, one, other, policy) == unit_sees(scene, (one,), (other,), None, policy)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_model_that_is_set_up_alone_is_put_anywhere_that_is_legal(seed: int) -> None:
    scene, rng = table(seed), random.Random(seed)
    policy = SetupPolicy((OnOrOff(), Near(("south",), wholly=False)))
    model = Model("new", Circle(50), Pose(0, 0))
    spots = []
    for _ in range(30):
        poses = sample_setup(scene, [model], policy, rng)
        assert poses is not None and not check_setup(scene, [model.at(poses["new"])], policy)
        spots.append(poses["new"])
    assert min(spot.x for spot in spots) < 12 and max(spot.x for spot in spots) > 24
    assert max(spot.y for spot in spots) > 6 > 3 > min(spot.y for spot in spots)
