"""The moments at which special powers and traits trigger (8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rulewright.vocabulary import Moments, NamedMoment

from ..effects.words import ACTION, ATTACK, OTHER, POWER, SUBJECT
from ..events import attacks, before, damage, dice, movement, turns

ONE: Final = (SUBJECT,)
DOES: Final = (SUBJECT, ACTION, POWER)
AT_TABLE: Final = (SUBJECT, ACTION, ATTACK)
"""What happens to a character may happen in an attack, or in an action."""
BOTH: Final = (*AT_TABLE, OTHER)

MOMENTS: Final = Moments(
    NamedMoment("game begins", before.GameBegan),
    NamedMoment("your turn begins", turns.TurnBegan, "player", of="player"),
    NamedMoment("your turn ends", turns.TurnEnding, "player", of="player"),
    NamedMoment("opposing turn begins", turns.TurnBegan, "player", of="player"),
    NamedMoment("opposing turn ends", turns.TurnEnding, "player", of="player"),
    NamedMoment("starts the game", before.StartedGame, "character", offers=ONE),
    NamedMoment("given an action", turns.ActionGiven, "character", offers=DOES),
    NamedMoment("action resolved", turns.ActionResolved, "character", offers=DOES),
    NamedMoment("given a token", turns.TokenGiven, "character", "by", BOTH),
    NamedMoment("clears", turns.Cleared, "character", offers=ONE),
    NamedMoment("moved", movement.Moved, "character", offers=AT_TABLE),
    NamedMoment("placed", movement.Placed, "character", offers=AT_TABLE),
    NamedMoment("knocked back", movement.KnockedBack, "character", offers=AT_TABLE),
    NamedMoment("targets", attacks.Targeted, "attacker", "target", BOTH),
    NamedMoment("targeted", attacks.Targeted, "target", "attacker", BOTH),
    NamedMoment("would be hit", attacks.Hit, "target", "attacker", BOTH, before=True),
    NamedMoment("hits", attacks.Hit, "attacker", "target", BOTH),
    NamedMoment("hit", attacks.Hit, "target", "attacker", BOTH),
    NamedMoment("misses", attacks.Missed, "attacker", "target", BOTH),
    NamedMoment("missed", attacks.Missed, "target", "attacker", BOTH),
    NamedMoment("attack resolved", attacks.AttackResolved, "attacker", offers=AT_TABLE),
    NamedMoment("would take damage", damage.DamageDealt, "character", "by", BOTH, before=True, amount="taken"),
    NamedMoment("uses a power", damage.PowerUsed, "character", "against", (*BOTH, POWER)),
    NamedMoment("rolls", dice.D6Rolled, "character", offers=(*AT_TABLE, POWER)),
    NamedMoment("takes damage", damage.TookDamage, "character", "by", BOTH),
    NamedMoment("damages", damage.TookDamage, "by", "character", BOTH),
    NamedMoment("healed", damage.Healed, "character", offers=AT_TABLE),
    NamedMoment("revealed", damage.Turned, "character", offers=AT_TABLE),
    NamedMoment("KO'd", damage.KnockedOut, "character", "by", BOTH, left=True),
    NamedMoment("KOs", damage.KnockedOut, "by", "character", BOTH),
)
"""What content may say under ``when``, and of what it can speak then: after it has happened, or before."""

OVER: Final = {"attack resolved": ("attack",), "action resolved": ("action",)}
"""What has resolved at a moment, so that nothing lasts to the end of it (20.3)."""

if TYPE_CHECKING:
    When: TypeAlias = str
    Impending: TypeAlias = str
else:
    When = Literal[tuple(name for name, one in MOMENTS.items() if not one.before)]
    Impending = Literal[tuple(name for name, one in MOMENTS.items() if one.before)]
