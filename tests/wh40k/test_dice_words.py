"""What rules call certain results of dice, and who decides where several are alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulewright import ContentError, Extension, Procedure, Turn
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.dice.rolls import roll_off
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.stratagems import ResultsRolled

from .table import FOES, MINE, army, battle, happened, invent, left, phase, rule, sheet, unit


def doing(what: Callable[[Any], Any], rolls: Any = (), active: int = 0) -> tuple[Scenario, list[Any]]:
    """A rule that does this in the turn of a player, and what it receives."""
    found: list[Any] = []

    def step(game: Any, turn: Turn) -> Any:
        found.append((yield from what(game)))

    words = Procedure("words", [step], Turn)
    base = invent()
    extended = replace(base.ruleset, content=lambda *_: base.content).freeze(
        [Extension(ruleset="wh40k", id="words", procedures=[words])]
    )
    things = unit(MINE, (20, 20)), unit(FOES, (40, 20)), army(0, 3), army(1, 3)
    return battle(*things, rules=extended, rolls=rolls).begin(words(player=active)), found


CP = [{"do": "gain_cp", "cp": 1}]
HURT = [{"do": "suffer", "to": "target", "wounds": 1}]


def fated(results: Any, *rolls: tuple[int, ...], active: int = 0, foes: int = 20, **roll: Any) -> Scenario:
    """A text of a unit of ours rolls dice at the start of a phase, and the unit suffers for their results."""
    does = {"when": "phase start", "whose": "any", "effects": [{"do": "roll_for", "results": results, **roll}]}
    one = {**sheet(MINE, wounds=50), "texts": [{"name": "Fate", "does": [does]}]}
    things = unit(MINE, (20, 20), wounds=50), unit(FOES, (20 + foes, 20))
    return phase(battle(*things, rules=invent(one), rolls=rolls), "charge phase", active)


def lost(position: Scenario) -> int:
    """What our unit has suffered."""
    return 50 - left(position, MINE)[0]


def each(*shows: int, of: str = "each", then: Any = HURT) -> dict[str, Any]:
    return {"of": of, "shows": list(shows), "then": then}


@rule("commentary.d66")
@pytest.mark.parametrize(("faces", "number"), [((3, 6), 36), ((6, 3), 63), ((1, 1), 11)])
def test_a_d66_is_tens_and_units(faces: tuple[int, int], number: int) -> None:
    """One die after the other is rolled; what is listed for 36 happens at a 36 only."""
    position = fated([each(36)], (faces[0],), (faces[1],), d66=True)
    assert [(event.faces, event.left) for event in happened(position, ResultsRolled)] == [((number,), (number,))]
    assert lost(position) == (number == 36)


@rule("commentary.doubles")
@rule("commentary.triples")
@pytest.mark.parametrize(
    ("faces", "two", "three"),
    [((1, 2), 0, 0), ((4, 4), 1, 0), ((4, 2, 4), 1, 0), ((5, 5, 5), 1, 1), ((1, 1, 6, 6), 2, 0)],
)
def test_doubles_and_triples(faces: tuple[int, ...], two: int, three: int) -> None:
    for of, count in (("double", two), ("triple", three)):
        assert lost(fated([each(of=of)], faces, dice=len(faces))) == count
    only_fours = fated([each(4, of="double")], faces, dice=len(faces))
    assert lost(only_fours) == (faces.count(4) == 2)


@rule("commentary.highest-dice")
@rule("commentary.lowest-dice")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(
    ("which", "faces", "places", "value"),
    [("highest", (2, 6, 6), [1, 2], 6), ("lowest", (2, 6, 2), [0, 2], 2), ("highest", (3, 1), None, 3),
     ("lowest", (3, 1), None, 1)],
)  # fmt: skip
def test_the_active_player_says_which_of_several_is_the_highest(
    active: int, which: str, faces: tuple[int, ...], places: Any, value: int
) -> None:
    position = fated([each(value, of=which)], faces, dice=len(faces), active=active)
    if places:
        assert (position.asked, position.player, position.options) == (f"{which}_die", active, places)
        assert lost(position) == 0
        position.answer(places[1])
    assert lost(position) == 1
    other = fated([each(4, of=which)], faces, dice=len(faces), active=active)
    assert lost(other.answer(places[0]) if places else other) == 0


@rule("commentary.discard-dice")
@pytest.mark.parametrize(("first", "second"), [("lowest", "highest"), ("highest", "lowest")])
def test_the_player_of_the_roll_orders_what_discards_dice(first: str, second: str) -> None:
    """It is one die less with each; doubles count only among those that are left."""
    position = fated([each(4)], (6, 2, 4), dice=3, discard=["lowest", "highest"], active=1)
    assert (position.asked, position.player, set(position.options)) == ("discard", 0, {first, second})
    position.answer(first)
    assert [event.left for event in happened(position, ResultsRolled)] == [(4,)] and lost(position) == 1


@rule("commentary.discard-dice", 2, 3)
@pytest.mark.parametrize(
    ("faces", "discards", "counts", "doubles"),
    [((2, 2, 5), ["lowest"], (2, 5), 0), ((2, 2, 5), ["highest"], (2, 2), 1), ((2, 2, 5), ["lowest"] * 2, (5,), 0),
     ((3,), ["lowest"] * 3, (), 0), ((3,), [], (3,), 0)],
)  # fmt: skip
def test_doubles_count_when_dice_have_been_discarded(faces: Any, discards: Any, counts: Any, doubles: int) -> None:
    position = fated([each(of="double")], faces, dice=len(faces), discard=discards)
    assert [event.left for event in happened(position, ResultsRolled)] == [counts] and lost(position) == doubles


@rule("commentary.treated-as-dice")
@rule("commentary.counts-as-dice")
@rule("commentary.considered-as-dice")
@pytest.mark.parametrize(
    ("counts_as", "sixes", "doubles"), [({}, 1, 0), ({"5": 6}, 2, 1), ({"6": 1}, 0, 0), ({"5": 6, "6": 5}, 1, 0)]
)
def test_what_counts_as_a_value_triggers_what_the_value_triggers(counts_as: Any, sixes: int, doubles: int) -> None:
    position = fated([each(6), each(of="double")], (5, 6, 3), dice=3, counts_as=counts_as)
    assert lost(position) == sixes + doubles


@rule("commentary.dice-results-with-no-effect")
@pytest.mark.parametrize(("face", "effect"), [(1, 0), (2, 1), (5, 1), (6, 3)])
def test_a_result_that_is_not_listed_does_nothing(face: int, effect: int) -> None:
    three = [{"do": "suffer", "to": "target", "wounds": 3}]
    assert lost(fated([each(2, 3, 4, 5), each(6, then=three)], (face,))) == effect


def test_the_total_of_all_dice_is_a_result_too() -> None:
    assert [lost(fated([each(7, of="total")], faces, dice=2)) for faces in ((3, 4), (1, 6), (6, 6))] == [1, 1, 0]


def test_no_dice_decide_nothing() -> None:
    position = fated([each(of="highest"), each(of="total")], dice={"lost": "target"})
    assert not happened(position, ResultsRolled) and lost(position) == 0


@pytest.mark.parametrize(
    ("roll", "told"),
    [
        ({"d66": True, "discard": ["lowest"]}, "none of them counts as another one or is discarded"),
        ({"d66": True, "dice": 2}, "a D66 is one result of two dice"),
        ({"counts_as": {"7": 1}}, "counts_as"),
        ({"discard": ["middle"]}, "discard"),
    ],
)
def test_what_no_dice_do_is_refused(roll: Any, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        fated([each(6)], (1,), **roll)


def test_rolls_are_said_back_and_asked_about_in_words() -> None:
    does = {"do": "roll_for", "dice": 3, "counts_as": {"5": 6}, "discard": ["lowest"],
            "results": [each(6, then=CP), each(of="double", then=CP), each(1, of="highest", then=CP)]}  # fmt: skip
    assert [LEXICON.effect(does).said(Wording(lang)) for lang in ("en", "zh")] == [
        "roll 3 D6, a 5 counts as a 6, discarding the lowest: for each 6: you gain 1 CP; "
        "for each double of anything: you gain 1 CP; if the highest is 1: you gain 1 CP",
        "掷 3 个 D6，5 视作 6，舍弃最低的一枚：每个 6：你获得 1 CP；每对任意结果：你获得 1 CP；若最高为 1：你获得 1 CP",
    ]
    position = fated([each(of="highest")], (6, 6), dice=2)
    view, request = position.game.view(0), position.game.request
    told = [(one.question(view, request), one.option(view, request, 1)) for one in
            (Narrator(position.game.rules, lang) for lang in ("en", "zh"))]  # fmt: skip
    assert told == [("Which die is the highest of 6, 6?", "die 2"), ("6、6 中哪一枚算作最高？", "第 2 枚")]


@rule("core.roll-off")
@pytest.mark.parametrize(("rolls", "winner"), [([(5, 2)], 0), ([(2, 5)], 1), ([(3, 3), (4, 4), (1, 6)], 1)])
def test_in_a_roll_off_the_higher_die_wins_and_a_tie_is_rolled_again(rolls: Any, winner: int) -> None:
    """Both players have CP for a Command Re-roll, and neither is asked."""
    position, found = doing(lambda game: roll_off(game, "core.roll-off"), rolls=rolls)
    assert found == [winner] and position.asked != "react"
    assert [army.cp for army in position.state.armies.values()] == [3, 3]
