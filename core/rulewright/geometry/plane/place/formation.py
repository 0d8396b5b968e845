"""A unit set up about a place: close together, each model where it may stand."""

import math
from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from ...irrational import scalar, vector
from ..scene import Model, Scene
from ..shapes import Point, Points, Pose, radius
from .drawing import kept_region
from .room import without
from .setup import SetupPolicy, check_setup

GAP: Final = 0.1
"""Inches between the bases of a formation."""
ROOM: Final = 12
"""So many places are looked at for each model."""
MIDDLES: Final = 24
"""So many places are tried as the middle of the formation, the nearest to the spot first."""


def formation(scene: Scene, models: Sequence[Model], policy: SetupPolicy, spot: Point) -> dict[str, Pose] | None:
    """
    Poses for all these models about a place, or as near to it as there is room, legal together; None for no such room.

    They keep their facings. Places are those of a triangular lattice about the spot: the same spot gives the same
    formation. Raises GeometryError as :func:`.room.find_room`.
    """
    now = without(scene, models)
    step = 2 * max(radius(model.base) for model in models) + GAP
    lattice = _lattice(spot, step, ROOM * len(models))
    for choice in policy.choices():
        free = [shapely.contains_xy(kept_region(now, model, choice), lattice) for model in models]
        for middle in islice(np.flatnonzero(free[0]), MIDDLES):
            order = np.argsort(np.round(vector.hypot(*(lattice - lattice[middle]).T), 6), kind="stable")
            placed = _filled(models, free, lattice, order.tolist())
            if len(placed) == len(models) and not check_setup(now, placed, choice):
                return {model.id: model.pose for model in placed}
    return None


def _filled(
    models: Sequence[Model], free: Sequence[npt.NDArray[np.bool_]], lattice: Points, order: Sequence[int]
) -> list[Model]:
    """The models, each at the first place that is free for it and not taken, as many as find one."""
    placed, left = [], list(order)
    for model, open_to_it in zip(models, free, strict=True):
        place = next((place for place in left if open_to_it[place]), None)
        if place is None:
            break
        left.remove(place)
        placed.append(model.at(model.pose.at(*lattice[place].tolist())))
    return placed


def _lattice(spot: Point, step: float, count: int) -> Points:
    """At least so many places of a triangular lattice about a spot, the nearest first."""
    rings = math.ceil(scalar.sqrt(count)) + 1
    i, j = np.meshgrid(np.arange(-rings, rings + 1), np.arange(-rings, rings + 1))
    x, y = (i + (j % 2) / 2).ravel() * step, (j * scalar.sqrt(0.75)).ravel() * step
    order = np.lexsort((y, x, np.round(vector.hypot(x, y), 6)))
    found: Points = np.stack([x, y], axis=1)[order] + np.array(spot)
    return found
