"""The process around the games: how fast the package starts, how it uses two processors, how much memory it takes."""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from rulewright.ruleset import Rules

from ..games import skirmish
from ..measure import Absent, Pair, Row, Sample, Tools
from ..players import play_any
from .play import rules_of

STARTS: Final = 3
GAMES: Final = 60


def _start(code: str) -> float:
    """Milliseconds of a fresh interpreter that runs this."""
    started = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return (perf_counter() - started) * 1e3


def _beyond_start(code: str) -> Sample:
    return lambda seconds: median(_start(code) - _start("pass") for _ in range(STARTS))


def _interpreter(seconds: float) -> float:
    return median(_start("pass") for _ in range(STARTS))


HEAVY: Final = ("pydantic", "numpy", "shapely", "click", "rich", "pluggy")


def _import(tools: Tools) -> Pair:
    code = f"import sys, rulewright; sys.exit(any(name in sys.modules for name in {HEAVY}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0, "a heavy package is imported"
    return Pair(_beyond_start("import rulewright"), _interpreter, f"imports none of {', '.join(HEAVY)}")


def _first_use(tools: Tools) -> Pair:
    code = "from rulewright import Game, Options, Roll, Ruleset, State, View, load, new_game"
    return Pair(_beyond_start(code), _interpreter, "the names are there")


def _command(*words: str) -> Sample:
    """Milliseconds of a command of ours, from its start to its end; nobody types anything."""
    code = f"import sys; sys.argv = ['rulewright', *{words!r}]; from rulewright.cli import main; main()"

    def once() -> float:
        started = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdin=subprocess.DEVNULL, capture_output=True)
        return (perf_counter() - started) * 1e3

    return lambda seconds: median(once() for _ in range(STARTS))


def _games(tools: Tools) -> Pair:
    """The games are listed without the rules of any, so what is installed makes no difference."""
    code = (
        "import sys; sys.argv = ['rulewright', 'games']; from rulewright.cli import main; main(standalone_mode=False)\n"
        "sys.exit('rulewright.ruleset' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.DEVNULL)
    assert found.returncode == 0, "rules are imported"
    return Pair(_command("games"), _interpreter, "no rules are imported")


def _first_question(tools: Tools) -> Pair:
    words = ["play", "dice_throne", "--seed", "1", "--seats", "human,greedy", "--force", "--save"]
    save = Path(tools.stack.enter_context(tempfile.TemporaryDirectory())) / "game.json"
    play = _command(*words, str(save))
    play(0)
    assert save.is_file(), "no game is saved when nobody types anything"
    return Pair(play, _interpreter, "the first question is asked, and the game saved")


def _first_odds(tools: Tools) -> Pair:
    return Pair(_command("odds", "dice_throne", "--goal", "small straight"), _interpreter, "an answer is printed")


def _two_processes(tools: Tools) -> Pair:
    try:
        from rulewright.simulate import simulate
    except ImportError as error:
        raise Absent(f"rulewright.simulate is not there ({error})") from error

    def outcome(jobs: int) -> Any:
        summary = simulate(skirmish.RULES, GAMES, seed=1, jobs=jobs, failures=None)
        return summary.wins, summary.decisions, summary.events, summary.failed

    assert outcome(1) == outcome(2), (outcome(1), outcome(2))
    warm = simulate(skirmish.RULES, GAMES, seed=1, failures=None)
    each = warm.seconds / GAMES

    def sample(jobs: int) -> Sample:
        def run(seconds: float) -> float:
            games = max(GAMES, int(5 * seconds / each))
            summary = simulate(skirmish.RULES, games, seed=1, jobs=jobs, failures=None)
            return summary.decisions / summary.seconds

        return run

    return Pair(sample(2), sample(1), "equal wins, decisions and events with one process and with two")


def _kept(rules: Rules, seed: int) -> float:
    """The kilobytes that a finished game holds, with its log, journal and undo."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game, _ = play_any(rules, seed)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert game.result is not None
    return held / 1000


def _memory(rules: Rules) -> Pair:
    play_any(rules, 1)
    seeds = iter(range(1, 1_000_000))
    return Pair(lambda seconds: _kept(rules, next(seeds)), None, "the games are over")


LOOP: Final = """
from time import perf_counter
end, turns = perf_counter() + {}, 0
while perf_counter() < end:
    turns += 1
print(turns)
"""
RESIDENT: Final = 50
GROWTH: Final = """
import gc, resource, sys
from benchmarks.players import play_any
from benchmarks.rows.process import rules_named
def pages():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])
rules, count = rules_named(sys.argv[1]), int(sys.argv[2])
play_any(rules, 0)
before = pages()
games = [play_any(rules, seed)[0] for seed in range(1, count + 1)]
assert all(game.result for game in games)
print((pages() - before) * resource.getpagesize() / count / 1000)
"""


def rules_named(name: str) -> Rules:
    """The rules of a row of this module."""
    return skirmish.RULES if name == "skirmish" else rules_of("dice_throne")


def _resident(name: str) -> Pair:
    """What a fresh process grows by for each of many games kept at once, in kilobytes."""
    if not Path("/proc/self/statm").is_file():
        raise Absent("this system does not tell how much memory a process holds")
    rules_named(name)

    def sample(seconds: float) -> float:
        command = [sys.executable, "-c", GROWTH, name, str(RESIDENT)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return Pair(sample, None, "the games are over", rounds=3)


def _machine(tools: Tools) -> Pair:
    """What two processes gain on this machine at this moment, with a loop that does nothing else."""

    def sample(jobs: int) -> Sample:
        def run(seconds: float) -> float:
            code = LOOP.format(max(seconds, 0.5))
            running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(jobs)]
            return sum(int(process.communicate()[0]) for process in running) / max(seconds, 0.5)

        return run

    return Pair(sample(2), sample(1), "the same loop")


ROWS: Final = (
    Row("import", "`import rulewright`, beyond the interpreter's start", "interpreter start", "ms",
        _import, must=15, stretch=5),
    Row("import-and-use", "import, and the names that a first game needs", "interpreter start", "ms", _first_use),
    Row("games", "`rulewright games`", "interpreter start", "ms", _games, must=20),
    Row("first-question", "`rulewright play dice_throne` until it has asked, and saved the game", "interpreter start",
        "ms", _first_question, must=40),
    Row("first-odds", "`rulewright odds dice_throne --goal 'small straight'`", "interpreter start", "ms",
        _first_odds, must=40),
    Row("two-processes", "simulations in two processes", "in one", "decisions/s", _two_processes, True, 1.9, 1.95),
    Row("two-processes-machine", "a bare loop in two processes: what the machine allows now", "in one",
        "turns/s", _machine, True),
    Row("memory-dice-throne", "a finished game of Dice Throne", "-", "kB",
        lambda tools: _memory(rules_of("dice_throne")), must=220, stretch=200),
    Row("resident-dice-throne", "the same, as the process grows", "-", "kB", lambda tools: _resident("dice_throne")),
    Row("memory-skirmish", "a finished skirmish (about 640 events and 620 answers)", "-", "kB",
        lambda tools: _memory(skirmish.RULES)),
    Row("resident-skirmish", "the same, as the process grows", "-", "kB", lambda tools: _resident("skirmish")),
)  # fmt: skip
