"""Pages 17 and 19: the knockdown test, by dice or with a tower of cubes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rulewright import Roll, because, choose, rule, trigger
from rulewright.requests import CHANCE

from .events.fighters import CubesDiscarded
from .events.knockdown import KnockdownTestCalled, KnockdownTestFailed, KnockdownTestPassed
from .numbers import TEST_DICE, changed, explained

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

SECONDS: Final = 10


@rule("knockdown.dice-use", "field.knockdown-digital")
def take_test(game: Game, player: int) -> Steps:
    """A player is tested; returns whether the fighter stands."""
    cubes = cubes_in_test(game, player)
    fighter = game.state.fighters[player]
    counted = explained(game, "test", player, fighter.heavy, fighter.light)
    yield because(KnockdownTestCalled(player, cubes, rule="attack.step-3"), *counted, rules=("knockdown.dice-roll",))
    total, stands = yield from (build_tower if game.setup.knockdown == "tower" else roll_dice)(game, player, cubes)
    if not stands:
        yield because(KnockdownTestFailed(player, total, rule="knockdown.fail"), *counted)
        return False
    yield because(KnockdownTestPassed(player, total, rule="knockdown.pass"), *counted)
    return True


@rule("rule.golden", "knockdown.dice-roll")
def cubes_in_test(game: Game | View, player: int) -> int:
    """All damage cubes, as texts change their number."""
    fighter = game.state.fighters[player]
    return sum(changed(game, "test", player, fighter.heavy, fighter.light))


@rule("knockdown.dice-roll")
def roll_dice(game: Game, player: int, cubes: int) -> Steps:
    """Three dice: at least as many as there are cubes."""
    count = game.number("test dice", player)
    faces = yield Roll.d6(count, player, "knockdown_test", "knockdown.dice-roll", cubes=cubes)
    return sum(faces), sum(faces) >= cubes


@cache
@rule("field.knockdown-digital", "knockdown.dice-roll")
def chance_to_stand(cubes: int, dice: int = TEST_DICE) -> Fraction:
    """How likely the dice of a test reach a number of cubes."""
    thrown = Roll.d6(dice, CHANCE).outcomes()
    return sum((chance for faces, chance in thrown if sum(faces) >= cubes), Fraction())


@rule("knockdown.procedure", "knockdown.pass", "knockdown.fail")
def build_tower(game: Game, player: int, cubes: int) -> Steps:
    """One cube upon the other, while the opponent counts down from ten; the players see whether the tower stands."""
    if not cubes:
        return 0, True
    built = yield choose(player, "tower", ("stands", "falls"), "knockdown.procedure", cubes=cubes, seconds=SECONDS)
    return 0, built == "stands"


def recovered(game: Game | View, player: int) -> int:
    """The light cubes that a player discards for a test that is passed."""
    return int(game.state.fighters[player].light // 2)


@trigger(KnockdownTestPassed, immediate=True, order_matters=False)
@rule("knockdown.pass", "knockdown.dice-roll")
def recover(game: Game, event: KnockdownTestPassed, source: Any) -> CubesDiscarded | None:
    """Half of the light cubes go, rounded down; heavy cubes stay."""
    half = recovered(game, event.player)
    return CubesDiscarded(event.player, half, rule="knockdown.pass") if half else None
