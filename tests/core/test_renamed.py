"""Names that Rulewright once had: those that have moved still work, with a warning; the others say what to write."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pytest

import rulewright
from rulewright.renamed import NameGone, table


def listed(part: str) -> list[tuple[str, str, str]]:
    """Room, name and what the table says of it."""
    return [(room, name, words) for room, names in table()[part].items() for name, words in names.items()]


@pytest.mark.parametrize(("room", "name", "new"), listed("moved"))
def test_a_name_that_has_moved_works_and_warns_of_the_new_one(room: str, name: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"^{room}\.{name} is now {new}$") as told:
        found = getattr(import_module(room), name)

    home, _, own = new.rpartition(".")
    assert found is getattr(import_module(home), own)
    assert [warning.filename for warning in told] == [__file__]


@pytest.mark.parametrize(("room", "name", "new"), listed("moved"))
def test_a_name_has_moved_to_one_that_stays(room: str, name: str, new: str) -> None:
    home, _, own = new.rpartition(".")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert hasattr(import_module(home), own)


def test_what_is_gone_says_what_to_write() -> None:
    with pytest.raises(NameGone, match=r"rulewright\.Path is gone: ask for the move of one model with"):
        rulewright.Path  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match=r"geometry\.plane\.terrain_under is gone: ask of each piece which models"):
        exec("from rulewright.geometry.plane import terrain_under")


@pytest.mark.parametrize(("room", "name", "words"), listed("gone"))
def test_what_is_gone_is_not_there(room: str, name: str, words: str) -> None:
    try:
        owner = import_module(room)
    except ImportError:
        owner = getattr(rulewright, room.rpartition(".")[2])

    assert name not in vars(owner)
    assert not hasattr(owner, "__dataclass_fields__") or name not in owner.__dataclass_fields__
    assert len(words) > 10


def test_what_never_was_is_an_error_as_ever() -> None:
    assert not hasattr(rulewright, "nonsense")
    assert not hasattr(import_module("rulewright.geometry.plane"), "nonsense")


def test_every_api_says_what_changed() -> None:
    assert [*table()["changed"]] == [str(number) for number in range(2, rulewright.API + 1)]


def test_nobody_pays_for_old_names_who_uses_none() -> None:
    script = (
        "import sys, rulewright; from rulewright import kinds, zones; from rulewright.content import Pack\n"
        "import rulewright.geometry.plane, rulewright.plugins; rulewright.plugins.registry()\n"
        "print('rulewright.renamed' in sys.modules and sys.modules['rulewright.renamed'].table.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "0"


# The page --------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "upgrading.md").read_text(encoding="utf-8")


def rows() -> dict[str, str]:
    """What the tables of the page say: left what was written, right what to write."""
    cells = [line.strip("| ").split(" | ", 1) for line in PAGE.splitlines() if line.startswith("| `rulewright.")]
    return {was.strip("`"): instead for was, instead in cells}


def test_the_page_says_what_the_table_says() -> None:
    """
    But for the flat names of `geometry.plane`, of which it says to which room which sort has moved.
    """
    moved = {f"{room}.{name}": f"`{new}`" for room, name, new in listed("moved") if not room.endswith(".plane")}
    gone = {f"{room}.{name}": words for room, name, words in listed("gone")}
    elsewhere = {name for name in gone if name.startswith(("rulewright.requests.", "rulewright.Ruleset."))}

    assert moved.items() <= rows().items()
    assert {name: gone[name] for name in gone.keys() - elsewhere - {"rulewright.effects.from_effects"}}.items() <= (
        rows().items()
    )
    assert rows().keys() <= moved.keys() | gone.keys()


def test_every_room_and_name_that_the_page_tells_to_write_is_there() -> None:
    new = set(re.findall(r"`((?:measure|see|move|place|tools)\.\w+)`", PAGE))

    assert len(new) > 15
    for name in new:
        room, _, own = name.partition(".")
        assert hasattr(import_module(f"rulewright.geometry.plane.{room}"), own), name


def test_the_page_names_the_api_and_version_of_today() -> None:
    release = ".".join(rulewright.__version__.split(".")[:2])

    assert f"RULEWRIGHT_API = {rulewright.API}\n" in PAGE
    assert f'"rulewright>={release}"' in PAGE
    assert f"## To API {rulewright.API}\n" in PAGE
