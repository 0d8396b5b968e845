"""Questions to players: what may be answered, and what a refusal says."""

from __future__ import annotations

import copy
import json
import math
import pickle
import random
import re
from enum import IntEnum, StrEnum
from math import comb, factorial
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.plaindata import plain
from rulewright.refusals import NothingLegal, Refused, Violation
from rulewright.requests import CHANCE, Request, Together, choose
from rulewright.spaces import LISTABLE, SLACK, Allocation, Number, Options, Ordering, Space, Subset
from rulewright.text import Texts, show
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
    refused = Refused(Violation("rerolled", "heroclix:11.3b", die=2, times=1, most=1))

    assert str(refused) == "die 2 was already re-rolled, 1 of 1 times [heroclix:11.3b]"
    assert refused.told("zh") == "第 2 颗骰子已重掷 1 次，最多 1 次 [heroclix:11.3b]"
    assert (refused.rule, refused.facts) == ("heroclix:11.3b", {"die": 2, "times": 1, "most": 1})
    assert str(Refused(Violation("game_over"))) == "the game is over; there is nothing to answer"


def test_a_key_without_a_text_is_said_plainly() -> None:
    assert str(Violation("too_far", "a:1", squares=9)) == "too far (squares: 9) [a:1]"


def test_a_game_says_its_own_keys_and_may_say_those_of_the_kernel() -> None:
    texts = Texts(
        {
            "refusal.too_far": {"en": "{squares} squares too far", "zh": "超出 {squares} 格"},
            "refusal.game_over": {"en": "finished", "zh": "结束了"},
        }
    )
    refused = Refused(Violation("too_far", "a:1", squares=9), Violation("game_over")).said_in(texts)

    assert str(refused) == "9 squares too far [a:1]; finished"
    assert refused.told("zh") == "超出 9 格 [a:1]；结束了"


def test_a_refusal_of_several_violations_keeps_each() -> None:
    violations = (Violation("too_far", "a:1", missing=0.3), Violation("blocked", "a:2", missing=9, by=4))
    refused = Refused(*violations)

    assert refused.violations == violations
    assert refused.rule == "a:1"
    assert refused.reason == "too far (missing: 0.3); blocked (missing: 9, by: 4)"
    assert str(refused) == "too far (missing: 0.3) [a:1]; blocked (missing: 9, by: 4) [a:2]"
    assert refused.facts == {"missing": 0.3, "by": 4}


def test_violations_of_one_rule_name_it_once() -> None:
    assert str(Refused(Violation("x", "r"), Violation("y", "r"))) == "x; y [r]"


@pytest.mark.parametrize("given", [(), ("too far",), (Violation("x"), "y")])
def test_a_refusal_is_made_of_violations(given: Any) -> None:
    with pytest.raises(TypeError, match="one or more violations"):
        Refused(*given)


def test_a_refusal_travels_between_processes() -> None:
    texts = Texts({"refusal.far": {"en": "far away", "zh": "太远"}})
    refused = Refused(Violation("far", "a:1", n=1), Violation("off", "a:2")).said_in(texts)

    for travelled in (pickle.loads(pickle.dumps(refused)), copy.copy(refused)):
        assert (travelled.violations, travelled.facts) == (refused.violations, {"n": 1})
        assert str(travelled) == "far away [a:1]; off [a:2]"
        assert travelled.told("zh") == "太远 [a:1]；off [a:2]"
    assert msgspec.json.decode(msgspec.json.encode(refused.violations)) == [
        {"key": "far", "rule": "a:1", "facts": {"n": 1}, "said": {"en": "far away", "zh": "太远"}},
        {"key": "off", "rule": "a:2", "facts": {}, "said": ""},
    ]


# ------------------------------------------------------------------------------------------- every space


def options_spaces() -> st.SearchStrategy[Space]:
    return st.builds(lambda values: Options(tuple(values)), st.lists(VALUES, min_size=1, max_size=8))


@st.composite
def subsets(draw: st.DrawFn) -> Space:
    items = tuple(distinct(draw(st.lists(VALUES, max_size=6))))
    least = draw(st.integers(0, len(items)))
    return Subset(items, least, draw(st.none() | st.integers(least, len(items) + 2)))


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


SPACES = st.one_of(
    options_spaces(),
    subsets(),
    numbers(),
    st.builds(lambda items: Ordering(tuple(items)), st.lists(VALUES, max_size=6)),
    allocations(),
)


def test_items_given_as_a_list_can_not_be_written_to_through_the_question() -> None:
    items = ["a", "b"]
    space = Subset(items, 0, 2)
    items.append("c")
    assert space.items == ("a", "b")


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
        Number(1, 5),
        Number(0.5, 5.5),
        Ordering((1, 2)),
        Allocation(3, ("a", "b")),
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


def test_the_nearest_name_is_sought_whatever_its_case() -> None:
    assert "nearest: 'fox', 'ox' (of 4)" in reasons(Options(("ox", "fox", "hen", "Elk")).check("FOXX"))
    assert "nearest: 'Elk' (of 4)" in reasons(Options(("ox", "fox", "hen", "Elk")).check("elk"))


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


