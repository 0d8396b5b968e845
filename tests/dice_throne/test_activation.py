"""Chapter 4.1: what the dice must show."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright import rules_for
from rulewright_dice_throne.book.compiled import Book
from rulewright_dice_throne.dice.requirements import (
    is_achievable,
    is_large_straight,
    is_of_a_kind,
    is_small_straight,
    read_requirement,
    symbols_shown,
)

FACES = ("sword", "sword", "sword", "life", "life", "pow")


@pytest.mark.rule("dice_throne:4.1.small-straight")
@pytest.mark.rule("dice_throne:note.straight-examples")
@pytest.mark.rule("dice_throne:11.small-straight")
@pytest.mark.parametrize("values", [(1, 2, 3, 4, 6), (2, 3, 4, 5, 5), (6, 5, 4, 3, 1), (4, 2, 3, 1, 3)])
def test_four_consecutive_numbers_in_any_order_are_a_small_straight(values: Sequence[int]) -> None:
    assert is_small_straight(values)


@pytest.mark.rule("dice_throne:4.1.small-straight")
@pytest.mark.rule("dice_throne:note.straight-examples")
@pytest.mark.rule("dice_throne:11.small-straight")
@pytest.mark.parametrize("values", [(1, 2, 3, 5, 6), (1, 1, 2, 2, 3), (1, 2, 4, 5, 6), (6, 6, 6, 6, 6)])
def test_three_consecutive_numbers_are_no_straight(values: Sequence[int]) -> None:
    assert not is_small_straight(values)


@pytest.mark.rule("dice_throne:4.1.large-straight", 1)
@pytest.mark.rule("dice_throne:note.straight-examples")
@pytest.mark.rule("dice_throne:11.large-straight")
def test_exactly_two_sets_of_five_numbers_are_large_straights() -> None:
    large = {tuple(sorted(roll)) for roll in product(range(1, 7), repeat=5) if is_large_straight(roll)}

    assert large == {(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)}


@pytest.mark.rule("dice_throne:4.1.large-straight", 2)
def test_a_large_straight_is_also_a_small_one() -> None:
    assert is_small_straight((5, 4, 3, 2, 1))
    assert is_small_straight((2, 3, 4, 5, 6))


@pytest.mark.rule("dice_throne:4.1.of-a-kind")
@pytest.mark.rule("dice_throne:11.of-a-kind")
def test_of_a_kind_counts_numbers_and_not_symbols() -> None:
    three_swords = (1, 2, 3, 5, 6)

    assert symbols_shown(three_swords, FACES).count("sword") == 3
    assert not is_of_a_kind(three_swords, 2)
    assert is_of_a_kind((2, 2, 5, 2, 2), 4)
    assert not is_of_a_kind((2, 2, 5, 2, 2), 5)


@pytest.mark.rule("dice_throne:4.1.of-a-kind")
@pytest.mark.rule("dice_throne:11.of-a-kind")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_of_a_kind_takes_as_many_dice_as_it_says_or_more(count: int) -> None:
    others = (1, 2, 3, 5, 6)

    assert is_of_a_kind((4,) * count + others[count:], count)
    assert is_of_a_kind((4,) * 5, count)
    assert not is_of_a_kind((4,) * (count - 1) + others[count - 1 :], count)


@pytest.mark.rule("dice_throne:4.1.requirement", 2)
def test_dice_beyond_the_required_ones_may_show_anything() -> None:
    two_and_two = read_requirement({"symbols": {"sword": 2, "pow": 2}})

    assert all(two_and_two.met((1, 2, 6, 6, other), FACES) for other in range(1, 7))
    assert not two_and_two.met((1, 4, 6, 6, 5), FACES)


@pytest.mark.rule("dice_throne:field.dice", 5)
def test_another_number_is_another_symbol() -> None:
    assert symbols_shown((3,), FACES) == ["sword"]
    assert symbols_shown((4,), FACES) == ["life"]


@pytest.mark.rule("dice_throne:field.board", 3)
def test_the_highest_tier_that_the_dice_satisfy_is_used() -> None:
    book: Book = rules_for("dice_throne").content
    smack = book.variants("barbarian", (1,) * len(book.heroes["barbarian"].abilities))["smack"]
    thrown = ((1, 1, 4, 5, 6), (1, 2, 3, 5, 6), (1, 2, 6, 3, 3), (1, 2, 3, 3, 1))

    assert [book.row("barbarian", smack, faces) for faces in thrown] == [None, *smack.rows]


def test_requirements_combine() -> None:
    either = read_requirement({"any": [{"of_a_kind": 5}, {"numbers": {"6": 2}}]})
    both = read_requirement({"all": [{"straight": "small"}, {"symbols": {"pow": 1}}]})

    assert either.met((6, 6, 1, 2, 3), FACES)
    assert either.met((4, 4, 4, 4, 4), FACES)
    assert not either.met((4, 4, 4, 4, 6), FACES)
    assert both.met((3, 4, 5, 6, 6), FACES)
    assert not both.met((1, 2, 3, 4, 5), FACES)


def test_what_no_throw_can_show_is_not_achievable() -> None:
    assert is_achievable(read_requirement({"straight": "large"}), FACES)
    assert not is_achievable(read_requirement({"symbols": {"sword": 4, "pow": 2}}), FACES)
    assert not is_achievable(read_requirement({"symbols": {"claw": 1}}), FACES)


def test_a_requirement_of_no_known_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="strait"):
        read_requirement({"strait": "small"})


@pytest.mark.parametrize(
    ("requirement", "chance"),
    [
        ({"straight": "small"}, Fraction(1200, 7776)),
        ({"straight": "large"}, Fraction(240, 7776)),
        ({"symbols": {"sword": 3}}, Fraction(1, 2)),
        ({"symbols": {"pow": 4}}, Fraction(26, 7776)),
        ({"symbols": {"sword": 2, "pow": 2}}, Fraction(900, 7776)),
        ({"symbols": {"sword": 1, "life": 2, "pow": 1}}, Fraction(1920, 7776)),
        ({"of_a_kind": 5}, Fraction(6, 7776)),
    ],
)
def test_one_throw_meets_a_requirement_as_often_as_arithmetic_says(
    requirement: dict[str, Any], chance: Fraction
) -> None:
    wanted = read_requirement(requirement)
    hits = sum(wanted.met(roll, FACES) for roll in product(range(1, 7), repeat=5))

    assert Fraction(hits, 6**5) == chance
