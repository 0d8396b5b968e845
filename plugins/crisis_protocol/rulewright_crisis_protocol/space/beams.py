"""All that a straight tool can be laid over: the different sets of bases, and a way of laying it for each."""

import math
from collections.abc import Collection, Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from rulewright.geometry import TOLERANCE, GeometryError
from rulewright.geometry.irrational import scalar, vector
from rulewright.geometry.plane import Circle, Model, Scene
from rulewright.geometry.plane.place.placing import checked_length
from rulewright.geometry.plane.shapes import radius
from rulewright.geometry.plane.tools import beam

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

ASIDE: Final = 0.05
"""Inches between the places of the tool's middle line that are looked at."""
MOST: Final = 62
"""How many models a set can be made of."""


class Lay(msgspec.Struct, frozen=True):
    """A way of laying a straight tool from a base, as `tools.beam` takes it, and whom it hits, in order."""

    direction: float
    aside: float
    hit: tuple[str, ...]


def beam_lays(
    scene: Scene, name: str, length: float, width: float = 1.0, among: Collection[str] | None = None
) -> tuple[Lay, ...]:
    """
    The different sets of models that a beam from a model can hit, each with a way of laying it.

    Only the models ``among`` count, or all others; the empty set is left out. The tool lies in any direction and
    anywhere along the base, as long as its short end touches it, so it reaches as far as it is long from corner to
    corner. Each set is one that `tools.beam` hits, those of tools nearest to the middle of the base first. All
    directions are looked at, with the middle line in places ``ASIDE`` apart: a set is missed only if it is hit nowhere
    but in between. Raises GeometryError for an unknown model, bases that are not round, more than ``MOST`` of them in
    reach, or a length or width that is no number from 0 up.
    """
    start = _round(scene.model(name))
    reach = start + scalar.hypot(checked_length(length), checked_length(width))
    here = scene.models[name].pose.centre
    others = [one for one in scene.models.values() if one.id != name and (among is None or one.id in among)]
    near = [one for one in others if scalar.dist(here, one.pose.centre) <= reach + _round(one) + TOLERANCE]
    if not near:
        return ()
    if len(near) > MOST:
        raise GeometryError(f"sets of at most {MOST} models are told apart, and {len(near)} are in reach of the beam")
    tool = _Tool(start, length, width / 2)
    discs = _Discs(here, near)
    directions = discs.directions(tool)
    touched = discs.touched(tool, directions)
    sets = touched.reshape(-1, len(near)) @ (1 << np.arange(len(near)))
    found, first = np.unique(sets, return_index=True)
    counting = {one.id for one in near}
    lays = []
    for row in sorted(first[found > 0].tolist()):
        place, turn = divmod(row, directions.shape[1])
        direction, aside = math.degrees(directions[place, turn]) % 360.0, float(tool.asides[place, 0])
        hit = beam(scene, name, direction, length, width, aside).hit
        lays.append(Lay(direction, aside, tuple(one for one in hit if one in counting)))
    return tuple(lays)


class _Tool:
    """
    A tool with its end against a round base, at each of many places aside, seen along the way it points.

    ``asides`` are how far its middle line lies to the left of the centre of the base, nearest first; ``starts`` and
    ``ends`` how far ahead of the centre it begins and ends.
    """

    def __init__(self, base: float, length: float, half: float) -> None:
        most = base + half - 4 * TOLERANCE  # what only brushes the base does not touch it
        steps = math.ceil(most / ASIDE)
        middle = np.linspace(-most, most, 2 * steps + 1)
        farthest = half + base * 2 * half / scalar.hypot(length, 2 * half)  # here a corner is as far away as it can be
        asides = np.concatenate([middle, [-farthest, -half, half, farthest]])
        self.asides = asides[np.argsort(np.abs(asides), kind="stable")][:, None]
        self.half = half
        beyond = np.maximum(np.abs(self.asides) - half, 0.0)
        self.starts = vector.sqrt(np.maximum(base**2 - beyond**2, 0.0))
        self.ends = self.starts + length


class _Discs:
    """Round bases as they lie about the centre of another."""

    def __init__(self, centre: tuple[float, float], models: Sequence[Model]) -> None:
        steps = np.array([one.pose.centre for one in models]) - np.array(centre)
        self.far, self.bearing = vector.hypot(steps[:, 0], steps[:, 1]), vector.arctan2(steps[:, 1], steps[:, 0])
        self.radius = np.array([radius(one.base) for one in models])

    def directions(self, tool: _Tool) -> Floats:
        """Directions, in radians, for each place of a tool: those in which it only just touches a base, and between."""
        turns = np.sort(np.nan_to_num(np.hstack(self._turns(tool))) % (2 * math.pi), axis=1)
        after = np.roll(turns, -1, axis=1)
        after[:, -1] += 2 * math.pi
        return np.hstack([(turns + after) / 2, turns])

    def _turns(self, tool: _Tool) -> "list[Floats]":
        """Where a base touches a side, an end or a corner of the tool from outside: nan where it never does."""
        found = []
        with np.errstate(invalid="ignore", divide="ignore"):
            for side in (tool.asides + tool.half + self.radius, tool.asides - tool.half - self.radius):
                turn = vector.arcsin(side / self.far)
                found += [self.bearing - turn, self.bearing - math.pi + turn]
            for end in (tool.starts - self.radius, tool.ends + self.radius):
                turn = vector.arccos(end / self.far)
                found += [self.bearing - turn, self.bearing + turn]
            for ahead in (tool.starts, tool.ends):
                for left in (tool.asides - tool.half, tool.asides + tool.half):
                    off = vector.hypot(ahead, left)
                    turn = vector.arccos((self.far**2 + off**2 - self.radius**2) / (2 * self.far * off))
                    bearing = self.bearing - vector.arctan2(left, ahead)
                    found += [bearing - turn, bearing + turn]
        return found

    def touched(self, tool: _Tool, directions: Floats) -> Mask:
        """Which bases touch the tool or lie under it (places, directions, bases)."""
        turn = self.bearing - directions[..., None]
        ahead, left = self.far * vector.cos(turn), self.far * vector.sin(turn)
        starts, ends, asides = tool.starts[..., None], tool.ends[..., None], tool.asides[..., None]
        beyond = np.maximum(np.maximum(starts - ahead, ahead - ends), 0.0)
        beside = np.maximum(np.abs(left - asides) - tool.half, 0.0)
        found: Mask = vector.hypot(beyond, beside) <= self.radius + TOLERANCE
        return found


def _round(model: Model) -> float:
    """The radius of a round base."""
    if not isinstance(model.base, Circle):
        raise GeometryError(f"{model.name} has no round base: lays of a beam are looked for among round bases only")
    return radius(model.base)
