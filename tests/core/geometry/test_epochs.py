from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulewright.geometry.epochs import Epochs

Rows = Mapping[str, list[int]]
World = tuple[tuple[str, int], ...]


class Counted:
    """Worlds that list their rows in order, and how often one was built or changed."""

    def __init__(self, keep: int = 64, changing: bool = True) -> None:
        self.built = self.changed = 0
        self.epochs: Epochs[World] = Epochs(self.build, self.change if changing else None, keep)

    def build(self, rows: Rows) -> World:
        self.built += 1
        return tuple((key, row[0]) for key, row in rows.items())

    def change(self, old: World, new: Mapping[str, Any], gone: frozenset[str]) -> World:
        self.changed += 1
        both = {key: value for key, value in old if key not in gone}
        both.update((key, row[0]) for key, row in new.items())
        return tuple(both.items())

    @property
    def made(self) -> tuple[int, int]:
        return self.built, self.changed


def rows_of(count: int) -> dict[str, list[int]]:
    return {f"row {number}": [number] for number in range(count)}


def test_the_same_records_are_the_same_world() -> None:
    counted, rows = Counted(), rows_of(8)
    world = counted.epochs.world(rows)
    assert counted.epochs.world(dict(rows)) is world
    assert counted.made == (1, 0)


def test_equal_records_that_are_others_are_another_epoch() -> None:
    counted, rows = Counted(changing=False), rows_of(3)
    counted.epochs.world(rows)
    counted.epochs.world({key: list(row) for key, row in rows.items()})
    assert counted.made == (2, 0)


def test_a_few_changes_bring_the_last_world_up_to_date() -> None:
    counted, rows = Counted(), rows_of(12)
    counted.epochs.world(rows)
    world = counted.epochs.world(rows | {"row 3": [33]})
    assert dict(world)["row 3"] == 33 and counted.made == (1, 1)
    world = counted.epochs.world({key: row for key, row in rows.items() if key != "row 5"})
    assert "row 5" not in dict(world) and counted.made == (1, 2)
    counted.epochs.world(rows | {f"row {number}": [7] for number in range(6)})
    assert counted.made == (2, 2)


def test_without_a_way_to_change_every_world_is_built() -> None:
    counted, rows = Counted(changing=False), rows_of(8)
    counted.epochs.world(rows)
    counted.epochs.world(rows | {"row 3": [33]})
    assert counted.made == (2, 0)


def test_the_worlds_used_last_are_remembered() -> None:
    counted = Counted(keep=2, changing=False)
    first, second, third = rows_of(1), rows_of(2), rows_of(3)
    counted.epochs.world(first)
    counted.epochs.world(second)
    counted.epochs.world(first)
    counted.epochs.world(third)
    counted.epochs.world(first)
    assert counted.made == (3, 0)
    counted.epochs.world(second)
    assert counted.made == (4, 0)


def test_a_record_that_is_gone_never_stands_for_another() -> None:
    counted = Counted(changing=False)
    for number in range(200):
        assert counted.epochs.world({"row": [number]}) == (("row", number),)


def test_a_row_that_left_and_came_back_last_is_last_whatever_was_there_before() -> None:
    rows = rows_of(8)
    back = {key: row for key, row in rows.items() if key != "row 2"} | {"row 2": [2]}
    with_history, without = Counted(), Counted()
    with_history.epochs.world(rows)
    assert with_history.epochs.world(back) == without.epochs.world(back)


@given(st.lists(st.tuples(st.sampled_from(["write", "add", "drop", "fork", "back"]), st.integers(0, 9)), max_size=30))
def test_a_world_never_depends_on_the_worlds_before(steps: list[tuple[str, int]]) -> None:
    counted = Counted(keep=3)
    rows, kept = rows_of(8), rows_of(8)
    for number, (kind, which) in enumerate(steps):
        name = f"row {which}"
        if kind == "write" and name in rows:
            rows = rows | {name: [100 + number]}
        elif kind == "add":
            rows = {**rows, f"new {number}": [number]}
        elif kind == "drop":
            rows = {key: row for key, row in rows.items() if key != name}
        elif kind == "fork":
            kept = rows
        else:
            rows = kept
        assert counted.epochs.world(rows) == tuple((key, row[0]) for key, row in rows.items())
