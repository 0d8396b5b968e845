"""Tables and acts are on disk before anyone is told, and come back as they were."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from rulewright.web.store import Act, Chair, OpenedTable, SqliteStore, StoreError


def table(id: str = "a") -> OpenedTable:
    return OpenedTable(id, "duel", {"mode": "short"}, 7, "salt", (Chair(key="k"), Chair(bot="random")), 1.5)


def test_what_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    acts = [Act(0, ("move", 3), id="x"), Act(1, None), Act(0, back=True)]

    async def write() -> None:
        store = SqliteStore(tmp_path / "t.db")
        await store.add(table("b"))
        await store.add(table("a"))
        await asyncio.gather(*(store.keep("a", number, [act]) for number, act in enumerate(acts)))
        await store.keep("b", 0, acts)
        store.close()

    asyncio.run(write())
    store = SqliteStore(tmp_path / "t.db")
    assert store.records() == [table("b"), table("a")]
    assert [act.id for act in store.acts("a")] == ["x", "", ""]
    assert [(act.seat, act.answer, act.back) for act in store.acts("b")] == [
        (0, ["move", 3], False), (1, None, False), (0, None, True),
    ]  # fmt: skip
    store.close()


def test_an_act_that_cannot_be_kept_is_refused_and_the_others_of_its_batch_are_kept(tmp_path: Path) -> None:
    async def write() -> list[BaseException | None]:
        store = SqliteStore(tmp_path / "t.db")
        await store.add(table())
        await store.keep("a", 0, [Act(0, 1)])
        told = await asyncio.gather(
            store.keep("a", 1, [Act(0, 2)]), store.keep("a", 0, [Act(0, 9)]), store.keep("a", 2, [Act(0, 3)]),
            return_exceptions=True,
        )  # fmt: skip
        store.close()
        return [*told]

    first, second, third = asyncio.run(write())
    assert (first, third) == (None, None)
    assert isinstance(second, StoreError)
    store = SqliteStore(tmp_path / "t.db")
    assert [act.answer for act in store.acts("a")] == [1, 2, 3]
    store.close()


def test_a_file_that_is_no_store_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be looked at as one " * 100)
    with pytest.raises(StoreError, match=r"notes\.txt: file is not a database"):
        SqliteStore(tmp_path / "notes.txt")

    other = sqlite3.connect(tmp_path / "later.db")
    other.execute("PRAGMA user_version=9")
    other.close()
    with pytest.raises(StoreError, match="tables of format 9; this version reads format 1"):
        SqliteStore(tmp_path / "later.db")
