"""The search for a way to lay a two-armed tool among outlines that it may not overlap.

The middle line of such a tool starts on a circle, runs straight to an elbow, and straight on from there in any
direction; both arms are equally long. A tool with a width is a line among outlines that are grown by half of it.

For an elbow the directions of the second arm are exact: those of the arms that stop short of every edge of every
outline, between the two that touch the goal on either side. The elbows themselves are searched through: those of
the straight tool and of the farthest bends, and then all, in boxes of starts and first arms that become smaller.
A box is dropped when no tool in it could do even if the outlines were smaller and the goal larger, by as much as
the tools of the box differ. So a way that is found is one, and none is missed that would still do with the
outlines ``RESOLUTION`` larger and the goal as much smaller.
"""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ... import TOLERANCE
from ...irrational import scalar, vector
from ...lattice import coarse
from ..place.centres import outside_arcs
from ..shapes import ARC, Point, Points, point_of

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]

RESOLUTION: Final = 0.02
"""Inches that a tool must have to spare so that it is found for certain, unless it is to have more."""
COARSEST: Final = 32 * RESOLUTION
SLIT: Final = 1e-9
"""Directions closer together than this, in radians, leave no room between them."""
CORNERS: Final = 8
"""Straight pieces of a quarter circle round the corners of a grown outline."""


class Laid(msgspec.Struct, frozen=True):
    """The middle line of a tool on the table: where it starts, its elbow, where it ends."""

    start: Point
    elbow: Point
    end: Point


class Outlines:
    """
    What the middle line of a tool may not enter: polygons grown by half its width, for all tools alike within a slack.

    ``area`` are the polygons grown by ``half - slack``, or shrunk, and ``edges`` (m, 4) its edges. So what enters it
    still touches the grown polygons after each of its points has moved by at most ``slack``. So does what crosses
    one of ``walls`` (k, 4), the edges of the polygons themselves, with both ends of each more than ``loose`` inches
    beyond the other: it cannot come off. Walls stop what is shrunk to nothing.
    """

    def __init__(self, polygons: Sequence[Polygon], half: float, slack: float = 0.0) -> None:
        by = half - slack - TOLERANCE / 2
        # With chords outside the true arcs what keeps out truly does; with chords inside, what enters truly does.
        swell = 1.0 if slack else outside_arcs(CORNERS)
        shapes = [polygon.buffer(by * swell, CORNERS) if by > 0 else _shrunk(polygon, by) for polygon in polygons]
        self.area: BaseGeometry = shapely.union_all(shapes)
        shapely.prepare(self.area)
        self.edges = edges_of(list(shapely.get_parts(self.area)))
        self.loose = slack - half
        self.walls = edges_of(polygons if self.loose > 0 else [])

    def clear(self, a: Points, b: Points) -> Mask:
        """Which straight lines from ``a`` to ``b`` (n, 2) keep out."""
        free: Mask = np.logical_not(shapely.intersects(self.area, shapely.linestrings(np.stack([a, b], axis=1))))
        if len(self.walls):
            free[free] = ~self._crosses_a_wall(a[free], b[free])
        return free

    def _crosses_a_wall(self, a: Points, b: Points) -> Mask:
        line, (p, q) = (b - a)[:, None], (self.walls[:, :2], self.walls[:, 2:])
        wall = q - p
        ends = [_aside(line, end - a[:, None]) for end in (p, q)], [_aside(wall, end[:, None] - p) for end in (a, b)]
        crossed = [(np.minimum(*sides) < -self.loose) & (np.maximum(*sides) > self.loose) for sides in ends]
        found: Mask = np.any(crossed[0] & crossed[1], axis=1)
        return found

    def holds(self, places: Points) -> Mask:
        """Which places (n, 2) are inside or on an edge, where an arm can lie that meets no edge from outside."""
        held: Mask = shapely.intersects_xy(self.area, places)
        return held

    def gaps(self, places: Points, towards: Floats, spread: Floats, arm: float) -> tuple[Floats, Floats]:
        """
        The directions in which an arm from each place (n, 2) keeps out, as turns from ``towards`` within ``spread``.

        The places are outside, and not on an edge.

        Gaps from the first array to the second (n, k), in radians; where the second is less there is none.
        """
        arcs = [_arcs(*self._reached(places, arm), towards), _arcs(*self._walled(places, arm), towards)]
        low, high = (np.hstack(ends) for ends in zip(*arcs, strict=True))
        order = np.argsort(low, axis=1)
        low, high = np.take_along_axis(low, order, axis=1), np.take_along_axis(high, order, axis=1)
        side = spread[:, None]
        first = np.hstack([-side, np.maximum.accumulate(high, axis=1)])
        last = np.hstack([np.where(np.isfinite(low), low, -np.inf), side])
        return np.maximum(first, -side), np.minimum(last, side) - SLIT

    def _reached(self, places: Points, arm: float) -> tuple[Floats, Floats]:
        """The directions of both ends of the part of each edge that is within an arm of each place (n, m); else nan."""
        to = self.edges[:, :2] - places[:, None]
        along = self.edges[:, 2:] - self.edges[:, :2]
        square = (along**2).sum(axis=1)
        middle = -(to * along).sum(axis=2) / square
        with np.errstate(invalid="ignore"):
            half = vector.sqrt((arm**2 - (to**2).sum(axis=2)) / square + middle**2)
        low, high = np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0)
        low = np.where(low < high, low, np.nan)
        return angles(to + low[..., None] * along), angles(to + high[..., None] * along)

    def _walled(self, places: Points, arm: float) -> tuple[Floats, Floats]:
        """The directions between which an arm from each place crosses each wall and cannot come off; else nan."""
        wall = self.walls[:, 2:] - self.walls[:, :2]
        ends = [self.walls[:, :2] - places[:, None], self.walls[:, 2:] - places[:, None]]
        aside = _aside(wall, -ends[0])
        # Turns are counted from the direction straight to the wall's line; the wall goes left or right there.
        normal = angles(np.stack([wall[:, 1], -wall[:, 0]], axis=1)) + np.where(aside > 0.0, 0.0, math.pi)
        left = np.where(aside > 0.0, 1.0, -1.0)
        length = vector.hypot(wall[:, 0], wall[:, 1])
        with np.errstate(invalid="ignore", divide="ignore"):
            turns = [vector.arctan(left * (end * wall).sum(axis=2) / length / np.abs(aside)) for end in ends]
            loose = [vector.arcsin(self.loose / vector.hypot(end[..., 0], end[..., 1])) for end in ends]
            deep = np.where(np.abs(aside) > self.loose, vector.arccos((np.abs(aside) + self.loose) / arm), np.nan)
        ahead = turns[1] > turns[0]
        low = np.maximum(np.where(ahead, turns[0] + loose[0], turns[1] + loose[1]), -deep)
        high = np.minimum(np.where(ahead, turns[1] - loose[1], turns[0] - loose[0]), deep)
        low = np.where(low < high, low, np.nan)
        return normal + low, normal + high


