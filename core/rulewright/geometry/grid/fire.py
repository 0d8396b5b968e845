"""Lines of fire on squares: what blocks or hinders the line between two centres, with the evidence.

One line is drawn at a time, with everything that it meets. :mod:`.firetable` answers the same without evidence, for
all lines at the same time.

- A line goes from centre to centre. It crosses the squares that it enters, the target with them and the
  origin not; of walls those on the edges that it crosses.
- At an intersection it goes by the less restrictive of two sides: the square beside it and the two edges on
  the way round. Open comes before hindered, hindered before blocked, fewer pieces of blocking terrain before
  more. Figures in the squares beside an intersection do not count, for the rule names terrain and walls only;
  a policy may say that those which would block on the way close their side.
- The lower of its two ends is the elevation of a line. Terrain and walls wholly below that have no effect on
  it. Squares above it block it, the two ends excepted. A wall is at the elevations of the squares beside it
  and all between. Blocking and hindering terrain above it count too where a policy disregards the elevation.
- Between equal elevations the figures of that elevation block; between different ones tall figures that do not
  stand wholly below the line do, and the higher end must be on a rim, and only the target square can hinder.
- Blocking terrain in the target square blocks, unless the line is there to destroy it; in the origin never.
- Squares that the board leaves out are neither terrain nor elevation, and lines go over them.
"""

from collections.abc import Collection, Iterator
from enum import IntEnum
from typing import Any, Final

import msgspec

from .. import GeometryError
from .board import BLOCKING, HINDERING, STEPS, Board, Edge, Square, edge
from .figures import Figures
from .traces import trace


class LineState(IntEnum):
    """What a line of fire is, the better first; also the numbers in :func:`.firetable.fire_table`."""

    OPEN = 0
    HINDERED = 1
    BLOCKED = 2


class FirePolicy(msgspec.Struct, frozen=True):
    """
    What a line disregards.

    ``elevated``: elevated terrain does not block it. ``hindering``: nothing hinders it. ``blocking``: blocking
    terrain and walls do not block it; ``outdoor_blocking``: those outdoors do not, a wall being outdoors if both of
    its squares are. ``figures``: figures do not block it. ``target_hinders_only``: hindering terrain counts in the
    target square alone. ``pieces``: it may go through this many pieces of blocking terrain, a square or a wall being
    one each. Raises GeometryError for fewer than 0, or no whole number.

    Two other readings of what figures block, for a whole game rather than for one figure: ``giants_below_block``,
    between different elevations a tall figure blocks wherever it stands; ``figures_below_block``, every figure on the
    way blocks, whatever the elevations. And one of what closes an intersection: ``figures_close_corners``, a figure
    beside it that would block on the way closes its side.
    """

    elevated: bool = False
    hindering: bool = False
    blocking: bool = False
    outdoor_blocking: bool = False
    figures: bool = False
    target_hinders_only: bool = False
    pieces: int = 0
    giants_below_block: bool = False
    figures_below_block: bool = False
    figures_close_corners: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, int) or self.pieces < 0:
            raise GeometryError(f"a line goes through 0 pieces of blocking terrain or more, not {self.pieces!r}")

    def joined(self, other: "FirePolicy") -> "FirePolicy":
        """Whatever one of the two says, as when shooter and target each bring something that is disregarded."""
        return FirePolicy(*map(max, msgspec.structs.astuple(self), msgspec.structs.astuple(other)))


REGARDING_ALL: Final = FirePolicy()
"""The policy of an ordinary line."""

BY_TERRAIN: Final = "blocking terrain"
BY_WALL: Final = "wall"
BY_HIGHER: Final = "higher terrain"
NO_RIM: Final = "not on the rim"
BY_FIGURE: Final = "figure"
BY_HINDERING: Final = "hindering terrain"
BY_CORNER: Final = "closed corner"
PAST: Final = "past the wall"


class Cause(msgspec.Struct, frozen=True):
    """
    One thing that blocks or hinders a line: what it is, and where.

    ``what`` is one of the words above. A closed corner has the squares and walls that close both of its
    sides; ``figure`` is the id of a figure that is in the way itself.
    """

    what: str
    squares: tuple[Square, ...] = ()
    edges: tuple[Edge, ...] = ()
    figure: Any = None


class Fire(msgspec.Struct, frozen=True):
    """
    A line of fire with its evidence.

    ``crossed`` are the squares that it enters in order, the target last. ``causes`` is all that blocks a
    blocked line, or all that hinders a hindered one; a blocked line is not called hindered. ``through`` are
    the pieces of blocking terrain that a line which is not blocked goes through because its policy lets it.
    """

    origin: Square
    target: Square
    blocked: bool
    hindered: bool
    crossed: tuple[Square, ...]
    causes: tuple[Cause, ...] = ()
    through: tuple[Cause, ...] = ()

    @property
    def state(self) -> LineState:
        """Open, hindered or blocked."""
        if self.blocked:
            return LineState.BLOCKED
        return LineState.HINDERED if self.hindered else LineState.OPEN


