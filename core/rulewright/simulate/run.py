"""Many games, in as many processes as there is room for; the results do not depend on how many."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack

import msgspec

from ..api import new_game, rules_for
from ..bots import fill_seats, make_bot
from ..chance import checked_seed
from ..plaindata import shown
from ..ruleset import Rules, Ruleset
from ..setups import SetupError, make_setup, plain_setup
from . import executors, plots
from .games import MOST_DECISIONS, Failure, Played, keep
from .intervals import Rate, paired, wilson
from .plan import Lineup, Plan, version_of
from .records import Records, seed_in

FAILURES: Final = "failed-games"
"""The folder in which failed games are kept, unless another is given; made when it is needed."""

Progress = Callable[[int], None]
"""Called with the number of games that have just been played."""

File = str | os.PathLike[str]


class RunOptions(TypedDict, total=False):
    """What every simulation can be told; all of it has a default."""

    seed: int | None
    """From which each game gets its own; without one that of the records, or any."""
    jobs: int | None
    """In how many processes games are played; None: one for each processor. 1."""
    cluster: str | None
    """A Dask cluster that plays them instead, named by the address of its scheduler."""
    records: File | None
    """A .csv or .parquet file with a row for each game. Games that it has are not played again: the same call goes
    on with a run that was stopped."""
    plot: File | None
    """A picture of the result: .png, .svg or .pdf."""
    failures: File | None
    """The folder for the journals of games that fail. `FAILURES`."""
    most: int
    """A game with more decisions has failed. `MOST_DECISIONS`."""
    progress: Progress | None
    """Called with the number of games that have just been played."""


class Summary(msgspec.Struct, frozen=True):
    """What came of a simulation.

    ``wins`` counts the won games of each seat ("0", "1", ...), and "draw": games without a winner. A game with several
    winners counts for each. ``rates`` are the shares of the finished games with their intervals (`wilson`); a draw is
    won by nobody. ``turns`` is the mean of the finished games. ``decisions``, ``rolls`` and ``events`` are sums over
    the finished games; ``by_hand`` counts for each card the effects that only people play, and that had none. ``kept``
    games were in the records already; ``seconds`` are what the others took.
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
    rates: dict[str, Rate] = {}
    kept: int = 0
    by_hand: dict[str, int] = {}


class Comparison(msgspec.Struct, frozen=True):
    """Bot ``a`` against bot ``b``: each seed played twice, with the seats changed.

    ``wins`` has the games won by "a", by "b", and "draw" for those that neither won alone. ``score`` is the share of
    ``a`` in the won games of a pair, in which a draw is half a game for each; ``difference`` is what ``a`` wins more
    than ``b``, from -1 to 1. Both have the interval of `paired`, over the ``pairs`` of which both games were finished.
    ``summary`` sums up all games; its wins are those of the seats, whoever sat there.
    """

    a: str
    b: str
    pairs: int
    wins: dict[str, int]
    score: Rate
    difference: Rate
    summary: Summary


def simulate(
    game: str | Ruleset | Rules,
    games: int,
    *,
    seats: Sequence[str] = ("random",),
    setup: Any = None,
    **options: Unpack[RunOptions],
) -> Summary:
    """Play ``games`` games between the bots named in ``seats`` (one name stands for all seats).

    Each game has a seed of its own, made from ``seed`` and its number, so it can be played again alone. A game that
    fails is reported with its seed and error, its journal is kept, and the others go on. The results are the same for
    any number of ``jobs`` and on a ``cluster``; only ``seconds`` differs.

    Raises UnknownRuleset, SetupError, UnknownBot, RecordsError, GeometryError and ValueError before the first game, for
    what no game could do, and ClusterError.
    """
    rules = rules_for(game)
    lineup = lineup_for(rules, setup, seats)
    run = Run(rules, games, (lineup,), **options)
    seconds = run.play()
    summary = summed_up(run, lineup.seats, seconds)
    run.draw(lambda: plots.of_summary(summary, run.played))
    return summary


def compare(
    game: str | Ruleset | Rules, a: str, b: str, games: int, *, setup: Any = None, **options: Unpack[RunOptions]
) -> Comparison:
    """Let two bots play each other in ``games`` games: each seed twice, with the seats changed.

    ``a`` and ``b`` take the seats in turns, beginning with ``a``, and in the second game of a pair beginning with
    ``b``. What the seats and the luck of a seed give to one of them, they give to the other, so far fewer games tell
    them apart. The rest is as in `simulate`; ``games`` is even, else ValueError.
    """
    if games % 2:
        raise ValueError(f"games are compared in pairs; ask for {games + 1} games, not {games}")
    rules = rules_for(game)
    players = seats_in(rules, setup)
    lineups = tuple(lineup_for(rules, setup, [pair[seat % 2] for seat in range(players)]) for pair in ((a, b), (b, a)))
    run = Run(rules, games, lineups, **options)
    seconds = run.play()
    wins, score, difference, pairs = scored(run.played[::2], run.played[1::2])
    summary = summed_up(run, (f"{a} or {b}",) * players, seconds)
    comparison = Comparison(a, b, len(pairs), wins, score, difference, summary)
    run.draw(lambda: plots.of_comparison(comparison, run.played))
    return comparison


def lineup_for(rules: Rules, setup: Any, seats: Sequence[str]) -> Lineup:
    """Bots on the seats of a setup. Raises SetupError, UnknownBot, and ValueError for a wrong number of names."""
    names = fill_seats(seats, seats_in(rules, setup))
    for name in dict.fromkeys(names):
        make_bot(name, 0)
    return Lineup(names, plain_setup(make_setup(rules, setup)))


