"""An onlooker who counts what is told to the listeners of a benchmark game; no rule reads it."""

from __future__ import annotations


class Tally:
    """How many events the listeners were told since the benchmark began."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        self.seen = 0
