"""Pages 12, 20 and 21: spaces, ranges and moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rulewright import Violation, rule

from ..book.spaces import Move, Range, distance, moves, out_of_range

if TYPE_CHECKING:
    from rulewright import Game, View

    from ..book.sheets import ArenaSheet


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
    own, other, reach = space_of(game, player), space_of(game, 1 - player), lengthened(game, player, reach)
    return out_of_range(sheet_of(game).place, own, other, reach) is None


@rule("rule.golden")
def lengthened(game: Game | View, player: int, reach: Range) -> Range:
    """A range of a player's attack as texts make it longer or shorter; one without end stays as it is."""
    if reach.most is None:
        return reach
    return Range(reach.least, max(reach.least, reach.most + game.number("range", player)))


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


def nearest_empty(game: Game | View, player: int) -> tuple[str, ...]:
    """The spaces without a fighter that are nearest to a player's."""
    place, start = sheet_of(game).place, space_of(game, player)
    taken = {space_of(game, 0), space_of(game, 1)}
    steps = {space.id: distance(place, start, space.id) for space in place.spaces if space.id not in taken}
    return tuple(space for space, count in steps.items() if count == min(steps.values()))


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
