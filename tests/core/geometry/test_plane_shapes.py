import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from rulewright.geometry import GeometryError
from rulewright.geometry.plane.shapes import (
    OVAL_CORNERS,
    Base,
    Circle,
    Footprint,
    Hull,
    Oval,
    Point,
    Pose,
    Rectangle,
    base_of,
    footprint,
    inches,
    outline,
    polygon_of,
    radius,
    ring,
)
from rulewright.readonly import WrittenInPlace

from .grounds import BASES, CONVEX, MANY, NOTCHED, SOME, dots, facings, fine, grounds


def away(points: npt.NDArray[np.object_], grounds: Sequence[Footprint]) -> npt.NDArray[np.float64]:
    """How far each point is from the nearest of these grounds."""
    apart = [shapely.distance(points, ground.skeleton) - ground.radius for ground in grounds]
    return np.array(np.min(apart, axis=0))


def test_inches_are_25_4_millimetres() -> None:
    assert inches(25.4) == 1.0 and inches(32) == pytest.approx(1.259842519)


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("32mm", Circle(32)),
        (" 28.5 mm ", Circle(28.5)),
        ("60x35mm", Oval(60, 35)),
        ("120 x 92mm", Oval(120, 92)),
        ("60x40mm rectangle", Rectangle(60, 40)),
    ],
)
def test_bases_are_read_as_people_write_them(text: str, base: Base) -> None:
    assert base_of(text) == base


