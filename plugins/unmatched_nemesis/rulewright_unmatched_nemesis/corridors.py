"""Page 21: corridors, and the damage of coming out of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import Violation, because, rule

from .book.spaces import passages
from .events.fighters import DamageTaken
from .events.movement import Moved
from .numbers import changed, explained, forbidden
from .space.arena import is_red, sheet_of, space_of

if TYPE_CHECKING:
    from rulewright import Game, Steps, View


@rule("corridor.network")
def closed_corridors(game: Game, player: int) -> Iterator[tuple[str, Violation]]:
    """The red spaces to which no corridor takes a fighter now, each with why."""
    open_corridors = corridors(game, player)
    barred = forbidden(game, player, "corridor", "no_corridor") if is_red(game, player) else None
    for space in sheet_of(game).entrances:
        if space not in open_corridors and space != space_of(game, player):
            key = "space_taken" if space == space_of(game, 1 - player) else "not_on_red"
            yield space, barred or Violation(key, "corridor.network", space=space)


@rule("corridor.network")
def corridors(game: Game, player: int) -> tuple[str, ...]:
    """The red spaces that a fighter can come to through the corridors."""
    other = space_of(game, 1 - player)
    found = tuple(passage.end for passage in passages(sheet_of(game).place, space_of(game, player), (other,)))
    return found if found and game.may("corridor", player) else ()


@rule("corridor.damage")
def toll(game: Game | View, player: int, space: str) -> tuple[int, int]:
    """The heavy and light damage printed beside a red space, as active skills of the entering fighter change it."""
    return changed(game, "corridor", player, *_beside(game, space))


def _beside(game: Game | View, space: str) -> tuple[int, int]:
    """The heavy and light damage printed beside a red space."""
    heavy, light = sheet_of(game).entrances[space]
    return (heavy, light) if game.setup.corridors == "edge heavy" else (light, heavy)


@rule("corridor.damage")
def use_corridor(game: Game, player: int, space: str) -> Steps:
    """Through a corridor, for the damage beside the space to which it leads."""
    yield Moved(player, (space_of(game, player), space), True, rule="corridor.network")
    taken, beside = toll(game, player, space), _beside(game, space)
    if any(taken):
        why = explained(game, "corridor", player, *beside) if taken != beside else ()
        yield because(DamageTaken(player, *taken, rule="corridor.damage"), *why)
