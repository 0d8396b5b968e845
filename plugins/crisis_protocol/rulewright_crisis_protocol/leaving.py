"""How what is in play leaves or changes in the middle of anything else: for tests, which let it happen anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule

from .damage import overcome
from .events.characters import KnockedOut, Transformed
from .events.objectives import ObjectiveDropped
from .movement.throws import destroyed
from .objectives import drop_all
from .terms import able, character

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright import Event, Game, Steps


@rule("damage.ko")
def knocked_out(game: Game, id: str) -> Steps:
    """A character is KO'd."""
    if able(game, id):
        yield from drop_all(game, id)
        yield KnockedOut(id, character(game, id).player, rule="damage.ko")


@rule("damage.dazed")
def dazed(game: Game, id: str) -> Steps | None:
    """A healthy character is dazed, an injured one KO'd."""
    return overcome(game, id) if able(game, id) else None


@rule("stat-card.sides")
def transformed(game: Game, id: str) -> Event | None:
    """A character has the stat card of another one."""
    before = character(game, id).card
    others = [card for card in game.content.characters if card != before]
    into = others[len(game.log) % len(others)]
    return Transformed(id, into, before, rule="stat-card.sides") if able(game, id) else None


@rule("terrain.destroyed")
def terrain_destroyed(game: Game, id: str) -> list[Event]:
    """A terrain feature is destroyed, where that can be."""
    return destroyed(game, id, "terrain.destroyed")


@rule("objective.drop")
def dropped(game: Game, id: str) -> Event | None:
    """An objective token that someone holds lies on the battlefield again."""
    held = game.state.objectives[id]
    if not held.holder:
        return None
    holder = character(game, held.holder)
    return ObjectiveDropped(id, holder.x, holder.y, rule="objective.drop")


LEAVES: Final[Mapping[str, Any]] = {
    "characters": (knocked_out, dazed, transformed),
    "terrain": (terrain_destroyed,),
    "objectives": (dropped,),
}
