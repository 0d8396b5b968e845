import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE
from rulewright.geometry.plane.measure.contact import Contact, first_contact
from rulewright.geometry.plane.measure.ranges import distance, overlaps, penetration
from rulewright.geometry.plane.shapes import Footprint, Pose, Rectangle, footprint

from .grounds import BASES, CONVEX, HAIRS, MANY, NOTCHED, SOME, angles, close, grounds, pairs, turned

lengths = st.one_of(st.sampled_from([1e-7, 0.5, 1.0, 6.0]), st.floats(0, 12))


def disc(x: float, y: float, radius: float) -> Footprint:
    return Footprint(np.array([[float(x), float(y)]]), float(radius))


def slid(ground: Footprint, angle: float, travel: float) -> Footprint:
    return ground.shifted(math.cos(angle) * travel, math.sin(angle) * travel)


def contact(a: Footprint, angle: float, length: float, b: Footprint) -> Contact | None:
    return first_contact(a, math.cos(angle) * length, math.sin(angle) * length, b)


@SOME
@given(pairs(), angles, lengths)
def test_the_first_contact_is_where_many_small_steps_find_it(
    pair: tuple[Footprint, Footprint], angle: float, length: float
) -> None:
    a, b = pair
    found = contact(a, angle, length, b)
    steps = np.linspace(0.0, length, 150)
    deep = [penetration(slid(a, angle, travel), b) for travel in steps.tolist()]
    inside = [travel for travel, by in zip(steps, deep, strict=True) if by > 2 * TOLERANCE]
    if found is None:
        assert not inside
        return
    assert 0.0 <= found.travel <= length
    there = slid(a, angle, found.travel)
    if overlaps(a, b):
        assert found.travel == 0.0
    else:
        assert distance(there, b) <= 2 * TOLERANCE and not overlaps(there, b)
        assert distance(there, disc(*found.point, 0.0)) <= 2 * TOLERANCE
    assert distance(b, disc(*found.point, 0.0)) <= 2 * TOLERANCE
    if inside:
        assert found.travel <= inside[0]


@MANY
@given(pairs(), angles, lengths, angles, st.booleans())
def test_it_is_the_same_from_the_other_side_and_in_any_frame(
    pair: tuple[Footprint, Footprint], angle: float, length: float, turn: float, mirrored: bool
) -> None:
    a, b = pair
    if min(abs(penetration(a, b) - TOLERANCE), abs(distance(a, b) - TOLERANCE)) < 1e-8:
        return
    found = contact(a, angle, length, b)
    others = (
        contact(b, angle + math.pi, length, a),
        contact(
            turned(a, turn, 11, -7, mirrored),
            (math.pi - angle if mirrored else angle) + turn,
            length,
            turned(b, turn, 11, -7, mirrored),
        ),
    )
    for other in others:
        if found is None or other is None:
            # Whether it brushes past or touches is decided by less than a frame's noise only where it hardly does.
            only = found or other
            assert only is None or grazes(a, angle, length, b)
        else:
            assert other.travel == pytest.approx(found.travel, abs=1e-5)


def grazes(a: Footprint, angle: float, length: float, b: Footprint) -> bool:
    """Whether the deepest overlap on the way is the tolerance, or it only just arrives."""
    steps = np.linspace(0.0, length, 4000).tolist()
    deepest = max(penetration(slid(a, angle, travel), b) for travel in steps)
    return deepest <= 2 * TOLERANCE


def test_two_discs_meet_where_pythagoras_says() -> None:
    found = first_contact(disc(-10, 3, 1), 20.0, 0.0, disc(0, 0, 4))
    assert found is not None
    assert found.travel == pytest.approx(6.0, abs=1e-12)
    assert found.point == pytest.approx((-3.2, 2.4))


rationals = st.fractions(-8, 8, max_denominator=32)


@MANY
@given(rationals, rationals, st.fractions(1, 4, max_denominator=32), st.fractions(1, 20, max_denominator=8))
@example(Fraction(-5), Fraction(3), Fraction(3), Fraction(10))
@example(Fraction(-5), Fraction(0), Fraction(3), Fraction(2))
@example(Fraction(-1), Fraction(1), Fraction(1), Fraction(1))
def test_discs_hit_and_miss_as_exact_arithmetic_says(
    x: Fraction, y: Fraction, reach: Fraction, length: Fraction
) -> None:
    start = x * x + y * y
    found = first_contact(disc(float(x), float(y), float(reach) / 2), float(length), 0.0, disc(0, 0, float(reach) / 2))
    nearest = start if x >= 0 else y * y if x + length >= 0 else (x + length) ** 2 + y * y
    end = (x + length) ** 2 + y * y
    if start < reach * reach:
        if start < (reach - Fraction(2, 10**6)) ** 2:
            assert found is not None and found.travel == 0.0
    elif nearest < (reach - Fraction(2, 10**6)) ** 2 or (abs(y) < reach and start > end == reach * reach):
        assert found is not None
        assert (float(x) + found.travel) ** 2 + float(y) ** 2 == pytest.approx(float(reach * reach), abs=1e-9)
    elif nearest >= reach * reach:
        assert found is None


