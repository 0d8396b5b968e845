"""What is final is final; then the seal is opened, and anyone can check that the dice follow from it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec import structs

from rulewright.api import rules_for
from rulewright.cli.main import main
from rulewright.refusals import Refused
from rulewright.requests import CHANCE
from rulewright.web.store import Act, SqliteStore
from rulewright.web.table import LiveTable, new_record

from .test_take_back import at_a_table, settled

GAME = "unmatched_nemesis"


async def finished(table: LiveTable) -> None:
    """People answer like a bot that does not judge, until the game is over."""
    rng = Random(2)
    await settled(table)
    while table.game.result is None:
        request = table.game.request
        await table.act(Act(request.player, request.space.for_program(rng)), table.count)
        await settled(table)


@pytest.mark.parametrize("seats", [["person", "person"], ["person", "random"]], ids=["two people", "against a bot"])
def test_nobody_takes_back_the_end(tmp_path: Path, seats: list[str]) -> None:
    async def play(table: LiveTable) -> None:
        with pytest.raises(LookupError, match="when the game is over"):
            table.journal()
        await finished(table)
        digest = table.game.digest()
        for seat in table.people:
            with pytest.raises(Refused, match="nothing is taken back any more"):
                await table.act(Act(seat, back=True), table.count)
        assert table.game.result is not None and table.game.digest() == digest

    at_a_table(tmp_path / "t.db", GAME, seats, play)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The journal of a game in which dice were taken back against a bot."""
    found: list[Any] = []

    async def play(table: LiveTable) -> None:
        rng = Random(3)
        for _ in range(6):
            await settled(table)
            request = table.game.request
            await table.act(Act(0, request.space.for_program(rng)), table.count)
            await settled(table)
            await table.act(Act(0, back=True), table.count)
        await finished(table)
        found.append(json.loads(msgspec.json.encode(table.journal())))

    at_a_table(tmp_path_factory.mktemp("sealed") / "t.db", "dice_throne", ["person", "random"], play)
    journal: dict[str, Any] = found[0]
    return journal


def unsealed(folder: Path, journal: Any, *more: str) -> Result:
    file = folder / "table.json"
    file.write_text(json.dumps(journal))
    return CliRunner().invoke(main, ["unseal", str(file), *more])


def test_the_dice_of_a_journal_follow_from_its_seal(tmp_path: Path, journal: dict[str, Any]) -> None:
    told = unsealed(tmp_path, journal)
    assert told.exit_code == 0, told.output
    assert "rolls and shuffles follow from the seal" in told.output
    assert unsealed(tmp_path, journal, "--seal", journal["seal"].upper()).exit_code == 0
    data = json.loads(unsealed(tmp_path, journal, "--json").output)
    assert (data["follows"], data["taken_back"], data["seal"]) == (True, 6, journal["seal"])
    assert data["draws"] > 10


def test_a_journal_of_another_seal_is_refused(tmp_path: Path, journal: dict[str, Any]) -> None:
    told = unsealed(tmp_path, journal, "--seal", "0" * 64)
    assert told.exit_code == 1
    assert "its seed and salt have the seal" in told.output
    assert unsealed(tmp_path, {**journal, "salt": "another"}).exit_code == 1


def test_dice_that_were_changed_are_found(tmp_path: Path, journal: dict[str, Any]) -> None:
    """A forger would make the chain of digests anew; so it is taken away here."""
    game = {**journal["game"], "chain": [], "digest": "", "log": "", "marks": []}
    answers = [list(answer) for answer in game["answers"]]
    last = max(number for number, (seat, fell) in enumerate(answers) if seat == -1 and len(set(map(str, fell))) > 1)
    answers[last] = (
        [-1, answers[last][1][::-1]] if answers[last][1][::-1] != answers[last][1] else [-1, [1, 1, 1, 1, 1]]
    )
    told = unsealed(tmp_path, {**journal, "game": {**game, "answers": answers}})
    assert told.exit_code == 1, told.output
    assert "do not follow from the seal" in told.output


def test_another_seed_behind_the_same_dice_is_found(tmp_path: Path, journal: dict[str, Any]) -> None:
    """Whoever has looked for a better seed needs another seal."""
    header = {**journal["game"]["header"], "seed": 1}
    told = unsealed(tmp_path, {**journal, "game": {**journal["game"], "header": header}})
    assert told.exit_code == 1
    assert "its seed and salt have the seal" in told.output


@pytest.mark.parametrize("damage", ["{", "[]", "{}", '{"sealed": 1}', "[" * 100_000])
def test_a_file_that_is_no_journal_is_refused_by_name(tmp_path: Path, damage: str) -> None:
    (tmp_path / "notes.json").write_text(damage)
    told = CliRunner().invoke(main, ["unseal", str(tmp_path / "notes.json")])
    assert told.exit_code == 1
    assert "notes.json: not the journal of a table" in told.output


@pytest.mark.parametrize("game", ["dice_throne", "unmatched_nemesis"])
def test_bots_play_a_journal(tmp_path: Path, game: str) -> None:
    async def play(table: LiveTable) -> None:
        await settled(table)
        assert table.game.result is not None, table.stopped
        told = unsealed(tmp_path, json.loads(msgspec.json.encode(table.journal())))
        assert told.exit_code == 0, told.output

    at_a_table(tmp_path / "t.db", game, ["random", "random"], play)


def test_a_table_of_an_earlier_version_comes_back_with_what_was_taken_back_then(tmp_path: Path) -> None:
    """Then one person could take back the choice of another."""
    rules = rules_for(GAME)
    record = structs.replace(new_record(rules, None, ["person", "person"]), seed=11)
    store = SqliteStore(tmp_path / "t.db")
    table = LiveTable(record, rules, store)
    request = table.game.request
    acts = [Act(request.player, request.space.options()[0]), Act(1 - request.player, back=True)]
    table.course.play(acts)
    assert set(table.game.answers.seats) <= {CHANCE}
    assert table.count == 2
    store.close()
