"""Mind Control: characters that act for another force for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import Procedure, begin_effect, choose, during, rule

from ..attack.sequence import make_attack
from ..attack.targets import has_target
from ..events.movement import ChangedForce
from ..movement.moves import make_move
from ..terms import Doing, force, on_map

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

RULE: Final = "pac.mind-control"


@rule("pac.mind-control", "6.2")
def control(game: Game, player: int, characters: Sequence[str]) -> Steps:
    """Characters become friendly to a player's force; one at a time they act for it, and all return to their own."""
    own = {id: force(game, id) for id in characters}
    yield [ChangedForce(id, player, rule=RULE) for id in characters]
    for id in characters:
        if on_map(game, id):
            yield CONTROLLED(player=player, character=id, type="", name="controlled", free=True)
    yield [ChangedForce(id, seat, rule="6.2") for id, seat in own.items() if id in game.state.characters]


@rule("pac.mind-control")
def halve_speed(game: Game, doing: Doing) -> Event:
    """Its speed value is halved."""
    change = {"stat": "speed", "layer": "divide", "amount": 2}
    return begin_effect(game, "controlled", during("controlled"), target=("characters", doing.character), data=change)


@rule("pac.mind-control", "7.2")
def obey(game: Game, doing: Doing) -> Steps:
    """It may move and make an attack, in either order."""
    id, left = doing.character, ["move", "attack"]
    while left and on_map(game, id) and not game.context(Doing).failed:
        kinds = [kind for kind in ("close", "range") if has_target(game, id, kind)] if "attack" in left else []
        options: list[Any] = [*(["move"] if "move" in left and game.may("move", id) else []), *kinds, None]
        chosen = (yield choose(doing.player, "obey", options, RULE, character=id)) if len(options) > 1 else None
        if chosen is None:
            return
        left.remove("move" if chosen == "move" else "attack")
        if chosen == "move":
            yield from make_move(game, id)
        else:
            yield from make_attack(game, id, chosen)


CONTROLLED: Final = Procedure("controlled", [halve_speed, obey], Doing)
