"""A table with terrain, models, zones and objective markers, at one moment.

A scene never changes: moving a model, or taking a terrain piece away, gives a new scene that shares everything
else. What was computed for the old one comes along and is brought up to date where it is stale.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from ...readonly import ReadOnlyDict, Sealed
from .. import TOLERANCE, GeometryError
from ..caching import Keeps
from .areas import area_footprints
from .shapes import Base, Circle, Footprint, Hull, Point, Pose, footprint, inches, polygon_of, ring

Named = TypeVar("Named", "Piece", "Model", "Zone", "Marker", "HeldPair")

UNLIMITED: Final = math.inf


class Floor(msgspec.Struct, frozen=True):
    """A floor of a terrain piece that models can stand on: its height above the table and its outline."""

    height: float
    outline: tuple[Point, ...]


class Piece(msgspec.Struct, frozen=True):
    """
    A piece of terrain: its outline on the table (holes allowed), how high it reaches from the ground, its size.

    ``height`` is in inches, unlimited unless given; ``size`` is the class of size that some games use.
    ``traits`` are words of the ruleset ("ruin", "woods"). Where bases stand wholly on terrain or not on it at all,
    ``balance`` says whether one can stand on top of this piece. Raises GeometryError naming the piece when the outline
    crosses itself or encloses nothing, or a number is negative or not a number.
    """

    id: str
    outline: tuple[Point, ...]
    height: float = UNLIMITED
    size: int = 0
    traits: frozenset[str] = frozenset()
    floors: tuple[Floor, ...] = ()
    holes: tuple[tuple[Point, ...], ...] = ()
    balance: bool = True

    def __post_init__(self) -> None:
        polygon_of(self.name, self.outline, self.holes)
        _not_negative(self.name, "height", self.height)
        _not_negative(self.name, "size", self.size)
        for number, floor in enumerate(self.floors, start=1):
            polygon_of(f"{self.name}, floor {number}", floor.outline)
            _not_negative(f"{self.name}, floor {number}", "height", floor.height)

    @property
    def name(self) -> str:
        """How messages name it."""
        return f"terrain {self.id!r}"

    @property
    def polygon(self) -> Polygon:
        """The ground it covers."""
        return Polygon(self.outline, self.holes)

    def moved(self, dx: float, dy: float) -> "Piece":
        """The same piece elsewhere."""

        def shift(points: Iterable[Point]) -> tuple[Point, ...]:
            return tuple((x + dx, y + dy) for x, y in points)

        floors = tuple(Floor(floor.height, shift(floor.outline)) for floor in self.floors)
        holes = tuple(shift(hole) for hole in self.holes)
        return msgspec.structs.replace(self, outline=shift(self.outline), floors=floors, holes=holes)


class Model(msgspec.Struct, frozen=True):
    """
    A model or character: its base, where it stands, how tall it is in inches, and whose it is.

    ``hull`` is the outline of all of it where parts of it overhang the base: no other base ends a move there, and it is
    seen by them. Distances are measured to the base.
    """

    id: str
    base: Base
    pose: Pose
    height: float = 0.0
    size: int = 0
    side: int = 0
    unit: str = ""
    traits: frozenset[str] = frozenset()
    hull: Base | None = None

    def __post_init__(self) -> None:
        _not_negative(self.name, "height", self.height)
        _not_negative(self.name, "size", self.size)

    @property
    def name(self) -> str:
        """How messages name it."""
        return f"model {self.id!r}"

    @property
    def footprint(self) -> Footprint:
        """The ground its base covers."""
        return footprint(self.base, self.pose)

    @property
    def grounds(self) -> tuple[Footprint, ...]:
        """The ground under all of it: of its base, and of its hull where that overhangs the base."""
        return (self.footprint,) if self.hull is None else (self.footprint, footprint(self.hull, self.pose))

    @property
    def whole(self) -> Footprint:
        """The ground under all of it as one; where base and hull cross, round parts are drawn in pieces."""
        return self.footprint if self.hull is None else _whole(self.base, self.hull, self.pose)

    @property
    def top(self) -> float:
        """The height of its highest point above the table."""
        return self.pose.height + self.height

    @property
    def body(self) -> tuple[float, float]:
        """The heights of its lowest and highest point above the table."""
        return (self.pose.height, self.top)

    @property
    def span(self) -> tuple[float, float]:
        """The same of the part that distances are measured to: its base, or all of a hull."""
        return self.body if isinstance(self.base, Hull) else (self.pose.height, self.pose.height)

    def at(self, pose: Pose) -> "Model":
        """The same model elsewhere."""
        return msgspec.structs.replace(self, pose=pose)


@lru_cache(maxsize=1 << 10)
def _whole(base: Base, hull: Base, pose: Pose) -> Footprint:
    under, over = footprint(base, pose), footprint(hull, pose)
    if over.polygon.covers(under.polygon):
        return over
    both = shapely.get_exterior_ring(shapely.union_all([under.polygon, over.polygon]))
    return Footprint(ring(Polygon(both)))


class Zone(msgspec.Struct, frozen=True):
    """A marked area of the table: a deployment zone, a table quarter."""

    id: str
    outline: tuple[Point, ...]

    def __post_init__(self) -> None:
        polygon_of(f"zone {self.id!r}", self.outline)

    @property
    def polygon(self) -> Polygon:
        """The area."""
        return Polygon(self.outline)


class Marker(msgspec.Struct, frozen=True):
    """An objective marker: a flat disc that neither blocks nor hinders."""

    id: str
    x: float
    y: float
    mm: float = 40.0
    height: float = 0.0

    def __post_init__(self) -> None:
        try:
            _ = self.footprint
        except GeometryError as error:
            raise GeometryError(f"marker {self.id!r}: {error}") from None

    @property
    def footprint(self) -> Footprint:
        """The ground it covers."""
        return footprint(Circle(self.mm), Pose(self.x, self.y, 0.0, self.height))


class HeldPair(msgspec.Struct, frozen=True):
    """
    Two models that count as engaged with each other however far apart they are, and with ``contact`` as touching.

    Rules say so where what overhangs a base keeps another one off.
    """

    id: str
    models: tuple[str, str]
    contact: bool = False


class Change(msgspec.Struct, frozen=True, gc=False):
    """
    What is different in a scene since a value was computed.

    ``rows[i]`` is the old row of the i-th model, or -1 where the model is new or has moved; ``grounds`` are
    the outlines, before and after, of terrain that came, went or moved.
    """

    rows: npt.NDArray[np.intp]
    grounds: tuple[Polygon, ...] = ()

    def then(self, rows: npt.NDArray[np.intp], grounds: tuple[Polygon, ...]) -> "Change":
        """This and one change more, whose rows are those of the scene in between."""
        through = rows.copy()
        through[rows >= 0] = self.rows[rows[rows >= 0]]
        return Change(through, self.grounds + grounds)


PARTS: Final = ("width", "depth", "off_table", "pieces", "models", "zones", "markers", "held")
"""What a scene is made of."""


class Scene(Keeps[Change], Sealed):
    """
    A rectangular table, ``width`` by ``depth`` inches, and what stands on it.

    Raises GeometryError, naming the piece, for a table without area, an id used twice, or a base that is not
    wholly on the table (pass ``off_table=True`` where models may overhang or leave it).
    """

    def __init__(
        self,
        width: float,
        depth: float,
        pieces: Iterable[Piece] = (),
        models: Iterable[Model] = (),
        zones: Iterable[Zone] = (),
        markers: Iterable[Marker] = (),
        off_table: bool = False,
        held: Iterable[HeldPair] = (),
    ) -> None:
        if not all(math.isfinite(side) and side > 0 for side in (width, depth)):
            raise GeometryError(f"a table has a width and a depth above 0, not {width!r} by {depth!r}")
        self.width = width
        self.depth = depth
        self.off_table = off_table
        self.pieces: Mapping[str, Piece] = _by_id(pieces, "terrain")
        self.models: Mapping[str, Model] = _by_id(models, "model")
        self.zones: Mapping[str, Zone] = _by_id(zones, "zone")
        self.markers: Mapping[str, Marker] = _by_id(markers, "marker")
        self.held: Mapping[str, HeldPair] = _by_id(held, "pair")
        super().__init__()
        self._check_ids()
        for model in self.models.values():
            self._check_on_table(model)
        self._sealed = True

    def __repr__(self) -> str:
        what = {"pieces": self.pieces, "models": self.models, "zones": self.zones, "markers": self.markers}
        return (
            f"Scene({self.width:g} x {self.depth:g}, {', '.join(f'{len(rows)} {name}' for name, rows in what.items())})"
        )

    def _next(self, rows: npt.NDArray[np.intp], grounds: tuple[Polygon, ...] = (), **changed: Any) -> "Scene":
        new = object.__new__(Scene)
        old, parts = self.__dict__, new.__dict__
        for name in PARTS:
            parts[name] = old[name]
        if "terrain" in old and "pieces" not in changed:
            parts["terrain"] = old["terrain"]
        others = False
        for things, put in changed.items():
            parts[things] = ReadOnlyDict(put)
            others = others or parts[things].keys() != old[things].keys()
        if others:
            new._check_ids()
        new._derive_from(self, Change(rows, grounds), lambda before: before.then(rows, grounds))
        new._sealed = True
        return new

    # ------------------------------------------------------------------------------------------- new scenes

    def moved(self, poses: Mapping[str, Pose]) -> "Scene":
        """The scene after these models have gone to these poses. Raises GeometryError for an unknown model."""
        models = dict(self.models)
        for name, pose in poses.items():
            models[name] = self.model(name).at(pose)
            self._check_on_table(models[name])
        rows = np.array([-1 if name in poses else row for row, name in enumerate(models)], dtype=np.intp)
        return self._next(rows, models=models)

    def with_models(self, models: Iterable[Model]) -> "Scene":
        """The scene with these models in it, in the place of those with the same ids."""
        new = {model.id: model for model in models}
        for model in new.values():
            self._check_on_table(model)
        both = {**self.models, **new}
        rows = [-1 if name in new else row for row, name in enumerate(both)]
        return self._next(np.array(rows, np.intp), models=both)

    def without_models(self, names: Iterable[str]) -> "Scene":
        """The scene without these models. Raises GeometryError for an unknown model."""
        gone = {self.model(name).id for name in names}
        rows = np.array([row for row, name in enumerate(self.models) if name not in gone], dtype=np.intp)
        return self._next(rows, models={name: one for name, one in self.models.items() if name not in gone})

    def with_pieces(self, pieces: Iterable[Piece]) -> "Scene":
        """The scene with this terrain in it, in the place of pieces with the same ids."""
        both, grounds = dict(self.pieces), []
        for piece in pieces:
            if piece.id in both:
                grounds.append(both[piece.id].polygon)
            both[piece.id] = piece
            grounds.append(piece.polygon)
        return self._next(np.arange(len(self.models), dtype=np.intp), tuple(grounds), pieces=both)

    def without_pieces(self, names: Iterable[str]) -> "Scene":
        """The scene without this terrain. Raises GeometryError for an unknown piece."""
        gone = {name: self.piece(name).polygon for name in names}
        left = {name: piece for name, piece in self.pieces.items() if name not in gone}
        return self._next(np.arange(len(self.models), dtype=np.intp), tuple(gone.values()), pieces=left)

    def with_markers(self, markers: Iterable[Marker]) -> "Scene":
        """The scene with these markers in it, in the place of those with the same ids."""
        both = {**self.markers, **{marker.id: marker for marker in markers}}
        return self._next(np.arange(len(self.models), dtype=np.intp), markers=both)

    def without_markers(self, names: Iterable[str]) -> "Scene":
        """The scene without these markers. Raises GeometryError for an unknown marker."""
        gone = {self.marker(name).id for name in names}
        left = {name: one for name, one in self.markers.items() if name not in gone}
        return self._next(np.arange(len(self.models), dtype=np.intp), markers=left)

    def with_held(self, held: Iterable[HeldPair]) -> "Scene":
        """The scene in which these pairs of models count as near each other, too."""
        both = {**self.held, **{pair.id: pair for pair in held}}
        return self._next(np.arange(len(self.models), dtype=np.intp), held=both)

    def without_held(self, names: Iterable[str]) -> "Scene":
        """The scene in which these pairs of models no longer count as near each other."""
        gone = {*names}
        left = {name: pair for name, pair in self.held.items() if name not in gone}
        return self._next(np.arange(len(self.models), dtype=np.intp), held=left)

    # ------------------------------------------------------------------------------------------ what is in it

    def model(self, name: str) -> Model:
        """The model of that id. Raises GeometryError where there is none."""
        return _found(self.models, name, "model")

    def piece(self, name: str) -> Piece:
        """The terrain piece of that id. Raises GeometryError where there is none."""
        return _found(self.pieces, name, "terrain")

    def zone(self, name: str) -> Zone:
        """The zone of that id. Raises GeometryError where there is none."""
        return _found(self.zones, name, "zone")

    def marker(self, name: str) -> Marker:
        """The objective marker of that id. Raises GeometryError where there is none."""
        return _found(self.markers, name, "marker")

    def counts(self, a: str, b: str, contact: bool = False) -> bool:
        """Whether two models count as engaged with each other, or as touching, wherever they stand."""
        pairs = self.held.values()
        return any({*pair.models} == {a, b} and (pair.contact or not contact) for pair in pairs)

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The row of each model in arrays over all models: their order."""
        return ReadOnlyDict(zip(self.models, range(len(self.models)), strict=True))

    @cached_property
    def footprints(self) -> tuple[Footprint, ...]:
        """The ground under each model, in order."""
        return tuple(model.footprint for model in self.models.values())

    @cached_property
    def table(self) -> Polygon:
        """The table as a polygon."""
        return shapely.box(0.0, 0.0, self.width, self.depth)

    @cached_property
    def terrain(self) -> "Terrain":
        """The terrain as arrays and an index; shared by all scenes with the same terrain."""
        return _terrain_of(tuple(self.pieces.values()))

    def over_edge(self, bounds: tuple[float, float, float, float]) -> float:
        """How far a box sticks out over the edge of the table; below 0, how far it is from it."""
        left, low, right, high = bounds
        return max(-left, -low, right - self.width, high - self.depth)

    def _check_ids(self) -> None:
        """Rows, faults and blockers name things by their ids alone."""
        count = len(self.pieces) + len(self.models) + len(self.zones) + len(self.markers)
        if len({*self.pieces, *self.models, *self.zones, *self.markers}) < count:
            ids = Counter((*self.pieces, *self.models, *self.zones, *self.markers))
            name = next(name for name, times in ids.items() if times > 1)
            raise GeometryError(f"two things are called {name!r}; each needs an id of its own")

    def _check_on_table(self, model: Model) -> None:
        if self.off_table:
            return
        if isinstance(model.base, Circle):
            (x, y), size = model.pose.centre, inches(model.base.mm) / 2
            if size <= x <= self.width - size and size <= y <= self.depth - size:
                return
        over = self.over_edge(model.footprint.bounds)
        if over > TOLERANCE:
            raise GeometryError(
                f"{model.name} at ({model.pose.x:g}, {model.pose.y:g}) is {over:.3g} inch off the table, "
                f"which is {self.width:g} by {self.depth:g} inches"
            )


