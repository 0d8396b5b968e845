"""Units in the shape of hcunits: JSON, an array for each set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, get_args

from rulewright.documents import DocumentError, parse_json
from rulewright.plugins import Imported
from rulewright.problems import ContentError, Problem

from ..book.sheets import COLUMNS, SIZES
from ..cards.models import Base, Tag
from ..powers import STANDARD
from .texts import Text
from .units import Document, Unit, bad, improved, made_of

if TYPE_CHECKING:
    from rulewright.phrases import Phrasebook

TYPES: Final = ("character", "bystander")
SYMBOLS: Final = {"wing": "flight", "dolphin": "dolphin", "autonomous": "autonomous", "vehicle": "vehicle"}
OLD_SYMBOLS: Final = ("duo", "team")
"""Attack symbols of older figures of which the rules know nothing."""
BASES: Final = get_args(Base)
TAGS: Final = get_args(Tag)
TRAITS: Final = ("trait", "costed_trait", "title_trait", *COLUMNS)
"""The types of special powers that the game has, too; one without a type is a trait."""
EQUIPPED: Final[dict[str, Document]] = {
    "equip_any": {"equip": "any"}, "equip_friendly": {}, "unequip_drop": {"unequip": "drop"}, "unequip_ko": {},
}  # fmt: skip
"""The keyphrases of equipment, as fields of the content."""
PATCH: Final = ("updates", "additions", "deletions")


def read(data: bytes, book: Phrasebook | None = None) -> Imported:
    """The units as characters and equipment. Raises ContentError naming the unit and the key."""
    try:
        found = parse_json(data)
    except DocumentError as error:
        raise ContentError([Problem("", found=str(error))]) from None
    left_out: list[str] = []
    if isinstance(found, dict) and found.keys() <= {*PATCH}:
        found, left_out = _patched(found)
    if not isinstance(found, list):
        raise bad("file", type(found).__name__, "an array of units, or a patch with updates, additions and deletions")
    units = []
    for number, entry in enumerate(found):
        if not isinstance(entry, dict):
            raise bad(f"unit {number + 1}", repr(entry), "an object")
        place = f"unit {number + 1} ({entry.get('unit_id', 'no unit_id')})"
        kind = entry.get("type")
        if kind == "equipment":
            units.append(_equipment(entry, place))
            left_out += (f"{place}: keyphrase {word}" for word in _words(entry, place) if word not in EQUIPPED)
        elif kind not in TYPES:
            left_out.append(f"{place}: {kind or 'no type'}")
        elif holes := _unknown(entry):
            left_out.append(f"{place}: {holes}")
        else:
            units.append(_unit(entry, place))
            left_out += (f"{place}: {missing}" for missing in _missing(entry, place))
    return made_of(units, left_out, book)


def _patched(patch: Document) -> tuple[list[Any], list[str]]:
    """The units that a patch adds, with its updates, and what it says of units that stand in another file."""
    added = _list(patch, "additions", "file")
    updates, deletions = patch.get("updates") or {}, _list(patch, "deletions", "file")
    if not isinstance(updates, dict):
        raise bad("file.updates", repr(updates)[:60], "an object")
    ids = {one.get("unit_id") for one in added if isinstance(one, dict)}
    for id, change in updates.items():
        if not isinstance(change, dict):
            raise bad(f"file.updates.{id}", repr(change)[:60], "an object")
    units = [
        {**one, **updates.get(one.get("unit_id"), {})} if isinstance(one, dict) else one
        for one in added
        if not isinstance(one, dict) or one.get("unit_id") not in deletions
    ]
    other = [f"{id}: its {', '.join(change)} in another file" for id, change in updates.items() if id not in ids]
    return units, [*other, *(f"{id}: deleted in another file" for id in deletions if id not in ids)]


def _missing(entry: Document, place: str) -> Iterator[str]:
    """What a unit has and the game has not."""
    yield from (f"team ability {team}" for team in _list(entry, "team_abilities", place))
    if entry.get("attack_type") in OLD_SYMBOLS:
        yield f"attack symbol {entry['attack_type']}"
    known = ("unique", "prime", "title")
    for word in map(str, _list(entry, "properties", place)):
        if word not in known and word.replace("_", " ") not in TAGS:
            yield f"property {word}"


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
    unit = Unit(
        place, _name(entry, place), str(entry.get("set_id", "")), str(entry.get("collector_number", "")),
        list(zip(values, starts, strict=False)), dial, _number(entry.get("unit_range") or 0, f"{place}.unit_range"),
        min(4, max(1, _number(entry.get("targets") or 1, f"{place}.targets"))),
        tuple(str(one) for one in _list(entry, "keywords", place)), list(_texts(entry, place)),
    )  # fmt: skip
    unit.more = _more(entry, place, len(dial))
    return unit


def _words(entry: Document, place: str) -> list[str]:
    return [str(one) for one in _list(entry, "object_keyphrases", place)]


def _equipment(entry: Document, place: str) -> Unit:
    """Equipment, with all that it says as one text."""
    texts = list(_texts(entry, place))
    text = Text(
        _name(entry, place), "\n".join(one.words for one in texts if one.words),
        grants=tuple(power for one in texts for power in one.grants),
        strange=next((one.strange for one in texts if one.strange), ""),
    )  # fmt: skip
    points = [_number(one, f"{place}.point_values") for one in _list(entry, "point_values", place)] or [0]
    more = {key: one for word in _words(entry, place) for key, one in EQUIPPED.get(word, {}).items()}
    if "unique" in _list(entry, "properties", place):
        more["ring"] = "unique"
    return Unit(
        place, text.name, str(entry.get("set_id", "")), str(entry.get("collector_number", "")), [(points[0], 1)],
        texts=[text], more=more, element="equipment",
    )  # fmt: skip


def _name(entry: Document, place: str) -> str:
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip():
        raise bad(f"{place}.name", repr(name), "a name")
    return name


def _cell(click: Document, column: str, at: str) -> tuple[int, str]:
    power = click.get(f"{column}_power") or ""
    plain = str(power).replace("_", "-")
    if plain and plain != "special" and plain not in STANDARD:
        raise bad(f"{at}.{column}_power", repr(power), "a standard power, or special")
    return _number(click.get(f"{column}_value"), f"{at}.{column}_value"), plain


def _texts(entry: Document, place: str) -> Iterator[Text]:
    for number, one in enumerate(_list(entry, "special_powers", place), 1):
        at = f"{place}.special_powers[{number}]"
        if not isinstance(one, dict):
            raise bad(at, repr(one)[:60], "an object")
        kind = str(one.get("type") or "trait")
        powers = (str(power).replace("_", "-") for power in _list(one, "powers", place))
        yield Text(
            str(one.get("name") or one.get("type") or "text"), str(one.get("description") or ""),
            kind if kind in COLUMNS else "", tuple(power for power in powers if power in STANDARD),
            _of_trait(one, kind, at), "" if kind in TRAITS else kind,
        )  # fmt: skip


def _of_trait(one: Document, kind: str, at: str) -> Document:
    """What a trait costs, and the plot points that it gives or spends."""
    if kind == "costed_trait":
        return {"cost": _number(one.get("point_value"), f"{at}.point_value")}
    points = one.get("plot_points")
    if kind != "title_trait" or points in (None, ""):
        return {}
    if re.fullmatch(r"[+-]?\d", str(points)) is None:
        raise bad(f"{at}.plot_points", repr(points)[:60], "a number from -9 to 9")
    return {"plot": int(points)}


def _more(entry: Document, place: str, clicks: int) -> Document:
    words = {key: value for key, value in entry.items() if isinstance(value, str)}
    shapes = (words.get(key) for key in ("speed_type", "attack_type", "defense_type"))
    symbols = [SYMBOLS[shape] for shape in shapes if shape in SYMBOLS]
    found: Document = {"symbols": symbols, "bystander": entry["type"] == "bystander" and clicks == 1}
    if words.get("damage_type") in SIZES:
        found["size"] = words["damage_type"]
    if words.get("dimensions") in BASES:
        found["base"] = words["dimensions"]
    properties = [str(one).replace("_", " ") for one in _list(entry, "properties", place)]
    if rings := [ring for ring in ("unique", "prime") if ring in properties]:
        found["ring"] = rings[0]
    if "title" in properties:
        found["title"] = True
    found["tags"] = [one for one in properties if one in TAGS]
    targeting = map(str, _list(entry, "improved_targeting", place))
    shots = ["adjacent"] if words.get("attack_type") == "sharpshooter" else []
    found["improved"] = [
        *improved(map(str, _list(entry, "improved_movement", place)), "movement"),
        *dict.fromkeys(improved((*targeting, *shots), "targeting")),
    ]
    return found
