"""Which units are eligible to shoot, and with which weapons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from ..space.battlefield import engaged
from ..terms import LARGE, did, has_keyword, last_shots_of, model, sheet, shooting_models, weapon

if TYPE_CHECKING:
    from rulewright import Position


@rule("core.shooting-phase", "core.locked-in-combat", "core.big-guns-never-tire", "core.weapon-pistol",
      "core.weapon-assault", "commentary.eligible-to-shoot",
      "commentary.eligible-to-shoot-without-ranged-weapons")  # fmt: skip
def can_shoot(position: Position, id: str) -> bool:
    """Whether a unit is eligible to shoot: it did not Advance or Fall Back, and is not Locked in Combat.

    A unit without ranged weapons is eligible, too.
    """
    return not did(position, id, "shot") and fit_to_shoot(position, id)


@rule("core.shooting-phase", "core.locked-in-combat", "commentary.eligible-to-shoot-without-ranged-weapons",
      "faq.reserves.eligible-to-shoot-in-reserves")  # fmt: skip
def fit_to_shoot(position: Position, id: str) -> bool:
    """Whether a unit is eligible to shoot, had it not shot yet."""
    if did(position, id, "too large") or id in position.state.performing:
        return False
    if did(position, id, "advance") and not position.may("shoot after advancing", id):
        return False
    if did(position, id, "fall back") and not position.may("shoot after falling back", id):
        return False
    if did(position, id, "advance") or engaged(position, id):
        return any(usable(position, id, used) for used in carried(position, id))
    return True


def carried(position: Position, id: str) -> list[str]:
    """The weapons of a unit, each once, in the order of its models."""
    return list(dict.fromkeys(used for one in shooting_models(position, id) for used in one.weapons))


def large(position: Position, id: str) -> bool:
    """Whether a unit is a Monster or Vehicle."""
    return any(has_keyword(position, id, one) for one in LARGE)


def is_large(position: Position, id: str) -> bool:
    """Whether a model is a Monster or Vehicle."""
    return not LARGE.isdisjoint(sheet(position, model(position, id).origin).keywords)


@rule("core.locked-in-combat", "core.weapon-pistol", "core.big-guns-never-tire", "core.weapon-assault",
      "core.weapon-one-shot", "commentary.locked-in-combat")  # fmt: skip
def usable(position: Position, id: str, used: str) -> bool:
    """Whether a unit may shoot with a weapon at all now."""
    arm = weapon(position, used, id)
    if arm.melee or (did(position, id, "advance") and "assault" not in arm.abilities):
        return False
    tireless = large(position, id) and last_shots_of(position, id) is None
    return "pistol" in arm.abilities or tireless or not engaged(position, id)
