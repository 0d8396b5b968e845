"""What texts change for a time, as effects of the kernel: until a scope ends, or with the next attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectEnded, EffectKind, rule, trigger

from .events import AttackResolved

if TYPE_CHECKING:
    from rulewright import Event, Game

FOR_A_TIME: Final = EffectKind("for a time")
NEXT_ATTACK: Final = EffectKind("next attack")


@trigger(AttackResolved, immediate=True, order_matters=False)
@rule("attack.step-14")
def end_with_attack(game: Game, event: AttackResolved, source: None) -> list[Event] | None:
    """What counts for the next attack of a character ends with it."""
    over: list[Event] = [
        EffectEnded(effect.id, rule="attack.step-14")
        for effect in game.state.effects.values()
        if effect.kind == NEXT_ATTACK.name and effect.target == event.attacker
    ]
    return over or None


KINDS: Final = (FOR_A_TIME, NEXT_ATTACK)
TRIGGERS: Final[list[Any]] = [end_with_attack]
