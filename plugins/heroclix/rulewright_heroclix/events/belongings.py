"""Teams, Vehicles, title characters, equipment and other game elements that grant something."""

from __future__ import annotations

from typing import Final

from rulewright import Event
from rulewright.geometry.grid import Square

from ..state import Battle


def _replaced(given: tuple[str, ...], old: str, *new: str) -> tuple[str, ...]:
    return (*(one for one in given if one != old), *new)


class TeamCopied(Event, frozen=True):
    """A wild card uses a team ability instead of the one that it used before."""

    character: str
    team: str
    before: str = ""

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.given = _replaced(one.given, self.before, self.team)


class Boarded(Event, frozen=True):
    """A character has become the pilot of a Vehicle, which can use these pilot abilities now."""

    character: str
    vehicle: str
    abilities: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        pilot, vehicle = state.characters.edit(self.character), state.characters.edit(self.vehicle)
        pilot.last_squares, pilot.area, pilot.squares = pilot.squares, "card", ()
        vehicle.pilot, vehicle.given = self.character, (*vehicle.given, *self.abilities)


class Disembarked(Event, frozen=True):
    """A pilot has left a Vehicle, which loses its pilot abilities."""

    character: str
    vehicle: str
    squares: tuple[Square, ...]
    abilities: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        pilot, vehicle = state.characters.edit(self.character), state.characters.edit(self.vehicle)
        pilot.area, pilot.squares = "map", self.squares
        vehicle.pilot = ""
        vehicle.given = tuple(one for one in vehicle.given if one not in self.abilities)


class PlotActivated(Event, frozen=True):
    """A title character has activated a plot ability, and gained or spent plot points."""

    character: str
    ability: str
    points: int
    player: int

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).plot += self.points
        state.forces.edit(self.player).plotted = True


class Equipped(Event, frozen=True):
    """A character was equipped, with a marker that lay there or with equipment from outside the game."""

    character: str
    equipment: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.equipment, one.given = self.equipment, (*one.given, self.equipment)
        if not any(self.equipment in force.elements for force in state.forces.values()):
            force = state.forces.edit(one.player)
            force.elements = (*force.elements, self.equipment)
        if self.equipment in state.markers:
            state.markers.remove(self.equipment)


class ClueFound(Event, frozen=True):
    """A clue token was put on a mystery card."""

    player: int
    card: str

    def apply(self, state: Battle) -> None:
        force = state.forces.edit(self.player)
        force.clues = (*force.clues, self.card)


class Granted(Event, frozen=True):
    """Characters can use what game elements grant, for the rest of the game."""

    characters: tuple[str, ...]
    grants: tuple[str, ...]

    def apply(self, state: Battle) -> None:
        for id in self.characters:
            one = state.characters.edit(id)
            one.given = tuple(dict.fromkeys((*one.given, *self.grants)))


class TarotDrawn(Event, frozen=True):
    """A tarot card lies face up on those that its player drew before, and is active for all characters."""

    player: int
    card: str

    def apply(self, state: Battle) -> None:
        own = state.tarot.edit(self.player)
        before = own.active
        own.deck, own.under = _replaced(own.deck, self.card), _replaced(own.under, self.card)
        own.drawn = (*own.drawn, self.card)
        for id in list(state.characters):
            one = state.characters.edit(id)
            one.given = _replaced(one.given, *(before or ("",)), self.card)


class TarotPassed(Event, frozen=True):
    """A tarot card of the name of another active one went from the top to the bottom of its deck."""

    player: int
    card: str

    def apply(self, state: Battle) -> None:
        own = state.tarot.edit(self.player)
        own.deck, own.under = _replaced(own.deck, self.card), _replaced(own.under, self.card, self.card)


class TarotShuffled(Event, frozen=True):
    """All tarot cards of a player but the active one are a new deck."""

    player: int

    def apply(self, state: Battle) -> None:
        own = state.tarot.edit(self.player)
        own.deck, own.under, own.drawn = (*own.deck, *own.under, *own.drawn[:-1]), (), own.active


class Unequipped(Event, frozen=True):
    """A character's equipment was unequipped."""

    character: str
    equipment: str

    def apply(self, state: Battle) -> None:
        one = state.characters.edit(self.character)
        one.equipment, one.given = "", _replaced(one.given, self.equipment)


EVENTS: Final[tuple[type[Event], ...]] = (
    TeamCopied,
    Boarded,
    Disembarked,
    PlotActivated,
    Equipped,
    ClueFound,
    Granted,
    TarotDrawn,
    TarotPassed,
    TarotShuffled,
    Unequipped,
)
