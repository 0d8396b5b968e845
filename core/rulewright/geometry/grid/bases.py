"""Bases of several squares: where they can stand, and where they can move.

A placement is the mask of the squares that a base covers. What is adjacent to a base is
:func:`.adjacency.beside` of its placement.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import Final, NamedTuple, TypeAlias

import msgspec

from .. import GeometryError
from ..caching import kept
from ..evidence import Fault
from .adjacency import apart, flat, steps_to_adjacent, unwalled
from .board import BLOCKING, EAST, LARGEST, SOUTH, STEPS, Board, Mask, Square, Step, name_of
from .figures import numbers
from .moves import allowance, direct_path, endless, traced, walks, wrong_on_the_way
from .ways import WALK, MovePolicy, ways

Shape: TypeAlias = tuple[Step, ...]
"""How a base lies: its squares counted from the top left of the rectangle around it, row by row."""


class BasePolicy(msgspec.Struct, frozen=True):
    """
    What need not part the squares of a base, which nothing parts as a rule.

    ``uneven``: changes of elevation. ``large_bases_over_walls``: walls between squares of a base of more than two,
    another reading for a whole game rather than for one figure.
    """

    uneven: bool = False
    large_bases_over_walls: bool = False


CLOSE: Final = BasePolicy()
"""The policy of an ordinary base."""

# ---------------------------------------------------------------------------------------------- placements


def orientations(a: int, b: int) -> tuple[tuple[Step, ...], ...]:
    """
    The ways in which a base of a by b squares can lie, as the squares it covers beside its first one.

    It lies along the rows or the columns; a base of 1 by 2 also across a corner. Raises GeometryError for fewer than
    1 square, and for more than a board can have.
    """
    if a < 1 or b < 1:
        raise GeometryError(f"a base covers at least 1 by 1 squares, not {a} by {b}")
    if max(a, b) > LARGEST:
        raise GeometryError(f"no board has room for a base of {a} by {b} squares")
    found = [tuple((x, y) for y in range(high) for x in range(wide)) for wide, high in dict.fromkeys([(b, a), (a, b)])]
    if {a, b} == {1, 2}:
        found += [((0, 0), (1, 1)), ((0, 0), (-1, 1))]
    return tuple(found)


@kept
def footprints(board: Board, a: int, b: int) -> tuple[Mask, ...]:
    """All placements of a base of a by b squares that lie on the board, whatever is there."""
    found = []
    for offsets in orientations(a, b):
        left, right = min(x for x, _ in offsets), max(x for x, _ in offsets)
        shape = sum(1 << y * board.width + x - left for x, y in offsets)
        for x, y in board.tiles:
            if x + left >= 0 and x + right < board.width:
                placement = shape << y * board.width + x + left
                if not placement & ~board.present:
                    found.append(placement)
    return tuple(found)


def check_placement(board: Board, placement: Mask, policy: BasePolicy = CLOSE, occupied: Mask = 0) -> tuple[Fault, ...]:
    """
    Why a base cannot stand there: blocking terrain, other figures, or squares of it that something parts.

    Its squares are not parted by walls or changes of elevation, but for those that the policy disregards; a base
    across a corner needs two adjacent squares. Raises GeometryError for squares that are off the board or no base.
    """
    if not placement or placement & ~board.present:
        raise GeometryError(f"{board.name}: a base covers one or more squares of the board")
    squares = list(board.squares(placement))
    wide, high = (max(place) - min(place) + 1 for place in zip(*squares, strict=True))
    if wide * high != len(squares) and (wide, high, len(squares)) != (2, 2, 2):
        raise GeometryError(f"{board.name}: {', '.join(map(name_of, squares))} are not the squares of a base")
    return _faults(board, placement, policy, occupied)


def _faults(board: Board, placement: Mask, policy: BasePolicy, occupied: Mask) -> tuple[Fault, ...]:
    blocking = board.squares(placement & board.where(BLOCKING))
    others = board.squares(placement & occupied)
    return (
        *(Fault("blocking terrain", name_of(square), squares=(square,)) for square in blocking),
        *(Fault("occupied", name_of(square), squares=(square,)) for square in others),
        *_partings(_parting(board, policy, placement.bit_count()), placement),
    )


def _partings(board: Board, placement: Mask) -> Iterator[Fault]:
    """What parts squares of a base that share an edge, or the two squares of a base across a corner."""
    adjacent = steps_to_adjacent(board)
    for step in _joints(placement.bit_count()):
        inside = placement & board.shifted(placement, (-step[0], -step[1]))
        for square in board.squares(inside & ~adjacent[step]):
            fault = apart(board, square, (square[0] + step[0], square[1] + step[1]))
            if fault is not None:
                yield fault


def _parting(board: Board, policy: BasePolicy, squares: int) -> Board:
    """The board with only those walls and elevations that part the squares of a base of this many."""
    if policy.large_bases_over_walls and squares > 2:
        board = unwalled(board)
    return flat(board) if policy.uneven else board


def _joints(squares: int) -> tuple[Step, ...]:
    """The steps between squares of a base that must not be parted; of each two opposite ones one is enough."""
    return (EAST, SOUTH, (1, 1), (-1, 1)) if squares == 2 else (EAST, SOUTH)


def shape_of(squares: Iterable[Square]) -> tuple[Shape, Square]:
    """How a base on these squares lies, and the top left of the rectangle around it."""
    rows = sorted((y, x) for x, y in squares)
    left, top = min(x for _, x in rows), rows[0][0]
    return tuple((x - left, y - top) for y, x in rows), (left, top)


# -------------------------------------------------------------------------------------------------- moving


class Turn(NamedTuple):
    """
    A base turned about the square in which its move starts.

    ``shape`` is how it lies then, ``corner`` the starting square in it. ``gone`` is how much farther than the
    starting square the others go: the least and the most, in columns and in rows.
    """

    shape: Shape
    corner: Step
    gone: tuple[Step, Step]

    def within(self, board: Board, start: Square, steps: int) -> Mask:
        """Where the starting square can come to so that no square of the base goes more than this many squares."""
        low, high = self.gone
        left, right = max(start[0] - low[0] - steps, 0), min(start[0] - high[0] + steps, board.width - 1)
        top, bottom = max(start[1] - low[1] - steps, 0), min(start[1] - high[1] + steps, board.height - 1)
        if left > right or top > bottom:
            return 0
        return ((1 << right - left + 1) - 1) * _columns(board)[bottom - top + 1] << top * board.width + left

    def farthest(self, start: Square, end: Square) -> int:
        """How many squares the farthest square of the base has gone when the starting square is in ``end``."""
        return max(abs(end[axis] - start[axis] + gone[axis]) for gone in self.gone for axis in (0, 1))


@lru_cache(maxsize=1 << 10)
def _turns(offsets: tuple[Step, ...]) -> tuple[Turn, ...]:
    """A base, its squares counted from the starting one, turned by right angles; of two squares to any neighbour."""
    if len(offsets) == 2:
        turned = [tuple(step if offset != (0, 0) else offset for offset in offsets) for step in STEPS]
    else:
        turned = [offsets]
        for _ in range(3):
            turned.append(tuple((-y, x) for x, y in turned[-1]))
    return tuple(dict.fromkeys(_turn(offsets, after) for after in turned))


def _turn(before: Sequence[Step], after: Sequence[Step]) -> Turn:
    shape, (x, y) = shape_of(after)
    gone = [(new[0] - old[0], new[1] - old[1]) for old, new in zip(before, after, strict=True)]
    low, high = ((pick(x for x, _ in gone), pick(y for _, y in gone)) for pick in (min, max))
    return Turn(shape, (-x, -y), (low, high))


@kept
def _columns(board: Board) -> Sequence[Mask]:
    """By a number of rows: the first squares of this many rows from the top."""
    return tuple(accumulate((1 << row * board.width for row in range(board.height)), initial=0))


@kept
def standing(board: Board, shape: Shape, policy: BasePolicy = CLOSE) -> Mask:
    """
    Where a base that lies so can stand, by terrain (:func:`check_placement`), as the top left squares of its rectangle.

    These need not be squares of the base, nor, where the board has gaps, of the board.
    """
    columns, rows = (board.width - max(x for x, _ in shape), board.height - max(y for _, y in shape))
    if columns < 1 or rows < 1:
        return 0
    found = ((1 << columns) - 1) * _columns(board)[rows]
    ground = board.present & ~board.where(BLOCKING)
    adjacent = steps_to_adjacent(_parting(board, policy, len(shape)))
    for x, y in shape:
        found &= ground >> y * board.width + x
        for dx, dy in _joints(len(shape)):
            if (x + dx, y + dy) in shape:
                found &= adjacent[dx, dy] >> y * board.width + x
    return found


class BaseReach(msgspec.Struct, frozen=True):
    """
    Where a base can be after a move that began with the square ``start`` of it.

    ``lying`` gives for each way in which it can lie where it can stand, as the top left squares of its rectangle
    (:func:`standing`). How far it is to a placement, and by which way, is worked out when asked.
    """

    board: Board
    placement: Mask
    start: Square
    limit: int
    policy: MovePolicy
    base: BasePolicy
    others: tuple[Mask, Mask, Mask | None]
    lying: Mapping[Shape, Mask]
    arrivals: tuple[Mask, ...]
    fronts: tuple[Mask, ...]

    def __contains__(self, placement: Mask) -> bool:
        """Whether the base can end there."""
        if not placement or placement & ~self.board.present:
            return False
        shape, (x, y) = shape_of(self.board.squares(placement))
        return bool(self.lying.get(shape, 0) >> y * self.board.width + x & 1)

    def __iter__(self) -> Iterator[Mask]:
        """The placements in which it can end, each once."""
        for shape, corners in self.lying.items():
            covered = sum(1 << y * self.board.width + x for x, y in shape)
            for number in numbers(corners):
                yield covered << number

    def __len__(self) -> int:
        return sum(map(int.bit_count, self.lying.values()))

    @property
    def allowed(self) -> int:
        """How many squares ``start`` may move."""
        return allowance(self.board, self.start, self.limit, self.policy)

    def steps(self, placement: Mask) -> int:
        """The fewest squares that ``start`` moves. Raises GeometryError, saying why, for one out of reach."""
        return self._arrival(placement)[0]

    def path(self, placement: Mask) -> tuple[Square, ...]:
        """
        The way of the starting square to a placement, both ends included.

        It can be longer than the shortest one, even go to and fro, where another square of the base has farther to
        go. Raises GeometryError, saying why, for a placement out of reach.
        """
        count, end = self._arrival(placement)
        if self.policy.direct:
            return direct_path(self.start, end)
        return traced(self.board, ways(self.board, self.policy), end, self.fronts[:count])

    def _arrival(self, placement: Mask) -> tuple[int, Square]:
        """After how many squares, and where, the starting square arrives: the first such place, row by row."""
        if placement not in self:
            raise GeometryError(f"{self.board.name}: the base cannot move there ({self.why_not(placement)})")
        count, row, column = min(self._arrivals(placement))
        return count, (column, row)

    def _arrivals(self, placement: Mask) -> Iterator[tuple[int, int, int]]:
        shape, (left, top) = shape_of(self.board.squares(placement))
        for turn in _turns(_offsets(self.board, self.placement, self.start)):
            if turn.shape == shape:
                end = (left + turn.corner[0], top + turn.corner[1])
                bit = self.board.bit(end)
                for count in range(turn.farthest(self.start, end), len(self.arrivals)):
                    if self.arrivals[count] & bit:
                        yield count, end[1], end[0]
                        break

    def why_not(self, placement: Mask) -> Fault | None:
        """Why the base cannot end there; None where it can. "too far" says how many squares are missing."""
        if placement in self:
            return None
        friends, foes, beside_foes = self.others
        others = (friends | foes) & ~self.placement
        for fault in check_placement(self.board, placement, self.base, others):
            return fault
        farther = reach_of_base(
            self.board, self.placement, self.start, 2 * self.limit + endless(self.board),
            self.policy, self.base, friends, foes, beside_foes,
        )  # fmt: skip
        there = tuple(self.board.squares(placement))
        if placement in farther:
            return Fault("too far", amount=float(farther.steps(placement) - self.allowed), squares=there)
        return Fault("cut off", squares=there)


def reach_of_base(
    board: Board,
    placement: Mask,
    start: Square,
    steps: int,
    policy: MovePolicy = WALK,
    base: BasePolicy = CLOSE,
    friends: Mask = 0,
    foes: Mask = 0,
    beside_foes: Mask | None = None,
) -> BaseReach:
    """
    Where a base can be after a move of up to ``steps`` squares.

    The square ``start`` of it moves like a figure of one square (:func:`.moves.reach`). The base may turn about it,
    and has to be able to stand where it ends (:func:`check_placement`), with no square of it farther from
    where that square began than ``start`` moved.
    Raises GeometryError for a start that is not a square of the base, or fewer than 0 steps.
    """
    if not placement & board.bit(start):
        raise GeometryError(f"{board.name}: {name_of(start)} is not a square of the base")
    friends, foes = friends & ~placement, foes & ~placement
    arrivals, fronts = walks(board, start, steps, policy, foes, beside_foes)
    last = list(_last_come(arrivals))
    come: dict[Shape, Mask] = {}
    for turn in _turns(_offsets(board, placement, start)):
        (x, y), there = turn.corner, 0
        for count, squares in last:
            there |= squares & turn.within(board, start, count)
        come[turn.shape] = come.get(turn.shape, 0) | there >> y * board.width + x
    lying = {
        shape: corners & standing(board, shape, base) & ~_covering(board, shape, friends | foes)
        for shape, corners in come.items()
    }
    others = (friends, foes, beside_foes)
    return BaseReach(board, placement, start, steps, policy, base, others, lying, arrivals, fronts)


def check_base_path(
    board: Board,
    placement: Mask,
    path: Sequence[Square],
    end: Iterable[Square],
    steps: int,
    policy: MovePolicy = WALK,
    base: BasePolicy = CLOSE,
    friends: Mask = 0,
    foes: Mask = 0,
    beside_foes: Mask | None = None,
) -> tuple[Fault, ...]:
    """
    Everything that is wrong with a move of a base: with the path of the square that leads it, then with its ``end``.

    The path begins in a square of the base, ``end`` are the squares that the base covers after it; the move is legal
    where :func:`reach_of_base` finds it by some path of as many steps. Raises GeometryError for a path without squares
    or one that begins elsewhere.
    """
    if not path or path[0] not in board.tiles or not placement & board.bit(path[0]):
        raise GeometryError(f"{board.name}: the path of a base begins in one of its squares")
    friends, foes = friends & ~placement, foes & ~placement
    gone = wrong_on_the_way(board, path, steps, policy, foes, beside_foes)
    return (*gone, *_wrong_end(board, placement, path, tuple(end), base, friends | foes))


def _wrong_end(
    board: Board, placement: Mask, path: Sequence[Square], end: tuple[Square, ...], base: BasePolicy, others: Mask
) -> Iterator[Fault]:
    if outside := tuple(square for square in end if square not in board.tiles):
        yield Fault("off the board", squares=outside)
        return
    gone = [turn.farthest(path[0], path[-1]) for turn in _turns_to(board, placement, path[0], path[-1], end)]
    if not gone:
        yield Fault("not this base", squares=end)
        return
    if (farther := min(gone) - len(path) + 1) > 0:
        yield Fault("farther than the square that leads", amount=float(farther), squares=end)
    yield from _faults(board, board.mask(end), base, others)


def _turns_to(board: Board, placement: Mask, start: Square, there: Square, end: tuple[Square, ...]) -> Iterator[Turn]:
    """The turns of a base that cover these squares when its starting square is ``there``."""
    if end:
        shape, (left, top) = shape_of(end)
        for turn in _turns(_offsets(board, placement, start)):
            if turn.shape == shape and (left + turn.corner[0], top + turn.corner[1]) == there:
                yield turn


def _offsets(board: Board, placement: Mask, start: Square) -> tuple[Step, ...]:
    """The squares of a base counted from its starting square."""
    return tuple((number % board.width - start[0], number // board.width - start[1]) for number in numbers(placement))


def _last_come(arrivals: Sequence[Mask]) -> Iterator[tuple[int, Mask]]:
    """
    The greatest number of steps after which a move comes to squares, and those squares.

    The more it steps, the farther the rest of a base may go: a square serves with its greatest number or with none.
    """
    later = 0
    for count in reversed(range(len(arrivals))):
        squares = arrivals[count] & ~later
        if squares:
            later |= squares
            yield count, squares


def _covering(board: Board, shape: Shape, squares: Mask) -> Mask:
    """Where a base that lies so covers one of these squares, as the top left squares of its rectangle."""
    return reduce(or_, (squares >> y * board.width + x for x, y in shape))
