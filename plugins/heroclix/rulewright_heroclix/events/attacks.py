"""Attacks: who is targeted, hit and missed."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class Targeted(Event, frozen=True):
    """A character is a target of an attack."""

    attacker: str
    target: str


class TargetsDetermined(Event, frozen=True):
    """The targets of an attack are known, and its values are calculated next."""

    attacker: str
    targets: tuple[str, ...]


class Rerolled(Event, frozen=True):
    """A character has had a roll rolled again ``by`` a text of which more follows: the power, and which part of it."""

    character: str
    by: str


class RollFinalized(Event, frozen=True):
    """The attack roll counts as it is."""

    attacker: str
    faces: tuple[int, ...]


class Hit(Event, frozen=True):
    """An attack hit a target. ``became``: an effect made it a hit target, and it cannot evade (12.3d)."""

    attacker: str
    target: str
    total: int
    defense: int
    critical: bool = False
    became: bool = False


class Missed(Event, frozen=True):
    """An attack missed a target."""

    attacker: str
    target: str
    total: int
    defense: int
    evaded: bool = False


class AttackResolved(Event, frozen=True):
    """An attack is over; ``attacked`` is False where it was cut short, ``damaged`` are those who took damage."""

    attacker: str
    attacked: bool = True
    kind: str = "close"
    damaged: tuple[str, ...] = ()


EVENTS: Final[tuple[type[Event], ...]] = (
    Targeted,
    TargetsDetermined,
    Rerolled,
    RollFinalized,
    Hit,
    Missed,
    AttackResolved,
)
