"""What texts change for a time, as effects of the kernel: until a scope ends, or with the next attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectEnded, EffectKind, begin_effect, during, rule, trigger

from .events.activation import Activated
from .events.attacks import AttackResolved
from .terms import LENT, Series, lent_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Event, Game
    from rulewright.state import Effect

FOR_A_TIME: Final = EffectKind("for a time")


@rule("attack.step-14")
def _in_its_attack(game: Any, effect: Effect) -> bool:
    """What counts for an attack counts in no other one that is made within it."""
    return bool(game.scope_number("attack") == effect.until_uid)


IN_ATTACK: Final = EffectKind("in attack", active=_in_its_attack)
NEXT_ATTACK: Final = EffectKind("next attack")
WAITING: Final = EffectKind("waiting")
"""What a character will have in its next attack, or in the next of some of its attacks, from its target on."""
IN_CLEANUP: Final = EffectKind("in cleanup")
"""Effects that a text has left for the next Cleanup Phase."""


WATCHING: Final = EffectKind("watching")
"""Effects that a text has left for each time that something happens to characters of a side."""
COLLISION: Final = EffectKind("collision")
"""What counts in the collision that is being resolved."""
NEXT_TURN: Final = EffectKind("next turn")
"""What counts to the end of the next turn, whosever it is."""
NEXT_ACTIVATION: Final = EffectKind("next activation")
"""What counts for a character to the end of its next activation."""


@trigger(Activated, immediate=True, order_matters=False)
@rule("activation.step-2")
def end_with_activation(game: Game, event: Activated, source: None) -> list[Event] | None:
    """What counts to the end of the next activation of a character ends with this one."""
    ending: list[Event] = []
    for effect in game.state.effects.values():
        if effect.kind == NEXT_ACTIVATION.name and event.character in (effect.target, effect.data.get("marked")):
            ending.append(EffectEnded(effect.id, rule="activation.step-2"))
            ending.append(
                begin_effect(
                    game, FOR_A_TIME.name, during("activation"), even_if_lost=True, data=effect.data,
                    target=None if effect.target is None else ("characters", effect.target), rule="activation.step-2",
                )
            )  # fmt: skip
    return ending or None


@rule("activation.alternate")
def ended_with_turn(game: Game) -> list[Event]:
    """What counts to the end of the next turn ends with the one that has begun."""
    changed: list[Event] = []
    for effect in game.state.effects.values():
        if effect.kind == NEXT_TURN.name:
            target = None if effect.target is None else ("characters", effect.target)
            changed.append(EffectEnded(effect.id, rule="activation.alternate"))
            changed.append(
                begin_effect(
                    game, FOR_A_TIME.name, during("turn"), even_if_lost=True, data=effect.data, target=target,
                    rule="activation.alternate",
                )
            )  # fmt: skip
    return changed


@trigger(AttackResolved, immediate=True, order_matters=False)
@rule("attack.step-14")
def end_with_attack(game: Game, event: AttackResolved, source: None) -> list[Event] | None:
    """What counts for the next attack of a character ends with it, and what does for its next attack action with the
    last attack of a beam or an area."""
    series = game.find_context(Series)
    in_action = series is not None and series.attacker == event.attacker
    return ended_for(game, event.attacker, ("next attack action",) if in_action else ()) or None


@rule("throw.collision-stop")
def ended_with_collision(game: Game) -> list[Event]:
    """What counted for the collision that is over."""
    effects = game.state.effects.values()
    return [EffectEnded(one.id, rule="throw.collision-stop") for one in effects if one.kind == COLLISION.name]


def ended_for(game: Game, attacker: str, but: Sequence[str] = ()) -> list[Event]:
    """What counted for the attack of a character is over, but for what lasts longer."""
    return [
        EffectEnded(effect.id, rule="attack.step-14")
        for effect in game.state.effects.values()
        if effect.kind == NEXT_ATTACK.name and effect.target == attacker and effect.data.get("until") not in but
    ]


@rule("attack.step-2", "terms.after")
def begin_with_attack(game: Game, attacker: str, attack: str) -> list[Event]:
    """What waits for an attack of a character counts during the attack that has come, from its target on."""
    begun: list[Event] = []
    for effect in game.state.effects.values():
        if effect.kind != WAITING.name or effect.target != attacker:
            continue
        if attack in (effect.data["attacks"] or (attack,)):
            data = {**effect.data, "gives": effect.data["brings"]}
            begun.append(EffectEnded(effect.id, rule="attack.step-2"))
            begun.append(
                begin_effect(
                    game, IN_ATTACK.name, during("attack"), target=("characters", attacker),
                    even_if_lost=True, data=data, rule="attack.step-2",
                )
            )  # fmt: skip
    return begun


def lent_dice(game: Game, attacker: str, attack: str) -> int:
    """The dice more of an attack that a character has for a time."""
    return sum(int(one.data["dice"]) for one in lent_to(game, attacker) if one.data["attack"] == attack)


@rule("attack.step-1")
def used_up(game: Game, attacker: str, attack: str) -> list[Event]:
    """An attack that a character had once for a time has been made."""
    return [
        EffectEnded(one.id, rule="attack.step-1")
        for one in lent_to(game, attacker)
        if one.data["attack"] == attack and one.data["once"]
    ]


KINDS: Final = (
    FOR_A_TIME,
    IN_ATTACK,
    NEXT_ACTIVATION,
    NEXT_ATTACK,
    WAITING,
    IN_CLEANUP,
    WATCHING,
    COLLISION,
    NEXT_TURN,
    EffectKind(LENT),
)
TRIGGERS: Final[list[Any]] = [end_with_activation, end_with_attack]
