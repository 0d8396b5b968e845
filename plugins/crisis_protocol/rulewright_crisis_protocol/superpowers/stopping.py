"""Superpowers that are being used, and that a text may keep from having an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Procedure, rule

from ..events.superpowers import SuperpowerBought

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from ..book.sheets import SuperpowerSheet


BOUGHT: Final = ("enemy uses superpower", "buys superpower")
"""The moments at which power was spent for a superpower."""


class Usage(Context):
    """A character has spent power to use a superpower; ``stopped`` says that a text takes its effect away."""

    player: int
    character: str
    superpower: str
    stopped: bool = False


@rule("superpower.active", "superpower.reactive")
def announce(game: Game, usage: Usage) -> Event:
    """What triggers on power that was spent for a superpower."""
    return SuperpowerBought(usage.character, usage.superpower, rule="power.spend")


USAGE: Final = Procedure("usage", [announce], Usage)


@rule("superpower.active", "superpower.reactive", "terms.cannot-beats-can")
def is_stopped(game: Game, id: str, sheet: SuperpowerSheet) -> Steps:
    """Whether a text keeps an active or reactive superpower from having an effect for which power was spent."""
    if game.content.moments.isdisjoint(BOUGHT) or sheet.kind not in ("active", "reactive"):
        return False
    found = yield USAGE(player=game.state.characters[id].player, character=id, superpower=sheet.id)
    return found.stopped


@rule("terms.cannot-beats-can")
def is_barred(position: Position, id: str, superpower: str) -> bool:
    """Whether a character cannot use a superpower again for a time."""
    effects = position.state.effects.values()
    return bool([one for one in effects if one.target == id and one.data.get("bars") == superpower])


PROCEDURES: Final[list[Any]] = [USAGE]
