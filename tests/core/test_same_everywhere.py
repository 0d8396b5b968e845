"""The same position gives the same plan, the same game and the same digest on every machine."""

from __future__ import annotations

import ast
import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

import rulewright
from rulewright.field.inches import Direction
from rulewright.geometry import TOLERANCE
from rulewright.geometry.irrational import scalar, vector
from rulewright.geometry.lattice import NARROW, WIDE, alike, coarse, near
from rulewright.testing.noise import noise
from tests import same_everywhere
from tests.lengths import length
from tests.same_everywhere import WORKS, differences

from . import test_field_inches as asked

ROOT = Path(__file__).parents[2]
ROOMS = (
    ROOT / "core" / "rulewright" / "geometry",
    ROOT / "core" / "rulewright" / "field",
    *(ROOT / "plugins").glob("*/rulewright_*"),
)
DOOR = ROOT / "core" / "rulewright" / "geometry" / "irrational"
IRRATIONAL = {
    "acos", "acosh", "arccos", "arcsin", "arctan", "arctan2", "asin", "asinh", "atan", "atan2", "cbrt", "cos", "cosh",
    "dist", "einsum", "exp", "hypot", "linalg", "log", "log10", "log2", "sin", "sinh", "sqrt", "tan", "tanh",
}  # fmt: skip


QUESTIONS = {"answers", "plans", "sights", "rooms"}
KINDS = length(QUESTIONS, {*QUESTIONS, "games", "greedy_games"})


def test_whatever_is_irrational_goes_through_one_door() -> None:
    found = []
    for file in (file for room in ROOMS for file in room.rglob("*.py") if DOOR not in file.parents):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id in ("math", "np", "numpy", "cmath") and node.attr in IRRATIONAL:
                    found.append(f"{file.name}:{node.lineno}: {ast.unparse(node)}")
            if isinstance(node, ast.ImportFrom) and node.module in ("math", "numpy", "cmath"):
                found += [f"{file.name}:{node.lineno}: {one.name}" for one in node.names if one.name in IRRATIONAL]
    assert not found


def test_noise_changes_each_result_by_one_unit_in_the_last_place_and_only_meanwhile() -> None:
    angles = np.linspace(0.1, 1.5, 200)
    sines, roots = vector.sin(angles), scalar.sqrt(2.0)
    with noise(1):
        there = vector.sin(angles)
        assert {scalar.sqrt(2.0) for _ in range(60)} == {
            roots, math.nextafter(roots, 0.0), math.nextafter(roots, 2.0)
        }  # fmt: skip
        assert vector.sin(np.zeros(3)).tolist() == [0.0, 0.0, 0.0]
    assert np.count_nonzero(there != sines) > 50
    assert (np.abs(there - sines) <= np.spacing(sines)).all()
    assert scalar.sqrt(2.0) == roots and (vector.sin(angles) == sines).all()


def test_places_on_the_lattice_are_decimals() -> None:
    assert near((("A", 1.00004999, (-0.00001, 7)), 2.5)) == (("A", 1.0, (0.0, 7)), 2.5)
    assert math.copysign(1.0, near(-0.00001)) == 1.0
    assert near(0.123456789, NARROW) == 0.1234568
    assert near(near(1 / 3)) == near(1 / 3)


def test_the_lattice_lies_far_from_noise_and_the_narrow_one_far_below_the_tolerance() -> None:
    assert 10.0**-NARROW <= TOLERANCE / 10
    assert 1e-12 < 10.0**-NARROW < 10.0**-WIDE


def test_answers_are_alike_less_than_a_step_apart() -> None:
    answer = ("A", (1.0, 2.0))
    assert alike(answer, ("A", (1.00009, 2.0)))
    assert not alike(answer, ("A", (1.00011, 2.0)))
    assert not alike(answer, ("A", (1.0, 2.0, 3.0)))
    assert not alike(answer, ("B", (1.0, 2.0)))


def test_what_is_equal_but_for_noise_keeps_its_order() -> None:
    twins = np.array([3.0000000000000004, 3.0, 2.9999999999999996])
    assert np.argsort(coarse(twins), kind="stable").tolist() == [0, 1, 2]
    assert coarse(3.0000000000000004) == coarse(2.9999999999999996)
    assert coarse(3.0001) > coarse(3.0) == coarse(3)


@pytest.mark.parametrize("value", [1.0, -1.0])
def test_an_angle_is_not_made_of_the_noise_of_its_cosine(value: float) -> None:
    for off in (0.0, 1e-16, -1e-16, 3e-15, -3e-15):
        angle = 0.0 if value > 0 else math.pi
        assert vector.arccos(np.array([value + off]))[0] == angle
        assert scalar.acos(value + off) == angle
        assert vector.arcsin(np.array([value + off]))[0] == value * math.pi / 2
    assert vector.arccos(np.array([0.999]))[0] == np.arccos(0.999)
    with np.errstate(invalid="ignore"):
        assert math.isnan(vector.arccos(np.array([1.0001]))[0])


@pytest.mark.parametrize("kind", asked.KINDS)
def test_every_answer_that_is_worked_out_lies_on_the_lattice(kind: str) -> None:
    for seed in range(3):
        space = asked.question(kind, seed)
        rng = Random(seed)
        for answer in (*(space.sample(rng) for _ in range(3)), *space.suggest(4, rng)):
            assert answer == near(answer, NARROW)


def test_a_direction_that_is_rounded_up_to_a_whole_turn_is_along_x() -> None:
    scene = asked.table(0)
    here, there = scene.model("A0").pose, scene.models["A1"]
    below = scene.moved({"A1": there.pose.at(here.x + 2.0, here.y - 1e-6)})
    space = Direction(below, asked.rules_of(Direction), origin="A0")
    assert space.settle(("to", "A1")) == 0.0


@pytest.mark.parametrize(
    "work", [one for one in WORKS if one[1] == 1 and one[0].__name__ in KINDS], ids=lambda one: one[0].__name__
)
def test_nothing_hangs_on_the_last_bits(work: same_everywhere.Work) -> None:
    count, found = differences(work, [7])
    assert count and not found, "\n".join(found)


@pytest.mark.parametrize("number", range(len(same_everywhere.GOLDEN)))
def test_no_written_game_hangs_on_the_last_bits(number: int) -> None:
    _, found = differences((same_everywhere.golden, number), [7])
    assert not found, "\n".join(found)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_game_with_places_off_the_lattice_goes_on(seed: int, tmp_path: Path) -> None:
    """What a person types is kept as typed; so is what an older save holds."""
    game, rng = rulewright.new_game("crisis_protocol", seed=seed), Random(1)
    while game.request is not None and game.request.ask != "turn":
        answer = game.request.space.sample(rng)
        if game.request.ask == "deploy_at":
            typed = tuple((id, x + rng.uniform(-1e-4, 1e-4), *rest) for id, x, *rest in answer)
            answer = answer if game.request.space.check(typed) else typed
        game.answer(answer, game.request.player)
    assert any(near(one.x, NARROW) != one.x for one in game.state.characters.values())
    game.save(tmp_path / "typed.json")
    game = rulewright.load(tmp_path / "typed.json")
    while game.request is not None and len(game.answers) < 400:
        game.answer(game.request.space.sample(rng), game.request.player)
    assert len(game.answers) >= 400 or game.result is not None
