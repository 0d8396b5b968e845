"""Tables through JSON and back are the same tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright import Record, State, Table


class Card(Record):
    data: Mapping[str, Any] = {}


class Deck(State):
    cards: Table[Card]


def test_a_mapping_keeps_its_order_through_json() -> None:
    """Rules that walk through a mapping walk the same way after the tables were written and read."""
    deck = Deck()
    deck.writing = True
    deck.cards.add(Card(0, {"stat": "move", "layer": "add", "amount": 2}))
    deck.writing = False
    assert list(Deck.from_json(deck.to_json()).cards[0].data) == ["stat", "layer", "amount"]
