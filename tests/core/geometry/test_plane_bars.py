"""What is ruled out at once, beside the checks that decide about one move."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE
from rulewright.geometry.plane.move.bars import Bars
from rulewright.geometry.plane.move.legs import Move, To
from rulewright.geometry.plane.move.moves import check_move
from rulewright.geometry.plane.move.policy import MovePolicy
from rulewright.geometry.plane.move.surroundings import box_around
from rulewright.geometry.plane.shapes import Footprint
from rulewright.geometry.plane.slides import crossed, depths, forbidden, inside, off, rim, stretch
from tests.lengths import examples, length

from .battles import ANY, CHARGE, WALK, battle
from .grounds import BASES, grounds

POLICIES = (
    WALK,
    CHARGE,
    MovePolicy(flies=True, over_enemies=True, clear_at_end=1.0),
    MovePolicy(climbs=False, over_friends=False),
)
angles = st.floats(0.0, 2 * math.pi)


@pytest.mark.parametrize("seed", range(length(4, 12)))
@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_is_ruled_out_that_the_check_allows(seed: int, policy: MovePolicy) -> None:
    scene = battle(seed, ANY)
    rng = random.Random(seed)
    for model in list(scene.models.values())[:4]:
        bars = Bars(scene, model, box_around(model.base, model.pose, 8.0), 8.0, policy)
        angles = np.array([rng.uniform(0, 2 * math.pi) for _ in range(60)])
        lengths = np.array([rng.uniform(0, 8.0) for _ in range(60)])
        start = np.array(model.pose.centre)
        points = start + lengths[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        free, ends = bars.may_go(start, points), bars.may_end(points)
        for point, may_go, may_end in zip(points.tolist(), free.tolist(), ends.tolist(), strict=True):
            faults = check_move(scene, Move(model.id, (To(*point),)), 8.0, policy)
            assert may_go or faults, f"{model.id} to {point}"
            assert may_end or faults


def test_most_that_the_check_forbids_is_ruled_out() -> None:
    """Or looking at many places at once would save nothing."""
    wrong = forbidden_ones = 0
    for seed in range(10):
        scene = battle(seed)
        model = scene.model("A0")
        start = np.array(model.pose.centre)
        places = itertools.product(np.linspace(1.0, 7.0, 6), np.arange(0.0, 2 * math.pi, 0.5))
        points = np.array([start + far * np.array([math.cos(turn), math.sin(turn)]) for far, turn in places])
        free = Bars(scene, model, box_around(model.base, model.pose, 7.0), 7.0, WALK).may_go(start, points)
        for point, may in zip(points.tolist(), free.tolist(), strict=True):
            if check_move(scene, Move("A0", (To(*point),)), 7.0, WALK):
                forbidden_ones += 1
                wrong += may
    assert wrong < 0.04 * forbidden_ones


@examples(60)
@given(grounds(BASES), st.floats(-5, 5), st.floats(-5, 5), st.lists(st.tuples(angles, st.floats(0.0, 9.0)), min_size=1))
def test_many_straight_ways_are_judged_as_one(
    ground: Footprint, x: float, y: float, ways: list[tuple[float, float]]
) -> None:
    start = (x, y)
    points = np.array([(x + far * math.cos(turn), y + far * math.sin(turn)) for turn, far in ways])
    for part in ground.parts:
        found = [crossed(np.array(start), points, part, TOLERANCE * times).tolist() for times in (2.0, 0.5)]
        for (turn, far), deep, shallow in zip(ways, *found, strict=True):
            alone = stretch(start, (math.cos(turn), math.sin(turn)), far, part)
            assert deep <= (alone is not None) <= shallow


@examples(60)
@given(grounds(BASES), st.lists(st.tuples(st.floats(-6, 6), st.floats(-6, 6)), min_size=1))
def test_inside_is_a_depth_above_the_tolerance(ground: Footprint, places: list[tuple[float, float]]) -> None:
    points = np.array(places)
    for part in ground.parts:
        deep = depths(points, part)
        sure = np.abs(deep - TOLERANCE) > 1e-9
        assert (inside(points, part) == (deep > TOLERANCE))[sure].all()
        far = off(points, part)
        assert (far <= -deep + 1e-9).all()
        assert (far >= -deep * 0.999 - 0.01)[deep < 0].all()


@examples(60)
@given(grounds(BASES), angles)
def test_a_ray_from_inside_leaves_a_ground_at_its_edge(ground: Footprint, angle: float) -> None:
    for part in ground.parts:
        x, y = part.core.mean(axis=0).tolist()
        edge = rim(part, (x, y), np.array([angle]))
        assert abs(float(depths(edge, part)[0])) < 1e-9


def test_a_way_over_a_line_is_crossed() -> None:
    line = forbidden(Footprint(np.zeros((1, 2)), 0.5), Footprint(np.array([(0.0, -2.0), (0.0, 2.0)])))[0]
    points = np.array([(3.0, 0.0), (-3.0, 3.0), (-2.9, 0.2), (-0.4, 0.0)])
    assert crossed(np.array((-3.0, 0.0)), points, line).tolist() == [True, False, False, True]
