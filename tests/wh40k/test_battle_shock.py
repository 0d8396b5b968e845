"""Battle-shock tests in and outside the Battle-shock step, and who takes them."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelRemoved
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.terms import unit as record

from .table import FOES, MINE, army, battle, happened, phase, plain, rule, sheet, unit, use
from .test_stratagems import own, stratagem

SCARE = {"do": "battle_shock", "within": 12}


def commands(*things: Any, rolls: Any, sheets: Any = (), player: int = 0, round: int = 1) -> Scenario:
    """A Command phase in which player 0 can frighten enemies in the Command step, twice."""
    scares = [stratagem(f"scare-{n}", SCARE, when={"phases": ["command"]}) for n in (1, 2)]
    mine = unit(MINE, (20, 20))
    position = battle(mine, *things, army(0, 5, detachment="own"), rules=own(*scares, sheets=sheets), rolls=rolls,
                      round=round)  # fmt: skip
    return phase(position, "command phase", player, round)


def taken(position: Scenario) -> list[tuple[str, tuple[int, ...], bool]]:
    """The tests that were taken."""
    return [(event.unit, event.faces, event.passed) for event in happened(position, ShockTested)]


@rule("commentary.battle-shock-tests", 1, 2)
@rule("commentary.battle-shock-tests", 9)
def test_a_shocked_unit_is_shocked_until_its_next_command_phase() -> None:
    weak = unit(FOES, (40, 20), strength=3)
    position = plain(commands(weak, player=1, rolls=[(3, 3)]))
    assert taken(position) == [(FOES, (3, 3), False)] and position.state.units[FOES].shocked
    again = plain(commands(unit(FOES, (40, 20), strength=3, shocked=True), player=1, rolls=[(6, 6)]))
    assert not again.state.units[FOES].shocked
    other = plain(commands(unit(FOES, (40, 20), strength=3, shocked=True), player=0, rolls=[]))
    assert other.state.units[FOES].shocked


@rule("commentary.battle-shock-tests", 4)
@rule("commentary.battle-shock-tests", 9)
@rule("faq.command-phase.one-test-in-battle-shock-step", 2)
def test_rules_frighten_units_that_are_whole_and_several_times() -> None:
    position = commands(unit(FOES, (30, 20)), rolls=[(6, 6), (1, 1)])
    use(position, "scare-1", MINE)
    use(position, "scare-2", MINE)
    assert taken(position) == [(FOES, (6, 6), True), (FOES, (1, 1), False)]
    assert position.state.units[FOES].shocked
    shooting = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 3, detachment="own"),
                      rules=own(stratagem("a", SCARE), stratagem("b", SCARE)), rolls=[(6, 6), (6, 6)])  # fmt: skip
    phase(shooting, "shooting phase")
    use(use(shooting, "a", MINE), "b", MINE)
    assert len(taken(shooting)) == 2


@rule("commentary.battle-shock-tests", 5, 6, 7)
@pytest.mark.parametrize("faces", [(6, 6), (1, 1)])
def test_who_is_shocked_takes_the_test_all_the_same(faces: tuple[int, int]) -> None:
    position = commands(unit(FOES, (30, 20), shocked=True), rolls=[faces])
    use(position, "scare-1", MINE)
    assert taken(position) == [(FOES, faces, faces == (6, 6))]
    assert position.state.units[FOES].shocked
    later = plain(commands(unit(FOES, (30, 20), shocked=True), player=1, rolls=[]))
    assert not later.state.units[FOES].shocked


@rule("faq.command-phase.two-battle-shock-tests")
@rule("faq.command-phase.one-test-in-battle-shock-step", 1)
def test_one_test_in_the_command_step_and_one_in_the_battle_shock_step() -> None:
    weak = unit(FOES, (30, 20), strength=3)
    scare = stratagem("scare", SCARE, when={"phases": ["command"], "turn": "theirs"})
    position = battle(unit(MINE, (20, 20)), weak, army(0, 3, detachment="own"), rules=own(scare),
                      rolls=[(6, 6), (5, 5)])  # fmt: skip
    phase(position, "command phase", 1)
    plain(use(position, "scare", MINE))
    assert taken(position) == [(FOES, (6, 6), True), (FOES, (5, 5), True)]


@rule("errata.battle-shock", 1)
@rule("core.command-phase-battle-shock-step", 7)
@rule("commentary.battle-shock-tests", 8)
@rule("faq.command-phase.one-test-in-battle-shock-step", 1)
@pytest.mark.parametrize(
    ("abilities", "models", "count"), [(["faltering"], 1, 1), (["faltering"], 2, 1), ([], 2, 0), (["faltering"], 3, 0)]
)
def test_below_starting_strength_and_half_strength_is_one_test(abilities: list[str], models: int, count: int) -> None:
    places = [(40.0, 20.0 + 1.5 * number) for number in range(models)]
    foes = unit(FOES, *places, strength=3)
    position = plain(commands(foes, player=1, rolls=[(6, 6)] * count, sheets=[sheet(FOES, abilities=abilities)]))
    assert len(taken(position)) == count


@rule("commentary.battle-shock-tests", 3, 10)
def test_destroyed_units_stay_shocked_and_take_no_tests() -> None:
    foes = unit(FOES, (30, 20), strength=3, shocked=True)
    position = battle(unit(MINE, (20, 20)), foes, unit(FOES, (40, 40), name="far"), army(0, 3, detachment="own"),
                      rules=own(stratagem("scare", SCARE)))  # fmt: skip
    position.happen(ModelRemoved(f"{FOES}.1", FOES))
    assert record(position.game, FOES).area == "destroyed" and record(position.game, FOES).shocked
    phase(position, "shooting phase")
    assert not position.options or not any(one and one[1][0] == "scare" for one in position.options)
    assert not taken(position)


@rule("errata.battle-shock", 2)
def test_every_model_of_a_shocked_unit_is_shocked() -> None:
    position = battle(unit(MINE, (20, 20), (20, 22), shocked=True), unit(MINE, (20, 30), name="other"))
    assert [position.game.number("oc", id) for id in ("mine.1", "mine.2", "other.1")] == [0, 0, 1]
