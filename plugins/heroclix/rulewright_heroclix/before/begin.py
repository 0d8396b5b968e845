"""Step 4 before the game: what happens at its beginning (4.4), and first turn immunity (14.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import FOREVER, begin_effect, rule

from ..events.before import GameBegan
from ..space.board import scene_of
from ..terms import character, on_maps
from .starting_areas import home

if TYPE_CHECKING:
    from rulewright import Event, Game, Position
    from rulewright.state import Effect

    from ..state import Character


SHELTERED: Final = "sheltered"
"""The kind of effect that makes characters Immune in the first turns (14.1)."""


@rule("4.4")
def begin_game(game: Game, context: Any) -> Event:
    """What is stated to happen at the beginning of the game happens, once."""
    return GameBegan(game.state.match[0].first, rule="4.4")


@rule("14.1")
def shelter(game: Game, context: Any) -> list[Event]:
    """Characters in their starting area are Immune until each player has completed a first turn."""
    immune = {"gives": ("immune",)}
    return [
        begin_effect(game, SHELTERED, FOREVER, target=("characters", one.id), data=immune, rule="14.1")
        for one in on_maps(game)
        if in_starting_area(game, one)
    ]


def in_starting_area(position: Position, one: Character) -> bool:
    """Whether a character is in the starting area of its player, with a square at least."""
    return bool(home(position, one.player) & scene_of(position).board.mask(one.squares))


@rule("14.1")
def sheltered_no_more(game: Position, effect: Effect) -> bool:
    """When each player has completed a first turn, or the character has left its starting area."""
    begun = all(force.turns or force.defeated for force in game.state.forces.values())
    return begun or not in_starting_area(game, character(game, str(effect.target)))


def first_turns(game: Position) -> Any:
    """What `sheltered_no_more` reads."""
    forces = game.state.forces.values()
    owners = [one.player for one in game.state.characters.values()]
    return scene_of(game), owners, [(force.turns, force.defeated, force.edge) for force in forces]
