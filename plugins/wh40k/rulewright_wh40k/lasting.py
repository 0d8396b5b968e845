"""What counts for a unit or model for a time, and the abilities that only Stratagems give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectKind, Power
from rulewright.effects import active_effects
from rulewright.powers import Bearer, modifies, permits

if TYPE_CHECKING:
    from rulewright import Game, Position

SNAP: Final = "snap shots"
"""A unit hits with ranged attacks only on unmodified sixes (errata.stratagem-fire-overwatch)."""
NO_BONUS: Final = "no charge bonus"
"""A unit that charged has no Charge bonus (errata.stratagem-heroic-intervention)."""
CHALLENGED: Final = "epic challenge"
"""The melee attacks of a model have Precision (core.stratagem-epic-challenge)."""
SUPPRESSED: Final = "suppressed"
WITHERED: Final = "withered"
KINDS: Final = tuple(map(EffectKind, ("stratagem", SNAP, NO_BONUS, CHALLENGED, SUPPRESSED, WITHERED)))


def under(position: Position, kind: str, id: str) -> bool:
    """Whether something of that kind counts for a unit or model now."""
    return any(True for _ in active_effects(position, kind, id))


class InCover(Power, name="in-cover", rule="core.benefit-of-cover"):
    """It has the Benefit of Cover."""

    @permits("cover")
    def hide(self, game: Game, me: Bearer) -> bool:
        return True


class Ward(Power, name="ward", rule="core.invulnerable-save"):
    """All of its models have an invulnerable save of so much."""

    @modifies("invulnerable", "at least", others=True)
    def protect(self, game: Game, me: Bearer, other: Any) -> int | None:
        one = game.state.models.get(other)
        return int(me.version) if one is not None and one.unit == me.id else None


LASTING: Final = (InCover(), Ward())
