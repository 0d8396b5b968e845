"""The Shooting phase: who may shoot, at whom, and what holds from the moment a target is selected."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.events.attacks import HazardTested, HitsRolled, SavesRolled, TargetsDeclared
from rulewright_wh40k.shooting.select_targets import aimed

from .table import (
    FOES,
    MINE,
    arm,
    as_declared,
    attached,
    battle,
    blade,
    happened,
    invent,
    left,
    phase,
    rule,
    sheet,
    shooting,
    unit,
)

GUN = f"{MINE}/gun"
FRIEND = "friend"


def shoot(*things: Any, **more: Any) -> Scenario:
    """The Shooting phase of player 0 with these units."""
    return phase(battle(*things, **more), "shooting phase")


def targets(position: Scenario) -> list[Any]:
    """Whom the unit may shoot at."""
    assert position.asked == "ranged_target", position.asked
    return [one for one in position.options if one is not None]


def gun(*abilities: str, **more: Any) -> Any:
    """Rules in which our unit has such a gun and nothing else."""
    traits = {name: more.pop(name) for name in ("keywords", "wounds") if name in more}
    return invent(sheet(MINE, arm("gun", *abilities, **more), **traits))


def mine(*places: tuple[float, float], **more: Any) -> list[Any]:
    return unit(MINE, *(places or [(20, 20)]), weapons=(GUN,), **more)


# Who may shoot ----------------------------------------------------------------------------------------------


@rule("core.shooting-phase", 1, 2, 3)
@rule("commentary.eligible-to-shoot")
@pytest.mark.parametrize("done", ["advance", "fall back", "shot"])
def test_units_that_advanced_fell_back_or_shot_do_not_shoot(done: str) -> None:
    other = unit(MINE, (20, 30), name=FRIEND)
    position = shoot(mine(done=(done,)), other, unit(FOES, (30, 20)), rolls=[(1,)])
    assert position.options == [FRIEND, None]
    position.answer(FRIEND, FOES)
    assert [event.unit for event in happened(position, TargetsDeclared)] == [FRIEND]
    assert position.idle or position.asked != "shoot"


@rule("errata.selected-to-shoot", 1)
@rule("core.select-ranged-targets", 2)
@rule("core.shooting-phase", 4)
@pytest.mark.parametrize(("x", "able"), [(20 + 24 + 1.25, True), (20 + 24 + 1.3, False)])
def test_a_unit_is_selected_only_with_a_target_in_range(x: float, able: bool) -> None:
    position = shoot(mine(), unit(FOES, (x, 20)))
    assert (position.asked == "shoot" if not position.idle else False) is able


WALL = {"id": "wall", "outline": [[24, 0], [25, 0], [25, 44], [24, 44]], "height": 9, "traits": ["ruin"]}


@rule("core.select-ranged-targets", 2)
@rule("core.weapon-indirect-fire", 1)
@rule("errata.indirect-fire", 1, 7)
@pytest.mark.parametrize(
    ("abilities", "able"), [((), False), (("indirect fire",), True), (("indirect fire", "torrent"), False)]
)
def test_only_indirect_fire_reaches_what_is_not_seen(abilities: tuple[str, ...], able: bool) -> None:
    skill = None if "torrent" in abilities else 3
    rules = invent(sheet(MINE, arm("gun", *abilities, skill=skill)), terrain=[WALL])
    position = shoot(mine(), unit(FOES, (30, 20)), rules=rules)
    assert (not position.idle and position.options == [MINE, None]) is able


@rule("core.weapon-indirect-fire", 2)
def test_indirect_fire_has_a_range() -> None:
    rules = invent(sheet(MINE, arm("gun", "indirect fire", range=9)), terrain=[WALL])
    assert shoot(mine(), unit(FOES, (32, 20)), rules=rules).asked != "shoot"


@rule("errata.indirect-fire", 2, 3, 4, 5, 6)
@pytest.mark.parametrize(("face", "hit"), [(3, 0), (4, 1)])
def test_blind_fire_hits_less_and_is_covered(face: int, hit: int) -> None:
    rules = invent(sheet(MINE, arm("gun", "indirect fire", skill=2, ap=-1)), terrain=[WALL])
    position = shooting(rules=rules, rolls=[(face,), *([(4,), (3,)] if hit else [])])
    assert happened(position, HitsRolled)[0].hits == hit
    if hit:
        assert happened(position, SavesRolled)[0].needed == 4 and left(position) == []


@rule("errata.indirect-fire", 4)
def test_blind_fire_subtracts_one() -> None:
    rules = invent(sheet(MINE, arm("gun", "indirect fire", skill=4)), terrain=[WALL])
    assert happened(shooting(rules=rules, rolls=[(4,)]), HitsRolled)[0].hits == 0


# Locked in combat -------------------------------------------------------------------------------------------


NEAR = (22.2, 20.0)
"""Engaged with a model at (20, 20)."""


@rule("core.locked-in-combat", 1, 3)
@rule("commentary.locked-in-combat", 1, 2, 4)
@rule("core.big-guns-never-tire", 1)
@rule("commentary.big-guns-never-tire-blast-and-pistols", 1)
@pytest.mark.parametrize(
    ("keyword", "ability", "able"),
    [("Infantry", (), False), ("Vehicle", (), True), ("Monster", (), True), ("Infantry", ("pistol",), True)],
)
@rule("core.weapon-pistol", 1)
def test_who_shoots_while_locked_in_combat(keyword: str, ability: tuple[str, ...], able: bool) -> None:
    position = shoot(mine(), unit(FOES, NEAR), rules=gun(*ability, keywords=[keyword]))
    assert (not position.idle and position.options == [MINE, None]) is able


@rule("core.locked-in-combat", 2, 3)
@rule("commentary.locked-in-combat", 3, 4)
@rule("core.big-guns-never-tire", 3)
@rule("commentary.big-guns-never-tire-blast-and-pistols", 2)
@pytest.mark.parametrize(("keyword", "able"), [("Infantry", False), ("Vehicle", True), ("Monster", True)])
def test_enemies_locked_in_combat_are_no_targets(keyword: str, able: bool) -> None:
    rules = invent(sheet(FOES, keywords=[keyword]))
    position = shoot(mine((20, 5)), unit(MINE, (20, 20), name=FRIEND, done=("shot",)), unit(FOES, NEAR), rules=rules)
    assert (not position.idle and MINE in position.options) is able


@rule("core.weapon-pistol", 2)
@rule("core.big-guns-never-tire", 2)
@pytest.mark.parametrize(
    ("keyword", "ability", "found"),
    [("Infantry", ("pistol",), {FOES}), ("Vehicle", (), {FOES, "far"}), ("Vehicle", ("blast",), {"far"})],
)
@rule("core.weapon-blast", 2)
def test_whom_a_unit_locked_in_combat_shoots_at(keyword: str, ability: tuple[str, ...], found: set[str]) -> None:
    friend = unit(MINE, (24.4, 20), name=FRIEND, done=("shot",))
    far = unit(FOES, (20, 35), name="far")
    rules = gun(*ability, keywords=[keyword])
    position = shoot(mine(), friend, unit(FOES, NEAR), far, rules=rules).answer(MINE)
    assert set(targets(position)) == found


@rule("errata.big-guns-never-tire", 1, 2)
@pytest.mark.parametrize(("ability", "hit"), [((), 0), (("pistol",), 1)])
def test_a_vehicle_locked_in_combat_hits_less(ability: tuple[str, ...], hit: int) -> None:
    rolls = [(3,), *([(1,)] * hit)]
    position = shooting(unit(FOES, NEAR), rules=gun(*ability, keywords=["Vehicle"]), rolls=rolls)
    assert happened(position, HitsRolled)[0].hits == hit


@rule("core.big-guns-never-tire", 4)
@pytest.mark.parametrize(("ability", "hit"), [((), 0), (("pistol",), 1)])
def test_a_vehicle_in_the_fray_is_hit_less(ability: tuple[str, ...], hit: int) -> None:
    rules = invent(sheet(MINE, arm("gun", *ability)), sheet(FOES, keywords=["Vehicle"]))
    friend = unit(MINE, (32.2, 20), name=FRIEND)
    position = shooting(unit(FOES, (30, 20)), friend, rules=rules, rolls=[(3,), *([(1,)] * hit)])
    assert happened(position, HitsRolled)[0].hits == hit


# What holds from the selection on ---------------------------------------------------------------------------


@rule("core.weapon-assault")
def test_assault_weapons_shoot_after_an_advance() -> None:
    rules = invent(sheet(MINE, arm("gun", "assault"), arm("rifle")))
    both = unit(MINE, (20, 20), weapons=(GUN, f"{MINE}/rifle"), done=("advance",))
    position = shoot(both, unit(FOES, (30, 20)), rules=rules, rolls=[(1,)]).answer(MINE, FOES)
    assert [event.weapon for event in happened(position, TargetsDeclared)] == [GUN]


@rule("core.weapon-one-shot")
@rule("faq.timing.unresolved-attacks-after-target-destroyed", 1, 2, 3)
def test_weapons_are_used_up_by_attacks_that_are_never_made() -> None:
    rules = invent(sheet(MINE, arm("gun"), arm("rocket", "one shot", "hazardous")))
    both = unit(MINE, (20, 20), weapons=(GUN, f"{MINE}/rocket"))
    position = shoot(both, unit(FOES, (30, 20)), unit(FOES, (30, 30), name="more"), rules=rules,
                     rolls=[(3,), (4,), (1,), (2,)])  # fmt: skip
    as_declared(position.answer(MINE, FOES, FOES))
    assert len(happened(position, HitsRolled)) == 1 and len(happened(position, HazardTested)) == 1
    assert position.state.models[f"{MINE}.1"].spent == (GUN, f"{MINE}/rocket")


@rule("core.lone-operative")
@pytest.mark.parametrize(("x", "able"), [(33.2, True), (33.3, False)])
def test_a_lone_operative_is_shot_from_near_only(x: float, able: bool) -> None:
    rules = invent(sheet(FOES, abilities=["lone operative"]))
    position = shoot(mine(), unit(FOES, (x, 20)), rules=rules)
    assert (not position.idle and position.asked == "shoot") is able


@rule("core.select-ranged-targets", 1, 3)
@rule("core.make-ranged-attacks", 1)
def test_weapons_may_be_shot_at_different_targets_declared_before_any_roll() -> None:
    rules = invent(sheet(MINE, arm("gun"), arm("rifle", attacks="2")))
    both = unit(MINE, (20, 20), weapons=(GUN, f"{MINE}/rifle"))
    far = unit(FOES, (20, 32), name="far")
    position = shoot(both, unit(FOES, (30, 20)), far, rules=rules, rolls=[(1,), (1, 1)])
    as_declared(position.answer(MINE, "far", FOES))
    made = [(event.target, event.weapon) for event in happened(position, TargetsDeclared)]
    assert made == [("far", GUN), (FOES, f"{MINE}/rifle")]
    assert [(event.target, len(event.faces)) for event in happened(position, HitsRolled)] == [("far", 1), (FOES, 2)]


@rule("core.select-ranged-targets", 5)
def test_models_may_shoot_at_different_targets() -> None:
    position = shoot(mine((20, 20), (20, 22)), unit(FOES, (30, 20)), unit(FOES, (20, 34), name="far"),
                     rules=gun(), rolls=[(1,), (1,)])  # fmt: skip
    position.answer(MINE, "split", "far", FOES)
    assert {(event.target, event.models) for event in happened(position, TargetsDeclared)} == {
        ("far", ("mine.1",)),
        (FOES, ("mine.2",)),
    }


@rule("core.weapon-pistol", 3)
def test_a_unit_shoots_with_pistols_or_with_other_weapons() -> None:
    rules = invent(sheet(MINE, arm("gun", "pistol"), arm("rifle")))
    both = unit(MINE, (20, 20), weapons=(GUN, f"{MINE}/rifle"))
    position = shoot(both, unit(FOES, (30, 20)), rules=rules, rolls=[(1,)]).answer(MINE, FOES)
    assert [event.weapon for event in happened(position, TargetsDeclared)] == [GUN]


@rule("core.weapon-blast", 2)
@rule("core.big-guns-never-tire", 3)
def test_blast_is_never_used_at_enemies_locked_in_combat() -> None:
    rules = invent(sheet(MINE, arm("gun", "blast")), sheet(FOES, keywords=["Vehicle"]))
    friend = unit(MINE, (20, 20), name=FRIEND, done=("shot",))
    position = shoot(mine((20, 5)), friend, unit(FOES, NEAR), rules=rules)
    assert position.idle or position.asked != "shoot"


# Whose weapon it is -----------------------------------------------------------------------------------------


def armed(*arms: str, places: Any = ((20, 20), (20, 21.5)), **more: Any) -> list[Any]:
    """Our unit, each model with weapons of these names, ``a+b`` for two."""
    one, *bodies = unit(MINE, *places, **more)
    return [one, *(replace(body, weapons=tuple(f"{MINE}/{arm}" for arm in names.split("+")))
                   for body, names in zip(bodies, arms, strict=True))]  # fmt: skip


def asked_of(position: Scenario, *answers: Any) -> list[str]:
    """For which weapons a target is asked, all shot at the foes or as it is answered."""
    found, waiting = [], list(answers)
    while position.asked == "ranged_target":
        found.append(str(position.game.requests[0].about["weapon"]).rpartition("/")[2])
        position.answer(waiting.pop(0) if waiting else FOES)
    return found


@rule("core.weapon-pistol", 3)
@pytest.mark.parametrize(
    ("arms", "keyword", "shot"),
    [
        (("rifle", "sidearm"), "Infantry", {"rifle": 1, "sidearm": 1}),
        (("rifle+sidearm", "sidearm"), "Infantry", {"rifle": 1, "sidearm": 1}),
        (("rifle+sidearm", "rifle+sidearm"), "Infantry", {"rifle": 2}),
        (("rifle+sidearm", "rifle+sidearm"), "Monster", {"rifle": 2, "sidearm": 2}),
    ],
)
def test_each_model_shoots_pistols_or_other_weapons(arms: tuple[str, str], keyword: str, shot: dict[str, int]) -> None:
    rules = invent(sheet(MINE, arm("rifle"), arm("sidearm", "pistol", range=12), keywords=[keyword]))
    rolls = [(1,) * count for count in shot.values()]
    position = shoot(armed(*arms), unit(FOES, (28, 20)), rules=rules, rolls=rolls).answer(MINE)
    assert asked_of(position) == [*shot]


@rule("core.weapon-pistol", 2)
def test_pistols_in_combat_are_all_shot_at_one_enemy_unit() -> None:
    rules = invent(sheet(MINE, arm("sidearm", "pistol", range=12), arm("other", "pistol", range=12)))
    second = unit(FOES, (17.8, 21.5), name="second")
    position = shoot(armed("sidearm", "sidearm+other"), unit(FOES, NEAR), second, rules=rules, rolls=[(1, 1), (1,)])
    position.answer(MINE)
    assert position.options == [FOES, "second", None]
    position.answer("second")
    assert position.options == ["second", None]


@rule("core.weapon-pistol", 2)
def test_pistols_with_one_shot_are_held_back_in_combat_but_not_shot_at_two_units() -> None:
    rules = invent(sheet(MINE, arm("sidearm", "pistol", "one shot", range=12)))
    second = unit(FOES, (17.8, 21.5), name="second")
    position = shoot(armed("sidearm", "sidearm"), unit(FOES, NEAR), second, rules=rules, rolls=[(1,)])
    position.answer(MINE, "split", "second")
    assert position.options == ["second", None]
    position.answer(None)
    assert [(event.target, event.models) for event in happened(position, TargetsDeclared)] == [("second", ("mine.1",))]


@rule("core.big-guns-never-tire", 1, 2)
def test_in_combat_only_the_large_models_of_a_unit_shoot_with_all_weapons() -> None:
    hero = sheet("hero", arm("gun"), keywords=["Character", "Monster"])
    rules = invent(sheet(MINE, arm("gun")), hero)
    one, *bodies = unit(MINE, (20, 20), leaders=("hero",), weapons=(GUN,))
    leader, head = unit("hero", (20, 21.6), weapons=("hero/gun",))
    ours = [one, *bodies, replace(leader, area="attached"), replace(head, unit=MINE)]
    position = shoot(ours, unit(FOES, NEAR), rules=rules, rolls=[(1,)]).answer(MINE)
    asked_of(position)
    assert [event.models for event in happened(position, TargetsDeclared)] == [("hero.1",)]


@rule("errata.big-guns-never-tire", 1)
@rule("core.big-guns-never-tire", 4)
@pytest.mark.parametrize(("keyword", "hits"), [("Monster", 0), ("Vehicle", 0), ("Mounted", 1)])
@pytest.mark.parametrize(("shooter", "target"), [("hero", FOES), (FRIEND, MINE)])
def test_a_large_leader_makes_its_unit_large(keyword: str, hits: int, shooter: str, target: str) -> None:
    """A roll of 3 misses by 1, both of attacks that the Attached unit makes in combat and of those against it."""
    led = attached(mine(), unit("hero", (20, 21.6), player=0))
    things = led, unit(FOES, NEAR), unit(FRIEND, (30, 20), player=1)
    rules = invent(sheet("hero", keywords=["Character", keyword]), sheet(FRIEND))
    position = battle(*things, rules=rules, rolls=[(3,), (1,)])
    one = position.state.models[f"{shooter}.1"]
    declared = aimed(position.game, one.unit, target, f"{shooter}/gun", (str(one.id),))
    position.begin(STRIKE(player=one.player, unit=one.unit, declared=tuple(declared)))
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


@rule("errata.hazardous", 1)
def test_a_weapon_whose_attacks_are_split_is_one_weapon() -> None:
    from .test_fighting import SIDE, fight

    rules = invent(sheet(MINE, blade("blade", "hazardous", attacks="2"), wounds=9))
    ours = unit(MINE, (20, 20), wounds=9, weapons=(f"{MINE}/blade",), done=("charge",))
    foes = unit(FOES, (20 + SIDE, 20)), unit(FOES, (20 - SIDE, 20), name="second")
    position = fight(ours, *foes, rules=rules, rolls=[(1,), (1,), (6,), (1,), (1,)])
    as_declared(position.answer("split").answer(1))
    assert [len(event.faces) for event in happened(position, HazardTested)] == [1]
