"""Moves of one model along a path and of a whole unit, to exact places or towards a goal; charges."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...geometry import TOLERANCE, plane
from ...geometry.evidence import Fault
from ...geometry.lattice import NARROW
from ...geometry.plane import Circle, Footprint, HeldPair, Scene
from ...geometry.plane.measure import Together
from ...geometry.plane.measure.ranges import distance
from ...geometry.plane.move import MovePolicy, Pivot, To
from ...geometry.plane.move.charges import ENGAGEMENT
from ...geometry.plane.move.legs import Leg, stages
from ...geometry.plane.move.moves import Policies, policy_of
from ...geometry.plane.move.sampling import sample_move, sample_walk
from ...geometry.plane.move.unit_moves import plan_move
from ...geometry.plane.see import SightPolicy
from ...geometry.plane.shapes import radius
from ...plaindata import Answer, as_json, shown
from ...text import Words, show
from ..faults import FaultRules
from .goals import SHAPES, goal_of, goal_words, goals_of
from .questions import TEXTS, Inches, Intent, NoAnswer, each_once, intends, named, numbers
from .words import CHARGE_WORDS, STAY, find, listed, read_goal, read_legs, show_goal, show_leg

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from ...geometry.maps import Item

MOST_LEGS: Final = 100
"""Lines and turns of one model, at most."""

MOVE: Final = frozenset(
    {
        "too long",
        "pivot not paid",
        "passes through",
        "crosses",
        "comes too close to",
        "crosses the table edge",
        "ends on",
        "ends too close to",
        "ends inside",
        "ends mid-climb on",
        "ends on a floor of",
        "ends in the air",
        "ends below the table",
        "overhangs",
    }
)
TOGETHER: Final = frozenset({"too few of its unit near", "apart from the rest of its unit"})
CHARGE: Final = frozenset({"not in base contact with", "not closer to", "not engaged with"})


class Goals(Inches, frozen=True, kw_only=True):
    """Moves that may be answered with a goal."""

    sight: SightPolicy = SightPolicy()
    """How units see, for goals out of their sight."""

    if TYPE_CHECKING:  # fields of every kind of move, or what follows from them

        @property
        def inches(self) -> float:
            """How far a model may move."""

        @property
        def policy(self) -> Policies:
            """What models may move over, through and onto."""

        @property
        def models(self) -> tuple[str, ...]:
            """The models that move."""

    def __post_init__(self) -> None:
        Inches.__post_init__(self)
        for model in self.models:
            policy_of(self.policy, model).meet(self.scene)

    def exact(self, moves: tuple[plane.move.Move, ...]) -> Answer:
        """Moves as an answer."""
        raise NotImplementedError(f"{type(self).__name__} has no exact answers")

    def moves(self, answer: Answer) -> tuple[plane.move.Move, ...]:
        """An exact answer as moves. Raises GeometryError for what is none."""
        raise NotImplementedError(f"{type(self).__name__} has no exact answers")

    def end(self, moves: tuple[plane.move.Move, ...]) -> Scene:
        """The scene after moves, allowed or not, as far as there are places for them."""
        return self.scene.moved({move.model: self._end(move) for move in moves})

    def last_resort(self) -> Iterator[Answer]:
        yield ()

    def things(self) -> tuple[str, ...]:
        return goals_of(self.scene, self.models)

    def plan(self, intent: Intent) -> Answer | None:
        """The exact answer for a goal; None where no way there is better than to stay."""
        goal = goal_of(self.scene, intent, self.sight, self._called(()))
        plan = plan_move(self.scene, self.models, goal, self.inches, self.policy, self.together_of())
        return self.exact(plan.moves) if plan.moves or plan.reached else None

    def together_of(self) -> Together | None:
        """How the models keep together."""
        return None

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        return () if text.casefold() in STAY else read_goal(text, called)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if answer == ():
            yield STAY[0]
        elif isinstance(answer[0], str):
            yield from show_goal(answer, called)

    def reach(self) -> BaseGeometry | None:
        """Where the centres of the models can come, on the level."""
        walks = (
            plane.move.walk_region(self.scene, name, self.inches, plane.move.Walk(policy_of(self.policy, name)))
            for name in self.models
        )
        import shapely

        return shapely.union_all(list(walks))

    def outcome(self, answer: Answer) -> Iterator[Item]:
        from ...geometry import maps

        for move in self.moves(answer):
            model = self.scene.model(move.model)
            corners = [(leg.x, leg.y) for leg in move.legs if isinstance(leg, To)]
            yield maps.route((model.pose.centre, *corners), model.id)
            yield maps.ghost(model, self._end(move), self.names(model.id))

    def _end(self, move: plane.move.Move) -> plane.Pose:
        model = self.scene.model(move.model)
        legs = stages(model, move, model.base)
        return legs[-1].after if legs else model.pose

    def describe(self) -> dict[str, Any]:
        """The kind of question, who moves how far, and what goals look like, as JSON data."""
        poses = {name: as_json(self.scene.model(name).pose.centre) for name in self.models}
        return {**Inches.describe(self), "inches": self.inches, "models": poses, "goals": dict(SHAPES)}

    def in_words(self, answer: Answer) -> Words:
        """What a goal is, or how many models go about where."""
        if intends(answer):
            return goal_words(answer, self._called(()))
        moves = self.moves(answer)
        if not moves:
            return TEXTS.both("leads.stay")
        ends = [self._end(move).centre for move in moves]
        x, y = (math.fsum(end[axis] for end in ends) / len(ends) for axis in (0, 1))
        return TEXTS.both("leads.one" if len(moves) == 1 else "leads.several", count=len(moves), x=x, y=y)


class ModelMove(Goals, frozen=True):
    """
    One model along a path of this many inches.

    An exact answer is its legs: ``(x, y)`` a straight line, ``(x, y, height)``, ``(degrees,)`` a turn; () is to
    stay, which is always legal. Goals as for `UnitMove`; a typed ``22,15`` is the path straight there,
    ``towards 22,15`` the way that is found.
    """

    KEY: ClassVar[str] = "modelmove"
    KINDS: ClassVar[frozenset[str]] = MOVE

    scene: Scene
    model: str
    inches: float
    policy: MovePolicy
    rules: FaultRules

    @property
    def models(self) -> tuple[str, ...]:
        return (self.model,)

    def exact(self, moves: tuple[plane.move.Move, ...]) -> Answer:
        return legs_as_data(moves[0].legs) if moves else ()

    def moves(self, answer: Answer) -> tuple[plane.move.Move, ...]:
        return (plane.move.Move(self.model, legs_of(answer)),) if answer != () else ()

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        faults = (
            plane.move.check_move(self.scene, move, self.inches, self.policy) if move.legs else ()
            for move in self.moves(answer)
        )
        return tuple(fault for found in faults for fault in named(found, self.model))

    def draw(self, rng: Random) -> Answer | None:
        return legs_as_data(sample_walk(self.scene, self.model, self.inches, self.policy, rng).legs)

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """A path, a goal, or to stay."""
        name, legs = read_legs(text)
        return legs if legs and not name else Goals.typed(self, text, called)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if answer != () and not isinstance(answer[0], str):
            yield " ".join(map(show_leg, answer))
        yield from Goals.texts(self, answer, called)


class UnitMove(Goals, frozen=True):
    """
    A whole unit, each of its models up to this many inches, in coherency at the end where ``together`` says so.

    An exact answer is a tuple of ``(model id, legs)``, in the order in which models move; a leg is ``(x, y)`` for a
    straight line, ``(x, y, height)``, or ``(degrees,)`` for a turn. Models that are not named stay. () is to stay,
    which is always legal. Intents: ``("spot", x, y)``, ``("beside", thing, inches)``, ``("heading", degrees)``,
    ``("away", thing)``, ``("hide", unit, ...)``, ``("cover", unit, ...)``.
    """

    KEY: ClassVar[str] = "unitmove"
    KINDS: ClassVar[frozenset[str]] = MOVE | TOGETHER
    EARLIER: ClassVar[Mapping[str, str]] = {**Inches.EARLIER, "_apart": "coherency"}

    scene: Scene
    unit: str
    inches: float
    policy: Policies
    rules: FaultRules
    together: Together | None = None

    @property
    def models(self) -> tuple[str, ...]:
        return plane.measure.members(self.scene, self.unit)

    def together_of(self) -> Together | None:
        return self.together

    def exact(self, moves: tuple[plane.move.Move, ...]) -> Answer:
        return tuple((move.model, legs_as_data(move.legs)) for move in moves)

    def moves(self, answer: Answer) -> tuple[plane.move.Move, ...]:
        if not isinstance(answer, tuple):
            raise NoAnswer("moves", given=shown(answer))
        moves = tuple(map(self._move, answer))
        each_once([move.model for move in moves], self.names)
        return moves

    def _move(self, entry: Any) -> plane.move.Move:
        if not (isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], str)):
            raise NoAnswer("entry", given=shown(entry))
        name, legs = entry
        if name not in self.models:
            raise NoAnswer("member", given=shown(name), models=listed(map(self.names, self.models)))
        return plane.move.Move(name, legs_of(legs))

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        moves = self.moves(answer)
        if not moves:
            return ()
        return plane.move.check_unit_move(self.scene, moves, self.inches, self.policy, self.coherency)[0]

    def coherency(self, scene: Scene) -> tuple[Fault, ...]:
        """What keeps the models from being a unit where they stand in a scene."""
        return () if self.together is None else self.together.faults(scene, self.models)

    def draw(self, rng: Random) -> Answer | None:
        return self.exact(sample_move(self.scene, self.models, self.inches, self.policy, rng, self.together))

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """A place, a goal, to stay, or a path for each model."""
        name, legs = read_legs(text)
        if not name and len(legs) == 1 and len(legs[0]) == 2:
            return ("spot", *legs[0])
        own = {one: self.names(one) for one in self.models}
        parts = [read_legs(part) for part in text.split(";")]
        if all(name and legs for name, legs in parts):
            return tuple((find(name, own), legs) for name, legs in parts)
        return Goals.typed(self, text, called)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if answer != () and not isinstance(answer[0], str):
            paths = [(name, " ".join(map(show_leg, legs))) for name, legs in answer]
            yield "; ".join(f"{show(self.names(name))} {path}" for name, path in paths)
            yield "; ".join(f"{name} {path}" for name, path in paths)
        yield from Goals.texts(self, answer, called)

    def describe(self) -> dict[str, Any]:
        return {**Goals.describe(self), "unit": self.unit}


class Charge(UnitMove, frozen=True):
    """
    A charge of a whole unit at some target units: to engage each of them, in base contact where they can.

    Answers as for `UnitMove`; ``("charge",)`` is the best charge that is found. () is to stay, always legal.
    """

    KEY: ClassVar[str] = "charge"
    LATTICES: ClassVar[tuple[int, ...]] = (NARROW,)  # with fewer decimals hardly a base is in contact
    KINDS: ClassVar[frozenset[str]] = MOVE | TOGETHER | CHARGE

    targets: tuple[str, ...] = ()

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        moves = self.moves(answer)
        if not moves:
            return ()
        rules = (self.inches, self.policy, self.targets, self.coherency, self.models)
        return plane.move.check_charge(self.scene, moves, *rules)[0]

    def kept_off(self, answer: Answer) -> tuple[HeldPair, ...]:
        """The enemies to which models count as near in the end, whose overhanging hulls keep them off."""
        targets = (enemy for target in self.targets for enemy in plane.measure.members(self.scene, target))
        if not answer or all(self.scene.models[enemy].hull is None for enemy in targets):
            return ()
        rules = (self.inches, self.policy, self.targets, self.coherency, self.models)
        return new_pairs(self.scene, plane.move.check_charge(self.scene, self.moves(answer), *rules)[1])

    def draw(self, rng: Random) -> Answer | None:
        """The best charge that is found: charges leave little to choose."""
        charge = self.planned(("charge",)) if rng.random() < CHARGES else None
        return () if charge is None else charge

    def plan(self, intent: Intent) -> Answer | None:
        if intent != ("charge",):
            raise NoAnswer("charge", given=shown(intent))
        if self.hopeless():
            return None
        rules = (self.targets, self.inches, self.policy, self.together)
        plan = plane.move.plan_charge(self.scene, self.models, *rules)
        return self.exact(plan.moves) if plan.moves else None

    def out_of_reach(self) -> bool:
        """
        Whether some target is farther away than the inches lead, however the models turn and with nothing in the way.

        Rules may go by that, for it is a measure; what `hopeless` proves grows with the program, and a save would not.
        """
        return not all(map(self._in_reach, self.targets))

    def _in_reach(self, target: str) -> bool:
        grounds = [self.scene.model(enemy).footprint for enemy in plane.measure.members(self.scene, target)]
        reach = self.inches + ENGAGEMENT[0] + TOLERANCE
        return any(distance(spot, ground) <= reach for spot in map(self._circle, self.models) for ground in grounds)

    def _circle(self, name: str) -> Footprint:
        """The ground that a base covers while it turns on the spot."""
        model = self.scene.model(name)
        return plane.footprint(Circle(2 * radius(model.base) / plane.inches(1.0)), model.pose)

    def hopeless(self) -> bool:
        """Whether it is proven that some target cannot be engaged, however the models turn and go there."""
        return plane.move.cannot_charge(self.scene, self.models, self.targets, self.inches, self.policy)

    def ideas(self, rng: Random) -> Iterator[Answer]:
        yield self.settle(("charge",))
        yield ()

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        """``charge``, to stay, or a path for each model."""
        return ("charge",) if text.casefold() in CHARGE_WORDS else UnitMove.typed(self, text, called)

    def in_words(self, answer: Answer) -> Words:
        if intends(answer):
            return TEXTS.both("meant.charge")
        led = UnitMove.in_words(self, answer)
        return TEXTS.both("leads.charge", led=led) if answer else led

    def ranges(self) -> Iterator[Item]:
        """How near to each target is engaged."""
        import shapely

        from ...geometry import maps

        for target in self.targets:
            models = map(self.scene.model, plane.measure.members(self.scene, target))
            near = [model.footprint.grown(ENGAGEMENT[0]).polygon for model in models]
            yield from maps.region(shapely.union_all(near), maps.Kind.RANGE, target)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        return iter(("charge",)) if answer == ("charge",) else UnitMove.texts(self, answer, called)

    def describe(self) -> dict[str, Any]:
        return {**UnitMove.describe(self), "targets": list(self.targets), "goals": {"charge": '("charge",)'}}


def new_pairs(before: Scene, after: Scene) -> tuple[HeldPair, ...]:
    """The pairs of models that count as near each other now, and did not before."""
    return tuple(pair for name, pair in after.held.items() if name not in before.held)


CHARGES: Final = 0.9
"""How often a random player charges that can."""


# --------------------------------------------------------------------------------------------------------- legs


def legs_of(data: Any) -> tuple[Leg, ...]:
    """Plain data as the legs of a move. Raises NoAnswer for what is none."""
    if not isinstance(data, tuple):
        raise NoAnswer("path", given=shown(data))
    if len(data) > MOST_LEGS:
        raise NoAnswer("legs", most=MOST_LEGS, given=len(data))
    return tuple(map(_leg, data))


def _leg(data: Any) -> Leg:
    values = numbers(data, (1, 2, 3), "leg")
    if len(values) == 1 and abs(values[0]) > 360.0:
        raise NoAnswer("turn", given=values[0])
    if len(values) == 3 and values[2] < 0.0:
        raise NoAnswer("height", given=values[2])
    return Pivot(*values) if len(values) == 1 else To(*values)


def legs_as_data(legs: tuple[Leg, ...]) -> tuple[tuple[float, ...], ...]:
    """The legs of a move as plain data."""
    return tuple(map(_leg_as_data, legs))


def _leg_as_data(leg: Leg) -> tuple[float, ...]:
    if isinstance(leg, Pivot):
        return (leg.degrees,)
    return (leg.x, leg.y) if leg.height is None else (leg.x, leg.y, leg.height)
