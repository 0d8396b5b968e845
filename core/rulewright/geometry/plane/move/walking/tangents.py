"""Taut ways round grown outlines: straight lines that leave one corner and arrive at another without a kink.

A shortest way is a chain of straight lines and of arcs round corners, and each line touches the arcs at both
its ends. So the graph that is searched has the corners as nodes, each once for walking counter-clockwise round
it (the corner on the left hand) and once clockwise, and as edges the common tangents of two corners' circles
that keep out of everything. Edges are found when a corner is first left, and kept.

How far round a corner one has come is a turn: the angle in radians from the beginning of its arc in the
direction of walking, so along a way it only grows. Node ``2 * corner + 1`` walks counter-clockwise.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from .... import TOLERANCE
from ....irrational import scalar, vector
from .grown import Edges, Floats, Grown, Mask, Places, Rows, Walls, inverse, square

KINK: Final = 1e-7
"""Sines up to this count as 0 when it is asked whether a line touches a corner: lines are tested by themselves."""
ROUND: Final = 2 * math.pi
HANDS: Final = np.array([-1.0, 1.0])
SIDES: Final = np.array([1.0, 1.0j, -1.0, -1.0j])
BACK: Final = 1e-6
"""Turns back by up to this many radians count as none."""
SHORT: Final = 1e-9
"""Arcs shorter than this, in inches, are nobody's."""


class Box(NamedTuple):
    """The upright rectangle that a centre must stay in."""

    left: float
    low: float
    right: float
    high: float

    def holds(self, places: Places) -> Mask:
        """Which places lie in it or, within TOLERANCE, on its edge."""
        x, y = places.real, places.imag
        inside_x = (x >= self.left - TOLERANCE) & (x <= self.right + TOLERANCE)
        inside: Mask = inside_x & (y >= self.low - TOLERANCE) & (y <= self.high + TOLERANCE)
        return inside

    def outside(self, place: complex) -> float:
        """How far outside a place lies."""
        return max(self.left - place.real, self.low - place.imag, place.real - self.right, place.imag - self.high, 0.0)


class Corners:
    """Arcs that ways can bend round: the corners of outlines that point outwards, as arrays."""

    def __init__(self, at: Places, radius: Floats, back: Places, ahead: Places) -> None:
        self.at, self.radius, self.back, self.ahead = at, radius, back, ahead
        # Outward normals turn from that of the edge before, 1j * back, to that of the edge after, -1j * ahead.
        whole = ahead == 0.0
        self.width: Floats = np.where(whole, ROUND, vector.angle(-ahead * back.conjugate()) % ROUND)
        self.middle: Places = np.where(whole, -1.0, 1j * back * vector.circle(self.width / 2))

    @classmethod
    def of(cls, outlines: Sequence[Grown]) -> "Corners":
        """The corners of grown outlines."""
        edges = Edges([ring for outline in outlines for ring in outline.rings])
        radius = np.array([outline.radius for outline in outlines for ring in outline.rings for _ in ring])
        bends = ((edges.back.conjugate() * edges.ahead).imag < -1e-9) | (edges.ahead == 0.0)
        return cls(edges.start[bends], radius[bends], edges.back[bends], edges.ahead[bends])

    def __len__(self) -> int:
        return len(self.at)

    def and_of(self, more: "Corners") -> "Corners":
        """These corners and then those."""
        names = ("at", "radius", "back", "ahead")
        return Corners(*(np.concatenate([getattr(self, name), getattr(more, name)]) for name in names))

    def turns(self, rows: Rows | int, hands: Floats | float, lines: Places) -> Floats:
        """How far round their corners lines touch them that have them on the left (hand 1) or right (hand -1)."""
        width = self.width[rows]
        turned = vector.angle(-1j * hands * lines * self.middle[rows].conjugate())
        turns: Floats = (hands * turned + width / 2).clip(0.0, width)
        return turns

    def turns_through(self, row: int, hand: float, places: Places) -> Floats:
        """How far round its corner lines leave it (on the left for hand 1) that lead through places."""
        way = places - self.at[row]
        way = way[vector.length(way) > self.radius[row] + SHORT]
        length = vector.leg(square(way) - self.radius[row] ** 2)
        return self.turns(row, hand, way * (length + 1j * hand * self.radius[row]))

    def normals(self, row: int, turns: Floats) -> Places:
        """The outward directions at those counter-clockwise turns."""
        normals: Places = self.middle[row] * vector.circle(turns - self.width[row] / 2)
        return normals

    def places(self, row: int, turns: Floats, outside: Floats | float = 1.0) -> Places:
        """Where those counter-clockwise turns are, ``outside`` radii from the corner."""
        places: Places = self.at[row] + self.radius[row] * outside * self.normals(row, turns)
        return places


