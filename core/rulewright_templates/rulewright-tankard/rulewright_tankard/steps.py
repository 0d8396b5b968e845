"""The steps that this extension puts into the game."""

from __future__ import annotations

from typing import Any

from rulewright import Event, Game, Insert, Steps, rule


class CheerRaised(Event, frozen=True):
    """The guests cheered for a player. It only stands in the log; an `apply` would change the table."""

    player: int | None


@rule("tankard.cheer")
def raise_cheer(game: Game, context: Any) -> Steps:
    """The guests cheer for the player whose turn it is."""
    yield CheerRaised(game.active, rule="tankard.cheer")


CHEER = Insert(raise_cheer, procedure="turn", before="draw_card")
"""Where the step stands: `rulewright describe brawl --internals` lists the procedures and their parts."""
