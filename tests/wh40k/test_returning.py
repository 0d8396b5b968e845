"""Models that are added to a unit: beside whom, with what, and what becomes of those that have no room."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import Rules, new_game
from rulewright.testing import Scenario
from rulewright_wh40k.attack import allocatable
from rulewright_wh40k.events.attached_units import UnitDestroyed
from rulewright_wh40k.events.attacks import DemiseRolled, ModelDestroyed, ModelReturned
from rulewright_wh40k.state import Equipment, Equipped, Kit, Relic
from rulewright_wh40k.terms import below_start, items, models, wargear

from .before import off, pocket
from .table import FOES, MINE, arm, army, battle, blade, happened, invent, left, named, phase, rule, sheet, unit, use
from .test_stratagems import own, stratagem
from .test_wargear import optional, swap

BASE = 32 / 25.4
RETURN = stratagem("text", {"do": "return"}, {"do": "return"}, when={"moment": "select to move"}, cp=0)
THERE = unit(FOES, (55, 40), name="there", player=1)


def two_return(*sheets: Any, terrain: Any = ()) -> Rules:
    """Rules with a Stratagem with which two models of a unit return."""
    return invent(*sheets, terrain=terrain, stratagems=[{"detachment": "own", **RETURN}])


def returning(*things: Any, target: str = MINE, rules: Rules | None = None) -> Scenario:
    """A Movement phase in which two models of a unit return, one after the other."""
    position = battle(*things, THERE, army(0, 3, detachment="own"), rules=rules or two_return(), round=2)
    return use(phase(position, "movement phase"), "text", target)


def at(number: int, x: float, y: float = 20.0, profile: str = "mine/one") -> Any:
    """An answer: the returned model of that number stands there."""
    return ((f"{profile}.{number}", x, y),)


# Beside whom ------------------------------------------------------------------------------------------------


@rule("commentary.adding-models-to-a-unit", 1)
@pytest.mark.parametrize(("gap", "legal"), [(1.5, True), (2.0, True), (2.01, False), (2.5, False)])
def test_a_model_is_added_beside_one_that_was_there_when_the_phase_began(gap: float, legal: bool) -> None:
    """Another one that has just returned stands between; from that one it is not far."""
    position = returning(unit(MINE, (20, 20), strength=3)).answer(at(1, 20 + BASE, 20.3))
    place = at(2, 20 + BASE + gap)
    if legal:
        assert left(position.answer(place), MINE) == [1, 1, 1]
    else:
        with position.refused(rule="commentary.adding-models-to-a-unit"):
            position.answer(place)


@rule("commentary.adding-models-to-a-unit", 1)
@rule("core.unit-coherency")
@pytest.mark.parametrize(("y", "legal"), [(19.0, False), (20.75, True)])
def test_a_model_of_a_large_unit_is_added_beside_two_that_were_there(y: float, legal: bool) -> None:
    """A column of six models, and the eighth of the unit: from (22, 19) it is near the seventh and one more."""
    column = [(20, 20 + 1.5 * number) for number in range(6)]
    position = returning(unit(MINE, *column, strength=8)).answer(at(1, 21.5))
    place = at(2, 22.9, y)
    if legal:
        assert len(left(position.answer(place), MINE)) == 8
    else:
        with position.refused(rule="commentary.adding-models-to-a-unit"):
            position.answer(place)


@rule("commentary.adding-models-to-a-unit", 1)
def test_in_the_next_phase_a_returned_model_is_one_that_was_there() -> None:
    again = stratagem("again", {"do": "return"}, when={"moment": "shooting phase start"}, cp=0)
    once = stratagem("text", {"do": "return"}, when={"moment": "select to move"}, cp=0)
    position = returning(unit(MINE, (20, 20), strength=3), rules=own(once, again)).answer(at(1, 22))
    assert list(position.state.newcomers) == ["mine/one.1"]
    position.answer(None).until("react", declines=())
    assert position.window == "shooting phase start" and not position.state.newcomers
    assert left(use(position, "again", MINE).answer(at(2, 24)), MINE) == [1, 1, 1]


@rule("commentary.adding-models-to-a-unit", 2)
@rule("commentary.reserves-units", 4)
def test_models_are_added_to_a_unit_in_reserves_without_a_place() -> None:
    text = stratagem("text", {"do": "return"}, {"do": "return"}, when={"moment": "select to move"}, cp=0,
                     target={"who": "reserves"})  # fmt: skip
    away = off(MINE, 1, "reserves", strength=3, reserve="strategic reserves")
    position = returning(away, unit("other", (5, 5), player=0), rules=own(text, sheets=[sheet("other")]))
    assert position.asked == "move" and len(happened(position, ModelReturned)) == 2
    assert [one.away for one in models(position.game, MINE)] == [True] * 3
    position.answer(None, (MINE, "strategic reserves"))
    ids = [str(one.id) for one in models(position.game, MINE)]
    position.answer(tuple((id, 2.0, 20.0 + 2 * number) for number, id in enumerate(ids)))
    assert len(ids) == 3 and not any(one.away for one in models(position.game, MINE)), "it arrives with them"


@rule("commentary.adding-models-to-a-unit", 4, 5)
def test_models_without_room_stay_destroyed_and_nothing_is_triggered_by_it() -> None:
    """A unit of models with Deadly Demise, in a gap that has room for one of them."""
    rules = two_return(sheet(MINE, abilities=["deadly demise 1"]), terrain=pocket(20, 20, 1.3))
    position = returning(unit(MINE, (20.65, 20.65), strength=3), rules=rules)
    with position.refused():
        position.answer(at(1, 22))
    position.answer(()).answer(())
    assert left(position, MINE) == [1] and position.asked == "move"
    assert not happened(position, ModelDestroyed, DemiseRolled, UnitDestroyed)
    assert below_start(position.game, MINE)


# With what --------------------------------------------------------------------------------------------------


GUN, CANNON, BLADE = f"{MINE}/gun", f"{MINE}/cannon", f"{MINE}/blade"


def armed(*guns: str, lost: int) -> list[Any]:
    """A unit that began with these guns, and has lost its first models."""
    kits = tuple(Kit(f"{MINE}/one", (gun, BLADE)) for gun in guns)
    one, *soldiers = unit(MINE, *[(20.0 + 2 * number, 20.0) for number in range(len(guns))], strength=len(guns))
    alive = [replace(at, weapons=kit.weapons) for at, kit in zip(soldiers, kits, strict=True)]
    return [one, *alive[lost:], Equipment(MINE, kits)]


def rearmed(*guns: str, lost: int) -> Scenario:
    one = sheet(MINE, arm("gun"), blade(), arm("cannon"))
    one["composition"][0]["weapons"] = ["gun", "blade"]
    return returning(*armed(*guns, lost=lost), rules=own(RETURN, sheets=[one]))


@rule("commentary.returning-models-to-a-unit", 1)
@pytest.mark.parametrize("gun", [GUN, CANNON])
def test_a_model_returns_with_the_wargear_that_it_began_with(gun: str) -> None:
    """It has replaced its gun by an option, or has not; nobody is asked where only one can return."""
    position = rearmed(gun, CANNON if gun == GUN else GUN, lost=1)
    assert position.asked == "return"
    position.answer(at(1, 20))
    assert position.state.models["mine/one.1"].weapons == (gun, BLADE)
    assert wargear(position.game, MINE) == {"gun", "cannon", "blade"}


@rule("commentary.returning-models-to-a-unit", 1)
def test_of_models_with_different_wargear_the_player_selects_which_returns() -> None:
    position = rearmed(GUN, CANNON, GUN, CANNON, lost=3)
    assert (position.asked, position.options) == ("returns_with", [(GUN, BLADE), (CANNON, BLADE)])
    assert position.labels == ["gun, blade", "cannon, blade"]
    position.answer((CANNON, BLADE)).answer(at(1, 24))
    assert position.asked == "return", "both that are left have guns"
    position.answer(at(2, 24, 22))
    assert sorted(one.weapons[0] for one in models(position.game, MINE)) == [CANNON, CANNON, GUN]


@rule("commentary.returning-models-to-a-unit", 1)
def test_a_destroyed_unit_returns_with_the_wargear_that_it_began_with() -> None:
    revive = stratagem("text", {"do": "revive"}, when={"moment": "select to move"}, target={"who": "destroyed"}, cp=0)
    kits = Equipment(MINE, (Kit(f"{MINE}/one", (GUN, BLADE)), Kit(f"{MINE}/one", (CANNON, BLADE))))
    one = sheet(MINE, arm("gun"), blade(), arm("cannon"))
    lost = off(MINE, 0, "destroyed", strength=2)
    position = returning(lost, kits, rules=own(revive, sheets=[one]))
    position.answer((("mine/one.1", 20.0, 20.0), ("mine/one.2", 22.0, 20.0)))
    assert [one.weapons[0] for one in models(position.game, MINE)] == [GUN, CANNON]


@rule("commentary.returning-models-to-a-unit", 1)
def test_only_units_that_use_options_remember_what_they_began_with() -> None:
    rules = invent(optional(swap("any")))
    for options, found in ({}, []), ({1: 2}, [(CANNON, BLADE)] * 2 + [(GUN, BLADE)] * 3):
        armies = [{"faction": "A", "units": [{"sheet": id, **more}]} for id, more in
                  ((MINE, {"options": options}), (FOES, {}))]  # fmt: skip
        game = new_game(rules, {"armies": armies, "battlefield": "field", "open_play": True})
        assert [kit.weapons for one in game.state.equipment.values() for kit in one.kits] == found


@rule("core.datasheet", 3)
@rule("commentary.returning-models-to-a-unit", 1)
@pytest.mark.parametrize("banner", [True, False])
def test_a_destroyed_unit_returns_with_the_other_wargear_that_it_began_with(banner: bool) -> None:
    revive = stratagem("text", {"do": "revive"}, when={"moment": "select to move"}, target={"who": "destroyed"}, cp=0)
    held = (f"{MINE}/banner",) if banner else ()
    kits = Equipment(MINE, (Kit(f"{MINE}/one", (GUN, BLADE), held), Kit(f"{MINE}/one", (GUN, BLADE))))
    one = {**sheet(MINE), "wargear": [named("banner")]}
    left_over = Equipped("mine/one.2", (f"{MINE}/banner",))
    lost = off(MINE, 0, "destroyed", strength=2)
    position = returning(lost, kits, left_over, rules=own(revive, sheets=[one]))
    position.answer((("mine/one.1", 20.0, 20.0), ("mine/one.2", 22.0, 20.0)))
    assert [items(position.game, f"mine/one.{number}") for number in (1, 2)] == [held, ()]


@rule("commentary.returning-models-to-a-unit", 3)
def test_a_model_that_returns_has_lost_no_wounds_and_had_no_attacks_allocated() -> None:
    """Of its unit another model is wounded: further attacks are allocated to that one, not to who has returned."""
    one, *soldiers = unit(MINE, (20, 20), (22, 20), strength=4, wounds=3)
    hurt = [replace(soldiers[0], wounds=1, allocated=True), soldiers[1]]
    lost = Relic("mine/one.9", MINE, f"{MINE}/one", ())
    position = returning([one, *hurt], lost, rules=two_return(sheet(MINE, wounds=3)))
    position.answer((("mine/one.1", 24.0, 20.0),))
    back = position.state.models["mine/one.1"]
    assert (back.wounds, back.allocated) == (3, False)
    assert list(allocatable(position.game, MINE)) == ["mine.1"]
