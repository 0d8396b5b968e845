"""One row for each game, written as the games end, so that a simulation that was stopped can go on.

Each row ends with a checksum of itself and of the checksum before it, so a row that was changed, moved, added or taken
out is found when the file is read. That protects against accidents and edited files, not against someone who computes
the checksums again.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from ..files import LARGEST_RECORDS, FileError, read, refuse_special, replace, write
from .games import Failure, Played
from .plan import Plan

ENDINGS: Final = (".csv", ".parquet")
LONGEST_SETUP: Final = 120


class RecordsError(Exception):
    """A file of records that cannot be used: which one, what was found, what would be right."""


Count: TypeAlias = Annotated[int, Meta(ge=0)]


class GameRecord(msgspec.Struct, frozen=True):
    """A row. The seats that won are numbered from 0; none of them is a draw, or a game that failed with ``error``."""

    game: str
    version: str
    setup: str
    run_seed: Annotated[str, Meta(pattern=r"^\d{1,19}$")]
    number: Count
    seed: Count
    seats: str
    winners: Annotated[str, Meta(pattern=r"^(\d{1,9}(,\d{1,9})*)?$")]
    turns: Count
    decisions: Count
    rolls: Count
    events: Count
    by_hand: Annotated[str, Meta(pattern=r"^([^;]+ \d{1,9}(; [^;]+ \d{1,9})*)?$")]
    error: str
    journal: str

    def played(self) -> Played:
        """The game of the row."""
        if self.error:
            failure = Failure(self.number, self.seed, self.error, self.journal)
            return Played(self.number, self.seed, failure=failure)
        winners = tuple(map(int, self.winners.split(","))) if self.winners else ()
        by_hand = (part.rpartition(" ") for part in self.by_hand.split("; ") if part)
        counts = {name: int(count) for name, _, count in by_hand}
        return Played(
            self.number, self.seed, winners, self.decisions, self.rolls, self.events, self.turns, by_hand=counts
        )


VALUES: Final = GameRecord.__struct_fields__
COLUMNS: Final = (*VALUES, "checksum")
COUNTS: Final = ("number", "seed", "turns", "decisions", "rolls", "events")
HEADER: Final = ",".join(COLUMNS) + "\n"


def record_of(plan: Plan, played: Played) -> GameRecord:
    """The row of a game."""
    failure, lineup = played.failure, plan.lineup_of(played.number)
    return GameRecord(
        plan.game, plan.version, setup_label(lineup.setup), str(plan.seed), played.number, played.seed,
        ",".join(lineup.seats), ",".join(map(str, played.winners)), played.turns, played.decisions,
        played.rolls, played.events, "; ".join(f"{name} {count}" for name, count in played.by_hand.items()),
        failure.error if failure else "", failure.journal if failure else "",
    )  # fmt: skip


def setup_label(setup: Any) -> str:
    """A setup as JSON where that is short, and else its digest."""
    text = json.dumps(setup, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text if len(text) <= LONGEST_SETUP else blake2b(text.encode(), digest_size=12).hexdigest()


class Records:
    """A file of records that is being written: CSV, or Parquet that is made of CSV at the end.

    ``earlier`` are the games of the same run that it had already. What is written meanwhile stands in the file itself,
    or beside it with ".part" behind its name. Raises RecordsError where the file cannot be written, is damaged, or
    holds another run.
    """

    def __init__(self, path: Path, plan: Plan, games: int) -> None:
        check_ending(path)
        self.path = path
        self.plan = plan
        self._working = _working(path)
        try:
            refuse_special(self._working)
            self._file: IO[bytes] = open(self._working, "a+b")  # noqa: SIM115 - closed by __exit__
        except FileError as error:
            raise RecordsError(str(error)) from None
        except OSError as error:
            raise RecordsError(f"{self._working}: cannot be written ({error.strerror})") from None
        try:
            _lock(self._file, self._working)
            rows = _repaired(self._file, self._working)
            if not rows and path != self._working and path.exists():
                rows = _read_parquet(path)
                self._write(_csv(rows))
            _check(path, plan, games, rows)
        except BaseException:
            self._file.close()
            raise
        self._rows = rows
        self._chain = Chain(rows)
        self.earlier = [row.played() for row in rows]

    def __enter__(self) -> Records:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def add(self, played: Played) -> None:
        """Write a game; it is there whatever happens next."""
        row = record_of(self.plan, played)
        self._rows.append(row)
        self._write(self._chain.line(row))

    def _write(self, lines: bytes) -> None:
        self._file.write(lines)
        self._file.flush()

    def finish(self) -> None:
        """Bring the rows in the order of their numbers, and into the format that was asked for."""
        rows = sorted(self._rows, key=lambda row: row.number)
        if self.path != self._working:
            replace(self.path, lambda part: _write_parquet(part, rows))
            self._file.close()
            self._working.unlink(missing_ok=True)
        elif rows != self._rows:
            write(self.path, HEADER.encode() + _csv(rows))


def check_ending(path: Path) -> None:
    """Raise RecordsError for a file that would not be written."""
    if path.suffix.lower() not in ENDINGS:
        raise RecordsError(f"{path}: records are written as {' or '.join(ENDINGS)}, not as {path.suffix or 'a file'!r}")
    if path.suffix.lower() == ".parquet":
        _pyarrow()


def seed_in(path: Path) -> int | None:
    """The seed of the run whose games a file holds already, if it is there. Raises RecordsError."""
    check_ending(path)
    working = _working(path)
    try:
        rows: Sequence[GameRecord] = ()
        if working.exists():
            rows = _parse(_whole_lines(read(working, LARGEST_RECORDS), working)[1], working)
        if not rows and path != working and path.exists():
            rows = _read_parquet(path)
    except FileError as error:
        raise RecordsError(str(error)) from None
    return int(rows[0].run_seed) if rows else None


def _working(path: Path) -> Path:
    return path if path.suffix.lower() == ".csv" else path.with_name(f"{path.name}.part")


# Another run ----------------------------------------------------------------------------


def _check(path: Path, plan: Plan, games: int, rows: Sequence[GameRecord]) -> None:
    """Raise RecordsError where the rows do not belong to the plan."""
    seen: set[int] = set()
    for row in rows:
        wanted = record_of(plan, row.played())
        wrong = [
            f"{name} {getattr(row, name)}, not {getattr(wanted, name)}"
            for name in ("game", "version", "setup", "run_seed", "seats")
            if getattr(row, name) != getattr(wanted, name)
        ]
        if wrong:
            raise RecordsError(f"{path} holds another run: {'; '.join(wrong)}. Name another file, or delete this one")
        if row.seed != plan.seed_of(row.number):
            raise RecordsError(
                f"{path} holds another run, or is damaged: game {row.number} there has seed {row.seed}, here "
                f"{plan.seed_of(row.number)} (comparisons play each seed twice). Name another file, or delete this one"
            )
        if any(winner >= len(plan.lineup_of(row.number).seats) for winner in row.played().winners):
            raise RecordsError(
                f"{path} is damaged: seats {row.winners} won game {row.number}, and there is no such seat"
            )
        if row.number in seen:
            raise RecordsError(f"{path} is damaged: game {row.number} stands there twice")
        seen.add(row.number)
    if beyond := [number for number in seen if number >= games]:
        raise RecordsError(
            f"{path} holds game {max(beyond)}, and this run ends with game {games - 1}; "
            f"ask for {max(beyond) + 1} games or more, or name another file"
        )


# CSV ------------------------------------------------------------------------------------


class Chain:
    """Gives each row the checksum that belongs to it, after those of the rows before it."""

    def __init__(self, rows: Iterable[GameRecord] = ()) -> None:
        self._last = ""
        for row in rows:
            self.checksum(row)

    def checksum(self, row: GameRecord) -> str:
        """The checksum of the next row."""
        self._last = blake2b(f"{self._last}\n{_cells(row)}".encode(), digest_size=8).hexdigest()
        return self._last

    def line(self, row: GameRecord) -> bytes:
        """The next row as a line of CSV."""
        return f"{_cells(row)},{self.checksum(row)}\n".encode()


def _cells(row: GameRecord) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([getattr(row, name) for name in VALUES])
    return text.getvalue()


def _csv(rows: Iterable[GameRecord]) -> bytes:
    return b"".join(map(Chain().line, rows))


def _repaired(file: IO[bytes], path: Path) -> list[GameRecord]:
    """The rows of a file that is open for more, without the line that was being written when someone stopped."""
    file.seek(0)
    data = file.read(LARGEST_RECORDS + 1)
    if len(data) > LARGEST_RECORDS:
        raise RecordsError(f"{path}: it is larger than {LARGEST_RECORDS:,} bytes, the most that is read")
    good, lines = _whole_lines(data, path)
    rows = _parse(lines, path)
    file.truncate(good)
    if not good:
        file.write(HEADER.encode())
        file.flush()
    return rows


def _whole_lines(data: bytes, path: Path) -> tuple[int, list[str]]:
    """How many bytes of a file are whole lines, and these lines. Raises RecordsError where it holds no records."""
    if HEADER.encode().startswith(data):
        return 0, []
    if not data.startswith(HEADER.encode()):
        first = data[:80].split(b"\n")[0].decode(errors="replace").strip()
        raise RecordsError(f"{path} holds no records: its first line is {first!r}, and should be {HEADER.strip()!r}")
    good = data.rindex(b"\n") + 1
    try:
        return good, data[: good - 1].decode().split("\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordsError(f"{path}, line {line}: is not text in UTF-8") from None


def _parse(lines: Sequence[str], path: Path) -> list[GameRecord]:
    found, chain = [], Chain()
    for number, line in enumerate(lines[1:], 2):
        place = f"{path}, line {number}"
        try:
            (cells,) = csv.reader([line], strict=True)
        except (csv.Error, ValueError) as error:
            raise RecordsError(f"{place}: is not a row of CSV ({error})") from None
        row = _row(cells, chain, place, "delete this line and those after it")
        if line != f"{_cells(row)},{cells[-1]}":
            raise RecordsError(f"{place}: this row was changed: found {line!r}, which is not how it was written")
        found.append(row)
    return found


def _row(cells: Sequence[Any], chain: Chain, place: str, remedy: str) -> GameRecord:
    if len(cells) != len(COLUMNS):
        raise RecordsError(f"{place}: has {len(cells)} values, and should have {len(COLUMNS)}")
    *values, found = cells
    try:
        row = msgspec.convert(dict(zip(VALUES, values, strict=True)), GameRecord, strict=False)
        row.played()
    except ValueError as error:  # a ValidationError is one
        raise RecordsError(f"{place}: {error}") from None
    if found != (right := chain.checksum(row)):
        raise RecordsError(
            f"{place}: this row was changed, or a row before it was moved, added or taken out: its checksum is "
            f"{found!r}, and should be {right!r}; {remedy}, and those games are played again"
        )
    return row


def _lock(file: IO[bytes], path: Path) -> None:
    """Two runs do not write to one file; where the system has no such locks, nobody is kept from it."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise RecordsError(f"{path}: another simulation is writing to it") from None


