"""Random players for the benchmarks: as quick as they can be, and repeatable."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright import Game, Options, new_game


def play_listed(rules: Any, seed: int, setup: Any = None) -> tuple[Game, int]:
    """A random game of a ruleset that asks for nothing but one of several options, and its number of decisions."""
    game = new_game(rules, setup, seed=seed)
    random = Random(seed).random
    answer = game.answer
    decisions = 0
    while (request := game.request) is not None:
        values = request.space.values
        answer(values[int(random() * len(values))])
        decisions += 1
    return game, decisions


def play_any(rules: Any, seed: int, setup: Any = None) -> tuple[Game, int]:
    """A random game of any ruleset, and its number of decisions."""
    game = new_game(rules, setup, seed=seed)
    rng = Random(seed)
    random = rng.random
    answer = game.answer
    decisions = 0
    while (request := game.request) is not None:
        space = request.space
        if space.__class__ is Options:
            values = space.values
            answer(values[int(random() * len(values))], request.player)
        else:
            answer(space.sample(rng), request.player)
        decisions += 1
    return game, decisions


def play_choices(rules: Any, seed: int) -> int:
    """The same random game as `play_any`, and in how many of its decisions there was more than one answer."""
    game = new_game(rules, None, seed=seed)
    rng = Random(seed)
    random = rng.random
    answer = game.answer
    choices = 0
    while (request := game.request) is not None:
        space = request.space
        if space.__class__ is Options:
            values = space.values
            choices += len(values) > 1
            answer(values[int(random() * len(values))], request.player)
        else:
            choices += 1
            answer(space.sample(rng), request.player)
    return choices
