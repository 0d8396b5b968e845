"""Chapter 8: the vocabulary of effects carried out, one small function a verb, in rooms by what verbs are about."""

from __future__ import annotations

from typing import Final

from . import attacks, companions, dice, health, structure
from .cards import can_pay
from .objects import NEEDS_OBJECT, has_object
from .running import PARTS, RESOLVE, VERBS
from .tokens import INCOMING

TELLING: Final = frozenset(
    (
        "play_card", "put_away", "spend_tokens", "use_companion", "mark_used", "damage", "heal", "set_health",
        "prevent", "gain", "inflict", "modify_attack", "undefendable", "cancel_attack", "raise_limit", "companion",
        "gain_cp", "lose_cp", "fewer_rolls", "skip_phase", "extra_phase", "forbid", "change_rules", "watch",
        "after_damage",
    )
)  # fmt: skip
"""Effects that neither ask nor roll nor lead to others: they only tell what happens."""

LISTENED: Final = {
    "gain": ("status_gained",), "inflict": ("status_gained", INCOMING), "play_card": ("card_played",),
    "spend_tokens": ("status_spent",),
}  # fmt: skip
"""Those of them that lead to others where any content listens to a moment."""

__all__ = [
    "LISTENED", "NEEDS_OBJECT", "PARTS", "RESOLVE", "TELLING", "VERBS", "attacks", "can_pay", "companions", "dice",
    "has_object", "health", "structure",
]  # fmt: skip
