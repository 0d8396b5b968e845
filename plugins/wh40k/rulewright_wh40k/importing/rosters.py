"""Rosters as content: an army that can be played, its datasheets and its detachment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rulewright import rule
from rulewright.importing import Ids, Roster, Selection, both, slug
from rulewright.problems import ContentError, Problem

from .abilities import plain_text
from .numbers import Document
from .units import Made, NoStatLine, factions_of, is_warlord, unit_of

UNITS: Final = ("unit", "model")
DETACHMENTS: Final = ("detachment", "detachments", "detachment choice")
"""What the choice of a detachment is called."""
DEFAULTS: Final = ("New Roster", "Roster")
"""Names that programs give: such a roster is called by its faction and points, so that two of them are told apart."""


def refuse_other_game(roster: Roster, games: Iterable[bytes]) -> None:
    """Raises ContentError for a roster that names another game."""
    if roster.game and not any(game.decode() in roster.game.lower() for game in games):
        raise ContentError([Problem("", found=f"a roster of {roster.game}", expected="one of Warhammer 40,000")])


class Army:
    """What a roster comes to, and what was left out of it; its ids begin with its own, so that rosters share none."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.left_out: list[str] = []
        self.sheets: dict[str, Made] = {}
        self.units: list[Document] = []
        self.bare: list[str] = []
        """The units without a stat line."""
        self.ids = Ids()
        chosen = [one for one in roster.selections() if one.type in UNITS]
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
        self.notes = list(self._notes())

    def _add(self, selection: Selection) -> None:
        """A unit; the same one again has the same datasheet, and one without a stat line needs that from elsewhere."""
        own = factions_of(selection)
        warlord = {"warlord": True} if is_warlord(selection) else {}
        try:
            made = unit_of(selection, self.faction if self.faction in own or not own else own[0])
        except NoStatLine:
            self.units.append({"sheet": slug(selection.name), **warlord})
            self.bare.append(selection.name)
            return
        except ValueError as error:
            self.left_out.append(f"{selection.name}: left out: {error}")
            return
        id = self.ids.give(f"{self.id} {selection.name}", dict(made.sheet))
        made.sheet["id"] = id
        self.sheets.setdefault(id, made)
        (models,) = made.sheet["points"]
        self.units.append({"sheet": id, "models": models, **warlord})

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
        detachments = [one] if (one := self._detachment()) is not None else []
        if detachments:
            army["detachment"] = detachments[0]["id"]
        sheets = [made.sheet for made in self.sheets.values()]
        kinds = {"datasheets": sheets, "detachments": detachments, "rosters": [army] if self.units else []}
        return {kind: entries for kind, entries in kinds.items() if entries}

    @rule("core.muster-detachment")
    def _detachment(self) -> Document | None:
        """The detachment that the roster names, without its rules."""
        for one in self.roster.selections():
            if plain_text(one.name) in DETACHMENTS and one.selections:
                name = one.selections[0].name
                return {"id": f"{self.id}-{slug(name)}", "name": both(name), "faction": self.faction}
        return None

    def _notes(self) -> Iterator[str]:
        points = sum(round(each.points) for each in self.roster.selections())
        count = f"{len(self.units)} unit{'s' * (len(self.units) != 1)}"
        yield f"{count} of {self.faction}, {points} points; --set rosters=MINE,THEIRS plays it, by its id"
        if self.bare:
            yield f"the file has no stat lines of {', '.join(self.bare)}: bring their datasheets as further content"
        if not self.sheets:
            return
        yield "bases are not in the file: they are those that such models usually have; change them where they differ"
        texts = [text for made in self.sheets.values() for text in made.sheet.get("texts", ())]
        if names := sorted({text["name"] for text in texts if "does" not in text}):
            yield f"{_abilities(names)} not played by the program, with texts on the datasheets: {', '.join(names)}"
        if names := sorted({text["name"] for text in texts if "does" in text and _asks(text)}):
            yield f"{_abilities(names)} played by hand, and asked for at the moment of the text: {', '.join(names)}"
        if names := sorted({text["name"] for text in texts if "does" in text and not _asks(text)}):
            yield f"{_abilities(names)} played by the program as the text says: {', '.join(names)}"


def _asks(text: Document) -> bool:
    """Whether people are asked what a text does."""
    return any("effects" in part for part in text["does"])


def _abilities(names: Sequence[str]) -> str:
    return "1 ability is" if len(names) == 1 else f"{len(names)} abilities are"


@rule("core.muster-faction")
def main_faction(units: Iterable[Selection]) -> str:
    """The faction that most units of a roster have; "Unaligned" where they name none."""
    counts = Counter(one for unit in units for one in factions_of(unit))
    return counts.most_common(1)[0][0] if counts else "Unaligned"
