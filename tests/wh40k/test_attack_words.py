"""What the words of the attack sequence mean: split attacks, profiles, precision, damage suffered, attacks resolved."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.events.attacks import (
    Allocated,
    AttacksFinished,
    DamageSuffered,
    HazardTested,
    HitsRolled,
    ModelDestroyed,
    ModelRemoved,
    SavesRolled,
    Selected,
    TargetsDeclared,
    WoundScored,
    WoundsLost,
    WoundsRolled,
)
from rulewright_wh40k.shooting.eligible import can_shoot
from rulewright_wh40k.shooting.select_targets import aimed

from .changes import changed
from .table import (
    FOES,
    MINE,
    arm,
    as_declared,
    battle,
    blade,
    happened,
    invent,
    left,
    named,
    phase,
    rule,
    sheet,
    shooting,
    unit,
)
from .test_written_abilities import text, with_texts

GUN, BLADE = f"{MINE}/gun", f"{MINE}/blade"
GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""


def armed(*weapons: dict[str, Any], **more: Any) -> Any:
    """Rules in which our unit has these weapons."""
    return invent(sheet(MINE, *weapons, **more))


def carrying(*weapons: str) -> list[Any]:
    """Our model with these weapons."""
    return unit(MINE, (20, 20), weapons=tuple(f"{MINE}/{one}" for one in weapons))


def shoot(*things: Any, **more: Any) -> Scenario:
    return phase(battle(*things, **more), "shooting phase")


def far(name: str = "far") -> list[Any]:
    """A second enemy unit."""
    return unit(FOES, (20, 32), name=name)


def led(*heroes: tuple[float, float]) -> list[Any]:
    """An enemy unit of one model with leaders beside it."""
    one, body = unit(FOES, (30, 20), strength=1 + len(heroes))
    leaders = [unit("hero", place, player=1, name=f"hero{number}") for number, place in enumerate(heroes, start=1)]
    heads = [replace(head, unit=FOES) for _, head in leaders]
    return [one, body, *(replace(leader, area="waiting") for leader, _ in leaders), *heads]


HERO = sheet("hero", keywords=["Character"], wounds=3)


# Targets ----------------------------------------------------------------------------------------------------


@rule("core.select-ranged-targets", 4)
def test_a_weapon_shoots_all_its_attacks_at_one_target() -> None:
    position = shoot(carrying("gun"), unit(FOES, (30, 20)), far(), rules=armed(arm("gun", attacks="2")), rolls=[(1, 1)])
    position.answer(MINE)
    assert set(position.options) == {FOES, "far", None}
    position.answer("far")
    assert [(event.target, len(event.faces)) for event in happened(position, HitsRolled)] == [("far", 2)]


@rule("core.select-ranged-targets", 6)
def test_a_profile_is_declared_with_the_target() -> None:
    beam, burst = arm("beam", profile_of="cannon"), arm("burst", profile_of="cannon", attacks="2")
    things = carrying("beam", "burst", "rifle"), unit(FOES, (30, 20))
    rules = armed(beam, burst, arm("rifle"))
    position = shoot(*things, rules=rules, rolls=[(1,), (1,)]).answer(MINE, FOES, FOES)
    assert [event.weapon for event in happened(position, TargetsDeclared)] == [f"{MINE}/beam", f"{MINE}/rifle"]
    position = shoot(*things, rules=rules, rolls=[(1, 1)]).answer(MINE, None, FOES, None)
    assert [event.weapon for event in happened(position, TargetsDeclared)] == [f"{MINE}/burst"]


@rule("core.select-ranged-targets", 5, 6)
@rule("core.weapon-pistol", 3)
@pytest.mark.parametrize(
    ("arms", "rolls"),
    [
        ((arm("calm", profile_of="plasma"), arm("hot", profile_of="plasma")), [(1,), (1,)]),
        ((arm("calm", "pistol"), arm("hot")), [(1,), (1,)]),
        ((arm("calm", "hazardous"), arm("hot")), [(1,), (1, 1), (6,)]),
    ],
)
def test_some_models_shoot_a_weapon_that_others_would_rather_not(arms: Any, rolls: Any) -> None:
    """Another profile, a gun instead of a Pistol, or no risk: one model does otherwise, at the one enemy there is."""
    calm, hot = (f"{MINE}/{one['id']}" for one in arms)
    two = unit(MINE, (20, 20), (20, 22), weapons=(calm, hot), wounds=3)
    position = shoot(two, unit(FOES, (30, 20)), rules=armed(*arms, wounds=3), rolls=rolls).answer(MINE)
    assert position.options == [FOES, "split", None]
    position.answer("split", FOES, None)
    while position.asked == "ranged_target":
        position.answer(FOES)
    as_declared(position)
    made = {event.weapon: event.models for event in happened(position, TargetsDeclared)}
    assert made[calm] == ("mine.1",) and "mine.2" in made[hot]


@rule("core.make-ranged-attacks", 3)
def test_one_profile_is_resolved_before_another_whatever_was_declared_first() -> None:
    both = unit(MINE, (20, 20), (20, 22), weapons=(GUN, f"{MINE}/rifle"))
    rules = armed(arm("rifle"), arm("gun", attacks="2"))
    position = battle(both, unit(FOES, (30, 20)), rules=rules, rolls=[(1, 1), (1,), (1,)])
    order = [("rifle", "mine.1"), ("gun", "mine.1"), ("rifle", "mine.2")]
    declared = [one for arm, id in order for one in aimed(position.game, MINE, FOES, f"{MINE}/{arm}", [id])]
    as_declared(position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared))))
    assert [len(event.faces) for event in happened(position, HitsRolled)] == [2, 1, 1]


@rule("core.make-ranged-attacks", 4)
def test_attacks_are_made_though_the_models_that_were_seen_are_gone() -> None:
    """Behind the wall stays a model that nobody saw when the target was selected."""
    wall = {"id": "wall", "outline": [[27, 22], [28, 22], [28, 44], [27, 44]], "height": 9, "traits": ["debris"]}
    foes = unit(FOES, (30, 20), (30, 27))
    rules = invent(sheet(MINE, arm("gun"), arm("rifle")), terrain=[wall])
    position = shoot(carrying("gun", "rifle"), foes, rules=rules, rolls=[(3,), (4,), (1,), (3,), (4,), (1,)])
    as_declared(position.answer(MINE, FOES, FOES)).answer("foes.1")
    assert [event.model for event in happened(position, ModelDestroyed)] == ["foes.1", "foes.2"]


@rule("core.select-melee-targets", 3)
@pytest.mark.parametrize(("share", "made"), [(1, {FOES: 1, "far": 2}), (0, {"far": 3}), (3, {FOES: 3})])
def test_the_attacks_of_a_melee_weapon_may_be_split(share: int, made: dict[str, int]) -> None:
    beside = unit(FOES, (20 + GAP, 20)), unit(FOES, (20 - GAP, 20), name="far")
    fighter = unit(MINE, (20, 20), done=("charge",), weapons=(BLADE,))
    rolls = [(1,) * made[id] for id in (FOES, "far") if id in made] + [(1,)] * 2
    rules = armed(blade("blade", attacks="3"))
    position = phase(battle(fighter, *beside, rules=rules, rolls=rolls), "fight phase")
    assert (position.asked, position.options) == ("melee_target", [FOES, "far", "split"])
    position.answer("split")
    assert (position.asked, position.options) == ("melee_attacks", [0, 1, 2, 3])
    as_declared(position.answer(share))
    hits = [event for event in happened(position, HitsRolled) if event.unit == MINE]
    assert {event.target: len(event.faces) for event in hits} == made


@rule("core.select-melee-targets", 3)
def test_only_numbers_of_attacks_that_are_known_are_split() -> None:
    beside = unit(FOES, (20 + GAP, 20)), unit(FOES, (20 - GAP, 20), name="far")
    position = phase(battle(unit(MINE, (20, 20), done=("charge",), weapons=(BLADE,)), *beside,
                            rules=armed(blade("blade", attacks="D6"))), "fight phase")  # fmt: skip
    assert (position.asked, position.options) == ("melee_target", [FOES, "far"])


@rule("commentary.target-of-an-attack")
@rule("commentary.target-of-an-ability", 1, 2)
@pytest.mark.parametrize(("models", "attacks"), [(5, 2), (4, 1)])
def test_what_depends_on_the_target_is_settled_when_it_is_selected(models: int, attacks: int) -> None:
    """Blast counts the models of the unit that was selected, whatever other weapons have slain since."""
    places = [(30.0, 20 + 1.5 * number) for number in range(models)]
    rules = armed(arm("gun"), arm("mortar", "blast"))
    position = shoot(carrying("gun", "mortar"), unit(FOES, *places), rules=rules,
                     rolls=[(3,), (4,), (1,), (1,) * attacks])  # fmt: skip
    as_declared(position.answer(MINE, FOES, FOES)).answer("foes.1")
    assert [(event.target, len(event.faces)) for event in happened(position, HitsRolled)] == [
        (FOES, 1),
        (FOES, attacks),
    ]


@rule("commentary.unit-toughness", 3)
@rule("commentary.mixed-toughness")
def test_the_toughness_of_mixed_units_is_that_when_they_were_selected() -> None:
    """The second weapon still needs 6 against the tough model that the first one slew."""
    rules = invent(sheet(MINE, arm("gun", strength=8), arm("rifle", strength=4)), sheet("tough", toughness=8))
    one, *foes = unit(FOES, (30, 20), (30, 22))
    mixed = [one, replace(foes[0], profile="tough/one"), foes[1]]
    position = shoot(carrying("gun", "rifle"), mixed, rules=rules, rolls=[(3,), (4,), (1,), (3,), (5,)])
    as_declared(position.answer(MINE, FOES, FOES)).answer("foes.1")
    assert [event.wounds for event in happened(position, WoundsRolled)] == [1, 0]


@rule("commentary.attack-characteristics")
def test_attacks_have_what_their_weapon_has_and_change_it_not() -> None:
    """Melta does more within half range only, with the same weapon of the same unit."""
    rules = invent(sheet(MINE, arm("gun", "melta 2")), sheet(FOES, wounds=9))
    both = unit(MINE, (20, 20), (12, 20), weapons=(GUN,))
    position = shoot(both, unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(3,), (4,), (1,)] * 2).answer(MINE, FOES)
    assert [event.wounds for event in happened(position, WoundsLost)] == [3, 1]
    assert rules.content.weapons[GUN].damage.plus == 1


# Rolls ------------------------------------------------------------------------------------------------------


@rule("core.wound-roll", 9)
@pytest.mark.parametrize(("by", "face", "wounds"), [(3, 3, 1), (3, 2, 0), (-3, 5, 1), (-3, 4, 0)])
def test_a_wound_roll_is_modified_by_1_at_most(by: int, face: int, wounds: int) -> None:
    position = shooting(rules=changed("wound", by, layer="roll"), rolls=[(3,), (face,), *([(6,)] * wounds)])
    assert happened(position, WoundsRolled)[0].wounds == wounds


@rule("core.saving-throw", 4)
@pytest.mark.parametrize(("by", "need"), [(1, 4), (3, 4), (-1, 6)])
def test_a_saving_throw_is_improved_by_1_at_most(by: int, need: int) -> None:
    rules = changed("saving throw", by, sheet(MINE, arm("gun", ap=-1)), unit=FOES, layer="roll")
    assert happened(shooting(rules=rules, rolls=[(3,), (4,), (6,)]), SavesRolled)[0].needed == need


@rule("core.invulnerable-save", 3)
@pytest.mark.parametrize(("own", "given", "need"), [(5, 4, 4), (4, 5, 4), (None, 5, 5), (5, 6, 5)])
def test_of_several_invulnerable_saves_one_is_used(own: int | None, given: int, need: int) -> None:
    foes = sheet(FOES, save=7, invulnerable=own, abilities=[f"invulnerable save {given}+"])
    position = shooting(rules=invent(foes), rolls=[(3,), (4,), (6,)])
    assert [(event.needed, len(event.faces)) for event in happened(position, SavesRolled)] == [(need, 1)]


@rule("core.feel-no-pain", 2)
@pytest.mark.parametrize(("face", "lost"), [(4, 0), (3, 1)])
def test_of_several_feel_no_pain_abilities_one_is_rolled_for(face: int, lost: int) -> None:
    foes = sheet(FOES, wounds=3, abilities=["feel no pain 5+", "feel no pain 4+"])
    position = shooting(unit(FOES, (30, 20), wounds=3), rules=invent(foes), rolls=[(3,), (4,), (1,), (face,)])
    assert left(position) == [3 - lost]


@rule("commentary.against-an-attack")
@rule("commentary.wound")
@rule("commentary.scores-a-wound")
@pytest.mark.parametrize(
    ("rolls", "wounds", "saves"),
    [([(3,), (3,)], [], 0), ([(3,), (4,), (6,)], [1], 1), ([(3,), (4,), (1,), (6,)], [1], 1)],
)
def test_an_attack_that_wounds_scores_a_wound_whether_it_is_saved_or_felt(
    rolls: list[tuple[int, ...]], wounds: list[int], saves: int
) -> None:
    rules = invent(sheet(FOES, abilities=["feel no pain 5+"]))
    position = shooting(rules=rules, rolls=rolls)
    assert [event.count for event in happened(position, WoundScored)] == wounds
    assert len(happened(position, SavesRolled)) == saves and left(position) == [1]


# Allocation -------------------------------------------------------------------------------------------------


@rule("core.weapon-precision", 2)
@rule("commentary.attached-unit-several-characters-allocation")
def test_precise_attacks_are_allocated_to_any_visible_characters_before_saves() -> None:
    wall = {"id": "wall", "outline": [[27, 26], [28, 26], [28, 44], [27, 44]], "height": 9, "traits": ["debris"]}
    rules = invent(sheet(MINE, arm("gun", "precision", attacks="3")), HERO, terrain=[wall])
    foes = led((30, 18), (30, 22), (30, 32))
    foes = [replace(one, wounds=3) if one.id.startswith("hero") and hasattr(one, "wounds") else one for one in foes]
    position = shooting(foes, rules=rules, rolls=[(3, 3, 3), (4, 4, 4), (1,), (1,), (1,)])
    assert (position.asked, position.options) == ("precision", ["hero1.1", "hero2.1", None])
    position.answer("hero2.1")
    assert not happened(position, SavesRolled)
    position.answer("hero1.1", None)
    kinds = [type(event) for event in happened(position, Allocated, SavesRolled)]
    assert kinds[:3] == [Allocated, Allocated, SavesRolled]
    assert sorted(event.model for event in happened(position, WoundsLost)) == ["foes.1", "hero1.1", "hero2.1"]


@rule("core.weapon-precision", 1)
@rule("core.fast-dice-rolling", 1)
def test_only_those_who_see_a_character_pick_it_out() -> None:
    """Of two models with precise guns one sees the Leader, which stands behind a wall for the other one."""
    wall = {"id": "wall", "outline": [[28, 20.2], [29, 20.2], [29, 44], [28, 44]], "height": 9, "traits": ["ruin"]}
    rules = invent(sheet(MINE, arm("gun", "precision"), blade()), HERO, terrain=[wall])
    two = unit(MINE, (20, 19), (33, 12))
    position = battle(two, led((31, 23.5)), rules=rules, rolls=[(6,), (6,), (1,)])
    declared = aimed(position.game, MINE, FOES, GUN, ["mine.1", "mine.2"])
    assert {one.models for one in declared} == {("mine.1",), ("mine.2",)}
    blind = [one for one in declared if one.models == ("mine.1",)]
    position.begin(STRIKE(player=0, unit=MINE, declared=tuple(blind)))
    assert "foes.1" not in position.state.models and "hero1.1" in position.state.models


@rule("faq.general.allocate-to-character-in-unattached-leader-unit")
def test_the_characters_of_a_unit_that_leads_nobody_may_suffer() -> None:
    """A Leader unit of its own with a Character and another model."""
    rules = invent(sheet(FOES, keywords=["Character"], leads=[MINE]))
    position = shooting(unit(FOES, (30, 20), (30, 22)), rules=rules, rolls=[(3,), (4,), (1,)])
    assert (position.asked, position.options) == ("allocate", ["foes.1", "foes.2"])


# Damage -----------------------------------------------------------------------------------------------------


@rule("commentary.suffers-damage")
@rule("commentary.normal-damage")
@rule("commentary.damage-roll")
def test_a_model_suffers_damage_though_it_loses_no_wounds() -> None:
    rules = invent(sheet(MINE, arm("gun", damage="D3")), sheet(FOES, wounds=3, abilities=["feel no pain 2+"]))
    position = shooting(unit(FOES, (30, 20), wounds=3), rules=rules, rolls=[(3,), (4,), (1,), (4,), (6, 6)])
    found = [(event.model, event.damage, event.mortal) for event in happened(position, DamageSuffered)]
    assert found == [("foes.1", 2, False)] and left(position) == [3]


@rule("errata.mortal-wounds", 5, 10)
@rule("commentary.mortal-wounds")
@rule("commentary.normal-damage")
@pytest.mark.parametrize(("save", "lost"), [(6, [(1, True)]), (1, [(1, False), (1, True)])])
def test_mortal_wounds_come_on_top_of_normal_damage_and_after_it(save: int, lost: list[tuple[int, bool]]) -> None:
    """Searing inflicts a mortal wound for a Critical Wound: it is not rolled for, not saved, but felt."""
    foes = sheet(FOES, wounds=5, abilities=["feel no pain 5+"])
    rules = invent(sheet(MINE, arm("gun", "searing 1")), foes)
    felt = [(1,)] * len(lost)
    position = shooting(unit(FOES, (30, 20), wounds=5), rules=rules, rolls=[(3,), (6,), (save,), *felt])
    assert [(event.damage, event.mortal) for event in happened(position, DamageSuffered)] == lost
    assert len(happened(position, WoundsRolled)) == len(happened(position, SavesRolled)) == 1
    assert left(position) == [5 - len(lost)]


@rule("commentary.mortal-wounds", 2)
def test_mortal_wounds_are_felt() -> None:
    foes = sheet(FOES, wounds=5, abilities=["feel no pain 5+"])
    rules = invent(sheet(MINE, arm("gun", "devastating wounds", damage="3")), foes)
    position = shooting(unit(FOES, (30, 20), wounds=5), rules=rules, rolls=[(3,), (6,), (1, 5, 6)])
    assert left(position) == [4]


@rule("errata.mortal-wounds", 7)
@pytest.mark.parametrize(("answer", "hurt"), [("hero1.1", "hero1.1"), (None, "foes.1")])
def test_mortal_wounds_of_precise_attacks_may_go_to_a_character(answer: str | None, hurt: str) -> None:
    rules = invent(sheet(MINE, arm("gun", "precision", "devastating wounds")), HERO)
    position = shooting(led((30, 18)), rules=rules, rolls=[(3,), (6,)])
    assert (position.asked, position.player, position.options) == ("precision", 0, ["hero1.1", None])
    position.answer(answer)
    assert [event.model for event in happened(position, WoundsLost)] == [hurt]


@rule("commentary.destroyed-by")
def test_models_are_destroyed_by_whose_attacks_or_abilities_slay_them() -> None:
    rules = invent(sheet(FOES, abilities=["deadly demise 1"]))
    near = unit(MINE, (33, 20), name="near")
    position = shooting(near, rules=rules, rolls=[(3,), (4,), (1,), (6,)])
    assert [(event.model, event.by) for event in happened(position, ModelDestroyed)] == [
        ("foes.1", MINE), ("near.1", FOES),
    ]  # fmt: skip


@rule("commentary.destroyed-by", 2)
def test_models_removed_for_coherency_or_hurt_by_their_own_weapons_are_destroyed_by_no_enemy() -> None:
    rules = armed(arm("gun", "hazardous"))
    position = shooting(carrying("gun"), rules=rules, rolls=[(1,), (1,)])
    assert [event.by for event in happened(position, ModelDestroyed)] == [""]
    apart = battle(unit(MINE, (20, 20), (30, 30)), unit(FOES, (50, 20)))
    position = phase(apart, "restore_coherency").answer("mine.2")
    assert happened(position, ModelRemoved) and not happened(position, ModelDestroyed)


# Resolved ---------------------------------------------------------------------------------------------------


@rule("commentary.finished-making-attacks")
@rule("commentary.attacks-resolved")
@rule("commentary.resolve-an-attack")
@rule("commentary.has-shot", 3)
def test_a_unit_has_shot_when_its_last_attack_is_resolved() -> None:
    rules = armed(arm("gun", "devastating wounds", "hazardous"), arm("rifle"))
    other = unit(MINE, (5, 5), name="other", weapons=())
    position = shoot(carrying("gun", "rifle"), unit(FOES, (30, 20), (30, 22)), other,
                     rules=rules, rolls=[(3,), (6,), (3,), (4,), (6,), (2,)])  # fmt: skip
    as_declared(position.answer(MINE, FOES, FOES))
    assert not happened(position, AttacksFinished)
    position.answer("foes.1")
    kinds = [type(event) for event in happened(position, SavesRolled, WoundsLost, AttacksFinished, HazardTested)]
    assert kinds == [SavesRolled, WoundsLost, AttacksFinished, HazardTested]
    assert happened(position, AttacksFinished)[0].weapons == (GUN, f"{MINE}/rifle")


def trailing(when: str, *things: Any, rolls: Any = (), **choose: Any) -> Scenario:
    """Our unit shoots; at a moment after that a text has a unit suffer a mortal wound."""
    hurt = {"when": when, "effects": [{"do": "choose_unit", **choose, "then": [{"do": "suffer"}]}]}
    rules = invent(with_texts(MINE, hurt, wounds=9), sheet(FOES, wounds=9))
    return shoot(*things, rules=rules, rolls=rolls)


@rule("commentary.attacks-resolved")
@rule("commentary.has-shot", 3)
@pytest.mark.parametrize(("face", "lost"), [(6, 1), (1, 0)])
def test_a_text_picks_a_unit_that_was_hit_when_its_unit_has_shot(face: int, lost: int) -> None:
    """The shot hits or not, and never wounds; another enemy unit was not attacked."""
    rolls = [(face,), *([(1,)] if face == 6 else [])]
    things = carrying("gun"), unit(FOES, (30, 20), wounds=9), unit(FOES, (30, 30), name="other", wounds=9)
    position = trailing("has shot", *things, hit=True, rolls=rolls).answer(MINE, FOES)
    assert (left(position), left(position, "other")) == ([9 - lost], [9])
    kinds = [type(event) for event in happened(position, HitsRolled, AttacksFinished, WoundsLost)]
    assert kinds == [HitsRolled, AttacksFinished, *[WoundsLost] * lost]


@rule("commentary.has-shot", 3)
def test_who_was_attacked_is_known_though_nobody_was_hit() -> None:
    things = carrying("gun"), unit(FOES, (30, 20), wounds=9), unit(FOES, (30, 30), name="other", wounds=9)
    position = trailing("has shot", *things, attacked=True, rolls=[(1,)]).answer(MINE, FOES)
    assert (left(position), left(position, "other")) == ([8], [9])


@rule("commentary.has-shot", 1, 2)
@pytest.mark.parametrize(("weapons", "before"), [(("gun",), 1), (("gun", "rifle"), 2)])
def test_a_model_has_shot_when_the_last_of_its_weapons_has(weapons: Any, before: int) -> None:
    """A model with a gun, or with a gun and a rifle, and another one with a rifle; its text counts once.

    The guns shoot first: with a gun alone the model has shot before the rifle of the other one.
    """
    body = unit(MINE, (20, 20), (20, 22), wounds=9)
    body = [body[0], replace(body[1], weapons=tuple(f"{MINE}/{one}" for one in weapons), profile=f"{MINE}/two"),
            replace(body[2], weapons=(f"{MINE}/rifle",))]  # fmt: skip
    hurt = {"when": "model has shot", "effects": [{"do": "choose_unit", "attacked": True, "then": [{"do": "suffer"}]}]}
    ours = sheet(MINE, arm(), arm("rifle", strength=5), wounds=9)
    ours["profiles"].append({**ours["profiles"][0], **named("two"), "texts": [text(hurt)]})
    rolls = [(1,), (1,), (1,)]
    position = shoot(body, unit(FOES, (30, 20), wounds=9), rules=invent(ours, sheet(FOES, wounds=9)), rolls=rolls)
    position.answer(MINE)
    while position.asked in ("ranged_target", "next_attacks"):
        position.answer(FOES if position.asked == "ranged_target" else None)
    kinds = [type(event) for event in happened(position, HitsRolled, WoundsLost, AttacksFinished)]
    assert kinds.index(WoundsLost) == before and kinds.count(WoundsLost) == 1
    assert kinds[-1] is AttacksFinished


@rule("commentary.has-shot", 2, 3)
@pytest.mark.parametrize("when", ["has shot", "model has shot"])
def test_several_texts_count_once_each_when_it_has_shot(when: str) -> None:
    hurts = [{"when": when, "effects": [{"do": "suffer", "to": "target", "wounds": wounds}]} for wounds in (1, 2)]
    texts = [text(hurt, name=f"Text {number}") for number, hurt in enumerate(hurts)]
    ours = {**sheet(MINE, wounds=9), "texts": texts}
    things = unit(MINE, (20, 20), wounds=9, weapons=(GUN,)), unit(FOES, (30, 20), wounds=9)
    position = shoot(*things, rules=invent(ours, sheet(FOES, wounds=9)), rolls=[(1,)]).answer(MINE, FOES)
    assert position.asked == "happens_first"
    position.answer(None)
    assert left(position, MINE) == [6] and position.asked != "happens_first"


@rule("commentary.has-shot", 2)
def test_who_fights_has_not_shot() -> None:
    hurt = {"when": "model has shot", "effects": [{"do": "choose_unit", "then": [{"do": "suffer"}]}]}
    also = {"when": "has shot", "effects": hurt["effects"]}
    ours = {**sheet(MINE, wounds=9), "texts": [text(hurt), text(also, name="Other")]}
    rules = invent(ours, sheet(FOES, wounds=9))
    position = shooting(rules=rules, weapon=f"{MINE}/blade", melee=True, rolls=[(1,)])
    assert not happened(position, WoundsLost) and happened(position, AttacksFinished)


def test_who_was_hit_is_known_only_when_shots_have_been_made() -> None:
    with pytest.raises(ContentError, match="'hit' needs units that attacks have hit, and at 'targets selected'"):
        trailing("targets selected", carrying("gun"), hit=True)


@rule("commentary.has-shot", 4)
def test_a_unit_that_made_no_attacks_has_not_shot() -> None:
    position = shoot(carrying("gun"), unit(FOES, (30, 20)), rules=armed(arm("gun"))).answer(MINE, None)
    assert [event.unit for event in happened(position, Selected)] == [MINE]
    assert not happened(position, AttacksFinished, TargetsDeclared)


@rule("errata.selected-to-shoot", 2, 3)
@rule("commentary.eligible-to-shoot-without-ranged-weapons", 1)
def test_a_unit_without_targets_is_eligible_but_never_selected() -> None:
    """So nothing happens that follows from being selected."""
    position = battle(unit(MINE, (5, 20)), unit(MINE, (5, 30), name="unarmed", weapons=()), unit(FOES, (55, 20)))
    assert can_shoot(position.game, MINE) and can_shoot(position.game, "unarmed")
    phase(position, "shooting phase")
    assert not happened(position, Selected)


@rule("commentary.one-shot", 1)
def test_each_copy_of_a_one_shot_weapon_is_shot_once() -> None:
    rules = armed(arm("gun", "one shot"))
    two = unit(MINE, (20, 20), weapons=(GUN, GUN))
    position = shoot(two, unit(FOES, (30, 20)), rules=rules, rolls=[(1,)]).answer(MINE, "split", FOES, None)
    assert position.state.models["mine.1"].spent == (GUN,)
    again = [two[0], replace(two[1], spent=(GUN,))]
    position = shoot(again, unit(FOES, (30, 20)), rules=rules, rolls=[(1,)]).answer(MINE, FOES)
    assert len(happened(position, HitsRolled)[0].faces) == 1
    never = [two[0], replace(two[1], spent=(GUN, GUN))]
    assert shoot(never, unit(FOES, (30, 20)), rules=rules).asked != "shoot"
