"""Characters that an effect removes from the map for a while (15.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import rule

from .bases import ask_where, nearest_placements
from .events.characters import Returned
from .events.harm import KnockedOut

if TYPE_CHECKING:
    from rulewright import Game, Steps, Turn


@rule("15.3", "13.2")
def bring_back(game: Game, turn: Turn) -> Steps:
    """Who returns at the beginning of this turn is placed by its player as close as possible to where it was."""
    for one in list(game.state.characters.values()):
        id = str(one.id)
        if one.area != "aside" or one.back != turn.player:
            continue
        if found := nearest_placements(game, id, one.fell):
            yield Returned(id, (yield from ask_where(game, one.player, id, found, "15.3")), rule="15.3")
        else:
            yield KnockedOut(id, rule="4.3c")
