"""Games have one ground plan: who knows one game knows where things stand in another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from .test_import_circles import GAMES, NAMED, OPENED, PACKAGES, Import, has_reason, imports

ROOT: Final = Path(__file__).parents[2]
CHAPTERS: Final = {
    "rulewright_crisis_protocol": (
        "before", "phases", "activation", "tactics", "crises", "cards", "effects", "attack", "superpowers", "movement",
        "conditions", "damage", "leaderships", "objectives", "pools", "running",
    ),
    "rulewright_heroclix": (
        "before", "turn", "elements", "tarot", "forces", "cards", "special_powers", "effects", "powers", "attack",
        "movement", "actions", "terrain", "victory", "damage",
    ),
    "rulewright_dice_throne": (
        "before", "roll_phases", "phases", "playing", "cards", "status_effects", "effects", "damage", "decks",
        "resolution",
    ),
    "rulewright_unmatched_nemesis": (
        "before", "turn", "combo", "attack", "blocks", "knockdown", "rounds", "skills", "cards", "effects",
        "skill_moments", "paying", "display", "corridors", "hands",
    ),
    "rulewright_wh40k": (
        "stratagems", "before", "cards", "effects", "abilities", "fight", "charge", "shooting", "movement", "command",
        "attack", "transports", "sequencing", "running",
    ),
}  # fmt: skip
"""The chapters of each game, the topmost first."""


NEW: Final = {
    "brawl": {"attack", "before", "cards", "turn"}, "slipway": {"before", "turn"}, "saltern": {"fighting", "moving"},
    "tankard": {"steps"},
}  # fmt: skip
"""The chapters of the games and the extension that `rulewright new` makes."""


def plan() -> list[str]:
    """The rooms in the picture of the architecture, the topmost first; ``<chapters>`` are those of the book."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"```\nrulewright_<game>/\n(.*?)```", page, re.DOTALL)
    return re.findall(r"^    (\S+?)/?(?:\.py)? ", picture, re.MULTILINE)


def rooms_of(game: str) -> list[str]:
    """The rooms that a game may have, the topmost first."""
    above, below = plan(), plan()
    place = above.index("<chapters>")
    return [*above[:place], *CHAPTERS.get(game, ()), *below[place + 1 :]]


def tops(game: str) -> set[str]:
    """The files and folders at the top of a package; those of Python by the name that they are imported by."""
    found = (PACKAGES[game] / game).iterdir()
    return {one.name.removesuffix(".py") for one in found if one.name not in ("__pycache__", "py.typed")}


def strangers(game: str) -> set[str]:
    """What stands at the top of a package and not in the plan."""
    return tops(game) - set(rooms_of(game))


def upwards(game: str, links: tuple[Import, ...]) -> list[Import]:
    """The imports of a room by one below it, without a reason."""
    storey = {f"{game}.{room}": place for place, room in enumerate(rooms_of(game))}
    named = NAMED.get(game, {})

    def place(module: str) -> int:
        return storey.get(".".join(module.split(".")[:2]), len(storey))  # the package itself lies below all

    return [one for one in links if place(one.target) < place(one.room) and not has_reason(one, named, OPENED)]


def test_every_game_keeps_the_plan() -> None:
    assert sorted(CHAPTERS) == GAMES


@pytest.mark.parametrize("game", CHAPTERS)
def test_everything_at_the_top_of_a_game_stands_in_the_plan(game: str) -> None:
    assert strangers(game) == set()


@pytest.mark.parametrize("game", CHAPTERS)
def test_a_game_has_every_chapter_that_the_plan_gives_it(game: str) -> None:
    assert set(CHAPTERS[game]) - tops(game) == set()


@pytest.mark.parametrize("game", CHAPTERS)
def test_rooms_of_a_game_import_only_from_those_below(game: str) -> None:
    found = upwards(game, imports(game))
    assert not found, "\n".join(f"{one.room} -> {one.target}: {one.name} ({one.when})" for one in found)


def test_an_import_from_above_is_found() -> None:
    up = Import("rulewright_wh40k.space.cover", "rulewright_wh40k.shooting.phase", "SHOOTING", "calling")
    down = Import("rulewright_wh40k.shooting.phase", "rulewright_wh40k.space.cover", "plunges", "loading")
    assert upwards("rulewright_wh40k", (up, down)) == [up]


@pytest.mark.parametrize("game", CHAPTERS)
def test_the_readme_of_a_game_says_where_each_chapter_stands(game: str) -> None:
    told = set(re.findall(r"`([\w/]+)`", (PACKAGES[game] / "README.md").read_text(encoding="utf-8")))
    base = PACKAGES[game] / game
    assert set(CHAPTERS[game]) - {one.partition("/")[0] for one in told} == set()
    assert [one for one in told if "/" in one and not ((base / one).is_dir() or (base / f"{one}.py").is_file())] == []


@pytest.mark.parametrize("name", NEW)
def test_a_new_project_stands_in_the_rooms_of_the_plan(name: str) -> None:
    found = (ROOT / "core" / "rulewright_templates" / f"rulewright-{name}" / f"rulewright_{name}").iterdir()
    rooms = {one.name.removesuffix(".py") for one in found} - {"py.typed", "__pycache__"}
    assert rooms - set(plan()) == NEW[name]
