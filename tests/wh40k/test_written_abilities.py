"""Texts of abilities as data: what they change, for whom, and what happens at their moment."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError, Rules
from rulewright.narrator import Narrator
from rulewright.panels import Items
from rulewright.testing import Scenario
from rulewright_wh40k.abilities import KNOWN
from rulewright_wh40k.attack import STRIKE, SUFFER
from rulewright_wh40k.book.wording import TEXTS, Wording
from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.attacks import HitsRolled, ModelReturned, WoundsRolled
from rulewright_wh40k.faces.look import enhancement
from rulewright_wh40k.shooting.select_targets import aimed, range_of
from rulewright_wh40k.terms import did

from .before import off
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
    offered,
    phase,
    rule,
    sheet,
    unit,
    use,
)
from .test_stratagems import own, stratagem

HERO: dict[str, Any] = {"keywords": ["Infantry", "Character"], "wounds": 4}


def text(*does: Any, name: str = "Text") -> dict[str, Any]:
    """A text with what it does."""
    return {"name": name, "text": "As it is printed.", "does": list(does)}


def with_texts(id: str, *does: Any, on: str = "sheet", **more: Any) -> dict[str, Any]:
    """A datasheet with a text: of its own, or on its profile or its gun."""
    one = sheet(id, **more)
    place = {"sheet": one, "profile": one["profiles"][0], "weapon": one["weapons"][0]}[on]
    place["texts"] = [text(*does)]
    return one


def led(*places: tuple[float, float], boss_wounds: int = 4) -> list[Any]:
    """Our unit with a boss at its end, who leads it."""
    ours = unit(MINE, *places, leaders=("boss",))
    last = ours[-1]
    ours[-1] = type(last)("boss.1", MINE, "boss", 0, "boss/one", last.weapons, boss_wounds, last.x, last.y)
    return [*ours, *off("boss", area="attached", player=0)[:1]]


# The first texts --------------------------------------------------------------------------------------------

PAIN: Any = {"modifies": "feel no pain", "layer": "at least", "of": "led"}
HALF: Any = {"amount": {"wounds": "left"}, "at_most": {"half": {"wounds": "full"}, "round": "down"}}
TOUGH = [{**PAIN, "by": 5}, {**PAIN, "by": 4, "test": HALF}]
"""While this model leads a unit, models in that unit have Feel No Pain 5+; with half of its wounds or fewer, 4+."""


@rule("core.feel-no-pain")
@rule("commentary.while-leading-a-unit", 1, 2)
@pytest.mark.parametrize(("wounds", "need"), [(4, 5), (3, 5), (2, 4)])
def test_a_leader_protects_the_unit_that_it_leads(wounds: int, need: int) -> None:
    rules = invent(with_texts("boss", *TOUGH, **HERO))
    position = battle(led((20, 20), (21.5, 20), boss_wounds=wounds), unit(FOES, (40, 20)), rules=rules)
    assert {id: position.game.number("feel no pain", id) for id in ("mine.1", "boss.1", "foes.1")} == {
        "mine.1": need, "boss.1": need, "foes.1": 7,
    }  # fmt: skip


@rule("commentary.while-leading-a-unit", 1)
def test_a_leader_that_leads_nobody_protects_nobody() -> None:
    rules = invent(with_texts("boss", *TOUGH, **HERO))
    alone = battle(unit("boss", (20, 20), wounds=4), unit(MINE, (22, 20)), unit(FOES, (40, 20)), rules=rules)
    assert alone.game.number("feel no pain", "boss.1") == alone.game.number("feel no pain", "mine.1") == 7


@rule("commentary.while-leading-a-unit", 3)
def test_two_leaders_both_lead_the_unit() -> None:
    harden = {"modifies": "toughness", "by": 1, "of": "led"}
    ours = unit(MINE, (20, 20), (21.5, 20), (23, 20), leaders=("boss", "aide"))
    for place, id in ((-2, "boss"), (-1, "aide")):
        one = ours[place]
        ours[place] = type(one)(f"{id}.1", MINE, id, 0, f"{id}/one", one.weapons, 4, one.x, one.y)
    away = [off(id, area="attached", player=0)[:1] for id in ("boss", "aide")]
    rules = invent(with_texts("boss", harden, **HERO), with_texts("aide", harden, **HERO))
    position = battle(ours, *away, unit(FOES, (40, 20)), rules=rules)
    assert [position.game.number("toughness", id) for id in ("mine.1", "boss.1", "aide.1")] == [6, 6, 6]


@rule("commentary.while-leading-a-unit", 4, 5)
def test_a_leader_leads_until_all_attacks_on_its_unit_are_resolved() -> None:
    """Its last soldier falls, and its own wound is saved by what it does while it leads."""
    endure = {**PAIN, "by": 2}
    sheets = sheet(MINE, arm("gun", attacks="2", ap=-6), blade()), with_texts("boss", endure, **HERO), sheet(FOES)
    foes = unit(FOES, (30, 20), (31.5, 20), leaders=("boss",))
    last = foes[-1]
    foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 4, last.x, last.y)
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), foes, off("boss", area="attached", player=1)[:1]
    rolls = [(6, 6), (6, 6), (1,), (1,), (1,), (2,)]
    position = phase(battle(*things, rules=invent(*sheets), rolls=rolls), "shooting phase").answer(MINE, FOES)
    assert "foes.1" not in position.state.models and position.state.models["boss.1"].wounds == 4
    assert position.state.units["boss"].area == "table" and position.game.number("feel no pain", "boss.1") == 7


WEAK: Any = {"unit": "attacked", "strength": "below start"}
SPENT: Any = {"unit": "attacked", "strength": "below half"}
HUNT = [{"modifies": "hit", "by": 1, "test": WEAK}, {"modifies": "wound", "by": 1, "test": SPENT}]
"""Each time a model in this unit attacks a unit below its Starting Strength, add 1 to the Hit roll; if that unit is
Below Half-strength, add 1 to the Wound roll as well."""


@rule("core.below-half-strength")
@pytest.mark.parametrize(("strength", "hits", "wounds"), [(2, 0, 0), (3, 1, 0), (5, 1, 1)])
def test_a_unit_attacks_those_better_that_are_weak(strength: int, hits: int, wounds: int) -> None:
    rules = invent(with_texts(MINE, *HUNT))
    foes = unit(FOES, (30, 20), (31.5, 20), strength=strength)
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), foes
    position = phase(battle(*things, rules=rules, rolls=[(2,), (3,), (6,)]), "shooting phase").answer(MINE, FOES)
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]
    assert [event.wounds for event in happened(position, WoundsRolled)][:1] == [wounds]


BLESSED: Any = {"when": "phase start", "whose": "any", "once": "battle", "may": True,
                "effects": [{"do": "give", "abilities": ["devastating-wounds"]}]}  # fmt: skip
"""Once per battle, at the start of any phase: until its end, weapons of models in this unit have Devastating Wounds."""


def blessed(**more: Any) -> Scenario:
    """The Shooting phase of a unit with that text."""
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=9)
    rules = invent(with_texts(MINE, BLESSED), sheet(FOES, toughness=9, wounds=9, save=2))
    return phase(battle(*things, rules=rules, **more), "shooting phase")


def test_once_a_battle_weapons_have_devastating_wounds_for_a_phase() -> None:
    position = blessed(rolls=[(3,), (6,)])
    assert (position.asked, position.window) == ("react", "shooting phase start")
    position.answer(position.options[-1])
    position.answer(MINE, FOES)
    assert left(position) == [8]


def test_what_happens_once_a_battle_is_not_offered_again() -> None:
    for used in (True, False):
        position = blessed(rolls=[(1,)])
        position.answer(position.options[-1] if used else None).answer(MINE, FOES)
        assert (position.window == "charge phase start") is not used


HALVED: Any = {"modifies": "damage", "layer": "halved", "by": 2, "of": "attackers"}
"""Each time an attack is allocated to this model, halve its Damage."""


@rule("core.inflict-damage")
@pytest.mark.parametrize(("damage", "lost"), [("3", 2), ("4", 2), ("1", 1)])
def test_the_damage_of_attacks_is_halved_and_rounded_up(damage: str, lost: int) -> None:
    rules = invent(sheet(MINE, arm("gun", damage=damage, ap=-6), blade()), with_texts(FOES, HALVED, wounds=9))
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=9)
    position = phase(battle(*things, rules=rules, rolls=[(6,), (6,), (1,)]), "shooting phase").answer(MINE, FOES)
    assert left(position) == [9 - lost]


def test_it_is_halved_only_for_the_model_that_has_the_text() -> None:
    rules = invent(
        sheet(MINE, arm("gun", "precision", damage="4", ap=-6), blade()),
        with_texts("boss", HALVED, on="profile", **{**HERO, "wounds": 9}), sheet(FOES, wounds=9),
    )  # fmt: skip
    for chosen, lost in (("boss.1", 2), (None, 4)):
        foes = unit(FOES, (30, 20), (31.5, 20), wounds=9, leaders=("boss",))
        last = foes[-1]
        foes[-1] = type(last)("boss.1", FOES, "boss", 1, "boss/one", last.weapons, 9, last.x, last.y)
        things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), foes, off("boss", area="attached", player=1)[:1]
        position = phase(battle(*things, rules=rules, rolls=[(6,), (6,), (1,)]), "shooting phase").answer(MINE, FOES)
        position.answer(chosen)
        hurt = chosen or "foes.1"
        assert position.state.models[hurt].wounds == 9 - lost


WARD: Any = {"do": "give", "abilities": ["mortal-ward:4"]}
"""When a mortal wound would be allocated to a model of your unit: until the end of the phase, models in it have Feel No
Pain 4+ against mortal wounds."""


@rule("core.feel-no-pain")
def test_a_stratagem_wards_off_mortal_wounds() -> None:
    ward = stratagem("ward", WARD, when={"moment": "mortal wounds"}, target={"who": "acting"})
    throwers = sheet(MINE, keywords=["Infantry", "Grenades"])
    things = unit(MINE, (20, 20)), unit(FOES, (25, 20), wounds=9), army(0, 1), army(1, 1, detachment="own")
    rolls = [(4, 4, 1, 1, 1, 1), (4,), (3,)]
    rules = own(ward, sheets=[throwers, sheet(FOES, wounds=9)])
    position = use(phase(battle(*things, rules=rules, rolls=rolls), "shooting phase"), "grenade", MINE)
    assert (position.player, position.window) == (1, "mortal wounds")
    use(position, "ward", FOES)
    assert left(position) == [8]


BACK: Any = {"when": "end of command phase", "effects": [
    {"do": "roll", "dice": {"lost": "target"}, "on": 4, "then": [{"do": "return"}]},
]}  # fmt: skip
"""At the end of your Command phase, roll one D6 for each model this unit lost: on each 4+, one of them returns."""


def mourning(*rolls: Any, strength: int = 4) -> Scenario:
    """The end of the Command phase of a unit of two models, with that text."""
    things = unit(MINE, (20, 20), (21.5, 20), strength=strength), unit(FOES, (50, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, BACK)), rolls=rolls), "command phase")
    while position.asked == "react" and position.window != "end of command phase":
        position.answer(None)
    return position


@rule("core.unit-coherency")
@rule("commentary.returning-models-to-a-unit", 1)
def test_models_that_a_unit_has_lost_return() -> None:
    position = mourning((4, 3))
    assert position.asked == "return"
    with position.refused(rule="core.unit-coherency"):
        position.answer((("mine/one.1", 30.0, 20.0),))
    position.answer((("mine/one.1", 23.0, 20.0),))
    (event,) = happened(position, ModelReturned)
    assert Narrator(position.game.rules).event(position.game.view(0), event) == "mine/one.1 returns"
    one = position.state.models["mine/one.1"]
    assert (one.unit, one.x, one.away, one.wounds) == (MINE, 23.0, False, 1)
    assert one.weapons == (f"{MINE}/gun", f"{MINE}/blade")
    assert left(position, MINE) == [1, 1, 1]


@rule("commentary.adding-models-to-a-unit", 3, 4)
def test_a_model_returns_near_those_enemies_alone_that_its_unit_fights() -> None:
    def returned(*foes: Any) -> Scenario:
        things = unit(MINE, (20, 20), (21.5, 20), strength=3), *foes
        position = phase(battle(*things, rules=invent(with_texts(MINE, BACK)), rolls=[(4,)]), "command phase")
        while position.asked == "react" and position.window != "end of command phase":
            position.answer(None)
        return position

    place = (("mine/one.1", 23.0, 20.0),)
    far = returned(unit(FOES, (24.8, 20)))
    with far.refused(rule="core.reinforcements"):
        far.answer(place)
    assert left(far.answer(()), MINE) == [1, 1]
    near = returned(unit(FOES, (24.8, 20), (21.5, 22)))
    assert left(near.answer(place), MINE) == [1, 1, 1]


@rule("faq.movement.no-return-to-unit-not-there-at-phase-start")
@rule("faq.movement.fell-back-then-models-return")
@pytest.mark.parametrize(
    ("done", "phase_name", "able"),
    [("arrived", "movement phase", False), ("arrived", "shooting phase", True), ("fall back", "movement phase", True)],
)
def test_models_return_to_units_that_were_there_when_the_phase_began(done: Any, phase_name: str, able: bool) -> None:
    moment = {"moment": phase_name.replace(" phase", " phase start")}
    back = stratagem("back", {"do": "return"}, when=moment)
    wait = stratagem("wait", {"do": "gain_cp", "cp": 1}, cp=0, when=moment)
    things = unit(MINE, (20, 20), strength=2, done=(done,)), unit(FOES, (50, 20)), army(0, 1, detachment="own")
    position = phase(battle(*things, rules=own(back, wait)), phase_name)
    assert (("back", MINE) in offered(position)) is able
    if able:
        use(position, "back", MINE).answer((("mine/one.1", 21.5, 20.0),))
        assert did(position.game, MINE, done) and len(left(position, MINE)) == 2


@rule("commentary.returning-models-to-a-unit", 2)
def test_a_unit_that_has_lost_nobody_is_not_asked() -> None:
    assert mourning(strength=2).window != "end of command phase"


# What happens, and what may happen --------------------------------------------------------------------------


def answering(**part: Any) -> Scenario:
    """An enemy shoots a unit whose text makes it suffer a mortal wound for that."""
    hurt = {"when": "targets selected", "whose": "opposing", "effects": [{"do": "suffer", "to": "acting"}], **part}
    things = unit(MINE, (20, 20), wounds=3, weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    rules = invent(sheet(MINE, wounds=3), with_texts(FOES, hurt))
    return phase(battle(*things, rules=rules, rolls=[(1,)]), "shooting phase").answer(MINE, FOES)


@rule("core.sequencing")
def test_what_a_text_says_happens_happens_without_a_question() -> None:
    happens, may = answering(), answering(may=True)

    assert left(happens, MINE) == [2] and happens.window != "targets selected"
    assert left(may, MINE) == [3] and may.window == "targets selected"
    assert left(may.answer(None), MINE) == [3]


@rule("core.sequencing")
@pytest.mark.parametrize(("when", "lost"), [("rolled", 1), ("mortal wounds", 0)])
def test_what_happens_at_a_roll_happens_where_nobody_could_use_anything(when: str, lost: int) -> None:
    """Its player gains CP when dice are rolled for a unit, or when it is about to suffer mortal wounds."""
    part = {"when": when, "once": "battle", "effects": [{"do": "gain_cp", "cp": 1}]}
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20)), army(0), army(1)
    position = battle(*things, rules=invent(with_texts(MINE, part)), rolls=[(1,)] if when == "rolled" else [])
    if when == "rolled":
        phase(position, "shooting phase").answer(MINE, FOES)
    else:
        position.begin(SUFFER(player=0, unit=MINE, damages=(1,), mortal=True))
    assert position.state.armies[0].cp == 1 and len(left(position, MINE)) == lost


def test_what_happens_has_its_condition() -> None:
    assert left(answering(test={"unit": "acting", "strength": "below half"}), MINE) == [3]


def test_what_happens_comes_before_anyone_is_asked() -> None:
    """The unit that shoots may gain CP then; the text of its target has hurt it when its player is asked."""
    hurt = {"when": "targets selected", "whose": "opposing", "effects": [{"do": "suffer", "to": "acting"}]}
    gain = {"when": "targets selected", "may": True, "effects": [{"do": "gain_cp", "cp": 1}]}
    things = unit(MINE, (20, 20), wounds=3, weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    rules = invent(with_texts(MINE, gain, wounds=3), with_texts(FOES, hurt))
    position = phase(battle(*things, rules=rules, rolls=[(1,)]), "shooting phase").answer(MINE, FOES)

    assert (position.window, position.player) == ("targets selected", 0)
    assert left(position, MINE) == [2]


# Whose a text is --------------------------------------------------------------------------------------------

AIM: Any = {"modifies": "hit", "by": 1}


def hits(*sheets: Any, **content: Any) -> int:
    """How many of two dice that show 2 hit: one with the gun, one with the rifle."""
    ours = unit(MINE, (20, 20), weapons=(f"{MINE}/gun", f"{MINE}/rifle"))
    things = ours, unit(FOES, (30, 20)), *content.pop("things", ())
    position = battle(*things, rules=invent(*sheets, **content), rolls=[(2,), (1,), (2,), (1,)])
    as_declared(phase(position, "shooting phase").answer(MINE, FOES, FOES))
    return sum(event.hits for event in happened(position, HitsRolled))


def armed(*does: Any, on: str = "sheet") -> dict[str, Any]:
    """A datasheet with two guns, and a text."""
    one = sheet(MINE, arm("gun"), arm("rifle"))
    {"sheet": one, "weapon": one["weapons"][0]}[on]["texts"] = [text(*does)]
    return one


@rule("commentary.bearer")
def test_the_text_of_a_weapon_is_about_attacks_with_it() -> None:
    assert [hits(armed()), hits(armed(AIM)), hits(armed(AIM, on="weapon"))] == [0, 2, 1]


def test_a_text_may_be_about_attacks_of_a_sort() -> None:
    assert hits(armed({**AIM, "attacking": "melee"})) == 0
    assert hits(armed({**AIM, "attacking": "ranged"})) == 2


@rule("core.muster-detachment")
@pytest.mark.parametrize(("detachment", "hit"), [("own", 2), ("other", 0)])
def test_the_text_of_a_detachment_is_that_of_each_unit_of_its_army(detachment: str, hit: int) -> None:
    both: list[dict[str, Any]] = [{"id": id, "name": {"en": id, "zh": id}, "faction": "A"} for id in ("own", "other")]
    both[0]["texts"] = [text(AIM)]
    assert hits(armed(), detachments=both, things=[army(0, detachment=detachment)]) == hit


@rule("commentary.enhancement-bearer")
def test_the_text_of_an_enhancement_is_that_of_its_bearer() -> None:
    gift = {
        "id": "eye",
        "name": {"en": "eye", "zh": "eye"},
        "points": 5,
        "texts": [text({"modifies": "toughness", "by": 1})],
    }
    detachment = {"id": "own", "name": {"en": "own", "zh": "own"}, "faction": "A", "enhancements": [gift]}
    rules = invent(sheet("boss", **HERO), detachments=[detachment])
    ours = led((20, 20), (21.5, 20))
    ours[-1] = type(ours[-1])(**{name: getattr(ours[-1], name) for name in ours[-1].__struct_fields__}
                              | {"enhancement": "own/eye", "bearer": "boss.1"})  # fmt: skip
    position = battle(ours, unit(FOES, (40, 20)), rules=rules)
    assert [position.game.number("toughness", id) for id in ("mine.1", "boss.1")] == [4, 5]


def test_the_text_of_an_enhancement_is_shown_with_it() -> None:
    tough = text({"modifies": "toughness", "by": 1}, name="Stone skin")
    gift = {"id": "eye", "name": {"en": "eye", "zh": "eye"}, "points": 5, "abilities": ["stealth"], "texts": [tough]}
    detachment = {"id": "own", "name": {"en": "own", "zh": "own"}, "faction": "A", "enhancements": [gift]}
    game = battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), rules=invent(detachments=[detachment])).game
    (shown,) = enhancement(game.view(0), "own/eye")
    assert isinstance(shown, Items)
    gifts, stone = shown.items
    assert "Stealth" in str(gifts.text) and "stone" not in str(gifts.text)
    assert (stone.name, stone.text) == ("Stone skin", "As it is printed.")


@rule("core.aura-abilities")
@pytest.mark.parametrize(("apart", "leadership"), [(5.0, 6), (8.0, 7)])
def test_an_aura_reaches_units_within_some_inches(apart: float, leadership: int) -> None:
    shine = {"modifies": "leadership", "by": -1, "aura": 6}
    position = battle(unit("boss", (20, 20)), unit(MINE, (20 + apart, 20)), unit(FOES, (22, 20)),
                      rules=invent(with_texts("boss", shine)))  # fmt: skip
    numbers = [position.game.number("leadership", f"{id}.1") for id in ("boss", MINE, FOES)]
    assert numbers == [6, leadership, 7]


@rule("core.aura-abilities", 4)
def test_the_same_aura_counts_once() -> None:
    shine = {"modifies": "leadership", "by": -1, "aura": 6}
    both = unit("boss", (20, 20)), unit("boss", (20, 23), name="other")
    position = battle(*both, unit(MINE, (22, 20)), unit(FOES, (50, 20)), rules=invent(with_texts("boss", shine)))
    assert [position.game.number("leadership", f"{id}.1") for id in ("boss", "other", MINE)] == [6, 6, 6]


@rule("faq.general.aura-measured-from", 2)
@pytest.mark.parametrize(("x", "leadership"), [(32.6, 6), (32.7, 7)])
def test_an_aura_of_what_has_no_base_reaches_from_its_closest_part(x: float, leadership: int) -> None:
    """A hull of 4 by 4 inches stands 2 inches beyond its middle."""
    shine = {"modifies": "leadership", "by": -1, "aura": 6}
    boss = with_texts("boss", shine)
    boss["profiles"][0] |= {"base": None, "hull": "101.6x101.6mm rectangle"}
    position = battle(unit("boss", (24, 20)), unit(MINE, (x, 20)), unit(FOES, (50, 20)), rules=invent(boss))
    assert position.game.number("leadership", f"{MINE}.1") == leadership


@rule("commentary.duplicated-core-abilities", 1, 2, 5, 7)
@pytest.mark.parametrize(("printed", "lent", "hits"), [
    ("sustained hits 1", "sustained-hits:2", 3), ("sustained hits 2", "sustained-hits:1", 3),
    ("sustained hits 1", "sustained-hits:1", 2),
])  # fmt: skip
def test_of_one_ability_that_a_weapon_has_twice_one_counts(printed: str, lent: str, hits: int) -> None:
    one = sheet(MINE, arm("gun", printed))
    one["texts"] = [text({"arms": [lent]})]
    ours = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",))
    position = battle(ours, unit(FOES, (30, 20)), rules=invent(one), rolls=[(6,), (1,) * hits])
    phase(position, "shooting phase").answer(MINE, FOES)
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


@rule("commentary.duplicated-core-abilities", 4)
@pytest.mark.parametrize(("printed", "keywords", "wounds"), [
    (("anti-vehicle 4+", "anti-vehicle 3+"), ["Vehicle"], 2), (("anti-vehicle 3+", "anti-vehicle 4+"), ["Vehicle"], 2),
    (("anti-vehicle 4+", "anti-infantry 2+"), ["Vehicle"], 1),
    (("anti-vehicle 4+", "anti-infantry 2+"), ["Infantry"], 3),
    (("anti-vehicle 4+", "anti-infantry 2+"), ["Vehicle", "Infantry"], 3),
])  # fmt: skip
def test_anti_is_one_ability_for_each_keyword(printed: Any, keywords: Any, wounds: int) -> None:
    """Dice that show 2, 3 and 4 wound only as Critical Wounds: the Toughness is far too high."""
    rules = invent(
        sheet(MINE, arm("gun", *printed, attacks="3")), sheet(FOES, toughness=20, keywords=keywords, wounds=9)
    )
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=9)
    position = battle(*things, rules=rules, rolls=[(3, 3, 3), (2, 3, 4), (6,) * wounds])
    phase(position, "shooting phase").answer(MINE, FOES)
    assert [event.wounds for event in happened(position, WoundsRolled)] == [wounds]


@rule("commentary.duplicated-core-abilities", 6)
def test_devastating_wounds_from_two_sources_inflict_no_more_mortal_wounds() -> None:
    ours = sheet(MINE, arm("gun", "devastating wounds"))
    ours["texts"] = [text({"arms": ["devastating-wounds"]})]
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=9)
    position = battle(*things, rules=invent(ours, sheet(FOES, wounds=9)), rolls=[(3,), (6,)])
    phase(position, "shooting phase").answer(MINE, FOES)
    assert left(position) == [8]


def gifted(printed: str, lent: str, *rolls: Any) -> Scenario:
    """A unit shoots twice in a game with a gun that has an ability printed and is given it with another number."""
    one = sheet(MINE, arm("gun", printed))
    one["texts"] = [text({"arms": [lent]})]
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=9)
    rules = invent(one, sheet(FOES, wounds=9))
    return phase(battle(*things, rules=rules, rolls=rolls), "shooting phase").answer(MINE, FOES)


@rule("commentary.duplicated-core-abilities", 3)
@pytest.mark.parametrize(("picked", "rolls", "hits"), [("2", [(6,), (1, 1, 1)], 3), ("D3", [(6,), (5,), (1,) * 4], 4)])
def test_the_player_picks_the_number_where_none_is_the_best_one(picked: str, rolls: Any, hits: int) -> None:
    position = gifted("sustained hits 2", "sustained-hits:D3", *rolls)
    assert (position.asked, position.player, position.options) == ("instance", 0, ["2", "D3"])
    told = Narrator(position.game.rules).question(position.game.view(0), position.game.request)
    assert told == "mine: gun has Sustained Hits with several numbers; which one counts?"
    position.answer(picked)
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


@rule("commentary.duplicated-core-abilities", 3)
@pytest.mark.parametrize(("printed", "lent", "hits"), [("sustained hits 1", "sustained-hits:D3", 4),
                                                       ("sustained hits 3", "sustained-hits:D3", 4)])  # fmt: skip
def test_nobody_is_asked_where_one_number_is_as_good_as_any(printed: str, lent: str, hits: int) -> None:
    rolls = [(6,), (6,), (1,) * 4] if "1" in printed else [(6,), (1,) * 4]
    assert [event.hits for event in happened(gifted(printed, lent, *rolls), HitsRolled)] == [hits]


@rule("commentary.duplicated-core-abilities", 3)
def test_it_is_picked_again_each_time_that_the_weapon_is_used() -> None:
    one = sheet(MINE, arm("gun", "sustained hits 2"))
    one["texts"] = [text({"arms": ["sustained-hits:D3"]})]
    ours = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(MINE, (20, 24), weapons=(f"{MINE}/gun",), name="other")
    rules = invent(one, sheet(FOES, wounds=9))
    position = battle(*ours, unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(1,), (1,)])
    phase(position, "shooting phase").answer(MINE, FOES, "2")
    assert position.answer("other", FOES).asked == "instance"


@pytest.mark.parametrize(("on", "found"), [("profile", [5, 4]), ("sheet", [5, 5])])
def test_the_text_of_a_profile_is_that_of_its_models(on: str, found: list[int]) -> None:
    rules = invent(with_texts(MINE, {"modifies": "toughness", "by": 1}, on=on), sheet("boss", **HERO))
    position = battle(led((20, 20), (21.5, 20)), unit(FOES, (40, 20)), rules=rules)
    assert [position.game.number("toughness", id) for id in ("mine.1", "boss.1")] == found


@rule("core.weapon-lethal-hits")
@rule("commentary.while-leading-a-unit", 1)
@pytest.mark.parametrize(("more", "lost"), [({}, 1), ({"attacking": "melee"}, 0)])
def test_weapons_of_a_unit_have_abilities_by_who_leads_it(more: Any, lost: int) -> None:
    lethal = {"arms": ["lethal-hits"], "of": "led", **more}
    rules = invent(with_texts("boss", lethal, **HERO), sheet(FOES, toughness=9, wounds=9))
    ours = led((20, 20), (21.5, 20))
    things = ours, unit(FOES, (30, 20), wounds=9)
    rolls = [(6,), *([(1,)] if lost else [(5,)])]
    position = battle(*things, rules=rules, rolls=rolls)
    declared = aimed(position.game, MINE, FOES, f"{MINE}/gun", ["mine.1"])
    position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared)))
    assert left(position) == [9 - lost]


def test_weapons_have_what_counts_models_by_a_text() -> None:
    one = sheet(MINE, arm("gun"))
    one["texts"] = [text({"arms": ["heavy"]})]
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    position = phase(battle(*things, rules=invent(one), rolls=[(2,), (1,)]), "shooting phase").answer(MINE, FOES)
    assert [event.hits for event in happened(position, HitsRolled)] == [1]


def test_a_text_permits_what_is_not_allowed_to_others() -> None:
    done: Any = ("advance",)
    for does, able in (([], False), ([{"permits": "shoot after advancing"}], True)):
        rules = invent(with_texts(MINE, *does))
        game = battle(unit(MINE, (20, 20), done=done), unit(FOES, (30, 20)), rules=rules).game
        assert game.may("shoot after advancing", MINE) is able


def test_a_ban_goes_before_a_permission() -> None:
    both = {"permits": "shoot after advancing"}, {"forbids": "shoot after advancing"}
    game = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=invent(with_texts(MINE, *both))).game
    assert not game.may("shoot after advancing", MINE)


@pytest.mark.parametrize(("whose", "asked"), [("opposing", True), ("self", False), ("any", True)])
def test_a_text_speaks_up_at_a_moment_of_whom_it_says(whose: str, asked: bool) -> None:
    answer = {"when": "targets selected", "whose": whose, "may": True, "effects": [{"do": "suffer", "to": "acting"}]}
    things = unit(MINE, (20, 20), wounds=3, weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    rules = invent(sheet(MINE, wounds=3), with_texts(FOES, answer))
    position = phase(battle(*things, rules=rules, rolls=[(1,)]), "shooting phase").answer(MINE, FOES)
    assert (position.window == "targets selected" and position.player == 1) is asked
    if asked:
        position.answer(position.options[-1])
        assert left(position, MINE) == [2]


@rule("errata.weapon-characteristics")
@pytest.mark.parametrize(("layer", "by", "inches"), [("changed", -4, 20), ("halved", 2, 12), ("replaced", 6, 6)])
def test_the_range_of_weapons_is_changed_in_any_layer(layer: str, by: int, inches: float) -> None:
    rules = invent(with_texts(MINE, {"modifies": "range", "layer": layer, "by": by}))
    game = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules).game
    assert range_of(game, MINE, f"{MINE}/gun") == inches


@rule("errata.weapon-characteristics")
@pytest.mark.parametrize(("layer", "by", "attacks"), [("changed", 1, 5), ("halved", 2, 2), ("replaced", 1, 1)])
def test_the_attacks_of_weapons_are_changed_in_any_layer(layer: str, by: int, attacks: int) -> None:
    one = sheet(MINE, arm("gun", attacks="4"))
    one["texts"] = [text({"modifies": "attacks", "layer": layer, "by": by})]
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20))
    position = phase(battle(*things, rules=invent(one), rolls=[(1,) * attacks]), "shooting phase").answer(MINE, FOES)
    assert [len(event.faces) for event in happened(position, HitsRolled)] == [attacks]


# What is refused --------------------------------------------------------------------------------------------


def read(*does: Any) -> Rules:
    return invent(with_texts(MINE, *does))


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ({"modifies": "hti", "by": 1}, "did you mean 'hit'"),
        ({"modifies": "hit", "layer": "changed", "by": 1}, "expected a layer of hit: roll"),
        ({"modifies": "move", "layer": "halved", "by": 0}, "expected a whole number of 1 or more"),
        ({"modifies": "move", "layer": "rounded", "by": 1}, "expected a layer of move: replaced, halved"),
        ({"modifies": "wounds", "by": {"wounds": "left"}}, "by: what changes Wounds cannot hang on the wounds"),
        (
            {"modifies": "wounds", "by": 1, "test": {"unit": "target", "strength": "below half"}},
            "test: what changes Wounds cannot hang on the wounds",
        ),
        ({"ignores": ["hti"]}, "did you mean 'hit'"),
        ({"ignores": ["hit"], "aura": 6}, "modifiers are ignored by a model"),
        ({"arms": ["stealth"]}, "expected an ability of weapons"),
        ({"arms": ["melta"]}, "expected melta with its number"),
        ({"arms": ["assault"], "of": "attackers"}, "weapons are given abilities by texts of their unit"),
        ({"arms": ["anti-beast:7"]}, "expected an ability"),
        ({"grants": ["assault"]}, "expected one of deep-strike, infiltrators"),
        ({"grants": ["scouts"]}, "expected scouts with its number"),
        ({"grants": ["stealth"], "aura": 6}, "core abilities are given to a model"),
        ({"permits": "to fly"}, "expected a permission"),
        ({"when": "select to shoot", "effects": [{"do": "reroll"}]}, "'reroll' needs a roll that has been made"),
        (
            {"when": "select to shoot", "effects": [{"do": "take_test"}]},
            "'chosen' needs a unit that the text has picked",
        ),
        ({"when": "select to shoot", "effects": [{"do": "shoot"}]}, "'shoot' needs a unit that acts"),
        (
            {"when": "select to shoot", "effects": [{"do": "give", "to": "attacked", "abilities": ["stealth"]}]},
            "'attacked' needs units that are attacked or charged",
        ),
        ({"when": "dawn", "effects": [{"do": "gain_cp", "cp": 1}]}, "does[0].when"),
        ({"makes": "tea"}, "a part of an ability"),
    ],
)
def test_what_no_rule_knows_is_refused(does: Any, told: str) -> None:
    with pytest.raises(ContentError) as error:
        read(does)
    assert told in str(error.value) and "texts[0].does[0]" in str(error.value)


# Said back --------------------------------------------------------------------------------------------------


def said(*does: Any, lang: str = "en") -> str:
    """A text in the words of the program."""
    return LEXICON.read(RuleText, text(*does)).said(Wording(lang))


SAID: Any = [
    (
        TOUGH,
        "models in the unit that it leads: Feel No Pain of 5+; if the wounds that this model has left is at most half "
        "the Wounds of this model (rounded down): models in the unit that it leads: Feel No Pain of 4+",
        "其领导的单位中的模型：不知痛苦 5+；若本模型剩余的生命不超过一半本模型的生命（向下取整）："
        "其领导的单位中的模型：不知痛苦 4+",
    ),
    (
        [BLESSED],
        "once per battle, start of any phase (anyone's): you may: it has Devastating Wounds until the end of the phase",
        "每场战斗一次，任意阶段开始时（任意一方）：可选择：本阶段结束前，该单位具有毁灭性创伤",
    ),
    ([HALVED], "attacks that target it: Damage divided by 2", "以其为目标的攻击：伤害除以 2"),
]


@pytest.mark.parametrize(("does", "en", "zh"), SAID)
def test_a_text_says_itself_in_both_languages(does: Any, en: str, zh: str) -> None:
    assert (said(*does), said(*does, lang="zh")) == (en, zh)


def test_every_ability_that_can_be_given_has_a_name_in_both_languages() -> None:
    assert [name for name in sorted(KNOWN) if "power." + name.replace("-", "_") not in TEXTS] == []
