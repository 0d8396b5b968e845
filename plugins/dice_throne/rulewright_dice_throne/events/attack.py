"""What can happen in the roll phases: abilities, the Attack and the defence (3.4 to 3.6)."""

from __future__ import annotations

from typing import Final

from rulewright import Event
from rulewright.programs import Key
from rulewright.state import Seen

from ..state import DEFENCE, OFFENCE, Attack, Throne


class AbilityAnnounced(Event, frozen=True):
    """The active player announced an offensive ability with these dice, or that none is activated."""

    player: int
    ability: str
    faces: tuple[int, ...]

    def apply(self, state: Throne) -> None:
        stage = "announced" if self.ability else "declined"
        announced = tuple(sorted(self.faces))
        state.attack.put(Attack(0, stage, self.player, variant=self.ability, announced=announced))


class RollResumed(Event, frozen=True):
    """The dice were altered, and the active player goes back to rolling."""

    player: int

    def apply(self, state: Throne) -> None:
        state.attack.put(Attack(0))


class AbilityLocked(Event, frozen=True):
    """The announcement stands: the dice are no longer changed, nothing of the ability has happened."""

    attacks: bool
    ultimate: bool

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.attacks, attack.ultimate = self.attacks, self.ultimate
        state.rolls.edit(OFFENCE).locked = True


class AbilityActivated(Event, frozen=True):
    """The announced ability takes effect."""

    player: int
    ability: str
    target: int = -1

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.stage, attack.target = "activated", self.target


class TargetChosen(Event, frozen=True):
    """The target of the ability is determined."""

    player: int
    target: int

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).target = self.target


class EffectDeferred(Event, frozen=True):
    """An effect of the ability waits until its target is determined."""

    effect: Key
    dice: tuple[int, ...]
    chosen: tuple[int, ...]
    paid: int = 0
    removed: int = 0

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.deferred = (*attack.deferred, self.effect)
        attack.dice = self.dice
        attack.chosen = self.chosen
        attack.paid, attack.removed = self.paid, self.removed


class AttackAdvanced(Event, frozen=True):
    """The Attack reached its next stage."""

    stage: str

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.stage = self.stage
        if self.stage == "landing":
            attack.deferred = ()


class AttackDealsDamage(Event, frozen=True):
    """The Attack will deal damage: type and amount."""

    player: int
    type: str
    amount: int

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.parts = (*attack.parts, (self.type, self.amount))


class AttackModified(Event, frozen=True):
    """The damage of the Attack was raised or lowered."""

    player: int
    amount: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).bonus += self.amount


class AttackMadeUndefendable(Event, frozen=True):
    """The Attack can no longer be defended."""

    player: int

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).undefendable = True


class AttackCancelled(Event, frozen=True):
    """The ability fails: everything of it that has not happened yet, or only its damage."""

    player: int
    what: str

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        if attack.stage == "announced" and self.what == "everything":
            attack.stage = "declined"
        attack.attacks = False
        attack.parts = ()
        attack.bonus = 0
        if self.what == "everything":
            attack.deferred = attack.after = ()


class AfterDamageOrdered(Event, frozen=True):
    """Effects will follow the damage of the Attack if it deals enough."""

    at_least: int
    effect: Key
    dice: tuple[int, ...]
    paid: int = 0
    removed: int = 0

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.after = (*attack.after, (self.at_least, self.effect))
        attack.dice = self.dice or attack.dice
        attack.paid, attack.removed = self.paid or attack.paid, self.removed or attack.removed


class TriggerFired(Event, frozen=True):
    """Something was triggered that happens once an Attack."""

    key: str

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.fired = (*attack.fired, self.key)


class DefenceChosen(Event, frozen=True):
    """The defender activates a defensive ability, or none."""

    player: int
    ability: str

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).defence = self.ability


class DefenceLocked(Event, frozen=True):
    """What the defensive roll shows is settled."""

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        state.rolls.edit(DEFENCE).locked = True


class AttackDealt(Event, frozen=True):
    """The damage of the Attack has been applied."""

    player: int
    target: int
    amount: int

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.stage = "dealt"
        attack.dealt = self.amount


EVENTS: Final = (
    AbilityAnnounced, RollResumed, AbilityLocked, AbilityActivated, TargetChosen, EffectDeferred, AttackAdvanced,
    AttackDealsDamage, AttackModified, AttackMadeUndefendable, AttackCancelled, AfterDamageOrdered, TriggerFired,
    DefenceChosen, DefenceLocked, AttackDealt,
)  # fmt: skip
