"""Before the game: cards, the first player, the map, characters placed."""

from __future__ import annotations

from typing import Final

from rulewright import Event
from rulewright.geometry.grid import Square

from ..state import Battle


class CardChosen(Event, frozen=True):
    """A player uses another card of a character."""

    character: str
    card: str

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).card = self.card


class InitiativeRolled(Event, frozen=True):
    """A player rolled for the first turn; ``bonus`` is that of a themed team."""

    player: int
    faces: tuple[int, ...]
    bonus: int = 0


class FirstPlayerSet(Event, frozen=True):
    """A player takes the first turn; ``winner`` rolled highest."""

    player: int
    winner: int | None = None

    def apply(self, state: Battle) -> None:
        match = state.match.edit(0)
        match.first, match.winner = self.player, self.winner


class MapChosen(Event, frozen=True):
    """The second player has chosen the map."""

    player: int
    map: str

    def apply(self, state: Battle) -> None:
        state.match.edit(0).map = self.map


class EdgeChosen(Event, frozen=True):
    """A player starts at an edge of the map."""

    player: int
    edge: str

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).edge = self.edge


class SetUp(Event, frozen=True):
    """A character was placed in its player's starting area."""

    character: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        character = state.characters.edit(self.character)
        character.squares, character.area = self.squares, "map"


class StartedGame(Event, frozen=True):
    """A character has entered the map for the first time."""

    character: str

    def apply(self, state: Battle) -> None:
        state.characters.edit(self.character).entered = True


class AreaExpanded(Event, frozen=True):
    """A starting area was expanded, to so many rows where it lies along an edge."""

    player: int
    rows: int

    def apply(self, state: Battle) -> None:
        state.forces.edit(self.player).rows = self.rows


class PlacementRedone(Event, frozen=True):
    """A player takes back the characters that were placed, to place them again in a larger area."""

    player: int

    def apply(self, state: Battle) -> None:
        for character in list(state.characters.values()):
            if character.player == self.player and character.area == "map":
                taken = state.characters.edit(character.id)
                taken.squares, taken.area = (), "outside"


class GameBegan(Event, frozen=True):
    """The game begins."""

    player: int


EVENTS: Final[tuple[type[Event], ...]] = (
    CardChosen,
    InitiativeRolled,
    FirstPlayerSet,
    MapChosen,
    EdgeChosen,
    SetUp,
    StartedGame,
    AreaExpanded,
    PlacementRedone,
    GameBegan,
)
