"""Team tactic cards: played by a player in the own turn, or at their moment, and paid by a character of the squad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import choose, rule

from .events import PowerSpent, TacticPlayed
from .running import resolve
from .terms import able, can_pay, characters_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from .book import TacticSheet


@rule("tactic-card.active", "tactic-card.play", "damage.dazed-limits", "power.spend")
def open_tactics(game: Game, player: int) -> list[str]:
    """The active cards that a player can play now: some character can pay for them."""
    cards = game.content.tactics
    mine = game.state.squads[player].tactics
    return [id for id in mine if not cards[id].when and any(payers(game, player, cards[id]))]


@rule("tactic-card.play", "damage.dazed-limits", "power.spend")
def payers(position: Position, player: int, card: TacticSheet) -> Iterator[str]:
    """The characters that can pay for a card: able ones of the squad."""
    for one in characters_of(position, player):
        if able(position, str(one.id)) and can_pay(position, str(one.id), card.cost):
            yield str(one.id)


@rule("tactic-card.play", "tactic-card.active", "timing.any-time")
def play_tactic(game: Game, player: int, id: str) -> Steps:
    """A character pays for the card, which is discarded, and its text happens."""
    card = game.content.tactics[id]
    found = list(payers(game, player, card))
    who = found[0]
    if len(found) > 1:
        who = yield choose(player, "payer", found, "tactic-card.play", card=id)
    yield TacticPlayed(player, id, rule="tactic-card.play")
    if card.cost:
        yield PowerSpent(who, card.cost, rule="power.spend")
    return resolve(player, who, id, card.program, "", card.cost)
