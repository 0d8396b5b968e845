"""Step 2 before the game: the map and the starting areas (4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import ask_which, choose, rule

from ..events.before import EdgeChosen, MapChosen
from ..space.board import scene_of
from ..terms import turn_order
from .starting_areas import OPPOSITE, areas_for

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("4", "4.2")
def choose_map(game: Game, context: Any) -> Steps:
    """The second player chooses the map, where there are several."""
    maps = list(dict.fromkeys(game.setup.maps))
    if not maps:
        return
    second = turn_order(game)[1]
    chosen = yield from ask_which(second, "map", maps, "4.2")
    yield MapChosen(second, chosen, rule="4.2")


@rule("4", "4.2", "4.2a")
def choose_areas(game: Game, context: Any) -> Steps:
    """The first player chooses an edge, and the other one has the opposite edge; printed areas are chosen in order."""
    first, *others = turn_order(game)
    areas = list(areas_for(scene_of(game).board, len(game.players)))
    edge = yield choose(first, "edge", areas, "4.2a")
    yield EdgeChosen(first, edge, rule="4.2a")
    areas.remove(edge)
    for seat in others:
        left = [OPPOSITE[edge]] if edge in OPPOSITE else areas
        own = yield from ask_which(seat, "edge", left, "4.2a")
        yield EdgeChosen(seat, own, rule="4.2a")
        areas.remove(own)
