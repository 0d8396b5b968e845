"""What may block sight between two models, as data: sizes, traits, who stands in what, and which models count."""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from ... import TOLERANCE
from ...caching import kept
from ..misspelt import refuse_misspelt
from ..scene import Change, Model, Scene, Terrain
from ..shapes import Footprint, ring
from .bodies import Bodies, Flags, Floats, Rows, some
from .obstacles import GROUND, NOBODY, UNLIMITED, ConvexPart, Obstacles, contacts, ground_as_parts, pieces_as_parts

Grounds: TypeAlias = npt.NDArray[np.object_]

_WHAT: Final = "a policy for sight"


class SeeThrough(Enum):
    """How terrain stands in the way of sight."""

    SOLID = "solid"
    """It blocks what its shape hides."""
    INTO = "into"
    """One sees into it and, from wholly within, out of it, but never through or over its ground to beyond."""
    HAZY = "hazy"
    """One sees through it, but nothing behind or within it is ever fully visible."""


class Screen(msgspec.Struct, frozen=True):
    """
    How pieces with a trait stand in the way: the first screen of a policy whose trait a piece has counts.

    For a pair of which either model has a trait in ``exempt`` the piece is not there. A model of which any
    part is within sees out of an INTO screen where it has a trait in ``sees_out``.
    """

    trait: str
    kind: SeeThrough
    exempt: frozenset[str] = frozenset()
    sees_out: frozenset[str] = frozenset()


class SightPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """
    What blocks sight.

    A solid piece blocks unless one of the two models stands in or on it; with ``sizes`` only where its size is
    above that of the model looked at, which counts as its own size plus those of the pieces it stands on.
    With ``heights`` pieces are prisms from the ground to their height and models reach from the ground under
    them to their top; the sight may go over what is lower, and a piece that a model stands on top of blocks by
    its shape. ``screens`` say which traits are something else than solid. With ``models`` other models block
    too, unless they have the unit of the one that looks. ``only`` are the ids of the pieces that count, all
    where it is None, ``without`` those that do not; an id that no piece of the scene has is refused when the policy
    is used, and so is a trait that nothing has where something has one written almost alike.

    Out of an INTO screen a model sees from wholly within, or with a trait that sees out; with ``partly_out`` also
    from partly within, by its shape alone, as if the screen were not there.
    """

    sizes: bool = False
    heights: bool = False
    models: bool = False
    screens: tuple[Screen, ...] = ()
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()
    partly_out: bool = False


class Standing(NamedTuple):
    """Which models stand in which pieces: arrays (models, pieces)."""

    within: Flags
    """Some of the base is over the piece (touching is not)."""
    wholly: Flags
    """No part of the base sticks out of it."""


def standing(scene: Scene) -> Standing:
    """Who stands within and wholly within which piece."""
    return scene.kept("standing", _standing, _standing_after)


def _standing(scene: Scene) -> Standing:
    return _standing_of(scene, range(len(scene.models)))


def _standing_after(old: Standing, scene: Scene, change: Change) -> Standing:
    if change.grounds:
        return _standing(scene)
    fresh = np.flatnonzero(change.rows < 0)
    found = _standing_of(scene, fresh.tolist())
    arrays = []
    for before, now in zip(old, found, strict=True):
        after = before[change.rows]
        after[fresh] = now
        arrays.append(after)
    return Standing(*arrays)


def _standing_of(scene: Scene, rows: Sequence[int]) -> Standing:
    terrain = scene.terrain
    shape = (len(rows), len(terrain.ids))
    within, wholly = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    if not all(shape):
        return Standing(within, wholly)
    boxes, smaller, larger = outlines(terrain)
    models = tuple(scene.models.values())
    footprints = [models[row].footprint for row in rows]
    bounds = np.array([footprint.bounds for footprint in footprints])
    apart = (bounds[:, None, :2] >= boxes[:, 2:]) | (bounds[:, None, 2:] <= boxes[:, :2])
    for place, piece in np.argwhere(~apart.any(axis=2)).tolist():
        footprint = footprints[place]
        within[place, piece] = shapely.distance(footprint.skeleton, smaller[piece]) <= footprint.radius
        wholly[place, piece] = (
            shapely.covers(larger[piece], footprint.skeleton)
            and shapely.distance(footprint.skeleton, larger[piece].boundary) >= footprint.radius
        )
    return Standing(within, wholly)


class Outlines(NamedTuple):
    """The pieces of terrain: their bounding boxes, and their grounds a tolerance smaller and larger."""

    boxes: Floats
    inner: Grounds
    outer: Grounds


