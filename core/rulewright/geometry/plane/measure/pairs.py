"""Distances of all models of a scene from each other, as arrays that are brought up to date when models move."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from ...caching import kept
from ...irrational import vector
from ..chains import Rims, between_ovals, rims_of
from ..scene import Change, Model, Scene
from ..shapes import Circle, Oval, inches

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
    above the table that is measured to (:attr:`.scene.Model.span`); ``kinds`` (n,) of base: ROUND, OVAL or another.
    """

    centres: Numbers
    radii: Numbers
    spans: Numbers
    kinds: Rows


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


# ------------------------------------------------------------------------------------------------ where they stand


def _spots(models: list[Model]) -> Spots:
    numbers = np.array([_numbers(model) for model in models], dtype=np.float64).reshape(-1, 6)
    return Spots(numbers[:, :2], numbers[:, 2].copy(), numbers[:, 3:5], numbers[:, 5].astype(np.intp))


def _numbers(model: Model) -> tuple[float, float, float, float, float, int]:
    pose, base = model.pose, model.base
    if isinstance(base, Circle):
        return (pose.x, pose.y, inches(base.mm) / 2, *model.span, ROUND)
    kind = OVAL if isinstance(base, Oval) else OTHER
    return (pose.x, pose.y, 0.0, *model.span, kind)


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
