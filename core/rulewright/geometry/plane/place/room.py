"""Room for a whole unit: finding places for all its models together, or proving that there are none.

Looking for room is packing, and no quick method always finds what is there: a search that fails proves nothing.
Where simple bounds show that there is no room, the answer says that it is proven.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import msgspec
import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from ... import TOLERANCE, GeometryError
from ...irrational import scalar, vector
from ...lattice import coarse
from ..measure.units import Together
from ..scene import Model, Scene
from ..shapes import Points, Pose, radius
from ..slides import at_origin, inner_radius
from .centres import barred, meeting
from .drawing import draw
from .setup import LESS, OnOrOff, SetupPolicy, Standing, check_setup, region
from .spots import kind_of

LOOSE: Final = 0.005
"""How many inches the regions of proofs are too large: more than all their chords are off."""
TRIES: Final = 4
"""How many places are tried for one model before it is moved elsewhere."""
SEEDS: Final = 6
"""How many parts of a lattice are tried."""


class Room(msgspec.Struct, frozen=True):
    """A legal set-up: a pose for each model, and how many places were tried for it."""

    poses: dict[str, Pose]
    effort: int


class NoRoom(msgspec.Struct, frozen=True):
    """
    No set-up was found, with this many places tried.

    With ``proof`` there is none, at the facings and heights that were allowed; otherwise there may be one.
    """

    proof: bool
    reason: str
    effort: int


class Variants(msgspec.Struct, frozen=True):
    """The facings and heights in which models may be set up; where none are given, those that they have."""

    facings: tuple[float, ...] = ()
    heights: tuple[float, ...] = ()

    def of(self, model: Model) -> tuple[Model, ...]:
        """A model in all its facings and heights."""
        turned = len(at_origin(model.base, 0.0).core) > 1
        facings = self.facings if self.facings and turned else (model.pose.facing,)
        heights = self.heights or (model.pose.height,)
        return tuple(model.at(Pose(0.0, 0.0, facing, height)) for facing, height in product(facings, heights))


AS_THEY_ARE: Final = Variants()


def find_room(
    scene: Scene,
    models: Sequence[Model],
    policy: SetupPolicy,
    rng: random.Random,
    effort: int = 400,
    variants: Variants = AS_THEY_ARE,
    certified: bool = False,
) -> Room | NoRoom:
    """
    A legal set-up of all these models together, whatever their own places, or why there is none.

    Tries about ``effort`` places for single models, the same ones for the same state of ``rng``. Where a unit
    has to be near one edge, each edge is looked at. The quick way takes places at random where they are free and
    together, and never proves that there are none; with ``certified`` bounds are asked first, exact fits are looked
    for, and models that are in the way are put elsewhere. Raises GeometryError for no models, or one given twice.
    """
    if not certified:
        return _quick_room(scene, models, policy, rng, effort, variants)
    packers = [_Packer(scene, models, choice, rng, variants) for choice in policy.choices()]
    reasons = [packer.proof() for packer in packers]
    hopeful = [packer for packer, reason in zip(packers, reasons, strict=True) if reason is None]
    if not hopeful:
        return NoRoom(True, "; ".join(dict.fromkeys(reason for reason in reasons if reason)), 0)
    for found in _placings(hopeful, effort):
        return Room(found, sum(packer.spent for packer in hopeful))
    spent = sum(packer.spent for packer in hopeful)
    return NoRoom(False, f"no room found for {len(models)} models; there may be some", spent)


def _quick_room(
    scene: Scene, models: Sequence[Model], policy: SetupPolicy, rng: random.Random, effort: int, variants: Variants
) -> Room | NoRoom:
    tries = max(1, effort // (TRIES * len(models))) if models else 0
    now = without(scene, models)
    for number in range(tries):
        placed = draw(now, models, policy, rng, variants.of)
        if placed is not None and not check_setup(now, placed, policy):
            return Room(_poses(placed), (number + 1) * len(models))
    return NoRoom(False, f"no room found for {len(models)} models; there may be some", tries * len(models))


def sample_setup(
    scene: Scene, models: Sequence[Model], policy: SetupPolicy, rng: random.Random, variants: Variants = AS_THEY_ARE
) -> dict[str, Pose] | None:
    """
    A random set-up of all these models together, legal nearly always; None where none is found.

    The same for the same state of ``rng``; :func:`.setup.check_setup` decides. Raises GeometryError as
    :func:`find_room`.
    """
    placed = draw(without(scene, models), models, policy, rng, variants.of)
    return None if placed is None else _poses(placed)


def without(scene: Scene, models: Sequence[Model]) -> Scene:
    """The scene without models that are to be set up. Raises GeometryError for none, or one given twice."""
    if not models or len({model.id for model in models}) < len(models):
        raise GeometryError("room is looked for at least one model, and for each only once")
    gone = [model.id for model in models if model.id in scene.models]
    return scene.without_models(gone) if gone else scene


def _placings(packers: "Sequence[_Packer]", effort: int) -> Iterator[dict[str, Pose]]:
    """Legal set-ups, found by all in turns, until this many places were tried."""
    for packer in packers:
        yield from packer.in_lattices()
    while sum(packer.spent for packer in packers) < effort:
        for packer in packers:
            found = packer.attempt()
            if found is not None:
                yield found


class _Packer:
    """Looks for places for some models under a policy without choices."""

    def __init__(
        self, scene: Scene, models: Sequence[Model], policy: SetupPolicy, rng: random.Random, variants: Variants
    ) -> None:
        self.scene = without(scene, models)
        self.policy = policy
        self.models = tuple(models)
        self.rng = rng
        self.variants = {model.id: variants.of(model) for model in models}
        self.together = next((one for one in policy.conditions if isinstance(one, Together)), None)
        self.alone = SetupPolicy(tuple(one for one in policy.conditions if not isinstance(one, Together)))
        units = {model.unit for model in models} - {""}
        self.waiting = tuple(one for one in self.scene.models.values() if one.unit in units)
        self.spent = 0
        self._kept: dict[object, BaseGeometry] = {}

    # ------------------------------------------------------------------------------------------------- regions

    def region(self, variant: Model, loose: float = LESS) -> BaseGeometry:
        """Where the centre of a model may be, as far as nothing but the scene matters."""
        key = (kind_of(variant), loose)
        if key not in self._kept:
            self._kept[key] = region(self.scene, variant, self.policy, loose)
        return self._kept[key]

    def _near(self, other: Model, variant: Model, inches: float | None = None) -> BaseGeometry:
        """Where the centre of a model is that is so near to another; without inches, that overlaps it."""
        key = (inches, other.base, other.pose, kind_of(variant))
        if key not in self._kept:
            ground, own = other.footprint, at_origin(variant.base, variant.pose.facing)
            core = (ground.skeleton, ground.radius + (inches or 0.0), own)
            self._kept[key] = barred(*core, LESS) if inches is None else meeting(*core)
        return self._kept[key]

    # -------------------------------------------------------------------------------------------------- proofs

    def proof(self) -> str | None:
        """Why there can be no room; None where that is not known."""
        outer = {model.id: self._outer(model) for model in self.models}
        nowhere = [model.name for model in self.models if outer[model.id].is_empty]
        if nowhere:
            return f"{nowhere[0]} can stand nowhere"
        if not self._packed():
            return None
        most = max(self._most(cluster, outer) for cluster in self._clusters(outer))
        return f"room for {most} of {len(self.models)} models at most" if most < len(self.models) else None

    def _packed(self) -> bool:
        """Whether models keep each other off the ground they stand on."""
        levels = {variant.pose.height for variants in self.variants.values() for variant in variants}
        stands = any(isinstance(one, Standing) for one in self.policy.conditions) and len(levels) == 1
        return stands or any(isinstance(one, OnOrOff) for one in self.policy.conditions)

    def _outer(self, model: Model) -> BaseGeometry:
        return shapely.union_all([self.region(variant, LOOSE) for variant in self.variants[model.id]])

    def _clusters(self, outer: Mapping[str, BaseGeometry]) -> Iterator[BaseGeometry]:
        """The parts of the regions between which models of one unit can be linked."""
        everything = shapely.union_all(list(outer.values()))
        if self.together is None:
            yield everything
            return
        link = self.together.inches / 2 + max(radius(model.base) for model in (*self.models, *self.waiting)) + LOOSE
        joints = [other.footprint.polygon for other in self.waiting]
        for part in shapely.get_parts(shapely.union_all([everything.buffer(link), *shapely.buffer(joints, link)])):
            if not part.disjoint(everything):
                yield everything.intersection(part)

    def _most(self, cluster: BaseGeometry, outer: Mapping[str, BaseGeometry]) -> int:
        """No more models than this have room in a cluster."""
        meant = [model for model in self.models if not outer[model.id].disjoint(cluster)]
        if len(meant) <= 1:
            return len(meant)
        largest = max(radius(model.base) for model in meant)
        areas = np.cumsum(sorted(_area(model) for model in meant))
        by_area = int((areas <= cluster.buffer(largest + LOOSE).area).sum())
        apart = 2 * min(max(0.0, inner_radius(model.base)) for model in meant) - TOLERANCE
        return min(len(meant), by_area, _most_apart(cluster, apart))

    # ------------------------------------------------------------------------------------------------ lattices

    def in_lattices(self) -> Iterator[dict[str, Pose]]:
        """Set-ups of all models side by side, along the edges of where they may be: they find exact fits."""
        big = max(self.models, key=lambda model: radius(model.base))
        for variant in self.variants[big.id]:
            ground = self.region(variant)
            for points in _lattices(ground, 2 * radius(big.base)):
                free = points[shapely.dwithin(ground, shapely.points(points), LESS)]
                if len(free) >= len(self.models):
                    yield from self._parts_of_lattice(free, variant.pose)

    def _parts_of_lattice(self, free: Points, pose: Pose) -> Iterator[dict[str, Pose]]:
        for seed in self.rng.sample(range(len(free)), min(SEEDS, len(free))):
            away = vector.hypot(*(free - free[seed]).T)
            rows = np.argsort(coarse(away), kind="stable")[: len(self.models)]
            placed = [model.at(pose.at(*free[row].tolist())) for model, row in zip(self.models, rows, strict=True)]
            self.spent += len(placed)
            if not check_setup(self.scene, placed, self.policy):
                yield _poses(placed)

    # ------------------------------------------------------------------------------------------------ attempts

    def attempt(self) -> dict[str, Pose] | None:
        """Places for the models one after another; where one has none, others are taken away and put elsewhere."""
        order = sorted(self.models, key=lambda model: (-radius(model.base), self.rng.random()))
        placed: list[Model] = []
        angle = self.rng.uniform(0.0, 2 * math.pi)
        towards = np.array([scalar.cos(angle), scalar.sin(angle)])
        compact = self.rng.random() < 0.5
        for _ in range(2 * len(order)):
            if not order:
                break
            here = self._place(order[0], placed, towards, compact)
            if here is not None:
                placed.append(here)
                order.pop(0)
            elif placed:
                gone = placed.pop(self.rng.randrange(len(placed)))
                order.append(next(model for model in self.models if model.id == gone.id))
            else:
                return None
        if order or check_setup(self.scene, placed, self.policy):
            return None
        return _poses(placed)

    def _place(self, model: Model, placed: Sequence[Model], towards: Points, compact: bool) -> Model | None:
        """A place for a model beside others: the first of the best that passes the check."""
        for variant in self.rng.sample(self.variants[model.id], len(self.variants[model.id])):
            spots = self._spots(variant, placed)
            if not len(spots):
                continue
            score = vector.matmul(spots, towards)
            if compact and placed:
                middle = np.mean([other.pose.centre for other in placed], axis=0)
                score = vector.hypot(*(spots - middle).T)
            elif not placed and compact:
                score = np.array([self.rng.random() for _ in spots])
            score = score - 1000.0 * self._neighbours(variant, placed, spots)
            for row in np.argsort(coarse(score), kind="stable")[:TRIES]:
                self.spent += 1
                there = model.at(variant.pose.at(*spots[row].tolist()))
                if not check_setup(self.scene.with_models(placed), [there], self.alone):
                    return there
        self.spent += 1
        return None

    def _spots(self, variant: Model, placed: Sequence[Model]) -> Points:
        """Places where a model touches others or the rim of where it may be, and some between."""
        free = self.region(variant)
        unit = (*placed, *self.waiting)
        if self.together and unit:
            free = free.intersection(
                shapely.union_all([self._near(one, variant, self.together.inches) for one in unit])
            )
        if placed:
            free = free.difference(shapely.union_all([self._near(other, variant) for other in placed]))
        rim: Points = shapely.get_coordinates(free)
        if not len(rim):
            return rim
        low, high = rim.min(axis=0), rim.max(axis=0)
        inside = np.array([[self.rng.uniform(low[axis], high[axis]) for axis in (0, 1)] for _ in range(32)])
        return np.vstack([rim, inside[shapely.contains_xy(free, inside)]])

    def _neighbours(self, variant: Model, placed: Sequence[Model], spots: Points) -> Points:
        """To how many others each place is near, up to as many as are wanted."""
        if self.together is None:
            return np.zeros(len(spots))
        unit = (*placed, *self.waiting)
        wanted = self.together.wanted(len(self.models) + len(self.waiting))
        near = [shapely.contains_xy(self._near(one, variant, self.together.inches), spots) for one in unit]
        return np.minimum(wanted, np.sum(near, axis=0)) if near else np.zeros(len(spots))


def _poses(placed: Sequence[Model]) -> dict[str, Pose]:
    return {model.id: model.pose for model in placed}


def _area(model: Model) -> float:
    return float(at_origin(model.base, 0.0).polygon.area)


def _most_apart(ground: BaseGeometry, apart: float) -> int:
    """
    No more points than this lie in some areas, each so far from all others.

    In a convex area A with outline P there are at most 2 A / sqrt(3) + P / 2 + 1 points at distances of 1 or more
    (Oler 1961); areas that are not convex are taken with their hull.
    """
    if apart <= TOLERANCE:
        return 1 << 30
    hulls = [part.convex_hull for part in shapely.get_parts(ground)]
    bounds = (2 / scalar.sqrt(3) * hull.area / apart**2 + hull.length / (2 * apart) + 1.0 for hull in hulls)
    return sum(math.floor(bound + TOLERANCE) for bound in bounds)


def _lattices(ground: BaseGeometry, step: float) -> Iterator[Points]:
    """The points of square and of triangular lattices that start at each corner of the rectangle around an area."""
    around = shapely.minimum_rotated_rectangle(ground)
    if not isinstance(around, Polygon) or around.is_empty:
        return
    corners = shapely.get_coordinates(around)[:-1]
    for number, rise, back in product(range(4), (step, step * scalar.sqrt(0.75)), (1, -1)):
        here, ahead, aside = (corners[(number + by * back) % 4] for by in (0, 1, -1))
        along, across = ahead - here, aside - here
        length, depth = scalar.hypot(*along), scalar.hypot(*across)
        if min(length, depth) == 0.0:
            continue
        i, j = np.meshgrid(np.arange(length // step + 2), np.arange(depth // rise + 2))
        shift = (j % 2) / 2 if rise < step else 0.0
        i, j = ((i + shift) * step / length).ravel(), (j * rise / depth).ravel()
        yield here + i[:, None] * along + j[:, None] * across
