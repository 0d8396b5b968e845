"""Questions to players: what may be answered, and what a refusal says."""

from __future__ import annotations

import json
import math
import pickle
import random
from enum import IntEnum, StrEnum
from itertools import pairwise
from math import comb, factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.geometry import TOLERANCE
from rulewright.requests import (
    CHANCE,
    LISTABLE,
    MOST_POINTS,
    Allocation,
    Cells,
    NothingLegal,
    Number,
    Options,
    Ordering,
    Path,
    Pose,
    Refused,
    Request,
    Space,
    Subset,
    Together,
    Violation,
    choose,
    path_length,
    plain,
    segment_distance,
)
from rulewright.view import describe_request

ATOMS = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON_DATA = st.recursive(ATOMS | TEXTS, lambda inner: st.lists(inner, max_size=4), max_leaves=12)
SMALL = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["thor", "hulk", ""])
VALUES = SMALL | st.tuples(SMALL, SMALL)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=8,
)


def rng(seed: int = 1) -> random.Random:
    return random.Random(seed)


def reasons(violations: tuple[Violation, ...]) -> str:
    return " / ".join(violation.reason for violation in violations)


def distinct(values: list[Any]) -> list[Any]:
    return list({repr(value): value for value in values}.values())


# ------------------------------------------------------------------------------------------- plain data


def holds_a_list(value: Any) -> bool:
    return isinstance(value, list) or (isinstance(value, tuple) and any(map(holds_a_list, value)))


@given(JSON_DATA)
def test_plain_data_survives_json(value: Any) -> None:
    answer = plain(value)

    assert plain(json.loads(json.dumps(answer))) == answer
    assert plain(answer) == answer
    assert not holds_a_list(answer)


def test_lists_become_tuples_at_every_depth() -> None:
    assert plain([1, ["a", [None, 2.5]], ()]) == (1, ("a", (None, 2.5)), ())
    assert type(plain([[True]])[0]) is tuple
    assert plain([True])[0] is True


class Size(IntEnum):
    SMALL = 1


class Side(StrEnum):
    RED = "red"


def test_enums_become_what_they_stand_for() -> None:
    assert type(plain(Size.SMALL)) is int
    assert type(plain((Side.RED,))[0]) is str
    assert plain((Side.RED, Size.SMALL)) == ("red", 1)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"a": 1}, "dict"),
        ([1, [2, {3}]], r"set \(at \[1\]\[1\]\)"),
        (math.nan, "nan"),
        ([math.inf], r"inf.*\[0\]"),
        (2**64, "64 bits"),
        (-(2**63) - 1, "64 bits"),
        ("\ud800", "Unicode"),
        (b"x", "bytes"),
        (object(), "object"),
    ],
)
def test_what_is_not_plain_is_named(value: Any, found: str) -> None:
    with pytest.raises(TypeError, match=found):
        plain(value)


def test_endless_lists_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)

    with pytest.raises(TypeError, match="deep"):
        plain(endless)


# ------------------------------------------------------------------------------------------- refusals


def test_a_refusal_reads_reason_then_rule() -> None:
    refused = Refused("Hawkeye cannot shoot Thor: out of range", "heroclix:11.3b", facts={"missing": 1})

    assert str(refused) == "Hawkeye cannot shoot Thor: out of range [heroclix:11.3b]"
    assert refused.violations == (Violation(refused.reason, refused.rule, {"missing": 1}),)
    assert str(Refused("it is not your turn")) == "it is not your turn"


def test_a_refusal_of_several_violations_keeps_each() -> None:
    violations = (
        Violation("too far", "a:1", {"missing": 0.3}),
        Violation("blocked", "a:2", {"missing": 9, "by": 4}),
    )
    refused = Refused.of(violations)

    assert refused.violations == violations
    assert refused.rule == "a:1"
    assert refused.reason == "too far; blocked"
    assert str(refused) == "too far [a:1]; blocked [a:2]"
    assert refused.facts == {"missing": 0.3, "by": 4}


