"""Distances of all models of a scene from each other, as arrays that are brought up to date when models move."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from .scene import Change, Model, Scene
from .shapes import Round, inches

Numbers: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.intp]


class Spots(NamedTuple):
    """
    Where the models of a scene stand, in order, as arrays.

    ``centres`` (n, 2); ``radii`` (n,) of the discs around the cores; ``spans`` (n, 2) the heights of the lowest
    and highest point above the table; ``round`` (n,) whether the core is just the centre; ``cores`` (n,) the cores
    as shapely geometries.
    """

    centres: Numbers
    radii: Numbers
    spans: Numbers
    round: npt.NDArray[np.bool_]
    cores: npt.NDArray[np.object_]


def spots(scene: Scene) -> Spots:
    """Where the models of a scene stand."""
    return scene.kept("spots", lambda scene: _spots(list(scene.models.values())), _spots_after)


def distances(scene: Scene) -> Numbers:
    """
    The horizontal distance in inches of each model from each other model, in order: (n, n), symmetric, read-only.

    0.0 for models that touch or overlap, and for a model and itself.
    """
    return scene.kept("distances", lambda scene: _frozen(_apart(spots(scene))), _distances_after)


def vertical_gaps(scene: Scene) -> Numbers:
    """How far in inches each model is above or below each other one: (n, n); 0.0 where heights overlap."""
    return scene.kept("vertical gaps", _vertical_gaps)


# ------------------------------------------------------------------------------------------------ where they stand


def _spots(models: list[Model]) -> Spots:
    rounds = [isinstance(model.base, Round) for model in models]
    numbers = np.array([_numbers(model) for model in models], dtype=np.float64).reshape(-1, 5)
    cores = np.empty(len(models), dtype=np.object_)
    cores[:] = shapely.points(numbers[:, :2])
    for row, model in enumerate(models):
        if not rounds[row]:
            cores[row] = model.footprint.skeleton
    return Spots(numbers[:, :2], numbers[:, 2].copy(), numbers[:, 3:], np.array(rounds, dtype=np.bool_), cores)


def _numbers(model: Model) -> tuple[float, float, float, float, float]:
    pose, base = model.pose, model.base
    radius = inches(base.mm) / 2 if isinstance(base, Round) else 0.0
    return (pose.x, pose.y, radius, pose.height, pose.height + model.height)


def _spots_after(old: Spots, scene: Scene, change: Change) -> Spots:
    new = np.flatnonzero(change.rows < 0)
    if len(new) == 0 and len(change.rows) == len(old.radii):
        return old
    models = list(scene.models.values())
    fresh = _spots([models[row] for row in new.tolist()])
    if len(new) == len(models):
        return fresh

    def joined(column: npt.NDArray[Any], values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        both = column[change.rows]
        both[new] = values
        return both

    return Spots(*map(joined, old, fresh))


# --------------------------------------------------------------------------------------------------- how far apart


def _apart(where: Spots, rows: Rows | slice = slice(None)) -> Numbers:
    """The distances of some of the models (all unless told) from all of them: (rows, n)."""
    x, y = where.centres.T
    between: Numbers = x[rows, None] - x
    aside: Numbers = y[rows, None] - y
    # In place, for the time goes into new arrays.
    between *= between
    aside *= aside
    between += aside
    np.sqrt(between, out=between)
    if not where.round.all():
        _measure_others(between, where, np.arange(len(where.radii))[rows])
    between -= where.radii[rows, None] + where.radii
    np.maximum(between, 0.0, out=between)
    return between


def _measure_others(between: Numbers, where: Spots, rows: Rows) -> None:
    """Set the distances of cores that are not both points, those of two of the rows once for both."""
    others = ~(where.round[rows, None] & where.round)
    within = others[:, rows]
    others[:, rows] = np.triu(within, 1)
    one, two = np.nonzero(others)
    between[one, two] = shapely.distance(where.cores[rows[one]], where.cores[two])
    own = between[:, rows]
    between[:, rows] = np.where(np.tril(within, -1), own.T, own)


def _distances_after(old: Numbers, scene: Scene, change: Change) -> Numbers:
    new = np.flatnonzero(change.rows < 0)
    if len(new) == 0 and len(change.rows) == len(old):
        return old
    if 2 * len(new) > len(change.rows):
        return _frozen(_apart(spots(scene)))
    stays = len(change.rows) == len(old) and not (change.rows - np.arange(len(old)))[change.rows >= 0].any()
    between = old.copy() if stays else old[np.ix_(change.rows, change.rows)]
    between[new] = apart = _apart(spots(scene), new)
    between[:, new] = apart.T
    return _frozen(between)


def _vertical_gaps(scene: Scene) -> Numbers:
    low, high = spots(scene).spans.T
    above = low[:, None] - high
    return _frozen(np.maximum(np.maximum(above, above.T), 0.0))


def _frozen(values: Numbers) -> Numbers:
    values.flags.writeable = False
    return values
