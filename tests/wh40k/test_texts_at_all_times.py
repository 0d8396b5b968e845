"""Words of abilities that count at all times: core abilities given by a text, which attacks, whose weapons, Auras."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.before.formations import reserving
from rulewright_wh40k.before.scouts import scouts
from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, WoundsRolled
from rulewright_wh40k.events.transports import Disembarked
from rulewright_wh40k.movement.reinforcements import DEEP_STRIKE, STRATEGIC
from rulewright_wh40k.terms import abilities, has_ability, has_keyword, shared, weapon

from .before import CARRIER, before, carrier, off, places, within
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
    marker,
    offered,
    phase,
    rule,
    sheet,
    shooting,
    unit,
)  # fmt: skip
from .test_stratagems import own, stratagem
from .test_words_of_imported_texts import shot
from .test_written_abilities import HERO, said, text, with_texts

GUN = (f"{MINE}/gun",)
FAR = unit(FOES, (55, 40))


# Core abilities ---------------------------------------------------------------------------------------------


def joined(*more: Any, area: str = "waiting", boss: str = "attached") -> list[Any]:
    """Our unit that waits, with a boss who leads it."""
    leader, model = off("boss", area=boss)
    return [*off(MINE, leaders=("boss",), area=area, **dict(more)), leader, replace(model, unit=MINE)]


STRIKES: Any = {"grants": ["deep-strike"], "of": "led"}


@rule("core.ability-deep-strike")
@rule("faq.reserves.deep-strike-needs-every-model")
@rule("commentary.while-leading-a-unit", 1)
@pytest.mark.parametrize(("of", "able"), [("led", True), ("unit", True), ("model", False)])
def test_a_leader_gives_the_unit_that_it_leads_deep_strike_before_the_battle(of: str, able: bool) -> None:
    """All of its models have to have it: where it is only the boss's own the unit has it not."""
    rules = invent(with_texts("boss", {**STRIKES, "of": of}, **HERO))
    position = battle(joined(), FAR, rules=rules)
    assert ((MINE, DEEP_STRIKE) in reserving(position.game, 0)) is able
    assert (shared(position.game, MINE, "deep-strike") != []) is able


@rule("commentary.while-leading-a-unit", 1)
def test_a_leader_that_leads_nobody_gives_nobody_deep_strike() -> None:
    rules = invent(with_texts("boss", STRIKES, **HERO))
    position = battle(off(MINE), off("boss"), FAR, rules=rules)
    assert DEEP_STRIKE not in {way for _, way in reserving(position.game, 0)}


@rule("core.ability-deep-strike")
def test_a_unit_in_reserves_arrives_by_the_deep_strike_that_a_text_gives() -> None:
    rules = invent(with_texts(MINE, {"grants": ["deep-strike"], "of": "unit"}))
    things = off(MINE, 1, "reserves", reserve="deep strike"), FAR
    position = phase(battle(*things, rules=rules, round=2), "movement phase/reinforcements")
    position.answer((MINE, DEEP_STRIKE), places((30, 22)))
    assert position.state.units[MINE].area == "table"


@rule("errata.scouts")
@rule("core.ability-scouts")
@pytest.mark.parametrize("area", ["table", "waiting"])
def test_a_text_gives_a_unit_scouts(area: str) -> None:
    rules = invent(with_texts("boss", {"grants": ["scouts:7"], "of": "led"}, **HERO))
    assert scouts(battle(joined(area=area), FAR, rules=rules).game, MINE) == 7


@rule("core.ability-scouts")
def test_a_dedicated_transport_moves_by_the_scouts_that_a_text_gives_who_is_within() -> None:
    truck = carrier(keywords=["Vehicle", "Transport", "Dedicated Transport"])
    rules = invent(truck, with_texts(MINE, {"grants": ["scouts:7"], "of": "unit"}))
    position = battle(unit(CARRIER, (20, 20), wounds=2), within(MINE), FAR, rules=rules)
    assert scouts(position.game, CARRIER) == 7


