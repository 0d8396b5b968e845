"""Who has shot, and the moments at which that matters: of a unit, and of each of its models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from rulewright import Procedure, rule
from rulewright.windows import at_stake

from ..moments import moment
from ..terms import AttackSequence, Shot, Strike
from .order import can_be_resolved, left_after

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

HAS_SHOT: Final = Procedure("a unit has shot", [moment("has shot")], Shot)
MODEL_HAS_SHOT: Final = Procedure("a model has shot", [moment("model has shot")], Shot)


@rule("commentary.has-shot")
def models_that_have_shot(position: Position, strike: Strike, attack: AttackSequence) -> list[str]:
    """The models that made the last attacks, all of whose weapons have shot: nothing of them is left to resolve."""
    waiting = {
        id
        for place in left_after(strike, attack)
        for id in can_be_resolved(position, strike.declared[place])
    }  # fmt: skip
    return [id for id in attack.models if id not in waiting and id in position.state.models]


@rule("commentary.has-shot")
def have_shot(game: Game, attack: AttackSequence) -> Steps:
    """What is used when a model has shot, once for each that has."""
    strike = game.context(Strike)
    for id in () if strike.melee else models_that_have_shot(game, strike, attack):
        targets = tuple(dict.fromkeys(one.target for one in strike.declared if id in one.models))
        yield from _open(game, MODEL_HAS_SHOT, "model has shot", strike, targets, id)


@rule("commentary.has-shot", "commentary.attacks-resolved")
def has_shot(game: Game, strike: Strike) -> Steps:
    """What is used when a unit has shot."""
    if strike.declared and not strike.melee:
        targets = tuple(dict.fromkeys(one.target for one in strike.declared))
        yield from _open(game, HAS_SHOT, "has shot", strike, targets)


def _open(
    game: Game, procedure: Procedure, window: str, strike: Strike, targets: Iterable[str], model: str = ""
) -> Steps:
    """The moment comes where anyone has anything to use or to resolve then."""
    own, known = tuple(targets), game.state.units_hit.get(strike.unit)
    hit = tuple(one for one in own if known is not None and one in known.units)
    shot = Shot(player=strike.player, unit=strike.unit, targets=own, hit=hit, model=model)
    if at_stake(game, window, shot):
        yield procedure(player=strike.player, unit=strike.unit, targets=own, hit=hit, model=model)
