"""The map: which board there is, who stands where, who sees whom, and how each of them moves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.field import Boards, FaultRules
from rulewright.geometry import grid
from rulewright.geometry.grid import BasePolicy, FirePolicy, LineState, MovePolicy
from rulewright.geometry.grid.board import GROUND

from .terms import force, friendly, great, has, on_map, opponents, sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright import Position
    from rulewright.field import BoardScene
    from rulewright.geometry.grid import Board, Mask, Square

    from .state import Character, Marker, Ruin

TERRAIN: Final = {
    "hindering": grid.HINDERING, "blocking": grid.BLOCKING, "water": grid.WATER, "smoke": grid.HINDERING,
    "debris": grid.HINDERING, "barrier": grid.BLOCKING, "object": None, "special": None,
}  # fmt: skip
"""The terrain of each kind of terrain marker; objects and special markers leave that of their
square (17.3, 17.14a to 17.14g)."""

MOVING: Final = FaultRules(
    {
        "off the board": "15.2",
        "too far": "10.2",
        "not the next square": "10.2",
        "blocking terrain": "16.3a",
        "ends in blocking terrain": "13.2",
        "ends in an occupied square": "13.2",
        "occupied": "13.2",
        "wall between": "16.4a",
        "change of elevation": "16.5a",
        "has to stop beyond a change of elevation": "16.5a",
        "closed corner": "16.8a",
        "opposing figure": "10.7d",
        "has to stop beside an opposing figure": "10.7b",
        "different elevations": "16.5g",
        "farther than the square that leads": "24.2d",
        "not this base": "24.2a",
        "turns": "10.6",
        "a direct path is at least one square long": "10.6",
        "in no direct path": "10.6",
    },
    others="10.2",
)
"""Which rule forbids what the geometry finds wrong with a way."""


@rule("4.2")
def map_of(position: Position) -> str:
    """The id of the map: the one that was chosen, or agreed on."""
    found = position.state.match.get(0)
    return str(found.map if found is not None and found.map else position.setup.map)


@rule("24.2", "21.2b")
def _standing(position: Position, character: Character) -> grid.Figure | None:
    if character.area != "map" or not character.squares:
        return None
    size = great(position, str(character.id))
    return grid.Figure(str(character.id), character.squares, size, tall=size >= 2, side=character.player)


@rule("17.3", "17.7", "17.14a", "17.14b", "17.14d", "17.14e", "17.14f", "17.14g")
def _laid(position: Position, marker: Marker) -> grid.Marker | None:
    if marker.holder or not marker.squares:
        return None
    return grid.Marker(marker.squares, TERRAIN[marker.kind])


def _destroyed(position: Position, ruin: Ruin) -> grid.Destroyed:
    return grid.Destroyed(ruin.squares, ruin.walls)


@cache
def _boards(map: str) -> Boards:
    def printed(position: Position) -> Board:
        board: Board = position.content.maps[map].board
        return board

    return Boards(printed, {"characters": _standing, "markers": _laid, "ruins": _destroyed})


@rule("6.3", "6.3b", "6.3c", "15.1", "15.1c", "15.2", "16", "16.1", "16.2", "16.3", "16.4", "16.4c", "16.4d", "16.4f",
      "16.4g", "16.5", "16.6", "16.7", "16.8", "16.8c")  # fmt: skip
def BOARD(position: Position) -> BoardScene:
    """The map that is played on, with all that stands and lies there."""
    return _boards(map_of(position))(position)


# Standing ---------------------------------------------------------------------------------------------------


@rule("6.3", "6.3a", "24.2b")
def beside(position: Position, id: str) -> Mask:
    """The squares adjacent to a character."""
    scene = BOARD(position)
    return grid.beside(scene.board, scene.figures.mask(id))


@rule("6.3", "6.3a", "6.3b", "16.4c", "16.5b", "16.7c", "16.8c", "24.2b")
def adjacent(position: Position, one: str, other: str) -> bool:
    """Whether two characters are adjacent; none is to itself, nor across a base that lies across a corner."""
    if one == other or not beside(position, one) & BOARD(position).figures.mask(other):
        return False
    scene = BOARD(position)
    between = [scene.figures.mask(figure.id) for figure in scene.figures if _across_a_corner(figure.squares)]
    pairs = ((a, b) for a in scene.figures[one].squares for b in scene.figures[other].squares)
    return not between or any(grid.adjacent(scene.board, a, b, between) for a, b in pairs)


def _across_a_corner(squares: Sequence[Square]) -> bool:
    return len(squares) == 2 and all(a != b for a, b in zip(*squares, strict=True))


def adjacent_foes(position: Position, id: str) -> list[str]:
    """The opposing characters adjacent to a character."""
    return [foe for foe in opponents(position, force(position, id)) if adjacent(position, id, foe)]


def adjacent_friends(position: Position, id: str) -> list[str]:
    """The other friendly characters adjacent to a character."""
    others = (str(one.id) for one in position.state.characters.values() if on_map(position, str(one.id)))
    return [other for other in others if friendly(position, id, other) and adjacent(position, id, other)]


@rule("16.5f")
def beside_elevated(position: Position, id: str) -> bool:
    """Whether a square that a character occupies touches a square of elevated terrain."""
    scene = BOARD(position)
    around = grid.ball(scene.board, scene.figures.mask(id), 1) & ~scene.figures.mask(id)
    return any(scene.board.tiles[square].elevation > GROUND for square in scene.board.squares(around))


@rule("11.3a", "11.3b", "11.3d")
def distance(position: Position, one: str, other: str) -> int:
    """The squares from one character to another, counted as range is."""
    figures = BOARD(position).figures
    return min(grid.distance(a, b) for a in figures[one].squares for b in figures[other].squares)


def occupied(position: Position, *, without: str = "") -> Mask:
    """The squares in which characters stand."""
    mask = 0
    for figure in BOARD(position).figures:
        if figure.id != without:
            mask |= BOARD(position).figures.mask(figure.id)
    return mask


@rule("15.5")
def vacant(position: Position) -> Mask:
    """The unoccupied squares."""
    return grid.unoccupied(BOARD(position).board, occupied(position))


@rule("17.3")
def top_marker(position: Position, square: Square) -> Any:
    """The id of the marker that gives a square its terrain: the one placed last, objects aside; None without any."""
    lying = [one for one in position.state.markers.values() if square in one.squares and TERRAIN[one.kind] is not None]
    return lying[-1].id if lying else None


# Lines of fire ----------------------------------------------------------------------------------------------


@rule("pac.earthbound-neutralized")
def improved(position: Position, ability: str, id: str) -> bool:
    """Whether a character can use an improved ability: not with Earthbound/Neutralized."""
    return has(position, ability, id) and not has(position, "earthbound-neutralized", id)


@rule("improved.targeting-elevated", "improved.targeting-hindering", "improved.targeting-blocking",
      "improved.targeting-characters", "improved.targeting-destroy-blocking", "keyword.great-size")  # fmt: skip
def fire_policy(position: Position, id: str, target: str = "") -> FirePolicy:
    """What lines of fire from a character disregard, and what lines to the target do."""
    great = has(position, "great-size", id) or (bool(target) and has(position, "great-size", target))
    return FirePolicy(
        elevated=great or improved(position, "improved-targeting-elevated", id),
        hindering=improved(position, "improved-targeting-hindering", id),
        blocking=improved(position, "improved-targeting-blocking", id),
        outdoor_blocking=great,
        figures=improved(position, "improved-targeting-characters", id),
        target_hinders_only=great,
        pieces=1 if improved(position, "improved-targeting-destroy-blocking", id) else 0,
        giants_below_block=position.setup.giants_below_block,
        figures_below_block=position.setup.figures_below_block,
        figures_close_corners=position.setup.figures_close_corners,
    )


@rule("11.3", "11.4", "11.4a", "11.4b", "11.4c", "11.4d", "11.5", "16.2b", "16.3b", "16.4b", "16.4f", "16.4g", "16.5c",
      "16.5d", "16.5e", "16.8b", "24.2e")  # fmt: skip
def line(position: Position, id: str, target: str, reach: int) -> LineState:
    """The best line of fire of at most this length from one character to another; range is counted with it."""
    scene = BOARD(position)
    table = grid.figure_table(scene.board, scene.figures, fire_policy(position, id, target))
    found: LineState = table[id, target].within(reach)
    return found


@rule("11.4f")
def direct_line(position: Position, id: str, target: str, reach: int) -> bool:
    """Whether a line of fire of at most this length from one character to another is a direct one."""
    scene, policy = BOARD(position), fire_policy(position, id, target)
    pairs = ((a, b) for a in scene.figures[id].squares for b in scene.figures[target].squares)
    return any(
        grid.direct(a, b)
        and grid.distance(a, b) <= reach
        and not grid.line_of_fire(scene.board, a, b, scene.figures, policy, id).blocked
        for a, b in pairs
    )


# Moving -----------------------------------------------------------------------------------------------------


@rule("improved.movement-elevated", "improved.movement-blocking", "improved.movement-outdoor-blocking",
      "improved.movement-characters", "improved.movement-move-through", "10.6", "10.7a", "10.7b",
      "10.7d", "16.5a")  # fmt: skip
def move_policy(position: Position, id: str, *, direct: bool = False) -> MovePolicy:
    """What a character disregards when it moves; ``direct`` where it moves in a direct path."""
    everywhere = position.may("move through blocking terrain", id)
    outdoor = position.may("move through outdoor blocking terrain", id)
    through = position.may("move through opposing characters", id)
    return MovePolicy(
        red_lines=position.setup.red_lines,
        heights=position.may("cross elevations", id),
        through_blocking="all" if everywhere else "outdoor" if outdoor else "none",
        through_figures=through,
        past_figures=through,
        old_hindering=position.setup.old_hindering,
        direct=direct,
    )


@rule("24.2c")
def base_policy(position: Position, id: str) -> BasePolicy:
    """What need not part the squares of a base: elevation, for a character with Flight, a giant or a colossal."""
    card = sheet(position, id)
    flies = has(position, "flight", id) if on_map(position, id) else "flight" in card.carries
    return BasePolicy(uneven=flies or great(position, id) >= 2)


def place_at(position: Position, id: str, square: Any) -> tuple[Any, ...]:
    """The squares that the base of a character would cover with its first square there."""
    squares = BOARD(position).figures[id].squares
    x, y = squares[0]
    return tuple((square[0] + a - x, square[1] + b - y) for a, b in squares)
