"""State: tables of small records keyed by id, written by events only, cheap to fork and to roll back.

A record is never changed in place. :meth:`Table.edit` puts a fresh copy into its table and hands that copy to
the event that is being applied; when the event has been applied, the copy is sealed. So a record that someone holds
is a snapshot of the moment it was read, which nobody can write to: after a ``yield`` read it again. Forks and views
share records and copy only the tables' row dictionaries.
"""

from __future__ import annotations

import enum
import hashlib
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from operator import indexOf
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NoReturn, Self, TypeVar
from zlib import crc32

import msgspec
from msgspec.structs import force_setattr

from .readonly import NOTHING, WrittenInPlace

Id = int | str
"""What names a record inside its table."""
REMEMBERED: Final = 64
"""A table remembers this many writes for those who follow it."""


class Seen(enum.Enum):
    """Who may know a field; written as ``Annotated[type, Seen.OWNER]`` in a record, a context or an event."""

    PUBLIC = "public"
    OWNER = "owner"
    TEAM = "team"
    COUNT = "count"
    """The owner sees everything; the others see how many there are."""
    NOBODY = "nobody"


class Viewer(msgspec.Struct, frozen=True):
    """Someone who looks: a player and the players of the same team (the player among them)."""

    player: int
    team: tuple[int, ...]


class StateError(Exception):
    """A ruleset used the state in a way the kernel refuses."""


class Record(msgspec.Struct, gc=False):
    """One row of a table. Fields hold plain immutable data: numbers, strings, tuples, records without identity."""

    id: Id

    if not TYPE_CHECKING:  # type checkers know no drafts (see Table.edit)

        def __setattr__(self, name: str, value: object = None) -> NoReturn:
            raise WrittenInPlace(
                f"{type(self).__name__}.{name} is written in place, and records never change: the apply of an event "
                "writes to a copy that state.TABLE.edit(id) gives it"
            )

        __delattr__ = __setattr__

    def seen_by(self, viewer: Viewer) -> Self:
        """This record as ``viewer`` may know it; hidden parts are None."""
        return masked(self, viewer)


class Context(msgspec.Struct, kw_only=True, gc=False):
    """The working facts of one procedure, loop or window: who attacks whom, what fell, whose turn it is.

    A context that has been renamed since games were saved says its earlier name as ``SAVED_AS``, and a field that has
    been renamed, here or in a record, as ``msgspec.field(name=...)``: so older saves stay verified.
    """

    SAVED_AS: ClassVar[str] = ""
    """The name of this class in digests, and to trained agents, where it is not the present one. Not inherited."""

    id: int = 0

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object = None) -> NoReturn:
            raise WrittenInPlace(
                f"{type(self).__name__}.{name} is written in place, and contexts never change: a step yields "
                f"game.note(context, {name}=...)"
            )

        __delattr__ = __setattr__

    def seen_by(self, viewer: Viewer) -> Self:
        """This context as ``viewer`` may know it; hidden parts are None."""
        return masked(self, viewer)


class Frame(msgspec.Struct, frozen=True, gc=False):
    """One level of the running flow: a procedure, loop or window, the context it runs with, and where to go on outside.

    ``index`` is the step of the parent that comes after this; ``floor`` the number of steps that stood open when it
    was entered; ``uid`` names this pass of it, ``depth`` is how many run round it. The context is its own or that of
    the procedure round it. ``called`` is the reason of what happens in it: who called it, or what it stands in.
    """

    parent: Frame | None
    index: int
    node: Any
    context: Context | None
    uid: int
    floor: int
    out_of_phase: bool = False
    depth: int = 0
    called: Any = -1


def with_facts(frame: Frame | None, uid: int, facts: Mapping[str, Any], saved: bool = False) -> Frame:
    """The stack with facts noted in the context of the frame ``uid``, which those inside it may share.

    Facts that were ``saved`` have the names that saves give them.
    """
    above = []
    while frame is not None and frame.uid != uid:
        above.append(frame)
        frame = frame.parent
    if frame is None or frame.context is None:
        raise StateError(f"{', '.join(facts)}: the context to be noted is of something that has ended")
    old = frame.context
    if saved:
        names = saved_fields(type(old))
        facts = {names.get(name, name): fact for name, fact in facts.items()}
    new = msgspec.structs.replace(old, **facts)
    frame = msgspec.structs.replace(frame, context=new)
    for inner in reversed(above):
        kept = new if inner.context is old else inner.context
        frame = msgspec.structs.replace(inner, parent=frame, context=kept)
    return frame


