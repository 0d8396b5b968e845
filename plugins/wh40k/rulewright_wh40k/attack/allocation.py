"""Which model suffers an attack that wounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import choose, rule
from rulewright.geometry import plane

from ..events import Allocated
from ..terms import Volley, Wounding, has_keyword, models, pick, profile, unit, weapon
from ..world import SIGHT, TABLE
from .saves import save_needed

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps


@rule("core.allocate-attack", "commentary.attached-unit-several-characters-allocation")
def allocatable(position: Position, id: str) -> list[str]:
    """The models of a unit to which an attack can be allocated: one that has begun to suffer before all others.

    In an Attached unit its Bodyguard comes first.
    """
    left = models(position, id)
    among = [one for one in left if one.origin == id] or left
    begun = [one for one in among if one.allocated or one.wounds < profile(position, str(one.id)).wounds]
    return [str(one.id) for one in begun or among]


@rule("core.fast-dice-rolling", "core.allocate-attack")
def next_wound(game: Game, last: Wounding | None) -> Wounding | None:
    """One attack after another is allocated; all together where every model saves alike."""
    volley = game.context(Volley)
    left = models(game, volley.target)
    if not volley.wounds or not left:
        return None
    alike = len({one.profile for one in left}) == len({save_needed(game, volley, str(one.id)) for one in left}) == 1
    together = volley.wounds if alike and not picked_out(game, volley) else 1
    return Wounding(player=unit(game, volley.target).player, unit=volley.target, count=together)


@rule("core.weapon-precision", "commentary.attached-unit-several-characters-allocation")
def picked_out(position: Position, volley: Volley) -> list[str]:
    """The Characters in an Attached unit to which the attacker may allocate an attack with Precision: those seen."""
    if "precision" not in weapon(position, volley.weapon).abilities:
        return []
    scene = TABLE(position)
    attackers = [one for one in volley.models if one in scene.models]
    return [
        str(one.id)
        for one in models(position, volley.target)
        if one.origin != volley.target
        and has_keyword(position, one.origin, "Character")
        and any(plane.see.sees(scene, attacker, str(one.id), SIGHT) for attacker in attackers)
    ]


@rule("core.allocate-attack", "core.weapon-precision")
def allocate(game: Game, wounding: Wounding) -> Steps:
    """The player of the target chooses the model; where all save alike that waits until a save has failed.

    An attack with Precision is allocated to a Character if the attacker wants that.
    """
    volley = game.context(Volley)
    yield game.note(volley, wounds=volley.wounds - wounding.count)
    if found := picked_out(game, volley):
        rule = "core.weapon-precision"
        id = yield choose(volley.player, "precision", [*found, None], rule, unit=wounding.unit)
        if id is not None:
            yield Allocated(id, 1, rule=rule)
            return game.note(wounding, model=id)
    if wounding.count == 1:
        id = yield from choose_model(game, wounding.player, wounding.unit)
        return game.note(wounding, model=id)
    return None


def choose_model(game: Game, player: int, unit: str) -> Steps:
    """The model to which an attack is allocated."""
    id = yield from pick(player, "allocate", allocatable(game, unit), "core.allocate-attack", unit=unit)
    yield Allocated(id, 1, rule="core.allocate-attack")
    return id
