"""Words that many printed abilities need: re-rolls, attacks that target a unit, what harms it, who leads it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import FOREVER, ContentError, begin_effect
from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE, SUFFER
from rulewright_wh40k.charge import can_charge
from rulewright_wh40k.dice.rolls import offers
from rulewright_wh40k.events.attacks import HitsRolled, SavesRolled, WoundsLost
from rulewright_wh40k.events.command import Secured
from rulewright_wh40k.events.stratagems import StratagemUsed
from rulewright_wh40k.lasting import SNAP
from rulewright_wh40k.shooting.select_targets import aimed, reaching
from rulewright_wh40k.terms import weapon

from .before import off
from .table import (
    FOES,
    MINE,
    arm,
    army,
    attached,
    battle,
    happened,
    invent,
    left,
    marker,
    offered,
    phase,
    rule,
    sheet,
    unit,
    use,
)  # fmt: skip
from .test_stratagems import own, stratagem
from .test_written_abilities import HERO, led, said, text, with_texts

GUN = (f"{MINE}/gun",)


def shot(position: Scenario, attackers: tuple[str, ...] = ("mine.1",), weapon: str = f"{MINE}/gun") -> Scenario:
    """Attacks of our unit at the foes."""
    return position.begin(
        STRIKE(player=0, unit=MINE, declared=tuple(aimed(position.game, MINE, FOES, weapon, attackers)))
    )


# Re-rolls ---------------------------------------------------------------------------------------------------


@rule("commentary.re-rolls")
def test_a_text_lets_rolls_of_one_be_made_again() -> None:
    rules = invent(with_texts(MINE, {"rerolls": "hit", "only": [1]}))
    position = shot(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules, rolls=[(1,), (6,), (1,)]))
    assert position.asked == "reroll" and list(position.options) == [(1,), None]
    position.answer((1,))
    assert [event.hits for event in happened(position, HitsRolled)] == [1]


@rule("commentary.re-rolls")
@pytest.mark.parametrize("part", [{"rerolls": "hit", "only": [1]}, {"rerolls": "wound"}])
def test_other_rolls_are_not(part: Any) -> None:
    rules = invent(with_texts(MINE, part))
    position = shot(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules, rolls=[(2,)]))
    assert position.asked != "reroll"


def again(position: Scenario, what: str = "charge", unit: str = MINE) -> bool:
    """Whether a unit may re-roll."""
    return bool(offers(position.game, position.state.units[unit].player, unit, what))


@rule("commentary.while-leading-a-unit")
def test_a_leader_lets_its_unit_roll_again_while_it_leads() -> None:
    rules = invent(with_texts("boss", {"rerolls": "charge", "of": "led"}, **HERO))
    leading = battle(led((20, 20), (21.5, 20)), unit(FOES, (40, 20)), rules=rules)
    alone = battle(unit("boss", (20, 20), wounds=4), unit(MINE, (22, 20)), unit(FOES, (40, 20)), rules=rules)
    assert again(leading) and not again(leading, "advance") and not again(leading, unit=FOES)
    assert not again(alone) and not again(alone, unit="boss")


@rule("core.aura-abilities")
@rule("core.keywords")
@pytest.mark.parametrize(
    ("reach", "near"), [({}, True), ({"keywords": ["INFANTRY"]}, True), ({"without": ["Infantry"]}, False),
                        ({"keywords": ["Infantry", "Beast"]}, False)],
)  # fmt: skip
def test_an_aura_reaches_units_with_keywords(reach: Any, near: bool) -> None:
    rules = invent(with_texts("boss", {"rerolls": "charge", "aura": 6, **reach}, **HERO))
    things = unit("boss", (20, 20), wounds=4), unit(MINE, (24, 20)), unit(FOES, (22, 24))
    position = battle(*things, rules=rules)
    assert (again(position), again(position, unit=FOES)) == (near, False)


def test_a_roll_of_the_whole_unit_is_not_one_of_a_model() -> None:
    with pytest.raises(ContentError, match="the charge roll is one of the whole unit"):
        invent(with_texts(MINE, {"rerolls": "charge", "of": "model"}))
    with pytest.raises(ContentError, match="rolls are made again for a model"):
        invent(with_texts(MINE, {"rerolls": "hit", "of": "led attackers"}))


# Attacks of others ------------------------------------------------------------------------------------------

WORSE = {"modifies": "ap", "layer": "worsened", "by": 1}


@rule("core.ability-leader")
@pytest.mark.parametrize(("of", "needed"), [("attackers", 6), ("led attackers", 5)])
def test_attacks_at_the_unit_that_it_leads_also_reach_its_bodyguard(of: str, needed: int) -> None:
    """What is allocated to a soldier is not allocated to the boss."""
    gun = arm("gun", ap=-2)
    rules = invent(sheet(MINE, gun), with_texts("boss", {**WORSE, "of": of}, **HERO), sheet(FOES))
    body = unit(FOES, (30, 20), (31.5, 20))
    foes = attached(body, unit("boss", (33, 20), player=1, wounds=4))
    things = unit(MINE, (20, 20), weapons=GUN), foes
    position = shot(battle(*things, rules=rules, rolls=[(6,), (6,), (6,)])).answer("foes.1")
    assert [event.needed for event in happened(position, SavesRolled)] == [needed]


@rule("core.wound-roll")
@pytest.mark.parametrize(("strength", "wounds"), [(4, 1), (5, 0)])
def test_a_stronger_attack_wounds_less(strength: int, wounds: int) -> None:
    hardy = {"modifies": "wound", "by": -1, "of": "unit attackers", "test": {"attack": "stronger"}}
    rules = invent(sheet(MINE, arm("gun", strength=strength)), with_texts(FOES, hardy))
    roll = {4: 4, 5: 3}[strength]
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    position = shot(battle(*things, rules=rules, rolls=[(6,), (roll,), (1,)]))
    assert len(happened(position, SavesRolled)) == wounds


@rule("core.feel-no-pain")
@rule("commentary.psychic-attack")
@pytest.mark.parametrize(
    ("harm", "suffering", "lost"),
    [
        ("mortal wounds", {"spills": True}, 0),
        ("mortal wounds", {}, 1),
        ("psychic attacks", {"psychic": True}, 0),
        ("psychic attacks", {"spills": True}, 1),
    ],
)
def test_feel_no_pain_against_some_harm(harm: str, suffering: Any, lost: int) -> None:
    pain = {"modifies": "feel no pain", "layer": "at least", "by": 4, "test": {"harm": [harm]}}
    rules = invent(with_texts(FOES, pain, wounds=3))
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20), wounds=3), rules=rules, rolls=[(4,)])
    position.begin(SUFFER(player=1, unit=FOES, damages=(1,), **suffering))
    assert left(position) == [3 - lost] and len(happened(position, WoundsLost)) == lost


# Stratagems for nothing -------------------------------------------------------------------------------------

FREE: Any = {"frees": ["aim"]}


def aiming(cp: int) -> Scenario:
    """Our Shooting phase with Stratagems that cost 1 CP, and a unit with the text beside one without."""
    one = with_texts("one", FREE)
    things = unit("one", (20, 20)), unit("one", (20, 23), name="second"), unit(MINE, (20, 26)), unit(FOES, (30, 20))
    both = own(stratagem("aim"), stratagem("fire"), sheets=[one])
    return phase(battle(*things, army(0, cp, detachment="own"), rules=both), "shooting phase")


@rule("commentary.modifying-stratagem-cost")
def test_a_stratagem_costs_nothing_on_a_unit_with_the_text() -> None:
    position = aiming(0)
    assert offered(position) == [("aim", "one"), ("aim", "second")]
    use(position, "aim", "one")
    assert [event.cost for event in happened(position, StratagemUsed)] == [0]


@rule("commentary.modifying-stratagem-cost")
def test_it_is_used_there_after_another_unit_and_on_none_twice() -> None:
    position = use(aiming(2), "aim", MINE)
    assert [each for each in offered(position) if each[0] == "aim"] == [("aim", "one"), ("aim", "second")]
    use(position, "aim", "one")
    assert [each for each in offered(position) if each[0] == "aim"] == [("aim", "second")]


def test_stratagems_for_nothing_are_used_on_whole_units() -> None:
    with pytest.raises(ContentError, match="Stratagems are used on its unit"):
        invent(with_texts(MINE, {**FREE, "of": "model"}))


# What a unit is ---------------------------------------------------------------------------------------------


def hits(position: Scenario) -> bool:
    """Whether our unit adds to its Hit rolls."""
    return bool(position.game.number("hit", MINE))


@rule("commentary.within-range-of-objective")
@pytest.mark.parametrize(
    ("whose", "controller", "near"),
    [("any", None, True), ("yours", None, False), ("yours", 0, True), ("theirs", 0, False), ("theirs", 1, True)],
)
def test_a_unit_is_within_range_of_an_objective_marker(whose: str, controller: int | None, near: bool) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"unit": "target", "objective": whose}}))
    units = unit(MINE, (20, 20)), unit(FOES, (30, 20))
    assert hits(battle(*units, marker(21, 20, controller=controller), rules=rules)) is near
    assert not hits(battle(*units, marker(40, 30, controller=controller), rules=rules))


@rule("commentary.while-leading-a-unit")
@pytest.mark.parametrize(("keyword", "is_led"), [("CHARACTER", True), ("Psyker", False)])
def test_a_unit_is_led_by_a_model_with_a_keyword(keyword: str, is_led: bool) -> None:
    rules = invent(
        with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"unit": "target", "leader": keyword}},
                   keywords=["Infantry", "Psyker"]), sheet("boss", **HERO),
    )  # fmt: skip
    assert hits(battle(led((20, 20), (21.5, 20)), unit(FOES, (40, 20)), rules=rules)) is is_led
    assert not hits(battle(unit(MINE, (20, 20)), off("boss", player=0), unit(FOES, (40, 20)), rules=rules))


@rule("core.charge-bonus")
@pytest.mark.parametrize("done", [(), ("charge",), ("normal",)])
def test_a_unit_has_charged_in_this_turn(done: Any) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"unit": "target", "charged": True}}))
    assert hits(battle(unit(MINE, (20, 20), done=done), unit(FOES, (30, 20)), rules=rules)) is (done == ("charge",))


# What models have themselves --------------------------------------------------------------------------------


def mixed(part: Any, **more: Any) -> Scenario:
    """Our unit with a Character who leads it, of whose keyword a text of theirs speaks."""
    rules = invent(with_texts(MINE, part), with_texts("boss", **HERO))
    ours = attached(unit(MINE, (20, 20)), unit("boss", (21.5, 20), wounds=4))
    return battle(ours, unit(FOES, (30, 20)), rules=rules, **more)


OF_CHARACTERS: Any = {"of": "unit", "keywords": ["Character"]}


@rule("commentary.keywords", 6)
@pytest.mark.parametrize(("themselves", "saves"), [(True, [7, 4]), (False, [4, 4])])
def test_what_models_with_a_keyword_have_others_of_their_unit_lack(themselves: bool, saves: list[int]) -> None:
    part = {"modifies": "invulnerable", "layer": "at least", "by": 4, **OF_CHARACTERS, "themselves": themselves}
    game = mixed(part).game
    assert [int(game.number("invulnerable", one)) for one in ("mine.1", "boss.1")] == saves


@rule("commentary.keywords", 6)
@pytest.mark.parametrize(("attacker", "owner", "better"), [("mine.1", MINE, False), ("boss.1", "boss", True)])
def test_attacks_of_models_with_a_keyword_are_better_not_those_of_others(
    attacker: str, owner: str, better: bool
) -> None:
    position = mixed({"modifies": "hit", "by": 1, **OF_CHARACTERS, "themselves": True}, rolls=[(2,), (1,)])
    shot(position, (attacker,), f"{owner}/gun")
    assert [event.hits for event in happened(position, HitsRolled)] == [int(better)]


@rule("commentary.keywords", 6)
def test_weapons_of_models_with_a_keyword_have_abilities_not_those_of_others() -> None:
    game = mixed({"arms": ["lethal-hits"], **OF_CHARACTERS, "themselves": True}).game
    assert ["lethal hits" in weapon(game, f"{one}/gun", MINE).abilities for one in (MINE, "boss")] == [False, True]


@rule("commentary.keywords", 6)
@pytest.mark.parametrize(("boss", "near"), [(27, True), (35, False)])
def test_distances_are_measured_to_models_that_have_the_keyword(boss: float, near: bool) -> None:
    """Those whom the Character leads are near in both cases."""
    friends = {"amount": {"units": "friendly", "keyword": "Character", "within": 6, "to_models": True}, "at_least": 1}
    theirs = attached(unit("guard", (25, 20)), unit("boss", (boss, 20), wounds=4))
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": friends}), sheet("boss", **HERO),
                   sheet("guard"))  # fmt: skip
    assert hits(battle(unit(MINE, (20, 20)), theirs, unit(FOES, (40, 30)), rules=rules)) is near


def test_what_is_measured_to_models_says_so() -> None:
    """In both languages; with nothing to measure it is refused."""
    group = {"units": "friendly", "keyword": "Character", "within": 6, "to_models": True}
    part = {"modifies": "hit", "by": 1, **OF_CHARACTERS, "themselves": True, "test": {"amount": group, "at_least": 1}}
    assert "within 6 inches of it (measured to its models with these keywords)" in said(part)
    assert "with Character: counted for each model: Hit roll +1" in said(part)
    assert "（量至具有这些关键词的模型）" in said(part, lang="zh") and "按各个模型计算" in said(part, lang="zh")
    del group["within"]
    with pytest.raises(ContentError, match="to_models"):
        invent(with_texts(MINE, part))


@rule("core.lone-operative")
@pytest.mark.parametrize(("place", "reached"), [((21, 22), True), ((30, 22), False)])
def test_a_lone_operative_beside_friends_is_shot_at_from_near_alone(place: Any, reached: bool) -> None:
    friends = {"amount": {"units": "friendly", "other": True, "keyword": "Infantry", "within": 3}, "at_least": 1}
    rules = invent(with_texts("boss", {"permits": "lone operative", "test": friends}, **HERO))
    things = unit("boss", (30, 20), player=1, wounds=4), unit(FOES, place), unit(MINE, (12, 20))
    assert bool(reaching(battle(*things, rules=rules).game, MINE, f"{MINE}/gun", "boss")) is reached


@rule("errata.out-of-phase")
@rule("commentary.the-turn-the-phase")
@pytest.mark.parametrize(
    ("name", "player", "turn", "now"),
    [
        ("shooting phase", 0, "yours", True),
        ("shooting phase", 1, "yours", False),
        ("shooting phase", 1, "theirs", True),
        ("shooting phase", 1, "either", True),
        ("charge phase", 0, "yours", False),
    ],
)
def test_it_is_a_phase(name: str, player: int, turn: str, now: bool) -> None:
    part = {"modifies": "hit", "by": 1, "test": {"phase": "shooting", "turn": turn}}
    things = unit(MINE, (20, 20)), unit(FOES, (28, 20))
    assert hits(phase(battle(*things, rules=invent(with_texts(MINE, part))), name, player)) is now


# What happens -----------------------------------------------------------------------------------------------


@rule("commentary.objective-secured")
@pytest.mark.parametrize(("controller", "kept"), [(0, ["A"]), (1, []), (None, [])])
def test_an_objective_marker_is_secured(controller: int | None, kept: list[str]) -> None:
    rules = invent(with_texts(MINE, {"when": "select to shoot", "effects": [{"do": "secure"}]}))
    things = unit(MINE, (20, 20)), unit(FOES, (50, 20)), marker(21, 20, controller=controller), marker(40, 40, "B", 0)
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert [one.objective for one in happened(position, Secured)] == kept


@rule("core.command-phase-battle-shock-step")
def test_a_unit_is_no_longer_battle_shocked() -> None:
    rally = {"do": "choose_unit", "side": "friendly", "shocked": True, "within": 12, "then": [{"do": "recover"}]}
    rules = invent(with_texts("boss", {"when": "select to shoot", "may": True, "effects": [rally]}, **HERO))
    things = unit("boss", (20, 20), wounds=4), unit(FOES, (50, 20))
    shocked = phase(battle(*things, unit(MINE, (24, 20), shocked=True), rules=rules), "shooting phase")
    calm = phase(battle(*things, unit(MINE, (24, 20)), rules=rules), "shooting phase")
    assert shocked.asked == "react" and calm.asked != "react"
    shocked.answer(next(one for one in shocked.options if one is not None))
    assert not shocked.state.units[MINE].shocked


@rule("core.mortal-wounds")
@rule("core.dice")
@pytest.mark.parametrize(("dice", "face", "lost"), [("D3", 4, 2), ("D3+1", 6, 4), ("", 0, 1)])
def test_mortal_wounds_come_of_dice(dice: str, face: int, lost: int) -> None:
    harm = {"do": "suffer", "dice": dice} if dice else {"do": "suffer"}
    part = {"when": "select to shoot", "effects": [{"do": "for_each", "within": 12, "then": [harm]}]}
    rules = invent(with_texts(MINE, part), sheet(FOES, wounds=9))
    rolls = [(face,)] if face else []
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20), wounds=9), rules=rules, rolls=rolls)
    assert left(phase(position, "shooting phase")) == [9 - lost]


# Said back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "en", "zh"),
    [
        ({"rerolls": "hit", "only": [1], "of": "led", "attacking": "ranged"},
         "models in the unit that it leads: in ranged attacks: may re-roll: Hit roll of 1",
         "其领导的单位中的模型：射击时：可重投：命中骰（结果为 1）"),
        ({"rerolls": "charge", "aura": 6, "keywords": ["Beast"], "without": ["Swarm"]},
         "friendly units within 6 inches: with Beast: without Swarm: may re-roll: Charge roll",
         "6 英寸内的友方单位：具有 Beast：不具有 Swarm：可重投：冲锋骰"),
        ({**WORSE, "of": "led attackers"},
         "attacks that target the unit that it leads: Armour Penetration worsened by 1",
         "以其领导的单位为目标的攻击：穿甲降低 1"),
        ({"modifies": "feel no pain", "layer": "at least", "by": 4, "test": {"harm": ["mortal wounds"]}},
         "if against mortal wounds: Feel No Pain of 4+", "若针对致命伤：不知痛苦 4+"),
        ({"frees": ["tank-shock"]}, "0 CP, also in a phase in which they were used on another unit: Tank Shock",
         "以 0 CP 使用，即使本阶段已对其他单位使用：Tank Shock"),
    ],
)  # fmt: skip
def test_they_say_themselves_in_both_languages(does: Any, en: str, zh: str) -> None:
    assert (said(does), said(does, lang="zh")) == (en, zh)
    assert text(does)["does"] == [does]


@rule("core.normal-move")
@pytest.mark.parametrize(
    ("done", "moved"), [(("normal",), True), (("moved",), True), (("stationary",), False), ((), False)]
)
def test_a_unit_has_moved_in_this_turn(done: Any, moved: bool) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"unit": "target", "moved": True}}))
    assert hits(battle(unit(MINE, (20, 20), done=done), unit(FOES, (30, 20)), rules=rules)) is moved


@rule("core.attached-units")
def test_a_unit_is_no_part_of_an_attached_unit() -> None:
    alone = {"unit": "target", "alone": True}
    rules = invent(with_texts("boss", {"modifies": "hit", "by": 1, "of": "unit", "test": alone}, **HERO))
    by_itself = battle(unit("boss", (20, 20), wounds=4), unit(FOES, (40, 20)), rules=rules)
    leading = battle(led((20, 20), (21.5, 20)), unit(FOES, (40, 20)), rules=rules)
    assert by_itself.game.number("hit", "boss") == 1 and not hits(leading)


@rule("core.attached-units")
@pytest.mark.parametrize(("of", "near"), [("target", True), ("bearer", False)])
@pytest.mark.parametrize("asked", [{"within": 3}, {"engaging": True}])
def test_it_is_measured_from_the_model_with_the_text_or_from_its_unit(asked: Any, of: str, near: bool) -> None:
    """The foes stand beside the soldier, whom the boss leads."""
    part = {"when": "select to shoot", "effects": [{"do": "for_each", "of": of, **asked, "then": [{"do": "suffer"}]}]}
    rules = invent(with_texts("boss", part, **HERO), sheet(FOES, wounds=9))
    things = led((20, 20), (24, 20)), unit(FOES, (18.6, 20), wounds=9)
    assert left(phase(battle(*things, rules=rules), "shooting phase")) == [8 if near else 9]


@rule("core.engagement-range")
@pytest.mark.parametrize(("place", "near"), [((21.5, 20), True), ((24, 20), False)])
def test_an_enemy_within_engagement_range_of_the_unit_is_meant(place: Any, near: bool) -> None:
    """The foes at (30, 20) are engaged with someone else."""
    part = {"when": "select to shoot", "effects": [{"do": "for_each", "engaging": True, "then": [{"do": "suffer"}]}]}
    rules = invent(with_texts(MINE, part), sheet(FOES, wounds=9), sheet("friend"))
    things = unit(MINE, (20, 20)), unit("friend", (31.5, 20)), unit(FOES, (30, 20), wounds=9)
    more = unit(FOES, place, wounds=9, name="more", player=1)
    position = phase(battle(*things, more, rules=rules), "shooting phase")
    assert (left(position), left(position, "more")) == ([9], [8 if near else 9])


@pytest.mark.parametrize(("asked", "found"), [(["Infantry", "Beast"], True), (["Infantry", "Swarm"], False)])
def test_a_group_may_have_several_keywords(asked: list[str], found: bool) -> None:
    near = {"amount": {"units": "enemy", "keywords": asked}, "at_least": 1}
    rules = invent(
        with_texts(MINE, {"modifies": "hit", "by": 1, "test": near}), sheet(FOES, keywords=["Infantry", "Beast"])
    )
    assert hits(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules)) is found


@rule("errata.persisting-effects")
def test_an_effect_lasts_until_the_next_turn_of_its_player() -> None:
    worse = {"do": "change", "to": "chosen", "stat": "hit", "layer": "roll", "by": -1, "until": "next turn"}
    part = {"when": "select to shoot", "effects": [{"do": "for_each", "then": [worse]}]}
    things = unit(MINE, (20, 20)), unit(FOES, (40, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, part))), "shooting phase")
    (lasting,) = (one for one in position.state.effects.values() if one.target == FOES)
    assert position.game.number("hit", FOES) == -1
    assert (lasting.until, lasting.until_player) == ("next turn", 0)


@pytest.mark.parametrize(("without", "found"), [(["Beast"], True), (["Beast", "Infantry"], False)])
def test_a_group_may_be_without_keywords(without: list[str], found: bool) -> None:
    near = {"amount": {"units": "enemy", "without": without}, "at_least": 1}
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": near}))
    assert hits(battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules)) is found


@rule("core.charge-eligibility")
@pytest.mark.parametrize(("last", "stays", "able"), [(True, False, False), (True, True, True), (False, False, True)])
def test_who_makes_its_last_move_of_the_turn_charges_no_more(last: bool, stays: bool, able: bool) -> None:
    part = {"when": "shooting phase start", "effects": [{"do": "move", "inches": 6, "last": last}]}
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, part))), "shooting phase")
    position.answer(() if stays else (("mine.1", ((22.0, 20.0),)),))
    assert can_charge(position.game, MINE) is able


@rule("errata.stratagem-fire-overwatch")
@pytest.mark.parametrize(("face", "text", "hit"), [(5, True, 1), (4, True, 0), (5, False, 0), (6, False, 1)])
def test_snap_shots_hit_on_what_a_text_says(face: int, text: bool, hit: int) -> None:
    """Whatever skill the gun has."""
    sharp = {"modifies": "overwatch", "layer": "at least", "by": 5}
    ours = with_texts(MINE, *([sharp] if text else []))
    ours["weapons"][0]["skill"] = 6
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    position = battle(*things, rules=invent(ours), rolls=[(face,), (1,)])
    position.happen(begin_effect(position.game, SNAP, FOREVER, target=("units", MINE)))
    shot(position)
    assert [event.hits for event in happened(position, HitsRolled)] == [hit]
