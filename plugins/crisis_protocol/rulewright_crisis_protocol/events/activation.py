"""Who is activated, and passes; and activated tokens."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import Battlefield


class Passed(Event, frozen=True):
    """A player ends the turn without activating a character."""

    player: int


class Activated(Event, frozen=True):
    """A character was activated."""

    character: str
    player: int

    def apply(self, state: Battlefield) -> None:
        state.mission.edit(0).last = self.player


class ActivationEnded(Event, frozen=True):
    """A character has done all that it does in its activation."""

    character: str


class ActivatedTokenPlaced(Event, frozen=True):
    """An activated token lies on a stat card."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).activated = True


class ActivatedTokenRemoved(Event, frozen=True):
    """The activated token of a character is gone."""

    character: str

    def apply(self, state: Battlefield) -> None:
        state.characters.edit(self.character).activated = False


class ActivatedTokensRemoved(Event, frozen=True):
    """All activated tokens are gone."""

    def apply(self, state: Battlefield) -> None:
        for character in list(state.characters.values()):
            if character.activated:
                state.characters.edit(character.id).activated = False


EVENTS: Final = (
    Passed, Activated, ActivationEnded, ActivatedTokenPlaced, ActivatedTokenRemoved, ActivatedTokensRemoved,
)  # fmt: skip
