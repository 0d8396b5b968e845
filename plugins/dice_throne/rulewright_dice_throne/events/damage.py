"""What can happen to health: damage, healing and prevention (chapters 7 and 10)."""

from __future__ import annotations

from typing import Final

from rulewright import Event, rule
from rulewright.state import Seen

from ..state import Pending, Throne


class DamageGathered(Event, frozen=True):
    """Damage was produced; it is dealt when the phase ends."""

    player: int
    amount: int
    type: str
    source: str = ""

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        pending.damage = (*pending.damage, (self.type, self.amount, self.source))


class AttackCounted(DamageGathered, frozen=True):
    """The damage of the Attack joins the other damage of the phase."""


class HealingGathered(Event, frozen=True):
    """Healing was produced; it takes effect when the phase ends."""

    player: int
    amount: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        state.pending.edit(self.player).healing += self.amount


class PreventionGathered(Event, frozen=True):
    """Some damage will be prevented: a number."""

    player: int
    amount: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        state.pending.edit(self.player).fixed += self.amount


class PartPrevented(Event, frozen=True):
    """A part of the damage will be prevented: "all", "half up", "half down"."""

    player: int
    part: str
    source: str = ""

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        pending.fractions = (*pending.fractions, self.part)


class DamageRedirected(Event, frozen=True):
    """Some damage about to be dealt to one player goes to another: these pieces, those of the Attack last."""

    player: int
    to: int
    amount: int
    parts: tuple[tuple[str, int, str], ...] = ()
    of_attack: int = 0

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        left = self.amount - self.of_attack
        moved = {type for type, _, _ in self.parts}  # what cannot be ignored stays
        kept = []
        for type, amount, source in pending.damage:
            part = min(left, amount) if type in moved else 0
            left -= part
            if amount > part:
                kept.append((type, amount - part, source))
        pending.damage = tuple(kept)
        if self.of_attack:
            state.attack.edit(0).redirected += self.of_attack
        other = state.pending.edit(self.to)
        other.damage = (*other.damage, *self.parts)


class DamageShared(Event, frozen=True):
    """A companion will take some of the damage to its owner; -1 for all of it."""

    player: int
    companion: str
    amount: int

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        pending.shares = (*pending.shares, (self.companion, self.amount))


class HealthOrdered(Event, frozen=True):
    """Health will be this number when the phase ends, whatever it would have become."""

    player: int
    health: int

    def apply(self, state: Throne) -> None:
        state.pending.edit(self.player).health = self.health


class Healed(Event, frozen=True):
    """A player's side got health back."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.sides.edit(state.heroes[self.player].side).health += self.amount
        state.pending.edit(self.player).healing = 0


class DamageDealt(Event, frozen=True):
    """A player took damage: what is left of the output after prevention, and how much of it was stolen health."""

    player: int
    amount: int
    prevented: int = 0
    stolen: int = 0

    @rule("overview.lose", "9.1.damage", "7.1.collateral-team")
    def apply(self, state: Throne) -> None:
        side = state.sides.edit(state.heroes[self.player].side)
        side.health = max(0, side.health - self.amount)
        state.pending.put(Pending(self.player, received=self.amount - self.stolen))


class HealthSet(Event, frozen=True):
    """Health was set to a number."""

    player: int
    health: int

    def apply(self, state: Throne) -> None:
        state.sides.edit(state.heroes[self.player].side).health = self.health
        state.pending.edit(self.player).health = None


class PendingDropped(Event, frozen=True):
    """Prevention that found nothing to prevent, and healing that found no room, end with the phase."""

    player: int

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        state.pending.put(Pending(self.player))


class PlayerDefeated(Event, frozen=True):
    """A player's health is 0: the player is out, and so are the tokens that lay on the hero."""

    player: int

    @rule("6.1.eliminated", "6.3.persistent", "field.elimination")
    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        hero.out = True
        hero.tokens = ()
        if state.round[0].extra:
            now = state.round.edit(0)
            now.extra = tuple(ordered for ordered in now.extra if self.player not in ordered)


EVENTS: Final = (
    DamageGathered, AttackCounted, HealingGathered, PreventionGathered, PartPrevented, DamageRedirected,
    DamageShared, HealthOrdered, Healed, DamageDealt, HealthSet, PendingDropped, PlayerDefeated,
)  # fmt: skip
