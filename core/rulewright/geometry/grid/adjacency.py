"""Which squares touch, which are adjacent, which are linked by stairs; distances, rims, walls and pieces of terrain.

Two squares touch if they share an edge or a corner. They are adjacent if besides nothing parts them: no wall, window
or door, no change of elevation, and for squares that share a corner some way round it that a walker could take.

Sets of squares are masks (see :mod:`.board`). Everything raises GeometryError for a square off the board.
"""

from collections.abc import Iterable, Mapping

import msgspec

from ..caching import kept
from ..evidence import Fault
from .board import BLOCKING, CORNERS, GROUND, SIDES, STEPS, Board, Edge, Mask, Square, Step, back, edge, name_of

# ------------------------------------------------------------------------------------------------ distance


def distance(a: Square, b: Square) -> int:
    """How many squares apart, diagonals counting as 1."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def ball(board: Board, mask: Mask, steps: int) -> Mask:
    """
    The squares within ``steps`` squares of any square of the mask, those of the mask included.

    Terrain, walls and gaps in the board are disregarded; with fewer than 0 steps nothing is within.
    """
    if steps < 0:
        return 0
    across = _smeared(board, mask, min(steps, board.width))
    rows = min(steps, board.height)
    return board.present & (_stretched(across, rows, board.width) | _stretched(across, rows, -board.width))


def _smeared(board: Board, mask: Mask, steps: int) -> Mask:
    """The mask stretched to both sides along the rows."""
    first_column = ((1 << board.width * board.height) - 1) // ((1 << board.width) - 1)
    east = west = mask
    reach = 0
    while reach < steps:
        by = min(reach + 1, steps - reach)
        # A whole row is `board.width` bits: what goes on by more than the row has left would appear in the next.
        staying = first_column * ((1 << max(board.width - by, 0)) - 1)
        east |= (east & staying) << by
        west |= (west >> by) & staying
        reach += by
    return east | west


def _stretched(mask: Mask, rows: int, width: int) -> Mask:
    """The mask repeated on this many rows: further down, or further up where the width is negative."""
    reach = 0
    while reach < rows:
        by = min(reach + 1, rows - reach)
        mask |= mask << by * width if width > 0 else mask >> -by * width
        reach += by
    return mask


# ----------------------------------------------------------------------------------------------- adjacency


@kept
def steps_to_adjacent(board: Board) -> Mapping[Step, Mask]:
    """For each of the eight steps the squares from which it leads to an adjacent square."""
    found = {side: board.level_steps(side) & ~board.parts[side] for side in SIDES}
    ways = {side: found[side] & ~board.shifted(board.where(BLOCKING), back(side)) for side in SIDES}
    for corner in CORNERS:
        across, down = (corner[0], 0), (0, corner[1])
        by_row = ways[across] & board.shifted(found[down], back(across))
        by_column = ways[down] & board.shifted(found[across], back(down))
        found[corner] = by_row | by_column
    return found


def adjacent_to(board: Board, square: Square, bases: Iterable[Mask] = ()) -> Mask:
    """
    The squares adjacent to a square; never the square itself.

    ``bases`` are masks of the squares that figures cover: one that covers two diagonal squares keeps the other two
    squares of their corner apart, and no other base matters.
    """
    found = beside(board, board.bit(square))
    for base in bases:
        if square in (ends := _kept_apart(board, base)):
            found &= ~board.mask(end for end in ends if end in board.tiles)
    return found


def _kept_apart(board: Board, base: Mask) -> tuple[Square, ...]:
    """The two squares on either side of a base on two diagonal squares, none for other bases."""
    if base.bit_count() != 2:
        return ()
    (x, y), (other_x, other_y) = board.squares(base)
    return ((x, other_y), (other_x, y)) if abs(x - other_x) == abs(y - other_y) == 1 else ()


def beside(board: Board, mask: Mask) -> Mask:
    """
    The squares adjacent to any square of the mask, its own left out.

    For a base of several squares these are the squares adjacent to it.
    """
    found = 0
    for step, leaving in steps_to_adjacent(board).items():
        found |= board.shifted(mask & leaving, step)
    return found & ~mask


def adjacent(board: Board, a: Square, b: Square, bases: Iterable[Mask] = ()) -> bool:
    """Whether two squares are adjacent; for ``bases`` see :func:`adjacent_to`."""
    there = board.bit(b)
    return bool(adjacent_to(board, a, bases) & there)


def apart(board: Board, a: Square, b: Square, bases: Iterable[Mask] = ()) -> Fault | None:
    """
    Why two squares are not adjacent; None where they are.

    The reason is "the same square", "not touching", "different elevations", "wall between" (``by`` names what stands
    there), "both sides of the corner are closed", or "a base between" (``squares`` are then the two side squares).
    """
    bases = tuple(bases)
    if adjacent(board, a, b):
        return None if adjacent(board, a, b, bases) else _at_corner("a base between", a, b)
    if a == b:
        return Fault("the same square", name_of(a), squares=(a,))
    if distance(a, b) > 1:
        return Fault("not touching", name_of(b), float(distance(a, b) - 1), squares=(a, b))
    if board.tiles[a].elevation != board.tiles[b].elevation:
        return Fault("different elevations", name_of(b), squares=(a, b))
    if a[0] == b[0] or a[1] == b[1]:
        return Fault("wall between", board.edges[edge(a, b)].name, squares=(a, b))
    return _at_corner("both sides of the corner are closed", a, b)


def _at_corner(reason: str, a: Square, b: Square) -> Fault:
    return Fault(reason, name_of(b), squares=((b[0], a[1]), (a[0], b[1])))


@kept
def flat(board: Board) -> Board:
    """The same board without differences of elevation, for what only walls and blocking terrain part."""
    ground = {at: msgspec.structs.replace(tile, elevation=GROUND) for at, tile in board.tiles.items()}
    return board.with_tiles(ground)


@kept
def unwalled(board: Board) -> Board:
    """The same board without walls, windows, doors and whatever else lies on edges."""
    return board.with_edges(dict.fromkeys(board.edges))


def touching(board: Board, mask: Mask) -> Mask:
    """The squares that share an edge or corner with a square of the mask, its own left out."""
    return ball(board, mask, 1) & ~mask


# -------------------------------------------------------------------------------------------------- stairs


def linked(board: Board, square: Square) -> Mask:
    """
    The squares of other elevations that stairs link to this one.

    Linked are the two squares of a ramp, and on stairs two or more squares wide also the squares diagonal to
    each other on them. No wall, window or door may stand between them. Linked squares are not adjacent.
    """
    here = board.bit(square)
    found = 0
    for step, leaving in _steps_on_stairs(board).items():
        found |= board.shifted(here & leaving, step)
    return found


def stair_linked(board: Board, a: Square, b: Square) -> bool:
    """Whether stairs link two squares of different elevations; see :func:`linked`."""
    there = board.bit(b)
    return bool(linked(board, a) & there)


@kept
def _steps_on_stairs(board: Board) -> Mapping[Step, Mask]:
    level = steps_to_adjacent(board)
    ramps = {step: board.stairs[step] & ~board.level_steps(step) for step in STEPS}
    found = {side: ramps[side] & ~board.parts[side] for side in SIDES}
    for corner in CORNERS:
        across, down = (corner[0], 0), (0, corner[1])
        wide = 0
        for climb, walk in ((across, down), (down, across)):
            # Up the stairs and along the upper landing, or along the lower one and up beside: two ramps side by side.
            climbed_first = found[climb] & board.shifted(level[walk], back(climb))
            walked_first = level[walk] & board.shifted(found[climb], back(walk))
            wide |= climbed_first & walked_first
        found[corner] = ramps[corner] | wide
    return found


def transitions(board: Board) -> Mask:
    """The squares that a ramp joins to another one."""
    found = 0
    for squares in board.stairs.values():
        found |= squares
    return found


# ----------------------------------------------------------------------------------------------- elevation


def rim(board: Board) -> Mask:
    """The squares that touch squares of lower terrain."""
    found = lower = 0
    for level in board.levels.values():
        found |= level & ball(board, lower, 1)
        lower |= level
    return found


# --------------------------------------------------------------------------------------- walls and terrain


def walls_of(board: Board, square: Square) -> tuple[Edge, ...]:
    """The walls, windows and doors on the edges of a square, at most four."""
    return walls_within(board, square, 0)


def walls_within(board: Board, square: Square, steps: int) -> tuple[Edge, ...]:
    """
    The walls within that many squares: those on an edge of a square that is.

    A wall that only touches such a square with one end is not within. Sorted, each once.
    """
    near = ball(board, board.bit(square), steps)
    found: set[Edge] = set()
    for dx, dy in SIDES:
        found.update(edge((x, y), (x + dx, y + dy)) for x, y in board.squares(near & board.walls[dx, dy]))
    return tuple(sorted(found))


def pieces(board: Board, terrain: str) -> tuple[Mask, ...]:
    """
    The connected pieces of one kind of terrain, top row first.

    Squares that share an edge are one piece, whatever stands on the edge; squares that share only a corner are not.
    """
    return connected(board, board.where(terrain))


def connected(board: Board, mask: Mask) -> tuple[Mask, ...]:
    """The parts of a mask that hang together over edges, in the order of their first squares."""
    found, left = [], mask & board.present
    while left:
        piece, grown = 0, left & -left
        while grown != piece:
            piece = grown
            for side in SIDES:
                grown |= board.shifted(piece, side) & left
        found.append(piece)
        left &= ~piece
    return tuple(found)


def unoccupied(board: Board, figures: Mask) -> Mask:
    """The squares without a figure that are not blocking terrain."""
    return board.present & ~figures & ~board.where(BLOCKING)
