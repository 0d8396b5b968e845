"""Odds of goals and abilities: published figures, twins by plain recursion, cards, and the rules themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from rulewright import odds, rules_for
from rulewright.cli import main
from rulewright.cli.drawing import drawn
from rulewright.odds_desk import BadWish, Told
from rulewright_dice_throne.book.compiled import Book
from rulewright_dice_throne.dice.best_rerolls import Keeping
from rulewright_dice_throne.dice.requirements import LARGE_STRAIGHT, SMALL_STRAIGHT, OfAKind, Straight
from rulewright_dice_throne.dice.throws import Throw, chances, dice_of, worths
from rulewright_dice_throne.dice.tricks import Again, Change, DiceCard
from rulewright_dice_throne.faces.panel import panel, percent
from rulewright_dice_throne.minds.goals import NUMBERS_ONLY, Board, Slots, Unknown, dice_card, read_goal
from rulewright_dice_throne.minds.judgement import board_worths, card_price, roll_values
from tests.lengths import examples

from .table import HEROES, Table, invent, offence, sit, status

GUNSLINGER = "gunslinger"
LEVELS = (1,) * 9


def ask(**wishes: Any) -> Told:
    return odds.ask(rules_for("dice_throne"), **wishes)


def exact(**wishes: Any) -> Fraction:
    told = ask(**wishes)
    assert told.data is not None
    return Fraction(told.data["exact"])


def book() -> Book:
    found = rules_for("dice_throne").content
    assert isinstance(found, Book)
    return found


# Published figures ------------------------------------------------------------------------------------------

TABLE = """
small straight | 15.4321 | 41.1788 | 61.5442
large straight | 3.0864 | 12.9747 | 26.1095
3 bullet | 50.0000 | 89.6484 | 98.3948
4 bullet | 18.7500 | 63.2812 | 87.9272
5 bullet | 3.1250 | 23.7305 | 51.2909
3 dash | 20.9877 | 60.3313 | 84.1785
4 dash | 4.5267 | 26.4611 | 53.5855
5 dash | 0.4115 | 5.2922 | 17.2564
3 bullseye | 3.5494 | 17.0507 | 35.4850
4 bullseye | 0.3344 | 3.2930 | 10.4426
5 bullseye | 0.0129 | 0.2663 | 1.3272
2 bullet 2 bullseye | 11.5741 | 35.1951 | 57.5789
3 bullet 2 bullseye | 3.4722 | 17.3518 | 34.8789
3 bullet 2 dash | 13.8889 | 42.4508 | 65.6389
2 bullet 3 dash | 9.2593 | 32.1435 | 55.7051
1 bullet 2 dash 1 bullseye | 24.6914 | 56.4081 | 77.4841
2 bullet 1 dash 1 bullseye | 34.7222 | 65.1436 | 83.2560
[(123)(123)66] | 11.5741 | 35.1951 | 57.5789
[(123)(45)(45)6] | 24.6914 | 56.4081 | 77.4841
[66666] | 0.0129 | 0.2663 | 1.3272
6666 | 0.3344 | 3.2930 | 10.4426
SmallStraight | 15.4321 | 41.1788 | 61.5442
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize(("goal", "figures"), [(row[0], row[1:]) for row in ROWS], ids=[row[0] for row in ROWS])
def test_the_published_table_to_its_last_digit(goal: str, figures: list[str]) -> None:
    for rolls, figure in enumerate(figures, start=1):
        told = ask(goal=goal, rolls=rolls, hero=GUNSLINGER)
        assert told.data is not None
        chance = Fraction(told.data["exact"])
        assert float(chance) == told.data["probability"]
        assert abs(100 * chance - Fraction(figure)) <= Fraction(5, 100_000)  # half of the last printed digit


def test_the_published_fractions() -> None:
    assert exact(goal="small straight") == Fraction(753572225, 1224440064)
    assert exact(goal="large straight") == Fraction(319695199, 1224440064)


@pytest.mark.parametrize(("symbol", "faces"), [("bullet", 3), ("dash", 2), ("bullseye", 1)])
def test_five_dice_of_one_symbol_are_binomial(symbol: str, faces: int) -> None:
    for rolls in (1, 2, 3):
        each = 1 - (1 - Fraction(faces, 6)) ** rolls
        assert exact(goal=f"5 {symbol}", rolls=rolls, hero=GUNSLINGER) == each**5


def chance_of_keeping(goal: str, dice: list[int], keep: list[int], rolls: int) -> Fraction:
    """The chance after one selection of kept dice."""
    told = ask(goal=goal, dice=dice, rolls=rolls, top=64)
    assert told.data is not None
    return next(Fraction(one["exact"]) for one in told.data["keeps"] if one["keep"] == keep)


