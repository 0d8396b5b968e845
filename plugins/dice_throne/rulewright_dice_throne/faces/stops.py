"""Where a person is asked about a card or a token: when it does most, and where its last moment is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Timely

from ..book.sheets import ROLL, CardSheet
from ..moments import ANNOUNCED, DICE_ROLLED, DISCARD_END, LAST_CHANCE, MAIN_ACTIONS, USES
from ..roll_phases.rolling import attempts_left
from ..state import OFFENCE

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..book.sheets import UseSheet

IN_ATTACK: Final = {"attacking", "attacked", "damage_incoming"}
"""Moments that last until the damage is counted: the later, the more is known."""


def stops(view: View, request: Request, answer: Any) -> Timely:
    """Whether a card, a token or a sale has its moment now."""
    kind, choice = answer
    player = request.player
    if kind == "sell":
        return Timely.NOW
    thing = _card(view, player, choice) if kind == "play" else _use(view, player, choice)
    window = str(request.about["window"])
    if thing.needs and all(verb.serves_opponents(view, player) for verb in thing.needs):
        return Timely.NEVER
    if any(verb.alters_dice for verb in thing.needs):
        return _with_dice(view, player, window)
    moments = {thing.window} if isinstance(thing, CardSheet) else set(thing.windows)
    if thing.modifier or moments <= IN_ATTACK:
        return Timely.NOW if window == LAST_CHANCE.name else Timely.NOT_NOW
    if moments - {"", "any_time"} or (isinstance(thing, CardSheet) and thing.bit == ROLL):
        return Timely.NOW
    return _whenever(view, player, window)


def _with_dice(view: View, player: int, window: str) -> Timely:
    """Dice are altered when no more attempts are left to roll them, those of others when they mean to stop."""
    rolled, heroes = view.state.rolls[OFFENCE], view.state.heroes
    own = heroes[rolled.player].side == heroes[player].side
    if window == DICE_ROLLED.name:
        return Timely.NOW if own and not attempts_left(view) else Timely.NOT_NOW
    if window == ANNOUNCED.name:
        return Timely.NOT_NOW if own and not attempts_left(view) else Timely.NOW
    return Timely.NOW


def _whenever(view: View, player: int, window: str) -> Timely:
    """What can be used at any time: in one's own main phases, before damage to one's side, as others end their turn."""
    heroes, attack = view.state.heroes, view.state.attack[0]
    if player == view.state.round[0].active:
        return Timely.NOW if window == MAIN_ACTIONS.name else Timely.NOT_NOW
    attacked = attack.target >= 0 and heroes[attack.target].side == heroes[player].side
    return Timely.NOW if window == DISCARD_END.name or (window == LAST_CHANCE.name and attacked) else Timely.NOT_NOW


def _card(view: View, player: int, card: str) -> CardSheet:
    found: CardSheet = view.content.heroes[view.state.heroes[player].name].cards[card]
    return found


def _use(view: View, player: int, key: str) -> UseSheet:
    found: UseSheet = next(use for _, use in view.offers(USES, player) if use.key == key)
    return found
