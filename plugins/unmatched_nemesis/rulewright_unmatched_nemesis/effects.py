"""The vocabulary of effects: one function for each verb. The acting player decides where the text does not say who."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import choose, rule
from rulewright.programs import Op, Resolution, Verbs, choose_option, counted, if_, may_happen, then_do
from rulewright.zones import draw as draw_cards
from rulewright.zones import reveal

from .arena import ways
from .events import CubesDiscarded, DamageTaken, Moved, TokensChanged
from .hands import cards_with, discard, hand, has_secrets, selections
from .state import DECK, HAND
from .values import seat

if TYPE_CHECKING:
    from rulewright import Game, Steps

verb = VERBS = Verbs({"if": if_})


@verb
@rule("attack.step-2", "block.only-assault")
def damage(game: Game, run: Resolution, op: Op) -> DamageTaken | None:
    """Damage that a text deals."""
    heavy, light = (counted(amount, game, run) for amount in (op.heavy, op.light))
    return DamageTaken(seat(run, op.to), heavy, light, rule="attack.step-2") if heavy or light else None


@verb
@rule("attack.step-2", "panel.order", "move.backward", "move.forward", "move.teleport")
def move(game: Game, run: Resolution, op: Op) -> Steps:
    """The acting player moves a fighter, as far as it can go where it must; nothing happens where it cannot move."""
    mover = seat(run, op.who)
    found = ways(game, mover, op.spaces, op.way)
    if op.must:
        longest = max(map(len, found.values()), default=0)
        found = {space: path for space, path in found.items() if len(path) == longest}
    if found:
        stay = () if op.must else (None,)
        options, how = (*stay, *found), (op.spaces, op.way, op.must)
        space = yield choose(run.player, "move_to", options, "attack.step-2", fighter=mover, how=how)
        if space is not None:
            yield Moved(mover, found[space], rule="attack.step-2")


@verb
@rule("panel.suppressing-fire")
def spend_to_move(game: Game, run: Resolution, op: Op) -> Steps:
    """One space for each token that is discarded."""
    player = run.player
    found = ways(game, player, game.state.fighters[player].tokens)
    if found:
        space = yield choose(player, "spend_to_move", (None, *found), "panel.suppressing-fire", fighter=player)
        if space is not None:
            yield TokensChanged(player, 1 - len(found[space]), rule="panel.suppressing-fire")
            yield Moved(player, found[space], rule="panel.suppressing-fire")


@verb
@rule("attack.step-2")
def discard_(game: Game, run: Resolution, op: Op) -> Steps:
    """A player discards cards of their choice, all where they have no more."""
    loser = seat(run, op.of)
    chosen = yield from _some_of_hand(game, loser, counted(op.amount, game, run), "discard", "attack.step-2")
    if chosen:
        yield discard(game, loser, chosen, "attack.step-2")


def _some_of_hand(game: Game, player: int, count: int, ask: str, rule: str) -> Steps:
    """This many cards of a hand, as its player chooses; all without a question where there are no more."""
    held = hand(game, player)
    if count <= 0:
        return ()
    return held if len(held) <= count else (yield choose(player, ask, selections(held, count, count), rule))


@verb
@rule("panel.order")
def show_and_discard(game: Game, run: Resolution, op: Op) -> Steps:
    """The opponent shows cards of their choice, all where they have no more; the acting player discards one of them."""
    player, other = run.player, 1 - run.player
    shown = yield from _some_of_hand(game, other, counted(op.amount, game, run), "show", "panel.order")
    if not shown:
        return
    yield reveal(game, HAND[other], shown, rule="panel.order")
    options = tuple(dict.fromkeys(shown))
    card = yield choose(player, "discard_shown", options, "panel.order", fighter=other)
    yield discard(game, other, [card], "panel.order")


@verb
@rule("attack.step-2")
def draw(game: Game, run: Resolution, op: Op) -> Steps:
    """Cards from the attack deck, unseen; fewer where it has no more."""
    for _ in range(counted(op.amount, game, run)):
        yield from draw_cards(game, 1, DECK, HAND[seat(run, op.to)], rule="attack.step-2")


@verb
@rule("panel.reload")
def gain_tokens(game: Game, run: Resolution, op: Op) -> TokensChanged | None:
    """The fighter gains tokens."""
    count = counted(op.amount, game, run)
    return TokensChanged(run.player, count, rule="panel.reload") if count > 0 else None


@verb
@rule("panel.reload")
def trade_for_tokens(game: Game, run: Resolution, op: Op) -> Steps:
    """Any number of cards with a symbol for a token each."""
    player = run.player
    able = cards_with(game, player, op.symbol)
    held = [card for card in hand(game, player) if card in able]
    if held or has_secrets(game, player):
        cards = yield choose(player, "trade", selections(held, 0, len(held)), "panel.reload", symbol=op.symbol)
        if cards:
            yield discard(game, player, cards, "panel.reload")
            yield TokensChanged(player, len(cards), rule="panel.reload")


@verb
@rule("attack.step-2")
def recover(game: Game, run: Resolution, op: Op) -> CubesDiscarded | None:
    """The fighter discards light cubes, as many as it has."""
    count = min(counted(op.amount, game, run), game.state.fighters[run.player].light)
    return CubesDiscarded(run.player, count, rule="attack.step-2") if count > 0 else None


@verb
@rule("attack.step-2")
def choose_(game: Game, run: Resolution, op: Op) -> Steps:
    """The acting player picks one of several effects."""
    return (yield from choose_option(game, run, op, run.player, "attack.step-2"))


@verb
@rule("attack.step-2")
def may(game: Game, run: Resolution, op: Op) -> Steps:
    """The acting player decides whether something happens."""
    return (yield from may_happen(game, run, op, run.player, "attack.step-2"))


@verb
@rule("attack.step-2")
def pay(game: Game, run: Resolution, op: Op) -> Steps:
    """Tokens, cards and cubes may be paid for effects."""
    player, cost = run.player, op.cost
    if game.state.fighters[player].tokens >= cost.tokens and len(hand(game, player)) >= cost.cards:
        if (yield choose(player, "spend", (True, False), "attack.step-2", tokens=cost.tokens, effect=op.number)):
            yield from _pay(game, player, cost)
            return then_do(game, run, op.then)
    return then_do(game, run, op.otherwise)


def _pay(game: Game, player: int, cost: Any) -> Steps:
    if cost.tokens:
        yield TokensChanged(player, -cost.tokens, rule="attack.step-2")
    if cost.cards:
        cards = yield from _some_of_hand(game, player, cost.cards, "discard", "attack.step-2")
        yield discard(game, player, cards, "attack.step-2")
    if cost.heavy or cost.light:
        yield DamageTaken(player, cost.heavy, cost.light, rule="attack.step-2")
