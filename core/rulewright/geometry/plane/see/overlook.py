"""Where a model is seen, for pictures: a raster of the table."""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from ... import GeometryError
from ..scene import Model, Scene
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

SPECK: Final = Circle(1e-4)
"""A base that is hardly more than a point."""


def seen_area(scene: Scene, a: str, policy: SightPolicy = DEFAULT, step: float = 1.0) -> Raster:
    """
    What model ``a`` sees, on a grid of points ``step`` inches apart.

    Raises GeometryError for an unknown model or a step not above 0.
    """
    model = scene.model(a)
    if not 0.0 < step < math.inf:
        raise GeometryError(f"the step of a grid is a number of inches above 0, not {step!r}")
    x, y = np.arange(step / 2, scene.width, step), np.arange(step / 2, scene.depth, step)
    places = [(float(left), float(low)) for low in y for left in x]
    others = [other for other in scene.models.values() if other.id != a]
    there = Scene(scene.width, scene.depth, scene.pieces.values(), [model, *others], off_table=True)
    found = [_seen_at(there, policy, places[first : first + _AT_ONCE]) for first in range(0, len(places), _AT_ONCE)]
    return Raster(x, y, np.concatenate(found).reshape(len(y), len(x)))


def _seen_at(there: Scene, policy: SightPolicy, places: Sequence[Point]) -> Flags:
    """Which places are seen by the first model of a scene."""
    count = len(there.models)
    grid = [Model(f"\0{number}", SPECK, Pose(*place)) for number, place in enumerate(places)]
    whole = there.with_models(grid)
    # The models on the grid are not really there, so they hide nothing.
    view = view_of(whole, policy)._replace(outlook=Outlook(whole, policy, crowd=np.arange(count)))
    rows = np.arange(count, len(whole.models))
    return looks(view, np.zeros(len(rows), dtype=np.intp), rows).seen
