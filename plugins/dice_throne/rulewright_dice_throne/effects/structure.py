"""Verbs about order and time: choices, breaks, what comes later, phases, prohibitions (8.4, 8.5, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import FOREVER, begin_effect, during, rule, until
from rulewright_dice_throne.old_programs import choose_option, may_happen

from ..events import (
    AfterDamageOrdered,
    ExtraPhaseOrdered,
    SkipOrdered,
)
from ..resolution import Resolution
from ..timing import THEN
from .objects import has_object
from .running import defer, together, verb

if TYPE_CHECKING:
    from rulewright import Game, Steps
    from rulewright.effects import Until

    from ..book import Op


@verb
@rule("8.4.or")
def choose_(game: Game, run: Resolution, op: Op) -> Steps:
    """The player picks exactly one option."""
    for player in op.by(game, run):
        return (yield from choose_option(game, run, op, player, "8.4.or"))
    return None


@verb
def may(game: Game, run: Resolution, op: Op) -> Steps:
    """The player decides whether this happens; not asked where it would find nothing to work on."""
    if op.works_on and not any(has_object(game, run.player, part) for part in op.works_on):
        return None
    for player in op.by(game, run):
        return (yield from may_happen(game, run, op, player, "8.4.or"))
    return None


@verb
@rule("8.5.then", "note.spend-windows")
def then(game: Game, run: Resolution, op: Op) -> Any:
    """A break: instants, roll cards where they apply, tokens. What is waiting for the target breaks off there, too."""
    if run.staged and game.state.attack[0].deferred:
        return defer(run, op)
    return THEN if run.open else None


@verb
@rule("11.additionally")
def additionally(game: Game, run: Resolution, op: Op) -> Any:
    """After all other effects of the description."""
    end = len(run.later) - (run.kind == "card")  # the card is put away in the end
    return game.note(run, later=(*run.later[:end], *op.effects, *run.later[end:]))


@verb
def after_damage(game: Game, run: Resolution, op: Op) -> Any:
    """After the damage of the Attack has been applied."""
    return AfterDamageOrdered(op.dealt_at_least, op.number, run.dice, run.paid, run.removed, rule="3.6.step-6")


@verb
def watch(game: Game, run: Resolution, op: Op) -> Any:
    """From now until a point, something triggers."""
    lasting = duration(game, op.until)
    if lasting is None:
        return None
    data = {"trigger": op.trigger.number, "once": op.once, "source": run.source, "turn": game.state.round[0].number}
    return begin_effect(game, "watch", lasting, player=run.player, data=data, rule="4.2.passive")


DURATIONS: Final = {
    "end_of_attack": during("roll phases"),
    "end_of_roll_phase": during("rolls"),
    "end_of_turn": during("turn"),
    "end_of_next_turn": until("next turn over"),
    "end_of_game": FOREVER,
}


def duration(game: Game, name: str) -> Until | None:
    """A duration of the vocabulary as one of the kernel; None where that is not under way, and so over at once."""
    found = DURATIONS[name]
    return None if found.kind == "scope" and game.scope(found.name) is None else found


@verb
def skip_phase(game: Game, run: Resolution, op: Op) -> Any:
    """A phase is skipped: the one about to begin, or the next of its kind."""
    return together(SkipOrdered(player, op.phase, run.source, rule="3.order") for player in op.of(game, run))


@verb
def extra_phase(game: Game, run: Resolution, op: Op) -> Any:
    """One more Offensive Roll Phase after this Attack."""
    for player in op.by(game, run):
        against = op.against(game, run) if op.against else ()
        return ExtraPhaseOrdered(player, against[0] if against else -1, rule="field.status-negative")
    return None


@verb
def forbid(game: Game, run: Resolution, op: Op) -> Any:
    """A player may not do certain things for a while."""
    data = {"what": list(op.what), "turn": game.state.round[0].number}
    lasting = duration(game, op.until)
    if lasting is None:
        return None
    return together(
        begin_effect(game, "forbid", lasting, target=("heroes", player), data=data, rule="field.status-negative")
        for player in op.of(game, run)
    )
