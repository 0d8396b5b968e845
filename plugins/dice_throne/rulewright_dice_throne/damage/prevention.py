"""7.1 and 10.1: all damage that is about to be dealt, and what prevention leaves of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rulewright import Layer, Modifier, Stat, rule

from ..events.damage import DamageDealt, PartPrevented, PendingDropped, PreventionGathered
from .attacks import attack_parts
from .types import IGNORABLE, REDUCIBLE, Part

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.stats import Value

    from ..state import Pending


@rule("7.1.output")
def output_parts(game: Game, player: int) -> tuple[Part, ...]:
    """All damage that is about to be dealt to a player: of this phase so far, and of the Attack once it is counted."""
    state = game.state
    pending = state.pending[player]
    parts = pending.parts() if pending.damage else ()
    attack = state.attack[0]
    if attack.stage == "counting" and attack.target == player:
        parts += attack_parts(attack)
    return parts


def output(game: Game, player: int) -> int:
    """The amount of it, before prevention."""
    return sum(amount for _, amount in output_parts(game, player))


@rule("7.3.ignorable", "4.4.unstoppable")
def avoidable(parts: Iterable[Part]) -> int:
    """How much of some damage can be ignored, and so also be taken by someone else."""
    return sum(amount for type, amount in parts if type in IGNORABLE)


def is_preventable(game: Game, player: int) -> bool:
    """Whether there is damage about to be dealt to a player that prevention could still lower."""
    pending = game.state.pending[player]
    if "all" in pending.fractions:
        return False
    parts = output_parts(game, player)
    return any(amount and type in IGNORABLE for type, amount in parts) and game.may("prevention", player)


@rule("10.1.reduce-last", "10.1.order", "10.1.example", "7.3.ignorable", "7.3.table-ultimate", "field.rounding")
def reduced(
    parts: Iterable[Part],
    fixed: int,
    fractions: tuple[str, ...],
    *,
    fixed_first: bool = False,
    ignore_only: bool = False,
) -> int:
    """What is left of some damage after prevention.

    Everything is summed first. A fraction is taken of the sum, then fixed amounts are subtracted (or the other way
    round with ``fixed_first``), never below 0. What cannot be ignored stays. With ``ignore_only`` pure and
    collateral damage can be ignored altogether but not lowered.
    """
    firm = soft = hard = 0
    for type, amount in parts:
        if type not in IGNORABLE:
            hard += amount
        elif ignore_only and type not in REDUCIBLE:
            firm += amount
        else:
            soft += amount
    if "all" in fractions:
        return hard
    if fixed_first:
        soft = max(0, soft - fixed)
    for fraction in fractions:
        soft -= (soft + (fraction == "half up")) // 2
    if not fixed_first:
        soft = max(0, soft - fixed)
    return hard + firm + soft


def damage_left(game: Game, pending: Pending) -> int:
    """What is left of the damage that waits for a player."""
    return left_of(game, pending.parts(), pending)


def left_of(game: Game, parts: Iterable[Part], pending: Pending) -> int:
    """What is left of some damage to a player after the prevention that waits with it."""
    if not (pending.fixed or pending.fractions):
        return sum(amount for _, amount in parts)
    return _reduced_here(game, parts, pending.fixed, pending.fractions)


def _reduced_here(game: Game, parts: Iterable[Part], fixed: int, fractions: tuple[str, ...]) -> int:
    """What is left of some damage by the options of the game."""
    options = game.setup
    return reduced(
        parts,
        fixed,
        fractions,
        fixed_first=options.prevention == "fixed first",
        ignore_only=options.ignorable == "ignore only",
    )


DAMAGE: Final = Stat(
    "damage",
    (
        Layer("output", "add", rule="7.1.output"),
        Layer("prevention", "subtract", rule="10.1.reduce-last"),
        Layer("companions", "subtract", rule="6.4.companion"),
    ),
    rule="10.1.order",
)


def why_dealt(game: Game, pending: Pending, left: int, dealt: int) -> Value:
    """The damage that a player is dealt: every piece of it, what prevented how much, and what companions take."""
    output = [(amount, source) for _, amount, source in pending.damage if amount]
    pieces = [Modifier("damage", "output", amount, source, rule="7.1.output") for amount, source in output]
    rest = whole = sum(amount for amount, _ in output)
    if whole > left:
        counted: list[PreventionGathered | PartPrevented] = []
        for event in preventions(game, pending):
            counted.append(event)
            fixed = sum(one.amount for one in counted if isinstance(one, PreventionGathered))
            fractions = tuple(one.part for one in counted if isinstance(one, PartPrevented))
            before, rest = rest, _reduced_here(game, pending.parts(), fixed, fractions)
            if before > rest:
                pieces.append(Modifier("damage", "prevention", before - rest, event.source, rule=event.rule))
    if rest > left:
        pieces.append(Modifier("damage", "prevention", rest - left, "prevention", rule="10.1.reduce-last"))
    if left > dealt:
        pieces.append(Modifier("damage", "companions", left - dealt, "companions", rule="6.4.companion"))
    return DAMAGE.value(0, pieces)


@rule("10.1.order")
def preventions(game: Game, pending: Pending) -> list[PreventionGathered | PartPrevented]:
    """What prevents the damage that waits for a player, in the order in which it counts.

    The state has only how much that is; the log has what it was.
    """
    fixed: list[PreventionGathered | PartPrevented] = []
    fractions: list[PreventionGathered | PartPrevented] = []
    missing = pending.fixed, len(pending.fractions)
    for entry in reversed(game.log):
        event = entry.event
        if missing == (0, 0) or (isinstance(event, DamageDealt | PendingDropped) and event.player == pending.id):
            break
        if isinstance(event, PreventionGathered) and event.player == pending.id:
            fixed.append(event)
            missing = missing[0] - event.amount, missing[1]
        elif isinstance(event, PartPrevented) and event.player == pending.id:
            fractions.append(event)
            missing = missing[0], missing[1] - 1
    of_two = (fixed, fractions) if game.setup.prevention == "fixed first" else (fractions, fixed)
    return [event for found in of_two for event in reversed(found)]
