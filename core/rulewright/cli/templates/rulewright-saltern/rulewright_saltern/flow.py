"""The order of play: rounds, turns, and in a turn each unit of the player."""

from __future__ import annotations

from rulewright import Game, Loop, Turn, rounds, turns

from .fighting import charge, fight, shoot, time_is_up
from .moving import Activation, advance
from .world import units


def next_unit(game: Game, last: Activation | None) -> Activation | None:
    """The units of the player act one after the other."""
    player = game.context(Turn).player
    order = units(game, player)
    place = order.index(last.unit) + 1 if last else 0
    return Activation(player=player, unit=order[place]) if place < len(order) else None


ACTIVATIONS = Loop("activation", next_unit, [advance, shoot, charge, fight])
TURNS = Loop("turn", turns(lambda game: game.players, once=True), [ACTIVATIONS], announce=True)
GAME = Loop("round", rounds(), [TURNS, time_is_up])
