"""Play games, keep their journals, count what came up; and play the journals again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from rulewright import Game, rules_for
from rulewright.api import from_journal
from rulewright.journal import journal_of, parse
from rulewright.testing.exercised import count_seen, counting, sum_up
from rulewright.testing.findings import Report

from .beginning import beginning, contents_of, rules_of
from .fighting import FOND, fight
from .sorts import SORTS
from .watching import watched

GAMES: Final = {
    "crisis_protocol": 60,
    "dice_throne": 150,
    "heroclix": 60,
    "unmatched_nemesis": 200,
    "wh40k": 30,
}
"""How many games are played of each."""
IMPORTED: Final = "imported"
"""The folder of what other programs' files hold, beside the journals."""
MOST: Final = 20_000
"""A game with more answers than this does not end."""
COUNTED: Final = ("procedure", "window", "event", "sort")
"""Of these is told how often each came up,"""
NAMED: Final = (*COUNTED, "step", "trigger", "reaction", "power")
"""and of these what never did."""


def play(name: str, numbers: Sequence[int], folder: Path) -> tuple[Report, list[str]]:
    """Play games with these numbers, and keep a journal of each. Returns what came up, and each failure in words."""
    report, failures = Report(name), list[str]()
    contents = imported(folder)
    for number in numbers:
        try:
            game = play_one(name, number, contents, report)
        except Exception as error:
            failures.append(f"{name}, game {number}: {type(error).__name__}: {error}")
        else:
            (folder / f"{number}.json").write_bytes(msgspec.json.encode(journal_of(game)))
    return report, failures


def imported(folder: Path) -> list[Path]:
    """The files of content that `import_all` wrote beside the journals."""
    return sorted((folder / IMPORTED).glob("*.json"))


def play_one(name: str, number: int, contents: Sequence[Path], report: Report) -> Game:
    """One game to its end, counted."""
    rng = Random(f"{name}/{number}/answers")
    how = beginning(name, number, contents)
    with counting(how.rules, report):
        game = how.game(number)
        report.checks.update(["games", f"{len(game.players)} players", *how.special])
        watch, seen = watched(name), 0
        sorts = SORTS[name]() if name in SORTS else None
        for _ in range(MOST):
            events = game.events(since=seen)
            if wrong := list(watch(game, events)):
                raise AssertionError("; ".join(wrong))
            for sort in (each for event in events if sorts for each in sorts.shown(game, event)):
                count_seen(report, "sort", sort)
            seen = len(game.log)
            if not game.requests:
                break
            request = rng.choice(game.requests)
            game.answer(fight(request, rng, FOND[name]), request.player)
    assert game.result is not None, f"not over after {MOST} answers"
    for event in game.events():
        count_seen(report, "event", type(event).__name__)
    report.seats = max(report.seats, len(game.players))
    return game


def replay(name: str, numbers: Sequence[int], folder: Path) -> list[str]:
    """Play journals again, to the digests that they hold. Returns each failure in words."""
    failures = []
    contents = imported(folder)
    for number in numbers:
        try:
            replay_one(name, number, folder, contents)
        except Exception as error:
            failures.append(f"{name}, game {number}, replayed: {type(error).__name__}: {error}")
    return failures


def replay_one(name: str, number: int, folder: Path, contents: Sequence[Path]) -> None:
    """One journal; `from_journal` raises where a checksum on the way or the digest at the end differs."""
    journal = parse((folder / f"{number}.json").read_bytes(), f"game {number}")
    game = from_journal(journal, game=rules_of(name, contents_of(number, contents)), name=f"game {number}")
    assert journal.digest and game.digest() == journal.digest and game.result is not None


def join(reports: Sequence[Report]) -> Report:
    """What came up in all of them, and what never did."""
    name = reports[0].ruleset
    found = Report(name, seats=max(one.seats for one in reports))
    for one in reports:
        found.checks.update(one.checks)
        for kind, names in one.exercised.items():
            found.exercised.setdefault(kind, Counter()).update(names)
    sum_up(found, rules_for(name), must_exercise=False, excused=frozenset())
    steps = found.exercised.get("step", Counter[str]())
    known = {*steps, *found.silent.get("step", ())}
    found.exercised["procedure"] = Counter()
    for path, count in steps.items():
        found.exercised["procedure"][procedure_of(path)] += count
    known_sorts = SORTS[name]().known if name in SORTS else ()
    found.silent["sort"] = tuple(sorted({*known_sorts} - {*found.exercised.get("sort", ())}))
    found.silent["procedure"] = tuple(sorted({*map(procedure_of, known)} - {*found.exercised["procedure"]}))
    return found


def procedure_of(path: str) -> str:
    """The procedure in which a step stands."""
    return path.rpartition("/")[0]


def told(report: Report) -> Iterator[str]:
    """What came up how often, and what never did, a line for each kind."""
    yield f"{report.ruleset}: " + ", ".join(f"{count} {name}" for name, count in sorted(report.checks.items()))
    for kind in COUNTED:
        came_up = sorted(report.exercised.get(kind, Counter()).items())
        yield f"  {kind}: " + ", ".join(f"{name} {count}" for name, count in came_up)
    for kind in NAMED:
        if never := report.silent.get(kind):
            yield f"  {kind}, never: {', '.join(never)}"
