"""Reasons: what caused an event, besides the step that yielded it.

The cause of an event in the log is the number of an earlier event (-1 for none), or a reason, which has a cause in its
turn. A reason is made only where there is something to say, so an event that just happens costs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, overload

import msgspec
from msgspec.structs import replace

from .rules import checked_ids

if TYPE_CHECKING:
    from .events import Event
    from .flow import Call
    from .rolls import DiceRoll, Roll
    from .state import Viewer
    from .stats import Value, Verdict

    Number: TypeAlias = Value | Verdict | DiceRoll
    """What an event may have come from: anything that explains itself in lines."""
else:
    Call = Event = Number = Roll = Any  # what msgspec evaluates for a signature

ROLLS: Final = 8
"""This many rolls of one step are remembered as the reason of what it goes on to tell, the latest ones."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """A cause of an event, with its own cause."""

    cause: Origin


Origin: TypeAlias = Reason | int
"""Why something happened: a reason, or the number of an earlier event in the log; -1 for none."""


class Called(Reason, frozen=True, gc=False):
    """The procedure was called by this step, trigger or reaction; ``rules`` are those that it cited with the call."""

    by: Any
    rules: tuple[str, ...] = ()


class Rolled(Reason, frozen=True, gc=False):
    """The step, trigger or reaction had rolled dice, and these faces fell."""

    roll: Roll
    faces: tuple[Any, ...]


class Expected(Reason, frozen=True, gc=False):
    """A trigger resolved before this event, which was about to happen."""

    event: Event


class Replaced(Reason, frozen=True, gc=False):
    """The event stands in the place of another one, because of this trigger."""

    by: Any
    event: Event


class Explained(Reason, frozen=True, gc=False):
    """What the rules say of the event themselves (see `because`)."""

    numbers: tuple[Number, ...]
    rules: tuple[str, ...]


class Because(msgspec.Struct, frozen=True):
    """An event or a call with what explains it; made by `because`."""

    what: Event | Call
    numbers: tuple[Number, ...] = ()
    rules: tuple[str, ...] = ()


@overload
def because(what: None, *numbers: Number, rules: Sequence[str] = ()) -> None: ...
@overload
def because(what: Event | Call, *numbers: Number, rules: Sequence[str] = ()) -> Because: ...
@overload
def because(what: Event | Call | None, *numbers: Number, rules: Sequence[str] = ()) -> Because | None: ...
def because(what: Event | Call | None, *numbers: Number, rules: Sequence[str] = ()) -> Because | None:
    """An event with what explains it, to be yielded or returned in place of the event itself.

    ``numbers`` are those that it came from: values and verdicts with their traces, and rolls. ``rules`` are the ids of
    the rules that applied besides the event's own; then those on the step are not cited. All of it stands beside
    the log and changes neither the event nor the state; the step receives the event as it happened. Who sees only a
    part of the event sees none of it. With the call of a procedure ``rules`` say by which of them it was called.
    None, where there is nothing to explain, stays None. Raises TypeError for what is no rule id.
    """
    if what is None:
        return None
    return Because(what, numbers, _checked(rules if isinstance(rules, str) else tuple(rules)) if rules else ())


@lru_cache(maxsize=1024)
def _checked(rules: str | tuple[str, ...]) -> tuple[str, ...]:
    """Ids without those that are empty, as they stand where a rule applied only on a condition."""
    wanted = 'because takes a list of ids of rules, as in rules=("12.3b", "12.4")'
    if isinstance(rules, str):
        raise TypeError(f"{wanted}, not {rules!r}")
    return checked_ids(wanted, filter(None, rules))


def reasons_of(cause: Origin) -> Iterator[Reason]:
    """What lies behind an event, from the nearest to the farthest, up to an earlier event."""
    while isinstance(cause, Reason):
        yield cause
        cause = cause.cause


def explanations(cause: Origin) -> tuple[Explained, ...]:
    """What the rules have said of an event themselves, the latest first."""
    return tuple([reason for reason in reasons_of(cause) if isinstance(reason, Explained)])


def unexplained(cause: Origin) -> Origin:
    """What led to an event, without what was said of it and what replaced it."""
    while isinstance(cause, Explained | Replaced):
        cause = cause.cause
    return cause


def event_behind(cause: Origin) -> int:
    """The number of the earlier event that is the cause; -1 for none. Who called a procedure is none of its events."""
    while isinstance(cause, Reason):
        cause = -1 if isinstance(cause, Called) else cause.cause
    return cause


def after_roll(cause: Origin, request: Roll, faces: tuple[Any, ...]) -> Rolled:
    """The reason of what a step tells after a roll; of several rolls in a step the latest are kept."""
    if cause.__class__ is not Rolled:
        return Rolled(cause, request, faces)
    rolls: list[Rolled] = []
    earlier: Origin = cause
    while isinstance(earlier, Rolled):
        rolls.append(earlier)
        earlier = earlier.cause
    if len(rolls) < ROLLS:
        return Rolled(cause, request, faces)
    for kept in reversed(rolls[: ROLLS - 1]):
        earlier = Rolled(earlier, kept.roll, kept.faces)
    return Rolled(earlier, request, faces)


def as_seen(cause: Origin, viewer: Viewer, *, whole: bool) -> Origin:
    """A cause without what the viewer may not know; ``whole`` says whether the event itself is seen whole."""
    if not isinstance(cause, Reason):
        return cause
    rest = as_seen(cause.cause, viewer, whole=whole)
    if isinstance(cause, Expected | Replaced):
        event = cause.event.seen_by(viewer)
        if event is not cause.event:
            return rest if event is None else replace(cause, cause=rest, event=event)
    if isinstance(cause, Explained) and not whole:
        return rest
    return cause if rest is cause.cause else replace(cause, cause=rest)


def source_name(source: Any) -> str:
    """What tells events, as text: the path of a step, the name of a trigger, reaction or power."""
    return getattr(source, "path", "") or getattr(source, "name", "")
