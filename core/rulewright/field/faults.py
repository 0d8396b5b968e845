"""Faults become refusals: geometry says what is wrong, a ruleset which rule forbids it, texts say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final

from ..content import did_you_mean
from ..geometry.evidence import Fault
from ..geometry.grid.board import name_of
from ..requests import Violation
from ..text import LANGUAGES, Texts, Words, show

Names = Callable[[str], Words]
"""What a thing is called, by its id."""


class FaultRules:
    """Which rule of a ruleset forbids what geometry finds wrong: kinds of faults and rule ids.

    ``others`` is the rule of all kinds that are not listed; the empty rule stands for the one that asks. Without
    ``others`` every kind that a space can find has to be listed, which the space makes sure of when it is made. Raises
    ValueError for a kind that is misspelt.
    """

    def __init__(self, rules: Mapping[str, str], *, others: str | None = None) -> None:
        for kind in rules:
            if near := _misspelt(kind):
                raise ValueError(f"there is no fault {kind!r}{did_you_mean(near)}")
        self._rules = dict(rules)
        self._others = others
        self._covered: set[frozenset[str]] = set()

    def cover(self, kinds: frozenset[str]) -> None:
        """Make sure that there is a rule for each of these kinds. Raises ValueError naming those that have none."""
        if kinds in self._covered:
            return
        if self._others is None and (missing := sorted(kinds - self._rules.keys())):
            raise ValueError(f"no rule forbids {', '.join(map(repr, missing))}; list them, or give others=")
        self._covered.add(kinds)

    def rule(self, kind: str) -> str:
        """The rule that forbids this; empty where none is named."""
        return self._rules.get(kind, self._others or "")

    def violations(self, faults: Iterable[Fault], names: Names = str) -> tuple[Violation, ...]:
        """The faults as a request refuses them."""
        return tuple(self._violation(fault, names) for fault in faults)

    def _violation(self, fault: Fault, names: Names) -> Violation:
        facts = {"fault": fault.reason, **fault.facts}
        return Violation.of(words_of(fault, names), self.rule(fault.reason), facts)


UNRULED: Final = FaultRules({}, others="")
"""No rule of its own: what is refused cites the rule that asks."""


def words_of(fault: Fault, names: Names = str) -> Words:
    """A fault in words, by language; things are called by their names."""
    return {lang: fault_words(fault, lang, names) for lang in LANGUAGES}


def fault_words(fault: Fault, lang: str, names: Names = str) -> str:
    """A fault in the words of a language; a kind without a text is said as geometry says it."""
    texts = _texts()
    kind = _key(fault.reason)
    key = next((key for key in (f"{_place(fault)}.{kind}", f"fault.{kind}") if key in texts), None)
    if key is None:
        return str(fault)
    by = show(names(fault.by), lang) if fault.by else ""
    thing = texts.say(f"thing.{by}", lang) if f"thing.{by}" in texts else by
    amount = int(fault.amount) if fault.amount.is_integer() else fault.amount
    squares = [*map(name_of, fault.squares)] or [by]
    of = show(names(fault.of), lang) if fault.of else ""
    return texts.say(key, lang, of=of, by=thing, amount=amount, first=squares[0], last=squares[-1])


def _place(fault: Fault) -> str:
    """The texts that are looked into first: what shows squares is wrong on a board, the rest with a model or a unit."""
    return "square" if fault.squares else "model" if fault.of else "fault"


@cache
def _known() -> frozenset[str]:
    """The keys of all kinds of faults that have words."""
    return frozenset(key.partition(".")[2] for key in _texts())


def _misspelt(kind: str) -> list[str]:
    """The kind that is meant by one without words that looks much like it; none for a kind of an author's own."""
    known = [] if _key(kind) in _known() else [key.replace("-", " ") for key in sorted(_known())]
    return get_close_matches(kind, known, n=1, cutoff=0.8)


def _key(kind: str) -> str:
    return kind.replace(" ", "-")


@cache
def _texts() -> Texts:
    return Texts.load(files(__package__) / "faults.toml")
