"""What can be seen from a place, for pictures and for searching good places: regions and rasters."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ... import GeometryError
from ..scene import UNLIMITED, Model, Scene
from ..shapes import Circle, Point, Pose
from .bodies import Flags
from .screens import Outlook, SightPolicy
from .views import DEFAULT, looks, view_of


class Raster(msgspec.Struct, frozen=True, eq=False):
    """Answers at the points of a grid: ``values[row, column]`` belongs to (``x[column]``, ``y[row]``)."""

    x: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]
    values: npt.NDArray[np.bool_]


_AT_ONCE: Final = 512
"""Places of a grid that are looked at together: more would take no less time and much more memory."""

SPECK = Model("", Circle(1e-4), Pose(0.0, 0.0))
"""A model that is hardly more than a point."""


def visible_region(scene: Scene, point: Point, height: float = UNLIMITED) -> BaseGeometry:
    """
    The ground of the table that an eye at a point sees past the terrain, as a shapely area: exact.

    Terrain lower than ``height`` does not hide anything; terrain that the eye stands in does not either.
    Raises GeometryError for a point that is none.
    """
    if not all(math.isfinite(value) for value in point):
        raise GeometryError(f"an eye is at two finite numbers (x, y), not {point!r}")
    eye = shapely.Point(point)
    hidden: list[BaseGeometry] = []
    for piece in scene.pieces.values():
        ground = piece.polygon
        if (piece.height < height and height != UNLIMITED) or ground.contains(eye):
            continue
        hidden += [ground, *_shadow(ground, point, 2 * (scene.width + scene.depth))]
    return scene.table.difference(shapely.union_all(hidden))


def _shadow(ground: Polygon, point: Point, far: float) -> list[BaseGeometry]:
    """What the edges of a piece hide behind them."""
    areas = []
    eye = complex(*point)
    for number, ring in enumerate((ground.exterior, *ground.interiors)):
        corners = shapely.get_coordinates(ring) @ np.array([1, 1j])
        # The inside lies to the left of outlines that go round counter-clockwise, of holes that go the other way.
        inwards = 1j if ring.is_ccw == (number == 0) else -1j
        for start, end in pairwise(corners.tolist()):
            one, two = (start - eye) / max(abs(start - eye), 1e-12), (end - eye) / max(abs(end - eye), 1e-12)
            middle = one + two if abs(one + two) > 1e-9 else inwards * (end - start)
            middle *= far / abs(middle)
            area = [start, end, end + far * two, eye + 2 * middle, start + far * one]
            areas.append(shapely.make_valid(Polygon([(spot.real, spot.imag) for spot in area])))
    return [area for area in areas if area.area > 0.0]


def seen_area(scene: Scene, a: str, policy: SightPolicy = DEFAULT, step: float = 1.0, like: Model = SPECK) -> Raster:
    """
    Where a model like ``like`` would be seen by model ``a``, on a grid of points ``step`` inches apart.

    Without ``like`` the answer is for points. Raises GeometryError for an unknown model or a step not above 0.
    """
    return _raster(scene, a, policy, step, like, True)


def seeing_area(scene: Scene, b: str, policy: SightPolicy = DEFAULT, step: float = 1.0, like: Model = SPECK) -> Raster:
    """From where a model like ``like`` would see model ``b``, on a grid of points ``step`` inches apart."""
    return _raster(scene, b, policy, step, like, False)


def _raster(scene: Scene, name: str, policy: SightPolicy, step: float, like: Model, outwards: bool) -> Raster:
    model = scene.model(name)
    if not 0.0 < step < math.inf:
        raise GeometryError(f"the step of a grid is a number of inches above 0, not {step!r}")
    x, y = np.arange(step / 2, scene.width, step), np.arange(step / 2, scene.depth, step)
    places = [(float(left), float(low)) for low in y for left in x]
    others = [other for other in scene.models.values() if other.id != name]
    there = Scene(scene.width, scene.depth, scene.pieces.values(), [model, *others], off_table=True)
    found = [
        _seen_at(there, policy, like, places[first : first + _AT_ONCE], outwards)
        for first in range(0, len(places), _AT_ONCE)
    ]
    return Raster(x, y, np.concatenate(found).reshape(len(y), len(x)))


def _seen_at(there: Scene, policy: SightPolicy, like: Model, places: Sequence[Point], outwards: bool) -> Flags:
    """At which places one like ``like`` is seen by the first model of a scene, or sees it."""
    count = len(there.models)
    grid = [
        msgspec.structs.replace(like, id=f"\0{number}", pose=like.pose.at(*place))
        for number, place in enumerate(places)
    ]
    whole = there.with_models(grid)
    # The models on the grid are not really there, so they hide nothing.
    view = view_of(whole, policy)._replace(outlook=Outlook(whole, policy, crowd=np.arange(count)))
    rows = np.arange(count, len(whole.models))
    here = np.zeros(len(rows), dtype=np.intp)
    return (looks(view, here, rows) if outwards else looks(view, rows, here)).seen
