"""Crisis cards in words: how many tokens of which sort, what they score, interactions with them, and what happens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from rulewright import rule
from rulewright.importing import Ids, both
from rulewright.phrases import Phrasebook, read
from rulewright.phrases.folding import sentences

from .texts import Document, NotUnderstood, Parts, assemble, whole_rule

SPOTS: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    1: ((18, 18),),
    2: ((9, 18), (27, 18)),
    3: ((8, 18), (18, 18), (28, 18)),
    4: ((12, 12), (24, 12), (12, 24), (24, 24)),
    5: ((10, 10), (26, 10), (18, 18), (10, 26), (26, 26)),
    6: ((9, 12), (18, 12), (27, 12), (9, 24), (18, 24), (27, 24)),
}
"""Where so many tokens lie, in inches: the same for both sides, because the files do not say what the maps show."""
BY_EDGES: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    2: ((18, 9), (18, 27)),
    3: ((18, 8), (18, 18), (18, 28)),
}
"""The same where a card speaks of the edges of the players."""
SORTS: Final = {
    "civilian": "civilian", "asset": "asset", "point of interest": "point of interest",
    "target of opportunity": "point of interest",
}  # fmt: skip
"""What cards call the sorts of tokens; later ones call a place to secure that may move a target of opportunity."""
KINDS: Final = ("crisis", "crisis rule", "crisis effect", "crisis test", "crisis reminder", "otherwise")
_SETUP: Final = re.compile(
    r"place (?P<many>\d+) (?P<name>[a-z'{} -]+?)(?P<tokens> tokens?)? "
    rf"\((?P<sort>{'|'.join(SORTS)})(?: tokens?)?\)(?P<edges> on the points near each board edge)?"
    rf"(?: and 2 (?P<goal>[a-z'{{}} -]+?) tokens \((?:{'|'.join(SORTS)})\))? "
    r"as (?:shown|indicated) on map [a-z]\.?"
)
_INTERACT: Final = re.compile(r"interact \(token\): ")
_CLEANUP: Final = re.compile(r" during the cleanup phase\.?$")


class Crisis(Struct):
    """What a card says: fields of it, and the first words that were not understood, empty where all were."""

    fields: Document
    why: str = ""


@rule("crisis-card.anatomy", "field.crisis-data", "mission.step-6")
def read_crisis(book: Phrasebook, name: str, type: str, texts: tuple[str, str, str], ids: Ids) -> Crisis:
    """A crisis card of that name and type with its setup, scoring and details."""
    setup, scoring, details = map(book.folded, texts)
    placed = _SETUP.fullmatch(setup)
    if placed is None or int(placed["many"]) not in SPOTS:
        return Crisis({}, setup)
    called = _Called(placed["name"], bool(placed["tokens"]), placed["goal"] or "")
    try:
        fields = _fields(book, type, called(scoring), called(details), ids, name)
    except NotUnderstood as error:
        return Crisis({}, str(error))
    many, by_edges = int(placed["many"]), bool(placed["edges"] or fields.pop("placed", False))
    spots = BY_EDGES.get(many) if by_edges else SPOTS[many]
    if spots is None or (fields.pop("single", False) and many > 1):
        return Crisis({}, setup)
    if placed["goal"]:
        fields["goals"] = [list(spot) for spot in BY_EDGES[2]]
    fields.setdefault("most", many if fields.get("interaction") == "take" else 1)
    return Crisis({"token": SORTS[placed["sort"]], "spots": [list(spot) for spot in spots], **fields})


class _Called(Struct):
    """Puts "token" for what a card calls its tokens, by the whole name or by its last words, and "goal" for those that
    only mark a place."""

    name: str
    as_tokens: bool
    goal: str

    def __call__(self, text: str) -> str:
        text = _renamed(text, self.goal, "goal") if self.goal else text
        several = not self.as_tokens and self.name.endswith("s") and not self.name.endswith("ss")
        words = (self.name[:-1] if several else self.name).split()
        for first in range(len(words)):
            text = _renamed(text, " ".join(words[first:]), "token")
        return re.sub(r"\ban token", "a token", text)


def _renamed(text: str, name: str, word: str) -> str:
    """A text with a word for a name, one or several."""
    one = re.escape(name).replace(r"\-", "-?")
    pattern = rf"(?<!\w){one}(?P<many>e?s)?\b(?: token(?P<tokens>s)?)?"
    return re.sub(pattern, lambda found: f"{word}s" if found["many"] or found["tokens"] else word, text)


def _fields(book: Phrasebook, type: str, scoring: str, details: str, ids: Ids, name: str) -> Document:
    """The fields of a card. Raises NotUnderstood."""
    first, *more = sentences(scoring)
    points = [_one(book, _CLEANUP.sub("", first), "crisis score"), *(_one(book, one, "crisis more") for one in more)]
    if None in points or not _CLEANUP.search(first):
        raise NotUnderstood(scoring)
    found = {key: value for one in points for key, value in one.items()}
    each, mid = found.pop("once", False), found.pop("mid", found["points"])
    interacting: list[str] = []
    happening: list[str] = []
    for line in details.split("\n"):
        place = interacting if (begun := _INTERACT.match(line)) else happening
        for sentence in sentences(line[begun.end() :] if begun else line):
            if (said := _one(book, sentence, "crisis field")) is not None:
                _merge(found, said, ids, name)
            elif place is interacting and (said := _one(book, sentence, "crisis interaction")) is not None:
                found |= said
            else:
                place.append(sentence)
    if mid != found["points"] or (each and found.get("most") != 1):
        raise NotUnderstood(scoring)
    if interacting:
        (one,) = _rules(book, ". ".join(interacting))
        if set(one.head) or one.does or one.keywords:
            raise NotUnderstood(". ".join(interacting))
        found.setdefault("interaction", "other")
        found["interacting"] = whole_rule(one)
    effects: list[Document] = []
    for one in _rules(book, ".\n".join(happening)) if happening else ():
        written = whole_rule(one)
        if written.pop("ability", False):
            ability = {"optional": True, **written}
            found["abilities"] = [{"id": ids.give(f"{name} ability", ability), "name": both(name), **ability}]
        else:
            if written.get("follows") and effects:
                written["when"] = effects[-1]["when"]
            effects.append(written)
    return {**found, "effects": effects}


def _rules(book: Phrasebook, text: str) -> Iterator[Parts]:
    """The rules that sentences make, about "this character". Raises NotUnderstood."""
    if "choose" not in text:
        text = re.sub(r"\b(?:that character|the character holding the token|the character)\b", "this character", text)
    yield from assemble(read(book, text, "self", {}, ["head", "test", "effect", "nothing", *KINDS]))


def _one(book: Phrasebook, sentence: str, kind: str) -> Any:
    """What a sentence means that is one clause of a kind; None where it is none."""
    reading = read(book, sentence, "self", {}, [kind])
    clauses = reading.clauses
    return (clauses[0].means or {}) if reading.understood and len(clauses) == 1 else None


def _merge(found: Document, said: Document, ids: Ids, name: str) -> None:
    """Fields that a sentence says, of which none may be there with another meaning; holders have several things."""
    for key, value in said.items():
        if key == "holder":
            power = {"name": both(name), **value}
            found.setdefault(key, []).append({"id": ids.give(f"{name} holder", power), **power})
        elif found.setdefault(key, value) != value:
            raise NotUnderstood(f"{key} is both {found[key]!r} and {value!r}")
