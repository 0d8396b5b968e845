"""Dice, shuffles and picks: what may fall, how likely it is, and what happened to each die."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dice import D6, Die, Pool, halved
from rulewright.outcomes import (
    MOST_OUTCOMES,
    ChanceSpace,
    DiceSpace,
    PickSpace,
    ShuffleSpace,
    TooManyOutcomes,
    distribution,
)
from rulewright.plaindata import plain
from rulewright.requests import CHANCE
from rulewright.rolls import ChanceRequest, DiceRoll, Fall, Pick, RerollRule, Roll, Shuffle, roll
from rulewright.spaces import LISTABLE

D4 = Die.numbered(4)
COIN = Die("coin", ("heads", "tails"), (3, 1))
CRISIS = Die("crisis", ("crit", "wild", "hit", "block", "blank", "failure"), (1, 1, 2, 1, 2, 1))
HERO = Die("hero", (1, 2, 3, 4, 5, 6), symbols=("sword", "sword", "sword", "shield", "shield", "star"))


def rng(seed: int = 1) -> random.Random:
    return random.Random(seed)


def uniforms(*numbers: float) -> Callable[[], float]:
    numbered: Iterator[float] = iter(numbers)
    return lambda: next(numbered)


def by_hand(dice: tuple[Die, ...]) -> dict[tuple[Any, ...], Fraction]:
    """The law of ordered faces, straight from the definition of each die."""
    law: dict[tuple[Any, ...], Fraction] = {}
    for places in product(*(range(len(die.faces)) for die in dice)):
        chance = Fraction(1)
        for die, place in zip(dice, places, strict=True):
            weights = die.weights or (1,) * len(die.faces)
            chance *= Fraction(weights[place], sum(weights))
        faces = tuple(die.faces[place] for die, place in zip(dice, places, strict=True))
        law[faces] = law.get(faces, Fraction(0)) + chance
    return law


def handful(dice: tuple[Die, ...], faces: tuple[Any, ...]) -> tuple[Any, ...]:
    """The faces of each kind of die as a multiset."""
    kinds: dict[str, list[str]] = {}
    for die, face in zip(dice, faces, strict=True):
        kinds.setdefault(die.name, []).append(repr(face))
    return tuple((name, tuple(sorted(shown))) for name, shown in sorted(kinds.items()))


# ------------------------------------------------------------------------------------------- dice


def test_dice_are_values() -> None:
    assert Die("D6", (1, 2, 3, 4, 5, 6)) == D6
    assert hash(Die.numbered(6)) == hash(D6)
    assert len({D6, Die.numbered(6), D4}) == 2


def test_the_symbol_of_a_face() -> None:
    assert [HERO.symbol(face) for face in (1, 4, 6)] == ["sword", "shield", "star"]
    assert CRISIS.symbol("wild") == "wild"
    with pytest.raises(ValueError, match="7 is no face of hero: 1, 2, 3"):
        HERO.symbol(7)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"faces": ()}, "no faces"),
        ({"weights": (1,)}, "2 faces and 1 weights"),
        ({"symbols": ("a", "b", "c")}, "2 faces and 3 symbols"),
        ({"weights": (0, 1)}, "weight"),
        ({"weights": (1.5, 1)}, "weight"),
        ({"faces": (1, 2.5)}, "neither"),
        ({"faces": (True, 2)}, "neither"),
        ({"faces": (1, 1), "symbols": ("a", "b")}, "two symbols"),
    ],
)
def test_a_die_that_makes_no_sense(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Die(**{"name": "odd", "faces": (1, 2), **wrong})


def test_the_law_of_one_die() -> None:
    assert D6.law() == dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert CRISIS.law()["hit"] == Fraction(2, 8)
    assert Die("twos", (2, 1, 2)).law() == {2: Fraction(2, 3), 1: Fraction(1, 3)}


def test_a_d3_is_half_a_d6() -> None:
    assert [halved(face) for face in DiceRoll.of((D6,) * 6, D6.faces).numbers] == [1, 1, 2, 2, 3, 3]


def test_a_pool_grows() -> None:
    pool = Pool.of(CRISIS, 3).plus(D6).plus(CRISIS, 2)

    assert (len(pool), pool.count(CRISIS), pool.count(D6)) == (6, 5, 1)
    assert Pool.of(D6, -1) == Pool()
    assert Roll(pool, 0).space == DiceSpace((CRISIS,) * 3 + (D6,) + (CRISIS,) * 2)


# ------------------------------------------------------------------------------------------- rolls


def test_a_draw_takes_one_number_for_each_die() -> None:
    assert Roll.d6(3, 0).draw(uniforms(0.0, 0.5, 0.999999)) == (1, 4, 6)
    assert Roll((D6, COIN), 0).draw(uniforms(1 / 6, 0.75)) == (2, "tails")


@pytest.mark.parametrize("dice", [D6, CRISIS, COIN, HERO, D4], ids=lambda die: die.name)
def test_a_fine_comb_of_numbers_gives_the_law(dice: Die) -> None:
    """With numbers in even steps each face falls as often as its probability says, exactly."""
    steps = 24 * 8
    fallen = Counter(DiceSpace((dice,)).draw(uniforms((k + 0.5) / steps))[0] for k in range(steps))

    assert {face: Fraction(n, steps) for face, n in fallen.items()} == dice.law()


@pytest.mark.parametrize("answer", [(1, 7), (1, True), (1, 1.0), (1, "1"), (1,), (1, 2, 3), [1, 2], 3, None, ([1], 2)])
def test_faces_must_be_on_the_dice(answer: Any) -> None:
    two = Roll.d6(2, 0, "attack", "heroclix:12.2b")

    assert two.check((6, 1)) == ()
    assert two.check(answer)[0].rule == "heroclix:12.2b"


def test_a_wrong_face_names_die_and_faces() -> None:
    (violation,) = Roll((D6, CRISIS), 0).check((1, "crt"))

    assert violation.reason == "die 2: 'crt' is not among the faces of crisis: 'crit'"
    assert violation.facts["die"] == 2
    assert len(Roll.d6(3, 0).check((0, 1, 7))) == 2
    assert Roll.d6(2, 0).check((1,))[0].facts == {"faces": 1, "dice": 2}


def test_what_chance_brings_says_what_it_is() -> None:
    assert Shuffle((1, 2), 0).space.describe() == {"kind": "shuffle", "items": [1, 2], "random": True}
    assert Pick((1, 2), 1, 0).space.describe() == {"kind": "pick", "items": [1, 2], "count": 1, "ordered": False}


def test_rolls_are_short_to_write() -> None:
    assert Roll.d6(2, 1, "attack", "x:1", attacker="thor") == Roll((D6, D6), 1, "attack", "x:1", {"attacker": "thor"})
    assert roll(CRISIS, 2, 0) == Roll((CRISIS, CRISIS), 0, "roll")
    assert (roll(D6, 1, 0).stream, Shuffle((1,), 0).stream, Pick((1,), 1, 0).stream) == (
        "play",
        "shuffle",
        "shuffle",
    )
    assert Roll((D6,), 0, stream="setup").stream == "setup"
    assert all(isinstance(each, ChanceRequest) for each in (roll(D6, 1, 0), Shuffle((), 0), Pick((), 0, 0)))


# ------------------------------------------------------------------------------------------- laws


@pytest.mark.parametrize(
    "dice",
    [
        (),
        (D6,),
        (D6, D6),
        (D6, D4, D6),
        (CRISIS, COIN, CRISIS, CRISIS),
        (COIN,) * 5,
        (Die("twos", (2, 1, 2)),) * 3,
    ],
    ids=lambda dice: " ".join(die.name for die in dice) or "none",
)
@pytest.mark.parametrize("ordered", [False, True])
def test_outcomes_are_the_law_written_out_by_hand(dice: tuple[Die, ...], ordered: bool) -> None:
    space = DiceSpace(dice, ordered)
    outcomes = space.outcomes()
    name = (lambda faces: faces) if ordered else (lambda faces: handful(dice, faces))
    expected: dict[Any, Fraction] = {}
    for faces, chance in by_hand(dice).items():
        expected[name(faces)] = expected.get(name(faces), Fraction(0)) + chance

    assert {name(faces): chance for faces, chance in outcomes} == expected
    assert len(outcomes) == space.count_outcomes() == len(expected)
    assert sum(chance for _, chance in outcomes) == 1
    assert all(space.check(faces) == () for faces, _ in outcomes)


def test_exchangeable_dice_are_sorted_as_on_the_die() -> None:
    order = {kind: {face: place for place, face in enumerate(kind.faces)} for kind in (CRISIS, D6)}
    dice = (CRISIS, D6, CRISIS, D6)

    for faces, _ in DiceSpace(dice).outcomes():
        for kind in (CRISIS, D6):
            places = [order[kind][face] for die, face in zip(dice, faces, strict=True) if die == kind]
            assert places == sorted(places)


def test_five_dice_have_252_handfuls_with_multinomial_chances() -> None:
    outcomes = Roll.d6(5, 0).outcomes()

    assert len(outcomes) == 252 == comb(5 + 5, 5)
    for faces, chance in outcomes:
        ways = factorial(5)
        for n in Counter(faces).values():
            ways //= factorial(n)
        assert chance == Fraction(ways, 6**5)


def test_options_are_listed_when_few() -> None:
    assert Roll.d6(1, 0).options() == [(1,), (2,), (3,), (4,), (5,), (6,)]
    assert Roll((D6,) * 4, 0, ordered=True).options() is None
    assert 6**4 > LISTABLE > len(Roll.d6(4, 0).options() or ()) == comb(9, 5)


def test_too_many_outcomes_are_refused_with_their_number() -> None:
    assert DiceSpace((D6,) * 40).count_outcomes() == comb(45, 5) > MOST_OUTCOMES
    with pytest.raises(TooManyOutcomes, match=str(comb(45, 5))):
        Roll.d6(40, 0).outcomes()
    with pytest.raises(TooManyOutcomes, match="9 items"):
        Shuffle(tuple(range(9)), 0).outcomes()
    with pytest.raises(TooManyOutcomes, match=str(comb(60, 5))):
        Pick(tuple(range(60)), 5, 0).outcomes()


def test_two_dice_make_a_triangle() -> None:
    assert distribution((D6, D6)) == {n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)}
    assert list(distribution((D6, D6))) == list(range(2, 13))
    assert distribution(()) == {0: 1}


def test_a_count_is_binomial() -> None:
    hits = distribution((D6,) * 20, each=lambda face: int(face in (5, 6)))

    assert hits == {n: comb(20, n) * Fraction(1, 3) ** n * Fraction(2, 3) ** (20 - n) for n in range(21)}


def test_any_key_has_a_law() -> None:
    assert distribution((D6, D6), max) == {n: Fraction(2 * n - 1, 36) for n in range(1, 7)}
    assert distribution(Pool.of(D6, 1), max, each=lambda face: halved(int(face))) == dict.fromkeys(
        (1, 2, 3), Fraction(1, 3)
    )
    assert distribution((CRISIS, CRISIS), lambda faces: faces.count("failure")) == {
        0: Fraction(49, 64), 1: Fraction(14, 64), 2: Fraction(1, 64),
    }  # fmt: skip


def test_sums_of_unlike_dice() -> None:
    expected: dict[int, Fraction] = {}
    for one, other, third in product(range(1, 5), range(1, 7), range(1, 7)):
        total = one + other + third
        expected[total] = expected.get(total, Fraction(0)) + Fraction(1, 144)

    assert distribution((D6, D4, D6)) == expected == distribution((D6, D4, D6), lambda faces: sum((*faces, 0)))


def test_names_cannot_be_added_up() -> None:
    with pytest.raises(TypeError, match="'crit' is no number"):
        distribution((CRISIS,))


# ---------------------------------------------------------------------------------- shuffles and picks

DECK = st.lists(st.sampled_from(["a", "b", 1, True, None, (1, 2)]), max_size=6).map(tuple)


@st.composite
def chances(draw: st.DrawFn) -> ChanceSpace:
    deck = draw(DECK)
    dice = tuple(draw(st.lists(st.sampled_from([D6, D4, COIN, CRISIS, HERO]), max_size=6)))
    picked = PickSpace(deck, draw(st.integers(0, len(deck))), draw(st.booleans()))
    return draw(st.sampled_from([ShuffleSpace(deck), picked, DiceSpace(dice, draw(st.booleans()))]))


@given(chances(), st.integers(0, 99))
def test_what_chance_brings_is_legal(space: ChanceSpace, seed: int) -> None:
    answer = space.sample(rng(seed))

    assert space.check(answer) == ()
    assert space.check(plain(json.loads(json.dumps(answer)))) == ()
    assert json.loads(json.dumps(space.describe())) == space.describe()
    assert all(space.check(idea) == () for idea in space.suggest(3, rng(seed)))


@given(chances())
def test_everything_listed_is_legal_and_adds_up(space: ChanceSpace) -> None:
    if space.count_outcomes() <= 2000:
        outcomes = space.outcomes()
        assert sum(chance for _, chance in outcomes) == 1
        assert all(space.check(answer) == () for answer, _ in outcomes)
        assert len({repr(answer) for answer, _ in outcomes}) == len(outcomes) <= space.count_outcomes()


@given(DECK, st.integers(0, 6), st.integers(0, 99))
def test_a_pick_is_one_of_its_outcomes(deck: tuple[Any, ...], count: int, seed: int) -> None:
    if count <= len(deck):
        space = PickSpace(deck, count)
        assert repr(space.sample(rng(seed))) in {repr(answer) for answer, _ in space.outcomes()}


def test_each_permutation_is_equally_likely() -> None:
    outcomes = dict(Shuffle(tuple("abcd"), 0).outcomes())

    assert outcomes == dict.fromkeys(permutations("abcd"), Fraction(1, 24))
    assert len(Shuffle(tuple(range(8)), 0).outcomes()) == factorial(8)


def test_every_sequence_of_numbers_gives_another_permutation() -> None:
    """Fisher and Yates: 4 * 3 * 2 ways to draw give each of the 24 permutations once."""
    drawn = Counter(
        ShuffleSpace(tuple("abcd")).draw(uniforms((a + 0.5) / 4, (b + 0.5) / 3, (c + 0.5) / 2))
        for a, b, c in product(range(4), range(3), range(2))
    )

    assert drawn == Counter(permutations("abcd"))


def test_equal_cards_merge() -> None:
    assert dict(Shuffle(("a", "b", "a"), 0).outcomes()) == {
        ("a", "b", "a"): Fraction(1, 3), ("a", "a", "b"): Fraction(1, 3), ("b", "a", "a"): Fraction(1, 3),
    }  # fmt: skip
    assert dict(Pick(("a", "b", "a"), 2, 0).outcomes()) == {
        ("a", "b"): Fraction(2, 3), ("a", "a"): Fraction(1, 3),
    }  # fmt: skip


def test_a_pick_is_hypergeometric() -> None:
    hand = Pick(("ace",) * 4 + ("king",) * 6, 3, 0)

    aces = {faces.count("ace"): chance for faces, chance in hand.outcomes()}

    assert aces == {n: Fraction(comb(4, n) * comb(6, 3 - n), comb(10, 3)) for n in range(4)}


def test_every_sequence_of_numbers_gives_a_pick() -> None:
    for ordered, expected in ((True, 1), (False, 2)):
        drawn = Counter(
            PickSpace(("a", "b", "c"), 2, ordered).draw(uniforms((a + 0.5) / 3, (b + 0.5) / 2))
            for a, b in product(range(3), range(2))
        )
        assert set(drawn.values()) == {expected}
        assert len(drawn) == (6 if ordered else 3)
    assert PickSpace(("a", "b", "c"), 2).draw(uniforms(0.9, 0.1)) == ("b", "c")
    assert PickSpace(("a", "b", "c"), 2, True).draw(uniforms(0.9, 0.1)) == ("c", "b")


def test_a_pick_refuses_what_is_not_there() -> None:
    hand = Pick(("a", "b", "a"), 2, 0, rule="x:1")

    assert hand.check(("b", "a")) == hand.check(("a", "a")) == ()
    assert hand.check(("b", "b"))[0].reason == "'b' is given too often"
    assert hand.check(("a", "c"))[0].rule == "x:1"
    assert hand.check(("a",))[0].facts == {"picked": 1, "count": 2}
    assert hand.check(["a", "b"]) != ()
    assert Pick((1, 2), 1, 0).check((True,)) != ()


def test_a_shuffle_refuses_a_missing_card() -> None:
    (left,) = Shuffle(("a", "b"), 0, rule="x:1").check(("a",))
    assert str(left) == "not placed: 'b' [x:1]" and left.facts["missing"] == 1
    assert Shuffle(("a", "b"), 0).check(("b", "a")) == ()


# ------------------------------------------------------------------------------------------- what fell


def test_a_roll_remembers_what_happened_to_each_die() -> None:
    first = Roll.d6(3, 1).fallen((1, 2, 6), "attack")

    second = first.rerolled({0: 4}, "luck", 1).changed({0: 6, 1: 5}, "trick", 0)

    assert first.faces == second.initial == (1, 2, 6)
    assert second.faces == (6, 5, 6)
    assert second.history[0] == (
        Fall(1, "rolled", "attack", 1), Fall(4, "rerolled", "luck", 1), Fall(6, "changed", "trick", 0),
    )  # fmt: skip
    assert (
        second.times(0, "rerolled"),
        second.times(0, "rerolled", "trick"),
        second.times(2, "changed"),
    ) == (1, 0, 0)


def test_added_dice_are_not_initial() -> None:
    grown = DiceRoll.of((CRISIS, CRISIS), ("crit", "hit")).with_added(CRISIS, ("crit", "blank"), "criticals", 0)

    assert grown.initial == ("crit", "hit")
    assert grown.faces == ("crit", "hit", "crit", "blank")
    assert grown.history[2] == (Fall("crit", "added", "criticals", 0),)
    assert grown.with_added(Pool.of(D6, 1), (3,)).dice == (CRISIS,) * 4 + (D6,)


def test_counting_and_adding_up() -> None:
    fell = DiceRoll.of((D6,) * 4, (6, 1, 6, 3))

    assert (fell.count(6), fell.count((1, 3)), fell.count({2}), fell.total) == (2, 2, 0, 16)
    crisis = DiceRoll.of((CRISIS,) * 2, ("hit", "crit"))
    assert (crisis.count("hit"), crisis.count({"hit", "crit"}), crisis.count("h")) == (1, 2, 0)
    with pytest.raises(TypeError, match="'hit' is no number"):
        crisis.total  # noqa: B018
    with pytest.raises(TypeError, match="'hit' is no number"):
        crisis.numbers  # noqa: B018
    assert DiceRoll.of((HERO,) * 3, (1, 4, 6)).symbols == ("sword", "shield", "star")


def test_only_faces_of_the_die_may_lie() -> None:
    fell = DiceRoll.of((D6, CRISIS), (6, "hit"))

    with pytest.raises(ValueError, match="die 2: 6 is not among the faces of crisis"):
        fell.changed({1: 6})
    with pytest.raises(ValueError, match="there is no die 2: the roll has 2 dice"):
        fell.rerolled({2: 1})
    with pytest.raises(ValueError, match="there is no die -1"):
        fell.rerolled({-1: "hit"})
    with pytest.raises(ValueError, match="2 faces given instead of 1"):
        DiceRoll.of((D6,), (1, 2))
    with pytest.raises(ValueError, match="die 1: 7"):
        fell.with_added(D6, (7,))


def test_a_roll_survives_json() -> None:
    fell = DiceRoll.of((HERO, CRISIS), (6, "hit"), "attack", 1).rerolled({0: 2}, "luck").with_added(COIN, ("tails",))

    copy = msgspec.json.decode(msgspec.json.encode(fell), type=DiceRoll)

    assert copy == fell
    assert hash(copy) == hash(fell)
    assert copy.history[0][1].by == CHANCE
    assert copy.dice[0] == HERO


# ------------------------------------------------------------------------------------------- re-rolls


def test_one_reroll_for_each_die() -> None:
    once = RerollRule(per_die=1, rule="wh40k:core.re-rolls")
    fell = DiceRoll.of((D6,) * 3, (1, 1, 1))

    assert once.may_reroll(fell, "a") == (0, 1, 2)
    again = fell.rerolled({1: 1}, "a")
    assert once.may_reroll(again, "b") == (0, 2)
    refusal = once.why_not(again, 1, "b")
    assert refusal is not None
    assert (refusal.rule, refusal.facts) == ("wh40k:core.re-rolls", {"die": 2, "times": 1, "most": 1})
    assert once.why_not(again, 0, "b") is None


def test_one_reroll_for_each_source_and_die() -> None:
    each = RerollRule(per_source_per_die=1, locked=("failure",), rule="crisis_protocol:attack.reroll-limit")
    fell = DiceRoll.of((CRISIS,) * 4, ("blank", "blank", "failure", "hit"))

    assert each.may_reroll(fell, "a") == (0, 1, 3)
    again = fell.rerolled({0: "blank", 1: "blank"}, "a")
    assert each.may_reroll(again, "a") == (3,)
    assert each.may_reroll(again, "b") == (0, 1, 3)
    refusal = each.why_not(again, 0, "a")
    assert refusal is not None
    assert refusal.reason == "die 1 was already re-rolled through a, 1 of 1 times"


def test_locked_faces_stay_and_a_die_can_become_locked() -> None:
    rule = RerollRule(locked=("failure",))
    fell = DiceRoll.of((CRISIS,) * 2, ("blank", "failure")).rerolled({0: "failure"}, "a")

    assert rule.may_reroll(fell, "b") == rule.may_change(fell, "b") == ()
    refusal = rule.why_not_change(fell, 0, "b")
    assert refusal is not None
    assert "die 1 shows failure, which cannot be changed" in refusal.reason
    assert RerollRule().may_change(fell, "b") == (0, 1)


def test_a_roll_of_several_dice_is_rerolled_whole() -> None:
    whole = RerollRule(per_die=1, whole=True)
    fell = DiceRoll.of((D6, D6), (1, 6))

    assert whole.may_reroll(fell, "a") == (0, 1)
    assert whole.may_reroll(fell.rerolled({0: 3}, "a"), "b") == ()


def test_rerolls_come_before_changes() -> None:
    fell = DiceRoll.of((D6, D6), (1, 2)).changed({0: 6}, "trick")

    assert RerollRule(rerolls_first=True).may_reroll(fell, "a") == ()
    assert RerollRule(rerolls_first=True).may_change(fell, "a") == (0, 1)
    assert RerollRule().may_reroll(fell, "a") == (0, 1)


def test_sampled_dice_follow_the_law() -> None:
    """4,000 rolls of 2d6 lie within four standard errors of the law at every total."""
    n, generator = 4000, rng(3)
    fallen = Counter(sum(Roll.d6(2, 0).space.sample(generator)) for _ in range(n))

    for total, chance in distribution((D6, D6)).items():
        p = float(chance)
        assert abs(fallen[total] / n - p) < 4 * math.sqrt(p * (1 - p) / n)


# Faces that make no difference ---------------------------------------------------------------


def test_of_faces_alike_only_the_first_is_played_with_the_chance_of_all() -> None:
    """Attack dice where only criticals and other successes matter: 3 results instead of 6."""
    space = Roll((CRISIS,), 0, alike=(("hit", "wild"), ("block", "failure", "blank"))).space

    assert dict(space.outcomes()) == {
        ("crit",): Fraction(1, 8),
        ("wild",): Fraction(3, 8),
        ("block",): Fraction(4, 8),
    }
    assert space.count_outcomes() == 3


@given(st.integers(0, 5), st.booleans())
def test_the_law_of_what_counts_is_the_same_with_faces_alike(n: int, ordered: bool) -> None:
    """Merging the faces that do not count changes nothing in the law of those that do."""

    def law(space: DiceSpace) -> Counter[tuple[int, int]]:
        found: Counter[tuple[int, int]] = Counter()
        for faces, chance in space.outcomes():
            found[faces.count("crit"), sum(face in ("wild", "hit") for face in faces)] += chance  # type: ignore[assignment]
        return found

    alike = (("wild", "hit"), ("block", "blank", "failure"))
    dice = (CRISIS,) * n
    merged = DiceSpace(dice, ordered, alike)

    assert law(merged) == law(DiceSpace(dice, ordered))
    assert len(merged.outcomes()) == merged.count_outcomes()


def test_faces_alike_still_fall_and_are_still_accepted() -> None:
    """The promise that faces make no difference changes neither what falls nor what may be typed in."""
    space = DiceSpace((D6, CRISIS), alike=((1, 2, 3), ("block", "blank")))

    assert space.check((2, "blank")) == ()
    assert space.draw(uniforms(0.3, 0.8)) == DiceSpace((D6, CRISIS)).draw(uniforms(0.3, 0.8)) == (2, "blank")
    assert {faces[0] for faces, _ in space.outcomes()} == {1, 4, 5, 6}
