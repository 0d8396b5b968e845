"""Aircraft: they fly straight ahead, far, and then turn; who leaves the battlefield is in Strategic Reserves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright import Request, begin_effect, during, rule
from rulewright.geometry.plane.move.moves import policy_of, trace

from ..command import absent
from ..events.movement import FlewOff, Moved
from ..space.aircraft_moves import FARTHEST, FLYING, Flight
from ..space.battlefield import TABLE, places, policies
from ..terms import PASSED, Move, below_half, unit

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps
    from rulewright.field.inches import UnitMove


@rule("core.aircraft-movement", "commentary.minimum-move", "commentary.repositioned-units")
def fly(game: Game, move: Move) -> Steps:
    """An Aircraft makes its Normal move; over the edge it is placed into Strategic Reserves."""
    player, id = move.player, move.unit
    question = Flight(TABLE(game), id, FARTHEST, policies(game, id), FLYING, names=game.content.names)
    answer = yield Request(player, "fly", question, "core.aircraft-movement", {"unit": id})
    if question.leaves(answer):
        yield FlewOff(id, rule="core.aircraft-movement")
        if below_half(game, id):
            yield absent(game, id)
        return
    yield from move_over(game, "going", question, answer)
    yield Moved(id, "normal", places(question, answer), rule="core.aircraft-movement")


@rule("core.normal-move")
def move_over(game: Game, scope: str, question: UnitMove, answer: Any) -> Steps:
    """What models move over with an answer is known until their move ends, where texts ask for it."""
    for foe in moved_over(game, question, answer) if game.content.follow_moves else ():
        yield begin_effect(game, PASSED, during(scope), target=("units", foe), rule="core.normal-move")


def moved_over(position: Position, question: UnitMove, answer: Any) -> tuple[str, ...]:
    """The enemy units that models move over with an answer."""
    scene, found = TABLE(position), []
    for move in question.moves(answer) if answer else ():
        passed = (scene.models.get(one.id) for one in trace(scene, move, policy_of(question.policy, move.model)).passed)
        side = scene.models[move.model].side
        found += [position.state.models[one.id].unit for one in passed if one is not None and one.side != side]
    return tuple(dict.fromkeys(found))


def facing(game: Game, id: str) -> float:
    """How a unit faces that comes from its own side: away from it."""
    role = game.state.armies[unit(game, id).player].role
    return 0.0 if role == "attacker" else 180.0
