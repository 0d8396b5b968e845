"""How much work games are, counted: ``python -m benchmarks.work [GAME ...] [--update]``.

The calls of our functions while fixed games are played at random and by greedy bots, room by room (`shares.ROOMS`), a
decision. What is counted is the same on every machine, however busy it is. It is compared with what stands in
`work.toml`, where ``--update`` writes it: the exit status is 1 when a room has more than a tenth more to do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rulewright import new_game

from .players import play_any, play_greedily
from .rows.play import SQUADS, rules_of
from .shares import ROOMS

FILE: Final = Path(__file__).with_name("work.toml")
GAMES: Final = {
    "dice_throne": (4, 60),
    "unmatched_nemesis": (4, 24),
    "crisis_protocol": (1, 8),
    "heroclix": (3, 16),
    "wh40k": (2, 3),
}
"""How many random games of each are counted, and how many decisions of greedy bots."""
MORE: Final = 1.1
"""A room may have this many times as much to do as before."""
LEAST: Final = 20.0
"""A room with fewer calls a decision is shown, and not compared."""

Work = dict[str, dict[str, float]]
"""The calls a decision of each room, by the way of playing."""


def calls(play: Callable[[], int]) -> dict[str, float]:
    """The calls of each room a decision while something is played that returns the number of its decisions."""
    found: Counter[str] = Counter()
    rooms: dict[Any, str] = {}

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "call":
            code = frame.f_code
            room = rooms.get(code)
            if room is None:
                room = rooms[code] = _room(frame.f_globals.get("__name__", ""), code.co_name)
            found[room] += 1

    sys.setprofile(note)
    try:
        decisions = play()
    finally:
        sys.setprofile(None)
    return {room: round(number / decisions, 1) for room, number in sorted(found.items()) if room}


def _room(module: str, name: str) -> str:
    """The room of a function; empty for others' and for what some versions of Python write out in place."""
    if name.startswith("<"):
        return ""
    return next((room for start, room in ROOMS if module.startswith(start)), "")


def work(name: str) -> Work:
    """What the games of a ruleset are to do, in this process."""
    games, decisions = GAMES[name]
    rules, setup = rules_of(name), SQUADS if name == "crisis_protocol" else None
    return {
        "random": calls(lambda: sum(play_any(rules, seed, setup)[1] for seed in range(games))),
        "greedy": calls(lambda: play_greedily(new_game(rules, setup, seed=1), decisions)),
    }


def compared(name: str, now: Work, before: Work) -> tuple[list[str], bool]:
    """A line for each room, and whether no room has more to do than it may."""
    lines, fine = [], True
    for way, rooms in now.items():
        for room, number in rooms.items():
            was = before.get(way, {}).get(room)
            ratio = number / was if was else 0.0
            worse = number >= LEAST and (was is None or ratio > MORE)
            fine = fine and not worse
            told = "new" if was is None else f"{ratio:.2f} of {was:.1f}"
            lines.append(f"{name:18} {way:8} {room:22} {number:10.1f} {told}{'  MORE' if worse else ''}")
    return lines, fine


def counted_apart(name: str) -> Work:
    """What a ruleset has to do, in a process of its own, in which nothing is remembered of other games."""
    command = [sys.executable, "-m", "benchmarks.work", name, "--json"]
    surroundings = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=surroundings, check=False)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr.strip()}")
    found: Work = json.loads(done.stdout)
    return found


def written(all_work: dict[str, Work]) -> str:
    """The file."""
    lines = ["# Calls a decision, room by room: `python -m benchmarks.work --update` writes this."]
    for name, ways in all_work.items():
        for way, rooms in ways.items():
            lines += ["", f"[{name}.{way}]", *(f'"{room}" = {number}' for room, number in rooms.items())]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, print a line for each room, and compare or write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.work", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; default: all")
    parser.add_argument("--update", action="store_true", help=f"write what was counted to {FILE.name}")
    parser.add_argument("--json", action="store_true", help="count one game in this process, and print JSON")
    wanted = parser.parse_args(arguments)
    if unknown := [name for name in wanted.games if name not in GAMES]:
        parser.error(f"{unknown[0]!r} is not counted; there are {', '.join(GAMES)}")
    if wanted.json:
        if len(wanted.games) != 1:
            parser.error("--json counts one game")
        print(json.dumps(work(wanted.games[0])))
        return 0
    before: dict[str, Work] = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    now, fine = dict(before), True
    for name in wanted.games or GAMES:
        now[name] = counted_apart(name)
        lines, good = compared(name, now[name], before.get(name, {}))
        fine = fine and good
        print(*lines, sep="\n", flush=True)
    if wanted.update:
        FILE.write_text(written(now), "utf-8")
        return 0
    if not fine:
        print(f"More work than {FILE.name} allows: make it less, or write it anew with --update and say why.")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