def test_the_tests_that_other_solvers_publish() -> None:
    assert chance_of_keeping("66666", [6, 6, 1, 2, 3], [6, 6], 1) == Fraction(1, 216)
    assert chance_of_keeping("666", [6, 6, 1, 2, 3], [6, 6], 2) == 1 - Fraction(25, 36) ** 3
    assert chance_of_keeping("small straight", [1, 2, 4, 6, 6], [1, 2, 4, 6], 1) == Fraction(1, 6)
    assert exact(goal="11111", dice=[1, 1, 1, 1, 6], rolls=2) == Fraction(11, 36)
    assert exact(goal="6", number=1, rolls=3) == Fraction(91, 216)
    assert exact(goal="66", number=2, rolls=3) == Fraction(91, 216) ** 2


# Twins ------------------------------------------------------------------------------------------------------


def by_recursion(count: int, wanted: Callable[[Throw], Any], rolls: int, throw: Throw | None) -> Fraction:
    """The same as one writes it first: over all orders of dice and all ways to keep them."""

    @cache
    def rolled(kept: Throw, left: int) -> Fraction:
        others = list(product(range(1, 7), repeat=count - len(kept)))
        return sum((best(tuple(sorted((*kept, *other))), left) for other in others), Fraction(0)) / len(others)

    @cache
    def best(dice: Throw, left: int) -> Fraction:
        if not left:
            return Fraction(wanted(dice))
        return max(rolled(kept, left - 1) for size in range(count + 1) for kept in combinations(dice, size))

    return rolled((), rolls - 1) if throw is None else best(throw, rolls)


@st.composite
def situations(draw: Any, most: int = 3) -> tuple[int, dict[Throw, int], int, Throw | None]:
    """Some dice, what each throw is worth, rolls left, and perhaps what lies there."""
    count = draw(st.integers(1, most))
    throws = dice_of(count).throws
    values = dict(
        zip(throws, draw(st.lists(st.integers(-3, 9), min_size=len(throws), max_size=len(throws))), strict=True)
    )
    throw = draw(st.none() | st.sampled_from(throws))
    rolls = draw(st.integers(1 if throw is None else 0, 3))
    return count, values, rolls, throw


@examples(60)
@given(situations())
def test_any_worths_of_throws_as_by_plain_recursion(asked: tuple[int, dict[Throw, int], int, Throw | None]) -> None:
    count, values, rolls, throw = asked
    keeping = Keeping(count, worths([[value] for value in values.values()], 1))

    assert keeping.promise(rolls, throw) == by_recursion(count, values.__getitem__, rolls, throw)


@examples(15)
@given(st.sets(st.sampled_from(dice_of(5).throws), min_size=1), st.sampled_from(dice_of(5).throws))
def test_five_dice_as_by_plain_recursion(wanted: set[Throw], throw: Throw) -> None:
    keeping = Keeping(5, chances([[one in wanted] for one in dice_of(5).throws]))

    assert keeping.promise(1, throw) == by_recursion(5, wanted.__contains__, 1, throw)
    ranked = keeping.ranking(1, throw)
    assert ranked[0][1] == keeping.promise(1, throw)
    assert len(ranked) == len({kept for size in range(6) for kept in combinations(throw, size)})


@pytest.mark.parametrize("needs", [Straight(SMALL_STRAIGHT), Straight(LARGE_STRAIGHT), OfAKind(3)])
def test_three_rolls_of_five_dice_as_by_plain_recursion(needs: Any) -> None:
    keeping = Keeping(5, chances([[needs.met(one, NUMBERS_ONLY)] for one in dice_of(5).throws]))

    assert keeping.promise(2, None) == by_recursion(5, lambda throw: needs.met(throw, NUMBERS_ONLY), 2, None)


@pytest.mark.parametrize("rolls", [3, 5, 8, 12])
def test_what_outgrows_floats_and_64_bits_stays_exact(rolls: int) -> None:
    """Five sixes are five dice on their own, so that any number of rolls has a closed form."""
    assert exact(goal="66666", rolls=rolls) == (1 - Fraction(5, 6) ** rolls) ** 5


def test_large_worths_stay_exact() -> None:
    big = 10**17 + 1
    keeping = Keeping(1, worths([[big * (face == 6)] for face in range(1, 7)], 1))

    assert keeping.promise(3, None) == big * Fraction(91, 216)


