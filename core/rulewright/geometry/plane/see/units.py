"""
Sight between units, asked only as far as the answer needs it.

Of the pairs of models those in range are looked at, first what was found out before, then the lines between their
centres and pieces that cut all lines, and last, a few at a time and the nearest first, what is left, exactly. The
first yes ends it. Every answer is kept with the scene and comes along to scenes made of it.
"""

import math
from collections.abc import Iterator
from typing import Final, TypeAlias

import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ...lattice import coarse
from ..measure.pairs import apart
from ..measure.ranges import limit
from ..measure.units import Who, rows_named
from ..rounds import CLEARLY, Disc, Outline, is_clear, outlines, to_outline, to_segment
from ..rounds import discs as round_models
from ..scene import Model, Scene, Terrain
from ..shapes import Point, radius
from .bodies import Flags, Rows, some
from .obstacles import NOBODY
from .remembered import NO, YES, Answers, answers, near_ways
from .screens import Outlook, Screen, SeeThrough, SightPolicy, ground_of, refuse_unfit
from .shadows import Search, corridors
from .views import DEFAULT, Discs, View, discs, looks, overhanging, parts_of

UNKNOWN: Final = 0
FIRST: Final = 4
"""Pairs looked at exactly at first; then four times as many each time."""


def unit_sees(scene: Scene, a: Who, b: Who, within: float | None = None, policy: SightPolicy = DEFAULT) -> bool:
    """
    Whether some model of ``a`` sees some model of ``b`` that is within this many inches of it.

    Distances are horizontal and exactly so far is within; with None every distance is. Raises GeometryError for a
    name that is neither a unit nor a model, and a distance that is negative or not a number.
    """
    if _some_openly(scene, a, b, within, policy):
        return True
    known, one, two = _asked(scene, a, b, within, policy)
    return _some(known, one, two)


def seers(scene: Scene, a: Who, b: Who, within: float | None = None, policy: SightPolicy = DEFAULT) -> tuple[str, ...]:
    """
    The models of ``a`` that see some model of ``b`` within this many inches, in the scene's order.

    For each of them the search ends with the first model that it sees. Raises GeometryError as :func:`unit_sees`.
    """
    names, rows = tuple(scene.models), rows_named(scene, a).tolist()
    found = {row for row in rows if _some_openly(scene, (names[row],), b, within, policy)}
    left = [names[row] for row in rows if row not in found]
    if left:
        known, one, two = _asked(scene, left, b, within, policy)
        _quickly(known, one, two)
        found.update(row for row in np.unique(one).tolist() if _some(known, one[one == row], two[one == row]))
    return tuple(names[row] for row in sorted(found))


def sees(scene: Scene, a: str, b: str, policy: SightPolicy = DEFAULT) -> bool:
    """
    Whether model ``a`` sees model ``b``. A model always sees itself.

    Where many pairs are asked, :func:`.sight.sight_table` answers all at once. Raises GeometryError for an unknown
    model.
    """
    return unit_sees(scene, (a,), (b,), None, policy)


