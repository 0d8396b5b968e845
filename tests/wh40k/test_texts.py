"""What texts say: words that need what is there, effects that lead to others, and texts said back."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulewright import ContentError
from rulewright.testing import Scenario
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.cards.stratagems import Stratagem
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.command import CPGained, ShockTested
from rulewright_wh40k.events.stratagems import StratagemUsed, TextRolled
from rulewright_wh40k.running import Run

from .before import off
from .table import FOES, MINE, army, battle, happened, left, offered, phase, unit, use
from .test_stratagems import own, shooting, stratagem

STEALTH: Final = {"do": "give", "abilities": ["stealth"]}
CP: Final = {"do": "gain_cp", "cp": 1}


def used(*does: Any, rolls: Any = (), foes: Any = None, **more: Any) -> Scenario:
    """A text is used in the Shooting phase on a unit 10 inches from an enemy."""
    rules = own(stratagem("text", *does, **more))
    things = unit(MINE, (20, 20)), foes or unit(FOES, (30, 20)), army(0, 3, detachment="own")
    return use(shooting(*things, rules=rules, rolls=rolls), "text", MINE)


# What is refused --------------------------------------------------------------------------------------------

REFUSED: Final = [
    ({"do": "reroll"}, {}, "does[0]: 'reroll' needs a roll that has been made, and at 'select to shoot' there is none; "
     "it can stand at 'rolled'"),
    ({"do": "pass"}, {}, "does[0]: 'pass' needs a Battle-shock test that is about to be taken"),
    ({"do": "shoot"}, {}, "does[0]: 'shoot' needs a unit that acts"),
    ({"do": "charge"}, {}, "does[0]: 'charge' needs a unit that acts"),
    ({"do": "fight_next"}, {"when": {"moment": "move ends"}}, "does[0]: 'fight_next' needs a fight that is going on"),
    ({"do": "arrive"}, {}, "does[0]: 'arrive' needs a unit in Reserves that the text is used on"),
    (STEALTH, {"target": {"who": "none"}}, "does[0].to: 'target' needs a unit that the text is used on"),
    ({**STEALTH, "to": "attacked"}, {}, "does[0].to: 'attacked' needs units that are attacked or charged"),
    ({"do": "take_test"}, {}, "does[0].to: 'chosen' needs a unit that the text has picked, and at 'select to shoot' "
     "there is none; it can stand inside 'choose_unit', 'for_each'"),
    (CP, {"target": {"who": "acting"}}, "target.who: 'acting' needs a unit that acts"),
    (CP, {"target": {"within": 6}}, "target.within: 'within' needs a unit that acts"),
    ({"do": "reroll"}, {"when": {"moment": "rolled", "also": ["set up"]}}, "at 'rolled or set up' there is none"),
]  # fmt: skip


@pytest.mark.parametrize(("does", "more", "told"), REFUSED)
def test_a_word_that_needs_what_is_not_there_is_refused(does: Any, more: Any, told: str) -> None:
    with pytest.raises(ContentError) as error:
        own(stratagem("text", does, **more))
    assert told in str(error.value) and "stratagems.json: text" in str(error.value)


@pytest.mark.parametrize(
    ("ability", "told"),
    [
        ("steelth", "did you mean 'stealth'"), ("feel-no-pain", "expected feel-no-pain with its number"),
        ("feel-no-pain:7", "such as feel-no-pain:5"), ("stealth:2", "expected stealth without a number"),
        ("damaged:3/2", "expected an ability"), ("melta:D3", "expected melta with its number"),
    ],
)  # fmt: skip
def test_what_cannot_be_given_is_refused(ability: str, told: str) -> None:
    with pytest.raises(ContentError) as error:
        own(stratagem("text", {"do": "give", "abilities": [ability]}))
    assert told in str(error.value)


def test_where_nobody_acts_nobody_fights_next() -> None:
    game = shooting(unit(MINE, (20, 20)), unit(FOES, (30, 20))).game
    run = Run(player=0, source="text", queue=(), units=(MINE,))
    assert not LEXICON.effect({"do": "fight_next"}).can(game, run)


def test_a_unit_in_reserves_does_not_fight_next() -> None:
    call = stratagem("call", {"do": "fight_next"}, target={"who": "reserves"}, when={"moment": "selected to fight"})
    away = off(MINE, 1, "reserves", player=0)
    things = unit(FOES, (20, 20), done=("charge",)), unit(MINE, (21.26, 20), name="held"), away
    rules = own(call)
    position = battle(*things, army(0, 1, detachment="own"), rules=rules)
    assert offered(phase(position, "fight phase", 1)) == []


FORCED: Final = [one for one, *_ in REFUSED if one is not CP and one is not STEALTH]


@pytest.mark.parametrize("does", FORCED)
def test_what_is_refused_would_have_come_to_nothing(does: Any) -> None:
    game = shooting(unit(MINE, (20, 20)), unit(FOES, (30, 20))).game
    run = Run(player=0, source="text", queue=(), units=(MINE,))
    assert list(LEXICON.effect(does).do(game, run)) == []


def test_a_text_is_offered_only_where_what_it_does_can_be_done() -> None:
    near = {"do": "choose_unit", "within": 12, "then": [{"do": "take_test"}]}
    things = unit(MINE, (20, 20)), army(0, 1, detachment="own")
    rules = own(stratagem("text", near))
    assert offered(shooting(*things, unit(FOES, (30, 20)), rules=rules)) == [("text", MINE)]
    assert offered(shooting(*things, unit(FOES, (40, 20)), rules=rules)) == []


# Words that every game has ----------------------------------------------------------------------------------


def test_the_player_chooses_one_of_several_effects() -> None:
    position = used({"do": "choose", "options": [{"effects": [STEALTH]}, {"effects": [CP]}]})
    assert position.asked == "choose_option"
    position.answer(1)
    assert happened(position, CPGained) and not position.game.has("stealth", MINE)


def test_what_may_be_done_is_left_where_the_player_wants() -> None:
    position = used({"do": "may", "effects": [CP]}, STEALTH).answer(False)
    assert not happened(position, CPGained) and position.game.has("stealth", MINE)


@pytest.mark.parametrize(("strength", "gained"), [(1, 0), (3, 1)])
def test_a_condition_decides_what_happens(strength: int, gained: int) -> None:
    weak = {"do": "if", "test": {"unit": "chosen", "strength": "below half"}, "then": [CP]}
    position = used({"do": "choose_unit", "then": [weak]}, foes=unit(FOES, (30, 20), strength=strength))
    assert len(happened(position, CPGained)) == gained


def test_something_happens_to_each_unit_of_a_sort() -> None:
    each = {"do": "for_each", "within": 12, "then": [{"do": "take_test"}]}
    rules = own(stratagem("text", each))
    foes = unit(FOES, (30, 20)), unit(FOES, (30, 24), name="near"), unit(FOES, (50, 20), name="far")
    position = shooting(unit(MINE, (20, 20)), *foes, army(0, 1, detachment="own"), rules=rules, rolls=[(1, 1), (6, 6)])
    use(position, "text", MINE)
    assert [(event.unit, event.passed) for event in happened(position, ShockTested)] == [(FOES, False), ("near", True)]


def test_something_is_repeated() -> None:
    wound = {"do": "choose_unit", "then": [{"do": "suffer", "wounds": 1}]}
    position = used({"do": "repeat", "times": 2, "then": [wound]}, foes=unit(FOES, (30, 20), wounds=3))
    assert left(position) == [1]


def test_something_happens_for_each_die_that_is_high_enough() -> None:
    dice = {"sum": [{"models": "target"}, {"lost": "chosen"}]}
    roll = {"do": "roll", "dice": dice, "on": 4, "then": [{"do": "suffer"}]}
    foes = unit(FOES, (30, 20), wounds=5, strength=3)
    position = used({"do": "choose_unit", "then": [roll]}, rolls=[(4, 3, 6)], foes=foes)
    assert happened(position, TextRolled)[0].high == 2 and left(position) == [3]


def test_effects_come_in_the_order_of_the_text() -> None:
    position = used({"do": "choose_unit", "then": [CP]}, STEALTH, {"do": "gain_cp", "cp": 2})
    assert position.game.has("stealth", MINE) and len(happened(position, StratagemUsed)) == 1


# By hand ----------------------------------------------------------------------------------------------------


def test_a_text_that_no_program_understands_is_asked_for() -> None:
    position = used({"do": "by_hand", "text": "Sing."})
    assert position.asked == "by_hand"
    position.answer((("gain_cp", ("cp", 1)),))
    assert len(happened(position, CPGained)) == 1


# Said back --------------------------------------------------------------------------------------------------


def said(lang: str, *does: Any, **more: Any) -> str:
    """A text in words."""
    data = {"detachment": "own", **stratagem("text", *does, **more)}
    return LEXICON.read(Stratagem, data).said(Wording(lang))


def test_a_text_says_itself_in_both_languages() -> None:
    near = {"do": "choose_unit", "within": 12, "keyword": "Infantry", "then": [{"do": "suffer", "wounds": 2}]}
    assert said("en", near) == (
        "1 CP (Shooting phase, in the Shooting phase, your turn): 1 unit of yours: choose an enemy unit with Infantry "
        "within 12 inches of it: the chosen unit suffers mortal wounds: 2"
    )
    assert said("zh", near) == (
        "1 CP（射击阶段，射击阶段，你的回合）：你的 1 个单位：选择具有 Infantry 的距该单位 12 英寸内的一个敌方单位："
        "所选单位受到 2 点致命伤"
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_stratagem_that_comes_with_the_game_says_itself(lang: str) -> None:
    texts = [one.said(Wording(lang)) for one in own().content.stratagems.values()]
    assert len(texts) == 29 and all(texts) and not [one for one in texts if "{" in one]