@examples(40)
@given(
    st.lists(st.frozensets(st.integers(1, 6), min_size=1), min_size=1, max_size=4), st.sampled_from(dice_of(5).throws)
)
def test_slots_get_a_die_each(slots: list[frozenset[int]], throw: Throw) -> None:
    places = [pick for pick in product(range(5), repeat=len(slots)) if len(set(pick)) == len(slots)]
    filled = any(all(throw[die] in slot for die, slot in zip(pick, slots, strict=True)) for pick in places)

    assert Slots(tuple(slots)).met(throw, NUMBERS_ONLY) is filled


# The board --------------------------------------------------------------------------------------------------


def test_the_board_is_what_the_greedy_bot_expects_of_it() -> None:
    values, expected = roll_values(book(), GUNSLINGER, LEVELS)

    assert float(exact(goal="board", hero=GUNSLINGER)) == pytest.approx(expected[2][()])
    for dice in ((1, 2, 4, 6, 6), (1, 1, 2, 3, 6), (6, 6, 6, 6, 6)):
        told = ask(goal="board", hero=GUNSLINGER, dice=list(dice))
        assert told.data is not None
        assert told.data["expected"] == pytest.approx(values[2][dice])
        assert expected[1][tuple(told.data["keep"])] == pytest.approx(values[2][dice])


def test_the_board_as_by_plain_recursion_over_what_abilities_are_worth() -> None:
    variants = list(book().variants(GUNSLINGER, LEVELS).values())
    worth = board_worths(book(), GUNSLINGER, variants)
    values = {throw: worth.exact(row) for row, throw in enumerate(dice_of(5).throws)}

    assert values[1, 2, 4, 5, 6] == 0 and values[6, 6, 6, 6, 6] == max(values.values())
    for dice in ((1, 2, 4, 6, 6), (4, 5, 5, 6, 6)):
        told = by_recursion(5, values.__getitem__, 1, dice)
        assert exact(goal="board", hero=GUNSLINGER, dice=list(dice), rolls=1) == told


def test_every_tier_of_every_ability_is_told_with_its_own_strategy() -> None:
    told = ask(hero=GUNSLINGER, dice=[1, 2, 4, 6, 6], rolls=1)
    assert told.data is not None
    by_need = {(one["ability"], one["needs"]): one for one in told.data["abilities"]}

    assert by_need["revolver", "3 Bullet"]["exact"] == exact_text(goal="3 bullet", dice=[1, 2, 4, 6, 6], rolls=1)
    assert by_need["showdown", "small straight"]["keep"] == [1, 2, 4]
    assert by_need["bounty-hunter", "2 Bullet + 2 Bullseye"]["exact"] == "1/1"
    assert len(by_need) == sum(len(v.rows) for v in book().variants(GUNSLINGER, LEVELS).values())


def exact_text(**wishes: Any) -> str:
    told = ask(hero=GUNSLINGER, **wishes)
    assert told.data is not None
    return str(told.data["exact"])


def test_upgrades_change_what_can_be_wanted() -> None:
    three_dash = exact(goal="3 dash", hero=GUNSLINGER)

    assert exact(goal="Mark the Target", hero=GUNSLINGER, levels=["take-cover=2"]) == three_dash
    assert exact(goal="标记目标", hero="神枪手") == three_dash  # the lowest level that has it
    assert exact(goal="Deadeye II", hero=GUNSLINGER) == exact(goal="deadeye", hero=GUNSLINGER, levels=["2"])
    more = ask(hero=GUNSLINGER, levels=["2"]).data
    assert more is not None
    assert {"enforcer", "pistol-whip", "mark-the-target"} <= {one["ability"] for one in more["abilities"]}
    assert more["levels"]["deadeye"] == 2 and more["levels"]["fill-em-with-lead"] == 1
    assert exact(goal="board", hero=GUNSLINGER, levels=["2"]) > exact(goal="board", hero=GUNSLINGER)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("four sixes", "6666"),
        ("Four Sixes", "6666"),
        ("4 x 6", "6666"),
        ("4 6s", "6666"),
        ("4个6", "6666"),
        ("two 6s and three ones", "11166"),
        ("2 ones, 1 two + 2x1", "11112"),
    ],
)
def test_numbers_may_be_named_in_words(words: str, numbers: str) -> None:
    assert exact(goal=words, rolls=2) == exact(goal=numbers, rolls=2)


@pytest.mark.parametrize("words", ["3 6", "seven sixes", "four sevens", "two", "four sixes and"])
def test_what_only_looks_like_numbers_is_no_goal(words: str) -> None:
    with pytest.raises(Unknown, match="is no goal"):
        read_goal(words, book(), None)


