"""Page 12: the display, from which players take attack cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule
from rulewright.zones import move

from .state import DECK, DISPLAY, DISPLAY_SIZE, HAND

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.zones import CardsMoved


@rule("setup.display", "setup.step-6-refill", "turn.refill")
def fill_display(game: Game, rule: str) -> CardsMoved | None:
    """Turn up cards until four lie in the display, as far as the deck goes."""
    zones = game.state.zones
    top = zones[DECK].cards[: DISPLAY_SIZE - len(zones[DISPLAY].cards)]
    return move(game, top, DECK, DISPLAY, "bottom", rule=rule) if top else None


def take(game: Game, player: int, card: str, rule: str) -> CardsMoved:
    """A card of the display comes into a hand; both players have seen it."""
    return move(game, [card], DISPLAY, HAND[player], "bottom", rule=rule)
