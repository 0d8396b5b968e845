"""Verbs about CP and cards, and what playing and spending come to (chapters 5, 6.3, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Request, choose, rule
from rulewright.dice import Pick
from rulewright.requests import Number
from rulewright_dice_throne.old_programs import counted, then_do

from ..damage import THEFT
from ..decks import cp_gained, draw_cards, shuffle_deck
from ..events import (
    CardDiscarded,
    CardFound,
    CardPlayed,
    CardPutAway,
    CpLost,
    DamageGathered,
    HealingGathered,
    OnceUsed,
    StatusRemoved,
    StatusSpent,
)
from ..resolution import Resolution, fire
from ..state import DECK, HAND
from .running import part, together, verb
from .tokens import received, removable

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book import Op


@verb
def gain_cp(game: Game, run: Resolution, op: Op) -> Any:
    """CP, as far as the cap allows."""
    amount = counted(op.amount, game, run)
    return together(cp_gained(game, player, amount, "limits.cp") for player in op.to(game, run))


@verb
def lose_cp(game: Game, run: Resolution, op: Op) -> Any:
    """CP are lost, down to 0."""
    amount = counted(op.amount, game, run)
    losses = [(player, min(amount, game.state.heroes[player].cp)) for player in op.to(game, run)]
    return together(CpLost(player, lost, rule="limits.cp") for player, lost in losses if lost)


@verb
@rule("8.5b.steal")
def steal(game: Game, run: Resolution, op: Op) -> Steps:
    """What someone has, up to the amount, becomes one's own."""
    amount = counted(op.amount, game, run)
    moved: list[tuple[str, int, str]] = []
    for player in op.of(game, run):
        moved += (yield from STOLEN[op.what](game, run, player, amount)) or ()
    return fire(game, *moved[0][:2], *moved[1:], about=moved[0][2], open=run.open) if moved else None


