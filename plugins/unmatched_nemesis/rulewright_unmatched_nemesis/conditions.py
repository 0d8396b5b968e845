"""Conditions of effects and skills, as functions of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .arena import gap, is_red

if TYPE_CHECKING:
    from . import content_models as models

Test = Callable[[Any, int], bool]
"""Whether a condition holds for an acting player: ``(game, player)``."""


def always(game: Any, player: int) -> bool:
    """The condition that says nothing."""
    return True


def compile_condition(condition: models.Condition) -> Test:
    """A condition as a function: everything that it says has to hold."""
    tests: list[Test] = []
    if (most := condition.distance_at_most) is not None:
        tests.append(lambda game, player: gap(game) <= most)
    if (red := condition.opponent_on_red) is not None:
        tests.append(lambda game, player: is_red(game, 1 - player) == red)
    if (least := condition.tokens_at_least) is not None:
        tests.append(lambda game, player: game.state.fighters[player].tokens >= least)
    if (behind := condition.behind) is not None:
        tests.append(lambda game, player: _is_behind(game, player) == behind)
    if not tests:
        return always
    return tests[0] if len(tests) == 1 else lambda game, player: all(test(game, player) for test in tests)


def _is_behind(game: Any, player: int) -> bool:
    fighters = game.state.fighters
    return bool(fighters[player].cubes > fighters[1 - player].cubes)
