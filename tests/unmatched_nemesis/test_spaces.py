"""Arenas of spaces, beside searches over all sequences of spaces."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry import GeometryError
from rulewright.geometry.evidence import Fault
from rulewright_unmatched_nemesis.book.spaces import (
    STRAIGHT,
    UNLIMITED,
    Arena,
    Move,
    Network,
    Passage,
    Range,
    Space,
    distance,
    moves,
    no_passage,
    out_of_range,
    passages,
)

NAMES: Final = "abcdefgh"


@st.composite
def arenas(draw: st.DrawFn) -> Arena:
    """Connected arenas of up to eight spaces in up to three rows."""
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    spaces = tuple(Space(name, draw(st.sampled_from("123"))) for name in names)
    tree = [(draw(st.sampled_from(names[:number])), name) for number, name in enumerate(names) if number]
    pairs = [(a, b) for a in names for b in names if a != b]
    more = draw(st.lists(st.sampled_from(pairs), max_size=4)) if pairs else []
    return Arena(spaces, (*tree, *more))


def grid(wide: int, high: int) -> Arena:
    """Rows of spaces that are linked left, right, up and down."""
    spaces = tuple(Space(f"{row}{column}", str(row)) for row in range(high) for column in range(wide))
    across = [(f"{row}{column}", f"{row}{column + 1}") for row in range(high) for column in range(wide - 1)]
    down = [(f"{row}{column}", f"{row + 1}{column}") for row in range(high - 1) for column in range(wide)]
    corridor = Network("corridor", {"10": {"heavy": 1}, "12": {"light": 1}, "14": {"heavy": 1}})
    return Arena(spaces, (*across, *down), (corridor,) if (wide, high) == (5, 3) else (), "ring")


RING: Final = grid(5, 3)


def in_range(arena: Arena, origin: str, within: Range) -> list[str]:
    """The spaces in range of the origin."""
    return [space for space in arena.by_id if out_of_range(arena, origin, space, within) is None]


# ---------------------------------------------------------------------------------------------- the twins


def linked(arena: Arena, a: str, b: str) -> bool:
    return (a, b) in arena.links or (b, a) in arena.links


def walks(arena: Arena, start: str, steps: int) -> Iterator[tuple[str, ...]]:
    """All sequences of adjacent spaces."""
    yield (start,)
    if steps:
        for space in arena.spaces:
            if linked(arena, start, space.id):
                yield from ((start, *rest) for rest in walks(arena, space.id, steps - 1))


def fewest(arena: Arena, a: str, b: str) -> int:
    """The number of rounds in which b is reached, when every round adds all neighbours."""
    reached, rounds = {a}, 0
    while b not in reached:
        reached |= {space.id for space in arena.spaces if any(linked(arena, at, space.id) for at in reached)}
        rounds += 1
    return rounds


def allowed(arena: Arena, way: tuple[str, ...], move: Move, others: frozenset[str]) -> bool:
    if way[-1] in others or (not move.through and any(space in others for space in way)):
        return False
    for here, there in pairwise(way):
        if move.away_from is not None:
            if fewest(arena, move.away_from, there) <= fewest(arena, move.away_from, here):
                return False
        if move.toward is not None:
            if fewest(arena, move.toward, there) >= fewest(arena, move.toward, here):
                return False
    return True


@st.composite
def cases(draw: st.DrawFn) -> tuple[Arena, str, Move, frozenset[str]]:
    arena = draw(arenas())
    space = st.sampled_from([space.id for space in arena.spaces])
    fighter = st.one_of(st.none(), st.none(), space)
    move = Move(draw(st.integers(0, 4)), draw(st.booleans()), draw(fighter), draw(fighter))
    return arena, draw(space), move, draw(st.frozensets(space, max_size=3))


@given(arenas())
def test_distance_is_the_fewest_steps(arena: Arena) -> None:
    for a in arena.by_id:
        for b in arena.by_id:
            assert distance(arena, a, b) == distance(arena, b, a) == fewest(arena, a, b)
            assert (b in arena.adjacent[a]) == linked(arena, a, b)


@given(cases())
def test_moves_end_where_some_walk_of_so_many_steps_does(case: tuple[Arena, str, Move, frozenset[str]]) -> None:
    arena, start, move, occupied = case
    others = occupied - {start}
    expected: dict[str, int] = {}
    for way in walks(arena, start, move.steps):
        if allowed(arena, way, move, others):
            expected[way[-1]] = min(expected.get(way[-1], 99), len(way) - 1)
    found = moves(arena, start, move, occupied)
    assert {end: len(way) - 1 for end, way in found.items()} == expected
    assert next(iter(found)) == start
    for end, way in found.items():
        assert way[0] == start and way[-1] == end and allowed(arena, way, move, others)
        assert all(linked(arena, here, there) for here, there in pairwise(way))


@given(arenas(), st.integers(0, 3), st.integers(0, 3))
def test_ranges_are_counted_in_steps(arena: Arena, least: int, more: int) -> None:
    for a in arena.by_id:
        steps = {b: fewest(arena, a, b) for b in arena.by_id}
        assert set(in_range(arena, a, Range(least, least + more))) == {
            b for b, count in steps.items() if least <= count <= least + more
        }
        assert set(in_range(arena, a, UNLIMITED)) == set(arena.by_id)
        assert set(in_range(arena, a, STRAIGHT)) == {
            b for b, count in steps.items() if count <= 1 or arena.by_id[a].row == arena.by_id[b].row
        }


# ------------------------------------------------------------------------------------- the rules, one by one


def test_fixed_and_greatest_ranges_say_by_how_much_they_miss() -> None:
    assert out_of_range(RING, "00", "02", Range(2, 2)) is None
    assert out_of_range(RING, "00", "01", Range(2, 2)) == Fault("too near", "01", 1.0)
    assert out_of_range(RING, "00", "24", Range(0, 3)) == Fault("too far", "24", 3.0)
    assert out_of_range(RING, "00", "24", UNLIMITED) is None
    assert str(out_of_range(RING, "00", "24", Range(0, 3))) == "too far 24: 3"


def test_a_straight_range_covers_the_adjacent_spaces_and_the_whole_row() -> None:
    assert set(in_range(RING, "11", STRAIGHT)) == {"10", "11", "12", "13", "14", "01", "21"}
    assert out_of_range(RING, "11", "02", STRAIGHT) == Fault("not in a straight line", "02")


def test_a_move_does_not_enter_the_space_of_another_and_teleport_passes_it_without_ending_there() -> None:
    line = grid(3, 1)
    assert set(moves(line, "00", Move(2), {"01"})) == {"00"}
    assert moves(line, "00", Move(2, through=True), {"01"}) == {"00": ("00",), "02": ("00", "01", "02")}


def test_moving_backward_makes_the_distance_grow_with_each_space() -> None:
    assert set(moves(RING, "11", Move(1, away_from="10"))) == {"11", "12", "01", "21"}
    assert set(moves(RING, "12", Move(2, away_from="11"))) == {"12", "13", "14", "02", "22", "03", "23"}
    assert set(moves(RING, "14", Move(2, away_from="10"))) == {"14", "04", "24"}


def test_moving_forward_makes_the_distance_shrink_with_each_space() -> None:
    assert set(moves(RING, "14", Move(2, toward="12"), {"12"})) == {"14", "13"}
    assert set(moves(RING, "00", Move(2, toward="12"), {"12"})) == {"00", "01", "10", "02", "11"}


def test_corridors_join_all_their_spaces_at_a_price_for_the_space_entered() -> None:
    assert passages(RING, "10") == (
        Passage("corridor", "10", "12", {"light": 1}),
        Passage("corridor", "10", "14", {"heavy": 1}),
    )
    assert [passage.end for passage in passages(RING, "10", {"12", "11"})] == ["14"]
    assert passages(RING, "11") == ()
    assert no_passage(RING, "corridor", "10", "12", {"12"}) == Fault("occupied", "12")
    assert no_passage(RING, "corridor", "10", "11") == Fault("no entrance", "11")
    assert no_passage(RING, "corridor", "11", "12") == Fault("no entrance", "11")
    assert no_passage(RING, "corridor", "10", "10") == Fault("the same space", "10")
    assert distance(RING, "10", "14") == 4


def test_an_arena_is_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(RING), type=Arena) == RING
    text = {"spaces": [{"id": "a", "row": "1"}, {"id": "b"}], "links": [["a", "b"]]}
    arena = msgspec.json.decode(json.dumps(text), type=Arena)
    assert arena.row("a") == ("a",)
    assert RING.row("03") == ("00", "01", "02", "03", "04")


A, B, C = Space("a"), Space("b"), Space("c")


@pytest.mark.parametrize(
    ("arena", "message"),
    [
        ({"spaces": ()}, "the cellar: an arena has at least one space"),
        ({"spaces": (A, A)}, "two spaces are called 'a'"),
        ({"spaces": (A, B), "links": (("a", "b"), ("b", "x"))}, "a link joins 'b' and 'x', but there is no 'x'"),
        ({"spaces": (A, B), "links": (("a", "b"), ("b", "b"))}, "'b' is linked to itself"),
        ({"spaces": (A, B, C), "links": (("b", "a"),)}, "no links lead from 'a' to 'c'"),
        ({"networks": (Network("duct", {"a": {}}),)}, "'duct' joins at least two spaces, not 1"),
        ({"networks": (Network("duct", {"a": {}, "x": {}}),)}, "'duct' leads to 'x', but there is no such space"),
        ({"networks": (Network("duct", {"a": {}, "b": {"light": -1}}),)}, "entering 'b' through .* costs less"),
        ({"networks": (Network("duct", {"a": {}, "b": {}}),) * 2}, "two networks are called 'duct'"),
    ],
)  # fmt: skip
def test_a_wrong_arena_is_refused_by_the_name_of_its_space(arena: dict[str, Any], message: str) -> None:
    with pytest.raises(GeometryError, match=message):
        Arena(**{"spaces": (A, B), "links": (("a", "b"),), "name": "the cellar", **arena})


def test_spaces_and_networks_that_are_not_there_are_refused_by_name() -> None:
    missing = "ring has no space 'x'; it has 00, 01"
    for wrong in (
        lambda: distance(RING, "00", "x"),
        lambda: moves(RING, "x", Move()),
        lambda: moves(RING, "00", Move(), {"x"}),
        lambda: moves(RING, "00", Move(away_from="x")),
        lambda: moves(RING, "00", Move(toward="x")),
        lambda: out_of_range(RING, "x", "00", UNLIMITED),
        lambda: passages(RING, "x"),
        lambda: no_passage(RING, "corridor", "10", "x"),
        lambda: no_passage(RING, "corridor", "10", "12", {"x"}),
        lambda: RING.row("x"),
    ):
        with pytest.raises(GeometryError, match=missing):
            wrong()
    with pytest.raises(GeometryError, match="ring has no network 'duct'; it has corridor"):
        no_passage(RING, "duct", "10", "12")


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(GeometryError, match="0 steps or more, not -1"):
        Move(-1)
    for least, most in ((-1, 2), (3, 2)):
        with pytest.raises(GeometryError, match=f"not from {least} to {most}"):
            Range(least, most)


def test_a_move_without_end_ends() -> None:
    assert moves(RING, "10", Move(10**9)) == moves(RING, "10", Move(len(RING.spaces)))


def test_spaces_without_a_row_are_in_no_row_together() -> None:
    """A straight line covers what is adjacent and the row, where there is one (unmatched_nemesis:range.straight)."""
    spaces = tuple(Space(name) for name in "abc")
    arena = Arena(spaces, (("a", "b"), ("b", "c")))

    assert arena.row("a") == ("a",)
    assert "b" in in_range(arena, "a", STRAIGHT)
    assert "c" not in in_range(arena, "a", STRAIGHT)
