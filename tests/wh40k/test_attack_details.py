"""The attack sequence in its details: mixed units, mortal wounds, limits of modifiers, and what is rolled for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE, toughness
from rulewright_wh40k.events.attacks import (
    DemiseRolled,
    HazardTested,
    HitsRolled,
    ModelDestroyed,
    ModelRemoved,
    SavesRolled,
    WoundsLost,
    WoundsRolled,
)
from rulewright_wh40k.shooting.select_targets import aimed

from .table import FOES, MINE, arm, as_declared, battle, happened, invent, left, rule, sheet, shooting, unit

GUN = f"{MINE}/gun"


def gun(*abilities: str, foes: Any = None, **more: Any) -> Any:
    """Rules in which our unit has such a gun."""
    return invent(sheet(MINE, arm("gun", *abilities, **more)), *([] if foes is None else [foes]))


def mixed(*kinds: str) -> list[Any]:
    """An enemy unit of models of these datasheets' profiles, one beside the other."""
    one = unit(FOES, *[(30.0, 20.0 + 1.5 * number) for number in range(len(kinds))])
    return [one[0], *(replace(model, profile=f"{kind}/one") for model, kind in zip(one[1:], kinds, strict=True))]


def attached() -> list[Any]:
    """A unit of one model with a leader beside it."""
    (one, body), (leader, head) = unit(FOES, (30, 20), strength=2), unit("hero", (31.5, 20), player=1)
    return [one, body, replace(leader, area="waiting"), replace(head, unit=FOES)]


def slain(position: Scenario) -> list[str]:
    """The models that were destroyed, in order."""
    return [event.model for event in happened(position, ModelDestroyed)]


# Toughness --------------------------------------------------------------------------------------------------


@rule("commentary.unit-toughness", 2)
def test_the_highest_toughness_counts_not_the_most_common() -> None:
    rules = invent(sheet("tough", toughness=8))
    assert toughness(battle(mixed(FOES, FOES, "tough"), rules=rules).game, FOES) == 8


@rule("commentary.unit-toughness", 1)
@rule("core.ability-leader", 3)
@pytest.mark.parametrize(("body", "hero"), [(4, 8), (8, 4)])
def test_an_attached_unit_has_the_toughness_of_its_bodyguard(body: int, hero: int) -> None:
    rules = invent(sheet(FOES, toughness=body), sheet("hero", toughness=hero))
    assert toughness(battle(attached(), rules=rules).game, FOES) == body


# Hits and wounds --------------------------------------------------------------------------------------------


@rule("commentary.automatically-successful")
@rule("commentary.automatically-hits")
def test_a_sure_hit_is_not_rolled_and_never_critical() -> None:
    rules = gun("torrent", "sustained hits 2", "lethal hits", skill=None, attacks="2")
    position = shooting(rules=rules, rolls=[(1, 1)])
    assert not happened(position, HitsRolled)
    assert [(event.faces, event.wounds) for event in happened(position, WoundsRolled)] == [((1, 1), 0)]


@rule("commentary.automatically-wounds")
def test_a_sure_wound_is_not_rolled() -> None:
    position = shooting(rules=gun("lethal hits", "devastating wounds"), rolls=[(6,), (4,)])
    assert [(event.faces, event.wounds) for event in happened(position, WoundsRolled)] == [((), 1)]
    assert len(happened(position, SavesRolled)) == 1


@rule("commentary.critical-hit", 1, 2)
@pytest.mark.parametrize(("face", "hits"), [(6, 3), (5, 0)])
def test_a_6_is_a_critical_hit(face: int, hits: int) -> None:
    rules = gun("sustained hits 2", skill=6, foes=sheet(FOES, abilities=["stealth"]))
    position = shooting(rules=rules, rolls=[(face,), *([(1,) * hits] if hits else [])])
    assert happened(position, HitsRolled)[0].hits == hits


