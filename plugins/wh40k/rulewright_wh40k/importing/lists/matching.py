"""Lists as armies: units with datasheets of the content, armed and priced as the list says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from rulewright import rule
from rulewright.importing import Ids, both, slug
from rulewright.problems import ContentError, Problem, did_you_mean, nearest

from ..telling_apart import tell_apart
from .sheets import Sheets, is_called, place_of
from .words import same_words

if TYPE_CHECKING:
    from ...book.models import Detachment, Enhancement
    from ...cards.loading import Book
    from .arming import Unit
    from .model import ArmyList

Document: TypeAlias = dict[str, Any]
NAMING: Final = ("leads", "joins", "battleline")
"""Where datasheets name others."""
_EXPECTED: Final = "the name of a datasheet; further ones come with --content FILE"


class Gift(Struct, frozen=True):
    """An Enhancement of a listed unit: its id, and the points that it costs besides the unit."""

    id: str
    points: int


class Fitted(Struct):
    """A listed unit with its datasheet; ``own`` is the datasheet that it needs for itself, None where it needs none."""

    unit: Unit
    price: int
    gift: Gift | None = None
    warlord: bool = False
    own: Document | None = None

    @property
    def sheet(self) -> str:
        """The id of the datasheet that it plays with."""
        return str(self.own["id"]) if self.own else self.unit.sheet.id

    def document(self) -> Document:
        """The datasheet of the content as its file has it."""
        return self.unit.sheet.model_dump(mode="json", exclude_unset=True, by_alias=True)

    def choice(self) -> Document:
        """It in a roster."""
        found: Document = {"sheet": self.sheet, "models": len(self.unit.models)}
        if self.gift:
            found |= {"enhancement": self.gift.id} | ({"bearer": 1} if len(self.unit.models) > 1 else {})
        return found | ({"warlord": True} if self.warlord else {})


class Mustered:
    """The army that a list comes to; ``ids`` have been given, and ``id`` is its own where it is part of an army.

    Raises ContentError naming every unit that no datasheet is called.
    """

    def __init__(self, listed: ArmyList, book: Book, ids: Ids | None = None, id: str = "") -> None:
        self.listed = listed
        self.book = book
        self.sheets = Sheets(book, listed.faction)
        self.left_out = list(listed.left_out)
        self.told = self.sheets.told
        units = list(self._units())
        self.faction = self._faction(units)
        self.name = listed.name.strip(" :") or f"{self.faction} {self._total(units)}"
        self.ids = ids or Ids(one for kind in book.pack.kinds for one in book.pack[kind])
        self.id = id or self.ids.give(self.name, "the army")
        self.detachment, self.made = self._detachment()
        self.fitted = [self._fitted(unit) for unit in units]
        self._mark_warlord()
        self._give_datasheets()
        plain = {one.sheet: one.document() for one in self.fitted if not one.own}
        tell_apart(list({one.sheet: one.own for one in self.fitted if one.own}.values()), list(plain.values()))

    @property
    def content(self) -> Document:
        """The content, under the names of its kinds."""
        army: Document = {"id": self.id, "name": both(self.name), "faction": self.faction}
        army |= {"detachment": self.detachment.id} if self.detachment else {}
        army |= {"detachment": self.made["id"]} if self.made else {}
        army["units"] = [one.choice() for one in self.fitted]
        own = {one.sheet: one.own for one in self.fitted if one.own}
        kinds = {"datasheets": list(own.values()), "detachments": [self.made] if self.made else [], "rosters": [army]}
        return {kind: entries for kind, entries in kinds.items() if entries}

    @property
    def notes(self) -> list[str]:
        """What its owner should know."""
        total = sum(one.price + (one.gift.points if one.gift else 0) for one in self.fitted)
        count = f"{len(self.fitted)} unit{'s' * (len(self.fitted) != 1)}"
        layout = f"a list of the layout {self.listed.layout}"
        found = [f"{layout}: {count} of {self.faction}, {total} points; --set rosters=MINE,THEIRS plays it, by its id"]
        if self.listed.points not in (None, total):
            found.append(f"the list says {self.listed.points} points, and its units come to {total}")
        return found + list(dict.fromkeys(self.told))

    # -- units

    def _units(self) -> Iterator[Unit]:
        problems = []
        for one in self.listed.units:
            if (unit := self.sheets.unit(one)) is not None:
                yield unit
                continue
            place, near = place_of(one.line).removesuffix(": "), self.sheets.near(one.name)
            problems.append(Problem("", place, found=repr(one.name), expected=_EXPECTED, nearest=near))
        if not self.listed.units:
            problems.append(Problem("", found="an army without units", expected="one at least"))
        if problems:
            raise ContentError(problems)

    @rule("core.muster-faction")
    def _faction(self, units: Sequence[Unit]) -> str:
        """The faction that the list names, as its datasheets write it; else that of most of its units."""
        known = Counter(one.sheet.faction for one in units)
        named = [one for one in known if same_words(one) in self.sheets.factions]
        if not named and self.listed.faction:
            most = known.most_common(1)[0][0]
            self.told.append(f"the list says {self.listed.faction}; its datasheets are those of {most}")
        return named[0] if named else known.most_common(1)[0][0]

    def _total(self, units: Iterable[Unit]) -> int:
        return self.listed.points or sum(one.listed.points or 0 for one in units)

    @rule("core.muster-units", "commentary.points-total")
    def _fitted(self, unit: Unit) -> Fitted:
        """A unit with its price: that of the list without its Enhancement, or that of the datasheet."""
        listed, printed, gift = unit.listed, unit.printed, self._gift(unit)
        for entry in unit.unknown:
            why = f"nothing of {listed.name} is called that{unit.near(entry)}"
            if entry.name in self.sheets:
                why = f"a unit, but the line has no points and stands under {listed.name}"
            self.left_out.append(f"{place_of(entry.line)}{entry.name}: {why}")
        price = printed if listed.points is None else listed.points - (gift.points if gift else 0)
        if price != printed:
            said = "none for so many models" if printed is None else printed
            self.told.append(f"{listed.name}: {price} points as in the list; its datasheet says {said}")
        if not unit.fits:
            self.told.append(
                f"{listed.name}: {len(unit.models)} models as in the list, which its datasheet does not have"
            )
        self.told += unit.told
        return Fitted(unit, max(0, price or 0), gift, listed.warlord)

    # -- the detachment and its Enhancements

    @rule("core.muster-detachment")
    def _detachment(self) -> tuple[Detachment | None, Document | None]:
        """The detachment of the content that the list names, or one without rules of that name."""
        named = self.listed.detachment
        if not named:
            return None, None
        own = [one for one in self.book.pack["detachments"].values() if one.faction == self.faction]
        for one in own:
            if is_called(one, named) or is_called(one, named.partition("(")[0]):
                return one, None
        near = did_you_mean(nearest(named, [one.name.words["en"] for one in own]))
        self.told.append(f"the detachment {named} is not in the content, and is played without its rules{near}")
        gifts = {slug(one.name): one for unit in self.listed.units for one in unit.enhancements}
        made = [{"id": id, "name": both(one.name), "points": one.points or 0} for id, one in gifts.items()]
        found = {"id": f"{self.id}-{slug(named)}", "name": both(named), "faction": self.faction}
        return None, {**found, "enhancements": made} if made else found

    @rule("core.muster-enhancements")
    def _gift(self, unit: Unit) -> Gift | None:
        """The Enhancement of a unit, of its detachment; one that the content does not have stays in its points."""
        listed = unit.listed
        for one in listed.enhancements[1:]:
            self.left_out.append(f"{place_of(one.line)}{one.name} of {listed.name}: a unit has one Enhancement")
        for one in listed.enhancements[:1]:
            if self.made:
                return Gift(f"{self.made['id']}/{slug(one.name)}", one.points or 0)
            known = self.detachment.enhancements if self.detachment else ()
            if gift := next((each for each in known if _is_gift(each, one.name, unit)), None):
                return Gift(f"{self.detachment.id if self.detachment else ''}/{gift.id}", gift.points)
            near = did_you_mean(nearest(one.name, [each.name.words["en"] for each in known]))
            of = f" of {self.listed.detachment}" if self.detachment else ", since the list names no detachment,"
            self.left_out.append(
                f"{place_of(one.line)}{one.name} of {listed.name}: no Enhancement{of} is called that{near}"
            )
        return None

    # -- the Warlord

    @rule("core.muster-warlord")
    def _mark_warlord(self) -> None:
        """The unit that the head of the list names has the Warlord, where no unit says so."""
        if not self.listed.warlord or any(one.warlord for one in self.fitted):
            return
        label, _, name = self.listed.warlord.rpartition(":")
        fitting = [one for one in self.fitted if label and one.unit.listed.label.lower() == label.strip().lower()]
        fitting = fitting or [one for one in self.fitted if same_words(one.unit.listed.name) == same_words(name)]
        if len(fitting) == 1:
            fitting[0].warlord = True
        else:
            self.told.append(f"the list does not say which unit has the Warlord: {self.listed.warlord}")

    # -- datasheets of its own

    @rule("core.ability-leader")
    def _give_datasheets(self) -> None:
        """Units that are armed or priced otherwise than their datasheet get one of their own.

        So do those whose datasheets name them; what they name are then the units of this army.
        """
        for one in self.fitted:
            if not one.unit.usual or one.price != one.unit.printed:
                self._give(one)
        changed = {one.unit.sheet.id for one in self.fitted if one.own}
        for one in self.fitted:
            if not one.own and any(changed.intersection(getattr(one.unit.sheet, field)) for field in NAMING):
                self._give(one)
        for one in self.fitted:
            for field in NAMING if one.own else ():
                named = getattr(one.unit.sheet, field)
                here = [each.sheet for each in self.fitted if each.unit.sheet.id in named]
                if named and one.own:
                    one.own[field] = list(dict.fromkeys(here))

    def _give(self, one: Fitted) -> Document:
        """A datasheet for a unit alone, after that of the content: models and weapons as the list has them."""
        sheet = one.document()
        parts = Counter((model.profile, tuple(model.carries)) for model in one.unit.models)
        arms = {id for _, carried in parts for id in carried}
        sheet["points"] = {len(one.unit.models): one.price}
        items = {each.id for each in one.unit.sheet.wargear}
        sheet["composition"] = [_part(profile, count, carried, items) for (profile, carried), count in parts.items()]
        sheet["profiles"] = [each for each in sheet["profiles"] if each["id"] in {profile for profile, _ in parts}]
        sheet["weapons"] = [each for each in sheet.get("weapons", ()) if each["id"] in arms]
        if items:
            sheet["wargear"] = [each for each in sheet["wargear"] if each["id"] in arms]
        sheet.pop("options", None)
        sheet["id"] = ""
        sheet["id"] = self.ids.give(f"{self.id} {one.unit.listed.name}", sheet.copy())
        one.own = sheet
        return one.own


def _is_gift(gift: Enhancement, name: str, unit: Unit) -> bool:
    """Whether an Enhancement has that name, or its last words are those and a comma has cut off the others."""
    first, _, last = gift.name.words["en"].rpartition(", ")
    cut = next((one for one in unit.unknown if first and same_words(one.name) == same_words(first)), None)
    if cut is not None and same_words(last) == same_words(name):
        unit.unknown.remove(cut)
        return True
    return is_called(gift, name)


def _part(profile: str, count: int, carried: Sequence[str], items: Collection[str]) -> Document:
    """A line of a composition; ``items`` is wargear that is no weapon."""
    part: Document = {"profile": profile, "least": count, "most": count}
    part["weapons"] = [one for one in carried if one not in items]
    own = [one for one in carried if one in items]
    return part | ({"wargear": own} if own else {})
