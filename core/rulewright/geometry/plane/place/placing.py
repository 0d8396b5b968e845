"""Where a base may stand, and placing it there: within a range, or as far along a line as it is free.

A base may stand where it is wholly on the table, overlaps no other base, and is wholly on top of each piece of
terrain or does not overlap it at all. Checks are exact; :mod:`.setup` draws the regions of centres.
"""

import math
import random
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

import msgspec
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...lattice import coarse
from ..measure.ranges import beyond, distance, nearest, outside, penetration
from ..move.legs import Box
from ..move.rise import near_models
from ..rounds import is_free, size_of
from ..scene import Model, Piece, Scene
from ..shapes import Footprint, Point, Points, Pose, footprint
from ..slides import at_origin, forbidden, stretches

# ------------------------------------------------------------------------------------------------- checks


def check_stand(scene: Scene, name: str, pose: Pose, closed: Collection[str] = ()) -> tuple[Fault, ...]:
    """
    What is wrong with a model standing at a pose; empty when it may stand there.

    ``closed`` are the pieces of terrain that it may not stand on. Faults: ``off the table`` (inches over the
    edge), ``overlaps`` another model (inches deep), ``partly on`` a piece (inches that stick out of it),
    ``may not stand on`` a closed piece, ``cannot balance on`` one without balance. Raises GeometryError for an unknown
    model.
    """
    model = scene.model(name)
    size = size_of(model.base)
    if size is not None and is_free(scene, name, size, pose.x, pose.y, closed):
        return ()
    ground = footprint(model.base, pose)
    return (*_off_table(scene, ground), *_on_bases(scene, model, ground), *_on_terrain(scene, ground, closed))


def check_place(
    scene: Scene,
    name: str,
    pose: Pose,
    inches: float,
    of: Footprint | None = None,
    wholly: bool = False,
    closed: Collection[str] = (),
) -> tuple[Fault, ...]:
    """
    What is wrong with placing a model at a pose within a range; empty when it is legal.

    The range is measured from where the model stands now, or from ``of``. Any part of the base has to be in range, or
    with ``wholly`` every part. Beside the faults of :func:`check_stand`: ``too far`` with the missing inches and the
    points it was measured between. Raises GeometryError for an unknown model or a negative range.
    """
    model = scene.model(name)
    source = model.footprint if of is None else of
    return (
        *_too_far(footprint(model.base, pose), source, checked_length(inches), wholly),
        *check_stand(scene, name, pose, closed),
    )


def _too_far(ground: Footprint, source: Footprint, inches: float, wholly: bool) -> Iterable[Fault]:
    missing = beyond(ground, source, inches) if wholly else distance(ground, source) - inches
    if missing > TOLERANCE:
        line = nearest(source, ground)
        yield Fault("too far", amount=missing, points=(line.a, line.b))


def _off_table(scene: Scene, ground: Footprint) -> Iterable[Fault]:
    left, low, right, high = ground.bounds
    if (over := scene.over_edge(ground.bounds)) > TOLERANCE:
        yield Fault("off the table", amount=over, points=((left, low), (right, high)))


def _on_bases(scene: Scene, model: Model, ground: Footprint) -> Iterable[Fault]:
    for other in near_models(scene, around(ground), model.id):
        if (deep := penetration(ground, other.footprint)) > TOLERANCE:
            yield Fault("overlaps", other.id, deep, (nearest(ground, other.footprint).a,))


def _on_terrain(scene: Scene, ground: Footprint, closed: Collection[str]) -> Iterable[Fault]:
    for piece in near_pieces(scene, ground):
        if not on_piece(scene, ground, piece):
            continue
        if (out := outside(ground, piece.polygon)) > TOLERANCE:
            deepest = max(parts_of(scene, piece), key=lambda part: coarse(penetration(ground, part)))
            yield Fault("partly on", piece.id, out, (nearest(ground, deepest).a,))
        elif piece.id in closed:
            yield Fault("may not stand on", piece.id)
        elif not piece.balance:
            yield Fault("cannot balance on", piece.id)


def near_pieces(scene: Scene, ground: Footprint, dx: float = 0.0, dy: float = 0.0) -> list[Piece]:
    """The terrain that some ground may touch while it slides straight by (dx, dy), in order."""
    return [scene.terrain.pieces[row] for row in scene.terrain.near(around(ground, dx, dy))]


def around(ground: Footprint, dx: float = 0.0, dy: float = 0.0) -> Box:
    """A box around what some ground may touch while it slides straight by (dx, dy)."""
    left, low, right, high = ground.grown(4 * TOLERANCE).bounds
    return (left + min(dx, 0.0), low + min(dy, 0.0), right + max(dx, 0.0), high + max(dy, 0.0))


def parts_of(scene: Scene, piece: Piece) -> tuple[Footprint, ...]:
    """The ground of a piece of terrain as convex footprints."""
    return scene.terrain.parts(scene.terrain.rows[piece.id])


def on_piece(scene: Scene, ground: Footprint, piece: Piece) -> bool:
    """Whether some ground overlaps a piece of terrain, partly or wholly."""
    return any(penetration(ground, part) > TOLERANCE for part in parts_of(scene, piece))


def stood_on(scene: Scene, ground: Footprint) -> tuple[Piece, ...]:
    """The pieces of terrain that some ground lies on, partly or wholly."""
    return tuple(piece for piece in near_pieces(scene, ground) if on_piece(scene, ground, piece))


