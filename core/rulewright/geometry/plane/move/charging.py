"""Charges of a whole unit: who goes where, so that every target is engaged and many come to base contact.

The quick way looks at a counted number of places for each model and is right about what it finds; the certified one
searches every place where anything changes, takes seconds for ovals, and proves more. Both return only what
:func:`.charges.check_charge` allows.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import Final, NamedTuple, Protocol

import msgspec
import numpy as np

from ... import TOLERANCE, GeometryError
from ...evidence import Fault
from ...lattice import coarse
from ..measure.ranges import distance, gap
from ..measure.units import Together, members, touching
from ..scene import Model, Scene
from ..shapes import Circle, Footprint, Points, radius
from ..slides import Floats, Mask, grounds_of, off
from .approach import Near, closest_possible, shortest_to_contact
from .chances import cannot_charge
from .charges import (
    CONTACT,
    ENGAGEMENT,
    check_charge_move,
    check_engaged,
    check_towards,
    closer_to_any,
    moved_to,
    nearer,
    reach_contact,
)
from .legs import Move
from .movers import Found, Mover, Planner, lacking, spread
from .moves import Policies, policy_of
from .plans import Plan, suggest_towards

TRIES: Final = 8
"""Straight moves that are followed for one model on the quick way, at most."""
NEAREST: Final = 4
"""With how many enemies contact is looked for, for one model on the quick way."""
WALKS: Final = 4
"""Walks round corners that are looked for, for one model on the quick way, at most."""
RINGS: Final = (ENGAGEMENT[0], ENGAGEMENT[0] / 2, 0.01)
"""How far from an enemy places are looked at that engage it without contact, in inches."""


class ChargePlan(Plan, frozen=True):
    """
    A plan for a charge: ``reached`` are the models in base contact with a target in the end.

    ``contacts`` are all pairs (model, enemy) in base contact, ``missing`` the target units that nobody engages: a
    charge that misses one is not allowed, so then there are no moves. ``most`` is a bound: no plan brings more
    models to base contact; of a certified plan, none in straight lines. ``certain`` says that this plan has as
    many, or that a target which is missed cannot be engaged: it is out of reach, or there is nowhere to stand.
    """

    contacts: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    most: int


def plan_charge(
    scene: Scene,
    models: Sequence[str],
    targets: Sequence[str],
    inches: float,
    policies: Policies,
    together: Together | None = None,
    certified: bool = False,
) -> ChargePlan:
    """
    Moves that engage every target unit if they can, and bring many models to base contact.

    Each model in turn takes what is best for it: base contact with an enemy of a target that nobody engages yet,
    base contact with any, and else as close as possible. That is tried nearest first and farthest first, by the
    shortest ways and by the ways that leave most room; the plan that misses the fewest targets, then has the most
    models in contact, is taken. Where no model finds a way to engage a target, no more is looked for. With
    ``certified`` every place of contact is considered, which may take seconds: on random tables with much terrain
    48 of the 51 charges that this finds were found without, with 96 of 100 contacts.
    With ``together`` the unit keeps together in the end. Raises GeometryError for no models or no targets.
    """
    if not (models and targets):
        raise GeometryError("a charge takes a model and a target unit")
    rules = _Charging(inches, policies, tuple(targets))
    return plan_contact(
        scene, models, targets, inches, policies, rules, together, certified=certified, reach=ENGAGEMENT
    )


class ContactRules(Protocol):
    """What a game asks of one model of a unit that moves into contact, one after another."""

    def check(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        """Everything wrong with the move."""

    def check_short(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        """The same of a model that cannot come to contact: for who has shown that by :meth:`contact`."""

    def contact(self, scene: Scene, model: str, enemy: str) -> Near | None:
        """The move into contact that :meth:`check` would ask for."""


class _Charging(NamedTuple):
    """The rules of a charge: :func:`.charges.check_charge_move`."""

    inches: float
    policies: Policies
    targets: tuple[str, ...]

    def check(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        return check_charge_move(scene, move, self.inches, policy_of(self.policies, move.model), self.targets)

    def check_short(self, scene: Scene, move: Move) -> tuple[Fault, ...]:
        return check_towards(scene, move, self.inches, policy_of(self.policies, move.model), self.targets)

    def contact(self, scene: Scene, model: str, enemy: str) -> Near | None:
        allowed = closer_to_any(scene, model, [members(scene, target) for target in self.targets])
        return reach_contact(scene, model, enemy, self.inches, policy_of(self.policies, model), allowed)


def plan_contact(
    scene: Scene,
    models: Sequence[str],
    targets: Sequence[str],
    inches: float,
    policies: Policies,
    rules: ContactRules,
    together: Together | None = None,
    every: bool = True,
    certified: bool = False,
    reach: tuple[float, float] = CONTACT,
) -> ChargePlan:
    """
    Moves of a unit into contact with target units by other rules than those of a charge; as :func:`plan_charge`.

    With ``every`` off it is enough to engage one target. Models that enemies with overhanging hulls keep off may count
    as near by :func:`.charges.counts_as_near`, within ``reach``. Models that are in contact already stay, and all do
    where there is no target.
    """
    if not (models and targets):
        ends = {model: scene.model(model).pose for model in models}
        return ChargePlan((), ends, (), True, 0, (), (), 0)
    unit = (scene, tuple(models), inches, policies, together)
    return _Planner(*unit, tuple(targets), rules, every, certified, reach).plan()


class _Attempt(NamedTuple):
    """In which order models go, whether by ways that leave room, and only to places where they keep together."""

    order: Sequence[str]
    tight: bool = False
    linked: bool = False


class _Charge(msgspec.Struct):
    """A charge that is being put together: the scene now, who is not engaged, the moves, and who has no contact."""

    by: _Attempt
    now: Scene
    missing: tuple[str, ...]
    moves: list[Move] = []
    left: list[str] = []


class _Places(msgspec.Struct, frozen=True):
    """
    Places that a model may come to: their heights, how far away they are, and to which nothing seen at once bars it.

    ``straight`` are those to which it may go in a straight line, ``bent`` those that it may come to round corners.
    """

    mover: Mover
    points: Points
    heights: list[float | None]
    lengths: Floats
    straight: Mask
    bent: Mask
    walked: dict[tuple[int, ...], tuple[Found, ...]]

    @classmethod
    def of(cls, mover: Mover, rims: Sequence[tuple[Points, float | None]]) -> "_Places":
        """Some rows of places, each on one height, those within the inches of a model."""
        points = np.vstack([np.empty((0, 2)), *(points for points, _ in rims)])
        heights = [height for points, height in rims for _ in points]
        near = np.flatnonzero(mover.lengths(points) <= mover.inches + TOLERANCE)
        points, heights = points[near], [heights[row] for row in near]
        straight, free = mover.bars.may_go(mover.start, points), mover.bars.may_end(points)
        return cls(mover, points, heights, mover.lengths(points), straight, free & ~straight, {})

    def walks(self, rows: Sequence[int]) -> tuple[Found, ...]:
        """The walks to some of them that may be made, looked for once."""
        if tuple(rows) not in self.walked:
            self.walked[tuple(rows)] = tuple(self.mover.walks(self.points[rows]))
        return self.walked[tuple(rows)]


_Search = Callable[[_Charge, str], Iterator[Found | Near]]


@dataclass(eq=False)
class _Planner(Planner):
    """Puts charges of one unit together and takes the best."""

    targets: tuple[str, ...]
    rules: ContactRules
    every: bool
    certified: bool
    reach: tuple[float, float]

    def __post_init__(self) -> None:
        self.enemies = {target: members(self.scene, target) for target in self.targets}
        self.missing = self._missing(self.scene, self.models, self.targets)
        self._looked_at: dict[tuple[object, ...], _Places] = {}

    def plan(self) -> ChargePlan:
        """The best of the charges that were put together and are allowed."""
        away = {model: min(gap(self.scene, model, enemy).straight for enemy in self._all) for model in self.models}
        near = sorted(self.models, key=lambda model: (coarse(away[model]), model))
        begun = []
        for attempt in self._attempts(near):
            begun.append(self._contacts(attempt))
            if len(begun[-1].left) <= len(self.models) - self._in_reach_at_all:
                break
        begun.sort(key=lambda charge: (len(charge.missing), len(charge.left)))
        short, torn = set[Scene](), False
        for charge in begun:
            if charge.now not in short:
                short.add(charge.now)
                self._complete(charge)
                if not charge.missing and self._holds(charge.now):
                    return self._told(charge)
                torn |= not charge.missing
        for charge in map(self._contacts, self._attempts_linked(near) if torn else ()):
            self._complete(charge)
            if not charge.missing and self._holds(charge.now):
                return self._told(charge)
        return self._told(_Charge(_Attempt(()), self.scene, self.missing))

    def _attempts(self, near: list[str]) -> Iterator[_Attempt]:
        yield _Attempt(near)
        if self.certified:
            yield _Attempt(near[::-1])
            yield _Attempt(near, tight=True)
        yield _Attempt(near[::-1], tight=True)

    def _attempts_linked(self, near: list[str]) -> Iterator[_Attempt]:
        """What is tried where the unit did not keep together."""
        if self.together is not None:
            yield _Attempt(near, linked=True)
            yield _Attempt(near, tight=True, linked=True)

    @property
    def _all(self) -> list[str]:
        return [*chain.from_iterable(self.enemies.values())]

    def _missing(self, now: Scene, models: Sequence[str], targets: tuple[str, ...]) -> tuple[str, ...]:
        """The targets that none of these models engages; none where one target is enough and is engaged."""
        return tuple(fault.by for fault in check_engaged(now, models, targets, self.every)) if targets else ()

    def _holds(self, now: Scene) -> bool:
        return self.together is None or not self.together.faults(now, self.models)

    # ------------------------------------------------------------------------------------------------- contact

    def _contacts(self, attempt: _Attempt) -> _Charge:
        """Those that find a place in base contact, one after another."""
        charge = _Charge(attempt, self.scene, self.missing)
        for model in attempt.order:
            if not self._touch(charge, model):
                charge.left.append(model)
        return charge

    def _touch(self, charge: _Charge, model: str) -> bool:
        """Whether a model comes to contact: with who nobody engages, else with anyone."""
        if any(touching(charge.now, model, enemy) for enemy in self._all):
            return True
        for units in dict.fromkeys((charge.missing or self.targets, self.targets)):
            enemies = [enemy for unit in units for enemy in self.enemies[unit]]
            search = self._certified_ways if self.certified and not charge.by.linked else self._quick_ways
            if any(self._made(charge, way) for way in search(charge, model, enemies)):
                return True
        return False

    def _made(self, charge: _Charge, way: Found | Near) -> bool:
        """Whether a move is one of an allowed charge; then it is made."""
        if self.rules.check(charge.now, way.move):
            return False
        self._make(charge, way)
        return True

    def _make(self, charge: _Charge, way: Found | Near) -> None:
        charge.now = self._after(charge.now, way)
        charge.moves.append(way.move)
        charge.missing = self._missing(charge.now, [way.move.model], charge.missing)

    def _after(self, now: Scene, way: Found | Near) -> Scene:
        """The scene after a move, with the enemies to which the model then counts as near."""
        model = way.move.model
        return moved_to(now, model, way.pose, self.inches, policy_of(self.policies, model), self.targets, self.reach)

    def _kept_off(self, charge: _Charge, model: str, enemies: Sequence[str]) -> Iterator[Near]:
        """Moves as close as possible to enemies whose hulls overhang their bases."""
        policy = policy_of(self.policies, model)
        for enemy in self._in_reach(charge.now, charge.now.model(model), enemies, self.reach[0]):
            if enemy.hull is not None:
                way = closest_possible(charge.now, model, enemy.id, self.inches, policy)
                if way is not None:
                    yield way

    def _certified_ways(self, charge: _Charge, model: str, enemies: list[str]) -> Iterator[Near]:
        """The ways to contact that :func:`suggest_towards` finds."""
        allowed, _ = nearer(charge.now, model, enemies)
        ways = suggest_towards(charge.now, model, enemies, self.inches, policy_of(self.policies, model), allowed)
        held = [way for way in ways if way.distance <= TOLERANCE]
        yield from held[:-2:-1] if charge.by.tight else held[:1]

    def _quick_ways(self, charge: _Charge, model: str, enemies: list[str]) -> Iterator[Found]:
        """Moves to some of the places of contact, the shortest of all first."""
        near = self._in_reach(charge.now, charge.now.model(model), enemies)[:NEAREST]
        yield from self._straight_ahead(charge, model, near)
        yield from self._ways(charge, self._places(charge.now, model, near))

    def _straight_ahead(self, charge: _Charge, model: str, near: Sequence[Model]) -> Iterator[Found]:
        """The move straight into contact with the nearest enemy, of two on round bases, where it keeps together."""
        mover = self.mover(charge.now, model)
        if charge.by.tight or not near or not all(isinstance(one.base, Circle) for one in (mover.model, near[0])):
            return
        there = mover.ring(near[0])[:1]
        moved = [mover.scene.model(move.model) for move in charge.moves]
        if not lacking(mover.model, there, moved, self.together, len(self.models))[0]:
            found = mover.to(there[0], near[0].pose.height if self.scene.pieces else None)
            if found is not None:
                yield found

    def _places(self, now: Scene, model: str, enemies: Sequence[Model], clears: Sequence[float] = ()) -> _Places:
        """Where a model touches some enemies, or is so far from them; looked at once for each scene."""
        key = (now, model, *(enemy.id for enemy in enemies), *clears)
        if key not in self._looked_at:
            mover = self.mover(now, model)
            rings = [(mover.ring(enemy, clear), None) for enemy in enemies for clear in clears]
            rims = [(mover.rim(enemy), enemy.pose.height) for enemy in enemies]
            self._looked_at[key] = _Places.of(mover, rings if clears else rims)
        return self._looked_at[key]

    def _ways(self, charge: _Charge, places: _Places) -> Iterator[Found]:
        """Moves to some places in a straight line, and round corners."""
        mover, points, lengths = places.mover, places.points, places.lengths
        ranks = self._ranked(charge, mover, points, -lengths if charge.by.tight else lengths)
        for number in spread([rank for rank in ranks if places.straight[rank]], 3, TRIES):
            found = mover.to(points[number], places.heights[number] if self.scene.pieces else None)
            if found is not None:
                yield found
        ranks = self._ranked(charge, mover, points, lengths) if charge.by.tight else ranks
        yield from places.walks(spread([rank for rank in ranks if places.bent[rank]], 1, WALKS))

    def _ranked(self, charge: _Charge, mover: Mover, points: Points, worth: Floats) -> list[int]:
        """Places in the order in which to try them: near enough to who stands already, then of the least worth."""
        moved = [mover.scene.model(move.model) for move in charge.moves]
        missing = lacking(mover.model, points, moved, self.together, len(self.models))
        ranks: list[int] = np.lexsort((coarse(worth), missing)).tolist()
        return [rank for rank in ranks if not missing[rank]] if charge.by.linked else ranks

    def _in_reach(self, now: Scene, model: Model, enemies: Sequence[str], reach: float = 0.0) -> list[Model]:
        near = sorted((gap(now, model, enemy) for enemy in enemies), key=lambda one: coarse(one.horizontal))
        return [now.model(one.b) for one in near if one.horizontal <= self.inches + reach + TOLERANCE]

    # ------------------------------------------------------------------------------------------ those that are left

    def _complete(self, charge: _Charge) -> None:
        """Engage with others what nobody engages; where that is done, bring nearer who finds no contact."""
        left = list(charge.left)
        while charge.missing:
            model = next((model for model in left if self._bring(charge, model, self._engaging)), None)
            if model is None:
                return
            left.remove(model)
        closer = self._certified_closer if self.certified and not charge.by.linked else self._quick_closer
        for model in left:
            if not self._bring(charge, model, closer):
                self._take_contact(charge, model)

    def _bring(self, charge: _Charge, model: str, search: _Search) -> bool:
        """Whether a model is brought nearer; once it is shown to find no contact, and who does after all takes it."""
        for way in search(charge, model):
            if not self.rules.check_short(charge.now, way.move):
                if not self._take_contact(charge, model):
                    self._make(charge, way)
                return True
        return False

    def _take_contact(self, charge: _Charge, model: str) -> bool:
        """Whether a model takes the contact that the check finds: where it finds none, the model need not have any."""
        near = self._in_reach(charge.now, charge.now.model(model), self._all)
        found = (self.rules.contact(charge.now, model, enemy.id) for enemy in near)
        return any(way is not None and self._made(charge, way) for way in found)

    def _certified_closer(self, charge: _Charge, model: str) -> Iterator[Found | Near]:
        allowed, _ = nearer(charge.now, model, self._all)
        policy = policy_of(self.policies, model)
        yield from suggest_towards(charge.now, model, self._all, self.inches, policy, allowed)[:1]

    def _engaging(self, charge: _Charge, model: str) -> Iterator[Found | Near]:
        """Moves that engage a target which nobody engages."""
        missing = [enemy for target in charge.missing for enemy in self.enemies[target]]
        near = self._in_reach(charge.now, charge.now.model(model), missing, ENGAGEMENT[0])[:NEAREST]
        places = self._places(charge.now, model, near, RINGS)
        ways: Iterator[Found | Near] = chain(self._ways(charge, places), self._kept_off(charge, model, missing))
        yield from (way for way in ways if self._engages(charge, way))
        if self.certified:
            yield from (way for way in self._certified_closer(charge, model) if self._engages(charge, way))

    def _engages(self, charge: _Charge, way: Found | Near) -> bool:
        """Whether a move engages a target which nobody engages."""
        there = self._after(charge.now, way)
        return len(self._missing(there, [way.move.model], charge.missing)) < len(charge.missing)

    def _quick_closer(self, charge: _Charge, model: str) -> Iterator[Found | Near]:
        yield from self._kept_off(charge, model, self._all)
        mover = self.mover(charge.now, model)
        apart = sorted((gap(charge.now, model, enemy) for enemy in self._all), key=lambda one: coarse(one.straight))
        closest = [charge.now.model(one.b) for one in apart[:3]]
        moved = [charge.now.model(move.model) for move in charge.moves[-2:]]
        rims = [mover.ring(enemy, ENGAGEMENT[0]) for enemy in closest] + [mover.ring(friend, 0.01) for friend in moved]
        points = np.vstack([mover.around(), *rims])
        points = points[mover.may_go(points)]
        grounds = [ground for enemy in closest for ground in grounds_of(mover.model.base, mover.model.pose, enemy)]
        away = np.min([off(points, ground) for ground in grounds], axis=0)
        for number in spread(self._ranked(charge, mover, points, away), 3, TRIES):
            found = mover.to(points[number])
            if found is not None:
                yield found

    # --------------------------------------------------------------------------------------------------- telling

    def _told(self, charge: _Charge) -> ChargePlan:
        now = charge.now
        enemies = frozenset(self._all)
        contacts = tuple(
            (model, other)
            for model, other in product(self.models, now.models)
            if other in enemies and touching(now, model, other)
        )
        reached = tuple(dict.fromkeys(model for model, _ in contacts))
        missing, most = charge.missing, self._most()
        certain = (
            len(reached) >= most
            if not missing
            else cannot_charge(self.scene, self.models, missing, self.inches, self.policies)
        )
        ends = {model: now.model(model).pose for model in self.models}
        return ChargePlan(tuple(charge.moves), ends, reached, certain, self.effort, contacts, missing, most)

    @cached_property
    def _in_reach_at_all(self) -> int:
        """No more models than these can come to contact, however they go."""
        return sum(any(self._spare(model, enemy) >= 0.0 for enemy in self._all) for model in self.models)

    def _most(self) -> int:
        """No more models than these can come to contact; where that is certified, in straight lines."""
        if not self.certified:
            return self._in_reach_at_all
        alone = {model: self.scene.without_models(one for one in self.models if one != model) for model in self.models}
        return sum(
            any(
                shortest_to_contact(alone[model], model, enemy, self.inches, policy_of(self.policies, model))
                for enemy in self._all
            )
            for model in self.models
        )

    def _spare(self, model: str, enemy: str) -> float:
        """What a model has left, at most, when it touches an enemy, however it turns and goes there."""
        mover = self.scene.model(model)
        spot = Footprint(np.array([mover.pose.centre]), radius(mover.base))
        return self.inches + TOLERANCE - distance(spot, self.scene.model(enemy).footprint)