def saved_name(kind: type) -> str:
    """The name of a class of contexts in digests: its earlier one where it has been renamed."""
    name: str = vars(kind).get("SAVED_AS", kind.__name__)
    return name


def saved_fields(kind: type[msgspec.Struct]) -> Mapping[str, str]:
    """The fields of a record or context by the names that they have in digests and saves."""
    return dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))


S = TypeVar("S", bound=msgspec.Struct)
R = TypeVar("R", bound=Record)

_HIDDEN_FIELDS: dict[type, tuple[tuple[str, Seen], ...]] = {}


def hidden_fields(cls: type) -> tuple[tuple[str, Seen], ...]:
    """The fields of a record or event class that are not public, with their visibility."""
    found = _HIDDEN_FIELDS.get(cls)
    if found is None:
        hints = typing.get_type_hints(cls, include_extras=True)
        found = tuple(
            (name, mark)
            for name, hint in hints.items()
            for mark in getattr(hint, "__metadata__", ())
            if isinstance(mark, Seen) and mark is not Seen.PUBLIC
        )
        _HIDDEN_FIELDS[cls] = found
    return found


def hide(value: Any, seen: Seen) -> Any:
    """What stands in a view for ``value`` when the viewer is not its owner: None, or one None per element."""
    return (None,) * len(value) if seen is Seen.COUNT and value is not None else None


def may_see(seen: Seen, owner: int | None, viewer: Viewer) -> bool:
    """Whether ``viewer`` may know a thing of ``owner`` that is marked ``seen``."""
    if seen is Seen.PUBLIC:
        return True
    if seen is Seen.NOBODY:
        return False
    return owner in viewer.team if seen is Seen.TEAM else owner == viewer.player


def owner_of(thing: Any) -> int | None:
    """Whose the thing is: its field ``owner``, else its field ``player``, else nobody's."""
    owner = getattr(thing, "owner", None)
    return getattr(thing, "player", None) if owner is None else owner


def masked(thing: S, viewer: Viewer) -> S:
    """A copy of a record, context or event without what ``viewer`` may not know; itself where nothing is hidden."""
    fields = hidden_fields(type(thing))
    if not fields:
        return thing
    owner = owner_of(thing)
    changes = {name: hide(getattr(thing, name), seen) for name, seen in fields if not may_see(seen, owner, viewer)}
    return msgspec.structs.replace(thing, **changes) if changes else thing


class Removed(msgspec.Struct, frozen=True, gc=False):
    """A record that was taken out of its table, and its place in the order of arrival."""

    record: Record
    place: int


Undo = tuple[str, Id, Any]
"""A write to take back: table, id, and the record as it was: None for a new one, Removed for one that was taken out."""


class Writes:
    """What the tables of a state share: whether an event is being applied, and what was written since when."""

    __slots__ = ("drafts", "open", "placed", "removed", "undo")

    def __init__(self) -> None:
        self.open = False
        self.drafts: list[Record] = []
        """The copies that the event being applied writes to."""
        self.undo: list[Any] = []
        """The writes to take back, three entries each, as in :data:`Undo`."""
        self.placed = 0
        """How long ``undo`` was when a record last came or went: behind that it holds edits only."""
        self.removed: list[tuple[str, Id]] = []

    def since(self, mark: int) -> Iterable[Undo]:
        """The writes since ``undo`` was ``mark`` entries long, the first one first."""
        undo = self.undo
        return zip(undo[mark::3], undo[mark + 1 :: 3], undo[mark + 2 :: 3], strict=True)

    def place(self, table: str, record_id: Id, old: Removed | None) -> None:
        """Note that a record came (None) or went."""
        self.undo += (table, record_id, old)
        self.placed = len(self.undo)

    def forget(self, count: int) -> None:
        """The first entries can no longer be taken back."""
        del self.undo[:count]
        self.placed -= count

    def seal(self) -> None:
        """The event has been applied: its copies are records like all others."""
        for draft in self.drafts:
            force_setattr(draft, "__class__", draft.__class__.__base__)
        self.drafts.clear()


