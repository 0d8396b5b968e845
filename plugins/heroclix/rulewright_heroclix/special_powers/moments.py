"""The moments at which special powers and traits trigger (8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from ..events import attacks, before, damage, movement, turns

if TYPE_CHECKING:
    from collections.abc import Mapping


class Moment(NamedTuple):
    """When something triggers: an event, the field that names the character, and the one that names the other one."""

    event: type[Any]
    me: str = ""
    other: str = ""
    left: bool = False


MOMENTS: Final[Mapping[str, Moment]] = {
    "game begins": Moment(before.GameBegan),
    "your turn begins": Moment(turns.TurnBegan),
    "your turn ends": Moment(turns.TurnEnding),
    "starts the game": Moment(before.StartedGame, "character"),
    "given an action": Moment(turns.ActionGiven, "character"),
    "action resolved": Moment(turns.ActionResolved, "character"),
    "given a token": Moment(turns.TokenGiven, "character", "by"),
    "moved": Moment(movement.Moved, "character"),
    "placed": Moment(movement.Placed, "character"),
    "knocked back": Moment(movement.KnockedBack, "character"),
    "targets": Moment(attacks.Targeted, "attacker", "target"),
    "targeted": Moment(attacks.Targeted, "target", "attacker"),
    "hits": Moment(attacks.Hit, "attacker", "target"),
    "hit": Moment(attacks.Hit, "target", "attacker"),
    "misses": Moment(attacks.Missed, "attacker", "target"),
    "missed": Moment(attacks.Missed, "target", "attacker"),
    "attack resolved": Moment(attacks.AttackResolved, "attacker"),
    "takes damage": Moment(damage.TookDamage, "character", "by"),
    "damages": Moment(damage.TookDamage, "by", "character"),
    "healed": Moment(damage.Healed, "character"),
    "revealed": Moment(damage.Turned, "character"),
    "KO'd": Moment(damage.KnockedOut, "character", "by", left=True),
    "KOs": Moment(damage.KnockedOut, "by", "character"),
}
"""What content may say under ``when``."""

if TYPE_CHECKING:
    When = str
else:
    When = Literal[tuple(MOMENTS)]
