"""Phrasebooks: words and templates by kind, from TOML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from ..problems import ContentError, Problem, did_you_mean, nearest
from .folding import fold
from .meaning import keys_in
from .patterns import Pattern, PatternError, pattern, slots_in

Words: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Words by kind, each with what it means."""

NUMBER: Final = "number"
"""The kind of whole numbers, which needs no templates."""
BEGINNING: Final = 3
"""So many letters of its beginning tell which templates are looked at."""
_KEYS: Final = ("clauses", "joints", "referents", "spelling", "words", "templates")
_TEMPLATE_KEYS: Final = ("says", "means", "names", "refers")


class Template(Struct, frozen=True):
    """One way in which something of a kind is written, and what it means.

    ``names`` is whom pronouns mean from then on; ``refers`` makes it a pronoun itself.
    """

    kind: str
    says: str
    means: Any
    pattern: Pattern
    names: Any = None
    refers: str = ""

    letters: tuple[str, ...] = ()
    """What stands in whatever it matches."""


class Begun(Struct, frozen=True):
    """Templates by the letters that they begin with, and those that begin with anything else; each with its place."""

    by: Mapping[str, Sequence[tuple[int, Template]]]
    anyhow: Sequence[tuple[int, Template]]


class Phrasebook:
    """Templates and words by kind, how clauses are joined, and what pronouns stand for.

    ``clauses`` are the kinds of which sentences consist, ``joints`` what may stand between two clauses; ``spelling``
    has words that are often written in another way. What stands in a later document comes before all that stood in
    earlier ones, so users can say it better.
    """

    def __init__(self, documents: Iterable[Mapping[str, Any]], file: str = "") -> None:
        self.clauses: tuple[str, ...] = ()
        self.joints: tuple[str, ...] = ()
        self.referents = ""
        self.spelling: dict[str, str] = {}
        self.words: dict[str, dict[str, Any]] = {}
        self.templates: dict[str, tuple[Template, ...]] = {}
        self._begun: dict[str, Begun] = {}
        for document in documents:
            self._add(document, file)
        self._refuse_unknown_kinds(file)

    def folded(self, text: str) -> str:
        """A text as it is compared with templates."""
        return fold(text, self.spelling)

    def begun(self, kind: str) -> Begun:
        """The templates of a kind by their beginnings, each with its place among all of them."""
        if kind not in self._begun:
            by: dict[str, list[tuple[int, Template]]] = {}
            anyhow = []
            for place, template in enumerate(self.templates.get(kind, ())):
                first = template.pattern[0] if template.pattern else ""
                if isinstance(first, str) and len(first) >= BEGINNING:
                    by.setdefault(first[:BEGINNING], []).append((place, template))
                else:
                    anyhow.append((place, template))
            self._begun[kind] = Begun(by, anyhow)
        return self._begun[kind]

    def _add(self, document: Mapping[str, Any], file: str) -> None:
        _refuse_keys(document, _KEYS, file, "")
        self.clauses = (*self.clauses, *document.get("clauses", ()))
        self.joints = (*self.joints, *document.get("joints", ()))
        self.referents = document.get("referents", self.referents)
        self.spelling |= {fold(wrong): fold(right) for wrong, right in document.get("spelling", {}).items()}
        for kind, words in document.get("words", {}).items():
            self.words[kind] = {**self.words.get(kind, {}), **{fold(word): value for word, value in words.items()}}
        for kind, written in document.get("templates", {}).items():
            more = tuple(one for number, data in enumerate(written) for one in _templates(kind, number, data, file))
            self.templates[kind] = (*more, *self.templates.get(kind, ()))

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds of which something is known."""
        return frozenset((NUMBER, *self.words, *self.templates))

    def _refuse_unknown_kinds(self, file: str) -> None:
        problems = [
            Problem(
                file,
                kind,
                template.says,
                repr(slot.kind),
                "a kind of words or templates",
                nearest(slot.kind, self.kinds),
            )
            for kind, templates in self.templates.items()
            for template in templates
            for slot in slots_in(template.pattern)
            if slot.kind not in self.kinds
        ]
        if problems:
            raise ContentError(problems)


def _templates(kind: str, number: int, data: Any, file: str) -> Iterable[Template]:
    place = f"templates.{kind}[{number}]"
    if not isinstance(data, Mapping) or "says" not in data:
        raise ContentError([Problem(file, place, "", repr(data), "a table with says and means")])
    _refuse_keys(data, _TEMPLATE_KEYS, file, place)
    says = data["says"]
    for one in [says] if isinstance(says, str) else says:
        yield _template(kind, one, data, file, place)


def _template(kind: str, says: str, data: Mapping[str, Any], file: str, place: str) -> Template:
    try:
        parts = pattern(says)
    except PatternError as error:
        raise ContentError([Problem(file, place, "says", str(error))]) from None
    means = data.get("means")
    known = [slot.name for slot in slots_in(parts)]
    for key in (*keys_in(means), *keys_in(data.get("names"))):
        if key not in known:
            wish = f"a slot of {says!r}{did_you_mean(nearest(key, known))}"
            raise ContentError([Problem(file, place, "means", f"<{key}>", wish)])
    letters = tuple(part for part in parts if isinstance(part, str))
    return Template(kind, says, means, parts, data.get("names"), data.get("refers", ""), letters)


def _refuse_keys(data: Mapping[str, Any], known: Iterable[str], file: str, place: str) -> None:
    problems = [
        Problem(file, place, str(key), repr(key), f"one of {', '.join(known)}", nearest(str(key), tuple(known)))
        for key in data
        if key not in known
    ]
    if problems:
        raise ContentError(problems)
