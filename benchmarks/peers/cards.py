"""RLCard (pip install rlcard): card games in Python, played without the encoding of what agents see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from ..measure import needs

LEGAL: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "leduc-holdem": lambda game, state: state["legal_actions"],
    "uno": lambda game, state: state["legal_actions"],
    "doudizhu": lambda game, state: state["actions"],
    "gin-rummy": lambda game, state: game.judge.get_legal_actions(),
}
"""What may be played, from the game or from what its last step has returned."""

RANKS: Final = "JQK"


def load(name: str) -> Any:
    """One of RLCard's games, below its environment. Raises Absent."""
    with needs("rlcard"):
        import rlcard
    return rlcard.make(name, config={"seed": 1}).game


def random_game(name: str) -> Callable[[int], int]:
    """Plays a game with random actions of a seed and returns the number of decisions; the deck has luck of its own."""
    game = load(name)
    legal = LEGAL[name]

    def play(seed: int) -> int:
        random = Random(seed).random
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            actions = legal(game, state)
            state, _ = game.step(actions[int(random() * len(actions))])
            decisions += 1
        return decisions

    return play


def leduc_games(count: int) -> list[dict[str, Any]]:
    """Recorded random games of Leduc hold'em: deck, small blind, who did what among which actions, what it paid."""
    game = load("leduc-holdem")
    return [_leduc_game(game, Random(seed)) for seed in range(count)]


def _leduc_game(game: Any, random: Random) -> dict[str, Any]:
    state, player = game.init_game()
    deck = _deck([*game.dealer.deck, game.players[1].hand, game.players[0].hand])
    small_blind, moves = player, []
    while not game.is_over():
        legal = tuple(state["legal_actions"])
        action = legal[int(random.random() * len(legal))]
        moves.append((player, legal, action))
        state, player = game.step(action)
    paid = tuple(float(payoff) * game.big_blind for payoff in game.get_payoffs())
    return {"deck": deck, "small_blind": small_blind, "moves": moves, "paid": paid}


def _deck(cards: Sequence[Any]) -> tuple[int, ...]:
    """The cards as numbers: two of each rank, from the lowest."""
    return tuple(2 * RANKS.index(card.rank) + (card.suit == "H") for card in cards)