class Terrain(Keeps[None], Sealed):
    """The terrain pieces of a scene as arrays: polygons, heights, sizes, and an index of where they lie."""

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces = tuple(pieces.values())
        self.ids = tuple(pieces)
        self.rows = ReadOnlyDict({name: row for row, name in enumerate(self.ids)})
        self.polygons: npt.NDArray[np.object_] = np.array([piece.polygon for piece in self.pieces], dtype=object)
        self.heights = np.array([piece.height for piece in self.pieces], dtype=np.float64)
        self.sizes = np.array([piece.size for piece in self.pieces], dtype=np.intp)
        super().__init__()
        self._sealed = True

    @cached_property
    def boxes(self) -> npt.NDArray[np.float64]:
        """The least x, least y, greatest x and greatest y of each piece (pieces, 4)."""
        return np.array([polygon.bounds for polygon in self.polygons], dtype=np.float64).reshape(-1, 4)

    def near(self, bounds: tuple[float, float, float, float]) -> list[int]:
        """The rows of the pieces whose boxes overlap a box, in order."""
        low_x, low_y, high_x, high_y = bounds
        boxes = self.boxes
        touch = (boxes[:, 0] < high_x) & (boxes[:, 2] > low_x) & (boxes[:, 1] < high_y) & (boxes[:, 3] > low_y)
        rows: list[int] = np.flatnonzero(touch).tolist()
        return rows

    def parts(self, row: int) -> tuple[Footprint, ...]:
        """The ground of a piece as convex footprints."""
        return self.kept(("parts", row), lambda terrain: area_footprints(terrain.polygons[row]))


@lru_cache(maxsize=1 << 6)
def _terrain_of(pieces: tuple[Piece, ...]) -> Terrain:
    return Terrain({piece.id: piece for piece in pieces})


def _by_id(things: Iterable[Named], kind: str) -> Mapping[str, Named]:
    found: dict[str, Named] = {}
    for thing in things:
        if thing.id in found:
            raise GeometryError(f"{kind} {thing.id!r} stands twice in the scene; each needs an id of its own")
        found[thing.id] = thing
    return ReadOnlyDict(found)


def _found(things: Mapping[str, Named], name: str, kind: str) -> Named:
    if name not in things:
        raise GeometryError(f"the scene has no {kind} {name!r}; it has {', '.join(things) or 'none'}")
    return things[name]


def _not_negative(owner: str, name: str, value: float) -> None:
    if math.isnan(value) or value < 0:
        raise GeometryError(f"{owner}: its {name} is a number from 0 up, not {value!r}")
