"""Distances of all models of a scene from each other, as arrays that are brought up to date when models move."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from ... import TOLERANCE
from ...caching import kept
from ...irrational import vector
from ..chains import Rims, between_ovals, rims_of
from ..scene import Change, Model, Scene
from ..shapes import Circle, Oval, inches, radius

Numbers: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.intp]
Columns: TypeAlias = tuple[npt.NDArray[Any], ...]

ROUND: Final = 0
OVAL: Final = 1
OTHER: Final = 2


class Spots(NamedTuple):
    """
    Where the models of a scene stand, in order, as arrays.

    ``centres`` (n, 2); ``radii`` (n,) of the discs around the cores; ``spans`` (n, 2) the lowest and highest point
    above the table that is measured to (:attr:`.scene.Model.span`); ``kinds`` (n,) of base: ROUND, OVAL or another;
    ``reaches`` (n,) how far the farthest point of each base lies from its centre.
    """

    centres: Numbers
    radii: Numbers
    spans: Numbers
    kinds: Rows
    reaches: Numbers


def spots(scene: Scene) -> Spots:
    """Where the models of a scene stand."""
    return Spots(*_columns(scene, "spots", _spots))


def cores(scene: Scene) -> npt.NDArray[np.object_]:
    """The cores of the models' bases, in order, as shapely geometries."""
    return _columns(scene, "cores", _cores)[0]


def distances(scene: Scene) -> Numbers:
    """
    The horizontal distance in inches of each model from each other model, in order: (n, n), symmetric, read-only.

    0.0 for models that touch or overlap, and for a model and itself.
    """
    return scene.kept("distances", lambda scene: _frozen(_apart(scene)), _distances_after)


def apart(scene: Scene, one: Rows, two: Rows) -> Numbers:
    """The horizontal distances in inches of models ``one[k]`` from models ``two[k]``: those of :func:`distances`."""
    where = spots(scene)
    x, y = (where.centres[one] - where.centres[two]).T
    between: Numbers = vector.hypot(x, y)
    others = np.flatnonzero(where.kinds[one] | where.kinds[two])
    if len(others):
        core = cores(scene)
        between[others] = shapely.distance(core[one[others]], core[two[others]])
    return np.maximum(between - (where.radii[one] + where.radii[two]), 0.0)


@kept
def vertical_gaps(scene: Scene) -> Numbers:
    """How far in inches each model is above or below each other one: (n, n); 0.0 where heights overlap."""
    low, high = spots(scene).spans.T
    above = low[:, None] - high
    return _frozen(np.maximum(np.maximum(above, above.T), 0.0))


class Near(NamedTuple):
    """The pairs of models of different sides that are within some distance of each other, by their rows.

    ``one`` < ``two``, in order; ``models`` is how many the scene has.
    """

    one: Rows
    two: Rows
    models: int


def near_enemies(scene: Scene, inches: float, vertical: float) -> Near:
    """The pairs of different sides within both distances; after a change only those of new models are measured."""

    def build(now: Scene) -> Near:
        return _near_enemies(now, np.arange(len(now.models)), inches, vertical)

    def update(old: Near, now: Scene, change: Change) -> Near:
        fresh, stays = np.flatnonzero(change.rows < 0), np.flatnonzero(change.rows >= 0)
        if len(fresh) == 0 and len(stays) == old.models and (change.rows == np.arange(old.models)).all():
            return old
        place = np.full(old.models, -1, dtype=np.intp)
        place[change.rows[stays]] = stays
        one, two = place[old.one], place[old.two]
        left = (one >= 0) & (two >= 0)
        new = _near_enemies(now, fresh, inches, vertical)
        return _in_order(np.concatenate([one[left], new.one]), np.concatenate([two[left], new.two]), len(now.models))

    return scene.kept(("near enemies", inches, vertical), build, update)


def _near_enemies(scene: Scene, rows: Rows, inches: float, vertical: float) -> Near:
    """The pairs of which one is among these rows: of those whose discs are near enough the bases are measured."""
    where, side = spots(scene), sides(scene)
    x, y = where.centres.T
    room = where.reaches[rows, None] + (where.reaches + (inches + LOOSE))
    perhaps = (x[rows, None] - x) ** 2 + (y[rows, None] - y) ** 2 <= room * room
    perhaps &= side[rows, None] != side
    at, other = np.nonzero(perhaps)
    near = _in_order(rows[at], other, len(x))
    one, two = near.one, near.two
    low, high = where.spans.T
    above = np.maximum(low[one] - high[two], low[two] - high[one])
    counts = (apart(scene, one, two) <= inches + TOLERANCE) & (above <= vertical + TOLERANCE)
    return Near(one[counts], two[counts], len(x))


