"""More moments of superpowers: after which event they come, whose they are, and who is meant by "chosen"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule

from .attack import pool_in
from .events import ActivationEnded, AttackResolved, DamageSuffered, MoveBegan, RollOver
from .terms import Activation, Attack, allied, pool_of

if TYPE_CHECKING:
    from rulewright.powers import Bearer

Meant = Callable[[Any, "Bearer", Any], "str | None"]


@rule("terms.after", "dice.faces")
def rolled(game: Any, id: str, event: AttackResolved | RollOver) -> tuple[str, ...] | None:
    """The dice that a character has rolled in what is over now, as they lay in the end; None where it rolled none."""
    if isinstance(event, AttackResolved):
        pool = pool_of(event, id)
        roll = pool_in(game.context(Attack), pool).roll if pool else None
        return None if roll is None else tuple(map(str, roll.faces))
    return event.faces if event.character == id else None


def _rolls(game: Any, me: Bearer, event: Any) -> str | None:
    return None if rolled(game, str(me.id), event) is None else ""


@rule("activation.step-2", "action.move")
def _moves(game: Any, me: Bearer, event: MoveBegan) -> str | None:
    """A move action of a character in its own activation."""
    activation = game.find_context(Activation)
    own = activation is not None and activation.character == me.id == event.character
    return "" if own else None


@rule("activation.step-2", "character.ally-enemy")
def _enemy_ends(game: Any, me: Bearer, event: ActivationEnded) -> str | None:
    there = event.character in game.state.characters and not allied(game, str(me.id), event.character)
    return event.character if there else None


@rule("terms.enemy-effect", "character.ally-enemy")
def _ally_damaged(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that another ally suffered by an enemy effect; whoever caused it is meant."""
    there = event.enemy and event.character != me.id and event.character in game.state.characters
    return event.by if there and allied(game, str(me.id), event.character) else None


MORE: Final[dict[str, tuple[type[Any] | tuple[type[Any], ...], str, Meant]]] = {
    "rolled": ((AttackResolved, RollOver), "", _rolls),
    "move begins": (MoveBegan, "character", _moves),
    "enemy activation ends": (ActivationEnded, "", _enemy_ends),
    "ally damaged": (DamageSuffered, "", _ally_damaged),
}
