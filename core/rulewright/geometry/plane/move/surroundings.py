"""What changes where the centre of a model may be: grounds to keep out of, edges to stand on."""

from collections.abc import Iterable, Iterator

import numpy as np

from ...caching import kept
from ..scene import Model, Scene, Terrain
from ..shapes import Base, Footprint, Point, Pose, facing_of, footprint
from ..slides import at_origin, forbidden, grounds_of, hull_grounds_of
from .legs import Box
from .levels import floors_of, unders
from .policy import MovePolicy
from .rise import JUST_WITHIN, near_models


def stopping_grounds(scene: Scene, model: Model, pose: Pose, inches: float, policy: MovePolicy) -> Iterator[Footprint]:
    """Where the centre of a model may not be or pass, as far as it can come with this many inches."""
    base = policy.hull or model.base
    clear = max(policy.clear_at_end or 0.0, policy.clear_on_way or 0.0)
    box = box_around(base, pose, inches)
    for other in near_models(scene, box, model.id, clear + 1.0):
        yield from hull_grounds_of(base, pose, other)
        if policy.keeps_from(model, other):
            for distance in {policy.clear_at_end, policy.clear_on_way} - {None}:
                yield from grounds_of(base, pose, other, (distance or 0.0) + JUST_WITHIN)
    for under in unders(scene.terrain, base, facing_of(base, pose), scene.terrain.near(box)):
        yield from under.grounds


def standing_edges(scene: Scene, model: Model, pose: Pose, inches: float, policy: MovePolicy) -> Iterator[Footprint]:
    """Grounds at whose edges a model comes to stand differently: outlines, floors, markers, the table's edge."""
    facing = facing_of(model.base, pose)
    for marker in () if policy.on_markers else scene.markers.values():
        yield from forbidden(at_origin(model.base, facing), marker.footprint)
    for row in scene.terrain.near(box_around(model.base, pose, inches)):
        yield from outline_edges(scene.terrain, model.base, facing, row)
        yield from _floor_edges(scene.terrain, model.base, facing, row)
    if not policy.over_edge:
        whole = at_origin(policy.hull or model.base, pose.facing)
        yield from edges_of(whole, ((0.0, 0.0), (scene.width, 0.0), (scene.width, scene.depth), (0.0, scene.depth)))


@kept
def outline_edges(terrain: Terrain, base: Base, facing: float, row: int) -> tuple[Footprint, ...]:
    """Where the centre of a base is when it overlaps the outline of a piece of terrain, or of a hole in it."""
    piece, mover = terrain.pieces[row], at_origin(base, facing)
    return tuple(edge for line in (piece.outline, *piece.holes) for edge in edges_of(mover, line))


@kept
def _floor_edges(terrain: Terrain, base: Base, facing: float, row: int) -> tuple[Footprint, ...]:
    """Where the centre of a base is when it overlaps a floor of a piece of terrain, and when it overlaps its rim."""
    piece, mover = terrain.pieces[row], at_origin(base, facing)
    floors = (out for shape in floors_of(terrain, row) for part in shape for out in forbidden(mover, part))
    return (*floors, *(edge for floor in piece.floors for edge in edges_of(mover, floor.outline)))


def edges_of(mover: Footprint, outline: Iterable[Point]) -> Iterator[Footprint]:
    """Where the centre of a base is when it overlaps a side of an outline."""
    corners = np.array(tuple(outline))
    for side in np.stack([corners, np.roll(corners, -1, axis=0)], axis=1):
        yield from forbidden(mover, Footprint(side.copy()))


def box_around(base: Base, pose: Pose, inches: float) -> Box:
    """A box around everything within this many inches of a base."""
    low_x, low_y, high_x, high_y = footprint(base, pose).bounds
    return (low_x - inches, low_y - inches, high_x + inches, high_y + inches)
