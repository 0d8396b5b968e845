"""Sentences that one case does not prove: both sides of a boundary, the order, and every one of several."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE, SUFFER
from rulewright_wh40k.events.attached_units import UnitDestroyed
from rulewright_wh40k.events.attacks import (
    HazardTested,
    HitsRolled,
    ModelDestroyed,
    ModelRemoved,
    SavesRolled,
    TargetsDeclared,
    WoundScored,
    WoundsRolled,
)
from rulewright_wh40k.events.battle_round import PhaseEnded
from rulewright_wh40k.events.command import Controlled, ShockTested
from rulewright_wh40k.events.stratagems import StratagemUsed
from rulewright_wh40k.shooting.select_targets import aimed

from .before import CARRIER, carrier, off, places, within
from .changes import changed
from .table import (
    FOES,
    MINE,
    arm,
    army,
    as_declared,
    battle,
    blade,
    happened,
    invent,
    left,
    marker,
    offered,
    phase,
    plain,
    rule,
    sheet,
    shooting,
    unit,
    use,
)
from .test_fighting import BLADE, SIDE, fight, fought, stay
from .test_movement import go, moving, ways
from .test_shooting import mine, shoot
from .test_stratagems import own, stratagem
from .test_written_abilities import with_texts

NEAR = (22.2, 20.0)
"""Engaged with a model at (20, 20)."""


# Shooting ---------------------------------------------------------------------------------------------------


@rule("core.big-guns-never-tire", 5)
@pytest.mark.parametrize("theirs", ["Vehicle", "Monster"])
@pytest.mark.parametrize(("ours", "able"), [("Infantry", False), ("Vehicle", True), ("Monster", True)])
def test_an_enemy_vehicle_nearby_lets_nobody_else_shoot(ours: str, theirs: str, able: bool) -> None:
    rules = invent(sheet(MINE, arm("gun"), keywords=[ours]), sheet(FOES, keywords=[theirs]))
    position = shoot(mine(), unit(FOES, NEAR), rules=rules)
    assert (not position.idle and position.options == [MINE, None]) is able


@rule("core.make-ranged-attacks", 2)
def test_all_attacks_at_one_target_come_before_those_at_another() -> None:
    arms = [f"{MINE}/{name}" for name in ("gun", "rifle", "cannon")]
    rules = invent(sheet(MINE, arm("gun"), arm("rifle"), arm("cannon")))
    things = unit(MINE, (20, 20), weapons=arms), unit(FOES, (30, 20)), unit(FOES, (20, 32), name="far")
    position = shoot(*things, rules=rules, rolls=[(1,)] * 3)
    as_declared(position.answer(MINE, "far", FOES, "far"))
    made = [event.target for event in happened(position, HitsRolled)]
    assert sorted(made) == ["far", "far", FOES] and made[1] == "far", made


@rule("commentary.just-after", 2)
def test_what_is_done_just_after_targets_are_selected_comes_before_any_attack() -> None:
    things = mine(), unit(FOES, (30, 20)), army(1, 1)
    position = shoot(*things, rolls=[(3,), (4,), (6,)]).answer(MINE, FOES)
    assert position.window == "targets selected" and offered(position)
    assert happened(position, TargetsDeclared) and not happened(position, HitsRolled)


@rule("core.terrain-debris", 3)
@pytest.mark.parametrize(("second", "need"), [((20.0, 11.5), 5), ((20.0, 20.0), 4)])
def test_one_model_that_does_not_see_all_of_it_is_enough_for_cover(second: tuple[float, float], need: int) -> None:
    wall = {"id": "wall", "outline": [[27, 20], [28, 20], [28, 30], [27, 30]], "height": 6, "traits": ["debris"]}
    rules = invent(sheet(MINE, arm("gun", range=48)), sheet(FOES, save=5), terrain=[wall])
    ours = unit(MINE, (20, 10), second)
    position = shooting(ours, unit(FOES, (30, 20)), attackers=("mine.1", "mine.2"), rules=rules,
                        rolls=[(3, 1), (4,), (6,)])  # fmt: skip
    assert happened(position, SavesRolled)[0].needed == need


@rule("core.hit-roll", 3)
@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 1)])
def test_an_unmodified_1_misses_whatever_is_added(face: int, hits: int) -> None:
    """A Heavy weapon of a unit that has not moved hits on 2+ with 1 more: a 1 would be enough."""
    rules = invent(sheet(MINE, arm("gun", "heavy", skill=2)))
    position = shooting(mine(), rules=rules, rolls=[(face,), *([(1,)] * hits)])
    assert happened(position, HitsRolled)[0].hits == hits


@rule("core.wound-roll", 8)
@pytest.mark.parametrize(("face", "wounds"), [(1, 0), (2, 1)])
def test_an_unmodified_1_does_not_wound_whatever_is_added(face: int, wounds: int) -> None:
    """Strength 8 against Toughness 4 wounds on 2+, and a Lance adds 1 after a charge."""
    rules = invent(sheet(MINE, arm("gun", "lance", strength=8)))
    position = shooting(mine(done=("charge",)), rules=rules, rolls=[(3,), (face,), *([(6,)] * wounds)])
    assert happened(position, WoundsRolled)[0].wounds == wounds


@rule("core.deadly-demise", 2)
@pytest.mark.parametrize(("face", "lost"), [(6, 1), (5, 0), (1, 0)])
def test_only_on_a_6_does_it_explode(face: int, lost: int) -> None:
    rules = invent(sheet(FOES, abilities=["deadly demise 1"]), sheet("near", wounds=3))
    near = unit("near", (34, 20), player=0, wounds=3)
    position = shooting(near, rules=rules, rolls=[(3,), (4,), (1,), (face,)])
    assert left(position) == [] and left(position, "near") == [3 - lost]


@rule("errata.hazardous", 1)
def test_there_is_a_test_for_each_hazardous_weapon_that_was_shot_and_for_no_other() -> None:
    rules = invent(sheet(MINE, arm("gun", "hazardous"), arm("rifle", "hazardous"), arm("bow"), wounds=9))
    ours = unit(MINE, (20, 20), wounds=9, weapons=[f"{MINE}/{name}" for name in ("gun", "rifle", "bow")])
    position = shoot(ours, unit(FOES, (30, 20)), rules=rules, rolls=[(1,), (1,), (1,), (6, 6)])
    position.answer(MINE)
    while position.asked == "ranged_target":
        position.answer(FOES)
    as_declared(position)
    assert [len(event.faces) for event in happened(position, HazardTested)] == [2]


# Moving -----------------------------------------------------------------------------------------------------


@rule("core.normal-move", 2)
@pytest.mark.parametrize(("y", "legal"), [(21.8, False), (22.3, True)])
def test_nobody_passes_near_an_enemy_on_the_way(y: float, legal: bool) -> None:
    """The move begins and ends farther away than 1"; only its middle comes near."""
    position = moving(unit(MINE, (20, 20)), unit(FOES, (23, y))).answer((MINE, "normal"))
    assert (not position.game.requests[0].check(go((26, 20)))) is legal


