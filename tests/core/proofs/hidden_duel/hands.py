"""What the duels share: cards, hands that nobody else sees, the open row, a fighter's wounds.

Cards come into a hand from the open row, and then everybody knows them, or unseen from the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

import rulewright as rw
from rulewright.zones import CardsMoved, Zone, draw, fill_hidden, move, shuffle

SYMBOLS = {
    "guard": "shield", "parry": "shield", "kick": "arrow", "lunge": "arrow",
    "elbow": "fist", "hook": "fist", "taunt": "eye", "stare": "eye",
}  # fmt: skip
DECK = tuple(f"{name}/{number}" for name in SYMBOLS for number in (1, 2, 3, 4))
ROW, FIRST_HAND = 4, 3


def name_of(card: str) -> str:
    return card.partition("/")[0]


def symbol(card: str) -> str:
    return SYMBOLS[name_of(card)]


class Scene(msgspec.Struct, frozen=True):
    """Where a duel begins. Without a deck all other cards are shuffled, and each player is dealt a first hand."""

    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    known: bool = False
    row: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None

    def rest(self) -> tuple[str, ...]:
        used = (*self.hands[0], *self.hands[1], *self.row)
        return tuple(card for card in DECK if card not in used) if self.deck is None else self.deck


class Fighter(rw.Record):
    heavy: int = 0
    light: int = 0


class Duel(rw.State):
    fighters: rw.Table[Fighter]
    zones: rw.Table[Zone]


class Hurt(rw.Event, frozen=True):
    fighter: int
    heavy: int
    light: int

    def apply(self, duel: Duel) -> None:
        fighter = duel.fighters.edit(self.fighter)
        fighter.heavy += self.heavy
        fighter.light += self.light


def lay_out(duel: Any, scene: Scene) -> None:
    """Deck, row, discard pile, and two hands that their owners alone see."""
    duel.zones.add(Zone("deck", None, rw.Seen.COUNT, scene.rest()))
    duel.zones.add(Zone("row", None, rw.Seen.PUBLIC, scene.row))
    duel.zones.add(Zone("discard", None, rw.Seen.PUBLIC))
    for player, held in enumerate(scene.hands):
        known = ((1 - player,),) * len(held) if scene.known else ()
        duel.zones.add(Zone(f"hand:{player}", player, rw.Seen.OWNER, held, known))


def deal(game: rw.Game, context: None) -> rw.Steps:
    yield from shuffle(game, "deck", rule="setup.deck")
    for player in game.players:
        yield from draw(game, FIRST_HAND, "deck", f"hand:{player}", rule="setup.deck")


DEAL = rw.Procedure("deal", [deal], when=lambda game: game.setup.deck is None)


def cards(game: rw.Game, zone: str) -> tuple[str, ...]:
    found: tuple[str, ...] = game.state.zones[zone].cards
    return found


def hand(game: rw.Game, player: int) -> tuple[str, ...]:
    return cards(game, f"hand:{player}")


def discard(game: rw.Game, player: int, cards: Sequence[str], rule: str) -> CardsMoved:
    return move(game, cards, f"hand:{player}", "discard", rule=rule)


def take(game: rw.Game, player: int, card: str, rule: str) -> CardsMoved:
    """From the row into the hand: everybody has seen it."""
    return move(game, [card], "row", f"hand:{player}", "bottom", rule=rule)


def fill_row(game: rw.Game) -> CardsMoved | None:
    """As far as the deck goes."""
    top = cards(game, "deck")[: ROW - len(cards(game, "row"))]
    return move(game, top, "deck", "row", "bottom", rule="turn.refill") if top else None


def row_is_short(game: rw.Game) -> bool:
    return len(cards(game, "row")) + len(cards(game, "deck")) < ROW


class Action(rw.Context):
    player: int
    number: int = 1


def two_actions(game: rw.Game, last: Action | None) -> Action | None:
    if last is None:
        return Action(player=game.context(rw.Turn).player)
    return Action(player=last.player, number=2) if last.number == 1 else None


def imagine(view: rw.View, rng: Random) -> dict[str, list[Zone]]:
    """All cards that a player does not see, dealt at random to where they may lie."""
    scene = view.setup
    all_cards = (*scene.hands[0], *scene.hands[1], *scene.row, *scene.rest())
    return {"zones": fill_hidden(view.state.zones.values(), all_cards, rng)}
