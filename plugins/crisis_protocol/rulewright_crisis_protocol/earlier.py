"""What a character has done in its activation so far, as texts ask: whom it attacked, and how it came where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule, trigger

from .events import AttackResolved, Moved
from .terms import Activation

if TYPE_CHECKING:
    from rulewright import Event, Game, Position


@trigger(AttackResolved, immediate=True, order_matters=False)
@rule("attack.step-14", "activation.two-actions")
def remember_attack(game: Game, event: AttackResolved, source: None) -> Event | None:
    """Whom the character has attacked that is activated; the attack being made counts once it is resolved."""
    activation = game.find_context(Activation)
    deed = (event.target, event.attack)
    if activation is None or activation.character != event.attacker or deed in activation.struck:
        return None
    return game.note(activation, struck=(*activation.struck, deed))


@trigger(Moved, immediate=True, order_matters=False)
@rule("move.kinds")
def remember_move(game: Game, event: Moved, source: None) -> Event | None:
    """How the character has been moved that is activated."""
    activation = game.find_context(Activation)
    if activation is None or activation.character != event.character or event.how in activation.moved:
        return None
    return game.note(activation, moved=(*activation.moved, event.how))


def own_activation(position: Position, id: str) -> Activation | None:
    """The activation of a character, while it lasts."""
    found = position.find_context(Activation)
    return found if found is not None and found.character == id else None


TRIGGERS: Final[list[Any]] = [remember_attack, remember_move]
