"""Exact odds of the dice pools, played by the rules, against calculations of their own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright import Game, odds

from .dice import Attack
from .scripted import damage, exchange, hero, villain

ATTACK_FACES = {"critical": 1, "wild": 1, "hit": 2, "block": 1, "blank": 2, "failure": 1}


def law_of_successes(number: int, good: int) -> dict[int, Fraction]:
    """Of this many dice, each with ``good`` of 8 faces that count, one of them a critical that adds one die, once."""
    first: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(number):
        following: dict[tuple[int, int], int] = {}
        for (criticals, successes), ways in first.items():
            for more, counts, faces in ((1, 1, 1), (0, 1, good - 1), (0, 0, 8 - good)):
                key = (criticals + more, successes + counts)
                following[key] = following.get(key, 0) + ways * faces
        first = following
    law: dict[int, Fraction] = {}
    for (criticals, successes), ways in first.items():
        added = {0: Fraction(1)}
        for _ in range(criticals):
            once: dict[int, Fraction] = {}
            for count, chance in added.items():
                once[count + 1] = once.get(count + 1, Fraction(0)) + chance * Fraction(good, 8)
                once[count] = once.get(count, Fraction(0)) + chance * Fraction(8 - good, 8)
            added = once
        for count, chance in added.items():
            law[successes + count] = law.get(successes + count, Fraction(0)) + Fraction(ways, 8**number) * chance
    return law


def law_of_damage(attack_dice: int, defense_dice: int) -> dict[int, Fraction]:
    law: dict[int, Fraction] = {}
    for (struck, one), (stopped, other) in product(
        law_of_successes(attack_dice, 4).items(), law_of_successes(defense_dice, 3).items()
    ):
        suffered = max(0, struck - stopped)
        law[suffered] = law.get(suffered, Fraction(0)) + one * other
    return law


def odds_of_damage(strength: int, defense: int, **how: Any) -> Mapping[int, Fraction]:
    """By playing the rules."""
    game = exchange(hero(strength), villain(defense, **how), rolls=None)
    return odds.distribution(game, damage)


def test_exact_odds_of_six_dice_against_four() -> None:
    """The law that the real rules give is that of an independent calculation, to the last digit."""
    law = odds_of_damage(6, 4)

    assert law == law_of_damage(6, 4)
    assert sum(law.values()) == 1 and max(law) == 12


@pytest.mark.parametrize(("strength", "defense"), [(1, 1), (1, 4), (5, 1), (2, 3)])
def test_exact_odds_of_small_pools(strength: int, defense: int) -> None:
    """The same at the edges."""
    assert odds_of_damage(strength, defense) == law_of_damage(strength, defense)


def test_faces_that_make_no_difference_really_make_none() -> None:
    """Where something may look at single dice, as cover does that is too near, all faces are played."""
    assert odds_of_damage(2, 2, covered=True) == odds_of_damage(2, 2) == law_of_damage(2, 2)


def test_exact_odds_with_a_player_who_decides() -> None:
    """Luck re-rolls the first die that shows neither a success nor a failure, if there is one."""

    def policy(game: Game, request: Any) -> Any:
        roll = game.context(Attack).attack.roll
        idle = [n for n, face in enumerate(roll.faces if roll else ()) if face in ("block", "blank")]
        if request.ask == "react":
            return ("luck", "hero") if idle else None
        return (idle[0],)

    game = exchange(hero(2, "luck", power=1), villain(1), rolls=None)

    assert odds.distribution(game, damage, policy=policy) == law_with_luck()


def law_with_luck() -> dict[int, Fraction]:
    """Two attack dice, criticals add, one block or blank of them is rolled again; against one defense die."""
    law: dict[int, Fraction] = {}
    stopped = law_of_successes(1, 3)
    for first in product(ATTACK_FACES, repeat=2):
        for added in product(ATTACK_FACES, repeat=first.count("critical")):
            faces = (*first, *added)
            ways = Fraction(1)
            for face in faces:
                ways *= Fraction(ATTACK_FACES[face], 8)
            struck = sum(face in ("critical", "wild", "hit") for face in faces)
            idle = any(face in ("block", "blank") for face in faces)
            again = {1: Fraction(1, 2), 0: Fraction(1, 2)} if idle else {0: Fraction(1)}
            for (more, one), (less, other) in product(again.items(), stopped.items()):
                suffered = max(0, struck + more - less)
                law[suffered] = law.get(suffered, Fraction(0)) + ways * one * other
    return law
