"""Every pair of heroes, fighters or armies of a game against each other: a matrix of scores with intervals."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final, Unpack

import msgspec

from ..api import rules_for
from ..files import write
from ..problems import instead
from ..ruleset import Rules, Ruleset
from ..setups import make_setup, plain_setup
from . import plots
from .games import Played
from .intervals import Rate, paired
from .run import File, Run, RunOptions, Summary, lineup_for, scored, summed_up

COLUMNS: Final = ("a", "b", "games", "wins_a", "wins_b", "draws", "score", "low", "high", "level")


class Matchup(msgspec.Struct, frozen=True):
    """``a`` against ``b``: each seed played twice, with the seats changed.

    ``wins`` has the games won by "a", by "b", and "draw". ``score`` is the share of ``a`` in the won games, in which a
    draw is half a game for each, with the interval of `paired` over the ``pairs`` of which both games were finished.
    """

    a: str
    b: str
    pairs: int
    wins: dict[str, int]
    score: Rate

    @property
    def turned(self) -> Matchup:
        """The same as ``b`` sees it."""
        wins = {"a": self.wins["b"], "b": self.wins["a"], "draw": self.wins["draw"]}
        return Matchup(self.b, self.a, self.pairs, wins, self.score.turned)


class Matrix(msgspec.Struct, frozen=True):
    """What came of all pairs: each once in ``matchups``, and in ``scores`` each of ``names`` against all the others."""

    names: tuple[str, ...]
    matchups: tuple[Matchup, ...]
    scores: dict[str, Rate]
    summary: Summary

    def __getitem__(self, pair: tuple[str, str]) -> Matchup:
        """How the first of two did against the second. Raises KeyError for a pair that did not meet."""
        if (found := self.get(*pair)) is None:
            raise KeyError(pair)
        return found

    def get(self, a: str, b: str) -> Matchup | None:
        """How the first of two did against the second; None where they did not meet."""
        for one in self.matchups:
            if (a, b) == (one.a, one.b):
                return one
            if (a, b) == (one.b, one.a):
                return one.turned
        return None

    def write_csv(self, path: File) -> None:
        """A row for each pair and each way of looking at it."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([COLUMNS, *self._rows()])
        write(path, text.getvalue())

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for a, b in product(self.names, repeat=2):
            if (one := self.get(a, b)) is not None:
                won, lost, drawn = (one.wins[part] for part in ("a", "b", "draw"))
                score = one.score
                yield a, b, won + lost + drawn, won, lost, drawn, score.rate, score.low, score.high, score.level


def matchups(
    game: str | Ruleset | Rules,
    games: int,
    *,
    among: Sequence[str] = (),
    seats: Sequence[str] = ("random",),
    setup: Any = None,
    table: File | None = None,
    **options: Unpack[RunOptions],
) -> Matrix:
    """Play ``games`` games between each two of those that the ruleset says can meet, or of those ``among`` them.

    Each pair plays each seed twice, with the seats changed; so ``games`` is even. ``seats`` are the bots, and ``setup``
    says everything but who meets whom. ``table`` is a .csv file of the matrix. The rest is as in `simulate`.

    Raises ValueError for a game that does not say who can meet or has not two seats, fewer than two names, unknown ones
    and an odd number of games; and as `simulate`.
    """
    rules = rules_for(game)
    names = who_meets(rules, among)
    meet: Any = rules.ruleset.matchups
    pairs = meet.pairs(names)
    if alone := [name for name in names if not any(name in pair for pair in pairs)]:
        raise ValueError(f"{alone[0]} can meet none of the others: {', '.join(names)}")
    if games < 2 or games % 2:
        raise ValueError(f"pairs play an even number of games, at least 2, not {games}")
    if table is not None:
        _check_table(Path(table))
    base = plain_setup(make_setup(rules, setup))
    lineups = tuple(
        lineup_for(rules, meet.setup(base, names), seats) for a, b in pairs for names in ((a, b), (b, a))
    )  # fmt: skip
    if any(len(lineup.seats) != 2 for lineup in lineups):
        raise ValueError(f"two meet at a time, and this setup of {rules.id} has {len(lineups[0].seats)} seats")
    run = Run(rules, games // 2 * len(lineups), lineups, **options)
    seconds = run.play()
    matrix = _matrix(names, pairs, run.played, summed_up(run, lineups[0].seats, seconds))
    if table is not None:
        matrix.write_csv(table)
    run.draw(lambda: plots.of_matrix(matrix))
    return matrix


def who_meets(rules: Rules, among: Sequence[str]) -> tuple[str, ...]:
    """Those of a game who meet each other. Raises ValueError for an unknown name, and for fewer than two."""
    meet = rules.ruleset.matchups
    if meet is None:
        raise ValueError(f"{rules.id} does not say who can meet whom")
    known = tuple(meet.names(rules.content))
    for name in among:
        if name not in known:
            raise ValueError(f"{rules.id} has no {name!r}{instead(name, known)}")
    names = tuple(dict.fromkeys(among)) or known
    if len(names) < 2:
        raise ValueError(f"at least two have to meet, and there is {', '.join(names) or 'nobody'}")
    return names


def _check_table(path: Path) -> None:
    if path.suffix.lower() != ".csv":
        raise ValueError(f"{path}: a matrix is written as .csv, not {path.suffix or 'without an ending'}")
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", os.fspath(path.parent))


def _matrix(
    names: tuple[str, ...], pairs: Sequence[tuple[str, str]], played: Sequence[Played], summary: Summary
) -> Matrix:
    found = []
    margins: dict[str, list[float]] = {name: [] for name in names}
    ways = 2 * len(pairs)
    for place, (a, b) in enumerate(pairs):
        wins, score, _, differences = scored(played[2 * place :: ways], played[2 * place + 1 :: ways])
        found.append(Matchup(a, b, len(differences), wins, score))
        margins[a] += differences
        margins[b] += [-one for one in differences]
    scores = {name: paired(differences).as_score for name, differences in margins.items()}
    return Matrix(names, tuple(found), scores, summary)