@rule("core.ability-infiltrators")
def test_a_text_gives_a_unit_infiltrators() -> None:
    rules = invent(with_texts(MINE, {"grants": ["infiltrators"], "of": "unit"}))
    position = before("deployment", off(MINE), FAR, rules=rules)
    assert (position.asked, position.options) == ("deploy_way", ["zone", "infiltrate"])


@rule("core.ability-infiltrators")
def test_a_model_has_what_a_text_gives_it_where_it_is_attached_to_such_a_unit() -> None:
    test = {"all": [{"none": [{"unit": "target", "alone": True}]}, {"unit": "target", "keyword": "Beast"}]}
    given = {"grants": ["infiltrators"], "of": "model", "test": test}
    for keyword, able in (("Beast", True), ("Infantry", False)):
        rules = invent(sheet(MINE, abilities=["infiltrators"], keywords=[keyword]), with_texts("boss", given, **HERO))
        assert (shared(battle(joined(), FAR, rules=rules).game, MINE, "infiltrators") != []) is able
    alone = battle(off("boss"), FAR, rules=invent(with_texts("boss", given, **{**HERO, "keywords": ["Beast"]})))
    assert shared(alone.game, "boss", "infiltrators") == []


@rule("core.stealth")
@pytest.mark.parametrize(("of", "hits"), [("led", 0), ("model", 1)])
def test_a_leader_gives_its_unit_stealth(of: str, hits: int) -> None:
    """A 3 hits on 3+; against Stealth it does not."""
    rules = invent(sheet(MINE), with_texts("boss", {"grants": ["stealth"], "of": of}, **HERO))
    foes = attached(unit(FOES, (30, 20), (31.5, 20)), unit("boss", (33, 20), player=1, wounds=4))
    position = shot(battle(unit(MINE, (20, 20), weapons=GUN), foes, rules=rules, rolls=[(3,), (1,)]))
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


@rule("core.stealth")
def test_a_text_that_gives_some_unit_stealth_gives_no_other_unit_any() -> None:
    rules = invent(sheet(MINE), with_texts("boss", {"grants": ["stealth"], "of": "model"}, **HERO))
    things = unit(MINE, (20, 20), weapons=GUN), unit("boss", (33, 20), player=1, wounds=4), unit(FOES, (30, 20))
    position = shot(battle(*things, rules=rules, rolls=[(3,), (1,)]))
    assert [event.hits for event in happened(position, HitsRolled)] == [1]
    assert has_ability(position.game, "boss.1", "stealth") and not has_ability(position.game, "foes.1", "stealth")


@rule("core.reinforcements")
def test_a_text_lets_a_unit_arrive_in_the_first_battle_round() -> None:
    early = {"grants": ["arrives-early-in-its-own-turn"], "of": "model"}
    for sheets, able in ((with_texts(MINE, early), True), (sheet(MINE), False)):
        things = off(MINE, 1, "reserves", reserve="strategic reserves"), FAR
        position = phase(battle(*things, rules=invent(sheets)), "movement phase/reinforcements")
        assert ((MINE, STRATEGIC) in (position.options or ())) is able


# Which attacks ----------------------------------------------------------------------------------------------

CLOSEST: Any = {"modifies": "hit", "by": 1, "test": {"attack_at": "closest"}}


def hits(position: Scenario) -> list[int]:
    """How many attacks hit, weapon for weapon."""
    return [event.hits for event in happened(position, HitsRolled)]


@rule("commentary.closest")
@pytest.mark.parametrize(
    ("others", "hit"),
    [
        ([], 1),
        ([unit("boss", (27, 20), player=1, wounds=4)], 0),
        ([unit("boss", (20, 30), player=1, wounds=4)], 1),
        ([unit("boss", (34, 20), player=1, wounds=4)], 1),
        ([unit("boss", (20, 8), player=1, wounds=4), marker(27, 20)], 1),
    ],
)
def test_attacks_at_the_closest_eligible_target(others: Any, hit: int) -> None:
    """A 2 hits with 1 more; who is equally close is the closest, too."""
    rules = invent(with_texts(MINE, CLOSEST), sheet("boss", **HERO))
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20)), *others
    assert hits(shot(battle(*things, rules=rules, rolls=[(2,), (1,)]))) == [hit]


