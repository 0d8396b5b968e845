"""Why: the rule, the step and the causes of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .events import Event
from .plaindata import shown
from .requests import Player
from .state import Delayed
from .windows import Due, Postponed

if TYPE_CHECKING:
    from .game import Game


class Cause(msgspec.Struct, frozen=True):
    """One link of an explanation: an event, what brought it about, and the rules that say so."""

    number: int
    event: Event
    by: str
    rules: tuple[str, ...]


class Why(msgspec.Struct, frozen=True):
    """The explanation of an event: itself first, then what caused it, back to what nothing caused."""

    chain: tuple[Cause, ...]

    @property
    def event(self) -> Event:
        """The event that is explained."""
        return self.chain[0].event

    @property
    def rules(self) -> tuple[str, ...]:
        """All rules along the chain, the nearest first, each once."""
        return tuple(dict.fromkeys(rule for cause in self.chain for rule in cause.rules))


def explain(game: Game, event: Event | int, player: Player | None = None) -> Why:
    """Explain an event of the log, given as itself or as its number (negative numbers count from the end).

    Raises LookupError for an event that is not in the log. What the player may not know is left out.
    """
    number = _number(game, event)
    viewer = None if player is None else game.viewer(player)
    chain = []
    while number >= 0:
        entry = game.log[number]
        seen: Any = entry.event if viewer is None else entry.event.seen_by(viewer)
        if seen is not None:
            chain.append(Cause(number, seen, _by(entry.source), _rules(entry)))
        number = entry.cause if entry.cause >= 0 else _postponed(game, number)
    if not chain:
        raise LookupError("that event is not for this player to know")
    return Why(tuple(chain))


def _number(game: Game, event: Event | int) -> int:
    log = game.log
    if type(event) is int:
        number = event + len(log) if event < 0 else event
        if not 0 <= number < len(log):
            raise LookupError(f"there is no event {event}; the log has {len(log)} events")
        return number
    if not issubclass(type(event), Event):
        raise LookupError(f"{shown(event)} is neither an event nor the number of one")
    for number in reversed(range(len(log))):
        if log[number].event is event:
            return number
    for number in reversed(range(len(log))):
        if log[number].event == event:
            return number
    raise LookupError(f"{event!r} is not in the log of this game")


def _postponed(game: Game, number: int) -> int:
    """For the moment at which a postponed trigger's time has come: the number of the event that triggered it."""
    log, due = game.log, game.log[number].event
    if isinstance(due, Due):
        waiting: Delayed | None = None
        for earlier in reversed(range(number)):
            event = log[earlier].event
            if isinstance(event, Postponed) and event.delayed.id == due.delayed and waiting is None:
                waiting = event.delayed
            elif waiting is not None and type(event).__name__ == waiting.event_type:
                if msgspec.to_builtins(event) == waiting.event:
                    return earlier
    return -1


def _by(source: Any) -> str:
    return getattr(source, "path", "") or getattr(source, "name", "")


def _rules(entry: Any) -> tuple[str, ...]:
    own = (entry.event.rule,) if entry.event.rule else ()
    return tuple(dict.fromkeys((*own, *getattr(entry.source, "rules", ()))))