def test_any_of_several_goals_is_more_than_each_and_less_than_their_sum() -> None:
    small, sixes = exact(goal="small straight"), exact(goal="666")
    both = exact(goal=["small straight", "666"])

    assert max(small, sixes) < both < small + sixes
    assert exact(goal="small straight or 666") == both


# Locked dice ------------------------------------------------------------------------------------------------


def test_locked_dice_are_never_rolled_again() -> None:
    told = ask(goal="large straight", dice=[1, 2, 3, 6, 6], locked=[6, 6], rolls=2)
    assert told.data is not None
    assert told.data["probability"] == 0

    told = ask(goal="large straight", dice=[1, 2, 3, 6, 6], locked=[6], rolls=1, top=64)
    assert told.data is not None
    assert Fraction(told.data["exact"]) == Fraction(1, 18)  # 4 and 5 beside 2 3 6
    assert all(6 in one["keep"] for one in told.data["keeps"])
    assert exact(goal="666", locked=[6, 6], rolls=1) == 1 - Fraction(5, 6) ** 3


# Cards ------------------------------------------------------------------------------------------------------

CARDS = {
    "six-it": DiceCard("six-it", 1, (Change(to=6),)),
    "copy": DiceCard("copy", 1, (Change(to="copy"),)),
    "wild": DiceCard("wild", 2, (Change(to="any"),)),
    "wilder": DiceCard("wilder", 3, (Change(count=2, to="any"),)),
    "tip": DiceCard("tip", 1, (Change(by=1),)),
    "tips": DiceCard("tips", 0, (Change(count=2, up_to=True, by=1),)),
    "again": DiceCard("again", 1, (Again(1, 2, True),)),
    "twice": DiceCard("twice", 1, (Again(2, 2),)),
    "roll": DiceCard("roll", 1, (Again(0, 5),)),
    "mixed": DiceCard("mixed", 2, (Again(1, 1, True), Change(to=6))),
}


def cards_by_recursion(
    wanted: Callable[[Throw], bool], hand: tuple[str, ...], cp: int, rolls: int, dice: Throw
) -> Fraction:
    """Every card at every time, carried out as its text says, die by die; the order of dice is forgotten."""

    def best(dice: Throw, hand: tuple[str, ...], cp: int, left: int) -> Fraction:
        return of_sorted(tuple(sorted(dice)), hand, cp, left)

    @cache
    def of_sorted(dice: Throw, hand: tuple[str, ...], cp: int, left: int) -> Fraction:
        found = Fraction(wanted(dice))
        if left:
            found = max(rolled(dice, again, lambda then: best(then, hand, cp, left - 1)) for again in subsets(dice, 0))
        for number, card in enumerate(hand):
            if CARDS[card].cost <= cp:
                rest, purse = hand[:number] + hand[number + 1 :], cp - CARDS[card].cost
                found = max(found, TEXTS[card](dice, partial(best, hand=rest, cp=purse, left=left)))
        return found

    return best(dice, hand, cp, rolls)


Then = Callable[[Throw], Fraction]


def subsets(dice: Throw, least: int, most: int = 6) -> list[tuple[int, ...]]:
    return [pick for size in range(least, min(most, len(dice)) + 1) for pick in combinations(range(len(dice)), size)]


def rolled(dice: Throw, again: Sequence[int], then: Then) -> Fraction:
    faces = list(product(range(1, 7), repeat=len(again)))
    total = Fraction(0)
    for fallen in faces:
        shown = list(dice)
        for die, face in zip(again, fallen, strict=True):
            shown[die] = face
        total += then(tuple(shown))
    return total / len(faces)


def turn(dice: Throw, then: Then, values: Callable[[Throw, int], Sequence[int]], count: int, free: bool) -> Fraction:
    """Turn dice, each another one; ``free`` to stop after the first."""

    def on(dice: Throw, done: tuple[int, ...]) -> Fraction:
        ends = [then(dice)] if len(done) == count or (free and done) else []
        if len(done) < count:
            more = [
                on((*dice[:die], value, *dice[die + 1 :]), (*done, die))
                for die in range(len(dice)) if die not in done
                for value in values(dice, die) if 1 <= value <= 6 and value != dice[die]
            ]  # fmt: skip
            ends += more or [then(dice)]
        return max(ends)

    return on(dice, ())


def again_singly(dice: Throw, then: Then) -> Fraction:
    """One die, then perhaps one more, which may be the same."""
    singles = [(die,) for die in range(len(dice))]
    return max(
        rolled(dice, one, lambda now: max(then(now), *(rolled(now, other, then) for other in singles)))
        for one in singles
    )