@kept
def outlines(terrain: Terrain) -> Outlines:
    """Boxes and outlines of the pieces, worked out once."""
    return Outlines(
        shapely.bounds(terrain.polygons),
        shapely.buffer(terrain.polygons, -TOLERANCE, join_style="mitre"),
        shapely.buffer(terrain.polygons, TOLERANCE, join_style="mitre"),
    )


class Ground:
    """
    The terrain of a scene under a policy: how each piece stands in the way, and its parts as obstacles.

    Raises GeometryError for a policy that names a piece which the scene does not have, or misspells a trait.
    """

    def __init__(self, scene: Scene, policy: SightPolicy) -> None:
        for name in (policy.only or frozenset()) | policy.without:
            scene.piece(name)
        traits = {"screens": [screen.trait for screen in policy.screens]}
        refuse_misspelt(_WHAT, traits, (piece.traits for piece in scene.terrain.pieces))
        self.policy = policy
        self.terrain = scene.terrain

    @cached_property
    def kinds(self) -> tuple[Screen, ...]:
        """How each piece stands in the way."""
        return tuple(
            next((screen for screen in self.policy.screens if screen.trait in piece.traits), _SOLID)
            for piece in self.terrain.pieces
        )

    @cached_property
    def heights(self) -> Floats:
        """How high each piece hides."""
        if not self.policy.heights:
            return np.full(len(self.kinds), UNLIMITED)
        return np.where(self.solid, self.terrain.heights, UNLIMITED)

    @cached_property
    def counted(self) -> Flags:
        """Which pieces can block at all (hazy ones are among them)."""
        only, without = self.policy.only, self.policy.without
        return np.array([(only is None or name in only) and name not in without for name in self.terrain.ids], bool)

    @cached_property
    def solid(self) -> Flags:
        """Which pieces are solid."""
        return np.array([screen.kind is SeeThrough.SOLID for screen in self.kinds], dtype=bool)

    @cached_property
    def hazy(self) -> Flags:
        """Which pieces are hazy."""
        return np.array([screen.kind is SeeThrough.HAZY for screen in self.kinds], dtype=bool)

    @cached_property
    def screens(self) -> tuple[tuple[Screen, Flags], ...]:
        """The screens that are something else than solid, each with the pieces that it is about."""
        used = [screen for screen in dict.fromkeys(self.kinds) if screen.kind is not SeeThrough.SOLID]
        return tuple((screen, np.array([kind == screen for kind in self.kinds], dtype=bool)) for screen in used)

    @cached_property
    def mutual(self) -> bool:
        """Whether a piece that stands in the way from one model to another always does so the other way, too."""
        partly_out = self.policy.partly_out
        return not (self.policy.sizes or any(screen.kind is SeeThrough.INTO and not partly_out
                                             for screen, _ in self.screens))  # fmt: skip

    @cached_property
    def parts(self) -> list[ConvexPart]:
        """The convex parts of the pieces, seams sealed."""
        return self._cut[0]

    @cached_property
    def obstacles(self) -> Obstacles:
        """The pieces as obstacles."""
        return self._cut[1]

    @cached_property
    def _cut(self) -> tuple[list[ConvexPart], Obstacles]:
        key = ("obstacles", self.policy.heights, self.policy.screens if self.policy.heights else ())
        return self.terrain.kept(key, self._cut_up)

    def _cut_up(self, terrain: Terrain) -> tuple[list[ConvexPart], Obstacles]:
        parts = pieces_as_parts(terrain.polygons.tolist(), self.heights.tolist())
        return parts, Obstacles(parts)


def ground_of(scene: Scene, policy: SightPolicy) -> Ground:
    """The terrain under a policy, shared by all scenes with the same terrain."""
    return scene.terrain.kept(("ground", policy), lambda _: Ground(scene, policy))


def refuse_unfit(scene: Scene, policy: SightPolicy) -> Ground:
    """The terrain under a policy. Raises GeometryError as `Ground`, and where the policy misspells a model's trait."""
    return scene.kept(("fits", policy), lambda scene: _refuse_unfit(scene, policy))


def _refuse_unfit(scene: Scene, policy: SightPolicy) -> Ground:
    ground = ground_of(scene, policy)
    traits = {name: [*chain(*(getattr(one, name) for one in policy.screens))] for name in ("exempt", "sees_out")}
    if any(traits.values()):
        there = frozenset(model.traits for model in scene.models.values())
        scene.terrain.kept(("met", policy, there), lambda _: refuse_misspelt(_WHAT, traits, there))
    return ground


