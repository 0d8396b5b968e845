"""A scene under a policy: its models as bodies, what may stand between them, and what pairs of them see."""

from typing import NamedTuple

import numpy as np

from ...irrational import vector
from ..scene import Scene
from .bodies import Bodies, Flags, Floats, Rows, Vectors
from .lookout import Heights, Looks, look
from .screens import Outlook, SightPolicy, SightRoles, bodies_after, bodies_of, roles_of
from .shadows import spread

DEFAULT = SightPolicy()


class View(NamedTuple):
    """A scene under a policy: its bodies, whose they are, and what may stand between them."""

    outlook: Outlook
    bodies: Bodies
    owners: Rows
    roles: SightRoles | None = None
    """What the parts are for, where not all are for everything."""


class Discs(NamedTuple):
    """A disc around each model, in order."""

    centre: Vectors
    reach: Floats


def rows_of(scene: Scene, a: str, b: str) -> tuple[int, int]:
    """The rows of two models. Raises GeometryError for an unknown one."""
    return scene.rows[scene.model(a).id], scene.rows[scene.model(b).id]


def view_of(scene: Scene, policy: SightPolicy) -> View:
    """The scene under a policy, kept with it."""
    bodies, owners = scene.kept("bodies", bodies_of, bodies_after)
    return View(scene.kept(("outlook", policy), lambda now: Outlook(now, policy)), bodies, owners, roles_of(scene))


def discs(view: View) -> Discs:
    """A disc around each model."""
    bodies, owners = view.bodies, view.owners
    count = len(view.outlook.scene.models)
    if len(bodies) == count:
        return Discs(bodies.centre, bodies.reach)
    first = np.searchsorted(owners, np.arange(count))
    centres = bodies.centre[first]
    return Discs(centres, np.maximum.reduceat(vector.length(bodies.centre - centres[owners]) + bodies.reach, first))


def parts_of(view: View, one: Rows, two: Rows) -> tuple[Rows, Rows, Rows]:
    """The pairs of convex parts of pairs of models: the number of the pair, and the rows of the two bodies."""
    if len(view.bodies) == len(view.outlook.scene.models):
        return np.arange(len(one)), one, two
    count = np.bincount(view.owners, minlength=len(view.outlook.scene.models))
    first = np.cumsum(count) - count
    pair, place = spread(np.zeros(len(one), dtype=np.intp), count[one] * count[two])
    part, other = first[one][pair] + place // count[two][pair], first[two][pair] + place % count[two][pair]
    if view.roles is None:
        return pair, part, other
    used = view.roles.looks[part] & view.roles.seen[other]
    return pair[used], part[used], other[used]


def overhanging(view: View, part: Rows, other: Rows) -> Flags | None:
    """Which pairs of parts are of one that overhangs a base; None where none does."""
    return None if view.roles is None else view.roles.over[part] | view.roles.over[other]


def looks(view: View, one: Rows, two: Rows, uses: Flags | None = None) -> Looks:
    """What models ``one[k]`` see of models ``two[k]``, from any part to any part."""
    outlook = view.outlook
    pair, part, other = parts_of(view, one, two)
    if view.roles is not None:
        part_uses = outlook.uses(one[pair], two[pair], over=overhanging(view, part, other))
    else:
        uses = outlook.uses(one, two) if uses is None else uses
        part_uses = None if uses is None else uses[pair]
    found = look(view.bodies, outlook.obstacles, part, other, part_uses, _heights(outlook, one[pair], two[pair]))
    if len(pair) == len(one):
        return found
    # The first part that sees, else the first of all, stands for the pair.
    order = np.lexsort((~found.seen, pair))
    best = order[np.searchsorted(pair, np.arange(len(one)))]
    doubtful = np.bincount(pair[~found.exact], minlength=len(one)) > 0
    return Looks(found.seen[best], found.start[best], found.end[best], found.seen[best] | ~doubtful)


def _heights(outlook: Outlook, one: Rows, two: Rows) -> Heights | None:
    if not outlook.policy.heights:
        return None
    floors, tops = outlook.bottoms, outlook.tops
    return Heights(floors[one], tops[one], floors[two], tops[two])
