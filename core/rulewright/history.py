"""What has happened in a game: its events and its answers, kept in columns.

A game has hundreds of both, and few of them are ever looked at. So no record is kept of each: it is made for whoever
looks. To read, both are sequences of records.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any, ClassVar, Final, Self, TypeVar, overload

import msgspec

from .events import Event, Unseen, is_public
from .reasons import Origin, Reason, as_seen
from .state import Viewer

T = TypeVar("T")


class Logged(msgspec.Struct, frozen=True, gc=False):
    """An event in the log: in which step, trigger or reaction it happened, and what lies behind it."""

    event: Event
    source: Any
    cause: Origin
    """Why it happened; -1 for most, behind which nothing lies but the step."""


class History(Sequence[T]):
    """Records in the order in which they came, in columns of equal length."""

    __slots__ = ()
    COLUMNS: ClassVar[tuple[str, ...]] = ()

    def columns(self) -> tuple[Any, ...]:
        """What all records have in each field, as lists or arrays."""
        return tuple([getattr(self, name) for name in self.COLUMNS])

    def record(self, row: tuple[Any, ...]) -> T:
        """A row as whoever reads it sees it."""
        raise NotImplementedError

    def copy(self, count: int | None = None) -> Self:
        """An independent copy, of the first records only where a count is given."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(getattr(self, self.COLUMNS[0]))

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self.record(row) for row in zip(*[column[place] for column in self.columns()], strict=True)]
        return self.record(tuple([column[place] for column in self.columns()]))

    def __iter__(self) -> Iterator[T]:
        return map(self.record, zip(*self.columns(), strict=True))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, History | list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class Tellers(dict[Any, int]):
    """What tells events in games of one ruleset, numbered as it comes: steps, triggers, reactions, powers.

    A log keeps numbers: they take half the room, and forks copy them at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.listed: list[Any] = []

    def __missing__(self, teller: Any) -> int:
        with _NUMBERING:
            if teller not in self:
                self.listed.append(teller)
                self[teller] = len(self.listed) - 1
            return self[teller]


_NUMBERING: Final = Lock()


class Log(History[Logged]):
    """The events of a game, each with the number of what told it."""

    COLUMNS = ("causes", "events", "told")
    __slots__ = (*COLUMNS, "known", "reasons", "tellers")

    def __init__(self, tellers: Tellers) -> None:
        self.causes = array("i")
        """The number of an event; below -1 the place of a reason, counted from -2 down."""
        self.reasons: list[Reason] = []
        self.events: list[Event] = []
        self.told = array("I")
        self.tellers = tellers
        self.known: dict[Viewer, Log] = {}
        """The first events as those may know them who have asked (`seen_by`)."""

    def copy(self, count: int | None = None) -> Self:
        """An independent copy, of the first events only where a count is given."""
        new = object.__new__(type(self))
        new.causes, new.events, new.told = self.causes[:count], self.events[:count], self.told[:count]
        new.reasons, new.tellers, new.known = self.reasons[:], self.tellers, {}
        return new

    def record(self, row: tuple[Any, ...]) -> Logged:
        """An event with what lies behind it."""
        cause, event, teller = row
        return Logged(event, self.tellers.listed[teller], self.reason(cause))

    def cut(self, count: int) -> None:
        """Forget all but the first events."""
        for known in self.known.values():
            known.cut(count)
        if self.reasons:
            first = next((cause for cause in self.causes[count:] if cause < -1), None)
            if first is not None:
                del self.reasons[-2 - first :]
        del self.causes[count:], self.events[count:], self.told[count:]

    def add(self, event: Event, source: Any, cause: Origin) -> None:
        """Note what has happened."""
        self._note(event, self.tellers[source], cause)

    def reason(self, cause: int) -> Origin:
        """What a number among the causes stands for."""
        return cause if cause >= -1 else self.reasons[-2 - cause]

    def numbered(self, reason: Reason) -> int:
        """What stands for a reason among the causes."""
        self.reasons.append(reason)
        return -1 - len(self.reasons)

    def lies_behind(self, cause: Origin, number: int) -> bool:
        """Whether this very cause lies behind an event."""
        known = self.causes[number]
        return known == cause if isinstance(cause, int) else known < -1 and self.reasons[-2 - known] is cause

    def extend(self, other: Log, start: int) -> None:
        """Note what happened in another game of these rules, from an event on."""
        for event, told, cause in zip(other.events[start:], other.told[start:], other.causes[start:], strict=True):
            self._note(event, told, other.reason(cause))

    def seen_by(self, viewer: Viewer, count: int) -> Log:
        """The first events as a viewer may know them, with nothing else behind them than that one may know; `Unseen`
        stands where it may not know an event. What was worked out once is kept."""
        known = self.known.setdefault(viewer, Log(self.tellers))
        for number in range(len(known.events), count):
            event = self.events[number]
            seen = event if is_public(event.__class__) else event.seen_by(viewer)
            cause = as_seen(self.reason(self.causes[number]), viewer, whole=seen is event)
            known._note(UNSEEN if seen is None else seen, self.told[number], cause)
        return known.copy(count)

    def _note(self, event: Event, told: int, cause: Origin) -> None:
        self.events.append(event)
        self.told.append(told)
        self.causes.append(cause if isinstance(cause, int) else self.numbered(cause))


UNSEEN: Final = Unseen()


class AnswerLog(History[tuple[int, Any]]):
    """The answers of a game: pairs of the seat, or of chance, and what was answered."""

    __slots__ = COLUMNS = ("given", "seats")

    def __init__(self) -> None:
        self.given: list[Any] = []
        self.seats = array("h")

    def record(self, row: tuple[Any, ...]) -> tuple[int, Any]:
        """An answer as a pair."""
        answer, seat = row
        return seat, answer

    def copy(self, count: int | None = None) -> Self:
        """An independent copy, of the first answers only where a count is given."""
        new = object.__new__(type(self))
        new.given, new.seats = self.given[:count], self.seats[:count]
        return new

    def since(self, count: int, end: int | None = None) -> list[tuple[int, Any]]:
        """The answers from that number on, as pairs."""
        return [*zip(self.seats[count:end], self.given[count:end], strict=True)]

    def cut(self, count: int) -> None:
        """Forget all but the first answers."""
        del self.given[count:], self.seats[count:]

    def add(self, seat: int, answer: Any) -> None:
        """Note an answer."""
        self.seats.append(seat)
        self.given.append(answer)

    def forget(self, count: int) -> None:
        """Keep of the first answers only whose they were."""
        self.given[:count] = [None] * count
