"""OpenSpiel (pip install open_spiel): random games driven from Python, as a Python user would."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ..measure import needs


def load(name: str) -> Any:
    """A game of OpenSpiel by its name. Raises Absent."""
    with needs("open_spiel"):
        import pyspiel

        if name.startswith("python_"):
            importlib.import_module("open_spiel.python.games")  # registers them
    return pyspiel.load_game(name)


def random_game(game: Any) -> Callable[[int], int]:
    """Plays a game of a seed and returns the number of decisions, without those of chance."""

    def play(seed: int) -> int:
        random = Random(seed).random
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_drawn(state.chance_outcomes(), random()))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play


def _drawn(outcomes: Sequence[tuple[int, float]], uniform: float) -> int:
    total = 0.0
    for action, probability in outcomes:
        total += probability
        if uniform < total:
            return action
    return outcomes[-1][0]


def winners_of(game: Any, actions: Sequence[int]) -> tuple[int, ...]:
    """Who wins a game of these actions."""
    state = after(game, actions)
    assert state.is_terminal()
    return tuple(player for player, value in enumerate(state.returns()) if value > 0)


def after(game: Any, actions: Sequence[int]) -> Any:
    """The position after these actions of a game without chance."""
    state = game.new_initial_state()
    for action in actions:
        assert not state.is_terminal()
        state.apply_action(action)
    return state


def tree_search(game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's own Monte Carlo tree search in Python, with one random game to the end from each new position."""
    with needs("open_spiel"):
        import numpy as np
        from open_spiel.python.algorithms import mcts
    luck = np.random.RandomState(seed)
    return mcts.MCTSBot(game, math.sqrt(2), simulations, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
