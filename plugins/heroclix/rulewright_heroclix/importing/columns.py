"""Dials in YAML: a row of values and colours for each column (the notation of Soleone)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright.plugins import Imported

from ..book.sheets import COLUMNS
from .dials import decoded
from .texts import Text
from .units import Unit, bad, made_of, power_of

if TYPE_CHECKING:
    from rulewright.phrases import Phrasebook

SPEEDS: Final = {"speed": "", "flight": "flight", "swim": "dolphin"}
"""What the first column is called, with the symbol that its name says."""
KEY: Final = re.compile(r"^(\s*)([^:]+):\s*(.*)$")
CELL: Final = re.compile(r"^(\d+)(?:\s+([a-z ]+))?$")


def read(data: bytes, book: Phrasebook | None = None) -> Imported:
    """The units as characters. Raises ContentError naming the line."""
    lines = decoded(data).splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("name:")]
    ends = [*starts[1:], len(lines)]
    units = [_unit(lines[start:end], start + 1) for start, end in zip(starts, ends, strict=True)]
    return made_of(units, [f"{unit.name}: no points; it costs 0" for unit in units if unit.points == [(0, 1)]], book)


def _unit(lines: list[str], first: int) -> Unit:
    unit = Unit(f"line {first}", "", points=[(0, 1)])
    rows: dict[str, list[tuple[int, str]]] = {}
    texts: list[Text] = []
    under = ""
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        found = KEY.match(line)
        if found is None:
            raise bad(f"line {number}", repr(line[:60]), "a key, a colon and a value")
        key, value = found[2].strip().lower(), found[3].strip().strip('"')
        column = "speed" if key in SPEEDS else key
        if under and len(found[1]) > 2:
            if under == "special powers":
                texts.append(Text(found[2].strip(), value))
            continue
        under = ""
        if key == "name":
            unit.name = value
        elif column in COLUMNS:
            rows[column] = list(_cells(value, column, f"line {number}: {key}"))
            if SPEEDS.get(key):
                unit.more["symbols"] = [SPEEDS[key]]
        elif key in ("range", "targets", "points"):
            if not value.isdecimal() or int(value) > 1000:
                raise bad(f"line {number}: {key}", repr(value), "a number")
            unit.range = int(value) if key == "range" else unit.range
            unit.bolts = int(value) if key == "targets" else unit.bolts
            unit.points = [(int(value), 1)] if key == "points" else unit.points
        elif not value:
            under = key
        else:
            raise bad(f"line {number}", repr(key), "name, range, targets, points, a column of the dial, or powers")
    if missing := [column for column in COLUMNS if column not in rows]:
        raise bad(unit.place, f"no {' and no '.join(missing)}", "a row for each of the four columns")
    lengths = {column: len(row) for column, row in rows.items()}
    if len(set(lengths.values())) > 1:
        raise bad(unit.place, str(lengths), "columns of one length")
    unit.dial = [{column: rows[column][click] for column in COLUMNS} for click in range(lengths["speed"])]
    special = [column for column in COLUMNS if any(power == "special" for _, power in rows[column])]
    if len(special) == len(texts):
        for text, column in zip(texts, special, strict=True):
            text.column = column
    unit.texts = texts
    return unit


def _cells(row: str, column: str, place: str) -> Iterator[tuple[int, str]]:
    for number, cell in enumerate(row.split(","), 1):
        found = CELL.match(cell.strip())
        if found is None:
            raise bad(f"{place}: click {number}", repr(cell.strip()), "a value and a colour, such as 9 orange")
        yield int(found[1]), power_of(found[2] or "", column, f"{place}: click {number}")
