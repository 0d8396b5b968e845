"""Worlds: the board or the scene that belongs to the rows of a game, built once, whoever asks.

A ruleset says once which tables stand in space and what space needs to know of a row. A wound, a click of a dial, a
token changes a row and not what stands there, so it changes no world. Forks and views find the world of the same rows,
and what was worked out on it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import count
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from ..geometry import GeometryError
from ..geometry.caching import Keeps
from ..geometry.epochs import Epochs
from ..plaindata import shown
from ..problems import did_you_mean, nearest
from ..readonly import NOTHING
from ..state import table_types

if TYPE_CHECKING:
    from ..geometry.grid import Board, Destroyed, Figure, Figures, Ground, Mask
    from ..geometry.grid import Marker as Laid
    from ..geometry.plane import HeldPair, Marker, Model, Piece, Scene, Zone
    from ..position import Position
    from ..ruleset import Rules

World = TypeVar("World")
Answer = TypeVar("Answer")

TABLES: Final = 16
"""Games with another setup or other rules whose worlds are remembered, those used last."""
ROWS: Final = 10_000
"""Rows of such games of which is remembered what stands there."""

NEVER: Final[tuple[int, Any]] = (-1, None)
"""When the world of a state was looked up that nobody has asked for, and what is known of it."""

_NUMBERS: Final = count()

_ALL: Final[WeakSet[_Worlds[Any]]] = WeakSet()
"""All worlds that there are, for whoever checks what they keep."""


def worlds_of(rules: Rules) -> list[_Worlds[Any]]:
    """The boards and scenes that games with these rules have asked for, in the order in which they were made."""
    asked = [worlds for worlds in _ALL if any(key[0] == id(rules) for key in worlds._games)]
    return sorted(asked, key=lambda worlds: worlds.number)


class _Table(Generic[World]):
    """The worlds of all games with the same rules and setup, and what their rows stand for."""

    def __init__(self, position: Position, epochs: Epochs[World], kinds: tuple[type[Any], ...]) -> None:
        self.of = (position.rules, position.setup)  # kept, so that no others can have their identity
        self.epochs = epochs
        self.kinds = kinds
        self._standing: dict[tuple[int, str], tuple[Any, Any]] = {}
        self._equal: dict[Any, Any] = {}

    def thing(self, position: Position, table: str, stand: Callable[[Any, Any], Any], row: Any) -> Any:
        """What a row puts there; the very same thing for another row that differs in nothing space cares about."""
        known = self._standing.get((id(row), table))
        if known is not None:
            return known[1]
        thing = stand(position, row)
        if isinstance(thing, self.kinds):
            thing = self._equal.setdefault(thing, thing)
        if len(self._standing) > ROWS:
            self._standing.clear()
            self._equal.clear()
        self._standing[id(row), table] = (row, thing)  # the row, too, is kept for its identity
        return thing


class _Known(NamedTuple, Generic[World]):
    """The world of a state, the versions of its tables when it was asked for, their rows and things then."""

    versions: Sequence[int]
    world: World
    rows: Sequence[Mapping[Any, Any]]
    things: Mapping[Any, Any]


class _Worlds(Generic[World]):
    """What boards and scenes have in common: rows become things, and the same things are the same world."""

    def __init__(
        self, tables: Mapping[str, Callable[[Any, Any], Any]], reads: Mapping[str, tuple[str, ...]] = NOTHING
    ) -> None:
        if unknown := [table for table in reads if table not in tables]:
            raise GeometryError(f"reads: nothing is said of what stands there by {unknown[0]!r}")
        self._tables = dict(tables)
        self._reads = {table: attrgetter(*fields) for table, fields in reads.items()}
        self.number = next(_NUMBERS)
        self._name = ("world", self.number)
        self._games: OrderedDict[tuple[int, int], _Table[World]] = OrderedDict()
        _ALL.add(self)

    def __call__(self, position: Position) -> World:
        """The world of a position."""
        state = position.state
        at, known = state._kept.get(self._name, NEVER)
        world: World
        if at == state.version:
            world = known.world
            return world
        tables = self._tables_of(state)
        versions = [table.version for table in tables]
        if known is None or known.versions != versions:
            known = self._brought_to(position, known, tables, versions)
        state._kept[self._name] = (state.version, known)
        world = known.world
        return world

    def _brought_to(
        self, position: Position, known: _Known[World] | None, tables: Sequence[Any], versions: Sequence[int]
    ) -> _Known[World]:
        """What is known of the world, now that tables have these versions."""
        kept = self._table_of(position)
        if known is None:
            rows: list[Mapping[Any, Any]] = [dict(table) for table in tables]
            things = None
        else:
            seen = zip(tables, versions, known.versions, known.rows, strict=True)
            rows = [old if version == before else dict(table) for table, version, before, old in seen]
            things = self._brought_up(kept, position, known, rows)
        if things is None:
            things = self._things(kept, position, position.state)
        world = known.world if known is not None and things is known.things else kept.epochs.world(things)
        return _Known(versions, world, rows, things)

    def _tables_of(self, state: Any) -> list[Any]:
        """The tables of which rows stand somewhere. Raises GeometryError for one that the state has not."""
        try:
            return [getattr(state, table) for table in self._tables]
        except AttributeError:
            raise self._unknown(state) from None

    def _brought_up(
        self, table: _Table[World], position: Position, known: _Known[World], now: Sequence[Mapping[Any, Any]]
    ) -> Mapping[Any, Any] | None:
        """What stood somewhere, with what other rows put there now, the very same where all put there what they did.

        None where a row has come or gone, or what it puts there has.
        """
        things = known.things
        for (rows, stand), old, new in zip(self._tables.items(), known.rows, now, strict=True):
            if new is old:
                continue
            if [*old] != [*new]:
                return None
            reads = self._reads.get(rows)
            for key, row in new.items():
                if row is old[key] or (reads is not None and reads(row) == reads(old[key])):
                    continue
                before, after = (table.thing(position, rows, stand, one) for one in (old[key], row))
                if after is not before:
                    name = _name_of(after, rows, key)
                    if type(after) is not type(before) or _name_of(before, rows, key) != name:
                        return None
                    things = dict(things) if things is known.things else things
                    things[name] = after  # type: ignore[index]
        return things

    def keep(self, work_out: Callable[[World], Answer]) -> Callable[[Position], Answer]:
        """A function of the world that is worked out once for each world, and asked with a position."""

        def kept(position: Position) -> Answer:
            world: Any = self(position)
            answer: Answer = world.kept(kept, work_out)
            return answer

        kept.__doc__, kept.__name__ = work_out.__doc__, work_out.__name__
        return kept

    def stale(self, position: Position) -> str:
        """The first row for which something else is kept than what it puts there now; empty where there is none."""
        table, state = self._table_of(position), position.state
        for rows, stand in self._tables.items():
            for key, row in getattr(state, rows).items():
                kept, now = table.thing(position, rows, stand, row), stand(position, row)
                if kept != now:
                    return f"{rows}[{key!r}] is kept as {_thing(kept)}, and {_called(stand)} now gives {_thing(now)}"
        if state._kept.get(self._name, NEVER)[1] is None:
            return ""  # the game is played on another board
        self(position)
        known, fresh = state._kept[self._name][1].things, self._things(table, position, state)
        for name in {**known, **fresh}:
            kept, now = known.get(name), fresh.get(name)
            if kept != now:
                return f"{name!r} is kept as {_thing(kept)}, and by what its row has now it is {_thing(now)}"
        return ""

    def _unknown(self, state: Any) -> GeometryError:
        """The error that names a table which the state has not."""
        known = table_types(type(state))
        wrong = next(table for table in self._tables if table not in known)
        hint = did_you_mean(nearest(wrong, known)) or f"; there are {', '.join(known)}"
        return GeometryError(f"{type(state).__name__} has no table {wrong!r}{hint}")

    def _things(self, table: _Table[World], position: Position, state: Any) -> dict[Any, Any]:
        """What stands somewhere, by its id."""
        things = {}
        for rows, stand in self._tables.items():
            for key, row in getattr(state, rows).items():
                thing = table.thing(position, rows, stand, row)
                if thing is None:
                    continue
                if not isinstance(thing, table.kinds):
                    kinds = ", ".join(kind.__name__ for kind in table.kinds)
                    made = f"{rows}[{key!r}]: {_called(stand)} returned {shown(thing)}"
                    raise GeometryError(f"{made}, expected one of {kinds}, or None")
                name = _name_of(thing, rows, key)
                if name in things:
                    raise GeometryError(f"{rows}[{key!r}]: something else is called {name!r}, too")
                things[name] = thing
        return things

    def _table_of(self, position: Position) -> _Table[World]:
        """The table or board of games with this setup and these rules."""
        key = (id(position.rules), id(position.setup))
        found = self._games.get(key)
        if found is None:
            found = self._games[key] = _Table(position, Epochs(*self._makers(position)), self._kinds())
            if len(self._games) > TABLES:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return found

    def _makers(self, position: Position) -> tuple[Callable[..., World], Callable[..., World]]:
        """How a world is made of things, and how one is brought up to date."""
        raise NotImplementedError

    def _kinds(self) -> tuple[type[Any], ...]:
        """What a row may put there."""
        raise NotImplementedError


def _name_of(thing: Any, rows: str, key: Any) -> Any:
    """Its id; what is laid on a board has none, so it is named after its row."""
    name = getattr(thing, "id", None)
    return f"{rows} {key}" if name is None else name


def _thing(thing: Any) -> str:
    """What stands somewhere in a message."""
    return "nothing" if thing is None else shown(thing)


def _called(stand: Callable[..., Any]) -> str:
    """A function of an author in a message."""
    return getattr(stand, "__name__", repr(stand))


class Scenes(_Worlds["Scene"]):
    """Which rows stand on a table of inches.

    ``things`` says for each table what a row puts there: ``(position, row)`` gives a
    :class:`~rulewright.geometry.plane.Model`, Piece, Marker or HeldPair, or None where it stands nowhere now. It reads
    the row and what never changes in a game, and nothing else. ``size(position)`` is the width and depth of the table
    in inches; ``terrain``, ``zones`` and ``markers`` are what never changes in a game. ``reads`` may name for a table
    the fields that are read of its rows: others may then change without anything being looked at again.
    """

    def __init__(
        self,
        size: Callable[[Position], tuple[float, float]],
        things: Mapping[str, Callable[[Any, Any], Model | Piece | Marker | HeldPair | None]],
        *,
        terrain: Callable[[Position], Iterable[Piece]] = lambda position: (),
        zones: Callable[[Position], Iterable[Zone]] = lambda position: (),
        markers: Callable[[Position], Iterable[Marker]] = lambda position: (),
        off_table: bool = False,
        reads: Mapping[str, tuple[str, ...]] = NOTHING,
    ) -> None:
        super().__init__(things, reads)
        self._size = size
        self._terrain, self._zones, self._markers = terrain, zones, markers
        self._off_table = off_table

    def _kinds(self) -> tuple[type[Any], ...]:
        from ..geometry.plane import HeldPair, Marker, Model, Piece

        return (Model, Piece, Marker, HeldPair)

    def _makers(self, position: Position) -> tuple[Callable[..., Scene], Callable[..., Scene]]:
        from ..geometry.plane import HeldPair, Marker, Model, Piece, Scene

        width, depth = self._size(position)
        terrain, zones = tuple(self._terrain(position)), tuple(self._zones(position))
        markers = tuple(self._markers(position))
        always = {piece.id for piece in terrain} | {marker.id for marker in markers}

        def of(kind: type[Any], things: Mapping[Any, Any]) -> list[Any]:
            return [thing for thing in things.values() if isinstance(thing, kind)]

        def build(things: Mapping[Any, Any]) -> Scene:
            pieces, models = [*terrain, *of(Piece, things)], of(Model, things)
            laid, held = [*markers, *of(Marker, things)], of(HeldPair, things)
            return Scene(width, depth, pieces, models, zones, laid, self._off_table, held)

        def change(scene: Scene, things: Mapping[Any, Any], gone: frozenset[Any]) -> Scene:
            def lost(kind: type[Any], there: Mapping[str, Any]) -> list[str]:
                return [
                    name
                    for name in (*gone, *things)
                    if name in there and name not in always and not isinstance(things.get(name), kind)
                ]

            for kind, there, without in (
                (Model, scene.models, Scene.without_models),
                (Piece, scene.pieces, Scene.without_pieces),
                (Marker, scene.markers, Scene.without_markers),
                (HeldPair, scene.held, Scene.without_held),
            ):
                scene = without(scene, names) if (names := lost(kind, there)) else scene
            for kind, put in (
                (Piece, Scene.with_pieces),
                (Marker, Scene.with_markers),
                (Model, Scene.with_models),
                (HeldPair, Scene.with_held),
            ):
                scene = put(scene, found) if (found := of(kind, things)) else scene
            return scene

        return build, change


class BoardScene(Keeps[None]):
    """A board with the figures that stand on it: what a scene is in inches. It never changes."""

    def __init__(self, ground: Ground, figures: Figures) -> None:
        super().__init__()
        self.ground = ground
        self.figures = figures

    @property
    def board(self) -> Board:
        """The board that counts: the printed one with what was laid and destroyed on it."""
        return self.ground.board

    def side(self, *sides: Any) -> Mask:
        """The squares of all figures of these sides."""
        return reduce(or_, [self.figures.mask(one.id) for one in self.figures if one.side in sides], 0)

    def others(self, *sides: Any) -> Mask:
        """The squares of all figures of other sides than these."""
        return reduce(or_, [self.figures.mask(one.id) for one in self.figures if one.side not in sides], 0)


class Boards(_Worlds[BoardScene]):
    """Which rows stand on a board of squares.

    ``board(position)`` is the printed board, which never changes in a game. ``things`` says for each table what a row
    puts there: ``(position, row)`` gives a :class:`~rulewright.geometry.grid.Figure`, a terrain Marker or Destroyed
    terrain, or None where it stands nowhere now. It reads the row and what never changes in a game, and nothing else.
    ``reads`` as of :class:`Scenes`.
    """

    def __init__(
        self,
        board: Callable[[Position], Board],
        things: Mapping[str, Callable[[Any, Any], Figure | Laid | Destroyed | None]],
        *,
        reads: Mapping[str, tuple[str, ...]] = NOTHING,
    ) -> None:
        super().__init__(things, reads)
        self._board = board

    def _kinds(self) -> tuple[type[Any], ...]:
        from ..geometry.grid import Destroyed, Figure, Marker

        return (Figure, Marker, Destroyed)

    def _makers(self, position: Position) -> tuple[Callable[..., BoardScene], Callable[..., BoardScene]]:
        from ..geometry.grid import Figure, Figures
        from ..geometry.grid import Ground as NewGround

        printed = self._board(position)

        def build(things: Mapping[Any, Any]) -> BoardScene:
            figures = [thing for thing in things.values() if isinstance(thing, Figure)]
            laid = {str(name): thing for name, thing in things.items() if not isinstance(thing, Figure)}
            ground = NewGround(printed, laid)
            return BoardScene(ground, Figures(ground.board, figures))

        def change(scene: BoardScene, things: Mapping[Any, Any], gone: frozenset[Any]) -> BoardScene:
            placed = [thing for thing in things.values() if isinstance(thing, Figure)]
            laid = {str(name): thing for name, thing in things.items() if not isinstance(thing, Figure)}
            left = [name for name in gone if name in scene.figures]
            taken = [str(name) for name in gone if name not in scene.figures]
            ground = scene.ground.changed(laid, taken) if laid or taken else scene.ground
            figures = scene.figures.without(*left) if left else scene.figures
            return BoardScene(ground, figures.placed(*placed) if placed else figures)

        return build, change
