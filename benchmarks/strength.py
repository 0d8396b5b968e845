"""Which bot is stronger: two of them play each other, each seed with both seats.

    python -m benchmarks.strength dice_throne --games 400 --bots search,greedy --jobs 2

Prints the wins of the first over the second with the interval of the difference, and ends with status 1 unless the
whole interval is above 0. The same seed gives the same games. ``--records FILE`` goes on where a run was stopped.

    python -m benchmarks.strength --levels --games 40 dice_throne heroclix

lets the levels play: each against the one below it, and normal against a random player, in each of the games. It prints
a line of a table for each pair, and ends with status 1 unless each of them is as strong as `LADDER` asks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rulewright.simulate import Comparison, Rate, compare


def main(arguments: list[str] | None = None) -> int:
    """Play and print; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games_named", nargs="+", metavar="GAME")
    parser.add_argument("--levels", action="store_true", help="the levels against each other, in each game named")
    parser.add_argument("--games", type=int, default=400, help="an even number; default: 400")
    parser.add_argument("--bots", action="append", metavar="A,B", help="may be given several times; default: both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes; default: one for each processor")
    parser.add_argument("--records", type=Path, metavar="FILE", help="a row for each game; for one pair of bots")
    wanted = parser.parse_args(arguments)
    common = {"seed": wanted.seed, "jobs": wanted.jobs, "failures": None}
    if wanted.levels:
        if wanted.bots or wanted.records:
            parser.error("--levels says who plays, and keeps no records: it goes without --bots and --records")
        return 0 if tournament(wanted.games_named, wanted.games, common) else 1
    if len(wanted.games_named) != 1:
        parser.error("two bots play one game; several are played with --levels")
    pairs = [tuple(pair.split(",")) for pair in wanted.bots or ["greedy,random", "search,greedy"]]
    if wrong := [pair for pair in pairs if len(pair) != 2]:
        parser.error(f"--bots names two bots, such as search,greedy, and not {','.join(wrong[0])!r}")
    if wanted.records and len(pairs) > 1:
        parser.error("--records is for one pair of --bots")
    stronger = True
    for a, b in pairs:
        found = compare(wanted.games_named[0], a, b, wanted.games, records=wanted.records, **common)
        for line in lines(found):
            print(line, flush=True)
        stronger = stronger and found.difference.low > 0 and not found.summary.failed
    return 0 if stronger else 1


LADDER: Final = (("normal", "random", 0.98), ("normal", "easy", 0.8), ("hard", "normal", 0.7))
"""Which level plays which player, and what share of the points it is to make."""


def tournament(games: Sequence[str], number: int, common: Mapping[str, Any]) -> bool:
    """Play so many games of each pair and print a table; whether each makes the points that are asked."""
    print(
        "| game | | won | lost | drawn | score (95 % interval) | must |\n|---|---|---:|---:|---:|---|---:|", flush=True
    )
    strong = True
    for game in games:
        for a, b, must in LADDER:
            found = compare(game, a, b, number, **common)
            wins, score = found.wins, found.score
            share = f"{score.rate:.3f} ({score.low:.3f} to {score.high:.3f})"
            cells = (game, f"{a} against {b}", wins["a"], wins["b"], wins["draw"], share, must)
            print("|", " | ".join(map(str, cells)), "|", flush=True)
            strong = strong and score.rate >= must and not found.summary.failed
    return strong


def lines(found: Comparison) -> list[str]:
    """What came of a comparison."""
    summary, wins = found.summary, found.wins
    failed = f", {summary.failed} failed" if summary.failed else ""
    return [
        f"{summary.game}: {found.a} against {found.b}, {summary.games} games in {found.pairs} pairs, "
        f"seed {summary.seed}{failed}",
        f"  {found.a} won {wins['a']}, {found.b} won {wins['b']}, {wins['draw']} drawn",
        f"  score of {found.a} {_told(found.score)}",
        f"  difference {_told(found.difference)}; {found.a} is {_verdict(found.difference)}",
    ]


def _told(rate: Rate) -> str:
    return f"{rate.rate:.3f}, {rate.level:.0%} interval {rate.low:.3f} to {rate.high:.3f}"


def _verdict(difference: Rate) -> str:
    return "stronger" if difference.low > 0 else "weaker" if difference.high < 0 else "not told apart"


if __name__ == "__main__":
    sys.exit(main())
