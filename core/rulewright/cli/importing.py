"""Files of other programs, read by the formats that plugins bring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from ..content import ContentError
from ..files import read, write
from ..plugins import FileFormat, Imported, registry
from .failing import Failed

HEAD: Final = 4096
"""So many bytes tell a format."""


def format_of(path: Path, data: bytes, game: str | None) -> FileFormat | None:
    """The format of a file that holds these bytes, or None where no plugin knows it. Raises Failed where several do."""
    known = [form for form in registry().file_formats(game or "") if form.recognizes(path.name, data[:HEAD])]
    if len({form.ruleset for form in known}) > 1:
        games = ", ".join(sorted({form.ruleset for form in known}))
        raise Failed(f"{path}: --game says for which game it is read: {games}")
    return known[0] if known else None


def import_file(path: Path, out: Path, game: str | None) -> tuple[FileFormat, Imported]:
    """Write what a file holds as JSON of its game. Raises Failed naming the place and what is wrong there."""
    if game is not None:
        registry().get(game)
    data = read(path)
    form = format_of(path, data, game)
    if form is None:
        known = ", ".join(sorted({form.name for form in registry().file_formats(game or "")})) or "none"
        raise Failed(f"{path}: no format that is known here; known: {known}")
    try:
        found = form.read(data)
    except ContentError as error:
        raise Failed(f"{path}: {error}") from None
    write(out, json.dumps(found.data, ensure_ascii=False, indent=1) + "\n")
    return form, found