def line_of_fire(
    board: Board,
    origin: Square,
    target: Square,
    figures: Figures | None = None,
    policy: FirePolicy = REGARDING_ALL,
    shooter: Any = None,
    without: Collection[Square | Edge] = (),
) -> Fire:
    """
    The line from the centre of one square to that of another, and what blocks or hinders it.

    ``shooter`` is the id of the figure that draws it: its other squares and smaller figures do not block. ``without``
    names squares whose blocking terrain, and edges whose walls, are disregarded. Raises GeometryError for a square that
    is not on the board, an unknown shooter, figures of another board, and what is neither a square nor an edge.
    """
    board.bit(origin)
    board.bit(target)
    walk = _Walk(board, origin, target, checked(board, figures), policy, shooter, without)
    return walk.within_a_square() if origin == target or target in walk.own else walk.along()


def line_to_destroy(
    board: Board,
    origin: Square,
    piece: Square | Edge,
    figures: Figures | None = None,
    policy: FirePolicy = REGARDING_ALL,
    shooter: Any = None,
) -> Fire:
    """
    The line that is needed to destroy a piece of blocking terrain from afar.

    A square: to its centre, and its own terrain does not block. A wall: to the centre of the square beyond it,
    through the square before it; neither the wall nor blocking terrain in that square blocks. A line that
    does not go through the wall is blocked: the cause says that it goes past.
    """
    match _piece(piece):
        case ((int(), int()) as a, (int(), int()) as b):
            wall = (a, b)
            if wall not in board.edges or not board.edges[wall].wall:
                raise GeometryError(f"{board.name}: no wall stands between {a} and {b}")
            for near, far in ((a, b), (b, a)):
                if near in board.tiles and far in board.tiles:
                    fire = line_of_fire(board, origin, far, figures, policy, shooter, (far, wall))
                    if near in (origin, *fire.crossed):
                        return fire
            return Fire(origin, b, True, False, (), (Cause(PAST, (a, b), (wall,)),))
        case (int(), int()) as square:
            return line_of_fire(board, origin, square, figures, policy, shooter, (square,))


def _piece(given: Square | Edge) -> Square | Edge:
    """A square as it is, an edge whichever of its squares was named first."""
    match given:
        case ((int(), int()) as a, (int(), int()) as b):
            return edge(a, b)
        case (int(), int()):
            return given
    raise GeometryError(f"a piece of blocking terrain is a square or an edge, not {given!r}")


def direct(origin: Square, target: Square) -> bool:
    """Whether the line stays in one row, column or diagonal, and is at least a square long."""
    across, down = abs(target[0] - origin[0]), abs(target[1] - origin[1])
    return origin != target and (across == 0 or down == 0 or across == down)


def checked(board: Board, figures: Figures | None) -> Figures:
    """These figures, or none at all. Raises GeometryError for those of a board of another shape."""
    if figures is None:
        return board.kept("no figures", Figures)
    figures.check(board)
    return figures


class _Side(msgspec.Struct):
    """What a line meets in one place: what always blocks, pieces of blocking terrain, what hinders."""

    blocks: list[Cause] = msgspec.field(default_factory=list)
    pieces: list[Cause] = msgspec.field(default_factory=list)
    hinders: list[Cause] = msgspec.field(default_factory=list)

    def add(self, other: "_Side") -> None:
        self.blocks += other.blocks
        self.pieces += other.pieces
        self.hinders += other.hinders

    @property
    def restriction(self) -> tuple[bool, int, bool]:
        """The less restrictive of two sides is the one where this is less."""
        return bool(self.blocks), len(self.pieces), bool(self.hinders)


