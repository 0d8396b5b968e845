"""Measuring on machines that other people use too: two things in turns, A B B A, and the median of the ratios."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

Sample = Callable[[float], float]
"""Measures for about this many seconds; returns the figure in the unit of its row."""

Clock = Callable[[], float]

TURNS: Final = 5
"""How often the two sides of a difference are measured in one sample."""

SHARED: Final = Path(__file__).resolve().parents[2] / "shared" / "bench"
"""Where the scripts with further denominators lie, beside the checkout; they are used when they are there."""


class Absent(Exception):
    """What a row needs is not there; the message says what, and how to get it."""


@dataclass(frozen=True)
class Pair:
    """Two things to be measured in turns, and how it was shown that they do the same."""

    ours: Sample
    theirs: Sample | None
    twin: str
    rounds: int | None = None


@dataclass
class Tools:
    """What rows may ask for: where npm packages may be put, and what is to be cleared away afterwards."""

    stack: ExitStack
    node: Path | None = None


@dataclass(frozen=True)
class Row:
    """One figure. With ``more`` the ratio ours / theirs is to be at least ``must``, otherwise at most."""

    name: str
    what: str
    beside: str
    unit: str
    build: Callable[[Tools], Pair]
    more: bool = False
    must: float | None = None
    stretch: float | None = None


@dataclass
class Figure:
    """What came of a row: the medians, the median of the ratios, and the verdicts (None where there is no budget)."""

    row: Row
    status: str
    ours: float | None = None
    theirs: float | None = None
    ratio: float | None = None
    spread: tuple[float, float] | None = None
    twin: str = ""
    samples: int = 0
    seconds: float = field(default=0.0, compare=False)

    def meets(self, budget: float | None) -> bool | None:
        """Whether the ratio (or the figure itself, where nothing stands beside it) keeps a budget."""
        found = self.ratio if self.ratio is not None else self.ours
        if budget is None or found is None:
            return None
        return found >= budget if self.row.more else found <= budget

    def plain(self) -> dict[str, Any]:
        """The figure as JSON data."""
        return {
            "name": self.row.name, "what": self.row.what, "beside": self.row.beside, "unit": self.row.unit,
            "status": self.status, "ours": self.ours, "theirs": self.theirs, "ratio": self.ratio,
            "spread": self.spread, "must": self.row.must, "stretch": self.row.stretch,
            "meets_must": self.meets(self.row.must), "meets_stretch": self.meets(self.row.stretch),
            "twin": self.twin, "samples": self.samples, "seconds": round(self.seconds, 1),
        }  # fmt: skip


def measure(row: Row, *, seconds: float, rounds: int, node: Path | None = None) -> Figure:
    """Prove a row's twin, then measure it. Never raises: the status says what went wrong."""
    started = perf_counter()
    with ExitStack() as stack:
        try:
            pair = row.build(Tools(stack, node))
            figure = _alternate(row, pair, seconds, pair.rounds or rounds)
        except Absent as absent:
            figure = Figure(row, f"skipped: {absent}")
        except AssertionError as error:
            figure = Figure(row, f"wrong: {str(error) or 'the twin disagrees'}")
        except Exception as error:
            figure = Figure(row, f"failed: {type(error).__name__}: {error}")
    figure.seconds = perf_counter() - started
    return figure


def _alternate(row: Row, pair: Pair, seconds: float, rounds: int) -> Figure:
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(rounds):
        for side in ("AB", "BA")[turn % 2]:
            if side == "A":
                ours.append(pair.ours(seconds))
            elif pair.theirs is not None:
                theirs.append(pair.theirs(seconds))
    figure = Figure(row, "measured", ours=median(ours), twin=pair.twin, samples=rounds)
    if theirs:
        ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
        figure.theirs, figure.ratio, figure.spread = median(theirs), median(ratios), (min(ratios), max(ratios))
    return figure


def rate(play: Callable[[int], int], clock: Clock = process_time) -> Sample:
    """How many decisions a second: ``play(seed)`` plays one game and returns how many there were.

    The clock counts the time of this process alone, unless what stands beside runs in another one.
    """
    seeds = _counter()

    def sample(seconds: float) -> float:
        decisions = 0
        started = clock()
        while True:
            decisions += play(next(seeds))
            passed = clock() - started
            if passed >= seconds:
                return decisions / passed

    return sample


def cost(call: Callable[[], Any], scale: float = 1e6, clock: Clock = process_time) -> Sample:
    """What one call costs, in microseconds (``scale`` 1e9: nanoseconds), by the time of this process alone."""

    def sample(seconds: float) -> float:
        call()
        started = perf_counter()
        call()
        times = max(1, int(seconds / max(perf_counter() - started, 3e-7)))
        repeat = range(times)
        started = clock()
        for _ in repeat:
            call()
        return (clock() - started) / times * scale

    return sample


def less(one: Sample, other: Sample, each: int = 1) -> Sample:
    """What the first costs more than the second, divided among this many; in turns, for the difference is small."""

    def sample(seconds: float) -> float:
        short = seconds / (2 * TURNS)
        return median(one(short) - other(short) for _ in range(TURNS)) / each

    return sample


def _counter() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


@contextmanager
def needs(what: str) -> Iterator[None]:
    """Say by name what cannot be imported."""
    try:
        yield
    except ImportError as error:
        raise Absent(f"{what} is not installed ({error})") from error
