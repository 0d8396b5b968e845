"""Targets that are no longer eligible once they have been selected: the attacks may be made at others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright import choose, rule, trigger

from ..events.attacks import TargetsDeclared
from ..events.movement import MovedFreely
from ..lasting import SNAP, under
from ..space.battlefield import nearest_first
from ..terms import AttackSequence, Declared, Strike
from .select_targets import aimed, is_open, targets, who_can

if TYPE_CHECKING:
    from rulewright import Game, Steps


@trigger(MovedFreely, order_matters=False)
@rule("commentary.eligible-target-no-longer")
def select_again(game: Game, event: MovedFreely, source: None) -> Steps:
    """A unit that has just been selected as a target has moved: who can no longer shoot at it selects another one."""
    strike = game.find_context(Strike)
    if strike is None or strike.melee or game.find_context(AttackSequence) is not None:
        return
    declared: list[Declared] = []
    for one in strike.declared:
        gone = [] if one.target != event.unit else [id for id in one.models if not _can_still(game, strike, one, id)]
        kept = tuple(id for id in one.models if id not in gone)
        declared += [replace(one, models=kept)] if kept else []
        if gone:
            declared += yield from _instead(game, strike, one, gone)
    if tuple(declared) != strike.declared:
        yield game.note(strike, declared=tuple(declared))


def _can_still(game: Game, strike: Strike, one: Declared, id: str) -> bool:
    """Whether a model can shoot at the target that was selected from where things stand now."""
    if not is_open(game, strike.unit, one.weapon, one.target):
        return False
    return id in who_can(game, strike.unit, one.weapon, one.target)


@rule("commentary.eligible-target-no-longer", "errata.stratagem-fire-overwatch")
def _instead(game: Game, strike: Strike, one: Declared, ids: list[str]) -> Steps:
    """The player selects another target for these models, or none; Overwatch has none. Receives what is declared."""
    unit, used = strike.unit, one.weapon
    able = {foe: [id for id in ids if id in who_can(game, unit, used, foe)] for foe in targets(game, unit, used)}
    found = [] if under(game, SNAP, unit) else nearest_first(game, unit, [foe for foe, own in able.items() if own])
    if not found:
        return []
    cites = "commentary.eligible-target-no-longer"
    foe = yield choose(strike.player, "ranged_target", [*found, None], cites, unit=unit, weapon=used)
    anew = aimed(game, unit, foe, used, able[foe]) if foe else []
    yield [TargetsDeclared(unit, at.target, used, at.models, rule=cites) for at in anew]
    return anew


TRIGGERS: Final = [select_again]
