"""Chapter 5 and 3.3: selling and playing cards, upgrades, and who may play what when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Violation, because, reaction, rule

from .book.sheets import INSTANT, MAIN, ROLL, UPGRADE
from .damage.attacks import is_modifiable
from .decks import sold
from .events.cards import AbilityUpgraded
from .moments import MAIN_ACTIONS, MAIN_PHASES, NESTED, ROLL_PHASES, UNDER_WAY, WINDOWS
from .numbers import as_changed
from .resolution import Resolution, blank_run, resolve
from .state import DISCARD, HAND
from .status_effects.moments import is_moment
from .terms import forbidden, is_locked_out

if TYPE_CHECKING:
    from rulewright import Because, Event, Game, View

    from .book.sheets import CardSheet
    from .state import Hero


# Selling ----------------------------------------------------------------------------------------------------


@rule("3.3.sell", "3.3.actions", "5.1.no-sell")
def sales(game: Game, player: int, context: Any) -> tuple[str, ...]:
    """The cards that the active player may sell in a main phase: any card in hand."""
    allowed = player == game.state.round[0].active and game.may("selling", player)
    return tuple(dict.fromkeys(game.state.zones[HAND[player]].cards)) if allowed else ()


def unsold(game: Game, player: int, context: Any) -> Iterator[tuple[str, Violation]]:
    """The cards that a player may not sell in a main phase, each with the rule that forbids it."""
    now = game.state.round[0]
    for card in dict.fromkeys(game.state.zones[HAND[player]].cards):
        if player != now.active:
            yield card, Violation("not_your_actions", "3.3.actions")
        elif barred := forbidden(game, player, "selling", "no_selling"):
            yield card, barred


@reaction(MAIN_ACTIONS.name, name="sell", options=sales, why_not=unsold)
@rule("3.3.sell", "3.3.actions")
def sell(game: Game, player: int, card: str, context: Any) -> Event | Because:
    """Sell a card in a main phase."""
    return sold(game, player, card, "3.3.sell")


# Playing ----------------------------------------------------------------------------------------------------


def is_nested(context: Any) -> bool:
    """Whether a window stands open in the middle of an effect, not between the steps of the turn."""
    return isinstance(context, Resolution)


@rule("5.2.types", "5.2.main-phase", "5.2.roll-phase", "5.2.instant", "5.1.timing", "3.7.main-2")
def allowed_kinds(game: Game, player: int, *, nested: bool) -> int:
    """The kinds of cards that a player may play now, as bits."""
    now = game.state.round[0]
    if now.phase in ROLL_PHASES:
        return INSTANT | ROLL
    if player == now.active and now.phase in MAIN_PHASES and not nested:
        return INSTANT | MAIN | UPGRADE if game.may("upgrades", player) else INSTANT | MAIN
    return INSTANT


@rule("field.deck", "9.1.cp")
def playable(game: Game, player: int, context: Any) -> list[str]:
    """The cards that a player may play in an open window: of the right kind, affordable, with something to do."""
    state = game.state
    hand = state.zones[HAND[player]].cards
    if not hand or is_locked_out(game, state.attack[0], player):
        return []
    hero = state.heroes[player]
    cards = game.content.heroes[hero.name].cards
    kinds = allowed_kinds(game, player, nested=is_nested(context))
    purse = hero.cp - game.number("card cost", player)
    found: list[str] = []
    for card in hand:
        sheet = cards[card]
        if sheet.bit & kinds and (sheet.cost <= purse or sheet.bit == UPGRADE) and card not in found:
            if sheet.plain or not hindrance(game, player, hero, sheet, context):
                found.append(card)
    return found if found and game.may("cards", player) else []


@rule("field.hidden-hand")
def might_react(game: Game, player: int, window: str) -> bool:
    """Whether a player may hold a card for an open window, as far as the others can tell.

    The question then reveals nothing about the hand: a player with cards is asked even if none can be played.
    """
    if game.setup.asked == "whoever can":
        return False
    state = game.state
    if not state.zones[HAND[player]].cards or is_locked_out(game, state.attack[0], player):
        return False
    hero = state.heroes[player]
    kinds = allowed_kinds(game, player, nested=window in NESTED)
    discards = state.zones[DISCARD[player]].cards
    purse = hero.cp - game.number("card cost", player)
    for sheet in game.content.heroes[hero.name].easiest:
        if sheet.bit & kinds and (sheet.cost <= purse or sheet.bit == UPGRADE):
            if discards.count(sheet.id) < sheet.copies:
                if sheet.plain or not hindrance(game, player, hero, sheet, None):
                    return game.may("cards", player)
    return False


def hindrance(game: Game, player: int, hero: Hero, card: CardSheet, context: Any) -> str:
    """What the kind of a card and its cost do not say: the narrower time, the condition, the object.

    The key of the refusal; empty where nothing is in the way.
    """
    if card.bit == UPGRADE:
        if card.level <= hero.levels[card.slot]:
            return "not_higher"
        if upgrade_cost(game, hero, card) <= hero.cp:
            return ""
        return "upgrade_too_dear" if covered_cost(game, hero, card) else "too_dear"
    if card.phases and game.state.round[0].phase not in card.phases:
        return "card_phase"
    if card.modifier and not may_modify(game, player):
        return "not_this_attack" if game.state.attack[0].stage in UNDER_WAY else "no_attack"
    if card.window and not is_moment(game, player, card.window, context):
        return "not_the_moment"
    if card.test is not None and not card.test.holds(game, blank_run(player, card.id)):
        return "condition"
    if card.price is not None and not card.price.can_be_paid(game, player, besides=1):
        return "no_price"
    return "" if not card.needs or any(verb.has_object(game, player) for verb in card.needs) else "no_object"


@rule("7.2.modifier-use", "7.2.modifier-timing", "7.2.modifier", "note.ultimate-enhance")
def may_modify(game: Game, player: int) -> bool:
    """Attack modifiers are for the Attack under way, before or after the defence, by the side that attacks."""
    attack = game.state.attack[0]
    return attack.stage in UNDER_WAY and player in game.team(attack.attacker) and is_modifiable(attack)


@rule("5.1.cost", "field.board")
def upgrade_cost(game: Game | View, hero: Hero, card: CardSheet) -> int:
    """The cost, less that of the upgrade which the card is put upon."""
    return play_cost(game, int(hero.id), card, covered_cost(game, hero, card))


def covered_cost(game: Game | View, hero: Hero, card: CardSheet) -> int:
    """The cost of the upgrade that a card covers; 0 if it goes onto the board itself."""
    cost: int = game.content.heroes[hero.name].upgrade_costs.get((card.slot, hero.levels[card.slot]), 0)
    return cost


@rule("5.1.cost")
def play_cost(game: Game | View, player: int, card: CardSheet, below: int = 0) -> int:
    """What a card costs a player: the printed cost, less some of it, as texts change it."""
    return max(0, max(0, card.cost - below) + int(game.number("card cost", player)))


FORBIDDEN_BY: Final = {
    "main_phase": "5.2.main-phase", "roll_phase": "5.2.roll-phase",
    "upgrade_phase": "5.1.timing", "too_dear": "field.deck", "upgrade_too_dear": "5.1.cost",
    "not_higher": "5.1.permanent", "card_phase": "5.2.types", "no_attack": "7.2.modifier-timing",
    "not_this_attack": "7.2.modifier-use", "not_the_moment": "5.2.types", "condition": "field.deck",
    "no_object": "field.deck", "no_price": "field.deck",
}  # fmt: skip
"""The rules that forbid to play a card, by the keys of refusals."""


@rule(*FORBIDDEN_BY.values())
def unplayable(game: Game, player: int, context: Any) -> Iterator[tuple[str, Violation]]:
    """The cards in hand that a player may not play now, each with the rule that forbids it."""
    hero = game.state.heroes[player]
    barred = forbidden(game, player, "cards", "no_cards")
    for card in dict.fromkeys(game.state.zones[HAND[player]].cards):
        sheet = game.content.heroes[hero.name].cards[card]
        if why := barred or _why_unplayable(game, player, hero, sheet, context):
            yield card, why


def _why_unplayable(game: Game, player: int, hero: Hero, card: CardSheet, context: Any) -> Violation | None:
    """What forbids playing one card, when playing cards is allowed; None if nothing does."""
    key = ""
    if not card.bit & allowed_kinds(game, player, nested=is_nested(context)):
        if card.bit == UPGRADE and (barred := forbidden(game, player, "upgrades", "no_upgrades")):
            return barred
        key = {MAIN: "main_phase", ROLL: "roll_phase", UPGRADE: "upgrade_phase"}[card.bit]
    elif card.bit != UPGRADE and play_cost(game, player, card) > hero.cp:
        key = "too_dear"
    key = key or hindrance(game, player, hero, card, context)
    if not key:
        return None
    cost = upgrade_cost(game, hero, card) if card.bit == UPGRADE else play_cost(game, player, card)
    dearer = _what_makes_dearer(game, player) if key in ("too_dear", "upgrade_too_dear") else []
    if dearer and cost - int(game.number("card cost", player)) <= hero.cp:
        return Violation("made_too_dear", "5.1.cost", card=card.name, cost=cost, cp=hero.cp, status=dearer)
    return Violation(key, FORBIDDEN_BY[key], card=card.name, cost=cost, cp=hero.cp)


def _what_makes_dearer(game: Game, player: int) -> list[Any]:
    """The names of the texts by which cards cost a player more."""
    names = game.content.names
    trace = game.value("card cost", player).trace
    return list({line.name: names.get(line.name, line.name) for line in trace if line.amount > 0}.values())


@reaction(*(window.name for window in WINDOWS), name="play", options=playable, why_not=unplayable)
@rule("3.3.play-action", "3.3.play-upgrade")
def play(game: Game, player: int, card: str, context: Any) -> Because | None:
    """Play a card."""
    sheet = game.content.heroes[game.state.heroes[player].name].cards[card]
    return upgrade(game, player, sheet) if sheet.bit == UPGRADE else carry_out(game, player, sheet)


@rule("3.3.play-upgrade", "5.1.permanent")
def upgrade(game: Game, player: int, card: CardSheet) -> Because:
    """Pay for an upgrade and put it onto the board."""
    hero = game.state.heroes[player]
    cost = upgrade_cost(game, hero, card)
    ability = game.content.heroes[hero.name].abilities[card.slot].id
    upgraded = AbilityUpgraded(player, card.id, cost, ability, card.level, card.slot, rule="5.1.cost")
    numbers = as_changed(game, "card cost", player)
    return because(upgraded, *numbers, rules=("3.3.play-upgrade", "5.1.permanent"))


@rule("5.2.interrupt", "5.2.uninterruptible", "11.instant", "11.roll-phase-card", "note.instant-interrupt")
def carry_out(game: Game, player: int, card: CardSheet) -> Because | None:
    """Pay for a card, carry out its text, put it on the discard pile; only that of main phase cards is interrupted."""
    away, main = game.content.put_away, card.bit == MAIN
    text = resolve(player, "card", card.id, card.program, cost=play_cost(game, player, card), open=main, later=away)
    return because(text, rules=("3.3.play-action" if main else "5.2.interrupt",))
