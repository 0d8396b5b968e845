"""
What straight lines from one model to another pass through.

For convex bases these lines fill exactly the convex hull of the two: it is the bases and the four-cornered area
between the lines that touch both on the same side. So a thing is passed through exactly where it overlaps one of
these three. Hulls that are not convex go part by part.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
import shapely

from ..scene import Scene
from ..shapes import Footprint
from .bodies import SLACK, Bodies, Flags, Rows, beside
from .obstacles import Obstacles
from .remembered import answers
from .screens import SightPolicy, outlines
from .shadows import foot
from .views import rows_of

_PLAIN = SightPolicy()


def crosses(scene: Scene, a: str, b: str, piece: str) -> bool:
    """
    Whether some straight line from model ``a`` to model ``b`` passes through a piece of terrain; touching is not.

    Raises GeometryError for an unknown model or piece.
    """
    return scene.piece(piece).id in crossed(scene, a, b)


def crossed(scene: Scene, a: str, b: str) -> tuple[str, ...]:
    """
    The pieces of terrain that some straight line from model ``a`` to model ``b`` passes through, in order.

    Touching is not passing through. Kept with the scene. Raises GeometryError for an unknown model.
    """
    one, two = rows_of(scene, a, b)
    known = answers(scene, "crossed", _PLAIN, None)
    if known.known[one, two] is None:
        known.known[one, two] = known.known[two, one] = _crossed(scene, one, two)
    found: tuple[str, ...] = known.known[one, two]
    return found


def _crossed(scene: Scene, one: int, two: int) -> tuple[str, ...]:
    terrain = scene.terrain
    grounds = scene.footprints[one], scene.footprints[two]
    bounds = np.array([ground.bounds for ground in grounds])
    near = terrain.near((*bounds[:, :2].min(axis=0).tolist(), *bounds[:, 2:].max(axis=0).tolist()))
    if not near:
        return ()
    inner = outlines(terrain).inner[near]
    overlapped = np.zeros(len(near), dtype=bool)
    for area in between_them(grounds[0].parts, grounds[1].parts):
        overlapped |= shapely.distance(area.skeleton, inner) <= area.radius
    return tuple(terrain.ids[near[place]] for place in np.flatnonzero(overlapped).tolist())


def between_them(one: Sequence[Footprint], two: Sequence[Footprint]) -> list[Footprint]:
    """Convex grounds that together are all lines from some of these convex grounds to some of those."""
    parts = Bodies([*one, *two])
    i, j = (np.array(rows) for rows in zip(*product(range(len(one)), range(len(one), len(parts))), strict=True))
    corners = []
    for left in (True, False):
        u, d = beside(parts, i, parts, j, left)
        towards = (-1j if left else 1j) * u
        corners += [foot(parts.support(i, towards), u, d), foot(parts.support(j, towards), u, d)]
    between = np.stack([corners[0], corners[1], corners[3], corners[2]], axis=1)
    areas = np.stack([between.real, between.imag], axis=2)
    return [*parts.footprints, *(Footprint(area) for area in areas)]


def reaching_in(grounds: Sequence[Footprint], walls: Obstacles, rows: Rows) -> Flags:
    """Which of these obstacles touch or overlap some of the grounds."""
    cores = np.array([walls.footprints[row].skeleton for row in rows.tolist()], dtype=object)
    found = np.zeros(len(rows), dtype=bool)
    for ground in grounds:
        found |= shapely.distance(ground.skeleton, cores) <= ground.radius + walls.radius[rows] + SLACK
    return found