class Fan(NamedTuple):
    """
    The taut ways that leave one node: their ends, lengths, the nodes they arrive at, and both turns.

    Ways keep to no order. Nothing bends at a point that is no corner, so its own turns are 0.
    """

    start: Places
    stop: Places
    length: Floats
    node: Rows
    leaving: Floats
    arriving: Floats

    def only(self, rows: Mask) -> "Fan":
        """Some of them."""
        return Fan._make(part[rows] for part in self)

    def and_of(self, more: "Fan") -> "Fan":
        """These and those."""
        return Fan._make(np.concatenate(both) for both in zip(self, more, strict=True))


class Ground:
    """
    Everything that one kind of base cannot cross, and the ways round it.

    ``below`` is the part that stays while other things move (the terrain): its walls and corners count first,
    and what is found out about them alone is kept there.
    """

    def __init__(self, outlines: Sequence[Grown], box: Box | None, below: "Ground | None" = None) -> None:
        self.box = box
        self.below = below
        self.outlines = tuple(outlines)
        self.walls = Walls(outlines)
        self.added = Corners.of(outlines)
        self.corners: Corners = below.corners.and_of(self.added) if below else self.added
        self._fans: dict[int, Fan] = {}
        self._blocks: dict[int, Floats] = {}
        self._near: dict[tuple[complex, float], Ground] = {}

    def near(self, place: complex, reach: float) -> "Ground":
        """This ground without what lies farther away from a place: ways that keep within that reach are the same."""
        if (place, reach) not in self._near:
            outlines = [one for walls in self.layers for one in walls.near(place, reach + TOLERANCE)]
            self._near[place, reach] = Ground(outlines, self.box)
        return self._near[place, reach]

    @property
    def layers(self) -> tuple[Walls, ...]:
        """The walls below, then those of its own."""
        return (*(self.below.layers if self.below else ()), self.walls)

    # -------------------------------------------------------------------------------------------------- tests

    def clear(self, a: Places, b: Places) -> Mask:
        """Which straight ways from ``a`` to ``b`` a centre can take."""
        free = self.box.holds(a) & self.box.holds(b) if self.box else np.ones(len(a), dtype=np.bool_)
        for walls in self.layers:
            rows = np.flatnonzero(free)
            free[rows] = walls.clear(a[rows], b[rows])
        return free

    def overlapped(self, place: complex) -> dict[str, float]:
        """What a centre at this place would overlap, and how deep."""
        return {owner: depth for walls in self.layers for owner, depth in walls.overlapped(place).items()}

    def solids(self) -> tuple[Grown, ...]:
        """All outlines that a centre must keep out of, those below first."""
        return (*(self.below.solids() if self.below else ()), *self.outlines)

    def solid(self, around: complex, distance: float) -> BaseGeometry:
        """What a centre must keep out of within a distance of a place, as polygons."""
        grounds = np.array([outline.polygon for outline in self.solids()], dtype=object)
        near = shapely.dwithin(grounds, shapely.Point(around.real, around.imag), distance)
        return shapely.union_all(grounds[near])

    # --------------------------------------------------------------------------------------------------- ways

    def fan(self, node: int) -> Fan:
        """The taut ways that leave a corner in one direction of walking."""
        if node not in self._fans:
            self._fans[node] = self._fan(node)
        return self._fans[node]

    def _fan(self, node: int) -> Fan:
        if self.below is None or node >> 1 >= len(self.below.corners):
            return self._clear_of(self._tangents(node, self.corners, 0))
        fan = self.below.fan(node)
        fan = fan.only(self.walls.clear(fan.start, fan.stop))
        if not len(self.added):
            return fan
        return fan.and_of(self._clear_of(self._tangents(node, self.added, len(self.below.corners))))

    def _tangents(self, node: int, others: Corners, first: int) -> Fan:
        row, hand = node >> 1, float(HANDS[node & 1])
        mine = self.corners
        outline = (mine.back[row], mine.ahead[row])
        fan, lines = _touching(mine.at[row], hand, mine.radius[row], outline, others, first)
        return fan._replace(leaving=mine.turns(row, hand, lines))

    def fan_from(self, place: complex, ends: Places | None = None, limit: float = math.inf) -> Fan:
        """The taut ways that leave a place, those that may be part of a way to one of some ends within a limit."""
        fan, _ = _touching(place, 0.0, 0.0, (), self.corners, 0)
        if ends is not None and limit < math.inf:
            fan = fan.only(fan.length + vector.length(fan.stop[:, None] - ends).min(axis=1, initial=math.inf) <= limit)
        return self._clear_of(fan)

    def fan_to(self, place: complex, start: complex, limit: float) -> Fan:
        """
        The taut ways that arrive at a place: each leaves its ``node`` after the turn ``leaving``.

        Those that may be part of a way from a start within a limit.
        """
        back = self.fan_from(place, np.array([start]), limit)
        turn = self.corners.width[back.node >> 1] - back.arriving
        return Fan(back.stop, back.start, back.length, back.node ^ 1, turn, np.zeros(len(turn)))

    def _clear_of(self, fan: Fan) -> Fan:
        return fan.only(self.clear(fan.start, fan.stop))

    # --------------------------------------------------------------------------------------------------- arcs

    def open_turns(self, node: int, turn: float, turns: Floats) -> Floats:
        """How far it is from one turn on to others round the same corner; infinite where something is between."""
        row = node >> 1
        way = turns - turn
        if self.corners.width[row] == ROUND:
            way = np.where(way < -BACK, way + ROUND, way)
        closed = way < -BACK
        for block in self.blocks(node):
            ahead = (block - turn) % ROUND
            closed |= ahead < way
        return np.where(closed, np.inf, way.clip(0.0))

    def arcs(self, node: int, turn: float, turns: Floats) -> Floats:
        """How long the arcs are from one turn on to others; infinite where something is between."""
        way = self.open_turns(node, turn, turns)
        return np.where(way == np.inf, np.inf, self.corners.radius[node >> 1] * way.clip(0.0, ROUND))

    def arc(self, node: int, turn: float, on: float) -> float:
        """How long one arc is."""
        return float(self.arcs(node, turn, np.array([on]))[0])

    def blocks(self, node: int) -> Floats:
        """A turn in the middle of each part of an arc on which a centre cannot be."""
        row = node >> 1
        if row not in self._blocks:
            self._blocks[row] = self._found_blocks(row)
        return self._blocks[row] if node & 1 else self.corners.width[row] - self._blocks[row]

    def _found_blocks(self, row: int) -> Floats:
        if self.below is None or row >= len(self.below.corners):
            return np.concatenate([_blocked(self.corners, row, walls, self.box) for walls in self.layers])
        return np.concatenate([self.below.blocks(2 * row + 1), _blocked(self.corners, row, self.walls, None)])

    def bends(self, node: int, turn: float, way: float, piece: float) -> Places:
        """
        The corners of straight lines that walk an arc outside of it, none turning more than ``piece`` radians.

        Each line touches the arc. Where the arc passes close to something else, one touches it just there, so
        that the lines keep out of that as well.
        """
        row = node >> 1
        radius, width = float(self.corners.radius[row]), float(self.corners.width[row])
        begin = turn if node & 1 else width - turn - way
        if radius * way <= SHORT:
            return self.corners.places(row, np.array([begin]))
        room = radius / scalar.cos(piece / 2)
        nearest = np.concatenate([_nearest_turns(self.corners, row, walls, room) for walls in self.layers])
        if self.box:
            nearest = np.concatenate([nearest, _axis_turns(self.corners, row, self.box, room)])
        nearest = begin + (nearest - begin) % ROUND
        touching = np.unique(np.concatenate([[begin, begin + way], nearest[nearest < begin + way]]))
        pieces = np.maximum(1, np.ceil(np.diff(touching) / piece)).astype(np.intp)
        ends = np.cumsum(pieces)
        step = np.repeat(np.diff(touching) / pieces, pieces)
        number = np.arange(ends[-1]) - np.repeat(ends - pieces, pieces)
        middles = np.repeat(touching[:-1], pieces) + (number + 0.5) * step
        places = self.corners.places(row, middles, 1.0 / vector.cos(step / 2))
        return places if node & 1 else places[::-1]


