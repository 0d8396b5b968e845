"""Words that texts about moments need: tests that are modified, healing, Reserves, edges, cover, and what goes on."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.testing import Scenario
from rulewright_wh40k.events.attacks import ModelReturned, SavesRolled, WoundsRegained
from rulewright_wh40k.events.command import CPGained, ShockTested
from rulewright_wh40k.events.movement import Arrived, Withdrawn

from .before import off, places
from .table import FOES, MINE, arm, attached, battle, happened, invent, left, phase, rule, sheet, unit
from .test_words_of_imported_texts import GUN, shot
from .test_written_abilities import HERO, said, with_texts

START = "shooting phase start"


def starting(*effects: Any, wounds: int = 1, **more: Any) -> Scenario:
    """Our Shooting phase, at whose start a text of our unit has happened."""
    rules = invent(with_texts(MINE, {"when": START, "effects": list(effects)}), sheet(FOES, wounds=wounds))
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20), wounds=wounds)
    return phase(battle(*things, rules=rules, **more), "shooting phase")


@rule("core.leadership-test")
@pytest.mark.parametrize(("by", "passed"), [(0, True), (-1, False), (1, True)])
def test_something_is_added_to_a_battle_shock_test(by: int, passed: bool) -> None:
    position = starting({"do": "for_each", "then": [{"do": "take_test", "by": by}]}, rolls=[(3, 4)])
    assert [event.passed for event in happened(position, ShockTested)] == [passed]


# Healing ----------------------------------------------------------------------------------------------------

MEND: Any = {"do": "heal", "to": "chosen", "dice": "D3"}


def mending(heal: Any, *places_: tuple[float, float], rolls: Any = ((4,),)) -> Scenario:
    """A healer at (20, 20) among friends with 1 of 4 wounds left."""
    choose = {"do": "choose_unit", "side": "friendly", "other": True, "then": [heal]}
    healer = with_texts("boss", {"when": START, "effects": [choose, choose]}, **HERO)
    things = unit("boss", (20, 20), wounds=4), unit(MINE, *places_, wounds=1), unit(FOES, (50, 20))
    return phase(battle(*things, rules=invent(healer, sheet(MINE, wounds=4)), rolls=list(rolls)), "shooting phase")


@rule("commentary.regain-wounds")
def test_a_chosen_unit_regains_as_many_wounds_as_dice_come_to() -> None:
    position = mending(MEND, (24, 20), rolls=[(4,), (2,)])
    assert [event.wounds for event in happened(position, WoundsRegained)] == [2, 1]


@rule("commentary.regain-wounds")
def test_a_model_is_healed_once_a_turn_where_the_text_says_so() -> None:
    position = mending({**MEND, "fresh": True}, (24, 20))
    assert left(position, MINE) == [3]


@rule("commentary.regain-wounds")
@pytest.mark.parametrize(("near", "healed"), [(24, 1), (40, 0)])
def test_a_model_far_from_the_healer_is_not_healed(near: float, healed: int) -> None:
    position = mending({**MEND, "wounds": 1, "dice": "", "within": 6, "fresh": True}, (near, 20), rolls=())
    assert len(happened(position, WoundsRegained)) == healed


@rule("commentary.bearer")
def test_the_model_with_the_text_heals_itself_alone() -> None:
    own = {"when": START, "effects": [{"do": "heal", "to": "bearer", "wounds": 1}]}
    ours = [*unit(MINE, (20, 20), (21.5, 20), wounds=1, leaders=("boss",))]
    last = ours[-1]
    ours[-1] = type(last)("boss.1", MINE, "boss", 0, "boss/one", last.weapons, 1, last.x, last.y)
    rules = invent(with_texts("boss", own, **HERO), sheet(MINE, wounds=2))
    things = [*ours, *off("boss", area="attached", player=0)[:1]], unit(FOES, (50, 20))
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert [event.model for event in happened(position, WoundsRegained)] == ["boss.1"]


@rule("commentary.keywords", 6)
def test_a_model_without_the_keyword_is_not_healed_in_a_unit_that_has_it() -> None:
    heal = {"do": "heal", "to": "chosen", "wounds": 1, "keyword": "Infantry Character"}
    own = {"when": START, "effects": [{"do": "choose_unit", "side": "friendly", "then": [heal]}]}
    ours = attached(unit(MINE, (20, 20), wounds=1), unit("boss", (21.5, 20), wounds=1))
    rules = invent(with_texts("boss", own, **HERO), sheet(MINE, wounds=2))
    position = phase(battle(ours, unit(FOES, (50, 20)), rules=rules), "shooting phase")
    assert [event.model for event in happened(position, WoundsRegained)] == ["boss.1"]


@rule("commentary.returning-models-to-a-unit")
def test_a_model_returns_to_the_chosen_unit() -> None:
    back = {"do": "choose_unit", "side": "friendly", "other": True, "then": [{"do": "return", "to": "chosen"}]}
    rules = invent(with_texts("boss", {"when": START, "effects": [back]}, **HERO))
    things = unit("boss", (20, 20), wounds=4), unit(MINE, (24, 20), strength=2), unit(FOES, (50, 20))
    position = phase(battle(*things, rules=rules), "shooting phase")
    assert position.asked == "return"
    position.answer(places((25.5, 20), name="mine/one"))
    assert [event.record.unit for event in happened(position, ModelReturned)] == [MINE]


# Reserves ---------------------------------------------------------------------------------------------------


@rule("commentary.repositioned-units")
@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("number", [1, 2])
def test_who_was_taken_off_is_set_up_again_as_its_text_says(again: bool, number: int) -> None:
    """In any round, far from enemies; in Strategic Reserves it waits for the second round."""
    fade = {"when": "end of fight phase", "whose": "any", "effects": [{"do": "withdraw", "again": again}]}
    things = unit(MINE, (20, 20)), unit(FOES, (40, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, fade))), "fight phase")
    assert [event.unit for event in happened(position, Withdrawn)] == [MINE]
    reserve = position.state.units[MINE].reserve
    away = battle(off(MINE, area="reserves", reserve=reserve, player=0), unit(FOES, (40, 20)), round=number)
    arriving = phase(away, "movement phase", number=number)
    ways = [one[1] for one in arriving.options or () if one] if arriving.asked == "arrive" else []
    assert ways == (["back"] if again else ["strategic reserves"] if number > 1 else [])
    if again:
        arriving.answer((MINE, "back"))
        with arriving.refused(rule="core.reinforcements"):
            arriving.answer(places((33, 20)))
        arriving.answer(places((25, 20)))
        assert happened(arriving, Arrived) and arriving.state.units[MINE].area == "table"


# Dice, cover, edges -----------------------------------------------------------------------------------------


@rule("core.dice")
@pytest.mark.parametrize(("most", "lost"), [(20, 3), (2, 2)])
def test_a_result_happens_so_often_at_most(most: int, lost: int) -> None:
    harm = {"do": "roll_for", "dice": 4, "most": most, "results": [{"shows": [4, 5, 6], "then": [{"do": "suffer"}]}]}
    position = starting({"do": "for_each", "then": [harm]}, wounds=9, rolls=[(4, 5, 6, 1)])
    assert left(position) == [9 - lost]


@rule("core.benefit-of-cover")
@pytest.mark.parametrize(("text", "needed"), [(True, 5), (False, 4)])
def test_a_unit_without_cover_has_none_whatever_hides_it(text: bool, needed: int) -> None:
    parts = [{"permits": "cover"}, *([{"permits": "no cover"}] if text else [])]
    rules = invent(sheet(MINE, arm("gun", ap=-1)), with_texts(FOES, *parts, save=4))
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    position = shot(battle(*things, rules=rules, rolls=[(6,), (6,), (1,)]))
    assert [event.needed for event in happened(position, SavesRolled)] == [needed]


@rule("commentary.battlefield-edge")
@pytest.mark.parametrize(
    ("edge", "place", "holds"),
    [("wholly", (6, 20), True), ("wholly", (8.5, 20), False), ("near", (8.5, 20), True), ("near", (10, 20), False),
     ("wholly", (30, 3), True), ("wholly", (56, 20), True)],
)  # fmt: skip
def test_a_unit_is_near_an_edge_of_the_battlefield(edge: str, place: Any, holds: bool) -> None:
    test = {"unit": "target", "edge": edge, "inches": 8}
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": test}))
    position = battle(unit(MINE, place), unit(FOES, (30, 40)), rules=rules)
    assert (position.game.number("hit", MINE) == 1) is holds


@rule("core.remain-stationary")
@pytest.mark.parametrize(("done", "holds"), [((), True), (("stationary",), True), (("normal",), False),
                                             (("arrived",), False)])  # fmt: skip
def test_a_unit_has_remained_stationary(done: Any, holds: bool) -> None:
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": {"unit": "target", "stationary": True}}))
    position = battle(unit(MINE, (20, 20), done=done), unit(FOES, (30, 40)), rules=rules)
    assert (position.game.number("hit", MINE) == 1) is holds


@pytest.mark.parametrize(("either", "found"), [(["Beast", "Infantry"], True), (["Beast", "Swarm"], False)])
def test_a_group_may_have_one_of_several_keywords(either: list[str], found: bool) -> None:
    near = {"amount": {"units": "enemy", "either": either}, "at_least": 1}
    rules = invent(with_texts(MINE, {"modifies": "hit", "by": 1, "test": near}))
    position = battle(unit(MINE, (20, 20)), unit(FOES, (30, 20)), rules=rules)
    assert (position.game.number("hit", MINE) == 1) is found


# What goes on -----------------------------------------------------------------------------------------------

GAIN: Any = [{"do": "gain_cp", "cp": 1}]


@rule("errata.selected-to-shoot")
@pytest.mark.parametrize(("sort", "gained"), [("ranged", 1), ("melee", 0)])
def test_the_attacks_that_are_made_are_ranged(sort: str, gained: int) -> None:
    part = {"when": "targets selected", "test": {"strike": sort}, "effects": GAIN}
    things = unit(MINE, (20, 20), weapons=GUN), unit(FOES, (30, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, part)), rolls=[(1,)]), "shooting phase")
    position.answer(MINE, FOES)
    assert len(happened(position, CPGained)) == gained


@rule("core.movement-phase")
@pytest.mark.parametrize(("way", "gained"), [("advance", 1), ("normal", 0)])
def test_the_move_that_is_made_is_one_of_these(way: str, gained: int) -> None:
    part = {"when": "move starts", "test": {"move": ["advance", "fall back"]}, "effects": GAIN}
    things = unit(MINE, (20, 20)), unit(FOES, (50, 20))
    position = phase(battle(*things, rules=invent(with_texts(MINE, part)), rolls=[(1,)]), "movement phase")
    position.answer((MINE, way))
    assert len(happened(position, CPGained)) == gained


@rule("core.normal-move")
@pytest.mark.parametrize(("end", "lost"), [((26.0, 20.0), 1), ((20.0, 26.0), 0)])
def test_an_enemy_that_a_unit_has_moved_over_is_meant(end: Any, lost: int) -> None:
    """Flying over the foes at (23, 20), or aside."""
    part = {"when": "move ends", "effects": [{"do": "for_each", "over": True, "then": [{"do": "suffer"}]}]}
    rules = invent(with_texts(MINE, part, keywords=["Infantry", "Fly"]), sheet(FOES, wounds=9))
    things = unit(MINE, (20, 20)), unit(FOES, (23, 20), wounds=9)
    position = phase(battle(*things, rules=rules), "movement phase").answer((MINE, "normal"))
    position.answer((("mine.1", (end,)),))
    assert left(position) == [9 - lost]


# Said back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "en", "zh"),
    [
        ({"do": "take_test", "to": "target", "by": -1}, "it takes a Battle-shock test with -1",
         "该单位进行战斗震慑测试（-1）"),
        ({"do": "heal", "to": "bearer", "dice": "D3", "fresh": True},
         "a model of this model regains lost wounds: D3, each once per turn",
         "本模型的一个模型回复失去的生命：D3（每回合每个模型一次）"),
        ({"do": "heal", "keyword": "Beast"}, "a model with Beast of it regains lost wounds: 1",
         "该单位的一个具有 Beast 的模型回复失去的生命：1"),
        ({"do": "withdraw", "again": True},
         "it is taken off the battlefield and placed into Reserves; in the Reinforcements step it can be set up more "
         "than 9 inches from all enemies",
         "该单位移出战场并放入预备队；可在增援步骤中部署在距所有敌方模型 9 英寸外的位置"),
    ],
)  # fmt: skip
def test_they_say_themselves_in_both_languages(effect: Any, en: str, zh: str) -> None:
    part = {"when": "select to shoot", "effects": [effect]}
    assert en in said(part) and zh in said(part, lang="zh")
