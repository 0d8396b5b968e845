"""Decks and CP: drawing, shuffling, and what a player gains or is paid as far as the cap allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import Shuffle, rule

from .events.cards import CardsDrawn, CardSold, CpGained, DeckShuffled
from .numbers import explained
from .state import DECK, DISCARD

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, Steps, View

DISCARDED: Final = "3.8.discard"
"""Cards that are discarded unsold go where those go that are sold; the rulebook says no more of them."""


@rule("setup.deck", "field.empty-draw")
def draw_cards(game: Game, player: int, count: int, rule: str, number: str = "") -> Steps:
    """Draw; an empty deck is made of the shuffled discard pile, and where that is empty too, nothing happens.

    ``number`` is the number of the rules that says how many.
    """
    while count > 0:
        drawn = game.state.zones[DECK[player]].cards[:count]
        discards = game.state.zones[DISCARD[player]].cards
        if not drawn and not discards:
            return
        if drawn:
            event = CardsDrawn(player, drawn, rule=rule)
            yield explained(game, event, number, player) if number else event
            count -= len(drawn)
        else:
            yield from shuffle_deck(game, player, discards, with_discards=True)


def shuffle_deck(game: Game, player: int, cards: tuple[str, ...], *, with_discards: bool = False) -> Steps:
    """Put a deck in random order. The request names the cards sorted: they say nothing about how they lay."""
    order = yield Shuffle(tuple(sorted(cards)), player, "shuffle", "setup.deck")
    yield DeckShuffled(player, order, with_discards, rule="setup.deck")


@rule("limits.cp", "3.2.cap")
def cp_gained(game: Game, player: int, amount: int, rule: str) -> Event | None:
    """The event by which a player gains CP, as far as the cap allows; None where it allows none."""
    amount = min(amount, game.number("cp limit", player) - game.state.heroes[player].cp)
    return CpGained(player, amount, rule=rule) if amount > 0 else None


@rule("3.3.sell", "3.8.cp", "3.8.discard", "limits.cp")
def sold(game: Game, player: int, card: str, rule: str) -> Event | Because:
    """The event by which a card is sold for the same CP whatever its cost, as far as the cap allows."""
    return explained(game, CardSold(player, card, sale_price(game, player), rule=rule), "sale price", player)


def sale_price(game: Game | View, player: int) -> int:
    """The CP that a sold card brings, as far as the cap allows."""
    room = game.number("cp limit", player) - game.state.heroes[player].cp
    return int(max(0, min(game.number("sale price", player), room)))
