"""Spoilt files: many kinds of damage, each answered in words; whatever else answers is named by the kit."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from pydantic import BaseModel

from rulewright.journal import journal_of
from rulewright.problems import ContentError, Problem
from rulewright.testing import KitFailure, check_damage, check_damaged_file, playthrough
from rulewright.testing.patience import OutOfPatience, frugality, patience
from rulewright.testing.spoiling import spoilt
from tests.core.small_games import DUEL, SURVEY

DATA = msgspec.json.encode(journal_of(playthrough(DUEL, seed=1)))


def test_a_file_is_spoilt_in_many_ways_each_described() -> None:
    found = list(spoilt(DATA, Random(3), 400))
    described = " ".join(what for what, _ in found)

    assert len(found) == 400
    assert len({data for _, data in found}) > 370
    assert sum(data != DATA for _, data in found) > 370
    for kind in (
        "cut off after", "bytes are missing", "stands at byte", "the number at byte", "the whole file is",
        "is nested in lists", "is missing", "stands there twice", "are swapped", "was ", "NaN", "9999999",
    ):  # fmt: skip
        assert kind in described, kind
    assert [what for what, _ in spoilt(DATA, Random(3), 400)] == [what for what, _ in found]


def test_a_file_that_is_no_json_is_spoilt_too() -> None:
    assert len(list(spoilt(b'name = "Ada"\nhp = 7\n', Random(1), 60))) == 60
    assert len(list(spoilt(b"", Random(1), 60))) == 60


def test_edits_keep_the_document_readable() -> None:
    edited = [data for what, data in spoilt(DATA, Random(2), 300) if " is missing" in what or " was " in what]

    assert len(edited) > 40
    assert Counter(type(json.loads(data)) for data in edited if data.startswith(b'{"r')) == Counter(
        {dict: sum(data.startswith(b'{"r') for data in edited)}
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_damaged_saves_tables_and_setups_are_refused_in_words(seed: int) -> None:
    assert check_damage(playthrough(SURVEY, seed=seed), 150, seed, begin=True) == 300
    assert check_damage(playthrough(DUEL, seed=seed), 150, seed) > 300


def test_a_setup_that_is_accepted_must_begin_a_game() -> None:
    """The duel for tests fails on purpose with some setups."""
    with pytest.raises(KitFailure, match=r"a game with a setup in which .* is answered by KeyError") as caught:
        check_damage(playthrough(DUEL, seed=1), 150, begin=True)
    assert caught.value.check == "damage"


def test_rules_that_break_on_a_hostile_setup_are_named() -> None:
    class Sides(BaseModel):
        size: Any = 4

        def model_post_init(self, context: Any) -> None:
            [0] * self.size

    rules = replace(SURVEY, setup=Sides)

    with pytest.raises(KitFailure, match=r"a (save|setup) in which .* is answered by (TypeError|MemoryError|Overflow)"):
        check_damage(playthrough(rules, seed=1), 300)


def test_a_save_that_is_read_as_another_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.journal._compare", lambda *_: None)
    monkeypatch.setattr("rulewright.game.digest_of", lambda position: "always the same")
    game = playthrough(DUEL, seed=1)
    check_damage(game, 40)
    monkeypatch.undo()
    monkeypatch.setattr("rulewright.testing.damaged.journal_of", without_digest)

    with pytest.raises(KitFailure, match=r"a save in which .* is loaded, and is another position"):
        check_damage(game, 200)


def without_digest(game: Any) -> Any:
    journal = journal_of(game)
    journal.digest, journal.marks, journal.chain = "", [], []
    return journal


# --------------------------------------------------------------------------------------------------------- content


def read_strictly(added: Sequence[Path]) -> None:
    for path in added:
        try:
            json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise ContentError([Problem(path.name, "", "", str(error), "JSON")]) from error


@pytest.fixture
def content(tmp_path: Path) -> Path:
    path = tmp_path / "heroes.json"
    path.write_text('{"heroes": [{"id": "ada", "hp": 7}]}')
    return path


def test_damaged_content_is_refused_in_words(content: Path) -> None:
    rules = replace(SURVEY, content=read_strictly).freeze()

    assert check_damaged_file(rules, content, 200) == 200


def test_content_lies_in_a_folder_of_the_name_it_had(content: Path) -> None:
    places: set[str] = set()

    def read(added: Sequence[Path]) -> None:
        places.update(f"{path.parent.name}/{path.name}" for path in added)
        read_strictly(added)

    check_damaged_file(replace(SURVEY, content=read).freeze(), content, 20)

    assert places == {f"{content.parent.name}/heroes.json"}


def test_content_that_breaks_its_reader_is_named(content: Path) -> None:
    rules = replace(SURVEY, content=lambda added: [json.loads(path.read_text()) for path in added]).freeze()

    with pytest.raises(KitFailure, match=r"heroes.json in which .* is answered by \w+Error: .*expected a ContentError"):
        check_damaged_file(rules, content, 200)


def test_a_reader_that_never_ends_is_named(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ponder(added: Sequence[Path]) -> None:
        while added:
            pass

    monkeypatch.setattr("rulewright.testing.damaged.TOO_LONG", 0.1)
    with pytest.raises(KitFailure, match=r"takes too long: .* 0\.1 seconds of processor time, and is in .*ponder"):
        check_damaged_file(replace(SURVEY, content=ponder).freeze(), content, 5)


def test_a_ruleset_that_reads_no_content_is_named(content: Path) -> None:
    with pytest.raises(KitFailure, match=r"survey reads no content, so nothing reads heroes\.json"):
        check_damaged_file(SURVEY.freeze(), content)


# -------------------------------------------------------------------------------------------------------- patience


def test_frugality_ends_what_takes_too_much() -> None:
    pytest.importorskip("resource")
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system cannot limit memory")
    with pytest.raises(MemoryError), frugality(200):
        bytearray(2**30)
    assert len(bytearray(2**28)) == 2**28


def test_patience_ends_what_takes_too_long_and_leaves_the_rest() -> None:
    with pytest.raises(OutOfPatience, match=r"more than 0\.05 seconds of proc"), patience(5), patience(0.05):
        while True:
            pass
    with patience(0.2):
        assert sum(range(10)) == 45
    work(0.3)


def test_patience_does_not_count_the_time_in_which_others_work() -> None:
    with patience(0.05):
        time.sleep(0.2)


def work(seconds: float) -> None:
    """Keep the processor busy for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