TEXTS: dict[str, Callable[[Throw, Then], Fraction]] = {
    "six-it": lambda dice, then: turn(dice, then, lambda shown, die: (6,), 1, False),
    "copy": lambda dice, then: turn(dice, then, lambda shown, die: shown, 1, False),
    "wild": lambda dice, then: turn(dice, then, lambda shown, die: range(1, 7), 1, False),
    "wilder": lambda dice, then: turn(dice, then, lambda shown, die: range(1, 7), 2, False),
    "tip": lambda dice, then: turn(dice, then, lambda shown, die: (shown[die] - 1, shown[die] + 1), 1, False),
    "tips": lambda dice, then: turn(dice, then, lambda shown, die: (shown[die] - 1, shown[die] + 1), 2, True),
    "again": again_singly,
    "twice": lambda dice, then: max(rolled(dice, pick, then) for pick in subsets(dice, min(2, len(dice)), 2)),
    "roll": lambda dice, then: max(rolled(dice, pick, then) for pick in subsets(dice, 0)),
    "mixed": lambda dice, then: max(
        rolled(dice, (die,), lambda now: TEXTS["six-it"](now, then)) for die in range(len(dice))
    ),
}


@examples(60)
@given(
    st.integers(1, 3).flatmap(
        lambda count: st.tuples(
            st.sets(st.sampled_from(dice_of(count).throws), min_size=1, max_size=8),
            st.sampled_from(dice_of(count).throws),
        )
    ),
    st.lists(st.sampled_from(sorted(CARDS)), max_size=2),
    st.integers(0, 5),
    st.integers(0, 1),
)
def test_cards_as_by_plain_recursion(dice: tuple[set[Throw], Throw], hand: list[str], cp: int, rolls: int) -> None:
    wanted, throw = dice
    table = chances([[one in wanted] for one in dice_of(len(throw)).throws])
    keeping = Keeping(len(throw), table, [CARDS[card] for card in hand], cp)

    assert keeping.promise(rolls, throw) == cards_by_recursion(wanted.__contains__, tuple(hand), cp, rolls, throw)


@pytest.mark.parametrize(
    "hand", [("six-it", "wild"), ("copy", "tip"), ("wilder",), ("copy", "copy"), ("tips", "six-it")]
)
@pytest.mark.parametrize("needs", [Straight(LARGE_STRAIGHT), OfAKind(5)], ids=["straight", "kind"])
def test_cards_that_only_turn_dice_can_wait_for_the_last_roll(hand: tuple[str, ...], needs: Any) -> None:
    """Whoever knows more chooses no worse: playing such a card earlier never pays."""
    wanted = chances([[needs.met(one, NUMBERS_ONLY)] for one in dice_of(5).throws])
    keeping = Keeping(5, wanted, [CARDS[card] for card in hand], 3)
    waiting = Keeping(5, keeping.thrown(0))

    for left in (1, 2, 3):
        assert keeping.promise(left, None) == waiting.promise(left, None)


def test_a_card_that_rolls_again_is_played_first_where_that_is_better() -> None:
    dice, again = [1, 3, 4, 6, 6], {"cards": ["try-try-again"], "cp": 1, "rolls": 1}
    told = ask(goal="small straight", dice=dice, **again)
    assert told.data is not None

    assert told.data["play"] == {"card": "try-try-again"} and told.advice[0] == "Play Try, Try Again! first."
    assert Fraction(told.data["exact"]) > Fraction(told.data["keeps"][0]["exact"])
    later = ask(goal="large straight", dice=dice, **again)
    assert later.data is not None and "play" not in later.data


def test_cp_limit_the_cards() -> None:
    hand = {"dice": [6, 6, 6, 1, 2], "goal": "66666", "cards": ["six-it", "so-wild"], "rolls": 0, "hero": GUNSLINGER}

    assert [exact(**hand, cp=cp) for cp in (0, 1, 2, 3)] == [0, 0, 0, 1]
    told = ask(**hand, cp=3)
    assert told.data is not None and told.data["play"]["card"] in ("six-it", "so-wild")
    assert told.data["without_cards"]["probability"] == 0
    assert "Play" in told.advice[0] and "Without cards: 0%." in told.advice


def test_a_card_is_played_for_the_board_only_if_it_brings_more_than_it_is_worth() -> None:
    one_more = {"dice": [1, 1, 1, 6, 6], "rolls": 0, "hero": GUNSLINGER, "goal": "board"}
    bare = exact(**one_more)

    assert exact(**one_more, cards=["tip-it"], cp=1) == bare  # a fourth bullet is 1 damage
    better = exact(dice=[6, 6, 6, 6, 1], rolls=0, hero=GUNSLINGER, goal="board", cards=["six-it"], cp=1)
    ultimate = exact(dice=[6, 6, 6, 6, 6], rolls=0, hero=GUNSLINGER, goal="board")
    assert better == ultimate - Fraction(card_price(1), 1000)


