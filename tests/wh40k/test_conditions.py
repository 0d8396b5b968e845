"""Whom texts mean, and under which conditions: areas, wargear, keywords, single targets, and what was not done yet."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import Rules
from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.before.rosters import mistakes
from rulewright_wh40k.book.choices import Setup
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.cards.stratagems import Target
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.attacks import HitsRolled, WoundsRolled
from rulewright_wh40k.events.movement import AdvanceRolled
from rulewright_wh40k.running import Run
from rulewright_wh40k.shooting.select_targets import aimed
from rulewright_wh40k.terms import has_keyword

from .before import CARRIER, carrier, within
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
    named,
    offered,
    phase,
    rule,
    sheet,
    unit,
)
from .test_stratagems import own, stratagem
from .test_written_abilities import text, with_texts

FAR = unit(FOES, (30, 40))


def meant(position: Scenario, **group: Any) -> set[str]:
    """The units that a text of the unit of player 0 means."""
    run = Run(player=0, source="text", queue=(), units=(MINE,))
    verb: Any = LEXICON.effect({"do": "for_each", "side": "any", **group, "then": [{"do": "suffer"}]})
    return set(verb.found(position.game, run))


def amount(position: Scenario, given: Any) -> int:
    """An amount of a text of that unit."""
    run = Run(player=0, source="text", queue=(), units=(MINE,))
    verb: Any = LEXICON.effect({"do": "suffer", "to": "target", "wounds": given})
    return int(verb.wounds.count(position.game, run))


# Others -----------------------------------------------------------------------------------------------------


@rule("commentary.other-model", 1, 2)
def test_units_of_the_same_datasheet_are_others_to_each_other() -> None:
    things = unit(MINE, (20, 20)), unit(MINE, (24, 20), name="twin"), unit("friend", (28, 20), player=0), FAR
    position = battle(*things, rules=invent(sheet("friend")))
    assert meant(position, side="friendly") == {MINE, "twin", "friend"}
    assert meant(position, side="friendly", other=True) == {"twin", "friend"}
    assert meant(position, other=True) == {"twin", "friend", FOES}


# Wargear ----------------------------------------------------------------------------------------------------


@rule("commentary.unit-wargear")
def test_the_wargear_of_a_unit_is_that_of_all_of_its_models() -> None:
    rules = invent(sheet(MINE, arm("gun"), arm("cannon"), blade()), sheet("boss", arm("lamp")))
    body = unit(MINE, (20, 20), (21.5, 20), weapons=(f"{MINE}/gun",), leaders=("boss",), strength=3)
    body[2] = replace(body[2], weapons=(f"{MINE}/cannon",))
    boss, head = unit("boss", (23, 20), player=0, weapons=("boss/lamp",))
    things = [*body, replace(boss, area="attached"), replace(head, unit=MINE)], unit(MINE, (5, 5), name="plain"), FAR
    position = battle(*things, rules=rules)
    found = {name: meant(position, side="friendly", wargear=name) for name in ("gun", "cannon", "lamp", "blade")}
    assert found == {"gun": {MINE, "plain"}, "cannon": {MINE}, "lamp": {MINE}, "blade": {"plain"}}


# Areas ------------------------------------------------------------------------------------------------------


@rule("commentary.no-mans-land")
@rule("core.no-mans-land")
@pytest.mark.parametrize(
    ("xs", "area"),
    [((20, 22), "no man's land"), ((8, 6), "your zone"), ((52, 50), "their zone"), ((11, 13), ""), ((12, 14), ""),
     ((47, 49), "")],
)  # fmt: skip
def test_a_unit_is_wholly_within_an_area_or_not(xs: tuple[float, float], area: str) -> None:
    position = battle(unit(MINE, *((x, 20) for x in xs)), FAR)
    areas = ("no man's land", "your zone", "their zone")
    assert [one for one in areas if meant(position, side="friendly", area=one)] == [area] * bool(area)


@rule("commentary.no-mans-land")
def test_whose_zone_it_is_depends_on_whose_text_it_is() -> None:
    position = battle(unit(MINE, (52, 20)), unit(FOES, (5, 20)))
    assert meant(position, side="enemy", area="your zone") == {FOES}
    assert meant(position, side="enemy", area="their zone") == set()


@rule("commentary.table-quarter", 1, 2)
@rule("commentary.battlefield-quarter")
@pytest.mark.parametrize(
    ("spots", "count"),
    [([(10, 10)], 1), ([(10, 10), (50, 10), (10, 40), (50, 40)], 4), ([(10, 10), (12, 12)], 1), ([(30, 10)], 0),
     ([(10, 22)], 0), ([(29.4, 10)], 0), ([(29.3, 10)], 1), ([(30, 22), (50, 40)], 1)],
)  # fmt: skip
def test_units_are_counted_by_the_table_quarters_that_they_are_wholly_within(spots: Any, count: int) -> None:
    """The lines through the centre are at 30 and 22; a base of 32 mm reaches 0.63 inches."""
    ours = [unit(MINE, spot, name=MINE if not number else f"u{number}") for number, spot in enumerate(spots)]
    position = battle(*ours, unit(FOES, (50, 40)))
    assert amount(position, {"quarters": "friendly"}) == count
    assert amount(position, {"quarters": "enemy"}) == 1


@rule("commentary.table-quarter", 2)
def test_height_makes_no_difference_to_a_quarter() -> None:
    ours = unit(MINE, (10, 10))
    ours[1] = replace(ours[1], ground=9.0)
    assert amount(battle(ours, FAR), {"quarters": "friendly"}) == 1


@rule("commentary.table-quarter", 1)
def test_a_unit_in_two_quarters_is_in_none() -> None:
    assert amount(battle(unit(MINE, (29, 10), (31, 10)), FAR), {"quarters": "friendly"}) == 0


# A single target --------------------------------------------------------------------------------------------


@rule("commentary.single-target-model")
@rule("commentary.single-target-unit")
@pytest.mark.parametrize(("which", "hits"), [("model", [0, 1, 0]), ("unit", [0, 0, 0])])
def test_a_model_shoots_at_a_single_target_with_all_of_its_weapons(which: str, hits: list[int]) -> None:
    """The first model shoots at two units, the second one at one of these; a 2 hits on 3+ only with the bonus."""
    armed = sheet(MINE, arm("gun"), arm("rifle"))
    armed["texts"] = [text({"modifies": "hit", "by": 1, "test": {"single_target": which}})]
    things = unit(MINE, (20, 20), (20, 22)), unit(FOES, (30, 20)), unit(FOES, (30, 30), name="others")
    rolls = [roll for hit in hits for roll in ([(2,), (1,)] if hit else [(2,)])]
    position = battle(*things, rules=invent(armed), rolls=rolls)
    shots = (FOES, "gun", "mine.1"), ("others", "rifle", "mine.1"), (FOES, "rifle", "mine.2")
    declared = [one for foe, used, by in shots for one in aimed(position.game, MINE, foe, f"{MINE}/{used}", (by,))]
    as_declared(position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared))))
    assert [event.hits for event in happened(position, HitsRolled)] == hits


# Not yet selected -------------------------------------------------------------------------------------------


@rule("commentary.not-selected-to-shoot-or-fight", 1, 2)
@pytest.mark.parametrize(
    ("name", "moment", "done", "offers"),
    [("shooting", "select to shoot", (), True), ("shooting", "select to shoot", ("shot",), False),
     ("shooting", "select to shoot", ("fought",), True), ("fight", "fight phase start", (), True),
     ("fight", "fight phase start", ("fought",), False), ("fight", "fight phase start", ("shot",), True)],
)  # fmt: skip
def test_who_was_not_selected_in_this_phase_is_a_target(name: str, moment: str, done: Any, offers: bool) -> None:
    late = stratagem("late", when={"moment": moment}, target={"unselected": True})
    wait = stratagem("wait", {"do": "gain_cp", "cp": 1}, cp=0, when={"moment": moment})
    things = unit(MINE, (20, 20), done=done), unit(FOES, (21.5, 20)), army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(late, wait)), f"{name} phase")
    assert (("late", MINE) in offered(position)) is offers


@rule("commentary.not-selected-to-shoot-or-fight", 1)
def test_who_shot_out_of_phase_before_was_not_selected_in_the_shooting_phase() -> None:
    """Player 1 has fired Overwatch in the Movement phase of player 0, whose units are selected to shoot now."""
    late = stratagem("late", when={"moment": "shooting phase start"}, target={"unselected": True})
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20), done=("shot",)), army(1, 1, detachment="own")
    assert offered(phase(battle(*things, rules=own(late)), "shooting phase")) == [("late", FOES)]


@rule("commentary.embarked-units", 3)
def test_who_is_embarked_is_no_target_of_a_stratagem() -> None:
    plain = stratagem("plain", when={"moment": "shooting phase start"}, target={})
    truck = unit(CARRIER, (20, 20), wounds=2, player=0)
    things = truck, within(MINE), FAR, army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(plain, sheets=[carrier()])), "shooting phase")
    assert offered(position) == [("plain", CARRIER)]
    with position.refused():
        position.answer(("stratagem at shooting phase start", ("plain", MINE)))


# Keywords ---------------------------------------------------------------------------------------------------

KINDS = sheet("kin", keywords=["Infantry", "Psyker"]), sheet("tank", keywords=["Vehicle", "Fly"])
"""Units with keywords: ours have Infantry."""


def targets(**target: Any) -> set[str]:
    """The units of player 0 that a Stratagem can be used on."""
    used = stratagem("used", when={"moment": "select to shoot"}, target=target)
    ours = unit(MINE, (20, 20)), unit("kin", (20, 24), player=0), unit("tank", (20, 30), player=0)
    things = *ours, unit(FOES, (30, 20))
    position = phase(battle(*things, army(0, 1, detachment="own"), rules=own(used, sheets=KINDS)), "shooting phase")
    return {one[1] for one in offered(position)}


@rule("commentary.keywords", 1, 2, 8, 9)
@pytest.mark.parametrize(
    ("target", "found"),
    [({"keywords": ["Vehicle"]}, {"tank"}), ({"keywords": ["Infantry"]}, {MINE, "kin"}),
     ({"without": ["Vehicle"]}, {MINE, "kin"}), ({"without": ["Psyker"]}, {MINE, "tank"}),
     ({"either": ["Psyker", "Vehicle"]}, {"kin", "tank"}), ({"either": ["Fly", "Titanic"]}, {"tank"}),
     ({"keywords": ["Infantry", "Psyker"]}, {"kin"}), ({"keywords": ["Infantry", "Fly"]}, set())],
)  # fmt: skip
def test_whom_the_keywords_of_a_rule_mean(target: Any, found: set[str]) -> None:
    """Those with it, those without it, those with one of several, and those with all of several in a row."""
    assert targets(**target) == found


def led_by(keyword: str) -> tuple[list[Any], tuple[Any, ...]]:
    """Foes of Infantry that a boss with a keyword leads, with their datasheets."""
    boss, head = unit("boss", (31.5, 20), player=1)
    body = unit(FOES, (30, 20), leaders=("boss",), strength=2)
    joined = [*body, replace(boss, area="attached"), replace(head, unit=FOES)]
    return joined, (sheet(FOES, toughness=9), sheet("boss", keywords=["Infantry", "Character", keyword], toughness=9))


@rule("commentary.keywords", 3, 4, 5)
@pytest.mark.parametrize(("keyword", "wounds"), [("Psyker", 1), ("Beast", 0)])
def test_an_attached_unit_has_the_keywords_of_all_of_its_models(keyword: str, wounds: int) -> None:
    """A roll of 4 is a Critical Wound against Psykers, else it is too low; the attack is allocated to the Bodyguard."""
    foes, sheets = led_by(keyword)
    rules = invent(*sheets, sheet(MINE, arm("gun", "anti-psyker 4+"), blade()))
    rolls = [(6,), (4,), *([(6,)] if wounds else [])]
    position = battle(unit(MINE, (20, 20)), foes, rules=rules, rolls=rolls)
    declared = aimed(position.game, MINE, FOES, f"{MINE}/gun", ("mine.1",))
    position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared)))
    assert [event.wounds for event in happened(position, WoundsRolled)] == [wounds]
    assert has_keyword(position.game, FOES, keyword)


@rule("commentary.keywords", 3)
def test_a_unit_is_affected_by_rules_for_any_of_its_keywords() -> None:
    foes, sheets = led_by("Psyker")
    position = battle(unit(MINE, (20, 20)), foes, rules=invent(*sheets))
    assert (
        meant(position, side="enemy", keyword="Psyker") == meant(position, side="enemy", keyword="Infantry") == {FOES}
    )
    assert meant(position, side="enemy", keyword="Beast") == set()


@rule("commentary.keywords", 6)
def test_a_rule_for_models_with_a_keyword_is_about_those_models_only() -> None:
    """Only the boss of the Attached unit has grenades, and only from there are 8 inches measured; others are near."""
    boss, head = unit("boss", (20, 20), player=0)
    body = unit(MINE, (18, 20), leaders=("boss",), strength=2)
    ours = [*body, replace(boss, area="attached"), replace(head, unit=MINE)]
    rules = invent(sheet("boss", keywords=["Infantry", "Grenades"]))
    for x, able in ((28.0, True), (9.5, False)):
        position = battle(ours, unit(FOES, (x, 20)), army(0, 1), rules=rules)
        assert (("grenade", MINE) in offered(phase(position, "shooting phase"))) is able


def problems(*sheets: str, **detachment: Any) -> list[str]:
    """What is wrong with an army of these datasheets in a detachment."""
    words = {"kin": ["Psyker", "Character"], "tank": ["Vehicle"], "pet": ["Pet"]}
    kinds = [sheet(id, keywords=found) for id, found in words.items()]
    own = {**named("choir"), "faction": "A", **detachment}
    rules: Rules = invent(*kinds, detachments=[own])
    army = {"faction": "A", "detachment": "choir", "units": [{"sheet": one} for one in sheets]}
    setup = Setup.model_validate({"armies": (army, army), "battlefield": "field"})
    return [str(one) for one in mistakes(setup, rules.content) if "armies[0]" in str(one)]


@rule("commentary.keywords", 7)
def test_a_detachment_of_a_keyword_has_only_units_with_it_and_those_that_do_not_matter() -> None:
    assert problems("kin", only="Psyker") == []
    (wrong,) = problems("kin", "tank", only="Psyker")
    assert "armies[0].units[1]" in wrong and "a unit with the keyword Psyker (commentary.keywords)" in wrong
    assert problems("kin", "pet", only="Psyker", besides=["Pet"]) == []
    assert len(problems("kin", "pet", "tank", only="Psyker", besides=["Pet"])) == 1
    assert problems("kin", "tank") == []


# Without an Advance roll ------------------------------------------------------------------------------------


@rule("commentary.do-not-make-an-advance-roll", 1, 2)
@pytest.mark.parametrize(("texts", "inches", "rolls"), [
    ([], 3, [(3,)]), ([6], 6, []), ([6, 4], 6, []), ([4, 6], 6, []),
])  # fmt: skip
def test_who_makes_no_advance_roll_moves_so_much_farther(texts: list[int], inches: int, rolls: Any) -> None:
    """What modifies Advance rolls modifies no fixed number, and two such abilities do not add up."""
    does = [{"modifies": "set advance", "by": number} for number in texts]
    runner = with_texts(MINE, *does, {"modifies": "oc", "by": 1})
    position = phase(battle(unit(MINE, (20, 20)), FAR, rules=invent(runner), rolls=rolls), "movement phase")
    position.answer((MINE, "advance"))
    assert [event.inches for event in happened(position, AdvanceRolled)] == [inches]
    with position.refused():
        position.answer((("mine.1", ((20 + 6 + inches + 0.1, 20),)),))
    position.answer((("mine.1", ((20 + 6 + inches, 20),)),))
    assert position.state.models["mine.1"].x == 26 + inches


@rule("commentary.do-not-make-an-advance-roll", 1)
def test_what_modifies_advance_rolls_does_not_modify_what_is_no_roll() -> None:
    runner = with_texts(MINE, {"modifies": "set advance", "by": 6}, {"modifies": "advance", "by": 2})
    position = phase(battle(unit(MINE, (20, 20)), FAR, rules=invent(runner)), "movement phase")
    position.answer((MINE, "advance"))
    assert [event.inches for event in happened(position, AdvanceRolled)] == [6]


# The Save of a unit -----------------------------------------------------------------------------------------


def armoured(*saves: int, rolls: Any) -> Scenario:
    """Dice are rolled against the Save of an enemy unit of models with these Saves; it suffers for each so high."""
    kinds = [{**named(f"s{save}"), "save": save} for save in (2, 3, 4)]
    foes = sheet(FOES, wounds=9)
    usual = foes["profiles"][0]
    foes["profiles"] = [{**usual, **one} for one in kinds]
    foes["composition"] = [{**foes["composition"][0], "profile": one["id"]} for one in kinds]
    roll = {"do": "roll", "dice": 1, "on": "save", "then": [{"do": "suffer", "to": "chosen"}]}
    gaze = stratagem("gaze", {"do": "choose_unit", "side": "enemy", "then": [roll]})
    theirs = unit(FOES, *((30 + 2 * number, 20) for number, _ in enumerate(saves)), wounds=9)
    theirs[1:] = [replace(one, profile=f"{FOES}/s{save}") for one, save in zip(theirs[1:], saves, strict=True)]
    things = unit(MINE, (20, 20)), theirs, army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(gaze, sheets=[foes]), rolls=rolls), "shooting phase")
    return position.answer(("stratagem at select to shoot", ("gaze", MINE)))


@rule("commentary.unit-save", 1)
@pytest.mark.parametrize(
    ("saves", "face", "hurt"), [((3, 3, 2), 3, 1), ((3, 3, 2), 2, 0), ((4, 4, 4), 3, 0), ((2, 4, 4, 3), 4, 1)]
)
def test_the_save_of_a_unit_is_the_most_common_one_of_its_models(saves: Any, face: int, hurt: int) -> None:
    position = armoured(*saves, rolls=[(face,)])
    if position.asked == "allocate":
        position.answer(position.options[0])
    assert sum(9 - wounds for wounds in left(position)) == hurt


@rule("commentary.unit-save", 2)
@pytest.mark.parametrize(("chosen", "hurt"), [(4, 0), (2, 1)])
def test_of_two_that_are_equally_common_its_player_decides(chosen: int, hurt: int) -> None:
    position = armoured(2, 4, 3, 2, 4, rolls=[(3,)])
    assert (position.asked, position.player, position.options) == ("unit_save", 1, [2, 4])
    position.answer(chosen)
    if position.asked == "allocate":
        position.answer(position.options[0])
    assert sum(9 - wounds for wounds in left(position)) == hurt


@rule("commentary.unit-save", 3)
def test_what_changes_the_save_of_a_unit_changes_that_of_all_of_its_models() -> None:
    boss, head = unit("boss", (21.5, 20), player=0)
    ours = [
        *unit(MINE, (20, 20), leaders=("boss",), strength=2),
        replace(boss, area="attached"),
        replace(head, unit=MINE),
    ]
    worse = stratagem("worse", {"do": "change", "stat": "save", "layer": "changed", "by": 1})
    things = ours, unit(FOES, (30, 20)), army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(worse, sheets=[sheet("boss", save=2)])), "shooting phase")
    position.answer(("stratagem at select to shoot", ("worse", MINE)))
    assert [position.game.number("save", id) for id in ("mine.1", "boss.1", "foes.1")] == [5, 3, 4]


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("group", "en", "zh"), [
    ({"other": True, "wargear": "melta"}, "each friendly unit other than it equipped with melta",
     "除该单位以外的装备 melta 的每个友方单位"),
    ({"area": "no man's land"}, "each friendly unit wholly within No Man's Land", "完全位于无人区内的每个友方单位"),
    ({"area": "their zone"}, "each friendly unit wholly within your opponent's deployment zone",
     "完全位于对手部署区内的每个友方单位"),
])  # fmt: skip
def test_whom_a_text_means_is_said_in_both_languages(group: Any, en: str, zh: str) -> None:
    verb: Any = LEXICON.effect({"do": "for_each", "side": "friendly", **group, "then": [{"do": "take_test"}]})
    assert [verb.told(Wording(lang), "each") for lang in ("en", "zh")] == [en, zh]


def test_the_conditions_of_a_target_are_said_in_both_languages() -> None:
    target = LEXICON.read(Target, {"either": ["Psyker", "Fly"], "unselected": True})
    assert target.said(Wording("en")) == "1 unit of yours with Psyker or Fly not selected to shoot or fight this phase"
    assert target.said(Wording("zh")) == "具有 Psyker或Fly 的本阶段未被选定射击或近战的你的 1 个单位"
