"""Random games over all maps, forces, two to four players, sides and readings; what was used in them.

``python -m tests.heroclix.many_games FOLDER 500`` imports the maps of a folder in the HCMaps format (``hcmaps/*.json``)
and the units beside them, plays games that keep what must always hold, and replays each in a process that did not play
it. It tells how many words of texts and powers came up.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from rulewright import Game, Rules, new_game, rules_for
from rulewright.cli.converting import import_file
from rulewright.cli.failing import Failed
from rulewright.testing.exercised import counting, sum_up
from rulewright.testing.findings import Report
from rulewright_heroclix.before.sample import sample_setup
from rulewright_heroclix.before.starting_areas import areas_for
from rulewright_heroclix.book.choices import Setup

from ..mass.fighting import FOND, fight
from ..mass.twice import twice
from ..mass.watching import watched

MOST: Final = 20_000
"""A game with more answers than this does not end."""
READINGS: Final = tuple(name for name, field in Setup.model_fields.items() if field.annotation is bool)
"""The readings of the rulebook that are yes or no."""
KINDS: Final = ("word", "power held", "power")


def import_all(source: Path, folder: Path) -> None:
    """Write the maps and units of a folder as content, those that a game can read."""
    files = (*sorted(source.glob("hcmaps/*.json")), *sorted(source.glob("synthetic/syn_units*.json")),
             *sorted(source.glob("other/*")))  # fmt: skip
    for number, path in enumerate(files):
        with suppress(Failed):
            import_file(path, folder / f"{number}.json", "heroclix")


@cache
def table(folder: str) -> Rules:
    """The rules with all that was imported and is not called like something else."""
    known: set[str] = set()
    files: list[Path] = []
    for path in sorted(Path(folder).glob("*.json")):
        ids = {str(entry["id"]) for entries in json.loads(path.read_bytes()).values() for entry in entries}
        if ids.isdisjoint(known):
            known |= ids
            files.append(path)
    return rules_for("heroclix", files)


def setup_of(rules: Rules, rng: Random) -> dict[str, Any]:
    """Random forces on any map, in sides where four play, with random readings."""
    setup = sample_setup(rules.content, rng)
    players = len(setup["forces"])
    maps = [one.id for one in rules.content.maps.values() if len(areas_for(one.board, players)) >= players]
    readings = {name: rng.random() < 0.3 for name in READINGS}
    sides = {"sides": rng.sample((0, 0, 1, 1), 4)} if players == 4 and rng.random() < 0.5 else {}
    lines = rng.choice(("stop before", "cross and stop"))
    return {**setup, **readings, **sides, "map": rng.choice(maps), "red_lines": lines, "turns": 40}


def play(folder: str, seed: int) -> tuple[Game, Counter[tuple[str, str]]]:
    """A game of players who look for a fight, watched at every question; and what came up in it."""
    rng = Random(f"many/{seed}")
    rules = table(folder)
    report = Report(rules.id)
    with counting(rules, report):
        game = new_game(rules, setup_of(rules, rng), seed=seed)
        watch, seen = watched("heroclix"), 0
        while game.requests:
            request = rng.choice(game.requests)
            game.answer(fight(request, rng, FOND["heroclix"]), request.player)
            wrong = list(watch(game, game.events(since=seen)))
            seen = len(game.log)
            assert not wrong, "; ".join(wrong)
            assert len(game.answers) < MOST, "it does not end"
    used = Counter({(kind, name): times for kind in KINDS for name, times in report.exercised.get(kind, {}).items()})
    used["players", str(len(game.players))] += 1
    return game, used


def main(arguments: list[str]) -> int:
    """Play, and print what came up."""
    parser = argparse.ArgumentParser(prog="python -m tests.heroclix.many_games", description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--workers", type=int, default=2, help="processes that play, and then replay")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        import_all(given.source, Path(folder))
        found, failures = twice(play, table, folder, range(given.first, given.first + given.games), given.workers)
        report = Report("heroclix", games=given.games)
        for (kind, name), times in found.items():
            report.exercised.setdefault(kind, Counter())[name] += times
        sum_up(report, table(folder), must_exercise=False, excused=frozenset())
    print("players:", dict(report.exercised.get("players", {})))
    for kind in KINDS:
        never = report.silent.get(kind, ())
        print(f"{kind}: {report.registered[kind] - len(never)} of {report.registered[kind]}; never: {', '.join(never)}")
    print(f"{given.games} games, {len(failures)} failures")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