_DRAFTS: dict[type, type] = {}


def _draft_of(kind: type) -> type:
    """The class of a record while an event writes to it: the same in all but that fields can be set."""
    plainly = {"__setattr__": msgspec.Struct.__setattr__, "__delattr__": msgspec.Struct.__delattr__}
    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    draft: type = type(kind)(kind.__name__, (kind,), {**names, **plainly})
    _DRAFTS[kind] = _DRAFTS[draft] = draft
    return draft


class Table(dict[Id, R], Generic[R]):
    """Records of one kind by id, in order of arrival. Reading is plain dictionary reading.

    Only events write, inside :meth:`Event.apply`, through :meth:`edit`, :meth:`add` and :meth:`remove`.
    """

    __slots__ = ("name", "touched", "version", "writes")

    name: str
    version: int
    """Grows with every write."""
    writes: Writes
    touched: dict[int, Id] | None
    """Whose record was written when the version became this one; only of tables that someone follows."""

    def edit(self, record_id: Id) -> R:
        """A fresh copy of the record, already in the table, to be written by the event in hand.

        Raises StateError outside an event and for an unknown id.
        """
        if not self.writes.open:
            raise StateError(f"{self.name}[{record_id!r}] is written outside an event; yield an Event instead")
        try:
            old = self[record_id]
        except KeyError:
            raise StateError(f"{self.name} has no record {record_id!r}") from None
        new: R = old.__copy__()  # type: ignore[attr-defined]
        kind = old.__class__
        force_setattr(new, "__class__", _DRAFTS.get(kind) or _draft_of(kind))
        self.writes.drafts.append(new)
        self.writes.undo += (self.name, record_id, old)
        self.version += 1
        _put(self, record_id, new)
        return new

    def add(self, record: R) -> R:
        """Put a new record into the table. Raises StateError outside an event and for an id already taken."""
        key = record.id
        if not self.writes.open:
            raise StateError(f"a record is added to {self.name} outside an event; yield an Event instead")
        if key in self:
            raise StateError(f"{self.name} already has a record {key!r}")
        self.writes.place(self.name, key, None)
        self.version += 1
        _put(self, key, record)
        return record

    def put(self, record: R) -> None:
        """Add the record, or replace the one with its id."""
        if record.id in self:
            if not self.writes.open:
                raise StateError(f"{self.name}[{record.id!r}] is written outside an event; yield an Event instead")
            self.writes.undo += (self.name, record.id, self[record.id])
            self.version += 1
            _put(self, record.id, record)
        else:
            self.add(record)

    def remove(self, record_id: Id) -> R:
        """Take a record out of the game. Raises StateError outside an event and for an unknown id."""
        if not self.writes.open:
            raise StateError(f"{self.name}[{record_id!r}] is removed outside an event; yield an Event instead")
        if record_id not in self:
            raise StateError(f"{self.name} has no record {record_id!r}")
        old = self[record_id]
        self.writes.place(self.name, record_id, Removed(old, indexOf(self, record_id)))
        self.writes.removed.append((self.name, record_id))
        self.version += 1
        dict.__delitem__(self, record_id)
        return old

    def put_back(self, keys: Sequence[Id], records: Sequence[R]) -> None:
        """For the engine: take edits back, the last one first."""
        dict.update(self, zip(keys, records))  # noqa: B905  both are cut from one list
        self.version += 1

    def put_back_in_place(self, key: Id, old: Removed | None) -> None:
        """For the engine: take back that a record came, or went."""
        self.version += 1
        if old is None:
            dict.__delitem__(self, key)
            return
        record: Any = old.record
        behind = list(islice(self.items(), old.place, None))
        for moved, _ in behind:
            dict.__delitem__(self, moved)
        _put(self, key, record)
        dict.update(self, behind)

    @property
    def only(self) -> R:
        """The single record of a table that holds exactly one."""
        (record,) = self.values()
        return record

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise StateError(f"table {self.name} is written through edit, add and remove, inside an event")

    __setitem__ = __delitem__ = _refuse
    clear = pop = popitem = setdefault = update = __ior__ = _refuse


_edit: Final = Table.edit