class Outlook:
    """
    The bodies and obstacles of a scene under a policy, and which obstacles count between which models.

    Obstacles have the numbers of the pieces in the terrain, then those of the models in the scene; ``names``
    are their ids. Of the models only those with the rows ``crowd`` can block, all where it is None.
    """

    def __init__(self, scene: Scene, policy: SightPolicy, crowd: Rows | None = None) -> None:
        self.scene = scene
        self.policy = policy
        self.ground = refuse_unfit(scene, policy)
        self.terrain = scene.terrain
        everyone = np.arange(len(scene.models)) if crowd is None else crowd
        self.crowd = everyone if policy.models else everyone[:0]
        self.standing = standing(scene)

    @cached_property
    def models(self) -> tuple[Model, ...]:
        """The models, in order."""
        return tuple(self.scene.models.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of obstacles by their numbers."""
        return (*self.terrain.ids, *self.scene.models)

    @cached_property
    def obstacles(self) -> Obstacles:
        """Everything that might block."""
        if not len(self.crowd):
            return self.ground.obstacles
        every = [*self.ground.parts, *self._model_parts()]
        return Obstacles([*every, *contacts(every, len(self.ground.parts))])

    def _model_parts(self) -> list[ConvexPart]:
        found = []
        for row in self.crowd.tolist():
            model, ground = self.models[row], self.models[row].whole
            low, high = (model.pose.height, model.top) if self.policy.heights else (GROUND, UNLIMITED)
            found += ground_as_parts(ground, len(self.terrain.ids) + row, low if low > 0.0 else GROUND, high)
        return found

    @cached_property
    def tops(self) -> Floats:
        """The highest points of the models."""
        return np.array([model.top for model in self.models])

    @cached_property
    def bottoms(self) -> Floats:
        """The heights of the ground under the models."""
        return np.array([model.pose.height for model in self.models])

    @property
    def mutual(self) -> bool:
        """Whether what stands in the way from one model to another always does so the other way, too."""
        return self.ground.mutual and not self.policy.models

    def uses(self, one: Rows, two: Rows, full: bool = False, over: Flags | None = None) -> Flags | None:
        """
        Which parts of obstacles count where models ``one[k]`` look at models ``two[k]``: (pairs, parts), None for all.

        With ``full`` those that keep it from being fully visible: hazy pieces too, but no model of its unit. ``over``
        says of which pairs only parts that overhang a base are meant: into INTO screens, too, nobody sees by these.
        """
        pieces = self.blocking(one, two, full, over)
        if pieces is None and not self.policy.models:
            return None
        if pieces is None:
            pieces = np.ones((len(one), len(self.terrain.ids)), dtype=bool)
        return _of_parts(self.obstacles, [pieces, self._blocking_models(one, two, full)])

    def uses_ground(self, one: Rows, two: Rows, over: Flags | None = None) -> Flags | None:
        """The same of the terrain alone."""
        pieces = self.blocking(one, two, over=over)
        return None if pieces is None else _of_parts(self.ground.obstacles, [pieces])

    def _blocking_models(self, one: Rows, two: Rows, full: bool) -> Flags:
        found = np.ones((len(one), len(self.models)), dtype=bool)
        if len(self.crowd):
            pairs = np.arange(len(one))
            units = self.units
            named = units >= 0
            found &= ~(named & (units == units[one][:, None]))
            if full:
                found &= ~(named & (units == units[two][:, None]))
            found[pairs, one] = found[pairs, two] = False
        return found

    @cached_property
    def units(self) -> Rows:
        """The units of the models as numbers, NOBODY without one."""
        numbers: dict[str, int] = {"": NOBODY}
        return np.array([numbers.setdefault(model.unit, len(numbers)) for model in self.models], dtype=np.intp)

    def blocking(self, one: Rows, two: Rows, full: bool = False, over: Flags | None = None) -> Flags | None:
        """Which pieces count where models ``one[k]`` look at models ``two[k]``: (pairs, pieces), None for all."""
        policy, ground = self.policy, self.ground
        if not len(self.terrain.ids):
            return None
        inside = self.standing.within
        if not (policy.sizes or policy.screens or inside.any()) and ground.counted.all():
            return None
        if policy.heights:
            inside = inside & (self.bottoms[:, None] < self.terrain.heights - TOLERANCE)
        found = ground.solid & ~inside[one] & ~inside[two]
        if policy.sizes:
            found &= self.terrain.sizes > self.sizes[two][:, None]
        for screen, these in ground.screens:
            found[:, these] = False
            found |= self._screened(screen, these, one, two, full, over)
        return found & ground.counted

    @cached_property
    def sizes(self) -> Rows:
        """The sizes of the models, with those of the pieces they stand on."""
        own = np.array([model.size for model in self.models], dtype=np.intp)
        return own + self.standing.within @ self.terrain.sizes

    def _screened(self, screen: Screen, these: Flags, one: Rows, two: Rows, full: bool, over: Flags | None) -> Flags:
        """Which pieces behind this screen count for these pairs."""
        exempt = self._having(screen.exempt)
        there = these & ~(exempt[one] | exempt[two])[:, None]
        within, wholly = self.standing
        if screen.kind is SeeThrough.HAZY:
            return there & ~wholly[one] if full else np.zeros_like(there)
        out = within if self.policy.partly_out else wholly | (within & self._having(screen.sees_out)[:, None])
        past = ~out[one] & ~within[two]
        return there & (past if over is None else past | over[:, None])

    def never_full(self, one: Rows, two: Rows) -> Flags:
        """Pairs whose second model stands wholly within something hazy."""
        found = np.zeros(len(one), dtype=bool)
        for screen, these in self.ground.screens:
            if screen.kind is SeeThrough.HAZY:
                exempt = self._having(screen.exempt)
                inside = some(self.standing.wholly[:, these & self.ground.counted], 1)
                found |= inside[two] & ~exempt[one] & ~exempt[two]
        return found

    def _having(self, traits: frozenset[str]) -> Flags:
        return np.array([bool(model.traits & traits) for model in self.models], dtype=bool)


def _of_parts(walls: Obstacles, owners: list[Flags]) -> Flags:
    """Which parts of obstacles count, from which obstacles do: seams only where both sides of them do."""
    blocking = np.hstack([*owners, np.ones((len(owners[0]), 1), dtype=bool)])
    used: Flags = blocking[:, walls.owners[:, 0]] & blocking[:, walls.owners[:, 1]]
    return used


_SOLID = Screen("", SeeThrough.SOLID)


class SightPart(NamedTuple):
    """A convex part of a model: whether it looks from there, whether others see that, whether it overhangs its base."""

    ground: Footprint
    looks: bool = True
    seen: bool = True
    over: bool = False


def parts_in_sight(scene: Scene, model: Model) -> Iterator[SightPart]:
    """
    The parts of a model by which it sees and is seen: of its base, and of a hull that overhangs it.

    What of that hangs over the edge of the table is seen, and is not looked from.
    """
    yield from map(SightPart, model.footprint.parts)
    for ground in model.grounds[1:]:
        for part in ground.parts:
            inside = scene.over_edge(part.bounds) <= TOLERANCE
            yield SightPart(part, looks=inside, over=True)
            for area in () if inside else shapely.get_parts(shapely.intersection(part.polygon, scene.table)):
                if isinstance(area, Polygon):
                    yield SightPart(Footprint(ring(area)), seen=False, over=True)


class SightRoles(NamedTuple):
    """Of each part of all models: whether it looks, is seen, and overhangs a base."""

    looks: Flags
    seen: Flags
    over: Flags


def bodies_of(scene: Scene) -> tuple[Bodies, Rows]:
    """The convex parts of all models, and the row of the model that each belongs to."""
    parts = [[one.ground for one in parts_in_sight(scene, model)] for model in scene.models.values()]
    owners = np.repeat(np.arange(len(parts)), np.fromiter(map(len, parts), np.intp, len(parts)))
    return Bodies([part for several in parts for part in several]), owners


@kept
def roles_of(scene: Scene) -> SightRoles | None:
    """What the parts of all models are for; None where no hull overhangs a base, and all are for everything."""
    if all(model.hull is None for model in scene.models.values()):
        return None
    parts = [one for model in scene.models.values() for one in parts_in_sight(scene, model)]
    return SightRoles(*(np.array([getattr(one, name) for one in parts], dtype=bool) for name in SightRoles._fields))


def bodies_after(old: tuple[Bodies, Rows], scene: Scene, change: Change) -> tuple[Bodies, Rows]:
    """The same after a change; only what moved is built anew."""
    models = tuple(scene.models.values())
    moved = [models[row] for row in np.flatnonzero(change.rows < 0).tolist()]
    fresh = [model.footprint for model in moved]
    if any(model.hull is not None for model in moved):
        return bodies_of(scene)
    if len(old[0]) != old[1][-1:].sum() + 1 or not all(footprint.convex for footprint in fresh):
        return bodies_of(scene)
    return old[0].after(change.rows, Bodies(fresh)), np.arange(len(models))
