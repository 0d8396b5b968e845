"""What can happen in attacks besides rolls: wounds that are scored, damage that is suffered, attacks that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Event

from .events import did

if TYPE_CHECKING:
    from .state import War


class WoundScored(Event, frozen=True):
    """Attacks that wounded a unit came to be allocated (commentary.scores-a-wound)."""

    unit: str
    target: str
    count: int


class DamageSuffered(Event, frozen=True):
    """A model suffers damage, whether it loses wounds or not: that of a weapon, or mortal wounds."""

    model: str
    damage: int
    mortal: bool = False
    psychic: bool = False
    """Whether a Psychic Attack inflicts it (commentary.psychic-attack)."""


class AttacksFinished(Event, frozen=True):
    """A unit has resolved all attacks that it made with its weapons: it has shot, or in melee has fought."""

    unit: str
    weapons: tuple[str, ...]
    melee: bool = False

    def apply(self, state: War) -> None:
        if self.unit in state.units:
            did(state, self.unit, "has fought" if self.melee else "has shot")


class BoltCast(Event, frozen=True):
    """A unit used its Psychic ability against an enemy unit; on a 1 it hurts itself."""

    unit: str
    target: str
    face: int


class StayedInMelee(Event, frozen=True):
    """A unit piled in or consolidated, and none of its models moved."""

    unit: str
    how: str

    def apply(self, state: War) -> None:
        did(state, self.unit, self.how)


class ModelDoomed(Event, frozen=True):
    """A model is destroyed, and shoots or fights before it is removed; until then it has 1 wound."""

    model: str
    by: str

    def apply(self, state: War) -> None:
        model = state.models.edit(self.model)
        model.doomed, model.slayer, model.wounds = True, self.by, 1


class BeenCharged(Event, frozen=True):
    """Units were the targets of a charge that succeeded."""

    units: tuple[str, ...]

    def apply(self, state: War) -> None:
        for unit in self.units:
            did(state, unit, "been charged")


ATTACK_EVENTS: Final = (WoundScored, DamageSuffered, AttacksFinished, BoltCast, StayedInMelee, ModelDoomed, BeenCharged)
