"""Terrain that is destroyed (16.9, 17.10)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from rulewright import Modifier, kept_while, rule
from rulewright.geometry import grid
from rulewright.geometry.caching import kept

from ..book.sheets import STANDARD_MARKER
from ..events.terrain import MarkerPlaced, MarkerRemoved, TerrainDestroyed
from ..space.board import TERRAIN, adjacent_friends, beside, scene_of, standing, top_marker
from ..space.sight import fire_policy, near
from ..terms import has, improved, on_map
from .markers import lying, standing_on, values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulewright import Event, Game, Position
    from rulewright.field import BoardScene
    from rulewright.geometry.grid import Board, Edge, FirePolicy, Mask, Square


Piece = tuple[Literal["marker", "square", "wall"], Any]
"""What can be destroyed: a marker by its id, a square of printed blocking terrain, or a wall by its two squares."""

HELP: Final = {"close": ("close-combat-expert", "empower"), "range": ("ranged-combat-expert", "enhancement")}
"""The powers of who destroys terrain, and of friends beside it, that modify its damage value for that."""

LASTING: Final = ("debris", "smoke", "water", "special")
"""Markers that cannot be destroyed (17.14d to 17.14f); a special one is no terrain marker (17.14h)."""


@rule("16.9", "16.9a", "16.9b", "17.10", "17.14d", "17.14e", "17.14f", "keyword.indestructible")
def pieces(position: Position, near: Mask) -> Iterator[Piece]:
    """The terrain markers and pieces of printed blocking terrain in these squares that can be destroyed."""
    board = scene_of(position).board
    covered = 0
    for marker in lying(position):
        if TERRAIN[marker.kind] is not None:
            covered |= board.mask(marker.squares)
        if (
            marker.kind not in LASTING
            and not values(position, marker).indestructible
            and board.mask(marker.squares) & near
        ):
            yield "marker", str(marker.id)
    for square in board.squares(board.where(grid.BLOCKING) & near & ~covered):
        yield "square", square


@rule("16.9", "16.9b", "16.4d", "6.3")
def beside_pieces(position: Position, id: str) -> list[Piece]:
    """What a CLOSE destroy action can destroy: adjacent pieces, and walls on the edges of the character's squares."""
    found = _pieces_beside(position, id)
    damage = damage_to_terrain(position, id, "close") if found else 0
    return [piece for piece in found if breaks(position, damage, piece)]


@kept_while(standing)
def _pieces_beside(position: Position, id: str) -> list[Piece]:
    """The adjacent pieces and walls, whatever breaks them."""
    return [*pieces(position, beside(position, id)), *walls_of(position, id, 0)]


@rule("16.4d", "16.4e")
def walls_of(position: Position, id: str, squares: int) -> list[Piece]:
    """The walls on the edges of the squares within so many squares of a character."""
    scene = scene_of(position)
    found = (wall for square in scene.figures[id].squares for wall in grid.walls_within(scene.board, square, squares))
    return [("wall", wall) for wall in dict.fromkeys(found) if all(square in scene.board.tiles for square in wall)]


@rule("16.9", "16.9a", "16.9b", "17.10")
def far_pieces(position: Position, id: str) -> Iterator[Piece]:
    """What a RANGE destroy action can destroy: pieces within range and line of fire."""
    found = _pieces_within(position, id, int(position.number("range", id)))
    damage = damage_to_terrain(position, id, "range") if found else 0
    for piece, aims in found:
        if breaks(position, damage, piece) and any(in_line(position, id, aim) for aim in aims):
            yield piece


@kept_while(standing)
def _pieces_within(position: Position, id: str, squares: int) -> list[tuple[Piece, tuple[Any, ...]]]:
    """The pieces within so many squares, each with that of it to which a line of fire may be drawn."""
    board, reach = scene_of(position).board, near(position, id, squares)
    found: list[tuple[Piece, tuple[Any, ...]]] = [
        (piece, tuple(square for square in squares_of(position, piece) if board.bit(square) & reach))
        for piece in pieces(position, reach)
    ]
    walls = (wall for wall, both in walls_on(board).items() if not both & ~reach)
    return [*found, *((("wall", wall), (wall,)) for wall in walls)]


@kept
def walls_on(board: Board) -> dict[Edge, Mask]:
    """The walls between squares of a board, each with both of them."""
    walls = (edge for edge, kind in board.edges.items() if kind.wall)
    return {wall: board.mask(wall) for wall in walls if all(square in board.tiles for square in wall)}


@rule("16.9a", "16.9b", "17.10")
def in_line(position: Position, id: str, piece: Square | Edge) -> bool:
    """Whether a character has the line of fire that destroying a square or a wall needs."""
    scene, policy = scene_of(position), fire_policy(position, id)
    return _reaches(scene, policy, id, piece)