@rule("commentary.closest")
@rule("core.lone-operative")
def test_who_cannot_be_selected_is_not_the_closest_eligible_target() -> None:
    """One out of sight or out of range of the weapon is no eligible target, nor is a Lone Operative far away."""
    wall = [{"id": "wall", "outline": [[10, 27], [30, 27], [30, 28], [10, 28]], "height": 9, "traits": ["ruin"]}]
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (34, 20)), unit("boss", (20, 33.5), player=1, wounds=4)
    for sheets, terrain, hit in (
        (sheet("boss", **HERO), [], 0),
        (sheet("boss", **HERO), wall, 1),
        (sheet("boss", abilities=["lone operative"], **HERO), [], 1),
    ):
        rules = invent(with_texts(MINE, CLOSEST), sheets, terrain=terrain)
        assert hits(shot(battle(*things, rules=rules, rolls=[(2,), (1,)]))) == [hit]


@rule("commentary.closest")
@rule("core.fast-dice-rolling", 1)
def test_it_is_the_closest_target_of_the_model_that_attacks() -> None:
    rules = invent(with_texts(MINE, CLOSEST), sheet("boss", **HERO))
    ours = unit(MINE, (20, 20), (20, 22), weapons=GUN)
    things = ours, unit(FOES, (30, 20)), unit("boss", (20, 32), player=1, wounds=4)
    position = shot(battle(*things, rules=rules, rolls=[(2,), (2,), (1,)]), ("mine.1", "mine.2"))
    assert hits(position) == [1, 0]


@rule("core.measuring")
@rule("core.fast-dice-rolling", 1)
def test_attacks_at_targets_within_inches_of_the_model_that_attacks() -> None:
    """Bases are 1.26 inches wide: the gap of the first model is 9, that of the other one 11."""
    near = {"modifies": "hit", "by": 1, "test": {"attack_within": 9}}
    rules = invent(with_texts(MINE, near))
    ours = unit(MINE, (30 - 9 - 32 / 25.4, 20), (30 - 11 - 32 / 25.4, 20), weapons=GUN)
    position = battle(ours, unit(FOES, (30, 20)), rules=rules, rolls=[(2,), (2,), (1,)])
    assert sorted(hits(shot(position, ("mine.1", "mine.2")))) == [0, 1]


@rule("core.measuring")
def test_of_several_distances_each_counts_by_itself() -> None:
    parts = [
        {"modifies": stat, "by": 1, "test": {"attack_within": inches}} for stat, inches in (("hit", 12), ("wound", 9))
    ]
    for gap, found in ((8.0, (1, 1)), (11.0, (1, 0)), (13.0, (0, 0))):
        rules = invent(with_texts(MINE, *parts), sheet(FOES, wounds=9))
        things = unit(MINE, (30 - gap - 32 / 25.4, 20), weapons=GUN), unit(FOES, (30, 20), wounds=9)
        position = shot(battle(*things, rules=rules, rolls=[(2,), (3,), (1,)]))
        saved = [event.failed for event in happened(position, SavesRolled)]
        assert (sum(hits(position)), len(saved)) == found


def test_in_melee_the_target_is_within_inches() -> None:
    near = {"modifies": "hit", "by": 1, "test": {"attack_within": 9}}
    rules = invent(with_texts(MINE, near))
    position = shooting(unit(FOES, (22, 20)), weapon=f"{MINE}/blade", melee=True, rules=rules, rolls=[(2,), (1,)])
    assert hits(position) == [1]


@rule("core.weapon-melta")
@pytest.mark.parametrize(("gap", "hit"), [(12.0, 1), (12.1, 0)])
def test_attacks_at_targets_within_half_range(gap: float, hit: int) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"attack_at": "half range"}}))
    things = unit(MINE, (40 - gap - 32 / 25.4, 20), weapons=GUN), unit(FOES, (40, 20))
    assert hits(shot(battle(*things, rules=rules, rolls=[(2,), (1,)]))) == [hit]


