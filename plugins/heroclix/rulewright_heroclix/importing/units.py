"""Units as content: dials and texts in the words of the game, with a report of what is played by program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, field

from rulewright.importing import slug
from rulewright.plugins import Imported
from rulewright.problems import ContentError, Problem

from ..book.sheets import COLORS, COLUMNS
from ..powers import IMPROVED, STANDARD
from ..powers.card import CARD

Document: TypeAlias = dict[str, Any]
Grade: TypeAlias = Literal["program", "partly", "by hand"]

ALIASES: Final = {"lime": "light green", "darkblue": "blue", "blue": "light blue", "grey": "gray"}
"""What files call colours: their blue is the light one."""
LONGEST: Final = 30


class Text(Struct):
    """A special power or trait: the column whose clicks show it, empty for a trait; what a file says it grants."""

    name: str
    words: str
    column: str = ""
    grants: tuple[str, ...] = ()


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


# Texts ------------------------------------------------------------------------------------------------------


PRONOUNS: Final = ("he", "she", "it", "they", "this character", "this figure")
"""What a text calls its character, besides its name."""


def called(name: str) -> Iterator[str]:
    """What the text of a character calls it: its name, a part of it, or a pronoun; the longest first."""
    parts = name.split()
    spans = ((start, end) for start in range(len(parts)) for end in range(start + 1, len(parts) + 1))
    yield from sorted({*PRONOUNS, *(" ".join(parts[start:end]) for start, end in spans)}, key=len, reverse=True)


def grants_of(words: str, name: str = "") -> tuple[str, ...] | None:
    """The standard powers that the text of a character of a name only says it can use; None where it says more."""
    plain = re.sub(r"[\s.]+$", "", words.strip())
    itself = "|".join(map(re.escape, called(name)))
    plain = re.sub(rf"^(?:(?:{itself}) )?can use (?:the )?", "", plain, count=1, flags=re.IGNORECASE)
    names = [one for one in re.split(r",\s*and\s+|,\s*|\s+and\s+", plain.replace("/", " ")) if one]
    found = [slug(one) for one in _joined(names)]
    return tuple(found) if found and all(one in STANDARD for one in found) else None


def _joined(names: list[str]) -> Iterator[str]:
    """Names of powers, put together again where one of them has a comma or an "and" in it."""
    place = 0
    while place < len(names):
        longest = max(
            (end for end in range(place + 1, min(place + 4, len(names)) + 1)
             if slug(" ".join(names[place:end])) in STANDARD),
            default=place + 1,
        )  # fmt: skip
        yield " ".join(names[place:longest])
        place = longest


def leading(words: str, name: str = "") -> tuple[str, ...]:
    """The standard powers that the first sentence of a text only names, as in "Charge, Flurry. When ..."."""
    first = re.match(r"\s*([^.]+)\.\s", words)
    return (grants_of(first[1], name) or ()) if first else ()


def graded(text: Text, name: str = "") -> tuple[Document, Grade]:
    """What a text of a character of a name does as fields of the content, and who does it: the program, its player, or
    each a part of it."""
    shown = {"text": text.words} if text.words else {}
    understood = grants_of(text.words, name)
    if understood is None and (kind := re.match(r"improved (movement|targeting)", text.name, re.IGNORECASE)):
        abilities = re.split(r"[,;]\s*", text.words.strip(" ."))
        found = improved(abilities, kind[1].lower())
        understood = tuple(found) if len(found) == len(abilities) else None
    if understood is not None:
        return {"grants": list(dict.fromkeys((*text.grants, *understood))), **shown}, "program"
    granted = list(dict.fromkeys((*text.grants, *leading(text.words, name))))
    by_hand = {"action": ["FREE"], "effects": [{"do": "by_hand", "text": text.words or text.name}]}
    return {"grants": granted, **shown, "does": [by_hand]}, "partly" if granted else "by hand"


# Content ----------------------------------------------------------------------------------------------------


class Made(Struct):
    """What becomes of units."""

    characters: list[Document] = field(default_factory=list)
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

    def add(self, unit: Unit) -> None:
        """A unit as a character, with its texts graded."""
        id = self.id(unit.name)
        specials, traits, by_column = [], [], dict[str, str]()
        for text in unit.texts:
            does, grade = graded(text, unit.name)
            self.graded[grade] += 1
            own = self.id(f"{id} {text.name}")
            entry = {"id": own, "name": _both(text.name), **does}
            if grade != "program":
                self.notes.append(f"{unit.name}: {text.name}: {grade}")
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
        return Imported("content", {"characters": self.characters}, tuple(self.left_out), (told, *self.notes))


def _cell(value: int, power: str, special: str) -> str:
    shown = special if power == "special" else power
    return f"{value} {shown}" if shown else str(value)


def _both(name: str) -> dict[str, str]:
    return {"en": name, "zh": name}


def improved(words: Iterable[str], kind: str) -> list[str]:
    """Improved abilities by the words of a file that the game has."""
    found = (f"improved-{kind}-{slug(word)}" for word in words)
    return [one for one in found if one in IMPROVED]


def made_of(units: Iterable[Unit], left_out: Iterable[str] = ()) -> Imported:
    """Units as content. Raises ContentError where there are none, or dials that are too long."""
    made = Made(left_out=list(left_out))
    for unit in units:
        if not unit.dial or len(unit.dial) > LONGEST:
            raise bad(unit.place, f"{len(unit.dial)} clicks", f"from 1 to {LONGEST} clicks")
        made.add(unit)
    if not made.characters:
        raise bad("file", "; ".join(made.left_out[:3]) or "nothing", "one character or more")
    return made.imported()