def test_violations_of_one_rule_name_it_once() -> None:
    assert str(Refused.of((Violation("x", "r"), Violation("y", "r")))) == "x; y [r]"


def test_a_refusal_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Refused.of(())


def test_a_refusal_travels_between_processes() -> None:
    refused = Refused.of((Violation("far", "a:1", {"n": 1}), Violation("off", "a:2")))
    copy = pickle.loads(pickle.dumps(refused))

    assert (str(copy), copy.violations, copy.facts) == (str(refused), refused.violations, refused.facts)


# ------------------------------------------------------------------------------------------- every space


def options_spaces() -> st.SearchStrategy[Space]:
    return st.builds(lambda values: Options(tuple(values)), st.lists(VALUES, min_size=1, max_size=8))


@st.composite
def subsets(draw: st.DrawFn) -> Space:
    items = tuple(distinct(draw(st.lists(VALUES, max_size=6))))
    least = draw(st.integers(0, len(items)))
    return Subset(items, least, draw(st.none() | st.integers(least, len(items) + 2)))


@st.composite
def cells(draw: st.DrawFn) -> Space:
    given_cells = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, unique=True, max_size=9))
    return Cells(tuple(given_cells), draw(st.integers(0, len(given_cells))))


@st.composite
def numbers(draw: st.DrawFn) -> Space:
    least = draw(st.integers(-5, 5))
    most = least + draw(st.integers(0, 2000))
    step = draw(st.sampled_from([1, 2, 7, 0.1, 0.25, 0]))
    return Number(least, most, step)


@st.composite
def allocations(draw: st.DrawFn) -> Space:
    keys = tuple("abcdef"[: draw(st.integers(1, 5))])
    least = {key: draw(st.integers(0, 2)) for key in keys}
    most = {key: least[key] + draw(st.integers(0, 4)) for key in keys}
    exact = draw(st.booleans())
    total = draw(st.integers(sum(least.values()), sum(most.values()) + (0 if exact else 3)))
    return Allocation(total, keys, most, least, exact)


@st.composite
def paths(draw: st.DrawFn) -> Space:
    inch = st.floats(0, 12)
    obstacles = draw(st.lists(st.tuples(inch, inch, st.floats(0, 3)), max_size=4))
    start = (draw(inch), draw(inch))
    return Path(start, draw(st.floats(0, 20)), 12, 10, draw(st.floats(0, 2)), tuple(obstacles))


@st.composite
def poses(draw: st.DrawFn) -> Space:
    left, low = draw(st.floats(-5, 5)), draw(st.floats(-5, 5))
    return Pose((left, left + draw(st.floats(0, 5))), (low, low + draw(st.floats(0, 5))), draw(st.booleans()))


SPACES = st.one_of(
    options_spaces(),
    subsets(),
    cells(),
    numbers(),
    st.builds(lambda items: Ordering(tuple(items)), st.lists(VALUES, max_size=6)),
    allocations(),
    paths(),
    poses(),
)


@given(SPACES, st.integers(0, 99))
def test_what_a_space_samples_is_legal(space: Space, seed: int) -> None:
    answer = space.sample(rng(seed))

    assert space.check(answer) == ()
    assert plain(json.loads(json.dumps(answer))) == plain(answer)


@given(SPACES, st.integers(0, 99))
def test_suggestions_are_legal_distinct_and_repeatable(space: Space, seed: int) -> None:
    suggested = space.suggest(5, rng(seed))

    assert len(suggested) <= 5
    assert [space.check(answer) for answer in suggested] == [()] * len(suggested)
    assert len(distinct(suggested)) == len(suggested)
    assert space.suggest(5, rng(seed)) == suggested
    assert suggested or not space.options()


@given(SPACES)
def test_listed_options_are_legal_and_few(space: Space) -> None:
    listed = space.options()

    if listed is not None:
        assert len(listed) <= LISTABLE
        assert all(space.check(answer) == () for answer in listed)
        assert isinstance(space, Options) or len(distinct(list(listed))) == len(listed)


