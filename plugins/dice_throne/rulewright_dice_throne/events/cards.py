"""What can happen to CP and cards (chapter 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from msgspec.structs import replace

from rulewright import Event, rule
from rulewright.state import Seen

from ..state import DECK, DISCARD, HAND, PLAYED, Throne

if TYPE_CHECKING:
    from rulewright.state import Viewer


class CpGained(Event, frozen=True):
    """A player gained CP, no more than the cap left room for."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).cp += self.amount


class CpLost(Event, frozen=True):
    """A player paid or lost CP."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).cp -= self.amount


class HealthPaid(Event, frozen=True):
    """A player paid with health."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.sides.edit(state.heroes[self.player].side).health -= self.amount


class CardsDrawn(Event, frozen=True):
    """Cards came from the top of a deck into the hand."""

    player: int
    cards: Annotated[tuple[str, ...], Seen.TEAM]

    REVEALS = True
    HIDES = ("cards",)

    def seen_by(self, viewer: Viewer) -> CardsDrawn:
        """The event with None for each card, unless it is the viewer's or a partner's hand."""
        return self if self.player in viewer.team else replace(self, cards=(None,) * len(self.cards))

    def apply(self, state: Throne) -> None:
        count = len(self.cards)
        deck = state.zones.edit(DECK[self.player])
        deck.cards = deck.cards[count:]
        hand = state.zones.edit(HAND[self.player])
        hand.cards = hand.cards + self.cards


class DeckShuffled(Event, frozen=True):
    """The deck lies in a new random order; the discard pile is part of it if it was shuffled in."""

    player: int
    order: Annotated[tuple[str, ...], Seen.NOBODY]
    with_discards: bool = False

    def apply(self, state: Throne) -> None:
        state.zones.edit(DECK[self.player]).cards = self.order
        if self.with_discards:
            state.zones.edit(DISCARD[self.player]).cards = ()


@rule("3.3.sell", "3.8.discard")
def take(state: Throne, zone: str, card: str) -> None:
    """Take a card out of a zone; which of equal ones makes no difference."""
    origin = state.zones.edit(zone)
    at = origin.cards.index(card)
    origin.cards = origin.cards[:at] + origin.cards[at + 1 :]


def discard(state: Throne, player: int, card: str) -> None:
    """Put a card from the hand on the discard pile."""
    take(state, HAND[player], card)
    pile = state.zones.edit(DISCARD[player])
    pile.cards = (card, *pile.cards)


class CardSold(Event, frozen=True):
    """A card went to the discard pile for 1 CP, or for none at the cap."""

    player: int
    card: str
    cp: int = 1

    def apply(self, state: Throne) -> None:
        discard(state, self.player, self.card)
        if self.cp:
            state.heroes.edit(self.player).cp += self.cp


class CardPlayed(Event, frozen=True):
    """A card was paid for and lies on the table until its text has been carried out."""

    player: int
    card: str
    cost: int

    def apply(self, state: Throne) -> None:
        take(state, HAND[self.player], self.card)
        table = state.zones.edit(PLAYED[self.player])
        table.cards = (self.card, *table.cards)
        if self.cost:
            state.heroes.edit(self.player).cp -= self.cost


class CardPutAway(Event, frozen=True):
    """A card that was played goes on the discard pile."""

    player: int
    card: str

    def apply(self, state: Throne) -> None:
        take(state, PLAYED[self.player], self.card)
        pile = state.zones.edit(DISCARD[self.player])
        pile.cards = (self.card, *pile.cards)


class CardDiscarded(Event, frozen=True):
    """A card went from the hand to the discard pile for nothing."""

    player: int
    card: str

    def apply(self, state: Throne) -> None:
        discard(state, self.player, self.card)


class CardFound(Event, frozen=True):
    """A player searched the deck for a card, showed it and took it."""

    player: int
    card: str

    REVEALS = True

    def apply(self, state: Throne) -> None:
        take(state, DECK[self.player], self.card)
        hand = state.zones.edit(HAND[self.player])
        hand.cards = (*hand.cards, self.card)


class AbilityUpgraded(Event, frozen=True):
    """An upgrade was paid for and lies on the board, over what it covers."""

    player: int
    card: str
    cost: int
    ability: str
    level: int
    slot: int

    def apply(self, state: Throne) -> None:
        take(state, HAND[self.player], self.card)
        hero = state.heroes.edit(self.player)
        hero.cp -= self.cost
        hero.upgrades = (*hero.upgrades, self.card)
        hero.levels = (*hero.levels[: self.slot], self.level, *hero.levels[self.slot + 1 :])


EVENTS: Final = (
    CpGained, CpLost, HealthPaid, CardsDrawn, DeckShuffled, CardSold, CardPlayed, CardPutAway, CardDiscarded,
    CardFound, AbilityUpgraded,
)  # fmt: skip