# ----------------------------------------------------------------------------------------------- the last free


class Stop(msgspec.Struct, frozen=True):
    """How far a slide goes, in inches, and what stood in the way of going farther."""

    travel: float
    why: tuple[Fault, ...] = ()


def last_free(scene: Scene, name: str, way: Point, length: float, onto: bool = False) -> Stop:
    """
    The last position along a straight slide at which a model may stand.

    ``way`` has length 1. Another base may not be overlapped there. Terrain the model stands on when it starts it
    may stand on there too, but not partly; other terrain may not be overlapped at all, or, if it may end ``onto`` it,
    not partly and not where it cannot balance. What lies in between is no matter. It stays where it is (travel 0.0)
    when it is free nowhere.
    """
    model = scene.model(name)
    own = at_origin(model.base, model.pose.facing)
    blocks = [
        (block, stretches(model.pose.centre, way, length + 1.0, grounds))
        for block, grounds in _kept_out(scene, model, own, length * way[0], length * way[1], onto)
    ]
    travel, why = length, dict[str, Fault]()
    while found := _stretch_around(travel, blocks):
        block, first = found
        # A stretch begins a TOLERANCE deep; a TOLERANCE before it the bases touch.
        travel = max(0.0, first - TOLERANCE)
        why[block] = Fault("would overlap", block, length - travel)
    return Stop(travel, tuple(why.values()))


def _stretch_around(travel: float, blocks: list[tuple[str, list[tuple[float, float]]]]) -> tuple[str, float] | None:
    """Whose stretch a position lies in, and where that stretch begins."""
    inside = ((block, first) for block, stretched in blocks for first, last in stretched if first < travel < last)
    return next(inside, None)


def _kept_out(
    scene: Scene, model: Model, own: Footprint, dx: float, dy: float, onto: bool
) -> Iterable[tuple[str, tuple[Footprint, ...]]]:
    """Whose grounds the centre of a model that slides by (dx, dy) has to keep out of, and which grounds."""
    for other in near_models(scene, around(model.footprint, dx, dy), model.id):
        yield other.id, forbidden(own, other.footprint)
    start = {piece.id for piece in stood_on(scene, model.footprint)}
    for piece in near_pieces(scene, model.footprint, dx, dy):
        on_top = piece.id in start or (onto and piece.balance)
        grounds = _borders(piece.polygon) if on_top else parts_of(scene, piece)
        yield piece.id, tuple(shift for ground in grounds for shift in forbidden(own, ground))


def _borders(polygon: Polygon) -> tuple[Footprint, ...]:
    """The edges of a polygon as grounds: a base that overlaps none of them is wholly inside or wholly outside."""
    corners = [shapely.get_coordinates(circle) for circle in (polygon.exterior, *polygon.interiors)]
    return tuple(Footprint(circle[at : at + 2].copy()) for circle in corners for at in range(len(circle) - 1))


# ------------------------------------------------------------------------------------------------ samples

ROUNDS: Final = 10
"""How often places are drawn in the box of an area before it is cut into triangles: with many corners that is slow."""


def sample_places(region: BaseGeometry, rng: random.Random, count: int) -> tuple[Point, ...]:
    """
    Points of a region, all equally likely, the same for the same state of ``rng``; none when it has no area.

    With a region of centres these are centres of bases: give them a facing with :meth:`Pose.at`.
    """
    parts = [part for part in shapely.get_parts(region) if isinstance(part, Polygon) and part.area > 0.0]
    if not parts:
        return ()
    areas = [part.area for part in parts]
    picks = Counter(rng.choices(range(len(parts)), areas, k=count))
    found = [place for pick, times in sorted(picks.items()) for place in _in_part(parts[pick], rng, times)]
    rng.shuffle(found)
    return tuple(found)


def _in_part(part: Polygon, rng: random.Random, count: int) -> list[Point]:
    """Places of one area: those of its box that lie in it, or, where these are rare, places in its triangles."""
    left, low, right, high = part.bounds
    shapely.prepare(part)
    found: list[Point] = []
    for _ in range(ROUNDS):
        tried = [(rng.uniform(left, right), rng.uniform(low, high)) for _ in range(2 * count)]
        found += (place for place, inside in zip(tried, shapely.contains_xy(part, tried), strict=True) if inside)
        if len(found) >= count:
            return found[:count]
    return found + _in_triangles(part, rng, count - len(found))


def _in_triangles(part: Polygon, rng: random.Random, count: int) -> list[Point]:
    """Places of one area, whatever its shape: a triangle of it by size, and a place in that."""
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(part))
    picks = rng.choices(shapely.get_coordinates(triangles).reshape(-1, 4, 2), shapely.area(triangles).tolist(), k=count)
    return [_place_in(corners[:3], rng) for corners in picks]


def _place_in(triangle: Points, rng: random.Random) -> Point:
    a, b, c = triangle
    along, aside = rng.random(), rng.random()
    if along + aside > 1.0:
        along, aside = 1.0 - along, 1.0 - aside
    x, y = a + along * (b - a) + aside * (c - a)
    return (float(x), float(y))


def checked_length(inches: float) -> float:
    """A length or range. Raises GeometryError for what is no finite number from 0 up."""
    if not (math.isfinite(inches) and inches >= 0.0):
        raise GeometryError(f"a length is a number of inches from 0 up, not {inches!r}")
    return inches
