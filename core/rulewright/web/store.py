"""Where tables and what was done at them are kept: nothing is acknowledged before it is on disk.

`SqliteStore` writes in a thread of its own, as many acts at once as have come meanwhile, so that a table waits for one
write to the disk and not for each.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from time import time
from typing import Any, Final, Protocol

import msgspec

FORMAT: Final = 1


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something done at a table: an answer of a seat, or with ``back`` its wish to take back its last one.

    ``id`` is what the client called it: an act that comes twice is done once. An answer that was given for someone who
    was not asked (`rulewright.stops`) is ``unasked``.
    """

    seat: int
    answer: Any = None
    back: bool = False
    id: str = ""
    unasked: bool = False


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person with a secret key, or the bot of that name."""

    key: str = ""
    bot: str = ""


class OpenedTable(msgspec.Struct, frozen=True):
    """A table as it was opened. ``salt`` and ``seed`` are what its commitment hides until the game is over."""

    id: str
    game: str
    setup: Any
    seed: int
    salt: str
    chairs: tuple[Chair, ...]
    opened: float
    private: bool = False
    fingerprint: str = ""


class Standing(msgspec.Struct, frozen=True):
    """How a table stands: when something was last done (seconds since 1970), ever by a person, and if it is over."""

    at: float
    begun: bool
    over: bool


class StoreError(Exception):
    """What was done could not be kept, or what was kept cannot be read: why."""


class Store(Protocol):
    """Keeps tables and acts. What `add` and `keep` have been awaited for survives the process."""

    def records(self) -> list[OpenedTable]:
        """All tables, in the order in which they were opened."""

    def acts(self, table: str) -> list[Act]:
        """What was done at a table, in order."""

    async def add(self, record: OpenedTable) -> None:
        """Keep a new table. Raises StoreError."""

    async def keep(self, table: str, number: int, acts: Sequence[Act], *, over: bool = False) -> None:
        """Keep what was done next at a table, the first act as that number, and if it is over. Raises StoreError."""

    def standings(self) -> dict[str, Standing]:
        """How the tables stand at which something was done."""

    async def remove(self, table: str) -> None:
        """Forget a table and all that was done there. Raises StoreError."""

    def close(self) -> None:
        """Write what waits, and stop."""


_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (place INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS acts (
    of TEXT NOT NULL, number INTEGER NOT NULL, act TEXT NOT NULL, PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS standings (
    of TEXT PRIMARY KEY, at REAL NOT NULL, begun INTEGER NOT NULL, over INTEGER NOT NULL
) WITHOUT ROWID;
"""

_ADD: Final = "INSERT INTO tables (id, record) VALUES (?, ?)"
_KEEP: Final = "INSERT INTO acts (of, number, act) VALUES (?, ?, ?)"
_STAND: Final = """
INSERT INTO standings (of, at, begun, over) VALUES (?, ?, ?, ?)
ON CONFLICT (of) DO UPDATE SET at = excluded.at, begun = max(begun, excluded.begun), over = excluded.over
"""
_REMOVE: Final = tuple(f"DELETE FROM {table} WHERE {id} = ?" for table, id in
                       (("acts", "of"), ("standings", "of"), ("tables", "id")))  # fmt: skip

_Rows = list[tuple[Any, ...]]
_Written = tuple[tuple[tuple[str, _Rows], ...], asyncio.Future[None]]
"""What is to be written at once, and who waits for it."""


class SqliteStore:
    """One file of SQLite. Raises StoreError for a file that is none of ours."""

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._reading = self._opened()
        self._writing = self._opened()
        self._queue: SimpleQueue[_Written | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="rulewright store", daemon=True)
        self._thread.start()

    def _opened(self) -> sqlite3.Connection:
        try:
            found = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
            found.execute("PRAGMA journal_mode=WAL")
            found.execute("PRAGMA synchronous=FULL")
            (version,) = found.execute("PRAGMA user_version").fetchone()
            if version not in (0, FORMAT):
                raise StoreError(f"{self._path}: tables of format {version}; this version reads format {FORMAT}")
            found.executescript(_SCHEMA)
            found.execute(f"PRAGMA user_version={FORMAT}")
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: {error}") from None
        return found

    def records(self) -> list[OpenedTable]:
        """All tables, in the order in which they were opened."""
        rows = self._reading.execute("SELECT record FROM tables ORDER BY place").fetchall()
        return [msgspec.json.decode(record, type=OpenedTable) for (record,) in rows]

    def acts(self, table: str) -> list[Act]:
        """What was done at a table, in order."""
        rows = self._reading.execute("SELECT act FROM acts WHERE of = ? ORDER BY number", (table,)).fetchall()
        return [msgspec.json.decode(act, type=Act) for (act,) in rows]

    async def add(self, record: OpenedTable) -> None:
        """Keep a new table. Raises StoreError."""
        await self._written((_ADD, [(record.id, _json(record))]))

    async def keep(self, table: str, number: int, acts: Sequence[Act], *, over: bool = False) -> None:
        """Keep what was done next at a table, the first act as that number, and if it is over. Raises StoreError."""
        rows: _Rows = [(table, number + place, _json(act)) for place, act in enumerate(acts)]
        stands = (table, time(), any(act.id for act in acts), over)
        await self._written((_KEEP, rows), (_STAND, [stands]))

    def standings(self) -> dict[str, Standing]:
        """How the tables stand at which something was done."""
        rows = self._reading.execute("SELECT of, at, begun, over FROM standings").fetchall()
        return {of: Standing(at, bool(begun), bool(over)) for of, at, begun, over in rows}

    async def remove(self, table: str) -> None:
        """Forget a table and all that was done there. Raises StoreError."""
        await self._written(*((sql, [(table,)]) for sql in _REMOVE))

    def close(self) -> None:
        """Write what waits, and stop."""
        self._queue.put(None)
        self._thread.join()
        self._reading.close()
        self._writing.close()

    async def _written(self, *statements: tuple[str, _Rows]) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((statements, done))
        await done

    def _write(self) -> None:
        """Write what waits, all of it in one transaction, until the store is closed."""
        while (first := self._queue.get()) is not None:
            batch = [first]
            while not self._queue.empty():
                following = self._queue.get()
                if following is None:
                    self._queue.put(None)
                    break
                batch.append(following)
            self._write_all(batch)

    def _write_all(self, batch: Sequence[_Written]) -> None:
        """A batch at once; where that fails one by one, so that nobody pays for another's fault."""
        try:
            self._transact(batch)
        except sqlite3.Error as error:
            if len(batch) > 1:
                for one in batch:
                    self._write_all([one])
                return
            _tell(batch[0][1], StoreError(f"{self._path}: {error}"))
            return
        for _, done in batch:
            _tell(done, None)

    def _transact(self, batch: Sequence[_Written]) -> None:
        write = self._writing
        write.execute("BEGIN IMMEDIATE")
        try:
            for statements, _ in batch:
                for sql, rows in statements:
                    write.executemany(sql, rows)
            write.execute("COMMIT")
        except sqlite3.Error:
            if write.in_transaction:
                write.execute("ROLLBACK")
            raise


def _tell(done: asyncio.Future[None], error: StoreError | None) -> None:
    """Tell whoever waits, on its own loop; nobody waits any more where that has ended."""

    def settle() -> None:
        if not done.done():
            done.set_result(None) if error is None else done.set_exception(error)

    try:
        done.get_loop().call_soon_threadsafe(settle)
    except RuntimeError:
        return


def _json(thing: msgspec.Struct) -> str:
    return msgspec.json.encode(thing).decode()
