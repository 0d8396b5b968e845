"""Views and answers as numbers, for any ruleset: feature hashing.

Each fact that a player can see is a feature with a name (its table, record and field) and an amount. A hash of the
name says in which place of a vector of fixed size the amount is counted, and with which sign (Weinberger, Dasgupta,
Langford, Smola and Attenberg 2009). Nothing is learnt or stored; the same facts give the same numbers in every
process. Amounts are whole multiples of `UNIT`, so sums are exact whatever the order of the terms: what changed since
the last look is put in the place of what was there.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from enum import Enum
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..narrator import SEATS
from ..plaindata import Answer
from ..requests import Player
from ..state import owner_of, saved_fields, saved_name
from ..view import View
from ..windows import Moment

LIMIT: Final = 32.0
"""No number of an observation is larger than this, or smaller than its negative."""

ONE: Final = 4096
"""The amount of a plain fact ("the phase is upkeep")."""
UNIT: Final = 1.0 / ONE

NUMBER: Final = 1 / 16
"""What one unit of a number adds: 8 health count as half a fact."""
LINEAR: Final = 128
"""Beyond this, numbers count by their logarithm."""
SMALL: Final = 8
"""Whole numbers up to this are facts of their own besides: that a die shows 3, that a level is 2."""
RUNNING: Final = "(running)"
"""Stands for a table: the contexts of what is going on."""
FAR: Final = 256
"""Ids that are numbers are told apart up to this; larger ones (of records made in the course of play) are folded."""
KEPT: Final = 50_000
"""This many answers, and this many names of features, are remembered."""

BOOKKEEPING: Final = frozenset(("uses", "delayed"))
UNTOLD: Final = frozenset(("id", "until_uid"))
"""Fields whose numbers mean nothing outside one game."""

Name: TypeAlias = tuple[Any, ...]
Amounts: TypeAlias = list[tuple[int, int]]
Vector: TypeAlias = NDArray[np.float32]


class Places:
    """Where features are counted in a vector of this many places, and with which sign."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._known: dict[Name, tuple[int, int]] = {}

    def of(self, name: Name) -> tuple[int, int]:
        """The place and the sign of a feature."""
        found = self._known.get(name)
        if found is None:
            number = int.from_bytes(blake2b(repr(name).encode(), digest_size=8).digest())
            found = (number // 2 % self.size, 1 if number % 2 else -1)
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[name] = found
        return found

    def count(self, amounts: Amounts, name: Name, amount: int = ONE) -> None:
        """Count a feature."""
        place, sign = self.of(name)
        amounts.append((place, sign * amount))

    def number(self, amounts: Amounts, name: Name, number: float) -> None:
        """Count a number, and a small whole one as a fact of its own."""
        amount = round(squashed(number) * ONE)
        if amount:
            self.count(amounts, name, amount)
        if 0 < abs(number) <= SMALL and number == int(number):
            self.count(amounts, (*name, int(number)))


def squashed(number: float) -> float:
    """A number as it counts: in proportion up to `LINEAR`, beyond by its logarithm, never more than 16."""
    size = abs(number)
    if size <= LINEAR:
        return number * NUMBER
    if size != size:
        return 0.0
    return math.copysign(min(16.0, LINEAR * NUMBER + math.log2(size / LINEAR)), number)


class ViewEncoder:
    """A view and the open question of its player as a vector of ``size`` numbers.

    Seats are counted from the player who looks: its own hero has the same features on whichever seat it sits. So are
    records with an owner, and ids that end with the number of their owner (``hand:1``).
    """

    def __init__(self, size: int) -> None:
        self._places = Places(size)
        self._memories: dict[Player, _Memory] = {}

    def __call__(self, view: View, request: Any) -> Vector:
        """The view in numbers; the request is None where the player is asked nothing."""
        memory = self._memories.get(view.player)
        if memory is None:
            memory = self._memories[view.player] = _Memory(self._places.size)
        facts = _Facts(self._places, view)
        memory.look(view, facts)
        sums = memory.sums[:]
        for place, amount in facts.question(view, request):
            sums[place] += amount
        return as_vector(sums)


def as_vector(sums: array[int]) -> Vector:
    """Counted amounts as an observation."""
    numbers = np.frombuffer(sums, dtype=np.int64) * UNIT
    np.minimum(numbers, LIMIT, out=numbers)
    np.maximum(numbers, -LIMIT, out=numbers)
    return numbers.astype(np.float32)


class _Counted:
    """A record that was seen, under which name, and what it counts for: itself, then each of its fields."""

    __slots__ = ("amounts", "name", "row")

    def __init__(self, row: Any, name: Name, amounts: list[Amounts]) -> None:
        self.row = row
        self.name = name
        self.amounts = amounts


class _Memory:
    """What a player saw last, and what it counts for."""

    def __init__(self, size: int) -> None:
        self.sums = array("q", bytes(8 * size))
        self._rows: dict[str, dict[Any, _Counted]] = {}

    def look(self, view: View, facts: _Facts) -> None:
        """Count what has changed since the last look."""
        for table in view.state.tables:
            name = table.name
            if (table or self._rows.get(name)) and name not in BOOKKEEPING:
                self._compare(name, table, facts, _is_by_seat(table, view.players))
        contexts = {saved_name(kind): found for kind in facts.kinds if (found := view.find_context(kind)) is not None}
        self._compare(RUNNING, contexts, facts, False)

    def _compare(self, table: str, rows: Mapping[Any, Any], facts: _Facts, by_seat: bool) -> None:
        known = self._rows.setdefault(table, {})
        for key, row in rows.items():
            old = known.get(key)
            if old is not None and (old.row is row or old.row == row) and (by_seat is (old.name[2] == "")):
                continue
            name = (table, *facts.slot(table, by_seat, key, row))
            if old is not None and old.name == name and type(old.row) is type(row):
                self._renew(old, row, facts)
            else:
                if old is not None:
                    self._drop(old)
                known[key] = self._counted(name, row, facts)
        if len(known) > len(rows):
            for key in [key for key in known if key not in rows]:
                self._drop(known.pop(key))

    def _counted(self, name: Name, row: Any, facts: _Facts) -> _Counted:
        amounts = [facts.presence(name)]
        amounts += [facts.field(name, saved, getattr(row, field), is_seat) for field, saved, is_seat in _fields_of(row)]
        for part in amounts:
            self._add(part, 1)
        return _Counted(row, name, amounts)

    def _renew(self, old: _Counted, row: Any, facts: _Facts) -> None:
        """Count the fields that have changed."""
        for place, (field, saved, is_seat) in enumerate(_fields_of(row), start=1):
            was, now = getattr(old.row, field), getattr(row, field)
            if was is not now and was != now:
                self._add(old.amounts[place], -1)
                old.amounts[place] = facts.field(old.name, saved, now, is_seat)
                self._add(old.amounts[place], 1)
        old.row = row

    def _drop(self, old: _Counted) -> None:
        for part in old.amounts:
            self._add(part, -1)

    def _add(self, amounts: Amounts, times: int) -> None:
        sums = self.sums
        for place, amount in amounts:
            sums[place] += times * amount


class _Facts:
    """Puts what one player sees into amounts."""

    def __init__(self, places: Places, view: View) -> None:
        self._places = places
        self._me = view.player
        self._seats = len(view.players)
        self.kinds: list[Any] = [kind for kind in view.rules.contexts if kind is not Moment]

    def presence(self, name: Name) -> Amounts:
        """What it counts for that there is a record of this name."""
        amounts: Amounts = []
        self._places.count(amounts, name)
        return amounts

    def field(self, name: Name, field: str, value: Any, is_seat: bool) -> Amounts:
        """What a field of a record counts for."""
        amounts: Amounts = []
        self._value(amounts, (*name, field), value, is_seat)
        return amounts

    def question(self, view: View, request: Any) -> Amounts:
        """What the question, the phase and the seat count for."""
        amounts: Amounts = []
        count = self._places.count
        count(amounts, ("seat", self._me))
        count(amounts, ("phase", view.phase))
        active = view.active
        count(amounts, ("active", None if active is None else self._from_me(active)))
        if request is not None:
            count(amounts, ("ask", request.ask))
            for key, value in request.about.items():
                self._value(amounts, ("about", key), value, key in SEATS)
        return amounts

    def slot(self, table: str, by_seat: bool, key: Any, row: Any) -> Name:
        """Who a record belongs to, and which of its kind it is."""
        if by_seat:
            return (self._from_me(key), "")
        owner = owner_of(row)
        whose = self._from_me(owner) if type(owner) is int and owner >= 0 else None
        if table == RUNNING:
            return (None, key)
        if table == "effects":
            return (whose, row.kind)
        if isinstance(key, int):
            return (whose, key if 0 <= key < FAR else FAR + key % FAR)
        if whose is not None and key.endswith(str(owner)):
            return (whose, key.removesuffix(str(owner)))
        return (whose, key)

    def _from_me(self, seat: int) -> int:
        return (seat - self._me) % self._seats

    def _value(self, amounts: Amounts, name: Name, value: Any, is_seat: bool = False) -> None:
        if value is None or isinstance(value, str):
            self._places.count(amounts, (*name, value))
        elif isinstance(value, int | float):
            if is_seat and 0 <= value < self._seats:
                self._places.count(amounts, (*name, "seat", self._from_me(int(value))))
            else:
                self._places.number(amounts, name, value)
        elif isinstance(value, tuple | list):
            self._elements(amounts, name, value, is_seat)
        elif isinstance(value, Enum):
            self._places.count(amounts, (*name, str(value.value)))
        elif isinstance(value, Mapping):
            for key, part in value.items():
                self._value(amounts, (*name, str(key)), part, key in SEATS)
        elif isinstance(value, msgspec.Struct):
            for field, saved, is_seat in _fields_of(value):
                self._value(amounts, (*name, saved), getattr(value, field), is_seat)

    def _elements(self, amounts: Amounts, name: Name, values: Sequence[Any], is_seat: bool) -> None:
        """A list: its words are counted wherever they stand, its numbers at their places."""
        if values:
            self._places.number(amounts, (*name, "#"), len(values))
        for place, value in enumerate(values):
            if value is None:
                continue
            if is_seat or isinstance(value, str):
                self._value(amounts, name, value, is_seat)
            else:
                self._value(amounts, (*name, _heading(value, place)), value)


def _heading(value: Any, place: int) -> Any:
    """What an element of a list is known by: the word it begins with, or else its place."""
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return value[0]
    if isinstance(value, msgspec.Struct) and value.__struct_fields__:
        first = getattr(value, value.__struct_fields__[0])
        return first if isinstance(first, str) else place
    return place


_FIELDS: dict[type[Any], tuple[tuple[str, str, bool], ...]] = {}


def _fields_of(thing: Any) -> tuple[tuple[str, str, bool], ...]:
    """The fields of a record that are told, by the names that an agent has learned, and whether they name seats."""
    kind = type(thing)
    found = _FIELDS.get(kind)
    if found is None:
        names = ((name, saved) for saved, name in saved_fields(kind).items() if name not in UNTOLD)
        found = _FIELDS[kind] = tuple((name, saved, name in SEATS) for name, saved in names)
    return found


def _is_by_seat(table: Mapping[Any, Any], players: Sequence[Player]) -> bool:
    """Whether a table has one record for each seat, with the seat as its id."""
    if len(table) != len(players) or any(player not in table for player in players):
        return False
    fields = table[players[0]].__struct_fields__
    return "owner" not in fields and "player" not in fields


class AnswerEncoder:
    """Answers as rows of ``size`` numbers, so that an agent can score what it may choose.

    Words, and small whole numbers, are counted wherever they stand in the answer; other numbers at their places.
    """

    def __init__(self, size: int) -> None:
        self._places = Places(size)
        self._known: dict[tuple[str, Answer], Vector] = {}

    def __call__(self, ask: str, answers: Sequence[Answer], width: int) -> Vector:
        """One row for each answer, and rows of zeros up to ``width``."""
        rows = np.zeros((width, self._places.size), dtype=np.float32)
        for number, answer in enumerate(answers):
            rows[number] = self._row(ask, answer)
        return rows

    def _row(self, ask: str, answer: Answer) -> Vector:
        row = self._known.get((ask, answer))
        if row is None:
            amounts: Amounts = []
            self._places.count(amounts, (ask,))
            self._atoms(amounts, (ask,), answer)
            sums = array("q", bytes(8 * self._places.size))
            for place, amount in amounts:
                sums[place] += amount
            row = as_vector(sums)
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[ask, answer] = row
        return row

    def _atoms(self, amounts: Amounts, name: Name, value: Answer) -> None:
        if isinstance(value, tuple):
            for place, part in enumerate(value):
                self._atoms(amounts, (*name, place), part)
        elif value is None or isinstance(value, str):
            self._places.count(amounts, (name[0], "word", value))
        else:
            if value == int(value) and abs(value) <= SMALL:
                self._places.count(amounts, (name[0], "number", int(value)))
            self._places.number(amounts, name, value)
