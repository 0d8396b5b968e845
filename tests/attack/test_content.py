"""The attack on content, in small; and that it finds what it looks for."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.cli.checking import Checked, check
from rulewright.testing.mutants import Mutator

from . import content
from .content import LIBRARY, PERSONS, Fault, attack, one_mutant, schemas_of


@pytest.mark.parametrize("game", PERSONS)
def test_what_check_accepts_is_played(game: str) -> None:
    found = attack(8, 20, [game])[game]
    assert found["refused"] and found["played"]


@pytest.mark.parametrize("game", PERSONS)
def test_the_content_of_a_person_is_sound_before_it_is_changed(game: str, tmp_path: Path) -> None:
    document, setups = PERSONS[game](Random(1))
    (tmp_path / "mine.json").write_text(json.dumps(document))
    assert check(tmp_path / "mine.json", game).problems == ()
    assert content.tried(game, tmp_path / "mine.json", setups[:2], Random(1)) == "played"


def test_content_that_check_lets_through_and_no_game_stands_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "check", lambda path, game: Checked(str(path), "content", game))
    with pytest.raises(Fault, match=r"unmatched_nemesis, mutant \d+ of seed 1: .*\n.*Content"):
        attack(40, 1, ["unmatched_nemesis"])


def test_a_mutant_is_another_document_and_the_same_for_a_seed() -> None:
    document, _ = PERSONS["dice_throne"](Random(1))
    before = json.dumps(document)
    mutator = Mutator(schemas_of("dice_throne"), [LIBRARY["dice_throne"]])
    found: list[Any] = [mutator.mutant(document, Random(seed)) for seed in range(60)]
    assert json.dumps(document) == before
    assert json.dumps(found) == json.dumps([mutator.mutant(document, Random(seed)) for seed in range(60)])
    assert len({json.dumps(changed) for _, changed in found} - {before}) > 50
    assert all(what for what, _ in found)


def test_a_mutant_can_be_looked_at_again(tmp_path: Path) -> None:
    result, fault = one_mutant("unmatched_nemesis", "1/unmatched_nemesis/1", tmp_path)
    assert (result in ("refused", "played", "no setup")) and not fault
    assert (tmp_path / "mine.json").read_bytes()
