"""Names that Rulewright once had: those that have moved still work, with a warning; the others say what to write."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module

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
    with pytest.raises(ImportError, match=r"geometry\.plane\.terrain_under is gone: write measure\.standing_on"):
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
