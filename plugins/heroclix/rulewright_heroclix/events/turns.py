"""Turns, actions and action tokens."""

from __future__ import annotations

from typing import Final

from rulewright import Event

from ..state import MOST_TOKENS, Battle
from .this_turn import note


class TurnBegan(Event, frozen=True):
    """A turn began."""

    player: int


class TurnEnding(Event, frozen=True):
    """The action phase is over."""

    player: int


class TokensCleared(Event, frozen=True):
    """Characters lost their action tokens in the clear phase; each has cleared them."""

    characters: tuple[str, ...]

    def apply(self, state: Battle) -> None:
        for id in self.characters:
            state.characters.edit(id).tokens = 0


class Cleared(Event, frozen=True):
    """A character has cleared its action tokens. It is told only where a text of the content listens to it."""

    character: str


class TurnOver(Event, frozen=True):
    """What was done this turn is done."""

    player: int

    def apply(self, state: Battle) -> None:
        force = state.forces.edit(self.player)
        force.actions, force.turns, force.plotted = 0, force.turns + 1, False
        for character in list(state.characters.values()):
            if character.done:
                state.characters.edit(character.id).done = ()
        for one in list(state.memory.values()):
            state.memory.remove(one.id)


class ActionGiven(Event, frozen=True):
    """A character was given an action: of a type, to use a power or ability. ``counted`` against the action total."""

    character: str
    type: str
    name: str
    free: bool = False
    counted: bool = True
    player: int = 0

    def apply(self, state: Battle) -> None:
        note(state, self.character, self.name if self.free else "costed")
        if not self.free and state.characters[self.character].tokens >= MOST_TOKENS:
            note(state, self.character, "strained")
        if self.counted and not self.free:
            state.forces.edit(self.player).actions += 1


class ActionResolved(Event, frozen=True):
    """An action has resolved, its token was given."""

    character: str
    type: str
    name: str


class TokenGiven(Event, frozen=True):
    """A character was given an action token; ``by`` is the character whose effect gave it, where one did."""

    character: str
    by: str = ""

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        if character.tokens < MOST_TOKENS:  # a third is none (9.4a)
            character.tokens += 1
            note(state, self.character, "token")


class TokenRemoved(Event, frozen=True):
    """An action token was taken off a character."""

    character: str

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).tokens -= 1


EVENTS: Final[tuple[type[Event], ...]] = (
    TurnBegan,
    TurnEnding,
    TokensCleared,
    Cleared,
    TurnOver,
    ActionGiven,
    ActionResolved,
    TokenGiven,
    TokenRemoved,
)
