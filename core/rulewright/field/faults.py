"""Faults become refusals: geometry says what is wrong, a ruleset which rule forbids it, texts say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Final

from ..geometry.evidence import Fault
from ..geometry.grid.board import name_of
from ..problems import did_you_mean
from ..refusals import Violation, refusal_texts
from ..text import Words, show

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
        return violation_of(fault, names, self.rule(fault.reason))


UNRULED: Final = FaultRules({}, others="")
"""No rule of its own: what is refused cites the rule that asks."""


def violation_of(fault: Fault, names: Names = str, rule: str = "") -> Violation:
    """A fault as a reason to refuse; things are called by their names. A kind without a text is said by geometry."""
    texts = refusal_texts()
    kind = _key(fault.reason)
    keys = (f"{_place(fault)}.{kind}", f"fault.{kind}")
    key = next((key for key in keys if f"refusal.{key}" in texts), "")
    by = names(fault.by) if fault.by else ""
    squares: list[Words] = [*map(name_of, fault.squares)] or [by]
    facts = {
        **fault.facts,
        "fault": fault.reason,
        "amount": int(fault.amount) if float(fault.amount).is_integer() else fault.amount,
        "model": names(fault.of) if fault.of else "",
        "thing": texts.both(f"thing.{show(by)}") if f"thing.{show(by)}" in texts else by,
        "first": squares[0],
        "last": squares[-1],
    }
    return Violation(key or keys[1], rule, words="" if key else str(fault), **facts)


def words_of(fault: Fault, names: Names = str) -> Words:
    """A fault in words, by language; things are called by their names."""
    return violation_of(fault, names).words


def _place(fault: Fault) -> str:
    """The texts that are looked into first: what shows squares is wrong on a board, the rest with a model or a unit."""
    return "square" if fault.squares else "model" if fault.of else "fault"


@cache
def _known() -> frozenset[str]:
    """The keys of all kinds of faults that have words."""
    return frozenset(key.rpartition(".")[2] for key in refusal_texts() if key.split(".")[1] in _PLACES)


_PLACES: Final = ("fault", "square", "model")


def _misspelt(kind: str) -> list[str]:
    """The kind that is meant by one without words that looks much like it; none for a kind of an author's own."""
    known = [] if _key(kind) in _known() else [key.replace("-", " ") for key in sorted(_known())]
    return get_close_matches(kind, known, n=1, cutoff=0.8)


def _key(kind: str) -> str:
    return kind.replace(" ", "-")
