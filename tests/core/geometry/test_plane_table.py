import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.plane.measure.ranges import outside
from rulewright.geometry.plane.measure.table import (
    EDGES,
    Edge,
    centre_of,
    check_near_one_edge,
    check_on_table,
    edge_reach,
    edge_strip,
    towards,
)
from rulewright.geometry.plane.scene import Floor, Marker, Model, Piece, Scene, Zone
from rulewright.geometry.plane.shapes import Base, Circle, Pose

from .grounds import BASES, HAIRS, MANY, facings

ELL = Piece(
    "ruin",
    ((20.0, 20.0), (26.0, 20.0), (26.0, 22.0), (22.0, 22.0), (22.0, 26.0), (20.0, 26.0)),
    height=6.0,
    floors=(Floor(3.0, ((20.0, 20.0), (22.0, 20.0), (22.0, 26.0), (20.0, 26.0))),),
)
HILL = Piece("hill", ((40.0, 20.0), (46.0, 20.0), (46.0, 26.0), (40.0, 26.0)), height=3.0)
CRATER = Piece(
    "crater",
    ((5.0, 30.0), (15.0, 30.0), (15.0, 40.0), (5.0, 40.0)),
    0.0,
    holes=(((8.0, 33.0), (12.0, 33.0), (12.0, 37.0), (8.0, 37.0)),),
)


def scene(*models: Model) -> Scene:
    zones = [Zone("home", ((0.0, 0.0), (60.0, 0.0), (60.0, 9.0), (0.0, 9.0)))]
    return Scene(60.0, 44.0, [ELL, HILL, CRATER], models, zones, [Marker("goal", 30.0, 22.0)], off_table=True)


def disc(x: float, y: float, up: float = 0.0, name: str = "a") -> Model:
    """A round base of 2 inches."""
    return Model(name, Circle(50.8), Pose(x, y, 0.0, up), height=1.0)


places = st.floats(0, 60)
bases = st.sampled_from(BASES)


# --------------------------------------------------------------------------------------------------- centre and edges


@MANY
@given(bases, places, places, facings, st.sampled_from(EDGES), st.sampled_from([3.0, 6.0, 50.0]))
def test_wholly_near_an_edge_is_wholly_in_its_strip(
    base: Base, x: float, y: float, facing: float, edge: Edge, far: float
) -> None:
    table = scene(Model("a", base, Pose(x, y, facing)))
    strip = edge_strip(table, edge, far)
    reach = edge_reach(table, "a", edge)
    assert strip.area == pytest.approx(
        min(far, 60 if edge in ("left", "right") else 44) * (44 if edge in ("left", "right") else 60)
    )
    if not check_on_table(table, "a") and far < 44:
        assert (reach <= far + TOLERANCE) == (outside(table.model("a").footprint, strip) <= TOLERANCE)
        assert max(0.0, reach - far) == pytest.approx(outside(table.model("a").footprint, strip), abs=1e-9)


def test_a_whole_unit_is_near_one_and_the_same_edge() -> None:
    table = scene(disc(5.0, 20.0, name="a"), disc(1.0, 5.0, name="b"), disc(10.0, 1.0, name="c"))
    assert check_near_one_edge(table, ["a", "b"], 6.0) == ()
    assert check_near_one_edge(table, ["b", "c"], 6.0) == ()
    (fault,) = check_near_one_edge(table, ["a", "b", "c"], 6.0)
    assert (fault.reason, fault.by) == ("too far from the left edge", "c") and fault.amount == pytest.approx(5.0)
    assert [fault.by for fault in check_near_one_edge(table, ["a", "b"], 6.0, ["right"])] == ["a", "b"]
    assert check_near_one_edge(table, [], 6.0) == ()


@pytest.mark.parametrize("hair", HAIRS)
def test_over_the_edge_begins_with_the_tolerance(hair: float) -> None:
    table = scene(disc(1.0 - hair, 20.0))
    faults = check_on_table(table, "a")
    assert len(faults) == (hair > TOLERANCE)
    assert sum(fault.amount for fault in faults) == pytest.approx(hair if hair > TOLERANCE else 0.0)
    assert len(check_near_one_edge(scene(disc(5.0 + hair, 20.0)), ["a"], 6.0)) == (hair > TOLERANCE)


def test_over_a_corner_is_measured_from_the_corner() -> None:
    (fault,) = check_on_table(scene(disc(-3.0, -4.0)), "a")
    assert fault.amount == pytest.approx(6.0)


@pytest.mark.parametrize("far", [0.0, -1.0, math.nan])
def test_a_strip_has_a_width_and_an_edge_a_name(far: float) -> None:
    with pytest.raises(GeometryError, match="more than 0 inches wide"):
        edge_strip(scene(), "left", far)
    for ask in (lambda edge: edge_strip(scene(), edge, 3.0), lambda edge: edge_reach(scene(disc(5, 5)), "a", edge)):
        with pytest.raises(GeometryError, match="left, right, front, back, not 'north'"):
            ask("north")


@pytest.mark.parametrize(("far", "edges"), [(math.nan, ["left"]), (6.0, [])])
def test_near_no_edge_is_named(far: float, edges: list[Edge]) -> None:
    with pytest.raises(GeometryError, match=r"at least one edge|from 0 up, not nan"):
        check_near_one_edge(scene(disc(5, 5)), ["a"], far, edges)


# ---------------------------------------------------------------------------------------------------------- directions


def test_towards_leads_from_centre_to_centre() -> None:
    table = scene(disc(10.0, 10.0), disc(13.0, 14.0, name="b"))
    assert towards(table, "a", "b") == pytest.approx((0.6, 0.8))
    assert towards(table, "b", "a") == pytest.approx((-0.6, -0.8))
    assert centre_of(table, "goal") == (30.0, 22.0) and centre_of(table, "hill") == pytest.approx((43.0, 23.0))
    assert centre_of(table, (1.0, 2.0)) == (1.0, 2.0) and centre_of(table, "home") == pytest.approx((30.0, 4.5))
    assert towards(table, "a", (10.0, 10.0)) is None
    with pytest.raises(GeometryError, match="no model, marker, terrain or zone 'x'"):
        towards(table, "a", "x")
