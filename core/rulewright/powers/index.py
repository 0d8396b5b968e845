"""Who carries what: for one state and one table, brought up to date by what was written since."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from ..plaindata import shown
from ..problems import did_you_mean, nearest
from ..state import Effect, Id, State
from .hooks import ALL, Held, given

if TYPE_CHECKING:
    from .hooks import Carriers, Part

NOBODY: Final[frozenset[str]] = frozenset()

REMEMBERED: Final = 10_000
"""At most this many different records of a table are remembered with what they carry, whatever game they are in."""

Names: TypeAlias = tuple[str, ...]
"""What is carried, as it was named: ``("flight", "toughness:2")``."""

Own: TypeAlias = "tuple[str | Held, ...]"
"""What a record carries by itself."""

Gives: TypeAlias = Callable[[Effect], "Iterable[str | Held]"]
"""What an effect gives to a record."""

Sheet: TypeAlias = "dict[str, list[tuple[str, Part]]]"
"""What something offers that carries this and that, by the name of the offer: the version and the part of each."""


class Carried(msgspec.Struct, frozen=True):
    """One power that a thing carries: its name, the effect that gives it (None: it is its own), who counters it."""

    name: str
    given_by: Id | None = None
    countered_by: Id | None = None


def base(name: str) -> str:
    """The name of the power itself, without its version."""
    return name.partition(":")[0]


@lru_cache(REMEMBERED)
def powers_of(names: Names) -> Mapping[str, None]:
    """The powers themselves, without versions, each once."""
    return MappingProxyType(dict.fromkeys(map(base, names)))


def countered(effect: Effect) -> Names:
    """The powers that an effect takes from its target: its data "counters", a name, several, or ``*`` for all."""
    names = effect.data.get("counters", ())
    return (names,) if isinstance(names, str) else tuple(names)


def counters(effect: Effect, item: str | Held) -> bool:
    """Whether an effect takes a power from its target, or what it comes through."""
    if isinstance(item, str):
        return _counters(effect, item)
    return effect.kind not in item.proof and any(_counters(effect, name) for name in (item.name, *item.through))


def _counters(effect: Effect, name: str) -> bool:
    """Whether an effect takes what is called that; all its versions where it names none, but none that it gives."""
    names = countered(effect)
    return (ALL in names or name in names or base(name) in names) and name not in given(effect)


def touches(effect: Effect, table: str) -> bool:
    """Whether an effect gives powers to records of this table, or counters them."""
    return effect.target_table == table and ("gives" in effect.data or "counters" in effect.data)


def named(item: str | Held) -> str:
    """The name of what is carried."""
    return item if isinstance(item, str) else item.name


def giving(carriers: Carriers, content: Any, record: Any) -> Gives:
    """What effects give to a record now."""
    return partial(carriers.gives, content) if carriers.takes(content, record) else lambda effect: ()


def carried(own: Own, effects: list[Effect], gives: Gives) -> list[Carried]:
    """Everything that a record carries by itself, or by effects, countered or not."""
    return [
        Carried(named(item), by, next((one.id for one in effects if one.id != by and counters(one, item)), None))
        for item, by in held(own, effects, gives)
    ]


def held(own: Own, effects: Iterable[Effect], gives: Gives) -> list[tuple[str | Held, Id | None]]:
    """What a record carries by itself or by effects, each with the effect that gives it."""
    found: list[tuple[str | Held, Id | None]] = [(item, None) for item in own]
    found += [(item, effect.id) for effect in effects for item in gives(effect)]
    return found


def standing(items: Iterable[Carried]) -> Names:
    """The names of what is not countered. What is carried twice is there once."""
    return tuple(dict.fromkeys(item.name for item in items if item.countered_by is None))


class News:
    """What the indexes of one state tell together: that something changed, and what nothing is carried for."""

    __slots__ = ("changes", "silent")

    def __init__(self) -> None:
        self.changes = 0
        """Grows whenever a record carries something else than before."""
        self.silent: set[Any] = set()
        """Types of events that nobody hears, and numbers that nobody changes; kept until that may have changed."""

    def forked(self) -> News:
        """The same for a fork."""
        new = News()
        new.changes, new.silent = self.changes, set(self.silent)
        return new


class Index:
    """The powers that the records of one table carry in one state. What it says is what a look at each record says."""

    __slots__ = (
        "_alone", "_content", "_effects", "_known", "_live", "_memo", "_own", "_rows", "at", "at_times", "bases",
        "carriers", "carries", "effects", "effects_at", "news", "of", "present", "read", "sheets", "table",
    )  # fmt: skip

    def __init__(
        self, carriers: Carriers, state: State, content: Any, known: Mapping[str, Any], live: frozenset[str],
        memo: dict[Any, Own], news: News,
    ) -> None:  # fmt: skip
        self.carriers = carriers
        self.news = news
        self.table: Any = getattr(state, carriers.table)
        self.effects: Any = state.effects
        self._content = content
        self._known = known
        self._live = live
        self._memo = memo
        self.at = self.effects_at = 0
        """The versions of the table and of the effects that have been taken in."""
        state.follow(carriers.table)
        self._rows = frozenset(carriers.rows)
        self.of: Callable[[Any], Any] = attrgetter(*carriers.reads) if carriers.reads else lambda record: record
        """What is read of a record; in ``read`` what was read of each."""
        self._scan()

    def forked(self, state: State, news: News) -> Index:
        """The same for a fork of its state, which goes on from what this one knows since it was refreshed.

        Both share it until one of them notes something else.
        """
        self._alone = False
        new = object.__new__(Index)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        new.news = news
        new.table, new.effects = getattr(state, self.carriers.table), state.effects
        return new

    # ------------------------------------------------------------------------------------------------- asking

    def names(self, key: Id) -> Names:
        """What the record carries, were all effects to count; nothing where there is no such record."""
        self.refresh()
        return self.carries.get(key, ())

    def bearers(self, powers: frozenset[str]) -> list[Id]:
        """Who carries one of these powers in any version, in the order of the table."""
        self.refresh()
        keys = {key for name in self.present.keys() & powers for key in self.present[name]}
        return [key for key in self.table if key in keys] if len(keys) > 1 else list(keys)

    def effects_on(self, key: Id) -> list[Effect]:
        """The effects that give or counter powers of a record."""
        self.refresh()
        return [self.effects[number] for number in self._effects.get(key, ())]

    # --------------------------------------------------------------------------------------- keeping up to date

    def refresh(self) -> None:
        """Take in what was written since, or look at all again where the table cannot say what that is."""
        if self.table.version != self.at:
            self._take_in(self.table.written(self.at))
        effects = self.effects
        if effects.version != self.effects_at:
            written = effects.written(self.effects_at)
            self.effects_at = effects.version
            if written is None or any(map(self._concerns, written)):
                self._scan_effects(written)

    def _take_in(self, written: Sequence[Id] | None) -> None:
        """Look at these records again; at all where it is not known which they are."""
        if written is None:
            self._scan()
            return
        self.at = self.table.version
        for key in written:
            self._look_at(key)

    def _concerns(self, number: Id) -> bool:
        """Whether a write to this effect may have changed what is carried here."""
        effect = self.effects.get(number)
        if effect is not None and touches(effect, self.carriers.table):
            return True
        return any(number in on for on in self._effects.values())

    def _scan(self) -> None:
        self._alone = True
        """Whether no other index has what is noted here."""
        self.read: dict[Id, Any] = {}
        self._own: dict[Id, Own] = {}
        self.carries: dict[Id, Names] = {}
        """What each record carries, were all effects to count; in ``bases`` the powers of that in whatever version."""
        self.bases: dict[Id, frozenset[str]] = {}
        self.present: dict[str, Mapping[Id, None]] = {}
        self.sheets: dict[Id, Sheet] = {}
        self.at_times: set[Id] = set()
        """The records on which are effects that count only at times."""
        self._effects: dict[Id, list[Id]] = {}
        self.news.silent.clear()
        self.news.changes += 1
        for key in self.carriers.rows or self.table:
            self._look_at(key)
        self.at = self.table.version
        self._scan_effects()

    def _part(self) -> None:
        """Before something is noted: have what is known to itself."""
        if not self._alone:
            self._alone = True
            self.read, self._own, self.carries = dict(self.read), dict(self._own), dict(self.carries)
            self.bases, self.sheets, self.at_times = dict(self.bases), dict(self.sheets), set(self.at_times)
            self.present = dict(self.present)

    def _scan_effects(self, written: Collection[Id] | None = None) -> None:
        """Note which effects are on each record; where it is known which were ``written``, look at their targets."""
        self.effects_at = self.effects.version
        old, self._effects = self._effects, {}
        for effect in self.effects.values():
            if touches(effect, self.carriers.table):
                self._effects.setdefault(effect.target, []).append(effect.id)
        for key in {*old, *self._effects}:
            on = self._effects.get(key, [])
            if key in self._own and (written is None or on != old.get(key, []) or any(one in on for one in written)):
                self._put(key, self._own[key])

    def _look_at(self, key: Id) -> None:
        if self._rows and key not in self._rows:
            return
        record = self.table.get(key)
        if record is None:
            self._part()
            self.read.pop(key, None)
            self._own.pop(key, None)
            self._note(key, ())
            return
        read = self.of(record)
        if key in self.read and read == self.read[key]:
            return
        own = self._memo.get(read) if self.carriers.reads else None
        if own is None:
            own = tuple(dict.fromkeys(self.carriers.powers(self._content, record)))
            self._check(map(named, own), f"{self.carriers.table} {shown(key)} carries")
            if self.carriers.reads:
                if len(self._memo) >= REMEMBERED:
                    self._memo.clear()
                self._memo[read] = own
        self._part()
        self.read[key] = read
        self._own[key] = own
        self._put(key, own)

    def _check(self, names: Iterable[str], who: str) -> None:
        """Refuse what is no power. Raises LookupError."""
        for name in names:
            if base(name) not in self._known:
                near = did_you_mean(nearest(base(name), self._known))
                raise LookupError(f"{who} {name!r}, which no power is called{near}")

    def _put(self, key: Id, own: Own) -> None:
        """Note what a record carries under the effects on it."""
        on = self._effects.get(key, ())
        effects = self.effects
        found = [effects[number] for number in on if number in effects]
        at_times = any(one.kind in self._live for one in found)
        if at_times is not (key in self.at_times):
            self._part()
            (self.at_times.add if at_times else self.at_times.discard)(key)
        gives = giving(self.carriers, self._content, self.table[key]) if found else given
        self._note(key, self._under(own, found, gives))

    def _note(self, key: Id, names: Names) -> None:
        """Note what is carried by a record, nothing by one that is gone, and in ``present`` who carries each power."""
        before = self.carries.get(key, ())
        if names == before:
            return
        self._part()
        self.news.changes += 1
        self.sheets.pop(key, None)
        self.carries[key] = names
        had, has = powers_of(before), powers_of(names)
        self.bases[key] = frozenset(has)
        for name in had:
            if name not in has:
                left = {holder: None for holder in self.present[name] if holder != key}
                if left:
                    self.present[name] = left
                else:
                    del self.present[name]
                    self.news.silent.clear()
        for name in has:
            if name not in had:
                if name not in self.present:
                    self.news.silent.clear()
                self.present[name] = {**self.present.get(name, {}), key: None}

    def _under(self, own: Own, effects: list[Effect], gives: Gives) -> Names:
        """What is carried at most under effects: those that count only at times give, and do not counter."""
        always = [effect for effect in effects if effect.kind not in self._live]
        left = (
            named(item)
            for item, by in held(own, effects, gives)
            if not any(by != effect.id and counters(effect, item) for effect in always)
        )
        return tuple(dict.fromkeys(left))


_SHARED: Final = tuple(name for name in Index.__slots__ if name not in ("effects", "news", "table"))
"""What an index and its fork have in common at first."""
