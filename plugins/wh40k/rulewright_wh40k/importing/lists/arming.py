"""The models of a listed unit, and what each of them carries, by the datasheet that the unit has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from rulewright.problems import ContentError, Problem, did_you_mean, nearest
from rulewright.text import LANGUAGES, show

from ...book.sheets import composition
from ..units import MOST_MODELS
from .words import same_words

if TYPE_CHECKING:
    from ...book import models
    from ...book.sheets import UnitSheet
    from ...cards.models import Datasheet
    from ...state import Kit
    from .model import Entry, ListedUnit


class Armed(Struct):
    """A model: its profile, what such a model has where nobody says anything, and what it carries."""

    profile: str
    usual: tuple[str, ...]
    carries: list[str]


class Group(Struct):
    """Models that stand in one line of a list, with what is written under it."""

    entry: Entry
    count: int
    has: list[Entry]


class Unit:
    """A listed unit as its datasheet knows it: ``models`` have what the list says, ``told`` is what it does not say.

    ``unknown`` are the entries that the datasheet does not have.
    """

    def __init__(self, listed: ListedUnit, sheet: Datasheet, unit: UnitSheet, count: int) -> None:
        self.listed, self.sheet, self.unit = listed, sheet, unit
        self.weapons = weapons_of(sheet)
        self._arms: tuple[models.Entry, ...] = (*sheet.weapons, *sheet.wargear)
        self.sorts = {one.id: one.range == 0 for one in sheet.weapons}
        """Whether each weapon is one for melee."""
        self.profiles = {same_words(word): one.id for one in sheet.profiles for word in one.name.words.values()}
        texts = (*sheet.texts, *(text for profile in sheet.profiles for text in profile.texts))
        self.texts = {same_words(show(one.called, lang)) for one in texts for lang in LANGUAGES}
        self.unknown: list[Entry] = []
        self.told: list[str] = []
        groups, whole = self._groups()
        stated = sum(group.count for group in groups)
        if stated > MOST_MODELS:
            wish = f"at most {MOST_MODELS}"
            raise ContentError([Problem("", listed.name, found=f"{stated} models", expected=wish)])
        self.models = list(self._models(groups, stated or count))
        self._arm(groups, whole)

    @property
    def usual(self) -> bool:
        """Whether its models are those of the datasheet with what they usually have."""
        said = Counter((one.profile, tuple(sorted(one.carries))) for one in self.models)
        plain = composition(self.unit, len(self.models)) if self.fits else ()
        return said == Counter((self._own(one.profile), tuple(sorted(self._has(one)))) for one in plain)

    @property
    def fits(self) -> bool:
        """Whether the unit can have this many models."""
        parts = self.unit.parts
        return sum(one.least for one in parts) <= len(self.models) <= sum(one.most for one in parts)

    @property
    def printed(self) -> int | None:
        """The points that the datasheet says for this many models; None where it says none."""
        sizes = sorted(self.sheet.points.items())
        return next((points for models, points in sizes if models >= len(self.models)), None)

    # -- what is written

    def _groups(self) -> tuple[list[Group], list[Entry]]:
        """The models that lines of the list name, and what is said of the whole unit.

        Without indentation what follows models is theirs.
        """
        entries = self.listed.entries
        flat = not any(one.inside for one in entries)
        groups: list[Group] = []
        whole: list[Entry] = []
        for entry in entries:
            if self._is_models(entry):
                groups += _split(entry)
            elif flat and groups:
                groups[-1].has.append(entry)
            else:
                whole += entry.walk()
        return groups, whole

    def _is_models(self, entry: Entry) -> bool:
        """Whether an entry names models: those of a profile or of the unit, or anything with weapons under it."""
        name = same_words(entry.name)
        if name in self.weapons:
            return False
        own = {*self.profiles, *map(same_words, self.sheet.name.words.values()), same_words(self.listed.name)}
        return _singular(name) in map(_singular, own) or (bool(entry.inside) and name not in self.texts)

    # -- models

    def _models(self, groups: Sequence[Group], count: int) -> Iterator[Armed]:
        """The models, in the order of the list; those that it does not name are the ones of the datasheet."""
        usual = [(self._own(one.profile), tuple(self._has(one))) for one in composition(self.unit, count)]
        usual += usual[-1:] * (count - len(usual))
        if not groups:
            yield from (Armed(profile, arms, []) for profile, arms in usual)
        for group in groups:
            profile = self._profile(group.entry.name)
            own = [arms for one, arms in usual if one == profile]
            usual = [one for one in usual if one[0] != profile] + [(profile, arms) for arms in own[group.count :]]
            own += own[-1:] * (group.count - len(own)) or [()] * group.count
            yield from (Armed(profile, arms, []) for arms in own[: group.count])

    def _profile(self, name: str) -> str:
        """The profile of models: the one of that name, one in whose name it stands, or the only one."""
        wanted = _singular(same_words(name))
        names = {_singular(one): id for one, id in self.profiles.items()}
        if wanted in names:
            return names[wanted]
        like = sorted((one for one in names if one in wanted or wanted in one), key=len)
        id = names[like[-1]] if like else self.sheet.profiles[0].id
        if len(set(names.values())) > 1:
            self.told.append(f"{name} of {self.listed.name}: no stat line is called that; played with that of {id}")
        return id

    # -- weapons

    def _arm(self, groups: Sequence[Group], whole: Sequence[Entry]) -> None:
        said, first = False, 0
        for group in groups:
            own = self.models[first : first + group.count]
            said |= self._give(own, group.has)
            first += group.count
        said |= self._give(self.models, whole)
        if not said:
            for one in self.models:
                one.carries = list(one.usual) + [each for each in one.carries if each not in one.usual]
        elif bare := sum(not one.carries for one in self.models):
            self.told.append(f"{self.listed.name}: {bare} of {len(self.models)} models have no weapon in the list")

    def _give(self, models: Sequence[Armed], entries: Iterable[Entry]) -> bool:
        """Give models what is written. Returns whether weapons are among it."""
        given = False
        for entry in entries:
            ids = self.weapons.get(same_words(entry.name), ())
            given |= any(id in self.sorts for id in ids)
            if ids:
                for place, one in enumerate(sorted(models, key=lambda one: self._wants(one, ids))):
                    more = place < entry.count % len(models)
                    one.carries += ids * (entry.count // len(models) + more)
            elif same_words(entry.name) not in self.texts:
                self.unknown.append(entry)
        return given

    def _wants(self, one: Armed, ids: Sequence[str]) -> tuple[int, bool]:
        """Whom a weapon is given first: who has fewest of its sort, and of these who usually has it."""
        sort = self.sorts.get(ids[0])
        return sum(self.sorts.get(each) == sort for each in one.carries), ids[0] not in one.usual

    def near(self, entry: Entry) -> str:
        """The end of a message about an entry that the datasheet does not have."""
        known = {word for one in self._arms for word in one.name.words.values()}
        return did_you_mean(nearest(entry.name, known))

    def _has(self, kit: Kit) -> Iterator[str]:
        """The weapons and the other wargear of a model of the datasheet."""
        return map(self._own, (*kit.weapons, *kit.items))

    def _own(self, id: str) -> str:
        return id.removeprefix(f"{self.sheet.id}/")


def weapons_of(sheet: Datasheet) -> Mapping[str, list[str]]:
    """The weapons and other wargear of a datasheet by name: of one weapon all of its profiles."""
    found: dict[str, list[str]] = {}
    for one in sheet.weapons:
        names = {same_words(word) for word in one.name.words.values()}
        names |= {same_words(one.profile_of)} if one.profile_of else {same_words(one.id)}
        for name in names:
            found.setdefault(name, []).append(one.id)
    for item in sheet.wargear:
        for name in {same_words(item.id), *map(same_words, item.name.words.values())}:
            found.setdefault(name, []).append(item.id)
    return found


def _split(entry: Entry) -> Iterator[Group]:
    """Models of one line as the groups that the lines below it tell apart, and those that are left."""
    few = [one for one in entry.inside if one.name == entry.name and one.inside]
    for one in few:
        yield Group(entry, one.count, [each for part in one.inside for each in part.walk()])
    left = entry.count - sum(one.count for one in few)
    if left > 0:
        yield Group(entry, left, [each for part in entry.inside if part not in few for each in part.walk()])


def _singular(name: str) -> str:
    return "-".join(word.removesuffix("s") for word in name.split("-"))
