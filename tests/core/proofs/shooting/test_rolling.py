"""Re-rolls, modifiers and D3s, on one roll."""

from __future__ import annotations

import pytest

from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import rolling
from .rolling import RULES, SETUP, Drill, Order, Scored
from .scripted import Battle
from .terms import CommandPointSpent


def drill(dice: list[int], *orders: Order, cp: int = 0) -> Battle:
    return Battle(RULES, Drill(orders, cp), dice)


def scored(battle: Battle) -> list[tuple[int, int]]:
    return [(event.value, event.result) for event in battle.events(Scored)]


# -------------------------------------------------------------------------------------------------------- modifiers


SUMS = [
    ((), 4), ((1,), 5), ((2,), 5), ((-1,), 3), ((-2,), 3), ((1, -1), 4), ((2, -1), 5), ((3, -3), 4), ((2, -4), 3),
]  # fmt: skip


@pytest.mark.parametrize(("modifiers", "result"), SUMS)
def test_modifiers_are_added_up_and_then_limited(modifiers: tuple[int, ...], result: int) -> None:
    """All modifiers are added up first; a total of -2 or worse becomes -1, one of +2 or better +1."""
    order = Order(modifiers={str(number): amount for number, amount in enumerate(modifiers)})

    assert scored(drill([4], order)) == [(4, result)]


def test_a_result_may_exceed_the_die_and_is_never_below_one() -> None:
    assert scored(drill([6], Order(modifiers={"aim": 1}))) == [(6, 7)]
    assert scored(drill([1], Order(modifiers={"smoke": -1}))) == [(1, 1)]


def test_the_limit_of_modifiers_is_explained() -> None:
    """The trace names every modifier and the limit, with its rule."""
    game = drill([3], Order(modifiers={"aim": 3, "smoke": -1}), cp=1).game

    value = game.value("roll", 0)

    assert value.number == 1
    assert [(line.op, line.name, line.amount) for line in value.trace] == [
        ("add", "aim", 3),
        ("add", "smoke", -1),
        ("limit", "", 1),
    ]
    assert value.trace[-1].rule == "commentary.modifying-dice-rolls"


# --------------------------------------------------------------------------------------------------- command re-roll


@pytest.mark.parametrize("what", ["hit", "wound", "save", "damage"])
def test_a_command_re_roll_is_offered_after_any_single_roll(what: str) -> None:
    assert drill([4], Order(what), cp=1).offered == ["command_reroll"]


@pytest.mark.parametrize("what", ["feel no pain", "leadership", "battle-shock"])
def test_a_roll_that_is_not_in_the_list_is_not_re_rolled(what: str) -> None:
    """A Battle-shock test, a Leadership test and a Feel No Pain roll are not in the list."""
    assert scored(drill([4], Order(what), cp=1)) == [(4, 4)]


def test_a_command_re_roll_costs_a_point_and_is_used_once_a_phase() -> None:
    """The re-rolled result counts; the second roll of the phase is left alone, the next phase offers it again."""
    orders = (Order(), Order("wound", same_phase=True), Order("save"))
    battle = drill([2, 5, 1, 1], *orders, cp=3).play(("command_reroll", 0))

    assert battle.events(CommandPointSpent) == [CommandPointSpent(0)]
    assert scored(battle) == [(5, 5), (1, 1)]
    assert (battle.rolled, battle.offered) == ("save", ["command_reroll"])


def test_declining_keeps_the_offer_for_a_later_roll_of_the_phase() -> None:
    battle = drill([2, 3], Order(), Order("wound", same_phase=True), cp=1).play(None)

    assert (battle.rolled, battle.offered) == ("wound", ["command_reroll"])


def test_without_a_command_point_nothing_is_offered() -> None:
    assert scored(drill([2], Order())) == [(2, 2)]


def test_both_branches_of_a_re_roll() -> None:
    """A fork at the offer goes its own way; the game itself stands still."""
    game = drill([3, 4], Order(), cp=1).game
    fork = game.fork()
    before = game.digest()

    fork.answer(("command_reroll", 0))

    assert fork.state.sides[0].cp == 0
    assert game.digest() == before
    game.answer(None)
    assert game.state.sides[0].cp == 1


# ------------------------------------------------------------------------------------------------- never twice


def test_a_die_re_rolled_by_an_ability_is_not_re_rolled_by_a_stratagem() -> None:
    """A roll can never be re-rolled more than once; which of the two is used is the player's choice."""
    battle = drill([1, 2], Order(again=(1,)), cp=1)

    assert battle.offered == ["reroll", "command_reroll"]
    assert scored(battle.play(("reroll", 0))) == [(2, 2)]


def test_a_die_re_rolled_by_a_stratagem_is_not_re_rolled_by_an_ability() -> None:
    """The re-rolled die shows a 1 again, and stays."""
    assert scored(drill([1, 1], Order(again=(1,)), cp=1).play(("command_reroll", 0))) == [(1, 1)]


def test_a_re_roll_may_be_declined() -> None:
    assert scored(drill([1], Order(again=(1,))).play(None)) == [(1, 1)]


@pytest.mark.parametrize(("face", "modifier", "offered"), [(1, 1, True), (1, -1, True), (2, -1, False), (2, 0, False)])
def test_re_rolls_come_before_modifiers(face: int, modifier: int, offered: bool) -> None:
    """What may be re-rolled is judged by the unmodified result: a 2 with -1 is no 1, and a 1 with +1 is one."""
    order = Order(modifiers={"aim": modifier}, again=(1,))

    assert drill([face], order).offered == ["reroll"] * offered


# ----------------------------------------------------------------------------------------------------------- the D3


@pytest.mark.parametrize(("face", "half", "offered"), [
    (1, True, True), (2, True, True), (3, True, False), (6, True, False), (1, False, True), (2, False, False),
])  # fmt: skip
def test_a_d3_is_re_rolled_by_its_halved_result(face: int, half: bool, offered: bool) -> None:
    """ "Re-roll results of 1" on a D3 allows a re-roll when the D6 shows 1 or 2; on a D6 only when it shows 1."""
    assert drill([face], Order("damage", again=(1,), half=half)).offered == ["reroll"] * offered


def test_a_re_rolled_d3_is_halved_again() -> None:
    assert scored(drill([2, 5], Order("damage", again=(1,), half=True)).play(("reroll", 0))) == [(3, 3)]


def test_the_ruleset_conforms() -> None:
    where = f"{rolling.__name__}:RULES"
    check_ruleset(RULES, games=8, seed=1, setup=SETUP, looks=length(3, 12), where=where, must_exercise=True)
