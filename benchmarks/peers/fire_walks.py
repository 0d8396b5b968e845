"""Lines of fire by walking along each line when it is asked for: in plain Python, and with numpy all at once.

Both know the same rules as :mod:`rulewright.geometry.grid.fire` where everything counts: terrain, walls,
elevations, intersections and figures; but no gaps in the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rulewright.geometry.grid.board import BLOCKING, HINDERING, Board
from rulewright.geometry.grid.figures import Figures

OPEN, HINDERED, BLOCKED = 0, 1, 2
Numbers = npt.NDArray[np.intp]


class Walks:
    """A board and figures in flat lists, a number for each square: row x width + column."""

    def __init__(self, board: Board, figures: Figures) -> None:
        self.width, self.size = board.width, board.width * board.height
        tiles = [board.tiles[square % self.width, square // self.width] for square in range(self.size)]
        self.high = [tile.elevation for tile in tiles]
        self.blocking = [tile.terrain == BLOCKING for tile in tiles]
        self.hindering = [tile.terrain == HINDERING for tile in tiles]
        self.east = [0] * self.size
        self.south = [0] * self.size
        for (a, b), kind in board.edges.items():
            if kind.stops_fire and a in board.tiles and b in board.tiles:
                walls = self.south if a[0] == b[0] else self.east
                walls[a[1] * self.width + a[0]] = max(board.tiles[a].elevation, board.tiles[b].elevation)
        self.stand(figures)

    def stand(self, figures: Figures) -> None:
        """Move the figures."""
        self.figure = [False] * self.size
        self.tall = [False] * self.size
        for figure in figures:
            for x, y in figure.squares:
                self.figure[y * self.width + x] = True
                self.tall[y * self.width + x] |= figure.tall

    # --------------------------------------------------------------------------------------- one after another

    def python_row(self, origin: int) -> list[int]:
        """What the lines from one square are."""
        return [self._seen(origin, target) for target in range(self.size)]

    def python_figures(self, figures: Figures) -> dict[tuple[Any, Any], int]:
        """What the lines from figure to figure are, each figure in one square."""
        at = {figure.id: figure.squares[0][1] * self.width + figure.squares[0][0] for figure in figures}
        return {(a, b): self._seen(at[a], at[b]) for a in at for b in at}

    def python_table(self) -> list[list[int]]:
        """What all lines are; what is on the way is looked at once for both directions."""
        table = [[OPEN] * self.size for _ in range(self.size)]
        for a in range(self.size):
            table[a][a] = HINDERED if self.hindering[a] else OPEN
            for b in range(a + 1, self.size):
                way = self._way(a, b)
                table[a][b] = self._into(way, b)
                table[b][a] = self._into(way, a)
        return table

    def _seen(self, origin: int, target: int) -> int:
        if origin == target:
            return HINDERED if self.hindering[target] else OPEN
        return self._into(self._way(origin, target), target)

    def _into(self, way: int, target: int) -> int:
        if way == BLOCKED or self.blocking[target]:
            return BLOCKED
        return HINDERED if self.hindering[target] else way

    def _way(self, origin: int, target: int) -> int:
        width, high, blocking, hindering = self.width, self.high, self.blocking, self.hindering
        east, south = self.east, self.south
        low = min(high[origin], high[target])
        level = high[origin] == high[target]
        figures = self.figure if level else self.tall
        row, column = divmod(origin, width)
        last_row, last_column = divmod(target, width)
        across, down = abs(last_column - column), abs(last_row - row)
        right, below = (1 if last_column > column else -1), (width if last_row > row else -width)
        here, gone_across, gone_down, way = origin, 0, 0, OPEN
        while True:
            order = (1 + 2 * gone_across) * down - (1 + 2 * gone_down) * across
            if order == 0:
                beside, under = here + right, here + below
                there = beside + below
                # The walls of a square on its right and below; those on its left and above belong to others.
                first = (
                    high[beside] > low
                    or (blocking[beside] and high[beside] >= low)
                    or east[min(here, beside)] >= low
                    or south[min(beside, there)] >= low
                )
                second = (
                    high[under] > low
                    or (blocking[under] and high[under] >= low)
                    or south[min(here, under)] >= low
                    or east[min(under, there)] >= low
                )
                if first and second:
                    return BLOCKED
                if level and way == OPEN:
                    if (first or (hindering[beside] and high[beside] >= low)) and (
                        second or (hindering[under] and high[under] >= low)
                    ):
                        way = HINDERED
                gone_across += 1
                gone_down += 1
            elif order < 0:
                there = here + right
                if east[min(here, there)] >= low:
                    return BLOCKED
                gone_across += 1
            else:
                there = here + below
                if south[min(here, there)] >= low:
                    return BLOCKED
                gone_down += 1
            if there == target:
                return way
            height = high[there]
            if height > low or (blocking[there] and height >= low):
                return BLOCKED
            if figures[there] and height >= low:
                return BLOCKED
            if level and hindering[there] and height >= low:
                way = HINDERED
            here = there

    # --------------------------------------------------------------------------------------- all at the same time

    def numpy_table(self) -> npt.NDArray[np.uint8]:
        """What all lines are; a step further on all of them at a time, as long as they go on."""
        first, last = np.triu_indices(self.size, 1)
        way = self._ways(first, last)
        table = np.zeros((self.size, self.size), np.uint8)
        table[first, last] = table[last, first] = way
        hindering, blocking = np.array(self.hindering), np.array(self.blocking)
        table[:, hindering] = np.maximum(table[:, hindering], HINDERED)
        table[:, blocking] = BLOCKED
        np.fill_diagonal(table, np.where(hindering, HINDERED, OPEN))
        return table

    def _ways(self, origin: Numbers, target: Numbers) -> Any:
        width = self.width
        high, blocking, hindering = np.array(self.high), np.array(self.blocking), np.array(self.hindering)
        east, south = np.array(self.east), np.array(self.south)
        figures, tall = np.array(self.figure), np.array(self.tall)
        low = np.minimum(high[origin], high[target])
        level = high[origin] == high[target]
        across, down = target % width - origin % width, target // width - origin // width
        right, below = np.sign(across), np.sign(down) * width
        across, down = np.abs(across), np.abs(down)
        here = origin.copy()
        gone_across, gone_down = np.zeros_like(origin), np.zeros_like(origin)
        way = np.zeros(len(origin), np.uint8)
        on = np.arange(len(origin))
        while len(on):
            order = (1 + 2 * gone_across[on]) * down[on] - (1 + 2 * gone_down[on]) * across[on]
            at, lowest, flat = here[on], low[on], level[on]
            there = at + right[on] * (order <= 0) + below[on] * (order >= 0)
            stops = np.zeros(len(on), bool)
            half = np.zeros(len(on), bool)
            sideways, downwards, corner = order < 0, order > 0, np.flatnonzero(order == 0)
            stops[sideways] = east[np.minimum(at, there)[sideways]] >= lowest[sideways]
            stops[downwards] = south[np.minimum(at, there)[downwards]] >= lowest[downwards]
            if len(corner):
                a, b, floor = at[corner], there[corner], lowest[corner]
                beside, under = a + right[on[corner]], a + below[on[corner]]
                first = (high[beside] > floor) | (blocking[beside] & (high[beside] >= floor))
                first |= (east[np.minimum(a, beside)] >= floor) | (south[np.minimum(beside, b)] >= floor)
                second = (high[under] > floor) | (blocking[under] & (high[under] >= floor))
                second |= (south[np.minimum(a, under)] >= floor) | (east[np.minimum(under, b)] >= floor)
                stops[corner] = first & second
                first |= hindering[beside] & (high[beside] >= floor)
                second |= hindering[under] & (high[under] >= floor)
                half[corner] = first & second & flat[corner]
            height, goes_on = high[there], there != target[on]
            closed = (height > lowest) | (blocking[there] & (height >= lowest))
            closed |= np.where(flat, figures[there] & (height == lowest), tall[there] & (height >= lowest))
            half |= goes_on & flat & hindering[there] & (height >= lowest)
            stops |= goes_on & closed
            way[on[half]] = HINDERED
            way[on[stops]] = BLOCKED
            here[on] = there
            gone_across[on] += order <= 0
            gone_down[on] += order >= 0
            on = on[goes_on & ~stops]
        return way