@given(SPACES)
def test_the_sample_is_among_the_options(space: Space) -> None:
    listed = space.options()

    if listed is not None:
        assert space.sample(rng()) in [tuple(answer) if isinstance(answer, list) else answer for answer in listed]


@given(SPACES, ANYTHING)
def test_no_answer_breaks_a_space(space: Space, answer: Any) -> None:
    for violation in space.check(answer):
        assert violation.reason
        json.dumps(dict(violation.facts))


class Broken:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("do not compare me")

    def __repr__(self) -> str:
        raise RuntimeError("do not print me")

    __hash__ = None  # type: ignore[assignment]


NESTED: Any = ()
for _ in range(5000):
    NESTED = (NESTED,)


@pytest.mark.parametrize(
    "answer",
    [Broken(), (Broken(),), 10**5000, (10**5000, 1), (10**5000, 1, 0), NESTED],
    ids=["broken", "a broken one", "huge", "two huge", "three huge", "nested"],
)
@pytest.mark.parametrize(
    "space",
    [
        Options(((1, 2), 3)),
        Subset((1, 2)),
        Cells(((1, 2), (3, 4))),
        Number(1, 5),
        Number(0.5, 5.5),
        Ordering((1, 2)),
        Allocation(3, ("a", "b")),
        Path((0, 0), 5, 9, 9),
        Pose((0, 1), (0, 1)),
    ],
    ids=lambda space: type(space).__name__,
)
def test_monstrous_answers_are_refused_in_words(space: Space, answer: Any) -> None:
    assert reasons(space.check(answer))


@given(SPACES)
def test_every_space_describes_itself_in_json(space: Space) -> None:
    described = space.describe()

    assert json.loads(json.dumps(described)) == described
    assert described["kind"] == type(space).__name__.lower()


def test_a_space_without_its_methods_says_so() -> None:
    class Half(Space, frozen=True):
        pass

    with pytest.raises(NotImplementedError, match="Half does not check"):
        Half().check(1)
    with pytest.raises(NotImplementedError, match="Half does not sample"):
        Half().sample(rng())


# ------------------------------------------------------------------------------------------- options


@pytest.mark.parametrize("answer", [True, 1.0, "1", [1], (1,), None, 4])
def test_options_take_the_value_in_its_own_kind_only(answer: Any) -> None:
    assert Options((1, 2, 3)).check(1) == ()
    assert Options((1, 2, 3)).check(answer) != ()


def test_options_tell_values_apart_that_python_calls_equal() -> None:
    both = Options((True, 1))

    assert both.check(1) == both.check(True) == ()
    assert both.check(1.0) != ()
    assert Options((True,)).check(1) != ()
    assert Options(((1, (2,)),)).check((1, (2,))) == ()
    assert Options(((1, (2,)),)).check((True, (2,))) != ()
    assert Options(((1, (2,)),)).check((1, (2.0,))) != ()


def test_options_accept_values_that_came_from_elsewhere() -> None:
    """A value read from JSON equals the option but is another object."""
    assert Options((("hulk", 12345),)).check(plain(json.loads('["hulk", 12345]'))) == ()
    assert Options((Side.RED,)).check("red") == ()


def test_none_is_an_answer_only_where_passing_is_allowed() -> None:
    assert Options((1, None)).check(None) == ()
    assert "pass is not among the options: 1" in reasons(Options((1,)).check(None))


def test_a_refusal_names_the_nearest_names() -> None:
    heroes = Options(("thor", "hulk", "hawkeye", "loki"))

    refusal = reasons(heroes.check("hawkey"))

    assert "'hawkey'" in refusal
    assert "nearest: 'hawkeye'" in refusal
    assert "thor" not in refusal


def test_a_refusal_lists_a_few_of_many_numbers_the_nearest_ones() -> None:
    refusal = reasons(Options(tuple(range(0, 1000, 10))).check(501))

    assert "nearest: 500, 510, 490" in refusal
    assert refusal.count(",") < 9
    assert "(of 100)" in refusal