class FollowedTable(Table[R]):
    """A table that remembers what was written last, for those who follow it."""

    __slots__ = ()
    touched: dict[int, Id]

    def edit(self, record_id: Id) -> R:
        record = _edit(self, record_id)
        touched = self.touched  # as in `touch`: nearly all writes are made here
        if len(touched) >= REMEMBERED:
            touched.clear()
        touched[self.version] = record_id
        return record

    def add(self, record: R) -> R:
        Table.add(self, record)
        self.touch(record.id)
        return record

    def put(self, record: R) -> None:
        Table.put(self, record)
        self.touch(record.id)

    def remove(self, record_id: Id) -> R:
        record = Table.remove(self, record_id)
        self.touch(record_id)
        return record

    def put_back(self, keys: Sequence[Id], records: Sequence[R]) -> None:
        for key, record in zip(keys, records, strict=True):
            _put(self, key, record)
            self.version += 1
            self.touch(key)

    def put_back_in_place(self, key: Id, old: Removed | None) -> None:
        Table.put_back_in_place(self, key, old)
        self.touch(key)

    def touch(self, record_id: Id) -> None:
        """Remember to whose record the last write was."""
        if len(self.touched) >= REMEMBERED:
            self.touched.clear()
        self.touched[self.version] = record_id

    def written(self, since: int) -> Sequence[Id] | None:
        """Whose records were written since the table had that version, write by write; None where it cannot say."""
        touched, version = self.touched, self.version
        if version == since + 1 and version in touched:
            return (touched[version],)
        if version - since > len(touched):
            return None
        found = [touched[at] for at in range(since + 1, version + 1) if at in touched]
        return found if len(found) == version - since else None


class SeenTable(Table[R]):
    """A table as a view shows it."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise WrittenInPlace(f"the table {self.name} of a view is written to")


class NoWrites:
    """Stands in a view for what a state keeps of its writes."""

    __slots__ = ()

    open = False
    drafts = undo = removed = ()


_put = dict.__setitem__


class Use(Record):
    """How often a limited thing was used within a scope."""

    times: int = 0


class Effect(Record):
    """A continuous effect: what kind, from what source, on what target, for how long.

    :mod:`rulewright.effects` says what the fields of duration mean.
    """

    kind: str
    source: Id | None = None
    target: Id | None = None
    source_table: str = ""
    target_table: str = ""
    player: int | None = None
    until: str = "game"
    until_uid: int = 0
    until_player: int | None = None
    even_if_lost: bool = False
    data: Mapping[str, Any] = NOTHING


class Delayed(Record):
    """A trigger that waits for the end of a scope, with the event that caused it."""

    trigger: str
    source: Id | None
    until_uid: int
    event_type: str
    event: Mapping[str, Any]
    unknown_to: tuple[int, ...] = ()
    """The players who do not know that event, or not all of it."""

    def seen_by(self, viewer: Viewer) -> Self:
        """That it waits is known to all, what it waits with to those who know the event."""
        if viewer.player not in self.unknown_to:
            return self
        return msgspec.structs.replace(self, event_type="", event=NOTHING)


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the players who won (none in a draw) and why in a word of the ruleset."""

    winners: tuple[int, ...]
    reason: str = ""


