"""The shortest ways from a place: a search that leaves corners only when it comes to them."""

import heapq
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

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

    No way longer than ``limit`` is looked for.
    """

    def __init__(self, ground: Ground, start: complex, goal: complex | None = None, limit: float = math.inf) -> None:
        self.ground = ground
        self.start = start
        self.goal = goal
        self.limit = limit
        self.arrivals: list[Arrival] = []
        self._next: list[tuple[float, int]] = []
        self._least: dict[int, Floats] = {}
        self._exits: dict[int, tuple[float, float]] = {}

    def in_order(self) -> Iterator[int]:
        """The rows of arrivals, in the order of what their ways cost at least until the goal."""
        if self.goal is not None:
            fan = self.ground.fan_to(self.goal)
            exits = zip(fan.node.tolist(), fan.leaving.tolist(), fan.length.tolist(), strict=True)
            self._exits = {node: (turn, length) for node, turn, length in exits}
        fan = self.ground.fan_from(self.start)
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
        bounds = costs if self.goal is None else costs + np.abs(fan.stop - self.goal)
        rows = (bounds, fan.node, fan.arriving, costs, fan.leaving)
        for bound, node, turn, cost, left in zip(*(values.tolist() for values in rows), strict=True):
            self._arrive(bound, Arrival(node, turn, cost, before, left))

    def _arrive(self, bound: float, arrival: Arrival) -> None:
        if bound <= self.limit:
            heapq.heappush(self._next, (bound, len(self.arrivals)))
            self.arrivals.append(arrival)

    def way(self, number: int, goal: complex) -> Way:
        """The way of an arrival at the goal."""
        last = self.arrivals[number]
        arcs, left = [], last.left
        while (number := self.arrivals[number].before) >= 0:
            node, turn, _, _, before = self.arrivals[number]
            arcs.append(Arc(node, turn, float(self.ground.open_turns(node, turn, np.array([left]))[0])))
            left = before
        return Way(self.start, tuple(reversed(arcs)), goal, last.cost)


def shortest_way(ground: Ground, start: complex, goal: complex, limit: float = math.inf) -> Way | None:
    """The shortest way; None where there is none within the limit."""
    straight = abs(goal - start)
    if straight > limit:
        return None
    if ground.clear(np.array([start]), np.array([goal]))[0]:
        return Way(start, (), goal, straight)
    search = Search(ground, start, goal, limit)
    found = (number for number in search.in_order() if search.arrivals[number].node == GOAL)
    return next((search.way(number, goal) for number in found), None)


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
        bends = bends[np.abs(np.diff(bends, prepend=np.nan)) != 0.0]
        if piece < FINEST or ground.clear(bends[:-1], bends[1:]).all():
            return bends
        piece /= 2
