"""Random games beside RLCard's: the same card game, and Dice Throne beside its larger ones."""

from __future__ import annotations

from typing import Any, Final

from rulewright import Game, Scripted, new_game

from ..games import leduc
from ..measure import Pair, Row, Tools, rate
from ..peers import cards
from .play import TWINS, beside, ours


def same_leduc(played: dict[str, Any]) -> None:
    """A recorded game of Leduc hold'em asks the same players for the same choices in ours, and pays the same."""
    lots = (played["small_blind"], 1 - played["small_blind"])
    game = new_game(leduc.RULES, seed=0, chance=Scripted([played["deck"], lots]))
    for player, legal, action in played["moves"]:
        request = game.request
        assert request is not None and (request.player, tuple(request.space.values)) == (player, legal), request
        game.answer(action)
    assert paid(game) == played["paid"], (paid(game), played)


def paid(game: Game) -> tuple[float, ...]:
    """What a finished game brings each player: the other's chips, or the loss of the own ones."""
    assert game.result is not None, "the game is over in theirs only"
    if not game.result.winners:
        return (0.0, 0.0)
    (winner,) = game.result.winners
    won = float(game.state.seats[1 - winner].chips)
    return (won, -won) if winner == 0 else (-won, won)


def _leduc(tools: Tools) -> Pair:
    for played in cards.leduc_games(TWINS):
        same_leduc(played)
    twin = f"{TWINS} recorded games have the same choices and payments"
    return Pair(rate(ours(leduc.RULES)), rate(cards.random_game("leduc-holdem")), twin)


ROWS: Final = (
    Row("leduc", "Leduc hold'em as a ruleset", "RLCard leduc-holdem", "decisions/s", _leduc, True),
    Row("dice-throne-gin-rummy", "Dice Throne, random games", "RLCard gin-rummy", "decisions/s",
        beside("dice_throne", lambda: cards.random_game("gin-rummy")), True),
    Row("dice-throne-doudizhu", "Dice Throne, random games", "RLCard doudizhu", "decisions/s",
        beside("dice_throne", lambda: cards.random_game("doudizhu")), True),
    Row("dice-throne-uno", "Dice Throne, random games", "RLCard uno", "decisions/s",
        beside("dice_throne", lambda: cards.random_game("uno")), True),
)  # fmt: skip
