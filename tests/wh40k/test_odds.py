"""Exact laws of whole attack sequences, from the steps of the rules, against convolutions worked out here."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from rulewright import Game
from rulewright.odds import ask, distribution
from rulewright.odds_desk import BadWish
from rulewright_wh40k.terms import models
from tests.lengths import length

from .table import FOES, MINE, arm, invent, rule, sheet, shooting, unit


def slain(game: Game) -> int:
    """How many models of the target are gone."""
    return 5 - len(models(game, FOES))


def first(game: Game, request: Any) -> Any:
    """The first model suffers."""
    return request.space.options()[0]


def law(*abilities: str, foe: dict[str, Any], wounds: int, **gun: Any) -> dict[int, Fraction]:
    """How likely each number of slain models is, of five that are shot at."""
    rules = invent(sheet(MINE, arm("gun", *abilities, **gun)), sheet(FOES, wounds=wounds, **foe))
    foes = unit(FOES, *((30 + 1.5 * n, 20) for n in range(5)), wounds=wounds)
    position = shooting(foes, rules=rules)
    return distribution(position.game, slain, until="strike", policy=first)


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


HARD = {"damage": "2", "strength": 5}
HURT = binomial(6, Fraction(2, 9))
"""How many of 6 such shots hurt; each two of those slay a model of 3 wounds."""


@rule("core.saving-throw", 1)
@rule("core.inflict-damage", 3)
@pytest.mark.parametrize(
    ("gun", "foe", "wounds", "expected"),
    [
        ({"attacks": "10", "ap": -1}, {"save": 3}, 2, [0.4845, 0.4458, 0.0673, 0.0024]),
        length(
            ({"attacks": "6", **HARD}, {"save": 4}, 3, [sum(HURT[n : n + 2]) for n in (0, 2, 4)]),
            ({"attacks": "12", **HARD}, {"save": 4}, 3, [0.217, 0.5155, 0.2356, 0.0307, 0.0012]),
        ),
    ],
)
def test_laws_that_were_worked_out_elsewhere(
    gun: dict[str, Any], foe: dict[str, Any], wounds: int, expected: list[float]
) -> None:
    found = law(foe=foe, wounds=wounds, **gun)
    assert [float(found[n]) for n in range(len(expected))] == pytest.approx(expected, abs=6e-5)


def test_the_desk_answers_with_the_law_of_the_rules() -> None:
    """A carbine of the usual kind against a target, asked as the command line asks."""
    rules = invent(sheet(MINE, arm(attacks="2")), sheet(FOES, wounds=2))
    told = ask(rules, attacker=MINE, weapon=f"{MINE}/gun", target=FOES, count=2)
    unsaved = binomial(4, Fraction(1, 6))
    slain = sum(unsaved[2:])
    assert told.data
    assert told.data["distribution"] == {"0": float(1 - slain), "1": float(slain)}
    assert told.data["mean"]["slain"] == float(slain)


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"target": "foez"}, "did you mean 'foes'"),
        ({"attacker": None}, "need --attacker and --target, or the lists --mine and --theirs"),
        ({"weapon": "sword"}, "there is no weapon of mine 'sword'"),
        ({"attacker": "wardens", "weapon": "sword", "target": "bramblings"}, "bayonet, wardens/lance-gun$"),
    ],
)
def test_what_is_not_there_is_named(wishes: dict[str, Any], told: str) -> None:
    usual = {"attacker": MINE, "weapon": f"{MINE}/gun", "target": FOES}
    with pytest.raises(BadWish, match=told):
        ask(invent(), **usual | wishes)