@kept
def _reaches(scene: BoardScene, policy: FirePolicy, id: str, piece: Square | Edge) -> bool:
    """Whether a figure has the line of fire that destroying a square or a wall needs."""
    figures = scene.figures
    return any(grid.can_destroy(scene.board, at, piece, figures, policy, id) for at in figures[id].squares)


@rule("16.9", "17.9d", "17.11c")
def breaks(position: Position, damage: int, piece: Piece) -> bool:
    """Whether a damage value is at least the destroy value of a piece; printed terrain has the default one."""
    what, which = piece
    marker = position.state.markers[which] if what == "marker" else None
    printed = STANDARD_MARKER if marker is None else values(position, marker)
    return damage >= printed.destroy


@rule("16.9", "pac.close-combat-expert", "pac.ranged-combat-expert", "pac.empower", "pac.enhancement")
def damage_to_terrain(position: Position, id: str, kind: str) -> int:
    """The damage value with which a character destroys terrain; powers that help it in attacks of that kind do here."""
    if not on_map(position, id):
        return 0
    own, helping = HELP[kind]
    helpers = [own] if has(position, own, id) else []
    helpers += [helping for one in adjacent_friends(position, id) if has(position, helping, one)]
    also = (Modifier("damage", "modify", 1, power, rule=f"pac.{power}") for power in helpers)
    return int(position.number("damage", id, *also))


def squares_of(position: Position, piece: Piece) -> tuple[Square, ...]:
    """The squares in which debris of a piece would lie."""
    what, which = piece
    if what == "marker":
        return tuple(position.state.markers[which].squares)
    return tuple(which) if what == "wall" else (which,)


@rule("16.9a", "16.9b", "16.9c", "17.10", "17.14d")
def destroyed(game: Game, piece: Piece, rule: str) -> Iterator[Event]:
    """A piece of terrain is destroyed, and leaves debris: objects leave none, walls none on blocking terrain."""
    what, which = piece
    board, squares = scene_of(game).board, squares_of(game, piece)
    power, until = "", None
    if what == "marker":
        marker = game.state.markers[which]
        power, until = marker.power, marker.until
        yield MarkerRemoved(which, standing_on(game, marker), rule=rule)
        if marker.kind == "object":
            return
    elif what == "wall":
        yield TerrainDestroyed(f"ruin#{game.new_id()}", walls=(which,), rule=rule)
        squares = tuple(square for square in squares if not board.bit(square) & board.where(grid.BLOCKING))
    else:
        yield TerrainDestroyed(f"ruin#{game.new_id()}", squares=squares, rule=rule)
    for square in squares:
        yield MarkerPlaced(f"debris#{game.new_id()}", "debris", (square,), None, "", power, until, rule="17.14d")


@rule("improved.movement-destroy-blocking")
def crossed(position: Position, way: Sequence[Square]) -> list[Piece]:
    """The blocking terrain through which a way leads."""
    board = scene_of(position).board
    inside = board.mask(way) & board.where(grid.BLOCKING)
    squares = [piece_at(position, square) for square in board.squares(inside)]
    walls = [grid.edge(a, b) for a, b in pairwise(way) if a[0] == b[0] or a[1] == b[1]]
    return [*squares, *(("wall", wall) for wall in walls if wall in board.edges and board.edges[wall].wall)]


@rule("17.3")
def piece_at(position: Position, square: Square) -> Piece:
    """What makes a square blocking terrain: the top marker, or what is printed."""
    marker = top_marker(position, square)
    return ("square", square) if marker is None else ("marker", str(marker))


@rule("improved.targeting-destroy-blocking")
def shot_through(position: Position, id: str, targets: Sequence[str]) -> tuple[Piece, ...]:
    """The piece of blocking terrain through which the line of fire to a target goes, where no line is free of it."""
    if not improved(position, "improved-targeting-destroy-blocking", id):
        return ()
    scene = scene_of(position)
    for target in targets:
        policy = fire_policy(position, id, target)
        lines = [
            grid.line_of_fire(scene.board, origin, aim, scene.figures, policy, id)
            for origin in scene.figures[id].squares
            for aim in scene.figures[target].squares
        ]
        open_ = [line.through for line in lines if not line.blocked]
        if open_ and all(open_):
            cause = open_[0][0]
            return (("wall", cause.edges[0]) if cause.edges else piece_at(position, cause.squares[0]),)
    return ()


def destroy_all(game: Game, found: Iterable[Piece], rule: str) -> list[Event]:
    """Several pieces are destroyed at once."""
    return [event for piece in list(found) for event in destroyed(game, piece, rule)]


def piece_name(piece: Piece) -> str:
    """A piece as it is answered: the id of a marker, a square such as ``C4``, a wall such as ``C4|C5``."""
    what, which = piece
    if what == "marker":
        return str(which)
    return "|".join(grid.name_of(square) for square in which) if what == "wall" else grid.name_of(which)
