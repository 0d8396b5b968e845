"""Boards and scenes as maps."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from shapely.geometry import Polygon

from ...text import LANGUAGES, Words
from ..grid.board import DOOR, WALL, WINDOW, Board, Edge, EdgeKind, Square, Tile, edge
from ..grid.figures import Figure
from ..plane.scene import UNLIMITED, Marker, Piece, Scene, Zone
from ..plane.shapes import Circle, Point, Pose, footprint
from .overlays import region
from .structure import Area, Edges, Item, Kind, Map, Squares, Stand
from .words import TEXTS

Names = Callable[[Any], Words]
"""What a thing is called, by its id."""


def map_of_board(
    board: Board,
    figures: Iterable[Figure] = (),
    sides: Mapping[Any, int] | None = None,
    title: Words = "",
    names: Names = str,
) -> Map:
    """
    The map of a board with the figures on it.

    ``sides`` says whose each figure is, and where it does not, the figure does; a side that is no number is drawn as
    side 0. ``names`` says what a figure is called.
    """
    whose = sides or {}
    items = [*_ground(board), *_edges(board)]
    items += [
        Squares(
            kind=Kind.BASE,
            about=str(one.id),
            label=names(one.id),
            squares=one.squares,
            side=whose.get(one.id, _side(one)),
        )
        for one in figures
    ]
    return Map(True, float(board.width), float(board.height), tuple(items), title)


def _side(figure: Figure) -> int:
    return figure.side if isinstance(figure.side, int) else 0


def _ground(board: Board) -> Iterator[Item]:
    """Squares that are alike, together."""
    alike: defaultdict[tuple[str, int], list[Square]] = defaultdict(list)
    for square, tile in board.tiles.items():
        alike[tile.terrain, tile.elevation].append(square)
    for (terrain, elevation), squares in sorted(alike.items()):
        yield Squares(kind=Kind(terrain), squares=tuple(squares), elevation=elevation)


def _edges(board: Board) -> Iterator[Item]:
    """What lies on edges, alike together: borders of elevation and of indoors, walls, windows, doors, ramps."""
    found: defaultdict[Kind, list[Edge]] = defaultdict(list)
    for (x, y), tile in board.tiles.items():
        for other in ((x + 1, y), (x, y + 1)):
            beyond = board.tiles.get(other)
            if beyond is not None:
                for kind in _borders(tile, beyond):
                    found[kind].append(edge((x, y), other))
    for pair, what in board.edges.items():
        found[_KINDS.get(what.name, _kind(what))].append(pair)
    found[Kind.RAMP] += sorted(board.ramps)
    for kind, pairs in found.items():
        if pairs:
            yield Edges(kind=kind, edges=tuple(pairs))


_KINDS = {WALL.name: Kind.WALL, WINDOW.name: Kind.WINDOW, DOOR.name: Kind.DOOR}


def _kind(what: EdgeKind) -> Kind:
    """The kind that an edge of another name is most like."""
    if what.stops_fire:
        return Kind.WALL if what.stops_moves else Kind.DOOR
    return Kind.WINDOW


def _borders(tile: Tile, beyond: Tile) -> Iterator[Kind]:
    if tile.indoor != beyond.indoor:
        yield Kind.INDOORS
    if tile.elevation != beyond.elevation:
        yield Kind.CLIFF


def map_of_scene(scene: Scene, title: Words = "", names: Names = str) -> Map:
    """The map of a table with zones, terrain, objective markers and models; ``names`` says what they are called."""
    items: list[Item] = [_zone(zone, names) for zone in scene.zones.values()]
    items += [_piece(piece, names) for piece in scene.pieces.values()]
    items += [_marker(marker, names) for marker in scene.markers.values()]
    for model in scene.models.values():
        if model.hull is not None:
            items += region(footprint(model.hull, model.pose).polygon, Kind.HULL, model.id)
    items += [
        Stand(
            kind=Kind.BASE,
            about=model.id,
            label=names(model.id),
            base=model.base,
            pose=model.pose,
            side=model.side,
            group=model.unit,
        )
        for model in scene.models.values()
    ]
    return Map(False, scene.width, scene.depth, tuple(items), title)


def _zone(zone: Zone, names: Names) -> Item:
    return Area(kind=Kind.ZONE, about=zone.id, label=names(zone.id), rings=(zone.outline,), at=inside(zone.outline))


def _marker(marker: Marker, names: Names) -> Item:
    where = Pose(marker.x, marker.y)
    return Stand(kind=Kind.MARKER, about=marker.id, label=names(marker.id), base=Circle(marker.mm), pose=where)


def _piece(piece: Piece, names: Names) -> Item:
    return Area(
        kind=Kind.TERRAIN,
        about=piece.id,
        label=names(piece.id),
        rings=(piece.outline, *piece.holes),
        at=inside(piece.outline, piece.holes),
        more=_said_of(piece),
    )


def _said_of(piece: Piece) -> Words:
    """How large and how high a piece is."""
    height = [f'{piece.height:g}"'] if piece.height != UNLIMITED else []
    if not piece.size:
        return "".join(height)
    return {lang: ", ".join([TEXTS.say("map.size", lang, size=piece.size), *height]) for lang in LANGUAGES}


def inside(outline: Iterable[Point], holes: Iterable[Iterable[Point]] = ()) -> Point:
    """A place within an area: its centroid where that lies inside."""
    polygon = Polygon(tuple(outline), [tuple(hole) for hole in holes])
    middle = polygon.centroid
    place = middle if polygon.contains(middle) else polygon.representative_point()
    return (place.x, place.y)
