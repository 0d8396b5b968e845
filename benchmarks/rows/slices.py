"""Whole games in space: how many decisions a second are played and judged on a map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright import Game, new_game
from rulewright.bots import make_bot, seat_seed
from rulewright.ruleset import Rules

from ..measure import Pair, Row, Sample, Tools, rate
from ..players import play_any
from .absolute import proof


def judged(rules: Rules, seed: int) -> tuple[Game, int]:
    """A game between greedy bots, and its number of decisions."""
    game = new_game(rules, seed=seed)
    bots = [make_bot("greedy", seat_seed(seed, seat)) for seat in game.players]
    decisions = 0
    while (request := game.request) is not None:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
        decisions += 1
    return game, decisions


def _slice(name: str, play: Callable[[Rules, int], tuple[Game, int]]) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        rules, _ = proof(name)
        one, other = (play(rules, 1)[0] for _ in range(2))
        assert one.result is not None and one.digest() == other.digest()
        return Pair(_decisions(rules, play), None, "ends, and ends equally a second time")

    return build


def _decisions(rules: Rules, play: Callable[[Any, int], tuple[Game, int]]) -> Sample:
    return rate(lambda seed: play(rules, seed)[1])


ROWS: Final = (
    Row("slice-squares-random", "random games on squares, three figures with dials a side", "-", "decisions/s",
        _slice("squares.skirmish", play_any), True, 8_000),
    Row("slice-squares-greedy", "the same between greedy bots", "-", "decisions/s",
        _slice("squares.skirmish", judged), True, 600),
    Row("slice-inches-random", "random games in inches, three units of one to five models a side", "-", "decisions/s",
        _slice("inches.battle", play_any), True, 400),
    Row("slice-inches-greedy", "the same between greedy bots", "-", "decisions/s",
        _slice("inches.battle", judged), True, 40),
)  # fmt: skip
