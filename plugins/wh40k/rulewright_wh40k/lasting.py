"""Persisting effects: what counts for a unit or model for a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright import EffectBegan, EffectEnded, EffectKind, Event, rule, trigger
from rulewright.effects import active_effects

from .events.attached_units import Separated
from .events.attacks import ModelDestroyed
from .numbers import ORDERED
from .terms import GAINED, INSTANCE, PASSED, models, on_table

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
HEALED: Final = "healed"
"""A text has healed a model in this turn."""
KEPT: Final = "kept"
"""What lasted for the last model of a unit that may return: each of its models has it then."""
NAMES: Final = (
    "stratagem", SNAP, NO_BONUS, CHALLENGED, SUPPRESSED, WITHERED, HEALED, KEPT, ORDERED, GAINED, INSTANCE, PASSED,
)  # fmt: skip
KINDS: Final = tuple(map(EffectKind, NAMES))


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


@trigger(ModelDestroyed, immediate=True, order_matters=False)
@rule("faq.timing.persisting-effects-after-return")
def keep(game: Game, event: ModelDestroyed, source: None) -> list[Event] | None:
    """What lasts for the last model of a unit that may return, and for the unit that it leads, is kept for the unit."""
    one = game.state.models.get(event.model)
    if one is None or not may_return(game, one.player):
        return None
    if any(other.origin == one.origin and other.id != one.id for other in game.state.models.values()):
        return None
    begun: list[Event] = []
    for held in game.state.effects.values():
        if (held.target_table, held.target) == ("models", event.model):
            kept = replace(held, kind=KEPT, data={"kind": held.kind, "data": dict(held.data)})
        elif (held.target_table, held.target) == ("units", event.unit) and event.unit != one.origin:
            kept = held
        else:
            continue
        kept = replace(kept, id=game.new_id(), target_table="units", target=one.origin)
        begun.append(EffectBegan(kept, rule=RETURNS))
    return begun or None


def may_return(position: Position, player: int) -> bool:
    """Whether a Stratagem of a player is used on destroyed units."""
    own = ("", position.state.armies[player].detachment)
    known = position.content.stratagems.values()
    return any(one.target.who == "destroyed" and one.detachment in own for one in known)


@rule("faq.timing.persisting-effects-after-return")
def restored(game: Game, id: str) -> list[Event]:
    """What was kept for a unit that has returned lasts for each of its models again."""
    kept = list(active_effects(game, KEPT, id))
    ended: list[Event] = [EffectEnded(one.id, rule=RETURNS) for one in kept]
    return ended + [
        EffectBegan(replace(one, id=game.new_id(), target_table="models", target=at.id, **one.data), rule=RETURNS)
        for one in kept
        for at in models(game, id)
    ]


RETURNS: Final = "faq.timing.persisting-effects-after-return"
TRIGGERS: Final = [inherit, keep]
