"""Rules that loop for ever, found where the position repeats.

Why a repeated position can never end: within one answer rules know nothing but the position (tables, running
procedures and their contexts) and what they are sent. If the position at one turn of the engine is that at an
earlier turn, nobody was asked and no chance was drawn between the two, and no step that stood open at the first was
resumed, then what followed the first follows the second, for ever. Three things are not part of the position: how
long the log is, the numbers of the running procedures, which only name them, and the local variables of open steps.
So positions are compared only between steps, while the steps that stand open further out wait untouched.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .state import State

if TYPE_CHECKING:
    from .game import Game
    from .state import Frame

UNWATCHED: Final = 500
"""This many turns for one answer cost nothing. Answers in the built-in games take about ten, at most some hundred."""
EVENTS_PER_ACTION: Final = 20_000
"""One answer may cause at most this many events, and this many results of chance."""
TURNS_PER_ACTION: Final = 200_000
"""So often the engine turns for one answer, with or without events."""
IDLE_TURNS: Final = 20_000
"""So often the engine turns without an event, an answer or chance."""


class SeenPosition(msgspec.Struct, frozen=True):
    """A position between two steps, to be met again."""

    state: State
    events: int
    answers: int
    open: tuple[Any, ...]
    waiting: tuple[Any, ...]


def watched(game: Game, turns: int) -> Iterator[None]:
    """That many turns, each looked at before it begins; ends early when the rules run in circles.

    Raises LoopDetected, with exactly the events of one round, where a position repeats. Positions are remembered at
    the 1st, 2nd, 4th, 8th ... moment between steps (Brent), so that a round of any length is found in a few times
    the turns that it takes.
    """
    log, answers, stack = game.log, game.answers, game._open
    undrawn = len(answers) - game._fed
    busy, idle = -1, 0
    seen: SeenPosition | None = None
    moments, due = 0, 1
    for _ in range(turns):
        yield
        if len(answers) + len(log) > busy:
            busy, idle = len(answers) + len(log), 0
        idle += 1
        if idle > IDLE_TURNS:
            raise game._running_in_circles(len(log))
        if len(answers) - game._fed - undrawn > EVENTS_PER_ACTION:
            return
        frame = game.state.frame
        if frame is None or game.state.removed:
            continue
        if len(stack) > frame.floor:  # a step goes on
            if seen is not None and len(stack) <= len(seen.open):
                seen = None  # one that stood open then
            continue
        if seen is not None and _is_met_again(game, seen):
            raise game._running_in_circles(seen.events)
        moments += 1
        if moments == due:
            seen = SeenPosition(game.state.fork(known=False), len(log), len(answers), tuple(stack), _waiting(game))
            due *= 2


def _is_met_again(game: Game, seen: SeenPosition) -> bool:
    now, then = game.state, seen.state
    if now.index != then.index or len(game.answers) != seen.answers:
        return False
    try:
        return (
            _are_alike(now.frame, then.frame)
            and all(map(_have_same_rows, now.tables, then.tables))
            and len(game._open) == len(seen.open)
            and all(one is other for one, other in zip(game._open, seen.open, strict=True))
            and _waiting(game) == seen.waiting
        )
    except Exception:  # something that cannot be compared is no proof of anything
        return False


def _have_same_rows(one: Any, other: Any) -> bool:
    """Whether two tables hold equal records in the same order."""
    return one == other and all(map(eq, one, other))


def _are_alike(one: Frame | None, other: Frame | None) -> bool:
    """Whether two stacks of running procedures differ in nothing but the numbers of their passes."""
    while one is not other:
        if one is None or other is None or one.node is not other.node:
            return False
        if (one.index, one.floor, one.out_of_phase) != (other.index, other.floor, other.out_of_phase):
            return False
        if one.context is not other.context and _facts(one.context) != _facts(other.context):
            return False
        one, other = one.parent, other.parent
    return True


def _facts(context: Any) -> Any:
    """A context without the number of its pass."""
    return None if context is None else msgspec.structs.replace(context, id=0)


def _waiting(game: Game) -> tuple[Any, ...]:
    """Triggers that wait for their turn are kept by the engine, not in the tables."""
    agenda = game.waiting
    return () if agenda is None else (*agenda.waiting, *agenda.resolving)
