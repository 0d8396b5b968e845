"""Crisis cards in words: how many tokens of which sort, what they score, interactions with them, and what happens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rulewright import rule
from rulewright.importing import Ids, both
from rulewright.phrases import Phrasebook, read
from rulewright.phrases.folding import sentences

from .texts import Document, NotUnderstood, Parts, assemble, by_hand, whole_rule

Spots = tuple[tuple[float, float], ...]
"""Where tokens lie, in inches."""
SPOTS: Final[Mapping[int, Spots]] = {
    1: ((18, 18),),
    2: ((9, 18), (27, 18)),
    3: ((8, 18), (18, 18), (28, 18)),
    4: ((12, 12), (24, 12), (12, 24), (24, 24)),
    5: ((10, 10), (26, 10), (18, 18), (10, 26), (26, 26)),
    6: ((9, 12), (18, 12), (27, 12), (9, 24), (18, 24), (27, 24)),
}
"""Where so many tokens lie, in inches: the same for both sides, because the files do not say what the maps show."""
BY_EDGES: Final[Mapping[int, Spots]] = {
    2: ((18, 9), (18, 27)),
    3: ((18, 8), (18, 18), (18, 28)),
}
"""The same where a card speaks of the edges of the players."""
THREE: Final = {"c": SPOTS[3], "e": BY_EDGES[3]}
"""The maps with three points that several cards name: on one they lie side by side, on the other from edge to edge."""
SORTS: Final = {
    "civilian": "civilian", "asset": "asset", "point of interest": "point of interest",
    "target of opportunity": "point of interest",
}  # fmt: skip
"""What cards call the sorts of tokens; later ones call a place to secure that may move a target of opportunity."""
_USUAL: Final = {"held": "take", "controlled": "control"}
"""What an interaction that is not understood does anyway, by what the tokens score."""
KINDS: Final = ("crisis", "crisis rule", "crisis effect", "crisis test", "crisis reminder", "otherwise")
_SETUP: Final = re.compile(
    r"place (?P<many>\d+) (?P<name>[a-z'{} -]+?)(?P<tokens> tokens?)? "
    rf"\((?P<sort>{'|'.join(SORTS)})(?: tokens?)?\)(?P<edges> on the points near each board edge)?"
    rf"(?: and 2 (?P<goal>[a-z'{{}} -]+?) tokens \((?:{'|'.join(SORTS)})\))? "
    r"as (?:shown|indicated) on map (?P<map>[a-z])\.?"
)
_INTERACT: Final = re.compile(r"interact \(token\): ")
_CLEANUP: Final = re.compile(r" during the cleanup phase\.?$")


class Crisis(Struct):
    """What a card says: fields of it, and the first words that were not understood, empty where all were.

    Where not all were, what is asked of the players by hand stands among the fields; none where too little is known.
    """

    fields: Document
    why: str = ""


@rule("crisis-card.anatomy", "field.crisis-data", "mission.step-6")
def read_crisis(book: Phrasebook, name: str, texts: tuple[str, str, str], ids: Ids) -> Crisis:
    """A crisis card of that name with its setup, scoring and details."""
    setup, scoring, details = map(book.folded, texts)
    placed = _SETUP.fullmatch(setup)
    if placed is None:
        return Crisis({}, setup)
    called = _Called(placed["name"], bool(placed["tokens"]), placed["goal"] or "")
    card = _Card(book, name, ids, "\n".join(texts).strip())
    try:
        fields = card.fields(called(scoring), called(details))
        return Crisis({"token": SORTS[placed["sort"]], **_laid(placed, fields)}, card.why)
    except NotUnderstood as error:
        return Crisis({}, str(error))


def _laid(placed: re.Match[str], fields: Document) -> Document:
    """The fields of a card with where its tokens lie. Raises NotUnderstood for what the setup does not agree with."""
    many, said = int(placed["many"]), {key: fields.pop(key, False) for key in ("single", "edges", "goal_named")}
    spots = _spots(many, placed["map"], at_edges=bool(placed["edges"]), facing=bool(said["edges"]))
    if not spots or (said["single"] and many > 1) or ("far" in fields and not said["edges"]):
        raise NotUnderstood(placed[0])
    if bool(placed["goal"]) is not bool(said["goal_named"]):
        raise NotUnderstood("whose goal is whose")
    goals = {}
    if placed["goal"]:
        goals = {"goals": [list(spot) for spot in _spots(2, placed["map"], at_edges=True, facing=True)]}
    most = many if fields.get("interaction") == "take" else 1
    return {"spots": [list(spot) for spot in spots], **goals, "most": most, **fields}


def _spots(many: int, map: str, *, at_edges: bool, facing: bool) -> Spots:
    """Where so many tokens lie on a map, the outer two of its three ``at_edges``; where the card speaks of the edges of
    the players, the same way from both (``facing``). None where no map of that many is known."""
    three = THREE.get(map, BY_EDGES[3] if facing else SPOTS[3])
    if facing and three is not BY_EDGES[3]:
        return ()
    if many == len(three):
        return three
    if many == 2 and at_edges:
        return three[0], three[2]
    return (BY_EDGES if facing else SPOTS).get(many, ())


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


class _Card(Struct):
    """Reads the scoring and the details of a card of that name, with "token" for its tokens. Raises NotUnderstood.

    Of interactions, and of what happens besides, the players say by hand what is not understood, with its ``text``;
    ``why`` are the first words that were not.
    """

    book: Phrasebook
    name: str
    ids: Ids
    text: str
    why: str = ""

    def fields(self, scoring: str, details: str) -> Document:
        """The fields of the card."""
        found = self._points(scoring)
        each, mid = found.pop("once", False), found.pop("mid", found["points"])
        interacting, happening = self._divided(details, found)
        if mid != found["points"] or (each and found.get("most") != 1):
            raise NotUnderstood(scoring)
        if interacting:
            besides = self._interaction(interacting)
            usual = _USUAL.get(found["score"], "other") if self.why else "other"
            found = {"interaction": usual, **found, "interacting": besides}
        return {**found, **self._happenings(happening)}

    def _points(self, scoring: str) -> Document:
        """What the tokens score in the cleanup phase."""
        first, *more = [*sentences(scoring)] or [""]
        said = [self._one(_CLEANUP.sub("", first), "crisis score"), *(self._one(one, "crisis more") for one in more)]
        if None in said or not _CLEANUP.search(first):
            raise NotUnderstood(scoring or "no scoring")
        return {key: value for one in said for key, value in one.items()}

    def _divided(self, details: str, found: Document) -> tuple[list[str], list[str]]:
        """The sentences about interactions, and those about what happens; others are fields, which are put in."""
        interacting: list[str] = []
        happening: list[str] = []
        for line in details.split("\n"):
            begun = _INTERACT.match(line)
            for sentence in sentences(line[begun.end() :] if begun else line):
                said = self._one(sentence, "crisis field")
                if said is None and begun:
                    said = self._one(sentence, "crisis interaction")
                if said is not None:
                    self._merge(found, said)
                else:
                    (interacting if begun else happening).append(sentence)
        return interacting, happening

    def _interaction(self, told: list[str]) -> Document:
        """What an interaction does besides."""
        try:
            rules = self._rules(told)
            if len(rules) > 1 or rules[0].head or rules[0].does or rules[0].keywords:
                raise NotUnderstood(". ".join(told))
            return whole_rule(rules[0])
        except NotUnderstood as error:
            return self._by_hand(error)

    def _happenings(self, told: list[str]) -> Document:
        """What happens at moments of the round, and what a holder may do; by hand a holder may do it in its activation
        if it is about one, and else each player says it in the cleanup phase."""
        effects: list[Document] = []
        abilities: list[Document] = []
        try:
            rules = self._rules(told) if told else []
        except NotUnderstood as error:
            asked = self._by_hand(error)
            if any("cleanup phase" in one for one in told) or not any("holding" in one for one in told):
                return {"effects": [{"when": "cleanup", "whom": "each player", **asked}]}
            return {"abilities": [self._named("ability", {"optional": True, **asked})]}
        for one in rules:
            written = whole_rule(one)
            if written.pop("ability", False):
                abilities.append(self._named("ability", {"optional": True, **written}))
                continue
            if written.get("follows") and effects:
                written["when"] = effects[-1]["when"]
            effects.append(written)
        return {"effects": effects, **({"abilities": abilities} if abilities else {})}

    def _by_hand(self, error: NotUnderstood) -> Document:
        self.why = self.why or str(error)
        return {"effects": [*by_hand(self.text)]}

    def _rules(self, told: list[str]) -> list[Parts]:
        """The rules that sentences make, about "this character"."""
        text = ".\n".join(told)
        if "choose" not in text:
            one = r"\b(?:that character|the character holding the token|the character)\b"
            text = re.sub(one, "this character", text)
        return assemble(read(self.book, text, "self", {}, ["head", "test", "effect", "nothing", *KINDS]))

    def _one(self, sentence: str, kind: str) -> Any:
        """What a sentence means that is one clause of a kind; None where it is none."""
        reading = read(self.book, sentence, "self", {}, [kind])
        clauses = reading.clauses
        return (clauses[0].means or {}) if reading.understood and len(clauses) == 1 else None

    def _merge(self, found: Document, said: Document) -> None:
        """Put in what a sentence says; nothing may be there with another meaning, but holders have several things."""
        for key, value in said.items():
            if key == "holder":
                found.setdefault(key, []).append(self._named(key, value))
            elif found.setdefault(key, value) != value:
                raise NotUnderstood(f"{key} is both {found[key]!r} and {value!r}")

    def _named(self, what: str, document: Document) -> Document:
        """A part of the card with an id of its own and the name of the card."""
        whole = {"name": both(self.name), **document}
        return {"id": self.ids.give(f"{self.name} {what}", whole), **whole}
