"""Matching a sentence as a chain of clauses, and binding its pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from .folding import sentences
from .meaning import fill
from .patterns import Either, NamedSlot, Pattern
from .templates import BEGINNING, NUMBER, Phrasebook, Template, Words

_NUMBER: Final = re.compile(r"\d+")


class Clause(Struct, frozen=True):
    """A clause that was understood: the kind of its template, what it means, its words, and how it was joined on."""

    kind: str
    means: Any
    text: str
    joint: str = ""


class Sentence(Struct, frozen=True):
    """A sentence; ``rest`` is what no template says, empty where all of it was understood."""

    text: str
    clauses: tuple[Clause, ...]
    rest: str = ""


class Reading(Struct, frozen=True):
    """What a text says."""

    sentences: tuple[Sentence, ...]

    @property
    def understood(self) -> bool:
        """Whether every clause of every sentence was understood."""
        return bool(self.sentences) and not any(sentence.rest for sentence in self.sentences)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses that were understood, in their order."""
        return tuple(clause for sentence in self.sentences for clause in sentence.clauses)


class Matched(Struct, frozen=True):
    """What stands from one place to another: a template with its slots, or a word with its value."""

    start: int
    end: int
    template: Template | None = None
    slots: tuple[tuple[str, Matched], ...] = ()
    value: Any = None


def read(
    book: Phrasebook, text: str, last: Any = None, words: Words | None = None, clauses: Iterable[str] | None = None
) -> Reading:
    """What a text says, in the phrases of a book.

    ``last`` is who a pronoun means before anyone has been named; ``words`` are more words by kind that count in this
    text only, such as the names of other rules on the same card; ``clauses`` are the kinds of clauses that this text
    may have, all where nothing is said.
    """
    kinds = book.clauses if clauses is None else tuple(kind for kind in book.clauses if kind in clauses)
    named = _Named(book.referents, last)
    found = (_Matching(book, sentence, words or {}, kinds) for sentence in sentences(book.folded(text)))
    return Reading(tuple(_sentence(one, named) for one in found))


def _sentence(matching: _Matching, named: _Named) -> Sentence:
    chain, end = matching.chain()
    text = matching.text
    clauses, before = [], 0
    for found in chain:
        assert found.template is not None
        joint = text[before : found.start].strip()
        clauses.append(Clause(found.template.kind, named.meaning(found), text[found.start : found.end], joint))
        before = found.end
    return Sentence(text, tuple(clauses), text[end:].strip())


# Matching ---------------------------------------------------------------------------------------------------


class _Matching:
    """Everything that matches somewhere in one sentence, each worked out once."""

    def __init__(self, book: Phrasebook, text: str, words: Words, clauses: tuple[str, ...]) -> None:
        self.book, self.text, self.words, self.clauses = book, text, words, clauses
        self._found: dict[tuple[str, int], tuple[Matched, ...]] = {}
        self._possible: dict[str, list[tuple[int, Template]]] = {}

    def chain(self) -> tuple[list[Matched], int]:
        """The clauses from the beginning of the sentence to its end, or, if there is no such chain, as far as one
        comes; and where it ends."""
        best: list[Matched] = []
        failed: set[int] = set()
        waiting: list[list[Matched]] = [[]]
        while waiting:
            chain = waiting.pop()
            end = chain[-1].end if chain else 0
            if end == len(self.text):
                return chain, end
            if end > (best[-1].end if best else 0):
                best = chain
            if end not in failed:
                failed.add(end)
                following = [found for start in self._starts(end) for found in self._clauses(start)]
                waiting += ([*chain, found] for found in sorted(following, key=lambda found: found.end))
        return best, best[-1].end if best else 0

    def _starts(self, end: int) -> Iterator[int]:
        if not end:
            yield 0
            return
        for joint in self.book.joints:
            if self.text.startswith(joint, end):
                yield end + len(joint)

    def _clauses(self, start: int) -> Iterator[Matched]:
        """The clauses that begin here; a template that is written earlier comes last, and so counts first."""
        for kind in reversed(self.clauses):
            yield from reversed(self.kind(kind, start))

    def kind(self, kind: str, start: int) -> tuple[Matched, ...]:
        """What something of a kind may be here."""
        key = (kind, start)
        if key not in self._found:
            self._found[key] = ()  # a template that begins with its own kind finds nothing there
            self._found[key] = tuple(self._of_kind(kind, start))
        return self._found[key]

    def _of_kind(self, kind: str, start: int) -> Iterator[Matched]:
        for template in self._templates(kind, start):
            for end, slots in self._match(template.pattern, start):
                yield Matched(start, end, template, slots)
        for words in (self.words.get(kind, {}), self.book.words.get(kind, {})):
            for word, value in words.items():
                if self.text.startswith(word, start):
                    yield Matched(start, start + len(word), value=value)
        if kind == NUMBER and (number := _NUMBER.match(self.text, start)):
            yield Matched(start, number.end(), value=int(number[0]))

    def _templates(self, kind: str, start: int) -> Sequence[Template]:
        """The templates of a kind that begin with what stands here, and whose letters all stand in the sentence."""
        text, has, begun = self.text, self.text.__contains__, self.book.begun(kind)
        if kind not in self._possible:
            self._possible[kind] = [one for one in begun.anyhow if all(map(has, one[1].letters))]
        here = begun.by.get(text[start : start + BEGINNING], ())
        found = [one for one in here if text.startswith(one[1].letters[0], start) and all(map(has, one[1].letters))]
        return [template for _, template in sorted([*found, *self._possible[kind]], key=itemgetter(0))]

    def _match(self, parts: Pattern, start: int) -> Iterator[tuple[int, tuple[tuple[str, Matched], ...]]]:
        if not parts:
            yield start, ()
            return
        for end, slots in self._part(parts[0], start):
            for last, more in self._match(parts[1:], end):
                yield last, (*slots, *more)

    def _part(
        self, part: str | NamedSlot | Either, start: int
    ) -> Iterator[tuple[int, tuple[tuple[str, Matched], ...]]]:
        if isinstance(part, str):
            if self.text.startswith(part, start):
                yield start + len(part), ()
        elif isinstance(part, NamedSlot):
            for found in self.kind(part.kind, start):
                yield found.end, ((part.name, found),)
        else:
            for option in part.options:
                yield from self._match(option, start)


# Pronouns ---------------------------------------------------------------------------------------------------


class _Named:
    """Who has been named so far in a text, in their order."""

    def __init__(self, kind: str, last: Any) -> None:
        self.kind = kind
        self.before = [last]
        self.clause: list[Any] = []

    def meaning(self, found: Matched) -> Any:
        """What a clause means; whom it names is remembered."""
        self.clause = []
        means = self._value(found)
        self.before += self.clause
        return means

    def _value(self, found: Matched) -> Any:
        template = found.template
        if template is None:
            return found.value
        slots = {name: self._value(slot) for name, slot in found.slots}
        if template.kind == self.kind:
            value = self._referred(template.refers) if template.refers else fill(template.means, slots)
            self.clause.append(value)
            return value
        if template.names is not None:
            self.clause.append(fill(template.names, slots))
        return fill(template.means, slots)

    def _referred(self, how: str) -> Any:
        if how == "subject" and self.clause:
            return self.clause[0]
        others = (one for one in reversed(self.before) if one not in self.clause)
        return next(others, self.before[-1])
