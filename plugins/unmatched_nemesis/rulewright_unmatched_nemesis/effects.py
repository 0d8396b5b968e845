"""The vocabulary of effects: one function for each verb. The acting player decides where the text does not say who."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import choose, rule
from rulewright.content import Vocabulary
from rulewright.zones import draw as draw_cards
from rulewright.zones import reveal

from .arena import ways
from .events import CubesDiscarded, DamageTaken, Moved, TokensChanged
from .hands import cards_with, discard, hand, has_secrets, selections
from .state import DECK, HAND

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from .book import Program
    from .conditions import Test

VERBS: Final[Vocabulary[Any]] = Vocabulary("verb")


def _seat(player: int, who: str) -> int:
    return player if who == "self" else 1 - player


@VERBS.register("damage")
@rule("attack.step-2", "block.only-assault")
def damage(game: Game, player: int, *, heavy: int, light: int, to: str) -> Steps:
    """Damage that a text deals."""
    yield DamageTaken(_seat(player, to), heavy, light, rule="attack.step-2")


@VERBS.register("move")
@rule("attack.step-2", "panel.order", "move.backward", "move.forward", "move.teleport")
def move(game: Game, player: int, *, who: str, spaces: int, way: str, must: bool) -> Steps:
    """The acting player moves a fighter, as far as it can go where it must; nothing happens where it can not move."""
    mover = _seat(player, who)
    found = ways(game, mover, spaces, way)
    if must:
        longest = max(map(len, found.values()), default=0)
        found = {space: path for space, path in found.items() if len(path) == longest}
    if found:
        stay = () if must else (None,)
        options, how = (*stay, *found), (spaces, way, must)
        space = yield choose(player, "move_to", options, "attack.step-2", fighter=mover, how=how)
        if space is not None:
            yield Moved(mover, found[space], rule="attack.step-2")


@VERBS.register("spend_to_move")
@rule("panel.suppressing-fire")
def spend_to_move(game: Game, player: int) -> Steps:
    """One space for each token that is discarded."""
    found = ways(game, player, game.state.fighters[player].tokens)
    if found:
        space = yield choose(player, "spend_to_move", (None, *found), "panel.suppressing-fire", fighter=player)
        if space is not None:
            yield TokensChanged(player, 1 - len(found[space]), rule="panel.suppressing-fire")
            yield Moved(player, found[space], rule="panel.suppressing-fire")


@VERBS.register("discard")
@rule("attack.step-2")
def discard_cards(game: Game, player: int, *, who: str, cards: int) -> Steps:
    """A player discards cards of their choice, all where they have no more."""
    loser = _seat(player, who)
    chosen = yield from _some_of_hand(game, loser, cards, "discard", "attack.step-2")
    if chosen:
        yield discard(game, loser, chosen, "attack.step-2")


def _some_of_hand(game: Game, player: int, count: int, ask: str, rule: str) -> Steps:
    """So many cards of a hand, as its player chooses; all without a question where there are no more."""
    held = hand(game, player)
    return held if len(held) <= count else (yield choose(player, ask, selections(held, count, count), rule))


@VERBS.register("show_and_discard")
@rule("panel.order")
def show_and_discard(game: Game, player: int, *, cards: int) -> Steps:
    """The opponent shows cards of their choice, all where they have no more; the acting player discards one of them."""
    other = 1 - player
    shown = yield from _some_of_hand(game, other, cards, "show", "panel.order")
    if not shown:
        return
    yield reveal(game, HAND[other], shown, rule="panel.order")
    options = tuple(dict.fromkeys(shown))
    card = yield choose(player, "discard_shown", options, "panel.order", fighter=other)
    yield discard(game, other, [card], "panel.order")


@VERBS.register("draw")
@rule("attack.step-2")
def draw(game: Game, player: int, *, cards: int) -> Steps:
    """Cards from the attack deck, unseen; fewer where it has no more."""
    for _ in range(cards):
        yield from draw_cards(game, 1, DECK, HAND[player], rule="attack.step-2")


@VERBS.register("gain_tokens")
@rule("panel.reload")
def gain_tokens(game: Game, player: int, *, tokens: int) -> Steps:
    """The fighter gains tokens."""
    yield TokensChanged(player, tokens, rule="panel.reload")


@VERBS.register("trade_for_tokens")
@rule("panel.reload")
def trade_for_tokens(game: Game, player: int, *, symbol: str) -> Steps:
    """Any number of cards with a symbol for a token each."""
    able = cards_with(game, player, symbol)
    held = [card for card in hand(game, player) if card in able]
    if held or has_secrets(game, player):
        cards = yield choose(player, "trade", selections(held, 0, len(held)), "panel.reload", symbol=symbol)
        if cards:
            yield discard(game, player, cards, "panel.reload")
            yield TokensChanged(player, len(cards), rule="panel.reload")


@VERBS.register("recover")
@rule("attack.step-2")
def recover(game: Game, player: int, *, light: int) -> Steps:
    """The fighter discards light cubes, as many as it has."""
    count = min(light, game.state.fighters[player].light)
    if count:
        yield CubesDiscarded(player, count, rule="attack.step-2")


@VERBS.register("when")
@rule("attack.step-2")
def when(game: Game, player: int, *, condition: Test, then: Program) -> Steps:
    """Effects under a condition."""
    if condition(game, player):
        yield from run(game, player, then)


@VERBS.register("spend")
@rule("attack.step-2")
def spend(game: Game, player: int, *, tokens: int, then: Program) -> Steps:
    """Tokens may be discarded for effects."""
    if game.state.fighters[player].tokens >= tokens:
        if (yield choose(player, "spend", (True, False), "attack.step-2", tokens=tokens)):
            yield TokensChanged(player, -tokens, rule="attack.step-2")
            yield from run(game, player, then)


def run(game: Game, player: int, program: Program) -> Steps:
    """Effects, in their order."""
    for effect in program:
        yield from effect(game, player)