def seats_in(rules: Rules, setup: Any) -> int:
    """How many seats there are. Raises SetupError for a setup with which no game begins."""
    model = make_setup(rules, setup)
    try:
        new_game(rules, model, seed=0)
    except SetupError:
        raise
    except Exception:
        pass  # the games will fail, each with its seed and its error
    return rules.ruleset.players(model)


# A run ----------------------------------------------------------------------------------


class Run:
    """The games of a plan: those that were played earlier, and the rest."""

    def __init__(
        self,
        rules: Rules,
        games: int,
        lineups: tuple[Lineup, ...],
        *,
        seed: int | None = None,
        jobs: int | None = 1,
        cluster: str | None = None,
        records: File | None = None,
        plot: File | None = None,
        failures: File | None = FAILURES,
        most: int = MOST_DECISIONS,
        progress: Progress | None = None,
    ) -> None:
        if type(games) is not int or games < 0:
            raise ValueError(f"the number of games is 0 or more, not {shown(games)}")
        if type(most) is not int or most < 1:
            raise ValueError(f"the most decisions of a game are 1 or more, not {shown(most)}")
        if jobs is not None and (type(jobs) is not int or jobs < 1):
            raise ValueError(f"jobs is 1 or more, or None for one on each processor, not {shown(jobs)}")
        self.rules = rules
        self.games = games
        self.picture = None if plot is None else plots.checked(Path(plot))
        self.records = None if records is None else Path(records)
        self.failures = None if failures is None else Path(failures)
        self.jobs = executors.processors() if jobs is None else jobs
        self.cluster = cluster
        self.tell = progress or (lambda games: None)
        if seed is None:
            seed = None if self.records is None else seed_in(self.records)
        seed = secrets.randbits(31) if seed is None else checked_seed(seed)
        self.plan = Plan(rules.id, version_of(rules), seed, lineups, most)
        self.played: list[Played] = []
        self.kept = 0

    def play(self) -> float:
        """Play what is missing; returns the seconds it took. ``played`` has all games in order."""
        with Records(self.records, self.plan, self.games) if self.records else contextlib.nullcontext() as file:
            self.played = [] if file is None else list(file.earlier)
            self.kept = len(self.played)
            self.tell(self.kept)
            started = time.perf_counter()
            there = {played.number for played in self.played}
            missing = [number for number in range(self.games) if number not in there]
            workers = max(1, min(self.jobs, len(missing)))
            for one, journal in executors.play(self.plan, self.rules, missing, workers, self.cluster):
                played = keep(self.rules.id, one, journal, self.failures)
                self.played.append(played)
                if file is not None:
                    file.add(played)
                self.tell(1)
            seconds = time.perf_counter() - started
            if file is not None:
                file.finish()
        self.played.sort(key=lambda played: played.number)
        return seconds

    def draw(self, draw: Callable[[], plots.Plot]) -> None:
        """Write the picture, where one was asked for."""
        if self.picture is not None:
            draw().save(self.picture)


def summed_up(run: Run, seats: tuple[str, ...], seconds: float) -> Summary:
    """What came of all games of a run."""
    failures = tuple(one.failure for one in run.played if one.failure is not None)
    finished = [one for one in run.played if one.failure is None]
    wins = dict.fromkeys((*map(str, range(len(seats))), "draw"), 0)
    for one in finished:
        for winner in map(str, one.winners) if one.winners else ("draw",):
            wins[winner] += 1
    count = len(finished)
    turns = round(sum(one.turns for one in finished) / count, 3) if finished else 0.0
    parts = ("decisions", "rolls", "events")
    decisions, rolls, events = (sum(getattr(one, part) for one in finished) for part in parts)
    rates = {seat: wilson(won, count) for seat, won in wins.items()}
    by_hand = dict(sum((Counter(one.by_hand) for one in finished), Counter()))
    return Summary(
        run.rules.id, run.games, count, len(failures), decisions, rolls, events, round(seconds, 3), wins, turns,
        run.plan.seed, seats, failures, rates, run.kept, by_hand,
    )  # fmt: skip


def scored(
    one_way: Sequence[Played], other_way: Sequence[Played]
) -> tuple[dict[str, int], Rate, Rate, Sequence[float]]:
    """Games in which A has the even seats, and those with the same seeds in which B has them.

    Returns what A and B won, the score of A, by how much A won more than B, and the same for each pair of games that
    were both finished.
    """
    wins = {"a": 0, "b": 0, "draw": 0}
    differences = []
    for first, second in zip(one_way, other_way, strict=True):
        if first.failure is None:
            wins[_winner(margin_first := _margin(first.winners))] += 1
        if second.failure is None:
            wins[_winner(margin_second := -_margin(second.winners))] += 1
        if first.failure is None and second.failure is None:
            differences.append((margin_first + margin_second) / 2)
    difference = paired(differences)
    return wins, difference.as_score, difference, differences


def _margin(winners: Iterable[int]) -> float:
    """By how much whoever has the even seats won: 1, -1, or between them where winners are on both sides."""
    sides = [1 if seat % 2 == 0 else -1 for seat in winners]
    return sum(sides) / len(sides) if sides else 0.0


def _winner(margin: float) -> str:
    return "a" if margin == 1 else "b" if margin == -1 else "draw"
