"""Dials as forums write them: in BBCode, and the same flattened to rows of cells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rulewright.plugins import Imported
from rulewright.problems import ContentError

from ..book.sheets import COLUMNS
from .texts import Text
from .units import Document, Unit, bad, made_of, power_of

if TYPE_CHECKING:
    from rulewright.phrases import Phrasebook

SYMBOLS: Final = {"m-wing": "flight", "m-dolphin": "dolphin"}
SIZES: Final = {"g-tiny": "tiny", "g-giant": "giant", "g-colossal": "colossal"}
FIRST_ICON: Final = 7
FIRST_CELL: Final = 11
"""Before it stand id, name, team, range, bolt, points, keywords and four icons."""
HEAD: Final = re.compile(r"^\s*(\S+).*?\[b\](.+?)\[/b\]", re.IGNORECASE)
SLOT: Final = re.compile(r"\[slot=([a-z ]+)\](.*?)\[/slot\]", re.IGNORECASE)


def decoded(data: bytes) -> str:
    """The text of a file. Raises ContentError."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise bad("file", f"a byte that is no UTF-8 at {error.start}", "a text in UTF-8") from None


def _number(text: str, place: str) -> int:
    if not text.strip().isdecimal() or int(text) > 1000:
        raise bad(place, repr(text), "a number from 0 to 1000")
    return int(text)


def _more(icons: list[str]) -> Document:
    found: Document = {"symbols": [SYMBOLS[icon] for icon in icons if icon in SYMBOLS]}
    sizes = [SIZES[icon] for icon in icons if icon in SIZES]
    return {**found, "size": sizes[0]} if sizes else found


def _named(code: str) -> tuple[str, str]:
    """The set symbol and the collector number of ``bm058``."""
    set, number = re.fullmatch(r"([A-Za-z]*)(.*)", code, re.DOTALL).groups()  # type: ignore[union-attr]
    return set, number


def _click(cells: list[tuple[str, str]], place: str) -> dict[str, tuple[int, str]] | None:
    """One click of a dial; None for KO."""
    if len(cells) != len(COLUMNS):
        raise bad(place, f"{len(cells)} values", "four: speed, attack, defense, damage")
    if any(value.strip().upper() == "KO" for _, value in cells):
        return None
    return {
        column: (_number(value, f"{place}: {column}"), power_of(color, column, f"{place}: {column}"))
        for column, (color, value) in zip(COLUMNS, cells, strict=True)
    }


def read_rows(data: bytes, book: Phrasebook | None = None) -> Imported:
    """The rows as characters; rows that cannot be read are left out, each with its place. Raises ContentError."""
    units, left_out = [], []
    for number, line in enumerate(decoded(data).splitlines(), 1):
        if line.strip():
            try:
                units.append(_of_row(line.strip().strip('"').replace('""', '"'), f"line {number}"))
            except ContentError as error:
                left_out.append(str(error))
    return made_of(units, left_out, book)


def _of_row(line: str, place: str) -> Unit:
    cells = line.split("|")
    if len(cells) < FIRST_CELL + 2 * len(COLUMNS):
        raise bad(place, f"{len(cells)} cells", "id, name, team, range, bolt, points, keywords, icons, and a dial")
    dial, at = [], FIRST_CELL
    while at + 8 <= len(cells) and (cells[at + 1].strip().isdecimal() or cells[at + 1].strip().upper() == "KO"):
        pairs = [(cells[at + 2 * one], cells[at + 2 * one + 1]) for one in range(4)]
        click = _click(pairs, f"{place}: click {(at - FIRST_CELL) // 8 + 1}")
        at += 8
        if click is not None:
            dial.append(click)
    texts = list(zip(cells[at::2], cells[at + 1 :: 2], strict=False))
    columns = dict(zip(range(len(texts) - 4, len(texts)), COLUMNS, strict=True))
    found = [
        Text(name.strip().rstrip(":") or "text", words.strip('"'), columns.get(place_of, ""))
        for place_of, (name, words) in enumerate(texts)
        if words.strip() and not words.endswith("_null") and words.strip() != "Special"
    ]
    set, number = _named(cells[0])
    keywords = tuple(word.strip() for word in cells[6].split(",") if word.strip())
    value = _number(cells[5], f"{place}: points")
    return Unit(
        place, cells[1], set, number, [(value, 1)], dial, _number(cells[3], f"{place}: range"),
        max(1, cells[4].count("bolt")), keywords, found, _more(cells[FIRST_ICON:FIRST_CELL]),
    )  # fmt: skip


def read_code(data: bytes, book: Phrasebook | None = None) -> Imported:
    """The dials as characters. Raises ContentError naming the line."""
    units, left_out = [], []
    lines: list[str] = []
    for number, line in enumerate(decoded(data).splitlines(), 1):
        if "[dial]" in line.lower():
            units.append(_of_code(lines, line, f"line {number}"))
            lines = []
        elif line.strip():
            if HEAD.match(line) and lines and not HEAD.match(lines[0]):
                left_out += [f"line {number - 1}: {rest}" for rest in lines]
                lines = []
            lines.append(line)
    return made_of(units, (*left_out, *(f"after the last dial: {rest}" for rest in lines)), book)


def _of_code(lines: list[str], dial: str, place: str) -> Unit:
    head = next((found for line in lines if (found := HEAD.match(line))), None)
    if head is None:
        raise bad(place, "a dial", "a line with a number and a [b]name[/b] before it")
    facts = dict(part for line in lines if (part := _fact(line)))
    clicks = []
    for number, shown in enumerate(re.split(r"\[click\]", dial, flags=re.IGNORECASE)[1:], 1):
        click = _click(SLOT.findall(shown), f"{place}: click {number}")
        if click is not None:
            clicks.append(click)
    reach, points = facts.get("range", "0"), facts.get("points", "0")
    set, number_of = _named(head[1])
    return Unit(
        place, head[2], set, number_of, [(_number(points, f"{place}: points"), 1)], clicks,
        _number(reach.split()[0], f"{place}: range"), max(1, reach.count(":bolt:")),
        tuple(word.strip() for word in facts.get("keywords", "").split(",") if word.strip()), [],
        _more(re.findall(r"\[icon\](.*?)\[/icon\]", dial)),
    )  # fmt: skip


def _fact(line: str) -> tuple[str, str] | None:
    found = re.match(r"^\s*(Team|Range|Points|Keywords)\s*:?\s+(.*)$", line, re.IGNORECASE)
    return (found[1].lower(), found[2].strip()) if found else None