@rule("core.engagement-range", 1)
@pytest.mark.parametrize(("ground", "engaged"), [(4.9, True), (5.0, True), (5.01, False)])
def test_engagement_range_is_5_inches_high(ground: float, engaged: bool) -> None:
    foes = unit(FOES, (20.5, 20))
    foes[1] = replace(foes[1], ground=ground)
    assert (ways(moving(unit(MINE, (20, 20)), foes))[0] == "fall back") is engaged


# Fighting ---------------------------------------------------------------------------------------------------


@rule("core.fight-eligibility")
@pytest.mark.parametrize(
    ("x", "done", "fights"),
    [(30.0, ("charge",), True), (30.0, (), False), (20 + SIDE, (), True), (20 + SIDE, ("charge",), True)],
)
def test_who_is_engaged_or_has_charged_fights(x: float, done: tuple[str, ...], fights: bool) -> None:
    position = fight(unit(MINE, (20, 20), done=done), unit(FOES, (x, 20)), rolls=[(1,)] * 2)
    assert (MINE in fought(position)) is fights


@rule("core.fight-phase-sequence", 4)
def test_the_player_with_units_left_fights_with_all_of_them_one_at_a_time() -> None:
    ours = [unit(MINE, (20 + 2 * number * SIDE, 20), name=f"m{number}") for number in range(2)]
    foes = unit(FOES, (20 + SIDE, 20))
    position = fight(*ours, foes, rolls=[(1,)] * 3)
    while position.asked in ("melee_target", "fight"):
        stay(position, position.options[0])
    assert fought(position)[0] == FOES and sorted(fought(position)[1:]) == ["m0", "m1"]


