"""The shortest ways from a place: a search that leaves corners only when it comes to them."""

import heapq
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from ....irrational import scalar, vector
from ....lattice import NARROW
from .grown import Floats, Places
from .tangents import Fan, Ground

GOAL: Final = -1
"""Stands for the node of the goal."""
EQUAL: Final = 1e-12
PIECE: Final = math.radians(6.0)
FINEST: Final = PIECE / 64


class Arc(NamedTuple):
    """A part of a way round a corner: from a turn, this many radians on."""

    node: int
    turn: float
    way: float


class Way(NamedTuple):
    """A shortest way of a centre: straight lines that touch arcs, and its length."""

    start: complex
    arcs: tuple[Arc, ...]
    stop: complex
    length: float


class Arrival(NamedTuple):
    """A way that has come to a corner, or the goal: how far, how far round it, and from which it came."""

    node: int
    turn: float
    cost: float
    before: int
    left: float


class Search:
    """
    The ways from a place, found in the order of their lengths, towards a goal where there is one.

    No way longer than ``limit`` is looked for, and none that leads to none of the places ``among`` which the ends are.
    """

    def __init__(
        self,
        ground: Ground,
        start: complex,
        goal: complex | None = None,
        limit: float = math.inf,
        among: Places | None = None,
    ) -> None:
        self.ground = ground
        self.start = start
        self.goal = goal
        self.limit = limit
        self.among = among if goal is None else np.array([goal])
        self.arrivals: list[Arrival] = []
        self._next: list[tuple[float, int]] = []
        self._least: dict[int, Floats] = {}
        self._exits: dict[int, tuple[float, float]] = {}

    def in_order(self) -> Iterator[int]:
        """The rows of arrivals, in the order of what their ways cost at least until the goal."""
        if self.goal is not None:
            self._exits = exits_to(self.ground, self.start, self.goal, self.limit)
        fan = self.ground.fan_from(self.start, self.among, self.limit)
        self._set_out(fan, np.zeros(len(fan.node)), -1)
        while self._next:
            _, number = heapq.heappop(self._next)
            yield number
            if self.arrivals[number].node != GOAL:
                self._go_on(number)

    def _go_on(self, number: int) -> None:
        node, turn, cost, _, _ = self.arrivals[number]
        if node in self._exits:
            leaving, length = self._exits[node]
            total = cost + self.ground.arc(node, turn, leaving) + length
            if total < math.inf:
                # Nothing that bends off earlier comes to the goal sooner: it would go round this way's outside.
                self._arrive(total, Arrival(GOAL, 0.0, total, number, leaving))
                return
        fan = self.ground.fan(node)
        least = self._least.setdefault(node, np.full(len(fan.node), np.inf))
        costs = cost + self.ground.arcs(node, turn, fan.leaving)
        better = costs < least - EQUAL
        least[better] = costs[better]
        self._set_out(fan.only(better), costs[better], number)

    def _set_out(self, fan: Fan, costs: Floats, before: int) -> None:
        costs = costs + fan.length
        bounds = costs
        if self.among is not None:
            bounds = costs + vector.length(fan.stop[:, None] - self.among).min(axis=1)
        rows = (bounds, fan.node, fan.arriving, costs, fan.leaving)
        for bound, node, turn, cost, left in zip(*(values.tolist() for values in rows), strict=True):
            self._arrive(bound, Arrival(node, turn, cost, before, left))

    def _arrive(self, bound: float, arrival: Arrival) -> None:
        if bound <= self.limit:
            heapq.heappush(self._next, (round(bound, NARROW), len(self.arrivals)))
            self.arrivals.append(arrival)

    def way(self, last: Arrival, goal: complex) -> Way:
        """The way of an arrival at a goal."""
        arcs, left, number = [], last.left, last.before
        while number >= 0:
            node, turn, _, before, leaving = self.arrivals[number]
            arcs.append(Arc(node, turn, float(self.ground.open_turns(node, turn, np.array([left]))[0])))
            left, number = leaving, before
        return Way(self.start, tuple(reversed(arcs)), goal, last.cost)


def shortest_way(ground: Ground, start: complex, goal: complex, limit: float = math.inf) -> Way | None:
    """The shortest way; None where there is none within the limit."""
    straight = scalar.length(goal - start)
    if straight > limit:
        return None
    if ground.clear(np.array([start]), np.array([goal]))[0]:
        return Way(start, (), goal, straight)
    search = Search(ground, start, goal, limit)
    found = (arrival for number in search.in_order() if (arrival := search.arrivals[number]).node == GOAL)
    return next((search.way(arrival, goal) for arrival in found), None)


def exits_to(ground: Ground, start: complex, goal: complex, limit: float) -> dict[int, tuple[float, float]]:
    """
    The nodes from which a straight line leads to a goal: after which turn, and how long it is.

    Those that may lie on a way from a start within a limit.
    """
    fan = ground.fan_to(goal, start, limit)
    exits = zip(fan.node.tolist(), fan.leaving.tolist(), fan.length.tolist(), strict=True)
    return {node: (turn, length) for node, turn, length in exits}


def shortest_ways(ground: Ground, start: complex, goals: Places, limit: float) -> list[Way | None]:
    """The shortest way to each of some goals, None where there is none within the limit: one search for all."""
    found: list[Way | None] = [None] * len(goals)
    near = vector.length(goals - start) <= limit
    free = near.copy()
    free[near] = ground.clear(np.full(int(near.sum()), start), goals[near])
    for row in np.flatnonzero(free).tolist():
        found[row] = Way(start, (), complex(goals[row]), float(scalar.length(goals[row] - start)))
    bent = np.flatnonzero(near & ~free).tolist()
    exits = {row: ends for row in bent if (ends := exits_to(ground, start, complex(goals[row]), limit))}
    search = Search(ground, start, limit=limit, among=goals[[*exits]])
    best: dict[int, Arrival] = {}
    for number in search.in_order() if exits else ():
        arrival = search.arrivals[number]
        for row, ends in exits.items():
            if arrival.node in ends:
                leaving, length = ends[arrival.node]
                total = arrival.cost + ground.arc(arrival.node, arrival.turn, leaving) + length
                if total <= min(limit, best[row].cost if row in best else math.inf):
                    best[row] = Arrival(GOAL, 0.0, total, number, leaving)
        if len(best) == len(exits) and all(arrival.cost >= one.cost for one in best.values()):
            break
    for row, last in best.items():
        found[row] = search.way(last, complex(goals[row]))
    return found


def bends_of(ground: Ground, way: Way) -> Places:
    """
    The way as straight lines: where they begin, bend and end.

    Round an arc they turn by at most PIECE at a time, which makes the arc longer by less than 1 in 1,000; where
    that would still brush something, by less.
    """
    piece = PIECE
    while True:
        arcs = (ground.bends(*arc, piece) for arc in way.arcs)
        bends: Places = np.concatenate([[way.start], *arcs, [way.stop]])
        bends = bends[vector.length(np.diff(bends, prepend=np.nan)) != 0.0]
        if piece < FINEST or ground.clear(bends[:-1], bends[1:]).all():
            return bends
        piece /= 2
