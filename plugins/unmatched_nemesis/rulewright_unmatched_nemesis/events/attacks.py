"""What can happen in an attack."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class AttackBegan(Event, frozen=True):
    """A player attacks with an attack card or a special attack."""

    player: int
    attack: str


class AttackResolved(Event, frozen=True):
    """An attack has been resolved, and a knockdown test that it brought; responses come after it."""

    player: int
    attack: str


class AttackMissed(Event, frozen=True):
    """The opponent is not in range: the attack is not resolved."""

    player: int
    attack: str


class Blocked(Event, frozen=True):
    """A player blocked with a shield: "reduce" the damage, or "cancel" the effect."""

    player: int
    card: str
    use: str


EVENTS: Final = (AttackBegan, AttackResolved, AttackMissed, Blocked)
