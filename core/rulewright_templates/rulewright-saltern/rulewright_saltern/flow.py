"""The order of play: rounds, turns, and in a turn each unit of the player. And 6, the end of the game."""

from __future__ import annotations

from rulewright import Game, GameOver, Loop, Round, Steps, Turn, rounds, rule, trigger, turns

from .fighting import charge, fight, shoot
from .moving import Activation, advance
from .state import WoundLost, units, wounds


def next_unit(game: Game, last: Activation | None) -> Activation | None:
    """The units of the player act one after the other."""
    player = game.context(Turn).player
    order = units(game, player)
    place = order.index(last.unit) + 1 if last else 0
    return Activation(player=player, unit=order[place]) if place < len(order) else None


@trigger(WoundLost, immediate=True)
@rule("6.1")
def last_side(game: Game, event: WoundLost, source: None) -> Steps:
    """The last side with models wins at once."""
    left = [player for player in game.players if units(game, player)]
    if len(left) == 1:
        yield GameOver(tuple(left), "last side standing", rule="6.1")


@rule("6.2")
def time_is_up(game: Game, turn: Round) -> Steps:
    """After the last round the side with more wounds left wins."""
    if turn.number == game.setup.rounds:
        left = [wounds(game, player) for player in game.players]
        winners = tuple(player for player in game.players if left[player] == max(left) > min(left))
        yield GameOver(winners, "time is up", rule="6.2")


ACTIVATIONS = Loop("activation", next_unit, [advance, shoot, charge, fight])
TURNS = Loop("turn", turns(lambda game: game.players, once=True), [ACTIVATIONS], announce=True)
GAME = Loop("round", rounds(), [TURNS, time_is_up], announce=True)