def after_card(card: str, dice: Throw) -> set[Throw]:
    """What the dice can show when the rules have carried out a card, whatever is chosen."""
    table = sit({"hand": (card,), "cp": 5}, dice=[dice])
    while table.window != "dice rolled" and table.asked != "keep_or_reroll":
        table.skip()
    if card not in table.offered("play"):
        return {dice}
    found: set[Throw] = set()
    waiting = [table.game.fork()]
    waiting[0].answer(("play", card))
    while waiting:
        game = waiting.pop()
        assert game.request is not None
        if game.request.ask not in ("choose_die", "choose_value"):
            found.add(tuple(sorted(game.state.rolls[0].faces)))
            continue
        for answer in game.request.options():
            branch = game.fork()
            branch.answer(answer)
            waiting.append(branch)
    return found


@pytest.mark.parametrize("card", ["six-it", "samesies", "so-wild", "twice-as-wild", "tip-it"])
@pytest.mark.parametrize("dice", [(1, 2, 4, 6, 6), (3, 3, 3, 3, 3), (6, 6, 6, 6, 6)])
def test_a_card_makes_of_dice_what_the_rules_make_of_them(card: str, dice: Throw) -> None:
    [trick] = dice_card(book(), book().heroes[GUNSLINGER], card).tricks
    assert isinstance(trick, Change)

    assert trick.made_of(dice) == after_card(card, dice)


def test_cards_that_alter_no_dice_of_ones_own_are_refused_by_name() -> None:
    for card, why in (
        ("getting-paid", "does not alter"), ("helping-hand", "does not alter one's own dice"),
        ("better-d", "not played in the Offensive Roll Phase"), ("wanted", "not played in the Offensive Roll Phase"),
    ):  # fmt: skip
        with pytest.raises(Unknown, match=f"{card}.*{why}"):
            dice_card(book(), book().heroes[GUNSLINGER], card)
    assert dice_card(book(), book().heroes[GUNSLINGER], "try-try-again").tricks == (Again(1, 2, True),)
    assert dice_card(book(), book().heroes[GUNSLINGER], "one-more-time").tricks == (Again(0, 5),)


@pytest.mark.parametrize("hero", HEROES)
def test_every_hero_can_be_asked_and_every_card_is_understood_or_refused(hero: str) -> None:
    sheet = book().heroes[hero]
    for level in range(1, 1 + max(len(ability.levels) for ability in sheet.abilities)):
        told = ask(hero=hero, levels=[str(level)], dice=[1, 2, 4, 6, 6])
        assert told.data is not None and told.data["expected"] > 0
    for card in sheet.cards:
        try:
            assert dice_card(book(), sheet, card).tricks
        except Unknown as refused:
            assert str(refused).startswith(card)


# The rules themselves ---------------------------------------------------------------------------------------


def keeps_best(keeping: Keeping) -> Callable[[Any, Any], Any]:
    """A policy for the game: keep what the strategy keeps, let everything else be."""

    def answer(game: Any, request: Any) -> Any:
        if request.ask != "keep_or_reroll":
            return None
        faces = game.state.rolls[0].faces
        kept = list(keeping.ranking(3 - game.state.rolls[0].attempts, tuple(sorted(faces)))[0][0])
        again = []
        for index, face in enumerate(faces):
            if face in kept:
                kept.remove(face)
            else:
                again.append(index)
        return tuple(again)

    return answer


@pytest.mark.parametrize(
    ("goal", "ability", "dice"),
    [("small straight", "showdown", (1, 2, 4, 6, 6)), ("4 bullseye", "deadeye", (1, 3, 5, 6, 6))],
)
def test_the_steps_of_the_game_lead_to_the_same_odds(goal: str, ability: str, dice: Throw) -> None:
    board = Board(book(), book().heroes[GUNSLINGER], LEVELS)
    needs = read_goal(goal, book(), board).requires
    keeping = Keeping(5, chances([[needs.met(one, board.hero.faces)] for one in dice_of(5).throws]))
    table = sit(dice=[dice]).until("keep_or_reroll")

    played = odds.probability(
        table.game,
        lambda game: game.request.ask == "announce" and ability in game.request.options(),
        policy=keeps_best(keeping),
        until=lambda game: game.active or game.request.ask not in ("keep_or_reroll", "offensive_roll", "react"),
    )

    assert played == exact(goal=goal, dice=list(dice), rolls=2, hero=GUNSLINGER)


