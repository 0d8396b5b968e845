"""Which bot is stronger: two of them play each other, each seed with both seats.

    python -m benchmarks.strength dice_throne --games 400 --bots search,greedy --jobs 2

Prints the wins of the first over the second with the interval of the difference, and ends with status 1 unless the
whole interval is above 0. The same seed gives the same games. ``--records FILE`` goes on where a run was stopped.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulewright.simulate import Comparison, Rate, compare


def main(arguments: list[str] | None = None) -> int:
    """Play and print; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400, help="an even number; default: 400")
    parser.add_argument("--bots", action="append", metavar="A,B", help="may be given several times; default: both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes; default: one for each processor")
    parser.add_argument("--records", type=Path, metavar="FILE", help="a row for each game; for one pair of bots")
    wanted = parser.parse_args(arguments)
    pairs = [tuple(pair.split(",")) for pair in wanted.bots or ["greedy,random", "search,greedy"]]
    if wrong := [pair for pair in pairs if len(pair) != 2]:
        parser.error(f"--bots names two bots, such as search,greedy, and not {','.join(wrong[0])!r}")
    if wanted.records and len(pairs) > 1:
        parser.error("--records is for one pair of --bots")
    stronger = True
    for a, b in pairs:
        common = {"seed": wanted.seed, "jobs": wanted.jobs, "records": wanted.records, "failures": None}
        found = compare(wanted.game, a, b, wanted.games, **common)
        for line in lines(found):
            print(line, flush=True)
        stronger = stronger and found.difference.low > 0 and not found.summary.failed
    return 0 if stronger else 1


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