@rule("core.select-melee-targets", 1)
def test_all_targets_are_declared_before_any_attack_is_made() -> None:
    ours = unit(MINE, (20, 20), (20, 20 + SIDE), done=("charge",))
    foes = [*unit(FOES, (20 + SIDE, 20)), *unit(FOES, (20 + SIDE, 20 + SIDE), name="more")]
    position = stay(fight(ours, foes, rolls=[(1,)] * 4), "split", "more", FOES, "more", FOES)
    order = [type(event).__name__ for event in happened(position, TargetsDeclared, HitsRolled) if event.unit == MINE]
    assert order == ["TargetsDeclared", "TargetsDeclared", "HitsRolled", "HitsRolled"]


@rule("errata.extra-attacks", 1)
def test_every_extra_attacks_weapon_is_used_and_one_other() -> None:
    tails = [f"tail{number}" for number in (1, 2, 3)]
    rules = invent(sheet(MINE, blade("blade"), blade("claw"), *(blade(one, "extra attacks") for one in tails)))
    arms = [BLADE, f"{MINE}/claw", *(f"{MINE}/{one}" for one in tails)]
    ours = unit(MINE, (20, 20), weapons=arms, done=("charge",))
    position = stay(fight(ours, unit(FOES, (20 + SIDE, 20)), rules=rules, rolls=[(1,)] * 5), BLADE)
    used = [event.weapon for event in happened(position, TargetsDeclared) if event.unit == MINE]
    assert used == [arms[0], *arms[2:]]


# Stratagems -------------------------------------------------------------------------------------------------


@rule("errata.stratagem-fire-overwatch", 7)
def test_nobody_watches_twice_in_a_turn() -> None:
    rules = invent(sheet(MINE, wounds=9))
    ours = unit(MINE, (20, 20), wounds=9), unit(MINE, (20, 24), wounds=9, name="other")
    foes = unit(FOES, (36, 20)), unit(FOES, (36, 24), name="second")
    position = phase(battle(*ours, *foes, army(1, 5), rules=rules, rolls=[(1,)]), "movement phase")
    position.answer((MINE, "normal"))
    assert offered(position) == [("fire-overwatch", FOES), ("fire-overwatch", "second")]
    use(position, "fire-overwatch", FOES).answer(MINE)
    plain(position).answer(())
    plain(position).answer(("other", "normal"))
    assert position.asked == "go" and position.state.armies[1].cp == 4


@rule("errata.stratagem-insane-bravery", 2)
def test_insane_bravery_is_for_no_test_outside_of_the_own_command_phase() -> None:
    fright = stratagem("fright", {"do": "choose_unit", "within": 12, "then": [{"do": "take_test"}]})
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 3), army(1, 1, detachment="own")
    position = phase(battle(*things, rules=own(fright), rolls=[(1, 1)]), "shooting phase", 1)
    use(position, "fright", FOES)
    assert position.state.units[MINE].shocked and position.state.armies[0].cp == 3
    assert not any(event.stratagem == "insane-bravery" for event in happened(position, StratagemUsed))


# Flying -----------------------------------------------------------------------------------------------------

OVER: Any = {"id": "block", "outline": [[22, 10], [24, 10], [24, 30], [22, 30]], "height": 4.0, "traits": ["hill"]}


@rule("commentary.flying-over-terrain", 1)
@pytest.mark.parametrize("keyword", ["Fly", "Vehicle"])
@pytest.mark.parametrize(("way", "rolls"), [("normal", []), ("advance", [(1,)]), ("fall back", [])])
def test_who_flies_goes_over_terrain_in_moves_of_every_kind(keyword: str, way: str, rolls: Any) -> None:
    """Up and down again are 8 inches more for who does not fly, and through the air about 5."""
    rules = invent(sheet(MINE, move=13, keywords=[keyword]), terrain=[OVER])
    foes = unit(FOES, (19.0, 22.0) if way == "fall back" else (50, 40))
    position = phase(battle(unit(MINE, (20, 20)), foes, rules=rules, rolls=rolls), "movement phase")
    position.answer((MINE, way))
    assert (not position.game.requests[0].check((("mine.1", ((28.0, 20.0),)),))) is (keyword == "Fly")