class State:
    """Everything about a game besides its journal: tables, the running procedures, how the game ended.

    ``frame`` is the innermost running procedure, ``index`` its next step; both are the engine's. A ruleset
    subclasses it and declares its tables: ``heroes: Table[Hero]``.
    """

    effects: Table[Effect]
    uses: Table[Use]
    delayed: Table[Delayed]

    def __init__(self) -> None:
        self._share(Writes())
        self.version = 0
        self.followed: tuple[str, ...] = ("effects",)
        """The tables that remember what was written last."""
        self._carrying: Any = None
        """Who carries which powers, as soon as that is asked: `rulewright.powers` keeps it here."""
        self._kept: dict[Any, Any] = {}
        """What `ondemand.kept_while` remembers."""
        self.result: Result | None = None
        self.frame: Frame | None = None
        self.index = 0
        self.tables = tuple(self._table(name) for name in table_types(type(self)))

    @property
    def writing(self) -> bool:
        """Whether the tables may be written: only while an event is being applied."""
        return self.writes.open

    @writing.setter
    def writing(self, now: bool) -> None:
        self.writes.open = now
        if not now:
            self.writes.seal()

    def _share(self, writes: Writes) -> None:
        self.writes = writes
        self.undo = writes.undo
        self.removed = writes.removed

    def follow(self, name: str) -> None:
        """From now on the table remembers what is written last, in forks of this state, too."""
        table = getattr(self, name)
        if table.__class__ is Table:
            self.followed = (*self.followed, name)
            table.__class__, table.touched = FollowedTable, {}

    def _table(self, name: str) -> Table[Any]:
        followed = name in self.followed
        table: Table[Any] = FollowedTable() if followed else Table()
        table.name = name
        table.version = 0
        table.touched = {} if followed else None
        table.writes = self.writes
        setattr(self, name, table)
        return table

    def __eq__(self, other: object) -> bool:
        """Whether the same records lie in the same order, and the flow stands at the same place of the same rules."""
        if type(other) is not type(self):
            return NotImplemented
        return self._compared() == other._compared()

    __hash__ = None  # type: ignore[assignment]

    def _compared(self) -> tuple[Any, ...]:
        rows = [list(table.items()) for table in self.tables]
        frames = []
        frame = self.frame
        while frame is not None:
            frames.append((frame.node.path, frame.index, frame.context, frame.uid, frame.out_of_phase))
            frame = frame.parent
        return rows, frames, self.index, self.result

    def fork(self, *, known: bool = True) -> Self:
        """An independent copy; records are shared, for they never change. What is ``known`` of who carries which powers
        and what is remembered come along, but for where the copy is to hide records."""
        new = object.__new__(type(self))
        new._share(Writes())
        new.version = self.version
        new.followed = self.followed
        new._carrying = None
        new._kept = {}
        new.result = self.result
        new.frame = self.frame
        new.index = self.index
        tables = []
        for table in self.tables:
            copy = new._table(table.name)
            copy.version = table.version
            if table:
                dict.update(copy, table)
            tables.append(copy)
        new.tables = tuple(tables)
        if known:
            new._know_as(self)
        return new

    def _know_as(self, other: State) -> None:
        """Go on from what is known of another state with the same records."""
        self._kept = dict(other._kept)
        if other._carrying is not None:
            self._carrying = other._carrying.forked(self)

    def note(self, uid: int, fields: Mapping[str, Any], saved: bool = False) -> None:
        """Write working facts into the context of the frame ``uid``; those that were ``saved`` have names of saves."""
        if not self.writes.open:
            raise StateError("a context is written outside an event; yield game.note(context, ...) instead")
        self.frame = with_facts(self.frame, uid, fields, saved)

    def rollback(self, mark: int) -> None:
        """Take back all writes since the undo log was ``mark`` entries long."""
        writes = self.writes
        undo = writes.undo
        if len(undo) > mark:
            self.version += 1
            names = undo[mark::3]
            if writes.placed <= mark and names.count(names[0]) == len(names):  # edits of one table, as nearly always
                getattr(self, names[0]).put_back(undo[-2:mark:-3], undo[:mark:-3])
            else:
                for name, key, old in reversed([*writes.since(mark)]):
                    table = getattr(self, name)
                    if old is None or old.__class__ is Removed:
                        table.put_back_in_place(key, old)
                    else:
                        table.put_back((key,), (old,))
                writes.placed = min(writes.placed, mark)
            del undo[mark:]
        writes.removed.clear()

    def written(self, writes: Writes, mark: int = 0) -> None:
        """Take back another state's writes since its undo log was ``mark`` entries long: a fork goes back."""
        self.undo[:] = writes.undo[mark:]
        self.writes.placed = writes.placed - mark
        self.rollback(0)

    def plain(self) -> dict[str, Any]:
        """The tables as plain data: name -> rows in order, and the result."""
        rows: dict[str, Any] = {table.name: list(table.values()) for table in self.tables if table}
        rows["result"] = self.result
        return rows

    def to_json(self) -> bytes:
        """The state as one JSON document."""
        return msgspec.json.encode(self.plain())

    @classmethod
    def from_json(cls, data: bytes | str) -> Self:
        """Read what :meth:`to_json` wrote. Raises StateError naming the table and what is wrong."""
        try:
            raw = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise StateError(f"not a state: {error}") from None
        if not isinstance(raw, dict):
            raise StateError(f"not a state: found {type(raw).__name__}, expected an object with tables")
        return cls.from_plain(raw)

    @classmethod
    def from_plain(cls, raw: Mapping[str, Any]) -> Self:
        """Build a state from plain data. Raises StateError naming the table and what is wrong."""
        state = cls()
        kinds = table_types(cls)
        for name in raw:
            if name != "result" and name not in kinds:
                raise StateError(f"unknown table {name!r}; this ruleset has {', '.join(kinds)}")
        for table in state.tables:
            rows = raw.get(table.name, ())
            if not isinstance(rows, list | tuple):
                raise StateError(f"table {table.name}: found {type(rows).__name__}, expected a list of rows")
            for number, row in enumerate(rows):
                try:
                    record = msgspec.convert(row, kinds[table.name])
                except msgspec.ValidationError as error:
                    raise StateError(f"table {table.name}, row {number}: {error}") from None
                if record.id in table:
                    raise StateError(f"table {table.name}, row {number}: id {record.id!r} stands there twice")
                _put(table, record.id, record)
        try:
            state.result = msgspec.convert(raw.get("result"), Result | None)
        except msgspec.ValidationError as error:
            raise StateError(f"result: {error}") from None
        return state

    def sums(self) -> dict[str, int]:
        """A checksum per table that is not empty, so that a drift can name the table."""
        encode = _ENCODER.encode
        return {table.name: crc32(encode(list(table.values()))) for table in self.tables if table}

    def digest(self) -> str:
        """One digest of the whole state."""
        return hashlib.blake2b(_ENCODER.encode(self.plain()), digest_size=16).hexdigest()


