"""What changes where the centre of a model may be: grounds to keep out of, edges to stand on."""

from collections.abc import Iterable, Iterator

import numpy as np

from ..scene import Model, Scene
from ..shapes import Base, Footprint, Point, Pose, Round, footprint
from .legs import Box
from .levels import floors_of
from .policy import MovePolicy
from .rise import JUST_WITHIN, near_models
from .slides import at_origin, forbidden, kept_out


def stopping_grounds(scene: Scene, model: Model, pose: Pose, inches: float, policy: MovePolicy) -> Iterator[Footprint]:
    """Where the centre of a model may not be or pass, as far as it can come with so many inches."""
    base = policy.hull or model.base
    clear = max(policy.clear_at_end or 0.0, policy.clear_on_way or 0.0)
    box = box_around(base, pose, inches)
    for other in near_models(scene, box, model.id, clear + 1.0):
        grounds = grounds_of(base, pose, other)
        yield from grounds
        if policy.keeps_from(model, other):
            for distance in {policy.clear_at_end, policy.clear_on_way} - {None}:
                yield from (ground.grown((distance or 0.0) + JUST_WITHIN) for ground in grounds)
    mover = at_origin(base, pose.facing)
    for row in scene.terrain.near(box):
        yield from (out for part in scene.terrain.parts(row) for out in forbidden(mover, part))


def standing_edges(scene: Scene, model: Model, pose: Pose, inches: float, policy: MovePolicy) -> Iterator[Footprint]:
    """Grounds at whose edges the centre of a model comes to stand differently: outlines, floors, the table's edge."""
    mover = at_origin(model.base, pose.facing)
    for row in scene.terrain.near(box_around(model.base, pose, inches)):
        piece = scene.terrain.pieces[row]
        for shape in floors_of(scene.terrain, row):
            yield from (out for part in shape for out in forbidden(mover, part))
        for outline in (piece.outline, *piece.holes, *(floor.outline for floor in piece.floors)):
            yield from edges_of(mover, outline)
    if not policy.over_edge:
        whole = at_origin(policy.hull or model.base, pose.facing)
        yield from edges_of(whole, ((0.0, 0.0), (scene.width, 0.0), (scene.width, scene.depth), (0.0, scene.depth)))


def edges_of(mover: Footprint, outline: Iterable[Point]) -> Iterator[Footprint]:
    """Where the centre of a base is when it overlaps a side of an outline."""
    corners = np.array(tuple(outline))
    for side in np.stack([corners, np.roll(corners, -1, axis=0)], axis=1):
        yield from forbidden(mover, Footprint(side.copy()))


def grounds_of(base: Base, pose: Pose, other: Model) -> tuple[Footprint, ...]:
    """Where the centre of a base that faces as the pose does overlaps another model."""
    facing, other_facing = (
        0.0 if isinstance(one, Round) else at.facing for one, at in ((base, pose), (other.base, other.pose))
    )
    return kept_out(base, facing, other.base, other.pose.x, other.pose.y, other_facing)


def box_around(base: Base, pose: Pose, inches: float) -> Box:
    """A box around everything within so many inches of a base."""
    low_x, low_y, high_x, high_y = footprint(base, pose).bounds
    return (low_x - inches, low_y - inches, high_x + inches, high_y + inches)
