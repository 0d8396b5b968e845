"""Persisting effects: what counts for a unit or model for a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright import EffectBegan, EffectKind, Event, rule, trigger
from rulewright.effects import active_effects

from .events.attached_units import Separated
from .numbers import ORDERED
from .terms import GAINED, on_table

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
KINDS: Final = tuple(map(EffectKind, ("stratagem", SNAP, NO_BONUS, CHALLENGED, SUPPRESSED, WITHERED, ORDERED, GAINED)))


def under(position: Position, kind: str, id: str) -> bool:
    """Whether something of that kind counts for a unit or model now."""
    return any(True for _ in active_effects(position, kind, id))


@trigger(Separated, immediate=True, order_matters=False)
@rule("errata.persisting-effects")
def inherit(game: Game, event: Separated, source: None) -> list[Event] | None:
    """A Leader that is on its own again keeps what lasts for the Attached unit, as long as it would have lasted."""
    if not on_table(game, event.leader):
        return None
    held = [one for one in game.state.effects.values() if (one.target_table, one.target) == ("units", event.unit)]
    begun: list[Event] = [
        EffectBegan(replace(one, id=game.new_id(), target=event.leader), rule="errata.persisting-effects")
        for one in held
    ]
    return begun or None


TRIGGERS: Final = [inherit]
