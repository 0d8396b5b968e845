"""Units of rosters as datasheets: models with what each of them carries, weapons, abilities, and what people play."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rulewright import rule
from rulewright.importing import Ids, Profile, Selection, both, slug

from ..book.weapons import WEAPON_ABILITIES
from .abilities import HANDLED, capacity, core_ability, damaged, invulnerable_save, led_by, plain_text, warlord
from .moments import by_hand
from .numbers import ABILITY, MELEE, POINTER, TRANSPORT, UNIT, WEAPONS, Document, base_name, stat_line, weapon
from .reminders import repeats_a_core_rule
from .sentences import by_program
from .sentences.of_profiles import of_profile
from .sound import refuse_unsound

UNALIGNED: Final = "Unaligned"
"""The faction of what names none."""
MOST_MODELS: Final = 100
"""Models of a unit."""
MOST_COPIES: Final = 100
"""Weapons of one kind that a model has."""
CREW: Final = "crew"
"""The type of selections that are in a model, and leave it when it is destroyed."""
FACTION: Final = "Faction: "
"""What stands in front of the keyword of a faction."""


OF_MODELS: Final = ("model", "attackers")
"""Whom parts of texts are about that are not about a whole unit."""


class Bunch(Struct):
    """Models of a unit under one selection: their stat line, and what is chosen for them."""

    name: str
    number: int
    line: Profile
    chosen: Sequence[Selection]
    own: Sequence[Selection] = ()
    """What of that is chosen for these models, and not for the whole unit."""


class Made(Struct):
    """A datasheet, and the names of the units that its Leader can be attached to."""

    sheet: Document
    leads: list[str]
    crew: list[str]
    """Who is in its models, and stands on no battlefield."""
    arms: Mapping[Profile, str]
    """The ids of its weapons."""
    items: Mapping[tuple[str, tuple[Profile, ...]], str]
    """The ids of its wargear that is no weapon, by the name and the profiles of what is chosen."""


class NoStatLine(ValueError):
    """A unit of which a file has the name only."""


@rule("core.datasheet")
def unit_of(selection: Selection, faction: str, others: Sequence[Selection] = ()) -> Made:
    """A unit as a datasheet; ``others`` are what it could have besides: their weapons and texts stand on it, too.

    Raises NoStatLine where the file has none, ValueError for one that cannot be read or that the game would refuse.
    """
    made = _Unit(selection, faction, others).made()
    refuse_unsound(made.sheet)
    return made


def is_bare(selection: Selection) -> bool:
    """Whether a file has no stat line of a unit."""
    return not any(one.type == UNIT for part in without_crew(selection)[0].walk() for one in part.profiles)


class _Unit:
    """A unit that is being read."""

    def __init__(self, selection: Selection, faction: str, others: Sequence[Selection]) -> None:
        self.selection, self.crew = without_crew(selection)
        self.points = round(selection.points)
        self.faction = faction
        self.others = others
        self.keywords = list(keywords_of(selection))
        self.ids = Ids()
        self.weapons: dict[str, Document] = {}
        self.texts: dict[str, str] = {}
        self.arms: dict[Profile, str] = {}
        self.items: dict[tuple[str, tuple[Profile, ...]], str] = {}
        self.of_some: set[str] = set()
        """The texts of some of its models only."""
        self.wargear: dict[str, Document] = {}
        """What some of its models are equipped with beside weapons, and what is said of its bearer."""
        self.unsure: set[tuple[str, str]] = set()
        """What is said of bearers, where some models of a kind are and others are not."""
        self.numbers: list[int] = []

    def made(self) -> Made:
        """The datasheet of the unit."""
        bunches = list(self._bunches())
        self.numbers = [one.number for one in bunches]
        arms = {fold(one.name): one for one in self._profiles(*WEAPONS)}
        profiles: dict[str, Document] = {}
        parts: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []
        for bunch in bunches:
            profile, borne = self._profile(bunch, profiles), tuple(self._borne(bunch))
            parts += [(profile, weapons, borne) for weapons in self._armed(bunch, arms)]
        composition = [
            {"profile": profile, "least": count, "most": count, "weapons": list(weapons),
             **({"wargear": list(borne)} if borne else {})}
            for (profile, weapons, borne), count in Counter(parts).items()
        ]  # fmt: skip
        sheet: Document = {
            "id": slug(self.selection.name), "name": both(self.selection.name), "faction": self.faction,
            "keywords": [one for one in self.keywords if one != self.faction],
            "points": {len(parts): self.points},
            "profiles": list(profiles.values()), "composition": composition, "weapons": list(self.weapons.values()),
        }  # fmt: skip
        leads = self._abilities(sheet)
        self._add_others(sheet)
        self._add_texts(sheet)
        return Made(sheet, leads, [one.name for one in self.crew], self.arms, self.items)

    # -- models

    def _bunches(self) -> Iterator[Bunch]:
        """The models: the selections that are models, or the unit itself; each with what is chosen for it.

        What is chosen for the unit as a whole is carried by the first of them.
        """
        found = [self.selection] if self.selection.type == "model" else list(_models(self.selection))
        found = found or [self.selection]
        inside = {id(part) for one in found for part in one.walk()}
        shared = [one for one in self.selection.walk() if id(one) not in inside and one is not self.selection]
        lines = list(self._profiles(UNIT))
        if not lines:
            raise NoStatLine(self.selection.name)
        for place, one in enumerate(found):
            lines_of_it = [each for part in one.walk() for each in part.profiles if each.type == UNIT]
            line = lines_of_it[0] if lines_of_it else named_like(one.name, lines)
            if not one.number <= MOST_MODELS:
                raise ValueError(f"{one.name}: {one.number:g} models, at most {MOST_MODELS}")
            own = list(one.walk())
            yield Bunch(one.name, max(1, int(one.number)), line, [*own, *(shared if place == 0 else ())], own)

    def _profile(self, bunch: Bunch, profiles: dict[str, Document]) -> str:
        """The id of the profile of models, which is made where there is none like it."""
        numbers: Document = {**stat_line(bunch.line), **base_of(self.keywords, stat_line(bunch.line)["wounds"])}
        for save, ranged in filter(None, map(invulnerable_save, self._of(bunch, ABILITY))):
            numbers["ranged_invulnerable" if ranged else "invulnerable"] = save
        id = self.ids.give(bunch.line.name, ("profile", bunch.line.name, tuple(sorted(numbers.items()))))
        profiles[id] = {"id": id, "name": both(bunch.line.name), **numbers}
        return id

    def _of(self, bunch: Bunch, type: str) -> Iterator[Profile]:
        """The profiles of a type that models have: their own, and those of the whole unit."""
        for one in (self.selection, *bunch.chosen):
            yield from (each for each in one.profiles if each.type == type)

    # -- weapons

    @rule("core.weapon-one-shot", "core.datasheet")
    def _armed(self, bunch: Bunch, arms: Mapping[str, Profile]) -> Iterator[tuple[str, ...]]:
        """What each model of a bunch carries; a weapon of number 3 for two models is one for each, and one more."""
        carried: list[list[str]] = [[] for _ in range(bunch.number)]
        for one in bunch.chosen:
            own = [each for each in one.profiles if each.type in WEAPONS]
            if not own and fold(one.name) in arms and one is not self.selection:
                own = [arms[fold(one.name)]]
            whole = one is self.selection or one.name == bunch.name
            copies = bunch.number if whole else copies_of(one.name, one.number, own)
            if copies > MOST_COPIES * bunch.number:
                raise ValueError(f"{one.name}: {copies} for {bunch.number} models, at most {MOST_COPIES} for each")
            for place in range(bunch.number):
                count = copies // bunch.number + (place < copies % bunch.number)
                carried[place] += [self._weapon(each) for each in own] * count
        yield from map(tuple, carried)

    @rule("commentary.bearer", "core.datasheet")
    def _borne(self, bunch: Bunch) -> Iterator[str]:
        """The ids of wargear that each model of a bunch has, and not each of the unit, of which a text is about its
        bearer."""
        if bunch.number == sum(self.numbers):
            return
        for one in (each for each in bunch.own if each.type != "model"):
            for printed in (each for each in one.profiles if each.type == ABILITY):
                does = by_program(printed.text)
                if not does or any(part.get("of") not in OF_MODELS for part in does):
                    continue
                if one.number != bunch.number:
                    self.unsure.add((printed.name, printed.text))
                    continue
                id = self.ids.give(one.name, ("wargear", one.name, printed.text))
                text = {"name": printed.name, "text": printed.text, "does": does}
                self.wargear[id] = {"id": id, "name": both(one.name), "texts": [text]}
                self.items[one.name, one.profiles] = id
                yield id

    def _weapon(self, profile: Profile) -> str:
        """The id of a weapon, which is made where there is none like it."""
        name = profile.name.removeprefix(POINTER).strip()
        values = tuple((one.name, one.text) for one in profile.characteristics)
        id = self.ids.give(f"{name} melee" if self._has_ranged_name(profile) else name, (profile.type, name, values))
        if id not in self.weapons:
            whole = base_name(profile.name)
            self.weapons[id], unknown = weapon(profile, id, both(name), slug(whole) if whole else "")
            for ability in unknown:
                self.texts[f"{name}: {ability}"] = ""
        self.arms[profile] = id
        return id

    def _has_ranged_name(self, profile: Profile) -> bool:
        """Whether a melee weapon is called what a ranged one is, as one that does both."""
        others = (each for one in self.others for each in one.profiles if each.type == WEAPONS[0])
        names = {fold(one.name) for one in (*self._profiles(WEAPONS[0]), *others)}
        return profile.type == MELEE and fold(profile.name) in names

    # -- abilities

    def _abilities(self, sheet: Document) -> list[str]:
        """Give a datasheet what the program knows, keep the texts of the rest; the units that a Leader leads."""
        known: list[str] = []
        for one, named in ((part, each) for part in self.selection.walk() for each in part.rules):
            plain = plain_text(named.name)
            if ability := core_ability(named.name):
                if self._is_of_all(one):
                    known.append(ability)
                else:
                    self.texts[f"{named.name} ({one.name})"] = named.description or ""
            elif plain not in HANDLED and not (_is_weapon(one) and plain.startswith(WEAPON_ABILITIES)):
                self.texts[named.name] = named.description or ""
        if known:
            sheet["abilities"] = list(dict.fromkeys(known))
        leads: list[str] = []
        types = (ABILITY, TRANSPORT, *self._other_types())
        for one, printed in ((part, each) for part in self.selection.walk() for each in part.profiles):
            if printed.type in types and plain_text(printed.name) == "leader":
                leads += led_by(printed)
            elif printed.type in types:
                self._ability(printed, sheet)
                if one is not self.selection and one.number < sum(self.numbers):
                    self.of_some.add(printed.name)
        return leads

    def _add_others(self, sheet: Document) -> None:
        """Put what a unit could have on its datasheet: weapons, stat lines, and wargear with its texts."""
        wargear = self.wargear
        known = {each["id"]: each for each in sheet["profiles"]}
        for one in self.others:
            texts = []
            for profile in one.profiles:
                if profile.type in WEAPONS:
                    self._weapon(profile)
                elif profile.type == UNIT:
                    self._profile(Bunch(one.name, 1, profile, ()), known)
                elif profile.name not in self.texts:
                    texts.append(rule_text(profile.name, profile.text))
            if texts and one.type != "model":
                id = self.ids.give(one.name, ("wargear", repr(texts)))
                self.items[one.name, one.profiles] = id
                wargear[id] = {"id": id, "name": both(one.name), "texts": texts}
        sheet["weapons"], sheet["profiles"] = list(self.weapons.values()), list(known.values())
        if wargear:
            sheet["wargear"] = list(wargear.values())

    def _add_texts(self, sheet: Document) -> None:
        """Put the texts on the datasheet, those of one kind of its models on their profile."""
        names = Counter(one["name"]["en"] for one in sheet["profiles"])
        profiles = {one["name"]["en"]: one for one in sheet["profiles"] if names[one["name"]["en"]] == 1}
        borne = {(one["name"], one["text"]) for item in self.wargear.values() for one in item["texts"]}
        for name, text in self.texts.items():
            if (name, text) in borne - self.unsure:
                continue
            profile, does = of_profile(text, profiles)
            if does:
                profiles[profile].setdefault("texts", []).append({"name": name, "text": text, "does": does})
            else:
                sheet.setdefault("texts", []).append(rule_text(name, text, of_all=name not in self.of_some))

    def _is_of_all(self, chosen: Selection) -> bool:
        """Whether what is chosen is a model, or something that every model of the unit has."""
        return chosen is self.selection or chosen.type == "model" or chosen.number >= sum(self.numbers)

    def _ability(self, printed: Profile, sheet: Document) -> None:
        """Give a datasheet an ability that is printed in a text, or keep that."""
        if hurt := damaged(printed):
            sheet["damaged"] = hurt
        elif must := warlord(printed):
            sheet["warlord"] = must
        elif room := capacity(printed):
            sheet["transport"] = room[0]
            if room[1]:
                self.texts[printed.name] = room[1]
        elif invulnerable_save(printed) is None:
            self.texts[printed.name] = printed.text

    def _other_types(self) -> list[str]:
        known = {UNIT, ABILITY, TRANSPORT, *WEAPONS}
        return sorted({one.type for part in self.selection.walk() for one in part.profiles} - known)

    def _profiles(self, *types: str) -> Iterator[Profile]:
        for one in self.selection.walk():
            yield from (each for each in one.profiles if each.type in types)


def rule_text(name: str, text: str, *, of_all: bool = True, of_detachment: bool = False) -> Document:
    """A rule in words: by program where all of it is understood, else by hand at the moment that its words name.

    One that some models of a unit have, and not ``of_all``, is no rule of its datasheet where it is about these models.
    One that repeats a core rule is marked so. What happens by a rule ``of_detachment`` happens once for the whole army.
    """
    if repeats_a_core_rule(name, text):
        return {"name": name, "text": text, "repeats": True}
    does = by_program(text, of_detachment=of_detachment)
    if not of_all and any(part.get("of") in OF_MODELS or _names(part, "bearer") for part in does):
        does = []
    does = [{**part, "army": True} if of_detachment and "when" in part else part for part in does]
    does = does or by_hand(text, army=of_detachment)
    return {"name": name, "text": text, **({"does": does} if does else {})}


def _names(one: Any, word: str) -> bool:
    """Whether a word stands anywhere in a part, as a value."""
    if isinstance(one, dict):
        one = list(one.values())
    return any(_names(each, word) for each in one) if isinstance(one, list) else bool(one == word)


def _is_weapon(chosen: Selection) -> bool:
    return any(one.type in WEAPONS for one in chosen.profiles)


def without_crew(selection: Selection) -> tuple[Selection, list[Selection]]:
    """A unit without the crew of its models, who come into play by a rule of theirs only; and the crew."""
    crew = [each for each in selection.selections if each.type == CREW]
    kept = []
    for one in (each for each in selection.selections if each.type != CREW):
        own, more = without_crew(one)
        kept.append(own)
        crew += more
    return replace(selection, selections=tuple(kept)), crew


def _models(selection: Selection) -> Iterator[Selection]:
    """The models of a unit, wherever they are chosen; no model is part of another one."""
    for one in selection.selections:
        if one.type == "model":
            yield one
        else:
            yield from _models(one)


def copies_of(name: str, number: float, arms: Sequence[Profile]) -> int:
    """How many of a weapon something chosen is; ``2 Storm bolters`` of number 1 are two."""
    first, _, rest = name.partition(" ")
    many = first.rstrip("x").isdecimal() and bool(arms) and not arms[0].name.startswith(first)
    return max(1, int(number)) * (int(first.rstrip("x")) if many and rest else 1)


def named_like(name: str, lines: Sequence[Profile]) -> Profile:
    """The stat line whose name is most like that of a model: the same, one in the other, or the first one."""
    wanted = fold(name)
    same = [one for one in lines if fold(one.name) == wanted]
    like = [one for one in lines if fold(one.name) in wanted or wanted in fold(one.name)]
    return [*same, *sorted(like, key=lambda one: -len(one.name)), *lines][0]


def fold(name: str) -> str:
    """A name for comparing."""
    return slug(name.removeprefix(POINTER))


@rule("core.keywords")
def keywords_of(selection: Selection) -> Iterator[str]:
    """The keywords of a unit, those of factions without the word in front."""
    for one in selection.categories:
        if one.name != "Configuration":
            yield one.name.removeprefix(FACTION)


@rule("core.muster-warlord")
def is_warlord(selection: Selection) -> bool:
    """Whether a unit has the Warlord."""
    return any(plain_text(one.name) == "warlord" for one in selection.walk())


def factions_of(selection: Selection) -> list[str]:
    """The factions of a unit."""
    return [one.name.removeprefix(FACTION) for one in selection.categories if one.name.startswith(FACTION)]


@cache
def _bases() -> list[Document]:
    text = (files(__package__) / "bases.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["base"])


@rule("commentary.base")
def base_of(keywords: Iterable[str], wounds: int) -> Document:
    """The base and height of a model, as models with such keywords and wounds usually have them."""
    own = set(keywords)
    fitting = (each for each in _bases() if own.issuperset(each["keywords"]) and wounds >= each.get("wounds", 0))
    one = next(fitting, _bases()[-1])
    found: dict[str, Any] = {"base": one["base"], "height": one["height"]}
    return {**found, "stem": True} if one.get("stem") else found