@rule("commentary.with-the-x-ability")
@pytest.mark.parametrize(("abilities", "hit"), [(["stealth"], 1), ([], 0)])
def test_attacks_at_a_unit_in_which_a_model_has_an_ability(abilities: list[str], hit: int) -> None:
    """Only its Leader has Stealth, so that it does not hinder the attack."""
    rules = invent(
        with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"attack_on": "stealth"}}),
        sheet("boss", abilities=abilities, **HERO),
    )
    foes = attached(unit(FOES, (30, 20)), unit("boss", (32, 20), player=1, wounds=4))
    assert hits(shot(battle(unit(MINE, (20, 20), weapons=GUN), foes, rules=rules, rolls=[(2,), (1,)]))) == [hit]


@rule("commentary.critical-hit")
@pytest.mark.parametrize(
    ("strength", "roll", "lethal"), [(9, 3, True), (1, 3, False), (9, 2, False)],
)  # fmt: skip
def test_each_hit_against_the_weak_is_a_critical_hit(strength: int, roll: int, lethal: bool) -> None:
    """A 3 hits, and is Lethal only against a unit Below Half-strength; a 2 is no hit at all."""
    part = {"permits": "only critical hits", "test": {"unit": "attacked", "strength": "below half"}}
    rules = invent({**sheet(MINE, arm("gun", "lethal hits"), blade()), "texts": [text(part)]})
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20), strength=strength)
    position = shot(battle(*things, rules=rules, rolls=[(roll,), (1,)]))
    assert hits(position) == [roll - 2]
    assert len(happened(position, SavesRolled)) == lethal


@rule("commentary.set-up-on-the-battlefield", 1)
@pytest.mark.parametrize(
    ("done", "hit"), [((), 0), (("arrived",), 1), (("disembarked", "normal"), 1), (("normal",), 0)]
)
def test_who_was_set_up_this_turn_attacks_otherwise(done: Any, hit: int) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"arrived": "target"}}))
    things = unit(MINE, (20, 20), weapons=GUN, done=done), unit(FOES, (30, 20))
    assert hits(shot(battle(*things, rules=rules, rolls=[(2,), (1,)]))) == [hit]


@pytest.mark.parametrize(
    ("named", "hit"),
    [(["gun"], 1), (["Guns"], 1), (["lamp cannon", "gun"], 1), (["lamp cannon"], 0), (["gu"], 0)],
)  # fmt: skip
def test_a_text_is_about_attacks_with_weapons_that_it_names(named: list[str], hit: int) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "weapons": named}))
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    assert hits(shot(battle(*things, rules=rules, rolls=[(2,), (1,)]))) == [hit]


def test_a_weapon_of_several_profiles_is_named_as_a_whole() -> None:
    part = {"arms": ["lethal-hits"], "weapons": ["Lamp Cannon"]}
    focused = {**arm("lamp-cannon-focused"), "profile_of": "lamp-cannon"}
    one = sheet(MINE, focused, arm(), texts=[text(part)])
    position = battle(unit(MINE, (20, 20)), FAR, rules=invent(one))
    held = {
        id: "lethal hits" in weapon(position.game, f"{MINE}/{id}", MINE).abilities
        for id in ("lamp-cannon-focused", "gun")
    }
    assert held == {"lamp-cannon-focused": True, "gun": False}


# Whose weapons ----------------------------------------------------------------------------------------------

LETHAL: Any = {"arms": ["lethal-hits"]}


def is_lethal(position: Scenario, id: str = MINE, used: str = f"{MINE}/gun") -> bool:
    """Whether a weapon of a unit has Lethal Hits."""
    return "lethal hits" in weapon(position.game, used, id).abilities


@rule("commentary.bearer")
@rule("core.attached-units")
def test_the_weapons_of_a_leader_have_an_ability_and_those_of_its_unit_have_not() -> None:
    rules = invent(with_texts("boss", {**LETHAL, "of": "model"}, **HERO))
    ours = attached(unit(MINE, (20, 20)), unit("boss", (22, 20), wounds=4))
    position = battle(ours, FAR, rules=rules)
    assert is_lethal(position, MINE, "boss/gun") and not is_lethal(position)


