"""A row for each game: the same file whoever wrote it, however often it was stopped; another run's file is refused."""

from __future__ import annotations

import csv
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulewright.simulate import RecordsError, Summary, compare, game_seed, simulate
from rulewright.simulate.records import COLUMNS, HEADER, Chain, GameRecord, setup_label

from ..attack.records import attack
from .single_games import play_game
from .small_games import DUEL, duel, install

RULES = duel()
SEATS = ("greedy", "random")
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files and failed games are kept in an empty folder."""
    monkeypatch.chdir(tmp_path)
    install()


def record(file: str | Path, games: int = 12, **changes: Any) -> Summary:
    return simulate(RULES, games, **{"seed": 7, "seats": SEATS, "records": file, **changes})


def plain(summary: Summary) -> dict[str, Any]:
    """What does not depend on when the games were played."""
    data: dict[str, Any] = msgspec.to_builtins(summary)
    del data["seconds"], data["kept"]
    return data


def rows(file: str) -> list[dict[str, str]]:
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


# What is in it --------------------------------------------------------------------------


def test_a_row_is_a_game() -> None:
    record("games.csv")
    found = rows("games.csv")
    assert [int(row["number"]) for row in found] == list(range(12))
    for row in found:
        played = play_game(RULES, game_seed(7, int(row["number"])), SEATS)
        assert row["seed"] == str(played.seed) and row["run_seed"] == "7"
        assert row["winners"] == ",".join(map(str, played.winners)) and row["seats"] == "greedy,random"
        counts = (played.turns, played.decisions, played.rolls, played.events)
        assert tuple(int(row[name]) for name in ("turns", "decisions", "rolls", "events")) == counts
        assert (row["game"], row["setup"], row["error"]) == ("duel", '{"fail_at":0,"hp":8}', "")
        assert RULES.fingerprint in row["version"]


def test_a_failed_game_has_its_error_and_journal() -> None:
    summary = record("games.csv", setup={"fail_at": 6}, seats=("random",))
    assert 0 < summary.failed < 12
    failed = [row for row in rows("games.csv") if row["error"]]
    assert [row["error"] for row in failed] == [failure.error for failure in summary.failures]
    assert all(Path(row["journal"]).is_file() and row["winners"] == "" for row in failed)
    assert record("games.csv", setup={"fail_at": 6}, seats=("random",)).failures == summary.failures


def test_long_setups_have_a_digest() -> None:
    assert setup_label({"b": 1, "a": "牌"}) == '{"a":"牌","b":1}'
    long = setup_label({"roster": list(range(100))})
    assert len(long) == 24 and long != setup_label({"roster": list(range(101))})


def test_the_file_does_not_depend_on_the_number_of_processes() -> None:
    record("one.csv", jobs=1)
    record("two.csv", jobs=2)
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()


def test_parquet_has_the_same_rows() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    record("games.csv")
    summary = record("games.parquet", jobs=2)
    table = parquet.read_table("games.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows("games.csv")
    assert [type(table[0][name]) for name in ("seats", "winners", "number", "events")] == [str, str, int, int]
    assert sorted(path.name for path in Path().iterdir()) == ["games.csv", "games.parquet"]
    assert plain(record("games.parquet")) == plain(summary)


# Going on -------------------------------------------------------------------------------

SCRIPT = """
import sys, time
sys.path.insert(0, {root!r})
from rulewright.simulate import simulate
from tests.core.small_games import duel
left = {stop}
def wait(played):
    global left
    left -= played
    if left == 0:
        print("here", flush=True)
        time.sleep(600)
