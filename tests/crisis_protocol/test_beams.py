"""The sets of bases that a beam can be laid over: beside beams laid anyhow."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.plane import Circle, Model, Pose, Scene
from rulewright.geometry.plane.shapes import Rectangle
from rulewright.geometry.plane.tools import beam
from rulewright_crisis_protocol.space.beams import ASIDE, beam_lays
from tests.lengths import examples

RIM = 35 / 25.4 / 2
MOST = RIM + 0.5 - 1e-5
"""How far aside a tool an inch wide still touches a small base."""


def table(*others: tuple[float, float]) -> Scene:
    """A small base in the middle, and others by direction and inches from centre to centre."""
    spots = [(18 + far * math.cos(math.radians(way)), 18 + far * math.sin(math.radians(way))) for way, far in others]
    models = [Model(f"m{row}", Circle(35), Pose(x, y)) for row, (x, y) in enumerate(spots)]
    return Scene(36, 36, [], [Model("a", Circle(35), Pose(18, 18)), *models])


def sets(scene: Scene, length: float = 6.0, **more: object) -> set[frozenset[str]]:
    return {frozenset(lay.hit) for lay in beam_lays(scene, "a", length, **more)}  # type: ignore[arg-type]


places = st.lists(st.tuples(st.floats(0, 359), st.floats(1.4, 9)), min_size=1, max_size=8)
lays = st.lists(st.tuples(st.floats(0, 359), st.floats(-MOST, MOST)), min_size=30, max_size=30)


@examples(60)
@given(places, lays, st.sampled_from([3.0, 6.0]), st.sampled_from([0.5, 1.0]))
def test_every_set_is_hit_as_said_and_none_that_any_beam_hits_is_missing(
    others: list[tuple[float, float]], laid: list[tuple[float, float]], length: float, width: float
) -> None:
    scene = table(*others)
    found = beam_lays(scene, "a", length, width)
    for lay in found:
        assert lay.hit == beam(scene, "a", lay.direction, length, width, lay.aside).hit != ()
    known = [frozenset(lay.hit) for lay in found]
    assert len(set(known)) == len(known)
    for direction, part in laid:
        aside = part / MOST * (RIM + width / 2 - ASIDE)
        beside = {beam(scene, "a", direction, length, width, aside + off).hit for off in (-ASIDE / 2, 0, ASIDE / 2)}
        if len(beside) == 1 and (hit := beside.pop()):
            assert frozenset(hit) in known


def test_a_beam_is_laid_aside_to_hit_one_and_spare_another() -> None:
    """crisis_protocol:beam.definition: through the middle of the base it would hit both."""
    scene = table((0, 3), (15, 6))
    assert sets(scene) == {frozenset({"m0"}), frozenset({"m1"}), frozenset({"m0", "m1"})}
    assert beam_lays(scene, "a", 6)[0].aside == 0.0
    near = table((0, 2), (0, 6.0))
    assert frozenset({"m1"}) not in sets(near)


def test_two_that_are_only_just_touched_are_hit_together() -> None:
    """An arc of rims an inch apart at the end of the tool: the corners of the tool touch both, and nothing wider."""
    far = RIM + math.hypot(RIM + 6, 0.5)
    for spare, both in ((0.0, True), (0.001, False)):
        way = math.degrees(math.atan2(0.5, RIM + 6)) + math.degrees(spare)
        assert (frozenset({"m0", "m1"}) in sets(table((way, far), (-way, far)))) is both


def test_a_beam_reaches_as_far_as_its_tool_from_corner_to_corner() -> None:
    reach = 2 * RIM + math.hypot(3, 1)
    assert sets(table((40, reach - 1e-7)), 3) == {frozenset({"m0"})}
    assert sets(table((40, reach + 0.001)), 3) == set()


def test_only_those_who_count_are_told_apart() -> None:
    scene = table((0, 3), (15, 6), (90, 4))
    assert sets(scene, among={"m1", "a"}) == {frozenset({"m1"})}
    assert sets(scene, among=()) == set()


def test_bases_that_are_not_round_and_strange_numbers_are_named() -> None:
    for odd in ("a", "m0"):
        scene = table((0, 3))
        scene = scene.with_models([Model(odd, Rectangle(35, 35), scene.models[odd].pose)])
        with pytest.raises(GeometryError, match=f"model '{odd}' has no round base"):
            beam_lays(scene, "a", 6)
    for length, width in ((-1.0, 1.0), (6.0, math.nan)):
        with pytest.raises(GeometryError, match="number of inches from 0 up"):
            beam_lays(table((0, 3)), "a", length, width)
    crowd = Scene(36, 36, [], [Model(f"m{n}", Circle(4), Pose(10 + n / 5, 18)) for n in range(64)])
    with pytest.raises(GeometryError, match="at most 62 models are told apart, and 63 are in reach"):
        beam_lays(crowd, "m0", 30)
    with pytest.raises(GeometryError, match="no model 'x'"):
        beam_lays(table((0, 3)), "x", 6)