# At the command line ----------------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("odds", "dice_throne", *arguments), prog_name="rulewright")


def test_the_command_of_the_founder() -> None:
    result = run("--goal", "small straight", "--rolls", "3")

    assert result.exit_code == 0, result.output
    assert "15.43%   41.18%   61.54%" in result.stdout and "753572225/1224440064" in result.stdout


def test_the_document() -> None:
    arguments = ("--goal", "small straight", "--rolls", "2", "--dice", "1,2,4,6,6", "--hero", "Gunslinger", "--json")
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)

    assert data["goal"] == "small straight" and data["rolls"] == 2 and data["dice"] == [1, 2, 4, 6, 6]
    assert data["keep"] == [1, 2, 4] and data["reroll"] == [6, 6]
    assert Fraction(data["exact"]) == Fraction(671, 1296) and data["probability"] == 671 / 1296
    assert [one["keep"] for one in data["keeps"][:2]] == [[1, 2, 4], [2, 4]]
    assert data["hero"] == "gunslinger" and data["levels"]["showdown"] == 1
    assert data["advice"][0] == "Keep 1 2 4; reroll 6 6."


def test_the_document_of_a_board_and_in_chinese() -> None:
    data = json.loads(run("--hero", "gunslinger", "--json", "--lang", "zh").stdout)

    assert data["goal"] == "board" and data["probability"] is None and data["keep"] == [] and data["expected"] > 5
    assert {"ability", "name", "needs", "probability", "exact", "keep"} <= set(data["abilities"][0])
    assert any(one["name"] == "枪战决斗" and one["needs"] == "小顺" for one in data["abilities"])


def test_words_are_chinese_where_chinese_is_asked_for() -> None:
    shown = run("--goal", "小顺", "--dice", "1,2,4,6,6", "--lang", "zh").stdout

    assert "保留 1 2 4，重掷 6 6。" in shown and not set("abcdefghijklmnopqrstuvwxyz") & set(shown)


WRONG = [
    (("--goal", "smal straight"), "--goal", "'smal straight' is no goal; did you mean 'small straight' or"),
    (("--goal", "Deadye", "--hero", "gunslinger"), "--goal", "did you mean 'Deadeye'?"),
    (("--goal", "deadeye"), "--goal", "belongs to a hero, and none is named: gunslinger"),
    (("--goal", "3 bullets"), "--goal", "belongs to a hero"),
    (("--goal", "9 of a kind"), "--goal", "from 2 to 6 dice"),
    (("--goal", "xyzzy"), "--goal", "goals are such as small straight"),
    (("--goal", "board"), "--goal", "none is named"),
    (("--goal", "board", "--goal", "666", "--hero", "barbarian"), "--goal", "stands alone"),
    ((), "--goal", "neither a goal nor a hero"),
    (("--goal", "666", "--dice", "1,2,3"), "--dice", "5 dice are rolled, and 3 are given"),
    (("--goal", "666", "--dice", "1,2,3,4,7"), "--dice", "7 is not from 1 to 6"),
    (("--goal", "666", "--dice", "1,2,3,4,x"), "--dice", "'x' is not a whole number"),
    (("--goal", "666", "--rolls", "0"), "--rolls", "no roll is left and no dice lie there"),
    (("--goal", "666", "--rolls", "-1"), "--rolls", "-1 is not from 0 to 12"),
    (("--goal", "666", "--rolls", "two"), "--rolls", "'two' is not a whole number"),
    (("--goal", "666", "--locked", "3", "--dice", "1,2,4,5,6"), "--locked", "3 are not all among the dice"),
    (("--goal", "666", "--locked", "1,1,1,1,1,1"), "--locked", "6 dice are locked, and there are 5"),
    (("--goal", "666", "--hero", "gunslniger"), "--hero", "did you mean 'Gunslinger'"),
    (("--goal", "666", "--cards", "six-itt"), "--cards", "did you mean 'six-it' or"),
    (("--goal", "666", "--cards", "getting-paid"), "--cards", "getting-paid does not alter one's own dice"),
    (("--goal", "666", "--levels", "2"), "--levels", "upgrades belong to a hero"),
    (("--hero", "gunslinger", "--levels", "showdwn=2"), "--levels", "did you mean"),
    (("--hero", "gunslinger", "--levels", "showdown=4"), "--levels", "showdown has 3 levels, not 4"),
    (("--hero", "gunslinger", "--levels", "showdown"), "--levels", "not of the form ABILITY=N"),
    (("--goal", "666", "--cp", "16"), "--cp", "16 is not from 0 to 15"),
    (("--goall", "666"), "--goall", "No such option"),
]