@rule("commentary.bearer")
@rule("core.fast-dice-rolling", 1)
def test_of_models_with_the_same_weapon_only_those_with_the_text_use_it_so() -> None:
    """A Critical Hit is Lethal for the model of the profile, and no other one."""
    ours = sheet(MINE, arm(), blade())
    (plain,) = ours["profiles"]
    rules = invent({**ours, "profiles": [plain, {**plain, "id": "boss", "texts": [text({**LETHAL, "of": "model"})]}]})
    one, body, boss = unit(MINE, (20, 20), (20, 22), weapons=GUN)
    things = [one, body, replace(boss, profile=f"{MINE}/boss")], unit(FOES, (30, 20))
    position = battle(*things, rules=rules, rolls=[(6,), (6,), (5,), (6,)])
    assert not is_lethal(position)
    shot(position, ("mine.1", "mine.2"))
    assert hits(position) == [1, 1] and [len(event.faces) for event in happened(position, WoundsRolled)] == [0, 1]


@rule("core.weapon-anti")
@pytest.mark.parametrize(("keyword", "wounds"), [("Infantry", 1), ("Beast", 0)])
def test_a_text_gives_weapons_anti(keyword: str, wounds: int) -> None:
    rules = invent(with_texts(MINE, {"arms": ["anti-infantry:4"]}), sheet(FOES, toughness=12, keywords=[keyword]))
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    position = shot(battle(*things, rules=rules, rolls=[(6,), (4,), (1,)]))
    assert len(happened(position, SavesRolled)) == wounds
    assert said({"arms": ["anti-infantry:4"], "of": "model"}) == "this model: weapons have Anti-Infantry 4+"


@rule("core.aura-abilities")
@rule("core.keywords")
@pytest.mark.parametrize(
    ("part", "boss", "held"),
    [
        ({}, (24, 20), True),
        ({}, (28, 20), False),
        ({"keywords": ["Infantry"]}, (24, 20), True),
        ({"keywords": ["Beast"]}, (24, 20), False),
        ({"attacking": "melee"}, (24, 20), False),
        ({"side": "enemy"}, (24, 20), False),
    ],
)
def test_an_aura_gives_weapons_of_units_within_it_abilities(part: Any, boss: Any, held: bool) -> None:
    rules = invent(with_texts("boss", {**LETHAL, "aura": 6, **part}, **HERO))
    position = battle(unit(MINE, (20, 20)), unit("boss", boss, wounds=4), unit(FOES, (22, 22)), rules=rules)
    assert is_lethal(position) is held
    assert is_lethal(position, FOES, f"{FOES}/gun") is ("side" in part)


# Auras ------------------------------------------------------------------------------------------------------


@rule("core.aura-abilities")
@pytest.mark.parametrize(("x", "needed"), [(33.0, 5), (39.0, 6)])
def test_an_aura_protects_those_within_it_from_attacks(x: float, needed: int) -> None:
    worse = {"modifies": "ap", "layer": "worsened", "by": 1, "of": "unit attackers", "aura": 6}
    rules = invent(sheet(MINE, arm("gun", ap=-2)), with_texts("boss", worse, **HERO))
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20)), unit("boss", (x, 20), player=1, wounds=4)
    position = shot(battle(*things, rules=rules, rolls=[(6,), (6,), (6,)]))
    assert [event.needed for event in happened(position, SavesRolled)] == [needed]
    assert said(worse) == "attacks that target friendly units within 6 inches: Armour Penetration worsened by 1"


