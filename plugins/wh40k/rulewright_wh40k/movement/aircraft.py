"""Aircraft: they fly straight ahead, far, and then turn; who leaves the battlefield is in Strategic Reserves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import Request, rule

from ..command import absent
from ..events.movement import FlewOff, Moved
from ..space.aircraft_moves import FARTHEST, FLYING, Flight
from ..space.battlefield import TABLE, places, policies
from ..terms import below_half, unit

if TYPE_CHECKING:
    from rulewright import Game, Steps


@rule("core.aircraft-movement", "commentary.minimum-move", "commentary.repositioned-units")
def fly(game: Game, player: int, id: str) -> Steps:
    """An Aircraft makes its Normal move; over the edge it is placed into Strategic Reserves."""
    question = Flight(TABLE(game), id, FARTHEST, policies(game, id), FLYING, names=game.content.names)
    answer = yield Request(player, "fly", question, "core.aircraft-movement", {"unit": id})
    if question.leaves(answer):
        yield FlewOff(id, rule="core.aircraft-movement")
        if below_half(game, id):
            yield absent(game, id)
        return
    yield Moved(id, "normal", places(question, answer), rule="core.aircraft-movement")


def facing(game: Game, id: str) -> float:
    """How a unit faces that comes from its own side: away from it."""
    role = game.state.armies[unit(game, id).player].role
    return 0.0 if role == "attacker" else 180.0
