"""King of the hill in inches: three sides, round bases, moves along a path, alternating activations with passing.

All measures are in inches, base edge to base edge. Exactly at the measure is within it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from rulewright import (
    Context,
    Event,
    Game,
    GameOver,
    Loop,
    Path,
    Pose,
    Procedure,
    Record,
    Request,
    Roll,
    Round,
    Ruleset,
    State,
    Steps,
    Table,
    TimingPolicy,
    Turn,
    View,
    Violation,
    active_first,
    alternating,
    choose,
    rounds,
    rule,
    turns,
)
from rulewright.requests import TOLERANCE, Point, segment_distance

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
    """Where the bases stand; without any the players place them. ``points`` are those scored before."""

    bases: tuple[Placed, ...] = ()
    points: tuple[int, int, int] = (0, 0, 0)
    rounds: int = 3


class Side(Record):
    points: int = 0
    passed: bool = False


class Base(Record):
    owner: int
    x: float
    y: float
    radius: float
    facing: float = 0.0
    acted: bool = False

    @property
    def at(self) -> Point:
        return (self.x, self.y)


class Field(State):
    sides: Table[Side]
    bases: Table[Base]


def populate(field: Field, setup: Setup, content: Any) -> None:
    for player, points in enumerate(setup.points):
        field.sides.add(Side(player, points))
    for number, base in enumerate(setup.bases):
        field.bases.add(Base(number, base.owner, base.x, base.y, base.radius))


# ------------------------------------------------------------------------------------------------------- events


class BasePlaced(Event, frozen=True):
    base: int
    owner: int
    pose: tuple[float, float, float]
    radius: float

    def apply(self, field: Field) -> None:
        x, y, facing = self.pose
        field.bases.add(Base(self.base, self.owner, x, y, self.radius, facing))


class BaseMoved(Event, frozen=True):
    base: int
    path: tuple[Point, ...]

    def apply(self, field: Field) -> None:
        base = field.bases.edit(self.base)
        base.acted = True
        if self.path:
            (base.x, base.y) = self.path[-1]


class Threw(Event, frozen=True):
    base: int
    target: int
    total: int
    needed: int


class KnockedOut(Event, frozen=True):
    base: int

    def apply(self, field: Field) -> None:
        field.bases.remove(self.base)


class Passed(Event, frozen=True):
    """A player is done for this round."""

    player: int

    def apply(self, field: Field) -> None:
        field.sides.edit(self.player).passed = True


class RoundScored(Event, frozen=True):
    points: tuple[int, ...]

    def apply(self, field: Field) -> None:
        for player, points in enumerate(self.points):
            side = field.sides.edit(player)
            side.points += points
            side.passed = False
        for base in list(field.bases):
            field.bases.edit(base).acted = False


# ------------------------------------------------------------------------------------------------------ measures


def gap(one: Base, other: Base) -> float:
    """From edge to edge; negative where they overlap."""
    return math.dist(one.at, other.at) - one.radius - other.radius


def of(game: Game, player: int) -> list[Base]:
    return [base for base in game.state.bases.values() if base.owner == player]


def living(game: Game) -> list[int]:
    return [player for player in game.players if of(game, player)]


def needed(distance: float) -> int:
    """On two dice: 6, and one more for each whole inch begun."""
    return 6 + max(0, math.ceil(distance - TOLERANCE))


# ------------------------------------------------------------------------------------------------------ placing


def to_place(game: Game, player: int) -> bool:
    return not game.setup.bases and len(of(game, player)) < len(RADII)


def place(game: Game, turn: Turn) -> Steps:
    player, radius = turn.player, RADII[len(of(game, turn.player))]
    (left, right), (low, high) = ZONES[player]
    others = list(game.state.bases.values())

    def judge(pose: tuple[float, float, float]) -> Iterator[Violation]:
        for number, (x, y, r) in enumerate(ROCKS, start=1):
            yield from _free(math.dist(pose[:2], (x, y)) - r - radius, 0.0, f"rock {number}")
        for other in others:
            least = 0.0 if other.owner == player else APART
            yield from _free(math.dist(pose[:2], other.at) - other.radius - radius, least, f"base {other.id}")

    bounds = (left + radius, right - radius), (low + radius, high - radius)
    pose = yield Request(player, "place", Pose(*bounds, judge=judge), "hill.place", {"radius": radius})
    return BasePlaced(len(others), player, pose, radius, rule="hill.place")


def _free(distance: float, least: float, what: str) -> Iterator[Violation]:
    short = least - distance
    if short > TOLERANCE:
        facts = {"distance": distance, "least": least, "missing": short}
        yield Violation(f"{what} is {short:.3g} inch too near", "hill.apart", facts)


# ----------------------------------------------------------------------------------------------------- activating


class Throw(Context):
    base: int
    target: int


def able(game: Game, player: int) -> bool:
    """A side out of the game, one that has passed, one with nothing left to move: each is passed over."""
    return not game.state.sides[player].passed and any(not base.acted for base in of(game, player))


def order_of_round(game: Game) -> Sequence[int]:
    """Each round another side begins. Those out of the game stand in it too: it says who comes after whom."""
    first = (game.context(Round).number - 1) % 3
    return (*game.players[first:], *game.players[:first])


@rule("hill.activate")
def activate(game: Game, turn: Turn) -> Steps:
    ready = [base.id for base in of(game, turn.player) if not base.acted]
    number = yield choose(turn.player, "activate", [None, *ready], "hill.activate")
    if number is None:
        return Passed(turn.player, rule="hill.activate")
    path = yield Request(turn.player, "move", path_of(game, number), "hill.move", {"base": number})
    yield BaseMoved(number, path, rule="hill.move")
    base = game.state.bases[number]
    near = [o.id for o in game.state.bases.values() if o.owner != base.owner and gap(base, o) <= REACH + TOLERANCE]
    target = (yield choose(turn.player, "throw", [None, *near], "hill.throw")) if near else None
    return None if target is None else THROW(base=number, target=target)


def path_of(game: Game, number: int) -> Path:
    """At most 4 inches round rocks and enemies; through friends but not onto them; never within 1 inch of an enemy."""
    base = game.state.bases[number]
    others = [other for other in game.state.bases.values() if other.id != number]

    def judge(path: tuple[Point, ...]) -> Iterator[Violation]:
        line = (base.at, *path)
        for other in others if path else ():
            room = other.radius + base.radius
            if other.owner == base.owner:
                yield from _free(math.dist(line[-1], other.at) - room, 0.0, f"base {other.id}")
            else:
                nearest = min(segment_distance(other.at, one, two) for one, two in pairwise(line))
                yield from _free(nearest - room, min(APART, gap(base, other)), f"base {other.id}")

    to_hill = math.dist(base.at, HILL)
    share = min(1.0, MOVE / to_hill) if to_hill > 0 else 0.0
    hint = (base.x + share * (HILL[0] - base.x), base.y + share * (HILL[1] - base.y))
    return Path(base.at, MOVE, SIZE, SIZE, base.radius, obstacles=ROCKS, judge=judge, hints=((hint,),))


@rule("hill.throw")
def throw(game: Game, context: Throw) -> Steps:
    base, target = game.state.bases[context.base], game.state.bases[context.target]
    wanted = needed(gap(base, target))
    faces = yield Roll.d6(2, base.owner, "throw", "hill.throw")
    yield Threw(context.base, context.target, sum(faces), wanted, rule="hill.throw")
    if sum(faces) >= wanted:
        yield KnockedOut(context.target, rule="hill.throw")
    left = living(game)
    return GameOver((left[0],), "the last one standing", rule="hill.last") if len(left) == 1 else None


# -------------------------------------------------------------------------------------------------------- scoring


def on_hill(base: Base) -> bool:
    """Wholly within the hill."""
    return math.dist(base.at, HILL) + base.radius <= HILL_RADIUS + TOLERANCE


def score(game: Game, context: Round) -> Steps:
    yield RoundScored(tuple(sum(map(on_hill, of(game, player))) for player in game.players), rule="hill.score")
    if context.number == game.setup.rounds:
        points = [side.points for side in game.state.sides.values()]
        winners = [player for player in living(game) if points[player] == max(points[p] for p in living(game))]
        yield GameOver(tuple(winners), "points", rule="hill.score")


def evaluate(view: View, player: int) -> float:
    """Points, bases, and how near they are to the hill."""
    mine = [base for base in view.state.bases.values() if base.owner == player]
    theirs = len(view.state.bases) - len(mine)
    near = sum(max(0.0, 1.0 - math.dist(base.at, HILL) / SIZE) for base in mine)
    on = sum(map(on_hill, mine))
    points: Iterable[int] = (side.points for side in view.state.sides.values())
    return float(2 * view.state.sides[player].points - sum(points) / 2 + len(mine) - theirs + near + on)


THROW = Procedure("throw", [throw], Throw)
RULESET = Ruleset(
    id="hill",
    title="King of the hill",
    state=Field,
    flow=Procedure(
        "game",
        [
            Loop("placing", turns(lambda game: game.players, playing=to_place), [place]),
            Loop("round", rounds(), [Loop("activation", alternating(order_of_round, able), [activate]), score]),
        ],
    ),
    procedures=[THROW],
    populate=populate,
    setup=Setup,
    players=lambda setup: 3,
    timing=TimingPolicy(active_first),
    evaluate=evaluate,
)
RULES = RULESET.freeze()
