"""The units of a list, whichever layout it has: what stands in a line of its own, and what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from .lines import Line
from .model import Entry, ListedUnit
from .words import SIZES, counted, is_heading, listed, points_in, same_words

_LABEL: Final = re.compile(r"([A-Za-z]{2,10}\d{1,2})\s*:\s+(?=\S)")
_GIFT: Final = re.compile(r"(?:enhancements?|e)\s*:\s*(.+)", re.IGNORECASE)
_WITH: Final = re.compile(r"(\d{1,3})\s+with\b\s*:?\s*(.+)", re.IGNORECASE)
_WARLORD: Final = re.compile(r"(?:your )?warlord(?:\s*:\s*(?:yes|true|this model))?", re.IGNORECASE)
_BESIDE: Final = re.compile(r"[\[(]\s*warlord\s*[\])]|\s[-–—]\s*warlord\s*$", re.IGNORECASE)
"""How a Warlord stands in the line of a unit."""
_ASIDE: Final = re.compile(
    r"(?:battle size|detachment(?: choice)?|show/hide options|army faction|faction(?: keyword)?|list name|player|"
    r"number of units|total(?: army points)?|points limit|secondary|force disposition)\s*:|"
    r"(?:exported|created|generated|made|built) (?:with|by|from|in|on)\b|(?:app|data) version\b|https?://",
    re.IGNORECASE,
)
"""What stands between units and is none."""
_NONE: Final = ("none", "-", "no")


class _Open(Struct):
    """A unit or an entry that is being read: what was said of it, and what stands under it."""

    name: str
    line: Line
    count: int | None = None
    points: int | None = None
    label: str = ""
    inside: list[_Open] = []
    each: bool = False
    """Whether what stands under it is counted for each of its models."""


def units_of(lines: Sequence[Line], *, each: bool = False) -> list[ListedUnit]:
    """The units in these lines; with ``each`` the counts behind models are those of each of them."""
    own = [line for line in lines if not is_aside(line)]
    starts = {line.number for line in unit_lines(own)}
    units: list[_Open] = []
    around: list[_Open] = []
    for line in own:
        if line.number in starts:
            units.append(_unit(line))
            around = [units[-1]]
        elif units:
            while len(around) > 1 and line.depth <= around[-1].line.depth and not _goes_on(line, around[-1]):
                around.pop()
            _add(line, around, each=each)
    return [_closed(unit) for unit in units]


def is_aside(line: Line) -> bool:
    """Whether a line is a heading, or says something of the list rather than of a unit."""
    return is_heading(line.text) or is_size(line) or bool(line.head) or _ASIDE.match(line.text) is not None


def unit_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines that name units: the outermost with points, or where no line has any the outermost ones."""
    found = list(lines)
    priced = [line for line in found if is_priced(line)]
    outermost = min((line.depth for line in priced or found), default=(0, 0))
    return [line for line in priced or found if line.depth <= outermost]


def is_priced(line: Line) -> bool:
    """Whether a line has points that are those of a unit or a list."""
    _, points, added = points_in(line.text)
    return points is not None and not (added or is_aside(line) or _GIFT.match(line.text))


def is_size(line: Line) -> bool:
    """Whether a line says how large the battle is."""
    return points_in(line.text)[0].strip(" :").lower() in SIZES


def _unit(line: Line) -> _Open:
    plain = _BESIDE.sub("", line.text)
    text, points, _ = points_in(plain)
    label = _LABEL.match(text)
    name, _, rest = text[label.end() if label else 0 :].partition(":")
    count, name = counted(name)
    inside = _entries(rest, line) + ([_Open("Warlord", line)] if plain != line.text else [])
    return _Open(name, line, count, points, label[1] if label else "", inside)


def has_wargear(line: Line) -> bool:
    """Whether something stands behind a unit in its line."""
    return not is_aside(line) and bool(_unit(line).inside)


def _add(line: Line, around: list[_Open], *, each: bool) -> None:
    """Put what a line says under the unit or the models around it."""
    head, _, rest = line.text.partition(":")
    if _WITH.fullmatch(line.text):
        whose = around[min(1, len(around) - 1)]
        whose.inside += _few(whose, line.text, line)
    elif gift := _GIFT.fullmatch(line.text):
        around[0].inside.append(_gift(gift[1], line))
    elif points_in(line.text)[2]:
        around[0].inside.append(_gift(line.text, line))
    elif rest.strip() and _WARLORD.fullmatch(line.text) is None:
        models = _entry(head, line)
        models.each = each
        models.inside += _of_models(models, rest.strip(), line)
        around[-1].inside.append(models)
        around.append(models)
    else:
        found = _entries(line.text, line)
        around[-1].inside += found
        around += found[-1:]


def _of_models(models: _Open, text: str, line: Line) -> list[_Open]:
    """What stands behind models: things that they have, or which of them have what."""
    if _WITH.match(text) is None:
        return _entries(text, line)
    return [one for part in re.split(r"[,;]?\s+(?=\d+ with\b)", text) for one in _few(models, part, line)]


def _goes_on(line: Line, models: _Open) -> bool:
    """Whether a line says what some of the models before it have, also where it is no deeper."""
    return models.count is not None and not line.bulleted and _WITH.fullmatch(line.text) is not None


def _few(models: _Open, text: str, line: Line) -> Iterator[_Open]:
    """Some of the models: ``3 with Rifle, Knife``."""
    if found := _WITH.fullmatch(text.strip(" ,;")):
        yield _Open(models.name, line, int(found[1]), inside=_entries(found[2], line), each=True)


def _entries(text: str, line: Line) -> list[_Open]:
    return [_entry(part, line) for part in listed(text)]


def _entry(text: str, line: Line) -> _Open:
    if found := _GIFT.fullmatch(text):
        return _gift(found[1], line)
    plain, points, _ = points_in(text)
    count, name = counted(plain)
    return _Open(name, line, count, points)


def _gift(text: str, line: Line) -> _Open:
    """An Enhancement, of which names may have commas; without points it has -1, so that it is told from wargear."""
    name, points, _ = points_in(re.sub(r"\((?:on|for) .*\)", "", text))
    return _Open(name.strip(" ,;."), line, None, -1 if points is None else points)


# What was read ------------------------------------------------------------------------------------------------


def _closed(unit: _Open) -> ListedUnit:
    entries = [_counted(one, 1) for one in unit.inside]
    inside = [each for one in entries for each in one.walk()]
    gifts = [replace(one, points=None if one.points == -1 else one.points, inside=())
             for one in inside if one.points is not None and same_words(one.name) not in _NONE]  # fmt: skip
    return ListedUnit(
        unit.name, unit.line.number, unit.count, unit.points, tuple(_wargear(entries)), tuple(gifts),
        any(_WARLORD.fullmatch(one.name) for one in inside), unit.label,
    )  # fmt: skip


def _counted(one: _Open, times: int) -> Entry:
    """An entry with the count over the whole unit."""
    count = (1 if one.count is None else one.count) * times
    inside = tuple(_counted(each, count if one.each else 1) for each in one.inside)
    return Entry(one.name, count, one.line.number, one.points, inside)


def _wargear(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries without Enhancements and the word Warlord."""
    for one in entries:
        if one.points is None and not _WARLORD.fullmatch(one.name):
            yield replace(one, inside=tuple(_wargear(one.inside)))
