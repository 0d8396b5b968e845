"""What surely keeps a base from ending somewhere, or from going there in a straight line: many places at once.

It decides nothing: a place that is not ruled out may still be illegal, and the checks say so. What is ruled out here
no check would allow, so planners, samplers and searches look only at what is left.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from ... import TOLERANCE
from ...irrational import vector
from ..measure.ranges import distance
from ..rounds import Disc
from ..scene import Model, Piece, Scene
from ..shapes import Base, Circle, Footprint, Points, Pose, facing_of, inches
from ..slides import Floats, Mask, at_origin, crossed, grounds_of, hull_grounds_of, inside
from .legs import Box
from .levels import Under, unders
from .policy import MovePolicy, Way
from .rise import near_models
from .surroundings import box_around, outline_edges

SURE: Final = 1e-5
"""Lines that come less deep into a ground, in inches, are looked at more closely."""


class Bars:
    """
    What stands in the way of models like one (its base, facing, height, side and traits) with this many inches.

    They are in a box, reach included. Models in ``but`` are not looked at: those that move themselves.
    """

    def __init__(
        self,
        scene: Scene,
        model: Model,
        box: Box,
        inches: float,
        policy: MovePolicy,
        but: Collection[str] = frozenset(),
    ) -> None:
        self.scene = scene
        self.model = model
        self.box = box
        self.inches = inches
        self.policy = policy
        self.but = but
        self.shape = policy.hull or model.base

    def may_go(self, starts: Points, points: Points, around: float = 0.0) -> Mask:
        """
        Which places (n, 2) are not ruled out for who comes in a straight line from as many starts, or one.

        With ``around``: which places are not ruled out with everything within that many inches of them.
        """
        starts = np.broadcast_to(starts, points.shape)
        free, level = self._ends(points, around)
        # A way to a place so far beside another one lies nowhere farther beside the way to that one.
        free[free] = ~_crossed_any(starts[free], points[free], self._never_through, SURE + around)
        if self.model.pose.height <= TOLERANCE and not self.policy.flies:
            level &= free
            free[level] = ~self._climbs_too_far(starts[level], points[level], around)
        return free

    def may_end(self, points: Points, around: float = 0.0) -> Mask:
        """
        Which places are not ruled out: on the table, and where no terrain raises it, clear of other models.

        With ``around``: which places are not ruled out with everything within that many inches of them.
        """
        return self._ends(points, around)[0]

    def _ends(self, points: Points, around: float) -> tuple[Mask, Mask]:
        """Which places are not ruled out, and which lie on the table itself."""
        free, deep = self._on_table(points, around), TOLERANCE + around
        free[free] = ~inside_any(points[free], self._never_in, deep)
        raised = np.zeros(len(points), dtype=np.intp)
        for grounds in self._raising.values():
            raised += inside_any(points, grounds, TOLERANCE - around)
        level, hanging = raised == 0, free & (raised == 1)
        free[free & level] = ~inside_any(points[free & level], self._never_in_level, deep)
        free[hanging] = ~inside_any(points[hanging], self._hanging_over, deep)
        return free, level

    def _climbs_too_far(self, starts: Points, points: Points, around: float) -> Mask:
        """Which ways from the table to the table cross something so high that the inches do not last."""
        ways = points - starts
        left = self.inches + TOLERANCE + around - vector.hypot(ways[:, 0], ways[:, 1])
        found = np.zeros(len(points), dtype=np.bool_)
        for under in self._terrain:
            high = left < 2 * under.piece.height
            if high.any() and not under.piece.floors and self.policy.way(under.piece) is Way.CLIMBED:
                found[high] |= _crossed_any(starts[high], points[high], split(under.grounds), SURE + around)
        return found

    def _on_table(self, points: Points, around: float) -> Mask:
        """The places where the model does not hang over the edge of the table, if that matters."""
        if self.policy.over_edge:
            return np.ones(len(points), dtype=np.bool_)
        left, low, right, high = at_origin(self.shape, self.model.pose.facing).bounds
        (x, y), slack = points.T, TOLERANCE + around
        return np.array(
            (x >= -left - slack)
            & (y >= -low - slack)
            & (x <= self.scene.width - right + slack)
            & (y <= self.scene.depth - high + slack)
        )

    @property
    def discs(self) -> Floats:
        """The round grounds in which its centre cannot end: x, y, radius (k, 3)."""
        return self._never_in_level.discs

    @property
    def raised_anywhere(self) -> bool:
        """Whether it may stand on terrain somewhere in the box."""
        return bool(self._raising)

    # ------------------------------------------------------------------------------------------------- terrain

    @cached_property
    def _terrain(self) -> list[Under]:
        """The terrain that its base can meet."""
        rows = self.scene.terrain.near(self.box)
        return list(unders(self.scene.terrain, self.model.base, facing_of(self.model.base, self.model.pose), rows))

    @cached_property
    def _raising(self) -> "dict[str, Grounds]":
        """Where its centre is when its base is over each piece of terrain that it may stand on."""
        return {under.piece.id: split(under.grounds) for under in self._terrain if self._raises(under.piece)}

    def _raises(self, piece: Piece) -> bool:
        return self.policy.way(piece) in (Way.LOW, Way.CLIMBED) or bool(piece.floors)

    @cached_property
    def _hanging_over(self) -> "Grounds":
        """Where it stands partly on a piece without floors: it hangs over, or is half way up, if it is on no other."""
        pieces = (self.scene.piece(name) for name in self._raising)
        rows = [self.scene.terrain.rows[piece.id] for piece in pieces if not piece.floors and piece.height > TOLERANCE]
        base, facing = self.model.base, facing_of(self.model.base, self.model.pose)
        return split(edge for row in rows for edge in outline_edges(self.scene.terrain, base, facing, row))

    @cached_property
    def _never_in(self) -> "Grounds":
        """Where its centre cannot end on any height: inside terrain that is not stood on."""
        barred = (under for under in self._terrain if not under.piece.floors and self._bars(under.piece))
        return split(ground for under in barred for ground in under.grounds)

    def _bars(self, piece: Piece) -> bool:
        return self.policy.way(piece) in (Way.CLOSED, Way.THIN) and piece.height > TOLERANCE

    # -------------------------------------------------------------------------------------------------- models

    @cached_property
    def _others(self) -> list[Model]:
        found = near_models(self.scene, self.box, self.model.id, (self.policy.clear_at_end or 0.0) + 1.0)
        return [other for other in found if other.id not in self.but]

    @cached_property
    def _never_in_level(self) -> "Grounds":
        """Where its centre cannot end on the table itself: over other models there, or too near to enemies."""
        found: list[Footprint | Disc] = []
        clear = self.policy.clear_at_end
        for other in self._others:
            if other.pose.height <= TOLERANCE:
                found += grounds_on(self.shape, self.model.pose, other)
            if clear is not None and self.policy.keeps_from(self.model, other):
                if other.span[0] <= self.policy.clear_height:
                    found += grounds_near(self.model.base, self.model.pose, other, clear)
        return split(found)

    @cached_property
    def _never_through(self) -> "Grounds":
        """What its centre cannot go through on any height."""
        closed = [row for row in self.scene.terrain.near(self.box) if self._closed(row)]
        known = unders(self.scene.terrain, self.shape, facing_of(self.shape, self.model.pose), closed)
        terrain = (ground for under in known for ground in under.grounds)
        return split([*(ground for other in self._others for ground in self._stopping(other)), *terrain])

    def _closed(self, row: int) -> bool:
        return self.policy.way(self.scene.terrain.pieces[row]) is Way.CLOSED

    def _stopping(self, other: Model) -> Iterable[Footprint]:
        """Where another model stops its centre, if it can only meet it on the table: nothing there raises it."""
        policy = self.policy
        if policy.flies or other.pose.height > TOLERANCE or policy.passes(self.model, other):
            return
        clear = policy.clear_on_way if policy.keeps_from(self.model, other) else None
        for ground in grounds_of(self.shape, self.model.pose, other, clear or 0.0):
            if not self._raised(ground):
                yield ground

    def _raised(self, ground: Footprint) -> bool:
        """Whether terrain that can be stood on lies where the centre is in a ground."""
        return any(_boxes_meet(ground, one) and distance(ground, one) <= TOLERANCE for one in self._raising_grounds)

    @cached_property
    def _raising_grounds(self) -> list[Footprint]:
        return [ground for under in self._terrain if self._raises(under.piece) for ground in under.grounds]


def bars_of(scene: Scene, model: Model, inches: float, policy: MovePolicy, but: frozenset[str] = frozenset()) -> Bars:
    """What stands in the way of a model with this many inches, as it stands or turned, kept with the scene."""
    known: dict[object, Bars] = scene.kept("bars", lambda scene: {})
    key = (model, inches, policy, but)
    if key not in known:
        box = box_around(policy.hull or model.base, model.pose, inches)
        known[key] = Bars(scene, model, box, inches, policy, but)
    return known[key]


# ------------------------------------------------------------------------------------------------- many grounds


class Grounds(NamedTuple):
    """Discs (x, y, radius) as an array (k, 3), other convex grounds, and the boxes around those (n, 4)."""

    discs: Floats
    others: list[Footprint]
    boxes: Floats

    def met(self, low: Points, high: Points, deeper: float) -> list[Footprint]:
        """The grounds, discs left out, into whose boxes any of some boxes (two corners each) reaches so deep."""
        left, bottom, right, top = self.boxes.T
        met = (high[:, :1] > left + deeper) & (low[:, :1] < right - deeper)
        met &= (high[:, 1:] > bottom + deeper) & (low[:, 1:] < top - deeper)
        return [self.others[row] for row in np.flatnonzero(met.any(axis=0))]


def _boxes_meet(one: Footprint, other: Footprint) -> bool:
    low_x, low_y, high_x, high_y = one.bounds
    left, low, right, high = other.bounds
    return low_x <= right and left <= high_x and low_y <= high and low <= high_y


def grounds_near(base: Base, pose: Pose, other: Model, clear: float = 0.0) -> Sequence[Footprint | Disc]:
    """Where the centre of a base overlaps another model, or comes so near to it: a disc where both bases are round."""
    if isinstance(base, Circle) and isinstance(other.base, Circle):
        return ((other.pose.x, other.pose.y, inches(base.mm) / 2 + inches(other.base.mm) / 2 + clear),)
    return grounds_of(base, pose, other, clear)


def grounds_on(base: Base, pose: Pose, other: Model) -> Sequence[Footprint | Disc]:
    """Where a base would end on another model: on its base or its hull."""
    return grounds_near(base, pose, other) if other.hull is None else hull_grounds_of(base, pose, other)


def split(grounds: Iterable[Footprint | Disc]) -> Grounds:
    """Grounds, the discs among them as an array."""
    discs, others = [], []
    for ground in grounds:
        if isinstance(ground, tuple):
            discs.append(ground)
        elif len(ground.core) == 1:
            discs.append((ground.core[0, 0], ground.core[0, 1], ground.radius))
        else:
            others.append(ground)
    boxes = np.array([ground.bounds for ground in others], dtype=np.float64).reshape(-1, 4)
    return Grounds(np.array(discs).reshape(-1, 3), others, boxes)


def inside_any(points: Points, grounds: Grounds, deeper: float) -> Mask:
    """Which points lie in any of these grounds, deeper than that."""
    found: Mask = np.zeros(len(points), dtype=np.bool_)
    discs = grounds.discs
    if len(discs):
        dx, dy = points[:, 0, None] - discs[:, 0], points[:, 1, None] - discs[:, 1]
        found |= (vector.hypot(dx, dy) < discs[:, 2] - deeper).any(axis=1)
    for ground in grounds.met(points, points, deeper):
        found[~found] = inside(points[~found], ground, deeper)
    return found


def _crossed_any(starts: Points, points: Points, grounds: Grounds, deeper: float) -> Mask:
    """Which straight ways come deeper into any of these grounds than that."""
    found: Mask = np.zeros(len(points), dtype=np.bool_)
    discs = grounds.discs
    if len(discs):
        ways = points - starts
        to = discs[:, :2] - starts[:, None]
        share = (to * ways[:, None]).sum(axis=2) / np.maximum((ways**2).sum(axis=1), 1e-300)[:, None]
        off = to - np.clip(share, 0.0, 1.0)[..., None] * ways[:, None]
        found |= (vector.hypot(off[..., 0], off[..., 1]) < discs[:, 2] - deeper).any(axis=1)
    for ground in grounds.met(np.minimum(starts, points), np.maximum(starts, points), deeper):
        found[~found] = crossed(starts[~found], points[~found], ground, deeper)
    return found
