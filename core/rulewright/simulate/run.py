"""Many games, in as many processes as there is room for; the results do not depend on how many."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec

from ..api import rules_for
from ..bots import fill_seats, make_bot
from ..ruleset import Rules, Ruleset
from ..setups import make_setup, plain_setup
from .games import MOST_DECISIONS, Failure, Played, game_seed, play_game

FAILURES: Final = "failed-games"
"""The folder in which failed games are kept, unless another is given; made when it is needed."""

CHUNK: Final = 25
"""Games handed to a worker at once, at most."""

Progress = Callable[[int], None]
"""Called with the number of games that have just been played."""


class Summary(msgspec.Struct, frozen=True):
    """What came of a simulation.

    ``wins`` counts the won games of each seat ("0", "1", ...), and "draw"; ``turns`` is the mean of the finished
    games. ``decisions``, ``rolls`` and ``events`` are sums over the finished games.
    """

    game: str
    games: int
    finished: int
    failed: int
    decisions: int
    rolls: int
    events: int
    seconds: float
    wins: dict[str, int]
    turns: float
    seed: int
    seats: tuple[str, ...]
    failures: tuple[Failure, ...] = ()


class Job(msgspec.Struct, frozen=True):
    """What a worker needs to know: which game, who plays, and where failures are kept."""

    game: Any  # a name, or in the same process (and its forks) the frozen rules themselves
    seed: int
    seats: tuple[str, ...]
    setup: Any
    failures: Path | None
    most: int


class Tally(msgspec.Struct):
    """Sums over games; the order in which games are added makes no difference."""

    finished: int = 0
    decisions: int = 0
    rolls: int = 0
    events: int = 0
    turns: int = 0
    wins: dict[str, int] = {}
    failures: list[Failure] = []

    def add(self, played: Played) -> None:
        """Count one game."""
        if played.failure is not None:
            self.failures.append(played.failure)
            return
        self.finished += 1
        self.decisions += played.decisions
        self.rolls += played.rolls
        self.events += played.events
        self.turns += played.turns
        for winner in map(str, played.winners) if played.winners else ("draw",):
            self.wins[winner] = self.wins.get(winner, 0) + 1

    def join(self, other: Tally) -> None:
        """Count the games of another tally."""
        self.finished += other.finished
        self.decisions += other.decisions
        self.rolls += other.rolls
        self.events += other.events
        self.turns += other.turns
        for winner, games in other.wins.items():
            self.wins[winner] = self.wins.get(winner, 0) + games
        self.failures += other.failures


def simulate(
    game: str | Ruleset | Rules,
    games: int,
    *,
    seed: int | None = None,
    seats: Sequence[str] = ("random",),
    setup: Any = None,
    jobs: int | None = 1,
    failures: str | os.PathLike[str] | None = FAILURES,
    most: int = MOST_DECISIONS,
    progress: Progress | None = None,
) -> Summary:
    """Play ``games`` games between the bots named in ``seats`` (one name stands for all seats).

    Each game has a seed of its own, made from ``seed`` and its number, so it can be played again alone. A game that
    fails is reported with its seed and error, its journal is kept in the folder ``failures``, and the others go on.
    The results are the same for any number of ``jobs`` (None: one for each processor); only ``seconds`` differs.

    Raises UnknownRuleset, SetupError, UnknownBot and ValueError before the first game, for what no game could do.
    """
    rules = rules_for(game)
    model = make_setup(rules, setup)
    names = fill_seats(seats, rules.ruleset.players(model))
    for name in dict.fromkeys(names):
        make_bot(name, 0)
    seed = secrets.randbits(31) if seed is None else seed
    folder = None if failures is None else Path(failures)
    shared: Any = game if isinstance(game, str) and _start_method() != "fork" else rules
    job = Job(shared, seed, names, plain_setup(model), folder, most)
    started = time.perf_counter()
    tally = Tally()
    for part in _tallies(job, games, _jobs(jobs, games, shared)):
        tally.join(part)
        if progress is not None:
            progress(part.finished + len(part.failures))
    seconds = time.perf_counter() - started
    return _summary(rules.id, games, tally, seconds, seed, names)


def _summary(game: str, games: int, tally: Tally, seconds: float, seed: int, seats: tuple[str, ...]) -> Summary:
    wins = {key: tally.wins.get(key, 0) for key in (*map(str, range(len(seats))), "draw")}
    turns = round(tally.turns / tally.finished, 3) if tally.finished else 0.0
    failures = tuple(sorted(tally.failures, key=lambda failure: failure.number))
    return Summary(
        game, games, tally.finished, len(failures), tally.decisions, tally.rolls, tally.events, round(seconds, 3),
        wins, turns, seed, seats, failures,
    )  # fmt: skip


def _jobs(jobs: int | None, games: int, shared: Any) -> int:
    wanted = (os.cpu_count() or 1) if jobs is None else jobs
    if not isinstance(shared, str) and _start_method() != "fork":
        return 1  # rules made in this process can not be sent to another one
    return max(1, min(wanted, games))


def _start_method() -> str:
    """Forks are quick and know rulesets registered in this process; elsewhere than on Linux they are not safe."""
    return "fork" if sys.platform == "linux" else "spawn"


# Playing --------------------------------------------------------------------------------


def _tallies(job: Job, games: int, jobs: int) -> Iterator[Tally]:
    """Play all games, and hand out the sums bit by bit."""
    size = max(1, min(CHUNK, games // (jobs * 16)))
    chunks = (range(start, min(start + size, games)) for start in range(0, games, size))
    if jobs == 1:
        for chunk in chunks:
            yield _play_chunk(job, chunk)
        return
    while (chunk_left := next(chunks, None)) is not None:
        left: list[range] = []
        yield from _in_pool(job, jobs, chain([chunk_left], chunks), left)
        yield from _one_by_one(job, [number for chunk in left for number in chunk])


def _in_pool(job: Job, jobs: int, chunks: Iterator[range], left: list[range]) -> Iterator[Tally]:
    """Play games in several processes until none is left or a process dies; what that one had goes to ``left``."""
    pool = _pool(job, jobs)
    running: dict[Future[Tally], range] = {}
    try:
        while True:
            while not left and len(running) < jobs * 3 and (chunk := next(chunks, None)) is not None:
                try:
                    running[pool.submit(_work, chunk)] = chunk
                except BrokenProcessPool:
                    left.append(chunk)
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                chunk = running.pop(future)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    left.append(chunk)
        pool.shutdown()
    except BaseException:
        _stop(pool)
        raise


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes at once, in the middle of their games."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def _one_by_one(job: Job, numbers: Iterable[int]) -> Iterator[Tally]:
    """Play the games that a dying worker left, one at a time, so that the one which kills it is found."""
    waiting = sorted(numbers)
    while waiting:
        with _pool(job, 1) as pool:
            while waiting:
                number = waiting.pop(0)
                try:
                    yield pool.submit(_work, range(number, number + 1)).result()
                except BrokenProcessPool:
                    error = "the process that played this game died"
                    yield Tally(failures=[Failure(number, game_seed(job.seed, number), error)])
                    break


def _pool(job: Job, jobs: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context(_start_method())
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_work, initargs=(job,))


_JOB: list[Job] = []  # of a worker process


def _begin_work(job: Job) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits for the results
    _JOB[:] = [job]


def _work(numbers: range) -> Tally:
    return _play_chunk(_JOB[0], numbers)


def _play_chunk(job: Job, numbers: Iterable[int]) -> Tally:
    rules = rules_for(job.game)
    tally = Tally()
    for number in numbers:
        seed = game_seed(job.seed, number)
        setup, folder = job.setup, job.failures
        tally.add(play_game(rules, seed, job.seats, setup, number=number, failures=folder, most=job.most))
    return tally
