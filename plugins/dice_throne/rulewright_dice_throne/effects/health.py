"""Verbs about health: damage, healing, prevention, and who takes it instead (chapters 7, 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, rule
from rulewright.requests import Number
from rulewright_dice_throne.old_programs import counted

from ..damage import IGNORABLE, avoidable, output_parts
from ..events import (
    AttackDealsDamage,
    DamageGathered,
    DamageRedirected,
    DamageShared,
    HealingGathered,
    HealthOrdered,
    PartPrevented,
    PreventionGathered,
)
from ..resolution import Resolution
from ..timing import is_locked_out
from ..values import companion_of
from .running import together, verb

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book import Op


@verb
@rule("7.2.attack", "7.1.collateral", "7.1.ultimate", "7.3.special-targeting", "8.3.multiplier")
def damage(game: Game, run: Resolution, op: Op) -> Any:
    """Damage to the target of an offensive ability is its Attack; all other damage waits for the end of the phase."""
    amount = counted(op.amount, game, run)
    if amount <= 0:
        return None
    if run.kind == "ability" and op.aims:
        attack = game.state.attack[0]
        if not attack.attacks:
            return None  # its damage was cancelled
        type = "ultimate" if attack.ultimate else op.type
        return AttackDealsDamage(run.player, type, amount, rule="7.2.attack")
    players = op.to(game, run)
    return together(DamageGathered(p, amount, op.type, run.source, rule="10.3.simultaneous") for p in players)


@verb
@rule("11.heal", "10.3.simultaneous")
def heal(game: Game, run: Resolution, op: Op) -> Any:
    """Healing waits for the end of the phase."""
    amount = counted(op.amount, game, run)
    players = op.to(game, run) if amount > 0 else ()
    return together(HealingGathered(player, amount, run.source, rule="10.3.simultaneous") for player in players)


@verb
@rule("4.4.unstoppable", "11.ultimate")
def set_health(game: Game, run: Resolution, op: Op) -> Any:
    """Health will be a number at the end of the phase; under an Ultimate its opponents set none."""
    if is_locked_out(game, game.state.attack[0], run.player) and not game.setup.blessing_holds:
        return None
    amount = counted(op.amount, game, run)
    return together(HealthOrdered(player, amount, rule="10.3.simultaneous") for player in op.to(game, run))


@verb
@rule("10.1.reduce-last", "4.4.unstoppable", "11.ultimate")
def prevent(game: Game, run: Resolution, op: Op) -> Any:
    """Prevention is counted when all damage of the phase is summed; under an Ultimate its opponents have none."""
    attack = game.state.attack[0]
    players = [player for player in op.to(game, run) if not is_locked_out(game, attack, player)]
    if op.fraction is None:
        amount = counted(op.amount, game, run)
        if amount <= 0:
            return None
        return together(PreventionGathered(p, amount, run.source, rule="10.1.reduce-last") for p in players)
    part = "all" if op.fraction == "all" else f"half {op.round}"
    return together(PartPrevented(player, part, run.source, rule="10.1.reduce-last") for player in players)


@verb
@rule("7.1.output", "6.4.companion", "4.4.unstoppable")
def redirect(game: Game, run: Resolution, op: Op) -> Any:
    """Someone else takes the damage, that of the Attack included once it is about to be dealt, or a companion.

    Nobody does instead of an opponent of an Ultimate.
    """
    if is_locked_out(game, game.state.attack[0], run.player):
        return None
    if op.companion is not None:
        return _share(game, run, op)
    whole = avoidable(output_parts(game, run.player))
    amount = whole if op.amount is None else min(whole, counted(op.amount, game, run))
    players = op.to(game, run) if amount > 0 else ()
    for player in players[:1]:
        taken, of_attack = taken_from(game, run.player, amount)
        return DamageRedirected(run.player, player, amount, taken, of_attack, rule="7.1.output")
    return None


def taken_from(game: Game, player: int, amount: int) -> tuple[tuple[tuple[str, int, str], ...], int]:
    """So much of the damage about to be dealt to a player, piece by piece, and how much of it is the Attack's."""
    source = game.state.attack[0].variant
    waiting = game.state.pending[player].damage
    found = []
    of_attack = 0
    for index, (type, most) in enumerate(output_parts(game, player)):
        part = min(amount, most) if type in IGNORABLE else 0
        amount -= part
        if part:
            found.append((type, part, waiting[index][2] if index < len(waiting) else source))
            of_attack += part if index >= len(waiting) else 0
    return tuple(found), of_attack


def _share(game: Game, run: Resolution, op: Op) -> Any:
    """A companion will take some of the damage, as much as the player says, or all of it."""
    if companion_of(game, run.player, op.companion) is None:
        return None
    if op.amount == "any":
        return _share_some(game, run, op)
    amount = -1 if op.amount is None else counted(op.amount, game, run)
    return DamageShared(run.player, op.companion, amount, rule="6.4.companion") if amount else None


def _share_some(game: Game, run: Resolution, op: Op) -> Steps:
    space = Number(0, avoidable(output_parts(game, run.player)))
    amount = yield Request(run.player, "how_many", space, "6.4.companion", {"source": run.source})
    if amount:
        yield DamageShared(run.player, op.companion, amount, rule="6.4.companion")
