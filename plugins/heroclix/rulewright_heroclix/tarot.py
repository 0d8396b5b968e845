"""Tarot cards (25.7): what each player's top card says counts for the characters of all players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Pick, rule
from rulewright.programs import numbers

from .effects.resolution import resolve
from .events.belongings import TarotDrawn, TarotPassed, TarotShuffled
from .state import element_of
from .terms import characters_of

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


@rule("25.7")
def draw_tarot(game: Game, player: int) -> Steps:
    """The active player draws a tarot card; one whose name lies active is passed over.

    What the card before it does as it leaves play comes before what the new one does.
    """
    own = game.state.tarot[player]
    if not any(free(game, player, card) for card in (*own.deck, *own.under)):
        yield TarotShuffled(player, rule="25.7")
    while not free(game, player, card := (yield from top_card(game, player))):
        yield TarotPassed(player, card, rule="25.7")
    for before in own.active:
        yield from does(game, player, before, "leaves")
    yield TarotDrawn(player, card, rule="25.7")
    yield from does(game, player, card, "drawn")


@rule("25.7")
def does(game: Game, player: int, card: str, when: str) -> Steps:
    """What a card does when it is drawn or leaves play, as an effect of a character of the player who draws."""
    id = element_of(card)
    first = next((str(one.id) for one in characters_of(game, player)), None)
    call = None if first is None else resolve(player, first, id, numbers(getattr(game.content.elements[id], when)))
    if call is not None:
        yield call


@rule("25.7")
def top_card(game: Game, player: int) -> Steps:
    """The card on top of a deck: any of those that lie in any order, then the uppermost of those put to the bottom."""
    own = game.state.tarot[player]
    if not own.deck:
        return own.under[0]
    (card,) = yield Pick(tuple(sorted(own.deck)), 1, player, "tarot", "25.7")
    return card


@rule("25.7")
def free(position: Position, player: int, card: str) -> bool:
    """Whether no other player's active card has the name of a card."""
    others = (active for one in position.state.tarot.values() if one.id != player for active in one.active)
    return _name(position, card) not in [_name(position, one) for one in others]


def _name(position: Position, card: str) -> str:
    name: str = position.content.elements[element_of(card)].name.en
    return name
