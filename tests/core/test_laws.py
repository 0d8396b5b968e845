"""Laws of chance: parts, means, tails, and what they look like in per cent."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter

import pytest

from rulewright.dice import D6
from rulewright.laws import at_least, chance_that, marginal, mean, percent
from rulewright.odds_desk import listing
from rulewright.outcomes import distribution

TWO = distribution((D6, D6), key=lambda faces: (max(faces), min(faces)))
"""The greater and the smaller of two dice."""


def test_the_law_of_a_part_gathers_what_differs_only_in_the_rest() -> None:
    greater = marginal(TWO, itemgetter(0))
    assert greater == {face: Fraction(2 * face - 1, 36) for face in range(1, 7)}
    assert list(greater) == sorted(greater)


def test_parts_that_cannot_be_sorted_stay_in_the_order_in_which_they_are_met() -> None:
    law = marginal({3: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}, lambda n: "x" if n == 3 else n)
    assert law == {"x": Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}


def test_mean_and_chance_are_exact() -> None:
    smaller = marginal(TWO, itemgetter(1))
    assert mean(smaller) == Fraction(91, 36)
    assert chance_that(smaller, lambda face: face >= 5) == Fraction(4, 36)
    assert chance_that(smaller, lambda face: face > 6) == 0


def test_the_tail_of_a_law_includes_the_value_itself() -> None:
    assert at_least({2: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}) == {
        0: 1, 1: Fraction(1, 2), 2: Fraction(1, 4),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("chance", "places", "told"),
    [
        (0, 2, "0%"), (1, 2, "100%"), (Fraction(1, 3), 2, "33.33%"), (Fraction(1, 3), 0, "33%"),
        (Fraction(1, 10**6), 2, "<0.01%"), (1 - Fraction(1, 10**6), 2, ">99.99%"), (Fraction(1, 20000), 2, "0.01%"),
        (0.004, 0, "<1%"), (0.996, 0, ">99%"), (0.0, 0, "0%"), (1.0, 0, "100%"), (Fraction(1, 2), 1, "50.0%"),
    ],
)  # fmt: skip
def test_only_what_cannot_happen_is_nothing_and_only_what_must_is_a_hundred(
    chance: Fraction | float, places: int, told: str
) -> None:
    assert percent(chance, places) == told


def test_a_law_as_a_table_has_each_value_its_chance_and_that_of_more() -> None:
    table = listing("Damage", ("damage", "exactly", "at least"), {1: Fraction(1, 4), 0: Fraction(3, 4)})
    assert table.rows == (("0", "75.00%", "100%"), ("1", "25.00%", "25.00%"))
