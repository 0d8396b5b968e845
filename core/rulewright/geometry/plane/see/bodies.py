"""Convex shapes as arrays, and the straight lines that touch two of them.

Points and directions are complex numbers here (x + y j), so that ``(conj(u) * p)`` has how far p lies along the
direction u as its real part and how far to the left of u as its imaginary part. A line is a unit direction ``u``
and the distance ``d`` to its left at which it passes the origin.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ...irrational import vector
from ..shapes import Footprint

Rows: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float64]
Vectors: TypeAlias = npt.NDArray[np.complex128]
Flags: TypeAlias = npt.NDArray[np.bool_]
Lines: TypeAlias = tuple[Vectors, Floats]
"""Unit directions, and the offsets to their left."""

SLACK: Final = 1e-9
"""Rounding that is forgiven where a line is made to touch a body: far below the tolerance of any answer."""

_KEY: Final = 8.0
"""More than a turn: the sort keys of one body lie below those of the next."""
_MOST_STEPS: Final = 60


def some(flags: Flags, axis: int) -> Flags:
    """Whether any is set along an axis."""
    found: Flags = np.logical_or.reduce(flags, axis=axis)
    return found


class Bodies:
    """
    Convex footprints as arrays: the corners of all cores in one row, counter-clockwise, and the radii.

    ``first[i]`` is the place of body i's first corner in ``corners``, ``last[i]`` that after the last, ``count[i]`` how
    many it has; ``centre`` is a point inside, ``reach`` how far the farthest point lies from it.
    """

    def __init__(self, footprints: Sequence[Footprint]) -> None:
        self.footprints = footprints
        cores = [footprint.core for footprint in footprints]
        self.count: Rows = np.fromiter(map(len, cores), np.intp, len(cores))
        self.last: Rows = np.cumsum(self.count)
        self.first: Rows = self.last - self.count
        self.radius: Floats = np.fromiter((footprint.radius for footprint in footprints), np.float64, len(cores))
        flat = np.concatenate(cores) if cores else np.empty((0, 2))
        unordered: Vectors = np.ascontiguousarray(flat).view(np.complex128)[:, 0]
        owner = np.repeat(np.arange(len(cores)), self.count)
        after = np.arange(1, len(unordered) + 1)
        after[self.first + self.count - 1] = self.first
        keys = owner * _KEY + vector.angle(unordered[after] - unordered)
        order = np.argsort(keys, kind="stable")
        self.corners = unordered[order]
        self._keys = keys[order]
        if cores:
            total: Vectors = np.add.reduceat(self.corners, self.first, dtype=np.complex128)
            self.centre: Vectors = total / self.count
            far = np.maximum.reduceat(vector.length(self.corners - self.centre[owner]), self.first)
            self.reach: Floats = far + self.radius
        else:
            self.centre, self.reach = np.empty(0, np.complex128), np.empty(0)

    def __len__(self) -> int:
        return len(self.count)

    def after(self, rows: Rows, fresh: "Bodies") -> "Bodies":
        """These bodies in a new order: body i was ``rows[i]``, or is the next of ``fresh`` where that is -1."""
        fresh_rows = np.flatnonzero(rows < 0)
        if len(rows) == len(self) and (fresh.count == self.count[fresh_rows]).all() and _in_order(rows):
            return self._replaced(fresh_rows, fresh)
        new = object.__new__(Bodies)
        source = rows.copy()
        source[rows < 0] = len(self) + np.arange(len(fresh))
        both = (*self.footprints, *fresh.footprints)
        new.footprints = [both[row] for row in source.tolist()]
        new.count = np.concatenate([self.count, fresh.count])[source]
        new.last = np.cumsum(new.count)
        new.first = new.last - new.count
        new.radius = np.concatenate([self.radius, fresh.radius])[source]
        new.centre = np.concatenate([self.centre, fresh.centre])[source]
        new.reach = np.concatenate([self.reach, fresh.reach])[source]
        first = np.concatenate([self.first, fresh.first + len(self.corners)])[source]
        shift = np.repeat(first - new.first, new.count)
        place = np.arange(len(shift)) + shift
        new.corners = np.concatenate([self.corners, fresh.corners])[place]
        angles = np.concatenate([self._keys, fresh._keys + len(self) * _KEY])[place]
        new._keys = angles + np.repeat(np.arange(len(source)) - source, new.count) * _KEY
        return new

    def _replaced(self, rows: Rows, fresh: "Bodies") -> "Bodies":
        new = object.__new__(Bodies)
        new.count, new.first, new.last = self.count, self.first, self.last
        new.radius, new.centre, new.reach = self.radius.copy(), self.centre.copy(), self.reach.copy()
        new.radius[rows], new.centre[rows], new.reach[rows] = fresh.radius, fresh.centre, fresh.reach
        new.footprints, new.corners, new._keys = list(self.footprints), self.corners.copy(), self._keys.copy()
        for number, row in enumerate(rows.tolist()):
            mine, its = slice(self.first[row], self.last[row]), slice(fresh.first[number], fresh.last[number])
            new.footprints[row] = fresh.footprints[number]
            new.corners[mine], new._keys[mine] = fresh.corners[its], fresh._keys[its] + (row - number) * _KEY
        return new

    @cached_property
    def padded(self) -> Vectors:
        """The corners of each body in a column, the last repeated: (most corners, bodies)."""
        most = np.arange(self.count.max(initial=1))[:, None]
        return self.corners[self.first + np.minimum(most, self.count - 1)]

    def support(self, rows: Rows, towards: Vectors) -> Vectors:
        """The corner of each body that lies farthest in a direction."""
        # The edge that runs a quarter turn ahead of this direction begins at the corner.
        place = self._keys.searchsorted(rows * _KEY + vector.arctan2(towards.real, -towards.imag))
        return self.corners[np.where(place >= self.last[rows], self.first[rows], place)]

    def on_line(self, rows: Rows, lines: Lines) -> tuple[Flags, Vectors]:
        """Whether each line meets the body of its row, and where: a point of the body on the line."""
        u, d = lines
        back = np.conj(u)
        right, left = back * self.support(rows, -1j * u), back * self.support(rows, 1j * u)
        radius = self.radius[rows] + SLACK
        meets = (right.imag - radius <= d) & (left.imag + radius >= d)
        across = left.imag - right.imag
        share = np.clip((d - right.imag) / np.where(across > 0.0, across, 1.0), 0.0, 1.0)
        along = right.real + share * (left.real - right.real)
        return meets, u * (along + 1j * d)

    def chords(self, row: int, lines: Lines) -> tuple[Floats, Floats]:
        """Where each line enters and leaves one body, along the line; past each other where it misses."""
        u, d = lines
        turned = np.conj(u) * self.corners[self.first[row] : self.first[row] + self.count[row], None]
        if self.count[row] == 1:
            across = turned[0].imag - d
            half = vector.sqrt(np.maximum(self.radius[row] ** 2 - across * across, 0.0))
            meets = np.abs(across) <= self.radius[row] + SLACK
            return (np.where(meets, turned[0].real - half, np.inf), np.where(meets, turned[0].real + half, -np.inf))
        ahead = np.roll(turned, -1, axis=0)
        one, two = turned.imag - d, ahead.imag - d
        steps = np.where(one == two, 1.0, one - two)
        at = turned.real + np.clip(one / steps, 0.0, 1.0) * (ahead.real - turned.real)
        crossed = (np.minimum(one, two) <= SLACK) & (np.maximum(one, two) >= -SLACK)
        flat = crossed & (np.abs(one - two) <= SLACK)
        low = np.where(flat, np.minimum(turned.real, ahead.real), at)
        high = np.where(flat, np.maximum(turned.real, ahead.real), at)
        return np.where(crossed, low, np.inf).min(axis=0), np.where(crossed, high, -np.inf).max(axis=0)


def _in_order(rows: Rows) -> bool:
    return bool(((rows < 0) | (rows == np.arange(len(rows)))).all())


def between(one: Bodies, rows: Rows, other: Bodies, others: Rows, left: bool) -> Lines:
    """
    The lines that touch two bodies and pass between them, from the first to the second.

    The first body lies to the left of its line and the second to the right, or the other way round. Each step
    turns the line onto the corners that stick out farthest, always in the same sense, until none does.
    """
    side = 1.0 if left else -1.0
    lean = side * (one.radius[rows] + other.radius[others])
    u = unit(other.centre[others] - one.centre[rows])
    p = one.support(rows, -side * 1j * u)
    q = other.support(others, side * 1j * u)
    for _ in range(_MOST_STEPS):
        u = _leaning(q - p, lean)
        before = p, q
        p, q = one.support(rows, -side * 1j * u), other.support(others, side * 1j * u)
        if (p == before[0]).all() and (q == before[1]).all():
            break
    return u, (np.conj(u) * p).imag - side * one.radius[rows]


def beside(one: Bodies, rows: Rows, other: Bodies, others: Rows, left: bool = True) -> Lines:
    """The lines that touch two bodies, from the first to the second, with both to the left (or both to the right)."""
    side = 1.0 if left else -1.0
    ahead = unit(other.centre[others] - one.centre[rows])
    lean = side * (one.radius[rows] - other.radius[others])
    corners = other.padded[:, others]
    back = np.conj(ahead)
    u, p = ahead, one.support(rows, -side * 1j * ahead)
    todo = np.arange(len(rows))
    u = u.copy()
    for _ in range(_MOST_STEPS):
        touching = _leaning(corners[:, todo] - p[todo], lean[todo])
        turn = side * vector.angle(back[todo] * touching)
        u[todo] = touching[turn.argmin(axis=0), np.arange(len(todo))]
        found = one.support(rows[todo], -side * 1j * u[todo])
        moved = found != p[todo]
        p[todo] = found
        todo = todo[moved]
        if not len(todo):
            break
    return u, (np.conj(u) * p).imag - side * one.radius[rows]


def unit(vectors: Vectors) -> Vectors:
    """The same directions one inch long; along x where there is none."""
    length = vector.length(vectors)
    if length.all():
        return vectors / length
    found: Vectors = (vectors + (length == 0.0)) / (length + (length == 0.0))
    return found


def _leaning(across: Vectors, lean: Floats) -> Vectors:
    """The unit direction that has ``across`` so far to its right: it leaves discs at both ends beside the line."""
    length = across.real**2 + across.imag**2
    straight = vector.sqrt(np.maximum(length - lean * lean, 0.0))
    return unit(across * (straight + 1j * lean))