def _others(corners: Corners, row: int, walls: Walls, room: float) -> Mask:
    """The edges whose grown ground comes within ``room`` of a corner, without the two that meet in it."""
    edges, at = walls.edges, corners.at[row]
    if not len(edges.start):
        return np.zeros(0, dtype=np.bool_)
    own = (edges.start == at) & (edges.ahead == corners.ahead[row])
    own |= (edges.stop == at) & (edges.ahead == -corners.back[row])
    others: Mask = ~own & (walls.gaps(np.array([at]))[0] < room + walls.reach)
    return others


def _nearest_turns(corners: Corners, row: int, walls: Walls, room: float) -> Floats:
    """At which turns (beyond the width too) the arc of a corner is nearest to other edges close to it."""
    edges, at = walls.edges, corners.at[row]
    near = _others(corners, row, walls, room)
    to, way = edges.start[near] - at, edges.way[near]
    t = (-(way.conjugate() * to).real * edges.per_square[near]).clip(0.0, 1.0)
    to = to + t * way
    return _turns_towards(corners, row, to[vector.length(to) > SHORT])


def _axis_turns(corners: Corners, row: int, box: Box, room: float) -> Floats:
    """At which turns the arc of a corner is nearest to the sides of the box that are close to it."""
    at = corners.at[row]
    gaps = np.array([box.right - at.real, box.high - at.imag, at.real - box.left, at.imag - box.low])
    return _turns_towards(corners, row, SIDES[gaps < room])