def test_a_refusal_lists_the_first_of_many_strangers() -> None:
    refusal = reasons(Options(tuple((x, "a") for x in range(20))).check("z"))

    assert "(7, 'a')" in refusal
    assert "(8, 'a')" not in refusal
    assert "and 12 more" in refusal


def test_a_wrong_type_is_named() -> None:
    assert "True (of type bool)" in reasons(Options((1, 2)).check(True))
    assert "[1] (of type list)" in reasons(Options(((1,),)).check([1]))
    assert "of type" not in reasons(Options((1, 2)).check(3))


def test_nothing_to_choose_from() -> None:
    with pytest.raises(NothingLegal):
        Options(()).sample(rng())
    assert Options(()).suggest(3, rng()) == []
    assert "nothing to choose" in reasons(Options(()).check(1))


def test_options_sample_reaches_every_value() -> None:
    generator = rng()
    assert {Options("abc").sample(generator) for _ in range(60)} == set("abc")


def test_repeated_options_are_suggested_once() -> None:
    assert Options((1, 1, True, 2)).suggest(9, rng()) == [1, True, 2]
    assert len(Options(tuple(range(50))).suggest(7, rng())) == 7


# ------------------------------------------------------------------------------------------- selections


def test_subset_takes_any_order_but_no_repetition() -> None:
    dice = Subset((0, 1, 2, 3, 4), most=3)

    assert dice.check(()) == dice.check((4, 0)) == dice.check((0, 1, 2)) == ()
    assert "2 is chosen more than once" in reasons(dice.check((2, 2)))
    assert "4 items are chosen, 0 to 3 must be" in reasons(dice.check((0, 1, 2, 3)))
    assert "9 is not among the items" in reasons(dice.check((9,)))
    assert "True (of type bool)" in reasons(dice.check((True,)))
    assert "a tuple of items" in reasons(dice.check([0]))
    assert "a tuple of items" in reasons(dice.check(3))


def test_subset_reports_everything_at_once() -> None:
    assert len(Subset(("a", "b", "c"), 2, 2).check(("a", "a", "x"))) == 3


def test_subset_lists_all_selections() -> None:
    assert Subset(("a", "b", "c"), 1, 2).options() == [
        ("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c"),
    ]  # fmt: skip
    assert len(Subset(tuple(range(9))).options() or ()) == 2**9
    assert Subset(tuple(range(10))).options() is None
    assert len(Subset(tuple(range(30)), most=2).options() or ()) == 1 + 30 + comb(30, 2)


def test_subset_that_wants_too_much() -> None:
    with pytest.raises(NothingLegal):
        Subset((1, 2), least=3).sample(rng())
    assert Subset((1, 2), least=3).options() == []


def pays(answer: tuple[str, ...]) -> tuple[Violation, ...]:
    return () if "gold" in answer else (Violation("gold is lacking"),)


def test_subset_is_judged_as_a_whole() -> None:
    coins = Subset(("tin", "gold", "lead"), 2, 2, judge=pays)

    assert coins.check(("lead", "gold")) == ()
    assert reasons(coins.check(("lead", "tin"))) == "gold is lacking"
    assert "9 is not among" in reasons(coins.check((9, "tin"))), "the judge sees only answers of the right shape"
    assert coins.options() == [("tin", "gold"), ("gold", "lead")]
    assert {coins.sample(rng()) for _ in range(9)} <= set(coins.options() or ())
    assert coins.describe()["judged"]


def test_subset_that_no_judge_accepts() -> None:
    with pytest.raises(NothingLegal):
        Subset(("tin", "lead"), judge=pays).sample(rng())


