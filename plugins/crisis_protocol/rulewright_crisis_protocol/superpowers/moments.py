"""Moments of superpowers: in which window or after which event they come, and who is meant by "chosen"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright import rule
from rulewright.powers import Bearer

from ..events.activation import Activated, ActivationEnded
from ..events.attacks import AttackReached, AttackResolved, BeforeDamage, RollOver, Targeted
from ..events.characters import DamageSuffered, Dazed, KnockedOut
from ..events.movement import DodgeReached, MoveBegan, Moved
from ..events.rounds import PlayerEffects, RoundBegan
from ..terms import Activation, Attack, allied, character, pool_in, pool_of

Asked = Callable[[Any, Bearer, Any], str | None]
"""Who is meant by "chosen" if the superpower is triggered by an event; None where it is not."""

WINDOWS: Final = {
    "attack pool": ("attack pool", "attack"),
    "defense pool": ("defense pool", "defense"),
    "own dice": ("modify own dice", ""),
    "opposing dice": ("modify opposing dice", ""),
    "before damage": ("before damage", ""),
}
"""The windows of an attack, and whose pool the moment is about where it is one of them."""


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
    there = event.amount and event.enemy and event.character != me.id and event.character in game.state.characters
    return event.by if there and allied(game, str(me.id), event.character) else None


def _ally(game: Any, me: Bearer, event: Targeted | AttackResolved) -> str | None:
    ally = event.target != me.id and event.target in game.state.characters and allied(game, str(me.id), event.target)
    return event.target if ally else None


def _other_ally(game: Any, me: Bearer, event: Targeted) -> bool:
    return (
        event.attacker != me.id and event.attacker in game.state.characters and allied(game, str(me.id), event.attacker)
    )


def _own(game: Any, me: Bearer, event: Targeted) -> bool:
    return event.target in game.state.characters and allied(game, str(me.id), event.target)


def _enemy_moved(game: Any, me: Bearer, event: Moved) -> str | None:
    """An enemy that moved by itself, and was not pushed, thrown or placed."""
    moves = event.how in ("advance", "climb") and event.character in game.state.characters
    return event.character if moves and not allied(game, str(me.id), event.character) else None


DAZED: Final = ("ally dazed", "enemy dazed", "other dazed")
"""The moments at which who is meant has just been dazed or KO'd."""


def _pushed(game: Any, me: Bearer, event: Moved) -> str | None:
    """A push of its character; whoever pushed it is meant."""
    return event.by if event.how == "push" else None


def _other_collapsed(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
    """Another character, of any side, that was dazed or KO'd."""
    return event.character if event.character != me.id else None


def _collapsed(enemy: bool) -> Asked:
    """Another character, an enemy or an ally, that was dazed or KO'd; who is KO'd is not near any more."""

    def meant(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
        player = event.player if isinstance(event, KnockedOut) else character(game, event.character).player
        other = event.character != me.id and (player != me.record.player) is enemy
        return event.character if other else None

    return meant


def _allied_dice(game: Any, me: Bearer, event: AttackReached | DodgeReached) -> str | None:
    """Who of its character and its allies rolls in the attack or the dodge whose dice may be modified."""
    if isinstance(event, DodgeReached):
        rolling = [event.character]
    else:
        rolling = [event.attacker, event.target] if event.moment == "own dice" else []
    there = (one for one in rolling if one in game.state.characters)
    return next((one for one in there if one == me.id or allied(game, str(me.id), one)), None)


def _reaches(moment: str) -> Asked:
    """A moment of the attack of its character, if that rolls what the moment is about, or of its dodge."""
    pool = WINDOWS[moment][1]

    def meant(game: Any, me: Bearer, event: AttackReached | DodgeReached) -> str | None:
        if isinstance(event, DodgeReached):
            return "" if event.character == me.id else None
        own = pool_of(event, str(me.id))
        return "" if event.moment == moment and own and pool in ("", own) else None

    return meant


MOMENTS: Final[dict[str, tuple[type[Any] | tuple[type[Any], ...], str, Asked]]] = {
    "targeted": (Targeted, "target", lambda game, me, event: event.attacker),
    "ally targeted": (Targeted, "", _ally),
    "after attack": (AttackResolved, "attacker", lambda game, me, event: event.target),
    "after attacked": (AttackResolved, "target", lambda game, me, event: event.attacker),
    "attacks": (Targeted, "attacker", lambda game, me, event: event.target),
    "ally attacks": (Targeted, "", lambda game, me, event: event.attacker if _other_ally(game, me, event) else None),
    "ally attacked": (AttackResolved, "", lambda game, me, event: event.attacker if _ally(game, me, event) else None),
    "anyone targeted": (Targeted, "", lambda game, me, event: event.target if _own(game, me, event) else None),
    "enemy moves": (Moved, "", _enemy_moved),
    "ally dazed": ((Dazed, KnockedOut), "", _collapsed(enemy=False)),
    "enemy dazed": ((Dazed, KnockedOut), "", _collapsed(enemy=True)),
    "other dazed": ((Dazed, KnockedOut), "", _other_collapsed),
    "pushed": (Moved, "character", _pushed),
    "round begins": (RoundBegan, "", lambda game, me, event: ""),
    "damaged": (DamageSuffered, "character", lambda game, me, event: event.by if event.amount else None),
    "power phase": (PlayerEffects, "", lambda game, me, event: "" if event.phase == "power" else None),
    "activation begins": (Activated, "character", lambda game, me, event: ""),
    "activation ends": (ActivationEnded, "character", lambda game, me, event: ""),
    "cleanup": (PlayerEffects, "", lambda game, me, event: "" if event.phase == "cleanup" else None),
    "attack pool": (AttackReached, "", _reaches("attack pool")),
    "defense pool": (AttackReached, "", _reaches("defense pool")),
    "own dice": ((AttackReached, DodgeReached), "", _reaches("own dice")),
    "allied dice": ((AttackReached, DodgeReached), "", _allied_dice),
    "opposing dice": (AttackReached, "", _reaches("opposing dice")),
    "before damage": (BeforeDamage, "", lambda game, me, event: "" if pool_of(event, str(me.id)) else None),
    "rolled": ((AttackResolved, RollOver), "", _rolls),
    "move begins": (MoveBegan, "character", _moves),
    "enemy activation ends": (ActivationEnded, "", _enemy_ends),
    "ally damaged": (DamageSuffered, "", _ally_damaged),
}
"""The other moments: after which event, which field of it names the character, and who is meant."""
