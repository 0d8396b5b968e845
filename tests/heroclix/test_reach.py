"""Range, lines of fire, targets and what does without them (chapters 6 and 11)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry import grid
from rulewright.geometry.grid import LineState, square_of
from rulewright.testing import Scenario
from rulewright_heroclix.attack.targets import legal_targets, may_target
from rulewright_heroclix.events.attacks import Targeted
from rulewright_heroclix.events.damage import DamageDealt
from rulewright_heroclix.space.board import distance
from rulewright_heroclix.space.sight import line

from .specials import act, acting, special, use
from .table import FOE, HERO, at, clix, dice, invent, marker, one, play, rule, turn


def chosen(square: str, *things: Any, **more: Any) -> bool:
    """Whether an effect that says so much of its target can choose a foe in a square; the hero is in C3."""
    trait = special(act({"do": "target", "then": [{"do": "damage"}], **more}))
    position = use(acting(at(FOE, square), *things, trait=trait))
    return any(event.character == FOE for event in position.game.events() if isinstance(event, DamageDealt))


@rule("6.3d")
@rule("11.3c")
@rule("11.4e")
@pytest.mark.parametrize(
    ("needs", "near", "far"),
    [({"adjacent": True}, "D3", "E3"), ({"range": 4}, "G3", "H3"), ({"sight": True}, "E3", "G3")],
)
def test_an_effect_needs_neither_adjacency_nor_range_nor_line_of_fire_unless_it_says_so(
    needs: dict[str, Any], near: str, far: str
) -> None:
    wall = marker("blocking", "F3")
    assert chosen(near, wall, **needs) and not chosen(far, wall, **needs)

    assert chosen(near, wall) and chosen(far, wall)


@rule("11.4f", 1, 2)
@pytest.mark.parametrize(
    ("square", "found"), [("G3", True), ("C9", True), ("F6", True), ("E4", False), ("D5", False), ("B2", True)]
)
def test_a_direct_line_of_fire_runs_along_a_row_a_column_or_a_diagonal(square: str, found: bool) -> None:
    assert chosen(square, direct=True) is found


@rule("11.4f", 1, 2)
def test_a_direct_line_of_fire_is_at_least_one_square_long_and_a_line_of_fire() -> None:
    trait = special(
        act({"do": "target", "among": "any", "direct": True, "itself": True, "range": 9, "then": [{"do": "damage"}]})
    )
    position = use(acting(at(FOE, "D5"), trait=trait))
    assert not [event for event in position.game.events() if isinstance(event, DamageDealt)]

    assert not chosen("G3", marker("blocking", "E3"), direct=True)


@rule("11.3a", 4)
@rule("11.4", 3)
def test_each_player_may_check_ranges_and_lines_of_fire_at_any_time() -> None:
    position = turn(play(at(HERO, "C3"), at(FOE, "G3"), marker("hindering", "E3")))
    before = len(position.game.log)
    for player in (0, 1):
        view = position.game.view(player)
        assert distance(view, HERO, FOE) == distance(view, FOE, HERO) == 4
        assert line(view, HERO, FOE, 6) is LineState.HINDERED and line(view, FOE, HERO, 3) is LineState.BLOCKED

    assert len(position.game.log) == before and position.asked == "action"


@rule("11.4b", 2)
def test_a_line_of_fire_to_oneself_crosses_the_terrain_of_ones_own_square() -> None:
    for things, state in (((), LineState.OPEN), ((marker("hindering", "C3"),), LineState.HINDERED)):
        assert line(play(at(HERO, "C3"), at(FOE, "P16"), *things).game, HERO, HERO, 6) is state


@rule("11.5", 2)
def test_a_target_is_who_is_chosen_for_an_attack_and_no_terrain_is() -> None:
    """The foe between is crossed by no line: the one behind it cannot be chosen, and a marker never is."""
    things = (at(FOE, "E3"), at(FOE, "G5", name="aside", player=1), marker("object", "D3"), marker("blocking", "C6"))
    rules = invent(clix(HERO), clix(FOE, *("8/10/16/3",) * 8))
    position = turn(play(at(HERO, "C3"), *things, rules=rules, rolls=dice("34")))
    assert set(legal_targets(position.game, HERO, "range")) == {FOE, "aside"}

    position.answer((HERO, "range", "RANGE")).answer("aside")
    assert [event.target for event in position.game.events() if isinstance(event, Targeted)] == ["aside"]


@rule("11.5", 2)
def test_an_attack_without_a_target_is_not_made() -> None:
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), marker("object", "D3")))

    assert not [option for option in position.options if option and option[1] in ("close", "range")]


@rule("11.5", 3)
def test_range_and_line_of_fire_are_taken_from_the_same_square() -> None:
    """C3 sees the foe but is 5 squares away, C4 is near enough and sees nothing."""
    things = (at(HERO, "C3", "C4"), at(FOE, "D8"), marker("blocking", "C6"))
    for reach, found in ((4, False), (5, True)):
        position = play(*things, rules=invent(clix(HERO, base="1x2", range=reach)))
        assert distance(position.game, HERO, FOE) == 4
        assert may_target(position.game, HERO, FOE, "range") is found


# 10.6 -------------------------------------------------------------------------------------------------------


def straight(*things: Any) -> Scenario:
    """A move of the hero in C3 in a direct path."""
    return use(acting(*things, trait=special(act({"do": "move", "squares": 4, "direct": True}))))


@rule("10.6", 1, 2, 4)
def test_a_direct_path_is_a_row_a_column_or_a_diagonal_and_at_least_one_square_long() -> None:
    for square in ("A3", "G3", "C1", "C7", "A1", "G7", "D2", "B4"):
        position = straight(at(FOE, "P1")).answer(square)
        assert grid.name_of(one(position, HERO).squares[0]) == square

    for square in ("C3", "E4", "D5", "A2", "G6"):
        position = straight(at(FOE, "P1"))
        with position.refused(rule="10.6"):
            position.answer(square)


@rule("10.6", 4)
def test_who_can_end_no_direct_path_anywhere_is_not_asked() -> None:
    move = special(act({"do": "move", "squares": 0, "direct": True}))
    position = use(acting(at(FOE, "P1"), trait=move))
    assert position.asked != "move" and one(position, HERO).squares == (square_of("C3"),)


@rule("10.6", 1, 3)
@pytest.mark.parametrize("way", [("C3", "D3", "E4"), ("C3", "D3", "E3", "D3"), ("C3", "D4", "D5")])
def test_a_direct_path_neither_turns_nor_turns_back(way: tuple[str, ...]) -> None:
    position = straight(at(FOE, "P1"))
    with position.refused(rule="10.6"):
        position.answer(tuple(map(square_of, way)))