class Search:
    """
    Laying a tool from a circle (``centre``, ``rim``) to a disc (``goal``, ``touch``), both arms ``arm`` inches long.

    The first arm leaves the circle outwards. ``half`` is half the width of the tool, that its middle line keeps
    from the ``polygons``; ``rim`` and ``touch`` contain it.
    """

    def __init__(self, centre: Point, rim: float, arm: float, polygons: Sequence[Polygon], half: float) -> None:
        self.centre = np.array(centre)
        self.rim = rim
        self.arm = arm
        self.half = half
        reach = shapely.Point(centre).buffer(rim + 2 * arm + half)
        self.polygons = [polygon for polygon in polygons if polygon.intersects(reach)]
        self.outlines = Outlines(self.polygons, half)

    # -------------------------------------------------------------------------------------------- to one goal

    def way_to(self, goal: Point, touch: float, spare: float = RESOLUTION) -> Laid | None:
        """A tool whose middle line comes within ``touch`` of the goal, or None; one with at least that many inches to
        ``spare`` is surely found."""
        target = np.array(goal)
        found = self._way(*self._from_elbows(self._both_radial(target, touch)), target, touch)
        return found or (self.through_boxes(goal, touch, spare) if self.polygons else None)

    def through_boxes(self, goal: Point, touch: float, spare: float = RESOLUTION) -> Laid | None:
        """The same by looking through all starts and first arms, in boxes of half the size each time."""
        target, slack = np.array(goal), COARSEST
        bearings, turns, wide, steep = self.boxes(slack)
        while len(bearings):
            starts, elbows = self.arms(bearings, turns)
            smaller = Outlines(self.polygons, self.half, slack)
            kept = self._second_arm(smaller, starts, elbows, target, touch + slack)[0]
            bearings, turns = bearings[kept], turns[kept]
            found = self._way(starts[kept], elbows[kept], target, touch)
            # Half of what is to spare is left for the chords of round corners.
            if found or slack <= spare / 2:
                return found
            slack, wide, steep = slack / 2, wide / 2, steep / 2
            bearings = (bearings[:, None] + np.array([-wide, -wide, wide, wide])).ravel()
            turns = (turns[:, None] + np.array([-steep, steep, -steep, steep])).ravel()
        return None

    def boxes(self, slack: float) -> tuple[Floats, Floats, float, float]:
        """
        Boxes of starts and first arms: no tool differs from that of its box's middle by more than ``slack``.

        Their middles (bearing of the start, turn of the first arm from it), and half their sides, in radians.
        """
        # A change of bearing turns all about the centre, a change of turn the arm about its start.
        around = math.ceil(math.pi * 2 * (self.rim + self.arm) / slack)
        across = math.ceil(math.pi * self.arm / slack)
        wide, steep = math.pi / around, math.pi / 2 / across
        bearings = wide * (2 * np.arange(around) + 1)
        turns = steep * (2 * np.arange(across) + 1) - math.pi / 2
        both = np.stack(np.meshgrid(bearings, turns, indexing="ij"), axis=-1).reshape(-1, 2)
        return both[:, 0], both[:, 1], wide, steep

    def arms(self, bearings: Floats, turns: Floats) -> tuple[Points, Points]:
        """Starts and elbows of first arms."""
        starts = self.centre + self.rim * ways(bearings)
        return starts, starts + self.arm * ways(bearings + turns)

    def _way(self, starts: Points, elbows: Points, goal: Points, touch: float) -> Laid | None:
        done, headings = self._second_arm(self.outlines, starts, elbows, goal, touch + TOLERANCE / 2)
        if not done.any():
            return None
        row = int(np.argmax(done))
        end = elbows[row] + self.arm * ways(headings[row : row + 1])[0]
        return Laid(point_of(starts[row]), point_of(elbows[row]), point_of(end))

    def _second_arm(
        self, outlines: Outlines, starts: Points, elbows: Points, goal: Points, touch: float
    ) -> tuple[Mask, Floats]:
        """Which first arms keep out and let the tool touch the goal, and the direction of a second arm for each."""
        to = goal - elbows
        far = vector.hypot(to[:, 0], to[:, 1])
        done = self._first_arm_touches(starts, elbows, goal, touch)
        # Where the first arm touches the goal, the second may lie back on the first.
        headings = angles(starts - elbows)
        able = np.flatnonzero(done | (far <= self.arm + touch))
        barred = able[~outlines.clear(starts[able], elbows[able])]
        rest = np.setdiff1d(able[~done[able]], barred, assume_unique=True)
        done[barred] = False
        towards = angles(to[rest])
        first, last = outlines.gaps(elbows[rest], towards, self._spread(far[rest], touch), self.arm)
        widest = np.argmax(coarse(last - first), axis=1)[:, None]
        first, last = (np.take_along_axis(side, widest, axis=1)[:, 0] for side in (first, last))
        done[rest] = last >= first
        headings[rest] = towards + np.clip(0.0, first, last)
        return done, headings

    def _first_arm_touches(self, starts: Points, elbows: Points, goal: Points, touch: float) -> Mask:
        back, to = starts - elbows, goal - elbows
        share = ((to * back).sum(axis=1) / self.arm**2).clip(0.0, 1.0)
        off = to - share[:, None] * back
        touches: Mask = vector.hypot(off[:, 0], off[:, 1]) <= touch
        return touches

    def _spread(self, far: Floats, touch: float) -> Floats:
        """How far an arm may turn from the goal and still touch it, by how far its elbow is from the goal."""
        beside = vector.arcsin(np.minimum(touch / far, 1.0))
        tip = (far**2 + self.arm**2 - touch**2) / (2 * far * self.arm)
        return np.where(far**2 <= self.arm**2 + touch**2, beside, vector.arccos(np.minimum(tip, 1.0)))

    # ------------------------------------------------------------------------------------------ to all goals

    def lines(self, step: float) -> BaseGeometry:
        """The ground that the middle lines of tools lie on, by elbows about ``step`` inches apart."""
        if not self.polygons:
            return shapely.Point(self.centre).buffer(self.rim + 2 * self.arm, quad_segs=ARC)
        bearings = np.arange(0.0, 2 * math.pi, step / (self.rim + self.arm))
        starts, farthest = self.arms(bearings, np.zeros(len(bearings)))
        firsts = self._fans(starts, bearings, np.full(len(starts), math.pi / 2), step)
        elbows = np.vstack([np.empty((0, 2)), *(fan[1:] for fan in firsts)])
        _, one_each = np.unique(np.floor(elbows / step), axis=0, return_index=True)
        elbows = np.vstack([elbows[one_each], farthest[self.outlines.clear(starts, farthest)]])
        seconds = self._fans(elbows, np.zeros(len(elbows)), np.full(len(elbows), math.pi), step)
        return shapely.union_all([Polygon(fan) for fan in (*firsts, *seconds) if len(fan) > 2])

    def _fans(self, places: Points, towards: Floats, spread: Floats, step: float) -> list[Points]:
        """The arms that keep out, from each place within ``spread`` of a direction: the place, and ends of arms."""
        outside = ~self.outlines.holds(places)
        places, towards, spread = places[outside], towards[outside], spread[outside]
        first, last = self.outlines.gaps(places, towards, spread, self.arm)
        fans = []
        for row, gap in np.argwhere(first <= last):
            low, high = first[row, gap], last[row, gap]
            turns = np.linspace(low, high, max(2, math.ceil((high - low) * self.arm / step) + 1))
            fans.append(np.vstack([places[row], places[row] + self.arm * ways(towards[row] + turns)]))
        return fans

    # ------------------------------------------------------------------------------------ elbows that matter

    def _both_radial(self, goal: Points, touch: float) -> Points:
        """Straight on, and where both arms point away from the middles of the circle and the goal."""
        to = goal - self.centre
        far = float(vector.hypot(*to))
        far, ahead = (far, float(vector.arctan2(to[1], to[0]))) if far > TOLERANCE else (0.0, 0.0)
        out, back = self.rim + self.arm, self.arm + touch
        cos = (far**2 + out**2 - back**2) / (2 * far * out) if far else 2.0
        aside = scalar.acos(cos) if abs(cos) <= 1.0 else 0.0
        return self.centre + out * ways(np.array([ahead, ahead + aside, ahead - aside]))

    def _from_elbows(self, elbows: Points) -> tuple[Points, Points]:
        """The starts of all first arms that lead outwards to these elbows, with the elbows."""
        to = elbows - self.centre
        far = vector.hypot(to[:, 0], to[:, 1])
        fits = (far >= scalar.hypot(self.arm, self.rim)) & (far <= self.arm + self.rim + TOLERANCE / 4)
        elbows, far, angle = elbows[fits], far[fits], angles(to[fits])
        turn = vector.arccos(np.minimum((far**2 + self.rim**2 - self.arm**2) / (2 * far * self.rim), 1.0))
        starts = np.vstack([self.centre + self.rim * ways(angle + turn), self.centre + self.rim * ways(angle - turn)])
        return starts, np.vstack([elbows, elbows])


