"""How far along one straight line a model may go, and what stops it."""

import math
from collections.abc import Callable, Iterator

import msgspec

from ... import TOLERANCE
from ..scene import Scene
from ..shapes import Pose
from .legs import Move, Stage, To, stages
from .levels import LevelStep, air, climbs
from .moves import Following, check_move, distance_of
from .policy import MovePolicy
from .rise import Rise
from .slides import stretch
from .surroundings import standing_edges, stopping_grounds


class Stop(msgspec.Struct, frozen=True):
    """
    How far a model goes along a line, where it stands then, and what stops it.

    ``reason`` is "passes through" a model, "comes too close to" an enemy, "crosses" a piece of terrain, "crosses
    the table edge", or "too long" where its distance is used up; ``by`` the id of what stops it.
    """

    travel: float
    pose: Pose
    reason: str
    by: str = ""


def farthest(scene: Scene, model: str, degrees: float, inches: float, policy: MovePolicy, ending: bool = False) -> Stop:
    """
    How far a model may go in a straight line, in the direction ``degrees``, with this many inches.

    With ``ending`` it is the farthest place where it may also end its move, 0.0 where there is none; otherwise it
    may have to go on from there. Raises GeometryError for an unknown model.
    """
    start = scene.model(model).pose
    angle = math.radians(degrees)
    length = min(distance_of(model, inches), scene.width + scene.depth)
    goal = To(start.x + length * math.cos(angle), start.y + length * math.sin(angle))
    line = Following(scene, Move(model, (goal,)), policy)
    travel, reason, by = min(_stops(line, inches), default=(length, "too long", ""))
    if ending:
        travel = next(
            (one for one in _ends(line, travel) if not check_move(scene, _upto(line, one), inches, policy)), 0.0
        )
    move = _upto(line, travel)
    return Stop(travel, Rise(scene, line.model, stages(line.model, move, line.model.base), policy).end, reason, by)


def _upto(line: Following, travel: float) -> Move:
    leg = line.legs[0]
    return Move(line.model.id, (To(leg.pose.x + travel * leg.way[0], leg.pose.y + travel * leg.way[1]),))


def _stops(line: Following, inches: float) -> Iterator[tuple[float, str, str]]:
    """How far it goes until each thing that would stop it."""
    yield from ((max(0.0, one.start - TOLERANCE), _what(line, one.id), one.id) for one in line.stopping())
    yield from ((max(0.0, one.start - TOLERANCE), "comes too close to", one.id) for one in line.too_close())
    if not line.policy.over_edge:
        yield from ((max(0.0, room), "crosses the table edge", "") for room in _room(line.legs[0], line.scene))
    yield (_flown(line, inches) if line.policy.flies else _walked(line, inches), "too long", "")


def _what(line: Following, name: str) -> str:
    return "passes through" if name in line.scene.models else "crosses"


def _room(leg: Stage, scene: Scene) -> Iterator[float]:
    """How far it may go until each edge of the table that lies ahead."""
    left, low, right, high = leg.ground.bounds
    for speed, back, front, size in ((leg.way[0], left, right, scene.width), (leg.way[1], low, high, scene.depth)):
        if abs(speed) > TOLERANCE**2:
            yield (size - front if speed > 0 else back) / abs(speed)


def _walked(line: Following, inches: float) -> float:
    """How far this many inches take it, climbs paid; before a climb that it cannot pay it stops."""
    reached = 0.0
    steps = [step for step in line.rise.steps if step.end > step.start] or [LevelStep(0.0, line.rise.length, (0.0,))]
    for step, climbed in zip(steps, climbs(line.rise.start, steps), strict=True):
        if step.start + climbed > inches + TOLERANCE:
            return max(0.0, reached - TOLERANCE)
        reached = min(step.end, inches - climbed)
    return reached


def _flown(line: Following, inches: float) -> float:
    """How far this many inches take it through the air."""
    steps = [step for step in line.rise.steps if step.end > step.start] or [LevelStep(0.0, line.rise.length, (0.0,))]
    reached = 0.0
    for number, step in enumerate(steps):

        def way(to: float, number: int = number, step: LevelStep = step) -> float:
            return air(line.rise.start, step.levels[0], to, [*steps[:number], LevelStep(step.start, to, step.levels)])

        if way(step.end) <= inches:
            reached = step.end
        elif way(step.start) <= inches:
            reached = _last(way, step.start, step.end, inches)
    return reached


def _last(way: Callable[[float], float], low: float, high: float, inches: float) -> float:
    """The last place, by halving, where a way that grows is no longer than this many inches."""
    while high - low > TOLERANCE / 16:
        middle = (low + high) / 2
        low, high = (middle, high) if way(middle) <= inches else (low, middle)
    return low


def _ends(line: Following, travel: float) -> list[float]:
    """The places along a line, farthest first, between which nothing changes about ending there."""
    leg = line.legs[0]
    places = {travel}
    reach = (line.scene, line.model, leg.pose, leg.length, line.policy)
    for ground in (*stopping_grounds(*reach), *standing_edges(*reach)):
        inside = stretch(leg.pose.centre, leg.way, leg.length, ground)
        if inside is not None:
            places |= {inside[0] - TOLERANCE, inside[1] + TOLERANCE}
    return sorted((place for place in places if 0.0 <= place <= travel), reverse=True)
