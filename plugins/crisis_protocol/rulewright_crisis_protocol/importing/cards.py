"""Stat cards and team tactic cards as profiles have them: names, numbers and texts, nothing understood yet.

The faults of real files that have to be survived: blanks in front of names, by which they are sorted; the side or the
form in a name ("NAME - Injured", "TINY - NAME"); a text under another heading; a power filed under another kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

SIDES: Final = ("healthy", "injured")
POWERS: Final = {"Active Superpowers": "active", "Reactive Superpowers": "reactive", "Innate Superpowers": "innate"}
_PARTS: Final = re.compile(r"\s+-\s+")
_OWNED: Final = re.compile(r"^(.*?)\s*[(\[](.*)[)\]]\s*$", re.DOTALL)
_SQUAD: Final = re.compile(r"\(affiliation:\s*(.*?)\)", re.IGNORECASE)
_NO_AFFILIATION: Final = re.compile(
    r"^(characters?|grunts?|unaffiliated|leaders?|team tactics.*|crisis.*|one-shot.*|.* - .*)$", re.IGNORECASE
)


class Profile(Struct, frozen=True):
    """A profile: what it is, what it is called, and its values by their headings."""

    type: str
    name: str
    values: dict[str, str]

    def value(self, heading: str) -> str:
        """What stands under a heading, empty where there is none."""
        return self.values.get(heading, "").strip()


class Rule(Struct, frozen=True):
    """An attack, a superpower or a leadership of a card.

    ``sides`` are those that have it; ``shared`` says that the card of another form has it, too, and counts it.
    """

    kind: str
    name: str
    profile: Profile
    sides: tuple[str, ...] = SIDES
    shared: bool = False


class Card(Struct, frozen=True):
    """A character as its entry has it: the profile of each side, and its rules; ``form`` is which further one it is."""

    name: str
    alter_ego: str
    affiliations: tuple[str, ...]
    sides: dict[str, Profile]
    rules: tuple[Rule, ...]
    form: str = ""
    threat: float = 0


def profiles_of(entry: Element) -> list[Profile]:
    """The profiles of an entry and of all that is in it."""
    return [
        Profile(
            (one.get("typeName") or "").strip(),
            " ".join((one.get("name") or "").split()),
            {each.get("name") or "": each.text or "" for each in one.iter("characteristic")},
        )
        for one in entry.iter("profile")
    ]


def is_card(entry: Element) -> bool:
    """Whether an entry of a catalogue or a selection of a roster is a character."""
    return any(one.type == "Character" for one in profiles_of(entry))


def cards_of(entry: Element) -> list[Card]:
    """A character; one that changes its form is as many as it has forms, the first under its plain name."""
    found = profiles_of(entry)
    faces = [one for one in found if one.type == "Character"]
    forms = list(dict.fromkeys(_form(one.name) for one in faces))
    ruled = [one for one in found if one.type in POWERS or one.type in ("Attacks", "Leadership")]
    rules = [_rule(one, forms) for one in ruled]
    name, alter_ego = _names(" ".join((entry.get("name") or "").split()))
    categories = [each.get("name") or "" for tag in ("categoryLink", "category") for each in entry.iter(tag)]
    squads = tuple(dict.fromkeys(each for each in categories if not _NO_AFFILIATION.match(each)))
    threat = sum(float(cost.get("value") or 0) for cost in entry.findall("costs/cost"))
    cards = []
    for form in forms:
        sides: dict[str, Profile] = {}
        for one in faces:
            if _form(one.name) == form:
                sides.setdefault("injured" if "injured" in one.name.lower() else "healthy", one)
        first = form == forms[0]
        mine = _apart([replace(rule, shared=not of and not first) for of, rule in rules if of in ("", form)])
        called = name if first else f"{name} ({form.upper()})"
        cards.append(Card(called, alter_ego, squads, sides, mine, "" if first else form, threat))
    return cards


_LEADERSHIP: Final = re.compile(
    r"^(?:\{LDR\})\s*(?P<name>[^\n]+)\n(?P<text>.*?)(?=\n\s*\n[^\n]*\bplay this card|\Z)", re.DOTALL | re.MULTILINE
)
"""A leadership ability on a team tactic card: it ends where the card says who plays it."""


def printed_leadership(text: str) -> tuple[Profile | None, str]:
    """The leadership ability that a team tactic card prints, and the text without it."""
    found = _LEADERSHIP.search(text)
    if found is None:
        return None, text
    profile = Profile("Leadership", found["name"].strip(), {"Rules": found["text"].strip()})
    return profile, text[: found.start()] + text[found.end() :]


def squad_of(leadership: str) -> str:
    """The affiliation that the name of a leadership ability names."""
    found = _SQUAD.search(leadership)
    return found[1] if found else ""


def bare(name: str) -> str:
    """A name without what stands in parentheses or brackets behind it."""
    return re.sub(r"\s*[(\[].*$", "", name).strip() or name


def titled(name: str) -> str:
    """A name in capitals as names are written elsewhere."""
    return re.sub(r"[^\W\d_]+('[^\W\d_]+)?", lambda word: word[0].capitalize(), name) if name.isupper() else name


def _names(name: str) -> tuple[str, str]:
    found = _OWNED.match(name)
    return (str(found[1]), str(found[2])) if found and found[1] else (name, name)


def _form(name: str) -> str:
    """The form for which a profile of a character stands; empty for whoever has one only."""
    parts = [part for part in _PARTS.split(name) if part.lower() not in SIDES]
    return parts[0].lower() if parts else ""


def _rule(profile: Profile, forms: Iterable[str]) -> tuple[str, Rule]:
    """A rule, and for which form of its character it stands, empty for all."""
    name, of = [], ""
    sides: tuple[str, ...] = SIDES
    for part in _PARTS.split(profile.name):
        form = next((form for form in forms if form and bare(part).lower() == bare(form)), "")
        if form:
            of = form
        elif part.lower() in SIDES:
            sides = (part.lower(),)
        elif part.lower() != "both":
            name.append(part)
    return of, Rule(_kind(profile), " - ".join(name) or profile.name, profile, sides)


def _apart(rules: list[Rule]) -> tuple[Rule, ...]:
    """A rule of which another one of its name says on which side it is belongs to the other side."""
    found = []
    for rule in rules:
        others = {side for one in rules for side in one.sides if _same(one, rule) and one.sides != SIDES}
        left = tuple(side for side in SIDES if side not in others)
        found.append(replace(rule, sides=left) if rule.sides == SIDES and left else rule)
    return tuple(found)


def _same(one: Rule, other: Rule) -> bool:
    return (one.kind, one.name) == (other.kind, other.name)


def _kind(profile: Profile) -> str:
    """What a rule is: as its own type says where it is filed under another one."""
    said = profile.value("Type").lower()
    return said if said in POWERS.values() else POWERS.get(profile.type, profile.type.lower())


def text_of(profile: Profile) -> str:
    """The text of a rule; in real files it may stand under its type."""
    text = profile.value("Special Rules") or profile.value("Rules")
    misplaced = profile.value("Type")
    return text or (misplaced if len(misplaced) > len("reactive") else "")


def lines_of(text: str) -> Iterator[str]:
    """The special rules of an attack, one a line; a line that is only a dash says that there is none."""
    for line in text.splitlines():
        if line.strip(" \t-"):
            yield line.strip()
