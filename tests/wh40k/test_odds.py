"""Exact laws of whole attack sequences, from the steps of the rules, against convolutions worked out here."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from rulewright import Game
from rulewright.odds import distribution

from .table import FOES, MINE, arm, invent, rule, sheet, shooting, unit


def slain(game: Game) -> int:
    """How many models of the target are gone."""
    return 5 - sum(one.unit == FOES for one in game.state.models.values())


def law(*abilities: str, foe: dict[str, Any], wounds: int, **gun: Any) -> dict[int, Fraction]:
    """How likely each number of slain models is, of five that are shot at."""
    rules = invent(sheet(MINE, arm("gun", *abilities, **gun)), sheet(FOES, wounds=wounds, **foe))
    foes = unit(FOES, *((30 + 1.5 * n, 20) for n in range(5)), wounds=wounds)
    position = shooting(foes, rules=rules)
    return distribution(position.game, slain, until="strike", policy=lambda game, request: request.space.options()[0])


def binomial(shots: int, chance: Fraction) -> list[Fraction]:
    return [comb(shots, n) * chance**n * (1 - chance) ** (shots - n) for n in range(shots + 1)]


@rule("core.fast-dice-rolling", 2, 3)
@rule("core.inflict-damage", 3)
@pytest.mark.parametrize("shots", [1, 4])
def test_damage_that_kills_slays_a_model_for_each_failed_save(shots: int) -> None:
    found = law(attacks=str(shots), damage="1", foe={"save": 4}, wounds=1)
    expected = binomial(shots, Fraction(2, 3) * Fraction(1, 2) * Fraction(1, 2))
    assert [found[n] for n in range(shots + 1)] == expected


@rule("core.inflict-damage", 3)
def test_wounds_gather_on_one_model_before_the_next() -> None:
    found = law(attacks="4", damage="1", foe={"save": 4}, wounds=2)
    unsaved = binomial(4, Fraction(1, 6))
    assert found == {0: unsaved[0] + unsaved[1], 1: unsaved[2] + unsaved[3], 2: unsaved[4]}


@rule("commentary.additional-hits", 1, 2, 3)
@rule("commentary.automatically-successful", 5, 6, 7)
def test_lethal_and_sustained_hits_share_a_critical_hit() -> None:
    found = law("lethal hits", "sustained hits 1", attacks="1", damage="1", foe={"save": 7}, wounds=1)
    usual, critical, wound = Fraction(1, 2), Fraction(1, 6), Fraction(1, 2)
    assert found == {0: 1 - critical - usual * wound, 1: usual * wound + critical * wound, 2: critical * wound}


@rule("core.saving-throw", 1)
@rule("core.inflict-damage", 3)
@pytest.mark.parametrize(
    ("gun", "foe", "wounds", "expected"),
    [
        ({"attacks": "10", "ap": -1}, {"save": 3}, 2, [0.4845, 0.4458, 0.0673, 0.0024]),
        ({"attacks": "12", "damage": "2", "strength": 5}, {"save": 4}, 3, [0.217, 0.5155, 0.2356, 0.0307, 0.0012]),
    ],
)
def test_laws_that_were_worked_out_elsewhere(
    gun: dict[str, Any], foe: dict[str, Any], wounds: int, expected: list[float]
) -> None:
    found = law(foe=foe, wounds=wounds, **gun)
    assert [float(found[n]) for n in range(len(expected))] == pytest.approx(expected, abs=6e-5)
