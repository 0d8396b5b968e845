"""docs/dice-throne.md: every contradiction of the ledger, every option, every hero; nothing that is not there."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rulewright.rules import Ledger
from rulewright_dice_throne.book.choices import Setup
from rulewright_dice_throne.book.modes import Mode
from rulewright_dice_throne.ruleset import RULESET

from .heroes_in_docs import PAGE, heroes, written
from .table import packaged, sit

TEXT = PAGE.read_text(encoding="utf-8")
RULES = {rule.id for rule in Ledger.load(RULESET.ledger, "dice_throne")}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def test_every_contradiction_of_the_rulebook_has_its_row_with_ruling_and_reason() -> None:
    table = rows("Where the rulebook contradicts itself")

    assert sorted(row[0].strip("`") for row in table) == sorted(id for id in RULES if id.startswith("note."))
    assert all(len(row) == 4 and all(row) for row in table)


def test_every_option_of_the_setup_has_its_row_with_its_values_and_its_rule() -> None:
    table = {row[0].strip("`"): row for row in rows("Options of the setup")}

    assert set(table) == set(Setup.model_fields)
    for option, field in Setup.model_fields.items():
        row = table[option]
        assert all(row)
        assert row[3].strip("`") in RULES
        values = [value for value in get_args(field.annotation) if isinstance(value, str)]
        if values and option != "mode":
            assert f"`{field.default}`" in row[1]
            assert all(f"`{value}`" in row[1] + row[2] for value in values)


def test_every_mode_stands_there() -> None:
    assert {re.sub(r"`(\w+)`.*", r"\1", row[0]) for row in rows("Modes")} == set(get_args(Mode))


def test_every_hero_stands_there_with_all_that_is_uncertain() -> None:
    assert {hero["id"] for hero in heroes()} == set(packaged().heroes)
    assert written() == TEXT, "python -m tests.dice_throne.heroes_in_docs writes the section anew"


def test_every_rule_that_the_page_names_is_one() -> None:
    known = set(re.findall(r"`((?:\d+|note|field|setup|limits)[\w.]*\.[\w.-]+)`", TEXT))

    assert len(known) > 20
    assert known <= RULES


@pytest.mark.parametrize("words", re.findall(r"`(look[^`]*)`", TEXT))
def test_everything_that_the_page_looks_at_is_there(words: str) -> None:
    assert RULESET.look is not None
    assert RULESET.look(sit().game.view(0), words.removeprefix("look"))
