"""Bases at random and in nasty places, the same in other frames, and plain polygons of them, to test tables."""

import math
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from hypothesis import strategies as st
from shapely.geometry import Polygon

from rulewright.geometry.plane.shapes import Base, Circle, Footprint, Hull, Oval, Pose, Rectangle, footprint
from tests.lengths import examples

WEDGE: Final = Hull(((-1.0, -0.5), (1.5, -0.5), (0.0, 1.0)))
NOTCHED: Final = Hull(
    ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (0.5, 1.0), (0.5, -0.5), (-0.5, -0.5), (-0.5, 1.0), (-1.0, 1.0))
)
CONVEX: Final[tuple[Base, ...]] = (
    Circle(25),
    Circle(32),
    Circle(60),
    Oval(60, 35),
    Oval(170, 105),
    Rectangle(50, 25),
    WEDGE,
)
SOME: Final = examples(40)
MANY: Final = examples(80)
BASES: Final[tuple[Base, ...]] = (*CONVEX, NOTCHED)
HAIRS: Final = (0.0, 1e-12, -1e-12, 1e-8, -1e-8, 5e-7, -5e-7, 2e-6, -2e-6, 1e-3, -1e-3)
"""Gaps around the tolerance, and overlaps."""

places = st.one_of(st.integers(-4, 4).map(float), st.floats(-4, 4))
facings = st.one_of(st.sampled_from([0.0, 30.0, 45.0, 90.0, 180.0, 271.0]), st.floats(0, 359))
angles = st.floats(0, 2 * math.pi)


@st.composite
def grounds(draw: st.DrawFn, bases: tuple[Base, ...] = BASES) -> Footprint:
    """Footprints about (0, 0), some of them grown."""
    pose = Pose(draw(places), draw(places), draw(facings))
    grown = draw(st.sampled_from([0.0, 0.0, 0.0, 0.5, 1.0]))
    return footprint(draw(st.sampled_from(bases)), pose).grown(grown)


@st.composite
def pairs(draw: st.DrawFn, bases: tuple[Base, ...] = BASES) -> tuple[Footprint, Footprint]:
    """Two footprints: anywhere, concentric, the same, or corner to corner with a hair between them or less."""
    a, b = draw(grounds(bases)), draw(grounds(bases))
    kind = draw(st.sampled_from(["anywhere", "concentric", "same", "close", "close"]))
    if kind == "same":
        return a, Footprint(a.core.copy(), a.radius)
    if kind == "concentric":
        return a, b.shifted(*(a.core.mean(axis=0) - b.core.mean(axis=0)))
    if kind == "close":
        return a, close(a, b, draw(angles), draw(st.sampled_from(HAIRS)))
    return a, b


def close(a: Footprint, b: Footprint, angle: float, hair: float) -> Footprint:
    """The second footprint, shifted so that it lies beside the first in a direction, so far away."""
    way = np.array([math.cos(angle), math.sin(angle)])
    mine, other = a.core[(a.core @ way).argmax()], b.core[(b.core @ way).argmin()]
    return b.shifted(*(mine + (a.radius + b.radius + hair) * way - other))


def turned(ground: Footprint, angle: float, dx: float = 0.0, dy: float = 0.0, mirrored: bool = False) -> Footprint:
    """The footprint in another frame: mirrored, turned about (0, 0), then shifted."""
    core = ground.core * np.array([-1.0, 1.0]) if mirrored else ground.core
    cos, sin = math.cos(angle), math.sin(angle)
    core = core @ np.array([[cos, sin], [-sin, cos]]) + np.array([dx, dy])
    return Footprint(core[::-1].copy() if mirrored else core, ground.radius)


def fine(ground: Footprint) -> Polygon:
    """The ground as a polygon inside it, nowhere more than 0.00004 of its radius away from it."""
    return ground.skeleton.buffer(ground.radius, quad_segs=256) if ground.radius else Polygon(ground.core)


def dots(area: Polygon, step: float = 0.15) -> npt.NDArray[np.object_]:
    """Points all over an area and its edge."""
    left, low, right, high = area.bounds
    x, y = np.meshgrid(np.arange(left, right, step), np.arange(low, high, step))
    inner = np.stack([x, y], axis=-1).reshape(-1, 2)
    rim = shapely.get_coordinates(shapely.segmentize(area, step / 2))
    return np.array(shapely.points(np.vstack([inner[shapely.contains_xy(area, inner)], rim])))