@pytest.mark.parametrize(("arguments", "option", "reason"), WRONG, ids=[" ".join(row[0]) or "nothing" for row in WRONG])
def test_what_cannot_be_asked_is_refused_by_name(arguments: tuple[str, ...], option: str, reason: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2 and result.stdout == ""
    assert option in result.stderr and reason in " ".join(result.stderr.split())


def test_from_python_the_same_refusals_are_exceptions() -> None:
    with pytest.raises(BadWish, match="did you mean 'small straight'"):
        ask(goal="smal straight")
    with pytest.raises(BadWish, match="there is no option 'roll'; did you mean 'rolls'"):
        ask(goal="small straight", roll=3)


def test_numpy_is_loaded_by_the_first_question_and_not_before() -> None:
    code = (
        "import sys, rulewright; from rulewright.plugins import registry; registry().rules('dice_throne')\n"
        "assert 'numpy' not in sys.modules\n"
        "from rulewright import odds; odds.ask('dice_throne', goal='666')\n"
        "assert 'numpy' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# On the screen ----------------------------------------------------------------------------------------------


def shown(table: Table, player: int = 0, lang: str = "en") -> str:
    return " ".join(drawn(panel(table.game.view(player)), lang).plain.split())


def test_the_table_shows_the_odds_to_whoever_decides() -> None:
    table = sit({"hand": ("six-it", "tip-it"), "cp": 3}, dice=[(1, 2, 4, 6, 6)]).until("keep_or_reroll")

    screen = shown(table)
    assert "if you go for it; with your cards " in screen
    assert "52% 99% Showdown: small straight: " in screen and "22% 91% Deadeye: 4 Bullseye: " in screen
    assert "Best overall: reroll dice 1, 2, 3" in screen
    assert "22% 91% 死亡之眼：4 准心：" in shown(table, lang="zh")
    assert "重掷第 1、2、3 颗骰子" in shown(table, lang="zh")
    assert "52%" not in shown(table, player=1), "what a hand makes possible would tell the hand"
    assert "52%" not in shown(table.answer((0,)).until("announce"))


@pytest.mark.parametrize(
    ("further", "cp", "helped", "cost"), [(0, 1, True, "1 CP"), (2, 2, False, "3 CP"), (-1, 0, True, "0 CP")]
)
def test_the_table_counts_what_cards_cost_now(further: int, cp: int, helped: bool, cost: str) -> None:
    star = offence("star", {"do": "damage", "amount": 4}, requires={"symbols": {"star": 3}})
    changes = [{"rule": "income cp", "to": 0}, *([{"rule": "card cost", "by": further}] if further else [])]
    spell = status("spell", changes=changes)
    seat = {"hand": ("six-it",), "cp": cp, "tokens": {"spell": 1}}
    rules = invent([star], statuses=[spell])
    table = sit(seat, rules=rules, heroes=("tester", "barbarian"), dice=[(1, 2, 4, 5, 6)]).until("keep_or_reroll")

    assert table.cp[0] == cp
    screen = shown(table)
    assert ("with your cards" in screen) is helped
    assert f"{cost} roll Six-It!" in screen


@pytest.mark.parametrize("what", ["cards", "dice_changes"])
def test_the_table_counts_no_cards_that_could_not_change_the_dice(what: str) -> None:
    star = offence("star", {"do": "damage", "amount": 4}, requires={"symbols": {"star": 3}})
    rules = invent([star], statuses=[status("spell", forbids=[what])])
    seats = ({"hand": ("six-it",), "cp": 9, "tokens": tokens} for tokens in ({}, {"spell": 1}))
    free, barred = (
        sit(seat, rules=rules, heroes=("tester", "barbarian"), dice=[(1, 2, 4, 5, 6)]).until("keep_or_reroll")
        for seat in seats
    )

    assert "with your cards" in shown(free) and "with your cards" not in shown(barred)


def test_the_advice_leaves_good_dice_alone() -> None:
    table = sit(dice=[(6, 6, 6, 6, 6)]).until("keep_or_reroll")

    assert "Best overall: Keep these dice" in shown(table)


def test_per_cent_are_whole_and_never_hide_a_chance() -> None:
    assert [percent(chance) for chance in (0, 0.001, 0.0051, 0.524, 0.994, 0.996, 1)] == [
        "0%", "<1%", "1%", "52%", "99%", ">99%", "100%",
    ]  # fmt: skip
