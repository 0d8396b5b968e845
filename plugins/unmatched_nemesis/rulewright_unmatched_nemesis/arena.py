"""Pages 12 and 20 to 21: spaces, ranges, moves and corridors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from rulewright import Violation, because, rule
from rulewright.geometry.arena import Move, Range, distance, moves, out_of_range, passages

from .events import DamageTaken, Moved
from .numbers import changed, explained, forbidden

if TYPE_CHECKING:
    from rulewright import Game, Steps, View

    from .book import ArenaSheet

STEP: Final = Move(1)


def sheet_of(game: Game | View) -> ArenaSheet:
    """The arena of the game."""
    found: ArenaSheet = game.content.arenas[game.state.match[0].arena]
    return found


def space_of(game: Game | View, player: int) -> str:
    """Where a player's fighter stands."""
    return str(game.state.fighters[player].space)


def gap(game: Game | View) -> int:
    """How many spaces the two fighters are apart."""
    return distance(sheet_of(game).place, space_of(game, 0), space_of(game, 1))


def is_red(game: Game, player: int) -> bool:
    """Whether a fighter stands on a red space."""
    return space_of(game, player) in sheet_of(game).entrances


@rule("attack.range-required", "range.fixed", "range.up-to", "range.straight", "range.none")
def is_in_range(game: Game | View, player: int, reach: Range) -> bool:
    """Whether the opponent of a player is in range, as texts make the range longer or shorter."""
    if reach.most is not None and (farther := game.number("range", player)):
        reach = Range(reach.least, max(reach.least, reach.most + farther))
    return out_of_range(sheet_of(game).place, space_of(game, player), space_of(game, 1 - player), reach) is None


Ways = Mapping[str, tuple[str, ...]]
"""For each space that can be reached a shortest way to it."""


@rule("turn.move-limits", "move.teleport", "move.backward", "move.forward")
def ways(game: Game | View, mover: int, spaces: int = 1, way: str = "any") -> Ways:
    """Where a fighter can move: never out of the arena, into the other fighter's space or, unless teleported, through
    it. Backward every space is farther from the other fighter, forward it is nearer."""
    other = space_of(game, 1 - mover)
    move = Move(
        spaces,
        through=way == "teleport",
        away_from=other if way == "backward" else None,
        toward=other if way == "forward" else None,
    )
    start = space_of(game, mover)
    found = moves(sheet_of(game).place, start, move, (other,))
    return {space: path for space, path in found.items() if space != start}


@rule("turn.move", "turn.move-limits", "dash.pay")
def closed_ways(game: Game, mover: int, rule: str) -> Iterator[tuple[str, Violation]]:
    """The spaces to which a fighter cannot step, each with why; ``rule`` is that of the step."""
    start, other = space_of(game, mover), space_of(game, 1 - mover)
    open_ways = ways(game, mover)
    for space in sheet_of(game).place.adjacent:
        if space == other:
            yield space, Violation("space_taken", "turn.move-limits", space=space)
        elif space not in open_ways and space != start:
            yield space, Violation("space_too_far", rule, space=space)


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


@rule("corridor.damage", "block.only-assault")
def use_corridor(game: Game, player: int, space: str) -> Steps:
    """Through a corridor, for the damage beside the space to which it leads."""
    yield Moved(player, (space_of(game, player), space), True, rule="corridor.network")
    taken, beside = toll(game, player, space), _beside(game, space)
    if any(taken):
        why = explained(game, "corridor", player, *beside) if taken != beside else ()
        yield because(DamageTaken(player, *taken, rule="corridor.damage"), *why)