def ways(angles: Floats) -> Points:
    """Steps of length 1 in these directions (n, 2)."""
    return np.stack([vector.cos(angles), vector.sin(angles)], axis=1)


def angles(steps: Points) -> Floats:
    """The directions of steps (..., 2), in radians."""
    return vector.arctan2(steps[..., 1], steps[..., 0])


def edges_of(polygons: Sequence[Polygon]) -> Floats:
    """All edges of polygons, of holes too: x1, y1, x2, y2 (m, 4)."""
    rings = [shapely.get_coordinates(circle) for circle in shapely.get_rings(polygons)]
    return np.vstack([np.empty((0, 4)), *(np.hstack([circle[:-1], circle[1:]]) for circle in rings)])


def _shrunk(polygon: Polygon, by: float) -> BaseGeometry:
    return polygon.buffer(by, join_style="mitre")


def _aside(line: Points, to: Points) -> Floats:
    """How far to the left of a line a point lies."""
    aside: Floats = (line[..., 0] * to[..., 1] - line[..., 1] * to[..., 0]) / vector.hypot(line[..., 0], line[..., 1])
    return aside


def _arcs(a: Floats, b: Floats, towards: Floats) -> tuple[Floats, Floats]:
    """
    Directions from a to b (n, m), less than half a turn apart, as turns from ``towards`` (n,): from ... to (n, k).

    Turns are from minus to plus half a turn. What spans the direction straight back makes two of them, at both
    ends; what is nan none, from infinity.
    """
    a, b = (turn - 2 * math.pi * np.rint(turn / (2 * math.pi)) for turn in (a - towards[:, None], b - towards[:, None]))
    low, high = np.minimum(a, b), np.maximum(a, b)
    none, behind = np.isnan(low), high - low > math.pi
    twice = behind.any(axis=0)
    first = np.where(none, np.inf, np.where(behind, -np.inf, low)), np.where(none, -np.inf, np.where(behind, low, high))
    second = np.where(behind, high, np.inf)[:, twice], np.where(behind, np.inf, -np.inf)[:, twice]
    return np.hstack([first[0], second[0]]), np.hstack([first[1], second[1]])
