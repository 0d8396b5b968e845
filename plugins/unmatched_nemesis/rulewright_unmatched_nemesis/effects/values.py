"""Whom effects mean, and the named values of the vocabulary as functions of the game and the effects under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..hands import hand
from ..space.arena import gap

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulewright import Game
    from rulewright.programs import Resolution


def seat(run: Resolution, who: str) -> int:
    """Whom an effect means: "self", the player whose card, panel or skill it is, or "opponent"."""
    return run.player if who == "self" else 1 - run.player


def _own(fact: Callable[[Game, int], int]) -> Callable[[Game, Resolution], int]:
    return lambda game, run: fact(game, run.player)


def _opponents(fact: Callable[[Game, int], int]) -> Callable[[Game, Resolution], int]:
    return lambda game, run: fact(game, 1 - run.player)


def cubes_of(game: Game, player: int) -> int:
    """The cubes of a fighter, of both kinds."""
    return int(game.state.fighters[player].cubes)


def tokens_of(game: Game, player: int) -> int:
    """The tokens of a fighter."""
    return int(game.state.fighters[player].tokens)


def cards_of(game: Game, player: int) -> int:
    """The number of cards in a hand."""
    return len(hand(game, player))


VALUES: Final[dict[str, Callable[[Any, Resolution], int]]] = {
    "distance": lambda game, run: gap(game),
    "own_cubes": _own(cubes_of),
    "opponent_cubes": _opponents(cubes_of),
    "own_tokens": _own(tokens_of),
    "opponent_tokens": _opponents(tokens_of),
    "own_hand": _own(cards_of),
    "opponent_hand": _opponents(cards_of),
}
