"""The map: which board there is, what stands and lies on it, and what is adjacent."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from rulewright import kept_while, rule, version_of
from rulewright.field import Boards
from rulewright.geometry import grid
from rulewright.geometry.caching import kept
from rulewright.geometry.grid.board import GROUND

from ..terms import force, friendly, on_map, side_of, size_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulewright import Position
    from rulewright.field import BoardScene
    from rulewright.geometry.grid import Board, Edge, Mask, Square

    from ..book.sheets import MarkerSheet
    from ..state import Character, Marker, Ruin


TERRAIN: Final = {
    "hindering": grid.HINDERING, "blocking": grid.BLOCKING, "water": grid.WATER, "smoke": grid.HINDERING,
    "debris": grid.HINDERING, "barrier": grid.BLOCKING, "elevated": grid.CLEAR, "clear": grid.CLEAR, "object": None,
    "special": None,
}  # fmt: skip
"""The terrain of each kind of terrain marker; objects and special markers leave that of their
square (17.3, 17.14a to 17.14g)."""


@rule("4.2")
def map_of(position: Position) -> str:
    """The id of the map: the one that was chosen, or agreed on."""
    found = position.state.match.get(0)
    return str(found.map if found is not None and found.map else position.setup.map)


@rule("6.2", "26", "24.2", "21.2b")
def _standing(position: Position, character: Character) -> grid.Figure | None:
    if character.area != "map" or not character.squares:
        return None
    size = size_of(position, str(character.id))
    side = side_of(position, character.player)
    return grid.Figure(str(character.id), character.squares, size, tall=size >= 2, side=side)


@rule("17", "17.3", "17.7", "25.5", "17.14a", "17.14b", "17.14c", "17.14d", "17.14e", "17.14f", "17.14g")
def _laid(position: Position, marker: Marker) -> grid.Marker | None:
    if marker.holder or not marker.squares:
        return None
    printed = position.content.markers.get(marker.card)
    if printed is None or not printed.rises:
        return grid.Marker(marker.squares, TERRAIN[marker.kind])
    turned = position.state.turned.get(marker.id)
    ramps = stairs_of(printed, marker.squares, 0 if turned is None else turned.quarters)
    return grid.Marker(marker.squares, TERRAIN[marker.kind], printed.rises, ramps)


SIDES: Final = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""The sides of a square, in the order in which it is turned, and where each leads; row 1 is in the north."""


@rule("17.14c", "16.7b")
def stairs_of(printed: MarkerSheet, squares: Sequence[Square], turned: int) -> tuple[Edge, ...]:
    """The transitions of elevated terrain that lies there turned by so many quarters: from a square of it to one beside
    it."""
    left, top = (min(places) for places in zip(*squares, strict=True))
    found = []
    for words in printed.stairs:
        square, side = words.split()
        (column, row), (wide, deep), (right, down) = grid.square_of(square), printed.covers, SIDES[side]
        for _ in range(turned):
            (column, row), (wide, deep), (right, down) = (deep - 1 - row, column), (deep, wide), (-down, right)
        at = (left + column, top + row)
        found.append((at, (at[0] + right, at[1] + down)))
    return tuple(found)


def _destroyed(position: Position, ruin: Ruin) -> grid.Destroyed:
    return grid.Destroyed(ruin.squares, ruin.walls)


@cache
def _boards(map: str) -> Boards:
    def printed(position: Position) -> Board:
        board: Board = position.content.maps[map].board_for(len(position.players))
        return board

    return Boards(printed, {"characters": _standing, "markers": _laid, "ruins": _destroyed})


@kept_while(version_of)
@rule("6.3", "6.3b", "15.1", "15.1c", "15.2", "16", "16.1", "16.2", "16.3", "16.4", "16.4c", "16.4f",
      "16.4g", "16.5", "16.6", "16.7", "16.8", "16.8c")  # fmt: skip
def scene_of(position: Position) -> BoardScene:
    """The map that is played on, with all that stands and lies there."""
    return _boards(map_of(position))(position)


def standing(position: Position) -> tuple[Any, ...]:
    """Where all stand, what lies there, and what they carry: equal as long as none of that has changed."""
    return scene_of(position), position.state.markers.version, position.rules.powers.edition(position)


@rule("6.3", "6.3a", "16.4d", "24.2b")
def beside(position: Position, id: str) -> Mask:
    """The squares adjacent to a character."""
    scene = scene_of(position)
    return _around(scene.board, scene.figures.mask(id))


_around: Final = kept(grid.beside)
"""The squares adjacent to a base, worked out once for each place in which one stands on a board."""


@rule("6.3", "6.3a", "6.3b", "16.4c", "16.5b", "16.7c", "16.8c", "24.2b")
def adjacent(position: Position, one: str, other: str) -> bool:
    """Whether two characters are adjacent; none is to itself, nor across a base that lies across a corner.

    Who is off the map is adjacent to nobody.
    """
    return (
        one != other
        and on_map(position, one)
        and on_map(position, other)
        and other in _neighbours(scene_of(position), one)
    )


@kept
def _neighbours(scene: BoardScene, id: str) -> tuple[str, ...]:
    """The figures adjacent to one of them."""
    board, figures = scene.board, scene.figures
    around = _around(board, figures.mask(id))
    near = [one for one in figures if figures.mask(one.id) & around and one.id != id]
    between = [figures.mask(one.id) for one in figures if _across_a_corner(one.squares)] if near else []
    return tuple(one.id for one in near if not between or _not_cut_off(board, figures[id], one, between))


