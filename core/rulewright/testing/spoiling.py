"""Damaged, truncated, edited and hostile files, made of a sound one."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from ..text import brief

HOSTILE: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 2**31, 2**63, 10**30, -(10**30), 1.5, 1e308, "", "x" * 5000, "\\", "../../etc/passwd", "\u202e",
    "\x00", "{0.__class__}", "%s", [], {}, [[]], {"": {}}, [None] * 300,
)  # fmt: skip
"""What is put in the place of a value."""

TEXTS: Final = (
    b"NaN", b"Infinity", b"1e999", b"-", b"1" + b"0" * 5000, b'"\\ud800"', b'"\xff"', b'"\\u0000"', b"/* */ 1", b"'x'",
    b"[" * 20_000, b'{"a":' * 20_000, b"tru", b"0x10", b"01",
)  # fmt: skip
"""What is put in the place of a value where JSON does not allow it, or hardly."""

WHOLES: Final = (
    b"", b" ", b"null", b"0", b"[]", b"{}", b'""', b"\xef\xbb\xbf{}", b"\xff\xfe{\x00}\x00", b"\x00" * 64,
    b"PK\x03\x04", b"<xml/>", b"[" * 100_000, b'{"a":' * 100_000, b"\x1f\x8b\x08\x00",
)  # fmt: skip
"""What is put in the place of the whole file."""


TRIES: Final = 10
"""A way to spoil a file that gives the same file again is tried this many times."""

_Way = Callable[[bytes, Random], tuple[str, bytes]]


def spoilt(data: bytes, rng: Random, count: int) -> Iterator[tuple[str, bytes]]:
    """This many spoilt versions of a file, each with what was done to it. JSON is also spoilt in its structure."""
    for number, whole in enumerate(WHOLES[: max(3, count // 8)]):
        yield f"the whole file is {_shown(whole)}", whole
        count -= number >= 0
    try:
        document = json.loads(data)
    except ValueError:
        document = None
    ways: list[_Way] = [_cut, _flip, _drop_bytes, _put_bytes, _swap_lines, _huge_number]
    if isinstance(document, dict | list):
        ways += [_text_for_value(document)] + [_edited(document, edit) for edit in EDITS] * 2
    seen = {data}
    for number in range(max(0, count)):
        for _ in range(TRIES):
            what, changed = ways[number % len(ways)](data, rng)
            if changed not in seen:
                break
        seen.add(changed)
        yield what, changed


def _shown(value: Any) -> str:
    """A value in a message."""
    return brief(ascii(value), 60)


def _cut(data: bytes, rng: Random) -> tuple[str, bytes]:
    at = rng.randrange(len(data)) if data else 0
    return f"cut off after {at} of {len(data)} bytes", data[:at]


def _flip(data: bytes, rng: Random) -> tuple[str, bytes]:
    at = rng.randrange(max(1, len(data)))
    byte = rng.randrange(256)
    return f"byte {at} is {byte}", data[:at] + bytes([byte]) + data[at + 1 :]


def _drop_bytes(data: bytes, rng: Random) -> tuple[str, bytes]:
    at, many = rng.randrange(max(1, len(data))), rng.choice((1, 2, 7, 40, 400))
    return f"{many} bytes are missing from byte {at} on", data[:at] + data[at + many :]


def _put_bytes(data: bytes, rng: Random) -> tuple[str, bytes]:
    at = rng.randrange(max(1, len(data)))
    more = rng.choice((b"\x00", b"\xff\xfe", b"}", b"]", b",", b'"', b"[" * 5000, rng.randbytes(9)))
    return f"{_shown(more)} stands at byte {at}", data[:at] + more + data[at:]


def _swap_lines(data: bytes, rng: Random) -> tuple[str, bytes]:
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return f"lines {one + 1} and {other + 1} are swapped", b"\n".join(lines)


def _huge_number(data: bytes, rng: Random) -> tuple[str, bytes]:
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return _put_bytes(data, rng)
    found = rng.choice(numbers)
    huge = rng.choice((b"9" * 30, b"9" * 5000, b"1e400", b"-1", b"9223372036854775808"))
    text = f"the number at byte {found.start()} is {_shown(huge)}"
    return text, data[: found.start()] + huge + data[found.end() :]


# -- JSON


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document, as the keys and numbers that lead there; the document itself comes first."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*place, key))


def _place(document: Any, rng: Random) -> tuple[Any, ...]:
    """A place in a document; those near the top as often as those in long lists."""
    found = list(places(document))[1:]
    if not found:
        return ()
    depth = rng.choice(sorted({len(place) for place in found}))
    return rng.choice([place for place in found if len(place) == depth])


def _text_for_value(document: Any) -> _Way:
    def way(data: bytes, rng: Random) -> tuple[str, bytes]:
        place, text = _place(document, rng), rng.choice(TEXTS)
        marked = copy.deepcopy(document)
        if place:
            put(marked, place, "@@here@@")
        spoilt = json.dumps(marked, ensure_ascii=False).encode().replace(b'"@@here@@"', text)
        return f"{named(place)} is {_shown(text)}", spoilt

    return way


def _edited(document: Any, edit: Callable[[Any, tuple[Any, ...], Random], str]) -> _Way:
    def way(data: bytes, rng: Random) -> tuple[str, bytes]:
        changed = copy.deepcopy(document)
        place = _place(changed, rng)
        if not place:
            return _cut(data, rng)
        what = edit(changed, place, rng)
        return what, json.dumps(changed).encode()

    return way


def _replace(document: Any, place: tuple[Any, ...], rng: Random) -> str:
    value = copy.deepcopy(rng.choice(HOSTILE))
    put(document, place, value)
    return f"{named(place)} is {_shown(value)}"


def _deepen(document: Any, place: tuple[Any, ...], rng: Random) -> str:
    value = at(document, place)
    for _ in range(rng.choice((1, 20, 200))):
        value = [value]
    put(document, place, value)
    return f"{named(place)} is nested in lists"


def _remove(document: Any, place: tuple[Any, ...], rng: Random) -> str:
    del at(document, place[:-1])[place[-1]]
    return f"{named(place)} is missing"


def _double(document: Any, place: tuple[Any, ...], rng: Random) -> str:
    parent, value = at(document, place[:-1]), at(document, place)
    if isinstance(parent, list):
        parent.insert(place[-1], copy.deepcopy(value))
        return f"{named(place)} stands there twice"
    parent[f"{place[-1]} "] = copy.deepcopy(value)
    return f"{named(place)} has an unknown field beside it"


def _swap(document: Any, place: tuple[Any, ...], rng: Random) -> str:
    parent = at(document, place[:-1])
    other = rng.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
    parent[place[-1]], parent[other] = parent[other], parent[place[-1]]
    return f"{named(place)} and {named((*place[:-1], other))} are swapped"


def _nudge(document: Any, place: tuple[Any, ...], rng: Random) -> str:
    """An edit that keeps the type: what someone does who cheats."""
    value = at(document, place)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return _swap(document, place, rng)
    changed = value + rng.choice((1, -1, 2)) if not isinstance(value, str) else value[1:] or "a"
    put(document, place, changed)
    return f"{named(place)} was {_shown(value)} and is {_shown(changed)}"


EDITS: Final = (_replace, _deepen, _remove, _double, _swap, _nudge)


def at(document: Any, place: tuple[Any, ...]) -> Any:
    """What stands at a place."""
    for key in place:
        document = document[key]
    return document


def put(document: Any, place: tuple[Any, ...], value: Any) -> None:
    """Write something at a place."""
    at(document, place[:-1])[place[-1]] = value


def named(place: tuple[Any, ...]) -> str:
    """A place in words."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).lstrip(".") or "the document"
