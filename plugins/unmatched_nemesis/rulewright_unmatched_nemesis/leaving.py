"""What is taken from a player in the middle of anything else: for tests, which let it happen anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.zones import move

from .events.fighters import TokensChanged
from .events.movement import Moved
from .hands import discard, hand
from .rounds import win_round
from .space.arena import ways
from .state import DISCARD, DISPLAY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright import Event, Game, Steps


def without_tokens(game: Game, player: int) -> Event | None:
    """A fighter loses all tokens."""
    tokens = game.state.fighters[player].tokens
    return TokensChanged(player, -tokens) if tokens else None


def moved(game: Game, player: int) -> Event | None:
    """A fighter comes to another space."""
    found = ways(game, player, 3)
    return Moved(player, max(found.values(), key=len)) if found else None


def knocked_down(game: Game, player: int) -> Steps | None:
    """A fighter is knocked down, and its player loses the round."""
    return win_round(game, 1 - player, "knockdown", "knockdown.fail") if game.scope("round") else None


def without_cards(game: Game, player: int) -> Event | None:
    """A player discards the whole hand."""
    cards = hand(game, player)
    return discard(game, player, cards, "rule.golden") if cards else None


def swept_display(game: Game, player: int) -> Event | None:
    """The cards of the display are discarded."""
    cards = game.state.zones[DISPLAY].cards
    return move(game, cards, DISPLAY, DISCARD) if cards else None


LEAVES: Final[Mapping[str, Any]] = {"fighters": (without_tokens, moved, knocked_down, without_cards, swept_display)}
