"""Terrain: markers that come and go, and what is destroyed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rulewright import Event
from rulewright.geometry.grid import Edge, Square

from ..state import Battle, Marker, Ruin


class MarkerPlaced(Event, frozen=True):
    """A terrain marker lies on the map."""

    id: str
    kind: str
    squares: tuple[Square, ...]
    player: int | None = None
    by: str = ""
    power: str = ""
    until: int | None = None

    def apply(self, state: Battle) -> None:
        marker = Marker(
            self.id, self.kind, self.player, self.squares, by=self.by, power=self.power, until=self.until
        )  # fmt: skip
        state.markers.add(marker)


class MarkerMoved(Event, frozen=True):
    """A terrain marker was placed elsewhere, on top of what lies there."""

    id: str
    squares: tuple[Square, ...]

    def apply(self, state: Battle) -> None:
        marker = state.markers.remove(self.id)
        state.markers.add(replace(marker, squares=self.squares, holder=""))


class MarkerHeld(Event, frozen=True):
    """A character picked up a terrain marker."""

    id: str
    character: str

    def apply(self, state: Battle) -> None:
        marker = state.markers.edit(self.id)
        marker.holder, marker.squares = self.character, ()


class MarkerDestroyed(Event, frozen=True):
    """A terrain marker that lies nowhere was destroyed."""

    id: str

    def apply(self, state: Battle) -> None:
        state.markers.remove(self.id)


class MarkerRemoved(Event, frozen=True):
    """A terrain marker is gone."""

    id: str

    def apply(self, state: Battle) -> None:
        state.markers.remove(self.id)


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
