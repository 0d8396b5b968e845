"""``python -m tests.mass play FOLDER`` and ``python -m tests.mass replay FOLDER``: see the package."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, TypeAlias

from rulewright.plugins import registry
from rulewright.testing.findings import Report

from .beginning import IMPORTED as EVERY
from .beginning import import_all
from .playing import GAMES, IMPORTED, join, play, replay, told

AT_A_TIME: Final = 10
"""Games that a process plays before it takes the next."""

Task: TypeAlias = tuple[str, range, Path]


def tasks(games: dict[str, range], folder: Path) -> Iterator[Task]:
    """What the processes do, one after another."""
    for name, numbers in games.items():
        for first in range(0, len(numbers), AT_A_TIME):
            yield name, numbers[first : first + AT_A_TIME], folder / name


def play_task(task: Task) -> tuple[Report, list[str]]:
    return play(*task)


def replay_task(task: Task) -> list[str]:
    return replay(*task)


def play_all(games: dict[str, range], folder: Path) -> list[str]:
    """Play, and print what came up. Returns the failures."""
    for name in games:
        import_all(name, folder / name / IMPORTED)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(play_task, tasks(games, folder)))
    for name in games:
        for line in told(join([report for report, _ in found if report.ruleset == name])):
            print(line)
    return [failure for _, failures in found for failure in failures]


def replay_all(games: dict[str, range], folder: Path) -> list[str]:
    """Replay what was played. Returns the failures."""
    with ProcessPoolExecutor() as pool:
        found = pool.map(replay_task, tasks(games, folder))
        return [failure for failures in found for failure in failures]


def main(arguments: list[str]) -> int:
    """Play or replay; 0 if nothing failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mass", description=__doc__)
    parser.add_argument("what", choices=("play", "replay"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=sorted(registry().rulesets), help="only this one")
    parser.add_argument("--games", type=int, help="so many of it, or of each")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--imported", action="store_true", help="only games with what files of other programs hold")
    given = parser.parse_args(arguments)
    step = EVERY if given.imported else 1
    names = [given.game] if given.game else registry().rulesets
    games = {name: range(given.first, given.first + step * (given.games or GAMES[name]), step) for name in names}
    began = time.perf_counter()
    failures = (play_all if given.what == "play" else replay_all)(games, given.folder)
    counts = ", ".join(f"{len(numbers)} of {name}" for name, numbers in games.items())
    print(f"{given.what}: {counts} in {time.perf_counter() - began:.0f} s")
    for failure in failures:
        print(f"  failed: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
