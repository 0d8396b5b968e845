"""King of the hill in inches: round bases placed with a pose, moved along a path, thrown at within reach.

All measures are in inches, base edge to base edge. Exactly at the measure is within it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

import rulewright as rw
from rulewright.geometry import TOLERANCE
from rulewright.requests import Point, segment_distance

SIZE = 12.0
HILL, HILL_RADIUS = (6.0, 6.0), 2.0
ROCKS = ((3.0, 6.0, 0.75), (8.5, 7.5, 1.0))
MOVE, REACH, APART = 4.0, 3.0, 1.0
RADII = (0.5, 0.63)
ZONES = (((0.0, 12.0), (0.0, 2.0)), ((0.0, 4.0), (9.0, 12.0)), ((8.0, 12.0), (9.5, 12.0)))


class Placed(msgspec.Struct, frozen=True):
    """A base of the setup: whose, where, how large."""

    owner: int
    x: float
    y: float
    radius: float = 0.5


class Setup(msgspec.Struct, frozen=True):
    """Where the bases stand; without any the players place them."""

    bases: tuple[Placed, ...] = ()
    rounds: int = 3


class Side(rw.Record):
    points: int = 0


class Base(rw.Record):
    owner: int
    x: float
    y: float
    radius: float
    facing: float = 0.0

    @property
    def at(self) -> Point:
        return (self.x, self.y)


class Field(rw.State):
    sides: rw.Table[Side]
    bases: rw.Table[Base]


def populate(field: Field, setup: Setup, content: Any) -> None:
    for player in range(3):
        field.sides.add(Side(player))
    for number, base in enumerate(setup.bases):
        field.bases.add(Base(number, base.owner, base.x, base.y, base.radius))


class BasePlaced(rw.Event, frozen=True):
    base: int
    owner: int
    pose: tuple[float, float, float]
    radius: float

    def apply(self, field: Field) -> None:
        x, y, facing = self.pose
        field.bases.add(Base(self.base, self.owner, x, y, self.radius, facing))


class BaseMoved(rw.Event, frozen=True):
    base: int
    path: tuple[Point, ...]

    def apply(self, field: Field) -> None:
        if self.path:
            base = field.bases.edit(self.base)
            (base.x, base.y) = self.path[-1]


class KnockedOut(rw.Event, frozen=True):
    base: int

    def apply(self, field: Field) -> None:
        field.bases.remove(self.base)


class RoundScored(rw.Event, frozen=True):
    points: tuple[int, ...]

    def apply(self, field: Field) -> None:
        for player, points in enumerate(self.points):
            field.sides.edit(player).points += points


# ----------------------------------------------------------------------------------------------------------- measures


def gap(one: Base, other: Base) -> float:
    """From edge to edge; negative where they overlap."""
    return math.dist(one.at, other.at) - one.radius - other.radius


def of(game: rw.Game, player: int) -> list[Base]:
    return [base for base in game.state.bases.values() if base.owner == player]


def needed(distance: float) -> int:
    """On two dice: 6, and one more for each whole inch begun."""
    return 6 + max(0, math.ceil(distance - TOLERANCE))


def on_hill(base: Base) -> bool:
    """Wholly within the hill."""
    return math.dist(base.at, HILL) + base.radius <= HILL_RADIUS + TOLERANCE


def free(distance: float, least: float, what: str) -> Iterator[rw.Violation]:
    short = least - distance
    if short > TOLERANCE:
        facts = {"distance": distance, "least": least, "missing": short}
        yield rw.Violation(f"{what} is {short:.3g} inch too near", "hill.apart", facts)


# ------------------------------------------------------------------------------------------------------------ placing


def to_place(game: rw.Game, player: int) -> bool:
    return not game.setup.bases and len(of(game, player)) < len(RADII)


def place(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """In the own zone, clear of rocks and friends, an inch from enemies."""
    player, radius = turn.player, RADII[len(of(game, turn.player))]
    (left, right), (low, high) = ZONES[player]
    others = list(game.state.bases.values())

    def judge(pose: tuple[float, float, float]) -> Iterator[rw.Violation]:
        for number, (x, y, r) in enumerate(ROCKS, start=1):
            yield from free(math.dist(pose[:2], (x, y)) - r - radius, 0.0, f"rock {number}")
        for other in others:
            least = 0.0 if other.owner == player else APART
            yield from free(math.dist(pose[:2], other.at) - other.radius - radius, least, f"base {other.id}")

    bounds = (left + radius, right - radius), (low + radius, high - radius)
    pose = yield rw.Request(player, "place", rw.Pose(*bounds, judge=judge), "hill.place", {"radius": radius})
    return BasePlaced(len(others), player, pose, radius, rule="hill.place")


# ------------------------------------------------------------------------------------------------- moving and throwing


@rw.rule("hill.turn")
def move_and_throw(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    choices = [base.id for base in of(game, turn.player)]
    number = yield rw.choose(turn.player, "base", choices, "hill.turn")
    path = yield rw.Request(turn.player, "move", path_of(game, number), "hill.move", {"base": number})
    yield BaseMoved(number, path, rule="hill.move")
    base = game.state.bases[number]
    near = [o.id for o in game.state.bases.values() if o.owner != base.owner and gap(base, o) <= REACH + TOLERANCE]
    target = (yield rw.choose(turn.player, "throw", [None, *near], "hill.throw")) if near else None
    return None if target is None else THROW(base=number, target=target)


def path_of(game: rw.Game, number: int) -> rw.Path:
    """At most 4 inches round rocks and enemies; through friends but not onto them; never within 1 inch of an enemy."""
    base = game.state.bases[number]
    others = [other for other in game.state.bases.values() if other.id != number]

    def judge(path: tuple[Point, ...]) -> Iterator[rw.Violation]:
        line = (base.at, *path)
        for other in others if path else ():
            room = other.radius + base.radius
            if other.owner == base.owner:
                yield from free(math.dist(line[-1], other.at) - room, 0.0, f"base {other.id}")
            else:
                nearest = min(segment_distance(other.at, one, two) for one, two in pairwise(line))
                yield from free(nearest - room, min(APART, gap(base, other)), f"base {other.id}")

    to_hill = math.dist(base.at, HILL)
    share = min(1.0, MOVE / to_hill) if to_hill > 0 else 0.0
    hint = (base.x + share * (HILL[0] - base.x), base.y + share * (HILL[1] - base.y))
    return rw.Path(base.at, MOVE, SIZE, SIZE, base.radius, obstacles=ROCKS, judge=judge, hints=((hint,),))


class Throw(rw.Context):
    base: int
    target: int


@rw.rule("hill.throw")
def throw(game: rw.Game, context: Throw) -> rw.Steps:
    base, target = game.state.bases[context.base], game.state.bases[context.target]
    faces = yield rw.Roll.d6(2, base.owner, "throw", "hill.throw")
    return KnockedOut(context.target, rule="hill.throw") if sum(faces) >= needed(gap(base, target)) else None


def score(game: rw.Game, context: rw.Round) -> rw.Steps:
    yield RoundScored(tuple(sum(map(on_hill, of(game, player))) for player in game.players), rule="hill.score")
    if context.number == game.setup.rounds:
        points = [side.points for side in game.state.sides.values()]
        winners = tuple(player for player in game.players if points[player] == max(points))
        yield rw.GameOver(winners, "points", rule="hill.score")


def evaluate(view: rw.View, player: int) -> float:
    """For bots: points, bases, and how near they are to the hill."""
    mine = [base for base in view.state.bases.values() if base.owner == player]
    near = sum(1.0 - math.dist(base.at, HILL) / SIZE + on_hill(base) for base in mine)
    points = sum(side.points for side in view.state.sides.values())
    return float(2 * view.state.sides[player].points - points / 2 + 2 * len(mine) - len(view.state.bases) + near)


THROW = rw.Procedure("throw", [throw], Throw)
PLACING = rw.Loop("placing", rw.turns(lambda game: game.players, playing=to_place), [place])
TURNS = rw.Loop(
    "turn",
    rw.turns(lambda game: game.players, once=True, playing=lambda game, player: bool(of(game, player))),
    [move_and_throw],
)
RULESET = rw.Ruleset(
    id="hill-moving",
    title="King of the hill, in inches",
    state=Field,
    flow=rw.Procedure("game", [PLACING, rw.Loop("round", rw.rounds(), [TURNS, score])]),
    procedures=[THROW],
    populate=populate,
    setup=Setup,
    players=lambda setup: 3,
    timing=rw.TimingPolicy(rw.active_first),
    evaluate=evaluate,
)
RULES = RULESET.freeze()
