"""Whose an ability is: that of a model, of a whole unit if every model has it, of a Leader, or of weapons."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.charge import CHARGE
from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, WoundsLost
from rulewright_wh40k.events.charge import ChargeFailed
from rulewright_wh40k.fight.phase import fights_first
from rulewright_wh40k.shooting.select_targets import aimed, who_can

from .before import off
from .table import FOES, MINE, arm, army, battle, blade, happened, invent, left, phase, rule, sheet, shooting, unit, use
from .table import attached as joined
from .test_stratagems import own, stratagem

HERO: dict[str, Any] = {"keywords": ["Infantry", "Character"], "wounds": 4}


def led(*, boss: Any = (), body: Any = (), precise: bool = True, hurt: str = "1", rolls: Any = ()) -> Scenario:
    """A boss leads foes, and a gun is shot at them: at the boss, where it is precise."""
    gun = arm("gun", *(["precision"] if precise else []), ap=-6, damage=hurt)
    sheets = sheet(MINE, gun, blade()), sheet(FOES, abilities=list(body)), sheet("boss", abilities=list(boss), **HERO)
    position = shooting(*attached(), rules=invent(*sheets), rolls=rolls)
    return position.answer("boss.1") if position.asked == "precision" else position


def attached() -> tuple[Any, ...]:
    """A soldier and a boss."""
    foes = unit(FOES, (30, 20), (31.5, 20), leaders=("boss",))
    last = foes[-1]
    foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 4, last.x, last.y)
    return foes, off("boss", area="attached", player=1)[:1]


@rule("core.feel-no-pain")
@rule("core.attached-units")
@pytest.mark.parametrize(("boss", "body", "lost"), [(["feel no pain 5+"], [], 0), ([], ["feel no pain 5+"], 1)])
def test_a_leader_has_its_own_feel_no_pain_and_not_that_of_its_bodyguard(boss: Any, body: Any, lost: int) -> None:
    position = led(boss=boss, body=body, rolls=[(6,), (6,), (1,), *([] if body else [(5,)])])
    assert sum(event.wounds for event in happened(position, WoundsLost)) == lost


@rule("core.feel-no-pain")
def test_what_a_whole_unit_is_given_its_leader_has_too() -> None:
    hide = stratagem("hide", {"do": "give", "abilities": ["feel-no-pain:5"]}, target={"who": "attacked"},
                     when={"moment": "targets selected"})  # fmt: skip
    sheets = sheet(MINE, arm("gun", "precision", ap=-6), blade()), sheet("boss", **HERO)
    rolls = [(6,), (6,), (1,), (5,)]
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), *attached(), army(1, 1, detachment="own")
    position = phase(battle(*things, rules=own(hide, sheets=sheets), rolls=rolls), "shooting phase")
    use(position.answer(MINE, FOES), "hide", FOES).answer("boss.1")
    assert not happened(position, WoundsLost)


@rule("core.stealth")
@pytest.mark.parametrize(("boss", "hits"), [([], 1), (["stealth"], 0)])
def test_a_unit_is_stealthy_if_every_model_in_it_is(boss: Any, hits: int) -> None:
    position = led(boss=boss, body=["stealth"], precise=False, rolls=[(3,), (1,)])
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


@rule("core.fights-first")
@pytest.mark.parametrize(("boss", "first"), [([], False), (["fights first"], True)])
def test_a_unit_fights_first_if_every_model_in_it_does(boss: Any, first: bool) -> None:
    rules = invent(sheet(FOES, abilities=["fights first"]), sheet("boss", abilities=boss, **HERO))
    position = battle(*attached(), unit(MINE, (20, 20)), rules=rules)
    assert fights_first(position.game, FOES) is first


@rule("core.deadly-demise")
@pytest.mark.parametrize(("boss", "body", "wounds"), [(["deadly demise 1"], [], []), ([], ["deadly demise 1"], [1])])
def test_what_explodes_is_the_model_that_has_it(boss: Any, body: Any, wounds: list[int]) -> None:
    rolls = [(6,), (6,), (1,), *([(6,)] if boss else [])]
    position = led(boss=boss, body=body, hurt="9", rolls=rolls)
    assert "boss.1" not in position.state.models and left(position) == wounds


@rule("core.lone-operative")
def test_a_lone_operative_with_a_leader_is_not_alone() -> None:
    rules = invent(sheet(FOES, abilities=["lone operative"]), sheet("boss", **HERO))
    position = battle(*attached(), unit(MINE, (14, 20)), rules=rules)
    assert [*who_can(position.game, MINE, f"{MINE}/gun", FOES)] == ["mine.1"]
    alone = battle(unit(FOES, (30, 20)), unit(MINE, (14, 20)), rules=rules)
    assert [*who_can(alone.game, MINE, f"{MINE}/gun", FOES)] == []


@rule("commentary.modifying-stratagem-cost")
def test_a_leader_does_for_its_whole_unit_what_its_datasheet_says() -> None:
    aim = stratagem("aim", cp=2)
    sheets = sheet("boss", abilities=["strategist"], **HERO), sheet(FOES)
    position = phase(
        battle(*attached(), unit(MINE, (20, 20)), army(1, 1, detachment="own"), rules=own(aim, sheets=sheets)),
        "shooting phase", 1,
    )  # fmt: skip
    use(position, "aim", FOES)
    assert position.state.armies[1].cp == 0


@rule("faq.general.aura-measured-from", 1)
@rule("core.aura-abilities", 2)
@pytest.mark.parametrize(("boss", "body", "better"), [(30.0, 26.0, False), (26.0, 30.0, True)])
def test_an_aura_of_a_leader_is_measured_from_its_own_base(boss: float, body: float, better: bool) -> None:
    """Bases of 32 mm whose middles are 6 inches apart are 4.7 inches apart."""
    led = joined(unit(FOES, (body, 20)), unit("boss", (boss, 20), player=1))
    rules = invent(sheet("boss", abilities=["beacon"], **HERO), sheet("other"))
    position = battle(led, unit("other", (20, 20), player=1), unit(MINE, (5, 5)), rules=rules)
    assert {id: position.game.number("leadership", id) for id in ("other.1", "foes.1", "boss.1")} == {
        "other.1": 6 if better else 7, "foes.1": 6, "boss.1": 6,
    }  # fmt: skip


def with_ability(ability: str, whose: str, body: str) -> list[Any]:
    """The datasheets of a unit and of the boss that leads it, one of which has an ability."""
    return [sheet(id, abilities=[ability] if id == whose else [], **HERO) for id in (body, "boss")]


@rule("core.attached-units")
@pytest.mark.parametrize("whose", [MINE, "boss"])
@pytest.mark.parametrize("shooter", [MINE, "boss"])
def test_what_improves_attacks_improves_those_of_the_models_that_have_it(whose: str, shooter: str) -> None:
    """One attack more against a unit that is Below Half-strength, and a roll of 2 that hits."""
    for ability, attacks, hits in (("predators", 2, 0), ("focused fire", 1, 1)):
        more, count = whose == shooter, attacks if whose == shooter else 1
        led = joined(unit(MINE, (20, 20)), unit("boss", (20, 21.5), player=0))
        things = led, unit(FOES, (30, 20), strength=5)
        position = battle(*things, rules=invent(*with_ability(ability, whose, MINE)), rolls=[(2,) * count, (1,)])
        declared = aimed(position.game, MINE, FOES, f"{shooter}/gun", (f"{shooter}.1",))
        position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared)))
        assert [(len(event.faces), event.hits) for event in happened(position, HitsRolled)] == [(count, hits * more)]


@rule("core.attached-units")
@rule("commentary.against-an-attack-with-characteristic")
@pytest.mark.parametrize("whose", [FOES, "boss"])
@pytest.mark.parametrize("struck", [FOES, "boss"])
def test_what_improves_saves_improves_those_of_the_models_that_have_it(whose: str, struck: str) -> None:
    """A roll of 3 fails against 4+ where nothing is added."""
    rules = invent(sheet(MINE, arm("gun", "precision"), blade()), *with_ability("stoic", whose, FOES))
    position = shooting(*attached(), rules=rules, rolls=[(6,), (6,), (3,)])
    position.answer("boss.1" if struck == "boss" else None)
    assert [event.failed for event in happened(position, SavesRolled)] == [whose != struck]


@rule("errata.surge-moves")
@rule("errata.leader", 1, 3)
def test_a_leader_surges_when_its_bodyguard_was_shot() -> None:
    led = joined(unit(FOES, (35, 20)), unit("boss", (35, 21.5), player=1, wounds=4))
    swift = [sheet(FOES, abilities=["surge"]), sheet("boss", abilities=["surge"], **HERO)]
    rules = invent(sheet(MINE, arm("gun", ap=-6), blade()), *swift)
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), led
    position = phase(battle(*things, rules=rules, rolls=[(6,), (6,), (1,)]), "shooting phase").answer(MINE, FOES)
    assert (position.asked, position.options) == ("surge", ["boss", None])


@rule("core.psychic")
def test_a_leader_casts_its_bolt_while_it_leads() -> None:
    rules = invent(sheet(FOES), sheet("boss", abilities=["psychic bolt d3"], **HERO))
    position = phase(battle(*attached(), unit(MINE, (20, 20)), rules=rules), "shooting phase", 1)
    assert (position.asked, position.options) == ("bolt", [(FOES, MINE), None])


@rule("core.psychic")
@pytest.mark.parametrize(("boss", "body", "able"), [(42.0, 38.0, False), (38.0, 42.0, True)])
def test_a_bolt_is_measured_from_the_leader_that_casts_it(boss: float, body: float, able: bool) -> None:
    led = joined(unit(FOES, (body, 20)), unit("boss", (boss, 20), player=1, wounds=4))
    rules = invent(sheet(FOES), sheet("boss", abilities=["psychic bolt d3"], **HERO))
    position = phase(battle(led, unit(MINE, (20, 20)), rules=rules), "shooting phase", 1)
    assert (position.asked == "bolt") is able


@rule("commentary.with-the-x-ability")
@pytest.mark.parametrize(("boss", "able"), [([], False), (["deadly demise 1"], True)])
def test_a_stratagem_is_used_on_units_of_which_a_leader_has_an_ability(boss: Any, able: bool) -> None:
    aim = stratagem("aim", target={"ability": "deadly demise"})
    sheets = sheet("boss", abilities=boss, **HERO), sheet(FOES)
    things = *attached(), unit(MINE, (20, 20)), army(1, 1, detachment="own")
    position = phase(battle(*things, rules=own(aim, sheets=sheets)), "shooting phase", 1)
    assert (position.asked == "react" and position.player == 1) is able


# Weapons ----------------------------------------------------------------------------------------------------


def given(ability: str, *rolls: Any, foes: int = 1) -> Scenario:
    """A Stratagem gives the weapons of a unit that shoots an ability."""
    give = stratagem("give", {"do": "give", "abilities": [ability]}, target={"who": "acting"},
                     when={"moment": "targets selected"})  # fmt: skip
    sheets = sheet(MINE, arm("gun"), blade()), sheet(FOES, toughness=9, wounds=9)
    targets = unit(FOES, *((30 + 1.5 * number, 20.0) for number in range(foes)), wounds=9)
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), targets, army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(give, sheets=sheets), rolls=rolls), "shooting phase")
    return use(position.answer(MINE, FOES), "give", MINE)


@rule("core.weapon-lethal-hits")
def test_weapons_are_given_lethal_hits() -> None:
    assert left(given("lethal-hits", (6,), (1,))) == [8]


@rule("core.weapon-devastating-wounds")
def test_weapons_are_given_devastating_wounds() -> None:
    assert left(given("devastating-wounds", (3,), (6,))) == [8]


@rule("core.weapon-sustained-hits")
def test_weapons_are_given_an_ability_with_a_number() -> None:
    assert [event.hits for event in happened(given("sustained-hits:2", (6,), (1, 1, 1)), HitsRolled)] == [3]


@rule("core.weapon-heavy")
def test_weapons_are_given_what_changes_a_number() -> None:
    assert [event.hits for event in happened(given("heavy", (2,), (1,)), HitsRolled)] == [1]


@rule("core.weapon-blast")
def test_weapons_are_given_what_counts_models() -> None:
    assert [len(event.faces) for event in happened(given("blast", (1, 1), foes=5), HitsRolled)] == [2]


# Charges ----------------------------------------------------------------------------------------------------


def test_a_charge_whose_targets_are_gone_fails() -> None:
    gone = unit(FOES, (26, 20), wounds=0)
    position = battle(unit(MINE, (20, 20)), gone, unit(FOES, (50, 20), name="far"), rolls=[(6, 6)])
    position.begin(CHARGE(player=0, unit=MINE, targets=(FOES,)))
    assert len(happened(position, ChargeFailed)) == 1


@rule("commentary.bearer")
@rule("core.fast-dice-rolling", 1)
def test_what_a_profile_says_of_its_attacks_is_not_said_of_others_with_the_same_weapon() -> None:
    ours = sheet(MINE, arm(), blade())
    (plain,) = ours["profiles"]
    sharp = {"name": "Sharp", "text": "", "does": [{"modifies": "hit", "layer": "roll", "by": 1}]}
    rules = invent({**ours, "profiles": [plain, {**plain, "id": "boss", "texts": [sharp]}]})
    one, body, boss = unit(MINE, (20, 20), (20, 22))
    things = [one, body, replace(boss, profile=f"{MINE}/boss")], unit(FOES, (30, 20))
    position = phase(battle(*things, rules=rules, rolls=[(2,), (2,), (1,)]), "shooting phase").answer(MINE, FOES)
    assert sorted(event.hits for event in happened(position, HitsRolled)) == [0, 1]


@rule("core.feel-no-pain")
@pytest.mark.parametrize(
    ("boss", "body", "found"),
    [([5], [4], 5), ([4], [], 7), ([], [4], 7), ([], [], 7)],
)  # fmt: skip
def test_a_unit_has_the_feel_no_pain_that_all_of_its_models_have(boss: Any, body: Any, found: int) -> None:
    printed = {FOES: body, "boss": boss}
    sheets = [sheet(id, abilities=[f"feel no pain {each}+" for each in own]) for id, own in printed.items()]
    assert int(battle(*attached(), rules=invent(*sheets)).game.number("feel no pain", FOES)) == found
