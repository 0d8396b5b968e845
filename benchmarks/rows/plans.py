"""Moves and charges of whole units, planned quickly: the median over positions that were never seen before."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any, Final

from ..measure import Pair, Row, Sample, Tools, needs

WIDTH: Final = 60.0
DEPTH: Final = 44.0
TERRAIN: Final = 8
POSITIONS: Final = 24
MOVE: Final = 6.0
CHARGE: Final = 9.0
CROWD: Final = 60


class Battles:
    """Tables with terrain of four kinds, our unit of one base, and two enemy units some inches away.

    With ``models``, others of both sides stand all over the table, so that there are that many.
    """

    def __init__(self, base: Any, size: int, apart: float, models: int = 0) -> None:
        self.base = base
        self.size = size
        self.apart = apart
        self.models = models

    def table(self, seed: int) -> Any:
        """The table of a seed, made anew, so that nothing is known of it."""
        from rulewright.geometry.plane import Piece, Scene

        rng = random.Random(seed)
        x, y = rng.uniform(5, 24), rng.uniform(6, 14)
        models = self._unit("A", 0, x, y, rng)
        models += self._unit("E", 1, x + rng.uniform(-2, 2), y + self.depth + self.apart, rng)
        models += self._unit("F", 1, x + 18, y + self.depth + self.apart, rng)
        self._crowd(models, rng)
        pieces: list[Any] = []
        while len(pieces) < TERRAIN:
            left, low = rng.uniform(1, WIDTH - 7), rng.uniform(1, DEPTH - 7)
            right, high = left + rng.uniform(1.5, 5), low + rng.uniform(1, 4)
            outline = ((left, low), (right, low), (right, high), (left, high))
            piece = Piece(f"piece {len(pieces)}", outline, rng.choice((math.inf, 5.0, 3.0, 1.5)))
            if all(model.footprint.polygon.distance(piece.polygon) > 0.1 for model in models):
                if all(other.polygon.distance(piece.polygon) > 2.0 for other in pieces):
                    pieces.append(piece)
        return Scene(WIDTH, DEPTH, pieces, models)

    def _crowd(self, models: list[Any], rng: random.Random) -> None:
        """Others all over the table, more than an inch from all."""
        from rulewright.geometry.plane import Model, Pose
        from rulewright.geometry.plane.measure.ranges import distance

        while len(models) < self.models:
            x, y = rng.uniform(2, WIDTH - 2), rng.uniform(2, DEPTH - 2)
            name, side = f"crowd {len(models)}", len(models) % 2
            other = Model(
                name, self.base, Pose(x, y, rng.choice((0.0, 90.0, 30.0))), 1.2, side=side, unit=f"crowd {side}"
            )
            if all(distance(other.footprint, model.footprint) > 1.1 for model in models):
                models.append(other)

    @property
    def depth(self) -> float:
        """How deep a unit stands."""
        return 2.2 * (1 + (self.size - 1) // 5)

    def _unit(self, name: str, side: int, x: float, y: float, rng: random.Random) -> list[Any]:
        from rulewright.geometry.plane import Model, Pose
        from rulewright.geometry.plane.shapes import radius

        step = 2 * radius(self.base) + 0.4
        places = [(x + step * (number % 5), y + step * (number // 5)) for number in range(self.size)]
        return [
            Model(f"{name}{number}", self.base, Pose(*place, rng.choice((0.0, 90.0, 30.0))), 1.2, side=side, unit=name)
            for number, place in enumerate(places)
        ]


def _moved(battles: Battles, seed: int) -> tuple[Any, Callable[[], Any]]:
    """A table, and the plan of our unit on it that moves towards a place some inches away."""
    from rulewright.geometry.plane.measure import Together
    from rulewright.geometry.plane.move import MovePolicy, Spot, plan_move

    scene, rng = battles.table(seed), random.Random(seed)
    unit = [name for name, model in scene.models.items() if model.unit == "A"]
    middle = [sum(scene.models[name].pose.centre[axis] for name in unit) / len(unit) for axis in (0, 1)]
    goal = Spot(middle[0] + rng.uniform(-9, 9), middle[1] + rng.uniform(0, 9))
    policy = MovePolicy(clear_on_way=1.0, clear_at_end=1.0)
    return scene, partial(plan_move, scene, unit, goal, MOVE, policy, Together())


def _charged(battles: Battles, seed: int) -> tuple[Any, Callable[[], Any]]:
    """A table, and the plan of our unit on it that charges the unit in front of it."""
    from rulewright.geometry.plane.measure import Together
    from rulewright.geometry.plane.move import MovePolicy, plan_charge

    scene = battles.table(seed)
    unit = [name for name, model in scene.models.items() if model.unit == "A"]
    policy = MovePolicy(clear_on_way=1.0, clear_at_end=1.0, engages=frozenset({"E"}))
    return scene, partial(plan_charge, scene, unit, ["E"], CHARGE, policy, Together())


def _legal_moves(battles: Battles) -> str:
    from rulewright.geometry.plane.move import MovePolicy, check_unit_move

    moved = 0
    for seed in range(POSITIONS):
        scene, plan = _moved(battles, seed)
        found = plan()
        policy = MovePolicy(clear_on_way=1.0, clear_at_end=1.0)
        assert check_unit_move(scene, found.moves, MOVE, policy)[0] == (), f"position {seed}"
        moved += bool(found.moves)
    return f"{moved} of {POSITIONS} units move, all of them legally"


def _legal_charges(battles: Battles) -> str:
    from rulewright.geometry.plane.move import MovePolicy, check_charge

    policy = MovePolicy(clear_on_way=1.0, clear_at_end=1.0, engages=frozenset({"E"}))
    charged = contacts = 0
    for seed in range(POSITIONS):
        scene, plan = _charged(battles, seed)
        found = plan()
        if not found.missing:
            unit = tuple(found.ends)
            assert check_charge(scene, found.moves, CHARGE, policy, ["E"], None, unit)[0] == (), f"position {seed}"
        charged += not found.missing
        contacts += len(found.reached)
    return f"{charged} of {POSITIONS} charges succeed, all of them legal, {contacts} models in base contact"


def _over(plan: Callable[[int], Any]) -> Sample:
    """The median of what the plans of all positions cost, in milliseconds, by the time of this process alone."""

    def sample(seconds: float) -> float:
        figures: list[float] = []
        number = 0
        started = process_time()
        while number < POSITIONS or process_time() - started < seconds:
            figures.append(plan(number % POSITIONS))
            number += 1
        return 1e3 * median(figures)

    return sample


def _timed(call: Callable[[], Any]) -> float:
    started = process_time()
    call()
    return process_time() - started


def _measured(battles: Battles, begin: Callable[[Battles, int], tuple[Any, Callable[[], Any]]]) -> Sample:
    return _over(lambda seed: _timed(begin(battles, seed)[1]))


def _moves(tools: Tools) -> Pair:
    """Ten models on round bases that move towards a place some inches away."""
    with needs("shapely"):
        from rulewright.geometry.plane import Circle
    battles = Battles(Circle(32), 10, 12.0)
    return Pair(_measured(battles, _moved), None, _legal_moves(battles))


def _round_charges(tools: Tools) -> Pair:
    """Five models on round bases that charge five."""
    with needs("shapely"):
        from rulewright.geometry.plane import Circle
    battles = Battles(Circle(32), 5, 6.5)
    return Pair(_measured(battles, _charged), None, _legal_charges(battles))


def _oval_charges(tools: Tools) -> Pair:
    """Five models on ovals that charge five."""
    with needs("shapely"):
        from rulewright.geometry.plane import Oval
    battles = Battles(Oval(75, 42), 5, 6.0)
    return Pair(_measured(battles, _charged), None, _legal_charges(battles))


def _crowded_moves(tools: Tools) -> Pair:
    """Ten models on round bases that move where sixty stand."""
    with needs("shapely"):
        from rulewright.geometry.plane import Circle
    battles = Battles(Circle(32), 10, 12.0, CROWD)
    return Pair(_measured(battles, _moved), None, _legal_moves(battles))


def _crowded_charges(tools: Tools) -> Pair:
    """Five models on ovals that charge five where sixty stand."""
    with needs("shapely"):
        from rulewright.geometry.plane import Oval
    battles = Battles(Oval(75, 42), 5, 6.0, CROWD)
    return Pair(_measured(battles, _charged), None, _legal_charges(battles))


ROWS: Final = (
    Row("plan-move", "a move of ten models towards a place, planned; the median of 24 positions",
        "-", "ms", _moves, must=10.0),
    Row("plan-charge-round", "a charge of five round bases at five, planned quickly; the median of 24 positions",
        "-", "ms", _round_charges, must=20.0),
    Row("plan-charge-oval", "the same with ovals of 75 by 42 mm",
        "-", "ms", _oval_charges, must=100.0),
    Row("plan-move-crowded", "a move of ten models, planned where sixty models stand",
        "-", "ms", _crowded_moves, must=10.0),
    Row("plan-charge-oval-crowded", "a charge of five ovals, planned where sixty stand",
        "-", "ms", _crowded_charges, must=100.0),
)  # fmt: skip