class _Walk:
    """One line and all that it meets."""

    def __init__(
        self,
        board: Board,
        origin: Square,
        target: Square,
        figures: Figures,
        policy: FirePolicy,
        shooter: Any,
        without: Collection[Square | Edge],
    ) -> None:
        self.board = board
        self.origin = origin
        self.target = target
        self.figures = figures
        self.policy = policy
        self.shooter = shooter
        self.without = frozenset(map(_piece, without))
        self.own: tuple[Square, ...] = () if shooter is None else figures[shooter].squares
        ends = (board.tiles[origin].elevation, board.tiles[target].elevation)
        self.elevation = min(ends)
        self.level = ends[0] == ends[1]
        self.higher_end = origin if ends[0] > ends[1] else target
        entered = trace(target[0] - origin[0], target[1] - origin[1])
        self.crossed = tuple((origin[0] + x, origin[1] + y) for x, y in entered)
        self.corners: dict[Cause, Cause] = {}
        """The closed corner that is shown instead of what closes a side of it."""

    # ------------------------------------------------------------------------------------------- the verdict

    def within_a_square(self) -> Fire:
        """To a square of one's own, or from a square to itself: always possible, with the terrain of that square."""
        hinders = tuple(self._hindering(self.target))
        return Fire(self.origin, self.target, False, bool(hinders), (self.target,), hinders)

    def along(self) -> Fire:
        met = _Side()
        before = self.origin
        for square in self.crossed:
            met.add(self._step(before, square))
            met.add(self._square(square))
            before = square
        met.blocks += [*self._figures(set(self.crossed[:-1])), *self._rim()]
        return self._verdict(met)

    def _verdict(self, met: _Side) -> Fire:
        blocks = met.blocks if len(met.pieces) <= self.policy.pieces else met.blocks + met.pieces
        if blocks:
            causes = tuple(dict.fromkeys(self.corners.get(cause, cause) for cause in blocks))
            return Fire(self.origin, self.target, True, False, self.crossed, causes)
        hinders = tuple(met.hinders)
        return Fire(self.origin, self.target, False, bool(hinders), self.crossed, hinders, tuple(met.pieces))

    # --------------------------------------------------------------------------------------- steps and squares

    def _step(self, before: Square, square: Square) -> _Side:
        if before[0] != square[0] and before[1] != square[1]:
            return self._corner(before, square)
        return _Side(pieces=list(self._wall(before, square)))

    def _corner(self, before: Square, square: Square) -> _Side:
        """The less restrictive side of an intersection."""
        beside = (square[0], before[1]), (before[0], square[1])
        sides = [self._side(before, one, square) for one in beside]
        closing = [cause for side in sides for cause in side.blocks + side.pieces]
        squares = dict.fromkeys(square for cause in closing for square in cause.squares)
        corner = Cause(BY_CORNER, tuple(squares), tuple(wall for cause in closing for wall in cause.edges))
        self.corners.update(dict.fromkeys(closing, corner))
        return min(sides, key=lambda side: side.restriction)

    def _side(self, before: Square, beside: Square, square: Square) -> _Side:
        side = _Side(pieces=[*self._wall(before, beside), *self._wall(beside, square)])
        side.add(self._square(beside))
        if self.policy.figures_close_corners:
            side.blocks += self._figures({beside})
        return side

    def _square(self, square: Square) -> _Side:
        return _Side(list(self._higher(square)), list(self._blocking(square)), list(self._hindering(square)))

    # --------------------------------------------------------------------------------- one sentence of the rules

    def _higher(self, square: Square) -> Iterator[Cause]:
        """Squares above the line block it, the two ends excepted."""
        tile = self.board.tiles.get(square)
        if tile and tile.elevation > self.elevation and square != self.target and not self.policy.elevated:
            yield Cause(BY_HIGHER, (square,))

    def _blocking(self, square: Square) -> Iterator[Cause]:
        """Squares of blocking terrain block, unless they are below the line."""
        tile = self.board.tiles.get(square)
        if not tile or tile.terrain != BLOCKING or tile.elevation < self.elevation:
            return
        if square not in self.without and not self._passes_blocking(outdoor=not tile.indoor):
            yield Cause(BY_TERRAIN, (square,))

    def _wall(self, a: Square, b: Square) -> Iterator[Cause]:
        """Walls block like blocking terrain, windows do not, at all elevations beside them."""
        kind = self.board.edges.get(edge(a, b))
        if kind is None or not kind.stops_fire or edge(a, b) in self.without:
            return
        beside = [self.board.tiles[square] for square in (a, b) if square in self.board.tiles]
        if max(tile.elevation for tile in beside) < self.elevation:
            return
        if not self._passes_blocking(outdoor=not any(tile.indoor for tile in beside)):
            yield Cause(BY_WALL, edges=(edge(a, b),))

    def _passes_blocking(self, outdoor: bool) -> bool:
        return self.policy.blocking or (self.policy.outdoor_blocking and outdoor)

    def _hindering(self, square: Square) -> Iterator[Cause]:
        """Squares of hindering terrain hinder; between elevations the target's alone."""
        tile = self.board.tiles.get(square)
        if not tile or tile.terrain != HINDERING or tile.elevation < self.elevation or self.policy.hindering:
            return
        if square == self.target or (self.level and not self.policy.target_hinders_only):
            yield Cause(BY_HINDERING, (square,))

    def _figures(self, there: set[Square]) -> Iterator[Cause]:
        """Figures on the way block: those at the height of a line, or tall ones between heights."""
        if self.policy.figures:
            return
        for figure in self.figures.in_the_way(self.shooter):
            squares = tuple(
                square for square in figure.squares if square in there and self._reaches(figure.tall, square)
            )
            if squares:
                yield Cause(BY_FIGURE, squares, figure=figure.id)

    def _reaches(self, tall: bool, square: Square) -> bool:
        """Whether a figure in that square is as high as the line: what lies wholly below it does not count."""
        elevation = self.board.tiles[square].elevation
        if self.policy.figures_below_block:
            return True
        if self.level:
            return elevation == self.elevation
        return tall and (elevation >= self.elevation or self.policy.giants_below_block)

    def _rim(self) -> Iterator[Cause]:
        """Between elevations the higher end must touch lower terrain."""
        if self.level or self.policy.elevated:
            return
        x, y = self.higher_end
        around = (self.board.tiles.get((x + dx, y + dy)) for dx, dy in STEPS)
        if not any(tile and tile.elevation < self.board.tiles[x, y].elevation for tile in around):
            yield Cause(NO_RIM, (self.higher_end,))
