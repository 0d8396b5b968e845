"""The table itself: its centre and edges, and directions on it."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

import shapely
from shapely.geometry import Polygon

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...irrational import scalar
from ...lattice import coarse
from ..scene import Marker, Model, Scene
from ..shapes import Point
from .ranges import Thing, found, limit, outside
from .units import Who, named

Edge: TypeAlias = Literal["left", "right", "front", "back"]
EDGES: Final[tuple[Edge, ...]] = get_args(Edge)
"""The edges at x = 0 and x = width, at y = 0 and y = depth."""


# -------------------------------------------------------------------------------------------------- centre and edges


def centre(scene: Scene) -> Point:
    """The centre of the table."""
    return (scene.width / 2, scene.depth / 2)


def edge_strip(scene: Scene, edge: Edge, inches: float) -> Polygon:
    """Everything on the table within this many inches of an edge. Raises GeometryError for another edge, or none."""
    if edge not in EDGES:
        raise GeometryError(f"a table has the edges {', '.join(EDGES)}, not {edge!r}")
    if not inches > 0:
        raise GeometryError(f"a strip along an edge is more than 0 inches wide, not {inches!r}")
    width, depth = min(inches, scene.width), min(inches, scene.depth)
    left, right = scene.width - width if edge == "right" else 0.0, width if edge == "left" else scene.width
    front, back = scene.depth - depth if edge == "back" else 0.0, depth if edge == "front" else scene.depth
    return shapely.box(left, front, right, back)


def edge_reach(scene: Scene, model: str | Model, edge: Edge) -> float:
    """How far from an edge the farthest point of a model's base or hull is, in inches."""
    if edge not in EDGES:
        raise GeometryError(f"a table has the edges {', '.join(EDGES)}, not {edge!r}")
    left, front, right, back = _model(scene, model).footprint.bounds
    return {"left": right, "right": scene.width - left, "front": back, "back": scene.depth - front}[edge]


def check_near_one_edge(scene: Scene, unit: Who, inches: float, edges: Iterable[Edge] = EDGES) -> tuple[Fault, ...]:
    """
    What of a unit is not wholly within this many inches of one and the same edge; empty when all of it is.

    Told of the edge that needs least; ``by`` is the model.
    """
    limit(inches)
    names, edges = named(scene, unit), tuple(edges)
    if not edges:
        raise GeometryError("being near one edge takes at least one edge")
    best = min(edges, key=lambda edge: coarse(max((edge_reach(scene, name, edge) for name in names), default=0.0)))
    over = {name: edge_reach(scene, name, best) - inches for name in names}
    return tuple(
        Fault(f"too far from the {best} edge", name, by, (scene.model(name).pose.centre,))
        for name, by in over.items()
        if by > TOLERANCE
    )


def check_on_table(scene: Scene, model: str | Model) -> tuple[Fault, ...]:
    """How far a model's base or hull hangs over the edge of the table; empty when none of it does."""
    what = _model(scene, model)
    if scene.over_edge(what.footprint.bounds) <= 0.0:
        return ()
    over = outside(what.footprint, scene.table)
    return (Fault("over the edge", amount=over, points=(what.pose.centre,)),) if over > TOLERANCE else ()


# --------------------------------------------------------------------------------------------------------- directions


def towards(scene: Scene, a: Thing, b: Thing) -> Point | None:
    """
    The way from the centre of one thing to that of another, of length 1; away from it is the opposite.

    None where the centres are the same: any direction is towards and away. The centre of terrain and zones is that of
    their area. Raises GeometryError for an id that the scene does not have.
    """
    (ax, ay), (bx, by) = centre_of(scene, a), centre_of(scene, b)
    length = scalar.hypot(bx - ax, by - ay)
    if length <= TOLERANCE:
        return None
    return ((bx - ax) / length, (by - ay) / length)


def centre_of(scene: Scene, thing: Thing) -> Point:
    """The centre of a base, a marker or an area; a point itself."""
    what = found(scene, thing)
    if isinstance(what, Model):
        return what.pose.centre
    if isinstance(what, Marker):
        return (what.x, what.y)
    if isinstance(what, tuple):
        return what
    middle = what.polygon.centroid
    return (middle.x, middle.y)


def _model(scene: Scene, model: str | Model) -> Model:
    return scene.model(model) if isinstance(model, str) else model
