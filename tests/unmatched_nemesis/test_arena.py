"""Pages 20 and 21: ranges, ways of moving, corridors, and the shape of the arena."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_unmatched_nemesis.book.spaces import distance
from rulewright_unmatched_nemesis.events.attacks import AttackBegan
from rulewright_unmatched_nemesis.events.movement import Moved

from .table import FAR, acting, attack, attacking, by_either, closed, cubes, invent, kinds, rule, rules, seated, space


def reaches(range_: dict[str, Any] | None, *spaces: str, **how: Any) -> bool:
    """Whether an attack of that range is resolved from one space to the other, whoever attacks."""
    card = attack(range=range_) if range_ else attack()
    more = invent(attacks=[card], arenas=[CORRIDOR])
    found = []
    for player in (0, 1):
        position = acting(player, rules=more, display=("test",), spaces=seated(player, *spaces), **how)
        position.answer(("attack", "test"))
        found.append(bool(position.events(AttackBegan)))
    assert found[0] == found[1]
    return found[0]


CORRIDOR: dict[str, Any] = {
    "id": "long",
    "spaces": [{"id": f"x{n}", "row": "x", "column": n, "start": n < 3} for n in range(1, 13)],
    "links": [[f"x{n}", f"x{n + 1}"] for n in range(1, 12)],
}
"""A row of twelve spaces."""


@rule("range.fixed")
@rule("icon.range-x")
@pytest.mark.parametrize(("target", "hit"), [("b2", False), ("b3", True), ("a2", True), ("b4", False)])
def test_a_fixed_range_is_exactly_so_many_spaces(target: str, hit: bool) -> None:
    assert reaches({"least": 2, "most": 2}, "b1", target) == hit


@rule("range.up-to")
@pytest.mark.parametrize(("target", "hit"), [("b2", True), ("b3", True), ("b4", True), ("b5", False)])
def test_a_range_up_to_three_is_three_spaces_or_fewer(target: str, hit: bool) -> None:
    assert reaches({"most": 3}, "b1", target) == hit


@rule("icon.range-x-y")
@pytest.mark.parametrize(("target", "hit"), [("b2", False), ("b3", True), ("b4", True), ("b5", False)])
def test_a_range_from_two_to_three_has_both_ends(target: str, hit: bool) -> None:
    assert reaches({"least": 2, "most": 3}, "b1", target) == hit


@rule("range.straight")
@rule("icon.straight")
@pytest.mark.parametrize(("target", "hit"), [("b5", True), ("b2", True), ("a1", True), ("a2", False), ("c3", False)])
def test_a_straight_line_is_the_own_row_and_what_is_adjacent(target: str, hit: bool) -> None:
    assert reaches({"straight": True}, "b1", target) == hit


@rule("range.straight")
def test_a_straight_line_begins_where_the_attacker_stands_and_has_no_end() -> None:
    for target in ("x1", "x2", "x4", "x12"):
        assert reaches({"straight": True}, "x3", target, arena="long")
    assert not reaches({"straight": True}, "a1", "c1"), "a column is no row"
    assert reaches({"straight": True}, "a3", "a1") and reaches({"straight": True}, "a3", "b3")


@rule("range.none")
@pytest.mark.parametrize("target", ["a2", "b3", "c5"])
def test_without_a_range_the_opponent_is_always_in_range(target: str) -> None:
    assert reaches(None, "a1", target)
    assert reaches(None, target, "a1")


@rule("icon.range-x")
@rule("icon.range-x-y")
@rule("icon.straight")
@pytest.mark.parametrize(
    ("range_", "problem"),
    [
        ({"least": 3, "most": 2}, "range: a range goes from"),
        ({"straight": True, "most": 2}, "range: straight"),
        ({"straight": True, "least": 2}, "range: straight"),
        ({"most": 0}, "range.most: found 0"),
        ({"least": 0, "most": 2}, "range.least: found 0"),
    ],
)
def test_a_range_that_no_icon_shows_is_refused_with_its_place(range_: dict[str, Any], problem: str) -> None:
    with pytest.raises(ContentError, match=f"attacks.json: test: {problem}"):
        invent(attacks=[attack(range=range_)])


# Ways of moving ---------------------------------------------------------------------------------------------


def moving(*spaces: str, **how: Any) -> list[str]:
    """Where a move of an effect can lead, whoever attacks."""
    found = []
    for player in (0, 1):
        card = attack("test", {"do": "move", **how}, type="ability")
        position = attacking(card, player, spaces=seated(player, *spaces))
        assert position.player in (player, None)
        found.append([one for one in position.options if one is not None] if position.asked == "move_to" else [])
    assert found[0] == found[1]
    return found[0]


@rule("move.teleport", 1, 2)
def test_a_teleport_jumps_over_the_opponent() -> None:
    walked = {"a1", "c1", "a2", "c2"}
    assert set(moving("b1", "b2", spaces=2)) == walked
    assert set(moving("b1", "b2", spaces=2, way="teleport")) == walked | {"b3"}


@rule("move.teleport", 3)
def test_a_teleport_does_not_end_on_the_opponent() -> None:
    assert "b2" not in moving("b1", "b2", spaces=2, way="teleport")


@rule("move.backward")
def test_backward_leads_away_from_the_acting_fighter() -> None:
    assert set(moving("b2", "b3", who="opponent", way="backward")) == {"a3", "b4", "c3"}
    assert moving("b4", "b5", who="opponent", way="backward") == ["a5", "c5"]
    assert moving("b2", "a3", who="opponent", way="backward") == ["a4"]
    assert set(moving("b1", "b3", who="opponent", way="backward", spaces=2)) == {"a3", "a4", "b4", "b5", "c3", "c4"}


@rule("move.backward")
@rule("attack.step-2", 2)
def test_the_word_backward_means_the_opponent_where_nobody_is_named() -> None:
    assert moving("b2", "b3", way="backward") == moving("b2", "b3", who="opponent", way="backward") != []
    assert set(moving("b2", "b4")) == {"a2", "b1", "b3", "c2"}, "any other word means the own fighter"


def test_against_the_wall_nobody_moves_backward() -> None:
    assert moving("b1", "a5", who="opponent", way="backward") == []


@rule("move.forward")
def test_forward_leads_towards_the_opponent_with_each_space() -> None:
    assert set(moving("b1", "a3", way="forward")) == {"a1", "b2"}
    assert set(moving("b1", "a3", way="forward", spaces=2)) == {"a1", "b2", "a2", "b3"}
    assert moving("b2", "b3", way="forward") == []

    position = attacking(attack("test", {"do": "move", "way": "forward"}, type="ability"), spaces=("b1", "a3"))
    assert (space(position.answer("a1"), 0), space(position, 1)) == ("a1", "a3")


# Corridors --------------------------------------------------------------------------------------------------


@rule("corridor.network", 1, 2)
@by_either
@pytest.mark.parametrize("red", ["b1", "b3", "b5"])
def test_from_a_red_space_a_fighter_comes_to_any_other_red_space(red: str, player: int) -> None:
    """Whatever lies between, an opponent among it; and from no other space."""
    assert acting(player, spaces=seated(player, red, "b2")).offered("corridor") == [
        other for other in ("b1", "b3", "b5") if other != red
    ]  # fmt: skip
    position = acting(player, spaces=seated(player, "a1", red))
    assert "corridor" not in kinds(position)
    for other in {"b1", "b3", "b5"} - {red}:
        with position.refused(rule="corridor.network", match="corridors begin on red spaces"):
            position.answer(("corridor", other))


@rule("corridor.network", 3)
@by_either
def test_a_corridor_does_not_lead_to_the_opponent(player: int) -> None:
    position = acting(player, spaces=seated(player, *FAR))
    assert position.offered("corridor") == ["b3"]
    assert closed(position, "corridor") == {"b5": "corridor.network"}
    with position.refused(rule="corridor.network", match="the other fighter stands on b5"):
        position.answer(("corridor", "b5"))


@rule("corridor.damage", 1, 2)
@rule("corridor.network", 2)
@by_either
@pytest.mark.parametrize(("start", "target"), [*permutations(("b1", "b3", "b5"), 2)])
def test_the_space_to_which_a_corridor_leads_says_the_damage(start: str, target: str, player: int) -> None:
    """Each time anew, and to nobody else."""
    position = acting(player, spaces=seated(player, start, "a5")).answer(("corridor", target))
    damage = {"b1": (1, 0), "b3": (0, 1), "b5": (1, 0)}
    assert space(position, player) == target
    assert cubes(position, player) == damage[target]
    assert position.last(Moved) == Moved(player, (start, target), True, rule="corridor.network")

    position.answer(("corridor", start))
    assert cubes(position, player) == tuple(map(sum, zip(damage[target], damage[start], strict=True)))
    assert cubes(position, 1 - player) == (0, 0)


@rule("corridor.damage", 2)
@pytest.mark.parametrize(("target", "damage"), [("b3", (1, 0)), ("b5", (0, 1))])
def test_with_the_other_reading_the_centre_is_the_dear_one(target: str, damage: tuple[int, int]) -> None:
    position = acting(spaces=("b1", "a5"), corridors="centre heavy").answer(("corridor", target))

    assert cubes(position, 0) == damage


@rule("corridor.damage", 3)
@rule("block.only-assault", 4)
@by_either
@pytest.mark.parametrize("known", [True, False])
def test_corridor_damage_is_not_blocked(player: int, known: bool) -> None:
    hands, spaces = seated(player, ("guard-jab",) * 3, ()), seated(player, "b1", "a5")
    position = acting(player, spaces=spaces, hands=hands, known=known).answer(("corridor", "b5"))

    assert position.asked == "action"
    assert cubes(position, player) == (1, 0)


# The shape --------------------------------------------------------------------------------------------------


@rule("field.arena-shape", 1, 2, 3, 4)
@rule("arena.start-space", 1)
@rule("note.start-spaces")
def test_the_arena_has_three_rows_of_five_with_red_spaces_in_the_middle_and_at_both_ends() -> None:
    arena = rules().content.arenas["nemesis"]

    assert [arena.place.row(f"{row}1") for row in "abc"] == [tuple(f"{row}{n}" for n in range(1, 6)) for row in "abc"]
    assert set(arena.place.adjacent["b3"]) == {"a3", "b2", "b4", "c3"}
    assert distance(arena.place, "a1", "c5") == 6
    assert distance(arena.place, "a1", "a2") == 1
    assert distance(arena.place, "b1", "b5") == 4, "corridors are no steps"
    assert list(arena.entrances) == ["b1", "b3", "b5"]
    assert set(arena.starts) == {"b1", "b5"} <= set(arena.entrances)


@rule("field.arena-shape", 5)
def test_the_arena_is_data() -> None:
    """An arena of four spaces in one row, from a file."""
    line = [{"id": f"x{n}", "row": "x", "column": n, "start": n in (1, 4)} for n in (1, 2, 3, 4)]
    doors = [{"space": "x1", "heavy": 2}, {"space": "x4", "light": 3}]
    links = [["x1", "x2"], ["x2", "x3"], ["x3", "x4"]]
    more = invent(arenas=[{"id": "gangway", "spaces": line, "links": links, "corridors": doors}])
    position = acting(rules=more, arena="gangway", spaces=("x1", "x3"))

    assert position.offered("move") == ["x2"]
    position.answer(("corridor", "x4"))
    assert cubes(position, 0) == (0, 3)


LINE: dict[str, Any] = {
    "id": "gangway",
    "spaces": [{"id": f"x{n}", "row": "x", "column": n, "start": n < 3} for n in (1, 2, 3)],
    "links": [["x1", "x2"], ["x2", "x3"]],
}


@rule("field.arena-shape", 5)
@rule("corridor.network", 1)
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"spaces": LINE["spaces"][:1], "links": []}, "an arena has two starting spaces"),
        ({"links": [["x1", "x2"], ["x2", "x9"]]}, "there is no 'x9'"),
        ({"links": [["x1", "x2"]]}, "no links lead from 'x1' to 'x3'"),
        ({"corridors": [{"space": "x1"}, {"space": "x3"}, {"space": "x1"}]}, "a space has one entrance"),
    ],
)
def test_an_arena_that_cannot_be_is_refused_with_its_place(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(ContentError, match=f"arenas.json: gangway: .*{problem}"):
        invent(arenas=[LINE | change])