def _not_cut_off(board: Board, one: grid.Figure, other: grid.Figure, between: list[Mask]) -> bool:
    """Whether squares of two figures are adjacent in spite of bases that lie across a corner."""
    return any(grid.adjacent(board, a, b, between) for a in one.squares for b in other.squares)


@rule("16.5b", "16.7c")
def linked_by_stairs(position: Position, one: str, other: str) -> bool:
    """Whether stairs link squares of two characters on different elevations, which are still not adjacent.

    They link diagonal squares, too, unless the option says that they lead straight only.
    """
    scene = scene_of(position)
    return bool(scene.board.ramps) and other in _linked(scene, one, position.setup.stairs_straight_only)


def beside_or_linked(position: Position, id: str) -> tuple[str, ...]:
    """All characters adjacent to one on the map, and those that stairs link to it."""
    scene = scene_of(position)
    near = _neighbours(scene, id)
    return (*near, *_linked(scene, id, position.setup.stairs_straight_only)) if scene.board.ramps else near


@kept
def _linked(scene: BoardScene, id: str, straight: bool) -> tuple[str, ...]:
    """The figures that stairs link to one of them."""
    figures, found = scene.figures, []
    ways = [(square, grid.linked(scene.board, square)) for square in figures[id].squares]
    beyond = reduce(or_, (mask for _, mask in ways))
    for one in figures:
        if figures.mask(one.id) & beyond:
            pairs = ((a, b) for a, there in ways for b in one.squares if scene.board.bit(b) & there)
            if any(not straight or a[0] == b[0] or a[1] == b[1] for a, b in pairs):
                found.append(one.id)
    return tuple(found)


def _across_a_corner(squares: Sequence[Square]) -> bool:
    return len(squares) == 2 and all(a != b for a, b in zip(*squares, strict=True))


def touching(position: Position, id: str) -> Sequence[str]:
    """All characters adjacent to a character."""
    return _neighbours(scene_of(position), id) if on_map(position, id) else ()


def adjacent_foes(position: Position, id: str) -> list[str]:
    """The opposing characters adjacent to a character."""
    near = touching(position, id)
    others = position.opponents(force(position, id)) if near else ()
    return [one for one in near if force(position, one) in others]


def adjacent_friends(position: Position, id: str) -> list[str]:
    """The other friendly characters adjacent to a character."""
    return [other for other in touching(position, id) if friendly(position, id, other)]


@rule("6.3c", "16.5f")
def beside_elevated(position: Position, id: str) -> bool:
    """Whether a square that a character occupies touches a square of elevated terrain."""
    if not on_map(position, id):
        return False
    scene = scene_of(position)
    around = grid.ball(scene.board, scene.figures.mask(id), 1) & ~scene.figures.mask(id)
    return any(scene.board.tiles[square].elevation > GROUND for square in scene.board.squares(around))


@rule("16.2", "16.5", "16.6")
def occupies(position: Position, id: str, terrain: str) -> bool:
    """Whether a character on the map stands in terrain of a kind: "clear", "hindering", "water" or "elevated", or
    outdoors at the highest elevation of the map ("highest outdoor")."""
    if not on_map(position, id):
        return False
    scene = scene_of(position)
    squares = scene.board.squares(scene.figures.mask(id))
    if terrain == "elevated":
        return any(scene.board.tiles[square].elevation > GROUND for square in squares)
    if terrain == "highest outdoor":
        top = max(tile.elevation for tile in scene.board.tiles.values())
        tiles = (scene.board.tiles[square] for square in squares)
        return any(tile.elevation == top and not tile.indoor for tile in tiles)
    kind = {"clear": grid.CLEAR, "hindering": grid.HINDERING, "water": grid.WATER}[terrain]
    return bool(scene.figures.mask(id) & scene.board.where(kind))


@rule("16.2")
def printed_hindering(position: Position) -> Mask:
    """The squares of hindering terrain that is printed on the map, and not that of a marker."""
    printed: Mask = position.content.maps[map_of(position)].board.where(grid.HINDERING)
    return printed & scene_of(position).board.where(grid.HINDERING)


@rule("11.3a", "11.3b", "11.3d")
def distance(position: Position, one: str, other: str) -> int:
    """The squares from one character to another, counted as range is."""
    return distances(position)[one, other]


@rule("11.3a", "11.3b", "11.3d")
def distances(position: Position) -> Mapping[tuple[str, str], int]:
    """The squares from character to character on the map, counted as range is."""
    return grid.figure_distances(scene_of(position).figures)


@rule("11.3a", "11.3b")
def within(position: Position, one: str, other: str, squares: int) -> bool:
    """Whether two characters are within so many squares of each other; who is off the map is near nobody."""
    return on_map(position, one) and on_map(position, other) and distance(position, one, other) <= squares


def occupied(position: Position, *, without: str = "") -> Mask:
    """The squares in which characters stand."""
    figures = scene_of(position).figures
    return reduce(or_, (figures.mask(one.id) for one in figures if one.id != without), 0)


@rule("15.5")
def vacant(position: Position) -> Mask:
    """The unoccupied squares."""
    return grid.unoccupied(scene_of(position).board, occupied(position))


@rule("17.3")
def top_marker(position: Position, square: Square) -> Any:
    """The id of the marker that gives a square its terrain: the one placed last, objects aside; None without any."""
    lying = [one for one in position.state.markers.values() if square in one.squares and TERRAIN[one.kind] is not None]
    return lying[-1].id if lying else None
