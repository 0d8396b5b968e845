"""2 The turn: draw a card, play cards, attack. And the end of the game."""

from __future__ import annotations

from rulewright import Call, Context, Game, GameOver, Leave, Loop, Procedure, Steps, Turn, choose, rule, trigger, turns
from rulewright.zones import draw

from .attack import ATTACK
from .before import deal
from .cards import play, playable
from .state import Wounded, deck, hand


@rule("2.1", "2.2")
def draw_card(game: Game, turn: Turn) -> Steps:
    """The player draws a card. Who cannot draw tires and loses 1 health."""
    drawn = yield from draw(game, 1, deck(turn.player), hand(turn.player), rule="2.1")
    if not drawn:
        yield Wounded(turn.player, 1, rule="2.2")


class Deed(Context):
    """The working facts of one card that is played, or not."""

    player: int


def next_deed(game: Game, last: Deed | None) -> Deed:
    """The player goes on playing cards until it is enough."""
    return Deed(player=game.context(Turn).player)


@rule("2.3")
def play_card(game: Game, deed: Deed) -> Steps:
    """The player plays a card, or goes on to the attack."""
    cards = playable(game, deed.player, "turn")
    card = yield choose(deed.player, "deed", ["attack", *cards], rule="2.3")
    if card == "attack":
        return Leave("deeds")
    yield from play(game, deed.player, card, rule="2.3")
    return None


def attack(game: Game, turn: Turn) -> Call:
    """The turn ends with an attack."""
    return ATTACK(player=turn.player, opponent=1 - turn.player)


GAME = Procedure(
    "game",
    [
        deal,
        Loop("turn", turns(lambda game: game.players), [draw_card, Loop("deeds", next_deed, [play_card]), attack],
             announce=True),
    ],
)  # fmt: skip


@trigger(Wounded, immediate=True)
@rule("5.1")
def knock_out(game: Game, event: Wounded, source: None) -> Steps:
    """Who has no health left is knocked out; the other one wins."""
    if game.state.fighters[event.player].health == 0:
        yield GameOver((1 - event.player,), "knocked out", rule="5.1")