def test_cells_wants_exactly_the_count() -> None:
    squares = Cells(((0, 0), (0, 1), (1, 1)), 2)

    assert squares.check(((1, 1), (0, 0))) == ()
    assert "1 cells are chosen, 2 must be" in reasons(squares.check(((1, 1),)))
    assert "nearest" not in reasons(squares.check(((1, 1), (5, 5))))
    assert "(5, 5) is not among the cells: (0, 0), (0, 1), (1, 1)" in reasons(squares.check(((1, 1), (5, 5))))
    assert squares.options() == [((0, 0), (0, 1)), ((0, 0), (1, 1)), ((0, 1), (1, 1))]


def test_a_long_wrong_answer_is_refused_shortly() -> None:
    assert len(Subset(("a", "b")).check(("x",) * 100_000)) <= 3
    assert len(Ordering(("a", "b")).check(("x",) * 100_000)) == 1
    assert len(Path((1, 1), 5, 9, 9).check(((1, 1),) * (MOST_POINTS + 1))) == 1
    assert Path((1, 1), 5, 9, 9).check(((1, 1),) * MOST_POINTS) == ()


# ------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize("answer", [0, 6, 3, True, 2.0, "2", None, (2,), math.nan])
def test_whole_numbers_with_a_step(answer: Any) -> None:
    space = Number(2, 6, 2)

    assert space.options() == [2, 4, 6]
    assert space.check(2) == space.check(6) == ()
    assert (space.check(answer) == ()) == (answer is not True and type(answer) is int and answer in (2, 4, 6))


def test_a_step_that_does_not_reach_the_end() -> None:
    assert Number(1, 6, 2).options() == [1, 3, 5]
    assert "6 is not in steps of 2 from 1" in reasons(Number(1, 6, 2).check(6))


def test_fractions_allow_for_rounding_and_no_more() -> None:
    space = Number(0.0, 1.0, 0.1)

    assert space.check(0.1 + 0.2) == ()
    assert space.check(1) == ()
    assert space.check(1.0 + TOLERANCE / 2) == ()
    assert "is not from" in reasons(space.check(1.0 + 3 * TOLERANCE))
    assert "steps of 0.1" in reasons(space.check(0.35))
    assert len(space.options() or ()) == 11
    assert space.check(math.inf) != () != space.check(math.nan)
    assert "whole" not in reasons(space.check(True))


def test_step_zero_is_a_continuous_number() -> None:
    space = Number(0, 1, 0)

    assert space.check(0.123456) == ()
    assert space.options() is None
    assert space.suggest(2, rng()) == [0, 1]


def test_number_limits() -> None:
    assert len(Number(1, LISTABLE).options() or ()) == LISTABLE
    assert Number(0, LISTABLE).options() is None
    assert Number(3, 2).options() == []
    with pytest.raises(NothingLegal):
        Number(3, 2).sample(rng())
    with pytest.raises(ValueError, match="step"):
        Number(0, 5, -1).options()


# ------------------------------------------------------------------------------------------- orderings


def test_ordering_takes_permutations_only() -> None:
    space = Ordering(("a", "b", "c"))

    assert space.check(("c", "a", "b")) == ()
    assert "not placed: 'c'" in reasons(space.check(("a", "b")))
    assert "'a' is given too often" in reasons(space.check(("a", "a", "b")))
    assert "'d' is not among the items" in reasons(space.check(("a", "b", "d")))
    assert "4 items are given, there are 3" in reasons(space.check(("a", "b", "c", "c")))
    assert Ordering((1, 2)).check((2, True)) != ()


def test_equal_items_stand_for_each_other() -> None:
    space = Ordering(("a", "b", "a"))

    assert space.check(("a", "a", "b")) == ()
    assert space.options() == [("a", "b", "a"), ("a", "a", "b"), ("b", "a", "a")]


def test_ordering_lists_few_permutations() -> None:
    assert len(Ordering(tuple("abcdef")).options() or ()) == factorial(6)
    assert Ordering(tuple("abcdefg")).options() is None
    assert Ordering(()).options() == [()]


# ------------------------------------------------------------------------------------------- allocations


