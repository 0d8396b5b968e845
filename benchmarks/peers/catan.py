"""catanatron (pip install catanatron): Settlers of Catan in Python, written for speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..measure import needs


def new_game(players: int, seed: int) -> Any:
    """A game between random players. Raises Absent."""
    with needs("catanatron"):
        from catanatron import Color, Game, RandomPlayer
    colours = [Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE]
    return Game([RandomPlayer(colour) for colour in colours[:players]], seed=seed)


def random_game(players: int) -> Callable[[int], int]:
    """Plays a game of a seed and returns the number of actions."""
    new_game(players, 0)

    def play(seed: int) -> int:
        game = new_game(players, seed)
        game.play()
        state = game.state
        return len(state.action_records if hasattr(state, "action_records") else state.actions)

    return play


def random_choices(players: int) -> Callable[[int], int]:
    """Plays a game of a seed and returns how often a player had more than one action to choose from."""
    new_game(players, 0)

    def play(seed: int) -> int:
        game = new_game(players, seed)
        choices = 0

        def decide(player: Any, game: Any, actions: Any) -> Any:
            nonlocal choices
            choices += len(actions) > 1
            return player.decide(game, actions)

        game.play(decide_fn=decide)
        return choices

    return play


def under_way(players: int, ticks: int = 250) -> Any:
    """A game in its middle."""
    game = new_game(players, 7)
    for _ in range(ticks):
        if game.winning_color() is None:
            game.play_tick()
    return game
