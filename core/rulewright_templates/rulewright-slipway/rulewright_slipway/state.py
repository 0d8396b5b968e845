"""What lies on the map, and what can happen to it."""

from __future__ import annotations

from rulewright import Event, Record, State, Table
from rulewright.geometry.grid import Square


class Fighter(Record):
    """A figure on the map. The id is that of its content."""

    player: int
    at: Square
    click: int = 0


class Smoke(Record):
    """A cloud of smoke from a pot that a crew has thrown."""

    player: int
    at: Square


class Cove(State):
    """All tables of the game."""

    fighters: Table[Fighter]
    smoke: Table[Smoke]


class Moved(Event, frozen=True):
    """A figure went from square to square."""

    figure: str
    way: tuple[Square, ...]

    def apply(self, state: Cove) -> None:
        state.fighters.edit(self.figure).at = self.way[-1]


class SmokeLaid(Event, frozen=True):
    """Smoke fills a square."""

    player: int
    at: Square

    def apply(self, state: Cove) -> None:
        state.smoke.add(Smoke(len(state.smoke), self.player, self.at))


class Attacked(Event, frozen=True):
    """The dice of an attack fell."""

    figure: str
    target: str
    faces: tuple[int, ...]
    needed: int
    hit: bool


class Damaged(Event, frozen=True):
    """The dial of a figure turned."""

    figure: str
    clicks: int

    def apply(self, state: Cove) -> None:
        state.fighters.edit(self.figure).click += self.clicks


class KnockedOut(Event, frozen=True):
    """A figure turned past the last click of its dial and left the map."""

    figure: str

    def apply(self, state: Cove) -> None:
        state.fighters.remove(self.figure)
