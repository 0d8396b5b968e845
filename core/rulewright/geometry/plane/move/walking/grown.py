"""Where the centre of a base cannot be: outlines grown by the base.

A base may lie where its centre keeps out of every outline grown by the base. Grown by a disc, an outline is
everything within the radius of it: its boundary has an arc round each corner that points outwards. A base that
keeps its facing grows an outline into the polygon of all shifts that make the two meet.

Outlines are tested a TOLERANCE smaller than they are, so that touching is never overlapping. In this room and
in :mod:`tangents` a point of the table is a complex number x + iy, for with it ``a.conjugate() * b`` is the dot
product (real part) and the cross product (imaginary part) of two ways.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from .... import TOLERANCE
from ....irrational import vector
from ...areas import area_footprints
from ...shapes import ARC, Footprint, Points
from ...slides import forbidden

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.complex128]
Rows: TypeAlias = npt.NDArray[np.intp]
Mask: TypeAlias = npt.NDArray[np.bool_]

THIN: Final = TOLERANCE / 2
"""The radius with which outlines without one are tested, their edges moved inwards to make up for it."""
SAME: Final = TOLERANCE / 10
"""Corners of an outline closer together than this are one corner."""


class Grown(NamedTuple):
    """
    Something that a centre must keep out of: an outline, the radius it is grown by, and whose it is.

    ``rings`` are the corners of the outline and of its holes, solid on the left of each edge; a single corner is
    a point.
    """

    rings: tuple[Places, ...]
    radius: float
    owner: str

    @property
    def polygon(self) -> Polygon:
        """What it covers, its arcs in chords."""
        if len(self.rings[0]) == 1:
            return shapely.Point(self.rings[0].real[0], self.rings[0].imag[0]).buffer(self.radius, quad_segs=ARC)
        whole, *holes = (np.stack([one.real, one.imag], axis=1) for one in self.rings)
        return Polygon(whole, holes).buffer(self.radius, quad_segs=ARC)


def grown_area(owner: str, area: Polygon, base: Footprint) -> list[Grown]:
    """An area, grown by a base given as it lies about (0, 0)."""
    if len(base.core) == 1:
        return [Grown(_rings(area), base.radius, owner)]
    return [one for part in area_footprints(area) for one in grown(owner, part, base)]


def grown(owner: str, ground: Footprint, base: Footprint, margin: float = 0.0) -> list[Grown]:
    """A footprint, grown by a base given as it lies about (0, 0) that has to keep ``margin`` inches away from it."""
    if len(base.core) == 1:
        return [Grown((_places(ground.core),), ground.radius + base.radius + margin, owner)]
    return outlines(owner, forbidden(base, ground), margin)


def outlines(owner: str, grounds: Iterable[Footprint], margin: float = 0.0) -> list[Grown]:
    """Convex grounds that a centre must keep ``margin`` inches away from."""
    return [Grown((_places(ground.core),), ground.radius + margin, owner) for ground in grounds]


def _rings(area: Polygon) -> tuple[Places, ...]:
    turned = shapely.remove_repeated_points(shapely.orient_polygons(area), SAME)
    return tuple(_places(shapely.get_coordinates(circle)[:-1]) for circle in (turned.exterior, *turned.interiors))


def _places(points: Points) -> Places:
    return np.ascontiguousarray(points).view(np.complex128).ravel()


class Edges:
    """
    The edges of rings as arrays: ``start``, ``stop`` and ``way`` from one to the other; a point is an edge too.

    ``ahead`` and ``back`` have length 1 (0 for points) and lead from the start of an edge along its ring,
    forwards and backwards.
    """

    def __init__(self, rings: Sequence[Places]) -> None:
        sizes = np.array([len(one) for one in rings], dtype=np.intp)
        first = np.cumsum(sizes) - sizes
        self.start: Places = np.concatenate([np.empty(0, np.complex128), *rings])
        after = np.arange(1, len(self.start) + 1)
        after[first + sizes - 1] = first
        self.stop = self.start[after]
        self.way = self.stop - self.start
        self.per_square = inverse(square(self.way))
        self.ahead = self.way * vector.sqrt(self.per_square)
        self.back = np.empty_like(self.ahead)
        self.back[after] = -self.ahead


class Walls:
    """Grown outlines that a centre must keep out of, and the tests of it."""

    def __init__(self, outlines: Iterable[Grown]) -> None:
        pairs = [(outline, kept) for outline in outlines if (kept := _tested(outline)) is not None]
        tested = [kept for _, kept in pairs]
        self.outlines = tuple(outline for outline, _ in pairs)
        self.owners = tuple(outline.owner for outline in tested)
        self.edges = Edges([corners for outline in tested for corners in outline.rings])
        self.sizes: Rows = np.array([sum(map(len, outline.rings)) for outline in tested], dtype=np.intp)
        self.first: Rows = np.cumsum(self.sizes) - self.sizes
        self.radii: Floats = np.array([outline.radius for outline in tested], dtype=np.float64)
        self.reach: Floats = np.repeat(self.radii, self.sizes)
        if tested:
            self._surround()

    def _surround(self) -> None:
        """Circles around the outlines, by which far ones are left out before their edges are looked at."""
        x, y = self.edges.start.real, self.edges.start.imag
        low = np.minimum.reduceat(x, self.first) + 1j * np.minimum.reduceat(y, self.first)
        high = np.maximum.reduceat(x, self.first) + 1j * np.maximum.reduceat(y, self.first)
        self.middle: Places = (low + high) / 2
        self.extent: Floats = vector.length(high - low) / 2 + self.radii

    def clear(self, a: Places, b: Places) -> Mask:
        """
        Which straight ways from ``a`` to ``b`` keep out of all outlines; touching is keeping out.

        The ends must not lie deep inside an outline, farther from its edges than it is grown.
        """
        free = np.ones(len(a), dtype=np.bool_)
        if not self.owners or not len(a):
            return free
        line = b - a
        per_square = inverse(square(line))
        way, edge = self._near(a, line, per_square)
        d, e = line[way], self.edges.way[edge]
        p = a[way] - self.edges.start[edge]
        q = p + d
        along, along_q = e.conjugate() * p, e.conjugate() * q
        back = -d.conjugate() * p
        crossing = (along.imag * along_q.imag < 0.0) & (back.imag * (back + d.conjugate() * e).imag < 0.0)
        per_edge = self.edges.per_square[edge]
        nearest = square(p + d * (back.real * per_square[way]).clip(0.0, 1.0))
        np.minimum(nearest, square(p - e * (along.real * per_edge).clip(0.0, 1.0)), out=nearest)
        np.minimum(nearest, square(q - e * (along_q.real * per_edge).clip(0.0, 1.0)), out=nearest)
        free[way[crossing | (nearest < self.reach[edge] ** 2)]] = False
        return free

    def near(self, place: complex, reach: float) -> list[Grown]:
        """The outlines that may come as near to a place as that."""
        if not self.owners:
            return []
        return [self.outlines[row] for row in np.flatnonzero(vector.length(self.middle - place) <= reach + self.extent)]

    def _near(self, a: Places, line: Places, per_square: Floats) -> tuple[Rows, Rows]:
        """Pairs of a way and an edge: all edges of the outlines whose circles the way comes into."""
        to = self.middle - a[:, None]
        t = ((line.conjugate()[:, None] * to).real * per_square[:, None]).clip(0.0, 1.0)
        way, outline = np.nonzero(square(to - t * line[:, None]) < self.extent**2)
        sizes = self.sizes[outline]
        ends = np.cumsum(sizes)
        edge = np.arange(ends[-1] if len(ends) else 0) + np.repeat(self.first[outline] - ends + sizes, sizes)
        return np.repeat(way, sizes), edge

    def gaps(self, places: Places) -> Floats:
        """How far each place (k,) lies from each edge: (k, e)."""
        p = places[:, None] - self.edges.start
        t = ((self.edges.way.conjugate() * p).real * self.edges.per_square).clip(0.0, 1.0)
        return vector.length(p - t * self.edges.way)

    def overlapped(self, place: complex) -> dict[str, float]:
        """Whose outlines a place lies in, and how deep; the shallowest first."""
        if not self.owners:
            return {}
        here = np.array([place])
        gap = np.minimum.reduceat(self.gaps(here)[0], self.first)
        depth = self.radii + np.where(self._inside(here)[0], gap, -gap)
        rows = np.flatnonzero(depth > 0.0)
        return {self.owners[row]: float(depth[row]) + TOLERANCE for row in rows[np.argsort(depth[rows], kind="stable")]}

    def _inside(self, places: Places) -> Mask:
        """Which places (k,) lie inside each outline (o,), not counting what it is grown by."""
        p, edges = places[:, None], self.edges
        above = edges.start.imag > p.imag
        spans = above != (edges.stop.imag > p.imag)
        right = ((edges.way.conjugate() * (p - edges.start)).imag > 0.0) != above
        inside: Mask = np.add.reduceat((spans & right).astype(np.intp), self.first, axis=1) % 2 == 1
        return inside


def _tested(outline: Grown) -> Grown | None:
    """What is tested instead: a TOLERANCE smaller, and never without a radius; None when nothing is left."""
    if outline.radius >= TOLERANCE + THIN:
        return outline._replace(radius=outline.radius - TOLERANCE)
    bare = outline._replace(radius=0.0).polygon
    smaller = bare.buffer(outline.radius - TOLERANCE - THIN, join_style="mitre")
    if not isinstance(smaller, Polygon) or smaller.is_empty:
        return None
    return Grown(_rings(smaller), THIN, outline.owner)


def square(z: Places) -> Floats:
    """The squares of lengths."""
    return z.real**2 + z.imag**2


def inverse(values: Floats) -> Floats:
    """1 / value, and 0 for 0."""
    return np.divide(1.0, values, out=np.zeros_like(values), where=values > 0.0)
