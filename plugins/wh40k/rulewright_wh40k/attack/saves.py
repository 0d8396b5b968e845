"""Saving throws, invulnerable saves and the Benefit of Cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule
from rulewright.geometry import plane

from ..terms import Volley, model, models, weapon
from ..world import SIGHT, TABLE

if TYPE_CHECKING:
    from rulewright import Position


@rule("core.saving-throw", "core.invulnerable-save", "core.benefit-of-cover")
def save_needed(position: Position, volley: Volley, id: str) -> int:
    """The unmodified result that saves a model: by its Save and AP, or by its invulnerable save if that is better."""
    ap, save = int(position.number("ap", volley.unit)), int(position.number("save", id))
    modifier = int(position.number("saving throw", id)) + has_cover(position, volley, id, save, ap)
    return min(max(save - ap - min(modifier, 1), 2), int(position.number("invulnerable", id)))


@rule("core.benefit-of-cover", "core.weapon-ignores-cover", "core.terrain-ruins", "core.terrain-woods",
      "core.terrain-hills", "core.terrain-debris", "core.terrain-barricades",
      "commentary.benefit-of-cover-outside-terrain")  # fmt: skip
def has_cover(position: Position, volley: Volley, id: str, save: int, ap: int) -> bool:
    """Whether a model has the Benefit of Cover: terrain hides some of it from an attacker, or an ability says so."""
    used = weapon(position, volley.weapon)
    if used.melee or "ignores cover" in used.abilities or (save <= 3 and ap == 0):
        return False
    return volley.unseen or position.may("cover", model(position, id).unit) or hidden(position, volley.unit, id)


def hidden(position: Position, unit: str, id: str) -> bool:
    """Whether some model of a unit does not see all of a model."""
    scene = TABLE(position)
    if id not in scene.models:
        return False
    looking = [str(one.id) for one in models(position, unit)]
    return not all(plane.see.fully_visible(scene, one, id, SIGHT) for one in looking)
