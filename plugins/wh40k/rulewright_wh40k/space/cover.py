"""The Benefit of Cover that terrain features give, category by category, and fire that plunges from Ruins."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.geometry import TOLERANCE, plane
from rulewright.geometry.plane.see import SightPolicy

from ..terms import models, shooting_models
from .battlefield import SIGHT, TABLE, at_ground_level

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.geometry.plane import Model, Piece, Scene

SHELTERS: Final = frozenset({"ruin", "woods"})
"""Whoever is wholly within them has cover."""
HIDING: Final = SHELTERS | {"hill", "debris"}
"""Whoever is not fully visible because of them has cover."""
BEHIND: Final = 3.0
"""Inches of a barricade wholly within which it gives cover (core.terrain-barricades)."""
HIGH: Final = 6.0
"""Inches above ground level from which fire plunges (core.plunging-fire)."""


@rule("commentary.within-and-wholly-within")
def wholly_within(piece: Piece, one: Model) -> bool:
    """Whether no part of a model's base or hull extends beyond the footprint of a terrain feature."""
    return plane.measure.outside(one.footprint, piece.polygon) <= TOLERANCE


@rule("core.terrain-ruins", "core.terrain-woods", "core.terrain-craters", "commentary.wholly-on-top-of-a-crater")
def sheltered(scene: Scene, id: str) -> bool:
    """Whether a model has cover where it stands: wholly within Ruins or Woods, or Infantry wholly on a Crater."""
    return scene.kept(("sheltered", id), lambda scene: _sheltered(scene, scene.models[id]))


def _sheltered(scene: Scene, one: Model) -> bool:
    near = scene.terrain.near(one.footprint.bounds)
    return any(_shelters(scene.terrain.pieces[row], one) for row in near)


def _shelters(piece: Piece, one: Model) -> bool:
    fits = piece.traits & SHELTERS or ("crater" in piece.traits and "Infantry" in one.traits)
    return bool(fits) and wholly_within(piece, one)


@rule("core.terrain-ruins", "core.terrain-woods", "core.terrain-hills", "core.terrain-debris",
      "core.terrain-barricades")  # fmt: skip
def hides(scene: Scene, piece: Piece, id: str) -> bool:
    """Whether a terrain feature gives cover to a model that is not fully visible because of it."""
    one = scene.models[id]
    if "barricade" in piece.traits and "Infantry" in one.traits:
        return not plane.measure.check_wholly_within(scene, id, piece.id, BEHIND)
    return bool(piece.traits & HIDING)


def _all(scene: Scene) -> tuple[Piece, ...]:
    return tuple(scene.pieces.values())


@lru_cache(maxsize=1 << 8)
def _through(without: frozenset[str]) -> SightPolicy:
    """The sight that only terrain hinders, and of that only what gives cover: models hide nobody."""
    return SightPolicy(heights=SIGHT.heights, screens=SIGHT.screens, without=without)


@rule("commentary.visible", "core.visibility")
def fully_sees(scene: Scene, looking: Iterable[str], seen: Iterable[str], policy: SightPolicy = SIGHT) -> bool:
    """Whether each of some models is fully visible to each of some others."""
    theirs = tuple(seen)
    return all(plane.see.fully_visible(scene, one, other, policy) for one in looking for other in theirs)


@rule("core.benefit-of-cover")
def hidden(position: Position, unit: str, id: str) -> bool:
    """Whether some model of a unit does not see all of a model because of terrain that gives cover then."""
    scene = TABLE(position)
    if id not in scene.models:
        return False
    looking = tuple(str(one.id) for one in shooting_models(position, unit) if str(one.id) in scene.models)
    return scene.kept(("hidden", looking, id), lambda scene: _hidden(scene, looking, id))


def _hidden(scene: Scene, looking: tuple[str, ...], id: str) -> bool:
    policy = _through(frozenset(piece.id for piece in _all(scene) if not hides(scene, piece, id)))
    return not fully_sees(scene, looking, (id,), policy)


def covered(position: Position, unit: str, id: str) -> bool:
    """Whether terrain gives a model the Benefit of Cover against ranged attacks of a unit."""
    scene = TABLE(position)
    return id in scene.models and (sheltered(scene, id) or hidden(position, unit, id))


@rule("core.plunging-fire", "commentary.ground-level")
def plunges(position: Position, attacker: str, target: str) -> bool:
    """Whether a model shoots down from Ruins at a unit of which every model is at ground level."""
    scene = TABLE(position)
    if attacker not in scene.models or scene.models[attacker].pose.height < HIGH - TOLERANCE:
        return False
    within = any("ruin" in piece.traits and wholly_within(piece, scene.models[attacker]) for piece in _all(scene))
    return within and all(at_ground_level(position, str(one.id)) for one in models(position, target))
