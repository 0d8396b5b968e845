"""Worlds of geometry built from the rows of a game, each built once and shared by all forks."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

World = TypeVar("World")

_MISSING: Final = object()

Change = Callable[[World, Mapping[Any, Any], frozenset[Any]], World]
"""World, rows that are new or different, ids of rows that are gone -> the world after that."""


class Epochs(Generic[World]):
    """
    The world that belongs to some rows: looked up when these very records were seen before, else made.

    Records never change in place, so the records themselves are the epoch: a fork that wrote nothing finds
    the world of its parent, and two forks that wrote different things cannot meet. Where only a few rows
    differ from those of the world used last, and what is new comes last, ``change`` brings that world up to date;
    otherwise ``build`` makes a new one. ``keep`` worlds are remembered, those used last.
    """

    def __init__(
        self, build: Callable[[Mapping[Any, Any]], World], change: Change[World] | None = None, keep: int = 64
    ) -> None:
        self._build = build
        self._change = change
        self._keep = keep
        self._worlds: OrderedDict[tuple[Any, ...], tuple[dict[Any, Any], World]] = OrderedDict()

    def world(self, rows: Mapping[Any, Any]) -> World:
        """The world of these rows (id -> record that never changes)."""
        epoch = (*rows, *map(id, rows.values()))
        found = self._worlds.get(epoch)
        if found is None:
            # The rows are kept with the world: while it lives, no other record can have their identity.
            found = (dict(rows), self._made(rows))
            self._worlds[epoch] = found
            if len(self._worlds) > self._keep:
                self._worlds.popitem(last=False)
        self._worlds.move_to_end(epoch)
        return found[1]

    def _made(self, rows: Mapping[Any, Any]) -> World:
        if self._change is None or not self._worlds:
            return self._build(rows)
        old_rows, old = next(reversed(self._worlds.values()))
        gone = frozenset(old_rows.keys() - rows.keys())
        different = {key: row for key, row in rows.items() if old_rows.get(key, _MISSING) is not row}
        few = len(different) + len(gone) <= max(1, len(rows) // 4)
        return self._change(old, different, gone) if few and _in_order(old_rows, rows) else self._build(rows)


def _in_order(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> bool:
    """Whether what is new comes last; in another order the world would depend on which one was there before."""
    left = [key for key in old if key in new]
    return [*new] == left or [*new] == left + [key for key in new if key not in old]