@rule("core.aura-abilities")
@pytest.mark.parametrize(("strength", "hit"), [(1, 1), (3, 0)])
def test_an_aura_counts_by_what_is_so_of_the_unit_within_it(strength: int, hit: int) -> None:
    """An enemy unit Below Half-strength hits worse; whether that is so of the bearer does not matter."""
    part = {
        "modifies": "hit",
        "by": -1,
        "aura": 12,
        "side": "enemy",
        "test": {"unit": "acting", "strength": "below half"},
    }
    rules = invent(sheet(MINE), with_texts(FOES, part))
    foes = unit(FOES, (30, 20), strength=9)
    position = shot(battle(unit(MINE, (20, 20), weapons=GUN, strength=strength), foes, rules=rules, rolls=[(3,), (1,)]))
    assert hits(position) == [hit]


@rule("core.aura-abilities")
@rule("commentary.target-of-an-attack")
@pytest.mark.parametrize(("keyword", "hit"), [("Beast", 1), ("Infantry", 0)])
def test_an_aura_counts_by_what_the_unit_within_it_attacks(keyword: str, hit: int) -> None:
    part = {"modifies": "hit", "by": 1, "aura": 6, "test": {"unit": "attacked", "keyword": "Beast"}}
    rules = invent(with_texts("boss", part, **HERO), sheet(FOES, keywords=[keyword]))
    things = unit(MINE, (20, 20), weapons=GUN), unit("boss", (22, 20), wounds=4), unit(FOES, (30, 20))
    assert hits(shot(battle(*things, rules=rules, rolls=[(2,), (1,)]))) == [hit]


@rule("commentary.modifying-stratagem-cost")
@rule("core.aura-abilities")
@pytest.mark.parametrize(("x", "able"), [(30, False), (45, True)])
def test_an_aura_makes_stratagems_of_the_enemy_dearer(x: float, able: bool) -> None:
    dearer = {"modifies": "stratagem cost", "by": 1, "aura": 12, "side": "enemy"}
    rules = own(stratagem("aim", cp=1), sheets=[with_texts(FOES, dearer)])
    things = unit(MINE, (20, 20)), unit(FOES, (x, 20)), army(0, 1, detachment="own")
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert (("aim", MINE) in offered(position)) is able


# Keywords ---------------------------------------------------------------------------------------------------


@rule("core.keywords")
@pytest.mark.parametrize(
    ("keyword", "had"),
    [
        ("Lantern Guard", True),
        ("Lantern Guard Walkers", True),
        ("Walker Lantern Guard", True),
        ("Lantern Guard Beast", False),
        ("Lantern", False),
        ("Guard Walker", False),
    ],
)
def test_keywords_that_stand_one_behind_the_other_are_all_asked_for(keyword: str, had: bool) -> None:
    rules = invent(sheet(MINE, keywords=["Walker", "Lantern Guard"]))
    assert has_keyword(battle(unit(MINE, (20, 20)), FAR, rules=rules).game, MINE, keyword) is had


SMOKE: Any = {"adds": ["Smoke"]}


@rule("core.keywords")
@rule("core.attached-units")
def test_a_text_gives_its_unit_a_keyword() -> None:
    """An Attached unit has those of its Leader, as long as he is left; others have none of it."""
    rules = invent(with_texts("boss", SMOKE, **HERO))
    ours = attached(unit(MINE, (20, 20)), unit("boss", (22, 20), wounds=4))
    position = battle(ours, FAR, rules=rules)
    assert has_keyword(position.game, MINE, "SMOKE") and not has_keyword(position.game, FOES, "Smoke")
    alone = battle(unit(MINE, (20, 20)), unit("boss", (40, 20), wounds=4), FAR, rules=rules)
    assert not has_keyword(alone.game, MINE, "Smoke") and has_keyword(alone.game, "boss", "Smoke")


@rule("core.keywords")
def test_a_keyword_is_that_of_a_unit_in_reserves_too() -> None:
    rules = invent(with_texts(MINE, SMOKE))
    assert has_keyword(battle(off(MINE, 1, "reserves"), FAR, rules=rules).game, MINE, "Smoke")


def test_a_keyword_hangs_on_no_condition() -> None:
    with pytest.raises(ContentError, match="keywords hang on no condition"):
        invent(with_texts(MINE, {**SMOKE, "test": {"unit": "target", "charged": True}}))
    assert said(SMOKE) == "its unit has the keywords Smoke"


