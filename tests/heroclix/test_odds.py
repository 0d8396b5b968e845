"""The odds of attacks, against tables worked out by counting dice."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import odds, rules_for
from rulewright.cli.main import main
from rulewright.laws import chance_that
from rulewright.odds_desk import BadWish
from rulewright_heroclix.minds.matchup import Duel, Numbers, law_of

from .table import rule

PAGE = Path(__file__).parents[2] / "docs" / "heroclix.md"

TABLE = {3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 1}
"""The rolls of 36 that hit, by how much the defense is above the attack: 2 always misses, 12 always hits."""


def hits(**asked: Any) -> Fraction:
    """The chance of a hit."""
    attacker, target = (Numbers(**asked.pop(side, {})) for side in ("attacker", "target"))
    law = law_of(rules_for("heroclix"), Duel(attacker=attacker, target=target, **asked))
    return chance_that(law, lambda one: one.hit)


@pytest.mark.parametrize(("need", "rolls"), TABLE.items())
def test_an_attack_hits_as_the_dice_say(need: int, rolls: int) -> None:
    assert hits(attacker={"attack": 5}, target={"defense": 5 + need}) == Fraction(rolls, 36)


@rule("12.3", 2, 3)
@rule("12.3b", 1)
@rule("12.3c", 1)
@pytest.mark.parametrize(("need", "rolls"), [(2, 35), (3, 35), (7, 21), (12, 1), (13, 1)])
def test_only_a_miss_is_rolled_again_and_only_once(need: int, rolls: int) -> None:
    chance = hits(attacker={"attack": 5}, target={"defense": 5 + need}, rerolls=("attacker",))

    assert chance == 1 - (1 - Fraction(rolls, 36)) ** 2


@pytest.mark.parametrize(("need", "percent"), [(7, 82.64), (8, 65.97), (9, 47.84)])
def test_a_miss_rolled_again(need: int, percent: float) -> None:
    chance = hits(attacker={"attack": 10}, target={"defense": 10 + need}, rerolls=("attacker",))

    assert float(100 * chance) == pytest.approx(percent, abs=0.005)


def test_a_hit_rolled_again_has_to_hit_twice() -> None:
    chance = hits(attacker={"attack": 10}, target={"defense": 17}, rerolls=("target",))

    assert chance == Fraction(21, 36) ** 2


@pytest.mark.parametrize("power", ["super-senses", "shape-change"])
def test_a_d6_evades_a_third_of_the_hits(power: str) -> None:
    assert hits(target={"powers": (power,)}) == Fraction(21, 36) * Fraction(2, 3)


def test_hindering_terrain_is_one_more_defense() -> None:
    assert hits(kind="range", distance=4, hindered=True) == Fraction(15, 36)


def test_damage_is_reduced_and_a_critical_hit_deals_one_more() -> None:
    told = odds.ask("heroclix", attack=10, defense=17, damage=3, target_has="invulnerability").data

    assert told is not None and told["distribution"] == pytest.approx({"0": 15 / 36, "1": 20 / 36, "2": 1 / 36})


def test_impervious_ignores_a_third_of_the_damage() -> None:
    told = odds.ask("heroclix", attack=10, defense=17, damage=3, target_has="impervious").data

    assert told is not None and told["distribution"]["1"] == pytest.approx(20 / 36 * 2 / 3)


def test_exploit_weakness_is_not_reduced() -> None:
    asked = {"target_has": "toughness", "attacker_has": "exploit-weakness"}
    told = odds.ask("heroclix", attack=10, defense=17, damage=3, **asked).data

    assert told is not None and told["distribution"]["3"] == pytest.approx(20 / 36)


def test_a_critical_hit_alone_knocks_out_who_has_one_click_more() -> None:
    told = odds.ask("heroclix", attack=10, defense=17, damage=3, clicks=4).data

    assert told is not None and told["ko"] == pytest.approx(1 / 36)


def test_only_what_cannot_be_is_told_as_nothing() -> None:
    told = odds.ask("heroclix", attack=10, defense=17, damage=3)

    assert told.advice[0].endswith("58.33%") and told.advice[-1].endswith(" 0%")
    assert told.tables[0].rows[0] == ("0", "41.67%", "100%")


def test_a_character_of_the_content_against_another_one() -> None:
    told = odds.ask("heroclix", attacker="gale", target="mason", kind="range").data

    assert told is not None and told["hit"] == pytest.approx(26 / 36)
    assert told["distribution"]["2"] == pytest.approx(25 / 36)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"attacker": "gael", "target": "mason"}, "gale"),
        ({"attacker": "gale"}, "--target"),
        ({"attacker": "mason", "target": "gale", "kind": "range"}, "range 0"),
        ({"attacker": "gale", "target": "mason", "attack": 9}, "dials"),
        ({"attacker": "gale", "target": "mason", "target_click": 9}, "no combat values"),
        ({"target_has": "toughnes"}, "toughness"),
        ({"reroll": "me"}, "side"),
        ({"hindered": True}, "range"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(BadWish, match=said):
        odds.ask("heroclix", **asked)


COMMANDS = re.findall(r"^rulewright (odds heroclix .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_asks_what_can_be_asked(command: str) -> None:
    told = CliRunner().invoke(main, command.split())

    assert told.exit_code == 0 and ("hit" in told.output.lower())


def test_the_page_shows_commands() -> None:
    assert len(COMMANDS) == 3
