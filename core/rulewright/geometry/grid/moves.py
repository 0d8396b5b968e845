"""Moving on squares: which squares a figure can reach, by which way, and what is wrong with a way.

A figure moves square by square in eight directions. A step leads to a square either free, so that the figure may
go on, or so that it has to stop there: beside an opposing figure, or, where a policy lets red lines be crossed at
all, beyond one. What terrain does is in :mod:`.ways`; figures are given with each question, as masks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Final

import msgspec

from .. import GeometryError
from ..evidence import Fault
from .adjacency import distance, unoccupied
from .board import BLOCKING, CORNERS, HINDERING, LARGEST, SIDES, STEPS, Board, Mask, Square, Step, edge, name_of
from .ways import WALK, MovePolicy, Obstacles, Ways, entering, ways


def _left(
    board: Board, table: Ways, own: Mask, policy: MovePolicy, foes: Mask, beside_foes: Mask | None
) -> tuple[Mask, Mask]:
    """The squares that opposing figures let a mover enter, and those that they let it go on from."""
    foes &= ~own
    entered = board.present if policy.through_figures else board.present & ~foes
    if policy.past_figures:
        return entered, entered
    if beside_foes is None:
        beside_foes = table.beside(foes) & ~foes if foes else 0
    return entered, entered & ~beside_foes


# --------------------------------------------------------------------------------------------------- reach


class Reach(msgspec.Struct, frozen=True):
    """
    Where a mover can end its move: ``ends``, with the square it is in unless it has to move.

    The way to a square, and why it cannot end in another one, are worked out when asked. ``others`` are the
    figures it was asked with: friends, foes, and the squares beside foes.
    """

    board: Board
    start: Square
    limit: int
    policy: MovePolicy
    others: tuple[Mask, Mask, Mask | None]
    ends: Mask
    fronts: tuple[Mask, ...]

    @property
    def allowed(self) -> int:
        """How many steps the mover may take: its limit, or half of that (:func:`allowance`)."""
        return allowance(self.board, self.start, self.limit, self.policy)

    def steps(self, square: Square) -> int:
        """The fewest steps to a square. Raises GeometryError, saying why, for one out of reach."""
        return len(self.path(square)) - 1

    def path(self, square: Square) -> tuple[Square, ...]:
        """
        A shortest way from the start to a square, both included; always the same one.

        Raises GeometryError, saying why, for a square out of reach.
        """
        if not self._holds(square):
            raise GeometryError(f"{self.board.name}: {square} is out of reach ({self.why_not(square)})")
        if square == self.start:
            return (square,)
        if self.policy.direct:
            return direct_path(self.start, square)
        table = ways(self.board, self.policy)
        before = _sources(self.board, table.may, square)
        count = next(number for number, front in enumerate(self.fronts) if front & before)
        return traced(self.board, table, square, self.fronts[: count + 1])

    def attempt(self, square: Square) -> tuple[Square, ...] | None:
        """
        The way to a square, whether or not it can be gone; :func:`check_path` says what is wrong with it.

        Out of reach it is a shortest way of a mover that never tires, else of one that nothing stops; None where
        not even that can end there.
        """
        everywhere = endless(self.board)
        unstopped = msgspec.structs.replace(self.policy, **_UNSTOPPED)
        movers: tuple[Callable[[], Reach], ...] = (
            lambda: self,
            lambda: reach(self.board, self.start, everywhere, self.policy, *self.others),
            lambda: reach(self.board, self.start, everywhere, unstopped),
        )
        found = (mover() for mover in movers)
        return next((each.path(square) for each in found if each._holds(square)), None)

    def why_not(self, square: Square) -> Fault | None:
        """
        Why the mover cannot end in a square; None where it can.

        "too far" says how many steps are missing. Where no number of steps helps, it is what stands in the
        shortest way of a mover that nothing stops; "cut off", or "in no direct path", where that has no way either.
        """
        if self._holds(square):
            return None
        if square not in self.board.tiles:
            return Fault("off the board", squares=(square,))
        friends, foes, beside_foes = self.others
        everywhere = endless(self.board)
        for fault in _wrong_end(self.board, self.start, square, friends | foes):
            return fault
        ends = (self.start, square)
        tireless = reach(self.board, self.start, everywhere, self.policy, friends, foes, beside_foes)
        if tireless._holds(square):
            return Fault("too far", name_of(square), float(tireless.steps(square) - self.allowed), squares=ends)
        unstopped = reach(self.board, self.start, everywhere, msgspec.structs.replace(self.policy, **_UNSTOPPED))
        if unstopped._holds(square):
            way = unstopped.path(square)
            return check_path(self.board, way, everywhere, self.policy, friends, foes, beside_foes)[0]
        return Fault("in no direct path" if self.policy.direct else "cut off", name_of(square), squares=ends)

    def _holds(self, square: Square) -> bool:
        return square in self.board.tiles and bool(self.ends & self.board.bit(square))


_UNSTOPPED: Final = {
    "heights": True,
    "through_blocking": "all",
    "through_figures": True,
    "past_figures": True,
    "old_hindering": False,
}


def allowance(board: Board, start: Square, steps: int, policy: MovePolicy) -> int:
    """How many of its steps a mover may take: half of them, rounded up, where hindering terrain halves a move."""
    halved = policy.old_hindering and board.tiles[start].terrain == HINDERING
    return (steps + 1) // 2 if halved else steps


def endless(board: Board) -> int:
    """As many steps as any way on the board needs, even where a move is halved."""
    return 2 * len(board.tiles)


def reach(
    board: Board,
    start: Square,
    steps: int,
    policy: MovePolicy = WALK,
    friends: Mask = 0,
    foes: Mask = 0,
    beside_foes: Mask | None = None,
) -> Reach:
    """
    The squares in which a figure can end a move of up to ``steps`` steps.

    It goes through squares of ``friends`` but ends in none; ``foes`` are opposing figures, and entering a square beside
    one stops it. What is beside them is taken from the board, squares with foes in them left out, unless
    ``beside_foes`` says it. The figure's own square counts neither as friend nor foe. A policy may halve the steps of a
    move that starts in hindering terrain. Raises GeometryError for a start off the board, or fewer than 0 steps.
    """
    own = _start(board, start, steps)
    allowed = allowance(board, start, steps, policy)
    table = ways(board, policy)
    _, onward = _left(board, table, own, policy, foes, beside_foes)
    fronts: tuple[Mask, ...] = ()
    if policy.direct:
        reached = reduce(or_, _rays(board, table, own, allowed, onward))
    else:
        reached, fronts = _flood(board, table, own, allowed, onward)
    ends = reached & (unoccupied(board, friends | foes) | own)
    return Reach(board, start, steps, policy, (friends, foes, beside_foes), ends, fronts)


def _start(board: Board, start: Square, steps: int) -> Mask:
    if steps < 0:
        raise GeometryError(f"{board.name}: a move has 0 steps or more, not {steps}")
    return board.bit(start)


def _flood(board: Board, table: Ways, own: Mask, steps: int, onward: Mask) -> tuple[Mask, tuple[Mask, ...]]:
    """What is reached, and for each number of steps the squares first come to in order to go on."""
    spread = table.spread
    front, fronts = own, [own]
    new = unseen = onward & ~own
    for _ in range(steps):
        front = spread(front) & unseen
        if not front:
            break
        unseen ^= front
        fronts.append(front)
    reached = own | (new ^ unseen)
    # Nothing begins where a mover has to stop, so that it is enough to look for those squares in the end.
    if table.every is not spread or onward != board.present:
        reached |= table.every(reached ^ front)
    return reached, tuple(fronts)


def _rays(board: Board, table: Ways, own: Mask, steps: int, onward: Mask) -> list[Mask]:
    """What is reached by keeping one direction, by the number of steps."""
    reached = [0] * (min(steps, max(board.width, board.height)) + 1)
    for step in STEPS:
        front = own
        for count in range(1, len(reached)):
            reached[count] |= board.shifted(front & table.may[step], step)
            front = board.shifted(front & table.free[step], step) & onward
            if not front:
                break
    return reached


def traced(board: Board, table: Ways, end: Square, fronts: Sequence[Mask]) -> tuple[Square, ...]:
    """The way to a square that takes one step from each of these fronts, the first of them the start."""
    found, steps, width = [end], table.may, board.width
    here, (x, y) = board.bit(end), end
    for front in reversed(fronts):
        for step in STEPS:
            before = _shifted_back(here, step, width)
            if before & front & steps[step]:
                break
        here, x, y, steps = before, x - step[0], y - step[1], table.free
        found.append((x, y))
    return tuple(reversed(found))


def _sources(board: Board, steps: Mapping[Step, Mask], square: Square) -> Mask:
    """The squares from which one of these steps leads to the square."""
    bit, width = board.bit(square), board.width
    return reduce(or_, [_shifted_back(bit, step, width) & steps[step] for step in STEPS])


def _shifted_back(bit: Mask, step: Step, width: int) -> Mask:
    """Where a step leads to a square from; over the border of the board it is a square that has no such step."""
    by = step[1] * width + step[0]
    return bit >> by if by > 0 else bit << -by


def walks(
    board: Board, start: Square, steps: int, policy: MovePolicy = WALK, foes: Mask = 0, beside_foes: Mask | None = None
) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
    """
    By their exact number of steps, from 0 on: the squares that moves come to, and those they can go on from.

    Unlike in :func:`reach` a move may come to a square again, and to squares of other figures. Where the policy
    keeps one direction, nothing goes on. It ends early where more steps would only repeat the last two.
    """
    own = _start(board, start, steps)
    steps = allowance(board, start, steps, policy)
    table = ways(board, policy)
    entered, onward = _left(board, table, own, policy, foes, beside_foes)
    arrivals, fronts = [own], [own]
    if policy.direct:
        return tuple(reached & entered for reached in _rays(board, table, own, steps, onward)), ()
    across = max(board.width, board.height)
    for count in range(steps):
        if count > across and fronts[-1] == fronts[-3]:
            break
        come = table.every(fronts[-1])
        free = come if table.every is table.spread else table.spread(fronts[-1])
        arrivals.append(come & entered)
        fronts.append(free & onward)
    return tuple(arrivals), tuple(fronts)


def direct_path(start: Square, end: Square) -> tuple[Square, ...]:
    """
    The squares from one to the other along a row, column or diagonal, both included.

    Raises GeometryError for squares that lie in no such line, are the same, or farther apart than on any board.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = distance(start, end)
    if not count or (dx and dy and abs(dx) != abs(dy)):
        raise GeometryError(f"{start} and {end} do not lie in one row, column or diagonal")
    if count >= LARGEST:
        raise GeometryError(f"{start} and {end} are not on one board: boards have at most {LARGEST} columns and rows")
    return tuple((start[0] + dx // count * n, start[1] + dy // count * n) for n in range(count + 1))


# ------------------------------------------------------------------------------------------ checking a path


def check_path(
    board: Board,
    path: Sequence[Square],
    steps: int,
    policy: MovePolicy = WALK,
    friends: Mask = 0,
    foes: Mask = 0,
    beside_foes: Mask | None = None,
) -> tuple[Fault, ...]:
    """
    Everything that is wrong with a path (the start first), in its order; the path is legal where nothing is.

    The figures are those of :func:`reach`. Raises GeometryError for a path without squares or a start off the board.
    """
    return (
        *wrong_on_the_way(board, path, steps, policy, foes, beside_foes),
        *_wrong_end(board, path[0], path[-1], friends | foes),
    )


def wrong_on_the_way(
    board: Board, path: Sequence[Square], steps: int, policy: MovePolicy, foes: Mask, beside_foes: Mask | None
) -> tuple[Fault, ...]:
    """What is wrong with a path but for where it ends. Raises GeometryError as :func:`check_path` does."""
    if not path:
        raise GeometryError("a path has at least the square in which it begins")
    own = board.bit(path[0])
    entered, onward = _left(board, ways(board, policy), own, policy, foes, beside_foes)
    goes = _goes(board, path, policy, entered, onward)
    return (
        *(() if goes else _wrong_steps(board, path, policy, entered, onward, foes)),
        *_wrong_length(path, allowance(board, path[0], steps, policy), policy),
    )


def _goes(board: Board, path: Sequence[Square], policy: MovePolicy, entered: Mask, onward: Mask) -> bool:
    """Whether nothing is wrong with the steps, by masks; where it says no :func:`_wrong_steps` decides."""
    if policy.direct:
        return False
    table, width, last = ways(board, policy), board.width, len(path) - 2
    leaving = board.present
    for number, (here, there) in enumerate(pairwise(path)):
        steps = table.may if number == last else table.free
        if not 1 << here[1] * width + here[0] & leaving & steps.get(_step(here, there), 0):
            return False
        leaving = onward
    return len(path) == 1 or bool(board.bit(path[-1]) & entered)


def _wrong_steps(
    board: Board, path: Sequence[Square], policy: MovePolicy, entered: Mask, onward: Mask, foes: Mask
) -> Iterator[Fault]:
    for number, (here, there) in enumerate(pairwise(path)):
        if there not in board.tiles:
            yield Fault("off the board", squares=(there,))
        elif here in board.tiles:
            if number:
                yield from _wrong_to_go_on(board, path[number - 1], here, there, policy, entered, onward, foes)
            yield from _wrong_step(board, here, there, policy)
            if not board.bit(there) & entered:
                yield Fault("opposing figure", name_of(there), squares=(there,))


def _wrong_to_go_on(
    board: Board,
    before: Square,
    here: Square,
    there: Square,
    policy: MovePolicy,
    entered: Mask,
    onward: Mask,
    foes: Mask,
) -> Iterator[Fault]:
    """Why a mover that came from one square cannot go on to another."""
    step = _step(before, here)
    if step in STEPS and before in board.tiles:
        came = board.bit(before) & ways(board, policy).may[step]
        if came & ~ways(board, msgspec.structs.replace(policy, old_hindering=False)).free[step]:
            yield Fault("has to stop beyond a change of elevation", name_of(here), squares=(before, here))
        if policy.old_hindering and came & entering(board, HINDERING, step):
            yield Fault("has to stop in hindering terrain", name_of(here), squares=(before, here))
    if board.bit(here) & entered & ~onward:
        beside_foe = board.bit(here) & ways(board, policy).beside(foes)
        reason = "has to stop beside an opposing figure" if beside_foe else "has to stop"
        yield Fault(reason, name_of(here), squares=(here,))
    if policy.direct and step != _step(here, there):
        yield Fault("turns", name_of(here), squares=(before, here, there))


def _wrong_step(board: Board, here: Square, there: Square, policy: MovePolicy) -> Iterator[Fault]:
    step, own = _step(here, there), board.bit(here)
    if step not in STEPS:
        yield Fault("not the next square", name_of(there), float(distance(here, there)), squares=(here, there))
    elif not own & ways(board, policy).may[step]:
        yield _barred(Obstacles.met_by(policy, board), board, here, there, policy)


def _barred(met: Obstacles, board: Board, here: Square, there: Square, policy: MovePolicy) -> Fault:
    """What bars a step to a square that touches."""
    step, own, ends = _step(here, there), board.bit(here), (here, there)
    if step in CORNERS and not policy.diagonals:
        return Fault("diagonal step", name_of(there), squares=ends)
    if not own & met.onto[step]:
        return Fault("blocking terrain", name_of(there), squares=(there,))
    if step in SIDES and not own & met.unwalled[step]:
        return Fault("wall between", board.edges[edge(here, there)].name, squares=ends)
    if not own & met.level[step] and policy.red_lines == "stop before":
        return Fault("change of elevation", name_of(there), squares=ends)
    return Fault("closed corner", name_of(there), squares=ends)


def _wrong_length(path: Sequence[Square], steps: int, policy: MovePolicy) -> Iterator[Fault]:
    count = len(path) - 1
    if count > steps:
        yield Fault("too far", amount=float(count - steps), squares=(path[0], path[-1]))
    if policy.direct and not count:
        yield Fault("a direct path is at least one square long", squares=(path[0],))


def _wrong_end(board: Board, start: Square, end: Square, others: Mask) -> Iterator[Fault]:
    """Why a mover from one square cannot end in another; where it began it can."""
    if end != start and end in board.tiles:
        if board.bit(end) & board.where(BLOCKING):
            yield Fault("ends in blocking terrain", name_of(end), squares=(end,))
        if board.bit(end) & others:
            yield Fault("ends in an occupied square", name_of(end), squares=(end,))


def _step(here: Square, there: Square) -> Step:
    return (there[0] - here[0], there[1] - here[1])
