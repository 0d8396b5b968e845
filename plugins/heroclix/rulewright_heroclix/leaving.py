"""How what is in play leaves or changes in the middle of anything else: for tests, which let it happen anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import rule

from .damage import deal
from .events.characters import RemovedFromGame, Replaced, TakenOff
from .events.damage import KnockedOut
from .events.terrain import MarkerRemoved
from .powers.mind_control import control
from .terms import character, force, on_map, sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright import Event, Game, Steps


@rule("12.5d")
def knocked_out(game: Game, id: str) -> Event | None:
    """A character is KO'd."""
    return KnockedOut(id, rule="12.5d") if on_map(game, id) else None


@rule("12.5")
def hurt(game: Game, id: str) -> Steps:
    """A character takes a click of damage: its dial shows something else."""
    yield from deal(game, [(id, 1)], rule="12.5")


@rule("21.8")
def removed_from_game(game: Game, id: str) -> Event | None:
    """A character is removed from the game."""
    return RemovedFromGame(id, rule="21.8") if on_map(game, id) else None


@rule("15.3")
def taken_off(game: Game, id: str) -> Event | None:
    """A character is removed from the map, and returns when its player's turn begins."""
    return TakenOff(id, force(game, id), rule="15.3") if on_map(game, id) else None


@rule("21.12")
def replaced(game: Game, id: str) -> Event | None:
    """A character is replaced by one of the Sideline on an equal base."""
    old, shape = character(game, id), sheet(game, id).shape
    sideline = [one for one in game.state.characters.values() if (one.area, one.starting) == ("sideline", old.starting)]
    new = next((str(one.id) for one in sideline if sheet(game, str(one.id)).shape == shape), None)
    return (
        None if new is None or not on_map(game, id) else Replaced(id, (new,), (old.squares,), old.click, rule="21.12")
    )


@rule("pac.mind-control")
def controlled(game: Game, id: str) -> Steps | None:
    """In a turn a character acts for an opponent, and returns to its own force."""
    may = on_map(game, id) and game.scope("turn") is not None
    return control(game, game.opponents(force(game, id))[0], [id]) if may else None


@rule("17.3")
def marker_removed(game: Game, id: str) -> Event:
    """A terrain marker or object goes, from the map or out of someone's hands."""
    return MarkerRemoved(id, rule="17.3")


LEAVES: Final[Mapping[str, Any]] = {
    "characters": (knocked_out, hurt, removed_from_game, taken_off, replaced, controlled),
    "markers": (marker_removed,),
}
