"""Random players for the benchmarks: as quick as they can be, and repeatable."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright import Game, Options, new_game
from rulewright.bots import make_bot, seat_seed


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
        if space.__class__ is Options and (values := space.values).__class__ is tuple:
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


def play_greedily(game: Game, decisions: int) -> int:
    """So many decisions of greedy bots, which begin where the game has got going; returns how many they were."""
    bots = [make_bot("greedy", seat_seed(1, seat)) for seat in game.players]
    play_on_at_random(game, 1, decisions)
    made = 0
    while made < decisions and (request := game.request) is not None:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
        made += 1
    return made


def play_on_at_random(game: Game, seed: int, decisions: int) -> int:
    """At most so many random decisions; returns how many they were."""
    rng = Random(seed)
    for made in range(decisions):
        if (request := game.request) is None:
            return made
        game.answer(request.space.for_program(rng), request.player)
    return decisions