# Parquet --------------------------------------------------------------------------------


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise RecordsError(
            "records as .parquet take pyarrow, which is not installed: pip install 'rulewright[data]', or write .csv"
        ) from None
    return pyarrow


def _write_parquet(path: Path, rows: Sequence[GameRecord]) -> None:
    pyarrow = _pyarrow()
    fields = [(name, pyarrow.int64() if name in COUNTS else pyarrow.string()) for name in COLUMNS]
    columns = {name: [getattr(row, name) for row in rows] for name in VALUES}
    columns["checksum"] = list(map(Chain().checksum, rows))
    pyarrow.parquet.write_table(pyarrow.table(columns, schema=pyarrow.schema(fields)), path)


def _read_parquet(path: Path) -> list[GameRecord]:
    pyarrow = _pyarrow()
    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise RecordsError(f"{path}: is not Parquet that can be read ({error})") from None
    if tuple(table.column_names) != COLUMNS:
        raise RecordsError(f"{path} holds no records: its columns are {', '.join(table.column_names)}")
    return list(_rows_of(table.to_pylist(), path))


def _rows_of(found: Iterable[dict[str, Any]], path: Path) -> Iterator[GameRecord]:
    chain = Chain()
    for number, one in enumerate(found, 1):
        yield _row(tuple(one.values()), chain, f"{path}, row {number}", "delete the file")
