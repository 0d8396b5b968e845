"""What is known of pairs of models: kept with the scene, and after a change only what it concerns is forgotten."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from ... import TOLERANCE
from ...irrational import vector
from ..scene import Change, Scene
from .bodies import Flags, Floats, Rows, Vectors
from .screens import SightPolicy
from .views import Discs, View, discs, view_of

Known: TypeAlias = npt.NDArray[Any]
"""Answers (models, models), row asks about column: numbers, 0 where nothing is known, or objects, None there."""

NO: Final = 1
YES: Final = 2


class Answers(NamedTuple):
    """The answers to one question about each pair of models, as far as someone has asked; they fill up in place."""

    known: Known
    view: View


def answers(scene: Scene, question: str, policy: SightPolicy, nothing: object = 0) -> Answers:
    """What is known in a scene under a policy; ``nothing`` stands for what is not: 0 for numbers, None for objects."""

    def build(now: Scene) -> Answers:
        shape = (len(now.models), len(now.models))
        return Answers(np.full(shape, nothing, dtype=object if nothing is None else np.int8), view_of(now, policy))

    return scene.kept((question, policy), build, _after)


def _after(old: Answers, scene: Scene, change: Change) -> Answers:
    """What is still known: all but pairs of which one is new, or that have something between them that changed."""
    view = view_of(scene, old.view.outlook.policy)
    if not len(old.known):
        return Answers(np.resize(old.known, (len(change.rows),) * 2), view)
    blank = None if old.known.dtype == object else 0
    known = old.known.take(change.rows, axis=0).take(change.rows, axis=1)
    fresh = change.rows < 0
    known[fresh] = blank
    known[:, fresh] = blank
    changed = _changed(old.view, view, change)
    if len(changed.centre):
        one, two = np.nonzero(known != blank)
        stale = near_ways(discs(view), one, two, changed).any(axis=1)
        known[one[stale], two[stale]] = blank
    return Answers(known, view)


def near_ways(around: Discs, one: Rows, two: Rows, things: Discs) -> Flags:
    """Which of these things might stand between models ``one[k]`` and ``two[k]``: (pairs, things)."""
    start = around.centre[one]
    way = around.centre[two] - start
    square = np.maximum(way.real**2 + way.imag**2, 1e-300)
    along = (np.conj(way)[:, None] * (things.centre - start[:, None])).real / square[:, None]
    place = start[:, None] + np.clip(along, 0.0, 1.0) * way[:, None]
    room = things.reach + np.maximum(around.reach[one], around.reach[two])[:, None] + TOLERANCE
    near: Flags = vector.length(place - things.centre) <= room
    return near


def _changed(old: View, new: View, change: Change) -> Discs:
    """Discs around all that blocks otherwise than before."""
    found = list(_grounds(change))
    if new.outlook.policy.models:
        gone = np.setdiff1d(np.arange(len(old.outlook.scene.models)), change.rows)
        for view, rows in ((old, gone), (new, np.flatnonzero(change.rows < 0))):
            around = discs(view)
            found.append((around.centre[rows], around.reach[rows]))
    centres, reaches = [centre for centre, _ in found], [reach for _, reach in found]
    return Discs(np.concatenate([np.empty(0, np.complex128), *centres]), np.concatenate([np.empty(0), *reaches]))


def _grounds(change: Change) -> Iterator[tuple[Vectors, Floats]]:
    if change.grounds:
        left, low, right, high = shapely.bounds(change.grounds).T
        yield (left + right + 1j * (low + high)) / 2, vector.hypot(right - left, high - low) / 2
