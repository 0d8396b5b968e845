"""What is built on forks and playouts: searching for a move, and simulating many games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from rulewright import Game, View, new_game
from rulewright.bots import SearchBot, seat_seed
from rulewright.requests import CHANCE
from rulewright.ruleset import Rules
from rulewright.simulate import game_seed, simulate

from ..games import tictactoe
from ..measure import Pair, Row, Sample, Tools, rate
from ..peers import openspiel
from .play import rules_of

ITERATIONS: Final = 400
"""This many are given to a decision at tic-tac-toe, to either bot; at Dice Throne ours takes its default."""

AT_TICTACTOE: Final = {"iterations": ITERATIONS, "turns": 9}
"""Our bot looks at one turn unless it is told otherwise; OpenSpiel's plays to the end."""

DECIDED: Final = 60
GAMES: Final = 40


class CountedSearch(SearchBot):
    """Our bot that searches, counting the continuations that it has imagined."""

    imagined = 0

    def _try_all(self, view: View, answers: Sequence[Any], tree: Any, rng: Random) -> None:
        lost = self.lost_worlds
        super()._try_all(view, answers, tree, rng)
        if self.lost_worlds == lost:
            self.imagined += len(answers)


def after(rules: Rules, seed: int, answers: int) -> Game:
    """Our game of a seed after this many random answers."""
    game = new_game(rules, seed=seed)
    rng = Random(seed)
    for _ in range(answers):
        if (request := game.request) is None:
            break
        game.answer(request.space.sample(rng), request.player)
    return game


def searching(rules: Rules, early: int, **settings: int) -> Callable[[int], int]:
    """One decision of our bot in a position of a seed, before the answer ``early``: how much it has imagined."""

    def search(seed: int) -> int:
        game = after(rules, seed, seed % early)
        request = game.request
        if request is None:
            return 0
        bot = CountedSearch(seed, **settings)
        bot.choose(game.view(request.player), request)
        return bot.imagined

    return search


def _openspiel_search(early: int) -> Callable[[int], int]:
    peer = openspiel.load("python_tic_tac_toe")

    def search(seed: int) -> int:
        cells = [cell for _, cell in after(tictactoe.RULES, seed, seed % early).answers]
        bot = openspiel.tree_search(peer, ITERATIONS, seed)
        return int(bot.mcts_search(openspiel.after(peer, cells)).explore_count)

    return search


def decided() -> Iterator[tuple[list[int], int]]:
    """Positions of tic-tac-toe with one right move: the only one that wins, or the only one that stops a loss."""
    for seed in range(1_000):
        game = after(tictactoe.RULES, seed, 3 + seed % 4)
        if (request := game.request) is None:
            continue
        free = request.space.values
        mine, other = (_completing(game, player, free) for player in (request.player, 1 - request.player))
        if len(mine or other) == 1:
            yield [cell for _, cell in game.answers], (mine or other)[0]


def _completing(game: Game, player: int, free: Sequence[int]) -> list[int]:
    """The free cells with which a player has three in a line."""
    marks = game.state.board[0].marks[player]
    return [cell for cell in free if tictactoe.WON[marks | 1 << cell]]


def _same_move(peer: Any) -> str:
    positions = [found for found, _ in zip(decided(), range(DECIDED), strict=False)]
    for number, (cells, right) in enumerate(positions):
        game = new_game(tictactoe.RULES, seed=number)
        for cell in cells:
            game.answer(cell)
        bot = SearchBot(number, **AT_TICTACTOE)
        mine = bot.choose(game.view(game.request.player), game.request)
        theirs = openspiel.tree_search(peer, ITERATIONS, number).step(openspiel.after(peer, cells))
        assert mine == theirs == right, (cells, mine, theirs, right)
    return f"the one right move in {len(positions)} decided positions of tic-tac-toe"


def _search(rules: Callable[[], Rules], early: int, **settings: int) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        peer = openspiel.load("python_tic_tac_toe")
        twin = _same_move(peer)
        return Pair(rate(searching(rules(), early, **settings)), rate(_openspiel_search(5)), twin)

    return build


def by_hand(rules: Rules, seed: int) -> Game:
    """One game between random bots, as `simulate` seats them, in a plain loop."""
    game = new_game(rules, seed=seed)
    rngs = [Random(seat_seed(seed, seat)) for seat in game.players]
    while (request := game.request) is not None:
        game.answer(request.space.sample(rngs[request.player]), request.player)
    return game


def _harness(rules: Callable[[], Rules]) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        played = rules()
        summary = simulate(played, GAMES, seed=1, failures=None)
        games = [by_hand(played, game_seed(1, number)) for number in range(GAMES)]
        wins = dict.fromkeys(summary.wins, 0)
        for game in games:
            assert game.result is not None
            for winner in map(str, game.result.winners or ("draw",)):
                wins[winner] += 1
        decisions = sum(player != CHANCE for game in games for player, _ in game.answers)
        assert (wins, decisions, sum(len(game.log) for game in games)) == (
            summary.wins, summary.decisions, summary.events,
        ), (wins, decisions, summary)  # fmt: skip
        twin = f"equal wins, decisions and events in {GAMES} games"
        return Pair(_games(played, harness=True), _games(played, harness=False), twin)

    return build


def _games(rules: Rules, *, harness: bool) -> Sample:
    """Games a second, a batch at a time, with and without the harness."""

    def batch(seed: int) -> int:
        if harness:
            return simulate(rules, GAMES, seed=seed, failures=None).finished
        return len([by_hand(rules, game_seed(seed, number)).result for number in range(GAMES)])

    return rate(batch)


ROWS: Final = (
    Row("search-tictactoe", "our search bot at tic-tac-toe", "OpenSpiel MCTSBot, tic-tac-toe", "iterations/s",
        _search(lambda: tictactoe.RULES, 5, **AT_TICTACTOE), True),
    Row("search-dice-throne", "our search bot at Dice Throne", "OpenSpiel MCTSBot, tic-tac-toe", "iterations/s",
        _search(lambda: rules_of("dice_throne"), 150), True),
    Row("simulate-tictactoe", "`simulate`, one process, tic-tac-toe", "a plain loop over the same games", "games/s",
        _harness(lambda: tictactoe.RULES), True),
    Row("simulate-dice-throne", "`simulate`, one process, Dice Throne", "a plain loop over the same games", "games/s",
        _harness(lambda: rules_of("dice_throne")), True),
)  # fmt: skip
