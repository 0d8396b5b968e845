"""
Lines of sight from any part of one model to any part of another, in plan view or with heights.

What blocks is a :class:`~.screens.SightPolicy`. Sight is a straight segment; one that touches a corner or slides along
a wall is free, one that runs deeper than the tolerance inside anything that blocks is not, and no segment slips through
where two things that block touch, be they terrain or models. See :mod:`.shadows` for how the answer is found exactly.
"""

import msgspec
import numpy as np

from ... import TOLERANCE, GeometryError
from ..scene import Scene
from ..shapes import Footprint, Point, Points, hull_of
from .bodies import Bodies, Flags, Rows, Vectors
from .lookout import sampled_lines
from .obstacles import NOBODY, Obstacles
from .remembered import YES, Answers
from .screens import Outlook, SightPolicy
from .shadows import Search, corridors, gaps
from .units import UNKNOWN, exactly, lines
from .views import DEFAULT, View, looks, overhanging, parts_of, rows_of, view_of


class Sight(msgspec.Struct, frozen=True):
    """
    Whether one model sees another, and why.

    ``segment`` is a free segment in plan view, None where there is none; ``blockers`` the ids of the terrain and
    models that stand between them (where they are not seen, those that hide them). ``exact`` is False where
    something lower than one of them stands between and no free segment was found among those tried.
    """

    seen: bool
    segment: tuple[Point, Point] | None
    blockers: tuple[str, ...]
    exact: bool = True


def sight(scene: Scene, a: str, b: str, policy: SightPolicy = DEFAULT) -> Sight:
    """Whether model ``a`` sees model ``b``, with the segment that sees or what stands in between."""
    one, two = rows_of(scene, a, b)
    if one == two:
        centre = scene.models[a].pose.centre
        return Sight(True, (centre, centre), ())
    view = view_of(scene, policy)
    found = looks(view, np.array([one]), np.array([two]))
    segment = None
    if found.seen[0]:
        start, end = found.start[0], found.end[0]
        segment = ((float(start.real), float(start.imag)), (float(end.real), float(end.imag)))
    return Sight(bool(found.seen[0]), segment, _between(view, one, two), bool(found.exact[0]))


def sight_table(scene: Scene, policy: SightPolicy = DEFAULT) -> Flags:
    """
    Who sees whom: (models, models), row looks at column, in the order of the scene's models.

    Kept with the scene, and read-only: after a move only what it may have changed is computed anew.
    """
    return scene.kept(("sight table", policy), lambda now: _whole(lines(now, policy)))


def _between(view: View, one: int, two: int) -> tuple[str, ...]:
    """The ids of what hides some part of one model from some part of another."""
    outlook, bodies, walls = view.outlook, view.bodies, view.outlook.obstacles
    first, second = np.array([one]), np.array([two])
    found: set[int] = set()
    for a, b in zip(*(parts.tolist() for parts in parts_of(view, first, second)[1:]), strict=True):
        part, other = np.array([a]), np.array([b])
        uses = outlook.uses(first, second, over=overhanging(view, part, other))
        near = corridors(bodies, walls, part, other, uses).wall
        if outlook.policy.heights:
            near = near[walls.high[near] > min(outlook.tops[one], outlook.tops[two]) + TOLERANCE]
        start, end = gaps(bodies, a, b, sampled_lines(bodies, a, b))
        for wall in near.tolist():
            if walls.blocks(start, end, np.full(len(start), wall)).any():
                found |= set(walls.owners[wall].tolist())
    return tuple(outlook.names[row] for row in sorted(found - {NOBODY}))


# ------------------------------------------------------------------------------------------------- all pairs


def _whole(known: Answers) -> Flags:
    """All pairs; what is not known of them is found out, both ways at once where that saves work."""
    table = known.known
    np.fill_diagonal(table, YES)
    one, two = np.nonzero(table == UNKNOWN)
    exactly(known, one[one < two], two[one < two])
    exactly(known, one, two)
    seen: Flags = table == YES
    seen.flags.writeable = False
    return seen


# ------------------------------------------------------------------------------------------ points and crossings


def sample_table(scene: Scene, points: Points, policy: SightPolicy = DEFAULT) -> Flags:
    """
    Who sees whom where only segments between given points count: (models, models).

    ``points`` are this many points of every model, (models, points, 2). In plan view: heights are not looked at.
    Raises GeometryError for points that are fewer, more or no numbers.
    """
    if points.shape != (len(scene.models), max(1, *points.shape[1:2]), 2) or not np.isfinite(points).all():
        raise GeometryError(
            f"points to look from and to are finite numbers, one or more (x, y) for each of the {len(scene.models)} "
            f"models, (models, points, 2); these are {points.shape}"
        )
    spots: Vectors = np.ascontiguousarray(points).view(np.complex128)[..., 0]
    hulls = Bodies([Footprint(hull_of(spot)) for spot in points])
    outlook = Outlook(scene, policy)
    table = np.eye(len(spots), dtype=bool)
    one, two = np.triu_indices(len(table), 1)
    for way in (one, two), (two, one):
        uses = outlook.uses(*way)
        table[way] = _sampled(spots, hulls, outlook.obstacles, *way, uses)
        if uses is None:
            return table | table.T
    return table


def _sampled(spots: Vectors, hulls: Bodies, walls: Obstacles, one: Rows, two: Rows, uses: Flags | None) -> Flags:
    """In stages: the first points, points of equal number, and all points where the hulls see each other."""
    search = Search(hulls, walls, one, two, corridors(hulls, walls, one, two, uses))
    search.seen[:] = np.bincount(search.corridor.pair, minlength=len(one)) == 0
    search.open = ~search.seen
    numbers = np.arange(spots.shape[1])
    _try(search, spots, numbers[:1], numbers[:1])
    if len(numbers) > 1:
        search.walled_off()
        _try(search, spots, numbers, numbers)
        hulls_see = Search(hulls, walls, one, two, search.corridor)
        hulls_see.open = search.open.copy()
        hulls_see.rest()
        search.open &= hulls_see.seen
        _try(search, spots, *(grid.ravel() for grid in np.meshgrid(numbers, numbers)))
    return search.seen


def _try(search: Search, spots: Vectors, first: Rows, second: Rows) -> None:
    """Segments between points of these numbers."""
    search.narrow()
    pair = np.flatnonzero(search.open)
    start, end = spots[search.one[pair]][:, first].ravel(), spots[search.two[pair]][:, second].ravel()
    search.note_free(np.repeat(pair, len(first)), start, end)
