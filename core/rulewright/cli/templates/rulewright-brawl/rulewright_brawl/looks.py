"""How the game looks at a terminal. The sentences stand in texts.toml."""

from __future__ import annotations

from typing import Any

from rulewright import View

from .state import discard, hand

PILES = {
    "deck": {"en": "{player}'s deck", "zh": "{player}的牌库"},
    "hand": {"en": "{player}'s hand", "zh": "{player}的手牌"},
    "discard": {"en": "{player}'s discard pile", "zh": "{player}的弃牌堆"},
}
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


def draw_table(view: View, lang: str) -> str:
    """Both fighters, what lies open, and the cards of the player who looks."""
    lines = []
    for player in view.players:
        held = view.state.zones[hand(player)].cards
        shown = [name(view, "cards", card, lang) or "?" for card in held]
        used = [name(view, "cards", card, lang) or "?" for card in view.state.zones[discard(player)].cards]
        health = view.state.fighters[player].health
        who = PLAYER[lang].format(number=player + 1)
        lines.append(f"{who}  ♥ {health:>2}  [{' '.join(shown)}]  ({' '.join(used)})")
    return "\n".join(lines)
