"""What lasts for a unit goes on when an Attached unit comes apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright import EffectBegan, Event, rule, trigger

from .before_events import Separated
from .terms import on_table

if TYPE_CHECKING:
    from rulewright import Game


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
