"""Pages 12 and 15: cards in hand, their symbols, and the hand limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from rulewright import choose, rule, trigger
from rulewright.effects import EffectBegan, EffectEnded
from rulewright.zones import CardsMoved, move

from .state import DISCARD, HAND

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps, View

WILD: Final = "wild"
Cards = tuple[str, ...]


def hand(game: Game | View, player: int) -> Cards:
    """The cards in a hand."""
    found: Cards = game.state.zones[HAND[player]].cards
    return found


def distinct(selections: Iterator[Cards]) -> list[Cards]:
    """Selections of cards, those that have the same cards only once."""
    return list({tuple(sorted(cards)): cards for cards in selections}.values())


def selections(cards: Sequence[str], least: int, most: int) -> list[Cards]:
    """Every selection of at least and at most this many of some cards."""
    return distinct(some for count in range(least, min(most, len(cards)) + 1) for some in combinations(cards, count))


@rule("note.discarded-cards")
def discard(game: Game, player: int, cards: Sequence[str], rule: str) -> CardsMoved:
    """Cards of a hand go on the common discard pile."""
    return move(game, cards, HAND[player], DISCARD, rule=rule)


# Symbols ----------------------------------------------------------------------------------------------------


@rule("icon.wild", "combo.hand-cards")
def shows(game: Game | View, card: str, symbol: str) -> bool:
    """Whether a card may be used for a symbol."""
    printed = game.content.attacks[card].symbol
    return bool(printed == symbol or (printed == WILD and game.setup.wild == "any symbol"))


def cards_with(game: Game | View, player: int, symbol: str) -> Cards:
    """The different cards of a hand that may be used for a symbol."""
    return tuple(dict.fromkeys(card for card in hand(game, player) if shows(game, card, symbol)))


@rule("special.pay", "icon.wild")
def can_pay(game: Game | View, cards: Sequence[str], cost: Sequence[str]) -> bool:
    """Whether some of these cards pay a cost, one card a symbol; for a question mark any card will do."""
    if len(cards) < len(cost):
        return False
    attacks = game.content.attacks
    return _pays(tuple([attacks[card].symbol for card in cards]), tuple(cost), game.setup.wild == "any symbol")


@lru_cache(maxsize=1 << 14)
def _pays(symbols: tuple[str, ...], cost: tuple[str, ...], any_symbol: bool) -> bool:
    """Whether cards with these symbols pay a cost, a wild one for ``any_symbol`` where no other does."""
    left = list(symbols)
    for symbol in cost:
        if symbol != WILD:
            able = symbol if symbol in left else WILD
            if able not in left or (able == WILD and not any_symbol):
                return False
            left.remove(able)
    return True


def payments(game: Game | View, cards: Sequence[str], cost: Sequence[str]) -> list[Cards]:
    """The different ways to pay a cost with some of these cards."""
    return distinct(some for some in combinations(cards, len(cost)) if can_pay(game, some, cost))


# What the opponent knows ------------------------------------------------------------------------------------


@rule("field.hidden")
def is_open(game: Game, player: int) -> bool:
    """Whether the opponent has seen every card of a hand: cards of the display are known, drawn ones are not."""
    zone = game.state.zones[HAND[player]]
    return not zone.cards or (bool(zone.known) and all(1 - player in knowers for knowers in zone.known))


@rule("field.hidden")
def has_secrets(game: Game, player: int) -> bool:
    """Whether a player is asked even if the hand leaves no choice, because not being asked would reveal it."""
    return bool(game.setup.asked == "whoever might") and not is_open(game, player)


# The limit --------------------------------------------------------------------------------------------------


def overfull(game: Game, event: Event) -> Iterator[str]:
    """The hands that have just come above the limit: by a card, or because the limit has changed with an attack."""
    for player, zone in enumerate(HAND):
        if (not isinstance(event, CardsMoved) or event.target == zone) and is_overfull(game, player):
            yield zone


def is_overfull(game: Game, player: int) -> bool:
    """Whether a hand has more cards than it may hold."""
    return len(hand(game, player)) > int(game.number("hand limit", player))


def holder(game: Game, event: Event, zone: Any) -> int:
    """Whose hand it is."""
    return HAND.index(zone)


@trigger(CardsMoved, EffectBegan, EffectEnded, sources=overfull, player=holder, order_matters=False)
@rule("rule.hand-limit", "turn.attack-hand-limit")
def keep_hand_limit(game: Game, event: Event, zone: Any) -> Steps:
    """A player with more cards than the limit discards immediately, perhaps the new one."""
    return discard_surplus(game, holder(game, event, zone))


@rule("rule.hand-limit")
def discard_surplus(game: Game, player: int) -> Steps:
    """The player chooses which cards go, down to the limit."""
    while is_overfull(game, player):
        card = yield choose(player, "hand_limit", tuple(dict.fromkeys(hand(game, player))), "rule.hand-limit")
        yield discard(game, player, [card], "rule.hand-limit")
