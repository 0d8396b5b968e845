"""Terrain markers laid on a board, and squares and walls destroyed on it: what counts now, and what lies below.

The printed board stays as it is. What was laid or destroyed are records that never change, and together they
give the board that counts: the query rooms are asked with :attr:`Ground.board`. Taking a record away gives
back whatever was below it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from .. import GeometryError
from .adjacency import distance
from .board import CLEAR, TERRAIN, Board, Edge, Square, Tile, edge, name_of


class Marker(msgspec.Struct, frozen=True):
    """
    A terrain marker: the squares it lies on, their terrain, by how much it raises them, its ramps.

    ``terrain`` None leaves the terrain as it is, as objects do; debris and smoke are hindering terrain, a barrier
    blocking terrain. ``rises`` raises the squares, and they stay raised under other markers; a marker on raised or
    elevated squares raises them further. ``ramps`` join one of its squares to one beside it; where that one is off
    the board, the ramp leads nowhere.

    Of several markers in a square that with the highest ``layer`` is the top one; of those in one layer it is
    the one that comes last.
    """

    squares: tuple[Square, ...]
    terrain: str | None = CLEAR
    rises: int = 0
    ramps: tuple[Edge, ...] = ()
    layer: int = 0


class Destroyed(msgspec.Struct, frozen=True):
    """
    Printed terrain that was destroyed: its squares are clear, its walls are gone.

    The debris that is left behind is a :class:`Marker` of its own: without it the square still counts as
    destroyed. A destroyed square keeps its elevation.
    """

    squares: tuple[Square, ...] = ()
    walls: tuple[Edge, ...] = ()


class Ground:
    """
    A printed board with what was laid and destroyed on it, by id, in the order of laying.

    ``board`` is the board that counts. Raises GeometryError, naming the record, for a marker without squares
    or off the board, ramps that do not begin at it, an elevation that is no whole number, an unknown terrain,
    and for a destroyed square or wall that is not there.

    It is a world for :class:`rulewright.geometry.epochs.Epochs`, whose rows are the records::

        grounds = Epochs(lambda rows: Ground(printed, rows), Ground.changed)
    """

    def __init__(self, printed: Board, records: Mapping[str, Marker | Destroyed] | None = None) -> None:
        self.printed = printed
        self.records: Mapping[str, Marker | Destroyed] = dict(records or {})
        for name, record in self.records.items():
            self._check(name, record)
        self.board = self._laid(printed, self.records.values())

    def changed(self, records: Mapping[str, Marker | Destroyed], gone: Collection[str] = ()) -> "Ground":
        """
        The ground with these records more, in the places of those with the same ids, and without those gone.

        Only what is different is worked out. Raises GeometryError for bad records and for unknown ids.
        """
        for name in gone:
            if name not in self.records:
                raise GeometryError(f"nothing {name!r} lies on {self.printed.name}; there is {_listed(self.records)}")
        for name, record in records.items():
            self._check(name, record)
        new = object.__new__(Ground)
        new.printed = self.printed
        new.records = {name: record for name, record in {**self.records, **records}.items() if name not in gone}
        before = [record for name, record in self.records.items() if name in gone or name in records]
        new.board = new._laid(self.board, [*before, *records.values()])
        return new

    def at(self, square: Square) -> tuple[str, ...]:
        """The ids of the markers in a square, bottom to top. Raises GeometryError for a square off the board."""
        self.printed.bit(square)
        return tuple(name for name, marker in self._markers() if square in marker.squares)

    # ---------------------------------------------------------------------------------------- what counts

    def _destroyed(self) -> Iterator[Destroyed]:
        return (record for record in self.records.values() if isinstance(record, Destroyed))

    def _markers(self) -> list[tuple[str, Marker]]:
        """The markers, bottom to top."""
        found = [(name, record) for name, record in self.records.items() if isinstance(record, Marker)]
        return sorted(found, key=lambda named: named[1].layer)

    def _laid(self, board: Board, changes: Iterable[Marker | Destroyed]) -> Board:
        """The board brought up to date wherever these records lie, or lay."""
        changes = list(changes)
        squares = {square for record in changes for square in record.squares}
        walls = {edge(*pair) for record in changes if isinstance(record, Destroyed) for pair in record.walls}
        ramps = {edge(*pair) for record in changes if isinstance(record, Marker) for pair in record.ramps}
        ramps = {pair for pair in ramps if pair[0] in board.tiles and pair[1] in board.tiles}
        gone = {edge(*pair) for record in self._destroyed() for pair in record.walls}
        laid = self.printed.ramps.union(edge(*pair) for _, marker in self._markers() for pair in marker.ramps)
        return (
            board.with_tiles(self._tiles(squares))
            .with_edges({pair: None if pair in gone else self.printed.edges[pair] for pair in walls})
            .with_ramps(ramps & laid, without=ramps - laid)
        )

    def _tiles(self, squares: set[Square]) -> dict[Square, Tile]:
        """What counts in these squares."""
        found = {square: self.printed.tiles[square] for square in squares}
        for record in self._destroyed():
            for square in squares.intersection(record.squares):
                found[square] = msgspec.structs.replace(found[square], terrain=CLEAR)
        for _, marker in self._markers():
            for square in squares.intersection(marker.squares):
                found[square] = _under(marker, found[square])
        return found

    # --------------------------------------------------------------------------------------------- input

    def _check(self, name: str, record: Marker | Destroyed) -> None:
        what, board = f"{'marker' if isinstance(record, Marker) else 'destroyed terrain'} {name!r}", self.printed
        for square in record.squares:
            if square not in board.tiles:
                raise GeometryError(f"{what}: {name_of(square)} is not on {board.name}")
        if isinstance(record, Destroyed):
            for pair in record.walls:
                kind = board.edges.get(edge(*pair))
                if kind is None or not kind.wall:
                    raise GeometryError(f"{what}: no wall stands between {name_of(pair[0])} and {name_of(pair[1])}")
            return
        if not record.squares or len(set(record.squares)) < len(record.squares):
            raise GeometryError(f"{what} lies on one square or more, each named once, not on {_listed(record.squares)}")
        if record.terrain is not None and record.terrain not in TERRAIN:
            raise GeometryError(f"{what}: {record.terrain!r} is no terrain; there is {', '.join(TERRAIN)}")
        if type(record.rises) is not int:
            raise GeometryError(f"{what} rises by a whole number, not {record.rises!r}")
        for a, b in record.ramps:
            if distance(a, b) != 1 or (a in record.squares) == (b in record.squares):
                raise GeometryError(
                    f"{what}: a ramp joins one of its squares to one beside it, not {name_of(a)} and {name_of(b)}"
                )


def _under(marker: Marker, tile: Tile) -> Tile:
    """A square after a marker was laid on it."""
    terrain = tile.terrain if marker.terrain is None else marker.terrain
    return msgspec.structs.replace(tile, terrain=terrain, elevation=tile.elevation + marker.rises)


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "none"
