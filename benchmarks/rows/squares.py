"""Boards of squares: what a figure can reach, beside searches with a dictionary and a queue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from rulewright.geometry.grid.bases import check_placement, footprints, reach_of_base
from rulewright.geometry.grid.board import BLOCKING, WALL, Board, Square, Tile, edge
from rulewright.geometry.grid.moves import reach
from rulewright.geometry.grid.ways import WALK, MovePolicy

from ..measure import Absent, Pair, Row, Tools, cost
from ..peers import shared
from ..peers.squares import Map, reach_among_everything, reach_in_the_open, reach_of_base_in_the_open

SIDE: Final = 16
SPEED: Final = 8
BLOCKED: Final = 40
BASES: Final = ((1, 2), (2, 2), (2, 3), (3, 3))
CUTTING: Final = MovePolicy(corners="free")

SQUARES: Final = [(x, y) for y in range(SIDE) for x in range(SIDE)]


def blocked_squares() -> list[Square]:
    """Those of the reference script, which draws them with the same seed."""
    return [SQUARES[number] for number in Random(5).sample(range(SIDE * SIDE), BLOCKED)]


def middle(blocked: Iterable[Square]) -> Square:
    """The square from which the reference script starts."""
    taken = set(blocked)
    return next(square for square in SQUARES[100:] if square not in taken)


def _agrees(board: Board, ours: Callable[[Square, int], int], theirs: Callable[[Square, int], Iterable[Square]]) -> str:
    starts = [square for square in SQUARES if board.tiles[square].terrain != BLOCKING]
    for start in starts:
        for steps in (0, 1, 2, 5, SPEED):
            assert set(board.squares(ours(start, steps))) == set(theirs(start, steps)), (start, steps)
    return f"equal squares from {len(starts)} starts"


def _open(theirs: Callable[[Square, int], Iterable[Square]], policy: MovePolicy) -> Pair:
    blocked = blocked_squares()
    board = Board(SIDE, SIDE, {square: Tile(BLOCKING) for square in blocked})
    start = middle(blocked)
    twin = _agrees(board, lambda at, steps: reach(board, at, steps, policy).ends, theirs)
    return Pair(cost(lambda: reach(board, start, SPEED, policy)), cost(lambda: theirs(start, SPEED)), twin)


def _corner_rule(tools: Tools) -> Pair:
    board = Map(SIDE, blocked_squares())
    return _open(lambda start, steps: reach_in_the_open(board, start, steps), WALK)


def _reference(tools: Tools) -> Pair:
    """The search of the reference script, which cuts corners."""
    script = shared.script("geom_grid")
    if script is None:
        raise Absent("the script geom_grid.py with the dictionary search is not beside the checkout")
    blocked = set(blocked_squares())
    return _open(lambda start, steps: script.reach_bfs(blocked, start, steps), CUTTING)


def _everything(tools: Tools) -> Pair:
    """Terrain, walls, a hill with ramps, friends and foes."""
    random = Random(7)
    blocked = random.sample(SQUARES, 25)
    sides = [((x, y), other) for x, y in SQUARES for other in ((x + 1, y), (x, y + 1)) if max(other) < SIDE]
    walls = random.sample(sides, 40)
    heights = {(x, y): 2 for x, y in SQUARES if 3 <= x <= 9 and 4 <= y <= 12}
    ramps = [((2, 6), (3, 6)), ((9, 9), (10, 9))]
    figures = random.sample([square for square in SQUARES if square not in blocked], 12)
    tiles = {at: Tile(BLOCKING if at in blocked else "clear", heights.get(at, 1)) for at in SQUARES}
    board = Board(SIDE, SIDE, tiles, {edge(*pair): WALL for pair in walls}, ramps)
    plain = Map(SIDE, blocked, walls, heights, ramps)
    friends, foes = frozenset(figures[:6]), frozenset(figures[6:])
    ours, theirs = board.mask(friends), board.mask(foes)

    def search(start: Square, steps: int) -> set[Square]:
        return reach_among_everything(plain, start, steps, friends - {start}, foes - {start})

    start = max(figures[:6], key=lambda at: len(search(at, SPEED)))
    twin = _agrees(board, lambda at, steps: reach(board, at, steps, WALK, ours, theirs).ends, search)
    reached = len(search(start, SPEED))
    return Pair(
        cost(lambda: reach(board, start, SPEED, WALK, ours, theirs)),
        cost(lambda: search(start, SPEED)),
        f"{twin}; {reached} squares from the one that is measured",
    )


def _bases(tools: Tools) -> Pair:
    """Bases of 1 by 2, 2 by 2, 2 by 3 and 3 by 3, each beside the figure of one square that it moves like."""
    blocked = blocked_squares()
    board, plain = Board(SIDE, SIDE, {square: Tile(BLOCKING) for square in blocked}), Map(SIDE, blocked)
    bases = []
    for size in BASES:
        places = [place for place in footprints(board, *size) if not check_placement(board, place)]
        bases.append(max(places, key=lambda place: len(reach_of_base(board, place, board.squares(place)[0], SPEED))))
        for place in places[:: max(len(places) // 8, 1)]:
            for start in (squares := tuple(board.squares(place))):
                ours = {frozenset(board.squares(found)) for found in reach_of_base(board, place, start, 4)}
                assert ours == reach_of_base_in_the_open(plain, squares, start, 4), (size, squares, start)
    moves = [(base, board.squares(base)[0]) for base in bases]

    def ours_all() -> None:
        for base, start in moves:
            reach_of_base(board, base, start, SPEED)

    def single() -> None:
        for _, start in moves:
            reach(board, start, SPEED)

    return Pair(cost(ours_all), cost(single), f"equal placements of {len(BASES)} sizes after 4 steps")


ROWS: Final = (
    Row("reach", "squares in reach of 8 steps, 16 x 16 with 40 blocking squares, corners cut",
        "dictionary search of the reference", "us", _reference, must=1 / 20, stretch=1 / 60),
    Row("reach-corners", "the same by the corner rule", "dictionary search", "us", _corner_rule,
        must=1 / 20, stretch=1 / 60),
    Row("reach-everything", "the same among terrain, walls, elevations, ramps, friends and foes",
        "dictionary search", "us", _everything, must=1 / 20, stretch=1 / 60),
    Row("reach-of-base", "where bases of 1x2, 2x2, 2x3 and 3x3 can end a move of 8 steps, the board of reach-corners",
        "reach of figures of one square", "us", _bases, must=5, stretch=3),
)  # fmt: skip
