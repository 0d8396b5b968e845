"""Damage, healing, and what becomes of a dial."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battle


class DamageDealt(Event, frozen=True):
    """A character is dealt damage. ``kind`` is empty, "penetrating" or "unavoidable"; ``taken`` is what is left of it.

    ``least`` is what reductions leave; ``reduced`` says that it is not reduced: one effect has done so, and no more
    than one may, or a d6 has said what is taken instead.
    """

    character: str
    amount: int
    taken: int
    by: str = ""
    kind: str = ""
    attack: bool = False
    least: int = 0
    reduced: bool = False


class PowerUsed(Event, frozen=True):
    """A character uses a standard power; ``against`` is who attacks it, or whom the power targets.

    It is told only where a text of the content listens to it.
    """

    character: str
    name: str
    against: str = ""


class Turned(Event, frozen=True):
    """A dial was turned by one click and reveals what stands there."""

    character: str
    click: int
    healed: bool = False

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).click = self.click


class DialChanged(Event, frozen=True):
    """A character of several dials goes on with the next one, from its first click."""

    character: str
    click: int

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.click = character.start = self.click


class TookDamage(Event, frozen=True):
    """A character has taken damage: its dial was turned by so many clicks, by none where it is a bystander (24.1)."""

    character: str
    clicks: int
    by: str = ""
    attack: bool = False

    def apply(self, state: Battle) -> None:
        if self.by in state.characters:
            state.characters.edit(self.character).hurt_by = state.characters[self.by].player


class Healed(Event, frozen=True):
    """A character was healed: its dial was turned back by so many clicks."""

    character: str
    clicks: int


class KnockedOut(Event, frozen=True):
    """A character is KO'd."""

    character: str
    by: str = ""

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.last_squares = character.squares
        character.area, character.squares, character.tokens = "ko", (), 0
        character.gained, character.lost = (), ()


EVENTS: Final[tuple[type[Event], ...]] = (
    DamageDealt,
    PowerUsed,
    Turned,
    DialChanged,
    TookDamage,
    Healed,
    KnockedOut,
)
