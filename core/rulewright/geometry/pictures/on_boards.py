"""Queries on squares as maps: distances, lines of fire, moves, knock-back."""

from collections import defaultdict

from .. import GeometryError
from ..grid import adjacency
from ..grid.board import Mask, Square, name_of, square_of
from ..grid.figures import Figures
from ..grid.fire import Cause, Fire, LineState
from ..grid.firetable import best_line, seen_by, seen_from
from ..grid.knockback import knock_back
from ..grid.moves import Reach, reach
from ..maps import Kind, Line, Map, Squares, centre, fire, route, squares
from .files import Grid

_STATES = {LineState.OPEN: Kind.FREE, LineState.HINDERED: Kind.HINDERED, LineState.BLOCKED: Kind.BLOCKED}


def show_distance(shown: Map, grid: Grid, a: str, b: str) -> Map:
    """The squares between two figures or squares, counted with free diagonals."""
    pairs = [(one, other) for one in _squares(grid, a) for other in _squares(grid, b)]
    one, other = min(pairs, key=lambda pair: adjacency.distance(*pair))
    away = adjacency.distance(one, other)
    apart = adjacency.apart(grid.board, one, other)
    more = f"; not adjacent: {apart}" if away == 1 and apart else ""
    line = Line(kind=Kind.MEASURE, about=a, points=(centre(one), centre(other)))
    return shown.over(line).saying(f"{a} and {b} are {_counted(away, 'square')} apart{more}", Kind.MEASURE)


def show_range(shown: Map, grid: Grid, name: str, count: str) -> Map:
    """The squares within a range, whatever stands between."""
    board = grid.board
    within = adjacency.ball(board, board.mask(_squares(grid, name)), _count(count)) & board.present
    words = f"{within.bit_count()} squares are within {count} squares of {name}"
    return shown.over(squares(board, within, Kind.RANGE, name)).saying(words, Kind.RANGE)


def show_fire(shown: Map, grid: Grid, a: str, b: str) -> Map:
    """The best line of fire from one figure or square to another, with what blocks or hinders it."""
    found = _best_fire(grid, a, b)
    why = "; ".join(dict.fromkeys(_cause(grid, cause) for cause in found.causes))
    between = f"from {a} to {b} ({name_of(found.origin)} to {name_of(found.target)})"
    words = f"the line of fire {between} is {found.state.name.lower()}{': ' + why if why else ''}"
    return shown.over(*fire(grid.board, found, a)).saying(words, _STATES[found.state])


def show_seen(shown: Map, grid: Grid, *names: str) -> Map:
    """From how many of these figures or squares a line of fire to each square is open; hindered lines count half."""
    board, figures = grid.board, _figures(grid)
    seen: defaultdict[Square, float] = defaultdict(float)
    for name in names:
        open_lines, hindered = (
            seen_by(board, name, figures) if name in figures else seen_from(board, _squares(grid, name)[0], figures)
        )
        for mask, worth in ((open_lines & ~hindered, 1.0), (hindered, 0.5)):
            for square in board.squares(mask):
                seen[square] += worth
    shades = [
        squares(board, board.mask(at for at, worth in seen.items() if worth == shade), Kind.SEEN, names[0],
                shade / len(names))
        for shade in sorted(set(seen.values()))
    ]  # fmt: skip
    words = f"{', '.join(names)}: lines of fire into {len(seen)} of {board.present.bit_count()} squares"
    return shown.over(*shades).saying(words, Kind.SEEN)


def show_reach(shown: Map, grid: Grid, name: str, steps: str) -> Map:
    """The squares in which a figure can end a move."""
    found = _reach(grid, name, _count(steps))
    ends = found.ends & ~grid.board.bit(found.start)
    words = f"{name} can move to {_counted(ends.bit_count(), 'square')} in {_counted(_count(steps), 'step')}"
    return shown.over(squares(grid.board, ends, Kind.REACH, name)).saying(words, Kind.REACH)


def show_path(shown: Map, grid: Grid, a: str, b: str, steps: str) -> Map:
    """A shortest way to a square, or why there is none."""
    found, goal = _reach(grid, a, _count(steps)), _squares(grid, b)[0]
    fault = found.why_not(goal)
    if fault is not None:
        words = f"{a} cannot end in {name_of(goal)} after {_counted(_count(steps), 'step')}: {fault}"
        return shown.over(Squares(kind=Kind.FAULT, about=a, squares=(goal,))).saying(words, Kind.FAULT)
    path = found.path(goal)
    words = f"{a} goes to {name_of(goal)} in {_counted(len(path) - 1, 'step')}: {' '.join(map(name_of, path))}"
    return shown.over(route(map(centre, path), a)).saying(words, Kind.ROUTE)


def show_knockback(shown: Map, grid: Grid, a: str, b: str, count: str) -> Map:
    """Where a figure is knocked back, and what stops it."""
    start, source = _squares(grid, a)[0], _squares(grid, b)[0]
    others = _mask(grid) & ~grid.board.mask(_squares(grid, a))
    found = knock_back(grid.board, source, start, _count(count), others)
    if found.squares:
        ghost = Squares(kind=Kind.GHOST, about=a, label=a, squares=(found.end,), side=grid.sides.get(a, 0))
        shown = shown.over(route(map(centre, found.path), a), ghost)
    stopped = f", stopped: {found.stopped_by}" if found.stopped_by else ""
    words = f"{a} is knocked back {found.squares} squares to {name_of(found.end)}{stopped}"
    return shown.saying(words, Kind.ROUTE)


# ----------------------------------------------------------------------------------------------- reading words


def _squares(grid: Grid, name: str) -> tuple[Square, ...]:
    """The squares of a figure, or the square of that name."""
    for figure in grid.figures:
        if figure.id == name:
            return figure.squares
    try:
        square = square_of(name)
    except GeometryError:
        known = ", ".join(str(figure.id) for figure in grid.figures) or "none"
        raise GeometryError(f"{name!r} is neither a square, such as B7, nor a figure; there are: {known}") from None
    grid.board.bit(square)
    return (square,)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise GeometryError(f"{text!r} is no number of squares")
    return int(text)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _shooter(grid: Grid, name: str) -> str | None:
    return name if any(figure.id == name for figure in grid.figures) else None


def _figures(grid: Grid) -> Figures:
    return Figures(grid.board, grid.figures)


def _mask(grid: Grid, side: int | None = None) -> Mask:
    """The squares of all figures, or of those of one side."""
    chosen = [figure for figure in grid.figures if side is None or grid.sides.get(figure.id, 0) == side]
    return grid.board.mask(square for figure in chosen for square in figure.squares)


def _best_fire(grid: Grid, a: str, b: str) -> Fire:
    fire = best_line(grid.board, _squares(grid, a), _squares(grid, b), _figures(grid), shooter=_shooter(grid, a))
    assert fire is not None  # every target counts, however far it is
    return fire


def _reach(grid: Grid, name: str, steps: int) -> Reach:
    start = _squares(grid, name)[0]
    own = _mask(grid, grid.sides.get(name, 0)) if _shooter(grid, name) else 0
    return reach(grid.board, start, steps, friends=own, foes=_mask(grid) & ~own)


def _cause(grid: Grid, cause: Cause) -> str:
    places = [name_of(square) for square in cause.squares if square in grid.board.tiles]
    places += [f"{name_of(a)}|{name_of(b)}" for a, b in cause.edges if min(*a, *b) >= 0]
    return " ".join([cause.what, *([str(cause.figure)] if cause.figure is not None else places)])