def test_an_option_of_which_nothing_comes_is_legal_and_said_to_be_so() -> None:
    space = choose(0, "deed", ["wait", "shout"], idle=["shout"]).space

    assert not space.check("shout") and space.comes_to_nothing("shout") and not space.comes_to_nothing("wait")
    assert space.describe() == {"kind": "options", "values": ["wait", "shout"], "idle": ["shout"]}
    assert "idle" not in Options(("wait",)).describe() and not Number(1, 3).comes_to_nothing(2)


def test_repeated_options_are_suggested_once() -> None:
    assert Options((1, 1, True, 2)).suggest(9, rng()) == [1, True, 2]
    assert len(Options(tuple(range(50))).suggest(7, rng())) == 7


# ------------------------------------------------------------------------------------------- selections


def test_subset_takes_any_order_but_no_repetition() -> None:
    dice = Subset((0, 1, 2, 3, 4), most=3)

    assert dice.check(()) == dice.check((4, 0)) == dice.check((0, 1, 2)) == ()
    assert "2 is chosen more than once" in reasons(dice.check((2, 2)))
    assert "4 items chosen instead of 0 to 3" in reasons(dice.check((0, 1, 2, 3)))
    assert "9 is not among the options" in reasons(dice.check((9,)))
    assert "True (of type bool)" in reasons(dice.check((True,)))
    assert "a tuple of items" in reasons(dice.check([0]))
    assert "a tuple of items" in reasons(dice.check(3))


@pytest.mark.parametrize(
    ("items", "least", "most", "told"),
    [
        (5, 0, 5, "Type the numbers of your choice (0 to 5), such as 1,3 or 1-3; all; none."),
        (1, 0, 1, "Type the numbers of your choice (0 to 1), such as 1; all; none."),
        (2, 1, 2, "Type the numbers of your choice (1 to 2), such as 1,2; all."),
        (5, 2, 2, "Type the numbers of your choice (2), such as 1,3."),
        (5, 0, 3, "Type the numbers of your choice (0 to 3), such as 1,3 or 1-3; none."),
    ],
)
def test_only_what_can_be_chosen_is_proposed(items: int, least: int, most: int, told: str) -> None:
    space = Subset(tuple("abcdefg"[:items]), least, most)

    assert show(space.prompt().how) == told
    for typed in re.split(r" or |; ", told.partition("such as ")[2].rstrip(".")):
        assert space.check(space.read(typed)) == ()


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
    return () if "gold" in answer else (Violation("no_gold"),)


def test_subset_is_judged_as_a_whole() -> None:
    coins = Subset(("tin", "gold", "lead"), 2, 2, judge=pays)

    assert coins.check(("lead", "gold")) == ()
    assert reasons(coins.check(("lead", "tin"))) == "no gold"
    assert "9 is not among" in reasons(coins.check((9, "tin"))), "the judge sees only answers of the right shape"
    assert coins.options() == [("tin", "gold"), ("gold", "lead")]
    assert {coins.sample(rng()) for _ in range(9)} <= set(coins.options() or ())
    assert coins.describe()["judged"]


def test_subset_that_no_judge_accepts() -> None:
    with pytest.raises(NothingLegal):
        Subset(("tin", "lead"), judge=pays).sample(rng())


def test_a_long_wrong_answer_is_refused_shortly() -> None:
    assert len(Subset(("a", "b")).check(("x",) * 100_000)) <= 3
    assert len(Ordering(("a", "b")).check(("x",) * 100_000)) == 1


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
    assert space.check(1.0 + SLACK / 2) == ()
    assert "is not from" in reasons(space.check(1.0 + 3 * SLACK))
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
    assert "'d' is not among the options" in reasons(space.check(("a", "b", "d")))
    assert "4 items given instead of 3" in reasons(space.check(("a", "b", "c", "c")))
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
    assert "2 units given out instead of 3" in reasons(wounds.check((1, 1)))
    assert "the share of 'nob' is a whole number" in reasons(wounds.check((0, 3.0)))
    assert wounds.check((0, True)) != ()
    assert "1 share given for 2 keys" in reasons(wounds.check((3,)))
    assert len(wounds.check((2, 2))) == 2


def test_allocation_may_keep_some() -> None:
    spent = Allocation(2, ("a", "b"), exact=False, least=0, most=1)

    assert spent.options() == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert "3 units given out instead of at most 2" in reasons(Allocation(2, ("a",), exact=False).check((3,)))


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
def test_allocation_that_cannot_be(space: Allocation) -> None:
    assert space.options() == []
    with pytest.raises(NothingLegal):
        space.sample(rng())


# ------------------------------------------------------------------------------------------- requests


def test_a_request_gives_its_rule_to_what_names_none() -> None:
    def judge(chosen: Any) -> list[Violation]:
        return [Violation("dark"), Violation("damp", "own:1", lux=0)]

    request = Request(0, "camp", Subset(("marsh", "wood"), judge=judge), "core:camp")

    assert request.check(("marsh",)) == (Violation("dark", "core:camp"), Violation("damp", "own:1", lux=0))
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
