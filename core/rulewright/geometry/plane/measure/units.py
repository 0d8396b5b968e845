"""Several models as one: units that keep together, enemies that are near, and who is closest.

Models that share a ``unit`` are a unit of that name; a model without one is a unit by itself, named like the model.
Where a unit is asked about (:data:`Who`) its name will do, and so will the id of a model, or some ids in any order.
Horizontal and vertical limits are arguments.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from ... import TOLERANCE, GeometryError
from ...caching import kept
from ...evidence import Fault
from ...irrational import scalar, vector
from ...lattice import coarse
from ..rounds import CLEARLY, are_linked, size_of
from ..scene import Change, Model, Scene
from ..shapes import Circle, Hull, radius
from .pairs import (
    Numbers,
    Rows,
    apart,
    distances,
    near_enemies,
    vertical_gaps,
)
from .ranges import Measured, Thing, check_wholly_within, check_within, gap, limit, models_within, to_models

Mask: TypeAlias = npt.NDArray[np.bool_]

BASE_HEIGHT: Final = 0.16
"""How high the rim of a base is, in inches (4 mm): bases touch when their heights differ by no more."""


Who: TypeAlias = str | Iterable[str]
"""Models: the name of a unit, the id of a model, or some ids. A name that is both is the unit's."""


def members(scene: Scene, unit: str) -> tuple[str, ...]:
    """The models of a unit by its name. Raises GeometryError where there are none."""
    units = _members(scene)
    if unit not in units:
        raise GeometryError(f"the scene has no model of a unit {unit!r}")
    return units[unit]


def unit_of(model: Model) -> str:
    """The name of a model's unit; a model without one is a unit by itself, named like the model."""
    return model.unit or model.id


def named(scene: Scene, who: Who) -> tuple[str, ...]:
    """
    The ids of a unit, a model or some models, each once, in the scene's order.

    Raises GeometryError for a name that the scene does not have.
    """
    return _names(scene, rows_named(scene, who))


def rows_named(scene: Scene, who: Who) -> Rows:
    """The rows of a unit, a model or some models. Raises GeometryError for a name that the scene does not have."""
    if not isinstance(who, str):
        return np.array(sorted({scene.rows[scene.model(name).id] for name in who}), dtype=np.intp)
    units = _units(scene)
    if who in units:
        return units[who]
    if who in scene.rows:
        return np.array([scene.rows[who]], dtype=np.intp)
    raise GeometryError(f"the scene has no unit and no model {who!r}; it has the units {', '.join(units) or 'none'}")


@kept
def _units(scene: Scene) -> Mapping[str, Rows]:
    """The rows of each unit, in order."""
    rows = scene.rows
    return {unit: np.array([rows[name] for name in names], np.intp) for unit, names in _members(scene).items()}


@kept
def _members(scene: Scene) -> Mapping[str, tuple[str, ...]]:
    """The models of each unit, in order."""
    found: dict[str, list[str]] = {}
    for name, model in scene.models.items():
        found.setdefault(unit_of(model), []).append(name)
    return {unit: tuple(names) for unit, names in found.items()}


def _names(scene: Scene, rows: Rows) -> tuple[str, ...]:
    names = tuple(scene.models)
    return tuple(names[row] for row in rows.tolist())


# ------------------------------------------------------------------------------------------------ keeping together


