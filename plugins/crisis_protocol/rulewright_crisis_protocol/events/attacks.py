"""What can happen in attacks, and what dice show."""

from __future__ import annotations

from typing import Final

from rulewright import Event


class Targeted(Event, frozen=True):
    """An attack has a target."""

    attacker: str
    target: str
    attack: str


class SeriesAimed(Event, frozen=True):
    """A beam or an area attack is made: who stands in it, allies too, before anyone is attacked or suffers damage."""

    attacker: str
    attack: str
    hit: tuple[str, ...]


class DiceRolled(Event, frozen=True):
    """The dice of an attack, a defense or a dodge fell, or fell again, or some were added or changed."""

    character: str
    pool: str
    faces: tuple[str, ...]


class DiceAdded(Event, frozen=True):
    """Dice fell that criticals of the roll added."""

    character: str
    pool: str
    faces: tuple[str, ...]


class RollOver(Event, frozen=True):
    """All that came of a roll that belongs to no attack is done; the dice as they lay in the end."""

    character: str
    faces: tuple[str, ...]


class BeforeDamage(Event, frozen=True):
    """Step 12 of an attack: what the attack itself does before damage is suffered."""

    attacker: str
    target: str
    attack: str


class AttackReached(Event, frozen=True):
    """A moment of an attack at which special rules of its own happen."""

    attacker: str
    target: str
    attack: str
    moment: str


class AttackResolved(Event, frozen=True):
    """An attack against one target is over; ``dealt`` is the damage that it dealt."""

    attacker: str
    target: str
    attack: str
    dealt: int


EVENTS: Final = (Targeted, SeriesAimed, DiceRolled, DiceAdded, RollOver, BeforeDamage, AttackReached, AttackResolved)
