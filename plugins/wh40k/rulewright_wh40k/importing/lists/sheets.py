"""Datasheets of the content by their names: found or told with the nearest ones, never guessed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulewright import rule
from rulewright.problems import nearest

from ..units import MOST_MODELS
from .arming import Unit
from .words import same_words

if TYPE_CHECKING:
    from ...cards.loading import Book
    from ...cards.models import Datasheet
    from .model import ListedUnit


def is_called(entry: Any, name: str) -> bool:
    """Whether an entry of the content has that name, in either language, or that id."""
    return same_words(name) in {same_words(entry.id), *map(same_words, entry.name.words.values())}


def place_of(line: int) -> str:
    """The place in a list at the beginning of a message; rosters have none."""
    return f"line {line}: " if line else ""


class Sheets:
    """The datasheets of the content by their names."""

    def __init__(self, book: Book, faction: str = "") -> None:
        self.book = book
        self.factions = {same_words(part) for part in faction.split(" - ")} - {""}
        self.told: list[str] = []
        self._named: dict[str, list[Datasheet]] = {}
        for sheet in book.pack["datasheets"].values():
            names = [name for word in sheet.name.words.values() for name in (word, re.split(r" [(\[]", word)[0])]
            for word in {same_words(sheet.id), *map(same_words, names)}:
                self._named.setdefault(word, []).append(sheet)

    def unit(self, listed: ListedUnit) -> Unit | None:
        """The unit with the datasheet of its name; of several that which fits it best. None where there is none."""
        found = [Unit(listed, one, self.book.units[one.id], self._count(listed, one)) for one in self._of(listed.name)]
        found.sort(key=self._misfit)
        if len(found) > 1:
            others = ", ".join(one.sheet.id for one in found[1:])
            self.told.append(
                f"{listed.name}: several datasheets are called that: {found[0].sheet.id} is taken, not {others}"
            )
        return found[0] if found else None

    def near(self, name: str) -> tuple[str, ...]:
        """The names of datasheets that are like a name."""
        known = {one.name.words["en"] for sheets in self._named.values() for one in sheets}
        return nearest(name, known)

    def __contains__(self, name: str) -> bool:
        return same_words(name) in self._named

    def _of(self, name: str) -> list[Datasheet]:
        return self._named.get(same_words(name), [])

    def _misfit(self, unit: Unit) -> tuple[bool, int, bool, bool]:
        own = {same_words(one) for one in (unit.sheet.faction, *unit.sheet.keywords)}
        return self.factions.isdisjoint(own), len(unit.unknown), not unit.fits, not unit.usual

    @rule("core.datasheet", "core.muster-units")
    def _count(self, listed: ListedUnit, sheet: Datasheet) -> int:
        """How many models a unit has of which no line names them: as many as it says or its points pay for."""
        parts = sheet.composition
        least, most = sum(one.least for one in parts), sum(one.most for one in parts)
        if listed.count is not None and (listed.count != 1 or least <= 1):
            return min(listed.count, MOST_MODELS)
        paid = [models for models, points in sheet.points.items() if points == listed.points]
        if not paid and least != most and listed.count is None:
            self.told.append(f"{place_of(listed.line)}{listed.name}: no number of models is written; {least} are taken")
        return paid[0] if paid else max(1, least)