def _some_openly(scene: Scene, a: Who, b: Who, within: float | None, policy: SightPolicy) -> bool:
    """Whether one of a few models of ``a`` surely sees the nearest of ``b``, along one of a few lines."""
    if policy.only is not None or policy.without or (within is not None and not within >= 0.0):
        return False
    refuse_unfit(scene, policy)
    mine, theirs = (_round_ones(scene, who) for who in (a, b))
    for model, (x, y, size) in mine[:: max(1, len(mine) // FEW)]:
        near = [(scalar.dist((x, y), disc[:2]) - disc[2], other, disc) for other, disc in theirs]
        apart, other, disc = min(near, key=lambda one: one[0], default=(math.inf, model, (x, y, size)))
        if apart - size <= (math.inf if within is None else within) and other is not model:
            lines = _lines((x, y, size), disc)
            if any(_openly(scene, (model, (x, y, size)), (other, disc), start, end, policy) for start, end in lines):
                return True
    return False


def _lines(one: Disc, other: Disc) -> Iterator[tuple[Point, Point]]:
    """The line between the centres of two discs, then those between points at both sides of each."""
    (x, y, size), (there_x, there_y, there_size) = one, other
    yield (x, y), (there_x, there_y)
    dx, dy = there_x - x, there_y - y
    far = scalar.hypot(dx, dy)
    if far > 0.0:
        mine, theirs = (max(0.0, round - CLEARLY) / far for round in (size, there_size))
        for side, there_side in ((mine, theirs), (-mine, -theirs), (mine, -theirs), (-mine, theirs)):
            yield (x - side * dy, y + side * dx), (there_x - there_side * dy, there_y + there_side * dx)


def _round_ones(scene: Scene, who: Who) -> list[tuple[Model, Disc]]:
    """The models that are meant, those on round bases that nothing overhangs, with their discs."""
    models, known = tuple(scene.models.values()), round_models(scene)
    meant = (models[row] for row in rows_named(scene, who).tolist())
    return [(model, known[model.id]) for model in meant if model.hull is None and model.id in known]


_RoundOne: TypeAlias = tuple[Model, Disc]


def _openly(scene: Scene, looking: _RoundOne, seen: _RoundOne, start: Point, end: Point, policy: SightPolicy) -> bool:
    """Whether a line between two round bases surely goes past all terrain that counts, and no other model blocks it."""
    for outline, screen, height in _screening(scene, policy):
        if not is_clear(start, end, CLEARLY, (outline,)) and not _is_past(outline, screen, height, looking, seen):
            return False
    if not policy.models:
        return True
    model, other = looking[0], seen[0]
    low, high = min(model.top, other.top), max(model.top, other.top)
    for one in scene.models.values():
        if one is model or one is other or (one.unit == model.unit != ""):
            continue
        if policy.heights and (one.top <= low + TOLERANCE or one.pose.height >= high - TOLERANCE):
            continue
        reach = radius(one.base) if one.hull is None else max(radius(one.base), radius(one.hull))
        if to_segment(one.pose.x, one.pose.y, start, end) < reach + CLEARLY:
            return False
    return True


def _screening(scene: Scene, policy: SightPolicy) -> tuple[tuple[Outline, Screen, float], ...]:
    """The outlines of the terrain that may keep a model from being seen, how it does, and how high it counts."""

    def build(terrain: Terrain) -> tuple[tuple[Outline, Screen, float], ...]:
        ground = ground_of(scene, policy)
        found = zip(outlines(terrain), ground.kinds, ground.heights.tolist(), strict=True)
        return tuple(one for one in found if one[1].kind is not SeeThrough.HAZY)

    return scene.terrain.kept(("screening", policy), build)


def _is_past(outline: Outline, screen: Screen, height: float, looking: _RoundOne, seen: _RoundOne) -> bool:
    """Whether terrain surely hinders no sight between two round bases: who stands there, or is taller; False says
    nothing."""
    (model, disc), (other, there) = looking, seen
    if screen.kind is SeeThrough.INTO:
        out, inside = to_outline(*disc[:2], outline.edges)
        return (inside and out > disc[2] + CLEARLY) or _stands_in(outline, there)
    if height <= min(model.top, other.top):
        return True
    return any(one.pose.height < height - CLEARLY and _stands_in(outline, at) for one, at in (looking, seen))


def _stands_in(outline: Outline, disc: Disc) -> bool:
    """Whether some of a round base is surely over an area."""
    far, inside = to_outline(*disc[:2], outline.edges)
    return inside or far < disc[2] - CLEARLY


FEW: Final = 3
"""Models whose lines to the nearest one are looked at before any other."""


def lines(scene: Scene, policy: SightPolicy) -> Answers:
    """Who sees whom, as far as it is known."""
    return answers(scene, "sight", policy)


# ----------------------------------------------------------------------------------------------- who is asked about


def _asked(scene: Scene, a: Who, b: Who, within: float | None, policy: SightPolicy) -> tuple[Answers, Rows, Rows]:
    """What is known, and the pairs in range, by the looking model and then the other one."""
    mine, theirs = rows_named(scene, a), rows_named(scene, b)
    one, two = np.repeat(mine, len(theirs)), np.tile(theirs, len(mine))
    known = lines(scene, policy)
    if within is not None:
        limit(within)
        near = _near(known.view, one, two, within)
        one, two = one[near], two[near]
    return known, one, two


def _near(view: View, one: Rows, two: Rows, inches: float) -> Flags:
    """Which pairs are within a distance: by centres and the discs around them, measured where these leave doubt."""
    around = discs(view)
    between = vector.length(around.centre[one] - around.centre[two])
    near: Flags = between - (around.reach[one] + around.reach[two]) <= inches + TOLERANCE
    doubtful = np.flatnonzero(near & (between > inches))
    if len(doubtful):
        near[doubtful] = apart(view.outlook.scene, one[doubtful], two[doubtful]) <= inches + TOLERANCE
    return near


# ----------------------------------------------------------------------------------------------------------- stages


def _some(known: Answers, one: Rows, two: Rows) -> bool:
    """Whether some of these pairs see each other."""
    if (known.known[one, two] == YES).any():
        return True
    _quickly(known, one, two)
    if (known.known[one, two] == YES).any():
        return True
    left = np.flatnonzero(known.known[one, two] == UNKNOWN)
    around = discs(known.view).centre
    left = left[np.argsort(coarse(vector.length(around[one[left]] - around[two[left]])), kind="stable")]
    first, many = 0, FIRST
    while first < len(left):
        some = left[first : first + many]
        exactly(known, one[some], two[some])
        if (known.known[one[some], two[some]] == YES).any():
            return True
        first, many = first + many, 4 * many
    return False


def _quickly(known: Answers, one: Rows, two: Rows) -> None:
    """Note what the lines between centres and pieces that cut all lines say of pairs of which nothing is known."""
    left = (known.known[one, two] == UNKNOWN) & (one != two)
    known.known[one[one == two], two[one == two]] = YES
    if left.any():
        one, two = one[left], two[left]
        free, cut = _centres(known.view, one, two)
        known.known[one, two] = found = np.where(free, YES, np.where(cut, NO, UNKNOWN))
        if known.view.outlook.mutual and known.view.roles is None:
            known.known[two, one] = found


def exactly(known: Answers, one: Rows, two: Rows) -> None:
    """Find out what is not known yet of these pairs; the other way, too, where the same things stand in it."""
    left = known.known[one, two] == UNKNOWN
    if left.any():
        one, two = one[left], two[left]
        view = narrowed(known.view, one, two)
        uses = view.outlook.uses(one, two)
        found = np.where(looks(view, one, two, uses).seen, YES, NO)
        known.known[one, two] = found
        if view.roles is not None:
            return
        back = None if view.outlook.mutual else view.outlook.uses(two, one)
        both = slice(None) if uses is None or back is None else (uses == back).all(axis=1)
        known.known[two[both], one[both]] = found[both]


def narrowed(view: View, one: Rows, two: Rows) -> View:
    """The view with only those models that may block near the ways between these pairs: no answer changes."""
    outlook = view.outlook
    crowd = outlook.crowd
    if not len(crowd) or len(one) > len(outlook.models):
        return view
    around = discs(view)
    near = near_ways(around, one, two, Discs(around.centre[crowd], around.reach[crowd]))
    if view.roles is None:  # the other way round, too, for that may be answered at once
        near &= _blockers(outlook, one, two) | _blockers(outlook, two, one)
    return view._replace(outlook=Outlook(outlook.scene, outlook.policy, crowd[near.any(axis=0)]))


def _centres(view: View, one: Rows, two: Rows) -> tuple[Flags, Flags]:
    """Pairs whose centres a free line joins, and pairs between whom a piece cuts all lines."""
    outlook = view.outlook
    pair, part, other = parts_of(view, one, two)
    uses = outlook.uses_ground(one[pair], two[pair], overhanging(view, part, other))
    search = _search(view, part, other, uses)
    free = search.seen.copy()
    if len(outlook.crowd):
        free[free] = ~_crowded(view, part[free], other[free], one[pair[free]], two[pair[free]])
    if outlook.policy.heights:
        search = _search(view, part, other, _tall(view, one[pair], two[pair], uses))
    search.walled_off()
    cut = ~search.open & ~search.seen
    count = len(one)
    return np.bincount(pair[free], minlength=count) > 0, np.bincount(pair[~cut], minlength=count) == 0


def _search(view: View, part: Rows, other: Rows, uses: Flags | None) -> Search:
    walls = view.outlook.ground.obstacles
    search = Search(view.bodies, walls, part, other, corridors(view.bodies, walls, part, other, uses))
    search.centres()
    return search


def _crowded(view: View, part: Rows, other: Rows, one: Rows, two: Rows) -> Flags:
    """Which lines between the centres of parts of models ``one[k]`` and ``two[k]`` meet the disc around a blocker."""
    around, crowd = discs(view), view.outlook.crowd
    lines = Discs(view.bodies.centre, np.zeros(len(view.bodies)))
    near = near_ways(lines, part, other, Discs(around.centre[crowd], around.reach[crowd]))
    return some(near & _blockers(view.outlook, one, two), 1)


def _blockers(outlook: Outlook, one: Rows, two: Rows) -> Flags:
    """Which of the crowd could block sight from models ``one[k]`` to ``two[k]``, by unit and height: (pairs, crowd)."""
    crowd, units = outlook.crowd, outlook.units
    found: Flags = (crowd != one[:, None]) & (crowd != two[:, None])
    found &= (units[crowd] == NOBODY) | (units[crowd] != units[one][:, None])
    if outlook.policy.heights:
        tops, bottoms = outlook.tops, outlook.bottoms
        found &= tops[crowd] > np.minimum(tops[one], tops[two])[:, None] + TOLERANCE
        found &= bottoms[crowd] < np.maximum(tops[one], tops[two])[:, None] - TOLERANCE
    return found


def _tall(view: View, one: Rows, two: Rows, uses: Flags | None) -> Flags:
    """Which parts of terrain nothing is seen over: as tall as both models, and taller than one."""
    high, tops = view.outlook.ground.obstacles.high, view.outlook.tops
    lower, upper = np.minimum(tops[one], tops[two]), np.maximum(tops[one], tops[two])
    tall: Flags = (high > lower[:, None] + TOLERANCE) & (high >= upper[:, None] - TOLERANCE)
    return tall if uses is None else tall & uses
