"""A whole unit on its way to a goal: together where there is room, else one model after another.

Effort is counted in moves that are followed, never timed: the same position gives the same plan on every machine, and
after other plans. What is returned passes :func:`.moves.check_unit_move`, and is never worse than staying.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import msgspec
import numpy as np

from ... import TOLERANCE, GeometryError
from ...irrational import scalar, vector
from ...lattice import coarse, near
from ..measure.units import Together, whole_unit
from ..scene import Scene
from ..shapes import Points
from .goals import Beside, Goal, OutOfSight, things
from .legs import Move, To
from .movers import Found, Mover, Planner, cut, directions, lacking, spread
from .moves import Following, Policies, distance_of, policy_of
from .plans import Plan

SHORTER: Final = (1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2)
"""How much of their inches units go that keep their formation, of what is tried."""
ASIDE: Final = tuple(math.radians(degrees) for degrees in (0.0, 12.0, -12.0, 25.0, -25.0, 45.0, -45.0, 70.0, -70.0))
"""How far aside of the straight way."""
FORMATIONS: Final = 6
"""Ways of the whole unit that are checked, of those that are not ruled out."""
HIDES: Final = 12
"""The same where a hide is looked for: as many steps lead equally far out of sight."""
WALKED: Final = (1.0, 0.9, 0.8, 0.65, 0.5)
"""How much of their inches units and models go on a walk, of what is tried."""
TRIES: Final = 5
"""Moves that are followed for one model."""
ENOUGH: Final = 0.9
"""What is looked for no longer: this share of what is possible was found."""
BETWEEN: Final = 0.02
"""How many inches models are put apart that stand side by side."""
DETOUR: Final = 3.0
"""How many times the inches of a model the way round is looked for."""


def plan_move(
    scene: Scene, models: Sequence[str], goal: Goal, inches: float, policies: Policies, together: Together | None = None
) -> Plan:
    """
    Moves of up to this many inches that bring a unit to a goal, or as near as is found.

    The unit keeps its formation where there is room, round terrain by a walk; else its models go one after another,
    the one that has farthest to go first; as a last resort a shorter way, or none, when no moves are better than
    those found. With ``together`` the unit keeps together in the end. ``reached`` are the models that reach the goal;
    ``certain`` says that no plan comes nearer to it. Raises GeometryError for no models, unknown ones, or goals that
    the scene does not have.
    """
    if not models:
        raise GeometryError("a plan for a unit takes at least one model")
    most = min(distance_of(models[0], inches), 2 * scalar.hypot(scene.width, scene.depth))
    return _Planner(scene, tuple(models), most, policies, together, goal).plan()


class _Way(msgspec.Struct):
    """Moves that may be made, the scene after them, and how far the unit is from its goal then."""

    moves: tuple[Move, ...]
    after: Scene
    left: tuple[float, ...]


@dataclass(eq=False)
class _Planner(Planner):
    """Looks for ways of one unit to one goal."""

    goal: Goal

    def __post_init__(self) -> None:
        scene, models, goal = self.scene, self.models, self.goal
        self.waiting = [name for name in whole_unit(scene, models) if name not in models]
        self.starts = np.array([scene.model(name).pose.centre for name in models])
        self.wish = goal.wish(scene, models, self.inches)
        self.step = self._clipped(self.wish)
        self.least = goal.least(scene, models, self.inches)
        self.stays = _Way((), scene, goal.left(scene, models))

    def plan(self) -> Plan:
        """The best of what was found."""
        best = self.stays
        for way in self._ways():
            # Of ways that are equally good the first one, and no move at all before any.
            best = min(best, way, key=lambda one: near(one.left))
            if self._good(best):
                break
        ends = {name: best.after.model(name).pose for name in self.models}
        reached = self.goal.reached_by(best.after, self.models)
        return Plan(best.moves, ends, reached, best.left[0] <= self.least + TOLERANCE, self.effort)

    def _good(self, way: _Way) -> bool:
        """Whether a way is so near to what is possible that no other is looked for."""
        gained, possible = self.stays.left[0] - way.left[0], self.stays.left[0] - self.least
        return gained >= ENOUGH * possible - TOLERANCE

    def _ways(self) -> Iterator[_Way]:
        """What is tried, in order."""
        if not self._good(self.stays):
            yield from self._in_formation([self.step] if self.step.any() else [])
        yield from self._in_formation(self._open_steps())
        if isinstance(self.goal, OutOfSight):
            return
        yield from self._on_a_walk()
        for inches, order in product((self.inches, self.inches / 2), self._orders()):
            found = list(self._one_by_one(order, inches, linked=False))
            yield from found or (found := list(self._one_by_one(order, inches, linked=True)))
            if found:
                return

    def _clipped(self, way: Points) -> Points:
        """A way, no longer than the inches."""
        size = float(vector.hypot(*way))
        return way if size <= self.inches else way * (self.inches / size)

    # ----------------------------------------------------------------------------------------------- in formation

    def _in_formation(self, steps: Iterable[Points]) -> Iterator[_Way]:
        """The whole unit straight by the same step: the first one that is allowed, all where it looks for a hide."""
        for step in steps:
            found = list(self._checked(self._moves([step])))
            yield from found
            if found and not isinstance(self.goal, OutOfSight):
                return

    def _moves(self, steps: Sequence[Points]) -> list[Move]:
        """Moves of all models by the same steps, those in front first."""
        front = np.argsort(coarse(-vector.matmul(self.starts, np.sum(steps, axis=0))), kind="stable").tolist()
        return [
            Move(
                self.models[row], tuple(To(*place) for place in (self.starts[row] + np.cumsum(steps, axis=0)).tolist())
            )
            for row in front
        ]

    def _open_steps(self) -> list[Points]:
        """Steps of the whole unit that nothing seen at once rules out, the best first."""
        steps = self._steps()
        free = np.ones(len(steps), dtype=np.bool_)
        ranks = np.zeros((len(self.models), len(steps)))
        for row, name in enumerate(self.models):
            mover = self.mover(self.scene, name, but=frozenset(self.models))
            points = self.starts[row] + steps
            free[free] = mover.bars.may_go(mover.start, points[free])
            ranks[row] = self.goal.rank(self.scene, mover.model, points, self.starts[row] + self.wish)
        best: list[int] = np.argsort(coarse(ranks.mean(axis=0)), kind="stable").tolist()
        most = HIDES if isinstance(self.goal, OutOfSight) else FORMATIONS
        return [steps[row] for row in spread([row for row in best if free[row]], 3, most)]

    def _steps(self) -> Points:
        """Shorter steps and steps aside; all around where the goal is in no direction."""
        if not self.step.any():
            return np.vstack([share * self.inches * directions()[::2] for share in SHORTER])
        turned = [np.array([[scalar.cos(a), scalar.sin(a)], [-scalar.sin(a), scalar.cos(a)]]) for a in ASIDE]
        return np.vstack([vector.matmul(share * self.step, turn) for share in SHORTER for turn in turned])

    def _on_a_walk(self) -> Iterator[_Way]:
        """The whole unit along the walk of the model in its middle, as far as the inches last."""
        row = int(np.argmin(coarse(vector.hypot(*(self.starts - self.starts.mean(axis=0)).T))))
        route = self.mover(self.scene, self.models[row]).route(self.starts[row] + self.wish, DETOUR)
        if route is None or len(route) <= 2:
            return
        for share in WALKED:
            corners = cut(route, share * self.inches)
            found = list(self._checked(self._moves(list(np.diff(corners, axis=0)))))
            yield from found
            if found:
                return

    # --------------------------------------------------------------------------------------------- one after another

    def _orders(self) -> list[list[int]]:
        """The one that has farthest to go first; and the other way round."""
        models = [self.scene.model(name) for name in self.models]
        rows = range(len(models))
        aims = self.starts + self.wish
        far = [float(self.goal.rank(self.scene, models[row], self.starts[row : row + 1], aims[row])[0]) for row in rows]
        order = sorted(rows, key=lambda row: (-coarse(far[row]), row))
        return [order, order[::-1]]

    def _one_by_one(self, order: list[int], inches: float, linked: bool) -> Iterator[_Way]:
        """Each model as near to the goal as it comes, near enough to those that went before."""
        now, moves, placed = self.scene, list[Move](), list(self.waiting)
        for row in order:
            found = self._best(now, row, inches, placed, linked)
            placed.append(self.models[row])
            if found is not None:
                moves.append(found.move)
                now = now.moved({found.move.model: found.pose})
        yield from self._held(moves, now)

    def _best(self, now: Scene, row: int, inches: float, placed: list[str], linked: bool) -> Found | None:
        """The best of some moves of one model, None where it had better stay."""
        mover = self.mover(now, self.models[row], inches)
        slot, start = self.starts[row] + self.wish, self.starts[row]
        aim = start + self._clipped(self.wish) * min(1.0, inches / self.inches)
        points = np.vstack([aim, mover.around(), *self._rings(mover, now, placed)])
        points = points[mover.may_go(points)]
        walks = [] if len(points) and (points[0] == aim).all() else self._walks(mover, slot)
        aim = walks[0][-1] if walks else aim
        points = np.vstack([start, *(walk[-1:] for walk in walks), points])
        unit = len(self.models) + len(self.waiting)
        missing = lacking(mover.model, points, [now.model(name) for name in placed], self.together, unit)
        worth = self.goal.rank(now, mover.model, points, aim)
        ranks: list[int] = np.lexsort((coarse(worth), missing)).tolist()
        for one in spread([one for one in ranks if not (linked and missing[one])], TRIES - 2, TRIES):
            if one == 0:
                return None
            found = mover.along(walks[one - 1]) if one <= len(walks) else mover.to(points[one])
            if found is not None:
                return found
        return None

    def _walks(self, mover: Mover, slot: Points) -> list[Points]:
        """The walk to a place, cut where the inches end and before, where the model may end it."""
        route = mover.route(slot, DETOUR)
        walks = [] if route is None else [cut(route, share * mover.inches) for share in WALKED]
        free = mover.bars.may_end(np.array([walk[-1] for walk in walks]).reshape(-1, 2))
        return [walk for walk, may in zip(walks, free.tolist(), strict=True) if may]

    def _rings(self, mover: Mover, now: Scene, placed: list[str]) -> Iterator[Points]:
        """Places beside those that went before, and around what the unit goes to."""
        yield from (mover.ring(now.model(name), BETWEEN) for name in placed[-2:])
        if isinstance(self.goal, Beside):
            goals = (now.models[name] for name in things(now, self.goal.thing) if name in now.models)
            near = sorted(goals, key=lambda other: coarse(scalar.dist(other.pose.centre, mover.start)))
            yield from (mover.ring(other, self.goal.inches) for other in near[:2])

    # -------------------------------------------------------------------------------------------------- checking

    def _checked(self, moves: Sequence[Move]) -> Iterator[_Way]:
        """The moves as a way, if the models may make them one after another."""
        now = self.scene
        for move in moves:
            self.count()
            walk = Following(now, move, policy_of(self.policies, move.model))
            if not walk.allowed(self.inches):
                return
            now = now.moved({move.model: walk.rise.end})
        yield from self._held(moves, now)

    def _held(self, moves: Sequence[Move], after: Scene) -> Iterator[_Way]:
        """Moves that models may make as a way, if the unit keeps together."""
        if moves and (self.together is None or not self.together.faults(after, self.models)):
            yield _Way(tuple(moves), after, self.goal.left(after, self.models))