@MANY
@given(
    grounds(CONVEX), grounds(CONVEX), angles, st.sampled_from([hair for hair in HAIRS if abs(hair) < TOLERANCE]), angles
)
def test_what_touches_already_may_leave_and_slide_along_and_not_go_in(
    a: Footprint, b: Footprint, angle: float, hair: float, way: float
) -> None:
    b = close(a, b, angle, hair)
    inwards = math.cos(way - angle)
    found = contact(a, way, 3.0, b)
    if inwards <= 0.0:
        assert found is None
    for along in (angle + math.pi / 2, angle - math.pi / 2):
        assert contact(a, along, 5.0, b) is None
    assert contact(a, angle + math.pi, 5.0, b) is None
    into, deep = contact(a, angle, 0.5, b), penetration(slid(a, angle, 0.5), b)
    if deep > 2 * TOLERANCE:
        assert into is not None and into.travel <= max(0.0, hair) * 0.5 / deep + 1e-8


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.0, 2.5])
def test_a_hull_slides_along_a_wall_and_stops_at_the_next(turn: float) -> None:
    box = turned(footprint(Rectangle(50.8, 50.8), Pose(0.0, 0.0)), turn)
    wall = turned(Footprint(np.array([(-30.0, 1.0), (30.0, 1.0), (30.0, 2.0), (-30.0, 2.0)])), turn)
    end = turned(Footprint(np.array([(5.0, -9.0), (6.0, -9.0), (6.0, 1.0), (5.0, 1.0)])), turn)
    assert contact(box, turn, 25.0, wall) is None
    stops = contact(box, turn, 25.0, end)
    assert stops is not None and stops.travel == pytest.approx(4.0)
    assert contact(box, turn, 3.9, end) is None
    arrives = contact(box, turn, 4.0, end)
    assert arrives is not None and arrives.travel == pytest.approx(4.0)


def test_a_base_goes_into_a_notch_that_it_fits() -> None:
    notched = footprint(NOTCHED, Pose(0.0, 0.0))
    fits = first_contact(disc(0, 4, 0.5), 0.0, -8.0, notched)
    assert fits is not None and fits.travel == pytest.approx(4.0)
    large = first_contact(disc(0, 4, 0.51), 0.0, -8.0, notched)
    assert large is not None and large.travel == pytest.approx(3.0 - math.sqrt(0.51**2 - 0.5**2))


def test_no_slide_touches_nothing_unless_it_overlaps() -> None:
    assert first_contact(disc(0, 0, 1), 0.0, 0.0, disc(2, 0, 1)) is None
    assert first_contact(disc(0, 0, 1), 0.0, 0.0, disc(5, 0, 1)) is None
    assert first_contact(disc(0, 0, 1), 0.0, 0.0, disc(1, 0, 1)) == Contact(0.0, (0.5, 0.0))


def test_lines_and_points_can_be_slid_and_hit() -> None:
    line = Footprint(np.array([[0.0, -2.0], [0.0, 2.0]]), 0.5)
    hit = first_contact(disc(-5, 1, 0.5), 9.0, 0.0, line)
    assert hit is not None and hit.travel == pytest.approx(4.0)
    tip = first_contact(disc(-5, 2.6, 0.5), 9.0, 0.0, line)
    assert tip is not None and tip.travel == pytest.approx(5.0 - 0.8)
    assert first_contact(disc(-5, 3.0, 0.5), 9.0, 0.0, line) is None
    across = first_contact(line, 5.0, 0.0, Footprint(np.array([[3.0, -9.0], [3.0, 9.0]]), 0.5))
    assert across is not None and across.travel == pytest.approx(2.0)
    along = first_contact(line, 0.0, 9.0, Footprint(np.array([[0.0, 5.0], [0.0, 8.0]]), 0.5))
    assert along is not None and along.travel == pytest.approx(2.0)


@SOME
@given(grounds(BASES), grounds(BASES), angles)
def test_what_is_reached_is_reached_later_from_farther_away(a: Footprint, b: Footprint, angle: float) -> None:
    far = slid(close(b, a, angle, 1.0), angle, 0.0)
    back = angle + math.pi
    near = contact(far, back, 4.0, b)
    farther = contact(slid(far, angle, 2.0), back, 6.0, b)
    assert (near is None) == (farther is None)
    if near is not None and farther is not None:
        assert farther.travel == pytest.approx(near.travel + 2.0, abs=1e-6)
