"""Units as content: dials and texts in the words of the game, with a report of what is played by program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct, field

from rulewright.importing import slug
from rulewright.plugins import Imported
from rulewright.problems import ContentError, Problem

from ..book.sheets import COLORS, COLUMNS
from ..powers import IMPROVED, STANDARD
from ..powers.card import CARD
from .texts import Text, graded, phrasebook

if TYPE_CHECKING:
    from rulewright.phrases import Phrasebook

Document: TypeAlias = dict[str, Any]

ALIASES: Final = {"lime": "light green", "darkblue": "blue", "blue": "light blue", "grey": "gray"}
"""What files call colours: their blue is the light one."""
LONGEST: Final = 30


class Unit(Struct):
    """A unit as a file has it. A cell of the dial is a value with the id of a power, ``special`` or nothing."""

    place: str
    """Where it stands, for messages."""
    name: str
    set: str = ""
    number: str = ""
    points: list[tuple[int, int]] = field(default_factory=list)
    """Its point values, each with the click of its starting line."""
    dial: list[dict[str, tuple[int, str]]] = field(default_factory=list)
    range: int = 0
    bolts: int = 1
    keywords: tuple[str, ...] = ()
    texts: list[Text] = field(default_factory=list)
    more: Document = field(default_factory=dict)
    """Further fields of the content: size, base, symbols, ring, improved."""
    element: str = ""
    """What kind of game element it is, where it is no character; such a unit has one text and no dial."""


def bad(place: str, found: object, expected: str) -> ContentError:
    """A file that cannot be read: where, what stands there, and what should."""
    return ContentError([Problem("", entry=place, found=str(found), expected=expected)])


def power_of(color: str, column: str, place: str) -> str:
    """The power that a colour stands for in a column. Raises ContentError for what is no colour."""
    plain = color.strip().lower()
    if plain in ("", "none", "special"):
        return "special" if plain == "special" else ""
    plain = ALIASES.get(plain, plain)
    found = CARD.get((column, plain))
    if found is None:
        raise bad(place, repr(color), f"a colour of a power: {', '.join(COLORS)}, special or none")
    return found.power.name


# Content ----------------------------------------------------------------------------------------------------


class Made(Struct):
    """What becomes of units, with their texts read by these phrases."""

    book: Phrasebook
    characters: list[Document] = field(default_factory=list)
    elements: list[Document] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    graded: dict[str, int] = field(default_factory=lambda: {"program": 0, "partly": 0, "by hand": 0})
    ids: set[str] = field(default_factory=set)

    def id(self, name: str) -> str:
        """An id that no other thing has."""
        plain = slug(name)
        number, found = 1, plain
        while found in self.ids or found in STANDARD:
            number += 1
            found = f"{plain}-{number}"
        self.ids.add(found)
        return found

    def does(self, unit: Unit, text: Text, name: str) -> Document:
        """What a text does, which calls its character by that name; how it is played is noted."""
        found, grade = graded(text, name, self.book)
        self.graded[grade] += 1
        if grade != "program":
            kind = f", {text.strange}" if text.strange else ""
            self.notes.append(f"{unit.name}: {text.name}{kind}: {grade}")
        return found

    def add_element(self, unit: Unit) -> None:
        """A unit as a game element; its text speaks of whoever has it."""
        (text,), (points, _) = unit.texts, unit.points[0]
        entry = {
            "id": self.id(unit.name), "name": _both(unit.name), "kind": unit.element, "set": unit.set,
            "number": unit.number, "points": points, **self.does(unit, text, ""), **unit.more,
        }  # fmt: skip
        self.elements.append({key: value for key, value in entry.items() if value not in ([], "")})

    def add(self, unit: Unit) -> None:
        """A unit as a character, with its texts graded."""
        id = self.id(unit.name)
        specials, traits, by_column = [], [], dict[str, str]()
        for text in unit.texts:
            does = self.does(unit, text, unit.name)
            own = self.id(f"{id} {text.name}")
            entry = {"id": own, "name": _both(text.name), **does}
            if "plot" in text.more and "plot" not in does:
                self.left_out.append(
                    f"{unit.name}: {text.name}: {text.more['plot']:+d} plot points, which nobody counts"
                )
            if text.column:
                by_column.setdefault(text.column, own)
                specials.append(entry)
            else:
                traits.append(entry)
        for column in COLUMNS:
            if column not in by_column and any(click[column][1] == "special" for click in unit.dial):
                self.left_out.append(f"{unit.name}: no text says what its special {column} power is")
        points = [{"value": value, "click": click} for value, click in unit.points]
        entry = {
            "id": id, "name": _both(unit.name), "set": unit.set, "number": unit.number, "points": points,
            "range": unit.range, "bolts": unit.bolts, "keywords": list(unit.keywords),
            "dial": {column: [_cell(*click[column], by_column.get(column, "")) for click in unit.dial]
                     for column in COLUMNS},
            "specials": specials, "traits": traits, **unit.more,
        }  # fmt: skip
        self.characters.append({key: value for key, value in entry.items() if value not in ([], "")})

    def imported(self) -> Imported:
        """The content, with what could not be carried over and how much of the texts the program plays."""
        whole = sum(self.graded.values())
        program, partly, by_hand = self.graded.values()
        told = f"texts: {program} of {whole} by program, {partly} partly, {by_hand} by hand"
        content = {"characters": self.characters, "elements": self.elements}
        data = {kind: entries for kind, entries in content.items() if entries}
        return Imported("content", data, tuple(self.left_out), (told, *self.notes))


def _cell(value: int, power: str, special: str) -> str:
    shown = special if power == "special" else power
    return f"{value} {shown}" if shown else str(value)


def _both(name: str) -> dict[str, str]:
    return {"en": name, "zh": name}


def improved(words: Iterable[str], kind: str) -> list[str]:
    """Improved abilities by the words of a file that the game has."""
    found = (f"improved-{kind}-{slug(word)}" for word in words)
    return [one for one in found if one in IMPROVED]


def taken_ids() -> set[str]:
    """The ids of what comes with the game."""
    from ..cards.loading import load_book

    shipped = load_book()
    entries = (id for kind in shipped.pack.kinds for id in shipped.pack[kind])
    return {*shipped.characters, *shipped.specials, *entries}


def made_of(units: Iterable[Unit], left_out: Iterable[str] = (), book: Phrasebook | None = None) -> Imported:
    """Units as content, their texts read by the phrases of a book, or those of the game.

    Raises ContentError where there are none, or dials that are too long.
    """
    made = Made(book or phrasebook(), left_out=list(left_out), ids=taken_ids())
    for unit in units:
        if unit.element:
            made.add_element(unit)
            continue
        if not unit.dial or len(unit.dial) > LONGEST:
            raise bad(unit.place, f"{len(unit.dial)} clicks", f"from 1 to {LONGEST} clicks")
        made.add(unit)
    if not made.characters and not made.elements:
        raise bad("file", "; ".join(made.left_out[:3]) or "nothing", "one character or more")
    return made.imported()
