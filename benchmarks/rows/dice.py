"""The best keeping of dice: what every keep of every throw is worth, with two rerolls, for a whole board."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any, Final

from rulewright_dice_throne.dice.best_rerolls import Keeping
from rulewright_dice_throne.dice.requirements import SMALL_STRAIGHT, longest_run
from rulewright_dice_throne.dice.throws import Worths, dice_of, worths

from ..measure import Absent, Pair, Row, Tools, cost
from ..peers import shared
from ..peers.keeping import Throw, value_of_board

REROLLS: Final = 2
SIMULATOR: Final = "BENCH_DICETHRONE_DIR"
"""The variable that names a checkout of the published solver."""


def board(throw: Throw) -> float:
    """The made-up board of the reference script: the best ability that the dice satisfy."""
    low = sum(face <= 3 for face in throw)
    middle, six = sum(face in (4, 5) for face in throw), throw.count(6)
    run = longest_run(throw)
    rows = (
        (low >= 3, 4), (low >= 4, 5), (low >= 5, 7), (low >= 2 and middle >= 2, 6), (low >= 3 and six >= 2, 8),
        (middle >= 3 and six >= 1, 7), (run >= SMALL_STRAIGHT, 7), (run > SMALL_STRAIGHT, 10), (six >= 4, 12),
        (six >= 5, 20),
    )  # fmt: skip
    return float(max((value for there, value in rows if there), default=0))


def every_keep(wanted: Worths) -> tuple[Worths, Worths]:
    """What every selection of kept dice is worth with two rolls left, and every throw."""
    keeping = Keeping(5, wanted)
    return keeping.kept(REROLLS), keeping.thrown(REROLLS)


def _ours() -> tuple[Worths, Callable[[], Any], float]:
    wanted = worths([[int(board(throw))] for throw in dice_of(5).throws], 1)
    return wanted, lambda: every_keep(wanted), float(Keeping(5, wanted).promise(REROLLS + 1, None))


def _beside(theirs: Callable[[], float]) -> Pair:
    _, ours, value = _ours()
    found = theirs()
    assert abs(found - value) < 1e-9, f"{value} is not {found}"
    return Pair(cost(ours), cost(theirs), f"equal expected worth of the board, {value:.6f}")


def _recursion(tools: Tools) -> Pair:
    return _beside(lambda: value_of_board(board))


def _reference(name: str) -> Callable[[Tools], Pair]:
    """One of the ways of the reference script."""

    def build(tools: Tools) -> Pair:
        script = shared.script("dice_dt")
        if script is None:
            raise Absent("the script dice_dt.py is not beside the checkout")
        return _beside(lambda: float(getattr(script, name)(board)))

    return build


def _published(tools: Tools) -> Pair:
    """The published solver evaluates every first roll of one of its heroes; ours every keep of every throw."""
    folder = os.environ.get(SIMULATOR)
    if not folder or not os.path.isdir(folder):
        raise Absent(f"{SIMULATOR} does not name a checkout of powhell/DiceThrone-Simulator")
    sys.path.insert(0, os.path.abspath(folder))
    try:
        solver = importlib.import_module("engine.evaluator")
    finally:
        sys.path.pop(0)
    _, ours, _ = _ours()

    def theirs() -> list[Any]:
        solver.eval_state.cache_clear()
        return [solver.eval_initial_roll(throw, 0, "player") for throw in dice_of(5).throws]

    return Pair(cost(ours), cost(theirs), "not the same board; the same 252 throws with two rerolls")


ROWS: Final = (
    Row("keeping", "what every keep of all 252 throws is worth, two rerolls, a whole board, exact",
        "recursion over ordered outcomes", "us", _recursion, must=1 / 20, stretch=1 / 122),
    Row("keeping-naive", "the same", "the reference's recursion", "us", _reference("naive")),
    Row("keeping-multiset", "the same", "the reference's multisets in Python", "us", _reference("multiset")),
    Row("keeping-published", "the same", "a published solver", "us", _published, must=1 / 500, stretch=1 / 3000),
)  # fmt: skip