simulate(duel(), {games}, seed=7, seats=("greedy", "random"), jobs=2, records=sys.argv[1], progress=wait)
"""


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_killed_run_goes_on_where_it_stopped(ending: str) -> None:
    """
    Killed in the middle, with its last line half written: the same rows and summary as if nothing had happened.
    """
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    games, stop = 60, 23
    working = Path("games.csv" if ending == "csv" else "games.parquet.part")
    code = SCRIPT.format(root=str(ROOT), games=games, stop=stop)
    running = subprocess.Popen([sys.executable, "-c", code, f"games.{ending}"], stdout=subprocess.PIPE)
    try:
        assert running.stdout is not None and running.stdout.readline() == b"here\n"
        with pytest.raises(RecordsError, match="another simulation is writing to it"):
            record(f"games.{ending}", games)
    finally:
        running.kill()
        running.communicate()  # to the end: the workers hold the other end until they are gone
    assert working.read_bytes().count(b"\n") == stop + 1
    with working.open("ab") as file:
        file.write(b'duel,0.1.0 1 abc,"{""fail_')
    summary = record(f"games.{ending}", games, jobs=2)
    assert summary.kept == stop
    whole = record(f"whole.{ending}", games)
    assert plain(summary) == plain(whole) and whole.kept == 0
    assert Path(f"games.{ending}").read_bytes() == Path(f"whole.{ending}").read_bytes()
    assert not Path("games.parquet.part").exists()


def test_wherever_a_line_breaks_off_it_is_repaired() -> None:
    record("whole.csv", 3)
    whole = Path("whole.csv").read_bytes()
    for length in range(len(whole)):
        Path("games.csv").write_bytes(whole[:length])
        kept = max(0, whole[:length].count(b"\n") - 1)
        if length % 29 == 0 or whole[length - 1 : length + 1].count(b"\n"):
            assert record("games.csv", 3).kept == kept
            assert Path("games.csv").read_bytes() == whole


def test_an_interrupted_run_keeps_what_it_has() -> None:
    def stop(played: int) -> None:
        if played and len(rows("games.csv")) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record("games.csv", progress=stop)
    assert len(rows("games.csv")) == 5
    seen: list[int] = []
    assert record("games.csv", progress=seen.append).kept == 5 and sum(seen) == 12


def test_a_run_can_be_made_longer_and_needs_no_seed_then() -> None:
    first = record("games.csv", 5, seed=None)
    longer = record("games.csv", 12, seed=None)
    assert longer.seed == first.seed and longer.kept == 5
    assert plain(longer) == plain(record("again.csv", 12, seed=first.seed))


def test_comparisons_go_on_too() -> None:
    whole = compare(RULES, "greedy", "random", 10, seed=7, records="whole.csv")
    compare(RULES, "greedy", "random", 4, seed=7, records="games.csv")
    again = compare(RULES, "greedy", "random", 10, seed=7, jobs=2, records="games.csv")
    assert again.summary.kept == 4 and again.difference == whole.difference and again.wins == whole.wins
    assert Path("games.csv").read_bytes() == Path("whole.csv").read_bytes()
    assert [row["seats"] for row in rows("games.csv")[:3]] == ["greedy,random", "random,greedy", "greedy,random"]


# What is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 8}, "run_seed 7, not 8"),
        ({"seats": ("random", "greedy")}, "seats greedy,random, not random,greedy"),
        ({"setup": {"hp": 9}}, 'setup {"fail_at":0,"hp":8}, not {"fail_at":0,"hp":9}'),
        ({"games": 6}, "game 11, and this run ends with game 5; ask for 12 games or more"),
        ({"seed": 8, "seats": ("random",)}, "run_seed 7, not 8; seats greedy,random, not random,random"),
    ],
)
def test_another_run_is_refused(changes: dict[str, Any], words: str) -> None:
    record("games.csv")
    before = Path("games.csv").read_bytes()
    with pytest.raises(RecordsError) as caught:
        record("games.csv", **changes)
    assert words in str(caught.value) and "games.csv holds" in str(caught.value)
    assert Path("games.csv").read_bytes() == before


def test_other_versions_and_games_are_refused() -> None:
    record("games.csv", 2)
    others = ((replace(DUEL, version="2"), "version 0"), (replace(DUEL, id="brawl"), "game duel, not brawl"))
    for changed, words in others:
        with pytest.raises(RecordsError, match=words):
            simulate(changed, 2, seed=7, seats=SEATS, records="games.csv")
    with pytest.raises(RecordsError, match="seats greedy,random, not random,greedy"):
        compare(RULES, "greedy", "random", 2, seed=7, records="games.csv")


def change(line: int, old: str, new: str) -> None:
    lines = Path("games.csv").read_text(encoding="utf-8").split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    Path("games.csv").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (",7,2,", ",7,two,", "games.csv, line 4: Expected `int`, got `str` - at `$.number`"),
        (",7,2,", ",7,-2,", "games.csv, line 4: Expected `int` >= 0 - at `$.number`"),
        (",7,2,", ",7,", "games.csv, line 4: has 15 values, and should have 16"),
        (",7,2,", ",7,1,", "games.csv, line 4: this row was changed, or a row before it was moved, added or taken out"),
        (",7,2,", ",seven,2,", "games.csv, line 4: Expected `str` matching regex"),
        ('"greedy,random",0,', '"greedy,random",1,', "games.csv, line 4: this row was changed, or a row before it"),
        (",7,2,", ',"7",2,', "games.csv, line 4: this row was changed: found 'duel,"),
        ('"greedy,random",0,', '"greedy,random",x,', "games.csv, line 4: Expected `str` matching regex"),
        ('"greedy,random",0,', '"greedy,random"0,', "games.csv, line 4: is not a row of CSV"),
    ],
)
def test_damaged_rows_are_named(old: str, new: str, words: str) -> None:
    record("games.csv", 4)
    change(4, old, new)
    before = Path("games.csv").read_bytes()
    with pytest.raises(RecordsError) as caught:
        record("games.csv", 4)
    assert str(caught.value).startswith(words)
    assert Path("games.csv").read_bytes() == before


def test_a_row_that_is_gone_doubled_or_moved_is_found_at_the_next() -> None:
    record("games.csv", 6)
    lines = Path("games.csv").read_text().splitlines(keepends=True)
    for changed, line in (
        ([*lines[:2], *lines[3:]], 3),
        ([*lines[:4], lines[3], *lines[4:]], 5),
        ([*lines[:3], lines[4], lines[3], *lines[5:]], 4),
        ([*lines, lines[2]], 8),
    ):
        Path("games.csv").write_text("".join(changed))
        for seed in (7, None):
            with pytest.raises(RecordsError, match=rf"games\.csv, line {line}: this row was changed, or a row before"):
                record("games.csv", 6, seed=seed)


def test_the_checksum_says_what_helps() -> None:
    whole = record("games.csv", 6)
    before = Path("games.csv").read_bytes()
    change(4, '"greedy,random",0,', '"greedy,random",1,')
    with pytest.raises(RecordsError, match=r"delete this line and those after it, and those games are played again"):
        record("games.csv", 6)
    Path("games.csv").write_text("".join(Path("games.csv").read_text().splitlines(keepends=True)[:3]))
    again = record("games.csv", 6)
    assert again.kept == 2 and plain(again) == plain(whole) and Path("games.csv").read_bytes() == before


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_changed_file_is_taken_for_other_games(seed: int) -> None:
    found = attack(300, seed)
    assert found["refused"] > 200 and found["some rows"] > 0


def forge(changed: dict[str, Any], line: int) -> None:
    """Another row in the place of one, with the checksums to it."""
    forged = [msgspec.convert(row, GameRecord, strict=False) for row in rows("games.csv")]
    forged.insert(line, msgspec.structs.replace(forged[line], **changed))
    Path("games.csv").write_bytes(HEADER.encode() + b"".join(map(Chain().line, forged)))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "games.csv is damaged: game 1 stands there twice"),
        ({"winners": "6"}, "games.csv is damaged: seats 6 won game 1"),
        ({"number": 0}, "games.csv holds another run, or is damaged: game 0 there has seed"),
    ],
)
def test_forged_rows_that_no_run_has_are_refused(changed: dict[str, Any], words: str) -> None:
    record("games.csv", 4)
    forge(changed, 1)
    with pytest.raises(RecordsError) as caught:
        record("games.csv", 4)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("content", [b"name,points\nthor,3\n", b"\x89PNG\r\n\x1a\n\x00", b"x", HEADER.upper().encode()])
def test_files_of_something_else_are_left_alone(content: bytes) -> None:
    Path("games.csv").write_bytes(content)
    with pytest.raises(RecordsError, match=r"games\.csv holds no records: its first line is .* should be 'game,"):
        record("games.csv", 4)
    assert Path("games.csv").read_bytes() == content


def test_text_that_is_none_is_named() -> None:
    record("games.csv", 4)
    Path("games.csv").write_bytes(Path("games.csv").read_bytes().replace(b"fail_at", b"fail\xff\xfe", 1))
    with pytest.raises(RecordsError, match=r"games\.csv, line 2: is not text in UTF-8"):
        record("games.csv", 4)


def test_places_where_nothing_can_be_written_are_named_before_the_first_game() -> None:
    Path("file").write_text("")
    Path("folder.csv").mkdir()
    played: list[int] = []
    for place in ("missing/games.csv", "file/games.csv", "folder.csv"):
        for seed in (7, None):
            with pytest.raises(RecordsError, match=place):
                record(place, seed=seed, progress=played.append)
    for place in ("games.xlsx", "games"):
        with pytest.raises(RecordsError, match=r"records are written as \.csv or \.parquet, not as "):
            record(place, progress=played.append)
    assert played == []


def test_damaged_parquet_is_named() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for seed in (7, None):
        Path("games.parquet").write_bytes(b"PAR1 and nothing else")
        with pytest.raises(RecordsError, match=r"games\.parquet: is not Parquet that can be read"):
            record("games.parquet", seed=seed)
        parquet.write_table(pyarrow.table({"name": ["thor"]}), "games.parquet")
        with pytest.raises(RecordsError, match=r"games\.parquet holds no records: its columns are name"):
            record("games.parquet", seed=seed)
        parquet.write_table(pyarrow.table({name: ["x"] for name in COLUMNS}), "games.parquet")
        with pytest.raises(RecordsError, match=r"games\.parquet, row 1: "):
            record("games.parquet", seed=seed)


def test_a_row_of_parquet_that_was_changed_is_named() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    record("whole.parquet", 5)
    table = parquet.read_table("whole.parquet").to_pylist()
    for changed, row in ((table[:1] + table[2:], 2), ([*table[:3], {**table[3], "turns": 1}, table[4]], 4)):
        parquet.write_table(pyarrow.Table.from_pylist(changed), "games.parquet")
        with pytest.raises(RecordsError, match=rf"games\.parquet, row {row}: this row was changed, .* delete the file"):
            record("games.parquet", 5)


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RecordsError, match=r"pip install 'rulewright\[data\]', or write \.csv"):
        record("games.parquet")