@pytest.mark.parametrize("text", ["", "32", "mm", "0mm", "60x0mm", "32mm rectangle", "60x35mm oval", "-5mm", "1e9mm"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(GeometryError, match=r"no base|above 0"):
        base_of(text)


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_a_base_has_a_size(bad: float) -> None:
    for make in (Circle, lambda mm: Oval(mm, 5), lambda mm: Oval(5, mm), lambda mm: Rectangle(mm, 5)):
        with pytest.raises(GeometryError, match=r"mm, is a number above 0, not"):
            make(bad)


@pytest.mark.parametrize("name", ["x", "y", "facing", "height"])
def test_a_pose_is_finite(name: str) -> None:
    for bad in (math.nan, math.inf, -math.inf):
        with pytest.raises(GeometryError, match=f"the {name} of a pose"):
            Pose(**{"x": 0.0, "y": 0.0, name: bad})


@pytest.mark.parametrize(
    ("points", "holes", "what"),
    [
        (((0, 0), (1, 0)), (), "at least 3 different corners, found 2"),
        (((0, 0), (1, 0), (0, 0), (1, 0)), (), "at least 3 different corners, found 2"),
        (((0, 0), (2, 2), (2, 0), (0, 2)), (), "no simple polygon"),
        (((0, 0), (1, 0), (2, 0)), (), "no simple polygon|encloses no area"),
        (((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), (), "no simple polygon"),
        (((0, 0), (1, 0), (0, math.nan)), (), "two finite numbers"),
        (((0, 0), (1, 0), (0, math.inf)), (), "two finite numbers"),
        (((0, 0), (1, 0), (0, 1, 2)), (), "two finite numbers"),
        (((0, 0), (1, 0), (1, 0), (0, 1)), (), r"\(1, 0\) stands twice in a row"),
        (((0, 0), (4, 0), (4, 4), (0, 4)), (((1, 1), (2, 2)),), "at least 3 different corners"),
        (((0, 0), (4, 0), (4, 4), (0, 4)), (((5, 5), (6, 5), (5, 6)),), "no simple polygon"),
        (((0, 0), (4, 0), (4, 4), (0, 4)), (((3, 3), (6, 3), (3, 6)),), "no simple polygon"),
    ],
)
def test_what_is_no_area_is_refused_by_name(
    points: tuple[Point, ...], holes: tuple[tuple[Point, ...], ...], what: str
) -> None:
    with pytest.raises(GeometryError, match="the old wall: .*" + what.replace("|", "|the old wall: .*")):
        polygon_of("the old wall", points, holes)
    if not holes:
        with pytest.raises(GeometryError, match="hull: "):
            Hull(points)


def test_an_outline_may_be_closed_and_go_either_way_round() -> None:
    corners = ((0.0, 0.0), (2.0, 0.0), (0.0, 1.0))
    closed = polygon_of("it", (*corners, corners[0]))
    assert closed.area == 1.0
    for polygon in (closed, Polygon(corners[::-1])):
        around = ring(polygon)
        assert len(around) == 3 and Polygon(around).exterior.is_ccw
        assert {(x, y) for x, y in around.tolist()} == set(corners)


@given(st.sampled_from(BASES), st.floats(-50, 50), st.floats(-50, 50), facings)
def test_a_footprint_is_the_outline_turned_and_put_there(base: Base, x: float, y: float, facing: float) -> None:
    ground = footprint(base, Pose(x, y, facing))
    core, disc = outline(base)
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    assert ground.radius == disc
    for (a, b), (c, d) in zip(core.tolist(), ground.core.tolist(), strict=True):
        assert (c, d) == pytest.approx((x + a * cos - b * sin, y + a * sin + b * cos), abs=1e-12)
    far = np.hypot(*(ground.core - [x, y]).T).max() + disc
    assert radius(base) == pytest.approx(far, abs=1e-12)


def test_a_base_faces_along_x_and_turns_counter_clockwise() -> None:
    hull = Hull(((-1.0, -0.5), (3.0, 0.0), (-1.0, 0.5)))
    nose = footprint(hull, Pose(10.0, 10.0).turned(90.0)).core[:, 1].argmax()
    assert footprint(hull, Pose(10.0, 10.0).turned(90.0)).core[nose].tolist() == pytest.approx([10.0, 13.0])
    assert Pose(1.0, 2.0, 350.0, 3.0).turned(20.0) == Pose(1.0, 2.0, 10.0, 3.0)
    assert Pose(1.0, 2.0, 350.0, 3.0).at(4.0, 5.0) == Pose(4.0, 5.0, 350.0, 3.0)


@pytest.mark.parametrize(
    ("length", "width"), [(60, 35), (75, 42), (90, 52), (105, 70), (120, 92), (170, 105), (40, 40)]
)
def test_an_oval_is_nowhere_far_from_its_ellipse(length: float, width: float) -> None:
    a, b = inches(length) / 2, inches(width) / 2
    turns = np.linspace(0, 2 * math.pi, 2000)
    true = np.stack([a * np.cos(turns), b * np.sin(turns)], axis=1)
    rim = Polygon(footprint(Oval(length, width), Pose(0.0, 0.0)).core).exterior
    assert shapely.distance(shapely.points(true), rim).max() <= 0.00014 * inches(length)
    assert Polygon(rim).area == pytest.approx(math.pi * a * b, rel=1e-3)


@pytest.mark.parametrize(("length", "width"), [(60, 35), (75, 42), (90, 52), (170, 105), (40, 40)])
def test_an_oval_is_exactly_as_long_and_as_wide_as_it_is(length: float, width: float) -> None:
    """So two side by side touch, and one at the table edge is on the table (wh40k:core.measuring)."""
    ground = footprint(Oval(length, width), Pose(0.0, 0.0))
    a, b = inches(length) / 2, inches(width) / 2
    assert ground.bounds == pytest.approx((-a, -b, a, b), abs=1e-12)
    assert ground.convex and len(ground.core) == OVAL_CORNERS


@pytest.mark.parametrize("base", CONVEX)
def test_a_convex_footprint_is_its_only_part(base: Base) -> None:
    ground = footprint(base, Pose(3.0, 4.0, 77.0))
    assert ground.convex and ground.parts == (ground,)


@SOME
@given(grounds((NOTCHED,)))
def test_parts_of_a_notched_footprint_are_convex_and_cover_it(ground: Footprint) -> None:
    assert not ground.convex and all(part.convex for part in ground.parts)
    assert sum(Polygon(part.core).area for part in ground.parts) == pytest.approx(Polygon(ground.core).area)
    assert away(dots(fine(ground)), ground.parts).max() <= 1e-3
    for part in ground.parts:
        assert away(dots(fine(part)), (ground,)).max() <= 1e-3


@MANY
@given(grounds())
def test_the_bounds_are_those_of_the_ground(ground: Footprint) -> None:
    assert ground.bounds == pytest.approx(fine(ground).bounds, abs=1e-4)
    assert ground.polygon.bounds == pytest.approx(ground.bounds, abs=1e-3)


@SOME
@given(grounds(), st.one_of(st.just(0.0), st.floats(0.001, 2)))
def test_grown_is_everything_within_a_distance(ground: Footprint, distance: float) -> None:
    larger = ground.grown(distance)
    farthest = shapely.distance(dots(fine(larger)), fine(ground)).max()
    assert farthest == pytest.approx(distance, abs=1e-3)


@SOME
@example(footprint(Rectangle(1, 1), Pose(0, 0)), 0.0, 5.6e-174)
@given(grounds(), st.floats(-4, 4), st.floats(-4, 4))
def test_swept_is_all_the_ground_touched_on_the_way(ground: Footprint, dx: float, dy: float) -> None:
    swept = ground.swept(dx, dy)
    assert all(part.convex for part in swept)
    for share in (0.0, 0.3, 0.5, 1.0):
        assert away(dots(fine(ground.shifted(share * dx, share * dy))), swept).max() <= 1e-3
    steps = [ground.shifted(share * dx, share * dy) for share in np.linspace(0, 1, 40).tolist()]
    for part in swept:
        assert away(dots(fine(part), 0.3), steps).max() <= 0.15


def test_a_footprint_cannot_be_changed() -> None:
    ground = footprint(Oval(60, 35), Pose(1.0, 1.0))
    with pytest.raises(ValueError, match="read-only"):
        ground.core[0] = 7.0
    shifted = ground.shifted(1.0, 2.0)
    assert np.allclose(shifted.core, ground.core + np.array([1.0, 2.0])) and shifted.radius == ground.radius


def test_a_footprint_is_not_written_to() -> None:
    """A question may hold a scene, whose footprints anybody can reach."""
    ground = footprint(Circle(32), Pose(1.0, 2.0))
    assert ground.polygon.area > 0
    with pytest.raises(WrittenInPlace, match="radius of a Footprint"):
        ground.radius = 9.0
    with pytest.raises(ValueError, match="read-only"):
        ground.core[0] = 9.0
