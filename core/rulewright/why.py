"""Explanations of events: the rule, the step and the causes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from .events import Event, Noted
from .flow import Node
from .plaindata import shown
from .reasons import (
    Called,
    Expected,
    Number,
    Reason,
    Replaced,
    Rolled,
    as_seen,
    event_behind,
    explanations,
    reasons_of,
    source_name,
)
from .triggers import Due, Postponed, Used

if TYPE_CHECKING:
    from .game import Game
    from .history import Logged
    from .rolls import Roll
    from .state import Viewer
else:
    Roll = Any  # what msgspec evaluates for a signature


class Link(msgspec.Struct, frozen=True):
    """What lies between an event and its cause.

    ``how`` says what it is: its procedure was "called" ``by`` a step, trigger or reaction; it was "used" in the window
    ``by``; the step had "rolled" dice (``roll``, with the ``faces`` that fell); it came "before" an ``event`` that was
    about to happen; it stands "instead" of an ``event``, because of the trigger or power ``by``.
    """

    how: Literal["called", "used", "rolled", "before", "instead"]
    by: str = ""
    rules: tuple[str, ...] = ()
    event: Event | None = None
    roll: Roll | None = None
    faces: tuple[Any, ...] = ()


class Cause(msgspec.Struct, frozen=True):
    """One event of an explanation: what told it, the rules that say so, the numbers it came from, what led to it."""

    number: int
    event: Event
    by: str
    rules: tuple[str, ...]
    numbers: tuple[Number, ...] = ()
    links: tuple[Link, ...] = ()
    """From the nearest to the farthest."""


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
        parts: list[Any] = [part for cause in self.chain for part in (cause, *cause.links)]
        return tuple(dict.fromkeys(rule for part in parts for rule in part.rules))


def explain(game: Game, event: Event | int, viewer: Viewer | None = None) -> Why:
    """Explain an event of the log, given as itself or as its number (negative numbers count from the end).

    Raises LookupError for an event that is not in the log. What the viewer may not know is left out.
    """
    number = _number(game, event)
    chain: list[Cause] = []
    while number >= 0:
        entry = game.log[number]
        seen: Any = entry.event
        origin = entry.cause
        if viewer is not None:
            seen = seen.seen_by(viewer)
            origin = as_seen(origin, viewer, whole=seen is entry.event)
        reasons = tuple(reasons_of(origin))
        links = tuple([link for reason in reasons for link in _links(game, reason)])
        if chain and _is_use(entry):
            window = Link("used", source_name(entry.source).rpartition("/")[0], entry.source.rules)
            chain[-1] = replace(chain[-1], links=(*chain[-1].links, window, *links))
        elif seen is not None:
            told = explanations(origin)
            rules = _cited(entry.event, entry.source, tuple([rule for one in told for rule in one.rules]))
            numbers = tuple([number for one in told for number in one.numbers])
            chain.append(Cause(number, seen, source_name(entry.source), rules, numbers, links))
        behind: Any = reasons[-1].cause if reasons else origin
        number = behind if behind >= 0 else _postponed(game, number)
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


def _links(game: Game, reason: Reason) -> list[Link]:
    match reason:
        case Called(behind, by, rules):
            told = isinstance(by, Node) and type(behind) is int and behind >= 0 and game.log[behind].source is by
            return [Link("called", source_name(by), rules or (() if told else by.rules))]  # the event cites its own
        case Rolled(_, roll, faces):
            return [Link("rolled", roll.ask, (roll.rule,) if roll.rule else (), None, roll, faces)]
        case Expected():
            return [Link("before", event=reason.event)]
        case Replaced():
            return [Link("instead", source_name(reason.by), reason.by.rules, reason.event)]
    return []


def _is_use(entry: Logged) -> bool:
    """Whether an event is a window's own note that something is used in it."""
    source = entry.source
    return isinstance(source, Node) and source.window is not None and isinstance(entry.event, Noted | Used)


def _cited(event: Event, source: Any, further: tuple[str, ...]) -> tuple[str, ...]:
    """The rules of one event: those that it names, with what the rules add to it; else those that its step carries.

    What a trigger, reaction or power carries is cited with the rule of the event: it is why there was one.
    """
    own = ((event.rule,) if event.rule else ()) + further
    carried = getattr(source, "rules", ())
    if own and (further or isinstance(source, Node)):
        carried = ()
    return tuple(dict.fromkeys((*own, *carried)))


def _postponed(game: Game, number: int) -> int:
    """For the moment at which a postponed trigger's time has come: the number of the event that triggered it."""
    due = game.log[number].event
    if isinstance(due, Due):
        for entry in reversed(game.log[:number]):
            if isinstance(entry.event, Postponed) and entry.event.delayed.id == due.delayed:
                return event_behind(entry.cause)
    return -1
