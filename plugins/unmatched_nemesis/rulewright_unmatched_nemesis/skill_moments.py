"""When the text of a skill card speaks up, and of what it can speak then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright import rule
from rulewright.vocabulary import Moments, NamedMoment
from rulewright.zones import CardsMoved

from .events.attacks import AttackResolved, Blocked
from .events.knockdown import KnockdownTestPassed
from .events.turns import TurnStarted
from .state import DISPLAY, HAND

TAKEN: Final = "a card that has been taken from the display"


def _own(event: Any, player: int) -> bool:
    return bool(event.player == player)


@rule("skill-card.active")
def _opponent_takes(event: CardsMoved, player: int) -> bool:
    return event.origin == DISPLAY and event.target == HAND[1 - player]


class Moment(NamedMoment, frozen=True):
    """A moment of skill cards; ``concerns`` says whether an event is it for a player."""

    concerns: Callable[[Any, int], bool] = _own


MOMENTS: Final = Moments(
    Moment("turn start", TurnStarted, "player"),
    Moment("attack resolved", AttackResolved, "player"),
    Moment("blocked", Blocked, "player"),
    Moment("test passed", KnockdownTestPassed, "player"),
    Moment("opponent takes", CardsMoved, offers=(TAKEN,), concerns=_opponent_takes),
)
"""When skills do something, and what is there then."""


def card_of(event: Any) -> str:
    """The card that a moment is about; empty where it is about none."""
    return str(event.cards[0]) if isinstance(event, CardsMoved) else ""
