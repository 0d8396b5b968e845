"""What random play spends its time on: ``python -m benchmarks.shares [GAME] [--games N]``.

A clock interrupts the process every few milliseconds of its processor time; each time counts for the innermost room of
ours that is at work, whatever library it called.
"""

from __future__ import annotations

import argparse
import signal
from collections import Counter
from collections.abc import Sequence
from time import process_time
from typing import Any, Final

from .players import play_any
from .rows.play import SQUADS, rules_of

PERIOD: Final = 0.002
ROOMS: Final = (
    ("rulewright.geometry", "geometry"),
    ("rulewright.field", "questions about space"),
    ("rulewright_", "rules"),
    ("rulewright.vocabulary", "rules"),
    ("rulewright.programs", "rules"),
    ("rulewright", "kernel"),
)
"""The beginnings of the names of modules, the first that fits, and what they are."""


def room_of(frame: Any) -> str:
    """The innermost room of ours in a stack of frames; "the loop" where there is none."""
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        for start, room in ROOMS:
            if module.startswith(start):
                return room
        frame = frame.f_back
    return "the loop"


def shares(name: str, games: int, setup: Any = None) -> tuple[Counter[str], int, float]:
    """How often each room was at work while so many random games were played, their decisions, and their seconds."""
    rules = rules_of(name)
    play_any(rules, games, setup)
    found: Counter[str] = Counter()
    before = signal.signal(signal.SIGPROF, lambda number, frame: found.update([room_of(frame)]))
    signal.setitimer(signal.ITIMER_PROF, PERIOD, PERIOD)
    started = process_time()
    try:
        decisions = sum(play_any(rules, seed, setup)[1] for seed in range(games))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
    return found, decisions, process_time() - started


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each room, the busiest first."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shares", description=__doc__)
    parser.add_argument("game", nargs="?", default="crisis_protocol")
    parser.add_argument("--games", type=int, default=10)
    wanted = parser.parse_args(arguments)
    setup = SQUADS if wanted.game == "crisis_protocol" else None
    found, decisions, seconds = shares(wanted.game, wanted.games, setup)
    print(f"{wanted.game}: {decisions} decisions of {wanted.games} random games")
    for room, count in found.most_common():
        share = count / found.total()
        print(f"{room:24}{100 * share:5.1f} % {1e6 * share * seconds / decisions:8.1f} microseconds a decision")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
