"""Catalogues of BSData: characters with both sides, team tactic cards and crises as content of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final
from xml.etree.ElementTree import Element

from rulewright.importing import Ids, both, slug
from rulewright.phrases import Words, fold
from rulewright.problems import ContentError, Problem, shortened

from ..cards.loading import load_book, parts
from ..cards.models import Crisis
from .cards import (
    SIDES,
    Card,
    Profile,
    Rule,
    cards_of,
    is_card,
    printed_leadership,
    profiles_of,
    squad_of,
    text_of,
    titled,
)
from .crises import read_crisis
from .playing import Players, names_of
from .roster import crisis_name
from .rules import Graded, Reader, misfit, own_words
from .texts import Document, Played, by_hand, phrasebook

SPEEDS: Final = {"s": "short", "m": "medium", "l": "long"}
TYPES: Final = {"p": "physical", "e": "energy", "m": "mystic"}
BASES: Final = {1: 35, 2: 35, 3: 50, 4: 65, 5: 80, 6: 120}
"""The usual diameter of a base by size, in millimetres: the files say nothing of bases."""
CRISES: Final = {"extraction": "extract", "extract": "extract", "secure": "secure"}
TOKENS: Final = ("civilian", "asset", "point of interest")
UNREAD: Final = ("One-Shot", "Infinity Gem", "Horsemen Card", "Timeline")
_NUMBER: Final = re.compile(r"\d+")
_RANGE: Final = re.compile(r"^([ab]?)\s*([1-5])$", re.IGNORECASE)
_SCORED: Final = (("secur", "secured"), ("holding", "held"), ("contest", "secured"), ("control", "controlled"))


class Catalogue:
    """What a catalogue comes to, and what was left out of it."""

    def __init__(self, root: Element, phrases: Iterable[Mapping[str, Any]] = ()) -> None:
        self.reader = Reader(phrasebook(*phrases))
        self.notes: list[str] = []
        self.ids = Ids(taken_ids())
        self.cards: list[Card] = []
        entries = [one for one in root.iter("selectionEntry") if one.get("type") in ("model", "unit") and is_card(one)]
        self.names = names_of((titled(card.name), _alter_ego(card)) for one in entries for card in cards_of(one))
        """What texts call characters."""
        self.characters = list(self._characters(entries))
        cards = _profiles(root, "Team Tactics")
        printed = filter(None, (printed_leadership(text_of(card))[0] for card in cards))
        required = [titled(squad_of(one.name).upper()) for one in printed]
        named = [*(name for card in self.cards for name in card.affiliations), *filter(None, required)]
        squads = {fold(name): slug(name) for name in named}
        self.reader.players = Players(self.names, squads)
        self.reader.attacks = {
            fold(attack["name"]["en"]): {"called": attack["name"]["en"]}
            for one in self.characters for side in SIDES for attack in one.get(side, {}).get("attacks", ())
        }  # fmt: skip
        self.reader.innate = dict(self._innate())
        self.tactics = [self._tactic(one) for one in cards]
        self.crises = list(self._crises(root))
        self._note_unread(root)

    @property
    def content(self) -> Document:
        """The content, under the names of its kinds."""
        kinds = {"characters": self.characters, "tactics": self.tactics, "crises": self.crises}
        return {kind: entries for kind, entries in kinds.items() if entries}

    @property
    def grades(self) -> list[Graded]:
        """How each rule was carried over."""
        return self.reader.grades

    # -- characters

    def _characters(self, entries: Iterable[Element]) -> Iterator[Document]:
        for entry in entries:
            cards = cards_of(entry)
            forms = {_as_form(card, cards[0]): self._card_id(card) for card in cards} if len(cards) > 1 else {}
            for card in cards:
                self.cards.append(card)
                try:
                    yield self._character(card, forms)
                except ValueError as error:
                    self.notes.append(f"{card.name}: left out: {error}")

    def _card_id(self, card: Card) -> str:
        return self.ids.give(card.name, ("character", card.name, card.alter_ego))

    def _character(self, card: Card, forms: Mapping[str, str]) -> Document:
        if card.form:
            self.notes.append(f"{titled(card.name)}: a form to change into")
        healthy = card.sides.get("healthy") or next(iter(card.sides.values()))
        found: Document = {
            "id": self._card_id(card),
            "name": both(titled(card.name)),
            "alter_ego": _alter_ego(card),
            "threat": max(1, _whole(healthy, "Threat") or int(card.threat)),
            "size": (size := _whole(healthy, "Size")),
            "base": BASES.get(size, 35),
            "affiliations": [slug(name) for name in card.affiliations],
        }
        sides = [side for side in SIDES if side in card.sides]
        divided = len({rule.name for rule in _attacks(card)}) < len(_attacks(card))
        for side in sides:
            attacks = {
                fold(titled(rule.name)): self._id(card, rule.name, (card.rules.index(rule), side if divided else ""))
                for rule in _attacks(card)
                if side in rule.sides
            }
            allies = {called: list(names) for called, names in self.names.items()}
            words = {**own_words(card, attacks), "own form": forms, "ally": allies}
            found[side] = self._side(card, side, words, found)
        return found

    def _id(self, card: Card, name: str, thing: object) -> str:
        return self.ids.give(f"{card.name} {name}", (card.name, thing))

    def _side(self, card: Card, side: str, words: Words, found: Document) -> Document:
        """A side of the card; a leadership goes to the character."""
        face = card.sides[side]
        written: dict[str, list[Any]] = {"attacks": [], "superpowers": [], "keywords": []}
        for rule in card.rules:
            if side not in rule.sides:
                continue
            first = side == next(one for one in rule.sides if one in card.sides)
            before = len(self.reader.grades)
            if rule.kind == "attacks":
                written["attacks"].append(self._attack(card, rule, words))
            elif rule.kind == "leadership":
                found["leadership"] = self.reader.leadership(card, rule, self.ids)
            else:
                powers, keywords = self.reader.superpowers(card, rule, self.ids, words)
                written["superpowers"] += powers
                written["keywords"] += (word for word in keywords if word not in written["keywords"])
            if rule.shared or not first:
                del self.reader.grades[before:]
        if not written["attacks"]:
            raise ValueError("it has no attack")
        return {
            "stamina": _whole(face, "Stamina"),
            "speed": _by_letter(face, "Speed", SPEEDS, "m"),
            "physical": _whole(face, "Physical Defense"),
            "energy": _whole(face, "Energy Defense"),
            "mystic": _whole(face, "Mystic Defense"),
            **written,
        }

    def _attack(self, card: Card, rule: Rule, words: Words) -> Document:
        printed = rule.profile.value("Range")
        reach = _RANGE.match(printed)
        if reach is None:
            self.notes.append(f"{titled(card.name)}: {titled(rule.name)}: the range {printed!r} became 2")
        attack: Document = {
            "id": words["own attack"][fold(titled(rule.name))],
            "name": both(titled(rule.name)),
            "type": _by_letter(rule.profile, "Type", TYPES, "p"),
            "range": f"{reach[1].upper()}{reach[2]}" if reach else "2",
            "strength": max(1, _whole(rule.profile, "Strength")),
            "cost": _whole(rule.profile, "Cost"),
        }
        return self.reader.special_rules(card, rule, words, attack)

    def _innate(self) -> Iterator[tuple[str, Document]]:
        """The innate superpowers that are played by program and of which all who have them have the same, by name."""
        found: dict[str, list[Document]] = {}
        for one in self.characters:
            for power in (power for side in SIDES for power in one.get(side, {}).get("superpowers", ())):
                found.setdefault(fold(power["name"]["en"]), []).append(power)
        for name, powers in found.items():
            same = {json.dumps({**one, "id": "", "printed": ""}, sort_keys=True) for one in powers}
            if len(same) == 1 and (powers[0]["kind"], powers[0].get("played", "program")) == ("innate", "program"):
                yield name, powers[0]

    # -- cards

    def _tactic(self, card: Profile) -> Document:
        return self.reader.tactic(card.name, card.value("Affiliation"), card.value("Type"), text_of(card), self.ids)

    def _crises(self, root: Element) -> Iterator[Document]:
        found = _profiles(root, "Crisis")
        if found:
            self.notes.append(
                "crises: the files do not say where tokens stand: they lie where it is the same for both sides; move "
                "them in the written file to where the printed maps have them"
            )
        for card in found:
            yield self._crisis(card)

    def _crisis(self, card: Profile) -> Document:
        """A crisis card, played by program if all that it says is understood."""
        name = crisis_name(card.name)
        setup, scoring, details = (card.value(key) for key in ("Setup", "Scoring", "Details"))
        type = CRISES.get(card.value("Type").lower(), "secure")
        text = f"{setup}\n{scoring}\n{details}".strip()
        id = self.ids.give(name, ("crisis", card.name))
        shared = {"id": id, "name": both(name), "type": type, "threat": min(25, max(10, _whole(card, "Threat")))}
        understood = read_crisis(self.reader.book, name, (setup, scoring, details), self.ids)
        found = {**shared, "printed": text, **understood.fields}
        misfits = misfit(Crisis, found)
        why = understood.why or misfits
        grade: Played = "program"
        if misfits:
            grade, found = "by hand", {**shared, **_crisis_by_hand(type, text, setup, scoring)}
        elif why:
            grade = found["played"] = "partly"
        self.reader.grades.append(Graded("crises", "crisis", name, grade, text, why))
        return found

    def _note_unread(self, root: Element) -> None:
        for kind in UNREAD:
            if found := _profiles(root, kind):
                names = ", ".join(titled(one.name) for one in found)
                self.notes.append(f"{kind}: the game has no such thing: {names}")


def _crisis_by_hand(type: str, text: str, setup: str, scoring: str) -> Document:
    """What is known of a crisis anyway: its tokens lie on the middle line, and its text is asked for each round."""
    many = max(2, min(6, sum(int(each) for each in re.findall(r"place (\d+)", fold(setup))) or 3))
    usual = "asset" if type == "extract" else "point of interest"
    token = next((one for one in TOKENS if one in setup.lower()), usual)
    score = next((word for begin, word in _SCORED if begin in scoring.lower()), "secured")
    if type == "extract":
        score = "held"
    interaction = {"held": {"interaction": "take"}, "controlled": {"interaction": "control"}}.get(score, {})
    return {
        "token": token,
        "spots": [[round(36 * (number + 1) / (many + 1), 2), 18] for number in range(many)],
        "score": score,
        **interaction,
        "effects": [{"when": "cleanup", "whom": "each player", "effects": list(by_hand(text))}],
    }


def _by_letter(profile: Profile, label: str, words: Mapping[str, str], unless_printed: str) -> str:
    """The word that begins with the printed letter. Raises ValueError for another letter."""
    printed = profile.value(label).strip("{} ")
    letter = printed[:1].lower() or unless_printed
    if letter not in words:
        raise ValueError(f"{label}: found {shortened(printed)}, expected one of: {', '.join(words.values())}")
    return words[letter]


def counts(catalogue: Catalogue) -> tuple[str, ...]:
    """How many rules of each kind are played how."""
    kinds = dict.fromkeys(one.kind for one in catalogue.grades)
    return tuple(_count(kind, [one for one in catalogue.grades if one.kind == kind]) for kind in kinds)


def by_players(catalogue: Catalogue) -> Iterator[str]:
    """Every rule that the program does not play alone, with what it does not understand of it."""
    return (str(one) for one in catalogue.grades if one.played != "program")


def _count(kind: str, grades: list[Graded]) -> str:
    how = {played: sum(one.played == played for one in grades) for played in ("program", "partly", "by hand")}
    return f"{kind}: {len(grades)}: " + ", ".join(f"{many} {played}" for played, many in how.items())


def _alter_ego(card: Card) -> str:
    return titled(card.name) if brought(card) else card.alter_ego


def brought(card: Card) -> bool:
    """Whether what stands in place of an alter ego are the characters that bring this one, in capital letters."""
    return card.alter_ego.isupper() and card.alter_ego != card.name


def _as_form(card: Card, first: Card) -> str:
    """How texts call a form: "ant (small)"; the first one is the normal one."""
    return fold(card.name if card.form else f"{first.name} (normal)")


def _attacks(card: Card) -> list[Rule]:
    return [rule for rule in card.rules if rule.kind == "attacks"]


def _profiles(root: Element, type: str) -> list[Profile]:
    return [one for one in profiles_of(root) if one.type == type]


def _whole(profile: Profile, heading: str) -> int:
    """The number under a heading, 0 where there is none."""
    found = _NUMBER.search(profile.value(heading))
    return int(found[0]) if found else 0


@cache
def taken_ids() -> tuple[str, ...]:
    """The ids of the content that comes with the game."""
    return tuple(part.id for _, _, part, _ in parts(load_book().pack))


def is_catalogue(root: Element) -> bool:
    """Whether a document is a catalogue or a game system."""
    return root.tag in ("catalogue", "gameSystem")


def refuse_other(root: Element, expected: str) -> ContentError:
    """The error for a document of another kind."""
    return ContentError([Problem("", found=f"the element {root.tag!r}", expected=expected)])
