"""Datasheets: what files may say, and what the program knows of it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError, rules_for
from rulewright_wh40k.abilities import KNOWN
from rulewright_wh40k.book.models import ABILITIES, CORE_ABILITIES
from rulewright_wh40k.book.weapons import WEAPON_ABILITIES

from .table import MINE, arm, invent, rule, sheet


def test_every_core_ability_is_a_power() -> None:
    assert {ability.replace(" ", "-") for ability in CORE_ABILITIES} <= KNOWN


@rule("core.datasheet", 1)
def test_the_content_shows_the_abilities_of_weapons() -> None:
    book = rules_for("wh40k").content
    shown = {ability for weapon in book.weapons.values() for ability in weapon.abilities}
    missing = [one for one in WEAPON_ABILITIES if not any(ability.startswith(one) for ability in shown)]
    assert missing == []


def test_the_content_shows_every_ability_and_every_sort_of_unit() -> None:
    book = rules_for("wh40k").content
    gifts = {name for one in book.enhancements.values() for name in one.abilities}
    shown = {name.partition(":")[0] for one in book.units.values() for name in one.abilities}.union(
        name.partition(":")[0] for name in gifts
    )
    assert {one.replace(" ", "-") for one in ABILITIES} - shown == set()
    keywords = {word for one in book.units.values() for word in one.keywords}
    assert keywords >= {
        "Aircraft",
        "Monster",
        "Swarm",
        "Transport",
        "Vehicle",
        "Walker",
        "Mounted",
        "Beast",
        "Epic Hero",
    }


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (sheet(MINE, abilities=["steelth"]), "'steelth' is no core ability"),
        (sheet(MINE, arm("gun", "rapid fyre 1")), "'rapid fyre 1' is no ability of weapons"),
        (sheet(MINE, arm("gun", skill=None)), "a weapon has a skill, or torrent"),
        (sheet(MINE, arm("gun", attacks="D7")), "attacks"),
        (sheet(MINE, leads=["foez"]), "did you mean 'foes'?"),
    ],
)
def test_what_is_no_datasheet_is_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ContentError, match="mine") as error:
        invent(wrong)
    assert told in str(error.value)
