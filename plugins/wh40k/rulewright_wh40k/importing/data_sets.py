"""Data sets of 40kdc as content: flat JSON with stat lines, points, sizes, Leaders, detachments and Stratagems.

The files say which weapons a unit may have. They do not say who carries which nor, where several weapons have one id,
which of them is meant. So models have no weapons until a list arms them, and such weapons are left out by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from rulewright import rule
from rulewright.importing import (
    Category,
    Characteristic,
    Cost,
    Ids,
    NamedRule,
    Profile,
    Selection,
    both,
    files_in,
    slug,
)
from rulewright.problems import ContentError, Problem

from .editions import EDITION, READ
from .numbers import ABILITY, MELEE, POINTER, RANGED, TRANSPORT, UNIT, Document
from .stratagems import LABELS, in_phases, stratagem
from .units import FACTION, rule_text, unit_of

TURNS: Final = {"your-turn": "yours", "opponent-turn": "theirs"}
ONCE: Final = {"once-per-turn": "turn", "once-per-battle": "battle"}
_T = TypeVar("_T")
Printed = int | str | None


class Version(Struct, frozen=True):
    """The edition that an entity is of."""

    edition: str = ""


class Line(Struct, frozen=True):
    """A stat line."""

    name: str
    M: Printed
    T: Printed
    W: Printed
    Sv: Printed
    Ld: Printed
    OC: Printed
    invuln_sv: Printed = None


class Price(Struct, frozen=True):
    """What a number of models cost."""

    models: int
    cost: int


class Room(Struct, frozen=True):
    """How many models a Transport carries."""

    capacity: int = 0


class Unit(Struct, frozen=True):
    """A unit."""

    id: str
    name: str
    profiles: tuple[Line, ...]
    points: tuple[Price, ...] = ()
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    weapon_ids: tuple[str, ...] = ()
    transport_capacity: Room | None = None
    game_version: Version = Version()


class WeaponLine(Struct, frozen=True):
    """A profile of a weapon; its ``stats`` are by column."""

    name: str
    range: Printed
    stats: dict[str, Printed]
    keywords: tuple[str, ...] = ()


class Weapon(Struct, frozen=True):
    """A weapon."""

    id: str
    name: str
    profiles: tuple[WeaponLine, ...]


class Models(Struct, frozen=True):
    """Models of a unit."""

    name: str
    min: int
    max: int


class Composition(Struct, frozen=True):
    """The models of a unit."""

    unit_id: str
    models: tuple[Models, ...]


class Leading(Struct, frozen=True):
    """Whom a Leader can lead."""

    leader_id: str
    eligible_bodyguard_ids: tuple[str, ...]


class Ability(Struct, frozen=True):
    """An ability of units, by name."""

    name: str
    unit_ids: tuple[str, ...] = ()
    ability_type: str = ""


class Detachment(Struct, frozen=True):
    """A detachment; its Enhancements name it."""

    id: str
    name: str
    stratagem_ids: tuple[str, ...] = ()


class Enhancement(Struct, frozen=True):
    """An Enhancement."""

    id: str
    name: str
    detachment_id: str
    cost: int = 0


class Restrictions(Struct, frozen=True):
    """The keywords that a target of a Stratagem has, and those that it has not."""

    required_keywords: tuple[str, ...] = ()
    excluded_keywords: tuple[str, ...] = ()


class Stratagem(Struct, frozen=True):
    """A Stratagem of a detachment, or one that every army has."""

    id: str
    name: str
    type: str
    cp_cost: int
    phases: tuple[str, ...]
    player_turn: str
    timing: str = ""
    category: str = ""
    detachment_id: str | None = None
    target_restrictions: Restrictions | None = None


class Faction:
    """The files of one faction, by their names without ending."""

    def __init__(self, files: Mapping[str, tuple[str, bytes]]) -> None:
        self._files = files
        self.units = self._read("units", Unit)
        self.weapons = self._read("weapons", Weapon)
        self.compositions = {one.unit_id: one.models for one in self._read("unit-compositions", Composition)}
        self.leading = {one.leader_id: one.eligible_bodyguard_ids
                        for one in self._read("leader-attachments", Leading)}  # fmt: skip
        self.abilities = self._read("abilities", Ability)
        self.detachments = self._read("detachments", Detachment)
        self.enhancements = self._read("enhancements", Enhancement)
        self.stratagems = self._read("stratagems", Stratagem)

    def _read(self, name: str, type: type[_T]) -> tuple[_T, ...]:
        """What a file holds, nothing where it is not there."""
        if name not in self._files:
            return ()
        path, data = self._files[name]
        try:
            return msgspec.json.decode(data, type=tuple[type, ...], strict=False)  # type: ignore[valid-type]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ContentError([Problem(path, found=str(error), expected="a file of 40kdc")]) from None


def factions_in(data: bytes) -> list[Faction]:
    """The factions of a folder or an archive. Raises ContentError where there are none, or of another edition."""
    files: dict[str, dict[str, tuple[str, bytes]]] = {}
    for path, plain in files_in(data).items():
        place = PurePosixPath(path)
        if place.suffix == ".json":
            files.setdefault(place.parent.name, {})[place.stem] = path, plain
    found = [Faction(one) for one in files.values() if "units" in one]
    if not found:
        wish = "a folder with units.json of a faction, and the files beside it"
        raise ContentError([Problem("", found="no units", expected=wish)])
    editions = {one.game_version.edition for faction in found for one in faction.units} - {"", f"{EDITION}th"}
    if editions:
        raise ContentError([Problem("", found=f"units of the {', '.join(sorted(editions))} edition", expected=READ)])
    return found


class Contents:
    """What data sets come to; ``left_out`` names what of them does not."""

    def __init__(self, data: bytes) -> None:
        self.left_out: list[str] = []
        self.ids = Ids()
        self.sheets: list[Document] = []
        self.detachments: list[Document] = []
        self.stratagems: list[Document] = []
        self.priceless: list[str] = []
        """The units without points."""
        for faction in factions_in(data):
            self._add(faction)
        if self.priceless:
            self.left_out.append(f"units without points: {', '.join(self.priceless)}")

    def _add(self, faction: Faction) -> None:
        arms: dict[str, list[Weapon]] = {}
        for weapon in faction.weapons:
            known = arms.setdefault(weapon.id, [])
            known += [] if weapon in known else [weapon]
        sheets: dict[str, list[Document]] = {}
        for one in dict.fromkeys(faction.units):  # some stand there twice
            if (sheet := self._unit(one, faction, arms)) is not None:
                sheets.setdefault(one.id, []).append(sheet)
        for id, led in faction.leading.items():
            if here := [each["id"] for one in led for each in sheets.get(one, ())]:
                for sheet in sheets.get(id, ()):
                    sheet["leads"] = here
        self.sheets += (each for own in sheets.values() for each in own)
        names = [one.faction_keywords[0] for one in faction.units if one.faction_keywords]
        if names:
            self.detachments += self._detachments(faction, max(set(names), key=names.count))

    @rule("core.datasheet")
    def _unit(self, unit: Unit, faction: Faction, arms: Mapping[str, Sequence[Weapon]]) -> Document | None:
        """A unit as a datasheet, its weapons beside it."""
        if not unit.points:
            self.priceless.append(unit.name)
            return None
        several = [id for id in unit.weapon_ids if len(arms.get(id, ())) > 1]
        missing = [id for id in unit.weapon_ids if id not in arms]
        weapons = [arms[id][0] for id in unit.weapon_ids if id not in several and id not in missing]
        if several:
            self.left_out.append(f"{unit.name}: {', '.join(several)}: several weapons have that id, none says which")
        if missing:
            self.left_out.append(f"{unit.name}: {', '.join(missing)}: no weapon has that id")
        abilities = [one for one in faction.abilities if unit.id in one.unit_ids]
        others = [Selection(one.id, profiles=tuple(_weapon_lines(one))) for one in weapons]
        try:
            sheet = unit_of(
                _selection(unit, faction, abilities), next(iter(unit.faction_keywords), "Unaligned"), others
            ).sheet
        except ValueError as error:
            self.left_out.append(f"{unit.name}: left out: {error}")
            return None
        sheet["points"] = {one.models: one.cost for one in unit.points}
        sheet["composition"] = list(_composition(sheet, _models(unit, faction)))
        sheet["texts"] = [
            *sheet.get("texts", ()),
            *(rule_text(one.name, "") for one in abilities if one.ability_type == "unit"),
        ]
        return {**sheet, "id": self.ids.give(unit.id, (id(faction), unit))}

    @rule("core.muster-detachment")
    def _detachments(self, faction: Faction, name: str) -> Iterator[Document]:
        """The detachments of a faction with their Enhancements."""
        for one in faction.detachments:
            gifts = [
                {"id": slug(gift.id), "name": both(gift.name), "points": gift.cost}
                for gift in faction.enhancements if gift.detachment_id == one.id
            ]  # fmt: skip
            found: Document = {"id": self.ids.give(one.id, one), "name": both(one.name), "faction": name}
            yield found | ({"enhancements": gifts} if gifts else {})
            self.stratagems += self._stratagems(faction, one, found["id"])

    @rule("core.stratagems", "commentary.stratagem-labels")
    def _stratagems(self, faction: Faction, detachment: Detachment, id: str) -> Iterator[Document]:
        """The Stratagems of a detachment: the files have their phases, and neither a moment in them nor a text."""
        own = {one.id: one for one in faction.stratagems if one.detachment_id == detachment.id}
        if missing := [each for each in detachment.stratagem_ids if each not in own]:
            self.left_out.append(f"{detachment.name}: {', '.join(missing)}: no Stratagem of it has that id")
        for one in own.values():
            used = in_phases(one.phases, TURNS.get(one.player_turn, "either"))
            label = one.type.replace("-", " ")
            if not used.phases or label not in LABELS:
                self.left_out.append(f"the Stratagem {one.name}: no phase and label that the game knows")
                continue
            text = {"en": f"{one.name}, as it is printed", "zh": f"{one.name}：按印刷的文本"}
            found = stratagem(self.ids.give(one.id, one), one.name, id, label, one.cp_cost, used, text)
            asked = one.target_restrictions or Restrictions()
            for field, words in (("keywords", asked.required_keywords), ("without", asked.excluded_keywords)):
                found["target"] |= {field: list(words)} if words else {}
            yield found | ({"once": once} if (once := ONCE.get(one.timing)) else {})

    @property
    def content(self) -> Document:
        """The content, under the names of its kinds."""
        kinds = {"datasheets": self.sheets, "detachments": self.detachments, "stratagems": self.stratagems}
        return {kind: entries for kind, entries in kinds.items() if entries}

    @property
    def notes(self) -> list[str]:
        """What its owner should know."""
        factions = ", ".join(dict.fromkeys(str(one["faction"]) for one in self.sheets))
        told = f"{len(self.detachments)} detachments with {len(self.stratagems)} Stratagems"
        return [
            f"{len(self.sheets)} datasheets of {factions}; {told}",
            "the files do not say who carries what: models have no weapons until a list arms them",
            "the files have names of abilities and no texts: people play them, save the core abilities",
            "Stratagems are played by hand, at the usual moments of their phases: the files name no others",
        ]


# Units as rosters have them -----------------------------------------------------------------------------------


def _selection(unit: Unit, faction: Faction, abilities: Sequence[Ability]) -> Selection:
    """A unit of its smallest size."""
    models = [Selection(one.name, "model", one.min) for one in _models(unit, faction) if one.min]
    words = (*unit.keywords, *(f"{FACTION}{one}" for one in unit.faction_keywords))
    profiles = [_line(one) for one in unit.profiles]
    if saves := {one.invuln_sv for one in unit.profiles if one.invuln_sv}:
        profiles += [_profile(ABILITY, "Invulnerable Save", Description=f"{one}+") for one in saves if len(saves) == 1]
    if unit.transport_capacity and unit.transport_capacity.capacity:
        room = f"This model has a transport capacity of {unit.transport_capacity.capacity} models."
        profiles.append(_profile(TRANSPORT, "Transport", Capacity=room))
    return Selection(
        unit.name, "unit", 1, profiles=tuple(profiles), categories=tuple(map(Category, words)),
        rules=tuple(NamedRule(one.name) for one in abilities if one.ability_type == "core"),
        costs=(Cost("pts", unit.points[0].cost),), selections=tuple(models),
    )  # fmt: skip


def _models(unit: Unit, faction: Faction) -> Sequence[Models]:
    sizes = [one.models for one in unit.points]
    return faction.compositions.get(unit.id) or (Models(unit.profiles[0].name, min(sizes), max(sizes)),)


def _composition(sheet: Document, models: Sequence[Models]) -> Iterator[Document]:
    """How many models of each line there are, each with nothing."""
    names = {slug(one["name"]["en"]): one["id"] for one in sheet["profiles"]}
    for one in models:
        profile = names.get(slug(one.name), sheet["profiles"][0]["id"])
        yield {"profile": profile, "least": one.min, "most": max(1, one.max), "weapons": []}


def _line(one: Line) -> Profile:
    values = {"M": one.M, "T": one.T, "SV": one.Sv, "W": one.W, "LD": one.Ld, "OC": one.OC}
    return _profile(UNIT, one.name, **{name: "-" if value is None else str(value) for name, value in values.items()})


def _weapon_lines(weapon: Weapon) -> Iterator[Profile]:
    several = len(weapon.profiles) > 1
    for one in weapon.profiles:
        values: dict[str, Any] = {**one.stats, "Range": one.range, "Keywords": ", ".join(one.keywords) or "-"}
        shown = {column: "N/A" if value is None else str(value) for column, value in values.items()}
        name = f"{POINTER} {weapon.name} - {one.name}" if several else weapon.name
        yield _profile(MELEE if one.range == "Melee" else RANGED, name, **shown)


def _profile(type: str, name: str, **values: str) -> Profile:
    return Profile(name, type, tuple(Characteristic(column, value) for column, value in values.items()))
