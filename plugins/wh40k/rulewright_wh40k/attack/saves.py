"""Saving throws, invulnerable saves and the Benefit of Cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Modifier, rule

from ..numbers import improved
from ..space.cover import covered
from ..terms import AttackSequence, model, wielded

if TYPE_CHECKING:
    from rulewright import Position


@rule("core.plunging-fire", "errata.weapon-characteristics", "commentary.modifying-by-improving-or-worsening")
def penetration(position: Position, attack: AttackSequence) -> int:
    """The Armour Penetration of attacks; fire that plunges from Ruins improves it by 1."""
    return int(position.number("ap", attack.unit, *([PLUNGING] if attack.plunging else [])))


PLUNGING: Final = improved("ap", 1, "plunging fire", "core.plunging-fire")
COVER: Final = Modifier("saving throw", "roll", 1, "cover", rule="core.benefit-of-cover")
"""What the Benefit of Cover adds to a saving throw."""


@rule("core.saving-throw", "faq.general.save-not-one-plus", "core.invulnerable-save", "core.benefit-of-cover")
def save_needed(position: Position, attack: AttackSequence, id: str) -> int:
    """The unmodified result that saves a model: by its Save and AP, or by its invulnerable save if that is better."""
    ap, save = penetration(position, attack), int(position.number("save", id))
    invulnerable = int(position.number("invulnerable", id))

    def needed(*cover: Modifier) -> int:
        return min(max(save - ap - int(position.number("saving throw", id, *cover)), 2), invulnerable)

    open, hidden = needed(), needed(COVER)
    return hidden if open != hidden and has_cover(position, attack, id, save, ap) else open


@rule("core.benefit-of-cover", "core.weapon-ignores-cover", "core.terrain-ruins", "core.terrain-woods",
      "core.terrain-hills", "core.terrain-debris", "core.terrain-barricades",
      "commentary.benefit-of-cover-outside-terrain", "core.stratagem-smokescreen")  # fmt: skip
def has_cover(position: Position, attack: AttackSequence, id: str, save: int, ap: int) -> bool:
    """Whether a model has the Benefit of Cover: terrain hides some of it from an attacker, or an ability says so."""
    used = wielded(position, attack)
    if used.melee or "ignores cover" in used.abilities or (save <= 3 and ap == 0):
        return False
    if position.may("no cover", model(position, id).unit):
        return False
    return attack.unseen or position.may("cover", model(position, id).unit) or covered(position, attack.unit, id)


@rule("commentary.benefit-of-cover-outside-terrain")
def in_cover(position: Position, attack: AttackSequence, id: str) -> bool:
    """Whether a model has the Benefit of Cover against attacks, wherever it comes from."""
    save = int(position.number("save", id))
    return has_cover(position, attack, id, save, penetration(position, attack))
