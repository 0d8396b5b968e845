"""Rosters as content: an army that can be played, its datasheets and its detachment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.importing import Ids, Roster, Selection, both, slug
from rulewright.problems import ContentError, Problem

from .abilities import plain_text
from .lists import ArmyList, Entry, ListedUnit
from .lists.sheets import Sheets
from .numbers import Document
from .stand_ins import StandIns
from .telling_apart import tell_apart
from .units import UNALIGNED, Made, NoStatLine, factions_of, is_warlord, unit_of

if TYPE_CHECKING:
    from ..cards.loading import Book
    from .lists.matching import Mustered

UNITS: Final = ("unit", "model")
DETACHMENTS: Final = ("detachment", "detachments", "detachment choice")
"""What the choice of a detachment is called."""
DEFAULTS: Final = ("New Roster", "Roster")
"""Names that programs give: such a roster is called by its faction and points, so that two of them are told apart."""


def units_in(roster: Roster) -> list[Selection]:
    """The units of all forces of a roster."""
    return [one for one in roster.selections() if one.type in UNITS]


class Army:
    """What a roster comes to, and what was left out of it; its ids begin with its own, so that rosters share none."""

    def __init__(self, roster: Roster, book: Book | None = None, answers: Mapping[str, str] | None = None) -> None:
        self.roster = roster
        self.left_out: list[str] = []
        self.sheets: dict[str, Made] = {}
        self.units: list[Document] = []
        self.bare: list[tuple[Selection, Document]] = []
        """The units without a stat line, and what stands for them in the roster."""
        self.ids = Ids()
        self.mustered: Mustered | None = None
        """The units of which the content has the datasheets."""
        asked = StandIns(answers or {}, Sheets(book) if book else None)
        units = units_in(roster)
        self.left_out += [f"{one.name}: the army plays without it, as answered" for one in units if asked.without(one)]
        chosen = [asked.filled(one) for one in units if not asked.without(one)]
        if not chosen:
            raise ContentError([Problem("", found="a roster without units", expected="units of Warhammer 40,000")])
        self.faction = main_faction(chosen)
        self.name = roster.name or DEFAULTS[0]
        self.id = slug(self.name)
        if self.name in DEFAULTS:
            self.id = f"{slug(self.faction)}-{round(roster.points)}"
        for one in chosen:
            self._add(one)
        self._name_led()
        tell_apart([made.sheet for made in self.sheets.values()])
        if book is not None:
            self._muster(book)
        self.notes = list(self._notes())

    def _add(self, selection: Selection) -> None:
        """A unit; the same one again has the same datasheet, and one without a stat line needs that from elsewhere."""
        own = factions_of(selection)
        warlord = {"warlord": True} if is_warlord(selection) else {}
        try:
            made = unit_of(selection, self.faction if self.faction in own or not own else own[0])
        except NoStatLine:
            self.units.append({"sheet": slug(selection.name), **warlord})
            self.bare.append((selection, self.units[-1]))
            return
        except ValueError as error:
            self.left_out.append(f"{selection.name}: left out: {error}")
            return
        id = self.ids.give(f"{self.id} {selection.name}", dict(made.sheet))
        made.sheet["id"] = id
        self.left_out += [f"{one} of {selection.name}: crew, who come into play by a rule only" for one in made.crew]
        self.sheets.setdefault(id, made)
        (models,) = made.sheet["points"]
        self.units.append({"sheet": id, "models": models, **warlord})

    def _muster(self, book: Book) -> None:
        """Give units without a stat line the datasheets of their names, where the content has them."""
        from .lists.matching import Mustered

        known = Sheets(book)
        found = [(selection, unit) for selection, unit in self.bare if selection.name in known]
        if not found:
            return
        detachment = self._chosen_detachment()
        listed = tuple(listed_unit(selection) for selection, _ in found)
        army = ArmyList("", listed, faction=self.faction, detachment=detachment)
        self.mustered = Mustered(army, book, self.ids, self.id)
        for (_, unit), fitted in zip(found, self.mustered.fitted, strict=True):
            unit |= fitted.choice()
        self.bare = [one for one in self.bare if one not in found]
        self.left_out += self.mustered.left_out
        if self.faction == UNALIGNED:
            self.faction = self.mustered.faction

    @rule("core.ability-leader")
    def _name_led(self) -> None:
        """Leaders lead the units of the roster that their texts name."""
        for made in self.sheets.values():
            names = {slug(name) for name in made.leads}
            led = [id for id, other in self.sheets.items() if slug(other.sheet["name"]["en"]) in names]
            if led:
                made.sheet["leads"] = led

    @property
    def content(self) -> Document:
        """The content, under the names of its kinds."""
        army: Document = {"id": self.id, "name": both(self.name), "faction": self.faction, "units": self.units}
        sheets = [made.sheet for made in self.sheets.values()]
        if self.mustered:
            sheets += self.mustered.content.get("datasheets", [])
        if self.mustered and self.mustered.detachment:
            army["detachment"], detachments = self.mustered.detachment.id, []
        else:
            made = self.mustered.made if self.mustered else self._detachment()
            detachments = [made] if made else []
            army |= {"detachment": made["id"]} if made else {}
        kinds = {"datasheets": sheets, "detachments": detachments, "rosters": [army] if self.units else []}
        return {kind: entries for kind, entries in kinds.items() if entries}

    @rule("core.muster-detachment")
    def _detachment(self) -> Document | None:
        """The detachment that the roster names, without its rules."""
        if name := self._chosen_detachment():
            return {"id": f"{self.id}-{slug(name)}", "name": both(name), "faction": self.faction}
        return None

    def _chosen_detachment(self) -> str:
        for one in self.roster.selections():
            if plain_text(one.name) in DETACHMENTS and one.selections:
                return one.selections[0].name
        return ""

    def _notes(self) -> Iterator[str]:
        points = sum(round(each.points) for each in self.roster.selections())
        count = f"{len(self.units)} unit{'s' * (len(self.units) != 1)}"
        yield f"{count} of {self.faction}, {points} points; --set rosters=MINE,THEIRS plays it, by its id"
        if self.bare:
            bare = ", ".join(dict.fromkeys(one.name for one, _ in self.bare))
            ways = "bring their datasheets with --content, write them under the ids in the roster, or take them out"
            yield f"the file has no stat lines of {bare}: {ways}"
        if self.mustered:
            yield from dict.fromkeys(self.mustered.told)
        if not self.sheets:
            return
        yield "bases are not in the file: they are those that such models usually have; change them where they differ"
        sheets = [made.sheet for made in self.sheets.values()]
        have = [each for one in sheets for each in (one, *one["profiles"], *one.get("wargear", ()))]
        texts = [text for one in have for text in one.get("texts", ())]
        if names := sorted({text["name"] for text in texts if not {"does", "repeats"} & text.keys()}):
            yield f"{_abilities(names)} not played by the program, with texts on the datasheets: {', '.join(names)}"
        if names := sorted({text["name"] for text in texts if "does" in text and _asks(text)}):
            yield f"{_abilities(names)} played by hand, and asked for at the moment of the text: {', '.join(names)}"
        if names := sorted({text["name"] for text in texts if "does" in text and not _asks(text)}):
            yield f"{_abilities(names)} played by the program as the text says: {', '.join(names)}"


def _asks(text: Document) -> bool:
    """Whether people are asked what a text does."""
    return any(one["do"] == "by_hand" for part in text["does"] for one in part.get("effects", ()))


def _abilities(names: Sequence[str]) -> str:
    return "1 ability is" if len(names) == 1 else f"{len(names)} abilities are"


def listed_unit(selection: Selection) -> ListedUnit:
    """A unit of which a roster has names only, as lists have it."""
    inside = [part for one in selection.selections for part in one.walk()]
    gifts = [one for one in inside if one.points > 0 and one.type == "upgrade"]
    return ListedUnit(
        selection.name, points=round(selection.points), warlord=is_warlord(selection),
        count=round(selection.number) if selection.type == "model" else None,
        entries=tuple(listed_entry(one) for one in selection.selections if one not in gifts and not is_warlord(one)),
        enhancements=tuple(Entry(one.name, points=round(one.points)) for one in gifts),
    )  # fmt: skip


def listed_entry(selection: Selection) -> Entry:
    """Something that a unit of a roster has, as lists have it."""
    return Entry(selection.name, max(1, int(selection.number)), inside=tuple(map(listed_entry, selection.selections)))


@rule("core.muster-faction")
def main_faction(units: Iterable[Selection]) -> str:
    """The faction that most units of a roster have; "Unaligned" where they name none."""
    counts = Counter(one for unit in units for one in factions_of(unit))
    return counts.most_common(1)[0][0] if counts else UNALIGNED
