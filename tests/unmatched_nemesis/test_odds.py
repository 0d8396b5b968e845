"""Odds: the knockdown test, and plans against an opponent whose cards are known."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright.odds import ask
from rulewright.odds_desk import BadWish
from rulewright_unmatched_nemesis.knockdown import chance_to_stand

from .table import rule, rules


def exact(**wishes: Any) -> Fraction:
    data = ask(rules(), **wishes).data
    assert data is not None
    return Fraction(data["exact"])


@rule("field.knockdown-digital", 2)
@rule("knockdown.dice-roll", 2, 5, 6)
@pytest.mark.parametrize("cubes", range(1, 21))
def test_the_chance_to_stand_is_that_of_three_dice(cubes: int) -> None:
    throws = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    assert chance_to_stand(cubes) == Fraction(sum(total >= cubes for total in throws), len(throws))


@rule("field.knockdown-digital", 2)
def test_a_question_about_the_test_lists_all_numbers_of_cubes() -> None:
    told = ask(rules(), heavy=5, light=6)

    assert told.data is not None
    assert (told.data["cubes"], told.data["probability"]) == (11, 0.5)
    assert ("11", "50.00%", "50.00%") in told.tables[0].rows
    assert told.tables[0].rows[0] == ("3", "100%", "0%")


def test_a_plan_is_played_by_the_rules() -> None:
    """A Haymaker deals 2 heavy: 9 cubes become 11, of which the dice reach every second time."""
    assert exact(plan="haymaker", heavy=9) == 1 - chance_to_stand(11)


def test_the_opponent_blocks_as_is_best() -> None:
    """With a shield and two cards more one of the two heavies is ignored."""
    assert exact(plan="haymaker", heavy=9, hand="guard-jab,hook,hook") == 1 - chance_to_stand(10)


def test_attacks_follow_each_other_and_the_attacker_calls_when_it_is_best() -> None:
    """Uppercut makes 9 cubes 11; then Last Word 12, and the test is called."""
    assert exact(plan="uppercut,last-word", heavy=9) == 1 - chance_to_stand(12)


def test_two_tests_are_better_than_one() -> None:
    once = 1 - chance_to_stand(11)
    assert exact(plan="last-word,last-word", heavy=10) > once


def test_skills_count_and_so_does_the_distance() -> None:
    assert exact(plan="last-word", heavy=9, skills="merciless") == 1 - chance_to_stand(11)
    assert exact(plan="haymaker", heavy=9, distance=3) == 0


def test_a_special_attack_finds_its_panel() -> None:
    assert exact(plan="aim-for-the-head", heavy=9, distance=3) == 1 - chance_to_stand(11)
    with pytest.raises(BadWish, match="no side of a panel has all of these"):
        ask(rules(), plan="aim-for-the-head,rend")


@pytest.mark.parametrize(
    "wish", [{"skills": "merciless"}, {"against": "merciless"}, {"hand": "hook"}, {"tokens": 1}, {"distance": 2}]
)
def test_what_counts_for_attacks_only_is_refused_without_a_plan(wish: dict[str, Any]) -> None:
    """Merciless counts a cube more: the chance of the test alone would be wrong."""
    with pytest.raises(BadWish, match="it counts for attacks only"):
        ask(rules(), heavy=10, **wish)


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(BadWish, match="did you mean 'haymaker'"):
        ask(rules(), plan="haymeker")