@rule("commentary.critical-wound", 1, 2)
@pytest.mark.parametrize(("face", "wounds"), [(6, 0), (5, 1)])
def test_a_6_is_a_critical_wound(face: int, wounds: int) -> None:
    rules = gun("devastating wounds", strength=1, foes=sheet(FOES, toughness=20))
    position = shooting(rules=rules, rolls=[(3,), (face,)])
    assert len(left(position)) == wounds


@rule("core.fast-dice-rolling", 1)
def test_weapons_of_different_skill_are_rolled_apart() -> None:
    rules = invent(sheet(MINE, arm("gun"), arm("rifle", skill=4)))
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules, rolls=[(1,), (1,)])
    declared = [*aimed(position.game, MINE, FOES, GUN, ["mine.1"]),
                *aimed(position.game, MINE, FOES, f"{MINE}/rifle", ["mine.1"])]  # fmt: skip
    as_declared(position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared))))
    assert [event.faces for event in happened(position, HitsRolled)] == [(1,), (1,)]


@rule("core.weapon-blast", 3)
def test_blast_adds_to_what_was_rolled() -> None:
    foes = unit(FOES, *[(30.0 + 1.5 * (number % 6), 20.0 + 1.5 * (number // 6)) for number in range(11)])
    position = shooting(foes, rules=gun("blast", attacks="2D6"), rolls=[(4, 5), (1,) * 11])
    assert len(happened(position, HitsRolled)[0].faces) == 11


@rule("core.re-rolls", 4)
def test_what_was_rolled_again_is_unmodified() -> None:
    position = shooting(rules=gun("twin-linked", "devastating wounds"), rolls=[(3,), (1,), (6,)]).answer((1,))
    assert slain(position) == ["foes.1"] and not happened(position, SavesRolled)


# Saves ------------------------------------------------------------------------------------------------------


@rule("core.saving-throw", 2)
@rule("commentary.saved")
@pytest.mark.parametrize(("face", "lost"), [(4, 0), (3, 1)])
def test_a_save_that_succeeds_ends_the_attack(face: int, lost: int) -> None:
    position = shooting(rolls=[(3,), (4,), (face,)])
    assert len(happened(position, WoundsLost)) == lost


@rule("core.benefit-of-cover", 4)
def test_cover_from_two_sources_helps_once() -> None:
    wall = {"id": "wall", "outline": [[27, 0], [28, 0], [28, 44], [27, 44]], "height": 6, "traits": ["ruin"]}
    rules = invent(sheet(MINE, arm("gun", "indirect fire", skill=2)), sheet(FOES, save=5), terrain=[wall])
    position = shooting(rules=rules, rolls=[(5,), (4,), (6,)])
    assert happened(position, SavesRolled)[0].needed == 4


@rule("core.benefit-of-cover", 5)
def test_cover_does_not_help_in_melee() -> None:
    wall = {
        "id": "wall",
        "outline": [[20.9, 20], [21.1, 20], [21.1, 30], [20.9, 30]],
        "height": 6,
        "traits": ["debris"],
    }
    rules = invent(sheet(FOES, save=5), terrain=[wall])
    position = shooting(unit(FOES, (22, 20)), weapon=f"{MINE}/blade", melee=True, rules=rules,
                        rolls=[(3,), (4,), (6,)])  # fmt: skip
    assert happened(position, SavesRolled)[0].needed == 5


# Mortal wounds ----------------------------------------------------------------------------------------------


@rule("errata.mortal-wounds", 2, 3, 4)
@pytest.mark.parametrize(
    ("felt", "alive"), [([1, 1, 1], [1]), ([1, 6, 1], [1, 1]), ([6, 6, 6], [1, 1, 1, 1])]
)  # fmt: skip
def test_mortal_wounds_are_felt_and_allocated_one_at_a_time(felt: list[int], alive: list[int]) -> None:
    """Deadly Demise 3 beside four models of one wound that ignore wounds on a 5+: a die for each wound, and no more."""
    rules = invent(sheet(FOES, abilities=["deadly demise 3"]), sheet("near", abilities=["feel no pain 5+"]))
    near = unit("near", *((34, 20 + 1.5 * number) for number in range(4)), player=0)
    position = shooting(near, rules=rules, rolls=[(3,), (4,), (1,), (6,), *((face,) for face in felt)])
    while position.asked == "allocate":
        position.answer(position.options[0])
    assert left(position, "near") == alive
    assert [event.face for event in happened(position, DemiseRolled)] == [6]


@rule("errata.mortal-wounds", 1, 3, 4, 6, 11)
@rule("core.mortal-wounds")
@rule("core.deadly-demise", 3)
def test_mortal_wounds_carry_over_and_are_not_saved() -> None:
    rules = invent(sheet(FOES, abilities=["deadly demise d3"]), sheet("near", wounds=2, save=2, invulnerable=2))
    near = unit("near", (34, 20), (34, 21.5), player=0, wounds=2)
    more = unit("near", (30, 25), (30, 26.5), name="more", player=1, wounds=2)
    position = shooting(near, more, rules=rules, rolls=[(3,), (4,), (1,), (6,), (6,), (1,)])
    while position.asked == "allocate":
        position.answer(position.options[0])
    assert (left(position, "near"), left(position, "more")) == ([1], [1, 2])
    assert not [event for event in happened(position, SavesRolled) if not event.model.startswith(FOES)]


@rule("errata.mortal-wounds", 8, 9)
@rule("commentary.modifying-damage-and-devastating-wounds")
def test_mortal_wounds_of_critical_wounds_come_last_and_do_not_carry_over() -> None:
    rules = gun("devastating wounds", "melta 1", attacks="2", damage="2", foes=sheet(FOES, wounds=2))
    foes = unit(FOES, (30, 20), (30, 21.5), (30, 23), wounds=2)
    position = shooting(foes, rules=rules, rolls=[(3, 3), (6, 4), (1,)])
    while position.asked == "allocate":
        position.answer(position.options[0])
    kinds = [type(event) for event in happened(position, SavesRolled, WoundsLost)]
    assert kinds == [SavesRolled, WoundsLost, WoundsLost] and left(position) == [2]


@rule("commentary.modifying-damage-and-devastating-wounds")
def test_more_damage_is_more_mortal_wounds() -> None:
    rules = gun("devastating wounds", "melta 2", foes=sheet(FOES, wounds=5))
    position = shooting(unit(FOES, (30, 20), wounds=5), rules=rules, rolls=[(3,), (6,)])
    assert left(position) == [2]


@rule("commentary.feel-no-pain")
def test_feel_no_pain_is_rolled_for_each_wound() -> None:
    rules = gun(damage="2", foes=sheet(FOES, wounds=3, abilities=["feel no pain 5+"]))
    position = shooting(unit(FOES, (30, 20), wounds=3), rules=rules, rolls=[(3,), (4,), (1,), (1, 6)])
    assert left(position) == [2]


# Hazardous --------------------------------------------------------------------------------------------------


@rule("errata.hazardous", 3)
@rule("core.weapon-hazardous")
def test_each_failed_test_picks_its_own_model() -> None:
    rules = gun("hazardous")
    ours = unit(MINE, (20, 20), (20, 21.5), (20, 23), weapons=(GUN,))
    position = shooting(ours, rules=rules, attackers=("mine.1", "mine.2", "mine.3"), rolls=[(1,) * 3, (1, 1, 5)])
    assert len(happened(position, HazardTested)[0].faces) == 3
    assert (position.asked, position.options) == ("hazard", ["mine.1", "mine.2", "mine.3"])
    position.answer("mine.2")
    assert (position.asked, position.options) == ("hazard", ["mine.1", "mine.3"])
    position.answer("mine.3")
    assert slain(position) == ["mine.2", "mine.3"]


@rule("errata.hazardous", 4, 5, 6)
@pytest.mark.parametrize(
    ("hurt", "found"), [("mine.2", "mine.2"), ("hero.1", "hero.1"), ("", "mine.1"), ("alone", "hero.1")]
)
def test_who_suffers_for_a_failed_test(hurt: str, found: str) -> None:
    hero = sheet("hero", arm("gun", "hazardous"), keywords=["Character"], wounds=5)
    rules = invent(sheet(MINE, arm("gun", "hazardous"), wounds=5), hero)
    one, *bodies = unit(MINE, (20, 20), (20, 21.5), wounds=5, weapons=(GUN,))
    leader, head = unit("hero", (20, 23), wounds=5, weapons=("hero/gun",))
    if hurt == "alone":
        bodies = [replace(model, weapons=()) for model in bodies]
    else:
        bodies = [bodies[0], replace(bodies[1], weapons=(GUN,))] if hurt else bodies[:1]
    things = [replace(model, wounds=4) if model.id == hurt else model for model in (*bodies, replace(head, unit=MINE))]
    shooter, used = ("hero.1", "hero/gun") if hurt == "alone" else ("mine.1", GUN)
    position = shooting([one, *things, replace(leader, area="waiting")], rules=rules, attackers=(shooter,),
                        weapon=used, rolls=[(1,), (1,)])  # fmt: skip
    assert [event.model for event in happened(position, WoundsLost)] == [found]


# Limits and words -------------------------------------------------------------------------------------------


@rule("errata.model-characteristics", 5)
@rule("commentary.destroyed-model")
@rule("commentary.destroyed-unit")
def test_a_model_without_wounds_is_destroyed_and_with_the_last_one_its_unit() -> None:
    position = shooting(unit(FOES, (30, 20), (30, 21.5)), rules=gun(attacks="2"), rolls=[(3, 3), (4, 4), (1, 1)])
    while position.asked == "allocate":
        position.answer(position.options[0])
    assert [type(event) for event in happened(position, ModelDestroyed, ModelRemoved)][:2] == [
        ModelDestroyed, ModelRemoved,
    ]  # fmt: skip
    assert left(position) == [] and position.state.units[FOES].area == "destroyed"


@rule("commentary.damage-characteristic")
def test_what_is_added_to_a_die_belongs_to_the_damage() -> None:
    rules = gun(damage="D3+1", foes=sheet(FOES, wounds=5))
    position = shooting(unit(FOES, (30, 20), wounds=5), rules=rules, rolls=[(3,), (4,), (1,), (6,)])
    assert left(position) == [1]


# Random characteristics -------------------------------------------------------------------------------------


def at_random(*abilities: str, attackers: int, rolls: Any, **gun: Any) -> Scenario:
    """So many models of a unit shoot with a gun that has random characteristics."""
    spots = [(20.0, 20.0 + 2 * number) for number in range(attackers)]
    rules = invent(sheet(MINE, arm("gun", *abilities, **gun)), sheet(FOES, wounds=20))
    ids = [f"{MINE}.{number}" for number in range(1, attackers + 1)]
    return shooting(unit(MINE, *spots), unit(FOES, (30, 20), wounds=20), rules=rules, rolls=rolls, attackers=ids)


@rule("core.random-characteristics", 2)
def test_each_weapon_rolls_for_its_own_attacks() -> None:
    position = at_random(attackers=2, attacks="D6", rolls=[(5, 2), (1,) * 7])
    assert [len(event.faces) for event in happened(position, HitsRolled)] == [7]


@rule("core.random-characteristics", 2)
def test_each_attack_rolls_for_its_own_damage() -> None:
    position = at_random(attackers=2, damage="D6", ap=-6, rolls=[(6, 6), (6, 6), (1, 1), (5, 2)])
    assert left(position) == [13]


@rule("core.random-characteristics", 2)
def test_each_weapon_rolls_for_its_own_rapid_fire() -> None:
    position = at_random("rapid fire d3", attackers=2, rolls=[(6, 1), (1,) * 6])
    assert [len(event.faces) for event in happened(position, HitsRolled)] == [6]


@rule("core.random-characteristics", 2)
def test_each_critical_hit_rolls_for_its_own_sustained_hits() -> None:
    position = at_random("sustained hits d3", attackers=2, rolls=[(6, 6), (5, 1), (1,) * 6])
    assert [event.hits for event in happened(position, HitsRolled)] == [6]
