"""Lists that are worked out when they are first looked at, such as the options of a question that few will read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any


class OnDemand(Sequence[Any]):
    """A list that a function gives when someone looks at it, and only then. `Game.on_demand` makes one for rules."""

    __slots__ = ("_values", "_work_out")

    def __init__(self, work_out: Callable[[], Iterable[Any]]) -> None:
        self._work_out = work_out
        self._values: list[tuple[Any, ...]] = []

    def _read(self) -> tuple[Any, ...]:
        values = self._values
        if not values:
            values.append(tuple(self._work_out()))
        return values[0]

    def __len__(self) -> int:
        return len(self._read())

    def __getitem__(self, place: Any) -> Any:
        return self._read()[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._read())

    def __contains__(self, value: object) -> bool:
        return value in self._read()

    def index(self, value: Any, *bounds: int) -> int:
        """The first place of a value. Raises ValueError where it is not there."""
        return self._read().index(value, *bounds)

    def __eq__(self, other: object) -> bool:
        return self._read() == (other._read() if isinstance(other, OnDemand) else other)

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())


def share_lists(space: Any, alike: Any) -> None:
    """Let two spaces of the same question, asked at the same position, work out each of their lists once for both."""
    if type(space) is type(alike):
        for name in space.__struct_fields__:
            one, other = getattr(space, name), getattr(alike, name)
            if isinstance(one, OnDemand) and isinstance(other, OnDemand):
                one._values = other._values
