"""1 Preparation: what a game is begun with, and how the table is laid."""

from __future__ import annotations

from pydantic import BaseModel, Field
from rulewright import Context, Game, Seen, Steps, rule
from rulewright.content import Pack
from rulewright.zones import Zone, draw, shuffle

from .cards import deck_list
from .state import Fighter, Tavern, deck, discard, hand


class Setup(BaseModel, extra="forbid"):
    """The options of a game."""

    health: int = Field(10, ge=1, le=50, title="Health", description="what each fighter begins with")
    cards: int = Field(3, ge=0, le=6, title="Cards", description="how many cards each player begins with")


@rule("1.1")
def lay_table(state: Tavern, setup: Setup, content: Pack) -> None:
    """Each player has a fighter and the same cards. Chance has no part in this."""
    for player in (0, 1):
        state.fighters.add(Fighter(player, setup.health))
        state.zones.add(Zone(deck(player), player, Seen.COUNT, deck_list(content)))
        state.zones.add(Zone(hand(player), player, Seen.OWNER))
        state.zones.add(Zone(discard(player), player, Seen.PUBLIC))


@rule("1.2")
def deal(game: Game, context: Context | None) -> Steps:
    """Each player shuffles the deck and draws the first cards."""
    for player in game.players:
        yield from shuffle(game, deck(player), rule="1.2")
        yield from draw(game, game.setup.cards, deck(player), hand(player), rule="1.2")
