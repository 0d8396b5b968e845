"""
Whether a model is fully visible: every part of its outline that faces the observer is seen from some part of it.

A point of an outline faces the observer where nothing but the model itself could hide it; what is seen edge-on faces it
too. What is hidden changes along the outline only where a line that touches two corners, sides or outlines meets it. So
the outline is cut there, and the middle of each arc answers for all of it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

import msgspec
import numpy as np

from ... import TOLERANCE
from ...irrational import scalar, vector
from ..rounds import CLEARLY, Disc, Outline, discs, is_clear, outlines, size_of
from ..scene import Scene
from ..shapes import Footprint, Point, radius
from ..shapes import ring as outer_ring
from .bodies import Bodies, Flags, Floats, Rows, Vectors, some
from .crossing import between_them, reaching_in
from .lookout import outline_points
from .obstacles import GROUND, NOBODY, UNLIMITED, Obstacles, ground_as_parts
from .remembered import NO, YES, answers
from .screens import SeeThrough, SightPolicy
from .shadows import Search, corridors, critical_lines
from .units import sees
from .views import DEFAULT, View, rows_of

SHORT: Final = 10 * TOLERANCE
"""Arcs shorter than this do not count."""

_ARCS: Final = 96
"""Arcs of an outline where something low stands between."""
_PLACES: Final = 24
"""Places of an outline that are tried before it is cut into arcs."""
_BEHIND: Final = 0.02
"""How far behind an outline is clearly behind it, in inches for every inch away."""
_BESIDE: Final = 0.01
"""How far to both sides of a place the outline counts, in inches."""
_BEND: Final = 0.1
"""How far, in radians, arcs of circles are drawn straight."""


class Facing(msgspec.Struct, frozen=True):
    """
    Whether every part of a model that faces the observer is seen.

    ``hidden`` are the arcs of its outline that face the observer and are not seen, as points along them;
    ``because`` the ids of the terrain and models that hide some of it by themselves, or without which it would
    be fully visible. Terrain that keeps whatever is wholly within from being fully visible leaves no arcs.
    ``exact`` is False where something lower than the observer stands between: then a sample of lines decides.
    """

    full: bool
    hidden: tuple[tuple[Point, ...], ...] = ()
    because: tuple[str, ...] = ()
    exact: bool = True


def facing(scene: Scene, a: str, b: str, policy: SightPolicy = DEFAULT) -> Facing:
    """
    How much of model ``b`` model ``a`` sees of what faces it, and what hides the rest; kept with the scene.

    Raises GeometryError for an unknown model.
    """
    one, two = rows_of(scene, a, b)
    known = answers(scene, "facing", policy, None)
    if known.known[one, two] is None:
        known.known[one, two] = _facing(known.view, one, two, sees(scene, a, b, policy))
    found: Facing = known.known[one, two]
    return found


def fully_visible(scene: Scene, a: str, b: str, policy: SightPolicy = DEFAULT) -> bool:
    """
    Whether model ``a`` sees every part of model ``b`` that faces it; kept with the scene.

    Yes where it sees it and nothing reaches into the lines between them, no where one of a few places that face it
    is hidden; only what is left is looked at arc by arc. Raises GeometryError for an unknown model.
    """
    if _nothing_between(scene, a, b, policy):
        return True
    one, two = rows_of(scene, a, b)
    known = answers(scene, "fully visible", policy)
    if not known.known[one, two]:
        known.known[one, two] = YES if _full(scene, known.view, one, two, policy) else NO
    return bool(known.known[one, two] == YES)


def _nothing_between(scene: Scene, a: str, b: str, policy: SightPolicy) -> bool:
    """Whether all lines between two round bases surely pass beside all terrain that counts; False says nothing."""
    round_ones = discs(scene)
    if policy.models or policy.only is not None or not (a in round_ones and b in round_ones):
        return False
    if any(scene.model(one).hull is not None for one in (a, b)):
        return False
    (ax, ay, size), (bx, by, other) = round_ones[a], round_ones[b]
    return is_clear((ax, ay), (bx, by), max(size, other) + CLEARLY, _counted(scene, policy.without))


def _counted(scene: Scene, without: frozenset[str]) -> tuple[Outline, ...]:
    """The outlines of all terrain but some."""
    if not without:
        return outlines(scene.terrain)
    key = ("outlines", without)
    return scene.terrain.kept(key, lambda terrain: tuple(one for one in outlines(terrain) if one.id not in without))


def _full(scene: Scene, view: View, one: int, two: int, policy: SightPolicy) -> bool:
    names = tuple(scene.models)
    a, b = names[one], names[two]
    if one == two:
        return True
    if _cut_off(scene, view, one, two):
        return False
    if view.outlook.never_full(np.array([one]), np.array([two]))[0] or not sees(scene, a, b, policy):
        return False
    face = _Face(view, one, two)
    if not len(face.near):
        return True
    if face.exact and face.hidden_somewhere():
        return False
    return not face.hides_anything


def _cut_off(scene: Scene, view: View, one: int, two: int) -> bool:
    """Whether a piece of terrain surely hides a place of a round base that faces another model from all of that.

    False says nothing.
    """
    outlook = view.outlook
    looking, target = outlook.models[one], outlook.models[two]
    size = size_of(target.base)
    if size is None or looking.hull is not None or target.hull is not None:
        return False
    counts = outlook.blocking(np.array([one]), np.array([two]), full=True)
    everything, ground = outlines(scene.terrain), outlook.ground
    rows = range(len(everything)) if counts is None else np.flatnonzero(counts[0]).tolist()
    start, end = looking.pose.centre, target.pose.centre
    width = max(radius(looking.base), size)
    near = [row for row in rows if not is_clear(start, end, width, everything[row : row + 1])]
    if any(ground.heights[row] != UNLIMITED for row in near):
        return False  # past what is low a sample of lines decides
    parts = [part.core.tolist() for row in near for part in scene.terrain.parts(row) if not part.radius]
    eye = looking.footprint
    eyes = [(x, y, eye.radius) for x, y in eye.core.tolist()] if parts else []
    return any(_is_between(part, eyes, place) for place in _facing_places(eyes, start, (*end, size)) for part in parts)


def _facing_places(eyes: Sequence[Disc], towards: Point, seen: Disc) -> Iterator[Point]:
    """Some places of the outline of a disc that face who looks: discs, all of them about a point."""
    x, y, size = seen
    way_x, way_y = towards[0] - x, towards[1] - y
    far = scalar.hypot(way_x, way_y)
    for cos, sin in TURNS if far > size and eyes else ():
        out_x, out_y = (way_x * cos - way_y * sin) / far, (way_x * sin + way_y * cos) / far
        place = x + size * out_x, y + size * out_y
        if any(out_x * (ax - place[0]) + out_y * (ay - place[1]) + more > CLEARLY for ax, ay, more in eyes):
            yield place


def _is_between(corners: Sequence[Point], eyes: Sequence[Disc], place: Point) -> bool:
    """Whether a convex area surely cuts off a place from all of some discs.

    What of it lies before them has them all to its left at one end, and to its right at the other.
    """
    from_there = [(x - place[0], y - place[1], size) for x, y, size in eyes]
    ahead_x, ahead_y, _ = from_there[0]
    far = scalar.hypot(ahead_x, ahead_y)
    if far <= CLEARLY:
        return False
    ahead_x, ahead_y = ahead_x / far, ahead_y / far
    end = min(x * ahead_x + y * ahead_y - size for x, y, size in from_there) - CLEARLY
    right = left = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        ax, ay, bx, by = ax - place[0], ay - place[1], bx - place[0], by - place[1]
        along, more = ax * ahead_x + ay * ahead_y, (bx - ax) * ahead_x + (by - ay) * ahead_y
        for share in (0.0, *((limit - along) / more for limit in (CLEARLY, end) if more)):
            if not (0.0 <= share <= 1.0 and 0.0 < along + share * more < end + CLEARLY / 2):
                continue
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            room = scalar.hypot(x, y)
            turned = [(x * there_y - y * there_x, (size + CLEARLY) * room) for there_x, there_y, size in from_there]
            right |= all(turn > least for turn, least in turned)
            left |= all(-turn > least for turn, least in turned)
    return right and left


TURNS: Final = tuple((scalar.cos(angle), scalar.sin(angle)) for angle in (0.0, 0.5, -0.5, 1.0, -1.0, 1.35, -1.35))
"""How far places of an outline lie to both sides of the one nearest to who looks, as cosines and sines."""


def _facing(view: View, one: int, two: int, seen: bool) -> Facing:
    if one == two:
        return Facing(True)
    outlook, face = view.outlook, _Face(view, one, two)
    hidden = face.hidden()
    if outlook.never_full(np.array([one]), np.array([two]))[0]:
        because = np.flatnonzero(outlook.standing.wholly[two] & outlook.ground.hazy & outlook.ground.counted).tolist()
    elif hidden.any() or not seen:
        because = [owner for owner in face.owners if face.hides(owner)]
    else:
        return Facing(True, exact=face.exact)
    return Facing(False, face.arcs(hidden), tuple(outlook.names[row] for row in because), face.exact)


class _Face:
    """The outline of one model as another sees it, cut into arcs with a point in the middle of each."""

    def __init__(self, view: View, one: int, two: int) -> None:
        self.outlook = view.outlook
        self.one, self.two = one, two
        looks = view.owners == one if view.roles is None else (view.owners == one) & view.roles.looks
        self.eyes = Bodies([view.bodies.footprints[row] for row in np.flatnonzero(looks).tolist()])
        self.target = view.outlook.models[two].whole
        self.near = self._near(view)
        if view.roles is not None and self._screened:
            # Past a screen that is seen into, only bases count.
            self.eyes = Bodies(view.outlook.models[one].footprint.parts)
            self.target = view.outlook.models[two].footprint
            self.near = self._near(view._replace(roles=None))
        self.outline = _Outline(self.target)
        everything = view.outlook.obstacles
        self.exact = not (np.isfinite(everything.high[self.near]).any() or (everything.low[self.near] > 0.0).any())

    @cached_property
    def walls(self) -> Obstacles:
        """What may hide something: obstacles near the way, and the model itself."""
        everything, own = self.outlook.obstacles, ground_as_parts(self.target, _SELF, GROUND, UNLIMITED)
        return Obstacles([*(everything.parts[wall] for wall in self.near), *own])

    @cached_property
    def own(self) -> Flags:
        """Which of the walls are the model itself."""
        found: Flags = self.walls.owners[:, 0] == _SELF
        return found

    @cached_property
    def cuts(self) -> Floats:
        """Where the outline is cut, as ways along it; the first again at the end."""
        if self.exact:
            cuts = self._cuts(Bodies(self.target.parts), len(self.target.parts) > 1)
        else:
            cuts = np.linspace(0.0, self.outline.length, _ARCS, endpoint=False)
        return np.append(cuts, cuts[:1] + self.outline.length)

    @cached_property
    def middles(self) -> Floats:
        """The middles of the arcs, as ways along the outline."""
        middles: Floats = (self.cuts[:-1] + self.cuts[1:]) / 2
        return middles

    @cached_property
    def front(self) -> Rows:
        """The arcs that may face the observer; all others certainly do not."""
        return np.flatnonzero(self._may_face(self.middles))

    @cached_property
    def facing(self) -> Flags:
        """Which arcs face the observer."""
        return self._in_front(self.own)

    def hidden(self) -> Flags:
        """Which arcs face the observer and are not seen, but for arcs too short to count."""
        return self.long(self.facing & ~self.seen())

    @property
    def hides_anything(self) -> bool:
        """Whether some arc that is not too short faces the observer and is not seen."""
        asked = np.flatnonzero(self.long(self.facing))
        every = np.ones(len(self.walls), dtype=bool)
        return bool((~self._seen(self.middles[asked], every)).any()) if len(asked) else False

    def hidden_somewhere(self) -> bool:
        """Whether one of a few places that face the observer is hidden."""
        ways: Floats = np.arange(0.382, _PLACES) * (self.outline.length / _PLACES)
        ways = ways[self._may_face(ways)]
        counts = np.ones(len(self.walls), dtype=bool)
        for seen in (self._not_cut_off, self._seen):  # most that is hidden is cut off by one wall
            behind = ways[~seen(ways, counts)]
            if len(behind) and self._seen(behind, self.own).any():
                return True
        return False

    def _may_face(self, ways: Floats) -> Flags:
        """False where the observer is clearly behind the outline, at a place and a little to both sides of it."""
        if len(self.target.parts) > 1:
            return np.ones(len(ways), dtype=bool)
        places, corners = self.outline.at(ways), self.eyes.corners[:, None]
        radius = np.repeat(self.eyes.radius, self.eyes.count)[:, None]
        room = _BEHIND * (vector.length(corners - places) + radius)
        found = np.zeros(len(ways), dtype=bool)
        for beside in (-_BESIDE, 0.0, _BESIDE):
            ahead = (np.conj(self.outline.normals(ways + beside)) * (corners - places)).real + radius
            found |= some(ahead > -room, 0)
        return found

    @property
    def owners(self) -> list[int]:
        """The obstacles that may hide something, by number."""
        return sorted(set(self.walls.owners.ravel().tolist()) - {NOBODY, _SELF})

    @property
    def _screened(self) -> bool:
        """Whether an INTO screen reaches into the lines between the two."""
        ground = self.outlook.ground
        into = {row for row, screen in enumerate(ground.kinds) if screen.kind is SeeThrough.INTO}
        return not into.isdisjoint(self.outlook.obstacles.owners[self.near].ravel().tolist())

    def _near(self, view: View) -> Rows:
        """The parts of obstacles that reach into the lines between the two."""
        walls, bodies = view.outlook.obstacles, view.bodies
        over = None if view.roles is None else np.ones(1, dtype=bool)
        uses = view.outlook.uses(np.array([self.one]), np.array([self.two]), full=True, over=over)
        pairs = [np.flatnonzero(view.owners == row) for row in (self.one, self.two)]
        a, b = (grid.ravel() for grid in np.meshgrid(*pairs))
        every = None if uses is None else np.repeat(uses, len(a), axis=0)
        found = np.unique(corridors(bodies, walls, a, b, every).wall)
        if view.outlook.policy.heights:
            found = found[walls.high[found] > view.outlook.bottoms[[self.one, self.two]].min() + TOLERANCE]
        return found[reaching_in(between_them(self.eyes.footprints, self.target.parts), walls, found)]

    def _cuts(self, parts: Bodies, notched: bool) -> Floats:
        """Where the outline is cut, as ways along it."""
        near = np.flatnonzero(~self.own | notched)
        both = Bodies([*self.eyes.footprints, *parts.footprints])
        found = [np.zeros(1)]
        for eye in range(len(self.eyes)):
            for part in range(len(self.eyes), len(both)):
                u, d = critical_lines(both, self.walls, eye, part, near)
                meets, _ = both.on_line(np.full(len(u), eye), (u, d))
                found.append(self.outline.crossed((u[meets], d[meets])))
        ways = np.concatenate(found)
        # Many lines meet it at the same place, but for rounding.
        _, first = np.unique(np.round(ways / SHORT), return_index=True)
        return np.sort(ways[first])

    def seen(self, without: int | None = None, only: int | None = None) -> Flags:
        """At which arcs something is seen past all obstacles, past all but one, or past one only."""
        owners = self.walls.owners
        counts: Flags = ~self.own
        if without is not None:
            counts &= np.all(owners != without, axis=1)
        if only is not None:
            counts &= (owners[:, 0] == only) & (owners[:, 1] == NOBODY)
        return self._in_front(counts | self.own)

    def hides(self, owner: int) -> bool:
        """Whether an obstacle hides something by itself, or nothing would be hidden without it."""
        alone = self.facing & ~self.seen(only=owner)
        others = self.facing & ~self.seen(without=owner)
        return bool(self.long(alone).any()) or not self.long(others).any()

    def long(self, arcs: Flags) -> Flags:
        """Without arcs too short to count."""
        return arcs & (np.diff(self.cuts) > SHORT)

    def _in_front(self, counts: Flags) -> Flags:
        """At which arcs the middle is seen past these walls; those that certainly do not face are not looked at."""
        found = np.zeros(len(self.middles), dtype=bool)
        found[self.front] = self._seen(self.middles[self.front], counts)
        return found

    def _seen(self, ways: Floats, counts: Flags) -> Flags:
        """Which places of the outline some eye sees past these walls."""
        if self.exact:
            return self._looked_for(ways, counts, Search.rest)
        places, found = self.outline.at(ways), np.zeros(len(ways), dtype=bool)
        for eye in range(len(self.eyes)):
            found |= self._seen_over(eye, places, counts)
        return found

    def _not_cut_off(self, ways: Floats, counts: Flags) -> Flags:
        """Which places of the outline no single one of these walls cuts off from all eyes."""
        return self._looked_for(ways, counts, lambda search: None, unknown=True)

    def _looked_for(
        self, ways: Floats, counts: Flags, search_on: Callable[[Search], None], *, unknown: bool = False
    ) -> Flags:
        """Which places some eye sees by the quick stages of a search and some more; or may, for all that is known."""
        spots = [Footprint(np.array([[spot.real, spot.imag]])) for spot in self.outline.at(ways).tolist()]
        both = Bodies([*self.eyes.footprints, *spots])
        found, rows = np.zeros(len(spots), dtype=bool), len(self.eyes) + np.arange(len(spots))
        uses = np.tile(counts, (len(spots), 1))
        for eye in range(len(self.eyes)):
            eyes = np.full(len(spots), eye)
            search = Search(both, self.walls, eyes, rows, corridors(both, self.walls, eyes, rows, uses))
            search.centres()
            search.walled_off()
            search_on(search)
            found |= search.seen | search.open if unknown else search.seen
        return found

    def _seen_over(self, eye: int, middles: Vectors, counts: Flags) -> Flags:
        """The same past obstacles with heights, from the top of a sample of places to the foot of the outline."""
        top, foot = self.outlook.tops[self.one], self.outlook.bottoms[self.two]
        places = np.append(outline_points(self.eyes.footprints[eye]), self.eyes.centre[eye])
        start, end = np.tile(places, len(middles)), np.repeat(middles, len(places))
        free: Flags = np.ones(len(start), dtype=bool)
        for wall in np.flatnonzero(counts).tolist():
            enters, leaves = np.clip(self.walls.inside(start, end, np.full(len(start), wall)), 0.0, 1.0)
            ends = top + (foot - top) * enters, top + (foot - top) * leaves
            hit = (np.minimum(*ends) < self.walls.high[wall] - TOLERANCE) & (
                np.maximum(*ends) > self.walls.low[wall] - TOLERANCE
            )
            free &= ~((enters < leaves) & hit)
        return some(free.reshape(-1, len(places)), 1)

    def arcs(self, chosen: Flags) -> tuple[tuple[Point, ...], ...]:
        """Neighbouring arcs joined, as points along the outline."""
        chosen = self.long(chosen)
        if not chosen.any():
            return ()
        begin = int(np.flatnonzero(~chosen)[-1]) + 1 if not chosen.all() else 0
        turned = np.roll(chosen, -begin)
        cuts = np.concatenate([self.cuts[begin:-1], self.cuts[: begin + 1] + self.outline.length])
        edges = np.flatnonzero(np.diff(np.concatenate([[False], turned, [False]])))
        return tuple(
            tuple((float(spot.real), float(spot.imag)) for spot in self.outline.along(cuts[low], cuts[high]))
            for low, high in edges.reshape(-1, 2).tolist()
        )


_SELF: Final = -2


class _Outline:
    """The outline of a ground, by the way along it from its first corner, counter-clockwise."""

    def __init__(self, ground: Footprint) -> None:
        self.round = len(ground.core) == 1
        ring = ground.core if self.round or not ground.radius else outer_ring(ground.polygon)
        self.corners: Vectors = ring[:, 0] + 1j * ring[:, 1]
        self.radius = ground.radius
        self.steps = vector.length(np.roll(self.corners, -1) - self.corners)
        self.ways = np.append(0.0, np.cumsum(self.steps))
        self.length = 2 * np.pi * self.radius if self.round else float(self.ways[-1])

    def at(self, ways: Floats) -> Vectors:
        """The points so far along."""
        ways = ways % self.length
        if self.round:
            turned: Vectors = self.corners[0] + self.radius * vector.circle(ways / self.radius)
            return turned
        edge = np.minimum(np.searchsorted(self.ways, ways, side="right") - 1, len(self.corners) - 1)
        share = (ways - self.ways[edge]) / self.steps[edge]
        found: Vectors = self.corners[edge] + share * (np.roll(self.corners, -1) - self.corners)[edge]
        return found

    def normals(self, ways: Floats) -> Vectors:
        """The directions straight out of it, so far along."""
        if self.round:
            out: Vectors = vector.circle(ways / self.radius)
            return out
        edge = np.minimum(np.searchsorted(self.ways, ways % self.length, side="right") - 1, len(self.corners) - 1)
        found: Vectors = -1j * (np.roll(self.corners, -1) - self.corners)[edge] / self.steps[edge]
        return found

    def crossed(self, lines: tuple[Vectors, Floats]) -> Floats:
        """How far along lines meet it."""
        u, d = lines
        if self.round:
            across = (np.conj(u) * self.corners[0]).imag - d
            meets = np.abs(across) <= self.radius * (1 + 1e-9)
            aside = vector.arcsin(np.clip(-across[meets] / self.radius, -1.0, 1.0))
            turns = vector.angle(u[meets])
            return np.concatenate([turns + aside, turns + np.pi - aside]) % (2 * np.pi) * self.radius
        one = (np.conj(u)[:, None] * self.corners).imag - d[:, None]
        two = np.roll(one, -1, axis=1)
        line, edge = np.nonzero((np.minimum(one, two) <= 0.0) & (np.maximum(one, two) >= 0.0) & (one != two))
        share = one[line, edge] / (one[line, edge] - two[line, edge])
        return np.concatenate([self.ways[:-1], self.ways[edge] + share * self.steps[edge]])

    def along(self, begin: float, end: float) -> Vectors:
        """The points to draw from one place to another."""
        if self.round:
            return self.at(np.linspace(begin, end, 2 + int((end - begin) / self.radius / _BEND)))
        turns = np.concatenate([self.ways[:-1], self.ways[:-1] + self.length])
        return self.at(np.concatenate([[begin], turns[(turns > begin) & (turns < end)], [end]]))
