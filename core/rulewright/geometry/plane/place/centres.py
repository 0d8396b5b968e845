"""Where the centre of a base is when the base lies wholly inside something, or meets it, as polygons.

A base is given as it lies about (0, 0), with the facing it keeps. ``loose`` makes the answer larger by this many
inches, or what is barred smaller, so that exact fits leave an area, or that nothing possible is left out.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import shapely
from shapely import affinity
from shapely.geometry import LineString, MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from ...irrational import scalar
from ..areas import area_footprints
from ..shapes import Footprint
from ..slides import forbidden

FINE: Final = 128
"""Straight pieces that a quarter circle is drawn with."""
MANY: Final = 16
"""Areas with more corners than this are drawn a little larger altogether."""
WIDEST: Final = 1.5
"""A chord of a buffered corner spans at most this many times the angle that ``quad_segs`` asks for: GEOS rounds."""


def outside_arcs(quad_segs: int) -> float:
    """How much larger a buffer must be so that its chords lie outside the true arcs."""
    return 1 / scalar.cos(WIDEST * math.pi / (4 * quad_segs))


OVER: Final = outside_arcs(FINE)


def holding(core: BaseGeometry, grow: float, own: Footprint, loose: float) -> BaseGeometry:
    """The centres at which a base is wholly within ``grow`` inches of a core."""
    if len(own.core) == 1:
        if grow == 0.0 or core.equals(core.convex_hull):
            return core.buffer(grow - own.radius + loose, quad_segs=FINE)
        return core.buffer(grow, quad_segs=FINE).buffer(loose - own.radius, quad_segs=FINE)
    area = core.buffer(grow + loose, quad_segs=FINE, join_style="round" if grow else "mitre")
    if area.is_empty:
        return area
    inside = [affinity.translate(area, -x, -y) for x, y in own.core.tolist()]
    if area.equals(area.convex_hull):
        return shapely.intersection_all(inside)
    shifts = (shift for border in _parts(area.boundary) for shift in forbidden(own, border))
    return inside[0].difference(shapely.union_all([shift.skeleton for shift in shifts]))


def meeting(core: BaseGeometry, grow: float, own: Footprint) -> BaseGeometry:
    """The centres at which any part of a base is within ``grow`` inches of a core."""
    return shapely.union_all(
        [shift.buffer(max(0.0, reach), quad_segs=FINE) for shift, reach in _shifts(core, grow, own)]
    )


def barred(core: BaseGeometry, grow: float, own: Footprint, loose: float) -> BaseGeometry:
    """The same, its arcs drawn outside the true ones, and smaller by this many inches."""
    return shapely.union_all([_outside(shift, reach, loose) for shift, reach in _shifts(core, grow, own)])


@lru_cache(maxsize=1 << 12)
def _outside(shift: BaseGeometry, reach: float, loose: float) -> BaseGeometry:
    """Everything within a reach, with arcs outside the true ones and, unless there are many corners, exact sides."""
    corners = MultiPoint(shapely.get_coordinates(shift))
    if reach == 0.0:
        return shift.buffer(-loose, quad_segs=FINE)
    if len(corners.geoms) > MANY:
        return shift.buffer(reach * OVER - loose, quad_segs=FINE)
    arcs = corners.buffer(reach * OVER - loose, quad_segs=FINE)
    return arcs.union(shift.buffer(reach - loose, quad_segs=FINE)) if len(corners.geoms) > 1 else arcs


def _shifts(core: BaseGeometry, grow: float, own: Footprint) -> Iterator[tuple[BaseGeometry, float]]:
    """Where a base's centre is to meet a core: within a distance of each of these."""
    if len(own.core) == 1:
        yield core, own.radius + grow
        return
    for part in _parts(core):
        for shift in forbidden(own, part):
            yield shift.skeleton, shift.radius + grow


def _parts(core: BaseGeometry) -> Iterator[Footprint]:
    """A core as convex footprints: of an area, of its border, or of a point."""
    for part in shapely.get_parts(core):
        if isinstance(part, Polygon):
            yield from area_footprints(part)
        elif isinstance(part, LineString):
            corners = shapely.get_coordinates(part)
            yield from (Footprint(corners[at : at + 2].copy()) for at in range(len(corners) - 1))
        else:
            yield Footprint(shapely.get_coordinates(part))
