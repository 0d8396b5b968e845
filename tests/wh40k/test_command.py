"""The Command phase: command points, Battle-shock, objective markers and what they score."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.command import level
from rulewright_wh40k.dice.amounts import amount
from rulewright_wh40k.events.battle_round import PhaseEnded
from rulewright_wh40k.events.command import Controlled, CPGained, Scored, ShockEnded, ShockTested
from rulewright_wh40k.terms import below_half

from .table import FOES, MINE, battle, happened, invent, marker, phase, plain, rule, sheet, unit

HALF: dict[str, Any] = {"strength": 3}
"""Of a unit of one model that had three."""
RADIUS = 32 / 25.4 / 2
DISC = 40 / 25.4 / 2
"""The radii of a usual base and of an objective marker, in inches."""


def command(*things: Any, player: int = 0, **more: Any) -> Scenario:
    """The Command phase of a player."""
    return plain(phase(battle(*things, **more), "command phase", player, more.get("round", 1)))


# Command points ---------------------------------------------------------------------------------------------


@rule("core.command-phase-command-step", 1)
@pytest.mark.parametrize("player", [0, 1])
def test_both_players_gain_a_command_point_before_anything_else(player: int) -> None:
    shocked = unit(MINE, (20, 20), shocked=True), unit(FOES, (40, 20), shocked=True)
    position = command(*shocked, player=player)
    first, second, third = happened(position, CPGained, ShockEnded)
    assert [(one.player, one.amount) for one in (first, second)] == [(0, 1), (1, 1)]
    assert isinstance(third, ShockEnded)
    assert [army.cp for army in position.state.armies.values()] == [1, 1]


# Battle-shock -----------------------------------------------------------------------------------------------


@rule("core.command-phase-battle-shock-step", 1)
def test_the_active_players_units_below_half_strength_are_tested() -> None:
    weak, whole = unit(MINE, (20, 20), **HALF), unit(MINE, (20, 30), name="whole")
    away = unit(MINE, (20, 40), name="away", **HALF)
    away[0] = type(away[0])("away", 0, MINE, area="reserves", strength=3)
    position = command(weak, whole, away, unit(FOES, (40, 20), **HALF), rolls=[(3, 4)])
    assert [event.unit for event in happened(position, ShockTested)] == [MINE]


@rule("core.command-phase-battle-shock-step", 2)
@rule("core.leadership-test")
@rule("commentary.leadership-test")
@rule("commentary.unit-leadership")
@rule("errata.model-characteristics", 6)
@pytest.mark.parametrize(("faces", "passed"), [((3, 4), True), ((3, 3), False), ((6, 6), True), ((1, 1), False)])
def test_a_test_needs_the_best_leadership(faces: tuple[int, int], passed: bool) -> None:
    one, body = unit(MINE, (20, 20), strength=3)
    _, head = unit("hero", (21.5, 20))
    rules = invent(sheet(MINE, leadership=8), sheet("hero", leadership=7))
    both = [one, body, type(head)("hero.1", MINE, "hero", 0, "hero/one", head.weapons, 1, 21.5, 20.0)]
    both[0] = type(one)(MINE, 0, MINE, area="table", strength=5)
    position = command(both, rules=rules, rolls=[faces])
    (event,) = happened(position, ShockTested)
    assert (event.leadership, event.passed) == (7, passed)
    assert position.state.units[MINE].shocked is not passed


@rule("core.command-phase-battle-shock-step", 3)
@pytest.mark.parametrize(("player", "shocked"), [(0, False), (1, True)])
def test_battle_shock_ends_in_the_next_own_command_phase(player: int, shocked: bool) -> None:
    position = command(unit(MINE, (20, 20), shocked=True), player=player)
    assert position.state.units[MINE].shocked is shocked


@rule("core.command-phase-battle-shock-step", 4)
@rule("errata.battle-shock", 2)
@pytest.mark.parametrize(("shocked", "control"), [(False, 2), (True, 0)])
def test_battle_shocked_units_control_nothing(shocked: bool, control: int) -> None:
    position = battle(unit(MINE, (20, 20), (20, 22), shocked=shocked), marker(21, 21))
    assert level(position.game, "A", 0) == control


@rule("core.below-half-strength", 2, 3)
@pytest.mark.parametrize(("left", "below"), [(1, True), (2, False), (3, False)])
def test_below_half_in_models(left: int, below: bool) -> None:
    places = [(20.0, 20.0 + 1.5 * number) for number in range(left)]
    assert below_half(battle(unit(MINE, *places, strength=4)).game, MINE) is below


@rule("core.below-half-strength", 1, 3)
@pytest.mark.parametrize(("left", "below"), [(1, True), (2, False), (4, False)])
def test_below_half_in_wounds(left: int, below: bool) -> None:
    rules = invent(sheet(MINE, wounds=4))
    assert below_half(battle(unit(MINE, (20, 20), wounds=left), rules=rules).game, MINE) is below


# Objective markers ------------------------------------------------------------------------------------------


@rule("core.objective-markers", 1, 3)
@rule("commentary.within-range-of-objective")
@pytest.mark.parametrize(("more", "control"), [(2.99, 1), (3.01, 0)])
def test_the_range_of_a_marker_is_measured_from_its_edge(more: float, control: int) -> None:
    position = battle(unit(MINE, (20 + RADIUS + DISC + more, 20)), marker(20, 20))
    assert level(position.game, "A", 0) == control


@rule("core.objective-markers", 3)
@pytest.mark.parametrize(("ground", "control"), [(5.0, 1), (5.1, 0)])
def test_the_range_of_a_marker_in_height(ground: float, control: int) -> None:
    one, model = unit(MINE, (21, 21))
    high = type(model)("mine.1", MINE, MINE, 0, "mine/one", model.weapons, 1, 21.0, 21.0, 0.0, ground)
    assert level(battle([one, high], marker(20, 20)).game, "A", 0) == control


@rule("core.objective-markers", 4, 5)
@rule("commentary.level-of-control")
@rule("commentary.contested", 1)
@rule("commentary.control-objective", 1)
@rule("commentary.controlled-objective")
@rule("errata.objective-control")
@pytest.mark.parametrize("name", ["command", "movement", "shooting", "charge", "fight"])
@pytest.mark.parametrize(("mine", "controller"), [(1, 1), (2, None), (3, 0)])
def test_the_higher_level_controls_a_marker_at_the_end_of_any_phase(
    mine: int, controller: int | None, name: str
) -> None:
    ours = unit(MINE, *[(19.0, 18.5 + 1.5 * number) for number in range(mine)])
    foes = unit(FOES, (22, 20))
    rules = invent(sheet(FOES, oc=2))
    position = phase(battle(ours, foes, marker(20, 20, controller=1 if mine == 2 else None), rules=rules),
                     f"{name} phase")  # fmt: skip
    position.until(declines=("move", "shoot", "charge"))
    assert level(position.game, "A", 0) == mine and level(position.game, "A", 1) == 2
    changed, ended = happened(position, Controlled, PhaseEnded)[:2]
    assert (changed.player, ended.phase) == (controller, name)
    assert position.state.objectives["A"].controller == controller


@rule("core.only-war-scoring")
@pytest.mark.parametrize(
    ("round", "player", "held", "points"), [(1, 0, 2, 0), (2, 0, 2, 2), (2, 1, 2, 0), (3, 0, 4, 3), (2, 0, 0, 0)]
)
def test_markers_score_from_the_second_round_on(round: int, player: int, held: int, points: int) -> None:
    places = [(10.0, 10.0), (50.0, 10.0), (10.0, 35.0), (50.0, 35.0)]
    markers = [marker(x, y, name=str(number)) for number, (x, y) in enumerate(places)]
    ours = [unit(MINE, (x, y + 2), name=f"at {x},{y}") for x, y in places[:held]]
    position = command(*ours, *markers, round=round, player=player)
    assert sum(event.points for event in happened(position, Scored)) == points
    assert position.state.armies[0].victory == points


@rule("commentary.control-objective", 2)
def test_control_is_determined_before_points_of_the_same_moment() -> None:
    """A marker that nobody controlled scores at once for who stands there."""
    position = command(unit(MINE, (10, 12)), marker(10, 10), round=2)
    assert [type(event) for event in happened(position, Controlled, Scored)] == [Controlled, Scored]
    assert position.state.armies[0].victory == 1


# Dice -------------------------------------------------------------------------------------------------------


@rule("core.dice", 1, 2)
@pytest.mark.parametrize(
    ("text", "faces", "result"),
    [("2D6", (3, 5), 8), ("3D6", (1, 2, 3), 6), *[("D3", (face,), (face + 1) // 2) for face in range(1, 7)]],
)
def test_dice_are_added_and_a_d3_is_half_a_d6(text: str, faces: tuple[int, ...], result: int) -> None:
    assert amount(text).of(faces) == result
    assert [amount("D3").of([face]) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