@rule("commentary.moving-over-models", 3)
@pytest.mark.parametrize(("way", "rolls"), [("normal", []), ("advance", [(1,)]), ("fall back", [])])
@pytest.mark.parametrize(("x", "legal"), [(25.6, True), (25.2, False)])
def test_who_moves_over_enemies_never_ends_within_engagement_range_of_one(
    way: str, rolls: Any, x: float, legal: bool
) -> None:
    rules = invent(sheet(MINE, keywords=["Fly", "Vehicle"]), sheet("big", keywords=["Monster"]))
    foes = [*unit("big", (23, 20), player=1), *(unit(FOES, (20, 22.2)) if way == "fall back" else [])]
    position = phase(battle(unit(MINE, (20, 20)), foes, rules=rules, rolls=rolls), "movement phase")
    position.answer((MINE, way))
    assert (not position.game.requests[0].check((("mine.1", ((x, 20.0),)),))) is legal


@rule("commentary.counts-as-normal-move", 4)
def test_who_arrives_from_reserves_has_made_no_move_that_others_wait_for() -> None:
    """Overwatch is offered because it was set up; nothing that follows a Normal move is."""
    ambush = stratagem("ambush", when={"moment": "move ends", "phases": ["movement"], "turn": "theirs"})
    rules = own(ambush, sheets=[sheet(MINE, abilities=["deep strike"])])
    away = off(MINE, 1, "reserves", reserve="deep strike")
    things = away, unit(FOES, (50, 30)), army(1, 3, detachment="own")
    position = phase(battle(*things, rules=rules, round=2), "movement phase/reinforcements")
    position.answer((MINE, "deep strike"), places((30, 19)))
    assert position.state.units[MINE].area == "table" and position.window != "move ends"

    moved = phase(battle(unit(MINE, (20, 20)), *things[1:], rules=rules), "movement phase").answer((MINE, "normal"))
    plain(moved).answer((("mine.1", ((22.0, 20.0),)),))
    assert moved.window == "move ends" and ("ambush", FOES) in offered(moved)


# What is destroyed ------------------------------------------------------------------------------------------

MOURN = stratagem("mourn", {"do": "gain_cp", "cp": 1}, when={"moment": "unit destroyed"}, target={"who": "none"})
"""Something that may be used while the last model of a unit is destroyed, and not removed yet."""


def mourned(*sheets: Any, models: int = 1, strike: bool = False, things: Any = ()) -> Scenario:
    """All models of our unit are destroyed, by mortal wounds or by enemy attacks; its player may use a Stratagem."""
    ours = unit(MINE, *((30, 20 + 1.5 * number) for number in range(models)))
    foes, armies = unit(FOES, (20, 20)), army(0, 1, detachment="own")
    position = battle(ours, foes, *things, armies, rules=own(MOURN, sheets=sheets), rolls=[(3,), (4,), (1,)])
    if strike:
        shots = aimed(position.game, FOES, MINE, f"{FOES}/gun", [f"{FOES}.1"])
        return position.begin(STRIKE(player=1, unit=FOES, melee=False, declared=tuple(shots)))
    return position.begin(SUFFER(player=0, unit=MINE, damages=(1,) * models, by=FOES, mortal=True))


@rule("faq.timing.destroyed-model-before-removal", 1, 2, 3)
def test_what_is_used_when_a_unit_is_destroyed_still_finds_its_abilities_and_its_auras() -> None:
    text = {"name": "Stern", "does": [{"modifies": "toughness", "layer": "changed", "by": 1}]}
    doomed = {**sheet(MINE, abilities=["beacon"]), "texts": [text]}
    position = mourned(doomed, sheet("near"), things=[unit("near", (32, 20), player=0)])
    assert position.window == "unit destroyed" and happened(position, ModelDestroyed)
    assert position.game.number("toughness", "mine.1") == 5
    assert position.game.number("leadership", "near.1") == 6
    position.answer(None)
    assert position.game.number("leadership", "near.1") == 7 and not left(position, MINE)
    beside = mourned(sheet("beacon", abilities=["beacon"]), things=[unit("beacon", (28, 20), player=0)])
    assert beside.window == "unit destroyed" and beside.game.number("leadership", "mine.1") == 6


