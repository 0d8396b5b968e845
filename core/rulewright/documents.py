"""JSON and TOML from untrusted files, read within bounds: reading ends soon and says what is wrong where."""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from .files import FileError, file_at, read, text_of

if TYPE_CHECKING:
    from .files import Source

LARGEST_TOML: Final = 1_000_000
"""Bytes. TOML is for hands; it is read a hundred times slower than JSON, and a table of it can take a kilobyte."""
MOST_VALUES: Final = 250_000
"""Values of one file that people write: each is checked, an error costs a kilobyte, and what is right is compiled."""
MOST_SAVED: Final = 2_000_000
"""Values of one file that a program writes, such as a save: a hundred bytes each, and no more."""
MOST_DEPTH: Final = 64
"""Lists and tables in each other."""
MOST_PARTS: Final = 16
"""Parts of a dotted key in TOML; what they cost grows with their square."""
MOST_BITS: Final = 14_000
"""Of a whole number: the 4,300 digits that Python puts into words."""
_LONG_NUMBER: Final = "a whole number of more than 4,300 digits"


class DocumentError(ValueError):
    """A file that cannot be read as JSON or TOML; says the line and the column where it can."""


def read_document(source: Source, most: int = MOST_VALUES) -> Any:
    """The data of one JSON or TOML file, with this many values at most.

    Raises `DocumentError` for a damaged file, one that is too large or too deeply nested, and a missing one.
    """
    try:
        data = read(source)
    except FileError as error:
        raise DocumentError(error.reason) from None
    return parse_document(data, file_at(source).name, most)


def parse_document(data: bytes, name: str, most: int = MOST_VALUES) -> Any:
    """The data of a file of that name, as TOML where it ends in ``.toml`` and else as JSON. Raises `DocumentError`."""
    return parse_toml(data, most) if name.lower().endswith(".toml") else parse_json(data, most)


Pairs = Callable[[list[tuple[str, Any]]], Any]


def parse_json(data: bytes | str, most: int = MOST_VALUES, pairs: Pairs | None = None) -> Any:
    """The data of a JSON text with this many values at most; ``pairs`` makes the tables, which else have no key twice.

    Raises `DocumentError`.
    """
    import json

    text = _text(data)
    if not text.strip():
        raise DocumentError("the file is empty")
    refuse_many_values(text, most)
    try:
        with uncollected():
            document = json.loads(text, object_pairs_hook=pairs or _table_of, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise DocumentError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise DocumentError("lists and objects are nested too deeply") from None
    except DocumentError:
        raise
    except ValueError:
        raise DocumentError(_LONG_NUMBER) from None
    _refuse_giants(document)
    return document


def refuse_many_values(text: str | bytes, most: int) -> None:
    """Raise DocumentError for a text of more values than that, by its commas and brackets, before it is read."""
    count: Any = text.count
    signs = (",", "[", "{") if isinstance(text, str) else (b",", b"[", b"{")
    if sum(map(count, signs)) > most:
        raise DocumentError(f"the file has more than {most:,} values")


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """No garbage collection here: where many objects are made that stay, it would take most of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _text(data: bytes | str) -> str:
    try:
        return text_of(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except ValueError as error:
        raise DocumentError(str(error)) from None


def _table_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise DocumentError(f"the key {twice[:60]!r} stands twice in one object")
    return table


def _refuse_constant(name: str) -> Any:
    raise DocumentError(f"{name} is not a JSON number")


# A key of tens of thousands of dotted parts keeps the standard reader busy for hours.
_LONG_DOTTED_KEY = re.compile(
    rf"""(?:^|[\[{{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}""",
    re.MULTILINE,
)


def parse_toml(data: bytes | str, most: int = MOST_VALUES) -> Any:
    """The data of a TOML text with this many values at most. Raises `DocumentError`."""
    import tomllib

    if len(data) > LARGEST_TOML:
        raise DocumentError(f"larger than {LARGEST_TOML:,} bytes, the most of TOML that is read; JSON may be longer")
    text = _text(data)
    refuse_many_values(text, most)
    if found := _LONG_DOTTED_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise DocumentError(f"line {line}: a key of more than {MOST_PARTS} dotted parts")
    try:
        with uncollected():
            document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(_place_first(str(error))) from None
    except RecursionError:
        raise DocumentError("arrays and tables are nested too deeply") from None
    except ValueError as error:  # a date that is none
        raise DocumentError(_LONG_NUMBER if "digits" in str(error) else str(error)) from None
    _refuse_giants(document)
    return document


def _place_first(message: str) -> str:
    """TOML's ``Invalid value (at line 3, column 5)`` with the place in front, as in JSON."""
    found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message, re.DOTALL)
    return f"{found[2]}: {found[1]}" if found else message


def values_in(document: object) -> int:
    """How many values are in the lists and tables of plain data; does not recurse itself, and looks 1,000 deep."""
    values, level = 0, [document]
    for _ in range(1_000):
        containers = [node for node in level if isinstance(node, Mapping | list | tuple)]
        values += sum(map(len, containers))
        level = [child for node in containers for child in (node.values() if isinstance(node, Mapping) else node)]
        if not level:
            break
    return values


def _refuse_giants(document: object) -> None:
    """Raise for a document that is nested too deeply, or with a number too long for words; does not recurse itself."""
    level = [document]
    for _ in range(MOST_DEPTH + 1):
        if any(type(node) is int and node.bit_length() > MOST_BITS for node in level):
            raise DocumentError(_LONG_NUMBER)
        containers = [node for node in level if isinstance(node, dict | list)]
        level = [child for node in containers for child in (node.values() if isinstance(node, dict) else node)]
        if not level:
            return
    raise DocumentError(f"lists and tables are nested more than {MOST_DEPTH} deep")
