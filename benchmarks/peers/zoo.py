"""PettingZoo (pip install "pettingzoo[classic]"): random games through its loop over agents, ours and its own."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

from ..measure import needs


def classic(name: str) -> Any:
    """One of PettingZoo's classic games as its documentation makes it, with its wrappers. Raises Absent."""
    with needs("pettingzoo[classic]"):
        return importlib.import_module(f"pettingzoo.classic.{name}").env()


def random_game(env: Any) -> Callable[[int], int]:
    """Plays a game with random actions among those that the mask allows; returns the number of decisions.

    The seed is that of the actions. The luck of the game itself goes on from game to game, for some environments are
    built anew for a seed.
    """
    with needs("numpy"):
        from numpy import flatnonzero
    env.reset(seed=1)

    def play(seed: int) -> int:
        random = Random(seed).random
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = flatnonzero(observation["action_mask"])
                env.step(int(legal[int(random() * len(legal))]))
                decisions += 1
        return decisions

    return play