@rule("core.leadership-test")
def test_a_unit_whose_last_model_is_destroyed_no_longer_takes_a_test() -> None:
    scare = {"when": "unit destroyed", "whose": "opposing", "effects": [{"do": "battle_shock", "within": 12}]}
    position = mourned(with_texts(FOES, scare))
    while position.asked:
        position.answer(None if None in position.options else position.options[0])
    assert happened(position, UnitDestroyed) and not happened(position, ShockTested)


@rule("commentary.destroyed-model")
@rule("commentary.destroyed-unit")
@rule("commentary.destroyed-by")
@pytest.mark.parametrize("strike", [False, True])
def test_only_the_last_of_its_models_takes_a_unit_with_it(strike: bool) -> None:
    position = mourned(models=1 if strike else 3, strike=strike)
    while position.window != "unit destroyed":
        position.answer(None if position.asked == "react" else position.options[0])
    count = 1 if strike else 3
    slain = happened(position, ModelDestroyed)
    assert [event.by for event in slain] == [FOES] * count and left(position, MINE) == [0]
    assert len(happened(position, ModelRemoved)) == count - 1 and not happened(position, UnitDestroyed)
    assert (position.window, offered(position)) == ("unit destroyed", [("mourn",)])
    position.answer(None)
    assert len(happened(position, ModelRemoved)) == count and left(position, MINE) == []
    assert [event.unit for event in happened(position, UnitDestroyed)] == [MINE]


# What wounds, and what is saved -----------------------------------------------------------------------------


@rule("faq.general.save-not-one-plus")
@pytest.mark.parametrize(("ap", "need"), [(0, 2), (1, 3)])
def test_a_save_of_2_is_made_no_better_before_the_armour_is_penetrated(ap: int, need: int) -> None:
    rules = changed("save", -1, sheet(MINE, arm("gun", ap=-ap)), sheet(FOES, save=2), unit=FOES)
    assert happened(shooting(rules=rules, rolls=[(3,), (4,), (6,)]), SavesRolled)[0].needed == need


@rule("commentary.automatically-wounds")
def test_a_sure_wound_is_saved_beside_a_critical_one_that_is_not() -> None:
    """Of three hits one is lethal; of the other two one wounds critically, and one does not wound."""
    rules = invent(sheet(MINE, arm("gun", "lethal hits", "devastating wounds", attacks="3")), sheet(FOES, wounds=9))
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(6, 3, 3), (6, 3), (1,)])
    assert [(event.faces, event.wounds) for event in happened(position, WoundsRolled)] == [((6, 3), 2)]
    assert [len(event.faces) for event in happened(position, SavesRolled)] == [1] and left(position) == [7]


@rule("commentary.scores-a-wound")
@pytest.mark.parametrize(
    ("ability", "rolls", "counts"),
    [("devastating wounds", [(3,), (6,)], [1]), ("searing 1", [(3,), (6,), (6,)], [1]), ("heavy", [(3,), (3,)], [])],
)
def test_each_attack_that_wounds_scores_one_wound_whatever_comes_of_it(
    ability: str, rolls: list[tuple[int, ...]], counts: list[int]
) -> None:
    """A devastating wound is not saved; what Searing adds is no attack, and the attack itself is saved."""
    rules = invent(sheet(MINE, arm("gun", ability)), sheet(FOES, wounds=9))
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=rolls)
    assert [event.count for event in happened(position, WoundScored)] == counts


# Where models come to ---------------------------------------------------------------------------------------


@rule("errata.straight-line-moves")
@pytest.mark.parametrize("base", [{"base": "90x52mm"}, {"base": None, "hull": "90x52mm"}])
def test_every_point_of_a_model_is_as_far_on_as_the_line_is_long(base: dict[str, Any]) -> None:
    rules = invent(sheet(MINE, keywords=["Mounted"], **base))
    position = moving(unit(MINE, (20, 20)), rules=rules).answer((MINE, "normal"))
    with position.refused():
        position.answer(go((26.01, 20)))
    position.answer(go((26, 20)))
    one = position.state.models["mine.1"]
    assert (one.x, one.y, one.facing) == (26, 20, 0)


