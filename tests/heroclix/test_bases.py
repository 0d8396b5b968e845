"""Characters on bases of several squares (24.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import new_game
from rulewright.geometry.grid import LineState
from rulewright.testing import Script
from rulewright_heroclix.attack.knock_back import may_knock_back
from rulewright_heroclix.movement.break_away import must_break_away_from
from rulewright_heroclix.space.board import adjacent, distance, within
from rulewright_heroclix.space.sight import line

from .table import BLANK, FOE, HERO, at, clix, dice, invent, moving, one, play, rule

WHALE = ("C3", "D3", "C4", "D4")


def sea(*things: Any, rows: Any = BLANK, rolls: Any = (), **whale: Any) -> Any:
    """A whale on four squares, a foe that is far away unless given, and others."""
    cards = invent(clix("whale", base="2x2", **whale), clix("pair", base="1x2"), rows=rows)
    foe = () if any(str(one.id) == FOE for one in things) else (at(FOE, "P16"),)
    return play(at("whale", *WHALE), *foe, *things, rules=cards, rolls=dice(*rolls))


@rule("24.2", 1, 2)
@rule("24.2b", 1)
@pytest.mark.parametrize(("square", "near"), [("B2", True), ("E5", True), ("E2", True), ("F3", False), ("C1", False)])
def test_a_base_is_adjacent_to_all_squares_around_it(square: str, near: bool) -> None:
    position = sea(at(HERO, square))

    assert adjacent(position.game, "whale", HERO) is near and adjacent(position.game, HERO, "whale") is near


@rule("24.2b", 2)
def test_a_base_across_a_corner_parts_the_squares_on_its_sides() -> None:
    between = sea(at("pair", "K1", "L2"), at(HERO, "K2"), at(FOE, "L1"))
    beside = sea(at(HERO, "K2"), at(FOE, "L1"))

    assert not adjacent(between.game, HERO, FOE) and adjacent(beside.game, HERO, FOE)
    assert adjacent(between.game, HERO, "pair")


@rule("24.2", 3)
def test_a_character_on_several_squares_is_not_knocked_back() -> None:
    game = sea(at(HERO, "B3"), at("pair", "K1", "L2")).game

    assert not may_knock_back(game, "whale", HERO) and not may_knock_back(game, "pair", HERO)
    assert may_knock_back(game, HERO, "whale")


@rule("24.2d", 1, 2, 4)
def test_a_base_moves_from_one_of_its_squares_and_ends_where_all_of_it_may_stand() -> None:
    position = moving(sea(at(HERO, "J3")), 2, "whale")
    with position.refused():
        position.answer("I3")

    position.answer("F3")
    assert set(one(position, "whale").squares) >= {(5, 2)} and len(one(position, "whale").squares) == 4


@rule("24.2d", 3)
def test_a_base_breaks_away_from_all_that_are_adjacent() -> None:
    position = sea(at(FOE, "B2"), at(HERO, "E5", name="other", player=1))

    assert must_break_away_from(position.game, "whale") == [FOE, "other"]


@rule("24.2d", 5)
def test_no_square_of_a_base_ends_farther_away_than_the_square_that_leads() -> None:
    position = moving(sea(), 1, "whale").answer("E3")
    ends = one(position, "whale").squares

    starts = [(2, 2), (3, 2), (2, 3), (3, 3)]
    nearest = [min(max(abs(x - a), abs(y - b)) for a, b in starts) for x, y in ends]
    assert max(nearest) <= 1


@rule("24.2e", 1, 2)
def test_a_line_of_fire_is_drawn_from_any_square_of_a_base() -> None:
    rows = (*("." * 16,) * 2, "....#...........", *("." * 16,) * 13)
    game = sea(at(HERO, "H4"), rows=rows).game

    assert line(game, "whale", HERO, 9) is LineState.OPEN


@rule("24.2e", 3)
def test_a_base_blocks_lines_in_all_its_squares() -> None:
    for row in ("3", "4"):
        game = sea(at(HERO, f"A{row}"), at(FOE, f"H{row}")).game
        assert line(game, HERO, FOE, 9) is LineState.BLOCKED


@rule("24.2e", 1)
def test_lines_to_several_targets_are_drawn_from_squares_of_their_own() -> None:
    cards = invent(clix("whale", base="2x2"), walls=["D3|E3", "C4|C5"])
    game = play(at("whale", *WHALE), at(HERO, "H4"), at(FOE, "C9"), rules=cards).game

    assert line(game, "whale", HERO, 9) is LineState.OPEN and line(game, "whale", FOE, 9) is LineState.OPEN


@rule("6.3a", 1)
@rule("11.3d")
@rule("24.2b", 1)
@pytest.mark.parametrize(("square", "squares"), [("B2", 1), ("E4", 1), ("E5", 1), ("F3", 2), ("A1", 2), ("D8", 4)])
def test_of_a_large_base_the_nearest_square_counts(square: str, squares: int) -> None:
    game = sea(at("pair", "O1", "P2"), at(HERO, square)).game

    assert distance(game, "whale", HERO) == squares and adjacent(game, "whale", HERO) is (squares == 1)
    assert within(game, "whale", HERO, squares) and not within(game, "whale", HERO, squares - 1)


@rule("24.2c", 1, 2)
@pytest.mark.parametrize(
    ("printed", "uneven"), [({}, False), ({"symbols": ["flight"]}, True), ({"size": "giant"}, True)]
)
def test_only_flyers_and_giants_stand_on_two_elevations(printed: Any, uneven: bool) -> None:
    rules = invent(clix("whale", base="2x2", **printed), rows=BLANK, elevated={"2": ["A2:P2"]})
    forces = [{"members": [{"character": id}]} for id in ("whale", HERO)]
    game = new_game(rules, {"map": "field", "forces": forces}, chance=Script(dice("66", "11")))
    game.answer(0)
    game.answer("north")

    rows = {y for squares in game.request.space.options() for _, y in squares}
    assert (rows == {0, 1}) is uneven


@rule("24.2c", 1)
@pytest.mark.parametrize(("printed", "goes"), [({}, False), ({"size": "giant"}, True)])
def test_only_flyers_and_giants_move_onto_two_elevations(printed: Any, goes: bool) -> None:
    whale = clix("whale", base="2x2", symbols=[], improved=["improved-movement-elevated"], **printed)
    rules = invent(whale, elevated={"2": ["A6:P6"]})
    position = moving(play(at("whale", *WHALE), at(FOE, "P16"), rules=rules), 2, "whale")
    if goes:
        assert one(position.answer("C6"), "whale").squares[-1][1] in (5, 6)
    else:
        with position.refused(rule="16.5g"):
            position.answer("C6")
