"""Bases of several squares: where they can stand, and where they can move.

A placement is the mask of the squares that a base covers. What is adjacent to a base is
:func:`.adjacency.beside` of its placement.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from .. import GeometryError
from ..evidence import Fault
from .adjacency import apart, distance, flat, steps_to_adjacent
from .board import BLOCKING, EAST, LARGEST, SOUTH, STEPS, Board, Mask, Square, Step, name_of
from .moves import direct_path, traced, walks
from .ways import WALK, MovePolicy, ways

# ---------------------------------------------------------------------------------------------- placements


def orientations(a: int, b: int) -> tuple[tuple[Step, ...], ...]:
    """
    The ways in which a base of a by b squares can lie, as the squares it covers beside its first one.

    It lies along the rows or the columns; a base of 1 by 2 also across a corner (``heroclix:24.2a``).
    Raises GeometryError for fewer than 1 square, and for more than a board can have.
    """
    if a < 1 or b < 1:
        raise GeometryError(f"a base covers at least 1 by 1 squares, not {a} by {b}")
    if max(a, b) > LARGEST:
        raise GeometryError(f"no board has room for a base of {a} by {b} squares")
    found = [tuple((x, y) for y in range(high) for x in range(wide)) for wide, high in dict.fromkeys([(b, a), (a, b)])]
    if {a, b} == {1, 2}:
        found += [((0, 0), (1, 1)), ((0, 0), (-1, 1))]
    return tuple(found)


def footprints(board: Board, a: int, b: int) -> tuple[Mask, ...]:
    """All placements of a base of a by b squares that lie on the board, whatever is there."""
    return board.kept(("bases.footprints", a, b), partial(_footprints, orientations(a, b)))


def _footprints(lying: tuple[tuple[Step, ...], ...], board: Board) -> tuple[Mask, ...]:
    found = []
    for offsets in lying:
        left, right = min(x for x, _ in offsets), max(x for x, _ in offsets)
        shape = sum(1 << y * board.width + x - left for x, y in offsets)
        for x, y in board.tiles:
            if x + left >= 0 and x + right < board.width:
                placement = shape << y * board.width + x + left
                if not placement & ~board.present:
                    found.append(placement)
    return tuple(found)


def _placed(board: Board, squares: Sequence[Square]) -> Mask:
    """The placement on these squares; 0 where one is off the board."""
    return board.mask(squares) if all(square in board.tiles for square in squares) else 0


def placements_at(
    board: Board, square: Square, a: int, b: int, uneven: bool = False, occupied: Mask = 0
) -> tuple[Mask, ...]:
    """The placements that cover a square and in which the base can stand (:func:`check_placement`)."""
    bit = board.bit(square)
    return tuple(
        placement
        for placement in footprints(board, a, b)
        if placement & bit and not _faults(board, placement, uneven, occupied)
    )


def check_placement(board: Board, placement: Mask, uneven: bool = False, occupied: Mask = 0) -> tuple[Fault, ...]:
    """
    Why a base can not stand there: blocking terrain, other figures, or squares of it that something parts.

    Its squares are not parted by walls, nor, unless ``uneven``, by changes of elevation (``heroclix:16.5g``,
    ``heroclix:24.2c``); a base across a corner needs two adjacent squares (``heroclix:24.2a``).
    Raises GeometryError for squares that are off the board or no base.
    """
    if not placement or placement & ~board.present:
        raise GeometryError(f"{board.name}: a base covers one or more squares of the board")
    squares = list(board.squares(placement))
    wide, high = (max(place) - min(place) + 1 for place in zip(*squares, strict=True))
    if wide * high != len(squares) and (wide, high, len(squares)) != (2, 2, 2):
        raise GeometryError(f"{board.name}: {', '.join(map(name_of, squares))} are not the squares of a base")
    return _faults(board, placement, uneven, occupied)


def _faults(board: Board, placement: Mask, uneven: bool, occupied: Mask) -> tuple[Fault, ...]:
    blocking = board.squares(placement & board.where(BLOCKING))
    others = board.squares(placement & occupied)
    return (
        *(Fault("blocking terrain", name_of(square), squares=(square,)) for square in blocking),
        *(Fault("occupied", name_of(square), squares=(square,)) for square in others),
        *_partings(flat(board) if uneven else board, placement),
    )


def _partings(board: Board, placement: Mask) -> Iterator[Fault]:
    """What parts squares of a base that share an edge, or the two squares of a base across a corner."""
    adjacent = steps_to_adjacent(board)
    # Of each two opposite steps one is enough.
    for step in (EAST, SOUTH, (1, 1), (-1, 1)) if placement.bit_count() == 2 else (EAST, SOUTH):
        inside = placement & board.shifted(placement, (-step[0], -step[1]))
        for square in board.squares(inside & ~adjacent[step]):
            fault = apart(board, square, _plus(square, step))
            if fault is not None:
                yield fault


# -------------------------------------------------------------------------------------------------- moving


class BaseReach(msgspec.Struct, frozen=True):
    """
    Where a base can be after a move that began with the square ``start`` of it.

    ``ends`` gives for each placement the fewest squares that ``start`` moves, and where it comes to.
    """

    board: Board
    placement: Mask
    start: Square
    limit: int
    policy: MovePolicy
    uneven: bool
    others: tuple[Mask, Mask, Mask | None]
    ends: dict[Mask, tuple[int, Square]]
    fronts: tuple[Mask, ...]

    def path(self, placement: Mask) -> tuple[Square, ...]:
        """
        The way of the starting square to a placement, both ends included.

        It can be longer than the shortest one, even go to and fro, where another square of the base has farther to
        go. Raises GeometryError, saying why, for a placement out of reach.
        """
        if placement not in self.ends:
            raise GeometryError(f"{self.board.name}: the base can not move there ({self.why_not(placement)})")
        count, end = self.ends[placement]
        if self.policy.direct:
            return direct_path(self.start, end)
        return traced(self.board, ways(self.board, self.policy), end, self.fronts[:count])

    def why_not(self, placement: Mask) -> Fault | None:
        """Why the base can not end there; None where it can. "too far" says how many squares are missing."""
        if placement in self.ends:
            return None
        friends, foes, beside_foes = self.others
        others = (friends | foes) & ~self.placement
        for fault in check_placement(self.board, placement, self.uneven, others):
            return fault
        farther = reach_of_base(
            self.board, self.placement, self.start, self.limit + len(self.board.tiles),
            self.policy, self.uneven, friends, foes, beside_foes,
        )  # fmt: skip
        if placement in farther.ends:
            return Fault("too far", amount=float(farther.ends[placement][0] - self.limit))
        return Fault("cut off")


def reach_of_base(
    board: Board,
    placement: Mask,
    start: Square,
    steps: int,
    policy: MovePolicy = WALK,
    uneven: bool = False,
    friends: Mask = 0,
    foes: Mask = 0,
    beside_foes: Mask | None = None,
) -> BaseReach:
    """
    Where a base can be after a move of up to ``steps`` squares (``heroclix:24.2d``).

    The square ``start`` of it moves like a figure of one square (:func:`.moves.reach`). The base may turn about it,
    and has to be able to stand where it ends (:func:`check_placement`), with no square of it farther from
    where that square began than ``start`` moved.
    Raises GeometryError for a start that is not a square of the base, or fewer than 0 steps.
    """
    if not placement & board.bit(start):
        raise GeometryError(f"{board.name}: {name_of(start)} is not a square of the base")
    friends, foes = friends & ~placement, foes & ~placement
    arrivals, fronts = walks(board, start, steps, policy, foes, beside_foes)
    ends: dict[Mask, tuple[int, Square]] = {}
    for end, first in _first_come(board, arrivals):
        bit = board.bit(end)
        for found, farthest in _turned(board, placement, start, end):
            late = range(max(first, farthest), len(arrivals))
            count = next((count for count in late if arrivals[count] & bit), None)
            if count is None or (found in ends and ends[found][0] <= count):
                continue
            if not _faults(board, found, uneven, friends | foes):
                ends[found] = (count, end)
    others = (friends, foes, beside_foes)
    return BaseReach(board, placement, start, steps, policy, uneven, others, ends, fronts)


def _first_come(board: Board, arrivals: Sequence[Mask]) -> Iterator[tuple[Square, int]]:
    """The squares that a move comes to, row by row, with the fewest steps to each."""
    first: dict[Square, int] = {}
    seen = 0
    for count, arrived in enumerate(arrivals):
        first.update(dict.fromkeys(board.squares(arrived & ~seen), count))
        seen |= arrived
    return ((square, first[square]) for square in board.squares(seen))


def _turned(board: Board, placement: Mask, start: Square, end: Square) -> Iterator[tuple[Mask, int]]:
    """The placements of the base with its starting square in ``end``, and how far the farthest square has come."""
    squares = list(board.squares(placement))
    offsets = [_minus(square, start) for square in squares]
    for turned in _turns(offsets):
        after = [_plus(end, offset) for offset in turned]
        if found := _placed(board, after):
            yield found, max(map(distance, squares, after))


def _turns(offsets: Sequence[Step]) -> Iterator[list[Step]]:
    """A base turned about its starting square, by right angles; a base of two squares to any neighbour."""
    if len(offsets) == 2:
        for step in STEPS:
            yield [step if offset != (0, 0) else offset for offset in offsets]
    else:
        turned = list(offsets)
        for _ in range(4):
            yield turned
            turned = [(-y, x) for x, y in turned]


def _plus(square: Square, step: Step) -> Square:
    return (square[0] + step[0], square[1] + step[1])


def _minus(square: Square, other: Square) -> Step:
    return (square[0] - other[0], square[1] - other[1])
