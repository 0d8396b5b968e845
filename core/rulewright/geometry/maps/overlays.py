"""What is laid over a map: reach, ranges, lines of fire, ghosts of where models would stand, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ...text import Words
from ..evidence import Fault
from ..grid.board import Board, Mask, Square
from ..grid.fire import Fire, LineState
from .structure import Area, Edges, Item, Kind, Line, Squares, Stand

if TYPE_CHECKING:
    from ..plane.scene import Model, Scene
    from ..plane.see.lines import Sight
    from ..plane.see.visible import Facing
    from ..plane.shapes import Point, Pose

_FIRE = {LineState.OPEN: Kind.FREE, LineState.HINDERED: Kind.HINDERED, LineState.BLOCKED: Kind.BLOCKED}


def squares(board: Board, mask: Mask, kind: Kind = Kind.REACH, about: str = "", strength: float = 1.0) -> Squares:
    """Squares of a board: those in reach, in range, or seen."""
    return Squares(kind=kind, about=about, squares=tuple(board.squares(mask)), strength=strength)


def region(shape: BaseGeometry, kind: Kind = Kind.REACH, about: str = "", strength: float = 1.0) -> Iterator[Area]:
    """An area of a table: where a model can go, what is in range. Lines and points among its parts are left out."""
    for part in shapely.get_parts(shape):
        if isinstance(part, Polygon) and not part.is_empty:
            rings = tuple(_ring(ring) for ring in (part.exterior, *part.interiors))
            yield Area(kind=kind, about=about, rings=rings, strength=strength)


def raster(values: npt.NDArray[np.float64], scene: Scene, most: float, about: str = "") -> Iterator[Area]:
    """A grid of numbers over a whole table, row 0 at the least y, as areas that are darker the nearer to ``most``."""
    rows, columns = values.shape
    across, up = scene.width / columns, scene.depth / rows
    levels = np.unique(values[values > 0]).tolist()
    grounds = []
    for value in levels:
        # Neighbours in a row become one box.
        edges = np.diff(np.pad((values == value).astype(np.int8), ((0, 0), (1, 1))), axis=1)
        row, start = np.nonzero(edges == 1)
        _, end = np.nonzero(edges == -1)
        grounds.append(shapely.union_all(shapely.box(start * across, row * up, end * across, (row + 1) * up)))
    # Steps become slopes; what lies side by side stays so.
    for value, ground in zip(levels, shapely.coverage_simplify(grounds, 2 * max(across, up)), strict=True):
        yield from region(ground, Kind.SEEN, about, value / most)


def route(points: Iterable[Point], about: str = "", label: str = "") -> Line:
    """A way through points of a table, or the centres of squares (:func:`centre`)."""
    return Line(kind=Kind.ROUTE, about=about, label=label, points=tuple(points))


def line(start: Point, end: Point, kind: Kind, about: str = "", label: str = "") -> Line:
    """A straight line from one place to another."""
    return Line(kind=kind, about=about, label=label, points=(start, end))


def centre(square: Square) -> Point:
    """The middle of a square of a board."""
    return (square[0] + 0.5, square[1] + 0.5)


def fire(board: Board, found: Fire, about: str = "") -> Iterator[Item]:
    """A line of fire on a board, and the squares, figures and edges that block or hinder it."""
    yield line(centre(found.origin), centre(found.target), _FIRE[found.state], about)
    kind = Kind.BLOCKER if found.blocked else Kind.HINDERER
    for cause in found.causes:
        on_board = tuple(square for square in cause.squares if square in board.tiles)
        who = "" if cause.figure is None else str(cause.figure)
        if on_board:
            yield Squares(kind=kind, about=who, squares=on_board)
        if cause.edges:
            yield Edges(kind=kind, about=who, edges=cause.edges)


def sight(scene: Scene, a: str, b: str, found: Sight, whole: Facing | None = None) -> Iterator[Item]:
    """
    A line of sight from model ``a`` to model ``b``, or the line between them and what is in the way.

    With ``whole``, the answer of :func:`.facing.facing`, also the parts of ``b`` that are hidden.
    """
    if found.segment is None:
        yield line(scene.model(a).pose.centre, scene.model(b).pose.centre, Kind.BLOCKED, a)
        for name in found.blockers:
            if name in scene.pieces:
                piece = scene.pieces[name]
                yield Area(kind=Kind.BLOCKER, about=name, rings=(piece.outline, *piece.holes))
        return
    yield line(*found.segment, Kind.FREE, a)
    for arc in whole.hidden if whole is not None else ():
        yield Line(kind=Kind.HIDDEN, about=b, points=arc)


def ghosts(scene: Scene, poses: Mapping[str, Pose]) -> Iterator[Item]:
    """Where models would stand, each with the way there. Raises GeometryError for an unknown model."""
    for name, pose in poses.items():
        model = scene.model(name)
        yield line(model.pose.centre, pose.centre, Kind.ROUTE, name)
        yield ghost(model, pose)


def ghost(model: Model, pose: Pose, label: Words = "") -> Stand:
    """Where a model would stand."""
    return Stand(
        kind=Kind.GHOST, about=model.id, label=label, base=model.base, pose=pose, side=model.side, group=model.unit
    )


def faults(found: Iterable[Fault], words: Callable[[Fault], Words] = str) -> Iterator[Item]:
    """
    What is wrong, an item each: its points, or else its squares, with its ``words`` beside the first of them.

    A fault that lies nowhere is an item without squares, for the sake of its words.
    """
    for fault in found:
        if fault.points:
            yield Line(kind=Kind.FAULT, about=fault.by, label=words(fault), points=fault.points)
        else:
            yield Squares(kind=Kind.FAULT, about=fault.by, label=words(fault), squares=fault.squares)


def _ring(ring: Any) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in shapely.get_coordinates(ring)[:-1].tolist())
