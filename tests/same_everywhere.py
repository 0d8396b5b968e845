"""The same on every machine: plans, samples, sights, places and whole games do not hang on the last bits.

``python -m tests.same_everywhere --seeds 10 --workers 2`` does each piece of work as it is, then with noise in the last
place of everything irrational, once for each seed, and stops at the first thing that came out otherwise.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import rulewright
from rulewright.field.inches import Charge, UnitMove
from rulewright.geometry import plane
from rulewright.geometry.lattice import near
from rulewright.geometry.plane import Circle, Model, Piece, Pose, Scene
from rulewright.geometry.plane.place import SetupPolicy, Standing
from rulewright.plugins import registry
from rulewright.testing import playthrough, transcript
from rulewright.testing.noise import noise

from .core import test_field_inches as asked
from .core.geometry.battles import CHARGE, WALK, battle

TABLES: Final = 8
"""Random tables on which each kind of question is asked."""
GOLDEN: Final = sorted(Path(__file__).parent.glob("*/golden/*.json"))
"""Journals of written games."""

Result = tuple[str, Any]
"""What was worked out, by a name."""


def mirrored(seed: int) -> Scene:
    """A table that looks the same from the left and from the right: everything there has a twin equally far away."""
    rng = Random(seed)
    spots = [(rng.randint(1, 9), 2 + 5 * row) for row in range(5)]
    models = [
        Model(f"{unit}{row}{side}", Circle(32), Pose(22 + way * x, y), 1.2, side=one, unit=unit)
        for row, (x, y) in enumerate(spots)
        for unit, one in (("A" if row < 2 else "E", int(row >= 2)),)
        for side, way in (("l", -1), ("r", 1))
    ]
    wide, deep = rng.choice((1, 2, 3)), rng.choice((1, 2))
    block = Piece("block", ((22 - wide, 10), (22 + wide, 10), (22 + wide, 10 + deep), (22 - wide, 10 + deep)), 9.0)
    return Scene(44, 30, [block], models)


def answers(seed: int) -> Iterator[Result]:
    """Every kind of question about inches on a random table: samples, suggestions, and intents that are settled."""
    asked.table.cache_clear()
    asked.question.cache_clear()
    for kind in asked.KINDS:
        space, rng = asked.question(kind, seed), Random(seed)
        yield f"{kind} on table {seed}, sampled", [space.sample(rng) for _ in range(3)]
        yield f"{kind} on table {seed}, suggested", space.suggest(4, rng)
        for intent in asked.intents(kind):
            yield f"{kind} on table {seed}, {intent!r}", space.settle(intent)


def plans(seed: int) -> Iterator[Result]:
    """Moves and charges of units on a table of twins, and who sees whom there."""
    scene = mirrored(seed)
    rules, charge = asked.rules_of(UnitMove), asked.rules_of(Charge)
    move = UnitMove(scene, "A", 6.0, WALK, rules, asked.TOGETHER)
    for intent in (("beside", "E", 1.0), ("away", "E"), ("hide", "E"), ("heading", 90.0), ("spot", 22.0, 14.0)):
        yield f"twins {seed}, {intent!r}", move.settle(intent)
    target = Charge(scene, "A", 12.0, CHARGE, charge, asked.TOGETHER, targets=("E",))
    yield f"twins {seed}, charge", target.settle(("charge",))


def sights(seed: int) -> Iterator[Result]:
    """Who sees whom, and what is in the way."""
    for scene in (battle(seed), mirrored(seed)):
        for one, two in combinations(scene.models, 2):
            found = plane.see.sight(scene, one, two)
            yield f"sight {seed} of {one} to {two}", (found.seen, found.blockers)
            yield f"distance {seed} of {one} to {two}", near(plane.measure.horizontal(scene, one, two))


def rooms(seed: int) -> Iterator[Result]:
    """Room for a unit between others."""
    for scene in (battle(seed), mirrored(seed)):
        unit = [scene.models[name] for name in scene.models if scene.models[name].unit == "A"]
        left = scene.without_models([model.id for model in unit])
        found = plane.place.find_room(left, unit, SetupPolicy((Standing(WALK), asked.TOGETHER)), Random(seed), 60)
        poses = getattr(found, "poses", None)
        yield f"room {seed}", poses and {name: near((pose.x, pose.y)) for name, pose in poses.items()}


def games(seed: int) -> Iterator[Result]:
    """A game of every ruleset between random bots."""
    for name in registry().rulesets:
        game = playthrough(name, ["random"], seed=seed)
        yield f"{name}, game {seed}", [game.digest(), *map(repr, game.answers)]


def greedy_games(seed: int) -> Iterator[Result]:
    """The first decisions of a game of every ruleset between greedy bots."""
    for name in registry().rulesets:
        game = playthrough(name, ["greedy"], seed=seed, decisions=24)
        yield f"{name}, greedy game {seed}", [game.digest(), *map(repr, game.answers)]


def golden(seed: int) -> Iterator[Result]:
    """A written game, in words."""
    yield GOLDEN[seed].parts[-3], transcript(rulewright.load(GOLDEN[seed])).splitlines()


Work = tuple[Callable[[int], Iterable[Result]], int]

WORKS: Final[tuple[Work, ...]] = (
    *((golden, number) for number in range(len(GOLDEN))),
    *((work, seed) for seed in range(TABLES) for work in (answers, plans, sights, rooms)),
    *((work, seed) for seed in (1,) for work in (games, greedy_games)),
)


def differences(work: Work, seeds: Iterable[int]) -> tuple[int, list[str]]:
    """How many results a piece of work has, and what of it is otherwise with noise of these seeds."""
    does, number = work
    wanted = list(does(number))
    found = []
    for seed in seeds:
        with noise(seed):
            got = list(does(number))
        for (name, want), (_, came) in zip(wanted, got, strict=True):
            if repr(want) != repr(came):
                found.append(f"{name}, noise {seed}: {_first(want, came)}")
    return len(wanted), found


def _first(want: Any, came: Any) -> str:
    if isinstance(want, list) and isinstance(came, list):
        pairs = enumerate(zip(want[1:] or want, came[1:] or came, strict=False))
        place, (want, came) = next((pair for pair in pairs if pair[1][0] != pair[1][1]), (-1, (want[0], came[0])))
        return f"at {place}, {want!r:.600}\n    became {came!r:.600}"
    return f"{want!r:.600}\n    became {came!r:.600}"


def digest(results: Iterable[Result]) -> str:
    """One number for all results."""
    return hashlib.sha256(repr(list(results)).encode()).hexdigest()[:16]


def main(given: list[str]) -> int:
    """Do everything with noise of so many seeds. Returns how much came out otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.same_everywhere", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="", help="the name of one kind of work")
    options = parser.parse_args(given)
    works = [work for work in WORKS if options.only in ("", work[0].__name__)]
    total, wrong = 0, 0
    with ProcessPoolExecutor(options.workers) as pool:
        seeds = [range(options.seeds)] * len(works)
        for work, (count, found) in zip(works, pool.map(differences, works, seeds), strict=True):
            total, wrong = total + count, wrong + len(found)
            for one in found:
                print(f"{work[0].__name__} {work[1]}: {one}", flush=True)
    print(f"{total} results, each the same with {options.seeds} seeds of noise" if not wrong else f"{wrong} differ")
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