def test_allocation_gives_out_everything() -> None:
    wounds = Allocation(3, ("ork", "nob"), most={"ork": 1})

    assert wounds.options() == [(0, 3), (1, 2)]
    assert "'ork' is given 2, it may get 0 to 1" in reasons(wounds.check((2, 1)))
    assert "2 units are given out, 3 must be" in reasons(wounds.check((1, 1)))
    assert "the share of 'nob' is a whole number" in reasons(wounds.check((0, 3.0)))
    assert wounds.check((0, True)) != ()
    assert "1 shares are given for 2 keys" in reasons(wounds.check((3,)))
    assert len(wounds.check((2, 2))) == 2


def test_allocation_may_keep_some() -> None:
    spent = Allocation(2, ("a", "b"), exact=False, least=0, most=1)

    assert spent.options() == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert "3 units are given out, 2 at most may be" in reasons(Allocation(2, ("a",), exact=False).check((3,)))


def test_allocation_counts_stars_and_bars() -> None:
    assert len(Allocation(6, tuple("abcd")).options() or ()) == comb(6 + 3, 3)
    assert Allocation(60, tuple("abcdefgh")).options() is None


@pytest.mark.parametrize(
    "space",
    [
        Allocation(5, ("a", "b"), most=2),
        Allocation(1, ("a", "b"), least=1),
        Allocation(9, ("a", "b"), least=3, most=1, exact=False),
        Allocation(1, ()),
    ],
)
def test_allocation_that_can_not_be(space: Allocation) -> None:
    assert space.options() == []
    with pytest.raises(NothingLegal):
        space.sample(rng())


# ------------------------------------------------------------------------------------------- paths


def test_a_move_of_exactly_its_length_is_legal() -> None:
    move = Path((10, 10), 6, 44, 60)

    assert move.check(((16, 10),)) == ()
    assert move.check(((13, 10), (13, 13))) == ()
    assert move.check(((16 + TOLERANCE / 2, 10),)) == ()
    assert move.check(((16 + 2 * TOLERANCE, 10),)) != ()
    assert move.check(()) == ()


def test_a_move_too_long_says_by_how_much() -> None:
    (violation,) = Path((10, 10), 6, 44, 60).check(((13, 10), (13, 13.3)))

    assert violation.facts["excess"] == pytest.approx(0.3)
    assert "0.3 inch too long, 6 inch is allowed" in violation.reason


def test_a_base_touches_the_edge_and_does_not_cross_it() -> None:
    move = Path((3, 3), 10, 6, 8, radius=1)

    assert move.check(((1, 1),)) == move.check(((5, 7),)) == ()
    (violation,) = move.check(((3, 2), (0.5, 1)))
    assert violation.facts == {"point": 2, "excess": 0.5}
    assert move.check(((3, 7.25),))[0].facts["excess"] == 0.25
    assert move.check(((3, 0.5),))[0].facts["excess"] == 0.5
    assert move.check(((5.5, 3),))[0].facts["excess"] == 0.5


def test_a_swept_base_touches_obstacles_and_does_not_cross_them() -> None:
    """Passing at distance 2 of a circle of radius 1.5 with a base of radius 0.5 just touches it."""
    touching = Path((2, 10), 20, 44, 60, radius=0.5, obstacles=((8, 12, 1.5),))
    assert touching.check(((14, 10),)) == ()

    nearer = Path((2, 10), 20, 44, 60, radius=0.5, obstacles=((30, 30, 1), (8, 11.75, 1.5)))
    (violation,) = nearer.check(((14, 10),))
    assert violation.facts == {"obstacle": 2, "overlap": pytest.approx(0.25)}
    assert nearer.check(((2, 5), (14, 5), (14, 10)))[0].facts.keys() == {"length", "allowed", "excess"}


