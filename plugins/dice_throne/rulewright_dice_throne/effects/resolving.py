"""The interpreter: a running effect is plain data, and what needs the target waits for it.

A `Resolution` holds the numbers of the effects that are still to come. A pass of the loop does the first of them.
Effects that lead to others (if, choose, roll, ...) put them in front of the rest, so nothing is ever suspended
while a window is open or a further resolution runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Loop, ask_which, rule
from rulewright.programs import deed_at, do

from ..events.attack import EffectDeferred
from ..resolution import Resolution
from ..terms import targets
from .values import target_of

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from ..book.sheets import Op


def next_effect(game: Game, last: Resolution | None) -> Resolution | None:
    """The effects without the one that has been dealt with; those marked "additionally" come last."""
    if last is None:
        return None
    if len(last.queue) > 1:
        return replace(last, queue=last.queue[1:])
    return replace(last, queue=last.later, later=(), last=True) if last.later else None


def perform(game: Game, run: Resolution) -> Any:
    """Do the next effect; of several that only tell what happens, all at once."""
    op = deed_at(game.content, run.queue[0])
    if op.at_target and must_name_target(game, run, op):
        return name_target(game, run)
    if op.tells and len(run.queue) > 1:
        return _tell(game, run)
    return _do(game, run, op)


def lacks_target(game: Game, run: Resolution, op: Op) -> bool:
    """Whether an effect means the target, nobody is it so far, and there are several who could be."""
    return target_of(game, run) < 0 and not (run.kind == "ability" and op.aims_only)


def must_name_target(game: Game, run: Resolution, op: Op) -> bool:
    """Whether it has to be said now: what an ability does in step 4 can wait, but for collateral damage."""
    return (not run.staged or (op.special and not comes_after(game, run))) and lacks_target(game, run, op)


@rule("8.5.then", "11.additionally")
def comes_after(game: Game, run: Resolution) -> bool:
    """Whether the text has gone on, over a "then" or to what comes additionally, after something that waits."""
    deferred = game.state.attack[0].deferred
    return bool(deferred) and (run.last or any(deed_at(game.content, key).verb.breaks for key in deferred))


@rule("7.3.special-targeting", "7.1.collateral", "note.collateral-target")
def name_target(game: Game, run: Resolution) -> Steps:
    """Outside of an Attack, and for collateral damage, the player of the effect names the target of its text."""
    others = targets(game, run.player)
    target = yield from ask_which(run.player, "choose_player", others, "7.3.special-targeting", source=run.source)
    yield game.note(run, target=target, queue=(run.queue[0], *run.queue))


def _do(game: Game, run: Resolution, op: Op) -> Any:
    return defer(run, op) if run.staged and waits(game, run, op) else do(game, run, op)


@rule("3.4.step-4", "3.6.step-1")
def waits(game: Game, run: Resolution, op: Op) -> bool:
    """Whether an effect of step 4 waits for the target, or for what waits; the damage of the Attack itself is known."""
    if op.needs_target or (op.at_target and lacks_target(game, run, op)):
        return True
    return not op.aims_only and comes_after(game, run)


def defer(run: Resolution, op: Op) -> Event:
    return EffectDeferred(op.number, run.dice, run.chosen, run.paid, run.removed, rule="3.6.step-1")


def _tell(game: Game, run: Resolution) -> Steps:
    """The effects up to the first that asks, rolls or leads to others; the last one told is left to the loop."""
    told = -1
    for key in run.queue:
        op = deed_at(game.content, key)
        if not op.tells or (op.at_target and must_name_target(game, run, op)):
            break
        happened = _do(game, run, op)
        if happened is not None:
            yield happened
        told += 1
    if told:
        yield game.note(run, queue=run.queue[told:])


RESOLVE: Final = Loop("resolve", next_effect, [perform], Resolution)


def together(events: Iterable[Event | None]) -> Any:
    """Events at the same time: one, several, or none."""
    happened = [event for event in events if event is not None]
    return happened[0] if len(happened) == 1 else happened or None
