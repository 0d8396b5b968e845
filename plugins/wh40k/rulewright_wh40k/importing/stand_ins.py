"""What plays for units without a stat line: nothing, a datasheet from elsewhere, or numbers that an owner types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rulewright.importing import Characteristic, Profile, Selection
from rulewright.plugins import FileQuestion
from rulewright.problems import ContentError, Problem

from .numbers import MELEE, RANGED, UNIT, WEAPONS
from .units import is_bare

if TYPE_CHECKING:
    from .lists import ArmyList
    from .lists.sheets import Sheets

WITHOUT: Final = "without"
LINE: Final = "M6 T4 SV3+ W2 LD6+ OC1"
GUN: Final = "24 A2 BS3+ S4 AP-1 D1 [Assault]"
KNIFE: Final = "melee A3 WS3+ S4 AP0 D1"
_LINE: Final = re.compile(r'M(-|\d+)"?\s+T(\d+)\s+SV(\d)\+?\s+W(\d+)\s+LD(\d)\+?\s+OC(\d+)', re.IGNORECASE)
_ARM: Final = re.compile(
    r'(?:(\d+)"?|melee)\s+A([\dD+]+)\s+(?:[BW]S(\d)\+?\s+)?S(\d+)\s+AP(-?\d+)\s+D([\dD+]+)(?:\s+\[(.*)\])?',
    re.IGNORECASE,
)


def stat_line(name: str, typed: str) -> Profile | None:
    """A stat line as people type it, such as `LINE`; None for any other text."""
    found = _LINE.fullmatch(typed.strip())
    return _profile(UNIT, name, zip(("M", "T", "SV", "W", "LD", "OC"), found.groups(), strict=True)) if found else None


def arm(name: str, typed: str) -> Profile | None:
    """A weapon as people type it, such as `GUN` or `KNIFE`; None for any other text."""
    found = _ARM.fullmatch(typed.strip())
    if found is None:
        return None
    reach, attacks, skill, strength, ap, damage, words = found.groups()
    columns = "Range", "A", "BS" if reach else "WS", "S", "AP", "D", "Keywords"
    values = reach or "Melee", attacks, skill or "N/A", strength, ap, damage, words or "-"
    return _profile(RANGED if reach else MELEE, name, zip(columns, values, strict=True))


def _profile(type: str, name: str, values: Iterator[tuple[str, str]]) -> Profile:
    return Profile(name, type, tuple(Characteristic(*one) for one in values))


class StandIns:
    """The answers about units without a stat line, by their names; those about their weapons by ``Unit/Weapon``."""

    def __init__(self, answers: Mapping[str, str], sheets: Sheets | None) -> None:
        self.answers = answers
        self.sheets = sheets

    def questions(self, units: list[Selection]) -> Iterator[FileQuestion]:
        """What is not known of these units."""
        for unit in units:
            if not is_bare(unit) or (self.sheets and unit.name in self.sheets):
                continue
            if unit.name not in self.answers:
                yield _about_unit(unit.name)
            elif stat_line(unit.name, self.answers[unit.name]):
                for name in dict.fromkeys(one.name for one in unit.walk() if _may_be_arm(one)):
                    if f"{unit.name}/{name}" not in self.answers:
                        yield _about_weapon(unit.name, name)

    def without(self, unit: Selection) -> bool:
        """Whether an army plays without a unit."""
        return is_bare(unit) and self.answers.get(unit.name) == WITHOUT

    def filled(self, unit: Selection) -> Selection:
        """A unit with what was answered. Raises ContentError for an answer that is none."""
        typed = self.answers.get(unit.name)
        if typed is None or not is_bare(unit):
            return unit
        if line := stat_line(unit.name, typed):
            return replace(self._armed(unit, unit.name), profiles=(*unit.profiles, line))
        if self.sheets and typed in self.sheets:
            return replace(unit, name=typed)
        near = self.sheets.near(typed) if self.sheets else ()
        wish = f"{WITHOUT}, the name or id of a datasheet of the content, or a stat line such as {LINE}"
        raise ContentError([Problem("", unit.name, found=repr(typed), expected=wish, nearest=near)])

    def _armed(self, selection: Selection, unit: str) -> Selection:
        """A selection with the weapons in it that were typed."""
        inside = tuple(self._armed(one, unit) for one in selection.selections)
        typed = self.answers.get(f"{unit}/{selection.name}", WITHOUT)
        if typed == WITHOUT or not _may_be_arm(selection):
            return replace(selection, selections=inside)
        if profile := arm(selection.name, typed):
            return replace(selection, selections=inside, profiles=(*selection.profiles, profile))
        wish = f"{WITHOUT}, or a weapon such as {GUN} or {KNIFE}"
        raise ContentError([Problem("", f"{unit}/{selection.name}", found=repr(typed), expected=wish)])


def _may_be_arm(selection: Selection) -> bool:
    """Whether something chosen could be a weapon: it has no profile, nothing in it, and is no Warlord."""
    plain = selection.type == "upgrade" and not selection.selections and selection.name.lower() != "warlord"
    return plain and not any(one.type in WEAPONS for one in selection.profiles)


def _about_unit(name: str) -> FileQuestion:
    return FileQuestion(name, f"The file has no stat line of {name}. How is it played?", {
        WITHOUT: "the army plays without it", "SHEET": "with the datasheet of this name or id, of the content",
        LINE: "by hand, with a stat line such as this; you are asked for its weapons",
    })  # fmt: skip


def _about_weapon(unit: str, name: str) -> FileQuestion:
    return FileQuestion(f"{unit}/{name}", f"What is {name} of {unit}?", {
        WITHOUT: "no weapon, or one that it does not have", GUN: "a ranged weapon such as this",
        KNIFE: "a melee weapon such as this",
    })  # fmt: skip


def about_listed(name: str, near: Sequence[str]) -> FileQuestion:
    """What is asked about a unit of a list that no datasheet is called."""
    return FileQuestion(name, f"No datasheet is called {name}. How is it played?", {
        WITHOUT: "the army plays without it", **dict.fromkeys(near, "with this datasheet"),
        "SHEET": "with the datasheet of this name or id, of the content",
    })  # fmt: skip


def answered(listed: ArmyList, answers: Mapping[str, str]) -> ArmyList:
    """A list with what was answered about its units: without them, or with another name."""
    out = [one for one in listed.units if answers.get(one.name) == WITHOUT]
    units = tuple(replace(one, name=answers.get(one.name, one.name)) for one in listed.units if one not in out)
    told = (f"line {one.line}: {one.name}: the army plays without it, as answered" for one in out)
    return replace(listed, units=units, left_out=(*listed.left_out, *told))
