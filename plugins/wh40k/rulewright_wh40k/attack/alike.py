"""Which attacks with a weapon are rolled together: those of models that attack alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import rule

from ..terms import has_ability, items, model, unit, wounds_left
from .allocation import picked_out

if TYPE_CHECKING:
    from rulewright import Position


@rule("core.fast-dice-rolling", "core.weapon-precision", "core.stratagem-epic-challenge", "core.datasheet",
      "commentary.bearer")  # fmt: skip
def alike(position: Position, id: str, used: str, foe: str, by: str) -> tuple[Any, ...]:
    """What tells the attacks of one model of a unit with a weapon from those of another one, equal where nothing does.

    That is whom its Precision may pick out, as it sees them, how far it is Damaged, and which texts are its own.
    """
    worn = wounds_left(position, by) if has_ability(position, by, "damaged") else 0
    return worn, tuple(picked_out(position, id, used, (by,), foe)), own_texts(position, by)


def own_texts(position: Position, id: str) -> tuple[str, ...]:
    """The texts of a model that others of its unit have not: of its profile, its wargear, and of an Enhancement."""
    one = model(position, id)
    own = unit(position, one.origin)
    owners = {
        "profile": (one.profile,), "enhancement": (own.enhancement if own.bearer == id else "",),
        "wargear": items(position, id),
    }  # fmt: skip
    texts = position.content.texts
    return tuple(entry for entry, text in texts.items() if text.owner in owners.get(text.kind, ()))
