"""Golden playthroughs: games written down as text files, which the rules must bring about again exactly."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Final

SHOWN: Final = 80
"""This many lines of a difference are shown."""
HINT: Final = "pytest --update-golden writes it again"


class StaleGolden(AssertionError):
    """A game does not go as its golden file says; the message is the difference."""


def compare_golden(file: Path, text: str, *, update: bool = False) -> bool:
    """Compare a transcript with its golden file; with ``update`` write the file instead.

    Says whether the file was written. Raises StaleGolden with the difference, or where there is no file.
    """
    written = _read(file)
    if written == text:
        return False
    if update:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return True
    if written is None:
        raise StaleGolden(f"there is no golden file {file}; {HINT}")
    raise StaleGolden(f"{file.name} is stale; if the rules are right, {HINT}\n{_difference(written, text)}")


def _read(file: Path) -> str | None:
    try:
        return file.read_bytes().decode(errors="replace").replace("\r\n", "\n")
    except FileNotFoundError:
        return None


def _difference(golden: str, text: str) -> str:
    lines = list(
        difflib.unified_diff(golden.splitlines(), text.splitlines(), "golden", "as the rules play it now", lineterm="")
    )
    more = len(lines) - SHOWN
    return "\n".join(lines[:SHOWN] + ([f"... and {more} lines more"] if more > 0 else []))
