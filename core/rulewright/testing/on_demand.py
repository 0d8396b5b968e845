"""While the kit plays, every list on demand is worked out at once as well, and again when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..game import Game
from ..plaindata import shown
from .findings import CheckFailed, Report


@contextmanager
def on_demand_as_at_once(report: Report) -> Iterator[None]:
    """While games are played, a list on demand that is another one when it is looked at is named."""
    plainly = Game.on_demand

    def on_demand(game: Game, work_out: Callable[..., Iterable[Any]], *arguments: Any) -> Sequence[Any]:
        at_once = tuple(work_out(game, *arguments))

        def compared(game: Game, *arguments: Any) -> tuple[Any, ...]:
            later = tuple(work_out(game, *arguments))
            if later != at_once:
                name = getattr(work_out, "__name__", repr(work_out))
                told = f"{name} gave {shown(at_once)} when the question was asked, and {shown(later)} when it was read"
                raise CheckFailed("on demand", f"{told}; it may depend on nothing but the game and its arguments")
            report.checks["on demand"] += 1
            return later

        compared.__name__ = getattr(work_out, "__name__", "compared")
        return plainly(game, compared, *arguments)

    Game.on_demand = on_demand  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Game.on_demand = plainly  # type: ignore[method-assign]
