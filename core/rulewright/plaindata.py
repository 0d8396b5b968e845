"""
Plain data, which answers are made of: None, bool, int, float, str and tuples of these.

It can be saved, sent and read back the same. `plain` turns lists into tuples and refuses everything else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import is_
from typing import Any, Final, TypeAlias

Answer: TypeAlias = Any

_DEEPEST: Final = 16

NAMED: Final = 8
"""A sentence names at most this many values of a list."""


ATOMS: Final = frozenset({int, float, str, bool, type(None)})
"""What plain data is made of."""


def plain(value: Any) -> Answer:
    """
    The same value as plain data: lists become tuples, subclasses of int, float, str, tuple become the thing itself.

    Raises TypeError, naming what was found and where, for everything that cannot be saved and read back the
    same: objects, dicts, sets, NaN, infinities, integers beyond 64 bits, text with lone surrogates.
    """
    if type(value) is int and -(2**31) < value < 2**31:
        return value
    try:
        return _plain(value, 0)
    except _NotPlain as problem:
        where = "".join(f"[{index}]" for index in reversed(problem.place))
        raise TypeError(
            "an answer is plain data (null, true or false, numbers, text, and lists of these), "
            f"not {problem.found}" + (f" (at {where})" if where else "")
        ) from None


def as_json(value: Any) -> Any:
    """Plain data with lists for tuples."""
    return [as_json(item) for item in value] if isinstance(value, list | tuple) else value


class _NotPlain(Exception):
    """What was found in the middle of an answer, and where: the indexes, innermost first."""

    def __init__(self, found: str) -> None:
        self.found = found
        self.place: list[int] = []


def _plain(value: Any, depth: int) -> Answer:
    kind = type(value)
    if (kind is int and -(2**63) <= value < 2**64) or (kind is str and value.isascii()):
        return value
    if value is None or kind is bool or (kind is float and math.isfinite(value)):
        return value
    for list_kind in (tuple, list):
        if issubclass(kind, list_kind):
            made = _plain_list(list_kind.__getitem__(value, slice(None)), depth)
            return value if kind is tuple and all(map(is_, value, made)) else made
    return _plain_atom(value, kind)


def _plain_list(values: Sequence[Any], depth: int) -> tuple[Answer, ...]:
    if depth >= _DEEPEST:
        raise _NotPlain(f"lists nested more than {_DEEPEST} deep")
    items = []
    try:
        for item in values:
            items.append(_plain(item, depth + 1))
    except _NotPlain as problem:
        problem.place.append(len(items))
        raise
    return tuple(items)


def _plain_atom(value: Any, kind: type) -> Answer:
    """The thing itself, made without a method of its class: a subclass may have put anything in their place."""
    if issubclass(kind, int):
        number = int.__int__(value)
        if -(2**63) <= number < 2**64:
            return number
        raise _NotPlain("an integer beyond 64 bits")
    if issubclass(kind, str):
        text = str.__str__(value)
        _refuse_surrogates(text)
        return text
    if issubclass(kind, float):
        measure = float.__float__(value)
        if math.isfinite(measure):
            return measure
        raise _NotPlain(f"{measure!r}, which is not a finite number")
    raise _NotPlain(f"something of type {kind.__name__}")


def _refuse_surrogates(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _NotPlain("text that is not valid Unicode") from None


def same(one: Any, other: Any) -> bool:
    """Equal and of the same kind: 1 is neither True nor 1.0, in tuples too."""
    if one is other:
        return True
    kind = type(one)
    if kind is type(other) and kind is not tuple:
        return bool(one == other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(_kind(one) is _kind(other) and one == other)


def _kind(value: Any) -> type:
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return kind
    return type(value)


def shown(value: Any) -> str:
    """A value as a refusal shows it; never fails, never long."""
    if value is None:
        return "pass"
    try:
        text = repr(value)
    except Exception:  # digits of a huge integer, endless nesting, a broken __repr__
        return f"a {type(value).__name__} that cannot be written down"
    return text if len(text) <= 80 else text[:77] + "..."


def listed(values: Sequence[Any]) -> str:
    """The first few of the values, for a sentence, and how many more there are."""
    text = ", ".join(map(shown, values[:NAMED]))
    return f"{text} and {len(values) - NAMED} more" if len(values) > NAMED else text