def _steal_cp(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    amount = min(amount, game.state.heroes[player].cp)
    if amount:
        yield CpLost(player, amount, rule="8.5b.steal")
        gained = cp_gained(game, run.player, amount, "8.5b.steal")
        if gained is not None:
            yield gained


def _steal_health(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    side = game.state.heroes[player].side
    waiting = (game.state.pending[seat].damage for seat, hero in game.state.heroes.items() if hero.side == side)
    gone = sum(taken for damage in waiting for type, taken, _ in damage if type == THEFT)
    amount = min(amount, game.state.sides[side].health - gone)
    if amount > 0:
        yield DamageGathered(player, amount, THEFT, run.source, rule="8.5b.steal")
        yield HealingGathered(run.player, amount, run.source, rule="8.5b.steal")


def _steal_status(game: Game, run: Resolution, player: int, amount: int) -> Steps:
    moved: list[tuple[str, int, str]] = []
    for _ in range(amount):
        names = removable(game, player, to_move=True)
        if not names:
            break
        name = names[0]
        if len(names) > 1:
            name = yield choose(run.player, "choose_status", names, "8.5b.steal", of=player, source=run.source)
        yield StatusRemoved(player, name, 1, rule="8.5b.steal")
        event = received(game, run, run.player, name, 1, inflicted=False)
        if event is not None:
            yield event
            moved.append(("status_gained", run.player, name))
    return moved


STOLEN: Final = {"cp": _steal_cp, "health": _steal_health, "status": _steal_status}


@verb
def draw(game: Game, run: Resolution, op: Op) -> Steps:
    """Cards from the top of the deck."""
    amount = counted(op.amount, game, run)
    for player in op.to(game, run):
        yield from draw_cards(game, player, amount, "setup.deck")


@verb
def discard(game: Game, run: Resolution, op: Op) -> Steps:
    """Cards from the hand for nothing."""
    for player in op.of(game, run):
        for _ in range(counted(op.amount, game, run)):
            cards = tuple(sorted(set(game.state.zones[HAND[player]].cards)))
            if not cards:
                break
            if op.how == "random":
                hand = tuple(sorted(game.state.zones[HAND[player]].cards))
                (card,) = yield Pick(hand, 1, player, "discard", "8.5b.steal")
            else:
                card = yield choose(player, "discard", cards, "3.8.discard", source=run.source)
            yield CardDiscarded(player, card, rule="3.8.discard")


@verb
@rule("setup.deck")
def search(game: Game, run: Resolution, op: Op) -> Steps:
    """The player looks for cards in the deck, and may find none; then the deck is shuffled."""
    cards = game.content.heroes[game.state.heroes[run.player].name].cards
    for _ in range(counted(op.amount, game, run)):
        deck = game.state.zones[DECK[run.player]].cards
        names = [name for name in sorted(set(deck)) if op.kind in (None, cards[name].kind)]
        card = None
        if names:
            card = yield choose(run.player, "search", (*names, None), "setup.deck", source=run.source)
        if card is None:
            break
        yield CardFound(run.player, card, rule="setup.deck")
    yield from shuffle_deck(game, run.player, game.state.zones[DECK[run.player]].cards)


@verb
def pay(game: Game, run: Resolution, op: Op) -> Steps:
    """A player may pay a cost; who cannot, does not."""
    for player in op.by(game, run):
        payable = can_pay(game, player, op.cost)
        if payable and not op.cost.any:
            payable = yield choose(player, "pay", (True, False), "6.3.spendable", effect=op.number, source=run.source)
        if payable:
            paid = yield from pay_cost(game, player, op.cost, run.source)
            if paid:
                return then_do(game, run, op.then if op.told < 0 else (op.told, *op.then), paid=paid)
        return then_do(game, run, op.otherwise)
    return None


def can_pay(game: Game, player: int, cost: Any) -> bool:
    """Whether a player has what a cost asks for."""
    hero = game.state.heroes[player]
    if cost.cp == "any":
        return bool(hero.cp)
    enough_cp = cost.cp is None or hero.cp >= cost.cp
    enough_tokens = cost.status is None or hero.count(cost.status) >= (1 if cost.tokens == "any" else cost.tokens)
    enough_cards = cost.cards is None or len(game.state.zones[HAND[player]].cards) >= cost.cards
    return bool(enough_cp and enough_tokens and enough_cards)


def pay_cost(game: Game, player: int, cost: Any, source: str) -> Steps:
    """Pay; returns how much (of CP, else of tokens, else of cards)."""
    hero = game.state.heroes[player]
    paid = 0
    if cost.cards is not None:
        for _ in range(cost.cards):
            cards = tuple(sorted(set(game.state.zones[HAND[player]].cards)))
            card = cards[0] if len(cards) == 1 else (yield choose(player, "discard", cards, "3.8.discard"))
            yield CardDiscarded(player, card, rule="3.8.discard")
        paid = cost.cards
    if cost.status is not None:
        paid = cost.tokens
        if paid == "any":
            space = Number(0, least_of(hero.count(cost.status), cost.at_most))
            paid = yield Request(player, "how_many", space, "6.3.spendable", {"source": cost.status})
        if paid:
            yield StatusSpent(player, cost.status, paid, rule="6.3.spendable")
    if cost.cp is not None:
        paid = cost.cp
        if paid == "any":
            space = Number(0, least_of(hero.cp, cost.at_most))
            paid = yield Request(player, "how_many", space, "9.1.cp", {"source": source})
        if paid:
            yield CpLost(player, paid, rule="field.deck")
    return paid


def least_of(count: int, most: int | None) -> int:
    """A count, or what it is limited to."""
    return count if most is None else min(count, most)


# Playing and spending ---------------------------------------------------------------------------------------


@part
@rule("field.deck", "5.2.interrupt")
def play_card(game: Game, run: Resolution, op: Op) -> Any:
    """A card is paid for; its text follows."""
    played = CardPlayed(run.player, run.source, run.cost, rule="field.deck")
    return played if op.tells else and_then(game, run, played, "card_played")


def and_then(game: Game, run: Resolution, event: Event, moment: str) -> Steps:
    """Something happens, and then what is triggered by it; it is about what the effects come from."""
    yield event
    return fire(game, moment, run.player, about=run.source, open=run.open)


@part
@rule("field.deck")
def put_away(game: Game, run: Resolution, op: Op) -> Event:
    """After its text has been carried out a card goes on the discard pile."""
    return CardPutAway(run.player, run.source, rule="field.deck")


@part
@rule("6.3.spendable")
def spend_tokens(game: Game, run: Resolution, op: Op) -> Any:
    """Using a spendable status effect removes its tokens, then gives its effect."""
    rested = game.content.spend(run.source, run.about).rests
    spent = StatusSpent(run.player, run.source, run.spent, rested, rule="6.3.spendable")
    return spent if op.tells else and_then(game, run, spent, "status_spent")


@part
def status_spent(game: Game, run: Resolution, op: Op) -> Any:
    """What is triggered by tokens that were the price of something."""
    return fire(game, "status_spent", run.player, about=op.status, open=run.open)


@part
def use_passive(game: Game, run: Resolution, op: Op) -> Steps:
    """A use of a passive ability is paid for."""
    if op.cost is not None:
        paid = yield from pay_cost(game, run.player, op.cost, run.source)
        yield game.note(run, paid=paid)


@part
def mark_used(game: Game, run: Resolution, op: Op) -> Event:
    """What may be used once a turn was used."""
    return OnceUsed(run.player, run.about, rule="6.3.spendable")
