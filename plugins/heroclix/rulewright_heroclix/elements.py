"""Additional game elements in play: special objects, resources, locations, mystery cards (25.1, 25.4, 25.6, 25.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright import rule, trigger

from .events.before import GameBegan
from .events.belongings import ClueFound, Granted
from .events.characters import Replaced
from .events.damage import KnockedOut
from .events.terrain import MarkerDestroyed, MarkerRemoved
from .events.victory import ElementLost
from .space.board import map_of
from .state import element_of
from .terms import character, keywords, owner_of, turn_order
from .victory import IN_PLAY

if TYPE_CHECKING:
    from rulewright import Event, Position

    from .cards.models import Element


def elements_of(position: Position, player: int, kind: str) -> Iterator[tuple[str, Element]]:
    """The game elements of a kind that a player still has, each with its id in this game."""
    for id in position.state.forces[player].elements:
        element: Element | None = position.content.elements.get(element_of(id))
        if element is not None and element.kind == kind:
            yield id, element


# Special objects and EFFECT terrain ---------------------------------------------------------------------------


@trigger(MarkerDestroyed, MarkerRemoved, player=lambda game, event, source: None)
@rule("5.4a", "25.1", "25.9")
def lose_marker(game: Any, event: MarkerDestroyed | MarkerRemoved, source: None) -> Event | None:
    """A special object or EFFECT terrain that is destroyed is lost to the force that it began the game with."""
    owner = owner_of(game, event.id)
    return None if owner is None else ElementLost(owner, event.id, rule="5.4a")


# Resources --------------------------------------------------------------------------------------------------


@trigger(KnockedOut, Replaced, player=lambda game, event, source: None)
@rule("25.4a", "25.4b")
def lose_resource(game: Any, event: KnockedOut | Replaced, source: None) -> Any:
    """A resource is KO'd when all characters to which it is assigned are, or are replaced.

    Only one that is assigned to the whole force is assigned to their replacements.
    """
    player = character(game, event.character).starting
    for resource, _ in list(elements_of(game, player, "resource")):
        new = event.replacements if isinstance(event, Replaced) else ()
        force = [one for one in game.state.characters.values() if one.starting == player and one.area in IN_PLAY]
        before = [one for one in force if str(one.id) not in new]
        if new and all(resource in one.given for one in (*before, character(game, event.character))):
            yield Granted(new, (resource,), rule="25.4b")
        elif not any(resource in one.given for one in force):
            yield ElementLost(player, resource, rule="25.4a")


# Locations --------------------------------------------------------------------------------------------------


@trigger(GameBegan, player=lambda game, event, source: None)
@rule("25.6", "25.6a")
def use_locations(game: Any, event: GameBegan, source: None) -> Any:
    """Who chose the map uses the bonuses of that location; who did neither choose nor win the roll, consolations."""
    chooser = turn_order(game)[1] if game.state.match[0].map else None
    for player in turn_order(game):
        for _, location in elements_of(game, player, "location"):
            paid = [bonus for bonus in location.bonuses if bonus.id in game.state.forces[player].bonuses]
            own = player == chooser and map_of(game) == location.map
            consoled = player not in (chooser, game.state.match[0].winner)
            grants = [bonus.id for bonus in paid] if own else []
            grants += [name for bonus in paid for name in bonus.consolation] if consoled else []
            if grants:
                yield Granted(_force(game, player), tuple(grants), rule="25.6")


def _force(position: Position, player: int) -> tuple[str, ...]:
    return tuple(str(one.id) for one in position.state.characters.values() if one.player == player)


# Mystery cards ----------------------------------------------------------------------------------------------


@trigger(KnockedOut, player=lambda game, event, source: None)
@rule("25.8")
def find_clues(game: Any, event: KnockedOut, source: None) -> Any:
    """A clue token is put on one mystery card whose CLUE EFFECT this is; with enough of them it gives its effect."""
    for clue, id in (("knocks out", event.by), ("is knocked out", event.character)):
        if id not in game.state.characters:
            continue
        player = character(game, id).player
        cards = elements_of(game, player, "mystery card")
        found = next((each for each in cards if each[1].clue == clue and has_keyword(game, id, each[1])), None)
        if found is None:
            continue
        mystery, card = found
        yield ClueFound(player, mystery, rule="25.8")
        if game.state.forces[player].clues.count(mystery) == card.clues:
            solvers = tuple(one for one in _force(game, player) if has_keyword(game, one, card))
            yield Granted(solvers, (mystery,), rule="25.8")


@rule("25.8", "23.1")
def has_keyword(position: Position, id: str, card: Element) -> bool:
    """Whether a character has a keyword of a mystery card."""
    wanted = card.specified.keywords if card.specified is not None else ()
    return any(word in wanted for word in keywords(position, id))
