"""Where the map in a file is: what decodes to rows of tiles, and what is no map at all."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.documents import DocumentError, parse_json
from rulewright.files import FileError, read
from rulewright.geometry import GeometryError

from . import words
from .repairs import Note
from .words import LARGEST_MAP


def decode(source: str | Path | bytes | Mapping[str, Any], notes: list[Note]) -> tuple[Any, str]:
    """What the source says, and what to call it."""
    if isinstance(source, Mapping):
        return source, "map"
    name, data = "map", source
    if isinstance(data, Path) or (isinstance(data, str) and not data.lstrip("\ufeff \t\r\n").startswith(("{", "["))):
        path = Path(data)
        name = path.stem
        try:
            data = read(path)
        except FileError as error:
            raise GeometryError(f"{path} cannot be read: {error.reason}") from None
    return _json(data, name, notes), name


def _json(data: str | bytes, name: str, notes: list[Note]) -> Any:
    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, times in Counter(key for key, _ in pairs).items():
            if times > 1:
                notes.append(Note(key, f"stands {times} times in one object, the last counts"))
        return dict(pairs)

    try:
        return parse_json(data, pairs=without_doubles)
    except DocumentError as error:
        raise GeometryError(f"{name} is no JSON: {error}") from None


def map_object(decoded: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(decoded, Mapping):
        raise GeometryError(f"{name}: a map is a JSON object with rows of tiles, not a {type(decoded).__name__}")
    if any(key in decoded for key in words.OBJECT_KEYS):
        raise GeometryError(f"{name} is a terrain object, not a map; lay it on a map as a terrain marker")
    if isinstance(decoded.get("maps"), list) and "rows" not in decoded:
        raise GeometryError(
            f"{name} is a table of contents of {len(decoded['maps'])} maps; read the file of one of them"
        )
    rows = decoded.get("rows")
    if not isinstance(rows, list | tuple) or not rows:
        raise GeometryError(f"{name} has no rows; a map has a list of rows, each with its tiles")
    if len(rows) > LARGEST_MAP or any(len(tiles_of(row)) > LARGEST_MAP for row in rows):
        raise GeometryError(f"{name} is larger than {LARGEST_MAP} rows or columns")
    if not any(tiles_of(row) for row in rows):
        raise GeometryError(f"{name} has rows without tiles; each row has a list of tiles, one for each column")
    return decoded


def tiles_of(row: Any) -> list[Any]:
    tiles = row.get("tiles") if isinstance(row, Mapping) else None
    return list(tiles) if isinstance(tiles, list | tuple) else []
