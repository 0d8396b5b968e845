"""Single steps on squares: from where, in which direction, free to go on or only to stop.

What terrain, walls, elevation and corners do to a step depends only on the board and on the mover's policy. It
is worked out once for both, for all squares together, as masks.
"""

from collections.abc import Callable, Mapping
from operator import and_, or_
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from .. import GeometryError
from ..caching import kept
from .adjacency import steps_to_adjacent
from .board import BLOCKING, CORNERS, HINDERING, SIDES, STEPS, Board, Mask, Step, back

Blocking: TypeAlias = Literal["none", "outdoor", "all"]
Corners: TypeAlias = Literal["one side", "both sides", "free"]
RedLines: TypeAlias = Literal["stop before", "cross and stop"]


class MovePolicy(msgspec.Struct, frozen=True):
    """
    What a mover may do that others may not. The default is a figure that walks.

    ``red_lines``: at a change of elevation it stops before it, so that only ramps lead up and down; in the other
    reading it crosses the line and stops in the first square beyond. ``heights``: a change of elevation is nothing to
    it. ``through_blocking``: it goes through blocking terrain and walls, all or those outdoors, without ending there.
    ``through_figures``: it goes through squares of opposing figures. ``past_figures``: coming beside opposing figures
    does not stop it. ``direct``: it keeps one direction and moves at least one square. ``old_hindering``: hindering
    terrain, which does nothing to a move, stops one that enters it from other terrain, and halves, rounded up, one
    that starts in it. For other games: ``diagonals`` may be forbidden; ``corners`` says what a diagonal step needs of
    the two ways round the corner: that one is open, that both are, or only that no wall is in the way.
    """

    red_lines: RedLines = "stop before"
    heights: bool = False
    through_blocking: Blocking = "none"
    through_figures: bool = False
    past_figures: bool = False
    direct: bool = False
    diagonals: bool = True
    corners: Corners = "one side"
    old_hindering: bool = False

    def __post_init__(self) -> None:
        for field, kind in (("red_lines", RedLines), ("through_blocking", Blocking), ("corners", Corners)):
            words = get_args(kind)
            if getattr(self, field) not in words:
                raise GeometryError(f"{field} of a move is one of {', '.join(words)}, not {getattr(self, field)!r}")


WALK: Final = MovePolicy()


Spread: TypeAlias = Callable[[Mask], Mask]
"""The squares that one step leads to from those of a mask."""


class Ways(NamedTuple):
    """
    The steps of movers of one policy on one board.

    ``may`` gives for each of the eight steps the squares from which it can be taken, ``free`` those from which
    the mover need not stop after it. ``every`` and ``spread`` take all of these at once (they are the same where
    nothing stops it), ``beside`` leads to adjacent squares.
    """

    may: Mapping[Step, Mask]
    free: Mapping[Step, Mask]
    spread: Spread
    every: Spread
    beside: Spread


@kept
def ways(board: Board, policy: MovePolicy = WALK) -> Ways:
    """The steps of movers of that policy, worked out once for each board."""
    met = Obstacles.met_by(policy, board)
    may, free = dict.fromkeys(STEPS, 0), dict.fromkeys(STEPS, 0)
    for side in SIDES:
        may[side] = met.onto[side] & met.unwalled[side]
        # Along a ramp nothing stops.
        free[side] = may[side] & (met.level[side] | board.stairs[side])
    for corner in CORNERS if policy.diagonals else ():
        may[corner], free[corner] = _over_corner(board, met, policy.corners, corner)
    if policy.red_lines == "stop before":
        may = free
    if policy.old_hindering:
        free = {step: squares & ~entering(board, HINDERING, step) for step, squares in free.items()}
    spread = _spread(board, free)
    every = spread if may == free else _spread(board, may)
    return Ways(may, free, spread, every, _spread(board, steps_to_adjacent(board)))


def entering(board: Board, terrain: str, step: Step) -> Mask:
    """The squares from which a step leads onto that terrain from other terrain."""
    there = board.where(terrain)
    return board.shifted(there, back(step)) & ~there


class Obstacles(NamedTuple):
    """By the step, the squares from which it leads onto ground that the mover can enter; through no wall that it
    meets; over no change of elevation that it meets."""

    onto: Mapping[Step, Mask]
    unwalled: Mapping[Step, Mask]
    level: Mapping[Step, Mask]

    @classmethod
    def met_by(cls, policy: MovePolicy, board: Board) -> "Obstacles":
        """What a mover of that policy meets on that board."""
        enterable = board.present & ~_met(policy, board.where(BLOCKING), board.indoor)
        # A wall of an indoor square is an indoor wall, from outside too.
        indoors = {side: board.indoor | board.shifted(board.indoor, back(side)) for side in SIDES}
        walls = {side: _met(policy, board.stops_moves[side], indoors[side]) for side in SIDES}
        return cls(
            onto={step: board.shifted(enterable, back(step)) for step in STEPS},
            unwalled={side: board.present & ~walls[side] for side in SIDES},
            level={step: board.present if policy.heights else board.level_steps(step) for step in STEPS},
        )


def _met(policy: MovePolicy, blocking: Mask, indoor: Mask) -> Mask:
    """What is in the mover's way of blocking terrain."""
    return {"none": blocking, "outdoor": blocking & indoor, "all": 0}[policy.through_blocking]


def _over_corner(board: Board, met: Obstacles, corners: Corners, corner: Step) -> tuple[Mask, Mask]:
    """
    The squares from which a step over that corner can be taken at all, and those from which it is free of red lines.

    The mover goes by the less restrictive of the two ways round the corner. No ramp makes such a step free, for over
    a red line a ramp leads only to the square it touches.
    """

    def round_it(passable: Mapping[Step, Mask]) -> tuple[Mask, Mask]:
        across, down = (corner[0], 0), (0, corner[1])
        return (
            passable[across] & board.shifted(passable[down], back(across)),
            passable[down] & board.shifted(passable[across], back(down)),
        )

    if corners == "free":
        may = or_(*round_it(met.unwalled)) & met.onto[corner]
        return may, may & met.level[corner]
    join = and_ if corners == "both sides" else or_
    opened = {side: met.onto[side] & met.unwalled[side] for side in SIDES}
    level = {side: opened[side] & met.level[side] for side in SIDES}
    return join(*round_it(opened)), join(*round_it(level))


def _spread(board: Board, sources: Mapping[Step, Mask]) -> Spread:
    # One expression without a loop: this is where the time of a search goes.
    north, east, south, west, north_east, south_east, south_west, north_west = (sources[step] for step in STEPS)
    row = board.width
    more, less = row + 1, row - 1

    def spread(squares: Mask) -> Mask:
        return (
            (squares & north) >> row
            | (squares & east) << 1
            | (squares & south) << row
            | (squares & west) >> 1
            | (squares & north_east) >> less
            | (squares & south_east) << more
            | (squares & south_west) << less
            | (squares & north_west) >> more
        )

    return spread