class Coherency(msgspec.Struct, frozen=True):
    """
    Whether a unit keeps together: ``groups`` of models linked by nearness, the largest first, ``links`` the pairs
    that are near each other, and ``faults`` what is wrong, empty when nothing is.

    The faults: a model without enough others near (``amount``: how much nearer it has to be to one more, ``points``
    from it to that one), a group apart from the rest (``amount``: how much nearer the nearest two have to be).
    """

    groups: tuple[tuple[str, ...], ...]
    links: tuple[tuple[str, str], ...]
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether the unit keeps together."""
        return not self.faults


class Together(msgspec.Struct, frozen=True):
    """
    How a unit keeps together.

    Its models form one group, each near this many ``neighbours`` (all others, in a smaller unit); of ``crowd`` models
    or more, near at least ``in_crowd``. Near is within ``inches`` horizontally and ``vertical`` vertically, and exactly
    so far is near.
    """

    inches: float = 2.0
    vertical: float = 5.0
    neighbours: int = 1
    crowd: int = 7
    in_crowd: int = 2

    def __post_init__(self) -> None:
        limit(self.inches, self.vertical)

    def faults(self, scene: Scene, unit: tuple[str, ...]) -> tuple[Fault, ...]:
        """Why these models and the others of their unit do not keep together; empty where they do."""
        models = [scene.models[name] for name in whole_unit(scene, unit)]
        if self._surely_hold(models):
            return ()
        return coherency(scene, whole_unit(scene, unit), self).faults

    def _surely_hold(self, models: Sequence[Model]) -> bool:
        """Whether models on round bases keep together, as far as that is soon seen; False says nothing."""
        heights = [model.pose.height for model in models]
        if len(models) < 2 or max(heights) - min(heights) > self.vertical:
            return len(models) == 1
        discs = [(model.pose.x, model.pose.y, size) for model in models if (size := size_of(model.base)) is not None]
        return len(discs) == len(models) and are_linked(discs, self.inches, self.wanted(len(models)))

    def wanted(self, models: int) -> int:
        """How many others each of this many models is near."""
        return min(self.neighbours if models < self.crowd else max(self.neighbours, self.in_crowd), models - 1)


TWO_INCHES: Final = Together()
"""How units keep together unless they are told otherwise."""


def coherency(scene: Scene, unit: Who, together: Together = TWO_INCHES) -> Coherency:
    """
    Whether models keep together, and how they are linked.

    A unit of one model always keeps together. Raises GeometryError for who is not in the scene.
    """
    rows = rows_named(scene, unit)
    own = _names(scene, rows)
    over = _over(scene, rows, together.inches, together.vertical)
    np.fill_diagonal(over, math.inf)
    near = over <= TOLERANCE
    groups = _groups(near)
    faults = [*_lonely(scene, own, over, together.wanted(len(rows))), *_apart(scene, own, over, groups)]
    links = tuple((own[one], own[two]) for one, two in np.argwhere(np.triu(near)).tolist())
    return Coherency(tuple(tuple(own[place] for place in group) for group in groups), links, tuple(faults))


def whole_unit(scene: Scene, placed: Iterable[str]) -> tuple[str, ...]:
    """These models and all others of the scene that belong to a unit of theirs."""
    names = tuple(placed)
    units = {scene.model(name).unit for name in names} - {""}
    return names + tuple(one.id for one in scene.models.values() if one.unit in units and one.id not in names)


def _over(scene: Scene, rows: Rows, inches: float, vertical: float) -> Numbers:
    """By how much some models are too far from each other for both distances; 0 or below where they are not."""
    one, two = np.triu_indices(len(rows), 1)
    between = np.zeros((len(rows), len(rows)))
    between[one, two] = between[two, one] = apart(scene, rows[one], rows[two])
    over: Numbers = np.maximum(between - inches, vertical_gaps(scene)[np.ix_(rows, rows)] - vertical)
    return over


def _groups(near: Mask) -> list[list[int]]:
    """Places linked by nearness, the largest group first, in order."""
    left, groups = set(range(len(near))), []
    while left:
        group, edge = set[int](), {min(left)}
        while edge:
            group |= edge
            edge = set(np.flatnonzero(near[list(edge)].any(axis=0)).tolist()) - group
        left -= group
        groups.append(sorted(group))
    return sorted(groups, key=lambda group: (-len(group), group))


def _lonely(scene: Scene, own: Sequence[str], over: Numbers, wanted: int) -> Iterator[Fault]:
    """Models that have fewer others near than wanted."""
    for place in np.flatnonzero((over <= TOLERANCE).sum(axis=1) < wanted).tolist():
        other = int(np.argsort(coarse(over[place]), kind="stable")[wanted - 1])
        points = gap(scene, own[place], own[other]).points
        yield Fault("too few of its unit near", own[place], float(over[place, other]), points)


def _apart(scene: Scene, own: Sequence[str], over: Numbers, groups: list[list[int]]) -> Iterator[Fault]:
    """Groups that are not linked to the rest of the unit."""
    for group in groups[1:]:
        others = [place for place in range(len(own)) if place not in group]
        between = over[np.ix_(group, others)]
        one, two = np.unravel_index(int(coarse(between).argmin()), between.shape)
        a, b = own[group[one]], own[others[two]]
        yield Fault("apart from the rest of its unit", a, float(between[one, two]), gap(scene, a, b).points)


# --------------------------------------------------------------------------------------------------------- enemies


def engaged(scene: Scene, inches: float = 1.0, vertical: float = 5.0) -> Mask:
    """Which models of different sides are within both distances of each other, in order: (n, n), symmetric.

    Pairs that count as engaged (:class:`..scene.HeldPair`) are among them.
    """
    near: Mask = np.zeros((len(scene.models), len(scene.models)), dtype=bool)
    for one, other in _engaged_rows(scene, inches, vertical):
        near[one, other] = near[other, one] = True
    return near


def _engaged_rows(scene: Scene, inches: float, vertical: float) -> list[tuple[int, int]]:
    """The pairs of engaged models by their rows, each once and in order."""
    limit(inches, vertical)
    near = near_enemies(scene, inches, vertical)
    pairs = list(zip(near.one.tolist(), near.two.tolist(), strict=True))
    if not scene.held:
        return pairs
    held = [pair.models for pair in scene.held.values() if all(one in scene.rows for one in pair.models)]
    ends = ((scene.rows[one], scene.rows[other]) for one, other in held)
    return sorted({*pairs, *((min(pair), max(pair)) for pair in ends)})


def engagements(scene: Scene, inches: float = 1.0, vertical: float = 5.0) -> tuple[tuple[str, str], ...]:
    """The pairs of models of different sides that are within both distances of each other, each pair once."""
    names = tuple(scene.models)
    return tuple((names[one], names[two]) for one, two in _engaged_rows(scene, inches, vertical))


def engaged_units(scene: Scene, inches: float = 1.0, vertical: float = 5.0) -> tuple[tuple[str, str], ...]:
    """The pairs of units that have models within both distances of each other, each pair once."""
    seen: dict[frozenset[str], tuple[str, str]] = {}
    for one, two in engagements(scene, inches, vertical):
        pair = unit_of(scene.models[one]), unit_of(scene.models[two])
        seen.setdefault(frozenset(pair), pair)
    return tuple(seen.values())


def check_clear(scene: Scene, unit: Who, inches: float = 1.0, vertical: float = math.inf) -> tuple[Fault, ...]:
    """
    The enemy models that any of these models is within both distances of; empty when there are none.

    ``amount`` is how much farther away the nearest of the models has to be horizontally.
    """
    rows, names = rows_named(scene, unit), tuple(scene.models)
    if _surely_clear(scene, rows, inches):
        return ()
    horizontal = distances(scene)[rows]
    near = engaged(scene, inches, vertical)[rows]
    faults = []
    for enemy in np.flatnonzero(near.any(axis=0)).tolist():
        one = int(coarse(np.where(near[:, enemy], horizontal[:, enemy], math.inf)).argmin())
        missing = inches - float(horizontal[one, enemy])
        faults.append(Fault("too near", names[enemy], missing, gap(scene, names[rows[one]], names[enemy]).points))
    return tuple(faults)


def _surely_clear(scene: Scene, rows: Rows, inches: float) -> bool:
    """Whether the discs around some models are all farther than that from those around all enemies."""
    models = tuple(scene.models.values())
    mine = [models[row] for row in rows.tolist()]
    sides = {one.side for one in mine}
    if scene.held or len(sides) != 1:
        return False
    limit(inches)
    discs = [(*one.pose.centre, radius(one.base) + inches + CLEARLY) for one in mine]
    for other in models:
        if other.side not in sides:
            x, y, reach = *other.pose.centre, radius(other.base)
            if any((x - there_x) ** 2 + (y - there_y) ** 2 < (room + reach) ** 2 for there_x, there_y, room in discs):
                return False
    return True


def touching(scene: Scene, a: str, b: str) -> bool:
    """
    Whether two models are in base contact: their bases touch, or any parts of them where one is measured to its hull.

    Those that count as touching (:class:`..scene.HeldPair`) are, too.

    Where a rule counts 0 inches horizontally and some distance vertically as contact, ask
    :func:`.measure.check_within` with these.
    """
    if scene.counts(a, b, contact=True):
        return True
    one, two = scene.model(a), scene.model(b)
    apart = gap(scene, a, b)
    if isinstance(one.base, Hull) or isinstance(two.base, Hull):
        return apart.within(0.0, 0.0)
    return apart.within(0.0) and abs(one.pose.height - two.pose.height) <= BASE_HEIGHT + TOLERANCE


def in_contact(scene: Scene, model: str) -> tuple[str, ...]:
    """The other models that a model is in base contact with, in order."""
    near = {*models_within(scene, model, 0.0), *(name for pair in scene.held.values() for name in pair.models)}
    return tuple(name for name in scene.models if name in near and name != model and touching(scene, model, name))


def foes_of(scene: Scene, model: str, inches: float = 1.0, vertical: float = 5.0) -> tuple[str, ...]:
    """The models of other sides that a model is engaged with, in order."""
    near = engaged(scene, inches, vertical)[scene.rows[scene.model(model).id]]
    return _names(scene, np.flatnonzero(near))


# --------------------------------------------------------------------------------------------- nearest, and as a unit


def closest(scene: Scene, thing: Thing, among: Who, straight: bool = False) -> tuple[Measured, ...]:
    """
    The nearest of some models to a thing; several when they are equally near, none when there are no models.

    By horizontal distance, or by the one straight through the air.
    """
    rows = rows_named(scene, among)
    horizontal, vertical = (column[rows] for column in to_models(scene, thing))
    away = vector.hypot(horizontal, vertical) if straight else horizontal
    names = tuple(scene.models)
    near = rows[away <= away.min(initial=math.inf) + TOLERANCE]
    return tuple(gap(scene, thing, names[row]) for row in near.tolist())


def unit_gap(scene: Scene, unit: Who, other: Who, straight: bool = False) -> Measured:
    """
    How far two units are apart: between their nearest models, by horizontal or straight distance.

    Raises GeometryError for a unit without models. To a thing that is no unit: ``closest(scene, thing, unit)``.
    """
    one, two = rows_named(scene, unit), rows_named(scene, other)
    if not (len(one) and len(two)):
        raise GeometryError("a unit without models has no distance to anything")
    pairs = np.ix_(one, two)
    horizontal, vertical = distances(scene)[pairs], vertical_gaps(scene)[pairs]
    away = vector.hypot(horizontal, vertical) if straight else horizontal
    nearest = divmod(int(coarse(away).argmin()), len(two))
    names = tuple(scene.models)
    return gap(scene, names[one[nearest[0]]], names[two[nearest[1]]])


@kept
def gaps_of_units(scene: Scene, straight: bool = False) -> Mapping[str, Mapping[str, float]]:
    """How far each unit is from each other one: the distances of :func:`unit_gap`, all of them at once."""
    units = _units(scene)
    order = np.concatenate([*units.values(), np.empty(0, dtype=np.intp)])
    first = np.cumsum([0, *map(len, units.values())])[:-1]
    away = distances(scene)
    if straight and (vertical := vertical_gaps(scene)).any():
        away = vector.hypot(away, vertical)
    if not units:
        return {}
    least = np.minimum.reduceat(np.minimum.reduceat(away[np.ix_(order, order)], first, axis=0), first, axis=1)
    return {unit: dict(zip(units, row, strict=True)) for unit, row in zip(units, least.tolist(), strict=True)}


def units_within(scene: Scene, one: str, other: str, inches: float, straight: bool = False) -> bool:
    """
    Whether two units, or models, are within this many inches of each other, horizontally or straight through the air.

    As :func:`unit_gap` measures it, which is asked where the discs in and around the bases leave doubt.
    Raises GeometryError for a name that the scene does not have.
    """
    sure = _surely_within(scene, one, other, inches, straight)
    if sure is not None:
        return sure
    gaps = gaps_of_units(scene, straight)
    if one in gaps and other in gaps:
        return gaps[one][other] <= inches + TOLERANCE
    found = unit_gap(scene, one, other, straight)
    return (found.straight if straight else found.horizontal) <= inches + TOLERANCE


class _Reach(NamedTuple):
    """The centre of a model, the radii of a disc round its base and of one in it, its lowest and highest point."""

    x: float
    y: float
    most: float
    least: float
    low: float
    high: float


def _surely_within(scene: Scene, one: str, other: str, inches: float, straight: bool) -> bool | None:
    """Whether two units are surely within a distance, or surely not; None says nothing."""
    perhaps, far, near = False, inches + CLEARLY, inches - CLEARLY
    theirs = _reaches(scene, other)
    for x, y, most, least, low, high in _reaches(scene, one):
        for there_x, there_y, there_most, there_least, there_low, there_high in theirs:
            away = (x - there_x) ** 2 + (y - there_y) ** 2
            if away > (far + most + there_most) ** 2:
                continue
            perhaps, room = True, near
            if straight and (up := max(low - there_high, there_low - high)) > 0.0:
                room = scalar.sqrt(max(room * room - up * up, 0.0)) - CLEARLY
            if away <= max(room + least + there_least, 0.0) ** 2:
                return True
    return None if perhaps else False


def _reaches(scene: Scene, name: str) -> list[_Reach]:
    """How far the models of a unit reach, or a model by its id. Raises GeometryError where there is neither."""
    known = scene.kept("reaches", _reach_of_all, _reach_after)
    units = _members(scene)
    return [known[one] for one in (units[name] if name in units else (scene.model(name).id,))]


def _reach_of_all(scene: Scene) -> dict[str, _Reach]:
    return {name: _reach_of(model) for name, model in scene.models.items()}


def _reach_after(old: dict[str, _Reach], scene: Scene, change: Change) -> dict[str, _Reach]:
    models = scene.models.items()
    return {
        name: _reach_of(model) if row < 0 else old[name]
        for (name, model), row in zip(models, change.rows.tolist(), strict=True)
    }


def _reach_of(model: Model) -> _Reach:
    pose, reach = model.pose, radius(model.base)
    return _Reach(pose.x, pose.y, reach, reach if isinstance(model.base, Circle) else -reach, *model.span)


def check_unit_within(
    scene: Scene, unit: Who, thing: Thing, inches: float, vertical: float = math.inf
) -> tuple[Fault, ...]:
    """
    Why no model of a unit is within both distances of a thing, told of the one that needs least; empty when one is.
    """
    limit(inches, vertical)
    names = tuple(scene.models)
    horizontal, high_or_low = to_models(scene, thing)
    rows = rows_named(scene, unit)
    over = np.maximum(horizontal[rows] - inches, high_or_low[rows] - vertical)
    if not len(over):
        raise GeometryError("a unit without models is within nothing")
    return check_within(scene, names[rows[coarse(over).argmin()]], thing, inches, vertical)


def check_unit_wholly_within(
    scene: Scene, unit: Who, thing: Thing, inches: float = 0.0, vertical: float = math.inf
) -> tuple[Fault, ...]:
    """What is not wholly within both distances of a thing, over all models of a unit; empty when all of them are."""
    checks = [_of(name, check_wholly_within(scene, name, thing, inches, vertical)) for name in named(scene, unit)]
    if not checks:
        raise GeometryError("a unit without models is within nothing")
    return tuple(fault for faults in checks for fault in faults)


def _of(name: str, faults: tuple[Fault, ...]) -> Iterator[Fault]:
    """The faults of one model of several: told by its own name."""
    return (msgspec.structs.replace(fault, by=name) for fault in faults)