def _turns_towards(corners: Corners, row: int, ways: Places) -> Floats:
    turns: Floats = vector.angle(ways * corners.middle[row].conjugate()) + corners.width[row] / 2
    return turns


def _blocked(corners: Corners, row: int, walls: Walls, box: Box | None) -> Floats:
    """A turn inside each part of a corner's arc that lies in other outlines or out of the box."""
    at, radius, width = complex(corners.at[row]), float(corners.radius[row]), float(corners.width[row])
    near = _others(corners, row, walls, radius)
    outside = box is not None and not _holds_circle(box, at, radius)
    if radius == 0.0 or not (near.any() or outside):
        return np.empty(0)
    edges = walls.edges
    reach, ahead = walls.reach[near], edges.ahead[near]
    centres = np.concatenate([edges.start[near], edges.stop[near]]) - at
    found = [_circle_turns(centres, np.tile(reach, 2), radius)]
    height = (ahead.conjugate() * (at - edges.start[near])).imag
    found += [_line_turns(1j * ahead, sign * reach - height, radius) for sign in (1.0, -1.0)]
    if box is not None:
        sides = np.array([box.right - at.real, box.high - at.imag, at.real - box.left, at.imag - box.low])
        found.append(_line_turns(SIDES, sides, radius))
    breaks = (np.concatenate(found) - vector.angle(corners.middle[row]) + width / 2) % ROUND
    breaks = np.unique(np.concatenate([[0.0, width], breaks[breaks < width]]))
    middles = ((breaks[1:] + breaks[:-1]) / 2)[np.diff(breaks) * radius > SHORT]
    places = corners.places(row, middles)
    closed = np.zeros(len(places), dtype=np.bool_) if box is None else ~box.holds(places)
    closed |= ((walls.gaps(places) < walls.reach) & near).any(axis=1)
    blocked: Floats = middles[closed]
    return blocked


def _holds_circle(box: Box, at: complex, radius: float) -> bool:
    rim = np.array([at - radius, at + radius, at - 1j * radius, at + 1j * radius])
    return bool(box.holds(rim).all())


def _circle_turns(centres: Places, radii: Floats, radius: float) -> Floats:
    """The directions in which a circle round 0 meets others."""
    apart = vector.length(centres)
    cos = (square(centres) + radius**2 - radii**2) * inverse(2 * radius * apart)
    meet = (apart > 0.0) & (np.abs(cos) <= 1.0)
    towards, spread = vector.angle(centres[meet]), vector.arccos(cos[meet])
    return np.concatenate([towards - spread, towards + spread])


def _line_turns(normals: Places, heights: Floats, radius: float) -> Floats:
    """The directions in which a circle round 0 meets lines, given by normals of length 1 and heights along them."""
    meet = np.abs(heights) <= radius
    towards, spread = vector.angle(normals[meet]), vector.arccos(heights[meet] / radius)
    return np.concatenate([towards - spread, towards + spread])


def _touching(
    at: complex, hand: float, radius: float, outline: Sequence[complex], others: Corners, first: int
) -> tuple[Fan, Places]:
    """
    The lines that touch the circle round ``at`` and those round corners of others, and their directions.

    The circle is on the left (hand 1) or right (-1) of the lines, and so must be the ways along its ``outline``;
    at a place (0) there is nothing on either side. Nodes count from the corner ``first`` on.
    """
    way = (others.at - at)[:, None]
    aside = HANDS * others.radius[:, None] - hand * radius
    apart = square(way)
    along = apart - aside**2
    touch = (along >= -2.0 * TOLERANCE * np.abs(aside)) & (apart > 0.0)
    length = vector.leg(along)
    line = way * (length - 1j * aside) * inverse(apart)
    for along_other in (others.back[:, None], others.ahead[:, None]):
        touch &= HANDS * (line.conjugate() * along_other).imag >= -KINK
    for along_mine in outline:
        touch &= hand * (line.conjugate() * along_mine).imag >= -KINK
    row, column = np.nonzero(touch)
    line, length, hands = line[touch], length[touch], HANDS[column]
    stop = others.at[row] - 1j * hands * others.radius[row] * line
    arriving = others.turns(row, hands, line)
    fan = Fan(at - 1j * hand * radius * line, stop, length, 2 * (row + first) + column, np.zeros(len(row)), arriving)
    return fan, line