def masked_state(state: State, viewer: Viewer) -> State:
    """A copy of the state in which every record is as ``viewer`` may know it, and which nobody writes to."""
    seen = state.fork(known=False)
    hidden = False
    told: dict[Any, Any] = {} if state.writes.open else state._kept.setdefault((masked_state, viewer), {})
    """Records, each with what was shown of it: forks go on with them, and know each by its identity."""
    for table in seen.tables:
        if any(map(_may_hide, set(map(type, table.values())))):
            for key, record in list(table.items()):
                known, shown = told.get((table.name, key), _UNTOLD)
                if known is not record:
                    shown = record.seen_by(viewer)
                    told[table.name, key] = (record, shown)
                if shown is not record:
                    _put(table, key, shown)
                    hidden = True
        table.writes = _NO_WRITES
        table.touched = None
        table.__class__ = SeenTable
    if not hidden:
        seen._know_as(state)
    seen.frame = None  # running procedures know more than a viewer may; a view has find_context
    seen.index = 0
    seen._share(_NO_WRITES)
    seen.__class__ = _seen_class(type(state))  # type: ignore[arg-type]
    return seen


_NO_WRITES: Final[Any] = NoWrites()
_UNTOLD: Final = (None, None)


@cache
def _may_hide(kind: type[Record]) -> bool:
    """Whether records of a kind can have parts that not everyone may know."""
    return kind.seen_by is not Record.seen_by or bool(hidden_fields(kind))


@cache
def _seen_class(kind: type[State]) -> Any:
    """The class of a state as a view shows it: the same in all but that nothing can be set."""

    def refuse(self: State, name: str, value: object = None) -> NoReturn:
        raise WrittenInPlace(f"{name} of the state of a view is written to")

    names = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return type(kind.__name__, (kind,), {**names, "__setattr__": refuse, "__delattr__": refuse})


_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")
_TABLE_TYPES: dict[type[State], dict[str, type[Any]]] = {}


def table_types(cls: type[State]) -> dict[str, type[Any]]:
    """The tables a state class declares, own and inherited, with the record type of each."""
    found = _TABLE_TYPES.get(cls)
    if found is None:
        found = {}
        for name, hint in typing.get_type_hints(cls).items():
            if typing.get_origin(hint) is Table:
                record = typing.get_args(hint)[0]
                found[name] = typing.get_origin(record) or record
        for name, record in found.items():
            if isinstance(record, types.UnionType | TypeVar) or not issubclass(record, Record):
                raise StateError(f"{cls.__name__}.{name}: a table holds records, found {record!r}")
        _TABLE_TYPES[cls] = found
    return found