def _in_order(one: Rows, two: Rows, models: int) -> Near:
    """Pairs, each once and in order, however they are given."""
    first, last = np.divmod(np.unique(np.minimum(one, two) * models + np.maximum(one, two)), max(models, 1))
    return Near(first, last, models)


LOOSE: Final = 2 * TOLERANCE
"""How many inches farther than asked discs are looked at: more than rounding takes."""


@kept
def sides(scene: Scene) -> npt.NDArray[np.intp]:
    """The side of each model, in order."""
    return np.array([model.side for model in scene.models.values()], dtype=np.intp)


# ------------------------------------------------------------------------------------------------ where they stand


def _spots(models: list[Model]) -> Spots:
    numbers = np.array([_numbers(model) for model in models], dtype=np.float64).reshape(-1, 7)
    kinds, reaches = numbers[:, 5].astype(np.intp), numbers[:, 6].copy()
    return Spots(numbers[:, :2], numbers[:, 2].copy(), numbers[:, 3:5], kinds, reaches)


def _numbers(model: Model) -> tuple[float, float, float, float, float, int, float]:
    pose, base = model.pose, model.base
    if isinstance(base, Circle):
        return (pose.x, pose.y, size := inches(base.mm) / 2, *model.span, ROUND, size)
    kind = OVAL if isinstance(base, Oval) else OTHER
    return (pose.x, pose.y, 0.0, *model.span, kind, radius(base))


def _cores(models: list[Model]) -> tuple[npt.NDArray[np.object_]]:
    found = np.empty(len(models), dtype=np.object_)
    found[:] = [model.footprint.skeleton for model in models]
    return (found,)


def _columns(scene: Scene, key: str, make: Callable[[list[Model]], Columns]) -> Columns:
    """Columns of arrays with a row for each model, of which only those of new models are made again."""

    def build(scene: Scene) -> Columns:
        return make(list(scene.models.values()))

    def update(old: Columns, scene: Scene, change: Change) -> Columns:
        new = np.flatnonzero(change.rows < 0)
        if len(new) == len(change.rows):
            return build(scene)
        models = list(scene.models.values())
        columns = tuple(column[change.rows] for column in old)
        for column, fresh in zip(columns, make([models[row] for row in new.tolist()]), strict=True):
            column[new] = fresh
        return columns

    return scene.kept(key, build, update)


# --------------------------------------------------------------------------------------------------- how far apart


def _apart(scene: Scene, rows: Rows | slice = slice(None)) -> Numbers:
    """The distances of some of the models (all unless told) from all of them: (rows, n)."""
    where = spots(scene)
    x, y = where.centres.T
    between: Numbers = x[rows, None] - x
    aside: Numbers = y[rows, None] - y
    # In place, for the time goes into new arrays.
    between *= between
    aside *= aside
    between += aside
    vector.sqrt(between, out=between)
    if where.kinds.any():
        _measure_others(between, scene, np.arange(len(x))[rows])
    between -= where.radii[rows, None] + where.radii
    np.maximum(between, 0.0, out=between)
    return between


def _measure_others(between: Numbers, scene: Scene, rows: Rows) -> None:
    """Set the distances of cores that are not both points, those of two of the rows once for both."""
    kinds, core = spots(scene).kinds, cores(scene)
    others = (kinds[rows, None] | kinds) > ROUND
    within = others[:, rows]
    others[:, rows] = np.triu(within, 1)
    ovals = others & (kinds[rows, None] == OVAL) & (kinds == OVAL)
    one, two = np.nonzero(others & ~ovals)
    between[one, two] = shapely.distance(core[rows[one]], core[two])
    if ovals.any():
        one, two = np.nonzero(ovals)
        between[one, two] = between_ovals(Rims(*_columns(scene, "rims", rims_of)), core, rows[one], two)
    own = between[:, rows]
    between[:, rows] = np.where(np.tril(within, -1), own.T, own)


def _distances_after(old: Numbers, scene: Scene, change: Change) -> Numbers:
    new = np.flatnonzero(change.rows < 0)
    if len(new) == 0 and len(change.rows) == len(old):
        return old
    if 2 * len(new) > len(change.rows):
        return _frozen(_apart(scene))
    stays = len(change.rows) == len(old) and not (change.rows - np.arange(len(old)))[change.rows >= 0].any()
    between = old.copy() if stays else old[np.ix_(change.rows, change.rows)]
    between[new] = apart = _apart(scene, new)
    between[:, new] = apart.T
    return _frozen(between)


def _frozen(values: Numbers) -> Numbers:
    values.flags.writeable = False
    return values
