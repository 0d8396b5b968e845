"""Where dice and shuffles come from: a seed, a script, or someone at a real table.

A driver answers requests to chance at once, or returns None to leave them open, so that a person (or an
enumerator of odds) answers them like any other request.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from reprlib import repr as shortened
from typing import Any, Final, Protocol, Self

from .plaindata import plain, shown
from .refusals import Refused, Violation
from .text import Words

LARGEST_SEED: Final = 2**63 - 1
"""Every save, table and language can hold it."""
BLOCK: Final = 64
TRAIL: Final = 1024
"""This many draws, at least half of them, can be taken back."""
FARTHEST: Final = 10**12
"""No stream comes farther: a million numbers a second, for eleven days."""


class SeedError(ValueError):
    """A seed is too small or too large."""


def checked_seed(seed: Any) -> int:
    """The seed. Raises TypeError for what is no whole number, and SeedError for one outside 0 to `LARGEST_SEED`."""
    if type(seed) is not int:
        raise TypeError(f"a seed is a whole number, not {shown(seed)} (of type {type(seed).__name__})")
    if not 0 <= seed <= LARGEST_SEED:
        raise SeedError(f"a seed is a whole number from 0 to {LARGEST_SEED}, not {shown(seed)}")
    return seed


class Stream:
    """A numbered sequence of uniform numbers in [0, 1), the same for a seed and a name whatever else is drawn.

    Its position is one integer, so copying it costs nothing; numbers are made in blocks, when the first is drawn.
    """

    __slots__ = ("_at", "_block", "_number", "name", "seed")

    def __init__(self, seed: int, name: str, position: int = 0) -> None:
        self.seed = seed
        self.name = name
        self._number, self._at = divmod(position, BLOCK)
        self._block = array("d")

    def _make(self) -> array[float]:
        random = Random(f"{self.seed}/{self.name}/{self._number}").random
        return array("d", [random() for _ in range(BLOCK)])

    @property
    def position(self) -> int:
        """How many numbers were drawn."""
        return self._number * BLOCK + self._at

    def __call__(self) -> float:
        at = self._at
        if at >= len(self._block):
            if at == BLOCK:
                self._number += 1
                at = 0
            self._block = self._make()
        self._at = at + 1
        return self._block[at]

    def copy(self) -> Stream:
        """An independent stream at the same position."""
        new = object.__new__(Stream)
        new.seed, new.name, new._number, new._at, new._block = (
            self.seed, self.name, self._number, self._at, self._block,
        )  # fmt: skip
        return new


class Chance(Protocol):
    """A driver of chance."""

    def draw(self, request: Any) -> Any:
        """The result for a request to chance; None leaves it to be answered from outside."""

    def copy(self) -> Self:
        """The same driver for a fork."""

    def positions(self) -> dict[str, int]:
        """How far each stream has come, for saves."""

    def take_back(self, draws: int) -> None:
        """Undo this many of the last draws: the answer that led to them was not given after all."""


class Seeded:
    """Chance from a seed, with a separate stream for each purpose (setup, shuffles, play).

    ``positions`` say how far streams have come. Raises TypeError and SeedError for what is no seed, and
    ValueError for a position where no stream can be.
    """

    __slots__ = ("_before", "_drawn_at", "_drawn_from", "_streams", "seed")

    def __init__(self, seed: int, positions: Mapping[str, int] | None = None) -> None:
        self.seed = checked_seed(seed)
        self._drawn_from: list[str] = []
        self._drawn_at = array("q")
        self._before = _checked(positions or {})
        self._streams: dict[str, Stream] = {}

    def draw(self, request: Any) -> Any:
        """Draw from the stream that the request names."""
        name = request.stream
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = Stream(self.seed, name, self._before.get(name, 0))
        if len(self._drawn_from) > TRAIL:
            del self._drawn_from[: TRAIL // 2]
            del self._drawn_at[: TRAIL // 2]
        self._drawn_from.append(name)
        self._drawn_at.append(stream.position)
        return request.space.draw(stream)

    def copy(self) -> Self:
        """The same seed at the same positions."""
        new = object.__new__(type(self))
        new.seed = self.seed
        new._drawn_from, new._drawn_at = [], array("q")
        new._before = self._before
        new._streams = {name: stream.copy() for name, stream in self._streams.items()}
        return new

    def positions(self) -> dict[str, int]:
        """How far each stream has come."""
        return {**self._before, **{name: stream.position for name, stream in self._streams.items()}}

    def take_back(self, draws: int) -> None:
        """Set the streams back to where they were before this many of the last draws."""
        for _ in range(min(draws, len(self._drawn_from))):
            name, position = self._drawn_from.pop(), self._drawn_at.pop()
            if position:
                self._streams[name] = Stream(self.seed, name, position)
            else:
                del self._streams[name]


def _checked(positions: Mapping[str, int]) -> dict[str, int]:
    for name, position in positions.items():
        if not 0 <= position <= FARTHEST:
            raise ValueError(f"the stream {name[:60]!r} is at {shortened(position)}, and can be at 0 to {FARTHEST:,}")
    return dict(positions)


class Manual:
    """Chance is asked from outside: a person types the dice of the real table, an enumerator tries everything."""

    def draw(self, request: Any) -> None:
        """Leave the request open."""

    def copy(self) -> Manual:
        """Itself; it has no state."""
        return self

    def positions(self) -> dict[str, int]:
        """None."""
        return {}

    def take_back(self, draws: int) -> None:
        """Nothing to take back."""


def misfit(script: Words, number: int, result: Any, request: Any, violations: Sequence[Violation]) -> Refused:
    """The refusal of a result of a script that does not fit what is asked."""
    facts: dict[str, Any] = {"script": script, "number": number, "result": shown(result), "ask": repr(request.ask)}
    return Refused(Violation("script_misfit", why=violations[0].words, **facts))


class Scripted:
    """Chance from a list of results, for tests; afterwards from ``then``, or refused by name."""

    def __init__(self, results: Iterable[Any], then: Chance | None = None) -> None:
        self._results = [plain(result) for result in results]
        self._then = then
        self._at = 0
        self._later = 0

    def draw(self, request: Any) -> Any:
        """The next result of the script. Raises Refused when it does not fit or nothing is left."""
        if self._at == len(self._results):
            if self._then is not None:
                self._later += 1
                return self._then.draw(request)
            raise Refused(Violation("script_over", ask=repr(request.ask), space=str(request.space.describe())))
        result = self._results[self._at]
        violations = request.space.check(result)
        if violations:
            raise misfit({"en": "script", "zh": "脚本"}, self._at, result, request, violations)
        self._at += 1
        return result

    @property
    def left(self) -> int:
        """How many results are not used yet."""
        return len(self._results) - self._at

    def copy(self) -> Scripted:
        """The same script at the same place."""
        new = Scripted((), self._then.copy() if self._then else None)
        new._results, new._at, new._later = self._results, self._at, self._later
        return new

    def positions(self) -> dict[str, int]:
        """Those of what comes after the script."""
        return self._then.positions() if self._then else {}

    def take_back(self, draws: int) -> None:
        """Give back the last results of the script, and before them what came after it."""
        later = min(draws, self._later)
        self._later -= later
        if self._then is not None and later:
            self._then.take_back(later)
        self._at = max(0, self._at - (draws - later))
