"""Lists under a head of lines with a plus: GW layout, WTC compact and WTC full."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ..lines import Line
from ..model import ArmyList, Entry, ListedUnit
from ..units import has_wargear, is_priced, units_of
from ..words import points_in, same_words

_SAID: Final = re.compile(
    r"\+?\s*(list name|player|faction(?: keyword)?|army faction|detachment|total army points|points limit|warlord|"
    r"enhancements?|number of units|secondary)\s*:\s*(.*)",
    re.IGNORECASE,
)
_GIVEN: Final = re.compile(r"(.+?)\s*\(on ([^:()]+?)(?::\s*([^()]*))?\)")
_FULL: Final = re.compile(r"\d+ with\b", re.IGNORECASE)
ENOUGH: Final = 2
"""So many lines of such a head tell it."""


class Gw(Struct, frozen=True):
    """The GW layout: units with bullets under the head."""

    name: str = "GW"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether it has such a head."""
        return _is_headed(lines)

    def read(self, lines: Sequence[Line]) -> ArmyList:
        """What the head says, and the units below it."""
        return _read(self.name, lines)


class WtcFull(Gw, frozen=True):
    """WTC full: ``4 with Rifle, Knife`` under the unit or its models."""

    name: str = "WTC full"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether lines of such a list say who has what with the word "with"."""
        return _is_headed(lines) and any(_FULL.match(line.text) for line in lines)


class WtcCompact(Gw, frozen=True):
    """WTC compact: the wargear stands behind the unit."""

    name: str = "WTC compact"

    def knows(self, lines: Sequence[Line]) -> bool:
        """Whether something stands behind a unit in the same line."""
        return _is_headed(lines) and any(is_priced(line) and has_wargear(line) for line in lines)


def _is_headed(lines: Sequence[Line]) -> bool:
    return sum(_SAID.match(line.text) is not None for line in lines) >= ENOUGH


def _read(name: str, lines: Sequence[Line]) -> ArmyList:
    above = list(takewhile(lambda line: _SAID.match(line.text) is None, lines))
    head = [found for line in takewhile(lambda line: _SAID.match(line.text), lines[len(above) :])
            if (found := _SAID.match(line.text))]  # fmt: skip
    told = {found[1].lower(): found[2].strip() for found in head}
    units = units_of(lines[len(above) + len(head) :])
    gifts = [found[2] for found in head if found[1].lower().startswith("enhancement")]
    faction = told.get("faction keyword") or told.get("faction") or told.get("army faction", "")
    return ArmyList(
        name, tuple(_with_gifts(units, gifts)), told.get("list name") or (above[0].text if above else ""), faction,
        told.get("detachment", ""), _number(told.get("total army points", "")), told.get("warlord", ""),
    )  # fmt: skip


def _with_gifts(units: Sequence[ListedUnit], gifts: Iterable[str]) -> Iterator[ListedUnit]:
    """The units with the Enhancements that only the head names, by the label or the name behind them."""
    written = {same_words(one.name) for unit in units for one in unit.enhancements}
    given = [found for printed in gifts if (found := _GIVEN.match(printed)) and same_words(found[1]) not in written]
    for unit in units:
        own = [found[1] for found in given if _is_named(unit, units, found)]
        more = [Entry(name, 1, unit.line, points) for name, points, _ in map(points_in, own)]
        yield replace(unit, enhancements=(*unit.enhancements, *more))


def _is_named(unit: ListedUnit, units: Sequence[ListedUnit], found: re.Match[str]) -> bool:
    """Whether a unit has the label behind an Enhancement, or alone the name, where no unit has that label."""
    labels = {one.label.lower() for one in units if one.label}
    if found[2].lower() in labels:
        return unit.label.lower() == found[2].lower()
    names = {same_words(name) for name in found.groups()[1:] if name}
    return same_words(unit.name) in names and sum(same_words(one.name) in names for one in units) == 1


def _number(printed: str) -> int | None:
    found = re.search(r"\d[\d.,]*", printed)
    return int(re.sub(r"\D", "", found[0])) if found else None
