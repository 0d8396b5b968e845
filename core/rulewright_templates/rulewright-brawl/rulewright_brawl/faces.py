"""How the game looks to people. The sentences stand in text.toml."""

from __future__ import annotations

from typing import Any

from rulewright import View
from rulewright.panels import Bar, Cards, Emphasis, Item, Panel, Row, Rows, Text
from rulewright.text import Words

from .state import HEALTH, discard, hand

PILES = {
    "deck": {"en": "{player}'s deck", "zh": "{player}的牌库"},
    "hand": {"en": "{player}'s hand", "zh": "{player}的手牌"},
    "discard": {"en": "{player}'s discard pile", "zh": "{player}的弃牌堆"},
}
HAND = {"en": "hand", "zh": "手牌"}
DISCARD = {"en": "discard pile", "zh": "弃牌堆"}
PLAYER = {"en": "Player {number}", "zh": "玩家 {number}"}


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """Cards are called what their content says, piles after their owners."""
    if not isinstance(value, str):
        return None
    if field in ("cards", "choice", "deed") and value in view.content["cards"]:
        return str(getattr(view.content["cards"][value].name, lang))
    pile, _, player = value.partition(":")
    if pile in PILES and player:
        return PILES[pile][lang].format(player=PLAYER[lang].format(number=int(player) + 1))
    return None


def panel(view: View) -> Panel:
    """Both fighters, what lies open, and the cards of the player who looks."""
    return Panel((Rows(tuple(fighter(view, player) for player in view.players)),))


def fighter(view: View, player: int) -> Row:
    """A player with health and cards."""
    who = {lang: words.format(number=player + 1) for lang, words in PLAYER.items()}
    health = Bar(view.state.fighters[player].health, HEALTH)
    piles = (cards(view, hand(player), HAND), cards(view, discard(player), DISCARD))
    return Row((Text(who, Emphasis.STRONG), health), piles, about=f"player:{player}")


def cards(view: View, pile: str, title: Words) -> Cards:
    """The cards of a pile that the player may know, and how many others there are."""
    held = view.state.zones[pile].cards
    names = {card: view.content["cards"][card].name.model_dump() for card in held if card is not None}
    known = tuple(Item(names[card], about=card) for card in held if card is not None)
    return Cards(known, title, held.count(None), about=pile)
