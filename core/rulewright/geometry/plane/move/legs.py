"""Straight lines and pivots of one model, and the ground its base sweeps on each."""

import math
from functools import cached_property
from typing import TypeAlias

import msgspec
import numpy as np

from ... import TOLERANCE, GeometryError
from ...irrational import scalar, vector
from ..measure.ranges import penetration
from ..scene import Model
from ..shapes import Base, Circle, Footprint, Point, Pose, facing_of, footprint
from ..slides import at_origin, stretches
from .turning import turn_depth

Box: TypeAlias = tuple[float, float, float, float]


class To(msgspec.Struct, frozen=True, tag="to"):
    """
    In a straight line to a place, measured at the centre of the base.

    ``height`` is the height of the ground it then stands on; None is wherever it can stand with the least climbing.
    """

    x: float
    y: float
    height: float | None = None


class Pivot(msgspec.Struct, frozen=True, tag="pivot"):
    """A turn about the centre of the base, counter-clockwise where ``degrees`` is above 0; at most once around."""

    degrees: float


Leg: TypeAlias = To | Pivot


class Move(msgspec.Struct, frozen=True):
    """How a model moves: its id, and its straight lines and pivots in order. Raises GeometryError for bad numbers."""

    model: str
    legs: tuple[Leg, ...]

    def __post_init__(self) -> None:
        for number, leg in enumerate(self.legs, start=1):
            values = (leg.degrees,) if isinstance(leg, Pivot) else (leg.x, leg.y, leg.height or 0.0)
            if not all(map(math.isfinite, values)):
                raise GeometryError(f"leg {number} of the move of model {self.model!r} has finite numbers, not {leg}")
            if isinstance(leg, To) and (leg.height or 0.0) < 0.0:
                raise GeometryError(
                    f"leg {number} of the move of model {self.model!r} leads to a height from 0 up, not {leg.height:g}"
                )
            if isinstance(leg, Pivot) and abs(leg.degrees) > 360.0:
                raise GeometryError(
                    f"leg {number} of the move of model {self.model!r} turns at most 360 degrees, not {leg.degrees:g}"
                )


class Stage:
    """
    One leg of a move: its number, the pose it starts from, how far along the whole way that is, and the shape
    that sweeps the ground.
    """

    def __init__(self, number: int, leg: Leg, pose: Pose, along: float, shape: Base) -> None:
        self.number = number
        self.leg = leg
        self.pose = pose
        self.along = along
        self.shape = shape
        self.turns = leg.degrees if isinstance(leg, Pivot) and not isinstance(shape, Circle) else 0.0
        """The degrees that matter: a round base covers the same ground whatever it does."""
        self.facing = facing_of(shape, pose)
        self.shift = (0.0, 0.0) if isinstance(leg, Pivot) else (leg.x - pose.x, leg.y - pose.y)
        self.length = scalar.hypot(*self.shift)
        self.way = (self.shift[0] / self.length, self.shift[1] / self.length) if self.length else (1.0, 0.0)
        self.after = pose.turned(leg.degrees) if isinstance(leg, Pivot) else pose.at(leg.x, leg.y)
        self.height = None if isinstance(leg, Pivot) else leg.height
        """The height it goes to, where the leg says."""

    @property
    def until(self) -> float:
        """How far along the whole way it ends."""
        return self.along + self.length

    @cached_property
    def ground(self) -> Footprint:
        """The ground covered where it starts."""
        return footprint(self.shape, self.pose)

    @cached_property
    def swept(self) -> tuple[Footprint, ...]:
        """The ground covered by a straight leg, in convex parts."""
        return self.ground.swept(*self.shift)

    @cached_property
    def bounds(self) -> Box:
        """A box around all the ground covered."""
        if self.turns:
            return _turned_bounds(at_origin(self.shape, self.pose.facing), self.pose.centre, self.turns)
        low_x, low_y, high_x, high_y = self.ground.bounds
        dx, dy = self.shift
        return (low_x + min(dx, 0.0), low_y + min(dy, 0.0), high_x + max(dx, 0.0), high_y + max(dy, 0.0))

    def depth(self, other: Footprint) -> float:
        """How deep the ground it sweeps is in another: how far the leg would have to lie elsewhere."""
        if self.turns:
            return turn_depth(at_origin(self.shape, self.pose.facing), self.pose.centre, self.turns, other)
        return max(penetration(part, other) for part in self.swept)

    def inside(self, grounds: tuple[Footprint, ...], others: tuple[Footprint, ...]) -> list[tuple[float, float]]:
        """The stretches along it, in inches, where it overlaps ``others``: where its centre is in ``grounds``."""
        if self.turns:
            return [(0.0, 0.0)] if any(self.depth(other) > TOLERANCE for other in others) else []
        return stretches(self.pose.centre, self.way, self.length, grounds)


def stages(model: Model, move: Move, shape: Base) -> tuple[Stage, ...]:
    """The legs of a move one after the other, swept by a shape."""
    found: list[Stage] = []
    pose, along = model.pose, 0.0
    for number, leg in enumerate(move.legs):
        found.append(Stage(number, leg, pose, along, shape))
        pose, along = found[-1].after, found[-1].until
    return tuple(found)


def _turned_bounds(mover: Footprint, centre: Point, degrees: float) -> Box:
    """The box around everything that a base about (0, 0) sweeps while it turns at a centre."""
    turn = math.radians(degrees)
    at = vector.arctan2(mover.core[:, 1], mover.core[:, 0])
    size = vector.hypot(mover.core[:, 0], mover.core[:, 1])
    quarters = np.arange(4) * (math.pi / 2)
    # How far each corner turns until it points right, up, left, down.
    until = np.mod((quarters[:, None] - at) * math.copysign(1.0, turn), 2 * math.pi)
    crosses = until <= abs(turn)
    right, up, left, down = np.where(crosses, size, -math.inf).max(axis=1).tolist()
    cos, sin = scalar.cos(turn), scalar.sin(turn)
    ends = np.vstack([mover.core, vector.matmul(mover.core, np.array([[cos, sin], [-sin, cos]]))])
    (low_x, low_y), (high_x, high_y) = ends.min(axis=0).tolist(), ends.max(axis=0).tolist()
    x, y, disc = *centre, mover.radius
    return (
        x + min(low_x, -left) - disc,
        y + min(low_y, -down) - disc,
        x + max(high_x, right) + disc,
        y + max(high_y, up) + disc,
    )
