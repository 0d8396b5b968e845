"""Chapter 3 without its roll phases: Upkeep, Income, Main Phases and Discard."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Phase, Turn, choose, rule

from .damage.phase_end import SETTLED
from .decks import cp_gained, draw_cards, sold
from .events.phases import PhaseBegan
from .moments import DISCARD_END, INCOME_END, MAIN_ACTIONS, UPKEEP_END
from .numbers import explained
from .resolution import fire
from .state import HAND

if TYPE_CHECKING:
    from rulewright import Call, Event, Game, Steps


def begins(phase: str) -> Any:
    """The step by which a phase begins."""

    @cache
    def began(player: int) -> Event:
        return PhaseBegan(player, phase, rule="3.order")

    def begin_phase(game: Game, context: Any) -> Event:
        return began(game.state.round[0].active)

    return begin_phase


@rule("overview.lose", "field.elimination")
def is_held(game: Game, phase: str) -> bool:
    """Whether a phase takes place in this turn: it is not skipped, and the active player has not lost meanwhile."""
    now = game.state.round[0]
    return not (phase in now.skipped or game.state.heroes[now.active].out)


def unless_skipped(phase: str) -> Any:
    """The condition under which a phase takes place."""
    return lambda game: is_held(game, phase)


# Upkeep -----------------------------------------------------------------------------------------------------


@rule("3.1.trigger")
def resolve_upkeep(game: Game, turn: Turn) -> Call | None:
    """Status effects and passive abilities that trigger in the Upkeep Phase are resolved."""
    return fire(game, "upkeep", turn.player)


# Income -----------------------------------------------------------------------------------------------------


def before_income(game: Game, turn: Turn) -> Call | None:
    """What is triggered before the Income Phase, and may make the player skip it."""
    return fire(game, "before_income", turn.player)


@rule("3.2.first-turn")
def has_income(game: Game) -> bool:
    """The start player skips the Income Phase of the first turn."""
    return bool(game.state.round[0].number > 1 and is_held(game, "income"))


@rule("3.2.gain", "3.2.cap")
def collect(game: Game, turn: Turn) -> Steps:
    """Gain 1 CP, draw 1 card."""
    player = turn.player
    gained = cp_gained(game, player, game.number("income cp", player), "3.2.gain")
    if gained is not None:
        yield explained(game, gained, "income cp", player)
    yield from draw_cards(game, player, game.number("income cards", player), "3.2.gain", number="income cards")


def at_income(game: Game, turn: Turn) -> Call | None:
    """What is triggered in the Income Phase."""
    return fire(game, "income", turn.player)


# Main phases ------------------------------------------------------------------------------------------------


@rule("3.7.main-2")
def begin_actions(game: Game, turn: Turn) -> Call | None:
    """What is triggered when a main phase begins."""
    return fire(game, "main_phase", turn.player)


# Discard ----------------------------------------------------------------------------------------------------


class Selling(Context):
    """Who sells cards down to the hand limit."""

    player: int


def surplus_of(game: Game, player: int) -> int:
    """How many cards a player holds above the hand limit."""
    return len(game.state.zones[HAND[player]].cards) - int(game.number("hand limit", player))


@rule("3.8.limit")
def next_sale(game: Game, last: Selling | None) -> Selling | None:
    """The active player sells cards until no more than the hand limit are left."""
    player = game.state.round[0].active
    return Selling(player=player) if surplus_of(game, player) > 0 else None


@rule("3.8.limit", "3.8.cp", "3.8.discard")
def sell_one(game: Game, selling: Selling) -> Steps:
    """The player chooses the card."""
    player = selling.player
    hand = game.state.zones[HAND[player]].cards
    surplus = surplus_of(game, player)
    card = yield choose(player, "sell_down", tuple(dict.fromkeys(hand)), "3.8.limit", surplus=surplus)
    yield sold(game, player, card, "3.8.discard")


SELL_DOWN: Final = Loop("sell down", next_sale, [sell_one])
SELL_AGAIN: Final = Loop("sell down again", next_sale, [sell_one])
"""The same for what came to the hand after the first time."""


def at_turn_end(game: Game, turn: Turn) -> Call | None:
    """What is triggered at the end of the turn."""
    return fire(game, "turn_end", turn.player)


# The phases ---------------------------------------------------------------------------------------------------


def _phase(name: str, *steps: Any, when: Any = None) -> Phase:
    steps = (begins(name), *steps, *SETTLED)
    return Phase(name, list(steps), when=when or unless_skipped(name), announce=False, windows=False)


UPKEEP: Final = _phase("upkeep", resolve_upkeep, UPKEEP_END)
INCOME_PHASE: Final = _phase("income", collect, at_income, INCOME_END, when=has_income)
MAIN_1: Final = _phase("main_1", begin_actions, MAIN_ACTIONS)
MAIN_2: Final = _phase("main_2", begin_actions, MAIN_ACTIONS)
DISCARD: Final = _phase("discard", SELL_DOWN, at_turn_end, DISCARD_END, SELL_AGAIN)
