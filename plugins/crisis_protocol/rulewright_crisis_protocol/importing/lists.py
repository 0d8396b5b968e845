"""Lists of names that players share, as text or JSON: a roster or a squad of cards of the content."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from rulewright.phrases import fold
from rulewright.problems import ContentError, Problem, nearest, shortened
from rulewright.text import show

from .roster import SIZES, setup_from
from .texts import Document

if TYPE_CHECKING:
    from ..cards.loading import Book

Found: TypeAlias = dict[str, list[str]]
"""Ids of cards by their kinds."""

HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "characters": ("characters", "character", "heroes", "roster", "squad", "models"),
    "tactics": ("team tactic cards", "team tactics cards", "team tactics", "team tactic", "tactic cards", "tactics"),
    "secure": ("secure crisis cards", "secure crises", "secure crisis", "secures", "secure"),
    "extract": (
        "extract crisis cards", "extract crises", "extract crisis", "extraction crises", "extraction crisis",
        "extractions", "extraction", "extracts", "extract",
    ),
    "crises": ("crisis cards", "crises", "crisis", "objectives"),
}  # fmt: skip
"""What stands above the cards of a kind; "crises" are of both kinds."""
_HEADING: Final = re.compile(r"^(?P<words>[a-z ]+?)\s*(?:[\[(]?\d+(?:/\d+)?[\])]?)?\s*(?::\s*(?P<rest>.*))?$")
_BULLET: Final = re.compile(r"^(?:[-–—*•·>#]+|\d+[.)]|\d+ ?x\b)\s*")
_BEHIND: Final = re.compile(
    r"\s*(?:[\[(]\s*(?P<inside>[^\])]*)[\])]|[-–—|:] *(?:threat|tl|pts?)? *\d+(?: *threat)?)\s*$", re.IGNORECASE
)


class Line(Struct, frozen=True):
    """What stands in one place of a list: under which heading, and where it is found."""

    place: str
    kind: str
    text: str


class Cards:
    """The cards of the content by what they are called."""

    def __init__(self, book: Book) -> None:
        self.called: dict[str, dict[str, list[str]]] = {kind: {} for kind in SIZES}
        self.egos = {id: fold(card.alter_ego) for id, card in book.characters.items()}
        kinds: dict[str, Mapping[str, Any]] = {
            "characters": book.characters, "tactics": book.tactics,
            **{kind: {id: book["crises"][id] for id in book.crises_of(kind)} for kind in ("secure", "extract")},
        }  # fmt: skip
        for kind, cards in kinds.items():
            for id, card in cards.items():
                self.called[kind].setdefault(_plain(show(card.name, "en")), []).append(id)

    def find(self, kind: str, printed: str) -> list[tuple[str, str]]:
        """The cards that are called so, with their kinds, of one kind or of any; an alter ego may stand behind."""
        kinds = ("secure", "extract") if kind == "crises" else (kind,) if kind else tuple(SIZES)
        text, behind = printed.strip(" ,;"), ""
        while text:
            ids = [(each, id) for each in kinds for id in self.called[each].get(_plain(text), ())]
            if len(ids) > 1 and behind:
                ids = [one for one in ids if self.egos.get(one[1]) == behind]
            shorter = _BEHIND.search(text)
            if ids or shorter is None:
                return ids
            text, behind = text[: shorter.start()], fold(shorter["inside"] or "") or behind
        return []

    def near(self, kind: str, printed: str) -> tuple[str, ...]:
        """The nearest names."""
        kinds = ("secure", "extract") if kind == "crises" else (kind,) if kind else tuple(SIZES)
        return nearest(_plain(printed), [name for each in kinds for name in self.called[each]])


def _plain(name: str) -> str:
    """A name by its letters and digits."""
    return re.sub(r"[^a-z0-9]+", " ", fold(name).replace("'", "")).strip()


# Reading ----------------------------------------------------------------------------------------------------


def heading(line: str) -> tuple[str, str] | None:
    """The kind of cards that a line is the heading of, and what stands behind its colon; None for other lines."""
    plain = _BULLET.sub("", line.strip()).strip("*_=-+# ")
    found = _HEADING.match(fold(plain))
    kind = next((kind for kind, words in HEADINGS.items() if found and found["words"].strip() in words), None)
    return None if kind is None else (kind, plain.partition(":")[2].strip(" *_"))


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a list that name cards; what stands above its first heading has no kind."""
    kind = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if (found := heading(line)) is not None:
            kind, rest = found
            if rest:
                yield Line(f"line {number}", kind, rest)
        else:
            yield Line(f"line {number}", kind, _BULLET.sub("", line.strip()))


def entries_of(data: Any, kind: str = "", place: str = "") -> Iterator[Line]:
    """The names in JSON, by the keys under which they stand."""
    if isinstance(data, Mapping):
        name = data.get("name")
        if kind and isinstance(name, str):
            yield Line(place, kind, name)
            return
        for key, value in data.items():
            plain = fold(re.sub(r"([a-z])([A-Z])", r"\1 \2", str(key))).replace("_", " ")
            yield from entries_of(value, _kind_of(plain) or kind, f"{place}.{key}".lstrip("."))
    elif isinstance(data, list):
        for number, one in enumerate(data):
            yield from entries_of(one, kind, f"{place}[{number}]")
    elif kind and isinstance(data, str):
        yield Line(place, kind, data)


def _kind_of(key: str) -> str:
    return next((kind for kind, words in HEADINGS.items() if key in words), "")


def setup_of(data: bytes, book: Book) -> tuple[Document, tuple[str, ...]]:
    """The setup in which both players have the cards of a list, and what could not be carried over.

    Raises ContentError naming each line that is no card of the content.
    """
    lines = list(_read(data))
    found: Found = {kind: [] for kind in SIZES}
    cards, notes, wrong = Cards(book), list[str](), list[Problem]()
    for line in lines:
        for text, ids in _named(cards, line):
            if len(ids) == 1:
                found[ids[0][0]].append(ids[0][1])
            elif ids:
                egos = " or ".join(f"({book.characters[id].alter_ego})" for _, id in ids)
                wrong.append(Problem(line.place, found=f"{shortened(text)}, which several are called", expected=egos))
            elif line.kind:
                wish = f"a card of the kind {line.kind}; further ones come with --content FILE"
                wrong.append(
                    Problem(line.place, found=shortened(text), expected=wish, nearest=cards.near(line.kind, text))
                )
            else:
                notes.append(f"{line.place}: {shortened(text)}: not read, under no heading")
    if wrong:
        raise ContentError(wrong)
    setup, more = setup_from(found)
    return setup, (*notes, *more)


def _read(data: bytes) -> Iterator[Line]:
    text = data.decode("utf-8-sig", errors="replace")
    if not text.lstrip().startswith(("{", "[")):
        yield from lines_of(text)
        return
    try:
        yield from entries_of(json.loads(text))
    except (json.JSONDecodeError, RecursionError) as error:
        raise ContentError([Problem("", found=str(error), expected="a list as JSON")]) from None


def _named(cards: Cards, line: Line) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The cards of a line: one, or several with commas between them; names have commas, too."""
    if (ids := cards.find(line.kind, line.text)) or "," not in line.text:
        yield line.text, ids
        return
    pieces = [one.strip() for one in re.split(r"[,;]", line.text) if one.strip()]
    while pieces:
        for many in range(len(pieces), 0, -1):
            text = ", ".join(pieces[:many])
            if (ids := cards.find(line.kind, text)) or many == 1:
                yield text, ids
                pieces = pieces[many:]
                break
