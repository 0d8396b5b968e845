"""What is remembered of a turn for the texts that ask for it, in games in which anyone has such a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import kept_while, rule, trigger
from rulewright.vocabulary import walk

from ..events.attacks import AttackResolved
from ..events.characters import CalledIn, CameBack, CharacterGenerated, Replaced, Returned
from ..events.memory import Remembered
from ..events.movement import KnockedBack, Moved, Placed
from ..events.turns import ActionGiven, TurnBegan
from ..state import element_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pydantic import BaseModel

    from rulewright import Event, Game
    from rulewright.geometry.grid import Square

KEPT: Final = (
    AttackResolved,
    ActionGiven,
    Replaced,
    CharacterGenerated,
    Returned,
    CalledIn,
    CameBack,
    TurnBegan,
    Moved,
    Placed,
    KnockedBack,
)
"""The events of which something may be remembered."""


def asked_of(special: BaseModel) -> frozenset[str]:
    """What a text asks to be remembered: who has "attacked", who has "come", what they "use", where they have been
    ("trail")."""
    return frozenset(filter(None, (getattr(part, "remembers", "") for _, part in walk(special))))


@kept_while(lambda game: game.state.characters.version)
def wanted(game: Game) -> set[str]:
    """What the texts of those in play ask for."""
    found: set[str] = set()
    if game.content.remembers:
        for one in game.state.characters.values():
            for name in (one.card, *map(element_of, one.given)):
                found |= game.content.remembers.get(name, frozenset())
    return found


@trigger(*KEPT, immediate=True, order_matters=False)
@rule("20.9a")
def remember(game: Game, event: Event, source: None) -> list[Event] | None:
    """After what happens, what a text asks for later in the turn is remembered."""
    asked = wanted(game)
    return (list(_kept(game, event, asked)) or None) if asked else None


def _kept(game: Game, event: Event, asked: set[str]) -> Iterator[Event]:
    if isinstance(event, AttackResolved) and "attacked" in asked:
        yield Remembered(event.attacker, ("attacked",), rule="20.9a")
    elif isinstance(event, ActionGiven) and "use" in asked and not event.free:
        yield Remembered(event.character, (f"use {event.name}",), rule="20.9a")
    elif isinstance(event, Replaced) and "came" in asked:
        yield from (Remembered(one, ("came",), rule="20.9a") for one in event.replacements)
    elif isinstance(event, CharacterGenerated | CameBack) and "came" in asked:
        yield Remembered(event.id, ("came",), rule="20.9a")
    elif isinstance(event, Returned | CalledIn) and "came" in asked:
        yield Remembered(event.character, ("came",), rule="20.9a")
    elif "trail" in asked:
        yield from (Remembered(id, squares=squares, rule="20.9a") for id, squares in _stood(game, event))


def _stood(game: Game, event: Event) -> Iterable[tuple[str, tuple[Square, ...]]]:
    """Where characters have been now."""
    characters = game.state.characters
    if isinstance(event, TurnBegan):
        return [(str(one.id), one.squares) for one in characters.values() if one.squares]
    if isinstance(event, Moved | KnockedBack):
        return [(event.character, (*event.way, *characters[event.character].squares))]
    return [(event.character, event.squares)] if isinstance(event, Placed) else []
