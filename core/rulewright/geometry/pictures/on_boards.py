"""Queries on squares, drawn: distances, lines of fire, moves, knock-back."""

from collections import defaultdict

from .. import GeometryError
from ..grid import adjacency
from ..grid.board import Mask, Square, name_of, square_of
from ..grid.figures import Figures
from ..grid.fire import Cause, Fire, LineState
from ..grid.firetable import best_line, seen_by, seen_from
from ..grid.knockback import knock_back
from ..grid.moves import Reach, reach
from .boards import area, cell, draw_figure, edge_ends, middle
from .canvas import BLOCKED, REGION, SEEN, Canvas
from .files import Grid
from .paper import INK, Colour

HINDERED: Colour = "#c98a00"

_COLOURS = {LineState.OPEN: SEEN, LineState.HINDERED: HINDERED, LineState.BLOCKED: BLOCKED}


def show_distance(canvas: Canvas, grid: Grid, a: str, b: str) -> None:
    """The squares between two figures or squares, counted with free diagonals."""
    pairs = [(one, other) for one in _squares(grid, a) for other in _squares(grid, b)]
    one, other = min(pairs, key=lambda pair: adjacency.distance(*pair))
    canvas.line([middle(one), middle(other)], INK, linewidth=1.2, linestyle=":", zorder=7)
    away = adjacency.distance(one, other)
    apart = adjacency.apart(grid.board, one, other)
    more = f"; not adjacent: {apart}" if away == 1 and apart else ""
    canvas.say(f"{a} and {b} are {away} square{'' if away == 1 else 's'} apart{more}")


def show_range(canvas: Canvas, grid: Grid, name: str, squares: str) -> None:
    """The squares within a range, whatever stands between."""
    board = grid.board
    within = adjacency.ball(board, board.mask(_squares(grid, name)), _count(squares)) & board.present
    canvas.area(area(board, within), REGION, REGION, alpha=0.25, zorder=3)
    canvas.say(f"{within.bit_count()} squares are within {squares} squares of {name}", REGION)


def show_fire(canvas: Canvas, grid: Grid, a: str, b: str) -> None:
    """The best line of fire from one figure or square to another, with what blocks or hinders it."""
    fire = _best_fire(grid, a, b)
    colour = _COLOURS[fire.state]
    style = "--" if fire.blocked else "-"
    canvas.line([middle(fire.origin), middle(fire.target)], colour, linewidth=1.8, linestyle=style, zorder=7)
    for cause in fire.causes:
        for square in cause.squares:
            if square in grid.board.tiles:
                canvas.area(cell(square), None, colour, linewidth=1.6, hatch="////", zorder=6)
        for wall in cause.edges:
            canvas.line(edge_ends(wall), colour, linewidth=4.0, zorder=6)
    why = "; ".join(dict.fromkeys(_cause(grid, cause) for cause in fire.causes))
    between = f"from {a} to {b} ({name_of(fire.origin)} to {name_of(fire.target)})"
    canvas.say(f"the line of fire {between} is {fire.state.name.lower()}{': ' + why if why else ''}", colour)


def show_seen(canvas: Canvas, grid: Grid, *names: str) -> None:
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
    for square, worth in seen.items():
        canvas.area(cell(square).buffer(-0.1), SEEN, None, alpha=0.5 * worth / len(names), zorder=2.2)
    canvas.say(f"{', '.join(names)}: lines of fire into {len(seen)} of {board.present.bit_count()} squares", SEEN)


def show_reach(canvas: Canvas, grid: Grid, name: str, steps: str) -> None:
    """The squares in which a figure can end a move."""
    found = _reach(grid, name, _count(steps))
    canvas.area(area(grid.board, found.ends), REGION, REGION, alpha=0.35, zorder=3)
    for square in grid.board.squares(found.ends & ~grid.board.bit(found.start)):
        x, y = middle(square)
        canvas.label((x, y + 0.3), str(found.steps(square)), INK, fontsize=5.5)
    count = (found.ends & ~grid.board.bit(found.start)).bit_count()
    canvas.say(f"{name} can move to {count} squares in {steps} steps", REGION)


def show_path(canvas: Canvas, grid: Grid, a: str, b: str, steps: str) -> None:
    """A shortest way to a square, or why there is none."""
    found, goal = _reach(grid, a, _count(steps)), _squares(grid, b)[0]
    fault = found.why_not(goal)
    if fault is not None:
        canvas.area(cell(goal), None, BLOCKED, linewidth=1.6, zorder=6)
        canvas.say(f"{a} can not end in {name_of(goal)} after {steps} steps: {fault}", BLOCKED)
        return
    path = found.path(goal)
    canvas.line([middle(square) for square in path], REGION, linewidth=2.4, zorder=7)
    canvas.say(f"{a} goes to {name_of(goal)} in {len(path) - 1} steps: {' '.join(map(name_of, path))}", REGION)


def show_knockback(canvas: Canvas, grid: Grid, a: str, b: str, squares: str) -> None:
    """Where a figure is knocked back, and what stops it."""
    start, source = _squares(grid, a)[0], _squares(grid, b)[0]
    others = _mask(grid) & ~grid.board.mask(_squares(grid, a))
    found = knock_back(grid.board, source, start, _count(squares), others)
    if found.squares:
        canvas.line([middle(square) for square in found.path], BLOCKED, linewidth=2.2, zorder=7)
        draw_figure(canvas, a, (found.end,), grid.sides.get(a, 0))
    stopped = f", stopped: {found.stopped_by}" if found.stopped_by else ""
    canvas.say(f"{a} is knocked back {found.squares} squares to {name_of(found.end)}{stopped}", BLOCKED)


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
