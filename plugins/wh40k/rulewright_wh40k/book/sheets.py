"""What the rules look up: datasheets with compiled weapons, detachments and battlefields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from rulewright import rule

from ..dice.amounts import Amount, amount
from ..state import Kit

if TYPE_CHECKING:
    from rulewright.geometry.plane import Marker, Piece, Zone
    from rulewright.text import Words

    from .models import Capacity


class WeaponSheet(Struct, frozen=True):
    """A weapon as attacks use it; ``range`` 0 is a melee weapon. ``abilities`` have their numbers split off."""

    id: str
    name: Words
    range: int
    attacks: Amount
    skill: int | None
    strength: int
    ap: int
    damage: Amount
    abilities: Mapping[str, str]
    whole: str = ""
    """The weapon of which it is a profile; itself where it has one only."""

    @property
    def melee(self) -> bool:
        """Whether it is a melee weapon (errata.weapon-characteristics)."""
        return self.range == 0

    def number(self, ability: str) -> int:
        """The number of an ability, such as the 2 of melta 2; 0 where the weapon has none."""
        return int(self.abilities.get(ability, 0) or 0)

    def amount(self, ability: str) -> Amount:
        """The number or dice of an ability, such as the D3 of sustained hits D3; 0 where the weapon has none."""
        return amount(self.abilities.get(ability) or "0")


@rule("commentary.duplicated-core-abilities")
def once(abilities: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each ability of a weapon once: of several numbers the larger one counts, and of Anti the lower roll.

    Anti against another keyword is another ability.
    """
    found: dict[str, str] = {}
    for name, number in abilities:
        sign = -1 if name.startswith("anti-") else 1
        if name not in found or sign * amount(number or "0").mean > sign * amount(found[name] or "0").mean:
            found[name] = number
    return found


class PartSheet(Struct, frozen=True):
    """A line of the composition of a unit."""

    profile: str
    least: int
    most: int
    weapons: tuple[str, ...]
    items: tuple[str, ...] = ()


class OptionSheet(Struct, frozen=True):
    """A wargear option: what it ``replaces`` becomes what stands in ``by``, for ``every`` model that has it or for
    ``most`` of these, where it says so for each ``per`` models of the unit, and of one ``profile`` only.
    """

    every: bool
    replaces: tuple[str, ...]
    by: tuple[str, ...]
    most: int
    profile: str = ""
    per: int = 0


class UnitSheet(Struct, frozen=True):
    """A datasheet; names of weapons and profiles are those of the whole book, such as ``wardens/rifle``."""

    id: str
    name: Words
    faction: str
    keywords: frozenset[str]
    points: Mapping[int, int]
    parts: tuple[PartSheet, ...]
    abilities: tuple[str, ...]
    leads: frozenset[str]
    transport: Capacity | None = None
    joins: frozenset[str] = frozenset()
    warlord: str = ""
    battleline: frozenset[str] = frozenset()
    options: tuple[OptionSheet, ...] = ()
    wargear: frozenset[str] = frozenset()
    """What its models may be equipped with beside weapons."""

    @property
    def weapons(self) -> Iterator[str]:
        """All weapons that its models may have."""
        yield from (used for part in self.parts for used in part.weapons)
        yield from (given for one in self.options for given in one.by if given not in self.wargear)


Kind = Literal["datasheet", "profile", "weapon", "wargear", "enhancement", "detachment", "lent"]
"""What has texts."""


class TextSheet(Struct, frozen=True):
    """The text of an ability: what has it, which of that it is the text of, and what it does."""

    id: str
    name: Words
    kind: Kind
    owner: str
    text: str
    does: tuple[Any, ...]


class EnhancementSheet(Struct, frozen=True):
    """An Enhancement: its points, and what it gives its bearer."""

    id: str
    name: Words
    points: int
    abilities: tuple[str, ...]


class DetachmentSheet(Struct, frozen=True):
    """A detachment; its Enhancements are named as in the whole book, such as ``night-watch/lantern``."""

    id: str
    name: Words
    faction: str
    requires: tuple[str, ...]
    forbids: tuple[str, ...]
    battleline: frozenset[str]
    enhancements: tuple[EnhancementSheet, ...]
    only: str = ""
    besides: frozenset[str] = frozenset()


class FieldSheet(Struct, frozen=True):
    """A battlefield: its size in inches, terrain, zones and the markers that are printed on it."""

    id: str
    name: Words
    width: float
    depth: float
    terrain: tuple[Piece, ...]
    zones: tuple[Zone, ...]
    markers: tuple[Marker, ...]


@rule("core.datasheet")
def composition(sheet: UnitSheet, count: int) -> Iterator[Kit]:
    """What each of so many models is: the fewest of each line, and more of the first ones."""
    left = count - sum(part.least for part in sheet.parts)
    for part in sheet.parts:
        more = min(left, part.most - part.least)
        left -= more
        yield from [Kit(part.profile, part.weapons, part.items)] * (part.least + more)


def ability_id(printed: str) -> str:
    """An ability as powers are named: ``feel no pain 5+`` is ``feel-no-pain:5``."""
    words, number = split(printed)
    return words.replace(" ", "-") + (f":{number}" if number else "")


def split(printed: str) -> tuple[str, str]:
    """An ability and its number: ``anti-vehicle 4+`` is ``anti-vehicle`` and ``4``, ``deadly demise D3`` has ``D3``."""
    found = re.match(r"^(.*?)(?: (\d+|\d*d[36](?:\+\d+)?)\+?)?$", printed)
    words, number = found.groups() if found else (printed, None)
    return words, (number or "").upper()
