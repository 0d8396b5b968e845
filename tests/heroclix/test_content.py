"""The figures, teams and equipment that come with the game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from rulewright import new_game
from rulewright.api import rules_for
from rulewright.cli.checking import check
from rulewright.geometry import grid
from rulewright.vocabulary import walk
from rulewright_heroclix.effects import LEXICON
from rulewright_heroclix.powers import STANDARD
from rulewright_heroclix.special_powers.actions import Activated
from rulewright_heroclix.special_powers.dice import DieReplaced, Rerolled
from rulewright_heroclix.special_powers.giving import Bars, Gives
from rulewright_heroclix.special_powers.instead import Evaded, Prevented, Reduced
from rulewright_heroclix.special_powers.moments import MOMENTS
from rulewright_heroclix.special_powers.passive import Forbidden, Increases, Limited, Passive, Permitted, Using
from rulewright_heroclix.special_powers.triggers import Triggered
from rulewright_heroclix.special_powers.untargetable import Untargetable

from .specials import act, special
from .table import clix, rule

PARTS = (
    Activated, Reduced, Prevented, Evaded, Triggered, Passive, Increases, Permitted, Forbidden, Gives, Bars,
    Untargetable, Limited, Using, Rerolled, DieReplaced,
)  # fmt: skip
"""All kinds of parts of special powers."""


@cache
def book() -> Any:
    """The content of the game."""
    return rules_for("heroclix").content


def figures() -> list[Any]:
    """All characters with their own cards."""
    return [one for one in book().characters.values() if one.version is None]


@rule("18.1", 1)
def test_every_standard_power_is_shown_by_some_dial() -> None:
    shown = {power for one in figures() for click in one.dial for power in click.powers}

    assert set(STANDARD) <= shown


def test_there_are_figures_of_every_kind() -> None:
    cards = [one for one in figures() if not one.printed.bystander]
    teams = {team for one in cards for team in one.printed.teams}

    assert len(cards) >= 24 and len(teams) >= 6
    assert sum(one.printed.bystander for one in figures()) >= 2
    assert {one.size for one in cards} == {"tiny", "standard", "giant", "colossal"}
    assert any(one.shape == (2, 2) and not one.vehicle for one in cards)
    assert any(one.vehicle for one in cards) and any(one.printed.title for one in cards)
    assert {one.ring for one in cards} >= {"", "unique", "prime"}


@rule("1.9c", 1)
def test_some_figures_have_other_cards() -> None:
    kinds = {one.version.kind for one in book().characters.values() if one.version is not None}

    assert kinds == {"alternate", "team-up", "legacy"}


def test_equipment_of_either_keyphrase_comes_with_the_game() -> None:
    equipment = [one for one in book().elements.values() if one.kind == "equipment"]

    assert len(equipment) >= 6
    assert {(one.equip, one.unequip) for one in equipment} >= {
        ("friendly", "ko"),
        ("friendly", "drop"),
        ("any", "drop"),
    }


@rule("1.1a", 1, 2)
@rule("1.9a", 1)
def test_every_figure_of_the_set_has_a_collector_number_of_its_own() -> None:
    numbers = [(one.printed.set, one.printed.number) for one in figures()]

    assert len(set(numbers)) == len(numbers) and all(map(all, numbers))


@rule("23.2", 1)
def test_a_themed_team_with_a_sideline_equipment_and_a_vehicle_can_be_played() -> None:
    members = [
        {"character": "harbourmaster", "equipment": "storm-wings"}, {"character": "tram-42"}, {"character": "mason"},
    ]  # fmt: skip
    force = {"members": members, "sideline": [{"character": "dockhand"}], "keyword": "Harbour"}
    game = new_game("heroclix", {"forces": [force, {"members": [{"character": "old-furnace"}]}]})

    assert game.request is not None


def test_the_maps_have_every_kind_of_terrain() -> None:
    boards = [one.board for one in book().maps.values()]
    tiles = [tile for board in boards for tile in board.tiles.values()]

    assert len(boards) >= 4
    assert {tile.terrain for tile in tiles} >= {grid.CLEAR, grid.HINDERING, grid.BLOCKING, grid.WATER}
    assert {tile.elevation for tile in tiles} >= {1, 2, 3} and any(tile.indoor for tile in tiles)
    assert {kind for board in boards for kind in board.edges.values()} == {grid.WALL, grid.DOOR, grid.WINDOW}
    assert any(board.ramps for board in boards)


def test_a_keyword_that_nobody_has_is_named_as_a_warning(tmp_path: Path) -> None:
    figure = clix("scout", "8/10/16/2", keywords=["Ranger"], traits=[special(
        act({"do": "heal", "who": {"every": "friendly", "keyword": "Ranger"}}),
        act({"do": "heal", "who": {"every": "friendly", "keyword": "Rangr"}}),
    )])  # fmt: skip
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"characters": [figure]}))

    found = check(file, "heroclix")
    assert found.problems == ()
    (warning,) = found.warnings
    assert "scout: traits[0].does[1].effects[0].who.keyword" in warning
    assert warning.endswith("nothing carries the keyword 'Rangr'; did you mean 'Ranger'?")


# Special powers -------------------------------------------------------------------------------------------------


def test_the_figures_say_everything_that_the_vocabulary_has() -> None:
    """But for by_hand, which is for texts that it cannot say."""
    pack = book().pack
    entries = [entry for kind in pack.kinds for entry in pack[kind].values()]
    inside = [part for entry in entries for _, part in walk(entry)]
    sorts = {type(part) for part in inside}

    assert {word for word, kind in LEXICON.verbs.items() if kind not in sorts} == {"by_hand"}
    assert not {word for word, kind in (*LEXICON.conditions.items(), *LEXICON.amounts.items()) if kind not in sorts}
    assert {part.when for part in inside if hasattr(part, "when")} == {*MOMENTS}
    assert sorts.issuperset(PARTS)


def test_thirty_figures_have_special_powers_or_traits_that_do_something() -> None:
    cards = book().pack["characters"].values()
    assert sum(any(one.does for one in (*card.specials, *card.traits)) for card in cards) >= 30