# Transports and Stratagems ----------------------------------------------------------------------------------


def moved_off(way: str, part: Any = None, **more: Any) -> Scenario:
    """A Transport that a text is about has moved, and who is within it is asked for."""
    truck = carrier(texts=[text(part)] if part else [])
    things = unit(CARRIER, (20, 20), wounds=2, done=(way,), weapons=(f"{CARRIER}/gun",)), within(MINE), FAR
    return phase(battle(*things, rules=invent(truck), **more), "movement phase")


@rule("core.disembark")
@pytest.mark.parametrize(
    ("way", "part", "able"),
    [
        ("advance", {"permits": "disembark after advancing"}, True),
        ("advance", None, False),
        ("fall back", {"permits": "disembark after advancing"}, False),
    ],
)
def test_units_disembark_from_some_transports_after_these_advanced(way: str, part: Any, able: bool) -> None:
    position = moved_off(way, part)
    assert ((MINE, "disembark") in (position.options or ())) is able
    if able:
        position.answer((MINE, "disembark"), places((22, 20)))
        assert [event.noted for event in happened(position, Disembarked)] == [("normal", "no charge")]


@rule("core.disembark")
@pytest.mark.parametrize("part", [{"permits": "charge after disembarking"}, None])
def test_units_charge_after_they_disembarked_from_some_transports_that_moved(part: Any) -> None:
    position = moved_off("normal", part)
    position.answer((MINE, "disembark"), places((22, 20)))
    done = ("normal",) if part else ("normal", "no charge")
    assert [event.noted for event in happened(position, Disembarked)] == [done]


@rule("core.command-phase-battle-shock-step")
@pytest.mark.parametrize("part", [{"permits": "stratagems while shocked", "of": "led"}, None])
def test_a_leader_lets_stratagems_affect_its_battle_shocked_unit(part: Any) -> None:
    boss = with_texts("boss", part, **HERO) if part else sheet("boss", **HERO)
    ours = attached(unit(MINE, (20, 20)), unit("boss", (22, 20), wounds=4))
    ours[0] = replace(ours[0], shocked=True)
    rules = own(stratagem("aim", cp=1), sheets=[boss])
    things = ours, FAR, army(0, 1, detachment="own")
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert (("aim", MINE) in offered(position)) is (part is not None)


# Armies -----------------------------------------------------------------------------------------------------


@rule("core.muster-detachment")
@pytest.mark.parametrize(
    ("detachment", "keyword", "had"), [("own", "Infantry", True), ("own", "Beast", False), ("", "Infantry", False)]
)
def test_a_rule_of_a_detachment_is_about_units_with_keywords(detachment: str, keyword: str, had: bool) -> None:
    parts = [{"grants": ["deep-strike"], "of": "unit", "keywords": ["Infantry"]},
             {**LETHAL, "of": "unit", "keywords": ["Infantry"]}]  # fmt: skip
    rule_of_it = {"id": "own", "name": {"en": "own", "zh": "own"}, "faction": "A", "texts": [text(*parts)]}
    rules = invent(sheet(MINE, keywords=[keyword]), detachments=[rule_of_it])
    position = battle(unit(MINE, (20, 20)), FAR, army(0, detachment=detachment), rules=rules)
    assert (("deep-strike", "") in abilities(position.game, position.state.models["mine.1"])) is had
    assert is_lethal(position) is had


@rule("core.muster-detachment")
@rule("core.attached-units")
def test_a_rule_of_a_detachment_counts_once_for_an_attached_unit() -> None:
    harden = {"modifies": "toughness", "by": 1}
    rule_of_it = {"id": "own", "name": {"en": "own", "zh": "own"}, "faction": "A", "texts": [text(harden)]}
    ours = attached(unit(MINE, (20, 20)), unit("boss", (22, 20), wounds=4))
    position = battle(ours, FAR, army(0, detachment="own"), rules=invent(sheet("boss"), detachments=[rule_of_it]))
    assert [position.game.number("toughness", id) for id in ("mine.1", "boss.1", "foes.1")] == [5, 5, 4]
