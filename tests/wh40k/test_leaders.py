"""Attached units: what they are together, and how they come apart."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import Turn
from rulewright.testing import Scenario
from rulewright_wh40k.attack import SUFFER
from rulewright_wh40k.charge import can_charge
from rulewright_wh40k.effects.returning import lost
from rulewright_wh40k.events.attached_units import Separated, UnitDestroyed
from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved, SavesRolled, TargetsDeclared
from rulewright_wh40k.events.charge import ChargeRolled
from rulewright_wh40k.events.movement import EscapeTested, Moved
from rulewright_wh40k.movement.move_units import distances
from rulewright_wh40k.terms import below_half, did, has_keyword

from .before import off
from .table import (
    FOES,
    MINE,
    arm,
    army,
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
    use,
)
from .test_fighting import SIDE
from .test_written_abilities import with_texts


def attacked(attacks: int, *rolls: Any, soldiers: int = 1) -> Scenario:
    """Foes that a boss leads suffer attacks, each of which destroys a model that does not save."""
    rules = invent(
        sheet(MINE, arm("gun", attacks=str(attacks))), sheet("boss", keywords=["Infantry", "Character"]), sheet(FOES)
    )
    spots = [(30 + 1.5 * number, 20.0) for number in range(soldiers + 1)]
    foes = unit(FOES, *spots, leaders=("boss",))
    last = foes[-1]
    foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 1, last.x, last.y)
    boss = off("boss", area="attached", player=1)[:1]
    position = shooting(foes, boss, rules=rules, rolls=rolls)
    while position.asked in ("allocate", "precision"):
        position.answer(position.options[0])
    return position


@rule("core.attached-units", 4)
@rule("core.keywords")
def test_an_attached_unit_has_the_keywords_of_all_its_units() -> None:
    position = attacked(1, (1,))
    assert has_keyword(position.game, FOES, "Character") and position.state.units[FOES].leaders == ("boss",)


@rule("errata.leader", 1, 3)
@rule("core.ability-leader", 4)
@rule("core.attached-units", 2)
def test_without_its_bodyguard_a_leader_is_a_unit_of_its_own_after_all_attacks() -> None:
    position = attacked(2, (6, 6), (6, 6), (1,), (6,))
    kinds = [type(event) for event in happened(position, ModelRemoved, SavesRolled, Separated)]
    assert kinds == [SavesRolled, ModelRemoved, SavesRolled, Separated]
    boss = position.state.units["boss"]
    assert (boss.area, boss.strength, position.state.models["boss.1"].unit) == ("table", 1, "boss")
    assert position.state.units[FOES].area == "destroyed"


@rule("errata.leader", 2, 3)
@rule("core.attached-units", 2)
def test_without_its_leader_the_bodyguard_is_a_unit_of_its_own() -> None:
    rules = invent(sheet(MINE, arm("gun", "precision")), sheet("boss", keywords=["Infantry", "Character"]), sheet(FOES))
    foes = unit(FOES, (30, 20), (31.5, 20), (33, 20), leaders=("boss",))
    last = foes[-1]
    foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 1, last.x, last.y)
    position = shooting(foes, off("boss", area="attached", player=1)[:1], rules=rules, rolls=[(6,), (6,), (1,)])
    position.answer("boss.1")
    assert [(event.leader, event.unit) for event in happened(position, Separated)] == [("boss", FOES)]
    one = position.state.units[FOES]
    assert (one.area, one.strength, one.leaders) == ("table", 2, ())
    assert position.state.units["boss"].area == "destroyed" and not has_keyword(position.game, FOES, "Character")


@rule("errata.leader", 4, 5, 6)
@rule("core.attached-units", 3)
@pytest.mark.parametrize(("faces", "destroyed"), [([(1,), (6,)], [FOES]), ([(1,), (1,)], [FOES, "boss"])])
def test_each_unit_is_destroyed_by_itself_with_its_own_keywords(faces: Any, destroyed: list[str]) -> None:
    position = attacked(2, (6, 6), (6, 6), *faces)
    found = happened(position, UnitDestroyed)
    assert [event.unit for event in found] == destroyed
    assert ["Character" in event.keywords for event in found] == [False, True][: len(destroyed)]
    assert len(happened(position, ModelDestroyed)) == len(destroyed)


@rule("errata.leader", 1, 2)
@rule("core.unit-coherency", 5)
@pytest.mark.parametrize(("lost", "alone"), [("foes.1", "boss"), ("boss.1", FOES)])
def test_who_is_left_after_removals_for_coherency_is_a_unit_of_its_own(lost: str, alone: str) -> None:
    led = attached(unit(FOES, (30, 20)), unit("boss", (40, 20), player=1))
    position = battle(led, unit(MINE, (5, 5)), rules=invent(sheet("boss")))
    position.begin("game/round/turn/restore_coherency", Turn(player=0, number=1)).answer(lost)
    areas = {id: position.state.units[id].area for id in (FOES, "boss")}
    assert areas == {FOES: "destroyed", "boss": "destroyed", alone: "table"}
    assert position.state.units[alone].strength == 1 and not happened(position, UnitDestroyed)


@rule("core.attached-units")
@rule("errata.mortal-wounds", 4)
def test_mortal_wounds_go_on_to_the_leader_before_the_unit_comes_apart() -> None:
    """Three wounds of a grenade: two for the Bodyguard, which is gone, and one for its Leader, who is alone then."""
    thrower = sheet(MINE, keywords=["Infantry", "Grenades"])
    rules = invent(thrower, sheet(FOES), sheet("boss", wounds=4, keywords=["Character"]))
    one, *bodies = unit(FOES, (26, 20), (27.5, 20), leaders=("boss",), strength=3)
    leader, head = unit("boss", (29, 20), player=1, wounds=4)
    led = [one, *bodies, replace(leader, area="attached"), replace(head, unit=FOES)]
    things = unit(MINE, (20, 20)), led, army(0, 2)
    position = phase(battle(*things, rules=rules, rolls=[(4, 4, 4, 1, 1, 1)]), "shooting phase")
    use(position, "grenade", MINE)
    while position.asked == "allocate":
        assert "boss.1" not in position.options
        position.answer(position.options[0])
    boss = position.state.models["boss.1"]
    assert (boss.wounds, boss.unit) == (3, "boss") and not left(position)


# Two Leaders ------------------------------------------------------------------------------------------------


def fallen(*gone: str) -> Scenario:
    """Three foes that a boss and an aide lead; models of them are destroyed one after the other."""
    leaders = (unit(id, (x, 20), player=1) for id, x in (("boss", 34.5), ("aide", 36)))
    led = attached(unit(FOES, (30, 20), (31.5, 20), (33, 20)), *leaders)
    hero = {"keywords": ["Infantry", "Character"]}
    position = battle(led, unit(MINE, (5, 5)), rules=invent(sheet("boss", **hero), sheet("aide", **hero)))
    for one in gone:
        position.begin(SUFFER(player=1, unit=position.state.models[one].unit, damages=(1,), model=one, by=MINE))
    return position


SOLDIERS = ("foes.1", "foes.2", "foes.3")


@rule("errata.leader", 2)
@rule("core.attached-units", 1)
def test_while_one_of_two_leaders_is_left_the_unit_keeps_its_starting_strength() -> None:
    """Two of five models are fewer than half of them, and would not be of four."""
    position = fallen("boss.1", *SOLDIERS[:2])
    one = position.state.units[FOES]
    assert (one.strength, one.leaders, position.state.units["boss"].area) == (5, ("aide",), "destroyed")
    assert below_half(position.game, FOES) and len(lost(position.game, FOES)) == 2


@rule("errata.leader", 1, 2)
@rule("core.attached-units", 2)
@pytest.mark.parametrize(
    ("gone", "strengths"),
    [(("boss.1", "aide.1"), {FOES: 3}), (SOLDIERS, {"boss": 1, "aide": 1}), (("boss.1", *SOLDIERS), {"aide": 1})],
)
def test_with_its_last_leader_or_soldier_the_unit_comes_apart(gone: Any, strengths: dict[str, int]) -> None:
    position = fallen(*gone)
    left = {str(one.id): one.strength for one in position.state.units.values() if one.player and one.area == "table"}
    assert left == strengths
    assert {id: position.state.units[id].strength for id in (FOES, "boss", "aide")} == {FOES: 3, "boss": 1, "aide": 1}


@rule("commentary.while-leading-a-unit", 3, 4)
def test_of_two_leaders_the_one_that_is_left_still_leads() -> None:
    harden = {"modifies": "toughness", "by": 1, "of": "led"}
    led = attached(unit(FOES, (30, 20)), *(unit(id, (30, y), player=1) for id, y in (("boss", 21.5), ("aide", 23))))
    position = battle(led, unit(MINE, (5, 5)), rules=invent(with_texts("boss", harden), with_texts("aide", harden)))
    tough = [position.game.number("toughness", "foes.1")]
    for one in ("boss.1", "aide.1"):
        position.begin(SUFFER(player=1, unit=FOES, damages=(1,), model=one, by=MINE))
        tough.append(position.game.number("toughness", "foes.1"))
    assert tough == [6, 5, 4]


@rule("core.normal-move")
@rule("errata.model-characteristics")
@pytest.mark.parametrize(("move", "able"), [(4, True), (0, False)])
def test_a_leader_is_as_slow_as_it_is_and_holds_its_unit_up_where_it_cannot_move(move: int, able: bool) -> None:
    led = attached(unit(MINE, (20, 20)), unit("boss", (20, 21.5), player=0))
    position = battle(led, unit(FOES, (28, 20)), rules=invent(sheet("boss", move=move)))
    assert can_charge(position.game, MINE) is able and distances(position.game, MINE) == {"mine.1": 6, "boss.1": move}
    position.begin(SUFFER(player=0, unit=MINE, damages=(1,), model="boss.1", by=FOES))
    assert can_charge(position.game, MINE) and distances(position.game, MINE) == {"mine.1": 6}


@rule("errata.leader", 3, 4)
@rule("core.weapon-precision", 2)
def test_two_leaders_that_are_picked_out_and_their_soldier_are_destroyed_one_by_one() -> None:
    led = attached(unit(FOES, (30, 20)), *(unit(id, (30, y), player=1) for id, y in (("boss", 21.5), ("aide", 23))))
    hero = {"keywords": ["Infantry", "Character"]}
    rules = invent(
        sheet(MINE, arm("gun", "precision", attacks="3", ap=-6)), sheet("boss", **hero), sheet("aide", **hero)
    )
    position = shooting(led, rules=rules, rolls=[(6,) * 3, (6,) * 3, (1,), (1,), (1,)])
    assert position.options == ["boss.1", "aide.1", None]
    position.answer("boss.1", "aide.1", None)
    assert [event.unit for event in happened(position, UnitDestroyed)] == ["boss", "aide", FOES]
    assert {one.area for one in position.state.units.values() if one.player} == {"destroyed"}


@rule("core.deadly-demise")
@rule("errata.leader", 4, 6)
@pytest.mark.parametrize(("one", "other"), [("boss", FOES), (FOES, "boss")])
def test_who_explodes_within_its_unit_may_destroy_the_other_part_of_it(one: str, other: str) -> None:
    led = attached(unit(FOES, (30, 20)), unit("boss", (30, 21.5), player=1))
    both = [sheet(id, abilities=["deadly demise 1"] if id == one else []) for id in (FOES, "boss")]
    position = battle(led, unit(MINE, (5, 5)), rules=invent(*both), rolls=[(6,)])
    position.begin(SUFFER(player=1, unit=FOES, damages=(1,), model=f"{one}.1", by=MINE))
    assert [event.unit for event in happened(position, UnitDestroyed)] == [other, one]
    assert {position.state.units[id].area for id in (FOES, "boss")} == {"destroyed"}


# A Leader goes on alone -------------------------------------------------------------------------------------

SNIPERS = sheet(FOES, arm("gun", ap=-6), blade(ap=-6))
SHOT = [(6,), (6,), (1,)]


def going(step: str, *foes: Any, rolls: Any = (), shocked: bool = False, **more: Any) -> Scenario:
    """A phase of a soldier with its boss, whose enemy can fire Overwatch."""
    ours = attached(unit(MINE, (20, 20), shocked=shocked, **more), unit("boss", (20, 20 + SIDE), player=0))
    things = ours, *foes, army(1, 1)
    return phase(battle(*things, rules=invent(SNIPERS, sheet("boss")), rolls=rolls), step)


@rule("errata.leader", 1, 3)
@rule("core.normal-move")
def test_a_leader_makes_the_move_at_whose_start_its_bodyguard_was_shot() -> None:
    position = going("movement phase", unit(FOES, (30, 20)), rolls=[(2,), *SHOT]).answer((MINE, "advance"))
    position = use(position, "fire-overwatch", FOES).answer(MINE)
    assert position.asked == "go" and position.player == 0
    position.answer((("boss.1", ((18, 22),)),))
    assert [(event.unit, event.how) for event in happened(position, Moved)] == [("boss", "advance")]


@rule("errata.leader", 1, 3)
@rule("core.charge-roll")
def test_a_leader_makes_the_charge_at_whose_start_its_bodyguard_was_shot() -> None:
    position = going("charge phase", unit(FOES, (26, 20)), rolls=[*SHOT, (6, 6)]).answer((MINE, (FOES,)))
    position = use(position, "fire-overwatch", FOES).answer(MINE)
    assert [event.unit for event in happened(position, ChargeRolled)] == ["boss"] and position.asked == "close_in"
    position.answer((("boss.1", ((26 - SIDE, 20),)),))
    assert did(position.game, "boss", "charge") and did(position.game, FOES, "been charged")


@rule("errata.leader", 1)
@rule("core.desperate-escape", 2, 3, 4)
@pytest.mark.parametrize(("faces", "lost"), [((1, 6), 1), ((6, 1), 1), ((1, 1), 2)])
def test_a_leader_falls_back_without_the_bodyguard_that_does_not_escape(faces: Any, lost: int) -> None:
    foe = unit(FOES, (20 - SIDE - 0.5, 20), weapons=())
    position = going("movement phase", foe, rolls=[faces], shocked=True).answer((MINE, "fall back")).answer("mine.1")
    assert [event.model for event in happened(position, ModelDestroyed)] == ["mine.1", "boss.1"][:lost]
    if lost == 1:
        assert position.asked == "go"
        position.answer((("boss.1", ((25, 20 + SIDE),)),))
        assert [(event.unit, event.how) for event in happened(position, Moved)] == [("boss", "fall back")]
        assert len(happened(position, EscapeTested)) == 2


@rule("core.desperate-escape", 3)
def test_a_player_may_select_the_leader_as_who_does_not_escape() -> None:
    foe = unit(FOES, (20 - SIDE - 0.5, 20), weapons=())
    position = going("movement phase", foe, rolls=[(1, 6)], shocked=True).answer((MINE, "fall back"))
    assert (position.asked, position.player, position.options) == ("escape", 0, ["mine.1", "boss.1"])
    position.answer("boss.1")
    assert position.asked == "go" and position.state.units[MINE].leaders == ()


@rule("errata.leader", 1, 3)
@rule("core.consolidate")
def test_a_leader_consolidates_where_its_bodyguard_fell_to_a_last_fight() -> None:
    """The soldier strikes an enemy down, which fights on death and strikes it down."""
    foes = (
        unit(FOES, (20 + SIDE, 20), weapons=(f"{FOES}/blade",)),
        unit(FOES, (22 + SIDE, 20 + SIDE), name="next", weapons=()),
    )
    ours = attached(unit(MINE, (20, 20), done=("charge",)), unit("boss", (20, 20 + SIDE), player=0, weapons=()))
    rules = invent(sheet(FOES, blade(ap=-6), abilities=["fight on death"]), sheet("boss"))
    position = phase(battle(ours, *foes, rules=rules, rolls=[(6,), (6,), (1,), *SHOT]), "fight phase")
    while position.asked == "pile_in":
        position.answer(())
    assert (position.asked, position.player) == ("consolidate", 0) and "mine.1" not in position.state.models
    position.answer((("boss.1", ((22, 20 + SIDE),)),))
    assert [(event.unit, event.how) for event in happened(position, Moved)] == [("boss", "consolidate")]


@rule("commentary.fight-on-death", 9)
@rule("errata.leader", 3)
def test_who_is_led_and_who_leads_fight_on_death_together() -> None:
    ours = unit(MINE, (20, 20), done=("charge",), weapons=(f"{MINE}/blade",))
    led = attached(unit(FOES, (20 + SIDE, 20)), unit("boss", (20, 20 + SIDE), player=1))
    able = {"abilities": ["fight on death"]}
    rules = invent(sheet(MINE, blade(attacks="2", ap=-6)), sheet(FOES, **able), sheet("boss", **able))
    position = phase(battle(ours, led, rules=rules, rolls=[(6, 6), (6, 6), (1,), (1,), (1,), (1,)]), "fight phase")
    while position.asked in ("pile_in", "consolidate"):
        position.answer(())
    made = [(event.unit, event.models) for event in happened(position, TargetsDeclared)]
    assert made == [(MINE, ("mine.1",)), (FOES, ("foes.1",)), (FOES, ("boss.1",))]
    assert [event.unit for event in happened(position, UnitDestroyed)] == [FOES, "boss"]
    assert {position.state.units[id].area for id in (FOES, "boss")} == {"destroyed"}
