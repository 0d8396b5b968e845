"""Terrain: markers that come and go, and what is destroyed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rulewright import Event
from rulewright.geometry.grid import Edge, Square

from ..state import Battle, Marker, Ruin, Turned


def _turn(state: Battle, id: str, quarters: int) -> None:
    """A terrain marker lies turned by so many quarters."""
    if id in state.turned:
        state.turned.remove(id)
    if quarters:
        state.turned.add(Turned(id, quarters))


class MarkerPlaced(Event, frozen=True):
    """A terrain marker lies on the map."""

    id: str
    kind: str
    squares: tuple[Square, ...]
    player: int | None = None
    by: str = ""
    power: str = ""
    until: int | None = None
    card: str = ""
    turned: int = 0

    def apply(self, state: Battle) -> None:
        marker = Marker(
            self.id, self.kind, self.player, self.squares, by=self.by, power=self.power, until=self.until,
            card=self.card,
        )  # fmt: skip
        _turn(state, self.id, self.turned)
        state.markers.add(marker)


class MarkerMoved(Event, frozen=True):
    """A terrain marker was placed elsewhere, on top of what lies there.

    ``from_under`` are the characters who stood on it where it is elevated terrain, and stand on it no longer.
    """

    id: str
    squares: tuple[Square, ...]
    turned: int = 0
    from_under: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        marker = state.markers.remove(self.id)
        _turn(state, self.id, self.turned)
        state.markers.add(replace(marker, squares=self.squares, holder=""))


class MarkerHeld(Event, frozen=True):
    """A character picked up a terrain marker; ``from_under`` as in `MarkerMoved`."""

    id: str
    character: str
    from_under: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        marker = state.markers.edit(self.id)
        marker.holder, marker.squares = self.character, ()
        _turn(state, self.id, 0)


class MarkerDestroyed(Event, frozen=True):
    """A terrain marker that lies nowhere was destroyed."""

    id: str

    def apply(self, state: Battle) -> None:
        state.markers.remove(self.id)
        _turn(state, self.id, 0)


class MarkerRemoved(Event, frozen=True):
    """A terrain marker is gone; ``from_under`` as in `MarkerMoved`."""

    id: str
    from_under: tuple[str, ...] = ()

    def apply(self, state: Battle) -> None:
        state.markers.remove(self.id)
        _turn(state, self.id, 0)


class TerrainDestroyed(Event, frozen=True):
    """Printed blocking terrain was destroyed: a square, or a wall."""

    id: str
    squares: tuple[Square, ...] = ()
    walls: tuple[Edge, ...] = ()

    def apply(self, state: Battle) -> None:
        state.ruins.add(Ruin(self.id, self.squares, self.walls))


EVENTS: Final[tuple[type[Event], ...]] = (
    MarkerPlaced,
    MarkerMoved,
    MarkerHeld,
    MarkerDestroyed,
    MarkerRemoved,
    TerrainDestroyed,
)
