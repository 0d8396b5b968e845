"""Values of JSON that was written by hand: read if at all possible, with a note for each repair."""

import re
from collections.abc import Container, Iterator, Mapping
from reprlib import repr as shown
from typing import Any

import msgspec


class Note(msgspec.Struct, frozen=True):
    """One thing of a map file that was repaired or is doubtful: its place in the file, and how it was read."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Repairs:
    """A decoded object being read; ``notes`` grows on the way."""

    def __init__(self, raw: Mapping[str, Any], notes: list[Note]) -> None:
        self.raw = raw
        self.notes = notes

    def note(self, where: str, what: str) -> None:
        """Something was repaired or is doubtful."""
        self.notes.append(Note(where, what))

    def known(self, where: str, raw: Mapping[str, Any], known: Container[str]) -> None:
        """Note the keys that are not known."""
        for key in raw:
            if key not in known:
                self.note(f"{where}.{key}" if where else str(key), "is a key that is not known, not read")

    def entries(self, name: str, known: set[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The objects of a list, each with its place."""
        entries = self.raw.get(name)
        if entries is None:
            return
        if not isinstance(entries, list | tuple):
            self.note(name, f"is a {type(entries).__name__} and no list, not read")
            return
        for number, entry in enumerate(entries):
            where = f"{name}[{number}]"
            if isinstance(entry, Mapping):
                self.known(where, entry, known)
                yield where, entry
            else:
                self.note(where, f"{shown(entry)} is no object, dropped")

    def word(self, where: str, value: Any, known: Mapping[str, object], default: str) -> str:
        """A known word: that given, or the nearest to one misspelt, or the default."""
        import difflib

        if value in (None, *known):
            return default if value is None else str(value)
        near = difflib.get_close_matches(value, known, 1, 0.8) if isinstance(value, str) else []
        read = near[0] if near else default
        self.note(where, f"{shown(value)} is none of {', '.join(known)}; read as {read}")
        return read

    def flag(self, where: str, value: Any) -> bool:
        """Whether a value says yes."""
        if value is None or isinstance(value, bool):
            return bool(value)
        read = isinstance(value, str) and value.casefold() == "true"
        self.note(where, f"{shown(value)} is neither true nor false, read as {str(read).lower()}")
        return read

    def whole(self, where: str, value: Any) -> int | None:
        """A whole number, also one written as a text or with a point; None for anything else."""
        if type(value) is int:
            return value
        written = isinstance(value, float | str) and re.fullmatch(r"(-?[0-9]{1,3})(\.0)?", str(value))
        if not written:
            return None
        self.note(where, f"{value!r} is not written as a whole number, read as {written[1]}")
        return int(written[1])