def test_a_move_reports_everything_at_once() -> None:
    move = Path((2, 2), 3, 10, 10, 0.5, ((5, 2, 1),), judge=lambda points: [Violation("too dark", "x:1")])

    wrong = move.check(((11, 2),))

    assert [violation.rule for violation in wrong] == ["", "", "", "x:1"]
    assert [sorted(violation.facts) for violation in wrong[:3]] == [
        ["allowed", "excess", "length"], ["excess", "point"], ["obstacle", "overlap"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "answer",
    [
        ((math.nan, 1),),
        ((1, math.inf),),
        ((1,),),
        ((1, 2, 3),),
        ((True, 1),),
        (("1", 2),),
        (1, 2),
        [(1, 2)],
        None,
    ],
)
def test_a_move_is_finite_points(answer: Any) -> None:
    called: list[Any] = []
    move = Path((1, 1), 99, 9, 9, judge=lambda points: called.append(points) or ())  # type: ignore[func-returns-value]

    assert move.check(answer) != ()
    assert called == []


def test_a_move_that_is_only_found_by_a_hint() -> None:
    def only_there(points: Any) -> list[Violation]:
        return [] if points and points[-1] == (3, 4) else [Violation("must end at (3, 4)")]

    without = Path((0, 0), 5, 9, 9, judge=only_there)
    hinted = Path((0, 0), 5, 9, 9, judge=only_there, hints=(((9, 9),), ((3, 4),)))

    assert hinted.sample(rng()) == ((3, 4),)
    assert hinted.suggest(3, rng()) == [((3, 4),)]
    assert without.suggest(3, rng()) == []
    with pytest.raises(NothingLegal, match="move"):
        without.sample(rng())


def test_suggested_moves_go_as_far_as_they_can() -> None:
    free = Path((20, 20), 6, 44, 44).suggest(8, rng())
    assert [path_length(((20, 20), *points)) for points in free] == pytest.approx([6.0] * 8)

    walled = Path((5, 5), 20, 10, 10, radius=1).suggest(16, rng())
    for (point,) in walled:
        assert min(abs(point[0] - 1), abs(point[0] - 9), abs(point[1] - 1), abs(point[1] - 9)) < 1e-9


def test_suggested_moves_stop_at_obstacles() -> None:
    ring = tuple((10 + 3 * math.cos(turn), 10 + 3 * math.sin(turn), 0.7) for turn in range(7))
    suggested = Path((10, 10), 8, 20, 20, 0.5, ring).suggest(20, rng())

    assert len(suggested) == 20
    assert any(math.dist(points[-1], ring[k][:2]) == pytest.approx(1.2) for points in suggested[:16] for k in range(7))


def test_an_obstacle_behind_stops_nobody() -> None:
    (point,) = Path((10, 10), 6, 40, 40, 0, ((5, 10, 2),)).suggest(1, AlwaysZero())[0]

    assert point == (16, 10)


class AlwaysZero(random.Random):
    """So that the first suggested direction is straight along x."""

    def random(self) -> float:
        return 0.0


def test_samples_of_moves_differ_and_bend() -> None:
    generator = rng()
    moves = [Path((5, 5), 4, 10, 10, 0.5).sample(generator) for _ in range(30)]

    assert len(set(moves)) > 25
    assert {len(move) for move in moves} >= {1, 2, 3}


POINTS = st.tuples(st.floats(-9, 9), st.floats(-9, 9))


@given(POINTS, POINTS, POINTS)
@settings(max_examples=60)
def test_segment_distance_against_many_points(point: Any, a: Any, b: Any) -> None:
    steps = 400
    swept = [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(steps + 1)]
    nearest = min(math.dist(point, each) for each in swept)

    assert segment_distance(point, a, b) <= nearest + 1e-9
    assert segment_distance(point, a, b) >= nearest - math.dist(a, b) / steps


def test_path_length_adds_the_legs() -> None:
    line = ((0, 0), (3, 4), (3, 4), (3, 0))
    assert path_length(line) == sum(math.dist(a, b) for a, b in pairwise(line)) == 9
    assert path_length(((1, 1),)) == 0


# ------------------------------------------------------------------------------------------- poses


def test_a_pose_keeps_to_its_bounds() -> None:
    zone = Pose((0, 44), (0, 12))

    assert zone.check((0, 12, 359.9)) == zone.check((44.0, 0, 0)) == zone.check((44 + TOLERANCE / 2, 0, 0)) == ()
    (violation,) = zone.check((10, 12.5, 90))
    assert violation.facts == {"value": 12.5, "least": 0, "most": 12, "excess": 0.5}
    assert "y is 0.5 inch outside 0 to 12" in violation.reason
    assert len(zone.check((-1, 13, 360))) == 3


@pytest.mark.parametrize(
    "answer", [(1, 1), (1, 1, math.nan), (True, 1, 0), (1, 1, "90"), [1, 1, 0], None, (1, 1, 0, 0)]
)
def test_a_pose_is_three_numbers(answer: Any) -> None:
    assert "three finite numbers" in reasons(Pose((0, 9), (0, 9)).check(answer))


def test_where_nothing_faces_the_facing_is_zero() -> None:
    token = Pose((0, 9), (0, 9), facing=False)

    assert token.check((1, 1, 0)) == token.check((1, 1, 0.0)) == ()
    assert "the facing is 0, not 90" in reasons(token.check((1, 1, 90)))
    assert {answer[2] for answer in token.suggest(20, rng())} == {0}
    assert token.sample(rng())[2] == 0


def test_a_pose_is_judged() -> None:
    def left_half(pose: Any) -> list[Violation]:
        return [Violation("too near", "a:1", {"missing": pose[0] - 2})] if pose[0] > 2 else []

    zone = Pose((0, 40), (0, 1), judge=left_half)

    assert zone.check((3, 0, 0)) == (Violation("too near", "a:1", {"missing": 1}),)
    assert zone.check(zone.sample(rng())) == ()
    assert all(pose[0] <= 2 for pose in zone.suggest(10, rng()))
    with pytest.raises(NothingLegal, match="pose"):
        Pose((3, 40), (0, 1), judge=left_half).sample(rng())
    with pytest.raises(NothingLegal):
        Pose((3, 2), (0, 1)).sample(rng())


# ------------------------------------------------------------------------------------------- requests


def test_a_request_gives_its_rule_to_what_names_none() -> None:
    def judge(points: Any) -> list[Violation]:
        return [Violation("dark", "own:1", {"lux": 0})]

    request = Request(0, "move", Path((0, 0), 1, 9, 9, judge=judge), "core:move")

    wrong = request.check(((3, 0),))

    assert [violation.rule for violation in wrong] == ["core:move", "own:1"]
    assert wrong[0].facts["excess"] == 2
    assert Request(0, "x", Options((1,))).check(2)[0].rule == ""
    assert Request(0, "x", Options((1,)), "r").check(1) == ()


def test_choose_is_short_for_options() -> None:
    request = choose(1, "target", (name for name in ("thor", None)), "heroclix:11.3b", attacker="hulk")

    assert request == Request(1, "target", Options(("thor", None)), "heroclix:11.3b", {"attacker": "hulk"})
    assert request.options() == ("thor", None)


def test_a_request_may_say_how_long_the_player_has() -> None:
    request = choose(0, "tower", ("stands", "falls"), "17", seconds=10, cubes=7)
    assert (request.seconds, request.about) == (10, {"cubes": 7})
    assert describe_request(request)["seconds"] == 10
    assert choose(0, "tower", ("stands", "falls")).seconds is None
    for seconds in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match=r"^the clock of 'tower' has a finite number of seconds above 0, not "):
            choose(0, "tower", ("stands", "falls"), seconds=seconds)


def test_together_asks_each_player() -> None:
    secret = Together((choose(1, "card", "ab"), choose(0, "card", "cd")))

    assert secret.players == (1, 0)
    assert CHANCE not in secret.players


def test_requests_do_not_share_what_they_are_about() -> None:
    one, other = Request(0, "a", Options((1,))), Request(0, "a", Options((1,)))
    with pytest.raises(TypeError):
        one.about["from"] = "me"  # type: ignore[index]
    assert other.about == {}
    with pytest.raises(AttributeError):
        one.player = 2  # type: ignore[misc]
