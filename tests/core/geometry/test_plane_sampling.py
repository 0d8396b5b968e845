"""Random moves, places, tool moves and set-ups: legal nearly always before the check, the same for the same luck."""

import random

import msgspec
import numpy as np
import pytest

from rulewright.geometry.plane.measure.units import Together
from rulewright.geometry.plane.move.legs import To
from rulewright.geometry.plane.move.movers import lacking
from rulewright.geometry.plane.move.moves import check_move, check_unit_move
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.sampling import sample_move, sample_walk
from rulewright.geometry.plane.place.placing import check_place
from rulewright.geometry.plane.place.room import sample_setup
from rulewright.geometry.plane.place.setup import Away, Near, NearOneEdge, SetupPolicy, Standing, check_setup
from rulewright.geometry.plane.scene import Model, Piece, Scene
from rulewright.geometry.plane.shapes import Base, Circle, Hull, Pose
from rulewright.geometry.plane.tools.sampling import sample_advance, sample_place
from rulewright.geometry.plane.tools.tools import MovementTool, Passage, check_advance
from tests.lengths import length

from .battles import ANY, OVALS, ROUNDS, WALK, battle

TOGETHER = Together()
TOOL = MovementTool(5.0, 0.8)


def ours(scene: Scene) -> list[str]:
    return [name for name, model in scene.models.items() if model.unit == "A"]


def sized(scene: Scene, seed: int) -> Scene:
    """The scene with terrain of random sizes."""
    rng = random.Random(seed)
    pieces = [msgspec.structs.replace(piece, size=rng.randint(1, 5)) for piece in scene.pieces.values()]
    return Scene(scene.width, scene.depth, pieces, scene.models.values())


@pytest.mark.parametrize("bases", [ROUNDS, OVALS, ANY])
def test_at_least_95_of_100_random_unit_moves_are_legal(bases: tuple[Base, ...]) -> None:
    legal, moved, everything, ways = 0, 0, 0, set()
    for seed in range(length(10, 25)):
        scene = battle(seed, bases)
        unit = ours(scene)
        for luck in range(4):
            moves = sample_move(scene, unit, 6.0, WALK, random.Random(100 * seed + luck), TOGETHER)
            faults, after = check_unit_move(scene, moves, 6.0, WALK)
            legal += not faults and not TOGETHER.faults(after, tuple(unit))
            moved += len(moves) == len(unit)
            everything += 1
            ways.add(moves)
    assert legal >= 0.95 * everything
    assert moved >= 0.95 * everything
    assert len(ways) >= 0.9 * everything


def test_random_unit_moves_go_everywhere_and_scatter() -> None:
    scene = battle(1)
    unit = ours(scene)
    moves = [sample_move(scene, unit, 6.0, WALK, random.Random(luck), TOGETHER) for luck in range(40)]
    starts = {name: scene.model(name).pose for name in unit}
    ends = [{move.model: move.legs[-1] for move in one} for one in moves]
    steps = [
        {name: (end.x - starts[name].x, end.y - starts[name].y) for name, end in one.items() if isinstance(end, To)}
        for one in ends
    ]
    first = np.array([one["A0"] for one in steps if one])
    assert (np.ptp(first, axis=0) > (4.0, 3.0)).all()
    kinds = [len({(round(x, 6), round(y, 6)) for x, y in one.values()}) for one in steps]
    assert kinds.count(1) >= 5, "in formation"
    assert len(kinds) - kinds.count(1) >= 5, "scattered"


def test_the_same_luck_gives_the_same_sample() -> None:
    scene = sized(battle(2), 2)
    unit = [scene.model(name) for name in ours(scene)]
    policy = SetupPolicy((Standing(WALK), TOGETHER))
    for sample in (
        lambda rng: sample_move(scene, [one.id for one in unit], 6.0, WALK, rng, TOGETHER),
        lambda rng: sample_walk(scene, "A0", 6.0, WALK, rng),
        lambda rng: sample_advance(scene, "A0", TOOL, Passage(2), rng),
        lambda rng: sample_place(scene, "A0", 3.0, rng),
        lambda rng: sample_setup(scene, unit, policy, rng),
    ):
        assert sample(random.Random(5)) == sample(random.Random(5))
        assert sample(random.Random(5)) != sample(random.Random(6))


def test_a_unit_without_room_stays() -> None:
    walls = [Piece("a", ((0, 2.2), (9, 2.2), (9, 3), (0, 3))), Piece("b", ((2.2, 0), (3, 0), (3, 2.1), (2.2, 2.1)))]
    scene = Scene(9, 9, walls, [Model("A0", Circle(52), Pose(1.1, 1.1))])
    assert sample_move(scene, ["A0"], 6.0, MovePolicy(), random.Random(1)) == ()
    assert sample_move(scene, [], 6.0, MovePolicy(), random.Random(1)) == ()


def test_at_least_95_of_100_random_walks_of_one_model_are_legal() -> None:
    legal, bends = 0, 0
    for seed in range(60):
        scene = battle(seed % 20, ANY)
        move = sample_walk(scene, f"A{seed % 5}", 8.0, WALK, random.Random(seed))
        legal += check_move(scene, move, 8.0, WALK) == ()
        bends += len(move.legs) > 1
    assert legal >= 57
    assert bends >= 15


@pytest.mark.parametrize("wholly", [False, True])
def test_random_places_and_tool_moves_are_legal(wholly: bool) -> None:
    legal, found = 0, 0
    for seed in range(40):
        scene = sized(battle(seed), seed)
        rng = random.Random(seed)
        pose = sample_place(scene, "A0", 3.0, rng, wholly=wholly)
        advance = sample_advance(scene, "A1", TOOL, Passage(2), rng)
        if pose is not None:
            found += 1
            legal += check_place(scene, "A0", pose, 3.0, wholly=wholly) == ()
        if advance is not None:
            found += 1
            legal += check_advance(scene, "A1", TOOL, *advance, Passage(2)) == ()
    assert found >= 70
    assert legal >= 0.95 * found


SETUPS = length(6, 9)
"""As often as this, four random set-ups are drawn, with each policy in turn."""


def test_random_set_ups_are_legal() -> None:
    policies = (
        SetupPolicy((Near(("B0",), 6.0, False), Away(2.0), Standing(WALK), TOGETHER)),
        SetupPolicy((NearOneEdge(8.0), Standing(WALK), TOGETHER)),
        SetupPolicy((Standing(WALK),)),
    )
    legal, found = 0, 0
    for seed in range(SETUPS):
        scene, policy = battle(seed, ANY), policies[seed % 3]
        unit = [scene.model(name) for name in ours(scene)]
        for luck in range(4):
            poses = sample_setup(scene, unit, policy, random.Random(luck))
            if poses is None:
                continue
            placed = [model.at(poses[model.id]) for model in unit]
            found += 1
            legal += check_setup(scene.without_models([one.id for one in unit]), placed, policy) == ()
    assert found >= 10 * SETUPS // 3
    assert legal >= 0.95 * found


def test_a_model_of_several_parts_is_one_neighbour() -> None:
    corner = Hull(((-2, -2), (2, -2), (2, 0), (0, 0), (0, 2), (-2, 2)))
    mover, near, far = (
        Model(name, base, Pose(x, 20))
        for name, base, x in (("a", Circle(25.4), 5), ("near", corner, 20), ("far", corner, 40))
    )
    places = np.array([(20.6, 20.6), (30.0, 20.0)])
    assert len(near.footprint.parts) > 1
    assert lacking(mover, places, [near, far], Together(neighbours=2), 3).tolist() == [1.0, 2.0]