# Transports -------------------------------------------------------------------------------------------------


@rule("faq.transports.embarked-unit-rules-do-not-affect-transport")
def test_an_aura_reaches_a_transport_from_beside_it_and_not_from_within() -> None:
    rules = invent(carrier(10), sheet("beacon", abilities=["beacon"]))
    truck = unit(CARRIER, (20, 20), wounds=2)
    beside, inside = unit("beacon", (23, 20)), within("beacon")
    found = [battle(truck, one, rules=rules).game.number("leadership", f"{CARRIER}.1") for one in (beside, inside)]
    assert found == [6, 7]


@rule("faq.transports.no-embark-on-arrival-from-reserves")
def test_who_arrives_beside_a_transport_does_not_embark_and_who_walks_there_does() -> None:
    truck = unit(CARRIER, (20, 6), wounds=2)
    walker, comer = unit(MINE, (23, 6)), off(MINE, 1, "reserves", reserve="strategic reserves")
    foes, rules = unit(FOES, (40, 6)), invent(carrier(10))
    position = moving(truck, walker, foes, rules=rules).answer((MINE, "normal"), go((23, 6.5)))
    assert (position.asked, position.options) == ("embark", [CARRIER, None])
    position.answer(CARRIER)
    assert position.state.units[MINE].area == "embarked"
    position = phase(battle(truck, comer, foes, rules=rules, round=3), "movement phase/reinforcements")
    position.answer((MINE, "strategic reserves"), places((23, 5)))
    assert position.asked != "embark" and position.state.units[MINE].area == "table"
    assert position.state.units[MINE].done == ("arrived",)


# Whose a Stratagem is ---------------------------------------------------------------------------------------


@rule("commentary.your-stratagem")
def test_what_one_player_has_used_the_other_may_still_use() -> None:
    late = stratagem("late", {"do": "gain_cp", "cp": 1}, cp=0, target={"who": "none"},
                     when={"moment": "select to shoot", "phases": ["shooting"], "turn": "either"})  # fmt: skip
    armies = army(0, 1, detachment="own"), army(1, 1, detachment="own")
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), *armies, rules=own(late)), "shooting phase")
    assert (position.player, offered(position)) == (0, [("late",)])
    use(position, "late")
    assert (position.player, offered(position)) == (1, [("late",)])
    use(position, "late")
    assert [event.player for event in happened(position, StratagemUsed)] == [0, 1] and not offered(position)


@rule("commentary.start-of-battle-round-turn-phase")
@rule("faq.timing.start-of-rules-first", 1)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("turn", "whose"), [("either", (0, 1)), ("yours", (0,)), ("theirs", (1,))])
def test_the_start_of_a_phase_is_that_of_either_player_unless_it_says_whose(
    player: int, turn: str, whose: tuple[int, ...]
) -> None:
    when = {"phases": ["movement"], "turn": turn}
    first = stratagem("first", when={"moment": "movement phase start", **when})
    later = stratagem("later", when={"moment": "end of movement phase", **when})
    things = unit(MINE, (20, 20)), unit(FOES, (50, 40)), army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(first, later)), "movement phase", player)
    assert offered(position) == ([("first", MINE)] if player in whose else [])


@rule("commentary.end-of-phase")
@pytest.mark.parametrize(
    ("name", "first"), [("movement", "move"), ("shooting", "shoot"), ("charge", "charge"), ("fight", "pile_in")]
)
def test_the_end_of_a_phase_comes_after_all_that_units_do_and_before_it_is_over(name: str, first: str) -> None:
    last = stratagem("last", when={"moment": f"end of {name} phase", "phases": [name]})
    foes = unit(FOES, (20 + (SIDE + 0.5 if name == "fight" else 10), 20))
    things = unit(MINE, (20, 20)), foes, marker(16, 20), army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(last), rolls=[(1,)] * 2), f"{name} phase")
    assert position.asked == first and not offered(position)
    while position.asked != "react" or position.window == "rolled":
        position.answer(() if position.asked in ("pile_in", "consolidate") else None)
    assert (position.window, offered(position)) == (f"end of {name} phase", [("last", MINE)])
    assert not happened(position, Controlled, PhaseEnded)
    assert len(happened(position, HitsRolled)) == (2 if name == "fight" else 0)
    position.answer(None)
    assert [type(event) for event in happened(position, Controlled, PhaseEnded)][:2] == [Controlled, PhaseEnded]


