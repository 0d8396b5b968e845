"""Every game is under every attack, and a fault in one does not hide the others."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.plugins import registry

from . import __main__ as all_attacks
from . import saves, texts


def test_every_game_is_attacked() -> None:
    names = {name for name, _ in all_attacks.small()}
    assert names == {
        "records of simulations",
        *(f"{what} of {game}" for what in ("content", "saves") for game in registry().rulesets),
        *(f"what leaves {game}" for game in registry().rulesets),
        *(f"texts of {game}" for game in texts.GAMES),
    }


def test_changed_saves_are_refused_or_the_same() -> None:
    found = saves.attack(40, 1, dice=2, games=["unmatched_nemesis"])
    assert set(found) <= {"refused", "the same", "not verified"} and found["refused"] > 20


def test_each_fault_is_named_with_the_attack_that_found_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(all_attacks, "small", lambda: [("doors", find), ("walls", dict), ("windows", find)])
    assert all_attacks.main() == 1
    assert [line.split(" in 0 s")[0] for line in capsys.readouterr().out.splitlines()] == [
        "FAULT in doors: it stands open", "walls: {}", "FAULT in windows: it stands open",
    ]  # fmt: skip


def find() -> Any:
    raise AssertionError("it stands open")
