"""Which attacks with a weapon are rolled together: those of models that attack alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import rule

from ..terms import has_ability, wounds_left
from .allocation import picked_out

if TYPE_CHECKING:
    from rulewright import Position


@rule("core.fast-dice-rolling", "core.weapon-precision", "core.stratagem-epic-challenge", "core.datasheet")
def alike(position: Position, id: str, used: str, foe: str, model: str) -> tuple[Any, ...]:
    """What tells the attacks of one model of a unit with a weapon from those of another one, equal where nothing does.

    That is whom its Precision may pick out, as it sees them, and how far it is Damaged.
    """
    worn = wounds_left(position, model) if has_ability(position, model, "damaged") else 0
    return worn, tuple(picked_out(position, id, used, (model,), foe))
