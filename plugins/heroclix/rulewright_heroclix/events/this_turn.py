"""What a character has done this turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..state import Battle


def note(state: Battle, id: str, *words: str) -> None:
    """A character has done this; it counts until the turn is over."""
    character = state.characters.edit(id)
    character.done = tuple(dict.fromkeys((*character.done, *words)))