@rule("faq.timing.stratagem-stays-when-battle-shocked")
@pytest.mark.parametrize("used", [True, False])
def test_what_a_stratagem_gives_is_kept_by_a_unit_that_is_shocked(used: bool) -> None:
    veil = {"do": "give", "abilities": ["stealth"], "until": "turn"}
    rules = own(stratagem("veil", veil, when={"phases": ["command"]}))
    things = unit(MINE, (20, 20), strength=3), unit(MINE, (20, 30), name="more"), unit(FOES, (50, 40))
    position = phase(battle(*things, army(0, 0, detachment="own"), rules=rules, rolls=[(1, 1)]), "command phase")
    if used:
        use(position, "veil", MINE)
    plain(position)
    assert position.state.units[MINE].shocked
    assert position.game.has("stealth", MINE) is used and not position.game.has("stealth", "more")


@rule("core.stratagem-smokescreen", 4)
@pytest.mark.parametrize(("used", "need"), [(True, 5), (False, 6)])
def test_behind_a_smokescreen_a_save_is_better_by_one(used: bool, need: int) -> None:
    """A Save of 5+ against AP -1; the 4 hits in spite of Stealth."""
    rules = invent(sheet(MINE, arm("gun", ap=-1)), sheet(FOES, keywords=["Vehicle", "Smoke"], save=5))
    position = shoot(mine(), unit(FOES, (30, 20)), army(1, 1), rules=rules, rolls=[(4,), (4,), (6,)])
    position.answer(MINE, FOES)
    use(position, "smokescreen", FOES) if used else plain(position)
    assert happened(position, SavesRolled)[0].needed == need


@rule("core.stratagem-go-to-ground", 4)
def test_the_leader_of_a_unit_that_goes_to_ground_has_its_ward_too() -> None:
    boss, head = unit("boss", (31.5, 20), player=1)
    body = unit(FOES, (30, 20), leaders=("boss",), strength=2)
    led = [*body, replace(boss, area="attached"), replace(head, unit=FOES)]
    other = unit(FOES, (30, 30), name="other")
    things = mine(), unit(MINE, (20, 40), name="more"), led, other, army(1, 1)
    position = shoot(*things, rules=invent(sheet("boss")), rolls=[(1,)]).answer(MINE, FOES)
    wards = ("foes.1", "boss.1", "other.1")
    assert [position.game.number("invulnerable", one) for one in wards] == [7, 7, 7]
    use(position, "go-to-ground", FOES)
    assert [position.game.number("invulnerable", one) for one in wards] == [6, 6, 7]


# Cover and contact ------------------------------------------------------------------------------------------


@rule("core.terrain-ruins", 2)
@pytest.mark.parametrize(("x", "ap", "need"), [(29.0, 1, 5), (28.5, 1, 6), (29.0, 0, 4), (28.5, 0, 5)])
def test_a_save_is_better_by_one_for_who_is_wholly_within_ruins(x: float, ap: int, need: int) -> None:
    """Seen from inside the same Ruins, so that they hide nothing."""
    ruin = {"id": "ruin", "outline": [[28, 10], [40, 10], [40, 30], [28, 30]], "height": 1, "traits": ["ruin"]}
    rules = invent(sheet(MINE, arm("gun", ap=-ap)), sheet(FOES, save=5), terrain=[ruin])
    position = shooting(unit(MINE, (34, 20)), unit(FOES, (x, 20)), rules=rules, rolls=[(3,), (4,), (6,)])
    assert happened(position, SavesRolled)[0].needed == need


@rule("commentary.base-contact", 1)
@pytest.mark.parametrize(("gap", "able"), [(0.0, True), (0.05, False)])
def test_who_does_not_touch_the_one_in_front_does_not_fight_from_behind(gap: float, able: bool) -> None:
    ours = unit(MINE, (20, 20), (20 - SIDE - gap, 20), done=("charge",))
    position = fight(ours, unit(FOES, (20 + SIDE, 20)), rolls=[(1, 1) if able else (1,), (1,)])
    assert happened(position, TargetsDeclared)[0].models == (("mine.1", "mine.2") if able else ("mine.1",))
