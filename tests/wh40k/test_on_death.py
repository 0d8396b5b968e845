"""Destroyed models that shoot or fight before they are removed, units that shoot again, and one model that fights."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.events.attacks import (
    DamageSuffered,
    HitsRolled,
    LastFightRolled,
    ModelDestroyed,
    ModelDoomed,
    ModelRemoved,
    Selected,
    TargetsDeclared,
    WoundsLost,
)
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.fight.phase import FIGHT
from rulewright_wh40k.shooting.phase import may_shoot_again
from rulewright_wh40k.terms import Declared, below_half, models

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
    plain,
    rule,
    sheet,
    unit,
    use,
)

GUN, BLADE = f"{MINE}/gun", f"{MINE}/blade"
GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
SLAIN = [(3,), (4,), (1,)]
"""An attack that hits, wounds and is not saved."""
MISSED = [(1,)]


def shooting(*things: Any, foes: tuple[str, ...] = ("shoot on death",), rolls: Any = (), **more: Any) -> Scenario:
    """The Shooting phase against units with these abilities."""
    rules = invent(sheet(FOES, arm("gun", *more.pop("arms", ())), abilities=list(foes)))
    ours = unit(MINE, (20, 20), weapons=(GUN,))
    return phase(battle(ours, *things, rules=rules, rolls=rolls), "shooting phase")


def enemy(*places: tuple[float, float], name: str = FOES, **more: Any) -> list[Any]:
    return unit(FOES, *places, name=name, weapons=(f"{FOES}/gun",), **more)


def kinds(position: Scenario, *wanted: type[Any]) -> list[str]:
    """What happened, by its name and the model or unit."""
    return [f"{type(one).__name__} {getattr(one, 'model', None) or one.unit}" for one in happened(position, *wanted)]


# Shooting ---------------------------------------------------------------------------------------------------


@rule("commentary.shoot-on-death", 1, 2)
@rule("faq.general.shoot-on-death-not-selected")
@rule("commentary.shooting-again", 5)
def test_a_model_shoots_on_death_once_before_anything_else_happens_to_it() -> None:
    """Though it has the ability twice; its Deadly Demise comes afterwards, and its unit was never selected."""
    abilities = ("shoot on death", "shoot on death", "deadly demise 1")
    position = shooting(enemy((24, 20)), foes=abilities, rolls=[*SLAIN, (3,), (4,), (6,), (2,)])
    position.answer(MINE, FOES)
    assert (position.asked, position.player) == ("ranged_target", 1) and not happened(position, ModelDestroyed)
    position.answer(MINE)
    assert kinds(position, ModelDoomed, HitsRolled, ModelDestroyed, ModelRemoved) == [
        "HitsRolled mine", "ModelDoomed foes.1", "HitsRolled foes", "ModelDestroyed foes.1", "ModelRemoved foes.1",
    ]  # fmt: skip
    assert [event.unit for event in happened(position, Selected)] == [MINE]
    assert happened(position, ModelDestroyed)[0].by == MINE and position.state.units[FOES].area == "destroyed"


@rule("commentary.shoot-on-death", 3)
@pytest.mark.parametrize("done", [(), ("advance",), ("fall back",)])
def test_who_shoots_on_death_has_made_a_normal_move(done: tuple[str, ...]) -> None:
    """A Heavy weapon is no better, and whoever Advanced or Fell Back shoots."""
    position = shooting(enemy((30, 20), done=done), arms=("heavy",), rolls=[*SLAIN, (2,)])
    position.answer(MINE, FOES, MINE)
    assert [(event.unit, event.hits) for event in happened(position, HitsRolled)] == [(MINE, 1), (FOES, 0)]


@rule("commentary.shoot-on-death", 4)
def test_who_shoots_on_death_has_1_wound() -> None:
    rules = invent(sheet(FOES, arm("gun"), abilities=["shoot on death"], wounds=3))
    ours = unit(MINE, (20, 20), weapons=(GUN,))
    foes = [replace(one, wounds=1) if hasattr(one, "wounds") else one for one in enemy((30, 20))]
    position = phase(battle(ours, foes, rules=rules, rolls=[*SLAIN, (1,)]), "shooting phase").answer(MINE, FOES)
    assert position.asked == "ranged_target" and position.state.models["foes.1"].wounds == 1
    assert models(position.game, FOES) == []


@rule("commentary.shoot-on-death", 5)
@pytest.mark.parametrize(("arms", "asked"), [((), None), (("pistol",), 1)])
def test_shooting_on_death_is_out_of_phase_and_big_guns_tire(arms: tuple[str, ...], asked: int | None) -> None:
    """A Vehicle that is locked in combat shoots with a pistol only."""
    rules = invent(
        sheet(MINE, keywords=["Vehicle"]),
        sheet(FOES, arm("gun", *arms), abilities=["shoot on death"], keywords=["Vehicle"]),
    )
    ours = unit(MINE, (20, 20), weapons=(GUN,))
    position = phase(battle(ours, enemy((22, 20)), rules=rules, rolls=[(4,), (4,), (1,)]), "shooting phase")
    position.answer(MINE, FOES)
    assert (position.player if position.asked == "ranged_target" else None) == asked


@rule("faq.general.conditional-shoot-or-fight-count")
def test_models_shoot_on_death_whenever_one_is_destroyed() -> None:
    other = unit(MINE, (20, 24), name="other", weapons=(GUN,))
    rolls = [*SLAIN, *MISSED, *SLAIN, *MISSED]
    position = shooting(enemy((30, 20), (30, 22)), other, rolls=rolls).answer(MINE, FOES, "foes.1", MINE)
    position.answer("other", FOES, MINE)
    assert [event.unit for event in happened(position, HitsRolled)] == [MINE, FOES, "other", FOES]


# Shooting again ---------------------------------------------------------------------------------------------


@rule("commentary.shooting-again", 1)
@pytest.mark.parametrize(
    ("done", "able"), [(("shot", "has shot"), True), (("shot",), False), (("shot", "has shot", "fall back"), False)]
)
def test_a_unit_shoots_again_if_it_has_shot_and_is_eligible(done: tuple[str, ...], able: bool) -> None:
    rules = invent(sheet(MINE, abilities=["shoot again"]))
    position = battle(unit(MINE, (20, 20), done=done), unit(FOES, (30, 20)), rules=rules)
    assert may_shoot_again(position.game, MINE) is able


@rule("commentary.shooting-again", 2, 3, 4)
def test_a_unit_shoots_again_with_the_same_weapons_after_its_first_attacks() -> None:
    rules = invent(sheet(MINE, arm("gun", "devastating wounds"), abilities=["shoot again"]))
    ours, foes = unit(MINE, (20, 20), weapons=(GUN,)), unit(FOES, (30, 20), (30, 22), (30, 24))
    position = phase(battle(ours, foes, rules=rules, rolls=[(3,), (6,), (3,), (6,)]), "shooting phase")
    position.answer(MINE, FOES, "foes.1")
    assert position.asked == "shoot_again" and [event.model for event in happened(position, WoundsLost)] == ["foes.1"]
    position.answer(MINE, FOES, "foes.2")
    assert [event.weapon for event in happened(position, TargetsDeclared)] == [GUN, GUN]
    assert [event.unit for event in happened(position, Selected)] == [MINE] and position.asked != "shoot_again"


@rule("commentary.shoot-on-death")
@rule("errata.leader", 2, 3)
def test_a_leader_is_of_its_unit_until_it_has_shot_on_death() -> None:
    led = attached(unit(FOES, (30, 20)), unit("boss", (30, 21.5), player=1, weapons=("boss/gun",)))
    heroic = sheet("boss", abilities=["shoot on death"], keywords=["Infantry", "Character"])
    rules = invent(sheet(MINE, arm("gun", "precision", ap=-6)), heroic)
    things = unit(MINE, (20, 20), weapons=(GUN,)), led
    position = phase(battle(*things, rules=rules, rolls=[(6,), (6,), (1,), (1,)]), "shooting phase")
    position.answer(MINE, FOES).answer("boss.1")
    one = position.state.units[FOES]
    assert (position.asked, one.leaders, one.strength) == ("ranged_target", ("boss",), 2)
    position.answer(MINE)
    one = position.state.units[FOES]
    assert (one.leaders, one.strength, position.state.units["boss"].area) == ((), 1, "destroyed")


# Fighting ---------------------------------------------------------------------------------------------------


def fighting(*things: Any, foes: tuple[str, ...] = ("fight on death",), rolls: Any = (), **more: Any) -> Scenario:
    """Our unit has charged, against units with these abilities."""
    rules = invent(sheet(FOES, abilities=list(foes), **more))
    ours = unit(MINE, (20, 20), done=("charge",), weapons=(BLADE,))
    return phase(battle(ours, *things, rules=rules, rolls=rolls), "fight phase")


def foe(*places: tuple[float, float], **more: Any) -> list[Any]:
    return unit(FOES, *places, weapons=(f"{FOES}/blade",), **more)


def until_asked(position: Scenario, ask: str, player: int) -> Scenario:
    """Everybody stays until that is asked."""
    while not position.idle and (position.asked, position.player) != (ask, player):
        assert position.asked in ("pile_in", "consolidate"), position.asked
        position.answer(())
    return position


@rule("commentary.fight-on-death", 1, 4, 5, 7, 8)
@rule("faq.timing.destroyed-triggers-when-prevented", 2)
def test_a_model_fights_on_death_before_its_slayer_consolidates() -> None:
    """It piles in and attacks, then its Deadly Demise is rolled for, and it is removed; it never consolidates."""
    foes = foe((20 + GAP + 0.5, 20), (24, 20))
    position = fighting(foes, foes=("fight on death", "deadly demise 1"), rolls=[*SLAIN, (1,), (2,), *MISSED])
    until_asked(position, "allocate", 1).answer("foes.1")
    assert (position.asked, position.player) == ("pile_in", 1) and happened(position, ModelDoomed)
    position.answer((("foes.1", ((20 + GAP, 20),)),))
    order = kinds(position, ModelDoomed, HitsRolled, Moved, ModelDestroyed, ModelRemoved)
    assert order == [
        "HitsRolled mine", "ModelDoomed foes.1", "Moved foes", "HitsRolled foes", "ModelDestroyed foes.1",
        "ModelRemoved foes.1",
    ]  # fmt: skip
    assert (position.asked, position.player) == ("consolidate", 0)


@rule("commentary.fight-on-death", 1)
def test_a_model_that_fights_on_death_stays_in_coherency() -> None:
    foes = foe((20 + GAP + 0.5, 20), (20 + GAP + 0.5, 20 + GAP + 1.9))
    position = until_asked(fighting(foes, rolls=[*SLAIN, *MISSED]), "allocate", 1).answer("foes.1")
    with position.refused():
        position.answer((("foes.2", ((22, 22),)),))
    with position.refused(rule="core.unit-coherency"):
        position.answer((("foes.1", ((21.9, 18.8), (20 + GAP * 0.5, 20 - GAP * 0.75**0.5 - 1e-6))),))
    position.answer((("foes.1", ((20 + GAP, 20),)),))
    assert [one[0] for one in happened(position, Moved)[0].places] == ["foes.1"]


@rule("commentary.fight-on-death", 2, 3)
def test_weapons_and_targets_of_a_last_fight_are_selected_before_its_attacks() -> None:
    abilities = ("fight on death", "fight on death")
    ally = unit(MINE, (20 + 2 * GAP, 20), name="ally", weapons=(), done=("fought",))
    position = fighting(foe((20 + GAP, 20)), ally, foes=abilities, rolls=[*SLAIN, *MISSED])
    until_asked(position, "melee_target", 1)
    assert set(position.options) == {MINE, "ally"} and not happened(position, ModelDestroyed)
    position.answer("ally")
    assert [(event.unit, event.target) for event in happened(position, TargetsDeclared)] == [
        (MINE, FOES),
        (FOES, "ally"),
    ]
    assert kinds(position, ModelRemoved) == ["ModelRemoved foes.1"]


@rule("commentary.fight-on-death", 6, 10)
def test_who_fights_on_death_has_1_wound_and_counts_as_destroyed() -> None:
    ally = unit(MINE, (20 + 2 * GAP, 20), name="ally", weapons=(), done=("fought",))
    foes = foe((20 + GAP, 20), (24, 26), strength=3)
    position = until_asked(fighting(foes, ally, rolls=SLAIN), "allocate", 1).answer("foes.1")
    until_asked(position, "melee_target", 1)
    assert position.state.models["foes.1"].wounds == 1 and left(position) == [1, 1]
    assert [one.id for one in models(position.game, FOES)] == ["foes.2"] and below_half(position.game, FOES)


@rule("commentary.fight-on-death", 9)
def test_models_that_fight_on_death_fight_together() -> None:
    rules = invent(sheet(MINE, {**arm("blade", attacks="2"), "range": 0}), sheet(FOES, abilities=["fight on death"]))
    ours = unit(MINE, (20, 20), done=("charge",), weapons=(BLADE,))
    foes = foe((20 + GAP, 20), (20, 20 + GAP))
    position = phase(battle(ours, foes, rules=rules, rolls=[(3, 3), (4, 4), (1, 1), (1, 1)]), "fight phase")
    until_asked(position, "allocate", 1).answer("foes.1")
    assert [(event.unit, len(event.faces)) for event in happened(position, HitsRolled)] == [(MINE, 2), (FOES, 2)]
    assert left(position) == []


@rule("commentary.fighting-with-one-model")
def test_where_one_model_fights_it_alone_moves_and_attacks() -> None:
    ours = unit(MINE, (20, 20), (20, 22), weapons=(BLADE,))
    foes = foe((22.5, 20), (22.5, 22.5))
    position = battle(ours, foes, rolls=[(1,)]).begin(FIGHT(player=0, unit=MINE, only=("mine.1",)))
    assert position.asked == "pile_in"
    for wrong in ("mine.2", ((21.2, 22),)), ("mine.1", ((22.9, 17.1),)):
        with position.refused():
            position.answer((wrong,))
    position.answer((("mine.1", ((22.5 - GAP, 20),)),))
    assert [event.models for event in happened(position, TargetsDeclared)] == [("mine.1",)]
    assert position.idle or position.asked == "consolidate"


@rule("commentary.fighting-with-one-model", 3)
def test_where_one_model_fights_it_alone_consolidates() -> None:
    ours = unit(MINE, (20, 20), (20, 22), weapons=(BLADE,))
    position = battle(ours, foe((22.5, 20), (22.5, 22.5)), rolls=[(1,)])
    position.begin(FIGHT(player=0, unit=MINE, only=("mine.1",))).answer(())
    assert position.asked == "consolidate"
    with position.refused():
        position.answer((("mine.2", ((21.2, 22),)),))
    position.answer((("mine.1", ((22.5 - GAP, 20),)),))
    assert [event.how for event in happened(position, Moved)] == ["consolidate"]


@rule("commentary.shoot-on-death")
@pytest.mark.parametrize(("ability", "asked"), [(["shoot on death"], "ranged_target"), ([], "go")])
def test_who_is_destroyed_by_overwatch_shoots_on_death(ability: list[str], asked: str) -> None:
    rules = invent(sheet(FOES, arm("gun"), abilities=ability), sheet(MINE))
    foes = unit(FOES, (30, 20), (30, 21.5), weapons=(f"{FOES}/gun",))
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), foes, army(0, 1)
    rolls = [(6,), (6,), (1,), (1,)]
    position = phase(battle(*things, rules=rules, rolls=rolls), "movement phase", 1).answer((FOES, "normal"))
    use(position, "fire-overwatch", MINE).answer(FOES)
    plain(position)
    while position.asked == "allocate":
        position.answer("foes.1")
    assert (position.asked, position.player) == (asked, 1)


def duel(blows: str, *abilities: str, wounds: int, rolls: Any) -> Scenario:
    """Our precise and searing blade against two models led by a hero that fights on death."""
    hero = sheet("boss", keywords=["Infantry", "Character"], abilities=["fight on death", *abilities], wounds=wounds)
    rules = invent(sheet(MINE, blade("blade", "precision", "searing 3", attacks=blows, ap=-6)), hero)
    led = attached(
        foe((20 + GAP, 20), (20 + GAP, 20 - GAP)), unit("boss", (20 + GAP, 20 + GAP), player=1, wounds=wounds)
    )
    ours = unit(MINE, (20, 20), done=("charge",), weapons=(BLADE,))
    return until_asked(phase(battle(ours, led, rules=rules, rolls=rolls), "fight phase"), "precision", 0)


@rule("commentary.fight-on-death", 3, 10)
@rule("commentary.attached-unit-several-characters-allocation", 2)
def test_attacks_that_are_left_for_a_model_on_its_way_out_are_lost() -> None:
    position = duel("2", "feel no pain 5+", wounds=1, rolls=[(6, 6), (5, 5), (1, 1), (1,)])
    position.answer("boss.1", "boss.1")
    assert kinds(position, DamageSuffered, ModelDoomed) == ["DamageSuffered boss.1", "ModelDoomed boss.1"]


@rule("errata.mortal-wounds", 4, 7)
@rule("commentary.fight-on-death", 10)
def test_mortal_wounds_go_on_from_a_model_on_its_way_out_to_others() -> None:
    """Normal damage slays one of the body, two of three mortal wounds the hero, and the third the other one."""
    position = duel("1", wounds=2, rolls=[(6,), (6,), (1,)]).answer(None)
    position.answer("foes.1", "boss.1")
    suffered = [event.model for event in happened(position, DamageSuffered)]
    assert sorted(suffered) == ["boss.1", "boss.1", "foes.1", "foes.2"]


# Models that a text lets fight, if a die is high enough -------------------------------------------------------


@rule("commentary.fight-on-death")
@pytest.mark.parametrize(("face", "fights"), [(4, True), (3, False)])
def test_a_model_fights_before_it_is_removed_if_a_die_is_high_enough(face: int, fights: bool) -> None:
    part = {"modifies": "last fight", "layer": "at least", "by": 4}
    foes = sheet(FOES, blade("blade"))
    foes["texts"] = [{"name": "Text", "does": [part]}]
    rules = invent(sheet(MINE, blade("blade")), foes)
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/blade",)), unit(FOES, (21.5, 20), weapons=(f"{FOES}/blade",))
    declared = (Declared(FOES, f"{MINE}/blade", ("mine.1",), 1, toughness=4),)
    position = battle(*things, rules=rules, rolls=[(6,), (6,), (1,), (face,)])
    position.begin(STRIKE(player=0, unit=MINE, melee=True, avenged=True, declared=declared))
    assert [(event.face, event.needed) for event in happened(position, LastFightRolled)] == [(face, 4)]
    assert len(happened(position, ModelDoomed)) == fights


@rule("commentary.fight-on-death")
@pytest.mark.parametrize(("melee", "done"), [(False, ()), (True, ("fought",))])
def test_none_is_rolled_for_ranged_attacks_or_for_who_has_fought(melee: bool, done: Any) -> None:
    arms = "blade" if melee else "gun"
    foes = sheet(FOES, blade("blade"))
    foes["texts"] = [{"name": "Text", "does": [{"modifies": "last fight", "layer": "at least", "by": 2}]}]
    rules = invent(sheet(MINE, arm("gun"), blade("blade")), foes)
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/{arms}",)), unit(FOES, (21.5, 20), done=done)
    declared = (Declared(FOES, f"{MINE}/{arms}", ("mine.1",), 1, toughness=4),)
    position = battle(*things, rules=rules, rolls=[(6,), (6,), (1,)])
    position.begin(STRIKE(player=0, unit=MINE, melee=melee, avenged=True, declared=declared))
    assert not happened(position, LastFightRolled) and happened(position, ModelDestroyed)
