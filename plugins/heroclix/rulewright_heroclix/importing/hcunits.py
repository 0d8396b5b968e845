"""Units in the shape of hcunits: JSON, an array for each set."""

from __future__ import annotations

from typing import Any, Final, get_args

from rulewright.documents import DocumentError, parse_json
from rulewright.plugins import Imported
from rulewright.problems import ContentError, Problem

from ..book.sheets import COLUMNS, SIZES
from ..cards.models import Base
from ..powers import STANDARD
from .units import Document, Text, Unit, bad, improved, made_of

TYPES: Final = ("character", "bystander")
SYMBOLS: Final = {"wing": "flight", "dolphin": "dolphin", "autonomous": "autonomous", "vehicle": "vehicle"}
BASES: Final = get_args(Base)


def read(data: bytes) -> Imported:
    """The units as characters. Raises ContentError naming the unit and the key."""
    try:
        found = parse_json(data)
    except DocumentError as error:
        raise ContentError([Problem("", found=str(error))]) from None
    if not isinstance(found, list):
        raise bad("file", type(found).__name__, "an array of units")
    units, left_out = [], []
    for number, entry in enumerate(found):
        if not isinstance(entry, dict):
            raise bad(f"unit {number + 1}", repr(entry), "an object")
        place = f"unit {number + 1} ({entry.get('unit_id', 'no unit_id')})"
        kind = entry.get("type")
        if kind not in TYPES:
            left_out.append(f"{place}: {kind or 'no type'}")
        elif holes := _unknown(entry):
            left_out.append(f"{place}: {holes}")
        else:
            units.append(_unit(entry, place))
            left_out += (f"{place}: team ability {team}" for team in _list(entry, "team_abilities", place))
    return made_of(units, left_out)


def _unknown(entry: Document) -> str:
    """What of a dial is not known: real files have empty values and question marks."""
    for click in _list(entry, "dial", "dial"):
        for column in COLUMNS:
            if isinstance(click, dict) and click.get(f"{column}_value") in ("", "?"):
                return f"its {column} at click {click.get('click_number', '?')} is not known"
    return ""


def _list(entry: Document, key: str, place: str) -> list[Any]:
    found = entry.get(key) or []
    if not isinstance(found, list):
        raise bad(f"{place}.{key}", repr(found)[:60], "an array")
    return found


def _number(found: Any, place: str) -> int:
    if isinstance(found, str) and found.strip().isdecimal():
        found = int(found)
    if type(found) is not int or not 0 <= found <= 1000:
        raise bad(place, repr(found)[:60], "a number from 0 to 1000")
    return found


def _unit(entry: Document, place: str) -> Unit:
    dial, starts = [], []
    for number, click in enumerate(_list(entry, "dial", place), 1):
        at = f"{place}.dial[{number}]"
        if not isinstance(click, dict):
            raise bad(at, repr(click)[:60], "an object")
        if click.get("starting_line"):
            starts.append(number)
        dial.append({column: _cell(click, column, at) for column in COLUMNS})
    values = [_number(one, f"{place}.point_values") for one in _list(entry, "point_values", place)] or [0]
    if len(starts) < len(values):
        starts = [*starts, *([starts[-1] if starts else 1] * (len(values) - len(starts)))]
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip():
        raise bad(f"{place}.name", repr(name), "a name")
    unit = Unit(
        place, name, str(entry.get("set_id", "")), str(entry.get("collector_number", "")),
        list(zip(values, starts, strict=False)), dial, _number(entry.get("unit_range") or 0, f"{place}.unit_range"),
        min(4, max(1, _number(entry.get("targets") or 1, f"{place}.targets"))),
        tuple(str(one) for one in _list(entry, "keywords", place)), list(_texts(entry, place)),
    )  # fmt: skip
    unit.more = _more(entry, place, len(dial))
    return unit


def _cell(click: Document, column: str, at: str) -> tuple[int, str]:
    power = click.get(f"{column}_power") or ""
    plain = str(power).replace("_", "-")
    if plain and plain != "special" and plain not in STANDARD:
        raise bad(f"{at}.{column}_power", repr(power), "a standard power, or special")
    return _number(click.get(f"{column}_value"), f"{at}.{column}_value"), plain


def _texts(entry: Document, place: str) -> list[Text]:
    found = []
    for number, one in enumerate(_list(entry, "special_powers", place), 1):
        if not isinstance(one, dict):
            raise bad(f"{place}.special_powers[{number}]", repr(one)[:60], "an object")
        column = one["type"] if one.get("type") in COLUMNS else ""
        powers = (str(power).replace("_", "-") for power in _list(one, "powers", place))
        name = str(one.get("name") or one.get("type") or "text")
        grants = tuple(power for power in powers if power in STANDARD)
        found.append(Text(name, str(one.get("description", "")), column, grants))
    return found


def _more(entry: Document, place: str, clicks: int) -> Document:
    words = {key: value for key, value in entry.items() if isinstance(value, str)}
    shapes = (words.get(key) for key in ("speed_type", "attack_type", "defense_type"))
    symbols = [SYMBOLS[shape] for shape in shapes if shape in SYMBOLS]
    found: Document = {"symbols": symbols, "bystander": entry["type"] == "bystander" and clicks == 1}
    if words.get("damage_type") in SIZES:
        found["size"] = words["damage_type"]
    if words.get("dimensions") in BASES:
        found["base"] = words["dimensions"]
    if "unique" in _list(entry, "properties", place):
        found["ring"] = "unique"
    found["improved"] = [
        *improved(map(str, _list(entry, "improved_movement", place)), "movement"),
        *improved(map(str, _list(entry, "improved_targeting", place)), "targeting"),
    ]
    return found
