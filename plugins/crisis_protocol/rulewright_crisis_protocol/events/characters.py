"""What becomes of characters: power, damage, special conditions, forms and tokens."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battlefield

MOST_POWER: Final = 10
"""The power that a character can have (power.cap)."""


class PowerGained(Event, frozen=True):
    """A character gained power; beyond 10 it is lost."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.power = min(MOST_POWER, character.power + self.amount)


class PowerLost(Event, frozen=True):
    """A character lost power, all that it has where it has no more."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.power = max(0, character.power - self.amount)


class PowerSpent(Event, frozen=True):
    """A character paid power."""

    character: str
    amount: int

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).power -= self.amount


class DamageSuffered(Event, frozen=True):
    """A character suffered damage.

    ``by`` is the character whose effect it was; empty for conditions and crisis cards, which are nobody's. ``enemy``
    says whether that is an enemy effect, ``powerless`` that it gives no power even so. ``used`` are the superpowers by
    which it is less, perhaps none at all; ``full`` is what it was before it found too little stamina. ``player`` is
    whose character it is, which is still known when the damage has KO'd it.
    """

    character: str
    amount: int
    by: str = ""
    enemy: bool = False
    powerless: bool = False
    used: tuple[str, ...] = ()
    full: int = 0
    player: int | None = None

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).damage += self.amount


class DamageRemoved(Event, frozen=True):
    """Damage tokens were taken off a stat card, by the effect of someone or of nobody."""

    character: str
    amount: int
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.damage = max(0, character.damage - self.amount)


class Falling(Event, frozen=True):
    """A character is about to be dazed, or KO'd, by the effect of someone or of nobody."""

    character: str
    by: str = ""
    ko: bool = False


class Dazed(Event, frozen=True):
    """A character has as much damage as stamina on its healthy side, by the effect of someone or of nobody."""

    character: str
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).dazed = True


class Roused(Event, frozen=True):
    """A dazed character is no longer dazed, on the side that it was on."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).dazed = False


class Recovered(Event, frozen=True):
    """A dazed character lies on its injured side, without damage and conditions."""

    character: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.dazed, character.injured = False, True
        character.damage, character.conditions = 0, ()


class TurnedHealthy(Event, frozen=True):
    """An injured character lies on its healthy side again."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).injured = False


class KnockedOut(Event, frozen=True):
    """A character is KO'd, by the effect of someone or of nobody, and leaves the battlefield."""

    character: str
    player: int
    by: str = ""

    def apply(self, state: Battlefield) -> None:
        state.characters.remove(self.character)


class ConditionGained(Event, frozen=True):
    """A character has a special condition."""

    character: str
    condition: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        if self.condition not in character.conditions:
            character.conditions = (*character.conditions, self.condition)


class ConditionRemoved(Event, frozen=True):
    """A character is rid of a special condition."""

    character: str
    condition: str

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        character.conditions = tuple(one for one in character.conditions if one != self.condition)


class Transformed(Event, frozen=True):
    """A character has another stat card in place of the one before: it changed its form."""

    character: str
    card: str
    before: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).card = self.card


class TokensChanged(Event, frozen=True):
    """Tokens of a name were laid on a stat card, or taken off it where ``by`` is below 0."""

    character: str
    token: str
    by: int

    def apply(self, state: Battlefield) -> None:
        character = state.characters.edit(self.character)
        others = tuple(token for token in character.tokens if token != self.token)
        character.tokens = (*others, *(self.token,) * (character.tokens.count(self.token) + self.by))


EVENTS: Final = (
    PowerGained, PowerLost, PowerSpent, DamageSuffered, DamageRemoved, Falling, Dazed, Roused, Recovered, TurnedHealthy,
    KnockedOut,
    ConditionGained, ConditionRemoved, Transformed, TokensChanged,
)  # fmt: skip
