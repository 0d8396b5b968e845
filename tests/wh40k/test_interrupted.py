"""Models and units that are destroyed in the middle of something are not met again by what goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulewright import Event, Steps
from rulewright.testing import Scenario
from rulewright_wh40k.attack.damage import destroy
from rulewright_wh40k.events.attacks import (
    Allocated,
    DamageSuffered,
    HitsRolled,
    ModelDestroyed,
    ModelRemoved,
    SavesRolled,
    WoundScored,
    WoundsLost,
    WoundsRolled,
)
from rulewright_wh40k.events.charge import BeenCharged, ChargeFailed, ChargeRolled
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.events.stratagems import StratagemUsed
from tests.interrupted import interrupted

from .table import FOES, MINE, arm, army, battle, happened, invent, left, phase, rule, sheet, shooting, unit, use

THREE = unit(FOES, (30, 20), (30, 21.5), (30, 23))


def gone(*ids: str) -> Callable[[Any, Any], Steps]:
    """These models are destroyed, those of them that are left."""

    def destroyed(game: Any, event: Any) -> Steps:
        for id in ids:
            if id in game.state.models:
                yield from destroy(game, id)

    return destroyed


def shot(on: type[Event], *ids: str, weapon: Any = None, foe: Any = None, rolls: Any = ()) -> Scenario:
    """Our gun fires at three models, and some of them are destroyed meanwhile."""
    rules = interrupted(invent(sheet(MINE, weapon or arm()), *([foe] if foe else [])), on, gone(*ids))
    return shooting(THREE, rules=rules, rolls=rolls)


ALL = tuple(f"{FOES}.{number}" for number in (1, 2, 3))


@rule("faq.timing.unresolved-attacks-after-target-destroyed")
@pytest.mark.parametrize(("on", "later"), [(HitsRolled, WoundsRolled), (WoundsRolled, WoundScored)])
def test_attacks_are_lost_between_their_steps_when_the_target_is_destroyed(on: Any, later: Any) -> None:
    position = shot(on, *ALL, rolls=[(6,), (6,)])

    assert left(position) == [] and not happened(position, later) and position.idle


@rule("core.allocate-attack")
def test_an_attack_is_lost_with_the_model_that_it_was_allocated_to() -> None:
    position = shot(Allocated, ALL[0], rolls=[(6,), (6,), (1,)]).answer(ALL[0])

    assert left(position) == [1, 1] and not happened(position, SavesRolled) and position.idle


@rule("core.inflict-damage")
@pytest.mark.parametrize("on", [DamageSuffered, WoundsLost])
def test_damage_of_a_model_that_is_gone_is_lost(on: Any) -> None:
    position = shot(on, ALL[0], rolls=[(6,), (6,), (1,)]).answer(ALL[0])

    assert left(position) == [1, 1] and len(happened(position, ModelDestroyed)) == 1 and position.idle


@rule("core.destroyed")
def test_a_model_is_removed_once() -> None:
    def removed(game: Any, event: ModelDestroyed) -> Event:
        return ModelRemoved(event.model, event.unit)

    rules = interrupted(invent(), ModelDestroyed, removed)
    position = shooting(THREE, rules=rules, rolls=[(6,), (6,), (1,)]).answer(ALL[0])

    assert left(position) == [1, 1] and len(happened(position, ModelRemoved)) == 1


def charged(*ids: str) -> Scenario:
    """Our unit charges two units, and models are destroyed when it has rolled."""
    rules = interrupted(invent(), ChargeRolled, gone(*ids))
    both = unit(FOES, (26, 20)), unit(FOES, (26, 22), name="more")
    position = phase(battle(unit(MINE, (20, 20)), *both, rules=rules, rolls=[(6, 6)]), "charge phase")
    return position.answer((MINE, (FOES, "more")))


@rule("core.charge-roll")
def test_a_charge_goes_on_at_the_targets_that_are_left() -> None:
    position = charged("more.1")
    position.answer((("mine.1", ((26 - 32 / 25.4, 20.0),)),))

    assert [event.units for event in happened(position, BeenCharged)] == [(FOES,)]


@rule("core.charge-roll")
def test_a_charge_at_nobody_fails() -> None:
    assert happened(charged("foes.1", "more.1"), ChargeFailed)


@rule("core.command-phase-battle-shock-step")
def test_a_unit_that_is_destroyed_before_its_battle_shock_test_takes_none() -> None:
    rules = interrupted(invent(), StratagemUsed, gone(f"{FOES}.1"))
    things = unit(MINE, (20, 20)), unit(FOES, (40, 20), strength=3), army(1, 5)
    position = use(phase(battle(*things, rules=rules), "command phase", 1, 2), "insane-bravery", FOES)

    assert left(position) == [] and not happened(position, ShockTested)


@rule("core.desperate-escape")
def test_a_model_that_is_gone_when_it_does_not_escape_is_not_met_again() -> None:
    ours = unit(MINE, (20, 20), (20, 21.5), (20, 23), shocked=True)
    rules = interrupted(invent(), Allocated, gone("mine.1"))
    position = battle(ours, unit(FOES, (21.6, 20)), rules=rules, rolls=[(1, 6, 6)])
    phase(position, "movement phase").answer((MINE, "fall back"), "mine.1")
    assert [event.model for event in happened(position, ModelRemoved)] == ["mine.1"]
    assert position.asked == "go" and left(position, MINE) == [1, 1]
