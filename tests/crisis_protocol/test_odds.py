"""The exact law of damage, beside figures from elsewhere and a calculation of its own."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from rulewright import odds
from rulewright.cli import main
from rulewright_crisis_protocol.odds import law_of_damage

from .table import rule, rules

MEANS = {
    (4, 2): 1.5220, (4, 3): 1.2253, (5, 2): 2.0369, (5, 3): 1.6990, (5, 4): 1.4001, (6, 2): 2.5710, (6, 4): 1.8685,
    (7, 3): 2.7303, (8, 3): 3.2700, (8, 4): 2.8879,
}  # fmt: skip
"""Published means, by the dice of the attack and of the defense."""


def mean(law: dict[int, Fraction]) -> Fraction:
    return sum((damage * chance for damage, chance in law.items()), Fraction(0))


@rule("dice.type")
@rule("dice.faces", 1)
def test_six_dice_against_three_give_the_published_law() -> None:
    law = law_of_damage(rules(), 6, 3)

    shown = [round(float(100 * law[damage]), 2) for damage in range(7)]
    assert shown == [18.38, 18.47, 22.03, 19.40, 12.67, 6.15, 2.20]
    assert round(float(mean(law)), 4) == 2.2042
    assert sum(law.values()) == 1


@pytest.mark.parametrize(("strength", "defense"), MEANS)
def test_the_means_are_those_that_are_published(strength: int, defense: int) -> None:
    assert round(float(mean(law_of_damage(rules(), strength, defense))), 4) == MEANS[strength, defense]


@rule("cover.effect", 1, 2)
def test_cover_changes_one_die_that_is_no_failure() -> None:
    """One die against one: an attack succeeds with 1/2 (a critical, 1/8, adds a die); cover saves 4 of 8 faces more."""
    plain, covered = law_of_damage(rules(), 1, 1), law_of_damage(rules(), 1, 1, cover=True)

    assert mean(covered) < mean(plain)
    # The defender fails for good only with a failure (1/8): then the attack deals what it has.
    assert covered[2] < plain[2] and sum(covered.values()) == 1


def test_the_command_tells_mean_and_law() -> None:
    found = CliRunner().invoke(main, ["odds", "crisis_protocol", "--strength", "6", "--defense", "3", "--json"])

    data = json.loads(found.output)
    assert round(data["mean"], 4) == 2.2042
    assert round(data["distribution"]["0"], 4) == 0.1838
    told = odds.ask(rules(), lang="zh", strength=6, defense=3, cover=True)
    assert told.title == "6 个攻击骰对 3 个防御骰（有掩体）"
