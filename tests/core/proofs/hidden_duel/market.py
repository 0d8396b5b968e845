"""A market: cards from an open row or unseen from the deck, into hidden hands with a limit that acts at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rulewright as rw
from rulewright.zones import CardsMoved, Zone, draw, move, reveal

from .hands import (
    DEAL,
    Action,
    Scene,
    cards,
    discard,
    fill_row,
    hand,
    imagine,
    lay_out,
    row_is_short,
    symbol,
    take,
    two_actions,
)

MOST_CARDS = 6


class Market(rw.State):
    zones: rw.Table[Zone]


def populate(market: Market, scene: Scene, content: Any) -> None:
    lay_out(market, scene)


# ------------------------------------------------------------------------------------------------ the hand's limit


def overfull(game: rw.Game, event: CardsMoved) -> Iterator[str]:
    if str(event.target).startswith("hand:") and len(cards(game, str(event.target))) > MOST_CARDS:
        yield str(event.target)


def holder(game: rw.Game, event: CardsMoved, zone: Any) -> int:
    owner: int = game.state.zones[zone].owner
    return owner


@rw.trigger(CardsMoved, sources=overfull, player=holder, order_matters=False)
@rw.rule("hand.limit")
def discard_at_once(game: rw.Game, event: CardsMoved, zone: Any) -> rw.Steps:
    """Whoever takes a seventh card discards one at once, the new one perhaps."""
    card = yield rw.choose(holder(game, event, zone), "hand limit", cards(game, zone), "hand.limit")
    yield move(game, [card], zone, "discard", rule="hand.limit")


# ---------------------------------------------------------------------------------------------------------- a turn


@rw.rule("round-end.deck-out")
def refill(game: rw.Game, turn: rw.Turn) -> Any:
    """Only at the start of a turn. Where the deck cannot fill the row hands are shown: most symbols win."""
    return show_hands(game) if row_is_short(game) else fill_row(game)


def show_hands(game: rw.Game) -> rw.Steps:
    for player in game.players:
        yield reveal(game, f"hand:{player}", hand(game, player), rule="round-end.deck-out")
    kinds = [len(set(map(symbol, hand(game, player)))) for player in game.players]
    yield rw.GameOver(tuple(player for player in game.players if kinds[player] == max(kinds)), "most symbols")


@rw.rule("turn.actions")
def act(game: rw.Game, action: Action) -> rw.Steps:
    """Take a card of the row, or discard one to rummage."""
    player = action.player
    choices = [("take", card) for card in cards(game, "row")]
    choices += [("rummage", card) for card in hand(game, player)]
    what, card = yield rw.choose(player, "action", choices, "turn.actions")
    if what == "take":
        return take(game, player, card, "turn.take")
    return RUMMAGE(player=player, card=card)


class Rummage(rw.Context):
    player: int
    card: str


@rw.rule("panel.rummage")
def rummage(game: rw.Game, context: Rummage) -> rw.Steps:
    """For a card two from the deck, one after the other, unseen."""
    yield discard(game, context.player, [context.card], "panel.rummage")
    for _ in range(2):
        yield from draw(game, 1, "deck", f"hand:{context.player}", rule="panel.rummage")


RUMMAGE = rw.Procedure("rummage", [rummage], Rummage)
RULESET = rw.Ruleset(
    id="hidden-duel-market",
    title="A market and hidden hands",
    state=Market,
    flow=rw.Procedure(
        "market",
        [DEAL, rw.Loop("turn", rw.turns(lambda game: game.players), [refill, rw.Loop("action", two_actions, [act])])],
    ),
    procedures=[RUMMAGE],
    populate=populate,
    setup=Scene,
    triggers=[discard_at_once],
    timing=rw.TimingPolicy(rw.active_first),
    determinize=imagine,
)
RULES = RULESET.freeze()
