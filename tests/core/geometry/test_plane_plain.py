"""What plain arithmetic says of round bases is what the exact checks say, and of most it says something."""

import random

import msgspec
import pytest

from rulewright.geometry.plane.measure.units import Together, coherency
from rulewright.geometry.plane.move import moves as checks
from rulewright.geometry.plane.move.legs import Move, To
from rulewright.geometry.plane.move.moves import check_unit_move
from rulewright.geometry.plane.move.plain import open_ground
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.sampling import sample_move
from rulewright.geometry.plane.scene import Scene
from rulewright.geometry.plane.see import SightPolicy, fully_visible, visible
from rulewright.geometry.plane.shapes import Pose

from .battles import OVALS, WALK, battle

TOGETHER = Together()
POLICIES = (
    WALK,
    msgspec.structs.replace(WALK, over_enemies=True, flies=True, on_markers=False),
    msgspec.structs.replace(WALK, over_friends=False, engages=frozenset({"E"})),
)


def ours(scene: Scene) -> list[str]:
    return [name for name, model in scene.models.items() if model.unit == "A"]


def some_moves(scene: Scene, rng: random.Random) -> list[Move]:
    """Our models go somewhere, one after the other: alike, or each to a place of its own."""
    unit = rng.sample(ours(scene), 5)
    step = rng.uniform(-4.0, 4.0), rng.uniform(-4.0, 6.0)
    moves = []
    for name in unit:
        pose = scene.models[name].pose
        aside = (rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6)) if rng.random() < 0.5 else (0.0, 0.0)
        moves.append(Move(name, (To(pose.x + step[0] + aside[0], pose.y + step[1] + aside[1]),)))
    return moves


@pytest.mark.parametrize("policy", POLICIES)
def test_a_unit_that_walks_plainly_walks_legally_and_ends_where_it_would(
    policy: MovePolicy, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = legal = 0
    for seed in range(12):
        scene, rng = battle(seed), random.Random(seed)
        for _ in range(25):
            moves = some_moves(scene, rng)
            ground = open_ground(scene, dict.fromkeys(ours(scene), policy), 6.0)
            ends = None if ground is None else ground.ends(moves)
            quickly = check_unit_move(scene, moves, 6.0, policy)
            with monkeypatch.context() as exactly:
                exactly.setattr(checks, "open_ground", lambda scene, policies, inches: None)
                faults, after = check_unit_move(scene, moves, 6.0, policy)
            assert quickly[0] == faults and quickly[1].models == after.models
            assert ends is None or not faults
            plain, legal = plain + (ends is not None), legal + (not faults)
    assert plain >= 0.6 * legal > 20


def test_only_round_bases_on_the_table_itself_walk_plainly() -> None:
    scene = battle(1)
    ovals = battle(1, OVALS)
    raised = scene.moved({"A0": Pose(*scene.models["A0"].pose.centre, 0.0, 3.0)})
    assert open_ground(scene, {"A0": WALK}, 6.0) is not None
    assert open_ground(ovals, {"A0": WALK}, 6.0) is None
    assert open_ground(raised, {"A0": WALK}, 6.0) is None


def test_random_moves_are_those_of_the_arrays_where_nothing_is_plain() -> None:
    ovals = battle(3, OVALS)
    assert sample_move(ovals, ours(ovals), 6.0, WALK, random.Random(1), TOGETHER)


@pytest.mark.parametrize("crowd", [2, 7])
def test_a_unit_keeps_together_exactly_where_coherency_holds(crowd: int) -> None:
    together, kinds = Together(crowd=crowd), set()
    for seed in range(60):
        rng, scene = random.Random(seed), battle(seed % 6)
        unit = ours(scene)
        wide = rng.uniform(2.0, 9.0)
        scene = scene.moved({name: Pose(rng.uniform(10, 10 + wide), rng.uniform(4, 4 + wide)) for name in unit})
        faults = coherency(scene, unit, together).faults
        assert together.faults(scene, tuple(unit)) == faults
        kinds.add(bool(faults))
    assert kinds == {True, False}


def test_a_model_past_which_nothing_stands_is_fully_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for seed in range(8):
        scene = battle(seed)
        for policy in (SightPolicy(), SightPolicy(heights=True), SightPolicy(without=frozenset({"piece 1"}))):
            for one, other in (("A0", "E1"), ("A1", "F0"), ("B0", "E2"), ("E0", "A3")):
                quickly = fully_visible(scene, one, other, policy)
                fresh = Scene(scene.width, scene.depth, scene.pieces.values(), scene.models.values())
                with monkeypatch.context() as exactly:
                    exactly.setattr(visible, "_nothing_between", lambda *_: False)
                    assert fully_visible(fresh, one, other, policy) == quickly
                found.append(visible._nothing_between(scene, one, other, policy))
    assert 10 < found.count(True) < len(found)
