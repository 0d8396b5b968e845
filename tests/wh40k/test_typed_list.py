"""A list of 2,000 points as the official app prints it, with the catalogues of its faction: an army that plays."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import pytest
from click.testing import CliRunner

from rulewright import Game, Rules, new_game, rules_for
from rulewright.cli.main import main
from rulewright_wh40k.before.rosters import equipped, points_of
from rulewright_wh40k.book.choices import UnitChoice
from tests.lengths import long

CATALOGUES: Final = Path(__file__).parents[2].parent / "shared" / "data" / "40k" / "bsdata-10e"
LIST: Final = Path(__file__).parent / "lists" / "second-sphere.txt"
ARMY: Final = "night-of-the-second-sphere"


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The game with the catalogues and the army, imported as a player does it."""
    if not CATALOGUES.is_dir():
        pytest.skip("the catalogues are not here")
    folder = tmp_path_factory.mktemp("typed")
    books, army = folder / "books.json", folder / "army.json"
    for command in (
        ["import", str(CATALOGUES), "--out", str(books)],
        ["import", str(LIST), "--content", str(books), "--out", str(army)],
    ):
        ended = CliRunner().invoke(main, command)
        assert ended.exit_code == 0, ended.output
    return rules_for("wh40k", [books, army])


def as_typed() -> list[tuple[str, int, Counter[str]]]:
    """Each unit of the list: its name, its points, and what stands below it in the innermost lines."""
    found: list[tuple[str, int, Counter[str]]] = []
    model = False
    for line in LIST.read_text(encoding="utf-8").splitlines()[5:]:
        if unit := re.fullmatch(r"(\S.*) \((\d+) points\)", line):
            found.append((unit[1], int(unit[2]), Counter()))
        elif item := re.fullmatch(r"( +)[•◦] (\d+)x (.+)", line):
            if item[1] == "  ":
                found[-1][2][item[3]] += int(item[2])
                model, last = True, item[3]
            else:
                if model:
                    del found[-1][2][last]
                    model = False
                found[-1][2][item[3]] += int(item[2])
    return found


def plain(name: str) -> str:
    """A name by its letters, without the profile of a weapon that stands behind it."""
    return re.sub(r"[^a-z]", "", re.sub(r" [-–] .*$", "", name).lower())


def carried(rules: Rules, choice: UnitChoice) -> Counter[str]:
    """The weapons of a unit; a weapon of several profiles counts once."""
    found: Counter[str] = Counter()
    for kit in equipped(rules.content.units[choice.sheet], choice):
        own: Counter[str] = Counter()
        for weapon, count in Counter(kit.weapons).items():
            name = plain(rules.content.weapons[weapon].name["en"])
            own[name] = max(own[name], count)
        found += own
    return found


def test_units_points_and_weapons_are_those_of_the_list(rules: Rules) -> None:
    army, typed = rules.content.rosters[ARMY], as_typed()
    assert sum(points for _, points, _ in typed) == 2000 and len(typed) == len(army.units) == 14
    for choice, (name, points, items) in zip(army.units, typed, strict=True):
        sheet = rules.content.units[choice.sheet]
        assert plain(sheet.name["en"]).startswith(plain(name))
        assert points_of(sheet, choice, rules.content) == points, name
        assert carried(rules, choice) == Counter({plain(item): count for item, count in items.items()}), name


def begin(rules: Rules) -> Game:
    return new_game(rules, {"rosters": [ARMY, ARMY], "size": "strike force"}, seed=4)


def test_it_musters_by_the_rules_of_a_strike_force(rules: Rules) -> None:
    assert begin(rules).requests


@long
def test_it_fights_a_whole_battle(rules: Rules) -> None:
    game, rng = begin(rules), Random(4)
    while game.requests:
        request = rng.choice(game.requests)
        game.answer(request.space.for_program(rng), request.player)
    assert game.result is not None
