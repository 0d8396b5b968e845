"""Characters that start the game (8.1b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright import rule, trigger

from ..events.before import SetUp, StartedGame
from ..events.characters import CalledIn, CameBack, CharacterGenerated, Replaced
from ..terms import character

if TYPE_CHECKING:
    from collections.abc import Iterator


Entering: TypeAlias = SetUp | CalledIn | CameBack | CharacterGenerated | Replaced


def entering(event: Entering) -> tuple[str, ...]:
    """The characters that an event brings onto the map."""
    if isinstance(event, Replaced):
        return event.replacements
    if isinstance(event, CameBack):
        return (event.id,) if event.squares else ()
    return (event.id,) if isinstance(event, CharacterGenerated) else (event.character,)


@trigger(SetUp, CalledIn, CameBack, CharacterGenerated, Replaced, player=lambda game, event, source: None)
@rule("8.1b")
def starts_the_game(game: Any, event: Entering, source: None) -> Iterator[Any]:
    """At set-up, from outside the game, from the Sideline or in the place of another one: the first time on the map."""
    for id in entering(event):
        if not character(game, id).entered:
            yield StartedGame(id, rule="8.1b")
